-- A solution that is read in place, for spec/hostile/memory.c: memory may run out anywhere in `work`, for the frame
-- of a call, too, and the position is as it was then.

local alphabeta = require "alphabeta"

local game = {
  moves = function(state) return state.heap > 0 and { 1, state.heap > 1 and 2 or nil } or {} end,
  play = function(state, move) state.heap = state.heap - move end,
  undo = function(state, move) state.heap = state.heap + move end,
  evaluate = function() return -1 end,
  key = function(state) return state.heap end,
}

local state = { heap = 3 }
local solution = alphabeta.solve(game, state)
assert(#solution:moves(state) == 2) -- what is loaded when it is first needed is there

-- So many calls deep.
local function read(depth)
  if depth == 0 then return assert(#solution:moves(state) == 2) end
  local found = read(depth - 1)
  return found
end

-- In a thread of its own, whose stack is small, there is a request for each frame.
local function work()
  for depth = 0, 9 do assert(coroutine.resume(coroutine.create(read), depth)) end
end

local function check()
  assert(state.heap == 3, "position")
  work()
end

return work, check

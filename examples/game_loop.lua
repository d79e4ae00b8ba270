-- A game loop to copy: the computer thinks in slices, so that no frame is late. Here a ball bounces meanwhile.
--
--   lua5.4 examples/game_loop.lua

local alphabeta = require "alphabeta"
local connect4 = require("alphabeta.games.connect4").weighed

local SLICE = 0.004   -- seconds of each frame; one at 60 Hz has 0.0167
local THINKING = 0.25 -- seconds for a move, all slices together
local COURT = 20      -- columns that the ball has

local state = connect4.initial()
local memory = alphabeta.table() -- what is known, kept from move to move
local search                     -- nil: the computer is not to move
local frame, longest = 0, 0

local function computer_moves()
  search = alphabeta.start(connect4, state, { time = THINKING, table = memory })
end

-- What happens in a frame; gives the result of the search in the one in which it is finished.
local function update()
  frame = frame + 1
  if not search then return end
  local before = os.clock()
  local is_finished = search:step { time = SLICE }
  longest = math.max(longest, os.clock() - before)
  if not is_finished then return end
  local result = search:result()
  search:close()
  search = nil
  state = connect4.play(state, result.move)
  return result
end

local function draw()
  local column = math.abs(frame % (2 * COURT) - COURT)
  local thoughts = search and search:result() or {}
  print(("frame %3d |%so%s| depth %d: %s"):format(frame, (" "):rep(column), (" "):rep(COURT - column),
    thoughts.depth or 0, table.concat(thoughts.pv or {}, " ")))
end

computer_moves()
local result
repeat
  result = update()
  if frame % 5 == 1 then draw() end
until result

print(connect4.format(state))
print(("move %s, value %.3g, depth %d, %d positions in %d frames"):format(
  tostring(result.move), result.value, result.depth, result.nodes, frame))
print(("the longest slice took %.1f ms"):format(1000 * longest))

-- Tic-tac-toe in several forms, over the rules that come with the module.

local rules = require "alphabeta.twins.tictactoe"

local unpack = table.unpack or unpack

local DIGIT, RIVAL = { ["."] = 0, X = 1, O = 2 }, { X = "O", O = "X" }

-- The plainest way: `moves` and `evaluate` look for the end of the game.
local function play(state, cell)
  local after = { mover = RIVAL[state.mover], unpack(state, 1, 9) }
  after[cell] = state.mover
  return after
end

-- `play` reports a won game, so that `moves` need not look for a line again.
local function mark(state, cell)
  local after = play(state, cell)
  if rules.evaluate(after) < 0 then return after, -1 end
  return after
end

local function mark_if_empty(state, cell)
  if state[cell] == "." then return mark(state, cell) end
end

local function mark_in_place(state, cell)
  if state[cell] ~= "." then return false end
  state[cell] = state.mover
  state.mover = RIVAL[state.mover]
  if rules.evaluate(state) < 0 then return nil, -1 end
end

local function unmark(state, cell)
  state[cell] = "."
  state.mover = RIVAL[state.mover]
end

local function empty_cells(state)
  local list = {}
  for cell = 1, 9 do
    if state[cell] == "." then list[#list + 1] = cell end
  end
  return list
end

local function fill(state, list)
  local count = 0
  for cell = 1, 9 do
    if state[cell] == "." then
      count = count + 1
      list[count] = cell
    end
  end
  return count
end

local function draw() return 0 end

-- The board as a number in base three; the number of marks shows whose turn it is.
local function key(state)
  local code = 0
  for cell = 1, 9 do code = 3 * code + DIGIT[state[cell]] end
  return code
end

local moves, evaluate = rules.moves, rules.evaluate

return {
  initial = rules.initial,
  list = { moves = moves, play = play, evaluate = evaluate },
  payoff = { moves = empty_cells, play = mark, evaluate = draw },
  fills = { moves = fill, fills = true, play = mark, evaluate = draw },
  lean = { width = 9, play = mark_if_empty, evaluate = draw },
  in_place = { width = 9, play = mark_in_place, undo = unmark, evaluate = draw },
  keyed = { moves = moves, play = play, evaluate = evaluate, key = key },
  lean_keyed = { width = 9, play = mark_if_empty, evaluate = draw, key = key },
  in_place_keyed = { width = 9, play = mark_in_place, undo = unmark, evaluate = draw, key = key },
}

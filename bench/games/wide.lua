-- A wide game: 200 cells in 10 rows; a mark brings a point for each own mark beside it. Every cell that is
-- free is a move. In the forms that a search accepts; the key is a Zobrist key that `play` keeps up to date.
--
-- A position: cells 1 to 200 (0 free, 1 or 2), then at 201 who is to move, 202 the points of player 1 less those of
-- player 2, 203 the key.

local CELLS, ROW = 200, 20
local MOVER, LEAD, KEY = CELLS + 1, CELLS + 2, CELLS + 3

local CODES = {} -- of each player's mark in each cell, from a small generator of its own
do
  local bits = 1
  for i = 1, 2 * CELLS do
    bits = bits * 6364136223846793005 + 1442695040888963407
    CODES[i] = bits ~ bits >> 29
  end
end

local function initial()
  local s = {}
  for i = 1, CELLS do s[i] = 0 end
  s[MOVER], s[LEAD], s[KEY] = 1, 0, 0
  return s
end

local function points(s, cell, mover)
  local sum, column = 1, (cell - 1) % ROW
  if column > 0 and s[cell - 1] == mover then sum = sum + 1 end
  if column < ROW - 1 and s[cell + 1] == mover then sum = sum + 1 end
  if s[cell - ROW] == mover then sum = sum + 1 end
  if cell + ROW <= CELLS and s[cell + ROW] == mover then sum = sum + 1 end
  return mover == 1 and sum or -sum
end

local function mark(s, cell)
  local mover = s[MOVER]
  s[LEAD] = s[LEAD] + points(s, cell, mover)
  s[cell], s[MOVER] = mover, 3 - mover
  s[KEY] = s[KEY] ~ CODES[2 * cell - 2 + mover]
end

local function unmark(s, cell)
  local mover = s[cell]
  s[cell], s[MOVER] = 0, mover
  s[LEAD] = s[LEAD] - points(s, cell, mover)
  s[KEY] = s[KEY] ~ CODES[2 * cell - 2 + mover]
end

local function moves(s)
  local list = {}
  for cell = 1, CELLS do
    if s[cell] == 0 then list[#list + 1] = cell end
  end
  return list
end

local function play(s, cell)
  local after = table.move(s, 1, KEY, 1, {})
  mark(after, cell)
  return after
end

local function play_in_place(s, cell)
  if s[cell] ~= 0 then return false end
  mark(s, cell)
end

local function evaluate(s) return s[MOVER] == 1 and s[LEAD] or -s[LEAD] end

local function key(s) return 2 * (s[KEY] >> 1) + s[MOVER] - 1 end

return {
  initial = initial,
  list = { moves = moves, play = play, evaluate = evaluate },
  keyed = { moves = moves, play = play, evaluate = evaluate, key = key },
  in_place = { width = CELLS, play = play_in_place, undo = unmark, evaluate = evaluate },
  in_place_keyed = { width = CELLS, play = play_in_place, undo = unmark, evaluate = evaluate, key = key },
}

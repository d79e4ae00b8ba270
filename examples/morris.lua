-- A whole game with repetition to copy: three men's morris. Each player places three stones in turn; then they move one
-- along a line to the next point. Three in a row or a column win; so does whoever leaves the other no move. A position
-- that occurs again is a draw. To play it at the terminal, or solve it:
--
--   lua5.4 examples/play.lua examples/morris.lua [--solve]
--   lua5.4 examples/solve.lua examples/morris.lua

local morris = { name = "three men's morris", sides = { "X", "O" }, repetition = 0 } -- worth nothing to both

local ROWS = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 } }
local NEXT = { -- to each point: the points at the other ends of its lines
  { 2, 4, 5 }, { 1, 3, 5 }, { 2, 5, 6 }, { 1, 5, 7 }, { 1, 2, 3, 4, 6, 7, 8, 9 }, { 3, 5, 9 }, { 4, 5, 8 }, { 5, 7, 9 },
  { 5, 6, 8 },
}

local function other(side) return side == "X" and "O" or "X" end
local function at(state, point) return state:sub(point, point) end

-- A state: nine points, row by row, and whose turn it is.
function morris.initial() return ".........X" end

local function has_row(state, side)
  for _, row in ipairs(ROWS) do
    if at(state, row[1]) == side and at(state, row[2]) == side and at(state, row[3]) == side then return true end
  end
  return false
end

function morris.moves(state) -- "5" places a stone, "5-6" moves one
  local side, list = at(state, 10), {}
  if has_row(state, other(side)) then return list end
  local placed = select(2, state:sub(1, 9):gsub(side, "")) == 3
  for point = 1, 9 do
    if not placed and at(state, point) == "." then list[#list + 1] = tostring(point) end
    for _, to in ipairs(placed and at(state, point) == side and NEXT[point] or {}) do
      if at(state, to) == "." then list[#list + 1] = point .. "-" .. to end
    end
  end
  return list
end

function morris.play(state, move)
  local side, from, to = at(state, 10), move:match "^(%d)%-?(%d?)$"
  if to == "" then from, to = nil, from end
  local after = state:sub(1, to - 1) .. side .. state:sub(to + 1, 9)
  if from then after = after:sub(1, from - 1) .. "." .. after:sub(from + 1) end
  return after .. other(side)
end

function morris.evaluate(state) -- -1: whoever is to move has lost
  return #morris.moves(state) == 0 and -1 or 0
end

function morris.key(state) return state end -- by this it is known that a position occurs again

function morris.format(state) return (state:sub(1, 9):gsub("(...)", "%1\n"):gsub("\n$", "")) end

return morris

-- The rules of sliding tiles, such as the 15-puzzle: a tile next to the empty cell slides into it, until all tiles are
-- in order, row by row, and the empty cell is the last one. For one player.

local options = require "alphabeta.base.options"
local random = require "alphabeta.base.random"

local unpack = table.unpack or unpack

-- A state is never changed once it is made. Cells are numbered from 1, row by row.
---@class alphabeta.tiles.State: integer[] the tiles, 0 for the empty cell
---@field width integer
---@field height integer
---@field empty integer the empty cell

local tiles = { name = "tiles" }

local MOST_SIDE = 4

local NEAR = {} -- by width and height: the cells next to each cell

local function steps_between(width, a, b)
  return math.abs((a - 1) % width - (b - 1) % width)
    + math.abs(math.floor((a - 1) / width) - math.floor((b - 1) / width))
end

local function near_of(width, height)
  local name = width * 10 + height
  if NEAR[name] then return NEAR[name] end
  local near = {}
  for cell = 1, width * height do
    near[cell] = {}
    for other = 1, width * height do
      if steps_between(width, cell, other) == 1 then table.insert(near[cell], other) end
    end
  end
  NEAR[name] = near
  return near
end

--- The cells whose tile can slide, ascending.
---@param state alphabeta.tiles.State
---@return integer[] cells
function tiles.moves(state)
  return { unpack(near_of(state.width, state.height)[state.empty]) }
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.tiles.State
---@param cell integer one of `moves(state)`
---@return alphabeta.tiles.State after
function tiles.play(state, cell)
  local after = { width = state.width, height = state.height, empty = cell }
  for i = 1, #state do after[i] = state[i] end
  after[state.empty], after[cell] = state[cell], 0
  return after
end

--- Are all tiles in order?
---@param state alphabeta.tiles.State
---@return boolean
function tiles.goal(state)
  for cell = 1, #state do
    if state[cell] ~= cell % #state then return false end
  end
  return true
end

-- How many tiles must leave a line so that the others can pass: `list` has the tiles that belong in it, in the order in
-- which they stand there. All but the longest part of it that is in order.
local function leaving(list)
  local best, longest = 0, {}
  for i = 1, #list do
    longest[i] = 1
    for k = 1, i - 1 do
      if list[k] < list[i] and longest[k] >= longest[i] then longest[i] = longest[k] + 1 end
    end
    best = math.max(best, longest[i])
  end
  return #list - best
end

-- The tiles that stand in the row, or column, in which they belong.
local function belonging(state, from, step, count, is_home)
  local list = {}
  for i = 0, count - 1 do
    local tile = state[from + i * step]
    if tile > 0 and is_home(tile - 1) then list[#list + 1] = tile end
  end
  return list
end

local function conflicts(state)
  local width, height, sum = state.width, state.height, 0
  for row = 0, height - 1 do
    sum = sum + leaving(belonging(state, row * width + 1, 1, width, function(home)
      return math.floor(home / width) == row
    end))
  end
  for column = 0, width - 1 do
    sum = sum + leaving(belonging(state, column + 1, width, height, function(home) return home % width == column end))
  end
  return sum
end

--- The steps that all tiles have to go, as if they could slide over each other, and 2 for each tile that must leave its
--- row or column so that others can pass: no fewer moves will do. (The empty cell does not count: a move takes a tile a
--- step nearer, and the empty cell, too.)
---@param state alphabeta.tiles.State
---@return integer
function tiles.estimate(state)
  local sum = 2 * conflicts(state)
  for cell = 1, #state do
    if state[cell] > 0 then sum = sum + steps_between(state.width, cell, state[cell]) end
  end
  return sum
end

--- Different for different positions, the same for equal ones.
---@param state alphabeta.tiles.State
---@return string
function tiles.key(state) return string.char(unpack(state)) end

-- The tiles in order.
local function solved(width, height)
  local state = { width = width, height = height, empty = width * height }
  for cell = 1, width * height do state[cell] = cell % (width * height) end
  return state
end

local is_side = options.integer(2, MOST_SIDE)

local ROWS = {
  width = is_side, height = is_side, scramble = options.integer(0, 1000000), seed = options.seed,
}

--- The tiles in order, or after so many random moves, none of which takes back the one before.
---@param given? { width?: integer, height?: integer, scramble?: integer, seed?: integer } 4 by 4; no moves; 1
---@return alphabeta.tiles.State
function tiles.initial(given)
  options.check("initial", 1, given, ROWS)
  given = given or {}
  local width, height = given.width or 4, given.height or 4
  local state, before = solved(width, height), nil
  local draw = random(given.seed or 1)
  for _ = 1, given.scramble or 0 do
    local list = tiles.moves(state)
    for i = #list, 1, -1 do
      if list[i] == before then table.remove(list, i) end
    end
    before = state.empty
    state = tiles.play(state, list[draw(#list)])
  end
  return state
end

--- The rows, with a point for the empty cell.
---@param state alphabeta.tiles.State
---@return string text
function tiles.format(state)
  local rows = {}
  for row = 1, state.height do
    local cells = {}
    for column = 1, state.width do
      local tile = state[(row - 1) * state.width + column]
      cells[column] = ("%2s"):format(tile == 0 and "." or tile)
    end
    rows[row] = table.concat(cells, " ")
  end
  return table.concat(rows, "\n")
end

-- The position of these tiles; or nil and what is wrong.
local function with_tiles(width, height, list)
  local state, seen = { width = width, height = height }, {}
  for cell = 1, width * height do
    local tile = list[cell]
    if type(tile) ~= "number" or tile < 0 or tile >= width * height or tile % 1 ~= 0 or seen[tile] then
      return nil, ("cell %d: each tile once, and 0 for the empty cell, expected, got %s"):format(cell, tostring(tile))
    end
    state[cell], seen[tile] = math.floor(tile), true
    if tile == 0 then state.empty = cell end
  end
  return state
end

local function size_flaw(width, height)
  if is_side.fits(width) and is_side.fits(height) then return nil end
  return ("width and height of 2 to 4 expected, got %s by %s"):format(tostring(width), tostring(height))
end

--- Reads a position as `format` writes it; "0" is the empty cell, too. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.tiles.State? state
---@return string? message what is wrong with the text
function tiles.parse(text)
  options.check_type("parse", 1, text, "string")
  local list, height, width = {}, 0, nil
  for row in text:gmatch "[^\n]*%S[^\n]*" do
    height = height + 1
    for word in row:gmatch "%S+" do list[#list + 1] = word == "." and 0 or tonumber(word) or word end
    width = width or #list
    if #list ~= height * width then return nil, ("row %d has not %d tiles"):format(height, width) end
  end
  local flaw = size_flaw(width, height)
  if flaw then return nil, flaw end
  return with_tiles(width, height, list)
end

--- A position as a list of integers: width, height, and the tiles row by row, 0 for the empty cell.
---@param state alphabeta.tiles.State
---@return integer[]
function tiles.write(state) return { state.width, state.height, unpack(state) } end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.tiles.State? state
---@return string? message what is wrong with the list
function tiles.read(list)
  options.check_type("read", 1, list, "table")
  local width, height = list[1], list[2]
  local flaw = size_flaw(width, height)
  if flaw then return nil, flaw end
  if #list ~= 2 + width * height then
    return nil, ("%d tiles expected, got %d"):format(width * height, #list - 2)
  end
  return with_tiles(math.floor(width), math.floor(height), { unpack(list, 3) })
end

--- A move as people write it: the tile that slides.
---@param state alphabeta.tiles.State
---@param cell integer
---@return string
function tiles.format_move(state, cell) return tostring(state[cell]) end

--- Reads a move as `format_move` writes it; or nil, and what is wrong with the text.
---@param state alphabeta.tiles.State
---@param text string
---@return integer? cell
---@return string? message
function tiles.parse_move(state, text)
  for _, cell in ipairs(tiles.moves(state)) do
    if tostring(state[cell]) == text then return cell end
  end
  return nil, ("a tile next to the empty cell expected, got '%s'"):format(text)
end

return tiles

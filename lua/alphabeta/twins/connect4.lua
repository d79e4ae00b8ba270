-- The rules of Connect Four, on a board of any width and height.
--
-- X begins, then O and X let discs fall into columns in turn; four in a row upwards, sideways or
-- aslant win, a full board without such a row is a draw.
--
-- There are three games here. In `connect4` it only matters who wins, and nothing is known before the end.
-- `connect4.weighed` is the same with an evaluation: it plays better. In `connect4.score` it is better
-- to win early and to lose late: a win is worth half the discs, rounded up, that the winner and the
-- loser would still have had, the last one played included.

local options = require "alphabeta.base.options"

local unpack = table.unpack or unpack

-- A state is never changed once it is made. Its array part is the columns, from left to right: the
-- discs in each, from the lowest up, as a string of X and O.
---@class alphabeta.connect4.State: string[]
---@field width integer columns, and
---@field height integer cells of each: width * (height + 1) is 64 at most
---@field mover "X"|"O" whose disc comes next
---@field won boolean has the other one four in a row?

local connect4 = { name = "connect4", sides = { "X", "O" } }

-- A board takes a bit for every cell, and one above every column.
local MOST_BITS, EXACT_BITS = 64, 53
local MARKS, NUMBERS = { "X", "O" }, { X = 1, O = 2 }
local RIVAL = { X = "O", O = "X" }

-- How many discs of a mark follow upon each other beside a cell, in a direction.
local function run(state, column, row, right, up, mark)
  local length = 0
  repeat
    column, row = column + right, row + up
    local discs = state[column]
    local goes_on = discs and row >= 1 and discs:sub(row, row) == mark
    if goes_on then length = length + 1 end
  until not goes_on
  return length
end

-- Are there four in a row through the highest disc of a column?
local function wins(state, column)
  local row = #state[column]
  local mark = state[column]:sub(row, row)
  local function line(right, up)
    return 1 + run(state, column, row, right, up, mark) + run(state, column, row, -right, -up, mark)
  end
  return line(0, 1) >= 4 or line(1, 0) >= 4 or line(1, 1) >= 4 or line(1, -1) >= 4
end

local function count_discs(state)
  local count = 0
  for column = 1, state.width do count = count + #state[column] end
  return count
end

local function is_full(state)
  return count_discs(state) == state.width * state.height
end

--- The columns that have room, ascending; none when the game is won.
---@param state alphabeta.connect4.State
---@return integer[]
function connect4.moves(state)
  local list = {}
  if state.won then return list end
  for column = 1, state.width do
    if #state[column] < state.height then list[#list + 1] = column end
  end
  return list
end

-- The position after a disc in a column.
local function drop(state, column)
  local after = {
    width = state.width, height = state.height, mover = RIVAL[state.mover],
    unpack(state, 1, state.width),
  }
  after[column] = after[column] .. state.mover
  after.won = wins(after, column)
  return after
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.connect4.State
---@param column integer one of `moves(state)`
---@return alphabeta.connect4.State after
---@return integer? payoff if the move ends the game: what `evaluate` says of `after`
function connect4.play(state, column)
  local after = drop(state, column)
  if after.won then return after, -1 end
  if is_full(after) then return after, 0 end
  return after
end

--- -1 if the player to move has lost, 0 for a draw and while the game is on; never 1, because only
--- a disc of one's own makes four in a row.
---@param state alphabeta.connect4.State
---@return integer
function connect4.evaluate(state)
  return state.won and -1 or 0
end

-- Features ----------------------------------------------------------------------------------------

--- What the features count.
connect4.feature_names = { "one disc", "two discs", "three discs", "three, odd row", "three, even row", "to move" }

local LENGTH = 4
local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- Who has a cell, as the player to move sees it: 1, -1, or 0.
local function cells_of(state)
  local cells = {}
  for column = 1, state.width do
    local discs = state[column]
    cells[column] = {}
    for row = 1, state.height do
      cells[column][row] = row > #discs and 0 or discs:sub(row, row) == state.mover and 1 or -1
    end
  end
  return cells
end

-- Counts a line of four in which only one player has discs: by how many, and three also by the row that is missing.
local function count_line(features, cells, column, row, direction)
  local own, other, missing = 0, 0, 0
  for i = 0, LENGTH - 1 do
    local at = row + i * direction[2]
    local cell = cells[column + i * direction[1]][at]
    if cell == 1 then own = own + 1 elseif cell == -1 then other = other + 1 else missing = at end
  end
  local discs = own + other
  if own > 0 and other > 0 or discs == 0 or discs == LENGTH then return end
  local sign = own > 0 and 1 or -1
  features[discs] = features[discs] + sign
  if discs == 3 then
    local place = missing % 2 == 1 and 4 or 5
    features[place] = features[place] + sign
  end
end

--- What matters while the game is on, for `alphabeta.learn`: lines of four that one player alone has discs in, the
--- mover's less the other's, by their discs, three discs also by the row that is missing; and that it is the mover's
--- turn.
---@param state alphabeta.connect4.State
---@return number[]
function connect4.features(state)
  local features, cells = { 0, 0, 0, 0, 0, 1 }, cells_of(state)
  for column = 1, state.width do
    for row = 1, state.height do
      for _, direction in ipairs(DIRECTIONS) do
        local last = cells[column + (LENGTH - 1) * direction[1]]
        if last and last[row + (LENGTH - 1) * direction[2]] then
          count_line(features, cells, column, row, direction)
        end
      end
    end
  end
  return features
end

-- Keys --------------------------------------------------------------------------------------------

-- A column as a number below 2^(height + 1): its discs, counted twice where they are the mover's. The
-- numbers of columns with more discs are greater than all of those with fewer.
local function code_of(discs, mover)
  local code = 0
  for row = #discs, 1, -1 do
    code = 2 * code + (discs:sub(row, row) == mover and 2 or 1)
  end
  return code
end

-- The codes of the columns one after the other as a number of eight bytes, the lowest first.
local function bytes_of(state)
  local bytes = { 0, 0, 0, 0, 0, 0, 0, 0 }
  for column = 1, state.width do
    for row = 1, #state[column] do
      local bit = (state.height + 1) * (column - 1) + row - 1
      local i, place = math.floor(bit / 8) + 1, math.floor(2 ^ (bit % 8))
      local own = state[column]:sub(row, row) == state.mover
      bytes[i] = bytes[i] + place * (own and 2 or 1)
    end
  end
  for i = 1, 8 do
    if bytes[i] > 255 then bytes[i], bytes[i + 1] = bytes[i] - 256, bytes[i + 1] + 1 end
  end
  return string.char(unpack(bytes))
end

--- Different for different positions of a board, the same for equal ones: the sum of all discs and of the
--- mover's discs, of which each is a bit; bits are counted up the columns from the left, `height` + 1 to a
--- column. The number of discs shows whose turn it is. Where such a number may be 2^53 or more, it is
--- given as a string of eight bytes, the lowest first.
---@param state alphabeta.connect4.State
---@return integer|string
function connect4.key(state)
  local bits = state.height + 1
  if state.width * bits > EXACT_BITS then return bytes_of(state) end
  local key, above = 0, math.floor(2 ^ bits)
  for column = state.width, 1, -1 do
    key = key * above + code_of(state[column], state.mover)
  end
  return key
end

-- What is wrong with a size, or nil.
local function flaw_of_size(width, height)
  if not options.is_integer(width, 1, MOST_BITS) or not options.is_integer(height, 1, MOST_BITS)
    or width * (height + 1) > MOST_BITS then
    return ("width * (height + 1) from 2 to %d expected, got a width of %s and a height of %s")
      :format(MOST_BITS, tostring(width), tostring(height))
  end
end

---@class alphabeta.connect4.Options
---@field width? integer columns (default 7)
---@field height? integer cells of each (default 6)

--- The empty board, X to move. Raises an error if an option is unknown, or the board is too large.
---@param given? alphabeta.connect4.Options
---@return alphabeta.connect4.State
function connect4.initial(given)
  if given == nil then given = {} end
  options.check_type("initial", 1, given, "table")
  local size = { width = 7, height = 6 }
  for name, value in pairs(given) do
    if not size[name] then
      error(options.bad_argument("initial", 1, ("unknown option '%s'"):format(tostring(name))), 2)
    end
    size[name] = value
  end
  local width, height = size.width, size.height
  local message = flaw_of_size(width, height)
  if message then error(options.bad_argument("initial", 1, message), 2) end

  local state = { width = math.floor(width), height = math.floor(height), mover = "X", won = false }
  for column = 1, width do state[column] = "" end
  return state
end

-- Has a mark four in a row anywhere?
local function has_four(state, mark)
  for column = 1, state.width do
    for row = 1, #state[column] do
      for up = -1, 1 do
        if state[column]:sub(row, row) == mark and run(state, column, row, 1, up, mark) >= 3 then
          return true
        end
      end
    end
    if state[column]:find(mark:rep(4), 1, true) then return true end
  end
  return false
end

-- The position of columns of discs; or nil and why it cannot come about.
local function completed(state)
  local _, x = table.concat(state):gsub("X", "")
  local o = count_discs(state) - x
  if x - o ~= 0 and x - o ~= 1 then
    return nil, ("as many 'O' as 'X' or one less expected, got %d and %d"):format(o, x)
  end
  state.mover = x == o and "X" or "O"
  if has_four(state, state.mover) then
    return nil, ("'%s' has moved although '%s' had four in a row"):format(RIVAL[state.mover], state.mover)
  end
  state.won = has_four(state, RIVAL[state.mover])
  return state
end

local function status(state)
  if state.won then return RIVAL[state.mover] .. " has won" end
  if is_full(state) then return "a draw" end
  return state.mover .. " to move"
end

--- The board with the numbers of the columns, and whose turn it is or how the game has ended.
---@param state alphabeta.connect4.State
---@return string text a line for each row, the highest first, then two more
function connect4.format(state)
  local cell = "%" .. #tostring(state.width) + 1 .. "s"
  local text, numbers = {}, {}
  for row = state.height, 1, -1 do
    local line = {}
    for column = 1, state.width do
      local mark = state[column]:sub(row, row)
      line[column] = cell:format(mark == "" and "." or mark)
    end
    text[#text + 1] = table.concat(line)
  end
  for column = 1, state.width do numbers[column] = cell:format(column) end
  text[#text + 1] = table.concat(numbers)
  text[#text + 1] = status(state)
  return table.concat(text, "\n")
end

-- The rows of cells in a text, the highest first; or nil and what is wrong.
local function rows_of(text)
  local rows = {}
  for line in text:gmatch("[^\n]+") do
    local row = line:gsub("%s", "")
    if row:find("^[XO.]+$") then
      if rows[1] and #row ~= #rows[1] then
        return nil, ("rows of equal length expected, got %d and %d cells"):format(#rows[1], #row)
      end
      rows[#rows + 1] = row
    end
  end
  if #rows == 0 then return nil, "rows of 'X', 'O' and '.' expected" end
  return rows
end

--- Reads a position as `format` writes it: rows of "X", "O" and "." for an empty cell. Other lines do not
--- matter; who is to move follows from the discs. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.connect4.State? state
---@return string? message what is wrong with the text
function connect4.parse(text)
  options.check_type("parse", 1, text, "string")
  local rows, message = rows_of(text)
  if not rows then return nil, message end
  local list = { #rows[1], #rows }
  for column = 1, #rows[1] do
    for row = #rows, 1, -1 do list[#list + 1] = NUMBERS[rows[row]:sub(column, column)] or 0 end
  end
  return connect4.read(list)
end

--- A position as a list of integers: width, height, then the cells up the columns, from the left: 0 empty,
--- 1 X, 2 O.
---@param state alphabeta.connect4.State
---@return integer[]
function connect4.write(state)
  local list = { state.width, state.height }
  for column = 1, state.width do
    for row = 1, state.height do
      list[#list + 1] = NUMBERS[state[column]:sub(row, row)] or 0
    end
  end
  return list
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.connect4.State? state
---@return string? message what is wrong with the list
function connect4.read(list)
  options.check_type("read", 1, list, "table")
  local width, height = list[1], list[2]
  local message = flaw_of_size(width, height)
  if message then return nil, message end
  if #list ~= 2 + width * height then
    return nil, ("width, height and %d cells expected, got %d numbers"):format(width * height, #list)
  end
  local state = { width = math.floor(width), height = math.floor(height) }
  for column = 1, width do
    local discs = ""
    for row = 1, height do
      local number = list[2 + height * (column - 1) + row]
      if not options.is_integer(number, 0, 2) then
        return nil, ("column %d: 0 (empty), 1 (X) or 2 (O) expected, got %s"):format(column, tostring(number))
      elseif number > 0 and #discs < row - 1 then
        return nil, ("column %d: a disc above an empty cell"):format(column)
      end
      discs = discs .. (MARKS[number] or "")
    end
    state[column] = discs
  end
  return completed(state)
end

-- The same game where it matters how early it is won ----------------------------------------------

local score = {
  name = "connect4 score", sides = connect4.sides,
  initial = connect4.initial, moves = connect4.moves, key = connect4.key,
  format = connect4.format, parse = connect4.parse, write = connect4.write, read = connect4.read,
}

-- What a win is worth that makes so many discs on the board.
local function worth(state, discs)
  return math.floor((state.width * state.height + 2 - discs) / 2)
end

--- If the player to move has lost, what the opponent's win is worth, negated; else 0.
---@param state alphabeta.connect4.State
---@return integer
function score.evaluate(state)
  return state.won and -worth(state, count_discs(state)) or 0
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.connect4.State
---@param column integer one of `moves(state)`
---@return alphabeta.connect4.State after
---@return integer? payoff if the move ends the game: what `score.evaluate` says of `after`
function score.play(state, column)
  local after = drop(state, column)
  if after.won or is_full(after) then return after, score.evaluate(after) end
  return after
end

--- The player to move cannot win before the next disc, nor the opponent before the one after it.
---@param state alphabeta.connect4.State
---@return integer low
---@return integer high
function score.bounds(state)
  local discs, cells = count_discs(state), state.width * state.height
  if state.won or discs == cells then return score.evaluate(state), score.evaluate(state) end
  return discs + 2 <= cells and -worth(state, discs + 2) or 0, worth(state, discs + 1)
end

connect4.score = score

--- The game with an evaluation before the end: weights that `alphabeta.learn` has found for the features, in 15000
--- games at depth 2.
connect4.weighed = setmetatable({
  finished = false, -- `play` tells every end
  weights = { 0.024, 0.081, 0.139, 0.133, 0.092, 0.131 },
  scale = 1,
}, { __index = connect4 })

return connect4

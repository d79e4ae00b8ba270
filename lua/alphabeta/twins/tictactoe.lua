-- The rules of tic-tac-toe: X begins, then O and X put their marks on empty cells in turn; three in
-- a line win, a full board without a line is a draw.

local options = require "alphabeta.base.options"

local unpack = table.unpack or unpack

-- A state is never changed once it is made. The cells are numbered 1 to 9, row by row. Only the
-- player who has just moved can have a line.
---@class alphabeta.tictactoe.State: string[] nine cells: "X", "O" or "."
---@field mover "X"|"O" whose mark comes next

local tictactoe = { name = "tictactoe", sides = { "X", "O" } }

local EMPTY = "."
local RIVAL = { X = "O", O = "X" }
local NUMBERS, MARKS = { [EMPTY] = 0, X = 1, O = 2 }, { [0] = EMPTY, "X", "O" }
local LINES = {
  { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 },
  { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 },
  { 1, 5, 9 }, { 3, 5, 7 },
}

local function has_line(state, mark)
  for _, line in ipairs(LINES) do
    if state[line[1]] == mark and state[line[2]] == mark and state[line[3]] == mark then
      return true
    end
  end
  return false
end

local function is_full(state)
  for cell = 1, 9 do
    if state[cell] == EMPTY then return false end
  end
  return true
end

--- The empty cells, ascending; none when the game is won.
---@param state alphabeta.tictactoe.State
---@return integer[] cells 1 to 9
function tictactoe.moves(state)
  local list = {}
  if has_line(state, RIVAL[state.mover]) then return list end
  for cell = 1, 9 do
    if state[cell] == EMPTY then list[#list + 1] = cell end
  end
  return list
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.tictactoe.State
---@param cell integer one of `moves(state)`
---@return alphabeta.tictactoe.State after
---@return integer? payoff if the move ends the game: what `evaluate` says of `after`
function tictactoe.play(state, cell)
  local after = { mover = RIVAL[state.mover], unpack(state, 1, 9) }
  after[cell] = state.mover
  if has_line(after, state.mover) then return after, -1 end
  if is_full(after) then return after, 0 end
  return after
end

--- -1 if the player to move has lost, 0 for a draw and while the game is on; never 1, because only
--- a move of one's own completes one's line.
---@param state alphabeta.tictactoe.State
---@return integer
function tictactoe.evaluate(state)
  return has_line(state, RIVAL[state.mover]) and -1 or 0
end

--- Different for different positions, the same for equal ones: a number with nine binary digits for the
--- marks of the player to move, then nine for those of the opponent.
---@param state alphabeta.tictactoe.State
---@return integer
function tictactoe.key(state)
  local key = 0
  for cell = 1, 9 do
    local mark = state[cell]
    key = 2 * key + (mark == EMPTY and 0 or mark == state.mover and 512 or 1)
  end
  return key
end

--- The empty board, X to move.
---@return alphabeta.tictactoe.State
function tictactoe.initial()
  local state = { mover = "X" }
  for cell = 1, 9 do state[cell] = EMPTY end
  return state
end

local function status(state)
  if tictactoe.evaluate(state) < 0 then return RIVAL[state.mover] .. " has won" end
  if #tictactoe.moves(state) == 0 then return "a draw" end
  return state.mover .. " to move"
end

--- The board, with the numbers of the empty cells, and whose turn it is or how the game has ended.
---@param state alphabeta.tictactoe.State
---@return string text seven lines, the sixth one blank
function tictactoe.format(state)
  local cells = {}
  for cell = 1, 9 do
    cells[cell] = state[cell] == EMPTY and tostring(cell) or state[cell]
  end
  return table.concat({
    " " .. table.concat(cells, " | ", 1, 3),
    "---+---+---",
    " " .. table.concat(cells, " | ", 4, 6),
    "---+---+---",
    " " .. table.concat(cells, " | ", 7, 9),
    "",
    status(state),
  }, "\n")
end

-- The texts of the nine cells; or nil and what is wrong.
local function cells_of(text)
  local cells, rows = {}, 0
  for row in text:gmatch("[^\n]*|[^\n]*") do
    for cell in (row .. "|"):gmatch("%s*([^|]-)%s*|") do cells[#cells + 1] = cell end
    rows = rows + 1
    if #cells ~= 3 * rows then
      return nil, ("3 cells expected in row %d, got %d"):format(rows, #cells - 3 * (rows - 1))
    end
  end
  if rows == 3 then return cells end
  return nil, ("3 rows with bars between cells expected, got %d"):format(rows)
end

-- The position of nine cells; or nil and why it cannot come about.
local function with_mover(state)
  local count = { X = 0, O = 0, [EMPTY] = 0 }
  for cell = 1, 9 do count[state[cell]] = count[state[cell]] + 1 end
  if count.X - count.O ~= 0 and count.X - count.O ~= 1 then
    return nil, ("as many 'O' as 'X' or one less expected, got %d and %d"):format(count.O, count.X)
  end
  state.mover = count.X == count.O and "X" or "O"
  if has_line(state, state.mover) then
    return nil, ("'%s' has moved although '%s' had a line"):format(RIVAL[state.mover], state.mover)
  end
  return state
end

--- Reads a position as `format` writes it: three rows of three cells with bars between them; "X"
--- and "O" are marks, a digit, "." or nothing is an empty cell. Who is to move follows from the
--- marks. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.tictactoe.State? state
---@return string? message what is wrong with the text
function tictactoe.parse(text)
  options.check_type("parse", 1, text, "string")
  local cells, message = cells_of(text)
  if not cells then return nil, message end

  local state = {}
  for cell, word in ipairs(cells) do
    local mark = word:find("^[%d.]?$") and EMPTY or word
    if not NUMBERS[mark] then
      return nil, ("cell %d: 'X', 'O' or an empty cell expected, got '%s'"):format(cell, word)
    end
    state[cell] = mark
  end
  return with_mover(state)
end

--- A position as a list of integers: the nine cells, 0 empty, 1 X, 2 O.
---@param state alphabeta.tictactoe.State
---@return integer[]
function tictactoe.write(state)
  local list = {}
  for cell = 1, 9 do list[cell] = NUMBERS[state[cell]] end
  return list
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.tictactoe.State? state
---@return string? message what is wrong with the list
function tictactoe.read(list)
  options.check_type("read", 1, list, "table")
  if #list ~= 9 then
    return nil, ("9 cells expected, got %d"):format(#list)
  end
  local state = {}
  for cell = 1, 9 do
    state[cell] = MARKS[list[cell]]
    if not state[cell] then
      return nil, ("cell %d: 0 (empty), 1 (X) or 2 (O) expected, got %s"):format(cell, tostring(list[cell]))
    end
  end
  return with_mover(state)
end

return tictactoe

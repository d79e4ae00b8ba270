-- The rules of Othello.
--
-- Two players, X and O, put discs on a board of eight columns, a to h, and eight rows, 1 to 8. X begins.
-- A disc goes to an empty square from which, in at least one of the eight directions, an unbroken line
-- of the opponent's discs leads to an own one; all discs on such lines are turned to the mover's side.
--
-- Whoever cannot move passes: there is no move for that, the opponent simply moves again. The game is over
-- when neither can move. Whoever has more discs wins, and empty squares count for the winner.

local options = require "alphabeta.base.options"

local unpack = table.unpack or unpack

-- A state is never changed once it is made. Its array part is the squares, a1, b1, ... h1, a2, ... h8:
-- whose disc is there, 1 (X) or 2 (O), or 0. The player to move can move, or the game is over.
---@class alphabeta.othello.State: integer[]
---@field player 1|2 who is to move; when the game is over, the opponent of the last mover

local othello = { name = "othello", sides = { "X", "O" } }

local SIDE, SQUARES = 8, 64
local MARKS, OWNERS = { [0] = ".", "X", "O" }, { X = 1, O = 2, ["."] = 0, ["-"] = 0 }
local IS_CORNER = { [1] = true, [8] = true, [57] = true, [64] = true }
local CORNER_WORTH = 6

-- The squares on the way from a square to the edge, for all directions in which a line can be turned:
-- those with two squares or more.
local function lines_from(column, row)
  local lines = {}
  for right = -1, 1 do
    for down = -1, 1 do
      local line, x, y = {}, column + right, row + down
      while (right ~= 0 or down ~= 0) and x >= 1 and x <= SIDE and y >= 1 and y <= SIDE do
        line[#line + 1] = SIDE * (y - 1) + x
        x, y = x + right, y + down
      end
      if #line >= 2 then lines[#lines + 1] = line end
    end
  end
  return lines
end

local LINES = {}
for square = 1, SQUARES do
  LINES[square] = lines_from((square - 1) % SIDE + 1, math.floor((square - 1) / SIDE) + 1)
end

-- How many of the first squares of a line a player turns who moves at its beginning.
local function turned(state, line, player)
  local rival = 3 - player
  local i = 1
  while state[line[i]] == rival do i = i + 1 end
  return state[line[i]] == player and i - 1 or 0
end

local function is_legal(state, square, player)
  if state[square] ~= 0 then return false end
  for _, line in ipairs(LINES[square]) do
    if turned(state, line, player) > 0 then return true end
  end
  return false
end

local function has_move(state, player)
  for square = 1, SQUARES do
    if is_legal(state, square, player) then return true end
  end
  return false
end

local function moves_of(state, player)
  local list = {}
  for square = 1, SQUARES do
    if is_legal(state, square, player) then list[#list + 1] = square end
  end
  return list
end

-- Discs less those of the opponent; empty squares are the winner's.
local function final_margin(state, player)
  local own, rival = 0, 0
  for square = 1, SQUARES do
    if state[square] == player then
      own = own + 1
    elseif state[square] ~= 0 then
      rival = rival + 1
    end
  end
  local empty = SQUARES - own - rival
  if own > rival then return own - rival + empty end
  if own < rival then return own - rival - empty end
  return 0
end

--- The squares on which the player to move may put a disc, ascending; none when the game is over.
---@param state alphabeta.othello.State
---@return integer[] squares a1 is 1, b1 is 2, ... h8 is 64
function othello.moves(state)
  return moves_of(state, state.player)
end

-- The board after a move, as if the opponent were to move next.
local function put(state, square)
  local player = state.player
  local after = { player = 3 - player, unpack(state, 1, SQUARES) }
  after[square] = player
  for _, line in ipairs(LINES[square]) do
    for i = 1, turned(state, line, player) do after[line[i]] = player end
  end
  return after
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.othello.State
---@param square integer one of `moves(state)`
---@return alphabeta.othello.State after
---@return integer? payoff if the move ends the game: what `evaluate` says of `after`
function othello.play(state, square)
  local after = put(state, square)
  if has_move(after, after.player) then return after end
  if not has_move(after, state.player) then return after, final_margin(after, after.player) end
  after.player = state.player
  return after
end

--- The final margin if the game is over; before that an estimate of it, in discs, too: a corner, which
--- stays, counts six, a move more than the opponent would have counts one. As the player to move sees it.
---@param state alphabeta.othello.State
---@return integer
function othello.evaluate(state)
  local player, rival = state.player, 3 - state.player
  local own_moves = #moves_of(state, player)
  if own_moves == 0 then return final_margin(state, player) end
  local corners = 0
  for square in pairs(IS_CORNER) do
    if state[square] == player then
      corners = corners + 1
    elseif state[square] == rival then
      corners = corners - 1
    end
  end
  return CORNER_WORTH * corners + own_moves - #moves_of(state, rival)
end

-- Features ----------------------------------------------------------------------------------------

--- What the features count.
othello.feature_names = {
  "discs", "corners", "diagonal to a corner", "beside a corner", "edges", "moves", "empty squares around", "to move",
}

local FIRST_DISCS = 4
local NEAR_CORNERS = { -- the square that is diagonal to it, and those beside it
  [1] = { 10, 2, 9 }, [8] = { 15, 7, 16 }, [57] = { 50, 58, 49 }, [64] = { 55, 63, 56 },
}

-- The squares around each square; and whether it is one of an edge, but no corner.
local AROUND, IS_EDGE = {}, {}
for square = 1, SQUARES do
  local column, row, around = (square - 1) % SIDE, math.floor((square - 1) / SIDE), {}
  for x = math.max(0, column - 1), math.min(SIDE - 1, column + 1) do
    for y = math.max(0, row - 1), math.min(SIDE - 1, row + 1) do around[#around + 1] = SIDE * y + x + 1 end
  end
  AROUND[square] = around
  IS_EDGE[square] = (column % (SIDE - 1) == 0 or row % (SIDE - 1) == 0) and not IS_CORNER[square]
end

-- 1 if one of some squares is a player's, else 0.
local function touches(state, squares, player)
  for _, square in ipairs(squares) do
    if state[square] == player then return 1 end
  end
  return 0
end

-- Whose disc is on a square, as the player to move sees it: 1, -1, or 0.
local function seen(state, square)
  local disc = state[square]
  return disc == 0 and 0 or disc == state.player and 1 or -1
end

local function count_corners(features, state)
  for corner, near in pairs(NEAR_CORNERS) do
    features[2] = features[2] + seen(state, corner)
    if state[corner] == 0 then
      features[3] = features[3] + seen(state, near[1])
      features[4] = features[4] + seen(state, near[2]) + seen(state, near[3])
    end
  end
end

--- What matters while the game is on, for `alphabeta.learn`: the mover's discs, corners, squares near empty corners,
--- squares of edges, and moves, less the other's; the empty squares around the other's discs less those around the
--- mover's; and that it is the mover's turn.
---@param state alphabeta.othello.State
---@return number[]
function othello.features(state)
  local player, rival = state.player, 3 - state.player
  local features = { 0, 0, 0, 0, 0, #moves_of(state, player) - #moves_of(state, rival), 0, 1 }
  for square = 1, SQUARES do
    local disc = seen(state, square)
    features[1] = features[1] + disc
    if IS_EDGE[square] then features[5] = features[5] + disc end
    if disc == 0 then
      local around = AROUND[square]
      features[7] = features[7] + touches(state, around, rival) - touches(state, around, player)
    end
  end
  count_corners(features, state)
  return features
end

--- How far the game is: the part of the squares that have discs, of those that had none at the beginning.
---@param state alphabeta.othello.State
---@return number phase 0 to 1
function othello.phase(state)
  local discs = 0
  for square = 1, SQUARES do
    if state[square] ~= 0 then discs = discs + 1 end
  end
  return (discs - FIRST_DISCS) / (SQUARES - FIRST_DISCS)
end

-- Order and keys -----------------------------------------------------------------------------------

--- How promising a move is: the fewer moves the opponent has then, the better; corners first.
---@param state alphabeta.othello.State
---@param square integer one of `moves(state)`
---@return integer
function othello.order(state, square)
  local after = put(state, square)
  return (IS_CORNER[square] and CORNER_WORTH or 0) - #moves_of(after, after.player)
end

--- Who is to move. When the game is over: the opponent of the last mover.
---@param state alphabeta.othello.State
---@return 1|2
function othello.player(state)
  return state.player
end

-- A byte for every row: the squares that belong to a player, the first one lowest.
local function add_rows(bytes, state, player)
  for last = SIDE, SQUARES, SIDE do
    local byte = 0
    for square = last, last - SIDE + 1, -1 do
      byte = 2 * byte + (state[square] == player and 1 or 0)
    end
    bytes[#bytes + 1] = byte
  end
end

--- Different for different positions, the same for equal ones: eight bytes for the rows of the player to
--- move, eight for the opponent's, and who is to move.
---@param state alphabeta.othello.State
---@return string
function othello.key(state)
  local bytes = {}
  add_rows(bytes, state, state.player)
  add_rows(bytes, state, 3 - state.player)
  bytes[17] = state.player
  return string.char(unpack(bytes))
end

-- The position of 64 squares and a player; or nil and why it cannot be.
local function checked(state)
  if has_move(state, state.player) or not has_move(state, 3 - state.player) then return state end
  return nil, ("%s has no move, but %s has one"):format(MARKS[state.player], MARKS[3 - state.player])
end

--- The usual position to begin with, X to move.
---@return alphabeta.othello.State
function othello.initial()
  local state = { player = 1 }
  for square = 1, SQUARES do state[square] = 0 end
  state[28], state[37] = 2, 2 -- d4, e5
  state[29], state[36] = 1, 1 -- e4, d5
  return state
end

--- The name of a move: its column and its row, "d3".
---@param state alphabeta.othello.State
---@param square integer 1 to 64
---@return string
function othello.format_move(state, square) -- luacheck: ignore state
  return string.char(97 + (square - 1) % SIDE, 49 + math.floor((square - 1) / SIDE))
end

--- The legal move of that name; capitals will do as well. Raises an error if `text` is not a string.
---@param state alphabeta.othello.State
---@param text string
---@return integer? square nil if there is no such move
function othello.parse_move(state, text)
  options.check_type("parse_move", 2, text, "string")
  local column, row = text:lower():match("^%s*([a-h])([1-8])%s*$")
  local square = column and SIDE * (row - 1) + column:byte() - 96
  return square and is_legal(state, square, state.player) and math.floor(square) or nil
end

--- The board, and who is to move; when the game is over, who would have been.
---@param state alphabeta.othello.State
---@return string text ten lines: the names of the columns, eight rows, "X to move" or "X (game over)"
function othello.format(state)
  local text = { "  a b c d e f g h" }
  for row = 1, SIDE do
    local line = { row }
    for column = 1, SIDE do line[1 + column] = MARKS[state[SIDE * (row - 1) + column]] end
    text[1 + row] = table.concat(line, " ")
  end
  text[SIDE + 2] = MARKS[state.player] .. (#othello.moves(state) > 0 and " to move" or " (game over)")
  return table.concat(text, "\n")
end

--- Reads a position as `format` writes it: 64 squares, of which "." and "-" are empty ones, then
--- "X to move" or "O to move" (or "X (game over)"). Spaces, small letters and digits do not matter. Raises an error
--- if `text` is not a string.
---@param text string
---@return alphabeta.othello.State? state
---@return string? message what is wrong with the text
function othello.parse(text)
  options.check_type("parse", 1, text, "string")
  local board, mark = text:match("^(.*)([XO]) to move")
  if not board then board, mark = text:match("^(.*)([XO]) %(game over%)") end
  if not board then return nil, "'X to move' or 'O to move' expected" end

  local state = { player = OWNERS[mark] }
  for word in board:gmatch("[^%s%l%d]") do
    if not OWNERS[word] then
      return nil, ("'X', 'O', '.' or '-' expected for a square, got '%s'"):format(word)
    end
    state[#state + 1] = OWNERS[word]
  end
  if #state ~= SQUARES then return nil, ("64 squares expected, got %d"):format(#state) end
  return checked(state)
end

--- A position as a list of integers: who is to move, then the squares.
---@param state alphabeta.othello.State
---@return integer[]
function othello.write(state)
  return { state.player, unpack(state, 1, SQUARES) }
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.othello.State? state
---@return string? message what is wrong with the list
function othello.read(list)
  options.check_type("read", 1, list, "table")
  if #list ~= 1 + SQUARES then
    return nil, ("player and 64 squares expected, got %d numbers"):format(#list)
  elseif list[1] ~= 1 and list[1] ~= 2 then
    return nil, ("player 1 or 2 expected, got %s"):format(tostring(list[1]))
  end
  local state = { player = math.floor(list[1]) }
  for square = 1, SQUARES do
    local owner = list[1 + square]
    if not MARKS[owner] then
      return nil, ("square %d: 0, 1 or 2 expected, got %s"):format(square, tostring(owner))
    end
    state[square] = math.floor(owner)
  end
  return checked(state)
end

--- The game with another evaluation before the end: weights that `alphabeta.learn` has found for the features, in 6000
--- games at depth 3. What it says lies between -2 and 2, the smallest win, and not in discs.
othello.weighed = setmetatable({
  finished = false, -- `play` tells every end
  weights = {
    -0.0083, 1.082, -0.843, -0.3845, 0.0925, 0.0052, 0.0072, -0.0172, -- at the beginning
    -0.0192, 0.7, -0.395, -0.1363, 0.0558, 0.014, 0.0189, -0.0707, -- in the middle
    0.052, 0.244, -0.0887, -0.2289, 0.0186, 0.1926, -0.0404, 0.1376, -- at the end
  },
  scale = 2,
  phases = 3,
}, { __index = othello })

return othello

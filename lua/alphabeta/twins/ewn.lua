-- The rules of EinStein würfelt nicht (Ingo Althöfer, 2004).
--
-- Red and Blue have six stones each, numbered from 1, in opposite corners of a board of 5 by 5 squares. Whoever is to
-- move rolls a die, and moves the stone with that number; if it is gone, the one with the next lower or the next
-- higher number that is still there. Red goes one square to the right, down, or diagonally right and down; Blue goes
-- left, up, or diagonally left and up. A stone that stands there is taken, be it the opponent's or one's own. Whoever
-- reaches the opposite corner has won, and so has whoever takes the last stone of the opponent.
--
-- On smaller boards there are fewer stones, and the die has as many sides.

-- A state is never changed once it is made. Squares are numbered 1 to size * size, row by row from the upper left:
-- a1, b1, ... Red goes to the last one, Blue to the first.
---@class alphabeta.ewn.State: integer[][] for Red (1) and Blue (2) the squares of the stones; 0: it is gone
---@field size integer squares in a row, 3 to 5
---@field stones integer of each player at the beginning, 1 to 6; also the sides of the die
---@field player 1|2 who is to move; when the game is over, who would have been
---@field die integer what was rolled; 0: it is still to be rolled, or the game is over

local options = require "alphabeta.base.options"

local unpack = table.unpack or unpack

local NAMES, SHORT = { "Red", "Blue" }, { R = 1, B = 2 }

local ewn = { name = "ewn", sides = NAMES, range = { -1, 1 } }

local LEAST_SIZE, MOST_SIZE, MOST_STONES = 3, 5, 6
local DEFAULT = { [3] = 3, [4] = 6, [5] = 6 } -- stones, by the size of the board

-- A move is 3 * stone - 3 + direction: sideways, up or down, or both.
local SIDEWAYS, ALONG, DIAGONAL = 1, 2, 3

local function column_of(state, square) return (square - 1) % state.size end

local function row_of(state, square) return math.floor((square - 1) / state.size) end

local function goal_of(state, player) return player == 1 and state.size * state.size or 1 end

-- Where a move leads; nil: off the board.
local function target(state, square, direction)
  local step, column, row = state.player == 1 and 1 or -1, column_of(state, square), row_of(state, square)
  if direction ~= ALONG then column = column + step end
  if direction ~= SIDEWAYS then row = row + step end
  if column < 0 or column >= state.size or row < 0 or row >= state.size then return nil end
  return row * state.size + column + 1
end

local function stone_of(move) return math.floor((move - 1) / 3) + 1 end

local function direction_of(move) return (move - 1) % 3 + 1 end

-- Has this player won?
local function has_won(state, player)
  local others = 0
  for stone = 1, state.stones do
    if state[player][stone] == goal_of(state, player) then return true end
    if state[3 - player][stone] > 0 then others = others + 1 end
  end
  return others == 0
end

-- Has the player won who has just moved? Nobody else can have.
local function is_over(state) return has_won(state, 3 - state.player) end

--- The outcomes of the die, where it is to be rolled.
---@param state alphabeta.ewn.State
---@return integer[]? outcomes 1 to `state.stones`, each as likely as the others
function ewn.chance(state)
  if state.die > 0 or is_over(state) then return nil end
  local list = {}
  for side = 1, state.stones do list[side] = side end
  return list
end

-- The next stone from the one whose number was rolled, in steps up or down.
local function nearest(own, stone, step)
  repeat
    stone = stone + step
  until not own[stone] or own[stone] > 0
  return own[stone] and stone
end

-- The stones that may move, the lower number first.
local function movable(state)
  local own, list = state[state.player], {}
  if own[state.die] > 0 then return { state.die } end
  list[1] = nearest(own, state.die, -1)
  list[#list + 1] = nearest(own, state.die, 1)
  return list
end

--- The moves of the stones that the die allows; none when the game is over.
---@param state alphabeta.ewn.State the die has been rolled
---@return integer[] moves 3 * stone - 3 + direction: 1 sideways, 2 up or down, 3 diagonally
function ewn.moves(state)
  local list = {}
  if state.die == 0 then return list end
  for _, stone in ipairs(movable(state)) do
    for direction = SIDEWAYS, DIAGONAL do
      if target(state, state[state.player][stone], direction) then list[#list + 1] = 3 * stone - 3 + direction end
    end
  end
  return list
end

local function copy(stones)
  local copied = {}
  for i = 1, #stones do copied[i] = stones[i] end
  return copied
end

local function take(stones, square)
  for i = 1, #stones do
    if stones[i] == square then stones[i] = 0 end
  end
end

--- The position after a move, or after a roll of the die; `state` itself stays as it is.
---@param state alphabeta.ewn.State
---@param move integer one of `moves(state)`, or of `chance(state)`
---@return alphabeta.ewn.State after
---@return integer? payoff if the move ends the game: what `evaluate` says of `after`
function ewn.play(state, move)
  local after = { copy(state[1]), copy(state[2]), size = state.size, stones = state.stones, player = state.player,
    die = 0 }
  if state.die == 0 then
    after.die = move
    return after
  end
  local player, stone = state.player, stone_of(move)
  local square = target(state, state[player][stone], direction_of(move))
  take(after[1], square)
  take(after[2], square)
  after[player][stone] = square
  after.player = 3 - player
  if is_over(after) then return after, -1 end
  return after
end

-- How many moves a player needs to the corner, with the foremost stone, and how many stones there are.
local function standing(state, player)
  local goal, best, count = goal_of(state, player), state.size, 0
  for _, square in ipairs(state[player]) do
    if square > 0 then
      local across = math.abs(column_of(state, square) - column_of(state, goal))
      local down = math.abs(row_of(state, square) - row_of(state, goal))
      best, count = math.min(best, math.max(across, down)), count + 1
    end
  end
  return best, count
end

--- The payoff of a finished game, -1: the opponent has won. Else an estimate, in hundredths: 20 for each move by which
--- the own foremost stone is nearer to its corner, and 1 for each stone more.
---@param state alphabeta.ewn.State
---@return number
function ewn.evaluate(state)
  if is_over(state) then return -1 end
  local near, own = standing(state, state.player)
  local far, others = standing(state, 3 - state.player)
  return (20 * (far - near) + own - others) / 100
end

--- Who is to move. When the game is over: the loser.
---@param state alphabeta.ewn.State
---@return 1|2
function ewn.player(state)
  return state.player
end

--- The same for equal positions, and different for different ones: a string of bytes.
---@param state alphabeta.ewn.State
---@return string
function ewn.key(state)
  local bytes = { 8 * state.size + state.stones, 8 * state.player + state.die }
  for player = 1, 2 do
    for stone = 1, state.stones do bytes[#bytes + 1] = state[player][stone] end
  end
  return string.char(unpack(bytes))
end

--- The higher, the earlier: the corner, then a stone of the opponent's, then the diagonal; own stones last.
---@param state alphabeta.ewn.State
---@param move integer
---@return integer
function ewn.order(state, move)
  local player = state.player
  local square = target(state, state[player][stone_of(move)], direction_of(move))
  if square == goal_of(state, player) then return 10 end
  for stone = 1, state.stones do
    if state[3 - player][stone] == square then return 5 end
    if state[player][stone] == square then return -1 end
  end
  return direction_of(move) == DIAGONAL and 2 or 1
end

-- Positions to begin with ----------------------------------------------------------------------------

-- The stones of an arrangement, as text or as a number: the first square is the corner, then on along its row, then
-- the next row, as far as they go. In the game people choose it.
local function arranged(given, name, size, stones)
  local text = given[name] == nil and ("123456"):sub(1, stones) or tostring(given[name])
  local squares, reach = {}, 1
  while reach * (reach + 1) / 2 < stones do reach = reach + 1 end
  local place = 1
  for row = 1, reach do
    for column = 1, reach + 1 - row do
      local stone = tonumber(text:sub(place, place))
      if stone and stone <= stones then squares[stone] = (row - 1) * size + column end
      place = place + 1
    end
  end
  for stone = 1, stones do
    if not squares[stone] or #text ~= stones then
      error(("bad argument #1 to 'initial' (option '%s': each digit from 1 to %d once expected, got %s)"):format(
        name, stones, options.shown(given[name])), 3)
    end
  end
  return squares
end

---@class alphabeta.ewn.Options
---@field size? integer squares in a row, 3 to 5 (default 5)
---@field stones? integer of each player, 1 to 3 on a board of 3, else 1 to 6 (default: as many as go)
---@field red? string|integer the numbers of Red's stones, row by row from the corner (default 123456)
---@field blue? string|integer the same for Blue, as Blue sees it

local ANY = { fits = function() return true end } -- `arranged` looks at it
local SIZE = options.integer(LEAST_SIZE, MOST_SIZE)

--- A position to begin with: Red is to roll the die. Raises an error if an option is unknown or does not fit.
---@param given? alphabeta.ewn.Options
---@return alphabeta.ewn.State
function ewn.initial(given)
  local size = type(given) == "table" and SIZE.fits(given.size) and math.floor(given.size) or MOST_SIZE
  options.check("initial", 1, given, { size = SIZE, stones = options.integer(1, DEFAULT[size]), red = ANY, blue = ANY })
  given = given or {}
  local stones = math.floor(given.stones or DEFAULT[size])
  local red, blue = arranged(given, "red", size, stones), arranged(given, "blue", size, stones)
  for stone = 1, stones do blue[stone] = size * size + 1 - blue[stone] end
  return { red, blue, size = size, stones = stones, player = 1, die = 0 }
end

-- Positions as lists and texts -------------------------------------------------------------------------

--- A position as a list of integers: squares in a row, stones, who is to move, the die (0: to be rolled), the squares
--- of Red's stones, of Blue's (0: gone).
---@param state alphabeta.ewn.State
---@return integer[]
function ewn.write(state)
  local list = { state.size, state.stones, state.player, state.die }
  for player = 1, 2 do
    for stone = 1, state.stones do list[#list + 1] = state[player][stone] end
  end
  return list
end

-- What is wrong with the squares of the stones; nil: nothing.
local function flaw_of_squares(list, size, stones)
  local taken = {}
  for i = 1, 2 * stones do
    local square = list[4 + i]
    if not options.is_integer(square, 0, size * size) then
      return ("a square from 0 (gone) to %d expected, got %s"):format(size * size, options.shown(square))
    elseif taken[square] and square > 0 then
      return ("two stones on square %d"):format(square)
    end
    taken[square] = true
  end
end

-- What is wrong with a list of integers; nil: nothing that can be seen before it is a position.
local function flaw_of_list(list)
  local size, stones = list[1], list[2]
  if not options.is_integer(size, LEAST_SIZE, MOST_SIZE) or not options.is_integer(stones, 1, MOST_STONES)
    or #list ~= 4 + 2 * stones then
    return ("size, stones, player, die, and the squares of all stones expected, got %d numbers"):format(#list)
  elseif not options.is_integer(list[3], 1, 2) then
    return ("player 1 or 2 expected, got %s"):format(options.shown(list[3]))
  elseif not options.is_integer(list[4], 0, stones) then
    return ("a die from 0 to %d expected, got %s"):format(stones, options.shown(list[4]))
  end
  return flaw_of_squares(list, size, stones)
end

-- A position, or nil and why it cannot come about.
local function possible(state)
  if has_won(state, state.player) then
    return nil, ("%s is to move although %s has won"):format(NAMES[state.player], NAMES[state.player])
  elseif is_over(state) and state.die > 0 then
    return nil, "the game is over, and nobody rolls the die"
  end
  return state
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.ewn.State? state
---@return string? message what is wrong with the list
function ewn.read(list)
  options.check_type("read", 1, list, "table")
  local message = flaw_of_list(list)
  if message then return nil, message end
  local state = { {}, {}, size = math.floor(list[1]), stones = math.floor(list[2]), player = math.floor(list[3]),
    die = math.floor(list[4]) }
  for stone = 1, state.stones do
    state[1][stone] = math.floor(list[4 + stone])
    state[2][stone] = math.floor(list[4 + state.stones + stone])
  end
  return possible(state)
end

local function letter(column) return ("abcde"):sub(column + 1, column + 1) end

local function square_text(state, square) return letter(column_of(state, square)) .. row_of(state, square) + 1 end

local function status(state)
  local name = NAMES[state.player]
  if is_over(state) then return ("%s has won (die of %d)"):format(NAMES[3 - state.player], state.stones) end
  if state.die == 0 then return ("%s to roll the die of %d"):format(name, state.stones) end
  return ("%s to move, die %d of %d"):format(name, state.die, state.stones)
end

--- The board, with the stones as R1 to R6 and B1 to B6, and whose turn it is or who has won.
---@param state alphabeta.ewn.State
---@return string text
function ewn.format(state)
  local cells = {}
  for player, mark in ipairs { "R", "B" } do
    for stone, square in ipairs(state[player]) do cells[square] = mark .. stone end
  end
  local lines = { "  " }
  for column = 1, state.size do lines[1] = lines[1] .. "  " .. letter(column - 1) end
  for row = 1, state.size do
    local line = " " .. row
    for column = 1, state.size do line = line .. " " .. (cells[(row - 1) * state.size + column] or " .") end
    lines[#lines + 1] = line
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = status(state)
  return table.concat(lines, "\n")
end

-- The words of the board: stones and empty squares; and the last line.
local function words_of(text)
  local words, last = {}, ""
  for line in text:gmatch "[^\n]+" do
    last = line:find "%S" and line or last
    local row = line:match "^%s*%d(%s.*)$"
    for word in (row or ""):gmatch "%S+" do words[#words + 1] = word end
  end
  return words, last
end

-- Whose turn it is, and the die, from the last line; nil: it says neither.
local function turn_of(line)
  local name, die, stones = line:match "^%s*(%a+) to move, die (%d) of (%d)%s*$"
  if not name then name, stones = line:match "^%s*(%a+) to roll the die of (%d)%s*$" end
  local winner, sides = line:match "^%s*(%a+) has won %(die of (%d)%)%s*$"
  for player = 1, 2 do
    if NAMES[player] == name then return player, tonumber(die or 0), tonumber(stones) end
    if NAMES[player] == winner then return 3 - player, 0, tonumber(sides) end
  end
end

--- Reads a position as `format` writes it: a line for each row, with its number, then whose turn it is. Raises an
--- error if `text` is not a string.
---@param text string
---@return alphabeta.ewn.State? state
---@return string? message what is wrong with the text
function ewn.parse(text)
  options.check_type("parse", 1, text, "string")
  local words, last = words_of(text)
  local size = math.floor(math.sqrt(#words))
  if size * size ~= #words or size < LEAST_SIZE or size > MOST_SIZE then
    return nil, ("a board of 3 to 5 rows with as many squares expected, got %d squares"):format(#words)
  end
  local player, die, stones = turn_of(last)
  if not player then return nil, "'Red to roll the die of 6', 'Red to move, die 3 of 6' or the like expected" end
  local list = { size, stones, player, die }
  for i = 1, 2 * stones do list[4 + i] = 0 end
  for square, word in ipairs(words) do
    local mark, stone = word:match "^([RB])(%d)$"
    stone = tonumber(stone)
    if stone and stone >= 1 and stone <= stones then
      local place = 4 + stone + (SHORT[mark] - 1) * stones
      if list[place] > 0 then return nil, ("%s occurs twice"):format(word) end
      list[place] = square
    elseif word ~= "." then
      return nil, ("a stone such as R1, or '.', expected, got '%s'"):format(word)
    end
  end
  return ewn.read(list)
end

--- A move as people write it: the stone and where it goes, "3b2"; of the die, what it shows.
---@param state alphabeta.ewn.State
---@param move integer
---@return string
function ewn.format_move(state, move)
  if state.die == 0 then return ("%d"):format(move) end
  local stone = stone_of(move)
  return stone .. square_text(state, target(state, state[state.player][stone], direction_of(move)))
end

--- Reads a move as `format_move` writes it: one of the position's, or nil and what is wrong with the text.
---@param state alphabeta.ewn.State
---@param text string
---@return integer? move
---@return string? message
function ewn.parse_move(state, text)
  local moves, texts = ewn.chance(state) or ewn.moves(state), {}
  for i, move in ipairs(moves) do
    texts[i] = ewn.format_move(state, move)
    if text:lower():gsub("[%s-]", "") == texts[i] then return move end
  end
  return nil, ("'%s' is not one of: %s"):format(text, table.concat(texts, " "))
end

return ewn

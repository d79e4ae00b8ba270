-- The rules of Pig, a game of dice: whoever is to move rolls a die as often as they like. What it shows is added to the
-- turn total, but a 1 loses that, and the turn. To hold is to add the turn total to the own score, which ends the turn.
-- Whoever has 100 first has won.
--
-- The game need not end, as any number of ones may come in a row: a search of it needs a limit.

local options = require "alphabeta.base.options"

-- A state is never changed once it is made. Whose score and turn total together reach the target has won at once.
---@class alphabeta.pig.State: integer[] the scores of both players
---@field total integer what has been rolled in this turn
---@field player 1|2 who is to move; when the game is over, the loser
---@field rolling boolean the die is being rolled
---@field target integer
---@field sides integer of the die

local NAMES = { "Ann", "Bob" }

local pig = { name = "pig", sides = NAMES, range = { -1, 1 } }

local ROLL, HOLD = 1, 2
local TEXTS = { [ROLL] = "roll", [HOLD] = "hold" }
local MOST_TARGET, MOST_SIDES, SIDES = 1000, 100, 6
local MOST = MOST_TARGET + MOST_SIDES -- no score is as high
local ROWS = { target = options.integer(2, MOST_TARGET), sides = options.integer(2, MOST_SIDES) }

-- Only the player who has just moved can have won.
local function is_over(state) return state[3 - state.player] >= state.target end

--- The outcomes of the die, where it is being rolled.
---@param state alphabeta.pig.State
---@return integer[]? outcomes 1 to `state.sides`, each as likely as the others
function pig.chance(state)
  if not state.rolling then return nil end
  local list = {}
  for side = 1, state.sides do list[side] = side end
  return list
end

--- 1, to roll; and 2, to hold, if there is something to hold. None when the game is over.
---@param state alphabeta.pig.State
---@return integer[]
function pig.moves(state)
  if is_over(state) or state.rolling then return {} end
  return state.total > 0 and { ROLL, HOLD } or { ROLL }
end

--- The position after a move, or after the die has shown a number; `state` itself stays as it is.
---@param state alphabeta.pig.State
---@param move integer one of `moves(state)`, or of `chance(state)`
---@return alphabeta.pig.State after
---@return integer? payoff if the game is over: what `evaluate` says of `after`
function pig.play(state, move)
  local player = state.player
  local after = { state[1], state[2], total = state.total, player = player, rolling = false, target = state.target,
    sides = state.sides }
  if not state.rolling and move == ROLL then
    after.rolling = true
    return after
  end
  if state.rolling and move > 1 then
    after.total = state.total + move
    if after[player] + after.total < state.target then return after end
  end
  if not state.rolling or move > 1 then after[player] = after[player] + after.total end
  after.total, after.player = 0, 3 - player
  if is_over(after) then return after, -1 end
  return after
end

--- The payoff of a finished game, -1: the opponent has won. Else an estimate: the lead, with the turn total, as a part
--- of the target.
---@param state alphabeta.pig.State
---@return number
function pig.evaluate(state)
  if is_over(state) then return -1 end
  return (state[state.player] + state.total - state[3 - state.player]) / state.target
end

--- Who is to move. When the game is over: the loser.
---@param state alphabeta.pig.State
---@return 1|2
function pig.player(state)
  return state.player
end

--- The same for equal positions, and different for different ones: all numbers of the position as digits of one.
---@param state alphabeta.pig.State
---@return integer
function pig.key(state)
  local key = state.target * 128 + state.sides
  key = ((key * MOST + state[1]) * MOST + state[2]) * 4
  key = key + (state.player - 1) * 2 + (state.rolling and 1 or 0)
  return key * 1024 + state.total
end

---@class alphabeta.pig.Options
---@field target? integer the score that wins, 2 to 1000 (default 100)
---@field sides? integer of the die, 2 to 100 (default 6)

--- A position to begin with. Raises an error if an option is unknown or out of its range.
---@param given? alphabeta.pig.Options
---@return alphabeta.pig.State
function pig.initial(given)
  options.check("initial", 1, given, ROWS)
  given = given or {}
  return { 0, 0, total = 0, player = 1, rolling = false, target = math.floor(given.target or 100),
    sides = math.floor(given.sides or SIDES) }
end

--- A position as a list of integers: the target, the sides of the die, who is to move, whether the die is being rolled,
--- 1 or 0, both scores, and the turn total.
---@param state alphabeta.pig.State
---@return integer[]
function pig.write(state)
  return { state.target, state.sides, state.player, state.rolling and 1 or 0, state[1], state[2], state.total }
end

local LIMITS = {
  { "target", 2, MOST_TARGET }, { "number of sides", 2, MOST_SIDES },
  { "player", 1, 2 }, { "1 for rolling, 0 for not:", 0, 1 },
  { "score", 0, MOST }, { "score", 0, MOST }, { "turn total", 0, MOST },
}

-- What is wrong with a list of integers; nil: nothing.
local function flaw_of_list(list)
  if #list ~= #LIMITS then return ("%d numbers expected, got %d"):format(#LIMITS, #list) end
  for i, row in ipairs(LIMITS) do
    if not options.is_integer(list[i], row[2], row[3]) then
      return ("%s from %d to %d expected, got %s"):format(row[1], row[2], row[3], options.shown(list[i]))
    end
  end
  local target, sides, player, total = list[1], list[2], list[3], list[7]
  local own, other = list[4 + player], list[7 - player]
  if own + total >= target then return ("%s is to move, but has won"):format(NAMES[player]) end
  if other >= target + sides then return ("a score below %d expected, got %d"):format(target + sides, other) end
  if other >= target and (total > 0 or list[4] == 1) then return "the game is over, and nobody rolls the die" end
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.pig.State? state
---@return string? message what is wrong with the list
function pig.read(list)
  options.check_type("read", 1, list, "table")
  local message = flaw_of_list(list)
  if message then return nil, message end
  local whole = {}
  for i = 1, #LIMITS do whole[i] = math.floor(list[i]) end
  return { whole[5], whole[6], total = whole[7], player = whole[3], rolling = whole[4] == 1, target = whole[1],
    sides = whole[2] }
end

local function status(state)
  if is_over(state) then return ("%s has won"):format(NAMES[3 - state.player]) end
  return ("%s %s, %d this turn"):format(NAMES[state.player], state.rolling and "is rolling" or "to move", state.total)
end

--- The scores, and whose turn it is or who has won.
---@param state alphabeta.pig.State
---@return string text three lines
function pig.format(state)
  return ("%s %d of %d\n%s %d of %d\n%s (die of %d)"):format(NAMES[1], state[1], state.target, NAMES[2], state[2],
    state.target, status(state), state.sides)
end

-- Who is to move, whether the die is being rolled, and the turn total; nil if the text says none of that.
local function turn_of(text)
  for player = 1, 2 do
    if text:find(NAMES[player] .. " has won", 1, true) then return 3 - player, 0, "0" end
    local does, total = text:match(NAMES[player] .. " ([%a ]+), (%d+) this turn")
    if does == "to move" or does == "is rolling" then return player, does == "is rolling" and 1 or 0, total end
  end
end

--- Reads a position as `format` writes it. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.pig.State? state
---@return string? message what is wrong with the text
function pig.parse(text)
  options.check_type("parse", 1, text, "string")
  local scores, target = {}, nil
  for player = 1, 2 do
    local score, of = text:match(NAMES[player] .. " (%d+) of (%d+)")
    if not score then return nil, ("'%s 0 of 100' or the like expected"):format(NAMES[player]) end
    scores[player], target = tonumber(score), target or tonumber(of)
    if target ~= tonumber(of) then return nil, "the same target for both expected" end
  end
  local player, rolling, total = turn_of(text)
  if not player then return nil, "'Ann to move, 0 this turn', 'Ann is rolling ...' or 'Ann has won' expected" end
  local sides = tonumber(text:match "%(die of (%d+)%)" or SIDES)
  return pig.read { target, sides, player, rolling, scores[1], scores[2], tonumber(total) }
end

--- A move as people write it, "roll" or "hold"; of the die, what it shows.
---@param state alphabeta.pig.State
---@param move integer
---@return string
function pig.format_move(state, move)
  return not state.rolling and TEXTS[move] or ("%d"):format(move)
end

--- Reads a move as `format_move` writes it, or its first letter; or nil and what is wrong with the text.
---@param state alphabeta.pig.State
---@param text string
---@return integer? move
---@return string? message
function pig.parse_move(state, text)
  for _, move in ipairs(pig.chance(state) or pig.moves(state)) do
    local name = pig.format_move(state, move)
    if text:lower() == name or not state.rolling and text:lower() == name:sub(1, 1) then return move end
  end
  return nil, ("'%s' is neither 'roll' nor 'hold', or not possible here"):format(text)
end

return pig

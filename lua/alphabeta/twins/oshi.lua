-- The rules of Oshi-Zumo (M. Buro, 2003): a wrestler stands in the middle of the ring, and East and West push it. Both
-- bid some of their coins at once; the higher bid pushes it a step towards the other's side, and both bids are paid.
-- Whoever has coins bids one at least. The game is over when the wrestler is out of the ring, or nobody has a coin:
-- whoever's side it is on has lost; in the middle it is a draw.

local options = require "alphabeta.base.options"

-- A state is never changed once it is made.
---@class alphabeta.oshi.State: integer[] the coins of both players
---@field at integer steps from the middle: above 0 on West's side, below 0 on East's
---@field steps integer from the middle to the edge of the ring

local NAMES = { "East", "West" }

local oshi = { name = "oshi", sides = NAMES, viewpoint = 1, range = { -1, 1 } }

local MOST_COINS, MOST_STEPS = 50, 9
local ROWS = { coins = options.integer(1, MOST_COINS), steps = options.integer(1, MOST_STEPS) }

local function is_over(state) return math.abs(state.at) > state.steps or state[1] + state[2] == 0 end

local function bids(coins)
  local list = { 0 }
  for bid = 1, coins do list[bid] = bid end
  return list
end

--- The bids of both players; nil when the game is over.
---@param state alphabeta.oshi.State
---@return integer[]? first 1 to the coins of East; only 0 without coins
---@return integer[]? second the same of West
function oshi.simultaneous(state)
  if is_over(state) then return nil end
  return bids(state[1]), bids(state[2])
end

--- Nobody moves alone.
---@return integer[] none
function oshi.moves()
  return {}
end

local function sign(number) return number > 0 and 1 or number < 0 and -1 or 0 end

--- The position after both bids; `state` itself stays as it is.
---@param state alphabeta.oshi.State
---@param first integer the bid of East
---@param second integer the bid of West
---@return alphabeta.oshi.State after
---@return integer? payoff if the game is over: what `evaluate` says of `after`
function oshi.play(state, first, second)
  local after = { state[1] - first, state[2] - second, at = state.at + sign(first - second), steps = state.steps }
  if is_over(after) then return after, sign(after.at) end
  return after
end

--- The payoff of a finished game to East: 1, 0 or -1. Else an estimate: the way to the edge and the lead in coins count
--- as much.
---@param state alphabeta.oshi.State
---@return number
function oshi.evaluate(state)
  if is_over(state) then return sign(state.at) end
  return (state.at / (state.steps + 1) + (state[1] - state[2]) / (state[1] + state[2])) / 2
end

--- Values are those of player 1, who is East.
---@return 1
function oshi.player()
  return 1
end

--- The same for equal positions, and different for different ones: all numbers of the position as digits of one.
---@param state alphabeta.oshi.State
---@return integer
function oshi.key(state)
  return ((state.steps * 32 + state.at + 16) * 64 + state[1]) * 64 + state[2]
end

---@class alphabeta.oshi.Options
---@field coins? integer of each player, 1 to 50 (default 10)
---@field steps? integer from the middle to the edge of the ring, 1 to 9 (default 3)

--- A position to begin with. Raises an error if an option is unknown or out of its range.
---@param given? alphabeta.oshi.Options
---@return alphabeta.oshi.State
function oshi.initial(given)
  options.check("initial", 1, given, ROWS)
  given = given or {}
  local coins = math.floor(given.coins or 10)
  return { coins, coins, at = 0, steps = math.floor(given.steps or 3) }
end

--- A position as a list of integers: the steps to the edge, how far the wrestler is from the middle, and the coins of
--- both players.
---@param state alphabeta.oshi.State
---@return integer[]
function oshi.write(state)
  return { state.steps, state.at, state[1], state[2] }
end

-- What is wrong with a list of integers; nil: nothing.
local function flaw_of_list(list)
  if #list ~= 4 then return ("4 numbers expected, got %d"):format(#list) end
  if not options.is_integer(list[1], 1, MOST_STEPS) then
    return ("1 to %d steps expected, got %s"):format(MOST_STEPS, options.shown(list[1]))
  elseif not options.is_integer(list[2], -list[1] - 1, list[1] + 1) then
    return ("a wrestler from %d to %d expected, got %s"):format(-list[1] - 1, list[1] + 1, options.shown(list[2]))
  end
  for player = 1, 2 do
    local coins = list[2 + player]
    if not options.is_integer(coins, 0, MOST_COINS) then
      return ("0 to %d coins expected, got %s"):format(MOST_COINS, options.shown(coins))
    end
  end
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.oshi.State? state
---@return string? message what is wrong with the list
function oshi.read(list)
  options.check_type("read", 1, list, "table")
  local message = flaw_of_list(list)
  if message then return nil, message end
  local steps, at, first, second = math.floor(list[1]), math.floor(list[2]), math.floor(list[3]), math.floor(list[4])
  return { first, second, at = at, steps = steps }
end

local function status(state)
  if not is_over(state) then return "Both bid." end
  return state.at == 0 and "A draw." or NAMES[state.at > 0 and 1 or 2] .. " has won."
end

--- The ring with the wrestler, the coins of both, and who has won.
---@param state alphabeta.oshi.State
---@return string text two lines
function oshi.format(state)
  local steps, at = state.steps, state.at
  local left, right = at < -steps and "O" or "", at > steps and "O" or ""
  local ring = ("."):rep(2 * steps + 1)
  if left .. right == "" then ring = ring:sub(1, steps + at) .. "O" .. ring:sub(steps + at + 2) end
  return ("East %d %s[%s]%s West %d\n%s"):format(state[1], left, ring, right, state[2], status(state))
end

-- Where the wrestler is, of a text around the ring; nil: nowhere, or in two places.
local function place_of(left, ring, right, steps)
  local inside, again = ring:find("O", 1, true), ring:match "O.*O"
  local found = (left == "O" and 1 or 0) + (right == "O" and 1 or 0) + (inside and 1 or 0)
  if found ~= 1 or again then return nil end
  return left == "O" and -steps - 1 or right == "O" and steps + 1 or inside - steps - 1
end

--- Reads a position as `format` writes it. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.oshi.State? state
---@return string? message what is wrong with the text
function oshi.parse(text)
  options.check_type("parse", 1, text, "string")
  local first, left, ring, right, second = text:match "East (%d+) (O?)%[([.O]*)%](O?) West (%d+)"
  if not ring then return nil, "'East 10 [...O...] West 10' or the like expected" end
  local steps = (#ring - 1) / 2
  local at = place_of(left, ring, right, steps)
  if not at then return nil, "one wrestler, O, expected" end
  return oshi.read { steps, at, tonumber(first), tonumber(second) }
end

return oshi

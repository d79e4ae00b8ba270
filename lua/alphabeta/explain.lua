-- What a search has found, in words.

local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local flaws = require "alphabeta.base.flaws"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"
local words = require "alphabeta.play.words"

-- What a move costs against the best one, as whoever moves sees both. It is the one the search would play, as good, or
-- worse.
local function cost(best, value)
  if value == best then return "as good" end
  if best == math.huge then return "throws the win away" end
  if value == -math.huge then return "loses" end
  if best - value == math.huge then return "costs more than 1e308" end
  return "costs " .. words.number(best - value)
end

-- A search to a depth, by the same outcomes of chance as the result.
local function search_again(game, state, result, depth, all)
  return core.search(game, state, { depth = depth, all = all, draws = result.draws, seed = result.seed })
end

-- Is it known of each move what it is worth? In a window of the result there may be bounds.
local function are_valued(moves)
  for _, found in ipairs(moves) do
    if found.bound == "lower" or found.bound == "upper" then return false end
  end
  return true
end

-- The moves with their values and lines, the best one first. That is alone where moves that are searched again are
-- worth something else, as the result had other options, or knew more from its table.
local function all_moves(game, state, result)
  local moves = result.moves
  if not moves or not are_valued(moves) then moves = search_again(game, state, result, result.depth, true).moves end
  if not moves[1] or result.bound ~= "exact" or moves[1].value == result.value then return moves end
  return { { value = result.value, pv = result.pv } }
end

-- The outcomes of a chance position; nil if it is none.
local function outcomes_text(game, state)
  local outcomes, weights, total = referee.begin(game, state):chance()
  if not outcomes then return nil end
  local list = {}
  for i, outcome in ipairs(outcomes) do
    list[i] = ("%s (%.3g %%)"):format(notation.move(game, state, outcome), 100 * weights[i] / total)
  end
  return table.concat(list, ", ")
end

-- A number of playouts as people write it: 12,345 playouts.
local function playouts_in_all(count)
  local text, left = contents.count_text(count, "playout"), 1
  while left > 0 do text, left = text:gsub("^(%d+)(%d%d%d)", "%1,%2") end
  return text
end

-- The value of a move, and what is expected after it, if worlds do not differ there. Where two may choose at once
-- values are those of player 1.
local function sampled_text(game, state, found)
  local value = found.bound == "exact" and words.worth(found.value) .. " for certain" or ("%+.3g"):format(found.value)
  if game.simultaneous and not game.players then value = value .. " to " .. words.player(game, 1) end
  return game.determinize and value or value .. ": " .. words.line(game, state, found.pv)
end

-- The result of Monte-Carlo tree search: how often each move was tried, and how well it did.
local function playouts_text(game, state, result, mover)
  local lines = {}
  for i, found in ipairs(result.moves) do
    local move, worth_text = words.move(game, state, found.move), sampled_text(game, state, found)
    local share = ("%s in %.0f %%"):format(move, math.floor(100 * found.visits / result.playouts + 0.5))
    lines[i] = i > 1 and ("%s, worth %s"):format(share, worth_text)
      or ("Best for %s: %s of %s, worth %s"):format(mover, share, playouts_in_all(result.playouts), worth_text)
  end
  return table.concat(lines, "\n")
end

-- How all are to draw where they choose at once, and what each can be sure of.
local function strategies_text(game, state, result, sides)
  local lines = {}
  if not result.strategies then result = search_again(game, state, result, 1) end
  for player, strategy in ipairs(result.strategies) do
    local worth, depth = words.of_strategies(result, player, words.player(game, 3 - player))
    lines[player] = ("%s: %s: worth %s%s."):format(sides and sides[player] or "Player " .. player,
      notation.strategy(game, state, strategy, player), worth, player == 1 and ", " .. depth or "")
  end
  if not game.determinize then -- it may be one of another world
    lines[#lines + 1] = "The likeliest line: " .. words.line(game, state, result.pv)
  end
  return table.concat(lines, "\n")
end

-- How good a way to a goal is, and how near others may come.
local function proof_text(result)
  if result.bound == "exact" then return "no way costs less" end
  if result.bound ~= "none" then return ("%s the least, which is %s or more"):format(result.bound, result.least) end
  return ("no way costs less than %s"):format(result.least)
end

-- The result of a search for one player's way.
local function way_text(game, state, result)
  if not result.moves then return "There is no way to a goal." end
  local so_far = result.solved and "Solved" or "Not solved yet; the nearest position that was found is reached"
  local count = #result.moves
  return ("%s in %s, which %s %s: %s.\n%s"):format(so_far, contents.count_text(count, "move"),
    count == 1 and "costs" or "cost", result.cost, proof_text(result), words.line(game, state, result.moves))
end

-- Is it one? Without moves it has proven that there is no way.
local function is_way(result)
  return type(result) == "table" and type(result.bound) == "string"
    and (type(result.moves) == "table" and type(result.cost) == "number" or result.solved == false)
end

local function complaint_about(game, state, result)
  local flaw = flaws[is_way(result) and "of_moves" or "of_game"]("explain", game, state)
  if flaw then return flaw end
  if not is_way(result) and (type(result) ~= "table" or type(result.depth) ~= "number") then
    return options.bad_argument("explain", 3,
      ("result of a search expected, got %s"):format(options.shown(result)))
  end
end

--- Tells what a search has found: the value, the line of play that it expects, and for each other move
--- what it costs and how it is answered. Where all choose at once it tells the strategies. Of Monte-Carlo tree search
--- it says how often each move was tried; of a search for one player's way, how good the way is. Where the result of a
--- search has no list `moves` (option `all`), or bounds in it (`window`), the moves are searched again, each for
--- itself, to the depth of the result. The state is left as it was.
---@param game alphabeta.Game
---@param state any the position that was searched
---@param result alphabeta.Result|alphabeta.PathResult what `alphabeta.search` or `path` has given for it
---@return string text some lines, the last one without a newline
--- Raises an error if an argument is not what it should be.
return function(game, state, result)
  local complaint = complaint_about(game, state, result)
  if complaint then error(complaint, 2) end
  if is_way(result) then return way_text(game, state, result) end
  local sides, outcomes = notation.sides(game), outcomes_text(game, state)
  if referee.begin(game, state):at_once() then return strategies_text(game, state, result, sides) end
  local is_of_two = game.simultaneous and not game.players
  local player = is_of_two and 1 or game.player and game.player(state)
  local mover = player and sides and sides[player] or is_of_two and "player 1" or "the player to move"
  local function summary(value)
    return ("Worth %s to %s, %s%s."):format(words.worth(value), mover, words.ahead(result),
      result.draws and (", by an estimate from %d outcomes wherever chance has more"):format(result.draws) or "")
  end
  if outcomes then
    return (result.value and summary(result.value) .. "\n" or "") .. "Chance decides: " .. outcomes
  end
  if result.playouts then
    local chooser = game.simultaneous and words.player(game, game.player(state)) or mover
    return result.moves[1] and playouts_text(game, state, result, chooser) or "The game is over."
  end
  if result.depth < 1 then result = search_again(game, state, result, 1, true) end
  local moves = all_moves(game, state, result)
  if not moves[1] then return "The game is over." end
  local best, sign = moves[1].value, game.simultaneous and game.player(state) == 2 and -1 or 1
  local lines = { summary(best), "Expected: " .. words.line(game, state, moves[1].pv) }
  for i = 2, #moves do
    lines[i + 1] = ("%s %s: %s"):format(words.move(game, state, moves[i].move),
      cost(sign * best, sign * moves[i].value), words.line(game, state, moves[i].pv))
  end
  return table.concat(lines, "\n")
end

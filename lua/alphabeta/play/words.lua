-- What searches have found, and how games have ended, as people say it.

local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local referee = require "alphabeta.play.referee"

local ROUNDING = 1e-12 -- of a matrix game: smaller values are 0

local words = {}

--- A number as people write it: a whole one with all digits that tell it from others, another one with six.
---@param value number
---@return string
function words.number(value) return value % 1 == 0 and contents.number_text(value) or ("%.6g"):format(value) end

--- A value, with its sign, and in words where it is infinite.
---@param value number
---@return string
function words.worth(value)
  if value == math.huge then return "a certain win" end
  if value == -math.huge then return "a certain loss" end
  return (value > 0 and "+" or "") .. words.number(value)
end

--- A move of a position, or a joint one. The state is left as it was.
---@return string
function words.move(game, state, move)
  return referee.with(game, state, function(playing) return notation.of_given(playing, move) end)
end

--- A line of play, and whether the game is over at its end. The state is left as it was.
---@return string
function words.line(game, state, line)
  return referee.with(game, state, function(playing)
    local list = {}
    for i, move in ipairs(line) do
      list[i] = notation.of_given(playing, move)
      playing:play(move)
    end
    list[#list + 1] = playing:ends_by_repetition() and "(a repetition)" or playing:is_over() and "(the game is over)"
      or playing:chance() and "(then chance decides)" or nil
    return table.concat(list, " ")
  end)
end

--- How far a search has looked.
---@return string
function words.ahead(result) return contents.count_text(result.depth, "ply", "plies") .. " ahead" end

--- Where all choose at once: what a player's strategy is worth, and how far the search has looked.
---@return string worth, string depth
function words.of_strategies(result, chooser, other)
  local value = result.values and result.values[chooser] or chooser == 2 and 0 - result.value or result.value
  if result.playouts then
    return ("%+.3g on average"):format(value), "after " .. contents.count_text(result.playouts, "playout")
  end
  value = math.abs(value) < ROUNDING and 0 or value
  return ("%s whatever %s does"):format(words.worth(value), other), words.ahead(result)
end

-- What a search has found where all choose at once: how to draw, and what is expected.
local function result_at_once(game, state, result, chooser)
  local worth, depth = words.of_strategies(result, chooser, "the other one")
  local text = ("%s: worth %s, %s"):format(notation.strategy(game, state, result.strategies[chooser], chooser), worth,
    depth)
  return game.determinize and text or text .. ": " .. words.line(game, state, result.pv)
end

--- What a search has found, on one line: the best move, its value, and what is expected; of playouts only the move:
--- what follows may differ from world to world. Where all choose at once: the strategy of `chooser`, and what is
--- expected if nothing is hidden.
---@return string
function words.result(game, state, result, chooser)
  if result.move == nil or result.value == nil then return "nothing is known yet" end
  if result.strategies then return result_at_once(game, state, result, chooser or 1) end
  local move = words.move(game, state, result.move)
  if result.playouts then
    local value = result.bound == "exact" and words.worth(result.value) .. " for certain"
      or ("%+.3g"):format(result.value)
    return ("%s, worth %s after %s"):format(move, value, contents.count_text(result.playouts, "playout"))
  end
  return ("%s, worth %s, %s: %s"):format(move, words.worth(result.value), words.ahead(result),
    words.line(game, state, result.pv))
end

--- What a player is called.
---@return string
function words.player(game, number)
  local sides = notation.sides(game)
  return sides and sides[number] or "player " .. number
end

local function capital(text) return (text:gsub("^%l", string.upper)) end

--- How a game has ended that was played to its end: the places of its players, as `rounds.places` gives them.
---@return string
function words.ending(game, places, reason)
  local first = {}
  for number, place in ipairs(places) do
    if place == 1 then first[#first + 1] = words.player(game, number) end
  end
  local text = #first == 1 and first[1] .. " wins" or #first == #places and "a draw"
    or table.concat(first, ", ", 1, #first - 1) .. " and " .. first[#first] .. " share the first place"
  return capital(text) .. (reason == "repetition" and ", by repetition." or ".")
end

--- How a game has ended that a player has lost before its end.
---@return string
function words.loss(game, loser, reason)
  return ("%s loses: %s."):format(capital(words.player(game, loser)), reason)
end

return words

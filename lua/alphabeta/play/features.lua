-- What matters in a position, as the game gives it, and what that comes to by its weights.

local core = require "alphabeta.core"
local options = require "alphabeta.base.options"

local LARGEST = require "alphabeta.base.max_integer"

local features = {}

--- How many there are to be, by the weights; nil: there are none.
---@param game alphabeta.Game
---@return integer?
function features.count(game) return game.weights and math.floor(#game.weights / (game.phases or 1)) end

--- The features of the position at hand: a list of its own.
---@param playing alphabeta.Playing
---@param count? integer of them, as far as it is known
---@return number[]
function features.read(playing, count)
  local list, filled = {}, nil
  if playing.game.fills then filled = playing:ask("features", list) else list = playing:ask "features" end
  playing:expect(type(list) == "table", "features-type", nil, "'features' returned %s (list expected)",
    options.shown(list))
  local length = filled
  if not playing.game.fills then length = #list end
  playing:expect(type(length) == "number" and length > 0, "features-type", nil, "'features' gave no features")
  playing:expect(not count or length == count, "features-count", nil, "'features' gave %s features (%s expected)",
    tostring(length), tostring(count))
  local copy = {}
  for i = 1, length do
    local feature = list[i]
    playing:expect(type(feature) == "number" and feature >= -LARGEST and feature <= LARGEST, "features-type", nil,
      "'features' returned %s at %d (number up to 2^53 in magnitude expected)", options.shown(feature), i)
    copy[i] = feature + 0.0
  end
  return copy
end

--- How far the game is in the position at hand.
---@param playing alphabeta.Playing
---@return number phase 0 to 1
function features.phase(playing)
  local phase = playing:ask "phase"
  playing:expect(type(phase) == "number" and phase >= 0 and phase <= 1, "phase-type", nil,
    "'phase' returned %s (number from 0 to 1 expected)", options.shown(phase))
  return phase + 0.0
end

-- Between which two of so many points of the game the position at hand is: the number of the first one, from 0 on, and
-- what part of the way to the next.
local function point_of(playing, phases)
  local at = features.phase(playing) * (phases - 1)
  local point = math.min(math.floor(at), phases - 2)
  return point, at - point
end

--- The features of the position at hand for each of so many points of the game: each in part for the point before the
--- position, in part for the next one, and 0 for the others. So the sum by all weights is that by weights in between.
---@param playing alphabeta.Playing
---@param phases integer
---@param count? integer of the features, as far as it is known
---@return number[]
function features.spread(playing, phases, count)
  local list = features.read(playing, count)
  if phases == 1 then return list end
  local spread = {}
  local point, part = point_of(playing, phases)
  for i = 1, phases * #list do spread[i] = 0.0 end
  for i, feature in ipairs(list) do
    spread[point * #list + i] = (1 - part) * feature
    spread[(point + 1) * #list + i] = part * feature
  end
  return spread
end

--- The static evaluation of a position that goes on, in a game with weights: what the search says.
---@param playing alphabeta.Playing
---@return number
function features.worth(playing)
  local game, sum = playing.game, 0.0
  local weights, phases = game.weights, game.phases or 1
  local list, point, part = features.read(playing, features.count(game)), 0, 0
  if phases > 1 then point, part = point_of(playing, phases) end
  for i, feature in ipairs(list) do
    local weight = weights[point * #list + i] + 0.0
    if phases > 1 then weight = weight + part * (weights[(point + 1) * #list + i] - weight) end
    sum = sum + weight * feature
  end
  return game.scale * core.tanh(sum)
end

return features

-- What matters in a position, as the game gives it, and what that comes to by its weights.

local core = require "alphabeta.core"
local options = require "alphabeta.base.options"

local LARGEST = require "alphabeta.base.max_integer"

local features = {}

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

--- The static evaluation of a position that goes on, in a game with weights: what the search says.
---@param playing alphabeta.Playing
---@return number
function features.worth(playing)
  local weights, sum = playing.game.weights, 0.0
  for i, feature in ipairs(features.read(playing, #weights)) do sum = sum + weights[i] * feature end
  return playing.game.scale * core.tanh(sum)
end

return features

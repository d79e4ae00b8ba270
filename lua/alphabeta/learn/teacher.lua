-- Weights of a linear evaluation, learned from games: temporal differences (TD(lambda), R. S. Sutton 1988) on what a
-- position is expected to bring, tanh(sum of weight * feature), from -1 to 1. The gradient is that of the logistic
-- loss, and each weight has a rate of its own, which falls as it is corrected (AdaGrad, J. Duchi and others 2011): so
-- it does not matter how large a feature is.
--
-- All arithmetic is of sums, products, quotients and square roots, in a stated order: the same in every Lua.

local core = require "alphabeta.core"

local LAMBDA = 0.8 -- how far later positions speak for earlier ones
local RATE = 0.3   -- of the first correction of a weight
local HELD = 10    -- times more firmly are weights held that were given
local LEAST = 1e-80 -- of a feature: of what is smaller something could be made only by weights that no game may have

---@class alphabeta.learn.Teacher
---@field count integer of features
---@field sizes number[] the root of the mean square of each in the first games: inside it is divided by that; else 1
---@field rates number[] of the first correction of each weight; nil: the feature has always been 0
---@field weights number[] of the features so divided
---@field squares number[] sums of the squares of what has corrected them
local Teacher = {}
Teacher.__index = Teacher

local function dot(weights, features, count)
  local sum = 0.0
  for i = 1, count do sum = sum + weights[i] * features[i] end
  return sum
end

local function feature_of(position, i)
  local feature = position.features[i]
  return math.abs(feature) >= LEAST and feature or 0
end

-- A position's features as player 1 sees them, divided by their sizes.
local function seen(self, position)
  local list, sign = {}, position.sign
  for i = 1, self.count do list[i] = sign * feature_of(position, i) / self.sizes[i] end
  return list
end

-- Goes back through a game; `correct(i, slope, feature)` is told how a weight should be corrected.
local function teach(self, game, correct)
  local target = game.result
  for at = #game.path, 1, -1 do
    local features = seen(self, game.path[at])
    local value = core.tanh(dot(self.weights, features, self.count))
    for i = 1, self.count do
      local slope = (target - value) * features[i]
      self.squares[i] = self.squares[i] + slope * slope
      if slope ~= 0 and self.squares[i] > 0 then correct(i, slope, features[i]) end
    end
    target = LAMBDA * target + (1 - LAMBDA) * value
  end
end

-- The root of the mean square of each feature; 0: it is always 0.
local function sizes_in(games, count)
  local sizes, total = {}, 0
  for i = 1, count do sizes[i] = 0.0 end
  for _, game in ipairs(games) do
    for _, position in ipairs(game.path) do
      total = total + 1
      for i = 1, count do
        local feature = feature_of(position, i)
        sizes[i] = sizes[i] + feature * feature
      end
    end
  end
  for i = 1, count do sizes[i] = math.sqrt(sizes[i] / math.max(1, total)) end
  return sizes
end

--- A teacher that has seen some games. Before the first correction it is known how strong corrections are, so that none
--- goes too far.
---@param games table[] each a `path` of positions (`features`, as the game gave them, and the `sign` that makes them
--- those that player 1 sees), and the `result`, what it has brought player 1, -1 to 1
---@param count integer of features
---@param start? number[] weights
function Teacher:new(games, count, start)
  local teacher = setmetatable({ count = count, sizes = {}, weights = {}, squares = {}, rates = {} }, self)
  for i, size in ipairs(sizes_in(games, count)) do
    if size > 0 then teacher.rates[i] = RATE end
    teacher.sizes[i] = size > 0 and size or 1
    teacher.weights[i] = start and start[i] * teacher.sizes[i] or 0
    teacher.squares[i] = 0.0
  end
  for _, game in ipairs(games) do teach(teacher, game, function() end) end
  for i = 1, count do teacher.squares[i] = teacher.squares[i] * (start and HELD or 1) end
  return teacher
end

--- Learns from a game. How large a feature is that was 0 in the first games is seen where it first is not.
function Teacher:learn(game)
  local weights, squares, rates = self.weights, self.squares, self.rates
  teach(self, game, function(i, slope, feature)
    rates[i] = rates[i] or RATE / math.abs(feature)
    weights[i] = weights[i] + rates[i] * slope / math.sqrt(squares[i])
  end)
end

--- Weights of the features as they are.
---@param weights number[] of those divided by their sizes
---@return number[]
function Teacher:outside(weights)
  local list = {}
  for i = 1, self.count do list[i] = weights[i] / self.sizes[i] end
  return list
end

-- What some positions have of something, less the mean of all, or of those in which the same player is to move.
local function centred(positions, by_mover, value_of)
  local values, sums, counts = {}, { 0.0, 0.0 }, { 0, 0 }
  for at, position in ipairs(positions) do
    local group = by_mover and position.mover or 1
    values[at] = value_of(position)
    sums[group], counts[group] = sums[group] + values[at], counts[group] + 1
  end
  for at, position in ipairs(positions) do
    local group = by_mover and position.mover or 1
    values[at] = values[at] - sums[group] / counts[group]
  end
  return values
end

local function correlation(self, weights, others, sample, by_mover)
  local function sums_by(list)
    return centred(sample, by_mover, function(position) return dot(list, seen(self, position), self.count) end)
  end
  local a, b, aa, bb, ab = sums_by(weights), sums_by(others), 0.0, 0.0, 0.0
  for i = 1, #sample do aa, bb, ab = aa + a[i] * a[i], bb + b[i] * b[i], ab + a[i] * b[i] end
  local spread = math.sqrt(aa * bb)
  return spread > 0 and ab / spread or 0
end

--- How alike two lists of weights judge some positions: the correlation of their sums, in all of them and in those in
--- which the same player is to move; the smaller one, since what the turn is worth could hide the rest. A factor does
--- not matter.
---@param sample table[] positions, with the `mover`
---@return number -1 to 1
function Teacher:likeness(weights, others, sample)
  return math.min(correlation(self, weights, others, sample, false), correlation(self, weights, others, sample, true))
end

--- How much each weight moves what the evaluation says, in some positions: the deviation of weight * feature, as a part
--- of the sum of them all. Where players take turns, a search compares a position with others in which the same player
--- is to move: so what the turn is worth moves nothing there.
---@param take_turns boolean does nobody ever move twice in a row?
---@return number[] shares 0 to 1
function Teacher:shares(weights, sample, take_turns)
  local shares, total = {}, 0.0
  for i = 1, self.count do
    local squares = 0.0
    for _, value in ipairs(centred(sample, take_turns, function(position) return seen(self, position)[i] end)) do
      squares = squares + value * value
    end
    shares[i] = math.abs(weights[i]) * math.sqrt(squares / math.max(1, #sample))
    total = total + shares[i]
  end
  for i = 1, self.count do shares[i] = total > 0 and shares[i] / total or 0 end
  return shares
end

return Teacher

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

---@class alphabeta.learn.Teacher
---@field count integer of features
---@field sizes number[] the root of the mean square of each: inside it is divided by that
---@field weights number[] of the features so divided
---@field squares number[] sums of the squares of what has corrected them
local Teacher = {}
Teacher.__index = Teacher

local function dot(weights, features, count)
  local sum = 0.0
  for i = 1, count do sum = sum + weights[i] * features[i] end
  return sum
end

-- A position's features as player 1 sees them, divided by their sizes.
local function seen(self, position)
  local list, sign = {}, position.sign
  for i = 1, self.count do list[i] = sign * position.features[i] / self.sizes[i] end
  return list
end

-- Goes back through a game; `correct(i, slope)` is told how a weight should be corrected.
local function teach(self, game, correct)
  local target = game.result
  for at = #game.path, 1, -1 do
    local features = seen(self, game.path[at])
    local value = core.tanh(dot(self.weights, features, self.count))
    for i = 1, self.count do
      local slope = (target - value) * features[i]
      self.squares[i] = self.squares[i] + slope * slope
      if slope ~= 0 then correct(i, slope) end
    end
    target = LAMBDA * target + (1 - LAMBDA) * value
  end
end

local function sizes_in(games, count)
  local sizes, total = {}, 0
  for i = 1, count do sizes[i] = 0.0 end
  for _, game in ipairs(games) do
    for _, position in ipairs(game.path) do
      total = total + 1
      for i = 1, count do sizes[i] = sizes[i] + position.features[i] * position.features[i] end
    end
  end
  for i = 1, count do sizes[i] = sizes[i] > 0 and math.sqrt(sizes[i] / total) or 1 end
  return sizes
end

--- A teacher that has seen some games. Before the first correction it is known how strong corrections are, so that none
--- goes too far.
---@param games table[] each a `path` of positions (`features`, as the game gave them, and the `sign` that makes them
--- those that player 1 sees), and the `result`, what it has brought player 1, -1 to 1
---@param count integer of features
---@param start? number[] weights
function Teacher:new(games, count, start)
  local teacher = setmetatable({ count = count, sizes = sizes_in(games, count), weights = {}, squares = {} }, self)
  for i = 1, count do
    teacher.weights[i] = start and start[i] * teacher.sizes[i] or 0
    teacher.squares[i] = 0.0
  end
  for _, game in ipairs(games) do teach(teacher, game, function() end) end
  for i = 1, count do teacher.squares[i] = teacher.squares[i] * (start and HELD or 1) end
  return teacher
end

--- Learns from a game.
function Teacher:learn(game)
  local weights, squares = self.weights, self.squares
  teach(self, game, function(i, slope) weights[i] = weights[i] + RATE * slope / math.sqrt(squares[i]) end)
end

--- Weights of the features as they are.
---@param weights number[] of those divided by their sizes
---@return number[]
function Teacher:outside(weights)
  local list = {}
  for i = 1, self.count do list[i] = weights[i] / self.sizes[i] end
  return list
end

--- How alike two lists of weights judge some positions: the correlation of their sums. A factor does not matter.
---@param sample table[] positions
---@return number -1 to 1
function Teacher:likeness(weights, others, sample)
  local x, y, xx, yy, xy, n = 0.0, 0.0, 0.0, 0.0, 0.0, math.max(1, #sample)
  for _, position in ipairs(sample) do
    local features = seen(self, position)
    local a, b = dot(weights, features, self.count), dot(others, features, self.count)
    x, y, xx, yy, xy = x + a, y + b, xx + a * a, yy + b * b, xy + a * b
  end
  local spread = math.sqrt(math.max(0, (xx - x * x / n) * (yy - y * y / n)))
  return spread > 0 and (xy - x * y / n) / spread or 0
end

--- How much each weight moves what the evaluation says, in some positions: the deviation of weight * feature, as a part
--- of the sum of them all.
---@return number[] shares 0 to 1
function Teacher:shares(weights, sample)
  local shares, total = {}, 0.0
  for i = 1, self.count do
    local sum, squares = 0.0, 0.0
    for _, position in ipairs(sample) do
      local feature = position.features[i] / self.sizes[i]
      sum, squares = sum + feature, squares + feature * feature
    end
    local mean = sum / math.max(1, #sample)
    shares[i] = math.abs(weights[i]) * math.sqrt(math.max(0, squares / math.max(1, #sample) - mean * mean))
    total = total + shares[i]
  end
  for i = 1, self.count do shares[i] = total > 0 and shares[i] / total or 0 end
  return shares
end

return Teacher

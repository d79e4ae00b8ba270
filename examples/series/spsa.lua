-- Simultaneous perturbation stochastic approximation: J. C. Spall, "Multivariate stochastic approximation using a
-- simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37 (1992). A sample changes
-- all values at once, each up or down at random, and plays that against the opposite: so it costs the same however many
-- there are. Values are counted in steps; all samples of a batch begin from the same ones.

local generator = require "alphabeta.base.random"

local spsa = {}

local ALPHA, GAMMA = 0.602, 0.101 -- how fast the gain and the perturbation fall, as Spall recommends
local STABLE = 0.1 -- of the samples, by which the gain is kept from being large at the beginning
local GAIN = 3 -- such that what one step costs some Elo is found in some thousand samples

---@class series.Parameter
---@field name string
---@field start number
---@field step number above 0: a change that games can just show
---@field low? number
---@field high? number

---@class series.Tuning
---@field parameters series.Parameter[]
---@field steps number[] how far each is from its start, in steps
---@field course number[][] where that was after each batch
local Tuning = {}
Tuning.__index = Tuning

local function is_number(value) return type(value) == "number" and value == value and math.abs(value) < math.huge end

--- What is wrong with a list of parameters; nil: nothing.
---@return string?
function spsa.flaw(parameters)
  if type(parameters) ~= "table" or #parameters == 0 then return "list of parameters expected" end
  local names = {}
  for i, one in ipairs(parameters) do
    local name = type(one) == "table" and one.name
    if type(name) ~= "string" or names[name] then return ("parameter %d: unique name expected"):format(i) end
    names[name] = true
    if not is_number(one.start) then return ("parameter '%s': number expected as 'start'"):format(name) end
    if not is_number(one.step) or one.step <= 0 then
      return ("parameter '%s': number above 0 expected as 'step'"):format(name)
    end
    for _, field in ipairs { "low", "high" } do
      if one[field] ~= nil and not is_number(one[field]) then
        return ("parameter '%s': number expected as '%s'"):format(name, field)
      end
    end
    if one.start < (one.low or one.start) or one.start > (one.high or one.start) then
      return ("parameter '%s': 'start' is not in its range"):format(name)
    end
  end
end

--- Begins at the start.
---@param parameters series.Parameter[]
---@param given { samples: integer, seed: integer, gain?: number } `gain`: how far values go for a sample, as a multiple
---@return series.Tuning
function spsa.new(parameters, given)
  local self = setmetatable({ parameters = parameters, steps = {}, course = { {} }, samples = given.samples,
    seed = given.seed, gain = GAIN * (given.gain or 1) }, Tuning)
  for i in ipairs(parameters) do self.steps[i], self.course[1][i] = 0, 0 end
  return self
end

local function clamped(value, one) return math.max(one.low or value, math.min(one.high or value, value)) end

-- Values by name, at so many steps from the start.
local function values_at(self, steps)
  local values = {}
  for i, one in ipairs(self.parameters) do values[one.name] = clamped(one.start + one.step * steps[i], one) end
  return values
end

--- The values as they are now.
---@return table<string, number>
function Tuning:values() return values_at(self, self.steps) end

-- What is added to each parameter in a sample, and taken from it on the other side.
local function perturbation(self, sample)
  local draw, size, list = generator(self.seed, sample), (self.samples / sample) ^ GAMMA, {}
  for i in ipairs(self.parameters) do list[i] = draw(2) == 1 and size or -size end
  return list
end

--- The values of the two sides of a sample.
---@param sample integer
---@return table<string, number> plus
---@return table<string, number> minus
function Tuning:sides(sample)
  local plus, minus = {}, {}
  for i, change in ipairs(perturbation(self, sample)) do
    plus[i], minus[i] = self.steps[i] + change, self.steps[i] - change
  end
  return values_at(self, plus), values_at(self, minus)
end

--- Goes on by a batch of samples.
---@param first integer
---@param last integer
---@param score fun(sample: integer): number what the side `plus` has scored, 0 to 1
function Tuning:learn(first, last, score)
  local moves = {}
  for i in ipairs(self.parameters) do moves[i] = 0 end
  for sample = first, last do
    local gain = self.gain / (STABLE * self.samples + sample) ^ ALPHA
    local difference = 2 * score(sample) - 1
    for i, change in ipairs(perturbation(self, sample)) do moves[i] = moves[i] + gain * difference / (2 * change) end
  end
  for i, one in ipairs(self.parameters) do
    local value = clamped(one.start + one.step * (self.steps[i] + moves[i]), one)
    self.steps[i] = (value - one.start) / one.step
  end
  self.course[#self.course + 1] = { table.unpack(self.steps) }
end

return spsa

-- Evidence: pairs of values that lie on the same side of what is usual, or on opposite sides.

local PAIRS = 40    -- at least so many different pairs of positions,
local AGAINST = 0.5 -- of which so much more are against than for,
local SIGMAS = 5    -- which is so unlikely by chance
local GROUP = 8     -- values that a median is taken of, at least

local tally = {}

local Tally = {}
Tally.__index = Tally

function tally.new() return setmetatable({ count = 0, sum = 0, met = {} }, Tally) end

-- How good an example a pair is: neighbours are, and so is player 2 to move, where player 1's view is wrong.
local function rank(first, second)
  return (second.parent == first and 2 or 0) + (second.player == 2 and 1 or 0)
end

local function is_better(first, second, worst)
  local here, there = rank(first, second), rank(worst[1], worst[2])
  if here ~= there then return here > there end
  return math.abs(second.seen) > math.abs(worst[2].seen)
end

--- Counts a pair of records once, if they look different from those before. `product` is 1 if both lie on the
--- same side, -1 if not, 0 if that is not known. `pair` is the best example of opposite sides, and `worst`
--- its second.
function Tally:add(first, second, product)
  local look = first.look .. "|" .. second.look
  if product == 0 or self.met[look] then return end
  self.met[look] = true
  self.count, self.sum = self.count + 1, self.sum + product
  if product < 0 and (not self.pair or is_better(first, second, self.pair)) then
    self.pair, self.worst = { first, second }, second
  end
end

--- From 1 (all pairs agree) to -1.
function Tally:mean() return self.count > 0 and self.sum / self.count or 0 end

--- Are there too few pairs to tell anything, or do they tell nothing?
function Tally:is_silent() return self.count < PAIRS or math.abs(self:mean()) < AGAINST / 2 end

--- Is it certain that the sides are opposite?
function Tally:is_against()
  return self.count >= PAIRS and self:mean() <= -AGAINST and self.sum <= -SIGMAS * math.sqrt(self.count)
end

local function median(values)
  table.sort(values)
  return values[math.floor((#values + 1) / 2)]
end

--- Of lists of values by name: a function of a name and a value that tells on which side of that list's
--- median the value lies, 1, 0 or -1.
function tally.sides(groups)
  for _, group in pairs(groups) do
    group.median = #group >= GROUP and median(group)
  end
  return function(name, value)
    local middle = groups[name] and groups[name].median
    if not middle then return 0 end
    return value > middle and 1 or value < middle and -1 or 0
  end
end

return tally

-- Random numbers that depend on an id and a counter alone, so that a seed means the same tree everywhere. Where Lua
-- has no integers of 64 bits they are other ones, made of numbers that doubles and their "%.14g" hold exactly.
-- spec/native/trees.c has both.

if math.type then return require "spec.support.splitmix" end

local random = {}

local HALF = 2 ^ 23
local PRIME = HALF - 15

--- A number that may serve as another id.
function random.hash(id, k)
  local low, high = id % HALF, math.floor(id / HALF) % PRIME
  for round = 1, 4 do
    low = (low + high * high + k * 40503 + round) % PRIME
    high = (high + low * low + 30011) % PRIME
  end
  return high * HALF + low
end

--- A number from 0 to n - 1.
function random.draw(id, k, n)
  return math.floor(random.hash(id, k) / 2 ^ 15) % n
end

--- A number from 0 on, below 1.
function random.fraction(id, k)
  return random.hash(id, k) / 2 ^ 46
end

return random

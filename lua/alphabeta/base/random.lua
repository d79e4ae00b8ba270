-- Seeded random numbers, the same in every Lua: the minimal standard generator of S. K. Park and
-- K. W. Miller, "Random number generators: good ones are hard to find" (1988).

local MODULUS, FACTOR = 2147483647, 16807
local ROUNDS = 2

-- A generator of its own; `math.random` and its seed are left alone.
local function new(seed)
  local last = seed % (MODULUS - 1) + 1

  local function draw(n)
    last = last * FACTOR % MODULUS
    return math.floor((last - 1) / (MODULUS - 1) * n) + 1
  end

  for _ = 1, 3 do draw(1) end -- takes the first numbers of neighbouring seeds apart
  return draw
end

-- a * b % MODULUS, without numbers beyond 2^53
local function product(a, b)
  local low = a % 2 ^ 16
  return ((a - low) / 2 ^ 16 * b % MODULUS * 2 ^ 16 + low * b) % MODULUS
end

-- Another seed for each seed: what neighbouring ones draw would differ by a constant. (The fifth power takes different
-- remainders to different ones, as 5 and MODULUS - 1 have no divisor in common.)
local function scrambled(seed)
  for _ = 1, ROUNDS do
    local base = (seed % (MODULUS - 1) + FACTOR) % MODULUS
    local square = product(base, base)
    seed = product(product(square, square), base)
  end
  return seed
end

--- A generator of its own; `math.random` and its seed are left alone.
---@param seed integer 0 to 2^53; seeds that differ by a multiple of 2147483646 are the same
---@param ... integer for these numbers alone: generators of other numbers have nothing to do with it
---@return fun(n: integer): integer draw a number from 1 to n, each with the same chance
return function(seed, ...)
  local count = select("#", ...)
  for i = 1, count do seed = scrambled(seed) + select(i, ...) end
  return new(count > 0 and scrambled(seed) or seed)
end

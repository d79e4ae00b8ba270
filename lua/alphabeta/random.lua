-- Seeded random numbers, the same in every Lua: the minimal standard generator of S. K. Park and
-- K. W. Miller, "Random number generators: good ones are hard to find" (1988).

local MODULUS, FACTOR = 2147483647, 16807

--- A generator of its own; `math.random` and its seed are left alone.
---@param seed integer 0 to 2^53; seeds that differ by a multiple of 2147483646 are the same
---@return fun(n: integer): integer draw a number from 1 to n, each with the same chance
return function(seed)
  local last = seed % (MODULUS - 1) + 1

  local function draw(n)
    last = last * FACTOR % MODULUS
    return math.floor((last - 1) / (MODULUS - 1) * n) + 1
  end

  for _ = 1, 3 do draw(1) end -- takes the first numbers of neighbouring seeds apart
  return draw
end

-- Random numbers of our own: the same everywhere, and `math.random` is left alone.

local MODULUS, FACTOR = 2147483647, 16807 -- Park and Miller's generator; all products are below 2^53

--- A function that gives random integers from 1 to n.
---@param seed integer 1 to 2^31 - 2
---@return fun(n: integer): integer
return function(seed)
  local x = seed % MODULUS
  if x == 0 then x = 1 end
  local function draw(n)
    x = x * FACTOR % MODULUS
    return math.floor(x / MODULUS * n) + 1
  end
  for _ = 1, 3 do draw(1) end -- the first numbers of neighbouring seeds are neighbours
  return draw
end

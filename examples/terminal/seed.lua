-- A seed for random choices that nobody has asked to be repeatable.

local MODULUS, FACTOR = 2147483647, 31

-- Some bytes of the system's own randomness, where it has them as a file.
local function random_bytes()
  local file = io.open("/dev/urandom", "rb")
  if not file then return "" end
  local bytes = file:read(8)
  file:close()
  return bytes or ""
end

--- Differs from call to call and from program to program, also within a second: by the clock, the place of a new
--- table in memory, and the system's randomness.
---@return integer seed 0 to 2^31 - 2
return function()
  local text = os.time() .. "," .. os.clock() .. "," .. tostring {} .. random_bytes()
  local seed = 0
  for i = 1, #text do seed = (seed * FACTOR + text:byte(i)) % MODULUS end
  return seed
end

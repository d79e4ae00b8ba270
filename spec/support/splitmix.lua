-- Random numbers by splitmix64, in the syntax of Lua 5.3; see spec/support/random.lua.

local random = {}

local function mix(z)
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return z ~ (z >> 31)
end

function random.hash(id, k)
  return mix(id + k * 0x9E3779B97F4A7C15)
end

function random.draw(id, k, n)
  return (random.hash(id, k) >> 33) % n
end

function random.fraction(id, k)
  return (random.hash(id, k) >> 11) * 2.0 ^ -53
end

return random

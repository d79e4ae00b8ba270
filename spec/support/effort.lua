-- How much is tried of what could be tried for ever.

local NORM, QUICK = 1200, 200 -- random trees of the main property: what counts are stated for, and the default run

local share = tonumber(os.getenv "ALPHABETA_TREES" or QUICK) / NORM

--- `count` itself where ALPHABETA_TREES, the number of random trees of the main property, is 1200. It makes it more or
--- less in the same proportion, down to `least` (default 1). The default run, which is made to be quick, does a sixth.
---@param count integer
---@param least? integer
---@return integer
return function(count, least)
  return math.max(least or 1, math.floor(count * share + 0.5))
end

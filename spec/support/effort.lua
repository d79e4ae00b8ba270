-- How much is tried of what could be tried for ever.

local share = tonumber(os.getenv "ALPHABETA_TREES" or 1200) / 1200

--- In the default run, which is made to be quick, it is `count` itself. ALPHABETA_TREES, the number of random trees of
--- the main property (1200 in that run), makes it more or less in the same proportion, down to `least` (default 1).
---@param count integer
---@param least? integer
---@return integer
return function(count, least)
  return math.max(least or 1, math.floor(count * share + 0.5))
end

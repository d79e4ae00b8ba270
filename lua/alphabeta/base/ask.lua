--- Calls a function for a function of ours: an error that it blames on its caller is our caller's. (Called by pcall, it
--- does not know where that caller stands.)
---@return any first
---@return any second
return function(operation, ...)
  local ok, first, second = pcall(operation, ...)
  if not ok then error(first, 3) end
  return first, second
end

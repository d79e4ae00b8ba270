-- All of a series but its times, and the positions, which are equal and not the same.

local function untimed(value)
  if type(value) ~= "table" then return value end
  local copied = {}
  for name, field in pairs(value) do
    if name ~= "time" and name ~= "state" then copied[name] = untimed(field) end
  end
  return copied
end

return untimed

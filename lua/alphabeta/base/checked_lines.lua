-- Lines of text that notice if they were changed. Before each stands a checksum of it and all lines before it, so that
-- the first one that is wrong is known; the last one says that it is the last. They survive other ends of lines.

local checked_lines = {}

local MODULUS, FACTOR = 16777213, 65599 -- a prime below 2^24; products stay below 2^53
local LAST = "end"

-- Goes on with a checksum.
local function add(sum, text)
  for i = 1, #text do sum = (sum * FACTOR + text:byte(i) + 1) % MODULUS end
  return sum
end

--- A checksum of a text, as six digits.
---@return string
function checked_lines.sum(text) return ("%06x"):format(add(#text % MODULUS, text)) end

--- Lines, each without its end, as one text.
---@param lines string[]
---@return string
function checked_lines.write(lines)
  local list, sum = {}, 0
  for i = 1, #lines + 1 do
    local line = lines[i] or LAST
    sum = add(sum, line .. "\n")
    list[i] = ("%06x %s\n"):format(sum, line)
  end
  return table.concat(list)
end

--- The lines of a text; or nil, and which line is wrong how.
---@param text string
---@return string[]?
---@return string? message
function checked_lines.read(text)
  local lines, sum = {}, 0
  for whole in text:gsub("([^\n])$", "%1\n"):gmatch "([^\n]*)\n" do
    local check, line = whole:match "^(%x%x%x%x%x%x) (.-)\r?$"
    sum = add(sum, (line or "") .. "\n")
    if check ~= ("%06x"):format(sum) then return nil, ("line %d: the checksum does not match"):format(#lines + 1) end
    lines[#lines + 1] = line
  end
  if lines[#lines] ~= LAST then return nil, ("line %d: the end is missing"):format(#lines + 1) end
  lines[#lines] = nil
  return lines
end

return checked_lines

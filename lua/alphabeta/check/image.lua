-- What can be seen of a Lua value without asking its owner: texts that are equal for equal values, and
-- comparison that knows what it cannot know. Metamethods are not called, but `__eq` and `__tostring` of
-- userdata.

local raw = require "alphabeta.check.raw"

local image = {}

local EXACT = 2 ^ 53

local CELLS, KINDS, is_nan = raw.CELLS, raw.KINDS, raw.is_nan
local integer_type = math.type or function() return "float" end

------------------------------------------------------------------------------------------------
-- Texts

local names = setmetatable({}, { __mode = "k" }) -- of things that only their identity tells apart
local named = 0

local function identity(value)
  if not names[value] then
    named = named + 1
    names[value] = type(value) .. " " .. named
  end
  return names[value]
end

local small = {} -- texts of small integers
for i = -100, 1000 do small[i] = ("%d"):format(i) end

local function number_text(value)
  if small[value] then return small[value] end
  if is_nan(value) then return "nan" end
  if integer_type(value) == "integer" then return ("%d"):format(value) end
  if value % 1 == 0 and value > -EXACT and value < EXACT then return ("%.0f"):format(value) end
  return ("%.17g"):format(value)
end

local write

-- Is there room for one more field? If not, the text does not tell all.
local function has_room(text)
  text.cells = text.cells + 1
  if text.cells > CELLS then text.complete = false end
  return text.cells <= CELLS
end

local function write_fields(text, list)
  local border = 0
  local value = rawget(list, 1)
  while value ~= nil and has_room(text) do
    write(text, value)
    text[#text + 1] = ","
    border = border + 1
    value = rawget(list, border + 1)
  end
  for _, key in ipairs(raw.other_keys(list, border)) do
    if not has_room(text) then return end
    if not KINDS[type(key)] then text.complete = false end
    text[#text + 1] = "["
    write(text, key)
    text[#text + 1] = "]"
    write(text, rawget(list, key))
    text[#text + 1] = ","
  end
end

local function write_table(text, list)
  local above = text.depth[list]
  if above then
    text[#text + 1] = "^" .. text.level - above
    return
  end
  text.level = text.level + 1
  text.depth[list] = text.level
  text[#text + 1] = "{"
  write_fields(text, list)
  local metatable = raw.metatable(list)
  text[#text + 1] = metatable and "}" .. identity(metatable) or "}"
  text.depth[list] = nil
  text.level = text.level - 1
end

local function write_userdata(text, value)
  local own = raw.own_text(value)
  if not text.frozen or not (own and raw.metamethod(value, "__eq")) then text.complete = false end
  text[#text + 1] = own or identity(value)
end

function write(text, value)
  local kind = type(value)
  if text.mask ~= nil and value == text.mask then
    text[#text + 1] = "#"
  elseif kind == "number" then
    text[#text + 1] = number_text(value)
  elseif kind == "string" then
    text[#text + 1] = ("%q"):format(value)
  elseif kind == "boolean" or kind == "nil" then
    text[#text + 1] = tostring(value)
  elseif kind == "table" then
    write_table(text, value)
  elseif kind == "userdata" then
    write_userdata(text, value)
  else
    if not text.frozen then text.complete = false end
    text[#text + 1] = identity(value)
  end
end

--- A text of a value, and whether it tells all: then equal texts mean equal values.
---@param value any
---@param frozen boolean the value is never changed, so that a function or userdata in it is known by itself
---@param mask? any this number or string is left out wherever it stands
---@return string text
---@return boolean complete
function image.text(value, frozen, mask)
  local text = { frozen = frozen, mask = mask, depth = {}, level = 0, cells = 0, complete = true }
  write(text, value)
  return table.concat(text), text.complete
end

--- A text of a move: numbers and strings in it, two tables deep. What else there is goes by its type, so
--- different texts mean different moves.
function image.move_text(move, deep)
  local kind = type(move)
  if kind == "number" then return number_text(move) end
  if kind == "string" then return ("%q"):format(move) end
  if kind == "boolean" then return tostring(move) end
  if kind ~= "table" or deep == 0 then return kind end
  local parts = {}
  for i, key in ipairs(raw.sorted_keys(move)) do
    if i > CELLS then break end
    local name = KINDS[type(key)] and tostring(key) or type(key)
    parts[i] = name .. "=" .. image.move_text(rawget(move, key), (deep or 2) - 1)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

------------------------------------------------------------------------------------------------
-- Comparison

local compare

-- false outweighs nil (nobody can tell), and nil outweighs true.
local function both(one, other)
  if one == false or other == false then return false end
  return one and other
end

local function compare_field(a, b, key, work)
  work.cells = work.cells + 1
  if work.cells > CELLS then return nil end
  local value = rawget(b, key)
  if value == nil and not KINDS[type(key)] then return nil end
  return compare(rawget(a, key), value, work)
end

local function compare_tables(a, b, work)
  if not rawequal(raw.metatable(a), raw.metatable(b)) then return nil end
  if rawequal(work.met[a], b) then return true end
  work.met[a] = b
  local verdict = true
  for key in next, a do
    verdict = both(verdict, compare_field(a, b, key, work))
    if verdict == false then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then verdict = both(verdict, compare_field(a, b, key, work)) end
    if verdict == false then return false end
  end
  return verdict
end

local function compare_userdata(a, b)
  if not raw.metamethod(a, "__eq") then return nil end
  local worked, equal = pcall(function() return a == b end)
  if worked then return equal end
end

function compare(a, b, work)
  if rawequal(a, b) or a ~= a and b ~= b then return true end
  local kind = type(a)
  if kind ~= type(b) then return false end
  if kind == "table" then return compare_tables(a, b, work) end
  if kind == "userdata" then return compare_userdata(a, b) end
  if KINDS[kind] then return a == b end
  return nil
end

--- Whether two values are equal: true, false, or nil where that cannot be told (functions, say).
function image.equal(a, b)
  return compare(a, b, { cells = 0, met = {} })
end

--- A value in a message: short, on one line.
function image.shown(value)
  if type(value) == "string" then
    return "'" .. (#value > 40 and value:sub(1, 37) .. "..." or value) .. "'"
  end
  if type(value) == "number" then return is_nan(value) and "NaN" or tostring(value) end
  if type(value) == "table" or type(value) == "userdata" or type(value) == "function" then
    return "a " .. type(value)
  end
  return tostring(value)
end

return image

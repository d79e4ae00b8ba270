-- What can be seen of a Lua value without asking its owner: texts that are equal for equal values. Everything is read
-- raw; metamethods are not called, but `__tostring` of userdata.

local image = {}

--- So many fields of tables are looked at, at most.
image.CELLS = 1000

--- The kinds of values that are known by what they are, in the order in which keys are sorted.
image.KINDS = { number = 1, string = 2, boolean = 3 }

local CELLS, KINDS = image.CELLS, image.KINDS
local EXACT = require "alphabeta.max_integer"

local integer_type = math.type or function() return "float" end
local metatable_of = debug and debug.getmetatable or getmetatable

-- A field of the metatable; nil or false if there is none.
local function metamethod(value, event)
  local metatable = metatable_of(value)
  return type(metatable) == "table" and rawget(metatable, event)
end

--- The text that a userdata gives of itself, or nil.
function image.own_text(value)
  if not metamethod(value, "__tostring") then return nil end
  local worked, text = pcall(tostring, value)
  return worked and text or nil
end

local function goes_before(a, b)
  local kind, other = KINDS[type(a)] or 4, KINDS[type(b)] or 4
  if kind ~= other then return kind < other end
  if kind <= 2 then return a < b end
  return kind == 3 and b and not a
end

--- All keys of a table: 1, 2, ... to the first hole, then the others in an order of their own.
function image.sorted_keys(list)
  local keys, others, border = {}, {}, 0
  while rawget(list, border + 1) ~= nil do
    border = border + 1
    keys[border] = border
  end
  for key in next, list do
    local counted = type(key) == "number" and key >= 1 and key <= border and key % 1 == 0
    if not counted then others[#others + 1] = key end
  end
  if #others > 1 then table.sort(others, goes_before) end
  for i, key in ipairs(others) do keys[border + i] = key end
  return keys
end

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
  if value ~= value then return "nan" end
  if integer_type(value) == "integer" then return ("%d"):format(value) end
  if value % 1 == 0 and value > -EXACT and value < EXACT then return ("%.0f"):format(value) end
  return ("%.17g"):format(value)
end

-- The text of what is known by what it is; nil of anything else.
local function plain_text(value)
  local kind = type(value)
  if kind == "number" then return number_text(value) end
  if kind == "string" then return ("%q"):format(value) end
  if kind == "boolean" or kind == "nil" then return tostring(value) end
end

local write

local function write_fields(text, list)
  for i, key in ipairs(image.sorted_keys(list)) do
    text.cells = text.cells + 1
    if text.cells > CELLS then
      text.complete = false
      return
    end
    if key ~= i then
      if not KINDS[type(key)] then text.complete = false end
      text[#text + 1] = "["
      write(text, key)
      text[#text + 1] = "]"
    end
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
  local metatable = metatable_of(list)
  text[#text + 1] = metatable and "}" .. identity(metatable) or "}"
  text.depth[list] = nil
  text.level = text.level - 1
end

function write(text, value)
  if text.mask ~= nil and value == text.mask then
    text[#text + 1] = "#"
  elseif type(value) == "table" then
    write_table(text, value)
  else
    local plain = plain_text(value)
    local own = not plain and type(value) == "userdata" and image.own_text(value)
    local known = plain or text.frozen and (type(value) ~= "userdata" or own and metamethod(value, "__eq"))
    if not known then text.complete = false end
    text[#text + 1] = plain or own or identity(value)
  end
end

--- A text of a value, and whether it is complete: then equal texts mean equal values.
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

--- A text of a move: numbers and strings in it, two tables deep. What else there is goes by its type, so different
--- texts mean different moves.
function image.move_text(move, deep)
  deep = deep or 2
  local plain = plain_text(move)
  if plain then return plain end
  if type(move) == "userdata" then return image.own_text(move) or "userdata" end
  if type(move) ~= "table" or deep == 0 then return type(move) end
  local parts = {}
  for i, key in ipairs(image.sorted_keys(move)) do
    if i > CELLS then break end
    local name = KINDS[type(key)] and tostring(key) or type(key)
    parts[i] = name .. "=" .. image.move_text(rawget(move, key), deep - 1)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- The same of several, in one text and one by one; sorted: the same in whatever order they come.
function image.list_text(moves, sorted)
  local texts = {}
  for i, move in ipairs(moves) do texts[i] = image.move_text(move) end
  if sorted then table.sort(texts) end
  return table.concat(texts, " "), texts
end

--- A value in a message: short, on one line.
function image.shown(value)
  local kind = type(value)
  if kind == "string" then return "'" .. (#value > 40 and value:sub(1, 37) .. "..." or value) .. "'" end
  if kind == "number" then return value ~= value and "NaN" or tostring(value) end
  if kind == "table" or kind == "userdata" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

return image

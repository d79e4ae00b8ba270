-- What can be seen of a Lua value without asking its owner: texts that are equal for equal values. Everything is read
-- raw; metamethods are not called, but `__tostring` of userdata.

local contents = require "alphabeta.tell.contents"

local image = {
  CELLS = contents.CELLS,
  KINDS = contents.KINDS,
  own_text = contents.own_text,
  sorted_keys = contents.sorted_keys,
}

local CELLS, KINDS = image.CELLS, image.KINDS
local MOVE_DEEP = 2

local metamethod = contents.metamethod
local metatable_of = debug and debug.getmetatable or getmetatable

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

local function number_text(value) return small[value] or contents.number_text(value) end

-- The text of what is known by what it is; nil of anything else.
local function plain_text(value)
  local kind = type(value)
  if kind == "number" then return number_text(value) end
  if kind == "string" then return ("%q"):format(value) end
  if kind == "boolean" or kind == "nil" then return tostring(value) end
end

local write

local function write_key(text, key)
  if not KINDS[type(key)] then text.complete = false end
  text[#text + 1] = "["
  write(text, key)
  text[#text + 1] = "]"
end

local function write_fields(text, list)
  for i, key in ipairs(image.sorted_keys(list)) do
    text.cells = text.cells + 1
    if text.cells > CELLS then
      text.complete = false
      return
    end
    if key ~= i then write_key(text, key) end
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

--- A text of a move, two tables deep. What else there is goes by its type, so different texts mean different moves.
function image.move_text(move) return contents.text(move, MOVE_DEEP) end

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

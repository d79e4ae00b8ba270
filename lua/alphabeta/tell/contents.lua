-- Lua values by their contents: texts that are the same in every Lua, for people to read. Everything is read raw;
-- metamethods are not called, but `__tostring` where a value may say itself what it is.

local contents = {}

--- So many fields of tables are looked at, at most.
contents.CELLS = 1000

--- The kinds of values that are known by what they are, in the order in which keys are sorted.
contents.KINDS = { number = 1, string = 2, boolean = 3 }

local CELLS, KINDS = contents.CELLS, contents.KINDS
local DEEP = 8 -- tables in one another that are shown
local EXACT = require "alphabeta.base.max_integer"

local debug = rawget(_G, "debug") -- a host may do without it, and refuse globals that there are not
local integer_type = math.type or function() return "float" end
local metatable_of = debug and debug.getmetatable or getmetatable

--- A field of the metatable; nil or false if there is none.
function contents.metamethod(value, event)
  local metatable = metatable_of(value)
  return type(metatable) == "table" and rawget(metatable, event)
end

--- The text that a value with `__tostring` gives of itself; nil if it has none.
---@return string?
function contents.own_text(value)
  if not contents.metamethod(value, "__tostring") then return nil end
  local worked, text = pcall(tostring, value)
  return worked and text or nil
end

local function goes_before(a, b)
  local kind, other = KINDS[type(a)] or 4, KINDS[type(b)] or 4
  if kind ~= other then return kind < other end
  if kind <= 2 then return a < b end
  return kind == 3 and b and not a
end

--- All keys of a table: 1, 2, ... to the first hole, then the others in an order of their own; second, how many come
--- before that hole.
function contents.sorted_keys(list)
  local keys, others, border = {}, {}, 0
  while rawget(list, border + 1) ~= nil do
    border = border + 1
    keys[border] = border
  end
  for key in next, list do
    if keys[key] == nil then others[#others + 1] = key end
  end
  if #others > 1 then table.sort(others, goes_before) end
  for i, key in ipairs(others) do keys[border + i] = key end
  return keys, border
end

--- A number, in as few digits as give it again.
function contents.number_text(value)
  if value ~= value then return "nan" end
  if value == math.huge or value == -math.huge then return value > 0 and "inf" or "-inf" end
  if integer_type(value) == "integer" then return ("%d"):format(value) end
  if value % 1 == 0 and value > -EXACT and value < EXACT then return ("%.0f"):format(value) end
  local text
  for digits = 14, 17 do
    text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then break end
  end
  return text
end

--- How many there are: "1 move", "3 moves".
---@param count number a whole one
---@param one string its name
---@param many? string default: with an s
---@return string
function contents.count_text(count, one, many)
  return ("%.0f %s"):format(count, count == 1 and one or many or one .. "s")
end

local INFINITE = { [math.huge] = "math.huge", [-math.huge] = "-math.huge" }

--- Lua source of a table with names as keys; its values are numbers, strings, booleans, and such tables.
function contents.source(fields)
  local parts = {}
  for name, value in pairs(fields) do
    local text = type(value) == "number" and (INFINITE[value] or contents.number_text(value))
      or type(value) == "string" and ("%q"):format(value) or type(value) == "table" and contents.source(value)
      or tostring(value)
    parts[#parts + 1] = name .. " = " .. text
  end
  table.sort(parts)
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local WORD = "^[A-Za-z_\128-\255][A-Za-z0-9_\128-\255-]*$"
local OTHERS = { ["true"] = true, ["false"] = true, ["nil"] = true, nan = true, inf = true }

local function escape(byte) return byte:find "%c" and ("\\%03d"):format(byte:byte()) or "\\" .. byte end

-- Words are written without quotes.
local function string_text(value)
  if value:find(WORD) and not OTHERS[value] then return value end
  return '"' .. value:gsub('[%c"\\]', escape) .. '"'
end

local PLAIN = { number = contents.number_text, string = string_text, boolean = tostring, ["nil"] = tostring }

local write

local function write_key(text, key, deep)
  if type(key) == "string" and key:find(WORD) then
    text[#text + 1] = key .. "="
  else
    text[#text + 1] = "["
    write(text, key, deep - 1)
    text[#text + 1] = "]="
  end
end

local function write_table(text, list, deep)
  local keys, border = contents.sorted_keys(list)
  local between = ""
  text[#text + 1] = "{"
  for i, key in ipairs(keys) do
    text.cells = text.cells + 1
    text[#text + 1] = between
    if text.cells > CELLS then
      text[#text + 1] = "..."
      break
    end
    if i > border then write_key(text, key, deep) end
    write(text, rawget(list, key), deep - 1)
    between = ","
  end
  text[#text + 1] = "}"
end

function write(text, value, deep)
  local plain = PLAIN[type(value)]
  local may_ask = text.asks or type(value) ~= "table"
  local known = plain and plain(value) or may_ask and contents.own_text(value)
  if known then
    text[#text + 1] = known
  elseif type(value) == "table" and deep > 0 and not text.above[value] then
    text.above[value] = true
    write_table(text, value, deep)
    text.above[value] = nil
  else
    text[#text + 1] = "<" .. type(value) .. ">"
  end
end

local function text_of(value, deep, asks)
  local text = { cells = 0, above = {}, asks = asks }
  write(text, value, deep)
  return table.concat(text)
end

--- A text of what is in a value, the shortest that can be read: `{from=3,to=7}`, `{2,5}`. Different values that are
--- made of numbers, strings, booleans and tables have different texts.
---@param value any
---@param deep integer so many tables in one another are looked into
---@return string
function contents.text(value, deep)
  local plain = PLAIN[type(value)]
  return plain and plain(value) or text_of(value, deep, false)
end

--- A value as people see it: texts and numbers as they are, of others what they say of themselves, or their contents.
---@return string
function contents.shown(value)
  local kind = type(value)
  if kind == "string" then return value end
  if kind == "number" or kind == "cdata" then return tostring(value) end
  return text_of(value, DEEP, true)
end

--- The same in a message, where texts have quotes.
---@return string
function contents.quoted(value)
  if value ~= value then return "NaN" end
  return type(value) == "string" and "'" .. value .. "'" or contents.shown(value)
end

return contents

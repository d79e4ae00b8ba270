-- Pictures of a value, to compare it with later and to turn it back to. Everything is read raw; the fields
-- nearest to the value are seen, no more than raw.CELLS.

local raw = require "alphabeta.check.raw"

local picture = {}

-- `copies` has for each table that was reached a shallow copy, `texts` what each userdata says of itself.
local Picture = {}
Picture.__index = Picture

local function fields_of(list, seen, queue)
  local copy = {}
  for key, value in next, list do
    copy[key] = value
    for _, item in ipairs { key, value } do
      local kind = type(item)
      if (kind == "table" or kind == "userdata") and not seen[item] then
        seen[item] = true
        queue[#queue + 1] = item
      end
    end
  end
  return copy
end

local function count(list)
  local fields = 0
  for _ in next, list do fields = fields + 1 end
  return fields
end

--- Takes a picture of a value as it is now, nearest fields first.
function picture.take(value)
  local taken = setmetatable({ value = value, copies = {}, texts = {} }, Picture)
  local queue, seen, at, cells = { value }, {}, 1, 0
  if type(value) == "table" then seen[value] = true end
  while at <= #queue and cells < raw.CELLS do
    local item = queue[at]
    if type(item) == "table" then
      taken.copies[item] = fields_of(item, seen, queue)
      cells = cells + count(taken.copies[item])
    elseif type(item) == "userdata" then
      taken.texts[item] = raw.own_text(item)
    end
    at = at + 1
  end
  return taken
end

local function step_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return "." .. key end
  return "[" .. (type(key) == "string" and ("%q"):format(key) or tostring(key)) .. "]"
end

local find_change

local function find_in_table(search, old, new, path)
  local copy = search.picture.copies[old]
  if not copy or rawequal(search.met[old], new) then return nil end
  search.met[old] = new
  for key in search.each(copy) do
    local now = rawget(new, key)
    if not rawequal(copy[key], now) or type(now) == "table" or type(now) == "userdata" then
      local change = find_change(search, copy[key], now, search.named and path .. step_text(key))
      if change then return change end
    end
  end
  for key in search.each(new) do
    local place = search.named and path .. step_text(key)
    if copy[key] == nil and not (place and place == search.ignored) then
      return { path = place, new = rawget(new, key) }
    end
  end
end

-- Replaced functions and threads are no change: what they do shows elsewhere.
function find_change(search, old, new, path)
  local kind = type(new)
  if kind == "table" and type(old) == "table" then return find_in_table(search, old, new, path) end
  local differs
  if kind == "userdata" and type(old) == "userdata" then
    differs = search.picture.texts[old] ~= raw.own_text(new)
  elseif kind == type(old) and not raw.KINDS[kind] then
    differs = false
  else
    differs = old ~= new and not (raw.is_nan(old) and raw.is_nan(new))
  end
  if not differs or search.named and path == search.ignored then return nil end
  return { path = path, old = old, new = new }
end

local function each_sorted(list)
  local keys, i = raw.sorted_keys(list), 0
  return function()
    i = i + 1
    return keys[i]
  end
end

local function each(list) return next, list end

--- What of the value is not as it was: nil, or `path`, `old` and `new` of one field. The value may also
--- be another one that is to be the same. `ignored`: a path that does not matter.
function Picture:change(value, ignored)
  if value == nil then value = self.value end
  local quick = { picture = self, each = each, met = {} }
  if not find_change(quick, self.value, value) then return nil end
  -- sorted, the report is the same each time
  local orderly = { picture = self, each = each_sorted, met = {}, named = true, ignored = ignored }
  return find_change(orderly, self.value, value, "state")
end

--- Turns all tables of the value back to what they were.
function Picture:restore()
  for list, copy in next, self.copies do
    for key in next, list do
      if copy[key] == nil then rawset(list, key, nil) end
    end
    for key, value in next, copy do rawset(list, key, value) end
  end
end

return picture

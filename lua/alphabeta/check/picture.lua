-- Pictures of a value, to compare it with later and to turn it back to. Everything is read raw; the fields nearest to
-- the value are seen, no more than image.CELLS unless it is said how many.

local image = require "alphabeta.check.image"

local debug = rawget(_G, "debug") -- without it metatables may be protected, and are left alone

local picture = {}

-- `copies` has for each table that was reached a shallow copy, and `metatables` its metatable; `texts` what each
-- userdata says of itself; `is_plain`: there was none.
local Picture = {}
Picture.__index = Picture

local INSIDE = { table = true, userdata = true }

local function is_inside(value) return INSIDE[type(value)] end

local function meet(item, seen, queue)
  if seen[item] then return end
  seen[item] = true
  queue[#queue + 1] = item
end

-- A copy of the fields of a table, and how many there are; what is found in them goes into the queue.
local function fields_of(list, seen, queue)
  local copy, count = {}, 0
  for key, value in next, list do
    copy[key], count = value, count + 1
    if INSIDE[type(key)] then meet(key, seen, queue) end
    if INSIDE[type(value)] then meet(value, seen, queue) end
  end
  return copy, count
end

--- Takes a picture of a value as it is now, nearest fields first, and no new tables after so many (image.CELLS).
function picture.take(value, most)
  local taken = setmetatable({ value = value, copies = {}, metatables = {}, texts = {}, is_plain = true }, Picture)
  local queue, seen, at, cells = { value }, {}, 1, 0
  if is_inside(value) then seen[value] = true end
  most = most or image.CELLS
  while at <= #queue and cells < most do
    local item, count = queue[at], 0
    if type(item) == "table" then
      taken.copies[item], count = fields_of(item, seen, queue)
      taken.metatables[item] = debug and debug.getmetatable(item)
    elseif type(item) == "userdata" then
      taken.texts[item], taken.is_plain = image.own_text(item), false
    end
    at, cells = at + 1, cells + count
  end
  return taken
end

local function step_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return "." .. key end
  return "[" .. (type(key) == "string" and ("%q"):format(key) or tostring(key)) .. "]"
end

local find_changes

-- Has this pair been met, or so many that it need not be looked at? (Where tables refer to each other in circles, there
-- are more pairs of them than tables by far.)
local function is_known(search, old, new)
  local partners = search.met[old] or {}
  if partners[new] or search.pairs == image.CELLS then return true end
  search.met[old], partners[new], search.pairs = partners, true, search.pairs + 1
  return false
end

local function find_in_table(search, old, new, path)
  local copy = search.picture.copies[old]
  if not copy or is_known(search, old, new) then return end
  for key in next, copy do
    local now = rawget(new, key)
    if not rawequal(copy[key], now) or is_inside(now) then
      find_changes(search, copy[key], now, path .. step_text(key))
    end
  end
  for key in next, new do
    if copy[key] == nil then find_changes(search, nil, rawget(new, key), path .. step_text(key)) end
  end
end

-- Replaced functions and threads are no change: what they do shows elsewhere.
function find_changes(search, old, new, path)
  local kind, differs = type(new), nil
  if kind == "table" and type(old) == "table" then return find_in_table(search, old, new, path) end
  if kind == "userdata" and type(old) == "userdata" then
    differs = search.picture.texts[old] ~= image.own_text(new)
  elseif kind ~= type(old) or image.KINDS[kind] then
    differs = old ~= new and not (old ~= old and new ~= new)
  end
  if differs then search[#search + 1] = { path = path, old = old, new = new } end
end

local function changes_of(taken, value)
  local search = { picture = taken, met = {}, pairs = 0 }
  find_changes(search, taken.value, value, "state")
  return search
end

-- Is every field of every table what it was? Most often it is, and then no changes need be sought from the value on.
local function is_untouched(taken)
  for list, copy in next, taken.copies do
    for key, value in next, copy do
      if not rawequal(value, rawget(list, key)) then return false end
    end
    for key in next, list do
      if copy[key] == nil then return false end
    end
  end
  return taken.is_plain
end

--- What of the value is not as it was: nil, or `path`, `old` and `new` of one field; and the same of a second one.
--- The value may also be another one that is to be the same.
function Picture:change(value)
  if (value == nil or rawequal(value, self.value)) and is_untouched(self) then return nil end
  local search = changes_of(self, value == nil and self.value or value)
  if #search > 1 then table.sort(search, function(a, b) return a.path < b.path end) end -- the same each time
  return search[1], search[2]
end

--- How many fields of another value, or of this one as it is now, are not as they were.
function Picture:distance(value) return #changes_of(self, value) end

--- Turns all tables of the value back to what they were; a metatable that is another one now is no change, but is
--- turned back, too.
function Picture:restore()
  for list, copy in next, self.copies do
    for key in next, list do
      if copy[key] == nil then rawset(list, key, nil) end
    end
    for key, value in next, copy do rawset(list, key, value) end
    local metatable = self.metatables[list]
    if debug and not rawequal(debug.getmetatable(list), metatable) then debug.setmetatable(list, metatable) end
  end
end

return picture

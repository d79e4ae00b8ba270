-- Reading values raw: without metamethods, but `__tostring` of userdata.

local raw = {}

--- So many fields of tables are looked at, at most.
raw.CELLS = 1000

--- The kinds of values that are known by what they are, in the order in which keys are sorted.
raw.KINDS = { number = 1, string = 2, boolean = 3 }

local KINDS = raw.KINDS

--- The metatable itself, where the debug library is at hand.
raw.metatable = debug and debug.getmetatable or getmetatable

--- A field of the metatable; nil or false if there is none.
function raw.metamethod(value, event)
  local metatable = raw.metatable(value)
  return type(metatable) == "table" and rawget(metatable, event)
end

--- The text that a userdata gives of itself, or nil.
function raw.own_text(value)
  if not raw.metamethod(value, "__tostring") then return nil end
  local worked, text = pcall(tostring, value)
  return worked and text or nil
end

function raw.is_nan(value) return value ~= value end

local function goes_before(a, b)
  local kind, other = KINDS[type(a)] or 4, KINDS[type(b)] or 4
  if kind ~= other then return kind < other end
  if kind <= 2 then return a < b end
  return kind == 3 and b and not a
end

--- The keys of a table but 1 to `border`, in an order of their own.
function raw.other_keys(list, border)
  local keys = {}
  for key in next, list do
    local counted = type(key) == "number" and key >= 1 and key <= border and key % 1 == 0
    if not counted then keys[#keys + 1] = key end
  end
  if #keys > 1 then table.sort(keys, goes_before) end
  return keys
end

-- How many fields stand at 1, 2, ... before the first hole.
local function border_of(list)
  local border = 0
  while rawget(list, border + 1) ~= nil do border = border + 1 end
  return border
end

--- All keys of a table: 1, 2, ... to the first hole, then the others in an order of their own.
function raw.sorted_keys(list)
  local keys, border = {}, border_of(list)
  for key = 1, border do keys[key] = key end
  for _, key in ipairs(raw.other_keys(list, border)) do keys[#keys + 1] = key end
  return keys
end

return raw

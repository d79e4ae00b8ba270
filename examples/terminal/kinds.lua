-- Words that people enter, as values; or nil and what is wrong.

local kinds = {}

--- A function that reads integers in a range.
function kinds.integer(from, to)
  return function(word)
    local number = word:find "^%d+$" and math.tointeger(tonumber(word))
    if number and number >= from and number <= to then return number end
    return nil, ("'%s' is not an integer from %d to %d"):format(word, from, to)
  end
end

--- A function that reads finite numbers above 0.
---@param what string what they are called
function kinds.positive(what)
  return function(word)
    local number = tonumber(word)
    if number and number > 0 and number < math.huge then return number end
    return nil, ("'%s' is not a %s above 0"):format(word, what)
  end
end

--- A time.
kinds.seconds = kinds.positive "number of seconds"

local CONSTANTS = { ["true"] = true, ["false"] = false }

--- NAME=VALUE as { name =, value = }, where a value may be a number, true, false or a text.
function kinds.setting(word)
  local name, value = word:match "^([%w_]+)=(.*)$"
  if not name then return nil, ("'%s' is not NAME=VALUE"):format(word) end
  if CONSTANTS[value] ~= nil then return { name = name, value = CONSTANTS[value] } end
  return { name = name, value = math.tointeger(value) or tonumber(value) or value }
end

return kinds

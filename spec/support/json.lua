-- A strict reader of JSON, for the specs: raises what is wrong, and where.

local json = {}

local ESCAPES = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}
local NAMES = { ["true"] = true, ["false"] = false }

local function fail(text, at, expected)
  error(("%s expected at byte %d, got %q"):format(expected, at, text:sub(at, at + 20)), 0)
end

local function skip(text, at)
  return text:find("[^ \n\r\t]", at) or #text + 1
end

local function read_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local plain = text:match('^[^"\\%c]*', at)
    at = at + #plain
    parts[#parts + 1] = plain
    local code, name = text:match("^\\u(%x%x%x%x)", at), text:match("^\\(.)", at)
    if text:sub(at, at) == '"' then return table.concat(parts), at + 1 end
    if not code and not ESCAPES[name] then fail(text, at, "end of a string") end
    parts[#parts + 1] = code and utf8.char(tonumber(code, 16)) or ESCAPES[name]
    at = at + (code and 6 or 2)
  end
end

local read

-- What stands between two brackets, each entry read by `entry`.
local function read_list(text, at, closing, entry)
  at = skip(text, at + 1)
  if text:sub(at, at) == closing then return at + 1 end
  while true do
    at = skip(text, entry(at))
    local sign = text:sub(at, at)
    if sign == closing then return at + 1 end
    if sign ~= "," then fail(text, at, "',' or '" .. closing .. "'") end
    at = skip(text, at + 1)
  end
end

function read(text, at)
  local sign, value = text:sub(at, at), {}
  if sign == '"' then return read_string(text, at) end
  if sign == "[" then
    return value, read_list(text, at, "]", function(from)
      value[#value + 1], from = read(text, from)
      return from
    end)
  elseif sign == "{" then
    return value, read_list(text, at, "}", function(from)
      if text:sub(from, from) ~= '"' then fail(text, from, "name") end
      local name
      name, from = read_string(text, from)
      from = skip(text, from)
      if text:sub(from, from) ~= ":" then fail(text, from, "':'") end
      value[name], from = read(text, skip(text, from + 1))
      return from
    end)
  end
  local word = text:match("^%l+", at)
  if NAMES[word] ~= nil then return NAMES[word], at + #word end
  local number = text:match("^-?%d+", at) or fail(text, at, "value")
  return tonumber(number), at + #number
end

--- The value of a text in JSON: objects, lists, strings, whole numbers, true and false.
function json.read(text)
  local value, at = read(text, skip(text, 1))
  at = skip(text, at)
  if at <= #text then fail(text, at, "end") end
  return value
end

return json

-- Arguments, and tables of options, which are checked by rows: a kind of value for each name.

local max_integer = require "alphabeta.base.max_integer"

local options = {}

---@class alphabeta.options.Kind
---@field expected string what the message says
---@field fits fun(value: any): boolean
---@field goes_with? string the option without which it has no meaning

--- A value as a message shows it.
function options.shown(value)
  if type(value) == "string" then return "'" .. value .. "'" end
  if type(value) == "number" then return value ~= value and "NaN" or tostring(value) end
  return type(value)
end

--- Whether a value can be called like a function.
function options.is_callable(value)
  local meta = getmetatable(value)
  return type(value) == "function" or type(meta) == "table" and type(meta.__call) == "function"
end

--- Raises an error at the line of a method's caller, unless it was called on what has this metatable: with a dot it is
--- not.
---@param what string what is expected
function options.check_self(self, meta, name, what)
  if getmetatable(self) ~= meta then
    error(options.bad_argument(name, 1, ("%s expected, got %s"):format(what, options.shown(self))), 3)
  end
end

-- The compiler of older LuaJITs takes a file's metatable for the file, and crashes. (rawget: a host may refuse globals
-- that there are not.)
local jit = rawget(_G, "jit")
for _, f in ipairs(jit and { options.is_callable, options.check_self } or {}) do jit.off(f) end

local DIVISIBLE = { "integer", "even integer" }

--- Whether a value is a whole number between two others, these included.
function options.is_integer(value, low, high)
  return type(value) == "number" and value % 1 == 0 and value >= low and value <= high
end

---@return alphabeta.options.Kind
function options.integer(low, high, divisor)
  divisor = divisor or 1
  return {
    expected = ("%s from %.0f to %.0f"):format(DIVISIBLE[divisor] or "multiple of " .. divisor, low, high),
    fits = function(value) return options.is_integer(value, low, high) and value % divisor == 0 end,
  }
end

--- A number between two others.
---@return alphabeta.options.Kind
function options.between(low, high)
  return {
    expected = ("number between %g and %g"):format(low, high),
    fits = function(value) return type(value) == "number" and value > low and value < high end,
  }
end

options.seed = options.integer(0, max_integer)
options.seconds = {
  expected = "number of seconds, 0 or more,",
  fits = function(value) return type(value) == "number" and value >= 0 end,
}

local function of_type(name)
  return { expected = name, fits = function(value) return type(value) == name end }
end

options.boolean, options.string, options.table = of_type "boolean", of_type "string", of_type "table"
options.callback = { expected = "function", fits = options.is_callable }
options.list = {
  expected = "list that is not empty",
  fits = function(value) return type(value) == "table" and #value > 0 end,
}

-- What a message calls the key of a table.
local function key_shown(key)
  local kind = type(key)
  return (kind == "string" or kind == "number") and tostring(key) or kind
end

--- What is wrong with a table of options; nil: nothing.
---@param rows table<string, alphabeta.options.Kind>
---@return string?
function options.flaw(given, rows)
  if given == nil then return nil end
  if type(given) ~= "table" then return ("table expected, got %s"):format(type(given)) end
  for name, value in pairs(given) do
    local row = rows[name]
    if not row then return ("unknown option '%s'"):format(key_shown(name)) end
    if not row.fits(value) then
      return ("option '%s': %s expected, got %s"):format(name, row.expected, options.shown(value))
    end
  end
  for name in pairs(given) do
    local partner = rows[name].goes_with
    if partner and given[partner] == nil then
      return ("option '%s' needs option '%s'"):format(name, partner)
    end
  end
end

--- The message of a wrong argument.
---@param message string? nil gives nil
function options.bad_argument(caller, argument, message)
  return message and ("bad argument #%d to '%s' (%s)"):format(argument, caller, message)
end

--- What is wrong with what a game of so many players has returned as their payoffs, in the words of a search; nil:
--- nothing.
---@return string?
function options.flaw_of_payoffs(payoffs, players)
  local kind, is_right = type(payoffs), true
  if kind == "table" and #payoffs ~= players then
    return ("a list of %d (%d numbers expected, one for each player)"):format(#payoffs, players)
  end
  for player = 1, kind == "table" and players or 0 do
    local payoff = payoffs[player]
    is_right = is_right and type(payoff) == "number" and payoff - payoff == 0
  end
  if kind == "table" and is_right then return nil end
  local got = (kind == "number" or kind == "nil") and options.shown(payoffs) or "a " .. kind
  return got .. " (list of a finite number for each player expected)"
end

--- A list or a table of options of one's own: the same fields, but this one.
function options.copy(fields, left_out)
  local copied = {}
  for name, value in pairs(fields or {}) do
    if name ~= left_out then copied[name] = value end
  end
  return copied
end

-- Errors are raised at the line of whoever has called the function that checks its arguments.

--- Raises an error if a table of options does not fit its rows.
function options.check(caller, argument, given, rows)
  local flaw = options.flaw(given, rows)
  if flaw then error(options.bad_argument(caller, argument, flaw), 3) end
end

--- Raises an error if an argument is not of a type; `expected` is what it is called, if that is not its name.
function options.check_type(caller, argument, value, name, expected)
  if type(value) == name then return end
  error(options.bad_argument(caller, argument, ("%s expected, got %s"):format(expected or name, type(value))), 3)
end

return options

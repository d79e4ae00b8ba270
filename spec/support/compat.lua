-- The specs run on every Lua from 5.1 on: what not all of these have, and what is known of the one at work.

local compat = {}

compat.unpack = table.unpack or unpack

compat.pack = table.pack or function(...) return { n = select("#", ...), ... } end

--- Integers of 64 bits are a kind of their own.
compat.has_integers = math.type ~= nil

--- Variables can be to be closed, and coroutines be closed.
compat.has_close = coroutine.close ~= nil

--- A callback can yield through C. (LuaJIT has the function and yet cannot.)
compat.has_yields = coroutine.isyieldable ~= nil and not jit

--- What arrives where nil is raised.
compat.raised_nil = select(2, pcall(error, nil))

--- A running coroutine can close itself.
compat.closes_itself = coroutine.close ~= nil and coroutine.wrap(function()
  local refused = not pcall(coroutine.close, coroutine.running())
  return refused
end)() == nil

--- Kilobytes that a compiler may take meanwhile for the code that it makes.
compat.compiler_memory = jit and 20 or 0

--- A pattern of the error where something cannot yield.
compat.no_yield = "attempt to yield across .*C%-call boundary"

--- As math.type. Where Lua has no integers, every whole number passes for one.
compat.type = math.type or function(value)
  if type(value) ~= "number" then return nil end
  return value % 1 == 0 and "integer" or "float"
end

--- The smallest and the largest integer.
compat.least = math.mininteger or -2 ^ 53
compat.most = math.maxinteger or 2 ^ 53

--- A whole number as an integer, or nil.
function compat.integer(value)
  if math.tointeger then return math.tointeger(tonumber(value)) end
  value = tonumber(value)
  return value and value % 1 == 0 and value or nil
end

--- A string or a number as Lua writes it.
function compat.quoted(value)
  if type(value) == "number" and not math.type then return ("%.17g"):format(value) end
  return ("%q"):format(value)
end

--- A new list of the same items; of the first `count` ones, if some are nil.
function compat.copy(list, count)
  local copy = {}
  for i = 1, count or #list do copy[i] = list[i] end
  return copy
end

--- pcall, in a coroutine of its own: the body of one must be a function in Lua before 5.2.
function compat.elsewhere(...)
  return coroutine.wrap(function(...) return pcall(...) end)(...)
end

local has_parameters = pcall(collectgarbage, "param", "pause") -- Lua 5.5

local function set(name, value)
  if has_parameters then return collectgarbage("param", name, value) end
  return collectgarbage("set" .. name, value)
end

--- Sets for how long the collector pauses, and how much it does at a time, in percent. Returns a function that sets
--- both back.
function compat.set_collector(pause, step)
  local pause_before, step_before = set("pause", pause), set("stepmul", step)
  return function()
    set("pause", pause_before)
    set("stepmul", step_before)
  end
end

--- A function is called when the collector finds something that nobody has.
function compat.when_collected(call)
  if newproxy then
    getmetatable(newproxy(true)).__gc = call -- tables have no finalizers in Lua 5.1
  else
    setmetatable({}, { __gc = call })
  end
end

return compat

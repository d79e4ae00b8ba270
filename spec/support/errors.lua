-- Errors that are raised where a function is called.

local errors = {}

--- The message of the error that a call raises at the line where it is made, without that line.
function errors.of(call, ...)
  local here = debug.getinfo(1, "Sl")
  local ok, message = pcall(function(...) call(...) return true end, ...)
  local prefix = ("%s:%d: "):format(here.short_src, here.currentline + 1)
  assert(not ok, "no error was raised")
  assert(message:sub(1, #prefix) == prefix, message)
  return message:sub(#prefix + 1)
end

--- Asserts that a function gives nil and a message.
---@param read fun(given: any): any?, string?
---@param cases table<string, any> what it is given, by the message
function errors.refuses(read, cases)
  for message, given in pairs(cases) do
    local value, told = read(given)
    assert(value == nil and told == message, ("'%s' expected, got '%s'"):format(message, told))
  end
end

return errors

-- Calls of functions that nobody vouches for: they may raise, or never come back.

local guard = {}

local INSTRUCTIONS = 10000 -- of the Lua machine between two looks at the clock

--- What a call raises that takes too long.
guard.late = setmetatable({}, { __tostring = function() return "it did not come back" end })

-- `limit`, seconds; `number` of the call under way (0: none), `total` of calls so far; `seen`: the call that
-- was under way when the clock was last looked at, and `since` when.
local Guard = {}
Guard.__index = Guard

--- A guard for calls that may take `limit` seconds each.
function guard.new(limit)
  return setmetatable({ limit = limit, number = 0, total = 0, seen = 0, since = 0 }, Guard)
end

local function ended(self, ...)
  self.number = 0
  return ...
end

--- pcall within the time limit, which holds inside Guard:watch.
function Guard:call(f, ...)
  self.total = self.total + 1
  self.number = self.total
  return ended(self, pcall(f, ...))
end

function Guard:look_at_clock()
  if self.number == 0 then return end
  if self.number ~= self.seen then
    self.seen, self.since = self.number, os.clock()
  elseif os.clock() - self.since > self.limit then
    error(guard.late, 0)
  end
end

--- Runs a function during which calls are watched. Where a hook is set already (by a debugger, or by a
--- host with a time limit of its own) that one stays, and where the debug library is kept from us there
--- is none: calls are not stopped then.
function Guard:watch(f)
  if not (debug and debug.sethook and debug.gethook) or debug.gethook() then return f() end
  debug.sethook(function() self:look_at_clock() end, "", INSTRUCTIONS)
  local worked, message = pcall(f)
  debug.sethook()
  if not worked then error(message, 0) end
end

return guard

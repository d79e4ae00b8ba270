-- Who runs what others have to wait for: a coroutine, which may be killed before that has come to its end.

local AtWork = {}

local META = { __index = AtWork, __mode = "v" }

--- Notes that the coroutine that calls runs it.
function AtWork:begin() self[1] = coroutine.running() or true end

--- Notes that it has come to its end.
function AtWork:finish() self[1] = nil end

--- Does it run? Not if the coroutine was closed, or collected.
---@return boolean
function AtWork:is_on()
  local running = self[1]
  return running == true or running ~= nil and coroutine.status(running) ~= "dead"
end

return function() return setmetatable({}, META) end

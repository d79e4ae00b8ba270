-- A callback that fails, or yields, at one call after the other: whoever steps on comes to the same end.

local compat = require "spec.support.compat"

--- Every `stride`-th call of the callback `name`, each in a run of its own, first raises an error and then yields.
---@param name string
---@param stride integer
---@param make fun(): table, any a game, whose fields may be changed, and a state
---@param start fun(game: table, state: any): table what is stepped
---@param check fun(worker: table, where: string, state: any) called at the end of each run
---@param no_errors? boolean it only yields: half a move cannot be put right
return function(name, stride, make, start, check, no_errors)
  local strikes = { not no_errors and error or nil, compat.has_yields and coroutine.yield or nil }
  for _, strike in pairs(strikes) do
    local k, is_struck = 0
    repeat
      k, is_struck = k + stride, false
      local game, state = make()
      local callback, calls = game[name], 0
      game[name] = function(...)
        calls = calls + 1
        if calls == k then
          is_struck = true
          strike "struck"
        end
        return callback(...)
      end
      local worker = start(game, state)
      local stepping = coroutine.wrap(function() pcall(worker.step, worker) end)
      stepping()
      if strike == coroutine.yield and is_struck then stepping() end
      repeat until worker:step()
      game[name] = callback
      check(worker, ("call %d of %s"):format(k, name), state)
    until not is_struck
  end
end

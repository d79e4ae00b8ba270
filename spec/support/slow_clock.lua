-- A clock that runs by what is done: each look at it takes a millisecond. So the same work is done in the same time, on
-- any machine.

--- Runs a function by that clock.
return function(f)
  local clock, ticks = os.clock, 0
  rawset(os, "clock", function()
    ticks = ticks + 1
    return ticks / 1000
  end)
  local worked, message = pcall(f)
  rawset(os, "clock", clock)
  assert(worked, message)
end

-- A clock on the wall, which plain Lua has not (os.clock is the processor's, and stands while
-- others have it): a search knows how long it has been at work, also while a callback of it runs.

local alphabeta = require "alphabeta"

local wall = {}

--- Call `work(now)`, where `now()` gives seconds.
function wall.run(work)
  local clock
  local function now() return clock:result().time end
  clock = alphabeta.start({
    moves = function() end,
    play = function() end,
    evaluate = function()
      work(now)
      return 0
    end,
  }, true, { depth = 0 })
  clock:step()
end

return wall

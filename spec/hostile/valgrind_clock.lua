-- For busted, under valgrind: there all takes some twenty times as long. So that what a limit of time allows stays what
-- the specs expect of it, their clock goes so much slower. (The core has its own.)

require "spec.support.globals"

local SLOWER = 20

local clock = os.clock
rawset(os, "clock", function() return clock() / SLOWER end)

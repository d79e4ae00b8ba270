-- busted looks for every global that a spec names in all the `describe`s around it, which can take longer than the rest
-- of a loop. What neither these nor specs themselves put another value in the place of is found at once.

local busted = require "busted"
local getfenv = require "busted.compatibility".getfenv

local FIXED = "assert error getmetatable ipairs math pcall rawequal rawget select setmetatable string table tonumber "
  .. "tostring type"

busted.subscribe({ "file", "start" }, function(file)
  local chunk = getmetatable(file.run) -- what is called like a function, as busted sees it
  local environment = getfenv(chunk and chunk.__call or file.run)
  for name in FIXED:gmatch "%S+" do rawset(environment, name, environment[name]) end
  return nil, true -- whoever else has subscribed is told, too
end)

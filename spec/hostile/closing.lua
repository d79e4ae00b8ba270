-- Finalizers that run as the state is closed start threads, and share tables: one is older than the library, and runs
-- after the library's own. What they have begun is to be over with the state: sanitizers see whether it is. Prints what
-- came of each. It is a program of its own, because it closes its state.

local function begin_much(name)
  local alphabeta = require "alphabeta"
  local game = require("alphabeta.games.synthetic").new { seed = 3, breadth = 30, depth = 60 }
  local options = { algorithm = "mcts", playouts = 1000000, threads = 3 }
  local over = alphabeta.start(game, game.initial(), options):step { nodes = 3000 }
  local shared, message = pcall(alphabeta.table, { shared = true, bytes = 2 ^ 20 })
  print(name, over, shared or message)
end

-- Called when nobody has what is returned any more, at the latest with the end of the state.
local function at_the_end(call)
  if not newproxy then return setmetatable({}, { __gc = call }) end
  local proxy = newproxy(true)
  getmetatable(proxy).__gc = call
  return proxy
end

local kept = { at_the_end(function() begin_much "older" end) }
require "alphabeta"
require "alphabeta.games.synthetic"
kept[2] = at_the_end(function() begin_much "younger" end)
_G.kept = kept

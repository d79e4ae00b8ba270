-- Tables and trees whose large blocks are no userdata, for spec/hostile/memory.c: they grow, are let go, and take what
-- waits, while memory may run out anywhere in `work`.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.games.connect4"

local root = connect4.initial()
local left -- the search that an error has left

local function step(search, is_retried)
  local fine, message
  repeat fine, message = pcall(search.step, search, { nodes = 1000 }) until fine or not is_retried
  if not fine then error(message, 0) end
end

local function fill(bytes, is_retried)
  left = alphabeta.start(connect4, root, { depth = 42, table = alphabeta.table { bytes = bytes } })
  for _ = 1, 8 do step(left, is_retried) end
  left = nil
end

local function play_out(is_retried)
  left = alphabeta.start(connect4, root, { algorithm = "mcts", playouts = 10000, playout_depth = 1 })
  for _ = 1, 16 do step(left, is_retried) end
  left = nil
end

local function work(is_retried)
  fill(2 ^ 18, is_retried)
  collectgarbage()
  play_out(is_retried)
  collectgarbage()
  fill(2 ^ 17, is_retried)
end

local function check()
  if left then left:step { nodes = 20000 } end
  collectgarbage()
  assert(alphabeta.search(connect4, root, { depth = 5, table = alphabeta.table { bytes = 2 ^ 18 } }).move)
end

return work, check

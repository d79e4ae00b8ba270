-- The search in Lua alone over games in Lua: prints the same lines wherever it runs.

local pure = require "alphabeta.pure"

local function values(list)
  local texts = {}
  for i, entry in ipairs(list) do texts[i] = ("%s:%g"):format(tostring(entry.move), entry.value) end
  return table.concat(texts, " ")
end

for _, row in ipairs { { "tictactoe", 9 }, { "connect4", 5 }, { "kalah", 5 }, { "othello", 3 } } do
  local name, depth = row[1], row[2]
  local game = require("alphabeta.twins." .. name)
  for _, options in ipairs { { depth = depth }, { depth = depth, table = false }, { depth = depth - 1, all = true } } do
    local search, steps = pure.start(game, game.initial(), options), 0
    repeat steps = steps + 1 until search:step { nodes = 300 }
    local result = search:result()
    print(("%s %s %g %d"):format(name, tostring(result.move), result.value, result.depth), values(result.moves or {}),
      options.table == false and ("%d %d"):format(result.nodes, steps) or "")
  end
end

-- An error in a callback, and what a caller is told.
local heap = { width = 3, evaluate = function() return 0 end }
local fails = 3
function heap.play(counters, take)
  fails = fails - 1
  if fails == 0 then error({ "mine" }) end
  if take <= counters then return counters - take, take == counters and -1 or nil end
end
local search = pure.start(heap, 11)
local _, problem = pcall(search.step, search)
print(problem[1], search:step(), search:result().move, search:result().pv[1])
for _, options in ipairs { { depht = 1 }, { depth = 0.5 }, { choose = "best" } } do
  print((select(2, pcall(pure.search, heap, 11, options)):gsub("^.-: ?bad", "bad")))
end

-- Callbacks may yield, and a player chooses at random by its seed.
local slow = setmetatable({ evaluate = function()
  coroutine.yield()
  return 0
end }, { __index = heap })
local run, yields = coroutine.wrap(function() return pure.search(slow, 21, { depth = 3 }).move end), 0
local move
repeat
  yields = yields + 1
  move = run()
until move
print(move, yields, pure.player { seed = 7 }(4, heap) <= 3, pure.search(heap, 21, { time = 0 }).stopped)

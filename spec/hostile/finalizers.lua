-- A finalizer that clears a table and lets another game use it while a search is at work with it: at every moment
-- at which Lua may run one, and while the table grows. Prints how many searches had a wrong value.
-- It is a program of its own, because it collects all garbage at every allocation.

local alphabeta = require "alphabeta.core"

local function sum(line)
  local value = 0
  for i = 1, #line do value = (value * 31 + line:byte(i)) % 97 end
  return value
end

local function game(evaluate)
  return {
    moves = function() return { "a", "b", "c" } end,
    play = function(line, move) return line .. move end,
    evaluate = evaluate,
    key = function(line) return line end,
  }
end

local ours = game(sum)
local theirs = game(function() return -1000 end)

-- Finalizers follow each other. The first one for whose number and table `is_time` takes the table away.
local function arm(is_time, options)
  local calls, over = 0, false
  local function again()
    setmetatable({}, { __gc = function()
      if over then return end
      calls = calls + 1
      if not is_time(calls, options.table:stats()) then return again() end
      over = true
      collectgarbage "stop"
      options.table:clear()
      pcall(alphabeta.search, theirs, "", options)
    end })
  end
  again()
  return function()
    local taken = over
    over = true
    return taken
  end
end

local function search(depth, counted, is_time)
  local options = { depth = depth, table = alphabeta.table { counted = counted }, deepening = false,
    algorithm = "alphabeta" }
  local wanted = alphabeta.search(ours, "", { depth = depth, table = false }).value
  local disarm = arm(is_time, options)
  collectgarbage("incremental", 1, 1000, 1)
  collectgarbage "restart"
  local worked, result = pcall(alphabeta.search, ours, "", options)
  collectgarbage "restart"
  collectgarbage("incremental", 200, 100, 13)
  if not worked then
    assert(result:find "belongs to another game", result)
    return disarm(), 0
  end
  return disarm(), result.value == wanted and 0 or 1
end

local wrong = 0
for at = 1, 120 do
  local taken, one = search(6, at % 2 == 0, function(calls) return calls == at end)
  assert(taken)
  wrong = wrong + one
end
for depth = 7, 9 do
  local taken, one = search(depth, true, function(_, stats) return stats.bytes == stats.limit end) -- it asks for memory
  assert(taken)
  wrong = wrong + one
end
print(wrong .. " wrong")

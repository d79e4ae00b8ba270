-- What it costs to search in slices, how far a search overruns its `time`, and what the growth of a table does to both.
--
--   lua bench/slices.lua [--once NAME]
--
-- Slices: instructions as valgrind counts them, against the same search in one go (less what it takes
-- to start: a search of one position). Time is in the noise here. Without valgrind that is left out:
-- sh run.sh need valgrind.

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local wall = require "wall"
local native = require "alphabeta.games.connect4"
local othello = require "alphabeta.games.othello"
local connect4 = require "games.connect4" { 1, 2, 3, 4, 5, 6, 7 }
local kalah = require "games.kalah"

local function sliced(game, initial, depth, nodes)
  return function()
    local limits = { nodes = nodes }
    local search = alphabeta.start(game, initial(), { depth = depth, algorithm = "alphabeta", table = false })
    repeat until search:step(limits)
    return search:result().nodes
  end
end

-- A game, and the slices that are common in it.
local WORK = {
  { name = "connect4-native", title = "Connect Four in C, depth 10", game = native, initial = native.initial,
    depth = 10, nodes = 1000, goal = 1.01 },
  { name = "kalah-in-place", title = "Kalah in Lua, in place, depth 8", game = kalah.in_place,
    initial = kalah.initial, depth = 8, nodes = 100, goal = 1.02 },
  { name = "connect4-in-place", title = "Connect Four in Lua, in place, depth 8", game = connect4.in_place,
    initial = connect4.initial, depth = 8, nodes = 100, goal = 1.02 },
}

-- Three runs of each: nothing but the start, in one go, in slices.
local RUNS = {}
for _, work in ipairs(WORK) do
  RUNS[work.name .. "-start"] = sliced(work.game, work.initial, 0)
  RUNS[work.name .. "-whole"] = sliced(work.game, work.initial, work.depth)
  RUNS[work.name .. "-slices"] = sliced(work.game, work.initial, work.depth, work.nodes)
end

local function instructions_of(name)
  local command = ("valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' '%s' --once '%s' 2>&1"):format(
    arg[-1], arg[0], name)
  local output = assert(io.popen(command))
  local count = tonumber(output:read("a"):match("Collected : (%d+)"))
  output:close()
  return count
end

local function compare(work)
  local start = instructions_of(work.name .. "-start")
  local whole = instructions_of(work.name .. "-whole") - start
  local slices = instructions_of(work.name .. "-slices") - start
  local nodes = RUNS[work.name .. "-whole"]()
  print(("  %-40s %8d nodes %6.0f instructions each; slices of %4d: %.3f of that (goal %.2f), a step %5.0f")
    :format(work.title, nodes, whole / nodes, work.nodes, slices / whole, work.goal,
      (slices - whole) / (nodes / work.nodes)))
  return nodes
end

-- How much longer than asked searches of 1 to 4 ms take, in ms at some percentiles; of those that had their processor
-- all the time, which is when the wall and the processor's clock agree.
local DISTURBED = 30e-6

local function overshoot(title, game, initial, now)
  local over = {}
  for i = 1, 1000 do
    local time = 1e-3 + 3e-3 * (i * 0.6180339887 % 1)
    local cpu, began = os.clock(), now()
    if game then
      alphabeta.search(game, initial, { time = time, table = false, depth = 40 })
    else
      repeat until now() >= began + time
    end
    local took = now() - began
    if took - (os.clock() - cpu) < DISTURBED then over[#over + 1] = 1e3 * (took - time) end
  end
  print(("  %-40s %4d undisturbed, 50 %%: %.3f, 95 %%: %.3f, 99 %%: %.3f"):format(title, #over,
    measure.percentile(over, 0.5), measure.percentile(over, 0.95), measure.percentile(over, 0.99)))
end

-- The table grows within steps: how far does that make them overrun, and what does it cost a search against a table
-- that has grown before, and was cleared?
local STEPS, STEP = 500, 4e-3

local function growing(megabytes, now)
  local known, over = alphabeta.table { bytes = megabytes * 2^20 }, {}
  local search = alphabeta.start(native, native.initial(), { depth = 40, table = known })
  for _ = 1, STEPS do
    local cpu, began = os.clock(), now()
    search:step { time = STEP }
    local took = now() - began
    if took - (os.clock() - cpu) < DISTURBED then over[#over + 1] = 1e3 * (took - STEP) end
  end
  print(("  %-40s %4d undisturbed, 50 %%: %.3f, 99 %%: %.3f, longest: %.3f"):format(
    ("%.0f of %d MB in use after %d steps"):format(known:stats().bytes / 2^20, megabytes, STEPS), #over,
    measure.percentile(over, 0.5), measure.percentile(over, 0.99), measure.percentile(over, 1)))
end

local function growth(depth)
  local known, nodes
  local function run()
    nodes = alphabeta.search(native, native.initial(), { depth = depth, table = known }).nodes
  end
  local function fresh()
    known = alphabeta.table { bytes = 64 * 2^20 }
    run()
  end
  local function grown()
    known:clear()
    run()
  end
  local competitors = { { run = fresh }, { run = grown } }
  fresh()
  measure.rounds(competitors, 0.2, 9, 25)
  print(("  %-40s %8d nodes: %.2f times as long as with a table that has grown"):format(
    ("Connect Four in C, depth %d"):format(depth), nodes, measure.ratio(competitors[1], competitors[2])))
  return nodes
end

if arg[1] == "--once" then
  RUNS[arg[2]]()
  return
end

local sum = 0
if os.execute("command -v valgrind >/dev/null") then
  print("slices: instructions")
  for _, work in ipairs(WORK) do sum = sum + compare(work) end
else
  print("slices: left out (sh run.sh need valgrind)")
end
print("overshoot of `time`, 1 to 4 ms, 1000 searches without a table, in ms")
wall.run(function(now)
  overshoot("a loop that only looks at the clock", nil, nil, now)
  overshoot("Connect Four in C", native, native.initial(), now)
  overshoot("Othello in C", othello, othello.initial(), now)
  overshoot("Kalah in Lua", kalah.lean, kalah.initial(), now)
  print(("growth of the table: overshoot of steps of %.0f ms, in ms"):format(1e3 * STEP))
  growing(16, now)
  growing(256, now)
end)
print("growth of the table: time of a search")
for _, depth in ipairs { 10, 14 } do sum = sum + growth(depth) end
print("signature: " .. sum)

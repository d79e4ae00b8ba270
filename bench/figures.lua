-- The figures that this library is to reach, measured in one run, each with its target. A missed
-- one is said, and is no error: machines differ, and other work disturbs.
--
--   lua bench/figures.lua [PART...]
--
-- Parts: plain, table, playouts, ways, features, garbage, nodes, steps, time; without any, all of them.

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local plain = require "plain"
local wall = require "wall"
local kalah = require "games.kalah"
local eight = require "games.eight"
local tictactoe = require "games.tictactoe"
local connect4 = require "games.connect4" { 1, 2, 3, 4, 5, 6, 7 }

local ROUNDS = 31

local function figure(name, measured, target, format)
  local verdict = measured <= target and "ok" or "MISSED"
  format = format or "%.2f"
  print(("%-68s %7s  target %7s  %s"):format(name, format:format(measured), format:format(target),
    verdict))
end

local function in_lua(searcher, form, initial, depth)
  return { run = function() searcher(form, initial(), depth) end }
end

local function in_library(form, initial, options)
  return { run = function() alphabeta.search(form, initial(), options) end }
end

local parts = {}

------------------------------------------------------------------------------------------------
-- Without a table: the same tree as plain Lua

local function against_plain(title, game, leanest, depth)
  local options = { depth = depth, algorithm = "alphabeta", table = false }
  local base = in_lua(plain.alphabeta, game.list, game.initial, depth)
  local same = in_library(game.list, game.initial, options)
  local lean = in_library(leanest, game.initial, options)
  measure.rounds({ base, same, lean }, 0, ROUNDS, ROUNDS)
  figure(title .. ", same functions: time / plain Lua", measure.ratio(same, base), 1.08)
  figure(title .. ", leanest functions: time / plain Lua", measure.ratio(lean, base), 0.80)
end

function parts.plain()
  against_plain("Kalah to depth 8", kalah, kalah.lean, 8)
  against_plain("tic-tac-toe", tictactoe, tictactoe.in_place, 9)
end

------------------------------------------------------------------------------------------------
-- With a table: plain Lua has a Lua table, and the same keys

local function against_table(title, game, leanest, depth)
  local options = { depth = depth }
  local base = in_lua(plain.with_table, game.keyed, game.initial, depth)
  local same = in_library(game.keyed, game.initial, options)
  local lean = in_library(leanest, game.initial, options)
  measure.rounds({ base, same, lean }, 0, ROUNDS, ROUNDS)
  figure(title .. ", same functions: time / plain + Lua table", measure.ratio(same, base), 0.45)
  figure(title .. ", leanest functions: time / plain + Lua table", measure.ratio(lean, base), 0.45)
end

function parts.table()
  against_table("Connect Four to depth 10", connect4, connect4.in_place_keyed, 10)
  against_table("Kalah to depth 8", kalah, kalah.lean_keyed, 8)
end

------------------------------------------------------------------------------------------------
-- Monte-Carlo tree search: plain Lua makes positions anew in each playout

local function against_uct(title, game, playouts)
  local options = { algorithm = "mcts", playouts = playouts }
  local base = in_lua(plain.uct, game.list, game.initial, playouts)
  local same = in_library(game.list, game.initial, options)
  measure.rounds({ base, same }, 0, ROUNDS, ROUNDS)
  figure(("%s, %d playouts, same functions: time / plain Lua"):format(title, playouts), measure.ratio(same, base), 1.1)
end

function parts.playouts()
  for _, playouts in ipairs { 200, 1000, 5000 } do
    against_uct("Connect Four", connect4, playouts)
    against_uct("tic-tac-toe", tictactoe, playouts)
  end
end

------------------------------------------------------------------------------------------------
-- One player's way: plain Lua has A* with a heap; then the 15-puzzles that Korf has published

-- Bytes that are in use when the goal is found.
local function bytes_of_way(searcher)
  collectgarbage()
  local before, bytes = collectgarbage "count", nil
  searcher(setmetatable({ goal = function(state)
    if not eight.goal(state) then return false end
    collectgarbage()
    bytes = collectgarbage "count" - before
    return true
  end }, { __index = eight }), eight.initial())
  return bytes
end

-- Korf's have the empty cell of the goal first, ours last.
local function korf()
  local list, tiles = {}, require "alphabeta.games.tiles"
  for line in io.lines "spec/facts/korf.tsv" do
    local least, text = line:match "^(%d+)\t%d+\t(.*)$"
    local cells = {}
    for tile in (text or ""):gmatch "%d+" do table.insert(cells, 1, tile == "0" and 0 or 16 - tile) end
    if least then list[#list + 1] = { least = tonumber(least), state = tiles.read { 4, 4, table.unpack(cells) } } end
  end
  return list, tiles
end

-- The time of all of them together, and that of the longest of their steps of 2 ms, on the processor: other work makes
-- them longer on the wall.
local function solve_korf()
  local list, tiles = korf()
  local began, longest = os.clock(), 0
  for _, puzzle in ipairs(list) do
    local path, done = alphabeta.start_path(tiles, puzzle.state, { algorithm = "idastar" }), false
    while not done do
      local before = os.clock()
      done = path:step { time = 0.002 }
      longest = math.max(longest, os.clock() - before)
    end
    assert(path:result().cost == puzzle.least)
  end
  figure(("%d 15-puzzles by IDA*: s"):format(#list), os.clock() - began, 60, "%.1f")
  figure("their longest step of 2 ms: ms", 1000 * longest, 3)
end

function parts.ways()
  local base = { run = function() assert(plain.astar(eight, eight.initial()) == 31) end }
  local same = { run = function() assert(alphabeta.path(eight, eight.initial()).cost == 31) end }
  measure.rounds({ base, same }, 0, ROUNDS, ROUNDS)
  figure("8-puzzle by A*, same functions: time / plain Lua", measure.ratio(same, base), 0.9)
  figure("8-puzzle by A*, same functions: bytes / plain Lua",
    bytes_of_way(alphabeta.path) / bytes_of_way(plain.astar), 0.5)
  solve_korf()
end

------------------------------------------------------------------------------------------------
-- Features and weights: the same sum as an evaluation written by hand

local WEIGHTS = { 0.04, 0.05, 0.03, 0.01, 0.02, -0.01, 0.08 }

local function kalah_features(s)
  local list, at = {}, 7 * (s[15] - 1)
  for i = 1, 7 do list[i] = s[at + i] - s[(at + 6 + i) % 14 + 1] end
  return list
end

local function kalah_sum(s)
  local list, sum = kalah_features(s), 0.0
  for i = 1, 7 do sum = sum + WEIGHTS[i] * list[i] end
  return sum
end

function parts.features()
  local by_hand = setmetatable({ evaluate = kalah_sum }, { __index = kalah.lean })
  local weighed = setmetatable({ features = kalah_features, weights = WEIGHTS, scale = 1, finished = false },
    { __index = kalah.lean })
  local options = { depth = 6, algorithm = "minimax", table = false }
  local base, same = in_library(by_hand, kalah.initial, options), in_library(weighed, kalah.initial, options)
  measure.rounds({ base, same }, 0, 11, 11)
  figure("Kalah to depth 6, features and weights: time / sum by hand", measure.ratio(same, base), 1.1)
end

------------------------------------------------------------------------------------------------
-- Garbage of the search itself: the game makes none

local silent = {
  width = 4,
  play = function(state, move) return state * 0x5851F42D4C957F2D + move end,
  evaluate = function(state) return state >> 40 end,
}

-- Bytes for a million positions, after a first million has made room.
local function garbage_of(options)
  local search = alphabeta.start(silent, 1, options)
  local limits = { nodes = 1000000 }
  search:step(limits)
  local finished
  local bytes = measure.bytes(function() finished = search:step(limits) end)
  assert(not finished, "a million positions expected")
  return bytes
end

function parts.garbage()
  local options = { depth = 24, algorithm = "alphabeta", table = false }
  figure("bytes made in a million positions", garbage_of(options), 0, "%.0f")
end

------------------------------------------------------------------------------------------------
-- Positions visited with `key` alone, and what they save

local MOST_NODES = { [8] = 5400, [10] = 19900, [12] = 67500, [14] = 248500 }

function parts.nodes()
  for depth = 8, 14, 2 do
    local result = alphabeta.search(connect4.keyed, connect4.initial(), { depth = depth })
    figure(("Connect Four to depth %d with key: positions"):format(depth), result.nodes,
      MOST_NODES[depth], "%d")
  end
  local base = in_lua(plain.alphabeta, connect4.list, connect4.initial, 12)
  local keyed = in_library(connect4.keyed, connect4.initial, { depth = 12 })
  measure.rounds({ base, keyed }, 0, 3, 3)
  figure("Connect Four to depth 12 with key: time / plain Lua", measure.ratio(keyed, base), 0.1,
    "%.3f")
end

------------------------------------------------------------------------------------------------
-- Slices

local function sliced(nodes)
  local limits, options = { nodes = nodes }, { depth = 8, algorithm = "alphabeta", table = false }
  return { run = function()
    local search = alphabeta.start(kalah.lean, kalah.initial(), options)
    repeat until search:step(limits)
  end }
end

-- What slices of 1000 cost is less than the noise of the best measurement, so the cost of a step is
-- found with slices of 10, where it is a hundred times as much.
function parts.steps()
  local whole, thousands, tens = sliced(nil), sliced(1000), sliced(10)
  measure.rounds({ whole, thousands, tens }, 0, 2 * ROUNDS, 2 * ROUNDS)
  print(("slices of 1000 positions: time / one run: %.3f, as measured"):format(
    measure.ratio(thousands, whole)))
  figure("slices of 1000 positions: time / one run, by the cost of a step",
    1 + (measure.ratio(tens, whole) - 1) / 100, 1.02, "%.4f")
end

------------------------------------------------------------------------------------------------
-- Overshoot of `time`

-- A function that takes so many seconds: a loop of so many turns where a look at the clock would
-- take longer than that.
local function busy(seconds, now)
  if seconds >= 1e-4 then
    return function()
      local over = now() + seconds
      repeat until now() >= over
    end
  end
  local turns, least = 1000000, math.huge
  for _ = 1, 20 do
    local began = now()
    for _ = 1, turns do end
    least = math.min(least, now() - began)
  end
  local count = math.max(1, math.floor(turns * seconds / least))
  return function() for _ = 1, count do end end
end

-- A game without end. One function takes its time, or both.
local function slow_game(play_work, evaluate_work)
  return {
    width = 5,
    play = function(state, move)
      play_work()
      return state * 0x5851F42D4C957F2D + move
    end,
    evaluate = function(state)
      evaluate_work()
      return state >> 40
    end,
  }
end

-- Microseconds.
local BUCKETS = { 0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, math.huge }

local function histogram(overshoots)
  local counts = {}
  for _, overshoot in ipairs(overshoots) do
    local bucket = 1
    while overshoot * 1e6 > BUCKETS[bucket] do bucket = bucket + 1 end
    counts[bucket] = (counts[bucket] or 0) + 1
  end
  local texts = {}
  for bucket, limit in ipairs(BUCKETS) do
    if counts[bucket] then table.insert(texts, ("%.0f: %d"):format(limit, counts[bucket])) end
  end
  return table.concat(texts, ", ")
end

-- How much longer than asked `wait(seconds, i)` takes, for times between two limits.
local function overshoots_of(count, from, to, now, wait)
  local overshoots = {}
  for i = 1, count do
    local time = from + (to - from) * (i * 0.6180339887 % 1)
    local began = now()
    wait(time, i)
    overshoots[i] = now() - began - time
  end
  return overshoots
end

-- Prints the distribution; returns the 99th percentile in milliseconds.
local function show(title, overshoots)
  local function at(share) return 1e3 * measure.percentile(overshoots, share) end
  print(("%s, ms over at 50, 95, 99 %%: %.3f, %.3f, %.3f"):format(title, at(0.5), at(0.95),
    at(0.99)))
  print("  how many up to so many us over: " .. histogram(overshoots))
  return at(0.99)
end

local function timed_searches(title, game, callback, count, from, to, now)
  local overshoots = overshoots_of(count, from, to, now, function(time, i)
    alphabeta.search(game, i, { time = time })
  end)
  title = ("limit of time, %s of %g ms, %d searches"):format(title, 1e3 * callback, count)
  figure(title .. ": ms over, 99 %", show(title, overshoots), 1e3 * callback + 0.2, "%.3f")
end

-- What no search can be better than while other work disturbs.
local function bare_waits(count, from, to, now)
  show(("a loop that only looks at the clock, %d times"):format(count),
    overshoots_of(count, from, to, now, function(time)
      local over = now() + time
      repeat until now() >= over
    end))
end

function parts.time()
  wall.run(function(now)
    local nothing, short, long = function() end, busy(1e-6, os.clock), busy(1e-3, os.clock)
    bare_waits(1000, 1e-3, 4e-3, now)
    timed_searches("callbacks", slow_game(short, short), 1e-6, 1000, 1e-3, 4e-3, now)
    timed_searches("evaluate", slow_game(nothing, long), 1e-3, 200, 5e-3, 20e-3, now)
    timed_searches("play and evaluate", slow_game(long, long), 1e-3, 200, 5e-3, 20e-3, now)
  end)
end

------------------------------------------------------------------------------------------------

local ALL = { "plain", "table", "playouts", "ways", "features", "garbage", "nodes", "steps", "time" }

print(_VERSION .. ", " .. alphabeta._VERSION)
for _, part in ipairs(#arg > 0 and arg or ALL) do
  assert(parts[part], "no such part: " .. part)()
end

-- The same work for this library and for plain Lua, over the same game functions.
--
--   lua bench/search.lua [--quick]
--
-- Of each competitor a line: its value, the positions it visited (over all iterations) and those
-- among them that it did not expand, the median time of several rounds, and the median of its ratio
-- to the time of plain Lua in the same round.
--
--   plain               recursive alpha-beta in Lua, moves as a list
--   search              alpha-beta of this library, the same functions
--   search, lean        the same with lean functions: `width`, and payoffs from `play`
--   plain, make/undo    recursive alpha-beta in Lua, in place, over the functions of the next one
--   search, make/undo   in place: `width`, payoffs from `play`, and `undo`
--   plain + Lua table   recursive alpha-beta with a Lua table as transposition table, deepening
--   search + key        this library as it comes, given `key`
--   search, lean + key  the same with lean functions
--
-- The last column is all memory taken in a run of its own with the collector stopped, per position:
-- what the game's functions make, and what the search takes for itself (its table too) and returns.
-- Nothing is subtracted. Large trees go without: they would not fit.
--
-- The signature is the sum of the positions in the lines that --quick has as well: it changes only
-- if a search visits another tree.

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local plain = require "plain"
local kalah = require "games.kalah"
local tictactoe = require "games.tictactoe"
local connect4 = require "games.connect4"
local wide = require "games.wide"

if arg[2] or arg[1] and arg[1] ~= "--quick" then
  io.stderr:write("usage: lua bench/search.lua [--quick]\n")
  os.exit(2)
end

local QUICK = arg[1] == "--quick"
local SECONDS = QUICK and 0.5 or 2       -- for the rounds of a comparison
local LEAST, MOST = 3, 25 -- rounds
local LARGE = 400000                     -- positions

-- Known numbers of positions: Connect Four, columns from left to right, plain alpha-beta.
local KNOWN = { [8] = 12574, [10] = 155590, [12] = 3050083 }

local in_order = connect4 { 1, 2, 3, 4, 5, 6, 7 }
local centred = connect4 { 4, 3, 5, 2, 6, 1, 7 }

local WORK = {
  { title = "tic-tac-toe", game = tictactoe, depth = 9, quick = true },
  { title = "Connect Four, columns 1 to 7", game = in_order, depth = 8, quick = true },
  { title = "Connect Four, columns 1 to 7", game = in_order, depth = 10 },
  { title = "Connect Four, columns 1 to 7", game = in_order, depth = 12 },
  { title = "Connect Four, centre first", game = centred, depth = 8, quick = true },
  { title = "Connect Four, centre first", game = centred, depth = 10 },
  { title = "Connect Four, centre first", game = centred, depth = 12 },
  { title = "Kalah (6,4)", game = kalah, depth = 6, quick = true },
  { title = "Kalah (6,4)", game = kalah, depth = 8, quick = true },
  { title = "Kalah (6,4)", game = kalah, depth = 10 },
  { title = "200 cells to mark", game = wide, depth = 2, quick = true },
  { title = "200 cells to mark", game = wide, depth = 3 },
}

-- A competitor in plain Lua: `searcher` walks `game` to `depth`, from the root `roots` times.
local function in_lua(who, searcher, game, initial, depth, roots)
  local self = { who = who }
  self.nodes, self.leaves = plain.count(searcher, game, initial(), depth, roots)
  function self.run() self.value = searcher(game, initial(), depth) end
  return self
end

-- Its positions are counted by what it plays.
local function in_place_in_lua(game, initial, depth)
  local self = { who = "plain, make/undo", nodes = 1 }
  local counting = setmetatable({
    play = function(state, move)
      local legal, payoff = game.play(state, move)
      if legal ~= false then self.nodes = self.nodes + 1 end
      return legal, payoff
    end,
  }, { __index = game })
  plain.make_undo(counting, initial(), depth)
  function self.run() self.value = plain.make_undo(game, initial(), depth) end
  return self
end

local function in_library(who, game, initial, options)
  local self = { who = who }
  function self.run()
    local result = alphabeta.search(game, initial(), options)
    self.value, self.nodes, self.leaves = result.value, result.nodes, result.leaves
  end
  return self
end

local function competitors_for(work)
  local game, depth = work.game, work.depth
  local bare = { depth = depth, algorithm = "alphabeta", table = false }
  return {
    in_lua("plain", plain.alphabeta, game.list, game.initial, depth, 1),
    in_library("search", game.list, game.initial, bare),
    in_library("search, lean", game.lean or game.in_place, game.initial, bare),
    in_place_in_lua(game.in_place, game.initial, depth),
    in_library("search, make/undo", game.in_place, game.initial, bare),
    in_lua("plain + Lua table", plain.with_table, game.keyed, game.initial, depth, depth),
    in_library("search + key", game.keyed, game.initial, { depth = depth }),
    in_library("search, lean + key", game.lean_keyed or game.in_place_keyed, game.initial, { depth = depth }),
  }
end

-- All find the same value; the first five walk the same tree, which may be known.
local function check(work, competitors)
  local base = competitors[1]
  local known = work.game == in_order and KNOWN[work.depth]
  assert(not known or base.nodes == known, "not the known number of positions")
  for i, competitor in ipairs(competitors) do
    assert(competitor.value == base.value, competitor.who .. ": another value")
    if i <= 5 then
      assert(competitor.nodes == base.nodes, competitor.who .. ": another tree")
      assert(not competitor.leaves or competitor.leaves == base.leaves, competitor.who .. ": other leaves")
    end
  end
end

local HEAD = "%-28s %5s  %-18s %5s %8s %8s %8s %8s %6s %7s"
local LINE = "%-28s %5d  %-18s %5g %8d %8d %8.4f %8.0f %6.2f %7s"

local function report(work, competitor, base)
  local ratio, bytes = measure.ratio(competitor, base), "-"
  local time = measure.median(competitor.times)
  if competitor.nodes <= LARGE then
    bytes = ("%.0f"):format(measure.bytes(competitor.run) / competitor.nodes)
  end
  print(LINE:format(work.title, work.depth, competitor.who, competitor.value, competitor.nodes,
    competitor.leaves or base.leaves, time, competitor.nodes / time, ratio, bytes))
end

print(_VERSION .. ", " .. alphabeta._VERSION)
print(HEAD:format("game", "depth", "who", "value", "nodes", "leaves", "seconds", "nodes/s", "ratio",
  "bytes/n"))

local signature = 0
for _, work in ipairs(WORK) do
  if work.quick or not QUICK then
    local competitors = competitors_for(work)
    measure.rounds(competitors, SECONDS, LEAST, MOST)
    check(work, competitors)
    for _, competitor in ipairs(competitors) do
      report(work, competitor, competitors[1])
      if work.quick then signature = signature + competitor.nodes end
    end
  end
end
print("signature: " .. signature)

-- The same work in whichever Lua runs this, for a comparison of Lua 5.4 with LuaJIT: plain Lua against the module, in
-- place and not, with and without key, and with the rules in C; and the search in Lua alone.
--
--   sh run.sh bench luajit
--
-- LuaJIT compiles what it runs for the functions that it meets, and a program has one game: so each form of each game
-- has a process of its own (its number is the argument). Printed is the best round.

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local plain = require "plain"
local pure = require "alphabeta.pure"
local kalah = require "games.kalah"
local tictactoe = require "games.tictactoe"
local c4 = require "alphabeta.games.connect4"

local WORK = {
  { title = "tic-tac-toe", game = tictactoe, depth = 9, native = require "alphabeta.games.tictactoe" },
  { title = "Kalah (6,4)", game = kalah, depth = 8, native = require "alphabeta.games.kalah" },
  { title = "Connect Four", depth = 8, native = c4, game = {
    initial = c4.lua.initial, list = c4.lua, keyed = c4.lua,
  } },
}

local function library(who, game, initial, options)
  local self = { who = who }
  function self.run()
    local result = alphabeta.search(game, initial(), options)
    self.nodes, self.value = result.nodes, result.value
  end
  return self
end

-- The same search in Lua alone.
local function in_lua(who, game, initial, depth, key)
  local fields = { moves = game.moves, width = game.width, play = game.play, undo = game.undo, player = game.player,
    evaluate = game.evaluate, viewpoint = game.viewpoint, key = key }
  local self = { who = who }
  function self.run()
    local result = pure.search(fields, initial(), { depth = depth })
    self.nodes, self.value = result.nodes, result.value
  end
  return self
end

local function by_hand(who, searcher, game, initial, depth)
  local self = { who = who }
  function self.run() self.value = searcher(game, initial(), depth) end
  return self
end

local function bare(work) return { depth = work.depth, algorithm = "alphabeta", table = false } end

local FORMS = {
  function(work)
    local game, depth = work.game, work.depth
    return { by_hand("plain", plain.alphabeta, game.list, game.initial, depth),
      library("search", game.list, game.initial, bare(work)), in_lua("pure", game.list, game.initial, depth) }
  end,
  function(work)
    local game, depth = work.game, work.depth
    return game.in_place and { by_hand("plain, make/undo", plain.make_undo, game.in_place, game.initial, depth),
      library("search, make/undo", game.in_place, game.initial, bare(work)),
      in_lua("pure, make/undo", game.in_place, game.initial, depth) }
  end,
  function(work)
    local game, depth = work.game, work.depth
    return (game ~= kalah or math.type) and { -- its key needs integers
      library("search + key", game.keyed, game.initial, { depth = depth }),
      in_lua("pure + key", game.keyed, game.initial, depth, game.keyed.key) }
  end,
  function(work) return { library("rules in C", work.native, work.native.initial, bare(work)) } end,
}

local function run(number)
  local work = WORK[math.floor((number - 1) / #FORMS) + 1]
  local competitors = FORMS[(number - 1) % #FORMS + 1](work) or {}
  measure.rounds(competitors, 1, 5, 25)
  for _, competitor in ipairs(competitors) do
    print(("%-8s %-14s depth %d  %-18s value %3g %8s nodes %9.3f ms"):format(rawget(_G, "jit") and "LuaJIT" or _VERSION,
      work.title, work.depth, competitor.who, competitor.value, competitor.nodes or "",
      1e3 * measure.percentile(competitor.times, 0)))
  end
end

if arg[1] then return run(tonumber(arg[1])) end
for number = 1, #WORK * #FORMS do
  local done = os.execute(("%s %s %d"):format(arg[-1], arg[0], number))
  assert(done == true or done == 0)
end

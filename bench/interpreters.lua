-- The same work in whichever Lua runs this, for a comparison of Lua 5.4 with LuaJIT: plain Lua against the module, in
-- place and not, with and without key, and with the rules in C; and the search in Lua alone.
--
--   sh run.sh bench luajit

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
local function in_lua(who, game, initial, depth)
  local fields = { moves = game.moves, width = game.width, play = game.play, undo = game.undo, player = game.player,
    evaluate = game.evaluate, viewpoint = game.viewpoint }
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

local function competitors_for(work)
  local game, depth = work.game, work.depth
  local bare = { depth = depth, algorithm = "alphabeta", table = false }
  local all = { by_hand("plain", plain.alphabeta, game.list, game.initial, depth),
    library("search", game.list, game.initial, bare), in_lua("pure", game.list, game.initial, depth) }
  if game.in_place then
    all[#all + 1] = by_hand("plain, make/undo", plain.make_undo, game.in_place, game.initial, depth)
    all[#all + 1] = library("search, make/undo", game.in_place, game.initial, bare)
    all[#all + 1] = in_lua("pure, make/undo", game.in_place, game.initial, depth)
  end
  if game ~= kalah or math.type then -- its key needs integers
    all[#all + 1] = library("search + key", game.keyed, game.initial, { depth = depth })
  end
  all[#all + 1] = library("rules in C", work.native, work.native.initial, bare)
  return all
end

local sum = 0
for _, work in ipairs(WORK) do
  local competitors = competitors_for(work)
  measure.rounds(competitors, 1, 5, 25)
  for _, competitor in ipairs(competitors) do
    sum = sum + (competitor.nodes or 0)
    print(("%-8s %-14s depth %d  %-18s value %3g %8s nodes %9.3f ms"):format(rawget(_G, "jit") and "LuaJIT" or _VERSION,
      work.title, work.depth, competitor.who, competitor.value, competitor.nodes or "",
      1e3 * measure.median(competitor.times)))
  end
end
print("signature: " .. sum)

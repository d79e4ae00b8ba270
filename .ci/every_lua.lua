-- A little of everything, the same on every Lua: prints one line.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local synthetic = require "alphabeta.games.synthetic"

local found = {}

-- A search of a game in C and of its twin in Lua.
local function check_search(name, game, options)
  local native = alphabeta.search(game, game.initial(), options)
  local twin = alphabeta.search(game.lua, game.lua.initial(), options)
  for _, field in ipairs { "value", "move", "nodes", "leaves", "cutoffs" } do
    assert(native[field] == twin[field], name .. ": " .. field)
  end
  found[#found + 1] = ("%s %d %d"):format(name, native.value, native.nodes)
  return native
end

local function check_texts(game, result)
  local state = game.initial()
  assert(game.parse(game.format(state)) == state)
  assert(#alphabeta.explain(game, state, result) > 0)
  local traced = alphabeta.search(game, state, { depth = 2, trace = true, table = false })
  for _, view in ipairs { "text", "dot", "html" } do
    assert(alphabeta.tree[view](traced):find "%d", view)
  end
end

-- An evaluation in Lua over rules in C, in steps.
local function check_mixed(game)
  local calls = 0
  local mixed = setmetatable({
    evaluate = function(state)
      calls = calls + 1
      return game.evaluate(state)
    end,
  }, { __index = game })
  local search = alphabeta.start(mixed, game.initial(), { depth = 3, algorithm = "alphabeta", table = false })
  while not search:step { nodes = 7 } do collectgarbage "step" end
  local whole = alphabeta.search(game, game.initial(), { depth = 3, algorithm = "alphabeta", table = false })
  assert(search:result().value == whole.value and search:result().nodes == whole.nodes and calls > 0)
end

local function check_match(name, game)
  local players = { alphabeta.player { depth = 2, seed = 1 }, alphabeta.random_player(2) }
  local function play(part)
    return alphabeta.match(game, game.initial(), players, { games = 4, opening_plies = 2, seed = 3, part = part })
  end
  local whole, series = play(), alphabeta.merge { play { 2, 2 }, play { 1, 1 } }
  assert(whole.players[1].nodes == series.players[1].nodes)
  found[#found + 1] = ("%s %d-%d-%d %d"):format(name, series.wins, series.draws, series.losses, series.players[1].nodes)
end

-- A key that a function in Lua passes on means the same to what goes by keys: the draws of outcomes.
local function check_key(game)
  local through = setmetatable({ key = function(state) return game.key(state) end }, { __index = game })
  local options = { depth = 2, draws = 2, seed = 2 }
  local expected = alphabeta.search(game, game.initial(), options).value
  assert(alphabeta.search(through, game.initial(), options).value == expected)
end

-- Players that their own options refer to go when nobody else does.
local function check_going()
  local alive = setmetatable({}, { __mode = "k" })
  for _ = 1, 5 do
    local owner = {}
    owner.searching = alphabeta.player { depth = 1, random = function() return owner and 1 end }
    owner.asking = alphabeta.human { output = function() return owner end }
    alive[owner] = true
  end
  collectgarbage()
  collectgarbage()
  assert(next(alive) == nil, "players stay")
end

check_key(require "alphabeta.games.ewn")
check_going()
for _, name in ipairs { "tictactoe", "connect4", "kalah", "othello" } do
  local game = require("alphabeta.games." .. name)
  check_texts(game, check_search(name, game, { depth = 4 }))
  check_search(name, game, { depth = 3, algorithm = "mtdf", shortest = true })
  check_mixed(game)
  check_match(name, game)
end
for _, name in ipairs { "ewn", "pig", "oshi" } do -- with dice, or both at once
  local game = require("alphabeta.games." .. name)
  check_match(name, game)
  assert(alphabeta.check(game.lua, game.lua.initial(), { games = 2, depth = 2, time = 60 }))
end
for _, mode in ipairs { "uniform", "dag", "uneven", "again", "best" } do
  local tree = synthetic.new { mode = mode, seed = 3, breadth = 3, depth = 4 }
  check_search(mode, tree)
end
found[#found + 1] = contents.shown { to = { 1.5, 2 ^ 40, -1e300 }, from = "a\0b", [4] = true, at = "a b" }
print(table.concat(found, ", "))

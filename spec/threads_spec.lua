-- Option `threads`: games in C on several threads, with the value and the move of one; what stops them, and when they
-- stand still. Playouts in several trees: what they say together.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local GAMES = {}
for _, name in ipairs { "connect4", "kalah", "othello", "ewn", "pig", "oshi", "tictactoe" } do
  GAMES[name] = require("alphabeta.games." .. name)
end
local connect4, kalah = GAMES.connect4, GAMES.kalah

-- Depths at which a search takes some ten thousand positions: with fewer it is over before a thread has begun.
local DEPTHS = { connect4 = 11, kalah = 9, othello = 8, ewn = 3, pig = 6 }

-- What searches Pig in one window after another takes ten times as many.
local function depth_for(name, algorithm)
  local is_long = name == "pig" and (algorithm == "mtdf" or algorithm == "bisection")
  return DEPTHS[name] - (is_long and 1 or 0)
end

local WAYS = {
  {}, { all = true }, { shortest = true }, { algorithm = "mtdf" }, { algorithm = "bisection" },
  { algorithm = "aspiration" }, { algorithm = "alphabeta", deepening = false }, { deepening = false },
  { choose = "random", random = function(n) return n end },
}

local function has_chance(name) return name == "ewn" or name == "pig" end

local function some_position(game, plies)
  local state = game.initial()
  for _ = 1, plies do
    local outcomes = game.chance and game.chance(state)
    local moves = outcomes and #outcomes > 0 and outcomes or game.moves(state)
    if #moves == 0 then break end
    state = game.play(state, moves[math.random(#moves)]) or state
  end
  return state
end

local function copy(options)
  local copied = {}
  for name, value in pairs(options) do copied[name] = value end
  return copied
end

local function same(alone, together, where)
  assert.same({ alone.value, alone.move, alone.bound }, { together.value, together.move, together.bound }, where)
  for i, move in ipairs(alone.moves or {}) do
    assert.same({ move.move, move.value }, { together.moves[i].move, together.moves[i].value }, where)
  end
end

-- A hook raises an error in one step after the other, twenty times or to the end. After each one `check` is called.
local function disturb(search, check)
  local raised = 0
  for _ = 1, 20 do
    debug.sethook(function() error "enough" end, "", 300)
    local worked, message = pcall(search.step, search)
    debug.sethook()
    if worked then break end
    assert.matches("enough", message)
    raised = raised + 1
    if check then check() end
  end
  assert(raised > 0)
end

describe("several threads", function()
  for name in pairs(DEPTHS) do
    local game = GAMES[name]
    it("find what one finds: " .. name, function()
      math.randomseed(seed)
      for i = 1, math.max(#WAYS, effort(#WAYS)) do
        local state = some_position(game, i == 1 and 0 or math.random(0, 12))
        local options = copy(WAYS[1 + i % #WAYS])
        if has_chance(name) then options.shortest = nil end
        options.depth = depth_for(name, options.algorithm)
        local where = ("seed %d, case %d of %s"):format(seed, i, name)
        local alone = alphabeta.search(game, state, options)
        for _, threads in ipairs { 2, 4, 8 } do
          options.threads = threads
          same(alone, alphabeta.search(game, state, options), where)
        end
      end
    end)
  end

  it("do so step by step, and with a table that is kept", function()
    local t = alphabeta.table { shared = true }
    local state = kalah.initial()
    for _ = 1, 6 do
      local alone = alphabeta.search(kalah, state, { depth = 10 })
      local search = alphabeta.start(kalah, state, { depth = 10, threads = 3, table = t })
      while not search:step { nodes = 5000 } do end
      same(alone, search:result())
      state = kalah.play(state, alone.move)
    end
  end)

  it("say how many they may be", function()
    local function threads(options)
      options.depth = 3
      return alphabeta.search(kalah, kalah.initial(), options).threads
    end
    assert.is_nil(threads {})
    assert.is_nil(threads { threads = 1 })
    local two = threads { threads = 2 }
    assert(two == 2 or two == 1) -- 1: this build has none
    assert(threads { threads = 0 } >= 1)
    assert.equal(1, threads { threads = 2, table = false })
  end)

  it("stop with the search, however it ends", function()
    local reported = 0
    local stopped = alphabeta.search(connect4, connect4.initial(), { threads = 4,
      on_depth = function(result) reported = reported + 1 return result.depth == 9 end })
    assert.same({ "callback", 9, 9 }, { stopped.stopped, stopped.depth, reported })
    assert.equal("nodes", alphabeta.search(connect4, connect4.initial(), { nodes = 30000, threads = 4 }).stopped)
    assert.equal("time", alphabeta.search(connect4, connect4.initial(), { time = 0.02, threads = 4 }).stopped)
    for _ = 1, 5 do
      local search = alphabeta.start(connect4, connect4.initial(), { depth = 30, threads = 4 })
      assert.is_false(search:step { nodes = 30000 })
      search:close()
      assert.equal("closed", search:result().stopped)
    end
    for _ = 1, 5 do
      alphabeta.start(connect4, connect4.initial(), { depth = 30, threads = 4 }):step { nodes = 30000 }
      collectgarbage()
    end
  end)

  it("stand still while the search is not stepped", function()
    local search = alphabeta.start(connect4, connect4.initial(), { depth = 30, threads = 4 })
    for _ = 1, quick(1, 3) do
      assert.is_false(search:step { nodes = 30000 })
      local before = os.clock() -- of all threads
      os.execute "sleep 0.3"
      assert(os.clock() - before < 0.1)
    end
    search:close()
  end)

  it("bear hooks that raise, and coroutines that are left", function()
    local search = alphabeta.start(connect4, connect4.initial(), { depth = 14, threads = 3 })
    local alone = alphabeta.search(connect4, connect4.initial(), { depth = 14 })
    disturb(search)
    search:step()
    same(alone, search:result())
  end)

  it("are for games in C alone, and for a table that is shared", function()
    local mixed = setmetatable({ evaluate = function() return 0 end }, { __index = kalah })
    for _, game in ipairs { kalah.lua, mixed } do
      for _, threads in ipairs { 0, 2 } do
        assert.error_matches(function() alphabeta.search(game, game.initial(), { depth = 2, threads = threads }) end,
          "option 'threads' needs a game in C without functions and weights in Lua")
      end
      assert(alphabeta.search(game, game.initial(), { depth = 2, threads = 1 }).move)
    end
    assert.error_matches(function()
      alphabeta.search(kalah, kalah.initial(), { depth = 2, threads = 2, table = alphabeta.table() })
    end, "option 'threads' needs a shared table")
  end)

  it("help players, too", function()
    local state = kalah.initial()
    local player = alphabeta.player { depth = 9, threads = 2 }
    assert.equal(alphabeta.player { depth = 9 }(state, kalah), player(state, kalah))
  end)
end)

describe("playouts on several threads", function()
  local function played(name, options)
    local given = copy(options)
    given.algorithm, given.state = "mcts", nil
    return alphabeta.search(GAMES[name], options.state or GAMES[name].initial(), given)
  end

  local function visits_of(result)
    local visits = 0
    for _, move in ipairs(result.moves) do visits = visits + move.visits end
    return visits
  end

  it("count all together", function()
    for _, name in ipairs { "connect4", "kalah", "othello", "pig" } do
      for _, threads in ipairs { 2, 4, 8 } do
        local result = played(name, { playouts = 5000, threads = threads })
        assert(result.playouts >= 5000)
        assert.equal(result.playouts, visits_of(result))
        assert.equal("estimate", result.bound)
        assert(result.threads == threads or result.threads == 1)
      end
    end
  end)

  it("come from all threads", function()
    local alone = played("kalah", { playouts = 2000 })
    local length, shortest = alone.nodes / alone.playouts, math.huge
    local together
    for _ = 1, 50 do -- a machine may have no time for the other threads
      together = played("kalah", { time = 0.1, threads = 4 })
      shortest = math.min(shortest, together.nodes / together.playouts) -- positions are those of one thread
      if shortest < 0.8 * length then break end
    end
    assert(together.threads == 1 or shortest < 0.8 * length)
  end)

  it("are what they were where there is one", function()
    local one, default = played("kalah", { playouts = 500, threads = 1 }), played("kalah", { playouts = 500 })
    assert.same({ one.value, one.nodes, visits_of(one) }, { default.value, default.nodes, visits_of(default) })
    assert.is_nil(one.threads)
  end)

  it("prove what one thread proves", function()
    math.randomseed(seed)
    for _, name in ipairs { "connect4", "tictactoe", "othello" } do
      local game, proven = GAMES[name], 0
      for i = 1, math.max(6, effort(6)) do
        local state = some_position(game, name == "connect4" and 30 or name == "othello" and 54 or i % 3)
        local result = played(name, { state = state, playouts = 100000, threads = 2 + i % 3 })
        local wanted = alphabeta.search(game, state, { all = true })
        if result.bound == "exact" then
          proven = proven + 1
          assert.equal(wanted.value, result.value, ("seed %d, case %d of %s"):format(seed, i, name))
          for _, move in ipairs(wanted.moves) do
            if move.move == result.move then assert.equal(wanted.value, move.value) end
          end
        end
      end
      assert(proven > 0)
    end
  end)

  it("add up where both choose at once", function()
    local result = played("oshi", { playouts = 5000, threads = 3 })
    for _, strategy in ipairs(result.strategies) do
      local sum = 0
      for _, choice in ipairs(strategy) do sum = sum + choice.probability end
      assert(math.abs(sum - 1) < 1e-9)
    end
    assert(result.gap >= 0 and result.gap < 1)
  end)

  it("make the playouts that are asked for together", function()
    local result = alphabeta.search(kalah, kalah.initial(), { algorithm = "mcts", playouts = 30000, threads = 3 })
    assert(result.playouts >= 30000 and result.playouts < 45000, result.playouts)
  end)

  it("tell of each step what all have found by then, and nothing less later", function()
    local search = alphabeta.start(kalah, kalah.initial(), { algorithm = "mcts", playouts = 30000, threads = 3 })
    local last = 0
    while not search:step { playouts = 2000 } do
      local result = search:result()
      assert(result.playouts >= last + 2000)
      assert.equal(result.playouts, visits_of(result))
      assert.same(result.moves, search:result().moves)
      last = result.playouts
    end
    assert(search:result().playouts >= 30000)
    local result = search:result()
    search:close()
    assert.same(result.moves, search:result().moves)
  end)

  it("stop with the search, however it ends, and stand still while it is not stepped", function()
    assert.equal("nodes", played("connect4", { nodes = 30000, threads = 4 }).stopped)
    assert.equal("time", played("connect4", { time = 0.02, threads = 4 }).stopped)
    local options = { algorithm = "mcts", playouts = 10^7, threads = 4 }
    for i = 1, 6 do
      local search = alphabeta.start(connect4, connect4.initial(), options)
      assert.is_false(search:step { nodes = 30000 })
      if i % 2 == 0 then search:close() end
      if i % 3 == 0 then collectgarbage() end
    end
    local search = alphabeta.start(connect4, connect4.initial(), options)
    search:step { nodes = 30000 }
    local before = os.clock() -- of all threads
    os.execute "sleep 0.3"
    assert(os.clock() - before < 0.1)
  end)

  it("bear hooks that raise", function()
    local search = alphabeta.start(kalah, kalah.initial(), { algorithm = "mcts", playouts = 20000, threads = 3 })
    disturb(search, function() assert.equal(search:result().playouts, visits_of(search:result())) end)
    search:step()
    assert(search:result().playouts >= 20000)
  end)

  it("are not started by a finalizer, where Lua tells that it is one", function()
    local options, inside, count = { algorithm = "mcts", playouts = 100, threads = 2 }, nil, nil
    setmetatable({}, { __gc = function()
      inside, count = collectgarbage "count", alphabeta.search(kalah, kalah.initial(), options).threads
    end })
    collectgarbage()
    collectgarbage()
    assert.equal(inside and 2 or 1, count)
  end)

  it("are for games in C alone", function()
    local function refuses(message, game, options)
      options.algorithm, options.playouts, options.threads = "mcts", 10, 2
      assert.error_matches(function() alphabeta.search(game, game.initial(), options) end, message)
    end
    local functions = "option 'threads' needs a game in C without functions and weights in Lua"
    refuses(functions, kalah.lua, {})
    refuses(functions, connect4.weighed, {})
    refuses(functions, setmetatable({ evaluate = function() return 0 end }, { __index = kalah }), {})
    refuses(functions, setmetatable({ determinize = function(state) return state end }, { __index = kalah }), {})
    refuses("option 'threads' cannot be used with 'policy'", kalah, { policy = function(_, moves) return moves[1] end })
  end)

  it("are for players, with trees that are recorded, and within bytes", function()
    local player = alphabeta.player { algorithm = "mcts", playouts = 3000, threads = 2 }
    assert.is_number(player(kalah.initial(), kalah))
    local result = played("kalah", { playouts = 3000, threads = 2, trace = 50, bytes = 20000 })
    assert(result.tree.visits <= result.playouts)
  end)
end)

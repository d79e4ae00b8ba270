-- Option `threads`: games in C on several threads, with the value and the move of one; what stops them, and when they
-- stand still.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local seed = require "spec.support.seed"

local GAMES = {}
for _, name in ipairs { "connect4", "kalah", "othello", "ewn", "pig" } do
  GAMES[name] = require("alphabeta.games." .. name)
end
local connect4, kalah = GAMES.connect4, GAMES.kalah

-- Depths at which a search takes some ten thousand positions: with fewer it is over before a thread has begun.
local DEPTHS = { connect4 = 11, kalah = 9, othello = 8, ewn = 3, pig = 6 }

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

describe("several threads", function()
  for name, game in pairs(GAMES) do
    it("find what one finds: " .. name, function()
      math.randomseed(seed)
      for i = 1, math.max(#WAYS, effort(#WAYS)) do
        local state = some_position(game, i == 1 and 0 or math.random(0, 12))
        local options = copy(WAYS[1 + i % #WAYS])
        if has_chance(name) then options.shortest = nil end
        options.depth = DEPTHS[name]
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
    for _ = 1, 3 do
      assert.is_false(search:step { nodes = 30000 })
      local before = os.clock() -- of all threads
      os.execute "sleep 0.3"
      assert(os.clock() - before < 0.1)
    end
    search:close()
  end)

  it("bear hooks that raise, and coroutines that are left", function()
    local search = alphabeta.start(connect4, connect4.initial(), { depth = 12, threads = 3 })
    local alone = alphabeta.search(connect4, connect4.initial(), { depth = 12 })
    local raised = 0
    for _ = 1, 20 do
      debug.sethook(function() error "enough" end, "", 1500)
      local worked, message = pcall(search.step, search)
      debug.sethook()
      if worked then break end
      assert.matches("enough", message)
      raised = raised + 1
    end
    search:step()
    assert(raised > 0)
    same(alone, search:result())
  end)

  it("are for games in C alone, and for a table that is shared", function()
    local mixed = setmetatable({ evaluate = function() return 0 end }, { __index = kalah })
    for _, game in ipairs { kalah.lua, mixed } do
      for _, threads in ipairs { 0, 2 } do
        assert.error_matches(function() alphabeta.search(game, game.initial(), { depth = 2, threads = threads }) end,
          "option 'threads' needs a game in C without functions in Lua")
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

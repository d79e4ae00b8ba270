-- Where an error in a callback says that it has happened, and what is left of the search then: on every Lua.

local alphabeta = require "alphabeta"
local errors = require "spec.support.errors"
local tictactoe = require "alphabeta.games.tictactoe"

local CLOSES = coroutine.close ~= nil -- this Lua has to-be-closed variables

local nim = {
  name = "nim",
  moves = function(heap) return heap > 0 and { 1 } or {} end,
  play = function(heap) return heap - 1 end,
  evaluate = function() return -1 end,
}

local in_place = {
  name = "nim",
  moves = function(heap) return heap.size > 0 and { 1 } or {} end,
  play = function(heap) heap.size = heap.size - 1 end,
  undo = function(heap) heap.size = heap.size + 1 end,
  evaluate = nim.evaluate,
}

local mixed = setmetatable({ depth = 2 }, { __index = tictactoe })

-- Each with a position to begin with, and what the search of it takes.
local GAMES = {
  ["in Lua"] = { game = nim, state = function() return 3 end },
  ["with undo"] = { game = in_place, state = function() return { size = 3 } end },
  ["with native rules"] = { game = mixed, state = tictactoe.initial, options = { depth = 2 } },
}

local function options_with(kind, option, value)
  local options = { [option] = value }
  for name, given in pairs(kind.options or {}) do options[name] = given end
  return options
end

-- The game with another function of that name.
local function with(game, name, callback)
  return setmetatable({ [name] = callback }, { __index = game })
end

-- The game whose n-th call of `evaluate` is made by `strike`.
local function struck(game, n, strike)
  local calls = 0
  return with(game, "evaluate", function(...)
    calls = calls + 1
    if calls == n then strike(...) end
    return game.evaluate(...)
  end)
end

-- The same as pcall, in another coroutine.
local function elsewhere(...)
  return coroutine.wrap(function(...) return pcall(...) end)(...)
end

local function deep_inside(thrown) error(thrown, 0) end

describe("a result of a callback that will not do is blamed on the line that called the library", function()
  for title, kind in pairs(GAMES) do
    local bad = with(kind.game, "evaluate", function() return "x" end)

    for _, algorithm in ipairs { "alphabeta", "pvs", "F2", "iterative" } do
      local options = options_with(kind, "algorithm", algorithm)

      it(("in a game %s, by %s"):format(title, algorithm), function()
        assert.matches("'evaluate' returned x %(number expected%)",
          (errors.of(alphabeta.search, bad, kind.state(), options):gsub("a string", "x")))
        local search = alphabeta.start(bad, kind.state(), options)
        assert.matches("'evaluate' returned", errors.of(search.step, search))
        assert.matches("'evaluate' returned", errors.of(search.step, search)) -- and again
      end)
    end

    it("in each depth of `deepen` in a game " .. title, function()
      local deeper = alphabeta.deepen(bad, kind.state(), { depth = 2 })
      assert.matches("'evaluate' returned", errors.of(deeper))
    end)

    it("called by pcall itself, which has no lines, in a game " .. title, function()
      local _, message = pcall(alphabeta.search, bad, kind.state(), kind.options)
      assert.matches("^game '.-': 'evaluate' returned", message)
    end)

    for _, option in ipairs { "choose", "random" } do
      it(("as is one of option '%s' in a game %s"):format(option, title), function()
        local options = options_with(kind, option, function() return "x" end)
        if option == "random" then options.choose = "random" end
        local message = errors.of(alphabeta.search, kind.game, kind.state(), options)
        assert.matches("option '" .. option .. "' returned", message)
        if option == "random" then
          local search = alphabeta.start(kind.game, kind.state(), options)
          assert.matches("option 'random' returned", errors.of(search.step, search))
          options.margin_random = 0
        end
        local search = alphabeta.start(kind.game, kind.state(), options)
        search:step()
        assert.matches("option '" .. option .. "' returned", errors.of(search.result, search))
        assert.matches("option '" .. option .. "' returned", errors.of(search.close, search))
      end)
    end
  end
end)

-- What runs searches in Lua files of the library's own.
local THROUGH = {
  ["alphabeta.player"] = function(game) alphabeta.player { depth = 2 }(3, game) end,
  ["alphabeta.player, by playouts"] = function(game) alphabeta.player { playouts = 9, algorithm = "mcts" }(3, game) end,
  ["alphabeta.match"] = function(game)
    local player = alphabeta.player { depth = 2 }
    alphabeta.match(game, 3, { player, player }, { errors = "raise" })
  end,
  ["alphabeta.review"] = function(game) alphabeta.review(game, 3, { 1, 1 }) end,
  ["a session"] = function(game)
    alphabeta.session(game, { state = 3, seats = { "computer", "computer" }, seed = 1 }):step()
  end,
}

-- What asks the game itself, without a search.
local REFEREED = {
  ["alphabeta.match"] = function(game)
    alphabeta.match(game, 3, { alphabeta.random_player(1), alphabeta.random_player(2) })
  end,
  ["alphabeta.parse"] = function(game) alphabeta.parse(game, 3, "1") end,
  ["a session"] = function(game) alphabeta.session(game, { state = 3 }):moves() end,
}

describe("a result of a callback that will not do is blamed on the line that called", function()
  for name, call in pairs(THROUGH) do
    it(name, function()
      local _, message = pcall(function() call(with(nim, "evaluate", function() return "x" end)) end)
      assert.matches("^%S*place_spec.lua:%d+: game 'nim': 'evaluate' returned a string", message)
    end)
  end

  for name, call in pairs(REFEREED) do
    it(name .. ", of the list of moves", function()
      local _, message = pcall(function() call(with(nim, "moves", function() return "x" end)) end)
      assert.matches("^%S*place_spec.lua:%d+: game 'nim': 'moves' returned 'x' %(list expected%) at ply 0", message)
    end)
  end

  it("solutions, saved or not", function()
    local answer
    local keyed = with(nim, "key", function(heap) return answer or heap end)
    local solution, told = alphabeta.solve(keyed, 3), "game 'nim': 'key' returned a table (integer or string expected)"
    local kept = alphabeta.table()
    alphabeta.search(keyed, 3, { table = kept })
    answer = {}
    assert.equal(told, errors.of(alphabeta.save, "never written", kept, keyed, 3))
    for _, method in ipairs { "value", "plies", "moves", "move", "strategies" } do
      assert.equal(told, errors.of(solution[method], solution, 3))
    end
    assert.equal(told, errors.of(alphabeta.save, "never written", solution, keyed, 3))
  end)
end)

describe("an error in a callback", function()
  for title, kind in pairs(GAMES) do
    it("meets the handler of xpcall once, where it was raised, in a game " .. title, function()
      local token, calls, trace = {}, 0, nil
      local game = struck(kind.game, 1, function() deep_inside(token) end)
      local _, thrown = xpcall(function()
        local result = alphabeta.search(game, kind.state(), kind.options)
        return result
      end, function(value)
        calls, trace = calls + 1, debug.traceback()
        return value
      end)
      assert.equal(token, thrown)
      assert.equal(1, calls)
      assert.matches("search'", trace)
      -- without to-be-closed variables the position must be brought back first
      if not kind.game.undo or CLOSES then assert.matches("deep_inside.*search'", trace) end
    end)

    it("leaves a search that goes on, seen from the same coroutine and from others, in a game " .. title, function()
      local whole = alphabeta.search(kind.game, kind.state(), kind.options)
      for _, from in ipairs { pcall, elsewhere } do
        for _, to in ipairs { pcall, elsewhere } do
          local state = kind.state()
          local search = alphabeta.start(struck(kind.game, 1, error), state, kind.options)
          assert.is_false(from(search.step, search))
          assert.same(kind.state(), state)
          assert.matches("paused", tostring(search))
          assert(to(search.step, search))
          local result = search:result()
          for _, field in ipairs { "value", "move", "nodes", "leaves", "cutoffs" } do
            assert.equal(whole[field], result[field])
          end
        end
      end
    end)

    it("leaves a search that goes on, stepped in a callback of another one, in a game " .. title, function()
      local whole = alphabeta.search(kind.game, kind.state(), kind.options)
      local steps = 0
      local outer = with(kind.game, "evaluate", function(...)
        local search = alphabeta.start(struck(kind.game, 1, error), kind.state(), kind.options)
        assert(not pcall(search.step, search))
        assert(search:step())
        assert(search:result().value == whole.value)
        steps = steps + 1
        return kind.game.evaluate(...)
      end)
      assert.equal(whole.value, alphabeta.search(outer, kind.state(), kind.options).value)
      assert.equal(whole.leaves, steps)
    end)

    it("leaves a running search running for whoever asks meanwhile, in a game " .. title, function()
      if kind.game.undo and not CLOSES then return end -- there the handler runs when the search has been left
      local search, seen, refused
      local game = struck(kind.game, 1, function() error("struck", 0) end)
      search = alphabeta.start(game, kind.state(), kind.options)
      xpcall(function() search:step() end, function()
        seen = tostring(search)
        refused = not pcall(search.step, search)
      end)
      assert.matches("running", seen)
      assert.is_true(refused)
      assert(search:step())
    end)
  end

  it("ends the time of the step: what passes before the next one does not count", function()
    local game = struck(nim, 2, error)
    local search = alphabeta.start(game, 3, { time = 100 })
    assert.is_false(pcall(search.step, search))
    local late = os.clock() + 0.05
    repeat until os.clock() > late
    assert(search:result().time < 0.03)
    assert(search:step())
    assert(search:result().time < 0.03)
  end)

  it("leaves the table what it knows of integers", function()
    if not math.type then return end -- in a Lua without integers there is nothing to tell
    local calls = 0
    local rules = { moves = nim.moves, play = nim.play, key = function(heap) return heap end,
      evaluate = function()
        calls = calls + 1
        return 7
      end }
    local options = { table = alphabeta.table(), algorithm = "alphabeta", deepening = false, depth = 3 }
    options.on_depth = error
    assert.is_false(pcall(alphabeta.search, rules, 5, options))
    calls, options.on_depth = 0, nil
    local value = alphabeta.search(rules, 5, options).value
    assert.equal(0, calls)
    assert.equal("integer", math.type(value))
  end)

  it("takes away the position that it was shown", function()
    local view
    local game = with(mixed, "evaluate", function(state)
      view = state
      assert(mixed.evaluate(state))
      coroutine.wrap(function() assert(mixed.evaluate(state)) end)() -- also from within another coroutine
      error("struck", 0)
    end)
    for _, limits in ipairs { { depth = 2 }, { depth = 2, algorithm = "F2" } } do
      assert.is_false(pcall(alphabeta.search, game, tictactoe.initial(), limits))
      local _, _, kept = nil, nil, view -- a third local of this function, as it is in the search's own
      assert.matches("state used after the callback", errors.of(mixed.evaluate, kept))
      assert.matches("state used after the callback", errors.of(kept.copy, kept))
      local message -- in a search that shows nothing
      alphabeta.search(with(nim, "evaluate", function()
        message = errors.of(mixed.evaluate, kept)
        return 0
      end), 0)
      assert.matches("state used after the callback", message)
    end
  end)
end)

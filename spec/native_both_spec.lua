-- Games in C in which both players choose at once: as Lua plays and searches them, all of the game native, or a part.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local oshi = require "alphabeta.games.oshi"
local random = require "spec.support.random"
local seed = require "spec.support.seed"
local striking = require "spec.support.striking"

local library = c.library("spec/native/both.c", "native_both")
local forms = library.forms

local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf", "aspiration", "bisection", "branch-and-bound", "F" }

local drawn = 0
local function draw(n)
  drawn = drawn + 1
  return random.draw(seed, drawn, n)
end

local function near(a, b) return math.abs(a - b) < 1e-8 end

-- A game in C and its first position: of a number, in forms by their names.
local function make(number, ...)
  local sum = 0
  for _, name in ipairs { ... } do sum = sum + forms[name] end
  local game = alphabeta.native(library.make(number, sum))
  return game, game.read {}
end

-- The same in a form that is drawn.
local function drawn_game()
  local number, form = draw(1000), draw(256) + draw(2) * forms.estimate
  local game = alphabeta.native(library.make(number, form))
  return game, game.read {}, ("seed %d, game %d, form %d"):format(seed, number, form), form
end

-- The game with all of its functions in Lua.
local function in_lua(game)
  local copy = { viewpoint = 1, range = game.range, name = game.name }
  for _, name in ipairs { "moves", "play", "evaluate", "player", "chance", "simultaneous", "key" } do
    local own = game[name]
    if own then copy[name] = function(...) return own(...) end end
  end
  return copy
end

-- Everything of a result but the clock, the table and how much was done, as a text.
local function essence(result)
  local parts = { ("%.7f"):format(result.value), tostring(result.bound), tostring(result.depth) }
  for _, player in ipairs(result.strategies or {}) do
    for _, choice in ipairs(player) do
      parts[#parts + 1] = ("%s %.7f"):format(tostring(choice.move), choice.probability)
    end
  end
  for _, move in ipairs(result.pv) do
    parts[#parts + 1] = type(move) == "table" and tostring(move[1]) .. "/" .. tostring(move[2]) or tostring(move)
  end
  return table.concat(parts, " ")
end

-- The number of a game, of those forms, at whose root both players have two choices.
local function wide(...)
  for number = 1, math.huge do
    local game, state = make(number, ...)
    local first, second = game.simultaneous(state)
    if first and #first == 2 and #second == 2 then return game, state, number end
  end
end

describe("a game in C in which both choose at once", function()
  it("has their choices, and plays joint moves, as lists or numbers", function()
    for _, form in ipairs { { "listed" }, {}, { "in_place" }, { "listed", "in_place", "chance" } } do
      local game, state = wide(compat.unpack(form))
      local first, second = game.simultaneous(state)
      local list = form[1] == "listed" and { 10000000007, 10000000014 } or { 1, 2 }
      assert.same({ list, list }, { first, second })
      assert.same({}, game.moves(state))
      assert.equal(1, game.player(state))
      local before, seen = state:copy(), {}
      for _, own in ipairs(first) do
        for _, other in ipairs(second) do seen[#seen + 1] = game.play(state, own, other) end
      end
      assert.is_true(state == before)
      for i = 1, 4 do for j = 1, i - 1 do assert.is_false(seen[i] == seen[j]) end end
    end
  end)

  it("takes no choice that is none", function()
    local game, state = wide "listed"
    local first = game.simultaneous(state)[1]
    assert.matches("bad argument #2 to 'play' (choice of player 1 expected, got 3)",
      errors.of(game.play, state, 3, first), 1, true)
    assert.matches("bad argument #3 to 'play' (choice of player 2 expected, got nil)",
      errors.of(game.play, state, first), 1, true)
    assert.matches("bad argument #2 to 'play' (choice of player 1 expected, got string)",
      errors.of(game.play, state, "all", first), 1, true)
    for number = 1, math.huge do
      game, state = make(number)
      local own, other = game.simultaneous(state)
      if own and #own == 0 then
        assert.is_truthy(game.play(state, nil, other[1]))
        assert.matches("bad argument #2 to 'play' (choice of player 1 expected, got 1)",
          errors.of(game.play, state, 1, other[1]), 1, true)
        break
      end
    end
  end)

  it("asks chance first, and gives nothing where one player moves", function()
    local kinds = {}
    for number = 1, 60 do
      local game, state = make(number, "chance")
      local first, second = game.simultaneous(state)
      local outcomes = game.chance(state)
      kinds[first and "both" or outcomes and "chance" or "one"] = true
      assert.is_true(not (first and outcomes))
      assert.equal(first == nil, second == nil)
      assert.equal(first == nil and outcomes == nil, #game.moves(state) > 0)
    end
    assert.same({ both = true, chance = true, one = true }, kinds)
  end)

  it("says of whoever is to move, of both and of chance what it estimates", function()
    local kinds = {}
    for number = 1, 60 do
      local game, state = make(number, "chance", "estimate")
      local plain, same = make(number, "chance")
      kinds[game.simultaneous(state) and "both" or game.chance(state) and "chance" or "one"] = true
      assert.equal(plain.evaluate(same), game.evaluate(state))
    end
    assert.same({ both = true, chance = true, one = true }, kinds)
  end)

  it("is searched as the same game in Lua, in every form, by every algorithm, in any slices", function()
    for _ = 1, effort(150) do
      local game, state, where, form = drawn_game()
      local options = { depth = draw(7), algorithm = ALGORITHMS[draw(#ALGORITHMS) + 1], table = false,
        all = draw(2) == 0 }
      local search = alphabeta.start(game, state, options)
      local slice = draw(30) + 1
      while not search:step { nodes = slice } do end
      local result, wanted = search:result(), alphabeta.search(in_lua(game), state, options)
      where = ("%s, %s, depth %d"):format(where, options.algorithm, options.depth)
      assert.equal(essence(wanted), essence(result), where)
      assert.equal(wanted.nodes, result.nodes, where)
      if math.floor(form / forms.keyed) % 2 == 1 then
        options.table = nil
        assert.is_true(near(result.value, alphabeta.search(game, state, options).value), where)
      end
    end
  end)

  it("may have a function in Lua, which may raise errors or yield", function()
    for _ = 1, effort(12) do
      local game, state, where, form = drawn_game()
      for _, field in ipairs { "evaluate", "simultaneous", "chance", "key" } do
        if game[field] and (field ~= "simultaneous" or form % 2 == forms.listed) then
          local options = { depth = 4, table = false }
          local wanted, calls = essence(alphabeta.search(game, state, options)), {}
          local mixed = striking.game(game, field, calls)
          assert.equal(wanted, essence(alphabeta.search(mixed, state, options)), where .. ", " .. field)
          for k = 1, calls.n, math.max(1, math.ceil(calls.n / 8)) do
            for _, strike in ipairs { error, compat.has_yields and coroutine.yield or error } do
              calls.at = k
              local search = alphabeta.start(striking.game(game, field, calls, strike), state, options)
              local stepping = coroutine.wrap(function() pcall(search.step, search) end)
              stepping()
              if strike == coroutine.yield and calls.n >= k then stepping() end
              repeat until search:step()
              assert.equal(wanted, essence(search:result()), ("%s, %s, call %d"):format(where, field, k))
            end
          end
        end
      end
    end
  end)

  it("may be given less choices by Lua, out of those that it lists", function()
    local game, state = wide "listed"
    local less = setmetatable({ simultaneous = function(position)
      local first, second = game.simultaneous(position)
      return { first[#first] }, { second[1] }
    end }, { __index = game })
    local result = alphabeta.search(less, state, { depth = 3 })
    assert.same({ 1, 1, 1, 10000000014, 10000000007 }, { #result.strategies[1], #result.strategies[2],
      result.strategies[1][1].probability, result.strategies[1][1].move, result.pv[1][2] })
  end)

  it("says what Lua may not give or change", function()
    local game, state = wide "listed"
    local function message(changes, of)
      return errors.of(alphabeta.search, setmetatable(changes, { __index = of or game }), state, { depth = 2 })
    end
    assert.equal("game 'both': 'simultaneous' returned nil (list of choices for each player expected) at ply 0",
      message { simultaneous = function() end })
    assert.equal("game 'both': 'simultaneous' returned 5 (list of some of the moves expected) at ply 0",
      message { simultaneous = function() return {}, { 5 } end })
    assert.matches("field 'player': that of the native rules expected, which have 'simultaneous'",
      message { player = function() return 1 end }, 1, true)
    assert.matches("field 'simultaneous' expected, as the native rules have it", message({}, {
      moves = game.moves, play = game.play, evaluate = game.evaluate, player = game.player, viewpoint = 1,
    }), 1, true)
    local numbered, first = make(1)
    assert.matches("field 'simultaneous' is a function in Lua, but the native rules do not list their choices",
      errors.of(alphabeta.search, striking.game(numbered, "simultaneous", {}), first), 1, true)
    local pig = require "alphabeta.games.pig"
    local other = setmetatable({ simultaneous = function() end, viewpoint = 1 }, { __index = pig })
    assert.matches("field 'simultaneous' cannot be used with native rules that do not have it",
      errors.of(alphabeta.search, other, pig.initial(), { depth = 1 }), 1, true)
  end)

  it("says at which ply a function in Lua has returned what cannot be", function()
    local game = setmetatable({ evaluate = function() return "much" end }, { __index = oshi })
    for depth = 0, 4 do
      assert.equal(("game 'oshi': 'evaluate' returned a string (number expected) at ply %d"):format(depth),
        errors.of(alphabeta.search, game, oshi.initial { coins = 10, steps = 3 }, { depth = depth }))
    end
    local native, state = wide "in_place"
    local calls = 0
    local later = setmetatable({ evaluate = function() -- once joint moves have been taken back
      calls = calls + 1
      return calls < 3 and 0 or "much"
    end }, { __index = native })
    assert.equal("game 'both': 'evaluate' returned a string (number expected) at ply 1",
      errors.of(alphabeta.search, later, state, { depth = 1 }))
  end)

  it("is not believed when it gives numbers that cannot be", function()
    local _, _, number = wide "listed"
    for given, expected in pairs {
      [{ 3, 1 }] = "'simultaneous' gave 3 choices (limit is 2)",
      [{ 2, -1 }] = "'simultaneous' gave -1 choices (limit is 2)",
    } do
      local game = alphabeta.native(library.make(number, forms.listed, given[1], given[2]))
      local state = game.read {}
      for _, call in ipairs { game.simultaneous, game.moves, alphabeta.search } do
        local worked, message = pcall(call, call == alphabeta.search and game or state, state, { depth = 1 })
        assert.is_false(worked)
        assert.matches(expected, message, 1, true)
      end
    end
    local few = alphabeta.native(library.make(number, forms.listed, 3, 1))
    assert.equal("game 'both': 'simultaneous' gave 3 choices (limit is 2)",
      errors.of(alphabeta.search, striking.game(few, "simultaneous", {}), few.read {}, { depth = 1 }))
    _, _, number = wide()
    local game = alphabeta.native(library.make(number, 0, 65535, 17))
    assert.equal("game 'both': 'simultaneous' gave 65535 choices (limit is 1048576 pairs of them, at least one)",
      select(2, pcall(game.simultaneous, game.read {})))
  end)
end)

describe("playouts of a game in C in which both choose at once", function()
  it("draw what they draw in Lua", function()
    for coins = 3, 6 do
      local size, options = { coins = coins, steps = 2 }, { algorithm = "mcts", playouts = 500, seed = seed }
      local native = alphabeta.search(oshi, oshi.initial(size), options)
      local twin = alphabeta.search(oshi.lua, oshi.lua.initial(size), options)
      assert.same(twin.strategies, native.strategies)
      assert.same({ twin.value, twin.gap, twin.pv }, { native.value, native.gap, native.pv })
      assert.is_true(#native.pv > 1)
    end
  end)
end)

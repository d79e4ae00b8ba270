-- Games in C, handed over by a library of their own: they are played and searched like games in Lua, whether
-- all of the game is native or only its rules.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local c = require "spec.support.c"
local twins = require "spec.support.native_trees"
local quick = require "spec.support.quick"
local trees = require "spec.support.trees"

local library = c.library("spec/native/trees.c", "native_trees")

-- The native game with these options, its beginning, the same game in Lua and its beginning.
local function pair(options)
  local game, twin = alphabeta.native(library.make(options)), twins.game(options)
  return game, game.read(twin.write(twin.initial())), twin, twin.initial()
end

-- The game with some of its operations wrapped in Lua functions.
local function wrapped(game, names)
  local copy = {}
  for _, name in ipairs(names) do
    local operation = game[name]
    if operation then copy[name] = function(...) return operation(...) end end
  end
  return setmetatable(copy, { __index = game })
end

local METHODS = { { algorithm = "astar" }, { algorithm = "idastar" }, { algorithm = "beam", width = 3 } }

local CALLBACKS = { "evaluate", "order", "bounds", "likelihood", "key", "player", "noisy" }

-- Everything of a result that does not depend on the clock.
local function essence(result)
  local copy = {}
  for field, value in pairs(result) do copy[field] = value end
  copy.time = nil
  if copy.table then copy.table.bytes = nil end
  return copy
end

-- With integral floats as integers: a twin in Lua may say 1.0 where C says 1.
local function as_numbers(value)
  if compat.type(value) == "float" then return ("%.14g"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local copy = {}
  for k, v in pairs(value) do copy[k] = as_numbers(v) end
  return copy
end

-- What a search over the same rules in C and in Lua has in common: with a table, C looks positions up before it
-- visits one of them, and the trees differ.
local function common(result)
  local copy = as_numbers(essence(result))
  if copy.table then copy.table, copy.nodes, copy.leaves, copy.cutoffs, copy.pv = nil, nil, nil, nil, nil end
  return copy
end

local function message_of(f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error")
  return message
end

describe("alphabeta.native", function()
  it("gives a game with the fields of a game in Lua", function()
    local game = alphabeta.native(library.make { depth = 3, viewpoint = true, key = true, order = true,
      likelihood = true, bounds = true, noisy = true, listed = true })
    for _, name in ipairs { "moves", "play", "read", "write", compat.unpack(CALLBACKS) } do
      assert.equal("function", type(game[name]), name)
    end
    assert.equal(1, game.viewpoint)
    assert.equal("trees", game.name)
    assert.is_nil(game.undo)
    local weighed = alphabeta.native(library.make { depth = 3, features = true, weights = true })
    assert.same({ { 0.03, -0.2, 1 / 3 }, 15 }, { weighed.weights, weighed.scale })
    assert.equal(3, #weighed.features(weighed.read { 0, 1, 1 }))
    assert.is_nil(weighed.phases)
    local phased = alphabeta.native(library.make { depth = 3, features = true, weights = true, phases = true })
    assert.same({ 9, 3, 0.7 }, { #phased.weights, phased.phases, phased.weights[9] })
  end)

  it("gives no fields that the game does not have", function()
    local game = alphabeta.native(library.make { depth = 3, undo = true, flaw = "no write" })
    local names = {}
    for name in pairs(game) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "evaluate", "moves", "name", "play", "read" }, names)
    assert.is_nil(alphabeta.native(library.make { depth = 1, flaw = "nameless" }).name)
  end)

  -- Plays through a game in both forms, side by side.
  local function walk(game, state, twin, twin_state, depth)
    local list = twin.moves(twin_state)
    assert.same(list, game.moves(state))
    assert.same(twin.write(twin_state), game.write(state))
    assert.equal(twin.evaluate(twin_state), game.evaluate(state))
    for _, name in ipairs { "player", "key", "noisy", "features", "phase", "goal", "estimate" } do
      -- where Lua has no integers, the key is a string of the bytes of that of C
      if twin[name] and (compat.has_integers or name ~= "key") then
        assert.same(twin[name](twin_state), game[name](state), name)
      end
    end
    if twin.bounds then assert.same({ twin.bounds(twin_state) }, { game.bounds(state) }) end
    for _, move in ipairs(depth > 0 and list or {}) do
      for _, name in ipairs { "order", "likelihood", "cost" } do
        if twin[name] then assert.equal(twin[name](twin_state, move), game[name](state, move), name) end
      end
      local before = state:copy()
      local next, payoff = game.play(state, move)
      local twin_next, twin_payoff = twin.play(twin_state, move)
      assert.equal(twin_payoff, payoff)
      assert.is_true(state == before)
      if not payoff then walk(game, next, twin, twin_next, depth - 1) end
    end
  end

  it("plays as the game in Lua does, listed or numbered, in place or not", function()
    for _, options in ipairs {
      { key = true }, { listed = true, order = true, noisy = true },
      { large = true, noisy = true, key = true },
      { illegal = true }, { illegal = true, large = true, undo = true }, { lazy = true, player = true },
      { lazy = true, illegal = true }, { undo = true, likelihood = true, again = true },
      { payoff = true, halves = true, features = true, weights = true },
      { payoff = true, undo = true, viewpoint = true, bounds = true }, { features = true, phases = true },
      { goal = true, cost = true, estimate = true },
    } do
      options.seed, options.depth = 11, 6
      local game, state, twin, twin_state = pair(options)
      walk(game, state, twin, twin_state, 4)
    end
  end)

  it("gives whole values as integers, and others as they are", function()
    local game = alphabeta.native(library.make { depth = 4, halves = true })
    local kinds = {}
    for id = 1, 20 do
      local value = game.evaluate(game.read { 0, 1, id })
      kinds[compat.type(value)] = true
      assert.equal(value % 1 == 0, compat.type(value) == "integer")
    end
    assert.same({ integer = true, float = true }, kinds)
  end)

  it("keeps the handle alive", function()
    local kept = setmetatable({}, { __mode = "v" })
    local function make()
      kept.handle = library.make { seed = 1, depth = 5 }
      local game = alphabeta.native(kept.handle)
      return { game = game, state = game.read { 0, 1, 1 } }
    end
    local made = make()
    collectgarbage()
    assert.is_not_nil(kept.handle)
    made.game = nil
    collectgarbage()
    assert.is_not_nil(kept.handle)
    assert.is_true(made.state == made.state:copy())
    made.state = nil
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept.handle)
  end)

  local REFUSED = {
    ["no metatable"] = "native game expected, got another userdata",
    ["no game"] = "native game expected, got one whose game is NULL",
    ["abi"] = "native game of ABI 12 expected, got one of ABI 13",
    ["size"] = "native game with a struct of %d+ bytes expected, got %d+",
    ["no state"] = "native game 'trees': 'state_size' is 0",
    ["absurd state"] = "native game 'trees': 'state_size' is above AB_MAX_STATE",
    ["max_moves"] = "native game 'trees': 'max_moves' is not 0 to AB_MAX_MOVES",
    ["negative max_moves"] = "native game 'trees': 'max_moves' is not 0 to AB_MAX_MOVES",
    ["viewpoint"] = "native game 'trees': 'viewpoint' is not 0 or 1",
    ["viewpoint without player"] = "native game 'trees': 'viewpoint' needs 'player'",
    ["infinite range"] = "native game 'trees': 'low' and 'high' are not finite with 'low' < 'high'",
    ["range without viewpoint"] = "native game 'trees': 'low' is not %-'high' in a game without 'viewpoint'",
    ["repeats"] = "native game 'trees': 'repeats' is not 0 or 1",
    ["repetition alone"] = "native game 'trees': 'repetition' needs 'repeats'",
    ["repeats without key"] = "native game 'trees': 'repeats' needs 'key'",
    ["repetition without player"] = "native game 'trees': 'repetition' other than 0 needs 'player'",
    ["repetition out of range"] = "native game 'trees': 'repetition' is not within 'low' and 'high'",
    ["repetition is NaN"] = "native game 'trees': 'repetition' is NaN, or infinite in a game with 'chance'",
    ["infinite repetition"] = "native game 'trees': 'repetition' is NaN, or infinite in a game with 'chance'",
    ["max_numbers"] = "native game 'trees': 'write' needs a positive 'max_numbers'",
    ["absurd max_numbers"] = "native game 'trees': 'max_numbers' is above AB_MAX_STATE",
    ["feature_count"] = "native game 'trees': 'feature_count' is not 1 to AB_MAX_FEATURES",
    ["no features"] = "native game 'trees': 'weights' needs 'features'",
    ["estimate"] = "native game 'trees': 'weights' cannot be used with 'estimate'",
    ["weights"] = "native game 'trees': 'weights' are not within AB_MAX_WEIGHT",
    ["phases"] = "native game 'trees': 'phases' is not 0 to AB_MAX_PHASES",
    ["no phase"] = "native game 'trees': 'phases' above 1 needs 'phase'",
    ["scale"] = "native game 'trees': 'scale' is not AB_MIN_SCALE to AB_MAX_PAYOFF",
    ["scale out of range"] = "native game 'trees': 'scale' is not within 'low' and 'high'",
    ["moves"] = "native game 'trees': 'moves' is missing",
    ["play"] = "native game 'trees': 'play' is missing",
    ["evaluate"] = "native game 'trees': 'evaluate' is missing",
    ["read"] = "native game 'trees': 'read' is missing",
  }

  it("refuses a handle with a flaw, and says which", function()
    for flaw, expected in pairs(REFUSED) do
      local handle = library.make { depth = 1, flaw = flaw }
      assert.matches("^spec/native_spec.lua:%d+: bad argument #1 to 'native' %(" .. expected .. "%)$",
        message_of(function() return (alphabeta.native(handle)) end), flaw)
    end
  end)

  it("refuses what is no handle", function()
    local table_of_ours = alphabeta.table {}
    for _, value in ipairs { false, 1, {}, print, io.stdout, library.light(), table_of_ours,
      alphabeta.start({ moves = print, play = print, evaluate = print }, 1), coroutine.create(function() end),
      (select(2, pair { depth = 1 })) } do
      assert.matches("bad argument #1 to 'native' %(native game expected, got .*" .. type(value) .. "%)",
        message_of(alphabeta.native, value))
    end
    assert.matches("native game expected, got nil", message_of(alphabeta.native))
    for size = 0, 40 do
      assert.matches("native game expected", message_of(alphabeta.native, library.truncated(size)))
    end
    assert.matches("unknown game 'chess'", message_of(alphabeta.native, "chess"))
  end)

  it("does not believe a game that breaks the contract", function()
    for flaw, expected in pairs {
      ["too many"] = "game 'trees': 'moves' gave 100000 moves %(limit is 65535%)",
      ["too few"] = "game 'trees': 'moves' gave %-2 moves %(limit is 65535%)",
    } do
      local game = alphabeta.native(library.make { depth = 3, flaw = flaw })
      assert.matches(expected, message_of(game.moves, game.read { 0, 1, 1 }))
      assert.matches(expected, message_of(game.play, game.read { 0, 1, 1 }, 1))
    end
    for wrong, told in pairs { [-5] = "%-5", [5] = "5" } do
      local noisy = alphabeta.native(library.make { depth = 3, listed = true, noisy = true, wrong_noisy = wrong })
      assert.matches("'noisy' gave " .. told .. " moves %(limit is 4%)",
        message_of(noisy.noisy, noisy.read { 0, 1, 1 }))
    end
    local game = alphabeta.native(library.make { depth = 3, flaw = "too long" })
    assert.matches("'write' gave 4 numbers %(limit is 3%)", message_of(game.write, game.read { 0, 1, 1 }))
  end)

  it("is a puzzle without its chance, if that is left out", function()
    local options = { depth = 4, goal = true, cost = true, key = true }
    local plain = alphabeta.native(library.make(options))
    options.flaw = "raising"
    local rolling, still = alphabeta.native(library.make(options)), {}
    for name, field in pairs(rolling) do still[name] = field end
    still.chance, still.evaluate = nil, nil
    assert.matches("field 'chance' cannot be used with 'path'",
      message_of(alphabeta.path, rolling, rolling.read { 0, 1, 1 }))
    for _, algorithm in ipairs { "astar", "idastar" } do
      local expected = alphabeta.path(plain, plain.read { 0, 1, 1 }, { algorithm = algorithm })
      local found = alphabeta.path(still, still.read { 0, 1, 1 }, { algorithm = algorithm })
      assert.same(common(expected), common(found))
      assert.equal(compat.type(expected.cost), compat.type(found.cost))
    end
  end)

  it("makes room for as many outcomes as a game turns out to have", function()
    local game = alphabeta.native(library.make { depth = 3, flaw = "raising" })
    assert.same({ { 1, 2 }, { 1, 1 } }, { game.chance(game.read { 0, 1, 1 }) })
  end)

  it("is not asked for moves where chance decides", function()
    local game = alphabeta.native(library.make { depth = 3, flaw = "raising", wrong_moves = -2, wrong_from = 0 })
    assert.same({}, game.moves(game.read { 0, 1, 1 }))
  end)

  it("is an error for outcomes, weights and values that cannot be, also in a search", function()
    for flaw, expected in pairs {
      ["three outcomes"] = "'chance' gave 3 outcomes %(limit is 2%)",
      ["fewer outcomes"] = "'chance' gave %-1 outcomes %(limit is 2%)",
    } do
      local game = alphabeta.native(library.make { depth = 3, flaw = flaw })
      local state = game.read { 0, 1, 1 }
      assert.matches(expected, message_of(game.chance, state))
      assert.matches(expected, message_of(alphabeta.search, game, state, { depth = 2 }))
    end
    for flaw, expected in pairs {
      ["no weight"] = "'chance' gave a weight of 0.* %(positive finite number expected%) at ply 0",
      ["infinite"] = "'evaluate' returned inf %(finite number expected in a game with 'chance'%) at ply 0",
    } do
      local game = alphabeta.native(library.make { depth = 3, flaw = flaw })
      for _, algorithm in ipairs { "pvs", "minimax", "F" } do
        local options = { depth = flaw == "infinite" and 0 or 1, algorithm = algorithm }
        assert.matches(expected, message_of(alphabeta.search, game, game.read { 0, 1, 1 }, options))
      end
    end
  end)

  it("is an error for outcomes from Lua that the native rules have no room for", function()
    local game = alphabeta.native(library.make { depth = 3, listed = true })
    for outcomes, expected in pairs {
      [{ 1, 2, 3, 4, 5 }] = "'chance' returned 5 outcomes %(limit is 4, as the native rules have it%) at ply 0",
      [{ "x" }] = "'chance' returned a string %(list of integers expected%) at ply 0",
    } do
      local mixed = setmetatable({ chance = function() return outcomes end }, { __index = game })
      assert.matches(expected, message_of(alphabeta.search, mixed, game.read { 0, 1, 1 }, { depth = 2 }))
    end
  end)

  it("is an error for integers that this Lua does not have", function()
    local game = alphabeta.native(library.make { depth = 3, flaw = "too large" })
    if compat.has_integers then return assert.same({ math.tointeger(2 ^ 60) }, game.write(game.read { 0, 1, 1 })) end
    assert.matches("an integer of a native game is above 2%^53, which this Lua cannot represent",
      message_of(game.write, game.read { 0, 1, 1 }))
  end)
end)

describe("a static evaluation of native rules", function()
  local FORMS = {
    {}, { listed = true, key = true, returns = true }, { payoff = true, key = true }, { undo = true, again = true },
    { viewpoint = true, returns = true }, { lazy = true, halves = true }, { illegal = true, returns = true },
    { payoff = true, returns = true, player = true, listed = true }, { bounds = true, again = true, key = true },
  }
  local WAYS = { { depth = 0 }, { depth = 2 }, { depth = 3, algorithm = "mtdf" }, { depth = 4, algorithm = "minimax" },
    { depth = 3, algorithm = "F2" }, { depth = 5, all = true }, {}, { depth = 2, algorithm = "iterative" },
    { algorithm = "mcts", playouts = 40, playout_depth = 2, seed = 3 } }

  -- The game, with something else in Lua each time that changes no value, and one with an evaluation in Lua.
  local function mixed(game)
    local function order() return 0 end
    return {
      game,
      setmetatable({ range = { -100, 100 } }, { __index = game }),
      setmetatable({ order = order }, { __index = game }),
      setmetatable({ finished = function(state)
        return #game.moves(state) == 0 and game.evaluate(state) or nil
      end }, { __index = game }),
      wrapped(game, { "player", "key", "bounds" }),
      wrapped(game, { "evaluate" }),
    }
  end

  it("is that of the same game in Lua, whatever else is in Lua", function()
    for number, form in ipairs(FORMS) do
      form.seed, form.depth = 20 + number, 6
      form.static = true
      local game, state, twin, twin_state = pair(form)
      for _, way in ipairs(WAYS) do
        local expected = common(alphabeta.search(twin, twin_state, way))
        for i, other in ipairs(mixed(game)) do
          local found = common(alphabeta.search(other, state, way))
          local where = ("form %d, game %d, %s"):format(number, i, way.algorithm or "pvs")
          assert.equal(expected.value, found.value, where)
          assert.equal(expected.move, found.move, where)
        end
      end
    end
  end)

  it("is asked only where `finished` in Lua says nothing", function()
    local game, state, twin, twin_state = pair { seed = 5, depth = 6, static = true, full = true }
    local function finished(s) return game.write(s)[1] == 3 and 17 or nil end
    local native = setmetatable({ finished = finished }, { __index = game })
    twin.finished = function(s) return s.ply == 3 and 17 or nil end
    for depth = 0, 4 do
      local options = { depth = depth, table = false }
      assert.same(common(alphabeta.search(twin, twin_state, options)), common(alphabeta.search(native, state, options)))
    end
  end)

  it("is what Lua gets, where the game goes on, and the doctor finds nothing", function()
    for _, tells in ipairs { false, true } do
      local game, state, twin, twin_state = pair { seed = 3, depth = 6, static = true, illegal = true, again = true,
        payoff = tells }
      local function walk(one, other)
        assert.equal(twin.evaluate(other), game.evaluate(one))
        for _, move in ipairs(game.moves(one)) do walk((game.play(one, move)), (twin.play(other, move))) end
      end
      walk(state, twin_state)
      local right, report = alphabeta.check(game, state, { games = 5 })
      assert(right, tostring(report))
    end
  end)
end)

-- The native game with its features and weights in C, the weights in Lua, the features too, the phase; and the twin.
local function weighed(options)
  options.seed, options.depth, options.features, options.weights = 7, 7, true, true
  local game, state, twin, twin_state = pair(options)
  local rules = alphabeta.native(library.make(setmetatable({ weights = false }, { __index = options })))
  local given = setmetatable({ weights = twin.weights, scale = twin.scale, phases = twin.phases }, { __index = rules })
  local given_state = rules.read(rules.write(rules.read(twin.write(twin_state))))
  return { { game, state }, { given, given_state },
    { wrapped(game, { "features" }), state }, { wrapped(game, { "evaluate" }), state },
    { wrapped(game, { "phase" }), state }, { wrapped(given, { "phase" }), given_state } }, twin, twin_state
end

describe("features of native rules", function()
  local FORMS = {
    {}, { listed = true, key = true, returns = true }, { payoff = true, key = true }, { undo = true, again = true },
    { viewpoint = true, returns = true }, { lazy = true, halves = true }, { illegal = true, returns = true },
    { payoff = true, returns = true, player = true, listed = true }, { bounds = true, again = true, returns = true },
    { phases = true }, { phases = true, returns = true, key = true, payoff = true, listed = true },
    { phases = true, viewpoint = true, undo = true }, { phases = true, wide = true, returns = true },
  }
  local WAYS = { { depth = 0 }, { depth = 2 }, { depth = 3, algorithm = "mtdf" }, { depth = 4, algorithm = "minimax" },
    { depth = 3, algorithm = "F2" }, { depth = 5, all = true }, {},
    { algorithm = "mcts", playouts = 40, playout_depth = 2, seed = 3 } }

  it("are worth what those of the same game in Lua are, whose the weights may be", function()
    for _, form in ipairs(FORMS) do
      for _, way in ipairs(WAYS) do
        local games, twin, twin_state = weighed(form)
        if way.algorithm ~= "mcts" then way.table = false end
        -- features in C do not know that all moves will turn out to be illegal
        local expected = form.illegal and games[1] or { twin, twin_state }
        for i, played in ipairs(games) do
          if not (form.illegal and i == 3) then
            assert.same(common(alphabeta.search(expected[1], expected[2], way)),
              common(alphabeta.search(played[1], played[2], way)), i)
          end
        end
      end
    end
  end)

  it("are asked natively, and the search is the game's own where the weights are, too", function()
    local games = weighed { key = true, returns = true }
    local values = {}
    for i, played in ipairs(games) do
      values[i] = alphabeta.search(played[1], played[2], { depth = 4 }).value
      assert.equal(values[1], values[i])
    end
    local game, state = games[1][1], games[1][2]
    assert.is_nil(getmetatable(game))
    local other = setmetatable({ weights = { 0.3, 0.2, 1 } }, { __index = game })
    assert.are_not.equal(alphabeta.search(game, state, { depth = 1 }).value,
      alphabeta.search(other, state, { depth = 1 }).value)
    local plain = {}
    for name, field in pairs(game) do plain[name] = field end
    plain.weights, plain.scale = nil, nil
    local rules = alphabeta.native(library.make { seed = 7, depth = 7, key = true, features = true })
    assert.equal(alphabeta.search(rules, rules.read { 0, 1, 7 }, { depth = 4 }).value,
      alphabeta.search(plain, state, { depth = 4 }).value)
  end)

  it("are worth what other phases make of them", function()
    local games = weighed { phases = true, returns = true, key = true }
    local game, state = games[1][1], games[1][2]
    for _, fields in ipairs {
      { weights = { compat.unpack(game.weights, 1, 3) }, phases = 1 },
      { weights = { compat.unpack(game.weights, 1, 6) }, phases = 2 },
      { phase = function() return 1 end },
    } do
      local native, differs = setmetatable(fields, { __index = game }), false
      local in_lua = setmetatable({ features = function(s) return game.features(s) end }, { __index = native })
      for depth = 0, 4 do
        local value = alphabeta.search(native, state, { depth = depth }).value
        assert.equal(alphabeta.search(in_lua, state, { depth = depth }).value, value)
        differs = differs or value ~= alphabeta.search(game, state, { depth = depth }).value
      end
      assert(differs)
    end
  end)

  it("need a weight each, and are learned from", function()
    local games = weighed { payoff = true, player = true, full = true }
    local game, state = games[1][1], games[1][2]
    local few = setmetatable({ weights = { 1, 2 } }, { __index = game })
    assert.matches("field 'weights': 3 numbers expected, one for each feature of the native rules, got 2",
      message_of(alphabeta.search, few, state, { depth = 1 }))
    local learned = alphabeta.learn(game, state, { games = 40, opening_plies = 1 })
    assert.equal(3, #learned.weights)
  end)

  it("need a weight each in every phase, and are learned from by phases", function()
    local games = weighed { payoff = true, player = true, full = true, phases = true }
    local game, state = games[1][1], games[1][2]
    local few = setmetatable({ weights = { 1, 2 }, phases = 2 }, { __index = game })
    assert.matches("field 'weights': 6 numbers expected, one for each feature of the native rules in each phase, got 2",
      message_of(alphabeta.search, few, state, { depth = 1 }))
    local same = setmetatable({ phases = 1 }, { __index = game })
    assert.matches("3 numbers expected", message_of(alphabeta.search, same, state, { depth = 1 }))
    for _, name in ipairs { "none", "phase" } do
      local learned = alphabeta.learn(wrapped(game, { name }), state, { games = 40, opening_plies = 1, phases = 2 })
      assert.equal(6, #learned.weights)
    end
  end)
end)

describe("a search that is given a wrong number of moves", function()
  local ALGORITHMS = { "alphabeta", "pvs", "mtdf", "minimax", "F2", "iterative" }

  -- It says so, each time that it is stepped, and can be closed.
  local function check(game, options, expected)
    local search = alphabeta.start(game, game.read { 0, 1, 1 }, options)
    for _ = 1, 2 do
      assert.matches("^spec/native_spec.lua:%d+: game 'trees': " .. expected .. "$",
        message_of(function() return (search:step()) end))
    end
    search:close()
    assert.equal("closed", search:result().stopped)
  end

  it("says so at the root and below it, and everywhere if functions of the game may not return", function()
    for _, case in ipairs {
      { -5, "'moves' gave %-5 moves %(limit is 65535%)" },
      { -1, "'moves' gave %-1 moves %(limit is 65535%)" },
      { 65536, "'moves' gave 65536 moves %(limit is 65535%)" },
      { 5, "'moves' gave 5 moves %(limit is 4%)", listed = true },
    } do
      for from = 0, 4 do
        for _, returns in ipairs { true, false } do
          local made = { seed = 3, depth = 6, full = true, key = true, returns = returns, listed = case.listed,
            wrong_moves = case[1], wrong_from = from }
          local game = alphabeta.native(library.make(made))
          for _, algorithm in ipairs((returns and from > 1) and {} or ALGORITHMS) do
            check(game, { algorithm = algorithm, depth = 5 }, case[2])
          end
        end
      end
    end
  end)

  it("says so on the way of one player", function()
    for _, how in ipairs(METHODS) do
      for _, returns in ipairs { true, false } do
        local game = alphabeta.native(library.make { seed = 3, depth = 6, full = true, key = true, goal = true,
          returns = returns, wrong_moves = -5 })
        local id = 1
        while game.goal(game.read { 0, 1, id }) do id = id + 1 end
        local way = alphabeta.start_path(game, game.read { 0, 1, id }, how)
        local message = "game 'trees': 'moves' gave -5 moves (limit is 65535)"
        for _ = 1, 2 do assert.matches(message, message_of(way.step, way), 1, true) end
      end
    end
  end)

  it("says so of noisy moves", function()
    for _, wrong in ipairs { "-5", "5", "70000" } do
      local game = alphabeta.native(library.make { seed = 3, depth = 6, full = true, listed = true, noisy = true,
        returns = true, wrong_noisy = tonumber(wrong), wrong_from = 2 })
      check(game, { depth = 2, quiescence = 3 }, "'noisy' gave " .. wrong:gsub("%-", "%%-") .. " moves %(limit is 4%)")
    end
  end)

  it("says so where a function in Lua says which of them are noisy", function()
    for _, wrong in ipairs { "-5", "5", "70000" } do
      local rules = alphabeta.native(library.make { seed = 3, depth = 6, full = true, listed = true,
        wrong_moves = tonumber(wrong), wrong_from = 2 })
      local game = setmetatable({ noisy = function() return { 7, 14, 21, 28, 35, 42 } end }, { __index = rules })
      check(game, { depth = 2, quiescence = 3 }, "'moves' gave " .. wrong:gsub("%-", "%%-") .. " moves %(limit is 4%)")
    end
  end)
end)

describe("ways in a native game", function()
  it("are those of the game in Lua, whatever is native", function()
    local callbacks, solved = { "goal", "cost", "estimate", "key" }, 0
    for seed = 1, 40 do
      local options = { seed = seed, depth = 7, goal = true, key = true, undo = seed % 2 == 0 or nil,
        cost = seed % 3 > 0 or nil, estimate = seed % 4 > 0 or nil, illegal = seed % 5 == 0 or nil,
        listed = seed % 7 == 0 or nil, returns = seed % 8 < 4 or nil }
      local game, state, twin, twin_state = pair(options)
      for _, how in ipairs(METHODS) do
        local expected = as_numbers(essence(alphabeta.path(twin, twin_state, how)))
        solved = solved + (expected.cost and 1 or 0)
        assert.same(expected, as_numbers(essence(alphabeta.path(game, state, how))))
        for i in ipairs(callbacks) do
          local mixed = wrapped(game, { callbacks[i], i > 2 and callbacks[i - 2] or nil })
          assert.same(expected, as_numbers(essence(alphabeta.path(mixed, state, how))))
        end
      end
    end
    assert(solved >= 20, solved)
  end)
end)

describe("a native state", function()
  local game = alphabeta.native(library.make { seed = 5, depth = 4 })
  local state = game.read { 0, 1, 5 }

  it("is equal to another one whatever was in memory before", function()
    local in_place = alphabeta.native(library.make { seed = 5, depth = 4, undo = true })
    for length = 100, 500 do -- of strings, in whose place the states come; `read` does not fill all their bytes
      for i = 1, 20 do assert(#(("\255"):rep(length) .. i) > length) end
      collectgarbage()
      assert.is_true(in_place.read { 0, 1, 5 } == in_place.read { 0, 1, 5 })
    end
  end)

  it("equals another one of the same game with the same bytes", function()
    local next = game.play(state, 1)
    assert.is_true(next == game.play(state, 1))
    assert.is_true(next == next:copy())
    assert.is_false(rawequal(next, next:copy()))
    assert.is_false(next == state)
    assert.is_false(state == io.stdout)
    assert.is_false(io.stdout == state)
    assert.is_false(state == alphabeta.native(library.make { seed = 5, depth = 4 }).read { 0, 1, 5 })
  end)

  it("of another board is a stranger, though the rules are the same", function()
    local connect4 = require "alphabeta.games.connect4"
    local small = connect4.new(4, 4)
    for _, name in ipairs { "moves", "evaluate", "write", "key" } do
      assert.matches("state of 'connect4' expected", message_of(small[name], connect4.initial()))
    end
    local mixture = setmetatable({ moves = connect4.moves }, { __index = small })
    assert.matches("state of 'connect4' expected", message_of(alphabeta.search, mixture, small.initial()))
  end)

  it("is the same to every game of one handle", function()
    local handle = library.make { seed = 5, depth = 4 }
    local one, other = alphabeta.native(handle), alphabeta.native(handle)
    assert.same(one.moves(one.read { 0, 1, 5 }), one.moves(other.read { 0, 1, 5 }))
  end)

  it("is written as the game's format has it, or as its numbers", function()
    assert.equal("state of 'trees': 0 1 5", tostring(state))
    local formatted = alphabeta.native(library.make { depth = 4 })
    function formatted.format(position) return "<" .. table.concat(formatted.write(position), ",") .. ">" end
    assert.equal("<0,2,-7>", tostring(formatted.read { 0, 2, -7 }))
    local mute = alphabeta.native(library.make { depth = 4, flaw = "no write" })
    assert.matches("^state of 'trees': 0?x?%x+$", tostring(mute.read { 0, 1, 5 }))
    local nameless = alphabeta.native(library.make { depth = 4, flaw = "nameless" })
    assert.equal("state: 0 1 5", tostring(nameless.read { 0, 1, 5 }))
  end)

  it("hides its metatable and has no other fields", function()
    assert.equal("alphabeta.state", getmetatable(state))
    assert.is_nil(state.ply)
    assert.is_false(pcall(function() state.ply = 1 end))
  end)

  it("is read from a list of integers, or not", function()
    assert.same({ nil, "three numbers expected", n = 2 }, compat.pack(game.read {}))
    assert.same({ nil, "there is no such ply or player", n = 2 }, compat.pack(game.read { 0, 3, 5 }))
    local long = {}
    for i = 1, 1000 do long[i] = i end
    assert.is_nil((game.read(long)))
    local huge = tostring(2 ^ 63):gsub("%+", "%%+") -- with as many digits as this Lua gives
    for _, case in ipairs { { nil, "got nil" }, { 5, "got number" }, { { 0, 1.5, 2 }, "got 1.5 at 2" },
      { { 0, 1, "2" }, "got string at 3" }, { { 0, 2 ^ 63, 2 }, "got " .. huge .. " at 2" } } do
      assert.matches("bad argument #1 to 'read' %(list of integers expected, " .. case[2] .. "%)",
        message_of(game.read, case[1]))
    end
    for i = 1, 1048577 do long[i] = 0 end
    assert.matches("list of 1048576 integers at most expected", message_of(game.read, long))
  end)

  it("of a game without a name is a stranger to another such game", function()
    local one = alphabeta.native(library.make { depth = 4, flaw = "nameless" })
    local other = alphabeta.native(library.make { depth = 3, flaw = "nameless" })
    assert.matches("state expected, got one of another game%)", message_of(one.moves, other.read { 0, 1, 1 }))
  end)

  it("must be of the game that is asked", function()
    local other = alphabeta.native(library.make { seed = 5, depth = 4, undo = true })
    local nameless = alphabeta.native(library.make { depth = 4, flaw = "nameless" })
    for _, case in ipairs {
      { nil, "state of 'trees' expected, got nil" },
      { twins.game({}), "state of 'trees' expected, got table" },
      { io.stdout, "state of 'trees' expected, got userdata" },
      { library.light(), "state of 'trees' expected, got userdata" },
      { other.read { 0, 1, 5 }, "state of 'trees' expected, got one of another game of that name" },
      { nameless.read { 0, 1, 5 }, "state of 'trees' expected, got state" },
    } do
      for _, name in ipairs { "moves", "play", "evaluate", "write" } do
        assert.matches("^spec/native_spec.lua:%d+: bad argument #1 to '" .. name .. "' %(" .. case[2],
          message_of(function() return (game[name](case[1], 1)) end))
      end
      if case[1] ~= nil then
        assert.matches("bad argument #2 to 'search' %(" .. case[2] .. "%)",
          message_of(alphabeta.search, game, case[1]))
      end
    end
  end)

  it("is played only with its own legal moves", function()
    for _, form in ipairs { {}, { listed = true }, { large = true }, { lazy = true }, { illegal = true },
      { illegal = true, listed = true, undo = true } } do
      form.seed, form.depth, form.order, form.likelihood = 8, 4, true, true
      local rules, position = pair(form)
      local legal = {}
      for _, move in ipairs(rules.moves(position)) do legal[move] = true end
      for move = -2, 30 do
        if not legal[move] then
          assert.equal(("bad argument #2 to 'play' (legal move expected, got %d)"):format(move),
            message_of(rules.play, position, move))
        end
      end
      for _, name in ipairs { "play", "order", "likelihood" } do
        for _, move in ipairs { 2 ^ 60, compat.least, 99 } do
          assert.matches("bad argument #2 to '" .. name .. "' %(l?e?g?a?l? ?move expected, got",
            message_of(rules[name], position, move))
        end
        for _, move in ipairs { "1", {}, 1.5, 0 / 0, math.huge, -2.0 ^ 63 } do
          local told = move ~= move and "NaN" or type(move) == "number" and tostring(move) or type(move)
          assert.equal(("bad argument #2 to '%s' (move expected, got %s)"):format(name, told),
            (message_of(rules[name], position, move):gsub("^[^ ]*:%d+: ", "")))
        end
      end
      local first = rules.moves(position)[1]
      if math.abs(first) < 2 ^ 53 then
        assert.is_true(rules.play(position, first) == rules.play(position, first + 0.0))
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------

local ALGORITHMS = { "pvs", "mtdf", "bisection", "alphabeta", "minimax", "branch-and-bound", "aspiration",
  "minimax-alphabeta", "iterative", "F", "F1", "F2" }
local PRINTED = { ["minimax-alphabeta"] = true, iterative = true, F = true, F1 = true, F2 = true }

-- Forms that a game can have together, drawn from a seed. A table that learns distinguishes positions with one
-- legal move and those with more, where illegal ones count; so it cannot be used with illegal moves here.
local function random_form(seed)
  local function lot(k, n) return trees.draw(seed, k, n) == 0 end
  local form = { seed = seed, depth = 1 + trees.draw(seed, 1, 6) }
  local kind = trees.draw(seed, 2, 4)
  form.listed, form.illegal, form.lazy = kind == 1, kind == 2, kind == 3
  form.noisy = form.listed and lot(3, 2)
  form.key, form.order = kind < 2 and lot(4, 2), kind < 2 and lot(5, 3)
  for k, name in ipairs { "payoff", "again", "viewpoint", "halves", "undo" } do form[name] = lot(5 + k, 4) end
  form.likelihood, form.bounds, form.returns = lot(11, 2), lot(12, 2), lot(13, 2)
  return form
end

local function random_options(seed, form)
  local function lot(k, n) return trees.draw(seed, k, n) == 0 end
  local algorithm = ALGORITHMS[1 + trees.draw(seed, 20, #ALGORITHMS)]
  local options = { algorithm = algorithm, all = lot(21, 4), deepening = lot(22, 3) or nil }
  if lot(23, 2) then options.depth = trees.draw(seed, 24, 7) end
  if lot(25, 4) then options.window = { -3, 5 } end
  if lot(26, 3) and (form.listed or form.key) then options.nodes = 1 + trees.draw(seed, 27, 80) end
  if form.likelihood and lot(28, 2) then options.threshold = 0.05 end
  if lot(29, 4) and form.key then options.table = false end
  if PRINTED[algorithm] then return options end
  if lot(30, 3) and not options.all then options.shortest = true end
  if lot(33, 3) and not options.shortest then options.trace = true end
  if form.noisy and lot(31, 2) then
    options.quiescence, options.depth = 1 + trees.draw(seed, 32, 3), options.depth or 3
  end
  return options
end

-- The same rules with every operation native, with some or all in Lua, without the native functions as such.
local function variants(game, seed)
  local some = {}
  for k, name in ipairs(CALLBACKS) do
    if trees.draw(seed, 40 + k, 2) == 0 then some[#some + 1] = name end
  end
  local fields = {}
  for name, field in pairs(game) do fields[name] = field end
  return {
    native = game,
    fields = fields,
    ["some in Lua"] = wrapped(game, some),
    ["all in Lua"] = wrapped(game, CALLBACKS),
    ["rules in Lua"] = wrapped(game, { "moves" }),
  }
end

describe("a native game with a twin in Lua", function()
  local make = require "alphabeta.native"

  -- A twin that writes its positions as "ply player id", and child 1 as "#1".
  local function twin_of(options)
    local twin = twins.game(options)
    local initial = twin.initial
    function twin.initial(player)
      local state = initial()
      if player ~= nil then
        if type(player) ~= "number" then error("bad argument #1 to 'initial' (number expected)", 2) end
        state.player = player
      end
      return state
    end
    function twin.format(state) return table.concat(twin.write(state), " ") end
    function twin.parse(text)
      if type(text) ~= "string" then error("bad argument #1 to 'parse' (string expected)", 2) end
      local ply, player, id = text:match "^(%-?%d+) (%d+) (%-?%d+)$"
      if not ply then return nil, "three integers expected" end
      return twin.read { compat.integer(ply), compat.integer(player), compat.integer(id) }
    end
    function twin.format_move(_, move) return "#" .. move end
    function twin.parse_move(state, text)
      local move = compat.integer(text:match "^#(%d+)$")
      for _, legal in ipairs(twin.moves(state)) do
        if legal == move then return move end
      end
      return nil, "no such move"
    end
    return twin
  end

  local options = { seed = 3, depth = 5 }
  local twin = twin_of(options)
  local game = make(library.make(options), nil, twin)

  it("begins, formats and parses as the twin does", function()
    assert.equal(twin, game.lua)
    assert.same(twin.write(twin.initial()), game.write(game.initial()))
    assert.same(twin.write(twin.initial(2)), game.write(game.initial(2)))
    local state = game.play(game.initial(), 1)
    local text = twin.format(twin.play(twin.initial(), 1))
    assert.equal(text, game.format(state))
    assert.equal(text, tostring(state))
    assert.is_true(state == game.parse(text))
    assert.equal("#1", game.format_move(state, 1))
    assert.equal(1, game.parse_move(state, "#1"))
    assert.same({ nil, "no such move", n = 2 }, compat.pack(game.parse_move(state, "#9")))
  end)

  it("passes on what is wrong with a text", function()
    assert.same({ nil, "three integers expected", n = 2 }, compat.pack(game.parse "no"))
    assert.same({ nil, "there is no such ply or player", n = 2 }, compat.pack(game.parse "6 1 1"))
  end)

  it("blames its caller", function()
    local function error_at(line, expected, call)
      assert.equal(("spec/native_spec.lua:%d: %s"):format(line, expected), message_of(call))
    end
    local function here() return debug.getinfo(2, "l").currentline + 1 end
    error_at(here(), "bad argument #1 to 'initial' (number expected)",
      function() return (game.initial "x") end)
    error_at(here(), "bad argument #1 to 'initial' (there is no such ply or player)",
      function() return (game.initial(3)) end)
    error_at(here(), "bad argument #1 to 'parse' (string expected)",
      function() return (game.parse(1)) end)
    for _, name in ipairs { "format", "format_move", "parse_move" } do
      error_at(here(), ("bad argument #1 to '%s' (state of 'trees' expected, got table)"):format(name),
        function() return (game[name](twin.initial(), "x")) end)
    end
  end)

  it("has no moves for people if the twin has none", function()
    local bare = twin_of(options)
    bare.format_move, bare.parse_move = nil, nil
    local without = make(library.make(options), nil, bare)
    assert.is_nil(without.format_move)
    assert.is_nil(without.parse_move)
  end)
end)

describe("the native games that come with the library", function()
  local make = require "alphabeta.native"
  local synthetic = require "alphabeta.twins.synthetic"

  local function twin(name) return require("alphabeta.twins." .. name) end

  local small_connect4 = setmetatable({
    initial = function() return twin "connect4".initial { width = 4, height = 3 } end,
  }, { __index = twin "connect4" })

  -- A die has been rolled.
  local rolled_ewn = setmetatable({
    initial = function() return twin "ewn".play(twin "ewn".initial(), 3) end,
  }, { __index = twin "ewn" })

  -- The moves of a position, or the outcomes.
  local function choices(game, state) return game.chance and game.chance(state) or game.moves(state) end

  local GAMES = {
    { "connect4", nil, twin "connect4" }, { "connect4", { 4, 3 }, small_connect4 }, { "kalah", nil, twin "kalah" },
    { "othello", nil, twin "othello" }, { "tictactoe", nil, twin "tictactoe" }, { "pig", nil, twin "pig" },
    { "ewn", nil, twin "ewn" }, { "ewn", nil, rolled_ewn },
  }
  for _, tree in ipairs { synthetic.new {}, synthetic.new { mode = "again", seed = 9 },
    synthetic.new { mode = "dag", width = 20 }, synthetic.leaves(2, { 1, 5, 2, 8, 4, 6, 3, 7 }) } do
    GAMES[#GAMES + 1] = { "synthetic", tree.parameters, tree }
  end

  -- As a string, a key that comes back from Lua has another place in the table.
  local SAME = {}
  for _, name in ipairs(CALLBACKS) do
    if compat.has_integers or name ~= "key" then SAME[#SAME + 1] = name end
  end

  local DEPTH = quick(3, 4)

  it("are searched as their twins are, node for node", function()
    for _, case in ipairs(GAMES) do
      local name, parameters, rules = compat.unpack(case, 1, 3)
      local game = make(name, parameters, rules)
      for _, options in ipairs { { depth = DEPTH, table = false }, { depth = DEPTH }, { depth = 3, all = true } } do
        local expected = common(alphabeta.search(rules, rules.initial(), options))
        for _, form in ipairs { game, wrapped(game, SAME) } do
          local found = common(alphabeta.search(form, game.initial(), options))
          assert.same(expected, found, name)
        end
      end
      assert.equal(rules.format(rules.initial()), tostring(game.initial()))
    end
  end)

  it("are played as their twins are, to the end of random games", function()
    local draw = require "alphabeta.base.random"(11)
    for _, case in ipairs(GAMES) do
      local name, parameters, rules = compat.unpack(case, 1, 3)
      local game = make(name, parameters, rules)
      for _ = 1, 10 do
        local state, twin_state = game.initial(), rules.initial()
        repeat
          local moves = choices(rules, twin_state)
          assert.same(moves, choices(game, state), name)
          assert.same(rules.write(twin_state), game.write(state), name)
          assert.equal(rules.evaluate(twin_state), game.evaluate(state), name)
          if #moves > 0 then
            if rules.features then assert.same(rules.features(twin_state), game.features(state), name) end
            if rules.phase then assert.equal(rules.phase(twin_state), game.phase(state), name) end
            local move = moves[draw(#moves)]
            local payoff, twin_payoff
            state, payoff = game.play(state, move)
            twin_state, twin_payoff = rules.play(twin_state, move)
            assert.equal(twin_payoff, payoff, name)
          end
        until #moves == 0
      end
    end
  end)

  it("have boards of other sizes", function()
    local connect4 = require "alphabeta.games.connect4"
    local small, rules = connect4.new(4, 3), connect4.lua
    local state, twin_state = small.initial(), rules.initial { width = 4, height = 3 }
    assert.equal(rules.format(twin_state), small.format(state))
    local options = { depth = 6, table = false }
    assert.same(essence(alphabeta.search(rules, twin_state, options)),
      essence(alphabeta.search(small, state, options)))
    assert.matches("'connect4': width and height expected", message_of(connect4.new, 70, 6))
  end)

  it("know how deep they were searched to the end, as their twins do", function()
    for seed = 1, 20 do
      local tree = synthetic.new { mode = "uneven", seed = seed, breadth = 3, depth = 6 }
      local game = make("synthetic", tree.parameters, tree)
      local options = { algorithm = "alphabeta", table = false }
      assert.equal(alphabeta.search(tree, tree.initial(), options).depth,
        alphabeta.search(game, game.initial(), options).depth, "seed " .. seed)
    end
  end)

  it("refuse parameters that will not do, and say why", function()
    local long = {}
    for i = 1, 1000001 do long[i] = 0 end
    for _, case in ipairs {
      { "kalah", { 6 }, "'kalah' has no parameters" },
      { "connect4", { 70, 6 }, "'connect4': width and height expected, .*" },
      { "synthetic", {}, "'synthetic': mode, seed, breadth, depth and width expected" },
      { "synthetic", 5, "list of numbers expected, got number" },
      { "synthetic", { 1, 1, "2" }, "list of numbers expected, got string at 3" },
      { "synthetic", long, "list of numbers expected, got a longer one" },
    } do
      assert.matches("^spec/native_spec.lua:%d+: bad argument #2 to 'native' %(" .. case[3] .. "%)$",
        message_of(function() return (alphabeta.native(case[1], case[2])) end))
    end
  end)
end)

describe("native games with weights that were learned", function()
  it("are worth what their twins are", function()
    for _, name in ipairs { "connect4", "othello" } do
      local game = require("alphabeta.games." .. name).weighed
      local twin = game.lua
      assert.same({ twin.weights, twin.scale, twin.phases }, { game.weights, game.scale, game.phases })
      for depth = 0, 3 do
        local wanted = alphabeta.search(twin, twin.initial(), { depth = depth }).value
        assert.is_true(math.abs(alphabeta.search(game, game.initial(), { depth = depth }).value - wanted) < 1e-12, name)
      end
    end
  end)
end)

describe("a search over native rules", function()
  it("is that of the same game in Lua, node for node", function()
    for seed = 1, quick(500, 1500) do
      local form = random_form(seed)
      local options = random_options(seed, form)
      local game, state, twin, twin_state = pair(form)
      local expected = common(alphabeta.search(twin, twin_state, options))
      for name, variant in pairs(variants(game, seed)) do
        -- a numbered game cannot be told noisy moves from Lua; it has none here
        local found = common(alphabeta.search(variant, state, options))
        assert.same(expected, found, ("seed %d, %s"):format(seed, name))
      end
    end
  end)

  it("does not depend on steps", function()
    for seed = 1, 60 do
      local form = random_form(seed)
      local options = random_options(seed, form)
      local game, state = pair(form)
      for name, variant in pairs(variants(game, seed)) do
        local whole = essence(alphabeta.search(variant, state, options))
        local search = alphabeta.start(variant, state, options)
        while not search:step { nodes = 1 + trees.draw(seed, 60, 9) } do end -- luacheck: ignore
        assert.same(whole, essence(search:result()), ("seed %d, %s"):format(seed, name))
      end
    end
  end)

  it("visits as many positions in each step as it may, also where that is short of memory or ends a depth", function()
    local kalah = require "alphabeta.games.kalah"
    for _, options in ipairs { { depth = 4, table = false }, { depth = 4, table = false, trace = 300 },
      { depth = 4, table = false, all = true }, { depth = 4, deepening = true, table = false }, { depth = 4 },
      { depth = 4, table = false, choose = "random", random = function() return 1 end },
      { depth = 4, deepening = true, on_depth = function() end } } do
      options.algorithm = "alphabeta"
      local whole = alphabeta.search(kalah, kalah.initial(), options)
      for _, nodes in ipairs { 1, 2, 13, 100 } do
        local search, steps = alphabeta.start(kalah, kalah.initial(), options), 0
        while not search:step { nodes = nodes } do
          steps = steps + 1
          assert.equal(nodes * steps, search:result().nodes)
        end
        assert.equal(whole.nodes, search:result().nodes)
        assert.equal(whole.value, search:result().value)
        assert.same(whole.tree, search:result().tree)
      end
    end
  end)

  it("takes integral values for integers if they come from C, and as they are from Lua", function()
    local game, state = pair { seed = 3, depth = 4 }
    assert.equal("integer", compat.type(alphabeta.search(game, state).value))
    local floats = setmetatable({
      evaluate = function(position) return game.evaluate(position) + 0.0 end,
    }, { __index = game })
    local float = compat.has_integers and "float" or "integer"
    assert.equal(float, compat.type(alphabeta.search(floats, state).value))
    local integers = wrapped(game, { "evaluate" })
    assert.equal("integer", compat.type(alphabeta.search(integers, state).value))
  end)

  it("gives large moves as they are", function()
    local game, state, twin, twin_state = pair { seed = 6, depth = 5, large = true }
    local expected = alphabeta.search(twin, twin_state, { all = true })
    for _, variant in ipairs { game, wrapped(game, CALLBACKS) } do
      local result = alphabeta.search(variant, state, { all = true, trace = true })
      assert.same(expected.moves, result.moves)
      assert.same(expected.pv, result.pv)
      assert.equal(expected.moves[1].move, result.move)
      assert.equal(game.moves(state)[1], result.tree[1].move)
      local chosen = alphabeta.search(variant, state, { choose = function(list) return list[#list].move end })
      assert.equal(expected.moves[#expected.moves].move, chosen.move)
    end
  end)

  it("leaves `keep` alone, so that lines are moves", function()
    local form = { seed = 6, depth = 5, listed = true }
    local game, state = pair(form)
    form.keep = true
    local keeps, same = pair(form)
    assert.same(alphabeta.search(game, state).pv, alphabeta.search(keeps, same).pv)
  end)

  it("goes without operations that the table does not have", function()
    local game, state = pair { seed = 9, depth = 5, key = true, order = true }
    local bare = { moves = game.moves, play = game.play, evaluate = game.evaluate }
    assert.is_nil(alphabeta.search(bare, state).table)
    assert.equal(alphabeta.search(game, state).value, alphabeta.search(bare, state).value)
  end)

  it("shares tables with searches of the same functions only", function()
    local game, state = pair { seed = 9, depth = 6, key = true }
    local positions = alphabeta.table {}
    local first = alphabeta.search(game, state, { table = positions })
    local again = alphabeta.search(setmetatable({}, { __index = game }), state, { table = positions })
    assert.equal(first.value, again.value)
    assert.is_true(again.nodes < first.nodes)
    assert.matches("option 'table': it belongs to another game",
      message_of(alphabeta.search, wrapped(game, { "evaluate" }), state, { table = positions }))
    positions:clear()
    assert.equal(first.value, alphabeta.search(wrapped(game, CALLBACKS), state, { table = positions }).value)
  end)

  it("refuses fields that do not go with the rules", function()
    local game, state = pair { seed = 9, depth = 3, viewpoint = true }
    local plain, at = pair { seed = 9, depth = 3 }
    for _, case in ipairs {
      { { undo = print }, game, "field 'undo' cannot be used with native rules" },
      { { variadic = true }, game, "field 'variadic' cannot be used with native rules" },
      { { fills = true }, game, "field 'fills' cannot be used with native rules" },
      { { players = 2, player = print }, plain, "field 'players' cannot be used with native rules" },
      { { viewpoint = 1, player = print }, plain,
        "field 'viewpoint': nil expected, as the native rules have it" },
      { { noisy = print }, plain, "field 'noisy' is a function in Lua, but the native rules do not list" },
      { { width = 3 }, plain, "only one of 'moves', 'width', 'successors' expected" },
      { { evaluate = 3 }, plain, "field 'evaluate': function expected, got 3" },
    } do
      local message = message_of(alphabeta.search, setmetatable(case[1], { __index = case[2] }),
        case[2] == game and state or at)
      assert.matches("bad argument #1 to 'search' (game 'trees': " .. case[3], message, 1, true)
    end
    local without = { moves = game.moves, play = game.play, evaluate = game.evaluate, player = game.player }
    assert.matches("field 'viewpoint': 1 expected, as the native rules have it",
      message_of(alphabeta.search, without, state))
  end)

  it("asks a native operation of a game in Lua like any function", function()
    local game, state = pair { seed = 10, depth = 5 }
    local copying = {
      moves = function(s) return game.moves(s.native) end,
      play = function(s, move) return { native = game.play(s.native, move) } end,
      evaluate = function(s) return game.evaluate(s.native) end,
    }
    local expected = alphabeta.search(game, state)
    assert.equal(expected.nodes, alphabeta.search(copying, { native = state }).nodes)
    local native_moves = { moves = game.moves, evaluate = game.evaluate,
      play = function(s, move) return game.play(s, move) end }
    assert.equal(expected.nodes, alphabeta.search(native_moves, state).nodes)
    local other = alphabeta.native(library.make { seed = 10, depth = 5 })
    local torn = { moves = game.moves, play = other.play, evaluate = game.evaluate }
    assert.matches("bad argument #1 to 'play' %(state of 'trees' expected, got one of another",
      message_of(alphabeta.search, torn, state))
  end)

  it("reports depths, deepens and is closed like any other", function()
    local game, state = pair { seed = 12, depth = 6, full = true }
    local depths = {}
    local function note(result) depths[#depths + 1] = result.depth end
    alphabeta.search(game, state, { deepening = true, depth = 5, on_depth = note })
    assert.same({ 1, 2, 3, 4, 5 }, depths)
    for result in alphabeta.deepen(game, state, { depth = 3 }) do note(result) end
    assert.same({ 1, 2, 3, 4, 5, 1, 2, 3 }, depths)
    for _, variant in ipairs { game, wrapped(game, CALLBACKS) } do
      local search = alphabeta.start(variant, state)
      search:step { nodes = 20 }
      assert.matches("^alphabeta.search %(trees, paused%)", tostring(search))
      search:close()
      assert.equal("closed", search:result().stopped)
      assert.equal(20, search:result().nodes)
    end
  end)

  it("names the ply at which a function in Lua breaks the contract", function()
    for _, form in ipairs { { full = true }, { full = true, undo = true } } do
      form.seed, form.depth = 1, 5
      local game, state = pair(form)
      for depth = 1, 4 do
        local calls = 0
        local broken = setmetatable({
          evaluate = function(position)
            calls = calls + 1
            return calls < 4 and game.evaluate(position) or position
          end,
        }, { __index = game })
        assert.matches("game 'trees': 'evaluate' returned a userdata %(number expected%) at ply " .. depth,
          message_of(alphabeta.search, broken, state, { depth = depth }))
      end
    end
  end)
end)

describe("a native noisy search", function()
  local options = { seed = 20, depth = 6, listed = true, noisy = true }
  local game, state = pair(options)
  local how = { depth = 2, quiescence = 4 }

  local function with(noisy) return setmetatable({ noisy = noisy }, { __index = game }) end

  it("takes a list of some of the moves, in its order, true or nothing from Lua", function()
    local twin = twins.game(options)
    local function noisy_of(rules)
      return function(position)
        local list = rules.moves(position)
        local count = rules.evaluate(position) % 4
        if count == 3 then return true end
        local reversed = {}
        for i = #list, math.max(1, #list - count), -1 do reversed[#reversed + 1] = list[i] end
        return #reversed > 1 and reversed or nil
      end
    end
    local expected = alphabeta.search(setmetatable({ noisy = noisy_of(twin) }, { __index = twin }),
      twin.initial(), how)
    local found = alphabeta.search(with(noisy_of(game)), state, how)
    assert.same(essence(expected), essence(found))
  end)

  it("refuses anything else", function()
    for _, case in ipairs {
      { { 1 }, "1 %(list of some of the moves expected%)" },
      { { "7" }, "a string %(list of some of the moves expected%)" },
      { { 7, 7 }, "7 %(list of some of the moves expected%)" },
      { { 7, 14, 21, 28, 35 }, "%d+ %(list of some of the moves expected%)" },
      { { {} }, "a table %(list of some of the moves expected%)" },
      { 7, "7 %(list expected%)" },
      { false, "a boolean %(list expected%)" },
    } do
      local message = message_of(alphabeta.search, with(function() return case[1] end), state, how)
      assert.matches("game 'trees': 'noisy' returned " .. case[2] .. " at ply %d", message)
    end
  end)
end)

describe("a native game that says which moves are alike", function()
  local TAGGED = { depth = 7, listed = true, full = true, key = true, tag = true }

  local function nodes_of(game, state)
    return alphabeta.search(game, state, { depth = 6, algorithm = "alphabeta" }).nodes
  end

  it("has its moves ordered by that, also under an evaluation in Lua", function()
    local differ = 0
    for seed = 1, 10 do
      TAGGED.seed, TAGGED.tag = seed, true
      local game, state = pair(TAGGED)
      local nodes = nodes_of(game, state)
      assert.equal(nodes, nodes_of(wrapped(game, { "evaluate" }), state), "seed " .. seed)
      TAGGED.tag = nil
      if nodes ~= nodes_of(pair(TAGGED)) then differ = differ + 1 end
    end
    assert(differ > 5, differ .. " of 10 seeds")
  end)
end)

------------------------------------------------------------------------------------------------

local EXPIRED = "state used after the callback that it was given to %(copy it with state:copy%(%)%)"

describe("the state that a function in Lua gets from native rules", function()
  local form = { seed = 31, depth = 6, listed = true, noisy = true, order = true, likelihood = true,
    key = true, bounds = true, again = true }
  local game, state, twin, twin_state = pair(form)
  local how = { depth = 4, quiescence = 2 }

  local function assert_expired(view)
    for _, name in ipairs { "moves", "evaluate", "write", "key", "player" } do
      assert.matches(EXPIRED, message_of(game[name], view), name)
    end
    assert.matches(EXPIRED, message_of(game.play, view, 7))
    assert.matches(EXPIRED, message_of(tostring, view))
    assert.matches(EXPIRED, message_of(view.copy, view))
    assert.matches(EXPIRED, message_of(function() return view == state end))
    assert.matches(EXPIRED, message_of(alphabeta.search, game, view))
  end

  it("expires when the function has returned, and its copies do not", function()
    for _, name in ipairs(CALLBACKS) do
      local view, copy, count = nil, nil, 0
      local spy = setmetatable({
        [name] = function(position, ...)
          count = count + 1
          view = position
          copy = position:copy()
          assert(copy == position)
          return game[name](position, ...)
        end,
      }, { __index = game })
      alphabeta.search(spy, state, name == "likelihood" and { threshold = 0.01 } or how)
      assert(count > 3, name)
      assert_expired(view)
      assert.equal(3, #game.write(copy))
    end
  end)

  it("shows the positions of the search, one by one", function()
    local function visits(rules, from)
      local list = {}
      local spy = setmetatable({
        evaluate = function(position)
          list[#list + 1] = table.concat(rules.write(position), " ")
          return rules.evaluate(position)
        end,
      }, { __index = rules })
      alphabeta.search(spy, from, how)
      return list
    end
    assert.same(visits(twin, twin_state), visits(game, state))
  end)

  it("expires when the function raises", function()
    local view
    local spy = setmetatable({
      evaluate = function(position)
        view = position
        error "no"
      end,
    }, { __index = game })
    assert.matches("no$", message_of(alphabeta.search, spy, state))
    assert_expired(view)
    local printed = { algorithm = "F2" }
    assert.matches("no$", message_of(alphabeta.search, spy, state, printed))
    assert_expired(view)
  end)

  it("stays while the function is suspended, and expires with its coroutine", function()
    if not compat.has_yields then return end
    local view
    local spy = setmetatable({
      evaluate = function(position)
        view = position
        coroutine.yield()
        assert(position == view)
        return game.evaluate(position)
      end,
    }, { __index = game })
    local thread = coroutine.create(function() return alphabeta.search(spy, state, how) end)
    assert(coroutine.resume(thread))
    local shown = game.write(view)
    assert.same(shown, game.write(view:copy()))
    assert.equal(game.evaluate(view), game.evaluate(game.read(shown)))
    if compat.has_close then
      coroutine.close(thread)
      assert_expired(view)
    end
  end)

  it("may be searched from within the function, and serve other searches", function()
    local spy = setmetatable({
      evaluate = function(position)
        local inner = alphabeta.search(wrapped(game, { "evaluate" }), position, { depth = 1 })
        return inner.value
      end,
    }, { __index = game })
    local expected = alphabeta.search(setmetatable({
      evaluate = function(position) return alphabeta.search(twin, position, { depth = 1 }).value end,
    }, { __index = twin }), twin_state, how)
    assert.same(essence(expected), essence(alphabeta.search(spy, state, how)))
  end)

  it("does not change when the search was given one", function()
    local searches = {}
    local spy = setmetatable({
      evaluate = function(position)
        if #searches < 5 then
          searches[#searches + 1] = { alphabeta.start(game, position), position:copy() }
        end
        return game.evaluate(position)
      end,
    }, { __index = game })
    alphabeta.search(spy, state, how)
    for _, entry in ipairs(searches) do
      entry[1]:step()
      assert.equal(alphabeta.search(game, entry[2]).value, entry[1]:result().value)
    end
  end)
end)

-- The game with a callback in Lua that calls `strike` at its k-th call, before or after its work.
local function struck(game, name, k, strike, late)
  local count = 0
  local operation = game[name]
  return setmetatable({
    [name] = function(...)
      count = count + 1
      if count ~= k then return operation(...) end
      if not late then strike() end
      local results = compat.pack(operation(...))
      if late then strike() end
      return compat.unpack(results, 1, results.n)
    end,
  }, { __index = game }), function() return count >= k end
end

describe("a function in Lua among native rules", function()
  local FORMS = {
    { seed = 41, depth = 4, key = true, order = true, bounds = true, again = true },
    { seed = 41, depth = 4, listed = true, noisy = true, likelihood = true, undo = true, player = true },
    { seed = 43, depth = 4, listed = true, noisy = true, undo = true, viewpoint = true, payoff = true },
  }
  local HOW = { { depth = 3 }, { depth = 2, quiescence = 2, threshold = 0.01 },
    { depth = 2, quiescence = 2 } }

  -- Calls visit(callback, k, struck game, state, options, undisturbed result) with every call that is made.
  local function each_call(strike, late, visit)
    for f, form in ipairs(FORMS) do
      local game, state = pair(form)
      local how = HOW[f]
      for _, name in ipairs(CALLBACKS) do
        local whole = essence(alphabeta.search(wrapped(game, { name }), state, how))
        local k, going = 0, game[name] ~= nil
        while going do
          k = k + 1
          local faulty, was_struck = struck(game, name, k, strike, late)
          visit(("form %d, %s, call %d"):format(f, name, k), faulty, state, how, whole)
          going = was_struck()
        end
      end
    end
  end

  it("may raise: the value arrives as it was thrown, and the search goes on", function()
    local thrown = {}
    for _, late in ipairs { false, true } do
      local struck_ones = 0
      each_call(function() error(thrown) end, late, function(where, game, state, how, whole)
        local before = state:copy()
        local search = alphabeta.start(game, state, how)
        local ok, message = pcall(search.step, search)
        if not ok then
          struck_ones = struck_ones + 1
          assert.equal(thrown, message, where)
          assert.is_true(search:step(), where)
        end
        assert.is_true(state == before)
        assert.same(whole, essence(search:result()), where)
      end)
      assert(struck_ones > (compat.has_integers and 90 or 75), struck_ones) -- of other trees
    end
  end)

  it("may yield, and gets the answer that it waits for", function()
    if not compat.has_yields then return end
    for _, late in ipairs { false, true } do
      local yields = 0
      each_call(coroutine.yield, late, function(where, game, state, how, whole)
        local result
        local thread = coroutine.create(function() result = alphabeta.search(game, state, how) end)
        repeat
          assert(coroutine.resume(thread))
          yields = yields + 1
        until coroutine.status(thread) == "dead"
        assert.same(whole, essence(result), where)
      end)
      assert(yields > 200)
    end
  end)

  it("cannot yield in a printed algorithm, but may raise", function()
    local game, state = pair(FORMS[1])
    local yielding = struck(game, "evaluate", 3, coroutine.yield)
    local ok, message = compat.elsewhere(alphabeta.search, yielding, state, { algorithm = "F" })
    assert.is_false(ok)
    assert.matches("attempt to yield", message)
    local faulty = struck(game, "evaluate", 3, error)
    local search = alphabeta.start(faulty, state, { algorithm = "F2" })
    assert.is_false(pcall(search.step, search))
    assert.is_true(search:step())
    assert.equal(alphabeta.search(game, state).value, search:result().value)
  end)

  it("cannot step its own search", function()
    local game, state = pair(FORMS[1])
    local search
    local spy = setmetatable({ evaluate = function() search:step() end }, { __index = game })
    search = alphabeta.start(spy, state)
    assert.matches("search is running .*: it cannot be stepped", message_of(search.step, search))
  end)

  it("costs no garbage", function()
    local game, state = pair { seed = 3, depth = 10, full = true, listed = true, undo = true, player = true,
      order = true }
    local counted = 0
    local lean = setmetatable({
      evaluate = function() counted = counted + 1 return counted % 7 end,
      order = function(_, move) return move % 3 end,
      player = function() return 1 end,
    }, { __index = game })
    for _, rules in ipairs { lean, game } do
      local search = alphabeta.start(rules, state, { algorithm = "minimax" })
      search:step { nodes = 20000 }
      collectgarbage()
      collectgarbage "stop"
      search:step { nodes = 20000 } -- the collector may have made Lua's stack smaller
      local before = collectgarbage "count"
      search:step { nodes = 100000 }
      local made = collectgarbage "count" - before
      collectgarbage "restart"
      assert.equal(140000, search:result().nodes)
      assert(made < 2, made .. " KB")
    end
  end)
end)

describe("a long search over native rules", function()
  local game, state = pair { seed = 3, depth = 9, full = true }

  it("visits as many positions in a step as it may", function()
    for _, variant in ipairs { game, wrapped(game, { "evaluate" }) } do
      local search = alphabeta.start(variant, state, { algorithm = "minimax" })
      for i, nodes in ipairs { 1, 9999, 10000, 10001, 25000, 3 } do
        local before = search:result().nodes
        assert.is_false(search:step { nodes = nodes }, "step " .. i)
        assert.equal(before + nodes, search:result().nodes)
      end
      search:step { time = 0 }
      local whole = alphabeta.search(variant, state, { algorithm = "minimax", nodes = 76543 })
      assert.equal(76543, whole.nodes)
      assert.equal("nodes", whole.stopped)
    end
  end)

  it("ends a step when its time is up, and goes on in the next", function()
    local search = alphabeta.start(game, state, { algorithm = "minimax" })
    local steps = 0
    repeat steps = steps + 1 until search:step { time = 0.001 }
    assert(steps > 1)
    assert.equal(alphabeta.search(game, state, { algorithm = "minimax" }).nodes, search:result().nodes)
    -- 6 million positions, of which the time is enough for more than are visited between two looks for hooks
    local connect4 = require "alphabeta.games.connect4"
    search = alphabeta.start(connect4, connect4.initial(), { algorithm = "minimax", depth = 8 })
    assert.is_false(search:step { time = 0.02 })
  end)

  it("lets hooks in, whatever the algorithm, and can be stepped again", function()
    local expected = alphabeta.search(game, state, { algorithm = "alphabeta" })
    for _, variant in ipairs { game, wrapped(game, { "bounds" }) } do
      for _, algorithm in ipairs { "minimax", "branch-and-bound", "F", "F1" } do
        local search = alphabeta.start(variant, state, { algorithm = algorithm })
        debug.sethook(function() error("stopped by a hook", 0) end, "", 1500)
        local ok, message = pcall(search.step, search)
        debug.sethook()
        assert.is_false(ok, algorithm)
        assert.equal("stopped by a hook", message)
        assert.is_true(search:step())
        assert.equal(expected.value, search:result().value)
        assert.equal(expected.move, search:result().move)
      end
    end
  end)

  it("goes by the library's name in the traceback of a hook", function()
    local running = coroutine.running() -- hooks may be called in another thread; Lua 5.1 has none for the main one
    debug.sethook(function()
      error(running and debug.traceback(running, "stopped") or debug.traceback "stopped", 0)
    end, "", 1500)
    local _, traceback = pcall(alphabeta.search, game, state, { algorithm = "minimax" })
    debug.sethook()
    assert.truthy(traceback:find("\n\talphabeta:1: in function <alphabeta:1>\n", 1, true), traceback)
    assert.falsy(traceback:find("[string", 1, true), traceback)
  end)
end)

-- With `weights` the static evaluation is scale * tanh(sum of weight * feature), in every form of game and way of
-- searching what it is if it is written by hand; and `evaluate` speaks of finished positions only.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local connect4 = require "alphabeta.games.connect4"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local generator = require "alphabeta.base.random"
local noughts = require "alphabeta.twins.tictactoe"
local numbers = require "spec.support.numbers"
local pig = require "alphabeta.twins.pig"
local pure = require "alphabeta.pure"
local seed = require "spec.support.seed"
local striking = require "spec.support.striking"
local trees = require "spec.support.trees"

local WEIGHTS, SCALE = { 0.37, -0.11, 0.05, 1 / 3 }, 0.75

-- For as many features in each of so many phases, these weights, and others.
local function weights_of(phases)
  local weights = {}
  for i = 0, phases * #WEIGHTS - 1 do
    weights[i + 1] = WEIGHTS[i % #WEIGHTS + 1] * math.cos(3 * math.floor(i / #WEIGHTS))
  end
  return weights
end

local draw_number = generator(seed)

local function draw_fraction() return (draw_number(2 ^ 20) - 1) / (2 ^ 20 - 1) end

local WAYS = {
  { depth = 0 }, { depth = 1 }, { depth = 2 }, { depth = 3, all = true }, {}, { depth = 3, algorithm = "mtdf" },
  { depth = 2, algorithm = "minimax" }, { depth = 3, algorithm = "F" }, { depth = 3, algorithm = "iterative" },
  { algorithm = "mcts", playouts = 60, seed = 5 }, { algorithm = "mcts", playouts = 60, seed = 5, playout_depth = 1 },
}

local function comparable(result) return { result.value, result.nodes, result.move } end

local function weighed(features)
  local sum = 0.0
  for i, feature in ipairs(features) do sum = sum + WEIGHTS[i] * feature end
  return SCALE * core.tanh(sum)
end

-- The same by the weights of some phases.
local function weighed_at(phase, features, phases)
  local weights, sum, at = weights_of(phases), 0.0, phase * (phases - 1)
  local k = at == phases - 1 and phases - 2 or math.floor(at)
  for i, feature in ipairs(features) do
    local from, to = weights[4 * k + i], weights[4 * k + 4 + i]
    sum = sum + (from + (at - k) * (to - from)) * feature
  end
  return SCALE * core.tanh(sum)
end

-- How far the game is said to be at a node of a tree.
local function phase_of(node) return (node.value + #node) % 8 / 7 end

-- What a node of a tree is known by, as the player to move sees it (`sign`).
local function features_of(node, sign)
  return { sign * node.value, sign * #node, sign * (node.value % 3 - 1) / 7, 0.1 * sign }
end

-- A tree's game with features, and the same with an evaluation by hand. `told` is how the end is known; the weights are
-- of so many phases.
local function pair_of(tree, form, told, phases)
  local names = { finished = told == "finished" }
  local by_hand, game = trees.game(tree, form, names), trees.game(tree, form, names)
  local evaluate = by_hand.evaluate
  local function is_over(node) return #node == 0 end
  local function list_of(state)
    local node = state.node or state
    local sign = game.viewpoint and 1 or node.player == 0 and 1 or -1
    return features_of(node, sign)
  end
  function by_hand.evaluate(state)
    local node = state.node or state
    if is_over(node) then return evaluate(state) end
    return phases == 1 and weighed(list_of(state)) or weighed_at(phase_of(node), list_of(state), phases)
  end
  function game.evaluate(state)
    assert(is_over(state.node or state), "an estimate was asked for")
    return evaluate(state)
  end
  function game.features(state, list)
    assert(not is_over(state.node or state), "features of a finished position")
    if not list then return list_of(state) end
    for i, feature in ipairs(list_of(state)) do list[i] = feature end
    return #WEIGHTS
  end
  game.weights, game.scale, game.phases = weights_of(phases), SCALE, phases
  game.phase = phases > 1 and function(state)
    assert(not is_over(state.node or state), "the phase of a finished position")
    return phase_of(state.node or state)
  end or nil
  return game, by_hand
end

-- Forms whose `moves` can say by themselves that the game is over.
local function says_the_end(game, form) return not (game.width or game.pseudolegal or trees.iterates(form)) end

-- Calls visit(game, game by hand, way, what tells the case).
local function each(visit)
  for number = 1, effort(120, 40) do
    local tree = trees.random(number % 2 == 0 and "uneven" or "again", seed * 1000 + number, 3, 4)
    local form = trees.forms[number % #trees.forms + 1]
    for _, told in ipairs { "finished", "moves" } do
      local game, by_hand = pair_of(tree, form, told, math.floor(number / 2) % 3 + 1)
      if told == "finished" or says_the_end(game, form) then
        for _, way in ipairs(WAYS) do visit(game, by_hand, way, form .. " " .. told .. " " .. tree.text) end
      end
    end
  end
end

-- The game with that evaluation by hand, and with features.
local function both(game, list)
  return setmetatable({ evaluate = function(state) return weighed(list(state)) end }, { __index = game }),
    setmetatable({ features = list, weights = WEIGHTS, scale = SCALE }, { __index = game })
end

describe("features and weights", function()
  it("are worth what the sum by hand is", function()
    each(function(game, by_hand, way, text)
      assert.same(comparable(alphabeta.search(by_hand, by_hand.initial(), way)),
        comparable(alphabeta.search(game, game.initial(), way)), text)
    end)
  end)

  it("may fail or yield, and so may what is asked before them", function()
    local failures = 0
    each(function(game, by_hand, way, text)
      local expected = alphabeta.search(by_hand, by_hand.initial(), way)
      for _, name in ipairs { game.successors and "successors" or "moves", "finished", "phase", "features",
        "evaluate" } do
        if game[name] then
          local yields = not (way.algorithm == "F" or way.algorithm == "iterative")
          local has_failed = striking.check(game, name, #text % 5 + 1, way, expected, text, yields)
          failures = failures + (has_failed and 1 or 0)
        end
      end
    end)
    assert(failures > 100, failures)
  end)

  it("give the same in plain Lua", function()
    local compared = 0
    for number = 1, effort(100, 30) do
      local tree = trees.random("uneven", seed * 1000 + number, 3, 4)
      local form = ({ "functional", "undo", "viewpoint", "width", "restored" })[number % 5 + 1]
      for _, told in ipairs { "finished", "moves" } do
        local game = pair_of(tree, form, told, math.floor(number / 5) % 4 + 1)
        if told == "finished" or says_the_end(game, form) then
          for depth = 0, 3 do
            local found = pure.search(game, game.initial(), { depth = depth })
            local expected = alphabeta.search(game, game.initial(), { depth = depth })
            assert.same({ expected.value, expected.move }, { found.value, found.move }, tree.text)
            compared = compared + 1
          end
        end
      end
    end
    assert(compared > 100)
  end)

  it("go with native rules", function()
    local function squares(state)
      local text = connect4.format(state)
      return { #text:gsub("[^X]", "") - #text:gsub("[^O]", ""), #text % 5, 1, 0 }
    end
    local by_hand, game = both(connect4, squares)
    for _, told in ipairs { 1, false } do
      if told == false then game.finished = false end
      for depth = 0, 4 do
        assert.same(comparable(alphabeta.search(by_hand, connect4.initial(), { depth = depth })),
          comparable(alphabeta.search(game, connect4.initial(), { depth = depth })))
      end
    end
  end)

  it("go with chance", function()
    local function list(state) return { pig.evaluate(state), 0.5, 0, 1 } end
    local by_hand, game = both(pig, list)
    game.finished = false
    for depth = 1, 3 do
      assert.same(comparable(alphabeta.search(by_hand, pig.initial(), { depth = depth })),
        comparable(alphabeta.search(game, pig.initial(), { depth = depth })))
    end
  end)

  it("go with repetition", function()
    local function steps(at)
      return {
        moves = function(n) return n < 5 and { -1, 1 } or {} end,
        play = function(n, step) return math.max(0, n + step) end,
        evaluate = at, key = function(n) return n end, repetition = 0,
      }
    end
    local by_hand = steps(function(n) return n < 5 and weighed { n, 1, 0, 2 } or -1 end)
    local game = steps(function(n) return n == 5 and -1 or error "an estimate" end)
    game.features, game.weights, game.scale = function(n) return { n, 1, 0, 2 } end, WEIGHTS, SCALE
    for depth = 0, 6 do
      for _, t in ipairs { false, 1 } do
        local options = { depth = depth, table = t == false and t or nil }
        assert.same(comparable(alphabeta.search(by_hand, 2, options)), comparable(alphabeta.search(game, 2, options)))
      end
    end
  end)

  it("go over from phase to phase, to the last bit as in plain Lua, and at the ends too", function()
    local game = { moves = function() return { 1 } end, play = function(n) return n + 1 end,
      evaluate = function() return 0 end, features = function() return { 1, -0.3, 7, 1 / 7 } end, scale = SCALE }
    local values = {}
    for phases = 2, 50, 6 do
      game.weights, game.phases = weights_of(phases), phases
      for i = 0, 100 do
        local phase = i % 10 == 0 and i / 100 or draw_fraction()
        game.phase = function() return phase end
        local value = alphabeta.search(game, 1, { depth = 0 }).value
        assert.equal(weighed_at(phase, game.features(), phases), value, phase)
        assert.equal(value, pure.search(game, 1, { depth = 0 }).value)
        values[value] = true
      end
      game.phase, game.phases = function() return 1 end, 1
      game.weights = { compat.unpack(weights_of(phases), 4 * phases - 3) }
      assert(math.abs(weighed_at(1, game.features(), phases) - alphabeta.search(game, 1, { depth = 0 }).value) < 1e-12)
    end
    local count = 0
    for _ in pairs(values) do count = count + 1 end
    assert(count > 500, count)
  end)

  it("lie strictly within the scale", function()
    local game = { moves = function() return { 1 } end, play = function(n) return n + 1 end,
      evaluate = function() return 0 end, weights = { 1e100 } }
    for _, scale in ipairs { 1, 1.5, 1 + 2 ^ -52, 2 - 2 ^ -52, 3, 1e-300, 64, 1e200 } do
      -- From a sum of 18.86 on tanh rounds to 1, but not everywhere.
      for _, feature in ipairs { 2 ^ 53, -2 ^ 53, 1.93e-99, -1.93e-99, 1.89e-99, -1.89e-99, 1.9e-99, -1.9e-99 } do
        game.scale, game.features = scale, function() return { feature } end
        local value = alphabeta.search(game, 1, { depth = 0 }).value
        assert(math.abs(value) < scale and math.abs(value) > scale * 0.99 and (value > 0) == (feature > 0), scale)
        assert.equal(value, pure.search(game, 1, { depth = 0 }).value)
      end
    end
  end)

  it("know a hyperbolic tangent of 15 digits", function()
    for i = -4000, 4000 do
      local x = i / 200
      local power = math.exp(2 * x)
      local expected = (power - 1) / (power + 1)
      assert(math.abs(core.tanh(x) - expected) <= 4e-16 + 4e-15 * math.abs(expected), x)
    end
    local inputs = { 1e-300, 0.001, 0.7, 1, 3.25, 8.5, 17 }
    local outputs = { -- all bits: they are the same everywhere
      "1.0000000000000000e-300", "9.9999966666680022e-04", "6.0436777711716361e-01", "7.6159415595576485e-01",
      "9.9699763548652609e-01", "9.9999991720124903e-01", "9.9999999999999656e-01" }
    for i, x in ipairs(inputs) do assert.equal(outputs[i], ("%.16e"):format(core.tanh(x))) end
  end)

  it("tell tables apart", function()
    local game = setmetatable({
      features = function() return { 1 } end, weights = { 1 }, scale = 0.5, finished = false,
    }, { __index = noughts })
    for _, library in ipairs { alphabeta, pure } do
      local t = library.table()
      library.search(game, game.initial(), { depth = 2, table = t })
      game.weights[1] = 2
      local options = { depth = 2, table = t }
      assert.matches("it belongs to another game", errors.of(library.search, game, game.initial(), options), 1, true)
      game.weights[1] = 1
      library.search(game, game.initial(), options)
    end
    local t = alphabeta.table()
    alphabeta.search(game, game.initial(), { depth = 2, table = t })
    local text = t:dump()
    assert(alphabeta.undump(text, game, game.initial()))
    game.weights[1] = 2
    assert.matches("another game", errors.of(alphabeta.undump, text, game, game.initial()), 1, true)
  end)

  it("tell tables apart by their phases", function()
    local list = { 1 }
    local game = setmetatable({
      features = function() return list end, weights = { 1, 2 }, scale = 0.5, finished = false, phases = 2,
      phase = function() return 0.5 end,
    }, { __index = noughts })
    local other = setmetatable({ phases = 1 }, { __index = game })
    for _, library in ipairs { alphabeta, pure } do
      local t = library.table()
      list[2] = nil
      library.search(game, game.initial(), { depth = 2, table = t })
      list[2] = 1
      local options = { depth = 2, table = t }
      assert.matches("it belongs to another game", errors.of(library.search, other, other.initial(), options), 1, true)
    end
    local t = alphabeta.table()
    list[2] = nil
    alphabeta.search(game, game.initial(), { depth = 2, table = t })
    local text = t:dump()
    assert(alphabeta.undump(text, game, game.initial()))
    list[2] = 1
    assert.matches("another game", errors.of(alphabeta.undump, text, other, other.initial()), 1, true)
  end)

  local COMPLETE = {
    moves = function() return { 1 } end, play = function(n) return n + 1 end, evaluate = function() return 0 end,
    features = function() return { 1, 2 } end, weights = { 1, 2 }, scale = 1,
  }

  local function with(fields)
    local game = {}
    for name, value in pairs(COMPLETE) do game[name] = value end
    for name, value in pairs(fields) do game[name] = value end
    return game
  end

  it("are read of several phases, and then asked for one", function()
    local function phased(fields)
      local game = with { phases = 2, weights = { 1, 2, 3, 4 }, phase = function() return 0.5 end }
      for name, value in pairs(fields) do game[name] = value ~= "none" and value or nil end
      return game
    end
    local function message(library, fields) return errors.of(library.search, phased(fields), 1, { depth = 1 }) end
    for _, library in ipairs { alphabeta, pure } do
      assert(library.search(phased {}, 1, { depth = 1 }).value)
      assert.equal(library.search(with {}, 1, { depth = 1 }).value,
        library.search(phased { phases = 1, weights = { 1, 2 }, phase = "none" }, 1, { depth = 1 }).value)
      for _, row in ipairs {
        { { phase = "none" }, "field 'phase': function expected, got nil" },
        { { phase = 0.5 }, "field 'phase': function expected, got 0.5" },
        { { phases = 0 }, "field 'phases': integer from 1 to 50 expected, got 0" },
        { { phases = 51 }, "field 'phases': integer from 1 to 50 expected, got 51" },
        { { phases = 1.5 }, "field 'phases': integer from 1 to 50 expected, got 1.5" },
        { { phases = 3 }, "field 'weights': as many numbers expected for each of 3 phases, got 4" },
        { { phase = function() return -0.1 end }, "'phase' returned -0.1 (number from 0 to 1 expected)" },
        { { phase = function() return 1.1 end }, "'phase' returned 1.1 (number from 0 to 1 expected)" },
        { { phase = function() return 0 / 0 end }, "'phase' returned NaN (number from 0 to 1 expected)" },
        { { phase = function() end }, "'phase' returned nil (number from 0 to 1 expected)" },
        { { phase = function() return "0.5" end }, "'phase' returned a string (number from 0 to 1 expected)" },
        { { features = function() return { 1, 2, 3, 4 } end }, "'features' returned a list of 4" },
      } do
        assert.matches(row[2], message(library, row[1]), 1, true)
      end
    end
    assert.matches("'phase' returned 1.1 (number from 0 to 1 expected) at ply 1",
      message(alphabeta, { phase = function() return 1.1 end }), 1, true)
  end)

  it("are checked before the search", function()
    for _, row in ipairs {
      { { weights = {} }, "field 'weights': list of 1 to 65535 numbers expected, got a table" },
      { { weights = numbers(65536) }, "field 'weights': list of 1 to 65535 numbers expected, got a table" },
      { { weights = { 1, "2" } }, "field 'weights': number from -1e+100 to 1e+100 expected at 2, got a string" },
      { { weights = { 1, 1 / 0 } }, "field 'weights': number from -1e+100 to 1e+100 expected at 2, got inf" },
      { { weights = { 0 / 0 } }, "field 'weights': number from -1e+100 to 1e+100 expected at 1" },
      { { scale = 0 }, "field 'scale': number from 1e-300 to 2^960 with 'weights' expected, got 0" },
      { { scale = 1 / 0 }, "field 'scale': number from 1e-300 to 2^960 with 'weights' expected, got inf" },
      { { features = 3 }, "field 'features': function expected, got 3" },
      { { finished = true }, "field 'finished': function or false expected" },
      { { pseudolegal = true }, "field 'weights' with 'pseudolegal' needs 'finished', a function or false" },
    } do
      for _, library in ipairs { alphabeta, pure } do
        assert.matches(row[2], errors.of(library.search, with(row[1]), 1, { depth = 1 }), 1, true)
      end
    end
    local game = with { range = { -0.5, 0.5 } }
    assert.matches("field 'scale': number within 'range' expected, got 1", errors.of(alphabeta.search, game, 1),
      1, true)
    game = with { chance = function() end }
    assert.matches("field 'weights' with 'chance' needs 'finished'", errors.of(alphabeta.search, game, 1), 1, true)
    game = with { simultaneous = function() end, player = function() return 1 end, viewpoint = 1 }
    assert.matches("field 'weights' with 'simultaneous' needs 'finished'", errors.of(alphabeta.search, game, 1), 1,
      true)
    game = with { player = function() return 1 end, players = 2 }
    assert.matches("field 'weights' cannot be used with 'players'", errors.of(alphabeta.search, game, 1), 1, true)
    game = with {}
    game.features = nil
    assert.matches("field 'features': function expected, got nil", errors.of(alphabeta.search, game, 1), 1, true)
    game = with {}
    game.scale = nil
    assert.matches("field 'scale': number from 1e-300 to 2^960 with 'weights' expected, got nil",
      errors.of(alphabeta.search, game, 1), 1, true)
  end)

  it("are checked where they are asked for", function()
    for _, row in ipairs {
      { nil, "'features' returned nil" },
      { { 1 }, "'features' returned a list of 1" },
      { { 1, 2, 3 }, "'features' returned a list of 3" },
      { { 1, 0 / 0 }, "'features' returned NaN at 2 (number up to 2^53 in magnitude expected)" },
      { { 1 / 0, 1 }, "'features' returned inf at 1 (number up to 2^53 in magnitude expected)" },
      { { "1", 1 }, "'features' returned a string at 1 (number up to 2^53 in magnitude expected)" },
    } do
      local game = with { features = function() return row[1] end }
      for _, library in ipairs { alphabeta, pure } do
        assert.matches(row[2], errors.of(library.search, game, 1, { depth = 1 }), 1, true)
      end
    end
    local game = with { fills = true, moves = function(_, list)
      list[1] = 1
      return 1
    end, features = function() return 3 end }
    assert.matches("'features' returned 3 (2 expected, one for each weight) at ply 1",
      errors.of(alphabeta.search, game, 1, { depth = 1 }), 1, true)
    game = with { moves = function() return function() end end }
    assert.matches("'moves' returned a function (list expected, or a field 'finished' with 'weights') at ply 0",
      errors.of(alphabeta.search, game, 1, { depth = 0 }), 1, true)
  end)
end)

describe("the features of games in C", function()
  for _, name in ipairs { "connect4", "kalah", "othello" } do
    it("are those of the twin in Lua, and none at the end: " .. name, function()
      local native, twin = require("alphabeta.games." .. name), require("alphabeta.twins." .. name)
      local draw, state = generator(seed), twin.initial()
      local moves = twin.moves(state)
      while #moves > 0 do
        assert.same({ twin.features(state) }, { native.features(native.read(twin.write(state))) }, "seed " .. seed)
        state = twin.play(state, moves[draw(#moves)])
        moves = twin.moves(state)
      end
      assert.same({}, { native.features(native.read(twin.write(state))) })
    end)
  end
end)

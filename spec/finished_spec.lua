-- `finished` tells payoffs, and `evaluate` is left with estimates. (Random trees in all ways of searching:
-- spec/property_spec.lua.)

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.games.connect4"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local noughts = require "alphabeta.twins.tictactoe"
local paranoid = require "alphabeta.paranoid"
local quick = require "spec.support.quick"
local several = require "spec.support.several"
local striking = require "spec.support.striking"
local trees = require "spec.support.trees"

local function comparable(result)
  result.time = nil
  return result
end

local WAYS = {
  { depth = 2 }, { depth = 3, all = true }, {}, { depth = 3, algorithm = "mtdf" }, { depth = 4, algorithm = "F2" },
  { algorithm = "mcts", playouts = 200, seed = 5 }, { algorithm = "mcts", playouts = 200, seed = 5, playout_depth = 2 },
}

-- Calls visit(way, the tree's game with `finished`, the result that the search has without, tree).
local function each(visit)
  for seed = 1, effort(40, 10) do
    local tree = trees.random(seed % 2 == 0 and "uneven" or "again", seed, 3, 5)
    local form = trees.forms[seed % #trees.forms + 1]
    local plain, game = trees.game(tree, form), trees.game(tree, form, { finished = true })
    for _, way in ipairs(WAYS) do
      visit(way, game, comparable(alphabeta.search(plain, plain.initial(), way)), tree)
    end
  end
end

describe("finished", function()
  it("changes nothing but which function is asked", function()
    each(function(way, game, expected, tree)
      local found = comparable(alphabeta.search(game, game.initial(), way))
      assert.same({ expected.value, expected.nodes }, { found.value, found.nodes }, tree.text)
    end)
  end)

  it("may fail or yield, and so may evaluate after it", function()
    local calls = 0
    each(function(way, game, expected, tree)
      for _, name in ipairs { "finished", "evaluate" } do
        for k = 1, 9, 4 do
          local yields = not (way.algorithm or ""):find "F"
          if striking.check(game, name, k, way, expected, tree.text, yields) then calls = calls + 1 end
        end
      end
    end)
    assert(calls > 100, calls)
  end)

  it("is an error of its own name", function()
    local game = { moves = function() end, play = function() end, evaluate = function() return 0 end }
    for _, row in ipairs {
      { "huge", "game: 'finished' returned a string (number expected) at ply 0" },
      { true, "game: 'finished' returned a boolean (number expected) at ply 0" },
      { 0 / 0, "(number expected) at ply 0" },
    } do
      game.finished = function() return row[1] end
      assert.matches(row[2], errors.of(alphabeta.search, game, {}, {}), 1, true)
    end
    local calls = 0
    game.finished = function() return nil end
    game.evaluate = function() calls = calls + 1 end
    assert.matches("game: 'evaluate' returned nil (number expected) at ply 0", errors.of(alphabeta.search, game, {}),
      1, true)
    assert.equal(1, calls)
    game.finished = 1
    assert.matches("game: field 'finished': function or false expected, got 1",
      errors.of(alphabeta.search, game, {}), 1, true)
  end)

  it("goes with native rules and a native evaluation", function()
    local asked, told = 0, 0
    local function has_pair(state) return connect4.format(state):find "X X" ~= nil end
    local mixed = setmetatable({ finished = function(state)
      asked = asked + 1
      if has_pair(state) then
        told = told + 1
        return 3
      end
    end }, { __index = connect4 })
    local plain = setmetatable({ evaluate = function(state)
      return has_pair(state) and 3 or connect4.evaluate(state)
    end }, { __index = connect4 })
    local state = connect4.initial()
    local first, second = alphabeta.search(plain, state, { depth = 4 }), alphabeta.search(mixed, state, { depth = 4 })
    assert.same({ first.value, first.move, first.nodes }, { second.value, second.move, second.nodes })
    assert(asked > told and told > 0)
  end)

  it("speaks for every player of several", function()
    for seed = 1, effort(20, 5) do
      local tree = several.tree(3, "free", 3, 4, seed)
      local plain = several.game(tree, "functional")
      local game = setmetatable({
        finished = function(node) return #node == 0 and plain.evaluate(node) end,
        evaluate = function(node)
          assert(#node > 0)
          return plain.evaluate(node)
        end,
      }, { __index = plain })
      for _, way in ipairs { { algorithm = "mcts", playouts = 300, seed = 1 },
        { algorithm = "mcts", playouts = 300, seed = 1, playout_depth = 1 } } do
        assert.same(comparable(alphabeta.search(plain, tree.root, way)),
          comparable(alphabeta.search(game, tree.root, way)))
      end
      assert.same(comparable(alphabeta.search(paranoid(plain, 2), tree.root, { depth = 3 })),
        comparable(alphabeta.search(paranoid(game, 2), tree.root, { depth = 3 })))
    end
  end)

  it("decides matches and solutions, and is examined", function()
    local function ending(state) return #noughts.moves(state) == 0 and noughts.evaluate(state) or nil end
    local game = setmetatable({ finished = ending, evaluate = function(state)
      assert(not ending(state))
      return 0
    end }, { __index = function(_, name) return name ~= "play" and noughts[name] or nil end })
    game.play = function(state, move) return (noughts.play(state, move)) end
    local function random() return alphabeta.player { depth = 1, seed = 3 } end
    local result = alphabeta.match(game, game.initial(), { random(), random() }, { games = 2, seed = 1 })
    assert.equal(2, #result.games)
    assert.equal(alphabeta.solve(noughts, noughts.initial()):value(noughts.initial()),
      alphabeta.solve(game, game.initial()):value(game.initial()))
    assert.is_true((alphabeta.check(game, game.initial(), { time = 1, games = quick(2, 20) })))
    game.finished = function() return 0 end
    local fine, report = alphabeta.check(game, game.initial(), { time = 1, games = quick(2, 20) })
    assert(not fine)
    assert.matches("'finished' returned 0, but there are 9 moves", tostring(report), 1, true)
  end)
end)

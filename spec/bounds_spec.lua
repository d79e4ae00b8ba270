-- A game's bounds, also wrong ones, give the same value and move in every algorithm: at every position that may be
-- expanded, but the root, the best of its moves is kept within them.

local alphabeta = require "alphabeta"
local oracle = require "spec.support.oracle"
local seed = require "spec.support.seed"
local trees = require "spec.support.trees"

local ALGORITHMS = { "minimax", "alphabeta", "branch-and-bound", "aspiration", "pvs", "mtdf", "bisection", "F", "F1",
  "F2", "minimax-alphabeta", "iterative" }
local PRINTED = { F = true, F1 = true, F2 = true, ["minimax-alphabeta"] = true, iterative = true }
local LEARNING = { "alphabeta", "aspiration", "pvs", "mtdf", "bisection" }
local FORMS = { "functional", "undo", "iterator", "payoff" }
local TREES = 150

local function wrong_bounds(node)
  local low = trees.draw(node.id, 900, 9) - 6
  local high = low + trees.draw(node.id, 901, 6)
  if trees.draw(node.id, 902, 6) == 0 then low = -math.huge end
  if trees.draw(node.id, 903, 6) == 0 then high = math.huge end
  return low, high
end

local function case_of(i, form)
  local modes = { "uneven", "again", "inf", "dag", "uniform" }
  local tree = trees.coarse(trees.random(modes[i % #modes + 1], seed * 1000 + i, 3, 5, 4))
  local options = { bounds = wrong_bounds, key = function(node) return node.id end }
  return tree, trees.game(tree, form, options), trees.game(tree, "functional", options)
end

local function search_with(game, algorithm, depth, shortest)
  local options = { algorithm = algorithm, depth = depth, shortest = shortest or nil }
  if algorithm == "aspiration" then options.margin = 1 end
  return alphabeta.search(game, game.initial(), options)
end

describe("bounds that may be wrong", function()
  for _, form in ipairs(FORMS) do
    it("give one value and one move, whatever the algorithm: " .. form, function()
      for i = 1, TREES do
        local tree, game, plain = case_of(i, form)
        local depth = 1 + i % 6
        local right = oracle.minimax(plain, tree.root, depth)
        for _, algorithm in ipairs(ALGORITHMS) do
          local result = search_with(game, algorithm, depth)
          local where = ("%s, depth %d, %s"):format(tree.text, depth, algorithm)
          assert.equal(right.value + 0.0, result.value + 0.0, where)
          if #right.best > 0 then
            assert.equal(trees.names(form).move(tree.root, right.best[1]), result.move, where)
          end
        end
      end
    end)
  end

  it("end the way to the value that is counted with 'shortest'", function()
    for i = 1, TREES do
      local tree, game, plain = case_of(i, "functional")
      local depth = 1 + i % 6
      local right = oracle.shortest(plain, tree.root, depth)
      for _, algorithm in ipairs(ALGORITHMS) do
        if not PRINTED[algorithm] then
          local result = search_with(game, algorithm, depth, true)
          local where = ("%s, depth %d, %s"):format(tree.text, depth, algorithm)
          assert.equal(right.value + 0.0, result.value + 0.0, where)
          if right.value ~= 0 and #right.best > 0 then
            assert.equal(trees.names("functional").move(tree.root, right.best[1]), result.move, where)
          end
        end
      end
    end
  end)

  describe("with 'shortest' and a range of values", function()
    -- one player moves all the time, and wins at "won"; what "far" is worth shows late, but its bounds tell it at once
    local steps = { root = { "near", "far" }, near = { "won" }, far = { "farther" }, farther = { "near" } }
    local game = {
      range = { -1, 1 },
      player = function() return 1 end,
      moves = function(place) return steps[place] and { 1, steps[place][2] and 2 } end,
      play = function(place, move) return steps[place][move] end,
      evaluate = function(place) return place == "won" and 1 or 0 end,
      bounds = function(place) return place == "far" and 1 or -1, 1 end,
    }

    it("are within it, whatever is counted", function()
      assert.equal(2, alphabeta.search(game, "root", { depth = 2, shortest = true }).move)
      assert.equal(1, alphabeta.search(game, "root", { depth = 4, shortest = true, proven = false }).move)
    end)

    it("end no deepening early: how soon they give the value may hang on the depth", function()
      for _, proven in ipairs { true, false } do
        for _, deepening in ipairs { true, false } do
          local result = alphabeta.search(game, "root", { shortest = true, proven = proven, deepening = deepening })
          assert.same({ 1, 1 }, { result.value, result.move })
        end
      end
    end)
  end)

  it("hide what a horizon shows, in every algorithm alike", function()
    local steps = { root = { "a", "b" }, a = { "draw" }, b = { "c" }, c = { "lost" } }
    local worth = { draw = 0, c = 5, lost = 5, root = 0, a = 0, b = 0 }
    local game = {
      initial = function() return "root" end,
      moves = function(place) return steps[place] and { 1, steps[place][2] and 2 } end,
      play = function(place, move) return steps[place][move] end,
      evaluate = function(place) return worth[place] end,
      bounds = function(place)
        assert(place ~= "draw" and place ~= "lost", "asked for the bounds of " .. place)
        if place == "b" then return 5, 5 end
        if place == "c" then return -5, -5 end
        return -9, 9
      end,
    }
    for _, algorithm in ipairs(ALGORITHMS) do
      local result = search_with(game, algorithm, 2)
      assert.same({ 0, 1, algorithm }, { result.value, result.move, algorithm })
    end
  end)

  it("are not taken from a table for a horizon, where nobody asks for them", function()
    local game = { -- 2 has no legal move, which shows only where one is tried
      width = 1,
      play = function(n) if n < 2 then return n + 1 end end,
      evaluate = function(n) return n end,
      bounds = function(n) if n == 2 then return 7, 9 end return -9, 9 end,
      key = function(n) return n end,
    }
    for _, order in ipairs { { 2, 3 }, { 3, 2 } } do
      local table = alphabeta.table()
      for _, depth in ipairs(order) do
        local result = alphabeta.search(game, 0, { algorithm = "alphabeta", depth = depth, table = table })
        assert.equal(depth == 2 and 2 or 7, result.value)
      end
    end
  end)

  it("are not left out by a table in which the position was a root", function()
    for i = 1, TREES do
      local tree, game, plain = case_of(i, "functional")
      local nodes, places = trees.nodes(tree), {}
      local kept = alphabeta.table()
      for k = 1, 8 do
        local node = nodes[1 + trees.draw(i, 904 + k, #nodes)]
        local algorithm = LEARNING[1 + trees.draw(i, 940 + k, #LEARNING)]
        local depth = 1 + trees.draw(i, 980 + k, 5)
        places[k] = ("%s, depth %d, %s"):format(node.id, depth, algorithm)
        local right = oracle.minimax(plain, node, depth)
        local result = alphabeta.search(game, node, { algorithm = algorithm, depth = depth, table = kept,
          all = trees.draw(i, 1020 + k, 4) == 0 or nil })
        local where = tree.text .. ": " .. table.concat(places, "; ")
        assert.equal(right.value + 0.0, result.value + 0.0, where)
        if #right.best > 0 then
          assert.equal(trees.names("functional").move(node, right.best[1]), result.move, where)
        end
      end
    end
  end)

  it("are an error where the lower one is above the other", function()
    local game = {
      name = "pair",
      initial = function() return 0 end,
      moves = function(n) return n < 3 and { 1 } or {} end,
      play = function(n) return n + 1 end,
      evaluate = function() return 0 end,
      bounds = function() return 2, 1 end,
    }
    for _, algorithm in ipairs(ALGORITHMS) do
      assert.error_matches(function() search_with(game, algorithm, 2) end,
        "game 'pair': 'bounds' returned low 2%.?0? above high 1%.?0? at ply %d") -- 2.0, or 2 before Lua 5.3
    end
  end)
end)

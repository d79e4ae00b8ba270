-- The algorithms that search again and again in narrow windows: which windows those are, shown by the number of
-- leaves that the same passes of plain alpha-beta see.

local alphabeta = require "alphabeta"
local synthetic = require "alphabeta.games.synthetic"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local trees = require "spec.support.trees"

local HALF = 0.5 -- between two values of the trees, which are integers

-- Passes of one alpha-beta after the other over a game, and what they have found: the value lies from `lower`
-- to `upper`.
local function new_passes(game, state)
  local passes = { lower = -math.huge, upper = math.huge, leaves = 0 }

  function passes.search(alpha, beta)
    local result = oracle.alphabeta(game, state, nil, alpha, beta)
    passes.leaves = passes.leaves + result.leaves
    return result.value
  end

  -- Does the value reach the guess; or is it larger, where it is known to reach it?
  function passes.try(guess)
    local beta = guess <= passes.lower and passes.lower + HALF or guess
    local value = passes.search(beta - HALF, beta)
    if value < beta then passes.upper = value else passes.lower = value end
    return value
  end

  -- The move is found where the value lies within the window.
  function passes.finish(lower, upper)
    return passes.search(lower - HALF, upper + HALF), passes.leaves
  end

  return passes
end

-- Plaat, Schaeffer, Pijls and de Bruin 1996: the next guess is what the last pass found. What 16 of them leave open is
-- searched at once.
local function mtdf(game, state, guess)
  local passes, tried = new_passes(game, state), 0
  while passes.lower < passes.upper and tried < 16 do
    guess = passes.try(guess)
    tried = tried + 1
  end
  return passes.finish(passes.lower, passes.upper)
end

-- Between two ends; the half that lies far from 0 is halved again.
local function middle(lower, upper)
  local guess = lower + (upper - lower) / 2
  if guess <= 0 then return math.min(guess, lower / 2) end
  return math.max(guess, upper / 2)
end

-- Twice as far from 0 each time, until there are two ends.
local function bisection(game, state, guess, lower, upper)
  local passes = new_passes(game, state)
  passes.lower, passes.upper = lower, upper
  while passes.lower < passes.upper do
    lower, upper = passes.lower, passes.upper
    if lower > -math.huge and upper < math.huge then
      guess = middle(lower, upper)
    elseif lower > -math.huge then
      guess = lower < 0 and 0 or 2 * lower + 1
    elseif upper < math.huge then
      guess = upper > 0 and 0 or 2 * upper - 1
    end
    passes.try(guess)
  end
  return passes.finish(passes.lower, passes.lower)
end

-- Once more on the side where the value lies, if it is not around the guess.
local function aspiration(game, state, guess, margin)
  local passes = new_passes(game, state)
  local alpha, beta = guess - margin, guess + margin
  local value = passes.search(alpha, beta)
  if value <= alpha then
    value = passes.search(-math.huge, value + HALF)
  elseif value >= beta then
    value = passes.search(value - HALF, math.huge)
  end
  return value, passes.leaves
end

-- Marsland 1983: moves behind the first are tried in the narrowest window, and once more where they are better; but
-- a leaf has one value in any window.
local function pvs(game, state)
  local leaves = 0

  local function value_of(place, alpha, beta)
    local moves, best = game.moves(place) or {}, -math.huge
    if #moves == 0 then
      leaves = leaves + 1
      return game.evaluate(place), true
    end
    for i, move in ipairs(moves) do
      local child = game.play(place, move)
      local narrow = i > 1 and alpha > -math.huge and alpha + HALF < beta
      local value, exact = value_of(child, narrow and -(alpha + HALF) or -beta, -alpha)
      if narrow and not exact and -value > alpha and -value < beta then
        value = value_of(child, -beta, -alpha)
      end
      best = math.max(best, -value)
      alpha = math.max(alpha, best)
      if best >= beta then break end
    end
    return best
  end

  return value_of(state, -math.huge, math.huge), leaves
end

-- Random trees with the game over each; their notes name them.
local function each_tree(visit)
  for seed = 1, 60 do
    local tree = trees.random("uneven", seed, 4, 6)
    for _, guess in ipairs { 0, -7, 30 } do
      visit(trees.game(tree, "functional"), tree.root, guess, ("seed %d, guess %d"):format(seed, guess))
    end
  end
end

-- Trees of many values, far from the guess, and near.
local function each_fine_tree(visit)
  for seed = 1, 12 do
    local tree = trees.distinct(6, 4, seed)
    for _, guess in ipairs { 0, 5000, -5000 } do
      visit(trees.game(tree, "functional"), tree.root, guess, ("%s, guess %d"):format(tree.text:sub(1, 40), guess))
    end
  end
end

local function assert_same(value, leaves, result, note)
  assert.equal(value, result.value, note)
  assert.equal(leaves, result.leaves, note)
end

describe("the passes of", function()
  it("pvs, over rules in Lua and in C", function()
    for seed = 1, 60 do
      local tree = trees.random("uneven", seed, 4, 6)
      local game = trees.game(tree, "functional")
      local value, leaves = pvs(game, tree.root)
      assert_same(value, leaves, alphabeta.search(game, tree.root, { algorithm = "pvs" }), "seed " .. seed)

      local native = synthetic.new { mode = "uneven", seed = seed, breadth = 4, depth = 6 }
      value, leaves = pvs(native.lua, native.lua.initial())
      assert_same(value, leaves, alphabeta.search(native, native.initial(), { algorithm = "pvs", table = false }),
        "seed " .. seed)
    end
  end)

  it("mtdf", function()
    for _, each in ipairs { each_tree, each_fine_tree } do
      each(function(game, state, guess, note)
        local value, leaves = mtdf(game, state, guess)
        assert_same(value, leaves, alphabeta.search(game, state, { algorithm = "mtdf", guess = guess }), note)
      end)
    end
  end)

  it("mtdf, the same in each iteration", function()
    each_fine_tree(function(game, state, guess, note)
      local nodes, value = 0, guess
      for depth = 1, 4 do
        local result = alphabeta.search(game, state,
          { algorithm = "mtdf", guess = value, depth = depth, deepening = false })
        nodes, value = nodes + result.nodes, result.value
      end
      local deepened = alphabeta.search(game, state, { algorithm = "mtdf", guess = guess, depth = 4, deepening = true })
      assert.same({ value, nodes }, { deepened.value, deepened.nodes }, note)
    end)
  end)

  it("mtdf, of which there are 17 at most, though means of outcomes may come nearer by next to nothing", function()
    local three = { 1, 2, 3 }
    local game = {
      range = { -1, 1 },
      player = function(place) return 1 + math.floor(place.ply / 2) % 2 end,
      moves = function() return three end,
      chance = function(place) return place.ply % 2 == 1 and three or nil end,
      play = function(place, i) return { id = random.hash(place.id, i), ply = place.ply + 1 } end,
      evaluate = function(place) return 2 * random.fraction(place.id, 2) - 1 end,
    }
    for id = 1, 3 do
      local full = alphabeta.search(game, { id = id, ply = 0 }, { depth = 4, algorithm = "minimax" })
      local narrow = alphabeta.search(game, { id = id, ply = 0 }, { depth = 4, algorithm = "mtdf" })
      assert.same({ full.value, full.move }, { narrow.value, narrow.move })
      assert(narrow.nodes <= 17 * full.nodes, narrow.nodes)
    end
  end)

  it("aspiration", function()
    each_tree(function(game, state, guess, note)
      for _, margin in ipairs { 1, 6 } do
        local value, leaves = aspiration(game, state, guess, margin)
        assert_same(value, leaves,
          alphabeta.search(game, state, { algorithm = "aspiration", guess = guess, margin = margin }), note)
      end
    end)
  end)

  it("bisection", function()
    each_tree(function(game, state, guess, note)
      local value, leaves = bisection(game, state, guess, -math.huge, math.huge)
      assert_same(value, leaves, alphabeta.search(game, state, { algorithm = "bisection", guess = guess }), note)
    end)
  end)

  it("bisection, between what the game knows of its first position", function()
    each_tree(function(game, state, guess, note)
      if #game.moves(state) == 0 then return end
      local exact = oracle.minimax(game, state).value
      for _, ends in ipairs {
        { exact, exact }, { exact - 3, exact + 9 }, { exact - 20, exact },
        { -math.huge, exact + 5 }, { exact - 5, math.huge },
      } do
        local lower, upper = ends[1], ends[2]
        local value, leaves = bisection(game, state, guess, lower, upper)
        local knowing = setmetatable({
          bounds = function(place)
            if place == state then return lower, upper end
            return -math.huge, math.huge
          end,
        }, { __index = game })
        assert_same(value, leaves, alphabeta.search(knowing, state, { algorithm = "bisection", guess = guess }),
          ("%s, from %g to %g"):format(note, lower, upper))
      end
    end)
  end)
end)

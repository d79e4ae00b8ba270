-- The tree generator and the oracle that the other specs lean on, held against known figures.

local core = require "alphabeta.core"
local facts = require "spec.support.facts"
local trees = require "spec.support.trees"
local oracle = require "spec.support.oracle"
local knowledge = require "spec.support.knowledge"
local pi = require "spec.facts.pi_tree"

local function tree_of(row)
  return trees.random(row.mode, facts.number(row.seed), facts.number(row.B), facts.number(row.D), facts.number(row.W))
end

local function name_of(row)
  return table.concat({ row.mode, row.seed, row.B, row.D, row.W }, " ")
end

-- The facts speak for player 0, the oracle for the player to move at the root.
local function for_player_0(tree, value)
  return tree.root.player == 0 and value or -value
end

local function all_for_player_0(tree, values)
  local list = {}
  for i, value in ipairs(values) do list[i] = for_player_0(tree, value) end
  return list
end

local FACTS = facts.rows "spec/facts/random-trees.tsv"

local MODES = {}
for _, row in ipairs(FACTS) do MODES[row.mode] = (MODES[row.mode] or 0) + 1 end

describe("the known random trees", function()
  it("cover every mode", function()
    assert.same({ uniform = 15, uneven = 16, again = 18, float = 11, inf = 13, dag = 15 }, MODES)
  end)

  for _, row in ipairs(FACTS) do
    local tree = tree_of(row)
    local game = trees.game(tree, "functional")

    it("have their values, best moves and sizes: " .. name_of(row), function()
      local full = oracle.minimax(game, tree.root)
      assert.equal(facts.number(row.value), for_player_0(tree, full.value))
      assert.same(facts.numbers(row.root_moves), all_for_player_0(tree, full.values))
      assert.same(facts.numbers(row.opt), full.best)
      assert.equal(facts.number(row.nopt), #full.best)
      assert.equal(facts.number(row.nodes), full.nodes)
      assert.equal(facts.number(row.leaves), full.leaves)
      assert.equal(facts.number(row.states), trees.states(tree))
    end)

    it("have their depth-limited values: " .. name_of(row), function()
      for depth = 1, 3 do
        local limited = oracle.minimax(game, tree.root, depth)
        assert.equal(facts.number(row["d" .. depth]), for_player_0(tree, limited.value))
      end
    end)

    it("have their alpha-beta counts: " .. name_of(row), function()
      local pruned = oracle.alphabeta(game, tree.root)
      assert.equal(facts.number(row.value), for_player_0(tree, pruned.value))
      assert.equal(facts.number(row.ab_nodes), pruned.nodes)
      assert.equal(facts.number(row.ab_leaves), pruned.leaves)
    end)
  end
end)

------------------------------------------------------------------------------------------------
-- Forms

-- The moves of a position, whatever the form of the game.
local function moves_of(game, state)
  if game.variadic then return { game.moves(state) } end
  local list = {}
  if game.fills then
    local count = game.moves(state, list)
    list[count + 1] = nil
    return list
  end
  if game.width or game.successors then
    for i = 1, game.width or #game.successors(state) do list[i] = i end
    return list
  end
  local moves = game.moves(state)
  if type(moves) ~= "function" then return moves or list end
  local move = moves()
  while move ~= nil do
    list[#list + 1] = move
    move = moves()
  end
  return list
end

-- Calls visit(child, payoff) behind a move, unless it is illegal.
local function behind(game, state, move, visit)
  if game.successors then return visit(game.successors(state)[move]) end
  local picture = game.undo == true and core.picture(game, state)
  local next, payoff = game.play(state, move)
  if game.undo then
    if next ~= false then visit(state, payoff) end
    if picture then core.restore(picture) elseif next ~= false then game.undo(state, move) end
  elseif not game.undo and next ~= nil then
    visit(next, payoff)
  end
end

-- A position and all below it as text: player, value for that player, children.
local function unfold(game, state, payoff)
  local player = game.player(state)
  local value, children = payoff, {}
  if not payoff then
    value = game.evaluate(state)
    for _, move in ipairs(moves_of(game, state)) do
      behind(game, state, move, function(...)
        children[#children + 1] = unfold(game, ...)
      end)
    end
  end
  if game.viewpoint and player == 2 then value = -value end
  return ("%d:%s(%s)"):format(player, value, table.concat(children, " "))
end

-- Distinct moves, and back to the child.
local function check_names(form, node)
  local names, seen = trees.names(form), {}
  for i = 1, #node do
    local move = names.move(node, i)
    assert.is_not_nil(move)
    assert.is_nil(seen[move])
    seen[move] = true
    assert.equal(i, names.index(node, move))
    check_names(form, node[i])
  end
end

local SAMPLES = {
  trees.random("uniform", 3, 3, 3),
  trees.random("uniform", 2, 14, 1),
  trees.random("uniform", 2, 3, 0),
  trees.random("uneven", 7, 4, 5),
  trees.random("again", 10, 3, 6),
  trees.random("float", 12, 4, 4),
  trees.random("inf", 14, 4, 4),
  trees.random("dag", 7, 3, 4, 3),
  trees.coarse(trees.random("again", 17, 5, 4)),
}

describe("every form of a tree", function()
  for _, form in ipairs(trees.forms) do
    for _, tree in ipairs(SAMPLES) do
      it("describes the same tree: " .. form .. " " .. tree.text, function()
        local plain = trees.game(tree, "functional", { player = true })
        local game = trees.game(tree, form, { player = true })
        local state = game.initial()
        assert.equal(unfold(plain, plain.initial()), unfold(game, state))
        assert.is_true(trees.at_start(tree, state))
      end)

      it("names the moves so that they differ: " .. form .. " " .. tree.text, function()
        check_names(form, tree.root)
      end)
    end
  end

  it("is the same to the oracle where the oracle knows the form", function()
    for _, tree in ipairs(SAMPLES) do
      local plain = trees.game(tree, "functional")
      for _, depth in ipairs { 1, 2, 3, 1000 } do
        for _, other in ipairs {
          trees.game(tree, "functional", { player = true }), trees.game(tree, "viewpoint"),
        } do
          assert.same(oracle.minimax(plain, tree.root, depth),
            oracle.minimax(other, tree.root, depth))
          assert.same(oracle.alphabeta(plain, tree.root, depth),
            oracle.alphabeta(other, tree.root, depth))
        end
      end
    end
  end)
end)

describe("a game over a tree", function()
  local tree = trees.random("uniform", 3, 3, 2)

  it("has `player` only if the players do not alternate, or if asked", function()
    assert.is_nil(trees.game(tree, "functional").player)
    assert.is_nil(trees.game(tree, "undo").player)
    assert.is_function(trees.game(tree, "undo", { player = true }).player)
    assert.is_function(trees.game(trees.random("again", 3, 3, 2), "undo").player)
  end)

  it("counts its calls if asked", function()
    local game = trees.game(tree, "functional", { calls = true })
    oracle.minimax(game, tree.root)
    assert.same({ moves = 4 + 9, play = 3 + 9, evaluate = 9 }, game.calls)
    oracle.minimax(game, tree.root, 0)
    assert.same({ moves = 4 + 9, play = 3 + 9, evaluate = 10 }, game.calls)
    assert.is_nil(trees.game(tree, "functional").calls)
  end)

  it("raises at a move that is not there", function()
    for _, form in ipairs { "functional", "undo", "viewpoint", "variadic", "fills", "payoff", "iterator" } do
      local game = trees.game(tree, form)
      assert.has_error(function() game.play(game.initial(), {}) end, "no such move here")
    end
  end)

  it("raises when evaluate is asked for a payoff that play has returned", function()
    local game = trees.game(trees.random("uniform", 3, 3, 1), "payoff")
    local child, payoff = game.play(game.initial(), game.moves(game.initial())[1])
    assert.is_number(payoff)
    assert.has_error(function() game.moves(child) end)
    assert.has_error(function() game.evaluate(child) end)
  end)

  it("raises when a move is taken back that was not the last", function()
    local game = trees.game(tree, "undo")
    local position = game.initial()
    local moves = game.moves(position)
    game.play(position, moves[1])
    assert.is_false(trees.at_start(tree, position))
    assert.has_error(function() game.undo(position, moves[2]) end)
    game.undo(position, moves[1])
    assert.is_true(trees.at_start(tree, position))
    assert.has_error(function() game.undo(position, moves[1]) end)
  end)
end)

describe("what a game knows of a tree beforehand", function()
  local function each_node(node, visit)
    visit(node)
    for _, child in ipairs(node) do each_node(child, visit) end
  end

  it("bounds every value from below and from above, sometimes exactly, sometimes not at all",
    function()
      local kinds = {}
      for _, tree in ipairs(SAMPLES) do
        local plain = trees.game(tree, "functional")
        local bounds = knowledge.bounds(plain)
        each_node(tree.root, function(node)
          local low, high = bounds(node)
          local value = oracle.minimax(plain, node).value
          assert(low <= value and value <= high, tree.text)
          kinds[low == high and "exact" or high - low == math.huge and "infinite" or "wide"] = true
        end)
      end
      assert.same({ exact = true, infinite = true, wide = true }, kinds)
    end)

  it("is the same in every form", function()
    local tree = SAMPLES[4]
    local options = { bounds = knowledge.bounds(trees.game(tree, "functional")),
      likelihood = knowledge.likelihood }
    for _, form in ipairs(trees.forms) do
      local game = trees.game(tree, form, options)
      local state, names = game.initial(), trees.names(form)
      assert.same({ options.bounds(tree.root) }, { game.bounds(state) })
      for i = 1, #tree.root do
        assert.equal(knowledge.likelihood(tree.root, i),
          game.likelihood(state, names.move(tree.root, i)))
      end
    end
  end)

  it("makes the oracle stop where a line is too unlikely", function()
    -- Likelihoods 1, 0.5 of the two moves; nodes of two plies.
    local tree = trees.of_leaves(2, 2, { 1, 2, 3, 4 })
    local game = trees.game(tree, "functional", {
      likelihood = function(_, i) return i == 1 and 1 or 0.5 end,
    })
    local nodes = { [0.2] = 7, [0.5] = 7, [0.6] = 5, [1] = 5 }
    for threshold, wanted in pairs(nodes) do
      assert.equal(wanted, oracle.minimax(game, tree.root, nil, { threshold = threshold }).nodes)
    end
    local inner = { threshold = 0.6, likelihood = 0.5 }
    assert.equal(1, oracle.minimax(game, tree.root, nil, inner).nodes)
  end)

  it("lets the oracle's pruned search visit fewer nodes and find the same value", function()
    local saved = 0
    for seed = 1, 100 do
      local tree = trees.random("again", seed, 4, 5)
      local plain = trees.game(tree, "functional")
      local game = trees.game(tree, "functional", { bounds = knowledge.bounds(plain) })
      for _, how in ipairs { {}, { shallow = true }, { hard = true } } do
        local without = oracle.alphabeta(plain, tree.root, nil, nil, nil, how)
        local with = oracle.alphabeta(game, tree.root, nil, nil, nil, how)
        assert.equal(without.value, with.value)
        assert(with.nodes <= without.nodes)
        saved = saved + without.nodes - with.nodes
      end
    end
    assert(saved > 1000, saved)
  end)
end)

describe("a coarse tree", function()
  it("has few values, and keeps whole numbers and infinities apart from other floats", function()
    local kinds = { again = "integer", float = "float" }
    for mode, kind in pairs(kinds) do
      local values, different = {}, 0
      local function collect(node)
        if values[node.value] == nil then different = different + 1 end
        values[node.value] = math.type(node.value)
        for _, child in ipairs(node) do collect(child) end
      end
      collect(trees.coarse(trees.random(mode, 10, 6, 6)).root)
      assert.equal(6, different)
      for value, found in pairs(values) do
        assert.equal(kind, found)
        assert.equal(kind == "integer", math.floor(value) == value)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Trees with chosen leaves

-- The oracle on the pi tree, and the indices (from 0) of the leaves it has valued.
local function on_pi(search, ...)
  local tree = trees.of_leaves(pi.breadth, pi.depth, pi.digits)
  local game = trees.game(tree, "functional")
  local index, valued, n = {}, {}, 0
  local function number_leaves(node)
    for _, child in ipairs(node) do number_leaves(child) end
    if #node == 0 then
      index[node] = n
      n = n + 1
    end
  end
  number_leaves(tree.root)
  local evaluate = game.evaluate
  game.evaluate = function(node)
    valued[#valued + 1] = index[node]
    return evaluate(node)
  end
  return search(game, tree.root, ...), valued
end

describe("the pi tree", function()
  local procedures = {
    F = function() return on_pi(oracle.minimax) end,
    F1 = function() return on_pi(oracle.alphabeta, nil, nil, nil, { shallow = true }) end,
    F2 = function() return on_pi(oracle.alphabeta) end,
  }
  for name, search in pairs(procedures) do
    it("is walked by " .. name .. " as in the figures", function()
      local found, valued = search()
      assert.equal(pi.value, found.value)
      assert.equal(pi[name].nodes, found.nodes)
      assert.equal(pi[name].leaves, found.leaves)
      assert.same(pi[name].indices, valued)
    end)
  end

  it("has the inner values of the figures", function()
    local tree = trees.of_leaves(pi.breadth, pi.depth, pi.digits)
    local game = trees.game(tree, "functional")
    local level = { tree.root }
    for ply = 0, pi.depth - 1 do
      local values, below = {}, {}
      for _, node in ipairs(level) do
        values[#values + 1] = oracle.minimax(game, node).value
        table.move(node, 1, #node, #below + 1, below)
      end
      assert.same(pi.levels[ply + 1], values)
      level = below
    end
  end)

  it("has two best first moves", function()
    assert.same({ 1, 2 }, on_pi(oracle.minimax).best)
  end)

  it("gives the known values, fail-hard and fail-soft, and leaves in every window", function()
    for _, window in ipairs(pi.windows) do
      local alpha, beta, hard, hard_leaves, soft, soft_leaves = table.unpack(window)
      local found = on_pi(oracle.alphabeta, nil, alpha, beta, { hard = true })
      assert.equal(hard, found.value)
      assert.equal(hard_leaves, found.leaves)
      found = on_pi(oracle.alphabeta, nil, alpha, beta)
      assert.equal(soft, found.value)
      assert.equal(soft_leaves, found.leaves)
    end
  end)
end)

describe("a best-ordered tree", function()
  it("has the first child best everywhere", function()
    local function check(game, node)
      local full = oracle.minimax(game, node)
      assert.equal(game.evaluate(node), full.value)
      assert.equal(#node > 0 and 1 or nil, full.best[1])
      for _, child in ipairs(node) do check(game, child) end
    end
    for seed = 1, 20 do
      local tree = trees.best_first(3, 4, seed)
      check(trees.game(tree, "functional"), tree.root)
    end
  end)

  it("makes F2 visit b^ceil(d/2) + b^floor(d/2) - 1 leaves", function()
    for breadth = 1, 5 do
      for depth = 0, 5 do
        local tree = trees.best_first(breadth, depth, 10 * breadth + depth)
        local game = trees.game(tree, "functional")
        assert.equal(breadth ^ (depth // 2) + breadth ^ (depth - depth // 2) - 1,
          oracle.alphabeta(game, tree.root).leaves)
      end
    end
  end)

  it("makes F1 visit A(d) = A(d-1) + (b-1) A(d-2) leaves, A(0) = 1, A(1) = b", function()
    for breadth = 1, 5 do
      local last, leaves = 1, 1
      for depth = 0, 5 do
        local tree = trees.best_first(breadth, depth, 10 * breadth + depth)
        local game = trees.game(tree, "functional")
        local found = oracle.alphabeta(game, tree.root, nil, nil, nil, { shallow = true })
        assert.equal(leaves, found.leaves)
        last, leaves = leaves, depth == 0 and breadth or leaves + (breadth - 1) * last
      end
    end
  end)
end)

describe("a tree with different leaves in random order", function()
  -- Breadth, depth; expected leaves of F1 and of F2 over all orders.
  local EXPECTED = {
    { 2, 2, 11 / 3, 11 / 3 }, { 2, 3, 719 / 105, 719 / 105 }, { 2, 4, 12.747623, 12.043978 },
    { 2, 5, 23.745745, 21.649888 }, { 3, 2, 521 / 70, 521 / 70 }, { 3, 3, 19.458059, 19.458059 },
    { 3, 4, 50.272818, 45.202451 }, { 4, 2, 12.144145, 12.144145 }, { 4, 3, 40.114313, 40.114313 },
    { 5, 2, 17.671268, 17.671268 },
  }
  local SEEDS = 400

  -- Mean of the leaves visited, and its standard error.
  local function measure(breadth, depth, how)
    local sum, squares = 0, 0
    for seed = 1, SEEDS do
      local tree = trees.distinct(breadth, depth, seed)
      local game = trees.game(tree, "functional")
      local leaves = oracle.alphabeta(game, tree.root, nil, nil, nil, how).leaves
      sum, squares = sum + leaves, squares + leaves * leaves
    end
    local mean = sum / SEEDS
    return mean, ((squares / SEEDS - mean * mean) / SEEDS) ^ 0.5
  end

  for _, row in ipairs(EXPECTED) do
    local breadth, depth, F1, F2 = table.unpack(row)
    it(("has the leaves 1 to %d^%d"):format(breadth, depth), function()
      local leaves = {}
      local function collect(node, sign)
        if #node == 0 then leaves[#leaves + 1] = sign * node.value end
        for _, child in ipairs(node) do collect(child, -sign) end
      end
      collect(trees.distinct(breadth, depth, 7).root, 1)
      table.sort(leaves)
      for i = 1, breadth ^ depth do assert.equal(i, leaves[i]) end
    end)

    it(("makes F1 and F2 visit the expected leaves: %d^%d"):format(breadth, depth), function()
      for _, case in ipairs { { F1, { shallow = true } }, { F2, {} } } do
        local mean, deviation = measure(breadth, depth, case[2])
        assert.is_true(math.abs(mean - case[1]) < 4 * deviation)
      end
    end)
  end
end)

-- Synthetic trees, as their Lua twin grows them.

local alphabeta = require "alphabeta"
local games = require "alphabeta.games.synthetic"
local synthetic = require "alphabeta.twins.synthetic"
local compat = require "spec.support.compat"
local pi = require "spec.facts.pi_tree"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oracle = require "spec.support.oracle"
local plays = require "spec.support.plays"

local function for_player_1(root, value)
  return root.player == 1 and value or -value
end

describe("a tree of alphabeta.games.synthetic", function()
  it("is in C, and worth what its twin is", function()
    for maker, arguments in pairs {
      new = { { mode = "uniform", seed = 5, breadth = 3, depth = 4 } }, leaves = { 2, { 3, 1, 4, 1, 5, -9, 2.5, 6 } },
    } do
      local game, twin = games[maker](compat.unpack(arguments)), synthetic[maker](compat.unpack(arguments))
      assert.same({ "userdata", "table" }, { type(game.initial()), type(twin.initial()) })
      local found, wanted = alphabeta.search(game, game.initial()), alphabeta.search(twin, twin.initial())
      assert.same({ wanted.value, wanted.move }, { found.value, found.move })
    end
  end)
end)

describe("the known random trees", function()
  local modes = {}

  for _, row in ipairs(facts.rows "spec/facts/random-trees.tsv") do
    modes[row.mode] = true
    it(("have their values and sizes: %s %d %d %d %d"):format(row.mode, row.seed, row.B, row.D, row.W),
      function()
        local tree = synthetic.new {
          mode = row.mode, seed = row.seed, breadth = row.B, depth = row.D,
          width = row.mode == "dag" and row.W or nil,
        }
        local root = tree.initial()
        local full = oracle.minimax(tree, root)
        local values = {}
        for i, value in ipairs(full.values) do values[i] = for_player_1(root, value) end
        assert.equal(facts.number(row.value), for_player_1(root, full.value))
        assert.same(facts.numbers(row.root_moves), values)
        assert.same(facts.numbers(row.opt), full.best)
        assert.equal(row.nodes, full.nodes)
        assert.equal(row.leaves, full.leaves)
        for depth = 1, 3 do
          local value = oracle.minimax(tree, root, depth).value
          assert.equal(facts.number(row["d" .. depth]), for_player_1(root, value))
        end
      end)
  end

  it("cover every mode but the best-ordered one", function()
    assert.same({ uniform = true, dag = true, uneven = true, again = true, float = true, inf = true }, modes)
  end)
end)

describe("dags", function()
  it("have the known number of different positions", function()
    for _, row in ipairs(facts.rows "spec/facts/random-trees.tsv") do
      if row.mode == "dag" then
        local tree = synthetic.new {
          mode = "dag", seed = row.seed, breadth = row.B, depth = row.D, width = row.W,
        }
        local seen, count = {}, 0
        local function visit(state)
          local key = tree.key(state)
          if seen[key] then return end
          seen[key], count = true, count + 1
          for _, i in ipairs(tree.moves(state)) do visit((tree.play(state, i))) end
        end
        visit(tree.initial())
        assert.equal(row.states, count)
      end
    end
  end)
end)

describe("best-ordered trees", function()
  it("let alpha-beta visit b^ceil(d/2) + b^floor(d/2) - 1 leaves", function()
    for breadth = 1, 4 do
      for depth = 0, 6 do
        local tree = synthetic.new {
          mode = "best", seed = 10 * breadth + depth, breadth = breadth, depth = depth,
        }
        local count = oracle.alphabeta(tree, tree.initial())
        assert.equal(breadth ^ (depth // 2) + breadth ^ (depth - depth // 2) - 1, count.leaves)
      end
    end
  end)

  it("have the value that every position says, and the first move is a best one", function()
    local worse = 0
    for seed = 1, 10 do
      local tree = synthetic.new { mode = "best", seed = seed, breadth = 3, depth = 5 }
      plays.wander(tree, tree.initial(), 6, function(state)
        local full = oracle.minimax(tree, state)
        assert.equal(tree.evaluate(state), full.value)
        if #full.values > 0 then
          assert.equal(1, full.best[1])
          worse = worse + 3 - #full.best
        end
      end)
    end
    assert(worse > 20)
  end)
end)

describe("given leaves", function()
  it("make the tree of Knuth and Moore's figures", function()
    local tree = synthetic.leaves(pi.breadth, pi.digits)
    local root = tree.initial()
    for name, figure in pairs { minimax = pi.F, ["branch-and-bound"] = pi.F1, alphabeta = pi.F2 } do
      local result = alphabeta.search(tree, root, { algorithm = name, table = false })
      assert.equal(pi.value, result.value)
      assert.equal(figure.nodes, result.nodes)
      assert.equal(figure.leaves, result.leaves)
    end
  end)

  it("make a tree in C, too", function()
    local tree = require("alphabeta.games.synthetic").leaves(pi.breadth, pi.digits)
    assert.equal("userdata", type(tree.initial()))
    assert.equal(pi.value, alphabeta.search(tree, tree.initial()).value)
  end)

  it("may be one, or anything that is a number", function()
    local tree = synthetic.leaves(2, { 7 })
    assert.same({}, tree.moves(tree.initial()))
    assert.equal(7, tree.evaluate(tree.initial()))
    tree = synthetic.leaves(2, { math.huge, 0.5 })
    assert.equal(-0.5, oracle.minimax(tree, tree.initial()).value)
  end)

  it("are copied", function()
    local leaves = { 1, 2 }
    local tree = synthetic.leaves(2, leaves)
    leaves[1] = 9
    assert.equal(-1, oracle.minimax(tree, tree.initial()).value)
  end)
end)

describe("synthetic.new", function()
  it("grows a uniform tree of four moves and six plies", function()
    local tree = synthetic.new()
    assert.equal(4 ^ 6, oracle.minimax(tree, tree.initial()).leaves)
    assert.same({ 1, 1, 4, 6, 0 }, tree.parameters)
  end)

  for message, options in pairs {
    ["(table expected, got number)"] = 7,
    ["(unknown option 'dept')"] = { dept = 7 },
    ["(unknown option 'width')"] = { width = 7 },
    ["(option 'mode': name of a mode expected, got 'chance')"] = { mode = "chance" },
    ["(option 'seed': integer from 0 to 9007199254740992 expected, got -1)"] = { seed = -1 },
    ["(option 'breadth': integer from 1 to 65535 expected, got 0)"] = { breadth = 0 },
    ["(option 'depth': integer from 0 to 1000 expected, got 2.5)"] = { depth = 2.5 },
    ["(option 'width': integer from 1 to 1000000 expected, got 'a')"] = { mode = "dag", width = "a" },
  } do
    it("raises at the caller's line: " .. message, function()
      for _, maker in ipairs { synthetic, games } do
        assert.equal("bad argument #1 to 'new' " .. message, errors.of(maker.new, options))
      end
    end)
  end
end)

describe("synthetic.leaves", function()
  for message, arguments in pairs {
    ["bad argument #1 to 'leaves' (integer from 2 to 65535 expected, got 1)"] = { 1, { 1 } },
    ["bad argument #2 to 'leaves' (table expected, got nil)"] = { 2 },
    ["bad argument #2 to 'leaves' (as many leaves as a power of 2 expected, got 3)"] = { 2, { 1, 2, 3 } },
    ["bad argument #2 to 'leaves' (as many leaves as a power of 2 expected, got 0)"] = { 2, {} },
    ["bad argument #2 to 'leaves' (leaf 2: number expected, got a)"] = { 2, { 1, "a" } },
  } do
    it("raises at the caller's line: " .. message, function()
      for _, maker in ipairs { synthetic, games } do
        assert.equal(message, errors.of(maker.leaves, table.unpack(arguments)))
      end
    end)
  end
end)

describe("positions of a synthetic tree", function()
  it("are read as they are written, at every ply", function()
    for _, mode in ipairs { "uniform", "dag", "uneven", "again", "float", "inf", "best" } do
      local tree = synthetic.new { mode = mode, seed = 4, depth = 9 }
      plays.wander(tree, tree.initial(), 10, function(state)
        assert.same(state, tree.parse(tree.format(state)))
      end)
    end
  end)

  local tree = synthetic.new { seed = 4 }

  for text, message in pairs {
    ["position 1, ply 2, player 1 to move"] =
      "'position', its id as 16 hexadecimal digits, ply and player expected",
    ["position 0000000000000001, ply 0, player 1 to move"] = "there is no such position in this tree",
    ["position 0000000000000001, ply 1, player 1 to move"] = "there is no such position in this tree",
    ["position 0000000000000001, ply 7, player 1 to move"] = "a ply from 0 to 6 expected, got 7",
    ["position 0000000000000001, ply 1, player 3 to move"] = "player 1 or 2 expected, got 3",
  } do
    it("are refused: " .. text, function()
      assert.same({ nil, message }, { tree.parse(text) })
    end)
  end

  it("are numbered row by row over given leaves", function()
    local given = synthetic.leaves(3, { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
    assert(given.read { 0, 4, 1, 2 })
    assert(given.read { 0, 13, 2, 1 })
    for _, list in ipairs {
      { 0, 2, 0, 1 }, { 0, 5, 1, 2 }, { 0, 4, 1, 1 }, { 0, 4, 2, 1 }, { 0, 14, 2, 1 },
    } do
      assert.same({ nil, "there is no such position in this tree" }, { given.read(list) })
    end
  end)
end)

describe("synthetic trees in C", function()
  local in_c = require "alphabeta.games.synthetic"

  it("are games in C, with the twin that has grown the same tree", function()
    local leaves = { 3, 1, 4, 1, 5, 9, 2, 6 }
    for _, pair in ipairs {
      { in_c.new { mode = "again", seed = 5 }, synthetic.new { mode = "again", seed = 5 } },
      { in_c.leaves(2, leaves), synthetic.leaves(2, leaves) },
    } do
      local game, tree = pair[1], pair[2]
      assert.equal("userdata", type(game.initial()))
      assert.same(tree.parameters, game.lua.parameters)
      assert.equal(tree.format(tree.initial()), game.format(game.initial()))
    end
    assert.equal(synthetic, in_c.lua)
  end)
end)

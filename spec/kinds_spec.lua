-- A table that searches share whose values of a position differ, by `quiescence`, `shortest` or `deeper`. (For Lua 5.4:
-- its keys are integers of 64 bits.)

local alphabeta = require "alphabeta"
local cycles = require "spec.facts.cycles"
local new_nim = require "spec.support.nim"
local oracle = require "spec.support.oracle"
local trees = require "spec.support.trees"

local ALGORITHMS = { "pvs", "mtdf", "bisection", "alphabeta", "aspiration" }

local function itself(heap) return heap end

local function nim(key) return new_nim { key = key } end

------------------------------------------------------------------------------------------------
-- One table for searches whose values of the same position differ: keys, however regular, do not meet

describe("a table for different searches", function()
  local CONSTANTS = { 1, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x100000001B3, 1 << 40 }

  -- Gives keys for positions that are counted.
  local function each_key(try)
    for _, constant in ipairs(CONSTANTS) do
      try(function(count) return count * constant end)
      try(function(count) return (count + 1) * constant + 1 end)
      try(function(count) return count ~ constant end)
    end
  end

  it("keeps what they have found apart", function()
    local nodes, counts, last = trees.random("again", 3, 4, 5), {}, 0
    local function count(node)
      counts[node], last = last, last + 1
      for _, child in ipairs(node) do count(child) end
    end
    count(nodes.root)
    local moves = trees.game(nodes, "functional").moves
    each_key(function(key)
      local game = trees.game(nodes, "functional", { key = function(node) return key(counts[node]) end })
      game.noisy = function(node) return { node.id % 3 > 0 and moves(node)[1] or nil } end
      local kept = alphabeta.table()
      for round, algorithm in ipairs { "pvs", "alphabeta" } do -- the second one takes what is exact
        for quiescence = 0, 3 do
          for depth = 1, 3 do
            for _, shortest in ipairs { false, true } do
              local options = { depth = depth, quiescence = quiescence, shortest = shortest, table = kept,
                algorithm = algorithm }
              local shared = alphabeta.search(game, nodes.root, options)
              options.table = false
              local alone = alphabeta.search(game, nodes.root, options)
              assert.same({ alone.value, alone.move }, { shared.value, shared.move }, round)
            end
          end
        end
      end
    end)
  end)

  it("answers each with its own, also where one position begins where another one ended", function()
    each_key(function(key)
      local line = {
        moves = function() return { 1 } end,
        play = function(at) return at + 1 end,
        evaluate = itself,
        noisy = function() return {} end,
        key = key,
      }
      local kept = alphabeta.table()
      for depth = 4, 2, -1 do
        for plies = 1, 3 do
          for quiescence = 1, 20 do
            local at = quiescence - plies
            local options = { algorithm = "alphabeta", deepening = false, depth = depth, quiescence = quiescence,
              table = kept }
            assert.equal((at + depth) * (-1) ^ depth, alphabeta.search(line, at, options).value)
          end
        end
      end
    end)
  end)

  it("may have more of them than it can tell apart: then it forgets", function()
    local kept = alphabeta.table()
    local line = {
      moves = function(at) return at < 30 and { 1 } or {} end,
      play = function(at) return at + 1 end,
      evaluate = itself,
      noisy = function() return {} end,
      key = itself,
    }
    for quiescence = 1, 300 do
      local options = { depth = 4, quiescence = quiescence, table = kept }
      assert.equal(5, alphabeta.search(line, 1, options).value)
      assert.equal(5, alphabeta.search(line, 1, options).value)
      assert(#kept > 0 and #kept < 2000)
    end
    assert.equal(5, alphabeta.search(line, 1, { depth = 4, table = kept }).value)
  end)
end)

------------------------------------------------------------------------------------------------
-- Games with cycles: the same position with more and with fewer plies left

local DEEPEST = 9 -- so that plain minimax is done in no time

-- The state is a node's number.
local function graph_game(graph)
  return {
    name = graph.name,
    moves = function(node) return graph.succ[node + 1] end,
    play = function(_, move) return move end,
    player = function(node) return graph.owner[node + 1] + 1 end,
    evaluate = function(node) return graph.payoffs[node] or 0 end,
    viewpoint = 1,
    key = itself,
  }
end

local function fixed_value(graph, depth)
  local value = graph.fixed[depth + 1]
  return graph.owner[graph.root + 1] == 0 and value or -value
end

-- The successors of the root that reach the value of the deepest search.
local function best_moves(graph)
  local best = oracle.minimax(graph_game(graph), graph.root, DEEPEST).best
  local moves = {}
  for k, i in ipairs(best) do moves[k] = graph.succ[graph.root + 1][i] end
  return moves
end

local SIZES = { 1, 100, 3000, 2 ^ 20 }

local function each_way(graph, try)
  for _, algorithm in ipairs(ALGORITHMS) do
    for i, bytes in ipairs(SIZES) do
      try(graph_game(graph), { algorithm = algorithm, deepening = i % 2 == 0,
        table = alphabeta.table { bytes = bytes } })
    end
  end
end

describe("what was searched to the end of the game", function()
  it("answers at any depth", function()
    local game, kept = nim(itself), alphabeta.table()
    local options = { algorithm = "alphabeta", depth = 20, table = kept, deepening = false }
    local first = alphabeta.search(game, 18, options)
    options.depth = 30
    local again = alphabeta.search(game, 18, options)
    assert.equal(first.value, again.value)
    assert.equal(4, again.nodes) -- the root, and its children, which are all known
  end)
end)

describe("an entry", function()
  it("of a search before gives way to those of this one, however deep it is", function()
    local game = nim(itself)
    for _, bytes in ipairs { 200, 1000 } do
      local full, fresh = alphabeta.table { bytes = bytes }, alphabeta.table { bytes = bytes }
      alphabeta.search(game, 1000, { depth = 60, table = full, deepening = false, nodes = 20000 })
      assert(#full * 30 > bytes / 2)
      local function nodes_with(memory)
        return alphabeta.search(game, 20, { depth = 20, table = memory, deepening = false,
          algorithm = "alphabeta", window = { -1, 1 } }).nodes
      end
      local nodes, expected = nodes_with(full), nodes_with(fresh)
      assert(nodes <= 1.3 * expected, nodes .. " nodes, " .. expected .. " expected")
    end
  end)

  it("answers for its own depth alone, however deep it is", function()
    local path = { -- a single line of play, worth as much as it is long
      moves = function() return { 1 } end,
      play = function(state) return state + 1 end,
      evaluate = itself,
      player = function() return 1 end,
      key = itself,
    }
    for shallow, deep in pairs { [44] = 44 + 256, [388] = 388 + 512 } do
      local options = { algorithm = "alphabeta", table = alphabeta.table(), deepening = false }
      for _, depth in ipairs { deep, shallow } do
        options.depth = depth
        assert.equal(depth, alphabeta.search(path, 0, options).value)
      end
    end
  end)
end)

describe("in games with cycles", function()
  for _, graph in ipairs(cycles) do
    it("every depth has its own value, in any order of the depths: " .. graph.name, function()
      each_way(graph, function(game, options)
        local last = DEEPEST
        for k = 0, 2 * last do
          options.depth = k <= last and k or 2 * last - k
          local result = alphabeta.search(game, graph.root, options)
          assert.equal(fixed_value(graph, options.depth), result.value)
        end
      end)
    end)

    it("the first best move is found: " .. graph.name, function()
      each_way(graph, function(game, options)
        options.depth = DEEPEST
        assert.equal(best_moves(graph)[1], alphabeta.search(game, graph.root, options).move)
        options.choose, options.margin_random = "random", 0
        assert.same(best_moves(graph), alphabeta.search(game, graph.root, options).best)
      end)
    end)
  end

  local function nodes_of(tree)
    local nodes, seen = { tree.root }, { [tree.root] = true }
    for _, node in ipairs(nodes) do
      for _, child in ipairs(node) do
        if not seen[child] then nodes[#nodes + 1] = child end
        seen[child] = true
      end
    end
    return nodes
  end

  it("a table that searches with `deeper` have used is still right for exact ones", function()
    for seed = 1, 40 do
      local tree = trees.cyclic(seed, 3, 12)
      local nodes = nodes_of(tree)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      local options = { table = alphabeta.table(), algorithm = ALGORITHMS[1 + seed % #ALGORITHMS] }
      for round = 1, 60 do
        local node = nodes[1 + trees.draw(seed, 2 * round, #nodes)]
        options.depth = 1 + trees.draw(seed, 2 * round + 1, 6)
        options.deeper, options.deepening = round % 2 == 1, round % 4 < 2
        local result = alphabeta.search(game, node, options)
        if not options.deeper then
          assert.equal(oracle.minimax(game, node, options.depth).value, result.value)
        end
      end
    end
  end)

  it("a search is over, with or without the entries of deeper ones", function()
    for _, graph in ipairs(cycles) do
      for _, algorithm in ipairs(ALGORITHMS) do
        local memory, game = alphabeta.table(), graph_game(graph)
        for depth = DEEPEST, 0, -1 do
          local result = alphabeta.search(game, graph.root, { depth = depth, table = memory,
            algorithm = algorithm, deeper = true, shortest = true })
          assert.is_nil(result.stopped)
          assert.equal("exact", result.bound)
        end
      end
    end
  end)
end)

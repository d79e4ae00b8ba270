-- Repetition: what a search finds in graphs with cycles is what minimax over all lines of play finds, in every form of
-- a game, with every algorithm, in steps of any size, with and without a table; and what a solution says.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local repeating = require "spec.support.repeating"
local seed = require "spec.support.seed"
local trees = require "spec.support.trees"

local draw = trees.draw

local ALGORITHMS = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration", "minimax", "branch-and-bound" }
local LEARNING = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" }
local PRINTED = { "F", "F1", "F2", "minimax-alphabeta", "iterative" }
local SLICES = { nil, 1, 7, 1000, n = 4 }
local WORTH = { 0, 0, 1, -2, 0.5 }

local function by_id(node) return node.id end

local function nodes_of(tree)
  local list, seen, at = { tree.root }, { [tree.root] = true }, 1
  while list[at] do
    for _, child in ipairs(list[at]) do
      if not seen[child] then
        seen[child] = true
        list[#list + 1] = child
      end
    end
    at = at + 1
  end
  return list
end

-- Some of the nodes, as a set, and their keys.
local function some_of(nodes, number, one_in)
  local set, keys = {}, { -1 }
  for _, node in ipairs(nodes) do
    if #node > 0 and draw(node.id, number, one_in) == 0 then
      set[node] = true
      table.insert(keys, 1, node.id)
    end
  end
  return set, keys
end

-- The number-th graph: its nodes, what repetition is worth, what was on the board before.
local function graph(number)
  local drawn = seed * 1000 + number
  local tree = trees.cyclic(drawn, 1 + number % 4, 3 + number % 7)
  if number % 3 == 0 then trees.coarse(tree) end
  local nodes = nodes_of(tree)
  local before, history = some_of(nodes, drawn, number % 2 == 0 and 4 or 1000)
  local how = { endless = WORTH[number % #WORTH + 1], before = before }
  if number % 7 == 0 then
    how.bounds = function(node)
      local reach = draw(node.id, 55, 6)
      return -reach - 1, reach + 2
    end
  end
  return { tree = tree, root = tree.root, nodes = nodes, how = how, history = history }
end

local function game_of(of, form)
  local game = trees.game(of.tree, form, { player = true, key = by_id, bounds = of.how.bounds })
  game.repetition = of.how.endless
  return game
end

local function searched(game, state, options, slice)
  if not slice then return alphabeta.search(game, state, options) end
  local search = alphabeta.start(game, state, options)
  repeat until search:step { nodes = slice }
  return search:result()
end

-- Calls visit(graph, form, algorithm, size of a slice, number).
local function each(count, algorithms, visit)
  for number = 1, count do
    local of = graph(number)
    for k = 1, 3 do
      visit(of, trees.forms[1 + (number + 3 * k) % #trees.forms], algorithms[1 + (5 * number + 7 * k) % #algorithms],
        SLICES[1 + draw(number, k, SLICES.n)], number)
    end
  end
end

local function where(of, form, algorithm, options)
  return ("%s, %s, %s, depth %s"):format(of.tree.text, form, algorithm, tostring(options.depth))
end

local function move_number(of, form, result)
  return result.move ~= nil and trees.names(form).index(of.root, result.move) or nil
end

local function plies_of(number) return ({ nil, 1, 2, 3, 4, 5 })[1 + number % 6] end

describe("repetition", function()
  it("without a table has the values and moves of minimax over lines of play", function()
    each(effort(120, 10), ALGORITHMS, function(of, form, algorithm, slice, number)
      local options = { depth = plies_of(number), algorithm = algorithm, table = false, history = of.history,
        trace = number % 4 == 0 or nil, deepening = number % 5 == 0 or nil }
      local game = game_of(of, form)
      local state = game.initial()
      local text, right = where(of, form, algorithm, options), repeating.minimax(of.root, options.depth, of.how)
      local result = searched(game, state, options, slice)
      assert.equal(right.value, result.value, text)
      if not of.how.bounds then assert.equal(right.best[1], move_number(of, form, result), text) end
      if algorithm == "minimax" and not options.deepening then assert.equal(right.nodes, result.nodes, text) end
      options.all, options.trace = true, nil
      for _, entry in ipairs(searched(game, state, options, slice).moves) do
        assert.equal(right.values[trees.names(form).index(of.root, entry.move)], entry.value, text)
      end
      assert(trees.at_start(of.tree, state))
    end)
  end)

  it("has them with the printed procedures", function()
    each(effort(60, 10), PRINTED, function(of, form, algorithm, _, number)
      local options = { depth = plies_of(number), algorithm = algorithm, history = of.history }
      local game = game_of(of, form)
      local right = repeating.minimax(of.root, options.depth, of.how)
      local result = alphabeta.search(game, game.initial(), options)
      assert.equal(right.value, result.value, where(of, form, algorithm, options))
      if algorithm == "F" then assert.equal(right.nodes, result.nodes) end
    end)
  end)

  it("with a table has the values to the end of the game, whatever was on the board before", function()
    each(effort(120, 10), LEARNING, function(of, form, algorithm, slice, number)
      local game = game_of(of, form)
      local kept = alphabeta.table { bytes = number % 2 == 0 and 64 or 100000 }
      for round = 1, 4 do
        local before, history = some_of(of.nodes, number + round % 2, 4)
        local how = { endless = of.how.endless, bounds = of.how.bounds, before = before }
        local options = { algorithm = algorithm, history = history, table = kept, deepening = round < 3 }
        local text, right = where(of, form, algorithm, options), repeating.minimax(of.root, nil, how)
        local result = searched(game, game.initial(), options, slice)
        assert.equal(right.value, result.value, text)
        if not how.bounds and #of.root > 0 then
          assert.equal(right.value, right.values[move_number(of, form, result)], text)
        end
        searched(game, game.initial(), { depth = 3, table = kept, history = history }) -- it answers nothing later
      end
    end)
  end)

  it("has the shortest way to a value", function()
    each(effort(60, 10), ALGORITHMS, function(of, form, algorithm, slice, number)
      if of.how.bounds then return end
      local options = { depth = plies_of(number), algorithm = algorithm, table = false, history = of.history,
        shortest = true }
      local game = game_of(of, form)
      local text, right = where(of, form, algorithm, options), repeating.shortest(of.root, options.depth, of.how)
      local result = searched(game, game.initial(), options, slice)
      assert.equal(right.value, result.value, text)
      if right.value ~= 0 then assert.equal(right.plies, #result.pv, text) end
    end)
  end)

  it("has the values of the solved game", function()
    for number = 1, effort(40, 5) do
      local of = graph(number)
      local game = game_of(of, "functional")
      game.bounds = nil
      local solution = alphabeta.solve(game, of.root)
      for _, node in ipairs(of.nodes) do
        if #node > 0 then assert.equal(solution:value(node), alphabeta.search(game, node).value, of.tree.text) end
      end
    end
  end)
end)

-- Solving games in which both players choose at once: every position against plain minimax over matrix games or plain
-- value iteration, in every form, in any slices; strategies, players of them, and what cannot be solved.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local numbers = require "spec.support.numbers"
local oshi = require "alphabeta.games.oshi"
local seed = require "spec.support.seed"
local web = require "spec.support.web"
local struck = require "spec.support.struck"

local draw = both.draw

local function near(a, b) return math.abs(a - b) <= 1e-9 * math.max(1, math.abs(b)) end

-- The node of a tree that a state stands for, whatever the form of the game.
local function node_of(state) return state.kind and state or state[#state] end

-- A tree as a game in one of its forms, with a key.
local function keyed(form, tree)
  local game, state = both.forms[form](tree)
  local keys, count = {}, 0
  function game.key(at)
    local node = node_of(at)
    if not keys[node] then keys[node], count = count + 1, count + 1 end
    return keys[node]
  end
  return game, state
end

-- What is wrong with strategies for a matrix of that value; nil: nothing.
local function flaw_of(strategies, matrix, value)
  for player, strategy in ipairs(strategies) do
    local list, sum = {}, 0
    for i, choice in ipairs(strategy) do list[i], sum = choice.probability, sum + choice.probability end
    if not (near(sum, 1) and near(both.sure(matrix, list, player), value)) then return "player " .. player end
  end
end

-- What is wrong with a solution at the positions of a tree; nil: nothing.
local function tree_flaw(solution, node)
  local value, expected = solution:value(node), both.value(node, math.huge)
  if not near(value, expected) then return ("%s: %.17g, not %.17g"):format(node.kind, value, expected) end
  local strategies = solution:strategies(node)
  if (strategies ~= nil) ~= (node.kind == "both") then return "strategies of " .. node.kind end
  local flaw = strategies and flaw_of(strategies, both.matrix(node, math.huge), value)
  for _, child in ipairs(node.children or {}) do flaw = flaw or tree_flaw(solution, child) end
  for _, row in ipairs(node.cells or {}) do
    for _, child in ipairs(row) do flaw = flaw or tree_flaw(solution, child) end
  end
  return flaw
end

describe("solving a game in which both choose at once", function()
  it("values all positions as minimax over matrix games does, in every form, in any slices", function()
    for number = 1, effort(60) do
      local at, tree = both.drawn(), both.grow(0, number % 2 == 0)
      for form in pairs(both.forms) do
        local game, state = keyed(form, tree)
        local solver, slice = alphabeta.start_solve(game, state), draw(9)
        while not solver:step { nodes = slice } do end
        local where = ("seed %d, draw %d, %s"):format(seed, at, form)
        local solution = solver:result()
        assert.is_true(near(solution:value(state), both.value(tree, math.huge)), where)
        if form == "functional" then assert.is_nil(tree_flaw(solution, tree), where) end
        if tree.kind == "one" then
          assert.is_true(near(both.value(tree.children[solution:move(state)], math.huge), solution:value(state)), where)
        else
          assert.is_nil(solution:move(state), where)
        end
      end
    end
  end)

  it("finds positions that are reached in many ways, and is saved", function()
    for number = 1, effort(40) do
      local at, game = both.drawn(), web.game(draw, number % 2 == 0)
      local value = alphabeta.search(game, 0, { depth = 9, algorithm = "minimax" }).value
      local solution = alphabeta.solve(game, 0)
      assert.is_true(near(solution:value(0), value), ("seed %d, draw %d"):format(seed, at))
      local again = alphabeta.undump(solution:dump(), game, 0)
      assert.same({ #solution, solution:value(0), solution:strategies(0) },
        { #again, again:value(0), again:strategies(0) })
    end
  end)

  it("has the values of an exact program, in C and in Lua", function()
    for _, row in ipairs(facts.rows "spec/facts/oshi_zumo.tsv") do
      local list = { row.steps, row.at, row.first, row.second }
      assert.is_true(near(alphabeta.solve(oshi, oshi.read(list)):value(oshi.read(list)), row.value))
      local state = oshi.lua.read(list)
      assert.is_true(near(alphabeta.solve(oshi.lua, state):value(state), row.value))
    end
  end)

  it("goes on as if nothing had happened when any call has failed, or yielded", function()
    local tree
    repeat tree = both.grow(0, true) until tree.kind == "both" and tree.rows * tree.columns > 3 and both.size(tree) < 60
    for form in pairs(both.forms) do
      local last = form == "in_place" and "moves" or "play"
      for _, name in ipairs { "simultaneous", "chance", "player", "evaluate", "key", last } do
        struck(name, 5, function() return keyed(form, tree) end, alphabeta.start_solve, function(solver, where, state)
          assert.is_true(near(solver:result():value(state), both.value(tree, math.huge)),
            ("seed %d, %s, %s"):format(seed, form, where))
        end)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Where lines come back

-- A random game of rounds: whatever is played, chance ends each round, or leads to any position.
local function rounds(count)
  local nodes, ends = {}, 0.1 + draw(50) / 100
  for i = 1, count do
    nodes[i] = { rows = draw(3), columns = draw(3), to = {}, worth = draw(41) - 21 }
    for k = 1, 9 do nodes[i].to[k] = draw(count) end
  end
  local game = { viewpoint = 1 }
  function game.key(s) return s end
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s)
    if s <= count then return numbers(nodes[s].rows), numbers(nodes[s].columns) end
  end
  function game.chance(s)
    if s > count and s <= 2 * count then return { 0, s - count }, { ends, 1 - ends } end
  end
  function game.play(s, a, b)
    if s > count then return a == 0 and s + count or a end
    return count + nodes[s].to[3 * (a - 1) + b]
  end
  function game.evaluate(s) return nodes[s - 2 * count].worth end
  return game, nodes, ends
end

-- Their values, by going over all positions again and again.
local function iterated(nodes, ends)
  local values = {}
  for i = 1, #nodes do values[i] = 0 end
  for _ = 1, 400 do
    for i, node in ipairs(nodes) do
      local matrix = {}
      for a = 1, node.rows do
        matrix[a] = {}
        for b = 1, node.columns do
          local to = node.to[3 * (a - 1) + b]
          matrix[a][b] = ends * nodes[to].worth + (1 - ends) * values[to]
        end
      end
      values[i] = both.matrix_value(matrix)
    end
  end
  return values
end

local function endless()
  local hands = { viewpoint = 1 }
  function hands.key(s) return s end
  function hands.player() return 1 end
  function hands.moves() return {} end
  function hands.simultaneous(s) if s == 0 then return { 0, 1, 2 }, { 0, 1, 2 } end end
  function hands.play(_, a, b) return (a - b) % 3 end
  function hands.evaluate(s) return s == 1 and 1 or -1 end
  return hands
end

describe("solving a game whose lines come back", function()
  it("is value iteration where chance leads to its end", function()
    for _ = 1, effort(15) do
      local at, game, nodes, ends = both.drawn(), rounds(4)
      local solution, values = alphabeta.solve(game, 1), iterated(nodes, ends)
      for i = 1, 4 do
        local value = solution:value(i)
        assert.is_true(value == nil or math.abs(value - values[i]) < 1e-7, ("seed %d, draw %d"):format(seed, at))
      end
    end
  end)

  it("is refused where it may go on for ever", function()
    assert.equal("game may go on for ever "
      .. "(to solve a game with 'simultaneous' it must end, or chance must lead to its end)",
      errors.of(alphabeta.solve, endless(), 0))
    local game = endless()
    function game.chance(s) if s == 0 then return { 3, 1 }, { 3, 1 } end end -- a draw is decided, or a new round
    local play = game.play
    function game.play(s, a, b) return s == 0 and a or play(s, a, b) end
    function game.simultaneous(s) if s == 3 then return { 0, 1, 2 }, { 0, 1, 2 } end end
    assert.is_true(math.abs(alphabeta.solve(game, 0):value(0) - 1 / 3) < 1e-8)
  end)

  it("raises an error for payoffs that cannot be averaged", function()
    local game = endless()
    function game.play() return 1, math.huge end
    assert.matches("'play' returned inf (finite number expected in a game with 'simultaneous')",
      errors.of(alphabeta.solve, game, 0), 1, true)
  end)
end)

describe("a solution's player", function()
  it("draws from its strategy, by its seed, and is not beaten", function()
    local state = oshi.initial { coins = 8, steps = 1 }
    local solution = alphabeta.solve(oshi, state)
    local function series(number)
      local players = { solution:player(number), alphabeta.random_player(5) }
      return alphabeta.match(oshi, state, players, { games = 60, seed = 2 })
    end
    local record = series(3)
    assert.is_true(record.wins > 2 * record.losses)
    assert.same(record.games[9].moves, series(3).games[9].moves)
    local counts, player = {}, solution:player()
    for _ = 1, 200 do
      local bid = player(state)
      counts[bid] = (counts[bid] or 0) + 1
    end
    for _, choice in ipairs(solution:strategies(state)[1]) do
      assert.is_true(math.abs((counts[choice.move] or 0) / 200 - choice.probability) < 0.2)
    end
    assert.equal("bad argument #1 to 'player' (integer from 0 to 9007199254740992 expected, got -1)",
      errors.of(solution.player, solution, -1))
  end)
end)

describe("A solution in which player 2 moves alone", function()
  it("has no strategies where `play` has told the end, whatever could be chosen", function()
    local game = {
      viewpoint = 1, player = function() return 1 end, key = function(state) return state end,
      moves = function() return { 1 } end, simultaneous = function() return { 1, 2 }, { 1, 2 } end,
      play = function(state, a, b) return 10 * state + 2 * a + b, a == b and 1 or -1 end,
      evaluate = function() return 0 end,
    }
    local solution = alphabeta.solve(game, 1)
    assert.equal(2, #solution:strategies(1))
    for child = 13, 16 do
      assert.is_nil(solution:strategies(child))
      assert.has_error(function() solution:player(1)(child, game) end, "the solution has no move for this position")
    end
  end)

  it("has no value of minus nothing", function()
    local solution = alphabeta.solve({
      viewpoint = 1, player = function() return 2 end, key = function(state) return state end,
      moves = function(state) return state == 0 and { 1 } or {} end, simultaneous = function() end,
      play = function(state) return state + 1 end, evaluate = function() return 0 end,
    }, 0)
    assert.same({ "0.0", "0.0" }, { ("%.1f"):format(solution:value(0)), ("%.1f"):format(solution:moves(0)[1].value) })
  end)

  it("wins soonest, and loses latest", function()
    local after = { { 2, 3, 4 }, { 5, 6 }, {}, { 3 }, { 1 }, { 7 }, {} } -- 3: player 2 has won, 7: player 1
    local mover = { 2, 1, 1, 2, 2, 2, 1 }
    for _, simultaneous in ipairs { false, function() end } do
      local solution = alphabeta.solve({
        viewpoint = 1, player = function(at) return mover[at] end, key = function(at) return at end,
        simultaneous = simultaneous or nil, moves = function(at) return after[at] end,
        play = function(_, to) return to end,
        evaluate = function(at) return at == 3 and -1 or at == 7 and 1 or 0 end,
      }, 1)
      assert.same({ 3, 3, 7 }, { solution:move(1), solution:move(4), solution:move(6) })
      assert.same({ 1, 3 }, { solution:plies(1), solution:moves(1)[1].plies })
    end
  end)
end)

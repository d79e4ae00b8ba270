-- Games in which both players choose at once, in every form, against plain minimax over matrix games; what fails, and
-- what is refused.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oshi = require "alphabeta.games.oshi"
local seed = require "spec.support.seed"
local web = require "spec.support.web"
local struck = require "spec.support.struck"

local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf", "aspiration", "bisection", "branch-and-bound", "F" }
local NEAR = 1e-9 * 41

local draw = both.draw

local function near(a, b) return math.abs(a - b) <= NEAR end

-- The probabilities of a strategy; nil: they are none.
local function weights_of(strategy, count)
  local list, sum = {}, 0
  for i, choice in ipairs(strategy) do
    list[i], sum = choice.probability, sum + choice.probability
    if choice.probability < 0 then return nil end
  end
  return #list == count and near(sum, 1) and list or nil
end

-- Is each choice worth what the matrix pays for it against the other's weights, as far as that is told?
local function are_worth(strategy, matrix, weights, player)
  for number, choice in ipairs(strategy) do
    local sum = 0
    for i, weight in ipairs(weights) do
      sum = sum + weight * (player == 1 and matrix[number][i] or player == 2 and matrix[i][number])
    end
    if choice.value and not near(choice.value, sum) then return false end
  end
  return true
end

-- What is wrong with the strategies; nil: nothing.
local function strategy_flaw(result, tree, depth)
  if tree.kind ~= "both" or depth == 0 then return result.strategies and "strategies" or nil end
  local matrix, value = both.matrix(tree, depth - 1), both.value(tree, depth)
  local first, second = weights_of(result.strategies[1], tree.rows), weights_of(result.strategies[2], tree.columns)
  if not (first and second) then return "no strategies" end
  if both.sure(matrix, first, 1) < value - NEAR then return "player 1 can be exploited" end
  if both.sure(matrix, second, 2) > value + NEAR then return "player 2 can be exploited" end
  if result.gap > NEAR or result.gap < 0 then return "gap " .. result.gap end
  if not are_worth(result.strategies[1], matrix, second, 1) then return "worth of player 1's choices" end
  if not are_worth(result.strategies[2], matrix, first, 2) then return "worth of player 2's choices" end
  if result.pv[1][1] ~= "row " .. result.pv[1][1]:match "%d" then return "no line" end
end

local function flaw_of(result, tree, depth)
  local value = both.value(tree, depth)
  if not near(value, result.value) then return ("value %.17g, not %.17g"):format(result.value, value) end
  if result.bound ~= "exact" then return result.bound end
  if math.type and math.type(result.value) ~= "float" then return "an integer" end
  return strategy_flaw(result, tree, depth)
end

describe("The printed procedure F where both choose at once", function()
  it("counts each position once, deepening or not, whatever has failed, within any limit", function()
    local function searched(options, failing)
      local calls = 0
      local game = {
        viewpoint = 1, player = function() return 1 end, moves = function() end,
        simultaneous = function(s) if #s < 3 then return { 1, 2, 3 }, { 1, 2, 3 } end end,
        play = function(s, a, b) return s .. (a - b) % 3 end,
        evaluate = function(s)
          calls = calls + 1
          if calls == failing then error "odd" end
          return (tonumber(s) or 0) * 7 % 11
        end,
      }
      local running = alphabeta.start(game, "", options)
      local worked, is_done
      repeat worked, is_done = pcall(running.step, running) until worked and is_done
      local result = running:result()
      return { result.value, result.depth, result.nodes, tostring(result.stopped) }, calls
    end
    for _, deepening in ipairs { false, true } do
      for _, nodes in ipairs { false, 2000 } do
        local options = { depth = 2, deepening = deepening, nodes = nodes or nil, algorithm = "minimax" }
        local expected = searched(options)
        options.algorithm = "F"
        local whole, calls = searched(options)
        assert.same(expected, whole)
        for failing = 1, calls, 7 do assert.same(expected, (searched(options, failing))) end
      end
    end
  end)
end)

describe("a game in which both choose at once", function()
  it("is worth what minimax over matrix games says, in every form, by every algorithm, in any slices", function()
    for number = 1, effort(80) do
      local at, tree = both.drawn(), both.grow(0, number % 2 == 0)
      for form, make in pairs(both.forms) do
        local depth, algorithm, slice = draw(5) - 1, ALGORITHMS[draw(#ALGORITHMS)], draw(30)
        local game, state = make(tree)
        local search = alphabeta.start(game, state, { depth = depth, algorithm = algorithm, all = draw(2) == 1 })
        while not search:step { nodes = slice } do end
        assert.is_nil(flaw_of(search:result(), tree, depth),
          ("seed %d, draw %d, %s, %s, depth %d"):format(seed, at, form, algorithm, depth))
      end
    end
  end)

  it("goes on as if nothing had happened when any call has failed, or yielded", function()
    local tree
    repeat tree = both.grow(0, true) until tree.kind == "both" and tree.rows * tree.columns > 3 and both.size(tree) < 60
    for form, make in pairs(both.forms) do
      local last = form == "in_place" and "moves" or "play"
      for _, name in ipairs { "simultaneous", "chance", "player", "evaluate", last } do
        struck(name, 5, function() return make(tree) end, function(game, state)
          return alphabeta.start(game, state, { depth = 4 })
        end, function(search, where)
          assert.is_nil(flaw_of(search:result(), tree, 4), ("seed %d, %s, %s"):format(seed, form, where))
        end)
      end
    end
  end)

  it("may be left in the middle, and gives what the last depth has found", function()
    local tree
    repeat tree = both.grow(0, true) until tree.kind == "both" and tree.rows * tree.columns > 6
    local game, state = both.forms.keyed(tree)
    local search = alphabeta.start(game, state, { nodes = 40 })
    repeat until search:step { nodes = 1 }
    local result = search:result()
    search:close()
    assert.equal("nodes", result.stopped)
    assert.is_nil(flaw_of(search:result(), tree, result.depth))
    assert.is_nil(alphabeta.search(game, state, { nodes = 1 }).move)
  end)
end)

------------------------------------------------------------------------------------------------
-- Recorded trees

-- What leads from a node of a tree to a recorded one below.
local function child_of(node, recorded)
  if node.kind ~= "both" then return node.children[recorded.move] end
  return node.cells[tonumber(recorded.move[1]:match "%d")][tonumber(recorded.move[2]:match "%d")]
end

-- What is wrong with the value of a recorded node, which is worth `expected` to the player to move; nil: nothing. Where
-- a move was searched again there is none.
local function value_flaw(recorded, expected)
  local value = recorded.value or expected
  local fits = near(value, expected)
  if value <= recorded.alpha then fits = expected <= value + NEAR
  elseif value >= recorded.beta then fits = expected >= value - NEAR end
  return not fits and ("%.17g, not %.17g"):format(value, expected) or nil
end

-- And with the node and those below.
local function record_flaw(recorded, node, depth)
  local sign = node.kind ~= "both" and node.player == 2 and -1 or 1
  local flaw = value_flaw(recorded, sign * both.value(node, depth))
  for _, below in ipairs(recorded) do
    if (below.at_once or false) ~= (node.kind == "both") then return "at_once of " .. node.kind end
    flaw = flaw or record_flaw(below, child_of(node, below), node.kind == "chance" and depth or depth - 1)
  end
  return flaw
end

local function count_of(recorded)
  local count = 1
  for _, below in ipairs(recorded) do count = count + count_of(below) end
  return count
end

describe("a recorded tree with choices at once", function()
  it("has joint moves, windows and values, and changes nothing", function()
    for number = 1, effort(40) do
      local at, tree = both.drawn(), both.grow(0, number % 2 == 0)
      for form, make in pairs(both.forms) do
        local options = { depth = draw(5) - 1, algorithm = ALGORITHMS[draw(7)], deepening = false }
        local where = ("seed %d, draw %d, %s, %s"):format(seed, at, form, options.algorithm)
        local game, state = make(tree)
        local plain = alphabeta.search(game, state, options)
        options.trace = true
        local result = alphabeta.search(game, state, options)
        assert.same({ plain.value, plain.nodes, plain.strategies },
          { result.value, result.nodes, result.strategies }, where)
        assert.is_nil(record_flaw(result.tree, tree, options.depth), where)
        if options.algorithm == "minimax" then assert.equal(result.nodes, count_of(result.tree), where) end
      end
    end
  end)

  it("is shown with both choices, also where playouts have made it", function()
    for form, make in pairs(both.forms) do
      local leaf = { kind = "end", worth = 1 }
      local game, state = make { kind = "both", worth = 0, rows = 1, columns = 2, cells = { { leaf, leaf } } }
      for _, algorithm in ipairs { "minimax", "mcts" } do
        local options = { algorithm = algorithm, trace = 9, playouts = algorithm == "mcts" and 9 or nil }
        local result = alphabeta.search(game, state, options)
        local text = alphabeta.tree.text(result, { game = game, state = state, ascii = true })
        assert.matches("root [+]: 1", text, 1, true)
        assert.matches("== row 1/column ", text, 1, true)
        assert.matches("-- row 1/column ", text, 1, true)
        assert.equal(text, alphabeta.tree.text(result, { ascii = true }), form)
        assert.matches('shape=box3d.-label=" row 1/column %d "', alphabeta.tree.dot(result))
        local data = alphabeta.tree.html(result, { data = true, game = game, state = state })
        assert.matches("row 1/column 2", data, 1, true)
      end
    end
  end)
end)

-- How player `me` fares with a strategy against the best reply, by the cells of a root, as player 1 sees it.
local function fares(strategies, cells, me)
  local own, other, worst = strategies[me], strategies[3 - me], nil
  for j = 1, #other do
    local sum = 0
    for i = 1, #own do
      sum = sum + own[i].probability * (me == 1 and cells[(i - 1) * #other + j] or cells[(j - 1) * #own + i])
    end
    if not worst or (me == 1 and sum < worst) or (me == 2 and sum > worst) then worst = sum end
  end
  return worst
end

describe("precision", function()
  local function all_cells(game, depth)
    local cells, rows, columns = {}, game.simultaneous(0)
    for i in ipairs(rows or {}) do
      for j in ipairs(columns) do
        local options = { depth = depth - 1, algorithm = "minimax" }
        cells[#cells + 1] = alphabeta.search(game, game.play(0, i, j), options).value
      end
    end
    return cells
  end

  -- What is wrong with a result that may be that far from the value; nil: nothing.
  local function coarse_flaw(result, game, depth, precision)
    local value = alphabeta.search(game, 0, { depth = depth, algorithm = "minimax" }).value
    if math.abs(result.value - value) > precision then return ("value %g, not %g"):format(result.value, value) end
    if not result.strategies then return nil end
    if result.gap > precision + NEAR then return "gap " .. result.gap end
    local cells = all_cells(game, depth)
    local least, most = fares(result.strategies, cells, 1), fares(result.strategies, cells, 2)
    if least < value - precision - NEAR then return "player 1 can be exploited" end
    if most > value + precision + NEAR then return "player 2 can be exploited" end
    if most - least > result.gap + NEAR then return ("exploited by %g, more than the gap"):format(most - least) end
  end

  it("is kept by values and strategies, and tables do not pass on what is coarse", function()
    for _ = 1, effort(600) do
      local at, game, depth, precision = both.drawn(), web.game(draw, true), draw(5), ({ 0.01, 0.5, 3, 20 })[draw(4)]
      local shared = draw(2) == 1 and alphabeta.table() or nil
      local options = { depth = depth, algorithm = ALGORITHMS[1 + draw(6)], precision = precision, table = shared,
        deepening = draw(2) == 1, all = draw(4) == 1 }
      if not shared and draw(2) == 1 then options.table = false end
      game.range = draw(3) == 1 and { -20, 20 } or nil
      local where = ("seed %d, draw %d, %s"):format(seed, at, options.algorithm)
      assert.is_nil(coarse_flaw(alphabeta.search(game, 0, options), game, depth, precision), where)
      local exact = alphabeta.search(game, 0, { depth = depth, table = shared })
      assert.is_nil(coarse_flaw(exact, game, depth, NEAR), where)
    end
  end)

  it("saves work", function()
    local game, state = oshi, oshi.initial { coins = 10, steps = 3 }
    local fine = alphabeta.search(game, state, { depth = 40 })
    local coarse = alphabeta.search(game, state, { depth = 40, precision = 0.1 })
    assert.is_true(coarse.nodes < fine.nodes and math.abs(coarse.value - fine.value) <= 0.1)
  end)
end)

describe("a matrix of which not all is searched", function()
  -- What is wrong with a search of a random web, by a reference; nil: nothing.
  local function web_flaw(game, depth, options, slice, whole)
    local search = alphabeta.start(game, 0, options)
    while not search:step { nodes = slice } do end
    local result = search:result()
    if not near(result.value, whole.value) then return ("value %.17g, not %.17g"):format(result.value, whole.value) end
    if result.bound ~= "exact" or (result.strategies == nil) ~= (whole.strategies == nil) then return result.bound end
    if not result.strategies then return nil end
    if not (result.gap >= 0 and result.gap <= NEAR) then return "gap " .. result.gap end
    local cells, rows, columns = {}, game.simultaneous(0)
    for i in ipairs(rows) do
      for j in ipairs(columns) do
        local cell = alphabeta.search(game, game.play(0, i, j), { depth = depth - 1, algorithm = "minimax" })
        cells[#cells + 1] = cell.value
      end
    end
    if fares(result.strategies, cells, 1) < whole.value - NEAR then return "player 1 can be exploited" end
    if fares(result.strategies, cells, 2) > whole.value + NEAR then return "player 2 can be exploited" end
  end

  it("gives what minimax gives that searches all, with tables of its own, shared, or none, in any slices", function()
      for number = 1, effort(150) do
      local at = both.drawn()
      local game, shared = web.game(draw, number % 2 == 0), alphabeta.table()
      local depth = draw(5)
      game.range = draw(2) == 1 and { -20, 20 } or nil
      local whole = alphabeta.search(game, 0, { depth = depth, algorithm = "minimax" })
      for _ = 1, 3 do
        local options = { depth = depth, algorithm = ALGORITHMS[draw(6)], deepening = draw(2) == 1,
          all = draw(4) == 1 or nil }
        if options.algorithm ~= "minimax" then options.table = ({ false, shared, alphabeta.table() })[draw(3)] end
        assert.is_nil(web_flaw(game, depth, options, draw(30), whole),
          ("seed %d, draw %d, %s, depth %d"):format(seed, at, options.algorithm, depth))
      end
    end
  end)

  it("tells a choice that is dominated from the others by as few cells as that takes", function()
    local size, visits = 30, 0
    local list = {}
    for i = 1, size do list[i] = i end
    local game = { viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
      simultaneous = function(s) if s == 0 then return list, list end end,
      play = function(_, i, j)
        visits = visits + 1
        return 1, (i == 7 and 3 or 0) + (j == 11 and -2 or 1) -- row 7 dominates, and column 11
      end,
      evaluate = function() return 0 end }
    local result = alphabeta.search(game, 0, { depth = 1 })
    assert.same({ 1.0, 1.0, 1.0 },
      { result.value, result.strategies[1][7].probability, result.strategies[2][11].probability })
    assert.is_true(visits <= 4 * size, visits)
    alphabeta.search(game, 0, { depth = 1, all = true })
    assert.is_true(visits > size * size)
  end)
end)

describe("payoffs that differ by little beside their size, or are as large as numbers can be", function()
  -- So many rounds with the same choices; what the last one pays is drawn beforehand.
  local function rounds_of(rounds, size, payoff)
    local list, paid = {}, {}
    for i = 1, size do list[i] = i end
    for i = 1, size ^ (2 * rounds) do paid[i] = payoff() end
    return { viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
      simultaneous = function(s) if s.round < rounds then return list, list end end,
      play = function(s, i, j)
        local at = { round = s.round + 1, cell = (s.cell * size + i - 1) * size + j - 1 }
        return at, at.round == rounds and paid[at.cell + 1] or nil
      end,
      evaluate = function() return 0 end }
  end

  local function beside(size, step, kinds) return function() return size + step * (draw(kinds + 1) - 1) end end

  local CASES = {
    { "100 and thousandths", 1, 6, beside(100, 0.001, 8), 0.008 },
    { "1000 and hundredths", 1, 3, beside(1000, 0.01, 4), 0.04 },
    { "1000 and thousandths", 1, 3, beside(1000, 0.001, 4), 0.004 },
    { "100,000 and ones", 1, 6, beside(100000, 1, 4), 4 },
    { "1,000,000 and ones", 1, 3, beside(1000000, 1, 8), 8 },
    { "none or all", 2, 3, function() return 1e308 * (draw(3) - 2) end, 1e308 },
  }

  for _, case in ipairs(CASES) do
    local name, rounds, size, payoff, spread = compat.unpack(case)
    it("has the search end soon, with the value of minimax: " .. name, function()
      for _ = 1, effort(3000) do
        local at, game = both.drawn(), rounds_of(rounds, size, payoff)
        local whole = alphabeta.search(game, { round = 0, cell = 0 }, { algorithm = "minimax" })
        local result = alphabeta.search(game, { round = 0, cell = 0 }, { nodes = 10 * whole.nodes })
        assert(not result.stopped and math.abs(result.value - whole.value) <= 1e-9 * spread,
          ("seed %d, draw %d"):format(seed, at))
      end
    end)
  end
end)

-- Oshi-Zumo, the sumo wrestlers (M. Buro 2003): both bid coins, the higher bid pushes the wrestler a step, and bids are
-- paid.
local function oshi_zumo(steps, least)
  local game = { viewpoint = 1 }
  local function bids(coins)
    local list = {}
    for bid = coins < least and 0 or least, coins < least and 0 or coins do list[#list + 1] = bid end
    return list
  end
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s)
    if math.abs(s.at) > steps or s[1] < least and s[2] < least then return nil end
    return bids(s[1]), bids(s[2])
  end
  function game.play(s, a, b)
    return { s[1] - a, s[2] - b, at = s.at + (a > b and 1 or a < b and -1 or 0) }
  end
  function game.evaluate(s) return s.at > 0 and 1 or s.at < 0 and -1 or 0 end
  function game.key(s) return (s[1] * 64 + s[2]) * 64 + s.at + 16 end
  return game
end

describe("Where player 2 moves alone at the root", function()
  it("each depth tells values as player 1 sees them", function()
    local game = {
      viewpoint = 1, player = function() return 2 end, simultaneous = function() end,
      moves = function(at) return at == 1 and { 2, 3, 4 } or {} end, play = function(_, to) return to end,
      evaluate = function(at) return at == 2 and 1 or at == 1 and 0 or -1 end,
    }
    local depths = 0
    for result in alphabeta.deepen(game, 1, { depth = 3, all = true }) do
      assert.are.same({ -1, 3, -1, 1 }, { result.value, result.move, result.moves[1].value, result.moves[3].value })
      depths = depths + 1
    end
    assert.equal(2, depths)
    local shown = {}
    local function show(result) shown[#shown + 1] = result.value end
    local search = alphabeta.start(game, 1, { deepening = true, on_depth = show })
    search:step { depths = 1 }
    assert.are.same({ -1, -1 }, { search:result().value, shown[1] })
  end)
end)

describe("Behind a joint move", function()
  it("every algorithm looks as far as `threshold` lets it", function()
    local game = {
      viewpoint = 1, player = function(at) return at == 1 and 1 or 2 end,
      simultaneous = function(at) if at == 1 then return { 1, 2 }, { 1, 2 } end end,
      moves = function(at) return at == 2 and { 1, 2 } or {} end, likelihood = function() return 0.9 end,
      play = function(at, move) return at == 1 and 2 or 2 + move end,
      evaluate = function(at) return at == 2 and 0 or at == 3 and -1 or 1 end,
    }
    for _, algorithm in ipairs { "F", "minimax", "alphabeta", "pvs", "mtdf", "aspiration", "bisection" } do
      for _, threshold in ipairs { 0.5, 1e-9 } do
        local result = alphabeta.search(game, 1, { algorithm = algorithm, threshold = threshold })
        assert.are.same({ -1, 2 }, { result.value, result.depth }, algorithm)
      end
    end
  end)
end)

describe("known games", function()
  it("of Oshi-Zumo have their values", function()
    for _, row in ipairs(facts.rows "spec/facts/oshi_zumo.tsv") do
      local game = oshi_zumo(row.steps, 1)
      local result = alphabeta.search(game, { row.first, row.second, at = row.at })
      assert.is_true(near(row.value, result.value), ("%d against %d"):format(row.first, row.second))
    end
  end)

  it("take a small part of the positions that minimax visits", function()
    local game, state = oshi_zumo(3, 1), { 8, 8, at = 0 }
    local whole = alphabeta.search(game, state, { algorithm = "minimax", deepening = false })
    assert.is_true(alphabeta.search(game, state, { deepening = false }).nodes <= 0.05 * whole.nodes)
    game.range = { -1, 1 }
    assert.is_true(alphabeta.search(game, state, { deepening = false }).nodes <= 0.02 * whole.nodes)
    assert.is_true(alphabeta.search(game, state, { deepening = false, table = false }).nodes <= 0.2 * whole.nodes)
  end)

  -- Rock-paper-scissors in which rock wins double: rock 1/4, paper 1/2, scissors 1/4.
  local hands = { "rock", "paper", "scissors" }
  local wins = { rock = { scissors = 2 }, paper = { rock = 1 }, scissors = { paper = 1 } }
  local rock = { viewpoint = 1, player = function() return 1 end, moves = function() return {} end }
  function rock.simultaneous(state) if state == "hands" then return hands, hands end end
  function rock.play(_, a, b) return "over", (wins[a][b] or 0) - (wins[b][a] or 0) end
  function rock.evaluate() return 0 end

  it("have their strategies, and draw from them", function()
    local count, drawn = { rock = 0, paper = 0, scissors = 0 }, 0
    for me = 1, 2 do
      for i = 1, 400 do
        local result = alphabeta.search(rock, "hands", { me = me, random = function(n)
          drawn = drawn + 1
          return math.floor((i - 0.5) / 400 * n) + 1
        end })
        count[result.move] = count[result.move] + 1
        assert.is_true(near(0.5, result.strategies[me][2].probability) and near(0, result.value))
      end
    end
    assert.same({ { rock = 200, paper = 400, scissors = 200 }, 800 }, { count, drawn })
  end)

  it("tell what each choice is worth against the other's strategy", function()
    local result = alphabeta.search(rock, "hands", { all = true, random = function() return 1 end })
    assert.same({ "rock", "paper", "scissors" }, { result.moves[1].move, result.moves[2].move, result.moves[3].move })
    for i = 1, 3 do assert.is_true(near(0, result.moves[i].value)) end
    assert.same({ { { "paper", "paper" } }, 1 }, { result.pv, result.depth })
  end)

  it("are played by one where the other has no choice, and by neither where none has", function()
    local game, asked = { viewpoint = 1 }, 0
    function game.player()
      asked = asked + 1
      return 2
    end
    function game.evaluate(n) return n end
    function game.simultaneous(n)
      if n == 0 then return {}, { 3, 4 } elseif n < 5 then return { 6, 5 }, nil elseif n == 6 then return {}, {} end
    end
    function game.moves(n) return n == 6 and { 1, 2 } or {} end
    function game.play(n, a, b)
      if n == 0 then assert(a == nil) return b end
      if n < 5 then assert(b == nil) return n == 3 and a or a + 4 end
      return n + a
    end
    local result = alphabeta.search(game, 0)
    assert.same({ 7.0, {}, 2 }, { result.value, result.strategies[1], #result.strategies[2] })
    assert.same({ 3, 1 }, { result.strategies[2][1].move, result.strategies[2][1].probability })
    assert.same({ { nil, 3 }, { 6 }, 1 }, result.pv)
    assert.is_true(asked > 0)
    assert.is_nil(result.move)
    assert.equal(3, alphabeta.search(game, 0, { me = 2 }).move)
  end)
end)

describe("what cannot be used with choices at once", function()
  local function refusal(change, options, call)
    local game = both.game()
    game.chance = nil
    change(game)
    return errors.of(call or alphabeta.search, game, both.grow(0), options or { depth = 2 })
  end
  local function nothing() end

  it("is refused by name", function()
    for _, row in ipairs {
      { { shortest = true }, "option 'shortest' cannot be used with a game with 'simultaneous'" },
      { { algorithm = "F2" },
        "option 'algorithm': a printed algorithm other than 'F' cannot be used with a game with 'simultaneous'" },
      { { temperature = 1 }, "option 'temperature' cannot be used with a game with 'simultaneous'" },
      { { precision = 0 }, "option 'precision': number above 0 expected, got 0" },
      { { me = 3 }, "option 'me': integer from 1 to 2 expected, got 3" },
    } do
      assert.matches(row[2], refusal(nothing, row[1]), 1, true)
    end
    assert.matches("option 'me' needs a game with 'simultaneous'",
      refusal(function(game) game.simultaneous = nil end, { me = 1 }), 1, true)
    assert.matches("option 'precision' needs a game with 'simultaneous'",
      refusal(function(game) game.simultaneous = nil end, { precision = 1 }), 1, true)
    assert.matches("field 'simultaneous' needs 'viewpoint = 1'", refusal(function(game) game.viewpoint = nil end), 1,
      true)
    assert.matches("field 'simultaneous' needs 'player'",
      refusal(function(game) game.viewpoint, game.player = nil, nil end), 1, true)
    assert.matches("field 'simultaneous' cannot be used with 'width'",
      refusal(function(game) game.moves, game.width = nil, 3 end), 1, true)
    assert.matches("field 'simultaneous' cannot be used with 'variadic'",
      refusal(function(game) game.variadic = true end), 1, true)
    assert.matches("field 'simultaneous' cannot be used with 'successors'", refusal(function(game)
      game.successors, game.moves = game.moves, nil
    end), 1, true)
  end)

  it("is refused by name where only one moves at a time", function()
    local game, state = both.game(), { kind = "both", rows = 1, columns = 1, worth = 0 }
    state.cells = { { { kind = "end", worth = 1 } } }
    game.chance, game.key = nil, function(node) return node.kind == "both" and 1 or 2 end
    game.features = function() return { 1 } end
    for name, call in pairs {
      paranoid = function() return alphabeta.paranoid(game, 1) end,
      levels = function() return alphabeta.levels(game, state, { gap = 100 }) end,
      learn = function() return alphabeta.learn(game, state, { games = 2 }) end,
      path = function()
        local riddle = setmetatable({ goal = function() return true end }, { __index = game })
        return alphabeta.path(riddle, state)
      end,
      pure = function() return require "alphabeta.pure".search(game, state) end,
    } do
      local worked, message = pcall(call)
      assert.is_false(worked, name)
      assert.matches("'simultaneous'", message, 1, true, name)
    end
    assert.matches("option 'pure' needs a game with 'simultaneous'",
      refusal(function(other) other.simultaneous = nil end, { pure = true }), 1, true)
  end)

  it("is an error of the callback that names what it has returned, and the ply", function()
    local huge, root = {}, { kind = "both", rows = 1, columns = 1, worth = 0 }
    root.cells = { { { kind = "end", worth = 1 } } }
    for i = 1, 65536 do huge[i] = i end
    local function message(first, second, change)
      local game = both.game()
      if first then game.simultaneous = function() return first, second end end
      if change then change(game) end
      return errors.of(alphabeta.search, game, root, { depth = 2 })
    end
    assert.equal("game 'tree': 'simultaneous' returned 3 (list of choices for each player expected) at ply 0",
      message(3))
    assert.equal("game 'tree': 'simultaneous' returned a string (list of choices for each player expected) at ply 0",
      message({ 1 }, "all"))
    assert.equal("game 'tree': 'simultaneous' returned 65536 choices (limit is 65535) at ply 0", message(huge, { 1 }))
    huge[65536] = nil
    assert.equal("game 'tree': 'simultaneous' returned choices for more than 1048576 joint moves at ply 0",
      message(huge, compat.copy(huge, 17)))
    assert.equal("game 'tree': 'play' refused joint move 1 at ply 0", message(nil, nil, function(game)
      game.chance, game.pseudolegal, game.play = nil, true, function() return nil end
    end))
    assert.equal("game 'tree': 'play' returned nil (state expected) at ply 0",
      message(nil, nil, function(game) game.play = function() return nil end end))
    assert.equal("game 'tree': 'evaluate' returned inf (finite number expected in a game with 'simultaneous') at ply 1",
      message(nil, nil, function(game) game.chance, game.evaluate = nil, function() return math.huge end end))
  end)
end)

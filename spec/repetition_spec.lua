-- Repetition: what a search finds in graphs with cycles is what minimax over all lines of play finds, in every form of
-- a game, with every algorithm, in steps of any size, with and without a table; and what a solution says.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local c = require "spec.support.c"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local native_trees = require "spec.support.native_trees"
local numbers = require "spec.support.numbers"
local quick = require "spec.support.quick"
local random = require "spec.support.random"
local referee = require "alphabeta.play.referee"
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

-- Some of the nodes, as a set, and their keys.
local function some_of(nodes, number, one_in)
  local set, keys = {}, { -1 }
  for _, node in ipairs(nodes) do
    if draw(node.id, number, one_in) == 0 then
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
  local nodes = trees.nodes(tree)
  local before, history = some_of(nodes, drawn, number % 2 == 0 and 4 or 1000)
  local how = { endless = WORTH[number % #WORTH + 1], before = before }
  if number % 7 == 0 then
    how.bounds = function(node)
      local reach, value = draw(node.id, 55, 6), node.player == 0 and node.value or -node.value
      if #node == 0 then return value, value end -- with `width` it is asked for these
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

-- With `width` the search does not look whether a position has a legal move that was on the board before.
local function is_served(form, before)
  for node in pairs(trees.refuses(form) and before or {}) do
    if #node == 0 then return false end
  end
  return true
end

-- Calls visit(graph, form, algorithm, size of a slice, number).
local function each(count, algorithms, visit)
  for number = 1, count do
    local of = graph(number)
    for k = 1, 3 do
      local form = trees.forms[1 + (number + 3 * k) % #trees.forms]
      local algorithm, slice = algorithms[1 + (5 * number + 7 * k) % #algorithms], SLICES[1 + draw(number, k, SLICES.n)]
      if is_served(form, of.how.before) then visit(of, form, algorithm, slice, number) end
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

describe("a game of which illegal moves are played to see, in place", function()
  -- a token on a ring of five fields, whose third move is never legal
  local ring = {
    repetition = 0,
    width = 3,
    key = function(s) return s.at * 2 + s.turn end,
    player = function(s) return s.turn end,
    evaluate = function(s) return s.at == 4 and -1 or 0 end,
  }
  local function go(s, step) s.at, s.turn = (s.at + step) % 5, 3 - s.turn end
  function ring.play(s, move)
    if s.at == 4 or move > 2 then return false end
    go(s, move == 1 and 1 or -1)
    return true
  end
  function ring.undo(s, move) go(s, move == 1 and -1 or 1) end
  local function start() return { at = 2, turn = 1 } end

  it("is dumped, solved, played and reviewed as any other", function()
    local kept = alphabeta.table()
    alphabeta.search(ring, start(), { depth = 4, table = kept })
    assert.equal("string", type(kept:dump()))
    assert.equal("string", type(alphabeta.solve(ring, start()):dump()))
    local series = alphabeta.match(ring, start(), { alphabeta.player { depth = 3 }, alphabeta.random_player(1) },
      { games = 4, seed = 1 })
    assert.equal(4, series.wins + series.draws + series.losses)
    assert.equal(2, #alphabeta.review(ring, start(), { 1, 2 }))
  end)
end)

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

  it("with a table tells what depends on a position two and more moves above", function()
    local game = { -- p -> a -> b -> c -> a is a draw, but after p -> d -> b -> c -> a player 1 wins
      moves = function(state) return ({ r = { "p" }, p = { "a", "d" }, a = { "b", "w" }, b = { "c" }, c = { "a" },
        d = { "b" }, w = {} })[state] end,
      play = function(_, state) return state end,
      player = function(state) return state == "a" and 1 or 2 end,
      key = function(state) return state end,
      evaluate = function(state) return state == "w" and 1 or 0 end,
      viewpoint = 1, repetition = 0,
    }
    for _, algorithm in ipairs(LEARNING) do
      for _, deepening in ipairs { false, true } do
        assert.equal(-1, alphabeta.search(game, "r", { algorithm = algorithm, deepening = deepening }).value)
      end
    end
  end)

  it("with a table tells games apart in which it is worth something else", function()
    local steps = { s = { "a", "b" }, a = {}, b = { "r" }, r = { "p" }, p = { "r" } }
    local game = {
      moves = function(state) return steps[state] end, play = function(_, state) return state end,
      player = function(state) return state == "p" and 2 or 1 end, key = function(state) return state end,
      evaluate = function() return 0.5 end,
    }
    for _, algorithm in ipairs(LEARNING) do
      local kept = alphabeta.table()
      for _, worth in ipairs { 0, 1, -2, 0, 1 } do
        game.repetition = worth
        local value = alphabeta.search(game, "s", { table = kept, algorithm = algorithm }).value
        assert.equal(math.max(0.5, worth), value, algorithm)
      end
    end
  end)

  it("with a table tells a game apart in which it is worth nothing in particular", function()
    local after = { r = { "z", "a" }, a = { "b" }, b = { "a" }, z = { "y" }, y = { "x" }, x = {} }
    local worth = { r = 0, a = -5, b = 5, z = -9, y = 0, x = -1 }
    local plain = {
      moves = function(state) return after[state] end, play = function(_, state) return state end,
      evaluate = function(state) return worth[state] end, key = function(state) return state end,
    }
    local rolling = setmetatable({ chance = function() end }, { __index = plain })
    for _, game in ipairs { plain, rolling } do
      for _, algorithm in ipairs(LEARNING) do
        for _, nothing in ipairs { 0, -0.0 } do
          for depth = 1, 5 do
            local kept, drawn = alphabeta.table(), setmetatable({ repetition = nothing }, { __index = game })
            alphabeta.search(drawn, "a", { depth = depth - 1, table = kept, algorithm = algorithm })
            local found = alphabeta.search(game, "r", { depth = depth, table = kept, algorithm = algorithm })
            local expected = alphabeta.search(game, "r", { depth = depth, table = false })
            assert.same({ expected.move, expected.value }, { found.move, found.value }, algorithm)
          end
        end
      end
    end
  end)

  it("with a table tells what depends on the history, and on nothing else in it", function()
    local steps = { root = { "a" }, a = { "won", "lost" }, won = { "end_of_won" } }
    local worth = { lost = 1, end_of_won = 1 } -- as the player to move sees it
    local game = {
      repetition = 0,
      moves = function(place) return steps[place] or {} end,
      play = function(_, place) return place end,
      evaluate = function(place) return worth[place] or 0 end,
      key = function(place) return place end,
    }
    for _, depth in ipairs { false, 9 } do
      local kept, nodes = alphabeta.table(), {}
      local histories = { {}, { "won" }, {}, { "won", "elsewhere" }, { "won" }, { "elsewhere", "won", "won" } }
      for i, history in ipairs(histories) do
        local result = alphabeta.search(game, "root",
          { algorithm = "alphabeta", history = history, table = kept, depth = depth or nil })
        assert.equal(#history > 0 and 0 or -1, result.value, i)
        nodes[i] = result.nodes
      end
      assert(nodes[6] < nodes[4]) -- the same positions, in another order and one twice
    end
  end)

  it("with a table has the values to the end of the game, whatever was on the board before", function()
    each(effort(120, 10), LEARNING, function(of, form, algorithm, slice, number)
      local game = game_of(of, form)
      local kept = alphabeta.table { bytes = number % 2 == 0 and 64 or 100000 }
      for round = 1, 4 do
        local before, history = some_of(of.nodes, number + round % 2, trees.refuses(form) and 1e9 or 4)
        local how = { endless = of.how.endless, bounds = of.how.bounds, before = before }
        local options = { algorithm = algorithm, history = history, table = kept, deepening = round < 3 }
        local text, right = where(of, form, algorithm, options), repeating.minimax(of.root, nil, how)
        local result = searched(game, game.initial(), options, slice)
        assert.equal(right.value, result.value, text)
        if not how.bounds then assert.equal(right.best[1], move_number(of, form, result), text) end
      end
    end)
  end)

  -- Where there are few ends, and only wins and losses, much depends on what a line runs into.
  local function tangle(number)
    local nodes = {}
    for i = 1, 8 do
      local id = random.hash(seed * 100000 + 10 * number + i, 9)
      nodes[i] = { id = id, value = 2 * draw(id, 2, 2) - 1, player = draw(id, 3, 2) }
    end
    for i = 1, 6 do
      for k = 1, 2 + draw(nodes[i].id, 5, 2) do nodes[i][k] = nodes[1 + draw(nodes[i].id, 100 + k, 8)] end
    end
    return { root = nodes[1], breadth = 3, switches = true, text = "tangle " .. number }
  end

  it("does not mislead a table that is kept for every position, whatever was on the board before", function()
    for number = 1, effort(800, 50) do
      local tree, endless = tangle(number), number % 3 - 1
      local nodes = trees.nodes(tree)
      local game = trees.game(tree, "functional", { player = true, key = by_id })
      local kept, names = alphabeta.table(), trees.names "functional"
      game.repetition = endless
      for i, node in ipairs(nodes) do
        local before, history = {}, nil
        if number % 2 == 0 then before, history = some_of(nodes, number + i, 3) end
        local right = repeating.minimax(node, nil, { endless = endless, before = before })
        local options = { table = kept, history = history, deepening = number % 4 < 2, all = number % 3 == 0 }
        local result = alphabeta.search(game, node, options)
        assert.equal(right.value, result.value, tree.text)
        assert.equal(right.best[1], result.move and names.index(node, result.move), tree.text)
        for _, entry in ipairs(result.moves or {}) do
          assert.equal(right.values[names.index(node, entry.move)], entry.value, tree.text)
        end
        alphabeta.search(game, node, { table = kept, history = history, depth = 2 }) -- it answers nothing later
      end
    end
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

  it("has it with a table as well, if nothing limits the search", function()
    local function compare(number)
      local tree, endless, kept = tangle(number), ({ 1, -1, 2, -2 })[1 + number % 4], alphabeta.table()
      local game, nodes = trees.game(tree, "functional", { player = true, key = by_id }), trees.nodes(tree)
      game.repetition = endless
      for i, node in ipairs(nodes) do
        local before, history = some_of(nodes, number + i, i % 2 == 0 and 5 or 1000)
        local right = repeating.shortest(node, nil, { endless = endless, before = before })
        local algorithm = LEARNING[1 + (number + i) % #LEARNING]
        local result = alphabeta.search(game, node, { algorithm = algorithm, history = history, shortest = true,
          table = kept, deepening = number % 8 < 4 })
        assert.equal(right.value, result.value, tree.text)
        if right.value ~= 0 and result.move then
          assert.is_true(right.best[trees.names("functional").index(node, result.move)], tree.text)
        end
      end
    end

    for number = 1, effort(400, 50) do compare(number) end
    for _, number in ipairs { 236, 343 } do compare(number) end -- tell what a repetition beyond the value is worth
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

describe("a game that knows repetition", function()
  it("may say nonsense of its worth, which is refused", function()
    local of = graph(1)
    for _, row in ipairs {
      { "number within 'range' expected, got 7", 7, { -6, 6 } },
      { "number within 'range' expected, got -7", -7, { -6, 6 } },
      { "number expected, got a string", "1" }, { "number expected, got NaN", 0 / 0 },
    } do
      local game = game_of(of, "functional")
      game.repetition, game.range, game.viewpoint = row[2], row[3], 1
      local worked, message = pcall(alphabeta.search, game, of.root)
      assert.is_false(worked)
      assert.matches(row[1], message, 1, true)
    end
  end)

  it("may raise in 'key', and is asked again", function()
    for number = 1, effort(12) do
      local of = graph(number)
      local expected = alphabeta.search(game_of(of, "functional"), of.root, { depth = 5, history = of.history })
      local game, calls, raising = game_of(of, "functional"), 0, 0
      local key = game.key
      function game.key(state)
        calls = calls + 1
        if calls == raising then error("now", 0) end
        return key(state)
      end
      for at = 1, 40, 3 do
        calls, raising = 0, at
        local search = alphabeta.start(game, of.root, { depth = 5, history = of.history })
        repeat
          local worked, done = pcall(search.step, search)
          assert(worked or done == "now", done)
        until worked and done
        local result = search:result()
        assert.same({ expected.value, expected.move, expected.nodes }, { result.value, result.move, result.nodes })
      end
    end
  end)
end)

describe("repetition beyond the horizon, and where moves are unlikely,", function()
  it("has the values of minimax over lines of play", function()
    each(effort(120, 10), ALGORITHMS, function(of, form, algorithm, slice, number)
      local function noisy(node)
        if draw(node.id, 600, 4) == 0 then return true end
        local list = {}
        for i = 1, #node do list[#list + 1] = draw(node.id, 600 + i, 2) == 0 and i or nil end
        return list
      end
      local how = { endless = of.how.endless, before = of.how.before, noisy = noisy,
        likelihood = function(node, i) return draw(node.id, 500 + i, 4) / 4 + 0.25 end }
      local options = { depth = number % 3, algorithm = algorithm, table = false, history = of.history }
      if number % 2 == 0 and form ~= "successors" then options.quiescence = number % 5 + 1 end
      if number % 3 > 0 then options.threshold = 0.3 end
      how.quiescence, how.threshold = options.quiescence, options.threshold
      local game = trees.game(of.tree, form, { player = true, key = by_id, likelihood = how.likelihood,
        noisy = form ~= "successors" and noisy or nil })
      game.repetition = how.endless
      local right = repeating.minimax(of.root, options.depth, how)
      local result = searched(game, game.initial(), options, slice)
      assert.equal(right.value, result.value, where(of, form, algorithm, options))
    end)
  end)
end)

describe("repetition with chance", function()
  -- Where chance decides in a graph: who is to move afterwards is who moves there.
  local function roll(of, number)
    local list = of.nodes
    for _, node in ipairs(list) do
      if #node > 0 and draw(node.id, number, 3) == 0 then
        node.weights = {}
        for i = 1, #node do node.weights[i] = 1 + draw(node.id, 800 + i, 5) end
      end
    end
    return {
      repetition = of.how.endless, range = number % 3 > 0 and { -6, 6 } or nil, viewpoint = 1, key = by_id,
      bounds = of.how.bounds,
      moves = function(node) return numbers(#node) end,
      chance = function(node)
        if not node.weights then return nil end
        local outcomes = numbers(#node)
        return outcomes, node.weights
      end,
      play = function(node, i) return node[i] end,
      player = function(node) return node.player + 1 end,
      evaluate = function(node) return node.value end,
    }
  end

  it("has the values of expectiminimax over lines of play", function()
    each(effort(120, 10), { "alphabeta", "pvs", "mtdf", "aspiration", "minimax", "bisection", "F" },
      function(of, form, algorithm, slice, number)
        local game = roll(of, number)
        local options = { depth = plies_of(number), algorithm = algorithm, table = false, history = of.history }
        local text, right = where(of, form, algorithm, options), repeating.minimax(of.root, options.depth, of.how)
        assert.equal(right.value, searched(game, of.root, options, algorithm ~= "F" and slice or nil).value, text)
        local full = repeating.minimax(of.root, nil, of.how)
        for _, deepening in ipairs { true, false } do
          local result = searched(game, of.root,
            { algorithm = algorithm, history = of.history, deepening = deepening, table = false })
          assert.equal(full.value, result.value, text)
        end
      end)
  end)

  it("has them with a table that is kept, whatever was on the board before, to each depth", function()
    for number = 1, effort(150, 20) do
      local of = graph(number)
      local game, kept = roll(of, number), alphabeta.table { bytes = number % 2 == 0 and 64 or 100000 }
      for k, node in ipairs(of.nodes) do
        local before, history = some_of(of.nodes, number + k, 5)
        local how = { endless = of.how.endless, bounds = of.how.bounds, before = before }
        for round, algorithm in ipairs(LEARNING) do
          local options = { algorithm = algorithm, depth = plies_of(number + k + round), history = history,
            table = kept, deepening = (number + round) % 3 > 0 }
          local result = searched(game, node, options, SLICES[1 + draw(number, round, SLICES.n)])
          local right = repeating.minimax(node, options.depth, how)
          local text = where(of, "node " .. k, algorithm, options)
          assert.equal(right.value, result.value, text)
          if not (node.weights or how.bounds) then assert.equal(right.best[1], result.move, text) end
        end
      end
    end
  end)
end)

-- A stone on a ring of five places; each player moves it one or two places on, and whoever reaches the last one wins;
-- nobody needs to go there.
local function ring(fields)
  local game = { name = "ring" }
  function game.moves(state) return state.at == 5 and {} or { 1, 2, 3 } end
  function game.play(state, step)
    return { at = step == 3 and 5 or (state.at + step) % 4, player = 3 - state.player }
  end
  function game.evaluate(state) return state.at == 5 and -1 or 0 end
  function game.player(state) return state.player end
  function game.key(state) return state.at * 2 + state.player end
  for name, value in pairs(fields or {}) do game[name] = value end
  return game
end

describe("a match with repetition", function()
  local function stroller(state) return state.at % 2 + 1 end

  it("ends where a position occurs again, for what that is worth", function()
    for worth, winner in pairs { [-2] = 2, [1] = 1, [0] = false } do
      local game = ring { repetition = worth }
      local record = alphabeta.match(game, { at = 0, player = 1 }, { stroller, stroller })
      assert.same({ "repetition", worth, winner or nil }, { record.reason, record.payoff, record.winner })
      local places, at = {}, { at = 0, player = 1 }
      for ply, move in ipairs(record.moves) do
        places[game.key(at)] = ply
        at = game.play(at, move)
        assert.equal(ply == #record.moves, places[game.key(at)] ~= nil)
      end
    end
  end)

  it("in which rules end a game first", function()
    local function hasty() return 3 end
    local record = alphabeta.match(ring { repetition = 0 }, { at = 0, player = 1 }, { hasty, stroller })
    assert.same({ "finished", 1, 1 }, { record.reason, record.payoff, record.winner })
  end)

  it("tells players what was on the board, also in openings", function()
    local game, count = ring { repetition = 0 }, 0
    local function watching(state, _, about)
      assert.equal(#about.history, about.ply)
      for _, key in ipairs(about.history) do assert.not_equal(game.key(state), key) end
      count = count + 1
      return stroller(state)
    end
    alphabeta.match(game, { at = 0, player = 1 }, { watching, watching }, { games = 2, opening_plies = 2, seed = seed })
    assert(count > 0)
    alphabeta.match(ring(), { at = 0, player = 1 }, { function(_, _, about)
      assert.is_nil(about.history)
      return 3
    end, stroller })
  end)

  it("in which players know it", function()
    -- With no way to the end, player 1 loses where a position occurs again: each puts it off or hurries, as it should.
    local game = ring { repetition = -1, moves = function() return { 1, 2 } end }
    local seen = {}
    local function informed(options)
      local player = alphabeta.player(options)
      return function(state, rules, about)
        local move, info = player(state, rules, about)
        local right = alphabeta.search(game, state, { history = about.history, table = false, depth = 9 })
        seen[#seen + 1] = { right.value, info.value }
        return move, info
      end
    end
    alphabeta.match(game, { at = 0, player = 1 }, { informed { depth = 9 }, informed { depth = 9, table = false } })
    assert(#seen > 2)
    for _, values in ipairs(seen) do assert.equal(values[1], values[2]) end
  end)

  it("of a game in place, and with chance", function()
    local function take(state, step)
      state[#state + 1] = state.at
      state.at, state.player = step == 3 and 5 or (state.at + step) % 4, 3 - state.player
    end
    local game = ring { repetition = 0, play = take, undo = function(state)
      state.at, state.player = table.remove(state), 3 - state.player
    end }
    local state = { at = 0, player = 1 }
    local plain = alphabeta.match(ring { repetition = 0 }, { at = 0, player = 1 }, { stroller, stroller })
    assert.same(plain.moves, alphabeta.match(game, state, { stroller, stroller }).moves)
    assert.same({ at = 0, player = 1 }, state)
    local dice = ring { repetition = 0, chance = function() return { 1, 2 } end, moves = function() return {} end }
    assert.equal("repetition", alphabeta.match(dice, { at = 0, player = 1 }, { stroller, stroller }).reason)
  end)

  -- From x player 2 can only go to w, from where player 1 may go back, which looks well, and loses, or on to z.
  local LEADS = { x = { "w" }, w = { "x", "z" }, z = { "y" }, y = {} }
  local tempting = {
    repetition = -2, viewpoint = 1,
    moves = function(place) return LEADS[place] end,
    play = function(_, place) return place end,
    evaluate = function(place) return place == "x" and 5 or 0 end,
    player = function(place) return place == "w" and 1 or 2 end,
    key = function(place) return place end,
  }

  it("in which nobody is tempted back", function()
    for _, options in ipairs { {}, { shortest = false }, { temperature = 1000 } } do
      for number = 1, 5 do
        options.depth, options.seed = 1, number
        local player = alphabeta.player(options)
        local record = alphabeta.match(tempting, "x", { player, alphabeta.random_player(1) })
        assert.equal("z", record.moves[2])
      end
    end
    assert.equal("x", (alphabeta.player { depth = 1 }("w", tempting)))
  end)

  it("can have a player that samples, and takes no notice", function()
    local sampling = alphabeta.player { algorithm = "mcts", playouts = 20, playout_depth = 5, seed = 1 }
    local record = alphabeta.match(ring { repetition = 0 }, { at = 0, player = 1 }, { sampling, stroller })
    assert(record.reason == "repetition" or record.reason == "finished", record.reason)
  end)

  it("that is reviewed: each position knows what was before it", function()
    local list = alphabeta.review(tempting, "x", { "w", "x" }, { depth = 1 })
    assert.same({ -2, "z", 2 }, { list[2].value, list[2].best, list[2].loss })
  end)
end)

describe("a game under way with repetition", function()
  local game = ring { repetition = -1 }
  local start = { at = 0, player = 1 }

  it("is over for both players", function()
    local playing = referee.begin(game, start)
    for _, step in ipairs { 2, 2 } do
      assert.is_false(playing:is_over())
      playing:play(step)
    end
    assert.is_true(playing:is_over())
    assert.is_true(playing:ends_by_repetition())
    assert.same({ -1, 1 }, { playing:payoff_for(1), playing:payoff_for(2) })
    playing:take_back()
    assert.is_false(playing:is_over())
    assert.same({ game.key(start) }, playing:history())
    playing:play(1)
    assert.is_false(playing:is_over())
    playing:take_back()
    playing:remember { game.key { at = 3, player = 1 } }
    playing:play(1)
    assert.is_true(playing:is_over())
  end)

  it("is worth the same to each of several", function()
    local playing = referee.begin(ring { repetition = 0.5, players = 3 }, start)
    assert.is_nil(playing:payoffs())
    for _ = 1, 2 do playing:play(2) end
    assert.same({ 0.5, 0.5, 0.5 }, playing:payoffs())
  end)

  it("goes on where positions have no key, and where the rules end it", function()
    local keyless = referee.begin(ring { repetition = 0, key = function() return -1 end }, start)
    for _ = 1, 8 do keyless:play(2) end
    assert.is_false(keyless:is_over())
    local alike = referee.begin(ring { repetition = 0, key = function() return "all" end }, start)
    alike:play(3)
    assert.is_false(alike:ends_by_repetition())
    assert.same({ true, 1 }, { alike:is_over(), alike:payoff() })
  end)

  it("asks for the key of a position once", function()
    local asked = 0
    local playing = referee.begin(ring { repetition = 0, key = function(s)
      asked = asked + 1
      return s.at
    end }, start)
    playing:play(1)
    assert.is_false(playing:is_over())
    local before = asked
    playing:play(1)
    assert.is_false(playing:is_over())
    assert.equal(before + 1, asked)
    playing:take_back()
    assert.is_false(playing:is_over())
    assert.equal(before + 1, asked)
  end)

  it("is not drawn beyond its end", function()
    local short = ring { repetition = 0, moves = function() return { 2 } end }
    assert.is_false(referee.begin(short, start):wander_on(3, math.random))
    assert.same({ 1 }, referee.begin(short, start):wander_on(1, math.random))
    for number = 1, 50 do
      local playing = referee.begin(ring { repetition = 0, moves = function() return { 1, 2 } end }, start)
      if playing:wander_on(3, generator(number)) then
        repeat
          playing:take_back()
          assert.is_false(playing:is_over())
        until #playing.line == 0
      end
    end
  end)
end)

describe("the doctor", function()
  local start = { at = 0, player = 1 }

  -- What it finds, and the hints that it gives, by their names.
  local function found(game, state)
    local _, report = alphabeta.check(game, state, { games = quick(1, 3), depth = 3, time = 3 })
    local names = {}
    for _, finding in ipairs(report) do names[finding.fault] = finding.message end
    for _, hint in ipairs(report.hints) do names[hint.fault] = hint.message end
    return names
  end

  it("finds nothing in games that end where a position occurs again, also if they need not end otherwise", function()
    for worth = -1, 1 do
      local game = ring { repetition = worth, moves = function() return { 1, 2 } end, name = "ring" }
      assert.is_nil(next(found(game, start)))
    end
    assert.is_truthy(found(ring { moves = function() return { 1, 2 } end }, start).endless)
  end)

  it("finds what is wrong with the field", function()
    assert.matches("'repetition': number expected, got a string", found(ring { repetition = "draw" }, start).form)
    if compat.has_integers then
      for _, worth in ipairs { compat.integer(2 ^ 53) + 1, compat.least } do
        assert.matches("'repetition': integer up to 2^53 in magnitude, or float expected, got %-?%d+$",
          found(ring { repetition = worth }, start).form)
      end
      assert.is_nil(next(found(ring { repetition = -compat.integer(2 ^ 53) }, start)))
    end
    local keyless = ring { repetition = 0 }
    keyless.key = nil
    assert.equal("game 'ring': field 'repetition' needs 'key'", found(keyless, start).form)
    local nobody = ring { repetition = 1 }
    nobody.player = nil
    assert.equal("game 'ring': field 'repetition' other than 0 needs 'player'", found(nobody, start).form)
  end)

  it("compares searches with minimax over lines of play", function()
    for number = 1, effort(4, 1) do
      local of = graph(7 * number + 1)
      local faults = found(game_of(of, "functional"), of.root)
      assert.is_nil(faults["search-differs"] or faults["key-collision"])
    end
  end)

  it("does not take for a fault what a position is worth because it was on the board before", function()
    local game = { -- r and p lead to each other; a random game ends where r is met again, and that is worth 1
      moves = function(state) return ({ r = { "p" }, p = { "q", "r" }, q = {} })[state] end,
      play = function(_, state) return state end,
      player = function(state) return state == "p" and 2 or 1 end,
      key = function(state) return state end,
      evaluate = function() return 0 end,
      repetition = 1,
    }
    local right, report = alphabeta.check(game, "r", { games = 10, time = 3 })
    assert(right, tostring(report))
  end)
end)

-- A graph of nodes out of a game in Lua: what spec/support/repeating.lua walks; and the node of each key.
local function nodes_from(game, state)
  local known = {}
  local function grow(at, over)
    local key, node = game.key(at), {}
    if known[key] then return known[key] end
    known[key] = node
    local sign = game.viewpoint and 1 or game.player(at) == 1 and 1 or -1
    node.player, node.value, node.moves, node.state = game.player(at) - 1, sign * game.evaluate(at), {}, at
    for _, move in ipairs(over and {} or game.moves(at)) do
      local to, payoff = game.play(at, move)
      node[#node + 1] = grow(to, payoff)
      node.moves[#node] = move
    end
    return node
  end
  return grow(state), known
end

describe("repetition in native rules", function()
  local library = c.library("spec/native/trees.c", "native_trees")
  local FORMS = { "listed", "large", "illegal", "lazy", "payoff", "viewpoint", "returns", "undo", "order", "halves" }

  it("has the values of minimax over lines of play, also with functions in Lua", function()
    local repeated = 0
    for number = 1, effort(150, 10) do
      local options = { seed = seed * 1000 + number, depth = 12, round = true, key = true, repetition = number % 3 - 1 }
      for k, name in ipairs(FORMS) do options[name] = draw(number, k, 3) == 0 or nil end
      if options.lazy then options.listed, options.large = nil, nil end
      local twin = native_trees.game(options)
      local game = alphabeta.native(library.make(options))
      local native, root = game, game.read(twin.write(twin.initial()))
      assert.equal(options.repetition, game.repetition)
      if number % 4 == 0 then
        game = setmetatable({ evaluate = function(state) return native.evaluate(state) end }, { __index = native })
      elseif number % 4 == 1 then
        game = setmetatable({ key = function(state) return native.key(state) end }, { __index = native })
      end
      local node, known = nodes_from(twin, twin.initial())
      local function in_c(other)
        return game.read(twin.write { ply = 0, player = other.state.player, id = other.state.id })
      end
      local before, history = {}, {}
      for key, other in pairs(known) do
        if #other > 0 and #history < 2 and draw(key, number, 5) == 0 then
          before[other] = true
          history[#history + 1] = game.key(in_c(other))
        end
      end
      local depth = plies_of(number)
      local algorithm = (number % 3 == 0 and PRINTED or ALGORITHMS)[1 + number % 5]
      local right = repeating.minimax(node, depth, { endless = options.repetition, before = before })
      local result = alphabeta.search(game, root,
        { depth = depth, algorithm = algorithm, table = false, history = history })
      assert.equal(right.value, result.value, number)
      if #node > 0 then assert.equal(node.moves[right.best[1]], result.move) end
      if right.value == options.repetition then repeated = repeated + 1 end
      local kept = alphabeta.table()
      for _, other in pairs(known) do
        if #other > 0 then
          local at = in_c(other)
          local full = repeating.minimax(other, nil, { endless = options.repetition, before = before })
          local found = alphabeta.search(game, at, { history = history, table = kept, deepening = number % 2 == 0 })
          assert.equal(full.value, found.value, number)
        end
      end
    end
    assert(repeated > 0)
  end)
end)

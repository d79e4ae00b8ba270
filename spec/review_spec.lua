-- A review says of each move that was played what it was worth, which would have been best, and what it has cost.

local alphabeta = require "alphabeta"
local endings = require "spec.support.endings"
local generator = require "alphabeta.base.random"
local only = require "alphabeta.play.only"
local oracle = require "spec.support.oracle"
local pig = require "alphabeta.games.pig"
local referee = require "alphabeta.play.referee"
local quick = require "spec.support.quick"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local tictactoe = require "alphabeta.games.tictactoe"
local trees = require "spec.support.trees"
local trick = require "spec.support.trick" (3)

local GAMES = quick(8, 60)
local FORMS = {} -- of games for three
for _, form in ipairs(trees.forms) do
  if form ~= "viewpoint" then FORMS[#FORMS + 1] = form end
end

-- The solved game: the value of a position as the player to move sees it.
local function solver(game)
  local known = {}
  local function value(state)
    local key = game.key(state)
    if known[key] then return known[key] end
    local moves = game.moves(state) or {}
    local best = #moves == 0 and game.evaluate(state) or -math.huge
    for _, move in ipairs(moves) do
      local after, payoff = game.play(state, move)
      best = math.max(best, -(payoff or value(after)))
    end
    known[key] = best
    return best
  end
  return value
end

local function random_line(game, number)
  return alphabeta.match(game, game.initial(), { alphabeta.random_player(number), alphabeta.random_player(number + 1) })
    .moves
end

describe("alphabeta.play.review", function()
  for name, game in pairs { ["in C"] = tictactoe, ["in Lua"] = tictactoe.lua } do
    it("tells by how much the solved value drops, in tic-tac-toe " .. name, function()
      local value = solver(game)
      for i = 1, GAMES do
        local moves = random_line(game, seed + 2 * i)
        local list, state = alphabeta.review(game, game.initial(), moves), game.initial()
        assert.equal(#moves, #list)
        for ply, entry in ipairs(list) do
          local before, after, payoff = value(state), game.play(state, moves[ply])
          local reached = -(payoff or value(after))
          assert.same({ moves[ply], reached, before - reached }, { entry.move, entry.value, entry.loss })
          assert.equal(entry.best, entry.line[1])
          local best, paid = game.play(state, entry.best)
          assert.equal(before, -(paid or value(best)))
          state = after
        end
      end
    end)
  end

  -- The board after a line, the same text for all that are turned or mirrored ones of each other.
  local function board_after(line)
    local least
    for symmetry = 0, 7 do
      local cells = { ".", ".", ".", ".", ".", ".", ".", ".", "." }
      for ply, move in ipairs(line) do
        local x, y = (move - 1) % 3, (move - 1) // 3
        if symmetry & 1 ~= 0 then x = 2 - x end
        if symmetry & 2 ~= 0 then y = 2 - y end
        if symmetry & 4 ~= 0 then x, y = y, x end
        cells[3 * y + x + 1] = ply % 2 == 1 and "x" or "o"
      end
      local text = table.concat(cells)
      if not least or text < least then least = text end
    end
    return least
  end

  -- Lines that lead to every position there can be, but for turning and mirroring the board.
  local function covering_lines(game)
    local seen, lines, line = {}, {}, {}
    local function visit(state, payoff)
      local new = false
      for _, move in ipairs(payoff and {} or game.moves(state) or {}) do
        local after, paid = game.play(state, move)
        line[#line + 1] = move
        local board = board_after(line)
        if not seen[board] then
          seen[board], new = true, true
          visit(after, paid)
        end
        line[#line] = nil
      end
      if not new then lines[#lines + 1] = { table.unpack(line) } end
    end
    visit(game.initial())
    return lines
  end

  it("knows the loss of a move to each position of tic-tac-toe", function()
    local game, value, met, count = tictactoe, solver(tictactoe), {}, 0
    for _, moves in ipairs(covering_lines(game)) do
      local state = game.initial()
      for ply, entry in ipairs(alphabeta.review(game, state, moves)) do
        local after, payoff = game.play(state, moves[ply])
        assert.equal(value(state) + (payoff or value(after)), entry.loss)
        local board = board_after { table.unpack(moves, 1, ply) }
        if not met[board] then met[board], count = true, count + 1 end
        state = after
      end
    end
    assert.equal(764, count) -- besides the empty board
  end)

  it("finds nothing wrong where both play what is best", function()
    for i = 1, 5 do
      local player = alphabeta.player { seed = seed + i }
      local moves = alphabeta.match(tictactoe, tictactoe.initial(), { player, player }).moves
      for _, entry in ipairs(alphabeta.review(tictactoe, tictactoe.initial(), moves)) do
        assert.equal(0, entry.loss)
        assert.is_nil(entry.class)
      end
    end
  end)

  for _, form in ipairs(endings.FORMS) do
    it("searches to a depth, and leaves the state as it was: " .. form[1], function()
      for i = 1, GAMES do
        local place, moves = endings.root(seed, i), {}
        local at = place
        while #endings.game.moves(at) > 0 do
          moves[#moves + 1] = (i + #moves) % #endings.game.moves(at) + 1
          at = endings.game.play(at, moves[#moves])
        end
        local given = { id = place.id, ply = 0 }
        local list = alphabeta.review(form[2], given, moves, { depth = 3 })
        assert.same({ place.id, 0 }, { given.id, given.ply })
        at = place
        for ply, entry in ipairs(list) do
          local right = oracle.minimax(endings.game, at, 3)
          assert.same({ right.best[1], right.values[moves[ply]], right.value - right.values[moves[ply]] },
            { entry.best, entry.value, entry.loss }, ("seed %s, game %d"):format(seed, i))
          at = endings.game.play(at, moves[ply])
        end
      end
    end)
  end

  -- A state is a list of what the moves lead to.
  local choice = {
    moves = function(state)
      local list = {}
      for i = 1, type(state) == "table" and #state or 0 do list[i] = { number = i } end
      return list
    end,
    play = function(state, move) return state[move.number] end,
    evaluate = function(state) return type(state) == "table" and 0 or -state end,
  }

  local function classes(values, thresholds)
    local list = {}
    for i = 1, #values do
      list[i] = alphabeta.review(choice, values, { { number = i } }, { thresholds = thresholds })[1].class or "-"
    end
    return list
  end

  it("puts moves into classes by what could have been lost, or by thresholds", function()
    local values = { 20 }
    for i = 1, 20 do values[i + 1] = 20 - i end
    local found = classes(values)
    for i, class in ipairs(found) do
      local loss = i - 1
      assert.equal(loss >= 19 and "blunder" or loss >= 16 and "mistake" or loss >= 10 and "inaccuracy" or "-", class)
    end
    assert.same({ "-", "-", "inaccuracy", "mistake", "blunder" }, classes({ 9, 8, 7, 4, 0 }, { 2, 4, 9 }))
    assert.same({ "-", "blunder" }, classes({ 9, 7 }, { 2, 2, 2 }))
    assert.same({ "-", "-" }, classes { 3, 3 })
  end)

  it("gives a list whose text has a line for each move, as people write it", function()
    assert.equal("  1. X 5\n  2. O 2: blunder, costs 1; better: 1\n  3. X 1",
      tostring(alphabeta.review(tictactoe, tictactoe.initial(), { 5, 2, 1 })))
    local duel = {
      moves = function(state) return state == 0 and { { at = 1 }, { at = 2 } } or {} end,
      play = function(_, move) return move.at end,
      evaluate = function(state) return -state end,
      format_move = function(state, move) return ("%d to %d"):format(state, move.at) end,
    }
    assert.equal("  1. 0 to 1: blunder, costs 1; better: 0 to 2",
      tostring(alphabeta.review(duel, 0, { { at = 1 } })))
    assert.equal("  1. 0 to 1", tostring(alphabeta.review(duel, 0, { { at = 1 } }, { nodes = 1 })))
    assert.equal("  1. Ann roll\n     chance: 3\n  2. Ann roll",
      (tostring(alphabeta.review(pig, pig.initial(), { 1, 3, 1 }, { depth = 1 })):gsub(": %l+, costs.*", "")))
  end)

  it("counts no loss between equal infinite values", function()
    local inf = math.huge
    local function losses(values)
      local list = {}
      for i = 1, #values do list[i] = alphabeta.review(choice, values, { { number = i } })[1].loss end
      return list
    end
    assert.same({ 0, 0, inf, inf }, losses { inf, inf, 5, -inf })
    assert.same({ 0, 0 }, losses { -inf, -inf })
    assert.same({ 0, inf }, losses { 5, -inf })
  end)

  it("says what is wrong with its arguments", function()
    for _, row in ipairs {
      { { choice, { 1, 2 }, 7 }, "#3 to 'review' %(list of moves expected, got 7%)" },
      { { choice, { 1, 2 }, { { number = 3 } } }, "#3 to 'review' %(move 1: legal move expected, got" },
      { { choice, { 1, 2 }, {}, { dept = 1 } }, "#4 to 'review' %(unknown option 'dept'%)" },
      { { choice, { 1, 2 }, {}, { thresholds = { 3, 2, 1 } } }, "option 'thresholds': list of three numbers" },
      { { choice, { 1, 2 }, {}, { thresholds = { 1, 2, 3, 4 } } }, "option 'thresholds': list of three numbers" },
      { { choice, { 1, 2 }, {}, { depth = 0 } }, "option 'depth': integer from 1 to 1000 expected, got 0" },
      { { {}, { 1, 2 }, {} }, "#1 to 'review'" },
    } do
      local worked, message = pcall(alphabeta.review, table.unpack(row[1]))
      assert.is_false(worked)
      assert.matches(row[2], message)
    end
  end)

  it("has no value where nothing could be searched", function()
    local list = alphabeta.review(choice, { { 1, 2 }, { 3 } }, { { number = 1 }, { number = 2 } }, { nodes = 1 })
    assert.equal(2, #list)
    assert.is_nil(list[1].value)
    assert.is_nil(list[1].class)
  end)
end)

describe("A game whose first move is given", function()
  -- The best that whoever moves first gets of three players if they begin with that move.
  local function value_of(tree, form, move)
    return several.max_n(tree.root[trees.names(form).index(tree.root, move)])[tree.root.seat]
  end

  for _, form in ipairs(FORMS) do
    it("has no other first move, and later all: " .. form, function()
      for number = 1, 10 do
        local tree = several.tree(3, "free", 3, 4, seed * 1000 + number, 4)
        local game = several.game(tree, form)
        local state = trees.state_at(game, tree.root)
        for _, move in ipairs(referee.begin(game, state):legal()) do
          local first, position = only.begin(game, state, move)
          local result = alphabeta.search(first, position, { algorithm = "mcts", playouts = 5000 })
          assert.same({ "exact", move, 1, value_of(tree, form, move) },
            { result.bound, result.move, #result.moves, result.value }, ("seed %s, tree %d"):format(seed, number))
          assert.is_true(trees.at_start(tree, state))
        end
      end
    end)
  end

  for form, row in pairs(rolling.forms) do
    it("rolls dice after it: " .. form, function()
      local game = setmetatable({ chance = function(state)
        if not state.rolled then return row[1].chance(state) end
      end }, { __index = row[1] })
      local state = row[2](5)
      state.die = 2
      local means = {}
      for take = 1, 2 do
        local first, position = only.begin(game, state, take)
        local result = alphabeta.search(first, position, { algorithm = "mcts", playouts = 4000 })
        local whole = alphabeta.search(first, position, { table = false })
        assert.same({ take, take, 1 }, { result.move, whole.move, #result.moves })
        means[take] = whole.value
        assert(math.abs(result.value - whole.value) < 0.25, ("%g %g"):format(result.value, whole.value))
      end
      assert.equal(math.max(means[1], means[2]), alphabeta.search(game, state, { table = false }).value)
    end)
  end

  it("is put back with the tables that \"reach\" names", function()
    local board = { left = 5, turn = 1 }
    local game = {
      players = 3, undo = true, reach = function() return board end,
      player = function() return board.turn end,
      width = 2,
      play = function(_, take)
        if take > board.left then return false end
        board.left, board.last, board.turn = board.left - take, board.turn, board.turn % 3 + 1
      end,
      evaluate = function()
        local payoffs = { 0, 0, 0 }
        payoffs[board.last or 1] = 1
        return payoffs
      end,
    }
    local first, position = only.begin(game, { handle = true }, 1)
    local result = alphabeta.search(first, position, { algorithm = "mcts", playouts = 500 })
    assert.same({ "exact", 1, 1 }, { result.bound, result.move, #result.moves })
    assert.same({ left = 5, turn = 1 }, board)
  end)

  -- Ten plies; only who made the first move matters to the evaluation, and nothing to the end.
  it("has the game's evaluation by features", function()
    for _, fills in ipairs { false, true } do
      local game = {
        viewpoint = 1, player = function() return 1 end, weights = { 1, 0.5 }, scale = 0.9, phases = 2,
        moves = function(s) if #s < 10 then return { "a", "b" } end end,
        play = function(s, move) return s .. move end,
        evaluate = function(s) return #s < 10 and error "it is not over" or 0 end,
        finished = function(s) return #s >= 10 and 0 or nil end,
        features = function(s) return { s:sub(1, 1) == "a" and 1 or -1 } end,
        phase = function(s) return #s / 10 end,
      }
      if fills then
        local moves, features = game.moves, game.features
        local function fill(list, found)
          for i, value in ipairs(found or {}) do list[i] = value end
          return #(found or {})
        end
        game.fills = true
        function game.moves(s, list) return fill(list, moves(s)) end
        function game.features(s, list) return fill(list, features(s)) end
      end
      for _, move in ipairs { "a", "b" } do
        local first, position = only.begin(game, "", move)
        local options = { algorithm = "mcts", playouts = 20, playout_depth = 0 }
        local found = alphabeta.search(first, position, options)
        assert.equal(move, found.move)
        for _, row in ipairs(alphabeta.search(game, "", options).moves) do
          if row.move == move then assert(math.abs(row.value - found.value) < 0.3) end
        end
      end
      local judged = alphabeta.review(game, "", { "b" }, { playouts = 100, playout_depth = 0, seed = 1 })
      assert(judged[1].loss_low > 0.5, judged[1].loss_low)
    end
  end)

  it("may be one whose tables are limited", function()
    for _, reach in ipairs { false, true } do
      local game = {
        undo = true, tables = 1, moves = function(heap) return heap.left > 0 and { 1, 2 } or nil end,
        play = function(heap, take) heap.left = heap.left - take end, evaluate = function() return -1 end,
      }
      if reach then function game.reach(heap) return heap end end
      local heap = { left = 9 }
      assert.equal(4, #alphabeta.review(game, heap, { 1, 1, 2, 1 }, { playouts = 50 }))
      assert.same({ left = 9 }, heap)
    end
  end)

  it("draws worlds in which it is the only one, too", function()
    for _, cards in ipairs { "a1b2b3", "a2b1b3" } do
      local state = trick.initial(cards, "-")
      for _, move in ipairs(trick.moves(state)) do
        local first, position = only.begin(trick, state, move)
        local result = alphabeta.search(first, position, { algorithm = "mcts", playouts = 300 })
        assert.same({ move, 1, 300 }, { result.move, #result.moves, result.moves[1].visits })
        assert(result.depth > 1)
      end
    end
  end)
end)

describe("A review by playouts", function()
  it("knows what moves of three players have cost, where that is proven", function()
    for _, form in ipairs(FORMS) do
      local tree = several.tree(3, "free", 3, 4, seed * 1000 + 7, 4)
      local game = several.game(tree, form)
      local state, moves, draw = trees.state_at(game, tree.root), {}, generator(seed)
      referee.with(game, state, function(playing)
        while playing:wander(draw) do moves[#moves + 1] = playing.line[#playing.line] end
      end)
      local list, node = alphabeta.review(game, state, moves, { playouts = 5000 }), tree.root
      assert.is_true(trees.at_start(tree, state))
      for ply, entry in ipairs(list) do
        local own = node[trees.names(form).index(node, moves[ply])]
        local value, best = several.max_n(own)[node.seat], several.max_n(node)[node.seat]
        assert.same({ value, best - value, best - value, best - value },
          { entry.value, entry.loss, entry.loss_low, entry.loss_high }, ("%s, seed %s, ply %d"):format(form, seed, ply))
        node = own
      end
    end
  end)

  -- A guess at a coin that lies covered, then one at a coin that all see: heads is worth 1, tails 0.
  local coins = {
    name = "coins", viewpoint = 1, range = { 0, 1 },
    player = function() return 1 end,
    moves = function(state) return #state.guesses < 2 and { "heads", "tails" } or {} end,
    play = function(state, guess)
      return { covered = state.covered, seen = state.seen, guesses = { state.guesses[1] or guess,
        state.guesses[1] and guess } }
    end,
    evaluate = function(state)
      if #state.guesses < 2 then return 0.5 end
      return ((state.guesses[1] == state.covered and 1 or 0) + (state.guesses[2] == state.seen and 1 or 0)) / 2
    end,
    determinize = function(state, _, random)
      local guesses = { table.unpack(state.guesses) }
      return { covered = random(2) == 1 and "heads" or "tails", seen = state.seen, guesses = guesses }
    end,
  }

  it("does not hold against players what they could not know", function()
    local state = { covered = "heads", seen = "heads", guesses = {} }
    local list = alphabeta.review(coins, state, { "tails", "tails" }, { playouts = 2000, seed = seed })
    assert.is_nil(list[1].class)
    assert(list[1].loss < 0.1 and list[1].loss_low < 0.05)
    assert.is_string(list[2].class)
    assert(math.abs(list[2].loss - 0.5) < 0.05 and list[2].loss_low <= 0.5 and list[2].loss_high >= 0.5)
    assert.same({ "heads", { "heads" } }, { list[2].best, list[2].line })
    assert.matches("^  1%. tails\n  2%. tails: %l+, costs 0%.5 %(0%.%d+ to 0%.%d+%); better: heads$", tostring(list))
  end)

  it("gives the same for the same seed", function()
    local state = trick.initial("a1b2b3", "-")
    local moves = alphabeta.match(trick, state, { alphabeta.random_player(1), alphabeta.random_player(2) }).moves
    local function of(number)
      local parts = {}
      for i, entry in ipairs(alphabeta.review(trick, state, moves, { playouts = 100, seed = number })) do
        parts[i] = ("%g %g %g %g"):format(entry.value, entry.loss, entry.loss_low, entry.loss_high)
      end
      return table.concat(parts, "\n")
    end
    assert.equal(of(1), of(1))
    assert.are_not.equal(of(1), of(2))
  end)

  -- How often a move that is as good as the others is said to cost something.
  it("has intervals that hold what they promise", function()
    local outside, count = 0, 0
    for number = 1, 100 do
      local list = alphabeta.review(coins, { covered = "heads", seen = "heads", guesses = {} }, { "tails" },
        { playouts = 200, seed = 1000 * seed + number })
      count = count + 1
      if list[1].loss_low > 0 then outside = outside + 1 end
      if list[1].loss == 0 then assert.equal("tails", list[1].best) end
    end
    assert(outside <= 8, ("seed %s: %d of %d"):format(seed, outside, count)) -- 2.5 are to be expected
  end)

  it("takes limits of positions and time, and says what does not fit", function()
    local state = trick.initial("a1b2b3", "-")
    for _, limits in ipairs {
      { nodes = 500 }, { time = 0.01 }, { playouts = 1 }, { playouts = 50, playout_depth = 2 },
    } do
      local list = alphabeta.review(trick, state, { "a1" }, limits)
      assert.equal("a1", list[1].move)
      assert(list[1].loss >= 0 and list[1].loss_low <= list[1].loss and list[1].loss <= list[1].loss_high)
    end
    for message, row in pairs {
      ["option 'depth' cannot be used with a game with 'determinize'"] = { trick, { depth = 2 } },
      ["option 'depth' cannot be used with option 'playouts'"] = { trick, { depth = 2, playouts = 5 } },
      ["option 'seed' needs option 'playouts'"] = { tictactoe, { seed = 1 } },
      ["option 'playout_depth' needs option 'playouts'"] = { tictactoe, { playout_depth = 1 } },
      ["option 'playouts': integer from 1 to 9007199254740992 expected, got 0"] = { trick, { playouts = 0 } },
    } do
      local _, told = pcall(alphabeta.review, row[1], row[1] == trick and state or tictactoe.initial(), {}, row[2])
      assert.equal("bad argument #4 to 'review' (" .. message .. ")", told)
    end
  end)

  it("judges moves where dice are rolled, or positions occur again", function()
    local players = { alphabeta.random_player(1), alphabeta.random_player(2) }
    local dice = alphabeta.match(pig, pig.initial { target = 10 }, players, { seed = 3 }).moves
    local judged = 0
    for _, entry in ipairs(alphabeta.review(pig, pig.initial { target = 10 }, dice, { playouts = 50 })) do
      if entry.loss then judged = judged + 1 end
    end
    assert(judged > 3 and judged < #dice)
    local ring = { repetition = 0, key = function(state) return state end, evaluate = function(state) return state end,
      moves = function() return { 1, 2 } end, play = function(state, by) return (state + by) % 5 end }
    local list = alphabeta.review(ring, 0, { 1, 2, 1 }, { playouts = 50, playout_depth = 6 })
    for i = 1, 3 do assert(list[i].loss >= 0 and list[i].loss <= 4) end
  end)

  it("judges a game for two as well, if that is asked for", function()
    local list = alphabeta.review(tictactoe, tictactoe.initial(), { 5, 2, 1, 9, 7 },
      { playouts = 3000, thresholds = { 0.02, 0.04, 0.08 } })
    assert.equal("blunder", list[2].class)
    assert(list[2].loss_low > 0 and list[2].loss > 0.08)
    for _, ply in ipairs { 1, 3, 4, 5 } do assert.is_nil(list[ply].class) end
  end)
end)

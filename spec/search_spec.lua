-- What a search takes and gives: options, result, steps, limits, and the errors of wrong use.

local alphabeta = require "alphabeta"
local generator = require "alphabeta.base.random"
local connect4 = require "alphabeta.games.connect4"
local numbers = require "spec.support.numbers"
local synthetic = require "alphabeta.games.synthetic"
local nim = require "spec.support.nim"()
local trees = require "spec.support.trees"

-- The game with some fields replaced; a field given as `nil_field` is taken away.
local nil_field = {}
local function with(fields, game)
  local copy = {}
  for name, value in pairs(game or nim) do copy[name] = value end
  for name, value in pairs(fields) do copy[name] = value ~= nil_field and value or nil end
  return copy
end

-- A game of one move a position that never ends.
local walk = {
  name = "walk",
  moves = function() return { "on" } end,
  play = function(place) return place + 1 end,
  evaluate = function(place) return place end,
}

-- A game of one ply with the given payoffs, as the first player sees them.
local function payoffs(...)
  local values = { ... }
  return {
    moves = function(state)
      if state ~= 0 then return nil end
      local moves = numbers(#values)
      return moves
    end,
    play = function(_, move) return move end,
    evaluate = function(state) return -values[state] end,
  }
end

-- A tree as nested lists, as the player to move at its root sees it: numbers are leaves.
local nested = {
  moves = function(node) return numbers(type(node) == "table" and #node or 0) end,
  play = function(node, i) return node[i] end,
  evaluate = function(node) return type(node) == "number" and node or 0 end,
}

describe("alphabeta.search", function()
  it("finds the move that leaves a multiple of four", function()
    for heap = 1, 20 do
      local result = alphabeta.search(nim, heap)
      assert.equal(heap % 4 == 0 and -1 or 1, result.value)
      assert.equal(heap % 4 == 0 and 1 or heap % 4, result.move)
    end
  end)

  it("gives the whole result as a plain table", function()
    local result = alphabeta.search(nim, 5)
    assert.is_true(result.time >= 0)
    result.time = nil
    assert.same({ value = 1, move = 1, pv = { 1, 1, 3 }, bound = "exact", depth = 5, nodes = 24,
      leaves = 10, cutoffs = 6 }, result)
  end)

  it("of a short game visits with a key no more positions than without", function()
    local keyed = with { key = function(heap) return heap end }
    for heap = 1, 3 do
      assert.is_true(alphabeta.search(keyed, heap).nodes <= alphabeta.search(nim, heap).nodes)
    end
  end)

  it("to the end of a game leaves depths out, and tells how deep the game went", function()
    local function path(length)
      local last = length + 1
      return {
        moves = function(place) return place < last and { "on" } or nil end,
        play = function(place) return place + 1 end,
        evaluate = function(place) return place end,
        key = function(place) return place end,
      }
    end
    for length = 0, 20 do
      local visited, depths = 0, {}
      local result = alphabeta.search(path(length), 1)
      for depth = 6, math.max(6, length + 4), 4 do visited = visited + 1 + math.min(depth, length) end
      assert.same({ length, length == 0 and 1 or visited }, { result.depth, result.nodes })
      alphabeta.search(path(length), 1, { on_depth = function(at) depths[#depths + 1] = at.depth end })
      assert.equal(length == 0 and 1 or length + 1, #depths)
    end
    assert.equal(999, alphabeta.search(path(999), 1).depth)
  end)

  it("tells no less than how deep the passes before went", function()
    local keyed = with { key = function(heap) return heap end }
    for heap = 1, 12 do
      local depth = alphabeta.search(keyed, heap).depth
      assert.is_true(depth <= heap and depth >= math.min(heap, heap < 12 and 6 or 10))
    end
    assert.equal(6, alphabeta.search(keyed, 6).depth) -- at a depth of 6 nobody knows yet that it is over
  end)

  it("looks up what a game inherits, and what it has among many fields of its own", function()
    local function key(heap) return heap end
    local wanted = alphabeta.search(with { key = key }, 20).nodes
    local plain = alphabeta.search(nim, 20).nodes
    assert.is_true(wanted < plain)
    assert.equal(wanted, alphabeta.search(setmetatable({}, { __index = with { key = key } }), 20).nodes)
    local function any(_, field) return with({ key = key })[field] end
    assert.equal(wanted, alphabeta.search(setmetatable({}, { __index = any }), 20).nodes)
    for many = 1, 200 do
      local game = with { key = key, [1] = "first", [""] = "none" }
      for i = 1, many do game["zz" .. i] = i end
      assert.equal(wanted, alphabeta.search(game, 20).nodes)
    end
  end)

  it("of a finished game gives its value and no move", function()
    local result = alphabeta.search(nim, 0)
    assert.equal(-1, result.value)
    assert.is_nil(result.move)
    assert.same({}, result.pv)
    assert.equal(1, result.nodes)
    assert.equal(1, result.leaves)
    result = alphabeta.search(nim, 0, { all = true, choose = "random" })
    assert.same({}, result.moves)
    assert.same({}, result.best)
    assert.is_nil(result.move)
  end)

  it("to depth 0 values the position as it stands", function()
    local result = alphabeta.search(walk, 7, { depth = 0 })
    assert.equal(7, result.value)
    assert.equal(1, result.nodes)
    assert.is_nil(result.move)
  end)

  it("values the horizon before it asks for moves", function()
    local asked = 0
    local game = with({ moves = function() asked = asked + 1 return { 1, 2 } end }, walk)
    alphabeta.search(game, 1, { depth = 2, algorithm = "minimax" })
    assert.equal(3, asked)
  end)

  it("walks a thousand plies", function()
    local result = alphabeta.search(walk, 1, { depth = 1000 })
    assert.equal(1001, result.value)
    assert.equal(1001, result.nodes)
    assert.equal(1000, #result.pv)
    assert.equal(1000, result.depth)
  end)

  it("says so when a game does not end", function()
    local worked, message = pcall(alphabeta.search, walk, 1)
    assert.is_false(worked)
    assert.matches("game 'walk' has not ended after 1000 plies %(give a depth%)", message)
    worked, message = pcall(alphabeta.search, with({ key = function() return 1 end }, walk), 1)
    assert.is_false(worked)
    assert.matches("game 'walk' has not ended after 1000 plies %(give a depth%)", message)
  end)

  it("takes ten thousand moves in a position", function()
    local values = {}
    for i = 1, 10000 do values[i] = i % 5000 end
    local result = alphabeta.search(payoffs(table.unpack(values)), 0, { all = true })
    assert.equal(4999, result.move)
    assert.equal(10000, #result.moves)
    assert.same({ 4999, 9999 }, result.best)
    assert.equal(10001, result.nodes)
  end)

  it("refuses more than 65535 moves", function()
    local list = numbers(65536)
    local function message(game)
      local worked, text = pcall(alphabeta.search, game, 1, { depth = 1 })
      return not worked and text
    end
    assert.matches("game 'walk': 'moves' returned 65536 moves %(limit is 65535%) at ply 0",
      message(with({ moves = function() return list end }, walk)))
    assert.matches("'moves' gives more than 65535 moves at ply 0",
      message(with({ moves = function() return function() return 1 end end }, walk)))
    list[65536] = nil
    assert.is_false(message(with({ moves = function() return list end }, walk)))
  end)

  it("gives integers back as integers and floats as floats", function()
    local value = alphabeta.search(payoffs(3, 7, 5), 0).value
    assert.equal("integer", math.type(value))
    value = alphabeta.search(payoffs(3.0, 7.0), 0).value
    assert.equal("float", math.type(value))
    assert.equal(0.1, alphabeta.search(payoffs(-1, 0.1), 0).value)
    for _, great in ipairs { 2 ^ 53 | 0, -(2 ^ 53 | 0), 2 ^ 53 - 1 | 0 } do
      local result = alphabeta.search(payoffs(great), 0)
      assert.equal(great, result.value)
      assert.equal("integer", math.type(result.value))
    end
    for _, float in ipairs { 1e300, 5e-324, -5e-324, math.huge, -math.huge, 2 ^ 60 } do
      assert.equal(float, alphabeta.search(payoffs(float), 0).value)
    end
  end)

  it("gives floats back as floats where only `bounds` gives integers", function()
    local game = payoffs(1.0, 2.0)
    game.bounds = function() return -5, 5 end
    assert.equal("float", math.type(alphabeta.search(game, 0).value))
  end)

  it("never gives minus zero", function()
    for _, zero in ipairs { 0.0, -0.0, 0 } do
      local result = alphabeta.search(payoffs(zero), 0, { all = true })
      assert.equal(0, result.value)
      assert.equal(math.huge, 1 / result.value)
      assert.equal(math.huge, 1 / result.moves[1].value)
    end
  end)

  it("has a move where every move loses without end", function()
    local result = alphabeta.search(payoffs(-math.huge, -math.huge), 0)
    assert.equal(1, result.move)
    assert.equal(-math.huge, result.value)
    assert.equal("exact", result.bound)
  end)

  it("takes a number from play for the end of the game, and asks no more there", function()
    local game = with {
      moves = function(heap) assert(heap > 0) return nim.moves(heap) end,
      play = function(heap, take) return heap - take, heap == take and -1 or nil end,
      evaluate = function() error("not needed") end,
    }
    assert.equal(1, alphabeta.search(game, 7).value)
    assert.equal(3, alphabeta.search(game, 7).move)
  end)

  it("asks the game's fields through its metatable", function()
    assert.equal(3, alphabeta.search(setmetatable({}, { __index = nim }), 7).move)
  end)

  it("makes no garbage of its own on the way", function()
    local moves = { 1, 2, 3, 4 }
    local game = { moves = function() return moves end, play = function(n, m) return n * 4 + m end,
      evaluate = function(n) return n % 101 end }
    local search = alphabeta.start(game, 1, { depth = 12 })
    search:step { nodes = 20000 }
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    search:step { nodes = 100000 }
    local after = collectgarbage "count"
    collectgarbage "restart"
    assert(after - before < 1, ("%g KB"):format(after - before))
  end)
end)

describe("the option", function()
  it("all gives every root move with its value and line, best first", function()
    local moves = alphabeta.search(payoffs(2, 9, 2, 9), 0, { all = true }).moves
    local flat = {}
    for i, entry in ipairs(moves) do
      flat[i] = ("%d=%d %s %d"):format(entry.move, entry.value, entry.bound, #entry.pv)
    end
    assert.same({ "2=9 exact 1", "4=9 exact 1", "1=2 exact 1", "3=2 exact 1" }, flat)
  end)

  it("choose = 'random' takes any of the best moves, each as often, by one number that it draws", function()
    local game, counts, draw, asked = payoffs(1, 5, 5, 2, 5), {}, generator(1), 0
    for _ = 1, 3000 do
      local result = alphabeta.search(game, 0, { choose = "random", random = function(n)
        asked = asked + 1
        return draw(n)
      end })
      assert.equal(5, result.value)
      assert.is_nil(result.best)
      counts[result.move] = (counts[result.move] or 0) + 1
    end
    assert.equal(3000, asked)
    assert.is_nil(counts[1] or counts[4])
    for _, move in ipairs { 2, 3, 5 } do assert(math.abs(counts[move] - 1000) < 100, counts[move]) end
  end)

  it("choose = 'random' visits hardly more positions than 'first'", function()
    local function tree(i)
      local game = synthetic.new { mode = "uniform", breadth = 12, depth = 4, seed = i }
      return game, game.initial()
    end
    local function board(i) -- without a table moves are tried in the game's order
      return connect4, connect4.play(connect4.play(connect4.initial(), i % 7 + 1), i % 5 + 1), false
    end
    for _, start in ipairs { tree, board } do
      local nodes = { first = 0, random = 0 }
      for i = 1, 20 do
        local game, state, table = start(i)
        for choose, sum in pairs(nodes) do
          local options = { depth = 5, deepening = true, table = table, choose = choose, random = generator(i) }
          nodes[choose] = sum + alphabeta.search(game, state, options).nodes
        end
      end
      assert(nodes.random < 1.05 * nodes.first, ("%d positions, and %d"):format(nodes.random, nodes.first))
    end
  end)

  it("choose = 'random' takes any of the moves that win infinitely much", function()
    local inf = math.huge
    local forms = {
      {}, { order = function(_, move) return move end },
      { moves = function(state)
        local move = state == 0 and 0 or 5
        return function()
          move = move + 1
          return move <= 5 and move or nil
        end
      end },
    }
    for _, form in ipairs(forms) do
      local game, seen = with(form, payoffs(1, inf, 7, inf, inf)), {}
      for i = 1, 60 do
        local result = alphabeta.search(game, 0, { choose = "random", random = generator(i) })
        assert.equal(inf, result.value)
        seen[result.move] = (seen[result.move] or 0) + 1
      end
      assert(not seen[1] and not seen[3] and seen[2] > 10 and seen[4] > 10 and seen[5] > 10)
    end
  end)

  it("choose = 'random' draws uniformly among the best moves with margin_random", function()
    local game, asked, drawn = payoffs(1, 5, 5, 2, 5), {}, {}
    for i = 1, 3 do
      local result = alphabeta.search(game, 0, { choose = "random", margin_random = 0, random = function(n)
        asked[#asked + 1] = n
        return i
      end })
      drawn[i] = result.move
      assert.same({ 2, 3, 5 }, result.best)
    end
    assert.same({ 3, 3, 3 }, asked)
    assert.same({ 2, 3, 5 }, drawn)
  end)

  it("order: the larger a score the earlier, of one score in the game's order, and 0 and -0 are one", function()
    local zero = 0.0
    local scores = { 0, -zero, -1, math.huge, 1, -math.huge, 0, 1e300, -1e-300, 1 + 1e-9 }
    local tried = {}
    local game = with({ order = function(_, move) return scores[move] end }, payoffs(5, 5, 5, 5, 5, 5, 5, 5, 5, 5))
    local play = game.play
    function game.play(state, move)
      tried[#tried + 1] = move
      return play(state, move)
    end
    alphabeta.search(game, 0)
    assert.same({ 4, 8, 10, 5, 1, 2, 7, 9, 3, 6 }, tried)
  end)

  it("algorithm is pvs in a game with an order, alphabeta in others", function()
    local differ = 0
    for seed = 1, 20 do
      local tree = trees.random("uneven", seed, 4, 6)
      for _, row in ipairs { { "pvs", { order = function(_, i) return i end } }, { "alphabeta", {} } } do
        local game = trees.game(tree, "width", row[2])
        local nodes = alphabeta.search(game, tree.root).nodes
        assert.equal(alphabeta.search(game, tree.root, { algorithm = row[1] }).nodes, nodes)
        local other = row[1] == "pvs" and "alphabeta" or "pvs"
        if alphabeta.search(game, tree.root, { algorithm = other }).nodes ~= nodes then differ = differ + 1 end
      end
    end
    assert(differ > 10, differ)
  end)

  it("deepening is the default with a table, but for bisection to the end of the game", function()
    local tictactoe = require "alphabeta.games.tictactoe"
    local state = tictactoe.play(tictactoe.initial(), 5)
    local function depths(options)
      local count = 0
      options.on_depth = function() count = count + 1 end
      alphabeta.search(tictactoe, state, options)
      return count
    end
    assert.equal(4, depths { depth = 4 })
    assert.equal(1, depths { depth = 4, table = false, algorithm = "alphabeta" })
    assert.equal(4, depths { depth = 4, algorithm = "bisection" })
    assert.equal(1, depths { algorithm = "bisection" })
    assert(depths { algorithm = "bisection", deepening = true } > 1)
  end)

  it("tells between steps which depth is complete, also on the way to the end of the game", function()
    local line = {
      moves = function(ply) return ply < 23 and { 1 } or nil end, play = function(ply) return ply + 1 end,
      evaluate = function(ply) return ply end, key = function(ply) return ply end,
    }
    local search, seen = alphabeta.start(line, 0), {}
    repeat
      local finished = search:step { depths = 1 }
      local result = search:result()
      assert.equal(result.depth, #result.pv)
      seen[#seen + 1] = result.depth
    until finished
    assert.same({ 6, 10, 14, 18, 22, 23 }, seen)
  end)

  it("takes every other depth to one that is reached in any case, if nobody asks for each", function()
    local kalah = require "alphabeta.games.kalah"
    local function depths(options)
      local seen, search = {}, alphabeta.start(kalah, kalah.initial(), options)
      repeat
        local finished = search:step { depths = 1 }
        seen[#seen + 1] = search:result().depth
      until finished
      return seen, search:result()
    end
    for depth = 0, 7 do
      local some, result = depths { depth = depth }
      local each, thorough = depths { depth = depth, deepening = true }
      assert.same({ each[#each], result.value, result.move }, { depth, thorough.value, thorough.move })
      assert.equal(math.max(1, depth), #each)
      assert.equal(math.max(1, (depth + 1) // 2), #some)
      for i, reached in ipairs(some) do assert.equal(depth - 2 * (#some - i), reached) end
      assert(depth ~= 6 or result.nodes < 0.8 * thorough.nodes)
    end
    assert.same({ 1, 2, 3, 4 }, (depths { depth = 4, nodes = 1e6 }))
    assert.same({ 1, 2, 3, 4 }, (depths { depth = 4, time = 1e6 }))
    assert.same({ 2, 4 }, (depths { depth = 4, proven = true })) -- there is no `range` in which anything is proven
    assert.same({ 4 }, (depths { depth = 4, table = false }))
  end)

  -- The third move wins; whatever else is played, all moves after it are noisy, up to an end beyond the first depth.
  it("tells of no more depth than it has searched where noisy moves have led further", function()
    local game = { range = { -1, 1 }, moves = function() return { 1, 2, 3 } end, noisy = function() return { 1 } end,
      evaluate = function() return 0 end }
    function game.play(ply, move)
      if ply == 0 and move == 3 then return 7, -1 end
      return ply + 1, ply == 6 and 0 or nil
    end
    function game.key(ply) return ply end
    local result = alphabeta.search(game, 0, { quiescence = 20 })
    assert.same({ 1, 3, 6 }, { result.value, result.move, result.depth })
  end)

  it("draws among the best moves, or nearly best ones, where all moves have their values too", function()
    local asked
    local function random(n)
      asked = n
      return n
    end
    local result = alphabeta.search(payoffs(1, 5, 4, 5), 0, { all = true, choose = "random", random = random })
    assert.same({ 2, 4 }, { asked, result.move })
    result = alphabeta.search(payoffs(1, 5, 4, 5), 0,
      { all = true, choose = "random", random = random, margin_random = 1 })
    assert.same({ 3, 4 }, { asked, result.move })
    -- what is only known to be at most 4 comes near nothing
    result = alphabeta.search(payoffs(1, 6, 4, 5), 0,
      { all = true, choose = "random", random = random, margin_random = 2, window = { 4.5, 9 } })
    assert.same({ 2, 4 }, { asked, result.move })
  end)

  it("choose = 'random' draws from math.random by default, once for a search", function()
    local seen = {}
    for _ = 1, 200 do
      local search = alphabeta.start(payoffs(1, 5, 5), 0, { choose = "random" })
      search:step()
      local move = search:result().move
      for _ = 1, 5 do assert.equal(move, search:result().move) end
      seen[move] = true
    end
    assert.same({ [2] = true, [3] = true }, seen)
  end)

  it("choose = 'random' draws once, however many steps there are", function()
    local drawn = 0
    local function random(n)
      drawn = drawn + 1
      return n
    end
    local search = alphabeta.start(payoffs(1, 5, 5), 0, { choose = "random", random = random })
    repeat until search:step { nodes = 1 }
    search:result()
    assert.equal(1, drawn)
  end)

  it("choose as a function gets the list of moves and decides", function()
    local result = alphabeta.search(payoffs(1, 5, 3), 0, { choose = function(moves)
      return moves[#moves].move
    end })
    assert.equal(1, result.move)
    assert.equal(5, result.value)
    assert.same({ 1 }, result.pv)
    assert.same({ 2 }, result.best)
    assert.equal(3, #result.moves)
  end)

  it("choose and random may read the result, whose move is the first best one as long as none is chosen", function()
    for _, name in ipairs { "choose", "random" } do
      local search, read
      local function decide(asked)
        read = search:result()
        return name == "random" and asked or asked[#asked].move
      end
      search = alphabeta.start(payoffs(5, 1, 5), 0, { random = name == "random" and decide or nil,
        choose = name == "choose" and decide or "random", margin_random = name == "random" and 0 or nil })
      search:step()
      assert.equal(name == "choose" and 2 or 3, search:result().move)
      assert.equal(1, read.move)
      assert.equal(5, read.value)
      assert.same({ 1, 3 }, read.best)
      local chosen = read
      assert.equal(name == "choose" and 2 or 3, search:result().move)
      assert.equal(chosen, read)
    end
  end)

  it("nodes is the most that are visited", function()
    for limit = 1, 60 do
      local result = alphabeta.search(nim, 12, { nodes = limit })
      assert.equal(limit, result.nodes)
      assert.equal("nodes", result.stopped)
    end
    assert.is_nil(alphabeta.search(nim, 3, { nodes = 1e6 }).stopped)
  end)

  it("of nodes leaves what is known: of the depth before, or the best of the moves so far", function()
    for seed = 1, 3 do
      local game = trees.game(trees.random("dag", seed, 6, 4, 9), "functional")
      for nodes = 1, 150 do
        local result = alphabeta.search(game, game.initial(), { nodes = nodes, window = { 100, 200 } })
        if result.depth > 0 then assert(result.value and result.bound == "upper") end
        result = alphabeta.search(game, game.initial(), { nodes = nodes, deepening = false, all = true })
        local best
        for _, found in ipairs(result.moves) do
          if found.bound ~= "upper" then best = math.max(best or found.value, found.value) end
        end
        assert.equal(best, result.value)
      end
    end
  end)

  it("deepening searches to depth 1, 2, ... and stops where nothing is left", function()
    local result = alphabeta.search(nim, 7, { deepening = true })
    assert.equal(8, result.depth) -- at depth 7 the end of the game is not yet seen to be one
    assert.equal(3, result.move)
    assert.equal(1, result.value)
    local nodes = 0
    for depth = 1, 4 do nodes = nodes + alphabeta.search(nim, 7, { depth = depth }).nodes end
    assert.equal(nodes, alphabeta.search(nim, 7, { depth = 4, deepening = true }).nodes)
  end)

  it("time stops the search, with a move however short it is", function()
    local result = alphabeta.search(walk, 1, { time = 0 })
    assert.equal("on", result.move)
    assert.equal("time", result.stopped)
    local began = os.clock()
    result = alphabeta.search(nim, 1000, { time = 0.02 })
    assert.equal("time", result.stopped)
    assert(result.move and result.depth >= 1)
    assert(result.time > 0 and os.clock() - began < 1)
  end)

  it("window bounds the search, and bound says what the value means", function()
    local game = payoffs(1, 5, 3)
    local function search(alpha, beta)
      local result = alphabeta.search(game, 0, { window = { alpha, beta } })
      return ("%s %d"):format(result.bound, result.value)
    end
    assert.equal("exact 5", search(0, 10))
    assert.equal("upper 5", search(5, 10))
    assert.equal("lower 5", search(0, 5))
    assert.equal("lower 5", search(1, 2))
    assert.equal("exact 5", search(-math.huge, 6))
  end)

  it("trace records the tree, with windows and values as the player to move there sees them",
    function()
      local tree = alphabeta.search(nested, { { 3, 5 }, { 2, 9 }, 1 }, { trace = true }).tree
      local inf = math.huge
      assert.same({ alpha = -inf, beta = inf, value = 3,
        { move = 1, alpha = -inf, beta = inf, value = -3,
          { move = 1, alpha = -inf, beta = inf, value = 3, leaf = true },
          { move = 2, alpha = -inf, beta = 3, value = 5, leaf = true } },
        { move = 2, alpha = -inf, beta = -3, value = -2, cut = true,
          { move = 1, alpha = 3, beta = inf, value = 2, leaf = true } },
        { move = 3, alpha = -inf, beta = -3, value = 1, leaf = true },
      }, tree)
    end)

  it("trace shows the tree in the middle of the search: what is not left yet has no value",
    function()
      local search = alphabeta.start(nested, { { 3, 5 }, { 2, 9 }, 1 }, { trace = true })
      assert.is_nil(search:result().tree)
      search:step { nodes = 3 }
      local inf = math.huge
      assert.same({ alpha = -inf, beta = inf,
        { move = 1, alpha = -inf, beta = inf,
          { move = 1, alpha = -inf, beta = inf, value = 3, leaf = true } },
      }, search:result().tree)
    end)

  it("trace shows the tree of a completed depth until the next one begins", function()
    local complete, known = 0, alphabeta.start(nested, { { 3, 5 }, { 2, { 9 } }, 1 },
      { trace = true, deepening = true, algorithm = "pvs" })
    repeat
      local depth = known:result().depth
      local is_done = known:step { nodes = 1 }
      local result = known:result()
      assert(result.tree)
      if result.depth > depth then
        complete = complete + 1
        assert.equal(result.value, result.tree.value)
      end
    until is_done
    assert.equal(3, complete)
  end)

  it("trace as a number records so many nodes at most, and says if there were more", function()
    local state = { { 3, 5 }, { 2, 9 }, 1 }
    for most = 1, 8 do
      local tree = alphabeta.search(nested, state, { trace = most }).tree
      local recorded = 1 + #tree
      for _, child in ipairs(tree) do recorded = recorded + #child end
      assert.equal(math.min(most, 7), recorded)
      assert.equal(most < 7 or nil, tree.truncated)
    end
    assert.is_nil(alphabeta.search(nested, state, { trace = false }).tree)
  end)

  it("threshold values a position that is too unlikely as if the search ended there", function()
    local game = with({ likelihood = function(_, i) return i == 1 and 1 or 0.4 end }, nested)
    local state = { { { 1, 2 }, { 4, { 7, 8 } } }, { { 5, 6 }, 3 } }
    for threshold, nodes in pairs { [0.1] = 15, [0.3] = 13, [0.5] = 7, [1] = 7 } do
      local result = alphabeta.search(game, state, { algorithm = "minimax", threshold = threshold })
      assert.equal(nodes, result.nodes)
    end
    assert.equal(15, alphabeta.search(game, state, { algorithm = "minimax" }).nodes)
  end)

  it("guess and margin make the window that aspiration begins with", function()
    local state = { { 3, 5 }, { 2, 9 }, 1 }
    local function window(options)
      options.algorithm, options.trace = "aspiration", true
      local result = alphabeta.search(nested, state, options)
      assert.equal(3, result.value)
      assert.equal(1, result.move)
      return { result.tree.alpha, result.tree.beta }
    end
    assert.same({ 2, 4 }, window { guess = 3 })
    assert.same({ -2, 8 }, window { guess = 3, margin = 5 })
    assert.same({ -4, 4 }, window { margin = 4 })
    assert.same({ -2, 8 }, window { guess = -50, margin = 5, deepening = true })
    local low = window { guess = -50 }
    assert(low[1] < 3 and 3 - low[1] < 1e-9 and low[2] == math.huge)
    local high = window { guess = 50 }
    assert(high[2] > 3 and high[2] - 3 < 1e-9 and high[1] == -math.huge)
  end)
end)

describe("a game's bounds", function()
  -- The nested game whose nodes may be { low, high, inside }.
  local game = with({
    moves = function(node) return nested.moves(type(node) == "table" and node[3] or node) end,
    play = function(node, i) return (node[3] or node)[i] end,
  }, nested)

  it("settle a position that is outside of the window, which counts as a leaf", function()
    local asked = {}
    game.bounds = function(node)
      asked[#asked + 1] = node
      if type(node) == "number" then return -math.huge, math.huge end
      return node[1], node[2]
    end
    local known = { -2, 8, { -5, -6 } }
    local state = { -9, -9, { 3, known, 5 } }
    local result = alphabeta.search(game, state)
    assert.same({ -3, 5, 3, 1 }, { result.value, result.nodes, result.leaves, result.move })
    assert.same({ known }, asked) -- not the root, and no finished position
    known[1] = 4
    result = alphabeta.search(game, state)
    assert.same({ -3, 4, 3, 1 }, { result.value, result.nodes, result.leaves, result.move })
  end)
end)

describe("search:step", function()
  it("returns true when the search is finished, and goes on returning it", function()
    local search = alphabeta.start(nim, 5)
    assert.is_false(search:step { nodes = 3 })
    assert.equal(3, search:result().nodes)
    assert.is_true(search:step())
    assert.is_true(search:step { nodes = 1 })
    assert.equal(1, search:result().value)
  end)

  it("ends after the time given, and always gets on", function()
    local search, steps = alphabeta.start(nim, 12), 0
    local nodes = alphabeta.search(nim, 12).nodes
    repeat
      steps = steps + 1
      assert(steps <= nodes, "a step has visited nothing")
    until search:step { time = 0 }
    assert.equal(nodes, search:result().nodes)
    assert(steps > 10)
  end)

  it("of a search that knows nothing yet leaves value and move out", function()
    local result = alphabeta.start(nim, 5):result()
    assert.is_nil(result.value)
    assert.is_nil(result.bound)
    assert.is_nil(result.move)
    assert.same({}, result.pv)
    assert.equal(0, result.nodes)
  end)

  it("in the middle gives the best known so far as a lower bound", function()
    local search = alphabeta.start(payoffs(1, 5, 9), 0)
    search:step { nodes = 3 }
    local result = search:result()
    assert.equal(5, result.value)
    assert.equal("lower", result.bound)
    assert.equal(2, result.move)
  end)
end)

describe("search:close", function()
  it("keeps the result and refuses further steps", function()
    local search = alphabeta.start(nim, 9)
    search:step { nodes = 10 }
    search:close()
    search:close()
    assert.equal("closed", search:result().stopped)
    assert.equal(10, search:result().nodes)
    local worked, message = pcall(search.step, search)
    assert.is_false(worked)
    assert.matches("search is closed", message)
  end)

  it("after the end of the search leaves the result as it was", function()
    local search = alphabeta.start(nim, 9)
    search:step()
    local before = search:result()
    search:close()
    local after = search:result()
    before.time, after.time = nil, nil
    assert.same(before, after)
  end)

  it("happens by itself at the end of a to-be-closed variable", function()
    local outside
    do
      local search <close> = alphabeta.start(nim, 9)
      outside = search
    end
    assert.matches("closed", tostring(outside))
    assert.is_false(pcall(outside.step, outside))
  end)
end)

describe("a search as a value", function()
  it("shows its game and state as a string", function()
    local search = alphabeta.start(nim, 9)
    assert.matches("^alphabeta.search %(nim, paused%): ", tostring(search))
    search:step()
    assert.matches("^alphabeta.search %(nim, finished%): ", tostring(search))
    search:close()
    assert.matches("^alphabeta.search %(nim, closed%): ", tostring(search))
  end)

  it("hides its metatable", function()
    assert.equal("alphabeta.search", getmetatable(alphabeta.start(nim, 9)))
  end)
end)

-- The message of the error that f raises here, less the position, which must be in this file.
local function raised(f, ...)
  local worked, message = pcall(f, ...)
  assert.is_false(worked)
  assert.equal("string", type(message))
  local place, text = message:match("^spec/search_spec.lua:(%d+): (.*)$")
  assert(place, message)
  return text
end

describe("wrong use", function()
  it("of search and start names the argument, at the caller's line", function()
    local function message(...)
      local arguments = table.pack(...)
      return raised(function()
        local result = alphabeta.search(table.unpack(arguments, 1, arguments.n))
        return result
      end)
    end
    assert.equal("bad argument #1 to 'search' (game expected, got nil)", message(nil, 1))
    assert.equal("bad argument #1 to 'search' (game expected, got string)", message("nim", 1))
    assert.equal("bad argument #2 to 'search' (state expected, got nil)", message(nim))
    assert.equal("bad argument #3 to 'search' (table expected, got number)", message(nim, 1, 8))
    assert.equal("bad argument #1 to 'start' (game expected, got nil)",
      raised(function() local search = alphabeta.start() return search end))
  end)

  it("of an option names it, its value and its limits", function()
    local cases = {
      { { dept = 8 }, "unknown option 'dept'" },
      { { 8 }, "unknown option '1'" },
      { { depth = -1 }, "option 'depth': integer from 0 to 1000 expected, got -1" },
      { { depth = 1001 }, "option 'depth': integer from 0 to 1000 expected, got 1001" },
      { { depth = 2.5 }, "option 'depth': integer from 0 to 1000 expected, got 2.5" },
      { { depth = "8" }, "option 'depth': integer from 0 to 1000 expected, got '8'" },
      { { nodes = 0 }, "option 'nodes': integer from 1 to 9007199254740992 expected, got 0" },
      { { time = -1 }, "option 'time': number of seconds, 0 or more, expected, got -1" },
      { { time = 0 / 0 }, "option 'time': number of seconds, 0 or more, expected, got NaN" },
      { { time = true }, "option 'time': number of seconds, 0 or more, expected, got boolean" },
      { { window = { 5, 5 } }, "option 'window': {alpha, beta} with alpha < beta expected, got table" },
      { { window = { 0 } }, "option 'window': {alpha, beta} with alpha < beta expected, got table" },
      { { window = 3 }, "option 'window': {alpha, beta} with alpha < beta expected, got 3" },
      { { algorithm = "negascout" }, "option 'algorithm': one of 'pvs' 'mtdf' 'bisection' 'alphabeta' "
        .. "'minimax' 'branch-and-bound' 'aspiration' 'minimax-alphabeta' 'iterative' 'mcts' 'F' 'F1' "
        .. "'F2' expected, got 'negascout'" },
      { { guess = "5" }, "option 'guess': number expected, got '5'" },
      { { margin = 0 }, "option 'margin': number above 0 expected, got 0" },
      { { threshold = 0 }, "option 'threshold': number above 0, up to 1, expected, got 0" },
      { { threshold = 1.5 }, "option 'threshold': number above 0, up to 1, expected, got 1.5" },
      { { threshold = 0.5 }, "option 'threshold' needs a game with 'likelihood'" },
      { { trace = 0 }, "option 'trace': integer from 1 to 1000000000 expected, got 0" },
      { { trace = "all" }, "option 'trace': integer from 1 to 1000000000 expected, got 'all'" },
      { { trace = true, algorithm = "F2" }, "option 'trace' cannot be used with a printed algorithm" },
      { { all = 1 }, "option 'all': boolean expected, got 1" },
      { { deepening = "yes" }, "option 'deepening': boolean expected, got 'yes'" },
      { { choose = "best" }, "option 'choose': 'first', 'random' or function expected, got 'best'" },
      { { random = 4 }, "option 'random': function expected, got 4" },
      { { table = 5 }, "option 'table': alphabeta.table or false expected, got 5" },
      { { table = true }, "option 'table': alphabeta.table or false expected, got boolean" },
      { { table = {} }, "option 'table': alphabeta.table or false expected, got table" },
      { { table = alphabeta.table() }, "option 'table' needs a game with 'key'" },
      { { quiescence = -1 }, "option 'quiescence': integer from 0 to 1000 expected, got -1" },
      { { quiescence = true }, "option 'quiescence': integer from 0 to 1000 expected, "
        .. "got boolean" },
      { { quiescence = 2 }, "option 'quiescence' needs a game with 'noisy'" },
      { { quiescence = 2, algorithm = "F" },
        "option 'quiescence' cannot be used with a printed algorithm" },
      { { shortest = 1 }, "option 'shortest': boolean expected, got 1" },
      { { shortest = true, all = true }, "option 'shortest' cannot be used with 'all'" },
      { { shortest = true, choose = print }, "option 'shortest' cannot be used with a function as 'choose'" },
      { { shortest = true, trace = true }, "option 'shortest' cannot be used with 'trace'" },
      { { shortest = true, choose = "random", margin_random = 1 },
        "option 'shortest' cannot be used with 'margin_random'" },
      { { shortest = true, algorithm = "F2" },
        "option 'shortest' cannot be used with a printed algorithm" },
      { { deeper = 1 }, "option 'deeper': boolean expected, got 1" },
      { { on_depth = 1 }, "option 'on_depth': function expected, got 1" },
      { { margin_random = 1 }, "option 'margin_random' needs choose = 'random'" },
      { { margin_random = -1, choose = "random" },
        "option 'margin_random': finite number, 0 or more, expected, got -1" },
      { { margin_random = math.huge, choose = "random" },
        "option 'margin_random': finite number, 0 or more, expected, got inf" },
      { { margin_random = "1", choose = "random" },
        "option 'margin_random': finite number, 0 or more, expected, got '1'" },
    }
    for _, case in ipairs(cases) do
      assert.equal("bad argument #3 to 'search' (" .. case[2] .. ")",
        raised(function() local result = alphabeta.search(nim, 4, case[1]) return result end))
    end
  end)

  it("of step names the argument as the user counts it", function()
    local search = alphabeta.start(nim, 9)
    assert.equal("bad argument #1 to 'step' (unknown option 'node')",
      raised(function() search:step { node = 1 } end))
    assert.equal("bad argument #1 to 'step' (option 'depths': "
      .. "integer from 1 to 1000 expected, got 0)",
      raised(function() search:step { depths = 0 } end))
    assert.equal("bad argument #1 to 'step' (table expected, got number)",
      raised(function() search:step(100) end))
    assert.matches("search expected", raised(function() search.step(nim) end))
  end)

  it("of a game's field names the game and the field", function()
    local cases = {
      { { moves = nil_field }, "field 'moves': function expected, got nil" },
      { { play = 1 }, "field 'play': function expected, got 1" },
      { { evaluate = "x" }, "field 'evaluate': function expected, got a string" },
      { { undo = 1 }, "field 'undo': function or true expected, got 1" },
      { { initial = 7 }, "field 'initial': function expected, got 7" },
      { { player = {} }, "field 'player': function expected, got a table" },
      { { bounds = 1 }, "field 'bounds': function expected, got 1" },
      { { likelihood = "x" }, "field 'likelihood': function expected, got a string" },
      { { key = 4 }, "field 'key': function expected, got 4" },
      { { order = {} }, "field 'order': function expected, got a table" },
      { { noisy = true }, "field 'noisy': function expected, got a boolean" },
      { { viewpoint = 2 }, "field 'viewpoint': 1 expected, got 2" },
      { { viewpoint = 1 }, "field 'viewpoint' needs 'player'" },
      { { players = 1, player = print }, "field 'players': integer from 2 to 8 expected, got 1" },
      { { players = 9, player = print }, "field 'players': integer from 2 to 8 expected, got 9" },
      { { players = 3 }, "field 'players' needs 'player'" },
      { { players = 2, player = print, viewpoint = 1 }, "field 'players' cannot be used with 'viewpoint'" },
      { { players = 2, player = print },
        "field 'players': a game for two players expected, such as alphabeta.paranoid(game, me)" },
      { { determinize = 1, player = print }, "field 'determinize': function expected, got 1" },
      { { determinize = print }, "field 'determinize' needs 'player'" },
      { { information = 1 }, "field 'information': function expected, got 1" },
      { { variadic = 1 }, "field 'variadic': boolean expected, got 1" },
      { { fills = 1 }, "field 'fills': boolean expected, got 1" },
      { { fills = true, variadic = true }, "field 'fills' cannot be used with 'variadic'" },
      { { moves = nil_field, fills = true, width = 3 }, "field 'fills' cannot be used with 'width'" },
      { { moves = nil_field, fills = true, successors = print }, "field 'fills' cannot be used with 'successors'" },
      { { moves = nil_field, width = 0 }, "field 'width': integer from 1 to 65535 expected, got 0" },
      { { moves = nil_field, width = 2.5 }, "field 'width': integer from 1 to 65535 expected, got 2.5" },
      { { width = 3 }, "only one of 'moves', 'width', 'successors' expected" },
      { { successors = print }, "only one of 'moves', 'width', 'successors' expected" },
    }
    for _, case in ipairs(cases) do
      assert.equal("bad argument #1 to 'search' (game 'nim': " .. case[2] .. ")",
        raised(function() local result = alphabeta.search(with(case[1]), 4) return result end))
    end
    assert.equal("bad argument #1 to 'search' (game: field 'name': string expected, got 7)",
      raised(function() local result = alphabeta.search(with { name = 7 }, 4) return result end))
  end)

  it("of 'bounds' is noticed by every algorithm, and their use changes no value", function()
    for _, algorithm in ipairs { "pvs", "mtdf", "bisection", "alphabeta", "aspiration", "branch-and-bound" } do
      local asked, low, high = 0, nil, nil
      local game = with { bounds = function(heap)
        asked = asked + 1
        if low then return low, high end
        local value = heap % 4 == 0 and -1 or 1
        return value, value
      end }
      local function value(heap)
        return function() return (alphabeta.search(game, heap, { algorithm = algorithm }).value) end
      end
      for _, least in ipairs { false, -1, -1.5, -100, -math.huge } do
        low, high = least, least and -least
        for heap = 0, 9 do assert.equal(heap % 4 == 0 and -1 or 1, value(heap)()) end
      end
      assert(asked > 0)
      for _, wrong in ipairs { { {}, 1, "a table" }, { 1, nil, "nil" }, { 1, "2", "a string" }, { 0 / 0, 1, "NaN" } } do
        low, high = wrong[1], wrong[2]
        assert.matches("^game 'nim': 'bounds' returned " .. wrong[3] .. " %(number expected%) at ply [01]$",
          raised(value(6)))
      end
      low, high = 1, -1
      assert.matches("'bounds' returned low 1.0 above high %-1.0 at ply [01]$", raised(value(6)))
    end
  end)

  it("of a callback's result names the game, the callback and the ply", function()
    local function at(ply, right, wrong)
      return function(heap, ...)
        if heap == 6 - ply then return wrong end
        return right(heap, ...)
      end
    end
    local one = function() return { 1 } end
    local none = function() return 0 end
    local wide = function() return -1, 1 end
    local one_half = function() return 0.5 end
    local cases = {
      { { evaluate = function() return "7" end },
        "game 'nim': 'evaluate' returned a string (number expected) at ply 6" },
      { { evaluate = function() end },
        "game 'nim': 'evaluate' returned nil (number expected) at ply 6" },
      { { evaluate = function() return 0 / 0 end },
        "game 'nim': 'evaluate' returned NaN (number expected) at ply 6" },
      { { evaluate = function() return (1 << 53) + 1 end }, "game 'nim': 'evaluate' returned "
        .. "9007199254740993 (integer up to 2^53 in magnitude, or math.huge, expected) at ply 6" },
      { { moves = at(2, nim.moves, 5) },
        "game 'nim': 'moves' returned 5 (list expected) at ply 2" },
      { { moves = at(0, nim.moves, "1") },
        "game 'nim': 'moves' returned a string (list expected) at ply 0" },
      { { play = at(3, nim.play, nil) },
        "game 'nim': 'play' returned nil (state expected) at ply 3" },
      { { play = function(heap) return heap - 1, 0 / 0 end },
        "game 'nim': 'play' returned NaN (number expected) at ply 0" },
      { { player = none }, "game 'nim': 'player' returned 0 (1 or 2 expected) at ply 0" },
      { { player = at(1, function() return 1 end, "2") },
        "game 'nim': 'player' returned a string (1 or 2 expected) at ply 1" },
      { { bounds = function() end },
        "game 'nim': 'bounds' returned nil (number expected) at ply 1" },
      { { bounds = at(2, wide, -1) },
        "game 'nim': 'bounds' returned nil (number expected) at ply 2" },
      { { bounds = function() return "0", 1 end },
        "game 'nim': 'bounds' returned a string (number expected) at ply 1" },
      { { bounds = function() return 0, 0 / 0 end },
        "game 'nim': 'bounds' returned NaN (number expected) at ply 1" },
      { { bounds = function() return 5, 3 end },
        "game 'nim': 'bounds' returned low 5.0 above high 3.0 at ply 1" },
      { { order = function() end },
        "game 'nim': 'order' returned nil (number expected) at ply 0", true },
      { { order = at(2, none, 0 / 0) },
        "game 'nim': 'order' returned NaN (number expected) at ply 2", true },
      { { noisy = function() return 5 end },
        "game 'nim': 'noisy' returned 5 (list expected) at ply 2" },
      { { noisy = at(3, one, false) },
        "game 'nim': 'noisy' returned a boolean (list expected) at ply 3" },
      { { likelihood = function() end },
        "game 'nim': 'likelihood' returned nil (number from 0 to 1 expected) at ply 0" },
      { { likelihood = at(3, one_half, 2) },
        "game 'nim': 'likelihood' returned 2 (number from 0 to 1 expected) at ply 3" },
      { { likelihood = at(1, one_half, -0.5) },
        "game 'nim': 'likelihood' returned -0.5 (number from 0 to 1 expected) at ply 1" },
      { { likelihood = at(1, one_half, 0 / 0) },
        "game 'nim': 'likelihood' returned NaN (number from 0 to 1 expected) at ply 1" },
      { { likelihood = at(1, one_half, "1") },
        "game 'nim': 'likelihood' returned a string (number from 0 to 1 expected) at ply 1" },
    }
    for _, case in ipairs(cases) do
      local game = with(case[1])
      local options = { threshold = game.likelihood and 1e-8, depth = game.noisy and 2,
        quiescence = game.noisy and 2 }
      local many = case[1].moves or case[3]
      if not many then game.moves = function(heap) return heap > 0 and one() or {} end end
      assert.equal(case[2],
        raised(function() local result = alphabeta.search(game, 6, options) return result end))
    end
  end)

  it("of the move list while it is in use is an error, not a wrong move", function()
    local list
    local game = with {
      moves = function(heap) list = nim.moves(heap) return list end,
      evaluate = function() list[1], list[2], list[3] = nil, nil, nil return 0 end,
    }
    assert.equal("game 'nim': move 2 of the list from 'moves' or 'noisy' is nil at ply 1",
      raised(function()
        local holed = with { noisy = function() return { 1, nil, 2 } end }
        local result = alphabeta.search(holed, 6, { depth = 1, quiescence = 2 })
        return result
      end))
    assert.equal("game 'nim': move 1 of the list from 'moves' is nil at ply 0",
      raised(function() local result = alphabeta.search(game, 6, { depth = 1 }) return result end))
  end)

  it("of moves that fill a list is what is no number of moves, or more than there are", function()
    local function filling(change)
      return with { fills = true, moves = function(heap, list)
        for take = 1, math.min(3, heap) do list[take] = take end
        return change(heap, math.min(3, heap))
      end }
    end
    local function at_4(wrong)
      return function(heap, count)
        if heap == 4 then return wrong end
        return count
      end
    end
    local function message(game)
      return raised(function() local result = alphabeta.search(game, 6) return result end)
    end
    assert.same(alphabeta.search(nim, 6).pv, alphabeta.search(filling(function(_, count) return count end), 6).pv)
    for wrong, shown in pairs { [-1] = "-1", [0.5] = "0.5", [65536] = "65536", [math.huge] = "inf", ["3"] = "a string",
      [false] = "a boolean", [print] = "a function" } do
      assert.equal(("game 'nim': 'moves' returned %s (number of moves from 0 to 65535 expected) at ply 2")
        :format(shown), message(filling(at_4(wrong))))
    end
    assert.matches("'moves' returned nil %(number of moves", message(filling(at_4(nil))))
    assert.matches("'moves' returned NaN %(number of moves", message(filling(at_4(0 / 0))))
    assert.equal("game 'nim': move 4 of the list from 'moves' is nil at ply 2", message(filling(at_4(4))))
    assert.matches("'noisy' returned nil %(number of moves from 0 to 65535 expected%) at ply 2", raised(function()
      local game = filling(function(_, count) return count end)
      game.noisy = function() end
      return (alphabeta.search(game, 6, { depth = 2, quiescence = 1 }))
    end))
  end)

  it("of choose and random is an error", function()
    local game = payoffs(1, 5, 5)
    assert.equal("option 'choose' returned string ('move' of one of the entries expected)",
      raised(function() local result = alphabeta.search(game, 0, { choose = function() return "x" end })
        return result end))
    for _, bad in ipairs { 0, 3, 1.5, "1", false } do
      assert.matches("option 'random' returned .* %(integer from 1 to 2 expected%)",
        raised(function()
          local result = alphabeta.search(game, 0, { choose = "random", margin_random = 0,
            random = function() return bad end })
          return result
        end))
    end
    for _, bad in ipairs { 0, 2 ^ 30 + 1, 1.5, "1", false } do
      assert.matches("option 'random' returned .* %(integer from 1 to 1073741824 expected%)",
        raised(function()
          local result = alphabeta.search(game, 0, { choose = "random", random = function() return bad end })
          return result
        end))
    end
  end)
end)

describe("bisection", function()
  local COUNT = 300

  -- Every move is a little better than the one before: for the root's player, or for the other one.
  local function leading_to(moves)
    return {
      moves = function(place) return moves[place] or {} end,
      play = function(_, move) return move end,
      evaluate = function(place) return -place end,
    }
  end
  local rising = leading_to { [0] = numbers(COUNT) }
  local falling = leading_to { [0] = { -1 }, [-1] = numbers(COUNT) }

  it("goes far where the value is far, and not from each value to the next", function()
    for game, value in pairs { [rising] = COUNT, [falling] = -COUNT } do
      local result = alphabeta.search(game, 0, { algorithm = "bisection" })
      assert.equal(value, result.value)
      assert(result.nodes < 15 * COUNT, result.nodes .. " nodes")
    end
  end)
end)

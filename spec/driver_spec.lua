-- What drives a search from depth to depth: deepening, reports, limits; and what bends the choice
-- of a move: the shortest way, quiet positions, margins of chance, deeper knowledge.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local new_nim = require "spec.support.nim"
local numbers = require "spec.support.numbers"
local quick = require "spec.support.quick"

-- A tree as nested lists; `v` is the value of a node as the player to move in it sees it.
local tree = {
  moves = function(node) return numbers(#node) end,
  play = function(node, i) return node[i] end,
  evaluate = function(node) return node.v or 0 end,
  noisy = function(node) return node.noisy end,
}

-- A node of the given value with some children of other values.
local function node(v, ...)
  local children = { ... }
  for i, child in ipairs(children) do
    if type(child) == "number" then children[i] = { v = child } end
  end
  children.v = v
  return children
end

-- One line of `plies` moves to a leaf of value v.
local function line(plies, v)
  local place = { v = v }
  for _ = 1, plies do place = { place } end
  return place
end

local nim = new_nim { evaluate = function(heap) return heap == 0 and -1 or 0 end }

-- The same heap as a table that is changed in place.
local nim_in_place = {
  moves = function(heap) return nim.moves(heap[1]) end,
  play = function(heap, take) heap[1] = heap[1] - take end,
  undo = function(heap, take) heap[1] = heap[1] + take end,
  evaluate = function(heap) return nim.evaluate(heap[1]) end,
}

-- Three moves everywhere, without end; positions are numbers, values look like noise.
local endless = {
  moves = function() return { 1, 2, 3 } end,
  play = function(place, move) return place * 3 + move end,
  evaluate = function(place) return place * 7919 % 1009 % 101 - 50 end,
}

local function with(fields, game)
  local copy = {}
  for name, value in pairs(game) do copy[name] = value end
  for name, value in pairs(fields) do copy[name] = value end
  return copy
end

local function keyed(game)
  return with({ key = function(place) return place end }, game)
end

local function comparable(result)
  result.time = nil
  return result
end

local function depths_of(game, state, options)
  local depths = {}
  for result in alphabeta.deepen(game, state, options) do depths[#depths + 1] = result.depth end
  return depths
end

-- Plain minimax to the depth.
local function plain(game, state, depth)
  local moves = depth > 0 and game.moves(state) or {}
  if #moves == 0 then return game.evaluate(state) end
  local best = -math.huge
  for _, move in ipairs(moves) do
    best = math.max(best, -plain(game, game.play(state, move), depth - 1))
  end
  return best
end

-- A repeatable source of random numbers.
local function seeded(seed)
  local state = seed
  return function(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
end

describe("alphabeta.deepen", function()
  it("gives one result for each completed depth", function()
    assert.same({ 1, 2, 3, 4, 5 }, depths_of(endless, 1, { depth = 5 }))
  end)

  it("gives at each depth what a search to that depth gives", function()
    local depth = 0
    for result in alphabeta.deepen(endless, 1, { depth = 5 }) do
      depth = depth + 1
      local whole = alphabeta.search(endless, 1, { depth = depth })
      assert.equal(whole.value, result.value)
      assert.equal(whole.move, result.move)
      assert.equal(depth, #result.pv)
    end
  end)

  it("stops where the game is searched to its end", function()
    -- That nothing comes after the last counter shows one ply below it.
    assert.same({ 1, 2, 3, 4, 5, 6, 7 }, depths_of(nim, 6, { depth = 100 }))
    assert.same({ 1, 2 }, depths_of(nim, 1, { depth = 100 }))
  end)

  it("stops one depth earlier where `play` says that the game is over", function()
    local game = with({ play = function(heap, take)
      return heap - take, heap == take and -1 or nil
    end }, nim)
    assert.same({ 1, 2, 3, 4, 5, 6 }, depths_of(game, 6, { depth = 100 }))
    assert.same({ 1 }, depths_of(game, 1, { depth = 100 }))
  end)

  it("says no smaller depth than before where no depth is given", function()
    for _, game in ipairs { nim, keyed(nim) } do
      for heap = 1, 10 do
        local before = 0
        for _, depth in ipairs(depths_of(game, heap)) do
          assert.is_true(depth >= before)
          before = depth
        end
      end
    end
  end)

  it("of a finished game gives its value once", function()
    local count, value = 0, nil
    for result in alphabeta.deepen(nim, 0) do
      count, value = count + 1, result.value
    end
    assert.equal(1, count)
    assert.equal(-1, value)
  end)

  it("gives no result of a depth that the limit of nodes cuts short", function()
    local whole = {}
    for result in alphabeta.deepen(endless, 1, { depth = 4 }) do
      whole[#whole + 1] = result.nodes
    end
    assert.same({ 1, 2, 3 }, depths_of(endless, 1, { nodes = whole[4] - 1 }))
    assert.same({ 1, 2, 3, 4 }, depths_of(endless, 1, { nodes = whole[4] }))
    assert.same({}, depths_of(endless, 1, { nodes = whole[1] - 1 }))
  end)

  it("stops in time", function()
    local began, last = os.clock(), 0
    for result in alphabeta.deepen(endless, 1, { time = 0.02 }) do
      assert.equal(last + 1, result.depth)
      assert.is_nil(result.stopped)
      last = result.depth
    end
    assert.is_true(last >= 1)
    assert.is_true(os.clock() - began < 0.52)
  end)

  it("may be left early", function()
    local seen = 0
    for result in alphabeta.deepen(endless, 1) do
      seen = result.depth
      if seen == 3 then break end
    end
    assert.equal(3, seen)
  end)

  it("is over for good after its last result", function()
    local following = alphabeta.deepen(nim, 0)
    assert.is_table(following())
    assert.is_nil(following())
    assert.is_nil(following())
  end)

  it("is over once a move that was half made has closed it", function()
    local following = alphabeta.deepen({
      moves = function() return { 1 } end,
      play = function(state)
        state.heap = state.heap - 1
        error("stuck", 0)
      end,
      undo = function(state) state.heap = state.heap + 1 end,
      evaluate = function() return 0 end,
    }, { heap = 3 })
    local worked, message = pcall(following)
    assert.is_false(worked)
    assert.equal("stuck", message)
    assert.is_nil(following())
  end)

  it("gives the depth at which `on_depth` has stopped it as its last result", function()
    local last
    local options = { depth = 5, on_depth = function(result) return result.depth == 2 end }
    for result in alphabeta.deepen(endless, 1, options) do last = result end
    assert.equal(2, last.depth)
    assert.equal("callback", last.stopped)
  end)

  if compat.has_yields then
    it("lets a callback yield", function()
      local game = with({ evaluate = function(place)
        coroutine.yield("pause")
        return endless.evaluate(place)
      end }, endless)
      local results, pauses = {}, 0
      local thread = coroutine.wrap(function()
        for result in alphabeta.deepen(game, 1, { depth = 4 }) do
          results[#results + 1] = comparable(result)
        end
        return "done"
      end)
      while thread() == "pause" do pauses = pauses + 1 end
      assert.is_true(pauses > 20)
      local i = 0
      for result in alphabeta.deepen(endless, 1, { depth = 4 }) do
        i = i + 1
        assert.same(comparable(result), results[i])
      end
      assert.equal(i, #results)
    end)
  end
end)

if compat.has_yields then
  describe("an iterator of moves", function()
    it("may yield", function()
      local pauses = 0
      local game = with({ moves = function(place)
        local list, i = endless.moves(place), 0
        return function()
          pauses = pauses + 1
          coroutine.yield("pause")
          i = i + 1
          return list[i]
        end
      end }, endless)
      local options = { depth = 4, table = false }
      local thread = coroutine.wrap(function() return alphabeta.search(game, 1, options) end)
      local result
      repeat result = thread() until result ~= "pause"
      assert(pauses > 20)
      assert.same(comparable(alphabeta.search(endless, 1, options)), comparable(result))
    end)
  end)
end

describe("moves that fill a list", function()
  it("get one of the search's own, another at each ply, and the same again", function()
    local lists, calls = {}, 0
    local game = with({ fills = true, moves = function(place, list)
      calls = calls + 1
      lists[list] = (lists[list] or 0) + 1
      for i, move in ipairs(endless.moves(place)) do list[i] = move end
      return #endless.moves(place)
    end }, endless)
    local options = { depth = 4, table = false }
    assert.same(comparable(alphabeta.search(endless, 1, options)), comparable(alphabeta.search(game, 1, options)))
    local count = 0
    for _ in pairs(lists) do count = count + 1 end
    assert.equal(4, count)
    assert(calls > 10)
  end)

  it("must be asked for: else there is no second argument", function()
    local game = with({ moves = function(place, list)
      assert.is_nil(list)
      return endless.moves(place)
    end }, endless)
    assert.equal(alphabeta.search(endless, 1, { depth = 3 }).value, alphabeta.search(game, 1, { depth = 3 }).value)
  end)
end)

describe("a game in place with its moves by number", function()
  it("has only those refused for which `play` returns false", function()
    local game = {
      width = 3,
      play = function(heap, take)
        if take > heap[1] then return false end
        heap[1] = heap[1] - take
        return take ~= 2 or nil -- true, or nothing
      end,
      undo = nim_in_place.undo,
      evaluate = nim_in_place.evaluate,
    }
    for heap = 0, 9 do
      local expected = comparable(alphabeta.search(nim_in_place, { heap }))
      assert.same(expected, comparable(alphabeta.search(game, { heap })))
    end
  end)
end)

describe("a search with a limit, in a game without end", function()
  it("comes to its natural end at the greatest depth", function()
    local path = {
      moves = function() return { 1 } end,
      play = function(place) return place + 1 end,
      evaluate = function(place) return place end,
      player = function() return 1 end,
    }
    local result = alphabeta.search(path, 0, { nodes = 1000000 })
    assert.equal(1000, result.depth)
    assert.equal(1000, result.value)
    assert.is_nil(result.stopped)
  end)
end)

describe("search:step by depths", function()
  it("ends after so many more depths", function()
    local search = alphabeta.start(endless, 1, { depth = 5, deepening = true })
    assert.is_false(search:step { depths = 1 })
    assert.equal(1, search:result().depth)
    assert.is_false(search:step { depths = 2 })
    assert.equal(3, search:result().depth)
    assert.is_true(search:step { depths = 9 })
    assert.equal(5, search:result().depth)
  end)

  it("holds for that step only", function()
    local search = alphabeta.start(endless, 1, { depth = 5, deepening = true })
    assert.is_false(search:step { depths = 3, nodes = 1 })
    assert.is_true(search:step())
  end)

  it("finds what one long step finds", function()
    local whole = comparable(alphabeta.search(endless, 1, { depth = 5, deepening = true }))
    local search = alphabeta.start(endless, 1, { depth = 5, deepening = true })
    while not search:step { depths = 1 } do end
    assert.same(whole, comparable(search:result()))
  end)

  it("ends earlier by nodes", function()
    local search = alphabeta.start(endless, 1, { depth = 5, deepening = true })
    assert.is_false(search:step { depths = 3, nodes = 2 })
    assert.equal(2, search:result().nodes)
    assert.equal(0, search:result().depth)
    assert.is_false(search:step { depths = 1, nodes = 1000 })
    assert.equal(1, search:result().depth)
  end)

  it("ends after each depth of a game in C, where few nodes are asked for, too", function()
    local connect4 = require "alphabeta.games.connect4"
    local options, depths = { depth = 6, deepening = true, table = false }, {}
    local search = alphabeta.start(connect4, connect4.initial(), options)
    repeat
      local done = search:step { depths = 1, nodes = 10000 }
      depths[#depths + 1] = search:result().depth
    until done
    assert.same({ 1, 2, 3, 4, 5, 6 }, depths)
  end)

  it("reports each depth to `on_depth` as well", function()
    local seen = {}
    local search = alphabeta.start(endless, 1, { depth = 4, deepening = true,
      on_depth = function(result) seen[#seen + 1] = result.depth end })
    search:step { depths = 2 }
    assert.same({ 1, 2 }, seen)
    search:step()
    assert.same({ 1, 2, 3, 4 }, seen)
  end)

  it("reports each depth of a game in C to `on_depth`, where few nodes are asked for, too", function()
    local connect4 = require "alphabeta.games.connect4"
    local seen = {}
    local search = alphabeta.start(connect4, connect4.initial(), { depth = 6, deepening = true, table = false,
      on_depth = function(result) seen[#seen + 1] = result.depth end })
    repeat until search:step { nodes = 100 }
    assert.same({ 1, 2, 3, 4, 5, 6 }, seen)
  end)

  it("wants a whole number of depths", function()
    local search = alphabeta.start(endless, 1, { depth = 2, deepening = true })
    for _, wrong in ipairs { 0, -1, 1.5, "2", {} } do
      local worked, message = pcall(search.step, search, { depths = wrong })
      assert.is_false(worked)
      assert.matches("option 'depths': integer from 1 to 1000 expected", message)
    end
  end)
end)

describe("on_depth", function()
  local function reported(game, state, options)
    local seen = {}
    options.on_depth = function(result) seen[#seen + 1] = result end
    return seen, alphabeta.search(game, state, options)
  end

  it("gets the result of each completed depth", function()
    local seen, result = reported(endless, 1, { depth = 5, deepening = true })
    assert.equal(5, #seen)
    for depth, so_far in ipairs(seen) do
      local whole = alphabeta.search(endless, 1, { depth = depth, deepening = true })
      assert.same(comparable(whole), comparable(so_far))
    end
    assert.same(seen[5], comparable(result))
  end)

  it("is not called for a depth that is cut short", function()
    local seen, result = reported(endless, 1, { nodes = 100 })
    assert.equal("nodes", result.stopped)
    assert.equal(#seen, result.depth)
  end)

  it("sees nodes, time and depth grow, and a value and a line each time", function()
    local seen = reported(keyed(endless), 1, { depth = 7 })
    local nodes, time = 0, 0
    for depth, result in ipairs(seen) do
      assert.equal(depth, result.depth)
      assert.is_true(result.nodes > nodes)
      assert.is_true(result.time >= time)
      assert.is_number(result.value)
      assert.equal("exact", result.bound)
      assert.equal(result.move, result.pv[1])
      assert.is_true(result.table.stores >= 1)
      nodes, time = result.nodes, result.time
    end
    assert.equal(7, #seen)
  end)

  it("stops the search by returning true", function()
    local result = alphabeta.search(endless, 1, { depth = 9, deepening = true,
      on_depth = function(so_far) return so_far.depth == 3 end })
    assert.equal("callback", result.stopped)
    assert.equal(3, result.depth)
    local whole = alphabeta.search(endless, 1, { depth = 3, deepening = true })
    result.stopped = nil
    assert.same(comparable(whole), comparable(result))
  end)

  it("goes on where it returns nothing or false", function()
    for _, answer in ipairs { "nothing", "false" } do
      local result = alphabeta.search(endless, 1, { depth = 3, deepening = true,
        on_depth = function() if answer == "false" then return false end end })
      assert.equal(3, result.depth)
      assert.is_nil(result.stopped)
    end
  end)

  it("may fail: the error arrives unchanged, and the search can be stepped on", function()
    local thrown, fail, seen = {}, true, {}
    local search = alphabeta.start(endless, 1, { depth = 4, deepening = true,
      on_depth = function(result)
        if result.depth == 2 and fail then
          fail = false
          error(thrown)
        end
        seen[#seen + 1] = result.depth
      end })
    local worked, message = pcall(search.step, search)
    assert.is_false(worked)
    assert.equal(thrown, message)
    assert.equal(2, search:result().depth)
    assert.is_true(search:step())
    assert.same({ 1, 2, 3, 4 }, seen)
    local whole = alphabeta.search(endless, 1, { depth = 4, deepening = true })
    assert.same(comparable(whole), comparable(search:result()))
  end)

  it("is asked again where it has failed at the last depth", function()
    local calls = 0
    local search = alphabeta.start(endless, 1, { depth = 2, deepening = true,
      on_depth = function(result)
        calls = calls + 1
        if calls == 2 then error("struck", 0) end
        assert.equal(math.min(calls, 2), result.depth)
      end })
    assert.is_false(pcall(search.step, search))
    assert.is_true(search:step())
    assert.equal(3, calls)
    assert.is_true(search:step())
    assert.equal(3, calls)
  end)

  if compat.has_yields then
    it("may yield, and the value of the resume is its own", function()
      local thread = coroutine.wrap(function()
        return alphabeta.search(endless, 1, { depth = 9, deepening = true,
          on_depth = function(result) return coroutine.yield(result.depth) end })
      end)
      assert.equal(1, thread())
      assert.equal(2, thread(false))
      assert.equal(3, thread(nil))
      local result = thread(true)
      assert.equal(3, result.depth)
      assert.equal("callback", result.stopped)
    end)
  end

  it("sees the position as it was given", function()
    local heap, seen = { 11 }, 0
    local result = alphabeta.search(nim_in_place, heap, { depth = 8, deepening = true,
      on_depth = function()
        assert.equal(11, heap[1])
        seen = seen + 1
      end })
    assert.is_true(seen > 3)
    assert.equal(11, heap[1])
    assert.equal(alphabeta.search(nim, 11, { depth = 8, deepening = true }).nodes, result.nodes)
  end)

  it("may itself search, the same position too", function()
    local heap, inner = { 9 }, {}
    alphabeta.search(nim_in_place, heap, { depth = 4, deepening = true,
      on_depth = function(result)
        inner[#inner + 1] = alphabeta.search(nim_in_place, heap, { depth = result.depth }).value
        assert.equal(result.value, inner[#inner])
      end })
    assert.equal(4, #inner)
  end)

  it("cannot step the search that calls it", function()
    local search, worked, message
    search = alphabeta.start(endless, 1, { depth = 2, deepening = true,
      on_depth = function() worked, message = pcall(search.step, search) end })
    search:step()
    assert.is_false(worked)
    assert.matches("search is running", message)
  end)

  it("must be a function", function()
    local worked, message = pcall(alphabeta.search, nim, 3, { on_depth = true })
    assert.is_false(worked)
    assert.matches("option 'on_depth': function expected, got boolean", message)
  end)
end)

describe("a limit of time", function()
  local function slow(game)
    return with({ evaluate = function(place)
      local sum = 0
      for i = 1, 200 do sum = sum + i end
      return sum > 0 and game.evaluate(place)
    end }, game)
  end

  it("of zero leaves a legal move", function()
    for _, game in ipairs { endless, keyed(endless), nim } do
      local result = alphabeta.search(game, 9, { time = 0 })
      assert.is_truthy(result.move == 1 or result.move == 2 or result.move == 3)
      assert.equal("time", result.stopped)
      assert.equal(result.move, result.pv[1])
    end
  end)

  -- Where another program takes the processor for a while, a callback seems to take that long, and the search ends
  -- early; so it is the best of some.
  it("is kept", function()
    for _, time in ipairs { 0, 0.005, 0.03 } do
      local longest = 0
      for _ = 1, 5 do
        local began = os.clock()
        local result = alphabeta.search(slow(endless), 1, { time = time })
        assert.equal("time", result.stopped)
        assert.is_true(result.time < time + 0.5)
        assert.is_true(os.clock() - began < time + 0.05)
        longest = math.max(longest, result.time)
      end
      assert.is_true(longest > time - 0.005)
    end
  end)

  it("is the processor's, if that is wanted: waiting does not count", function()
    local function search(options)
      local waited
      options.time, options.deepening = 0.12, true
      return alphabeta.search(with({ evaluate = function(place)
        if not waited then assert(io.popen "sleep 0.15"):close() end
        waited = true
        return endless.evaluate(place)
      end }, endless), 1, options)
    end
    assert.equal("time", search({ depth = 3 }).stopped)
    local result = search { depth = 3, processor = true }
    assert.is_nil(result.stopped)
    assert.is_true(result.depth == 3 and result.time < 0.12)
    for _, algorithm in ipairs { "alphabeta", "mcts" } do
      local used = alphabeta.search(endless, 1, { time = 0.03, processor = true, algorithm = algorithm,
        playout_depth = algorithm == "mcts" and 3 or nil })
      assert.equal("time", used.stopped)
      assert.is_true(used.time >= 0.015)
    end
    local stepped = alphabeta.start(endless, 1, { depth = 500, processor = true })
    assert.is_false(stepped:step { time = 0.01 })
    assert.is_true(stepped:result().time >= 0.005) -- work that would not fit into what is left is not begun
  end)

  it("does not matter once the result is proven", function()
    local result = alphabeta.search(nim, 7, { time = 60 })
    assert.is_nil(result.stopped)
    assert.equal(1, result.value)
    assert.equal(3, result.move)
    assert.is_true(result.time < 5)
  end)
end)

describe("a limit in the middle of a depth", function()
  -- At depth 1 the first move is the best, by five; at depth 2 the moves have the given values.
  local function turning(values)
    local root = { v = 0 }
    for i, value in ipairs(values) do
      root[i] = node(i == 1 and -5 or 0, value, value, value)
    end
    return root
  end

  -- The result for every limit of nodes up to the end of depth 2.
  local function at_each_limit(game, root)
    local results, limit = {}, 1
    repeat
      limit = limit + 1
      local result = alphabeta.search(game, root, { depth = 2, nodes = limit })
      results[#results + 1] = result
    until result.stopped == nil
    return results
  end

  it("leaves the better move that the depth under way has found", function()
    local before, between = 0, 0
    for _, result in ipairs(at_each_limit(tree, turning { -1, 3, 2 })) do
      if result.depth == 1 and result.move == 1 then
        assert.equal(0, between)
        before = before + 1
      elseif result.depth == 1 then
        assert.equal(2, result.move)
        assert.equal(3, result.value)
        assert.equal("nodes", result.stopped)
        between = between + 1
      end
    end
    assert.is_true(before > 0)
    assert.is_true(between > 0)
  end)

  it("leaves the move of the last depth where the one under way has found none better", function()
    for _, result in ipairs(at_each_limit(tree, turning { 4, 3, 2 })) do
      assert.equal(1, result.move)
      assert.equal(result.depth == 2 and 4 or result.depth == 1 and 5 or result.value, result.value)
    end
  end)

  it("does not fall for a move that the game's order puts before a better one", function()
    local orders = {
      with({ order = function(_, move) return move end }, tree),
      with({ order = function(_, move) return move end, key = tostring }, tree),
      with({ order = function(_, move) return move == 2 and 1 or 0 end, key = tostring }, tree),
    }
    for _, game in ipairs(orders) do
      for _, result in ipairs(at_each_limit(game, turning { 4, 3, 2 })) do
        if result.depth > 0 then assert.equal(1, result.move) end
      end
    end
  end)

  it("does not fall for it where moves tie at the depth before", function()
    local root = node(0, node(-5, 4, 4, 4), node(-5, 3, 3, 3), node(-5, 2, 2, 2))
    local ordered = with({ order = function(_, move) return move end }, tree)
    for _, game in ipairs { ordered, with({ key = tostring }, ordered) } do
      for _, result in ipairs(at_each_limit(game, root)) do
        if result.depth > 0 then assert.equal(1, result.move) end
      end
    end
  end)
end)

describe("a single legal move", function()
  it("still gets its true value", function()
    local game = with({ moves = function(place)
      return place == 1 and { 2 } or endless.moves(place)
    end }, endless)
    for _, options in ipairs { { depth = 5 }, { depth = 5, time = 60 },
        { depth = 5, deepening = true } } do
      local result = alphabeta.search(keyed(game), 1, options)
      assert.equal(2, result.move)
      assert.equal(plain(game, 1, 5), result.value)
      assert.equal("exact", result.bound)
      assert.equal(5, result.depth)
    end
  end)
end)

describe("shortest", function()
  local SHORTEST = { shortest = true }

  -- A runner on the squares 1 to 7 steps back or ahead, and wins on 7; the other looks on.
  -- A position is square * 2 + (1 if the runner is to move).
  local runner = {
    moves = function(place)
      if math.floor(place / 2) == 7 then return {} end
      return place % 2 == 1 and { "back", "ahead" } or { "look on" }
    end,
    play = function(place, move)
      local square = math.floor(place / 2)
      if move == "back" then square = math.max(1, square - 1) end
      if move == "ahead" then square = square + 1 end
      return square * 2 + (1 - place % 2)
    end,
    evaluate = function(place) return math.floor(place / 2) == 7 and -1 or 0 end,
    key = function(place) return place end,
  }

  -- The plies of a game in which both sides play what a search finds; 60 at most.
  local function plies_of(place, options)
    for ply = 0, 59 do
      local move = alphabeta.search(runner, place, options).move
      if move == nil then return ply end
      place = runner.play(place, move)
    end
    return 60
  end

  for title, row in pairs {
    ["wins in 2 plies rather than in 4"] = { { line(3, 1), line(1, 1), line(5, 1) }, { 2, 1, 2 }, without = 1 },
    ["loses in 6 plies rather than in 2"] = { { line(1, -1), line(3, -1), line(5, -1) }, { 3, -1, 6 }, without = 1 },
    ["takes the first of the draws, however long"] = { { line(3, 0), line(1, 0), line(5, 0) }, { 1, 0, 4 } },
    ["takes the first of equally short wins"] = { { line(3, 1), line(1, 1), line(1, 1) }, { 2, 1, 2 } },
    ["does not take a smaller win because it is nearer"] =
      { { line(1, 1), line(5, 2), line(3, 2) }, { 3, 2, 4 } },
    -- Behind move 1 the loser may choose to lose in 3 or in 5, behind move 2 he loses in 4.
    ["expects the loser to hold out"] = { { { line(1, -1), line(3, -1) }, line(2, -1) }, { 2, 1, 3 } },
  } do
    it(title, function()
      local result = alphabeta.search(tree, row[1], SHORTEST)
      assert.same(row[2], { result.move, result.value, #result.pv })
      if row.without then assert.equal(row.without, alphabeta.search(tree, row[1]).move) end
    end)
  end

  it("executes a win, and does not put it off for ever", function()
    for square = 1, 6 do
      assert.equal((7 - square) * 2 - 1, plies_of(square * 2 + 1, { depth = 13, shortest = true }))
    end
  end)

  it("executes a win with a table that is kept over the game", function()
    for square = 1, 6 do
      for _, deeper in ipairs { false, true } do
        local options = { depth = 13, shortest = true, table = alphabeta.table(), deeper = deeper }
        assert.equal((7 - square) * 2 - 1, plies_of(square * 2 + 1, options))
      end
    end
  end)

  it("is needed for that", function()
    assert.equal(60, plies_of(3 * 2 + 1, { depth = 13 }))
  end)

  it("changes no value", function()
    for depth = 1, 6 do
      local result = alphabeta.search(endless, 1, { depth = depth, shortest = true })
      assert.equal(plain(endless, 1, depth), result.value)
    end
  end)

  it("cannot be used with `all`", function()
    local worked, message = pcall(alphabeta.search, nim, 3, { shortest = true, all = true })
    assert.is_false(worked)
    assert.matches("option 'shortest' cannot be used with 'all'", message)
  end)
end)

describe("quiescence", function()
  -- Pieces of these worths look at one square; the cheapest takes what stands there. A player may
  -- also let it be; if both do, it is over.
  local exchange = {
    moves = function(board)
      if board.calm == 2 then return {} end
      return board.mine[1] and { "let be", "take" } or { "let be" }
    end,
    play = function(board, move)
      if move == "let be" then
        return { gain = -board.gain, target = 0, mine = board.theirs, theirs = board.mine,
          calm = board.calm + 1 }
      end
      return { gain = -(board.gain + board.target), target = board.mine[1], calm = 0,
        mine = board.theirs, theirs = { compat.unpack(board.mine, 2) } }
    end,
    evaluate = function(board) return board.gain end,
    noisy = function(board)
      return board.target > 0 and board.mine[1] and { "take" } or nil
    end,
  }

  local function board(target, mine, theirs)
    return { gain = 0, target = target, mine = mine, theirs = theirs, calm = 0 }
  end

  local function best(position, quiescence)
    local result = alphabeta.search(exchange, position, { depth = 1, quiescence = quiescence })
    return result.move, result.value
  end

  it("does not take a defended piece with a dearer one", function()
    local position = board(1, { 9 }, { 1 })
    local move, value = best(position, 0)
    assert.equal("take", move)
    assert.equal(1, value)
    for plies = 1, 4 do
      move, value = best(position, plies)
      assert.equal("let be", move)
      assert.equal(0, value)
    end
  end)

  it("takes what is not defended, or with a cheaper piece", function()
    assert.equal("take", best(board(1, { 9 }, {}), 4))
    local move, value = best(board(5, { 1 }, { 3 }), 4)
    assert.equal("take", move)
    assert.equal(4, value)
  end)

  it("follows so many plies and no more", function()
    local position = board(3, { 3, 3 }, { 5, 5 })
    assert.equal(3, select(2, best(position, 0)))
    assert.equal(0, select(2, best(position, 1)))
    assert.equal(3, select(2, best(position, 2)))
  end)

  it("takes nil and an empty list for a quiet position", function()
    for _, answer in ipairs { "nil", "list" } do
      local game = with({ noisy = function()
        if answer == "list" then return {} end
      end }, endless)
      local quiet = alphabeta.search(game, 1, { depth = 3, quiescence = 9 })
      assert.same(comparable(alphabeta.search(endless, 1, { depth = 3 })), comparable(quiet))
    end
  end)

  it("at depth 0 names a move only if it is better than to stand pat", function()
    local function at_root(value, ...) return { v = value, noisy = { 1, 2 }, ... } end
    for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "bisection", "aspiration", "minimax",
      "branch-and-bound" } do
      local function found(root, options)
        options = with({ depth = 0, quiescence = 2, algorithm = algorithm }, options or {})
        local result = alphabeta.search(tree, root, options)
        return { result.value, result.move, #result.pv }
      end
      assert.same({ 5, nil, 0 }, found(at_root(5, { v = -3 }, { v = -4 })))
      assert.same({ 5, nil, 0 }, found(at_root(5, { v = -5 }, { v = -4 })))
      assert.same({ 6, 2, 1 }, found(at_root(5, { v = -3 }, { v = -6 })))
      assert.same({ -math.huge, 1, 1 }, found({ v = 5, noisy = true, { v = math.huge }, { v = math.huge } }))
    end
  end)

  it("lets nobody stand pat where `noisy` answers true", function()
    -- Whoever has to move at the end of move 1 loses his nine; standing there looks like a draw.
    local function root(noisy)
      local zugzwang = node(0, 9, 8)
      zugzwang.noisy = noisy
      return { zugzwang, { v = -3 } }
    end
    local result = alphabeta.search(tree, root { 1, 2 }, { depth = 1, quiescence = 2 })
    assert.equal(2, result.move)
    assert.equal(3, result.value)
    result = alphabeta.search(tree, root(true), { depth = 1, quiescence = 2 })
    assert.equal(1, result.move)
    assert.equal(8, result.value)
  end)

  it("values a position where the game is over as such, whatever is noisy", function()
    local root = { { v = -7, noisy = true }, { v = -3 } }
    local result = alphabeta.search(tree, root, { depth = 1, quiescence = 3 })
    assert.equal(1, result.move)
    assert.equal(7, result.value)
  end)

  it("follows nothing where the position is too unlikely", function()
    local function value(likelihood)
      local game = with({ likelihood = function() return likelihood end }, tree)
      local root = node(0, { v = 3, noisy = true, { v = 8 } })
      return alphabeta.search(game, root, { depth = 1, quiescence = 2, threshold = 0.5 }).value
    end
    assert.equal(8, value(0.5))
    assert.equal(-3, value(0.4))
  end)

  it("says the depth of the search without the plies beyond", function()
    local result = alphabeta.search(exchange, board(1, { 3, 3 }, { 3, 3 }),
      { depth = 2, quiescence = 4 })
    assert.equal(2, result.depth)
  end)

  it("needs a game with `noisy`", function()
    local worked, message = pcall(alphabeta.search, nim, 3, { quiescence = 1 })
    assert.is_false(worked)
    assert.matches("option 'quiescence' needs a game with 'noisy'", message)
  end)
end)

describe("margin_random", function()
  local ROOT = { { v = -5 }, { v = -2 }, { v = -4 }, { v = -5 }, { v = -3 } }

  -- The moves drawn where the random number is 1, 2, ... up to the number of moves to draw from.
  local function drawn(root, margin)
    local moves, number, limit = {}, 0, nil
    local function random(n)
      limit = n
      return number
    end
    repeat
      number = number + 1
      local result = alphabeta.search(tree, root, { choose = "random", margin_random = margin,
        random = random })
      moves[number] = result.move
      assert.equal(result.move, result.pv[1])
    until number == limit
    return moves
  end

  it("draws among the moves that come so near the best, each for one number", function()
    assert.same({ 1, 4 }, drawn(ROOT, 0))
    assert.same({ 1, 4 }, drawn(ROOT, 0.5))
    assert.same({ 1, 3, 4 }, drawn(ROOT, 1))
    assert.same({ 1, 3, 4, 5 }, drawn(ROOT, 2))
    assert.same({ 1, 2, 3, 4, 5 }, drawn(ROOT, 3))
  end)

  it("sees true values, where a bound would do for the best move", function()
    -- Replies show early that moves 2 and 3 are worse; only move 3 is worse by more than 2.
    local root = { node(0, 5, 9), node(0, 4, 3, 8), node(0, 4, 1, 8) }
    assert.same({ 1, 2 }, drawn(root, 2))
  end)

  it("does not take the end of a window for the value of a move that may be worth less", function()
    -- Move 2 is worth -9; its first reply shows that it is not above 0, which is the end of the window.
    local root = { { v = -2 }, node(0, 0, -9) }
    for _, game in ipairs { tree, setmetatable({ order = function() return 0 end }, { __index = tree }) } do
      local result = alphabeta.search(game, root, { window = { 0, math.huge }, choose = "random",
        margin_random = 2, random = function(n) return n end })
      assert.equal(1, result.move)
      assert.equal("exact", result.bound)
    end
  end)

  it("draws among the largest upper bounds only, where no move is above the window", function()
    local root = { { v = 3 }, { v = 1 }, { v = 2 }, { v = 1 } }
    for number, move in ipairs { 2, 4 } do
      local result = alphabeta.search(tree, root, { window = { 0, 9 }, choose = "random", margin_random = 5,
        random = function(n)
          assert.equal(2, n)
          return number
        end })
      assert.equal(move, result.move)
      assert.equal("upper", result.bound)
    end
  end)

  it("draws nothing where no value is known yet", function()
    local root = { { v = -2 }, { v = -2 }, node(0, -5, 1) }
    local result = alphabeta.search(tree, root, { window = { 9, 99 }, choose = "random", nodes = 4,
      deepening = false, margin_random = 0, random = function() error "nothing to draw" end })
    assert.equal("nodes", result.stopped)
    assert.is_nil(result.value)
    assert.equal(1, result.move)
  end)

  it("needs choose = 'random'", function()
    local worked, message = pcall(alphabeta.search, tree, ROOT, { margin_random = 1 })
    assert.is_false(worked)
    assert.matches("option 'margin_random' needs choose = 'random'", message)
  end)

  it("must be a finite number, 0 or more", function()
    for _, wrong in ipairs { -1, math.huge, 0 / 0, "1", true } do
      local worked, message = pcall(alphabeta.search, tree, ROOT,
        { choose = "random", margin_random = wrong })
      assert.is_false(worked)
      assert.matches("option 'margin_random': finite number, 0 or more, expected", message)
    end
  end)
end)

describe("a seeded source of random numbers", function()
  local function whole_game(seed)
    local random, moves, heap = seeded(seed), {}, 24
    while heap > 0 do
      local move = alphabeta.search(nim, heap, { depth = 3, choose = "random",
        random = random }).move
      moves[#moves + 1] = move
      heap = heap - move
    end
    return table.concat(moves, " ")
  end

  it("repeats a whole game", function()
    local games, different = {}, 0
    for seed = 1, 20 do
      local moves = whole_game(seed)
      assert.equal(moves, whole_game(seed))
      if not games[moves] then different = different + 1 end
      games[moves] = true
    end
    assert.is_true(different > 10)
  end)
end)

describe("a game with draws by repetition", function()
  -- A token on a graph; the players move it by turns. A place that is reached again with the same
  -- player to move is a draw. A position is the way to it, as a string of places.
  local EDGES = {
    a = { "b", "c" }, b = { "a", "c", "d" }, c = { "a", "d", "e" }, d = { "b", "c", "W" },
    e = { "a", "d", "L" }, W = {}, L = {},
  }
  local WORTH = { W = 1, L = -2 }

  local function is_repeated(way)
    for i = #way - 2, 1, -2 do
      if way:sub(i, i) == way:sub(-1) then return true end
    end
    return false
  end

  -- Where the token is, and which places were reached with whom to move: all that matters.
  local function key(way)
    local reached = {}
    for i = 1, #way do
      local name = way:sub(i, i) .. (#way - i) % 2
      if not reached[name] then
        reached[name] = true
        reached[#reached + 1] = name
      end
    end
    table.sort(reached)
    return way:sub(-1) .. table.concat(reached) .. #way % 2
  end

  local cyclic = {
    moves = function(way) return is_repeated(way) and {} or EDGES[way:sub(-1)] end,
    play = function(way, place) return way .. place end,
    evaluate = function(way)
      return is_repeated(way) and 0 or WORTH[way:sub(-1)] or 0
    end,
  }

  it("has the values of plain minimax, with and without a table", function()
    local with_key = with({ key = key }, cyclic)
    for _, start in ipairs { "a", "b", "c", "d", "e" } do
      local value = plain(cyclic, start, math.huge)
      local first = alphabeta.search(cyclic, start)
      local second = alphabeta.search(with_key, start)
      assert.equal(value, first.value)
      assert.equal(value, second.value)
      assert.equal(first.move, second.move)
    end
  end)

  it("has them at every depth and from every way of four moves", function()
    local with_key = with({ key = key }, cyclic)
    local kept = alphabeta.table()
    local function visit(way)
      for depth = 1, 4 do
        local value = plain(cyclic, way, depth)
        assert.equal(value, alphabeta.search(with_key, way, { depth = depth, table = kept }).value)
      end
      if #way == 5 then return end
      for _, place in ipairs(cyclic.moves(way)) do visit(way .. place) end
    end
    visit "a"
  end)

  it("keeps its value from move to move where both sides play the best ones", function()
    for _, start in ipairs { "a", "b", "c", "d", "e" } do
      local way, value = start, alphabeta.search(cyclic, start).value
      for _ = 1, 30 do
        local result = alphabeta.search(cyclic, way)
        assert.equal(value, result.value)
        if result.move == nil then break end
        way, value = way .. result.move, -value
      end
      assert.same({}, cyclic.moves(way))
    end
  end)
end)

describe("deeper", function()
  -- How a search to depth 3 fares with a table from a search to depth 6; and that one's result.
  local function after_depth_six(deeper, algorithm)
    local kept = alphabeta.table()
    local game = keyed(endless)
    local deep = alphabeta.search(game, 1, { depth = 6, table = kept, algorithm = algorithm })
    local shallow = alphabeta.search(game, 1, { depth = 3, table = kept, deeper = deeper,
      algorithm = algorithm })
    return shallow, deep
  end

  for _, algorithm in ipairs { "default", "alphabeta", "pvs", "mtdf", "bisection", "aspiration" } do
    local named = algorithm ~= "default" and algorithm or nil

    it("answers a shallower search with what a deeper one has found: " .. algorithm, function()
      local shallow, deep = after_depth_six(true, named)
      assert.equal(deep.value, shallow.value)
      assert.equal(deep.move, shallow.move)
    end)

    it("saves nodes: " .. algorithm, function()
      assert.is_true(after_depth_six(true, named).nodes < after_depth_six(false, named).nodes)
    end)

    it("is off by default, and the value plain minimax's: " .. algorithm, function()
      local shallow, deep = after_depth_six(nil, named)
      assert.equal(plain(endless, 1, 3), shallow.value)
      assert.equal(plain(endless, 1, 6), deep.value)
      assert.not_equal(deep.value, shallow.value)
    end)
  end

  it("never puts less in the place of more: shallower searches need no more than the root's moves", function()
    local game = keyed(endless)
    for place = 1, 5 do
      local kept = alphabeta.table()
      alphabeta.search(game, place, { depth = 7, table = kept, deeper = true, algorithm = "mtdf" })
      for _, window in ipairs { { -60, 60 }, { -20, -10 }, { 5, 9 }, { 20, 21 } } do
        for depth = 1, 6 do
          local result = alphabeta.search(game, place, { depth = depth, table = kept, deeper = true,
            window = window, algorithm = "alphabeta", deepening = false })
          assert(result.nodes <= 4, ("place %d, depth %d"):format(place, depth))
        end
      end
    end
  end)

  it("finds the values of plain minimax where nothing deeper is known", function()
    for depth = 1, 6 do
      local result = alphabeta.search(keyed(endless), 1, { depth = depth, deeper = true })
      assert.equal(plain(endless, 1, depth), result.value)
    end
  end)
end)

describe("what is known of the root", function()
  -- 6 moves, each of which is worth what is drawn for it, or more of the same below.
  local function drawn_game(draw)
    local values = {}
    for move = 1, 6 do values[move] = draw(20) - 10 end
    return values, {
      moves = function(state) return state == 0 and { 1, 2, 3, 4, 5, 6 } or state < 10 and { 0, 1 } or nil end,
      play = function(state, move) return 10 * state + move end,
      evaluate = function(state) return state < 10 and 0 or values[math.floor(state / 10)] + state % 10 end,
    }
  end

  it("is never forgotten again while another pass is under way, and the move told is worth as much", function()
    local first = require "spec.support.seed"
    local draw, passes = require "alphabeta.base.random"(first), 0
    for number = 1, quick(40, 400) do
      local values, game = drawn_game(draw)
      for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" } do
        local where = ("seed %d, game %d, %s"):format(first, number, algorithm)
        local search, least = alphabeta.start(game, 0, { depth = 2, algorithm = algorithm, deepening = false }), nil
        repeat
          local done = search:step { nodes = 1 }
          local result = search:result()
          assert(not least or result.value and result.value >= least, where)
          assert(not result.value or values[result.move] >= result.value, where)
          passes = passes + (least and result.value > least and 1 or 0)
          least = result.value
        until done
        assert.equal(math.max(compat.unpack(values)), search:result().value)
      end
    end
    assert(passes > 40, passes)
  end)
end)

describe("a table that is kept", function()
  it("gives integers back as integers, though nothing is evaluated any more", function()
    local game = keyed(nim)
    for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" } do
      for _, deepening in ipairs { false, true } do
        local options = { table = alphabeta.table(), algorithm = algorithm, deepening = deepening }
        for _ = 1, 3 do
          assert.equal("1", tostring(alphabeta.search(game, 9, options).value))
        end
      end
    end
  end)
end)

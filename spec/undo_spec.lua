-- `undo = true`: the library takes back what `play` has changed. (Most other specs search random trees in this form,
-- too: see spec/support/trees.lua.)

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local new_trick = require "spec.support.trick"
local trees = require "spec.support.trees"

local draw = trees.draw

------------------------------------------------------------------------------------------------
-- Graphs of tables, and a whole image of one, by the tables themselves

local function graph(seed, size)
  local nodes = {}
  for i = 1, size do nodes[i] = { i, 0.0, id = i } end
  for i, node in ipairs(nodes) do
    for k = 1, draw(seed, i, 4) + (i < size and 1 or 0) do
      local other = k == 1 and nodes[i + 1] or nodes[1 + draw(seed, 100 * i + k, size)]
      local way = draw(seed, 100 * i + k + 50, 3)
      if way == 0 then node["field" .. k] = other elseif way == 1 then node[2 + k] = other else node[other] = k end
    end
    if draw(seed, i + 5000, 4) == 0 then setmetatable(node, { __index = node, __newindex = error }) end
  end
  return nodes[1], nodes
end

local function image(table, into)
  into = into or {}
  if into[table] then return into end
  local entries = {}
  into[table] = { entries = entries, metatable = getmetatable(table) }
  for key, value in next, table do
    entries[key] = { value, compat.type(value), 1 / (tonumber(value) or 1) }
    if type(key) == "table" then image(key, into) end
    if type(value) == "table" then image(value, into) end
  end
  return into
end

local function expect_same(before, after, seed)
  for table, was in pairs(before) do
    local is = after[table]
    assert(is and is.metatable == was.metatable, seed)
    for key, value in pairs(was.entries) do
      local other = is.entries[key]
      assert(other and other[1] == value[1] and other[2] == value[2] and other[3] == value[3], seed)
    end
    for key in pairs(is.entries) do assert(was.entries[key], seed) end
  end
  for table in pairs(after) do assert(before[table], seed) end
end

-- Changes some tables at random, in all ways that there are.
local function disturb(nodes, seed)
  for k = 1, 1 + draw(seed, 1, 12) do
    local node, other = nodes[1 + draw(seed, 10 * k, #nodes)], nodes[1 + draw(seed, 10 * k + 1, #nodes)]
    local way = draw(seed, 10 * k + 2, 9)
    if way == 0 then rawset(node, 1, "changed") elseif way == 1 then rawset(node, 2, -0.0)
    elseif way == 2 then rawset(node, "id", nil) elseif way == 3 then rawset(node, "new" .. k, { node })
    elseif way == 4 then rawset(node, other, nil) elseif way == 5 then rawset(node, { k }, other)
    elseif way == 6 then setmetatable(node, way == k and {} or nil)
    elseif way == 7 then for key in next, node do node[key] = nil end
    else rawset(node, 2, 0) rawset(node, "field1", other) end
  end
end

describe("a picture of a position", function()
  it("brings random graphs of tables back, with their identities, whatever was changed, again and again", function()
    for seed = 1, effort(60) do
      local state, nodes = graph(seed, 1 + seed % 40)
      local before, picture = image(state), core.picture({ undo = true }, state)
      for round = 1, 3 do
        disturb(nodes, 10 * seed + round)
        core.restore(picture)
        expect_same(before, image(state), seed)
      end
    end
  end)

  it("brings back ten thousand tables", function()
    local state, nodes = graph(7, 10000)
    local before, picture = image(state), core.picture({ undo = true }, state)
    for round = 1, 100 do disturb(nodes, round) end
    core.restore(picture)
    expect_same(before, image(state), 7)
  end)

  it("leaves alone what a metatable refers to, and calls none of its functions", function()
    local class = { count = 1 }
    local state = setmetatable({}, { __index = class, __newindex = error, __len = error, __pairs = error,
      __eq = error })
    local picture = core.picture({ undo = true }, state)
    class.count = 2
    rawset(state, "count", 3)
    core.restore(picture)
    assert.equal(2, class.count)
    assert.is_nil(rawget(state, "count"))
  end)
end)

------------------------------------------------------------------------------------------------
-- A game of units that refer to each other, in place and with copies

-- Four units on a circle of twelve fields: who moves onto another one's field takes it; a unit that comes around is
-- replaced by another table.
local function battle(seed)
  local state = { turn = 1, fields = {}, units = { {}, {} }, counts = { 2, 2 } }
  for side = 1, 2 do
    for number = 1, 2 do
      local at = 1 + draw(seed, side * 10 + number, 12)
      local unit = { side = side, at = at, state = state }
      while state.fields[unit.at] do unit.at = unit.at % 12 + 1 end
      state.fields[unit.at], state.units[side][number] = unit, unit
    end
  end
  return state
end

local function moves(state)
  local list = {}
  if state.counts[1] == 0 or state.counts[2] == 0 then return list end
  for number = 1, 2 do
    if state.units[state.turn][number] then
      for steps = 1, 3 do list[#list + 1] = 10 * number + steps end
    end
  end
  return list
end

local function play(state, move)
  local number, steps = math.floor(move / 10), move % 10
  local unit = state.units[state.turn][number]
  local to = (unit.at + steps - 1) % 12 + 1
  local taken = state.fields[to]
  if taken and taken.side == state.turn then return false end
  if taken then
    state.counts[taken.side] = state.counts[taken.side] - 1
    for i = 1, 2 do if state.units[taken.side][i] == taken then state.units[taken.side][i] = nil end end
  end
  state.fields[unit.at] = nil
  if to < unit.at then unit = { side = unit.side, state = state, laps = (unit.laps or 0) + 1 } end
  unit.at = to
  state.fields[to], state.units[state.turn][number], state.last = unit, unit, unit
  state.turn = 3 - state.turn
  return state
end

local function evaluate(state)
  local value = 10 * (state.counts[state.turn] - state.counts[3 - state.turn])
  for _, unit in pairs(state.fields) do value = value + (unit.side == state.turn and 1 or -1) * (unit.laps or 0) end
  return value
end

local function key(state)
  local places = { state.turn }
  for at = 1, 12 do
    local unit = state.fields[at]
    local number = unit and (unit == state.units[unit.side][1] and "a" or "b")
    places[#places + 1] = unit and unit.side .. number .. (unit.laps or 0) or "-"
  end
  return table.concat(places, " ")
end

local function player(state) return state.turn end

local restored = { name = "battle", undo = true, pseudolegal = true, moves = moves, play = play, evaluate = evaluate,
  player = player }
local copied = { name = "battle", pseudolegal = true, moves = moves, evaluate = evaluate, player = player,
  play = function(state, move) return play(alphabeta.copy(state), move) or nil end }

-- The message of the error that a search raises, without the line; nil: it raises none.
local function raised_by(game, state)
  local worked, message = pcall(alphabeta.search, game, state)
  return not worked and message or nil
end

local function with(game, fields) return setmetatable(fields, { __index = game }) end

local function numbers(result)
  return { value = result.value, move = result.move, nodes = result.nodes, leaves = result.leaves, depth = result.depth,
    pv = result.pv }
end

local ASKS = {
  { depth = 4 },
  { depth = 4, table = false },
  { depth = 4, algorithm = "mtdf" },
  { depth = 3, algorithm = "F2" },
  { depth = 3, deepening = true, quiescence = 2 },
  { algorithm = "mcts", playouts = 40, playout_depth = 12, seed = 3 },
}

local function noisy(state)
  local list = {}
  for _, move in ipairs(moves(state)) do if move % 10 == 1 then list[#list + 1] = move end end
  return list
end

describe("a search with undo = true", function()
  it("is that over copies, position for position, and leaves the state as it was", function()
    for seed = 1, effort(8) do
      for _, options in ipairs(ASKS) do
        local fields = { key = options.table ~= false and options.algorithm ~= "mcts" and key or nil,
          noisy = options.quiescence and noisy or nil }
        local state = battle(seed)
        local before = image(state)
        local expected = numbers(alphabeta.search(with(copied, fields), state, options))
        assert.same(expected, numbers(alphabeta.search(with(restored, fields), state, options)))
        expect_same(before, image(state), seed)
      end
    end
  end)

  it("stands as given whenever a step is over, also if the state is changed meanwhile beside the game", function()
    for seed = 1, effort(3) do
      for _, options in ipairs(ASKS) do
        if options.algorithm ~= "F2" then
          local game = with(restored, { noisy = options.quiescence and noisy or nil })
          local state = battle(seed)
          local expected, search = numbers(alphabeta.search(game, state, options)),
            alphabeta.start(game, state, options)
          local steps = 0
          repeat
            steps = steps + 1
            state.shown = { steps }
            local before = image(state)
            local done = search:step { nodes = 1 + (seed + steps) % 7 }
            expect_same(before, image(state), seed)
          until done
          assert.same(expected, numbers(search:result()))
        end
      end
    end
  end)

  it("is stepped past errors of every callback, in the middle of `play` too", function()
    for seed = 1, effort(6) do
      for _, name in ipairs { "moves", "play", "evaluate", "player" } do
        for _, options in ipairs { ASKS[2], ASKS[6] } do
          local calls, every, state = 0, 17 + 5 * (seed % 9), battle(seed)
          local expected = numbers(alphabeta.search(restored, state, options))
          local before = image(state)
          local search = alphabeta.start(with(restored, { [name] = function(...)
            calls = calls + 1
            local result = restored[name](...)
            if calls % every == 0 then error "struck" end
            return result
          end }), state, options)
          local worked, done
          repeat
            worked, done = pcall(search.step, search)
            expect_same(before, image(state), seed)
          until worked and done
          assert.same(expected, numbers(search:result()))
        end
      end
    end
  end)

  it("yields in every callback", function()
    if not compat.has_yields then return end
    local fields = {}
    for _, name in ipairs { "moves", "play", "evaluate", "player" } do
      fields[name] = function(...)
        coroutine.yield()
        local result = restored[name](...)
        coroutine.yield()
        return result
      end
    end
    for seed = 1, effort(10) do
      local state = battle(seed)
      local before, found = image(state), nil
      local thread = coroutine.wrap(function()
        found = alphabeta.search(with(restored, fields), state, { depth = 4 })
      end)
      while not found do thread() end
      assert.same(numbers(alphabeta.search(restored, state, { depth = 4 })), numbers(found))
      expect_same(before, image(state), seed)
    end
  end)

  it("solves games, in slices too", function()
    local function heaps(a, b) return { heaps = { a, b }, turn = { 1 } } end
    local game = { undo = true, name = "heaps",
      moves = function(state)
        local list = {}
        for heap = 1, 2 do for take = 1, math.min(3, state.heaps[heap]) do list[#list + 1] = 10 * heap + take end end
        return list
      end,
      play = function(state, move)
        local heap = math.floor(move / 10)
        state.heaps = { state.heaps[1], state.heaps[2] }
        state.heaps[heap] = state.heaps[heap] - move % 10
        state.turn[1] = 3 - state.turn[1]
        return true
      end,
      evaluate = function() return -1 end,
      player = function(state) return state.turn[1] end,
      key = function(state) return (16 * state.heaps[1] + state.heaps[2]) * 4 + state.turn[1] end }
    local state = heaps(9, 10)
    local before = image(state)
    local solution, solver = alphabeta.solve(game, state), alphabeta.start_solve(game, state)
    repeat
      local done = solver:step { nodes = 5 }
      expect_same(before, image(state), "heaps")
    until done
    local known = 0
    for a = 0, 9 do
      for b = 0, 10 do
        local value = a % 4 == b % 4 and -1 or 1
        local found = solution:value(heaps(a, b))
        assert(found == nil or found == value)
        assert.equal(found, solver:result():value(heaps(a, b)))
        known = known + (found and 1 or 0)
      end
    end
    assert(known > 50, known)
  end)

  it("plays matches", function()
    for seed = 1, effort(4) do
      local state, other = battle(seed), battle(seed)
      local before = image(state)
      local function series(game, at)
        return alphabeta.match(game, at, { alphabeta.player { depth = 2 }, alphabeta.random_player(seed) },
          { games = 2, max_plies = 30 })
      end
      local expected, found = series(copied, other), series(restored, state)
      for i, record in ipairs(expected.games) do assert.same(record.moves, found.games[i].moves) end
      expect_same(before, image(state), seed)
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- What belongs to the position, and what cannot be taken back

local function counting(fields)
  return with({ moves = function(state) return state.n and state.n >= 3 and {} or { 1, 2 } end,
    evaluate = function(state) return state.n or 0 end, undo = true }, fields)
end

describe("field 'reach'", function()
  it("names what belongs to the position, which may be no table itself", function()
    local module, unit = { turn = 1 }, { hits = 0 }
    local game = {
      undo = true,
      reach = function(state)
        assert.equal("the state", state)
        return module, unit
      end,
      moves = function() return module.turn > 4 and {} or { 1, 2 } end,
      play = function(_, move)
        module.turn, unit.hits = module.turn + 1, unit.hits + move
        return true
      end,
      evaluate = function() return unit.hits % 5 end,
    }
    local result = alphabeta.search(game, "the state", { depth = 6 })
    assert.equal("exact", result.bound)
    assert.same({ 1, 0 }, { module.turn, unit.hits })
  end)

  it("keeps from the position what it does not name", function()
    local state = { n = 0, log = { calls = 0 }, part = { n = 0 } }
    alphabeta.search({ undo = true, reach = function(at) return at.part end,
      moves = function(at) return at.part.n > 2 and {} or { 1 } end,
      play = function(at)
        at.part.n, at.log.calls = at.part.n + 1, at.log.calls + 1
        return true
      end,
      evaluate = function(at) return at.part.n end }, state)
    assert.equal(0, state.part.n)
    assert.equal(3, state.log.calls)
  end)

  it("raises what it raises, and what is no table", function()
    local function raised(reach)
      return raised_by(counting { reach = reach, play = error, name = "nim" }, { n = 0 })
    end
    assert.equal("game 'nim': 'reach' returned 1 (tables expected)", raised(function() return {}, 1 end))
    assert.equal("game 'nim': 'reach' returned nothing (tables expected)", raised(function() end))
    assert.equal("of its own", raised(function() error("of its own", 0) end))
  end)
end)

describe("what cannot be taken back", function()
  local function raised(state, fields)
    return raised_by(with(counting { play = function(at)
      if type(at) == "table" then at.n = 3 end
      return true
    end }, fields or {}), state)
  end

  it("is an error that says what it is and how it was reached", function()
    local weak, finalized = setmetatable({}, { __mode = "k" }), setmetatable({}, { __gc = function() end })
    local closed = setmetatable({}, { __close = function() end })
    local cases = {
      [{ a = { b = { _G } } }] = "state.a.b[1] is _G",
      [{ loaded = package.loaded }] = "state.loaded is package.loaded",
      [{ { [weak] = 1 } }] = "state[1][a key] is a weak table",
      [{ c = finalized }] = "state.c is a table with '__gc'",
      [{ d = { closed } }] = "state.d[1] is a to-be-closed value",
    }
    for state, message in pairs(cases) do
      assert.equal(("game 'nim': %s, which 'undo = true' cannot take back"):format(message),
        raised(state, { name = "nim" }))
    end
    assert.equal("game: reach()[2].x is _G, which 'undo = true' cannot take back",
      raised({}, { reach = function() return {}, { x = _G } end }))
    assert.equal("game: the state is a number ('undo = true' needs a table, or 'reach')", raised(3, {
      moves = function() return { 1 } end, evaluate = function() return 0 end }))
  end)

  it("is too many tables, and field 'tables' says how many", function()
    local state = { list = {} }
    for i = 1, 65534 do state.list[i] = {} end
    assert.is_nil(raised(state))
    state.list[65535] = {}
    assert.equal("game: more than 65536 tables to take back (field 'tables' is the limit), the last one in state.list",
      raised(state))
    assert.is_nil(raised(state, { tables = 65537 }))
    assert.equal("game: more than 2 tables to take back (field 'tables' is the limit), the last one in reach()[1]",
      raised({}, { tables = 2, reach = function() return { {}, {} } end }))
    assert.matches("field 'tables': integer from 1 to 2^24 expected, got 0", raised({}, { tables = 0 }), 1, true)
    assert.matches("field 'reach': function expected, got a table", raised({}, { reach = {} }), 1, true)
  end)

  it("leaves the state as it was, also where `play` has reached it", function()
    local state = { n = 0 }
    local game = counting { play = function(at)
      at.n = at.n + 1
      at.world = at.n == 2 and _G or nil
      return true
    end }
    local search = alphabeta.start(game, state)
    for _ = 1, 2 do
      assert.matches("state.world is _G", select(2, pcall(search.step, search)), 1, true)
      assert.same({ n = 0 }, state)
    end
  end)
end)

-- Tricks are taken by changing the state; worlds are copies that are dealt anew.
local function taken_in_place(plain)
  return setmetatable({
    undo = true,
    play = function(state, card)
      local after = plain.play(state, card)
      state[1], state[2], state.led = after[1], after[2], after.led
      state.lead, state.won, state.seen = after.lead, after.won, after.seen
    end,
    determinize = function(state, me, random)
      local world, dealt = alphabeta.copy(state), plain.determinize(state, me, random)
      for name in pairs(world) do world[name] = dealt[name] end
      return world
    end,
  }, { __index = plain })
end

describe("undo = true", function()
  it("goes with hidden cards: every world is taken back by itself", function()
    local plain = new_trick(4)
    local game = taken_in_place(plain)
    for _, deal in ipairs { { "a1a3b2", "-" }, { "a2a4b1", "b3" }, { "a1b2b4", "a2" } } do
      for seed = 1, effort(10, 3) do
        local options = { algorithm = "mcts", playouts = 300, seed = seed }
        local state, same = game.initial(deal[1], deal[2]), plain.initial(deal[1], deal[2])
        local expected = alphabeta.search(plain, same, options)
        local search = alphabeta.start(game, state, options)
        repeat
          local done = search:step { nodes = 7 }
          assert.equal(plain.key(same), plain.key(state))
        until done
        local found = search:result()
        assert.same({ expected.value, expected.move, expected.nodes }, { found.value, found.move, found.nodes })
      end
    end
  end)
end)

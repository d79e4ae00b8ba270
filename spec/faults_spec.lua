-- Callbacks that fail or yield: the error arrives as it was thrown, the user's position is as it was
-- given, and the search goes on as if nothing had happened.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local quick = require "spec.support.quick"
local stride = require "spec.support.stride"
local trees = require "spec.support.trees"
local knowledge = require "spec.support.knowledge"

local CALLBACKS = { "moves", "successors", "play", "undo", "evaluate", "player", "bounds",
  "likelihood" }
local TREE = trees.random("again", 14, 4, 4)
local KNOWS = {
  bounds = knowledge.bounds(trees.game(TREE, "functional")),
  likelihood = knowledge.likelihood,
}
local ASKS = { threshold = 1e-8 } -- for likelihoods
local RECORDS = { threshold = 1e-8, trace = true }

-- A game over TREE that has all the callbacks its form can have.
local function make_game(form)
  return trees.game(TREE, form, KNOWS)
end

-- The game with a callback that calls `strike` at its k-th call, in place of or (where `late`) after
-- doing its work. For an iterator from `moves`, the calls of the iterator count, too.
local function struck(game, name, k, strike, late)
  local count = 0
  local function striking(callback)
    return function(...)
      count = count + 1
      local strikes = count == k
      if strikes and not late then strike() end
      local results = compat.pack(callback(...))
      if strikes and late then strike() end
      if name == "moves" and type(results[1]) == "function" then results[1] = striking(results[1]) end
      return compat.unpack(results, 1, results.n)
    end
  end
  local copy = setmetatable({ [name] = striking(game[name]) }, { __index = game })
  return copy, function() return count >= k end
end

-- The game with callbacks that call a function first.
local function before_each_call(game, call)
  local changed = setmetatable({}, { __index = game })
  for _, name in ipairs(CALLBACKS) do
    changed[name] = type(game[name]) == "function" and function(...)
      call()
      return game[name](...)
    end or nil
  end
  return changed
end

local function comparable(result)
  result.time = nil
  return result
end

-- Calls visit(form, callback, k, game, undisturbed result, struck?) with every call that a search of
-- TREE makes.
local function each_call(options, strike, visit, late, every)
  local step = stride * (every or 1)
  for _, form in ipairs(trees.forms) do
    local game = make_game(form)
    local whole = comparable(alphabeta.search(game, game.initial(), options))
    for _, name in ipairs(CALLBACKS) do
      local k, going = 1 - step, type(game[name]) == "function"
      while going do
        k = k + step
        local faulty, was_struck = struck(game, name, k, strike, late)
        visit(form, name, k, faulty, whole)
        going = was_struck()
      end
    end
  end
end

local function changes_position(game, name)
  return type(game.undo) == "function" and (name == "play" or name == "undo")
end

describe("an error in a callback", function()
  for title, thrown in pairs { ["a string"] = "struck", ["a table"] = {}, ["nil"] = false } do
    local value = thrown or nil
    local arrives = value == nil and compat.raised_nil or value

    it("leaves step as the same value, and stepping again repeats only that call: " .. title,
      function()
        local calls = 0
        each_call(ASKS, function() error(value, 0) end, function(form, name, k, game, whole)
          local where = ("%s, call %d of %s"):format(form, k, name)
          local state = game.initial()
          local search = alphabeta.start(game, state, ASKS)
          local worked, message = pcall(search.step, search)
          assert(trees.at_start(TREE, state) or changes_position(game, name), where)
          if not worked then
            calls = calls + 1
            assert(rawequal(message, arrives), where)
            if changes_position(game, name) then return end
            assert(search:step(), where)
          end
          assert.same(whole, comparable(search:result()), where)
          assert(trees.at_start(TREE, state), where)
        end)
        assert(calls > 200 / stride, calls)
      end)
  end

  it("leaves no mark in the recorded tree", function()
    each_call(RECORDS, function() error("struck", 0) end, function(form, name, k, game, whole)
      local search = alphabeta.start(game, game.initial(), RECORDS)
      if not pcall(search.step, search) then
        if changes_position(game, name) then return end
        assert(search:step())
      end
      assert.same(whole, comparable(search:result()), ("%s, call %d of %s"):format(form, k, name))
    end)
  end)

  it("leaves alphabeta.search as the same value, with the position restored", function()
    local token = {}
    local options = { depth = 3, threshold = ASKS.threshold }
    each_call(options, function() error(token) end, function(form, name, k, game, whole)
      local state = game.initial()
      local worked, message = pcall(alphabeta.search, game, state, options)
      if worked then return assert.same(whole, comparable(message)) end
      assert(message == token)
      assert(trees.at_start(TREE, state) or changes_position(game, name), form .. name .. k)
    end)
  end)

  it("keeps its traceback", function()
    local game = make_game "functional"
    local faulty = struck(game, "evaluate", 2, function() error("deep inside") end)
    local _, trace = xpcall(function() return (alphabeta.search(faulty, game.initial())) end, debug.traceback)
    assert.matches("deep inside", trace)
    assert.matches("'strike'.*search'", trace)
  end)

  it("costs no memory: nothing grows over many errors", function()
    local game = make_game "functional"
    local faulty = setmetatable({ evaluate = function() error("no") end }, { __index = game })
    local search = alphabeta.start(faulty, game.initial())
    local function errors(n)
      for _ = 1, n do pcall(search.step, search) end
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local before = errors(100)
    assert(errors(1000) - before < 1 + compat.compiler_memory)
  end)
end)

describe("a printed procedure", function()
  for _, algorithm in ipairs { "F", "F1", "F2", "minimax-alphabeta", "iterative" } do
    local options = { algorithm = algorithm, threshold = ASKS.threshold }

    -- The five share what they do then, so that the quick run tries fewer calls of each.
    local EVERY = quick(3, 1)

    -- Steps the search, in which `strike` makes an error that passes `check`; then it begins again.
    local function begin_again(strike, step, check)
      local strikes = 0
      each_call(options, strike, function(form, name, k, game, whole)
        local where = ("%s, call %d of %s"):format(form, k, name)
        local state = game.initial()
        local search = alphabeta.start(game, state, options)
        local worked, message = step(search)
        assert(trees.at_start(TREE, state) or changes_position(game, name), where)
        if not worked then
          strikes = strikes + 1
          check(message)
          if changes_position(game, name) then return end
          assert(search:step(), where)
        end
        assert.same(whole, comparable(search:result()), where)
        assert(trees.at_start(TREE, state), where)
      end, false, EVERY)
      assert(strikes > (compat.has_integers and 500 or 400) / stride / EVERY, strikes) -- (elsewhere, of other trees)
    end

    it("begins again after an error in a callback, which leaves as the same value: " .. algorithm,
      function()
        local token = {}
        begin_again(function() error(token) end, function(search)
          return pcall(search.step, search)
        end, function(message) assert(rawequal(message, token)) end)
      end)

    it("cannot be left by a yield, and begins again after the error: " .. algorithm, function()
      begin_again(coroutine.yield, function(search)
        return compat.elsewhere(search.step, search)
      end, function(message)
        assert.matches(compat.no_yield .. "$", message)
      end)
    end)

    it("begins again after an error, and another one as it does: " .. algorithm, function()
      local plain = make_game "functional"
      local whole = comparable(alphabeta.search(plain, plain.initial(), options))
      local k, calls = 0
      repeat
        k, calls = k + 1, 0
        local game = before_each_call(plain, function()
          calls = calls + 1
          if calls == k or calls == k + 1 then error "struck" end
        end)
        local search = alphabeta.start(game, plain.initial(), options)
        while not pcall(search.step, search) do end
        assert.same(whole, comparable(search:result()), k)
      until calls < k
      assert(k > 30, k)
    end)

    it("closes the search after an error inside play or undo of an in-place game: " .. algorithm,
      function()
        for _, name in ipairs { "play", "undo" } do
          local game = struck(make_game "undo", name, 3, function() error("half-way") end)
          local search = alphabeta.start(game, game.initial(), options)
          assert.is_false(pcall(search.step, search))
          assert.equal("dirty", search:result().stopped)
          assert.matches("search is closed %(dirty%)", select(2, pcall(search.step, search)))
        end
      end)
  end
end)

describe("an error inside play or undo of an in-place game", function()
  local function search_with(name, late)
    local game = make_game "undo"
    local faulty = struck(game, name, 3, function() error("half-way") end, late)
    local search = alphabeta.start(faulty, game.initial())
    assert.is_false(pcall(search.step, search))
    return search
  end

  for _, name in ipairs { "play", "undo" } do
    it("closes the search, whose result says dirty: " .. name, function()
      for _, late in ipairs { false, true } do
        local search = search_with(name, late)
        assert.equal("dirty", search:result().stopped)
        local worked, message = pcall(search.step, search)
        assert.is_false(worked)
        assert.matches("search is closed %(dirty%)", message)
        search:close()
        assert.equal("dirty", search:result().stopped)
      end
    end)
  end

  it("that strikes while the position is brought back closes the search too", function()
    local game = make_game "undo"
    local bad = setmetatable({
      bounds = function() return -math.huge, math.huge end, -- nothing is settled before a position is valued
      evaluate = function() error("first") end,
      undo = function() error("second") end,
    }, { __index = game })
    local search = alphabeta.start(bad, game.initial())
    local _, message = pcall(search.step, search)
    assert.matches("first", message)
    assert.equal("dirty", search:result().stopped)
  end)
end)

describe("a yield in a callback", function()
  -- Runs f in a coroutine to its end, counting the yields; each passes its number out, and back in.
  local function run(f)
    local yields = 0
    local thread = coroutine.create(f)
    local worked, a = coroutine.resume(thread)
    while coroutine.status(thread) == "suspended" do
      yields = yields + 1
      assert.equal("out", a)
      worked, a = coroutine.resume(thread, "in")
    end
    assert(worked, a)
    return a, yields
  end

  local function yield() assert(coroutine.yield("out") == "in") end

  it("before a wrong number: it is not asked for again", function()
    if not compat.has_yields then return end
    local calls = 0
    local game = { moves = function() end, play = function() end, finished = function() return nil end }
    function game.evaluate()
      calls = calls + 1
      if calls == 1 then yield() end
    end
    local worked, message = pcall(run, function() return alphabeta.search(game, {}) end)
    assert.same({ false, 1 }, { worked, calls })
    assert.matches("'evaluate' returned nil %(number expected%) at ply 0", message)
  end)

  it("at any call leaves the result as it is", function()
    if not compat.has_yields then return end
    for late, options in pairs { [false] = ASKS, [true] = RECORDS } do
      local total = 0
      each_call(options, yield, function(form, name, k, game, whole)
        local state = game.initial()
        local result, yields = run(function() return alphabeta.search(game, state, options) end)
        assert.same(whole, comparable(result), ("%s, call %d of %s"):format(form, k, name))
        assert(trees.at_start(TREE, state))
        total = total + yields
      end, late)
      assert(total > 200 / stride)
    end
  end)

  it("at every call, in steps of one node, leaves the result as it is", function()
    if not compat.has_yields then return end
    for _, form in ipairs(trees.forms) do
      local game = make_game(form)
      local whole = comparable(alphabeta.search(game, game.initial(), ASKS))
      local state = game.initial()
      local search = alphabeta.start(before_each_call(game, yield), state, ASKS)
      run(function()
        while not search:step { nodes = 1 } do assert(trees.at_start(TREE, state)) end
      end)
      assert.same(whole, comparable(search:result()), form)
    end
  end)

  it("outside of a coroutine is an error, and the search can go on", function()
    local game = make_game "undo"
    local faulty = struck(game, "evaluate", 2, coroutine.yield)
    local state = game.initial()
    local search = alphabeta.start(faulty, state)
    local thread = coroutine.wrap(function() return pcall(string.gsub, "x", "x", function()
      return search:step() and "" end) end)
    local worked, message = thread()
    assert.is_false(worked)
    assert.matches(compat.no_yield, message)
    assert(trees.at_start(TREE, state))
    assert(search:step())
  end)

  it("passes a search from one coroutine to another", function()
    local game = make_game "undo"
    local whole = comparable(alphabeta.search(game, game.initial()))
    local search = alphabeta.start(game, game.initial())
    local done
    repeat
      coroutine.wrap(function() done = search:step { nodes = 2 } end)()
    until done
    assert.same(whole, comparable(search:result()))
  end)

  it("in a coroutine that is then closed restores the position", function()
    if not compat.has_close then return end
    local game = make_game "undo"
    local state = game.initial()
    local search = alphabeta.start(struck(game, "evaluate", 3, coroutine.yield), state)
    local thread = coroutine.create(function() search:step() end)
    assert(coroutine.resume(thread))
    assert.is_false(trees.at_start(TREE, state))
    assert.matches("running", tostring(search))
    coroutine.close(thread)
    assert(trees.at_start(TREE, state))
    assert(search:step())
  end)
end)

describe("a coroutine that is dropped in the middle of a callback", function()
  if not compat.has_yields then return end

  -- The coroutine is on no stack any more when this returns. `keep`: where it is to be found still.
  local function leave_suspended(search, keep)
    local thread = coroutine.create(function() return search:step() end)
    assert(coroutine.resume(thread))
    keep.thread = thread
    return coroutine.status(thread) == "suspended"
  end

  local function collect()
    collectgarbage()
    collectgarbage()
  end

  it("leaves the search to be stepped again, with the position restored", function()
    local left = 0
    for _, form in ipairs(trees.forms) do
      local game = make_game(form)
      local whole = comparable(alphabeta.search(game, game.initial(), ASKS))
      for _, name in ipairs(CALLBACKS) do
        local state, changes = game.initial(), changes_position(game, name)
        local search = type(game[name]) == "function" and not changes
          and alphabeta.start(struck(game, name, 3, coroutine.yield), state, ASKS)
        if search and leave_suspended(search, {}) then
          left = left + 1
          collect()
          assert.matches("paused", tostring(search))
          assert(trees.at_start(TREE, state))
          assert(search:step())
          assert.same(whole, comparable(search:result()))
        end
      end
    end
    assert.is_true(left > 20)
  end)

  it("leaves the search to be closed, and its result to be read", function()
    local game = make_game "undo"
    local state = game.initial()
    local search = alphabeta.start(struck(game, "evaluate", 3, coroutine.yield), state)
    leave_suspended(search, {})
    collect()
    local nodes = search:result().nodes
    assert.is_true(nodes > 3)
    search:close()
    assert(trees.at_start(TREE, state))
    assert.equal("closed", search:result().stopped)
    assert.equal(nodes, search:result().nodes)
  end)

  it("leaves the search with the time that it was known to have taken", function()
    local game, calls, search, inside = make_game "functional", 0, nil, nil
    local function dawdle()
      local now = os.clock()
      while os.clock() < now + 0.002 do end
    end
    search = alphabeta.start(setmetatable({ evaluate = function(...)
      dawdle()
      calls = calls + 1
      if calls == 8 then
        inside = search:result().time
        coroutine.yield()
      end
      return game.evaluate(...)
    end }, { __index = game }), game.initial(), { time = 1000, deepening = false })
    leave_suspended(search, {})
    collect()
    local known = search:result().time
    assert(known > 0.01 and known <= inside, known)
    dawdle()
    assert.equal(known, search:result().time)
  end)

  it("closes a search as dirty where it was inside play or undo", function()
    for _, name in ipairs { "play", "undo" } do
      local game = make_game "undo"
      local search = alphabeta.start(struck(game, name, 2, coroutine.yield, true), game.initial())
      assert.is_true(leave_suspended(search, {}))
      collect()
      assert.has_error(function() search:step() end, "search is closed (dirty)")
      search:close()
      assert.equal("dirty", search:result().stopped)
    end
  end)

  it("still holds the search as long as it is kept", function()
    local game, kept = make_game "undo", {}
    local search = alphabeta.start(struck(game, "evaluate", 3, coroutine.yield), game.initial())
    leave_suspended(search, kept)
    collect()
    assert.has_error(function() search:close() end,
      "search is running (in a callback, or in a coroutine that is suspended): it cannot be closed")
    assert(coroutine.resume(kept.thread))
    assert.equal("dead", coroutine.status(kept.thread))
    assert.has_no.errors(function() search:close() end)
  end)

  it("cannot go on where a finalizer brings it back, and does no harm", function()
    if not compat.has_close then return end
    for _, meanwhile in ipairs { "close", "step", "suspend" } do
      local game, calls = make_game "undo", 0
      local whole = comparable(alphabeta.search(game, game.initial()))
      local search = alphabeta.start(setmetatable({ evaluate = function(state)
        calls = calls + 1
        if calls == 3 or calls == 5 and meanwhile == "suspend" then coroutine.yield() end
        return game.evaluate(state)
      end }, { __index = game }), game.initial())
      local thread
      do
        local kept = setmetatable({}, { __gc = function(self) thread = self.thread end })
        leave_suspended(search, kept)
      end
      collect()
      assert.equal("suspended", coroutine.status(thread))
      local other = coroutine.create(function() return search:step() end)
      if meanwhile == "close" then search:close() end
      if meanwhile == "step" then assert.is_false(search:step { nodes = 1 }) end
      if meanwhile == "suspend" then assert(coroutine.resume(other)) end
      local worked, message = coroutine.resume(thread)
      assert.is_false(worked)
      assert.matches("search was stepped outside this coroutine", message)
      if meanwhile ~= "close" then
        assert(coroutine.resume(other))
        assert.same(whole, comparable(search:result()))
      end
    end
  end)
end)

describe("a coroutine that an error has killed", function()
  it("leaves the search to be stepped again, with the position restored", function()
    local game = trees.game(TREE, "undo")
    local whole = comparable(alphabeta.search(game, game.initial()))
    local state = game.initial()
    local search = alphabeta.start(struck(game, "evaluate", 3, error), state)
    local thread = coroutine.create(function() search:step() end)
    assert.is_false(coroutine.resume(thread))
    assert.equal(0, search:result().leaves - 2)
    assert(trees.at_start(TREE, state))
    assert.is_false(search:step { nodes = 1 })
    if compat.has_close then coroutine.close(thread) end
    assert(search:step())
    assert.same(whole, comparable(search:result()))
  end)
end)

describe("a search from within a callback", function()
  local game = trees.game(TREE, "undo")

  it("of another position works", function()
    local whole = comparable(alphabeta.search(game, game.initial()))
    local inner = {}
    local outer = setmetatable({ evaluate = function(state)
      inner[#inner + 1] = alphabeta.search(game, game.initial()).value
      return game.evaluate(state)
    end }, { __index = game })
    assert.same(whole, comparable(alphabeta.search(outer, game.initial())))
    assert.equal(whole.leaves, #inner)
    for _, value in ipairs(inner) do assert.equal(whole.value, value) end
  end)

  it("nests fifty deep; without end it is a clean error", function()
    local level, deepest = 0, 50
    local nested
    nested = {
      moves = function() return { 1 } end,
      play = function(state) return state + 1 end,
      evaluate = function()
        level = level + 1
        if level < deepest then return alphabeta.search(nested, 1, { depth = 1 }).value end
        return 7
      end,
    }
    assert.equal(7, math.abs(alphabeta.search(nested, 1, { depth = 1 }).value))
    level, deepest = 0, math.huge
    local worked, message = pcall(alphabeta.search, nested, 1, { depth = 1 })
    assert.is_false(worked)
    assert.matches("overflow", message)
  end)

  it("that steps or closes the search it is called by is refused, and the search goes on", function()
    local whole = comparable(alphabeta.search(game, game.initial()))
    local search, refusals = nil, 0
    local faulty = setmetatable({ evaluate = function(state)
      for _, method in ipairs { "step", "close" } do
        local worked, message = pcall(search[method], search)
        assert(not worked and message:find("running"))
        refusals = refusals + 1
      end
      assert(search:result().nodes > 0)
      return game.evaluate(state)
    end }, { __index = game })
    search = alphabeta.start(faulty, game.initial())
    assert(search:step())
    assert.same(whole, comparable(search:result()))
    assert(refusals > 0)
  end)
end)

describe("a choice that steps or closes the search", function()
  for _, closing in ipairs { "step", "result", "close" } do
    it("is refused and gives its move, asked for by " .. closing, function()
      local game = trees.game(TREE, "functional")
      local expected = alphabeta.search(game, game.initial(), { all = true })
      local search
      local refused = 0
      local function choose(moves)
        for name, message in pairs { close = "it cannot be closed", step = "it cannot be stepped" } do
          local worked, fault = pcall(search[name], search)
          assert.is_false(worked)
          assert.matches(message, fault)
          refused = refused + 1
        end
        return moves[#moves].move
      end
      search = alphabeta.start(game, game.initial(), { choose = choose, trace = true })
      search:step()
      search[closing](search)
      assert.equal(expected.moves[#expected.moves].move, search:result().move)
      assert.equal(2, refused)
    end)
  end
end)

describe("garbage collection", function()
  it("in every callback changes nothing", function()
    for _, form in ipairs(trees.forms) do
      local game = make_game(form)
      local whole = comparable(alphabeta.search(game, game.initial(), ASKS))
      local calls = 0
      local collecting = before_each_call(game, function()
        calls = calls + 1
        if calls % quick(4, 1) == 0 then collectgarbage() end
      end)
      assert.same(whole, comparable(alphabeta.search(collecting, game.initial(), ASKS)), form)
    end
  end)

  it("of searches dropped in the middle frees them", function()
    local game = make_game "undo"
    local function drop(n)
      for _ = 1, n do alphabeta.start(game, game.initial()):step { nodes = 5 } end
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local before = drop(20)
    assert(drop(200) - before < 1 + compat.compiler_memory)
  end)
end)

describe("A search that goes on after an error", function()
  local FORMS = {
    play = {}, likelihood = { likelihood = function() return 1 end }, more = {},
    chance = { chance = function(s) if s.ply % 2 == 1 then return { 1, 2, 3 } end end },
    simultaneous = { simultaneous = function(s) if s.ply % 2 == 1 then return { 1, 2 }, { 1, 2 } end end },
  }

  -- A game whose function fails at the call with this number: `play`, or the one that the form is called after.
  local function failing_game(form, failing)
    local calls = 0
    local function count()
      calls = calls + 1
      if calls == failing then error "odd" end
    end
    local game = {
      viewpoint = 1, player = function(s) return s.ply % 2 + 1 end, moves = function() return { 1, 2, 3 } end,
      play = function(s, move, other)
        if form ~= "likelihood" and form ~= "more" then count() end
        return { ply = s.ply + 1, sum = s.sum * 3 + move - (other or 0) }
      end,
      evaluate = function(s) return s.sum % 7 end,
      likelihood = form == "likelihood" and function()
        count()
        return 1
      end or nil,
    }
    if form == "more" then
      function game.moves()
        local move = 0
        return function()
          count()
          move = move + 1
          return move <= 3 and move or nil
        end
      end
    end
    return setmetatable(game, { __index = FORMS[form] })
  end

  for form in pairs(FORMS) do
    it("keeps the limits of the step, and its own: " .. form, function()
      local function start(limit, failing)
        local search = alphabeta.start(failing_game(form, failing), { ply = 0, sum = 0 }, {
          depth = 8, table = false, deepening = false, nodes = limit, threshold = form == "likelihood" and 0.1 or nil,
        })
        assert.is_false((pcall(search.step, search)))
        return search, search:result().nodes
      end
      for failing = 100, 130, 6 do
        local search, before = start(nil, failing)
        assert.is_false(search:step { nodes = 10 })
        assert.equal(before + 10, search:result().nodes)
        search = start(500, failing)
        search:step()
        assert.same({ "nodes", 500 }, { search:result().stopped, search:result().nodes })
      end
    end)
  end
end)

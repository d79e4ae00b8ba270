-- Callbacks at their worst: at each call of each callback there is, everything that a callback can do to
-- the search it serves, and every result it must not give. What is right afterwards is always the same:
-- the error as it was thrown, or one that names the callback; the position as it was given; the value.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local api = require "spec.hostile.api"
local effort = require "spec.support.effort"
local quick = require "spec.support.quick"
local stride = require "spec.support.stride"
local trees = require "spec.support.trees"
local knowledge = require "spec.support.knowledge"

local TREE = trees.random("again", 14, 3, 3)

local KNOWS = {
  key = function(node) return ("node %d"):format(node.id) end,
  order = knowledge.order,
  noisy = knowledge.noisy,
  likelihood = knowledge.likelihood,
  bounds = knowledge.bounds(trees.game(TREE, "functional")),
}

local function make_game(form)
  local knows = KNOWS
  if form == "successors" then
    knows = setmetatable({ noisy = false }, { __index = KNOWS })
  end
  return trees.game(TREE, form, knows)
end

-- What a search asks for decides which callbacks it calls; each kind of options is tried in every form.
local ASKS = {
  { threshold = 1e-8 },
  { depth = 2, quiescence = 2, table = false },
  { algorithm = "mtdf" },
  { algorithm = "alphabeta", deepening = true },
  { algorithm = "F2", threshold = 1e-8 },
  { choose = "random", random = function(n) return n end, on_depth = function() end },
  { choose = function(moves) return moves[#moves].move end },
}

local function suits(options, form)
  return not (options.quiescence and form == "successors")
end

local function with(original, changes)
  return setmetatable(changes, { __index = original })
end

local function copy_with(original, name, value)
  local copy = {}
  for key, item in pairs(original) do copy[key] = item end
  copy[name] = value
  return copy
end

-- The game and the options with one callback replaced by wrap(callback).
local function replaced(game, options, name, wrap)
  if api.callbacks[name] then return with(game, { [name] = wrap(game[name]) }), options end
  return game, copy_with(options, name, wrap(options[name]))
end

-- `act(...)` instead of the k-th call, with the callback and its arguments.
local function at_call(k, act, calls)
  return function(callback)
    return function(...)
      calls.n = calls.n + 1
      if calls.n == k then return act(callback, ...) end
      return callback(...)
    end
  end
end

local function is_printed(options) return options.algorithm == "F2" end

local function callbacks_of(game, options)
  local names = {}
  for name in pairs(api.callbacks) do
    if type(game[name]) == "function" then names[#names + 1] = name end
  end
  for name in pairs(api.option_callbacks) do
    if type(options[name]) == "function" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function essence(result)
  return { value = result.value, bound = result.bound, move = result.move, nodes = result.nodes,
    stopped = result.stopped, depth = result.depth }
end

-- Steps to the end and asks for the result, which is where `choose` and `random` are called.
local function finish(search)
  search:step()
  return essence(search:result())
end

-- What an undisturbed search gives, by form and options: each spec compares with it.
local wholes = {}

local function whole_of(form, number)
  local key = form .. number
  if not wholes[key] then
    local game = make_game(form)
    wholes[key] = finish(alphabeta.start(game, game.initial(), ASKS[number]))
  end
  return wholes[key]
end

-- Fails where these are not the same; only then is it worth to say so at length.
local function expect_same(expected, got, where)
  for name, value in pairs(expected) do
    if got[name] ~= value then assert.same(expected, got, where) end
  end
  for name in pairs(got) do
    if expected[name] == nil then assert.same(expected, got, where) end
  end
end

local function expect_match(pattern, message)
  if type(message) ~= "string" or not message:find(pattern) then assert.matches(pattern, message, 1, false) end
end

-- Visits every call of every callback: visit(case), where the case has a `search` over a `game` at a
-- `state` in which `act` strikes at call `k` of callback `name`, and what undisturbed searches give.
local function each_call(act, visit, every)
  local struck = 0
  for _, form in ipairs(trees.forms) do
    for number, options in ipairs(ASKS) do
      if suits(options, form) then
        local game = make_game(form)
        local whole = whole_of(form, number)
        for _, name in ipairs(callbacks_of(game, options)) do
          local k, calls = 1, { n = 0 }
          repeat
            calls.n = 0
            local case = { form = form, name = name, k = k, options = options, whole = whole, game = game,
              state = game.initial(), where = ("%s, options %d, call %d of %s"):format(form, number, k, name) }
            local faulty, asking = replaced(game, options, name, at_call(k, function(...)
              struck = struck + 1
              return act(case, ...)
            end, calls))
            case.search = alphabeta.start(faulty, case.state, asking)
            visit(case)
            k = k + (every or 1) * stride
          until calls.n < k - (every or 1) * stride
        end
      end
    end
  end
  return struck
end

local function is_restored(case) return trees.at_start(TREE, case.state) end

local function may_be_dirty(case)
  return type(case.game.undo) == "function" and api.callbacks[case.name] and api.callbacks[case.name].changes
end

-- The search was left by an error: either it is closed as dirty, for `play` or `undo` was struck in place,
-- or it goes on as if nothing had happened.
local function expect_recovery(case)
  if case.search:result().stopped == "dirty" then
    assert(may_be_dirty(case), case.where)
    expect_match("search is closed %(dirty%)", select(2, pcall(case.search.step, case.search)))
    return
  end
  assert(is_restored(case), case.where)
  local again = finish(case.search)
  if is_printed(case.options) then again.nodes = case.whole.nodes end -- it began again
  expect_same(case.whole, again, case.where)
  assert(is_restored(case), case.where)
end

-- An `act` that does something besides the callback's work.
local function besides(what)
  return function(case, callback, ...)
    what(case)
    return callback(...)
  end
end

describe("a callback that raises", function()
  local thrown = {
    ["a huge string"] = ("x"):rep(1e6),
    ["a table whose metamethods raise"] = setmetatable({}, { __tostring = error, __index = error,
      __name = {} }),
    ["nil"] = false,
    ["a coroutine"] = coroutine.create(function() end),
  }
  for title, value in pairs(thrown) do
    it(title .. " has it passed on as it is, and the search stands as before", function()
      local raised = value or nil
      local arrives = raised == nil and compat.raised_nil or raised
      local strikes = each_call(function() error(raised, 0) end, function(case)
        local worked, message = pcall(finish, case.search)
        if not worked then
          assert(rawequal(message, arrives), case.where)
          if case.search:result().stopped ~= "dirty" then assert(is_restored(case), case.where) end
          expect_recovery(case)
        end
      end, 3)
      assert(strikes > 300 / stride, strikes)
    end)
  end
end)

describe("a callback that does no harm", function()
  local function expect_nothing(act, every)
    local strikes = each_call(act, function(case)
      expect_same(case.whole, finish(case.search), case.where)
      assert(is_restored(case), case.where)
    end, every)
    assert(strikes > 100 / stride, strikes)
  end

  it("may collect garbage", function() expect_nothing(besides(function() collectgarbage() end), 11) end)

  it("may look at its search", function()
    expect_nothing(besides(function(case)
      if not api.option_callbacks[case.name] then
        assert(case.search:result().nodes >= 0)
        expect_match("alphabeta.search", tostring(case.search))
      end
    end), 2)
  end)

  it("may search again, the same game", function()
    expect_nothing(besides(function(case)
      assert(alphabeta.search(case.game, case.game.initial(), { depth = 2 }).value)
    end), 11)
  end)

  it("may give more results than are asked for", function()
    expect_nothing(function(case, callback, ...)
      if case.game.variadic and (case.name == "moves" or case.name == "noisy") then return callback(...) end
      local results = compat.pack(callback(...))
      local wanted = (api.callbacks[case.name] or api.option_callbacks[case.name]).results
      results.n = math.max(results.n, #wanted)
      for i = 1, 200 do results[results.n + i] = 0 / 0 end
      return compat.unpack(results, 1, results.n + 200)
    end, 3)
  end)

  it("may step and close its search: that is refused", function()
    local refusals = 0
    expect_nothing(besides(function(case)
      if api.option_callbacks[case.name] and case.name ~= "on_depth" then return end
      for _, method in ipairs { "step", "close" } do
        local worked, message = pcall(case.search[method], case.search)
        assert(not worked, case.where)
        expect_match("search is running", message)
        refusals = refusals + 1
      end
    end), 2)
    assert(refusals > 200 / stride)
  end)
end)

describe("a callback that yields", function()
  -- `choose` and `random` cannot, nor can any callback of a printed procedure.
  local function may_yield(case)
    return compat.has_yields and not is_printed(case.options) and case.name ~= "choose" and case.name ~= "random"
  end

  it("goes on where it was; where it cannot yield, that is an error", function()
    local strikes = each_call(besides(function() coroutine.yield() end), function(case)
      local thread = coroutine.create(finish)
      local worked, result = coroutine.resume(thread, case.search)
      if coroutine.status(thread) == "suspended" then
        assert(may_yield(case), case.where)
        worked, result = coroutine.resume(thread)
      end
      if worked then
        expect_same(case.whole, result, case.where)
      else
        assert(not may_yield(case), case.where)
        assert.matches(compat.no_yield, result)
        if compat.has_close then coroutine.close(thread) end
        expect_recovery(case)
      end
    end, 2)
    assert(strikes > 300 / stride, strikes)
  end)

  it("and whose coroutine is closed leaves the search as it was", function()
    if not compat.has_close then return end
    local strikes = each_call(besides(function() coroutine.yield() end), function(case)
      if not may_yield(case) then return end
      local thread = coroutine.create(finish)
      coroutine.resume(thread, case.search)
      coroutine.close(thread)
      expect_recovery(case)
    end, 2)
    assert(strikes > 200 / stride, strikes)
  end)

  it("and whose coroutine is lost with its search does no harm, and costs nothing", function()
    if not compat.has_yields then return end
    local strikes = each_call(besides(function() coroutine.yield() end), function(case)
      if may_yield(case) then coroutine.wrap(finish)(case.search) end
      case.search = nil
    end, 2)
    assert(strikes > 200 / stride, strikes)
    collectgarbage()
    collectgarbage()
  end)

  it("and whose coroutine wants to end itself cannot, or leaves the search as it was", function()
    if not compat.has_close then return end
    if compat.closes_itself then
      local strikes = each_call(besides(function() coroutine.close(coroutine.running()) end), function(case)
        local thread = coroutine.create(finish)
        assert(coroutine.resume(thread, case.search))
        assert.equal("dead", coroutine.status(thread))
        expect_recovery(case)
      end, 5)
      return assert(strikes > 100 / stride, strikes)
    end
    local strikes = each_call(besides(function()
      local worked, message = pcall(coroutine.close, coroutine.running())
      assert(not worked and message:find "cannot close a running coroutine")
    end), function(case)
      expect_same(case.whole, coroutine.wrap(finish)(case.search), case.where)
    end, 5)
    assert(strikes > 100 / stride, strikes)
  end)
end)

-- What is known of a callback of the game.
local function callback_of(game, name) return game.fills and api.fillers[name] or api.callbacks[name] end

-- From here on the rules break their word, so there is no right value. A tree's callbacks raise where they
-- are asked about nonsense; these answer something.
local function tolerant(game)
  local copy = {}
  for name in pairs(api.callbacks) do
    local original = game[name]
    copy[name] = type(original) == "function" and function(...)
      local results = compat.pack(pcall(original, ...))
      if results[1] then return compat.unpack(results, 2, results.n) end
      local default = callback_of(game, name).default
      return default, default
    end or nil
  end
  return with(game, copy)
end

local MOST_NODES = 60 -- such a game need not end

-- Whatever happened, the search can be looked at and closed, and its values are numbers.
local function expect_sound(search, where)
  local known, result = pcall(search.result, search)
  if known then
    assert(result.value == nil or result.value == result.value and compat.type(result.value), where)
    assert(result.nodes >= 0 and type(result.pv) == "table", where)
  end
  search:close()
end

describe("a callback that changes what it was given", function()
  local function each_change(change)
    local strikes = 0
    for _, form in ipairs(trees.forms) do
      for _, options in ipairs(ASKS) do
        if suits(options, form) then
          local lists = setmetatable({}, { __mode = "v" })
          local game = tolerant(make_game(form))
          local meddling = {}
          for name in pairs(api.callbacks) do
            local original = game[name]
            meddling[name] = original and function(...)
              strikes = strikes + 1
              change(lists, ...)
              local result = compat.pack(original(...))
              local list = game.fills and select(2, ...) or result[1]
              if type(list) == "table" and (name == "moves" or name == "noisy" or name == "successors") then
                lists[#lists % 8 + 1] = list
              end
              return compat.unpack(result, 1, result.n)
            end
          end
          local state = game.initial()
          local search = alphabeta.start(with(game, meddling), state, copy_with(options, "nodes", MOST_NODES))
          pcall(finish, search)
          if not options.choose then expect_sound(search, form) end
        end
      end
    end
    assert(strikes > 500, strikes)
  end

  it("such as the lists of moves, is not the end", function()
    local step = 0
    each_change(function(lists)
      step = step + 1
      for _, list in pairs(lists) do
        if step % 4 == 0 then list[#list] = nil
        elseif step % 4 == 1 then list[#list + 1] = list[1]
        elseif step % 4 == 2 then list[1], list[2] = list[2], list[1]
        else setmetatable(list, { __index = error, __len = error }) end
      end
    end)
  end)

  it("such as the state, is not the end", function()
    local step = 0
    each_change(function(_, state)
      step = step + 1
      if step % 5 == 0 and type(state) == "table" and state.path then
        state.path[#state.path] = nil
        state.node = TREE.root
      end
    end)
  end)
end)

-- What games have that are not here: see chance_spec and simultaneous_spec.
local ELSEWHERE = { chance = true, simultaneous = true }

-- Does a callback have results that can be wrong, one by one?
local function has_results(game, name)
  if name == "play" then -- the first is ignored, or may be nil
    return not (game.undo or game.width or game.pseudolegal)
  end
  return not (game.variadic and (name == "moves" or name == "noisy"))
end

-- Each result that a callback may give at all: visit(case), which tells whether that callback was called.
-- Of the options, one is enough that makes the search call it. The first call is as good as a later one, so that
-- a shorter run takes them by turns, and the quick one half of that.
local FIRST_OR_LATER = quick({ { 1 }, {}, { 4 }, { 1 }, { 4 }, {}, {} },
  effort(1) > 1 and { { 1, 4 } } or { { 1 }, { 4 } })

local function each_result(visit)
  local turn = 2 -- by which the quick run meets enough results of each callback
  for _, form in ipairs(trees.forms) do
    local game, called = make_game(form), {}
    for number, options in ipairs(ASKS) do
      for _, name in ipairs(suits(options, form) and callbacks_of(game, options) or {}) do
        local callback = callback_of(game, name)
        local kinds = callback and not called[name] and has_results(game, name) and callback.results or {}
        for place, fits in ipairs(kinds) do
          api.each_value(function(value)
            turn = turn % #FIRST_OR_LATER + 1
            for _, k in ipairs(FIRST_OR_LATER[turn]) do
              called[name] = visit { form = form, name = name, k = k, game = game, options = options,
                place = place, value = value, fits = fits(value),
                where = ("%s, options %d, call %d of %s gives %s as result %d"):format(form, number, k, name,
                  api.show(value), place) } or called[name]
            end
          end)
        end
      end
    end
  end
end

describe("a callback's result", function()
  local function expect_answer(case, worked, message)
    if case.fits then
      local blamed = not worked and tostring(message):find(("'%s' returned"):format(case.name), 1, true)
      assert(not blamed or message:find "low .* above high", case.where)
    else
      assert(not worked, case.where)
      expect_match(("^game '.*': '%s' returned .* expected%%) at ply %%d+$"):format(case.name), message)
    end
  end

  it("that does not fit is an error that names game, callback and ply; one that fits is none", function()
    local refused = {}
    each_result(function(case)
      local calls, state = { n = 0 }, case.game.initial()
      local limited = copy_with(case.options, "nodes", MOST_NODES)
      local game, options = replaced(tolerant(case.game), limited, case.name, at_call(case.k, function(callback, ...)
        local results = compat.pack(callback(...))
        results[case.place] = case.value
        return compat.unpack(results, 1, math.max(results.n, case.place))
      end, calls))
      local search = alphabeta.start(game, state, options)
      local worked, message = pcall(search.step, search)
      local called = calls.n >= case.k
      if called then
        expect_answer(case, worked, message)
        assert(trees.at_start(TREE, state), case.where)
        if not case.fits then refused[case.name] = (refused[case.name] or 0) + 1 end
      end
      if not case.options.choose then expect_sound(search, case.where) end
      return called
    end)
    local enough = compat.has_integers and 20 or 10 -- where there are no integers, none is too large
    for name, callback in pairs(api.callbacks) do
      assert(#callback.results == 0 or ELSEWHERE[name] or (refused[name] or 0) > enough, name)
    end
  end)

  it("that is missing is an error too", function()
    for name, callback in pairs(api.callbacks) do
      if callback.results[1] and not callback.results[1](nil) then
        for _, form in ipairs(trees.forms) do
          local game = make_game(form)
          if game[name] and not game.undo and not game.width and not game.pseudolegal then
            local calls = 0
            local search = alphabeta.start(with(game, { [name] = function() calls = calls + 1 end }),
              game.initial(), ASKS[1])
            local worked, message = pcall(search.step, search)
            assert.equal(calls == 0, worked, form .. name)
            if calls > 0 then assert.matches("'" .. name .. "' returned nil", message) end
          end
        end
      end
    end
  end)
end)

describe("the iterator of deepen", function()
  it("cannot be called from a callback of its own search", function()
    local step, refused = nil, 0
    step = alphabeta.deepen({ moves = function() end, play = error, evaluate = function()
      local worked, message = pcall(step)
      assert(not worked and message:find "search is running")
      refused = refused + 1
      return 7
    end }, 1)
    assert.equal(7, step().value)
    assert.equal(1, refused)
  end)
end)

describe("multiple results of moves", function()
  it("that are one nil are no moves", function()
    local game = { variadic = true, moves = function() return nil end, play = error,
      evaluate = function() return 7 end }
    assert.equal(7, alphabeta.search(game, 1).value)
  end)
end)

describe("the options choose and random", function()
  local game = make_game "functional"

  for _, name in ipairs { "choose", "random" } do
    it("refuse what does not fit, and ask again: " .. name, function()
      local refused = 0
      api.each_value(function(value)
        local give = function() return value end
        local options = { choose = name == "choose" and give or "random", random = give }
        if name == "random" then
          local worked, message = pcall(alphabeta.search, game, game.initial(), options)
          assert(worked or message:find("option 'random' returned .* expected"))
          options.margin_random = 0
        end
        local search = alphabeta.start(game, game.initial(), options)
        search:step()
        local worked, result = pcall(search.result, search)
        if worked then
          assert(result.move ~= nil)
        else
          refused = refused + 1
          assert.matches("option '" .. name .. "' returned .* expected", result)
          assert.is_false(pcall(search.result, search))
        end
      end)
      assert(refused > 30)
    end)
  end

  -- They are called when the search is over, by whoever asks for the result.
  it("may use their search", function()
    for _, method in ipairs { "step", "close", "result" } do
      for _, options in ipairs { { choose = function(moves) return moves[1].move end },
        { choose = "random", random = function() return 1 end } } do
        local name = options.random and "random" or "choose"
        local original, busy, search = options[name], false, nil
        options[name] = function(...)
          if not busy then
            busy = true
            pcall(search[method], search)
          end
          return original(...)
        end
        search = alphabeta.start(game, game.initial(), options)
        search:step()
        local worked, result = pcall(search.result, search)
        assert(worked and result.move or tostring(result):find "search is", name .. method)
      end
    end
  end)
end)

-- At and beyond every limit: the deepest, widest and longest, the largest and the smallest numbers, no
-- memory, a collector that never rests or always does, hooks that strike anywhere, a state that is closed.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local c = require "spec.support.c"
local files = require "spec.support.files"
local effort = require "spec.support.effort"
local quick = require "spec.support.quick"
local trees = require "spec.support.trees"
local oracle = require "spec.support.oracle"

local ALGORITHMS = { "alphabeta", "minimax", "branch-and-bound", "aspiration", "pvs", "mtdf", "F", "F1", "F2",
  "minimax-alphabeta", "iterative" }

local function essence(result)
  return { value = result.value, bound = result.bound, move = result.move, nodes = result.nodes,
    depth = result.depth, stopped = result.stopped }
end

-- A game of one line of moves; the value of its end is that of its last player.
local function line_of(plies)
  return {
    moves = function(ply) return ply < plies and { "on" } or nil end,
    play = function(ply) return ply + 1 end,
    evaluate = function(ply) return ply end,
    key = function(ply) return ply end,
  }
end

-- The same in other forms, by name.
local ENDINGS = {
  list = line_of,
  width = function(plies)
    local function play(ply) if ply < plies then return ply + 1 end end
    return { width = 1, play = play, evaluate = line_of(plies).evaluate }
  end,
  payoff = function(plies)
    local line = line_of(plies)
    function line.play(ply) return ply + 1, ply + 1 == plies and plies or nil end
    return line
  end,
}

-- A game of one move out of many, worth what `value(i)` says to who makes it.
local function star_of(moves, value)
  local list, states = {}, {}
  for i = 1, moves do list[i], states[i] = i, i end
  local star = {
    evaluate = function(state) return state == 0 and 0 or -value(state) end,
    key = function(state) return state end,
  }
  local forms = {}
  forms.list = setmetatable({ moves = function(state) return state == 0 and list or nil end,
    play = function(_, move) return move end }, { __index = star })
  if pcall(compat.unpack, list) then -- Lua 5.1 and LuaJIT return 8000 results at most
    forms.variadic = setmetatable({ variadic = true, play = forms.list.play,
      moves = function(state) if state == 0 then return compat.unpack(list) end end }, { __index = star })
  end
  forms.fills = setmetatable({ fills = true, play = forms.list.play, moves = function(state, given)
    for i = 1, state == 0 and moves or 0 do given[i] = i end
    return state == 0 and moves or 0
  end }, { __index = star })
  forms.width = setmetatable({ width = moves, play = function(_, move) return move, -value(move) end },
    { __index = star })
  forms.iterator = setmetatable({ play = forms.list.play, moves = function(state)
    return state == 0 and coroutine.wrap(function() for i = 1, moves do coroutine.yield(i) end end) or nil
  end }, { __index = star })
  forms.successors = setmetatable({ successors = function(state) return state == 0 and states or nil end },
    { __index = star })
  return forms
end

describe("at its limits", function()
  for _, algorithm in ipairs(ALGORITHMS) do
    it(algorithm .. " goes 1000 plies deep", function()
      local result = alphabeta.search(line_of(1000), 0, { depth = 1000, algorithm = algorithm, deepening = false })
      assert.equal(1000, result.value)
      assert.equal(1000, #result.pv)
    end)

    it(algorithm .. " takes 10,000 moves in a position, in whatever form", function()
      for form, game in pairs(star_of(10000, function(i) return i == 7777 and 1 or -1 end)) do
        local result = alphabeta.search(game, 0, { algorithm = algorithm, nodes = 1000000 })
        assert.equal(1, result.value, form)
        assert.equal(7777, result.move, form)
      end
    end)
  end

  for _, algorithm in ipairs { "mcts", compat.unpack(ALGORITHMS) } do
    it(algorithm .. " searches a game that ends at ply 1000 to its end, and none that goes on", function()
      local options = { algorithm = algorithm, deepening = false }
      if algorithm == "mcts" then options = { algorithm = "mcts", playouts = 20 } end
      for form, make in pairs(ENDINGS) do
        local worked, result = pcall(alphabeta.search, make(1000), 0, options)
        assert(worked, result)
        assert.equal(1000, result.value, form)
        worked, result = pcall(alphabeta.search, make(1002), 0, options)
        assert.is_false(worked, form)
        assert.matches("game has not ended after 1000 plies", result)
      end
    end)
  end

  for _, algorithm in ipairs { "F", "F1", "F2" } do
    it(algorithm .. " in a callback heeds a limit of positions before it is too deep", function()
      local deepest
      local function search(limits)
        limits.algorithm, limits.deepening = algorithm, false
        return alphabeta.search(line_of(2000), 0, limits)
      end
      local outer = line_of(100)
      local evaluate = outer.evaluate
      function outer.evaluate(state)
        deepest = 1000
        while not pcall(search, { depth = deepest }) do deepest = deepest - 1 end
        assert.equal("nodes", search({ depth = 1000, nodes = deepest + 1 }).stopped)
        assert.matches("recurse 1024 plies", select(2, pcall(search, { depth = 1000, nodes = deepest + 2 })))
        return evaluate(state)
      end
      alphabeta.search(outer, 0, { algorithm = algorithm })
      assert.equal(1024 - 101 - 16, deepest) -- the outer search has 101 positions on its line
    end)
  end

  it("a game that ends at ply 1000 is searched to its end by deepening", function()
    assert.equal(1000, alphabeta.search(line_of(1000), 0).value)
  end)

  it("very many steps are one search", function()
    local tree = trees.random("uniform", 3, 4, 6)
    local game = trees.game(tree, "functional")
    local whole = essence(alphabeta.search(game, game.initial(), { algorithm = "minimax" }))
    local steps, searches = 0, 0
    while steps < effort(200000) do
      local search = alphabeta.start(game, game.initial(), { algorithm = "minimax" })
      repeat steps = steps + 1 until search:step { nodes = 1 }
      assert.same(whole, essence(search:result()))
      searches = searches + 1
    end
    assert(steps > searches * 5000)
  end)

  it("a game of 100,000 plies is played as deep as is asked, and refused where nothing is", function()
    local game = line_of(100000)
    assert.equal(1000, alphabeta.search(game, 0, { depth = 1000 }).value)
    assert.equal(99999 + 1, alphabeta.search(game, 99990).value)
    local worked, message = pcall(alphabeta.search, game, 0)
    assert(not worked)
    assert.matches("game has not ended after 1000 plies %(give a depth%)", message)
  end)
end)

local EXACT = compat.integer(2 ^ 53)

describe("a value", function()
  local VALUES = { 0, -0.0, 1, -1, EXACT, -EXACT, 2.0 ^ 53, 2.0 ^ 53 + 2, 1e308, -1e308, 5e-324, -5e-324,
    2.2250738585072014e-308, 0.1, math.huge, -math.huge }

  for _, algorithm in ipairs(ALGORITHMS) do
    it("of any size comes back as it was given: " .. algorithm, function()
      for _, low in ipairs(VALUES) do
        for _, high in ipairs(VALUES) do
          local game = star_of(2, function(i) return i == 1 and low or high end).list
          local result = alphabeta.search(game, 0, { algorithm = algorithm })
          local best = math.max(low, high)
          assert(result.value == best, ("%s and %s: %s"):format(low, high, result.value))
          assert(result.value ~= 0 or 1 / result.value > 0, "minus zero")
          assert.equal(low >= high and 1 or 2, result.move)
          assert(compat.type(low) ~= compat.type(high) or compat.type(result.value) == compat.type(best))
        end
      end
    end)
  end
end)

describe("a key", function()
  local LARGE = compat.has_integers and math.tointeger(2 ^ 62) or 2 ^ 52

  it("of any size is as good as another", function()
    local tree = trees.random("dag", 5, 3, 6, 3)
    local keys, numbers = { 0, compat.least, compat.most, -1, 1, compat.integer(2 ^ 32), LARGE, "", "\0", "\0\0",
      ("k"):rep(1e6) }, {}
    local function key(node)
      if not numbers[node] then
        numbers[#numbers + 1] = node
        numbers[node] = #numbers
      end
      return keys[numbers[node]] or numbers[node] + 100
    end
    local game = trees.game(tree, "functional", { key = key })
    local value = oracle.minimax(game, tree.root).value
    for _, bytes in ipairs { 1, 1000, 2 ^ 20, 2 ^ 53 } do
      local kept = alphabeta.table { bytes = bytes }
      for _ = 1, 2 do assert.equal(value, alphabeta.search(game, tree.root, { table = kept }).value) end
    end
    assert(#numbers > #keys)
  end)
end)

describe("a position", function()
  it("of more than 65535 moves is refused, in whatever form", function()
    for form, game in pairs(star_of(65536, function() return 1 end)) do
      local worked, message = pcall(alphabeta.search, game, 0)
      assert(not worked, form)
      assert.matches("65535", message)
    end
  end)
end)

describe("a table", function()
  it("that grows keeps what it has", function()
    local game = {
      moves = function() return { 1, 2, 3 } end,
      play = function(state, move) return state * 3 + move end,
      evaluate = function(state) return state % 101 end,
      key = function(state) return state end,
    }
    local kept = alphabeta.table { bytes = 2 ^ 24 }
    local options = { depth = 12, algorithm = "alphabeta", deepening = false, table = kept }
    local bytes = kept:stats().bytes
    local nodes = alphabeta.search(game, 0, options).nodes
    assert(kept:stats().bytes > 4 * bytes)
    assert(alphabeta.search(game, 0, options).nodes < nodes / 100)
  end)
end)

------------------------------------------------------------------------------------------------
-- The interpreter at its worst

local TREE = trees.random("again", 14, 4, 4)

local function each_form(visit)
  for _, form in ipairs(trees.forms) do
    local game = trees.game(TREE, form, { key = form ~= "undo" and function(node) return node.id end or nil })
    visit(game, essence(alphabeta.search(game, game.initial())), form)
  end
end

describe("the collector", function()
  local function restart() collectgarbage "restart" end

  -- Each sets the collector, and returns what sets it back.
  local settings = {
    ["incremental, without a pause"] = function() return compat.set_collector(0, 1000) end,
    ["stopped"] = function()
      collectgarbage "stop"
      return restart
    end,
  }
  if compat.has_close then -- since Lua 5.4; before, it was an experiment of 5.2
    settings.generational = function()
      collectgarbage("generational", 5, 5)
      return function() collectgarbage "incremental" end
    end
  end

  for name, set in pairs(settings) do
    it("may be " .. name, function()
      each_form(function(game, whole, form)
        local set_back = set()
        local worked, result = pcall(alphabeta.search, game, game.initial())
        set_back()
        assert(worked, result)
        assert.same(whole, essence(result), form)
      end)
    end)
  end

  it("takes a search that only its own game knows", function()
    local known = setmetatable({}, { __mode = "k" })
    for _, nodes in ipairs { 1, 20, 1e6 } do
      local game, search = setmetatable({}, { __index = trees.game(TREE, "undo") }), nil
      game.evaluate = function(position)
        assert(search)
        return position.node.value
      end
      search = alphabeta.start(game, game.initial(), { on_depth = function() return search == nil end })
      search:step { nodes = nodes }
      known[search] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(known))
  end)
end)

describe("a hook that raises", function()
  -- The instructions, here or in a callback, after which it strikes: all of the first, then fewer.
  local function strikes(visit)
    local n = 1
    while visit(n) do n = n + 1 + math.floor(n / quick(16, 40)) end
  end

  it("anywhere leaves the search as it was, or closed as dirty where it struck in play or undo", function()
    local token, struck, dirty = {}, 0, 0
    each_form(function(game, whole, form)
      strikes(function(n)
        local state = game.initial()
        local search = alphabeta.start(game, state)
        local worked, message = pcall(function()
          debug.sethook(function()
            debug.sethook()
            error(token)
          end, "", n)
          search:step()
          debug.sethook()
        end)
        local where = ("%s, after %d instructions"):format(form, n)
        if worked then return false end
        assert(rawequal(message, token), where)
        struck = struck + 1
        if search:result().stopped == "dirty" then
          dirty = dirty + 1
          assert(game.undo, where)
        else
          assert(trees.at_start(TREE, state), where)
          search:step()
          -- an iterator that was struck may have counted on without giving its move
          if not trees.iterates(form) then assert.same(whole, essence(search:result()), where) end
          assert(trees.at_start(TREE, state), where)
        end
        return true
      end)
    end)
    assert(struck > quick(250, 500) and dirty > quick(5, 10), struck .. ", " .. dirty)
  end)
end)

describe("a to-be-closed search", function()
  if not compat.has_close then return end
  local block = load [[ -- as a string: only Lua 5.4 reads it
    local alphabeta, game, state, keep, leave = ...
    local search <close> = alphabeta.start(game, state)
    keep(search)
    search:step { nodes = 10 }
    leave(search)
  ]]

  local function use(leave)
    local game = trees.game(TREE, "undo")
    local state, outer = game.initial(), nil
    pcall(block, alphabeta, game, state, function(search) outer = search end, leave)
    assert(trees.at_start(TREE, state))
    assert.matches("closed", tostring(outer))
    assert(outer:result().nodes >= 10)
  end

  it("is closed however its block is left", function()
    use(function() end)
    use(function() error "out" end)
    use(function(search) search:close() end)
    local thread = coroutine.create(use)
    coroutine.resume(thread, coroutine.yield)
    coroutine.close(thread)
  end)
end)

-- The interpreter that runs this.
local interpreter = arg[0]
for i = -1, -20, -1 do interpreter = arg[i] or interpreter end

-- (Lua 5.1 just exits.)
describe("a state that is closed in the middle of a search", function()
  local program = [[
    local alphabeta = require "alphabeta"
    local trees = require "spec.support.trees"
    local form, name, where = ...
    local knows = { key = function(node) return node.id end, order = function() return 0 end }
    local game = trees.game(trees.random("again", 14, 3, 3), form, knows)
    local calls, callback = 0, game[name]
    game[name] = function(...)
      calls = calls + 1
      if calls == 3 then
        if where == "suspended" then coroutine.yield() end
        os.exit(7, true)
      end
      return callback(...)
    end
    local search = alphabeta.start(game, game.initial())
    if where == "main" then search:step() end
    local thread = coroutine.create(function() search:step() end)
    coroutine.resume(thread)
    os.exit(7, true)
  ]]

  it("by a callback, or around a suspended one, closes cleanly", function()
    local file = files.new(program)
    local closed = 0
    for _, form in ipairs { "functional", "undo", "successors", "iterator" } do
      local game = trees.game(TREE, form, { key = print, order = print })
      for _, name in ipairs { "moves", "successors", "play", "undo", "evaluate", "player", "key", "order" } do
        for _, where in ipairs(game[name] and { "main", "coroutine", "suspended" } or {}) do
          local _, output, code = c.run(("%q %q %s %s %s"):format(interpreter, file, form, name, where))
          assert(code == 7 and output == "", ("%s %s %s: %s %d"):format(form, name, where, output, code))
          closed = closed + 1
        end
      end
    end
    os.remove(file)
    assert(closed >= 60, closed)
  end)
end)

describe("a table larger than the memory there is", function()
  local program = [[
    local alphabeta = require "alphabeta"
    local moves = { 1, 2, 3, 4, 5, 6, 7, 8 }
    local game = {
      moves = function() return moves end,
      play = function(state, move) return state * 9 + move end,
      evaluate = function(state) return state % 1009 end,
      key = function(state) return state end,
    }
    local reserve = ("x"):rep(2 ^ 17)
    local kept = alphabeta.table { bytes = 2 ^ 53 }
    local search = alphabeta.start(game, 1, { depth = 20, algorithm = "mtdf", table = kept })
    local worked, message = pcall(search.step, search)
    assert(not worked and message == "not enough memory", message)
    if _VERSION == "Lua 5.1" then collectgarbage() end -- where it does not try that by itself
    assert(#kept > 0 and search:result().nodes > 0)
    assert(search:step { nodes = 1000 } == false) -- with the table as it is
    search:close()
    if _VERSION ~= "Lua 5.4" then reserve = nil end -- older ones may be left with too little for a small search
    collectgarbage()
    local small = alphabeta.search(game, 1, { depth = 3, table = kept })
    assert(small.value == alphabeta.search(game, 1, { depth = 3, algorithm = "minimax" }).value)
  ]]

  it("is an error, and what was there is still there", function()
    if os.getenv "ASAN_OPTIONS" then return pending "a limit of memory and the address sanitizer" end
    local file = files.new(program)
    local worked, output = c.run(("ulimit -v 24000; %q %q"):format(interpreter, file))
    os.remove(file)
    assert(worked, output)
  end)
end)

------------------------------------------------------------------------------------------------
-- A small stack

describe("on a C stack of any size", function()
  local file

  setup(function()
    file = files.new [[
      local alphabeta = require "alphabeta"
      local printed = { "F", "F1", "F2", "minimax-alphabeta", "iterative" }
      local function one_move(plies, evaluate)
        return { moves = function(n) return n < plies and { 1 } or {} end,
          play = function(n) return n + 1 end, evaluate = evaluate }
      end
      local function nest(algorithm, plies, inside)
        local game
        local options = { algorithm = algorithm, depth = plies }
        game = one_move(plies, function() return inside(alphabeta.search, game, 0, options).value end)
        return pcall(alphabeta.search, game, 0, options)
      end
      local function plain(search, ...) return search(...) end
      local function in_coroutine(search, ...)
        return coroutine.wrap(function(...) return search(...) end)(...)
      end
      for _, algorithm in ipairs(printed) do
        local function deepest()
          local game = one_move(1000, function() return 7 end)
          assert(alphabeta.search(game, 0, { algorithm = algorithm, depth = 1000 }).value == 7)
        end
        deepest()
        for _, inside in ipairs { plain, in_coroutine } do
          for _, plies in ipairs { 1, 5, 40, 300, 1000 } do
            local found, message = nest(algorithm, plies, inside)
            -- in coroutines Lua may be the first to say so
            assert(not found and message:find(inside == plain and "recurse 1024" or "stack overflow"), message)
            deepest() -- nothing that the error has left behind counts
          end
        end
        local dead = coroutine.create(function()
          return alphabeta.search(one_move(600, error), 0, { algorithm = algorithm, depth = 600 })
        end)
        assert(not coroutine.resume(dead))
        deepest() -- nor what stands in a coroutine that has died
        local before, after
        local function too_deep()
          return tostring(select(2, pcall(alphabeta.search, one_move(600, function() return 1 end), 0,
            { algorithm = algorithm, depth = 600 })))
        end
        local game = one_move(500, function()
          before = before or too_deep()
          if coroutine.close then coroutine.close(dead) end -- that ends a search, but not this one
          assert(alphabeta.search(one_move(400, function() return 1 end), 0, { algorithm = algorithm }).value == 1)
          after = after or too_deep() -- the outer one counts still
          return 2
        end)
        assert(alphabeta.search(game, 0, { algorithm = algorithm }).value == 2)
        assert(before:find "recurse 1024 plies deep", before)
        assert(after:find "recurse 1024 plies deep", after)
      end
      print "done"
    ]]
  end)

  teardown(function() os.remove(file) end)

  -- What is compiled without optimisation, or with checks, takes more of the stack than what is installed.
  local least = tonumber(os.getenv "ALPHABETA_STACK" or 256)

  for _, kilobytes in ipairs { 256, 512, 8192 } do
    it("printed algorithms in each other's callbacks end in an error: " .. kilobytes .. " KB", function()
      if kilobytes < least then return pending "frames are larger here" end
      local _, output = c.run(("ulimit -s %d; %q %q"):format(kilobytes, interpreter, file))
      assert.equal("done", output:match "%S+", output)
    end)
  end
end)

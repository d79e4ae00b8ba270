-- The transposition table: what it takes and reports, which keys a game may have, and that it keeps to
-- its bytes, to its game and to the values of the search without it.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local interpreter = require "spec.support.interpreter"
local oracle = require "spec.support.oracle"
local trees = require "spec.support.trees"
local new_nim = require "spec.support.nim"

local function nim(key) return new_nim { key = key } end

local function itself(heap) return heap end

local function raised(...)
  local worked, message = pcall(...)
  assert.is_false(worked)
  return message
end

local ALGORITHMS = { "pvs", "mtdf", "bisection", "alphabeta", "aspiration" }

describe("alphabeta.table", function()
  it("takes bytes and nothing else", function()
    local range = "(option 'bytes': integer from 1 to 9007199254740992 expected, got %s)"
    local cases = {
      { 5, "(table expected, got number)" },
      { "16", "(table expected, got string)" },
      { { byte = 5 }, "(unknown option 'byte')" },
      { { 5 }, "(unknown option '1')" },
      { { bytes = 0 }, range:format(0) },
      { { bytes = -1 }, range:format(-1) },
      { { bytes = 1.5 }, range:format(1.5) },
      { { bytes = "9" }, range:format "'9'" },
      { { counted = true, shared = true }, "(option 'counted' cannot be used with 'shared')" },
    }
    for _, case in ipairs(cases) do
      local message = raised(alphabeta.table, case[1])
      assert.equal("bad argument #1 to 'table' " .. case[2], message)
    end
    assert.equal(0, #alphabeta.table())
    assert.equal(0, #alphabeta.table(nil))
    assert.equal(0, #alphabeta.table {})
  end)

  it("may grow as far as that of a search, 64 MB, if nothing else is said", function()
    assert.equal(64 * 2 ^ 20, alphabeta.table():stats().limit)
    assert.equal(2 ^ 20, alphabeta.table({ bytes = 2 ^ 20 }):stats().limit)
  end)

  it("counts its entries and its bytes", function()
    local memory = alphabeta.table { bytes = 1000 }
    local stats = memory:stats()
    assert.equal(0, stats.entries)
    assert.is_true(stats.bytes <= stats.limit and stats.limit <= 1000)
    alphabeta.search(nim(itself), 8, { table = memory })
    assert.is_true(#memory > 0)
    assert.equal(#memory, memory:stats().entries)
    assert.matches("^alphabeta%.table %(" .. #memory .. " entries%): ", tostring(memory))
    for name, value in pairs(memory:stats()) do
      assert.equal("integer", compat.type(value), name)
    end
  end)

  it("hides its metatable, and its methods take nothing else", function()
    local memory = alphabeta.table()
    assert.equal("alphabeta.table", getmetatable(memory))
    for _, method in ipairs { memory.clear, memory.stats } do
      for _, wrong in ipairs { {}, io.stdout, 5, alphabeta.start(nim(), 5) } do
        assert.matches("alphabeta.table expected", raised(method, wrong))
      end
    end
  end)

  it("is never larger than its limit", function()
    for _, bytes in ipairs { 100, 300, 1000, 3000, 20000, 10 ^ 6 } do
      local memory = alphabeta.table { bytes = bytes }
      local tree = trees.random("uneven", 5, 4, 7)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      local result = alphabeta.search(game, tree.root, { table = memory })
      local stats = memory:stats()
      assert.is_true(stats.bytes <= bytes and stats.limit <= bytes)
      assert.is_true(#memory * 8 <= stats.bytes)
      assert.equal(stats.bytes, result.table.bytes)
    end
  end)

  it("as large as can be asked for costs nothing beforehand", function()
    local memory = alphabeta.table { bytes = 2 ^ 53 }
    assert.is_true(memory:stats().bytes < 10 ^ 5)
    assert.equal(1, alphabeta.search(nim(itself), 9, { table = memory }).value)
  end)

  it("is empty when cleared", function()
    local memory, game = alphabeta.table(), nim(itself)
    local first = alphabeta.search(game, 20, { table = memory })
    memory:clear()
    assert.equal(0, #memory)
    local again = alphabeta.search(game, 20, { table = memory })
    first.time, again.time = nil, nil
    assert.same(first, again)
  end)

  it("that has seen the position answers sooner", function()
    local memory, game = alphabeta.table(), nim(itself)
    local first = alphabeta.search(game, 20, { table = memory })
    local again = alphabeta.search(game, 20, { table = memory })
    assert.is_true(again.nodes < first.nodes)
    assert.is_true(again.table.hits > 0)
    assert.equal(first.value, again.value)
    assert.equal("integer", compat.type(again.value))
    assert.equal(first.move, again.move)
  end)

  it("belongs to the game that first used it, until it is cleared", function()
    local memory, game = alphabeta.table(), nim(itself)
    local stranger = nim(function(heap) return heap end)
    local refusal = "bad argument #3 to 'search' (option 'table': it belongs to another game)"
    alphabeta.search(game, 9, { table = memory })
    assert.equal(refusal, raised(alphabeta.search, stranger, 9, { table = memory }))
    local copy = setmetatable({}, { __index = game })
    assert.equal(1, alphabeta.search(copy, 9, { table = memory }).value)
    copy.evaluate = function() return -2 end
    assert.equal(refusal, raised(alphabeta.search, copy, 9, { table = memory }))
    memory:clear()
    assert.equal(2, alphabeta.search(copy, 9, { table = memory }).value)
    assert.equal(refusal, raised(alphabeta.search, game, 9, { table = memory }))
  end)

  it("needs a game with a key", function()
    assert.equal("bad argument #3 to 'search' (option 'table' needs a game with 'key')",
      raised(alphabeta.search, nim(), 9, { table = alphabeta.table() }))
  end)

  it("serves two searches at once", function()
    local tree = trees.random("dag", 3, 3, 6, 4)
    local game = trees.game(tree, "functional", { key = function(node) return node.id end })
    local memory, exact = alphabeta.table { bytes = 3000 }, oracle.minimax(game, tree.root)
    local first = alphabeta.start(game, tree.root, { table = memory })
    local second = alphabeta.start(game, tree.root, { table = memory, algorithm = "mtdf" })
    repeat
      local done, also_done = first:step { nodes = 3 }, second:step { nodes = 2 }
    until done and also_done
    assert.equal(exact.value, first:result().value)
    assert.equal(exact.value, second:result().value)
    assert.equal(first:result().move, second:result().move)
  end)

  it("forgets when it is cleared that values were integers", function()
    if not math.type then return end
    local value = 7
    local game = { moves = function(ply) return ply < 2 and { 1, 2 } or nil end,
      play = function(ply) return ply + 1 end,
      evaluate = function() return value end, key = function(ply) return ply end }
    local memory = alphabeta.table { bytes = 3000 }
    for _, expected in ipairs { "integer", "float" } do
      assert.equal(expected, math.type(alphabeta.search(game, 0, { table = memory }).value))
      memory:clear()
      value = 7.0
    end
  end)

  it("may be cleared in the middle of a search", function()
    local tree = trees.random("uneven", 5, 4, 6)
    local game = trees.game(tree, "functional", { key = function(node) return node.id end })
    local memory = alphabeta.table { bytes = 3000 }
    local search = alphabeta.start(game, tree.root, { table = memory })
    while not search:step { nodes = 50 } do memory:clear() end
    assert.equal(oracle.minimax(game, tree.root).value, search:result().value)
  end)
end)

describe("result.table", function()
  it("counts what the search has done with the table", function()
    local result = alphabeta.search(nim(itself), 20)
    for _, name in ipairs { "probes", "hits", "stores", "bytes" } do
      assert.equal("integer", compat.type(result.table[name]), name)
      assert.is_true(result.table[name] > 0)
    end
    assert.is_true(result.table.hits < result.table.probes)
  end)

  it("is not there without a table", function()
    assert.is_nil(alphabeta.search(nim(), 9).table)
    assert.is_nil(alphabeta.search(nim(itself), 9, { table = false }).table)
    assert.is_nil(alphabeta.search(nim(itself), 9, { algorithm = "minimax" }).table)
  end)

  it("of a small search is a small table", function()
    local game = nim(itself)
    collectgarbage()
    local before = collectgarbage "count"
    collectgarbage "stop"
    local result = alphabeta.search(game, 15, { nodes = 1000 })
    local grown = collectgarbage "count" - before
    collectgarbage "restart"
    assert.is_true(result.table.bytes < 200000)
    assert.is_true(grown < 1000, grown .. " kilobytes")
  end)

  it("of a large search is a large table", function()
    local connect4 = require "alphabeta.games.connect4"
    local result = alphabeta.search(connect4, connect4.initial(), { depth = 15 })
    assert(result.table.bytes > 2 ^ 20)
  end)
end)

------------------------------------------------------------------------------------------------
-- Keys

-- Beyond the largest integer the smallest ones follow; where Lua has no integers, beyond 2^53 there are no keys.
local TOP = compat.has_integers and math.maxinteger - 6 or 2 ^ 53 - 13
local FEW_BITS = compat.integer(compat.has_integers and 2.0 ^ 58 or 2 ^ 40)

-- Each gives different keys for different heaps.
local KEYS = {
  ["small integers"] = itself,
  ["large integers"] = function(heap) return compat.least + heap end,
  ["integers around 0"] = function(heap) return heap - 6 end,
  ["the largest integers"] = function(heap) return TOP + heap end,
  ["integers with few low bits"] = function(heap) return heap * FEW_BITS end,
  ["whole floats"] = function(heap) return heap - 6.0 end,
  ["large whole floats"] = function(heap) return 2.0 ^ 53 - heap end,
  ["short strings"] = string.char,
  ["strings of zeros"] = function(heap) return ("\0"):rep(heap) end,
  ["strings that end differently"] = function(heap) return ("x\0"):rep(5000) .. heap end,
  ["strings that begin differently"] = function(heap) return heap .. ("\0\255"):rep(77) end,
  ["integers and strings"] = function(heap) return heap % 2 == 0 and heap or "heap " .. heap end,
}

describe("a key", function()
  for name, key in pairs(KEYS) do
    it("may be of " .. name, function()
      local game = nim(key)
      for heap = 0, 13 do
        for _, algorithm in ipairs(ALGORITHMS) do
          local result = alphabeta.search(game, heap, { algorithm = algorithm })
          local value = heap % 4 == 0 and -1 or 1
          assert.equal(value, result.value)
          assert.equal(heap > 0 and (value < 0 and 1 or heap % 4) or nil, result.move)
        end
      end
    end)
  end

  it("of another kind is an error that names the ply", function()
    local cases = {
      { nil, "nil" }, { true, "a boolean" }, { {}, "a table" }, { print, "a function" },
      { 0.5, "0.5" }, { 0 / 0, "NaN" }, { math.huge, "inf" }, { io.stdout, "a userdata" },
    }
    for ply = 0, 1 do
      for i = 1, 8 do
        local wrong, what = cases[i][1], cases[i][2]
        local game = nim(function(heap)
          if heap == 7 - ply then return wrong end
          return heap
        end)
        assert.equal(("game 'nim': 'key' returned %s (integer or string expected) at ply %d")
          :format(what, ply), raised(alphabeta.search, game, 7, { depth = 5 }))
      end
    end
  end)

  it("is asked for neither with table = false nor by an algorithm without a table", function()
    local game = nim(function() error "not asked for" end)
    for _, options in ipairs { { table = false }, { algorithm = "minimax" },
      { algorithm = "branch-and-bound" }, { algorithm = "F2" } } do
      assert.equal(1, alphabeta.search(game, 9, options).value)
    end
  end)
end)

describe("moves in a game with a key", function()
  local KINDS = {
    fractions = { 0.5, 1.5, -2.25 },
    ["large numbers"] = { 1e300, 2 ^ 53, -2 ^ 40 },
    booleans = { true, false, "neither" },
    strings = { "one", "", "\0three" },
    tables = { {}, {}, {} },
    functions = { print, type, pairs },
    ["numbers like each other"] = { 65535, 65536, 65535.5 },
  }

  for kind, names in pairs(KINDS) do
    it("may be " .. kind, function()
      local takes = {}
      for take, name in ipairs(names) do takes[name] = take end
      local game = new_nim {
        key = itself,
        moves = function(heap) return { compat.unpack(names, 1, math.min(3, heap)) } end,
        play = function(heap, name) return heap - takes[name] end,
      }
      for heap = 1, 13 do
        for _, algorithm in ipairs(ALGORITHMS) do
          local result = alphabeta.search(game, heap, { algorithm = algorithm })
          assert.equal(heap % 4 == 0 and -1 or 1, result.value)
          assert.equal(names[heap % 4 == 0 and 1 or heap % 4], result.move)
        end
      end
    end)
  end
end)

-- The moves of a line may be played one after the other.
local function assert_legal(tree, line)
  local names, node = trees.names "functional", tree.root
  for _, move in ipairs(line) do
    local i = names.index(node, move)
    assert(i and node[i], "an illegal move")
    node = node[i]
  end
end

-- A key that is the same for different positions may spoil the value, and nothing else.
local LIES = {
  ["constant"] = function() return function() return 1 end end,
  ["an empty string"] = function() return function() return "" end end,
  ["random"] = function(seed)
    local asked = 0
    return function()
      asked = asked + 1
      return trees.draw(seed, asked, 9)
    end
  end,
  ["the same for many positions"] = function()
    return function(node) return node.id % 5 end
  end,
}

describe("a wrong key", function()
  for name, lie in pairs(LIES) do
    it("that is " .. name .. " leads to no illegal move", function()
      for seed = 1, 10 do
        for _, algorithm in ipairs(ALGORITHMS) do
          local tree = trees.random("again", seed, 5, 5)
          local game = trees.game(tree, "functional", { key = lie(seed) })
          local memory = alphabeta.table { bytes = 600 }
          for _, options in ipairs { { all = true }, { choose = "random" }, { shortest = true },
            { depth = 3 }, { deeper = true }, { nodes = 60 } } do
            options.table, options.algorithm = memory, algorithm
            options.depth = options.depth or 12 -- a wrong key can make a game endless
            local result = alphabeta.search(game, tree.root, options)
            assert.equal(#tree.root == 0, result.move == nil)
            assert_legal(tree, result.pv)
            assert_legal(tree, { result.move })
            for _, root_move in ipairs(result.moves or {}) do assert_legal(tree, root_move.pv) end
          end
        end
      end
    end)
  end
end)

------------------------------------------------------------------------------------------------
-- Cleared by others at any moment, and given to another game, which has the same keys

describe("a table that is cleared and taken by another game", function()
  -- A position is the line of play to it, as a string; in place, as the field of a table.
  local function sum(line)
    local value = 0
    for i = 1, #line do value = (value * 31 + line:byte(i)) % 97 end
    return value
  end

  local function lines_of_play(evaluate, fields)
    local game = {
      moves = function() return { "a", "b", "c" } end,
      play = function(line, move) return line .. move end,
      evaluate = evaluate,
      key = itself,
    }
    for name, field in pairs(fields or {}) do game[name] = field end
    return game
  end

  local function in_place(evaluate, on_play)
    return lines_of_play(function(at) return evaluate(at.line) end, {
      play = function(at, move)
        on_play()
        at.line = at.line .. move
      end,
      undo = function(at) at.line = at.line:sub(1, -2) end,
      key = function(at) return at.line end,
    })
  end

  local function fixed(options)
    options.algorithm, options.deepening = "alphabeta", false
    return options
  end

  it("while a step brings the position back spoils nothing", function()
    for _, depth in ipairs { 5, 6 } do
      for _, other_value in ipairs { 1000, -1000 } do
        for _, first in ipairs { 10, 40, 100, 150 } do
          local kept, armed = alphabeta.table(), false
          local options = fixed { depth = depth, table = kept }
          local other = in_place(function() return other_value end, function() end)
          local game = in_place(sum, function()
            if not armed then return end
            armed = false
            kept:clear()
            alphabeta.search(other, { line = "" }, options)
          end)
          local search = alphabeta.start(game, { line = "" }, options)
          if not search:step { nodes = first } then
            armed = true
            search:step()
            assert.is_false(armed)
            assert.equal(oracle.minimax(lines_of_play(sum), "", depth).value, search:result().value)
          end
        end
      end
    end
  end)

  it("between two slices of a native search spoils nothing", function()
    local connect4 = require "alphabeta.games.connect4"
    local root, depth = connect4.initial(), 10
    local wanted = alphabeta.search(connect4, root, fixed { depth = depth, table = false })
    for _, value in ipairs { 1000, -1000 } do
      local other = setmetatable({ evaluate = function() return value end }, { __index = connect4 })
      local options, taken = fixed { depth = depth, table = alphabeta.table() }, false
      local search = alphabeta.start(connect4, root, options)
      debug.sethook(function()
        debug.sethook()
        taken = true
        options.table:clear()
        alphabeta.search(other, root, options)
      end, "", 800)
      search:step()
      debug.sethook()
      assert.is_true(taken and search:result().nodes > 20000)
      assert.equal(wanted.value, search:result().value)
    end
  end)

  -- a program of its own, in the language of Lua 5.4
  if _VERSION == "Lua 5.4" then it("by a finalizer, at any moment, spoils nothing", function()
    local pipe = assert(io.popen(("%q spec/hostile/finalizers.lua 2>&1"):format(interpreter.path)))
    local output = pipe:read "a"
    assert(pipe:close(), output)
    assert.equal("0 wrong\n", output)
  end) end

  if compat.has_integers then it("does not know of the integers of the game before", function()
    local kept = alphabeta.table()
    local options = fixed { depth = 3, table = kept }
    local floats, armed = lines_of_play(function(line) return #line + 1.0 end), true
    local integers = lines_of_play(function(line)
      if armed then
        armed = false
        kept:clear()
        assert.equal("float", compat.type(alphabeta.search(floats, "", options).value))
      end
      return #line
    end)
    assert.equal("integer", compat.type(alphabeta.search(integers, "", options).value))
    assert.equal("float", compat.type(alphabeta.search(floats, "", options).value))
  end) end
end)

-- Tables that Lua states share: handles, helpers, stopping, and who gives the memory back. What they do to each other
-- is in spec/core/shared_test.c, by threads.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.games.connect4"
local kalah = require "alphabeta.games.kalah"
local effort = require "spec.support.effort"
local interpreter = require "spec.support.interpreter"
local trees = require "spec.support.trees"

local function shared(options)
  options = options or { bytes = 2 ^ 20 }
  options.shared = true
  return alphabeta.table(options)
end

local function attached(t) return alphabeta.table { handle = t:handle() } end

local function refuses(handle, why)
  local worked, message = pcall(alphabeta.table, { handle = handle })
  assert.is_false(worked)
  assert.matches("bad argument #1 to 'table' %(option 'handle': handle of a table expected, got " .. why, message)
end

describe("a shared table", function()
  it("is not made where the host has no memory for it", function()
    local worked, message = pcall(shared, { bytes = 2 ^ 53 }) -- more than can be addressed
    assert.is_false(worked)
    assert.matches("not enough memory$", message)
  end)

  it("holds what all have stored, and grows like any other", function()
    local t = shared()
    local other = attached(t)
    local alone = alphabeta.search(kalah, kalah.initial(), { depth = 8 })
    local first = alphabeta.search(kalah, kalah.initial(), { depth = 8, table = t })
    assert.same({ alone.value, alone.move }, { first.value, first.move })
    assert.equal(#t, #other)
    assert(#t > 300)
    local again = alphabeta.search(kalah, kalah.initial(), { depth = 8, table = other })
    assert.same({ alone.value, alone.move }, { again.value, again.move })
    assert(again.nodes * 2 < first.nodes)
    local stats = other:stats()
    assert(stats.bytes > 8192 and stats.bytes <= stats.limit and stats.limit == 2 ^ 20)
  end)

  it("lives as long as somebody has it", function()
    local t = shared()
    local handle = t:handle()
    alphabeta.search(kalah, kalah.initial(), { depth = 6, table = t })
    local other, entries = attached(t), #t
    t = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.equal(entries, #other)
    assert.equal(handle, other:handle())
    other = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    refuses(handle, "one whose table no longer exists")
  end)

  it("is cleared for all, and searches that are under way go on", function()
    local t = shared()
    local other = attached(t)
    local alone = alphabeta.search(kalah, kalah.initial(), { depth = 8 })
    local search = alphabeta.start(kalah, kalah.initial(), { depth = 8, table = t })
    for _ = 1, 10 do
      search:step { nodes = 100 }
      other:clear()
      assert.equal(0, #other)
    end
    search:step()
    assert.same({ alone.value, alone.move }, { search:result().value, search:result().move })
    t:clear()
    assert.equal(0, #other)
  end)

  it("serves one game, in all states", function()
    local t = shared()
    local other = attached(t)
    alphabeta.search(kalah, kalah.initial(), { depth = 3, table = t })
    assert.error_matches(function() alphabeta.search(connect4, connect4.initial(), { depth = 3, table = other }) end,
      "option 'table': it belongs to another game")
    other:clear()
    assert(alphabeta.search(connect4, connect4.initial(), { depth = 3, table = other }))
  end)

  it("tells others that values are integers", function()
    local t = shared()
    local nim = {
      name = "nim", width = 3, key = function(heap) return heap end, evaluate = function() return -1 end,
      play = function(heap, take) if take <= heap then return heap - take end end,
    }
    local options = { algorithm = "mtdf", deepening = false, table = t }
    alphabeta.search(nim, 21, options)
    options.table = attached(t) -- and `evaluate` is not asked any more: all windows are empty
    assert.equal("integer", math.type(alphabeta.search(nim, 21, options).value))
  end)

  it("is dumped, and read again, while others may write to it", function()
    local t = shared()
    alphabeta.search(kalah, kalah.initial(), { depth = 7, table = t })
    local help = alphabeta.start(kalah, kalah.initial(), { depth = 9, table = attached(t), helper = 1 })
    local parts = {}
    t:dump(nil, nil, function(piece)
      parts[#parts + 1] = piece
      help:step { nodes = 500 }
    end)
    local read = alphabeta.undump(table.concat(parts), kalah, kalah.initial())
    assert(#read > 100)
    local alone = alphabeta.search(kalah, kalah.initial(), { depth = 8 })
    local known = alphabeta.search(kalah, kalah.initial(), { depth = 8, table = read })
    assert.same({ alone.value, alone.move }, { known.value, known.move })
    assert.equal(#t:dump(), #t:dump())
  end)

  it("goes on where there are more kinds of values than numbers for them", function()
    local t = shared()
    for value = 1, 140 do
      local game = { name = "ends", width = 2, key = function(n) return n end, evaluate = function() return 0 end,
        play = function(n, move) return n + move, n + move > 3 and value or nil end }
      local result = alphabeta.search(game, 0, { table = t, shortest = true })
      assert.same({ value, true }, { math.abs(result.value), result.move ~= nil })
      t:clear()
    end
    local ranks = { name = "ranks", width = 2, key = function(n) return n end, evaluate = function() return 0 end,
      play = function(n, move) return 10 * n + move, n > 99 and n % 200 + 1 or nil end }
    for state = 1, 400 do
      local options = { depth = 4, shortest = true, table = t }
      local result, alone = alphabeta.search(ranks, state, options), alphabeta.search(ranks, state,
        { depth = 4, shortest = true })
      assert.same({ alone.value, alone.move }, { result.value, result.move }, state)
    end
  end)

  it("of one state has no handle", function()
    assert.error_matches(function() alphabeta.table():handle() end, "table is not shared")
    assert.error_matches(function() alphabeta.table():stop() end, "table is not shared")
  end)
end)

describe("a handle", function()
  it("that is none, stale or of another version is refused", function()
    local t = shared()
    local handle = t:handle()
    refuses("", "a string that is not one")
    refuses("no such thing", "a string that is not one")
    refuses(handle .. "0", "a string that is not one")
    refuses(handle:sub(1, -2), "a string that is not one")
    refuses(handle .. "\0", "a string that is not one")
    refuses(handle:gsub("%x$", "g"), "a string that is not one")
    refuses(handle:gsub("%d+%.%d+%.%d+", "99.0.0"), "one of another version")
    for _ = 1, 1000 do
      refuses(handle:gsub("%x+$", function(digits)
        return (("%016x"):format(math.random(0) | 1)) .. digits:sub(17)
      end), "one whose table no longer exists")
    end
    assert(alphabeta.table { handle = handle })
  end)

  it("cannot be used with what the table has already", function()
    local handle = shared():handle()
    for name, value in pairs { bytes = 1000, shared = true } do
      assert.error_matches(function() alphabeta.table { handle = handle, [name] = value } end,
        "option 'handle' cannot be used with '" .. name .. "'")
    end
  end)
end)

describe("as its Lua state is closed", function()
  it("shares nothing any more, and no thread begins that nobody would end", function()
    local pipe = assert(io.popen(("%q spec/hostile/closing.lua 2>&1"):format(interpreter.path)))
    local output = pipe:read "*a"
    pipe:close()
    assert.equal("younger\tfalse\ttrue\nolder\tfalse\tthe Lua state is being closed\n", output)
  end)
end)

describe("a helper", function()
  local function help(t, limits)
    return alphabeta.start(kalah, kalah.initial(), { depth = 12, table = t, helper = limits and limits.helper or 1 })
  end

  it("searches alone where the search makes no use of a table", function()
    local t = shared()
    for _, algorithm in ipairs { "minimax", "branch-and-bound" } do
      local options = { depth = 3, algorithm = algorithm, table = t, helper = 1 }
      assert.equal(alphabeta.search(kalah, kalah.initial(), { depth = 3 }).value,
        alphabeta.search(kalah, kalah.initial(), options).value)
    end
  end)

  it("is refused by a finalizer whose table nobody shares any more", function()
    local told
    do
      local last = setmetatable({}, { __gc = function(object)
        local options = { helper = 1, table = object.table, depth = 3 }
        told = select(2, pcall(alphabeta.search, kalah, kalah.initial(), options))
      end })
      last.table = shared()
    end
    collectgarbage()
    collectgarbage()
    assert.matches("option 'helper' needs a shared table", told, 1, true)
  end)

  it("stops when it is told to, or at its own limits", function()
    local t = shared()
    local other = attached(t)
    local helpers = { help(other), help(other, { helper = 2 }), help(t) }
    for _, helper in ipairs(helpers) do assert.is_false(helper:step { nodes = 1000 }) end
    t:stop()
    for i = 1, 2 do
      assert.is_true(helpers[i]:step())
      assert.equal("stop", helpers[i]:result().stopped)
    end
    assert.is_false(helpers[3]:step { nodes = 1000 }) -- t itself knows
    assert.equal("nodes", alphabeta.search(kalah, kalah.initial(),
      { depth = 12, nodes = 500, table = attached(t), helper = 1 }).stopped)
  end)

  it("goes another way than the search that it helps", function()
    local function nodes_of(helper)
      return alphabeta.search(connect4, connect4.initial(), { depth = 7, table = shared(), helper = helper }).nodes
    end
    local own = nodes_of(nil)
    assert(nodes_of(1) ~= own and nodes_of(2) ~= own)
  end)

  it("goes further than its depth, and has the value of the depth that it tells, and one of the best moves", function()
    for number = 1, effort(6, 2) do
      local tree = trees.random("dag", number, 3, 9, 3)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      for depth = 1, 6 do
        local helped = alphabeta.search(game, tree.root, { depth = depth, table = shared(), helper = number })
        local exact = alphabeta.search(game, tree.root, { depth = helped.depth, table = false, all = true })
        assert(helped.depth > depth)
        assert.equal(exact.value, helped.value)
        local is_best = false
        for _, move in ipairs(exact.best) do is_best = is_best or move == helped.move end
        assert.is_true(is_best)
      end
    end
  end)

  it("that comes too late, by an old handle, stops at once", function()
    local t = shared()
    local old = t:handle()
    t:stop()
    local options = { depth = 12, table = alphabeta.table { handle = old }, helper = 1 }
    local late = alphabeta.search(kalah, kalah.initial(), options)
    assert.same({ "stop", 0 }, { late.stopped, late.nodes })
    assert.is_false(help(attached(t)):step { nodes = 1000 })
  end)

  it("makes less work for the other one, whose value and move are its own", function()
    for _, options in ipairs { { depth = 9 }, { depth = 8, all = true }, { depth = 8, shortest = true },
      { depth = 8, algorithm = "mtdf" }, { nodes = 20000 } } do
      local t = shared { bytes = 2 ^ 22 }
      options.table = false
      local exact = alphabeta.search(kalah, kalah.initial(), options)
      options.table = nil
      local alone = alphabeta.search(kalah, kalah.initial(), options)
      options.table, options.helper = attached(t), 1
      local helper = alphabeta.start(kalah, kalah.initial(), options)
      options.table, options.helper = t, nil
      local search = alphabeta.start(kalah, kalah.initial(), options)
      repeat
        helper:step { nodes = 300 }
      until search:step { nodes = 300 }
      local result = search:result()
      if options.depth then
        assert.same({ exact.value, exact.move }, { result.value, result.move })
        assert(result.nodes < alone.nodes, result.nodes .. " " .. alone.nodes)
      else
        assert(result.depth >= alone.depth)
      end
    end
  end)

  it("needs a shared table", function()
    for _, t in ipairs { false, alphabeta.table() } do
      local options = { depth = 3, table = t, helper = 1 }
      assert.error_matches(function() alphabeta.search(kalah, kalah.initial(), options) end,
        "option 'helper' needs a shared table")
    end
    assert.error_matches(function() alphabeta.search(kalah, kalah.initial(), { depth = 3, helper = 1 }) end,
      "option 'helper' needs a shared table")
  end)
end)

-- Tables and solutions as strings and in files: what was saved comes back, and nothing else does.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local nim = require "spec.support.nim" { key = function(heap) return "heap " .. heap end }
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local tictactoe = require "alphabeta.games.tictactoe"
local trees = require "spec.support.trees"

local function with(game, fields) return setmetatable(fields, { __index = game }) end

-- A table that a search has filled.
local function filled(game, state, depth)
  local t = alphabeta.table { bytes = 2 ^ 20 }
  alphabeta.search(game, state, { table = t, depth = depth })
  return t
end

local function with_file(work)
  local file = os.tmpname()
  local ok, message = pcall(work, file)
  os.remove(file)
  assert(ok, message)
end

describe("a dumped solution", function()
  it("tells the same of each position: games in C and in Lua, with cycles, infinite and fractional values", function()
    local games = { { tictactoe, tictactoe.initial() }, { nim, 30 } }
    for number, mode in ipairs { "inf", "float", "uneven" } do
      local tree = trees.random(mode, seed + number, 3, 5)
      local game = trees.game(tree, "functional", { player = true, key = function(node) return node.id end })
      games[#games + 1] = { game, tree.root }
    end
    local cyclic = trees.cyclic(seed, 3, 40)
    games[#games + 1] = { trees.game(cyclic, "payoff", { key = function(node) return node.id end }), cyclic.root }
    for _, entry in ipairs(games) do
      local game, root = compat.unpack(entry)
      local solution = alphabeta.solve(game, root)
      local again, seen = alphabeta.undump(solution:dump(), game, root), {}
      assert.equal(#solution, #again)
      local function compare(state)
        local key = game.key(state)
        if seen[key] then return end
        seen[key] = true
        assert.equal(solution:value(state), again:value(state))
        assert.equal(compat.type(solution:value(state)), compat.type(again:value(state)))
        assert.equal(solution:plies(state), again:plies(state))
        local moves = solution:moves(state)
        assert.same(moves, again:moves(state))
        for _, move in ipairs(moves) do compare((game.play(state, move.move))) end
      end
      compare(root)
      assert.equal(solution:dump(), again:dump())
    end
  end)

  it("is one of the game that is given, with its position", function()
    local text = alphabeta.solve(nim, 12):dump()
    local function refused(message, ...)
      local ok, said = pcall(alphabeta.undump, ...)
      assert.is_false(ok)
      assert.matches(message, said)
    end
    refused("it belongs to the game 'nim', not to 'other'", text, with(nim, { name = "other" }), 12)
    refused("it belongs to another game, another state", text, nim, 11)
    refused("it belongs to another game", text, with(nim, { key = function(heap) return heap end }), 12)
    local slow = with(nim, { moves = function(heap) return heap > 0 and { 1 } or {} end })
    refused("it belongs to another game", text, slow, 12)
    local function estimated(at_end)
      return with(nim, { evaluate = function(heap) return heap == 0 and at_end or 5 end })
    end
    assert.equal(13, #alphabeta.undump(text, estimated(nim.evaluate(0)), 12))
    refused("it belongs to another game", text, estimated(-nim.evaluate(0)), 12)
    refused("#2 to 'undump' %(game 'nim': field 'play': function expected", text, with(nim, { play = 1 }), 12)
    refused("#2 to 'undump' %(game with 'key' expected", text,
      { moves = nim.moves, play = nim.play, evaluate = nim.evaluate }, 12)
    refused("#3 to 'undump' %(state expected, got nil", text, nim, nil)
    refused("#1 to 'undump' %(string expected, got nil", nil, nim, 12)
    refused("#3 to 'undump' %(state expected, got nil", text, with(nim, { name = "#1" }))
  end)
end)

describe("a solution", function()
  it("is not dumped for a state that it does not have", function()
    local solution = alphabeta.solve(nim, 12)
    assert.equal("string", type(solution:dump(nim, 11)))
    assert.has_error(function() return (solution:dump(nim, 13)) end,
      "bad argument #2 to 'dump' (the solution does not have this state)")
    assert.has_error(function() alphabeta.save("x", solution, nim, 13) end,
      "bad argument #4 to 'save' (the solution does not have this state)")
  end)
end)

describe("a solution of one game", function()
  it("is not dumped for another one with the same keys", function()
    local solution = alphabeta.solve(nim, 12)
    assert.equal("string", type(solution:dump(with(nim, {}), 12)))
    local other = with(nim, { evaluate = function(heap) return -nim.evaluate(heap) end })
    assert.has_error(function() return (solution:dump(other, 12)) end,
      "bad argument #1 to 'dump' (the solution belongs to another game)")
    assert.has_error(function() alphabeta.save("x", solution, other, 12) end,
      "bad argument #3 to 'save' (the solution belongs to another game)")
    local larger = with(nim, { moves = function(heap) return heap > 0 and { 1, 2, 3, 100 } or {} end,
      key = function(heap) return heap < 0 and 1000 or nim.key(heap) end,
      evaluate = function(heap) return heap < 0 and 1 or nim.evaluate(heap) end })
    assert.has_error(function() return (solution:dump(larger, 12)) end,
      "bad argument #1 to 'dump' (the solution belongs to another game)")
  end)
end)

describe("a dumped table", function()
  it("is one of the values that the game has, to their last digit", function()
    local function valued(value) return with(nim, { evaluate = function() return value end }) end
    local text = filled(valued(-1.0001), 12):dump()
    local state = 12
    assert(alphabeta.undump(text, valued(-1.0001), state))
    for _, other in ipairs { -1.0002, -1.0001 - 2 ^ -52, -1 } do
      local worked, message = pcall(alphabeta.undump, text, valued(other), state)
      assert.is_false(worked)
      assert.matches("it belongs to another game", message)
    end
  end)

  it("is one of the features that the game has; its `evaluate` may be for positions where it is over", function()
    local function counted(factor, rare)
      return with(nim, { -- the second one is of positions that are not among those that are drawn
        features = function(heap) return { factor * (heap % 4), heap > 12 and 1 or 0 } end,
        weights = { 0.1, rare or 0 }, scale = 0.5,
        evaluate = function(heap) return assert(heap == 0) and -1 end,
      })
    end
    local text = filled(counted(1), 12):dump()
    assert(alphabeta.undump(text, counted(1), 12))
    for _, other in ipairs { counted(2), counted(1, 1) } do
      local worked, message = pcall(alphabeta.undump, text, other, 12)
      assert.is_false(worked)
      assert.matches("it belongs to another game", message)
    end
  end)

  it("gives integers where the first one did", function()
    for _, value in ipairs { -3, -3.5 } do
      local game = with(nim, { evaluate = function() return value end })
      local again = alphabeta.undump(filled(game, 12):dump(), game, 12)
      local options = { algorithm = "alphabeta", table = again, depth = 13, deepening = false }
      local result = alphabeta.search(game, 13, options)
      assert.equal(tostring(math.abs(value)), tostring(math.abs(result.value)))
    end
  end)

  it("saves the work that the first one would have saved", function()
    for _, game in ipairs { tictactoe, tictactoe.lua } do
      local state = game.initial()
      local t = filled(game, state)
      local again = alphabeta.undump(t:dump(), game, state)
      assert.equal(#t, #again)
      assert.same(t:stats().limit, again:stats().limit)
      local cold = alphabeta.search(game, state, { table = alphabeta.table() })
      local warm = alphabeta.search(game, state, { table = again })
      local first = alphabeta.search(game, state, { table = t })
      assert.equal(cold.value, warm.value)
      assert.equal(cold.move, warm.move)
      assert.equal(first.nodes, warm.nodes)
      assert(warm.nodes < cold.nodes, warm.nodes)
    end
  end)

  it("has all kinds of its values, and gives those of a large one", function()
    local tree = trees.random("uneven", seed, 4, 6)
    local game = trees.game(tree, "functional", { player = true, key = function(node) return node.id end })
    local t = alphabeta.table()
    for depth = 1, 5 do alphabeta.search(game, tree.root, { table = t, depth = depth, shortest = depth > 3 }) end
    local again = alphabeta.undump(t:dump(), game, tree.root)
    for depth = 1, 6 do
      for _, shortest in ipairs { false, true } do
        local expected = alphabeta.search(game, tree.root, { depth = depth, table = false, shortest = shortest })
        local result = alphabeta.search(game, tree.root, { depth = depth, table = again, shortest = shortest })
        assert.equal(expected.value, result.value)
        assert.equal(expected.move, result.move)
      end
    end
  end)

  it("belongs to the game, whose evaluation counts too", function()
    local t = filled(nim, 40, 5)
    local text = t:dump()
    local ok, message = pcall(alphabeta.undump, text, with(nim, { evaluate = function() return 5 end }), 40)
    assert.is_false(ok)
    assert.matches("it belongs to another game, another state, or another version of the game", message)
    local again = alphabeta.undump(text, nim, 40)
    local other = with(nim, { play = function(heap, take) return heap - take end })
    assert.has_error(function() alphabeta.search(other, 40, { table = again }) end,
      "bad argument #3 to 'search' (option 'table': it belongs to another game)")
  end)

  it("is not dumped for another game, nor for one that has changed since", function()
    local game = with(nim, { name = "nim" })
    local t = filled(game, 20, 5)
    assert.equal("string", type(t:dump(with(nim, { name = "nim" }), 20)))
    local other = with(nim, { evaluate = function() return 5 end })
    assert.has_error(function() return (t:dump(other, 20)) end,
      "bad argument #1 to 'dump' (the table belongs to another game)")
    assert.has_error(function() alphabeta.save("x", t, other, 20) end,
      "bad argument #3 to 'save' (the table belongs to another game)")
    game.evaluate = other.evaluate
    assert.is_false(pcall(t.dump, t))
    local empty = alphabeta.table()
    empty:dump(other, 20)
    alphabeta.search(nim, 20, { table = empty, depth = 3 })
  end)

  it("is whole where a finalizer uses the table while there is room made for it", function()
    local t, dumping, changed = filled(nim, 20, 4), false, 0
    local heap = 20
    local function arm()
      compat.when_collected(function()
        if dumping then
          changed, heap = changed + 1, heap + 50
          alphabeta.search(nim, heap, { depth = 5, table = t })
        end
        if changed < 4 then arm() end
      end)
    end
    arm()
    local set_back = compat.set_collector(0, 400)
    local rounds, before = 0, 0
    while changed < 4 and rounds < 100000 do
      dumping = true
      local text = t:dump()
      dumping = false
      if changed > before then assert(#alphabeta.undump(text, nim, 20) > 0) end
      rounds, before = rounds + 1, changed
    end
    set_back()
    assert(changed >= 4, changed)
  end)

  it("that nothing has used needs a game", function()
    local t = alphabeta.table()
    assert.has_error(function() return (t:dump()) end,
      "bad argument #1 to 'dump' (game expected: the table has noted none since it was made, or cleared)")
    assert.equal(0, #alphabeta.undump(t:dump(nim, 5), nim, 5))
    local used = filled(nim, 20)
    used:clear()
    assert.is_false(pcall(used.dump, used))
  end)
end)

describe("a dump in pieces", function()
  local PIECE = 2 ^ 15
  local four = require "alphabeta.games.connect4"
  local START = four.initial()

  local function large() return filled(four, START, 11) end

  -- All pieces, taken by a coroutine that pauses after each; `meanwhile` is called then.
  local function pieces_of(what, meanwhile)
    local parts, dumping = {}, coroutine.wrap(function()
      assert.is_nil(what:dump(nil, nil, coroutine.yield))
      return nil
    end)
    for piece in dumping do
      parts[#parts + 1] = piece
      meanwhile(#parts)
    end
    return parts
  end

  it("is the same as at once: tables of many sizes, and solutions", function()
    local all = { alphabeta.solve(nim, 3), alphabeta.solve(tictactoe, tictactoe.initial()), large() }
    for length = 0, 8 do
      all[#all + 1] = filled(with(nim, { name = ("n"):rep(length) }), 20 + quick(2, 10) * length)
    end
    local most = 0
    for _, what in ipairs(all) do
      local parts = pieces_of(what, function() collectgarbage "step" end)
      assert(table.concat(parts) == what:dump())
      most = math.max(most, #parts)
      for _, part in ipairs(parts) do assert(#part <= PIECE + 8, #part) end
    end
    assert(most > 3, most)
  end)

  it("fails if the table is used meanwhile, and is whole if another one is", function()
    local changes = {
      function(t) alphabeta.search(four, START, { table = t, depth = 12 }) end,
      function(t) t:clear() end,
      function(t)
        t:clear()
        alphabeta.search(four, START, { table = t, depth = 11 })
      end,
    }
    for _, change in ipairs(changes) do
      for at = 1, 3 do
        local t = large()
        local ok, message = pcall(pieces_of, t, function(part)
          if part == at then change(t) end
        end)
        assert.is_false(ok)
        assert.matches("the table was used while it was being written", message)
        local other = large()
        change(other)
        t = large()
        local parts = pieces_of(t, function(part)
          if part == at then change(other) end
        end)
        assert(table.concat(parts) == t:dump())
      end
    end
  end)

  if compat.has_integers then it("fails if values have become integers meanwhile, though nothing was stored", function()
    local whole = false
    local game = with(nim, { evaluate = function(heap) return whole and heap or heap + 0.0 end })
    local t = filled(game, 20)
    local entries = t:stats().entries
    local ok, message = pcall(t.dump, t, nil, nil, function()
      whole = true
      alphabeta.search(game, 20, { table = t, depth = 0 })
    end)
    assert.equal(entries, t:stats().entries)
    assert.is_false(ok)
    assert.matches("the table was used while it was being written", message)
  end) end

  it("raises what the function raises, and takes nothing else", function()
    local t = filled(nim, 20)
    assert.has_error(function() t:dump(nil, nil, function() error("the disk is full", 0) end) end, "the disk is full")
    assert.has_error(function() return (t:dump(nil, nil, "x")) end,
      "bad argument #3 to 'dump' (function expected, got string)")
    assert.has_error(function() alphabeta.save("x", t, nim, 20, 5) end,
      "bad argument #5 to 'save' (function expected, got number)")
  end)

  it("is joined, however many pieces there are", function()
    for _, count in ipairs { 0, 1, 2, 999, 1000, 1001, 2500 } do
      local list = {}
      for i = 1, count do list[i] = i .. "." end
      assert.equal(table.concat(list), core.joined(list))
    end
    assert.is_false(pcall(core.joined, { "x", {} }))
  end)

  it("of one thing cannot go on with another", function()
    local one, other = large(), filled(nim, 20)
    local dumping = core.dump_begin(one, "", "")
    assert.is_nil((core.dump_on(dumping, other)))
    assert.is_false(pcall(core.dump_on, dumping, 5))
    assert.is_nil((core.dump_on(core.dump_begin(one, "", ""), alphabeta.solve(nim, 3))))
    assert.is_false(pcall(core.check_state, 1, print, "moves"))
    assert.is_false(pcall(core.dump_on, one, one))
    assert.is_false(pcall(core.dump_on))
  end)

  it("goes to a file, which stays as it was if the table is used meanwhile", function()
    with_file(function(file)
      local t, pauses = large(), 0
      local saving = coroutine.wrap(function()
        alphabeta.save(file, t, four, START, coroutine.yield)
        return "saved"
      end)
      repeat pauses = pauses + 1 until saving() == "saved"
      assert(pauses > 3, pauses)
      assert.equal(#t, #alphabeta.load(file, four, START))
      local before = files.read(file)
      assert(before == t:dump())
      local ok, message = pcall(alphabeta.save, file, t, four, START, function() t:clear() end)
      assert.is_false(ok)
      assert.matches("cannot save '.*': the table was used while it was being written", message)
      assert(before == files.read(file))
      assert.is_nil(io.open(file .. ".new"))
    end)
  end)
end)

describe("what was dumped", function()
  local four = require "alphabeta.games.connect4"
  local START = four.initial()

  -- What `read(..., pause)` returns, called by a coroutine that pauses between two pieces, and how often it did;
  -- `meanwhile` is called then.
  local function in_pieces(read, meanwhile)
    local what
    local pauses, reading = 0, coroutine.wrap(function()
      what = read(coroutine.yield)
      return "read"
    end)
    while reading() ~= "read" do
      pauses = pauses + 1
      meanwhile(pauses)
    end
    return what, pauses
  end

  local function collect() collectgarbage "step" end

  it("is the same in pieces: tables of many sizes, and solutions, strings and files", function()
    with_file(function(file)
      local list = { { nim, 3, alphabeta.solve(nim, 3) }, { four, START, filled(four, START, 11) },
        { tictactoe, tictactoe.initial(), alphabeta.solve(tictactoe, tictactoe.initial()) } }
      for length = 0, 8 do
        local game, state = with(nim, { name = ("n"):rep(length) }), 20 + quick(2, 10) * length
        list[#list + 1] = { game, state, filled(game, state) }
      end
      list[#list + 1] = { nim, 20, alphabeta.table { bytes = 1e6 } }
      list[#list][3]:clear()
      for _, entry in ipairs(list) do
        local game, state, what = compat.unpack(entry)
        local text = what:dump(game, state)
        files.write(file, text)
        for _, read in ipairs { function(pause) return alphabeta.undump(text, game, state, pause) end,
          function(pause) return alphabeta.load(file, game, state, pause) end } do
          local again, pauses = in_pieces(read, collect)
          assert.equal(#what, #again)
          assert(again:dump(game, state) == text)
          assert(read():dump(game, state) == text)
          assert(pauses > 2 * #text / 2 ^ 15, pauses) -- it is checked, and then read
        end
      end
    end)
  end)

  it("goes on with its own table while others are filled, read and given up", function()
    local text = filled(four, START, 11):dump()
    local reading, others = 0, {}
    local function pause()
      reading = reading + 1
      if reading % 3 == 0 then others[#others % 4 + 1] = filled(four, START, 6) end
      if reading == 5 then
        others[5] = alphabeta.undump(text, four, START, pause)
        collectgarbage()
      end
    end
    assert(alphabeta.undump(text, four, START, pause):dump() == text)
    assert(others[5]:dump() == text)
  end)

  it("raises what the function raises, and takes nothing else", function()
    local text = filled(nim, 20):dump()
    assert.has_error(function() alphabeta.undump(text, nim, 20, function() error("enough", 0) end) end, "enough")
    assert.has_error(function() return (alphabeta.undump(text, nim, 20, "x")) end,
      "bad argument #4 to 'undump' (function expected, got string)")
    assert.has_error(function() return (alphabeta.load("x", nim, 20, 5)) end,
      "bad argument #4 to 'load' (function expected, got number)")
  end)

  it("is refused where the file changes meanwhile", function()
    with_file(function(file)
      local t = filled(four, START, 11)
      local text = t:dump()
      for _, change in ipairs { "", text:sub(1, 50000), text:sub(1, 50000) .. ("\255"):rep(#text - 50000) } do
        for at = 2, 9 do
          files.write(file, text)
          local ok, message = pcall(in_pieces, function(pause) return alphabeta.load(file, four, START, pause) end,
            function(pauses) if pauses == at then files.write(file, change) end end)
          assert(ok or message:find("it is damaged", 1, true) or message:find("belongs to", 1, true), message)
          assert(not ok or #text / 2 ^ 15 * 2 < at)
        end
      end
    end)
  end)

  it("comes from whatever can be opened, and else it is said why not", function()
    local t, io_before = filled(nim, 20), io
    local function load_by(methods)
      local handle = { read = function() return nil, "no luck" end, seek = function() return nil, "no place" end,
        close = function() end }
      for name, method in pairs(methods) do handle[name] = method end
      _G.io = { open = function() return handle end }
      local ok, what = pcall(alphabeta.load, "pipe", nim, 20)
      _G.io = io_before
      return ok and what:dump() or what
    end
    assert(t:dump() == load_by { read = function(_, form) return form == "*a" and t:dump() or nil end })
    assert.equal("cannot load 'pipe': no luck", load_by {})
    assert.equal("cannot load 'pipe': no luck", load_by { seek = function() return 1000 end })
    assert.equal("cannot load 'pipe': no place", load_by { read = function() return "" end,
      seek = function(_, whence) if whence == "end" then return 1000 end return nil, "no place" end })
    assert.matches("cannot load 'pipe': it holds no table", load_by { read = function() return nil end,
      seek = function() return 2 ^ 63 end })
    assert.is_false(pcall(alphabeta.load, "/", nim, 20))
  end)

  it("is not there before it was read, and comes in order", function()
    local text = filled(nim, 20):dump()
    local undumping, kind, name_at, print_at, begin = core.undump_begin(text, #text)
    assert.equal("t", kind)
    assert.equal("nim", text:sub(name_at + 1, print_at))
    assert.is_false(pcall(core.undump_end, nim, 20, undumping))
    assert.is_false(core.undump_check(undumping, text, 0, #text - 1))
    assert.is_true(core.undump_check(undumping, text, #text - 1, 5))
    assert.is_nil((core.undump_on(undumping, text, begin, 100)))
    local at, is_last = core.undump_on(undumping, text, begin, #text)
    assert.same({ #text - 8 - begin, true }, { at, is_last })
    assert.equal(text, core.undump_end(nim, 20, undumping):dump())
    local long = filled(four, START, 11):dump()
    local half, _, _, _, begin_of_half = core.undump_begin(long, #long)
    assert.is_false((select(2, core.undump_on(half, long, begin_of_half, 5000))))
    assert.is_false(pcall(core.undump_end, four, START, half))
    for _, call in ipairs { core.undump_check, core.undump_on, core.undump_begin } do
      assert.is_false(pcall(call))
      assert.is_false(pcall(call, text, undumping))
    end
    for _, piece in ipairs { { -1, 5 }, { #text + 1, 5 }, { 0, -1 }, { 0 }, { 2 ^ 60, 2 ^ 60 } } do
      assert.is_false(pcall(core.undump_check, undumping, text, compat.unpack(piece)))
      assert.is_false(pcall(core.undump_on, undumping, text, compat.unpack(piece)))
    end
    for _, size in ipairs { -1, 0, 10, 0 / 0, 1 / 0, 2 ^ 60 } do assert.is_nil((core.undump_begin(text, size))) end
  end)
end)

describe("a file", function()
  it("has what was saved, whole", function()
    with_file(function(file)
      local solution = alphabeta.solve(tictactoe, tictactoe.initial())
      alphabeta.save(file, solution, tictactoe, tictactoe.initial())
      assert.equal(5478, #alphabeta.load(file, tictactoe, tictactoe.initial()))
      alphabeta.save(file, filled(nim, 30), nim, 30)
      assert(#alphabeta.load(file, nim, 30) > 20)
      assert.is_nil(io.open(file .. ".new"))
    end)
  end)

  it("that cannot be written or read is named", function()
    local solution = alphabeta.solve(nim, 5)
    local function refused(message, call, ...)
      local ok, said = pcall(call, ...)
      assert.is_false(ok)
      assert.matches(message, said)
    end
    refused("cannot save '/no such folder/x': ", alphabeta.save, "/no such folder/x", solution, nim, 5)
    refused("cannot load '/no such folder/x': ", alphabeta.load, "/no such folder/x", nim, 5)
    refused("#1 to 'save' %(name of a file expected, got nil", alphabeta.save, nil, solution, nim, 5)
    refused("#2 to 'save' %(alphabeta.table or alphabeta.solution expected, got nil", alphabeta.save, "x", nil, nim, 5)
    refused("#3 to 'save' %(game expected, got nil", alphabeta.save, "x", solution)
    refused("#1 to 'load' %(name of a file expected, got nil", alphabeta.load, nil, nim, 5)
    refused("#2 to 'load' %(game expected, got nil", alphabeta.load, "x")
    with_file(function(file)
      local handle = assert(io.open(file, "wb"))
      handle:write("another program's file")
      handle:close()
      refused("cannot load '" .. file:gsub("%W", "%%%0") .. "': it holds no table or solution of alphabeta",
        alphabeta.load, file, nim, 5)
    end)
  end)

  it("takes an io, which a host may not lend", function()
    local io, os = io, os
    local solution = alphabeta.solve(nim, 5)
    _G.io = nil
    local ok, message = pcall(alphabeta.save, "x", solution, nim, 5)
    local loaded, reason = pcall(alphabeta.load, "x", nim, 5)
    _G.io, _G.os = io, nil
    local renamed, why = pcall(alphabeta.save, "x", solution, nim, 5)
    _G.os = os
    assert.is_false(ok or loaded or renamed)
    assert.matches("cannot save 'x': there is no 'io' here", message)
    assert.matches("cannot load 'x': there is no 'io' here", reason)
    assert.matches("cannot save 'x': there is no 'os' here", why)
  end)

  it("stays as it was where writing fails half-way", function()
    with_file(function(file)
      alphabeta.save(file, alphabeta.solve(nim, 5), nim, 5)
      local io = io
      _G.io = { open = function(name, mode)
        if mode == "rb" then return io.open(name, mode) end
        local handle = assert(io.open(name, mode))
        return {
          write = function(_, text)
            handle:write(text:sub(1, 100))
            return nil, "disk full"
          end,
          close = function() return handle:close() end,
        }
      end }
      local ok, message = pcall(alphabeta.save, file, alphabeta.solve(nim, 9), nim, 9)
      _G.io = io
      assert.is_false(ok)
      assert.matches("disk full", message)
      assert.equal(6, #alphabeta.load(file, nim, 5))
      assert.is_nil(io.open(file .. ".new"))
    end)
  end)

  -- Saves 10 positions of nim in a file that has 6; with these functions of `os`, on Windows or elsewhere. Returns what
  -- `save` says.
  local function saved_over(file, functions, config)
    alphabeta.save(file, alphabeta.solve(nim, 5), nim, 5)
    local os, old_config = os, package.config
    _G.os = setmetatable(functions, { __index = os })
    rawset(package, "config", config or old_config)
    local ok, message = pcall(alphabeta.save, file, alphabeta.solve(nim, 9), nim, 9)
    _G.os = os
    rawset(package, "config", old_config)
    return ok, message
  end

  local function refuse() return nil, "refused" end
  local remove, give_name = os.remove, os.rename

  it("stays as it was where a new one cannot take its place", function()
    with_file(function(file)
      local ok, message = saved_over(file, { rename = refuse })
      assert.is_false(ok)
      assert.matches("cannot save '.*': refused$", message)
      assert.equal(6, #alphabeta.load(file, nim, 5))
      assert.is_nil(io.open(file .. ".new"))
      assert.is_false((saved_over(file, { rename = refuse, remove = function(name)
        return (name == file and refuse or remove)(name)
      end }, "\\\n")))
      assert.equal(6, #alphabeta.load(file, nim, 5))
    end)
  end)

  it("is removed before on Windows, where a name is given to one file only", function()
    with_file(function(file)
      local function rename(from, to)
        local taken = io.open(to)
        if taken then taken:close() end
        return (taken and refuse or give_name)(from, to)
      end
      assert.is_true((saved_over(file, { rename = rename }, "\\\n")))
      assert.equal(10, #alphabeta.load(file, nim, 9))
      assert.is_nil(io.open(file .. ".new"))
      local ok, message = saved_over(file, { rename = refuse }, "\\\n")
      assert.is_false(ok)
      assert.matches(": refused %(it is in '.*%.new'%)$", message)
      assert.equal(10, #alphabeta.load(file .. ".new", nim, 9))
      assert(os.remove(file .. ".new"))
    end)
  end)

  it("takes the place of no folder, and of no file beside", function()
    with_file(function(file)
      alphabeta.save(file, alphabeta.solve(nim, 5), nim, 5)
      files.write(file .. ".new", "somebody's")
      alphabeta.save(file, alphabeta.solve(nim, 9), nim, 9)
      assert.equal(10, #alphabeta.load(file, nim, 9))
      assert.equal("somebody's", files.read(file .. ".new"))
      assert(os.remove(file .. ".new"))
      local folder = file .. ".d"
      assert(os.execute("mkdir " .. folder))
      local ok = pcall(alphabeta.save, folder, alphabeta.solve(nim, 5), nim, 5)
      local still = io.open(folder .. "/file", "w")
      if still then still:close() end
      os.execute("rm -r " .. folder)
      assert.same({ false, true }, { ok, still ~= nil })
    end)
  end)
end)

describe("damage", function()
  it("is told from what another program, version or machine has written", function()
    local text = alphabeta.solve(nim, 5):dump()
    local function refused(at, byte, message)
      local changed = text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1)
      local ok, said = pcall(alphabeta.undump, changed, nim, 5)
      assert.is_false(ok)
      assert.matches(message, said, 1, true)
    end
    refused(1, 64, "it holds no table or solution of alphabeta")
    refused(9, 99, "it has another format version")
    refused(11, 1 - text:byte(11), "it was written on a machine with another byte order")
    refused(#text, (text:byte(#text) + 1) % 256, "it is damaged")
  end)

  it("is noticed, wherever it is", function()
    local draw = require "alphabeta.base.random"(seed)
    local texts = { alphabeta.solve(nim, 40):dump(), filled(nim, 40, 6):dump() }
    local foreign = "\137alpha\r\n" .. ("\1"):rep(60)
    assert.is_false(pcall(alphabeta.undump, foreign, nim, 40))
    for number = 1, effort(600) do
      local text = texts[number % 2 + 1]
      local at, how = draw(#text), draw(4)
      local damaged
      if how == 1 then
        damaged = text:sub(1, at - 1)
      elseif how == 2 then
        damaged = text .. text:sub(1, at)
      elseif how == 3 then
        damaged = text:sub(1, at - 1) .. text:sub(at + 1)
      else
        local byte = (text:byte(at) + draw(255)) % 256
        damaged = text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1)
      end
      local ok, message = pcall(alphabeta.undump, damaged, nim, 40)
      assert.is_false(ok, ("number %d, seed %d"):format(number, seed))
      assert.matches("bad argument #1 to 'undump' %(it ", message)
    end
  end)

  if compat.has_integers then
    it("of the lengths in the head reads nothing beyond the end", function()
      local text = alphabeta.solve(nim, 40):dump()
      local name, fingerprint, content = string.unpack("=I8I8I8", text, 17)
      for _, lengths in ipairs { { -8, fingerprint, content + name + 8 }, { name, -8, content + fingerprint + 8 },
        { name, fingerprint, content + 1 }, { compat.integer(2 ^ 62), compat.integer(2 ^ 62), content } } do
        local forged = text:sub(1, 16) .. string.pack("=i8i8i8", table.unpack(lengths)) .. text:sub(41, -9)
        local whole = forged .. core.key_bytes(nim, forged)
        local undumping, message = core.undump_begin(whole, #whole)
        assert.is_nil(undumping)
        assert.equal("it is damaged or incomplete", message)
      end
    end)
  end

  -- What a dump has in it, whomever it says it belongs to; nil: nothing.
  local function taken(game, state, text)
    local undumping, _, _, _, begin = core.undump_begin(text, #text)
    if not undumping or not core.undump_check(undumping, text, 0, #text) then return nil end
    local at, is_last = 0, false
    while not is_last do
      at, is_last = core.undump_on(undumping, text, begin + at, #text)
      if not at then return nil end
    end
    return core.undump_end(game, state, undumping)
  end

  it("that was done on purpose, with the right checksum, crashes nothing", function()
    local draw = require "alphabeta.base.random"(seed)
    local dumps = { alphabeta.solve(nim, 40):dump(), filled(nim, 40, 6):dump() }
    for number = 1, effort(300) do
      local text = dumps[number % 2 + 1]
      local at = 45 + draw(#text - 60)
      local forged = text:sub(1, at - 1) .. string.char(draw(256) - 1) .. text:sub(at + 1, -9)
      local whole = forged .. core.key_bytes(nim, forged)
      local ok, what = pcall(taken, nim, 40, whole)
      assert(ok, what)
      if what and number % 2 == 1 then alphabeta.search(nim, 40, { table = what, depth = 5 }) end
      if what and number % 2 == 0 then what:move(40) end
    end
  end)
end)

-- Tables, trees, solutions that are no more give their memory back in pieces: bytes are counted, not time.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local connect4 = require "alphabeta.games.connect4"
local synthetic = require "alphabeta.games.synthetic"

local MB = 2 ^ 20
local PIECE = 4.5 * MB -- of the large blocks 3 MB, and whatever else is garbage
local BYTES = 9 * MB
local root = connect4.initial()
-- Trees that no search comes to the end of here: their nodes cost little, and nearly all are new to a table.
local narrow = synthetic.new { mode = "uniform", seed = 7, breadth = 2, depth = 40 }
local wide = synthetic.new { mode = "uniform", seed = 7, breadth = 8, depth = 7 }

local allocator = c.library("spec/native/allocator.c", "allocator")
local waits = _VERSION >= "Lua 5.4" -- before that all goes in one piece

-- A search that has filled its table.
local function fill(kept)
  local search = alphabeta.start(narrow, narrow.initial(), { depth = 40, table = kept })
  repeat search:step { nodes = 20000 } until kept:stats().bytes > 0.99 * kept:stats().limit
  return search
end

local function filled(options)
  local kept = alphabeta.table(options or { bytes = BYTES })
  fill(kept):close()
  return kept
end

-- A search that has grown a tree of playouts.
local function grown(playouts)
  local search = alphabeta.start(wide, wide.initial(), { algorithm = "mcts", playouts = playouts, bytes = 2^28 })
  search:step()
  return search
end

-- The result of a search that is stepped once more after it was told that there is no memory.
local function searched_again(kept)
  local search = alphabeta.start(connect4, root, { depth = 11, table = kept })
  local fine, message = pcall(search.step, search)
  assert.is_false(fine)
  assert.matches("not enough memory", message)
  search:step()
  return search:result()
end

-- What `work` made more, and what it gave back, in bytes.
local function watched(work, refused)
  allocator.watch(refused)
  local fine, message = pcall(work)
  local held, freed = allocator.leave()
  assert(fine, message)
  return held, freed
end

-- The table that is made is no more afterwards.
local function drop(make, options) make(options) end

local function collect() collectgarbage() end

-- Collects until nothing more is given back: the largest piece, and all of them.
local function give_back()
  local most, sum, idle = 0, 0, 0
  repeat
    local _, freed = watched(collect)
    most, sum, idle = math.max(most, freed), sum + freed, freed < 64 * 1024 and idle + 1 or 0
  until idle == 3
  return most, sum
end

describe("a table that is no more", function()
  before_each(give_back)

  it("gives its memory back in pieces, one for each collection", function()
    drop(filled)
    local most, sum = give_back()
    assert(sum >= 0.99 * BYTES, sum)
    assert(most >= (waits and 1 or 0.99) * (waits and 3 * MB or BYTES), most)
    if waits then assert(most <= PIECE, most) end
  end)

  it("gives it all back at once, and has it counted, if that is wanted", function()
    local before = collectgarbage "count"
    drop(function(options)
      local kept = filled(options)
      assert(collectgarbage "count" - before >= 0.99 * BYTES / 1024)
      return kept
    end, { bytes = BYTES, counted = true })
    local _, freed = watched(collect)
    assert(freed >= 0.99 * BYTES, freed)
  end)

  if not waits then return end

  it("leaves its memory to the next one", function()
    drop(filled)
    collect()
    local kept
    local held, freed = watched(function() kept = filled() end)
    assert(freed < PIECE and held <= BYTES / 2, held .. ", " .. freed)
    assert.is_true(kept:stats().bytes >= 0.99 * BYTES)
  end)

  it("gives it back where only young objects are collected, too", function()
    collectgarbage "generational"
    drop(filled, { bytes = 12 * MB })
    collectgarbage() -- what is still there is old from now on
    for _ = 1, 400000 do assert({}) end
    collectgarbage "incremental"
    local _, sum = give_back()
    assert(sum < 6 * MB, sum)
  end)

  it("gives it back where another one is refused", function()
    local other = alphabeta.table { bytes = BYTES }
    drop(grown, 240000)
    collect() -- the rest of 8 MB waits, in blocks that are not of the size that is asked for
    local result
    local _, freed = watched(function() result = searched_again(other) end, 64 * 1024)
    assert(freed >= 4 * MB, freed)
    assert.same(alphabeta.search(connect4, root, { depth = 11 }).value, result.value)
    assert.is_true(other:stats().bytes < 64 * 1024)
  end)
end)

describe("whatever is large, and no more,", function()
  if not waits then return end

  local solved = connect4.new(4, 4)
  local text

  -- The blocks of 15 KB or more; what is smaller is the collector's.
  local KINDS = {
    ["a tree of playouts"] = { MB = 5, function() return grown(160000) end },
    ["a tree of playouts that was closed"] = { MB = 5, function()
      local search = grown(160000)
      search:close()
      return search
    end },
    ["a recorded tree"] = { MB = 6, function()
      local search = alphabeta.start(connect4, root, { depth = 9, algorithm = "minimax", trace = 1e6, table = false })
      search:step { nodes = 100000 }
      return search
    end },
    ["a solver"] = { MB = 4, function()
      local solver = alphabeta.start_solve(solved, solved.initial())
      solver:step { nodes = 90000 }
      return solver
    end },
    ["a solution"] = { MB = 5, function() return alphabeta.solve(solved, solved.initial()) end },
    ["a solution that was read"] = { MB = 5, function() return alphabeta.undump(text, solved, solved.initial()) end },
    ["a search for a way"] = { MB = 3, function()
      local way = alphabeta.start_path({
        moves = function() return { 1, 2, 3 } end,
        play = function(state, move) return 3 * state + move end,
        goal = function() return false end,
        key = function(state) return state end,
      }, 0)
      way:step { nodes = 45000 }
      return way
    end },
  }

  before_each(function()
    text = text or alphabeta.solve(solved, solved.initial()):dump()
    give_back()
  end)

  for name, kind in pairs(KINDS) do
    local make = kind[1]

    it("goes in pieces: " .. name, function()
      local held = watched(function() drop(make) end)
      assert(held >= kind.MB * MB, held)
      local most, sum = give_back()
      assert(sum >= 0.9 * held, sum .. " of " .. held)
      assert(most <= PIECE, most)
    end)

    it("is used by a finalizer as long as that likes: " .. name, function()
      local kept, told
      do
        local user = {}
        user.made = make()
        setmetatable(user, { __gc = function(self)
          kept, told = self.made, tostring(self.made)
        end })
      end
      local most = give_back()
      assert(most <= PIECE, most)
      if kept == nil then return end
      if kept.result then kept:result() else assert(kept:value(solved.initial())) end
      kept = false
      local _, sum = give_back()
      assert(not kept and told:find "closed" or sum >= 0.9 * kind.MB * MB, sum)
    end)
  end

  -- In one go nobody can use it any more, so that it need not wait for the collector.
  local IN_ONE_GO = {
    search = [[alphabeta.search(wide, wide.initial(), { algorithm = "mcts", playouts = 1e6, bytes = 2^28 })]],
    solve = [[alphabeta.solve(connect4, connect4.initial())]],
    path = [[alphabeta.path(numbers, 0)]],
  }

  for name, call in pairs(IN_ONE_GO) do
    it("is given back at once where memory has run out in one go: " .. name, function()
      local bytes, message = allocator.run([[
        local alphabeta, connect4 = require "alphabeta", require "alphabeta.games.connect4"
        local synthetic = require "alphabeta.games.synthetic"
        local wide = synthetic.new { mode = "uniform", seed = 7, breadth = 8, depth = 7 }
        local numbers = {
          moves = function() return { 1, 2, 3 } end,
          play = function(state, move) return 3 * state + move end,
          goal = function() return false end,
          key = function(state) return state end,
        }
        local fine, message = pcall(function() return ]] .. call .. [[ end)
        assert(not fine and message:find "not enough memory", message)
        assert(#("x"):rep(2^21) == 2^21)]], package.preload["alphabeta.core"], 7 * MB)
      assert.same({ 0 }, { bytes, message })
    end)
  end

  it("is given back at once by `close` where memory has run out before", function()
    local bytes, message = allocator.run([[
      local alphabeta, synthetic = require "alphabeta", require "alphabeta.games.synthetic"
      local wide = synthetic.new { mode = "uniform", seed = 7, breadth = 8, depth = 7 }
      local options = { algorithm = "mcts", playouts = 1e6, bytes = 2^28 }
      local search = alphabeta.start(wide, wide.initial(), options)
      search:step { playouts = 10 }
      assert(search:result())
      local spare = ("x"):rep(2^14)
      local fine, message = pcall(search.step, search)
      assert(not fine and message:find "not enough memory", message)
      spare = nil
      search:close()
      assert(#("x"):rep(2^21) == 2^21 and not spare)]], package.preload["alphabeta.core"], 7 * MB)
    assert.same({ 0 }, { bytes, message })
  end)

  it("is given back at once at the end of a search in one go", function()
    collectgarbage "stop"
    local held = watched(function()
      alphabeta.search(wide, wide.initial(), { algorithm = "mcts", playouts = 160000, bytes = 2^28 })
    end)
    collectgarbage "restart"
    assert(held < 2 * MB, held)
  end)

  it("is given back at once when a way was found in one go", function()
    local most = 0
    collectgarbage "stop"
    local held = watched(function()
      alphabeta.path({
        moves = function() return { 1, 2 } end,
        play = function(state, move) return 2 * state + move end,
        goal = function(state)
          most = math.max(most, allocator.held())
          return state == 2^15
        end,
        key = function(state) return state end,
      }, 0)
      collectgarbage()
    end)
    collectgarbage "restart"
    assert(most > 2 * MB and held < 0.5 * MB, most .. ", " .. held)
  end)
end)

describe("a table that grows", function()
  if not waits then return end

  -- The most that was held while so many tables of 4 MB were made, grew old as that tells, and were dropped.
  local function most_held(count, grow_old)
    local most, kept = 0, nil
    give_back()
    watched(function()
      for _ = 1, count do
        kept = filled { bytes = 4 * MB }
        if grow_old then grow_old() end
        most = math.max(most, allocator.held())
        kept = nil
      end
    end)
    assert.is_nil(kept)
    return most
  end

  it("leaves a program something to go on with", function()
    local bytes, message = allocator.run([[
      local alphabeta, connect4 = require "alphabeta", require "alphabeta.games.connect4"
      local search = alphabeta.start(connect4, connect4.initial(), { depth = 42, table = alphabeta.table() })
      search:step { nodes = 1000 }
      assert(search:result())
      local fine, message
      repeat fine, message = pcall(search.step, search, { nodes = 1000 }) until not fine
      assert(message:find "not enough memory", message)
      assert(#("x"):rep(2^15) == 2^15 and not search:step { nodes = 100000 })]],
      package.preload["alphabeta.core"], 4 * MB)
    assert.same({ 0 }, { bytes, message })
  end)

  it("has the collector come as if that counted its memory", function()
    local most = most_held(16)
    assert(most < 48 * MB, most)
  end)

  it("likewise where young objects are collected more often", function()
    if _VERSION < "Lua 5.4" then return end
    collectgarbage("generational", 20, 1000) -- by itself it never collects what is old
    local fine, most = pcall(most_held, 30, function()
      for _ = 1, 3 do collectgarbage "step" end
    end)
    collectgarbage("generational", 20, 100)
    collectgarbage "incremental"
    assert(fine, most)
    assert(most < 106 * MB, most)
  end)

  it("keeps its size where memory fails, and the search goes on", function()
    give_back()
    local kept = alphabeta.table { bytes = BYTES }
    local result
    watched(function() result = searched_again(kept) end, 64 * 1024)
    assert(kept:stats().bytes < 64 * 1024)
    assert.same(alphabeta.search(connect4, root, { depth = 11 }).value, result.value)
  end)
end)

describe("a finalizer", function()
  if not waits then return end

  it("may use a table that is no more, and keep it", function()
    local saved
    for order = 1, 2 do
      do
        local user = order == 1 and {} or nil
        local kept = filled { bytes = 2 * MB }
        local search = fill(kept)
        user = user or {}
        setmetatable(user, { __gc = function()
          search:step { nodes = 1000 }
          saved = { kept, search }
        end })
      end
      give_back()
      assert.is_true(saved[1]:stats().bytes >= MB)
      saved[2]:step { nodes = 10000 }
      assert.same(alphabeta.search(narrow, narrow.initial(), { depth = 8 }).value,
        alphabeta.search(narrow, narrow.initial(), { depth = 8, table = saved[1] }).value)
    end
  end)
end)

describe("a state that is closed leaves nothing", function()
  local PROGRAMS = {
    ["of a table"] = "used()",
    ["of tables that wait"] = "for i = 1, 4 do used() used = used collectgarbage() end",
    ["of tables that finalizers make"] = [[
      local made = setmetatable({}, { __gc = function() used() end })
      used()
      late = setmetatable({}, { __gc = function() used() end })]],
    ["of a table that an older finalizer uses"] = "kept = used()",
    ["of a search that stands still in a callback"] = [[
      local calls, mine = 0, alphabeta.table { bytes = 2^20 }
      local slow = setmetatable({ evaluate = function()
        calls = calls + 1
        if calls % 5000 == 0 then coroutine.yield() end
        return 0
      end }, { __index = connect4 })
      resume = coroutine.wrap(function()
        alphabeta.search(slow, connect4.initial(), { depth = 9, table = mine })
        resumed = true
      end)
      resume()
      assert(mine:stats().bytes > 64 * 1024)]],
    ["of a search that stands still in a callback, with a tree of playouts"] = [[
      local calls = 0
      local slow = {
        moves = function(number) return number < 2^20 and { 0, 1, 2, 3 } or {} end,
        play = function(number, move)
          calls = calls + 1
          if calls == 120000 then coroutine.yield() end
          return 4 * number + move
        end,
        evaluate = function(number) return number % 3 end,
      }
      playing = alphabeta.start(slow, 1, { algorithm = "mcts", playouts = 100000 })
      resume = coroutine.wrap(function()
        playing:step()
        resumed = true
      end)
      resume()
      assert(calls == 120000 and not resumed)]],
    ["of searches by playouts, solvers, solutions, ways, recorded trees"] = [[
      local options = { algorithm = "mcts", playouts = 60000 }
      alphabeta.search(connect4, connect4.initial(), options)
      made = {
        alphabeta.start(connect4, connect4.initial(), options),
        alphabeta.start(connect4, connect4.initial(), { depth = 42, trace = 1e5 }),
        alphabeta.start_solve(connect4, connect4.initial()),
        alphabeta.start_path({
          moves = function() return { 1, 2, 3 } end,
          play = function(state, move) return 3 * state + move end,
          goal = function() return false end,
          key = function(state) return state end,
        }, 0),
      }
      for _, it in ipairs(made) do it:step { nodes = 100000 } end
      made[1]:step()
      tabled = alphabeta.start(connect4, connect4.initial(), { depth = 42, table = alphabeta.table() })
      tabled:step { nodes = 20000 }
      local small = connect4.new(4, 4)
      solution, start = alphabeta.solve(small, small.initial()), small.initial()
      assert(solution:value(start))]],
  }

  for name, program in pairs(PROGRAMS) do
    it(name, function()
      local bytes, message, finalized = allocator.run([[
        local old = setmetatable({}, { __gc = function()
          if kept then used(kept) end
          if resume then
            local goes_on, why
            repeat goes_on, why = pcall(resume) until resumed or not goes_on
            assert(playing and why:find "search is closed" or resumed and not playing)
          end
          if playing then
            assert(tostring(playing):find "closed")
            playing:result()
            playing:close()
          end
          for _, it in ipairs(made or {}) do
            pcall(it.step, it, { nodes = 100 })
            assert(tostring(it):find "closed" and not it:result())
            it:close()
          end
          if solution then
            assert(not pcall(solution.value, solution, start) and not pcall(solution.dump, solution))
            tabled:step { nodes = 20000 }
            assert(tabled:result().nodes == 40000)
            assert(alphabeta.search(connect4, connect4.initial(), { nodes = 30000 }).nodes == 30000)
          end
          finalized()
        end })
        alphabeta, connect4 = require "alphabeta", require "alphabeta.games.connect4"
        function used(kept)
          kept = kept or alphabeta.table { bytes = 2^20 }
          alphabeta.search(connect4, connect4.initial(), { table = kept, nodes = 30000 })
          return kept
        end
        ]] .. program, package.preload["alphabeta.core"])
      assert.same({ 0 }, { bytes, message })
      assert.equal(waits, finalized)
    end)
  end

  it("of the library, if a finalizer is the first to load it", function()
    local bytes, message, finalized = allocator.run([[
      kept = setmetatable({}, { __gc = function()
        local alphabeta, connect4 = require "alphabeta", require "alphabeta.games.connect4"
        local kept = alphabeta.table { bytes = 2^20 }
        assert(alphabeta.search(connect4, connect4.initial(), { table = kept, nodes = 30000 }).nodes == 30000)
        assert(alphabeta.search(connect4, connect4.initial(), { algorithm = "mcts", playouts = 60000 }).move)
        finalized()
      end })]], package.preload["alphabeta.core"])
    assert.same({ 0, nil, true }, { bytes, message, finalized })
  end)
end)

-- A table that is no more gives its memory back in pieces: bytes are counted, not time.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local connect4 = require "alphabeta.games.connect4"

local MB = 2 ^ 20
local PIECE = 4.5 * MB -- of the large blocks 4 MB, and whatever else is garbage
local BYTES = 12 * MB
local root = connect4.initial()

local allocator = c.library("spec/native/allocator.c", "allocator")
local waits = _VERSION >= "Lua 5.3" and not jit -- before that all goes in one piece

-- A search that has filled its table.
local function fill(kept)
  local search = alphabeta.start(connect4, root, { depth = 42, table = kept })
  repeat search:step { nodes = 20000 } until kept:stats().bytes > 0.99 * kept:stats().limit
  return search
end

local function filled(options)
  local kept = alphabeta.table(options or { bytes = BYTES })
  fill(kept):close()
  return kept
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
  local most, sum = 0, 0
  for _ = 1, 40 do
    local _, freed = watched(collect)
    most, sum = math.max(most, freed), sum + freed
  end
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
    assert(freed < PIECE and held <= 6 * MB, held .. ", " .. freed)
    assert.is_true(kept:stats().bytes >= 0.99 * BYTES)
  end)

  it("gives it back where only young objects are collected, too", function()
    if _VERSION < "Lua 5.4" then return end
    collectgarbage "generational"
    drop(filled, { bytes = 2 * BYTES })
    collectgarbage() -- what is still there is old from now on
    for _ = 1, 400000 do assert({}) end
    collectgarbage "incremental"
    local _, sum = give_back()
    assert(sum < 6 * MB, sum)
  end)

  it("gives it back where another one is refused", function()
    local other = alphabeta.table { bytes = BYTES }
    drop(filled, { bytes = BYTES - 64 })
    collect() -- 8 MB wait; the next block is not of the size that is asked for
    local result
    local _, freed = watched(function() result = searched_again(other) end, 64 * 1024)
    assert(freed >= 7 * MB, freed)
    assert.same(alphabeta.search(connect4, root, { depth = 11 }).value, result.value)
    assert.is_true(other:stats().bytes < 64 * 1024)
  end)
end)

describe("a table that grows", function()
  if not waits then return end

  -- The most that was held while tables were made, grew old, and were dropped.
  local function most_held()
    local most, kept = 0, nil
    give_back()
    for _ = 1, 40 do
      local held = watched(function()
        kept = filled { bytes = 4 * MB }
        for _ = 1, 60000 do assert({}) end
        kept = nil
      end)
      most = most + held
      assert(most < 130 * MB, most)
    end
    assert.is_nil(kept)
  end

  it("has the collector come as if that counted its memory", most_held)

  it("likewise where young objects are collected more often", function()
    if _VERSION < "Lua 5.4" then return end
    collectgarbage "generational"
    local fine, message = pcall(most_held)
    collectgarbage "incremental"
    assert(fine, message)
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
      assert.is_true(saved[1]:stats().bytes <= 64)
      saved[2]:step { nodes = 10000 }
      assert.same(alphabeta.search(connect4, root, { depth = 8 }).value,
        alphabeta.search(connect4, root, { depth = 8, table = saved[1] }).value)
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
  }

  for name, program in pairs(PROGRAMS) do
    it(name, function()
      local bytes, message = allocator.run([[
        local old = setmetatable({}, { __gc = function()
          if kept then used(kept) end
          while resume and not resumed do resume() end
        end })
        alphabeta, connect4 = require "alphabeta", require "alphabeta.games.connect4"
        function used(kept)
          kept = kept or alphabeta.table { bytes = 2^20 }
          alphabeta.search(connect4, connect4.initial(), { table = kept, nodes = 30000 })
          return kept
        end
        ]] .. program, package.preload["alphabeta.core"])
      assert.same({ 0 }, { bytes, message })
    end)
  end
end)

-- What searches and tables hold on to, in bytes: all of it is Lua's, so that Lua can count it.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local connect4 = require "alphabeta.games.connect4"
local kalah = require "alphabeta.games.kalah"
local othello = require "alphabeta.games.othello"
local trees = require "spec.support.trees"

local allocator = c.library("spec/native/allocator.c", "allocator")

local KB = 1024

local function held()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count" * KB
end

-- The bytes that what `make` returns holds on to. What is made once and for all is made before.
local function cost(make)
  make()
  local before = held()
  local made = make()
  local bytes = held() - before
  return made and bytes
end

local function at_most(limit, bytes, what)
  assert(bytes <= limit, ("%s: %d bytes, at most %d expected"):format(what, bytes, limit))
end

local MANY = {}
for i = 1, 60 do MANY[i] = i end

-- A game of one line of moves.
local function line_of(plies)
  return {
    moves = function(ply) return ply < plies and { "on" } or nil end,
    play = function(ply) return ply + 1 end,
    evaluate = function(ply) return ply end,
  }
end

local FORMS = { ["in C"] = kalah, ["in Lua"] = kalah.lua, ["in C, a function in Lua"] =
  setmetatable({ evaluate = function(state) return kalah.evaluate(state) end }, { __index = kalah }) }

describe("a search", function()
  for form, game in pairs(FORMS) do
    local state = game.initial()

    local function searched(options)
      return cost(function()
        local search = alphabeta.start(game, state, options)
        search:step()
        return search
      end)
    end

    it("takes a few thousand bytes, however long it goes on: " .. form, function()
      for _, algorithm in ipairs { "alphabeta", "pvs", "aspiration", "F2", "iterative" } do
        for depth = 3, 7, 2 do
          at_most(8.75 * KB, searched { depth = depth, algorithm = algorithm, table = false },
            algorithm .. ", depth " .. depth)
        end
      end
    end)

    it("takes little more than its table: " .. form, function()
      for _, bytes in ipairs { 1, 2 ^ 14, 2 ^ 18, 2 ^ 22 } do
        at_most(math.max(bytes, 64) + 21 * KB, cost(function()
          local kept = alphabeta.table { bytes = bytes, counted = true }
          local search = alphabeta.start(game, state, { depth = 7, algorithm = "mtdf", table = kept })
          search:step()
          assert(kept:stats().bytes <= math.max(bytes, 64))
          return { search, kept }
        end), ("a table of %d bytes"):format(bytes))
      end
    end)

    it("gives everything back when it is closed, its own table too: " .. form, function()
      for _, nodes in ipairs { 0, 10, 3000 } do
        at_most(4 * KB, cost(function()
          local search = alphabeta.start(game, state, { depth = 8 })
          if nodes > 0 then search:step { nodes = nodes } end
          search:close()
          assert(nodes < 3000 or search:result().move)
          return search
        end), nodes .. " nodes")
      end
    end)

    it("lets go of the position when it is closed: " .. form, function()
      local kept = setmetatable({ game.initial() }, { __mode = "v" })
      local search = alphabeta.start(game, kept[1], { depth = 2, temperature = 1, guard = 1 })
      search:step()
      search:close()
      collectgarbage()
      collectgarbage()
      assert.equal(0, #kept)
    end)

    it("leaves nothing behind: " .. form, function()
      local kept = alphabeta.table {}
      local function searches()
        for _, options in ipairs { { depth = 4, table = kept }, { depth = 3 }, { depth = 4, all = true, table = false },
          { depth = 3, trace = true }, { depth = 9, nodes = 200 } } do
          alphabeta.search(game, state, options)
        end
        return {}
      end
      at_most(KB, cost(searches), "five searches")
    end)
  end

  it("takes a few hundred bytes a ply", function()
    for _, plies in ipairs { 10, 100, 1000 } do
      local game = line_of(plies)
      at_most(7 * KB + 300 * plies, cost(function()
        local search = alphabeta.start(game, 0, { depth = plies })
        search:step { nodes = plies - 2 }
        return search
      end), plies .. " plies")
    end
  end)

  it("asks for no more than a page at a time, however large the tree is that it records", function()
    local search = alphabeta.start(connect4, connect4.initial(), { depth = 6, algorithm = "minimax", trace = 1e6,
      table = false })
    local most, before = 0, 0
    collectgarbage()
    collectgarbage "stop"
    allocator.watch()
    repeat
      local done = search:step { nodes = 1 }
      local now = allocator.held()
      most, before = math.max(most, now - before), now
    until done
    allocator.leave()
    collectgarbage "restart"
    assert.is_true(search:result().nodes > 90000)
    at_most(100 * KB, most, "one position")
  end)

  it("lets go of the trees that it has recorded of other depths", function()
    at_most(60 * KB, cost(function()
      local search = alphabeta.start(line_of(100), 0, { depth = 100, deepening = true, trace = 1000 })
      search:step()
      return search
    end), "the last tree")
  end)

  it("lets go of the lines of root moves that are not wanted, or not any more", function()
    for sign, options in pairs { [-1] = { algorithm = "minimax" }, [1] = { choose = "random", margin_random = 0.5 } } do
      local game = line_of(51)
      local play = game.play
      function game.moves(state) return state % 100 == 0 and MANY or state % 100 < 50 and { 0 } or nil end
      function game.play(state, move) return play(state) + 100 * move end
      function game.evaluate(state) return sign * (state // 100) end
      options.depth = 50
      at_most(35 * KB, cost(function()
        local search = alphabeta.start(game, 0, options)
        search:step()
        return search
      end), "the lines of 60 moves")
    end
  end)

  it("lets go of the lines of play that are not the best any more", function()
    -- every move is better than the one before it, so that the best line is another one again and again
    local game = {
      width = 60,
      play = function(state, move) return 60 * state + move end,
      evaluate = function(state) return state % 60 end,
      player = function() return 1 end,
    }
    for _, algorithm in ipairs { "alphabeta", "F1", "F2", "iterative" } do
      at_most(16 * KB, cost(function()
        local search = alphabeta.start(game, 0, { depth = 3, algorithm = algorithm })
        search:step()
        return search
      end), algorithm .. ", 60 x 60 x 60 lines")
    end
  end)
end)

describe("the table that a search has for itself", function()
  local state, options = connect4.initial(), { depth = 10 }

  -- The bytes that `work` asks for while nothing is collected.
  local function asked(work)
    held()
    collectgarbage "stop"
    allocator.watch()
    work()
    local first = allocator.held()
    work()
    local second = allocator.held()
    allocator.leave()
    collectgarbage "restart"
    return first, second - first
  end

  local ways = {
    search = function() return alphabeta.search(connect4, state, options) end,
    close = function()
      local search = alphabeta.start(connect4, state, options)
      search:step()
      search:close()
      return search:result()
    end,
  }

  for name, way in pairs(ways) do
    it("is left to the next one: " .. name, function()
      local first, second = asked(way)
      assert(first > 128 * KB, first)
      at_most(24 * KB, second, "the second search")
    end)

    it("is left empty: " .. name, function()
      local first = way()
      for _ = 1, 10 do assert.same(first.nodes, way().nodes) end
    end)
  end

  it("is left with all else that a small search takes: the next one asks for little more than its result", function()
    local list = { 1, 2, 3, 4 }
    local function with(fields, game) return setmetatable(fields, { __index = game }) end
    local small = { moves = function() return list end, play = function(number, move) return 4 * number + move end,
      evaluate = function(number) return number % 3 end }
    local keyed = with({ key = function(number) return number end }, small)
    local filled = with({ fills = true, moves = function(_, into)
      for i = 1, 4 do into[i] = i end
      return 4
    end }, keyed)
    local at = { number = 0 }
    local in_place = { moves = small.moves, evaluate = function() return at.number % 3 end,
      play = function(place, move) place.number = 4 * place.number + move end,
      undo = function(place, move) place.number = (place.number - move) // 4 end }
    for _, row in ipairs {
      { "in C", connect4, connect4.initial(), 2 }, { "in C, wider", othello, othello.initial(), 24 },
      { "in Lua", small, 0, 2 }, { "in Lua, with a key", keyed, 0, 2 }, { "written into a list", filled, 0, 2.5 },
      { "in place", in_place, at, 4.5 }, { "restored", with({ undo = true }, in_place), at, 4.5 },
    } do
      local name, game, root, limit = table.unpack(row)
      local shallow = { depth = 3 }
      local _, second = asked(function() return alphabeta.search(game, root, shallow) end)
      at_most(limit * KB, second, name)
    end
  end)

  it("is left without what it was asked", function()
    local reports = 0
    local function report() reports = reports + 1 end
    local mine = alphabeta.table {}
    alphabeta.search(connect4, state, { depth = 3, on_depth = report, table = mine })
    local entries = #mine
    alphabeta.search(connect4, state, { depth = 4 })
    assert.equal(3, reports)
    assert.equal(entries, #mine)
  end)

  it("serves another game next", function()
    for seed = 1, 40 do
      local tree = trees.random("dag", seed, 4, 6, 5)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      local plain = alphabeta.search(game, tree.root, { depth = 5, algorithm = "F" })
      alphabeta.search(connect4, state, { depth = 4 })
      local found = alphabeta.search(game, tree.root, { depth = 5 })
      assert.same({ plain.value, plain.move }, { found.value, found.move }, tree.text)
    end
  end)

  it("is not left by a search that was broken off, nor while one that began before has it", function()
    local depth = 0
    local nested = setmetatable({ evaluate = function()
      if depth == 0 then
        depth = 1
        ways.search()
        depth = 2
        ways.search()
      end
      return 0
    end }, { __index = connect4 })
    local alone = alphabeta.search(setmetatable({ evaluate = function() return 0 end }, { __index = connect4 }),
      state, { depth = 6 })
    local found = alphabeta.search(nested, state, { depth = 6 })
    assert.equal(2, depth)
    assert.same({ alone.value, alone.move, alone.nodes }, { found.value, found.move, found.nodes })
    local broken = setmetatable({ evaluate = function() error "broken" end }, { __index = connect4 })
    assert.is_false((pcall(alphabeta.search, broken, state, { depth = 6 })))
    assert.same(alone.nodes, alphabeta.search(setmetatable({ evaluate = function() return 0 end },
      { __index = connect4 }), state, { depth = 6 }).nodes)
  end)
end)

describe("a table", function()
  it("forgets when it is cleared whether values were integers", function()
    local function game_of(value)
      return {
        width = 2,
        play = function(state, move) return state < 8 and 2 * state + move or nil end,
        evaluate = function() return value end,
        key = function(state) return state end,
      }
    end
    local kept = alphabeta.table()
    for _, value in ipairs { 2, 2.0, 2 } do
      local found = alphabeta.search(game_of(value), 1, { table = kept }).value
      assert.same({ 2, math.type(value) }, { found, math.type(found) })
      kept:clear()
    end
  end)

  it("holds a position once", function()
    for seed = 1, 20 do
      local tree = trees.random("dag", seed, 4, 6, 5)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      local kept = alphabeta.table { bytes = 2 ^ 16 }
      for _, algorithm in ipairs { "pvs", "mtdf", "alphabeta", "bisection" } do
        for depth = 2, 6 do
          alphabeta.search(game, tree.root, { algorithm = algorithm, depth = depth, table = kept })
        end
      end
      assert(#kept > 5 and #kept <= trees.states(tree), ("%d of %d, %s"):format(#kept, trees.states(tree), tree.text))
    end
  end)
end)

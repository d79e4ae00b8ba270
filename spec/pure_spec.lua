-- The search in Lua alone says what the one in C says. (Random trees: spec/property_spec.lua.)

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local knowledge = require "spec.support.knowledge"
local interpreter = require "spec.support.interpreter"
local new_nim = require "spec.support.nim"
local pure = require "alphabeta.pure"
local stride = require "spec.support.stride"
local trees = require "spec.support.trees"

-- What a program prints that has the Lua modules of the library, and none in C.
local function run_without_c(program) return interpreter.run(program, "") end

local nim = new_nim {}
local keyed = new_nim { key = function(heap) return heap end }

describe("alphabeta.pure", function()
  it("loads nothing else, and needs no module in C", function()
    assert.equal("alphabeta.pure 3 1\n", run_without_c [[
      local pure = require "alphabeta.pure"
      local names = {}
      for name in pairs(package.loaded) do
        if name:find "^alphabeta" then names[#names + 1] = name end
      end
      local result = pure.search({
        moves = function(heap)
          local list = {}
          for take = 1, math.min(3, heap) do list[take] = take end
          return list
        end,
        play = function(heap, take) return heap - take end,
        evaluate = function() return -1 end,
        key = function(heap) return heap end,
      }, 11)
      print(table.concat(names, " "), result.move, ("%d"):format(result.value))
    ]])
  end)

  if not package.preload["alphabeta.core"] then -- some hosts have it inside
    it("is not what `require \"alphabeta\"` gives where the module in C is missing", function()
      assert.matches("^false .*module 'alphabeta.core' not found", run_without_c 'print(pcall(require, "alphabeta"))')
    end)
  end

  it("loads with its games where integers have 32 bits, as in Fengari", function()
    assert.equal("true true true true true\n", run_without_c [[
      local format = string.format
      function string.format(text, ...)
        for i = 1, select("#", ...) do
          local value = select(i, ...)
          if text:find "%%d" and type(value) == "number" and math.abs(value) >= 2 ^ 31 then
            error("number has no integer representation", 2)
          end
        end
        return format(text, ...)
      end
      local function loads(name) return (pcall(require, "alphabeta." .. name)) end
      print(loads "pure", loads "twins.tictactoe", loads "twins.connect4", loads "twins.kalah", loads "twins.othello")
    ]])
  end)

  it("has the names of the library, and no others", function()
    for name, value in pairs(pure) do assert.equal(type(alphabeta[name]), type(value), name) end
    local mine, theirs = pure.start(nim, 3), getmetatable("").__index.rep and alphabeta.start(nim, 3)
    for _, name in ipairs { "step", "result", "close" } do
      assert.equal("function", type(mine[name]))
      assert.equal("function", type(theirs[name]))
    end
    local ours, full = pure.search(keyed, 9, { all = true }), alphabeta.search(keyed, 9, { all = true })
    for field, value in pairs(ours) do assert.equal(type(full[field]), type(value), field) end
    for field in pairs(full.moves[1]) do assert.is_not_nil(ours.moves[1][field], field) end
  end)

  it("gives the values, moves and lines of the games that come with the library", function()
    for name, depth in pairs { kalah = 6, connect4 = 6, tictactoe = 9, othello = 4 } do
      local game = require("alphabeta.twins." .. name)
      for _, options in ipairs {
        { depth = depth }, { depth = depth, table = false }, { depth = depth - 1, all = true },
      } do
        local expected = alphabeta.search(game, game.initial(), options)
        local got = pure.search(game, game.initial(), options)
        assert.same({ expected.value, expected.move, expected.depth }, { got.value, got.move, got.depth }, name)
        for i, entry in ipairs(expected.moves or {}) do
          assert.same({ entry.move, entry.value }, { got.moves[i].move, got.moves[i].value }, name)
        end
        assert.same(expected.best, got.best)
      end
    end
  end)

  it("visits the same positions as alpha-beta in C, where there is neither key nor order", function()
    for seed = 1, 40 do
      local tree = trees.random(({ "uneven", "again", "inf" })[seed % 3 + 1], seed, 4, 5)
      local game = trees.game(tree, "functional")
      local expected = alphabeta.search(game, tree.root)
      local got = pure.search(game, tree.root)
      assert.same({ expected.nodes, expected.depth, expected.pv }, { got.nodes, got.depth, got.pv }, tree.text)
    end
  end)

  it("knows what endgames are worth that others have solved", function()
    local kalah, othello = require "alphabeta.twins.kalah", require "alphabeta.twins.othello"
    local function compare(game, state, moves, options)
      local expected, got = {}, {}
      for name, value in moves:gmatch "(%w+):(-?%d+)" do expected[name] = tonumber(value) end
      for _, entry in ipairs(pure.search(game, state, options).moves) do
        got[game.format_move and game.format_move(state, entry.move) or tostring(entry.move)] = entry.value
      end
      assert.same(expected, got)
    end
    local known = 0
    for _, row in ipairs(facts.rows "spec/facts/kalah-endgames.tsv") do
      if row.counters <= 9 then
        local north = row.north:reverse():gsub(",", " ")
        compare(kalah, assert(kalah.parse(("|%s|\n|0 0|\n|%s| South to move"):format(north, row.south:gsub(",", " ")))),
          row.moves, { all = true })
        known = known + 1
      end
    end
    for _, row in ipairs(facts.rows "spec/facts/othello-endgames.tsv") do
      if row.empty <= 6 then
        local board = row.squares:gsub("-", "."):gsub("........", "%0\n")
        compare(othello, assert(othello.parse(board .. row.mover .. " to move")), row.moves, { all = true })
        known = known + 1
      end
    end
    assert(known > 10, known)
  end)
end)

------------------------------------------------------------------------------------------------
-- Errors

-- What a library says of a call; the function is called on this line.
local function said(library, name, ...) return errors.of(library[name], ...) end

local ELSEWHERE = '; use require "alphabeta", the C module'

describe("wrong use of alphabeta.pure", function()
  local function game(fields) return new_nim(fields) end

  local function odd_moves() return "take one" end

  it("is refused in the words of the library, at the line of the caller", function()
    for i, arguments in ipairs {
      {}, { 7 }, { {} }, { nim }, { game { play = 7 }, 3 }, { game { moves = false }, 3 },
      { game { name = "x", key = "k" }, 3 },
      { game { width = 3 }, 3 }, { { width = 0, play = print, evaluate = print }, 3 }, { game { viewpoint = 1 }, 3 },
      { game { viewpoint = 2, player = odd_moves }, 3 },
      { nim, 3, 7 }, { nim, 3, { depth = -1 } }, { nim, 3, { depth = 1001 } }, { nim, 3, { depth = 1.5 } },
      { nim, 3, { depth = "3" } }, { nim, 3, { nodes = 0 } }, { nim, 3, { nodes = 2 ^ 54 } },
      { nim, 3, { time = -1 } }, { nim, 3, { time = "x" } }, { nim, 3, { deepening = 1 } }, { nim, 3, { all = 1 } },
      { nim, 3, { choose = "best" } },
      { nim, 3, { random = 4 } }, { nim, 3, { table = false, depth = {} } },
    } do
      for _, name in ipairs { "search", "start", "deepen" } do
        local expected = said(alphabeta, name, compat.unpack(arguments, 1, 3))
        assert.equal(expected, said(pure, name, compat.unpack(arguments, 1, 3)), i)
      end
    end
  end)

  it("is that of callbacks, too", function()
    local function zero() return 0 end
    local function with_hole()
      local list = { 1, 2, 3, 4 }
      list[3] = nil -- every Lua counts to 4
      return list
    end
    for i, fields in ipairs {
      { evaluate = function() return "lost" end }, { evaluate = function() end },
      { evaluate = function() return 0 / 0 end },
      { evaluate = function() return {} end }, { moves = odd_moves },
      { moves = with_hole, depth = 1 },
      { play = function(heap) return heap > 2 and heap - 1 or nil end }, { play = function() return false end },
      { play = function(heap) return heap - 1, 0 / 0 end }, { player = zero }, { player = odd_moves },
      { key = function() return 1.5 end }, { key = function() return {} end }, { order = function() return "high" end },
      { order = function() return 0 / 0 end }, { moves = function() return { 1 } end },
      { width = 2, play = function() return false end },
      { width = 2, undo = zero, play = zero, evaluate = odd_moves },
    } do
      local options = { depth = fields.depth }
      fields.name, fields.depth = "odd", nil
      local odd = new_nim(fields)
      if fields.width then odd.moves = nil end
      local expected = said(alphabeta, "search", odd, 4, options)
      assert.equal(expected, said(pure, "search", odd, 4, options), i)
    end
  end)

  it("is a game without an end, a list without an end, and a step of `deepen` in its own callback", function()
    local endless = new_nim { moves = function() return { 1 } end, key = function(heap) return heap end }
    local many = {}
    for i = 1, 65536 do many[i] = 1 end
    local crowd = new_nim { moves = function() return many end }
    for _, bad in ipairs { endless, crowd } do
      local at_once = { deepening = false } -- not 1000 times as deep as before
      assert.equal(said(alphabeta, "search", bad, 3, at_once), said(pure, "search", bad, 3, at_once))
    end
    local next_result, message
    next_result = pure.deepen(new_nim { evaluate = function()
      message = select(2, pcall(next_result))
      return -1
    end }, 3)
    next_result()
    assert.matches("search is running .*: it cannot be stepped$", message)
  end)

  it("of integers beyond 2^53 is refused where there are any", function()
    if not compat.has_integers then return end
    local big = new_nim { evaluate = function() return compat.most end }
    assert.equal(said(alphabeta, "search", big, 3), said(pure, "search", big, 3))
  end)

  it("names the module in C for what that alone can do", function()
    local api = require "spec.hostile.api"
    local tried = 0
    for option in pairs(api.options.search) do
      local worked, message = pcall(pure.start, keyed, 3, { [option] = {} })
      assert.is_false(worked)
      if message:find("unknown option", 1, true) then
        assert.equal(("bad argument #3 to 'search' (unknown option '%s'%s)"):format(option, ELSEWHERE),
          said(pure, "search", nim, 3, { [option] = true }))
        tried = tried + 1
      end
    end
    assert(tried > 10, tried)
    for _, field in ipairs {
      "bounds", "chance", "determinize", "fills", "players", "range", "repetition", "simultaneous",
      "successors", "variadic",
    } do
      local refusal = "bad argument #1 to 'search' (game 'nim': field '%s' is not supported by alphabeta.pure%s)"
      assert.equal(refusal:format(field, ELSEWHERE), said(pure, "search", game { [field] = true }, 3))
    end
    assert.equal("game 'nim': 'moves' returned an iterator, which alphabeta.pure does not support" .. ELSEWHERE,
      said(pure, "search", game { moves = function() return next end }, 3))
  end)
end)

------------------------------------------------------------------------------------------------
-- Steps

-- What a search says of a game of steps to 3, taken back by the library, with these fields.
local function stepping(state, fields)
  local game = {
    undo = true,
    moves = function(at) return at.n < 3 and { 1, 2 } or nil end,
    play = function(at, move) at.n = at.n + move end,
    evaluate = function() return 0 end,
  }
  for name, value in pairs(fields) do game[name] = value end
  return function(search) return errors.of(search, game, state, { depth = 1 }) end
end

local function weighed(fields)
  fields.weights, fields.scale, fields.features = { 1 }, 1, function() return { 1 } end
  return fields
end

describe("what a game gives that cannot be", function()
  for name, case in pairs {
    ["a state that is no table"] = { "game: the state is a number ('undo = true' needs a table, or 'reach')",
      stepping(5, { moves = function() return { 1 } end, play = function() end }) },
    ["nothing that is reached"] = { "game: 'reach' returned nothing (tables expected)", stepping({ n = 0 },
      { reach = function() end }) },
    ["a number that is reached"] = { "game: 'reach' returned 1 (tables expected)", stepping({ n = 0 },
      { reach = function(state) return state, 1 end }) },
    ["more tables than may be"] = { "game: more than 2 tables to take back (field 'tables' is the limit), "
      .. "the last one in state", stepping({ n = 0, a = {}, b = {} }, { tables = 2 }) },
    ["more of them than may be reached"] = { "game: more than 2 tables to take back (field 'tables' is the limit), "
      .. "the last one in reach()[1]", stepping({ n = 0, a = {}, b = {} },
      { tables = 2, reach = function(state) return state end }) },
    ["a weak table"] = { "game: state.w is a weak table, which 'undo = true' cannot take back",
      stepping({ n = 0, w = setmetatable({}, { __mode = "k" }) }, {}) },
    ["a value that is no number where the game is finished"] = { "game: 'finished' returned NaN (number expected)",
      stepping({ n = 0 }, { finished = function(state) return state.n > 0 and 0 / 0 or nil end }) },
    ["a width that is no number"] = { "bad argument #1 to 'search' (game: field 'width': integer from 1 to 65535 "
      .. "expected, got a string)", stepping({ n = 0 }, { width = "wide" }) },
    ["a scale that is no number"] = { "bad argument #1 to 'search' (game: field 'scale': number from 1e-300 to 2^960 "
      .. "with 'weights' expected, got a string)", function(search)
      return errors.of(search, { moves = error, play = error, evaluate = error, weights = { 1 }, scale = "large",
        features = error }, 1)
    end },
    ["a text where the game is finished"] = { "game: 'finished' returned ", stepping({ n = 0 },
      weighed { finished = function(state) return state.n > 0 and "no" or nil end }) },
    ["a text instead of moves where it is weighed"] = { "game: 'moves' returned ", stepping({ n = 0 },
      weighed { moves = function(state) return state.n > 0 and "no" or { 1 } end }) },
  } do
    it("is told in Lua alone as in C: " .. name, function()
      for _, search in ipairs { alphabeta.search, pure.search } do
        assert.equal(case[1], case[2](search):sub(1, #case[1])) -- what was returned they put in their own words
      end
    end)
  end
end)

-- A game of a tree whose callbacks run `trouble` first, with the name and number of the call.
local function troubled(tree, form, options, trouble)
  local game, calls = trees.game(tree, form, options), 0
  for _, name in ipairs { "moves", "play", "undo", "evaluate", "player", "key", "order" } do
    local callback = game[name]
    game[name] = type(callback) == "function" and function(...)
      calls = calls + 1
      trouble(name, calls)
      return callback(...)
    end or callback
  end
  return game
end

local function key(node) return node.id end

-- Each form, with and without a key and an order.
local function each_game(try)
  for i, form in ipairs { "functional", "undo", "width", "width-undo", "viewpoint", "payoff", "pseudolegal",
    "pseudolegal-restored" } do
    local tree = trees.random(i % 2 == 0 and "again" or "uneven", i, 3, 4)
    try(tree, form, {})
    try(tree, form, { key = key })
    try(tree, form, { order = knowledge.order })
  end
end

-- What there is to compare of a result.
local function essence(result) return { result.value, result.move, result.pv, result.depth, result.nodes } end

describe("a step of alphabeta.pure", function()
  it("that an error has left can be taken again, whichever call has raised it", function()
    each_game(function(tree, form, options)
      local whole = pure.search(trees.game(tree, form, options), trees.game(tree, form).initial())
      for k = 1, 1000, stride do
        local object, raised = {}, false
        local game = troubled(tree, form, options, function(_, calls)
          if calls == k then
            raised = true
            error(object)
          end
        end)
        local state = game.initial()
        local search = pure.start(game, state)
        local fine, problem = pcall(search.step, search)
        if not raised then break end
        assert.is_false(fine)
        assert.equal(object, problem)
        if search:result().stopped ~= "dirty" then
          assert(trees.at_start(tree, state))
          assert.is_true(search:step())
          assert.same(essence(whole), essence(search:result()), ("%s %s %d"):format(form, tree.text, k))
        end
      end
    end)
  end)

  it("is the last one where `play` or `undo` of a game in place have raised it", function()
    for _, name in ipairs { "play", "undo" } do
      local game = troubled(trees.random("uneven", 2, 3, 4), "undo", {}, function(called)
        if called == name then error "no way" end
      end)
      local search = pure.start(game, game.initial())
      assert.matches("no way$", select(2, pcall(search.step, search)))
      assert.equal("dirty", search:result().stopped)
      assert.equal("search is closed (dirty)", errors.of(search.step, search))
    end
  end)

  it("may be left by callbacks that yield", function()
    if not compat.has_yields then return end
    each_game(function(tree, form, options)
      local whole = pure.search(trees.game(tree, form, options), trees.game(tree, form).initial())
      local game = troubled(tree, form, options, function() coroutine.yield() end)
      local step = coroutine.wrap(function() return pure.search(game, game.initial()) end)
      local result
      repeat result = step() until result
      assert.same(essence(whole), essence(result))
    end)
  end)

  it("ends where its limits are", function()
    local search = pure.start(keyed, 30)
    local visited, steps = 0, 0
    repeat
      local done = search:step { nodes = 7 }
      assert(search:result().nodes <= visited + 7)
      visited, steps = search:result().nodes, steps + 1
    until done
    assert.equal(math.ceil(visited / 7), steps)
    local depths = 0
    search = pure.start(keyed, 30)
    while not search:step { depths = 1 } do
      depths = depths + 1
      assert.equal(depths, search:result().depth)
    end
    search = pure.start(keyed, 30)
    assert.is_false(search:step { time = 0 })
    assert.equal(1, search:result().nodes)
    for message, limits in pairs {
      ["bad argument #1 to 'step' (option 'depths': integer from 1 to 1000 expected, got 0)"] = { depths = 0 },
      ["bad argument #1 to 'step' (table expected, got number)"] = 7,
    } do
      assert.equal(message, errors.of(search.step, search, limits))
    end
  end)

  it("is refused to the search that calls", function()
    local search, messages
    local game = new_nim { evaluate = function()
      messages = {}
      for i, name in ipairs { "step", "close" } do messages[i] = select(2, pcall(search[name], search)) end
      assert.is_nil(search:result().stopped)
      return -1
    end }
    search = pure.start(game, 5)
    assert.is_true(search:step())
    assert.matches("search is running .*: it cannot be stepped$", messages[1])
    assert.matches("search is running .*: it cannot be closed$", messages[2])
    assert.is_true(search:step())
    search:close()
    search:close()
    assert.equal("search is closed (closed)", errors.of(search.step, search))
    assert.same({ 1, 1 }, { search:result().move, search:result().value })
    assert.is_nil(search:result().stopped)
    search = pure.start(game, 5)
    search:close()
    assert.equal("closed", search:result().stopped)
  end)

  it("with time = 0 finds a move; too few nodes do not", function()
    local result = pure.search(nim, 21, { time = 0 })
    assert.equal("time", result.stopped)
    assert.is_number(result.move)
    result = pure.search(nim, 21, { nodes = 1 })
    assert.same({ "nodes", 0 }, { result.stopped, result.depth })
    assert.is_nil(result.move)
    assert.same({}, result.pv)
  end)

  it("is one depth to `deepen`", function()
    local last = { depth = 0 }
    for result in pure.deepen(nim, 7) do
      assert.equal(last.depth + 1, result.depth)
      last = result
    end
    assert.same({ 1, 3 }, { last.value, last.move })
  end)
end)

describe("alphabeta.pure", function()
  it("has a choice made once, when the search is over", function()
    local asked, search = 0, nil
    search = pure.start(nim, 5, { choose = function(moves)
      asked = asked + 1
      assert.equal(1, search:result().move)
      return moves[#moves].move
    end })
    search:step()
    for _ = 1, 2 do assert.equal(3, search:result().move) end
    assert.same({ 1, 3 }, { asked, search:result().pv[1] })
    assert.equal("option 'choose' returned nil ('move' of one of the entries expected)",
      said(pure, "search", nim, 5, { choose = function() end }))
    for _, wrong in ipairs { 0, 1.5, 4, "1" } do
      assert.matches("^option 'random' returned .* %(integer from 1 to 1 expected%)$",
        said(pure, "search", nim, 5, { choose = "random", random = function() return wrong end }))
    end
  end)

  it("may choose each of the best moves, with the same chance", function()
    local draw, times = require "alphabeta.base.random"(7), {}
    for _ = 1, 400 do
      local move = pure.search(nim, 4, { choose = "random", random = draw }).move -- all of them lose
      times[move] = (times[move] or 0) + 1
    end
    for move = 1, 3 do assert(times[move] > 90, times[move]) end
  end)

  it("keeps a table from search to search, for one game, as large as it may be", function()
    local kalah = require "alphabeta.twins.kalah"
    local t, kept = pure.table(), { depth = 5 }
    kept.table = t
    local first = pure.search(kalah, kalah.initial(), kept).nodes
    assert(pure.search(kalah, kalah.initial(), kept).nodes < 0.9 * first)
    assert(t:stats().entries > 100)
    kept.table = pure.table { bytes = 20000 }
    assert.equal(alphabeta.search(kalah, kalah.initial(), { depth = 6 }).value,
      pure.search(kalah, kalah.initial(), { depth = 6, table = kept.table }).value)
    local stats = kept.table:stats()
    assert(stats.entries <= 100 and stats.entries >= 50 and stats.limit == 20000 and stats.bytes <= 20000)
    for bytes, limit in pairs { [1] = 400, [401] = 800, [2 ^ 40] = 400 * 2748779070 } do
      local told = pure.table({ bytes = bytes }):stats().limit
      assert.equal(limit, told)
      assert(not math.type or math.type(told) == "integer", told)
    end
    assert.equal("bad argument #3 to 'search' (option 'table': it belongs to another game)",
      said(pure, "search", keyed, 5, kept))
  end)

  it("does not disturb a search whose table another game has now", function()
    local t = pure.table()
    local paused = pure.start(keyed, 25, { table = t })
    paused:step { nodes = 20 }
    assert(t:stats().entries > 0)
    t:clear()
    assert.equal(0, t:stats().entries)
    local misere = new_nim { key = function(heap) return heap end, evaluate = function() return 1 end }
    for heap = 20, 24 do assert.equal(heap % 4 == 1 and -1 or 1, pure.search(misere, heap, { table = t }).value) end
    paused:step()
    assert.same({ 1, 1 }, { paused:result().value, paused:result().move })
  end)

  it("visits as many positions as alpha-beta, deepening or not, where it learns nothing", function()
    for seed = 1, 60 do
      local tree = trees.random(seed % 2 == 0 and "uneven" or "again", seed, 4, 4)
      local game = trees.game(tree, "functional")
      for _, options in ipairs { { depth = 2 }, { depth = 4 }, {}, { depth = 3, deepening = true } } do
        for _, deepening in ipairs { true, false } do
          options.deepening, options.algorithm = deepening, "alphabeta"
          local expected = alphabeta.search(game, tree.root, options)
          options.algorithm = nil
          local got = pure.search(game, tree.root, options)
          assert.same({ expected.value, expected.move, expected.nodes }, { got.value, got.move, got.nodes }, tree.text)
        end
      end
    end
  end)

  it("takes from a kept table neither what is not proven nor what lies beyond the horizon", function()
    for seed = 1, 40 do
      local tree = trees.random("uneven", seed, 4, 5)
      local game, t = trees.game(tree, "functional", { key = key }), pure.table()
      for _, options in ipairs { { depth = 2 }, { deepening = false }, { depth = 3, deepening = false } } do
        local expected = alphabeta.search(trees.game(tree, "functional"), tree.root, options)
        options.table = t
        local got = pure.search(game, tree.root, options)
        assert.same({ expected.value, expected.move }, { got.value, got.move }, tree.text)
      end
    end
  end)

  it("plays legal moves even where positions have the same key", function()
    for heap = 1, 12 do
      local clashing = new_nim {
        play = function(counters, take)
          assert(take <= counters)
          return counters - take
        end,
        key = function(counters) return counters % 2 end,
      }
      assert(pure.search(clashing, heap, { depth = 9 }).move <= heap)
    end
  end)

  it("knows that all is proven where one reply is enough, and another leads nowhere", function()
    local graph = { start = { "draw", "reply" }, reply = { "round", "won" }, round = { "reply" }, draw = {}, won = {} }
    local values = { start = 0, reply = -2, round = 2, draw = 0, won = -1 }
    local result = pure.search({
      moves = function(name) return graph[name] end,
      play = function(_, name) return name end,
      evaluate = function(name) return values[name] end,
    }, "start", { deepening = true, depth = 9 })
    assert.same({ 0, "draw", 3 }, { result.value, result.move, result.depth })
  end)

  it("answers with the last depth that is complete, until the next one has found a better move", function()
    local counts = { exact = 0, lower = 0 }
    for seed = 1, 15 do
      local tree = trees.random("again", seed, 4, 4)
      local game, last = trees.game(tree, "functional", { key = key }), nil
      for complete in pure.deepen(game, tree.root) do
        for nodes = last and last.nodes or math.huge, complete.nodes - 1 do
          local result = pure.search(game, tree.root, { nodes = nodes })
          local bound = result.move == last.move and "exact" or "lower"
          assert.same({ last.depth, bound }, { result.depth, result.bound }, tree.text)
          if bound == "exact" then assert.equal(last.value, result.value, tree.text) end
          counts[bound] = counts[bound] + 1
        end
        last = complete
      end
    end
    assert(counts.exact > 0 and counts.lower > 0)
  end)

  it("has no negative zero", function()
    local function zero() return 0 * -0.5 end
    for depth = 0, 3 do
      local result = pure.search(new_nim { evaluate = zero }, 9, { depth = depth, all = true })
      assert.equal(math.huge, 1 / result.value)
      for _, entry in ipairs(result.moves) do assert.equal(math.huge, 1 / entry.value) end
    end
  end)

  it("refuses options of a table that there are not, and a table where there is no key", function()
    assert.equal("bad argument #3 to 'search' (option 'table' needs a game with 'key')",
      said(pure, "search", nim, 5, { table = pure.table() }))
    assert.equal("bad argument #1 to 'table' (option 'bytes': integer from 1 to 9007199254740992 expected, got 0)",
      said(pure, "table", { bytes = 0 }))
  end)

  it("plays, also against the library, and the same again with the same seed", function()
    local ttt = require "alphabeta.twins.tictactoe"
    local records = {}
    for k = 1, 2 do
      records[k] = {}
      for seed = 1, 4 do
        local players = { pure.player { depth = 6, seed = seed }, alphabeta.player {} }
        local game = alphabeta.match(ttt, ttt.initial(), players)
        assert.equal("finished", game.reason)
        assert.is_nil(game.winner)
        records[k][seed] = game.moves
      end
    end
    assert.same(records[1], records[2])
    local first = records[1][1]
    assert.is_false(pcall(assert.same, first, records[1][2]) and pcall(assert.same, first, records[1][3]))
    local move, result = pure.player { nodes = 1 }(7, nim)
    assert.same({ 1, "nodes" }, { move, result.stopped })
    assert.equal("bad argument #1 to 'player' (option 'seed': integer from 0 to 9007199254740992 expected, got -1)",
      said(pure, "player", { seed = -1 }))
    assert.equal("bad argument #1 to 'search' (game expected, got nil)", errors.of(pure.player {}, 7))
  end)
end)

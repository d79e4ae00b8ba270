-- The games that come with the library, with one of their functions in Lua: the search is the one over the game as it
-- is, also where that function raises errors, or yields, now and then.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local connect4 = require "alphabeta.games.connect4"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local ewn = require "alphabeta.games.ewn"
local kalah = require "alphabeta.games.kalah"
local othello = require "alphabeta.games.othello"
local pig = require "alphabeta.games.pig"
local striking = require "spec.support.striking"
local synthetic = require "alphabeta.games.synthetic"
local tictactoe = require "alphabeta.games.tictactoe"

local again = synthetic.new { mode = "again", seed = 3, breadth = 5, depth = 8 }

local GAMES = {
  ["Kalah"] = { kalah, kalah.initial() },
  ["tic-tac-toe"] = { tictactoe, tictactoe.initial() },
  ["Othello"] = { othello, othello.initial() },
  ["Connect Four"] = { connect4, connect4.initial() },
  ["the solver of Connect Four"] = { connect4.solver, connect4.solver.read(connect4.write(connect4.initial())) },
  ["the solver of Kalah"] = { kalah.solver, kalah.solver.read(kalah.write(kalah.initial())) },
  ["a synthetic game"] = { again, again.initial() },
}

local FIELDS = { "evaluate", "player", "bounds", "order" }
-- elsewhere a key that comes back from Lua is a string, which has another place in the table
if compat.has_integers then FIELDS[#FIELDS + 1] = "key" end

local ASKS = {
  { depth = 4 },
  { depth = 4, algorithm = "alphabeta", table = false },
  { depth = 4, algorithm = "mtdf" },
  { depth = 3, algorithm = "F2", all = true },
  { depth = 4, algorithm = "alphabeta", shortest = true, table = false },
}

-- With `common`, only what a search has in common with that of the whole game in C: with a table, that one looks
-- positions up before it visits one of them.
local function essence(result, common)
  local found = ("%s %s"):format(tostring(result.value), tostring(result.move))
  if common and result.table then return found end
  return ("%s %d %d %s"):format(found, result.nodes, result.leaves, table.concat(result.pv, " "))
end

local function each(visit)
  for title, row in pairs(GAMES) do
    for _, field in ipairs(FIELDS) do
      for number, options in ipairs(row[1][field] and ASKS or {}) do
        visit(row[1], row[2], field, options, ("%s, '%s' in Lua, options %d"):format(title, field, number))
      end
    end
  end
end

describe("a game in C with a function in Lua", function()
  it("is searched as the game itself, and leaves its positions as they are", function()
    local called = 0
    each(function(game, state, field, options, where)
      local before, calls = state:copy(), {}
      local whole = essence(alphabeta.search(game, state, options), true)
      assert.equal(whole, essence(alphabeta.search(striking.game(game, field, calls), state, options), true), where)
      assert.is_true(state == before, where)
      called = called + calls.n
    end)
    assert(called > (compat.has_integers and 5000 or 4000), called)
  end)

  it("asks its own `finished` before the features of the rules", function()
    local asked = 0
    local game = setmetatable({
      weights = {}, scale = 10,
      finished = function(state)
        assert(#kalah.moves(state) > 0)
        asked = asked + 1
      end,
    }, { __index = kalah })
    for i = 1, #kalah.feature_names do game.weights[i] = 0.05 * i end
    local found = alphabeta.search(game, kalah.initial(), { depth = 4 })
    assert.equal(found.leaves, asked)
    game.finished = nil
    assert.equal(essence(alphabeta.search(game, kalah.initial(), { depth = 4 }), true), essence(found, true))
  end)

  it("may ask Lua whether chance decides", function()
    for _, game in ipairs { ewn, pig } do
      local asked, mixed = 0
      mixed = setmetatable({ chance = function(position)
        asked = asked + 1
        return game.chance(position)
      end }, { __index = game })
      for _, options in ipairs { { depth = 2 }, { depth = 2, table = false }, { depth = 2, algorithm = "F" } } do
        assert.equal(essence(alphabeta.search(game, game.initial(), options), true),
          essence(alphabeta.search(mixed, game.initial(), options), true))
      end
      assert(asked > 20, asked)
    end
  end)

  it("is told what outcomes from Lua cannot be", function()
    local outcomes
    local function refusal(game)
      local mixed = setmetatable({ chance = function() return outcomes end }, { __index = game })
      return errors.of(alphabeta.search, mixed, game.initial(), { depth = 2, table = false })
    end
    local rolling = setmetatable({ initial = function() return pig.play(pig.initial(), 1) end }, { __index = pig })
    outcomes = { 1, 3 }
    assert.matches("'chance' returned 3 (list of the numbers from 1 on expected) at ply 0", refusal(rolling), 1, true)
    outcomes = { 1, nil, 3 }
    if #outcomes ~= 3 then return end -- in this Lua the list ends at the hole
    assert.matches("outcome 2 of the 3 from 'chance' is nil at ply 0", refusal(rolling), 1, true)
  end)

  it("keeps the range that it is given", function()
    local narrow = setmetatable({ range = { -0.01, 0.01 } }, { __index = pig })
    for _, algorithm in ipairs { "pvs", "F" } do
      assert.matches("game 'pig': value 0.02 is outside 'range' %(%-0.01 to 0.01%) at ply %d+",
        errors.of(alphabeta.search, narrow, pig.initial(), { depth = 6, algorithm = algorithm }))
    end
  end)

  it("has whole payoffs as integers, whatever the function in Lua gives", function()
    local estimated = setmetatable({ evaluate = function() return 0.5 end }, { __index = connect4 })
    local state = connect4.initial()
    for _, column in ipairs { 1, 7, 1, 7, 1, 7 } do state = connect4.play(state, column) end
    local won = alphabeta.search(estimated, state, { depth = 1 })
    assert.equal("integer", compat.type(won.value))
    assert.same({ 1, 1 }, { won.move, won.value })
    assert.equal("float", compat.type(alphabeta.search(estimated, connect4.initial(), { depth = 1 }).value))
  end)

  -- Calls at which it strikes: some, spread over all of them.
  local function each_strike(strike, step)
    local struck = 0
    each(function(game, state, field, options, where)
      if options.algorithm == "F2" then return end -- it begins again, and cannot yield
      local calls = {}
      local mixed = striking.game(game, field, calls, function()
        struck = struck + 1
        strike()
      end)
      local whole = essence(alphabeta.search(mixed, state, options))
      local all = calls.n
      for i = 1, all > 0 and effort(8, 2) or 0 do
        calls.n, calls.at = 0, 1 + i * 7919 % all
        local search = alphabeta.start(mixed, state, options)
        step(search)
        assert.equal(whole, essence(search:result()), where)
      end
    end)
    assert(struck > 100, struck)
  end

  it("goes on after an error in that function", function()
    each_strike(function() error("struck", 0) end, function(search)
      local worked, message = pcall(search.step, search)
      assert(not worked and message == "struck")
      search:step()
    end)
  end)

  it("goes on after a yield in it", function()
    if not compat.has_yields then return end
    each_strike(coroutine.yield, function(search)
      local thread = coroutine.create(search.step)
      coroutine.resume(thread, search)
      assert.equal("suspended", coroutine.status(thread))
      assert(coroutine.resume(thread))
    end)
  end)
end)

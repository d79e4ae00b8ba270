-- The rules of Connect Four, as its Lua twin has them.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.twins.connect4"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oracle = require "spec.support.oracle"
local plays = require "spec.support.plays"
local quick = require "spec.support.quick"

local function position(text) return assert(connect4.parse(text)) end

-- The position after some moves, and what the last one has paid.
local function after(columns, state)
  local payoff
  state = state or connect4.initial()
  for _, column in ipairs(columns) do
    assert(payoff == nil, "the game was over before")
    state, payoff = connect4.play(state, column)
  end
  return state, payoff
end

describe("Connect Four", function()
  it("has this twin", function()
    assert.equal(connect4, require("alphabeta.games.connect4").lua)
  end)

  it("lets discs fall, X and O in turn", function()
    assert.equal(table.concat({
      " . . . . . . .",
      " . . . . . . .",
      " . . . . . . .",
      " . . . . . . .",
      " . . . O . . .",
      " . . O X . . X",
      " 1 2 3 4 5 6 7",
      "X to move",
    }, "\n"), connect4.format((after { 4, 4, 7, 3 })))
  end)

  it("has the known sequences of moves", function()
    for depth, count in ipairs { 7, 49, 343, 2401 } do
      assert.equal(count, (plays.sequences(connect4, connect4.initial(), depth)))
    end
    -- nobody can win on a board of two rows and three columns: two discs go to each in any order
    local small = connect4.initial { width = 3, height = 2 }
    assert.equal(90, (plays.sequences(connect4, small, 6)))
  end)

  it("has features: lines that are open to one player alone", function()
    local state = position ". . . . .\n. . . . .\nO O . . .\nX X X . ."
    assert.same({ -1, 0, -1, -1, 0, 1 }, connect4.features(state)) -- O is to move
    state = position ". . . .\nX . . .\nX O . .\nX O . ."
    assert.same({ -1, 1, -1, 0, -1, 1 }, connect4.features(state))
  end)

  it("has weights that play far better than none", function()
    local native = require "alphabeta.games.connect4"
    for _, game in ipairs { connect4, native } do
      local state, weighed, plain = game.initial(), alphabeta.player { depth = 2 }, alphabeta.player { depth = 2 }
      local result = alphabeta.match(game, state, {
        function(at, _, about) return weighed(at, game.weighed, about) end, plain,
      }, { games = quick(20, 40), opening_plies = 4, seed = 3 })
      assert(result.elo_low > 150, tostring(result))
    end
    assert.equal(connect4.weighed, native.weighed.lua)
  end)

  for name, columns in pairs {
    upwards = { 1, 2, 1, 2, 1, 2, 1 },
    sideways = { 1, 1, 2, 2, 4, 4, 3 },
    rising = { 1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4 },
    falling = { 7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4 },
  } do
    it("is won by four in a row, " .. name, function()
      local state, payoff = after(columns)
      assert.equal(-1, payoff)
      assert.equal(-1, connect4.evaluate(state))
      assert.same({}, connect4.moves(state))
      assert.truthy(connect4.format(state):find("\nX has won", 1, true))
      assert.same(state, position(connect4.format(state)))
    end)
  end

  it("is not won by three, or by discs of two columns", function()
    local state, payoff = after { 1, 2, 1, 2, 1, 7, 2, 1 }
    assert.is_nil(payoff)
    assert.equal(0, connect4.evaluate(state))
    state, payoff = after({ 1, 1, 1, 2, 1, 2, 2, 2 }, connect4.initial { width = 3, height = 4 })
    assert.is_nil(payoff)
    assert.is_false(state.won)
  end)

  it("is drawn if the board is full without four in a row", function()
    local state, payoff = after({ 1, 2, 3, 1, 2, 3 }, connect4.initial { width = 3, height = 2 })
    assert.equal(0, payoff)
    assert.same({}, connect4.moves(state))
    assert.truthy(connect4.format(state):find("\na draw", 1, true))
  end)

  it("has the known values on small boards", function()
    -- Tromp: on boards of four columns there is no winner
    for height = 1, 4 do
      local state = connect4.initial { width = 4, height = height }
      assert.equal(0, alphabeta.search(connect4, state).value)
    end
    assert.equal(0, oracle.alphabeta(connect4, connect4.initial { width = 4, height = 2 }).value)
  end)

  describe("the score", function()
    it("counts half the discs that are left, the last one included", function()
      local state, payoff = after { 1, 2, 1, 2, 1, 2 }
      assert.is_nil(payoff)
      local _, score = connect4.score.play(state, 1)
      assert.equal(-18, score)
    end)

    local function solved(row) return row.discs >= 22 or row.set == "middle-easy" end

    for _, row in ipairs(facts.rows "spec/facts/connect4-positions.tsv") do
      local columns = facts.numbers(row.moves)
      local state = after(columns)

      it("is of a legal position: " .. row.moves, function()
        assert.equal(row.discs, #columns)
        assert.is_false(state.won)
      end)

      if solved(row) then
        it("has the known values: " .. row.moves, function()
          local options = { all = row.set == "end-easy" or row.discs == 24 }
          local result = alphabeta.search(connect4.score, state, options)
          assert.equal(row.value, result.value)
          if options.all then
            local values = {}
            for column = 1, 7 do values[column] = "-" end
            for _, move in ipairs(result.moves) do values[move.move] = tostring(move.value) end
            assert.equal(row.values, table.concat(values, ","))
          end
        end)
      end
    end

    it("lies within its bounds", function()
      local tight = 0
      for _, columns in ipairs {
        { 1, 2, 1, 2, 1 }, { 1, 2, 1, 2, 1, 4 }, { 2, 2, 3, 3 }, { 4, 1, 4, 1, 4, 4 },
      } do
        local root = after(columns, connect4.initial { width = 4, height = 4 })
        plays.wander(connect4, root, 16, function(state)
          if #table.concat(state) < 6 then return end -- that takes long
          local low, high = connect4.score.bounds(state)
          local value = oracle.minimax(connect4.score, state).value
          assert(low <= value and value <= high, connect4.format(state))
          if value == high or value == low then tight = tight + 1 end
        end)
      end
      assert(tight > 0)
    end)
  end)

  describe("initial", function()
    for message, options in pairs {
      ["(table expected, got number)"] = 7,
      ["(unknown option 'columns')"] = { columns = 7 },
      ["(width * (height + 1) from 2 to 64 expected, got a width of 8 and a height of 8)"] =
        { width = 8, height = 8 },
      ["(width * (height + 1) from 2 to 64 expected, got a width of 0 and a height of 6)"] = { width = 0 },
      ["(width * (height + 1) from 2 to 64 expected, got a width of 7 and a height of false)"] =
        { height = false },
      ["(width * (height + 1) from 2 to 64 expected, got a width of 2.5 and a height of 6)"] =
        { width = 2.5 },
    } do
      it("raises at the caller's line: " .. message, function()
        assert.equal("bad argument #1 to 'initial' " .. message, errors.of(connect4.initial, options))
      end)
    end
  end)

  describe("parse", function()
    it("reads what format writes, at every step of a game, on boards of many sizes", function()
      for width, height in pairs { [1] = 63, [4] = 4, [7] = 6, [9] = 6, [12] = 4, [32] = 1 } do
        plays.wander(connect4, connect4.initial { width = width, height = height }, 70, function(state)
          assert.same(state, connect4.parse(connect4.format(state)))
        end)
      end
    end)

    errors.refuses(connect4.parse, {
      ["rows of 'X', 'O' and '.' expected"] = "",
      ["rows of equal length expected, got 3 and 2 cells"] = "...\n..",
      ["width * (height + 1) from 2 to 64 expected, got a width of 33 and a height of 1"] =
        ("."):rep(33),
      ["column 2: a disc above an empty cell"] = ".X\n..",
      ["as many 'O' as 'X' or one less expected, got 1 and 0"] = ".O",
      ["'O' has moved although 'X' had four in a row"] = "OOOO\nXXXX",
    })  end)
end)

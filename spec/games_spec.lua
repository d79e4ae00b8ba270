-- The rules of Kalah and of tic-tac-toe, as their Lua twins have them.

local kalah = require "alphabeta.twins.kalah"
local tictactoe = require "alphabeta.twins.tictactoe"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oracle = require "spec.support.oracle"
local plays = require "spec.support.plays"

local function backwards(game)
  return setmetatable({
    moves = function(state)
      local moves, reversed = game.moves(state), {}
      for i = #moves, 1, -1 do reversed[#reversed + 1] = moves[i] end
      return reversed
    end,
  }, { __index = game })
end

describe("Kalah", function()
  local function position(text) return assert(kalah.parse(text)) end

  local function assert_shows(text, state)
    assert.equal(kalah.format(position(text)), kalah.format(state))
  end

  -- What a move makes of a position: what that shows, the move, and the board before and after it.
  local MOVES = {
    { "sowing goes anticlockwise, one counter a hole, beginning with the next", 1, [[
      | 4 4 4 4 |                 => | 4 4 4 4 |   North to move
      |0       0|                 => |0       0|
      | 3 4 4 4 |   South to move => | 0 5 5 5 |
    ]] },
    { "sowing takes in the own store and goes on along the opponent's row", 3, [[
      | 4 4 4 4 |                 => | 4 4 5 5 |   North to move
      |0       0|                 => |0       1|
      | 4 4 4 4 |   South to move => | 4 4 0 5 |
    ]] },
    { "sowing leaves out the opponent's store", 3, [[
      | 1 1 1 |                 => | 2 2 2 |   North to move
      |7     8|                 => |7     9|
      | 1 1 6 |   South to move => | 2 2 0 |
    ]] },
    { "sowing does not leave out the emptied hole on a full lap", 2, [[
      | 1 1 1 |                 => | 2 2 2 |   North to move
      |0     0|                 => |0     1|
      | 1 8 0 |   South to move => | 2 1 2 |
    ]] },
    { "the turn stays with the mover if his last counter falls into his store", 2, [[
      | 1 1 1 |                 => | 1 1 1 |
      |0     0|                 => |0     1|
      | 1 2 1 |   South to move => | 1 0 2 |   South to move
    ]] },
    { "a last counter in an own empty hole goes to the own store with the counters opposite", 1, [[
      | 1 5 1 |                 => | 1 0 1 |   North to move
      |0     0|                 => |0     6|
      | 1 0 1 |   South to move => | 0 0 1 |
    ]] },
    { "a last counter in an own empty hole goes to the own store also if the hole opposite is empty", 1, [[
      | 1 0 1 |                 => | 1 0 1 |   North to move
      |0     0|                 => |0     1|
      | 1 0 1 |   South to move => | 0 0 1 |
    ]] },
    { "a last counter in an own empty hole stays if the hole opposite is empty and there is no empty capture", 1, [[
      | 1 0 1 |                                   => | 1 0 1 |   North to move
      |0     0|                                   => |0     0|
      | 1 0 1 |   South to move, no empty capture => | 0 1 1 |   no empty capture
    ]] },
    { "a last counter in an own empty hole captures without empty capture too if there are counters opposite", 1, [[
      | 1 5 1 |                                   => | 1 0 1 |   North to move
      |0     0|                                   => |0     6|
      | 1 0 1 |   South to move, no empty capture => | 0 0 1 |   no empty capture
    ]] },
    { "a last counter in an own empty hole captures in the hole that the move has emptied, after a full lap", 2, [[
      | 1 3 1 |                 => | 2 0 2 |   North to move
      |0     0|                 => |0     6|
      | 1 7 1 |   South to move => | 2 0 2 |
    ]] },
    { "a last counter captures nothing that falls into an own hole with counters", 1, [[
      | 1 5 1 |                 => | 1 5 1 |   North to move
      |0     0|                 => |0     0|
      | 1 1 1 |   South to move => | 0 2 1 |
    ]] },
    { "a last counter captures nothing that falls into an empty hole of the opponent", 3, [[
      | 1 1 0 |                 => | 1 1 1 |   North to move
      |0     0|                 => |0     1|
      | 1 1 2 |   South to move => | 1 1 0 |
    ]] },
    { "is the same for North, who counts his holes from right to left", 2, [[
      | 0 1 4 0 |   North to move => | 1 2 0 0 |
      |2       3|                 => |3       3|
      | 5 1 1 0 |                 => | 6 1 1 0 |   South to move
    ]] },
    { "is the same for North, who counts his holes from right to left again", 3, [[
      | 0 1 4 0 |   North to move => | 0 0 4 0 |
      |2       3|                 => |8       3|
      | 5 1 1 0 |                 => | 0 1 1 0 |   South to move
    ]] },
    { "the end comes when the mover has emptied his row; the opponent keeps what is in his", 3, [[
      | 1 3 2 |                 => |  0 0 0 |   North to move
      |5     6|                 => |12     7|
      | 0 0 2 |   South to move => |  0 0 0 |
    ]], over = true },
    { "the end comes when the opponent's row is empty; the mover keeps what is in his", 1, [[
      | 0 3 0 |                 => | 0 0 0  |   North to move
      |5     6|                 => |5     14|
      | 1 0 4 |   South to move => | 0 0 0  |
    ]], over = true },
    { "the end comes even if the mover has earned another move", 3, [[
      | 1 0 0 |                 => | 0 0 0 |
      |5     6|                 => |6     7|
      | 0 0 1 |   South to move => | 0 0 0 |   South to move
    ]], over = true },
  }

  for _, row in ipairs(MOVES) do
    it(row[1], function()
      local before, after = row[3]:gsub(" *=>[^\n]*", ""), row[3]:gsub("[^\n]*=> ", "")
      local state = kalah.play(position(before), row[2])
      assert_shows(after, state)
      assert.equal(row.over or false, #kalah.moves(state) == 0)
    end)
  end

  it("passes the turn to the opponent", function()
    assert.equal(2, kalah.player(kalah.play(kalah.initial(), 1)))
    assert.equal(1, kalah.player(kalah.play(kalah.initial { first = 2 }, 1)))
  end)

  it("lists the holes with counters, ascending", function()
    local state = position [[
      | 1 0 2 3 |
      |0       0|
      | 1 0 2 3 |   South to move
    ]]
    assert.same({ 1, 3, 4 }, kalah.moves(state))
    assert.same({ 2, 3 }, kalah.moves(position "| 0 1 4 0 | North to move\n|2 3|\n| 5 1 1 0 |"))
  end)

  it("is worth what the player to move is ahead", function()
    assert.equal(3, kalah.evaluate(position "|1|\n|2 5|\n|1| South to move"))
    assert.equal(-3, kalah.evaluate(position "|1|\n|2 5|\n|1| North to move"))
  end)

  describe("initial", function()
    it("is six holes of four counters, South to move", function()
      assert_shows([[
        | 4 4 4 4 4 4 |
        |0           0|
        | 4 4 4 4 4 4 |   South to move
      ]], kalah.initial())
    end)

    it("takes the number of holes and of counters, who begins, and the rule of capture", function()
      local state = kalah.initial { holes = 3, counters = 5, first = 2, empty_capture = false }
      assert_shows([[
        | 5 5 5 |   North to move
        |0     0|
        | 5 5 5 |   no empty capture
      ]], state)
    end)

    it("makes integers of whole floats", function()
      local state = kalah.initial { holes = 6.0, counters = 4.0, first = 2.0 }
      assert.equal("2", tostring(kalah.player(state)))
      assert.equal(kalah.format(kalah.initial { first = 2 }), kalah.format(state))
    end)

    for message, options in pairs {
      ["(table expected, got number)"] = 6,
      ["(unknown option 'hole')"] = { hole = 6 },
      ["(unknown option '1')"] = { 6 },
      ["(option 'holes': integer from 1 to 12 expected, got 13)"] = { holes = 13 },
      ["(option 'holes': integer from 1 to 12 expected, got 0)"] = { holes = 0 },
      ["(option 'counters': integer from 1 to 100 expected, got 2.5)"] = { counters = 2.5 },
      ["(option 'counters': integer from 1 to 100 expected, got '4')"] = { counters = "4" },
      ["(option 'counters': integer from 1 to 100 expected, got inf)"] = { counters = math.huge },
      ["(option 'first': integer from 1 to 2 expected, got 3)"] = { first = 3 },
      ["(option 'empty_capture': boolean expected, got 1)"] = { empty_capture = 1 },
    } do
      it("raises at the caller's line: " .. message, function()
        assert.equal("bad argument #1 to 'initial' " .. message, errors.of(kalah.initial, options))
      end)
    end
  end)

  describe("format", function()
    it("shows the board as South sees it", function()
      local state = kalah.play(kalah.initial(), 3)
      assert.equal(table.concat({
        "        6   5   4   3   2   1      North",
        "  +-------------------------------+",
        "  |     4   4   4   4   4   4     |",
        "  |  0                         1  |",
        "  |     4   4   0   5   5   5     |",
        "  +-------------------------------+",
        "        1   2   3   4   5   6      South to move",
      }, "\n"), kalah.format(state))
    end)

    it("shows that the game is over and that there is no empty capture", function()
      local state = kalah.play(kalah.initial { holes = 1, counters = 1, empty_capture = false }, 1)
      assert.equal(table.concat({
        "        1      North",
        "  +-----------+",
        "  |     0     |",
        "  |  1     1  |",
        "  |     0     |",
        "  +-----------+",
        "        1      South (game over)",
        "  no empty capture",
      }, "\n"), kalah.format(state))
    end)
  end)

  describe("parse", function()
    it("reads what format writes, at every step of a game", function()
      for holes = 1, 12 do
        for _, empty_capture in ipairs { true, false } do
          local options = { holes = holes, counters = 100, empty_capture = empty_capture }
          plays.wander(kalah, kalah.initial(options), 200, function(state)
            assert.same(state, kalah.parse(kalah.format(state)))
          end)
        end
      end
    end)

    it("reads a finished game, also in the words of earlier files", function()
      local state = kalah.play(kalah.initial { holes = 1, counters = 1 }, 1)
      for _, label in ipairs { "South (game over)", "South to move (game over)" } do
        assert.same(state, kalah.parse("|0|\n|1 1|\n|0|   " .. label))
      end
    end)

    it("does not mind spaces, bars between holes, or other lines", function()
      local state = kalah.initial { holes = 2, counters = 3, first = 2 }
      assert.same(state, kalah.parse "|3|3|\r\n|0|0|\r\n|3|3|\r\nNorth to move")
      assert.same(state, kalah.parse "\nGame 7\n\n   |3   3|North to move\n|0 0|  \n|3 3|\n\nbye\n")
    end)

    errors.refuses(kalah.parse, {
      ["3 rows between bars expected, got 0"] = "",
      ["3 rows between bars expected, got 2"] = "|1|\n|1| South to move",
      ["counters expected between the bars, got '-1'"] = "|1|\n|-1 0|\n|1| South to move",
      ["rows of equal length expected, got 2 and 1 holes"] = "|1 1|\n|0 0|\n|1| South to move",
      ["rows of 1 to 12 holes expected, got 0"] = "||\n|0 0|\n|| South to move",
      ["rows of 1 to 12 holes expected, got 13"] =
        ("|1%s|\n|0 0|\n|1%s| South to move"):format((" 1"):rep(12), (" 1"):rep(12)),
      ["2 stores expected, got 1"] = "|1|\n|0|\n|1| South to move",
      ["at most 2400 counters expected, got 2401"] = "|1|\n|2399 0|\n|1| South to move",
      ["one row is empty: the counters of the other belong in its owner's store"] =
        "|1|\n|0 0|\n|0| South to move",
      ["'South to move' or 'North to move' expected"] = "|1|\n|0 0|\n|1| West to move",
    })  end)

  describe("from the beginning", function()
    for _, row in ipairs(facts.rows "spec/facts/kalah-perft.tsv") do
      local name = ("%d holes of %d counters, empty capture: %s, depth %d"):format(
        row.holes, row.counters, row.empty_capture, row.depth)

      local function start(first)
        local empty_capture = row.empty_capture == "yes"
        return kalah.initial {
          holes = row.holes, counters = row.counters, first = first, empty_capture = empty_capture,
        }
      end

      it("has the known values and examines the known leaves: " .. name, function()
        for first = 1, 2 do
          local count = oracle.alphabeta(kalah, start(first), row.depth)
          assert.equal(row.value, count.value)
          assert.equal(row.ascending, count.leaves)
        end
        local count = oracle.alphabeta(backwards(kalah), start(1), row.depth)
        assert.equal(row.value, count.value)
        assert.equal(row.descending, count.leaves)
      end)

      if row.full + row.ended <= 10000 then
        it("has the known sequences of moves and values of moves: " .. name, function()
          local full, ended = plays.sequences(kalah, start(1), row.depth)
          assert.equal(row.full, full)
          assert.equal(row.ended, ended)
          local count = oracle.minimax(kalah, start(1), row.depth)
          assert.equal(row.value, count.value)
          assert.equal(row.full + row.ended, count.leaves)
          assert.same(facts.numbers(row.moves), plays.move_values(kalah, start(1), row.depth))
        end)
      end
    end

    for _, row in ipairs(facts.rows "spec/facts/kalah-margins.tsv") do
      if row.holes <= 3 and row.counters <= 4 then
        local name = ("%d holes of %d counters"):format(row.holes, row.counters)
        it("ends with the published margin: " .. name, function()
          local state = kalah.initial { holes = row.holes, counters = row.counters }
          assert.equal(row.margin, oracle.alphabeta(kalah, state).value)
        end)
      end
    end
  end)

  describe("the known endgames", function()
    local function endgame(south, north, rule)
      local reversed = {}
      for _, counters in ipairs(facts.numbers(north)) do table.insert(reversed, 1, counters) end
      return position(("|%s|\n|0 0|\n|%s| South to move%s"):format(
        table.concat(reversed, " "), south:gsub(",", " "), rule))
    end

    local function values_by_hole(text)
      local values = {}
      for hole, value in text:gmatch "(%d+):(%S+)" do values[tonumber(hole)] = tonumber(value) end
      return values
    end

    for _, row in ipairs(facts.rows "spec/facts/kalah-endgames.tsv") do
      if row.counters <= 12 then -- with more, plain alpha-beta takes too long
        it(("have their values: %s against %s"):format(row.south, row.north), function()
          assert.same(values_by_hole(row.moves),
            plays.move_values(kalah, endgame(row.south, row.north, "")))
          assert.same(values_by_hole(row.moves_no_empty_capture),
            plays.move_values(kalah, endgame(row.south, row.north, ", no empty capture")))
        end)
      end
    end
  end)
end)

describe("Tic-tac-toe", function()
  local function position(text) return assert(tictactoe.parse(text)) end

  it("begins with the empty board, X to move", function()
    assert.equal(table.concat({
      " 1 | 2 | 3",
      "---+---+---",
      " 4 | 5 | 6",
      "---+---+---",
      " 7 | 8 | 9",
      "",
      "X to move",
    }, "\n"), tictactoe.format(tictactoe.initial()))
  end)

  it("puts X and O in turn", function()
    local state = tictactoe.play(tictactoe.play(tictactoe.initial(), 5), 1)
    assert.same(position "O| | \n |X| \n | | ", state)
    assert.same(position "O|X| \n |X| \n | | ", tictactoe.play(state, 2))
  end)

  it("lists the empty cells, ascending", function()
    assert.same({ 2, 3, 4, 6, 7, 8, 9 }, tictactoe.moves(position "O| | \n |X| \n | | "))
  end)

  local lines = {
    { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 },
    { 1, 5, 9 }, { 3, 5, 7 },
  }
  for _, line in ipairs(lines) do
    it("is won by a line: " .. table.concat(line, " "), function()
      local taken = { [line[1]] = true, [line[2]] = true, [line[3]] = true }
      local others = {}
      for cell = 1, 9 do
        if not taken[cell] then others[#others + 1] = cell end
      end
      local state = tictactoe.initial()
      for _, cell in ipairs { line[1], others[1], line[2], others[2] } do
        state = tictactoe.play(state, cell)
        assert.equal(0, tictactoe.evaluate(state))
      end
      state = tictactoe.play(state, line[3])
      assert.equal(-1, tictactoe.evaluate(state))
      assert.same({}, tictactoe.moves(state))
    end)
  end

  it("is drawn if the board is full without a line", function()
    local state = position "X|O|X\nX|O|O\nO|X|X"
    assert.same({}, tictactoe.moves(state))
    assert.equal(0, tictactoe.evaluate(state))
  end)

  it("says how the game has ended", function()
    assert.truthy(tictactoe.format(position "X|X|X\nO|O| \n | | "):find("\nX has won", 1, true))
    assert.truthy(tictactoe.format(position "X|O|X\nX|O|O\nO|X|X"):find("\na draw", 1, true))
  end)

  describe("parse", function()
    it("takes a digit, a point or nothing for an empty cell", function()
      assert.same(position " 1|X|3 \n 4 | 5 | 6\n7|8|9", position "|X|\n.|.|.\n | |")
    end)

    errors.refuses(tictactoe.parse, {
      ["3 rows with bars between cells expected, got 0"] = "",
      ["3 rows with bars between cells expected, got 2"] = "X| | \n | | ",
      ["3 rows with bars between cells expected, got 4"] = "X| | \n | | \n | | \n | | ",
      ["3 cells expected in row 2, got 4"] = "X| | \n | | | \n | | ",
      ["cell 4: 'X', 'O' or an empty cell expected, got 'Z'"] = "X| | \nZ| | \n | | ",
      ["as many 'O' as 'X' or one less expected, got 1 and 0"] = "O| | \n | | \n | | ",
      ["as many 'O' as 'X' or one less expected, got 0 and 2"] = "X|X| \n | | \n | | ",
      ["'O' has moved although 'X' had a line"] = "X|X|X\nO|O| \nO| | ",
    })  end)

  local known = require "spec.facts.tictactoe"

  it("has the known game tree", function()
    local nodes, leaves, value = 1, 0, -math.huge
    for cell, cells_like_it in pairs { [1] = 4, [2] = 4, [5] = 1 } do -- a corner, a side, the centre
      local count = oracle.minimax(tictactoe, tictactoe.play(tictactoe.initial(), cell))
      nodes, leaves = nodes + cells_like_it * count.nodes, leaves + cells_like_it * count.leaves
      value = math.max(value, -count.value)
    end
    assert.equal(known.value, value)
    assert.same(known.minimax, { nodes = nodes, leaves = leaves })
  end)

  it("needs the known positions for alpha-beta", function()
    local count = oracle.alphabeta(tictactoe, tictactoe.initial())
    assert.equal(known.value, count.value)
    assert.same(known.alphabeta, { nodes = count.nodes, leaves = count.leaves })
  end)

  it("is held against a corner by the centre alone, against the centre by any corner", function()
    local function replies(cell)
      return plays.move_values(tictactoe, tictactoe.play(tictactoe.initial(), cell))
    end
    assert.same({ nil, -1, -1, -1, 0, -1, -1, -1, -1 }, replies(1))
    assert.same({ 0, -1, 0, -1, nil, -1, 0, -1, 0 }, replies(5))
  end)
end)

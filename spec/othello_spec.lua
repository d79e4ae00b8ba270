-- The rules of Othello, as its Lua twin has them.

local alphabeta = require "alphabeta"
local othello = require "alphabeta.twins.othello"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oracle = require "spec.support.oracle"
local plays = require "spec.support.plays"
local quick = require "spec.support.quick"

local function position(text) return assert(othello.parse(text)) end

-- An empty board with some rows of its own, counted from the highest.
local function board(rows, mover)
  local lines = {}
  for row = 1, 8 do lines[row] = rows[row] or "........" end
  return position(table.concat(lines, "\n") .. "\n" .. mover .. " to move")
end

local function names(state, squares)
  local list = {}
  for i, square in ipairs(squares) do list[i] = othello.format_move(state, square) end
  return table.concat(list, " ")
end

local function play(state, name)
  return othello.play(state, assert(othello.parse_move(state, name)))
end

describe("Othello", function()
  it("begins with four discs, X to move", function()
    assert.equal(table.concat({
      "  a b c d e f g h",
      "1 . . . . . . . .",
      "2 . . . . . . . .",
      "3 . . . . . . . .",
      "4 . . . O X . . .",
      "5 . . . X O . . .",
      "6 . . . . . . . .",
      "7 . . . . . . . .",
      "8 . . . . . . . .",
      "X to move",
    }, "\n"), othello.format(othello.initial()))
    assert.equal("d3 c4 f5 e6", names(othello.initial(), othello.moves(othello.initial())))
  end)

  it("has features, and tells how far the game is", function()
    assert.same({ 0, 0, 0, 0, 0, 0, 0, 1 }, othello.features(othello.initial()))
    local state = board({ -- the corner a1 is X's, h1 is empty
      "XO....O.",
      "......O.",
      "X......X",
    }, "X")
    assert.equal("c1 f1", names(state, othello.moves(state)))
    -- O has no move; 10 empty squares are around O's discs, 9 around X's
    assert.same({ 0, 1, -1, -1, 0, 2, 1, 1 }, othello.features(state))
    assert.same({ 0, 2 / 60 }, { othello.phase(othello.initial()), othello.phase(state) })
  end)

  it("has weights that play far better than the estimate by corners and moves", function()
    local native = require "alphabeta.games.othello"
    local weighed, plain = alphabeta.player { nodes = 300 }, alphabeta.player { nodes = 300 }
    local result = alphabeta.match(native, native.initial(), {
      function(at, _, about) return weighed(at, native.weighed, about) end, plain,
    }, { games = quick(30, 60), opening_plies = 6, seed = 3 })
    assert(result.elo_low > 50, tostring(result))
    assert.equal(othello.weighed, native.weighed.lua)
    local state = native.initial()
    local options = { depth = 3, table = false }
    assert.equal(alphabeta.search(othello.weighed, othello.initial(), options).value,
      alphabeta.search(native.weighed, state, options).value)
  end)

  it("has the known sequences of moves", function()
    for depth, count in ipairs { 4, 12, 56, 244, 1396, 8200 } do
      assert.equal(count, (plays.sequences(othello, othello.initial(), depth)))
    end
  end)

  it("turns discs in all eight directions, up to the next own one", function()
    local before = board({
      "...X....",
      "X..O..X.",
      ".O.O.O..",
      "..OOO...",
      "XOO.OOOX",
      "..OOO...",
      ".O.O.O..",
      "X..X..XO",
    }, "X")
    assert.equal(othello.format(board({
      "...X....",
      "X..X..X.",
      ".X.X.X..",
      "..XXX...",
      "XXXXXXXX",
      "..XXX...",
      ".X.X.X..",
      "X..X..XO",
    }, "O")), othello.format(play(before, "d5")))
  end)

  it("does not turn lines round the edge, or without an own disc at the end", function()
    local before = board({ ".....OO.", "OX......", "........", "X.......", "O.......", ".......X" }, "X")
    assert.equal("a6", names(before, othello.moves(before)))
    local after = board({ "XO.OX..." }, "X")
    assert.equal("c1", names(after, othello.moves(after)))
  end)

  describe("a player without a move", function()
    it("misses his turn", function()
      local after, payoff = play(board({ ".OX...OX" }, "X"), "a1")
      assert.same(board({ "XXX...OX" }, "X"), after)
      assert.equal(1, othello.player(after))
      assert.is_nil(payoff)
    end)

    it("ends the game if the other one has none either", function()
      local after, payoff = play(board({ ".OX....." }, "X"), "a1")
      assert.same({}, othello.moves(after))
      assert.equal(2, othello.player(after))
      assert.equal(-64, payoff)
    end)
  end)

  it("counts empty squares for the winner at the end", function()
    assert.equal(64, othello.evaluate(board({ "XXX....." }, "X")))
    assert.equal(-62, othello.evaluate(board({ "OOOOOO.X" }, "X")))
    assert.equal(62, othello.evaluate(board({ "OOOOOO.X" }, "O")))
    assert.equal(0, othello.evaluate(board({ "XX....OO" }, "X")))
  end)

  it("counts corners and moves before", function()
    assert.equal(0, othello.evaluate(othello.initial()))
    local state = board({ "XOO.....", "........", "........", "...OX...", "...XO..." }, "X")
    assert.equal(6 + 5 - 4, othello.evaluate(state))
    state = board({ "XOO.....", "........", "........", "...OX...", "...XO..." }, "O")
    assert.equal(4 - 6 - 5, othello.evaluate(state))
  end)

  it("tries corners first, then moves that leave few to the opponent", function()
    local state = othello.initial()
    for _, square in ipairs(othello.moves(state)) do
      assert.equal(-3, othello.order(state, square))
    end
    assert.equal(6, othello.order(board({ ".OX....." }, "X"), 1))
  end)

  it("names squares by column and row", function()
    local state = othello.initial()
    assert.equal("a1 h1 a2 h8", names(state, { 1, 8, 9, 64 }))
    assert.equal(20, othello.parse_move(state, "d3"))
    assert.equal(20, othello.parse_move(state, " D3 "))
    for _, text in ipairs { "d4", "a1", "i1", "a9", "d", "20", "" } do
      assert.is_nil(othello.parse_move(state, text))
    end
    assert.equal("bad argument #2 to 'parse_move' (string expected, got nil)",
      errors.of(othello.parse_move, state))
  end)

  describe("parse", function()
    it("reads a finished game, also in the words of earlier files", function()
      local over = board({ "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX",
        "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO" }, "O")
      assert.matches("\nO %(game over%)$", othello.format(over))
      assert.same(over, othello.parse((othello.format(over):gsub("O %(game", "O to move (game"))))
    end)

    errors.refuses(othello.parse, {
      ["'X to move' or 'O to move' expected"] = ("."):rep(64),
      ["64 squares expected, got 63"] = ("."):rep(63) .. "X to move",
      ["64 squares expected, got 65"] = ("."):rep(65) .. "X to move",
      ["'X', 'O', '.' or '-' expected for a square, got 'Z'"] = "Z" .. ("."):rep(63) .. "X to move",
      ["O has no move, but X has one"] = "......OX" .. ("."):rep(56) .. "O to move",
    })  end)

  describe("the known endgames", function()
    for _, row in ipairs(facts.rows "spec/facts/othello-endgames.tsv") do
      local state = position(row.squares .. row.mover .. " to move")

      it("have so many empty squares: " .. row.name, function()
        assert.equal(row.empty, select(2, row.squares:gsub("-", "")))
      end)

      if row.empty <= 8 then
        it("have their values: " .. row.name, function()
          local expected, values = {}, {}
          for name, value in row.moves:gmatch "(%w+):(%S-)%f[,\0]" do expected[name] = tonumber(value) end
          for _, move in ipairs(alphabeta.search(othello, state, { all = true }).moves) do
            values[othello.format_move(state, move.move)] = move.value
          end
          assert.same(expected, values)
          assert.equal(row.value, alphabeta.search(othello, state).value)
        end)
      end

      if row.empty <= 4 then
        it("have them without a table or an order: " .. row.name, function()
          assert.equal(row.value, oracle.minimax(othello, state).value)
        end)
      end
    end
  end)
end)

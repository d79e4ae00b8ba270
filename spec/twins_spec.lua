-- What the Lua twins of all games have in common.

local connect4 = require "alphabeta.twins.connect4"
local ewn = require "alphabeta.twins.ewn"
local kalah = require "alphabeta.twins.kalah"
local oshi = require "alphabeta.twins.oshi"
local othello = require "alphabeta.twins.othello"
local pig = require "alphabeta.twins.pig"
local synthetic = require "alphabeta.twins.synthetic"
local tictactoe = require "alphabeta.twins.tictactoe"
local errors = require "spec.support.errors"
local seed = require "spec.support.seed"

local function kalah_with(options)
  return setmetatable({ initial = function() return kalah.initial(options) end }, { __index = kalah })
end

local function connect4_with(width, height)
  return setmetatable({
    initial = function() return connect4.initial { width = width, height = height } end,
  }, { __index = connect4 })
end

local TWINS = {
  ["Connect Four"] = connect4,
  ["Connect Four, 9 by 6"] = connect4_with(9, 6),
  ["Connect Four, the score"] = connect4.score,
  ["EinStein würfelt nicht"] = ewn,
  ["EinStein würfelt nicht, 3 by 3"] = setmetatable({
    initial = function() return ewn.initial { size = 3 } end,
  }, { __index = ewn }),
  Kalah = kalah,
  ["Kalah without empty capture"] = kalah_with { empty_capture = false },
  ["Kalah with hundreds of counters in a hole"] = kalah_with { holes = 2, counters = 100 },
  ["Oshi-Zumo"] = oshi,
  Othello = othello,
  Pig = pig,
  ["a dag"] = synthetic.new { mode = "dag", depth = 9, width = 10 },
  ["an uneven tree"] = synthetic.new { mode = "again", seed = 3, depth = 9 },
  ["given leaves"] = synthetic.leaves(2, { 1, 2, 3, 4, 5, 6, 7, 8 }),
  ["tic-tac-toe"] = tictactoe,
}

-- The moves of a position, or the outcomes, or the joint moves: each as the list of what `play` gets.
local function choices(game, state)
  local first, second = nil, nil
  if game.simultaneous then first, second = game.simultaneous(state) end
  local list = {}
  for _, move in ipairs(first or game.chance and game.chance(state) or game.moves(state)) do
    for _, other in ipairs(second or { false }) do list[#list + 1] = { move, other or nil } end
  end
  return list
end

-- The positions of some random games.
local function positions(game)
  local list = {}
  math.randomseed(seed)
  for _ = 1, 5 do
    local state = game.initial()
    list[#list + 1] = state
    for _ = 1, 300 do
      local moves = choices(game, state)
      if #moves == 0 then break end
      state = game.play(state, table.unpack(moves[math.random(#moves)]))
      list[#list + 1] = state
    end
  end
  return list
end

for name, game in pairs(TWINS) do
  describe("The twin of " .. name, function()
    local states = positions(game)
    local function where(state) return ("seed %d:\n%s"):format(seed, game.format(state)) end

    it("writes lists of integers, and reads them", function()
      for _, state in ipairs(states) do
        local list = game.write(state)
        local place = where(state)
        for _, number in ipairs(list) do assert(math.type(number) == "integer", place) end
        assert.same(state, game.read(list), place)
        for i, number in ipairs(list) do list[i] = number + 0.0 end
        assert.equal(game.format(state), game.format(game.read(list)), place)
      end
    end)

    it("has equal keys just for equal positions", function()
      local by_key, by_list = {}, {}
      for _, state in ipairs(states) do
        local key, list = game.key(state), table.concat(game.write(state), " ")
        assert.equal(by_key[key] or list, list, where(state))
        assert.equal(by_list[list] or key, key, where(state))
        by_key[key], by_list[list] = list, key
      end
    end)

    it("tells the end of the game from `play`, with what the position is worth", function()
      local ends = 0
      for _, state in ipairs(states) do
        for _, move in ipairs(choices(game, state)) do
          local after, payoff = game.play(state, table.unpack(move))
          assert.equal(#choices(game, after) == 0, payoff ~= nil, where(after))
          if payoff then
            assert.equal(game.evaluate(after), payoff, where(after))
            ends = ends + 1
          end
        end
      end
      assert(ends > 0)
    end)

    it("reads what `format` writes", function()
      for _, state in ipairs(states) do assert.same(state, game.parse(game.format(state)), where(state)) end
    end)

    it("changes no position by playing on from it", function()
      for _, state in ipairs(states) do
        local before = game.format(state)
        for _, move in ipairs(choices(game, state)) do game.play(state, table.unpack(move)) end
        assert.equal(before, game.format(state), where(state))
      end
    end)

    it("raises at the caller's line if it is to read no list, or no text", function()
      assert.equal("bad argument #1 to 'read' (table expected, got nil)", errors.of(game.read))
      assert.equal("bad argument #1 to 'parse' (string expected, got nil)", errors.of(game.parse))
    end)
  end)
end

-- A list of integers with a change.
local function changed(list, index, value)
  list[index] = value
  return list
end

it("`read` gives nil and a message: tic-tac-toe", function()
  errors.refuses(tictactoe.read, {
    ["9 cells expected, got 8"] = { 0, 0, 0, 0, 0, 0, 0, 0 },
    ["cell 2: 0 (empty), 1 (X) or 2 (O) expected, got 3"] = { 0, 3, 0, 0, 0, 0, 0, 0, 0 },
    ["cell 2: 0 (empty), 1 (X) or 2 (O) expected, got 0.5"] = { 0, 0.5, 0, 0, 0, 0, 0, 0, 0 },
    ["as many 'O' as 'X' or one less expected, got 1 and 0"] = { 2, 0, 0, 0, 0, 0, 0, 0, 0 },
    ["'O' has moved although 'X' had a line"] = { 1, 1, 1, 2, 2, 0, 2, 0, 0 },
  })
end)

it("`read` gives nil and a message: Kalah", function()
  local function too_many_holes()
    local list = { 1, 1 }
    for pit = 1, 28 do list[2 + pit] = pit end
    return list
  end

  errors.refuses(kalah.read, {
    ["player, rule of capture, and two rows of 1 to 12 holes with a store each expected, got 5 numbers"] =
      { 1, 1, 4, 0, 4 },
    ["player, rule of capture, and two rows of 1 to 12 holes with a store each expected, got 30 numbers"] =
      too_many_holes(),
    ["player 1 or 2 expected, got 0"] = changed(kalah.write(kalah.initial()), 1, 0),
    ["0 or 1 expected for the rule of capture, got 2"] = changed(kalah.write(kalah.initial()), 2, 2),
    ["pit 7: 0 to 2400 counters expected, got -1"] = changed(kalah.write(kalah.initial()), 9, -1),
    ["pit 7: 0 to 2400 counters expected, got 0.5"] = changed(kalah.write(kalah.initial()), 9, 0.5),
    ["pit 7: 0 to 2400 counters expected, got 'a'"] = changed(kalah.write(kalah.initial()), 9, "a"),
    ["at most 2400 counters expected, got 2401"] = { 1, 1, 1, 2399, 1, 0 },
    ["one row is empty: the counters of the other belong in its owner's store"] = { 1, 1, 1, 0, 0, 0 },
  })
end)

it("`read` gives nil and a message: Othello", function()
  local function initial() return othello.write(othello.initial()) end
  errors.refuses(othello.read, {
    ["player and 64 squares expected, got 1 numbers"] = { 1 },
    ["player 1 or 2 expected, got 3"] = changed(initial(), 1, 3),
    ["square 64: 0, 1 or 2 expected, got -1"] = changed(initial(), 65, -1),
    ["O has no move, but X has one"] = othello.write(changed(othello.parse(
      "......OX" .. ("."):rep(56) .. "X to move"), "player", 2)),
  })
end)

it("`read` gives nil and a message: Connect Four", function()
  local function initial() return connect4.write(connect4.initial()) end
  errors.refuses(connect4.read, {
    ["width * (height + 1) from 2 to 64 expected, got a width of nil and a height of nil"] = {},
    ["width * (height + 1) from 2 to 64 expected, got a width of 9 and a height of 7"] = { 9, 7 },
    ["width, height and 42 cells expected, got 2 numbers"] = { 7, 6 },
    ["column 7: 0 (empty), 1 (X) or 2 (O) expected, got 3"] = changed(initial(), 44, 3),
    ["column 1: a disc above an empty cell"] = changed(initial(), 4, 1),
    ["as many 'O' as 'X' or one less expected, got 1 and 0"] = changed(initial(), 3, 2),
    ["'O' has moved although 'X' had four in a row"] = { 2, 4, 1, 1, 1, 1, 2, 2, 2, 2 },
  })
end)

it("`read` gives nil and a message: EinStein würfelt nicht", function()
  local function initial() return ewn.write(ewn.initial { size = 3 }) end
  local form = "size, stones, player, die, and the squares of all stones expected, got %d numbers"
  errors.refuses(ewn.read, {
    [form:format(0)] = {},
    [form:format(10)] = changed(initial(), 1, 6),
    [form:format(9)] = { table.unpack(initial(), 1, 9) },
    ["player 1 or 2 expected, got 0"] = changed(initial(), 3, 0),
    ["a die from 0 to 3 expected, got 4"] = changed(initial(), 4, 4),
    ["a square from 0 (gone) to 9 expected, got 10"] = changed(initial(), 5, 10),
    ["a square from 0 (gone) to 9 expected, got 'b2'"] = changed(initial(), 10, "b2"),
    ["two stones on square 2"] = changed(initial(), 5, 2),
    ["Red is to move although Red has won"] = changed(changed(initial(), 8, 0), 5, 9),
    ["the game is over, and nobody rolls the die"] = { 3, 1, 2, 1, 9, 0 },
  })
end)

it("`read` gives nil and a message: Pig", function()
  errors.refuses(pig.read, {
    ["7 numbers expected, got 0"] = {},
    ["target from 2 to 1000 expected, got 1"] = { 1, 6, 1, 0, 0, 0, 0 },
    ["number of sides from 2 to 100 expected, got 101"] = { 100, 101, 1, 0, 0, 0, 0 },
    ["player from 1 to 2 expected, got 3"] = { 100, 6, 3, 0, 0, 0, 0 },
    ["1 for rolling, 0 for not: from 0 to 1 expected, got 'yes'"] = { 100, 6, 1, "yes", 0, 0, 0 },
    ["score from 0 to 1100 expected, got -1"] = { 100, 6, 1, 0, 0, -1, 0 },
    ["turn total from 0 to 1100 expected, got 0.5"] = { 100, 6, 1, 0, 0, 0, 0.5 },
    ["Bob is to move, but has won"] = { 100, 6, 2, 0, 0, 99, 1 },
    ["a score below 106 expected, got 106"] = { 100, 6, 2, 0, 106, 0, 0 },
    ["the game is over, and nobody rolls the die"] = { 100, 6, 2, 0, 105, 0, 2 },
  })
end)

it("`read` gives nil and a message: Oshi-Zumo", function()
  errors.refuses(oshi.read, {
    ["4 numbers expected, got 0"] = {},
    ["1 to 9 steps expected, got 10"] = { 10, 0, 1, 1 },
    ["a wrestler from -4 to 4 expected, got 5"] = { 3, 5, 1, 1 },
    ["a wrestler from -4 to 4 expected, got 'O'"] = { 3, "O", 1, 1 },
    ["0 to 50 coins expected, got -1"] = { 3, 0, -1, 1 },
    ["0 to 50 coins expected, got 0.5"] = { 3, 0, 1, 0.5 },
  })
end)

it("`read` gives nil and a message: a synthetic tree", function()
  local tree = synthetic.new { depth = 3 }
  errors.refuses(tree.read, {
    ["the two halves of an id, ply and player expected, got 3 numbers"] = { 0, 1, 2 },
    ["half an id from 0 to 4294967295 expected, got 4294967296"] = { 4294967296, 0, 1, 1 },
    ["half an id from 0 to 4294967295 expected, got -1"] = { 0, -1, 1, 1 },
    ["a ply from 0 to 3 expected, got 4"] = { 0, 0, 4, 2 },
    ["player 1 or 2 expected, got 0"] = { 0, 0, 1, 0 },
    ["there is no such position in this tree"] = { 0, 0, 0, 2 },
  })
end)

describe("Games that come with the library", function()
  for _, name in ipairs { "connect4", "ewn", "kalah", "oshi", "othello", "pig", "synthetic", "tictactoe" } do
    it("are found by their names: " .. name, function()
      assert.truthy(require("alphabeta.games." .. name))
    end)
  end
end)

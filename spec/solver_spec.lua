-- Games tuned for solving them: their exact values, against published ones and against the same games
-- without.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.games.connect4"
local kalah = require "alphabeta.games.kalah"
local facts = require "spec.support.facts"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local solver, plain = connect4.solver, connect4.lua.score

-- The position after some moves, in the plain game and in the other one.
local function after(columns)
  local state = plain.initial()
  for column in columns:gmatch "%d" do state = plain.play(state, tonumber(column)) end
  return state, solver.read(connect4.lua.write(state))
end

-- Random legal positions that are not over, so many discs before the end.
local function each_late_position(count, left, visit)
  local draw = require "alphabeta.base.random"(seed)
  for _ = 1, count do
    local columns, state, over
    repeat
      columns, state, over = "", plain.initial(), nil
      for _ = 1, 42 - left do
        local moves = plain.moves(state)
        local column = moves[draw(#moves)]
        state, over = plain.play(state, column)
        if over then break end
        columns = columns .. column
      end
    until not over
    visit(columns, "columns " .. columns .. ", seed " .. seed)
  end
end

describe("connect4.solver", function()
  it("has the published scores", function()
    local solved = 0
    for _, row in ipairs(facts.rows "spec/facts/connect4-positions.tsv") do
      local columns, discs, score = row.moves, row.discs, row.value
      if discs >= 12 then
        local _, state = after(columns)
        local result = alphabeta.search(solver, state, { algorithm = "bisection" })
        assert.equal(score, result.value, columns)
        solved = solved + 1
      end
    end
    assert(solved >= 8)
  end)

  it("is worth what the plain game is worth, and its move is one of the best", function()
    each_late_position(quick(20, 60), 12, function(columns, note)
      local position, state = after(columns)
      local expected = alphabeta.search(plain, position, { all = true, table = false })
      local result = alphabeta.search(solver, state, { algorithm = "bisection" })
      assert.equal(expected.value, result.value, note)
      local best = {}
      for _, move in ipairs(expected.best) do best[move] = true end
      assert(best[result.move], note)
    end)
  end)

  it("knows bounds of the value beforehand that hold, and are more than the discs left say", function()
    local sharp, drawn = 0, 0
    local function look(columns, note)
      local position, state = after(columns)
      local value = alphabeta.search(plain, position, {}).value
      local low, high = solver.bounds(state)
      assert(low <= value and value <= high, note)
      if low >= 0 or high <= 0 then sharp = sharp + 1 end
      if value == 0 and (low == 0 or high == 0) then drawn = drawn + 1 end
    end
    each_late_position(quick(60, 120), 6, look)
    each_late_position(quick(60, 120), 7, look)
    assert(sharp >= quick(10, 20) and drawn >= 3, ("%d %d"):format(sharp, drawn))
  end)

  -- A line that a player can complete wins only where time works for him: with the parity of rows taken wrong, or
  -- the order in which columns are filled, each of these positions is said to be lost, and it is won or drawn.
  it("knows bounds that hold where a player waits for a cell", function()
    for _, row in ipairs {
      { 5, 4, "1145121224455", 2 }, { 6, 4, "541446134315336", 2 }, { 6, 4, "1162454124554", 2 },
      { 7, 4, "1136627731334644647", 3 }, { 4, 6, "42323321143", 2 }, { 4, 6, "1132111223332", 3 },
      { 5, 6, "21233335125511323251255", 3 }, { 5, 6, "34431142531534421524331", 0 },
      { 7, 6, "4642233344222173367777437166554", 4 }, { 7, 6, "67166371533513133771265572252", 3 },
    } do
      local width, height, columns, value = table.unpack(row)
      local state = plain.initial { width = width, height = height }
      for column in columns:gmatch "%d" do state = plain.play(state, tonumber(column)) end
      local game = alphabeta.native("connect4-solver", { width, height })
      local low, high = game.bounds(game.read(connect4.lua.write(state)))
      assert.equal(value, alphabeta.search(plain, state, {}).value, columns)
      assert(low <= value and value <= high, columns)
    end
  end)

  it("is worth what the rules say on wide boards", function()
    local draw, game = require "alphabeta.base.random"(seed), alphabeta.native("connect4-solver", { 9, 3 })
    for _ = 1, 6 do
      local state, over = plain.initial { width = 9, height = 3 }, nil
      for _ = 1, 16 do
        local moves = plain.moves(state)
        local next, payoff = plain.play(state, moves[draw(#moves)])
        over = over or payoff
        if not over then state = next end
      end
      local value = alphabeta.search(game, game.read(connect4.lua.write(state)), { algorithm = "bisection" }).value
      assert.equal(alphabeta.search(plain, state, {}).value, value, "seed " .. seed)
    end
  end)

  it("is worth the same to every algorithm", function()
    each_late_position(20, 16, function(columns, note)
      local _, state = after(columns)
      local value = alphabeta.search(solver, state, { algorithm = "bisection" }).value
      for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "aspiration" } do
        assert.equal(value, alphabeta.search(solver, state, { algorithm = algorithm }).value, note)
      end
    end)
  end)
end)

-- Does the move let the other player win at once?
local function loses_at_once(state, column)
  local after_move, over = plain.play(state, column)
  if over then return false end
  for _, reply in ipairs(plain.moves(after_move)) do
    local _, payoff = plain.play(after_move, reply)
    if payoff and payoff ~= 0 then return true end
  end
  return false
end

local function wins_at_once(state, column)
  local _, payoff = plain.play(state, column)
  return payoff ~= nil and payoff ~= 0
end

local function those_that(list, f, ...)
  local found = {}
  for _, item in ipairs(list) do
    if f(item, ...) then found[#found + 1] = item end
  end
  return found
end

describe("the key of connect4.solver", function()
  local function mirrored(columns, width)
    return (columns:gsub("%d", function(column) return math.tointeger(width + 1 - column) end))
  end

  local function key_after(rules, width, height, columns)
    local state = plain.initial { width = width, height = height }
    for column in columns:gmatch "%d" do state = plain.play(state, tonumber(column)) end
    return rules.key(rules.read(connect4.lua.write(state)))
  end

  it("is the same for mirror images early in a game, and for nothing else", function()
    for _, size in ipairs { { 7, 6 }, { 6, 5 }, { 8, 7 } } do
      local width, height = size[1], size[2]
      local rules, keys = alphabeta.native("connect4-solver", size), {}
      for _, columns in ipairs { "", "4", "1", "12", "21", "123", "1442", "44444", "11223", "335" } do
        local key = key_after(rules, width, height, columns)
        assert.is_nil(keys[key], columns)
        keys[key] = columns
        assert.equal(key, key_after(rules, width, height, mirrored(columns, width)), columns)
      end
    end
  end)
end)

describe("positions of connect4.solver", function()
  local small = alphabeta.native("connect4-solver", { 5, 4 })

  -- Visits positions of random games, to the end, with the game they are of.
  local function each(games, visit)
    local draw = require "alphabeta.base.random"(7)
    for game = 1, games do
      local rules = game % 2 == 0 and small or solver
      local state = plain.initial(rules == small and { width = 5, height = 4 } or nil)
      repeat
        visit(rules, rules.read(connect4.lua.write(state)), state)
        local moves = plain.moves(state)
        if #moves > 0 then state = plain.play(state, moves[draw(#moves)]) end
      until #moves == 0
      visit(rules, rules.read(connect4.lua.write(state)), state)
    end
  end

  it("are written as they were read, and a finished one has its value", function()
    local won = 0
    each(20, function(rules, position, state)
      assert.same(connect4.lua.write(state), rules.write(position))
      if #plain.moves(state) > 0 then return end
      local value = plain.evaluate(state)
      assert.equal(value, rules.evaluate(position))
      assert.same({ value, value }, { rules.bounds(position) })
      assert.same({}, rules.moves(position))
      if value ~= 0 then won = won + 1 end
    end)
    assert(won > 5)
  end)

  it("are refused where there is no such position", function()
    for _, list in ipairs { {}, { 7, 6 }, { 5, 4, 1 } } do
      local state, message = solver.read(list)
      assert.is_nil(state)
      assert.equal("string", type(message))
    end
  end)

  it("have the moves that do not lose at once, or win at once, where there are such", function()
    local spared = 0
    each(40, function(rules, position, state)
      local all = plain.moves(state)
      local winning = those_that(all, function(column) return wins_at_once(state, column) end)
      local sound = those_that(all, function(column) return not loses_at_once(state, column) end)
      local expected = #winning > 0 and winning or #sound > 0 and sound or all
      local told = rules.moves(position)
      table.sort(told)
      if #all > 0 and #winning == 0 and #sound == 0 then
        assert(#told > 0)
      else
        assert.same(expected, told)
      end
      if #expected < #all then spared = spared + 1 end
    end)
    assert(spared > 50)
  end)

  it("on other boards are worth what they are worth in the plain game, and their bounds hold", function()
    local compared, least, most = 0, 0, 0
    each(30, function(rules, position, state)
      if rules ~= small or compared == 60 or #plain.moves(state) == 0 then return end
      if #table.concat(state) < 10 then return end -- that takes long
      compared = compared + 1
      local expected = alphabeta.search(plain, state, { table = false }).value
      local low, high = small.bounds(position)
      assert(low <= expected and expected <= high)
      least, most = least + (low == expected and 1 or 0), most + (high == expected and 1 or 0)
      for _, algorithm in ipairs { "bisection", "alphabeta", "pvs" } do
        assert.equal(expected, alphabeta.search(small, position, { algorithm = algorithm }).value)
      end
    end)
    assert.equal(60, compared)
    assert(least > 0 and most > 0)
  end)
end)

describe("kalah.solver", function()
  local rules = kalah.solver

  local function margin(state, algorithm)
    return alphabeta.search(rules, state, { algorithm = algorithm, deepening = true }).value
  end

  -- The position after so many random moves, in the plain game and in the other one; or nil: it is over.
  local function at_random(draw, plies, options)
    local state = kalah.lua.initial(options)
    for _ = 1, plies do
      local moves = kalah.lua.moves(state)
      if #moves == 0 then return nil end
      state = kalah.lua.play(state, moves[draw(#moves)])
    end
    return kalah.read(kalah.lua.write(state)), rules.read(kalah.lua.write(state))
  end

  for _, row in ipairs(facts.rows "spec/facts/kalah-margins.tsv") do
    if row.holes <= 4 and row.counters <= 4 or row.holes == 5 and row.counters <= 3 then
      it(("has the published margin: %d holes of %d"):format(row.holes, row.counters), function()
        local state = rules.initial { holes = row.holes, counters = row.counters }
        assert.equal(row.margin, margin(state, "mtdf"))
      end)
    end
  end

  it("is worth what the plain game is worth, whoever is to move, and its move is one of the best", function()
    local draw = require "alphabeta.base.random"(seed)
    local compared = 0
    for i = 1, 200 do
      local holes, counters = 1 + draw(2), draw(3)
      local options = { holes = holes, counters = counters, empty_capture = i % 2 == 0, first = draw(2) }
      local position, state = at_random(draw, draw(12), options)
      if position then
        local note = ("seed %d, position %d:\n%s"):format(seed, i, kalah.format(position))
        local expected = alphabeta.search(kalah, position, { all = true })
        if expected.move then
          local result = alphabeta.search(rules, state, { deepening = true })
          assert.equal(expected.value, result.value, note)
          local best = {}
          for _, move in ipairs(expected.best) do best[move] = true end
          assert(best[result.move], note)
          for _, algorithm in ipairs { "alphabeta", "mtdf", "bisection" } do
            assert.equal(expected.value, margin(state, algorithm), note)
          end
          compared = compared + 1
        end
      end
    end
    assert(compared >= 50)
  end)
end)

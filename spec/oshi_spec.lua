-- Oshi-Zumo, the game that comes with the library in which both choose at once: its rules, in C as in Lua, and values
-- that are known from elsewhere.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local facts = require "spec.support.facts"
local oshi = require "alphabeta.games.oshi"
local seed = require "spec.support.seed"

local twin = oshi.lua

local function near(a, b) return math.abs(a - b) < 1e-9 end

-- A position of the game in C, and the same in Lua.
local function both(steps, at, first, second)
  local list = { steps, at, first, second }
  return assert(oshi.read(list)), assert(twin.read(list))
end

local function random_position()
  local steps = math.random(1, 4)
  return both(steps, math.random(-steps - 1, steps + 1), math.random(0, 6), math.random(0, 6))
end

describe("Oshi-Zumo", function()
  it("is over when the wrestler is out, or nobody has a coin", function()
    local state = twin.initial { coins = 4, steps = 1 }
    assert.same({ { 1, 2, 3, 4 }, { 1, 2, 3, 4 } }, { twin.simultaneous(state) })
    state = twin.play(state, 1, 1)
    assert.same({ 3, 3, at = 0, steps = 1 }, state)
    local out, payoff = twin.play(twin.play(state, 2, 1), 1, 0)
    assert.same({ 2, 1, nil }, { out.at, payoff, twin.simultaneous(out) })
    local drawn, even = twin.play(twin.play(state, 2, 1), 1, 2)
    assert.same({ 0, 0, "East 0 [.O.] West 0\nA draw." }, { drawn.at, even, twin.format(drawn) })
    local poor = twin.play(twin.play(state, 2, 3), 1, 0)
    assert.same({ 0, "A draw." }, { twin.evaluate(poor), twin.format(poor):match "\n(.*)" })
    assert.same({ { 0 }, { 1, 2 } }, { twin.simultaneous { 0, 2, at = 0, steps = 1 } })
  end)

  it("has the values of an exact program, in C and in Lua, with and without a table, pruned or not", function()
    for _, row in ipairs(facts.rows "spec/facts/oshi_zumo.tsv") do
      local in_c, in_lua = both(row.steps, row.at, row.first, row.second)
      local where = table.concat({ row.steps, row.at, row.first, row.second }, " ")
      for _, options in ipairs { {}, { table = false }, { algorithm = "minimax" }, { threads = 2 } } do
        assert.is_true(near(row.value, alphabeta.search(oshi, in_c, options).value), where)
      end
      assert.is_true(near(row.value, alphabeta.search(twin, in_lua).value), where)
    end
  end)

  it("is fair, and bids are drawn where one bid would be found out", function()
    local result = alphabeta.search(oshi, oshi.initial { coins = 8, steps = 1 }, { pure = true, deepening = false })
    assert.is_true(near(0, result.value))
    assert.is_true(result.gap < 1e-9)
    local drawn = 0
    for bid, choice in ipairs(result.strategies[1]) do
      assert.equal(bid, choice.move)
      if choice.probability > 0 then drawn = drawn + 1 end
    end
    assert.is_true(drawn > 1)
    assert.equal(result.move, result.pv[1][1])
    assert.is_true(near(0, alphabeta.search(oshi, oshi.initial(), { deepening = false }).value))
  end)

  it("is in C what it is in Lua, position by position", function()
    math.randomseed(seed)
    for _ = 1, effort(60) do
      local in_c, in_lua = random_position()
      repeat
        local where = ("seed %d:\n%s"):format(seed, twin.format(in_lua))
        local first, second = twin.simultaneous(in_lua)
        assert.same({ first, second }, { oshi.simultaneous(in_c) }, where)
        assert.same(twin.write(in_lua), oshi.write(in_c), where)
        assert.equal(twin.evaluate(in_lua), oshi.evaluate(in_c), where)
        if compat.has_integers then assert.equal(twin.key(in_lua), oshi.key(in_c), where) end
        assert.same({ 1, {}, twin.format(in_lua) }, { oshi.player(in_c), oshi.moves(in_c), tostring(in_c) })
        if first then
          local bid, other = first[math.random(#first)], second[math.random(#second)]
          local payoff, same
          in_c, payoff = oshi.play(in_c, bid, other)
          in_lua, same = twin.play(in_lua, bid, other)
          assert.equal(same, payoff, where)
        end
      until not first
    end
  end)

  it("is searched in C as in Lua, also with a function in Lua, node for node", function()
    math.randomseed(seed)
    local alike = setmetatable({ evaluate = function(state) return oshi.evaluate(state) end }, { __index = oshi })
    for _ = 1, effort(20) do
      local in_c, in_lua = random_position()
      for depth = 0, 4 do
        local options = { depth = depth, table = false, pure = true, all = depth % 2 == 0 }
        local wanted = alphabeta.search(twin, in_lua, options)
        for _, game in ipairs { oshi, alike } do
          local found = alphabeta.search(game, in_c, options)
          for _, field in ipairs { "value", "move", "pv", "strategies", "gap", "nodes", "leaves", "depth", "bound" } do
            assert.same(wanted[field], found[field], ("seed %d, depth %d, %s:\n%s"):format(seed, depth, field,
              twin.format(in_lua)))
          end
        end
      end
    end
  end)

  it("reads positions as it writes them, and nothing else", function()
    for text, list in pairs {
      ["East 10 [...O...] West 10"] = { 3, 0, 10, 10 }, ["East 0 [..O] West 7"] = { 1, 1, 0, 7 },
      ["East 3 O[...] West 2"] = { 1, -2, 3, 2 }, ["East 3 [...]O West 2\nEast has won."] = { 1, 2, 3, 2 },
    } do
      assert.same(list, twin.write(assert(twin.parse(text))))
      assert.equal(text, twin.format(twin.parse(text)):sub(1, #text))
      assert.same(list, oshi.write(assert(oshi.parse(text))))
    end
    for text, message in pairs {
      ["nothing"] = "'East 10 [...O...] West 10' or the like expected",
      ["East 1 [...] West 1"] = "one wrestler, O, expected", ["East 1 [O.O] West 1"] = "one wrestler, O, expected",
      ["East 1 O[O..] West 1"] = "one wrestler, O, expected",
      ["East 1 [O...] West 1"] = "1 to 9 steps expected, got 1.5",
      ["East 51 [.O.] West 1"] = "0 to 50 coins expected, got 51",
    } do
      assert.same({ nil, message }, { twin.parse(text) })
    end
    for list, message in pairs {
      [{ 1, 2, 3 }] = "four numbers expected", [{ 1, 0, 51, 1 }] = "0 to 50 coins each expected",
      [{ 0, 0, 1, 1 }] = "1 to 9 steps, and a wrestler no farther out than one more, expected",
      [{ 3, -5, 1, 1 }] = "1 to 9 steps, and a wrestler no farther out than one more, expected",
      [{ 3, 0, 1, -1 }] = "0 to 50 coins each expected",
    } do
      assert.same({ nil, message }, { oshi.read(list) })
    end
  end)

  it("begins as it is told", function()
    assert.same({ 3, 0, 10, 10 }, oshi.write(oshi.initial()))
    assert.same({ 9, 0, 50, 50 }, oshi.write(oshi.initial { coins = 50, steps = 9 }))
    for options, message in pairs {
      [{ coins = 0 }] = "option 'coins': integer from 1 to 50 expected, got 0",
      [{ steps = "3" }] = "option 'steps': integer from 1 to 9 expected, got '3'",
      [{ size = 3 }] = "unknown option 'size'",
    } do
      assert.equal(("bad argument #1 to 'initial' (%s)"):format(message), errors.of(oshi.initial, options))
    end
    assert.equal("bad argument #1 to 'initial' (table expected, got number)", errors.of(oshi.initial, 3))
  end)

  it("has nothing that the doctor finds", function()
    for _, game in ipairs { oshi, twin } do
      assert.is_true(alphabeta.check(game, game.initial { coins = 5, steps = 2 }, { games = 5, time = 5 }))
    end
  end)

  it("is played by players who draw from their strategies", function()
    local player = alphabeta.player { depth = 3, seed = seed }
    local start = oshi.initial { coins = 6, steps = 2 }
    local played = alphabeta.match(oshi, start, { player, player }, { games = 4, seed = 1 })
    assert.equal(4, #played.games)
    for _, game in ipairs(played.games) do assert.equal("finished", game.reason) end
  end)
end)

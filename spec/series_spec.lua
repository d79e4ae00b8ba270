-- A series played in parts, wherever and in whatever order, is the series played at once, but for the times.

local alphabeta = require "alphabeta"
local elo = require "alphabeta.play.elo"
local generator = require "alphabeta.base.random"
local kalah = require "alphabeta.games.kalah"
local nim = require "spec.support.nim" { key = function(heap) return heap end }
local ewn = require "alphabeta.games.ewn"
local seed = require "spec.support.seed"
local untimed = require "spec.support.untimed"

local function players() return { alphabeta.player { depth = 2, seed = 5 }, alphabeta.random_player(6) } end

local function play(game, options, who)
  options.seed, options.opening_plies = options.seed or seed, options.opening_plies or 2
  return alphabeta.match(game, game.initial(), who or players(), options)
end

local function assert_same_series(one, other, ...) assert.same(untimed(one), untimed(other), ...) end

-- The pairs from 1 to `count`, cut into parts at random places and shuffled.
local function partition(count, draw)
  local parts, first = {}, 1
  while first <= count do
    local last = math.min(count, first + draw(4) - 1)
    table.insert(parts, draw(#parts + 1), { first, last })
    first = last + 1
  end
  return parts
end

describe("The parts of a series", function()
  for name, game in pairs { kalah = kalah, ["EinStein würfelt nicht"] = ewn, ["Kalah in Lua"] = kalah.lua } do
    it("make the whole, for any partition, in any order: " .. name, function()
      local whole, draw = play(game, { games = 24 }), generator(seed)
      for _ = 1, 4 do
        local series, shown = {}, {}
        for i, part in ipairs(partition(12, draw)) do
          series[i] = play(game, { games = 24, part = part }, draw(2) == 1 and players() or nil)
          shown[i] = part[1] .. "-" .. part[2]
          assert.same({ part, "12" }, { series[i].part, tostring(series[i].of) })
        end
        assert_same_series(whole, alphabeta.merge(series), ("seed %d: %s"):format(seed, table.concat(shown, " ")))
      end
    end)
  end

  it("are the same whatever has been played before them by the same players", function()
    local who = players()
    local whole = play(kalah, { games = 8 }, who)
    local later = play(kalah, { games = 8, part = { 3, 4 } }, who)
    local sooner = play(kalah, { games = 8, part = { 1, 2 } }, who)
    assert_same_series(whole, alphabeta.merge { later, sooner })
  end)

  it("have the openings of the whole, from a function, and from a list", function()
    local function state(pair) return 20 + pair end
    local who = { alphabeta.random_player(1), alphabeta.random_player(2) }
    for _, given in ipairs { { state }, { nil, { 30, 40, 50 } } } do
      local function of(part)
        return alphabeta.match(nim, given[1], who, { games = 8, part = part, openings = given[2], seed = 1 })
      end
      assert_same_series(of(), alphabeta.merge { of { 2, 4 }, of { 1, 1 } })
    end
    local asked = {}
    local function asking(pair)
      asked[#asked + 1] = pair
      return pair + 5
    end
    alphabeta.match(nim, asking, who, { games = 8, part = { 3, 4 }, seed = 1 })
    assert.same({ 3, 4 }, asked) -- nothing is drawn, so the others are not needed
  end)

  it("tell `on_game` the numbers that games have in the whole, and end where it wants", function()
    local numbers = {}
    local part = play(kalah, { games = 12, part = { 3, 5 }, on_game = function(_, number)
      numbers[#numbers + 1] = number
      return number == 7
    end })
    assert.same({ 5, 6, 7, 8 }, numbers)
    assert.same({ "callback", 4, { 3, 5 } }, { part.stopped, #part.games, part.part })
    assert.same({ { 1, 2 }, { 5, 6 } }, alphabeta.merge({ part }).missing)
  end)
end)

describe("alphabeta.merge", function()
  local whole = play(kalah, { games = 20 })
  local function part(first, last) return play(kalah, { games = 20, part = { first, last } }) end

  it("counts a pair once that is in several parts", function()
    assert_same_series(whole, alphabeta.merge { part(1, 6), part(4, 10), part(5, 5), whole })
  end)

  it("says which pairs are missing, and goes on from there", function()
    local some = alphabeta.merge { part(9, 9), part(3, 4), part(7, 7) }
    assert.same({ { 1, 2 }, { 5, 6 }, { 8, 8 }, { 10, 10 } }, some.missing)
    assert.same({ 10, 8 }, { some.of, #some.games })
    assert.is_nil(some.part)
    local rest = alphabeta.merge { part(10, 10), part(1, 2) }
    assert_same_series(whole, alphabeta.merge { rest, alphabeta.merge { part(5, 6), part(8, 8) }, some })
  end)

  it("takes a series without `part` from its first pair on, and what goes beyond it", function()
    local longer = play(kalah, { games = 26, part = { 11, 13 } })
    assert_same_series(play(kalah, { games = 26 }), alphabeta.merge { longer, whole })
  end)

  it("ends where the sequential test would have ended the series at once", function()
    for _, test in ipairs { { elo0 = 0, elo1 = 100 }, { elo0 = 300, elo1 = 600, alpha = 0.2, beta = 0.2 } } do
      local who = { alphabeta.player { depth = 1, seed = 1 }, alphabeta.random_player(2) }
      local at_once = play(kalah, { games = 400, sprt = test, seed = 3 }, who)
      assert.equal("sprt", at_once.stopped)
      local last = #at_once.games / 2
      local function piece(from, to) return play(kalah, { games = 400, part = { from, to }, seed = 3 }, who) end
      local beyond, half = piece(last // 2 + 1, last + 3), piece(1, last // 2)
      assert_same_series(at_once, alphabeta.merge({ beyond, half }, { sprt = test }))
      local early = alphabeta.merge({ half }, { sprt = test }) -- no verdict yet
      assert.same({ nil, #half.games, elo.llr(half.pairs, test.elo0, test.elo1) },
        { early.stopped, #early.games, early.sprt.llr })
      local holed = alphabeta.merge({ half, piece(last // 2 + 2, last + 3) }, { sprt = test })
      assert.same({ #half.games, last // 2 + 1 }, { #holed.games, holed.missing[1][1] })
    end
    local nothing = alphabeta.merge({ part(2, 2) }, { sprt = { elo0 = 0, elo1 = 5 } })
    assert.same({ 0, nil, { 1, 1 } }, { #nothing.games, nothing.elo, nothing.missing[1] })
  end)

  it("refuses what is no series", function()
    local function message(...)
      local _, text = pcall(alphabeta.merge, ...)
      return text
    end
    for _, list in ipairs { 7, {}, whole } do
      assert.equal("bad argument #1 to 'merge' (list of series expected)", message(list))
    end
    local function with(fields)
      for name, value in pairs(whole) do
        if fields[name] == nil then fields[name] = value end
      end
      return fields
    end
    local record = whole.games[1]
    local function tallied(tally)
      return { { winner = 1, players = { record.players[1], tally } }, record }
    end
    local lying = setmetatable({}, { __len = function() return 2 ^ 40 end })
    for name, list in pairs {
      games = { {}, with { games = { record } }, with { games = { 1, 2 } }, with { part = { 1, 9 } },
        with { games = { record, { winner = 3, players = record.players } } },
        with { games = { record, { players = { {}, {} } } } }, with { games = lying },
        with { games = { record, nil, record, record } }, with { games = { x = 1 } },
        with { games = { record, { players = record.players, places = { 1, 1 } } } },
        with { games = tallied { nodes = 0 / 0, time = 1, moves = 1 } },
        with { games = tallied { nodes = 1, time = math.huge, moves = 1 } },
        with { games = tallied { nodes = 1, time = 1, moves = -1 } },
        with { players = { 1, 2, 3 }, games = { record, record, record } } },
      part = { with { part = { 2, 1 } }, with { part = { 1 } }, with { part = lying } },
      of = { with { of = 0.5 }, with { of = 1e9 }, with { of = "9" } },
      players = { with { players = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }, with { players = 2 } },
      missing = { with { missing = { 1 } }, with { missing = 5 }, with { missing = "x" },
        with { missing = { nil, { 1, 2 } } }, with { missing = { { 5, 9 }, { 1, 2 } } } },
    } do
      for i, wrong in ipairs(list) do
        assert.equal(("bad argument #1 to 'merge' (series of pairs expected at 2, got table (field '%s' is not what a "
          .. "series has))"):format(name), message { whole, wrong }, name .. i)
      end
    end
    for _, wrong in ipairs { 3, lying } do
      assert.matches("%(series of pairs expected at 2, got [%a3]+%)$", message { whole, wrong })
    end
    assert.matches("series of 1000000 pairs at most expected at 2",
      message { whole, { games = whole.games, missing = { { 1, 1000000 } } } })
    assert.equal("bad argument #2 to 'merge' (unknown option 'sprot')", message({ whole }, { sprot = 1 }))
    assert.equal("bad argument #2 to 'merge' (option 'sprt': elo0 < elo1 expected)", message({ whole }, { sprt = {} }))
    local here = ("spec/series_spec.lua:%d: bad argument #1"):format(debug.getinfo(1, "l").currentline + 1)
    local _, text = pcall(function() return (alphabeta.merge(1)) end)
    assert.equal(here, text:sub(1, #here))
  end)
end)

describe("The option `part`", function()
  it("is refused where it does not fit, or cannot be used with others", function()
    local function refused(message, options)
      local ok, text = pcall(alphabeta.match, kalah, kalah.initial(), players(), options)
      assert.is_false(ok)
      assert.equal(("bad argument #4 to 'match' (option 'part'%s)"):format(message), text)
    end
    for _, part in ipairs { {}, { 1 }, { 2, 1 }, { 0, 1 }, { 1, 1.5 }, { 1, "2" }, { 1, 2, 3 } } do
      refused(": list of two integers, the first and the last pair, expected, got table",
        { games = 8, seed = 1, part = part })
    end
    refused(": 8 games have only 4 pairs", { games = 8, seed = 1, part = { 4, 5 } })
    refused(" needs 'seed'", { games = 8, part = { 1, 2 } })
    refused(" needs 'games'", { seed = 1, part = { 1, 2 } })
    refused(" cannot be used with 'sprt'", { games = 8, seed = 1, part = { 1, 2 }, sprt = { elo0 = 0, elo1 = 5 } })
    assert.matches("%(option 'part' needs 'games'%)",
      select(2, pcall(alphabeta.match, nim, nil, players(), { openings = { 5 }, seed = 1, part = { 1, 1 } })))
  end)

  it("says at once where there is no opening before the part", function()
    assert.matches("option 'opening_plies': the game is over within 500 plies",
      select(2, pcall(play, kalah, { games = 8, part = { 3, 4 }, opening_plies = 500 })))
  end)
end)

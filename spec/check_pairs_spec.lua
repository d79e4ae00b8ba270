-- The game doctor, where rules hang on the order in which `pairs` goes through a table; and where they may.

local alphabeta = require "alphabeta"
local quick = require "spec.support.quick"
local rolling = require "spec.support.rolling"
local with_slow_clock = require "spec.support.slow_clock"

local TIME = 20 -- seconds: enough for any machine
local GAMES = quick(4, 10) -- where all examinations are made

local function with(game, fields) return setmetatable(fields, { __index = game }) end

-- Coins in a row: each move takes one from either end. The lead is that of the player to move.
local COINS = { 9, 8, 7, 6, 5, 4, 3, 2 }

local coins = {
  initial = function() return { first = 1, last = #COINS, lead = 0 } end,
  moves = function(state) return state.first <= state.last and { "first", "last" } or {} end,
  play = function(state, side)
    local after = { first = state.first, last = state.last, lead = -state.lead - COINS[state[side]] }
    after[side] = after[side] + (side == "first" and 1 or -1)
    return after
  end,
  evaluate = function(state) return state.lead end,
}

local function coins_left(state) return state.last - state.first + 1 end

-- Two players lay a card each, six times; the higher one takes the trick. What lies is kept under names.
local CARDS = { north = { 1, 2, 3, 4, 5, 6 }, south = { 6, 5, 4, 3, 2, 1 } }
local SEATS = { "north", "south" }

local function tricks_with(taker_of)
  return {
    initial = function()
      return { laid = {}, turn = 1, won = 0, hands = { north = CARDS.north, south = CARDS.south } }
    end,
    player = function(state) return state.turn end,
    moves = function(state) return { table.unpack(state.hands[SEATS[state.turn]]) } end,
    play = function(state, card)
      local seat, hands, laid = SEATS[state.turn], {}, {}
      for _, name in ipairs(SEATS) do
        hands[name], laid[name] = { table.unpack(state.hands[name]) }, state.laid[name]
      end
      for i = #hands[seat], 1, -1 do
        if hands[seat][i] == card then table.remove(hands[seat], i) end
      end
      laid[seat] = card
      local after = { laid = laid, turn = 3 - state.turn, won = state.won, hands = hands }
      if laid.north and laid.south then
        local taker = taker_of(laid)
        after.laid, after.turn = {}, taker == "north" and 1 or 2
        after.won = state.won + (taker == "north" and 1 or -1)
      end
      return after
    end,
    evaluate = function(state) return state.turn == 1 and state.won or -state.won end,
  }
end

local function first_highest(go_through)
  return function(laid)
    local taker, highest
    for name, card in go_through(laid) do
      if not highest or card > highest then taker, highest = name, card end
    end
    return taker
  end
end

local function by_name(laid) return laid.south > laid.north and "south" or "north" end

-- The same with objects for names.
local NORTH, SOUTH = {}, {}

local PLANTED = {
  ["a trick for whom `pairs` names first"] = { "pairs-order", tricks_with(first_highest(function(laid)
    return pairs(laid)
  end)) },
  ["the same by a `pairs` of its own"] = { "pairs-order", function()
    local all = pairs
    return tricks_with(first_highest(function(laid) return all(laid) end))
  end },
  ["the same by `next`"] = { "pairs-order", tricks_with(first_highest(function(laid) return next, laid end)) },
  ["the same by `next` of an environment of its own"] = { "pairs-order", function()
    local environment = { next = next }
    local go_through = load("return function(laid) return next, laid end", "rules", "t", environment)()
    return tricks_with(first_highest(go_through))
  end },
  ["the same where players are tables"] = { "pairs-order", tricks_with(function(laid)
    local names = { [NORTH] = "north", [SOUTH] = "south" }
    return names[first_highest(pairs) { [NORTH] = laid.north, [SOUTH] = laid.south }]
  end) },
  ["moves that `pairs` gives, up to a number"] = { "pairs-order", with(coins, { moves = function(state)
    local list = {}
    for side in pairs { first = true, last = true } do list[#list + 1] = side end
    return coins_left(state) > 2 and list or coins_left(state) > 0 and { list[1] } or {}
  end }) },
  ["a key that `pairs` puts together"] = { "pairs-order", with(coins, { key = function(state)
    local parts = {}
    for name, value in pairs(state) do parts[#parts + 1] = name .. value end
    return table.concat(parts)
  end }) },
  ["a callback that `pairs` leads astray"] = { "pairs-order", function()
    local seen
    return with(coins, { evaluate = function(state)
      local name = next { first = state.first, last = state.last }
      seen = seen or name
      assert(seen == name, "the other one first")
      return state.lead
    end })
  end },
}

local HINTED = {
  ["moves in the order of `pairs`"] = { "pairs-moves", with(coins, { moves = function(state)
    local list = {}
    for side in pairs(coins_left(state) > 0 and { first = true, last = true } or {}) do list[#list + 1] = side end
    return list
  end }) },
  ["outcomes in the order of `pairs`"] = { "pairs-moves", with(rolling.game, {
    chance = function(state)
      local list, weights = {}, {}
      for name, eyes in pairs { one = 1, two = 2, three = 3 } do
        list[#list + 1], weights[#weights + 1] = eyes, #name
      end
      if state.die == 0 and state.heap > 0 then return list, weights end
    end,
    initial = function() return rolling.state(9) end,
  }) },
}

local RIGHT = {
  ["tricks by name"] = tricks_with(by_name),
  ["tricks by a list that `pairs` goes through"] = tricks_with(function(laid)
    return SEATS[first_highest(pairs) { laid.north, laid.south }]
  end),
  ["a game that goes through tables as one may"] = with(coins, {
    moves = function(state)
      local sides, list = {}, {}
      for side in pairs { first = 1, last = 1 } do
        if coins_left(state) > 0 then sides[side] = true end
      end
      for side in pairs(sides) do
        list[#list + 1], sides[side] = side, nil
        for other in next, sides do assert(other ~= side) end
      end
      assert(next(sides) == nil and not pcall(next, sides, "none") and not pcall(next, 1) and not pcall(next))
      for key, value in pairs(setmetatable({}, { __pairs = function() return ipairs { "one" } end })) do
        assert(key == 1 and value == "one")
      end
      table.sort(list)
      return list
    end,
    evaluate = function(state) -- a sum whose last bits are others in another order
      local sum = 0.0
      for _, share in pairs { a = 0.1, b = 0.7, c = 1e-9, d = 0.2, e = 1.3 } do sum = sum + state.lead * share end
      for key, value in next, { state.lead, half = state.lead / 2 } do
        sum = sum + (key == 1 and value or 0)
      end
      return sum
    end,
  }),
}

-- The report on a game, which is made anew where it remembers something.
local function report_on(game, games)
  game = type(game) == "function" and game() or game
  return select(2, alphabeta.check(game, game.initial(), { games = games or 10, time = TIME }))
end

describe("alphabeta.check", function()
  for title, case in pairs(PLANTED) do
    it("finds " .. title, function()
      local report = report_on(case[2])
      assert.equal(case[1], report[1] and report[1].fault, tostring(report))
      assert.matches("^where `pairs` and `next` go through names the other way round, ", report[1].message)
      assert.equal("table: ", tostring(report[1].line):sub(1, 7))
    end)
  end

  for title, case in pairs(HINTED) do
    it("has a hint for " .. title, function()
      local report = report_on(case[2], GAMES)
      assert.same({ 0, 1, case[1] }, { #report, #report.hints, report.hints[1] and report.hints[1].fault })
    end)
  end

  for title, game in pairs(RIGHT) do
    it("finds nothing wrong with " .. title, function()
      local report = report_on(game, GAMES)
      assert.same({ 0, 0 }, { #report, #report.hints }, tostring(report))
      assert.matches(", the order of pairs,", tostring(report))
    end)
  end

  it("puts `pairs` and `next` back", function()
    local kept_pairs, kept_next, all, following = pairs, next, pairs, next
    report_on(PLANTED["a callback that `pairs` leads astray"][2])
    report_on(tricks_with(function(laid)
      for _ in all(laid) do assert(following(laid)) end
      return by_name(laid)
    end))
    assert.same({ kept_pairs, kept_next, kept_pairs, kept_next }, { pairs, next, all, following })
  end)

  it("puts them back while a callback has yielded, and replaces them as it goes on", function()
    local kept_pairs, all = pairs, pairs
    local game = PLANTED["a callback that `pairs` leads astray"][2]()
    local check = coroutine.wrap(report_on)
    local report = check(with(game, { evaluate = function(state)
      coroutine.yield(all)
      return game.evaluate(state)
    end }))
    while type(report) == "function" do
      assert.same({ kept_pairs, kept_pairs }, { pairs, all })
      report = check()
    end
    assert.equal("pairs-order", report[1].fault)
  end)

  it("does not let callbacks yield where the host cannot", function()
    local running = coroutine.running()
    local report = report_on(with(coins, { evaluate = function(state)
      assert(coroutine.running() == running, "another coroutine")
      return state.lead
    end }))
    assert.equal(0, #report, tostring(report))
  end)

  it("stops a call that does not come back with these only", function()
    local seats = { north = 1, south = 2, east = 3, west = 4 }
    local first = next(seats)
    local game = with(coins, { evaluate = function(state)
      repeat until next(seats) == first
      return state.lead
    end })
    local report
    with_slow_clock(function() report = select(2, alphabeta.check(game, coins.initial(), { time = 10 })) end)
    assert.equal("endless-call", report[1] and report[1].fault, tostring(report))
    assert.matches(", the order of pairs\n", tostring(report))
    assert.is_true(next(seats) == first)
  end)
end)

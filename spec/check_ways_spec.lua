-- The doctor on puzzles: it finds what is wrong with goals, costs and estimates, and nothing in puzzles that are right.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local mazes = require "spec.support.mazes"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local with_slow_clock = require "spec.support.slow_clock"
local tiles = require "alphabeta.games.tiles"

local twin = tiles.lua
local TIME = quick(2.5, 10) -- seconds of the slow clock, which it uses up

local function examined(game, state)
  local right, report
  with_slow_clock(function()
    right, report = alphabeta.check(game, state, { seed = seed, time = TIME, games = 4 })
  end)
  return right, report, ("seed %d: %s"):format(seed, tostring(report))
end

local function with(game, fields) return setmetatable(fields, { __index = game }) end

local function mixed(game) return game.initial { width = 3, height = 2, scramble = 8, seed = seed } end

-- Steps that the empty cell has to go.
local function blank_steps(state)
  return 2 - (state.empty - 1) % 3 + 1 - math.floor((state.empty - 1) / 3)
end

local PLANTED = {
  ["an estimate that counts the blank"] = { "estimate", with(twin, {
    estimate = function(state) return twin.estimate(state) + blank_steps(state) end,
  }) },
  ["an estimate above 0 at the goal"] = { "estimate", with(twin, {
    estimate = function(state) return twin.estimate(state) + 1 end,
  }) },
  ["an infinite estimate where there is a way"] = { "estimate", with(twin, {
    estimate = function(state) return twin.goal(state) and 0 or math.huge end,
  }) },
  ["a negative estimate"] = { "estimate-type", with(twin, {
    estimate = function(state) return twin.estimate(state) - 1000 end,
  }) },
  ["an estimate that is nil"] = { "estimate-type", with(twin, { estimate = function() end }) },
  ["an estimate that raises"] = { "estimate-error", with(twin, { estimate = function() error "odd" end }) },
  ["a cost below 0"] = { "cost", with(twin, { cost = function(state, cell) return state[cell] == 3 and -1 or 1 end }) },
  ["a cost that is nil"] = { "cost", with(twin, { cost = function() end }) },
  ["a key that leaves out what the goal depends on"] = { "goal-key", {
    moves = function(state) return state.steps < 6 and { 1, 2 } or {} end,
    play = function(state, move) return { steps = state.steps + 1, last = move } end,
    key = function(state) return state.steps end,
    goal = function(state) return state.last == 2 end,
  }, { steps = 0, last = 1 } },
}

describe("alphabeta.check finds in a puzzle", function()
  for title, case in pairs(PLANTED) do
    it(title, function()
      local right, report, text = examined(case[2], case[3] or mixed(twin))
      assert.is_nil(right, text)
      assert(report[1].fault == case[1], text)
      assert(type(report[1].advice) == "string", text)
    end)
  end

  it("how far a goal is where the estimate says more", function()
    local _, report, text = examined(PLANTED["an estimate that counts the blank"][2], mixed(twin))
    assert.matches("'estimate' says that %d+ or more is still to come, "
      .. "but a goal is %d+ moves? away, and that costs %d+", report[1].message, nil, nil, text)
  end)
end)

-- Two ways of two moves; `much` is what the estimate says at the cheaper one, whose rest costs 1.
local function two_ways(unit, much)
  return {
    moves = function(place) return place == 1 and { 2, 3 } or place < 4 and { 4 } or {} end,
    play = function(_, move) return move end,
    key = function(place) return place end,
    goal = function(place) return place == 4 end,
    cost = function(place, move) return (place == 3 or move == 3) and 3 * unit or unit end,
    estimate = function(place) return place == 2 and much * unit or 0 end,
  }
end

describe("an estimate that is too high", function()
  it("is found whatever the unit of costs is, and rounding is none", function()
    for _, unit in ipairs { 1e-200, 1e-12, 0.1, 1, 1e12, 1e200 } do
      assert.is_nil((examined(two_ways(unit, 1.001), 1)))
      assert.is_true((examined(two_ways(unit, 1 + 1e-12), 1)))
    end
  end)
end)

describe("alphabeta.check finds nothing", function()
  it("in sliding tiles, in Lua and in C", function()
    local right, _, text = examined(twin, mixed(twin))
    assert(right, text)
    local small = tiles.new(3, 2)
    right, _, text = examined(small, small.initial { scramble = 30 })
    assert(right, text)
  end)

  it("in mazes, in every form of a game", function()
    for number = 1, effort(2) do
      local form = mazes.forms[number % #mazes.forms + 1]
      local right, _, text = examined(mazes.game(mazes.random(seed * 5000 + number, 12), form))
      assert(right, text)
    end
  end)

  it("wrong with an estimate that is not consistent: that is a hint", function()
    local right, report, text = examined(with(twin, {
      estimate = function(state) return state.empty % 2 == 0 and twin.estimate(state) or 0 end,
    }), mixed(twin))
    assert(right, text)
    assert.equal("estimate-inconsistent", report.hints[1] and report.hints[1].fault, text)
  end)

  it("wrong with the form of a puzzle but what is wrong", function()
    local _, report = examined(with(twin, { estimate = 3 }), mixed(twin))
    assert.equal("form", report[1].fault)
    assert.matches("field 'estimate': function expected, got 3", report[1].message, 1, true)
  end)
end)

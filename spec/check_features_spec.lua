-- The doctor on features: planted faults are named, and right games that look odd are left in peace.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.twins.connect4"
local kalah = require "alphabeta.twins.kalah"
local othello = require "alphabeta.twins.othello"
local pig = require "alphabeta.twins.pig"
local effort = require "spec.support.effort"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

-- The doctor looks through whatever a game reaches: not through all of the program that runs the specs.
local describe, it, assert = describe, it, assert
local _ENV = _G -- luacheck: ignore _ENV

local SEEDS = tonumber(os.getenv "ALPHABETA_SEEDS") or 1

local function with(game, fields) return setmetatable(fields, { __index = game }) end

-- Without features, and the key.
local function without(game, names)
  return setmetatable({}, { __index = function(_, name) return not names[name] and game[name] or nil end })
end

-- A race of eight moves: whoever has more has won.
local race = {
  initial = function() return { ply = 0, score = 0 } end,
  moves = function(state) return state.ply < 8 and { state.score % 3, state.score % 5 + 3, -1 } or {} end,
  play = function(state, gain)
    return { ply = state.ply + 1, score = state.score + (state.ply % 2 == 0 and gain or -gain) }
  end,
  player = function(state) return state.ply % 2 + 1 end,
  evaluate = function(state)
    local score = state.ply % 2 == 0 and state.score or -state.score
    return state.ply < 8 and 0 or score > 0 and 1 or score < 0 and -1 or 0
  end,
}

local function own(state, number) return state.ply % 2 == 0 and number or -number end

-- The race with these features.
local function featured(list, fields)
  fields = fields or {}
  fields.features = list
  return with(race, fields)
end

-- The same as player 1 sees it.
local function of_player_1(list, fields)
  fields = fields or {}
  fields.viewpoint = 1
  fields.evaluate = function(state) return own(state, race.evaluate(state)) end
  return featured(list, fields)
end

local counter = 0
local function filling(features, fields)
  fields = fields or {}
  fields.fills = true
  fields.moves = function(state, list)
    local moves = race.moves(state)
    for i, move in ipairs(moves) do list[i] = move end
    return #moves
  end
  return featured(features, fields)
end

-- A game with weights, whose `evaluate` has nothing to say before the end.
local function weighed(list, weights, fields)
  fields = fields or {}
  fields.weights, fields.scale = weights, 1
  fields.evaluate = function(state)
    assert(state.ply == 8, "an estimate was asked for")
    return race.evaluate(state)
  end
  return featured(list, fields)
end

local function lead(state) return { own(state, state.score) } end

-- The same feature with something that tells how far the game is, and with weights of two phases.
local function in_phase(phase) return featured(lead, { phase = phase }) end
local function phased(phase) return weighed(lead, { 0.1, 0.02 }, { phases = 2, phase = phase }) end

local PLANTED = {
  ["no list"] = { "features-type", featured(function() return 3 end) },
  ["nothing"] = { "features-type", featured(function() end) },
  ["an empty list"] = { "features-type", featured(function() return {} end) },
  ["not a number"] = { "features-type", featured(function(state) return { state.ply < 5 and 1 or 0 / 0 } end) },
  ["infinite"] = { "features-type", featured(function(state) return { 1, 1 / (5 - state.ply) } end) },
  ["a number that is too large"] = { "features-type", featured(function(state) return { 2 ^ (20 * state.ply) } end) },
  ["text"] = { "features-type", featured(function(state) return { own(state, state.score), "1" } end) },
  ["an error"] = { "features-error", featured(function(state) return { state.ply < 5 and 1 or error "odd" } end) },
  ["another length later"] = { "features-count", featured(function(state)
    return state.ply < 6 and { 1, 2 } or { 1, 2, 3 }
  end) },
  ["fewer than there are weights"] = { "features-count", weighed(function() return { 1 } end, { 1, 2 }) },
  ["other numbers each time"] = { "features-unstable", featured(function()
    counter = counter + 1
    return { counter }
  end) },
  ["a state that they change"] = { "features-changes-state", featured(function(state)
    state.score = state.score + 1
    return { state.score }
  end) },
  ["a feature that is not written"] = { "features-type", filling(function(state, list)
    list[1] = state.score
    if state.ply < 4 then list[2] = 1 end
    return 2
  end) },
  ["a number of features that is none"] = { "features-type", filling(function(state, list)
    list[1] = state.score
  end) },
  ["a phase that is more than 1"] = { "phase-type", in_phase(function(state) return state.ply / 5 end) },
  ["a phase that is NaN"] = { "phase-type", in_phase(function(state) return state.ply == 5 and 0 / 0 or 0.5 end) },
  ["a phase that changes the state"] = { "phase-changes-state", in_phase(function(state)
    state.score = state.score + 1
    return state.ply / 8
  end) },
  ["another phase each time"] = { "phase-unstable", in_phase(function()
    counter = counter + 1
    return 1 / counter
  end) },
  ["fewer features than weights of a phase"] = { "features-count", weighed(function() return { 1 } end, { 1, 2, 3, 4 },
    { phases = 2, phase = function(state) return state.ply / 8 end }) },
}

local HINTED = {
  ["features that never differ"] = { "features-same", featured(function() return { 1, 0 } end) },
  ["a feature that is always 0"] = { "features-same", featured(function(state)
    return { own(state, state.score), 0 }
  end) },
  ["a phase that never changes"] = { "phase-same", phased(function() return 0.5 end) },
  ["features as player 1 sees them, without `viewpoint`"] = { "features-sign", featured(function(state)
    return { state.score, state.ply }
  end) },
  ["features as the player to move sees them, with `viewpoint`"] = { "features-sign", of_player_1(function(state)
    return { own(state, state.score), 1 }
  end) },
  ["weights of such features"] = { "features-sign", weighed(function(state)
    return { state.score + (state.ply * 7 + state.score * 3) % 5 / 10 }
  end, { 0.1 }) },
  ["one of two that speaks for player 1"] = { "features-sign", featured(function(state)
    return { own(state, state.score), state.score }
  end) },
}


local RIGHT = {
  ["features of the player to move"] = featured(function(state) return { own(state, state.score), 1 } end),
  ["those of player 1"] = of_player_1(function(state) return { state.score, own(state, 1) } end),
  ["what matters to both alike"] = featured(function(state)
    return { state.ply, state.score % 3, math.abs(state.score), own(state, state.score) }
  end),
  ["nothing but that"] = featured(function(state) return { state.ply, state.score % 2 } end),
  ["own and other apart"] = featured(function(state)
    return { math.max(0, own(state, state.score)), math.max(0, own(state, -state.score)) }
  end),
  ["a feature that is bad"] = featured(function(state) return { own(state, -state.score) } end),
  ["phases"] = featured(function(state)
    local list = { 0, 0, 0 }
    list[1 + math.floor(state.ply / 3)] = own(state, state.score)
    return list
  end),
  ["the same list each time"] = (function()
    local list = {}
    return featured(function(state)
      list[1], list[2] = own(state, state.score), state.ply
      return list
    end)
  end)(),
  ["written into a list"] = filling(function(state, list)
    list[1], list[2] = own(state, state.score), 1
    return 2
  end),
  ["weights"] = weighed(function(state) return { own(state, state.score), 1 } end, { 0.1, 0.02 }),
  ["weights, where `play` tells the end"] = weighed(function(state) return { own(state, state.score) } end, { 0.1 }, {
    finished = false,
    play = function(state, gain)
      local after = race.play(state, gain)
      if after.ply == 8 then return after, race.evaluate(after) end
      return after
    end,
  }),
  ["weights of two phases"] = phased(function(state) return state.ply / 8 end),
  ["a phase without weights"] = in_phase(function(state)
    assert(state.ply < 8, "the phase of a finished position")
    return state.ply / 7
  end),
  ["weights of zero"] = weighed(function(state) return { own(state, state.score) } end, { 0 }),
  ["features of more than two players, which nobody asks for"] = {
    players = 3, initial = race.initial, moves = race.moves, play = race.play,
    player = function(state) return state.ply % 3 + 1 end, evaluate = function() return { 1, 0, -1 } end,
    features = function() return "none" end,
  },
  ["Connect Four"] = connect4,
  ["Connect Four, with weights"] = connect4.weighed,
  ["Connect Four in C, with weights"] = require("alphabeta.games.connect4").weighed,
  ["Kalah"] = with(without(kalah, { key = true }), { features = function(state)
    local list = kalah.write(state)
    local half = (#list - 2) / 2
    local sign, features = kalah.player(state) == 1 and 1 or -1, {}
    for i = 1, half do features[i] = sign * (list[2 + i] - list[2 + half + i]) end
    return features
  end }),
  ["Othello, discs"] = with(without(othello, { key = true }), { features = function(state)
    local list = othello.write(state)
    local discs, me = 0, othello.player(state)
    for i = #list - 63, #list do discs = discs + (list[i] == me and 1 or list[i] == 3 - me and -1 or 0) end
    return { discs }
  end }),
  ["Pig"] = with(pig, { finished = false, features = function(state) return { pig.evaluate(state), 1 } end }),
}

local function examined(game, number, time)
  local right, report = alphabeta.check(game, game.initial(), { seed = number, time = time or 4, games = 16 })
  return right, report, ("seed %d: %s"):format(number, tostring(report))
end

describe("alphabeta.check finds in features", function()
  for title, case in pairs(PLANTED) do
    it(title, function()
      local right, report, text = examined(case[2], seed)
      assert.is_nil(right, text)
      assert(report[1].fault == case[1], text)
      assert(type(report[1].advice) == "string", text)
    end)
  end
end)

describe("alphabeta.check gives a hint at", function()
  for title, case in pairs(HINTED) do
    it(title, function()
      local right, report, text = examined(case[2], seed)
      assert.is_true(right, text)
      local told
      for _, hint in ipairs(report.hints) do told = hint.fault == case[1] and hint or told end
      assert(told and type(told.advice) == "string", text)
    end)
  end
end)

describe("alphabeta.check finds nothing wrong with features:", function()
  for title, game in pairs(RIGHT) do
    it(title, function()
      for number = seed, seed + SEEDS - 1 do
        local right, report, text = examined(game, number, quick(0.15, effort(1)))
        assert.is_true(right, text)
        for _, hint in ipairs(report.hints) do assert(not hint.fault:match "^[fp][eh]a", text) end
        if title ~= "features of more than two players, which nobody asks for" then
          assert(table.concat(report.looked_at, ","):find("features", 1, true), text)
        end
      end
    end)
  end
end)

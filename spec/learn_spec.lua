-- `alphabeta.learn` finds the weights of features: always the same ones by seed, in every form of game, in one go or in
-- steps; what does not fit is an error that names it, and nothing learned is lost.

local Teacher = require "alphabeta.learn.teacher"
local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local errors = require "spec.support.errors"
local noughts = require "alphabeta.twins.tictactoe"
local pig = require "alphabeta.twins.pig"
local quick = require "spec.support.quick"
local trees = require "spec.support.trees"

local draw = trees.draw

local PLIES = 10
local GAMES = quick(24, 60) -- of which nothing else is expected

-- In turn, players add one of three numbers to their own score; who has more at the end wins. A second number is drawn
-- and means nothing.
local function gains(state)
  local list = {}
  for i = 1, 3 do list[i] = draw(7, state.ply * 1000 + state.score % 97 * 10 + i, 9) end
  return list
end

local function features(state, sign) return { sign * state.score, sign * (draw(3, state.score % 101, 21) - 11), 1 } end

local race = {
  name = "race",
  initial = function() return { ply = 0, score = 0 } end,
  moves = function(state) return state.ply < PLIES and gains(state) or {} end,
  play = function(state, gain)
    return { ply = state.ply + 1, score = state.score + (state.ply % 2 == 0 and gain or -gain) }
  end,
  player = function(state) return state.ply % 2 + 1 end,
  evaluate = function(state)
    assert(state.ply == PLIES, "an estimate was asked for")
    local won = state.score > 0 and 1 or state.score < 0 and -1 or 0
    return state.ply % 2 == 0 and won or -won
  end,
  features = function(state)
    assert(state.ply < PLIES, "features of a finished position")
    return features(state, state.ply % 2 == 0 and 1 or -1)
  end,
  phase = function(state)
    assert(state.ply < PLIES, "the phase of a finished position")
    return state.ply / PLIES
  end,
}

local function with(fields, game) return setmetatable(fields, { __index = game or race }) end

local function change(state, gain)
  state.score, state.ply = state.score + (state.ply % 2 == 0 and gain or -gain), state.ply + 1
end

-- The race, where halfway what was an advantage becomes as large a disadvantage.
local turning = with { play = function(state, gain)
  local after = race.play(state, gain)
  if after.ply == PLIES / 2 then after.score = -after.score end
  return after
end }

-- The race in other forms.
local FORMS = {
  ["undo = true"] = with { undo = true, play = change },
  undo = with { play = change, undo = function(state, gain)
    state.ply = state.ply - 1
    state.score = state.score - (state.ply % 2 == 0 and gain or -gain)
  end },
  viewpoint = with { viewpoint = 1,
    evaluate = function(state) return race.evaluate(state) * (state.ply % 2 == 0 and 1 or -1) end,
    features = function(state)
      local list = features(state, 1)
      list[3] = state.ply % 2 == 0 and 1 or -1
      return list
    end },
  alternating = setmetatable({}, { __index = function(_, name) return name ~= "player" and race[name] or nil end }),
  finished = with { finished = function(state) return state.ply == PLIES and race.evaluate(state) end },
  payoffs = with { finished = false, play = function(state, gain)
    local after = race.play(state, gain)
    if after.ply == PLIES then return after, race.evaluate(after) end
    return after
  end },
  fills = with { fills = true, moves = function(state, list)
    if state.ply == PLIES then return 0 end
    for i, gain in ipairs(gains(state)) do list[i] = gain end
    return 3
  end, features = function(state, list)
    for i, feature in ipairs(race.features(state)) do list[i] = feature end
    return 3
  end },
}

local function bits(learned)
  local list = {}
  for i, weight in ipairs(learned.weights) do list[i] = ("%.17g"):format(weight) end
  return table.concat(list, " ")
end

-- The same in every Lua that has the same race: see spec/support/random.lua.
local EXPECTED = math.type and "0.15486247274097828 0.0074490012802871175 0.443350656973723"
  or "0.17001164402947849 0.0015304484531364674 0.54455552134554241"

describe("alphabeta.learn", function()
  it("finds what matters", function()
    local learned = alphabeta.learn(race, nil, { games = 200, names = { "score", "nothing", "turn" } })
    assert(learned.weights[1] > 0.02 and learned.shares[1] > 0.8, tostring(learned))
    assert.same({ 200, "games", 1, 1 }, { learned.games, learned.stopped, learned.scale, learned.depth })
    assert.same({ "score", "nothing", "turn" }, learned.names)
    assert.equal("turn", learned.idle[#learned.idle])
    local sum = 0
    for _, share in ipairs(learned.shares) do sum = sum + share end
    assert(math.abs(sum - 1) < 1e-9)
    local match = learned:match { games = 100, depth = 1 }
    assert(match.start.elo_low > 50, match.start.elo)
    assert.is_nil(match.evaluate)
    assert(learned.curve[#learned.curve].elo > 20, tostring(learned))
    assert.equal(EXPECTED, bits(learned))
  end)

  it("says what the turn contributes: nothing, unless somebody may move twice in a row", function()
    assert.equal("feature 3", alphabeta.learn(FORMS.viewpoint, nil, { games = 60 }).idle[1])
    local function mover(state) return math.floor(state.ply / 2) % 2 + 1 end
    local function sign(state) return mover(state) == 1 and 1 or -1 end
    local twice = with { player = mover,
      play = function(state, gain) return { ply = state.ply + 1, score = state.score + sign(state) * gain } end,
      evaluate = function(state) return sign(state) * (state.score > 0 and 1 or state.score < 0 and -1 or 0) end,
      features = function(state) return features(state, sign(state)) end,
    }
    local learned = alphabeta.learn(twice, nil, { games = 100 })
    assert(learned.shares[3] > 0.05 and learned.weights[3] > 0, tostring(learned))
    assert.is_nil(tostring(learned.idle[#learned.idle]):find("3", 1, true))
  end)

  it("does not take weights for alike because the turn hides what differs", function()
    local sample = {}
    for i = 1, 20 do
      local mover = i % 2 + 1
      sample[i] = { mover = mover, sign = mover == 1 and 1 or -1, features = { (i % 7) / 100, 1 } }
    end
    local teacher = Teacher:new({ { path = sample, result = 1 } }, 2)
    assert(teacher:likeness({ 0.01, 1 }, { 0.02, 2 }, sample) > 0.999)
    assert(teacher:likeness({ 0.01, 1 }, { -0.01, 1 }, sample) < -0.999)
    assert(teacher:likeness({ 0.01, 1 }, { 0.01, -1 }, sample) < 0)
  end)

  -- What a teacher makes of features, the last of which is 0 in the first game: weights in natural units.
  local function taught(unit, result, start)
    local function game(feature)
      return { result = result, path = { { sign = 1, features = { 1, unit * feature } } } }
    end
    local teacher = Teacher:new({ game(0) }, 2, start)
    for feature = 1, 5 do teacher:learn(game(feature % 3)) end
    local weights = teacher:outside(teacher.weights)
    return weights[1], weights[2] * unit
  end

  it("finds the same in every unit of a feature, also of one that is 0 in the first games", function()
    local one, two = taught(1, 1)
    assert(one > 0.1 and two > 0.1)
    for _, unit in ipairs { 1e-60, 1e-3, 100, 1e15 } do
      local first, second = taught(unit, 1)
      assert(math.abs(first / one - 1) < 1e-9 and math.abs(second / two - 1) < 1e-9, second)
    end
    local alone = taught(0, 1)
    for _, unit in ipairs { 1e-90, 1e-110, 1e-163, 1e-300 } do assert.same({ alone, 0 }, { taught(unit, 1) }) end
    local _, held = taught(1, 0, { 0, 1e-170 }) -- nearly right
    assert.equal(1e-170, held)
  end)

  it("finds the same in every form of a game", function()
    local expected = bits(alphabeta.learn(race, race.initial(), { games = GAMES, seed = 5 }))
    for form, game in pairs(FORMS) do
      local state = game.initial()
      assert.equal(expected, bits(alphabeta.learn(game, state, { games = GAMES, seed = 5 })), form)
      assert.same({ ply = 0, score = 0 }, state, form)
    end
    local in_phases = bits(alphabeta.learn(race, nil, { games = GAMES, seed = 5, phases = 3 }))
    for form, game in pairs(FORMS) do
      assert.equal(in_phases, bits(alphabeta.learn(game, nil, { games = GAMES, seed = 5, phases = 3 })), form)
    end
  end)

  it("finds by phases what matters in the end and what at the beginning", function()
    local plain = alphabeta.learn(turning, nil, { games = 300, opening_plies = 1 })
    local learned = alphabeta.learn(turning, nil, { games = 300, opening_plies = 1, phases = 2,
      names = { "score", "nothing", "turn" } })
    assert(learned.weights[1] < -0.1 and learned.weights[4] > 0.1, tostring(learned))
    assert(plain.weights[1] > 0.02, tostring(plain)) -- so it takes the first half for the second
    assert.same({ 1, 2, 3, 6 }, { plain.phases, learned.phases, #plain.weights, #learned.weights })
    assert.same({ "score, phase 1 of 2", "turn, phase 2 of 2" }, { learned.names[1], learned.names[6] })
    assert(learned:match({ games = 100, depth = 1 }).start.elo_low > 0)
    assert.is_nil(plain:text():find("phases", 1, true))
    local pasted = assert((loadstring or load)("return {" .. learned:text() .. "}"))()
    assert.same({ 2, 6 }, { pasted.phases, #pasted.weights })
    local played = with(pasted, turning)
    assert(alphabeta.search(played, played.initial(), { depth = 2 }).value)
  end)

  it("goes on with phases, merges them, and ends by itself", function()
    local one = alphabeta.learn(turning, nil, { games = 100, phases = 2 })
    local two = alphabeta.learn(turning, nil, { games = 100, phases = 2, start = one.weights, seed = 2 })
    local both = alphabeta.merge { one, two }
    assert.same({ 2, "feature 2, phase 1 of 2" }, { both.phases, both.names[2] })
    assert(both:match({ games = 2, depth = 1 }).start)
    local path = os.tmpname()
    one:plot(path)
    os.remove(path)
    assert.equal("settled", alphabeta.learn(turning, nil, { games = 100000, phases = 2 }).stopped)
    local plain = alphabeta.learn(turning, nil, { games = 20, names = { "a", "b", "c" } })
    for _, other in ipairs { { phases = 1 }, { phases = 3 }, { phases = "2" } } do
      assert.matches("expected at 2, got table (field 'phases' does not fit)",
        errors.of(alphabeta.merge, { one, with(other, two) }), 1, true)
    end
    local odd = with({ phases = 4, weights = one.weights }, one)
    assert.matches("(field 'phases' does not fit)", errors.of(alphabeta.merge, { odd }), 1, true)
    assert.equal(1, alphabeta.merge({ plain }).phases)
  end)

  it("finds the same in steps, and leaves the state as it was", function()
    for _, form in ipairs { "undo", "undo = true", "payoffs" } do
      local game = FORMS[form]
      local expected = bits(alphabeta.learn(game, game.initial(), { games = 60, seed = 2 }))
      local state = game.initial()
      local learning = alphabeta.start_learn(game, state, { games = 60, seed = 2 })
      assert.is_nil(learning:result())
      local steps, before = 0, 0
      repeat
        local done = learning:step(steps % 2 == 0 and { time = 0 } or { games = 1 })
        steps = steps + 1
        assert.same({ ply = 0, score = 0 }, state)
        local result = learning:result()
        if result and not done then
          assert.is_nil(result.stopped)
          assert(result.games >= before)
          before = result.games
        end
      until done
      assert(steps > 40)
      assert.equal(expected, bits(learning:result()))
      assert.is_true(learning:step())
    end
  end)

  it("ends by itself, by the clock, and by a callback", function()
    local learned = alphabeta.learn(race, nil, { games = 100000 })
    assert.equal("settled", learned.stopped)
    local curve = learned.curve
    for i = #curve - 1, #curve do assert(curve[i].alike >= 0.99) end
    assert.equal("time", alphabeta.learn(race, nil, { time = 0.2, on_game = function(_, number)
      local over = os.clock() + 0.25
      repeat until number ~= 30 or os.clock() > over -- long before it has settled
    end }).stopped)
    local games = 0
    local function on_game(learning, number)
      games = games + 1
      assert.equal(games, number)
      assert.matches("under way", select(2, pcall(learning.step, learning)))
      return number == 30
    end
    learned = alphabeta.learn(race, nil, { games = 100, on_game = on_game })
    assert.same({ "callback", 30 }, { learned.stopped, learned.games })
  end)

  it("compares with a start that finds its own first moves, where none are random", function()
    local once = { -- who begins wins by one move of four
      initial = function() return { ply = 0 } end, viewpoint = 1, player = function(state) return state.ply % 2 + 1 end,
      moves = function(state) return state.ply < 2 and { 1, 2, 3, 4 } or {} end,
      play = function(state, move) return { ply = state.ply + 1, first = state.first or move } end,
      evaluate = function(state) return state.first == 2 and 1 or -1 end,
      features = function(state) return { state.first == 2 and 1 or -1 } end,
    }
    local learned = alphabeta.learn(once, nil, { games = 60, opening_plies = 0, explore = 0.5 })
    assert(learned.curve[1].elo > 100, tostring(learned))
  end)

  it("goes on from weights that are given", function()
    local first = alphabeta.learn(race, nil, { games = 300 })
    local second = alphabeta.learn(race, nil, { games = 20, start = first.weights, seed = 9 })
    assert(math.abs(second.weights[1] / first.weights[1] - 1) < 0.5, second.weights[1])
  end)

  it("learns margins", function()
    local margins = with { evaluate = function(state) return state.ply % 2 == 0 and state.score or -state.score end }
    local learned = alphabeta.learn(margins, nil, { games = 300, target = "payoff" })
    assert(learned.scale > 10 and learned.shares[1] > 0.8, tostring(learned))
    assert.equal(1, alphabeta.learn(margins, nil, { games = 50 }).scale) -- the smallest of all wins
    margins.evaluate = function() return math.huge end
    assert.matches("target 'payoff' needs finite payoffs",
      errors.of(alphabeta.learn, margins, nil, { games = 50, target = "payoff" }), 1, true)
    assert(alphabeta.learn(margins, nil, { games = 50 }).scale == 1)
    for worth, scale in pairs { [1e308] = 2 ^ 960, [5e-324] = 1e-300 } do -- what a game may have
      margins.evaluate = function(state) return state.ply % 2 == 0 and worth or -worth end
      assert.equal(scale, alphabeta.learn(margins, nil, { games = 50 }).scale)
    end
  end)

  it("goes with chance, repetition, openings, native rules", function()
    local game = with({ finished = false, features = function(state) return { pig.evaluate(state), 1 } end }, pig)
    local learned = alphabeta.learn(game, nil, { games = GAMES })
    assert(learned.weights[1] > 0, tostring(learned))
    local circle = {
      initial = function() return 2 end, key = function(n) return n end, repetition = 0,
      moves = function(n) return n < 6 and { -1, 1, 2 } or {} end,
      play = function(n, step) return math.max(0, n + step) end,
      evaluate = function() return -1 end, features = function(n) return { n, n % 2 } end,
    }
    assert(alphabeta.learn(circle, nil, { games = 60, opening_plies = 1 }).games == 60)
    learned = alphabeta.learn(race, nil, { games = 60, openings = { { ply = 0, score = 3 }, { ply = 2, score = -1 } } })
    assert(learned.weights[1] > 0)
    assert(learned:match { games = 4, depth = 1 }.start.wins)
    local native = require "alphabeta.games.tictactoe"
    game = with({ features = function(state)
      local cells = native.write(state) -- 0, or whose mark it is
      return { cells[5] == 0 and 0 or cells[5] * 2 - 3 }
    end }, native)
    assert(#alphabeta.learn(game, nil, { games = 40, opening_plies = 2 }).weights == 1)
  end)

  it("is merged: the mean of what was learned by several seeds, here and elsewhere", function()
    local one, two = alphabeta.learn(race, nil, { games = 60 }), alphabeta.learn(race, nil, { games = 90, seed = 2 })
    local elsewhere = { weights = two.weights, errors = two.errors, shares = two.shares, scale = two.scale,
      games = two.games, names = two.names }
    for _, other in ipairs { two, elsewhere } do
      local both = alphabeta.merge { one, other }
      for i, weight in ipairs(both.weights) do
        assert(math.abs(weight - (0.4 * one.weights[i] + 0.6 * two.weights[i])) < 1e-12)
        local expected = math.sqrt((0.4 * one.errors[i]) ^ 2 + (0.6 * two.errors[i]) ^ 2)
        assert(math.abs(both.errors[i] - expected) < 1e-12)
      end
      assert.same({ 150, "merged", 1 }, { both.games, both.stopped, both.scale })
      assert.matches("150 games: merged", tostring(both), 1, true)
      assert.matches("weights = {", both:text(), 1, true)
      assert(both:match({ games = 2, depth = 1 }).start)
    end
    assert.matches("no game to play", errors.of(alphabeta.merge({ elsewhere }).match, alphabeta.merge { elsewhere }), 1,
      true)
    for _, row in ipairs {
      { { one, { weights = { 1 } } }, "expected at 2, got table (field 'weights' does not fit)" },
      { { one, 3 }, "what was learned of the same features expected at 2, got 3" },
      { { { weights = {} } }, "expected at 1, got table (field 'weights' does not fit)" },
      { { one, setmetatable({ scale = 2 }, { __index = elsewhere }) }, "(field 'scale' does not fit)" },
      { { one, setmetatable({ games = 0.5 }, { __index = elsewhere }) }, "(field 'games' does not fit)" },
      { { one, setmetatable({ names = { "a" } }, { __index = elsewhere }) }, "(field 'names' does not fit)" },
      { { one, setmetatable({ names = { 1, 2, true } }, { __index = elsewhere }) }, "(field 'names' does not fit)" },
      { { one, setmetatable({ names = { "feature 1", "feature 3", "feature 2" } }, { __index = elsewhere }) },
        "expected at 2, got table (field 'names' does not fit)" },
    } do
      assert.matches(row[2], errors.of(alphabeta.merge, row[1]), 1, true)
    end
    assert.matches("unknown option 'sprt'", errors.of(alphabeta.merge, { one }, { sprt = {} }), 1, true)
  end)

  it("shows what it has learned", function()
    local learned = alphabeta.learn(race, nil, { games = 100, names = { "score", "two\nlines", "turn" } })
    local pasted = assert((loadstring or load)("return {" .. learned:text() .. "}"))()
    assert.equal(3, #pasted.weights)
    assert(math.abs(pasted.weights[1] / learned.weights[1] - 1) < 1e-4)
    assert.equal(1, pasted.scale)
    local text = tostring(learned)
    for _, word in ipairs { "weight", "matters", "score", "100 games", "contribute nothing", "Elo" } do
      assert(text:find(word, 1, true), text)
    end
    local path = os.tmpname()
    learned:plot(path)
    local file = assert(io.open(path))
    local svg = file:read "*a"
    file:close()
    os.remove(path)
    assert.matches("^<svg", svg)
    assert(select(2, svg:gsub("<polyline", "")) == 3)
    assert.matches("name of a file expected, got nil", errors.of(learned.plot, learned), 1, true)
    assert(not pcall(learned.plot, learned, "/no such place/x.svg"))
    local mean = learned:match { games = 2, nodes = 10, seed = 3 }
    assert.equal(2, #mean.start.games)
    assert.matches("unknown option 'nodez'", errors.of(learned.match, learned, { nodez = 1 }), 1, true)
  end)

  it("gives the scale to paste as it is, so that no estimate is beyond a win", function()
    local win = 123456 + 2 / 3
    local dear = with { range = { -win, win }, evaluate = function(state) return race.evaluate(state) * win end }
    local text = alphabeta.learn(dear, nil, { games = 20 }):text()
    assert.equal(win, assert((loadstring or load)("return {" .. text .. "}"))().scale)
  end)

  it("plays against `evaluate` where that gives estimates", function()
    local estimated = with { evaluate = function(state)
      return state.ply == PLIES and race.evaluate(state) or (state.ply % 2 == 0 and state.score or -state.score) / 1000
    end }
    assert(alphabeta.learn(estimated, nil, { games = 40 }):match({ games = 4, depth = 1 }).evaluate)
    local short = with { -- in one random game there is one estimate
      moves = function(state) return state.ply < 2 and gains(state) or {} end,
      evaluate = function(state) return state.ply % 2 == 0 and state.score or -state.score end,
    }
    assert(alphabeta.learn(short, nil, { games = 40, opening_plies = 0 }):match({ games = 4, depth = 1 }).evaluate)
    local same = with { evaluate = function(state) return state.ply == PLIES and race.evaluate(state) or 0.5 end }
    assert.is_nil(alphabeta.learn(same, nil, { games = 40 }):match({ games = 4, depth = 1 }).evaluate)
  end)

  it("loses the game by an error, and no more", function()
    for form, game in pairs(FORMS) do
      for _, name in ipairs { "features", "moves", "play" } do
        local calls, met = 0, nil
        local watched = with({ moves = function(state, ...)
          met = met or state.ply
          return game.moves(state, ...)
        end }, game)
        local callback = watched[name]
        local failing = with({ [name] = function(...)
          calls = calls + 1
          if calls % 901 == 0 and name ~= "play" then error "struck" end
          return callback(...)
        end }, watched)
        local state = game.initial()
        local learning = alphabeta.start_learn(failing, state, { games = 60 })
        local failures = 0
        repeat
          met = nil
          local ok, done = pcall(learning.step, learning)
          assert(met == 0 or failures == 0, "a game goes on in which something had failed")
          if not ok then
            failures = failures + 1
            assert.matches("struck", done)
            assert.same({ ply = 0, score = 0 }, state, form)
          end
        until ok and done
        assert(failures > 0 or name == "play")
        assert.equal(60, learning:result().games)
      end
    end
  end)

  -- In place. `struck(name)` is called at each call of `play`, `undo` and `features`.
  local function in_place(struck)
    return with {
      play = function(state, gain)
        change(state, gain)
        struck "play"
      end,
      undo = function(state, gain)
        struck "undo"
        state.ply = state.ply - 1
        state.score = state.score - (state.ply % 2 == 0 and gain or -gain)
      end,
      features = function(state)
        struck "features"
        return race.features(state)
      end,
    }
  end

  it("ends where `play` or `undo` has failed, as the position is unknown then", function()
    local lost = 0
    for at = 1, quick(60, 600), 7 do
      local left = math.huge
      local state = race.initial()
      local learning = alphabeta.start_learn(in_place(function(name)
        left = left - 1
        if left == 0 and name ~= "features" then error "struck" end
      end), state, { games = 60 })
      learning:step { games = 22 }
      left = at
      local ok, message = pcall(learning.step, learning)
      if not ok then
        lost = lost + 1
        assert.matches("struck", message)
        assert.equal("dirty", learning:result().stopped)
        assert.matches("'play' or 'undo' failed, so the position is unknown", tostring(learning:result()), 1, true)
        left = math.huge
        local games = learning:result().games
        assert.is_true(learning:step())
        assert.equal(games, learning:result().games)
      else
        assert.same({ 0, 0, 60 }, { state.ply, state.score, learning:result().games })
      end
    end
    assert(lost > 0)
  end)

  it("finds weights whatever the game has", function()
    local expected = alphabeta.learn(race, nil, { games = 20 }):text()
    for _, found in ipairs { { weights = { 1 } }, { weights = {}, scale = 2 }, { weights = { 1, 2 }, phases = 2 } } do
      assert.equal(expected, alphabeta.learn(with(found), nil, { games = 20 }):text())
    end
  end)

  it("refuses what cannot be learned from, and says why", function()
    local function message(fields, options)
      return errors.of(alphabeta.learn, with(fields), nil, options or { games = 40 })
    end
    for _, row in ipairs {
      { { features = false }, "field 'features': function expected, got a boolean" },
      { { features = function() return { 1, 2 } end }, "no feature ever differs" },
      { { features = function() end }, "game 'race': 'features' returned nil (list expected) at ply 6" },
      { { features = function() return {} end }, "game 'race': 'features' gave no features at ply 6" },
      { { features = function(state) return state.ply < 8 and { 1 } or { 1, 2 } end },
        "game 'race': 'features' gave 2 features (1 expected) at ply 8" },
      { { features = function(state) return { 1, state.ply == 7 and 1 / 0 or 2 } end },
        "game 'race': 'features' returned inf at 2 (number up to 2^53 in magnitude expected) at ply 7" },
      { { phase = function(state) return state.ply == 7 and 1.5 or 1 end },
        "game 'race': 'phase' returned 1.5 (number from 0 to 1 expected) at ply 7", { games = 40, phases = 2 } },
      { { phase = false }, "field 'phase': function expected, got a boolean", { games = 40, phases = 2 } },
      { { features = function(state) return { state.ply, state.ply == 7 and 0 / 0 or 2 } end }, "returned NaN at 2" },
      { { feature_names = { "a" } }, "'names' has 1 entries, for 3 features" },
      { { feature_names = "a" }, "field 'feature_names': list of strings expected" },
      { { players = 3 }, "field 'players': a game for two players expected" },
      { { determinize = function(state) return state end }, "a game in which nothing is hidden expected" },
      { { pseudolegal = true }, "needs 'finished', a function or false" },
      { { moves = function() end, evaluate = function() return 0 end }, "before there is a position to learn from" },
    } do
      assert.matches(row[2], message(row[1], row[3]), 1, true)
    end
    for _, row in ipairs {
      { {}, "option 'games' or 'time' expected" },
      { { games = 40, start = { 1 } }, "'start' has 1 entries, for 3 features" },
      { { games = 40, names = { "a" } }, "'names' has 1 entries, for 3 features" },
      { { games = 40, names = { "a" }, phases = 2 }, "'names' has 1 entries, for 3 features" },
      { { games = 40, start = { 1, 2, 3 }, phases = 2 }, "'start' has 3 entries, for 3 features in 2 phases" },
      { { games = 40, phases = 0 }, "option 'phases': integer from 1 to 50 expected, got 0" },
      { { games = 40, start = { 1, 0 / 0, 1 } }, "option 'start': list of numbers from -1e+100 to 1e+100 expected" },
      { { games = 40, rate = 1 }, "unknown option 'rate'" },
      { { games = 19 }, "option 'games': integer from 20" },
      { { games = 40, target = "draw" }, "option 'target': 'win' or 'payoff' expected, got 'draw'" },
    } do
      assert.matches(row[2], message({}, row[1]), 1, true)
    end
    assert.matches("unknown option 'nodes'",
      errors.of(alphabeta.start_learn(race).step, alphabeta.start_learn(race), { nodes = 1 }), 1, true)
  end)

  it("copes with features that are huge, tiny, the same, or hang together", function()
    local learned = alphabeta.learn(with { features = function(state)
      local list = race.features(state)
      return { list[1] * 2 ^ 45, list[1] * 1e-9, list[1], list[1] + 1, 0, 1, list[2], list[1] * 1e-110 }
    end }, nil, { games = 200 })
    for _, weight in ipairs(learned.weights) do assert(weight == weight and math.abs(weight) < 1e12) end
    assert.same({ "feature 5", "feature 6" }, { learned.idle[1], learned.idle[2] })
    assert.equal("feature 8", learned.idle[#learned.idle])
    assert(learned:match({ games = 20, depth = 1 }).start.elo > 50)
  end)

  if coroutine.close then
    it("goes on after a coroutine that was killed within a step", function()
      for calls = 1, 60, quick(4, 1) do
        local left, first, state = math.huge, nil, race.initial()
        local learning = alphabeta.start_learn(in_place(function(name)
          if name == "features" then left = left - 1 end
          if name == "features" and left == 0 then coroutine.yield() end
          if name == "play" and left < 0 then first = first or state.ply end
        end), state, { games = 30 })
        left = calls
        local thread = coroutine.create(function() learning:step() end)
        assert(coroutine.resume(thread))
        assert.equal("suspended", coroutine.status(thread))
        coroutine.close(thread)
        left = -1
        learning:step { games = 1 }
        assert.equal(1, first, "the game goes on")
        repeat until learning:step { games = 5 }
        assert.same({ 0, 0, 30 }, { state.ply, state.score, learning:result().games })
      end
    end)
  end

  if compat.has_yields then
    it("brings back what a search has changed whose coroutine was killed", function()
      local left, kills = math.huge, 0
      local game = with { undo = true, play = function(state, gain)
        change(state, gain)
        left = left - 1
        if left == 0 then coroutine.yield() end
      end }
      for strike = 1, 60, 3 do
        local state = race.initial()
        local learning = alphabeta.start_learn(game, state, { games = 24, opening_plies = 0, explore = 0 })
        learning:step { games = 21 }
        left = strike
        assert(coroutine.resume(coroutine.create(function() learning:step() end)))
        kills = kills + (left == 0 and 1 or 0)
        collectgarbage()
        collectgarbage()
        assert.is_true(learning:step())
        assert.same({ 0, 0, 24 }, { state.ply, state.score, learning:result().games })
      end
      assert.equal(20, kills)
    end)

    it("may be run in a coroutine", function()
      local go = coroutine.wrap(function()
        return alphabeta.learn(noughts, nil, { games = 20, opening_plies = 2 })
      end)
      assert(not pcall(go)) -- no features
    end)
  end
end)

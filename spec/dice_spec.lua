-- Games with chance between players: the referee rolls the dice, and both games of a pair see the same ones.

local alphabeta = require "alphabeta"
local errors = require "spec.support.errors"
local generator = require "alphabeta.base.random"
local referee = require "alphabeta.play.referee"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"

local random_player = alphabeta.random_player
local game, state_of = rolling.game, rolling.state

local function derived(fields) return setmetatable(fields, { __index = game }) end

-- The outcomes among what was played, from the first ply that is given on.
local function dice_of(record, from)
  local dice, die = {}, true
  for ply, move in ipairs(record.moves) do
    if die and ply >= (from or 1) then dice[#dice + 1] = move end
    die = not die
  end
  return dice
end

local function is_beginning(list, of)
  for i, item in ipairs(list) do
    if of[i] ~= item then return false end
  end
  return true
end

local function assert_same_dice(one, other)
  local shorter, longer = one, other
  if #one > #other then shorter, longer = other, one end
  assert(is_beginning(shorter, longer), table.concat(one, " ") .. " / " .. table.concat(other, " "))
end

local players = { random_player(1), random_player(2) }

describe("A match with dice", function()
  for form, case in pairs(rolling.forms) do
    it("is played in the form: " .. form, function()
      local rules, state = case[1], case[2](9)
      local told = {}
      local record = alphabeta.match(rules, state, { random_player(seed), random_player(seed + 1) }, {
        seed = seed,
        on_move = function(_, move, info, who)
          assert.is_nil(info)
          told[#told + 1] = { move, who }
        end,
      })
      local taken, moves = 0, 0
      for ply, entry in ipairs(told) do
        assert.equal(record.moves[ply], entry[1])
        assert.equal(ply % 2 == 0 and (moves % 2 + 1) or nil, entry[2])
        if ply % 2 == 0 then
          assert(entry[1] <= record.moves[ply - 1], "more than the die shows")
          taken, moves = taken + entry[1], moves + 1
        end
      end
      assert.same({ 9, moves, 2 * moves, "finished" }, { taken, record.plies, #record.moves, record.reason })
      assert.equal(moves % 2 == 1 and 1 or 2, record.winner)
      assert.equal(moves, record.players[1].moves + record.players[2].moves)
      assert.same(case[2](9), state)
    end)
  end

  it("rolls the same for both games of a pair, and otherwise for each pair", function()
    for _, options in ipairs { { seed = seed }, {}, { seed = seed, opening_plies = 2 } } do
      options.games = 20
      local series, different = alphabeta.match(game, state_of(30), players, options), 0
      for i = 1, 20, 2 do
        local one, other = dice_of(series.games[i]), dice_of(series.games[i + 1])
        assert_same_dice(one, other)
        local next_pair = series.games[i + 2] and dice_of(series.games[i + 2]) or {}
        different = different + (is_beginning(next_pair, one) and 0 or 1)
        assert.same({ 1, 2 }, { series.games[i].first, series.games[i + 1].first })
      end
      assert(different >= 8, different)
    end
  end)

  it("rolls by the seed and the pair, whatever was played before", function()
    local function dice(options, who)
      options.games = 8
      local series, list = alphabeta.match(game, state_of(30), { who, who }, options), {}
      for i = 1, 8, 2 do list[i] = dice_of(series.games[i]) end
      return list
    end
    local slow, fast = function() return 1 end, function(state) return math.min(state.die, state.heap) end
    local one, other, another = dice({ seed = 7 }, slow), dice({ seed = 7 }, fast), dice({ seed = 8 }, slow)
    for i = 1, 8, 2 do
      assert(#one[i] == 30 and #other[i] < 30)
      assert_same_dice(one[i], other[i])
      assert.not_same(one[i], another[i])
    end
  end)

  it("leaves math.random alone if it has a seed, and so does a game without chance", function()
    math.randomseed(11)
    local wanted = math.random(1 << 30)
    math.randomseed(11)
    alphabeta.match(game, state_of(9), players, { games = 2, seed = 1 })
    local plain = derived { moves = function(state) return state.heap > 0 and { 1 } or {} end,
      play = function(state) return { heap = state.heap - 1 } end }
    for name, field in pairs(game) do plain[name] = rawget(plain, name) or field end
    plain.chance = nil
    alphabeta.match(setmetatable(plain, nil), state_of(9), players)
    assert.equal(wanted, math.random(1 << 30))
  end)

  it("counts players' moves: in the opening, as plies, up to the limit", function()
    local record = alphabeta.match(game, state_of(300), players, { seed = 1, opening_plies = 3, max_plies = 8 })
    assert.same({ 8, "not finished after 8 plies", 7 }, { record.plies, record.reason, record.opening })
    assert.equal(17, #record.moves)
    local series = alphabeta.match(game, state_of(300), players,
      { seed = 1, opening_plies = 1, max_plies = 1, games = 12 })
    for i = 1, 12, 2 do assert.same(series.games[i].moves, series.games[i + 1].moves) end
  end)

  -- One move, then a coin, which says who has won.
  local coin = {
    name = "coin",
    moves = function(flipped) return flipped == 0 and { 1, 2 } or {} end,
    chance = function(flipped) return flipped == 1 and { 1, 2 } or nil end,
    play = function(flipped, by) return flipped + 1, flipped == 1 and 2 * by - 3 or nil end,
    evaluate = function() return 0 end,
  }

  it("lets chance decide before a game ends as too long", function()
    local record = alphabeta.match(coin, 0, players, { max_plies = 1 })
    assert.same({ "finished", 1, 2 }, { record.reason, record.plies, #record.moves })
  end)

  it("lets chance decide before it says that an opening goes on", function()
    local message = "(option 'opening_plies': the game is over within 1 ply)"
    assert.equal("bad argument #4 to 'match' " .. message, errors.of(alphabeta.match, coin, 0, players,
      { opening_plies = 1 }))
    assert.equal("bad argument #3 to 'levels' " .. message, errors.of(alphabeta.levels, coin, 0,
      { strongest = {}, opening_plies = 1 }))
  end)

  it("takes outcomes as often as their weights say", function()
    local count, n = { 0, 0, 0 }, 0
    local record = alphabeta.match(game, state_of(3000), players, { seed = seed, max_plies = 10000 })
    for _, die in ipairs(dice_of(record)) do count[die], n = count[die] + 1, n + 1 end
    for die = 1, 3 do
      local expected = n * die / 6
      local shown = ("seed %d: %d of %d"):format(seed, count[die], n)
      assert(math.abs(count[die] - expected) < 4.5 * math.sqrt(expected), shown)
    end
  end)

  it("asks the option `dice` for each outcome: a game is played again by its moves", function()
    local record, ply = alphabeta.match(game, state_of(20), players, { seed = 3 }), 0
    local function recorded()
      ply = ply + 1
      return record.moves[ply]
    end
    local seen = {}
    local again = alphabeta.match(game, state_of(20), { recorded, recorded }, {
      dice = function(state, outcomes, weights)
        assert.same({ { 1, 2, 3 }, { 1, 2, 3 }, 0 }, { outcomes, weights, state.die })
        seen[#seen + 1] = recorded()
        return seen[#seen]
      end,
    })
    assert.same(record.moves, again.moves)
    assert.same(dice_of(record), seen)
    assert.equal(record.winner, again.winner)
  end)

  it("gives `dice` weights that are all 1 where the game tells none", function()
    local weights
    alphabeta.match(derived { chance = function(state)
      return state.die == 0 and state.heap > 0 and { 1, 2, 3 } or nil
    end }, state_of(1), players, { dice = function(_, _, given)
      weights = given
      return 2
    end })
    assert.same({ 1, 1, 1 }, weights)
  end)

  it("refuses what `dice` must not return", function()
    for shown, number in pairs { ["4"] = 4, ["0"] = 0, ["1.5"] = 1.5, NaN = 0 / 0, ["'1'"] = "1" } do
      local ok, message = pcall(alphabeta.match, game, state_of(5), players, { dice = function() return number end })
      assert.is_false(ok)
      assert.equal(("option 'dice' returned %s (integer from 1 to 3 expected)"):format(shown), message)
    end
    assert.matches("%(option 'dice': function expected, got 3%)",
      errors.of(alphabeta.match, game, state_of(5), players, { dice = 3 }))
    assert.equal("bad argument #4 to 'match' (option 'dice' needs a game with 'chance')",
      errors.of(alphabeta.match, require "spec.support.nim" {}, 5, players, { dice = function() return 1 end }))
  end)

  it("shows persons what they have rolled, once at each place", function()
    local function person(texts)
      return alphabeta.human {
        input = function() return "1" end,
        output = function(text) texts[#texts + 1] = text end,
        prompt = "", show = false,
      }
    end
    local one, other = {}, {}
    local dice = { 3, 1 }
    local function roll() return table.remove(dice) end
    alphabeta.match(derived { format_move = function(state, move)
      return state.die == 0 and "a " .. move or "takes " .. move
    end, parse_move = function(_, text) return tonumber(text) end }, state_of(2), { person(one), person(other) },
      { dice = roll })
    assert.equal("chance: a 1\nchance: a 3\nyour opponent plays takes 1\n", table.concat(other):gsub("\n+", "\n"):gsub(
      "(your.-\n)(chance.-\n)", "%2%1"))
    assert.matches("^chance: a 1\n.*chance: a 3\n", table.concat(one))
    local both = {}
    local shared = person(both)
    alphabeta.match(game, state_of(1), { shared, shared }, { seed = 1 })
    assert.matches("^chance: %d\n$", table.concat(both))
  end)
end)

describe("A player", function()
  it("is not to be asked where chance decides", function()
    for _, player in ipairs { alphabeta.player(), random_player(1),
      alphabeta.human { input = function() return "1" end, output = function() end },
      alphabeta.human { input = function() return "1" end, output = function() end, show = false } } do
      local ok, message = pcall(player, state_of(5), game)
      assert.is_false(ok)
      assert.equal("game 'rolling': a player was asked where chance decides (play an outcome first) at ply 0", message)
    end
  end)
end)

describe("Who searches games with chance", function()
  local ewn = require "alphabeta.games.ewn"

  it("plays them better than at random", function()
    local series = alphabeta.match(ewn, ewn.initial(), { alphabeta.player { depth = 2, seed = 1 }, random_player(2) },
      { games = 10, seed = 1 })
    assert(series.wins >= 8, series.wins)
  end)

  it("plays on where a search for the shortest way would begin", function()
    local state = ewn.parse " 1 . . .\n 2 . . R1\n 3 . B1 .\nRed to move, die 1 of 2"
    local move, result = alphabeta.player { depth = 3 }(state, ewn)
    assert.same({ "1c3", 1 }, { ewn.format_move(state, move), result.value })
    state = ewn.parse " 1 . R1 .\n 2 B1 . R2\n 3 . . .\nBlue to move, die 2 of 2"
    assert.equal(1, select(2, alphabeta.player { depth = 3 }(state, ewn)).value)
  end)

  it("finds the moves that end the game at once, and asks no dice", function()
    local state = ewn.parse " 1 . . B1\n 2 . R1 .\n 3 . . .\nRed to move, die 1 of 2"
    for i = 1, 10 do
      local result = alphabeta.search(ewn, state, { depth = 1, temperature = 1000, random = generator(i) })
      assert.equal("1c3", ewn.format_move(state, result.move))
    end
  end)

  it("reviews moves, and does not judge outcomes", function()
    local played = alphabeta.match(ewn, ewn.initial { size = 3 }, players, { seed = 5 })
    local list = alphabeta.review(ewn, ewn.initial { size = 3 }, played.moves, { depth = 2 })
    assert.equal(#played.moves, #list)
    for ply, entry in ipairs(list) do
      assert.equal(played.moves[ply], entry.move)
      if ply % 2 == 1 then
        assert.equal("move", next(entry))
        assert.is_nil(next(entry, "move"))
      else
        assert(entry.loss >= 0 and entry.best)
      end
    end
  end)

  it("finds levels of difficulty", function()
    local list = alphabeta.levels(ewn, ewn.initial { size = 3 },
      { strongest = { depth = 1 }, count = 2, games = 20, seed = 1, gap = 20 })
    assert(list[1].options.temperature > 0 and list[1].options.temperature < 10)
  end)
end)

describe("What `chance` returns is checked:", function()
  local huge = setmetatable({}, { __index = function() return 1 end })
  for i = 1, 65536 do huge[i] = i end

  for message, results in pairs {
    ["'chance' returned boolean (list of outcomes expected)"] = { true },
    ["'chance' returned no outcomes (nil expected where a player decides)"] = { {} },
    ["'chance' returned 65536 outcomes (limit is 65535)"] = { huge },
    ["'chance' returned 2 as weights (list expected)"] = { { 1, 2 }, 2 },
    ["'chance' returned 1 weights for 2 outcomes"] = { { 1, 2 }, { 1 } },
    ["'chance' returned 3 weights for 2 outcomes"] = { { 1, 2 }, { 1, 1, 1 } },
    ["'chance' returned a weight of -1 (positive number expected)"] = { { 1, 2 }, { 1, -1 } },
    ["'chance' returned a weight of 0 (positive number expected)"] = { { 1, 2 }, { 0, 1 } },
    ["'chance' returned a weight of NaN (positive number expected)"] = { { 1, 2 }, { 1, 0 / 0 } },
    ["'chance' returned a weight of 'much' (positive number expected)"] = { { 1, 2 }, { "much", 1 } },
    ["'chance' returned weights with an infinite sum"] = { { 1, 2 }, { 1e308, 1e308 } },
  } do
    it(message, function()
      local rules = derived { chance = function() return table.unpack(results) end }
      local ok, problem = pcall(alphabeta.match, rules, state_of(5), players)
      assert.is_false(ok)
      assert.equal(("game 'rolling': %s at ply 0"):format(message), problem)
    end)
  end

  it("there may be as many outcomes as a search takes", function()
    local faces = {}
    for i = 1, 65535 do faces[i] = 1 end
    local rules = derived { chance = function(state) return game.chance(state) and faces end }
    assert.same({ 1, 1, 1, 1 }, alphabeta.match(rules, state_of(2), players).moves)
  end)

  it("no outcome may be nil, nor refused by `play`, nor follow a thousand others", function()
    local function message(fields, rules)
      local changed = setmetatable(fields, { __index = rules or game })
      local ok, problem = pcall(alphabeta.match, changed, state_of(5), players, { seed = 1 })
      assert.is_false(ok)
      return problem
    end
    local holes = { 1, 2, 3 }
    holes[2] = nil
    assert.equal("game 'rolling': outcome 2 of the 3 from 'chance' is nil at ply 0",
      message { chance = function() return holes end })
    assert.equal("game 'rolling': 'play' returned nil (state expected) at ply 1",
      message { play = function() end })
    assert.equal("game 'rolling': 'play' refused the outcome 7 at ply 1", message({
      chance = function() return { 7 } end,
      play = function() end,
    }, rolling.forms.width[1]))
    assert.equal("game 'rolling': 'chance' gave 1000 outcomes in a row at ply 1000",
      message { chance = function() return { 1 } end, play = function(state) return state end })
  end)
end)

describe("The referee", function()
  for form, case in pairs(rolling.forms) do
    it("takes outcomes back, in the form: " .. form, function()
      local playing, draw = referee.begin(case[1], case[2](9)), generator(seed)
      local known = {}
      while not playing:payoff() do
        local outcomes, weights, total = playing:chance()
        known[#playing.line] = { playing:legal(), playing:mover(), playing:plies(), outcomes, weights, total }
        assert.equal(#playing.line % 2 == 0, outcomes ~= nil)
        playing:wander(draw)
      end
      assert.is_nil(playing:chance())
      assert.equal(#playing.line, 2 * playing:plies())
      while #playing.line > 0 do
        playing:take_back()
        local outcomes, weights, total = playing:chance()
        assert.same(known[#playing.line],
          { playing:legal(), playing:mover(), playing:plies(), outcomes, weights, total })
      end
      assert.same(case[2](9), playing.state)
    end)
  end

  it("divides the numbers from 0 to 1 among outcomes by their weights", function()
    local playing = referee.begin(game, state_of(5))
    for number, index in pairs { [0.001] = 1, [0.16] = 1, [0.17] = 2, [0.49] = 2, [0.501] = 3, [0.999] = 3 } do
      assert.equal(index, playing:outcome_at(number), number)
    end
    local tiny = referee.begin(derived { chance = function() return { 1, 2 }, { 1e-300, 1e9 } end }, state_of(5))
    assert.equal(2, tiny:outcome_at(1e-9))
  end)
end)

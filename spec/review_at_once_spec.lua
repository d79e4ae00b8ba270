-- A review by playouts of games in which players choose at once: what each choice has cost against the strategies that
-- were found, with its error; against games solved by hand, in every form, in slices, and where calls fail.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local goofspiel = require "spec.support.goofspiel"
local numbers = require "spec.support.numbers"
local only = require "alphabeta.play.only"
local oshi = require "alphabeta.games.oshi"
local quick = require "spec.support.quick"
local referee = require "alphabeta.play.referee"
local seed = require "spec.support.seed"

local SEEDS = quick(12, 50)

-- A game of one joint move: lists of choices, and what that pays player 1, or a list of payoffs.
local function once(lists, pays)
  local game = { name = "once", viewpoint = #lists == 2 and 1 or nil, players = #lists > 2 and #lists or nil }
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s) if s == "all" then return (table.unpack or unpack)(lists) end end
  function game.play(_, ...) return "over", pays(...) end
  function game.evaluate() return #lists > 2 and numbers(#lists) or 0 end
  return game
end

local function matrix(first, second, pays) return once({ first, second }, function(a, b) return pays[a][b] end) end

-- Solved by hand: what choices cost each player.
local SIDES, HANDS = { "heads", "tails" }, { "rock", "paper", "scissors" }
local SOLVED = {
  pennies = { matrix(SIDES, SIDES, { heads = { heads = 1, tails = -1 }, tails = { heads = -1, tails = 1 } }),
    { "heads", "tails" }, { 0, 0 } },
  hands = { matrix(HANDS, HANDS, { rock = { rock = 0, paper = -1, scissors = 2 },
    paper = { rock = 1, paper = 0, scissors = -1 }, scissors = { rock = -2, paper = 1, scissors = 0 } }),
    { "rock", "paper" }, { 0, 0 } },
  safe = { matrix({ "up", "down", "out" }, { "left", "right" }, { up = { left = 1, right = 0 },
    down = { left = 0, right = 1 }, out = { left = 0.2, right = 0.2 } }), { "out", "left" }, { 0.3, 0 } },
  dominated = { matrix(SIDES, SIDES, { heads = { heads = 5, tails = 4 }, tails = { heads = 4, tails = 3 } }),
    { "tails", "heads" }, { 1, 1 } },
}

local function review(game, moves, options, state) return alphabeta.review(game, state or "all", moves, options) end

-- All that is said of a review, to the last bit.
local function told(list)
  local parts = { tostring(list) }
  local function add(value)
    if type(value) == "table" then
      for i = 1, 3 do add(value[i]) end
      for _, name in ipairs { "move", "probability", "value" } do add(value[name]) end
    elseif value ~= nil then
      parts[#parts + 1] = type(value) == "number" and ("%.17g"):format(value) or tostring(value)
    end
  end
  for _, entry in ipairs(list) do
    for _, name in ipairs { "move", "value", "loss", "loss_low", "loss_high", "losses", "losses_low", "losses_high",
      "strategies", "line", "class" } do
      parts[#parts + 1] = name
      add(entry[name])
    end
  end
  return table.concat(parts, "|")
end

describe("A review of choices at once, by alpha-beta", function()
  it("tells what is known of both players", function()
    for name, row in pairs(SOLVED) do
      local losses = review(row[1], { row[2] }, { depth = 1 })[1].losses
      for player = 1, 2 do assert(math.abs(losses[player] - row[3][player]) < 1e-9, name) end
    end
  end)
end)

describe("A review of choices at once, by playouts", function()
  for name, row in pairs(SOLVED) do
    it("comes near to what is known, and blames hardly anybody for nothing: " .. name, function()
      local blamed, game, costs = 0, row[1], row[3]
      for number = 1, SEEDS do
        local entry = review(game, { row[2] }, { playouts = 1000, seed = seed * 1000 + number })[1]
        for player = 1, 2 do
          local loss, low, high = entry.losses[player], entry.losses_low[player], entry.losses_high[player]
          assert(low >= 0 and low <= loss and loss <= high)
          assert(math.abs(loss - costs[player]) < 0.45, ("seed %s, %d: %g"):format(seed, number, loss))
          if low > costs[player] then blamed = blamed + 1 end
        end
        assert.is_nil(entry.best)
        assert.same({ 2, "string" }, { #entry.strategies, type(entry.line[1][1]) })
      end
      assert(blamed <= 3 + 0.16 * SEEDS, ("seed %s: %d"):format(seed, blamed)) -- 0.05 are to be expected
    end)
  end

  it("names who has lost for certain, and plays what the review says", function()
    local list = review(SOLVED.safe[1], { { "out", "left" } }, { playouts = 4000, thresholds = { 0.1, 0.2, 0.5 } })
    assert.matches("^  1%. out/left: mistake of player 1, costs 0%.%d+ %(0%.%d+ to 0%.%d+%); "
      .. "better: %a+ [45]%d.* %%, %a+ %d", tostring(list))
    local entry = list[1]
    assert.same({ entry.losses[1], entry.losses_low[1], entry.losses_high[1] },
      { entry.loss, entry.loss_low, entry.loss_high })
    assert.equal("  1. heads/tails", tostring(review(SOLVED.pennies[1], { { "heads", "tails" } }, { playouts = 500 })))
  end)

  it("is right of more than two, and of those who had no choice, or one", function()
    local lists = { { 1, 2, 3 }, {}, { 5 }, { 2, 1 } }
    local game = once(lists, function(a, b, c, d) return { a, b or 0, c, 10 * d } end)
    for number = 1, 5 do
      local entry = review(game, { { 1, nil, 5, 1 } }, { seed = number, playouts = 2000 })[1]
      assert(math.abs(entry.losses[1] - 2) < 0.2 and math.abs(entry.losses[4] - 10) < 1)
      assert.same({ 0, 0, 0 }, { entry.losses[3], entry.losses_low[3], entry.losses_high[3] })
      assert.is_nil(entry.losses[2] or entry.losses_low[2])
      assert.same({ entry.losses[4], 4, 0 }, { entry.loss, #entry.strategies, #entry.strategies[2] })
      assert(math.abs(entry.value - 3) < 0.3)
    end
    local forced = once({ { 1 }, { 2 } }, function(a, b) return a - b end)
    assert.same({ 0, 0, 0, -1 }, (function(entry)
      return { entry.loss, entry.losses[2], entry.loss_high, entry.value }
    end)(review(forced, { { 1, 2 } }, { playouts = 20 })[1]))
  end)

  -- Of two who get what they get, not from each other, one chooses between two dice that are the same.
  it("puts what is certain before what may be luck", function()
    local game, met, lucky = { players = 2 }, 0, 1
    function game.player() return 1 end
    function game.moves() return {} end
    function game.simultaneous(s) if s == "all" then return { 1, 2 }, { 1, 2 } end end
    function game.chance(s) if s ~= "all" then return { -100, 100 } end end
    function game.play(s, a, b)
      if s ~= "all" then return "over", { lucky == 1 and a or s, lucky == 1 and s or a } end
      return lucky == 1 and b or a
    end
    function game.evaluate() return { 0, 0 } end
    for number = 1, 20 do
      lucky = number % 2 + 1
      local other = 3 - lucky
      local entry = review(game, { { 1, 1 } }, { playouts = 400, seed = number, thresholds = { 0, 0, 0 } })
      local losses, lows = entry[1].losses, entry[1].losses_low
      assert(lows[other] > 0)
      if lows[lucky] == 0 and losses[lucky] > losses[other] then
        met = met + lucky
        assert.equal(losses[other], entry[1].loss)
        assert.matches("blunder of player " .. other, tostring(entry))
      end
    end
    assert(met > 3, met)
  end)

  it("draws from the joint moves where there are too many to be listed", function()
    local game = once({ numbers(40), numbers(40) }, function(a, b) return a - b end)
    local entry = review(game, { { 1, 1 } }, { playouts = quick(6000, 20000) })[1]
    assert(entry.losses_low[1] > 27 and entry.losses_low[2] > 27, entry.losses_low[1])
    assert(entry.losses_high[1] < 39.5 and entry.losses_high[2] < 39.5)
  end)

  it("sees what is deeper, in Goofspiel", function()
    local game, state = goofspiel { 2, 4, 1, 3 }
    local exact = alphabeta.review(game, state, { { 4, 2 } })[1]
    local blamed = 0
    for number = 1, effort(12, 3) do
      local entry = review(game, { { 4, 2 } }, { playouts = 1000, seed = seed * 1000 + number }, state)[1]
      assert(math.abs(entry.losses[1] - exact.losses[1]) < 0.4 and entry.losses[2] < 0.15)
      blamed = blamed + (entry.losses_low[1] > 0 and 1 or 0)
    end
    assert(blamed > effort(12, 3) / 2, blamed)
  end)
end)

-- The moves of a random game.
local function wander(game, state, number)
  local moves, draw = {}, generator(seed, number)
  referee.with(game, state, function(playing)
    while not playing:is_over() and playing:wander(draw) do moves[#moves + 1] = playing.line[#playing.line] end
  end)
  return moves
end

describe("A review by playouts of a tree with choices at once", function()
  it("is one, in every form, with chance and with moves of one player", function()
    for number = 1, effort(30, 4) do
      local at, tree = both.drawn(), both.grow(0, true)
      local options = { playouts = 1 + both.draw(60), seed = both.draw(99) }
      if both.draw(2) == 1 then options.playout_depth = both.draw(3) - 1 end
      local first
      for form, make in pairs(both.forms) do
        local game, state = make(tree)
        local moves = wander(game, state, number)
        local found = told(review(game, moves, options, state))
        first = first or found
        assert.equal(first, found, ("seed %d, draw %d, %s"):format(seed, at, form))
        assert.same(moves, wander(game, state, number)) -- the position is as it was
      end
    end
  end)

  it("sees moves of one player as the player does", function()
    local game = once({ { 1 }, { 2 } }, function() return 0 end)
    function game.player(s) return s end
    function game.moves(s) return type(s) == "number" and { 1, 4, 9 } or {} end
    function game.play(_, move) return "over", move end
    for player, right in pairs { "9", "1" } do
      for _, move in ipairs { 1, 4, 9 } do
        local entry = review(game, { move }, { playouts = 300 }, player)[1]
        assert.same({ math.abs(tonumber(right) - move), tonumber(right), move },
          { entry.loss, entry.best, entry.value })
      end
    end
  end)

  it("is the same in a session, a slice at a time, and after errors", function()
    local game, state = goofspiel { 3, 1, 2 }
    local moves = { { 1, 3 }, { 3, 2 }, { 2, 1 } }
    local options = { playouts = 40, seed = 3 }
    local whole = told(review(game, moves, options, state))
    local play, broken, failures, draw = game.play, false, 0, generator(seed)
    function game.play(...)
      if broken and draw(300) == 1 then
        failures = failures + 1
        error("no play", 0)
      end
      return play(...)
    end
    local session = alphabeta.session(game, { state = state, seats = { "human", "human" } })
    for _, move in ipairs(moves) do
      for player = 1, 2 do session:play(move[player]) end
    end
    assert.is_true(session.over)
    local steps, list = 0
    broken = true
    repeat
      local _, found = pcall(session.review, session, options)
      list = type(found) == "table" and found
      if not list then pcall(session.step, session, { nodes = 100 }) end
      steps = steps + 1
    until list or steps > 100000
    assert(failures > 3 and steps > 50, ("%d failures, %d steps"):format(failures, steps))
    broken = false
    assert.equal(whole, told(list))
  end)

  it("has limits of positions and time, and says what does not fit", function()
    local game, state = goofspiel { 2, 1, 3 }
    for _, limits in ipairs { { nodes = 300 }, { time = 0.01 }, { playouts = 1 }, { playouts = 50, playout_depth = 0 } }
    do
      limits.playouts = limits.playouts or 10 ^ 6
      local list = review(game, { { 1, 2 }, { 3, 3 } }, limits, state)
      for _, entry in ipairs(list) do assert(entry.loss_low <= entry.loss and entry.loss <= entry.loss_high) end
    end
    assert.equal("bad argument #4 to 'review' (option 'depth' cannot be used with option 'playouts')",
      select(2, pcall(alphabeta.review, game, state, {}, { playouts = 5, depth = 2 })))
  end)

  it("is that of a game in C, and of its twin", function()
    local moves = { { 3, 5 }, { 1, 1 } }
    local options = { playouts = 60, playout_depth = 5 }
    assert.equal(told(review(oshi, moves, options, oshi.initial())),
      told(review(oshi.lua, moves, options, oshi.lua.initial())))
  end)
end)

-- Two bids: player 2's card is hidden, high or low. To fold costs 1 where the other one bets; where both bet, the high
-- card wins 2, and the low one loses as much.
local function bidding(in_place)
  local game = { name = "bidding", viewpoint = 1, undo = in_place and true or nil }
  function game.player() return 1 end
  function game.moves() return {} end
  function game.evaluate(s) return s.over or 0 end
  function game.simultaneous(s) if not s.over then return { "fold", "bet" }, { "fold", "bet" } end end
  function game.play(s, own, other)
    local pays = own == "bet" and 1 or 0
    if other == "bet" then pays = own == "fold" and -1 or s.card == "high" and -2 or 2 end
    if not in_place then return { card = s.card, over = pays } end
    s.over = pays
  end
  function game.determinize(s, player, roll)
    if player == 2 then return { card = s.card, over = s.over } end
    return { card = roll(2) == 1 and "high" or "low", over = s.over }
  end
  return game
end

describe("A review of choices at once where something is hidden", function()
  it("does not hold against players what they could not know", function()
    for _, in_place in ipairs { false, true } do
      local game = bidding(in_place)
      for number = 1, effort(12, 3) do
        local options = { playouts = 1000, seed = seed * 1000 + number, thresholds = { 0.3, 0.6, 0.9 } }
        local unlucky = review(game, { { "bet", "bet" } }, options, { card = "high" })[1]
        assert(unlucky.losses[1] < 0.3 and unlucky.losses[2] < 0.1) -- it would be 1, had the card been seen
        assert.same({ unlucky.strategies[1][1].move, 1 }, { "fold", #unlucky.line })
        local timid = review(game, { { "bet", "fold" } }, options, { card = "high" })
        assert(timid[1].losses[2] > 0.95 and timid[1].losses_low[2] > 0.8, timid[1].losses[2])
        assert.matches("^  1%. bet/fold: blunder of player 2, costs .*; better: bet %d", tostring(timid))
      end
    end
  end)

  it("is by 1000 playouts if nothing else is said, with a strategy for each, as that player sees it", function()
    local asked = {}
    local game = bidding()
    local determinize = game.determinize
    function game.determinize(s, player, roll)
      asked[player] = (asked[player] or 0) + 1
      return determinize(s, player, roll)
    end
    local entry = review(game, { { "fold", "bet" } }, nil, { card = "low" })[1]
    assert.same({ 4000, 4000 }, asked)
    assert.same({ 2, 2 }, { #entry.strategies[1], #entry.strategies[2] })
  end)

  -- Each of three has a number of their own, which the others do not see; who says the highest one gets the sum.
  it("goes for three", function()
    local game = { name = "numbers", players = 3 }
    function game.player() return 1 end
    function game.moves() return {} end
    function game.simultaneous(s)
      if s.over then return nil end
      local lists = {}
      for player = 1, 3 do lists[player] = { "pass", "say " .. s[player] } end
      return (table.unpack or unpack)(lists)
    end
    function game.play(s, ...)
      local payoffs = {}
      for player, said in ipairs { ... } do
        assert(said == "pass" or said == "say " .. s[player])
        payoffs[player] = said == "pass" and 0 or s[player]
      end
      return { s[1], s[2], s[3], over = true }, payoffs
    end
    function game.evaluate() return { 0, 0, 0 } end
    function game.determinize(s, player, roll)
      local world = { over = s.over }
      for other = 1, 3 do world[other] = other == player and s[other] or roll(9) end
      return world
    end
    local entry = review(game, { { "say 4", "pass", "pass" } }, { playouts = 1000 }, { 4, 5, 8 })[1]
    for player, cost in ipairs { 0, 5, 8 } do
      assert(math.abs(entry.losses[player] - cost) < 0.6, entry.losses[player])
    end
    assert.same({ "say 4", "say 5", "say 8" }, entry.line[1])
  end)
end)

describe("A game whose first joint move is drawn", function()
  it("is as often what the strategies say, and is worth what that pays a player", function()
    local met = {}
    local game = once({ { "a", "b" }, { "c" }, {} }, function(first)
      met[first] = (met[first] or 0) + 1
      return { first == "a" and 4 or 0, 1, first == "b" and 8 or 0 }
    end)
    local strategies = { { { move = "a", probability = 0.25 }, { move = "b", probability = 0.75 } },
      { { move = "c", probability = 1 } }, {} }
    for player, value in ipairs { 1, 1, 6 } do
      met = {}
      local drawn, position = only.draw(game, "all", strategies, player, generator(seed))
      local result = alphabeta.search(drawn, position, { algorithm = "mcts", playouts = 4000 })
      assert(math.abs(result.value - value) < 0.3, result.value)
      assert(math.abs(met.a - 1000) < 130, met.a)
    end
  end)

  it("goes on as the game does where a world has something else first", function()
    local game = bidding()
    local determinize, ask = game.determinize, game.simultaneous
    function game.determinize(s, player, roll)
      local world = determinize(s, player, roll)
      world.other = roll(40)
      return world
    end
    function game.chance(s) if s.other == 1 then return { "heads", "tails" } end end
    function game.simultaneous(s)
      if s.other == 2 then return nil elseif (s.other or 0) > 20 then return { "bet" }, { "bet", "bet" } end
      return ask(s)
    end
    function game.play(s, own)
      assert(s.other ~= 2 and (s.other == 1) == (own == "heads" or own == "tails"))
      return { card = s.card, over = 0 }
    end
    local judged = 0
    for number = 1, 20 do
      local entry = review(game, { { "bet", "bet" } }, { playouts = 20, seed = number }, { card = "low" })[1]
      assert.same({ "bet", "bet" }, entry.move)
      judged = judged + (entry.loss and 1 or 0)
    end
    assert(judged > 0 and judged < 20, judged) -- by which world was drawn first
  end)
end)

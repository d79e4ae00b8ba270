-- The game doctor where something is hidden, or more than two play: each planted fault is named, right games are left
-- in peace.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local trees = require "spec.support.trees"

-- The doctor looks through whatever a game reaches: not through all of the program that runs the specs.
local describe, it, assert = describe, it, assert
local _ENV = _G -- luacheck: ignore _ENV

local TIME = 100 -- seconds: enough for any machine, also under sanitizers
local briscola, dots = dofile "examples/briscola.lua", dofile "examples/dots.lua"

local function with(game, fields) return setmetatable(fields, { __index = game }) end

-- Two players hold three of the cards 1 to 8 each, lay one in turn, and whoever's is higher wins a point.
local duel = {
  name = "duel", viewpoint = 1,
  initial = function() return { { 1, 5, 8 }, { 2, 3, 6 }, rest = { 4, 7 }, turn = 1, score = 0, laid = 0 } end,
  player = function(state) return state.turn end,
  moves = function(state) return { table.unpack(state[state.turn]) } end,
  play = function(state, card)
    local after = { { table.unpack(state[1]) }, { table.unpack(state[2]) }, rest = state.rest, turn = 3 - state.turn,
      score = state.score, laid = state.turn == 1 and card or 0 }
    for i, own in ipairs(after[state.turn]) do
      if own == card then table.remove(after[state.turn], i) end
    end
    if state.turn == 2 then after.score = after.score + (state.laid > card and 1 or -1) end
    after.seen = (state.seen or "") .. card
    return after
  end,
  evaluate = function(state) return state.score end,
  information = function(state, player)
    return table.concat(state[player], " ") .. "|" .. (state.seen or "")
  end,
  key = function(state)
    return table.concat(state[1], " ") .. "|" .. table.concat(state[2], " ") .. "|" .. state.turn .. state.score .. " "
      .. state.laid
  end,
}

-- The cards that a player does not see, in the order of their numbers; or `as_they_lie`.
local function unseen(state, player, as_they_lie)
  local list = { table.unpack(state[3 - player]) }
  for _, card in ipairs(state.rest) do list[#list + 1] = card end
  if not as_they_lie then table.sort(list) end
  return list
end

-- A world, in which these cards are where the player does not see.
local function world_of(state, player, list, random)
  local world = { rest = {}, turn = state.turn, score = state.score, laid = state.laid, seen = state.seen }
  for i = #list, 2, -1 do
    local k = random(i)
    list[i], list[k] = list[k], list[i]
  end
  world[player], world[3 - player] = { table.unpack(state[player]) }, {}
  for i, card in ipairs(list) do table.insert(i <= #state[3 - player] and world[3 - player] or world.rest, card) end
  table.sort(world[3 - player])
  return world
end

function duel.determinize(state, player, random) return world_of(state, player, unseen(state, player), random) end

-- The same in place.
local in_place = with(duel, {
  play = function(state, card)
    local before = { hand = { table.unpack(state[state.turn]) }, score = state.score, laid = state.laid,
      seen = state.seen }
    local after = duel.play(state, card)
    for i = #state[state.turn], 1, -1 do state[state.turn][i] = after[state.turn][i] end
    state.turn, state.score, state.laid, state.seen = after.turn, after.score, after.laid, after.seen
    state.before = { before = before, under = state.before }
  end,
  undo = function(state)
    local before = state.before.before
    state.turn, state.score, state.laid, state.seen = 3 - state.turn, before.score, before.laid, before.seen
    for i, card in ipairs(before.hand) do state[state.turn][i] = card end
    state.before = state.before.under
  end,
})

-- The same where both lay their cards at once.
local together = {
  player = function() return 1 end,
  moves = function() return {} end,
  simultaneous = function(state) return state[1], state[2] end,
  play = function(state, first, second) return duel.play(duel.play(state, first), second) end,
}
for name, field in pairs(duel) do together[name] = together[name] or field end

-- And for three, of whom the last one has no choice.
local together_for_three = {
  players = 3,
  simultaneous = function(state) return state[1], state[2], {} end,
  evaluate = function(state) return { state.score, -state.score, 0 } end,
  determinize = function(state, player, random) return duel.determinize(state, math.min(player, 2), random) end,
  information = function(state, player) return duel.information(state, math.min(player, 2)) end,
}
for name, field in pairs(together) do together_for_three[name] = together_for_three[name] or field end
together_for_three.viewpoint = nil

-- A die that nobody sees, in a game longer than what the doctor plays on; a state does not show what it holds.
local function guess(ply, die, last)
  return {
    ply = ply,
    is_right = function() return (last == "higher") == (die > 3) end,
    after = function(move) return ply + 1, die, move end,
    with_die = function(other) return ply, other, last end,
  }
end

local long = {
  initial = function() return guess(0, 4, "none") end,
  player = function(state) return state.ply % 2 + 1 end,
  moves = function(state) return state.ply < 90 and { "higher", "lower" } or {} end,
  play = function(state, move) return guess(state.after(move)) end,
  evaluate = function(state) return state.ply < 90 and 0 or state.is_right() and 1 or -1 end,
  determinize = function(state, _, random) return guess(state.with_die(random(6))) end,
}

local function three_with(fields) return with(dots.for_players(3, 2, 1), fields) end

local function payoffs_that_are(list) return three_with { evaluate = function() return list end } end

-- A world in which the player has a card less.
local function without_a_card(state, player, random)
  local world = duel.determinize(state, player, random)
  if #world[player] > 1 and not state.is_world then table.remove(world[player], 1) end
  world.is_world = true
  return world
end

-- A game, the fault, what its message says, and the plain name of a hint instead.
local PLANTED = {
  ["a number instead of payoffs"] = { payoffs_that_are(1), "payoffs", "'evaluate' returned 1 %(list of 3 payoffs" },
  ["a payoff too few"] = { payoffs_that_are { 1, 2 }, "payoffs", "'evaluate' returned a list of 2 %(list of 3" },
  ["a payoff too many"] = { payoffs_that_are { 1, 2, 3, 4 }, "payoffs", "'evaluate' returned a list of 4" },
  ["a payoff that is no number"] = { payoffs_that_are { 1, 0 / 0, 3 }, "payoffs", "payoff 2 from 'evaluate' is NaN" },
  ["a payoff that is missing"] = { payoffs_that_are { 1, nil, 3 }, "payoffs", "payoff 2 from 'evaluate' is nil" },
  ["names of two players of three"] = { three_with { sides = { "Ann", "Bob" } }, "sides", "list of 3 different names" },
  ["an infinite payoff"] = { payoffs_that_are { 1, 2, -math.huge }, "payoffs", "payoff 3 from 'evaluate' is %-inf" },
  ["a payoff as text"] = { payoffs_that_are { "1", 2, 3 }, "payoffs", "payoff 1 from 'evaluate' is '1'" },
  ["a number where the game is finished"] = { three_with { finished = function() return 1 end }, "payoffs",
    "'finished' returned 1 %(list of 3 payoffs" },
  ["a payoff out of its range"] = { three_with { range = { 0, 1 } }, "payoffs",
    "payoff %d from 'evaluate', 2, is outside 'range' %(0 to 1%)" },
  ["a payoff below its range"] = { three_with { range = { 1, 9 } }, "payoffs",
    "payoff 1 from 'evaluate', 0, is outside 'range' %(1 to 9%)" },
  ["a number from play"] = { three_with { play = function(state, move) return dots.play(state, move), 1 end },
    "payoffs", "'play' returned 1 %(list of 3 payoffs expected%)" },
  ["a player who is not there"] = { three_with { player = function() return 4 end }, "player-value",
    "'player' returned 4 %(integer from 1 to 3 expected%)" },
  ["a field that is misspelt"] = { three_with { infromation = function() end }, "misspelt", "'infromation'" },
  ["players that are too many"] = { three_with { players = 9 }, "form", "field 'players': integer from 2 to 8" },

  ["no world"] = { with(duel, { determinize = function() end }), "determinize-type", "'determinize' returned nil" },
  ["worlds that fail"] = { with(duel, { determinize = function() error "no cards" end }), "determinize-error",
    "no cards" },
  ["worlds that are drawn otherwise"] = { with(duel, {
    determinize = function(state, player) return duel.determinize(state, player, math.random) end,
  }), "determinize-unstable", "two worlds of this state are not the same" },
  ["worlds that spoil the state"] = { with(duel, {
    determinize = function(state, player, random)
      local world = duel.determinize(state, player, random)
      state[3 - player] = { table.unpack(world[3 - player]) }
      return world
    end,
  }), "determinize-changes-state", "'determinize' changes the state" },
  ["an own hand that is dealt anew"] = { with(duel, {
    determinize = function(state, player, random) return duel.determinize(state, 3 - player, random) end,
  }), "leak", "player %d knows .*; in a world drawn for them it is" },
  ["moves that are tables"] = { with(duel, {
    moves = function(state)
      local list = duel.moves(state)
      for i, card in ipairs(list) do list[i] = { card } end
      return list
    end,
    play = function(state, move) return duel.play(state, move[1]) end,
  }), "determinize-moves", "the move {%d} is a table %(number or string expected in a game with 'determinize'%)" },
  ["an own hand that a person sees change"] = { with(duel, {
    information = false, key = false,
    format = function(state, player) return table.concat(state[player or 1], " ") .. (player and "" or " and more") end,
    determinize = function(state, player, random) return duel.determinize(state, 3 - player, random) end,
  }), "worlds", "in a world drawn for player %d, 'format' shows that player '" },
  ["information that is a table"] = { with(duel, { information = function() return {} end }), "information-type",
    "'information' returned a table" },
  ["cards that are shuffled as they lie"] = { with(duel, {
    determinize = function(state, player, random)
      return world_of(state, player, unseen(state, player, true), random)
    end,
  }), "leak", "the key is .*, and " },
  ["the same without a key"] = { with(duel, { key = false,
    determinize = function(state, player, random)
      return world_of(state, player, unseen(state, player, true), random)
    end,
  }), "leak", "'moves' gives .*, it gave" },
  ["an order of moves that tells the truth"] = { with(duel, {
    determinize = function(state, player, random)
      local world = duel.determinize(state, player, random)
      local own = world[player]
      table.sort(own)
      if #own > 1 and state[3 - player][1] < world[3 - player][1] then own[1], own[2] = own[2], own[1] end
      return world
    end,
    information = function(state, player)
      local own = { table.unpack(state[player]) }
      table.sort(own)
      return table.concat(own, " ")
    end,
    key = function(state)
      local sorted = {}
      for player = 1, 2 do
        sorted[player] = { table.unpack(state[player]) }
        table.sort(sorted[player])
      end
      sorted.turn, sorted.score, sorted.laid = state.turn, state.score, state.laid
      return duel.key(sorted)
    end,
  }), "leak", "'moves' gives" },
  ["a world in which another one is to move"] = { with(duel, {
    determinize = function(state, player, random)
      local world = duel.determinize(state, player, random)
      world.turn = 1
      return world
    end,
  }), "worlds", "player 2 is to move, but in a world drawn for them it is 1" },
  ["a world without a card"] = { with(duel, {
    information = false,
    determinize = without_a_card,
  }), "worlds", "the move %d is legal, but not in a world" },
  ["a world without a card that could be laid at once"] = { with(together, {
    information = false,
    determinize = without_a_card,
  }), "worlds", "the choice %d of player %d is there, but not in a world" },
  ["a world that cannot be played"] = { with(duel, {
    determinize = function(state, player, random)
      local world = duel.determinize(state, player, random)
      world.laid = nil
      return world
    end,
    key = false,
  }), "worlds", "a world drawn for player %d cannot be played: 'play' raised an error" },
  ["a world that shares a hand"] = { with(in_place, {
    determinize = function(state, player, random)
      local world = duel.determinize(state, player, random)
      world[player] = state[player]
      return world
    end,
  }), "worlds", "a world that is played changes the state: " },
  ["worlds that are the truth"] = { with(duel, {
    determinize = function(state, player)
      return world_of(state, player, unseen(state, player, true), function(n) return n end)
    end,
  }), nil, "all %d+ worlds that were drawn are the true state itself", "worlds-true" },
}

for _, case in pairs(PLANTED) do
  local game = case[1]
  if rawget(game, "key") == false or rawget(game, "information") == false then
    local fields = {} -- without them
    for name, field in pairs(getmetatable(game).__index) do fields[name] = field end
    for name, field in pairs(game) do fields[name] = field or nil end
    case[1] = fields
  end
end

describe("alphabeta.check names", function()
  for title, case in pairs(PLANTED) do
    it(title, function()
      local game, fault, message, hint = table.unpack(case, 1, 4)
      local right, report = alphabeta.check(game, game.initial(), { seed = seed, games = 4, time = TIME })
      if hint then
        assert(right, tostring(report))
        assert.equal(hint, report.hints[1] and report.hints[1].fault)
        assert.matches(message, report.hints[1].message)
      else
        assert(report[1], title)
        assert.equal(fault, report[1].fault, tostring(report))
        assert.matches(message, report[1].message)
        assert(#report[1].advice > 0)
      end
    end)
  end
end)

-- Faults that agree with themselves: a world keeps some of the truth, and so does a world of that world.
local function truth_of(state)
  return { { table.unpack(state[1]) }, { table.unpack(state[2]) }, rest = { table.unpack(state.rest) },
    turn = state.turn, score = state.score, laid = state.laid, seen = state.seen }
end

-- The first of the cards that are left over stays so.
local function keeping_first(state, player, random)
  local kept, cards = state.rest[1], unseen(state, player)
  for i = #cards, 1, -1 do
    if cards[i] == kept then table.remove(cards, i) end
  end
  local world = world_of(state, player, cards, random)
  table.insert(world.rest, 1, kept)
  return world
end

local KEPT = {
  ["the truth"] = with(duel, { determinize = truth_of }),
  ["the truth, now and then"] = with(duel, { determinize = function(state, player, random)
    return random(3) == 1 and truth_of(state) or duel.determinize(state, player, random)
  end }),
  ["a card that is left over"] = with(duel, { determinize = keeping_first }),
  ["such a card for the second player only"] = with(duel, { determinize = function(state, player, random)
    return (player == 2 and keeping_first or duel.determinize)(state, player, random)
  end }),
}

-- Another deal for each number.
local function deal(number)
  local cards, draw = { 1, 2, 3, 4, 5, 6, 7, 8 }, generator(seed, number)
  for i = 8, 2, -1 do
    local k = draw(i)
    cards[i], cards[k] = cards[k], cards[i]
  end
  local state = { { table.unpack(cards, 1, 3) }, { table.unpack(cards, 4, 6) }, rest = { cards[7], cards[8] }, turn = 1,
    score = 0, laid = 0 }
  table.sort(state[1])
  table.sort(state[2])
  return state
end

describe("alphabeta.check compares deals in which a player knows the same, and finds worlds that keep", function()
  local OPTIONS = { seed = seed, games = 2, time = TIME }
  for title, game in pairs(KEPT) do
    it(title, function()
      assert((alphabeta.check(game, deal(1), OPTIONS))) -- one deal does not show it
      local _, report = alphabeta.check(game, deal, OPTIONS)
      assert.equal("leak", report[1] and report[1].fault, tostring(report))
      assert.matches("^player %d knows the same in the states %d+ and %d+ that were given, '", report[1].message)
    end)
  end

  it("nothing in right games", function()
    local three = briscola.for_players(3)
    for _, row in ipairs { { duel, deal }, { in_place, deal }, { three, function(number)
      return three.initial { seed = seed * 10000 + number }
    end } } do
      local right, report = alphabeta.check(row[1], row[2], { seed = seed, games = quick(1, 2), time = TIME })
      assert(right, tostring(report))
      assert.matches(", worlds, deals, ", tostring(report))
    end
  end)

  it("nothing where there are no such deals, and does not say that it has looked", function()
    local lone = with(duel, { information = function(state, player)
      return duel.information(state, 1) .. duel.information(state, 2) .. player
    end, determinize = truth_of })
    local count = 0
    local _, report = alphabeta.check(lone, function(number)
      count = math.max(count, number)
      local state = deal(number)
      state.seen = "deal " .. number .. " "
      return state
    end, OPTIONS)
    assert.equal(3000, count)
    assert.is_nil(tostring(report):find(", deals", 1, true))
  end)

  it("that the function which gives deals fails farther on, in whatever way", function()
    for fault, instead in pairs { ["state-error"] = function() error("no more") end,
      ["state-type"] = function() return nil end, ["endless-call"] = function() while true do end end } do
      local _, report = alphabeta.check(duel, function(number)
        if number > 3 then return instead() end
        return deal(number)
      end, { seed = seed, games = 1, time = 1 })
      assert.equal(fault, report[1] and report[1].fault, tostring(report))
      assert.matches("^'state' ", report[1].message)
      assert.same({}, report[1].line)
      assert.is_string(report[1].advice)
    end
  end)

  it("no state, and says so", function()
    local _, message = pcall(alphabeta.check, duel, function() end)
    assert.equal("bad argument #2 to 'check' (state expected, got nil)", message)
  end)
end)

describe("alphabeta.check finds nothing wrong with", function()
  local RIGHT = { ["hidden cards"] = duel, ["hidden cards in place"] = in_place,
    ["hidden cards at once"] = together, ["hidden cards at once, for three"] = together_for_three,
    ["Briscola for two"] = briscola,
    ["Briscola for three"] = briscola.for_players(3), ["Briscola for four"] = briscola.for_players(4),
    ["Dots and Boxes for three"] = dots.for_players(3, 2, 2), ["Dots and Boxes for four"] = dots.for_players(4, 2, 1) }
  for title, game in pairs(RIGHT) do
    it(title, function()
      local state = game.initial { seed = seed }
      local right, report = alphabeta.check(game, state, { seed = seed, games = 1, time = TIME })
      assert(right, tostring(report))
      for _, hint in ipairs(report.hints) do assert.not_equal("worlds-true", hint.fault) end
      assert.equal(game.determinize ~= nil, tostring(report):find ", leak, worlds," ~= nil)
      assert.equal(game.players ~= nil, tostring(report):find ", payoffs of all players," ~= nil)
      assert.same({}, report.not_looked_at)
    end)
  end

  it("a long game whose worlds are compared by lines of play that do not end", function()
    local right, report = alphabeta.check(long, long.initial(), { seed = seed, games = 1, time = 1 })
    assert(right, tostring(report))
    assert.matches("leak", tostring(report))
  end)

  it("objects with methods and without a key, whenever time runs out", function()
    local function object(state)
      state.hand_of = function(self, seat) return self.hands[seat] end
      return state
    end
    local game = {}
    for name, field in pairs(briscola) do game[name] = field end
    game.key, game.information = nil, nil
    function game.play(state, move)
      local after, payoff = briscola.play(state, move)
      return object(after), payoff
    end
    function game.determinize(...) return object(briscola.determinize(...)) end
    for number = 1, 3 do
      local right, report = alphabeta.check(game, object(briscola.initial { seed = 5 }),
        { seed = seed * 10 + number, time = quick(0.05, 0.25) * number })
      assert(right, tostring(report))
    end
  end)

  it("random trees of three and four players, in whatever form", function()
    for number = 1, effort(5) do
      local form = trees.forms[number % #trees.forms + 1]
      local tree = several.tree(3 + number % 2, "free", 3, 5, seed * 50 + number, 9)
      local game = several.game(tree, form)
      local right, report = alphabeta.check(game, game.initial(), { seed = seed, games = 1, time = TIME })
      assert(right, form .. ": " .. tree.text .. ": " .. tostring(report))
    end
  end)
end)

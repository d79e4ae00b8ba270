-- A match of more than two players: rounds in which everyone has every seat once, places, and points with intervals.

local alphabeta = require "alphabeta"
local elo = require "alphabeta.play.elo"
local rounds = require "alphabeta.play.rounds"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local trees = require "spec.support.trees"
local untimed = require "spec.support.untimed"

local dots, briscola = dofile "examples/dots.lua", dofile "examples/briscola.lua"
local three = dots.for_players(3, 2, 1)

-- Players who take the first, or the last move; and who note where they sit.
local function first(state, game) return game.moves(state)[1] end

local function last(state, game) return game.moves(state)[#game.moves(state)] end

-- Whoever is to move at the root gets what they choose; the others get 0. So the first seat wins.
local function gift(players, payoff)
  return {
    name = "gift", players = players,
    moves = function(state) return state.over and {} or { "take", "leave" } end,
    play = function(_, move)
      local payoffs = {}
      for seat = 1, players do payoffs[seat] = move == "take" and seat == 1 and payoff or 0 end
      return { over = payoffs }
    end,
    player = function() return 1 end,
    evaluate = function(state) return state.over end,
  }
end

describe("places", function()
  it("are those of the payoffs, and equal ones share the better", function()
    for _, row in ipairs {
      { { 1, 2, 3 }, { 3, 2, 1 }, 3 }, { { 5, 5, 5 }, { 1, 1, 1 } }, { { 4, 7, 7 }, { 3, 1, 1 } },
      { { 2, 9, 2, 1 }, { 2, 1, 2, 4 }, 2 }, { { -1, 0.5 }, { 2, 1 }, 2 },
    } do
      local places = rounds.places(row[1])
      assert.same(row[2], places)
      assert.equal(row[3], rounds.winner(places))
    end
  end)
end)

describe("a match of several players", function()
  it("is a game, whose payoffs and places are in the order of the players", function()
    local game = alphabeta.match(three, three.initial(), { first, last, first })
    local payoffs = three.evaluate(game.state)
    assert.same(payoffs, game.payoffs)
    assert.same(rounds.places(payoffs), game.places)
    assert.equal("finished", game.reason)
    assert.equal(7, game.plies)
    assert.equal(7, #game.moves)
    assert.is_nil(game.payoff)
    assert.equal(3, #game.players)
    local moves = 0
    for _, tally in ipairs(game.players) do moves = moves + tally.moves end
    assert.equal(7, moves)
  end)

  it("has everyone once in every seat in a round, and tells the players", function()
    local seats, told = {}, {}
    local players = {}
    for who = 1, 4 do
      players[who] = function(state, game, about)
        seats[#seats + 1] = who .. " in " .. game.player(state) .. ", " .. about.pair .. "." .. about.number
        return "take"
      end
    end
    local series = alphabeta.match(gift(4, 1), {}, players, {
      games = 8, on_game = function(_, number) told[#told + 1] = number end,
    })
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 8 }, told)
    assert.same({ "1 in 1, 1.1", "2 in 1, 1.2", "3 in 1, 1.3", "4 in 1, 1.4", "1 in 1, 2.1", "2 in 1, 2.2",
      "3 in 1, 2.3", "4 in 1, 2.4" }, seats)
    for number, game in ipairs(series.games) do
      local winner = (number - 1) % 4 + 1
      assert.equal(winner, game.first)
      assert.equal(winner, game.winner)
      for who = 1, 4 do
        assert.equal(who == winner and 1 or 0, game.payoffs[who])
        assert.equal(who == winner and 1 or 2, game.places[who])
      end
    end
    assert.is_nil(series.elo)
    assert.same({ 0.5, 0.5, 0.5, 0.5 }, series.points) -- one game of four won, in three half of two thirds
  end)

  it("has the next player in the next seat", function()
    local moved = {}
    local players = {}
    for who = 1, 3 do
      players[who] = function(state, game)
        moved[#moved + 1] = who .. game.player(state)
        return first(state, game)
      end
    end
    local state = three.initial()
    alphabeta.match(three, state, players, { games = 3, on_game = function() moved[#moved + 1] = "|" end })
    local text = table.concat(moved, " ")
    local games = {}
    for game in (text .. " "):gmatch "(.-) | " do
      games[#games + 1] = {}
      for pair in game:gmatch "%d%d" do games[#games][tonumber(pair:sub(2))] = tonumber(pair:sub(1, 1)) end
    end
    assert.same({ { 1, 2, 3 }, { 2, 3, 1 }, { 3, 1, 2 } }, games)
  end)

  it("counts opponents that were beaten, and half for ties, in points with the interval of the rounds", function()
    -- takes in some rounds, and leaves in others: then all are tied
    local taking = { true, false, true, true }
    local function taker(_, _, about) return taking[about.pair] and "take" or "leave" end
    local function leaver() return "leave" end
    local series = alphabeta.match(gift(3, 1), {}, { taker, leaver, leaver }, { games = 12 })
    -- in a round in which it takes: first in one game of three, tied in two
    assert.equal((3 * (1 + 0.5 + 0.5) / 3 + 0.5) / 4, series.points[1])
    assert.equal(series.points[2], series.points[3])
    assert(math.abs(series.points[1] + series.points[2] + series.points[3] - 1.5) < 1e-12)
    local low, high = elo.score_interval({ 3, 1 }, { 2 / 3, 0.5 })
    assert(math.abs(low - series.points_low[1]) < 1e-9 and math.abs(high - series.points_high[1]) < 1e-9)
    assert(low < series.points[1] and series.points[1] < high)
  end)

  it("has the winner's and the losers' points at the ends, with intervals that are no points", function()
    local function taker() return "take" end
    local always = { name = "always", players = 3, player = function() return 1 end,
      moves = function(over) return over == true and {} or { "take" } end,
      play = function() return true end, evaluate = function() return { 3, 2, 1 } end }
    local series = alphabeta.match(always, true, { taker, taker, taker }, { games = 9 })
    assert.same({ 0.5, 0.5, 0.5 }, series.points)
    for who = 1, 3 do assert(series.points_low[who] < 0.5 and series.points_high[who] > 0.5) end
  end)

  it("ends with the last place of a player who fails, and all others share the first", function()
    local function fails() error "I do not know" end
    for _, row in ipairs { { fails, "^error: .*I do not know" }, { function() return 99 end, "^illegal move 99" },
      { function() return nil, "bored" end, "^bored$" } } do
      local game = alphabeta.match(three, three.initial(), { first, row[1], first })
      assert.matches(row[2], game.reason)
      assert.same({ 1, 3, 1 }, game.places)
      assert.is_nil(game.payoffs)
      assert.is_nil(game.winner)
    end
    local game = alphabeta.match(three, three.initial(), { first, last, first }, { max_plies = 2 })
    assert.same({ 1, 1, 1 }, game.places)
    assert.equal("not finished after 2 plies", game.reason)
  end)

  it("is the same for two players as a game with one number, game for game", function()
    for number = 1, 10 do
      local tree = several.tree(2, "free", 3, 6, seed * 10 + number, 5)
      local lists = several.game(tree, trees.forms[number % #trees.forms + 1])
      local one = setmetatable({ players = false, viewpoint = 1,
        evaluate = function(state)
          local payoffs = lists.evaluate(state)
          return payoffs[1] - payoffs[2]
        end,
        play = lists.play and function(state, move)
          local to, payoffs = lists.play(state, move)
          return to, payoffs and payoffs[1] - payoffs[2]
        end }, { __index = function(_, name) if name ~= "players" then return lists[name] end end })
      one.players = nil
      local players = { alphabeta.random_player(1), alphabeta.random_player(2) }
      local a = alphabeta.match(lists, lists.initial(), players, { games = 20, seed = number })
      local b = alphabeta.match(one, one.initial(), players, { games = 20, seed = number })
      for _, field in ipairs { "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high", "pairs" } do
        assert.same(b[field], a[field], field)
      end
      assert.equal(a.score, a.points[1])
      assert(math.abs(1 - a.score - a.points[2]) < 1e-12)
      for i, game in ipairs(a.games) do
        assert.same(b.games[i].moves, game.moves)
        assert.equal(b.games[i].winner, game.winner)
      end
    end
  end)

  it("lets players be paranoid, who beat those who draw their moves", function()
    local function paranoid()
      local search, games = alphabeta.player { depth = 2, seed = 1 }, {}
      return function(state, game, about)
        local me = game.player(state)
        games[me] = games[me] or alphabeta.paranoid(game, me)
        return search(state, games[me], about)
      end
    end
    local game = dots.for_players(3, 2, 2)
    local series = alphabeta.match(game, game.initial(),
      { paranoid(), alphabeta.random_player(2), alphabeta.random_player(3) }, { games = 30, seed = seed })
    assert(series.points_low[1] > 0.5, series.points_low[1])
    assert(series.points_high[2] < series.points_low[1])
  end)

  it("gives everyone what repetition is worth", function()
    local ring = {
      players = 3, repetition = 0.25, player = function(at) return at % 3 + 1 end, moves = function() return { 1 } end,
      play = function(at) return (at + 1) % 4 end, evaluate = function() return { 1, 2, 3 } end,
      key = function(at) return at end,
    }
    local game = alphabeta.match(ring, 0, { first, first, first })
    assert.same({ 0.25, 0.25, 0.25 }, game.payoffs)
    assert.equal("repetition", game.reason)
  end)

  it("begins each round as its opening says", function()
    local seen = {}
    local function opening(round)
      seen[#seen + 1] = round
      return three.initial()
    end
    local series = alphabeta.match(three, opening, { first, last, first }, { games = 6, opening_plies = 2, seed = 3 })
    assert.same({ 1, 2 }, seen)
    for i = 1, 6, 3 do
      for j = 1, 2 do
        for ply = 1, 2 do assert.equal(series.games[i].moves[ply], series.games[i + j].moves[ply]) end
      end
    end
    local listed = alphabeta.match(three, nil, { first, last, first }, { openings = { three.initial() } })
    assert.equal(3, #listed.games)
  end)

  it("names what does not fit", function()
    local function refusal(players, options)
      return select(2, pcall(alphabeta.match, three, three.initial(), players, options))
    end
    local all = { first, first, first }
    assert.equal("bad argument #3 to 'match' (list of three players (functions) expected)",
      refusal { first, first })
    assert.equal("bad argument #4 to 'match' (option 'games': multiple of 3 from 3 to 1000000 expected, got 4)",
      refusal(all, { games = 4 }))
    assert.equal("bad argument #4 to 'match' (option 'sprt' needs a game for two)",
      refusal(all, { games = 6, sprt = { elo0 = 0, elo1 = 5 } }))
    assert.equal("bad argument #4 to 'match' (option 'part': 6 games have only 2 rounds)",
      refusal(all, { games = 6, seed = 1, part = { 1, 3 } }))
    for message, fields in pairs {
      ["'evaluate' returned 7 (list of a finite number for each player expected)"] =
        { evaluate = function() return 7 end },
      ["'evaluate' returned a table (list of a finite number for each player expected)"] =
        { evaluate = function() return { 1, 0 / 0, 2 } end },
      ["'player' returned 4 (1 to 3 expected)"] = { player = function() return 4 end },
    } do
      local game = setmetatable(fields, { __index = three })
      local _, got = pcall(alphabeta.match, game, three.initial(), all)
      assert(got:find(message, 1, true), got)
    end
  end)
end)

describe("the parts of a series of several players", function()
  local two = setmetatable({ players = 2, player = function(state) return three.player(state) % 2 + 1 end,
    evaluate = function(state) return { state[1], state[2] + state[3] } end }, { __index = three })

  for count, game in pairs { [2] = two, [3] = three, [4] = dots.for_players(4, 2, 1) } do
    it("make the whole, in any order: " .. count .. " players", function()
      local players, rounds_of = {}, {}
      for who = 1, count do players[who] = alphabeta.random_player(who) end
      local function played(part)
        return alphabeta.match(game, game.initial(), players, { games = 6 * count, opening_plies = 2, seed = seed,
          part = part, on_game = function(_, number) rounds_of[number] = true end })
      end
      local some = alphabeta.merge { played { 5, 6 }, played { 1, 3 } }
      assert.same({ { 4, 4 } }, some.missing)
      assert.is_nil(rounds_of[4 * count])
      assert.equal("6", tostring(some.of))
      assert(rounds_of[1] and rounds_of[6 * count])
      local whole = alphabeta.merge { some, played { 3, 4 }, played { 6, 6 } }
      assert.equal(count, #whole.points)
      assert.same(untimed(played()), untimed(whole))
    end)
  end

  it("are added up only where all of them are of so many players", function()
    local function of(players)
      local list = {}
      for who = 1, players do list[who] = first end
      return alphabeta.match(gift(players, 1), {}, list, { games = 2 * players })
    end
    local function refusal(list, options) return select(2, pcall(alphabeta.merge, list, options)) end
    assert.equal("bad argument #1 to 'merge' (series of 3 players expected at 2, got one of 4)",
      refusal { of(3), of(4) })
    assert.equal("bad argument #2 to 'merge' (option 'sprt' needs a game for two)",
      refusal({ of(3) }, { sprt = { elo0 = 0, elo1 = 5 } }))
    for _, fields in ipairs { { places = false }, { places = { 1, 2 } }, { places = { 1, 2, 1.5 } }, { winner = 4 },
      { players = { {}, {}, {} } } } do
      local series = of(3)
      for name, value in pairs(fields) do series.games[4][name] = value end
      assert.matches("series of pairs expected at 1, got table", refusal { series })
    end
    local series = of(3)
    series.games[6] = nil
    assert.matches("series of pairs expected at 1, got table", refusal { series })
    series = of(3)
    series.part = { 1, 1 }
    assert.matches("series of pairs expected at 1, got table", refusal { series })
    series = of(2)
    for _, record in ipairs(series.games) do record.places = nil end
    assert.equal("bad argument #1 to 'merge' (series of the same game expected at 2)", refusal { of(2), series })
    local none = { games = {} }
    assert.equal("bad argument #1 to 'merge' (series of the same game expected at 4)",
      refusal { none, series, none, of(2) })
    assert.equal(2, alphabeta.merge({ none, of(2), none }).wins)
    series = of(3) -- where there must be places
    for _, record in ipairs(series.games) do record.places = nil end
    assert.matches("series of pairs expected at 1, got table", refusal { series })
    series = of(2)
    series.games[1].places[2] = nil
    assert.matches("series of pairs expected at 1, got table", refusal { series })
  end)
end)

describe("a person", function()
  local function person(lines, written)
    return alphabeta.human {
      input = function() return table.remove(lines, 1) end,
      output = function(text) written[#written + 1] = text end,
    }
  end

  it("sees the own cards alone, and what the others play", function()
    for players = 2, 4 do
      local game = briscola.for_players(players)
      local state = game.initial { seed = players }
      local written, list = {}, {}
      for who = 1, players - 1 do list[who] = first end
      list[players] = person({ "resign" }, written)
      alphabeta.match(game, state, list)
      local text, at = table.concat(written), state
      for who = 1, players - 1 do
        local card, second, third = table.unpack(state.hands[who])
        assert(text:find(game.sides[who] .. " plays " .. game.format_move(state, card), 1, true), text)
        assert(not text:find(game.format_move(state, second), 1, true), text)
        assert(not text:find(game.format_move(state, third), 1, true), text)
        at = game.play(at, card)
      end
      assert(text:find(game.format(at, players), 1, true), text)
    end
  end)

  it("is told once what the other persons do not see", function()
    local one, other = {}, {}
    local state = three.initial()
    alphabeta.match(three, state, { first, person({}, one), person({}, other) })
    for _, written in ipairs { one, other } do
      assert.equal(1, select(2, table.concat(written):gsub("Ann plays a1b1\n", "")))
    end
    local nameless = setmetatable({ sides = { "A", "A", "B" } }, { __index = three })
    one = {}
    alphabeta.match(nameless, state, { first, person({}, one), first })
    assert(table.concat(one):find("player 1 plays a1b1\n", 1, true))
  end)
end)

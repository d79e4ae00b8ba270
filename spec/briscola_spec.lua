-- The rules of examples/briscola.lua, and the worlds that it deals: what could be true as far as a player knows.

local alphabeta = require "alphabeta"
local generator = require "alphabeta.base.random"
local seed = require "spec.support.seed"

local games = {}
for players = 2, 4 do games[players] = dofile("examples/briscola.lua").for_players(players) end

local two = games[2]
local RANKS, SUITS = "24567JHK3A", "DCSB"

local function card(text) return (SUITS:find(text:sub(2), 1, true) - 1) * 10 + RANKS:find(text:sub(1, 1), 1, true) end

local function cards(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = card(word) end
  return list
end

-- A state with these hands, and an empty talon if nothing else is said. All other cards have been played.
local function state_of(trump, hands, talon, leader)
  local state = { hands = {}, trick = {}, leader = leader or 1, points = {}, played = "", talon = cards(talon or ""),
    trump = card(trump) }
  for seat, hand in ipairs(hands) do
    state.hands[seat], state.points[seat] = cards(hand), 0
    table.sort(state.hands[seat])
  end
  local left = "," .. table.concat(state.talon, ",") .. ","
  for _, hand in ipairs(state.hands) do left = left .. table.concat(hand, ",") .. "," end
  for other = 1, 40 do
    if not left:find("," .. other .. ",", 1, true) then state.played = state.played .. string.char(other) end
  end
  return state
end

local function played(game, state, line)
  for word in line:gmatch "%S+" do state = game.play(state, assert(game.parse_move(state, word), word)) end
  return state
end

-- Plays at random and visits every state on the way.
local function wander(game, state, draw, visit)
  while true do
    local moves = game.moves(state)
    visit(state, moves)
    if #moves == 0 then return state end
    state = game.play(state, moves[draw(#moves)])
  end
end

-- All cards of a state, sorted; those that were played included.
local function all_cards(state)
  local list = { state.played:byte(1, -1) }
  for _, hand in ipairs(state.hands) do table.move(hand, 1, #hand, #list + 1, list) end
  table.move(state.talon, 1, #state.talon, #list + 1, list)
  table.sort(list)
  return list
end

describe("Briscola", function()
  it("gives the trick to the highest trump, else to the highest card of the suit that was led", function()
    for _, row in ipairs {
      { "2B", { "3D", "AD" }, 2, 21 }, { "2B", { "AD", "3D" }, 1, 21 }, { "2B", { "2D", "AS" }, 1, 11 },
      { "2B", { "AD", "4B" }, 2, 11 }, { "2B", { "4B", "AD" }, 1, 11 }, { "2B", { "7D", "JD" }, 2, 2 },
      { "2B", { "KC", "HC", "JC" }, 1, 9 }, { "2B", { "KC", "4B", "5B" }, 3, 4 }, { "2B", { "2C", "AS", "4C" }, 3, 11 },
      { "2B", { "2C", "AS", "4C", "3B" }, 4, 21 }, { "2B", { "2C", "4C", "AB", "3B" }, 3, 21 },
    } do
      local game, hands = games[#row[2]], {}
      for seat, text in ipairs(row[2]) do hands[seat] = text .. " 5S" end
      local state = played(game, state_of(row[1], hands), table.concat(row[2], " "))
      assert.equal(row[3], game.player(state), table.concat(row[2], " "))
      assert.equal(row[4], state.points[row[3]])
      assert.same({}, state.trick)
    end
  end)

  it("has the winner draw first and lead, and the open card drawn last", function()
    local state = played(two, state_of("7B", { "2D 4D 5D", "AD 2C 4C" }, "7B JS HS KS"), "2D AD")
    assert.same({ cards "4D 5D HS", cards "2C 4C KS" }, state.hands) -- the next card is the last one of the talon
    assert.equal(2, two.player(state))
    state = played(two, state, "2C 4D")
    assert.same({ cards "5D HS 7B", cards "4C JS KS" }, state.hands)
    assert.same({}, state.talon)
    assert.same({ 0, 11 }, state.points)
    assert.equal(11, two.evaluate { points = { 13, 2 } })
  end)

  it("plays every card once, and there are 120 points in them", function()
    for players, game in pairs(games) do
      local count = players == 3 and 39 or 40
      for number = 1, 30 do
        local draw = generator(seed * 1000 + number)
        local state = wander(game, game.initial { seed = number }, draw, function(state)
          local all = all_cards(state)
          for i = 1, count do assert(all[i] ~= all[i + 1], number) end
          assert.equal(count, #all)
          for _, hand in ipairs(state.hands) do assert(#hand <= 3) end
        end)
        assert.equal(count, #state.played)
        local points, payoffs = 0, game.evaluate(state)
        for _, own in ipairs(state.points) do points = points + own end
        assert.equal(120, points)
        if players == 2 then
          assert.equal(state.points[1] - state.points[2], payoffs)
        elseif players == 3 then
          assert.same(state.points, payoffs)
        else
          assert.equal(120, payoffs[1] + payoffs[2])
          assert.same({ payoffs[1], payoffs[2] }, { payoffs[3], payoffs[4] })
          assert.equal(state.points[1] + state.points[3], payoffs[1])
        end
      end
    end
  end)

  it("deals by the seed", function()
    assert.same(two.initial { seed = 5 }, two.initial { seed = 5 })
    assert.are_not.same(two.initial { seed = 5 }, two.initial { seed = 6 })
    assert.equal(40, #all_cards(two.initial()))
  end)

  it("reads the cards that one has, and writes them", function()
    local state = state_of("7B", { "2D AD", "KC" })
    for _, move in ipairs(two.moves(state)) do
      assert.equal(move, two.parse_move(state, two.format_move(state, move):lower()))
    end
    assert.same({ nil, "'kc' is not one of your cards: 2D AD" }, { two.parse_move(state, "kc") })
  end)

  it("has rules in which the doctor finds nothing", function()
    local right, report = alphabeta.check(two, two.initial { seed = 1 }, { games = 1, time = 20 })
    assert(right, tostring(report))
  end)
end)

-- All tables in a value.
local function tables_in(value, set)
  if type(value) ~= "table" then return set end
  set[value] = true
  for _, field in pairs(value) do tables_in(field, set) end
  return set
end

-- A state as text, without who has drawn the world.
local function text_of(game, state) return game.format(state) .. table.concat(state.talon, " ") .. state.played end

describe("a world of Briscola", function()
  it("is a deal that could be, and shares nothing with the state", function()
    for players, game in pairs(games) do
      local draw = generator(seed + players)
      wander(game, game.initial { seed = players }, draw, function(state)
        local before = text_of(game, state)
        for player = 1, players do
          local world = game.determinize(state, player, draw)
          assert.equal(game.information(state, player), game.information(world, player))
          assert.equal(game.format(state, player), game.format(world, player))
          assert.same(all_cards(state), all_cards(world))
          assert.same(state.hands[player], world.hands[player])
          assert.same({ state.trick, state.points, state.leader }, { world.trick, world.points, world.leader })
          for seat, hand in ipairs(state.hands) do
            assert.equal(#hand, #world.hands[seat])
            for i = 2, #hand do assert(world.hands[seat][i - 1] < world.hands[seat][i]) end
            if table.concat(hand, " "):find("%f[%d]" .. state.trump .. "%f[%D]") then
              assert(game.format(world):find(game.sides[seat] .. "[^\n]*" .. game.format_move(nil, state.trump)))
            end
          end
          assert.equal(state.talon[1], world.talon[1]) -- the open card
          local known = tables_in(state, {})
          for shared in pairs(tables_in(world, {})) do assert(not known[shared]) end
        end
        assert.equal(before, text_of(game, state))
      end)
    end
  end)

  it("tells nothing of what is hidden: drawn with the same numbers it is the same", function()
    for players, game in pairs(games) do
      local draw = generator(seed + 10 * players)
      wander(game, game.initial { seed = players }, draw, function(state)
        for player = 1, players do
          local other = game.determinize(state, player, draw)
          local from_state = game.determinize(state, player, generator(7))
          assert.same(from_state, game.determinize(other, player, generator(7)))
        end
      end)
    end
  end)

  it("is each of those that could be as often as the others", function()
    -- North's three cards and the next three of the talon are hidden: 6! / 3! = 120 worlds, equally likely.
    local state = state_of("7B", { "2D 4D 5D", "AD 2C 4C" }, "7B JS HS KS")
    local DRAWS, WORLDS = 12000, 120
    local draw, counts, different = generator(seed), {}, 0
    for _ = 1, DRAWS do
      local text = text_of(two, two.determinize(state, 1, draw))
      if not counts[text] then different = different + 1 end
      counts[text] = (counts[text] or 0) + 1
    end
    assert.equal(WORLDS, different)
    local expected, chi_square = DRAWS / WORLDS, 0
    for _, count in pairs(counts) do chi_square = chi_square + (count - expected) ^ 2 / expected end
    assert(chi_square > 60 and chi_square < 190, chi_square) -- 119 degrees of freedom: beyond these 1 in 10,000
  end)

  it("is played as the true game is, but that chance brings what its player draws", function()
    for players, game in pairs(games) do
      local state, draw, drawn = game.initial { seed = 9 }, generator(seed), 0
      local world = game.determinize(state, 2, draw)
      local truth = {}
      for name, field in pairs(world) do truth[name] = field end
      truth.observer = nil
      while #game.moves(truth) > 0 do
        local outcomes = game.chance(world)
        assert.is_nil(game.chance(truth))
        if outcomes then
          assert.equal(1, #outcomes)
          assert.same(truth.hands[1], world.hands[1])
          assert.equal(#truth.hands[2] - 1, #world.hands[2])
          world, drawn = game.play(world, outcomes[1]), drawn + 1
        end
        assert.same(truth.hands, world.hands)
        local moves = game.moves(truth)
        local move = moves[draw(#moves)]
        truth, world = game.play(truth, move), game.play(world, move)
      end
      assert.same(truth.points, world.points)
      assert.equal((players == 3 and 39 or 40) / players - 3, drawn)
    end
  end)

  it("shows a player the own cards alone, and spectators all", function()
    local state = played(two, state_of("7B", { "2D 4D 5D", "AD 2C 4C" }, "7B JS HS KS"), "2D")
    assert.equal("Trump: 7B, 4 cards left\nSouth   0 points  ?? ??\nNorth   0 points  AD 2C 4C\n"
      .. "On the table: 2D, led by South", two.format(state, 2))
    assert.equal("Trump: 7B, 4 cards left\nSouth   0 points  4D 5D\nNorth   0 points  AD 2C 4C\n"
      .. "On the table: 2D, led by South", two.format(state))
  end)
end)

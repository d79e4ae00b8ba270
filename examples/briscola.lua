-- A whole game with hidden cards to copy: Briscola, for two, three, or four in partnerships (South and North against
-- West and East). There are 40 cards, 120 points in them; whoever takes most of these wins. Everyone holds three, and
-- draws after each trick, the winner first. The last card of the talon lies open below it: its suit is trump. Any card
-- may be played; the highest trump takes the trick, else the highest card of the suit that was led.
--
-- The game that this file returns is for two; its field `for_players(n)` makes the one for three or four.

local new_generator = require "alphabeta.base.random"

local SEATS = {
  [2] = { "South", "North" }, [3] = { "South", "West", "East" }, [4] = { "South", "West", "North", "East" },
}
local HAND = 3
local CARDS = 40

-- A card is a number: ten ranks, the weakest first, of coins (denari), cups (coppe), swords (spade), clubs (bastoni).
local SUITS, RANKS = "DCSB", "24567JHK3A"
local POINTS = { 0, 0, 0, 0, 0, 2, 3, 4, 10, 11 }
local TWO_OF_CUPS = 11 -- with three players it is not used

local function suit_of(card) return (card - 1) // 10 + 1 end

local function rank_of(card) return (card - 1) % 10 + 1 end

local function text_of(card)
  return RANKS:sub(rank_of(card), rank_of(card)) .. SUITS:sub(suit_of(card), suit_of(card))
end

local function texts_of(cards)
  local texts = {}
  for i, card in ipairs(cards) do texts[i] = text_of(card) end
  return table.concat(texts, " ")
end

-- Lists are never changed: there are new ones instead.
local function copied(list) return table.move(list, 1, #list, 1, {}) end

local function replaced(list, i, value)
  local new = copied(list)
  new[i] = value
  return new
end

local function with(cards, card)
  local new = copied(cards)
  new[#new + 1] = card
  table.sort(new) -- so that the order says nothing
  return new
end

local function without(cards, card)
  local new = {}
  for _, other in ipairs(cards) do
    if other ~= card then new[#new + 1] = other end
  end
  return new
end

local function has(cards, card)
  for _, other in ipairs(cards) do
    if other == card then return true end
  end
  return false
end

local function shuffle(cards, random)
  for last = #cards, 2, -1 do
    local i = random(last)
    cards[i], cards[last] = cards[last], cards[i]
  end
  return cards
end

-- Takes so many cards off the end of a list, as a hand.
local function dealt(cards, count)
  local hand = {}
  for i = 1, count do hand[i] = table.remove(cards) end
  table.sort(hand)
  return hand
end

-- Does a card take the trick from the one that has it so far?
local function beats(card, best, trump)
  if suit_of(card) == suit_of(best) then return card > best end
  return suit_of(card) == suit_of(trump)
end

local function new(players)
  if not SEATS[players] then error("two to four players expected", 2) end
  local briscola = { name = "Briscola", sides = SEATS[players] }

  local function deck()
    local cards = {}
    for card = 1, CARDS do
      if players ~= 3 or card ~= TWO_OF_CUPS then cards[#cards + 1] = card end
    end
    return cards
  end

  -- A state. `talon`: the next card is its last one, and the first one lies open; `trump`, that card, wherever it is by
  -- now; `trick`: cards on the table; `leader`, who has played the first of them, or is to; `points` that each has
  -- taken; `played`: all cards that were, as characters. In a world that was made for a player (`observer`) the card
  -- that this one draws is an outcome of chance: `drawn`, until it is in the hand. So a search sees what they will see.
  function briscola.initial(options)
    local seed = options and options.seed
    local cards = shuffle(deck(), seed and new_generator(seed) or math.random)
    local state = { hands = {}, trick = {}, leader = 1, points = {}, played = "" }
    for seat = 1, players do state.hands[seat], state.points[seat] = dealt(cards, HAND), 0 end
    state.talon, state.trump = cards, cards[1]
    return state
  end

  local function seat_to_move(state) return (state.leader + #state.trick - 1) % players + 1 end

  function briscola.player(state) return seat_to_move(state) end

  function briscola.moves(state) return copied(state.hands[seat_to_move(state)]) end

  function briscola.chance(state) return state.drawn and { state.drawn } or nil end

  -- Everyone draws a card, whoever leads first.
  local function draw(state)
    state.talon, state.hands = copied(state.talon), copied(state.hands)
    for i = 0, players - 1 do
      local seat, card = (state.leader + i - 1) % players + 1, table.remove(state.talon)
      if seat == state.observer then
        state.drawn = card
      else
        state.hands[seat] = with(state.hands[seat], card)
      end
    end
  end

  local function end_trick(state)
    local best, worth = 1, 0
    for i, card in ipairs(state.trick) do
      if beats(card, state.trick[best], state.trump) then best = i end
      worth = worth + POINTS[rank_of(card)]
    end
    state.leader = (state.leader + best - 2) % players + 1
    state.points = replaced(state.points, state.leader, state.points[state.leader] + worth)
    state.trick = {}
    if #state.talon > 0 then draw(state) end
  end

  function briscola.play(state, card)
    local after = {}
    for name, field in pairs(state) do after[name] = field end
    if state.drawn then
      after.hands = replaced(state.hands, state.observer, with(state.hands[state.observer], card))
      after.drawn = nil
      return after
    end
    local seat = seat_to_move(state)
    after.hands = replaced(state.hands, seat, without(state.hands[seat], card))
    after.trick, after.played = replaced(state.trick, #state.trick + 1, card), state.played .. string.char(card)
    if #after.trick == players then end_trick(after) end
    return after
  end

  if players == 2 then
    briscola.viewpoint, briscola.range = 1, { -120, 120 }
    function briscola.evaluate(state) return state.points[1] - state.points[2] end
  else
    briscola.players = players
    function briscola.evaluate(state)
      local points = state.points
      if players == 3 then return copied(points) end
      local one, other = points[1] + points[3], points[2] + points[4]
      return { one, other, one, other }
    end
  end

  -- What a player knows: the own hand, the trump, and all that was played.
  function briscola.information(state, player)
    return ("%s %d %s"):format(texts_of(state.hands[player]), state.trump, state.played)
  end

  -- Deals anew what `player` has not seen. Where the trump card is, everyone has seen.
  function briscola.determinize(state, player, random)
    local seen = { [state.trump] = true }
    for _, card in ipairs { state.played:byte(1, -1) } do seen[card] = true end
    for _, card in ipairs(state.hands[player]) do seen[card] = true end
    local unseen = {}
    for _, card in ipairs(deck()) do
      if not seen[card] then unseen[#unseen + 1] = card end
    end
    shuffle(unseen, random)

    local world = { hands = {}, trick = copied(state.trick), leader = state.leader, points = copied(state.points),
      played = state.played, trump = state.trump, observer = player }
    for seat, hand in ipairs(state.hands) do
      if seat == player then
        world.hands[seat] = copied(hand)
      elseif has(hand, state.trump) then
        world.hands[seat] = with(dealt(unseen, #hand - 1), state.trump)
      else
        world.hands[seat] = dealt(unseen, #hand)
      end
    end
    if #state.talon > 0 then table.insert(unseen, 1, state.trump) end
    world.talon = unseen
    return world
  end

  function briscola.format_move(_, card) return text_of(card) end

  function briscola.parse_move(state, text)
    for _, card in ipairs(state.hands[seat_to_move(state)]) do
      if text_of(card) == text:upper() then return card end
    end
    return nil, ("'%s' is not one of your cards: %s"):format(text, texts_of(state.hands[seat_to_move(state)]))
  end

  -- What a player may see; nil: everything.
  function briscola.format(state, player)
    local left = #state.talon
    local lines = { ("Trump: %s%s"):format(text_of(state.trump), left > 0 and (", %d cards left"):format(left) or "") }
    for seat, hand in ipairs(state.hands) do
      local shown = (player or seat) == seat and texts_of(hand) or ("?? "):rep(#hand)
      local line = ("%-5s %3d points  %s"):format(briscola.sides[seat], state.points[seat], shown)
      lines[#lines + 1] = line:match "^(.-)%s*$"
    end
    lines[#lines + 1] = #state.trick > 0 and ("On the table: %s, led by %s"):format(texts_of(state.trick),
      briscola.sides[state.leader]) or nil
    return table.concat(lines, "\n")
  end

  briscola.for_players = new
  return briscola
end

return new(2)

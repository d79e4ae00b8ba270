-- Two players, two suits (a, b) of so many ranks, a hand each, the rest face down. The leader plays any card; the other
-- one must follow suit who can; the higher card of the suit that was led takes the trick and leads next. The payoff is
-- the number of tricks of player 1 less those of player 2. A card is a text, such as a3.

--- The game with so many ranks.
return function(ranks)
  local game = { name = "trick", viewpoint = 1, range = { -9, 9 } }

  local function suit(card) return card:sub(1, 1) end

  function game.player(state) return state.led and 3 - state.lead or state.lead end

  function game.moves(state)
    local hand, same = state[game.player(state)], {}
    for _, card in ipairs(hand) do
      if state.led and suit(card) == suit(state.led) then same[#same + 1] = card end
    end
    return #same > 0 and same or { table.unpack(hand) }
  end

  function game.play(state, card)
    local player = game.player(state)
    local after = { {}, {}, lead = state.lead, won = state.won, seen = state.seen .. card }
    for hand = 1, 2 do
      for _, own in ipairs(state[hand]) do
        if own ~= card then table.insert(after[hand], own) end
      end
    end
    if not state.led then
      after.led = card
      return after
    end
    if suit(card) == suit(state.led) and card > state.led then after.lead = player end
    after.won = state.won + (after.lead == 1 and 1 or -1)
    return after
  end

  function game.evaluate(state) return state.won end

  function game.key(state)
    return table.concat(state[1]) .. "|" .. table.concat(state[2]) .. "|" .. (state.led or "") .. state.lead
      .. state.won
  end

  function game.information(state, player)
    return table.concat(state[player]) .. "|" .. (state.led or "") .. state.lead .. state.won .. state.seen
  end

  -- The cards that a player has not seen.
  local function unseen(state, player)
    local seen, list = state.seen .. table.concat(state[player]), {}
    for _, letter in ipairs { "a", "b" } do
      for rank = 1, ranks do
        if not seen:find(letter .. rank, 1, true) then list[#list + 1] = letter .. rank end
      end
    end
    return list
  end

  function game.determinize(state, player, random)
    local world = { {}, {}, led = state.led, lead = state.lead, won = state.won, seen = state.seen }
    local rest = unseen(state, player)
    world[player] = { table.unpack(state[player]) }
    for i = 1, #state[3 - player] do world[3 - player][i] = table.remove(rest, random(#rest)) end
    table.sort(world[3 - player])
    return world
  end

  --- The state in which player 1 has these cards and is to move, after player 2 has led a card ("-": none). The hand of
  --- player 2 is the first that may be.
  function game.initial(hand, led)
    led = led ~= "-" and led or nil
    local state = { {}, {}, led = led, lead = led and 2 or 1, won = 0, seen = led or "" }
    for card in hand:gmatch "%a%d" do table.insert(state[1], card) end
    local rest = unseen(state, 1)
    for i = 1, #state[1] - (led and 1 or 0) do state[2][i] = rest[i] end
    return state
  end

  return game
end

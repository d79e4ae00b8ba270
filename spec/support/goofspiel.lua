-- Goofspiel (M. Flood, 1930s): a prize is turned up, both bid a card at once, the higher takes it; who has more in the
-- end wins. A game and its first position, with prizes in that order.

return function(prizes)
  local cards, game = {}, { name = "goofspiel", viewpoint = 1, range = { -1, 1 } }
  for i = 1, #prizes do cards[i] = i end

  local function without(list, card)
    local rest = {}
    for _, other in ipairs(list) do
      if other ~= card then rest[#rest + 1] = other end
    end
    return rest
  end

  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s) if #s[1] > 0 then return s[1], s[2] end end
  function game.play(s, a, b)
    local prize = prizes[#prizes - #s[1] + 1]
    local lead = s.lead + (a > b and prize or a < b and -prize or 0)
    return { without(s[1], a), without(s[2], b), lead = lead }
  end
  function game.evaluate(s) return s.lead > 0 and 1 or s.lead < 0 and -1 or 0 end
  function game.key(s) return ("%s|%s|%d"):format(table.concat(s[1], ","), table.concat(s[2], ","), s.lead) end
  return game, { cards, cards, lead = 0 }
end

-- A duel in which blows may miss: strike hits often, smash hits hard and seldom, and a potion heals. Whoever has no
-- health left has lost. The search weighs what chance may bring, exactly.
--
--   lua5.4 examples/duel.lua

local alphabeta = require "alphabeta"

local MOST = 8 -- health
local BLOWS = { -- what each may do, and how likely that is
  strike = { damage = { 2, 4, 0 }, weights = { 14, 1, 5 } },
  smash = { damage = { 5, 0 }, weights = { 9, 11 } },
}

-- A state: health and potions of player 1 and of player 2, rounds left, whose turn it is; and the blow under way.
local duel = { name = "duel", viewpoint = 1, range = { 0, 1 } } -- a value is the chance that player 1 wins

function duel.player(state) return state.player end

function duel.chance(state) -- a blow is under way: chance decides what it does
  if state.blow then return BLOWS[state.blow].damage, BLOWS[state.blow].weights end
end

function duel.moves(state)
  if state.health[1] == 0 or state.health[2] == 0 or state.rounds == 0 then return {} end
  local can_drink = state.potions[state.player] > 0 and state.health[state.player] < MOST
  return can_drink and { "strike", "smash", "drink" } or { "strike", "smash" }
end

function duel.play(state, what) -- a move, or the damage that chance brings
  local me, you = state.player, 3 - state.player
  if BLOWS[what] then
    return { health = state.health, potions = state.potions, rounds = state.rounds, player = me, blow = what }
  end
  local health = { state.health[1], state.health[2] }
  local potions = { state.potions[1], state.potions[2] }
  if what == "drink" then
    health[me], potions[me] = math.min(MOST, health[me] + 3), potions[me] - 1
  else
    health[you] = math.max(0, health[you] - what)
  end
  return { health = health, potions = potions, rounds = state.rounds - 1, player = you }
end

function duel.evaluate(state)
  local one, two = state.health[1], state.health[2]
  return one > two and 1 or one < two and 0 or 0.5 -- also the verdict when the rounds are over
end

function duel.key(state)
  return ("%d %d %d %d %d %d %s"):format(state.health[1], state.health[2], state.potions[1], state.potions[2],
    state.rounds, state.player, state.blow or "")
end

for _, health in ipairs { { 8, 8 }, { 3, 8 }, { 8, 2 }, { 2, 5 } } do
  local state = { health = health, potions = { 1, 1 }, rounds = 8, player = 1 }
  local result = alphabeta.search(duel, state)
  print(("%d : %d  %-6s wins with %4.1f %%"):format(health[1], health[2], result.move, 100 * result.value))
end

-- A whole game with dice to copy: Pig. Roll as often as you like; what the die shows is added to your turn, but a 1
-- loses all of that. Hold, and it is yours. Whoever has 50 first wins. To play it at the terminal:
--
--   lua5.4 examples/play.lua examples/pig.lua

local GOAL = 50
local BASE = GOAL + 6 -- no score, and nothing that a turn brings, is as large

local pig = { name = "pig", sides = { "Ann", "Bob" }, range = { -1, 1 } } -- no value lies outside of the range

-- A state: both scores, what this turn has brought, whose turn it is, and whether the die is being rolled.
local function state_of(ann, bob, turn, player, rolling)
  return { ann, bob, turn = turn, player = player, rolling = rolling }
end

local function is_won(state) return state[3 - state.player] >= GOAL end

function pig.initial() return state_of(0, 0, 0, 1, false) end

-- Where chance decides: what can happen. (A second list would say how likely each is.) Elsewhere nothing.
function pig.chance(state)
  if state.rolling then return { 1, 2, 3, 4, 5, 6 } end
end

function pig.moves(state)
  if is_won(state) or state.rolling then return {} end
  return state.turn > 0 and { "roll", "hold" } or { "roll" }
end

function pig.play(state, move) -- a move of a player's, or what the die shows
  local scores, player = { state[1], state[2] }, state.player
  if move == "roll" then return state_of(scores[1], scores[2], state.turn, player, true) end
  local turn = move == 1 and 0 or state.turn + (move == "hold" and 0 or move)
  if move ~= 1 and move ~= "hold" and scores[player] + turn < GOAL then
    return state_of(scores[1], scores[2], turn, player, false)
  end
  scores[player] = scores[player] + turn
  return state_of(scores[1], scores[2], 0, 3 - player, false)
end

function pig.player(state) return state.player end -- the same one rolls again

-- -1: whoever is to move has lost. Else how far they are ahead.
function pig.evaluate(state)
  local own, other = state[state.player], state[3 - state.player]
  return is_won(state) and -1 or (own + state.turn - other) / GOAL
end

function pig.key(state)
  return ((state[1] * BASE + state[2]) * BASE + state.turn) * 4 + state.player * 2 - (state.rolling and 1 or 2)
end

function pig.format(state)
  return ("Ann %d, Bob %d, this turn %d"):format(state[1], state[2], state.turn)
end

return pig

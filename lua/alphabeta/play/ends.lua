-- After which moves is a game soon over, and for whom? (Option `guard` of a search.)

local core = require "alphabeta.core"
local referee = require "alphabeta.play.referee"

-- Who has won the game, which is over: 1 the player, -1 the other, 0 nobody.
local function won_by(playing, player)
  local worth = playing:payoff_for(player)
  return worth > 0 and 1 or worth < 0 and -1 or 0
end

-- The same of the end of the line that a search expects; 0 if the game is not over there.
local function expected(playing, player, plies)
  if playing:is_over() then return won_by(playing, player) end
  if playing:chance() then return 0 end
  local result = core.search(playing.game, playing.state,
    { depth = plies, table = false, deepening = false, history = playing:history() })
  if result.value == 0 then return 0 end
  for _, move in ipairs(result.pv) do playing:play(move) end
  return playing:is_over() and won_by(playing, player) or 0
end

--- For each legal move, in the game's order: 1 if a search of so many plies after it ends in a finished game that the
--- player to move has won, -1 if in one that is lost, else 0. The state is left as it was.
---@param game table
---@param state any
---@param plies integer
---@return integer[]
return function(game, state, plies, history)
  return referee.with(game, state, function(playing)
    playing:remember(history)
    local player, ends = playing:mover(), {}
    for i, move in ipairs(playing:legal()) do
      playing:play(move)
      ends[i] = expected(playing, player, plies)
      playing:rewind()
    end
    return ends
  end)
end

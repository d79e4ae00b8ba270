-- After which moves is a game soon over, and for whom? (Option `guard` of a search.)

local core = require "alphabeta.core"
local referee = require "alphabeta.play.referee"

-- Who has won the game, which is over: 1 the player, -1 the other, 0 nobody.
local function won_by(playing, player)
  local worth = playing:payoff_for(player)
  return worth > 0 and 1 or worth < 0 and -1 or 0
end

-- The same of the end of the line that a search expects; 0 if the game is not over there.
local function won_in_line(playing, player, result)
  if result.value == 0 then return 0 end
  for _, move in ipairs(result.pv) do playing:play(move) end
  return playing:is_over() and won_by(playing, player) or 0
end

-- Takes from limits what a search has used since it gave a result.
local function spend(limits, before, after)
  if limits.nodes then limits.nodes = limits.nodes - (after.nodes - before.nodes) end
  if limits.time then limits.time = limits.time - (after.time - before.time) end
end

-- May work go on?
local function is_left(limits) return (limits.nodes or 1) > 0 and (limits.time or 1) > 0 end

-- What a search of so many plies expects after the move that was played; nil: within the limits it did not end, and is
-- in `ends.search`.
local function expected(playing, player, plies, ends, limits)
  if playing:is_over() then return won_by(playing, player) end
  if playing:chance() then return 0 end
  local search = ends.search or core.start(playing.game, playing.state,
    { depth = plies, table = false, deepening = false, history = playing:history() })
  ends.search = search
  local before = search:result()
  local is_done = search:step(limits)
  local result = search:result()
  spend(limits, before, result)
  if not is_done then return nil end
  ends.search = nil
  return won_in_line(playing, player, result)
end

-- An error has passed, or the coroutine was killed: brings the state back, and begins again with the move at hand.
-- True: nobody knows what the state is, as a `play` or `undo` that changes it has failed.
local function recover(ends)
  local playing, search = ends.playing, ends.search
  ends.playing, ends.search = nil, nil
  if not playing then return false end
  local stopped = search and search:result().stopped -- which brings back what it had changed itself
  if playing.dirty or stopped == "dirty" then return true end
  playing:recover(0)
  return false
end

--- Goes on with a list: for each of the moves, 1 if a search of so many plies after it ends in a
--- finished game that the player to move has won, -1 if in one that is lost, else 0. The state is left as it was; after
--- an error, or in a coroutine that was killed, it is so when `ends.recover(ends)` has been called.
---@param game table
---@param state any
---@param moves any[]
---@param plies integer
---@param history any[]?
---@param ends table what is known so far; at first empty
---@param nodes integer? so many positions are visited before it pauses
---@param seconds number? it pauses after so long
---@return boolean is_complete
return function(game, state, moves, plies, history, ends, nodes, seconds)
  local playing = referee.begin(game, state)
  playing:remember(history)
  ends.playing, ends.recover = playing, recover
  local player, limits = playing:mover(), { nodes = nodes, time = seconds }
  while #ends < #moves do
    playing:play(moves[#ends + 1])
    ends[#ends + 1] = expected(playing, player, plies, ends, limits)
    playing:rewind()
    if not is_left(limits) then break end
  end
  ends.playing = nil
  return #ends == #moves
end

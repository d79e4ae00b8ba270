-- What can be played from a position, by plain recursion.

local oracle = require "spec.support.oracle"

local plays = {}

--- The value of each move of a position, as its player to move sees it.
---@param depth? integer plies, the move itself included; default: to the end of the game
---@return table<any, number> values by move
function plays.move_values(game, state, depth)
  local values = {}
  for _, move in ipairs(game.moves(state)) do
    local child = game.play(state, move)
    local value = oracle.alphabeta(game, child, depth and depth - 1).value
    local changes = not game.player or game.player(child) ~= game.player(state)
    values[move] = changes and -value or value
  end
  return values
end

--- Plays moves one after the other, `steps` of them or to the end: from the list of legal moves the
--- n-th time the n-th one, beginning again where it ends. Calls `visit` with each position.
function plays.wander(game, state, steps, visit)
  for step = 1, steps do
    visit(state)
    local moves = game.moves(state)
    if #moves == 0 then return end
    state = game.play(state, moves[step % #moves + 1])
  end
end

--- How many sequences of moves there are.
---@param depth integer plies
---@return integer full sequences of exactly `depth` moves
---@return integer ended games that were over before
function plays.sequences(game, state, depth)
  if depth == 0 then return 1, 0 end
  local moves = game.moves(state)
  if #moves == 0 then return 0, 1 end
  local full, ended = 0, 0
  for _, move in ipairs(moves) do
    local child_full, child_ended = plays.sequences(game, game.play(state, move), depth - 1)
    full, ended = full + child_full, ended + child_ended
  end
  return full, ended
end

return plays

-- A solved game: what each of its positions is worth, and which moves are best there.

local core = require "alphabeta.core"
local referee = require "alphabeta.play.referee"

local solution = {}

-- The game of a solution. What is no solution, or no state of the game, is the fault of whoever called `method`.
local function game_of(solved, state, method)
  local ok, game = pcall(core.solved_game, state, solved, method)
  if not ok then error(game, 3) end
  return game
end

--- What the position is worth to the player to move there; nil: the solution does not have it.
---@param state any
---@return number?
function solution:value(state)
  local game = game_of(self, state, "value")
  return (core.solved(self, game.key(state)))
end

--- In how many plies the side that is better off than by endless play can force at least that value; nil where the
--- value is that of endless play, or the solution does not have the position.
---@param state any
---@return integer?
function solution:plies(state)
  local game = game_of(self, state, "plies")
  local _, plies = core.solved(self, game.key(state))
  return plies
end

-- The entry of a move that was just played.
local function entry_of(self, playing, move, mover)
  local value, plies, better, _, order = core.solved(self, playing:ask "key")
  if value == nil then return nil end
  if playing:mover() ~= mover then value, better = 0 - value, -better end
  return { move = move, value = value, plies = plies and plies + 1 }, better, order
end

-- What the moves of the position at hand are worth, and which of them is the best: the first of those that win soonest,
-- or lose latest; where chance has a part in the game, the first that leads on. Nil: the solution does not have the
-- position.
local function look_at(self, playing)
  local value, _, _, over, before = core.solved(self, playing:ask "key")
  if value == nil then return nil end
  local list, best, pace = {}, nil, nil
  local mover = playing:mover()
  for _, move in ipairs(over and {} or playing:legal()) do
    playing:play(move)
    local entry, better, order = entry_of(self, playing, move, mover)
    playing:take_back()
    list[#list + 1] = entry
    local speed = entry and (entry.plies or 0) * -better
    local leads_on = entry and (before < 0 or order < before)
    if leads_on and (not best or entry.value > best.value or entry.value == best.value and speed > pace) then
      best, pace = entry, speed
    end
  end
  return { moves = list, best = not playing:chance() and best or nil }
end

local function looked_at(self, game, state)
  return referee.with(game, state, function(playing) return look_at(self, playing) end)
end

--- All legal moves of the position, in the game's order, with what they are worth to the player to move, and plies.
--- None where the game is over. Nil: the solution does not have the position.
---@param state any
---@return alphabeta.SolvedMove[]?
function solution:moves(state)
  local game = game_of(self, state, "moves")
  local found = looked_at(self, game, state)
  return found and found.moves
end

--- The best move: of those of the best value one that wins soonest, or loses latest; among equals the first. Nil where
--- the game is over, or the solution does not have the position.
---@param state any
---@return any? move
function solution:move(state)
  local game = game_of(self, state, "move")
  local found = looked_at(self, game, state)
  return found and found.best and found.best.move
end

--- A player for `match` that plays the solution's moves.
---@return alphabeta.Player
function solution:player()
  local ok, message = pcall(core.solved, self, 0)
  if not ok then error(message, 2) end
  return function(state)
    local move = self:move(state)
    if move == nil then error("the solution has no move for this position", 2) end
    return move
  end
end

solution.dump = require("alphabeta.keep.saved").dump

return solution

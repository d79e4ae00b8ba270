-- A solved game: what each of its positions is worth, and which moves are best there.

local core = require "alphabeta.core"
local generator = require "alphabeta.base.random"
local matrix = require "alphabeta.play.matrix"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

local solution = {}

-- The game of a solution. What is no solution, or no state of the game, is the fault of whoever called `method`.
local function game_of(solved, state, method)
  local ok, game = pcall(core.solved_game, state, solved, method)
  if not ok then error(game, 3) end
  return game
end

-- The sign of values: they are those of the player to move, or in a game with `simultaneous` player 1's.
local function sign_of(playing) return playing.game.simultaneous and playing:mover() == 2 and -1 or 1 end

--- What the position is worth to the player to move there, or in a game with `simultaneous` to player 1; nil: the
--- solution does not have it.
---@param state any
---@return number?
function solution:value(state)
  local game = game_of(self, state, "value")
  local value = core.solved(self, game.key(state))
  if not game.simultaneous or value == nil then return value end
  return sign_of(referee.begin(game, state)) * value + 0 -- never -0.0
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
  local is_turned = playing:mover() ~= mover
  if is_turned then better = -better end
  if playing.game.simultaneous then value = sign_of(playing) * value + 0
  elseif is_turned then value = 0 - value end
  return { move = move, value = value, plies = plies and plies + 1 }, better, order
end

-- What the moves of the position at hand are worth, and which of them is the best: the first of those that win soonest,
-- or lose latest; where chance has a part in the game, the first that leads on. Nil: the solution does not have the
-- position.
local function look_at(self, playing)
  local value, _, _, over, before = core.solved(self, playing:ask "key")
  if value == nil then return nil end
  local list, best, pace = {}, nil, nil
  local mover, sign = playing:mover(), sign_of(playing)
  for _, move in ipairs(over and {} or playing:legal()) do
    playing:play(move)
    local entry, better, order = entry_of(self, playing, move, mover)
    playing:take_back()
    list[#list + 1] = entry
    local speed = entry and (entry.plies or 0) * -better
    local leads_on = entry and (before < 0 or order < before)
    local gain = leads_on and best and entry.value ~= best.value and sign * (entry.value - best.value) or 0
    if leads_on and (not best or gain > 0 or gain == 0 and speed > pace) then
      best, pace = entry, speed
    end
  end
  return { moves = list, best = not playing:chance() and not playing:at_once() and best or nil }
end

local function looked_at(self, game, state)
  return referee.with(game, state, function(playing) return look_at(self, playing) end)
end

--- All legal moves of the position, in the game's order, with what they are worth, as the position is, and plies. None
--- where the game is over. Nil: the solution does not have the position.
---@param state any
---@return alphabeta.SolvedMove[]?
function solution:moves(state)
  local game = game_of(self, state, "moves")
  local found = looked_at(self, game, state)
  return found and found.moves
end

--- The best move: of those of the best value one that wins soonest, or loses latest; among equals the first. Nil where
--- the game is over, both players choose at once, or the solution does not have the position.
---@param state any
---@return any? move
function solution:move(state)
  local game = game_of(self, state, "move")
  local found = looked_at(self, game, state)
  return found and found.best and found.best.move
end

--- Where both players choose at once: how each of them is to choose. Else nil, and where the solution does not have the
--- position.
---@param state any
---@return alphabeta.Choice[][]?
function solution:strategies(state)
  local game = game_of(self, state, "strategies")
  return referee.with(game, state, function(playing)
    local choices, found, cells = playing:at_once(), look_at(self, playing), {}
    if not choices or not found or #found.moves == 0 then return nil end
    for i, entry in ipairs(found.moves) do cells[i] = entry.value end
    local _, strategies = matrix(choices, cells)
    return strategies
  end)
end

-- By what a player draws: a function of what it is told. In a match that follows from the seed and the place alone.
local function dice_of(seed)
  local running = seed and generator(seed) or math.random
  return function(about)
    return seed and about and generator(seed, about.pair, about.number, about.ply, about.player or 0) or running
  end
end

--- A player for `match` that plays the solution's moves. Where both choose at once it draws from its strategy, by
--- `math.random`, or by a seed.
---@param seed? integer 0 to 2^53
---@return alphabeta.Player
function solution:player(seed)
  local ok, message = pcall(core.solved, self, 0)
  if ok and seed ~= nil and not options.seed.fits(seed) then
    ok, message = false, options.bad_argument("player", 1, ("%s expected, got %s"):format(options.seed.expected,
      options.shown(seed)))
  end
  if not ok then error(message, 2) end
  local dice = dice_of(seed)
  return function(state, _, about)
    game_of(self, state, "player")
    local strategies = self:strategies(state)
    if strategies then return referee.choice(strategies[about and about.player or 1], dice(about)) end
    local move = self:move(state)
    if move == nil then error("the solution has no move for this position", 2) end
    return move
  end
end

solution.dump = require("alphabeta.keep.saved").dump

return solution

-- The game under examination: how it is played through, within the time and the number of games given.

local guard = require "alphabeta.check.guard"
local pictures = require "alphabeta.check.picture"
local random = require "alphabeta.random"
local walk = require "alphabeta.check.walk"

local FAR = 200 -- plies of a random game

-- `game`, `state`, `settings` (the options of alphabeta.check), `calls` (a guard), `picture` (of the given
-- state), `draw` (random numbers for the choice of what is looked at); `idle` (see witness) and `deadline` of
-- the examination at hand; what examinations leave for others: `sample`, `steadiness` and `crowd`.
local Patient = {}
Patient.__index = Patient

local patient = {}

function patient.new(game, state, settings)
  return setmetatable({ game = game, state = state, settings = settings, calls = guard.new(settings.time),
    picture = pictures.take(state), draw = random(settings.seed), idle = {}, deadline = math.huge }, Patient)
end

function Patient:has_time() return os.clock() < self.deadline end

--- A walk from the given state; there is one at a time.
function Patient:begin()
  self.position = walk.new(self.game, self.state, self.calls, self.deadline)
  return self.position
end

--- Ends the walk, wherever it is, and sees that the given state is as it was. `at_once`: without calling
--- `undo`.
function Patient:finish(at_once)
  local position = self.position
  self.position = nil
  if position and not at_once then walk.attempt(position.home, position) end
  if self.picture:change() then self.picture:restore() end
end

--- The random numbers of a game: the same for all examinations.
function Patient:random(game)
  return random(self.settings.seed * 1000 + game)
end

--- Some of the numbers from 1 to n, at most so many; others the next time.
function Patient:some(n, most)
  local list, step = {}, math.max(1, n / most)
  local first = n > 0 and self.draw(n)
  for i = 0, math.min(n, most) - 1 do list[i + 1] = (math.floor(i * step) + first) % n + 1 end
  return list
end

--- True once in so many calls, at random: for what need not be done at each position.
function Patient:now_and_then(most)
  return self.draw(most) == 1
end

local function play(self, position, draw, visit, far)
  repeat
    visit(position)
  until #position.line >= far or not self:has_time() or not position:step(draw)
end

--- Plays random games and calls `visit` with the walk at each position on the way. `visit` leaves the walk
--- where it is. Between games `between`, if given, is called with the walk at its end, and the game's number.
function Patient:wander(visit, between, far, games)
  for game = 1, math.min(self.settings.games, games or self.settings.games) do
    local position = self:begin()
    play(self, position, self:random(game), visit, far or FAR)
    if between then between(position, game) end
    position:home()
    self:finish()
    if not self:has_time() then return end
  end
end

return patient

-- How much stronger one player is than another: series of games between them, until that is clear or time is up. Where
-- more than two play, one weaker player sits among stronger ones.

local elo = require "alphabeta.play.elo"
local match = require "alphabeta.play.match"
local merge = require("alphabeta.play.series").merge
local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"
local rounds = require "alphabeta.play.rounds"

local contest = {}

local SERIES = 20 -- games of a series at least
local SEEDS = 2147483646
local NEAR = 20 -- Elo: well enough known
local SAMPLE = 10 -- games, from which it is estimated how long all of them take

---@class alphabeta.Tally what the stronger player has won
---@field played integer games
---@field counts integer[] of rounds: first those that have brought him nothing, last those that have brought everything
---@field score number 0 to 1
---@field low number the 95 % interval of that
---@field high number
---@field elo number the differences at which such scores are to be expected
---@field elo_low number
---@field elo_high number

--- How many games a series of so many players has: whole rounds.
---@return integer
function contest.series_of(count) return math.ceil(SERIES / count) * count end

-- A series between players of these options, played here.
local function play_here(self)
  return function(given, match_options)
    local state, list = not match_options.openings and self.state or nil, {}
    for who, fields in ipairs(given) do list[who] = players.search(fields) end
    match_options.on_game = function(_, number) return self:note(self.played + number) end
    return match(self.game, state, list, match_options)
  end
end

local Contest = {}
Contest.__index = Contest

--- A contest. Fields that are given: `game`, `state`, `state_of` (or nil), `opening_plies`, `draw`, `play` (or nil),
--- `most` games in all, `time` (or nil), `show`, `on_estimate` (or nil).
function contest.new(self)
  self.count = self.game.players or 2
  self.series, self.played, self.level = contest.series_of(self.count), 0, 1
  self.play = self.play or play_here(self)
  self.processor, self.clock = os.clock(), os.time()
  return setmetatable(self, Contest)
end

-- Seconds since the beginning. The processor's time is exact; where games are played elsewhere, the clock goes on, by
-- whole seconds.
local function elapsed(self) return math.max(os.clock() - self.processor, os.time() - self.clock - 1) end

--- Is time up?
---@return boolean
function Contest:is_late() return self.time ~= nil and elapsed(self) >= self.time end

--- So many games were played: tells, once, how long all of them may take. Is time up?
---@return boolean
function Contest:note(games)
  if games >= SAMPLE and not self.estimate then
    self.estimate = elapsed(self) / games * self.most
    if self.on_estimate then self.on_estimate(self.estimate) end
  end
  return self:is_late()
end

-- Where the rounds of the next series begin, if that is not always the same: each in a state of its own.
local function openings_of(self)
  if not self.state_of then return nil end
  local states, before = {}, math.floor(self.played / self.count)
  for round = 1, self.series / self.count do states[round] = self.state_of(before + round) end
  return states
end

local function player_of(self, level)
  local given = { seed = self.draw(SEEDS) }
  for name, value in pairs(level) do given[name] = value end
  return given
end

-- The players: stronger ones, and the weaker one last.
local function players_of(self, weaker, stronger)
  local given = {}
  for who = 1, self.count - 1 do given[who] = player_of(self, stronger) end
  given[self.count] = player_of(self, weaker)
  return given
end

-- Plays a series; one that was played here is shorter if time is up.
local function play_series(self, weaker, stronger)
  local given = players_of(self, weaker, stronger)
  local series = self.play(given, { games = self.series, opening_plies = self.opening_plies,
    openings = openings_of(self), seed = self.draw(SEEDS), errors = "raise" })
  local ok, whole = pcall(merge, { series })
  local is_whole = ok and #whole.players == self.count and not whole.missing
    and (#whole.games == self.series or whole.games[1] and self:is_late())
  if not is_whole then
    error(("option 'play' returned %s (series of %d games expected)"):format(options.shown(series), self.series), 0)
  end
  return whole
end

-- What the counts say.
local function rate(tally)
  local scores, sum, count = {}, 0, 0
  for i, number in ipairs(tally.counts) do
    scores[i] = (i - 1) / (#tally.counts - 1)
    sum, count = sum + scores[i] * number, count + number
  end
  tally.score = sum / count
  tally.low, tally.high = elo.score_interval(tally.counts, scores)
  tally.elo, tally.elo_low, tally.elo_high =
    elo.difference(tally.score), elo.difference(tally.low), elo.difference(tally.high)
end

--- Is the difference well enough known?
---@param tally alphabeta.Tally
function contest.is_clear(tally) return tally.elo_high - tally.elo_low < 2 * NEAR end

--- Plays until `is_enough(tally)` or time is up; so many games at most, but one series.
---@param weaker table options of a player
---@param stronger table
---@param games integer
---@param is_enough fun(tally: alphabeta.Tally): boolean
---@return alphabeta.Tally
function Contest:measure(weaker, stronger, games, is_enough)
  local tally = { played = 0, counts = {} }
  for i = 1, 2 * self.count * (self.count - 1) + 1 do tally.counts[i] = 0 end
  repeat
    local series = play_series(self, weaker, stronger)
    local counts = series.pairs or rounds.counts_against(series, self.count)
    for i, number in ipairs(counts) do tally.counts[i] = tally.counts[i] + number end
    rate(tally)
    tally.played, self.played = tally.played + #series.games, self.played + #series.games
    self:note(self.played)
    self.show(self.played / self.most, self.level, elapsed(self) / self.played * (self.most - self.played))
  until is_enough(tally) or tally.played + self.series > games or self:is_late()
  return tally
end

return contest

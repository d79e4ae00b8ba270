-- A series of games: how games and pairs add up, and how parts that were played elsewhere become a whole. What is said
-- of pairs holds for the rounds of several players, too.

local elo = require "alphabeta.play.elo"
local options = require "alphabeta.base.options"
local rounds = require "alphabeta.play.rounds"

local series = {}

local DEFAULT_RISK = 0.05
local MOST = 1000000 -- pairs
local MOST_PLAYERS = 8
local TALLY = { "nodes", "time", "moves" }

local SPRT_OPTIONS = {
  elo0 = options.between(-10000, 10000),
  elo1 = options.between(-10000, 10000),
  alpha = options.between(0, 0.5),
  beta = options.between(0, 0.5),
}

local MERGE_OPTIONS = { sprt = options.table }

--- What a player's moves add up to.
---@return alphabeta.MatchTally
function series.tally() return { nodes = 0, time = 0, moves = 0 } end

--- The same of so many players.
---@return alphabeta.MatchTally[]
function series.tallies(count)
  local list = {}
  for who = 1, count do list[who] = series.tally() end
  return list
end

--- A series without games.
---@param count? integer of players; default: 2
---@return alphabeta.MatchSeries
function series.new(count)
  if count and count > 2 then return { games = {}, players = series.tallies(count) } end
  return { wins = 0, draws = 0, losses = 0, games = {}, pairs = { 0, 0, 0, 0, 0 }, players = series.tallies(2) }
end

--- Adds a game; returns the first player's points, of two.
---@param self alphabeta.MatchSeries
---@param record alphabeta.MatchGame
---@return number
function series.add_game(self, record)
  table.insert(self.games, record)
  for who, tally in ipairs(record.players) do
    local total = self.players[who]
    for _, name in ipairs(TALLY) do total[name] = total[name] + tally[name] end
  end
  if #self.players > 2 then return 0 end
  local name = record.winner == 1 and "wins" or record.winner == 2 and "losses" or "draws"
  self[name] = self[name] + 1
  return record.winner == 1 and 1 or record.winner == 2 and 0 or 0.5
end

local function decide(self, test)
  local lower, upper = elo.limits(test.alpha or DEFAULT_RISK, test.beta or DEFAULT_RISK)
  local llr = elo.llr(self.pairs, test.elo0, test.elo1)
  local verdict = llr >= upper and "H1" or llr <= lower and "H0" or nil
  self.sprt = { llr = llr, lower = lower, upper = upper, verdict = verdict }
end

--- Counts a pair, whose two games have been added.
---@param self alphabeta.MatchSeries
---@param points number of the first player
---@param test? alphabeta.SprtOptions
---@return boolean has_verdict
function series.add_pair(self, points, test)
  self.pairs[2 * points + 1] = self.pairs[2 * points + 1] + 1
  if test then decide(self, test) end
  return self.sprt ~= nil and self.sprt.verdict ~= nil
end

--- Says what the games so far tell of the players' strength.
---@param self alphabeta.MatchSeries
function series.rate(self)
  if self.games[1].places then rounds.rate(self) end
  if #self.players > 2 then return end
  self.score = (self.wins + self.draws / 2) / #self.games
  self.elo = elo.difference(self.score)
  self.elo_low, self.elo_high = elo.interval(self.pairs)
end

--- What is wrong with the option `sprt`; nil: nothing.
---@return string?
function series.sprt_flaw(given)
  if given == nil then return nil end
  local flaw = options.flaw(given, SPRT_OPTIONS)
  if flaw then return "option 'sprt': " .. flaw end
  if not (given.elo0 and given.elo1 and given.elo0 < given.elo1) then
    return "option 'sprt': elo0 < elo1 expected"
  end
end

-- Merging ------------------------------------------------------------------------------------------

-- Parts may come from anywhere: what is read of them is plain tables, whose fields are what they are.
local function is_plain(value) return type(value) == "table" and getmetatable(value) == nil end

local function is_whole(value) return type(value) == "number" and value % 1 == 0 and value >= 1 and value <= MOST end

local function is_range(value)
  return is_plain(value) and is_whole(value[1]) and is_whole(value[2]) and value[1] <= value[2]
end

local function is_tally(value)
  if not is_plain(value) then return false end
  for _, name in ipairs(TALLY) do
    local number = value[name]
    if not (type(number) == "number" and number >= 0 and number < math.huge) then return false end
  end
  return true
end

-- How long is a list, all of whose elements fit? nil: it is none.
local function length_of(value, fits)
  if not is_plain(value) then return nil end
  local count, keys = 0, 0
  while value[count + 1] ~= nil do
    count = count + 1
    if not fits(value[count], value[count - 1]) then return nil end
  end
  for _ in pairs(value) do keys = keys + 1 end
  return keys == count and count or nil
end

local function is_game(value, count, has_places)
  return is_plain(value) and length_of(value.players, is_tally) == count
    and (value.winner == nil or is_whole(value.winner) and value.winner <= count)
    and (value.places ~= nil) == has_places and (not has_places or length_of(value.places, is_whole) == count)
end

local function is_later_range(range, before) return is_range(range) and (not before or range[1] > before[2]) end

-- How many play in a series; nil: nobody can tell.
local function count_of(value)
  if value.players == nil then return 2 end
  local count = length_of(value.players, function() return true end)
  return count and count <= MOST_PLAYERS and math.max(2, count) or nil
end

local function has_places(value) return value.games[1] ~= nil and value.games[1].places ~= nil end

-- The field of a series that is not what it should be; nil: none.
local function flaw_in(value)
  local count = count_of(value)
  if not count then return "players" end
  local games = length_of(value.games, is_plain)
  if not games or games % count > 0 then return "games" end
  local places = has_places(value) or count > 2
  if not length_of(value.games, function(game) return is_game(game, count, places) end) then return "games" end
  if not (value.part == nil or is_range(value.part)) then return "part" end
  if not (value.of == nil or is_whole(value.of)) then return "of" end
  if not (value.missing == nil or length_of(value.missing, is_later_range)) then return "missing" end
  return value.part and games > count * (value.part[2] - value.part[1] + 1) and "games" or nil
end

-- Calls `see` with the number of each pair of a series, and the number of its first game.
local function each_pair(self, count, see)
  local number, gap = (self.part or { 1 })[1], 1
  for first = 1, #self.games, count do
    while self.missing and self.missing[gap] and self.missing[gap][1] <= number do
      number, gap = math.max(number, self.missing[gap][2] + 1), gap + 1
    end
    see(number, first)
    number = number + 1
  end
  return number - 1
end

-- The pairs of all series by their numbers, each as a list of its games; and of how many pairs the whole is.
local function collect(list, count)
  local found, most = {}, 0
  for _, part in ipairs(list) do
    local last = each_pair(part, count, function(number, first)
      local games = {}
      for i = 1, count do games[i] = part.games[first + i - 1] end
      found[number] = found[number] or games
    end)
    most = math.max(most, last, part.of or 0)
  end
  return found, most
end

-- The numbers of pairs that are not there, as a list of ranges; nil: none.
local function gaps_in(found, most)
  local gaps, number = {}, 1
  while number <= most do
    local first = number
    while number <= most and not found[number] do number = number + 1 end
    if number > first then gaps[#gaps + 1] = { first, number - 1 } end
    number = number + 1
  end
  return gaps[1] and gaps or nil
end

-- What is wrong with one of the series, beside the first one, and the first one with games, or nil.
local function complaint_about_part(part, i, first, played)
  local flaw = is_plain(part) and flaw_in(part)
  if flaw ~= nil then
    return options.bad_argument("merge", 1, ("series of pairs expected at %d, got %s%s"):format(i, options.shown(part),
      flaw and (" (field '%s' is not what a series has)"):format(flaw) or ""))
  elseif count_of(part) ~= count_of(first) then
    return options.bad_argument("merge", 1, ("series of %d players expected at %d, got one of %d"):format(
      count_of(first), i, count_of(part)))
  elseif played and #part.games > 0 and has_places(part) ~= has_places(played) then
    return options.bad_argument("merge", 1, ("series of the same game expected at %d"):format(i))
  elseif each_pair(part, count_of(part), function() end) > MOST then
    return options.bad_argument("merge", 1, ("series of %d pairs at most expected at %d"):format(MOST, i))
  end
end

--- What is wrong with the arguments of `merge`, or nil.
function series.merge_flaw(list, given)
  if not is_plain(list) or not length_of(list, function() return true end) or #list == 0 then
    return options.bad_argument("merge", 1, "list of series expected")
  end
  local played
  for i, part in ipairs(list) do
    local complaint = complaint_about_part(part, i, list[1], played)
    if complaint then return complaint end
    played = played or #part.games > 0 and part or nil
  end
  local flaw = options.flaw(given, MERGE_OPTIONS)
  local test = not flaw and given and given.sprt
  if test and count_of(list[1]) > 2 then flaw = "option 'sprt' needs a game for two" end
  return options.bad_argument("merge", 2, flaw or series.sprt_flaw(test))
end

-- Adds the games of a pair, or of a round, to a series. Does the test end there?
local function add(merged, games, count, test)
  local points = 0
  for _, game in ipairs(games) do points = points + series.add_game(merged, game) end
  return count == 2 and series.add_pair(merged, points, test)
end

--- One series of several: that which had been played at once, but for the times. They may come in any order; a pair
--- that is in several of them counts once. Pairs that are in none are told as `missing`. With `sprt` it ends where a
--- series that was played at once with that option would have ended: with the pair of the verdict, or before the first
--- one that is missing.
---@param list alphabeta.MatchSeries[]
---@param given? alphabeta.MergeOptions
---@return alphabeta.MatchSeries
function series.merged(list, given)
  local test = given and given.sprt
  local count = count_of(list[1])
  local found, most = collect(list, count)
  local merged = series.new(count)
  for number = 1, most do
    local games = found[number]
    if games and add(merged, games, count, test) then merged.stopped = "sprt" end
    if merged.stopped or test and not games then break end
  end
  if #merged.games > 0 then series.rate(merged) end
  if not merged.stopped then merged.missing = gaps_in(found, most) end
  if merged.missing then merged.of = most end
  return merged
end

--- The same; raises an error if an argument is not what it should be, or an option is unknown.
function series.merge(list, given)
  local complaint = series.merge_flaw(list, given)
  if complaint then error(complaint, 2) end
  return series.merged(list, given)
end

return series

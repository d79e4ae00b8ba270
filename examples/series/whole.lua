-- Plays pairs of games, or rounds where more than two play, and makes a series of them.

local alphabeta = require "alphabeta"
local rounds = require "alphabeta.play.rounds"
local series = require "alphabeta.play.series"
local screen = require "terminal.screen"

local whole = {}

-- What goes into the line of a pair, of the records of its games.
local function pair_of(number, records, timed)
  local pair = { number = number, places = {}, nodes = {}, moves = {}, timed = timed }
  for i, record in ipairs(records) do
    pair.places[i] = record.places or rounds.places_without_payoffs(2, record.winner and 3 - record.winner)
    for who, tally in ipairs(record.players) do
      pair.nodes[who] = (pair.nodes[who] or 0) + tally.nodes
      pair.moves[who] = (pair.moves[who] or 0) + tally.moves
    end
  end
  return pair
end

--- What is counted where so many play.
function whole.noun(players) return players > 2 and "rounds" or "pairs" end

---@class series.Setup what is played
---@field game table
---@field state any or a function that gives one for each pair
---@field players alphabeta.Player[]
---@field games integer of the whole series
---@field seed integer
---@field opening_plies integer
---@field max_plies? integer
---@field progress? boolean
---@field known? series.File what was played before

--- Plays a part, or else the whole series, to its end or to the verdict of a test.
---@param self series.Setup
---@param range? integer[] the first pair and the last
---@param test? alphabeta.SprtOptions
---@param take fun(pair: series.Pair) gets each pair
function whole.play(self, range, test, take)
  local records, timed = {}, false
  alphabeta.match(self.game, self.state, self.players, {
    games = self.games, seed = self.seed, opening_plies = self.opening_plies, max_plies = self.max_plies,
    part = range, sprt = test, errors = "raise", progress = self.progress,
    on_move = function(_, _, info)
      if type(info) == "table" and info.stopped == "time" then timed = true end
    end,
    on_game = function(record, number)
      records[#records + 1] = record
      if #records < #record.players then return end
      take(pair_of(number // #records, records, timed))
      records, timed = {}, false
    end,
  })
end

--- Plays those pairs of a range that are not known yet.
---@param self series.Setup
---@param first integer
---@param last integer
---@param take fun(pair: series.Pair)
function whole.play_missing(self, first, last, take)
  local known, number = self.known, first
  while number <= last do
    local from = number
    while number <= last and not known.pairs[number] do number = number + 1 end
    if number > from then whole.play(self, { from, number - 1 }, nil, take) end
    number = number + 1
  end
end

--- Pairs as a series that alphabeta.merge takes.
---@param known series.File
function whole.series(known)
  local numbers, games, missing, count = {}, {}, {}, 2
  for number in pairs(known.pairs) do numbers[#numbers + 1] = number end
  table.sort(numbers)
  local last = 0
  for _, number in ipairs(numbers) do
    if number > last + 1 then missing[#missing + 1] = { last + 1, number - 1 } end
    last = number
    local pair = known.pairs[number]
    for i, places in ipairs(pair.places) do
      count = #places
      local tallies = {}
      for who in ipairs(places) do
        tallies[who] = { nodes = i == 1 and pair.nodes[who] or 0, moves = i == 1 and pair.moves[who] or 0, time = 0 }
      end
      games[#games + 1] = { winner = rounds.winner(places), places = places, players = tallies }
    end
  end
  return { games = games, missing = missing, of = known.count, players = series.tallies(count) }
end

local function ranges_text(ranges)
  local words = {}
  for i, these in ipairs(ranges) do words[i] = these[1] == these[2] and these[1] or table.concat(these, "-") end
  return table.concat(words, " ")
end

local function print_pairs(played)
  screen.print(("%d games: won %d, drawn %d, lost %d"):format(#played.games, played.wins, played.draws, played.losses))
  if played.elo then
    local first, second = played.players[1], played.players[2]
    screen.print(("Elo %+.1f, from %+.1f to %+.1f; pairs with 0, 1/2, 1, 3/2, 2 points: %s"):format(played.elo,
      played.elo_low, played.elo_high, table.concat(played.pairs, " ")))
    screen.print(("positions: %.0f : %.0f; moves: %d : %d"):format(first.nodes, second.nodes, first.moves,
      second.moves))
  end
  if played.sprt then
    screen.print(("sequential test: %s, log-likelihood ratio %.3f (%.3f to %.3f)"):format(
      played.sprt.verdict or "no verdict yet", played.sprt.llr, played.sprt.lower, played.sprt.upper))
  end
end

local function print_rounds(played)
  screen.print(("%d games of %d players"):format(#played.games, #played.players))
  for who, points in ipairs(played.points or {}) do
    local tally = played.players[who]
    screen.print(("player %d: points %.3f, from %.3f to %.3f; positions: %.0f; moves: %d"):format(who, points,
      played.points_low[who], played.points_high[who], tally.nodes, tally.moves))
  end
end

--- Prints a series.
---@param known { names?: string }
---@param played alphabeta.MatchSeries
function whole.print(known, played)
  if known.names then screen.print(known.names) end
  if #played.players > 2 then print_rounds(played) else print_pairs(played) end
  if played.missing then
    screen.print(("missing of %d %s: %s"):format(played.of, whole.noun(#played.players),
      ranges_text(played.missing)))
  end
end

return whole

-- Plays pairs of games, and makes a series of pairs.

local alphabeta = require "alphabeta"
local screen = require "terminal.screen"

local whole = {}

local WINNERS = { [0] = 2, [1] = 1 } -- by the first player's points

-- What goes into the line of a pair, of the records of its games.
local function pair_of(number, records, timed)
  local pair = { number = number, points = {}, nodes = { 0, 0 }, moves = { 0, 0 }, timed = timed }
  for i, record in ipairs(records) do
    pair.points[i] = record.winner == 1 and 1 or record.winner == 2 and 0 or 0.5
    for who, tally in ipairs(record.players) do
      pair.nodes[who] = pair.nodes[who] + tally.nodes
      pair.moves[who] = pair.moves[who] + tally.moves
    end
  end
  return pair
end

---@class series.Setup what is played
---@field game table
---@field state any
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
  local before, timed
  alphabeta.match(self.game, self.state, self.players, {
    games = self.games, seed = self.seed, opening_plies = self.opening_plies, max_plies = self.max_plies,
    part = range, sprt = test, errors = "raise", progress = self.progress,
    on_move = function(_, _, info)
      if type(info) == "table" and info.stopped == "time" then timed = true end
    end,
    on_game = function(record, number)
      if number % 2 == 1 then
        before = record
        return
      end
      take(pair_of(number // 2, { before, record }, timed or false))
      timed = false
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
  local numbers, games, missing = {}, {}, {}
  for number in pairs(known.pairs) do numbers[#numbers + 1] = number end
  table.sort(numbers)
  local last = 0
  for _, number in ipairs(numbers) do
    if number > last + 1 then missing[#missing + 1] = { last + 1, number - 1 } end
    last = number
    local pair = known.pairs[number]
    for i = 1, 2 do
      local players = {}
      for who = 1, 2 do
        players[who] = { nodes = i == 1 and pair.nodes[who] or 0, moves = i == 1 and pair.moves[who] or 0, time = 0 }
      end
      games[#games + 1] = { winner = WINNERS[pair.points[i]], players = players }
    end
  end
  return { games = games, missing = missing, of = known.count }
end

local function ranges_text(ranges)
  local words = {}
  for i, these in ipairs(ranges) do words[i] = these[1] == these[2] and these[1] or table.concat(these, "-") end
  return table.concat(words, " ")
end

--- Prints a series.
---@param known { names?: string }
---@param series alphabeta.MatchSeries
function whole.print(known, series)
  if known.names then screen.print(known.names) end
  screen.print(("%d games: won %d, drawn %d, lost %d"):format(#series.games, series.wins, series.draws, series.losses))
  if series.elo then
    local first, second = series.players[1], series.players[2]
    screen.print(("Elo %+.1f, from %+.1f to %+.1f; pairs with 0, 1/2, 1, 3/2, 2 points: %s"):format(series.elo,
      series.elo_low, series.elo_high, table.concat(series.pairs, " ")))
    screen.print(("positions: %.0f : %.0f; moves: %d : %d"):format(first.nodes, second.nodes, first.moves,
      second.moves))
  end
  if series.sprt then
    screen.print(("sequential test: %s, log-likelihood ratio %.3f (%.3f to %.3f)"):format(
      series.sprt.verdict or "no verdict yet", series.sprt.llr, series.sprt.lower, series.sprt.upper))
  end
  if series.missing then
    screen.print(("missing of %d pairs: %s"):format(series.of, ranges_text(series.missing)))
  end
end

return whole

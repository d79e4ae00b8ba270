-- Plays a series of games in parts, so that many programs on many machines can share it, and adds the parts up.
--
--   lua5.4 examples/series.lua kalah players.lua --games 1000 --seed 1                   all of it
--   lua5.4 examples/series.lua kalah players.lua --games 1000 --seed 1 --part 3/20 --out part3
--   lua5.4 examples/series.lua --merge part* --plot elo.svg
--
-- See doc/many-games.md.

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local argparse = require "argparse"
local alphabeta = require "alphabeta"
local elo = require "alphabeta.elo"
local command = require "terminal.command"
local files = require "terminal.files"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"
local chart = require "series.chart"
local lines = require "series.lines"
local setup = require "series.setup"

local PLAYERS = (arg[0]:match "^.*[/\\]" or "") .. "players.lua"
local POINTS = 200 -- of a plot
local WINNERS = { [0] = 2, [1] = 1 } -- by the first player's points

-- Arguments ----------------------------------------------------------------------------------------

-- A part: "51-100", the pairs, or "2/20", the second of 20 parts of about the same size.
local function part(word)
  local first, last = word:match "^(%d+)%-(%d+)$"
  if not first then first, last = word:match "^(%d+)/(%d+)$" end
  first, last = math.tointeger(tonumber(first)), math.tointeger(tonumber(last))
  if not first or first < 1 or last < first then
    return nil, ("'%s' is neither pairs, as 51-100, nor one of some parts, as 2/20"):format(word)
  end
  return { first, last, of_parts = word:find("/", 1, true) ~= nil }
end

-- The limits of the sequential test: "0,5" or "0,5,0.05,0.05".
local function limits(word)
  local numbers = {}
  for text in (word .. ","):gmatch "([^,]*)," do numbers[#numbers + 1] = tonumber(text) or text end
  local test = { elo0 = numbers[1], elo1 = numbers[2], alpha = numbers[3], beta = numbers[4] }
  local ok, message = pcall(alphabeta.merge, { { games = {} } }, { sprt = test })
  if ok then return test end
  return nil, ("'%s' is not ELO0,ELO1[,ALPHA,BETA]: %s"):format(word, message:match "option 'sprt': (.*)%)$")
end

local function read_arguments()
  local parser = argparse("series.lua", "Play a series of games, or a part of it, or add parts up.")
    :help_max_width(screen.width):usage_max_width(screen.width)
  parser:argument("game", "One of the library (default: kalah), or a file of Lua that returns one."):args "?"
  parser:argument("players", "A file of Lua that returns two players (default: examples/players.lua)."):args "?"
  parser:option("--games", "Of the whole series (default: 40)."):convert(kinds.integer(2, 1000000)):default "40"
  parser:option("--seed", "Of openings and dice (default: 1)."):convert(kinds.integer(0, 2147483647)):default "1"
  parser:option("--opening-plies", "Random moves at the beginning (default: 4)."):target "opening_plies"
    :convert(kinds.integer(0, 1000000)):default "4"
  parser:option("--max-plies", "After so many moves a game is a draw (default: 1000)."):target "max_plies"
    :convert(kinds.integer(1, 1000000)):default "1000"
  parser:option("--part", "Play only these pairs of games, as 51-100, or one of some parts, as 2/20."):convert(part)
  parser:option("--out", "Add a line for each pair to this file; pairs that it has are not played again.")
  parser:option("--merge", "Add up what these files have."):args "+":argname "FILE"
  parser:option("--sprt", "ELO0,ELO1[,ALPHA,BETA]: end where the sequential test has a verdict."):convert(limits)
  parser:option("--plot", "Write Elo and its interval against games to this file, as SVG."):argname "FILE"
  local arguments = command.read(parser)
  if arguments.part and not arguments.out then error("--part needs --out", 0) end
  if arguments.out and (arguments.sprt or arguments.plot) then error("--sprt and --plot go with --merge", 0) end
  if arguments.games % 2 == 1 then error("--games: an even number expected", 0) end
  return arguments
end

-- Playing ------------------------------------------------------------------------------------------

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

-- Plays a part, or else the whole series, to its end or to the verdict of a test, and hands each pair to `take`.
local function play(self, range, test, take)
  local before, timed
  alphabeta.match(self.game, self.state, self.players, {
    games = self.games, seed = self.seed, opening_plies = self.opening_plies, max_plies = self.max_plies,
    part = range, sprt = test, errors = "raise", progress = true,
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

-- Plays those pairs of a range that are not known yet.
local function play_missing(self, first, last, known, take)
  local number = first
  while number <= last do
    local from = number
    while number <= last and not known.pairs[number] do number = number + 1 end
    if number > from then play(self, { from, number - 1 }, nil, take) end
    number = number + 1
  end
end

-- The pairs of a part; of parts of about the same size, all together are the whole.
local function pairs_in(given, count)
  if not given then return 1, count end
  if given.of_parts then return (given[1] - 1) * count // given[2] + 1, given[1] * count // given[2] end
  if given[2] > count then error(("--part: there are only %d pairs"):format(count), 0) end
  return given[1], given[2]
end

local function write_part(self, arguments)
  local count = self.games // 2
  local first, last = pairs_in(arguments.part, count)
  local file, known = lines.open(arguments.out, self.signature, count)
  if not file then error(known, 0) end
  play_missing(self, first, last, known, function(pair)
    assert(file:write(lines.pair(self.signature, pair)))
    assert(file:flush())
  end)
  assert(file:close())
end

-- The series ---------------------------------------------------------------------------------------

-- Pairs as a series that alphabeta.merge takes.
local function series_of(known)
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

local function print_series(known, series)
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

-- What is odd about the lines that were read.
local function print_remarks(known)
  local timed = 0
  for _, pair in pairs(known.pairs) do timed = timed + (pair.timed and 1 or 0) end
  if timed > 0 then screen.print(("%d pairs were limited by time: played again, they may differ"):format(timed)) end
  if known.damaged > 0 then screen.print(("%d lines are torn, or of another series"):format(known.damaged)) end
  if known.differing > 0 then
    screen.print(("%d pairs were played twice, and differ: a player does not follow from its seed"):format(
      known.differing))
  end
end

-- Elo and its interval after each of some numbers of games.
local function plot(series, title)
  local count = #series.games // 2
  local given = { title = title, x_title = "games", x = {}, low = {}, high = {}, lines = { { values = {} } } }
  local counts, points, at = { 0, 0, 0, 0, 0 }, 0, 0
  local step = math.max(1, count // POINTS)
  for i, game in ipairs(series.games) do
    points = points + (game.winner == 1 and 2 or game.winner == 2 and 0 or 1)
    if i % 2 == 0 then
      local sum = points - at
      counts[sum + 1], at = counts[sum + 1] + 1, points
      if i // 2 % step == 0 or i // 2 == count then
        local n = #given.x + 1
        given.x[n] = i
        given.lines[1].values[n] = elo.difference(points / (2 * i))
        given.low[n], given.high[n] = elo.interval(counts)
      end
    end
  end
  return chart.svg(given)
end

-- All that files of one series have.
local function read_all(paths)
  local all = { pairs = {}, texts = {}, damaged = 0, differing = 0, count = 0 }
  for _, path in ipairs(paths) do
    local known, message = lines.read(path)
    if not known then error(message, 0) end
    if known.signature then
      all.signature = all.signature or known.signature
      if known.signature ~= all.signature then error(lines.difference(path, known.signature, all.signature), 0) end
      for number, pair in pairs(known.pairs) do lines.add(all, pair, known.texts[number]) end
      all.count = math.max(all.count, known.count)
    end
    all.damaged, all.differing = all.damaged + known.damaged, all.differing + known.differing
  end
  if not all.signature then error("no file has the head of a series yet", 0) end
  return all
end

-- Prints the series. True: there is nothing more to be played.
local function conclude(known, arguments)
  local series = alphabeta.merge({ series_of(known) }, { sprt = arguments.sprt })
  known.names = known.signature:match "players ([^;]*)"
  print_series(known, series)
  print_remarks(known)
  if arguments.plot then
    if #series.games == 0 then error("no games to plot yet", 0) end
    local ok, message = files.write(arguments.plot, plot(series, known.names))
    if not ok then error(message, 0) end
  end
  return series.stopped ~= nil or series.missing == nil
end

local function main()
  local arguments = read_arguments()
  if arguments.merge then os.exit(conclude(read_all(arguments.merge), arguments) and 0 or 2, true) end
  local self = { games = arguments.games, seed = arguments.seed, opening_plies = arguments.opening_plies,
    max_plies = arguments.max_plies }
  local game_text, names, text
  self.game, self.state, game_text = setup.game(arguments.game or "kalah")
  self.players, names, text = setup.players(arguments.players or PLAYERS)
  self.signature = setup.signature(self.game, self.state, game_text, {
    ("players %s against %s"):format(names[1], names[2]), "file of players " .. lines.checksum(text),
    "seed " .. self.seed, "opening plies " .. self.opening_plies, "max plies " .. self.max_plies,
  })
  if arguments.out then return write_part(self, arguments) end
  local known = { signature = self.signature, count = self.games // 2, pairs = {}, damaged = 0, differing = 0 }
  play(self, nil, arguments.sprt, function(pair) known.pairs[pair.number] = pair end)
  conclude(known, arguments)
end

command.run("series.lua", main)

-- Plays a series of games in parts, so that many programs on many machines can share it, and adds the parts up.
--
--   lua5.4 examples/series.lua kalah players.lua --games 1000 --seed 1                   all of it
--   lua5.4 examples/series.lua kalah players.lua --games 1000 --seed 1 --part 3/20 --out part3
--   lua5.4 examples/series.lua --merge part* --plot elo.svg
--
-- See doc/many-games.md.

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local elo = require "alphabeta.play.elo"
local rounds = require "alphabeta.play.rounds"
local contents = require "alphabeta.tell.contents"
local command = require "terminal.command"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"
local chart = require "alphabeta.tell.chart"
local lines = require "series.lines"
local setup = require "series.setup"
local whole = require "series.whole"

local PLAYERS = (arg[0]:match "^.*[/\\]" or "") .. "players.lua"
local POINTS = 200 -- of a plot
local GAMES = 40

-- Arguments ----------------------------------------------------------------------------------------

-- A part: "51-100", the pairs, or "2/20", the second of 20 parts of about the same size.
local function part(word)
  local first, last = word:match "^(%d+)%-(%d+)$"
  if not first then first, last = word:match "^(%d+)/(%d+)$" end
  first, last = math.tointeger(tonumber(first)), math.tointeger(tonumber(last))
  if not first or first < 1 or last < first then
    return nil, ("'%s' is neither pairs, such as 51-100, nor a part, such as 2/20"):format(word)
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
  local parser = command.parser("series.lua", "Play a series of games, or a part of one, or add parts up.")
  parser:argument("game", "A game of the library (default: kalah), or a Lua file that returns one."):args "?"
  parser:argument("players", "A Lua file of two players, or one for each seat (default: examples/players.lua).")
    :args "?"
  parser:option("--games", "Games of the whole series (default: 40, and what whole rounds take)."):convert(
    kinds.integer(2, 1000000))
  parser:option("--seed", "Seed of openings and dice."):convert(kinds.integer(0, 2147483647)):default "1"
  parser:option("--opening-plies", "Random moves at the beginning."):convert(kinds.integer(0, 1000000)):default "4"
  parser:option("--max-plies", "A game is a draw after so many moves.")
    :convert(kinds.integer(1, 1000000)):default "1000"
  parser:option("--part", "Play only these pairs of games, or rounds, such as 51-100, or a part, such as 2/20.")
    :convert(part)
  parser:option("--out", "Append a line for each pair to this file; pairs that it already has are not played again.")
  parser:option("--merge", "Add up the pairs in these files."):args "+":argname "FILE"
  parser:option("--sprt", "ELO0,ELO1[,ALPHA,BETA]: stop when the sequential test has a verdict."):convert(limits)
  parser:option("--plot", "Plot Elo and its interval over the games, as SVG, to this file."):argname "FILE"
  local arguments = command.read(parser)
  if arguments.part and not arguments.out then error("--part needs --out", 0) end
  if arguments.out and (arguments.sprt or arguments.plot) then
    error("--out: cannot be used with --sprt and --plot, which --merge takes", 0)
  end
  return arguments
end

-- Playing ------------------------------------------------------------------------------------------

-- The pairs of a part, of so many; of parts of about the same size, all together are the whole.
local function pairs_in(given, count, what)
  if not given then return 1, count end
  if given.of_parts then return (given[1] - 1) * count // given[2] + 1, given[1] * count // given[2] end
  if given[2] > count then error(("--part: there are only %d %s"):format(count, what), 0) end
  return given[1], given[2]
end

local function write_part(self, arguments)
  local count = self.games // #self.players
  local first, last = pairs_in(arguments.part, count, whole.noun(#self.players))
  local write
  write, self.known = lines.open(arguments.out, self.signature, count)
  whole.play_missing(self, first, last, write)
end

-- The series ---------------------------------------------------------------------------------------

-- What is odd about the lines that were read.
local function print_remarks(known, what)
  local timed = 0
  for _, pair in pairs(known.pairs) do timed = timed + (pair.timed and 1 or 0) end
  if timed > 0 then screen.print(("%d %s were limited by time: played again, they may differ"):format(timed, what)) end
  if known.damaged > 0 then
    screen.print(contents.count_text(known.damaged, "line is torn, or belongs", "lines are torn, or belong")
      .. " to another series")
  end
  if known.differing > 0 then
    screen.print(("%d %s were played twice, and differ: a player does not depend on its seed alone"):format(
      known.differing, what))
  end
end

local function as_it_is(score) return score end

-- Elo, or the points of the first of several players, and the interval, after each of some numbers of games.
local function plot(series, names)
  local each = #series.players
  local title, shown = "Elo", elo.difference
  if each > 2 then title, shown = "Points of player 1", as_it_is end
  local given = { title = title .. ": " .. names, x_title = "games", x = {}, low = {}, high = {},
    lines = { { values = {} } } }
  local counts, scores, sum, count = {}, {}, 0, #series.games // each
  local step = math.max(1, count // POINTS)
  for number = 1, count do
    local won, most = rounds.won(series.games, (number - 1) * each + 1, 1)
    for i = #counts, most do counts[i + 1], scores[i + 1] = 0, i / most end
    counts[won + 1], sum = counts[won + 1] + 1, sum + won / most
    if number % step == 0 or number == count then
      local n = #given.x + 1
      given.x[n] = number * each
      given.lines[1].values[n] = shown(sum / number)
      local low, high = elo.score_interval(counts, scores)
      given.low[n], given.high[n] = shown(low), shown(high)
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
  if not all.signature then error("no file has the header of a series yet", 0) end
  return all
end

local function refuse_test(arguments, players)
  if arguments.sprt and players > 2 then error("--sprt needs a game for two players", 0) end
end

-- Prints the series. True: there is nothing more to be played.
local function conclude(known, arguments)
  local series = whole.series(known)
  refuse_test(arguments, #series.players)
  series = alphabeta.merge({ series }, { sprt = arguments.sprt })
  known.names = known.signature:match "players ([^;]*)"
  whole.print(known, series)
  print_remarks(known, whole.noun(#series.players))
  if arguments.plot then
    if #series.games == 0 then error("no games to plot yet", 0) end
    command.write(arguments.plot, plot(series, known.names))
  end
  return series.stopped ~= nil or series.missing == nil
end

local function main()
  local arguments = read_arguments()
  if arguments.merge then os.exit(conclude(read_all(arguments.merge), arguments) and 0 or 2, true) end
  local self = { seed = arguments.seed, opening_plies = arguments.opening_plies,
    max_plies = arguments.max_plies, progress = true }
  local game_text, names, text
  self.game, self.state, game_text = setup.game(arguments.game or "kalah", self.seed)
  self.players, names, text = setup.players(self.game, arguments.players or PLAYERS)
  self.games = setup.games(self.game, arguments.games, GAMES)
  refuse_test(arguments, #self.players)
  self.signature = setup.signature(self.game, self.state, game_text, {
    "players " .. table.concat(names, #names == 2 and " against " or ", "), "file of players " .. lines.checksum(text),
    "seed " .. self.seed, "opening plies " .. self.opening_plies, "max plies " .. self.max_plies,
  })
  if arguments.out then return write_part(self, arguments) end
  local known = { signature = self.signature, count = self.games // #self.players, pairs = {}, damaged = 0,
    differing = 0 }
  whole.play(self, nil, arguments.sprt, function(pair) known.pairs[pair.number] = pair end)
  conclude(known, arguments)
end

command.run("series.lua", main)

-- Tunes the parameters of a player, by games of the player against itself (SPSA, see series/spsa.lua), and then plays
-- the result against the start.
--
--   lua5.4 examples/tune.lua kalah weights.lua --samples 2000 --out tuning --plot tuning.svg
--   lua5.4 examples/tune.lua kalah weights.lua --samples 2000 --out tuning --through 'parallel -j 8'
--
-- See doc/many-games.md.

local HERE = arg[0]:match "^.*[/\\]" or ""
package.path = HERE .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local chart = require "alphabeta.tell.chart"
local command = require "terminal.command"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"
local games = require "terminal.games"
local elsewhere = require "series.elsewhere"
local lines = require "series.lines"
local rounds = require "alphabeta.play.rounds"
local setup = require "series.setup"
local spsa = require "series.spsa"
local whole = require "series.whole"

local GAMES = 100 -- of the match of the result against the start
local MOST = 1000000 -- games of a series

-- Arguments ----------------------------------------------------------------------------------------

local function read_arguments()
  local parser = command.parser("tune.lua", "Tune the parameters of a player by games against itself.")
  parser:argument("game", "A game of the library (default: kalah), or a Lua file that returns one."):args "?"
  parser:argument("file", "A Lua file with parameters and a player (default: examples/weights.lua)."):args "?"
  parser:option("--samples", "Pairs of games, or rounds, to learn from."):convert(kinds.integer(1, 400000))
    :default "200"
  parser:option("--batch", "Samples that begin from the same values."):convert(kinds.integer(1, 400000))
    :default "20"
  parser:option("--games", "Games of the result against the start (default: 100, and what whole rounds take).")
    :convert(kinds.integer(2, 200000))
  parser:option("--gain", "How far a sample moves the values."):convert(kinds.positive "number"):default "1"
  parser:option("--seed", "Seed of all random choices."):convert(kinds.integer(0, 2147483647)):default "1"
  parser:option("--opening-plies", "Random moves at the beginning."):convert(kinds.integer(0, 1000000)):default "4"
  parser:option("--out", "Append a line for each pair to this file; pairs that it already has are not played again.")
  parser:option("--plot", "Plot the parameters over the games, as SVG, to this file."):argname "FILE"
  command.add_through(parser, "a batch is", 10000)
  parser:option("--part", "Play only these pairs, such as 41-60: what --through runs.")
  parser:option("--known", "With --part: the file with the earlier pairs.")
  local arguments = command.read(parser)
  if arguments.game and arguments.game ~= "kalah" and not arguments.file then
    error(("a file with parameters and a player expected after '%s', such as examples/weights.lua for Kalah"):format(
      screen.line(arguments.game)), 0)
  end
  if arguments.through and not arguments.out then error("--through needs --out", 0) end
  return arguments
end

-- Pairs --------------------------------------------------------------------------------------------

-- Pairs 1 to `samples` are those of the tuning, those after them of the match of the result against the start.
local function sides(self, number)
  if number <= self.samples then return self.tuning:sides(number) end
  return self.tuning:values(), self.start
end

-- The players of all pairs: which values they have follows from the pair that a game belongs to. Where more than two
-- play, the first one has the one side's, and all others have the other's.
local function players(self)
  local at, current, list = nil, nil, {}
  for who = 1, self.game.players or 2 do
    list[who] = function(state, game, about)
      if about.pair ~= at then
        local plus, minus = sides(self, about.pair)
        local both = { self.given.player(plus), self.given.player(minus) }
        at, current = about.pair, setup.seated(self.game, both, self.file)
      end
      return current[who](state, game, about)
    end
  end
  return list
end

-- Sees to it that pairs are known: plays those that are not.
local function provide(self, first, last)
  local function take(pair)
    self.known.pairs[pair.number] = pair
    if self.write then self.write(pair) end
  end
  if not self.through then return whole.play_missing(self, first, last, take) end
  elsewhere.provide(self, self.known, first, last, take)
end

-- Tuning -------------------------------------------------------------------------------------------

-- Goes through the batches up to a pair; `provided` is called with the first and the last pair of each.
local function learn(self, provided, up_to)
  for first = 1, self.samples, self.batch do
    local last = math.min(self.samples, first + self.batch - 1)
    if up_to and last >= up_to then return end
    provided(first, last)
    self.tuning:learn(first, last, function(number)
      local won, most = rounds.won(whole.series({ pairs = { self.known.pairs[number] } }).games, 1, 1)
      return won / most
    end)
  end
end

local function print_values(self)
  local values = self.tuning:values()
  for _, one in ipairs(self.given.parameters) do
    screen.print(("%-16s %12.6g  (at the start %.6g)"):format(screen.line(one.name), values[one.name], one.start))
  end
end

local function course(self)
  local given = { title = "steps from the start", x_title = "games", x = {}, lines = {} }
  local each = #self.players
  for at in ipairs(self.tuning.course) do given.x[at] = each * math.min(self.samples, (at - 1) * self.batch) end
  for i, one in ipairs(self.given.parameters) do
    local values = {}
    for at, steps in ipairs(self.tuning.course) do values[at] = steps[i] end
    given.lines[i] = { name = one.name, values = values }
  end
  return chart.svg(given)
end

-- The match of the result against the start.
local function try(self)
  local count = self.trial // #self.players
  local first, last = self.samples + 1, self.samples + count
  provide(self, first, last)
  local known = { pairs = {}, count = count, damaged = 0, differing = 0 }
  for number = first, last do known.pairs[number - self.samples] = self.known.pairs[number] end
  known.names = "the result against the start"
  whole.print(known, alphabeta.merge { whole.series(known) })
end

-- A program that --through has started: knows what was played before, and adds some pairs.
local function play_part(self, arguments)
  local first, last = arguments.part:match "^(%d+)%-(%d+)$"
  first, last = math.tointeger(tonumber(first)), math.tointeger(tonumber(last))
  if not first then error("--part: pairs such as 41-60 expected", 0) end
  local known = arguments.known and lines.read(arguments.known) or { pairs = {} }
  self.known = known
  learn(self, function(from, to)
    for number = from, to do
      if not known.pairs[number] then error(("--known: pair %d is missing"):format(number), 0) end
    end
  end, first)
  self.through = nil
  provide(self, first, last)
end

local function new(arguments)
  local self = { samples = arguments.samples, batch = arguments.batch, seed = arguments.seed,
    opening_plies = arguments.opening_plies, out = arguments.out, through = arguments.through, gain = arguments.gain,
    pieces = arguments.pieces, game_name = arguments.game or "kalah", file = arguments.file or HERE .. "weights.lua" }
  local game_text, ok, text
  self.game, self.state, game_text = setup.game(self.game_name, self.seed)
  self.trial = setup.games(self.game, arguments.games, GAMES)
  ok, self.given, text = games.evaluate(self.file)
  if not ok then error(self.given, 0) end
  local flaw = type(self.given) ~= "table" and "table with parameters and a player expected"
    or spsa.flaw(self.given.parameters)
  if flaw then error(("%s: %s"):format(self.file, flaw), 0) end
  if type(self.given.player) ~= "function" then error(self.file .. ": function expected as 'player'", 0) end
  self.tuning = spsa.new(self.given.parameters, { samples = self.samples, seed = self.seed, gain = self.gain })
  self.start = self.tuning:values()
  self.command = elsewhere.line { arg[-1] or "lua", arg[0], self.game_name, self.file, "--samples", self.samples,
    "--batch", self.batch, "--games", self.trial, "--gain", self.gain, "--seed", self.seed,
    "--opening-plies", self.opening_plies, "--known", self.out }
  self.players = players(self)
  self.games = #self.players * self.samples + self.trial
  if self.games > MOST then error(("--samples and --games: %d games at most"):format(MOST), 0) end
  self.signature = setup.signature(self.game, self.state, game_text, { "parameters " .. lines.checksum(text),
    "samples " .. self.samples, "batch " .. self.batch, "gain " .. self.gain, "seed " .. self.seed,
    "opening plies " .. self.opening_plies })
  self.known = { pairs = {} }
  return self
end

local function main()
  local arguments = read_arguments()
  local self = new(arguments)
  if self.out then
    self.write, self.known = lines.open(self.out, self.signature, self.games // #self.players)
  end
  if arguments.part then return play_part(self, arguments) end
  local function show()
    if arguments.plot then command.write(arguments.plot, course(self)) end
  end
  learn(self, function(first, last)
    provide(self, first, last)
    show()
  end)
  print_values(self)
  show()
  try(self)
end

command.run("tune.lua", main)

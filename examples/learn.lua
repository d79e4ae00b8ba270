-- Learns the weights of a game's features by games of the computer against itself, and then plays the result against
-- the start.
--
--   lua5.4 examples/learn.lua connect4 --games 5000 --plot weights.svg
--
-- See doc/learning.md.

local HERE = arg[0]:match "^.*[/\\]" or ""
package.path = HERE .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local command = require "terminal.command"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local EVERY = 2 -- seconds of work between two lines

local function read_arguments()
  local parser = command.parser("learn.lua", "Learn the weights of a game's features by games against itself.")
  parser:argument("game", "A game with features: connect4 (default), kalah, othello, or a Lua file that returns one.")
    :args "?"
  parser:option("--games", "Against itself, at most."):convert(kinds.integer(20, 1000000000)):default "5000"
  parser:option("--time", "To learn, at most, in seconds."):convert(kinds.seconds)
  parser:option("--depth", "Depth of the search that chooses moves."):convert(kinds.integer(1, 1000)):default "1"
  parser:option("--seed", "Seed of all random choices."):convert(kinds.integer(0, 2147483647)):default "1"
  parser:option("--opening-plies", "Random moves at the beginning."):convert(kinds.integer(0, 1000000000)):default "6"
  parser:option("--phases", "Phases of the game with weights of their own."):convert(kinds.integer(1, 50)):default "1"
  parser:option("--match", "Games against the start, and against 'evaluate' (0: none)."):argname "GAMES"
    :convert(kinds.integer(0, 1000000)):default "100"
  parser:option("--move-time", "Seconds for each move of the match."):convert(kinds.seconds)
  parser:option("--plot", "Write the course of the weights to this file, as SVG."):argname "FILE"
  local arguments = command.read(parser)
  if arguments.match % 2 == 1 then error("--match: an even number expected", 0) end
  return arguments
end

-- The weights so far in one line.
local function show_course(learned)
  local words = {}
  for i, weight in ipairs(learned.weights) do words[i] = ("%.3g"):format(weight) end
  screen.print(("%d games: %s"):format(learned.games, table.concat(words, " ")))
end

local function learn(arguments, game, state)
  local learning = alphabeta.start_learn(game, state, { games = arguments.games, time = arguments.time,
    depth = arguments.depth, seed = arguments.seed, opening_plies = arguments.opening_plies,
    phases = arguments.phases })
  while not learning:step { time = EVERY } do
    local learned = learning:result()
    if learned then show_course(learned) end
  end
  return learning:result() or error("--time: not even 20 games could be played", 0)
end

local function print_series(opponent, series)
  screen.print(("against %s: +%d =%d -%d, Elo %+.0f (%+.0f to %+.0f)"):format(opponent, series.wins, series.draws,
    series.losses, series.elo, series.elo_low, series.elo_high))
end

local function main()
  local arguments = read_arguments()
  local game, state = games.begun(arguments.game or "connect4")
  if not game.features then error("the game has no field 'features', which names what matters in it", 0) end
  local learned = learn(arguments, game, state)
  screen.print(screen.lines(tostring(learned)))
  if arguments.match > 0 then
    local match = learned:match { games = arguments.match, time = arguments.move_time, progress = true }
    print_series("the start", match.start)
    if match.evaluate then print_series("'evaluate'", match.evaluate) end
  end
  screen.print ""
  screen.print(screen.lines(learned:text()))
  if arguments.plot then learned:plot(arguments.plot) end
end

command.run("learn.lua", main)

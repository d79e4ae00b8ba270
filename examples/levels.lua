-- Finds levels of difficulty of a game, and prints them as Lua. With --through the games are played in other programs.
--
--   lua5.4 examples/levels.lua kalah --depth 4 --count 5
--   lua5.4 examples/levels.lua examples/briscola.lua --playouts 200 --time 600
--   lua5.4 examples/levels.lua othello --depth 8 --through 'parallel -j 8' --pieces 10 --out levels
--
-- See doc/many-games.md.

local HERE = arg[0]:match "^.*[/\\]" or ""
package.path = HERE .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local command = require "terminal.command"
local files = require "terminal.files"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local elsewhere = require "series.elsewhere"
local players = require "alphabeta.play.player"
local setup = require "series.setup"
local whole = require "series.whole"


local function read_arguments()
  local parser = command.parser("levels.lua", "Find levels of a game, by games of the computer against itself.")
  parser:argument("game", "A game of the library (default: kalah), or a Lua file that returns one."):args "?"
  parser:option("--depth", "How far the strongest player looks ahead."):convert(kinds.integer(1, 1000)):default "3"
  parser:option("--playouts", "Playouts of the strongest player, in games with hidden cards or more than two players.")
    :convert(kinds.integer(1, 1000000)):default "100"
  parser:option("--count", "How many levels."):convert(kinds.integer(2, 100)):default "3"
  parser:option("--games", "Games to find a level, at most."):convert(kinds.integer(20, 1000000))
    :default "200"
  parser:option("--time", "Seconds at most; then it prints the levels found so far."):convert(kinds.integer(1, 1000000))
  parser:option("--seed", "Seed of all random choices."):convert(kinds.integer(0, 2147483647)):default "1"
  command.add_through(parser, "twenty games are", 10)
  parser:option("--out", "With --through: the prefix of the names of temporary files.")
  local arguments = command.read(parser)
  if arguments.through and not arguments.out then error("--through needs --out", 0) end
  return arguments
end

-- Plays a series in other programs.
local function play_elsewhere(arguments, game_name)
  return function(seated, options)
    local file = arguments.out .. ".players.lua"
    local list = {}
    for who, given in ipairs(seated) do list[who] = contents.source(given) end
    assert(files.write(file, ("return { %s }\n"):format(table.concat(list, ", "))))
    local known = { pairs = {}, count = options.games // #seated }
    arguments.command = elsewhere.line { arg[-1] or "lua", HERE .. "series.lua", game_name, file, "--games",
      options.games, "--seed", options.seed, "--opening-plies", options.opening_plies or 0 }
    elsewhere.provide(arguments, known, 1, known.count, function(pair) known.pairs[pair.number] = pair end)
    os.remove(file)
    return whole.series(known)
  end
end

local function tell_estimate(seconds)
  io.stderr:write(("At most %s, it seems.\n"):format(
    contents.count_text(math.max(1, math.ceil(seconds)), "second", "seconds")))
end

local function main()
  local arguments = read_arguments()
  local name = arguments.game or "kalah"
  local game, state = games.begun(name)
  if game.determinize and arguments.through then error("--through needs a game with nothing hidden", 0) end
  local levels = alphabeta.levels(game, setup.deals(game, state, arguments.seed), {
    strongest = players.is_sampled({}, game) and { playouts = arguments.playouts } or { depth = arguments.depth },
    count = arguments.count, games = arguments.games, time = arguments.time, seed = arguments.seed,
    progress = true, on_estimate = tell_estimate,
    play = arguments.through and play_elsewhere(arguments, name) or nil,
  })
  io.write(tostring(levels))
end

command.run("levels.lua", main)

-- What is worth how much? Players with different searches play Kalah against each other. Limits are in
-- moves and positions, not in seconds, so the table is the same on every machine.
--
--   lua5.4 examples/tournament.lua --help

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local command = require "terminal.command"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local OPENING_PLIES = 4

local function read_arguments()
  local parser = command.parser("tournament.lua", "What is each search worth? A tournament of Kalah.")
  parser:option("--games", "Games per pairing, an even number.")
    :convert(kinds.integer(2, 1000000)):default "80"
  parser:option("--nodes", "Positions per move, in the pairings where they are the limit.")
    :convert(kinds.integer(20, 1000000000)):default "2500"
  parser:option("--seed", "Seed of the random openings and choices.")
    :convert(kinds.integer(0, 2147483647)):default "1"
  local arguments = command.read(parser)
  if arguments.games % 2 == 1 then error("--games: an even number expected", 0) end
  return arguments
end

-- The pairings: two names, each with the options of its search.
local function pairings(nodes)
  local list = {}
  for depth = 1, 4 do
    list[depth] = {
      { "depth " .. depth + 2, { depth = depth + 2 } }, { "depth " .. depth, { depth = depth } },
    }
  end
  local function name(limit) return ("%d positions"):format(limit) end
  local few = nodes // 2
  list[#list + 1] = { { name(nodes), { nodes = nodes } }, { name(few), { nodes = few } } }
  list[#list + 1] = {
    { name(nodes), { nodes = nodes } }, { "as many, no table", { nodes = nodes, table = false } },
  }
  return list
end

local function player(description, seed)
  local options = { seed = seed }
  for name, value in pairs(description[2]) do options[name] = value end
  return alphabeta.player(options)
end

local ROW = "%-15s %-18s %3s %5s %4s  %5s  %-13s %s"

local function row_of(pairing, series)
  local first, second = series.players[1], series.players[2]
  return ROW:format(pairing[1][1], pairing[2][1], series.wins, series.draws, series.losses,
    ("%+.0f"):format(series.elo), ("%+.0f to %+.0f"):format(series.elo_low, series.elo_high),
    ("%.0f : %.0f"):format(first.nodes / first.moves, second.nodes / second.moves))
end

local function main()
  local arguments = read_arguments()
  screen.print(("Kalah (6,4): %d games each, from random openings of %d moves, each played on both sides.")
    :format(arguments.games, OPENING_PLIES))
  screen.print ""
  screen.print(ROW:format("a player", "against", "won", "drawn", "lost", "Elo", "95 % interval", "positions each"))
  for _, pairing in ipairs(pairings(arguments.nodes)) do
    local series = alphabeta.match(kalah, kalah.initial(), {
      player(pairing[1], arguments.seed), player(pairing[2], arguments.seed + 1),
    }, { games = arguments.games, opening_plies = OPENING_PLIES, seed = arguments.seed, progress = true })
    screen.print(row_of(pairing, series))
  end
end

command.run("tournament.lua", main)

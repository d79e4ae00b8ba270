-- Solves a game: how many positions it has, who wins, and how.
--
--   lua5.4 examples/solve.lua [GAME]      e.g. tictactoe
--
-- GAME is one that comes with the library, or a file of Lua that returns a game with `initial`.

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local referee = require "alphabeta.play.referee"
local command = require "terminal.command"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local function read_arguments()
  local parser = command.parser("solve.lua", "Solve a small game: value all of its positions.")
  parser:argument("game", "A game of the library (default: tictactoe), or a Lua file that returns one."):args "?"
  parser:option("--positions", "Give up if there are more positions (default: a million).")
    :convert(kinds.integer(1, 250000000))
  return command.read(parser)
end

-- The line that two players play who do their best, until the game is over or comes to where it was.
local function best_line(game, start, solution)
  local playing, line, seen = referee.begin(game, start), {}, {}
  repeat
    local state = playing.state
    local move = solution:move(state)
    if move == nil then break end
    seen[game.key(state)] = true
    line[#line + 1] = screen.line(notation.move(game, state, move))
    playing:play(move)
  until seen[game.key(playing.state)]
  return table.concat(line, " ")
end

-- A value; where chance decides it is a sum, whose last digits mean nothing.
local function worth_text(game, value)
  if not game.chance then return contents.number_text(value) end
  return ("%.6g"):format(math.floor(value * 1e9 + 0.5) / 1e9)
end

local function main()
  local arguments = read_arguments()
  local game, start = games.begun(arguments.game or "tictactoe")
  if not game.key then error("the game has no field 'key'", 0) end
  local solution = alphabeta.solve(game, start, { positions = arguments.positions, progress = true })
  screen.print(("%d positions"):format(#solution))
  local value, plies = solution:value(start), solution:plies(start)
  screen.print(("worth %s to %s%s"):format(worth_text(game, value),
    game.simultaneous and "player 1" or "the player who begins",
    plies and ", in " .. contents.count_text(plies, "ply", "plies") or ""))
  if not game.chance and not game.simultaneous then screen.print("best play: " .. best_line(game, start, solution)) end
end

command.run("solve.lua", main)

-- Any game at the terminal: you against the computer, or the computer against itself.
--
--   lua5.4 examples/play.lua GAME [OPTION...]
--
-- GAME is one that comes with the library (kalah, othello, ewn ...), or a file of Lua that returns a game
-- with `initial`. `--help` after it shows the options.

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local game_name, words = table.remove(arg, 1), arg
if not game_name or game_name:sub(1, 1) == "-" then
  io.stderr:write [[
usage: play.lua GAME [OPTION...]
GAME is kalah, connect4, othello, tictactoe, ewn (EinStein würfelt nicht), pig,
oshi (Oshi-Zumo), or a file of Lua that returns a game;
play.lua GAME --help shows the options: for Kalah they are these.

]]
  local asked = game_name == "--help" or game_name == "-h"
  if not asked then os.exit(false) end
  game_name, words = "kalah", { "--help" }
end

require("terminal.program").main("play.lua " .. game_name, game_name, words)

-- What a series depends on: the game, the players, the options; and a signature, by which two programs see that they
-- play the same one.

local alphabeta = require "alphabeta"
local files = require "terminal.files"
local games = require "terminal.games"
local lines = require "series.lines"
local screen = require "terminal.screen"

local setup = {}

local NODES = 2000 -- of the search whose course is in the signature

-- The words of options, in the order of their names.
local function described(options)
  local words = {}
  for name, value in pairs(options) do words[#words + 1] = ("%s %s"):format(name, screen.line(value)) end
  table.sort(words)
  return table.concat(words, ", ")
end

-- A player out of options, or a function; and what to call it.
local function new_player(given, number)
  if type(given) == "function" then return given, "player " .. number end
  local options, name = {}, nil
  for field, value in pairs(type(given) == "table" and given or error("a table or a function expected", 0)) do
    if field == "name" then name = screen.line(value) else options[field] = value end
  end
  return alphabeta.player(options), name or described(options)
end

--- The players that a file of Lua returns: a list of two, each the options of a player, or a function.
---@return alphabeta.Player[] players
---@return string[] names
---@return string text of the file
function setup.players(path)
  local ok, list, text = games.evaluate(path)
  if not ok then error(list, 0) end
  if type(list) ~= "table" then error(("%s: list of two players expected"):format(path), 0) end
  local players, names = {}, {}
  for number = 1, 2 do
    local fits, player, name = pcall(new_player, list[number], number)
    if not fits then error(("%s: player %d: %s"):format(path, number, games.complaint(player)), 0) end
    players[number], names[number] = player, name
  end
  return players, names, text
end

--- The game of a name, and its text if it is a file.
---@return table game
---@return any state to begin with
---@return string text
function setup.game(name)
  local game, state = games.begun(name)
  if game.players then
    error("this program plays games without 'players'; for more than two players, alphabeta.match plays rounds", 0)
  end
  return game, state, name:find "[/\\.]" and files.read(name) or name
end

--- What pairs of games depend on, as a text: the version and the game, the course of a fixed search, the texts of the
--- files, the options.
---@param parts string[] more of it
function setup.signature(game, state, text, parts)
  local result = alphabeta.search(game, state, { nodes = NODES })
  local list = {
    alphabeta._VERSION, "game " .. lines.checksum(text),
    ("search %d %d %d %.17g"):format(result.depth, result.leaves, result.cutoffs, result.value or 0),
  }
  for _, part in ipairs(parts) do list[#list + 1] = part end
  return (table.concat(list, ";"):gsub("%c", " "))
end

return setup

-- What a series depends on: the game, the players, the options; and a signature, by which two programs see that they
-- play the same one.

local alphabeta = require "alphabeta"
local check = require "alphabeta.play.player"
local files = require "terminal.files"
local games = require "terminal.games"
local lines = require "series.lines"
local screen = require "terminal.screen"

local setup = {}

-- Of the search whose course is in the signature.
local NODES, PLAYOUTS = 2000, 200
local SEEDS = 2147483647

-- The words of options, in the order of their names.
local function described(options)
  local words = {}
  for name, value in pairs(options) do words[#words + 1] = ("%s %s"):format(name, screen.line(value)) end
  table.sort(words)
  return table.concat(words, ", ")
end

-- A player out of options, or a function; and what to call it. Where it is one of several with the same options, it
-- draws other numbers.
local function new_player(game, given, number, later)
  if type(given) == "function" then return given, "player " .. number end
  local options, name = {}, nil
  for field, value in pairs(type(given) == "table" and given or error("a table or a function expected", 0)) do
    if field == "name" then name = screen.line(value) else options[field] = value end
  end
  name = name or described(options)
  if options.seed and later > 0 then options.seed = (options.seed + later) % SEEDS end
  local flaw = check.flaw(options, game)
  if flaw then error(flaw, 0) end
  return alphabeta.player(options), name
end

--- The players of a list: one for each who plays the game, or two, of whom the second one has all other seats.
---@param game table
---@param list any each the options of a player, or a function
---@param path string the file that it comes from
---@return alphabeta.Player[] players
---@return string[] names of those in the list
function setup.seated(game, list, path)
  local count = game.players or 2
  if type(list) ~= "table" then error(("%s: list of two players expected"):format(path), 0) end
  if #list > count then error(("%s: %d players at most expected, got %d"):format(path, count, #list), 0) end
  local players, names, own = {}, {}, #list == 2 and 2 or count
  for number = 1, count do
    local at = math.min(number, own)
    local fits, player, name = pcall(new_player, game, list[at], at, number - at)
    if not fits then error(("%s: player %d: %s"):format(path, at, games.complaint(player)), 0) end
    players[number], names[at] = player, name
  end
  return players, names
end

--- The players that a file of Lua returns.
---@return alphabeta.Player[] players
---@return string[] names
---@return string text of the file
function setup.players(game, path)
  local ok, list, text = games.evaluate(path)
  if not ok then error(list, 0) end
  local players, names = setup.seated(game, list, path)
  return players, names, text
end

--- Where cards are hidden, a function that gives each pair of games, or round, the deal of its number.
---@return any state
function setup.deals(game, state, seed)
  if not game.determinize then return state end
  return function(number)
    math.randomseed((seed + number) % SEEDS)
    return game.initial()
  end
end

--- The game of a name, and its text if it is a file.
---@param seed integer of the deals
---@return table game
---@return any state to begin with, or a function of the number of a pair
---@return string text
function setup.game(name, seed)
  local game, state = games.begun(name)
  return game, setup.deals(game, state, seed), name:find "[/\\.]" and files.read(name) or name
end

--- How many games a series has: as many as asked for, or by default so many, and what a last round needs.
function setup.games(game, asked, default)
  local count = game.players or 2
  if asked and asked % count > 0 then
    error(("--games: %s expected"):format(count == 2 and "an even number" or "a multiple of " .. count), 0)
  end
  return asked or math.ceil(default / count) * count
end

--- What pairs of games depend on, as a text: the version and the game, the course of a fixed search, the texts of the
--- files, the options.
---@param parts string[] more of it
function setup.signature(game, state, text, parts)
  if game.determinize then state = state(1) end
  local result = alphabeta.search(game, state, check.is_sampled({}, game)
    and { algorithm = "mcts", playouts = PLAYOUTS, seed = 1 } or { nodes = NODES })
  local list = {
    alphabeta._VERSION, "game " .. lines.checksum(text),
    ("search %d %d %d %.17g"):format(result.depth, result.leaves or result.nodes, result.cutoffs or result.playouts,
      result.value or 0),
  }
  for _, part in ipairs(parts) do list[#list + 1] = part end
  return (table.concat(list, ";"):gsub("%c", " "))
end

return setup

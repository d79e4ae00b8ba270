-- Levels of difficulty, by number and by name: those of a file, or new ones, by games of the computer against itself.

local alphabeta = require "alphabeta"
local files = require "terminal.files"
local games = require "terminal.games"
local screen = require "terminal.screen"
local seats = require "alphabeta.play.seats"

local levels = {}

local GAMES = 200 -- at most, to find a level
local NODES, MANY_NODES = 500, 4000 -- of the strongest one, in a game in Lua and in one in C
local ENVIRONMENT = { math = { huge = math.huge } } -- of a file with levels

-- The list that a text gives for a game, or nil and what is wrong.
local function read(game, text)
  local chunk, message = load(text, "=levels", "t", ENVIRONMENT)
  local ok, list = pcall(chunk or error, message)
  if not ok then return nil, screen.message(list) end
  if type(list) ~= "table" or #list == 0 then return nil, "not a list of levels" end
  local flaw = seats.flaw_of_levels(game, list)
  return not flaw and list or nil, flaw
end

--- The levels of a file; or nil, and what is wrong if there is such a file.
---@return table? list the weakest first
---@return string? message
function levels.read(game, path)
  local file = io.open(path, "rb")
  if not file then return nil end
  file:close()
  local text, message = files.read(path)
  if not text then return nil, message end
  local list, flaw = read(game, text)
  return list, flaw and ("%s: %s"):format(path, flaw)
end

--- Lets the computer play against itself to find levels, and writes them to a file; or returns nil and a message.
---@param game table
---@param begins any a position to begin with, or a function that gives one for each number
---@param path string
function levels.find(game, begins, path)
  local refusal = files.refusal(path) -- before a minute's work
  if refusal then return nil, refusal end
  screen.print "Finding levels: the computer plays against itself ..."
  local ok, list = pcall(alphabeta.levels, game, begins, {
    strongest = { nodes = game.lua and MANY_NODES or NODES }, games = GAMES, seed = 1, progress = true,
  })
  if not ok then
    if type(list) == "string" and list:find "interrupted!$" then error(list, 0) end
    return nil, games.complaint(list)
  end
  ok, refusal = files.write(path, tostring(list))
  return ok and list, refusal
end

--- What a level is called.
function levels.name(list, number)
  local name = seats.name(#list, number)
  return ("level %d of %d%s"):format(number, #list, tonumber(name) and "" or (" (%s)"):format(name))
end

--- Which level a number or a name means; or nil and what is wrong.
---@return integer? number
---@return string? message
function levels.number(list, word) return seats.level(#list, math.tointeger(tonumber(word)) or word:lower()) end

return levels

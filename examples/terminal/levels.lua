-- Levels of difficulty, by number and by name: those that come with a game, those of a file, and new ones.

local alphabeta = require "alphabeta"
local files = require "terminal.files"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local levels = {}

local NAMES = { "weak", "easy", "medium", "strong", "strongest" }
local GAMES = 200 -- at most, to find a level
local NODES, MANY_NODES = 500, 4000 -- of the strongest one, in a game in Lua and in one in C
local MANY_POSITIONS = 1000000
local ENVIRONMENT = { math = { huge = math.huge } } -- of a file with levels

-- Levels of these temperatures, and above them one that looks much farther.
local function known(depth, temperatures)
  local list = {}
  for i, temperature in ipairs(temperatures) do
    list[i] = { options = { depth = depth, temperature = temperature, guard = 1 } }
  end
  list[#list + 1] = { options = { nodes = MANY_POSITIONS } }
  return list
end

-- Found by alphabeta.levels for the positions that games begin with.
local KNOWN = {
  kalah = known(4, { 8.29, 4.14, 2.07, 1.23 }),
  connect4 = known(4, { 2, 1, 0.5, 0.25 }),
  othello = known(3, { 32.3, 8.07, 2.86, 1.43 }),
  tictactoe = known(9, { 1.41, 0.707, 0.5, 0.25 }),
}

-- The list that a text gives, or nil and what is wrong.
local function read(text)
  local chunk, message = load(text, "=levels", "t", ENVIRONMENT)
  local ok, list = pcall(chunk or error, message)
  if not ok then return nil, screen.message(list) end
  if type(list) ~= "table" or #list == 0 then return nil, "no list of levels" end
  for i, level in ipairs(list) do
    local fits, problem = pcall(alphabeta.player, type(level) == "table" and level.options or 0)
    if not fits then return nil, ("level %d: %s"):format(i, screen.message(problem)) end
  end
  return list
end

-- Lets the computer play against itself to find levels.
local function find(game, state)
  screen.print "Finding levels: the computer plays against itself ..."
  local ok, list = pcall(alphabeta.levels, game, state, {
    strongest = { nodes = game.lua and MANY_NODES or NODES }, games = GAMES, seed = 1, progress = true,
  })
  if ok then return list end
  if type(list) == "string" and list:find "interrupted!$" then error(list, 0) end
  return nil, games.complaint(list)
end

--- The levels of a game: those of a file, which is written if it is not there; or those that are known; or new ones.
---@param name string of the game
---@param game table
---@param state any the position to begin with
---@param path? string
---@return table? list the weakest first
---@return string? message
function levels.of(name, game, state, path)
  if not path then
    if KNOWN[name] and package.loaded["alphabeta.games." .. name] == game then return KNOWN[name] end
    return find(game, state)
  end
  local file = io.open(path, "rb")
  if file then
    file:close()
    local text, message = files.read(path)
    if not text then return nil, message end
    local list, flaw = read(text)
    return list, flaw and ("%s: %s"):format(path, flaw)
  end
  local refusal = files.refusal(path) -- before a minute's work
  if refusal then return nil, refusal end
  local list, message = find(game, state)
  if not list then return nil, message end
  local ok, problem = files.write(path, tostring(list))
  if not ok then return nil, problem end
  return list
end

--- What a level is called.
function levels.name(list, number)
  local name = #list == #NAMES and NAMES[number]
  return ("level %d of %d%s"):format(number, #list, name and (" (%s)"):format(name) or "")
end

-- Which of so many levels that is; or nil and what is wrong.
local function number_of(count, word)
  for number, name in ipairs(count == #NAMES and NAMES or {}) do
    if word:lower() == name then return number end
  end
  local number = kinds.integer(1, count)(word)
  if number then return number end
  local names = count == #NAMES and (", or %s"):format(table.concat(NAMES, ", ")) or ""
  return nil, ("unknown level '%s' (expected 1-%d%s)"):format(word, count, names)
end

--- Reads a number or a name; or nil and what is wrong.
---@return integer? number
---@return string? message
function levels.number(list, word) return number_of(#list, word) end

--- What is wrong with a number or a name, whatever levels may be found; nil: perhaps nothing.
---@return string? message
function levels.flaw(word) return select(2, number_of(#NAMES, word)) end

return levels

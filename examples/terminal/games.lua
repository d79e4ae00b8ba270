-- Games by their names: those that come with the library, and files of Lua.

local flaws = require "alphabeta.base.flaws"
local options = require "alphabeta.base.options"
local files = require "terminal.files"
local screen = require "terminal.screen"

local games = {}

local CALLBACKS = { "initial", "parse", "format", "format_move", "parse_move" }

-- What is wrong with what a file has returned; nil: nothing that can be seen without a position.
local function flaw_of_form(game)
  if type(game) ~= "table" then return ("table expected, got %s"):format(options.shown(game)) end
  for _, name in ipairs(CALLBACKS) do
    local value = game[name]
    if value ~= nil and not options.is_callable(value) then
      return ("field '%s': function expected, got %s"):format(name, options.shown(value))
    end
  end
end

--- What a file of Lua returns.
---@param path string
---@return boolean ok
---@return any value or what is wrong
---@return string? text of the file
function games.evaluate(path)
  local text, message = files.read(path)
  if not text then return false, message end
  local code = text:gsub("^\239\187\191", ""):gsub("^#[^\n]*", "") -- as `loadfile` skips them
  local chunk
  chunk, message = load(code, "@" .. path, "t")
  if not chunk then return false, ("%s cannot be read as Lua: %s"):format(path, message) end
  local ok, value = pcall(chunk)
  if ok then return true, value, text end
  return false, ("%s raises an error when it is loaded: %s"):format(path, screen.message(value))
end

-- The game that a file of Lua returns, and its title; or nil and a message. It may require what lies beside it.
local function from_file(path)
  package.path = path:gsub("[^/\\]*$", "") .. "?.lua;" .. package.path
  local ok, game = games.evaluate(path)
  if not ok then return nil, game end
  local flaw = flaw_of_form(game)
  if flaw then return nil, ("%s must return a game (%s)"):format(path, flaw) end
  local title = type(game.name) == "string" and game.name or path:match "([^/\\]*)$":gsub("%.lua$", "")
  return game, title
end

-- Where there are weights they are played with: they change no solution.
local function from_library(name)
  local module = "alphabeta.games." .. name
  local found, game = pcall(require, module)
  if found then return game.weighed or game, name end
  if not tostring(game):find(("module '%s' not found"):format(module), 1, true) then return nil, game end
  return nil, ("there is no game '%s'"):format(name)
end

--- Is a value a game, as far as can be seen without a position?
function games.is_game(value) return flaw_of_form(value) == nil end

--- Finds a game: a path, or what ends in ".lua", is a file of Lua that returns it.
---@param name string
---@return table? game
---@return any title or what is wrong
function games.find(name)
  if name:find "[/\\]" or name:find "%.lua$" then return from_file(name) end
  if not name:find "^[%w_]+$" then return nil, ("there is no game '%s'"):format(name) end
  return from_library(name)
end

--- What is wrong, on a line, out of an error such as "file:1: bad argument #1 to 'initial' (what is wrong)".
---@return string
function games.complaint(problem)
  return screen.message(type(problem) == "string" and problem:match "bad argument.-%((.*)%)$" or problem)
end

--- What keeps a game from being played from a state; nil: nothing.
---@return string?
function games.flaw(game, state)
  if game.goal and not game.evaluate then return "a puzzle: see examples/puzzle.lua" end
  local message = flaws.of_game("begin", game, state)
  return message and games.complaint(message)
end

--- A game by its name, and a position to begin with: one that is given, or the game's own. Raises an error if there is
--- nothing to be searched.
---@param name string
---@param state? any
---@return table game
---@return any state
---@return any title
function games.begun(name, state)
  local game, title = games.find(name)
  if not game then error(title, 0) end
  if state == nil then
    if not game.initial then error("no starting position: the game has no field 'initial'", 0) end
    state = game.initial()
  end
  local flaw = games.flaw(game, state)
  if flaw then error(flaw, 0) end
  return game, state, title
end

return games

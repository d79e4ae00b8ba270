-- A game as text, to save and to load: where it began, and after that the text of its session. A line for each thing,
-- which its first word names:
--
--   game kalah            which game it is
--   set holes=4           a parameter of `initial`, if it began there
--   players 3             how many play, if not two
--   position              or else a position to begin with, in the lines that follow,
--   .                     up to a dot alone
--
-- Empty lines, and those that begin with #, do not count.

local files = require "terminal.files"
local kinds = require "terminal.kinds"

local record = {}

local SHOWN = 60 -- bytes of a line that is quoted in a message
local MOST = 2147483647 -- players, or a seed
local FIRST, SEED = "%x%x%x%x%x%x session ", "\n%x%x%x%x%x%x seed (%d+)%s" -- lines of a session's text

---@class terminal.Start where a game has begun
---@field parameters? table of `initial`
---@field position? string or a position that was typed in
---@field players integer how many play
---@field seed integer of `math.random`, by which `initial` deals, and of the session

---@class terminal.Saved
---@field name string of the game
---@field start terminal.Start
---@field text string of the session

-- A parameter as `kinds.setting` reads it.
local function value_text(value)
  local text = tostring(value)
  if type(value) == "number" and tonumber(text) ~= value then return ("%.17g"):format(value) end
  return text
end

--- Writes a game down.
---@param saved terminal.Saved
---@return string text
function record.write(saved)
  local start, settings = saved.start, {}
  for name, value in pairs(start.parameters or {}) do
    settings[#settings + 1] = ("set %s=%s\n"):format(name, value_text(value))
  end
  table.sort(settings)
  return table.concat { "game ", saved.name, "\n", table.concat(settings),
    start.players > 2 and ("players %d\n"):format(start.players) or "",
    start.position and ("position\n%s\n.\n"):format(start.position) or "", saved.text }
end

--- Takes the lines of a position off an iterator, up to a dot alone or to the end. Raises an error if there is
--- no end.
function record.read_position(next_line)
  local lines, size = {}, 0
  for line in next_line do
    if line:match "^%s*%.%s*$" then break end
    size = size + #line + 1
    if size > files.MOST then error(("a position is longer than %d bytes"):format(files.MOST), 0) end
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

local readers = {}

function readers.game(found, rest) found.name = rest end

function readers.position(found, _, next_line) found.start.position = record.read_position(next_line) end

function readers.players(found, rest)
  local number, message = kinds.integer(0, MOST)(rest)
  found.start.players = number
  return message
end

function readers.set(found, rest)
  local setting, message = kinds.setting(rest)
  if not setting then return message end
  found.start.parameters = found.start.parameters or {}
  found.start.parameters[setting.name] = setting.value
end

--- Reads a game.
---@param text string
---@return terminal.Saved? found
---@return string? message
function record.read(text)
  local from = ("\n" .. text):find("\n" .. FIRST) or #text + 1
  local found = { start = { players = 2 }, text = text:sub(from) }
  found.start.seed = kinds.integer(0, MOST)(found.text:match(SEED) or "")
  local next_line = text:sub(1, from - 1):gmatch "([^\r\n]*)\r?\n?"
  for line in next_line do
    local word, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
    local read = readers[word]
    local message = read and read(found, rest, next_line)
      or word and not read and word:sub(1, 1) ~= "#" and ("'%s' is not part of a game"):format(line:sub(1, SHOWN))
    if message then return nil, message end
  end
  if not found.name then return nil, "the line 'game NAME' is missing" end
  return found
end

--- Reads a game from a file; or returns nil and a message, also if it is another game, or for others.
---@param path string
---@param name string of the game
---@param players integer how many play
---@return terminal.Saved? found
---@return string? message
function record.load(path, name, players)
  local text, message = files.read(path)
  if not text then return nil, message end
  local found
  found, message = record.read(text)
  if not found then return nil, message end
  if found.name ~= name then return nil, ("this is a game of %s"):format(found.name) end
  if found.start.players ~= players then
    return nil, ("this is a game for %d players"):format(found.start.players)
  end
  if not found.start.seed then return nil, "its moves are missing" end
  return found
end

return record

-- A game as text, to save and to load. A line for each thing, which its first word names:
--
--   game kalah            which game it is
--   set holes=4           a parameter of `initial`, if it began there
--   players 3             how many play, and
--   seed 4711             by which number `initial` dealt, where cards may be hidden, or more than two play
--   position              or else a position to begin with, in the lines that follow,
--   .                     up to a dot alone
--   move 3                the moves, one after the other
--
-- Empty lines, and those that begin with #, do not count.

local notation = require "alphabeta.tell.notation"
local files = require "terminal.files"
local kinds = require "terminal.kinds"

local record = {}

local SHOWN = 60 -- bytes of a line that is quoted in a message
local NUMBERS = { "players", "seed" }
local MOST = 2147483647 -- such a number

---@class terminal.Start where a game has begun
---@field parameters? table of `initial`
---@field players? integer how many play
---@field seed? integer of `math.random`, by which `initial` deals
---@field position? string or a position that was typed in

local function sorted_names(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- A parameter as `kinds.setting` reads it.
local function value_text(value)
  local text = tostring(value)
  if type(value) == "number" and tonumber(text) ~= value then return ("%.17g"):format(value) end
  return text
end

local function is_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for field, value in pairs(a) do
    if not is_same(value, b[field]) then return false end
  end
  for field in pairs(b) do
    if a[field] == nil then return false end
  end
  return true
end

--- Writes a game down; or returns nil and a message, if reading would not give the same one.
---@param name string of the game
---@param start terminal.Start
---@param moves string[]
---@return string? text
---@return string? message
function record.write(name, start, moves)
  local lines = { "game " .. name }
  if start.position then
    lines[#lines + 1] = "position\n" .. start.position .. "\n."
  end
  for _, parameter in ipairs(sorted_names(start.parameters or {})) do
    lines[#lines + 1] = ("set %s=%s"):format(parameter, value_text(start.parameters[parameter]))
  end
  for _, word in ipairs(NUMBERS) do
    if start[word] then lines[#lines + 1] = ("%s %d"):format(word, start[word]) end
  end
  for _, move in ipairs(moves) do lines[#lines + 1] = "move " .. move end
  local text = table.concat(lines, "\n") .. "\n"
  if is_same(record.read(text), { name = name, start = start, moves = moves }) then return text end
  return nil, "its texts do not fit on lines"
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

function readers.move(found, rest) table.insert(found.moves, rest) end

function readers.position(found, _, next_line) found.start.position = record.read_position(next_line) end

for _, name in ipairs(NUMBERS) do
  readers[name] = function(found, rest)
    local number, message = kinds.integer(0, MOST)(rest)
    found.start[name] = number
    return message
  end
end

function readers.set(found, rest)
  local setting, message = kinds.setting(rest)
  if not setting then return message end
  found.start.parameters = found.start.parameters or {}
  found.start.parameters[setting.name] = setting.value
end

--- Reads a game.
---@param text string
---@return { name: string, start: terminal.Start, moves: string[] }? found
---@return string? message
function record.read(text)
  local found = { start = {}, moves = {} }
  local next_line = text:gmatch "([^\r\n]*)\r?\n?"
  for line in next_line do
    local word, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
    local read = readers[word]
    local message = read and read(found, rest, next_line)
      or word and not read and word:sub(1, 1) ~= "#" and ("'%s' is no part of a game"):format(line:sub(1, SHOWN))
    if message then return nil, message end
  end
  if not found.name then return nil, "no line says which game it is" end
  return found
end

--- Reads a game from a file; or returns nil and a message, also if it is another game, or for others.
---@param path string
---@param name string of the game
---@param players integer how many play
function record.load(path, name, players)
  local text, message = files.read(path)
  if not text then return nil, message end
  local found
  found, message = record.read(text)
  if not found then return nil, message end
  if found.name ~= name then return nil, ("this is a game of %s"):format(found.name) end
  if (found.start.players or 2) ~= players then
    return nil, ("this is a game for %d players"):format(found.start.players or 2)
  end
  return found
end

--- The moves that have been played, as text.
---@param playing alphabeta.Playing
---@return string[]
function record.moves(playing)
  local moves, texts = {}, {}
  for i, move in ipairs(playing.line) do moves[i] = move end
  playing:rewind()
  for i, move in ipairs(moves) do
    texts[i] = notation.menu(playing):entry(move)
    playing:play(move)
  end
  return texts
end

--- Plays moves that are given as text; or returns nil and a message.
---@param playing alphabeta.Playing
---@param texts string[]
function record.replay(playing, texts)
  for number, text in ipairs(texts) do
    local move, message = notation.menu(playing):read(text)
    if move == nil then return nil, ("move %d: %s"):format(number, message) end
    playing:play(move)
  end
  return true
end

return record

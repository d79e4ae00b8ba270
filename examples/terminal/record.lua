-- A game as text, to save and to load. A line for each thing, which its first word names:
--
--   game kalah            which game it is
--   set holes=4           a parameter of `initial`, if it began there
--   position              or else a position to begin with, in the lines that follow,
--   .                     up to a dot alone
--   move 3                the moves, one after the other
--
-- Empty lines, and those that begin with #, do not count.

local kinds = require "terminal.kinds"

local record = {}

---@class terminal.Start where a game has begun
---@field parameters? table of `initial`
---@field position? string or a position that was typed in

local function sorted_names(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- Writes a game down.
---@param name string of the game
---@param start terminal.Start
---@param moves string[]
function record.write(name, start, moves)
  local lines = { "game " .. name }
  if start.position then
    lines[#lines + 1] = "position\n" .. start.position .. "\n."
  end
  for _, parameter in ipairs(sorted_names(start.parameters or {})) do
    lines[#lines + 1] = ("set %s=%s"):format(parameter, start.parameters[parameter])
  end
  for _, move in ipairs(moves) do lines[#lines + 1] = "move " .. move end
  return table.concat(lines, "\n") .. "\n"
end

--- Takes the lines of a position off an iterator, up to a dot alone or to the end.
function record.read_position(next_line)
  local lines = {}
  for line in next_line do
    if line:match "^%s*%.%s*$" then break end
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

local readers = {}

function readers.game(found, rest) found.name = rest end

function readers.move(found, rest) table.insert(found.moves, rest) end

function readers.position(found, _, next_line) found.start.position = record.read_position(next_line) end

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
      or word and not read and word:sub(1, 1) ~= "#" and ("'%s' is no part of a game"):format(line)
    if message then return nil, message end
  end
  if not found.name then return nil, "no line says which game it is" end
  return found
end

return record

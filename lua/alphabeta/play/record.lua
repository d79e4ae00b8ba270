-- A session as lines of text, and back. The first word of a line says what it is:
--
--   session 1             the form of these lines
--   game kalah            the game's name
--   start 5f07a1          a checksum of the position that it began with
--   seed 4711             of chance and of the computer
--   seat human 3 of 5     for each player who sits there, and the level of the computer
--   move e2-e4            what was played, by its text,
--   chance 6              and what chance did;
--   move-number 3         or by its number in `moves`, where the text does not tell it from others
--   chance-number 3
--
-- Before each line stands a checksum.

local checked_lines = require "alphabeta.base.checked_lines"
local notation = require "alphabeta.tell.notation"

local record = {}

local FORM = "session 1"
local LONGEST = 40 -- bytes of a table as text

---@class alphabeta.Record
---@field seed integer
---@field seats { kind: string, level: integer, count: integer }[]
---@field played { word: string, rest: string, line: integer }[]

-- A game's name on a line.
local function name_of(game) return type(game.name) == "string" and game.name:gsub("%c", " ") or "" end

-- Is a text the same at another time, and when it has been on a line? A long one of what a table holds may be of what
-- changes.
local function lasts(game, move, text)
  return text:find "^[^%c%s]" and text:find "[^%c%s]$" and not text:find "%c"
    and (type(move) ~= "table" or game.format_move ~= nil or #text <= LONGEST)
end

-- Adds the texts of the legal moves, or of a player's choices; of those that do not last only that they are there.
local function add_texts(parts, playing, chooser)
  for _, move in ipairs(playing:legal(chooser)) do
    local text = notation.of(playing, move, chooser)
    parts[#parts + 1] = lasts(playing.game, move, text) and text or ""
  end
end

--- What tells one position to begin with from others: how it is shown, and what can be played there; where all choose
--- at once, by each of them.
---@param playing alphabeta.Playing
---@return string
function record.start(playing)
  local game, state = playing.game, playing.state
  local parts = { type(game.format) == "function" and tostring((game.format(state))) or "" }
  if not playing:at_once() then add_texts(parts, playing) end
  for player = 1, playing:at_once() and playing:count() or 0 do
    parts[#parts + 1] = ("player %d"):format(player)
    add_texts(parts, playing, player)
  end
  return checked_lines.sum(table.concat(parts, "\n"))
end

--- The line of a legal move or an outcome that is about to be played.
---@param playing alphabeta.Playing
---@return string
function record.line(playing, move, text)
  local word, number = playing:chance() and "chance" or "move", playing:number_of(move)
  if lasts(playing.game, move, text) and playing:number_of((notation.parse(playing, text))) == number then
    return word .. " " .. text
  end
  return ("%s-number %d"):format(word, number)
end

--- The text of a session.
---@param session table
---@return string
function record.write(session)
  local lines = {
    FORM, "game " .. name_of(session.game), "start " .. session.start, ("seed %.0f"):format(session.seed),
  }
  for _, seat in ipairs(session.seats) do
    lines[#lines + 1] = ("seat %s %d of %d"):format(seat.kind, seat.level, #session.level_options)
  end
  for _, entry in ipairs(session.entries) do lines[#lines + 1] = session.lines[entry] end
  return checked_lines.write(lines)
end

-- What is wrong with one of the first lines, which must be another one; nil: nothing.
local function flaw_of_line(lines, number, wanted, message)
  if lines[number] == wanted then return nil end
  return ("line %d: %s"):format(number, message)
end

-- Reads the line of a seat.
local function read_seat(line)
  local kind, level, count = (line or ""):match "^seat (%l+) (%d+) of (%d+)$"
  return kind and { kind = kind, level = tonumber(level), count = tonumber(count) }
end

--- Reads the text of a session; or returns nil and which line is wrong. What was played is not looked at yet.
---@param text string
---@param start string of the position to begin with
---@return alphabeta.Record?
---@return string? message
function record.read(text, game, start)
  if not text:find "^%x+ session" then return nil, "line 1: not the text of a session" end
  local lines, message = checked_lines.read(text)
  if not lines then return nil, message end
  message = flaw_of_line(lines, 1, FORM, "not the text of a session of this version")
    or flaw_of_line(lines, 2, "game " .. name_of(game), ("'%s' expected: the text is of another game"):format(
      "game " .. name_of(game)))
    or flaw_of_line(lines, 3, "start " .. start, "the game began with another position (option 'state')")
  if message then return nil, message end
  local found = { seed = tonumber((lines[4] or ""):match "^seed (%d+)$"), seats = {}, played = {} }
  if not found.seed then return nil, "line 4: seed expected" end
  for i = 1, game.players or 2 do
    found.seats[i] = read_seat(lines[4 + i])
    if not found.seats[i] then return nil, ("line %d: seat expected"):format(4 + i) end
  end
  for number = 5 + #found.seats, #lines do
    local word, rest = lines[number]:match "^(%S+) (.*)$"
    found.played[#found.played + 1] = { word = word, rest = rest, line = number }
  end
  return found
end

-- The move that a line says; or nil and what is wrong.
local function move_of(playing, word, rest)
  local is_over = playing:is_over()
  local wanted = not is_over and playing:chance() and "chance" or "move"
  if is_over then return nil, "the game is already over" end
  if word == wanted .. "-number" then
    local move = playing:move_at(tonumber(rest) or 0)
    if move ~= nil then return move end
    return nil, ("there is no move %s"):format(rest)
  elseif word ~= wanted then
    return nil, ("%s expected, got '%s'"):format(wanted, tostring(word))
  end
  return notation.parse(playing, rest)
end

--- Plays what was played. Calls `note(move)` before each move; returns nil, or which line is wrong.
---@param playing alphabeta.Playing
---@param found alphabeta.Record
---@return string? message
function record.replay(playing, found, note)
  for _, played in ipairs(found.played) do
    local move, message = move_of(playing, played.word, played.rest)
    if move == nil then return ("line %d: %s"):format(played.line, message) end
    note(move)
    playing:play(move)
  end
end

return record

-- Where the program writes. What comes from a game, a file or a person is written as visible characters, so that
-- nothing in it can command the terminal. Colours, and a line that is written over, are for terminals only.

local contents = require "alphabeta.tell.contents"
local terminal = require "alphabeta.tell.terminal"
local words = require "alphabeta.tree.words"

local screen = { is_terminal = terminal.is_terminal(1) }

local BOLD, DIM, PLAIN, CLEAR_LINE = "\27[1m", "\27[2m", "\27[0m", "\r\27[K"
local WIDTH = 80 -- of a terminal that does not say how wide it is
local NARROWEST = 20
local LONGEST = 500     -- bytes of a text that has to fit on one line
local TAB = 8

local function wants_colours()
  local refusal = os.getenv "NO_COLOR" -- see no-color.org
  return screen.is_terminal and (refusal == nil or refusal == "") and os.getenv "TERM" ~= "dumb"
end

local has_colours = wants_colours()

-- The first of these that is set tells how characters are encoded.
local encoding = os.getenv "LC_ALL" or os.getenv "LC_CTYPE" or os.getenv "LANG" or ""
screen.is_utf8 = encoding:upper():find "UTF%-?8" ~= nil

-- Width -------------------------------------------------------------------------------------------

local function asked_width()
  local pipe = screen.is_terminal and io.popen "stty size </dev/tty 2>/dev/null"
  if not pipe then return nil end
  local width = pipe:read("a"):match "^%d+ (%d+)"
  pipe:close()
  return tonumber(width)
end

local function known_width()
  local width = math.tointeger(tonumber(os.getenv "COLUMNS")) or asked_width() or 0
  if width > 0 then return math.max(width, NARROWEST) end
  return screen.is_terminal and WIDTH or nil
end

-- nil: it is no terminal, and nobody says how wide lines may be
local width = known_width()

--- How wide a text may be that has to be wrapped.
screen.width = width or WIDTH

local function length(text) return utf8.len(text) or #text end

-- The bytes of a text that so many characters take, or all of them.
local function bytes_of(text, characters)
  return (utf8.offset(text, characters + 1) or #text + 1) - 1
end

-- Where a line that is too long is broken: the part before, and the rest.
local function broken(line, room)
  local first = line:sub(1, bytes_of(line, room + 1))
  local last = first:match "^.*%S() " or first:match "^() "
  if last and last > 1 then return line:sub(1, last - 1), line:sub(last):gsub("^ +", "") end
  local bytes = math.max(bytes_of(line, room), 1)
  return line:sub(1, bytes), line:sub(bytes + 1)
end

--- A text whose lines are no longer than this; lines go on under their beginning, or under column `hanging`. The
--- first one begins in column `column`.
---@param text string
---@param most integer
---@param column? integer default: 0
---@param hanging? integer
---@return string
function screen.wrapped(text, most, column, hanging)
  column = column or 0
  local lines = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local margin = (" "):rep(math.min(hanging or #line:match "^ *", most // 2))
    if column > 0 and length(line) > most - column and column + math.max(1, length(line:match "^%S*")) > most then
      lines[#lines + 1], column = "", 0
    end
    while length(line) > most - column do
      local rest
      lines[#lines + 1], rest = broken(line, most - column)
      line, column = margin .. rest, 0
    end
    lines[#lines + 1], column = line, 0
  end
  return table.concat(lines, "\n")
end

-- Visible characters ------------------------------------------------------------------------------

local function spaces_for_tab(before, tab)
  if tab == "" then return nil end
  return before .. (" "):rep(TAB - (utf8.len(before) or #before) % TAB)
end

--- A text as visible characters; lines stay lines.
---@param text string
---@return string
function screen.lines(text)
  -- what comes before no tab is passed over at once: a long line would be looked through from each of its bytes
  text = text:gsub("\r\n", "\n"):gsub("([^\t\n]*)(\t?)", spaces_for_tab)
  return words.plain_lines(text, words.utf8)
end

--- A text, or the text of any value, as visible characters on one line that is not too long.
---@return string
function screen.line(value)
  local ok, text = pcall(tostring, value)
  if not ok then return type(value) end
  if #text > LONGEST then text = text:sub(1, LONGEST) .. "..." end
  return words.plain(text, words.utf8)
end

--- What an error says, on one line: traces and lists of what was tried are left out.
---@return string
function screen.message(problem)
  return screen.line(type(problem) == "string" and problem:match "^[^\n]*" or contents.shown(problem))
end

-- Writing -----------------------------------------------------------------------------------------

---@class terminal.Styled
---@field text string
---@field style string

local function styled(style)
  return function(text) return { text = text, style = style } end
end

---@type fun(text: string): terminal.Styled
screen.bold, screen.dim = styled(BOLD), styled(DIM)

local column, indent = 0, 0 -- where the next text begins, and the line that it goes on

local function fitted(text)
  if width then text = screen.wrapped(text, width, column, column > 0 and indent > 0 and indent + 2 or nil) end
  local last = text:match "[^\n]*$"
  if column == 0 or #last < #text then indent = #last:match "^ *" end
  column = (#last < #text and 0 or column) + length(last)
  return text
end

--- A person has ended the line.
function screen.new_line() column = 0 end

local function dressed(piece)
  if type(piece) ~= "table" then return fitted(screen.lines(piece)) end
  local text = fitted(screen.lines(piece.text))
  return has_colours and piece.style .. text .. PLAIN or text
end

local function send(...)
  local ok, message = io.write(...)
  if ok then return end
  io.stderr:write("the output cannot be written: ", message, "\n")
  os.exit(1)
end

--- Writes pieces of text, each plain or styled.
---@param ... string|terminal.Styled
function screen.write(...)
  for i = 1, select("#", ...) do send(dressed((select(i, ...)))) end
end

--- The same, and ends the line.
function screen.print(...)
  screen.write(...)
  send "\n"
  column = 0
end

--- Shows a text that the next output replaces; without a text, or not on a terminal, nothing.
function screen.status(text)
  if not screen.is_terminal then return end
  send(CLEAR_LINE)
  column = 0
  if text then
    local line = screen.line(text)
    screen.write(screen.dim(line:sub(1, bytes_of(line, screen.width - 1)))) -- a longer one could not be written over
  end
  io.flush()
end

return screen

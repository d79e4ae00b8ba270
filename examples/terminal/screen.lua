-- Where the program writes. What comes from a game, a file or a person is written as visible characters, so that
-- nothing in it can command the terminal. Colours, and a line that is written over, are for terminals only.

local terminal = require "alphabeta.terminal"
local words = require "alphabeta.tree.words"

local screen = { is_terminal = terminal.is_terminal(1) }

local BOLD, DIM, PLAIN, CLEAR_LINE = "\27[1m", "\27[2m", "\27[0m", "\r\27[K"
local STATUS_WIDTH = 79 -- a longer line would wrap, and could not be written over
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

-- Visible characters ------------------------------------------------------------------------------

local function spaces_for_tab(before)
  return before .. (" "):rep(TAB - (utf8.len(before) or #before) % TAB)
end

--- A text as visible characters; lines stay lines.
---@param text string
---@return string
function screen.lines(text)
  text = text:gsub("\r\n", "\n"):gsub("([^\t\n]*)\t", spaces_for_tab)
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
  return screen.line(type(problem) == "string" and problem:match "^[^\n]*" or problem)
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

local function dressed(piece)
  if type(piece) ~= "table" then return screen.lines(piece) end
  local text = screen.lines(piece.text)
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
end

--- Shows a text that the next output replaces; without a text, or not on a terminal, nothing.
function screen.status(text)
  if not screen.is_terminal then return end
  send(CLEAR_LINE)
  if text then
    local line = screen.line(text)
    screen.write(screen.dim(line:sub(1, (utf8.offset(line, STATUS_WIDTH + 1) or 0) - 1)))
  end
  io.flush()
end

return screen

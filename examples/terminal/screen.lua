-- Where the program writes. Colours, and a line that is written over, are for terminals only.

local terminal = require "alphabeta.terminal"

local screen = { is_terminal = terminal.is_terminal(1) }

local BOLD, DIM, PLAIN, CLEAR_LINE = "\27[1m", "\27[2m", "\27[0m", "\r\27[K"
local LONGEST = 79 -- a longer line would wrap, and could not be written over

local function wants_colours()
  local refusal = os.getenv "NO_COLOR" -- see no-color.org
  return screen.is_terminal and (refusal == nil or refusal == "") and os.getenv "TERM" ~= "dumb"
end

local has_colours = wants_colours()

-- The first of these that is set tells how characters are encoded.
local encoding = os.getenv "LC_ALL" or os.getenv "LC_CTYPE" or os.getenv "LANG" or ""
screen.is_utf8 = encoding:upper():find "UTF%-?8" ~= nil

local function dress(text, style)
  return has_colours and style .. text .. PLAIN or text
end

function screen.bold(text) return dress(text, BOLD) end

function screen.dim(text) return dress(text, DIM) end

--- Shows a text that the next output replaces; without a text, or not on a terminal, nothing.
function screen.status(text)
  if not screen.is_terminal then return end
  io.write(CLEAR_LINE, text and screen.dim(text:sub(1, LONGEST)) or "")
  io.flush()
end

return screen

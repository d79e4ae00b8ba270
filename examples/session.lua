-- A whole game to copy: a person against the computer, with dice, levels, hints, taking back and a review.
--
--   lua5.4 examples/session.lua [LEVEL]
--
-- The game is Pig: "roll" throws the die and adds it to this turn, "hold" keeps the turn's points; a 1 loses them.

local alphabeta = require "alphabeta"
local pig = require "alphabeta.games.pig"

local SLICE = 0.004 -- seconds of each frame; one at 60 Hz has 0.0167

local session = alphabeta.session(pig, {
  state = pig.initial { target = 30 }, level = arg and (tonumber(arg[1]) or arg[1]) or "medium", seed = 1,
  on_move = function(entry)
    print(entry.player and ("%s: %s"):format(pig.sides[entry.player], entry.text) or "the die shows " .. entry.text)
  end,
  on_end = function(outcome) print(outcome.text) end,
})

local hint_wanted = false

local function ask_person()
  print(pig.format(session.state))
  io.write("roll, hold, hint, undo, quit> ")
  local line = (io.read() or "quit"):lower():match "^%s*(.-)%s*$"
  print(line)
  if line == "quit" then return false end
  if line == "hint" then
    hint_wanted = true
  elseif line == "undo" then
    print(select(2, session:take_back()) or "taken back")
  else
    print(select(2, session:play(line)) or "")
  end
  return true
end

-- A frame of the game: a slice of what is due, and the person's turn if nothing is.
local function frame()
  local is_due = session:step { time = SLICE }
  if hint_wanted then
    local hint, message = session:hint { depth = 4 }
    if not (hint or message) then return true end
    print(hint and hint.text or message)
    hint_wanted = false
  end
  if is_due then return true end
  return not session.over and ask_person()
end

while frame() do end

-- What each move has cost, in slices as well.
local review, message
repeat
  session:step { time = SLICE }
  review, message = session:review { depth = 3 }
until review or message
print(review or message)

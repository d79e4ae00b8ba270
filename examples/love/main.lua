-- Kalah against the computer: a view of a session, which thinks in slices of love.update, or in a thread of its own, so
-- that no frame is late. Hints are what each move is worth; the tree is what a search of three plies looks like; the
-- game is there again when the program is started the next time.
-- Put the folder `alphabeta` beside this file; doc/where-it-runs.md says how.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local board = require "board"
local thread = require "thread"
local tree = require "tree"

local SLICE = 0.004 -- seconds of each frame; one at 60 Hz has 0.0167
local HINT = { depth = 8 }
local YOU, COMPUTER = 1, 2
local FILE = "kalah.txt"

local session
local shown_tree, hints, wants_hints, faults
local turn, message = {}, nil -- the moves that the computer has made one after the other, and what is said of them
local in_thread, is_asked = false, false

-- Whatever is shown belongs to another position.
local function forget()
  shown_tree, hints, wants_hints, faults, is_asked = nil, nil, false, nil, false
end

local function moved(entry)
  forget()
  if entry.player == YOU then
    turn, message = {}, nil
  else
    turn[#turn + 1] = entry.text
    local value = (entry.info or thread.last).value
    message = ("it played %s, worth %+d to it"):format(table.concat(turn, ", "), value)
  end
end

-- Begins a game, or goes on with the text of one.
local function begin(text)
  local level = session and session:seated()[COMPUTER].level or nil
  local ok, new = pcall(alphabeta.session, kalah, { text = text, level = not text and level or nil, on_move = moved })
  if not ok then return begin() end -- the file is torn
  if session then session:close() end
  session, turn, message = new, {}, nil
  if in_thread then session:set_seat(COMPUTER, "human") end
  forget()
end

local function status()
  if not session.over then return session.player == YOU and "your move" or "…" end
  local margin = session.outcome.payoffs[YOU]
  if margin == 0 then return "a draw" end
  return (margin > 0 and "you win by %d" or "the computer wins by %d"):format(math.abs(margin))
end

-- What it is doing.
local function thoughts()
  local found = session:thinking()
  if found then return ("thinking: depth %d, %d positions"):format(found.depth, found.nodes) end
  return is_asked and "thinking" or ""
end

-- The bad moves of a review, as text.
local function faults_text(list)
  local lines = {}
  for line in tostring(list):gmatch "[^\n]+" do
    if line:find ": " then lines[#lines + 1] = line end
  end
  return lines[1] and table.concat(lines, "\n") or "I found no bad moves."
end

local buttons = {
  { label = function() return "New game" end, press = function() begin() end },
  { label = function() return "Take back" end, press = function()
    while session:take_back(1) and session.player ~= YOU do end -- who thinks in a thread is a person to the session
    turn, message = {}, nil
    forget()
  end },
  { label = function() return "Hint" end, press = function() wants_hints = true end },
  { label = function() return "Level: " .. session:levels()[session:seated()[COMPUTER].level].name end,
    press = function() session:set_level(COMPUTER, session:seated()[COMPUTER].level % #session:levels() + 1) end },
  { label = function() return in_thread and "In a thread" or "In slices" end, press = function()
    in_thread, is_asked = not in_thread, false
    session:set_seat(COMPUTER, in_thread and "human" or "computer")
  end },
  { label = function() return shown_tree and "Board" or "Tree" end, press = function()
    if shown_tree or session.over then shown_tree = nil return end
    shown_tree = alphabeta.search(kalah, session.state, { depth = 3, trace = true, table = false }).tree
  end },
  { label = function() return faults and "Board" or "Review" end, press = function()
    faults = not faults and "…" or nil
  end },
}

function love.load()
  love.graphics.setBackgroundColor(board.BACKGROUND)
  love.graphics.setFont(love.graphics.newFont(16))
  for i, button in ipairs(buttons) do
    button.x, button.y, button.width, button.height = 24 + (i - 1) * 131, 540, 125, 36
  end
  begin((love.filesystem.read(FILE)))
end

function love.quit()
  if in_thread then session:set_seat(COMPUTER, "computer") end
  love.filesystem.write(FILE, session:text())
end

-- The thread is asked once for each move.
local function think_in_thread()
  if not is_asked then thread.ask(session.state, session:levels()[session:seated()[COMPUTER].level].options) end
  is_asked = true
  local result = thread.answer()
  if result then session:play(result.move) end
end

function love.update()
  if in_thread and session.player == COMPUTER then think_in_thread() else session:step { time = SLICE } end
  if wants_hints and session.player == YOU then
    local values = session:values(HINT)
    hints = values and {}
    for _, entry in ipairs(values or {}) do hints[entry.move] = entry.value end
    wants_hints = not hints
  end
  if faults == "…" then
    local list = session:review { depth = 6 }
    faults = list and faults_text(list) or faults
  end
end

function love.mousepressed(x, y)
  for _, button in ipairs(buttons) do
    if x >= button.x and x < button.x + button.width and y >= button.y and y < button.y + button.height then
      return button.press()
    end
  end
  local hole = not (shown_tree or faults) and session.player == YOU and board.hole_at(x, y)
  if hole then session:play(hole) end
end

function love.draw()
  if faults then
    love.graphics.setColor(board.TEXT)
    love.graphics.printf(faults, 24, 60, 912)
  elseif shown_tree then
    tree.draw(shown_tree, 24, 60, 912, 440)
  else
    board.draw(session.state, hints, session.player == YOU)
  end
  love.graphics.setColor(board.TEXT)
  love.graphics.print(status() .. (message and "   " .. message or ""), 24, 20)
  love.graphics.printf(thoughts(), 480, 20, 456, "right")
  for _, button in ipairs(buttons) do
    love.graphics.setColor(board.WOOD)
    love.graphics.rectangle("fill", button.x, button.y, button.width, button.height, 8)
    love.graphics.setColor(board.TEXT)
    love.graphics.printf(button.label(), button.x, button.y + 9, button.width, "center")
  end
end

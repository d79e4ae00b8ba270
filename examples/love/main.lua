-- Kalah against the computer, which thinks in slices of love.update or in a thread of its own, so that no frame
-- is late. Hints are what each move is worth; the tree is what a search of three plies looks like.
-- Put the folder `alphabeta` beside this file; doc/where-it-runs.md says how.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local board = require "board"
local thinker = require "thinker"
local tree = require "tree"

local LEVELS = { -- found by alphabeta.levels, but for the last one
  { name = "weak", depth = 4, temperature = 8.29 },
  { name = "easy", depth = 4, temperature = 4.14 },
  { name = "medium", depth = 4, temperature = 2.07 },
  { name = "strong", depth = 4, temperature = 1.23 },
  { name = "strongest", time = 1 },
}
local HINT = { depth = 8, all = true }
local YOU = 1

local state, history, hints, message, shown_tree, level
local turn = {} -- the moves that the computer has made one after the other

local function is_over() return #kalah.moves(state) == 0 end

local function status()
  if not is_over() then return kalah.player(state) == YOU and "your move" or "…" end
  local pits = board.pits(state)
  local margin = pits[7] - pits[14]
  if margin == 0 then return "a draw" end
  return (margin > 0 and "you win by %d" or "the computer wins by %d"):format(math.abs(margin))
end

local function computer_moves() return not is_over() and kalah.player(state) ~= YOU end

local think

-- Whatever was under way belongs to another position.
local function arrive(position)
  thinker.stop()
  state, hints, shown_tree, message, turn = position, nil, nil, nil, {}
  if computer_moves() then think() end
end

-- Until it is your turn: whoever ends in the store moves again.
function think()
  local chosen = LEVELS[level]
  local options = { depth = chosen.depth, time = chosen.time, temperature = chosen.temperature }
  thinker.start(state, options, function(result)
    turn[#turn + 1] = result.move
    message = ("it moved %s, worth %+d to it"):format(table.concat(turn, ", "), result.value)
    state, shown_tree = kalah.play(state, result.move), nil
    if computer_moves() then think() end
  end)
end

local function play(move)
  history[#history + 1] = state
  arrive(kalah.play(state, move))
end

local buttons = {
  { label = function() return "New game" end, press = function()
    history = {}
    arrive(kalah.initial())
  end },
  { label = function() return "Take back" end, press = function()
    if #history > 0 then arrive(table.remove(history)) end
  end },
  { label = function() return "Hint" end, press = function()
    if is_over() or kalah.player(state) ~= YOU then return end
    thinker.start(state, HINT, function(result)
      hints = {}
      for _, entry in ipairs(result.moves) do hints[entry.move] = entry.value end
    end)
  end },
  { label = function() return "Level: " .. LEVELS[level].name end, press = function()
    level = level % #LEVELS + 1
  end },
  { label = function() return "Thinks in: " .. thinker.mode() end, press = function()
    thinker.stop()
    thinker.change_mode()
    if computer_moves() then think() end
  end },
  { label = function() return shown_tree and "Board" or "Tree" end, press = function()
    if shown_tree or is_over() then shown_tree = nil return end
    shown_tree = alphabeta.search(kalah, state, { depth = 3, trace = true, table = false }).tree
  end },
}

function love.load()
  love.graphics.setBackgroundColor(board.BACKGROUND)
  love.graphics.setFont(love.graphics.newFont(16))
  level, history = 3, {}
  for i, button in ipairs(buttons) do
    button.x, button.y, button.width, button.height = 24 + (i - 1) * 153, 540, 145, 36
  end
  arrive(kalah.initial())
end

function love.update() thinker.update() end

function love.mousepressed(x, y)
  for _, button in ipairs(buttons) do
    if x >= button.x and x < button.x + button.width and y >= button.y and y < button.y + button.height then
      return button.press()
    end
  end
  local hole = not shown_tree and board.hole_at(x, y)
  if not hole or kalah.player(state) ~= YOU then return end
  for _, move in ipairs(kalah.moves(state)) do
    if move == hole then return play(move) end
  end
end

function love.draw()
  if shown_tree then
    tree.draw(shown_tree, 24, 60, 912, 440)
  else
    board.draw(state, hints, kalah.player(state) == YOU)
  end
  love.graphics.setColor(board.TEXT)
  love.graphics.print(status() .. (message and "   " .. message or ""), 24, 20)
  love.graphics.printf(thinker.status(), 480, 20, 456, "right")
  for _, button in ipairs(buttons) do
    love.graphics.setColor(board.WOOD)
    love.graphics.rectangle("fill", button.x, button.y, button.width, button.height, 8)
    love.graphics.setColor(board.TEXT)
    love.graphics.printf(button.label(), button.x, button.y + 9, button.width, "center")
  end
end

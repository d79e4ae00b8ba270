-- Plays examples/love as a person would, by clicks, and takes pictures: the main.lua of a copy in which the game's
-- own is game.lua. Ends with an error if anything is not as expected.

local kalah = require "alphabeta.games.kalah"
local board = require "board"
local alphabeta = require "alphabeta"
local tree = require "tree"

local session -- that is shown
local make = alphabeta.session
function alphabeta.session(...)
  session = make(...)
  return session
end
require "game"

local seen = {} -- what was drawn last

local function spy(module)
  local draw = module.draw
  function module.draw(...)
    seen = { module = module, ... }
    return draw(...)
  end
end
spy(board)
spy(tree)

local printed = "" -- the line at the top
local show = love.graphics.print
function love.graphics.print(text, x, y, ...) -- luacheck: ignore
  if x == 24 and y == 20 then printed = text end
  return show(text, x, y, ...)
end

local function frame() coroutine.yield() end

local function frames_until(condition)
  local count = 0
  repeat
    frame()
    count = count + 1
    assert(count < 20000, "nothing happens")
  until condition()
  return count
end

local function press(number) -- the buttons, from the left
  love.mousepressed(24 + (number - 1) * 131 + 20, 555)
  frame()
end
local TAKE_BACK, HINT, LEVEL, MODE, TREE, REVIEW = 2, 3, 4, 5, 6, 7

local function state() return seen[1] end
local function is_over() return session.over end
local function is_my_turn() return session.over or session.player == 1 end

local function click_hole(hole)
  for x = 0, 960, 10 do
    if board.hole_at(x, 390) == hole then love.mousepressed(x, 390) break end
  end
  frame()
end

local function picture(name)
  love.graphics.captureScreenshot(name .. ".png")
  frame()
  frame()
end

-- Plays on with the last hole that is legal; how many moves the computer answered in a row, all of which it names.
local function play_turn()
  local moves = kalah.moves(state())
  local before, thoughts = #session:played(), 0
  click_hole(moves[#moves])
  frames_until(is_my_turn)
  frame()
  for i, entry in ipairs(session:played()) do
    if i > before and entry.player == 2 then thoughts = thoughts + 1 end
  end
  local _, named = (printed:match "it played ([%d, ]+), worth" or ""):gsub("%d+", "")
  assert(named == thoughts, ("%d moves of %d are named: %s"):format(named, thoughts, printed))
  return thoughts
end

local function play_through()
  frames_until(function() return state() ~= nil end)
  local start = state()
  press(HINT)
  frames_until(function() return seen[2] ~= nil end)
  assert(seen[2][3] == 4, "the hint is not what is known of the third hole")
  picture "hint"
  press(TREE)
  assert(seen.module == tree and #seen[1] == 6)
  picture "tree"
  press(TREE)
  click_hole(1)
  frames_until(is_my_turn)
  assert(state() ~= start)
  press(TAKE_BACK)
  assert(state() == start)
  press(LEVEL)
  press(LEVEL) -- the strongest, which thinks for a second
  click_hole(1)
  local frames = frames_until(is_my_turn)
  assert(frames > 10, frames .. " frames while it was thinking")
  for _ = 1, 3 do press(LEVEL) end -- medium
  press(MODE)
  local most = 0
  for _ = 1, 100 do
    if is_over() then break end
    most = math.max(most, play_turn())
  end
  assert(is_over() and most > 1, most .. " moves in a row")
  picture "end"
  press(REVIEW)
  frames_until(function() return session:review { depth = 6 } end)
  picture "review"
  press(REVIEW)
  local text = session:text()
  assert(not love.quit())
  love.load()
  assert(session:text() == text and is_over(), "the game is not there again")
  print "played"
  love.event.quit()
end

local player = coroutine.create(play_through)
local update = love.update
function love.update(...)
  update(...)
  local ok, message = coroutine.resume(player)
  if not ok then
    print(debug.traceback(player, tostring(message)))
    love.event.quit(1)
  end
end

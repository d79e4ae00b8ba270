-- The board of Kalah, drawn, and where its holes are.

local kalah = require "alphabeta.games.kalah"

local board = {
  BACKGROUND = { 0.10, 0.12, 0.15 },
  TEXT = { 0.92, 0.90, 0.85 },
  WOOD = { 0.34, 0.23, 0.16 },
}

local HOLE, COUNTER, LIT = { 0.20, 0.13, 0.09 }, { 0.93, 0.76, 0.42 }, { 0.55, 0.80, 0.55 }
local LEFT, STEP, RADIUS = 210, 108, 46
local ROWS = { 390, 210 } -- of South, who plays from left to right, and of North
local GOLDEN = math.pi * (3 - math.sqrt(5))

--- The counters in the ring of pits: holes 1 to 6 and the store of South, then those of North.
function board.pits(state)
  local list = kalah.write(state)
  local pits = {}
  for pit = 1, 14 do pits[pit] = list[pit + 2] end
  return pits
end

local function place(pit)
  if pit % 7 == 0 then return pit == 7 and 868 or 92, 300 end
  if pit <= 6 then return LEFT + (pit - 1) * STEP, ROWS[1] end
  return LEFT + (13 - pit) * STEP, ROWS[2]
end

--- South's hole at a point of the window, or nil.
function board.hole_at(x, y)
  for hole = 1, 6 do
    local center_x, center_y = place(hole)
    if (x - center_x) ^ 2 + (y - center_y) ^ 2 <= RADIUS ^ 2 then return hole end
  end
end

-- Counters as seeds lie in a sunflower, which is longer in a store.
local function draw_counters(x, y, count, length)
  love.graphics.setColor(COUNTER)
  for i = 1, count do
    local radius, angle = 8 * math.sqrt(i - 0.5), i * GOLDEN
    love.graphics.circle("fill", x + radius * math.cos(angle) / length, y + radius * math.sin(angle) * length, 6)
  end
end

local function draw_text(text, x, y)
  love.graphics.printf(text, x - 60, y, 120, "center")
end

--- Draws a position; `hints` are values of moves.
function board.draw(state, hints, is_yours)
  local pits = board.pits(state)
  love.graphics.setColor(board.WOOD)
  love.graphics.rectangle("fill", 24, 120, 912, 360, 48)
  for pit = 1, 14 do
    local is_store, x, y = pit % 7 == 0, place(pit)
    love.graphics.setColor(HOLE)
    if is_store then
      love.graphics.rectangle("fill", x - 42, 170, 84, 260, 42)
    else
      love.graphics.circle("fill", x, y, RADIUS)
      if is_yours and pit <= 6 and pits[pit] > 0 then
        love.graphics.setColor(LIT)
        love.graphics.circle("line", x, y, RADIUS + 2)
      end
    end
    draw_counters(x, y, pits[pit], is_store and 1.5 or 1)
    love.graphics.setColor(board.TEXT)
    draw_text(pits[pit], x, is_store and 440 or pit <= 6 and y + 50 or y - 72)
    if hints and hints[pit] then
      love.graphics.setColor(LIT)
      draw_text(("%+d"):format(hints[pit]), x, y - 72)
    end
  end
end

return board

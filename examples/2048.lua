-- One player and chance: 2048. Slide all tiles to one side; equal ones that meet become one of twice the number; then a
-- 2 (or, one time in ten, a 4) appears on an empty cell. The computer plays a game, and shows each new largest tile.
--
--   lua5.4 examples/2048.lua [SEED [DEPTH [DRAWS]]]       the computer plays, so many moves ahead (2)
--   lua5.4 examples/play.lua examples/2048.lua            you do, and may ask for hints
--
-- There is nobody to play against: `player` always returns 1, and a search takes the mean over what chance may bring:
-- over all tiles on all empty cells, up to 30 outcomes, or over so many of them as are drawn.

local alphabeta = require "alphabeta"
local unpack = table.unpack or unpack

-- The cells of each line in the order in which its tiles slide.
local LINES = { left = {}, right = {}, up = {}, down = {} }
for i = 0, 3 do
  LINES.left[i + 1] = { 4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4 }
  LINES.right[i + 1] = { 4 * i + 4, 4 * i + 3, 4 * i + 2, 4 * i + 1 }
  LINES.up[i + 1] = { i + 1, i + 5, i + 9, i + 13 }
  LINES.down[i + 1] = { i + 13, i + 9, i + 5, i + 1 }
end
local SIDES = { "left", "up", "right", "down" }

-- Large tiles belong along a snake that begins in a corner.
local SNAKE = { 1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12, 16, 15, 14, 13 }
local WORTH = {}
for rank, cell in ipairs(SNAKE) do WORTH[cell] = 4 ^ (1 - rank) end

local game = { name = "2048", sides = { "Player", "Chance" }, viewpoint = 1 }

-- A state: 16 numbers, row by row, 0 where a cell is empty; and whether chance is to `drop` a tile.
function game.initial(cell)
  local state = { drop = true }
  for i = 1, 16 do state[i] = 0 end
  state[cell or 6] = 2
  return state
end

-- Slides the tiles of a line; does that change anything?
local function slide(state, line)
  local to, may_join, changed = 1, false, false
  for from = 1, 4 do
    local tile = state[line[from]]
    if tile > 0 then
      state[line[from]] = 0
      if may_join and state[line[to - 1]] == tile then
        state[line[to - 1]], may_join, changed = 2 * tile, false, true
      else
        changed = changed or to ~= from
        state[line[to]], to, may_join = tile, to + 1, true
      end
    end
  end
  return changed
end

local function slid(state, side)
  local after, changed = { table.unpack(state, 1, 16) }, false
  for _, line in ipairs(LINES[side]) do changed = slide(after, line) or changed end
  after.drop = true
  return changed and after
end

function game.player() return 1 end

function game.moves(state)
  local list = {}
  for _, side in ipairs(SIDES) do
    if slid(state, side) then list[#list + 1] = side end
  end
  return list
end

-- An outcome is the cell of a new 2, and minus that of a new 4.
function game.chance(state)
  if not state.drop then return nil end
  local outcomes, weights = {}, {}
  for cell = 1, 16 do
    if state[cell] == 0 then
      outcomes[#outcomes + 1], weights[#weights + 1] = cell, 9
      outcomes[#outcomes + 1], weights[#weights + 1] = -cell, 1
    end
  end
  return outcomes, weights
end

function game.play(state, move)
  if not state.drop then return slid(state, move) end
  local after = { unpack(state, 1, 16) }
  after[math.abs(move)] = move > 0 and 2 or 4
  return after
end

function game.evaluate(state)
  local sum = 0
  for cell = 1, 16 do sum = sum + WORTH[cell] * state[cell] end
  return sum
end

function game.key(state) return table.concat(state, " ") .. (state.drop and " +" or "") end

function game.format(state)
  return (("%6d%6d%6d%6d\n"):rep(4):format(unpack(state, 1, 16)):gsub(" 0", " ."))
end

function game.format_move(state, move)
  if not state.drop then return move end
  return ("%d on cell %d"):format(move > 0 and 2 or 4, math.abs(move))
end

-- Required by another program (a host may have no `arg`, or nothing in it) it is the game alone.
local program = "/" .. (type(arg) == "table" and arg[0] or "")
if not program:find "[/\\]2048%.lua$" then return game end

-- One of the outcomes of chance, by their weights.
local function draw(outcomes, weights)
  local left = math.random() * 10 * #outcomes / 2
  for i, outcome in ipairs(outcomes) do
    left = left - weights[i]
    if left < 0 then return outcome end
  end
  return outcomes[#outcomes]
end

local MOST = { 2 ^ 31 - 1, 1000, 65535 }
local numbers = {}
for i, word in ipairs(arg) do
  numbers[i] = tonumber(word:match "^%d+$")
  if not numbers[i] or not MOST[i] or numbers[i] > MOST[i] or i > 1 and numbers[i] < 1 then
    io.stderr:write "usage: 2048.lua [SEED [DEPTH [DRAWS]]]\n"
    os.exit(false)
  end
end
local seed, depth, draws = numbers[1] or 1, numbers[2] or 2, numbers[3]
math.randomseed(seed)
local state, best, moves = game.initial(math.random(16)), 0, 0
repeat
  state = game.play(state, draw(game.chance(state)))
  local result = alphabeta.search(game, state, { depth = depth, draws = draws, seed = draws and moves })
  local most = math.max(unpack(state, 1, 16))
  if most > best and most >= 64 or not result.move then
    best = most
    print(("after %d moves:\n%s"):format(moves, game.format(state)))
  end
  if result.move then state, moves = game.play(state, result.move), moves + 1 end
until not result.move

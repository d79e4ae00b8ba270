-- Domineering, the computer against itself: with the evaluation of the game in C, or one in Lua.
--
--   lua play.lua [ROWS COLUMNS]

local alphabeta = require "alphabeta"
local domineering = alphabeta.native(require "domineering")

local DEPTH = 6

--- The board, with `|` and `-` for what player 1 and 2 cover. Of the position only the covered cells are
--- known, so the dominoes are remembered here.
local function draw(rows, columns, marks)
  for row = 1, rows do
    local line = {}
    for column = 1, columns do line[column] = marks[8 * (row - 1) + column] or "." end
    print("  " .. table.concat(line, " "))
  end
  print()
end

-- Moves alone: how many more has the player to move?
local hasty = setmetatable({
  evaluate = function(state) return #domineering.moves(state) end,
}, { __index = domineering })

local rows, columns = tonumber(arg and arg[1]) or 5, tonumber(arg and arg[2]) or 5
local state, message = domineering.read { rows, columns, 1 }
if not state then error(message, 0) end

local players = { { rules = domineering, mark = "|", step = 8 }, { rules = hasty, mark = "-", step = 1 } }
local marks, turn = {}, 1
while #domineering.moves(state) > 0 do
  local player = players[turn]
  local move = alphabeta.search(player.rules, state, { depth = DEPTH }).move
  marks[move], marks[move + player.step] = player.mark, player.mark
  state = domineering.play(state, move)
  draw(rows, columns, marks)
  turn = 3 - turn
end
print(("Player %d cannot move: player %d has won."):format(turn, 3 - turn))

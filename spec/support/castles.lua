-- A small chess: kings, queens and rooks on a board, with castling on the king's side. Kings are not in check here;
-- whoever takes the king wins. It is there for what a key must say beside the board.

local WIDTH, HEIGHT = 8, 8
local AROUND = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local HOME = { 5, 7 * WIDTH + 5 } -- of the kings; rooks stand three squares beside them

local castles = {}

function castles.initial()
  local cells = {}
  for at = 1, WIDTH * HEIGHT do cells[at] = "." end
  cells[1], cells[4], cells[5], cells[8] = "R", "Q", "K", "R"
  cells[57], cells[60], cells[61], cells[64] = "r", "q", "k", "r"
  return { cells = cells, turn = 1, may_castle = { true, true } }
end

local OWNER = { ["."] = 0, K = 1, Q = 1, R = 1, k = 2, q = 2, r = 2 }

local function owner(piece) return OWNER[piece] end

local function add_steps(state, list, from)
  local piece = state.cells[from]:upper()
  local far = piece == "K" and 1 or WIDTH
  for i = 1, piece == "R" and 4 or 8 do
    local column, row = (from - 1) % WIDTH, math.floor((from - 1) / WIDTH)
    for _ = 1, far do
      column, row = column + AROUND[i][1], row + AROUND[i][2]
      if column < 0 or column >= WIDTH or row < 0 or row >= HEIGHT then break end
      local to = row * WIDTH + column + 1
      local there = owner(state.cells[to])
      if there ~= state.turn then list[#list + 1] = from * 100 + to end
      if there ~= 0 then break end
    end
  end
end

function castles.moves(state)
  local list, home, cells = {}, HOME[state.turn], state.cells
  for from = 1, WIDTH * HEIGHT do
    if owner(cells[from]) == state.turn then add_steps(state, list, from) end
  end
  if state.may_castle[state.turn] and cells[home + 1] == "." and cells[home + 2] == "." then
    list[#list + 1] = home * 100 + home + 2
  end
  return list
end

function castles.play(state, move)
  local from, to, cells, may = math.floor(move / 100), move % 100, {}, {}
  for at, piece in ipairs(state.cells) do cells[at] = piece end
  local piece, taken = cells[from], cells[to]
  cells[from], cells[to] = ".", piece
  if piece:upper() == "K" and to - from == 2 then cells[to + 1], cells[to - 1] = ".", cells[to + 1] end
  for side, home in ipairs(HOME) do
    local touched = from == home or from == home + 3 or to == home or to == home + 3
    may[side] = state.may_castle[side] and not touched
  end
  return { cells = cells, turn = 3 - state.turn, may_castle = may }, taken:upper() == "K" and 100 or nil
end

function castles.evaluate(state)
  local sum = 0
  for at = 1, WIDTH * HEIGHT do
    local side = owner(state.cells[at])
    if side ~= 0 then sum = sum + (side == state.turn and 1 or -1) end
  end
  return sum
end

function castles.key(state)
  return table.concat(state.cells) .. state.turn .. tostring(state.may_castle[1]) .. tostring(state.may_castle[2])
end

return castles

-- Chess in plain Lua, as one would write it for two people at a screen: one board that is changed, moves that may
-- leave the king in check and are taken back then, castling, en passant, promotion, fifty moves, too few men to mate.
-- Only the table of functions at the end is for the library. To play it at the terminal, or in the window of a chess
-- program:
--
--   lua5.4 examples/play.lua examples/chess.lua --white person --time 2
--   lua5.4 examples/uci.lua examples/chess.lua
--
-- A position that occurs a second time is a draw here; the laws say the third.

local PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
local LETTERS = "PNBRQK"
local MATE = 1000000

-- Squares: a1 is 21, h1 28, a8 91; around the board there is nil. A man is his number, a black one below 0; 0: empty.
local STEPS = {
  [KNIGHT] = { 8, 12, 19, 21, -8, -12, -19, -21 }, [BISHOP] = { 9, 11, -9, -11 }, [ROOK] = { 1, 10, -1, -10 },
  [QUEEN] = { 9, 11, -9, -11, 1, 10, -1, -10 },
}
STEPS[KING] = STEPS[QUEEN]
local SLIDES = { [BISHOP] = true, [ROOK] = true, [QUEEN] = true }

-- Castling: a bit for each right, and what it takes.
local CASTLES = {
  { right = 1, side = 1, king = 25, to = 27, rook = 28, rook_to = 26, empty = { 26, 27 } },
  { right = 2, side = 1, king = 25, to = 23, rook = 21, rook_to = 24, empty = { 24, 23, 22 } },
  { right = 4, side = 2, king = 95, to = 97, rook = 98, rook_to = 96, empty = { 96, 97 } },
  { right = 8, side = 2, king = 95, to = 93, rook = 91, rook_to = 94, empty = { 94, 93, 92 } },
}
local CASTLE_TO = { [25] = { [27] = CASTLES[1], [23] = CASTLES[2] }, [95] = { [97] = CASTLES[3], [93] = CASTLES[4] } }
local LOST = { [21] = ~2, [25] = ~3, [28] = ~1, [91] = ~8, [95] = ~12, [98] = ~4 } -- rights, by moves from or to there

------------------------------------------------------------------------------------------------
-- What men are worth where they stand, in hundredths of a pawn, in the middle game and at the end

local WORTH = { 100, 320, 335, 500, 950, 0 }
local PHASE = { 0, 1, 1, 2, 4, 0 } -- how much of a middle game a man makes: 24 in all

local function worth_of(kind, file, rank) -- as White sees the board, files and ranks from 0
  local from_centre = math.max(math.abs(file - 3.5), math.abs(rank - 3.5)) - 0.5 -- 0 to 3
  local central = 3 - from_centre
  if kind == PAWN then
    local middle = (file == 3 or file == 4) and (rank == 3 or rank == 4) and 25 or 0
    return 100 + middle + 4 * rank, 110 + 12 * rank
  elseif kind == KNIGHT then return 320 + 12 * central - 15, 310 + 10 * central - 15
  elseif kind == BISHOP then return 335 + 6 * central - 8, 335 + 5 * central - 8
  elseif kind == ROOK then return 500 + (rank == 6 and 20 or 0) + (file > 2 and file < 5 and 6 or 0), 520
  elseif kind == QUEEN then return 950 + 2 * central, 960 + 6 * central end
  return (rank == 0 and (file < 3 or file > 5) and 30 or 0) - 15 * rank, 12 * central
end

local MIDDLE, ENDING, KEYS = {}, {}, {} -- by man and square

-- Numbers for keys: xorshift64*, Vigna 2016.
local seed = 88172645463325252
local function random_key()
  seed = seed ~ seed >> 12
  seed = seed ~ seed << 25
  seed = seed ~ seed >> 27
  return seed * 2685821657736338717
end

for kind = PAWN, KING do
  for side = 1, -1, -2 do
    local man = kind * side
    MIDDLE[man], ENDING[man], KEYS[man] = {}, {}, {}
    for rank = 0, 7 do
      for file = 0, 7 do
        local at, middle, ending = 21 + 10 * rank + file, worth_of(kind, file, side == 1 and rank or 7 - rank)
        MIDDLE[man][at], ENDING[man][at] = side * math.floor(middle), side * math.floor(ending)
        KEYS[man][at] = random_key()
      end
    end
  end
end
local TURN_KEY, CASTLING_KEYS, PASSANT_KEYS = random_key(), {}, { [0] = 0 }
for rights = 0, 15 do CASTLING_KEYS[rights] = random_key() end
for at = 21, 98 do PASSANT_KEYS[at] = random_key() end

------------------------------------------------------------------------------------------------
-- The board

local function put(state, at, man)
  local kind = man > 0 and man or -man
  state.board[at] = man
  state.hash = state.hash ~ KEYS[man][at]
  state.middle, state.ending = state.middle + MIDDLE[man][at], state.ending + ENDING[man][at]
  state.phase, state.pawns = state.phase + PHASE[kind], state.pawns + (kind == PAWN and 1 or 0)
  if kind == KING then state.kings[man > 0 and 1 or 2] = at end
end

local function remove(state, at)
  local man = state.board[at]
  local kind = man > 0 and man or -man
  state.board[at] = 0
  state.hash = state.hash ~ KEYS[man][at]
  state.middle, state.ending = state.middle - MIDDLE[man][at], state.ending - ENDING[man][at]
  state.phase, state.pawns = state.phase - PHASE[kind], state.pawns - (kind == PAWN and 1 or 0)
  return man
end

-- Does a side attack the square?
local function is_attacked(board, at, side)
  local sign = side == 1 and 1 or -1
  if board[at - 9 * sign] == sign * PAWN or board[at - 11 * sign] == sign * PAWN then return true end
  for _, step in ipairs(STEPS[KNIGHT]) do
    if board[at + step] == sign * KNIGHT then return true end
  end
  for i, step in ipairs(STEPS[QUEEN]) do
    local to = at + step
    local man = board[to]
    if man == sign * KING then return true end
    while man == 0 do
      to = to + step
      man = board[to]
    end
    if man == sign * QUEEN or man == sign * (i <= 4 and BISHOP or ROOK) then return true end
  end
  return false
end

local function is_in_check(state) return is_attacked(state.board, state.kings[state.turn], 3 - state.turn) end

-- A move is a number: from, to, and what a pawn becomes.
local function move_of(from, to, promoted) return from | to << 7 | (promoted or 0) << 14 end

local function add_pawn_moves(state, from, captures, quiet)
  local board, sign = state.board, state.turn == 1 and 1 or -1
  local last, first = state.turn == 1 and 91 or 21, state.turn == 1 and 31 or 81
  local function add(list, to)
    if to // 10 == last // 10 then
      for kind = QUEEN, KNIGHT, -1 do captures[#captures + 1] = move_of(from, to, kind) end
    else
      list[#list + 1] = move_of(from, to)
    end
  end
  for step = 9, 11, 2 do
    local to = from + step * sign
    local man = board[to]
    if man and (man * sign < 0 or to == state.passant) then add(captures, to) end
  end
  local ahead = from + 10 * sign
  if board[ahead] == 0 then
    if quiet or ahead // 10 == last // 10 then add(quiet, ahead) end
    if quiet and from // 10 == first // 10 and board[ahead + 10 * sign] == 0 then add(quiet, ahead + 10 * sign) end
  end
end

local function add_castling(state, quiet)
  for _, castle in ipairs(CASTLES) do
    if castle.side == state.turn and state.castling & castle.right ~= 0 then
      local free = true
      for _, at in ipairs(castle.empty) do free = free and state.board[at] == 0 end
      local other = 3 - state.turn
      if free and not is_attacked(state.board, castle.king, other)
        and not is_attacked(state.board, castle.rook_to, other) then
        quiet[#quiet + 1] = move_of(castle.king, castle.to)
      end
    end
  end
end

-- Captures, dearest victims first, and promotions; then, if a list for them is given, all other moves. The king may be
-- left in check.
local function add_moves(state, captures, quiet)
  local board, sign = state.board, state.turn == 1 and 1 or -1
  for from = 21, 98 do
    local man = board[from]
    local kind = man and man * sign or 0
    if kind == PAWN then
      add_pawn_moves(state, from, captures, quiet)
    elseif kind > PAWN then
      for _, step in ipairs(STEPS[kind]) do
        local to, slides = from + step, SLIDES[kind]
        while board[to] == 0 do
          if quiet then quiet[#quiet + 1] = move_of(from, to) end
          if not slides then break end
          to = to + step
        end
        if (board[to] or 0) * sign < 0 then captures[#captures + 1] = move_of(from, to) end
      end
    end
  end
  if quiet then add_castling(state, quiet) end
  local function gain(move)
    local victim, by = board[move >> 7 & 127], board[move & 127]
    return 16 * WORTH[victim == 0 and PAWN or victim * -sign] - WORTH[by * sign] + (move >> 14) * 4000
  end
  table.sort(captures, function(a, b)
    local first, second = gain(a), gain(b)
    return first > second or first == second and a < b
  end)
end

------------------------------------------------------------------------------------------------
-- Moves, there and back

local function note(state, captured)
  table.insert(state.log, { captured = captured, castling = state.castling, passant = state.passant,
    clock = state.clock })
end

local function take_back(state, move)
  local from, to, promoted = move & 127, move >> 7 & 127, move >> 14
  local record = table.remove(state.log)
  state.turn = 3 - state.turn
  local man = remove(state, to)
  local sign = man > 0 and 1 or -1
  put(state, from, promoted > 0 and sign * PAWN or man)
  local castle = man == sign * KING and CASTLE_TO[from] and CASTLE_TO[from][to]
  if castle then put(state, castle.rook, remove(state, castle.rook_to)) end
  if record.captured ~= 0 then
    local at = man == sign * PAWN and promoted == 0 and to == record.passant and to - 10 * sign or to
    put(state, at, record.captured)
  end
  state.castling, state.passant, state.clock = record.castling, record.passant, record.clock
end

-- Whether it was legal; if not, nothing has changed.
local function make(state, move)
  local from, to, promoted = move & 127, move >> 7 & 127, move >> 14
  local sign = state.turn == 1 and 1 or -1
  local is_pawn = state.board[from] == sign * PAWN
  local at = is_pawn and to == state.passant and to - 10 * sign or to
  note(state, state.board[at])
  if state.board[at] ~= 0 then remove(state, at) end
  local is_quiet = state.log[#state.log].captured == 0 and not is_pawn
  local man = remove(state, from)
  put(state, to, promoted > 0 and sign * promoted or man)
  local castle = man == sign * KING and CASTLE_TO[from] and CASTLE_TO[from][to]
  if castle then put(state, castle.rook_to, remove(state, castle.rook)) end
  state.castling = state.castling & (LOST[from] or 15) & (LOST[to] or 15)
  state.passant = 0
  if is_pawn and (to - from == 20 or from - to == 20) then
    local left, right = state.board[to - 1], state.board[to + 1]
    if left == -sign * PAWN or right == -sign * PAWN then state.passant = from + 10 * sign end
  end
  state.clock = is_quiet and state.clock + 1 or 0
  state.turn = 3 - state.turn
  if is_attacked(state.board, state.kings[3 - state.turn], state.turn) then
    take_back(state, move)
    return false
  end
  return true
end

local function has_legal_move(state)
  local captures, quiet = {}, {}
  add_moves(state, captures, quiet)
  for _, list in ipairs { quiet, captures } do
    for _, move in ipairs(list) do
      if make(state, move) then
        take_back(state, move)
        return true
      end
    end
  end
  return false
end

-- Fifty moves without a capture or a pawn's move, or too few men to mate: neither depends on the moves at hand.
local function is_drawn(state) return state.clock >= 100 or (state.pawns == 0 and state.phase <= 1) end

------------------------------------------------------------------------------------------------
-- Positions as text

local function read_fen(fen)
  local men, turn, castling, passant, clock = fen:match "([%a%d/]+) ([wb]) ([KQkq%-]+) ([%-%w]+) ?(%d*)"
  if not men then return nil, "a position in Forsyth-Edwards notation expected" end
  local state = { board = {}, kings = {}, log = {}, hash = 0, middle = 0, ending = 0, phase = 0, pawns = 0,
    turn = turn == "w" and 1 or 2, castling = 0, passant = 0, clock = tonumber(clock) or 0 }
  for rank = 0, 7 do
    for file = 0, 7 do state.board[21 + 10 * rank + file] = 0 end
  end
  local rank, file = 7, 0
  for letter in men:gmatch "." do
    local kind = LETTERS:find(letter:upper(), 1, true)
    if letter == "/" then
      if file ~= 8 then return nil, "8 squares in each rank expected" end
      rank, file = rank - 1, 0
    elseif kind then
      if rank < 0 or file > 7 then return nil, "too many squares in a rank, or too many ranks" end
      if kind == 1 and rank % 7 == 0 then return nil, "a pawn on the first or the last rank" end
      put(state, 21 + 10 * rank + file, letter:upper() == letter and kind or -kind)
      file = file + 1
    else
      file = file + (tonumber(letter) or 9)
    end
  end
  if rank ~= 0 or file ~= 8 then return nil, "8 ranks of 8 squares expected" end
  local _, kings = men:gsub("[Kk]", "")
  if kings ~= 2 or not (state.kings[1] and state.kings[2]) then return nil, "each side needs its king, and only one" end
  for i, right in ipairs { "K", "Q", "k", "q" } do
    local castle = CASTLES[i]
    local sign = castle.side == 1 and 1 or -1
    local stand = state.board[castle.king] == sign * KING and state.board[castle.rook] == sign * ROOK
    if stand and castling:find(right, 1, true) then state.castling = state.castling | castle.right end
  end
  local column, row = passant:match "^([a-h])([36])$"
  if column then
    local at, sign = 21 + column:byte() - 97 + 10 * (row - 1), turn == "w" and 1 or -1
    local behind = at - 10 * sign
    local is_passed = state.board[at] == 0 and state.board[behind] == -sign * PAWN
    if is_passed and (state.board[behind - 1] == sign * PAWN or state.board[behind + 1] == sign * PAWN) then
      state.passant = at
    end
  end
  if is_attacked(state.board, state.kings[3 - state.turn], state.turn) then
    return nil, "the side that is not to move is in check"
  end
  return state
end

local function square_name(at) return string.char(97 + at % 10 - 1) .. at // 10 - 1 end

local function fen_of(state)
  local rows, rights = {}, ""
  for rank = 7, 0, -1 do
    local row = ""
    for file = 0, 7 do
      local man = state.board[21 + 10 * rank + file]
      local letter = man ~= 0 and LETTERS:sub(math.abs(man), math.abs(man)) or "1"
      row = row .. (man < 0 and letter:lower() or letter)
    end
    rows[#rows + 1] = row:gsub("1+", string.len)
  end
  for i, right in ipairs { "K", "Q", "k", "q" } do
    if state.castling & 1 << (i - 1) ~= 0 then rights = rights .. right end
  end
  return ("%s %s %s %s %d 1"):format(table.concat(rows, "/"), state.turn == 1 and "w" or "b",
    rights == "" and "-" or rights, state.passant == 0 and "-" or square_name(state.passant), state.clock)
end

local function picture(state)
  local rows = {}
  for row in fen_of(state):match "^%S+":gmatch "[^/]+" do
    local squares = row:gsub("%d", function(count) return ("."):rep(tonumber(count)) end)
    rows[#rows + 1] = 8 - #rows .. " " .. squares:gsub(".", " %0")
  end
  return table.concat(rows, "\n") .. "\n   a b c d e f g h\n" .. fen_of(state)
end

------------------------------------------------------------------------------------------------
-- The game, as the library has it

local chess = { name = "chess", sides = { "White", "Black" }, pseudolegal = true, repetition = 0, win = MATE }

function chess.initial(fen)
  local state, message = read_fen(fen or "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
  return state or error(message, 2)
end

function chess.player(state) return state.turn end

function chess.moves(state)
  local captures, quiet = {}, {}
  if is_drawn(state) then return captures end
  add_moves(state, captures, quiet)
  return table.move(quiet, 1, #quiet, #captures + 1, captures)
end

function chess.play(state, move) if not make(state, move) then return false end end
chess.undo = take_back

-- Whoever has no legal move has lost or is stalemated.
function chess.finished(state)
  if has_legal_move(state) then return is_drawn(state) and 0 or nil end
  return is_in_check(state) and -MATE or 0
end

function chess.evaluate(state)
  local phase = math.min(state.phase, 24)
  local score = (state.middle * phase + state.ending * (24 - phase)) // 24
  return state.turn == 1 and score or -score
end

-- Beyond the horizon: captures and promotions, and every move out of check.
function chess.noisy(state)
  if is_in_check(state) then return true end
  local captures = {}
  add_moves(state, captures)
  return captures
end

function chess.key(state)
  return state.hash ~ CASTLING_KEYS[state.castling] ~ PASSANT_KEYS[state.passant] ~ (state.turn == 1 and 0 or TURN_KEY)
end

chess.format = picture
function chess.parse(text) return read_fen(text:match "([^\n]*)%s*$") end
chess.fen = fen_of

function chess.format_move(_, move)
  local promoted = move >> 14
  return square_name(move & 127) .. square_name(move >> 7 & 127)
    .. (promoted > 0 and LETTERS:sub(promoted, promoted):lower() or "")
end

function chess.parse_move(state, text)
  for _, move in ipairs(chess.moves(state)) do
    if chess.format_move(state, move) == text:lower() and make(state, move) then
      take_back(state, move)
      return move
    end
  end
  return nil, ("'%s' is not a legal move (such as e2e4; e1g1 to castle, e7e8q for a promotion)"):format(text)
end

return chess

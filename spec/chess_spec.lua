-- The rules of examples/chess.lua, and what the library makes of them.

local alphabeta = require "alphabeta"
local chess = dofile "examples/chess.lua"
local effort = require "spec.support.effort"
local quick = require "spec.support.quick"

-- So many ways lead so many plies on: Chess Programming Wiki, "Perft Results".
local PERFT = {
  { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, 400, 8902 },
  { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48, 2039, 97862 },
  { "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14, 191, 2812, 43238 },
  { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 264, 9467 },
  { "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44, 1486, 62379 },
  { "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 46, 2079, 89890 },
}

local function perft(state, plies)
  if plies == 0 then return 1 end
  local count = 0
  for _, move in ipairs(chess.moves(state)) do
    if chess.play(state, move) ~= false then
      count = count + perft(state, plies - 1)
      chess.undo(state, move)
    end
  end
  return count
end

local function best(fen, options)
  local state = chess.initial(fen)
  local result = alphabeta.search(chess, state, options)
  return result.value, chess.format_move(state, result.move)
end

describe("examples/chess.lua", function()
  it("has the moves of chess", function()
    local most = effort(100000, 10000)
    for _, row in ipairs(PERFT) do
      local state = chess.initial(row[1])
      for plies = 1, #row - 1 do
        if row[plies + 1] <= most then assert.equal(row[plies + 1], perft(state, plies), row[1]) end
      end
      assert.equal(row[1]:match "^%S+ %S+ %S+ %S+ %S+", chess.fen(state):match "^%S+ %S+ %S+ %S+ %S+")
    end
  end)

  it("finds mates", function()
    for _, row in ipairs {
      { "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "d1d8" },
      { "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7" },
      { "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "a1a6" }, -- Morphy's
    } do
      for _, options in ipairs { { depth = row[2] + 1 }, { depth = row[2], quiescence = 4 },
        { depth = row[2] + 1, algorithm = "mtdf" }, { depth = row[2] + 1, table = false } } do
        local value, move = best(row[1], options)
        assert.same({ 1000000, row[3] }, { value, move }, row[1])
      end
    end
  end)

  it("has its draws, and mates before them", function()
    for fen, value in pairs {
      ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] = 0, -- stalemate
      ["7k/8/6K1/8/8/8/8/6B1 w - - 0 1"] = 0, -- too few men
      ["7k/8/6K1/8/8/8/8/1Q6 w - - 100 90"] = 0, -- fifty moves
      ["7k/6Q1/6K1/8/8/8/8/8 b - - 100 90"] = -1000000, -- but it is mate
    } do
      assert.equal(value, alphabeta.search(chess, chess.initial(fen), { depth = 2 }).value, fen)
      assert.equal(0, #alphabeta.search(chess, chess.initial(fen), { depth = 2, all = true }).moves, fen)
    end
    assert.same({ 1000000, "b1b8" }, { best("7k/8/6K1/8/8/8/8/1Q6 w - - 99 90", { depth = 2 }) })
  end)

  it("takes the second time for a draw, where that is better than to lose", function()
    local fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1" -- the queen gives check for ever
    assert.same({ 0, "h5e8" }, { best(fen, { depth = 6 }) })
    local unending = setmetatable({}, { __index = function(_, name)
      return name ~= "repetition" and chess[name] or nil
    end })
    assert(alphabeta.search(unending, chess.initial(fen), { depth = 6 }).value < -100)
  end)

  it("reads what it writes", function()
    for _, row in ipairs(PERFT) do
      local state = chess.initial(row[1])
      assert.equal(chess.fen(state), chess.fen(chess.parse(chess.format(state))))
      for _, move in ipairs(chess.moves(state)) do
        local text = chess.format_move(state, move)
        assert(chess.parse_move(state, text) == move or chess.play(state, move) == false)
      end
    end
    for text, complaint in pairs {
      [""] = "a position in Forsyth-Edwards notation expected",
      ["8/8/8/8/8/8/8/K7 w - - 0 1"] = "each side needs its king, and only one",
      ["k7/8/8/8/8/8/8/KK6 w - - 0 1"] = "each side needs its king, and only one",
      ["k7/8/8/8/8/8/8/KQ6 b - - 0 1"] = false,
      ["k7/8/8/8/8/8/8/RK6 w - - 0 1"] = "the side that is not to move is in check",
      ["8/ppppppppp/8/8/8/8/8/Kk6 w - - 0 1"] = "too many squares in a rank, or too many ranks",
      ["xxxxxxxx/k7/8/8/8/8/8/K7 w - - 0 1"] = "8 squares in each rank expected",
      ["k6/8/8/8/8/8/8/K7 w - - 0 1"] = "8 squares in each rank expected",
      ["k7/8/8/8/8/8/K7 w - - 0 1"] = "8 ranks of 8 squares expected",
      ["P6k/8/8/8/8/8/8/K7 w - - 0 1"] = "a pawn on the first or the last rank",
    } do
      local state, message = chess.parse(text)
      assert.equal(complaint or nil, not state and message or nil, text)
    end
    for given, read in pairs { -- rights without the men for them are none
      ["4k3/8/8/8/8/8/8/3K3R w KQkq - 0 1"] = "4k3/8/8/8/8/8/8/3K3R w - - 0 1",
      ["4k2r/8/8/8/8/8/8/R3K2r w KQkq - 0 1"] = "4k2r/8/8/8/8/8/8/R3K2r w Qk - 0 1",
      ["4k3/8/8/2PN4/8/8/8/4K3 w - d6 0 1"] = "4k3/8/8/2PN4/8/8/8/4K3 w - - 0 1",
      ["4k3/8/3P4/2Pp4/8/8/8/4K3 w - d6 0 1"] = "4k3/8/3P4/2Pp4/8/8/8/4K3 w - - 0 1",
      ["4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1"] = "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1",
    } do
      local state = chess.parse(given)
      assert.equal(read, chess.fen(state))
      alphabeta.search(chess, state, { depth = 2 })
      assert.equal(read, chess.fen(state))
    end
    local _, message = chess.parse_move(chess.initial(), "e2e5")
    assert.equal("'e2e5' is not a legal move (such as e2e4; e1g1 to castle, e7e8q for a promotion)", message)
  end)

  it("keeps its promises as a game", function()
    assert(alphabeta.check(chess, chess.initial(), { time = quick(0.3, 1) }))
  end)
end)

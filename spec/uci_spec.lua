-- examples/uci.lua, spoken to as the window of a chess program does it.

local programs = require "spec.support.programs"

local output_of, shows = programs.output_of, programs.shows

local MATE = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

-- The lines that begin so.
local function lines_of(output, word)
  local list = {}
  for line in output:gmatch "[^\n]+" do
    if line:find("^" .. word) then list[#list + 1] = line end
  end
  return list
end

describe("examples/uci.lua", function()
  it("introduces itself", function()
    local output = output_of("uci.lua", { "uci", "isready", "quit" })
    assert.same({ "uciok" }, lines_of(output, "uciok"))
    assert.same({ "readyok" }, lines_of(output, "readyok"))
    shows("id name alphabeta (chess)\n", output)
    shows("option name Hash type spin default 64 min 1 max 65536\n", output)
    shows("option name Quiescence type spin default 8 min 0 max 100\n", output)
  end)

  it("thinks within every limit, and tells the nearest mate", function()
    local output = output_of("uci.lua", { "ucinewgame", "setoption name Hash value 1", MATE,
      "setoption name Longest value 50", "go depth 4", "go nodes 3000", "go movetime 100",
      "go wtime 3000 btime 10 winc 0 binc 0", "go infinite", "stop",
      "position startpos", "go infinite", "stop" })
    local moves = lines_of(output, "bestmove")
    assert.same({ "bestmove a1a6", "bestmove a1a6" }, { moves[1], moves[2] })
    assert.equal(6, #moves) -- what is found in a given time hangs on the machine
    for _, line in ipairs(moves) do assert(line:find "^bestmove %l%d%l%d$", line) end
    assert(output:find "info depth 3 score mate 2 nodes %d+ nps %d+ time %d+ pv a1a6 b7a6 b6b7\n", output)
    for _, line in ipairs(lines_of(output, "info")) do
      assert(line:find "^info depth %d+ score [cm][pa]t?e? %-?%d+ nodes %d+ nps %d+ time %d+ pv [%w ]+$", line)
    end
  end)

  it("goes where moves lead, and says what it does not understand", function()
    local output = output_of("uci.lua", { "position startpos moves e2e4 e7e5 e1e2", "query p1turn", "query result",
      "what is this", "", "position startpos moves e2e5", "query p1turn",
      "position startpos moves f2f3 e7e5 g2g4", "go depth 2", "position startpos moves f2f3 e7e5 g2g4 d8h4",
      "query gameover", "query result", "go depth 2", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "query result",
      "position fen nonsense" })
    assert.same({ "response false", "response none", "response true", "response true", "response p2win",
      "response draw" }, lines_of(output, "response"))
    assert.same({ "bestmove d8h4", "bestmove (none)" }, lines_of(output, "bestmove"))
    shows("info string 'e2e5' is not a legal move (such as e2e4; e1g1 to castle, e7e8q for a promotion)\n", output)
    shows("info string a position in Forsyth-Edwards notation expected\n", output)
  end)

  it("answers every `go` with a move, whatever numbers come, and options within their limits", function()
    local lines = { "setoption name hash value 0", "setoption name Quiescence value 9999",
      "setoption name Longest value 0", "setoption name Other value 1", "setoption name Hash" }
    local goes = { "go", "go nodes 0", "go nodes 1", "go depth 0", "go depth 9999999999999999999999 nodes 60",
      "go movetime 0", "go movetime -3", "go wtime 0 btime 0", "go wtime -50 btime 1000", "go wtime 50 movestogo 0",
      "go depth 1 infinite", "stop" }
    table.move(goes, 1, #goes, #lines + 1, lines)
    local moves = lines_of(output_of("uci.lua", lines), "bestmove")
    assert.equal(#goes - 1, #moves)
    for _, line in ipairs(moves) do assert(line:find "^bestmove %l%d%l%d$", line) end
  end)

  it("is ready while it waits for `stop`, and does later what comes before it", function()
    local output = output_of("uci.lua", { "setoption name Longest value 1", "go depth 1 infinite", "isready",
      "position startpos moves e2e4", "stop", "query p1turn", "go depth 1 infinite", "quit", "query p1turn" })
    assert(output:find "^info[^\n]*\nreadyok\nbestmove [^\n]*\nresponse false\ninfo[^\n]*\nbestmove [^\n]*\n$", output)
  end)

  it("takes a repetition for a draw that has been on the board", function()
    local line = "position fen 6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1 moves h5e8 g8h7"
    local output = output_of("uci.lua", { line, "go depth 3" })
    assert.same({ "bestmove e8h5" }, lines_of(output, "bestmove"))
    shows("score cp 0 ", output)
  end)

  it("speaks UGI for other games", function()
    local output = output_of("uci.lua connect4", { "ugi", "position startpos moves 1 2 1 2 1 2", "query p1turn",
      "go depth 3", "position startpos moves 1 2 1 2 1 2 1", "query gameover", "query result", "quit" })
    assert.same({ "ugiok" }, lines_of(output, "ugiok"))
    assert.same({ "bestmove 1" }, lines_of(output, "bestmove"))
    assert.same({ "response true", "response true", "response p1win" }, lines_of(output, "response"))
    output = output_of("uci.lua examples/pig.lua", { "ugi", "go depth 2" })
    assert.same({ "bestmove roll" }, lines_of(output, "bestmove"))
    local message, ok = programs.run("uci.lua examples/dots.lua", {})
    assert.is_false(ok)
    shows("a game for two players expected", message)
    message, ok = programs.run("uci.lua oshi", {})
    assert.is_false(ok)
    shows("uci.lua: field 'simultaneous': a game in which players move one at a time expected", message)
    message, ok = programs.run("uci.lua examples/briscola.lua", {})
    assert.is_false(ok)
    shows("nothing is hidden expected", message)
    message, ok = programs.run("uci.lua no_such_game", {})
    assert.is_false(ok)
    assert.equal("uci.lua: there is no game 'no_such_game'\n", message)
  end)

  it("has no move where dice are to be rolled, and where the game is over", function()
    local output = output_of("uci.lua ewn", { "ugi", "go depth 2" })
    assert.same({ "bestmove (none)" }, lines_of(output, "bestmove"))
    output = output_of("uci.lua connect4", { "ugi", "position startpos moves 1 2 1 2 1 2 1", "go depth 2" })
    assert.same({ "bestmove (none)" }, lines_of(output, "bestmove"))
  end)
end)

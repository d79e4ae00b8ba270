-- The core and the games in C by themselves, compiled without Lua and run as C programs.

local effort = require "spec.support.effort"
local facts = require "spec.support.facts"
local oracle = require "spec.support.oracle"
local plays = require "spec.support.plays"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local connect4 = require "alphabeta.twins.connect4"
local ewn = require "alphabeta.twins.ewn"
local kalah = require "alphabeta.twins.kalah"
local othello = require "alphabeta.twins.othello"
local pig = require "alphabeta.twins.pig"
local synthetic = require "alphabeta.twins.synthetic"
local tictactoe = require "alphabeta.twins.tictactoe"
local tiles = require "alphabeta.twins.tiles"

local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("*a")
  return pipe:close(), output
end

-- What the core and the games are compiled from; or objects that are there already (run.sh), and may count what
-- runs in them (.ci/coverage, .ci/mutate.lua).
local OBJECTS = os.getenv "ALPHABETA_OBJECTS"
local function objects(names, but)
  return ("$(find %s -name '%s' ! -name '%s')"):format(OBJECTS, names, but or "")
end
local CORE = OBJECTS and objects "ab_*.o" .. " -lgcov" or "csrc/core/*.c"
local GAMES = OBJECTS and objects "game_*.o" or "csrc/games/*.c"

-- The core where a definition tells something to one of its files alone, which is compiled anew.
local function core_with(file)
  return OBJECTS and ("csrc/core/%s.c %s -lgcov"):format(file, objects("ab_*.o", file .. ".*o")) or CORE
end

-- What runs for a short time only is compiled in less than it would gain by that.
local LEVEL = quick("-O0", "-O1")

local function compile(...)
  local program = os.tmpname()
  local compiled, messages = run(
    ("cc -std=c99 %s -Wall -Wextra -Icsrc -o %s %s -lm"):format(LEVEL, program, table.concat({ ... }, " ")))
  assert(compiled, messages)
  return program
end

-- Compiles a test from these sources, and runs it with these arguments: what it prints must have the pattern.
local function passes(pattern, arguments, ...)
  local program = compile(...)
  local passed, output = run(("timeout 100 %s %s"):format(program, arguments))
  os.remove(program)
  assert(passed, output)
  assert.matches(pattern, output)
end

describe("the core without Lua", function()
  local program
  setup(function() program = compile("spec/core/loop_test.c", CORE) end)
  teardown(function() os.remove(program or "") end)

  local function check(arguments)
    local passed, output = run(program .. " " .. arguments)
    assert(passed, output)
    assert.matches("%d+ trees, 0 failures", output)
  end

  it("has the reference's values on random trees, for any slice size", function()
    check(effort(1200))
  end)

  it("finds the line of an infinite loss where memory fails as it is written down", function()
    for _, number in ipairs { 5004628, 5008822, 7088197 } do check("1 " .. number) end
  end)

  it("has them in a host that takes denormal numbers for 0", function() check(effort(1200) .. " 1 flush") end)
end)

describe("Monte-Carlo tree search without Lua", function()
  local function check(source, count) passes(", 0 failures", effort(count) .. " " .. seed, source, CORE) end

  it("proves only what minimax says, and grows one tree, however it is cut and whatever fails on the way", function()
    check("spec/core/mcts_test.c", 500)
  end)

  it("does so with chance, hidden worlds and several players, and tells what a game gives that cannot be", function()
    check("spec/core/sampled_test.c", 200)
  end)
end)

describe("features in C", function()
  it("are worth what their sum by hand is, in every form of game and with a walk of its own", function()
    passes(", 0 failures", "", "spec/core/features_test.c", CORE)
  end)
end)

describe("solving without Lua", function()
  it("has the values and plies by definition on random graphs with cycles, whatever fails on the way", function()
    passes("%d+ graphs, 0 failures\n$", effort(1000) .. " " .. seed, "spec/core/solve_test.c", CORE)
  end)
end)

describe("one player's way without Lua", function()
  it("is the cheapest on random graphs, whatever fails on the way, and what cannot be is refused", function()
    passes("%d+ checks, 0 failures\n$", effort(1000) .. " " .. seed, "spec/core/path_test.c", CORE)
  end)
end)

describe("the cube of 2 by 2 by 2", function()
  it("has as many positions at each distance as is published, in both metrics, and needs 11 turns, or 14", function()
    passes("^0 failures\n$", effort(1) > 1 and 7 or 4, "spec/core/cube_test.c", CORE)
  end)
end)

describe("a matrix game", function()
  it("has the exact value, and strategies that are sure of it, in every unit", function()
    passes("%d+ games, 0 failures\n$", effort(2000) .. " " .. seed, "spec/core/matrix_test.c", CORE)
  end)
end)

describe("the core with chance", function()
  it("has plain expectiminimax's values to the last bit, whatever the search", function()
    passes("%d+ games, 0 failures", effort(2000), "spec/core/chance_test.c", CORE)
  end)
end)

describe("the core where both players choose at once", function()
  it("has the values of plain minimax over matrix games, secure strategies, and lines that can be played", function()
    passes("%d+ checks, 0 failures\n$", effort(1500) .. " " .. seed, "spec/core/both_test.c", CORE)
  end)
end)

describe("a walk of its own in C++", function()
  it("visits the tree that the walk through the game's pointers visits", function()
    local object = os.tmpname()
    local compiled, messages = run("c++ -std=c++14 -O1 -Wall -Wextra -Werror -Icsrc -c -o " .. object
      .. " spec/core/instance_test.cpp")
    assert(compiled, messages)
    local program = compile(object, CORE)
    local passed, output = run(program)
    os.remove(object)
    os.remove(program)
    assert(passed, output)
    assert.equal("the same tree\n", output)
  end)
end)

describe("the table without Lua", function()
  it("grows by a few buckets at a time, and keeps what it holds", function()
    passes("^0 failures\n$", "", "spec/core/table_test.c", CORE, GAMES)
  end)
end)

describe("a table that threads share", function()
  it("changes no value and no move, and gives no torn entry away", function()
    -- who looks at every position what others have settled is disturbed most
    passes("%d+ trees, 0 failures\n$", effort(1500) .. " " .. seed, "-pthread -DAB_LOOK=1 spec/core/shared_test.c",
      core_with "ab_services", GAMES)
  end)
end)

describe("playouts on several threads", function()
  it("are added up, prove what one thread proves, and leave nothing behind", function()
    passes("%d+ searches, 0 failures, %d+ proven\n$", effort(150) .. " " .. seed, "-pthread spec/core/playouts_test.c",
      CORE, GAMES)
  end)
end)

describe("a search where there are no threads", function()
  it("is not helped, and sets nothing aside for that", function()
    passes("^0 failures\n$", "", "-DAB_NO_THREADS spec/core/threadless_test.c", core_with "ab_thread", GAMES)
  end)
end)

describe("a wrong number", function()
  local function check(...) passes("%d+ checks, 0 failures\n$", "", ...) end

  it("of moves is noticed wherever the search takes care", function() check("spec/core/broken_test.c", CORE) end)

  it("of moves is noticed everywhere if it is compiled with AB_CHECKED", function()
    check("-O0 -DAB_CHECKED spec/core/broken_test.c", core_with "ab_walk")
  end)

  it("where there is chance is told with the function and the ply that it comes from", function()
    check("spec/core/outside_test.c", CORE)
  end)
end)

describe("the games without Lua", function()
  local program
  local random = math.random

  setup(function() program = compile("spec/core/games_test.c", CORE, GAMES) end)
  teardown(function() os.remove(program or "") end)

  -- The moves of a position, or the outcomes.
  local function choices(twin, state) return twin.chance and twin.chance(state) or twin.moves(state) end

  -- What is asked about: a family, its parameters, the twin, and a position of it.
  local function subject(family, twin, state)
    return { family = family, parameters = twin.parameters or {}, twin = twin, state = state }
  end

  local function kalah_of(options) return subject("kalah", kalah, kalah.initial(options)) end
  local function connect4_of(width, height)
    local connect4_subject = subject("connect4", connect4, connect4.initial { width = width, height = height })
    connect4_subject.parameters = { width, height }
    return connect4_subject
  end
  local function tree_of(mode, breadth, depth, width)
    local tree = synthetic.new { mode = mode, seed = 7, breadth = breadth, depth = depth, width = width }
    return subject("synthetic", tree, tree.initial())
  end
  local function leaves_of(breadth, leaves)
    local tree = synthetic.leaves(breadth, leaves)
    return subject("synthetic", tree, tree.initial())
  end

  local SUBJECTS = {
    ["tic-tac-toe"] = subject("tictactoe", tictactoe, tictactoe.initial()),
    ["Kalah (6,4)"] = kalah_of {},
    ["Kalah (6,4), no empty capture"] = kalah_of { empty_capture = false, first = 2 },
    ["Kalah (12,1)"] = kalah_of { holes = 12, counters = 1 },
    ["Kalah with many counters"] =
      subject("kalah", kalah, kalah.read { 2, 1, 255, 600, 0, 256, 0, 300, 0, 257 }),
    ["Othello"] = subject("othello", othello, othello.initial()),
    ["Connect Four"] = connect4_of(7, 6),
    ["Connect Four, 4 by 4"] = connect4_of(4, 4),
    ["Connect Four, 9 by 6"] = connect4_of(9, 6),
    ["Connect Four, 4 by 15"] = connect4_of(4, 15),
    ["Connect Four, 32 by 1"] = connect4_of(32, 1),
    ["Connect Four, 7 by 5"] = connect4_of(7, 5),
    ["Connect Four, 3 by 5"] = connect4_of(3, 5),
    ["EinStein würfelt nicht"] = subject("ewn", ewn, ewn.initial()),
    ["EinStein würfelt nicht, 3 by 3"] = subject("ewn", ewn, ewn.initial { size = 3 }),
    ["Pig"] = subject("pig", pig, pig.initial { target = 50 }),
    ["Pig to 9 with a coin"] = subject("pig", pig, pig.initial { target = 9, sides = 2 }),
    ["uniform trees"] = tree_of("uniform", 4, 9),
    ["dags"] = tree_of("dag", 4, 10, 12),
    ["uneven trees"] = tree_of("uneven", 6, 12),
    ["trees where a player may move again"] = tree_of("again", 6, 12),
    ["trees with fractions"] = tree_of("float", 6, 12),
    ["trees with infinite values"] = tree_of("inf", 6, 12),
    ["best-ordered trees"] = tree_of("best", 4, 9),
    ["given leaves"] = leaves_of(3, { 3, 1, 4, 1, 5, -9, 2.5, 6, math.huge }),
  }

  local function numbers_of(text)
    local list = {}
    for word in text:gmatch "%S+" do list[#list + 1] = facts.number(word) end
    return list
  end

  local function counted(list)
    local words = { #list }
    for i, number in ipairs(list) do words[1 + i] = ("%.17g"):format(number) end
    return table.concat(words, " ")
  end

  -- The lines of the answers to questions: { what, subject, list of integers, rest }.
  local function ask(questions)
    local name, lines = os.tmpname(), {}
    local file = assert(io.open(name, "w"))
    for _, question in ipairs(questions) do
      local what, about, list, rest = table.unpack(question)
      local words = { what, about.family, counted(about.parameters), counted(list), rest }
      file:write(table.concat(words, " "), "\n")
    end
    file:close()
    local passed, output = run(("timeout 100 %s <%s"):format(program, name))
    os.remove(name)
    assert(passed, output)
    for line in output:gmatch "[^\n]+" do
      if line ~= "." then lines[#lines + 1] = line end
    end
    return lines
  end

  local function perft(about, depth)
    return tonumber(ask { { "perft", about, about.twin.write(about.state), depth } }[1])
  end

  it("count the known sequences of moves", function()
    local othello_counts = { 4, 12, 56, 244, 1396, 8200, 55092, 390216 }
    for depth, count in ipairs(othello_counts) do
      assert.equal(count, perft(SUBJECTS["Othello"], depth))
    end
    assert.equal(559885, perft(SUBJECTS["Kalah (6,4)"], 8))
    assert.equal(563055, perft(SUBJECTS["Kalah (6,4), no empty capture"], 8))
    assert.equal(127872, perft(SUBJECTS["tic-tac-toe"], 9))
    local moved = tiles.initial { width = 3, height = 4, scramble = 20, seed = seed }
    assert.equal((plays.sequences(tiles, moved, 8)), perft({ family = "tiles", parameters = { 3, 4 }, twin = tiles,
      state = moved }, 8), "seed " .. seed)
    assert.equal(823536, perft(SUBJECTS["Connect Four"], 7)) -- 7^7, less those that fill a column
  end)

  -- The number that a string stands for as a key: ab_hash.
  local function hash(bytes)
    local result = 0
    local function mix(word)
      result = (result ~ word) * 0xBF58476D1CE4E5B9
      result = (result ~ result >> 32) * 0x94D049BB133111EB
      result = result ~ result >> 32
    end
    mix(#bytes + 1)
    for from = 1, #bytes, 8 do
      local word = bytes:sub(from, from + 7)
      mix(string.unpack("=I8", word .. ("\0"):rep(8 - #word)))
    end
    return result
  end

  local function key_of(twin, state)
    local key = twin.key(state)
    return type(key) == "string" and hash(key) or key
  end

  -- Minimax takes long in Lua, so only every tenth position is valued again; in the quick run fewer.
  local VALUED = quick(30, 10)
  for name, about in pairs(SUBJECTS) do
    it("keep their contract, and are what their twins are: " .. name, function()
      local lines = ask { { "walk", about, about.twin.write(about.state), "3 " .. seed } }
      for i, line in ipairs(lines) do
        local where = ("seed %d: %s"):format(seed, line)
        local numbers, moves, value, key = line:match "^(.-) : ?(.-) : (.-) : (.-)$"
        local state = assert(about.twin.read(numbers_of(numbers)))
        assert.same(numbers_of(numbers), about.twin.write(state), where)
        assert.same(numbers_of(moves), choices(about.twin, state), where)
        assert.equal(key, ("%x"):format(key_of(about.twin, state)), where)
        if i % VALUED == 1 then
          assert.equal(numbers_of(value)[1], oracle.minimax(about.twin, state, 3).value, where)
        end
      end
      assert(#lines > 1)
    end)
  end

  it("give the empty squares to the winner: Othello", function()
    local rest = ("........"):rep(7)
    for row, value in pairs { ["XXX..OOO"] = 0, ["XXX...OO"] = 60, ["XX...OOO"] = -60, ["XXX....."] = 64 } do
      for mark, sign in pairs { X = 1, O = -1 } do
        local state = assert(othello.parse(row .. rest .. mark .. " to move"))
        local about = subject("othello", othello, state)
        local line = ask { { "walk", about, othello.write(state), "1 1" } }[1]
        assert.equal(sign * value, othello.evaluate(state))
        assert.equal(sign * value, tonumber(line:match " : : (%S+) : "), line)
      end
    end
  end)

  -- A position somewhere in a game.
  local function wandered(about)
    local state = about.state
    for _ = 1, random(0, 30) do
      local moves = choices(about.twin, state)
      if #moves == 0 then break end
      state = about.twin.play(state, moves[random(#moves)])
    end
    return state
  end

  -- Changes a list of integers a little: mostly into what is no position.
  local function spoil(list)
    local odd = { -1, 0, 1, 2, 3, 64, 65, 2400, 2401, 65536, 4294967296, 2 ^ 53, -2 ^ 53 }
    for _ = 1, random(2) do
      local action = random(10)
      if action == 1 then
        table.remove(list)
      elseif action == 2 then
        table.insert(list, random(0, 2))
      else
        list[random(#list)] = math.tointeger(odd[random(#odd)])
      end
      if #list == 0 then return list end
    end
    return list
  end

  for name, about in pairs(SUBJECTS) do
    it("refuse the lists that their twins refuse: " .. name, function()
      local questions = {}
      math.randomseed(seed)
      for i = 1, quick(150, 300) do
        questions[i] = { "read", about, spoil(about.twin.write(wandered(about))) }
      end
      local accepted = 0
      for i, line in ipairs(ask(questions)) do
        local list = questions[i][3]
        local where = ("seed %d: %s"):format(seed, table.concat(list, " "))
        local state = about.twin.read(list)
        assert.equal(state == nil, line:find "^refused: " ~= nil, where .. " -> " .. line)
        if state then
          assert.same(list, numbers_of(line), where)
          accepted = accepted + 1
        end
      end
      assert(accepted < #questions)
    end)
  end

  it("refuse parameters that they do not know", function()
    local tree = { 4, 7, 3, 5, 0 }
    local function answer(parameters)
      return ask { { "read", { family = "synthetic", parameters = parameters }, {} } }[1]
    end
    assert.matches("ply and player expected", answer(tree))
    for _, parameters in ipairs { { 7 }, { 0, 6 }, { 7, 0 }, { 64, 1 }, { 7, 64 }, { 7.5, 6 }, { 7, 6.5 }, { 8, 8 } } do
      local board = { family = "connect4", parameters = parameters }
      assert.equal("refused: width and height expected, width * (height + 1) at most 64",
        ask { { "read", board, {} } }[1])
    end
    for message, parameters in pairs {
      ["mode, seed, breadth, depth and width expected"] = { 4, 7, 3, 5 },
      ["the seed is an integer from 0 to 2^53"] = { 4, -1, 3, 5, 0 },
      ["the breadth is an integer from 1 to 65535"] = { 4, 7, 65536, 5, 0 },
      ["the depth is an integer from 0 to 1000"] = { 4, 7, 3, 1001, 0 },
      ["the width of a dag is an integer from 1 to 1000000, of other trees 0"] = { 2, 7, 3, 5, 0 },
      ["leaves are for the mode of given leaves only"] = { 4, 7, 3, 5, 0, 1 },
      ["breadth^depth leaves expected"] = { 8, 0, 3, 1, 0, 1, 2 },
      ["a leaf is not a number"] = { 8, 0, 2, 1, 0, 1, 0 / 0 },
    } do
      assert.equal("refused: " .. message, answer(parameters))
    end
  end)
end)

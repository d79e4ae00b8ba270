-- The program that plays at the terminal, driven as a person would drive it.

local kalah = require "alphabeta.games.kalah"
local tictactoe = require "alphabeta.games.tictactoe"
local files = require "spec.support.files"
local programs = require "spec.support.programs"

local shell, run, output_of, shows = programs.shell, programs.run, programs.output_of, programs.shows

local SECONDS = 60 -- where the terminal is a real one

-- How often a plain text occurs.
local function count(text, part)
  local found, from = 0, 1
  while true do
    local first, last = text:find(part, from, true)
    if not first then return found end
    found, from = found + 1, last + 1
  end
end

local function shows_not(text, output)
  assert(not output:find(text, 1, true), ("%q is in:\n%s"):format(text, output))
end

-- Nothing in what a program prints commands the terminal.
local function is_harmless(output)
  local from = output:find "[%z\1-\9\11-\31\127]" or output:find "\194[\128-\159]"
  assert(not from, ("a control character, %q, is in:\n%s"):format(output:sub(from or 1, from), output))
end

-- A program ends with a message of one line. What it printed before does not count.
local function fails(message, command, lines)
  local output, ok = programs.errors_of(command, lines)
  assert.is_false(ok, output)
  shows(message, output)
  is_harmless(output)
  assert.matches("^[^\n]+\n$", output)
end

-- What a saved game says of its beginning, and the lines of its session that say which game it is and what was played.
local function saved_in(path)
  local text = files.read(path)
  local head, session = text:match "^(.-)%x%x%x%x%x%x (session .*)$"
  local lines = {}
  for line in session:gmatch "\n%x+ (%l[%l-]* [^\n]*)" do
    if not line:find "^s" then lines[#lines + 1] = line end
  end
  return head .. "|" .. table.concat(lines, "|")
end

-- Calls `check(path)` with a file of Lua.
local function with_game(text, check)
  local path = os.tmpname()
  os.remove(path)
  path = files.write(path .. ".lua", text)
  check(path)
  os.remove(path)
end

-- The position after moves of Kalah, as it is shown.
local function kalah_after(moves, options)
  local state = kalah.initial(options)
  for _, move in ipairs(moves) do state = kalah.play(state, move) end
  return kalah.format(state)
end

local TWO_PERSONS = "kalah.lua --north person --depth 3 --seed 1"

-- Runs a game of Kalah between two persons.
local function persons(lines) return output_of(TWO_PERSONS, lines) end

describe("examples/kalah.lua", function()
  it("lets two computers play to the end, always the same way with a seed", function()
    local command = "kalah.lua --south computer --north computer --depth 2 --show --seed 4"
    local output = output_of(command)
    assert.matches("\n%a+ wins by %d+ counters%.\n$", output)
    shows("South plays ", output)
    assert.matches("\n  value [%+%-]?%d+ for North at depth %d %(%d+ positions in [%d.]+ s%)\n"
      .. "  expected: North %d", output)
    local function without_times(text) return (text:gsub("in [%d.]+ s", "")) end
    assert.equal(without_times(output), without_times(output_of(command)))
    assert.not_equal(without_times(output), without_times(output_of(command .. "5")))
  end)

  it("takes no chances if it shall not", function()
    local function game(seed)
      return output_of("kalah.lua --south computer --north computer --depth 2 --no-random --seed " .. seed)
    end
    assert.equal(game(1), game(2))
  end)

  it("plays a person, who moves by the numbers of holes", function()
    local output = output_of("kalah.lua --depth 3 --no-random", { "3", "6" })
    shows(kalah_after {}, output)
    shows(kalah_after { 3 }, output)
    shows(kalah_after { 3, 6 }, output)
    shows("North plays ", output)
    shows_not("South plays ", output)
  end)

  it("ends with its input", function()
    local output = output_of("kalah.lua", {})
    assert.matches("\nEnd of input: the game ends here%.\n$", output)
  end)

  it("sets up the game by its options", function()
    local output = output_of("kalah.lua --holes 3 --counters 2 --first 2 --no-empty-capture --south computer "
      .. "--north person", {})
    shows(kalah.format(kalah.initial { holes = 3, counters = 2, first = 2, empty_capture = false }), output)
    shows("North to move (? for help): ", output)
  end)

  it("can think by the clock", function()
    local lines = { "3", "1", "2", "1", "2" }
    shows("North plays ", output_of("kalah.lua --time 0.01 --show --holes 3 --counters 1", lines))
  end)

  it("refuses what it does not know", function()
    for option, message in pairs {
      ["--depth 0"] = "'0' is not an integer from 1 to 1000",
      ["--time never"] = "'never' is not a number of seconds above 0",
      ["--holes 13"] = "'13' is not an integer from 1 to 12",
      ["--east person"] = "unknown option '--east'",
      ["--south cat"] = "must be one of 'person', 'computer'",
    } do
      local output, ok = run("kalah.lua " .. option)
      assert.is_false(ok)
      shows(message, output)
    end
  end)
end)

describe("examples/play.lua", function()
  it("plays every game by its name", function()
    local output = output_of("play.lua tictactoe --x computer --o computer --seed 1")
    shows("X plays ", output)
    assert.matches("\na draw\nA draw%.\n$", output)
    output = output_of("play.lua kalah --south computer --north computer --depth 1 --seed 1 --holes 3")
    shows("South plays ", output)
  end)

  it("plays a game from a file, changed in place or not, with or without notation", function()
    local path = files.write(os.tmpname() .. ".lua", [[
      return {
        name = "heap",
        moves = function(box) return box.left > 1 and { 1, 2 } or box.left == 1 and { 1 } or {} end,
        play = function(box, take) box.left = box.left - take end,
        undo = function(box, take) box.left = box.left + take end,
        evaluate = function() return -1 end,
        initial = function(options)
          if options and type(options.left) ~= "number" then error "bad argument (no number left)" end
          return { left = options and options.left or 4 }
        end,
        format = function(box) return box.left .. " are left" end,
        format_move = function(_, take) return "take-" .. take end,
      }]])
    local saved = os.tmpname()
    local output = output_of("play.lua " .. path .. " --set left=7 --player2 person",
      { "hint", "values", "tree 3", "1", "take-1", "take-2", "undo", "take-1", "go", "save " .. saved, "q" })
    shows("7 are left\nPlayer 1 to move", output)
    shows("I would play take-1.\n  value +1 for Player 1", output)
    shows("'1' is not a legal move; the legal moves are: take-1 take-2", output)
    assert.equal(2, count(output, "6 are left"))
    assert.equal("game heap\nset left=7\n|game heap|move take-1|move take-1|move take-2", saved_in(saved))
    shows("3 are left", output_of("play.lua " .. path .. " --load " .. saved, { "q" }))
    output = run("play.lua " .. path .. " --set left=many")
    shows(": no number left\n", output)
    os.remove(path)
    os.remove(saved)
  end)

  it("says so if there is no such game, and how it is used", function()
    fails("play.lua ludo: there is no game 'ludo'\n", "play.lua ludo")
    fails("there is no game 'lu\\027do'\n", "play.lua 'lu\27do'")
    fails("no starting position", "play.lua synthetic")
    local output, ok = run "play.lua"
    assert.is_false(ok)
    shows("usage: play.lua GAME", output)
    shows("usage: play.lua GAME", output_of "play.lua --help")
    shows("Usage: play.lua tictactoe [-h] [--x {person,computer}]", output_of "play.lua tictactoe --help")
  end)

  it("lets a file require what lies beside it", function()
    with_game("return { initial = function() return 5 end, moves = function() return {} end, " ..
      "play = function() end, evaluate = function() return 0 end, format = function() return 'from beside' end }",
      function(path)
        with_game(("return require '%s'"):format(path:match "([^/\\]*)%.lua$"), function(other)
          shows("from beside\n", output_of("play.lua " .. other .. " --player1 computer"))
        end)
      end)
  end)

  it("says in a line what is wrong with a file", function()
    fails("/no/such/game.lua: No such file or directory\n", "play.lua /no/such/game.lua")
    fails("examples/terminal: Is a directory\n", "play.lua examples/terminal")
    fails("/dev/zero: longer than 1048576 bytes\n", "play.lua /dev/zero")

    local rest = "play = function() end, evaluate = function() return 0 end }"
    for text, message in pairs {
      [string.dump(function() return {} end)] = " cannot be read as Lua: attempt to load a binary chunk",
      ["return {\n\27 }"] = ":2: unexpected symbol near '<\\27>'\n",
      ["error 'no\27[2J luck\\nfor you'"] = "raises an error when it is loaded: ",
      ["require 'no.such.module'"] = "lua:1: module 'no.such.module' not found:\n",
      ["error()"] = "raises an error when it is loaded: nil\n",
      ["error(setmetatable({}, { __tostring = error }))"] = "raises an error when it is loaded: {}\n",
      ["describe('a spec')"] = "attempt to call a nil value (global 'describe')\n",
      ["return"] = "must return a game (table expected, got nil)\n",
      ["return 5"] = "must return a game (table expected, got 5)\n",
      ["return { initial = {} }"] = "must return a game (field 'initial': function expected, got table)\n",
      ["return { format = 'board' }"] = "must return a game (field 'format': function expected, got 'board')\n",
      ["return {}"] = "no starting position: the game has no field 'initial'\n",
      ["return { initial = function() end }"] = "'initial' returned nil (state expected)\n",
      ["return { initial = function() error { 'x' } end }"] = "lua: {x}\n",
      ["return { initial = function() return 1 end }"] = "field 'moves': function expected, got nil\n",
      ["return { initial = function() return 1 end, moves = function() error 'no\27 moves' end, " .. rest] =
        ":1: no\\027 moves\n",
      ["return { initial = function() return 1 end, moves = function() return 1 end, " .. rest] =
        "lua: game: 'moves' returned 1 (list expected)",
      ["return setmetatable({}, { __index = function() error 'no\27 field' end })"] = "no\\027 field\n",
    } do
      with_game(text, function(path) fails(message, "play.lua " .. path .. " --player1 computer") end)
    end
  end)

  it("skips what may stand before a program", function()
    with_game("\239\187\191#!/usr/bin/lua\nreturn require 'alphabeta.games.tictactoe'", function(path)
      shows("X to move", output_of("play.lua " .. path, { "q" }))
    end)
  end)

  it("leaves the terminal alone, whatever a game says", function()
    with_game([[
      local NASTY = "\27[2J\27]0;title\7\r\b\0\127\194\155"
      local function moves(n) return n > 0 and { "up" .. NASTY, "two\nlines" } or {} end
      return {
        name = "game" .. NASTY .. "\nover",
        initial = function(set) if set then error("no start" .. NASTY) end return 3 end,
        moves = moves,
        play = function(n) return n - 1 end,
        evaluate = function() return 0 end,
        format = function(n) return "board" .. NASTY .. "\r\na\tb\n" .. n end,
        parse = function(text) if text == "" then error("no parse" .. NASTY) end return nil, text .. NASTY end,
        parse_move = function(n, text)
          if text == "break" then error("no move" .. NASTY) end
          if text == "1" then return moves(n)[1] end
          return nil, text ~= "2" and text .. NASTY or nil
        end,
      }]], function(path)
      local wrong = files.new("game x\n\27[2J no part\n")
      local output = output_of("play.lua " .. path, {
        "hint", "values", "explain", "tree 3", "moves", "2", "what\27[2J?", "p", "position\27[2J", ".", "p", ".",
        "save /no/such\27[2J/file", "load " .. wrong, "load /no/such\27[2J", "depth \27", "computer \27", "1", "help",
        "undo", "resign",
      })
      os.remove(wrong)
      is_harmless(output)
      shows("\nboard\\027[2J\\027]0;title\\007\\r\\008\\000\\127\\194\\155\na       b\n3\n", output)
      shows("I would play ", output)
      shows("The game cannot be loaded: '\\027[2J no part' is not part of a game\n", output)
      shows("this is not a position: position\\027[2J", output)
      shows("The game cannot be saved: ", output)
      is_harmless(output_of("play.lua " .. path .. " --help"))
      is_harmless(output_of("play.lua " .. path .. " --show --player1 computer --seed 1 --analyse --tree 2"))
      is_harmless(output_of("play.lua " .. path .. " --show --player1 computer --seed 1"))
      is_harmless((run("play.lua " .. path, { "break" })))
      fails("no start\\027", "play.lua " .. path .. " --set a=1")
      is_harmless((run("play.lua " .. path .. " '--\27[2J'")))
    end)
  end)

  it("plays a solved game perfectly, and ends it where a position occurs again", function()
    local output = output_of "play.lua examples/morris.lua --x computer --solve --show --seed 1"
    shows("  solved: 0 for X\n", output)
    shows("This position has occurred before: a draw.\n", output)
    output = output_of("play.lua examples/morris.lua --o person --solve", { "1", "2", "hint", "q" })
    shows("  solved: ", output)
    output = output_of("play.lua oshi --east person --west computer --solve", { "hint", "1", "q" })
    shows("  solved: 0 for East", output)
    with_game([[local game = { initial = function() return 1 end, play = function(n) return n end }
      function game.moves() return {} end
      function game.evaluate() return 0 end
      return game]], function(path)
      fails("field 'key': function expected, got nil", "play.lua " .. path .. " --solve")
    end)
    with_game([[
      local game = { name = "ring", viewpoint = 1, repetition = 1 }
      function game.initial() return 0 end
      function game.moves() return { 1, 2 } end
      function game.play(n, step) return (n + step) % 4 end
      function game.player(n) return n % 2 + 1 end
      function game.evaluate() return 0 end
      function game.key(n) return n end
      return game]], function(path)
      output = output_of("play.lua " .. path .. " --player2 person --depth 3", { "1", "1", "1", "1", "q" })
      shows("This position has occurred before: Player 1 wins.\n", output)
      output = output_of("play.lua " .. path .. " --player1 computer --depth 3")
      shows("This position has occurred before: Player 1 wins.\n", output)
    end)
  end)

  it("says that a game cannot read positions before it asks for one", function()
    with_game([[return {
      initial = function() return 1 end,
      moves = function() return { 1 } end,
      play = function(n) return n end,
      evaluate = function() return 0 end,
    }]], function(path)
      local output = output_of("play.lua " .. path, { "p", "moves", "q" })
      shows("(? for help): This game cannot read positions.\nPlayer 1 to move (? for help): 1\n", output)
      shows_not("Enter a position", output)
      fails("this game cannot read positions\n", "play.lua " .. path .. " --position -", { "x", "." })
    end)
  end)

  it("plays another game each time, also within a second", function()
    local seen, different = {}, 0
    for _ = 1, 4 do
      local output = shell "PROGRAM kalah.lua --south computer --north computer --depth 1 </dev/null"
      if not seen[output] then seen[output], different = true, different + 1 end
    end
    assert.is_true(different > 1)
  end)

  it("says so if its output cannot be written", function()
    local output, ok = shell "PROGRAM kalah.lua --south computer 2>&1 >/dev/full </dev/null"
    assert.is_false(ok)
    assert.equal("the output cannot be written: No space left on device\n", output)
  end)

  it("comes to an end with an endless line, and an endless position", function()
    for command, message in pairs {
      ["PROGRAM kalah.lua </dev/zero 2>&1 >/dev/null"] = "a line of the input is longer than 1048576 bytes",
      ["PROGRAM kalah.lua --position - </dev/zero 2>&1"] = "a line of the input is longer than 1048576 bytes",
      ["yes '| 1 2 3 4 5 6 |' | PROGRAM kalah.lua --position - 2>&1"] = "a position is longer than 1048576 bytes",
    } do
      local output, ok = shell(command)
      assert.is_false(ok)
      assert.equal("kalah.lua: " .. message .. "\n", output)
    end
  end)
end)

describe("A person's line", function()
  it("may be a move", function()
    local output = persons { "3", "1", "q" }
    shows(kalah_after { 3, 1 }, output)
    shows("North resigns, South wins.", output)
  end)

  it("may be nonsense", function()
    local output = persons {
      "7", "-1", "3.5", "", "   ", "take 3", "\1\255\27[2J", ("x"):rep(10000), "3 4", "q",
    }
    assert.equal(7, count(output, "is not a legal move; the legal moves are: 1 2 3 4 5 6"))
    assert.equal(10, count(output, "South to move (? for help): "))
    shows("South resigns, North wins.", output)
  end)

  it("may ask for help", function()
    for _, word in ipairs { "?", "help", "HELP" } do
      local output = persons { word, "q" }
      for _, command in ipairs {
        "hint", "values", "explain", "tree [PLIES]", "go", "undo", "board", "moves", "depth N|off", "time SECONDS|off",
        "computer [SIDE]", "person [SIDE]", "position", "new", "save FILE", "load FILE", "resign", "help",
      } do
        shows(" " .. command .. " ", output)
      end
    end
  end)

  it("may ask for the board and for the moves", function()
    for _, words in ipairs { { "board", "moves" }, { "b", "m" } } do
      local output = persons { "3", words[1], words[2], "q" }
      assert.equal(2, count(output, kalah_after { 3 }))
      shows("South to move (? for help): 1 2 4 5 6\n", output)
    end
  end)

  it("may ask for a hint", function()
    for _, word in ipairs { "hint", "h" } do
      local output = persons { word, "q" }
      assert.matches("I would play [1-6]%.\n"
        .. "  value %+%d for South at depth 3 %(%d+ positions in %d[%d.]* s%)\n"
        .. "  expected: South [1-6]", output)
      assert.equal(1, count(output, kalah_after {}))
    end
  end)

  it("may ask what each move is worth", function()
    for _, word in ipairs { "values", "v" } do
      local output = persons { word, "q" }
      shows("For South, at depth 3", output)
      for move = 1, 6 do
        assert.matches(("\n  %d      [%%+%%-]?%%d+ +South %d"):format(move, move), output)
      end
    end
  end)

  it("may ask for an explanation", function()
    for _, word in ipairs { "explain", "e" } do
      local output = persons { word, "q" }
      assert.matches("Worth %+%d to South, 3 plies ahead%.\nExpected: %d", output)
      assert.matches("\n%d costs %d: %d", output)
    end
  end)

  it("may ask for the tree", function()
    local position = { "position", "| 1 0 |", "| 3 4 |", "| 1 2 | South to move", "." }
    local function tree(command)
      local lines = table.move(position, 1, #position, 1, {})
      lines[#lines + 1], lines[#lines + 2] = command, "q"
      return output_of(TWO_PERSONS, lines, "LC_ALL=C.UTF-8")
    end
    for _, word in ipairs { "tree", "t" } do
      local output = tree(word .. " 3")
      shows("the preliminary values", output)
      shows("\nroot: 3  (−∞, ∞)\n", output)
      shows("\n┡━ 1: −3  (−∞, ∞)\n│  ┗━ 2: −3  (−∞, ∞)\n└─ 2: ≥ −1  (−∞, −3)  cut\n", output)
    end
    assert.is_true(count(tree "tree 3", "\n") > count(tree "tree 1", "\n"))
    assert.equal(count(tree "tree 2", "\n"), count(tree "tree", "\n"))
    shows("'9' is not an integer from 1 to 8", tree "tree 9")
    shows("'x' is not an integer from 1 to 8", tree "tree x")
    shows_not("∞", output_of(TWO_PERSONS, { "tree", "q" }, "LC_ALL=C"))
  end)

  it("may leave a move to the computer", function()
    for _, word in ipairs { "go", "g" } do
      local output = persons { word, "q" }
      local move = tonumber(output:match "I play ([1-6]) for you%.")
      shows(kalah_after { move }, output)
    end
  end)

  it("may take moves back", function()
    for _, word in ipairs { "undo", "u" } do
      local output = persons { "1", "2", word, word, word, "3", "q" }
      assert.equal(2, count(output, kalah_after { 1 }))
      assert.equal(2, count(output, kalah_after {}))
      shows("There is nothing to take back.", output)
      shows(kalah_after { 3 }, output)
    end
    local output = persons { "1", "2", "undo", "undo", "redo", "redo", "redo", "q" }
    assert.equal(3, count(output, kalah_after { 1 }))
    assert.equal(2, count(output, kalah_after { 1, 2 }))
    shows("There is nothing to redo.", output)
  end)

  it("takes back the computer's moves with one's own", function()
    local output = output_of("kalah.lua --depth 2 --seed 1", { "1", "undo", "undo", "q" })
    assert.equal(2, count(output, kalah_after {}))
    shows("There is nothing to take back.", output)
  end)

  it("may set how far the computer looks", function()
    local output = persons {
      "depth 5", "time 2", "depth off", "depth x", "time 0", "time off", "depth 2", "hint", "q",
    }
    shows("The computer looks 5 moves ahead.\n", output)
    shows("The computer looks 5 moves ahead and thinks 2 seconds at most.\n", output)
    shows("The computer thinks 2 seconds at most.\n", output)
    shows("'x' is not an integer from 1 to 1000, nor 'off'.\n", output)
    shows("'0' is not a number of seconds above 0, nor 'off'.\n", output)
    shows("The computer looks at 3000000 positions at most.\n", output)
    shows("The computer thinks 1.5 seconds at most.\n", output_of("kalah.lua --time 9", { "time off", "q" }))
    shows("for South at depth 2 ", output)
  end)

  it("may hand a side to the computer, and take it back", function()
    local output = persons { "computer north", "1", "person 2", "computer 3", "q" }
    shows("The computer now plays North.\n", output)
    shows("North plays ", output)
    shows("A person now plays North.\n", output)
    shows("unknown player '3' (expected South or North)\n", output)
    output = output_of("kalah.lua --north person --depth 1 --seed 1", { "computer", "computer NORTH" })
    shows("The computer now plays South.\n", output)
    shows("South plays ", output)
    assert.matches("\n%a+ wins by %d+ counters%.\n$", output)
  end)

  it("may set up a position", function()
    for _, word in ipairs { "position", "p" } do
      local output = persons { word, "| 1 0 |", "| 3 4 |", "| 0 2 | South to move", ".", "moves", "2", "q" }
      shows(kalah.format(kalah.parse "| 1 0 |\n| 3 4 |\n| 0 2 | South to move"), output)
      shows("A draw.\n", output)
    end
    local output = persons { "p", "| 1 |", ".", "3", "q" }
    shows("this is not a position: 3 rows between bars expected, got 1\n", output)
    shows(kalah_after { 3 }, output)
    assert.matches("End of input", persons { "p", "| 1 |" })
  end)

  it("may begin again", function()
    for _, word in ipairs { "new", "n" } do
      assert.equal(2, count(persons { "1", "2", word, "q" }, kalah_after {}))
    end
  end)

  it("may resign", function()
    for _, word in ipairs { "resign", "q", "Q" } do
      assert.matches("North resigns, South wins%.\n$", persons { "1", word, "2" })
    end
  end)
end)

describe("A finished game", function()
  local ENDGAME = { "p", "| 1 0 |", "| 3 4 |", "| 0 2 | South to move", "." }

  local function after_the_end(...)
    local lines = table.move(ENDGAME, 1, #ENDGAME, 1, {})
    lines[#lines + 1] = "2"
    return persons(table.move({ ... }, 1, select("#", ...), #lines + 1, lines))
  end

  it("can be looked at, and taken back from", function()
    local output = after_the_end("1", "hint", "values", "explain", "tree", "go", "moves", "undo", "q")
    shows("The game is over; review, undo, new, save, or q to leave (? for help): ", output)
    shows("(? for help): the game is over\n", output)
    assert.equal(5, count(output, "The game is over.\n"))
    shows("There are no legal moves.\n", output)
    shows("North (game over)\n", output)
    shows_not("to move (game over)", output)
    shows("South resigns, North wins.", output)
  end)

  it("is left without resigning", function()
    assert.matches("Goodbye%.\n$", after_the_end "q")
    shows_not("End of input", after_the_end())
  end)

  it("is over at once for two computers", function()
    local path = files.new "| 0 0 |\n| 3 4 |\n| 0 0 | South to move"
    assert.matches("South wins by 1 counter%.\n$",
      output_of("kalah.lua --south computer --position " .. path))
    os.remove(path)
  end)
end)

describe("A saved game", function()
  local path
  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  it("is loaded as it was", function()
    local output = output_of("kalah.lua --holes 4 --no-empty-capture --north person",
      { "1", "2", "save " .. path, "q" })
    shows("Saved to " .. path .. ".\n", output)
    assert.equal("game kalah\nset counters=4\nset empty_capture=false\nset first=1\nset holes=4\n"
      .. "|game kalah|move 1|move 2", saved_in(path))
    local board = kalah_after({ 1, 2 }, { holes = 4, empty_capture = false })
    shows(board, persons { "load " .. path, "q" })
    shows(board, output_of("kalah.lua --depth 1 --load " .. path, { "q" }))
    output = persons { "load " .. path, "undo", "undo", "undo", "q" }
    shows(kalah_after({}, { holes = 4, empty_capture = false }), output)
    shows("There is nothing to take back.", output)
  end)

  it("may have begun with a position", function()
    local lines = { "p", " X |   | O ", "   |   |  ", "   |   |  ", ".", "5", "4", "save " .. path, "q" }
    output_of("play.lua tictactoe --o person", lines)
    assert.equal("game tictactoe\nposition\n X |   | O \n   |   |  \n   |   |  \n.\n|game tictactoe|move 5|move 4",
      saved_in(path))
    local state = tictactoe.parse " X |   | O \n O | X |  \n   |   |  "
    shows(tictactoe.format(state), output_of("play.lua tictactoe --load " .. path, { "q" }))
    local output = output_of("play.lua tictactoe --o person", { "load " .. path, "new", "q" })
    shows(tictactoe.format(tictactoe.parse " X |   | O \n   |   |  \n   |   |  "), output)
  end)

  it("is refused with a reason, and the game goes on", function()
    persons { "3", "1", "save " .. path, "q" }
    local session = files.read(path):match "\n(%x+ session.*)$"
    for text, message in pairs {
      ["game tictactoe\n"] = "this is a game of tictactoe",
      ["game kalah\nmove 1\n"] = "'move 1' is not part of a game",
      ["game kalah\n"] = "its moves are missing",
      ["game kalah\n" .. session:gsub("move 3", "move 4")] = "line 7: the checksum does not match",
      ["game kalah\n" .. session:gsub("%x+ end\n", "")] = "line 9: the end is missing",
      ["game kalah\nset holes=4\n" .. session] = "line 3: the game began with another position",
      ["game kalah\nset holes=99\n" .. session] = "option 'holes': integer from 1 to 12 expected, got 99",
      ["game kalah\nset holes\n"] = "'holes' is not NAME=VALUE",
      ["game kalah\nposition\n| 1 |\n.\n" .. session] = "this is not a position: 3 rows",
      ["chess\n"] = "'chess' is not part of a game",
      ["# nothing\n\n"] = "the line 'game NAME' is missing",
    } do
      local wrong = files.new(text)
      local output = persons { "3", "load " .. wrong, "moves", "q" }
      shows("The game cannot be loaded: ", output)
      shows(message, output)
      shows("South to move (? for help): 1 2 4 5 6\n", output)
      local _, ok = run("kalah.lua --load " .. wrong)
      assert.is_false(ok)
      os.remove(wrong)
    end
  end)

  it("is there as a whole, or what was there before", function()
    -- no file may be written, as on a full disk
    local limit = "trap '' XFSZ; ulimit -f 0;"
    for _, text in ipairs { "what was there before\n", "" } do
      files.write(path, text)
      local output = shell(("%s printf '3\nsave %s\nq\n' | PROGRAM %s 2>&1"):format(limit, path, TWO_PERSONS))
      shows("The game cannot be saved: " .. path .. ": File too large\n", output)
      shows_not("Saved", output)
      assert.equal(text, files.read(path))
      assert.is_nil(io.open(path .. ".new"))
    end
    local other = files.new ""
    os.rename(other, path .. ".new") -- somebody else's
    shows("Saved to ", persons { "3", "save " .. path, "save " .. path, "q" })
    assert.equal("", files.read(path .. ".new"))
    shows("move 3\n", files.read(path))
    assert.is_nil(io.open(path .. ".new1"))
    os.remove(path .. ".new")
  end)

  it("is not said to be saved if it is not, and takes no device's place", function()
    local output = persons { "save /dev/full", "save /dev/null", "save examples", "q" }
    shows("The game cannot be saved: /dev/full: No space left on device\n", output)
    shows("Saved to /dev/null.\n", output)
    shows("The game cannot be saved: examples: Is a directory\n", output)
    assert.is_true(os.execute "test -c /dev/full -a -c /dev/null -a ! -e examples.new")
  end)

  it("is refused if it could not be read again", function()
    local text = [[return {
      initial = function() return 1 end,
      moves = function() return { "a\nmove a" } end,
      play = function(n) return n end,
      evaluate = function() return 0 end,
    }]]
    with_game(text, function(game)
      local command = "play.lua " .. game .. " --player2 person --depth 1 --set x=0.33333333333333331"
      local output = output_of(command, { "go", "save " .. path, "q" })
      shows("Saved to " .. path .. ".\n", output)
      assert.matches("\nset x=0%.3333333333333333%d\n|.*|move%-number 1$", saved_in(path))
      shows("Player 2 to move", output_of(command:gsub(" %-%-set.*", "") .. " --load " .. path, { "q" }))
    end)
    with_game(text:gsub("{", '{ name = "game\\nmove 1",', 1), function(game)
      local output = output_of("play.lua " .. game .. " --player2 person --depth 1",
        { "go", "save " .. path .. "2", "q" })
      shows("The game cannot be saved: a name or a setting takes more than one line\n", output)
      assert.is_nil(io.open(path .. "2"))
    end)
  end)

  it("has an end", function()
    local output = persons { "load /dev/zero", "load examples", "q" }
    shows("The game cannot be loaded: /dev/zero: longer than 1048576 bytes\n", output)
    shows("The game cannot be loaded: examples: Is a directory\n", output)
    fails("kalah.lua: /dev/zero: longer than 1048576 bytes\n", "kalah.lua --load /dev/zero")
    fails("kalah.lua: /dev/zero: longer than 1048576 bytes\n", "kalah.lua --position /dev/zero")
    fails("kalah.lua: examples: Is a directory\n", "kalah.lua --position examples")
  end)

  it("needs a file that can be read or written", function()
    local output = persons { "save", "load", "save /no/such/folder/x", "load /no/such/file", "q" }
    shows("Enter a file name: save FILE.", output)
    shows("Enter a file name: load FILE.", output)
    shows("The game cannot be saved: /no/such/folder/x: ", output)
    shows("The game cannot be loaded: /no/such/file: ", output)
  end)
end)

describe("A game of one's own", function()
  -- A duel whose moves are tables; so many letters make them too long to be typed.
  local function duel(letters, fields)
    return ([[
      local function moves(left)
        return left > 0 and { { kind = "attack" .. ("x"):rep(%d) }, { kind = "guard" } } or nil
      end
      return {
        name = "duel", %s
        initial = function() return 5 end,
        moves = moves,
        play = function(left, move) return left - (move.kind == "guard" and 1 or 2) end,
        evaluate = function(left) return left > 0 and 0 or -1 end,
      }]]):format(letters, fields or "")
  end

  it("may have moves that are tables", function()
    with_game(duel(0), function(path)
      local output = output_of("play.lua " .. path .. " --depth 9 --no-random",
        { "?", "moves", "hint", "values", "explain", "tree 1", "attack", "{ kind = guard }", "q" })
      shows("(? for help): {kind=attack} {kind=guard}\n", output)
      shows("I would play {kind=attack}.\n", output)
      shows("expected: Player 1 {kind=attack}, Player 2 {kind=", output)
      assert.matches("\n  {kind=guard}  %-1     Player 1 {kind=guard}", output)
      shows("\nExpected: {kind=attack} ", output)
      assert.matches("{kind=guard}: .-\n", output)
      shows("'attack' is not a legal move; the legal moves are: {kind=attack} {kind=guard}\n", output)
      shows("\n4\nPlayer 2 plays {kind=guard}.\n", output)
      shows_not("table: ", output)
    end)
  end)

  it("shows numbers for moves that nobody can type, and takes them", function()
    local saved = os.tmpname()
    with_game(duel(50), function(path)
      local command = "play.lua " .. path .. " --player2 person --depth 5"
      local output = output_of(command, { "moves", "hint", "values", "?", "9", "2", "1", "save " .. saved, "q" })
      local list = "1: {kind=attack" .. ("x"):rep(50) .. "}  2: {kind=guard}\n"
      shows("\n5\n" .. list .. "Player 1 to move (? for help): " .. list, output)
      assert.matches("I would play 1: {kind=attackx+}%.\n", output)
      assert.matches("\n  1: {kind=attackx+} [+-]1 .*\n  2: {kind=guard} +[+-]1 ", output)
      shows("A move is entered by its number.\n", output)
      shows("'9' is not a legal move; the legal moves are: " .. list, output)
      shows("\n4\n", output)
      shows("\n2\n", output)
      assert.equal("game duel\n|game duel|move {kind=guard}|move-number 1", saved_in(saved))
      shows("\n2\n", output_of(command .. " --load " .. saved, { "q" }))
    end)
    os.remove(saved)
  end)

  it("may name its players, whatever the names are", function()
    for sides, options in pairs {
      ['{ "White", "Black" }'] = "--white --black",
      ['{ "Time", "Help" }'] = "--player1 --player2",
      ['{ "Å", "A" }'] = "--player1 --a",
      ['{ "A!", "A?" }'] = "--a --player2",
      ['{ "White" }'] = "--player1 --player2",
    } do
      with_game(duel(0, "sides = " .. sides .. ","), function(path)
        local computers = options:gsub("%-%-%w+", "%0 computer")
        local output = output_of("play.lua " .. path .. " --depth 3 " .. computers)
        local name = sides:match "%S+, \"(.-)\"" and sides:match "\"(.-)\"" or "Player 1"
        shows("\n" .. name .. " plays {kind=", output)
        output_of("play.lua " .. path .. " --depth 3 --player1 computer --player2 computer")
        is_harmless(output_of("play.lua " .. path .. " --help"))
      end)
    end
  end)

  it("is examined by the doctor", function()
    with_game(duel(0), function(path)
      assert.matches("^nothing found\nexamined: ", output_of("play.lua " .. path .. " --check"))
    end)
    with_game(duel(0, "evaluation = 1, likelyhood = function() end,"), function(path)
      local output, ok = run("play.lua " .. path .. " --check")
      assert.is_false(ok)
      assert.matches("^1 finding\nmisspelt: ", output)
    end)
  end)
end)

describe("Dice", function()
  local PERSONS = "play.lua pig --bob person --seed "

  -- What chance has brought, in the order in which it was shown.
  local function dice_of(output)
    local dice = {}
    for die in output:gmatch "Chance: (%w+)%.\n" do dice[#dice + 1] = die end
    return table.concat(dice, " ")
  end

  local rolls = {}
  for i = 1, 12 do rolls[i] = "roll" end

  it("are rolled by themselves, and the same with the same seed", function()
    local output = output_of(PERSONS .. 4, rolls)
    assert.equal(12, #dice_of(output):gsub(" ", ""))
    shows("Ann 0 of 100\nBob 0 of 100\nAnn to move, 0 this turn (die of 6)\n", output)
    shows_not("is rolling", output)
    assert.equal(dice_of(output), dice_of(output_of(PERSONS .. 4, rolls)))
    assert.not_equal(dice_of(output), dice_of(output_of(PERSONS .. 5, rolls)))
  end)

  it("are the same again for whoever takes back, and others in a new game", function()
    local lines = {}
    for i = 1, 6 do lines[3 * i - 2], lines[3 * i - 1], lines[3 * i] = "roll", "undo", "roll" end
    local dice = dice_of(output_of(PERSONS .. 4, lines))
    for first, again in dice:gmatch "(%d) (%d)" do assert.equal(first, again) end
    assert.equal(dice_of(output_of(PERSONS .. 4, rolls)):sub(1, 11), (dice:gsub("(%d) %d", "%1")))
    lines = { "roll", "roll", "roll", "roll", "roll", "roll", "new", "roll", "roll", "roll", "roll", "roll", "roll" }
    local one, other = dice_of(output_of(PERSONS .. 4, lines)):match "^(.........) (.*)$"
    assert.not_equal(one, other:sub(1, 9))
  end)

  it("come first where a game begins with them, and nothing is to be taken back then", function()
    local output = output_of("play.lua ewn --blue person --seed 4", { "undo", "moves" })
    assert.matches("^Chance: (%d)%.\n\n.*Red to move, die %1 of 6\nRed to move %(%? for help%): ", output)
    shows("There is nothing to take back.", output)
    assert.equal(1, count(output, "Chance"))
  end)

  it("are shown without the numbers that moves are entered by, where their texts are alike", function()
    with_game([[return {
      initial = function() return 0 end,
      moves = function(state) return state == 1 and { "a move", "another" } or {} end,
      chance = function(state) return state == 0 and { 1, 2 } or nil end,
      play = function(state) return state + 1 end,
      evaluate = function() return 0 end,
      format_move = function(state, move) return state == 0 and "a coin" or move end,
    }]], function(path)
      assert.matches("^Chance: a coin%.\n", output_of("play.lua " .. path .. " --seed 1", { "1" }))
    end)
  end)

  it("are saved and loaded with the moves", function()
    local path = os.tmpname()
    local output = output_of(PERSONS .. 4, { "roll", "roll", "hold", "save " .. path })
    local first, second = dice_of(output):match "^(%d) (%d)$"
    assert.equal(("game pig\n|game pig|move roll|chance %s|move roll|chance %s|move hold"):format(first, second),
      saved_in(path))
    local again = output_of(PERSONS .. 9, { "load " .. path, "undo" })
    shows(("Ann %d of 100"):format(first + second), again)
    shows(("Ann to move, %d this turn"):format(first + second), again)
    os.remove(path)
  end)
end)

it("A negative number is a bad value, and quit and exit leave the game", function()
  shows("Error: '-1' is not a number of seconds above 0\n", (shell "PROGRAM play.lua tictactoe --time -1 2>&1"))
  local left = output_of("play.lua tictactoe --seed 1", { "q", "5" })
  for _, word in ipairs { "quit", "exit" } do
    assert.equal(left, output_of("play.lua tictactoe --seed 1", { word, "5" }))
  end
end)

describe("Levels", function()
  it("have numbers and names", function()
    local output = output_of("kalah.lua --level easy --seed 1",
      { "level", "level 9", "l strongest", "level OFF", "level off", "3", "q" })
    shows("unknown level '' (expected 1-5, or weak, easy, medium, strong, strongest).\n", output)
    shows("unknown level 9 ", output)
    shows("The computer plays at level 5 of 5 (strongest).\n", output)
    shows("The computer looks at 3000000 positions at most.\n", output)
    output = output_of("kalah.lua --level 2 --north person", { "time 1", "computer south", "q" })
    shows("The computer plays at level 2 of 5 (easy).\n", output)
    shows("South plays ", output)
    fails("unknown level 'best'", "kalah.lua --level best")
    fails("unknown level 6 (expected 1-5, or weak,", "play.lua ewn --level 6") -- before levels are sought
    for level = 1, 5 do
      output_of("play.lua tictactoe --x computer --o computer --level " .. level)
    end
  end)

  it("can be in a file, which is written if it is not there", function()
    local path = os.tmpname()
    local function level_is(text, list, command)
      files.write(path, list)
      shows(text, (run("play.lua " .. (command or "othello --level 1") .. " --levels " .. path, { "depth off", "q" })))
    end
    level_is("at level 1 of 2.\n", "return { { options = { depth = 1, temperature = 1 / 0 } }, { options = {} } }",
      "othello --level 1")
    level_is("level 2: unknown option 'dept'\n",
      "return { { options = {} }, { options = { dept = 1 } } }")
    level_is(path .. ": not a list of levels\n", "return 5")
    level_is(path .. ": levels:1: ", "return {")
    level_is("attempt to call a nil value (global 'exit')", "exit()")
    os.remove(path)
    fails(path .. "/none: No such file or directory\n", "play.lua othello --level 1 --levels " .. path .. "/none")
    with_game([[return {
      initial = function() return 7 end,
      moves = function(n) return n > 0 and { 1, 2 } or nil end,
      play = function(n, m) return math.max(0, n - m) end,
      evaluate = function() return -1 end,
    }]], function(game)
      local command = "play.lua " .. game .. " --player1 computer --player2 computer --level weak --levels " .. path
      shows("Finding levels: ", output_of(command))
      assert.matches("^return {\n", files.read(path))
      shows_not("Finding levels", output_of(command))
    end)
    os.remove(path)
  end)
end)

describe("A computer without limits", function()
  it("thinks the same with the same seed", function()
    local function seeded()
      return (output_of("play.lua tictactoe --x computer --o computer --show --seed 3"):gsub("in [%d.]+ s", ""))
    end
    assert.equal(seeded(), seeded())
  end)
end)

describe("A game", function()
  it("is reviewed", function()
    local lines = { "r", "1", "2", "review", "4", "3", "7", "review", "undo", "q" }
    local output = output_of("play.lua tictactoe --o person --depth 9", lines)
    shows("No moves have been played yet.\n", output)
    shows("  2. O 2: a blunder, costs 1; better: O 5, X ", output)
    shows("X wins.\nThe game is over; review, ", output)
    assert.matches("  [24]%. O [24]: an? %a+, costs 1; better: O ", output:match "X wins(.*)")
    assert.equal(2, count(output, " X | O | O\n---+---+---\n X | 5 | 6\n---+---+---\n 7")) -- it is as it was
    shows("I found no bad moves.\n", output_of("play.lua tictactoe --o person --depth 9",
      { "1", "5", "review", "q" }))
  end)
end)

describe("Lines", function()
  local function widest(output)
    local most = 0
    for line in output:gmatch "[^\n]*" do most = math.max(most, utf8.len(line)) end
    return most
  end

  local LINES = { "?", "values", "explain", "moves", "what", "tree 3", "3", "review", "hint", "q" }

  it("are no wider than the terminal", function()
    for _, columns in ipairs { 40, 80, 200 } do
      local environment = "LC_ALL=C.UTF-8 COLUMNS=" .. columns
      for _, name in ipairs { "kalah", "tictactoe", "othello" } do
        local output = run("play.lua " .. name .. " --depth 4 --show --seed 1", LINES, environment)
        assert(widest(output) <= columns, output)
        local help = run("play.lua " .. name .. " --help", {}, environment)
        assert(widest(help) <= columns, help)
        assert(columns < 200 or widest(help) > 80)
      end
    end
  end)

  it("are broken at words, and go on under their beginning", function()
    local path = package.path
    package.path = "examples/?.lua;" .. path
    local screen = require "terminal.screen"
    package.path = path
    local wrapped = screen.wrapped
    assert.equal("one two\nthree", wrapped("one two three", 10))
    assert.equal("  one two\n  three", wrapped("  one two three", 10))
    assert.equal("  one two\n    three", wrapped("  one two three", 10, 0, 4))
    assert.equal("one\ntwo three", wrapped("one two three", 9, 5))
    assert.equal("\ntwelve", wrapped("twelve", 9, 5))
    assert.equal("0123456789\n0123", wrapped("01234567890123", 10))
    assert.equal("äöüäö\näöüä", wrapped("äöüäö äöüä", 5))
    assert.equal("a  b\n\nc", wrapped("a  b\n\nc", 4))
    assert.equal(("x"):rep(200), wrapped(("x"):rep(200), 200))
  end)

  it("are as wide as the terminal says", function()
    local pipe = assert(io.popen("TERM=dumb script -qec 'stty cols 40; lua5.4 examples/play.lua kalah --help' "
      .. "/dev/null </dev/null"))
    local output = pipe:read "a"
    pipe:close()
    shows("In the game:", output)
    assert(widest(output:gsub("\r", "")) <= 40, output)
  end)
end)

describe("A position", function()
  local TEXT = "| 1 0 |\n| 3 4 |\n| 1 2 | South to move\n"

  it("is analysed instead of played", function()
    local path = files.new(TEXT)
    local output = output_of("kalah.lua --analyse --tree 2 --depth 3 --position " .. path, { "1" })
    shows(kalah.format(kalah.parse(TEXT)), output)
    shows("\nFor South, at depth 3", output)
    assert.matches("\n  [12] +[%+%-]?%d", output)
    shows("\nroot: ", output)
    shows_not("to move (? for help)", output)
    os.remove(path)
  end)

  it("may come from the standard input, and the game's lines after it", function()
    local output = output_of("kalah.lua --north person --position -",
      { "| 1 0 |", "| 3 4 |", "| 1 2 | South to move", ".", "moves", "q" })
    shows(kalah.format(kalah.parse(TEXT)), output)
    shows("(? for help): 1 2\n", output)
    shows("South resigns", output)
  end)

  it("is refused with a reason", function()
    local path = files.new "| 1 0 |"
    local output, ok = run("kalah.lua --position " .. path)
    assert.is_false(ok)
    shows("kalah.lua: this is not a position: 3 rows between bars expected, got 1\n", output)
    os.remove(path)
    output, ok = run "kalah.lua --position /no/such/file"
    assert.is_false(ok)
    shows("kalah.lua: /no/such/file: ", output)
  end)
end)

describe("Escape codes", function()
  it("are not written to a pipe", function()
    local output = programs.process("kalah.lua --depth 3 --show", { "3", "hint", "values", "tree 3", "1", "q" },
      "TERM=xterm")
    shows("North plays ", output)
    shows_not("\27", output)
    shows_not("\r", output)
  end)

  -- What is written to a terminal; `script` runs a command in one of its own.
  local function in_a_terminal(environment, options, lines)
    local input = files.new(lines or "1\nq\n")
    local pipe = assert(io.popen(
      ("TERM=xterm %s timeout %d script -qec 'lua5.4 examples/kalah.lua %s' /dev/null <%s"):format(
        environment, SECONDS, options, input)))
    local output = pipe:read "a"
    pipe:close()
    os.remove(input)
    shows("to move (? for help): ", output)
    return output
  end

  it("are written to a terminal, unless NO_COLOR is set", function()
    local output = in_a_terminal("NO_COLOR=", "--depth 2")
    shows("\27[1mSouth to move (? for help): \27[0m", output)
    shows("\r\27[KNorth plays ", output)
    shows_not("\27[1m", in_a_terminal("NO_COLOR=1", "--depth 2"))
    shows_not("\27[1m", in_a_terminal("TERM=dumb NO_COLOR=", "--depth 2"))
  end)

  it("keep the line that shows how far a search is, if it takes long: a second or two, without limits", function()
    local output = in_a_terminal("NO_COLOR=1", "--north person --south computer --counters 8 --show", "q\n")
    assert.matches("\r\27%[Kdepth %d+, value [^\r]*positions/s: South %d", output)
    assert.matches("\r\27%[KSouth plays", output)
    assert.matches("%(%d+ positions in [12]%.%d+ s%)", output)
    shows_not("positions/s", in_a_terminal("NO_COLOR=1", "--depth 2"))
  end)
end)

describe("examples/tree.lua", function()
  it("shows any game", function()
    shows("Tic-tac-toe, four moves before the end\n", output_of "tree.lua")
    shows("\nroot: ", output_of "tree.lua kalah --depth 2")
    shows("\nroot: ", output_of "tree.lua kalah --algorithm mcts")
    with_game([[return {
      name = "heap", initial = function() return 3 end,
      moves = function(n) return n > 0 and { { take = 1 } } or nil end,
      play = function(n) return n - 1 end,
      evaluate = function() return 0 end,
    }]], function(path)
      local output = output_of("tree.lua " .. path, {}, "LC_ALL=C.UTF-8")
      assert.matches("^heap\n3\n\nroot: 0 .*{take=1}: 0 ", output)
    end)
    fails("tree.lua: there is no game 'ludo'\n", "tree.lua ludo")
    fails("tree.lua: no starting position", "tree.lua synthetic")
    for _, name in ipairs { "tree.lua", "uci.lua", "play.lua tiles" } do
      fails(name .. ": a puzzle: see examples/puzzle.lua\n", name:match "%S+" .. " tiles")
    end
    with_game("return { initial = function() end }", function(path)
      fails("tree.lua: game: field 'moves'", "tree.lua " .. path)
    end)
  end)

  it("writes whole files, or says why not", function()
    fails("tree.lua: /no/such/folder/tree.dot: No such file or directory\n", "tree.lua tictactoe /no/such/folder")
    fails("tree.lua: option 'algorithm': one of 'pvs' ", "tree.lua --algorithm guess")
    fails("tree.lua: option 'trace' cannot be used with a printed algorithm\n", "tree.lua --algorithm F2")
    with_game("error { code = 5 }", function(path)
      fails(" raises an error when it is loaded: {code=5}\n", "tree.lua " .. path)
    end)
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local output = output_of("tree.lua tictactoe " .. folder)
    shows(("written: %s/tree.dot\nwritten: %s/tree.html\n"):format(folder, folder), output)
    local page = files.read(folder .. "/tree.html")
    local _, ok = run("tree.lua tictactoe " .. folder, {}, "trap '' XFSZ; ulimit -f 0;")
    assert.is_false(ok)
    assert.equal(page, files.read(folder .. "/tree.html"))
    assert(os.execute("rm " .. folder .. "/tree.dot " .. folder .. "/tree.html && rmdir " .. folder))
  end)
end)

describe("examples/tournament.lua", function()
  it("prints a row for each pairing, and the same ones each time", function()
    local command = "tournament.lua --games 4 --nodes 40 --seed 3"
    local output = output_of(command)
    local rows = 0
    local row = "\n[%w ,]+ +(%d+) +(%d+) +(%d+) +[+-]%w+ +[+-]%w+ to [+-]%w+ +%d+ : %d+"
    for won, drawn, lost in output:gmatch(row) do
      assert.equal(4, won + drawn + lost)
      rows = rows + 1
    end
    assert.equal(6, rows)
    assert.equal(output, output_of(command))
  end)
end)

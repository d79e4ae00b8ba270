-- The examples run, and print what they promise.

local effort = require "spec.support.effort"
local files = require "spec.support.files"
local programs = require "spec.support.programs"
local quick = require "spec.support.quick"
local tally = require "spec.support.tally"

-- What a program prints, line by line.
local function printed_by(path)
  local lines = {}
  local environment = setmetatable({
    print = function(...)
      local parts = table.pack(...)
      for i = 1, parts.n do parts[i] = tostring(parts[i]) end
      lines[#lines + 1] = table.concat(parts, "\t")
    end,
  }, { __index = _G })
  assert(loadfile(path, "t", environment))()
  return lines
end

-- What a program of its own prints; it must end well. `input` is a command that writes its input.
local function output_of(path, input)
  local pipe = assert(io.popen(("%s | timeout 60 lua5.4 %s 2>&1"):format(input, path)))
  local output = pipe:read "a"
  assert(pipe:close(), output)
  return output
end

-- A program that people copy fits on a screen or little more.
local function is_short(path)
  local lines = 0
  for line in io.lines(path) do
    lines = lines + 1
    assert(#line <= 120, line)
  end
  assert(lines <= 60, path .. " has " .. lines .. " lines")
end

describe("examples/nim.lua", function()
  it("is short", function() is_short "examples/nim.lua" end)

  it("plays to the end without a person, who is to win", function()
    local output = output_of("examples/nim.lua", "true")
    assert.matches("^1: o o o\n2: o o o o\n3: o o o o o\n", output)
    assert.equal(1, select(2, output:gsub("The computer plays for you%.\n", "")))
    assert.matches("\n1:\n2:\n3:\nYou win%.\n$", output)
  end)

  it("plays with a person, and wins where that is to be had", function()
    local output = output_of("examples/nim.lua", "printf '3 9\\n3 1\\nresign\\n'")
    assert.matches("'3 9' is not a legal move; the legal moves are: 1 1  1 2  ", output)
    assert.matches("\nYou: 3 1\n1: o o o\n2: o o o o\n3: o o o o\n\nThe computer: 1 3\n", output)
    assert.matches("\nThe computer wins%.\n$", output)
  end)
end)

describe("examples/pig.lua", function()
  it("is short", function() is_short "examples/pig.lua" end)

  it("has the rules of the game in C, with words for moves", function()
    local alphabeta = require "alphabeta"
    local pig, other = dofile "examples/pig.lua", require "alphabeta.games.pig"
    for seed = 1, 5 do
      local function played(game)
        local state = game.initial { target = 50 }
        local record = alphabeta.match(game, state, { alphabeta.random_player(seed), alphabeta.random_player(seed) },
          { seed = seed })
        local words = {}
        for i, move in ipairs(record.moves) do
          words[i] = game.format_move and game.format_move(state, move) or tostring(move)
          state = game.play(state, move)
        end
        return { record.winner, record.payoff, game.evaluate(state), words }
      end
      assert.same(played(other), played(pig))
    end
    local options = { depth = 3 }
    assert.equal(alphabeta.search(other, other.initial { target = 50 }, options).value,
      alphabeta.search(pig, pig.initial(), options).value)
    assert(alphabeta.check(pig, pig.initial(), { games = 2, depth = 3, time = quick(0.3, 20) }))
  end)
end)

describe("examples/morris.lua", function()
  it("is short", function() is_short "examples/morris.lua" end)

  it("has as many positions won, drawn and lost as are known", function()
    local alphabeta = require "alphabeta"
    local morris = dofile "examples/morris.lua"
    local start = morris.initial()
    local counts = tally(alphabeta.solve(morris, start), morris, start)
    assert.same({ [1] = 2026, [0] = 2838, [-1] = 602 }, counts)
    assert(alphabeta.check(morris, start, { games = 2, depth = 3, time = quick(0.3, 20) }))
  end)
end)

describe("examples/battle.lua", function()
  it("prints how to draw the orders, and is played", function()
    assert.equal([[
6 : 6  strike 100 %, lunge   0 %, guard   0 %, worth 50 %
2 : 6  strike  35 %, lunge   0 %, guard  65 %, worth  7 %
6 : 2  strike  88 %, lunge  12 %, guard   0 %, worth 93 %
1 : 1  strike  43 %, lunge  21 %, guard  36 %, worth 50 %
]], output_of("examples/battle.lua", "true"))
    assert.matches("your choice, Hero: Hero plays lunge\nOrc plays %l+\nchance: %l+\n",
      output_of("examples/battle.lua play", "echo lunge"))
  end)

  it("is played at the terminal, with all that helps", function()
    local path = files.new ""
    local output = output_of("examples/play.lua examples/battle.lua --seed 3 --depth 3",
      "printf 'guard\\nhint\\nvalues\\nexplain\\ntree\\ngo\\nreview\\nundo\\nsave " .. path .. "\\nq\\n'")
    for _, text in ipairs { "Hero/Orc: guard/%l+%.\nChance: %l+%.\n", "I would play strike%.\n  strike [%d.]+ %%, ",
      "For Hero, at depth 3 .*:\n  strike +[+][%d.]+ %d+ %%\n", "\nOrc: strike [%d.]+ %%, guard [%d.]+ %%: worth %-",
      " strike/strike: [−%d.]+ ", "I play strike for you%.\nHero/Orc: strike/",
      "Saved to" } do
      assert.matches(text, output)
    end
    output = output_of("examples/play.lua examples/battle.lua --seed 3 --load " .. path, "echo q")
    assert.matches("^\nhero 6, orc 5\nHero to move", output)
    os.remove(path)
  end)

  it("keeps what the first of two persons has chosen from the other", function()
    local output = output_of("examples/play.lua examples/battle.lua --seed 3 --orc person",
      "printf 'guard\\n\\nstrike\\nq\\n'")
    assert.matches("^\nhero 6, orc 6\nHero to move [^\n]*: \n\n+Orc, press Enter when you are ready%.\n", output)
    assert.matches("Hero/Orc: guard/strike%.\n", output)
  end)

  it("tells at the end of a game what was bad", function()
    local output = output_of("examples/play.lua examples/battle.lua --seed 3 --depth 2 --hero computer --orc person",
      "(yes lunge | head -20; echo review; echo q)")
    assert.matches("%d+%. %l+/lunge: %l+ of Orc, costs [%d.]+; better: ", output)
  end)
end)

describe("examples/duel.lua", function()
  it("is short", function() is_short "examples/duel.lua" end)

  it("prints the best action, and how likely the duel is won", function()
    assert.equal([[
8 : 8  smash  wins with 50.3 %
3 : 8  drink  wins with 19.6 %
8 : 2  strike wins with 95.8 %
2 : 5  smash  wins with 52.0 %
]], output_of("examples/duel.lua", "true"))
  end)
end)

describe("examples/session.lua", function()
  it("is short", function() is_short "examples/session.lua" end)

  it("plays with a person, who has hints, and takes back", function()
    local output = output_of("examples/session.lua", "printf 'hint\\nroll\\nundo\\nfly\\nroll\\nquit\\n'")
    assert.matches("\nroll, worth %+0%.188272, 4 plies ahead: roll %(then chance decides%)\n", output)
    assert.matches("Ann: roll\n\nthe die shows 1\nBob: roll\n", output)
    assert.equal(2, select(2, output:gsub("Ann: roll\n\nthe die shows 1\n", ""))) -- the same dice again
    assert.matches("'fly' is neither 'roll' nor 'hold'", output)
    assert.matches("\n  1%. Ann roll\n     chance: 1\n  2%. Bob roll\n.-\n$", output)
  end)
end)

describe("examples/game_loop.lua", function()
  it("is short", function() is_short "examples/game_loop.lua" end)

  it("goes on with its frames while the computer thinks, and gives a move", function()
    local output = output_of("examples/game_loop.lua", "true")
    local last = -4
    for frame, before, behind in output:gmatch "frame +(%d+) |( *)o( *)| depth %d+: [%d ]*\n" do
      assert.equal(last + 5, tonumber(frame))
      assert.equal(20, #before + #behind)
      last = last + 5
    end
    assert(last > 1, output) -- how many frames there are depends on what else the machine does
    local move, frames = output:match "\nmove (%d), value %-?[%d.]+, depth %d+, %d+ positions in (%d+) frames\n"
    assert(move and tonumber(frames) >= last, output)
    assert.matches("\nO to move\n", output)
  end)
end)

describe("examples/solve.lua", function()
  it("says for whom a game is worth what it is, where both choose at once", function()
    assert.matches("\nworth 0 to player 1\n$", output_of("examples/solve.lua oshi", "true"))
  end)

  it("solves a game, and plays it", function()
    local output = output_of("examples/solve.lua", "true")
    assert.equal("5478 positions\nworth 0 to the player who begins\nbest play: 1 5 2 3 7 4 6 8 9\n", output)
  end)

  it("shows no digits that mean nothing, where chance decides", function()
    local path = files.new [[
      return {
        initial = function() return 1 end,
        moves = function() return {} end,
        chance = function(state) return state == 1 and { 0.1, 0.2, -0.3 } or nil end,
        play = function(_, outcome) return outcome, outcome end,
        evaluate = function() return 0 end,
        key = function(state) return tostring(state) end,
      }
    ]]
    assert(os.rename(path, path .. ".lua"))
    local output = output_of("examples/solve.lua " .. path .. ".lua", "true")
    os.remove(path .. ".lua")
    assert.equal("4 positions\nworth 0 to the player who begins\n", output)
  end)

  it("plays from the position that it has solved, where each game begins with another one", function()
    local path = files.new [[
      local begun = 0
      return {
        initial = function()
          begun = begun + 1
          return 10 * begun + 1
        end,
        moves = function(heap) return heap % 10 > 0 and { { take = 1 } } or {} end,
        play = function(heap, move) return heap - move.take end,
        evaluate = function() return -1 end,
        key = function(heap) return heap end,
      }
    ]]
    assert(os.rename(path, path .. ".lua"))
    local output = output_of("examples/solve.lua " .. path .. ".lua", "true")
    os.remove(path .. ".lua")
    assert.equal("2 positions\nworth 1 to the player who begins, in 1 ply\nbest play: {take=1}\n", output)
  end)
end)

describe("examples/knuth_moore.lua", function()
  local lines = printed_by "examples/knuth_moore.lua"
  local text = table.concat(lines, "\n")

  -- How often each mark stands in a column of the figures, which is 27 characters wide.
  local function marks(figure)
    local counts = { digits = 0, cut = 0, deep = 0 }
    for _, line in ipairs(lines) do
      if line:find("─", 1, true) or line:find("│", 1, true) then
        local from = utf8.offset(line, 27 * figure - 7) or #line + 1
        local to = utf8.offset(line, 27 * figure - 1) or #line + 1
        local leaves = line:sub(from, to - 1)
        counts.digits = counts.digits + select(2, leaves:gsub(" %d", ""))
        counts.cut = counts.cut + select(2, leaves:gsub("·", ""))
        counts.deep = counts.deep + select(2, leaves:gsub("×", ""))
      end
    end
    return counts
  end

  it("counts the leaves of figures 1, 2 and 3", function()
    assert.matches("\n81 leaves +36 leaves +31 leaves\n", text)
  end)

  it("draws them in their places, and marks what is cut off", function()
    assert.same({ digits = 81, cut = 0, deep = 0 }, marks(1))
    assert.same({ digits = 36, cut = 45, deep = 0 }, marks(2))
    assert.same({ digits = 31, cut = 45, deep = 5 }, marks(3))
  end)

  it("lists the five deep cut-offs and the saving of the window (0, 4)", function()
    for _, leaf in ipairs { "2113 %(7%)", "3112 %(9%), 3113 %(7%)", "3212 %(3%), 3213 %(0%)" } do
      assert.matches(leaf, text)
    end
    assert.matches("%(0, 4%) visits 30 leaves, where %(−10, 10%) takes 31:\n.*3131 %(4%)", text)
  end)

  it("fits a terminal of 80 columns", function()
    for _, line in ipairs(lines) do assert(utf8.len(line) <= 80, line) end
  end)
end)

describe("examples/puzzle.lua", function()
  it("solves the 15-puzzle from where the person has left it", function()
    local output = output_of("examples/puzzle.lua", "printf '7\\nhint\\nsolve\\n'")
    assert.matches("; 35 moves to go\n", output)
    assert.matches("\n35 moves, exact\n 1  2  3  4\n.*\nSolved%.\n$", output)
  end)

  it("solves sokoban, and says where there is no way any more", function()
    local output = output_of("examples/puzzle.lua sokoban", "printf 'x\\nl\\nhint\\nsolve\\n'")
    assert.matches("^moves: u d l r; or hint, solve, quit\n", output)
    assert.matches("'x' is not a legal move here; moves: ", output)
    assert.matches("\n13 moves, exact\n.*%*.*%*.*\nSolved%.\n$", output)
    local moves = "printf 'r\\nr\\nr\\nu\\nu\\nu\\nl\\nl\\nd\\nr\\nhint\\nquit\\n'"
    assert.matches("There is no way from here%.", output_of("examples/puzzle.lua sokoban", moves))
  end)
end)

describe("examples/2048.lua and puzzle.lua", function()
  it("refuse what they do not know", function()
    files.refuses(programs.output_and_status, {
      ["2048.lua x"] = "usage: 2048.lua [SEED [DEPTH [DRAWS]]]\n", ["2048.lua 1 2 3 4"] = "usage: 2048.lua",
      ["2048.lua 1 -1"] = "usage: 2048.lua", ["2048.lua 1 2 0"] = "usage: 2048.lua",
      ["puzzle.lua nosuch"] = "usage: puzzle.lua [tiles [SEED] | sokoban]\n",
      ["puzzle.lua tiles x"] = "usage: puzzle.lua",
    })
  end)
end)

describe("Games of examples", function()
  it("are no more than that where they are required, by whatever program", function()
    local path = files.new [[
package.path = "examples/?.lua;" .. package.path
for _, name in ipairs { "battle", "2048" } do
  local game = require(name)
  arg, package.loaded[name] = {}, nil -- as in a host
  io.write(game.name, " ", require(name).name, "\n")
end]]
    os.rename(path, path .. "_battle.lua")
    local battle, game = dofile "examples/battle.lua", dofile "examples/2048.lua"
    assert.equal(("%s %s\n%s %s\n"):format(battle.name, battle.name, game.name, game.name),
      output_of(path .. "_battle.lua", "true"))
    os.remove(path .. "_battle.lua")
  end)

  it("may be played with more: Nim with larger heaps, and more of them", function()
    local alphabeta = require "alphabeta"
    local source = files.read "examples/nim.lua":match "^(.-)\nlocal players = "
    local nim = load(source .. "\nreturn nim")()
    assert.same({ 3, 4, 12 }, nim.play({ 3, 4, 15 }, "3 3"))
    for _, heaps in ipairs { { 1, 3, 5, 7 }, { 1, 2, 3, 4 }, { 0, 2, 12 }, { 1, 1, 2, 2 } } do
      local sum = 0
      for _, counters in ipairs(heaps) do sum = sum ~ counters end
      assert.equal(sum == 0 and -1 or 1, alphabeta.search(nim, heaps).value)
    end
  end)
end)

describe("examples/defold/alphabeta.lua", function()
  it("names all that the library loads later, and nothing else", function()
    local init, wanted, named = files.read "lua/alphabeta/init.lua", {}, {}
    for module in init:match "LATER = %[%[(.-)%]%]":gmatch ": (%S+)" do wanted[module] = true end
    for module in init:gmatch ' later "([%w.]+)"' do wanted[module] = true end
    for module in files.read "csrc/lua/lab_later.c":gmatch 'push_module%(L, "([%w.]+)"%)' do wanted[module] = true end
    for module in files.read "examples/defold/alphabeta.lua":gmatch '\n  require "alphabeta%.([%w.]+)"' do
      named[module] = true
    end
    assert(wanted.tree and wanted.summary and wanted["play.ends"])
    assert.same(wanted, named)
  end)
end)

describe("Programs", function()
  it("tell what is wrong without the place in them that has asked for it", function()
    files.refuses(programs.output_and_status, {
      ["tournament.lua --games 3"] = "tournament.lua: --games: an even number expected\n",
      ["solve.lua examples/dots.lua"] = "solve.lua: game 'Dots and Boxes': field 'players': ",
      ["solve.lua pig --positions 9"] = "solve.lua: game 'pig' has more than 9 positions (option 'positions'",
      ["levels.lua examples/dots.lua --playouts 5 --games 20"] = "levels.lua: option 'games': integer from 21 ",
      ["learn.lua --games 20 --match 0 --plot /nowhere/x"] = "learn.lua: /nowhere/x: No such file or directory\n",
    })
  end)
end)

describe("examples/2048.lua", function()
  local game = dofile "examples/2048.lua"

  local function row(side, ...)
    local state = { ... }
    for i = 5, 16 do state[i] = 0 end
    local after = game.play(state, side)
    return after and { table.unpack(after, 1, 4) }
  end

  it("slides, and joins what meets, once", function()
    assert.same({ 4, 4, 0, 0 }, row("left", 2, 2, 2, 2))
    assert.same({ 0, 0, 2, 4 }, row("right", 2, 2, 2, 0))
    assert.same({ 4, 2, 0, 0 }, row("left", 2, 0, 2, 2))
    assert.same({ 8, 2, 0, 0 }, row("left", 4, 0, 4, 2))
    assert.same({ 4, 8, 0, 0 }, row("left", 2, 2, 8, 0))
    assert.is_false(row("left", 4, 2, 0, 0))
  end)

  it("is a game without faults", function()
    local alphabeta = require "alphabeta"
    local right, report = alphabeta.check(game, game.initial(), { seed = 1, time = quick(0.3, effort(1)), games = 3 })
    assert(right, tostring(report))
  end)

  it("is played until no tile can move", function()
    local output = output_of("examples/2048.lua 7", "true")
    local most = 0
    for number in output:gmatch "%d+" do most = math.max(most, tonumber(number)) end
    assert(most >= 512, output)
    assert.matches("after %d+ moves:\n[^.]+\n$", output) -- the board is full
  end)
end)

describe("examples/learn.lua", function()
  it("learns, plays against the start, and prints lines to paste", function()
    local plot = files.new ""
    local output = programs.output_of(("learn.lua connect4 --games 60 --match 4 --plot %s"):format(plot))
    for _, text in ipairs { "three, odd row", "60 games: as many as were asked for", "against the start: +",
      "weights = {", "scale = 1," } do
      programs.shows(text, output)
    end
    assert.matches("^<svg", files.read(plot))
    os.remove(plot)
    local again = programs.output_of "learn.lua --games 60 --match 0"
    assert.equal(output:match "weights = .*", again:match "weights = .*")
  end)

  it("says what it does not understand", function()
    for words, message in pairs {
      ["tictactoe"] = "learn.lua: the game has no field 'features'",
      ["connect4 --match 3"] = "--match: an even number expected",
      ["connect4 --games 5"] = "--games",
      ["connect4 --phases 2"] = "field 'phase': function expected, got nil",
      ["connect4 --time 0"] = "'0' is not a number of seconds above 0",
      ["nothing"] = "there is no game 'nothing'",
    } do
      local output, ok = programs.run("learn.lua " .. words)
      assert(not ok, output)
      programs.shows(message, output)
    end
  end)
end)

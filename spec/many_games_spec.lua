-- examples/series.lua: parts of a series in files. Whatever happens to the workers and to their files, what is added up
-- in the end is the series that was played at once.

package.path = "examples/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local chart = require "alphabeta.tell.chart"
local files = require "spec.support.files"
local generator = require "alphabeta.base.random"
local lines = require "series.lines"
local programs = require "spec.support.programs"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local setup = require "series.setup"

local draw = generator(seed)
local folder, run, write

-- A folder for the files of a spec, with two players; and functions that run the program there.
before_each(function()
  folder = files.folder()
  write = function(name, text) return files.write(folder .. "/" .. name, text) end
  write("players.lua", "return { { depth = 2, seed = 1 }, { depth = 1, seed = 2 } }\n")
  -- what it prints, and its exit status
  run = function(words, before)
    local command = "series.lua " .. words:gsub("@", folder .. "/")
    if not before then return programs.output_and_status(command) end
    return files.output_of(before .. " lua5.4 examples/" .. command)
  end
end)

after_each(function() os.execute("rm -r " .. folder) end)

local GAMES = "kalah @players.lua --games 40 --seed 3"

local function play_at_once()
  local text, status = run(GAMES)
  assert.equal("0", status, text)
  return text
end

-- The pairs that the files in the folder have, one line for each, in order.
local function sorted(pattern)
  return table.concat(files.lines_of(("cat %s/%s | grep -v alphabeta | sort -un"):format(folder, pattern)), "\n")
end

describe("examples/series.lua", function()
  it("plays what alphabeta.match plays", function()
    local kalah = require "alphabeta.games.kalah"
    local series = alphabeta.match(kalah, kalah.initial(), {
      alphabeta.player { depth = 2, seed = 1 }, alphabeta.player { depth = 1, seed = 2 },
    }, { games = 40, seed = 3, opening_plies = 4 })
    assert.equal(([[
depth 2, seed 1 against depth 1, seed 2
40 games: won %d, drawn %d, lost %d
Elo %+.1f, from %+.1f to %+.1f; pairs with 0, 1/2, 1, 3/2, 2 points: %s
positions: %d : %d; moves: %d : %d
]]):format(series.wins, series.draws, series.losses, series.elo, series.elo_low, series.elo_high,
      table.concat(series.pairs, " "), series.players[1].nodes, series.players[2].nodes, series.players[1].moves,
      series.players[2].moves), play_at_once())
  end)

  it("adds parts up to the series that was played at once, byte for byte, in any order", function()
    local wanted = play_at_once()
    assert.same({ "", "0" }, { run(GAMES .. " --out @whole") })
    for part, name in pairs { ["1-7"] = "b", ["8-9"] = "c", ["2/2"] = "a", ["10-10"] = "d" } do
      assert.same({ "", "0" }, { run(("%s --part %s --out @%s.part"):format(GAMES, part, name)) })
    end
    for _, order in ipairs { "@a.part @b.part @c.part @d.part", "@d.part @c.part @a.part @b.part", "@whole" } do
      assert.same({ wanted, "0" }, { run("--merge " .. order) })
    end
    assert.equal(sorted "whole", sorted "*.part")
  end)

  it("plays on after each kill, wherever that was, and wherever the file was torn", function()
    local wanted, kills = play_at_once(), 0
    for _ = 1, quick(3, 6) do
      local _, status = run(GAMES .. " --out @part", ("timeout -s KILL 0.%02d"):format(2 + draw(12)))
      if status ~= "0" then kills = kills + 1 end
      local text = files.read(folder .. "/part")
      if #text > 0 then write("part", text:sub(1, #text - draw(math.min(#text, 60)))) end
    end
    assert.same({ "", "0" }, { run(GAMES .. " --out @part") })
    local text, state = run "--merge @part"
    assert.equal("0", state)
    assert.equal(wanted, (text:gsub("%d+ lines? %a+ torn, or belongs? to another series\n$", "")),
      ("seed %d, %d kills"):format(seed, kills))
  end)

  it("says which pairs are missing, and leaves what is torn, or of another series", function()
    run(GAMES .. " --part 1-3 --out @one")
    run(GAMES .. " --part 5-9 --out @other")
    local text, status = run "--merge @one @other"
    assert.matches("16 games: won .*\nmissing of 20 pairs: 4 10%-20\n$", text)
    assert.equal("2", status)
    local one, other = files.read(folder .. "/one"), files.read(folder .. "/other")
    write("both", one .. other .. other:sub(1, -4) .. "\n" .. one:gsub("\t21 12\t", "\t12 12\t") .. "\n17\tnonsense\n")
    local both = run "--merge @both"
    local torn = tonumber(both:match "\n(%d+) lines are torn, or belong to another series\n$")
    assert(torn >= 2)
    assert.equal(text, (both:gsub("\n%d+ lines are torn.*$", "\n")))
  end)

  it("has as many pairs as the longest of its parts says", function()
    run("kalah @players.lua --games 20 --seed 3 --part 1-10 --out @grown")
    run(GAMES .. " --part 11-12 --out @grown")
    local text, status = run "--merge @grown"
    assert.matches("24 games: won .*\nmissing of 20 pairs: 13%-20\n$", text)
    assert.equal("2", status)
  end)

  it("refuses to merge, or to add to, what was played otherwise", function()
    run(GAMES .. " --part 1-2 --out @one")
    write("others.lua", "return { { depth = 2, seed = 1 }, { depth = 1, seed = 2 } } -- once more\n")
    for words, message in pairs {
      ["kalah @players.lua --games 40 --seed 4"] = "seed 4 there, seed 3 here",
      ["kalah @others.lua --games 40 --seed 3"] = "file of players %x+ there, file of players %x+ here",
      ["othello @players.lua --games 40 --seed 3"] = "game %x+ there, game %x+ here",
      [GAMES .. " --max-plies 9"] = "max plies 9 there, max plies 1000 here",
    } do
      os.remove(folder .. "/other")
      assert.same({ "", "0" }, { run(words .. " --part 3-3 --out @other") })
      local text, status = run "--merge @one @other"
      assert.matches("^series.lua: .*/other belongs to another series: " .. message .. "\n$", text)
      assert.equal("1", status)
      text, status = run(words .. " --part 4-4 --out @one")
      assert.matches("^series.lua: .*/one belongs to another series: ", text)
      assert.equal("1", status)
    end
    local mine = write("mine", "my own text\n")
    assert.matches("^series.lua: .*/mine does not belong to a series\n$", (run(GAMES .. " --out @mine")))
    assert.equal("my own text\n", files.read(mine))
  end)

  it("plays a longer series on from the files of a shorter one", function()
    run "kalah @players.lua --games 20 --seed 3 --out @part"
    run(GAMES .. " --out @part")
    run(GAMES .. " --part 1-1 --out @part")
    assert.same({ play_at_once(), "0" }, { run "--merge @part" })
  end)

  it("ends with --sprt where the series had ended, and tells by its exit status", function()
    local at_once = run(GAMES .. " --sprt 0,100,0.2,0.2")
    assert.matches("\nsequential test: H1", at_once)
    local pairs_played = at_once:match "\n(%d+) games:" // 2
    assert(pairs_played < 20)
    run(("%s --part 1-%d --out @one"):format(GAMES, pairs_played - 1))
    run(("%s --part %d-20 --out @other"):format(GAMES, pairs_played))
    assert.same({ at_once, "0" }, { run "--merge @other @one --sprt 0,100,0.2,0.2" })
    local text, status = run "--merge @one --sprt 0,100,0.2,0.2"
    assert.matches("\nsequential test: no verdict yet", text)
    assert.equal("2", status)
  end)

  it("tells of players that are limited by time, or do not follow from their seeds", function()
    write("timed.lua", "return { { time = 0 }, { depth = 1 } }\n")
    assert.matches("\n2 pairs were limited by time: played again, they may differ\n$",
      (run "kalah @timed.lua --games 4 --seed 1"))
    write("fickle.lua", "return { function(state, game)\nlocal moves = game.moves(state)\n"
      .. "return moves[math.random(#moves)]\nend, { depth = 1 } }\n")
    run "kalah @fickle.lua --games 20 --seed 1 --out @one"
    run "kalah @fickle.lua --games 20 --seed 1 --out @other"
    local text = run "--merge @one @other"
    assert.matches("pairs were played twice, and differ: a player does not depend on its seed alone\n$", text)
    assert.equal(text, (run "--merge @other @one"))
  end)

  it("plays rounds where more play: everyone against everyone, or one against the others", function()
    local dots = dofile "examples/dots.lua"
    local few, many = { playouts = 2, seed = 1 }, { playouts = 3, seed = 2 }
    write("one.lua", "return { { playouts = 2, seed = 1 }, { playouts = 3, seed = 2 } }")
    write("all.lua", "return { { playouts = 2, seed = 1 }, { playouts = 3, seed = 2 }, { playouts = 3, seed = 3 } }")
    local players = { alphabeta.player(few), alphabeta.player(many), alphabeta.player { playouts = 3, seed = 3 } }
    local series = alphabeta.match(dots, dots.initial(), players, { games = 12, seed = 3, opening_plies = 4 })
    local rows = {}
    for who, tally in ipairs(series.players) do
      rows[who] = ("player %d: points %.3f, from %.3f to %.3f; positions: %d; moves: %d\n"):format(who,
        series.points[who], series.points_low[who], series.points_high[who], tally.nodes, tally.moves)
    end
    local wanted = "12 games of 3 players\n" .. table.concat(rows)
    for name, names in pairs {
      one = "playouts 2, seed 1 against playouts 3, seed 2",
      all = "playouts 2, seed 1, playouts 3, seed 2, playouts 3, seed 3",
    } do
      local words = ("examples/dots.lua @%s.lua --games 12 --seed 3"):format(name)
      assert.same({ names .. "\n" .. wanted, "0" }, { run(words) })
      for part, file in pairs { ["1-1"] = "b", ["4-4"] = "c", ["2-3"] = "a" } do
        assert.same({ "", "0" }, { run(("%s --part %s --out @%s.%s"):format(words, part, name, file)) })
      end
      local text, status = run(("--merge @%s.a @%s.b"):format(name, name))
      assert.matches("\n9 games of 3 players\n.*\nmissing of 4 rounds: 4\n$", text)
      assert.equal("2", status)
      assert.same({ names .. "\n" .. wanted, "0" },
        { run(("--merge @%s.a @%s.b @%s.c --plot @%s.svg"):format(name, name, name, name)) })
      local svg = files.read(folder .. "/" .. name .. ".svg")
      assert.equal(4, select(2, svg:match 'polyline points="([^"]*)"':gsub(",", "")))
      assert(svg:find(">Points of player 1: " .. names .. "<", 1, true))
    end
    files.refuses(run, {
      ["examples/dots.lua"] = "players.lua: player 1: option 'depth' cannot be used with algorithm 'mcts', by which",
      ["examples/dots.lua @one.lua --games 40"] = "--games: a multiple of 3 expected",
      ["examples/dots.lua @one.lua --sprt 0,5"] = "--sprt needs a game for two players",
      ["--merge @one.a --sprt 0,5"] = "--sprt needs a game for two players",
      ["examples/dots.lua @one.lua --games 12 --part 4-5 --out @none"] = "--part: there are only 4 rounds",
      ["kalah @all.lua"] = "all.lua: 2 players at most expected, got 3",
      ["kalah @one.lua"] = "series.lua: option 'playouts' needs algorithm 'mcts'\n",
    })
  end)

  it("deals hidden cards anew for each pair or round, the same wherever it is played", function()
    write("three.lua", "return dofile 'examples/briscola.lua'.for_players(3)")
    write("some.lua", "return { { playouts = 2, seed = 1 }, { playouts = 1, seed = 2 } }")
    for game, games in pairs { ["examples/briscola.lua"] = 4, ["@three.lua"] = 6 } do
      local words = ("%s @some.lua --games %d --seed 4"):format(game, games)
      local wanted = run(words)
      for part, name in pairs { ["2/2"] = "a", ["1/2"] = "b" } do
        os.remove(folder .. "/" .. name)
        assert.same({ "", "0" }, { run(("%s --part %s --out @%s"):format(words, part, name)) })
      end
      assert.same({ wanted, "0" }, { run "--merge @a @b" })
      assert.not_equal(wanted, (run(words:gsub("seed 4", "seed 5"))))
    end
  end)

  it("ends with an error of a player, and says what else is wrong", function()
    write("broken.lua", "return { function() error 'no idea' end, { depth = 1 } }\n")
    local text, status = run "kalah @broken.lua --games 4 --out @part"
    assert.matches("^series.lua: .*no idea\n$", text)
    assert.equal("1", status)
    write("half.lua", "return { { depth = 1 } }\n")
    files.refuses(run, {
      ["kalah @half.lua"] = "half.lua: player 2: a table or a function expected",
      ["kalah @none.lua"] = "none.lua: No such file or directory",
      ["chess @players.lua"] = "there is no game 'chess'",
      [GAMES .. " --part 2-3"] = "--part needs --out",
      [GAMES .. " --part 20-21 --out @part"] = "--part: there are only 20 pairs",
      [GAMES .. " --part 3/2 --out @part"] = "'3/2' is neither pairs, such as 51-100, nor a part, such as 2/20",
      ["--merge @none"] = "none: No such file or directory",
      ["--merge @players.lua"] = "no file has the header of a series yet",
      ["--merge @players.lua --sprt 5,0"] = "'5,0' is not ELO0,ELO1[,ALPHA,BETA]: elo0 < elo1 expected",
    })
  end)

  it("draws Elo and its interval against games", function()
    run(GAMES .. " --out @part")
    run "--merge @part --plot @elo.svg"
    local svg = files.read(folder .. "/elo.svg")
    assert.matches("^<svg xmlns=.*</svg>\n$", svg)
    assert.equal(20, select(2, svg:match 'polyline points="([^"]*)"':gsub(",", "")))
    assert.equal(40, select(2, svg:match 'polygon points="([^"]*)"':gsub(",", "")))
    assert.matches(">Elo: depth 2, seed 1 against depth 1, seed 2<", svg)
  end)
end)

describe("A line of a pair", function()
  local pair = { number = 12, places = { { 1, 1 }, { 1, 2 } }, nodes = { 2 ^ 53, 0.1 }, moves = { 3, 4 },
    timed = true }
  local head, line = lines.head("a;b", 20), lines.pair("a;b", pair)

  it("is read as it was written", function()
    local known = lines.read(write("lines", head .. line))
    assert.same({ [12] = pair }, known.pairs)
    assert.same({ "a;b", 20, 0, 0 }, { known.signature, known.count, known.damaged, known.differing })
  end)

  it("is nothing if any byte of it is another one, or it is torn anywhere", function()
    for i = 1, #line - 1 do
      local changed = line:sub(1, i - 1) .. (line:sub(i, i) == "1" and "2" or "1") .. line:sub(i + 1)
      assert.same({}, lines.read(write("lines", head .. changed)).pairs, changed)
      assert.same({}, lines.read(write("lines", head .. line:sub(1, i - 1))).pairs)
    end
  end)

  it("is nothing to another series, nor without a head", function()
    assert.same({}, lines.read(write("lines", lines.head("a;c", 20) .. line)).pairs)
    assert.same({}, lines.read(write("lines", line)).pairs)
  end)

  it("goes on in a file whose head was torn, or whose last line was", function()
    for cut = 0, #head + #line do
      local path = write("lines", (head .. line):sub(1, cut))
      assert(lines.open(path, "a;b", 20)) { number = 13, places = { { 2, 1 } }, nodes = { 1, 1 }, moves = { 1, 1 } }
      local now = lines.read(path)
      assert.equal(13, now.pairs[13].number)
      assert.equal(cut >= #head + #line - 1, now.pairs[12] ~= nil, cut)
    end
  end)
end)

describe("A signature", function()
  it("tells games, their estimates and options apart", function()
    local kalah = require "alphabeta.games.kalah"
    local state = kalah.initial()
    local function of(game, parts) return setup.signature(game, state, "text", parts or {}) end
    local other = setmetatable({ evaluate = function(at) return 2 * kalah.evaluate(at) end }, { __index = kalah })
    assert.equal(of(kalah), of(kalah))
    assert.not_equal(of(kalah), of(other))
    assert.not_equal(of(kalah), of(kalah, { "seed 1" }))
    assert.is_nil(of(kalah, { "two\nlines" }):find "%c")
  end)
end)

describe("A chart", function()
  it("is drawn of one point, of equal numbers, of any size, and of infinite ones, with any text", function()
    for _, values in ipairs { { 5 }, { 1, 1, 1 }, { -math.huge, 3, math.huge }, { 0 / 0, 1 }, { -math.huge },
      { 1e17, 1e17 }, { -1e300 }, { 1.7e308, -1.7e308 }, { -1.7e308 }, { 2 ^ 70, 2 ^ 70 * (1 + 2 ^ -52) },
      { 5e-324, 0 }, { 1e-310 } } do
      local x, low = {}, {}
      for i in ipairs(values) do x[i], low[i] = i, -math.huge end
      local svg = chart.svg { title = "<&>", x_title = '"', x = x, lines = { { values = values } }, low = low,
        high = values }
      assert(not svg:find "nan[,\"< ]" and not svg:find "inf", svg)
      assert(svg:find("&lt;&amp;&gt;", 1, true))
      assert(select(2, svg:gsub("<line", "")) >= 2)
    end
  end)
end)

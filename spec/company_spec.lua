-- Games of more than two players, or with hidden cards, at the terminal: driven through pipes as persons would.

local files = require "spec.support.files"
local programs = require "spec.support.programs"

local shows = programs.shows
local briscola = dofile "examples/briscola.lua"

-- What the program prints, as programs.run and programs.output_of have it.
local function run(arguments, lines) return programs.run("play.lua " .. arguments, lines) end
local function output_of(arguments, lines) return programs.output_of("play.lua " .. arguments, lines) end

local function count(text, part) return select(2, text:gsub(part, "")) end

-- One player names a card that nobody sees.
local GUESS = [[
return { name = "guess", player = function() return 1 end, viewpoint = 1,
  initial = function() return { card = math.random(3) } end,
  moves = function(s) return s.named and {} or { 1, 2, 3 } end,
  play = function(s, m) return { card = s.card, named = m } end,
  evaluate = function(s) return s.named == s.card and 1 or 0 end,
  determinize = function(s, _, random) return { card = random(3), named = s.named } end }
]]

describe("cards at the terminal", function()
  it("are played by computers alone, and everything is shown at the end", function()
    local output = output_of "examples/briscola.lua --south computer --seed 1 --time 0.004"
    assert.equal(20, count(output, "South plays %w%w%.\n"))
    assert.equal(20, count(output, "North plays %w%w%.\n"))
    local south, north, rest = output:match "\nSouth +(%d+) points\nNorth +(%d+) points\n(.*)$"
    assert.equal(120, south + north)
    local lead = south - north
    assert.equal(lead == 0 and "A draw.\n" or ("%s wins by %d.\n"):format(lead > 0 and "South" or "North",
      math.abs(lead)), rest)
  end)

  it("have the places of three players", function()
    local output = output_of "examples/briscola.lua --players 3 --south computer --seed 1 --time 0.004"
    assert.equal(39, count(output, " plays %w%w%.\n"))
    local first, second, third = output:match "\n1%. %a+: (%d+)\n[12]%. %a+: (%d+)\n[123]%. %a+: (%d+)\n$"
    assert.equal(120, first + second + third)
    assert(tonumber(first) >= tonumber(second) and tonumber(second) >= tonumber(third), output)
  end)

  it("show a person the own hand alone", function()
    local lines = { "?", "moves", "hint", "xx", "resign" }
    local output = output_of("examples/briscola.lua --players 3 --set seed=4 --time 0.01", lines)
    local state = briscola.for_players(3).initial { seed = 4 }
    shows("\n" .. briscola.for_players(3).format(state, 1) .. "\nSouth to move (? for help): ", output)
    shows(" hint                what the computer would play\n", output)
    shows("I would play ", output)
    shows("'xx' is not one of your cards: ", output)
    assert.matches("South resigns%.\n$", output)
    for seat = 2, 3 do
      for _, card in ipairs(state.hands[seat]) do
        assert(not output:find(briscola.format_move(state, card), 1, true), output)
      end
    end
  end)

  it("are reviewed at the end, when nothing is hidden any more", function()
    local lines = { "go", "review" }
    for i = 3, 21 do lines[i] = "go" end
    lines[22], lines[23] = "review", "q"
    local output = output_of("examples/briscola.lua --seed 3 --time 0.004", lines)
    shows("Cards are hidden until the game is over.\n", output)
    local review = output:match "The game is over; review.-%(%? for help%): (.-)The game is over"
    assert(review == "I found no bad moves.\n"
      or review:find "^ *%d+%. %a+ %w%w: an? %a+, costs [%d.]+ %([%d.]+ to [%d.]+%); better: %a+ %w%w\n", output)
  end)

  it("are hidden from the other person at the same terminal", function()
    local game = briscola.for_players(2)
    local state = game.initial { seed = 4 }
    local card = game.format_move(state, state.hands[1][1])
    local output = output_of("examples/briscola.lua --north person --set seed=4", { "", card, "", "q" })
    local before, after = output:match "^(.-)North, press Enter when you are ready%.(.*)$"
    shows(game.format(state, 1), before)
    assert(count(before, "\n") > 60 + 5)
    shows(game.format(game.play(state, state.hands[1][1]), 2), after)
    assert(not after:find(game.format_move(state, state.hands[1][2]), 1, true), after)
  end)

  it("are examined by the doctor", function()
    local game = files.new(GUESS)
    os.rename(game, game .. ".lua")
    local output = output_of(game .. ".lua --check")
    os.remove(game .. ".lua")
    assert.matches("^nothing found\n", output)
    assert.matches("[ ,]worlds[,\n]", output)
  end)
end)

describe("a game at the terminal where something is hidden", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  local function text_of(name)
    local file = assert(io.open(name, "rb"))
    local text = file:read "a"
    file:close()
    return text
  end

  it("goes back to the person's last move, with the same cards", function()
    local output = output_of("examples/briscola.lua --seed 3 --time 0.005",
      { "undo", "6d", "undo", "ad", "new", "undo", "q" })
    local first = "South   0 points  6D AD AB\nNorth   0 points  ?? ?? ??\nSouth to move"
    assert.equal(2, count(output, first:gsub("%p", "%%%0")), output)
    assert.equal(2, count(output, "There is nothing to take back%."), output) -- at the beginning, and after `new`
    assert.equal(3, count(output, "34 cards left"), output) -- the third is another deal
  end)

  it("is saved and loaded, and then has the same cards", function()
    local output = output_of("examples/briscola.lua --players 3 --time 0.005", { "save", "load", "hint",
      "save " .. path, "q" })
    shows("Enter a file name: save FILE.", output)
    shows("Enter a file name: load FILE.", output)
    shows(("Saved to %s. The file reveals what is hidden.\n"):format(path), output)
    local position = output:match "\n(Trump.-\nSouth to move)"
    assert.matches("^game Briscola\nplayers 3\n%x+ session 1\n.*\n%x+ seed %d+\n", text_of(path))
    local again = output_of("examples/briscola.lua --players 3 --load " .. path, { "q" })
    shows(position, again)
    local two = output_of("examples/briscola.lua", { "load " .. path, "q" })
    shows("The game cannot be loaded: this is a game for 3 players", two)
  end)

  it("is saved with the moves of all, and gone on with", function()
    local output = output_of("examples/dots.lua --time 0.002", { "a1b1", "save " .. path, "q" })
    shows(("Saved to %s.\n"):format(path), output)
    assert.matches("^game Dots and Boxes\nplayers 3\n.*\n%x+ move a1b1\n%x+ move %w+\n%x+ move %w+\n%x+ end\n$",
      text_of(path))
    local board = output:match "^.*\n\n(.-)Ann to move"
    shows(board, output_of("examples/dots.lua", { "load " .. path, "undo", "undo", "q" }))
    for arguments, message in pairs {
      ["examples/dots.lua --players 2 --load " .. path] = "this is a game for 3 players",
      ["examples/dots.lua --players 4 --load " .. path] = "this is a game for 3 players",
      ["examples/briscola.lua --load " .. path] = "this is a game of Dots and Boxes",
      ["examples/dots.lua --load /dev/null"] = "the line 'game NAME' is missing",
    } do
      local text, ok = run(arguments)
      assert.is_false(ok)
      shows(message, text)
    end
    local file = assert(io.open(path, "wb"))
    assert(file:write "game Dots and Boxes\nplayers 3\n")
    assert(file:close())
    shows("The game cannot be loaded: its moves are missing", output_of("examples/dots.lua", { "load " .. path, "q" }))
  end)

  it("is shown without `format`, as far as a person knows it", function()
    local rules = [[
return { name = "hidden", sides = { "Ann", "Bob" }, %s player = function() return 1 end, viewpoint = 1,
  evaluate = function(s) return s.card end, initial = function() return { card = 7 } end,
  moves = function(s) return s.over and {} or { "take" } end,
  play = function(s) return { card = s.card, over = true } end }
]]
    local END = "The game is over; review, undo, new, save, or q to leave (? for help): \n"
    local hidden = "determinize = function(s, _, random) return { card = random(9), over = s.over } end, "
    for fields, shown in pairs {
      [hidden] = "Ann to move (? for help): Ann to move (? for help): \n{card=7,over=true}\nAnn wins by 7.\n" .. END,
      [hidden .. "information = function(_, p) return 'card for ' .. p end, "] = "\ncard for 1\nAnn to move (? for "
        .. "help): \ncard for 1\nAnn to move (? for help): \n{card=7,over=true}\nAnn wins by 7.\n" .. END,
    } do
      local game = files.new(rules:format(fields))
      os.rename(game, game .. ".lua")
      assert.equal(shown, (output_of(game .. ".lua", { "board", "take" })))
      os.remove(game .. ".lua")
    end
    local open = files.new((rules:format "players = 2, ":gsub("return s.card end", "return { s.card, 0 } end")
      :gsub("viewpoint = 1,", "")))
    os.rename(open, open .. ".lua")
    shows("\n{card=7}\nAnn to move", output_of(open .. ".lua", { "take" }))
    os.remove(open .. ".lua")
  end)

  it("is played at levels: those of a file, which is written if it is not there", function()
    local list = files.new "return { { options = { playouts = 1 } }, { options = { playouts = 2 } } }"
    local options = "--players 3 --show --seed 3 --time 0.005 --level 1 --levels " .. list
    local output = output_of("examples/briscola.lua " .. options, { "6d", "level 2", "level 3", "level off", "q" })
    assert(count(output, " after 1 playout\n") > 0, output)
    shows("The computer plays at level 2 of 2.\n", output)
    shows("unknown level 3 (expected 1-2).\n", output)
    shows("The computer thinks 0.005 seconds at most.\n", output)
    os.remove(list)

    local game = files.new(GUESS)
    os.rename(game, game .. ".lua")
    output = output_of(("%s.lua --player1 computer --level 2 --levels %s"):format(game, list), {})
    assert.matches("\nPlayer 1 plays [123]%.\n", output)
    local found = dofile(list)
    assert.equal(5, #found)
    assert.is_nil(found[1].options.guard)
    os.remove(game .. ".lua")
    os.remove(list)
  end)

  it("is not saved where it cannot be dealt again", function()
    local game = files.new [[
local dealt = 0
return { name = "once", player = function() return 1 end, viewpoint = 1, evaluate = function(s) return s.card end,
  initial = function() dealt = dealt + 1 return { card = dealt } end,
  moves = function(s) return s.over and {} or { "take" } end,
  play = function(s) return { card = s.card, over = true } end,
  determinize = function(s, _, random) return { card = random(2), over = s.over } end }
]]
    os.rename(game, game .. ".lua")
    local output = output_of(game .. ".lua", { "save " .. path, "take" })
    shows("The game cannot be saved: its 'initial' deals differently each time (draw the cards by math.random)", output)
    shows("Player 1 wins by 1.", output)
    os.remove(game .. ".lua")
  end)
end)

describe("more than two players at the terminal", function()
  it("play to the end, which shows the board and the places", function()
    local output = output_of "examples/dots.lua --players 4 --ann computer --seed 2 --time 0.002"
    assert.equal(24, count(output, " plays %w%w%w%w%.\n"))
    local total = 0
    for boxes in output:gmatch "%d%. %a+: (%d)\n" do total = total + boxes end
    assert.equal(9, total)
  end)

  it("are three where nothing else is said, and a person is one of them", function()
    local output = output_of("examples/dots.lua --time 0.002", { "a1b1", "q" })
    assert.equal(2, count(output, "Ann to move"))
    assert.equal(1, count(output, "Bob plays "))
    assert.equal(1, count(output, "Cid plays "))
    assert.matches("Ann resigns%.\n$", output)
  end)

  it("play at levels that need no search beforehand", function()
    local output = output_of("examples/dots.lua --seed 2 --level weak --show", { "a1b1", "level 2", "b3c3", "q" })
    assert.equal(2, count(output, " plays %w+%.\n  value %S+ for %a+ after 20 playouts\n"))
    shows("The computer plays at level 2 of 5 (easy).\n", output)
    assert(count(output, " after 100 playouts\n") > 0, output)
  end)

  it("may ask what each move is worth, and have one made", function()
    local lines = { "values", "explain", "go", "tree", "undo", "q" }
    local output = output_of("examples/dots.lua --seed 2 --time 0.004", lines)
    assert.matches("For Ann, after %d+ playouts?:\n  %w+ +[%+%-]?%S+ +Ann ", output)
    assert.matches("Best for Ann: %w+ in ", output)
    assert.matches("I play %w+ for you%.\n", output)
    shows("'tree' is not a line that can be drawn", output) -- nor a command where there is no alpha-beta
    assert.matches("Ann resigns%.\n$", output)
  end)

  it("are two as before", function()
    local output = output_of("examples/dots.lua --players 2 --depth 1", { "a1b1", "q" })
    shows("Bob plays ", output)
    shows("Ann resigns, Bob wins.", output)
  end)

  it("end with what the input lacks", function()
    shows("End of input: the game ends here.", (output_of("examples/dots.lua --time 0.002")))
  end)

  it("cannot do what is for two who see everything", function()
    for _, row in ipairs {
      { "examples/dots.lua --depth 3", "--depth needs a game for two players with nothing hidden" },
      { "examples/briscola.lua --solve", "--solve needs a game for two players with nothing hidden" },
      { "examples/dots.lua --players 9", "it is not a game for 9 players" },
      { "examples/briscola.lua --players 5", "it is not a game for 5 players" },
      { "examples/dots.lua --players 1", "it is not a game for 1 players" },
      { "kalah --players 3", "unknown option '--players'" },
    } do
      local output, ok = run(row[1])
      assert.is_false(ok)
      shows(row[2], output)
    end
  end)
end)

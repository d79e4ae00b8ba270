-- Games of more than two players, or with hidden cards, at the terminal: driven through pipes as persons would.

local files = require "spec.support.files"

local briscola = dofile "examples/briscola.lua"

-- What the program prints, errors included, when these lines are its input; and whether it ended well.
local function run(arguments, lines)
  local input = files.new(table.concat(lines or {}, "\n") .. "\n")
  local pipe = assert(io.popen(("timeout 60 lua5.4 examples/play.lua %s <%s 2>&1"):format(arguments, input)))
  local output = pipe:read "a"
  local ok = pipe:close() == true
  os.remove(input)
  return output, ok
end

local function output_of(...)
  local output, ok = run(...)
  assert(ok, output)
  return output
end

local function shows(text, output) assert(output:find(text, 1, true), ("%q is not in:\n%s"):format(text, output)) end

local function count(text, part) return select(2, text:gsub(part, "")) end

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
    shows("hint: what the computer would play", output)
    shows("I would play ", output)
    shows("'xx' is no card of yours: ", output)
    assert.matches("The game ends: resigned%.\n$", output)
    for seat = 2, 3 do
      for _, card in ipairs(state.hands[seat]) do
        assert(not output:find(briscola.format_move(state, card), 1, true), output)
      end
    end
  end)

  it("are hidden from the other person at the same terminal", function()
    local game = briscola.for_players(2)
    local state = game.initial { seed = 4 }
    local card = game.format_move(state, state.hands[1][1])
    local output = output_of("examples/briscola.lua --north person --set seed=4", { "", card, "", "q" })
    local before, after = output:match "^(.-)North, are you there%? Then press Enter%.(.*)$"
    shows(game.format(state, 1), before)
    assert(count(before, "\n") > 60 + 5)
    shows(game.format(game.play(state, state.hands[1][1]), 2), after)
    assert(not after:find(game.format_move(state, state.hands[1][2]), 1, true), after)
  end)

  it("are examined by the doctor", function()
    local output = output_of "examples/briscola.lua --check"
    assert.matches("^nothing found\n", output)
    assert.matches("[ ,]worlds,", output)
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
    assert.matches("The game ends: resigned%.\n$", output)
  end)

  it("are two as before", function()
    local output = output_of("examples/dots.lua --players 2 --depth 1", { "a1b1", "q" })
    shows("Bob plays ", output)
    shows("Ann resigns, Bob wins.", output)
  end)

  it("end with what the input lacks", function()
    shows("The game ends: the input has ended.", (output_of("examples/dots.lua --time 0.002")))
  end)

  it("cannot do what is for two who see everything", function()
    for _, row in ipairs {
      { "examples/dots.lua --depth 3", "--depth is for two players who see everything" },
      { "examples/briscola.lua --level 2", "--level is for two players who see everything" },
      { "examples/dots.lua --players 9", "it is no game for 9 players" },
      { "examples/briscola.lua --players 5", "it is no game for 5 players" },
      { "examples/dots.lua --players 1", "it is no game for 1 players" },
      { "kalah --players 3", "unknown option '--players'" },
    } do
      local output, ok = run(row[1])
      assert.is_false(ok)
      shows(row[2], output)
    end
  end)
end)

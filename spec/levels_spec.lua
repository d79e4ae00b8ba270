-- Levels of difficulty: each so much weaker than the next, the same ones for the same seed, and written as Lua.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local numbers = require "spec.support.numbers"
local programs = require "spec.support.programs"
local rounds = require "alphabeta.play.rounds"
local tictactoe = require "alphabeta.games.tictactoe"
local quick = require "spec.support.quick"

-- Whoever takes more from the rows has won: values of many sizes, and little to see beyond a move or two.
local rows = {
  moves = function(state) return numbers(#state.left) end,
  play = function(state, move)
    local left = { table.unpack(state.left) }
    local taken = table.remove(left, move)
    return { left = left, ahead = -(state.ahead + taken) }
  end,
  evaluate = function(state) return state.ahead end,
}

local START = { left = { 3, 7, 1, 5, 2, 6 }, ahead = 0 }

local function levels_of(options)
  options.strongest = options.strongest or { depth = 2 }
  options.seed = options.seed or 1
  options.games = options.games or 40
  return alphabeta.levels(rows, START, options)
end

local function message_of(options)
  local worked, message = pcall(alphabeta.levels, rows, START, options)
  assert.is_false(worked)
  return message
end

describe("alphabeta.play.levels", function()
  it("gives as many as are wanted, the weakest first", function()
    local seen = {}
    local list = levels_of { count = 3, on_level = function(level, number) seen[number] = level end }
    assert.equal(3, #list)
    assert.same({ options = { depth = 2 }, elo = 0, elo_low = 0, elo_high = 0 }, list[3])
    for i = 1, 2 do
      assert(list[i].elo < list[i + 1].elo)
      for _, name in ipairs { "elo", "elo_low", "elo_high" } do
        assert.matches("^-?%d+%.?%d?$", ("%.14g"):format(list[i][name]))
      end
      assert(list[i].elo_low <= list[i].elo and list[i].elo <= list[i].elo_high)
      assert.same({ depth = 2, guard = 1, temperature = list[i].options.temperature }, list[i].options)
      assert.equal(list[i], seen[4 - i])
    end
    assert(list[1].options.temperature > list[2].options.temperature)
  end)

  it("gives the guard that is wanted to those that have a temperature", function()
    local list = levels_of { strongest = { depth = 2, guard = 0 }, count = 2 }
    assert.is_nil(list[2].options.guard)
    assert.equal(0, list[1].options.guard)
  end)

  it("gives players that are so much weaker", function()
    local list = alphabeta.levels(kalah, kalah.initial(),
      { strongest = { depth = 1 }, count = 2, gap = 120, games = quick(240, 400), seed = 3 })
    list[1].options.seed, list[2].options.seed = 5, 6
    local players = { alphabeta.player(list[2].options), alphabeta.player(list[1].options) }
    local series = alphabeta.match(kalah, kalah.initial(), players, { games = quick(120, 200), seed = 9 })
    assert(math.abs(series.elo - 120) < 60, series.elo)
    assert(math.abs(-list[1].elo - 120) < 60, list[1].elo)
  end)

  it("gives the same ones for the same seed", function()
    assert.equal(tostring(levels_of { count = 2 }), tostring(levels_of { count = 2 }))
  end)

  it("takes series that were played elsewhere, in parts and in any order", function()
    local wanted, calls = tostring(levels_of { count = 3 }), 0
    local function play(given, match_options)
      calls = calls + 1
      local parts = {}
      for _, part in ipairs { { 8, 10 }, { 1, 4 }, { 5, 7 } } do
        local copied = { part = part }
        for name, value in pairs(match_options) do copied[name] = value end
        parts[#parts + 1] = alphabeta.match(rows, START, { alphabeta.player(given[1]), alphabeta.player(given[2]) },
          copied)
      end
      return alphabeta.merge(parts)
    end
    assert.equal(wanted, tostring(levels_of { count = 3, play = play }))
    assert(calls > 2)
  end)

  it("shows how many games are played, and for which level", function()
    local terminal, stderr = require "alphabeta.tell.terminal", io.stderr
    local is_terminal, lines = terminal.is_terminal, {}
    terminal.is_terminal = function() return true end
    io.stderr = { -- luacheck: ignore
      write = function(_, ...) lines[#lines + 1] = table.concat { ... } end, flush = function() end,
    }
    local worked, message = pcall(levels_of, { count = 3, progress = true })
    terminal.is_terminal, io.stderr = is_terminal, stderr -- luacheck: ignore
    assert(worked, message)
    assert.matches("^\r%[##%.+%] level 1 of 3, up to %d+ s", lines[1]) -- 20 of 100 games at most
    local done, level = 0, 1
    for i = 1, #lines - 1 do
      local bar, number = lines[i]:match "^\r%[(#*)%.*%] level (%d) of 3, up to %d+ s *"
      assert(#bar >= done and tonumber(number) >= level, lines[i])
      done, level = #bar, tonumber(number)
    end
    assert.equal(3, level)
    assert.matches("^\r +\r$", lines[#lines])
  end)

  it("refuses what is not the series that was to be played", function()
    local who = { alphabeta.random_player(1), alphabeta.random_player(2) }
    local short = alphabeta.match(rows, START, who, { games = 2 })
    local beyond = alphabeta.match(rows, START, who, { games = 40, seed = 1, part = { 11, 20 } })
    for _, value in ipairs { 7, {}, short, beyond } do
      local ok, message = pcall(levels_of, { play = function() return value end })
      assert.is_false(ok)
      assert.equal(("option 'play' returned %s (series of 20 games expected)"):format(
        type(value) == "table" and "table" or value), message)
    end
  end)

  -- Who names the higher number wins. The stronger player names what `plan` says of its game, and of the temperature of
  -- the weaker one: 3 wins, 2 draws, 1 loses.
  local duel = {
    moves = function(state) return #state < 2 and { 1, 2, 3 } or {} end,
    play = function(state, move) return { state[1] or move, state[1] and move } end,
    evaluate = function(state) return #state < 2 and 0 or state[1] - state[2] end,
  }

  -- The levels that come of it, and the series.
  local function planned(plan, games, count)
    local series = {}
    local function play(given, match_options)
      local temperature, number = given[2].temperature, 0
      local function stronger()
        number = number + 1
        return plan(number, temperature)
      end
      series[#series + 1] = alphabeta.match(duel, {}, { stronger, function() return 2 end }, match_options)
      return series[#series]
    end
    return alphabeta.levels(duel, {},
      { strongest = { depth = 1 }, count = count or 2, games = games, seed = 1, play = play }), series
  end

  it("counts a draw as half of a game", function()
    local drawn = planned(function(number) return number % 2 == 0 and 2 or 3 end, 80)
    local lost = planned(function(number) return number % 4 == 0 and 1 or 3 end, 80)
    assert.equal(lost[1].options.temperature, drawn[1].options.temperature)
  end)

  it("tries ever higher temperatures where the weaker player still wins too much, even if more and more", function()
    local won, tried = { 14, 13, 13, 7, 6, 0 }, {}
    planned(function(number, temperature)
      if temperature == math.huge then return 3 end
      if number == 1 then tried[#tried + 1] = temperature end
      return number <= (won[#tried] or 0) and 3 or 1
    end, 280)
    for i = 2, #won + 1 do assert(tried[i] > tried[i - 1], table.concat(tried, " ")) end
  end)

  it("gives what lies between the ends of its interval, which are those of the games", function()
    local list, series = planned(function(number) return number <= 15 and 3 or 1 end, 40)
    local last = series[#series]
    local function rounded(x) return math.floor(x * 10 + 0.5) / 10 end
    assert.same({ rounded(-last.elo), rounded(-last.elo_high), rounded(-last.elo_low) },
      { list[1].elo, list[1].elo_low, list[1].elo_high })
    assert(math.abs(last.elo_high + last.elo_low - 2 * last.elo) > 1)
  end)

  it("gives an interval also where all games were lost, or won", function()
    local begun = 0
    local list, series = planned(function(number)
      begun = begun + (number == 1 and 1 or 0)
      return begun == 5 and 1 or 3 -- the last of five series is lost: the first has shown how much room there is
    end, 40, 3)
    local lost = math.floor(-series[3].elo_low * 10 + 0.5) / 10
    assert.same({ -math.huge, -math.huge, lost }, { list[2].elo, list[2].elo_low, list[2].elo_high })
    assert.same({ -math.huge, -math.huge, math.huge }, { list[1].elo, list[1].elo_low, list[1].elo_high })
    assert.equal(5, #series)
    assert.same({ table.unpack(list) }, load(tostring(list))())
  end)

  it("gives a list whose text is Lua source that returns it", function()
    local list = levels_of { count = 2, games = 20, strongest = { depth = 2, algorithm = "alphabeta", table = false } }
    assert.same({ table.unpack(list) }, load(tostring(list))())
    list[1].options.temperature = math.huge
    list[1].elo_low = -math.huge
    list[2].elo = 1 / 3
    assert.same({ table.unpack(list) }, load(tostring(list))())
  end)

  it("takes a smaller gap where there is no room, and says so where one is asked for", function()
    local list = alphabeta.levels(tictactoe, tictactoe.initial(),
      { strongest = { depth = 3 }, count = 3, seed = 1, games = 40, opening_plies = 1 })
    assert.equal(3, #list)
    local worked, message = pcall(alphabeta.levels, tictactoe, tictactoe.initial(),
      { strongest = { depth = 3 }, count = 4, gap = 900, seed = 1, games = 80, opening_plies = 1 })
    assert.is_false(worked)
    assert.matches("option 'gap': 4 levels cannot be 900 Elo apart: the whole range is about",
      message, 1, true)
  end)

  it("gives the same ones whatever a win is worth, also without an evaluation", function()
    local function found(worth)
      return alphabeta.levels({
        moves = function(left) return numbers(math.min(3, left)) end,
        play = function(left, move) return left - move end,
        evaluate = function(left) return left == 0 and -worth or 0 end,
      }, 20, { strongest = { depth = 6 }, count = 2, games = 100, seed = 2, opening_plies = 2 })[1]
    end
    local one = found(1)
    for _, worth in ipairs { 2 ^ 20, 2 ^ -20 } do
      local other = found(worth)
      assert(math.abs(other.options.temperature / worth / one.options.temperature - 1) < 0.1,
        other.options.temperature)
      assert(math.abs(other.elo - one.elo) < 20, other.elo)
    end
  end)

  it("says what is wrong with its options", function()
    for _, row in ipairs {
      { {}, "option 'strongest' expected" }, { { strongest = 1 }, "option 'strongest': table expected, got 1" },
      { { strongest = { dept = 1 } }, "option 'strongest': unknown option 'dept'" },
      { { strongest = { shortest = true } },
        "option 'strongest': option 'temperature' cannot be used with 'shortest'" },
      { { strongest = { seed = 1 } }, "option 'strongest': 'seed' cannot be used with levels" },
      { { strongest = { random = print } }, "option 'strongest': 'random' cannot be used with levels" },
      { { strongest = {}, count = 1 }, "option 'count': integer from 2 to 100 expected, got 1" },
      { { strongest = {}, gap = 0 }, "option 'gap': number between 0 and 10000 expected, got 0" },
      { { strongest = {}, games = 10 }, "option 'games': even integer from 20 to 1000000 expected, got 10" },
      { { strongest = {}, gaps = 1 }, "unknown option 'gaps'" },
      { { strongest = {}, opening_plies = 500 }, "option 'opening_plies': the game is over within 500 plies" },
      { 7, "table expected, got number" },
    } do
      assert.matches("bad argument #3 to 'levels' (" .. row[2], message_of(row[1]), 1, true)
    end
  end)
end)

describe("alphabeta.levels, where cards are hidden", function()
  -- The same rows; what lies in them is not known beyond its sum.
  local hidden = setmetatable({
    player = function(state) return #state.left % 2 + 1 end,
    determinize = function(state, _, random)
      local left = { table.unpack(state.left) }
      for i = #left, 2, -1 do
        local k = random(i)
        left[i], left[k] = left[k], left[i]
      end
      return { left = left, ahead = state.ahead }
    end,
  }, { __index = rows })

  local function deal(number) return { left = { number, number % 7, 3, number % 3 }, ahead = 0 } end

  it("finds players by playouts, from a deal of its own for each pair", function()
    local asked = {}
    local function of(play)
      return alphabeta.levels(hidden, function(number)
        asked[#asked + 1] = number
        return deal(number)
      end, { strongest = { playouts = 10 }, count = 2, games = 40, seed = 2, play = play })
    end
    local list = of()
    assert.same({ playouts = 10 }, list[2].options)
    assert.same({ playouts = 10, temperature = list[1].options.temperature }, list[1].options)
    assert.equal(1, asked[1]) -- to look at it
    for i = 2, #asked do assert.equal(i - 1, asked[i]) end
    assert.equal(0, (#asked - 1) % 10)
    assert.equal(tostring(list), tostring(of(function(given, match_options)
      return alphabeta.match(hidden, nil, { alphabeta.player(given[1]), alphabeta.player(given[2]) }, match_options)
    end)))
  end)

  it("begins with a temperature by the size of its own values", function()
    local scale
    local far = setmetatable({ -- before its end alpha-beta sees nothing a move ahead
      evaluate = function(state) return #state.left == 0 and 1000 * state.ahead or 0 end,
    }, { __index = rows })
    local function play(given, match_options)
      scale = scale or given[2].temperature < math.huge and given[2].temperature or nil
      return alphabeta.match(rows, START, { alphabeta.random_player(1), alphabeta.random_player(2) }, match_options)
    end
    alphabeta.levels(far, START, { strongest = { algorithm = "mcts", playouts = 50 }, count = 2, games = 40, seed = 1,
      play = play })
    assert(scale > 300, scale)
  end)

  it("says what the strongest player cannot do in this game", function()
    for _, row in ipairs {
      { { guard = 1, playouts = 5 }, "option 'guard' cannot be used with a game with 'determinize' or 'players'" },
      { { depth = 2 }, "'playouts', 'nodes' or 'time' expected, as it plays by playouts" },
      { { depth = 2, playouts = 5 }, "option 'depth' cannot be used with algorithm 'mcts'" },
    } do
      local _, message = pcall(alphabeta.levels, hidden, deal(1), { strongest = row[1] })
      assert.equal("bad argument #3 to 'levels' (option 'strongest': " .. row[2] .. ")", message)
    end
    local _, message = pcall(alphabeta.levels, hidden, function() end, { strongest = { playouts = 5 } })
    assert.equal("bad argument #2 to 'levels' (state expected, got nil)", message)
  end)
end)

describe("Levels that are looked for with few games", function()
  local function assert_weaker_each(list)
    for i = 1, #list - 1 do
      assert(list[i].options.temperature > (list[i + 1].options.temperature or 0), tostring(list))
    end
    assert.is_nil(list.stopped)
  end

  -- So many moves of 1 to 3; `gain` is what one brings player 1, or the other.
  local function game_of(least, gain)
    return {
      viewpoint = 1,
      player = function(at) return at.player end,
      moves = function(at)
        local list = {}
        for move = 1, math.min(3, at.left) do list[move] = move end
        return list
      end,
      play = function(at, move)
        return { left = at.left - (least or move), player = 3 - at.player, lead = at.lead + gain(at, move) }
      end,
      evaluate = function(at) return at.lead end,
    }
  end

  it("grow weaker from one to the next", function()
    local game = game_of(nil, function(at, move) return (at.player == 1 and 1 or -1) * (at.left * move * 7 % 5) end)
    local kinds = { { 20, 20, 2 }, { 12, 60, 2 } }
    for number = 1, quick(1, 2) do
      local row = kinds[number]
      assert_weaker_each(alphabeta.levels(game, { left = 14, player = 1, lead = 0 }, { strongest = { depth = 3 },
        count = row[1], games = row[2], seed = row[3], opening_plies = 2 }))
    end
  end)

  it("end with a player who plays at random", function()
    local game, shorter = game_of(1, function(at, move) return at.player == 1 and move * 100 - 100 or 0 end), 0
    for number = 1, quick(2, 6) do
      local list = alphabeta.levels(game, { left = 4, player = 1, lead = 0 }, { strongest = { depth = 2 }, count = 20,
        games = 20, seed = number })
      assert_weaker_each(list)
      shorter = shorter + (#list < 20 and 1 or 0)
    end
    assert(shorter > 0)
  end)
end)

describe("alphabeta.levels, with a limit of time", function()
  local clock = os.clock

  after_each(function() os.clock = clock end) -- luacheck: ignore

  -- The levels where each game takes a second; the estimate, after how many games it was told, and how many there were.
  local function of(options, is_here)
    local now, games, estimate = 0, 0, nil
    os.clock = function() return now end -- luacheck: ignore
    local function player(fields)
      local one = alphabeta.player(fields)
      return function(state, ...)
        if #state.left == #START.left then now, games = now + 1, games + 1 end
        return one(state, ...)
      end
    end
    options.strongest, options.seed = { depth = 1 }, 1
    options.on_estimate = function(seconds) estimate = { seconds, games } end
    function options.play(given, match_options)
      return alphabeta.match(rows, START, { player(given[1]), player(given[2]) }, match_options)
    end
    if is_here then
      options.play, options.strongest = nil, { depth = 1 }
      local counted = setmetatable({ moves = function(state)
        if #state.left == 1 then now, games = now + 1, games + 1 end
        return rows.moves(state)
      end }, { __index = rows })
      return alphabeta.levels(counted, START, options), estimate, games
    end
    return alphabeta.levels(rows, START, options), estimate, games
  end

  it("tells after the first games how long it may take", function()
    local _, estimate = of { count = 2, games = 40 }
    assert.same({ 60, 20 }, estimate) -- three series of twenty games, a second each
    _, estimate = of({ count = 2, games = 40 }, true)
    assert(estimate[1] > 0 and estimate[2] > 0)
  end)

  it("gives the levels that were found when time is up, the strongest at least", function()
    local whole, _, all = of { count = 4, games = 40 }
    assert.is_nil(whole.stopped)
    assert.equal(4, #whole)
    local counts = {}
    for time = 0, all, quick(60, 20) do
      local list, _, games = of { count = 4, games = 40, time = time }
      assert(games <= time + 20, games)
      assert.equal(#list < 4 and "time" or nil, list.stopped)
      assert.same(whole[4], list[#list])
      if #list > 1 then assert.equal(whole[3].options.temperature, list[#list - 1].options.temperature) end
      counts[#counts + 1] = #list
    end
    assert.equal(1, counts[1])
    assert(counts[#counts] >= 3)
    for count = 2, 3 do
      local _, _, games = of { count = count, games = 2000, time = 30 }
      assert.equal(40, games)
    end
  end)
end)

describe("alphabeta.levels, where more than two play", function()
  -- Three players in turn take numbers that all see; the sum of what they took is what they get.
  local auction = {
    players = 3, player = function(state) return state.turn end,
    moves = function(state) return numbers(#state.left) end,
    play = function(state, move)
      local after = { left = { table.unpack(state.left) }, turn = state.turn % 3 + 1, table.unpack(state, 1, 3) }
      after[state.turn] = after[state.turn] + table.remove(after.left, move)
      return after
    end,
    evaluate = function(state) return { table.unpack(state, 1, 3) } end,
  }

  local function start() return { left = { 3, 7, 1, 5, 2, 6 }, turn = 1, 0, 0, 0 } end

  local function levels_of_three(options)
    options.strongest, options.seed = options.strongest or { playouts = 15 }, 1
    return alphabeta.levels(auction, start(), options)
  end

  it("measures one weaker player among stronger ones, in points", function()
    local seats = {}
    local list = levels_of_three { count = 2, games = 42, play = function(given, match_options)
      assert.equal(3, #given)
      assert.same({ 21, given[1].temperature }, { match_options.games, given[2].temperature })
      assert.are_not.equal(given[1].seed, given[2].seed)
      seats[#seats + 1] = given[3].temperature
      local list = {}
      for who = 1, 3 do list[who] = alphabeta.player(given[who]) end
      return alphabeta.match(auction, start(), list, match_options)
    end }
    assert(#seats >= 3)
    assert.same({ options = { playouts = 15 }, points = 0.5, points_low = 0.5, points_high = 0.5 }, list[2])
    local level = list[1]
    assert.same({ playouts = 15, temperature = level.options.temperature }, level.options)
    assert(level.points_low <= level.points and level.points <= level.points_high and level.points < 0.5)
    assert.equal(tostring(list), tostring(levels_of_three { count = 2, games = 42 }))
    assert.same({ table.unpack(list) }, load(tostring(list))())
  end)

  it("finds steps that are the points of a match of their own", function()
    local list = levels_of_three { strongest = { playouts = 15 }, count = 2, games = quick(150, 300), gap = 150 }
    local players = {}
    for who = 1, 3 do
      local given = { seed = who }
      for name, value in pairs(list[who == 3 and 1 or 2].options) do given[name] = value end
      players[who] = alphabeta.player(given)
    end
    local series = alphabeta.match(auction, start(), players, { games = quick(150, 300), seed = 5 })
    assert(math.abs(series.points[3] - list[1].points) < 0.12, series.points[3] .. " " .. list[1].points)
    assert(math.abs(list[1].points - 0.3) < 0.12, list[1].points) -- 150 Elo
  end)

  it("counts what the stronger ones have won together", function()
    local series = { players = { {}, {}, {} }, games = {} }
    for i, places in ipairs { { 1, 2, 3 }, { 1, 1, 3 }, { 2, 2, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } } do
      series.games[i] = { places = places }
    end
    -- player 3 has won nothing twice and all once: 4 of 12 halves; then a half of everything
    assert.same({ 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0 }, rounds.counts_against(series, 3))
  end)

  it("wants a series at least, and playouts", function()
    local _, message = pcall(levels_of_three, { games = 20 })
    assert.matches("option 'games': integer from 21 to 1000000 expected, got 20", message, 1, true)
    _, message = pcall(levels_of_three, { strongest = { depth = 2 } })
    assert.matches("option 'strongest': 'playouts', 'nodes' or 'time' expected", message, 1, true)
  end)

  -- Everyone names a number from 1 to 3, and gets that.
  local naming = {
    players = 3, player = function(state) return #state % 3 + 1 end,
    moves = function(state) return #state < 3 and { 1, 2, 3 } or {} end,
    play = function(state, move)
      local after = { table.unpack(state) }
      after[#after + 1] = move
      return after
    end,
    evaluate = function(state) return { table.unpack(state) } end,
  }

  it("asks first whether there is room at all, with as few games as that takes", function()
    local first, whole
    local function levels_if(weaker_names, gap)
      first, whole = 0, 0
      return pcall(alphabeta.levels, naming, {}, { strongest = { playouts = 5 }, count = 3, gap = gap, seed = 1,
        games = quick(300, 1200), play = function(given, match_options)
          whole = whole + match_options.games
          if given[3].temperature == math.huge then first = first + match_options.games end
          local function stronger() return 2 end
          return alphabeta.match(naming, {}, { stronger, stronger, function() return weaker_names end }, match_options)
        end })
    end
    local ok, message = levels_if(2, 100)
    assert.matches("option 'gap': 3 levels cannot be 100 Elo apart: the whole range is about 0", message, 1, true)
    assert.same({ false, 21, 21 }, { ok, first, whole })
    assert.is_true((levels_if(1, nil)))
    assert(first <= 63 and whole > 63, first)
  end)
end)

describe("examples/levels.lua", function()
  -- What it prints, and whether it ends well.
  local function run(words)
    if not words:find "%.lua" then words = "tictactoe --depth 2 " .. words end
    local output, ended = programs.run("levels.lua --count 2 --games 40 " .. words)
    local text, estimate = output:gsub("At most %d+ seconds?, it seems%.\n", "")
    return text, ended, estimate
  end

  it("prints the same levels wherever games are played, though programs end too soon", function()
    local wanted, path = run "", os.tmpname()
    assert.equal(2, #load(wanted)())
    assert.same({ wanted, true, 1 }, { run("--through sh --out " .. path) })
    -- the last program of three does not run, or the first, by turns
    local turns = os.tmpname()
    local some = ("echo >>%s; if [ $(($(wc -l <%s) %% 2)) = 0 ]; then head -n 2; else tail -n 2; fi | sh"):format(turns,
      turns)
    assert.same({ wanted, true, 1 }, { run(("--pieces 3 --through '%s' --out %s"):format(some, path)) })
    os.remove(turns)
    os.remove(path)
  end)

  it("says how long it may take, and finds levels of three players and of hidden cards", function()
    for game, field in pairs { dots = "points", briscola = "elo" } do
      local text, ended, estimate = run(("examples/%s.lua --playouts 1 --games 24"):format(game))
      assert.same({ true, 1 }, { ended, estimate })
      local list = load(text)()
      assert.same({ playouts = 1 }, list[2].options)
      assert(list[1][field .. "_low"] <= list[1][field .. "_high"])
    end
    assert.same({ "levels.lua: --through needs a game with nothing hidden\n", false, 0 },
      { run "examples/briscola.lua --through sh --out x" })
  end)

  it("plays games of three elsewhere, too", function()
    local words, path = "examples/dots.lua --playouts 2 --games 21", os.tmpname()
    local wanted = run(words)
    assert.same({ wanted, true, 1 }, { run(("%s --through sh --out %s"):format(words, path)) })
    os.remove(path)
  end)

  it("says if nothing is played elsewhere", function()
    local path = os.tmpname()
    assert.same({ "levels.lua: pair 1 could not be played elsewhere\n", false, 0 },
      { run("--through true --out " .. path) })
    assert.same({ "levels.lua: --through needs --out\n", false, 0 }, { run "--through sh" })
    os.execute("rm " .. path .. "*")
  end)
end)

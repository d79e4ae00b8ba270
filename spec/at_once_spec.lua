-- Games in which both players choose at once, played: by players, in matches and sessions, by persons; and looked at.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local errors = require "spec.support.errors"
local quick = require "spec.support.quick"
local referee = require "alphabeta.play.referee"
local seed = require "spec.support.seed"

-- Rock-paper-scissors, so many times, where rock wins double; then player 2 may take a point.
local HANDS = { "rock", "paper", "scissors" }
local WINS = { rock = { scissors = 2 }, paper = { rock = 1 }, scissors = { paper = 1 } }

local function hands()
  local game = { name = "hands", viewpoint = 1, sides = { "Ann", "Bob" } }
  function game.player() return 2 end
  function game.moves(s) return s.left == 0 and not s.over and { "take", "leave" } or {} end
  function game.simultaneous(s) if s.left > 0 then return HANDS, HANDS end end
  function game.play(s, a, b)
    if s.left == 0 then return { left = 0, sum = s.sum - (a == "take" and 1 or 0), over = true } end
    return { left = s.left - 1, sum = s.sum + (WINS[a][b] or 0) - (WINS[b][a] or 0) }
  end
  function game.evaluate(s) return s.sum end
  function game.key(s) return ("%d %d %s"):format(s.left, s.sum, tostring(s.over)) end
  return game
end

local function start(left) return { left = left, sum = 0 } end

local function size_of(set)
  local count = 0
  for _ in pairs(set) do count = count + 1 end
  return count
end

local function always(choice)
  return function(_, game, about)
    return game == nil and nil or about.player and choice or "leave"
  end
end

-- How often each choice stands first in the joint moves of a match's games.
local function count_of(series, side)
  local counts, all = {}, 0
  for _, game in ipairs(series.games) do
    for _, move in ipairs(game.moves) do
      if type(move) == "table" then
        local choice = move[game.first == 1 and side or 3 - side]
        counts[choice], all = (counts[choice] or 0) + 1, all + 1
      end
    end
  end
  return counts, all
end

describe("a player", function()
  it("draws from its strategy by its seed", function()
    local function play(number)
      local player = alphabeta.player { seed = number, depth = 1 }
      return alphabeta.match(hands(), start(20), { player, alphabeta.random_player(1) }, { games = 20, seed = 7 })
    end
    local counts, all = count_of(play(seed), 1)
    assert.equal(400, all)
    for i, share in ipairs { 0.25, 0.5, 0.25 } do -- within five standard errors
      assert.is_true(math.abs(counts[HANDS[i]] / all - share) < 5 * math.sqrt(share * (1 - share) / all), HANDS[i])
    end
    assert.same(counts, (count_of(play(seed), 1)))
    assert.not_same(play(seed).games[1].moves, play(seed + 1).games[1].moves)
  end)

  it("takes the likeliest choice with `pure`", function()
    local series = alphabeta.match(hands(), start(5), { alphabeta.player { pure = true }, always "rock" },
      { games = 2 })
    assert.same({ paper = 10 }, (count_of(series, 1)))
    assert.same({ rock = 10 }, (count_of(series, 2)))
  end)

  it("chooses for the side that it is asked for, and for side 1 if nobody says", function()
    local game, asked = hands(), {}
    function game.simultaneous(s) if s.left > 0 then return { "rock" }, { "paper", "scissors" } end end
    local player = alphabeta.player { pure = true }
    asked[1] = player(start(1), game)
    asked[2] = player(start(1), game, { player = 2 })
    assert.same({ "rock", "paper" }, asked)
    assert.equal("rock", (alphabeta.random_player(1)(start(1), game)))
    assert.equal("paper", (alphabeta.random_player(1)({ left = 1, sum = 0 }, {
      viewpoint = 1, player = game.player, moves = game.moves, play = game.play, evaluate = game.evaluate,
      simultaneous = function() return { "rock" }, { "paper" } end,
    }, { player = 2 })))
  end)
end)

describe("a match", function()
  it("asks all before anything is played, and has joint moves in its records", function()
    local told, moved, shown = {}, {}, {}
    local function spy(who)
      return function(state, _, about)
        told[#told + 1] = ("%d for %s at %d"):format(who, tostring(about.player), state.left)
        return about.player and HANDS[who] or "take", "told " .. who
      end
    end
    local game = alphabeta.match(hands(), start(2), { spy(1), spy(2) }, {
      on_move = function(state, move, info, who)
        moved[#moved + 1], shown[#shown + 1] = move, { state.left, info, who }
      end,
    })
    assert.same({ "1 for 1 at 2", "2 for 2 at 2", "1 for 1 at 1", "2 for 2 at 1", "2 for nil at 0" }, told)
    assert.same({ { "rock", "paper" }, { "rock", "paper" }, "take" }, moved)
    assert.same({ { 1, { "told 1", "told 2" } }, { 0, { "told 1", "told 2" } }, { 0, "told 2", 2 } }, shown)
    assert.same(moved, game.moves)
    assert.same({ -3, 2, 3 }, { game.payoff, game.winner, game.plies })
  end)

  it("is lost by whoever chooses what there is not", function()
    local game = alphabeta.match(hands(), start(1), { always "rock", always "well" })
    assert.same({ 1, "illegal move 'well'", {} }, { game.winner, game.reason, game.moves })
    game = alphabeta.match(hands(), start(1), { alphabeta.human { input = function() end, output = function() end },
      always "rock" })
    assert.same({ 2, "the input has ended" }, { game.winner, game.reason })
  end)

  it("asks nobody who has no choice, and takes games in every form back to where they began", function()
    for number = 1, 20 do
      local at, tree = both.drawn(), both.grow(0, true)
      for form, make in pairs(both.forms) do
        local game, state = make(tree)
        local series = alphabeta.match(game, state, { alphabeta.player { seed = 1, depth = 2 },
          alphabeta.random_player(number) }, { games = 2, seed = 3, errors = "raise" })
        assert.equal(2, #series.games, ("seed %d, draw %d, %s"):format(seed, at, form))
        if type(state) == "table" and form:find "in_place" then assert.equal(1, #state) end
      end
    end
  end)

  it("begins with random openings, where joint moves are drawn, too", function()
    local series = alphabeta.match(hands(), start(6), { always "rock", always "rock" }, { games = 8, opening_plies = 2,
      seed = seed })
    local seen = {}
    for pair = 1, 4 do
      local first, second = series.games[2 * pair - 1].moves, series.games[2 * pair].moves
      assert.same({ first[1], first[2] }, { second[1], second[2] })
      seen[table.concat { first[1][1], first[1][2], first[2][1], first[2][2] }] = true
    end
    local count = 0
    for _ in pairs(seen) do count = count + 1 end
    assert.equal(4, count)
  end)
end)

describe("persons", function()
  it("are asked by name, and see choices when both are made", function()
    local lines, written = { "well", "rock", "paper" }, {}
    local input = function() return table.remove(lines, 1) end
    local output = function(text) written[#written + 1] = text end
    local one = alphabeta.human { input = input, output = output }
    local game = alphabeta.match(hands(), start(1), { one, function(_, _, about)
      written[#written + 1] = "<asked>"
      return about.player and "paper" or "take"
    end })
    assert.same({ { "rock", "paper" }, "take" }, game.moves)
    assert.equal("your choice, Ann: 'well' is not a legal move; the legal moves are: rock paper scissors\n"
      .. "your choice, Ann: <asked>Ann plays rock\nBob plays paper\n<asked>Bob plays take\n", table.concat(written))
  end)

  it("may each have texts of their own", function()
    local game = hands()
    function game.format_move(_, move, player) return player and player .. ":" .. move or move end
    function game.parse_move(_, text) return text:match "^%d:(.*)$" or text end
    local state = start(1)
    assert.equal("1:rock/2:paper", alphabeta.text(game, state, { "rock", "paper" }))
    assert.equal("2:rock", alphabeta.text(game, state, "rock", 2))
    assert.equal("paper", (alphabeta.parse(game, state, "paper", 2)))
    assert.same({ "rock", "scissors" }, (alphabeta.parse(game, state, "1:rock/2:scissors")))
    assert.is_nil((alphabeta.parse(game, state, "rock/well")))
    assert.equal("-/rock", alphabeta.text(hands(), state, { nil, "rock" }))
    assert.matches("bad argument #3 to 'text' (joint move expected, got 'rock')",
      errors.of(alphabeta.text, game, state, "rock"), 1, true)
    for _, name in ipairs { "text", "parse" } do
      assert.matches("'" .. name .. "' (integer from 1 to 2 where both choose at once expected, got 3)", errors.of(
        alphabeta[name], game, state, "rock", 3), 1, true)
      assert.matches("bad argument #4", errors.of(alphabeta[name], game, start(0), "take", 1), 1, true)
    end
  end)
end)

describe("a session", function()
  it("goes on where two joint moves have one text", function()
    local game = {
      viewpoint = 1, player = function() return 1 end, moves = function() end,
      simultaneous = function(left) if left > 0 then return { "a", "a/b" }, { "b/c", "c" } end end,
      play = function(left) return left - 1 end, evaluate = function(left) return left end,
    }
    local s = alphabeta.session(game, { state = 2, seats = { "human", "human" }, seed = 1 })
    s:play "a"
    s:play "b/c"
    s:play "a/b"
    s:play "c"
    assert.is_true(s.over)
    local again = alphabeta.session(game, { state = 2, text = s:text() })
    assert.same({ { "a", "b/c" }, { "a/b", "c" } }, { again:played()[1].move, again:played()[2].move })
  end)

  it("is taken back, played again and reviewed where `play` notes something in the choices", function()
    local game = {
      viewpoint = 1, player = function() return 1 end, moves = function() end,
      simultaneous = function(s)
        if s.left > 0 then return { { by = 1 }, { by = 2 } }, { { by = 1 }, { by = 3 } } end
      end,
      play = function(s, a, b)
        a.left, b.sum = s.left, s.sum
        s.left, s.sum = s.left - 1, s.sum + a.by - b.by
      end,
      undo = function(s, a, b) s.left, s.sum = a.left, b.sum end,
      evaluate = function(s) return s.sum end,
    }
    local s = alphabeta.session(game, { state = start(2), seats = { "human", "human" }, seed = 1 })
    for _ = 1, 4 do s:play(s:moves()[1].move) end
    assert.same({ 2, 2, 2 }, { s:take_back(2), s:redo(2), s.turn })
    local review
    repeat
      review = s:review {}
      s:step()
    until review
    assert.same({ 2, 2 }, { review[1].loss, review[2].loss })
    local players = { alphabeta.player { seed = 1 }, alphabeta.player { seed = 2 } }
    local played = alphabeta.match(game, start(2), players, { seed = 1 })
    assert.equal(2, #alphabeta.review(game, start(2), played.moves))
  end)

  it("keeps the first one's choice to itself until both have chosen", function()
    local events = {}
    local s = alphabeta.session(hands(), { state = start(2), seats = { "human", "human" }, seed = 1,
      on_move = function(entry) events[#events + 1] = entry.text end,
      on_turn = function(player) events[#events + 1] = player end })
    assert.same({ "rock", "paper", "scissors" }, { s:moves()[1].text, s:moves()[2].text, s:moves()[3].text })
    assert.same({ move = "rock", text = "rock", player = 1 }, s:play "rock")
    assert.same({ 2, 0, {} }, { s.player, s.turn, s:played() })
    assert.is_nil(s:text():find("rock", 1, true))
    assert.equal(1, s:take_back())
    assert.equal(1, s.player)
    s:play "scissors"
    s:play "paper"
    assert.same({ 1, 1 }, { s.player, s.turn })
    assert.same({ move = { "scissors", "paper" }, text = "scissors/paper", at_once = true, info = {} }, s:played()[1])
    assert.same({ 2, 1, 2, "scissors/paper", 1 }, events)
    s:play "rock"
    s:play "rock"
    assert.same({ 2, 2, 1 }, { s.player, s.turn, s.state.sum })
    assert.same({ 1, 1 }, { s:take_back(), s:redo() }) -- both have chosen in that entry, and are people
    assert.equal(2, s:take_back(2))
    assert.same({ 0, 2 }, { s.turn, s:redo(2) })
    s:play "take"
    assert.same({ true, "A draw." }, { s.over, s.outcome.text })
    local again = alphabeta.session(hands(), { state = start(2), text = s:text() })
    assert.same({ true, 3, 0 }, { again.over, again.turn, again.state.sum })
  end)

  it("has the computer draw, by the seed, without knowing what the person has chosen", function()
    local function play(choice, number)
      local s, drawn = alphabeta.session(hands(), { state = start(12), seed = number }), {}
      while not s.over do
        if s.player == 1 then s:play(choice) else s:step() end
      end
      for _, entry in ipairs(s:played()) do drawn[#drawn + 1] = entry.at_once and entry.move[2] or nil end
      return table.concat(drawn, " ")
    end
    local first = play("rock", 5)
    assert.equal(first, play("rock", 5))
    assert.not_equal(first, play("rock", 6))
    assert.equal(first:match "%a+", play("scissors", 5):match "%a+")
  end)

  it("says how to draw, and what each choice is worth", function()
    local s = alphabeta.session(hands(), { state = start(1), seats = { "computer", "human" }, seed = 2 })
    while s:step() do end
    assert.equal(2, s.player)
    repeat s:step() until s:hint { depth = 1 }
    assert.equal("paper 50 %, rock 25 %, scissors 25 %: worth 0 whatever the other one does, 1 ply ahead: "
      .. "paper/paper", s:hint { depth = 1 }.text)
    repeat s:step() until s:values { depth = 1 }
    for i, entry in ipairs(s:values { depth = 1 }) do
      assert.equal(HANDS[i], entry.text)
      assert.is_true(math.abs(entry.value) < 1e-9)
    end
    assert.is_nil((s:play "well"))
    assert.equal("rock", s:play("rock").text)
  end)

  it("goes on after an error of `play`, and asks again", function()
    local game = hands()
    local play, broken = game.play, true
    function game.play(...)
      if broken then error "struck" end
      return play(...)
    end
    local s = alphabeta.session(game, { state = start(1), seats = { "human", "human" } })
    s:play "rock"
    assert.is_false((pcall(s.play, s, "paper")))
    broken = false
    assert.same({ 2, 0 }, { s.player, s.turn })
    s:play "paper"
    assert.same({ "rock", "paper" }, s:played()[1].move)
  end)
end)

describe("looking at such games", function()
  it("explains strategies, and the moves of one player as player 1 sees them", function()
    local game = hands()
    local result = alphabeta.search(game, start(1), { depth = 2, table = false })
    assert.equal("Ann: paper 50 %, rock 25 %, scissors 25 %: worth -1 whatever Bob does, 2 plies ahead.\n"
      .. "Bob: paper 50 %, rock 25 %, scissors 25 %: worth +1 whatever Ann does.\n"
      .. "The likeliest line: paper/paper take (the game is over)", alphabeta.explain(game, start(1), result))
    result = alphabeta.search(game, start(0), { depth = 1 })
    assert.equal("Worth -1 to Ann, 1 ply ahead.\nExpected: take (the game is over)\n"
      .. "leave costs 1: leave (the game is over)", alphabeta.explain(game, start(0), result))
    result = alphabeta.search(game, start(1), { depth = 2, table = false })
    game.sides = nil
    assert.matches("^Player 1: .* whatever player 2 does", alphabeta.explain(game, start(1), result))
  end)

  it("reviews what each choice has cost against the other's strategy", function()
    local game = hands() -- Bob shows no paper: scissors win by rock only, so Ann shows rock
    function game.simultaneous(s) if s.left > 0 then return HANDS, { "rock", "scissors" } end end
    local moves = { { "scissors", "scissors" }, "leave" }
    local list = alphabeta.review(game, start(1), moves, { thresholds = { 0.5, 1, 5 } })
    assert.same({ 2, "leave", "take", 1, "mistake" }, { #list, list[2].move, list[2].best, list[2].loss,
      list[2].class })
    local result = alphabeta.search(game, start(1), { all = true })
    for player = 1, 2 do
      local choice = result.strategies[player][player == 1 and 3 or 2]
      assert.is_true(math.abs(list[1].losses[player] - math.abs(result.value - choice.value)) < 1e-9)
    end
    assert.equal(math.max(list[1].losses[1], list[1].losses[2]), list[1].loss)
    assert.matches("^  1%. scissors/scissors: mistake of Ann, costs 2; better: rock 50 %%, paper 50 %%\n"
      .. "  2%. Bob leave: mistake", tostring(list))
  end)

  it("saves tables", function()
    local table_ = alphabeta.table()
    local game = hands()
    alphabeta.search(game, start(3), { table = table_ })
    local undumped = alphabeta.undump(table_:dump(), game, start(3))
    assert.equal(#table_, #undumped)
  end)
end)

describe("the doctor", function()
  it("finds nothing in games that are right", function()
    local ok, report = alphabeta.check(hands(), start(2), { seed = seed, time = quick(0.25, 2), games = 5 })
    assert.is_true(ok, tostring(report))
    for _ = 1, 2 do
      local at, tree = both.drawn(), both.grow(0, true)
      for _, form in ipairs { "functional", "in_place", "restored" } do
        local game, state = both.forms[form](tree)
        ok, report = alphabeta.check(game, state, { time = quick(0.1, 1), games = 5 })
        assert.is_true(ok, ("seed %d, draw %d, %s: %s"):format(seed, at, form, tostring(report)))
      end
    end
  end)

  local function finding(change, state)
    local game = hands()
    change(game)
    local ok, report = alphabeta.check(game, state or start(3))
    assert.is_nil(ok)
    return report[1].fault, report[1].message, #report
  end

  it("finds what is wrong", function()
    local calls = 0
    local fault, _, count = finding(function(game)
      local ask = game.simultaneous
      function game.simultaneous(s)
        calls = calls + 1
        if s.left > 0 and calls % 2 == 0 then return { "rock" }, HANDS end
        return ask(s)
      end
    end)
    assert.same({ "simultaneous-unstable", 1 }, { fault, count }) -- 'moves' is not to blame
    assert.equal("simultaneous-type", finding(function(game)
      game.simultaneous = function() return { "rock" }, 3 end
    end))
    assert.equal("simultaneous-error", finding(function(game) game.simultaneous = function() error "no" end end))
    assert.equal("simultaneous-changes-state", finding(function(game)
      local ask = game.simultaneous
      function game.simultaneous(s)
        s.left = s.left - 1
        return ask { left = s.left + 1 }
      end
    end))
    assert.equal("play-changes-state", finding(function(game)
      local play = game.play
      function game.play(s, a, b)
        local after = play(s, a, b)
        s.sum = s.sum + 1
        return after
      end
    end))
    assert.equal("key-collision", finding(function(game) function game.key(s) return s.left end end))
    assert.equal("format_move-type", finding(function(game)
      function game.format_move(_, _, player) return player == 2 and 3 or "text" end
    end))
  end)

  it("keeps to its time where joint moves are very many, and looks at some from all over", function()
    local numbers, before = {}, os.clock()
    for i = 1, 700 do numbers[i] = i end
    local game = hands()
    function game.simultaneous(s) if s.left > 0 then return numbers, numbers end end
    function game.play(s, a, b) return { left = s.left - 1, sum = s.sum + a - b, over = true } end
    local ok, report = alphabeta.check(game, start(2), { time = 0.2 })
    assert.is_true(ok, tostring(report))
    assert.is_true(os.clock() - before < 3)

    for _, sizes in ipairs { { 700, 700 }, { 1000, 10 }, { 10, 1000 }, { 500, 4 }, { 1000, 1000 }, { 7, 9, 20, 10 } } do
      local choices, seen, met = {}, {}, {}
      for player, size in ipairs(sizes) do
        choices[player], seen[player] = {}, {}
        for i = 1, size do choices[player][i] = i end
      end
      local moves = referee.joint_moves(choices, 1000)
      assert.equal(1000, #moves)
      for _, move in ipairs(moves) do
        met[table.concat(move, " ")] = true
        for player, choice in ipairs(move) do seen[player][choice] = true end
      end
      assert.equal(1000, size_of(met))
      for player, size in ipairs(sizes) do
        local count = size_of(seen[player])
        assert(count == size or size > 500 and count > 0.9 * size, ("%d of %d"):format(count, size))
      end
    end
    local few = { { 1, 2 }, { 1, 2, 3 } }
    assert.same(referee.joint_moves(few), referee.joint_moves(few, 1000))
  end)

  it("writes joint moves in the lines of its findings", function()
    local game = hands()
    local play = game.play
    function game.play(s, a, b)
      if b == "scissors" and a == "rock" then error "no" end
      return play(s, a, b)
    end
    local _, report = alphabeta.check(game, start(1))
    assert.matches("moves:  {rock,scissors}", tostring(report), 1, true)
  end)
end)

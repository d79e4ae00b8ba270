-- Games in which more than two players choose at once, or two who each have a payoff of their own: against what is
-- known of them by other means, in every form and in any slices; in the rest of the library; what is refused.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local checked_lines = require "alphabeta.base.checked_lines"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local numbers = require "spec.support.numbers"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local draw = both.draw

local function sampled(game, state, options)
  options.algorithm = "mcts"
  return alphabeta.search(game, state, options)
end

-- Numbers to the last bit, as text, the sign of those of player 2 turned where `sign` says so.
local function strategy_text(strategy, sign)
  local texts = {}
  for i, choice in ipairs(strategy) do
    texts[i] = ("%s %.17g %.17g"):format(choice.move, choice.probability, sign * choice.value)
  end
  return table.concat(texts, " ")
end

-- A game for two, as one of which each has a payoff of their own; and with as many others who have no choice.
local function with_payoffs(game, players)
  local several = setmetatable({ players = players }, { __index = game })
  several.viewpoint = false -- hides that of the game
  function several.evaluate(state)
    local payoffs, value = {}, game.evaluate(state)
    for player = 1, players do payoffs[player] = player == 1 and value or player == 2 and -value or 7 end
    return payoffs
  end
  return setmetatable({}, { __index = function(_, name)
    if name == "viewpoint" then return nil end
    return several[name]
  end })
end

-- A tree of which each node is { worths, kind }; `kind` is "end", "all" with `counts` of choices and `cells` by the
-- joint move, or "one" with `player` and `children`, or "chance" with `children`.
local function grow(players, ply)
  ply = ply or 0
  local node = { worths = {}, kind = "end", players = players }
  for player = 1, players do node.worths[player] = draw(41) - 21 end
  if ply == 4 or ply > 0 and draw(5) == 1 then return node end
  local kind = draw(6)
  if ply > 0 and kind < 3 then
    node.kind, node.player, node.children = kind == 1 and "chance" or "one", draw(players), {}
    for i = 1, draw(3) do node.children[i] = grow(players, ply + 1) end
    return node
  end
  local count = 1
  node.kind, node.counts, node.cells = "all", {}, {}
  for player = 1, players do
    node.counts[player] = player == ply % players + 1 and draw(3) or draw(4) - 2
    count = count * math.max(1, node.counts[player])
  end
  for i = 1, count do node.cells[i] = grow(players, ply + 1) end
  return node
end

local function tree_game(players)
  local game = { name = "tree", players = players }
  function game.player(node)
    assert(node.kind ~= "all")
    return node.player or 1
  end
  function game.evaluate(node) return node.worths end
  function game.chance(node) if node.kind == "chance" then return numbers(#node.children) end end
  function game.moves(node)
    assert(node.kind == "one" or node.kind == "end")
    return numbers(#(node.children or {}))
  end
  function game.simultaneous(node)
    assert(node.kind ~= "chance")
    if node.kind ~= "all" then return nil end
    local lists = {}
    for player, count in ipairs(node.counts) do
      lists[player] = {}
      for i = 1, count do lists[player][i] = ("%d of player %d"):format(i, player) end
    end
    return (table.unpack or unpack)(lists)
  end
  function game.play(node, ...)
    if node.kind ~= "all" then return node.children[(...)] end
    local number = 0
    for player, count in ipairs(node.counts) do
      local choice = (select(player, ...))
      local i = choice and tonumber(choice:match("^(%d) of player " .. player .. "$")) or 1
      assert(choice ~= nil or count < 1)
      number = number * math.max(1, count) + i - 1
    end
    return node.cells[number + 1]
  end
  return game
end

local forms = {}

function forms.functional(node) return tree_game(node.players), node end

-- One position, which has the path.
function forms.in_place(node)
  local game, plain = tree_game(node.players), tree_game(node.players)
  for _, name in ipairs { "player", "evaluate", "chance", "moves", "simultaneous" } do
    game[name] = function(path) return plain[name](path[#path]) end
  end
  function game.play(path, ...) path[#path + 1] = plain.play(path[#path], ...) end
  function game.undo(path, ...)
    local left = table.remove(path)
    assert(plain.play(path[#path], ...) == left)
  end
  return game, { node }
end

function forms.restored(node)
  local game, path = forms.in_place(node)
  game.undo = true
  function game.reach(at) return at end
  return game, path
end

-- All that a result tells of a search but the time, as text.
local function told(result)
  local texts = { result.playouts, result.nodes, result.depth, ("%.17g"):format(result.value), tostring(result.move) }
  for player, strategy in ipairs(result.strategies or {}) do
    texts[#texts + 1] = ("%.17g %s"):format(result.values[player], strategy_text(strategy, 1))
  end
  texts[#texts + 1] = result.gap and ("%.17g"):format(result.gap) or ""
  for _, move in ipairs(result.pv) do
    for player = 1, type(move) == "table" and 3 or 0 do texts[#texts + 1] = tostring(move[player]) end
    texts[#texts + 1] = type(move) == "table" and "" or tostring(move)
  end
  return table.concat(texts, " ")
end

-- Each of so many players bids in rounds; what a choice pays is the sum of what the choices of each pay alone, so that
-- each has a best one whatever the others do. Returns the game, its state, the best choices, what they pay,
-- and what each choice of each player pays each player.
local function dominated(players, rounds)
  local pays, best, worth, names = {}, {}, {}, { "a", "b", "c" }
  for player = 1, players do worth[player] = 0 end
  for chooser = 1, players do
    pays[chooser], best[chooser] = {}, 1
    for i = 1, 3 do
      pays[chooser][i] = {}
      for player = 1, players do pays[chooser][i][player] = player == chooser and 2 * i or draw(3) end
    end
    local order = draw(3)
    pays[chooser][1], pays[chooser][order] = pays[chooser][order], pays[chooser][1]
    for i = 1, 3 do if pays[chooser][i][chooser] == 6 then best[chooser] = names[i] end end
    for player = 1, players do
      for i = 1, 3 do
        if names[i] == best[chooser] then worth[player] = worth[player] + rounds * pays[chooser][i][player] end
      end
    end
  end
  local game = { players = players }
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s)
    local lists = {}
    for player = 1, players do lists[player] = names end
    if s.left > 0 then return (table.unpack or unpack)(lists) end
  end
  function game.play(s, ...)
    local after = { left = s.left - 1 }
    for player = 1, players do
      after[player] = s[player]
      for chooser = 1, players do
        after[player] = after[player] + pays[chooser][("abc"):find((select(chooser, ...)))][player]
      end
    end
    return after
  end
  function game.evaluate(s) return { (table.unpack or unpack)(s, 1, players) } end
  local state = { left = rounds }
  for player = 1, players do state[player] = 0 end
  return game, state, best, worth, pays
end

-- Everybody plays rock-paper-scissors in which rock wins double against everybody else.
local HANDS, SHARES = { "rock", "paper", "scissors" }, { rock = 0.25, paper = 0.5, scissors = 0.25 }
local WINS = { rock = { scissors = 2 }, paper = { rock = 1 }, scissors = { paper = 1 } }

local function hands(players)
  local game = { name = "hands", players = players, sides = { "Ann", "Bob", "Cid", "Dan" } }
  game.sides[players + 1] = nil
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s) if s == "hands" then return HANDS, HANDS, HANDS, players > 3 and HANDS or nil end end
  function game.play(_, ...)
    local payoffs = {}
    for i = 1, players do
      payoffs[i] = 0
      for k = 1, players do
        local own, other = (select(i, ...)), (select(k, ...))
        payoffs[i] = payoffs[i] + (WINS[own][other] or 0) - (WINS[other][own] or 0)
      end
    end
    return "over", payoffs
  end
  function game.evaluate() error "play tells the end" end
  return game, "hands"
end

describe("several who choose at once", function()
  it("do, if they are two, as two who have one payoff", function()
    for _ = 1, effort(30) do
      local at, tree = both.drawn(), both.grow(0, true)
      for form, make in pairs(both.forms) do
        local game, state = make(tree)
        local options = { playouts = draw(300), seed = draw(9), pure = true, all = true }
        local where = ("seed %d, draw %d, %s"):format(seed, at, form)
        local first, second = sampled(game, state, options), sampled(with_payoffs(make(tree), 2), state, options)
        local third = sampled(with_payoffs(make(tree), 4), state, options)
        local sign = tree.kind ~= "both" and tree.player == 2 and -1 or 1
        for _, result in ipairs { second, third } do
          assert.equal(first.nodes, result.nodes, where)
          assert.equal(first.value, sign * result.value, where)
          assert.equal(first.gap, result.gap, where)
          for player = 1, first.strategies and 2 or 0 do
            assert.equal(strategy_text(first.strategies[player], 1),
              strategy_text(result.strategies[player], player == 2 and -1 or 1), where)
          end
        end
        if third.strategies then
          assert.same({ {}, {}, 7 }, { third.strategies[3], third.strategies[4], third.values[3] })
        end
      end
    end
  end)

  it("find what is best whatever the others do", function()
    for players = 2, 4 do
      local at = both.drawn()
      local game, state, best, worth = dominated(players, 2)
      local result = sampled(game, state, { playouts = 20000, me = 2 })
      local where = ("seed %d, draw %d"):format(seed, at)
      for player, strategy in ipairs(result.strategies) do
        for _, choice in ipairs(strategy) do
          if choice.move == best[player] then assert.is_true(choice.probability > 0.95, where) end
        end
        assert.is_true(math.abs(result.values[player] - worth[player]) < 0.1 * worth[player], where)
      end
      assert.same({ result.values[2], players, "estimate" }, { result.value, #result.values, result.bound })
      assert.is_true(result.gap >= 0 and result.gap < 0.5 * players, where)
    end
  end)

  it("know what a choice would have paid, though the others stray now and then", function()
    for players = 2, 4 do
      local at = both.drawn()
      local game, state, _, worth, pays = dominated(players, 1)
      local result = sampled(game, state, { playouts = 30000, all = true, exploration = 1 })
      for player, strategy in ipairs(result.strategies) do
        for i, choice in ipairs(strategy) do
          local expected = worth[player] - 6 + pays[player][i][player] -- the best one pays its player 6
          assert.is_true(math.abs(choice.value - expected) < 1,
            ("seed %d, draw %d: player %d of %d, %s: %g, not %g"):format(seed, at, player, players, choice.move,
              choice.value, expected))
        end
      end
    end
  end)

  -- What players gain from each other is lost by them: then the averages of all who regret nothing are an equilibrium
  -- (Y. Cai and C. Daskalakis, 2011), and here there is only one.
  it("come near to an equilibrium of a game between each two of them", function()
    for players = 3, 4 do
      local game, state = hands(players)
      local result = sampled(game, state, { playouts = 20000 })
      for player, strategy in ipairs(result.strategies) do
        assert.equal(3, #strategy)
        for _, choice in ipairs(strategy) do
          assert.is_true(math.abs(choice.probability - SHARES[choice.move]) < 0.1, choice.probability)
        end
        assert.is_true(math.abs(result.values[player]) < 0.2, result.values[player])
      end
      assert.is_true(result.gap < 0.5, result.gap)
    end
  end)

  it("have one tree, in every form and in any slices", function()
    for _ = 1, effort(30) do
      local at, tree = both.drawn(), grow(2 + draw(2))
      local options = { playouts = draw(300), seed = draw(9), bytes = draw(20000), pure = true, all = true,
        me = draw(tree.players) }
      local first
      for form, make in pairs(forms) do
        local where = ("seed %d, draw %d, %s"):format(seed, at, form)
        local game, state = make(tree)
        local result = sampled(game, state, options)
        first = first or told(result)
        local search, slice = alphabeta.start(game, state, options), draw(30)
        while not search:step { nodes = slice } do end
        assert.equal(first, told(search:result()), where)
        if type(state) == "table" and form ~= "functional" then assert.equal(1, #state, where) end
        local sum = 0
        for _, choice in ipairs(result.strategies[options.me]) do sum = sum + choice.probability end
        assert.is_true(#result.strategies[options.me] == 0 or math.abs(sum - 1) < 1e-9, where)
        assert.equal(result.values[options.me], result.value, where)
      end
    end
  end)

  it("have the same tree when any call has failed, or yielded", function()
    local tree
    repeat tree = grow(3) until #tree.cells > 5
    for form, make in pairs(forms) do
      both.check_struck(form, function() return make(tree) end,
        { algorithm = "mcts", playouts = 40, pure = true, all = true }, told)
    end
  end)
end)

describe("in a game in which several choose at once", function()
  it("a match asks all, and players play well", function()
    local game, state = dominated(3, 2)
    local series = alphabeta.match(game, state, { alphabeta.player { playouts = 200, seed = 1 },
      alphabeta.random_player(1), alphabeta.random_player(2) }, { games = 12, seed = 1, errors = "raise" })
    assert.is_true(series.points[1] > 0.5, series.points[1])
    assert.same({ 2, 3 }, { #series.games[1].moves, #series.games[1].moves[1] })
    local asked = {}
    local function spy(_, _, about)
      asked[#asked + 1] = about.player
      return "a"
    end
    alphabeta.match(game, state, { spy, spy, spy })
    assert.same({ 1, 2, 3, 1, 2, 3 }, asked)
  end)

  it("a match asks nobody who has no choice", function()
    local asked = {}
    local function spy(_, _, about)
      asked[#asked + 1] = about.player
      return "go"
    end
    alphabeta.match({
      players = 3,
      player = function() return 1 end,
      moves = function() return {} end,
      simultaneous = function(ply) if ply < 2 then return { "go" }, ply == 1 and { "go" } or {}, { "go" } end end,
      play = function(ply, first, second, third)
        assert.same({ "go", ply == 1 and "go" or nil, "go" }, { first, second, third })
        return ply + 1
      end,
      evaluate = function() return { 0, 0, 0 } end,
    }, 0, { spy, spy, spy }, { errors = "raise" })
    assert.same({ 1, 3, 1, 2, 3 }, asked)
  end)

  it("a session hides choices until all have been made", function()
    local game, state = hands(3)
    local s = alphabeta.session(game, { state = state, seats = { "human", "computer", "human" }, seed = 1,
      think = { playouts = 50 } })
    s:play "rock"
    assert.same({ 2, {} }, { s.player, s:played() })
    while s.player == 2 do s:step() end
    assert.same({ 3, {} }, { s.player, s:played() })
    local hint
    repeat
      s:step()
      hint = s:hint()
    until hint
    assert.matches("^%a+ .*%%: worth [+-].- on average, after 50 playouts: %a+/%a+/%a+ %(the game is over%)$",
      hint.text)
    assert.same({ 1, 1 }, { s:take_back(), s.player }) -- and all who had chosen choose anew
    s:play "rock"
    while s.player == 2 do s:step() end
    s:play "scissors"
    assert.same({ true, 1, 3 }, { s.over, #s:played(), #s:played()[1].move })
    assert.same({ "rock", "scissors" }, { s:played()[1].move[1], s:played()[1].move[3] })
    assert.equal(s.outcome.text, alphabeta.session(game, { state = state, text = s:text() }).outcome.text)
    assert.equal(1, s:take_back())
    assert.same({ 1, "hands" }, { s.player, s.state })
  end)

  it("everything has its words", function()
    local game, state = hands(3)
    local result = sampled(game, state, { playouts = 2000, trace = 20 })
    assert.matches("^Ann: paper .-: worth .- on average, after 2000 playouts%.\nBob: .-%.\nCid: .-%.\n"
      .. "The likeliest line: %a+/%a+/%a+ %(the game is over%)$", alphabeta.explain(game, state, result))
    assert.matches("%a+/%a+/%a+", alphabeta.tree.text(result.tree, { game = game, state = state }))
    assert.equal("rock/-/paper", alphabeta.text(game, state, { "rock", nil, "paper" }))
    assert.same({ "rock", "paper", "paper" }, (alphabeta.parse(game, state, "rock/paper/paper")))
    assert.equal("paper", (alphabeta.parse(game, state, "paper", 3)))
    assert.matches("(integer from 1 to 3 where all choose at once expected, got 4)",
      errors.of(alphabeta.text, game, state, "rock", 4), 1, true)
  end)

  it("the doctor finds nothing, if all is right", function()
    for _, players in ipairs { 2, 3 } do
      local game, state = dominated(players, 2)
      function game.key(s) return table.concat(s, " ") .. " " .. s.left end
      function game.format_move(_, move, player) return player .. ":" .. move end
      function game.parse_move(_, text) return text:match "^%d:(.*)$" end
      local ok, report = alphabeta.check(game, state, { time = quick(0.3, 2), games = 3, depth = 1 })
      assert.is_true(ok, tostring(report))
    end
    for form, make in pairs(forms) do
      local at, tree = both.drawn(), grow(3)
      local game, state = make(tree)
      local ok, report = alphabeta.check(game, state, { time = quick(0.15, 1), games = 3, depth = 2 })
      assert.is_true(ok, ("seed %d, draw %d, %s: %s"):format(seed, at, form, tostring(report)))
    end
  end)

  it("the doctor finds what is wrong", function()
    local function finding(change)
      local game, state = dominated(3, 2)
      change(game, game.play)
      local ok, report = alphabeta.check(game, state)
      assert.is_nil(ok)
      return report[1].fault
    end
    assert.equal("payoffs", finding(function(game) function game.evaluate(s) return { s[1], s[2] } end end))
    assert.equal("key-collision", finding(function(game) function game.key(s) return s.left end end))
    assert.equal("play-changes-state", finding(function(game, play)
      function game.play(s, ...)
        local after = play(s, ...)
        s[3] = s[3] + 1
        return after
      end
    end))
  end)

  it("alpha-beta, and whatever rests on it, is refused", function()
    local game, state = hands(3)
    for _, options in ipairs { {}, { depth = 1 }, { algorithm = "minimax" } } do
      assert.matches("field 'players': a game for two players expected; with 'simultaneous' others need algorithm = "
        .. "'mcts'", errors.of(alphabeta.search, game, state, options), 1, true)
    end
    function game.key() return 1 end
    assert.matches("others need algorithm = 'mcts'", errors.of(alphabeta.solve, game, state), 1, true)
    for me = 4, 8, 4 do
      assert.matches("option 'me': integer from 1 to 3 expected, got " .. me, errors.of(alphabeta.search, game, state,
        { algorithm = "mcts", playouts = 1, me = me }), 1, true)
    end
    game.players = nil
    assert.matches("field 'simultaneous' needs 'viewpoint = 1' or 'players'",
      errors.of(alphabeta.search, game, state, {}), 1, true)
  end)

  -- All choose once, one of so many numbers each.
  local function wide(counts)
    local lists, game = {}, { name = "many", players = #counts, player = function() return 1 end,
      moves = function() return {} end, play = function() return { payoffs = numbers(#counts) } end,
      evaluate = function(s) return s.payoffs or numbers(#counts) end }
    for player, count in ipairs(counts) do lists[player] = numbers(count) end
    function game.simultaneous(s) if not s.payoffs then return (table.unpack or unpack)(lists) end end
    return game
  end

  it("are lists, as the doctor says", function()
    for player = 1, 3 do
      for shown, given in pairs { ["5"] = 5, ["'text'"] = "text", ["boolean"] = true } do
        local game = wide { 2, 2, 2 }
        function game.simultaneous(s)
          local lists = { { 1, 2 }, { 1, 2 }, { 1, 2 } }
          lists[player] = given
          if not s.payoffs then return (table.unpack or unpack)(lists) end
        end
        local _, report = alphabeta.check(game, {})
        assert.same({ "simultaneous-type",
          ("'simultaneous' returned %s (list of choices for each player expected)"):format(shown) },
          { report[1].fault, report[1].message })
      end
    end
  end)

  it("there are 2^20 joint moves at most", function()
    local game, message = wide { 6, 6, 6, 6, 6, 6, 6, 6 },
      "game 'many': 'simultaneous' returned choices for more than 1048576 joint moves at ply 0"
    local seats = {}
    for player = 1, 8 do seats[player] = alphabeta.random_player(player) end
    assert.equal(message, errors.of(alphabeta.search, game, {}, { algorithm = "mcts", playouts = 1 }))
    assert.equal(message, errors.of(alphabeta.match, game, {}, seats))
    assert.equal(message, errors.of(alphabeta.session, game, { state = {} }))
    local _, report = alphabeta.check(game, {})
    assert.same({ "simultaneous-type", "'simultaneous' returned choices for more than 1048576 joint moves" },
      { report[1].fault, report[1].message })
    game = wide { 5, 5, 5, 5, 5, 5, 5, 5 }
    assert.equal(8, #sampled(game, {}, { playouts = 20 }).strategies)
    local ok
    ok, report = alphabeta.check(game, {}, { time = quick(0.1, 1), games = 2, depth = 1 })
    assert.is_true(ok, tostring(report))
  end)

  it("joint moves are not listed where only one of them is wanted", function()
    local game, written = wide { 40, 40, 40 }, 0
    function game.format_move(_, choice)
      written = written + 1
      return choice > 30 and "much" or choice > 20 and "x/" .. choice % 2 or "x" .. choice
    end
    local function played(first, second, third)
      local s = alphabeta.session(game, { state = {}, seats = { "human", "human", "human" }, seed = 1 })
      for _, choice in ipairs { first, second, third } do s:play(choice) end
      assert.same({ 1, 1 }, { s:take_back(), s:redo() })
      local again = alphabeta.session(game, { state = {}, text = s:text() })
      assert.same({ first, second, third }, s:played()[1].move)
      assert.same({ first, second, third }, again:played()[1].move)
      return s:text():match "(move[^\n]*)"
    end
    assert.equal("move x1/x20/x3", played(1, 20, 3))
    assert.equal("move-number 1279", played(1, 32, 39))
    assert.equal("move-number 64000", played(40, 40, 40))
    assert.is_true(written < 10000, written)
    assert.same({ 1, 2, 31 }, (alphabeta.parse(game, {}, "x1/x2/31")))
    for _, text in ipairs { "x1/x2", "x1/x2/x3/x4", "x1/x2/much", "x1/x2/41", "x1/-/x3" } do
      local move, message = alphabeta.parse(game, {}, text)
      assert.is_nil(move, text)
      assert.matches(("'%s' is not a legal joint move; the choices are: 1: x1  2: x2"):format(text), message, 1, true)
    end
    local lines = checked_lines.read(alphabeta.session(game, { state = {} }):text())
    for _, number in ipairs { "0", "1.5", "64001", "x" } do
      lines[8] = "move-number " .. number
      assert.matches("line 8: there is no move " .. number, errors.of(alphabeta.session, game,
        { state = {}, text = checked_lines.write(lines) }), 1, true)
    end
  end)

  it("a session that begins with other choices is another one", function()
    local game = wide { 2, 2, 2 }
    local text = alphabeta.session(game, { state = {}, seed = 1 }):text()
    for _, counts in ipairs { { 2, 2, 3 }, { 2, 3, 1 }, { 2, 2, 1 } } do
      assert.matches("line 3: the game began with another position", errors.of(alphabeta.session, wide(counts),
        { state = {}, text = text }), 1, true)
    end
    assert.equal(text, alphabeta.session(game, { state = {}, text = text }):text())
    local function start(counts) return alphabeta.session(wide(counts), { state = {} }):text():match "start %x+" end
    assert.not_equal(start { 2, 0, 1 }, start { 2, 1, 0 })
  end)

  it("the text of a joint move is read, also where choices have a stroke in theirs", function()
    local texts = { { "a", "a/b" }, { "b/c", "c", "d" }, {} }
    local game = wide { 2, 3, 0 }
    function game.format_move(_, choice, player) return texts[player][choice] end
    for text, move in pairs { ["a/d/-"] = { 1, 3 }, ["a/b/d/-"] = { 2, 3 }, ["a/b/b/c/-"] = { 2, 1 } } do
      assert.same(move, (alphabeta.parse(game, {}, text)), text)
    end
    assert.is_nil((alphabeta.parse(game, {}, "a/b/c/-"))) -- which two of them have
    local s = alphabeta.session(game, { state = {}, seats = { "human", "human", "human" } })
    s:play "a/b"
    s:play "c"
    assert.same({ 1, 1, { 2, 2 } }, { s:take_back(), s:redo(), s:played()[1].move })
    assert.matches("move%-number 5\n", s:text())
  end)
end)

-- Games in which both players choose at once, by Monte-Carlo tree search: against values that alpha-beta proves, in
-- every form and in any slices; what fails, and what is refused.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local goofspiel = require "spec.support.goofspiel"
local numbers = require "spec.support.numbers"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local function sampled(game, state, options)
  options.algorithm = "mcts"
  return alphabeta.search(game, state, options)
end

-- All that a result tells of a search but the time, as text.
local function told(result)
  local texts = { result.playouts, result.nodes, result.depth, ("%.17g"):format(result.value), tostring(result.move) }
  for player = 1, result.strategies and 2 or 0 do
    for _, choice in ipairs(result.strategies[player]) do
      texts[#texts + 1] = ("%s %.17g"):format(choice.move, choice.probability)
    end
  end
  if result.gap then texts[#texts + 1] = ("%.17g"):format(result.gap) end
  for _, entry in ipairs(result.moves) do
    texts[#texts + 1] = ("%s %.17g %s"):format(tostring(entry.move), entry.value, tostring(entry.visits))
  end
  for _, move in ipairs(result.pv) do
    texts[#texts + 1] = type(move) == "table" and ("%s/%s"):format(move[1], move[2]) or tostring(move)
  end
  return table.concat(texts, " ")
end

describe("playouts of choices at once", function()
  it("never find a choice worth minus nothing", function()
    local game = {
      viewpoint = 1, player = function() return 1 end, moves = function() end,
      simultaneous = function(state) if state == 0 then return { 1, 2 }, { 1, 2 } end end,
      play = function(_, first, second) return first + second end,
      evaluate = function() return 0 end,
    }
    for player = 1, 2 do
      for _, choice in ipairs(sampled(game, 0, { playouts = 50, all = true }).strategies[player]) do
        assert.equal("0.0", ("%.1f"):format(choice.value))
      end
    end
  end)
end)

-- Rock-paper-scissors in which rock wins double, for other stakes and prizes: rock 1/4, paper 1/2, scissors 1/4.
local HANDS, SHARES = { "rock", "paper", "scissors" }, { 0.25, 0.5, 0.25 }
local WINS = { rock = { scissors = 2 }, paper = { rock = 1 }, scissors = { paper = 1 } }

local function hands(base, stake)
  local game = { name = "hands", viewpoint = 1 }
  function game.player() return 1 end
  function game.moves() return {} end
  function game.simultaneous(s) if s == "hands" then return HANDS, HANDS end end
  function game.play(_, a, b) return "over", base + stake * ((WINS[a][b] or 0) - (WINS[b][a] or 0)) end
  function game.evaluate() return base end
  return game, "hands"
end

describe("regret matching", function()
  it("comes near to strategies that cannot be exploited, the nearer the more playouts", function()
    local few, many = 0, 0
    for _, prizes in ipairs { { 2, 4, 1, 3 }, { 3, 1, 4, 2 }, { 4, 3, 2, 1 } } do
      local game, state = goofspiel(prizes)
      local matrix = both.cells(game, state)
      few = few + both.exploited(sampled(game, state, { playouts = 200 }), matrix)
      local result = sampled(game, state, { playouts = 16000 })
      many = many + both.exploited(result, matrix)
      assert.is_true(math.abs(result.value - alphabeta.search(game, state).value) < 0.1)
    end
    assert.is_true(many / 3 < 0.1, many) -- a twentieth of the spread
    assert.is_true(many < 0.25 * few, few)
  end)

  it("solves a matrix, whatever is added to all payoffs and however large they are, without room for a tree", function()
    local playouts = quick(10000, 20000)
    for _, row in ipairs { { 0, 1 }, { 1000, 1 }, { -3e5, 1e-3 }, { 0, 1e280 } } do
      for _, bytes in ipairs { 1, 1e6 } do
        local game, state = hands(row[1], row[2])
        local result = sampled(game, state, { playouts = playouts, bytes = bytes })
        for player = 1, 2 do
          for i, share in ipairs(SHARES) do
            assert.is_true(math.abs(result.strategies[player][i].probability - share) < 0.1, HANDS[i])
          end
        end
        assert.is_true(math.abs(result.value - row[1]) < 0.1 * row[2] + 1e-9, result.value)
        assert.is_true(result.gap >= 0 and result.gap < 0.1 * row[2], result.gap)
        assert.same({ "estimate", bytes == 1 and 0 or 1, playouts }, { result.bound, result.depth, result.playouts })
      end
    end
  end)

  it("goes on to explore, as much as is asked for", function()
    local game = hands(0, 1)
    local wins = { rock = { rock = 1, paper = 1, scissors = 1 } } -- rock always wins
    local count
    function game.play(_, a, b)
      count = count + (a == "rock" and 0 or 1)
      return "over", (wins[a] or {})[b] or 0
    end
    for exploration, share in pairs { [0.5] = 2 / 15, [2] = 1 / 3, [0.01] = 1 / 300 } do
      count = 0
      local result = sampled(game, "hands", { playouts = 20000, exploration = exploration })
      assert.is_true(result.strategies[1][1].probability > 0.99)
      assert.is_true(math.abs(count / 20000 - share) < 0.01, count)
      assert.is_true(result.value > 0.85, result.value) -- more than the share of those that explored would allow
    end
  end)

  it("tells what each choice would have paid, and draws the move of a player", function()
    local game = hands(0, 1)
    local drawn = {}
    local result = sampled(game, "hands", { playouts = 40000, me = 2, random = function(n)
      drawn[#drawn + 1] = n
      return n
    end })
    assert.same({ "scissors", { 2 ^ 30 }, 3 }, { result.move, drawn, #result.moves })
    for i, entry in ipairs(result.moves) do
      assert.equal(HANDS[i], entry.move)
      assert.equal(result.strategies[2][i].probability, entry.probability)
      assert.is_true(math.abs(entry.value) < 0.1)
    end
    assert.is_nil(result.strategies[2][1].value)
    local best, worst = sampled(game, "hands", { playouts = 20000, all = true, pure = true }), 0
    for player = 1, 2 do
      local most = -math.huge
      for _, choice in ipairs(best.strategies[player]) do
        most = math.max(most, (player == 1 and 1 or -1) * (choice.value - best.value))
      end
      worst = worst + math.max(most, 0)
    end
    assert.is_true(math.abs(worst - best.gap) < 1e-9)
    assert.same({ "paper", "string" }, { best.move, type(best.pv[1][1]) })
  end)

  it("has one node for each joint move that was made, however many there are", function()
    local game = { viewpoint = 1 }
    function game.player() return 1 end
    function game.moves() return {} end
    function game.simultaneous(s) if s == 0 then return numbers(75), numbers(75) end end
    function game.play(_, a, b) return 1, (a * b) % 7 end
    function game.evaluate() return 0 end
    local tree = sampled(game, 0, { playouts = 25000, trace = 30000, exploration = 1000 }).tree
    local met, visits = {}, 0
    for _, node in ipairs(tree) do
      local name = 100 * node.move[1] + node.move[2]
      assert.is_nil(met[name])
      met[name], visits = true, visits + node.visits
    end
    assert.equal(25000, visits)
    assert.is_true(#tree > 5200, #tree) -- more than a page of what is looked up
  end)

  it("has one node for each outcome, below the position where it was drawn", function()
    local outcomes = numbers(20)
    local game = { viewpoint = 1 }
    function game.player() return 1 end
    function game.moves() return {} end
    function game.chance(s) if s < 3 then return outcomes end end
    function game.play(s) return s + 1 end
    function game.evaluate() return 0 end
    local function check(node, visits)
      local met, sum = {}, 0
      for _, child in ipairs(node) do
        assert.is_nil(met[child.move])
        met[child.move], sum = true, sum + child.visits
        check(child, child.visits - 1) -- its first playout went on outside of the tree
      end
      assert.is_true(#node == 0 or sum == visits, sum)
    end
    check(sampled(game, 0, { playouts = 6000, trace = 10000 }).tree, 6000)
  end)

  it("knows where one player has no choice, and values of moves of one player as player 1's", function()
    local game = { viewpoint = 1 }
    function game.player(n) return n == 1 and 2 or 1 end
    function game.simultaneous(n) if n == 0 then return nil, nil elseif n == 2 then return { 5, 6 }, {} end end
    function game.moves(n) return n < 2 and { 1, 2 } or {} end
    function game.play(n, a, b)
      assert(b == nil)
      return n + a
    end
    function game.evaluate(n) return n end
    local result = sampled(game, 2, { playouts = 500 })
    assert.same({ 6, {}, {} }, { result.move, result.strategies[2], result.pv[2] or {} })
    assert.is_true(result.strategies[1][2].probability > 0.9)
    assert.is_nil(sampled(game, 2, { playouts = 500, me = 2 }).move)
    result = sampled(game, 1, { playouts = 500 }) -- player 2 takes 3, not 2, which leads to 8
    assert.equal(2, result.move)
    assert.is_true(math.abs(result.value - 3) < 0.1, result.value)
    assert.same({ nil, nil }, { result.strategies, result.gap })
  end)
end)

describe("a tree in which both choose at once", function()
  it("is one, in every form and in any slices", function()
    for _ = 1, effort(100) do
      local at, tree = both.drawn(), both.grow(0, true)
      local options = { playouts = both.draw(300), seed = both.draw(9), bytes = both.draw(20000), pure = true }
      local first
      for form, make in pairs(both.forms) do
        local game, state = make(tree)
        first = first or told(sampled(game, state, options))
        local search, slice = alphabeta.start(game, state, options), both.draw(30)
        while not search:step { nodes = slice } do end
        assert.equal(first, told(search:result()), ("seed %d, draw %d, %s"):format(seed, at, form))
      end
    end
  end)

  it("is the same when any call has failed, or yielded", function()
    local tree
    repeat tree = both.grow(0, true) until tree.kind == "both" and tree.rows * tree.columns > 3 and both.size(tree) < 60
    for form, make in pairs(both.forms) do
      both.check_struck(form, function() return make(tree) end,
        { algorithm = "mcts", playouts = 40, pure = true }, told)
    end
  end)

  it("harms nobody where the choices are others each time", function()
    local game, state, count = hands(0, 1)
    function game.simultaneous()
      count = (count or 0) % 3 + 1
      return { "rock", "paper", (HANDS[count]) }, count > 1 and HANDS or { "rock" }
    end
    local plies = 0
    function game.play(s, a, b)
      assert(WINS[a] and WINS[b])
      plies = plies + 1
      return s, plies % 5 == 0 and 1 or nil
    end
    assert.equal(300, sampled(game, state, { playouts = 300 }).playouts)
  end)
end)

describe("playouts with choices at once", function()
  it("play, and play well", function()
    local game, state = goofspiel { 3, 1, 4, 2, 5 }
    local function series(number, games)
      return alphabeta.match(game, state, { alphabeta.player { algorithm = "mcts", playouts = 100, seed = number },
        alphabeta.random_player(number) }, { games = games, seed = 3 })
    end
    local first = series(5, 100)
    assert.is_true(first.wins > 2 * first.losses, ("%d : %d"):format(first.wins, first.losses))
    assert.same(first.games[7].moves, series(5, 8).games[7].moves)
    for _, move in ipairs(first.games[1].moves) do assert.equal("table", type(move)) end
  end)

  it("are explained", function()
    local game, state = hands(0, 1)
    local result = sampled(game, state, { playouts = 20000 })
    assert.matches("^Player 1: paper %d+.-%%, .-: worth [+-].- on average, after 20000 playouts%.\n"
      .. "Player 2: paper .-: worth [+-].- on average%.\nThe likeliest line: paper/",
      alphabeta.explain(game, state, result))
    game.player, game.simultaneous = function() return 2 end, function() end
    function game.moves(s) return s == "hands" and { "take", "leave" } or {} end
    function game.play(_, move) return "over", move == "take" and -1 or 0 end
    assert.matches("^Best for player 2: take in %d+ %% of 500 playouts, worth %-.- to player 1: take",
      alphabeta.explain(game, state, sampled(game, state, { playouts = 500 })))
  end)

  it("do not go with everything", function()
    local _, state = hands(0, 1)
    local function refusal(change, options, call)
      local other = hands(0, 1)
      change(other)
      options = options or { algorithm = "mcts", playouts = 9 }
      return errors.of(call or alphabeta.search, other, state, options)
    end
    assert.equal("game 'hands': 'play' refused joint move 1 at ply 0", refusal(function(other)
      other.pseudolegal, other.play = true, function() return nil end
      other.simultaneous = function() return { "rock" }, { "rock" } end
    end))
    assert.equal("game 'hands': 'play' returned inf (finite number expected in a game with 'simultaneous') at ply 1",
      refusal(function(other) other.play = function() return "over", math.huge end end))
    assert.matches("has not ended after 1000 plies (give a 'playout_depth')", refusal(function(other)
      other.simultaneous, other.play = function() return HANDS, HANDS end, function(s) return s end
    end), 1, true)
  end)
end)

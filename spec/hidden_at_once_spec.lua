-- Games in which something is hidden and players choose at once, by Monte-Carlo tree search: against the same method in
-- plain Lua, against equilibria that are known by other means, in every form and in any slices; what fails.

local alphabeta = require "alphabeta"
local both = require "spec.support.both"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local goofspiel = require "spec.support.goofspiel"
local oshi = require "alphabeta.games.oshi"
local random = require "spec.support.random"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local draw = both.draw
local unpack = table.unpack or unpack

local function sampled(game, state, options)
  options.algorithm = "mcts"
  return alphabeta.search(game, state, options)
end

local function with(game, fields) return setmetatable(fields, { __index = game }) end

-- All that a result tells of a search but the time, as text.
local function told(result)
  local texts = { result.playouts, result.nodes, result.depth, ("%.17g"):format(result.value), tostring(result.move) }
  local function add(entry)
    local move = type(entry) == "table" and entry or { entry }
    for player = 1, 3 do texts[#texts + 1] = tostring(move[player]) end
  end
  for _, strategy in ipairs(result.strategies or {}) do
    for _, choice in ipairs(strategy) do
      add(choice.move)
      texts[#texts + 1] = ("%.17g %.17g"):format(choice.probability, choice.value)
    end
  end
  for _, value in ipairs(result.values or {}) do texts[#texts + 1] = ("%.17g"):format(value) end
  texts[#texts + 1] = result.gap and ("%.17g"):format(result.gap) or ""
  for _, entry in ipairs(result.moves) do
    add(entry.move)
    texts[#texts + 1] = ("%.17g %s"):format(entry.value, tostring(entry.visits))
  end
  for _, move in ipairs(result.pv) do add(move) end
  return table.concat(texts, " ")
end

-- Everybody chooses once. In each world a player has some of a few choices; `payoffs_of` says what those pay.
local function once(players, worlds, lists_in, payoffs_of)
  local game = { name = "once" }
  if players == 2 then game.viewpoint = 1 else game.players = players end
  function game.player() return 1 end
  function game.moves() return {} end
  function game.evaluate() error "play tells the end" end
  function game.determinize(_, _, roll) return roll(worlds) end
  function game.simultaneous(world) if type(world) == "number" then return unpack(lists_in(world), 1, players) end end
  function game.play(world, ...)
    local payoffs = payoffs_of(world, { ... })
    return "over", players == 2 and payoffs[1] or payoffs
  end
  return game
end

-- Drawn lists of choices, by world and player, and payoffs.
local function deal(players, worlds, at, own)
  local lists, payoffs = {}, {}
  local function roll(k, n) return random.draw(seed, at * 1000003 + k, n) end
  for world = 1, worlds do
    lists[world] = {}
    for player = 1, players do
      local list = {}
      for i = 1, 4 do
        local is_in = own and player == 1 or roll(world * 100 + player * 10 + i, 3) > 0
        local place = roll(world * 50 + i, 2) == 0 and 1 or #list + 1
        if is_in then table.insert(list, place, own and player > 1 and ("%d of %d"):format(i, world) or i) end
      end
      if #list == 0 and (own or player == 1) then list[1] = own and "1 of " .. world or 1 end
      lists[world][player] = list
    end
  end
  local function payoffs_of(world, choices)
    local number = world
    for player = 1, players do number = number * 5 + (tonumber(tostring(choices[player] or 0):sub(1, 1))) end
    payoffs[number] = payoffs[number] or {}
    for player = 1, players do
      local is_loser = players == 2 and player == 2
      payoffs[number][player] = is_loser and -payoffs[number][1] or roll(10000 + number * 3 + player, 21) - 10
    end
    return payoffs[number]
  end
  return function(world) return lists[world] end, payoffs_of
end

describe("choices at once in worlds that differ", function()
  it("are regretted as by the same method in plain Lua", function()
    if not math.type then return end
    local regret = require "spec.support.regret"
    for at = 1, effort(60) do
      local players, worlds = 2 + at % 2, 1 + at % 4
      local lists_in, payoffs_of = deal(players, worlds, at)
      local options = { playouts = draw(400), seed = draw(99), exploration = draw(20) / 10, all = true }
      local game, where = once(players, worlds, lists_in, payoffs_of), ("seed %d, deal %d"):format(seed, at)
      local result = sampled(game, 1, options)
      options.worlds = worlds
      local expected = regret.search(players, lists_in, payoffs_of, options)
      local function is_same(a, b)
        assert.is_true(math.abs(a - b) < 1e-10, ("%s: %.17g, not %.17g"):format(where, a, b))
      end
      is_same(result.gap, expected.gap)
      is_same(result.value, expected[1].paid)
      for player = 1, players do
        local sign = players == 2 and player == 2 and -1 or 1
        assert.equal(#expected[player], #result.strategies[player], where)
        for i, choice in ipairs(result.strategies[player]) do
          assert.equal(expected[player][i].move, choice.move, where)
          is_same(choice.probability, expected[player][i].probability)
          is_same(choice.value, sign * expected[player][i].value)
        end
      end
    end
  end)

  -- Player 2's choices tell the world, so that what is regretted in one is apart from what is in another: then both
  -- come near to an equilibrium of the game in which player 2 knows the world. Best replies judge that.
  it("come near to strategies that cannot be exploited, though the other one knows the world", function()
    local few, many, deals = 0, 0, quick(3, 6)
    for at = 1, deals do
      local worlds = 2 + at % 2
      local lists_in, payoffs_of = deal(2, worlds, 777 + at, true)
      local game = once(2, worlds, lists_in, payoffs_of)
      local function exploited(playouts)
        local result = sampled(game, 1, { playouts = playouts, seed = at })
        local chosen, sure, most = {}, 0, -math.huge
        for _, choice in ipairs(result.strategies[2]) do chosen[choice.move] = choice.probability end
        for world = 1, worlds do -- player 2's best reply in each
          local least = math.huge
          for _, reply in ipairs(lists_in(world)[2]) do
            local sum = 0
            for _, choice in ipairs(result.strategies[1]) do
              sum = sum + choice.probability * payoffs_of(world, { choice.move, reply })[1]
            end
            least = math.min(least, sum)
          end
          sure = sure + least / worlds
        end
        for _, own in ipairs(lists_in(1)[1]) do -- player 1's, the same in all
          local sum = 0
          for world = 1, worlds do
            local total = 0
            for _, reply in ipairs(lists_in(world)[2]) do total = total + chosen[reply] end
            for _, reply in ipairs(lists_in(world)[2]) do
              sum = sum + chosen[reply] / total / worlds * payoffs_of(world, { own, reply })[1]
            end
          end
          most = math.max(most, sum)
        end
        assert.is_true(most - sure > -1e-9)
        return most - sure, result
      end
      few = few + exploited(200)
      local gap, result = exploited(40000)
      many = many + gap
      assert.is_true(result.gap < 0.5, result.gap)
    end
    assert.is_true(many / deals < 0.4, many / deals) -- a fiftieth of the spread
    assert.is_true(many < 0.25 * few, few)
  end)
end)

-- Two bids: player 2's card is hidden, high or low. To fold costs 1 where the other one bets; where both bet, the high
-- card wins 2, and the low one loses as much. Player 2 bets with the high card alone, player 1 in half of the cases or
-- more: that is worth -1/2.
local function bidding()
  local game = { name = "bidding", viewpoint = 1 }
  function game.player() return 1 end
  function game.moves() return {} end
  function game.evaluate() return 0 end
  function game.simultaneous(s)
    if s.over then return nil end
    return { "fold", "bet" }, { "fold " .. s.card, "bet " .. s.card }
  end
  function game.play(s, own, other)
    local is_bet = other == "bet " .. s.card
    assert(is_bet or other == "fold " .. s.card)
    local both_bet = s.card == "high" and -2 or 2
    return { over = true }, own == "fold" and (is_bet and -1 or 0) or is_bet and both_bet or own == "bet" and 1
  end
  function game.determinize(_, player, roll)
    assert(player == 1)
    return { card = roll(2) == 1 and "high" or "low" }
  end
  return game
end

-- A tree in which the second player has not all choices in each of three worlds, which differ in what they pay, too.
local function veiled(make, tree)
  local game, root = make(tree)
  local function node_of(at) return at.kind and at or at[#at] end
  local function fewer(at, list)
    if at.world % 3 == 0 then return list end
    local rest = {}
    for i, choice in ipairs(list) do
      if i == 1 or (i + at.world) % 2 == 0 then rest[#rest + 1] = choice end
    end
    return rest
  end
  local function unveiled(name) return function(at, ...) return game[name](at.position, ...) end end
  local hidden = {}
  for _, name in ipairs { "player", "chance", "moves" } do hidden[name] = unveiled(name) end
  function hidden.simultaneous(at)
    local first, second = game.simultaneous(at.position)
    if first then return first, fewer(at, second) end
  end
  function hidden.evaluate(at) return game.evaluate(at.position) + at.world * (node_of(at.position).worth % 2) end
  function hidden.play(at, first, second)
    local after = game.play(at.position, first, second)
    if game.undo then return nil end
    return { position = after, world = at.world }
  end
  if game.undo == true then
    hidden.undo, hidden.reach = true, function(at) return at.position end
  elseif game.undo then
    function hidden.undo(at, first, second) game.undo(at.position, first, second) end
  end
  function hidden.determinize(at, _, roll)
    local world = { position = at.position, world = roll(3) }
    if game.undo then world.position = { at.position[1] } end
    return world
  end
  hidden.viewpoint = 1
  return hidden, { position = root, world = 3 }
end

-- What is hidden decides who moves at ply 1: player 1, chance or both, each in their own way.
local function of_many_kinds()
  local game = { viewpoint = 1, player = function() return 1 end }
  function game.moves(s) return s.ply < 2 and { 1, 2 } or {} end
  function game.chance(s) if s.ply == 1 and s.kind == 2 then return { "heads", "tails" } end end
  function game.simultaneous(s) if s.ply == 1 and s.kind == 3 then return { "a", "b" }, { "c", "d" } end end
  function game.play(s, move, other)
    return { kind = s.kind, ply = s.ply + 1, sum = s.sum * 3 + #tostring(move) + (other == "d" and 1 or 0) }
  end
  function game.evaluate(s) return s.sum % 5 end
  function game.determinize(s, _, roll) return { kind = roll(3), ply = s.ply, sum = s.sum } end
  return game, { kind = 1, ply = 0, sum = 0 }
end

describe("what is hidden where players choose at once", function()
  it("leaves a node to joint moves, or to single ones, as the first world has it", function()
    local game, root = of_many_kinds()
    local seen = {}
    for number = 1, effort(40) do
      for _, node in ipairs(sampled(game, root, { playouts = 60, trace = 1000, seed = number }).tree) do
        local kind = node[1] and type(node[1].move)
        for _, child in ipairs(node) do assert.equal(kind == "table", type(child.move) == "table", number) end
        if kind then seen[kind] = true end
      end
    end
    assert.same({ number = true, string = true, table = true }, seen)
  end)

  it("makes the other one play by it, and player 1 as is best against that", function()
    for _, card in ipairs { "high", "low" } do
      local result = sampled(bidding(), { card = card }, { playouts = quick(30000, 60000), all = true })
      local shares = {}
      for player = 1, 2 do
        for _, choice in ipairs(result.strategies[player]) do shares[choice.move] = choice.probability end
      end
      assert.is_true(math.abs(result.value + 0.5) < 0.06, result.value)
      assert.is_true(shares.bet > 0.5 and shares["bet low"] < 0.05 and shares["fold high"] < 0.01)
      assert.is_true(math.abs(shares["bet high"] - 0.5) < 0.02)
      assert.is_true(result.gap < 0.1, result.gap)
    end
  end)

  it("is drawn as far as the player knows for whom the search is", function()
    for me = 1, 2 do
      local viewers = {}
      local game, root = of_many_kinds()
      local determinize = game.determinize
      function game.determinize(state, player, roll)
        viewers[player] = true
        return determinize(state, player, roll)
      end
      sampled(game, root, { playouts = 20, me = me })
      assert.same({ [me] = true }, viewers)
    end
  end)

  it("does not change a single visit", function()
    local game = bidding()
    local expected = told(sampled(game, { card = "high" }, { playouts = 500, pure = true, all = true }))
    local other = sampled(game, { card = "low" }, { playouts = 500, pure = true, all = true })
    assert.equal(expected, told(other))
  end)

  it("is as if nothing were, if all worlds are the same", function()
    for _, prizes in ipairs { { 2, 4, 1, 3 }, { 4, 3, 2, 1 } } do
      local open, state = goofspiel(prizes)
      local game = with(open, { determinize = function(s) return s end })
      local proven = alphabeta.search(open, state).value
      local matrix = both.cells(open, state)
      local few = both.exploited(sampled(game, state, { playouts = 200 }), matrix)
      local result = sampled(game, state, { playouts = quick(8000, 16000) })
      local many = both.exploited(result, matrix)
      assert.is_true(many < 0.15 and many < 0.5 * few, ("%g, %g"):format(few, many))
      assert.is_true(math.abs(result.value - proven) < 0.1, result.value)
    end
  end)

  it("is drawn for player `me`, or for the player to move", function()
    local asked
    local game = with(bidding(), { determinize = function(s, player)
      asked = player
      return s
    end })
    for _, me in ipairs { 1, 2, false } do
      local result = sampled(game, { card = "low" }, { playouts = 20, me = me or nil, pure = true })
      assert.equal(me or 1, asked)
      assert.equal(me == 2, result.move:find "low" ~= nil)
    end
    local alone = with(game, { player = function() return 2 end, simultaneous = function() end,
      moves = function(s) return s.over and {} or { 1 } end, play = function() return { over = true } end })
    sampled(alone, { card = "low" }, { playouts = 20 })
    assert.equal(2, asked)
  end)

  it("is asked for choices in every world, and not just in the position that is searched", function()
    local asked = { drawn = 0, given = 0 }
    local game = { viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
      play = function() return "over" end, evaluate = function() return 0 end,
      determinize = function() return "drawn" end }
    function game.simultaneous(state)
      if state == "over" then return nil end
      asked[state] = asked[state] + 1
      return { 1, 2 }, { 1, 2 }
    end
    alphabeta.search(game, "given", { algorithm = "mcts", playouts = 10 })
    assert.same({ drawn = 10, given = 1 }, asked)
  end)

  it("leaves one tree, in every form and in any slices", function()
    for _ = 1, effort(60) do
      local at, tree = both.drawn(), both.grow(0, true)
      local options = { playouts = draw(300), seed = draw(9), bytes = draw(30000), pure = true, all = true }
      local first
      for form, make in pairs(both.forms) do
        local game, state = veiled(make, tree)
        first = first or told(sampled(game, state, options))
        local search, slice = alphabeta.start(game, state, options), draw(30)
        while not search:step { nodes = slice } do end
        assert.equal(first, told(search:result()), ("seed %d, draw %d, %s"):format(seed, at, form))
      end
    end
  end)

  it("leaves one tree of a game in C, and of its twin", function()
    local function hidden(game)
      return with(game, { determinize = function(state, _, roll)
        local list = game.write(state)
        list[4] = math.max(1, list[4] - roll(3) + 1) -- the coins of player 2
        return game.read(list)
      end })
    end
    local options = { playouts = 400, pure = true, all = true, playout_depth = 20 }
    local numbers = oshi.write(oshi.initial())
    local expected = told(sampled(hidden(oshi), oshi.read(numbers), options))
    assert.equal(expected, told(sampled(hidden(oshi.lua), oshi.lua.read(numbers), options)))
    local fewer = with(hidden(oshi), { evaluate = function(state) return oshi.evaluate(state) end })
    assert.equal(expected, told(sampled(fewer, oshi.read(numbers), options)))
  end)

  it("leaves the same tree when any call has failed, or yielded", function()
    local tree
    repeat tree = both.grow(0, true) until tree.kind == "both" and tree.rows * tree.columns > 3 and both.size(tree) < 60
    for form, make in pairs(both.forms) do
      both.check_struck(form, function() return veiled(make, tree) end,
        { algorithm = "mcts", playouts = 40, pure = true, all = true }, told, { "determinize" })
    end
  end)
end)

describe("worlds of choices at once that cannot be", function()
  local function message_of(change)
    return errors.of(alphabeta.search, with(bidding(), change), { card = "low" }, { algorithm = "mcts", playouts = 50 })
  end

  it("are refused", function()
    assert.matches("^game 'bidding': 'determinize' returned nil %(state expected%) at ply 0",
      message_of { determinize = function() end })
    local no_id = "a choice is a table %(number or string expected in a game with 'determinize'%) at ply 0"
    assert.matches(no_id, message_of { simultaneous = function() return { {} }, { 1 } end })
    assert.matches("^game 'bidding': 'simultaneous' returned 5 %(list of choices for each player expected%) at ply 0",
      message_of { simultaneous = function() return 5, {} end })
    assert.matches("^game 'bidding': choice 1 of the 2 from 'simultaneous' is nil at ply 0",
      message_of { simultaneous = function() return { nil, "bet" }, { "fold low" } end })
    local drawing = with(bidding(), { determinize = function() error("drawn", 0) end })
    assert.same({ false, "drawn" }, { pcall(sampled, drawing, { card = "low" }, { playouts = 50 }) })
  end)

  -- In each world the first position has another decider, or other choices, or some twice, or none.
  it("harm nobody", function()
    local kinds = 6
    local game = { viewpoint = 1 }
    function game.player() return 1 end
    function game.determinize(_, _, roll) return { kind = roll(kinds), plies = 0, roll = roll(1000) } end
    function game.chance(s) if s.kind == 1 and s.plies < 3 then return { "heads", "tails" } end end
    function game.moves(s) return s.plies < 3 and { "heads", "bet", 1 } or {} end
    function game.simultaneous(s)
      if s.plies == 3 or s.kind == 2 then return nil end
      if s.kind == 3 then return {}, { "bet", "bet", 1, 1.0, "bet" } end
      if s.kind == 4 then return { s.roll }, { s.roll + 0.5, "x" .. s.roll } end
      return { "bet", s.kind == 5 and "fold" or nil }, nil
    end
    function game.play(s) return { kind = s.kind % kinds + 1, plies = s.plies + 1, roll = s.roll } end
    function game.evaluate(s) return s.roll / 1000 end
    for number = 1, 20 do
      for _, bytes in ipairs { 1, 3000, 10 ^ 6 } do
        local options = { playouts = 300, seed = number, bytes = bytes, all = true, pure = true, trace = 50 }
        local result = sampled(game, {}, options)
        local search = alphabeta.start(game, {}, options)
        while not search:step { nodes = 7 } do end
        assert.equal(told(result), told(search:result()))
        for _, strategy in ipairs(result.strategies or {}) do
          local sum = 0
          for _, choice in ipairs(strategy) do sum = sum + choice.probability end
          assert.is_true(sum < 1 + 1e-9, sum)
        end
      end
    end
  end)
end)

describe("what is told of hidden choices", function()
  -- Each of three players knows one of six cards: first all look at each other, then each shows the own one.
  local function cards()
    local game = { players = 3 }
    function game.player() return 1 end
    function game.moves() return {} end
    function game.evaluate(s) return { s[1], s[2], s[3] } end
    function game.format(s, viewer)
      return viewer and ("player %d has card %d"):format(viewer, s[viewer]) or "all cards"
    end
    function game.simultaneous(s)
      if s.plies == 0 then return { "look" }, { "look" }, { "look" } end
      if s.plies == 1 then return { "card " .. s[1] }, { "card " .. s[2] }, { "card " .. s[3] } end
    end
    function game.play(s, ...)
      for player, shown in ipairs { ... } do assert(s.plies == 0 or shown == "card " .. s[player], "no such card") end
      s.plies = s.plies + 1
    end
    function game.undo(s) s.plies = s.plies - 1 end
    function game.determinize(s, me, roll)
      local world, left = { plies = s.plies, [me] = s[me] }, {}
      for card = 1, 6 do if card ~= s[me] then left[#left + 1] = card end end
      for player = 1, 3 do world[player] = world[player] or table.remove(left, roll(#left)) end
      return world
    end
    return game
  end

  it("is no line of another world", function()
    local session = alphabeta.session(cards(), { state = { 1, 2, 3, plies = 0 }, seed = 1, think = { playouts = 200 } })
    assert.is_nil(session:hint())
    for _ = 1, 100 do session:step() end
    assert.equal(0, session.state.plies)
    assert.matches("^look 100 %%: worth %S+ on average, after 200 playouts$", session:hint().text)
    local result = sampled(cards(), { 1, 2, 3, plies = 0 }, { playouts = 200, seed = 1 })
    assert.not_matches("line", alphabeta.explain(cards(), { 1, 2, 3, plies = 0 }, result))
  end)

  it("is for a person what that one may see", function()
    local seen, players = {}, {}
    for player = 1, 3 do
      seen[player] = {}
      local answers = { "card " .. player, "look" }
      players[player] = alphabeta.human {
        input = function() return table.remove(answers) end,
        output = function(text) table.insert(seen[player], text) end,
      }
    end
    alphabeta.match(cards(), { 1, 2, 3, plies = 0 }, players)
    for player = 1, 3 do
      local text = table.concat(seen[player])
      for other = 1, 3 do
        assert.equal(other == player, text:find(("player %d has card %d"):format(other, other), 1, true) ~= nil)
      end
    end
  end)
end)

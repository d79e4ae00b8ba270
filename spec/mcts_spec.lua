-- Monte-Carlo tree search from Lua: one tree for every form of a game, however it is cut into steps and whatever fails
-- on the way; what is proven is what minimax says; means come near to what they are means of; and nothing that a player
-- cannot know decides. (The core by itself: spec/core/mcts_test.c.)

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local facts = require "spec.support.facts"
local new_nim = require "spec.support.nim"
local oracle = require "spec.support.oracle"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local trees = require "spec.support.trees"
local connect4 = require "alphabeta.games.connect4"
local ewn = require "alphabeta.games.ewn"
local othello = require "alphabeta.games.othello"
local kalah = require "alphabeta.games.kalah"
local pig = require "alphabeta.games.pig"
local tictactoe = require "alphabeta.games.tictactoe"

local function with(base, fields) return setmetatable(fields, { __index = base }) end

local function playouts(count, more)
  local options = { algorithm = "mcts", playouts = count }
  for name, value in pairs(more or {}) do options[name] = value end
  return options
end

-- All of a result, with moves as `index` has them.
local function fingerprint(result, index)
  local parts = { result.playouts, result.nodes, result.depth, result.bound, tostring(result.value) }
  for _, found in ipairs(result.moves) do
    parts[#parts + 1] = ("%s:%s:%s:%d"):format(tostring(index(found.move)), found.bound, tostring(found.value + 0.0),
      found.visits)
  end
  return table.concat(parts, " ")
end

local function itself(move) return move end

local function message_of(...) return select(2, pcall(...)) end

------------------------------------------------------------------------------------------------
-- One tree

describe("Monte-Carlo tree search", function()
  local function each_tree(count, try)
    for k = 1, effort(count) do
      local tree = trees.random(({ "uneven", "again", "inf", "uniform" })[k % 4 + 1], seed * 1000 + k, 3, 5)
      try(tree, k)
    end
  end

  -- A search of a form, and what is to be the same in all forms whose moves are listed.
  local function searched(tree, form, options, fields)
    local game = with(trees.game(tree, form), fields or {})
    local state = game.initial and game.initial() or tree.root
    local names = trees.names(form)
    return fingerprint(alphabeta.search(game, state, options), function(move) return names.index(tree.root, move) end)
  end

  it("grows the same tree in every form of a game", function()
    each_tree(20, function(tree)
      for _, more in ipairs { {}, { playout_depth = 1 }, { bytes = 200 } } do
        local expected = searched(tree, "functional", playouts(60, more))
        for _, form in ipairs(trees.forms) do
          if not trees.refuses(form) then
            assert.equal(expected, searched(tree, form, playouts(60, more)), form .. " " .. tree.text)
          end
        end
        expected = searched(tree, "width", playouts(60, more))
        assert.equal(expected, searched(tree, "width-undo", playouts(60, more)), tree.text)
      end
    end)
  end)

  it("knows moves of `width` by their numbers, in all worlds", function()
    -- Up to 5 of a heap that only who moves second knows: what may be taken differs from world to world.
    local function heap_game(in_place, undo)
      local function taken(state, take)
        state.heap, state.player = state.heap - take, 3 - state.player
        return state
      end
      local function copy(state) return { heap = state.heap, player = state.player } end
      return {
        width = 5, undo = undo, player = function(state) return state.player end,
        play = function(state, take)
          if take > state.heap then return not in_place and nil end
          return taken(in_place and state or copy(state), take)
        end,
        finished = function(state) return state.heap == 0 and -1 or nil end, evaluate = function() return 0 end,
        determinize = function(state, player, random)
          return { heap = player == 1 and 2 + random(6) or state.heap, player = state.player }
        end,
      }
    end
    local function take_back(state, take) state.heap, state.player = state.heap + take, 3 - state.player end
    for number = 1, effort(20) do
      local options = playouts(100, { seed = seed * 1000 + number })
      local function grown(game)
        local result = alphabeta.search(game, { heap = 6, player = 1 + number % 2 }, options)
        assert(result.move >= 1 and result.move <= 5, result.move)
        return fingerprint(result, itself) .. " " .. table.concat(result.pv, " ")
      end
      local expected = grown(heap_game(false))
      assert.equal(expected, grown(heap_game(true, take_back)))
      assert.equal(expected, grown(heap_game(true, true)))
    end
  end)

  it("grows the same tree in every form where nothing is proven, and finished positions are played again", function()
    local unproven = { chance = function() end }
    each_tree(10, function(tree)
      if tree.text:find "inf" then return end -- not in a game with `chance`
      local expected = searched(tree, "functional", playouts(90), unproven)
      for _, form in ipairs(trees.forms) do
        if not trees.refuses(form) and form ~= "successors" then
          assert.equal(expected, searched(tree, form, playouts(90), unproven), form .. " " .. tree.text)
        end
      end
    end)
  end)

  it("proves what minimax says", function()
    local proven = 0
    each_tree(60, function(tree, k)
      local form = trees.forms[k % #trees.forms + 1]
      local game = trees.game(tree, form)
      local state = game.initial and game.initial() or tree.root
      local result = alphabeta.search(game, state, playouts(400))
      if result.bound == "exact" then
        local plain = trees.game(tree, "functional")
        assert.equal(oracle.minimax(plain, tree.root).value, result.value, tree.text)
        proven = proven + 1
      end
    end)
    assert(proven > effort(20), proven)
  end)

  -- Of moves that are not proven the most visited one is the best; the others stand before it or after them all.
  it("prefers moves that are proven to worse ones, whatever their visits", function()
    local before, after = 0, 0
    for k = 1, effort(200, 60) do
      local tree = trees.random(({ "uneven", "again", "inf", "uniform" })[k % 4 + 1], seed * 1000 + k, 5, 5)
      local result = alphabeta.search(trees.game(tree, "functional"), tree.root, playouts(3 + k * 7 % 200))
      local rival, rank, last = nil, 1, nil
      for _, found in ipairs(result.moves) do
        if found.bound ~= "exact" then rival = rival or found.value end
      end
      local is_proven_root = result.bound == "exact"
      if is_proven_root then rival = -math.huge end
      for _, found in ipairs(result.moves) do
        local is_proven = found.bound == "exact"
        if last and (not is_proven or last.bound ~= "exact") then rank = is_proven and -1 or 0 end
        if rank > 0 and is_proven then
          assert(found.value >= rival and not (last and found.value > last.value), tree.text)
          before = before + 1
        elseif is_proven then
          assert(is_proven_root or found.value <= rival, tree.text)
          assert(not (last.bound == "exact" and found.value > last.value), tree.text)
          after = after + 1
        elseif last and last.bound ~= "exact" then
          assert(found.visits <= last.visits, tree.text)
        end
        last = found
      end
      assert.equal(result.moves[1].move, result.move)
    end
    assert(before > effort(5) and after > effort(5), before .. ", " .. after)
  end)

  -- After "over" the game is over; after "on" it goes on for long, and ends so however it is played.
  it("prefers a move by what is proven also where payoffs are infinite, and a range has room", function()
    local function chosen(over, on, range)
      local game = {
        viewpoint = 1, player = function() return 1 end, range = range,
        moves = function(state) return state == 0 and { "on", "over", "again" } or state < 60 and { 1, 2 } or {} end,
        play = function(state, move)
          if state == 0 and move ~= "on" then return 60, over end
          return state + 1, state == 59 and on or nil
        end,
        evaluate = function() return 0 end,
      }
      local result = alphabeta.search(game, 0, playouts(500))
      assert.equal(over == math.huge and "exact" or "estimate", result.bound)
      return result.move
    end
    local inf = math.huge
    for _, case in ipairs {
      { 1, -2, "over" }, { 1, -2, "over", { -2, 2 } }, { 0, -1, "over" }, { 0, -1, "over", { -1, 1 } },
      { 0, -inf, "over" }, { 1, 2, "on" }, { 1, 2, "on", { -2, 2 } }, { 0, 1, "on" }, { 0, inf, "on" },
      { -inf, inf, "on" }, { -inf, 0, "on" }, { -inf, -1, "on" }, { -inf, -inf, "on" }, { inf, 1, "over" },
      { -1, -1, "on", { -1, 1 } }, { 1, 1, "over", { -2, 2 } }, { 1, 1, "over" },
    } do
      assert.equal(case[3], chosen(case[1], case[2], case[4]), ("%g, %g"):format(case[1], case[2]))
    end
  end)

  it("measures what is proven by the first of the most visited moves", function()
    local pays = { first = 2, second = 0, over = 1 }
    local game = {
      viewpoint = 1, player = function() return 1 end,
      moves = function(state) return state == 0 and { "first", "second", "over" } or { 1 } end,
      play = function(state, move) return state == 0 and move or state, move == "over" and 1 or nil end,
      evaluate = function(state) return pays[state] end,
    }
    assert.equal("first", alphabeta.search(game, 0, playouts(3, { playout_depth = 0 })).move)
    pays.first, pays.second = 0, 2
    assert.equal("over", alphabeta.search(game, 0, playouts(3, { playout_depth = 0 })).move)
  end)

  it("proves what several players get who each take the first of their best moves", function()
    local proven = 0
    for k = 1, effort(60) do
      local players = ({ 2, 3, 4, 8 })[k % 4 + 1]
      local kind, few = k % 3 == 0 and "turn" or "free", k % 2 == 0 and 3 or nil
      local tree = several.tree(players, kind, 3, 5, seed * 1000 + k, few)
      local form = trees.forms[k % #trees.forms + 1]
      local game = several.game(tree, form)
      local result = alphabeta.search(game, game.initial(), playouts(500))
      local payoffs, first = several.max_n(tree.root)
      if result.bound == "exact" then
        proven = proven + 1
        assert.equal(payoffs[tree.root.seat], result.value, tree.text)
        assert(compat.type(result.value) == compat.type(payoffs[1]), tree.text)
        local names = trees.names(form ~= "viewpoint" and form or "functional")
        if first and k % 2 == 1 then assert.equal(first, names.index(tree.root, result.move), tree.text) end
      end
    end
    assert(proven > effort(40), proven)
  end)

  it("proves the known payoffs of several players", function()
    for _, row in ipairs(facts.rows "spec/facts/several-players.tsv") do
      if row.nodes < 200 and compat.has_integers then -- without them a seed means another tree
        local tree = several.tree(row.players, row.kind, row.B, row.D, row.seed)
        local result = alphabeta.search(several.game(tree, "successors"), tree.root, playouts(20000))
        assert.equal("exact", result.bound, tree.text)
        assert.equal(row.best, result.move, tree.text)
        assert.equal(facts.numbers(row.payoffs)[tree.root.seat], result.value, tree.text)
      end
    end
  end)

  -- (All of them but for the time: those with few moves left, and some of the others.)
  it("proves every position of tic-tac-toe", function()
    local seen, count = {}, 0
    local function visit(state)
      local key = tictactoe.key(state)
      if seen[key] then return end
      seen[key] = true
      count = count + 1
      local moves = tictactoe.moves(state)
      if #moves > 0 and (count % 40 == 0 or #moves < 4) then
        local result = alphabeta.search(tictactoe, state, playouts(1e6))
        local exact = alphabeta.search(tictactoe, state)
        assert.equal("exact", result.bound)
        assert.equal(exact.value, result.value)
        assert.equal(exact.value, -alphabeta.search(tictactoe, (tictactoe.play(state, result.move))).value)
      end
      for _, move in ipairs(moves) do visit((tictactoe.play(state, move))) end
    end
    visit(tictactoe.initial())
    assert.equal(5478, count)
  end)

  it("is one and the same in slices of any size", function()
    each_tree(8, function(tree)
      for _, form in ipairs(trees.forms) do
        local expected = searched(tree, form, playouts(50))
        for _, limits in ipairs { { nodes = 1 }, { nodes = 7 }, { playouts = 1 }, { playouts = 7, nodes = 20 } } do
          local game = trees.game(tree, form)
          local state = game.initial and game.initial() or tree.root
          local names = trees.names(form)
          local search = alphabeta.start(game, state, playouts(50))
          repeat until search:step(limits)
          assert.equal(expected, fingerprint(search:result(), function(move) return names.index(tree.root, move) end),
            form .. " " .. tree.text)
        end
      end
    end)
  end)

  it("counts playouts by the step", function()
    local search = alphabeta.start(connect4, connect4.initial(), playouts(100))
    for steps = 1, 9 do
      assert.is_false(search:step { playouts = 11 })
      assert.equal(11 * steps, search:result().playouts)
    end
    assert.is_true(search:step { playouts = 11 })
    assert.equal(100, search:result().playouts)
  end)

  it("always finishes a first playout, and stops where it is told", function()
    for _, limits in ipairs { { nodes = 1 }, { time = 0 } } do
      limits.algorithm = "mcts"
      local result = alphabeta.search(connect4, connect4.initial(), limits)
      assert.equal(1, result.playouts)
      assert.equal(limits.nodes and "nodes" or "time", result.stopped)
      assert.equal(1, result.move)
    end
    local result = alphabeta.search(connect4, connect4.initial(), { algorithm = "mcts", nodes = 5000 })
    assert.equal(5000, result.nodes)
  end)

  it("does not play again what leads to a position that it remembers, as many as `bytes` have room for", function()
    local made = setmetatable({}, { __mode = "k" })
    local game = { moves = connect4.lua.moves, evaluate = connect4.lua.evaluate }
    local calls = 0
    function game.play(...)
      calls = calls + 1
      local after, payoff = connect4.lua.play(...)
      made[after] = true
      return after, payoff
    end
    local function left_of(bytes)
      calls = 0
      local search = alphabeta.start(game, connect4.lua.initial(), playouts(400, { bytes = bytes }))
      search:step { playouts = 399 }
      collectgarbage()
      collectgarbage()
      local alive = 0
      for _ in pairs(made) do alive = alive + 1 end
      local nodes = search:result().nodes
      search:close()
      return alive, nodes - calls
    end
    local none, played = left_of(1000)
    assert.equal(0, played)
    local few, saved = left_of(1024 * 20)
    assert(few - none <= 20 and few > 15 and saved > 100, few .. " " .. saved)
    local many, most = left_of(nil)
    assert(many > few + 20 and most > saved + 100, many .. " " .. most)
  end)

  -- Also where only chance decides.
  it("plays no farther than a game may go: an estimate counts there, or it is an error", function()
    local function move(state) return state + 1 end
    local game = { moves = function() return { 1 } end, play = move, evaluate = function() return 7 end,
      player = function() return 1 end }
    local result = alphabeta.search(game, 0, playouts(20, { playout_depth = 1000 }))
    assert.same({ 7, 20 }, { result.value, result.playouts })
    assert.matches("has not ended after 1000 plies", message_of(alphabeta.search, game, 0, playouts(20)), 1, true)
    game.chance = function() return { 1 }, { 1 } end
    assert.equal(20, alphabeta.search(game, 0, playouts(20, { playout_depth = 1000 })).playouts)
    assert.matches("has not ended after 1000 plies", message_of(alphabeta.search, game, 0, playouts(20)), 1, true)
  end)

  it("has a value and no move where the game is over", function()
    local result = alphabeta.search(new_nim(), 0, playouts(10))
    assert.same({ -1, "exact", 1 }, { result.value, result.bound, result.playouts })
    assert.is_nil(result.move)
  end)

  it("gives its tree, the most visited nodes first", function()
    local function walk(node, see)
      see(node)
      for i, child in ipairs(node) do
        assert(i == 1 or child.visits <= node[i - 1].visits)
        assert(child.visits <= node.visits)
        walk(child, see)
      end
    end
    for _, game in ipairs { connect4, connect4.lua, trees.game(trees.random("again", seed, 3, 6), "undo") } do
      local state = game.initial()
      for _, most in ipairs { 1, 20, 1000 } do
        local result = alphabeta.search(game, state, playouts(100, { trace = most }))
        local count, least = 0, math.huge
        walk(result.tree, function(node)
          count, least = count + 1, math.min(least, node.visits)
        end)
        assert(count <= most)
        assert.equal(most < 101 and count == most, result.tree.truncated == true)
        assert.equal(result.playouts, result.tree.visits)
        if most == 1000 then
          for i, child in ipairs(result.tree) do
            assert.equal(result.moves[i].visits, child.visits)
            local value = child.same and child.value or -child.value
            for _, found in ipairs(result.moves) do
              if rawequal(found.move, child.move) then assert.equal(found.value, value + 0) end
            end
          end
        end
        assert.matches("^root", alphabeta.tree.text(result))
      end
    end
  end)

  it("is put into words", function()
    local function explained(game, state, count)
      return alphabeta.explain(game, state, alphabeta.search(game, state, playouts(count)))
    end
    local best = "^Best for the player to move: "
    assert.matches(best .. "4 in %d+ %% of 1,500 playouts, worth %+0%.%d+: 4 .*\n%d in %d+ %%, worth ",
      explained(connect4, connect4.initial(), 1500))
    assert.matches(best .. "3 in %d+ %% of %d+ playouts, worth %+1 for certain: 3 .*%(the game is over%)",
      explained(new_nim(), 7, 5000))
    assert.equal("The game is over.", explained(new_nim(), 0, 10))
    local hidden = { player = function() return 1 end, moves = function(state) return state == 0 and { "a" } or {} end,
      play = function(state) return state + 1 end, evaluate = function() return 1 end, determinize = itself }
    assert.equal("Best for the player to move: a in 100 % of 9 playouts, worth +1", explained(hidden, 0, 9))
  end)

  it("shows itself on a line", function()
    local line = tostring(alphabeta.search(connect4, connect4.initial(), playouts(100)))
    assert.matches("^%d, value about %S+, 100 playouts, depth %d, %d+ positions$", line)
  end)
end)

------------------------------------------------------------------------------------------------
-- Whatever fails

describe("a callback in Monte-Carlo tree search", function()
  local NAMES = { "moves", "play", "undo", "evaluate", "player", "order", "chance", "successors", "determinize",
    "policy" }

  -- The functions of a game, and of its options, that call `before` first.
  local function watched(game, options, before)
    local copy, changed = {}, {}
    for name, value in pairs(game) do copy[name] = value end
    for name, value in pairs(options) do changed[name] = value end
    for _, name in ipairs(NAMES) do
      for _, fields in ipairs { copy, changed } do
        local call = fields[name]
        if type(call) == "function" then
          fields[name] = function(...)
            before(name)
            return call(...)
          end
        end
      end
    end
    return copy, changed
  end

  local function last(_, moves, random) return moves[random(#moves)] end

  -- Chance, worlds, an order, a policy, undo; and trees in every form.
  local cards = {
    order = function(state, move) return move == state.hidden and 1 or 0 end,
    viewpoint = 1,
    player = function() return 1 end,
    chance = function(state) if state.asked == "?" then return { state.hidden < 3 and "low" or "high" } end end,
    moves = function(state)
      if state.named then return {} end
      return state.asked and { 1, 2, 3, 4 } or { 1, 2, 3, 4, "ask" }
    end,
    play = function(state, move)
      local asked = state.asked == "?" and move or move == "ask" and "?" or state.asked
      return { hidden = state.hidden, asked = asked, named = type(move) == "number" and move or nil }
    end,
    evaluate = function(state) return (state.named == state.hidden and 1 or 0) * (state.asked and 0.9 or 1) end,
    determinize = function(state, _, random)
      local half = state.asked == "low" and 0 or state.asked == "high" and 2
      return { hidden = half and half + random(2) or random(4), asked = state.asked, named = state.named }
    end,
  }

  local function subjects()
    local list = { { "cards", cards, { hidden = 2 }, playouts(12, { bias = true }) },
      { "pig", pig.lua, pig.lua.initial { target = 12 }, playouts(8) } }
    for _, form in ipairs(trees.forms) do
      local tree = trees.random("again", seed * 7 + #form, 3, 4)
      local game = trees.game(tree, form, { order = trees.hint })
      list[#list + 1] = { form, game, game.initial and game.initial() or tree.root,
        playouts(8, { policy = last, bias = true }) }
    end
    return list
  end

  it("may raise, each of them once, and the tree is the same", function()
    for _, subject in ipairs(subjects()) do
      local name, game, state, options = compat.unpack(subject)
      local calls, raising = 0, 0
      local function before(what)
        calls = calls + 1
        local closes = game.undo and (what == "play" or what == "undo") -- the search, as nobody knows what has changed
        if calls == raising and not closes then error("now", 0) end
      end
      local expected = fingerprint(alphabeta.search(game, state, options), tostring)
      local copy, changed = watched(game, options, before)
      alphabeta.search(copy, state, changed)
      local total = calls
      for k = 1, total do
        calls, raising = 0, k
        local search = alphabeta.start(copy, state, changed)
        local finished, errors = false, 0
        while not finished do
          local worked, result = pcall(search.step, search, k % 3 == 0 and { nodes = 3 } or nil)
          if worked then
            finished = result
          else
            assert.equal("now", result)
            errors = errors + 1
          end
        end
        assert(errors <= 1)
        assert.equal(expected, fingerprint(search:result(), tostring), name .. " " .. k)
        raising = 0
      end
    end
  end)

  if compat.has_yields then
    it("may yield, all of them, and the tree is the same", function()
      for _, subject in ipairs(subjects()) do
        local name, game, state, options = compat.unpack(subject)
        local expected = fingerprint(alphabeta.search(game, state, options), tostring)
        local copy, changed = watched(game, options, function() coroutine.yield "waiting" end)
        local result
        local thread = coroutine.wrap(function()
          result = alphabeta.search(copy, state, changed)
          return "done"
        end)
        repeat until thread() == "done"
        assert.equal(expected, fingerprint(result, tostring), name)
      end
    end)
  end

  it("takes payoffs whose means are finite, and infinite ones, and no others", function()
    local function game(payoff, form)
      local steps = { root = { 1, 2 }, lost = {}, won = {} }
      return setmetatable({
        moves = function(place) return steps[place] end,
        play = function(_, move) return move == 1 and "won" or "lost" end,
        evaluate = function(place) return place == "won" and payoff or place == "lost" and -payoff or 0 end,
      }, { __index = form })
    end
    local forms = { {}, { chance = function() end }, { range = { -1.7e308, 1.7e308 } } }
    for i, form in ipairs(forms) do
      for _, payoff in ipairs { 2 ^ 960, 1e-300 } do
        for _, move in ipairs(alphabeta.search(game(payoff, form), "root", playouts(400)).moves) do
          assert(math.abs(move.value) <= payoff, i)
        end
      end
      for _, payoff in ipairs { 1.7e308, 2 ^ 961 } do
        local message = message_of(alphabeta.search, game(payoff, form), "root", playouts(400))
        assert.matches("'evaluate' returned %-?[%d.e+]+ %(payoff of at most 9.74531%d*e%+288 in magnitude", message)
      end
    end
    assert.equal(math.huge, math.abs(alphabeta.search(game(math.huge), "root", playouts(400)).value))
  end)

  it("is held to its contract", function()
    local function raised(fields, options)
      return message_of(alphabeta.search, with(cards, fields), { hidden = 1 }, playouts(50, options))
    end
    assert.matches("'determinize' returned nil %(state expected%)", raised { determinize = function() end })
    local heap = { 3 }
    local worked, message = pcall(alphabeta.search, {
      moves = function(s) return s[1] > 0 and { 1 } or {} end,
      play = function(s) s[1] = s[1] - 1 end,
      undo = function(s) s[1] = s[1] + 1 end,
      player = function(s) return s[1] % 2 + 1 end,
      evaluate = function() return -1 end,
      determinize = function(s) return s end,
    }, heap, playouts(50))
    assert.is_false(worked)
    assert.matches("'determinize' returned the state itself %(another one expected, as 'play' changes it%)", message)
    assert.same({ 3 }, heap)
    assert.matches("integer from 1 to 2%^32 expected, got 0", raised { determinize = function(_, _, random)
      return random(0)
    end })
    assert.matches("a move is a table %(number or string expected in a game with 'determinize'%) at ply 0",
      raised { moves = function() return { {} } end })
    assert.matches("option 'policy' returned nil %(one of the moves expected%)",
      raised({}, { policy = function() end }))
    for _, nonsense in ipairs { 0 / 0, "1", {}, false } do
      assert.matches("'order' returned .* %(number expected%) at ply 0",
        raised({ order = function() return nonsense end }, { bias = true }))
    end
    local two = { players = 2, player = function() return 1 end, moves = function() return {} end, play = itself }
    for _, wrong in ipairs { { 1 }, { 1, 2, 3 } } do
      two.evaluate = function() return wrong end
      assert.matches(("'evaluate' returned a list of %d %%(2 numbers expected, one for each player%%) at ply 0"):format(
        #wrong), message_of(alphabeta.search, two, 1, playouts(5)))
    end
    for _, wrong in ipairs { { 1, "2" }, { 1, 1 / 0 }, { -1 / 0, 1 }, { 0 / 0, 1 } } do
      two.evaluate = function() return wrong end
      assert.matches("'evaluate' returned a table %(list of a finite number for each player expected%)",
        message_of(alphabeta.search, two, 1, playouts(5)))
    end
  end)

  it("may not refuse a move that it took before, nor an outcome", function()
    local refusing = false
    local game = { width = 3, evaluate = function() return -1 end,
      play = function(heap, move) return not refusing and heap >= move and heap - move or nil end }
    local options = playouts(100, { bytes = 1000 }) -- no position is remembered
    local expected = fingerprint(alphabeta.search(game, 9, options), itself)
    local search = alphabeta.start(game, 9, options)
    search:step { playouts = 20 }
    refusing = true
    for _ = 1, 2 do
      assert.matches("'play' refused a move that it accepted before at ply 0", message_of(search.step, search), 1, true)
    end
    refusing = false
    search:step()
    assert.equal(expected, fingerprint(search:result(), itself))
    game.chance = function(heap) if heap == 9 then return { 1, 2 } end end
    refusing = true
    assert.matches("'play' refused outcome %d at ply 0", message_of(alphabeta.search, game, 9, playouts(5)))
  end)
end)

------------------------------------------------------------------------------------------------
-- Moves that promise something

describe("A line of several players that is proven", function()
  it("takes the first of moves that bring the player who moves there the same: others get what it says", function()
    local NEXT = { root = { "on" }, on = { "a", "b" }, a = { "a1" }, a1 = { "a2" }, a2 = { "a3" } }
    local PAYS = { b = { 0, 1 }, a3 = { 1, 1 } }
    for number = 1, 10 do
      local result = alphabeta.search({
        players = 2,
        player = function(at) return (at == "on" or at == "a1" or at == "a2") and 2 or 1 end,
        moves = function(at) return NEXT[at] or {} end,
        play = function(_, to) return to end,
        evaluate = function(at) return PAYS[at] or { 0, 0 } end,
      }, "root", { algorithm = "mcts", playouts = 500, playout_depth = 0, seed = number })
      assert.same({ 1, "exact", { "on", "a", "a1", "a2", "a3" } }, { result.value, result.bound, result.pv })
    end
  end)
end)

describe("bias", function()
  local BIAS = 2 -- the weight

  -- Searches with it in every form of a tree whose moves promise something, or nothing.
  local function searched(tree, form, bias, limits)
    local game = trees.game(tree, form, { order = trees.hint })
    local names = trees.names(form)
    local search = alphabeta.start(game, game.initial and game.initial() or tree.root, playouts(60, { bias = bias }))
    repeat until search:step(limits)
    local result = search:result()
    return fingerprint(result, function(move) return names.index(tree.root, move) end), result
  end

  it("grows one tree in every form and in slices of any size", function()
    for k = 1, effort(20) do
      local tree = trees.random(({ "uneven", "again", "inf", "uniform" })[k % 4 + 1], seed * 3000 + k, 4, 5)
      local expected, result = searched(tree, "functional", true)
      if result.bound == "exact" then
        assert.equal(oracle.minimax(trees.game(tree, "functional"), tree.root).value, result.value, tree.text)
      end
      for _, form in ipairs(trees.forms) do
        local whole = trees.refuses(form) and searched(tree, form, true) or expected
        for _, limits in ipairs { { nodes = 1 }, { nodes = 7 }, { playouts = 3 } } do
          assert.equal(whole, searched(tree, form, true, limits), form .. " " .. tree.text)
        end
      end
    end
  end)

  it("grows another tree than without, and only if it is true", function()
    local others = 0
    for k = 1, 12 do
      local tree = trees.random("uneven", seed * 3000 + k, 4, 5)
      local without = searched(tree, "functional", nil)
      assert.equal(without, searched(tree, "functional", false))
      if without ~= searched(tree, "functional", true) then others = others + 1 end
    end
    assert(others > 2, others)
  end)

  -- Moves of which each always pays the same, so that all visits follow from the formula.
  local function bandit(pays, promises)
    local moves = {}
    for i = 1, #pays do moves[i] = i end
    return {
      chance = function() end, -- so that nothing is proven
      moves = function(state) return state == 0 and moves or {} end,
      play = function(_, move) return move end,
      evaluate = function(state) return state == 0 and 0 or -pays[state] end,
      order = promises and function(_, move) return promises[move] end,
    }
  end

  -- To twelve binary digits.
  local function cut(x)
    local scale = 1
    while x > 0 and x * scale < 2048 do scale = scale * 2 end
    return math.floor(x * scale) / scale
  end

  -- The root of the logarithm grows in sixteen steps while its argument is doubled.
  local function root_of_log(n)
    local octave = 1
    while 2 * octave <= n do octave = 2 * octave end
    return cut(math.sqrt(math.log(math.floor(n / octave * 16) / 16 * octave)))
  end

  -- `over`: those that are proven.
  local function expected_visits(pays, promised, count, over)
    local visits, spread = {}, math.max(compat.unpack(pays)) - math.min(compat.unpack(pays))
    local function best_of(is_over, width)
      local best, at = -math.huge, nil
      for i = 1, #pays do
        local bound = pays[i] + width / math.sqrt(visits[i]) + BIAS * spread * promised[i] / (visits[i] + 1)
        if (over and over[i] or false) == is_over and bound > best then best, at = bound, i end
      end
      return at, best
    end
    for i = 1, #pays do visits[i] = 1 end
    for played = #pays, count - 1 do
      local width = cut(0.5 * spread) * root_of_log(played)
      local open, least = best_of(false, width)
      local closed, bound = best_of(true, width)
      visits[open] = visits[open] + 1
      if closed and bound > least then visits[closed] = visits[closed] + 1 end
    end
    return visits
  end

  local function visits_of(result)
    local visits = {}
    for _, found in ipairs(result.moves) do visits[found.move] = found.visits end
    return visits
  end

  it("adds to UCB1 what a move promises among its siblings, ever less", function()
    local pays = { 1.1, 3.7, 2.3, 0.4, 3.1 }
    for _, case in ipairs {
      { { 30, 10, 20, 15, 10 }, { 1, 0, 0.5, 0.25, 0 } },
      { { -math.huge, 0, 1e308, math.huge, 8e307 }, { 0, 0.5, 1, 1, 1 } },
      { { 0, 0, 5e-324, 0, 0 }, { 0, 0, 1, 0, 0 } },
      { { 7, 7, 7, 7, 7 }, { 0, 0, 0, 0, 0 } },
    } do
      for _, count in ipairs { 5, 6, 9, 30, 300 } do
        local result = alphabeta.search(bandit(pays, case[1]), 0, playouts(count, { bias = true }))
        assert.same(expected_visits(pays, case[2], count), visits_of(result), count)
      end
    end
  end)

  it("is not asked for: UCB1 alone, among so many moves that they do not stand together", function()
    local pays, nothing = {}, {}
    for i = 1, 1500 do pays[i], nothing[i] = trees.draw(seed, i, 100), 0 end
    local result = alphabeta.search(bandit(pays), 0, playouts(1800))
    assert.same(expected_visits(pays, nothing, 1800), visits_of(result))
  end)

  -- Moves that pay the same for ever, or are over at once and so proven: where one of these has the greatest bound it
  -- is counted as if it had been tried, and the best of the others is.
  it("leaves the visits of proven moves to the others, by the same formula", function()
    local pays = { 1.1, 3.7, 2.3, 0.4, 3.1 }
    for _, over in ipairs {
      { [2] = true }, { [2] = true, [5] = true }, { [3] = true }, { true, true, false, true, true },
    } do
      for _, promises in ipairs { false, { 30, 10, 20, 15, 10 } } do
        local game = {
          player = function() return 1 end,
          moves = function(state) return state == 0 and { 1, 2, 3, 4, 5 } or over[state] and {} or { 0 } end,
          play = function(state, move)
            if state == 0 then return move, over[move] and pays[move] or nil end
            return state
          end,
          evaluate = function(state) return pays[state] or 0 end,
          order = promises and function(state, move) return state == 0 and promises[move] or 0 end or nil,
        }
        local promised = promises and { 1, 0, 0.5, 0.25, 0 } or { 0, 0, 0, 0, 0 }
        for _, count in ipairs { 6, 30, 300 } do
          local options = playouts(count, { playout_depth = 0, bias = promises and true })
          assert.same(expected_visits(pays, promised, count, over), visits_of(alphabeta.search(game, 0, options)))
        end
      end
    end
  end)

  -- Where chance decides in some of the worlds, and the player in others.
  it("does not count what is promised elsewhere", function()
    local function visits(promise, number)
      local game = {
        player = function() return 1 end,
        determinize = function(_, _, random) return random(2) == 1 and "a" or "b" end,
        moves = function(state)
          return (state == "a" or state == "b") and { 1 } or state == "B" and { 2, 3, 4 } or {}
        end,
        chance = function(state) if state == "A" then return { 7, 8 }, { 1, 2 } end end,
        play = function(state, move) return move == 1 and state:upper() or move end,
        evaluate = function(state) return type(state) == "number" and state or 0 end,
        order = function(state, move)
          assert(state ~= "A") -- an outcome promises nothing
          return move == 1 and promise or move
        end,
      }
      local found = {}
      local function walk(node)
        found[#found + 1] = node.visits
        for _, child in ipairs(node) do walk(child) end
      end
      walk(alphabeta.search(game, "a", playouts(200, { bias = true, trace = true, seed = number })).tree)
      return found
    end
    for number = 1, 8 do
      assert.equal(7, #visits(0, number))
      assert.same(visits(0, number), visits(1000, number)) -- of the only move
    end
  end)

  it("asks `order` once for each move of the tree", function()
    local tree = trees.random("uneven", seed, 4, 6)
    local game = trees.game(tree, "functional", { order = trees.hint, calls = true })
    local result = alphabeta.search(game, tree.root, playouts(70, { bias = true, trace = true }))
    local count = 0
    local function walk(node)
      for _, child in ipairs(node) do
        count = count + 1
        walk(child)
      end
    end
    walk(result.tree)
    assert.equal(count, game.calls.order)
    alphabeta.search(game, tree.root, playouts(70))
    assert.equal(count, game.calls.order)
  end)

  it("goes with hidden things, with several players and with games in C", function()
    local game = with(new_nim(), { player = function() return 1 end, determinize = itself,
      order = function(_, move) return move end })
    local plain = visits_of(alphabeta.search(game, 9, playouts(300)))
    local biased = visits_of(alphabeta.search(game, 9, playouts(300, { bias = true })))
    assert.not_same(plain, biased)
    local lists = with(game, { players = 2, evaluate = function() return { 1, -1 } end })
    assert.equal(300, alphabeta.search(lists, 9, playouts(300, { bias = true })).playouts)
    local state = othello.initial()
    local expected = fingerprint(alphabeta.search(othello, state, playouts(200, { bias = true })), itself)
    assert.not_equal(expected, fingerprint(alphabeta.search(othello, state, playouts(200)), itself))
    local mixed = with(othello, { order = function(...) return othello.order(...) end })
    assert.equal(expected, fingerprint(alphabeta.search(mixed, state, playouts(200, { bias = true })), itself))
    assert.equal(expected,
      fingerprint(alphabeta.search(othello.lua, othello.lua.initial(), playouts(200, { bias = true })), itself))
  end)
end)

------------------------------------------------------------------------------------------------
-- Means

describe("means", function()
  -- Rolls of a die that count or not, as the players choose, who take turns: the mean is that of expectiminimax.
  it("come near to expectiminimax", function()
    local game = {
      chance = function(state) if #state == 2 then return { "1", "2", "6" } end end,
      moves = function(state) return #state < 4 and { "+", "-", "0" } or {} end,
      play = function(state, move) return state .. move end,
      evaluate = function(state)
        local sum = 0
        for eyes, sign in state:gmatch "(%d)(.)" do
          sum = sum + (sign == "+" and 1 or sign == "-" and -1 or 0) * eyes
        end
        return sum
      end,
    }
    local exact = alphabeta.search(game, "1").value
    local result = alphabeta.search(game, "1", playouts(8000))
    assert(math.abs(exact - result.value) < 0.3, exact .. " " .. result.value)
    assert.equal(alphabeta.search(game, "1").move, result.move)
  end)

  it("of throws alone are within four standard deviations", function()
    local dice = {
      chance = function(state) if #state < 3 then return { 1, 2, 6 }, { 3, 2, 1 } end end,
      moves = function() return {} end,
      play = function(state, eyes) return state .. eyes end,
      evaluate = function(state) return state:byte(1) + state:byte(2) * state:byte(3) - 48 * 49 end,
    }
    local exact, square = 0, 0
    local function visit(state, part)
      local outcomes, weights = dice.chance(state)
      if not outcomes then
        exact, square = exact + part * dice.evaluate(state), square + part * dice.evaluate(state) ^ 2
      end
      for i, outcome in ipairs(outcomes or {}) do visit(state .. outcome, part * weights[i] / 6) end
    end
    visit("", 1)
    for drawn = 1, 5 do
      local result = alphabeta.search(dice, "", playouts(4000, { seed = seed * 100 + drawn }))
      assert.is_nil(result.move)
      local sigma = math.sqrt((square - exact ^ 2) / 4000)
      assert(math.abs(result.value - exact) < 4 * sigma, result.value .. " " .. exact)
    end
  end)

  it("of two players with lists are those of two players, and so are proofs", function()
    for k = 1, effort(10) do
      local tree = trees.random("again", seed * 31 + k, 3, 6)
      local game = trees.game(tree, "functional")
      local lists = with(game, { players = 2, evaluate = function(node)
        local value = game.evaluate(node)
        if node.player == 1 then value = -value end -- as player 1 (node.player 0) sees it
        return { value, -value }
      end, player = function(node) return node.player + 1 end })
      local numbers = with(game, { player = lists.player })
      for _, count in ipairs { 20, 200, 2000 } do
        assert.equal(fingerprint(alphabeta.search(numbers, tree.root, playouts(count)), tostring),
          fingerprint(alphabeta.search(lists, tree.root, playouts(count)), tostring), tree.text)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- What is hidden

describe("what a player cannot know", function()
  -- A card is hidden; naming it wins, waiting (once) costs a tenth. To average exact searches waiting seems best.
  local function guess(cards_)
    return {
      viewpoint = 1,
      player = function() return 1 end,
      moves = function(state)
        local list = {}
        for i = 1, state.named and 0 or cards_ do list[i] = i end
        if not state.named and not state.waited then list[cards_ + 1] = "wait" end
        return list
      end,
      play = function(state, move)
        local waits = move == "wait"
        return { hidden = state.hidden, waited = state.waited or waits, named = not waits and move or nil }
      end,
      evaluate = function(state) return (state.named == state.hidden and 1 or 0) * (state.waited and 0.9 or 1) end,
      determinize = function(state, _, random)
        return { hidden = random(cards_), waited = state.waited, named = state.named }
      end,
    }
  end

  it("does not change a single visit", function()
    for count = 2, 6 do
      local game = guess(count)
      local expected = fingerprint(alphabeta.search(game, { hidden = 1 }, playouts(500)), tostring)
      for hidden = 2, count do
        assert.equal(expected, fingerprint(alphabeta.search(game, { hidden = hidden }, playouts(500)), tostring))
      end
    end
  end)

  it("is drawn by what this search lends, not by what one before has lent", function()
    local game, lent = guess(40), nil
    local function visits(rules)
      return fingerprint(alphabeta.search(rules, { hidden = 1 }, playouts(500)), tostring)
    end
    local asking = with(game, { determinize = function(state, player, random)
      lent = lent or random
      lent(1000)
      return game.determinize(state, player, random)
    end })
    local expected = visits(game)
    visits(asking)
    for _ = 1, 3 do assert.equal(expected, visits(asking)) end
  end)

  it("is not waited for, and the mean is what can be had", function()
    for count = 2, 5 do
      local result = alphabeta.search(guess(count), { hidden = 1 }, playouts(4000))
      assert.not_equal("wait", result.move)
      assert(math.abs(result.value - 1 / count) < 0.05, result.value)
    end
  end)

  it("is asked for where the answer is told apart", function()
    local ask = with(guess(4), {
      chance = function(state) if state.asked == "?" then return { state.hidden <= 2 and "low" or "high" } end end,
      moves = function(state)
        if state.named then return {} end
        return state.asked and { "1", "2", "3", "4" } or { "1", "2", "3", "4", "ask" }
      end,
      play = function(state, move)
        local asked = state.asked == "?" and move or move == "ask" and "?" or state.asked
        return { hidden = state.hidden, asked = asked, named = tonumber(move) }
      end,
      evaluate = function(state) return (state.named == state.hidden and 1 or 0) * (state.asked and 0.9 or 1) end,
    })
    local result = alphabeta.search(ask, { hidden = 3 }, playouts(5000))
    assert.equal("ask", result.move)
    assert(math.abs(result.value - 0.45) < 0.04, result.value)
  end)

  -- Two players take three places in turn; one place counts more, and nobody knows which.
  it("is drawn anew for each playout, also where positions change in place", function()
    local function copy(state, hidden)
      local new = { turn = state.turn, count = state.count, hidden = hidden or state.hidden }
      for i = 1, 3 do new[i] = state[i] end
      return new
    end
    local function change(state, move, back)
      state[move] = not back and state.turn or nil
      state.turn, state.count = 3 - state.turn, state.count + (back and -1 or 1)
    end
    local copied = {
      viewpoint = 1,
      player = function(state) return state.turn end,
      moves = function(state)
        local list = {}
        for i = 1, 3 do if not state[i] then list[#list + 1] = i end end
        return list
      end,
      play = function(state, move)
        local new = copy(state)
        change(new, move)
        return new
      end,
      evaluate = function(state) return (state[1] == 1 and 1 or 0) + (state[state.hidden] == 1 and 2 or 0) end,
      determinize = function(state, _, random) return copy(state, random(3)) end,
    }
    local in_place = with(copied, { play = change, undo = function(state, move) change(state, move, true) end })
    local expected = fingerprint(alphabeta.search(copied, { turn = 1, count = 0, hidden = 2 }, playouts(100)), tostring)
    local search = alphabeta.start(in_place, { turn = 1, count = 0, hidden = 2 }, playouts(100))
    repeat until search:step { nodes = 5 }
    assert.equal(expected, fingerprint(search:result(), tostring))
  end)

  it("is looked for where a player without other orders plays", function()
    local move, info = alphabeta.player { playouts = 200 }({ hidden = 1 }, guess(3))
    assert.equal("mcts", info.algorithm)
    assert.equal(info.move, move)
    assert.equal(200, info.playouts)
    assert.is_nil(select(2, alphabeta.player { depth = 2 }(4, new_nim())).algorithm)
  end)

  it("is drawn in a game of a match as if no other had been played before", function()
    local function played(player, about)
      return fingerprint(select(2, player({ hidden = 1 }, guess(3), about)), tostring)
    end
    local player = alphabeta.player { playouts = 40, seed = 5 }
    local first = played(player, { pair = 2, number = 1, ply = 1 })
    local second = played(player, { pair = 2, number = 1, ply = 2 })
    assert.not_equal(first, second)
    assert.not_equal(first, played(player, { pair = 3, number = 1, ply = 1 }))
    assert.equal(first, played(player, { pair = 2, number = 1, ply = 1 }))
    assert.equal(second, played(player, { pair = 2, number = 1, ply = 2 }))
  end)

  it("is drawn by Lua for a game in C, too, and its moves may be any numbers", function()
    local function mixed(rules, determinize)
      return { moves = rules.moves, play = rules.play, evaluate = rules.evaluate, player = rules.player,
        determinize = determinize }
    end
    local options = playouts(40, { playout_depth = 9 })
    local result = alphabeta.search(mixed(kalah, itself), kalah.initial(), options)
    local plain = alphabeta.search(mixed(kalah.lua, itself), kalah.lua.initial(), options)
    assert.equal(40, plain.playouts)
    assert.equal(fingerprint(plain, itself), fingerprint(result, itself))
    for _, wrong in ipairs { tictactoe.initial(), 3 } do
      assert.matches("'determinize' returned .* %(state of the native game expected%)",
        message_of(alphabeta.search, mixed(kalah, function() return wrong end), kalah.initial(), options))
    end
    local halves = with(guess(2), { moves = function(state) return state.named and {} or { 0.5, 1.5 } end })
    result = alphabeta.search(halves, { hidden = 1 }, playouts(30))
    assert.equal(2, #result.moves)
  end)
end)

describe("what a player cannot know of a game in C", function()
  -- EinStein, where nobody sees which of the opponent's stones has which number until it moves. As numbers a position
  -- is size, stones, player, die, and the squares of Red's stones and of Blue's.
  local function veiled(game)
    return with(game, { determinize = function(state, player, random)
      local list, squares = game.write(state), {}
      local first = 4 + (2 - player) * list[2]
      for i = 1, list[2] do squares[i] = list[first + i] end
      table.sort(squares)
      for i = 1, list[2] do list[first + i] = table.remove(squares, random(#squares)) end
      return game.read(list)
    end })
  end

  local ROLLED = { 3, 3, 1, 2, 1, 2, 4, 9, 8, 6 }
  local DEALT_DIFFERENTLY = { 3, 3, 1, 2, 1, 2, 4, 6, 9, 8 }

  local function searched(game, numbers, count, limits)
    local search = alphabeta.start(game, game.read(numbers), playouts(count))
    repeat until search:step(limits)
    return fingerprint(search:result(), itself)
  end

  it("does not change a single visit, and the tree is that of the game in Lua, in slices too", function()
    local game = veiled(ewn)
    local expected = searched(game, ROLLED, 300)
    assert.equal(expected, searched(game, DEALT_DIFFERENTLY, 300))
    assert.equal(expected, searched(veiled(ewn.lua), ROLLED, 300))
    assert.equal(expected, searched(game, ROLLED, 300, { nodes = 7 }))
    assert.equal(expected, searched(with(game, { evaluate = function(...) return ewn.evaluate(...) end }), ROLLED, 300))
    local open = alphabeta.search(ewn, ewn.read(ROLLED), playouts(300))
    assert.not_equal(expected, fingerprint(open, itself))
  end)

  it("may raise, and yield, as it is drawn", function()
    local game = veiled(ewn)
    local expected, calls, raising = searched(game, ROLLED, 20), 0, 0
    local failing = with(game, { determinize = function(...)
      calls = calls + 1
      if calls == raising then error("now", 0) end
      return game.determinize(...)
    end })
    for k = 1, 20 do
      calls, raising = 0, k
      local search = alphabeta.start(failing, ewn.read(ROLLED), playouts(20))
      assert.equal("now", message_of(search.step, search))
      search:step()
      assert.equal(expected, fingerprint(search:result(), itself))
    end
    if not compat.has_yields then return end
    local yielding = with(game, { determinize = function(...)
      coroutine.yield "waiting"
      return game.determinize(...)
    end })
    local thread = coroutine.wrap(function() return searched(yielding, ROLLED, 20) end)
    local answer
    repeat answer = thread() until answer ~= "waiting"
    assert.equal(expected, answer)
  end)

  it("is drawn as a state of that game, that is still there", function()
    local shown
    local keeping = with(ewn, { evaluate = function(state)
      shown = state
      return 0
    end })
    local function raised(determinize)
      local game = with(keeping, { determinize = determinize })
      return message_of(alphabeta.search, game, ewn.read(ROLLED), playouts(50))
    end
    for _, wrong in ipairs { 5, {}, false, tictactoe.initial() } do
      assert.matches("'determinize' returned .* %(state of the native game expected%) at ply 0",
        raised(function() return wrong end))
    end
    assert.matches("'determinize' returned nil %(state of the native game expected%)", raised(function() end))
    alphabeta.search(keeping, ewn.read(ROLLED), { depth = 1 })
    assert.matches("'determinize' returned a userdata %(copy of a state that is no longer shown expected%)",
      raised(function() return shown end))
    assert.equal(50, alphabeta.search(with(ewn, { determinize = itself }), ewn.read(ROLLED), playouts(50)).playouts)
  end)

  it("is drawn of the position that was given, though that was only shown", function()
    local game = veiled(ewn)
    local inner
    local outer = with(ewn, { evaluate = function(state)
      inner = inner or { alphabeta.start(game, state, playouts(30)), ewn.write(state) }
      return ewn.evaluate(state)
    end })
    alphabeta.search(outer, ewn.read(ROLLED), { depth = 1 })
    repeat until inner[1]:step()
    assert.equal(searched(game, inner[2], 30), fingerprint(inner[1]:result(), itself))
  end)
end)

------------------------------------------------------------------------------------------------
-- Options

describe("options of Monte-Carlo tree search", function()
  it("are asked for, and refused elsewhere", function()
    local function refused(options, text)
      assert.matches(text, message_of(alphabeta.search, new_nim(), 5, options), 1, true)
    end
    refused({ algorithm = "mcts" }, "algorithm 'mcts' needs option 'playouts', 'nodes' or 'time'")
    refused({ algorithm = "mcts", playouts = 9, depth = 3 }, "option 'depth' cannot be used with algorithm 'mcts'")
    refused({ playouts = 9 }, "option 'playouts' needs algorithm 'mcts'")
    refused({ algorithm = "mcts", playouts = 9, bias = true }, "option 'bias' needs a game with 'order'")
    refused({ algorithm = "mcts", playouts = 9, bias = 1 }, "option 'bias': boolean expected, got 1")
    refused({ algorithm = "mcts", playouts = 0 },
      "option 'playouts': integer from 1 to 9007199254740992 expected, got 0")
    assert.matches("'mcts' has no depths", message_of(alphabeta.deepen, new_nim(), 5, playouts(9)))
    local search = alphabeta.start(new_nim(), 5, { depth = 2 })
    assert.matches("option 'playouts' needs algorithm 'mcts'", message_of(search.step, search, { playouts = 2 }))
    search = alphabeta.start(new_nim(), 5, playouts(9))
    assert.matches("option 'depths' cannot be used with algorithm 'mcts'",
      message_of(search.step, search, { depths = 2 }))
  end)

  it("have a guard where everything is open", function()
    local function drawn(guard)
      local moves = {}
      for k = 1, 10 do
        local result = alphabeta.search(new_nim(), 5, playouts(20, { temperature = 1e6, guard = guard,
          random = function(n) return math.max(1, math.floor(n * k / 10)) end }))
        moves[result.move] = true
      end
      return moves
    end
    assert.same({ true }, drawn(2)) -- if 2 or 3 are taken, the opponent takes all the others
    assert.same({ true, true, true }, drawn(0))
  end)

  it("have no guard where something is hidden", function()
    local game = with(new_nim(), { player = function() return 1 end, determinize = itself })
    assert.matches("option 'guard' cannot be used with a game with 'determinize' or 'players'",
      message_of(alphabeta.search, game, 5, playouts(9, { temperature = 1, guard = 2 })))
    assert(alphabeta.search(game, 5, playouts(9, { temperature = 1 })).move)
  end)

  it("choose by means and visits", function()
    local drawn = {}
    for k = 1, 20 do
      local result = alphabeta.search(tictactoe, tictactoe.initial(), playouts(50, { temperature = 10, guard = 0,
        random = function(n) return math.max(1, math.floor(n * k / 20)) end }))
      drawn[result.move] = true
    end
    local count = 0
    for _ in pairs(drawn) do count = count + 1 end
    assert(count > 4, count)
    local alike = { chance = function() end, moves = function(state) return state == 0 and { 1, 2, 3, 4 } or {} end,
      play = function() return 1 end, evaluate = function() return 0 end }
    for k = 1, 2 do -- after six playouts two moves have two visits
      local options = playouts(6, { choose = "random", random = function(n)
        assert.equal(2, n)
        return k
      end })
      local result = alphabeta.search(alike, 0, options)
      local most = {}
      for _, found in ipairs(result.moves) do
        if found.visits == 2 then most[#most + 1] = found.move end
      end
      assert.equal(2, #most)
      assert.equal(most[k], result.move)
    end
    assert.equal(7, alphabeta.search(connect4, connect4.initial(), playouts(7, {
      choose = function(moves)
        assert.equal(7, #moves)
        return 7
      end })).move)
  end)

  it("say how playouts go", function()
    local endless = { moves = function() return { 1 } end, play = itself, evaluate = function() return 0 end }
    assert.matches("has not ended after 1000 plies %(give a 'playout_depth'%)",
      message_of(alphabeta.search, endless, 1, playouts(1)))
    local ends = { width = 1, play = function(ply) if ply < 1000 then return ply + 1 end end,
      chance = function() end, evaluate = function(ply) return ply end }
    assert.equal(1000, alphabeta.search(ends, 0, playouts(1)).value)
    assert.equal(3, alphabeta.search(endless, 1, playouts(3, { playout_depth = 5 })).playouts)
    assert.equal(1000, alphabeta.search(endless, 1, playouts(1010, { playout_depth = 1 })).depth)
    local asked = 0
    local result = alphabeta.search(connect4, connect4.initial(), playouts(20, { policy = function(_, moves, random)
      asked = asked + 1
      assert.equal(random(1), 1)
      return moves[#moves]
    end }))
    assert(asked > 100)
    assert.equal(20, result.playouts)
    local listed = { pseudolegal = true, moves = function() return { 1, 2, 3 } end, evaluate = function(n) return n end,
      play = function(n, move) if move ~= 2 then return n + move, n > 9 and 1 or nil end end }
    assert.equal(20, alphabeta.search(listed, 0, playouts(20, { policy = function(_, moves, random)
      assert.same({ 1, 3 }, moves) -- the legal ones
      return moves[random(2)]
    end })).playouts)
  end)
end)

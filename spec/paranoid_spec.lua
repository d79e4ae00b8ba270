-- A game of several players as a game for two: one of them against all the others.

local alphabeta = require "alphabeta"
local facts = require "spec.support.facts"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local trees = require "spec.support.trees"

local TREES = 12 -- for each number of players and form

-- What a node is worth to `me` if all others play against them.
local function worth(node, me)
  if #node == 0 then return node.payoffs[me] end
  local best
  for _, child in ipairs(node) do
    local value = worth(child, me)
    local is_better = not best or node.seat == me and value > best or node.seat ~= me and value < best
    if is_better then best = value end
  end
  return best
end

-- The moves that the player to move would choose, for or against `me`.
local function best_moves(tree, form, me)
  local names, value, list = trees.names(form), worth(tree.root, me), {}
  for i, child in ipairs(tree.root) do
    if worth(child, me) == value then list[#list + 1] = names.move(tree.root, i) end
  end
  return list, value
end

local function found_by_search(game, state, me, options)
  local two = alphabeta.paranoid(game, me)
  local result = alphabeta.search(two, state, options)
  return result, two.player(state) == 1 and result.value or -result.value
end

local ALGORITHMS = { {}, { algorithm = "F" }, { algorithm = "pvs", all = true }, { algorithm = "mtdf" } }

describe("alphabeta.paranoid", function()
  it("has the known values of random trees", function()
    local rows = facts.rows "spec/facts/several-players.tsv"
    assert(#rows > 30)
    for _, row in ipairs(rows) do
      local tree = several.tree(row.players, row.kind, row.B, row.D, row.seed)
      local game = several.game(tree, "successors")
      local result = alphabeta.search(alphabeta.paranoid(game, tree.root.seat), tree.root, { all = true })
      assert.equal(row.paranoid, result.value, tree.text)
      assert.same(facts.numbers(row.moves), result.best, tree.text)
    end
  end)

  for _, form in ipairs(trees.forms) do
    it("is minimax of one player against the others: " .. form, function()
      for number = 1, TREES do
        local players = number % 3 + 2
        local tree = several.tree(players, number % 2 == 0 and "turn" or "free", 3, 6, seed * 100 + number, 7)
        local game = several.game(tree, form)
        for me = 1, players do
          local moves, value = best_moves(tree, form == "viewpoint" and "functional" or form, me)
          for _, options in ipairs(ALGORITHMS) do
            local state = game.initial()
            local result, found = found_by_search(game, state, me, options)
            assert.equal(value, found, tree.text)
            assert.equal(moves[1], result.move, tree.text)
            assert(trees.at_start(tree, state), tree.text)
          end
        end
      end
    end)
  end

  -- Three players in turn take 1 or 2 counters; whoever takes the last one has won. How many there are, chance decides.
  local function takes(heap)
    return {
      name = "takes", players = 3, sides = { "Ann", "Bob", "Cid" }, range = { -1, 1 },
      moves = function(state) return state.heap > 1 and { 1, 2 } or state.heap == 1 and { 1 } or {} end,
      play = function(state, take)
        if state.turn == 0 then return { heap = take, turn = 1 } end
        return { heap = state.heap - take, turn = state.turn % 3 + 1 }
      end,
      player = function(state) return math.max(state.turn, 1) end,
      chance = function(state) return state.turn == 0 and { heap, heap + 1 } or nil end,
      evaluate = function(state)
        local last = (state.turn + 1) % 3 + 1
        return { state.heap == 0 and (last == 1 and 1 or -1) or 0, state.heap == 0 and (last == 2 and 1 or -1) or 0,
          state.heap == 0 and (last == 3 and 1 or -1) or 0 }
      end,
      key = function(state) return state.heap * 4 + state.turn end,
      bounds = function() error "of no use here" end,
      determinize = function() error "everything is open here" end,
      information = function() error "everything is open here" end,
      format_move = function(_, take) return "take " .. take end,
    }
  end

  it("leaves dice, keys, the range and texts as they are, and what has no meaning for two away", function()
    local game = takes(2)
    local two = alphabeta.paranoid(game, 1)
    assert.equal(0, alphabeta.search(two, { heap = 0, turn = 0 }).value) -- 2 are won, 3 are lost
    assert.equal(1, alphabeta.search(two, { heap = 2, turn = 1 }).value)
    assert.equal(-1, alphabeta.search(two, { heap = 3, turn = 1 }).value)
    for _, name in ipairs { "key", "range", "chance", "format_move", "name", "moves" } do
      assert.equal(game[name], two[name], name)
    end
    for _, name in ipairs { "players", "bounds", "determinize", "information" } do assert.is_nil(two[name]) end
    assert.same({ "Cid", "the others" }, alphabeta.paranoid(game, 3).sides)
    assert.is_true((alphabeta.check(two, { heap = 5, turn = 1 }, { games = 2, time = 5 })))
  end)

  it("is played by players", function()
    local game, moves = takes(7), {}
    local search, state = alphabeta.player {}, { heap = 7, turn = 1 }
    while state.heap > 0 do
      local move = search(state, alphabeta.paranoid(game, game.player(state)))
      moves[#moves + 1], state = move, game.play(state, move)
    end
    assert.equal("1 1 1 1 1 2", table.concat(moves, " ")) -- whoever sees only losses takes the first move
  end)

  local function refusal(...) return select(2, pcall(alphabeta.paranoid, ...)) end

  it("refuses what is no game of several players", function()
    local game = takes(3)
    local function with(fields) return setmetatable(fields, { __index = game }) end
    local ordinary = { moves = game.moves, play = game.play, evaluate = game.evaluate }
    for message, call in pairs {
      ["bad argument #1 to 'paranoid' (game expected, got nil)"] = { nil },
      ["bad argument #1 to 'paranoid' (field 'players': integer from 2 to 8 expected, got nil)"] = { ordinary, 1 },
      ["bad argument #1 to 'paranoid' (game 'takes': field 'players': integer from 2 to 8 expected, got 9)"] =
        { with { players = 9 }, 1 },
      ["bad argument #2 to 'paranoid' (integer from 1 to 3 expected, got 4)"] = { game, 4 },
      ["bad argument #2 to 'paranoid' (integer from 1 to 3 expected, got 0)"] = { game, 0 },
      ["bad argument #2 to 'paranoid' (integer from 1 to 3 expected, got 1.5)"] = { game, 1.5 },
      ["bad argument #2 to 'paranoid' (integer from 1 to 3 expected, got nil)"] = { game },
    } do assert.equal(message, refusal(table.unpack(call, 1, 2))) end
    assert.matches("^bad argument #1 to 'paranoid' %(game 'takes': field 'play': function expected",
      refusal(with { play = 7 }, 1))
  end)

  it("names callbacks that violate their contract", function()
    local function complaint(fields)
      local game = setmetatable(fields, { __index = takes(3) })
      return select(2, pcall(alphabeta.search, alphabeta.paranoid(game, 2), { heap = 3, turn = 1 }))
    end
    local function always(...)
      local values = table.pack(...)
      return function() return table.unpack(values, 1, values.n) end
    end
    local no_list = " (list of a finite number for each player expected)"
    assert.equal("game 'takes': 'evaluate' returned 1" .. no_list, complaint { evaluate = always(1) })
    assert.equal("game 'takes': 'evaluate' returned nil" .. no_list, complaint { evaluate = always() })
    for _, list in ipairs { { 1 }, { 1, 2 }, { 1, 2, 3, 4 } } do
      assert.equal(("game 'takes': 'evaluate' returned a list of %d (3 numbers expected, one for each player)"):format(
        #list), complaint { evaluate = always(list) })
    end
    for _, list in ipairs { { 1, "2", 3 }, { 1, 2, 0 / 0 }, { 1, 2, 1 / 0 }, { -1 / 0, 2, 3 } } do
      assert.equal("game 'takes': 'evaluate' returned a table" .. no_list, complaint { evaluate = always(list) })
    end
    for _, seat in ipairs { 0, 4, 1.5 } do
      assert.equal(("game 'takes': 'player' returned %s (1 to 3 expected)"):format(seat),
        complaint { player = always(seat) })
    end
    local nameless = { players = 3, player = always(), moves = always {}, play = always {}, evaluate = always { 1 } }
    assert.equal("game: 'player' returned nil (1 to 3 expected)",
      select(2, pcall(alphabeta.search, alphabeta.paranoid(nameless, 1), 0)))
  end)

  -- What a game says whose first move has this second result: in a search by playouts and one of player 1 against the
  -- others, a match and a session; that it is over after so many moves, or an error without its ply.
  local function told_of(result, in_place)
    local game = { players = 3, player = function(s) return s.ply % 3 + 1 end,
      moves = function(s) return s.ply < 3 and { 1 } or {} end, evaluate = function() return { 7, 8, 9 } end }
    function game.play(s)
      local after = in_place and s or { ply = s.ply }
      after.ply = after.ply + 1
      if after.ply == 1 then return after, result end
      return after
    end
    if in_place then function game.undo(s) s.ply = s.ply - 1 end end
    local function without_ply(ok, found)
      return ok and found or tostring(found):gsub("^.-: '", "'"):gsub(" at ply %d", "")
    end
    local player = alphabeta.random_player(1)
    local told, state = {}, { ply = 0 }
    told[1] = without_ply(pcall(function()
      return #alphabeta.search(game, state, { algorithm = "mcts", playouts = 9 }).pv
    end))
    told[2] = without_ply(pcall(function() return #alphabeta.search(alphabeta.paranoid(game, 1), state).pv end))
    state.ply = 0 -- to a search an error within `play` leaves in place what nobody knows
    told[3] = without_ply(pcall(function() return alphabeta.match(game, state, { player, player, player }).plies end))
    local session = alphabeta.session(game, { state = state, seats = { player, player, player } })
    told[4] = without_ply(pcall(function()
      while session:step() do end
      return session.turn
    end))
    assert.equal(type(told[4]) == "number" and told[4] or 0, session.turn) -- it goes on where it was
    assert.equal(in_place and session.turn or 0, state.ply)
    state.ply = 0
    local report = select(2, alphabeta.check(game, state, { games = 2, time = 0.1 }))
    assert.equal(type(told[1]) == "number" and "nil" or "payoffs", tostring(report[1] and report[1].fault))
    return told
  end

  it("judges the second result of 'play' as all the others do", function()
    local function all(told) return { told, told, told, told } end
    for _, in_place in ipairs { false, true } do
      assert.same(all(3), told_of(nil, in_place))
      assert.same(all(3), told_of(false, in_place))
      assert.same(all(1), told_of({ 1, 2, 3 }, in_place))
      for _, wrong in ipairs { 7, true, "1", { 1, 2, "3" }, { 1, 2, 0 / 0 }, { 1, 2, 1 / 0 } } do
        local got = wrong == 7 and "7" or "a " .. type(wrong)
        assert.same(all(("'play' returned %s (list of a finite number for each player expected)"):format(got)),
          told_of(wrong, in_place))
      end
      assert.same(all "'play' returned a list of 2 (3 numbers expected, one for each player)",
        told_of({ 1, 2 }, in_place))
    end
  end)
end)

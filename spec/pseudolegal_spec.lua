-- Moves that may turn out to be illegal when they are played: with `pseudolegal` a search is that over the legal
-- ones, in every form in which moves are given. (Most other specs search random trees in this form: see
-- spec/support/trees.lua.)

local alphabeta = require "alphabeta"
local errors = require "spec.support.errors"
local pure = require "alphabeta.pure"

-- Nim with one heap, where nobody may take as many as were taken last.
local function heap(stones, last) return { stones = stones, last = last } end
local function is_legal(state, take) return take <= state.stones and take ~= state.last end

local function legal_moves(state)
  local list = {}
  for take = 1, 3 do if is_legal(state, take) then list[#list + 1] = take end end
  return list
end

local function play(state, take)
  if not is_legal(state, take) then return nil end
  return heap(state.stones - take, take)
end

local function evaluate(state) return #legal_moves(state) == 0 and -10 - state.stones or state.stones % 4 - 1 end
local function key(state) return state.stones * 4 + (state.last or 0) end

local strict = { moves = legal_moves, play = play, evaluate = evaluate, key = key, noisy = legal_moves }

local function with(fields)
  return setmetatable(fields, { __index = { play = play, evaluate = evaluate, key = key, pseudolegal = true } })
end

local function all() return { 1, 2, 3 } end

local FORMS = {
  list = with { moves = all, noisy = all },
  iterator = with { moves = function()
    local at = 0
    return function()
      at = at + 1
      if at <= 3 then return at end
    end
  end, noisy = all },
  variadic = with { variadic = true, moves = function() return 1, 2, 3 end, noisy = function() return 1, 2, 3 end },
  fills = with {
    fills = true,
    moves = function(_, list)
      list[1], list[2], list[3] = 1, 2, 3
      return 3
    end,
    noisy = function(_, list)
      list[1], list[2], list[3] = 1, 2, 3
      return 3
    end,
  },
  successors = setmetatable({ pseudolegal = true, evaluate = evaluate, key = key, successors = function(state)
    local list = {}
    for take = 1, 3 do list[take] = play(state, take) or false end
    return list
  end }, {}),
  undo = with {
    moves = all, noisy = all,
    play = function(state, take)
      if not is_legal(state, take) then return false end
      state.stones, state.last = state.stones - take, take
      state[#state + 1] = take
    end,
    undo = function(state, take)
      state[#state] = nil
      state.stones, state.last = state.stones + take, state[#state]
    end,
  },
}

describe("Without `pseudolegal`, `successors`", function()
  it("may not have false in its list", function()
    local game = { evaluate = function() return -1 end, key = function(n) return n end,
      successors = function(n) return n > 0 and { n - 1, false } or {} end }
    for _, algorithm in ipairs { "alphabeta", "minimax", "mcts", "F" } do
      assert.error_matches(function() alphabeta.search(game, 3, { algorithm = algorithm, nodes = 100 }) end,
        "'successors' returned a boolean (list of states expected)", nil, true)
    end
    for _, call in ipairs { alphabeta.solve, alphabeta.search } do
      assert.error_matches(function() call(game, 3) end, "'successors' returned", nil, true)
      assert.error_matches(function() call(game, false) end, "(state expected, got false)", nil, true)
    end
    local players = { alphabeta.random_player(1), alphabeta.random_player(2) }
    assert.error_matches(function() alphabeta.match(game, 9, players) end,
      "'successors' has false in its list (state expected)", nil, true)
  end)
end)

local ASKS = {
  {}, { depth = 5 }, { depth = 4, table = false, all = true }, { depth = 3, algorithm = "mtdf" },
  { depth = 3, shortest = true },
  { depth = 4, algorithm = "minimax", table = false }, { depth = 4, algorithm = "F2" },
  { depth = 2, quiescence = 3 }, { depth = 1, quiescence = 9, table = false },
}

-- States are told by what can be asked of them: those changed in place carry what was played.
local function essence(result) return { result.value, result.move, result.pv[1] } end

describe("pseudo-legal moves", function()
  for form, game in pairs(FORMS) do
    it("are searched as the legal ones among them: " .. form, function()
      for stones = 0, 13 do
        for _, options in ipairs(ASKS) do
          if not (options.quiescence and form == "successors") then
            local wanted = alphabeta.search(strict, heap(stones), options)
            local state = heap(stones)
            assert.same(essence(wanted), essence(alphabeta.search(game, state, options)))
            assert.same(heap(stones), state)
          end
        end
      end
    end)

    it("are searched the same in slices, solved, played at random and in matches: " .. form, function()
      local state = heap(11)
      local search = alphabeta.start(game, state, { depth = 7 })
      while not search:step { nodes = 1 } do assert.same(heap(11), state) end
      assert.equal(alphabeta.search(strict, heap(11), { depth = 7 }).value, search:result().value)
      local whole, solved = alphabeta.solve(strict, heap(11)), alphabeta.solve(game, state)
      assert.equal(#whole, #solved)
      assert.equal(whole:value(heap(11)), solved:value(state))
      assert.same(whole:moves(heap(11)), solved:moves(state))
      local tree = alphabeta.search(game, state, { algorithm = "mcts", playouts = 3000 })
      assert.equal(whole:value(heap(11)), tree.value)
      assert.equal("exact", tree.bound)
      local matched = alphabeta.match(game, heap(11), { alphabeta.player { depth = 3 }, alphabeta.random_player(1) },
        { games = 4 })
      for _, record in ipairs(matched.games) do assert.equal("finished", record.reason) end
      assert.is_true((alphabeta.check(game, heap(6), { time = 0.1 })))
    end)

    it("are the legal ones to a policy: " .. form, function()
      local seen = 0
      alphabeta.search(game, heap(9), { algorithm = "mcts", playouts = 20, policy = function(state, moves, random)
        for _, move in ipairs(moves) do assert(is_legal(state, move)) end
        seen = seen + 1
        return moves[random(#moves)]
      end })
      assert(seen > 5)
    end)
  end

  it("are searched by alphabeta.pure, too", function()
    for stones = 0, 13 do
      for _, form in ipairs { "list", "undo" } do
        for _, options in ipairs { {}, { depth = 4 }, { depth = 3, table = false, all = true } } do
          local fields = { noisy = false }
          for _, name in ipairs { "moves", "play", "undo", "evaluate", "key", "pseudolegal" } do
            fields[name] = FORMS[form][name]
          end
          assert.equal(alphabeta.search(strict, heap(stones), options).value,
            pure.search(fields, heap(stones), options).value)
        end
      end
    end
  end)

  it("need the field: without it nil is an error", function()
    local game = { moves = all, play = play, evaluate = evaluate }
    assert.error_matches(function() alphabeta.search(game, heap(3)) end,
      "'play' returned nil %(state expected%) at ply 1")
  end)

  it("are refused by nothing else: the field is a boolean", function()
    local game = { moves = all, play = play, evaluate = evaluate, pseudolegal = 1 }
    assert.equal("bad argument #1 to 'search' (game: field 'pseudolegal': boolean expected, got 1)",
      errors.of(alphabeta.search, game, heap(3)))
  end)

  it("may not be outcomes of chance", function()
    local game = with { moves = all, chance = function(state) return state.last == nil and { 1, 9 } or nil end }
    assert.error_matches(function() alphabeta.search(game, heap(5), { depth = 2 }) end, "'play' refused outcome 2")
  end)

  it("that are illegal must not change the state: the doctor says so", function()
    local game = setmetatable({ play = function(state, take)
      local was_legal, last = is_legal(state, take), state.last
      state.last = take
      if not was_legal then return false end
      state.last = last
      return FORMS.undo.play(state, take)
    end }, { __index = FORMS.undo })
    local _, findings = alphabeta.check(game, heap(6), { time = 0.3 })
    assert.equal("illegal-changes-state", findings[1].fault)
  end)
end)

-- With a temperature a move is drawn by its value: with probability proportional to exp((value - best) / temperature).
-- The guard keeps such a player from overlooking what ends the game at once.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local endings = require "spec.support.endings"
local generator = require "alphabeta.base.random"
local kalah = require "alphabeta.games.kalah"
local numbers = require "spec.support.numbers"
local oracle = require "spec.support.oracle"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local TREES = effort(60)
local DRAWS = quick(40000, 100000)
local FINE = 2 ^ 30
local inf = math.huge

-- One move after which the values are known; the game goes on there.
local function position(values)
  return {
    moves = function(state) return numbers(state == 0 and #values or state < 0 and 0 or 1) end,
    play = function(state, move) return state == 0 and move or -1 end,
    evaluate = function(state) return -(values[state] or 0) end,
  }
end

-- The move that the formula gives for a number from 1 to 2^30.
local function drawn(values, temperature, number)
  local best, total, sum, weights = -inf, 0, 0, {}
  for _, value in ipairs(values) do best = math.max(best, value) end
  for i, value in ipairs(values) do
    weights[i] = value == best and 1 or (best == inf or value == -inf) and 0 or math.exp((value - best) / temperature)
    total = total + weights[i]
  end
  for i, weight in ipairs(weights) do
    sum = sum + weight
    if sum > (number - 0.5) / FINE * total then return i end
  end
end

local function search(game, state, options) return alphabeta.search(game, state, options) end

describe("temperature", function()
  it("draws moves as the softmax of their values, by chi-square", function()
    local values, temperature = { 3, 5, 4, 5, -inf, 1.5 }, 1.5
    local game, draw, counts, total = position(values), generator(seed), {}, 0
    for i = 1, #values do counts[i] = 0 end
    for _ = 1, DRAWS do
      local move = search(game, 0, { depth = 1, temperature = temperature, guard = 0, random = draw }).move
      counts[move] = counts[move] + 1
    end
    for _, value in ipairs(values) do total = total + math.exp((value - 5) / temperature) end
    local chi = 0
    for i, value in ipairs(values) do
      local expected = DRAWS * math.exp((value - 5) / temperature) / total
      if expected > 0 then chi = chi + (counts[i] - expected) ^ 2 / expected end
    end
    assert.equal(0, counts[5])
    assert(chi < 18.5, ("seed %s: chi-square %f, of 4 degrees of freedom"):format(seed, chi)) -- 0.1 %
  end)

  it("draws by the formula", function()
    local lists = {
      { 1, 2, 3 }, { 3, 3, 3 }, { inf, 2, inf }, { -inf, -inf }, { -inf, 4, -inf, 4.5 }, { -1e300, 1e300, 0 }, { 7 },
    }
    local draw = generator(seed)
    for _, values in ipairs(lists) do
      for _, temperature in ipairs { 1e-300, 0.1, 1, 1000, inf } do
        for _, number in ipairs { 1, FINE, draw(FINE), draw(FINE), draw(FINE) } do
          local asked
          local result = search(position(values), 0, { depth = 1, temperature = temperature, random = function(n)
            asked = n
            return number
          end })
          assert.equal(FINE, asked)
          assert.equal(drawn(values, temperature, number), result.move)
          assert.equal(result.pv[1], result.move)
          assert.equal(math.max(table.unpack(values)), result.value)
          assert.equal(#values, #result.moves)
          assert.truthy(result.best)
        end
      end
    end
  end)

  it("draws once, when the search is over, in steps as in one go", function()
    local asked = 0
    local running = alphabeta.start(kalah, kalah.initial(), { depth = 4, temperature = 2, random = function()
      asked = asked + 1
      return FINE
    end })
    while not running:step { nodes = 50 } do assert.equal(0, asked) end
    local whole = search(kalah, kalah.initial(), { depth = 4, temperature = 2, random = function() return FINE end })
    assert.equal(whole.move, running:result().move)
    running:close()
    assert.equal(whole.move, running:result().move)
    assert.equal(1, asked)
  end)

  it("makes a player weaker the higher it is, and repeats by its seed", function()
    local function score(temperature)
      local players = { alphabeta.player { depth = 3, temperature = temperature, seed = 1 },
        alphabeta.player { depth = 3, seed = 2 } }
      local options = { games = quick(20, 60), opening_plies = 3, seed = 3 }
      return alphabeta.match(kalah, kalah.initial(), players, options).score
    end
    local cold, warm, hot = score(0.1), score(1.5), score(20)
    assert(cold > warm and warm > hot and hot < 0.15, ("%g %g %g"):format(cold, warm, hot))
    assert.equal(warm, score(1.5))
  end)

  it("draws nothing where no value is known yet", function()
    local result = search(position { 3, 5, 4 }, 0, { depth = 3, temperature = 1, nodes = 2, deepening = false,
      random = function() error "nothing to draw" end })
    assert.is_nil(result.value)
    assert.is_nil(result.move)
  end)

  it("cannot be used with other ways to choose", function()
    for _, row in ipairs {
      { { choose = "first" }, "cannot be used with 'choose'" },
      { { choose = "random" }, "cannot be used with 'choose'" },
      { { shortest = true }, "cannot be used with 'shortest'" },
      { { window = { 0, 1 } }, "cannot be used with 'window'" },
      { { trace = true }, "cannot be used with 'trace'" },
    } do
      row[1].temperature = 1
      local worked, message = pcall(search, kalah, kalah.initial(), row[1])
      assert.is_false(worked)
      assert.matches("option 'temperature' " .. row[2], message, 1, true)
    end
    for _, wrong in ipairs { 0, -1, 0 / 0, "1" } do
      local worked, message = pcall(search, kalah, kalah.initial(), { temperature = wrong })
      assert.is_false(worked)
      assert.matches("option 'temperature': number above 0 expected", message, 1, true)
    end
    local worked, message = pcall(search, kalah, kalah.initial(), { guard = 1 })
    assert.is_false(worked)
    assert.matches("option 'guard' needs 'temperature'", message, 1, true)
  end)
end)

describe("guard", function()
  -- The result of a search, in one go or in slices of so many positions.
  local function searched(game, state, options, slice)
    if slice == 0 then return search(game, state, options) end
    local running = alphabeta.start(game, state, options)
    repeat until running:step { nodes = slice }
    return running:result()
  end

  -- How the game ends after a move, as a search of so many plies sees it: 1 won, -1 lost, 0 not yet, or drawn.
  local function end_after(place, move, plies)
    local value = -oracle.minimax(endings.game, endings.game.play(place, move), plies).value
    return value % 2 ~= 0 and 0 or value > 0 and 1 or value < 0 and -1 or 0
  end

  local function allowed(place, plies)
    local best, ends, set = -1, {}, {}
    for i, move in ipairs(endings.game.moves(place)) do
      ends[i] = end_after(place, move, plies)
      best = math.max(best, ends[i])
    end
    for i, reached in ipairs(ends) do set[i] = reached == best or nil end
    return set
  end

  for _, form in ipairs(endings.FORMS) do
    it("draws only moves that win at once, or else only those that do not lose: " .. form[1], function()
      local kept = 0
      for i = 1, TREES do
        local place = endings.root(seed, i)
        for plies = 1, 3 do
          local set = allowed(place, plies)
          for k = 0, 8 do
            local given = { id = place.id, ply = 0 }
            local options = { depth = 2, temperature = inf, guard = plies, random = function(n)
              return math.max(1, n * k // 8)
            end }
            if plies == 1 then options.guard = nil end
            local result = searched(form[2], given, options, k % 4)
            assert.is_true(set[result.move], ("seed %s, tree %d, guard %d"):format(seed, i, plies))
            assert.equal(0, given.ply)
          end
          if #endings.game.moves(place) > (set[1] and 1 or 0) + (set[2] and 1 or 0) + (set[3] and 1 or 0)
            + (set[4] and 1 or 0) then kept = kept + 1 end
        end
      end
      assert(kept > TREES / 4, kept)
    end)
  end

  it("is off at 0", function()
    local seen = {}
    for i = 1, TREES do
      local place = endings.root(seed, i)
      local set = allowed(place, 1)
      for k = 0, 8 do
        local move = search(endings.game, place, { depth = 2, temperature = inf, guard = 0, random = function(n)
          return math.max(1, n * k // 8)
        end }).move
        if not set[move] then seen[#seen + 1] = move end
      end
    end
    assert(#seen > 0)
  end)

  it("takes it from `play` that a game is over, which nothing else may say", function()
    local game = { -- move 3 wins at once
      moves = function() return { 1, 2, 3 } end,
      play = function(_, move) return move, move == 3 and -1 or nil end,
      evaluate = function() return 0 end,
    }
    for k = 0, 4 do
      local function random(n) return math.max(1, n * k // 4) end
      assert.equal(3, search(game, 0, { depth = 1, temperature = inf, guard = 1, random = random }).move)
    end
  end)

  it("weighs the moves that may be drawn against each other, whatever the others seem to be worth", function()
    local game = { -- move 1 seems to be worth most by far, and loses at the next move
      moves = function(state) return state == 1 and { 4 } or { 1, 2, 3 } end,
      play = function(_, move) return move, move == 4 and -1 or nil end,
      evaluate = function(state) return state == 1 and -1e6 or state == 3 and -2 or 0 end,
    }
    local seen = {}
    for k = 0, 4 do
      local function random(n) return math.max(1, n * k // 4) end
      seen[search(game, 0, { depth = 1, temperature = 2, guard = 2, random = random }).move] = true
    end
    assert.same({ [2] = true, [3] = true }, seen)
  end)

  -- Move 1 seems to be worth most by far, and loses at the next move; move 3 is illegal.
  it("looks at the moves that the search knows where a limit came before it knew all", function()
    local game = {
      pseudolegal = true,
      moves = function(state) return state == 0 and { 1, 2, 3, 4, 5, 6 } or state == 1 and { 7, 8, 9 } or { 8 } end,
      play = function(state, move)
        if state == 0 and move == 3 then return nil end
        return move < 8 and move or 10 * state + move, move == 7 and -5 or move > 7 and 0 or nil
      end,
      evaluate = function(state) return state == 1 and -5 or 0 end,
      order = function(_, move) return move end,
    }
    for k = 0, 8 do
      local options = { temperature = 1, depth = 1, random = function(n) return math.max(1, n * k // 8) end }
      for nodes = 2, 7 do
        options.nodes = nodes
        local result = search(game, 0, options)
        assert(result.move ~= 1 or #result.moves == 1, nodes)
      end
      options.depth, options.nodes, options.algorithm = nil, nil, "mcts"
      for playouts = 1, 8 do
        options.playouts = playouts
        local result = search(game, 0, options)
        assert(result.move ~= 1 or #result.moves == 1, playouts)
      end
    end
  end)

  it("is looked for in steps, which draw nothing before all is known", function()
    local game = { -- move 3 wins at once
      moves = function() return { 1, 2, 3 } end,
      play = function(_, move) return move, move == 3 and -1 or nil end,
      evaluate = function() return 0 end,
    }
    local draws = 0
    local running = alphabeta.start(game, 0, { depth = 1, temperature = inf, guard = 2, random = function()
      draws = draws + 1
      return 1
    end })
    local steps = 0
    assert.is_false(running:step { nodes = 100, time = 100 }) -- what is left of a step when the walk ends is not used
    repeat
      steps = steps + 1
      running:result()
      assert.equal(0, draws)
    until running:step { nodes = 1 }
    assert.equal(3, running:result().move)
    assert(steps > 12, steps)
    assert(draws > 0)
  end)

  it("knows what was on the board before", function()
    local game = { -- 0 -> 1 -> 3, which has been on the board; 0 -> 2 -> 4, which looks better
      moves = function(state) return state == 0 and { 1, 2 } or { state + 2 } end,
      play = function(_, move) return move end,
      key = function(state) return state end,
      player = function(state) return state % 3 == 1 and 2 or 1 end,
      evaluate = function(state) return state == 4 and -9 or 0 end,
      repetition = 1,
    }
    local options = { depth = 2, temperature = 1, random = function(n) return n end }
    assert.equal(2, search(game, 0, options).move)
    options.history = { 3 }
    assert.equal(1, search(game, 0, options).move)
  end)

  it("may be closed before all is known", function()
    local running = alphabeta.start(kalah, kalah.initial(), { depth = 2, temperature = 1, guard = 3 })
    repeat running:step { nodes = 1 } until running:result().depth == 2
    running:close()
    assert.equal("closed", running:result().stopped)
    assert.equal(2, running:result().depth)
  end)

  it("says nothing of moves while not all are searched", function()
    local game = { -- move 1, which wins at once, comes last
      moves = function(state) return state == 0 and { 1, 2, 3 } or state > 1 and { 4 } or {} end,
      play = function(_, move) return move end,
      evaluate = function(state) return state == 1 and -1 or 0 end,
      order = function(_, move) return move end,
    }
    local options = { depth = 1, temperature = inf, guard = 1, random = function(n) return n end }
    assert.equal(1, search(game, 0, options).move)
    options.nodes = 3
    assert.equal(3, search(game, 0, options).move)
  end)

  it("may be interrupted by an error, and goes on after it", function()
    local place, strike, calls = endings.root(seed, 1), 0, 0
    local game = endings.with(endings.FORMS[4][2], { play = function(...)
      calls = calls + 1
      if calls == strike then error "struck" end
      return endings.FORMS[4][2].play(...)
    end })
    local options = { depth = 2, temperature = 1, guard = 2, random = function() return 12345 end }
    local whole = search(game, place, options)
    local all = calls
    for at = all, 1, -7 do
      strike, calls = at, 0
      local given = { id = place.id, ply = 0 }
      local running = alphabeta.start(game, given, options)
      local worked = pcall(running.step, running)
      assert.is_false(worked)
      strike = 0
      local result = pcall(running.step, running) and running:result() or { stopped = "dirty" }
      assert(result.stopped == "dirty" or result.move == whole.move)
    end
  end)

  -- A heap of which 1 or 2 are taken. `strike` counts the calls of `play` down: at 0 an error is raised; `wait` those
  -- of `moves`: at 0 the coroutine waits.
  local function heap(undo, about)
    return {
      moves = function(state)
        about.wait = about.wait - 1
        if about.wait == 0 then coroutine.yield() end
        return state.heap > 1 and { 1, 2 } or state.heap == 1 and { 1 } or {}
      end,
      play = function(state, take)
        about.strike = about.strike - 1
        if about.strike == 0 then error "struck" end
        state.heap = state.heap - take
      end,
      undo = undo,
      evaluate = function(state) return state.heap == 0 and -1 or 0 end,
    }
  end
  local UNDO = { true, function(state, take) state.heap = state.heap + take end }
  local OPTIONS = { depth = 1, temperature = 1, guard = 2, random = function() return 1 end }

  -- Does a search that was broken off in its first step go on as if nothing had happened?
  local function goes_on(running, state)
    assert.is_true(running:step())
    assert.equal(5, state.heap)
    assert.equal(2, running:result().move)
  end

  it("brings a state back that an error has left changed, or says that it cannot", function()
    for _, undo in ipairs(UNDO) do
      for at = 1, 16 do
        local about, state = { strike = at, wait = 0 }, { heap = 5 }
        local running = alphabeta.start(heap(undo, about), state, OPTIONS)
        assert.is_false(pcall(running.step, running))
        if undo == true then
          goes_on(running, state)
        else
          assert.equal("dirty", running:result().stopped)
        end
      end
    end
  end)

  it("bears a hook that raises, wherever it is by then", function()
    for instructions = 1, 200, 3 do
      local about, state = { strike = 0, wait = 0 }, { heap = 5 }
      local running = alphabeta.start(heap(true, about), state, OPTIONS)
      assert.is_false(running:step { nodes = 100 })
      assert.equal(1, running:result().depth)
      local raises = false
      debug.sethook(function()
        if not raises then return end
        raises = false
        error "enough"
      end, "", instructions)
      local worked = pcall(function()
        raises = true
        running:step()
        raises = false
      end)
      debug.sethook()
      assert(not worked or instructions > 100)
      goes_on(running, state)
    end
  end)

  it("brings a state back where the coroutine was killed", function()
    for at = 1, 10 do
      for _, undo in ipairs(UNDO) do
        local about, state = { strike = 0, wait = at }, { heap = 5 }
        local running = alphabeta.start(heap(undo, about), state, OPTIONS)
        coroutine.resume(coroutine.create(function() running:step() end))
        collectgarbage()
        goes_on(running, state)
      end
    end
  end)

  it("lets callbacks yield", function()
    local plain = endings.game
    local game = endings.with(plain, { evaluate = function(place)
      coroutine.yield()
      return plain.evaluate(place)
    end })
    local options = { depth = 2, temperature = 1, guard = 2, random = function() return 12345 end }
    local whole, result = search(plain, endings.root(seed, 2), options), nil
    local running = coroutine.wrap(function()
      result = search(game, endings.root(seed, 2), options)
      return true
    end)
    repeat until running()
    assert.equal(whole.move, result.move)
  end)
end)

-- Option `draws`: where chance has many outcomes a few count. Against plain expectiminimax over those; how much each
-- outcome counts is what a search says of its position alone, where that outcome is worth 1 and the others are worth 0.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local ewn = require "alphabeta.games.ewn"
local numbers = require "spec.support.numbers"
local odd = require "spec.support.odd"
local random = require "spec.support.random"
local seed = require "spec.support.seed"

local MOST = 9 -- outcomes

------------------------------------------------------------------------------------------------
-- What is drawn

-- How much each outcome counts in a position with this key.
local function drawn(key, weights, options)
  local outcomes, parts, only = {}, {}, nil
  for i = 1, #weights do outcomes[i] = i end
  local game = {
    player = function() return 1 end,
    moves = function() return {} end,
    chance = function(at) if at == 0 then return outcomes, weights end end,
    play = function(_, outcome) return outcome end,
    key = function(at) return at == 0 and key or at + 2 ^ 40 end,
    evaluate = function(at) return at == only and 1 or 0 end,
  }
  for i = 1, #weights do
    only = i
    parts[i] = alphabeta.search(game, 0, { depth = 1, draws = options.draws, seed = options.seed }).value
  end
  return parts
end

describe("what is drawn", function()
  it("is all where there are no more, and otherwise as many as were asked for", function()
    local weights = { 1, 2, 3, 4 }
    assert.same({ 0.1, 0.2, 0.3, 0.4 }, drawn(7, weights, { draws = 4, seed = 5 }))
    for draws = 1, 3 do
      local times = 0
      for _, part in ipairs(drawn(7, weights, { draws = draws, seed = 5 })) do
        assert.equal(math.floor(part * draws + 0.5) / draws, part)
        times = times + part * draws
      end
      assert.equal(draws, math.floor(times + 0.5))
    end
  end)

  it("is the same where `key` has raised an error at any call, and the step is taken again", function()
    local function search(fails)
      local calls = 0
      local game = {
        player = function() return 1 end,
        moves = function() return {} end,
        chance = function(at) if at < 10 then return { 1, 2, 3, 4, 5, 6, 7 } end end,
        play = function(at, outcome) return 10 * at + outcome end,
        evaluate = function(at) return at end,
      }
      function game.key(at)
        calls = calls + 1
        if calls == fails then error "once" end
        return at
      end
      local started = alphabeta.start(game, 1, { depth = 2, draws = 3, seed = seed, table = false })
      local fine, done = pcall(started.step, started)
      if not fine then done = started:step() end
      assert.is_true(done)
      return started:result().value, calls, fine
    end
    local value, calls = search(0)
    for fails = 1, calls do
      local again, _, fine = search(fails)
      assert.same({ value, false }, { again, fine }, ("seed %d, call %d"):format(seed, fails))
    end
  end)

  it("is one from each of so many equal parts of the probability, whatever the unit of the weights", function()
    for key = 1, 20 do
      local parts = drawn(key, { 1e9, 1e9, 2e9, 1e9, 1e9, 2e9 }, { draws = 4, seed = seed })
      assert.same({ 0.25, 0.25 }, { parts[3], parts[6] })
      assert.same({ 0.25, 0.25 }, { parts[1] + parts[2], parts[4] + parts[5] })
    end
  end)

  it("counts as much as it is likely, over all positions, and depends on key and seed", function()
    local weights, sums, seen, others = { 1, 5, 2, 8, 3, 1 }, { 0, 0, 0, 0, 0, 0 }, {}, {}
    local count = effort(200, 100)
    for key = 1, count do
      local parts = drawn(key, weights, { draws = 3, seed = seed })
      for i, part in ipairs(parts) do sums[i] = sums[i] + part / count end
      seen[table.concat(parts, " ")] = true
    end
    for i, sum in ipairs(sums) do
      local likely = weights[i] / 20
      assert(math.abs(sum - likely) < 5 * math.sqrt(likely * (1 - likely) / count), ("outcome %d: %g"):format(i, sum))
    end
    for i = 1, 50 do others[table.concat(drawn(3, weights, { draws = 3, seed = i }), " ")] = true end
    for _, kinds in ipairs { seen, others } do
      local distinct = 0
      for _ in pairs(kinds) do distinct = distinct + 1 end
      assert(distinct > 5, distinct) -- of the 18 that there are
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- A graph in which positions occur again, by other moves and at other plies. A position is a number; at the odd ones
-- chance decides.

local POWERS = { 1, 1, 2, 7, 40 }

local Graph = {}
Graph.__index = Graph

local function grow(id, size)
  local graph = setmetatable({ weights = {}, children = {}, worth = {}, players = {}, parts = {} }, Graph)
  local used = 0
  local function draw(n)
    used = used + 1
    return random.draw(id, used, n)
  end
  for at = 0, size - 1 do
    local is_chance = at % 2 == 1
    local weights, children = {}, {}
    for i = 1, is_chance and 1 + draw(MOST) or draw(4) do
      weights[i] = POWERS[1 + draw(5)]
      children[i] = is_chance and 2 * draw(size / 2) or draw(size)
    end
    graph.weights[at], graph.children[at] = is_chance and weights or nil, children
    graph.worth[at], graph.players[at] = (draw(41) - 20) * 0.1, 1 + draw(2)
  end
  return graph
end

function Graph:drawn(at, options)
  local name = ("%d %d %d"):format(at, options.draws, options.seed)
  self.parts[name] = self.parts[name] or drawn(at, self.weights[at], options)
  return self.parts[name]
end

-- Plain expectiminimax over what is drawn.
function Graph:value(at, depth, options)
  local children = self.children[at]
  if depth == 0 or #children == 0 then return self.worth[at], nil end
  local function child(i, left)
    local value = self:value(children[i], left, options)
    return self.players[children[i]] == self.players[at] and value or -value
  end
  if self.weights[at] then
    local sum = 0.0
    for i, part in ipairs(self:drawn(at, options)) do
      if part > 0 then sum = sum + part * child(i, depth) end
    end
    return sum, nil
  end
  local best, move
  for i = 1, #children do
    local value = child(i, depth - 1)
    if not best or value > best then best, move = value, i end
  end
  return best, move
end

local FORMS = {}

function FORMS.list(graph)
  return {
    range = { -2, 2 },
    player = function(at) return graph.players[at] end,
    evaluate = function(at) return graph.worth[at] end,
    key = function(at) return at end,
    chance = function(at)
      if not graph.weights[at] then return nil end
      local outcomes = {}
      for i = 1, #graph.children[at] do outcomes[i] = "outcome " .. i end
      return outcomes, graph.weights[at]
    end,
    moves = function(at) return numbers(#graph.children[at]) end,
    play = function(at, move) return graph.children[at][tonumber((tostring(move):gsub("outcome ", "")))] end,
  }, function(at) return at end
end

-- Without a range nothing is cut off.
function FORMS.unranged(graph)
  local game = FORMS.list(graph)
  game.range = nil
  return game, function(at) return at end
end

function FORMS.width(graph)
  local game = FORMS.list(graph)
  game.moves, game.width = nil, MOST
  function game.chance(at)
    local outcomes = numbers(#graph.children[at])
    if graph.weights[at] then return outcomes, graph.weights[at] end
  end
  return game, function(at) return at end
end

function FORMS.undo(graph)
  local plain, game = FORMS.list(graph), { range = { -2, 2 } }
  for _, name in ipairs { "player", "evaluate", "key", "chance", "moves" } do
    game[name] = function(path) return plain[name](path[#path]) end
  end
  function game.play(path, move) path[#path + 1] = plain.play(path[#path], move) end
  function game.undo(path) path[#path] = nil end
  return game, function(at) return { at } end
end

local NAMES = { "list", "unranged", "width", "undo" }
local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf", "aspiration", "bisection", "branch-and-bound", "F" }
local STEPS = { nil, { nodes = 1 }, { nodes = 7 }, n = 3 }

local function found(game, state, options, limits)
  if not limits then return alphabeta.search(game, state, options) end
  local search = alphabeta.start(game, state, options)
  repeat until search:step(limits)
  return search:result()
end

describe("a search by outcomes that are drawn", function()
  it("is worth what plain expectiminimax says of those, in every form, by every algorithm, in any slices", function()
    for number = 1, effort(6, 3) do
      local graph = grow(seed * 1000 + number, 30)
      local given = { depth = 1 + number % 4, draws = 1 + number % 5, seed = number }
      for at = 0, 3 do
        local value, move = graph:value(at, given.depth, given)
        for f, form in ipairs(NAMES) do
          local game, position = FORMS[form](graph)
          for a, algorithm in ipairs(ALGORITHMS) do
            local options = { depth = given.depth, draws = given.draws, seed = given.seed, algorithm = algorithm }
            if (a + f) % 3 == 0 then options.table = false end
            if (a + f + at) % 4 == 0 then options.deepening = algorithm ~= "F" end
            local result = found(game, position(at), options, algorithm ~= "F" and STEPS[(a + f + number) % 3 + 1])
            local where = ("seed %d, graph %d, position %d, %s, %s"):format(seed, number, at, form, algorithm)
            assert(result.value == value, ("%s: %.17g, not %.17g"):format(where, result.value, value))
            assert(result.move == move, where)
            assert(result.bound == "estimate", where)
          end
        end
      end
    end
  end)

  it("is worth the same with a table that knows other draws, and what all outcomes are worth", function()
    for number = 1, effort(6, 3) do
      local graph = grow(seed * 2000 + number, 24)
      local game, size = FORMS.list(graph), alphabeta.table()
      for round = 1, 2 do
        for _, given in ipairs { { 2, 1 }, { 3, 1 }, { 2, 2 }, { MOST, 1 }, {} } do
          local asked = { draws = given[1] or MOST, seed = given[2] or 1 }
          local result = alphabeta.search(game, 0, { depth = 3, draws = given[1], seed = given[2], table = size })
          local value = graph:value(0, 3, asked)
          assert(result.value == value, ("seed %d, graph %d, round %d: %s draws"):format(seed, number, round,
            tostring(given[1])))
          assert.same(given[1], result.draws)
        end
      end
    end
  end)

  it("goes on as if nothing had happened when any call has failed, or yielded", function()
    for number = 1, effort(3, 1) do
      local graph = grow(seed * 3000 + number, 20)
      for _, form in ipairs(NAMES) do
        local game, position = FORMS[form](graph)
        local options = { depth = 3, draws = 2, seed = number }
        local whole = alphabeta.search(game, position(1), options)
        odd.make(game, { "moves", "play", "evaluate", "key", "chance", "player" }, 20)
        local parts = odd.finish(alphabeta.start(game, position(1), options))
        assert.same({ whole.value, whole.move, whole.nodes }, { parts.value, parts.move, parts.nodes },
          ("seed %d, graph %d, %s"):format(seed, number, form))
      end
    end
  end)

  it("is the same in C, with functions in Lua, and by several threads", function()
    local wrapped = {}
    for _, name in ipairs { "evaluate", "key", "chance" } do
      wrapped[name] = function(...) return ewn[name](...) end
    end
    local mixed = setmetatable(wrapped, { __index = ewn })
    local foreign = setmetatable({ play = function(...) return ewn.play(...) end }, { __index = mixed })
    local state = ewn.initial()
    for draws = 1, 5 do
      local options = { depth = 2, draws = draws, seed = draws }
      local expected = alphabeta.search(ewn, state, options)
      for _, game in ipairs { mixed, foreign } do
        local result = alphabeta.search(game, state, options)
        assert.same({ expected.value, expected.move }, { result.value, result.move })
      end
      options.threads = 2
      assert.equal(expected.value, alphabeta.search(ewn, state, options).value)
    end
    assert.are_not.equal(alphabeta.search(ewn, state, { depth = 2, draws = 2 }).value,
      alphabeta.search(ewn, state, { depth = 2 }).value)
  end)

  it("visits as many positions as are drawn, and proves nothing", function()
    local game = {
      range = { -1, 1 },
      player = function() return 1 end,
      moves = function(at) return at < 0 and { 1 } or {} end,
      chance = function(at)
        if at ~= 1000 then return nil end
        local outcomes = numbers(600)
        return outcomes
      end,
      play = function(at, move) return at < 0 and 1000 or move end,
      key = function(at) return at end,
      evaluate = function() return 1 end,
    }
    local result = alphabeta.search(game, -1, { draws = 20, algorithm = "minimax" })
    assert.same({ 22, "estimate", 20, 1 }, { result.nodes, result.bound, result.draws, result.seed })
    local all = alphabeta.search(game, -1, { draws = 20, seed = 3, all = true })
    assert.same({ "estimate", 3 }, { all.moves[1].bound, all.seed })
    assert.equal("lower", alphabeta.search(game, -1, { draws = 20, window = { 0, 0.5 } }).bound)
  end)

  it("is explained as what it is", function()
    local game, at = {
      moves = function(at) return at == 0 and { 1, 2 } or {} end,
      chance = function(at) if at == 1 or at == 2 then return { 3, 4, 5 }, { 1, 1, 1 } end end,
      player = function() return 1 end,
      play = function(_, move) return move end,
      key = function(state) return state end,
      evaluate = function(state) return state end,
    }, 0
    local result = alphabeta.search(game, at, { draws = 2, seed = 4, depth = 1 })
    assert.matches("1 ply ahead, by an estimate from 2 outcomes wherever chance has more%.\n",
      alphabeta.explain(game, at, result))
  end)

  it("serves players and sessions, which repeat it by their seed", function()
    local state = ewn.initial()
    state = ewn.play(state, ewn.chance(state)[1])
    local function asked(given)
      local move, result = alphabeta.player { depth = 2, draws = 2, seed = given }(state, ewn)
      return { move, result.value, result.bound, result.draws, result.seed }
    end
    assert.same(asked(5), asked(5))
    assert.same({ "estimate", 2, 5 }, { compat.unpack(asked(5), 3) })
    local function played()
      local seats = { "computer", "computer" }
      local session = alphabeta.session(ewn, { seed = 1, seats = seats, think = { depth = 1, draws = 2 } })
      repeat session:step() until #session.entries > 5
      return session:text()
    end
    assert.equal(played(), played())
  end)

  it("is refused by name where it has no meaning", function()
    local game = FORMS.list(grow(1, 10))
    local function refused(message, of, options)
      assert.equal(("bad argument #3 to 'search' (%s)"):format(message), errors.of(alphabeta.search, of, 0, options))
    end
    for message, options in pairs {
      ["option 'draws': integer from 1 to 65535 expected, got 0"] = { draws = 0, depth = 1 },
      ["option 'draws' cannot be used with algorithm 'mcts'"] = { draws = 2, algorithm = "mcts", playouts = 1 },
      ["option 'seed' needs algorithm 'mcts' or option 'draws'"] = { seed = 2, depth = 1 },
    } do
      refused(message, game, options)
    end
    game.chance = nil
    refused("option 'draws' needs a game with 'chance'", game, { draws = 2 })
    game = FORMS.list(grow(1, 10))
    game.key = nil
    refused("option 'draws' needs a game with 'key'", game, { draws = 2 })
  end)
end)

-- Games with chance, in every form, against plain expectiminimax, to the last bit; what fails, and what is refused.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local ewn = require "alphabeta.twins.ewn"
local numbers = require "spec.support.numbers"
local random = require "spec.support.random"
local seed = require "spec.support.seed"
local struck = require "spec.support.struck"

local DEEPEST, WIDEST = 5, 3
local POWERS = { 1e-9, 1e-3, 1, 1e3, 1e9 }

local drawn = 0

-- A number from 1 to n.
local function draw(n)
  drawn = drawn + 1
  return random.draw(seed, drawn, n) + 1
end

-- A random tree: each node is { player, worth } and has `children`, with `weights` if chance decides there.
local function grow(ply, player)
  local node = { player = player, worth = (draw(41) - 21) * 0.1 }
  if ply == DEEPEST or ply > 0 and draw(6) == 1 then return node end
  local chance = draw(5) < 3
  node.children, node.weights = {}, chance and {} or nil
  for i = 1, draw(WIDEST) do
    local turns = not chance
    if draw(4) == 1 then turns = not turns end
    node.children[i] = grow(ply + 1, turns and 3 - player or player)
    if chance then node.weights[i] = POWERS[draw(5)] end
  end
  return node
end

local function value_of(node, depth)
  if not node.children or depth == 0 then return node.worth, nil end
  local function child(i, left)
    local below = node.children[i]
    local value = value_of(below, left)
    return below.player == node.player and value or -value
  end
  local count = #node.children
  if node.weights then
    local total, sum = 0.0, 0.0
    for i = 1, count do total = total + node.weights[i] end
    for i = 1, count do sum = sum + node.weights[i] / total * child(i, depth) end
    return sum, nil
  end
  local best, move
  for i = 1, count do
    local value = child(i, depth - 1)
    if not best or value > best then best, move = value, i end
  end
  return best, move
end

-- The tree as a game. Moves and outcomes are the numbers of the children, or tables that hold them.
local HOLEY = { 1, nil, 3 } -- how long that is depends on the Lua

local FORMS = {}

local function describe_game()
  return {
    range = { -2, 2 },
    player = function(node) return node.player end,
    evaluate = function(node) return node.worth end,
    chance = function(node)
      if not node.weights then return nil end
      local outcomes = numbers(#node.children)
      return outcomes, node.weights
    end,
    moves = function(node) return numbers(#(node.children or {})) end,
    play = function(node, move) return node.children[move] end,
  }
end

function FORMS.list(node) return describe_game(), node end

function FORMS.keyed(node)
  local game, keys, count = describe_game(), {}, 0
  function game.key(at)
    if not keys[at] then keys[at], count = count + 1, count + 1 end
    return keys[at]
  end
  return game, node
end

function FORMS.iterator(node)
  local game = describe_game()
  function game.moves(at)
    local i = 0
    return function()
      i = i + 1
      return at.children and at.children[i] and i or nil
    end
  end
  return game, node
end

function FORMS.variadic(node)
  local game = describe_game()
  local list = game.moves
  game.variadic = true
  function game.moves(at) return compat.unpack(list(at)) end
  return game, node
end

-- The lists are the same two each time, filled anew.
function FORMS.fills(node)
  local game, outcomes, weights = describe_game(), {}, {}
  game.fills = true
  function game.moves(at, list)
    for i = 1, #(at.children or {}) do list[i] = i end
    return #(at.children or {})
  end
  function game.chance(at)
    if not at.weights then return nil end
    for i = 1, WIDEST do outcomes[i], weights[i] = at.children[i] and i, at.weights[i] end
    return outcomes, weights
  end
  return game, node
end

function FORMS.width(node)
  local game = describe_game()
  game.moves, game.width = nil, WIDEST
  function game.play(at, move) return (at.children or {})[move] end
  return game, node
end

-- Moves lead to positions in a list, outcomes are words that are played.
function FORMS.successors(node)
  local game = FORMS.keyed(node)
  local chance = game.chance
  game.moves = nil
  function game.successors(at)
    assert(not at.weights)
    return { compat.unpack(at.children or {}) }
  end
  function game.chance(at)
    local outcomes, weights = chance(at)
    for i in ipairs(outcomes or {}) do outcomes[i] = "outcome " .. i end
    return outcomes, weights
  end
  function game.play(at, outcome)
    assert(at.weights)
    return at.children[tonumber(outcome:match "^outcome (%d)$")]
  end
  return game, node
end


function FORMS.viewpoint(node)
  local game = describe_game()
  game.viewpoint, game.range = 1, { -2.5, 2 }
  function game.evaluate(at) return at.player == 1 and at.worth or -at.worth end
  return game, node
end

-- One position, with the path; moves and outcomes are tables.
function FORMS.in_place(node)
  local game, position = describe_game(), { node }
  local function wrapped(list)
    for i = 1, #list do list[i] = { list[i] } end
    return list
  end
  local function at(path) return path[#path] end
  local plain = describe_game()
  function game.player(path) return at(path).player end
  function game.evaluate(path) return at(path).worth end
  function game.moves(path) return wrapped(plain.moves(at(path))) end
  function game.chance(path)
    local outcomes, weights = plain.chance(at(path))
    return outcomes and wrapped(outcomes), weights
  end
  function game.play(path, move) path[#path + 1] = at(path).children[move[1]] end
  function game.undo(path) path[#path] = nil end
  return game, position
end

local ALGORITHMS = { "minimax", "alphabeta", "pvs", "mtdf", "aspiration", "bisection", "branch-and-bound", "F" }

local function bits(number) return ("%.17g"):format(number + 0.0) end

-- What is wrong with the result; nil: nothing.
local function flaw_of(result, tree, depth)
  local value, move = value_of(tree, depth)
  local found = type(result.move) == "table" and result.move[1] or result.move
  if bits(value) ~= bits(result.value) then return ("value %.17g, not %.17g"):format(result.value, value) end
  if move ~= found then return ("move %s, not %s"):format(tostring(found), tostring(move)) end
  if math.type and math.type(result.value) ~= "float" then return "an integer" end
end

describe("a game with chance", function()
  it("is worth what plain expectiminimax says, in every form, by every algorithm, in any slices", function()
    for _ = 1, effort(60) do
      local at, tree = drawn, grow(0, draw(2))
      for form, make in pairs(FORMS) do
        local depth, algorithm, slice = draw(DEEPEST), ALGORITHMS[draw(#ALGORITHMS)], draw(50)
        local game, state = make(tree)
        local search = alphabeta.start(game, state, { depth = depth, algorithm = algorithm })
        while not search:step { nodes = slice } do end
        assert.is_nil(flaw_of(search:result(), tree, depth),
          ("seed %d, draw %d, %s, %s, depth %d"):format(seed, at, form, algorithm, depth))
      end
    end
  end)

  it("goes on as if nothing had happened when any call has failed, or yielded", function()
    local tree
    repeat
      tree = grow(0, 1)
    until tree.children and value_of(tree, DEEPEST) ~= value_of(tree, 1)
    for form, make in pairs(FORMS) do
      for _, name in ipairs { "chance", form == "in_place" and "moves" or "play", "evaluate", "player" } do
        struck(name, 7, function() return make(tree) end, function(game, state)
          return alphabeta.start(game, state, { depth = DEEPEST })
        end, function(search, where)
          assert.is_nil(flaw_of(search:result(), tree, DEEPEST), form .. ", " .. where)
        end)
      end
    end
  end)

  it("has a value and no move where chance decides at once; a line ends where it does", function()
    local die = { { player = 1, worth = 1 }, { player = 1, worth = 2 } }
    local roll = { player = 1, worth = 0, children = die, weights = { 1, 3 } }
    local result = alphabeta.search(describe_game(), roll, { depth = 1 })
    assert.same({ 1.75, nil }, { result.value, result.move })
    result = alphabeta.search(describe_game(), roll, { depth = 1, algorithm = "F", all = true })
    assert.same({ 1.75, nil, {} }, { result.value, result.move, result.moves })
    assert.same({}, result.pv or {})
    roll = { player = 1, worth = 0, children = { die[1], die[1] }, weights = { 1, 3 } }
    local value = alphabeta.search(describe_game(), roll, { depth = 1 }).value
    if compat.has_integers then assert.equal("float", compat.type(value)) end
    roll = { player = 1, worth = 0, children = die, weights = { 1, 3 } }
    result = alphabeta.search(describe_game(), { player = 1, worth = 0, children = { roll } })
    assert.equal(1, result.depth) -- an outcome is no ply of it
    result = alphabeta.search(describe_game(), { player = 1, worth = 0, children = { roll } }, { depth = 3 })
    assert.same({ 1.75, 1, { 1 } }, { result.value, result.move, result.pv })
  end)

  it("leaves out what is too unlikely for a number, wherever that stands, and takes weights of any size", function()
    local function worth(weights, options)
      local outcomes = numbers(#weights)
      return alphabeta.search({
        viewpoint = 1,
        player = function() return 1 end,
        moves = function() return {} end,
        chance = function(at) if at == 0 then return outcomes, weights end end,
        play = function(_, outcome) return outcome end,
        evaluate = function(at) return at end,
        key = function(at) return at end,
        range = options.range,
      }, 0, options.search).value
    end
    local CASES = { { { 4, 5e-324 }, 1 }, { { 5e-324, 4 }, 2 }, { { 1e300, 1e-300, 1e-300 }, 1 },
      { { 1e-300, 1e300, 1e-300, 1e300, 1e-300 }, 3 }, { { 8e307, 8e307 }, 1.5 }, { { 5e-324, 5e-324 }, 1.5 } }
    for _, case in ipairs(CASES) do
      for _, algorithm in ipairs { "minimax", "alphabeta", "pvs", "F" } do
        for _, range in ipairs { false, { 0, 10 } } do
          assert.equal(case[2], worth(case[1], { range = range or nil, search = { depth = 2, algorithm = algorithm } }))
        end
      end
      assert.equal(case[2], worth(case[1], { search = { depth = 2, threshold = 1e-3 } }))
      assert.equal(case[2], worth(case[1], { search = { depth = 2, draws = #case[1] } }))
      local mean = worth(case[1], { search = { algorithm = "mcts", playouts = 4000 } })
      assert(math.abs(mean - case[2]) < 0.1, mean) -- by eight deviations or more
    end
  end)

  it("may have more outcomes than there was room for, and lists that it keeps", function()
    local sides, list = {}, { 1, 2 }
    for i = 1, 1000 do sides[i] = i end
    local game = { evaluate = function(state) return state % 7 end }
    function game.chance(state) return state == 4 and sides or nil end
    function game.moves() return list end
    function game.play(state, move) return state + move end
    alphabeta.search(game, 2, { depth = 2 })
    assert.same({ 1, 2 }, list)
    local function plain(state)
      local values = {}
      for i = 1, 2 do values[i] = -((state + i) % 7) end
      return math.max(values[1], values[2])
    end
    game.chance = function(state) return state == 1 and sides or nil end
    local sum = 0.0
    for i = 1, 1000 do sum = sum + 1 / 1000 * plain(1 + i) end
    assert.equal(sum, alphabeta.search(game, 1, { depth = 1 }).value)
  end)

  it("multiplies the probabilities into the likelihood of a position", function()
    local rare = { player = 1, worth = 1, children = { { player = 1, worth = 2 } } }
    local often = { player = 1, worth = -1, children = { { player = 1, worth = -2 } } }
    local roll = { player = 1, worth = 0, children = { rare, often }, weights = { 1, 9 } }
    assert.equal(0.1 * 1 + 0.9 * -2, alphabeta.search(describe_game(), roll, { threshold = 0.2 }).value)
    assert.equal(0.1 * 2 + 0.9 * -2, alphabeta.search(describe_game(), roll, { threshold = 0.1 }).value)
  end)

  -- The sum of so many equal parts is not 1, nor is what is left of 1 when they are taken away one by one.
  it("is cut off nowhere because of what many outcomes are rounded by", function()
    for _, count in ipairs { 50, 100, 289, 353, 377, 500 } do
      for _, player in ipairs { 1, 2 } do
        local roll = { player = player, worth = 0, children = {}, weights = {} }
        local sure = { player = player, worth = player == 1 and 1 or -1 }
        for i = 1, count do roll.children[i], roll.weights[i] = sure, 1 end
        local sum = math.abs(value_of(roll))
        for below = 0, 4 do
          local leaf = { player = 1, worth = math.min(sum, 1) - below * 2 ^ -52 }
          local tree = { player = 1, worth = 0, children = { leaf, roll } }
          for _, algorithm in ipairs(ALGORITHMS) do
            local game = describe_game()
            game.range = { -1, 1 }
            local result = alphabeta.search(game, tree, { depth = 2, algorithm = algorithm })
            assert.is_nil(flaw_of(result, tree, 2), ("%d outcomes, player %d, %s"):format(count, player, algorithm))
          end
        end
      end
    end
  end)

  it("visits a fraction of the tree where the range is known", function()
    local game = {}
    for name, field in pairs(ewn) do game[name] = field end
    local state = game.initial()
    local function nodes(options)
      options.depth, options.deepening = 3, false
      return alphabeta.search(game, state, options).nodes
    end
    local all = nodes { algorithm = "minimax" }
    local without, with = nodes { table = false }, nodes {}
    assert.is_true(without < 0.95 * all and with < 0.7 * all)
    game.range = nil
    assert.same({ all, all }, { nodes { table = false }, nodes {} })
  end)
end)

describe("a range", function()
  -- Whoever takes the last of a heap wins; here from the point of view of the player to move. Behind move 1 is an
  -- endless game.
  local heap = { range = { -1, 1 } }
  function heap.moves(state) return state.left == 0 and {} or { 1, 2, 3 } end
  function heap.play(state, move)
    if state.left == 7 and move == 1 then return { left = 1e9 } end
    return { left = math.max(0, state.left - move) }
  end
  function heap.evaluate(state) return state.left == 0 and -1 or 0 end
  function heap.key(state) return state.left end

  it("ends deepening where the best is proven, if no depth is given", function()
    local result = alphabeta.search(heap, { left = 7 }, { nodes = 1e6 })
    assert.same({ 1, 3, 5 }, { result.value, result.move, result.depth })
    assert.is_nil(result.stopped)
    result = alphabeta.search(heap, { left = 7 }, { depth = 7 })
    assert.same({ 1, 3, 7 }, { result.value, result.move, result.depth })
  end)

  it("is the value to the last bit where rounding takes it out of the range", function()
    -- four outcomes that all win, of weights whose shares add up to more than 1
    local weights = { 9, 9, 9, 1 }
    local sum, total = 0, 0
    for _, weight in ipairs(weights) do total = total + weight end
    for _, weight in ipairs(weights) do sum = sum + weight / total end
    local late = { range = { -1, 1 }, key = function(place) return place end }
    function late.player() return 1 end
    function late.chance(place) if place == "dice" then return { 1, 2, 3, 4 }, weights end end
    function late.moves(place) return place == "root" and { "won", "wait" } or place == "wait" and { "dice" } or {} end
    function late.play(place, move) return place == "dice" and "won" or move end
    function late.evaluate(place) return place == "won" and 1 or 0 end
    assert(sum > 1)
    for _, options in ipairs {
      {}, { algorithm = "minimax" }, { algorithm = "F" }, { deepening = true }, { nodes = 1e6 }, { proven = true },
    } do
      local result = alphabeta.search(late, "root", options)
      assert.equal(sum, result.value)
    end
  end)

  it("has nothing cut off by the rounding of denormal numbers", function()
    local tiniest = 2 ^ -1074
    for _ = 1, effort(20000) do
      local at, root = drawn, { player = 1, worth = 0, children = {} }
      for i = 1, 3 do
        local roll = { player = 1, worth = 0, children = {}, weights = { draw(4), draw(4), draw(4) } }
        for k = 1, 3 do roll.children[k] = { player = 1, worth = tiniest * (draw(9) - 5) } end
        root.children[i] = roll
      end
      local game = describe_game()
      game.range = { -4 * tiniest, 4 * tiniest }
      local result = alphabeta.search(game, root, { depth = 2 })
      local whole = alphabeta.search(game, root, { depth = 2, algorithm = "minimax" })
      assert(result.value == whole.value and result.move == whole.move, ("seed %d, draw %d"):format(seed, at))
    end
  end)

  it("ends it in players, and where that is asked for", function()
    local _, result = alphabeta.player { depth = 7 }({ left = 7 }, heap)
    assert.same({ 1, 3, 5 }, { result.value, result.move, result.depth })
    assert.equal(5, alphabeta.search(heap, { left = 7 }, { depth = 7, proven = true }).depth)
    assert.equal(5, alphabeta.search(heap, { left = 7 }, { depth = 8, proven = true }).depth)
    assert.equal(7, alphabeta.search(heap, { left = 7 }, { depth = 7, proven = false }).depth)
  end)

  it("does not take an estimate for a proof", function()
    local hopeful = {}
    for name, field in pairs(heap) do hopeful[name] = field end
    function hopeful.evaluate(state) return (state.left == 0 or state.left > 7) and -1 or 0 end
    assert.is_true(alphabeta.search(hopeful, { left = 7 }, { nodes = 2000 }).depth > 3)
  end)
end)

describe("what cannot be used with chance", function()
  local state = { player = 1, worth = 0, children = { { player = 1, worth = 1 } }, weights = { 1 } }

  local function refusal(change, options)
    local game = describe_game()
    game.name = "dice"
    change(game)
    return errors.of(alphabeta.search, game, state, options or { depth = 2 })
  end
  local function nothing() end

  it("goes with successors as with moves: playouts, trees, matches", function()
    local pig = require "alphabeta.twins.pig"
    local succeeding = setmetatable({ successors = function(position)
      local list = {}
      for i, move in ipairs(pig.moves(position)) do list[i] = pig.play(position, move) end
      return list
    end, chance = function(position)
      local outcomes, weights = pig.chance(position)
      for i, pips in ipairs(outcomes or {}) do outcomes[i] = { pips = pips } end
      return outcomes, weights
    end, play = function(position, outcome) return pig.play(position, outcome.pips) end }, { __index = function(_, name)
      return name ~= "moves" and not name:find "_move$" and name ~= "key" and pig[name] or nil
    end })
    local moving = setmetatable({}, { __index = function(_, name) return name ~= "key" and pig[name] or nil end })
    for _, way in ipairs { { depth = 3 }, { depth = 2, all = true }, { depth = 2, trace = 50 },
      { algorithm = "mcts", playouts = 400, seed = 3 } } do
      local first = alphabeta.search(moving, pig.initial(), way)
      local second = alphabeta.search(succeeding, pig.initial(), way)
      assert.same({ first.value, pig.moves(pig.initial())[second.move] }, { second.value, first.move })
      if way.trace then
        local text = require "alphabeta.tree".text(second, { game = succeeding, state = pig.initial() })
        assert.matches("─ {pips=6} (16.7 %): 0.06", text, 1, true)
      end
    end
    local function played(game)
      local players = { alphabeta.player { depth = 2, seed = 1 }, alphabeta.player { depth = 1, seed = 2 } }
      local result = alphabeta.match(game, game.initial(), players, { seed = 5, games = 2 })
      return { result.points, result.wins, result.draws }
    end
    assert.same(played(moving), played(succeeding))
  end)

  it("is refused by name", function()
    for _, row in ipairs {
      { { shortest = true }, "option 'shortest' cannot be used with a game with 'chance'" },
      { { algorithm = "F2" },
        "option 'algorithm': a printed algorithm other than 'F' cannot be used with a game with 'chance'" },
      { { algorithm = "iterative" },
        "option 'algorithm': a printed algorithm other than 'F' cannot be used with a game with 'chance'" },
    } do
      assert.matches(row[2], refusal(nothing, row[1]), 1, true)
    end
    local function noisy(game) game.noisy = function() return {} end end
    assert.matches("option 'quiescence' cannot be used with a game with 'chance'",
      refusal(noisy, { quiescence = 2 }), 1, true)
    assert.matches("game 'dice': field 'play': function expected, got nil", refusal(function(game)
      game.successors, game.moves, game.play = game.moves, nil, nil
    end), 1, true)
  end)

  it("is an error of the callback that names what it has returned, and the ply", function()
    local huge = numbers(65536)
    local rows = {
      { "'chance' returned 3 (list of outcomes expected) at ply 0", 3 },
      { "'chance' returned no outcomes (nil expected where a player decides) at ply 0", {} },
      { "'chance' returned 1 weights for 2 outcomes at ply 0", { 1, 1 }, { 1 } },
      { "'chance' returned 2 weights for 1 outcomes at ply 0", { 1 }, { 1, 1 } },
      { "'chance' returned a weight of 0 (positive number expected) at ply 0", { 1 }, { 0 } },
      { "'chance' returned a weight of -1 (positive number expected) at ply 0", { 1 }, { -1 } },
      { "'chance' returned weights with an infinite sum at ply 0", { 1, 1 }, { 1e308, 1e308 } },
      { "'chance' returned a string (list as weights expected) at ply 0", { 1 }, "yes" },
      { "'chance' returned a weight of boolean (positive number expected) at ply 0", { 1 }, { true } },
      { "'chance' returned 65536 outcomes (limit is 65535) at ply 0", huge },
    }
    if #HOLEY == 3 then rows[#rows + 1] = { "outcome 2 of the 3 from 'chance' is nil at ply 0", HOLEY } end
    for _, row in ipairs(rows) do
      local message = refusal(function(game) game.chance = function() return row[2], row[3] end end)
      assert.equal("game 'dice': " .. row[1], message)
    end
    assert.equal("game 'dice': value 1.0 is outside 'range' (-0.5 to 0.5) at ply 1",
      (refusal(function(game) game.range = { -0.5, 0.5 } end):gsub(" 1 is", " 1.0 is")))
    assert.equal("game 'dice': 'evaluate' returned inf (finite number expected in a game with 'chance') at ply 1",
      refusal(function(game) game.range, game.evaluate = nil, function() return math.huge end end))
    assert.equal("game 'dice': 'finished' returned inf (finite number expected in a game with 'chance') at ply 1",
      refusal(function(game) game.range, game.finished = nil, function() return math.huge end end))
    assert.equal("game 'dice': 'finished' returned inf (finite number expected in a game with 'chance') at ply 0",
      refusal(function(game)
        game.range, game.finished = nil, function() return math.huge end
        game.features, game.weights, game.scale = function() return { 0 } end, { 1 }, 0.5
      end, { depth = 0 }))
    assert.equal("game 'dice': 'play' refused outcome 1 at ply 0", refusal(function(game)
      game.moves, game.width, game.play = nil, 2, function() return nil end
    end))
  end)

  it("is a range that is none", function()
    local expected = "field 'range': { low, high } of finite numbers with low < high expected"
    for _, range in ipairs {
      { 1, 1 }, { 1 }, { -math.huge, math.huge }, { -math.huge, 1 }, { -1, math.huge }, { "a", "b" }, { -1, 0, 1 },
    } do
      assert.matches(expected, refusal(function(game) game.range = range end), 1, true)
    end
    assert.matches("field 'range': low must be -high in a game without 'viewpoint'",
      refusal(function(game) game.range = { 0, 1 } end), 1, true)
  end)
end)

-- Knuth and Moore 1975, "An Analysis of Alpha-Beta Pruning": its figures, theorems and remarks, for
-- the loop and for the printed procedures.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local trees = require "spec.support.trees"
local oracle = require "spec.support.oracle"
local pi = require "spec.facts.pi_tree"

local INF = math.huge

-- The algorithms that carry out a procedure: the loop first, then the printed ones.
local PROCEDURES = {
  F = { "minimax", "F" },
  F1 = { "branch-and-bound", "F1" },
  F2 = { "alphabeta", "F2", "minimax-alphabeta", "iterative" },
}

local HARD = { "F2", "minimax-alphabeta", "iterative" }
local PRINTED = { "F", "F1", "F2", "minimax-alphabeta", "iterative" }

-- The result of a search with an algorithm and more options.
local function search(algorithm, game, state, more)
  local options = { algorithm = algorithm }
  for name, value in pairs(more or {}) do options[name] = value end
  return alphabeta.search(game, state, options)
end

-- A search of a game over nodes, and the nodes in the order of visits, the root left out.
local function search_visits(algorithm, game, state, more)
  local visits = {}
  local watched = setmetatable({ play = function(...)
    local child = game.play(...)
    visits[#visits + 1] = child
    return child
  end }, { __index = game })
  return search(algorithm, watched, state, more), visits
end

local function same_counts(wanted, got, where)
  for _, field in ipairs { "nodes", "leaves", "cutoffs", "depth", "stopped" } do
    assert.equal(wanted[field], got[field], where .. ": " .. field)
  end
end

------------------------------------------------------------------------------------------------
-- Figures 1 to 3

-- Positions of the pi tree are paths, "" to "3333"; leaves are numbered from 0.
local function leaf_number(path)
  local number = 0
  for move in path:gmatch "%d" do number = number * pi.breadth + move - 1 end
  return number
end

local pi_game = {
  width = pi.breadth,
  play = function(path, move) return path .. move end,
  evaluate = function(path) return pi.digits[leaf_number(path) + 1] end,
}

local function search_pi(algorithm, more)
  local options = { depth = pi.depth }
  for name, value in pairs(more or {}) do options[name] = value end
  return search_visits(algorithm, pi_game, "", options)
end

-- The paths of the leaves among the visits, in order.
local function leaves_of(visits)
  local leaves = {}
  for _, path in ipairs(visits) do
    if #path == pi.depth then leaves[#leaves + 1] = path end
  end
  return leaves
end

-- The values of the inner nodes of a recorded tree, by path.
local function inner_values(node, path, values)
  values = values or {}
  if not node.leaf then values[path] = node.value end
  for _, child in ipairs(node) do inner_values(child, path .. child.move, values) end
  return values
end

-- What stands in a list and not in another one.
local function without(list, other)
  local missing, rest = {}, {}
  for _, item in ipairs(other) do missing[item] = true end
  for _, item in ipairs(list) do
    if not missing[item] then rest[#rest + 1] = item end
  end
  return rest
end

describe("on the pi tree", function()
  for procedure, algorithms in pairs(PROCEDURES) do
    local figure = pi[procedure]
    for _, algorithm in ipairs(algorithms) do
      it(("%s visits the %d leaves of %s"):format(algorithm, figure.leaves, procedure), function()
        local result, visits = search_pi(algorithm)
        local numbers = {}
        for i, path in ipairs(leaves_of(visits)) do numbers[i] = leaf_number(path) end
        assert.same(figure.indices, numbers)
        assert.same({ pi.value, 1, "exact", pi.depth }, { result.value, result.move, result.bound,
          result.depth })
        assert.same({ figure.nodes, figure.leaves }, { result.nodes, result.leaves })
        assert.equal(figure.nodes, #visits + 1)
      end)
    end
  end

  it("every position has the true value in F", function()
    local level = { search_pi("minimax", { trace = true }).tree }
    for _, values in ipairs(pi.levels) do
      local found, below = {}, {}
      for i, node in ipairs(level) do
        found[i] = node.value
        table.move(node, 1, #node, #below + 1, below)
      end
      assert.same(values, found)
      level = below
    end
  end)

  it("the positions have the values of figure 2 in F1, and those of the fail-soft F2", function()
    for procedure, algorithm in pairs { F1 = "branch-and-bound", F2 = "alphabeta" } do
      local tree = search_pi(algorithm, { trace = true }).tree
      assert.same(pi[procedure].values, inner_values(tree, ""))
    end
  end)

  it("five leaves are cut off deep", function()
    local _, F1 = search_pi "F1"
    local _, F2 = search_pi "F2"
    assert.same({}, without(F2, F1))
    assert.same(without(leaves_of(F1), leaves_of(F2)), without(F1, F2))
    local deep = {}
    for _, path in ipairs(without(F1, F2)) do deep[path] = pi_game.evaluate(path) end
    assert.same(pi.deep, deep)
  end)

  it("the window (0, 4) saves move 313 and the leaf below it", function()
    for _, algorithm in ipairs(PROCEDURES.F2) do
      local wide, wide_visits = search_pi(algorithm, { window = { -10, 10 } })
      local narrow, narrow_visits = search_pi(algorithm, { window = { 0, 4 } })
      assert.same({ "313", "3131" }, without(wide_visits, narrow_visits))
      assert.same({}, without(narrow_visits, wide_visits))
      assert.same({ 2, 31, 2, 30 }, { wide.value, wide.leaves, narrow.value, narrow.leaves })
    end
  end)

  for _, algorithm in ipairs(PROCEDURES.F2) do
    it(algorithm .. " has the known value and leaves in every window", function()
      assert.equal(66, #pi.windows)
      for _, window in ipairs(pi.windows) do
        local alpha, beta, hard, hard_leaves, soft, soft_leaves = table.unpack(window)
        local result = search_pi(algorithm, { window = { alpha, beta } })
        local is_soft = algorithm == "alphabeta"
        assert.equal(is_soft and soft or hard, result.value)
        assert.equal(is_soft and soft_leaves or hard_leaves, result.leaves)
        assert.equal(hard <= alpha and "upper" or hard >= beta and "lower" or "exact", result.bound)
      end
    end)
  end

  it("F1 is at least the bound where the value is, and F knows no window", function()
    for bound = -3, 6 do
      for _, algorithm in ipairs(PROCEDURES.F1) do
        local result = search_pi(algorithm, { window = { -5, bound } })
        assert.equal(bound > pi.value and "exact" or "lower", result.bound)
        assert.equal(bound > pi.value, result.value == pi.value and result.value < bound)
        assert(result.value >= math.min(bound, pi.value))
      end
      for _, algorithm in ipairs(PROCEDURES.F) do
        local result = search_pi(algorithm, { window = { -5, bound } })
        assert.same({ pi.value, "exact", 81 }, { result.value, result.bound, result.leaves })
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- The best case. Positions of uniform trees are numbers: the children of p are bp + 1 ... bp + b.

local function numbered(breadth, evaluate)
  return {
    width = breadth,
    play = function(p, i) return breadth * p + i end,
    evaluate = evaluate,
  }
end

-- A game in which the first move is a best one everywhere, others sometimes too; the root is worth
-- 3.
local function best_first(breadth, seed)
  local function worth(p)
    if p == 0 then return 3 end
    local slack = (p - 1) % breadth == 0 and 0 or trees.draw(seed, p, 5)
    return slack - worth((p - 1) // breadth)
  end
  return numbered(breadth, worth)
end

-- Leaves on best-first trees of a depth.
local BEST_CASE = {
  F1 = function(breadth, depth)
    local before, leaves = 1, 1
    for d = 1, depth do
      before, leaves = leaves, d == 1 and breadth or leaves + (breadth - 1) * before
    end
    return leaves
  end,
  F2 = function(breadth, depth)
    return breadth ^ (depth // 2) + breadth ^ ((depth + 1) // 2) - 1
  end,
}

local LARGEST = 50000 -- leaves of the whole tree

local function each_size(visit)
  for breadth = 1, 200 do
    local depth = 0
    while depth <= 30 and breadth ^ depth <= LARGEST do
      visit(breadth, depth)
      depth = depth + 1
    end
  end
end

-- The critical positions of a uniform tree: type by number.
local CHILD_TYPES = { { 1, 2 }, { 3, nil }, { 2, 2 } } -- of the first child, of the others

local function critical_positions(breadth, depth, p, type, found)
  p, type, found = p or 0, type or 1, found or {}
  found[p] = type
  for i = 1, depth > 0 and breadth or 0 do
    local below = CHILD_TYPES[type][i == 1 and 1 or 2]
    if below then critical_positions(breadth, depth - 1, breadth * p + i, below, found) end
  end
  return found
end

-- The definition: all moves at even places are the first ones, or all at odd places.
local function is_critical(breadth, p)
  local odd, even = true, true
  while p > 0 do
    odd, even = even, odd and (p - 1) % breadth == 0
    p = (p - 1) // breadth
  end
  return odd or even
end

describe("on best-ordered trees", function()
  for procedure, leaves in pairs(BEST_CASE) do
    for _, algorithm in ipairs(PROCEDURES[procedure]) do
      it(algorithm .. " visits exactly the leaves of the best case of " .. procedure, function()
        local sizes = 0
        each_size(function(breadth, depth)
          local result = search(algorithm, best_first(breadth, depth), 0, { depth = depth })
          assert.equal(3, result.value)
          assert(result.leaves == leaves(breadth, depth), ("%d leaves, breadth %d, depth %d")
            :format(result.leaves, breadth, depth))
          sizes = sizes + 1
        end)
        assert.equal(701, sizes)
      end)
    end
  end

  for _, algorithm in ipairs(PROCEDURES.F2) do
    it(algorithm .. " visits the critical positions and no others", function()
      for _, size in ipairs {
        { 1, 7 }, { 2, 9 }, { 3, 6 }, { 4, 5 }, { 5, 4 }, { 9, 3 }, { 30, 2 },
      } do
        local breadth, depth = table.unpack(size)
        local critical = critical_positions(breadth, depth)
        local game = best_first(breadth, 10 * breadth)
        local _, visits = search_visits(algorithm, game, 0, { depth = depth })
        local visited = { [0] = true }
        for _, p in ipairs(visits) do visited[p] = true end
        for p = 0, (breadth + 1) ^ depth do
          assert((critical[p] ~= nil) == (visited[p] or false), p)
        end
      end
    end)
  end

  it("a position is critical if its moves at even places, or at odd ones, are all first", function()
    for breadth = 1, 4 do
      local critical, positions = critical_positions(breadth, 5), 0
      for d = 0, 5 do positions = positions + breadth ^ d end
      for p = 0, positions - 1 do
        assert.equal(is_critical(breadth, p), critical[p] ~= nil)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Random trees

-- Breadth, depth, the expected number of leaves of F1 and of F2 when all leaves are different and
-- every order is equally likely.
local EXPECTED = {
  { 2, 4, 12.747623, 12.043978 },
  { 2, 6, 44.227592, 37.159560 },
  { 3, 3, 19.458059, 19.458059 },
  { 3, 4, 50.272818, 45.202451 },
}
local SAMPLE = effort(4000)

-- A game whose leaves are 1 to b^d in an order of the seed.
local function shuffled(breadth, depth, seed)
  local leaves, first = {}, 0
  for d = 0, depth - 1 do first = first + breadth ^ d | 0 end
  for i = 1, breadth ^ depth do
    local j = 1 + trees.draw(seed, i, i)
    leaves[i] = leaves[j]
    leaves[j] = i
  end
  return numbered(breadth, function(p) return leaves[p - first + 1] end)
end

-- How far the mean number of leaves is from the expected one, in standard errors; and the fewest.
local function deviation(algorithm, breadth, depth, expected)
  local sum, squares, fewest = 0, 0, INF
  for seed = 1, SAMPLE do
    local game = shuffled(breadth, depth, seed)
    local leaves = search(algorithm, game, 0, { depth = depth }).leaves
    sum, squares, fewest = sum + leaves, squares + leaves * leaves, math.min(fewest, leaves)
  end
  local mean = sum / SAMPLE
  local variance = (squares - SAMPLE * mean * mean) / (SAMPLE - 1)
  return (mean - expected) / (variance / SAMPLE) ^ 0.5, fewest
end

describe("on random trees", function()
  for _, row in ipairs(EXPECTED) do
    local breadth, depth, F1, F2 = table.unpack(row)
    for _, case in ipairs { { "branch-and-bound", F1 }, { "alphabeta", F2 } } do
      local algorithm, expected = table.unpack(case)
      it(("%s visits %g leaves of %d^%d on average: seeds 1 to %d"):format(algorithm, expected,
        breadth, depth, SAMPLE), function()
        local z, fewest = deviation(algorithm, breadth, depth, expected)
        assert(math.abs(z) < 4, ("the mean is %.2f standard errors off"):format(z))
        assert(fewest >= BEST_CASE.F2(breadth, depth))
      end)
    end
  end
end)

------------------------------------------------------------------------------------------------
-- The procedures beside each other

local SIZES = { { 3, 4 }, { 4, 4 }, { 2, 7 }, { 3, 5 }, { 6, 3 } }
local MODES = { "uniform", "uneven", "again", "float", "inf" }

-- Calls visit(tree, game, where, seed) with random trees, the same ones every time.
local function each_tree(count, modes, visit)
  for seed = 1, count do
    local mode = modes[seed % #modes + 1]
    local tree = trees.random(mode, seed, table.unpack(SIZES[seed % #SIZES + 1]))
    visit(tree, trees.game(tree, "functional"), tree.text, seed)
  end
end

-- Windows around the value of a tree, and away from it.
local function windows_around(value)
  local step = math.type(value) == "integer" and 1 or 0.125
  return {
    { -INF, INF }, { value - step, value + step }, { value, value + 3 * step },
    { value - 3 * step, value }, { value + step, value + 4 * step },
    { value - 4 * step, value - step }, { -INF, value }, { value, INF }, { -2, 2 },
  }
end

-- Calls visit(window, where) with those windows that are any.
local function each_window(value, where, visit)
  for _, window in ipairs(windows_around(value)) do
    if window[1] < window[2] then
      visit(window, ("%s, window %s to %s"):format(where, window[1], window[2]))
    end
  end
end

-- Down to `plies`, two recorded trees have the same nodes.
local function same_to(a, b, plies)
  if plies == 0 then return true end
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i].move ~= b[i].move or not same_to(a[i], b[i], plies - 1) then return false end
  end
  return true
end

-- The tree of the same game with the players' names exchanged.
local function mirrored(tree)
  local function mirror(node)
    local copy = { value = -node.value, player = 1 - node.player }
    for i, child in ipairs(node) do copy[i] = mirror(child) end
    return copy
  end
  return { root = mirror(tree.root), breadth = tree.breadth, switches = tree.switches }
end

describe("the procedures", function()
  it("F1 and F2 visit the same positions down to level 3, and not always at level 4", function()
    local differ = 0
    local count = effort(1000, 100)
    each_tree(count, { "uniform", "uneven" }, function(_, game, where)
      local state = game.initial()
      local F1 = search("branch-and-bound", game, state, { trace = true })
      local F2 = search("alphabeta", game, state, { trace = true })
      assert(same_to(F1.tree, F2.tree, 3), where)
      if not same_to(F1.tree, F2.tree, 4) then differ = differ + 1 end
    end)
    assert(differ > count / 6, differ)
  end)

  it("count the same nodes, leaves and cut-offs, in the loop and as printed", function()
    each_tree(effort(200), MODES, function(tree, _, where, seed)
      local form = trees.forms[seed % #trees.forms + 1]
      local depth = seed % 6 > 0 and seed % 6 or nil
      local game = trees.game(tree, form)
      -- At a limit, the loop has not yet asked whether there is any legal move. Deepening, it may know
      -- sooner that no leaf at the horizon matters.
      local limit = not trees.refuses(form) and not trees.iterates(form) and seed or nil
      for _, algorithms in pairs(PROCEDURES) do
        for _, more in ipairs {
          { depth = depth }, { window = { -2, 3 } },
          { depth = depth, nodes = limit, deepening = false },
        } do
          local wanted = search(algorithms[1], game, game.initial(), more)
          for i = 2, #algorithms do
            local got = search(algorithms[i], game, game.initial(), more)
            same_counts(wanted, got, ("%s, %s, %s"):format(algorithms[i], form, where))
            assert.equal(wanted.move ~= nil, got.move ~= nil)
          end
        end
      end
    end)
  end)

  -- The algorithms of a procedure go the same way through a tree; the printed ones find the same.
  local function same_ways(procedure, game, root, window, place)
    local algorithms, wanted = PROCEDURES[procedure]
    local _, way = search_visits(algorithms[1], game, root, { window = window })
    for i = 2, #algorithms do
      local got, visits = search_visits(algorithms[i], game, root, { window = window })
      assert.equal(#way, #visits, place)
      for k = 1, #way do assert(rawequal(way[k], visits[k]), place) end
      wanted = wanted or got
      assert.same({ wanted.value, wanted.bound, wanted.move, wanted.cutoffs },
        { got.value, got.bound, got.move, got.cutoffs }, place)
    end
  end

  for _, procedure in ipairs { "F", "F1", "F2" } do
    it(table.concat(PROCEDURES[procedure], ", ") .. " go the same way in every window", function()
      each_tree(effort(150), MODES, function(tree, game, where)
        each_window(oracle.minimax(game, tree.root).value, where, function(window, place)
          same_ways(procedure, game, tree.root, window, place)
        end)
      end)
    end)
  end

  it("give the mirrored game the mirrored value, by the same way", function()
    each_tree(effort(120), MODES, function(tree, _, where)
      local mirror = mirrored(tree)
      for _, form in ipairs { "functional", "viewpoint" } do
        local game, other = trees.game(tree, form), trees.game(mirror, form)
        for _, algorithms in pairs(PROCEDURES) do
          for _, algorithm in ipairs(algorithms) do
            local a = search(algorithm, game, tree.root)
            local b = search(algorithm, other, mirror.root)
            assert.equal(a.value, b.value, where)
            same_counts(a, b, where)
            local index = trees.names(form).index
            assert.equal(index(tree.root, a.move), index(mirror.root, b.move), where)
          end
        end
      end
    end)
  end)

  it("F2 is fail-hard at inner nodes only", function()
    local inf = INF
    -- A leaf; a position above leaves; one above these. Each is worth 9 to the player to move.
    local leaf = trees.of_leaves(1, 0, { 9 })
    local above = trees.of_leaves(1, 1, { -9 })
    local twice = trees.of_leaves(1, 2, { 9 })
    for _, algorithm in ipairs(HARD) do
      for _, case in ipairs {
        { leaf, { 0, 4 }, 9, "lower" }, { leaf, { 11, 12 }, 9, "upper" },
        { above, { 0, 4 }, 9, "lower" }, { above, { 11, 12 }, 11, "upper" },
        { twice, { 0, 4 }, 4, "lower" }, { twice, { 11, 12 }, 11, "upper" },
        { twice, { -inf, 4 }, 4, "lower" }, { twice, { 8, inf }, 9, "exact" },
      } do
        local tree, window, value, bound = table.unpack(case)
        local game = trees.game(tree, "functional")
        local result = search(algorithm, game, tree.root, { window = window })
        assert.same({ value, bound }, { result.value, result.bound })
      end
    end
  end)

  it("search again below v after failing low at v, right also if v is the value", function()
    each_tree(300, { "uniform", "uneven", "again" }, function(tree, game, where)
      local value = oracle.minimax(game, tree.root).value
      for v = value, value + 2 do
        for _, algorithm in ipairs(PROCEDURES.F2) do
          local first = search(algorithm, game, tree.root, { window = { v, v + 2 } })
          assert(first.value <= v and first.bound == "upper", where)
          local again = search(algorithm, game, tree.root, { window = { -INF, v } })
          assert.equal(value, again.value, where)
        end
      end
    end)
  end)

  it("search again above v after failing high at v, right also if v is the value", function()
    each_tree(300, { "uniform", "uneven", "again" }, function(tree, game, where)
      local value = oracle.minimax(game, tree.root).value
      for v = value - 2, value do
        for _, algorithm in ipairs(PROCEDURES.F2) do
          local first = search(algorithm, game, tree.root, { window = { v - 2, v } })
          assert(first.value >= v and first.bound == "lower", where)
          local again = search(algorithm, game, tree.root, { window = { v, INF } })
          assert.equal(value, again.value, where)
        end
      end
    end)
  end)

  it("aspiration finds the value wherever it is expected, at the ends of the window too", function()
    each_tree(effort(120), MODES, function(tree, game, where)
      local full = oracle.minimax(game, tree.root)
      for _, guess in ipairs { full.value, full.value + 3, full.value - 3, 0, -1e6 } do
        local result = search("aspiration", game, tree.root, { guess = guess, margin = 3 })
        assert.same({ full.value, "exact" }, { result.value, result.bound }, where)
        assert.equal(full.best[1], trees.names("functional").index(tree.root, result.move), where)
      end
    end)
  end)
end)

------------------------------------------------------------------------------------------------
-- Limits

describe("a printed procedure", function()
  local function noise(p) return p * 2654435761 % 1009 end
  local large = numbered(3, noise)
  local slow = numbered(10, function(p)
    for _ = 1, 2000 do noise(p) end
    return noise(p)
  end)

  for _, algorithm in ipairs(PRINTED) do
    it("visits as many nodes as it is allowed: " .. algorithm, function()
      for limit = 1, 300 do
        for _, deepening in ipairs { true, false } do
          local result = search(algorithm, large, 0, { depth = 9, nodes = limit,
            deepening = deepening })
          assert.same({ limit, "nodes" }, { result.nodes, result.stopped })
        end
      end
      assert.is_nil(search(algorithm, large, 0, { depth = 2, nodes = 1000 }).stopped)
    end)

    it("stops in time, with a move: " .. algorithm, function()
      for _, deepening in ipairs { true, false } do
        local options = { depth = 4, time = 0.002, deepening = deepening }
        local began = os.clock()
        local result = search(algorithm, slow, 0, options)
        assert.equal("time", result.stopped)
        assert(result.move and result.value)
        assert(result.time > 0 and os.clock() - began < 0.5, result.time)
      end
    end)

    it("says so when a game does not end: " .. algorithm, function()
      local walk = numbered(1, function() return 0 end)
      local worked, message = pcall(search, algorithm, walk, 0)
      assert.is_false(worked)
      assert.matches("game has not ended after 1000 plies %(give a depth%)", message)
    end)

    it("goes in one step, and is finished then: " .. algorithm, function()
      local running = alphabeta.start(pi_game, "", { algorithm = algorithm, depth = pi.depth })
      assert.is_true(running:step { nodes = 1 })
      assert.same({ pi.value, 1 }, { running:result().value, running:result().move })
    end)
  end
end)

-- The cheapest way of one player: against Bellman and Ford on random graphs with ties, costs of 0 and fractions, in
-- every form of a game, in steps, with errors and yields in between; published facts of puzzles; limits and what is
-- said of them.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local mazes = require "spec.support.mazes"
local odd = require "spec.support.odd"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local STEPS = { nil, { nodes = 1 }, { nodes = 7 }, { time = 0 }, n = 4 }

local ODD_STEPS = { nil, { nodes = 1 }, { nodes = 2 }, { nodes = 5 }, n = 4 }

local function found(game, state, options, limits)
  if not limits then return alphabeta.path(game, state, options) end
  local path = alphabeta.start_path(game, state, options)
  repeat until path:step(limits)
  return path:result()
end

-- Is the result right, if the way may cost `weight` times the least?
local function check(maze, result, weight, where)
  assert(result.stopped == nil, where)
  if maze.least == math.huge then
    assert(not result.solved and result.moves == nil and result.least == math.huge and result.bound == "none", where)
    return
  end
  local cost, is_goal = mazes.follow(maze, result.moves)
  assert(result.solved and is_goal, where)
  assert(math.abs(cost - result.cost) < 1e-9, where)
  assert(result.cost <= weight * maze.least + 1e-9 and result.cost >= maze.least - 1e-9, where)
  assert(result.least <= maze.least + 1e-9, where)
  assert.equal(weight == 1 and "exact" or ("at most %g times"):format(weight), result.bound)
end

local METHODS = {
  {}, { algorithm = "idastar" }, { weight = 1.5 }, { algorithm = "idastar", weight = 2 },
  { algorithm = "idastar", bytes = 1 }, { algorithm = "idastar", bytes = 2^16 },
  { algorithm = "idastar", bytes = 2^16, weight = 1.5 },
}

describe("a path", function()
  it("is the cheapest, in every form of a game, in steps of any size, and unsolvable is proven", function()
    for number = 1, effort(150, 20) do
      local maze = mazes.random(seed * 1000 + number, 30)
      for f, form in ipairs(mazes.forms) do
        for m, options in ipairs(METHODS) do
          local left_out = (number + f) % 3 == 0 and "estimate" or nil
          local game, state = mazes.game(maze, form, left_out)
          local result = found(game, state, options, STEPS[(number + f + m) % STEPS.n + 1])
          check(maze, result, options.weight or 1, ("%s, %s, method %d"):format(maze.text, form, m))
          assert(type(state) ~= "table" or state.place == 1)
        end
      end
    end
  end)

  -- What a table knows of a position must not be too much: where its children were on the line, and where the line was
  -- held back by what the table knew.
  it("is the cheapest by IDA* with a table, where that is not plain", function()
    for number, size in pairs { [19745] = 25, [69475] = 15, [103043] = 25, [102323] = 25, [108647] = 25 } do
      local maze = mazes.random(number, size)
      local game, state = mazes.game(maze, "moves")
      check(maze, found(game, state, { algorithm = "idastar", bytes = 2 ^ 14 }), 1, maze.text)
    end
  end)

  it("by a beam leads to a goal, and that there is none is said only where nothing was left out", function()
    for number = 1, effort(100, 20) do
      local maze = mazes.random(seed * 4000 + number, 30)
      local form = mazes.forms[number % #mazes.forms + 1]
      for _, width in ipairs { 1, 2, 250000000 } do
        local game, state = mazes.game(maze, form)
        local result = found(game, state, { algorithm = "beam", width = width }, STEPS[number % STEPS.n + 1])
        assert.equal("none", result.bound)
        if result.solved then
          local cost, is_goal = mazes.follow(maze, result.moves)
          assert(is_goal and math.abs(cost - result.cost) < 1e-9, maze.text)
        elseif result.stopped then
          assert(result.stopped == "width" and width < 10 and result.least <= maze.least, maze.text)
        else
          assert.equal(math.huge, maze.least, maze.text)
        end
      end
    end
  end)

  it("does not depend on the steps, nor does what was visited", function()
    for number = 1, effort(40, 10) do
      local maze = mazes.random(seed * 2000 + number, 30)
      local form = mazes.forms[number % #mazes.forms + 1]
      for _, options in ipairs(METHODS) do
        local game, state = mazes.game(maze, form)
        local whole = found(game, state, options)
        for _, limits in ipairs { { nodes = 1 }, { nodes = 3 }, { time = 0 } } do
          local parts = found(game, state, options, limits)
          assert.same({ whole.moves, whole.nodes, whole.least }, { parts.moves, parts.nodes, parts.least }, maze.text)
        end
      end
    end
  end)

  it("is found though any callback raises or yields, in steps of any size", function()
    for number = 1, effort(12, 4) do
      local maze = mazes.random(seed * 3000 + number, 20)
      for f, form in ipairs(mazes.forms) do
        for m, options in ipairs(METHODS) do
          local game, state = mazes.game(maze, form)
          local whole = found(game, state, options)
          odd.make(game, { "moves", "successors", "play", "goal", "cost", "estimate", "key" }, 50)
          local limits = ODD_STEPS[(number + f + m) % ODD_STEPS.n + 1]
          local parts = odd.finish(alphabeta.start_path(game, state, options), limits)
          assert.same({ whole.moves, whole.nodes, whole.least }, { parts.moves, parts.nodes, parts.least },
            maze.text .. ", " .. form)
          assert(type(state) ~= "table" or state.place == 1, maze.text .. ", " .. form)
        end
      end
    end
  end)

  it("is found though `play` and `undo` yield wherever a step may end", function()
    for number = 1, effort(12, 4) do
      local maze = mazes.random(seed * 4000 + number, 20)
      for m, options in ipairs(METHODS) do
        local game, state = mazes.game(maze, "undo")
        local whole, yields = found(game, state, options), 0
        for _, name in ipairs { "play", "undo" } do
          local plain = game[name]
          game[name] = function(...)
            yields = yields + 1
            coroutine.yield()
            return plain(...)
          end
        end
        local limits = { nodes = 1 + (number + m) % 3 }
        local parts = odd.finish(alphabeta.start_path(game, state, options), limits)
        assert.same({ whole.moves, whole.nodes, whole.least }, { parts.moves, parts.nodes, parts.least }, maze.text)
        assert.equal(1, state.place)
        assert(yields > 0 or whole.nodes == 1)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Published facts

-- The 8-puzzle: `cells` are the tiles in rows, 0 is the blank; a move is the cell whose tile moves.
local function eight_puzzle()
  local near = {}
  for cell = 1, 9 do
    local list, row, column = {}, math.floor((cell - 1) / 3), (cell - 1) % 3
    if row > 0 then list[#list + 1] = cell - 3 end
    if column > 0 then list[#list + 1] = cell - 1 end
    if column < 2 then list[#list + 1] = cell + 1 end
    if row < 2 then list[#list + 1] = cell + 3 end
    near[cell] = list
  end
  local game = { name = "8-puzzle" }
  function game.initial(...)
    local state = { ... }
    for cell = 1, 9 do
      if state[cell] == 0 then state.blank = cell end
    end
    state.distance = 0
    return state
  end
  function game.moves(state) return near[state.blank] end
  function game.play(state, move)
    local to = { distance = state.distance + 1, blank = move }
    for cell = 1, 9 do to[cell] = state[cell] end
    to[state.blank], to[move] = state[move], 0
    return to
  end
  function game.key(state)
    local key = 0
    for cell = 1, 9 do key = key * 9 + state[cell] end
    return key
  end
  function game.goal(state)
    for cell = 1, 9 do
      if state[cell] ~= cell % 9 then return false end
    end
    return true
  end
  function game.estimate(state)
    local sum = 0
    for cell = 1, 9 do
      local tile = state[cell]
      if tile ~= 0 then
        sum = sum + math.abs((cell - 1) % 3 - (tile - 1) % 3)
          + math.abs(math.floor((cell - 1) / 3) - math.floor((tile - 1) / 3))
      end
    end
    return sum
  end
  return game
end

-- How many positions are so many moves away from the solved one: OEIS A089473.
local AT_DISTANCE = {
  [0] = 1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
  23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
}

describe("the 8-puzzle", function()
  it("has as many positions at each distance as is published", function()
    local game, count, all = eight_puzzle(), {}, 0
    function game.goal(state)
      count[state.distance] = (count[state.distance] or 0) + 1
      all = all + 1
      return false
    end
    game.estimate = nil
    local start, nodes = game.initial(1, 2, 3, 4, 5, 6, 7, 8, 0), quick(30000, nil)
    local result = alphabeta.path(game, start, { nodes = nodes })
    if nodes then -- all that are nearer than the last ones
      assert.equal(#count, result.least)
      for distance = 0, #count - 1 do assert.equal(AT_DISTANCE[distance], count[distance]) end
      assert(#count > 15, #count)
      return
    end
    assert.same(AT_DISTANCE, count)
    assert.equal(181440, all)
    assert.equal(math.huge, result.least)
  end)

  it("needs 31 moves from the two farthest positions, by every method", function()
    local game = eight_puzzle()
    local farthest = { { 8, 6, 7, 2, 5, 4, 3, 0, 1 }, { 6, 4, 7, 8, 5, 0, 3, 2, 1 } }
    for i = 1, quick(1, 2) do
      local state = game.initial(compat.unpack(farthest[i]))
      for _, options in ipairs { {}, { algorithm = "idastar" } } do
        local result = alphabeta.path(game, state, options)
        assert.same({ 31, 31, "exact", 31 }, { #result.moves, result.cost, result.bound, result.least })
      end
      local heavy = alphabeta.path(game, state, { weight = 2 })
      assert(heavy.cost <= 62 and heavy.cost >= 31 and heavy.bound == "at most 2 times" and heavy.least <= 31)
      local beam = alphabeta.path(game, state, { algorithm = "beam", width = 100 })
      assert(beam.solved and beam.cost >= 31 and beam.bound == "none")
    end
  end)

  -- From 1 to 3 for `dear`, or by 2 for 10,000,000, of which the estimate knows.
  it("never costs more than `bound` says, to the last digit", function()
    local costs = { [1.2345644] = 12345643, [1.0000004] = 10000003, [1.5] = 15000000, [1 + 2^-52] = 10000000 }
    for weight, dear in pairs(costs) do
      local game = {
        moves = function(place) return place == 1 and { 2, 3 } or place == 2 and { 3 } or {} end,
        play = function(_, move) return move end,
        cost = function(place, move) return place == 2 and 1e7 or move == 3 and dear or 0 end,
        estimate = function(place) return place == 2 and 1e7 or 0 end,
        key = function(place) return place end,
        goal = function(place) return place == 3 end,
      }
      for _, algorithm in ipairs { "astar", "idastar" } do
        local result = alphabeta.path(game, 1, { weight = weight, algorithm = algorithm })
        local times = tonumber(result.bound:match "^at most (.*) times$")
        assert(result.cost <= times * 1e7 and times - weight < 1e-5, result.bound)
      end
    end
  end)

  it("takes IDA* fewer positions with a table, and one that is full does no harm", function()
    local native = require "alphabeta.games.tiles".new(3, 3)
    local game = quick(native, native.lua)
    local state = game.parse "8 6 7\n2 5 4\n3 . 1"
    local visited = {}
    for i, bytes in ipairs { 2 ^ 20, 2 ^ 12, false } do
      local result = alphabeta.path(game, state, { algorithm = "idastar", bytes = bytes or nil })
      assert.same({ 31, "exact" }, { result.cost, result.bound })
      visited[i] = result.nodes
    end
    assert(10 * visited[1] < 7 * visited[3] and visited[1] < visited[2] and visited[2] <= visited[3],
      table.concat(visited, " "))
  end)

  it("stops at every limit, with the way to the position of the least estimate and a lower bound", function()
    local game = eight_puzzle()
    local state = game.initial(8, 6, 7, 2, 5, 4, 3, 0, 1)
    for name, options in pairs {
      nodes = { nodes = 1000 }, bytes = { bytes = 300000 }, time = { time = 0 },
    } do
      local result = alphabeta.path(game, state, options)
      assert.same({ false, name, "none" }, { result.solved, result.stopped, result.bound })
      assert(result.least >= 21 and result.least <= 31 and result.cost == #result.moves)
      local at, least = state, game.estimate(state)
      for _, move in ipairs(result.moves) do at = game.play(at, move) end
      assert(game.estimate(at) <= least)
    end
    local small = alphabeta.path(game, state, { bytes = 1 })
    assert(small.stopped == "bytes" and small.nodes >= 100 and small.nodes < 1000, small.nodes)
    local deep = alphabeta.path(game, state, { algorithm = "idastar", nodes = 1000 })
    assert.same({ "nodes", 1000 }, { deep.stopped, deep.nodes })
    local at = state
    for _, move in ipairs(deep.moves) do at = game.play(at, move) end
    assert(deep.cost == #deep.moves and game.estimate(at) < game.estimate(state))
  end)
end)

-- Lights out: pressing a lamp turns it and its neighbours. A position is its lamps as bits, and how often was pressed.
local function lights_out(size)
  local game, turns = { name = "lights out" }, {}
  for cell = 0, size * size - 1 do
    local row, column, list = math.floor(cell / size), cell % size, { cell }
    if row > 0 then list[#list + 1] = cell - size end
    if row < size - 1 then list[#list + 1] = cell + size end
    if column > 0 then list[#list + 1] = cell - 1 end
    if column < size - 1 then list[#list + 1] = cell + 1 end
    turns[cell + 1] = list
  end
  game.width = size * size
  function game.play(state, move)
    local lamps = state.lamps
    for _, cell in ipairs(turns[move]) do
      local bit = 2 ^ cell
      lamps = math.floor(lamps / bit) % 2 == 1 and lamps - bit or lamps + bit
    end
    return { lamps = lamps, presses = state.presses + 1 }
  end
  function game.key(state) return state.lamps end
  function game.goal(state) return state.lamps == 0 end
  return game
end

describe("lights out", function()
  it("of 3x3 has one solution for each position: as many need so many presses as there are choices of them", function()
    local game, count = lights_out(3), {}
    function game.goal(state)
      count[state.presses + 1] = (count[state.presses + 1] or 0) + 1
      return false
    end
    alphabeta.path(game, { lamps = 0, presses = 0 })
    assert.same({ 1, 9, 36, 84, 126, 126, 84, 36, 9, 1 }, count)
    assert.equal(5, #alphabeta.path(lights_out(3), { lamps = 511, presses = 0 }).moves)
  end)
end)

-- Peg solitaire on the English cross: holes are named by row and column, 1 to 7.
local function solitaire()
  local game, jumps = { name = "solitaire" }, {}
  local function is_hole(row, column)
    return row >= 1 and row <= 7 and column >= 1 and column <= 7
      and ((row >= 3 and row <= 5) or (column >= 3 and column <= 5))
  end
  for row = 1, 7 do
    for column = 1, 7 do
      for _, way in ipairs { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } } do
        local r, c = row + 2 * way[1], column + 2 * way[2]
        if is_hole(row, column) and is_hole(r, c) then
          jumps[#jumps + 1] = { row * 8 + column, (row + way[1]) * 8 + column + way[2], r * 8 + c }
        end
      end
    end
  end
  game.width = #jumps
  function game.initial(pegs)
    local state = { count = 0 }
    for _, hole in ipairs(pegs) do state[hole], state.count = true, state.count + 1 end
    return state
  end
  function game.play(state, move)
    local jump = jumps[move]
    if not state[jump[1]] or not state[jump[2]] or state[jump[3]] then return nil end
    local to = {}
    for hole, value in pairs(state) do to[hole] = value end
    to[jump[1]], to[jump[2]], to[jump[3]], to.count = nil, nil, true, state.count - 1
    return to
  end
  function game.key(state)
    local holes = {}
    for hole = 9, 63 do holes[#holes + 1] = state[hole] and "1" or "0" end
    return table.concat(holes)
  end
  function game.goal(state) return state.count == 1 and state[4 * 8 + 4] end
  function game.estimate(state) return state.count - 1 end
  return game
end

describe("peg solitaire", function()
  it("takes one jump for each peg but the last: the cross, the plus and the arrow", function()
    local game = solitaire()
    for name, figure in pairs {
      cross = { 2 * 8 + 4, 3 * 8 + 3, 3 * 8 + 4, 3 * 8 + 5, 4 * 8 + 4, 5 * 8 + 4 },
      plus = { 2 * 8 + 4, 3 * 8 + 4, 4 * 8 + 2, 4 * 8 + 3, 4 * 8 + 4, 4 * 8 + 5, 4 * 8 + 6, 5 * 8 + 4, 6 * 8 + 4 },
    } do
      for _, options in ipairs { {}, { algorithm = "idastar" } } do
        local result = alphabeta.path(game, game.initial(figure), options)
        assert(result.solved, name)
        assert.equal(#figure - 1, #result.moves)
      end
    end
  end)

  it("cannot end in the middle from two pegs side by side in a corner", function()
    local result = alphabeta.path(solitaire(), solitaire().initial { 1 * 8 + 3, 1 * 8 + 4 })
    assert.same({ false, math.huge }, { result.solved, result.least })
  end)
end)

-- Sokoban: # wall, @ the player, $ a box, . a place for it; * and + are a box and the player on such a place.
local function sokoban(width)
  local game = { name = "sokoban", pseudolegal = true }
  local steps = { u = -width, d = width, l = -1, r = 1 }
  local left = { ["@"] = " ", ["+"] = ".", ["$"] = " ", ["*"] = "." }
  local entered = { [" @"] = "@", [".@"] = "+", [" $"] = "$", [".$"] = "*" }
  local function moved(state, from, to, what)
    local there = entered[state:sub(to, to) .. what]
    if not there then return nil end
    local one = state:sub(1, from - 1) .. left[state:sub(from, from)] .. state:sub(from + 1)
    return one:sub(1, to - 1) .. there .. one:sub(to + 1)
  end
  local function pushes(state, move) return state:sub(state:find "[@+]" + steps[move]):find "^[$*]" ~= nil end
  function game.moves() return { "u", "d", "l", "r" } end
  function game.key(state) return state end
  function game.goal(state) return not state:find("$", 1, true) end
  function game.play(state, move)
    local from, step = state:find "[@+]", steps[move]
    local to = from + step
    if pushes(state, move) then state = moved(state, to, to + step, "$") end
    return state and moved(state, from, to, "@")
  end
  return game, function(state, move) return pushes(state, move) and 1 or 0 end
end

-- Two of D. W. Skinner's levels, with the fewest moves and the fewest pushes.
local MICROBAN = {
  { 33, 8, "####   \n# .#   \n#  ### \n#*@  # \n#  $ # \n#  ### \n####   \n" },
  { 16, 3, "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n" },
}

describe("sokoban", function()
  it("needs as many moves as is published, and pushes where nothing else costs", function()
    for _, level in ipairs(MICROBAN) do
      local game, cost = sokoban(level[3]:find "\n")
      assert.equal(level[1], alphabeta.path(game, level[3]).cost)
      game.cost = cost
      assert.equal(level[2], alphabeta.path(game, level[3]).cost)
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Estimates and costs

local function graph(edges, estimates, goal)
  return {
    moves = function(place)
      local list = {}
      for to in pairs(edges[place] or {}) do list[#list + 1] = to end
      table.sort(list)
      return list
    end,
    play = function(_, move) return move end,
    cost = function(place, move) return edges[place][move] end,
    key = function(place) return place end,
    goal = function(place) return place == goal end,
    estimate = function(place) return estimates[place] or 0 end,
  }
end

describe("an estimate", function()
  it("that is inconsistent makes positions be opened again", function()
    local opened = {}
    -- by way of 3 place 4 is cheaper, but 3 promises so little that 4 is opened by way of 2 first
    local game = graph({ { [2] = 1, [3] = 1 }, { [4] = 3 }, { [4] = 1 }, { [5] = 6 } }, { 0, 0, 6 }, 5)
    local plain = game.moves
    function game.moves(place)
      opened[place] = (opened[place] or 0) + 1
      return plain(place)
    end
    local result = alphabeta.path(game, 1)
    assert.same({ 8, "exact", { 3, 4, 5 } }, { result.cost, result.bound, result.moves })
    assert.equal(2, opened[4])
  end)

  it("of infinity closes a position", function()
    local game = graph({ { [2] = 1, [3] = 5 }, { [4] = 1 }, { [4] = 1 } }, { 0, math.huge }, 4)
    assert.same({ 3, 4 }, alphabeta.path(game, 1).moves)
    assert.same({ 3, 4 }, alphabeta.path(game, 1, { algorithm = "idastar" }).moves)
    game.estimate = function() return math.huge end
    for _, name in ipairs { "astar", "idastar" } do
      assert.equal(math.huge, alphabeta.path(game, 1, { algorithm = name }).least)
    end
  end)

  it("that is too high gives a way all the same, and `least` is no more than its cost", function()
    local game = graph({ { [2] = 1, [3] = 1 }, { [4] = 1 }, { [4] = 5 } }, { 0, 100, 50 }, 4)
    local result = alphabeta.path(game, 1)
    assert.same({ true, 6, 6 }, { result.solved, result.cost, result.least })
  end)
end)

describe("a position that is a goal itself", function()
  it("needs no move", function()
    for _, options in ipairs { {}, { algorithm = "idastar" }, { algorithm = "beam", width = 1 } } do
      local result = alphabeta.path(graph({}, {}, 7), 7, options)
      assert.same({ true, {}, 0, 1 }, { result.solved, result.moves, result.cost, result.nodes })
    end
  end)
end)

describe("a move that ends the game", function()
  it("leads to a goal, or nowhere", function()
    local game = graph({ { [2] = 1, [3] = 4 }, { [4] = 1 }, { [4] = 1 } }, {}, 4)
    local function play(_, move) return move, (move == 2 or move == 4) and 1 or nil end
    game.play = play
    for _, name in ipairs { "astar", "idastar" } do
      assert.same({ 3, 4 }, alphabeta.path(game, 1, { algorithm = name }).moves)
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Errors, and what is told

local function message_of(...) return select(2, pcall(...)) end

describe("alphabeta.path", function()
  local function plain() return graph({ { [2] = 1 } }, {}, 2) end

  it("says what is wrong with a game", function()
    for field, expected in pairs {
      goal = "field 'goal': function expected, got nil", moves = "field 'moves': function expected, got nil",
      play = "field 'play': function expected, got nil",
    } do
      local game = plain()
      game[field] = nil
      assert.matches(expected, message_of(alphabeta.path, game, 1), 1, true)
    end
    local game = plain()
    game.chance = function() end
    assert.matches("field 'chance' cannot be used with 'path'", message_of(alphabeta.path, game, 1), 1, true)
    assert.matches("state expected, got nil", message_of(alphabeta.path, plain()), 1, true)
  end)

  it("says what is wrong with options", function()
    for expected, options in pairs {
      ["option 'weight': number from 1 to 2^60 expected, got 0.5"] = { weight = 0.5 },
      ["option 'weight': number from 1 to 2^60 expected, got 1e+300"] = { weight = 1e300 },
      ["algorithm 'beam' needs option 'width'"] = { algorithm = "beam" },
      ["option 'width' needs algorithm 'beam'"] = { width = 3 },
      ["option 'weight' cannot be used with algorithm 'beam'"] = { algorithm = "beam", width = 3, weight = 2 },
      ["unknown option 'depth'"] = { depth = 3 },
      ["option 'algorithm': 'astar', 'idastar' or 'beam' expected, got 'pvs'"] = { algorithm = "pvs" },
    } do
      assert.matches(expected, message_of(alphabeta.path, plain(), 1, options), 1, true)
    end
    local game = plain()
    game.key = nil
    assert.matches("option 'bytes' needs a game with 'key'", message_of(alphabeta.path, game, 1, { bytes = 3 }), 1,
      true)
    assert.matches("only 'idastar' goes with a game without 'key'",
      message_of(alphabeta.path, game, 1, { algorithm = "astar" }), 1, true)
    assert.same({ 2 }, alphabeta.path(game, 1).moves)
  end)

  it("says what a callback has returned", function()
    for expected, change in pairs {
      ["'cost' returned -1.0 (number from 0 to 2^960 expected)"] = { "cost", -1 },
      ["'cost' returned inf (number from 0 to 2^960 expected)"] = { "cost", math.huge },
      ["'cost' returned 1e+308 (number from 0 to 2^960 expected)"] = { "cost", 1e308 },
      ["'estimate' returned 1e+308 (number from 0 to 2^960, or math.huge, expected)"] = { "estimate", 1e308 },
      ["'estimate' returned -2.0 (number from 0 to 2^960, or math.huge, expected)"] = { "estimate", -2 },
      ["'estimate' returned nil (number expected) at ply 0"] = { "estimate", nil },
      ["'key' returned -1 (to find a way each position needs a key)"] = { "key", -1 },
    } do
      for _, name in ipairs { "astar", "idastar" } do
        local game = plain()
        game[change[1]] = function() return change[2] end
        assert.matches(expected, message_of(alphabeta.path, game, 1, { algorithm = name }), 1, true)
      end
    end
  end)

  it("takes no more than 65535 moves from an iterator", function()
    local game = {
      moves = function()
        local move = 0
        return function()
          move = move + 1
          return move < 1e6 and move or nil
        end
      end,
      play = function(place) return place end, goal = function() return false end, key = function() return 1 end,
    }
    for _, algorithm in ipairs { "astar", "idastar" } do
      assert.matches("the iterator from 'moves' gives more than 65535 moves at ply 0",
        message_of(alphabeta.path, game, 1, { algorithm = algorithm }), 1, true)
    end
  end)

  it("goes no further than 100000 moves where nothing tells that it goes round in circles", function()
    local game = {
      width = 1, play = function(place) return place end, goal = function() return false end,
      cost = function() return 0 end,
    }
    assert.matches("a way of 100000 moves costs no more", message_of(alphabeta.path, game, 1), 1, true)
  end)

  it("tells how far it is, every 10,000 positions", function()
    local calls, game = {}, eight_puzzle()
    game.estimate = nil
    alphabeta.path(game, game.initial(8, 6, 7, 2, 5, 4, 3, 0, 1), { nodes = 30000, on_progress = function(nodes, least)
      calls[#calls + 1] = { nodes, least }
    end })
    assert(#calls >= 2, #calls)
    assert(calls[1][1] >= 10000 and calls[1][2] >= 10 and calls[#calls][1] > calls[1][1])
    assert(not math.type or math.type(calls[1][1]) == "integer")
  end)

  it("gives costs as integers where they are, and floats where one is", function()
    if not math.type then return end
    local game = graph({ { [2] = 1.5 }, { [3] = 1.5 } }, {}, 3)
    assert.equal("float", math.type(alphabeta.path(game, 1).cost))
    assert.equal("integer", math.type(alphabeta.path(plain(), 1).cost))
    local eight = eight_puzzle()
    assert.equal("integer", math.type(alphabeta.path(eight, eight.initial(1, 2, 3, 4, 5, 6, 0, 7, 8)).cost))
  end)

  it("prints a line", function()
    local eight = eight_puzzle()
    local state = eight.initial(1, 2, 3, 4, 5, 6, 0, 7, 8)
    assert.matches("^2 moves, cost 2 %(exact%), %d+ positions$", tostring(alphabeta.path(eight, state)))
    assert.matches("^2 moves, cost 2 %(at most 3 times the least%), %d+ positions$",
      tostring(alphabeta.path(eight, state, { weight = 3 })))
    assert.equal("no way, 1 position", tostring(alphabeta.path(graph({}, {}, 2), 1)))
    assert.equal("no way yet, at least 2, 1 position", tostring(alphabeta.path(eight, state, { nodes = 1 })))
  end)
end)

describe("a path search", function()
  it("can be closed, and keeps what it has found", function()
    local game = eight_puzzle()
    local path = alphabeta.start_path(game, game.initial(8, 6, 7, 2, 5, 4, 3, 0, 1))
    assert.is_false(path:step { nodes = 500 })
    path:close()
    local result = path:result()
    assert.same({ false, "closed" }, { result.solved, result.stopped })
    assert(#result.moves > 0)
    assert.matches("path search is closed", message_of(path.step, path), 1, true)
    path:close()
    assert.matches("^alphabeta.path %(8%-puzzle, closed%)", tostring(path))
  end)

  it("cannot be stepped, asked or closed from its own callback", function()
    local game, path = graph({ { [2] = 1 } }, {}, 2), nil
    for _, method in ipairs { "step", "result", "close" } do
      function game.goal() return path[method](path) end
      path = alphabeta.start_path(game, 1)
      assert.matches("path search is running", message_of(path.step, path), 1, true)
    end
  end)

  it("says that a move is refused that was legal before", function()
    for limit = 1, 12 do
      local calls = 0
      local game = {
        pseudolegal = true,
        moves = function() return { 1, 2 } end,
        play = function(line, move)
          calls = calls + 1
          if calls > limit then return false end
          line[#line + 1] = move
        end,
        undo = function(line) line[#line] = nil end,
        key = function(line) return table.concat(line) end,
        goal = function(line) return #line > 9 end,
      }
      assert.matches("game: 'play' refused a move that it took before", message_of(alphabeta.path, game, {}), 1, true)
    end
  end)

  it("goes on where a coroutine has died in its step", function()
    local game = eight_puzzle()
    local state, goal, calls = game.initial(8, 1, 3, 4, 0, 2, 7, 6, 5), game.goal, 0
    local whole = alphabeta.path(game, state)
    function game.goal(...)
      calls = calls + 1
      if calls == 20 then error "once" end
      return goal(...)
    end
    local path = alphabeta.start_path(game, state)
    local died, message = coroutine.resume(coroutine.create(path.step), path)
    assert.is_false(died)
    assert.matches("once$", message)
    assert.is_true(path:step())
    local result = path:result()
    assert.same({ whole.moves, whole.nodes, whole.cost }, { result.moves, result.nodes, result.cost })
  end)

  it("leads on from what costs least, however little that is, or much", function()
    for _, costs in ipairs { { 16777216, 16777217 }, { 16777217, 16777216 }, { 1.00000001, 1.00000002 },
      { 1.00000002, 1.00000001 }, { 1e39, 1e200 }, { 1e200, 1e39 } } do
      for _, algorithm in ipairs { "astar", "idastar", "beam" } do
        local path = alphabeta.path({
          moves = function(at) return at == 0 and { 1, 2 } or at < 3 and { 3 } or {} end,
          play = function(_, to) return to end,
          cost = function(at, move) return at == 0 and costs[move] or 0 end,
          goal = function(at) return at == 3 end,
          key = function(at) return at end,
        }, 0, { algorithm = algorithm, width = algorithm == "beam" and 1 or nil })
        assert.equal(math.min(costs[1], costs[2]), path.cost)
      end
    end
  end)

  it("costs no less than is said, where weights round that up", function()
    local chain = {
      moves = function(at) return at < 40 and { at + 1 } or {} end,
      play = function(_, to) return to end,
      key = function(at) return at end,
    }
    for length = 1, 30 do
      chain.goal = function(at) return at == length end
      chain.estimate = function(at) return math.abs(length - at) end
      for _, algorithm in ipairs { "astar", "idastar" } do
        for _, weight in ipairs { 1.1, 1.3, 1.7, 2.3 } do
          for nodes = 1, 4 do
            local path = alphabeta.path(chain, 0, { algorithm = algorithm, weight = weight, nodes = nodes })
            assert(path.least <= length, ("%s, weight %g: %.17g of %d"):format(algorithm, weight, path.least, length))
          end
        end
      end
    end
  end)

  it("meets no position twice on a line, however long, by IDA*", function()
    -- so that the products of keys by which IDA* tells them apart are the same in their first bits
    local odd_constant, inverse = 0x9E3779B97F4A7C15, 0x9E3779B97F4A7C15
    for _ = 1, 6 do inverse = inverse * (2 - odd_constant * inverse) end
    assert.equal(1, odd_constant * inverse)
    local length = quick(3000, 65600)
    local result = alphabeta.path({
      moves = function(at) return at < length and { at + 1, 1 } or {} end,
      play = function(_, to) return to end,
      cost = function() return 0 end,
      goal = function() return false end,
      key = function(at) return at * inverse end,
    }, 1, { algorithm = "idastar" })
    assert.equal(2 * length - 1, result.nodes) -- each, and from all but the last the first once more
  end)

  it("is done once for all", function()
    local path = alphabeta.start_path(graph({ { [2] = 1 } }, {}, 2), 1)
    assert.is_true(path:step())
    assert.is_true(path:step())
    assert.same({ 2 }, path:result().moves)
  end)
end)

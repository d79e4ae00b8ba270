-- Solving: values and plies of all positions against definitions, minimax and published facts, in every form of a game;
-- steps, errors and yields in between; what a solution tells.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local compat = require "spec.support.compat"
local connect4 = require "alphabeta.games.connect4"
local effort = require "spec.support.effort"
local ewn = require "alphabeta.games.ewn"
local errors = require "spec.support.errors"
local kalah = require "alphabeta.games.kalah"
local nim = require "spec.support.nim" { key = function(heap) return heap end }
local pig = require "alphabeta.games.pig"
local random = require "spec.support.random"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"
local stochastic = require "spec.support.stochastic"
local tally = require "spec.support.tally"
local tictactoe = require "alphabeta.games.tictactoe"
local trees = require "spec.support.trees"

local allocator = c.library("spec/native/allocator.c", "allocator")

-- A graph of some size.
local function graph()
  for number = seed, math.huge do
    local tree = trees.cyclic(number, 3, 40)
    if #trees.nodes(tree) > 20 then return tree end
  end
end

local function by_id(node) return node.id end

-- In how many plies a side (0 or 1) can force at least that payoff, as it sees it: node -> plies.
local function forced(nodes, side, payoff)
  local plies, changed = {}, true
  local function plies_at(node)
    if #node == 0 then return (side == 0 and node.value or -node.value) >= payoff and 0 or nil end
    local own, best = node.player == side, nil
    for _, child in ipairs(node) do
      local other = plies[child]
      if own then
        if other and (not best or other < best) then best = other end
      else
        if not other then return nil end
        if not best or other > best then best = other end
      end
    end
    return best and best + 1
  end
  while changed do
    changed = false
    for _, node in ipairs(nodes) do
      local now = plies_at(node)
      if now ~= plies[node] then plies[node], changed = now, true end
    end
  end
  return plies
end

-- By definition: node -> value as player 0 sees it, and plies.
local function by_definition(nodes, endless)
  local values, plies = {}, {}
  for _, node in ipairs(nodes) do values[node] = endless end
  for side = 0, 1 do
    local sign = side == 0 and 1 or -1
    for payoff = -6, 6 do
      if payoff > sign * endless then
        for node, count in pairs(forced(nodes, side, payoff)) do
          values[node], plies[node] = sign * payoff, count
        end
      end
    end
  end
  return values, plies
end

local function solved_in_steps(game, state, steps)
  local solver = alphabeta.start_solve(game, state)
  repeat until solver:step(steps)
  return solver:result()
end

local STEPS = { nil, { nodes = 1 }, { nodes = 7 }, { time = 0 }, n = 4 }

describe("a solution", function()
  it("has the values and plies by definition, with cycles, in every form of a game, in steps of any size", function()
    for number = 1, effort(30, 12) do
      local tree = trees.cyclic(seed * 1000 + number, 1 + number % 4, 3 + number % 40)
      local nodes = trees.nodes(tree)
      local endless = number % 3 - 1
      local values, plies = by_definition(nodes, endless)
      for f, form in ipairs(trees.forms) do
        local game = trees.game(tree, form, { player = true, key = by_id })
        game.repetition = endless
        local state = game.initial()
        local solution = solved_in_steps(game, state, STEPS[(number + f) % STEPS.n + 1])
        assert.equal(#nodes, #solution)
        assert(trees.at_start(tree, state))
        for _, node in ipairs(nodes) do
          local at, where = trees.state_at(game, node), form .. ", " .. tree.text
          local sign = node.player == 0 and 1 or -1
          if form ~= "payoff" or #node > 0 then
            assert.equal(sign * values[node], solution:value(at), where)
            assert.equal(plies[node], solution:plies(at), where)
          end
        end
      end
    end
  end)

  it("has the values of minimax where a game has no cycles", function()
    for number = 1, effort(20, 3) do
      local mode = ({ "uneven", "again", "float", "inf", "dag" })[number % 5 + 1]
      local tree = trees.random(mode, seed * 1000 + number, 3, 5, 6)
      local game = trees.game(tree, trees.forms[number % #trees.forms + 1], { player = true, key = by_id })
      if not game.undo then
        local solution = alphabeta.solve(game, tree.root)
        for _, node in ipairs(trees.nodes(tree)) do
          if #node > 0 then
            local value = alphabeta.search(game, node, { algorithm = "minimax", table = false }).value
            assert.equal(value, solution:value(node), tree.text)
          end
        end
      end
    end
  end)

  it("of tic-tac-toe has its 5478 positions, with the values of minimax", function()
    local game, seen = tictactoe, {}
    local solution = alphabeta.solve(game, game.initial())
    assert.equal(5478, #solution)
    local function compare(state, ply)
      local key = game.key(state)
      if seen[key] then return end
      seen[key] = true
      if ply >= 3 then
        local value = alphabeta.search(game, state, { algorithm = "minimax", table = false }).value
        assert(value == solution:value(state), game.format(state))
      end
      for _, move in ipairs(game.moves(state)) do compare(game.play(state, move), ply + 1) end
    end
    compare(game.initial(), 0)
  end)

  it("of games in C is that of their twins, and of those with a function in Lua", function()
    local small = connect4.new(4, 3)
    for _, subject in ipairs {
      { tictactoe, tictactoe.initial(), tictactoe.lua, tictactoe.lua.initial() },
      { small, small.initial(), connect4.lua, connect4.lua.initial { width = 4, height = 3 } },
      { kalah, kalah.initial { holes = 2, counters = 2 }, kalah.lua, kalah.lua.initial { holes = 2, counters = 2 } },
    } do
      local game, state, twin, same = compat.unpack(subject)
      local mixed = setmetatable({ evaluate = function(s) return game.evaluate(s) end }, { __index = game })
      local solution = alphabeta.solve(game, state)
      for _, other in ipairs { alphabeta.solve(twin, same), alphabeta.solve(mixed, state) } do
        assert.equal(#solution, #other)
      end
      assert.equal(alphabeta.search(game, state).value, solution:value(state))
      assert.equal(solution:value(state), alphabeta.solve(twin, same):value(same))
      assert.equal(solution:plies(state), alphabeta.solve(mixed, state):plies(state))
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Games with cycles

-- Pong Hau K'i: a point of five is empty; red stones R, blue ones B, and whose turn it is.
local ROADS = { { 3, 4 }, { 3, 5 }, { 1, 2, 4, 5 }, { 1, 3, 5 }, { 2, 3, 4 } }

local pong = { name = "pong hau k'i", key = function(state) return state end, evaluate = function() return -1 end }

function pong.moves(state)
  local hole, mine, list = state:find(".", 1, true), state:sub(6), {}
  for _, point in ipairs(ROADS[hole]) do
    if state:sub(point, point) == mine then list[#list + 1] = point end
  end
  return list
end

function pong.play(state, point)
  local hole, stone = state:find(".", 1, true), state:sub(point, point)
  local points = {}
  for i = 1, 5 do points[i] = i == hole and stone or i == point and "." or state:sub(i, i) end
  return table.concat(points) .. (stone == "R" and "B" or "R")
end

-- King and rook against king on a board of n x n: a position is {king, rook, king, turn}; no rook: it was taken.
local function rook_ending(n)
  local function at(square) return square % n, math.floor(square / n) end

  local function touch(a, b)
    local ax, ay = at(a)
    local bx, by = at(b)
    return math.abs(ax - bx) <= 1 and math.abs(ay - by) <= 1
  end

  local function each_king_move(from, visit)
    local x, y = at(from)
    for dy = -1, 1 do
      for dx = -1, 1 do
        local inside = x + dx >= 0 and x + dx < n and y + dy >= 0 and y + dy < n
        if inside and (dx ~= 0 or dy ~= 0) then visit((y + dy) * n + x + dx) end
      end
    end
  end

  local function each_rook_move(from, king, other, visit)
    for _, step in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local x, y = at(from)
      repeat
        x, y = x + step[1], y + step[2]
        local square = y * n + x
        if x < 0 or x >= n or y < 0 or y >= n or square == king or square == other then break end
        visit(square)
      until false
    end
  end

  -- Is the square attacked by white, the black king away?
  local function attacked(s, square)
    if touch(s[1], square) then return true end
    local hit = false
    if s[2] and s[2] ~= square then
      each_rook_move(s[2], s[1], nil, function(to) hit = hit or to == square end)
    end
    return hit
  end

  local game = { name = "rook ending", viewpoint = 1 }
  function game.player(s) return s[4] end
  function game.moves(s)
    local list = {}
    if not s[2] then return list end
    if s[4] == 2 then
      each_king_move(s[3], function(to) if not attacked(s, to) then list[#list + 1] = to end end)
      return list
    end
    each_king_move(s[1], function(to) if to ~= s[2] and not touch(to, s[3]) then list[#list + 1] = to end end)
    each_rook_move(s[2], s[1], s[3], function(to) list[#list + 1] = 1000 + to end)
    return list
  end
  function game.play(s, move)
    if s[4] == 2 then return { s[1], move ~= s[2] and s[2], move, 1 } end
    if move >= 1000 then return { s[1], move - 1000, s[3], 2 } end
    return { move, s[2], s[3], 2 }
  end
  function game.evaluate(s) return s[4] == 2 and s[2] and attacked(s, s[3]) and 1 or 0 end
  function game.key(s) return ((s[1] * 100 + (s[2] or 99)) * 100 + s[3]) * 2 + s[4] end
  return game
end

describe("infinite values", function()
  it("are won soonest and lost latest, too", function()
    local after = { start = { "detour", "end" }, detour = { "start" }, ["end"] = {} }
    for sign = -1, 1, 2 do
      local solution = alphabeta.solve({
        viewpoint = 1, player = function() return 1 end, key = function(state) return state end,
        successors = function(state) return after[state] end, evaluate = function() return sign * math.huge end,
      }, "start")
      assert.equal(sign > 0 and 2 or 1, solution:move "start")
    end
  end)
end)

describe("a game with cycles", function()
  it("is won by force or goes on for ever: pong hau k'i", function()
    local solution = alphabeta.solve(pong, "RB.BRR")
    assert.equal(56, #solution)
    assert.same({ [-1] = 4, [0] = 44, [1] = 8 }, tally(solution, pong, "RB.BRR"))
    assert.equal(0, solution:value "RB.BRR")
    assert.is_nil(solution:plies "RB.BRR")
  end)

  it("has its longest win: mate in 3 moves with king and rook on a board of 3 x 3, in 7 on one of 4 x 4", function()
    for n, expected in pairs { [3] = 5, [4] = 13 } do
      local game, longest = rook_ending(n), 0
      local start = { 0, 1, n * n - 1, 1 }
      local solution, seen = alphabeta.solve(game, start), {}
      local function look(s)
        local key = game.key(s)
        if seen[key] then return end
        seen[key] = true
        if s[4] == 1 then longest = math.max(longest, solution:plies(s) or 0) end
        for _, move in ipairs(game.moves(s)) do look(game.play(s, move)) end
      end
      look(start)
      assert.equal(expected, longest)
    end
  end)

  it("is played to its end in as many plies as the solution says, by its player", function()
    local game = rook_ending(4)
    local state = { 0, 1, 15, 1 }
    local solution = alphabeta.solve(game, state)
    local player, plies = solution:player(), solution:plies(state)
    for left = plies, 1, -1 do
      assert.equal(left, solution:plies(state))
      local move, best = player(state, game), nil
      for _, entry in ipairs(solution:moves(state)) do
        if entry.move == move then best = entry end
      end
      assert.equal(solution:value(state), best.value)
      assert.equal(left, best.plies)
      state = game.play(state, move)
    end
    assert.same({}, solution:moves(state))
    assert.is_nil(solution:move(state))
  end)
end)

describe("solution", function()
  it(":move is the first of those that win soonest or lose latest", function()
    local take = alphabeta.solve(nim, 7)
    assert.equal(3, take:move(7))
    assert.equal(1, take:move(4)) -- all lose; the first of those that do so latest
    assert.same({ move = 3, value = 1, plies = 3 }, take:moves(7)[3])
  end)

  it("does not have positions that cannot be reached", function()
    local take = alphabeta.solve(nim, 7)
    assert.equal(8, #take)
    assert.is_nil(take:value(9))
    assert.is_nil(take:plies(9))
    assert.is_nil(take:moves(9))
    assert.is_nil(take:move(9))
    assert.has_error(function() take:player()(9) end, "the solution has no move for this position")
    assert.matches("alphabeta.solution %(8 positions%)", tostring(take))
  end)

  it("refuses what is no state, at the line that asks", function()
    local ttt = alphabeta.solve(tictactoe, tictactoe.initial())
    for _, method in ipairs { "value", "plies", "moves", "move" } do
      local ok, message = pcall(function() local _ = ttt[method](ttt, nil) end)
      assert.is_false(ok)
      assert.matches("^[^:]*solve_spec.lua:%d+: bad argument #1 to '" .. method .. "' %(state expected", message)
      ok, message = pcall(function() local _ = ttt[method](ttt, 7) end)
      assert.is_false(ok)
      assert.matches("^[^:]*solve_spec.lua:%d+: bad argument #1 to '" .. method .. "' %(", message)
      assert.has_error(function() ttt[method](7, tictactoe.initial()) end)
    end
  end)

  it("wins and does not lose in a match", function()
    local ttt = alphabeta.solve(tictactoe, tictactoe.initial())
    local series = alphabeta.match(tictactoe, tictactoe.initial(), { ttt:player(), alphabeta.random_player(1) },
      { games = 20, seed = 1 })
    assert.equal(0, series.losses)
    assert(series.wins > 10)
  end)
end)

describe("a game with chance", function()
  it("comes near its values where it need not end: Pig, as Neller and Presser have solved it (2004)", function()
    for target, published in pairs { [10] = 0.709424, [20] = 0.615559 } do
      local state = pig.initial { target = target }
      local solver = alphabeta.start_solve(pig, state)
      local steps = 0
      repeat
        steps = steps + 1
      until solver:step { nodes = 1000 }
      assert(steps > 5)
      local solution = solver:result()
      assert(math.abs((1 + solution:value(state)) / 2 - published) < 5e-7)
      local over = pig.lua.initial { target = target }
      over[1], over.player = target, 2
      local ended = solution:value(pig.read(pig.lua.write(over)))
      assert.equal(-1, ended)
      if compat.has_integers then assert.equal("float", compat.type(ended)) end
      assert.is_nil(solution:plies(state))
      local again = alphabeta.undump(solution:dump(), pig, state)
      assert.equal(solution:value(state), again:value(state))
    end
  end)

  it("has the same values in any steps, also where more is given back at the end than at one step", function()
    local state = pig.initial { target = 20, sides = 100 } -- many outcomes, which take many pages
    local solver = alphabeta.start_solve(pig, state)
    repeat until solver:step { nodes = 50000 }
    assert.equal(alphabeta.solve(pig, state):value(state), solver:result():value(state))
  end)

  it("has the values of a search, to the last bit, where it ends: EinStein würfelt nicht", function()
    local root = ewn.initial { size = 3 }
    local solution = alphabeta.solve(ewn, root)
    assert(math.abs(solution:value(root) - (2 * 170 / 243 - 1)) < 1e-15)
    local draw, compared = require "alphabeta.base.random"(seed), 0
    for _ = 1, effort(60, 5) do
      local state, ply = root, 0
      repeat
        local list = ewn.chance(state) or ewn.moves(state)
        if #list == 0 then break end
        state, ply = ewn.play(state, list[draw(#list)]), ply + 1
        if ply > 4 then
          compared = compared + 1
          assert.equal(alphabeta.search(ewn, state).value, solution:value(state), ewn.format(state))
        end
      until false
    end
    assert(compared > 20)
  end)

  it("has the values of minimax in every form", function()
    for name, form in pairs(rolling.forms) do
      local game, make = compat.unpack(form)
      local state = make(7)
      local solver = alphabeta.start_solve(game, state)
      repeat until solver:step { nodes = 5 }
      local solution = solver:result()
      for heap = 1, 7 do
        local at = make(heap)
        if solution:value(at) then
          local value = alphabeta.search(game, at, { algorithm = "minimax" }).value
          assert.equal(value, solution:value(at), name .. ", " .. heap)
        end
      end
      assert.equal(#alphabeta.solve(rolling.game, rolling.state(7)), #solution, name)
    end
  end)

  it("is solved until no value would change by more than the tolerance", function()
    local coin = { -- comes down once in a thousand times, and wins
      chance = function(s)
        if s == 0 then return { 0, 1 }, { 999, 1 } end
      end,
      moves = function() return {} end,
      play = function(_, to) return to end, evaluate = function(s) return s end, key = function(s) return s end,
      player = function() return 1 end,
    }
    local function worth(tolerance) return alphabeta.solve(coin, 0, { tolerance = tolerance }):value(0) end
    local rough, fine = worth(0.01), worth()
    assert(rough < 1 - 1e-4 and rough > 0.99, rough)
    assert(fine < 1 and fine > 1 - 1e-9, fine)
    coin.repetition = 2
    assert(math.abs(worth() - 1) < 1e-9)
  end)

  it("has no values that players could only wait for", function()
    -- What "toss" is worth is known late: c1 to c5 are found, and looked at, in the wrong order. Meanwhile it looks
    -- well.
    local LEADS = { start = { "c5", "c4", "c3", "c2", "c1", "toss", "here", "bet", "wait" },
      bet = { "won", "here" }, wait = { "rest", "bet" }, rest = { "wait" }, here = { "there", "toss" },
      there = { "here" }, toss = { "won", "c1" },
      c1 = { "c2" }, c2 = { "c3" }, c3 = { "c4" }, c4 = { "c5" }, c5 = { "lost" } }
    for _, sign in ipairs { 1, -1 } do
      local game = {
        viewpoint = 1, player = function() return sign == 1 and 1 or 2 end, key = function(place) return place end,
        moves = function(place) return LEADS[place] or {} end,
        chance = function(place) return (place == "toss" or place == "bet") and LEADS[place] or nil end,
        play = function(_, place) return place end,
        evaluate = function(place) return sign * (place == "won" and 1 or place == "lost" and -10 or 0) end,
      }
      local solution = alphabeta.solve(game, "start")
      for place, worth in pairs { start = 0.5, bet = 0.5, wait = 0.5, rest = 0.5, here = 0, there = 0, toss = -4.5,
        c1 = -10 } do
        assert.equal(worth, solution:value(place))
      end
    end
  end)

  it("is done where large values change by rounding only, for ever", function()
    for number = 1, effort(300, 30) do
      local drawn = number == 1 and 2657 or seed * 100000 + number -- of that one it is known
      local nodes = stochastic.graph(drawn, 9 + drawn % 30)
      local game = stochastic.game(0, drawn % 2 == 1)
      game.evaluate = function(node) return node.value * 1e15 / 3 end
      if nodes[1].decides then assert.is_true(alphabeta.start_solve(game, nodes[1]):step { nodes = 1000000 }) end
    end
  end)

  it("comes to rest where values go round in circles, each as the one before it was", function()
    for _, circle in ipairs { { 11, 1015704 }, { 11, 1401899 }, { 16, 2137727 } } do
      local nodes, game = stochastic.graph(circle[2], circle[1]), stochastic.game(0)
      local solver = alphabeta.start_solve(game, nodes[1])
      assert.is_true(solver:step { nodes = 1000000 })
      local right = circle[1] == 11 and stochastic.values(nodes, 0) or {}
      for i, value in pairs(right) do
        local found = solver:result():value(nodes[i])
        assert(not found or math.abs((nodes[i].player == 1 and found or -found) - value) < 1e-6)
      end
    end
  end)

  it("is won by its moves, where others are worth as much that lead round in circles", function()
    local LEADS = { here = { "there", "toss" }, there = { "here" }, toss = { "won", "better" } }
    for player = 1, 2 do
      local game = {
        player = function() return player end, key = function(place) return place end,
        moves = function(place) return LEADS[place] or {} end,
        chance = function(place) return place == "toss" and LEADS.toss or nil end,
        play = function(_, place) return place end,
        evaluate = function(place) return place == "better" and 2 or place == "won" and 1 or 0 end,
      }
      local solution = alphabeta.solve(game, "here")
      assert.same({ 1.5, 1.5 }, { solution:value "here", solution:moves("here")[1].value })
      assert.equal("toss", solution:move "here")
      assert.equal("toss", alphabeta.undump(solution:dump(), game, "here"):move "here")
    end
  end)

  -- Places with moves, outcomes, or a payoff; the players move in turn. In the one game a position is a place, whoever
  -- is to move: both sides share its key. In the other it is a place and a side, and has its own.
  local function in_turn(places, is_sided)
    local function split(state)
      if is_sided then return math.floor(state / 2), state % 2 + 1 end
      return state
    end
    local game = {
      key = function(state) return state end,
      moves = function(state) return places[split(state)].moves or {} end,
      chance = function(state) return places[split(state)].outcomes end,
      evaluate = function(state) return places[split(state)].payoff end,
      play = function(state, to)
        local from, side = split(state)
        if not is_sided then return to end
        return 2 * to + (places[from].outcomes and side - 1 or 2 - side)
      end,
    }
    if is_sided then game.player = function(state) return select(2, split(state)) end end
    return game
  end

  -- Does the play end that begins there, where both make the moves of the solution, or come to where nobody gains?
  local function ends(places, solution, place, draw)
    for _ = 1, 3000 do
      local outcomes = places[place].outcomes
      if places[place].payoff or math.abs(solution:value(place)) < 1e-6 then return true end
      place = outcomes and outcomes[1 + draw(#outcomes)] or solution:move(place)
    end
    return false
  end

  -- What has been wrong; where neither side's gain came to rest; where both are near the values, but not alike; where
  -- what could be forced was never all that was left (two); where it is not forced any more once the rest has fallen.
  local SHARED = {
    { { moves = { 2, 3 } }, { outcomes = { 1, 4 } }, { moves = { 1 } }, { payoff = -2 } },
    { { moves = { 2, 4 } }, { payoff = -1 }, { outcomes = { 1, 1, 1, 2, 1, 1, 1 } }, { moves = { 3, 4, 1 } } },
    { { moves = { 3 } }, { outcomes = { 3, 2, 5 } }, { moves = { 1, 2 } }, { payoff = -1 },
      { outcomes = { 1, 4, 1 } } },
    { { moves = { 2 } }, { moves = { 1, 3 } }, { outcomes = { 2, 4 } }, { moves = { 5 } }, { moves = { 4, 6 } },
      { outcomes = { 3, 7 } }, { outcomes = { 8 } }, { payoff = -1 } },
    { { moves = { 2 } }, { moves = { 3 } }, { moves = { 2, 4 } }, { outcomes = { 5 } }, { outcomes = { 6, 7 } },
      { moves = { 2 } }, { moves = { 8 } }, { moves = { 9, 7 } }, { outcomes = { 10, 2 } }, { payoff = -1 } },
    { { outcomes = { 2, 3 } }, { outcomes = { 4 } }, { moves = { 5 } }, { outcomes = { 6, 7 } }, { moves = { 8 } },
      { outcomes = { 8, 8, 9 } }, { moves = { 10, 7 } }, { outcomes = { 11 } }, { payoff = -1 }, { moves = { 1 } },
      { moves = { 12, 13 } }, { moves = { 11 } }, { moves = { 10 } } },
  }

  it("is the same where positions of both players share a key", function()
    for number = 1, effort(600, 100) do
      local count = 0
      local function draw(n)
        count = count + 1
        return random.draw(seed * 100000 + number, count, n)
      end
      local size = 3 + draw(number % 3 == 0 and 12 or 4)
      local places = SHARED[number] or {}
      for i = #places + 1, SHARED[number] and 0 or size do
        local list, kind = {}, draw(8)
        for k = 1, 1 + draw(3) do list[k] = 1 + draw(size) end
        places[i] = (kind < 2 or i == size) and { payoff = draw(5) - 2 } or kind < 5 and { outcomes = list }
          or { moves = list }
      end
      local solution, sided = alphabeta.solve(in_turn(places), 1), alphabeta.solve(in_turn(places, true), 2)
      local text = ("seed %d, number %d"):format(seed, number)
      for place in ipairs(places) do
        local value = solution:value(place)
        for side = 0, 1 do
          local right = sided:value(2 * place + side)
          if value and right then assert(math.abs(value - right) < 1e-7, text .. ", place " .. place) end
        end
        assert(not value or ends(places, solution, place, draw), text .. " does not end")
      end
    end
  end)

  it("has moves of the best strategies, by which it ends", function()
    for number = 1, effort(400, 50) do
      local nodes = stochastic.graph(seed * 1000 + number, 7 + number % 5)
      local game = stochastic.game(number % 3 - 1, number % 2 == 1)
      local right = stochastic.values(nodes, number % 3 - 1)
      if nodes[1].decides then
        local choice, solution = {}, alphabeta.solve(game, nodes[1])
        for i, node in ipairs(nodes) do choice[i] = node.decides and solution:move(node) or 1 end
        for i, value in ipairs(stochastic.follow(nodes, choice, number % 3 - 1)) do
          local known = solution:value(nodes[i]) ~= nil
          assert(not known or math.abs(value - right[i]) < 1e-6, ("graph %d, node %d: %g"):format(number, i, value))
        end
      end
    end
  end)

  it("is done soon where chance alone ends it", function()
    for worth = -1, 1, 2 do
      local solver = alphabeta.start_solve({
        viewpoint = 1, player = function() return 1 end, key = function(state) return state end, moves = function() end,
        chance = function(state) return state == 1 and { 1, 2 } or nil end, play = function(_, to) return to end,
        evaluate = function() return worth end,
      }, 1)
      assert.is_true(solver:step { nodes = 1000 })
      assert.is_true(math.abs(solver:result():value(1) - worth) < 1e-6)
    end
  end)

  it("has the values of the best strategies, however long it may go on", function()
    for number = 1, effort(400, 50) do
      local nodes = stochastic.graph(seed * 1000 + number, 7 + number % 5)
      local endless = number % 3 - 1
      local right, game = stochastic.values(nodes, endless), stochastic.game(endless)
      if nodes[1].decides then
        local solution = alphabeta.solve(game, nodes[1])
        for i, node in ipairs(nodes) do
          local value = solution:value(node)
          if value and node.player == 2 then value = -value end
          local is_right = not value or math.abs(value - right[i]) < 1e-6
          assert(is_right, ("graph %d, node %d: %s"):format(number, i, tostring(value)))
        end
      end
    end
  end)

  it("has plies where chance decides nowhere", function()
    local sure = setmetatable({ chance = function() end }, { __index = nim })
    assert.equal(alphabeta.solve(nim, 9):plies(9), alphabeta.solve(sure, 9):plies(9))
  end)

  it("has no infinite values", function()
    local function solve_with_endless(value)
      return alphabeta.solve(setmetatable({ repetition = value, player = function(state) return state.turn end },
        { __index = rolling.game }), rolling.state(4))
    end
    assert.has_error(function() solve_with_endless(-math.huge) end, "bad argument #1 to 'solve' (game 'rolling': "
      .. "field 'repetition': finite number in a game with 'chance' expected, got -inf)")
    assert(#solve_with_endless(1) > 4)
    local ok, message = pcall(alphabeta.solve, setmetatable({ evaluate = function() return math.huge end },
      { __index = rolling.game }), rolling.state(4))
    assert.is_false(ok)
    assert.matches("'evaluate' returned inf %(finite number expected in a game with 'chance'%)", message)
    ok, message = pcall(alphabeta.solve, setmetatable({ finished = function() return math.huge end },
      { __index = rolling.game }), rolling.state(4))
    assert.is_false(ok)
    assert.matches("'finished' returned inf %(finite number expected in a game with 'chance'%)", message)
  end)

  it("has outcomes instead of moves, and a best move where a player decides", function()
    local state = pig.initial { target = 10 }
    local solution = alphabeta.solve(pig, state)
    local waiting = pig.play(state, solution:move(state))
    assert.is_nil(solution:move(waiting))
    local outcomes, sum = solution:moves(waiting), 0
    assert.equal(6, #outcomes)
    for _, outcome in ipairs(outcomes) do sum = sum + outcome.value / 6 end
    assert(math.abs(sum - solution:value(waiting)) < 1e-9)
    local best = solution:moves(state)[1]
    assert.same({ move = solution:move(state), value = solution:value(state) }, best)
  end)
end)

------------------------------------------------------------------------------------------------
-- What happens on the way

describe("solving", function()
  it("refuses games without keys, and positions without", function()
    local function message_of(...) return select(2, pcall(alphabeta.solve, ...)) end
    local bare = { name = "bare", moves = nim.moves, play = nim.play, evaluate = nim.evaluate }
    assert.matches("bad argument #1 to 'solve' %(game 'bare': field 'key': function expected, got nil%)",
      message_of(bare, 3))
    local keyless = setmetatable({ key = function(heap) return heap > 1 and heap or -1 end }, { __index = nim })
    assert.matches("'key' returned %-1 %(to solve a game each position needs a key%)", message_of(keyless, 3))
    assert.matches("field 'repetition': number expected, got a string",
      message_of(setmetatable({ repetition = "draw" }, { __index = nim }), 3))
    assert.matches("field 'players': a game for two players expected",
      message_of(setmetatable({ players = 3, player = print }, { __index = nim }), 3))
    assert.matches("field 'repetition' other than 0 needs 'player'",
      message_of(setmetatable({ repetition = 1 }, { __index = nim }), 3))
  end)

  it("says at which ply of the game a callback violates its contract", function()
    local wrong = setmetatable({ evaluate = function() return "lost" end }, { __index = nim })
    local _, message = pcall(alphabeta.solve, wrong, 4)
    local ply = tonumber(message:match "'evaluate' returned a string %(number expected%) at ply (%d+)$")
    assert(ply >= 2 and ply <= 4, message)
  end)

  it("lets hooks in as seldom where all positions are known as before", function()
    local game = require("alphabeta.games.synthetic").new { mode = "uniform", breadth = 3, depth = 8 }
    local calls = 0
    debug.sethook(function()
      local caller = debug.getinfo(2, "S") -- none where lines are noted that run
      if caller and caller.source:find "^for _ = 1, 1000" then calls = calls + 1 end
    end, "c")
    local ok, solution = pcall(alphabeta.solve, game, game.initial())
    debug.sethook()
    assert(ok, solution)
    assert.equal(9841, #solution)
    assert(calls < 20, calls)
  end)

  it("says what it is that gives a number of moves that cannot be", function()
    local made = c.library("spec/native/trees.c", "native_trees").make { seed = 3, depth = 4, full = true, key = true,
      wrong_moves = -5, wrong_from = 2 }
    local game = alphabeta.native(made)
    local _, message = pcall(alphabeta.solve, game, game.read { 0, 1, 3 })
    assert.matches("'moves' gave %-5 moves %(limit is 65535%)", message)
  end)

  it("says what is wrong with outcomes, as a search does", function()
    local library = c.library("spec/native/trees.c", "native_trees")
    for flaw, expected in pairs {
      ["three outcomes"] = "'chance' gave 3 outcomes %(limit is 2%)$",
      ["no weight"] = "'chance' gave a weight of 0.* %(positive finite number expected%)$",
    } do
      local game = alphabeta.native(library.make { depth = 3, key = true, flaw = flaw })
      local _, message = pcall(alphabeta.solve, game, game.read { 0, 1, 3 })
      assert.matches(expected, message)
    end
    local game = { width = 2, chance = function() return { 1, 2 } end, play = function() end,
      evaluate = function() return 0 end, key = function(state) return state end }
    local _, message = pcall(alphabeta.solve, game, 1)
    assert.matches("game: 'play' refused outcome 1$", message)
  end)

  it("is a player that refuses states of other games, at the line of whoever asks", function()
    local player = alphabeta.solve(tictactoe, tictactoe.initial()):player()
    assert.matches("^bad argument #1 to 'player' ", errors.of(player, {}, tictactoe))
  end)

  it("says so where `key` has another kind of answer afterwards", function()
    local kind = "number"
    local game = setmetatable({ key = function(heap) return kind == "number" and heap or {} end }, { __index = nim })
    local solution = alphabeta.solve(game, 5)
    kind = "table"
    local _, message = pcall(solution.value, solution, 5)
    assert.matches("'key' returned a table %(integer or string expected%)", message)
  end)

  it("stops at the limit of positions", function()
    assert.equal(8, #alphabeta.solve(nim, 7, { positions = 8 }))
    local ok, message = pcall(alphabeta.solve, nim, 7, { positions = 7 })
    assert.is_false(ok)
    assert.matches("has more than 7 positions %(option 'positions' is the limit%)", message)
    local solver = alphabeta.start_solve(nim, 7, { positions = 3 })
    assert.is_false(pcall(solver.step, solver))
    assert.is_false(pcall(solver.step, solver))
    assert.is_nil(solver:result())
  end)

  it("goes on where a callback has raised", function()
    for _, form in ipairs(trees.forms) do
      local tree = graph()
      local game = trees.game(tree, form, { player = true, key = by_id })
      local calls, raising = 0, true
      for _, name in ipairs { "moves", "successors", "evaluate", "player", "key" } do
        local callback = game[name]
        game[name] = callback and function(...)
          calls = calls + 1
          if raising and calls % 7 == 0 then error("in the way", 0) end
          return callback(...)
        end
      end
      local state = game.initial()
      local solver, failures = alphabeta.start_solve(game, state), 0
      repeat
        local ok, done = pcall(solver.step, solver)
        if not ok then
          failures = failures + 1
          assert.equal("in the way", done)
          assert(trees.at_start(tree, state), form)
        end
      until ok and done
      raising = false
      assert(failures > 5, form)
      local calm = alphabeta.solve(trees.game(tree, form, { player = true, key = by_id }), game.initial())
      assert.equal(#calm, #solver:result())
      for _, node in ipairs(trees.nodes(tree)) do
        local at = trees.state_at(game, node)
        assert.equal(calm:value(at), solver:result():value(at), form)
        assert.equal(calm:plies(at), solver:result():plies(at), form)
      end
    end
  end)

  it("is closed where `play` of a game with `undo` has raised half-way", function()
    local tree = graph()
    local game = trees.game(tree, "undo", { player = true, key = by_id })
    local play, calls = game.play, 0
    game.play = function(...)
      calls = calls + 1
      if calls == 5 then error "half-way" end
      return play(...)
    end
    local solver = alphabeta.start_solve(game, game.initial())
    assert.is_false(pcall(solver.step, solver))
    local ok, message = pcall(solver.step, solver)
    assert.is_false(ok)
    assert.matches("solver is closed %(dirty%)", message)
  end)

  if compat.has_yields then
    it("lets callbacks yield", function()
      for _, form in ipairs(trees.forms) do
        local tree = graph()
        local game = trees.game(tree, form, { player = true, key = by_id })
        local calm = #alphabeta.solve(game, game.initial())
        for name, callback in pairs(game) do
          if type(callback) == "function" and name ~= "initial" then
            game[name] = function(...)
              if coroutine.isyieldable() then coroutine.yield(name) end
              return callback(...)
            end
          end
        end
        local state, yields = game.initial(), 0
        local run = coroutine.create(function() return alphabeta.solve(game, state) end)
        local ok, result
        repeat
          ok, result = coroutine.resume(run)
          assert(ok, result)
          yields = yields + 1
        until coroutine.status(run) == "dead"
        assert(yields > 50)
        assert.equal(calm, #result, form)
        assert(trees.at_start(tree, state), form)
      end
    end)
  end

  it("tells of its progress every 10,000 positions, also in C", function()
    local board = connect4.new(4, 4)
    local reports, last = 0, 0
    local solution = alphabeta.solve(board, board.initial(), { on_progress = function(done, known)
      reports = reports + 1
      assert(done > last and done <= known)
      last = done
    end })
    assert.equal(161029, #solution) -- as published (A212693)
    assert(reports >= 15 and reports <= 16, reports)
    local wheel = {
      moves = function() return { 1, 2 } end, play = function(s, m) return (3 * s + m) % 25000 end,
      evaluate = function() return 0 end, key = function(s) return s end,
    }
    local seen = {}
    alphabeta.solve(wheel, 0, { on_progress = function(done) seen[#seen + 1] = done end, progress = true })
    assert.same({ 10000, 20000 }, seen)

    local terminal, stderr, pieces = require "alphabeta.tell.terminal", io.stderr, {}
    local is_terminal = terminal.is_terminal
    terminal.is_terminal = function(descriptor) return descriptor == 2 end
    io.stderr = { -- luacheck: ignore
      write = function(_, ...) pieces[#pieces + 1] = table.concat { ... } end,
      flush = function() end,
    }
    local worked, message = pcall(alphabeta.solve, wheel, 0, { progress = true })
    terminal.is_terminal, io.stderr = is_terminal, stderr -- luacheck: ignore
    assert(worked, message)
    assert.equal(3, #pieces)
    assert.matches("^\r%[#+%.*%] 10000 of %d+ found$", pieces[1])
    assert.matches("^\r%[#+%.*%] 20000 of %d+ found *$", pieces[2])
    assert.matches("^\r +\r$", pieces[3])
  end)

  it("is done in steps, also by another coroutine, and keeps its solution when it is closed", function()
    local solver = alphabeta.start_solve(nim, 50)
    assert.is_false(solver:step { nodes = 10 })
    assert.is_nil(solver:result())
    assert.matches("alphabeta.solver %(nim, paused%)", tostring(solver))
    coroutine.wrap(function() repeat until solver:step { nodes = 3 } end)()
    assert.is_true(solver:step())
    local solution = solver:result()
    assert.is_true(solver:step())
    assert.equal(solution, solver:result())
    solver:close()
    solver:close()
    collectgarbage()
    assert.equal(51, #solution)
    assert.equal(solution, solver:result())
    assert.has_error(function() solver:step() end, "solver is closed (closed)")
  end)

  it("has steps that end with their time, also before 10,000 positions", function()
    local solver = alphabeta.start_solve(nim, 50000)
    assert.is_false(solver:step { time = 0 })
    assert.is_false(solver:step { time = 0 })
    repeat until solver:step { time = 1000 }
    assert.equal(50001, #solver:result())
    assert.is_true(solver:step { time = 0 })
    assert.matches("alphabeta.solver %(nim, finished%)", tostring(solver))
  end)

  it("does not go on in a coroutine that a finalizer brings back", function()
    if not compat.has_close then return end
    local calls, thread = 0, nil
    local game = setmetatable({ evaluate = function(heap)
      calls = calls + 1
      if calls == 1 then coroutine.yield() end
      return nim.evaluate(heap)
    end }, { __index = nim })
    local solver = alphabeta.start_solve(game, 20)
    do
      local kept = setmetatable({}, { __gc = function(self) thread = self.thread end })
      kept.thread = coroutine.create(function() solver:step() end)
      assert(coroutine.resume(kept.thread))
    end
    collectgarbage()
    collectgarbage()
    assert.equal("suspended", coroutine.status(thread))
    assert.is_true(solver:step())
    local worked, message = coroutine.resume(thread)
    assert.is_false(worked)
    assert.matches("solver was stepped outside this coroutine", message)
    assert.equal(21, #solver:result())
  end)

  it("is not done by its own callbacks, but these may solve other games", function()
    local solver, message
    local inner = setmetatable({ evaluate = function(heap)
      message = select(2, pcall(solver.step, solver))
      assert.is_false(pcall(solver.close, solver))
      assert.equal(4, #alphabeta.solve(nim, 3))
      collectgarbage()
      return nim.evaluate(heap)
    end }, { __index = nim })
    solver = alphabeta.start_solve(inner, 9)
    solver:step()
    assert.equal(10, #solver:result())
    assert.matches("solver is running .*: it cannot be stepped", message)
  end)

  it("goes deeper than a search can", function()
    local chain = {
      moves = function(n) return n < 5000 and { 1 } or nil end, play = function(n) return n + 1 end,
      evaluate = function() return -1 end, key = function(n) return n end,
    }
    assert.equal(5000, alphabeta.solve(chain, 0):plies(0))
    local path = { at = 0 }
    local there = {
      moves = function(s) return s.at < 5000 and { 1 } or nil end, play = function(s) s.at = s.at + 1 end,
      undo = function(s) s.at = s.at - 1 end, evaluate = function() return -1 end, key = function(s) return s.at end,
    }
    assert.equal(5000, alphabeta.solve(there, path):plies(path))
    assert.equal(0, path.at)
  end)

  it("lets go of the position, and of who is told of the progress, when it is closed", function()
    local game = { moves = function(state) return nim.moves(state.heap) end, evaluate = nim.evaluate,
      key = function(state) return state.heap end,
      play = function(state, take) return { heap = state.heap - take } end }
    local function start(kept)
      local state = { heap = 9 }
      local solver = alphabeta.start_solve(game, state, { on_progress = function() return state end })
      kept[1] = state
      solver:step { nodes = 3 }
      solver:close()
      return solver
    end
    local kept = setmetatable({}, { __mode = "v" })
    local solver = start(kept)
    collectgarbage()
    collectgarbage()
    assert.equal(0, #kept)
    assert.is_nil(solver:result())
  end)

  it("takes at most 40 bytes a position and 8 a move, when all are found", function()
    local size, degree, opened = 100000, 4, 0
    local game = {
      moves = function()
        opened = opened + 1
        return { 1, 2, 3, 4 }
      end,
      play = function(s, m) return (s * 7 + m * 131) % size end,
      evaluate = function() return 0 end, key = function(s) return s end,
    }
    local function held()
      for _ = 1, 4 do collectgarbage() end
      return allocator.held()
    end
    allocator.watch()
    local before, most = held(), 0
    local solver = alphabeta.start_solve(game, 0)
    while not solver:step { nodes = size / 2 } do
      if opened == size then most = math.max(most, held()) end
    end
    solver:close()
    local left = held()
    allocator.leave()
    assert.equal(size, #solver:result())
    assert(most - before > 8 * size * degree)
    assert(most - before < 40 * size + 8 * size * degree, (most - before) / size - 32)
    assert(left - before < 40 * size)
  end)
end)

-- A player finishes a won game: among the moves of the best value it takes one that wins soonest, and where it has lost
-- one that loses latest, once its line of play ends in a finished game. Until then nothing is searched twice.

local alphabeta = require "alphabeta"
local copy = require("alphabeta.base.options").copy
local finishing = require "alphabeta.play.finishing"
local kalah = require "alphabeta.games.kalah"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local endings = require "spec.support.endings"
local oracle = require "spec.support.oracle"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"

local TREES = effort(60, 60)

local FORMS, PLIES, game, with = endings.FORMS, endings.PLIES, endings.game, endings.with

local OPTIONS = {
  {}, { deepening = true }, { algorithm = "pvs" }, { algorithm = "mtdf" },
  { algorithm = "alphabeta", deepening = true },
  { algorithm = "aspiration" }, { algorithm = "bisection" }, { window = { -4, 4 } },
}

local function root_of(i) return endings.root(seed, i) end

-- The moves that a player may take: by plain minimax, which tells the shortest way only of what it may be looked for.
local function wanted(place, depth)
  local plain = oracle.minimax(game, place, depth)
  if plain.value % 2 ~= 0 or plain.value == 0 then return plain.best[1], plain.value end
  local way = oracle.shortest(game, place, depth)
  return way.best[1], plain.value, way.plies
end

-- What a player answers with these options, as a text, and what is right.
local function answer(form, place, options)
  local move, info = alphabeta.player(options)({ id = place.id, ply = 0 }, form)
  local right, value, plies = wanted(place, info.depth)
  local told = ("move %s, value %s, plies %s"):format(move, info.value, plies and #info.pv)
  return told, ("move %s, value %s, plies %s"):format(right, value, plies)
end

-- To the end of the game, in one way or another.
local WAYS = {
  {}, { depth = 40 }, { depth = 40, seed = 1 }, { nodes = 100000 }, { seed = 1 },
  { algorithm = "alphabeta" }, { algorithm = "mtdf" }, { algorithm = "aspiration" }, { algorithm = "bisection" },
}

-- A game on a graph without cycles, whose positions are met at different plies, and whose estimates are often better or
-- worse than all payoffs, and at the ends of its range, if it has one; and for each position its value to player 1, and
-- the plies to it if both play for them.
local function graph_of(number)
  local draw = generator(number)
  local count = 4 + draw(10)
  local after, mover, worth, known = {}, {}, {}, {}
  for from = 1, count do
    after[from], mover[from], worth[from] = {}, draw(2), draw(5) - 3
    for i = 1, from < count and (from == 1 and 1 or 0) + draw(4) - 1 or 0 do
      after[from][i] = from + draw(count - from)
    end
  end
  for from = count, 1, -1 do
    local best = #after[from] == 0 and { value = worth[from], plies = 0 } or nil
    local sign = mover[from] == 1 and 1 or -1
    for _, to in ipairs(after[from]) do
      local value, plies = known[to].value, known[to].plies + 1
      local gain = best and sign * (value - best.value)
      if not best or gain > 0 or gain == 0 and sign * value * (best.plies - plies) > 0 then
        best = { value = value, plies = plies }
      end
    end
    known[from] = best
  end
  return {
    viewpoint = 1, player = function(at) return mover[at] end, key = function(at) return at end,
    range = number % 2 == 0 and { -2, 2 } or nil,
    successors = function(at) return after[at] end, evaluate = function(at) return worth[at] end,
  }, known, after
end

-- Three in a row, on a board four cells wide, which is a text.
local function three_in_a_row(key)
  local width = 4
  local function has_won(board, who)
    for at = 1, #board do
      for _, step in ipairs { 1, width - 1, width, width + 1 } do
        local last, column = at + 2 * step, (at - 1) % width + 1
        local turn = step == 1 and 1 or step - width
        if last <= #board and column + 2 * turn >= 1 and column + 2 * turn <= width and board:sub(at, at) == who
          and board:sub(at + step, at + step) == who and board:sub(last, last) == who then return true end
      end
    end
  end
  local function turn(board) return #board:gsub("[^x]", "") == #board:gsub("[^o]", "") and "x" or "o" end
  local function lost(board) return has_won(board, turn(board) == "x" and "o" or "x") end
  return {
    key = key,
    moves = function(board)
      local list = {}
      for at = 1, lost(board) and 0 or #board do
        if board:sub(at, at) == "." then list[#list + 1] = at end
      end
      return list
    end,
    play = function(board, at) return board:sub(1, at - 1) .. turn(board) .. board:sub(at + 1) end,
    evaluate = function(board) return lost(board) and -1 or 0 end,
  }
end

describe("A player", function()
  it("does not take an estimate for the end of the game where another way has been there before", function()
    for number = 1, effort(2000, 150) do
      local graph, known, after = graph_of(seed + number)
      for _, options in ipairs(WAYS) do
        options = copy(options)
        options.seed = options.seed and number
        local player = alphabeta.player(options)
        for _, at in ipairs { 1, 2, 3, 1 } do -- its table knows more and more
          local move = #after[at] > 0 and player(at, graph)
          local reached = move and known[after[at][move]]
          assert(not move or reached.value == known[at].value
            and (reached.value == 0 or reached.plies + 1 == known[at].plies),
            ("graph %d at %d, %s"):format(seed + number, at, options.algorithm))
        end
      end
    end
  end)

  for _, form in ipairs(FORMS) do
    for _, options in ipairs(OPTIONS) do
      local name = options.algorithm or options.window and "window" or options.deepening and "deepening" or "default"
      it(("wins soonest and loses latest: %s, %s"):format(form[1], name), function()
        for i = 1, TREES do
          local depth = i % PLIES + 1
          local told, right = answer(form[2], root_of(i), with(options, { depth = depth }))
          assert.equal(right, told, ("seed %s, tree %d, depth %d"):format(seed, i, depth))
        end
      end)
    end
  end

  it("does so to the end of the game", function()
    for i = 1, TREES do
      local told, right = answer(game, root_of(i), {})
      assert.equal(right, told, ("seed %s, tree %d"):format(seed, i))
    end
  end)

  it("does so where the way is found only by many times the positions of the search", function()
    local cases = {
      { "o.........x." }, { ".x.....x....oo..", function(board) return board end }, { "o....x......" },
    }
    for number = 1, quick(1, 3) do
      local case = cases[number]
      local rules, board = three_in_a_row(case[2]), case[1]
      local move, info = alphabeta.player {} (board, rules)
      local best = alphabeta.search(rules, board, { shortest = true })
      local after = alphabeta.search(rules, rules.play(board, move), { shortest = true })
      assert.same({ best.value, #best.pv }, { info.value, 1 + #after.pv }, board)
    end
  end)

  it("searches in steps as large as they may be, and no more once it is told to stop", function()
    local stopped = 0
    for i = 1, TREES do
      for _, nodes in ipairs { 0, 2 ^ 40 } do -- with a limit the depths are looked at one by one
        local search, steps = finishing.start(game, root_of(i), { nodes = nodes > 0 and nodes or nil }), 0
        repeat
          steps = steps + 1
          local done = search:step { nodes = 10 }
          local spent = search:result().nodes
          assert(done and spent <= 10 * steps or spent == 10 * steps, ("seed %s, tree %d"):format(seed, i))
        until done
        assert.is_true(finishing.start(game, root_of(i), { nodes = nodes > 0 and nodes or nil }):step())
      end
      local options = { deepening = true, on_depth = function() return true end }
      local told = finishing.start(game, root_of(i), options)
      told:step()
      local plain, result = alphabeta.search(game, root_of(i), options), told:result()
      if plain.stopped then
        stopped = stopped + (result.value % 2 == 0 and result.value ~= 0 and 1 or 0)
        assert.same({ "callback", plain.nodes }, { result.stopped, result.nodes })
      end
    end
    assert(stopped > 0) -- where a way to the end was in sight
  end)

  it("finds the same in steps as in one go", function()
    for i = 1, TREES do
      for _, options in ipairs { { depth = 5, deepening = true }, { nodes = 60 }, { nodes = 1000 } } do
        local function finish(limits)
          local drawn = with(options, { choose = "random", random = generator(i) })
          local search = finishing.start(FORMS[2][2], root_of(i), drawn)
          repeat until search:step(limits)
          local result = search:result()
          return { result.move, result.value, result.depth, result.nodes, #result.pv }
        end
        assert.same(finish(), finish { nodes = 7 }, ("seed %s, tree %d"):format(seed, i))
      end
    end
  end)

  it("does so at each depth where it may be stopped, and keeps its limit", function()
    local shorter = 0
    for i = 1, TREES do
      for _, nodes in ipairs { 5, 20, 60, 150, 400 } do
        local place = root_of(i)
        local move, info = alphabeta.player { nodes = nodes } (place, FORMS[2][2])
        assert.is_true(info.nodes <= nodes)
        if info.bound == "exact" and info.depth > 0 then
          local plain = oracle.minimax(game, place, info.depth)
          local right = wanted(place, info.depth)
          assert.equal(plain.value, info.value)
          assert(move == right or info.stopped and move == plain.best[1], ("seed %s, tree %d"):format(seed, i))
          if move ~= plain.best[1] then shorter = shorter + 1 end
        end
      end
    end
    assert.is_true(shorter > 0)
  end)

  it("takes any of the soonest if it chooses at random", function()
    for i = 1, TREES do
      local place, fits = root_of(i), {}
      local _, value = wanted(place, 4)
      local way = value % 2 == 0 and value ~= 0 and oracle.shortest(game, place, 4) or oracle.minimax(game, place, 4)
      for _, move in ipairs(way.best) do fits[move] = true end
      for number = 1, 3 do
        local move = alphabeta.player { depth = 4, seed = number } (place, game)
        assert.is_true(fits[move], ("seed %s, tree %d"):format(seed, i))
      end
    end
  end)

  it("leaves it if it is told so, or asked for what cannot be used with it", function()
    local found = false
    for i = 1, TREES do
      local place = root_of(i)
      local first = alphabeta.search(game, place, { depth = 5 })
      local _, told = alphabeta.player { depth = 5 } (place, game)
      found = found or told.move ~= first.move
      for _, options in ipairs { { shortest = false }, { all = true }, { trace = true }, { algorithm = "F2" } } do
        options.depth = 5
        local move, info = alphabeta.player(options)(place, game)
        assert.equal(first.move, move)
        if options.shortest == false then assert.equal(first.nodes, info.nodes) end
      end
    end
    assert.is_true(found)
    local worked, message = pcall(alphabeta.player, { shortest = true, all = true })
    assert.is_false(worked)
    assert.matches("option 'shortest' cannot be used with 'all'", message, 1, true)
  end)

  it("says where it was called what does not go with the game", function()
    local dice = setmetatable({ chance = function() end }, { __index = game })
    local player, line = alphabeta.player { depth = 3, shortest = true }, nil
    local worked, message = pcall(function()
      line = debug.getinfo(1, "l").currentline + 1
      player(root_of(1), dice)
    end)
    assert.is_false(worked)
    assert.equal(("spec/finishing_spec.lua:%d: bad argument #1 to 'player' (option 'shortest' cannot be used with a "
      .. "game with 'chance')"):format(line), message)
    local flaw = "bad argument #1 to 'player' (option 'shortest' cannot be used with a game with 'chance')"
    assert.equal("error: " .. flaw, alphabeta.match(dice, root_of(1), { player, player }).reason)
    local session = alphabeta.session(dice, { state = root_of(1), seats = { player, player } })
    assert.equal(flaw, select(2, pcall(session.step, session)))
  end)

  it("is shown the depths as the search completes them, and may be stopped there", function()
    for i = 1, TREES do
      local seen, last = "", nil
      local _, info = alphabeta.player {
        on_depth = function(result)
          seen, last = seen .. result.depth, result
          return result.depth == 3
        end,
      } (root_of(i), FORMS[2][2])
      assert.equal(("123"):sub(1, last.depth), seen)
      assert(info.stopped == nil or info.stopped == "callback" and last.depth == 3)
    end
  end)

  it("looks for the shortest way to one value alone, however near others are", function()
    local seconds = 0
    for i = 1, TREES do
      local place, options = root_of(i), { depth = 3 + i % 4 }
      local function second(sizes)
        local form = with(game, { evaluate = function(at)
          local worth = game.evaluate(at)
          return worth > 0 and sizes[worth] or worth < 0 and -sizes[-worth] or 0
        end })
        local _, info = alphabeta.player(options)(place, form)
        return info.nodes - alphabeta.search(form, place, options).nodes
      end
      local near = second { 19.5, 20, 20.5 }
      assert.equal(second { 10, 20, 40 }, near, ("seed %s, tree %d"):format(seed, i))
      if near > 0 then seconds = seconds + 1 end
    end
    assert(seconds > 0)
  end)

  it("looks for nothing in a window that the value is not in", function()
    for i = 1, TREES do
      local options = { depth = 4, window = { -1.5, 1.5 } }
      local _, info = alphabeta.player(options)(root_of(i), game)
      local result = alphabeta.search(game, root_of(i), options)
      if result.bound ~= "exact" then assert.equal(result.nodes, info.nodes) end
    end
  end)
end)

-- A runner on the squares 1 to 9 who may step back; the other looks on. Each win is worth the same.
local runner = {
  moves = function(place)
    if place.square == 9 then return {} end
    return place.turn == 1 and { "back", "ahead" } or { "look on" }
  end,
  play = function(place, move)
    local step = move == "back" and -1 or move == "ahead" and 1 or 0
    return { square = math.max(1, place.square + step), turn = 3 - place.turn }
  end,
  evaluate = function(place) return place.square == 9 and -1 or 0 end,
  key = function(place) return place.square * 2 + place.turn end,
}

describe("A won game", function()
  for _, options in ipairs {
    { depth = 5 }, { depth = 8 }, { depth = 13 }, { nodes = 2000 }, { depth = 9, seed = 1 },
    { depth = 9, deeper = true }, { depth = 9, table = false },
  } do
    it("is won without delay", function()
      for _, square in ipairs { 6, 7, 8 } do
        local place = { square = square, turn = 1 }
        local played = alphabeta.match(runner, place, { alphabeta.player(options), alphabeta.player(options) },
          { max_plies = 40 })
        assert.equal(2 * (9 - square) - 1, played.plies, square)
      end
    end)
  end

  it("is won without delay where it is worth infinitely much", function()
    local endless = with(runner, { evaluate = function(place) return place.square == 9 and -math.huge or 0 end })
    local played = alphabeta.match(endless, { square = 7, turn = 1 },
      { alphabeta.player { depth = 9 }, alphabeta.player { depth = 9 } }, { errors = "raise", max_plies = 40 })
    assert.equal(3, played.plies)
  end)

  it("counts all positions that were visited, and keeps its limit", function()
    local visited
    local counting = with(runner, {
      key = function(at)
        visited = visited + 1
        return at.square * 2 + at.turn
      end,
    })
    for _, options in ipairs {
      { depth = 7 }, { depth = 7, algorithm = "mtdf" }, { depth = 7, deeper = true },
      { nodes = 2000, algorithm = "mtdf" }, { nodes = 200, deeper = true },
      { nodes = 2000, algorithm = "mtdf", deeper = true },
      { nodes = 34, algorithm = "aspiration", deeper = true }, -- of which little is left for the rest of the line
    } do
      for _, square in ipairs { 8, 6, 3 } do
        local player = alphabeta.player(options)
        for turn = 1, 2 do
          visited = 0
          local _, info = player({ square = square, turn = turn }, counting)
          assert.equal(visited, info.table.probes)
          assert.is_true(info.nodes >= visited and info.nodes <= (options.nodes or math.huge))
        end
      end
    end
    local _, plain = alphabeta.player { depth = 7, shortest = false } ({ square = 8, turn = 1 }, runner)
    local _, info = alphabeta.player { depth = 7 } ({ square = 8, turn = 1 }, runner)
    assert.is_true(info.nodes > plain.nodes)
  end)

  it("is searched as any other where chance may decide: there no way is the shortest", function()
    local dicey = with(runner, { chance = function() return nil end })
    local place = { square = 7, turn = 1 }
    local move, info = alphabeta.player { depth = 5 } (place, dicey)
    local plain = alphabeta.search(dicey, place, { depth = 5 })
    assert.same({ plain.move, plain.value, plain.nodes, 1 }, { move, info.value, info.nodes, info.value })
  end)

  it("is not won without it", function()
    local player = alphabeta.player { depth = 8, shortest = false }
    local played = alphabeta.match(runner, { square = 7, turn = 1 }, { player, player }, { max_plies = 40 })
    assert.equal("not finished after 40 plies", played.reason)
  end)
end)

describe("A won game with cycles", function()
  it("is won, though deeper results cut the line short", function()
    local GRAPH = { { 7, 8, 3, 6, worth = 1 }, { 5, 2, 6, 8, worth = 1 }, { 4, 1, 1, 5, worth = -0.25 },
      { 3, 2, 8, 2, worth = -0.25 }, { 1, worth = 0 }, { 2, 8, 7, worth = 0 }, { worth = -2 }, { 5, 4, worth = 0.25 } }
    local round = {
      range = { -2, 2 },
      moves = function(at)
        local list = {}
        for i = 1, #GRAPH[at] do list[i] = i end
        return list
      end,
      play = function(at, move) return GRAPH[at][move] end,
      evaluate = function(at) return GRAPH[at].worth end,
      key = function(at) return at end,
    }
    local players = { alphabeta.player { depth = 4, deeper = true }, alphabeta.player { depth = 5 } }
    local match = alphabeta.match(round, 3, players, { max_plies = 30 })
    assert.same({ 1, 3 }, { match.winner, match.plies })
  end)
end)

describe("Finishing", function()
  it("costs nothing until an end is in sight, and little in a whole game", function()
    local sums = { 0, 0 }
    local function player(shortest, i)
      local search = alphabeta.player { depth = 5, shortest = shortest, deepening = true }
      return function(state, rules)
        local move, info = search(state, rules)
        sums[i] = sums[i] + info.nodes
        return move, info
      end
    end
    local plain, finishers = { player(false, 1), player(false, 1) }, { player(nil, 2), player(nil, 2) }
    local state, side, before = kalah.initial(), kalah.player, nil
    while #kalah.moves(state) > 0 do
      local who = side(state)
      plain[who](state, kalah)
      local move, info = finishers[who](state, kalah)
      if sums[1] == sums[2] then before = info.value end
      state = kalah.play(state, move)
    end
    assert.truthy(before)
    assert.is_true(sums[2] >= sums[1] and sums[2] <= 1.15 * sums[1], table.concat(sums, " "))
  end)
end)

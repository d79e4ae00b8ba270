-- The whole public API once, for spec/hostile/memory.c: memory may run out anywhere in `work`. What was
-- under way then is looked at by `check`, which goes on with it; and all of it works from the beginning.

local nim = require "spec.support.nim" { key = function(heap) return "heap " .. heap end }

-- The same rules in other forms; moves are tables, so that every callback asks for memory.
local in_place = {
  moves = function(state)
    local list = {}
    for take = 1, math.min(3, state.heap) do list[take] = { take } end
    return list
  end,
  play = function(state, move) state.heap = state.heap - move[1] end,
  undo = function(state, move) state.heap = state.heap + move[1] end,
  evaluate = function() return -1 end,
}

local taken_back = setmetatable({
  undo = true,
  play = function(state, move)
    state.heap, state.line = state.heap - move[1], { move, state.line }
    state[#state + 1] = move
  end,
}, { __index = in_place })

local variadic = setmetatable({
  variadic = true,
  moves = function(heap) return table.unpack(nim.moves(heap)) end,
  noisy = function(heap) if heap % 2 == 1 then return 1 end end,
  order = function(_, move) return -move end,
}, { __index = nim })

local filling = setmetatable({
  fills = true,
  moves = function(heap, list)
    for take = 1, math.min(3, heap) do list[take] = take end
    return math.min(3, heap)
  end,
  noisy = function(heap, list)
    list[1] = 1
    return heap % 2
  end,
}, { __index = nim })

local sided = {
  moves = function(state) return nim.moves(state.heap) end,
  play = function(state, take) return { heap = state.heap - take, player = 3 - state.player } end,
  evaluate = function(state) return state.player == 1 and -1 or 1 end,
  player = function(state) return state.player end,
  viewpoint = 1,
}

local lazy = setmetatable({
  moves = function(heap)
    local take = 0
    return function()
      take = take + 1
      return take <= math.min(3, heap) and take or nil
    end
  end,
  bounds = function() return -1, 1 end,
  likelihood = function() return 0.9 end,
}, { __index = nim })

local width = {
  width = 3,
  play = function(heap, take) return take <= heap and heap - take or nil end,
  evaluate = function() return -1 end,
}

local successors = {
  successors = function(heap)
    local list = {}
    for take = 1, math.min(3, heap) do list[take] = heap - take end
    return list
  end,
  evaluate = function() return -1 end,
}

-- After each move a coin is tossed, that takes one more or does not.
local tossing = {
  range = { -1, 1 },
  chance = function(state) if state.tossing then return { { 0 }, { 1 } }, { 3, 1 } end end,
  moves = in_place.moves,
  play = function(state, move) return { heap = math.max(0, state.heap - move[1]), tossing = not state.tossing } end,
  evaluate = function() return -1 end,
  key = function(state) return ("%d %s"):format(state.heap, state.tossing) end,
}

-- Searches and positions under way.
local under_way = {}

local function watch(search, state)
  under_way[#under_way + 1] = { search = search, state = state, heap = state and state.heap }
  return search
end

-- A search in a game whose states do not change.
local function watch_native(search, value)
  under_way.native = { search = search, value = value }
  return search
end

local function expect_win(result)
  assert(result.value == 1 and result.move ~= nil and #result.pv > 0)
end

local uses = {}

function uses.search(alphabeta)
  for _, options in ipairs {
    {}, { all = true, table = false }, { choose = "random" }, { shortest = true },
    { choose = function(moves) return moves[1].move end },
    { algorithm = "mtdf", guess = 3 }, { algorithm = "aspiration", table = false, deepening = true },
    { trace = 20, table = false }, { nodes = 1000, deepening = false },
  } do
    expect_win(alphabeta.search(nim, 5, options))
  end
  for _, game in ipairs { variadic, filling, lazy, width, successors } do expect_win(alphabeta.search(game, 5)) end
  expect_win(alphabeta.search(sided, { heap = 6, player = 2 }))
  assert(alphabeta.search(variadic, 5, { depth = 3, quiescence = 2 }).value)
  assert(alphabeta.search(filling, 5, { depth = 3, quiescence = 2 }).value)
  expect_win(alphabeta.search(lazy, 5, { threshold = 1e-6 }))
  assert(alphabeta.search(nim, 6, { window = { -0.5, 0.5 } }).bound == "lower")
end

-- A coin is hidden, and may be asked for; a turned-up one is an outcome.
local hidden = {
  viewpoint = 1,
  player = function() return 1 end,
  chance = function(state) if state.asked == 1 then return { "up " .. state.coin } end end,
  moves = function(state) return state.named and {} or { "1", "2", state.asked == 0 and "ask" or nil } end,
  play = function(state, move)
    if state.asked == 1 then return { coin = state.coin, asked = 2 } end
    if move == "ask" then return { coin = state.coin, asked = 1 } end
    return { coin = state.coin, asked = state.asked, named = move }
  end,
  evaluate = function(state) return state.named == tostring(state.coin) and 1 or 0 end,
  determinize = function(state, _, random)
    return { coin = state.asked == 2 and state.coin or random(2), asked = state.asked, named = state.named }
  end,
}

local three = {
  players = 3,
  player = function(state) return state.turn end,
  moves = function(state) return nim.moves(state.heap) end,
  play = function(state, take) return { heap = state.heap - take, turn = state.turn % 3 + 1 } end,
  evaluate = function(state) return { state.turn == 1 and 1 or 0, state.turn == 2 and 1 or 0, 0 } end,
}

function uses.playouts(alphabeta)
  local function policy(_, moves, random) return moves[random(#moves)] end
  for _, options in ipairs {
    {}, { policy = policy }, { bytes = 100, trace = 5 }, { playout_depth = 1, temperature = 1 },
  } do
    options.algorithm, options.playouts = "mcts", 12
    for _, game in ipairs { nim, variadic, filling, lazy, width, successors } do
      assert(alphabeta.search(game, 5, options).move)
    end
    assert(alphabeta.search(sided, { heap = 6, player = 2 }, options).move)
    options.temperature = nil
    assert(alphabeta.search(hidden, { coin = 1, asked = 0 }, options).move)
    assert(alphabeta.search(three, { heap = 5, turn = 1 }, options).move)
    assert(alphabeta.search(tossing, { heap = 5 }, options).move)
  end
  for _, name in ipairs { "connect4", "oshi", "pig" } do
    local game = require("alphabeta.games." .. name)
    local options = { algorithm = "mcts", playouts = 1000, threads = 3, bytes = 20000 }
    local result = alphabeta.search(game, game.initial(), options)
    assert(result.playouts >= 1000 and result.threads <= 3)
  end
  local state = { heap = 6 }
  local search = watch(alphabeta.start(in_place, state, { algorithm = "mcts", playouts = 30 }), state)
  repeat until search:step { nodes = 5 }
  assert(search:result().move)
end

function uses.recursive(alphabeta)
  for _, algorithm in ipairs { "F", "F1", "F2", "minimax-alphabeta", "iterative" } do
    local state = { heap = 5 }
    local search = watch(alphabeta.start(in_place, state, { algorithm = algorithm }), state)
    search:step()
    expect_win(search:result())
  end
end

function uses.step(alphabeta)
  for _, game in ipairs { in_place, taken_back } do
    local state = { heap = 5 }
    local search = watch(alphabeta.start(game, state), state)
    while not search:step { nodes = 5 } do assert(search:result().nodes > 0 and state.heap == 5) end
    expect_win(search:result())
    assert(tostring(search):find "finished")
    search:close()
    expect_win(search:result())
  end
end

function uses.deepen(alphabeta)
  local depth = 0
  for result in alphabeta.deepen(nim, 6, { depth = 4, on_depth = function(seen) depth = seen.depth end }) do
    assert(result.value)
  end
  assert(depth == 4)
end

function uses.table(alphabeta)
  local kept = alphabeta.table { bytes = 3000 }
  for heap = 9, 30, 7 do
    assert(alphabeta.search(nim, heap, { depth = 4, table = kept }).value)
  end
  assert(#kept > 0 and kept:stats().bytes <= 3000 and tostring(kept):find "entries")
  kept:clear()
  assert(#kept == 0)
end

-- A search in a coroutine, left suspended in a callback: the state closes over it.
function uses.yield(alphabeta)
  local state = { heap = 6 }
  local game = setmetatable({ evaluate = function()
    coroutine.yield()
    return -1
  end }, { __index = in_place })
  local search = alphabeta.start(game, state)
  local thread = coroutine.create(search.step)
  for _ = 1, 3 do assert(coroutine.resume(thread, search)) end
  under_way.suspended = thread
end

function uses.close(alphabeta)
  local state = { heap = 6 }
  do
    local search <close> = watch(alphabeta.start(in_place, state), state)
    search:step { nodes = 5 }
  end
  assert(state.heap == 6)
end

-- Games in C, wholly and with a part of them in Lua; their states as objects.
function uses.native(alphabeta)
  local game = alphabeta.native "tictactoe"
  local state = assert(game.read { 1, 2, 1, 1, 2, 0, 0, 0, 2 })
  assert(alphabeta.search(game, state).value == alphabeta.search(game, state, { table = false }).value)
  local mixed = setmetatable({ evaluate = function(position) return game.evaluate(position) end }, { __index = game })
  local search = watch_native(alphabeta.start(mixed, state), alphabeta.search(game, state).value)
  search:step()
  local next_state = game.play(state, game.moves(state)[1])
  assert(next_state ~= state and next_state:copy() == next_state and tostring(next_state):find "tictactoe")
  assert(#game.write(next_state) == 9 and game.read { 1, 1, 1 } == nil)
  local board = alphabeta.native("connect4", { 4, 4 })
  local numbers = { 4, 4 }
  for i = 3, 18 do numbers[i] = 0 end
  assert(alphabeta.search(board, board.read(numbers), { depth = 5 }).depth == 5)
end

function uses.solve(alphabeta)
  for _, game in ipairs { nim, variadic, filling, lazy } do assert(#alphabeta.solve(game, 6) == 7) end
  local state = { heap = 6 }
  local game = setmetatable({ key = function(position) return position.heap end }, { __index = in_place })
  local solver = alphabeta.start_solve(game, state)
  under_way.solver = { solver = solver, state = state }
  while not solver:step { nodes = 2 } do assert(state.heap == 6) end
  local solution = solver:result()
  assert(solution:value(state) == 1 and solution:plies(state) == 3 and #solution:moves(state) == 3)
  assert(solution:move(state)[1] == 2 and #alphabeta.undump(solution:dump(), game, state) == 7)
  -- 3, 6, 7: a coin; both players' positions share a key, and count twice before the values are known.
  local leads = { { 2 }, { 1, 3 }, { 2, 4 }, { 5 }, { 4, 6 }, { 3, 7 }, { 8 }, {} }
  local coins = { [3] = true, [6] = true, [7] = true }
  local shared = {
    key = function(place) return place end, moves = function(place) return leads[place] end,
    chance = function(place) return coins[place] and leads[place] or nil end,
    play = function(_, place) return place end, evaluate = function() return -1 end,
  }
  assert(math.abs(alphabeta.solve(shared, 1):value(1) + 1 / 5) < 1e-6)
  local rules = alphabeta.native "tictactoe"
  local board = assert(rules.read { 1, 2, 1, 1, 2, 0, 0, 0, 2 })
  local solved = alphabeta.solve(rules, board)
  assert(solved:value(board) == alphabeta.search(rules, board).value)
  local kept = alphabeta.table { bytes = 3000 }
  alphabeta.search(nim, 20, { depth = 4, table = kept })
  assert(#alphabeta.undump(kept:dump(), nim, 20) == #kept)
end

-- The fewest moves that take all: 2, 2, 2.
function uses.path(alphabeta)
  local function of(rules, heap_of)
    return setmetatable({
      key = heap_of, goal = function(position) return heap_of(position) == 0 end,
      estimate = function(position) return heap_of(position) / 3 end,
    }, { __index = rules })
  end
  local function itself(heap) return heap end
  local state = { heap = 6 }
  for _, method in ipairs { "astar", "idastar" } do
    for _, rules in ipairs { nim, variadic, filling, lazy } do
      assert(#alphabeta.path(of(rules, itself), 6, { algorithm = method }).moves == 2)
    end
    local path = alphabeta.start_path(of(in_place, function(position) return position.heap end), state,
      { algorithm = method })
    while not path:step { nodes = 2 } do assert(state.heap == 6) end
    local result = path:result()
    path:close()
    assert(#result.moves == 2 and result.bound == "exact" and state.heap == 6)
  end
  local tiles = alphabeta.native("tiles", { 2, 2 })
  assert(alphabeta.path(tiles, assert(tiles.read { 2, 2, 0, 1, 3, 2 }), { weight = 1 }).cost == 2)
end

function uses.chance(alphabeta)
  local wanted = alphabeta.search(tossing, { heap = 5 }, { algorithm = "F", depth = 3 }).value
  local search = alphabeta.start(tossing, { heap = 5 }, { depth = 3 })
  while not search:step { nodes = 9 } do assert(search:result().nodes > 0) end
  assert(search:result().value == wanted)
  local game = alphabeta.native "ewn"
  local state = assert(game.read { 3, 3, 1, 0, 1, 2, 4, 6, 8, 9 })
  assert(alphabeta.search(game, state, { depth = 2 }).value
    == alphabeta.search(game, state, { depth = 2, algorithm = "minimax" }).value)
end

local clash = { viewpoint = 1 }
function clash.player() return 1 end
function clash.moves() return {} end
function clash.simultaneous(left) if left > 0 then return { 1, 2 }, { 1, 2 } end end
function clash.play(left, a, b) return left - 1, left == 1 and (a == b and 1 or -1) or nil end
function clash.evaluate() return 0 end

-- The same with one choice more for player 2, if a coin says so.
local veiled = setmetatable({
  determinize = function(at, player, random) return { left = at.left, coin = player == 1 and random(2) or at.coin } end,
  simultaneous = function(at) if at.left > 0 then return { 1, 2 }, { 1, 2, at.coin == 2 and 3 or nil } end end,
  play = function(at, a, b)
    local left, payoff = clash.play(at.left, a, b)
    return { left = left, coin = at.coin }, payoff
  end,
}, { __index = clash })

function uses.at_once(alphabeta)
  local oshi = alphabeta.native "oshi"
  local state = assert(oshi.read { 1, 0, 4, 3 })
  local lua = setmetatable({ evaluate = function(at) return oshi.evaluate(at) end }, { __index = oshi })
  local wanted = alphabeta.search(oshi, state).value
  for _, game in ipairs { oshi, lua } do
    local search = alphabeta.start(game, state, { deepening = false, pure = true })
    while not search:step { nodes = 3 } do assert(search:result().nodes > 0) end
    local result = search:result()
    assert(math.abs(result.value - wanted) < 1e-9 and #result.strategies[1] == 4 and #result.pv[1] == 2)
    assert(oshi.play(state, result.strategies[1][4].move, result.strategies[2][1].move))
  end
  assert(#alphabeta.search(clash, 2, { pure = true }).strategies[2] == 2)
  local drawn = setmetatable({ determinize = function(at) return at end }, { __index = oshi })
  for _, bytes in ipairs { 1, 10000 } do
    local options = { algorithm = "mcts", playouts = 30, pure = true, bytes = bytes, trace = 5 }
    assert(#alphabeta.search(drawn, state, options).strategies[1] == 4)
    assert(#alphabeta.search(veiled, { left = 2, coin = 1 }, options).strategies[2] == 3)
  end
  assert(math.abs(alphabeta.solve(oshi, state):value(state) - wanted) < 1e-9)
  local keyed = setmetatable({ key = function(left) return left + 2 end }, { __index = clash })
  function keyed.play(left, a, b) return left > 1 and left - 1 or a == b and 0 or -1 end
  function keyed.evaluate(left) return left == 0 and 1 or -1 end
  local solution = alphabeta.solve(keyed, 2)
  assert(solution:value(2) == 0 and solution:strategies(1)[2][1].probability == 0.5 and solution:player()(2) < 3)
end

function uses.match(alphabeta)
  local record = alphabeta.match(nim, 5, { alphabeta.player {}, alphabeta.random_player(7) })
  assert(record.winner == 1 or record.reason:find "memory" or record.reason:find "stack overflow")
  local series = alphabeta.match(in_place, function() return { heap = 5 } end,
    { alphabeta.player { depth = 2 }, alphabeta.player { depth = 3 } }, { games = 2, opening_plies = 1, seed = 3 })
  assert(#series.games == 2)
  local lines = { "nonsense", "1", "1", "1", "1", "1" }
  local person = alphabeta.human { input = function() return table.remove(lines, 1) end, output = function() end }
  assert(alphabeta.match(nim, 4, { person, person }).plies <= 4)
end

function uses.tree(alphabeta)
  local result = alphabeta.search(nim, 4, { trace = true, table = false })
  assert(alphabeta.tree.text(result):find "\n" and alphabeta.tree.dot(result):find "digraph"
    and alphabeta.tree.html(result):find "<html")
  assert(alphabeta.explain(nim, 4, result):find "Expected")
end

local order = { "search", "recursive", "step", "deepen", "table", "yield", "close", "native", "chance", "at_once",
  "solve", "path", "match", "tree" }

-- The library as a host loads it that lends `require` for as long as that takes.
local lent, borrowing, lends = require, false, false

local function borrow()
  borrowing, lends = true, true
  rawset(_G, "require", lent)
  local ok, alphabeta = pcall(lent, "alphabeta")
  rawset(_G, "require", nil)
  borrowing = false
  if not ok then error(alphabeta, 0) end
  return alphabeta
end

local function work(retried)
  local alphabeta = borrow()
  for _, name in ipairs(order) do
    if not (retried and name == "tree") then uses[name](alphabeta) end
  end
end

-- After a fault a search is closed and says why, or it stands where it stood: its position is as it was
-- given, and another step finds what it would have found.
local function check_under_way(one)
  local search, result = one.search, one.search:result()
  if result.stopped == "dirty" then return assert(not pcall(search.step, search)) end
  assert(one.state.heap == one.heap and one.state.line == nil and #one.state == 0, "position")
  if not tostring(search):find "closed" then
    search:step()
    expect_win(search:result())
  end
  assert(one.state.heap == one.heap, "position")
end

local function check()
  collectgarbage()
  assert(borrowing or not lends or rawget(_G, "require") == nil, "global")
  for _, one in ipairs(under_way) do check_under_way(one) end
  local native = under_way.native
  if native then
    native.search:step()
    assert(native.search:result().value == native.value)
  end
  local one = under_way.solver
  if one and not tostring(one.solver):find "dirty" then
    one.solver:step()
    assert(one.state.heap == 6 and #one.solver:result() == 7, "solver")
  end
  under_way = {}
  work()
end

return work, check

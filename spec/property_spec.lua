-- The main property: whatever the algorithm, the form of the game, the options and the cutting into
-- steps, a search gives the value and the move that plain minimax gives. ALPHABETA_TREES sets the
-- number of seeded trees it is tried on.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local trees = require "spec.support.trees"
local oracle = require "spec.support.oracle"
local pure = require "alphabeta.pure"
local knowledge = require "spec.support.knowledge"
local traced = require "spec.support.traced"
local pi = require "spec.facts.pi_tree"
local board = require "spec.facts.tictactoe"

local TREES = effort(1200)
local CASES = 6 -- ways of searching that each tree is given

------------------------------------------------------------------------------------------------
-- What is combined

-- The oracle that goes the same way; `game`: the tree's, with or without bounds.
local function full_tree(case) return case:minimax() end

local function pruned_tree(case, game)
  local procedure = case.algorithm.procedure
  local how = { shallow = procedure.shallow, hard = procedure.hard, threshold = case.threshold }
  return oracle.alphabeta(game or case:informed(), case.tree.root, case.depth, case.alpha,
    case.beta, how)
end

-- The procedures of Knuth and Moore: `visits`, the oracle that visits the same nodes, in every
-- search (`visits_all`) or in one for the first best move; `reach`, how far down a bound is handed.
local F = { visits = full_tree, visits_all = true, reach = "none" }
local F1 = { visits = pruned_tree, shallow = true, reach = "child" }
local F2 = { visits = pruned_tree, reach = "deep" }
local F2_HARD = { visits = pruned_tree, hard = true, reach = "deep" }
-- F2, perhaps more than once: what is visited cannot be known beforehand.
local REPEATED = { reach = "deep" }

-- Each way to search: its options; `procedure`; `bounds` (true: the game's are asked for);
-- `printed` (true: it goes in one step). Those that are repeated, and F2, make use of a table and
-- of an order.
local ALGORITHMS = {
  { options = {}, procedure = REPEATED, bounds = true },
  { options = { algorithm = "minimax" }, procedure = F },
  { options = { algorithm = "alphabeta" }, procedure = F2, bounds = true },
  { options = { algorithm = "branch-and-bound" }, procedure = F1, bounds = true },
  { options = { deepening = true }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "branch-and-bound", deepening = true },
    procedure = { shallow = true, reach = "child" }, bounds = true },
  { options = { algorithm = "aspiration" }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "aspiration", guess = -50, margin = 0.25 }, procedure = REPEATED,
    bounds = true },
  { options = { algorithm = "aspiration", guess = 3, margin = 2 }, procedure = REPEATED,
    bounds = true },
  { options = { algorithm = "aspiration", guess = 1e300, margin = math.huge },
    procedure = REPEATED, bounds = true },
  { options = { algorithm = "aspiration", deepening = true }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "aspiration", deepening = true, guess = 5, margin = 4 },
    procedure = REPEATED, bounds = true },
  { options = { algorithm = "pvs" }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "pvs", deepening = true }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "pvs", deepening = false }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "mtdf" }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "mtdf", guess = -50 }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "bisection" }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "bisection", guess = -50, deepening = true }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "mtdf", guess = 2.5, deepening = true }, procedure = REPEATED,
    bounds = true },
  { options = { algorithm = "mtdf", guess = 1e300, deepening = false }, procedure = REPEATED,
    bounds = true },
  { options = { algorithm = "mtdf", guess = -math.huge }, procedure = REPEATED, bounds = true },
  { options = { algorithm = "alphabeta", deepening = false }, procedure = F2, bounds = true },
  { options = { algorithm = "F" }, procedure = F, printed = true },
  { options = { algorithm = "F1" }, procedure = F1, printed = true, bounds = true },
  { options = { algorithm = "F2" }, procedure = F2_HARD, printed = true, bounds = true },
  { options = { algorithm = "minimax-alphabeta" }, procedure = F2_HARD, printed = true, bounds = true },
  { options = { algorithm = "iterative" }, procedure = F2_HARD, printed = true, bounds = true },
  { options = { algorithm = "F2", deepening = true }, procedure = { hard = true, reach = "deep" },
    printed = true, bounds = true },
  { options = { algorithm = "alphabeta", trace = true }, procedure = F2, bounds = true },
  { options = { algorithm = "alphabeta", trace = 7 }, procedure = F2, bounds = true },
  { options = { algorithm = "minimax", trace = true }, procedure = F },
  { options = { algorithm = "branch-and-bound", trace = true }, procedure = F1, bounds = true },
  { options = { algorithm = "aspiration", guess = 2, trace = true }, procedure = REPEATED,
    bounds = true },
}

-- What the game knows beforehand. Bounds are of the true values: for searches to the end.
local KNOWLEDGE = { false, "bounds", false, "likelihood", false }

-- Whether the game has a key, and of which type; the bytes of a table of one's own (`false`: none,
-- though there is a key); `kept`: it has been in use before.
local MEMORIES = {
  {},
  { key = "integer" },
  { key = "string", bytes = 100 },
  { key = "integer", bytes = 3000, kept = true },
  { key = "integer", bytes = 1 },
  { key = "string" },
  { key = "string", bytes = 2 ^ 20, kept = true },
  {},
  { key = "integer", bytes = 1, kept = true },
  { key = "integer", bytes = false },
  { key = "integer", bytes = 3000 },
  { key = "string", bytes = 2 ^ 20 },
  { key = "integer", bytes = 2 ^ 20, kept = true },
}

local ORDERED = { false, true, false }

local QUIET = { 0, 0, 1, 0, 2, 0, 3 } -- plies of quiescence

local THRESHOLDS = { 1, 0.5, 0.2, 0.02, 1e-8 }

local DEPTHS = { false, 0, 1, 2, 3, 4 } -- false: to the end of the game

local SLICES = { false, 1, 2, 3, 7, 1000 } -- nodes in a step; false: all in one call

local MODES = { "uniform", "uneven", "again", "float", "inf", "dag", "cyclic" }

-- Breadth, depth and width of the trees of a mode; breadth and number of nodes of the cyclic ones.
local SIZES = {
  uniform = { { 3, 4 }, { 2, 6 }, { 4, 3 }, { 6, 2 }, { 10, 1 }, { 1, 5 }, { 2, 3 }, { 5, 0 } },
  uneven = { { 4, 5 }, { 3, 6 }, { 6, 4 }, { 2, 10 }, { 12, 2 } },
  again = { { 4, 5 }, { 3, 6 }, { 6, 4 }, { 2, 10 }, { 12, 2 } },
  float = { { 4, 5 }, { 3, 6 }, { 6, 4 }, { 2, 10 } },
  inf = { { 4, 5 }, { 3, 6 }, { 6, 4 }, { 2, 10 }, { 12, 2 } },
  dag = { { 4, 4, 3 }, { 3, 5, 2 }, { 2, 7, 3 }, { 5, 3, 4 }, { 3, 4, 20 } },
  cyclic = { { 3, 5 }, { 2, 9 }, { 3, 12 }, { 4, 6 }, { 2, 3 }, { 2, 30 } },
}

------------------------------------------------------------------------------------------------
-- Failing: the message holds all that is needed to search again

-- Numbers as exactly as they are.
local function show(value)
  if type(value) == "function" then return "a function" end
  if type(value) == "userdata" then return "a table" end
  if type(value) == "boolean" then return tostring(value) end
  if type(value) ~= "table" then return compat.quoted(value) end
  local parts = {}
  for key, item in pairs(value) do
    parts[#parts + 1] = ("[%s] = %s"):format(show(key), show(item))
  end
  table.sort(parts)
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function replay(case)
  return ([[

  case     %d, %s
  game     trees.game(%s, %q, { player = %s, finished = %s })
  knows    %s%s
  table    %s
  before   %s
  query    %s
  options  %s
  random   %s (modulo n, plus 1)
  slice    %s]]):format(case.number, case.library == pure and "pure" or "C", case.tree.text, case.form,
    tostring(case.player), tostring(case.finished), case.knows or "nothing", case.ordered and ", order" or "",
    show(case.memory), show(case.before), case.query.name, show(case.options), case.chance or "none",
    case.slice or "none")
end

local function demand(condition, problem)
  if not condition then error(problem, 0) end
end

-- Equal, and an integer where an integer is wanted.
local function same(what, wanted, got)
  if got ~= wanted or compat.type(got) ~= compat.type(wanted) then
    error(("%s: %s expected, got %s"):format(what, tostring(wanted), tostring(got)), 0)
  end
end

------------------------------------------------------------------------------------------------
-- What must hold of any result

local function move_at(case, i)
  if i then return case.names.move(case.tree.root, i) end
end

-- The root move is the one to child i (nil: there is none).
local function same_move(case, what, i, got)
  local wanted = move_at(case, i)
  if got ~= wanted or compat.type(got) ~= compat.type(wanted) then
    local place = got ~= nil and case.names.index(case.tree.root, got)
    error(("%s: that to child %s expected, got %s (to child %s)"):format(what, tostring(i), tostring(got),
      tostring(place)), 0)
  end
end

-- Bounds settle a node in the widest window only if its value is infinite.
local function is_settled(case, node)
  local bounds = case:informed().bounds
  if not bounds then return false end
  local low, high = bounds(node)
  return low == math.huge or high == -math.huge
end

-- A line of moves keeps to positions that are worth `value` to the player at the root, and ends
-- where the search valued one.
local function check_line(case, what, line, value)
  local root = case.tree.root
  local node, plies, how = root, case.depth or math.huge, case:how()
  local reached = root.player == 0 and root.value or -root.value
  how.likelihood = 1
  for _, move in ipairs(line) do
    local i = case.names.index(node, move)
    demand(i and node[i], what .. " has a move that is not there")
    how.likelihood = how.likelihood * knowledge.likelihood(node, i)
    node, plies = node[i], plies - 1
    reached = oracle.minimax(case.plain, node, plies, how).value
    reached = node.player == root.player and reached or -reached
    demand(reached == value, what .. " is not best play")
  end
  if case:cuts_lines() then return end
  demand(#node == 0 or plies <= 0 or how.likelihood < (case.threshold or 0)
    or is_settled(case, node), what .. " ends too early")
  same("value at the end of " .. what, value, reached)
end

local function check_counts(case, result)
  local procedure = case.algorithm.procedure
  local printed = procedure.visits and not case:learns() and (case.quiet == 0 or procedure == F)
  if printed and (procedure.visits_all or case.first_only) then
    local wanted = procedure.visits(case)
    same("nodes", wanted.nodes, result.nodes)
    same("leaves", wanted.leaves, result.leaves)
    local without = procedure.visits(case, case.plain)
    demand(result.nodes <= without.nodes, "bounds add nodes to " .. without.nodes)
  end
  demand(compat.type(result.nodes) == "integer", "nodes is no integer")
  demand(compat.type(result.leaves) == "integer", "leaves is no integer")
  demand(compat.type(result.cutoffs) == "integer", "cutoffs is no integer")
end

local function check_value(case, result)
  local exact = case:minimax()
  same("stopped", nil, result.stopped)
  same("value", exact.value, result.value)
  same("bound", "exact", result.bound)
  check_line(case, "pv", result.pv, exact.value)
end

local function check_first_move(case, result)
  same_move(case, "move", case:minimax().best[1], result.move)
  same("first move of pv", result.move, result.pv[1])
end

local function check_best(case, result)
  local wanted, got = case:minimax().best, result.best or {}
  for i = 1, math.max(#wanted, #got) do
    same_move(case, "best move " .. i, wanted[i], got[i])
  end
end

local function check_one_of(case, moves, move)
  for _, i in ipairs(moves) do
    if move == move_at(case, i) then return end
  end
  same_move(case, "move", nil, move)
end

-- The indices of the root moves: best value first, ties in the order of generation.
local function ranking(values)
  local order = {}
  for i = 1, #values do order[i] = i end
  table.sort(order, function(i, j)
    if values[i] ~= values[j] then return values[i] > values[j] end
    return i < j
  end)
  return order
end

local function check_all_moves(case, result)
  local values, got = case:minimax().values, result.moves or {}
  local order = ranking(values)
  same("number of root moves", #order, #got)
  for place, i in ipairs(order) do
    local entry, what = got[place], "root move " .. place
    same_move(case, what, i, entry.move)
    same("value of " .. what, values[i], entry.value)
    same("bound of " .. what, "exact", entry.bound)
    same("first move of its pv", entry.move, entry.pv[1])
    check_line(case, "pv of " .. what, entry.pv, values[i])
  end
end

------------------------------------------------------------------------------------------------
-- Queries: what is asked of a search beside its algorithm, and what must hold of the answer. `ask`
-- adds to the options; it says `first_only` where one best move is enough, and `recounts` where the
-- nodes are not those of a single walk over the tree.

local QUERIES = {}

table.insert(QUERIES, {
  name = "value",
  ask = function(case) case.first_only = true end,
  check = function(case, result)
    check_value(case, result)
    check_first_move(case, result)
  end,
})

table.insert(QUERIES, {
  name = "all",
  ask = function(case) case.options.all = true end,
  check = function(case, result)
    check_value(case, result)
    check_first_move(case, result)
    check_all_moves(case, result)
    check_best(case, result)
  end,
})

-- The random number must be the same each time it is asked for, for the steps to be comparable.
local function ask_random(case)
  local number = case:draw(1048576)
  case.chance = number
  case.options.choose = "random"
  case.options.random = function(n) return number % n + 1 end
end

table.insert(QUERIES, {
  name = "random",
  ask = ask_random,
  check = function(case, result)
    check_value(case, result)
    demand(result.best == nil, "best moves that nobody has asked for")
    same("first move of pv", result.move, result.pv[1])
    check_one_of(case, case:minimax().best, result.move)
  end,
})

local SLACKS = { 0, 0.25, 1, 3, 7, 1e9 }

-- The moves within the slack of the best value.
local function near_best(case)
  local exact, moves = case:minimax(), {}
  for i, value in ipairs(exact.values) do
    if value >= exact.value - case.options.margin_random then table.insert(moves, i) end
  end
  return moves
end

table.insert(QUERIES, {
  name = "margin_random",
  ask = function(case)
    ask_random(case)
    case.options.margin_random = SLACKS[case:draw(#SLACKS) + 1]
  end,
  check = function(case, result)
    same("value", case:minimax().value, result.value)
    check_best(case, result)
    check_one_of(case, near_best(case), result.move)
  end,
})

-- The printed procedures cannot do it, and it is not recorded.
local function ask_shortest(case)
  case.options.shortest = not case.algorithm.printed and not case.options.trace
  case.recounts = true
end

-- Nothing is to be preferred among draws, and nothing is looked for in an empty window.
local function check_shortest(case, result)
  local wanted = case:shortest()
  same("value", wanted.value, result.value)
  check_line(case, "pv", result.pv, wanted.value)
  if wanted.value ~= 0 and case.options.shortest and not case:cuts_lines() then
    same("plies of pv", wanted.plies, #result.pv)
  end
end

table.insert(QUERIES, {
  name = "shortest",
  ask = ask_shortest,
  check = function(case, result)
    check_shortest(case, result)
    same_move(case, "move", case:shortest().best[1], result.move)
  end,
})

table.insert(QUERIES, {
  name = "shortest random",
  ask = function(case)
    ask_random(case)
    ask_shortest(case)
  end,
  check = function(case, result)
    local wanted = case:shortest().best
    check_shortest(case, result)
    check_one_of(case, wanted, result.move)
  end,
})

table.insert(QUERIES, {
  name = "choose",
  ask = function(case)
    case.options.all = true
    case.options.choose = function(moves) return moves[#moves].move end
  end,
  check = function(case, result)
    local values = case:minimax().values
    local order = ranking(values)
    same("value", case:minimax().value, result.value)
    check_all_moves(case, result)
    same_move(case, "move", order[#order], result.move)
  end,
})

-- Two different ends among infinity, the value itself and its neighbourhood.
local function draw_window(case)
  local value = case:minimax().value
  local step = compat.type(value) == "integer" and 1 or 0.25
  local ends = { -math.huge, -3, 0, 2, math.huge }
  for i = -2, 2 do ends[#ends + 1] = value + i * step end
  local alpha, beta
  repeat
    alpha = ends[case:draw(#ends) + 1]
    beta = ends[case:draw(#ends) + 1]
  until alpha < beta
  return alpha, beta
end

-- Knuth and Moore's (9), and (6) where alpha has no meaning. A fail-hard search gives alpha itself
-- when it fails low, but at a leaf.
local function check_bound(case, result, alpha)
  local exact, value, bound = case:minimax().value, result.value, result.bound
  if bound == "exact" or alpha < exact and exact < case.beta then
    same("value", exact, value)
    same("bound", "exact", bound)
  elseif exact <= alpha then
    demand(exact <= value and value <= alpha, "wrong upper bound " .. value)
    demand(not case.algorithm.procedure.hard or value == alpha or not result.move,
      "not fail-hard: " .. value)
    same("bound", "upper", bound)
  else
    demand(case.beta <= value and value <= exact, "wrong lower bound " .. value)
    same("bound", "lower", bound)
  end
end

table.insert(QUERIES, {
  name = "window",
  ask = function(case)
    case.first_only = true
    case.alpha, case.beta = draw_window(case)
    case.options.window = { case.alpha, case.beta }
  end,
  check = function(case, result)
    local exact, procedure = case:minimax().value, case.algorithm.procedure
    local alpha = procedure.shallow and -math.huge or case.alpha
    if procedure == F then return check_value(case, result) end
    same("stopped", nil, result.stopped)
    check_bound(case, result, alpha)
    if alpha < exact and exact < case.beta then
      check_first_move(case, result)
      check_line(case, "pv", result.pv, exact)
    end
    local hidden = case.knows == "bounds" and trees.refuses(case.form) -- also a position that is over is asked for them
    if procedure.visits and not (hidden or case:learns() or case.quiet > 0) then
      local value = pruned_tree(case).value
      demand(result.value == value, ("%s, not the procedure's %s"):format(result.value, value))
    end
  end,
})

-- What a search knows that has run out of nodes: the answer to the depth it has completed, or a
-- move with its value one ply deeper, or that no move so far comes up to the window of a guess.
local GUESSES = { aspiration = true, mtdf = true, bisection = true }

local function check_unfinished(case, result)
  same("stopped", "nodes", result.stopped)
  local done = case:minimax(result.depth)
  local i = result.move ~= nil and case.names.index(case.tree.root, result.move)
  if result.depth == 0 and GUESSES[case.options.algorithm] then
    demand(result.move == nil or i, "a move that is not there")
    return same("bound", result.value and "lower" or nil, result.bound)
  end
  if result.depth > 0 and #done.values > 0 or result.move ~= nil then
    demand(i, "no move, or one that is not there")
    local before = result.depth > 0 and i == done.best[1] and result.value == done.value
    local next_depth = result.depth + 1
    if case.options.deepening == false then next_depth = case.depth end
    demand(before or result.value == case:minimax(next_depth).values[i],
      "neither the last depth's value nor the next one's: " .. tostring(result.value))
  end
end

-- Running out of nodes is a result; a search that came to its end before has the whole truth.
table.insert(QUERIES, {
  name = "limit",
  ask = function(case)
    case.recounts = true
    case.limit = 1 + case:draw(150)
    case.options.nodes = case.limit
  end,
  check = function(case, result)
    demand(result.nodes <= case.limit, result.nodes .. " nodes are beyond the limit")
    if result.stopped == nil then
      check_value(case, result)
      check_first_move(case, result)
    else
      check_unfinished(case, result)
    end
  end,
})

------------------------------------------------------------------------------------------------
-- Searching

-- The first difference between two results, as the way to it; nil if there is none.
local function difference(a, b, where)
  if a == b and compat.type(a) == compat.type(b) then return nil end
  if type(a) ~= "table" or type(b) ~= "table" then return where end
  for key, value in pairs(a) do
    local inside = where .. "." .. tostring(key)
    local found = inside ~= "result.time" and difference(value, b[key], inside)
    if found then return found end
  end
  for key in pairs(b) do
    if a[key] == nil then return where .. "." .. tostring(key) end
  end
end

local function demand_restored(case, state, when)
  demand(trees.at_start(case.tree, state), "the position is not restored " .. when)
end

-- A search that the table has seen before: of the root or of a child, and perhaps interrupted.
local function search_before(case, before, table)
  local root = case.tree.root
  local node = root[before.child] or root
  local options = { table = table }
  for name, value in pairs(before.options) do options[name] = value end
  local result = case.library.search(case.game, trees.state_at(case.game, node), options)
  if result.stopped then return end
  local exact = oracle.minimax(case.plain, node, options.depth, { quiescence = case.quiet })
  same("value before", exact.value, result.value)
end

-- The options, with a new table that has seen what it is to have seen. Where the trace is not
-- wanted, it is left out.
local function options_of(case, untraced)
  local options, memory = {}, case.memory
  for name, value in pairs(case.options) do options[name] = value end
  if untraced then options.trace = nil end
  if memory.bytes then
    options.table = case.library.table { bytes = memory.bytes }
    for _, before in ipairs(case.before) do search_before(case, before, options.table) end
  end
  return options
end

local function search(case, untraced)
  local state = case.game.initial()
  local result = case.library.search(case.game, state, options_of(case, untraced))
  demand_restored(case, state, "after the search")
  return result
end

local function check_table(case, result)
  if not case:remembers() then
    return demand(not result.table or result.table.probes + result.table.stores == 0,
      "a table is used")
  end
  demand(result.table, "no table is used")
  for _, name in ipairs { "probes", "hits", "stores", "bytes" } do
    demand(compat.type(result.table[name]) == "integer", name .. " is no integer")
  end
  demand(result.table.hits <= result.table.probes, "more hits than probes")
  local limit = case.memory.bytes or 64 * 2 ^ 20
  demand(result.table.bytes <= math.max(limit, 200), result.table.bytes .. " bytes of table")
end

-- The result is the same without the record.
local function check_untraced(case, result)
  local without = search(case, true)
  without.tree = result.tree
  local differs = difference(result, without, "result")
  demand(not differs, "the trace changes " .. tostring(differs))
end

-- A record that is to be no longer is the beginning of the whole one.
local function check_short_trace(case, result)
  local most, options = case.options.trace, options_of(case)
  options.trace = true
  local whole = alphabeta.search(case.game, case.game.initial(), options).tree
  local visited = #traced.visits(whole)
  same("nodes in the record", math.min(most, visited), #traced.visits(result.tree))
  same("truncated", visited > most or nil, result.tree.truncated)
  demand(traced.begins(result.tree, whole), "the record is not the beginning of the whole one")
end

local function wanted_moves(options)
  if options.all or type(options.choose) == "function" then return "all" end
  return options.choose == "random" and "ties" or "first"
end

local function check_whole_trace(case, result)
  local procedure, tree = case.algorithm.procedure, result.tree
  local nodes, leaves, cutoffs = traced.check({
    game = case:informed(), root = case.tree.root,
    depth = case.limit and result.depth or case.depth, threshold = case.threshold,
    reach = procedure.reach, want = wanted_moves(case.options), move = case.names.move,
    hidden = trees.refuses(case.form),
  }, tree)
  if procedure == REPEATED then return end
  demand(tree.alpha == (procedure == F2 and case.alpha or -math.huge), "wrong alpha at the root")
  demand(tree.beta == (procedure == F and math.huge or case.beta), "wrong beta at the root")
  if case.recounts then return end
  same("nodes in the record", nodes, result.nodes)
  same("leaves in the record", leaves, result.leaves)
  same("cut-offs in the record", cutoffs, result.cutoffs)
end

-- Are moves searched as the oracle does, where chance has no part in it, and no margin?
local function is_in_order(options)
  return options.choose ~= "random" and not options.margin_random or options.margin_random == 0
end

-- There is no record of an iteration that has not begun.
local function check_trace(case, result)
  check_untraced(case, result)
  if case.options.trace ~= true and result.tree then
    check_short_trace(case, result)
  elseif result.stopped == nil and not case:learns() and case.quiet == 0
    and not case.options.shortest and is_in_order(case.options) then
    check_whole_trace(case, result)
  end
end

local function search_in_steps(case, whole)
  local state = case.game.initial()
  local running = case.library.start(case.game, state, options_of(case))
  local budget = { nodes = case.slice }
  local before, steps, done = 0, 0, false
  while not done do
    done = running:step(budget)
    local nodes = running:result().nodes
    demand_restored(case, state, "after a step")
    demand(nodes - before <= case.slice or case.algorithm.printed,
      "a step has visited too many nodes")
    steps = steps + 1
    demand(steps <= whole.nodes + 1010, "the steps do not come to an end")
    before = nodes
  end
  local result = running:result()
  running:close()
  demand_restored(case, state, "after the last step")
  return result
end

local function try_once(case)
  local result = search(case)
  case.query.check(case, result)
  if case.library == alphabeta then
    check_table(case, result)
    if not case.recounts then check_counts(case, result) end
  end
  if case.options.trace then check_trace(case, result) end
  if case.slice then
    local differs = difference(result, search_in_steps(case, result), "result")
    demand(not differs, "the steps give another " .. tostring(differs))
  end
end

local function try(case)
  local ok, problem = pcall(try_once, case)
  if not ok then error(tostring(problem) .. replay(case), 0) end
end

------------------------------------------------------------------------------------------------
-- Cases

local Case = {}
Case.__index = Case

-- The oracle's answer to a depth, by default that of the case; kept for the tree's other cases.
function Case:minimax(depth)
  depth = depth or self.depth
  return self:ask("minimax", depth)
end

function Case:shortest()
  return self:ask(self.options.shortest and "shortest" or "minimax", self.depth)
end

function Case:ask(question, depth)
  local key = ("%s %s %s %d"):format(question, tostring(depth), tostring(self.threshold), self.quiet)
  self.known[key] = self.known[key]
    or oracle[question](self.plain, self.tree.root, depth, self:how())
  return self.known[key]
end

function Case:how()
  return { threshold = self.threshold, quiescence = self.quiet }
end

-- Whether a table is in use. With a threshold there is none.
function Case:remembers()
  return self.memory.key ~= nil and self.memory.bytes ~= false and self:can_learn()
    and not self.threshold
end

function Case:can_learn()
  local procedure = self.algorithm.procedure
  return procedure == F2 or procedure == REPEATED
end

-- Whether the search goes its own way.
function Case:learns()
  return self:remembers() or self.ordered and self:can_learn()
end

-- An exact entry of the table ends a line, where no window is null.
function Case:cuts_lines()
  local algorithm = self.options.algorithm
  return self:remembers() and self.library == alphabeta and (algorithm ~= nil and algorithm ~= "pvs"
    or wanted_moves(self.options) == "all")
end

-- The game that the oracle is to play: with bounds if the search asks for them.
function Case:informed()
  if self.knows ~= "bounds" or not self.algorithm.bounds then return self.plain end
  return trees.game(self.tree, "functional", { bounds = self.bounds })
end

function Case:draw(n)
  self.draws = self.draws + 1
  return trees.draw(self.number, self.draws, n)
end

-- All combinations come up in turn, in a scattered order: the last table changes as often as the first, however few
-- there are. Lua 5.1 multiplies exactly up to 2^53.
local TABLES = { ALGORITHMS, trees.forms, DEPTHS, SLICES, QUERIES, KNOWLEDGE, MEMORIES, ORDERED,
  QUIET }

local function common_divisor(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

-- Steps of this size come by everything, by numbers far apart first: the golden section of all.
local function stride_of(count)
  local stride = math.floor(count * 0.6180339887)
  while common_divisor(stride, count) > 1 do stride = stride + 1 end
  return stride
end

local function named(...)
  local list = {}
  for i, name in ipairs { ... } do
    for _, query in ipairs(QUERIES) do
      if query.name == name then list[i] = query end
    end
  end
  return list
end

-- What there is in alphabeta.pure, the same search written once more, in Lua.
local PURE_TABLES = {
  { { options = {}, procedure = REPEATED }, { options = { deepening = true }, procedure = REPEATED },
    { options = { deepening = false }, procedure = REPEATED } },
  { "functional", "payoff", "pseudolegal", "undo", "viewpoint", "width", "width-undo" }, DEPTHS, SLICES,
  named("value", "all", "random", "choose", "limit"), { false }, MEMORIES, ORDERED, { 0 },
}

local function combination(number, lists)
  local count = 1
  for _, list in ipairs(lists) do count = count * #list end
  local rest, chosen = number * stride_of(count) % count, {}
  for i, list in ipairs(lists) do
    chosen[i] = list[rest % #list + 1]
    rest = math.floor(rest / #list)
  end
  return compat.unpack(chosen)
end

-- A search that is to stop early never gets to see what it has bounds for.
local function give_knowledge(case, knows)
  local ends = case.query.name ~= "limit" and not case.tree.endless
  if knows == "bounds" and ends then
    case.knows, case.depth = knows, nil
    case.known.bounds = case.known.bounds or knowledge.bounds(case.plain)
    case.bounds = case.known.bounds
  elseif knows == "likelihood" then
    case.knows = knows
    case.threshold = THRESHOLDS[case:draw(#THRESHOLDS) + 1]
    case.options.threshold = case.threshold
  end
end

-- At depth 0 the moves of the root itself would be the noisy ones.
local function give_noise(case, plies)
  if case.algorithm.printed or case.form == "successors" or case.threshold or case.library == pure then return end
  case.quiet = plies
  case.options.quiescence = plies
  if plies > 0 and case.depth == 0 then case.depth = 1 end
end

local KEYS = {
  integer = function(node) return node.id end,
  string = function(node) return ("%d"):format(node.id) .. "\0" .. ("%d"):format(node.id) end,
}

local BEFORE = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" }

-- What a kept table has seen: up to three searches, deeper ones and shallower ones.
local function give_past(case)
  for k = 1, case.memory.kept and 1 + case:draw(3) or 0 do
    local child = case:draw(1 + #case.tree.root)
    if #(case.tree.root[child] or {}) == 0 then child = 0 end
    local depth = (case.tree.endless or case.knows ~= "bounds") and 1 + case:draw(5) or nil
    local options = { depth = depth, deepening = case:draw(2) == 0 }
    options.nodes = case:draw(3) == 0 and 1 + case:draw(40) or nil
    case.before[k] = { child = child, options = options }
    if case.library == alphabeta then
      options.algorithm, options.quiescence = BEFORE[case:draw(#BEFORE) + 1], case.quiet
      options.shortest = case:draw(4) == 0
    end
  end
end

local function make_game(case)
  case.game = trees.game(case.tree, case.form, { player = case.player, bounds = case.bounds,
    likelihood = case.threshold and knowledge.likelihood, key = KEYS[case.memory.key],
    order = case.ordered and knowledge.order, noisy = case.quiet > 0 and knowledge.noisy,
    finished = case.finished })
  case.names = trees.names(case.form)
end

local function make_options(case)
  for name, value in pairs(case.algorithm.options) do case.options[name] = value end
  case.options.depth = case.depth
  if case.memory.bytes == false then case.options.table = false end
  case.query.ask(case)
end

local function make_case(number, tree, plain, known, library)
  local case = setmetatable({
    library = library, number = number, draws = 0, tree = tree, plain = plain, known = known, options = {},
    alpha = -math.huge, beta = math.huge, quiet = 0, before = {},
  }, Case)
  local depth, knows, plies
  case.algorithm, case.form, depth, case.slice, case.query, knows, case.memory, case.ordered,
    plies = combination(number, library == pure and PURE_TABLES or TABLES)
  case.depth = depth or nil
  if tree.endless and not depth then case.depth = 5 + case:draw(2) end
  case.player, case.finished = case:draw(2) == 0, case:draw(3) == 0
  give_knowledge(case, knows)
  give_noise(case, plies)
  give_past(case)
  make_game(case)
  make_options(case)
  return case
end

-- Every other tree is coarse.
local function make_tree(mode, seed)
  local size = SIZES[mode][trees.draw(seed, 1, #SIZES[mode]) + 1]
  local tree = mode == "cyclic" and trees.cyclic(seed, compat.unpack(size))
    or trees.random(mode, seed, compat.unpack(size))
  return trees.draw(seed, 2, 2) == 0 and trees.coarse(tree) or tree
end

local function try_tree(mode, seed)
  local tree = make_tree(mode, seed)
  local plain = trees.game(tree, "functional", { likelihood = knowledge.likelihood,
    noisy = knowledge.noisy })
  local known = {}
  for i = 1, CASES do try(make_case(seed * CASES + i, tree, plain, known, alphabeta)) end
  try(make_case(seed, tree, plain, known, pure))
end

describe("on seeded random trees", function()
  local share = math.floor(TREES / #MODES)
  for place, mode in ipairs(MODES) do
    it(("every search is plain minimax: %d trees of mode %s"):format(share, mode), function()
      for seed = (place - 1) * share + 1, place * share do try_tree(mode, seed) end
    end)
  end

  it("a random choice with a margin can be each of the moves near the best one", function()
    for seed = 1, 50 do
      local tree = trees.coarse(trees.random("again", seed, 6, 3))
      local game = trees.game(tree, "functional")
      local exact, near = oracle.minimax(game, tree.root), {}
      local name = trees.names("functional").move
      for i, value in ipairs(exact.values) do
        if value >= exact.value - 1 then table.insert(near, name(tree.root, i)) end
      end
      for k, move in ipairs(near) do
        local result = alphabeta.search(game, tree.root, { choose = "random", margin_random = 1,
          random = function(n)
            assert.equal(#near, n)
            return k
          end })
        assert.equal(move, result.move)
        assert.equal(#exact.best, #result.best)
      end
    end
  end)

  local WAYS = { { algorithm = "alphabeta" }, { algorithm = "pvs" }, { algorithm = "F2" }, { algorithm = "iterative" },
    { algorithm = "mtdf", deepening = true }, { algorithm = "pvs", table = false } }

  -- All that a random choice with the options may choose, as numbers of root moves; and one of the results.
  local function all_drawn(game, tree, options)
    local drawn, among = {}, 1
    function options.random(n)
      among = n
      return #drawn + 1
    end
    while true do
      local result = alphabeta.search(game, tree.root, options)
      drawn[#drawn + 1] = trees.names("functional").index(tree.root, result.move)
      if #drawn >= among then return drawn, result end
    end
  end

  it("a random choice in a window takes no bound for a value", function()
    local bounds = {}
    for seed = 1, math.max(60, math.floor(TREES / 4)) do
      local tree = trees.coarse(trees.random("again", seed, 6, 3))
      local exact = oracle.minimax(trees.game(tree, "functional"), tree.root)
      local way = WAYS[seed % #WAYS + 1]
      local game = trees.game(tree, "functional", { key = way.table == nil and KEYS.integer or nil })
      local margin, alpha = seed % 4, exact.value - 4 + seed % 6
      local beta = seed % 3 == 0 and math.huge or alpha + 1 + seed % 5
      local drawn, result = all_drawn(game, tree, { algorithm = way.algorithm, deepening = way.deepening,
        window = { alpha, beta }, choose = "random", margin_random = margin })
      bounds[result.bound] = (bounds[result.bound] or 0) + 1
      local near = {}
      for i, value in ipairs(exact.values) do
        if value > alpha and value >= exact.value - margin then near[#near + 1] = i end
      end
      if result.bound == "exact" then assert.same(near, drawn, seed) end
      for _, i in ipairs(result.bound == "lower" and drawn or {}) do
        assert.is_true(exact.values[i] > alpha and exact.values[i] >= result.value - margin, seed)
      end
    end
    assert.is_true(bounds.exact > 9 and bounds.lower > 9 and bounds.upper > 9)
  end)

  -- The record is of windows as they are on arrival.
  local function check_windows(tree, where)
    assert.is_true(tree.alpha < tree.beta, where)
    for _, child in ipairs(tree) do check_windows(child, where) end
  end

  it("no window is empty, however much more than beta a move is worth", function()
    for seed = 1, 60 do
      local tree = trees.random("again", seed, 6, 3)
      local game = trees.game(tree, "functional")
      local value = oracle.minimax(game, tree.root).value
      for _, options in ipairs { { choose = "random" }, { choose = "random", margin_random = 1 }, { all = true } } do
        options.algorithm, options.trace = seed % 2 == 0 and "pvs" or "alphabeta", true
        options.window = { value - 3 - seed % 7, value - seed % 3 }
        local result = alphabeta.search(game, tree.root, options)
        check_windows(result.tree, seed)
        assert.equal("lower", result.bound)
        assert.is_true(result.value <= value and result.value >= options.window[2], seed)
      end
    end
  end)

  -- Retrograde analysis shares nothing with the search. The table goes from position to position, and from algorithm to
  -- algorithm.
  it("every position is worth what it is worth when the game is solved", function()
    for seed = 1, math.max(40, math.floor(TREES / 12)) do
      local tree = trees.random(({ "dag", "again", "float", "uneven" })[seed % 4 + 1], seed, 3, 5, 4)
      local game = trees.game(tree, "functional", { key = function(node) return node.id end })
      local solution, t, seen = alphabeta.solve(game, tree.root), alphabeta.table(), {}
      local function compare(node, depth)
        if seen[node] or #node == 0 then return end
        seen[node] = true
        for i, child in ipairs(node) do compare(child, depth + i) end
        local algorithm = ({ "pvs", "mtdf", "aspiration", "bisection", "alphabeta" })[depth % 5 + 1]
        local result = alphabeta.search(game, node, { algorithm = algorithm, table = t })
        assert.equal(solution:value(node), result.value, tree.text .. " " .. algorithm)
      end
      compare(tree.root, seed)
      assert.equal(trees.states(tree), #solution)
    end
  end)

  it("a random choice can be each of the best moves", function()
    for seed = 1, 50 do
      local tree = trees.coarse(trees.random("again", seed, 6, 3))
      local game = trees.game(tree, "functional")
      local best = oracle.minimax(game, tree.root).best
      local chosen, asked = {}, {}
      for k = 1, #best do
        local result = alphabeta.search(game, tree.root, { choose = "random", margin_random = 0, random = function(n)
          asked[n] = true
          return k
        end })
        chosen[trees.names("functional").index(tree.root, result.move)] = true
      end
      for _, i in ipairs(best) do assert.is_true(chosen[i]) end
      if #best > 1 then assert.same({ [#best] = true }, asked) end
      for k = 1, 60 do
        local result = alphabeta.search(game, tree.root, { choose = "random", random = function() return k end })
        chosen[trees.names("functional").index(tree.root, result.move)] = k
      end
      for _, i in ipairs(best) do assert.is_number(chosen[i]) end
    end
  end)
end)

------------------------------------------------------------------------------------------------
-- Known trees

describe("on the pi tree", function()
  local tree = trees.of_leaves(pi.breadth, pi.depth, pi.digits)

  local function search_pi(options, form)
    local game = trees.game(tree, form or "functional", { calls = true })
    return alphabeta.search(game, game.initial(), options), game
  end

  for _, form in ipairs(trees.forms) do
    it("F visits 121 nodes, F2 visits 55: form " .. form, function()
      for _, case in ipairs {
        { {}, pi.F2 }, { { algorithm = "alphabeta" }, pi.F2 }, { { algorithm = "minimax" }, pi.F },
      } do
        local result, game = search_pi(case[1], form)
        assert.equal(pi.value, result.value)
        assert.equal(trees.names(form).move(tree.root, 1), result.move)
        assert.equal(case[2].nodes, result.nodes)
        assert.equal(case[2].leaves, result.leaves)
        if form ~= "payoff" then assert.equal(case[2].leaves, game.calls.evaluate) end
      end
    end)
  end

  it("every window gives its fail-soft value and leaves", function()
    for _, window in ipairs(pi.windows) do
      local alpha, beta, _, _, value, leaves = compat.unpack(window)
      local result = search_pi { algorithm = "alphabeta", window = { alpha, beta } }
      assert.equal(value, result.value)
      assert.equal(leaves, result.leaves)
      assert.equal(value <= alpha and "upper" or value >= beta and "lower" or "exact", result.bound)
    end
  end)
end)

describe("on best-ordered trees", function()
  it("alphabeta visits b^ceil(d/2) + b^floor(d/2) - 1 leaves", function()
    for breadth = 1, 5 do
      for depth = 0, 6 do
        local tree = trees.best_first(breadth, depth, 10 * breadth + depth)
        local game = trees.game(tree, "functional")
        local result = alphabeta.search(game, tree.root, { algorithm = "alphabeta" })
        assert.equal(breadth ^ math.floor(depth / 2) + breadth ^ math.ceil(depth / 2) - 1, result.leaves)
        assert.equal(tree.root.value, result.value)
      end
    end
  end)
end)

describe("on tic-tac-toe", function()
  local function search_board(options)
    local game = require "alphabeta.games.tictactoe"
    return alphabeta.search(game, game.initial(), options)
  end

  for _, algorithm in ipairs { "minimax", "alphabeta" } do
    it(algorithm .. " visits the known number of nodes", function()
      local result = search_board { algorithm = algorithm, table = false }
      assert.equal(board.value, result.value)
      assert.equal(board[algorithm].nodes, result.nodes)
      assert.equal(board[algorithm].leaves, result.leaves)
    end)
  end

  it("every window visits the known number of nodes", function()
    for _, window in ipairs(board.windows) do
      local alpha, beta, nodes = compat.unpack(window)
      local result = search_board { algorithm = "alphabeta", table = false, window = { alpha, beta } }
      assert.equal(board.value, result.value)
      assert.equal(nodes, result.nodes)
    end
  end)
end)

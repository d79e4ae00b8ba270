-- The signature of the search: what it visits. Some fixed searches, each in C and in Lua, and a forest of small
-- random ones. A change that should not change how a search goes leaves all of it as it is; spec/facts/signature.tsv
-- has it as it is to be (`sh run.sh lua .ci/signature.lua` writes it).

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local connect4 = require "alphabeta.games.connect4"
local kalah = require "alphabeta.games.kalah"
local knowledge = require "spec.support.knowledge"
local mazes = require "spec.support.mazes"
local othello = require "alphabeta.games.othello"
local synthetic = require "alphabeta.games.synthetic"
local tictactoe = require "alphabeta.games.tictactoe"
local trees = require "spec.support.trees"

local library = c.library("spec/native/trees.c", "native_trees")
local signature = {}

-- A float as an integer where it is a whole number, so that C and Lua write the same.
local function show(value)
  if type(value) ~= "number" then return tostring(value) end
  return ("%.17g"):format(value)
end

local function visits(node, list)
  list[#list + 1] = table.concat({ show(node.move), show(node.alpha), show(node.beta), show(node.value),
    node.leaf and "leaf" or node.cut and "cut" or #node }, ",")
  for _, child in ipairs(node) do visits(child, list) end
  return list
end

-- The hash of a text: FNV-1a, 64 bits.
local function hash(text, seed)
  local sum = seed or -3750763034362895579
  for i = 1, #text do sum = (sum ~ text:byte(i)) * 1099511628211 end
  return sum
end

-- All that does not depend on the clock or on the size of a table, in one line. `name_of` tells a move.
local function essence(result, name_of)
  local memory = result.table or {}
  local parts = {}
  local function add(label, value)
    if value ~= nil then parts[#parts + 1] = label .. " " .. show(value) end
  end
  add("value", result.value)
  add("bound", result.bound ~= "exact" and result.bound or nil)
  add("move", result.move ~= nil and name_of(result.move) or nil)
  for _, field in ipairs { "depth", "nodes", "leaves", "cutoffs", "stopped" } do add(field, result[field]) end
  for _, field in ipairs { "probes", "hits", "stores" } do add(field, memory[field]) end
  local line = {}
  for i, move in ipairs(result.pv or {}) do line[i] = i == 1 and show(name_of(move)) or "." end
  add("pv", #line > 0 and table.concat(line, "") or nil)
  for _, entry in ipairs(result.moves or {}) do add(show(name_of(entry.move)), entry.value) end
  add("best", result.best and #result.best)
  if result.tree and name_of == show then
    add("tree", ("%016x"):format(hash(table.concat(visits(result.tree, {}), " "))))
  end
  return table.concat(parts, " ")
end

------------------------------------------------------------------------------------------------
-- Fixed searches

-- A position is given by the moves from the beginning.
local function after(game, moves, ...)
  local state = game.initial(...)
  for _, move in ipairs(moves) do state = game.play(state, move) end
  return state
end

local small = connect4.new(5, 4)
local solver = connect4.solver
local again = synthetic.new { mode = "again", seed = 3, breadth = 6, depth = 8 }
local uneven = synthetic.new { mode = "uneven", seed = 8, breadth = 6, depth = 8 }
local float = synthetic.new { mode = "float", seed = 5, breadth = 6, depth = 8 }
local dag = synthetic.new { mode = "dag", seed = 2, breadth = 4, depth = 9, width = 30 }

-- With a table the search in Lua may have a line of its own: in C positions are looked up before they are visited.
-- And in C a full column is an illegal move of Connect Four, in Lua it is no move; and the order learns nothing from
-- a position with one move.
local SEARCHES = {
  { "minimax of tic-tac-toe", tictactoe, { 5, 1 }, { algorithm = "minimax" } },
  { "F1 in the loop", kalah, { 3 }, { algorithm = "branch-and-bound", depth = 5 } },
  { "alpha-beta without a table", kalah, { 3 }, { algorithm = "alphabeta", depth = 6, table = false } },
  { "alpha-beta with a table", kalah, { 3 }, { algorithm = "alphabeta", depth = 7, deepening = false } },
  { "pvs, deepening", kalah, {}, { depth = 7 } },
  { "pvs in a small table", small, { 3, 3 }, { depth = 14, bytes = 4096 } },
  { "pvs with an order", othello, {}, { depth = 5 } },
  { "pvs over a player that moves twice", again, {}, { algorithm = "pvs", table = false } },
  { "mtdf", small, { 3, 3, 3 }, { algorithm = "mtdf", depth = 12 } },
  { "mtdf over floats", float, {}, { algorithm = "mtdf", deepening = false } },
  { "bisection", small, { 3, 3, 3, 3 }, { algorithm = "bisection", deepening = true } },
  { "bisection over floats", float, {}, { algorithm = "bisection" } },
  { "aspiration that fails", dag, {}, { algorithm = "aspiration", guess = 9, margin = 1, deepening = false } },
  { "aspiration, deepening", kalah, {}, { algorithm = "aspiration", depth = 6 } },
  { "F", again, {}, { algorithm = "F" } },
  { "F1", again, {}, { algorithm = "F1" } },
  { "F2", again, {}, { algorithm = "F2" } },
  { "F2 and G2", uneven, {}, { algorithm = "minimax-alphabeta" } },
  { "the iterative procedure", uneven, {}, { algorithm = "iterative" } },
  { "a recorded tree", again, {}, { algorithm = "alphabeta", table = false, trace = true } },
  { "a recorded tree with a table", dag, {}, { depth = 6, trace = true } },
  { "the shortest win", small, { 3, 3, 3, 3 }, { shortest = true } },
  { "the shortest win without a table", tictactoe, { 5, 2 },
    { shortest = true, algorithm = "alphabeta", table = false } },
  { "every move", kalah, {}, { all = true, depth = 5 } },
  { "every move without a table", uneven, {}, { all = true, algorithm = "alphabeta", table = false } },
  { "ties", dag, {}, { choose = "random", margin_random = 0, random = function(n) return n end, depth = 7 } },
  { "ties without a table", tictactoe, { 5 }, { choose = "random", margin_random = 0,
    random = function(n) return n end, algorithm = "alphabeta", table = false } },
  { "near ties", othello, {}, { choose = "random", margin_random = 2, random = function(n) return n end, depth = 4 } },
  { "a window", kalah, {}, { window = { 1, 3 }, depth = 6 } },
  { "what the table knows from deeper searches", dag, {}, { deeper = true } },
  { "a limit of nodes", kalah, {}, { nodes = 5000 } },
}

-- Games that exist in C only.
local NATIVE_SEARCHES = {
  { "solving Connect Four", function()
    local rules = connect4.lua
    return solver, solver.read(rules.write(after(rules, { 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 6, 6, 6 })))
  end, { algorithm = "bisection" } },
  { "solving Kalah", function()
    local rules = kalah.lua
    return kalah.solver, kalah.solver.read(rules.write(rules.initial { holes = 4, counters = 2 }))
  end, { algorithm = "mtdf", deepening = true } },
}

local function search(game, state, options)
  local own = {}
  for name, option in pairs(options) do own[name] = option end
  if own.bytes then own.table, own.bytes = alphabeta.table { bytes = own.bytes }, nil end
  return alphabeta.search(game, state, own)
end

--- Calls `visit(title, line, nodes)` with each fixed search, in C and in Lua.
function signature.searches(visit)
  for _, row in ipairs(SEARCHES) do
    local title, game, moves, options = table.unpack(row)
    local result = search(game, after(game, moves), options)
    local in_lua = search(game.lua, after(game.lua, moves), options)
    local line, lua_line = essence(result, show), essence(in_lua, show)
    visit(title, line, result.nodes)
    if lua_line ~= line then
      if not result.table then
        error(("%s: not the same in C and in Lua\n  %s\n  %s"):format(title, line, lua_line), 0)
      end
      visit(title .. ", in Lua", lua_line, in_lua.nodes)
    end
  end
  for _, row in ipairs(NATIVE_SEARCHES) do
    local title, make, options = table.unpack(row)
    local game, state = make()
    local result = search(game, state, options)
    visit(title, essence(result, show), result.nodes)
  end
end

-- Calls visit(title, line, 0) for each title that `each` notes lines and nodes of: in one line, with the sum of the
-- nodes and a hash of the lines.
local function sum_up(visit, each)
  local sums, nodes, titles = {}, {}, {}
  each(function(title, line, count)
    if not sums[title] then titles[#titles + 1] = title end
    sums[title], nodes[title] = hash(line, sums[title]), (nodes[title] or 0) + count
  end)
  for _, title in ipairs(titles) do
    visit(title, ("nodes %d hash %016x"):format(nodes[title], sums[title]), 0)
  end
end

------------------------------------------------------------------------------------------------
-- A forest: every way to search over every form of a game, what was visited hashed into one number for each

local TREES = 8 -- of each form

local SHAPES = {
  { "uniform", 3, 4 }, { "uneven", 4, 5 }, { "again", 4, 5 }, { "float", 3, 5 }, { "inf", 4, 4 },
  { "dag", 4, 5, 3 }, { "dag", 3, 6, 4 },
}

local WAYS = {
  { "minimax", { algorithm = "minimax" } },
  { "branch-and-bound", { algorithm = "branch-and-bound" } },
  { "alphabeta", { algorithm = "alphabeta" } },
  { "alphabeta, deepening", { algorithm = "alphabeta", deepening = true, depth = 4 } },
  { "pvs", { algorithm = "pvs" } },
  { "pvs to a depth", { algorithm = "pvs", depth = 3 } },
  { "mtdf", { algorithm = "mtdf" } },
  { "bisection", { algorithm = "bisection", guess = 1 } },
  { "aspiration", { algorithm = "aspiration", guess = 4, margin = 2 } },
  { "F", { algorithm = "F" } },
  { "F1", { algorithm = "F1" } },
  { "F2", { algorithm = "F2" } },
  { "F2 and G2", { algorithm = "minimax-alphabeta" } },
  { "iterative", { algorithm = "iterative" } },
  { "trace", { algorithm = "alphabeta", trace = true } },
  { "quiescence", { quiescence = 2, depth = 2 }, noisy = true },
  { "quiescence with pvs", { algorithm = "pvs", quiescence = 3, depth = 1 }, noisy = true },
  { "threshold", { threshold = 0.2 }, likelihood = true },
  { "shortest", { shortest = true } },
  { "shortest, to a depth", { shortest = true, depth = 3, algorithm = "pvs" } },
  { "all", { all = true } },
  { "ties", { choose = "random", margin_random = 0, random = function(n) return n end } },
  { "margin", { choose = "random", margin_random = 3, random = function() return 1 end } },
  { "window", { window = { -2, 3 } } },
  { "nodes", { nodes = 40 } },
  { "shuffled", { choose = "random", random = function() return 7 end } },
}

-- The order that a search learns knows tables, functions and userdata by their address, so what it visits where
-- these are moves is not the same in every run.
local MOVES_HAVE_NAMES = { functional = true, successors = true, width = true, ["width-undo"] = true }

local FORMS = { "fills", "functional", "iterator", "payoff", "successors", "undo", "variadic", "viewpoint", "width",
  "width-undo" }

local function knows(tree, form, way, seed)
  local own = {}
  if form ~= "successors" then own.noisy = way.noisy and knowledge.noisy end
  own.likelihood = way.likelihood and knowledge.likelihood
  own.order = seed % 4 == 1 and knowledge.order or nil
  if seed % 3 > 0 and MOVES_HAVE_NAMES[form] then
    own.key = function(node) return seed % 2 == 0 and node.id or ("%q"):format(node.id) end
  end
  if seed % 5 < 2 and not way[2].depth then
    own.bounds = knowledge.bounds(trees.game(tree, "functional"))
  end
  return own
end

local function tries(form, way, seed)
  local shape = SHAPES[seed % #SHAPES + 1]
  local tree = trees.random(shape[1], seed, shape[2], shape[3], shape[4])
  local game = trees.game(tree, form, knows(tree, form, way, seed))
  local names = trees.names(form)
  local result = search(game, game.initial(), way[2])
  local line = essence(result, function(move) return names.index(tree.root, move) end)
  return line, result.nodes
end

local NATIVE_KINDS = { "listed", "numbered", "illegal", "lazy" }
local FIELDS = { "key", "order", "likelihood", "bounds", "noisy", "payoff", "again", "viewpoint", "halves", "undo" }

-- A native game with some of the fields that go together, drawn from a seed.
local function native_form(kind, seed)
  local form = { seed = seed, depth = 4 + seed % 3, [kind] = true }
  for k, field in ipairs(FIELDS) do form[field] = trees.draw(seed, k, 3) == 0 end
  form.noisy = form.noisy and form.listed
  return form
end

local function tries_native(kind, way, seed)
  local form = native_form(kind, seed)
  for _, field in ipairs { "noisy", "likelihood" } do form[field] = form[field] or way[field] end
  local game = alphabeta.native(library.make(form))
  local result = search(game, game.read { 0, 1, seed }, way[2])
  return essence(result, show), result.nodes
end

--- Calls `visit(title, line, 0)` with each form of a game and each way to search.
function signature.forest(visit)
  sum_up(visit, function(note)
    local function try_all(kinds, has_noisy, try, of_kind, in_way)
      for _, kind in ipairs(kinds) do
        for w, way in ipairs(WAYS) do
          for t = 1, way.noisy and not has_noisy(kind) and 0 or TREES do
            local line, count = try(kind, way, TREES * w + t)
            note(of_kind .. kind, line, count)
            note(in_way .. way[1], line, count)
          end
        end
      end
    end
    try_all(FORMS, function(form) return form ~= "successors" end, tries,
      "games of the form ", "small searches: ")
    try_all(NATIVE_KINDS, function(kind) return kind == "listed" end, tries_native,
      "native games, moves ", "small native searches: ")
  end)
end

------------------------------------------------------------------------------------------------
-- Graphs: games that repeat, games with chance, several searches on one table, ways to a goal

local GRAPHS = 48 -- for each way

local REACHING = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" }

-- Searches that follow each other on one table. A history is for games with repetition; where chance decides there is
-- no shortest way.
local COURSES = {
  { { depth = 3 }, { depth = 5 }, { depth = 4, all = true } },
  { { depth = 6, nodes = 60 }, { depth = 6 } },
  { { depth = 5, history = { 1, 3 } }, { depth = 6, window = { -1, 2 } }, { depth = 5 } },
  { { depth = 7, shortest = true }, {}, { shortest = true } },
}

local function by_id(node) return node.id end

-- Chance decides at one in three of the nodes that have children.
local function weights_of(node)
  if #node == 0 or trees.draw(node.id, 80, 3) > 0 then return nil end
  local weights = {}
  for i = 1, #node do weights[i] = 2 ^ trees.draw(node.id, 80 + i, 3) end
  return weights
end

local function graph_in_lua(kind, seed)
  local tree = kind.repeats and trees.cyclic(seed, 2 + seed % 3, 5 + seed % 17)
    or trees.coarse(trees.acyclic(seed, 4, 10 + seed % 20))
  local game = trees.game(tree, "functional", { player = true, key = by_id, weights = kind.weights,
    order = seed % 3 == 0 and knowledge.order or nil })
  game.repetition = kind.repeats and seed % 3 - 1 or nil
  return game, tree.root, function(move) return trees.names("functional").index(tree.root, move) end
end

local function graph_in_c(kind, seed)
  local game = alphabeta.native(library.make { seed = seed, depth = 8, listed = true, key = true, returns = true,
    round = kind.repeats, repetition = kind.repeats and seed % 3 - 1 or nil })
  return game, game.read { 0, 1, seed }, show
end

local KINDS = {
  { "graphs", make = graph_in_lua, plays_out = true },
  { "graphs, on a shared table", make = graph_in_lua, shared = true },
  { "graphs with chance", make = graph_in_lua, weights = weights_of, plays_out = true },
  { "graphs with repetition", make = graph_in_lua, repeats = true },
  { "graphs with chance and repetition", make = graph_in_lua, weights = weights_of, repeats = true },
  { "native graphs", make = graph_in_c },
  { "native graphs with repetition", make = graph_in_c, repeats = true },
}

-- Notes each search of a course.
local function follow_course(seed, kind, algorithm, note)
  local game, root, name_of = kind.make(kind, seed)
  local own = alphabeta.table { bytes = 16384, shared = kind.shared }
  for _, options in ipairs(COURSES[seed % #COURSES + 1]) do
    local how = { algorithm = algorithm, table = own, deepening = seed % 5 > 0 }
    for name, value in pairs(options) do how[name] = value end
    if not kind.repeats then how.history = nil end
    if kind.weights then how.shortest = nil end
    local result = search(game, root, how)
    note(kind[1] .. ": " .. algorithm, essence(result, name_of), result.nodes)
  end
end

-- How large the tree of playouts may grow: from next to nothing to more than it needs.
local ROOMS = { 300, 1000, 3000, 100000 }

local function play_out(seed, kind, note)
  local game, root, name_of = kind.make(kind, seed)
  local result = alphabeta.search(game, root, { algorithm = "mcts", playouts = 200, seed = seed,
    bytes = ROOMS[seed % #ROOMS + 1] + seed })
  note(kind[1] .. ": playouts", essence(result, name_of), result.nodes)
end

local function find_way(seed, way, note)
  local game, state = mazes.game(mazes.random(seed, 80), "moves")
  local found = alphabeta.path(game, state, way[2])
  note("ways through mazes: " .. way[1], ("cost %s nodes %d"):format(show(found.cost), found.nodes), found.nodes)
end

local WAYFINDING = {
  { "astar", { algorithm = "astar" } },
  { "idastar", { algorithm = "idastar" } },
  { "idastar with a table", { algorithm = "idastar", bytes = 4096 } },
  { "beam", { algorithm = "beam", width = 3 } },
}

--- Calls `visit(title, line, 0)` with each kind of graph and each way to search.
function signature.graphs(visit)
  sum_up(visit, function(note)
    for seed = 1, GRAPHS do
      for _, kind in ipairs(KINDS) do
        for _, algorithm in ipairs(REACHING) do follow_course(seed, kind, algorithm, note) end
        if kind.plays_out then play_out(seed, kind, note) end
      end
      for _, way in ipairs(WAYFINDING) do find_way(seed, way, note) end
    end
  end)
end

--- All of it: rows of title and line, the last one with the number of nodes that a commit names which changes them.
---@return string[][] rows
function signature.rows()
  local rows, total = {}, 0
  local function note(title, line, nodes)
    rows[#rows + 1] = { title, line }
    total = total + nodes
  end
  signature.searches(note)
  signature.forest(note)
  signature.graphs(note)
  note("Nodes", ("%d"):format(total), 0)
  return rows
end

return signature

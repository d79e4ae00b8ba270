-- Game trees for the specs, and the games that walk them.
--
-- A node is a table: its children in the array part (none: the game is over there), `player` (0
-- maximises, 1 minimises) and `value`, its static value as player 0 sees it; in a random tree also
-- `id`, a number of its own to draw more random numbers from. A tree is a table with its `root`,
-- the largest number of children (`breadth`), `switches` (true: the players do not simply
-- alternate) and `text`, the Lua expression that makes the same tree again.

local compat = require "spec.support.compat"
local random = require "spec.support.random"

local unpack, hash, draw = compat.unpack, random.hash, random.draw

local trees = {}

--- The k-th random number of a seed, 0 to n - 1.
trees.draw = draw

------------------------------------------------------------------------------------------------
-- Random trees

local function whole(n, offset)
  return function(id) return draw(id, 2, n) - offset end
end

local function fraction(id)
  return random.fraction(id, 2) * 2 - 1
end

local function sometimes_infinite(id)
  local r = draw(id, 2, 8)
  if r == 0 then return math.huge end
  if r == 1 then return -math.huge end
  return draw(id, 6, 41) - 20
end

-- full: every inner node has all its children; lasting: the game never ends early; again: the same
-- player may move twice; shared: nodes of one depth are reached from several parents.
local MODES = {
  uniform = { full = true, lasting = true, value = whole(7, 3) },
  uneven = { value = whole(41, 20) },
  again = { again = true, value = whole(41, 20) },
  float = { again = true, value = fraction },
  inf = { again = true, value = sometimes_infinite },
  dag = { lasting = true, shared = true, value = whole(5, 2) },
}

--- A seeded random tree: at most `breadth` children a node, `depth` plies; `width` is the number of
--- different nodes of a depth in mode "dag".
function trees.random(mode, seed, breadth, depth, width)
  local rules = assert(MODES[mode], "no such mode")
  local known = {} -- the nodes that may be met again, by id
  local grow

  local function child_id(id, ply, i)
    if not rules.shared then return hash(id, 100 + i) end
    return hash(seed * 1000 + ply + 1, 1000 + draw(id, 100 + i, width))
  end

  local function child(id, ply, player, i)
    local to = child_id(id, ply, i)
    if known[to] then return known[to] end
    local stays = rules.again and draw(to, 3, 3) == 0
    local node = grow(to, ply + 1, stays and player or 1 - player)
    if rules.shared then known[to] = node end
    return node
  end

  local function count(id, ply)
    if ply >= depth then return 0 end
    if not rules.lasting and ply > 0 and draw(id, 1, 4) == 0 then return 0 end
    return rules.full and breadth or 1 + draw(id, 5, breadth)
  end

  function grow(id, ply, player)
    local node = { value = rules.value(id), player = player, id = id }
    for i = 1, count(id, ply) do node[i] = child(id, ply, player, i) end
    return node
  end

  return {
    root = grow(hash(seed, 7), 0, seed % 2),
    breadth = breadth,
    switches = rules.again or false,
    text = ("trees.random(%q, %d, %d, %d, %d)"):format(mode, seed, breadth, depth, width or 0),
  }
end

-- The first of `states` nodes with at most `breadth` children each, drawn from number first(i) on for node i.
local function graph(seed, breadth, states, first)
  local nodes = {}
  for i = 1, states do
    local id = hash(seed * 1000 + i, 9)
    nodes[i] = { id = id, value = draw(id, 2, 13) - 6, player = draw(id, 3, 2) }
  end
  for i, node in ipairs(nodes) do
    local over, from = i > 1 and draw(node.id, 1, 5) == 0, first(i)
    for k = 1, (over or from > states) and 0 or 1 + draw(node.id, 5, breadth) do
      node[k] = nodes[from + draw(node.id, 100 + k, states - from + 1)]
    end
  end
  return nodes[1]
end

--- A seeded random graph with cycles: `states` nodes with at most `breadth` children each, and the
--- game may go on for ever. A node is reached at different plies, and has a player of its own.
function trees.cyclic(seed, breadth, states)
  return {
    root = graph(seed, breadth, states, function() return 1 end),
    breadth = breadth,
    switches = true,
    endless = true,
    text = ("trees.cyclic(%d, %d, %d)"):format(seed, breadth, states),
  }
end

--- The same without cycles: a node leads to later ones only.
function trees.acyclic(seed, breadth, states)
  return {
    root = graph(seed, breadth, states, function(i) return i + 1 end),
    breadth = breadth,
    switches = true,
    text = ("trees.acyclic(%d, %d, %d)"):format(seed, breadth, states),
  }
end

local function every_node(node, visit, seen)
  if seen[node] then return end
  seen[node] = true
  visit(node)
  for i = 1, #node do every_node(node[i], visit, seen) end
end

--- How many different nodes a tree has.
function trees.states(tree)
  local states = 0
  every_node(tree.root, function() states = states + 1 end, {})
  return states
end

-- Floats stay floats that are no whole numbers, so that they cannot be taken for integers.
local function rounded(value)
  if value == math.huge or value == -math.huge then return value end
  return compat.type(value) == "integer" and math.floor(value / 8) or math.floor(value * 3) + 0.25
end

--- The same tree with few different values, so that ties abound; changes and returns it.
function trees.coarse(tree)
  every_node(tree.root, function(node) node.value = rounded(node.value) end, {})
  tree.text = "trees.coarse(" .. tree.text .. ")"
  return tree
end

------------------------------------------------------------------------------------------------
-- Uniform trees with chosen leaves; the players alternate and player 0 moves at the root

local function as_seen(player, value)
  return player == 0 and value or -value
end

local function uniform(breadth, depth, leaf, text)
  local leaves = 0
  local function grow(ply)
    local player = ply % 2
    local node = { player = player, value = 0 }
    if ply == depth then
      leaves = leaves + 1
      node.value = as_seen(player, leaf(leaves))
    else
      for i = 1, breadth do node[i] = grow(ply + 1) end
    end
    return node
  end
  return { root = grow(0), breadth = breadth, switches = false, text = text }
end

--- The uniform tree over an array of breadth^depth leaf values, each as the player to move there
--- sees it. Inner nodes have the static value 0.
function trees.of_leaves(breadth, depth, leaves)
  local text = ("trees.of_leaves(%d, %d, {%s})"):format(breadth, depth, table.concat(leaves, ","))
  return uniform(breadth, depth, function(i) return leaves[i] end, text)
end

--- A uniform tree whose leaves are 1, 2, ... breadth^depth in a random order.
function trees.distinct(breadth, depth, seed)
  local leaves = {}
  for i = 1, breadth ^ depth do
    local j = 1 + draw(seed, i, i)
    leaves[i] = leaves[j]
    leaves[j] = i
  end
  local text = ("trees.distinct(%d, %d, %d)"):format(breadth, depth, seed)
  return uniform(breadth, depth, function(i) return leaves[i] end, text)
end

--- A uniform tree in which the first child of every node is a best one. Every node's static value
--- is its true value.
function trees.best_first(breadth, depth, seed)
  -- A node worth v to its player has a first child worth -v to the other one; the others are worth
  -- at least that to the other one.
  local function grow(id, ply, worth)
    local player = ply % 2
    local node = { player = player, value = as_seen(player, worth) }
    for i = 1, ply < depth and breadth or 0 do
      local to = hash(id, 100 + i)
      node[i] = grow(to, ply + 1, -worth + (i == 1 and 0 or draw(to, 2, 5)))
    end
    return node
  end
  return {
    root = grow(hash(seed, 7), 0, draw(seed, 1, 9) - 4),
    breadth = breadth,
    switches = false,
    text = ("trees.best_first(%d, %d, %d)"):format(breadth, depth, seed),
  }
end

------------------------------------------------------------------------------------------------
-- Moves. Any value but nil may be a move; a naming gives the move to child i of a node, and the
-- index of the child that a move leads to (nil where there is no such move).

local MOST_MOVES = 64

local function fixed(make)
  local moves, indices = {}, {}
  for i = 1, MOST_MOVES do
    moves[i] = make(i)
    indices[moves[i]] = i
  end
  return {
    move = function(_, i) return moves[i] end,
    index = function(_, move) return indices[move] end,
  }
end

local ODDITIES = { false, "", 0.5, true, {}, print, -math.huge, "false", io.stdout,
  coroutine.create(function() end), compat.least, 2 ^ 53 }

local numbers = fixed(function(i) return i end)
local words = fixed(function(i) return "to the child number " .. i end)
local odd = fixed(function(i) return ODDITIES[i] == nil and -i or ODDITIES[i] end)

-- A table of its own for every edge: a move of another node is found out. That is in its metatable, so that its text is
-- short.
local tokens = {
  move = function(node, i)
    node.tokens = node.tokens or {}
    node.tokens[i] = node.tokens[i] or setmetatable({ index = i }, { from = node })
    return node.tokens[i]
  end,
  index = function(node, move)
    return type(move) == "table" and (getmetatable(move) or {}).from == node and move.index or nil
  end,
}

-- Of the numbers 1 to 2 * breadth, player 0 has odd ones and player 1 even ones, so that illegal
-- moves stand before, between and after the legal ones.
local sparse = {
  move = function(node, i) return 2 * i - 1 + node.player end,
  index = function(node, move)
    if compat.type(move) ~= "integer" then return nil end
    local twice = move + 1 - node.player
    local i = math.floor(twice / 2)
    return twice % 2 == 0 and node[i] and i or nil
  end,
}

------------------------------------------------------------------------------------------------
-- Games

local function list_of(names)
  return function(node)
    local list = {}
    for i = 1, math.min(#node, MOST_MOVES) do list[i] = names.move(node, i) end -- a node that lies has no more
    return list
  end
end

local function child_of(names)
  return function(node, move)
    local i = names.index(node, move)
    return i and node[i] or error("no such move here", 2)
  end
end

local function legal_child_of(names)
  return function(node, move) return node[names.index(node, move)] end
end

-- The one position of a game with `undo`: the node it stands at, the moves that led there and the
-- nodes on the way.
local function position_at(node)
  return { node = node, path = {}, from = {} }
end

local function advance(position, move, child)
  local ply = #position.path + 1
  position.path[ply] = move
  position.from[ply] = position.node
  position.node = child
end

local function take_back(position, move)
  local ply = #position.path
  if ply == 0 or position.path[ply] ~= move then error("this was not the last move", 2) end
  position.node = position.from[ply]
  position.path[ply] = nil
  position.from[ply] = nil
end

-- Turns a game over nodes into a game over one changing position.
local function in_place(game, tree)
  game.initial = function() return position_at(tree.root) end
  for _, name in ipairs { "moves", "evaluate", "player" } do
    local ask = game[name]
    game[name] = ask and function(position) return ask(position.node) end
  end
  game.undo = take_back
end

-- A position whose payoff `play` has told is not asked about again.
local function unless_told(ask, tree)
  return function(node)
    if #node == 0 and node ~= tree.root then error("the payoff here was told by 'play'", 2) end
    return ask(node)
  end
end

local function worth(node)
  return as_seen(node.player, node.value)
end

-- Each form: its naming and how it completes a game that can `evaluate` (and tell the `player`).
local FORMS = {}

FORMS.functional = { names = words, complete = function(game, names)
  game.moves = list_of(names)
  game.play = child_of(names)
end }

FORMS.viewpoint = { names = tokens, complete = function(game, names)
  local list = list_of(names)
  game.moves = function(node) return #node > 0 and list(node) or nil end
  game.play = child_of(names)
  game.evaluate = function(node) return node.value end
  game.viewpoint = 1
end }

FORMS.undo = { names = tokens, complete = function(game, names, tree)
  local child = child_of(names)
  game.moves = list_of(names)
  in_place(game, tree)
  game.play = function(position, move)
    advance(position, move, child(position.node, move))
    return "ignored"
  end
end }

-- All moves that `width` would have, the illegal ones too, as a list.
local function candidates(tree)
  local list = {}
  for i = 1, 2 * tree.breadth do list[i] = i end
  return list
end

-- The same where the library takes back. The nodes, which are not the position's, stand behind functions. Each move
-- leaves what a hand-written `undo` would have trouble with: new tables, circles, tables as keys, fields that come and
-- go.
local Untidy = {
  __index = function(position, name) return name == "node" and rawget(position, "at")() or nil end,
  __newindex = function(position, name, value)
    rawset(position, name == "node" and "at" or name, name == "node" and function() return value end or value)
  end,
}

local function untidy_position(tree)
  local position = setmetatable({ path = {}, board = { 0, 0, 0, 0 }, units = { { moved = false }, {} } }, Untidy)
  position.units[1].home, position.node = position, tree.root
  return position
end

local function leave_a_mess(position, move)
  local path, unit = position.path, table.remove(position.units, 1) or {}
  local ply = #path + 1
  position.path = compat.copy(path, #path)
  position.path[ply] = move
  position.board[ply % 4 + 1] = position.board[ply % 4 + 1] + (ply % 2 == 0 and 0.0 or 1)
  position.units[ply % 3 + 1] = { behind = unit, moved = { [path] = position } }
  unit[position.path], unit.moved, unit.home = ply, ply % 2 == 0 or nil, ply % 3 > 0 and unit.home or nil
  if ply % 3 == 0 then setmetatable(unit, { __name = "unit" }) end
end

FORMS.restored = { names = words, complete = function(game, names, tree)
  local child = child_of(names)
  game.moves = list_of(names)
  in_place(game, tree)
  game.undo, game.initial = true, function() return untidy_position(tree) end
  game.play = function(position, move)
    leave_a_mess(position, move)
    position.node = child(position.node, move)
  end
end }

FORMS["pseudolegal-restored"] = { names = sparse, refuses = true, complete = function(game, names, tree)
  local child = legal_child_of(names)
  in_place(game, tree)
  game.pseudolegal = true
  game.moves = function() return candidates(tree) end
  game.undo, game.initial = true, function() return untidy_position(tree) end
  game.play = function(position, move)
    local to = child(position.node, move)
    leave_a_mess(position, move)
    if not to then return false end
    position.node = to
  end
end }

FORMS.successors = { names = numbers, complete = function(game)
  game.successors = function(node) return compat.copy(node, math.min(#node, MOST_MOVES)) end
end }

FORMS.variadic = { names = odd, complete = function(game, names)
  local list = list_of(names)
  game.variadic = true
  game.moves = function(node) return unpack(list(node)) end
  game.play = child_of(names)
end }

-- What stands in the list beyond the moves means nothing: the search is to leave it alone.
local function fill(list, moves)
  for i, move in ipairs(moves) do list[i] = move end
  list[#moves + 1] = "no move"
  return #moves
end

FORMS.fills = { names = odd, complete = function(game, names)
  local list_at = list_of(names)
  game.fills = true
  game.moves = function(node, list) return fill(list, list_at(node)) end
  game.play = child_of(names)
end }

FORMS.width = { names = sparse, refuses = true, complete = function(game, names, tree)
  game.width = 2 * tree.breadth
  game.play = legal_child_of(names)
end }

FORMS["width-undo"] = { names = sparse, refuses = true, complete = function(game, names, tree)
  local child = legal_child_of(names)
  game.width = 2 * tree.breadth
  in_place(game, tree)
  game.play = function(position, move)
    local to = child(position.node, move)
    if not to then return false end
    advance(position, move, to)
  end
end }

FORMS.pseudolegal = { names = sparse, refuses = true, complete = function(game, names, tree)
  game.pseudolegal = true
  game.moves = function() return candidates(tree) end
  game.play = legal_child_of(names)
end }

FORMS["pseudolegal-undo"] = { names = sparse, refuses = true, complete = function(game, names, tree)
  FORMS["width-undo"].complete(game, names, tree)
  game.pseudolegal, game.width = true, nil
  game.moves = function() return candidates(tree) end
end }

FORMS.payoff = { names = odd, complete = function(game, names, tree)
  local child = child_of(names)
  game.moves = unless_told(list_of(names), tree)
  game.evaluate = unless_told(worth, tree)
  game.play = function(node, move)
    local to = child(node, move)
    if #to == 0 then return to, worth(to) end
    return to
  end
end }

FORMS.iterator = { names = odd, complete = function(game, names)
  game.moves = function(node)
    local i = 0
    return function()
      i = i + 1
      if node[i] then return names.move(node, i) end
    end
  end
  game.play = child_of(names)
end }

-- Each move is asked for once the ones before have been searched and taken back.
FORMS["iterator-restored"] = { names = odd, complete = function(game, names, tree)
  FORMS.restored.complete(game, names, tree)
  game.moves = function(position)
    local i = 0
    return function()
      i = i + 1
      local node = position.node
      if node[i] then return names.move(node, i) end
    end
  end
end }

--- Are the moves given by an iterator, so that the end is not known before they are asked for?
function trees.iterates(form) return form == "iterator" or form == "iterator-restored" end

--- What the order of a search might say of child i: now and then a good hint, often a bad one.
function trees.hint(node, i) return draw(node.id, 70 + i, 4) end

--- The names of all forms, sorted.
trees.forms = {}
for form in pairs(FORMS) do table.insert(trees.forms, form) end
table.sort(trees.forms)

--- Whether moves of this form may turn out to be illegal.
function trees.refuses(form) return FORMS[form].refuses or false end

--- The naming of a form: `move(node, i)` and `index(node, move)`.
function trees.names(form)
  return FORMS[form].names
end

-- Wraps every callback in one that counts its calls in `game.calls`.
local function count_calls(game)
  game.calls = {}
  for _, name in ipairs { "moves", "successors", "play", "undo", "evaluate", "finished", "player",
    "bounds", "likelihood", "key", "order", "noisy" } do
    local callback = game[name]
    if type(callback) == "function" then
      game.calls[name] = 0
      game[name] = function(...)
        game.calls[name] = game.calls[name] + 1
        return callback(...)
      end
    end
  end
end

local function of_state(ask)
  return ask and function(state) return ask(state.node or state) end or nil
end

-- What is said of an illegal move does not matter.
local function of_move(names, ask)
  return ask and function(state, move)
    local node = state.node or state
    local i = names.index(node, move)
    return i and ask(node, i) or 0
  end or nil
end

local function of_noise(game, names, noisy)
  return noisy and function(state, given)
    local node = state.node or state
    local list = noisy(node)
    if type(list) ~= "table" then return list == nil and game.fills and 0 or list end
    local moves = {}
    for k, i in ipairs(list) do moves[k] = names.move(node, i) end
    if game.variadic then return unpack(moves) end
    return game.fills and fill(given, moves) or moves
  end or nil
end

-- The weights of the moves of a node where chance decides, nil elsewhere.
local function of_chance(names, weights)
  return weights and function(state)
    local node = state.node or state
    local parts = weights(node)
    if not parts then return nil end
    return list_of(names)(node), parts
  end or nil
end

-- What the game knows beforehand, as functions of nodes, asked about its own positions and moves.
local function add_knowledge(game, names, options)
  game.bounds = of_state(options.bounds)
  game.key = of_state(options.key)
  game.likelihood = of_move(names, options.likelihood)
  game.order = of_move(names, options.order)
  game.noisy = of_noise(game, names, options.noisy)
  game.chance = of_chance(names, options.weights)
end

-- `finished` has the payoffs, and `evaluate` is not to be asked for them.
local function tell_the_end(game)
  local evaluate = game.evaluate
  local function is_end(state) return #(state.node or state) == 0 end
  function game.finished(state)
    if is_end(state) then return evaluate(state) end
    return #game.name % 2 == 0 and nil
  end
  function game.evaluate(state)
    assert(not is_end(state), "an estimate of a finished position")
    return evaluate(state)
  end
end

--- The game that walks a tree, in one of `trees.forms`. Options: `player` (true: it tells the
--- player to move though the players alternate), `calls` (true: it counts its calls),
--- `bounds(node)`, `likelihood(node, i)` (of its child i), `key(node)`, `order(node, i)`,
--- `noisy(node)` (indices of children, or true), `weights(node)` (of its children, where chance decides) and
--- `finished` (true: that tells payoffs).
function trees.game(tree, form, options)
  options = options or {}
  local game = {
    name = form .. " tree",
    initial = function() return tree.root end,
    evaluate = worth,
  }
  if tree.switches or options.player or form == "viewpoint" then
    game.player = function(node) return node.player + 1 end
  end
  FORMS[form].complete(game, FORMS[form].names, tree)
  add_knowledge(game, FORMS[form].names, options)
  if options.finished then tell_the_end(game) end
  if options.calls then count_calls(game) end
  return game
end

--- The position of a tree's game at a node.
function trees.state_at(game, node)
  local state = game.initial()
  if not state.path then return node end
  state.node = node
  return state
end

--- Whether a position stands where `game.initial()` has put it.
function trees.at_start(tree, state)
  if state.path then return #state.path == 0 and state.node == tree.root end
  return state == tree.root
end

--- The nodes of a tree or graph, from its root.
function trees.nodes(tree)
  local list, seen, at = { tree.root }, { [tree.root] = true }, 1
  while list[at] do
    for _, child in ipairs(list[at]) do
      if not seen[child] then
        seen[child] = true
        list[#list + 1] = child
      end
    end
    at = at + 1
  end
  return list
end

return trees

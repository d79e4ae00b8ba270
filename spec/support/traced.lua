-- Recorded trees (option `trace`), checked node by node against the rules of the search that made
-- them, and against the true values.

local compat = require "spec.support.compat"
local oracle = require "spec.support.oracle"

local traced = {}

-- The greatest float below, but for the denormal ones around 0.
local function below(x)
  if x > -2.0 ^ -1022 and x <= 2.0 ^ -1022 then return x > 0 and 0.0 or -2.0 ^ -1022 end
  if x == -math.huge then return x end
  if not string.pack then
    if x == math.huge then return 2 ^ 1023 * (2 - 2 ^ -52) end
    local half, exponent = math.frexp(x)
    return x - 2 ^ (exponent - (half == 0.5 and 54 or 53))
  end
  local bits = string.unpack("<i8", string.pack("<d", x))
  return (string.unpack("<d", string.pack("<i8", x > 0 and bits - 1 or bits + 1)))
end

local function demand(condition, place, problem, ...)
  if condition then return end
  error(("the recorded tree at [%s]: "):format(table.concat(place.path, " "))
    .. problem:format(...), 0)
end

local function equal(place, what, wanted, got)
  demand(wanted == got, place, "%s is %s, not %s", what, got, wanted)
end

local function child_of(search, place, i)
  local game, state = search.game, place.state
  local move = game.moves(state)[i]
  local likelihood = search.threshold and game.likelihood(state, move) or 1
  local child = {
    state = game.play(state, move),
    depth = place.depth - 1,
    likelihood = place.likelihood * likelihood,
    path = compat.copy(place.path),
  }
  child.path[#child.path + 1] = i
  child.same = game.player and game.player(child.state) == game.player(state)
  return child
end

local function is_outside(search, place)
  return place.depth == 0 or place.likelihood < (search.threshold or 0)
end

-- What the game's bounds say of a place; they are not asked for at the root, nor where the game is seen to be over.
local function bounds_of(search, place)
  local bounds = search.game.bounds
  if not bounds or #place.path == 0 or (#place.state == 0 and not search.hidden) then return -math.huge, math.huge end
  return bounds(place.state)
end

local function kept_within(search, place, value)
  local low, high = bounds_of(search, place)
  return math.max(low, math.min(high, value))
end

-- What they make of it in a window, if they settle it.
local function settled(search, place, alpha, beta)
  if search.reach == "none" or #place.path == 0 then return nil end
  local low, high = bounds_of(search, place)
  if high <= alpha then return high end
  return low >= beta and low or nil
end

-- The value of a place that is a leaf in this window; nil if it is none.
local function leaf_value(search, place, alpha, beta)
  local game, state = search.game, place.state
  if is_outside(search, place) then return game.evaluate(state) end
  return settled(search, place, alpha, beta) or #state == 0 and kept_within(search, place, game.evaluate(state)) or nil
end

-- The window that a place hands down to its child.
local function window_below(search, child, alpha, beta)
  local low, high = child.same and alpha or -beta, child.same and beta or -alpha
  if search.reach ~= "deep" then low = -math.huge end
  if search.reach == "none" then high = math.huge end
  return low, high
end

-- What the next move must beat after one that is worth `value`.
local function raised(search, place, alpha, value)
  local want = #place.path == 0 and search.want or "first"
  if want == "all" then return alpha end
  return math.max(alpha, want == "ties" and below(value) or value)
end

local check

-- The value of an inner node from those of its children, which must be there in order, as far as
-- a cut-off lets them.
local function check_children(search, place, node, alpha, beta)
  local best, cut = -math.huge, false
  local cuts = search.reach ~= "none" and (#place.path > 0 or search.want == "first")
  for i, entry in ipairs(node) do
    demand(not cut and i <= #place.state, place, "too many children")
    local child = child_of(search, place, i)
    equal(child, "move", search.move(place.state, i), entry.move)
    local value = check(search, child, entry, window_below(search, child, alpha, beta))
    value = child.same and value or -value
    best = math.max(best, value)
    alpha = raised(search, place, alpha, best)
    cut = cuts and best >= beta
  end
  demand(cut or #node == #place.state, place, "too few children")
  equal(place, "cut", cut or nil, node.cut)
  if cut then search.cutoffs = search.cutoffs + 1 end
  return kept_within(search, place, best)
end

-- Knuth and Moore's (9), fail-soft: what a value says of the true one.
local function check_bound(search, place, value, alpha, beta)
  local how = { threshold = search.threshold, likelihood = place.likelihood }
  local exact = oracle.minimax(search.game, place.state, place.depth, how).value
  local right = value == exact or value <= alpha and value >= exact
    or value >= beta and value <= exact
  demand(right, place, "value %s, worth %s, window %s to %s", value, exact, alpha, beta)
end

function check(search, place, node, alpha, beta)
  search.nodes = search.nodes + 1
  equal(place, "alpha", alpha, node.alpha)
  equal(place, "beta", beta, node.beta)
  local value = leaf_value(search, place, alpha, beta)
  equal(place, "leaf", value and true or nil, node.leaf)
  if value then
    search.leaves = search.leaves + 1
    equal(place, "children of a leaf", 0, #node)
    equal(place, "cut", nil, node.cut)
  else
    value = check_children(search, place, node, alpha, beta)
  end
  equal(place, "value", value, node.value)
  check_bound(search, place, value, alpha, beta)
  return value
end

--- Checks the whole recorded tree of a search that came to its end. `search` tells what was done:
--- `game` (the tree's, in the form "functional", with `bounds` if they were asked for), `root`,
--- `depth`, `threshold`; `reach`, how far a bound is handed down: "none", "child" or "deep";
--- `want`, the root moves that are wanted: "first", "ties" or "all"; `move(node, i)`, the name of a
--- move; `hidden` (true: that the game is over shows only when no move is legal). The window is
--- that of the tree's root. Raises what is wrong; else returns the number of nodes, leaves and cut-offs.
function traced.check(search, tree)
  search = setmetatable({ nodes = 0, leaves = 0, cutoffs = 0 }, { __index = search })
  local root = { state = search.root, depth = search.depth or math.huge, likelihood = 1, path = {} }
  equal(root, "move", nil, tree.move)
  equal(root, "truncated", nil, tree.truncated)
  check(search, root, tree, tree.alpha, tree.beta)
  return search.nodes, search.leaves, search.cutoffs
end

--- The nodes of a recorded tree in the order of visits.
function traced.visits(tree, list)
  list = list or {}
  list[#list + 1] = tree
  for _, child in ipairs(tree) do traced.visits(child, list) end
  return list
end

local FIELDS = { "move", "alpha", "beta", "value", "leaf", "cut" }

--- Whether a recorded tree is the beginning of another one: its first nodes, in order of visits.
function traced.begins(part, whole)
  local all = traced.visits(whole)
  for i, node in ipairs(traced.visits(part)) do
    for _, field in ipairs(FIELDS) do
      if not all[i] or node[field] ~= all[i][field] then return false end
    end
  end
  return true
end

return traced

--- What follows from a recorded tree beyond what is written at its nodes: what the values mean, where the bounds
--- come from that cut off, and which line is the principal variation.
local visits = {}

---@class alphabeta.tree.Visit a node, as it was visited
---@field node table as it was recorded
---@field number integer 1, 2, … in the order of visits
---@field ply integer 0 at the root
---@field parent alphabeta.tree.Visit? nil at the root
---@field size integer how many nodes the subtree has, with this one
---@field worth number? its value as the parent's player sees it
---@field bound? "exact"|"lower"|"upper"|"given"|"mean" what the value says; nil without a value
---@field chance boolean chance decides here: what is below are outcomes
---@field at_once boolean players choose at once here: what is below are joint moves
---@field again boolean given up, for the move was searched again in a wider window
---@field raises boolean it has raised the alpha of its parent
---@field pv boolean on the principal variation
---@field cut? "shallow"|"deep"|"scout"|"window"|"unknown"|"alpha" where the bound comes from that it was cut off by
---@field by alphabeta.tree.Visit? the visit that has set that bound: see `origin`
---@field [integer] alphabeta.tree.Visit the visits of its children

------------------------------------------------------------------------------------------------
-- Values

-- A leaf has the value that it was given, unless it was settled without being valued: then, as at all other nodes, the
-- window decides. At an infinite end there is nothing outside. A probe finds what its player is sure of.
local function bound(node)
  if not node.value then return nil end
  if node.visits then return "mean" end
  if node.probed then return node.same and "lower" or "upper" end
  if node.leaf and not node.settled then return "given" end
  if node.value >= node.beta and node.beta < math.huge then return "lower" end
  if node.value <= node.alpha and node.alpha > -math.huge then return "upper" end
  return "exact"
end

local function has_all(choices, others)
  for player, choice in pairs(others) do
    if not rawequal(choices[player], choice) then return false end
  end
  return true
end

local function is_same_move(a, b)
  if not (a.at_once and b.at_once) then return rawequal(a.move, b.move) end
  return has_all(a.move, b.move) and has_all(b.move, a.move)
end

-- What a position is worth to whoever moves to it. Among several players its value says that itself.
local function worth_of(node)
  local is_as_said = node.same or node.player ~= nil
  return node.value and (is_as_said and node.value or -node.value)
end

-- Is a position worth what the one is that a move leads to? Not where their values are what two players get.
local function is_worth_as(node, child, worth)
  return worth ~= nil and worth == node.value and child.player == node.player
end

-- Fills in what depends on the visits of the children together. Nothing is said to raise alpha that does
-- not fit the node's value: a position may also be worth what it is worth without a move.
local function compare(visit)
  local node, best = visit.node, -math.huge
  for i, child in ipairs(visit) do
    local low = math.max(node.alpha, best)
    local value = child.node.value
    child.worth = worth_of(child.node)
    child.again = not value and visit[i + 1] ~= nil
      and is_same_move(visit[i + 1].node, child.node)
    child.raises = value ~= nil and child.worth > low and not visit.chance and not visit.at_once
    best = math.max(best, child.worth or best)
  end
  if node.value and node[1] and not is_worth_as(node, node[1], best) then
    for _, child in ipairs(visit) do child.raises = false end
  end
end

------------------------------------------------------------------------------------------------
-- Cut-offs

-- The last visit before this one that has raised their parent's alpha, if it was to `bound_met` at least.
local function raised_by(visit, bound_met)
  local found
  for _, sibling in ipairs(visit.parent) do
    if sibling == visit then break end
    if sibling.raises then found = sibling end
  end
  return found and found.worth >= bound_met and found or nil
end

-- Where the beta comes from that a node was cut off by, found on the way up:
--   "shallow"  from a sibling, which has raised their parent's alpha
--   "deep"     from a sibling of an ancestor
--   "scout"    from the null window in which the node itself or an ancestor was only tried
--   "window"   from the window of the root
--   "unknown"  the record does not say: from outcomes of chance, from joint moves, or from farther up than it tells
--   "alpha"    it is none: where chance decides, the other outcomes cannot bring alpha
-- The second result is that sibling, or the visit that was only tried.
local function origin(visit)
  if visit.bound == "upper" then return "alpha" end
  local from, met, name = visit, visit.node.beta, "beta"
  while from.parent do
    if not from.node.same then
      met, name = -met, name == "beta" and "alpha" or "beta"
    end
    if from.parent.chance or from.parent.at_once then return "unknown" end
    if from.parent.node[name] ~= met then
      if name == "beta" then return "scout", from end
      local sibling = raised_by(from, met)
      if not sibling then return "unknown" end
      return from == visit and "shallow" or "deep", sibling
    end
    from = from.parent
  end
  return "window"
end

------------------------------------------------------------------------------------------------
-- The principal variation

-- The child that a line goes on with: by the move that is given, or else by the value. A move may have
-- been tried more than once, but only one of these visits can be worth what the node is worth.
local function next_of(visit, move)
  local found
  for _, child in ipairs(visit) do
    local fits = is_worth_as(visit.node, child.node, child.worth)
    local node = child.node
    local wanted = move == nil and fits or move ~= nil and is_same_move(node, { move = move, at_once = node.at_once })
    if wanted and fits then return child end
    if wanted then found = child end
  end
  return found
end

-- Without a given line, it goes as far as a move is known to be the best one; it ends where chance decides,
-- or both players at once.
local function mark_line(root, line)
  local visit, i = root, 1
  repeat
    visit.pv = true
    local move = line and line[i]
    local is_mixed = visit.chance or not line and visit.at_once
    if is_mixed or line and move == nil or not line and visit.bound == "upper" then return end
    visit, i = next_of(visit, move), i + 1
  until not visit
end

------------------------------------------------------------------------------------------------

--- Reads a recorded tree.
---@param tree table the root, or any node as the root of its subtree
---@param line any[]? the moves of the principal variation, if they are known
---@param output alphabeta.tree.Pieces is told of each visit that was worked on
---@return alphabeta.tree.Visit[] visits in order, the root first
function visits.read(tree, line, output)
  local list = {}

  local function visit(node, parent)
    local this = {
      node = node, number = #list + 1, parent = parent, ply = parent and parent.ply + 1 or 0,
      bound = bound(node), again = false, raises = false, pv = false,
      chance = node[1] ~= nil and node[1].probability ~= nil, at_once = node[1] ~= nil and node[1].at_once == true,
    }
    list[this.number] = this
    output:work()
    for i, child in ipairs(node) do this[i] = visit(child, this) end
    this.size = #list - this.number + 1
    compare(this)
    return this
  end

  visit(tree)
  for _, this in ipairs(list) do
    if this.node.cut then this.cut, this.by = origin(this) end
    output:work()
  end
  mark_line(list[1], line)
  return list
end

--- The children of a visit that are shown where `width` are wanted: a list of visits and, where some are
--- left out, of `{ hidden = how many, nodes = of how many nodes }`. What is on the principal variation
--- is never left out.
---@param visit alphabeta.tree.Visit
---@param width number
---@return table[]
function visits.folded(visit, width)
  local items = {}
  for i, child in ipairs(visit) do
    local last = items[#items]
    if i <= width or child.pv then
      items[#items + 1] = child
    elseif last and last.hidden then
      last.hidden, last.nodes = last.hidden + 1, last.nodes + child.size
    else
      items[#items + 1] = { hidden = 1, nodes = child.size }
    end
  end
  return items
end

return visits

-- What a game may know beforehand of the nodes of a random tree.

local trees = require "spec.support.trees"
local oracle = require "spec.support.oracle"

local knowledge = {}

local function pick(list, node, k)
  return list[trees.draw(node.id, k, #list) + 1]
end

local SLACK = { 0, 0, 1, 3, 10, math.huge }

--- Sound bounds, as a function of nodes: the true value of a node lies between them. They may be
--- that value, and they may be infinite. `plain` is the tree's game in the form "functional".
function knowledge.bounds(plain)
  local values = {}
  local function value_of(node)
    values[node] = values[node] or oracle.minimax(plain, node).value
    return values[node]
  end
  return function(node)
    local value, down, up = value_of(node), pick(SLACK, node, 400), pick(SLACK, node, 401)
    local low = down == math.huge and -math.huge or value - down
    local high = up == math.huge and math.huge or value + up
    return low, high
  end
end

local LIKELIHOODS = { 1, 1, 0.9, 0.5, 0.3, 0.1, 0 }

--- How likely the move to child i of a node is.
function knowledge.likelihood(node, i)
  return pick(LIKELIHOODS, node, 500 + i)
end

--- How promising the move to child i of a node is said to be: anything.
function knowledge.order(node, i)
  return pick({ 0, 0.5, 1, -7, 3, 1e9, -math.huge }, node, 700 + i)
end

--- Which children of a node are worth looking at beyond the horizon: a list of them, nil or true.
--- Never the fourth one: a move `true` alone would stand for every move.
function knowledge.noisy(node)
  local kind, list = trees.draw(node.id, 600, 6), {}
  if kind == 0 then return nil end
  if kind == 1 then return true end
  for i = 1, #node do
    if i ~= 4 and trees.draw(node.id, 600 + i, 2) == 0 then table.insert(list, i) end
  end
  return list
end

return knowledge

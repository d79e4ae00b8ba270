-- Small games with chance that may go on for ever, and what they are worth: by trying all strategies of both players. A
-- player never needs more than one that says, for each position, which move is made there.

local random = require "spec.support.random"

local stochastic = {}

local ROUNDS = 3000

-- Nodes with two moves, or none where the game is over. `decides`: 1 or 2, a player; 3, chance.
local function node_of(draw, id, is_end)
  local kind = is_end and 7 or draw(8)
  local decides = kind < 3 and 1 or kind < 5 and 2 or kind < 7 and 3 or nil
  return { id = id, decides = decides, player = decides ~= 3 and decides or 1 + draw(2), value = draw(9) - 4,
    weights = { 1 + draw(3), 1 + draw(3) } }
end

--- The nodes of the number-th graph of that size; the last two are ends.
function stochastic.graph(number, size)
  local nodes, count = {}, 0
  local function draw(n)
    count = count + 1
    return random.hash(number * 1000 + count, 77) % n
  end
  for i = 1, size do nodes[i] = node_of(draw, i, i > size - 2) end
  for _, node in ipairs(nodes) do
    for k = 1, node.decides and 2 or 0 do node[k] = nodes[1 + draw(size)] end
  end
  return nodes
end

--- The game over nodes, in which endless play is worth that to player 1. Moves are a list, or `successors`.
function stochastic.game(endless, has_successors)
  local game = {
    viewpoint = 1, repetition = endless,
    key = function(node) return node.id end,
    player = function(node) return node.player end,
    evaluate = function(node) return node.value end,
    moves = function(node) return node.decides and { 1, 2 } or {} end,
    play = function(node, i) return node[i] end,
    chance = function(node) if node.decides == 3 then return { 1, 2 }, node.weights end end,
  }
  if has_successors then
    game.moves, game.successors = nil, function(node) return node.decides and { node[1], node[2] } or nil end
  end
  return game
end

-- What one node is worth by the values of those behind it.
local function step(node, values, choice)
  if not node.decides then return values[node.id] end
  if node.decides < 3 then return values[node[choice[node.id]].id] end
  local first, second = node.weights[1], node.weights[2]
  return (first * values[node[1].id] + second * values[node[2].id]) / (first + second)
end

-- What the nodes are worth, less endless play, where all choices are made.
local function followed(nodes, choice, endless)
  local values = {}
  for i, node in ipairs(nodes) do values[i] = node.decides and 0 or node.value - endless end
  for _ = 1, ROUNDS do
    local change = 0
    for i = #nodes, 1, -1 do
      local now = step(nodes[i], values, choice)
      change, values[i] = math.max(change, math.abs(now - values[i])), now
    end
    if change < 1e-13 then break end
  end
  return values
end

-- Calls `visit` for each choice of a player at the nodes from that one on.
local function each_choice(nodes, player, from, choice, visit)
  for i = from, #nodes do
    if nodes[i].decides == player then
      for k = 1, 2 do
        choice[i] = k
        each_choice(nodes, player, i + 1, choice, visit)
      end
      return
    end
  end
  visit()
end

local function bettered(best, values, better)
  for i, value in ipairs(values) do best[i] = best[i] and better(best[i], value) or value end
end

--- What the nodes are worth to player 1, where `choice` says for each which of its moves is made.
function stochastic.follow(nodes, choice, endless)
  local values = followed(nodes, choice, endless)
  for i, value in ipairs(values) do values[i] = value + endless end
  return values
end

--- What the nodes are worth to player 1, if both play as well as can be.
function stochastic.values(nodes, endless)
  local best, choice = {}, {}
  each_choice(nodes, 1, 1, choice, function()
    local worst = {}
    each_choice(nodes, 2, 1, choice, function() bettered(worst, followed(nodes, choice, endless), math.min) end)
    bettered(best, worst, math.max)
  end)
  for i, value in ipairs(best) do best[i] = value + endless end
  return best
end

return stochastic

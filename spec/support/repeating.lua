-- Plain minimax over the lines of play of a game in which repetition counts, after the definition: no table, every line
-- its own. For graphs of spec/support/trees.lua, whose nodes have the game's functions beside them; a node with
-- `weights` is one where chance decides.

local repeating = {}

local function infinite() return -math.huge, math.huge end

local value_of

-- The mean of the outcomes, as the player of the node sees it, in the order of the sum.
local function mean(walk, node, depth, likelihood)
  local sign, total, value, values = node.player == 0 and 1 or -1, 0.0, 0.0, {}
  for _, weight in ipairs(node.weights) do total = total + weight end
  for i, child in ipairs(node) do
    local part = node.weights[i] / total
    values[i] = value_of(walk, child, depth, likelihood * part)
    value = value + part * (sign * values[i])
  end
  return value, values
end

-- Which children are followed, and whether the player may stand pat instead.
local function followed(walk, node, depth, likelihood)
  if likelihood < walk.threshold or depth + walk.quiescence <= 0 then return {}, true end
  local all = {}
  for i = 1, #node do all[i] = i end
  if depth > 0 then return all, false end
  local noisy = walk.noisy(node)
  return noisy == true and all or noisy, noisy ~= true
end

-- The best of the moves that are followed, as the player of the node sees it.
local function best_of(walk, node, depth, likelihood)
  local sign, values = node.player == 0 and 1 or -1, {}
  local moves, pat = followed(walk, node, depth, likelihood)
  local best = pat and sign * node.value or nil
  for _, i in ipairs(moves) do
    local part = walk.likelihood and walk.likelihood(node, i) or 1
    values[i] = value_of(walk, node[i], depth - 1, likelihood * part)
    if not best or sign * values[i] > best then best = sign * values[i] end
  end
  return best, values
end

-- The value of a node, as player 0 sees it, and the values of its children.
function value_of(walk, node, depth, likelihood, is_root)
  walk.nodes = walk.nodes + 1
  if #node == 0 then return node.value, {} end
  if not is_root and (walk.line[node] or walk.before[node]) then return walk.endless, {} end
  local is_inside = depth > 0 and likelihood >= walk.threshold
  if node.weights and not is_inside then return node.value, {} end
  walk.line[node] = true
  local best, values = (node.weights and mean or best_of)(walk, node, depth, likelihood)
  walk.line[node] = nil
  local sign = node.player == 0 and 1 or -1
  if is_inside and not is_root then
    local low, high = walk.bounds(node)
    best = math.max(low, math.min(high, best))
  end
  return sign * best, values
end

--- Minimax to a depth (nil: to the end). `how`, all optional: `endless`, what a repetition is worth to player 0;
--- `before`, the set of nodes that were on the board before; `bounds(node)`; `likelihood(node, i)` and `threshold`;
--- `noisy(node)` and `quiescence`. A table, as the player to move sees it: `value`, `values` of the moves in order,
--- `best`, the indices of those that reach it; and `nodes` visited.
function repeating.minimax(node, depth, how)
  local walk = { line = {}, before = how.before or {}, endless = how.endless or 0, nodes = 0,
    bounds = how.bounds or infinite, likelihood = how.likelihood, threshold = how.threshold or 0,
    noisy = how.noisy, quiescence = how.quiescence or 0 }
  local value, values = value_of(walk, node, depth or math.huge, 1, true)
  local sign, best = node.player == 0 and 1 or -1, {}
  for i = 1, #node do
    if values[i] then values[i] = sign * values[i] end
    if values[i] == sign * value then best[#best + 1] = i end
  end
  return { value = sign * value, values = values, best = best, nodes = walk.nodes }
end

-- The same, with the plies to the leaf that the value comes from: whoever wins hurries, whoever loses delays.
local function outcome_of(walk, node, depth, is_root)
  if #node == 0 then return { value = node.value, plies = 0 } end
  if not is_root and (walk.line[node] or walk.before[node]) then return { value = walk.endless, plies = 0 } end
  if depth <= 0 then return { value = node.value, plies = 0 } end
  local sign, best, ways = node.player == 0 and 1 or -1, nil, {}
  walk.line[node] = true
  for i, child in ipairs(node) do
    local found = outcome_of(walk, child, depth - 1, false)
    local value, plies = sign * found.value, found.plies + 1
    ways[i] = { value = found.value, plies = plies }
    local is_better = not best or value > sign * best.value
    if best and value == sign * best.value then
      is_better = value > 0 and plies < best.plies or value < 0 and plies > best.plies
    end
    if is_better then best = { value = found.value, plies = plies } end
  end
  walk.line[node] = nil
  return best, ways
end

--- The best outcome: `value`, as the player to move sees it, and `plies` to where it comes from; `best`, the set of the
--- indices of moves that lead there.
function repeating.shortest(node, depth, how)
  local walk = { line = {}, before = how.before or {}, endless = how.endless or 0 }
  local found, ways = outcome_of(walk, node, depth or math.huge, true)
  local best = {}
  for i, way in ipairs(ways or {}) do best[i] = way.value == found.value and way.plies == found.plies end
  return { value = node.player == 0 and found.value or -found.value, plies = found.plies, best = best }
end

return repeating

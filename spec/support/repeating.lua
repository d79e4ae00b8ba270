-- Plain minimax over the lines of play of a game in which repetition counts, after the definition: no table, every line
-- its own. For graphs of spec/support/trees.lua, whose nodes have the game's functions beside them.

local repeating = {}

local function infinite() return -math.huge, math.huge end

-- What a walk must know: `endless`, what a repetition is worth to player 0; `before`, the set of nodes that were on the
-- board before; `bounds(node)`; `likelihood(node, i)` and `threshold`.
local function value_of(walk, node, depth, likelihood, is_root)
  walk.nodes = walk.nodes + 1
  if #node == 0 then return node.value, {} end
  if not is_root and (walk.line[node] or walk.before[node]) then return walk.endless, {} end
  if depth <= 0 or likelihood < walk.threshold then return node.value, {} end
  local sign, best, values = node.player == 0 and 1 or -1, nil, {}
  walk.line[node] = true
  for i, child in ipairs(node) do
    local part = walk.likelihood and walk.likelihood(node, i) or 1
    values[i] = value_of(walk, child, depth - 1, likelihood * part, false)
    if not best or sign * values[i] > sign * best then best = values[i] end
  end
  walk.line[node] = nil
  if not is_root then
    local low, high = walk.bounds(node)
    best = sign * math.max(low, math.min(high, sign * best))
  end
  return best, values
end

--- Minimax to a depth (nil: to the end). `how`: see above; all optional. A table, as the player to move sees it:
--- `value`, `values` of the moves in order, `best`, the indices of those that reach it; and `nodes` visited.
function repeating.minimax(node, depth, how)
  local walk = { line = {}, before = how.before or {}, endless = how.endless or 0, nodes = 0,
    bounds = how.bounds or infinite, likelihood = how.likelihood, threshold = how.threshold or 0 }
  local value, values = value_of(walk, node, depth or math.huge, 1, true)
  local sign, best = node.player == 0 and 1 or -1, {}
  for i = 1, #values do
    values[i] = sign * values[i]
    if values[i] == sign * value then best[#best + 1] = i end
  end
  return { value = sign * value, values = values, best = best, nodes = walk.nodes }
end

-- The same, with the plies to the leaf that the value comes from: whoever wins hurries, whoever loses delays.
local function outcome_of(walk, node, depth, is_root)
  if #node == 0 then return { value = node.value, plies = 0 } end
  if not is_root and (walk.line[node] or walk.before[node]) then return { value = walk.endless, plies = 0 } end
  if depth <= 0 then return { value = node.value, plies = 0 } end
  local sign, best, all = node.player == 0 and 1 or -1, nil, {}
  walk.line[node] = true
  for i, child in ipairs(node) do
    local found = outcome_of(walk, child, depth - 1, false)
    local value = sign * found.value
    local is_better = not best or value > sign * best.value
    all[i] = { value = found.value, plies = found.plies + 1 }
    if best and value == sign * best.value then
      is_better = value > 0 and all[i].plies < best.plies or value < 0 and all[i].plies > best.plies
    end
    if is_better then best = all[i] end
  end
  walk.line[node] = nil
  return best, all
end

--- The best outcome: `value`, as the player to move sees it, and `plies` to where it comes from.
function repeating.shortest(node, depth, how)
  local walk = { line = {}, before = how.before or {}, endless = how.endless or 0 }
  local found, all = outcome_of(walk, node, depth or math.huge, true)
  local best = {}
  for i, outcome in ipairs(all or {}) do
    if outcome.value == found.value and (found.value == 0 or outcome.plies == found.plies) then best[#best + 1] = i end
  end
  return { value = node.player == 0 and found.value or -found.value, plies = found.plies, best = best }
end

return repeating

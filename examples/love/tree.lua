-- A recorded search as a picture: a line for each move that was tried, one row for each ply. Light is the
-- principal variation, red a cut-off.

local tree = {}

local LINE, BEST, CUT = { 0.45, 0.50, 0.58 }, { 0.95, 0.80, 0.40 }, { 0.90, 0.35, 0.30 }

local function count_leaves(node)
  local count = 0
  for _, child in ipairs(node) do count = count + count_leaves(child) end
  return math.max(count, 1)
end

-- The child that the principal variation goes on with: the first whose value is the node's.
local function best_child(node)
  for i, child in ipairs(node) do
    local value = child.value and (child.same and child.value or -child.value)
    if value == node.value then return i end
  end
end

local function draw_node(node, x, y, width, row, is_best)
  local left, best = x, best_child(node)
  local leaf = width / count_leaves(node)
  for i, child in ipairs(node) do
    local share = leaf * count_leaves(child)
    local on_line = is_best and i == best
    love.graphics.setLineWidth(on_line and 3 or 1)
    love.graphics.setColor(on_line and BEST or LINE)
    love.graphics.line(x + width / 2, y, left + share / 2, y + row)
    draw_node(child, left, y + row, share, row, on_line)
    left = left + share
  end
  love.graphics.setColor(is_best and BEST or node.cut and CUT or LINE)
  love.graphics.circle("fill", x + width / 2, y, is_best and 7 or node.cut and 5 or 3)
  if node.value and (is_best or width > 34) then
    love.graphics.print(("%d"):format(node.value), x + width / 2 + 9, y - 20)
  end
end

--- Draws the node of a recorded tree and all below it into a rectangle. Values are those of the player to move.
function tree.draw(root, x, y, width, height)
  draw_node(root, x, y + 20, width, (height - 40) / 3, true)
  love.graphics.setColor(LINE)
  love.graphics.print("three plies: each line is a move that was tried; red dots: the rest was cut off", x, y + height)
end

return tree

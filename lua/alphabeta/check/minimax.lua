-- The plain definition of a position's value, to hold the game and the search against.

local minimax = {}

local function changes(position, player) return position:player() == player and 1 or -1 end

local value_of

local function best_of(position, depth, work)
  local best
  local player = position:player()
  for _, move in ipairs(position:candidates()) do
    if position:play(move) then
      local value = value_of(position, depth - 1, work, player)
      position:back()
      if not value then return nil, true end
      if not best or value > best then best = value end
    end
  end
  return best
end

-- The value as `player` sees it; nil: the nodes, or the time, are used up.
function value_of(position, depth, work, player)
  work.nodes = work.nodes - 1
  if work.nodes < 0 or not position:has_time() then return nil end
  if position.told then return position:worth_for(player) end
  if depth == 0 then
    work.complete = false
    return position:worth_for(player)
  end
  local best, exhausted = best_of(position, depth, work)
  if exhausted then return nil end
  if not best then return position:worth_for(player) end
  return changes(position, player) * best
end

--- The value of the position where a walk stands, as its player to move sees it, and whether it rests on
--- finished games alone. nil: it takes more than so many nodes, or too long.
---@param depth integer plies
---@param nodes integer
---@return number? value
---@return boolean complete
function minimax.value(position, depth, nodes)
  local work = { nodes = nodes, complete = true }
  return value_of(position, depth, work, position:player()), work.complete
end

--- The same of each move: list of { move, value }, or nil.
function minimax.moves(position, depth, nodes)
  local work, list = { nodes = nodes, complete = true }, {}
  local player = position:player()
  for _, move in ipairs(position:candidates()) do
    if position:play(move) then
      local value = value_of(position, depth - 1, work, player)
      position:back()
      if not value then return nil, false end
      list[#list + 1] = { move = move, value = value }
    end
  end
  return list, work.complete
end

return minimax

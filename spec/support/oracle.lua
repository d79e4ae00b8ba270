-- The right answers: plain recursion after the definitions, with no care for speed. For games with
-- `moves` (a list or nil), `play` that returns a new state, `evaluate`, and perhaps `player` and
-- `viewpoint`. Values are as the player to move sees them.

local oracle = {}

local function worth(game, state)
  local value = game.evaluate(state)
  if game.viewpoint and game.player(state) == 2 then return -value end
  return value
end

-- The sign changes between a position and its child exactly when the player changes.
local function changes(game, state, child)
  return not game.player or game.player(state) ~= game.player(child)
end

-- No moves at the horizon: it is looked for first, and `moves` is not called there.
local function expand(game, state, depth, count)
  local moves = depth > 0 and game.moves(state) or {}
  count.nodes = count.nodes + 1
  if #moves == 0 then count.leaves = count.leaves + 1 end
  return moves
end

local function largest(values)
  local best
  for _, value in ipairs(values) do
    if not best or value > best then best = value end
  end
  return best
end

-- The value of a position, and the values of its moves.
local function minimax(game, state, depth, count)
  local moves, values = expand(game, state, depth, count), {}
  for i, move in ipairs(moves) do
    local child = game.play(state, move)
    local value = minimax(game, child, depth - 1, count)
    values[i] = changes(game, state, child) and -value or value
  end
  return largest(values) or worth(game, state), values
end

--- Minimax to a depth (nil: to the end of the game). A table: `value`; `values` of the root moves
--- in order; `best`, the indices of those that reach the value; `nodes` and `leaves` visited.
function oracle.minimax(game, state, depth)
  local count = { nodes = 0, leaves = 0 }
  count.value, count.values = minimax(game, state, depth or math.huge, count)
  count.best = {}
  for i, value in ipairs(count.values) do
    if value == count.value then table.insert(count.best, i) end
  end
  return count
end

local function alphabeta(game, state, depth, alpha, beta, count)
  local moves = expand(game, state, depth, count)
  if #moves == 0 then return worth(game, state) end
  local best = -math.huge
  for _, move in ipairs(moves) do
    local child = game.play(state, move)
    local low = math.max(alpha, best)
    local value
    if changes(game, state, child) then
      local high = count.shallow and math.huge or beta
      value = -alphabeta(game, child, depth - 1, -high, -low, count)
    else
      value = alphabeta(game, child, depth - 1, low, beta, count)
    end
    best = math.max(best, value)
    if best >= beta then break end
  end
  return best
end

--- Fail-soft alpha-beta to a depth (nil: to the end of the game) in a window (nil: everything),
--- children in order. A table: `value`, `nodes`, `leaves`. With `shallow` there are no deep
--- cut-offs: F1 of Knuth and Moore instead of F2.
function oracle.alphabeta(game, state, depth, alpha, beta, shallow)
  local count = { nodes = 0, leaves = 0, shallow = shallow }
  count.value = alphabeta(game, state, depth or math.huge, alpha or -math.huge,
    beta or math.huge, count)
  return count
end

return oracle

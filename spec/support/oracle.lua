-- The right answers: plain recursion after the definitions, with no care for speed. For games with
-- `moves` (a list or nil), `play` that returns a new state, `evaluate`, and perhaps `player`,
-- `viewpoint`, `bounds`, `likelihood`, `noisy` and, for oracle.minimax, `chance`. Values are as the
-- player to move sees them.

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

-- A walk: the game, how it is searched, what has been visited.
local function new_walk(game, how)
  return { game = game, shallow = how.shallow, hard = how.hard, threshold = how.threshold or 0,
    quiescence = how.quiescence or 0, nodes = 0, leaves = 0 }
end

-- A place on the way: the state, the plies left, the product of the likelihoods of the moves to it.
local function new_place(state, depth, how)
  return { state = state, depth = depth or math.huge, likelihood = how.likelihood or 1, is_root = true }
end

local function behind(walk, place, move)
  local game, likelihood = walk.game, 1
  if walk.threshold > 0 then likelihood = game.likelihood(place.state, move) end
  return { state = game.play(place.state, move), depth = place.depth - 1,
    likelihood = place.likelihood * likelihood }
end

-- Too far or too unlikely to be looked into.
local function is_outside(walk, place)
  return place.depth <= 0 or place.likelihood < walk.threshold
end

-- Beyond the horizon, and yet looked into as far as there is noise.
local function is_noisy(walk, place)
  return place.depth <= 0 and place.depth + walk.quiescence > 0
    and place.likelihood >= walk.threshold
end

-- The moves that are followed from a place, and whether the player may stand pat instead. No moves
-- outside: that is looked for first, and `moves` is not called there.
local function followed(walk, place)
  if is_noisy(walk, place) then
    local noisy = walk.game.noisy(place.state) or {}
    if noisy ~= true then return noisy, true end
  elseif is_outside(walk, place) then
    return {}
  end
  return walk.game.moves(place.state) or {}
end

local function expand(walk, place)
  local moves, pat = followed(walk, place)
  walk.nodes = walk.nodes + 1
  if #moves == 0 then walk.leaves = walk.leaves + 1 end
  return moves, pat
end

local function largest(values)
  local best
  for _, value in ipairs(values) do
    if not best or value > best then best = value end
  end
  return best
end

-- What the game says of the value of a place whose moves are tried; of the root it is not asked.
local function bounds_of(walk, place, moves)
  if not walk.game.bounds or place.is_root or #moves == 0 or place.depth <= 0 then
    return -math.huge, math.huge
  end
  return walk.game.bounds(place.state)
end

local function kept_within(low, high, value)
  return math.max(low, math.min(high, value))
end

local minimax

-- The value of a chance position: the mean of its outcomes, in the order of the sum; and the values of these.
local function mean(walk, place, outcomes, weights)
  local total, value, values = 0.0, 0.0, {}
  for i = 1, #outcomes do total = total + (weights and weights[i] or 1) end
  walk.nodes = walk.nodes + 1
  for i, outcome in ipairs(outcomes) do
    local part = (weights and weights[i] or 1) / total
    local child = { state = walk.game.play(place.state, outcome), depth = place.depth,
      likelihood = place.likelihood * part }
    values[i] = minimax(walk, child)
    if walk.game.player and changes(walk.game, place.state, child.state) then values[i] = -values[i] end
    value = value + part * values[i]
  end
  local low, high = bounds_of(walk, place, outcomes)
  return kept_within(low, high, value), values
end

-- The value of a place, and the values of its moves.
function minimax(walk, place)
  local outcomes, weights
  if walk.game.chance and not is_outside(walk, place) then outcomes, weights = walk.game.chance(place.state) end
  if outcomes then return mean(walk, place, outcomes, weights) end
  local moves, pat = expand(walk, place)
  local low, high = bounds_of(walk, place, moves)
  local values = {}
  for i, move in ipairs(moves) do
    local child = behind(walk, place, move)
    local value = minimax(walk, child)
    values[i] = changes(walk.game, place.state, child.state) and -value or value
  end
  local value = largest(values)
  if pat or not value then value = largest { worth(walk.game, place.state), value } end
  return kept_within(low, high, value), values
end

--- Minimax to a depth (nil: to the end of the game). A table: `value`; `values` of the root moves
--- in order; `best`, the indices of those that reach the value; `nodes` and `leaves` visited.
--- `how` may hold a `threshold`, the `likelihood` with which the position is reached, and how many
--- plies of `quiescence` follow.
function oracle.minimax(game, state, depth, how)
  how = how or {}
  local walk = new_walk(game, how)
  local value, values = minimax(walk, new_place(state, depth, how))
  local best = {}
  for i = 1, #values do
    if values[i] == value then table.insert(best, i) end
  end
  return { value = value, values = values, best = best, nodes = walk.nodes, leaves = walk.leaves }
end

-- An outcome: the value of a place and the plies to the leaf that it comes from. Between equal
-- values, to win earlier is better, and to lose later.
local function is_better(a, b)
  if a.value ~= b.value then return a.value > b.value end
  if a.value > 0 then return a.plies < b.plies end
  return a.value < 0 and a.plies > b.plies
end

local function shortest(walk, place)
  local moves, pat = expand(walk, place)
  local low, high = bounds_of(walk, place, moves)
  local best = (pat or #moves == 0) and { value = worth(walk.game, place.state), plies = 0 }
  local outcomes = {}
  for i, move in ipairs(moves) do
    local child = behind(walk, place, move)
    local reached = shortest(walk, child)
    local negated = changes(walk.game, place.state, child.state)
    outcomes[i] = { value = negated and -reached.value or reached.value, plies = reached.plies + 1 }
    if not best or is_better(outcomes[i], best) then best = outcomes[i] end
  end
  local value = kept_within(low, high, best.value)
  if value ~= best.value then best = { value = value, plies = 0 } end -- the bounds give the value here
  return best, outcomes
end

--- The best outcome, with the arguments of oracle.minimax. A table: `value`; `plies`; `best`, the
--- indices of the root moves that reach it.
function oracle.shortest(game, state, depth, how)
  how = how or {}
  local reached, outcomes = shortest(new_walk(game, how), new_place(state, depth, how))
  local best = {}
  for i, outcome in ipairs(outcomes) do
    if not is_better(reached, outcome) then table.insert(best, i) end
  end
  return { value = reached.value, plies = reached.plies, best = best }
end

local function alphabeta(walk, place, alpha, beta)
  local moves = expand(walk, place)
  if #moves == 0 then return worth(walk.game, place.state) end
  local least, most = bounds_of(walk, place, moves)
  local best = walk.hard and alpha or -math.huge
  if most <= alpha or least >= beta then
    walk.leaves = walk.leaves + 1
    return most <= alpha and most or least
  end
  for _, move in ipairs(moves) do
    local child = behind(walk, place, move)
    local negated = changes(walk.game, place.state, child.state)
    local low, high = math.max(alpha, best), beta
    if negated then low, high = -high, -low end
    if walk.shallow then low = -math.huge end
    local value = alphabeta(walk, child, low, high)
    best = math.max(best, negated and -value or value)
    if best >= beta then break end
  end
  return kept_within(least, most, best)
end

--- Fail-soft alpha-beta to a depth (nil: to the end of the game) in a window (nil: everything),
--- children in order. A table: `value`, `nodes`, `leaves`. `how` may hold: `shallow`, no deep
--- cut-offs: F1 of Knuth and Moore instead of F2, alpha has no meaning; `hard`, fail-hard as F2 is
--- printed; and what oracle.minimax takes.
function oracle.alphabeta(game, state, depth, alpha, beta, how)
  how = how or {}
  local walk = new_walk(game, how)
  if how.shallow then alpha = nil end
  local value = alphabeta(walk, new_place(state, depth, how), alpha or -math.huge,
    beta or math.huge)
  return { value = value, nodes = walk.nodes, leaves = walk.leaves }
end

return oracle

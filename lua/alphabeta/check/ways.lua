-- A puzzle: are `goal`, `cost` and `estimate` right? Any way to a goal, however it was found, says what can be to come
-- at most: at its beginning, and at each position on it.

local core = require "alphabeta.core"
local image = require "alphabeta.check.image"
local kinds = require "alphabeta.base.options"

local NODES = 3000       -- for a way found without the estimate
local MORE_NODES = 10000 -- and with it, by a search that need not find the cheapest
local WEIGHT = 3
local PLACES = 20        -- one of so many positions of a random game is where ways begin
local NEAR = 1e-9        -- sums of fractions differ by so much of what a way costs
local LEAST_TIME = 0.05  -- seconds

local ways = {}

--- Is the game one for a search for a way only?
function ways.is_puzzle(game)
  return kinds.is_callable(game.goal) and game.evaluate == nil
end

--- A puzzle as a game for the other examinations: its player always has the move, and no position is worth more than
--- another one.
function ways.as_game(game)
  return setmetatable({ evaluate = function() return 0 end, player = function() return 1 end }, { __index = game })
end

local MOST = 2 ^ 960 -- so that no sum is infinite

local function is_cost(value) return type(value) == "number" and value >= 0 and value <= MOST end

local function cost_of(position, move)
  local game = position.game
  if not game.cost then return 1 end
  local cost = position:call("cost", game.cost, position.state, move)
  position:expect(is_cost(cost), "cost", move, "'cost' returned %s (number from 0 to 2^960 expected)",
    kinds.shown(cost))
  return cost
end

--- Costs are finite numbers, 0 or more.
function ways.costs(patient)
  patient:wander(function(position)
    for _, move in ipairs(position:legal()) do cost_of(position, move) end
  end)
end

-- Notes what `goal` says; positions that share a key are the same to the search.
local function look_at_goal(position, seen)
  local is_goal = not not position:ask "goal"
  local key = position.game.key and position:ask "key"
  if not key then return end
  position:expect(seen[key] == nil or seen[key] == is_goal, "goal-key", nil,
    "'goal' is %s here, but %s at another position with the key %s", tostring(is_goal), tostring(seen[key]),
    image.shown(key))
  seen[key] = is_goal
end

local function estimate_of(position)
  if not position.game.estimate then return 0 end
  local estimate = position:ask "estimate"
  position:expect(is_cost(estimate) or estimate == math.huge, "estimate-type", nil,
    "'estimate' returned %s (number from 0 to 2^960, or math.huge, expected)", kinds.shown(estimate))
  return estimate
end

local function is_above(a, b, whole) return a > b + NEAR * math.max(b, whole) end

-- A way to a goal from the position; nil: none was found.
local function some_way(position)
  local game, time = position.game, math.max(LEAST_TIME, position.patient.deadline - os.clock()) / 2
  local blind = setmetatable({}, { __index = function(_, name) return name ~= "estimate" and game[name] or nil end })
  for _, attempt in ipairs {
    { blind, { nodes = NODES, time = time } }, { game, { nodes = MORE_NODES, time = time, weight = WEIGHT } },
  } do
    local worked, result = position.calls:call(core.path, attempt[1], position.state, attempt[2])
    if worked and result.solved then return result.moves end
  end
end

-- Goes along a way and comes back: what was still to come from each position on it?
local function follow(position, moves, seen)
  local costs, whole, before = {}, 0, estimate_of(position)
  for i, move in ipairs(moves) do
    costs[i] = cost_of(position, move)
    whole = whole + costs[i]
    position:play(move)
    local after = estimate_of(position)
    if is_above(before, costs[i] + after, whole) then
      position.patient:hint("estimate-inconsistent", ("'estimate' falls from %s to %s by a move that costs %s")
        :format(image.shown(before), image.shown(after), image.shown(costs[i])), position:line_with())
    end
    before = after
  end
  local rest = 0
  for i = #moves, 0, -1 do
    look_at_goal(position, seen)
    local estimate = estimate_of(position)
    position:expect(not is_above(estimate, rest, whole), "estimate", nil,
      "'estimate' says that %s or more is still to come, but a goal is %d move%s away, and that costs %s",
      image.shown(estimate), #moves - i, #moves - i == 1 and "" or "s", image.shown(rest))
    if i > 0 then
      rest = rest + costs[i]
      position:take_back()
    end
  end
end

--- The estimate is never more than what is still to come; positions that share a key are goals both or none.
function ways.estimates(patient)
  local seen, is_first = {}, true
  patient:wander(function(position)
    look_at_goal(position, seen)
    estimate_of(position)
    if is_first or patient:now_and_then(PLACES) then
      local moves = some_way(position)
      if moves then follow(position, moves, seen) end
    end
    is_first = false
  end)
end

return ways

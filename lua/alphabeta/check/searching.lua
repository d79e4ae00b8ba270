-- Do bounds and the search agree with the plain definition of a position's value?

local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local image = require "alphabeta.check.image"
local matrix = require "alphabeta.play.matrix"
local positions = require "alphabeta.check.position"
local referee = require "alphabeta.play.referee"
local witness = require "alphabeta.check.witness"

local NODES = 3000 -- for one comparison
local NODES_TO_THE_END = 400 -- to find out what a position is worth at the end of the game
local GAMES, PLACES = 3, 4 -- so many positions of so many random games
local LEAST_TIME = 0.05    -- seconds
local POSITIONS, POSITIONS_AT_A_TIME = 5000, 100 -- of a game that is small
local NODES_OF_A_SEARCH = 5000
local NODES_BELOW, SEARCHES_OF_A_PLY = 20000, 10 -- of positions whose bounds are looked at
local TOLERANCE = 1e-6

local ROUNDING = 1e-9 -- of means

local searching = {}

local value_of

-- The mean of the outcomes, as the player to move sees it; nil: the nodes, or the time, are used up.
local function mean_of(position, depth, work)
  local outcomes, weights, total = position:chance()
  local mean, player = 0.0, position:mover()
  for i, outcome in ipairs(outcomes) do
    position:play(outcome)
    local value = value_of(position, depth, work, player)
    position:take_back()
    if not value then return nil end
    mean = mean + weights[i] / total * value
  end
  return mean
end

-- The moves with their values, as the player to move sees them, and the `best` one; nil: the nodes, or the time, are
-- used up.
local function values_of(position, depth, work)
  local list, player = {}, position:mover()
  for _, move in ipairs(position:candidates()) do
    if position:try(move) then
      local value = value_of(position, depth - 1, work, player)
      position:take_back()
      if not value then return nil end
      list[#list + 1] = { move = move, value = value }
      if not list.best or value > list.best.value then list.best = list[#list] end
    end
  end
  return list
end

-- The value where both choose at once; nil: the nodes, or the time, are used up.
local function mixed_value(position, depth, work)
  local choices, cells = position:at_once(), {}
  if referee.count_joint(choices) > work.nodes then return nil end
  for _, move in ipairs(referee.joint_moves(choices)) do
    position:play(move)
    local value = value_of(position, depth - 1, work, 1)
    position:take_back()
    if not value then return nil end
    cells[#cells + 1] = value
  end
  return (matrix(choices, cells))
end

-- The best move and its value, or at a chance position and where both choose at once the value alone; nil: there is
-- no move, or no more nodes or time (then the second result is true).
local function best_of(position, depth, work)
  if position:chance() then
    local mean = mean_of(position, depth, work)
    return mean and { value = mean }, not mean
  end
  if position:at_once() then
    local value = mixed_value(position, depth, work)
    return value and { value = value }, not value
  end
  local values = values_of(position, depth, work)
  return values and values.best, not values
end

-- The value as `player` sees it; nil: the nodes, or the time, are used up.
function value_of(position, depth, work, player)
  work.nodes = work.nodes - 1
  if work.nodes < 0 or not position.patient:has_time() then return nil end
  if position:ends_by_repetition() then return position:payoff_for(player) end
  if depth == 0 and not position.play_payoff then work.complete = false end
  local best, late
  if depth > 0 and not position.play_payoff then best, late = best_of(position, depth, work) end
  if late then return nil end
  if not best then return position:worth_for(player) end
  return position:mover() == player and best.value or -best.value
end

-- The game without one of its fields, which may lie in a metatable.
local function without(game, name)
  return setmetatable({}, { __index = function(_, field) return field ~= name and game[field] or nil end })
end

-- A search within what is left of the examination's time, which is the processor's. Returns what pcall does. One that
-- time has stopped is only half an answer.
local function search_in_time(position, game, options)
  local patient = position.patient
  options.time, options.processor = math.max(LEAST_TIME, patient.deadline - os.clock()), true
  local worked, result = position.calls:call(core.search, game, position.state, options)
  patient.late = patient.late or worked and result.stopped == "time"
  return worked, result
end

-- The value of a search that looks nothing up, to the end of the game; nil: that is too far.
local function value_without_keys(position, game, nodes, history)
  local worked, result = search_in_time(position, without(game, "bounds"), {
    nodes = nodes, deepening = false, table = false, history = history,
  })
  return worked and not result.stopped and result.bound == "exact" and result.value or nil
end

-- What best play from the position gives; nil: that was not found out. Second: is it too far from there? A search gets
-- farther than plain minimax, but takes its time: `searched` counts searches by ply, and has the ply `far` from where
-- it was too far.
local function value_to_the_end(position, searched)
  local value, ply = value_of(position, math.huge, { nodes = NODES_TO_THE_END }, position:mover()), #position.line
  if value then return value, false end
  if position.game.chance or ply <= searched.far or not position.patient:has_time() then return nil, true end
  searched[ply] = (searched[ply] or 0) + 1
  if searched[ply] > SEARCHES_OF_A_PLY then return nil, false end
  value = value_without_keys(position, position.game, NODES_BELOW, position:history())
  if not value then searched.far = ply end
  return value, not value
end

-- Compares bounds with that. Returns whether it is too far.
local function check_bounds(position, searched)
  local value, is_far = value_to_the_end(position, searched)
  if not value then return is_far end
  if not position:may_bound() then return false end
  local low, high = position:ask "bounds"
  local slack = (position.game.chance or position.game.simultaneous) and ROUNDING * math.max(1, math.abs(value)) or 0
  position:expect(low <= value + slack and value - slack <= high, "bounds-value", nil,
    "'bounds' says %s to %s, but best play from here gives %s", low, high, value)
  return false
end

--- Bounds hold for all positions from which the game can be played out.
function searching.bounds(patient)
  local searched = { far = -1 }
  patient:wander(function() end, function(position)
    if position.play_payoff then position:take_back() end
    while not check_bounds(position, searched) and #position.line > 0 do position:take_back() end
  end)
end

-- The result; nil if there was no time for it.
local function search(position, game, options)
  local worked, result = search_in_time(position, game, options)
  position:expect(worked or not rawequal(result, positions.late), "endless-call", nil, "a search did not return")
  position:expect(worked, "search-error", nil, "a search of %d plies raised an error: %s", options.depth,
    contents.shown(result))
  return not result.stopped and result or nil
end

-- The best move by plain minimax to the greatest depth that is not too much, whether its value rests on finished
-- games alone, and the depth.
local function known_best(position, most)
  local best, complete, depth
  for plies = 1, most do
    local work = { nodes = NODES, complete = true }
    local found = best_of(position, plies, work)
    if not found then break end
    best, complete, depth = found, work.complete, plies
  end
  return best, complete, depth
end

-- Where both choose at once in a game, values are player 1's, and good up to rounding.
local function agrees(position, result, best)
  if position.game.simultaneous then
    local value = position:mover() == 2 and -best.value or best.value
    return math.abs(result.value - value) <= TOLERANCE * math.max(1, math.abs(value))
  end
  return result.value == best.value and image.move_text(result.move) == image.move_text(best.move)
end

local CULPRITS = { { "key", "key-collision" }, { "bounds", "bounds-value" } }

-- Which field makes the search go wrong: the name of its fault.
local function culprit(position, game, best, options)
  for _, row in ipairs(CULPRITS) do
    local is_optional = row[1] ~= "key" or not game.repetition
    local result = is_optional and game[row[1]] and search(position, without(game, row[1]), options)
    if result and agrees(position, result, best) then return row[2] end
  end
  return "search-differs"
end

local function compare(position, most)
  local best, complete, depth = known_best(position, most)
  if not best then return end
  -- bounds speak of the end of the game, not of the horizon
  local game = complete and position.game or without(position.game, "bounds")
  local options = { depth = depth, history = position:history() }
  if game.repetition then options.table = false end -- with one the value may depend on the path
  local result = search(position, game, options)
  if result and not agrees(position, result, best) then
    position:fail(culprit(position, game, best, options), ("a search of %d plies gives %s with the move %s, plain "
      .. "minimax %s with the move %s"):format(depth, image.shown(result.value), contents.quoted(result.move),
      image.shown(best.value), contents.quoted(best.move)))
  end
  local may_be_noisy = game.noisy and not (game.chance or game.simultaneous)
  if may_be_noisy then search(position, game, { depth = 1, quiescence = 2 }) end
  if game.likelihood then search(position, game, { depth = depth, threshold = 0.1 }) end
end

local function compare_and_look(patient, position)
  local before = witness.look(position)
  compare(position, patient.settings.depth)
  position:fail_if(before:visible_change(), position.in_place and "undo" or "play-changes-state", "after a search ")
end

--- Search and minimax agree at the given state and at some places of random games.
function searching.compare(patient)
  compare_and_look(patient, patient:begin())
  for game = 1, math.min(GAMES, patient.settings.games) do
    patient:finish()
    local position, draw = patient:begin(), patient:random(game)
    for _ = 1, PLACES do
      local moved = position:wander(draw) and position:wander(draw) and position:wander(draw)
      if not moved or position.play_payoff then break end
      if not patient:has_time() then return end
      compare_and_look(patient, position)
    end
  end
end

-- All positions of the game, solved; nil: there are too many, or there is no time for them.
local function solution_of(position)
  local solver
  local function step()
    solver = solver or core.start_solve(position.game, position.state, { positions = POSITIONS })
    return solver:step { nodes = POSITIONS_AT_A_TIME }
  end
  repeat
    local worked, finished = position.calls:call(step)
    position.patient.passed_over = not worked
    if not worked or not position.patient:has_time() then return nil end
  until finished
  return solver:result()
end

-- Values of means come out the same but for the last bits, if the game need not end.
local function is_same(position, value, expected)
  local is_mean = position.game.chance or position.game.simultaneous
  return value == expected
    or is_mean and value and math.abs(value - expected) <= TOLERANCE * math.max(1, math.abs(expected))
end

-- Neither knows what was on the board before. With chance, a game that ends where a position occurs again is not worth
-- what one without end is: the search goes on there, and does not get to the end.
local function compare_with(solution, position)
  local game = position.game.chance and without(position.game, "repetition") or position.game
  local expected, value = value_without_keys(position, game, NODES_OF_A_SEARCH), solution:value(position.state)
  position:expect(expected == nil or is_same(position, value, expected), "key-collision", nil,
    "positions with the same key have different values: solving gives %s, a search to the end %s",
    image.shown(value), image.shown(expected))
end

--- A small game is solved, and searched to its end without its keys, at the given state and in some random games.
function searching.solve(patient)
  local position = patient:begin()
  local solution = solution_of(position)
  if not solution then return end
  compare_with(solution, position)
  for game = 1, math.min(GAMES, patient.settings.games) do
    patient:finish()
    local draw = patient:random(game)
    position = patient:begin()
    for _ = 1, PLACES do
      if not (position:wander(draw) and patient:has_time()) or position.play_payoff then break end
      compare_with(solution, position)
    end
  end
end

return searching

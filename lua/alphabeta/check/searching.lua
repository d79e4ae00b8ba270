-- Does the search find what plain minimax finds?

local core = require "alphabeta.core"
local finding = require "alphabeta.check.finding"
local guard = require "alphabeta.check.guard"
local image = require "alphabeta.check.image"
local minimax = require "alphabeta.check.minimax"
local witness = require "alphabeta.check.witness"

local NODES = 3000 -- for one comparison
local GAMES, PLACES = 3, 4 -- so many positions of so many random games
local LEAST_TIME = 0.05    -- seconds

local FIELDS = { "moves", "play", "evaluate", "undo", "player", "viewpoint", "variadic", "width", "key",
  "order", "noisy", "bounds", "likelihood", "successors", "name" }

local searching = {}

-- The game without some of its fields.
local function without(game, ...)
  local copy = {}
  for _, name in ipairs(FIELDS) do copy[name] = game[name] end
  for _, name in ipairs { ... } do copy[name] = nil end
  return copy
end

-- The result; nil if there was no time for it.
local function search(position, game, options)
  options.time = math.max(LEAST_TIME, position.deadline - os.clock())
  local worked, result = position.calls:call(core.search, game, position.state, options)
  if worked then return not result.stopped and result or nil end
  if rawequal(result, guard.late) then position:blame("endless-call", "a search did not come back") end
  position:blame("search-error", ("a search of %d plies raised an error: %s"):format(options.depth,
    finding.move_text(result)))
end

-- The values of the moves, by plain minimax to the greatest depth that is not too much.
local function known_values(position, most)
  local values, complete, depth
  for plies = 1, most do
    local list, rests_on_ends = minimax.moves(position, plies, NODES)
    if not list or #list == 0 then break end
    values, complete, depth = list, rests_on_ends, plies
  end
  return values, complete, depth
end

local function best_of(values)
  local best
  for _, entry in ipairs(values) do
    if not best or entry.value > best.value then best = entry end
  end
  return best
end

local function agrees(result, best)
  return result.value == best.value and image.equal(result.move, best.move) ~= false
end

local CULPRITS = { { "key", "key-collision" }, { "bounds", "bounds-value" } }

-- Which field makes the search go wrong: the name of its fault.
local function culprit(position, game, best, options)
  for _, row in ipairs(CULPRITS) do
    local result = game[row[1]] and search(position, without(game, row[1]), options)
    if result and agrees(result, best) then return row[2] end
  end
  return "search-differs"
end

local function compare(position, most)
  local values, complete, depth = known_values(position, most)
  if not values then return end
  -- bounds speak of the end of the game, not of the horizon
  local game = complete and position.game or without(position.game, "bounds")
  local best, options = best_of(values), { depth = depth }
  local result = search(position, game, options)
  if result and not agrees(result, best) then
    position:blame(culprit(position, game, best, options), ("a search of %d plies gives %s with the move "
      .. "%s, plain minimax %s with the move %s"):format(depth, image.shown(result.value),
      image.shown(result.move), image.shown(best.value), image.shown(best.move)))
  end
  if game.noisy then search(position, game, { depth = 1, quiescence = 2 }) end
  if game.likelihood then search(position, game, { depth = depth, threshold = 0.1 }) end
end

local function compare_and_look(patient, position)
  local before = witness.look(position, patient.idle)
  compare(position, patient.settings.depth)
  local change = before:visible_change()
  if change then
    position:blame(position.in_place and "undo" or "play-changes-state", "after a search " .. change)
  end
end

--- Search and minimax agree at the given state and at some places of random games.
function searching.compare(patient)
  compare_and_look(patient, patient:begin())
  for game = 1, math.min(GAMES, patient.settings.games) do
    patient:finish()
    local position, draw = patient:begin(), patient:random(game)
    for _ = 1, PLACES do
      local moved = position:step(draw) and position:step(draw) and position:step(draw)
      if not moved or position.told then break end
      if not patient:has_time() then return end
      compare_and_look(patient, position)
    end
  end
end

return searching

-- Does each callback answer, with something of the right kind, and twice the same?

local image = require "alphabeta.check.image"
local pictures = require "alphabeta.check.picture"
local walk = require "alphabeta.check.walk"

local EXACT = 2 ^ 53
local MOVES_TRIED = 4 -- of one position

local answers = {}

local function list_text(moves)
  local texts = {}
  for i, move in ipairs(moves) do texts[i] = image.shown(move) end
  return #texts == 0 and "none" or table.concat(texts, ", ", 1, math.min(#texts, 8))
end

local function differ(first, second)
  if #first ~= #second then return true end
  for i, move in ipairs(first) do
    if image.equal(move, second[i]) == false then return true end
  end
  return false
end

-- Two answers to the same question differ: because the question changes the state?
local function blame_change(position, name, ask, first, second, move)
  position:go(position:line_with())
  local picture = pictures.take(position.state)
  ask()
  local kind = picture:change() and "changes-state" or "unstable"
  position:blame(name .. "-" .. kind,
    ("asked twice, '%s' gave first %s, then %s"):format(name, first, second), move)
end

--- `moves` (or `successors`): a list, the same when asked twice.
function answers.moves(patient)
  patient:wander(function(position)
    local first = position:candidates()
    local states = position.children
    local second = position:candidates()
    if differ(first, second) or states and differ(states, position.children) then
      blame_change(position, position:generator(), function() position:candidates() end,
        list_text(states or first), list_text(states and position.children or second))
    end
  end)
end

local function accepts(position, move)
  local ply = #position.line
  local worked = walk.attempt(function() return position:play(move) and position:worth() end)
  if #position.line > ply then position:back() end
  return worked ~= nil
end

-- Is the only move in truth a list of the moves, or an iterator?
local function stands_for_moves(position, move)
  if type(move) == "function" then return not accepts(position, move) end
  if type(move) ~= "table" or #move == 0 then return false end
  for _, inner in ipairs(move) do
    if not accepts(position, inner) then return false end
  end
  return #move > 1 or not accepts(position, move)
end

--- `variadic`: the moves are the results, not a list.
function answers.variadic(patient)
  if not patient.game.variadic or not patient.game.moves then return end
  local position = patient:begin()
  local moves = position:candidates()
  if #moves == 1 and stands_for_moves(position, moves[1]) then
    position:blame("variadic", ("'moves' returned %s, which with `variadic` counts as one move"):format(
      image.shown(moves[1])))
  end
end

--- `play`: a state for each move.
function answers.play(patient)
  patient:wander(function(position)
    if not patient:now_and_then(2) then return end
    for _, i in ipairs(patient:some(#position:candidates(), MOVES_TRIED)) do
      local move = position:candidates()[i] -- asked anew, lest a move change what the next one finds
      if move ~= nil and position:play(move) then position:back() end
    end
  end)
end

--- `evaluate`: a number that can be a value, the same when asked twice.
function answers.evaluate(patient)
  patient:wander(function(position)
    local first, second = position:worth(), position:worth()
    if first ~= second then
      blame_change(position, "evaluate", function() position:worth() end, image.shown(first),
        image.shown(second))
    end
  end)
end

-- The examination of a callback that is asked about each position: `ask` gives its answer.
local function steady(name, ask)
  return function(patient)
    if not patient.game[name] then return end
    patient:wander(function(position)
      if position.told then return end
      local first, second = ask(position), ask(position)
      if image.equal(first, second) == false then
        blame_change(position, name, function() ask(position) end, image.shown(first), image.shown(second))
      end
    end)
  end
end

-- The same for one that is asked about each move.
local function steady_of_moves(name, ask, may_vary)
  return function(patient)
    if not patient.game[name] then return end
    patient:wander(function(position)
      local moves = position:candidates()
      for _, i in ipairs(patient:some(#moves, MOVES_TRIED)) do
        local first, second = ask(position, moves[i]), ask(position, moves[i])
        if first ~= second and not may_vary then
          blame_change(position, name, function() ask(position, moves[i]) end, image.shown(first),
            image.shown(second), moves[i])
        end
      end
    end)
  end
end

--- `player`: 1 or 2.
answers.player = steady("player", function(position) return position:player() end)

local function is_key(key)
  if type(key) ~= "number" then return type(key) == "string" end
  if math.type and math.type(key) == "integer" then return true end
  return key % 1 == 0 and key >= -EXACT and key <= EXACT
end

--- `key`: an integer or a string.
answers.key = steady("key", function(position)
  local key = position:ask "key"
  if not is_key(key) then
    position:blame("key-type", ("'key' returned %s (integer or string expected)"):format(image.shown(key)))
  end
  return key
end)

--- `order`: a number.
answers.order = steady_of_moves("order", function(position, move)
  local value = position:ask("order", move)
  local kind, flaw = walk.flaw(value)
  if kind == "type" then position:blame("order-type", "'order' returned " .. flaw, move) end
  return value
end, true)

--- `likelihood`: from 0 to 1.
answers.likelihood = steady_of_moves("likelihood", function(position, move)
  local value = position:ask("likelihood", move)
  if type(value) ~= "number" or not (value >= 0 and value <= 1) then
    position:blame("likelihood-range", ("'likelihood' returned %s (number from 0 to 1 expected)")
      :format(image.shown(value)), move)
  end
  return value
end)

--- `bounds`: two numbers in order.
answers.bounds = steady("bounds", function(position)
  local low, high = position:ask "bounds"
  for _, bound in pairs { low = low or "nothing", high = high or "nothing" } do
    if type(bound) ~= "number" or bound ~= bound then
      position:blame("bounds-type", ("'bounds' returned %s and %s (two numbers expected)"):format(
        image.shown(low), image.shown(high)))
    end
  end
  if low > high then
    position:blame("bounds-type", ("'bounds' returned low %s above high %s"):format(low, high))
  end
  return { low, high }
end)

local function check_legality(position, noisy)
  local legal = position:candidates()
  for _, move in ipairs(noisy) do
    local known = false
    for _, other in ipairs(legal) do known = known or image.equal(move, other) ~= false end
    if not known then
      position:blame("noisy-illegal",
        ("'noisy' gives the move %s, 'moves' does not"):format(image.shown(move)))
    end
  end
end

--- `noisy`: some of the legal moves, or true. With `width` an illegal one does no harm.
answers.noisy = steady("noisy", function(position)
  local noisy = position:noisy()
  if noisy ~= true and not position.game.width then check_legality(position, noisy) end
  return noisy
end)

local function formatted(position)
  local text = position:ask "format"
  if type(text) ~= "string" then
    position:blame("format-type", ("'format' returned %s (string expected)"):format(image.shown(text)))
  end
  return text
end

--- `format`: a text.
answers.format = steady("format", formatted)

local function parsed(patient, text)
  local worked, state, message = patient.calls:call(patient.game.parse, text)
  if worked and state ~= nil then return true end
  return false, image.shown(worked and message or state)
end

--- `parse` takes what `format` writes; where it does so at the given state and not later, some move was not
--- legal, or the two do not fit.
function answers.parse(patient)
  local game = patient.game
  if not (game.format and game.parse) then return end
  if not parsed(patient, formatted(patient:begin())) then return end
  patient:wander(function(position)
    if not patient:now_and_then(3) then return end
    local taken, message = parsed(patient, formatted(position))
    if not taken then
      position:blame("illegal-position", "'parse' refuses the text that 'format' gives: " .. message)
    end
  end)
end

return answers

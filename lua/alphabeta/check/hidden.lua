-- Something is hidden: do worlds, which `determinize` draws for a player, agree with what that player knows? Do they
-- tell nothing else? Can they be played?

local contents = require "alphabeta.tell.contents"
local image = require "alphabeta.check.image"
local positions = require "alphabeta.check.position"
local random = require "alphabeta.base.random"
local witness = require "alphabeta.check.witness"

local SEEDS = 2 ^ 30
local TWICE = 4     -- times that the same world is drawn: one that depends on something else may be the same by chance
local FAR = 200     -- plies that a world is played on
local SELDOM = 4    -- a world is played on once in so many positions
local MANY = 20     -- worlds, of which some should differ from the truth
local DEALS = 3000  -- that are compared, where players know the same
local ALIKE = 30    -- pairs of such deals, of which each takes some draws

local hidden = {}

-- Calls a function of the game as it was given.
local function ask(position, name, state, ...)
  return position:call(name, position.patient.given[name], state, ...)
end

local function draw_world(position, state, player, seed)
  local world = ask(position, "determinize", state, player, random(seed))
  position:expect(world ~= nil, "determinize-type", nil, "'determinize' returned nil (state expected)")
  return world
end

local function key_of(position, state)
  return position.game.key and position:call("key", position.game.key, state)
end

local function moves_text(position, state)
  local moves = positions.new(position.patient, state):candidates() -- its first result
  return (image.list_text(moves))
end

-- What tells one state from another, in words; nil: nothing that the game notices.
local function difference(position, one, other)
  local key, other_key = key_of(position, one), key_of(position, other)
  if key ~= other_key then return ("the key is %s, and %s"):format(image.shown(key), image.shown(other_key)) end
  local moves, other_moves = moves_text(position, one), moves_text(position, other)
  if moves ~= other_moves then return ("'moves' gives %s, and %s"):format(moves, other_moves) end
  local text, complete = image.text(one, true)
  if key or complete and text == image.text(other, true) then return nil end
  local function sheet(state) return witness.sheet(positions.new(position.patient, state)) end
  return witness.compare(sheet(one), sheet(other))
end

local function information(position, state, player)
  local known = ask(position, "information", state, player)
  local is_whole = type(known) == "number" and known % 1 == 0
  position:expect(type(known) == "string" or is_whole, "information-type", nil,
    "'information' returned %s (integer or string expected)", image.shown(known))
  return known
end

-- Does a player decide here?
local function is_decided(position)
  return not position.play_payoff and not position:chance() and #position:candidates() > 0
end

-- Moves are known again in other worlds by their value; so is what each chooses where they do so at once. (Of more than
-- two players all but the first are one here, and what these choose are lists.)
local function check_moves(position)
  local choices = position:at_once()
  for player = 1, choices and not position.patient.given.players and 2 or 1 do
    for _, move in ipairs(choices and choices[player] or position:candidates()) do
      position:expect(type(move) == "number" or type(move) == "string", "determinize-moves", nil,
        "the move %s is a %s (number or string expected in a game with 'determinize')", contents.shown(move),
        type(move))
    end
  end
end

-- A player is shown the same in a world, if `format` hides something from them.
local function check_view(position, player, world)
  if not position.game.format then return end
  local shown = ask(position, "format", position.state, player)
  if shown == ask(position, "format", position.state) then return end
  local instead = ask(position, "format", world, player)
  position:expect(shown == instead, "worlds", nil, "in a world drawn for player %d, 'format' shows that player %s; "
    .. "in the state it shows %s", player, image.shown(instead), image.shown(shown))
end

-- Is a world the true state itself?
local function is_truth(position, world)
  if position.game.key then return key_of(position, world) == key_of(position, position.state) end
  local text, complete = image.text(world, true)
  return complete and text == image.text(position.state, true)
end

local function check_world(position, player, seed, tally)
  local state, before = position.state, witness.look(position)
  local world = draw_world(position, state, player, seed)
  position:fail_if(before:visible_change(), "determinize-changes-state", "'determinize' changes the state: ")
  check_view(position, player, world)
  local about = ("drawn for player %d with the same numbers, "):format(player)
  for _ = 1, TWICE do
    position:fail_if(difference(position, world, draw_world(position, state, player, seed)), "determinize-unstable",
      about .. "two worlds of this state are not the same: ")
  end
  if position.patient.given.information then
    local known, told = information(position, state, player), information(position, world, player)
    position:expect(known == told, "leak", nil, "player %d knows %s; in a world drawn for them it is %s", player,
      contents.quoted(known), contents.quoted(told))
  end
  position:fail_if(difference(position, world, draw_world(position, world, player, seed)), "leak",
    about .. "a world of this state and one of that world are not the same, though that player cannot tell the two "
    .. "states apart: ")
  tally.worlds, tally.true_ones = tally.worlds + 1, tally.true_ones + (is_truth(position, world) and 1 or 0)
end

--- A player knows the same in all worlds, and what is drawn depends on nothing but what they know.
function hidden.leak(patient)
  local tally = { worlds = 0, true_ones = 0 }
  patient:wander(function(position)
    if is_decided(position) then check_moves(position) end
    for player = 1, is_decided(position) and (patient.given.players or 2) or 0 do
      check_world(position, player, patient.draw(SEEDS), tally)
    end
  end)
  if tally.worlds >= MANY and tally.true_ones == tally.worlds then
    patient:hint("worlds-true", ("all %d worlds that were drawn are the true state itself"):format(tally.worlds), {})
  end
end

-- Compares what is drawn for a player in two deals in which they know the same.
local function compare_deals(position, player, known, number, deal)
  local seed = position.patient.draw(SEEDS)
  local function world_of(state) return draw_world(position, state, player, seed) end
  position:fail_if(difference(position, world_of(known.state), world_of(deal)), "leak",
    ("player %d knows the same in the states %d and %d that were given, %s, but worlds that are drawn with the same "
    .. "numbers are not the same: "):format(player, known.number, number, contents.quoted(known.told)))
end

-- What the function that gives states has for a number.
local function deal_of(patient, number)
  local given = patient:begin()
  local deal = given:call("state", patient.deal, number)
  given:expect(deal, "state-type", nil, "'state' returned %s for the number %d (state expected)", tostring(deal),
    number)
  return deal
end

--- In two deals in which a player knows the same, worlds are the same. What a world keeps of the truth shows in no
--- other way: the worlds of that world keep it, too.
function hidden.deals(patient)
  local met, alike = {}, 0
  for number = 1, DEALS do
    local deal = deal_of(patient, number)
    local position = positions.new(patient, deal)
    for player = 1, is_decided(position) and (patient.given.players or 2) or 0 do
      local told = information(position, deal, player)
      local name = player .. " " .. tostring(told)
      if met[name] then
        compare_deals(position, player, met[name], number, deal)
        alike = alike + 1
      end
      met[name] = met[name] or { state = deal, number = number, told = told }
    end
    if alike >= ALIKE or not patient:has_time() then break end
  end
  patient.passed_over = alike == 0
end

-- Plays a world on, at random.
local function play_on(patient, world)
  local at, draw = positions.new(patient, world), random(patient.draw(SEEDS))
  repeat until #at.line >= FAR or not at:wander(draw)
end

-- Each of these is there in a world that was drawn for the player who has them, too.
local function compare_moves(position, list, in_world, fault, ...)
  local known = {}
  for _, move in ipairs(in_world) do known[image.move_text(move)] = true end
  for _, move in ipairs(list) do
    position:expect(known[image.move_text(move)], "worlds", move, fault, contents.quoted(move), ...)
  end
end

-- The player to move is the same in a world, and has the same moves. Returns who that is, and the world.
local function check_mover(position, seed)
  local player = ask(position, "player", position.state)
  local world = draw_world(position, position.state, player, seed)
  local mover = ask(position, "player", world)
  position:expect(mover == player, "worlds", nil, "player %s is to move, but in a world drawn for them it is %s",
    tostring(player), tostring(mover))
  compare_moves(position, position:legal(), positions.new(position.patient, world):legal(),
    "the move %s is legal, but not in a world that was drawn for the player to move")
  return player, world
end

local function choices_of(position, state, player)
  return (select(player, ask(position, "simultaneous", state))) or {}
end

-- Where all choose at once: the same of one of them.
local function check_chooser(position, seed)
  local player = position.patient.draw(position.patient.given.players or 2)
  local world = draw_world(position, position.state, player, seed)
  compare_moves(position, choices_of(position, position.state, player), choices_of(position, world, player),
    "the choice %s of player %d is there, but not in a world that was drawn for them", player)
  return player, world
end

--- Who decides has the same moves in all worlds; these can be played, and the state does not notice.
function hidden.worlds(patient)
  patient:wander(function(position)
    if not is_decided(position) then return end
    local before, check = witness.look(position), position:at_once() and check_chooser or check_mover
    local player, world = check(position, patient.draw(SEEDS))
    if not patient:now_and_then(SELDOM) then return end
    local _, found = positions.attempt(play_on, patient, world)
    position:expect(not found, "worlds", nil, "a world drawn for player %s cannot be played: %s", tostring(player),
      found and found.message)
    position:fail_if(before:visible_change(), "worlds", "a world that is played changes the state: ")
  end)
end

return hidden

-- Do the callbacks leave the position alone, does `undo` turn `play` back, and does the same always lead to
-- the same?

local finding = require "alphabeta.check.finding"
local image = require "alphabeta.check.image"
local sample = require "alphabeta.check.sample"
local walk = require "alphabeta.check.walk"
local witness = require "alphabeta.check.witness"

local MOVES_TRIED = 4 -- of one position
local HISTORIES = 10  -- games that are played a second time

local integrity = {}

local ASKED_OF_MOVES = { order = true, likelihood = true }

local function ask(position, name)
  if not ASKED_OF_MOVES[name] then return position:ask(name) end
  local moves = position:candidates()
  if #moves > 0 then position:ask(name, moves[#moves]) end
end

--- The examination of one callback that is only to look.
function integrity.only_looks(name)
  return function(patient)
    if not patient.game[name] then return end
    patient:wander(function(position)
      if position.told or not patient:now_and_then(2) then return end
      local before = witness.look(position, patient.idle)
      ask(position, name)
      local change = before:visible_change()
      if change then
        position:blame(name .. "-changes-state", ("'%s' changes the state: %s"):format(name, change))
      end
    end)
  end
end

------------------------------------------------------------------------------------------------
-- Moves and lists that last

-- Plays a move of a list got before other positions were asked for theirs.
local function play_late(position, moves, i)
  local played, found = walk.attempt(position.play, position, moves[i])
  if not found then return played end
  local fresh = position:candidates()[i]
  if fresh ~= nil and walk.attempt(position.play, position, fresh) then
    position:back()
    position:blame("moves-stale", ("the move is refused after 'moves' was asked at another position: %s")
      :format(found.message), moves[i])
  end
  error(found, 0)
end

local function copy(list)
  local moves = {}
  for i = 1, #list do moves[i] = list[i] end
  return moves
end

local function check_list(position, list, moves)
  for i = 1, math.max(#list, #moves) do
    if not rawequal(list[i], moves[i]) then
      position:blame("moves-changed", ("the list that 'moves' returned has changed after other positions "
        .. "were visited: move %d is %s, it was %s"):format(i, image.shown(list[i]), image.shown(moves[i])))
    end
  end
end

-- Plays moves of the position, one after the other, and calls visit(move) at each child; it takes the move
-- back.
local function each_child(patient, position, visit)
  local moves, list = position:candidates()
  local kept = list and copy(list)
  for _, i in ipairs(patient:some(#moves, MOVES_TRIED)) do
    if play_late(position, moves, i) then visit(moves[i]) end
  end
  if kept then check_list(position, list, kept) end
end

-- What a search does at a position: asks it, and goes on. Plays a move there, if there is one, and takes it
-- back; returns it.
local function look_around(position)
  local moves = position:candidates()
  if position.told then return nil end
  position:worth()
  for _, move in ipairs(moves) do
    if position:play(move) then
      position:candidates()
      position:back()
      return move
    end
  end
end

--- With `width`: a move that is illegal changes nothing.
function integrity.refusals(patient)
  if not patient.game.width then return end
  patient:wander(function(position)
    local before = witness.look(position, patient.idle)
    for _, i in ipairs(patient:some(patient.game.width, 4 * MOVES_TRIED)) do
      if position:play(i) then
        position:back()
        before.picture:restore()
      else
        local change = before:visible_change()
        if change then
          position:blame("illegal-changes-state",
            "'play' says that the move is illegal, but changes the state: " .. change, i)
        end
      end
    end
  end)
end

------------------------------------------------------------------------------------------------
-- Without undo

-- The children are as they were, though their sisters were played.
local function check_children(position, children)
  for _, child in ipairs(children) do
    if child.picture:change() then
      position:advance(child.move, child.picture.value)
      local change = child:visible_change()
      position:cut(#position.line - 1)
      if change then
        position:blame("play-alias", "the state after this line changes when other moves are played: "
          .. change, child.move)
      end
    end
  end
end

-- What seems to be wrong where an answer is not the same: all that is known of a table can be seen.
local function fault_of_change(position, callback, fault)
  if callback == "key" then return "key-unequal" end
  return callback and type(position.state) == "table" and "hidden-state" or fault
end

local function blame_play(position, change, ...)
  position:blame("play-changes-state", "'play' changes the state that it was given: " .. change, ...)
end

local function check_copying(patient, position)
  local before, children = witness.take(position, patient.idle), {}
  each_child(patient, position, function(move)
    local child = witness.look(position, patient.idle)
    child.move = move
    children[#children + 1] = child
    local further = look_around(position)
    local change = further ~= nil and child:visible_change()
    if change then blame_play(position, change, further) end
    position:back()
    change = before:visible_change()
    if change then blame_play(position, change, move) end
  end)
  check_children(position, children)
  local change, unseen = before:change()
  if change then
    position:blame(fault_of_change(position, unseen, "play-changes-state"),
      "after other moves were played from here, " .. change)
  end
end

------------------------------------------------------------------------------------------------
-- With undo

local function blame_undo(position, change, ...)
  position:blame("undo", "'undo' does not turn back what 'play' has changed: " .. change, ...)
end

-- What cannot be seen in the state is asked for, at the end or, if there is nothing to see, each time.
local function check_undo(patient, position)
  local before = witness.take(position, patient.idle)
  local changed = type(position.state) == "table" and before.visible_change or before.change
  each_child(patient, position, function(move)
    position:back()
    local change = changed(before)
    if change then blame_undo(position, change, move) end
    if not position:play(move) then blame_undo(position, "the move is illegal now", move) end
    local further = look_around(position)
    position:back()
    change = changed(before)
    if change then blame_undo(position, change, move, further) end
  end)
  local change = before:change()
  if change then blame_undo(position, change) end
end

-- Takes the moves of a whole game back, with pictures from the way there by number of moves.
local function check_way_back(position, pictures)
  local line, change = position:line_with(), nil
  while #position.line > 0 and not change do
    position:back()
    local before = pictures[#position.line]
    change = before and before:visible_change()
  end
  if change then
    error(finding.new("undo", ("after this line, when %d moves are taken back, %s"):format(
      #line - #position.line, change), line), 0)
  end
end

--- A game without `undo`: `play` leaves the state alone, and gives each child a state of its own. With
--- `undo`: it turns everything back, last move first.
function integrity.play(patient)
  local pictures = {}
  patient:wander(function(position)
    if not patient:now_and_then(4) then return end
    if position.in_place then
      pictures[#position.line] = witness.look(position, patient.idle)
      check_undo(patient, position)
    else
      check_copying(patient, position)
    end
  end, function(position)
    if position.in_place then check_way_back(position, pictures) end
    pictures = {}
  end)
end

------------------------------------------------------------------------------------------------
-- The same again

--- The same move leads to the same position.
function integrity.repetition(patient)
  patient:wander(function(position)
    local moves = patient:now_and_then(3) and position:candidates() or {}
    for _, i in ipairs(patient:some(#moves, 2)) do
      local move = moves[i]
      if position:play(move) then
        local first = witness.take(position, patient.idle)
        position:back()
        if not position:play(move) then
          position:blame("play-unstable", "played twice, the move is illegal", move)
        end
        local change, unseen = first:change()
        local fault = fault_of_change(position, unseen, "play-unstable")
        position:back()
        if change then position:blame(fault, "when the move is played a second time, " .. change, move) end
      end
    end
  end)
end

-- Goes down a line again and compares the answers with those it gave before.
local function compare_line(patient, line, known)
  local position = patient:begin()
  for ply = 0, #line do
    if ply > 0 then position:go_on(line[ply]) end
    local text, callback = witness.disagreement(known[ply], witness.answers(position))
    if text then
      position:blame(callback == "key" and "key-unequal" or "hidden-state",
        "when the same line is played again, " .. text)
    end
  end
  position:home()
  patient:finish()
end

--- The same line of moves leads to the same answers, whatever was played in between.
function integrity.history(patient)
  local games, known = {}, {}
  patient:wander(function(position)
    known[#position.line] = witness.answers(position)
  end, function(position)
    games[#games + 1] = { line = position:line_with(), known = known }
    known = {}
  end, nil, HISTORIES)
  for _, game in ipairs(games) do
    if not patient:has_time() then return end
    compare_line(patient, game.line, game.known)
  end
end

--- A position is the same whichever line leads to it. Only where no state is ever changed: else something
--- may lie outside of it.
function integrity.transpositions(patient)
  if patient.game.undo then return end
  for _, pair in ipairs(patient.sample.repeated) do
    local first, second = pair[1], pair[2]
    for _, name in ipairs { "value", "moves", "player" } do
      if first[name] ~= second[name] and (name ~= "player" or patient.game.player) then
        local callback = name == "value" and "evaluate" or name
        local message = ("two lines lead to equal states, but '%s' gives %s after the first and %s after the "
          .. "second"):format(callback, image.shown(second[name]), image.shown(first[name]))
        error(finding.new("hidden-state", message, sample.line_to(second), sample.line_to(first)), 0)
      end
    end
  end
end

--- Iterators that are under way at the same time do not disturb each other.
function integrity.iterators(patient)
  if not patient.game.moves then return end
  patient:wander(function(position)
    if position.told then return end
    local moves, list = position:candidates()
    local iterator = list == nil and not position.game.variadic and position:ask "moves"
    if type(iterator) ~= "function" then return end
    for i = 1, #moves + 1 do
      local worked, move = patient.calls:call(iterator)
      if not worked or image.equal(move, moves[i]) == false then
        position:blame("moves-iterator", ("interrupted by other calls of 'moves', the iterator gave %s as "
          .. "move %d, else %s"):format(worked and image.shown(move) or "an error", i, image.shown(moves[i])))
      end
      if move ~= nil and position:play(move) then
        look_around(position)
        position:back()
      end
    end
  end)
end

return integrity

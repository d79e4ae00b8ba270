-- Do `play` and `undo` leave alone what they are to leave alone, does the same always lead to the same, and do games
-- end?

local contents = require "alphabeta.tell.contents"
local image = require "alphabeta.check.image"
local patients = require "alphabeta.check.patient"
local pictures = require "alphabeta.check.picture"
local positions = require "alphabeta.check.position"
local report = require "alphabeta.check.report"
local witness = require "alphabeta.check.witness"

local MOVES_TRIED = 4   -- of one position
local MOST_PLIES = 1000 -- the search gives up there if it was given no depth

local integrity = {}

-- Moves and lists that last ------------------------------------------------------------------------

-- Plays a move of a list got before other positions were asked for theirs.
local function play_late(position, moves, i)
  local played, found = positions.attempt(position.try, position, moves[i])
  if not found then return played end
  local fresh = position:candidates()[i]
  if fresh ~= nil and positions.attempt(position.try, position, fresh) then
    position:take_back()
    position:fail("moves-stale", ("the move is refused after 'moves' was asked at another position: %s")
      :format(found.message), moves[i])
  end
  error(found, 0)
end

-- Plays moves of the position, one after the other, and calls visit(move) at each child; it takes the move back. The
-- list of moves stays as it is.
local function each_child(patient, position, visit)
  local moves, list = position:candidates()
  for _, i in ipairs(patient:some(#moves, MOVES_TRIED)) do
    if play_late(position, moves, i) then visit(moves[i]) end
  end
  local fills = patient.game.fills
  for i = 1, list and math.max(fills and 0 or #list, #moves) or 0 do
    position:expect(rawequal(list[i], moves[i]), fills and "fills" or "moves-changed", nil, "the list that 'moves' %s "
      .. "has changed after other positions were visited: move %d is %s, it was %s", fills and "filled" or "returned",
      i, contents.quoted(list[i]), contents.quoted(moves[i]))
  end
end

-- What a search does at a position: asks it, and goes on. Plays a move there, if there is one, and takes it back;
-- returns it.
local function look_around(position)
  local moves = position:candidates()
  if position.play_payoff then return nil end
  position:worth()
  for _, move in ipairs(moves) do
    if position:try(move) then
      position:candidates()
      position:take_back()
      return move
    end
  end
end

--- With `width` or `pseudolegal`: a move that is illegal changes nothing.
function integrity.refusals(patient)
  patient:wander(function(position)
    local before = witness.look(position)
    local moves = position:candidates()
    for _, i in ipairs(patient:some(#moves, 4 * MOVES_TRIED)) do
      if position:try(moves[i]) then
        position:take_back()
        before.picture:restore()
      else
        position:fail_if(before:visible_change(), "illegal-changes-state",
          "'play' says that the move is illegal, but changes the state: ", moves[i])
      end
    end
  end)
end

--- Iterators that are under way at the same time do not disturb each other.
function integrity.iterators(patient)
  patient:wander(function(position)
    if position:chance() or position:at_once() then return end
    local moves, list = position:candidates()
    local iterator = not (position.play_payoff or list or position.game.variadic) and position:ask "moves"
    if type(iterator) ~= "function" then return end
    for i = 1, #moves + 1 do
      local worked, move = patient.calls:call(iterator)
      position:expect(worked and image.move_text(move) == image.move_text(moves[i]), "moves-iterator", nil,
        "interrupted by other calls of 'moves', the iterator gave %s as move %d, else %s",
        worked and contents.quoted(move) or "an error", i, contents.quoted(moves[i]))
      if move ~= nil and position:try(move) then
        look_around(position)
        position:take_back()
      end
    end
  end)
end

-- Back and forth ------------------------------------------------------------------------------------

local CHANGES = "'play' changes the state that it was given: "
local NOT_BACK = "'undo' does not take back what 'play' has changed: "
local NOT_REACHED = "'undo = true' does not take back what 'play' has changed outside of the state's tables: "

-- What seems to be wrong where an answer is not the same: all that is known of a table can be seen.
local function fault_of_change(position, callback, fault)
  if callback == "key" then return "key-unequal" end
  return callback and type(position.state) == "table" and "hidden-state" or fault
end

-- The children are as they were, though their sisters were played.
local function check_children(position, children)
  for _, child in ipairs(children) do
    if child.picture:change() then
      position:advance(child.move, child.picture.value)
      local change = child:visible_change()
      position:cut(#position.line - 1)
      position:fail_if(change, "play-alias", "the state after this line changes when other moves are played: ",
        child.move)
    end
  end
end

-- Plays moves, goes on from there, and comes back. What cannot be seen in the state is asked for, at the end or, if
-- there is nothing to see, each time.
local function check_moves(patient, position)
  local before, children, in_place = witness.take(position), {}, position.in_place
  local fault, wrong = in_place and "undo" or "play-changes-state", in_place and NOT_BACK or CHANGES
  if position.restores then fault, wrong = "undo-reach", NOT_REACHED end
  local changed = in_place and type(position.state) ~= "table" and before.change or before.visible_change
  each_child(patient, position, function(move)
    local child = witness.look(position)
    local further = look_around(position)
    if not in_place then
      children[#children + 1], child.move = child, move
      if further ~= nil then position:fail_if(child:visible_change(), fault, wrong, further) end
    end
    position:take_back()
    local change = changed(before)
    position:fail_if(change, fault, wrong, move, in_place and further or nil)
  end)
  check_children(position, children)
  local change, unseen = before:change()
  position:fail_if(change, in_place and fault or fault_of_change(position, unseen, fault),
    in_place and wrong or "after other moves were played from here, ")
end

--- A game without `undo`: `play` leaves the state alone, and gives each child a state of its own. With `undo`: it
--- turns everything back, last move first, also a whole game.
function integrity.play(patient)
  local start
  patient:wander(function(position)
    if #position.line == 0 then start = witness.look(position) end
    if patient:now_and_then(4) then check_moves(patient, position) end
  end, function(position)
    local line = position:line_with()
    position:rewind()
    local change = position.in_place and start:visible_change()
    if change then report.raise("undo", "when all moves of this line are taken back, " .. change, line) end
  end)
end

-- The same again --------------------------------------------------------------------------------------

--- The same move leads to the same position.
function integrity.repetition(patient)
  patient:wander(function(position)
    local moves = patient:now_and_then(3) and position:candidates() or {}
    for _, i in ipairs(patient:some(#moves, 2)) do
      local move = moves[i]
      local text = contents.quoted(move)
      if position:try(move) then
        local first = witness.take(position)
        position:take_back()
        position:expect(position:try(move), "play-unstable", move, "played twice, the move is illegal")
        local change, unseen = first:change()
        local fault = fault_of_change(position, unseen, "play-unstable")
        position:take_back()
        position:fail_if(change, fault, "when the move is played a second time, ", move)
        local now = contents.quoted(move)
        position:expect(now == text or position:number_of(move), "play-changes-move", nil, "'play' changes the move, "
          .. "which is %s now, and none of the legal moves; it was %s", now, text)
      end
    end
  end)
end

--- The same line of moves leads to the same answers, whatever was played in between.
function integrity.history(patient)
  for _, game in ipairs(patient:recorded(witness.answers)) do
    if not patient:has_time() then return end
    local position = patient:begin()
    for ply = 0, #game.line do
      position:expect(ply == 0 or position:try(game.line[ply]), "play-unstable", game.line[ply],
        "when the same line is played again, the move is illegal")
      local change, callback = witness.disagreement(game[ply], witness.answers(position))
      position:fail_if(change, callback == "key" and "key-unequal" or "hidden-state",
        "when the same line is played again, ")
    end
    patient:finish()
  end
end

--- A position is the same whichever line leads to it, and so is its key. The former only where no state is ever
--- changed: else something may lie outside of it.
function integrity.transpositions(patient)
  for _, pair in ipairs(patient.sample.repeated) do
    local first, second = pair[1], pair[2]
    for i, name in ipairs { "key", "value", "moves", "player" } do
      if first[name] ~= second[name] and (i == 1 or not patient.game.undo) then
        patients.blame(i == 1 and "key-unequal" or "hidden-state", ("two lines lead to the same position, but '%s' "
          .. "gives %s after the first and %s after the second"):format(name == "value" and "evaluate" or name,
          image.shown(second[name]), image.shown(first[name])), second, first)
      end
    end
  end
end

local TRIED = 4 -- moves of the given position

-- Asks after a move. All is then as it was, though nobody knows yet whether `undo` is right.
local function after_move(position, move, question)
  local picture, ply = pictures.take(position.state), #position.line
  local answer = position:try(move) and question(position)
  if #position.line > ply then positions.attempt(position.take_back, position) end
  picture:restore()
  return answer
end

--- With `undo`, `play` changes the state that it is given: it does not return a new one, and leave that as it was. What
--- it returns may be something else, and what it changes lie where it cannot be seen: so the game is asked, too.
function integrity.changes(patient)
  local state, position = patient.state, patient:begin()
  local moves, picture = position:legal(), pictures.take(state)
  local count = math.min(TRIED, #moves)
  if count == 0 or type(state) ~= "table" or patient.game.reach or position:at_once() then return end
  local function seems_elsewhere()
    local returned = position.returned
    return type(returned) == "table" and not rawequal(returned, state) and not picture:change()
  end
  for i = 1, count do
    if not after_move(position, moves[i], seems_elsewhere) then return end
  end
  local before = witness.sheet(position)
  for i = 1, count do
    local change, late = witness.compare(before, after_move(position, moves[i], witness.sheet) or {})
    if change or late then return end
  end
  report.raise("play-elsewhere", "'play' returned a new table and left the state that it was given as it was, though "
    .. "the game has `undo`", { moves[1] })
end

-- The end of a game -----------------------------------------------------------------------------------

-- Where the game is back at a position it has had: its ply.
local function earlier(position, seen)
  local text = patients.recognition(position)
  local known, answers = text and seen[text], position.in_place and witness.answers(position)
  if text then seen[text] = { ply = #position.line, answers = answers } end
  return known and not (answers and witness.disagreement(known.answers, answers)) and known.ply
end

local function goes_on(position) return not position.play_payoff and #position:legal() > 0 end

--- Every game ends: no position occurs twice on the way (unless that ends it), and random play comes to an end. Where a
--- depth was given, or games come to an end, too, or might have with more time, that is only noted.
function integrity.ends(patient)
  if not goes_on(patient:begin()) then
    if patient.has_moved then
      report.raise("hidden-state", "the game is over at the state that was given, where moves were made before", {})
    end
    patient:hint("over", "the game is over at the state that was given, so nothing else of it was looked at", {})
  end
  local seen, message, line, unended = {}, nil, nil, nil
  patient:wander(function(position)
    if line then return end
    local ply, from = #position.line, not position.game.repetition and earlier(position, seen)
    if from then
      line = position:line_with()
      message = ("the game need not end: the position after %d moves occurs again after %d, by the moves %s")
        :format(from, ply, report.line_text { (table.unpack or unpack)(line, from + 1) })
    elseif ply >= MOST_PLIES and goes_on(position) then
      message, line = ("a random game was not over after %d moves"):format(ply), position:line_with()
    end
  end, function(position)
    seen = {}
    if #position.line >= patients.FAR and goes_on(position) then unended = position:line_with() end
  end, MOST_PLIES)
  if unended and not (line or patient.ended) then
    message = ("no random game ended in the time allowed; this one was not over after %d moves"):format(#unended)
    line = unended
  end
  local is_sure = not (patient.settings.is_limited or patient.ended or patient.late)
  if line and is_sure then report.raise("endless", message, line) end
  if line then patient:hint("endless", message, line) end
end

--- `play` does not end the game with every move, where it could go on: its second result may not be meant. In a game of
--- one move it is; but not if all moves are worth the same, and the game would come to an end without it, too.
function integrity.payoffs(patient)
  local plays, longest, payoff, first, differs, ends = 0, 0, nil, nil, false, false
  local function ignore_payoffs(position, draw)
    while #position.line < patients.FAR and patient:has_time() and position:wander(draw) do
      if not position.play_payoff then return false end
      payoff, first = payoff or position.play_payoff, first or position.line[1]
      differs = differs or #position.line == 1 and position.play_payoff ~= payoff
      position.play_payoff = nil
    end
    ends = ends or #position.line < patients.FAR and not patient.late
    return true
  end
  for game = 1, patient.game.successors and 0 or patient.settings.games do
    local position = patient:begin()
    if not positions.attempt(ignore_payoffs, position, patient:random(game)) then return end
    plays, longest = plays + #position.line, math.max(longest, #position.line)
    patient:finish()
  end
  if plays < 20 or longest < 3 then return end
  local message = ("'play' returns a number as second result (%s here) after every move: each move ends the game")
    :format(payoff)
  if ends and not differs then report.raise("payoff-accident", message, { first }) end
  patient:hint("payoff-accident", message .. ", which is right only in games of one move", { first })
end

return integrity

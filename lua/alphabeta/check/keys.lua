-- Is `key` different for different positions? Positions may share a key that are worth the same for whoever is to
-- move, as mirror images are: then so do, from move to move, the positions that they lead to.

local contents = require "alphabeta.tell.contents"
local image = require "alphabeta.check.image"
local patients = require "alphabeta.check.patient"
local pictures = require "alphabeta.check.picture"
local witness = require "alphabeta.check.witness"

local PAIRS = 600      -- that are looked into
local FEW_PLIES = 2    -- how far most of them are followed,
local TO_THE_END = 100 -- and so many of them as far as the games go
local SELDOM = 4       -- ways back are sought at one of so many positions,
local STEPS = 8        -- from so many moves there,
local REPLIES = 2      -- each with so many replies,
local NEAREST = 2      -- and so many moves after these, which lead nearest to where it began
local RETURNS = 40     -- ways back, at most
local HOPELESS = 60    -- positions without a way back: pieces do not go back in this game
local NEAR = 1e-9      -- mirrored sums of floats differ by so much of their magnitude

local keys = {}

local blame, line_to = patients.blame, patients.line_to

local function same_value(a, b)
  local gap = math.abs(a - b)
  return a == b or gap < math.huge and gap <= NEAR * math.max(math.abs(a), math.abs(b))
end

-- What each move leads to, as the player to move sees it: a set of keys (and whether the player changes) and payoffs,
-- each with a move, and whether one may follow it, with the key.
local function children_of(position)
  local children, player = {}, position:mover()
  for _, move in ipairs(position:candidates()) do
    if position:try(move) then
      local key = not position.play_payoff and position:ask "key"
      local name = position.play_payoff and ("the payoff %.9g"):format(position:worth_for(player) + 0)
        or (position:mover() == player and "the same player and the key " or "the key ") .. image.move_text(key)
      children[name] = children[name] or { move = move, goes_on = key and not patients.NO_KEY[key] }
      position:take_back()
    end
  end
  return children
end

-- The names of some children, sorted.
local function names_of(children, is_meant)
  local names = {}
  for name, child in pairs(children) do
    if is_meant(name, child) then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- What a position shows of itself; `is_near`: its state differs from that of another one in one field alone.
local function view(position, other)
  local change, second
  if other then change, second = other.picture:change(position.state) end
  return { value = position:worth_for(position:mover()), children = children_of(position),
    picture = pictures.take(position.state), is_near = change and change.path ~= "state" and not second }
end

-- Visits the position at the end of a line from the given state.
local function visit(patient, line, question, ...)
  local position = patient:begin()
  for _, move in ipairs(line) do position:play(move) end
  local answer = question(position, ...)
  patient:finish()
  return answer
end

-- What is different between two positions that share a key, in words.
local function difference(here, there)
  if not same_value(here.value, there.value) then
    return ("'evaluate' gives %s and %s, as the player to move sees it"):format(image.shown(here.value),
      image.shown(there.value))
  end
  for side, pair in ipairs { { here.children, there.children }, { there.children, here.children } } do
    local name = names_of(pair[1], function(name) return not pair[2][name] end)[1]
    if name then
      return ("in the %s one the move %s leads to %s, in the other no move does"):format(
        side == 1 and "first" or "second", contents.shown(pair[1][name].move), name)
    end
  end
end

-- Follows a pair of records along moves that again lead to such pairs, so many plies. Returns the first difference,
-- in words, and whether the two states differ in one field alone.
local function follow(patient, record, first, plies)
  local line, other_line, is_near = line_to(record), line_to(first), nil
  for further = 0, plies do
    local here = visit(patient, line, view)
    local there = visit(patient, other_line, view, here)
    if further == 0 then is_near = there.is_near end
    local text = difference(here, there)
    if text then return witness.further(further, text), is_near end
    local common = names_of(here.children, function(_, child) return child.goes_on end)
    if #common == 0 or not patient:has_time() then break end
    local name = common[patient.draw(#common)]
    line[#line + 1], other_line[#other_line + 1] = here.children[name].move, there.children[name].move
  end
  return nil, is_near
end

-- Pairs of a record and the first one with the same `field`, those with the lowest rank first: rank_of(record, first)
-- gives it, or false for no pair.
local function pairs_by(field, records, rank_of)
  local list, met = {}, {}
  for _, record in ipairs(records) do
    local value = record[field]
    local first = value and met[value]
    local rank = first and rank_of(record, first)
    if rank then list[#list + 1] = { record, first, rank = rank, number = #list } end
    if value then met[value] = first or record end
  end
  table.sort(list, function(a, b) return a.rank < b.rank or a.rank == b.rank and a.number < b.number end)
  return list
end

-- First those in which the values or numbers of moves are different, then those nearest to the end.
local function suspicion(record, first)
  local is_strange = record.count ~= first.count or not same_value(record.own, first.own)
  return is_strange and -math.huge or -record.ply
end

--- Positions with the same key are worth the same and lead to such positions; they do not differ in nothing but the
--- player to move.
function keys.collisions(patient)
  local forgetful, symmetric
  for i, pair in ipairs(pairs_by("key", patient.sample.records, suspicion)) do
    if not patient:has_time() then return end
    if i > PAIRS then break end
    local record, first = pair[1], pair[2]
    local text, is_near = follow(patient, record, first, i <= TO_THE_END and patients.FAR or FEW_PLIES)
    local players_differ = patient.game.player and record.player ~= first.player
    if text and not (players_differ and is_near) then
      blame("key-collision", ("two different positions have the key %s: %s"):format(image.shown(record.key), text),
        record, first)
    end
    if players_differ and is_near then forgetful = pair else symmetric = symmetric or players_differ end
    if text then break end
  end
  if forgetful and not symmetric then
    local record, first = forgetful[1], forgetful[2]
    blame("key-player", ("two positions have the key %s, but in one player %d is to move, in the other player %d")
      :format(image.shown(record.key), record.player, first.player), record, first)
  end
end

-- Ways back ---------------------------------------------------------------------------------------

-- The key, if the search keeps the position; not of one at which `play` has ended the game.
local function key_of(position)
  local key = position:ask "key"
  return not patients.NO_KEY[key] and key or nil
end

-- Runs a function after each of some moves, that do not end the game.
local function after_each(position, moves, f)
  for _, move in ipairs(moves) do
    if not position.patient:has_time() then return end
    if position:try(move) then
      if not position.play_payoff then f(move) end
      position:take_back()
    end
  end
end

local function some_moves(position, most)
  local moves, some = position:candidates(), {}
  for i, at in ipairs(position.patient:some(#moves, most)) do some[i] = moves[at] end
  return some
end

-- The moves that lead nearest to the position of a picture.
local function moves_towards(position, picture)
  local list, nearest = {}, {}
  after_each(position, position:candidates(), function(move)
    list[#list + 1] = { move = move, distance = picture:distance(position.state), number = #list }
  end)
  table.sort(list, function(a, b)
    return a.distance < b.distance or a.distance == b.distance and a.number < b.number
  end)
  for i = 1, math.min(NEAREST, #list) do nearest[i] = list[i].move end
  return nearest
end

-- A record of the position at the end of a line, as far as `line_to` and `blame` ask for it.
local function record_at(line)
  local record = {}
  for _, move in ipairs(line) do record = { move = move, parent = record } end
  return record
end

-- Seeks lines of four moves that lead back to the key of the position at hand.
local function seek_returns(position, list)
  local key = key_of(position)
  if not key then return end
  local start, player = record_at(position.line), position:mover()
  local picture, moves = pictures.take(position.state), (image.list_text(position:candidates(), true))

  local function arrive()
    if key_of(position) ~= key or position:mover() ~= player then return end
    local is_strange = image.list_text(position:candidates(), true) ~= moves
    list[#list + 1] = { record_at(position.line), start, key = key, rank = is_strange and 0 or 1, number = #list }
  end
  local function go_back() after_each(position, position:candidates(), arrive) end
  local function turn_round() after_each(position, moves_towards(position, picture), go_back) end
  local function reply() after_each(position, some_moves(position, REPLIES), turn_round) end
  after_each(position, some_moves(position, STEPS), reply)
end

--- Random games seldom come back to a position. Where two pieces have gone there and back, the key must be as it was
-- only if everything is: whether the king may castle, for example.
function keys.returns(patient)
  local list, sought = {}, 0
  patient.passed_over = patient.game.chance ~= nil
  if patient.passed_over then return end
  patient:wander(function(position)
    local is_over = #list >= RETURNS or #list == 0 and sought >= HOPELESS
    if is_over or position.play_payoff or not patient:now_and_then(SELDOM) then return end
    sought = sought + 1
    seek_returns(position, list)
  end)
  table.sort(list, function(a, b) return a.rank < b.rank or a.rank == b.rank and a.number < b.number end)
  for i = 1, math.min(RETURNS, #list) do
    local back, start = list[i][1], list[i][2]
    local text = follow(patient, back, start, FEW_PLIES)
    if text then
      blame("key-collision", ("two different positions have the key %s: %s"):format(image.shown(list[i].key), text),
        back, start)
    end
    if not patient:has_time() then return end
  end
end

local CARRIED_PAIRS = 12 -- each must be of equal positions: two may be so by chance
local LEAST = 36         -- answers by which positions are known to be the same

-- Do two positions that look the same but for their key behave the same, to the end of the game?
local function behave_alike(patient, record, first)
  local sheet = visit(patient, line_to(record), witness.sheet)
  local other = visit(patient, line_to(first), witness.sheet)
  local telling = sheet.ended and not (sheet.late or other.late) and #sheet >= LEAST
  return telling and not witness.compare(sheet, other, "key")
end

--- Where the state carries its key with it, kept up to date from move to move: positions that differ in that alone
--- are the same.
function keys.carried(patient)
  local list = pairs_by("bare", patient.sample.records, function(record, first)
    return first.key ~= record.key and record.ply -- from early on, lines are long
  end)
  if #list < CARRIED_PAIRS then return end
  for i = 1, CARRIED_PAIRS do
    if not patient:has_time() or not behave_alike(patient, list[i][1], list[i][2]) then return end
  end
  local record, first = list[1][1], list[1][2]
  blame("key-unequal", ("two lines lead to positions that differ in their keys alone, %s and %s"):format(
    image.shown(first.key), image.shown(record.key)), record, first)
end

return keys

-- Is `key` the same for equal positions, and different for different ones?

local finding = require "alphabeta.check.finding"
local image = require "alphabeta.check.image"
local minimax = require "alphabeta.check.minimax"
local pictures = require "alphabeta.check.picture"
local sample = require "alphabeta.check.sample"
local witness = require "alphabeta.check.witness"

local MOST = 6000            -- keys that are compared
local GAMES = 1000
local DEPTH, BUDGET = 5, 200 -- of the neighbourhoods of a random game that are visited
local FAR = 200              -- plies of such a game

local keys = {}

local function blame(fault, message, record, other)
  error(finding.new(fault, message, sample.line_to(record), sample.line_to(other)), 0)
end

------------------------------------------------------------------------------------------------
-- A crowd of positions with their keys

-- `by_key` and `by_text`: the first record of each; `count` of records; `pairs`: of records with the same key
-- that look different; `carried`: of such that look the same but for the key in the state, and have different
-- keys. A record here: `parent` and `move`, `ply`, `key`, `text`.
local Crowd = {}
Crowd.__index = Crowd

local LARGE = 2 ^ 16 -- smaller keys stand in a state by chance

-- The text of a position without the key that its state carries; nil: it carries none.
local function bare_text(position, record)
  local key = record.key
  local large = type(key) == "number" and (key >= LARGE or key <= -LARGE)
  if not (large and record.text and type(position.state) == "table") then return nil end
  local bare = image.text(position.state, not position.in_place, key)
  return bare ~= record.text and bare or nil
end

local function check_equality(record, known)
  if known and known.key ~= record.key then
    blame("key-unequal", ("two lines lead to the same position, with the keys %s and %s"):format(
      image.shown(known.key), image.shown(record.key)), record, known)
  end
end

function Crowd:compare_bare(position, record)
  local bare = bare_text(position, record)
  local known = bare and self.by_bare[bare]
  if known and known.key ~= record.key then self.carried[#self.carried + 1] = { record, known } end
  if bare then self.by_bare[bare] = known or record end
end

-- Takes down a position whose key the search would ask for.
function Crowd:note(position, parent)
  local record = { parent = parent, move = position.line[#position.line], ply = #position.line }
  if position.told then return record end
  record.key, record.text = position:ask "key", sample.recognition(position)
  local known = record.text and self.by_text[record.text]
  check_equality(record, known)
  if known then return known end
  local same = self.by_key[record.key]
  if same then self.pairs[#self.pairs + 1] = { record, same } end
  self:compare_bare(position, record)
  self.by_key[record.key] = same or record
  if record.text then self.by_text[record.text] = record end
  self.count = self.count + 1
  return record
end

function Crowd:is_full() return self.count >= MOST or not self.patient:has_time() end

function Crowd:explore(position, record, depth)
  if depth == 0 then return end
  for _, move in ipairs(position:candidates()) do
    self.budget = self.budget - 1
    if self.budget < 0 or self:is_full() then return end
    if position:play(move) then
      self:explore(position, self:note(position, record), depth - 1)
      position:back()
    end
  end
end

-- Plays a random game; on the way back looks around near its end and at two other places.
function Crowd:play_game(draw)
  local position = self.patient:begin()
  local way = { [0] = self:note(position) }
  while #way < FAR and position:step(draw) do way[#way + 1] = self:note(position, way[#way]) end
  local places = { [math.max(0, #way - DEPTH)] = true }
  for _ = 1, 2 do places[draw(#way + 1) - 1] = true end
  for ply = #way, 0, -1 do
    position:home(ply)
    self.budget = BUDGET
    if places[ply] then self:explore(position, way[ply], DEPTH) end
  end
  self.patient:finish()
end

--- Collects keys of positions near random games. Equal positions have the same key.
function keys.collect(patient)
  if not patient.game.key then return end
  local crowd = setmetatable({ patient = patient, by_key = {}, by_text = {}, by_bare = {}, pairs = {},
    carried = {}, count = 0 }, Crowd)
  patient.crowd = crowd
  local before
  for game = 1, GAMES do
    before = crowd.count
    crowd:play_game(patient:random(game))
    if crowd:is_full() or game > patient.settings.games and crowd.count == before then return end
  end
end

------------------------------------------------------------------------------------------------
-- Positions with the same key

local PAIRS, VALUE_PAIRS = 600, 100 -- are looked into
local PLIES, NODES = 2, 200         -- how far

local function visit(patient, record, question)
  local position = patient:begin()
  position:go(sample.line_to(record))
  local answer = question(position)
  patient:finish()
  return answer
end

local function player_of(position) return position:player() end

-- Sorts pairs by the plies that have led to them: `direction` 1, few first, or -1.
local function sort_pairs(list, direction)
  for i, pair in ipairs(list) do pair.number = i end
  table.sort(list, function(a, b)
    if a[1].ply ~= b[1].ply then return direction * a[1].ply < direction * b[1].ply end
    return a.number < b.number
  end)
  return list
end

-- Examines pairs with the same key, the latest positions of the game first.
local function examine_pairs(compare, most)
  return function(patient)
    local list = sort_pairs(patient.crowd and patient.crowd.pairs or {}, -1)
    for i = 1, math.min(#list, most) do
      if not patient:has_time() then return end
      compare(patient, list[i][1], list[i][2])
    end
  end
end

-- The same for pairs with the same player to move.
local function examine_equals(compare, most)
  return examine_pairs(function(patient, record, first)
    if not patient.game.player or visit(patient, record, player_of) == visit(patient, first, player_of) then
      compare(patient, record, first)
    end
  end, most)
end

local function blame_collision(record, first, message, ...)
  blame("key-collision", ("two different positions have the key %s: "):format(image.shown(record.key))
    .. message:format(...), record, first)
end

local function compare_answers(patient, record, first)
  local answers, others = visit(patient, record, sample.record), visit(patient, first, sample.record)
  for _, name in ipairs { "value", "moves" } do
    if answers[name] ~= others[name] then
      blame_collision(record, first, "'%s' gives %s and %s", name == "value" and "evaluate" or "moves",
        image.shown(answers[name]), image.shown(others[name]))
    end
  end
end

-- What two states differ in besides one field; nil: nothing.
local function second_difference(patient, record, first)
  local picture = visit(patient, record, function(position) return pictures.take(position.state) end)
  return visit(patient, first, function(position)
    local change = picture:change(position.state)
    return change and picture:change(position.state, change.path)
  end)
end

local function compare_players(patient, record, first)
  local player, other = visit(patient, record, player_of), visit(patient, first, player_of)
  if player == other then return end
  local further = second_difference(patient, record, first)
  if further then
    blame_collision(record, first, "player %d and player %d are to move, and %s is %s and %s", player, other,
      further.path, image.shown(further.old), image.shown(further.new))
  end
  blame("key-player", ("two positions have the key %s, but in one player %d is to move, in the other "
    .. "player %d"):format(image.shown(record.key), player, other), record, first)
end

-- The keys (or payoffs) of the positions after each move, sorted by the move's text: list of { move, key }.
-- nil: the texts do not tell the moves apart.
local function keys_after(position)
  local list, met = {}, {}
  for _, move in ipairs(position:candidates()) do
    local text = image.move_text(move)
    if met[text] then return nil end
    met[text] = true
    if position:play(move) then
      list[#list + 1] = { move = text, key = image.text(position.told or position:ask "key", true) }
      position:back()
    end
  end
  table.sort(list, function(a, b) return a.move < b.move end)
  return list
end

local function compare_children(patient, record, first)
  local after, others = visit(patient, record, keys_after), visit(patient, first, keys_after)
  for i, child in ipairs(after and others and after or {}) do
    local other = others[i] or {}
    if child.move == other.move and child.key ~= other.key then
      blame_collision(record, first, "the move %s leads from one to %s, from the other to %s (keys, or "
        .. "payoffs)", child.move, child.key, other.key)
    end
  end
end

local function value_ahead(position)
  return (minimax.value(position, PLIES, NODES))
end

local function compare_values(patient, record, first)
  local value, other = visit(patient, record, value_ahead), visit(patient, first, value_ahead)
  if value and other and value ~= other then
    blame_collision(record, first, "%d moves ahead, one is worth %s, the other %s", PLIES, image.shown(value),
      image.shown(other))
  end
end

--- Positions with the same key (and player to move) have the same moves and the same value.
keys.answers = examine_equals(compare_answers, PAIRS)

--- From them, the same moves lead to positions that again share their keys.
keys.children = examine_equals(compare_children, PAIRS)

--- They are worth the same a few moves on.
keys.values = examine_equals(compare_values, VALUE_PAIRS)

--- They have the same player to move. To be asked if nothing else is wrong with the key.
function keys.player(patient)
  if patient.game.player then examine_pairs(compare_players, PAIRS)(patient) end
end

------------------------------------------------------------------------------------------------
-- Keys that the state carries with it

local CARRIED_PAIRS = 12 -- each must be of equal positions: two may be so by chance
local LEAST = 36         -- answers by which positions are known to be the same

-- Do two positions that look the same but for their key behave the same, to the end of the game?
local function behave_alike(patient, record, first)
  local sheet, other = visit(patient, record, witness.sheet), visit(patient, first, witness.sheet)
  local telling = sheet.ended and not (sheet.late or other.late) and #sheet >= LEAST
  return telling and not witness.compare(sheet, other, "key")
end

--- Where the state carries its key with it, kept up to date from move to move: positions that differ in that
--- alone are the same.
function keys.carried(patient)
  local list = sort_pairs(patient.crowd and patient.crowd.carried or {}, 1) -- from early on, lines are long
  if #list < CARRIED_PAIRS then return end
  for i = 1, CARRIED_PAIRS do
    if not patient:has_time() or not behave_alike(patient, list[i][1], list[i][2]) then return end
  end
  local record, first = list[1][1], list[1][2]
  blame("key-unequal", ("two lines lead to positions that differ in their keys alone, %s and %s"):format(
    image.shown(first.key), image.shown(record.key)), record, first)
end

return keys

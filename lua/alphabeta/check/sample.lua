-- Positions of a game with what the game says of them, to be compared with each other.

local image = require "alphabeta.check.image"

local MOST = 2000   -- positions
local BROAD = 300   -- of them at most so many nearest to the given state
local TAIL_PLIES, TAIL = 6, 60 -- before the end of a game so many positions are looked at broadly
local FAR = 200     -- plies of a random game
local PLIES, MORE = 1200, 5 -- short games are more: to so many plies, or times as many
local FIELDS = 100  -- of a state that are looked at one by one

-- `records` in the order in which they were met; `known`: by their text; `games`: the records of each random
-- game, and its `line`; `repeated`: pairs of a record and a second one, of the same position reached by
-- another line.
local Sample = {}
Sample.__index = Sample

local sample = {}

--- A text by which a position is known again; nil where that cannot be said.
function sample.recognition(position)
  local state = position.state
  if position.told then return nil end -- of such a state nothing is asked, so it may be anything
  local is_hidden = position.in_place
  if type(state) == "table" then is_hidden = next(state) == nil end
  if is_hidden then return nil end
  local text, complete = image.text(state, not position.in_place)
  return complete and text or nil
end

local function moves_text(position)
  local texts = {}
  for i, move in ipairs(position:moves()) do texts[i] = image.move_text(move) end
  table.sort(texts)
  return table.concat(texts, " "), #texts
end

-- The numbers, strings and booleans that stand in the state itself, not in tables of it. nil: there are none,
-- or very many.
local function fields_of(state)
  local fields, count = {}, 0
  for key, value in next, type(state) == "table" and state or {} do
    local kind = type(value)
    if kind == "number" or kind == "string" or kind == "boolean" then
      fields[key] = value
      count = count + 1
    end
    if count > FIELDS then return nil end
  end
  return count > 0 and fields or nil
end

--- What the game says of a position: `value` as `evaluate` or `play` (then `told` is set) gave it, `seen` as
--- player 1 sees it; `player` who is to move; `moves` as a text, and their `count`; `fields` of the state.
function sample.record(position)
  local game, told, value = position.game, position.told, position:worth()
  local record = { told = told, value = value, fields = fields_of(position.state), count = 0, moves = "" }
  if not told then record.moves, record.count = moves_text(position) end
  if not (told and game.viewpoint) then record.player = position:player() end
  record.seen = (game.viewpoint or record.player) == 1 and value or -value
  return record
end

--- Has the game ended there?
function sample.is_final(record) return record.told or record.count == 0 end

-- A name for what a position looks like to a statistician: those that look alike count as one, lest a small
-- game be taken for many. A state that is changed in place may carry its history with it, so what the game
-- says of it must do.
local function look_of(record, position, parent)
  local text = not position.in_place and sample.recognition(position)
  if text then return text end
  local own = ("%s %s %s"):format(tostring(record.player), tostring(record.seen), record.moves)
  if not sample.is_final(record) then return record.ply .. " " .. own end
  return (parent and parent.look or "") .. " " .. image.move_text(record.move) .. " " .. own
end

--- Completes a record: how it was reached.
function sample.place(record, position, parent)
  record.parent, record.move, record.ply = parent, position.line[#position.line], #position.line
  record.look = look_of(record, position, parent)
  return record
end

--- The moves that lead from the given state to a record.
function sample.line_to(record)
  local line = {}
  while record.parent do
    table.insert(line, 1, record.move)
    record = record.parent
  end
  return line
end

-- Takes down the position at hand, which was reached by the last move from `parent`.
function Sample:note(position, parent)
  local text = sample.recognition(position)
  local known = text and self.known[text]
  if known and #self.repeated > MOST then return known end
  local record = sample.place(sample.record(position), position, parent)
  if known then
    self.repeated[#self.repeated + 1] = { known, record }
    return known
  end
  if text then self.known[text] = record end
  self.records[#self.records + 1] = record
  return record
end

function Sample:is_full() return #self.records >= self.limit or not self.patient:has_time() end

-- Takes down all positions to a depth.
function Sample:explore(position, record, depth)
  if depth == 0 then return end
  for _, move in ipairs(position:candidates()) do
    if self:is_full() then return end
    if position:play(move) then
      self:explore(position, self:note(position, record), depth - 1)
      position:back()
    end
  end
end

-- Takes down the positions nearest to the one at hand, `most` of them.
function Sample:look_broadly(position, record, most, plies)
  self.limit = math.min(MOST, #self.records + most)
  for depth = 1, plies do
    local before = #self.records
    self:explore(position, record, depth)
    if #self.records == before or self:is_full() then return end
  end
end

-- Plays a random game.
function Sample:play_game(draw)
  local position, game = self.patient:begin(), {}
  local record = self:note(position)
  repeat
    game[#game + 1] = record
    local moved = #game < FAR and self.patient:has_time() and position:step(draw)
    record = moved and self:note(position, record)
  until not record
  game.line = position:line_with()
  self.games[#self.games + 1] = game
  self.patient:finish()
end

-- Looks at what lies beside the way of a game, and broadly at its end.
function Sample:look_beside(game)
  local position = self.patient:begin()
  self.limit = MOST
  for i, record in ipairs(game) do
    if i > 1 then position:go_on(game.line[i - 1]) end
    self:explore(position, record, 1)
    if #game - i == TAIL_PLIES then self:look_broadly(position, record, TAIL, TAIL_PLIES) end
  end
  self.patient:finish()
end

--- Positions along random games, beside them and near the given state.
function sample.of(patient)
  local self = setmetatable({ patient = patient, records = {}, known = {}, games = {}, repeated = {} },
    Sample)
  local plies, game = 0, 0
  repeat
    game = game + 1
    self:play_game(patient:random(game))
    plies = plies + #self.games[game]
    local enough = game >= patient.settings.games and plies >= PLIES or game >= MORE * patient.settings.games
  until enough or not patient:has_time()
  local position = patient:begin()
  self:look_broadly(position, self.games[1][1], BROAD, FAR)
  patient:finish()
  for i = 1, #self.games do
    if patient:has_time() then self:look_beside(self.games[i]) end
  end
  return self
end

return sample

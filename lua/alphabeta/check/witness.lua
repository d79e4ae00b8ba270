-- Has something changed a position? A picture of the state shows what is different in it. That need not
-- matter (a cache was filled, something lies where nobody looks), so the game itself is asked: does it
-- answer differently now, here or along lines played from here?

local image = require "alphabeta.check.image"
local pictures = require "alphabeta.check.picture"
local random = require "alphabeta.random"
local walk = require "alphabeta.check.walk"

local LINES, PLIES = 12, 60 -- how many lines are played, and how far
local MORE_TIME = 0.3       -- seconds

-- A change of a place that has proved idle so often (at one ply) is not looked into any more. A field that is
-- new is often a cache.
local IDLE, IDLE_NEW, IDLE_A_PLY = 24, 4, 2

local witness = {}

local function moves_text(position)
  local texts = {}
  for i, move in ipairs(position:moves()) do texts[i] = image.move_text(move) end
  table.sort(texts)
  return #texts .. " moves: " .. table.concat(texts, " ")
end

local function text_of(value)
  return (image.text(value, true))
end

-- `moves` comes last, so that what it changes in the state does not go unnoticed.
local ANSWERS = {
  { "evaluate", function(position) return text_of(position:worth()) end },
  { "player", function(position) return text_of(position:player()) end, field = "player" },
  { "key", function(position) return text_of(position:ask "key") end, field = "key" },
  { "format", function(position) return text_of(position:ask "format") end, field = "format" },
  { "moves", moves_text },
}

local function answer(position, ask)
  local text, found = walk.attempt(ask, position)
  return text or "an error (" .. found.fault .. ")"
end

--- What the game says of the position at hand: texts by the names of the callbacks.
function witness.answers(position)
  if position.told then return { payoff = text_of(position.told) } end
  local answers = {}
  for _, row in ipairs(ANSWERS) do
    if not row.field or position.game[row.field] then answers[row[1]] = answer(position, row[2]) end
  end
  return answers
end

local function shortened(text)
  if not text then return "nothing" end
  return #text > 60 and text:sub(1, 57) .. "..." or text
end

--- The first answer that is not the same, in words, and the callback that gave it; or nil. What `ignored`
--- says does not matter.
function witness.disagreement(before, after, ignored)
  for _, name in ipairs { "moves", "evaluate", "player", "key", "format", "payoff" } do
    if before[name] ~= after[name] and name ~= ignored then
      local callback = name == "payoff" and "play" or name
      return ("'%s' gives %s, it gave %s"):format(callback, shortened(after[name]), shortened(before[name])),
        callback
    end
  end
end

-- The moves in an order that does not depend on how they were found.
local function sorted_moves(position)
  local moves = position:moves()
  local texts, places = {}, {}
  for i, move in ipairs(moves) do
    texts[i] = image.move_text(move)
    places[i] = i
  end
  table.sort(places, function(a, b)
    if texts[a] ~= texts[b] then return texts[a] < texts[b] end
    return a < b
  end)
  local sorted = {}
  for i, place in ipairs(places) do sorted[i] = moves[place] end
  return sorted
end

-- Plays a line and notes the answers on it, and how many moves have led there.
local function play_line(position, draw, sheet)
  for further = 0, PLIES do
    sheet.late = sheet.late or not position:has_time()
    if sheet.late then return end
    sheet[#sheet + 1] = { answers = witness.answers(position), further = further }
    local moves = sorted_moves(position)
    if #moves == 0 then return end
    position:play(moves[draw(#moves)])
  end
  sheet.ended = false
end

-- The answers of a position, with its state as in a picture, and along lines from there.
local function sheet_of(position, picture)
  local sheet, ply, state = { ended = true }, #position.line, position.state
  for seed = 1, LINES do
    picture:restore()
    position.state = picture.value
    walk.attempt(play_line, position, random(seed), sheet)
    walk.attempt(position.home, position, ply)
    position:cut(ply)
  end
  picture:restore()
  position.state = state
  return sheet
end

--- What the game says of the position at hand and along some lines from there: a list, for witness.compare.
--- `ended`: all these lines end. `late`: there was no time for all of them.
function witness.sheet(position)
  return sheet_of(position, pictures.take(position.state))
end

--- The first difference between two sheets, in words; nil if there is none. What `ignored` says does not
--- matter.
function witness.compare(before, after, ignored)
  for i, entry in ipairs(before) do
    local text = witness.disagreement(entry.answers, after[i] and after[i].answers or {}, ignored)
    if text then
      return entry.further == 0 and text or ("%d moves further on, %s"):format(entry.further, text)
    end
  end
end

local Witness = {}
Witness.__index = Witness

--- Takes down how the state of a position looks. `idle` counts the changes that did not matter.
function witness.look(position, idle)
  return setmetatable({ position = position, idle = idle, picture = pictures.take(position.state) }, Witness)
end

--- The same, and what the game says of it.
function witness.take(position, idle)
  local answers = witness.answers(position)
  local taken = witness.look(position, idle)
  taken.answers = answers
  return taken
end

-- The first suspicion of an examination is worth some time more.
function Witness:take_time()
  if self.idle.suspected then return end
  self.idle.suspected = true
  self.position.deadline = math.max(self.position.deadline, os.clock() + MORE_TIME)
end

-- Does the game notice the change? The tables of the state that was taken down are as they were, in the end.
function Witness:consequence()
  self:take_time()
  local position, now = self.position, pictures.take(self.position.state)
  local before, after = sheet_of(position, self.picture), sheet_of(position, now)
  self.picture:restore()
  return not (before.late or after.late) and witness.compare(before, after) or nil
end

-- Has a change of this place proved idle often enough? `idle` has how often, by place and ply.
function Witness:is_idle(place, most)
  local counts = self.idle[place] or { total = 0 }
  self.idle[place] = counts
  return counts.total >= most or (counts[#self.position.line] or 0) >= IDLE_A_PLY
end

function Witness:note_idle(place)
  local counts, ply = self.idle[place], #self.position.line
  counts.total, counts[ply] = counts.total + 1, (counts[ply] or 0) + 1
end

--- What of the state at which the walk stands is not as it was, and what follows from it, in words; nil if
--- the game notices nothing.
function Witness:visible_change()
  local change = self.picture:change(self.position.state)
  if not change then return nil end
  local place = change.path:gsub("%d+", "#")
  if self:is_idle(place, change.old == nil and IDLE_NEW or IDLE) then return nil end
  local consequence = self:consequence()
  if not consequence then return self:note_idle(place) end
  return ("%s is %s, it was %s; %s"):format(change.path, image.shown(change.new), image.shown(change.old),
    consequence)
end

--- What has changed since witness.take, in words; nil if the game notices nothing. Second: nil if the change
--- is to be seen in the state, else the callback that answers differently.
function Witness:change()
  local visible = self:visible_change()
  if visible then return visible end
  return witness.disagreement(self.answers, witness.answers(self.position))
end

return witness

-- Has something changed a position? A picture of the state shows what is different in it. That need not matter (a
-- cache was filled, something lies where nobody looks), so the game itself is asked: does it answer differently now,
-- here or along lines played from here?

local contents = require "alphabeta.tell.contents"
local image = require "alphabeta.check.image"
local pictures = require "alphabeta.check.picture"
local positions = require "alphabeta.check.position"
local random = require "alphabeta.base.random"

local LINES, PLIES = 12, 60 -- how many lines are played, and how far
local MORE_TIME = 0.3       -- seconds

-- A change of a place that has proved idle so often is not looked into any more. A field that is new is often a
-- cache.
local IDLE, IDLE_NEW = 24, 4

local witness = {}

local function text_of(value) return (image.text(value, true)) end

-- `moves` comes last, so that what it changes in the state does not go unnoticed.
local ANSWERS = {
  { "evaluate", function(position) return text_of(position:worth()) end },
  { "player", function(position) return text_of(position:mover()) end, field = "player" },
  { "key", function(position) return text_of(position:ask "key") end, field = "key" },
  { "chance", function(position)
    local outcomes, weights = position:chance()
    return outcomes and image.list_text(outcomes) .. ": " .. image.list_text(weights) or "no outcomes"
  end, field = "chance" },
  { "format", function(position) return text_of(position:ask "format") end, field = "format" },
  { "moves", function(position)
    local text, texts = image.list_text(position:legal(), true)
    return #texts == 0 and "no moves" or ("%s: %s"):format(contents.count_text(#texts, "move"), text)
  end },
}

--- What the game says of the position at hand: texts by the names of the callbacks. After each of them `between`, if
--- given, is called.
function witness.answers(position, between)
  if position.play_payoff then return { payoff = text_of(position.play_payoff) } end
  local answers = {}
  for _, row in ipairs(ANSWERS) do
    if not row.field or position.game[row.field] then
      local text, found = positions.attempt(row[2], position)
      answers[row[1]] = text or "an error (" .. found.fault .. ")"
      if between then between() end
    end
  end
  return answers
end

local LONG, BEFORE = 60, 20 -- bytes: a text that is shortened, and what is left of it before the first difference

-- An answer as a message shows it: of a long one what begins shortly before the byte at which it differs.
local function shortened(text, at)
  if not text then return "nothing" end
  if at > LONG - BEFORE then text = "..." .. text:sub(at - BEFORE) end
  return #text > LONG and text:sub(1, LONG - 3) .. "..." or text
end

local function first_difference(a, b)
  local at = 1
  while at <= #a and a:byte(at) == b:byte(at) do at = at + 1 end
  return at
end

--- The first answer that is not the same, in words, and the callback that gave it; or nil. What `ignored` says does
--- not matter.
function witness.disagreement(before, after, ignored)
  for _, name in ipairs { "moves", "evaluate", "player", "key", "chance", "format", "payoff" } do
    if before[name] ~= after[name] and name ~= ignored then
      local callback = name == "payoff" and "play" or name
      local at = first_difference(after[name] or "", before[name] or "")
      return ("'%s' gives %s, it gave %s"):format(callback, shortened(after[name], at), shortened(before[name], at)),
        callback
    end
  end
end

-- The same, where no callback sees what another one has written into the state: one that writes the same each time
-- would else do so in both of two positions that are compared.
local function answers_apart(position)
  local picture = pictures.take(position.state)
  return witness.answers(position, function() picture:restore() end)
end

-- Plays a line and notes the answers on it, and how many moves have led there. The moves are drawn from an order that
-- does not depend on how they were found.
local function play_line(position, draw, sheet)
  for further = 0, PLIES do
    sheet.late = sheet.late or not position.patient:has_time()
    if sheet.late then return end
    sheet[#sheet + 1] = { answers = answers_apart(position), further = further }
    local moves, by_text = position:legal(), {}
    if #moves == 0 then return end
    local _, texts = image.list_text(moves)
    for i, text in ipairs(texts) do by_text[text] = by_text[text] or moves[i] end
    table.sort(texts)
    position:try(by_text[texts[draw(#texts)]])
  end
  sheet.ended = false
end

-- The answers of a position, with its state as in a picture, and along lines from there.
local function sheet_of(position, picture)
  local sheet, ply, state = { ended = true }, #position.line, position.state
  for seed = 1, LINES do
    picture:restore()
    position.state = picture.value
    positions.attempt(play_line, position, random(seed), sheet)
    positions.attempt(position.rewind, position, ply)
    position:cut(ply)
  end
  picture:restore()
  position.state = state
  return sheet
end

--- What the game says of the position at hand and along some lines from there: a list, for witness.compare. `ended`:
--- all these lines end. `late`: there was no time for all of them.
function witness.sheet(position) return sheet_of(position, pictures.take(position.state)) end

--- Where along a line something was found.
function witness.further(plies, text)
  return plies == 0 and text or ("%s further on, %s"):format(contents.count_text(plies, "move"), text)
end

--- The first difference between two sheets, in words; nil if there is none, or if there was no time for all of one of
--- them (then the second result is true). What `ignored` says does not matter.
function witness.compare(before, after, ignored)
  if before.late or after.late then return nil, true end
  for i, entry in ipairs(before) do
    local text = witness.disagreement(entry.answers, after[i] and after[i].answers or {}, ignored)
    if text then
      return witness.further(entry.further, text)
    end
  end
end

local Witness = {}
Witness.__index = Witness

--- Takes down how the state of a position looks.
function witness.look(position)
  return setmetatable({ position = position, picture = pictures.take(position.state) }, Witness)
end

--- The same, and what the game says of it.
function witness.take(position)
  local answers = witness.answers(position)
  local taken = witness.look(position)
  taken.answers = answers
  return taken
end

-- Does the game notice the change? The tables of the state that was taken down are as they were, in the end. The
-- first suspicion of an examination is worth some time more.
function Witness:consequence()
  local position, patient = self.position, self.position.patient
  if not patient.idle.suspected then
    patient.idle.suspected = true
    patient.deadline = math.max(patient.deadline, os.clock() + MORE_TIME)
  end
  local now = pictures.take(position.state)
  local before, after = sheet_of(position, self.picture), sheet_of(position, now)
  self.picture:restore()
  return witness.compare(before, after)
end

--- What of the state under examination is not as it was, and what follows from it, in words; nil if the game
--- notices nothing. `idle` of the patient counts, by place, the changes that did not matter: not those of which there
--- was no time to find out.
function Witness:visible_change()
  local change = self.picture:change(self.position.state)
  if not change then return nil end
  local idle, place = self.position.patient.idle, change.path:gsub("%d+", "#")
  if (idle[place] or 0) >= (change.old == nil and IDLE_NEW or IDLE) then return nil end
  local consequence, late = self:consequence()
  if consequence then
    return ("%s is %s, it was %s; %s"):format(change.path, image.shown(change.new), image.shown(change.old),
      consequence)
  end
  if not late then idle[place] = (idle[place] or 0) + 1 end
end

--- What has changed since witness.take, in words; nil if the game notices nothing. Second: nil if the change is to be
--- seen in the state, else the callback that answers differently.
function Witness:change()
  local visible = self:visible_change()
  if visible then return visible end
  return witness.disagreement(self.answers, witness.answers(self.position))
end

return witness

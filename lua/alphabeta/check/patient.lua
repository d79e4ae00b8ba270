-- The game under examination: how it is played through, within the time and the number of games given, and a sample
-- of its positions, with what the game says of them, to be compared with each other.

local features = require "alphabeta.play.features"
local image = require "alphabeta.check.image"
local notation = require "alphabeta.tell.notation"
local pictures = require "alphabeta.check.picture"
local positions = require "alphabeta.check.position"
local random = require "alphabeta.base.random"
local report = require "alphabeta.check.report"
local several = require "alphabeta.check.several"
local ways = require "alphabeta.check.ways"

local FAR = 200 -- plies of a random game
local MANY = 1000 -- positions of a sample that is not whole
local HISTORIES = 10 -- games that are played a second time
local SEEDS = 2147483646 -- that are told apart; see base/random.lua
local LEAST_LIMIT = 1 -- seconds for a single call: one of a slow game is not endless

-- `given`, the game; `game`, the same or, if more than two play, made one for two; `noted`, what was wrong with what
-- it returned meanwhile; `deal`, the function that gives states, if there is one; `state`, `settings` (the options of
-- alphabeta.check), `calls` (see position), `picture` (of the given state), `draw` (random numbers for the choice of
-- what is looked at), `hints`; `idle` (see witness), `deadline`, and whether it has passed (`late`), of the
-- examination at hand, and whether that is not for this game (`passed_over`); what examinations leave for others:
-- whether a random game `has_moved`, and whether one has `ended`; `feature_count`, `first_phase` and whether
-- `phases_differ`; `sample`; whether `evaluate` `is_stuck` where no search asks it.
local Patient = {}
Patient.__index = Patient

local patient = {}

function patient.new(game, state, settings, deal)
  local self
  local is_puzzle = ways.is_puzzle(game)
  local two = is_puzzle and ways.as_game(game)
    or several.for_two(game, function(...) self.noted = self.noted or { ... } end)
  self = setmetatable({ given = game, game = two, is_puzzle = is_puzzle,
    deal = deal, state = state, settings = settings,
    calls = positions.calls(math.max(settings.time, LEAST_LIMIT)), picture = pictures.take(state),
    draw = random(settings.seed), hints = {}, idle = {}, deadline = math.huge }, Patient)
  return self
end

function Patient:has_time()
  local late = os.clock() >= self.deadline
  self.late = self.late or late
  return not late
end

--- Tells what may be wrong, once of each kind: the arguments of report.finding.
function Patient:hint(fault, ...)
  for _, known in ipairs(self.hints) do
    if known.fault == fault then return end
  end
  self.hints[#self.hints + 1] = report.finding(fault, ...)
end

--- A position that begins at the given state; there is one at a time.
function Patient:begin()
  self.position = positions.new(self, self.state)
  return self.position
end

--- Has so much of the game been seen that what does not occur in the sample is not there? Where time has cut it short,
--- that is not certain.
function Patient:is_well_known() return self.sample.is_whole or #self.sample.all >= MANY end

--- Leaves the position, wherever it is, and sees that the given state is as it was. `at_once`: without calling `undo`.
function Patient:finish(at_once)
  local position = self.position
  self.position = nil
  if position and not at_once then positions.attempt(position.rewind, position) end
  self.picture:restore()
end

--- The random numbers of a game: the same for all examinations.
function Patient:random(game) return random(self.settings.seed % SEEDS * 1000 + game) end

--- Some of the numbers from 1 to n, at most so many; others the next time.
function Patient:some(n, most)
  local list, step = {}, math.max(1, n / most)
  local first = n > 0 and self.draw(n)
  for i = 0, math.min(n, most) - 1 do list[i + 1] = (math.floor(i * step) + first) % n + 1 end
  return list
end

--- True once in so many calls, at random: for what need not be done at each position.
function Patient:now_and_then(most) return self.draw(most) == 1 end

--- Plays random games and calls `visit` with each position on the way, which `visit` leaves as it is. Between games
--- `between`, if given, is called with the position at its end.
function Patient:wander(visit, between, far, games)
  far = far or FAR
  for game = 1, math.min(self.settings.games, games or self.settings.games) do
    local position, draw = self:begin(), self:random(game)
    local moved
    repeat
      visit(position)
      moved = #position.line < far and self:has_time() and position:wander(draw)
      self.has_moved = self.has_moved or moved
      self.ended = self.ended or moved == false and #position.line < far and not self.late
    until not moved
    if between then between(position) end
    position:rewind()
    self:finish()
    if not self:has_time() then return end
  end
end

--- Plays random games that are to be played a second time. For each of them its `line`, and what `ask` says of the
--- position after so many moves.
function Patient:recorded(ask)
  local games, known = {}, {}
  self:wander(function(position)
    known[#position.line] = ask(position)
  end, function(position)
    known.line = position:line_with()
    games[#games + 1], known = known, {}
  end, nil, HISTORIES)
  return games
end

-- Lines as people read them -----------------------------------------------------------------------

local LONGEST = 40 -- bytes of a move

-- How the game writes a move of the position; nil: not at all, or not so that it is this one.
local function text_of(position, move)
  local write = position:at_once() and notation.joint or notation.move
  local function ask(one) return position:call("format_move", write, position.game, position.state, one) end
  local text, own = ask(move), image.move_text(move)
  for _, other in ipairs(position:at_once() and {} or position:legal()) do
    if ask(other) == text and image.move_text(other) ~= own then return nil end
  end
  return #text <= LONGEST and text:find "^%C+$" and text or nil
end

--- The moves of a line as `format_move` writes them, which nobody vouches for: a list with holes.
function Patient:texts_of(line)
  local texts = {}
  pcall(function()
    local position = self:begin()
    for i = 1, #line do
      if not self:has_time() then break end
      texts[i] = report.shows(line, i) and positions.attempt(text_of, position, line[i]) or nil
      if i < #line then position:play(line[i]) end
    end
  end)
  pcall(self.finish, self)
  return texts
end

-- Positions on record -----------------------------------------------------------------------------

local MOST = 4000          -- positions
local GAMES = 7            -- random games, as many times those of other examinations
local DEPTH, BUDGET = 5, 60 -- how far it is looked around at three places of such a game, for how many positions
local BESIDE = 12          -- moves that are tried at each of the others
local LARGE = 2 ^ 16       -- smaller keys stand in a state by chance

--- Keys of positions that the search does not keep: AB_NO_KEY in C.
patient.NO_KEY = { [-1] = true, [("\255"):rep(8)] = true }
patient.FAR = FAR

--- A text by which a position is known again; nil where that cannot be said.
function patient.recognition(position)
  local state = position.state
  if position.play_payoff then return nil end -- of such a state nothing is asked, so it may be anything
  if type(state) == "table" and next(state) == nil or type(state) ~= "table" and position.in_place then return nil end
  local text, complete = image.text(state, not position.in_place)
  return complete and text or nil
end

-- The numbers, strings and booleans that stand in the state itself under names.
local function fields_of(state)
  local fields = {}
  for key, value in next, type(state) == "table" and state or fields do
    if type(key) == "string" and image.KINDS[type(value)] then fields[key] = value end
  end
  return fields
end

-- A name for what a position looks like to a statistician: those that look alike count as one, lest a small game be
-- taken for many. A state that is changed in place may carry its history with it: what the game says of it must do.
local function look_of(record, position)
  if record.text and not position.in_place then return record.text end
  local own = (" %s %s %s"):format(tostring(record.player), tostring(record.seen), record.moves)
  if not (record.final and record.parent) then return record.ply .. own end
  return record.parent.look .. " " .. image.move_text(record.move) .. own
end

-- The text of a position without the key that its state carries; nil: it carries none.
local function bare_text(position, key)
  local large = type(key) == "number" and (key >= LARGE or key <= -LARGE)
  if not large or type(position.state) ~= "table" then return nil end
  local bare = image.text(position.state, not position.in_place, key)
  return bare:find("#", 1, true) and bare
end

-- What `evaluate` says where `play` has given a payoff. No search asks it there, so it may raise, or not come back.
local function evaluated(position)
  if position.patient.is_stuck then return nil end
  local worked, value = position.calls:call(position.game.evaluate, position.state)
  position.patient.is_stuck = rawequal(value, positions.late)
  return worked and value
end

-- What the game says of a position: `value` as `evaluate` or `play` (then `payoff` is set) gave it, `seen` as player 1
-- sees it, `own` as the player to move does; `player` who is to move; `moves` as a text, and their `count`; `final`,
-- the game is over; `decides`, the player to move does, neither chance nor both; `key`, and the text without it
-- (`bare`); `fields` of the state; `evaluated`, what `evaluate` says where `play` gave a payoff; `features`, where the
-- game goes on. How it was reached: by `move` from `parent`, at `ply`.
local function record_of(position, parent, text)
  local game, payoff, value = position.game, position.play_payoff, position:worth()
  local record = { text = text, payoff = payoff, value = value, fields = fields_of(position.state), count = 0,
    moves = "", parent = parent, move = position.line[#position.line], ply = #position.line }
  if not payoff then
    local legal = position:legal()
    record.moves, record.count = image.list_text(legal, true), #legal
    local key = game.key and position:ask "key"
    if not patient.NO_KEY[key or -1] then record.key, record.bare = key, text and bare_text(position, key) end
  elseif not game.successors then
    record.evaluated = evaluated(position)
  end
  if not (payoff and game.viewpoint) then record.player = position:mover() end
  record.seen = (game.viewpoint or record.player) == 1 and value or -value
  record.own = record.player == 2 and -record.seen or record.seen
  record.final = payoff ~= nil or record.count == 0
  record.decides = not (record.final or position:chance() or position:at_once())
  record.look = look_of(record, position)
  if game.features and not record.final and not position.patient.given.players then
    record.features = features.read(position)
  end
  return record
end

--- The moves that lead from the given state to a record.
function patient.line_to(record)
  local line = {}
  while record.parent do
    table.insert(line, 1, record.move)
    record = record.parent
  end
  return line
end

--- Raises a finding at a record, or at two that are compared.
function patient.blame(fault, message, record, other)
  report.raise(fault, message, patient.line_to(record), other and patient.line_to(other))
end

-- `records` of different positions in the order in which they were met; `known`: by their text; `games`: the records
-- of each random game; `repeated`: pairs of a record and a second one, of the same position reached by another line;
-- `all`: the records, and those seconds. `is_whole`: there was time for all games.
local Sample = {}
Sample.__index = Sample

-- Takes down the position at hand, which was reached by the last move from `parent`. Where players alternate, the
-- state need not say who is to move.
function Sample:note(position, parent)
  local text = patient.recognition(position)
  if text and not position.game.player then text = text .. position:mover() end
  local known = text and self.known[text]
  if known and #self.repeated >= MOST then return known end
  local record = record_of(position, parent, text)
  self.all[#self.all + 1] = record
  if known then
    self.repeated[#self.repeated + 1] = { known, record }
    return known
  end
  if text then self.known[text] = record end
  self.records[#self.records + 1] = record
  return record
end

-- Takes down what lies around a position, as far as the budget goes.
function Sample:explore(position, record, depth)
  if depth == 0 then return end
  for _, move in ipairs(position:candidates()) do
    self.budget = self.budget - 1
    if self.budget < 0 or #self.records >= MOST or not self.patient:has_time() then return end
    if position:try(move) then
      self:explore(position, self:note(position, record), depth - 1)
      position:take_back()
    end
  end
end

-- Plays a random game, and perhaps looks around on the way back.
function Sample:play_game(game, looks)
  local position, draw = self.patient:begin(), self.patient:random(game)
  local way = { self:note(position) }
  while #way <= FAR and self.patient:has_time() and position:wander(draw) do
    way[#way + 1] = self:note(position, way[#way])
  end
  self.games[game] = way
  local places = { [math.max(1, #way - DEPTH)] = true, [draw(#way)] = true }
  places[game == 1 and 1 or draw(#way)] = true
  for ply = #way, looks and 1 or #way + 1, -1 do
    position:rewind(ply - 1)
    self.budget = places[ply] and BUDGET or BESIDE
    self:explore(position, way[ply], places[ply] and DEPTH or 1)
  end
  self.patient:finish()
end

--- Positions along random games, beside them, and around some places of them.
function patient.take_sample(self)
  self.sample = setmetatable({ patient = self, records = {}, known = {}, games = {}, repeated = {}, all = {} },
    Sample)
  for game = 1, GAMES * self.settings.games do
    self.sample:play_game(game, game <= self.settings.games)
    if not self:has_time() then return end
  end
  self.sample.is_whole = true
end

return patient

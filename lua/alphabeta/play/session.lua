-- A game that is being played: by persons, the computer and other players, a small step at a time. Rules of turns and
-- ends are the referee's. Fields of options and of what is returned are in meta.lua.

local at_work = require "alphabeta.base.at_work"
local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local finishing = require "alphabeta.play.finishing"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local judging = require "alphabeta.play.judging"
local max_integer = require "alphabeta.base.max_integer"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"
local record = require "alphabeta.play.record"
local referee = require "alphabeta.play.referee"
local rounds = require "alphabeta.play.rounds"
local seats = require "alphabeta.play.seats"
local words = require "alphabeta.play.words"

local copy = options.copy

local SEEDS = 2 ^ 30
local OF_CHANCE, OF_PLAYERS, OF_ADVICE = 1, 2, 3 -- numbers that a seed is divided by,
local USES = 3                                   -- so many for each who chooses at once

local COUNT = options.integer(1, 65535)

local OPTIONS = {
  state = { expected = "state", fits = function(value) return value ~= false end },
  seats = options.list,
  level = {
    expected = "number, name or list of these",
    fits = function(value) return type(value) == "number" or type(value) == "string" or type(value) == "table" end,
  },
  levels = options.list,
  think = options.table,
  seed = options.seed,
  text = options.string,
  on_move = options.callback,
  on_turn = options.callback,
  on_end = options.callback,
}

local LIMITS = { nodes = options.integer(1, max_integer), time = options.seconds }

---@class alphabeta.session.Private what a session is to itself
---@field state any the position at hand
---@field player? integer who is to move; nil: the game is over, or chance decides. Where all choose at once: who is
--- to choose next
---@field chosen table<integer, table> the choices of those who have chosen where all do, as `{ move, info }`
---@field turn integer how many moves players have made
---@field over boolean
---@field outcome? alphabeta.Outcome how the game has ended
---@field game table
---@field playing alphabeta.Playing
---@field entries alphabeta.SessionMove[] what was played
---@field lines table<alphabeta.SessionMove, string> of the text of the session
---@field start string a checksum of the position that it began with
---@field undone alphabeta.SessionMove[] what was taken back, the next one to be played again last
---@field seats alphabeta.Seat[]
---@field level_options table[] of players, by level
---@field think table options of the strongest level, hints and values
---@field seed integer
---@field events table[] what the callbacks are still to be told
---@field version integer changes with the position
---@field forfeit? table who has lost before the end, and why
---@field thought? table the search for the move of the player to move
---@field jobs table<string, table> what was asked about the position: hint, values, review
---@field fresh boolean the fields above are those of the position
---@field at_work table whether a function of the game or of a player is run
---@field begun? boolean what it runs has not come to an end
---@field telling? boolean a line of play is being put into words: its moves are played on the state
local Session = {}
local metatable = { __index = Session }

------------------------------------------------------------------------------------------------
-- The position, and who is told of it

-- How the game has ended, which is over.
local function outcome_of(self)
  local game, forfeit = self.game, self.forfeit
  if forfeit then
    return { winner = #self.seats == 2 and 3 - forfeit.loser or nil, reason = forfeit.reason,
      text = words.loss(game, forfeit.loser, forfeit.reason) }
  end
  local payoffs = self.playing:payoffs()
  local places = rounds.places(payoffs)
  local reason = self.playing:ends_by_repetition() and "repetition" or "finished"
  return { winner = rounds.winner(places), payoffs = payoffs, reason = reason,
    text = words.ending(game, places, reason) }
end

local function tell(self, name, value)
  self.events[#self.events + 1] = { name = name, value = value, version = self.version }
end

-- Who is the first, from a player on, that has a choice where all choose at once, and has not chosen? Nil: nobody.
local function first_to_choose(self, from)
  for player = from, self.playing:count() do
    if not self.chosen[player] and #self.playing:legal(player) > 0 then return player end
  end
end

-- Who is to move; or to choose.
local function next_of(self)
  return self.playing:at_once() and first_to_choose(self, 1) or self.playing:mover()
end

-- Of whom the choices are, where all choose at once: the player to move; else nil.
local function chooser_of(self) return self.playing:at_once() and self.player or nil end

-- Brings the fields up to date. If the game raises an error here, that is done before whatever comes next.
local function refresh(self)
  if self.fresh then return end
  local playing = self.playing
  self.state, self.turn, self.over, self.player, self.outcome = playing.state, playing:plies(), false, nil, nil
  local over = self.forfeit ~= nil or playing:is_over()
  local player = not over and not playing:chance() and next_of(self) or nil
  local outcome = over and outcome_of(self) or nil
  self.over, self.player, self.outcome, self.fresh = over, player, outcome, true
  if over then tell(self, "on_end", outcome) elseif player then tell(self, "on_turn", player) end
end

-- Forgets a search.
local function drop(search)
  if search and search.close then search:close() end
end

local function drop_thought(self)
  drop(self.thought)
  self.thought = nil
end

local function drop_all(self)
  drop_thought(self)
  for _, job in pairs(self.jobs) do drop(job.search) end
  self.jobs = {}
end

-- The position is another one, or somebody has chosen where all do.
local function changed(self, chosen)
  drop_all(self)
  self.version, self.fresh, self.chosen = self.version + 1, false, chosen or {}
  refresh(self)
end

-- Tells the callbacks what has happened. One that raises an error has been told; the others are told next time.
local function deliver(self)
  while self.events[1] do
    local event = table.remove(self.events, 1)
    local callback = self[event.name]
    if callback and (event.name == "on_move" or event.version == self.version) then callback(event.value) end
  end
end

-- Has an error ended the search in the middle of a move?
local function is_dirty(search) return search ~= nil and search:result().stopped == "dirty" end

-- Plays on to the position at hand, from where a review has gone back to. (If a coroutine was killed in its search,
-- that one puts the position back as soon as it is asked.)
local function catch_up(self)
  local playing, review = self.playing, self.jobs.review
  if review and #playing.line < #self.entries then review.search:result() end
  for i = #playing.line + 1, #self.entries do playing:play(self.entries[i].move) end
end

-- Searches bring back what they have changed as soon as they are asked, unless an error has struck them in the middle
-- of a move.
local function ask_searches(self)
  local playing = self.playing
  for _, job in pairs(self.jobs) do playing.dirty = playing.dirty or is_dirty(job.search) end
  playing.dirty = playing.dirty or is_dirty(self.thought)
end

local function finish(self, ok, ...)
  self.begun, self.telling = nil, nil
  if not ok then
    ask_searches(self)
    if not self.playing.dirty then pcall(catch_up, self) end -- else it is tried again
  end
  self.at_work:finish()
  if not ok then error((...), 0) end
  return ...
end

local LOST = "the session is lost: 'play' or 'undo' failed, so the position is unknown"

-- The coroutine of the last method was killed: brings the position back. One that `undo` takes back is lost where
-- nobody knows any more which moves a text was about.
local function recover(self)
  local playing = self.playing
  ask_searches(self)
  playing.dirty = playing.dirty or (self.telling and playing.in_place and not playing.restores)
  self.telling = nil
  if playing.dirty then core.raise(LOST) end
  playing:recover(math.min(#playing.line, #self.entries))
end

local function begin(self, f, ...)
  local playing = self.playing
  if self.begun then recover(self) end
  if playing.restores then playing.picture = playing.picture or core.picture(self.game, playing.state) end
  self.begun = true
  catch_up(self)
  return f(self, ...)
end

-- Calls a function that asks the game, or players. In the middle of that nothing else is done: not by what is called,
-- nor while that has yielded. The error is at the line of the method's caller.
local function work(self, f, ...)
  if self.at_work:is_on() then
    error("the session is busy (functions of its game and its players cannot call its methods)", 3)
  elseif self.closed then
    error("the session is closed", 3)
  elseif self.playing.dirty then
    error(LOST, 3)
  end
  self.at_work:begin()
  return finish(self, pcall(begin, self, f, ...))
end

------------------------------------------------------------------------------------------------
-- Moves

-- The entry of a legal move, a joint move or an outcome that is about to be played.
local function entry_of(self, move, player, info)
  local playing = self.playing
  local entry = { move = move, text = notation.of(playing, move), player = player, info = info }
  if playing:at_once() then entry.at_once, entry.player = true, nil end
  self.lines[entry] = record.line(playing, move, entry.text)
  return entry
end

-- Has a player, or have all, moved there, and not chance?
local function is_of_players(entry) return entry.player ~= nil or entry.at_once == true end

-- Plays a legal move or an outcome.
local function make(self, move, player, info)
  local entry = entry_of(self, move, player, info)
  self.playing:play(move)
  self.entries[#self.entries + 1], self.undone = entry, {}
  tell(self, "on_move", entry)
  changed(self)
  return entry
end

-- Plays what all have chosen.
local function make_joint(self, chosen)
  local move, infos = {}, {}
  for player, entry in pairs(chosen) do move[player], infos[player] = entry.move, entry.info end
  make(self, move, nil, infos)
end

-- The player to move chooses, where all do: that is hidden until the others have chosen, too.
local function choose(self, move, info)
  local player, chosen = self.player, copy(self.chosen)
  local entry = { move = move, text = notation.of(self.playing, move, player), player = player, info = info }
  chosen[player] = entry
  if first_to_choose(self, player + 1) then changed(self, chosen) else make_joint(self, chosen) end
  return entry
end

-- Plays a legal move of the player to move, or notes his choice.
local function make_own(self, move, info)
  if chooser_of(self) then return choose(self, move, info) end
  return make(self, move, self.player, info)
end

local function roll(self)
  local playing = self.playing
  local draw = generator(self.seed, OF_CHANCE, playing.drawn + 1)
  make(self, playing:chance()[playing:outcome_at(referee.fraction(draw))])
end

-- What a player is told of the game.
local function about(self)
  return { seed = self.seed, pair = 1, number = 1, ply = self.turn, history = self.playing:history(),
    player = chooser_of(self) }
end

-- A search with these options, for the player to move. It draws the same numbers at this move whenever it is asked.
local function search_with(self, given, seat, number)
  local fields = copy(given)
  if fields.seed == nil then
    local chooser = chooser_of(self) or 1
    fields.seed = generator(self.seed, number + USES * (chooser - 1), self.turn)(SEEDS)
  end
  if seat and self.game.key and fields.table == nil and not players.is_sampled(fields, self.game) then
    seat.table = seat.table or finishing.table(fields)
    fields.table = seat.table
  end
  return players.starts[players.search(fields)](self.playing.state, self.game, about(self))
end

local function lose(self, reason)
  self.forfeit = { loser = self.player, reason = reason }
  changed(self)
end

-- Plays what a player has answered.
local function answer(self, move, info)
  if move == nil then return lose(self, type(info) == "string" and info or "no move") end
  local legal = self.playing:find(move, chooser_of(self))
  if legal == nil then return lose(self, "illegal move " .. contents.quoted(move)) end
  make_own(self, legal, info)
end

-- Works on a search, without limits to its end: its result, if it is finished.
local function finished(search, limits)
  return search:step(limits) and search:result()
end

-- The player to move goes on to think.
local function think(self, limits)
  local seat = self.seats[self.player]
  local start = seat.kind == "player" and players.starts[seat.play]
  if seat.kind == "player" and not start then
    return answer(self, seat.play(self.playing.state, self.game, about(self)))
  end
  self.thought = self.thought or (start and start(self.playing.state, self.game, about(self))
    or search_with(self, self.level_options[seat.level], seat, OF_PLAYERS))
  local result = finished(self.thought, limits)
  if not result then return end
  local move = result.move
  if move == nil then move = self.playing:legal(chooser_of(self))[1] end -- no time for a single move
  answer(self, move, result)
end

-- Is a person to move?
local function is_persons_turn(self) return self.player and self.seats[self.player].kind == "human" end

-- A question about the position that is not answered yet.
local function open_job(self)
  for _, name in ipairs { "hint", "values", "review" } do
    local job = self.jobs[name]
    if job and not job.answer then return job end
  end
end

local function is_due(self)
  return not self.over and not is_persons_turn(self) or open_job(self) ~= nil
end

local function step(self, limits)
  refresh(self)
  local job = open_job(self)
  if not self.over and not self.player then
    roll(self)
  elseif self.player and not is_persons_turn(self) then
    think(self, limits)
  elseif job then
    local result = finished(job.search, limits)
    catch_up(self)
    if not result then return end
    job.answer = job.finish(self, result)
    drop(job.search)
  end
end

--- Does what is due: an outcome of chance, a slice of the computer's thinking or its move, another player's move, a
--- slice of what was asked. Never takes longer than the limits say, but for players that are functions.
---@param limits? alphabeta.SessionLimits
---@return boolean due there is more to be done
--- Raises an error if a limit is unknown or out of its range; and those of the game, of players and of callbacks. After
--- each the session goes on.
function Session:step(limits)
  options.check_self(self, metatable, "step", "session")
  options.check("step", 1, limits, LIMITS)
  work(self, step, limits)
  deliver(self)
  return is_due(self)
end

-- Why nobody can play a move by hand; nil: a person can.
local function refusal(self)
  refresh(self)
  if self.over then return "the game is over" end
  if not self.player then return "chance decides" end
  if not is_persons_turn(self) then return "the computer is to move" end
end

local function play(self, move)
  local message = refusal(self)
  if message then return nil, message end
  local chooser = chooser_of(self)
  local legal = self.playing:find(move, chooser)
  if legal == nil and type(move) == "string" then
    legal, message = notation.parse(self.playing, move, chooser)
  end
  if legal == nil then return nil, message or ("illegal move %s"):format(contents.quoted(move)) end
  return make_own(self, legal)
end

--- Plays a person's move, which may be given as text.
---@return alphabeta.SessionMove? entry nil if it cannot be played now
---@return string? message
function Session:play(move)
  options.check_self(self, metatable, "play", "session")
  if move == nil then error(options.bad_argument("play", 1, "move expected, got nil"), 2) end
  local entry, message = work(self, play, move)
  deliver(self)
  return entry, message
end

-- The legal moves in the game's order, or the choices of the player to move; with their texts.
local function list_moves(self)
  local list, chooser = {}, chooser_of(self)
  for i, move in ipairs(self.playing:legal(chooser)) do
    list[i] = { move = move, text = notation.of(self.playing, move, chooser) }
  end
  return list
end

local function moves(self) return refusal(self) and {} or list_moves(self) end

--- The legal moves of the person to move; none if nobody is.
---@return alphabeta.MoveText[]
function Session:moves()
  options.check_self(self, metatable, "moves", "session")
  local list = work(self, moves)
  return list
end

--- What was played so far, outcomes of chance included: a list of its own.
---@return alphabeta.SessionMove[]
function Session:played()
  options.check_self(self, metatable, "played", "session")
  local list = {}
  for i, entry in ipairs(self.entries) do list[i] = entry end
  return list
end

--- The whole game as lines of text, for the option `text` of another session.
---@return string
function Session:text()
  options.check_self(self, metatable, "text", "session")
  return record.write(self)
end

------------------------------------------------------------------------------------------------
-- Back and forth

-- Has a person moved there? Where all have chosen: one of them.
local function is_persons(self, entry)
  for number, seat in ipairs(self.seats) do
    if seat.kind == "human" and (entry.at_once or entry.player == number) then return true end
  end
  return false
end

-- How many entries are left when so many moves of players are taken back, or all back to a person's; or nil, and how
-- many moves there are.
local function entries_before(self, count)
  local taken = 0
  for i = #self.entries, 1, -1 do
    local entry = self.entries[i]
    taken = taken + (is_of_players(entry) and 1 or 0)
    if is_of_players(entry) and (taken == count or not count and is_persons(self, entry)) then return i - 1 end
  end
  return nil, taken
end

-- What is said where there are no moves, or fewer than were asked for.
local function too_few(there, asked, what)
  if there == 0 or not asked then return "there is nothing to " .. what end
  return ("there %s only %s to %s"):format(there == 1 and "is" or "are", contents.count_text(there, "move"), what)
end

local function has_person(self)
  for _, seat in ipairs(self.seats) do
    if seat.kind == "human" then return true end
  end
  return false
end

-- Has a person made a choice that is not played yet?
local function has_waiting_person(self)
  for player in pairs(self.chosen) do
    if self.seats[player].kind == "human" then return true end
  end
  return false
end

local function take_back(self, count)
  if has_waiting_person(self) then
    changed(self)
    return 1
  end
  local left, there = entries_before(self, count or not has_person(self) and 1 or nil)
  if not left then return nil, too_few(there, count, "take back") end
  local taken = 0
  self.forfeit = nil
  drop_all(self)
  self.fresh, self.version = false, self.version + 1
  while #self.entries > left do
    self.playing:take_back()
    local entry = table.remove(self.entries)
    self.undone[#self.undone + 1] = entry
    taken = taken + (is_of_players(entry) and 1 or 0)
  end
  changed(self)
  return taken
end

-- How many of the entries that were taken back are to be played again, likewise.
local function entries_after(self, count)
  local again = 0
  for i = #self.undone, 1, -1 do
    local entry = self.undone[i]
    local is_there = is_of_players(entry)
      and (again == count or not count and again > 0 and is_persons(self, entry))
    if is_there then return #self.undone - i end
    again = again + (is_of_players(entry) and 1 or 0)
  end
  if again > 0 and again >= (count or 0) then return #self.undone end
  return nil, again
end

local function redo(self, count)
  local number, there = entries_after(self, count or not has_person(self) and 1 or nil)
  if not number then return nil, too_few(there, count, "redo") end
  local again = 0
  self.forfeit = nil
  drop_all(self)
  self.fresh, self.version = false, self.version + 1
  for _ = 1, number do
    local entry = self.undone[#self.undone]
    self.playing:play(self.playing:find(entry.move))
    self.entries[#self.entries + 1] = table.remove(self.undone)
    again = again + (is_of_players(entry) and 1 or 0)
  end
  changed(self)
  return again
end

local function check_count(name, count)
  if count ~= nil and not COUNT.fits(count) then
    error(options.bad_argument(name, 1, ("%s expected, got %s"):format(COUNT.expected, options.shown(count))), 3)
  end
end

--- Takes moves back: so many of players, or all back to where a person was to move last.
---@param count? integer
---@return integer? taken how many moves of players; nil: nothing was changed
---@return string? message
function Session:take_back(count)
  options.check_self(self, metatable, "take_back", "session")
  check_count("take_back", count)
  local taken, message = work(self, take_back, count)
  deliver(self)
  return taken, message
end

--- Plays again what was taken back: so many moves of players, or all to where a person is to move.
---@param count? integer
---@return integer? again how many moves of players; nil: nothing was changed
---@return string? message
function Session:redo(count)
  options.check_self(self, metatable, "redo", "session")
  check_count("redo", count)
  local again, message = work(self, redo, count)
  deliver(self)
  return again, message
end

------------------------------------------------------------------------------------------------
-- Advice

-- The answer to a question; nil: not yet. `start` begins what finds it, if that was not asked before.
local function ask(self, name, given, start, done)
  local job = self.jobs[name]
  if not job or not referee.is_same(job.given, given) then
    drop(job and job.search)
    job = { given = copy(given), search = start(), finish = done }
    self.jobs[name] = job
  end
  return job.answer
end

-- The same about the position, for the person to move.
local function ask_for_person(self, name, given, fields, done)
  local message = refusal(self)
  if message then return nil, message end
  return ask(self, name, given, function() return search_with(self, fields, nil, OF_ADVICE) end, done)
end

-- How the strongest level draws its move; advice is what is best.
local DRAWN = { "choose", "margin_random", "temperature", "guard" }

-- The options of a question: those that were given, and what must be among them.
local function fields_of(self, given, all)
  local fields = copy(given or self.think)
  if not given then
    for _, name in ipairs(DRAWN) do fields[name] = nil end
    if all then fields.shortest, fields.window = nil, nil end -- with which there are no values of all
  end
  if all and not players.is_sampled(fields, self.game) then fields.all = true end
  return fields
end

local function check_search(self, name, given, all)
  local flaw = given ~= nil and seats.flaw_of_options(given, self.game)
    or seats.flaw_of_options(fields_of(self, given, all), self.game)
  if flaw then error(options.bad_argument(name, 1, flaw), 3) end
end

local function hint_of(self, result)
  self.telling = true
  result.text = result.text or words.result(self.game, self.playing.state, result, chooser_of(self))
  self.telling = nil
  return result
end

--- What the person to move had best play. The first call asks, `step` works on it, and the answer is there when a call
--- returns it; it is forgotten when the position changes.
---@param given? alphabeta.PlayerOptions of the search
---@return alphabeta.Hint? result nil: not known yet, or not to be known
---@return string? message why it is not to be known
function Session:hint(given)
  options.check_self(self, metatable, "hint", "session")
  check_search(self, "hint", given, false)
  local fields = fields_of(self, given, false)
  local result, message = work(self, ask_for_person, "hint", given or self.think, fields, hint_of)
  return result, message
end

-- The same, each with its value, if it has one.
local function values_of(self, result)
  local list, chooser = list_moves(self), chooser_of(self)
  for _, found in ipairs(result.moves or {}) do
    local entry = list[self.playing:number_of(found.move, chooser)]
    if not found.visits or found.visits > 0 then entry.value = found.value end
  end
  return list
end

--- What each legal move of the person to move is worth, asked and answered like a hint.
---@param given? alphabeta.PlayerOptions of the search
---@return alphabeta.MoveValue[]? list nil: not known yet, or not to be known
---@return string? message
function Session:values(given)
  options.check_self(self, metatable, "values", "session")
  check_search(self, "values", given, true)
  local fields = fields_of(self, given, true)
  local list, message = work(self, ask_for_person, "values", given or self.think, fields, values_of)
  return list, message
end

-- The limits of a review for which none are given: those of `think`.
local function limits_of_review(self)
  local limits = {}
  for _, name in ipairs { "depth", "nodes", "time", "playouts" } do limits[name] = self.think[name] end
  return limits
end

local function ask_for_review(self, given)
  refresh(self)
  if self.game.determinize and not self.over then return nil, "cards are hidden until the game is over" end
  return ask(self, "review", given, function() return judging.start(self.playing, given) end,
    function(_, result) return result.list end)
end

--- What each move of the game has cost, as `alphabeta.review` says it: asked and answered like a hint, at any time, but
--- where something is hidden, at the end.
---@param given? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[]? list nil: not known yet, or not to be known
---@return string? message why it is not to be known
function Session:review(given)
  options.check_self(self, metatable, "review", "session")
  local flaw = judging.flaw(self.game, given)
  if flaw then error(options.bad_argument("review", 1, flaw), 2) end
  local list, message = work(self, ask_for_review, given or limits_of_review(self))
  return list, message
end

local function thinking(self)
  local job = open_job(self)
  local search = self.thought or job and job.search
  if not search then return nil end
  local result = search:result()
  result.depth, result.line = result.depth or 0, result.pv or {}
  return hint_of(self, result)
end

--- What the search that is under way has found so far; nil: there is none.
---@return alphabeta.Thinking?
function Session:thinking()
  options.check_self(self, metatable, "thinking", "session")
  local found = work(self, thinking)
  return found
end

------------------------------------------------------------------------------------------------
-- Who plays

local function check_seat(self, name, number)
  if not options.integer(1, #self.seats).fits(number) then
    error(options.bad_argument(name, 1, ("%s expected, got %s"):format(options.integer(1, #self.seats).expected,
      options.shown(number))), 3)
  end
end

-- Somebody else sits there, or plays otherwise.
local function put(self, number, seat)
  self.seats[number] = seat
  drop_all(self)
end

--- The levels at which the computer can play, the weakest first: a list of its own.
---@return alphabeta.SessionLevel[]
function Session:levels()
  options.check_self(self, metatable, "levels", "session")
  local list = {}
  for i, level in ipairs(self.level_options) do
    list[i] = { name = seats.name(#self.level_options, i), options = copy(level) }
  end
  return list
end

--- Who sits where: a list of its own.
---@return alphabeta.SessionSeat[]
function Session:seated()
  options.check_self(self, metatable, "seated", "session")
  local list = {}
  for i, seat in ipairs(self.seats) do list[i] = { kind = seat.kind, level = seat.level } end
  return list
end

--- Sets the level at which the computer plays in a seat, by its number or name.
---@param number integer
---@param level integer|string
function Session:set_level(number, level)
  options.check_self(self, metatable, "set_level", "session")
  check_seat(self, "set_level", number)
  local found, message = seats.level(#self.level_options, level)
  if not found then error(options.bad_argument("set_level", 2, message), 2) end
  local seat = self.seats[number]
  work(self, put, number, { kind = seat.kind, play = seat.play, level = found })
end

--- Gives a seat to a person, the computer, or a player.
---@param number integer
---@param player "human"|"computer"|alphabeta.Player
function Session:set_seat(number, player)
  options.check_self(self, metatable, "set_seat", "session")
  check_seat(self, "set_seat", number)
  local seat, message = seats.new(player, self.seats[number].level)
  if not seat then error(options.bad_argument("set_seat", 2, message), 2) end
  work(self, put, number, seat)
end

--- Gives back what searches hold. The fields can still be read.
function Session:close()
  options.check_self(self, metatable, "close", "session")
  if self.closed then return end
  work(self, drop_all)
  self.closed = true
end

------------------------------------------------------------------------------------------------
-- Beginning

-- What is wrong with the length of a list that has one for each player; nil: nothing.
local function flaw_of_length(name, list, count)
  return #list > count and ("option '%s': list of %d expected, got %d"):format(name, count, #list) or nil
end

-- The levels of the seats, as numbers; or nil and what is wrong.
local function read_levels(given, levels, count)
  local numbers = {}
  local flaw = type(given) == "table" and flaw_of_length("level", given, count)
  if flaw then return nil, flaw end
  for i = 1, count do
    local level = given
    if type(given) == "table" then level = given[i] end
    local message
    if level == nil then
      numbers[i] = seats.middle(#levels)
    else
      numbers[i], message = seats.level(#levels, level)
    end
    if message then return nil, "option 'level': " .. message end
  end
  return numbers
end

-- The seats; or nil and what is wrong.
local function read_seats(given, numbers, count)
  local list = {}
  for i = 1, count do
    local message
    local who = i == 1 and "human" or "computer"
    if given then who = given[i] end
    list[i], message = seats.new(who, numbers[i])
    if message then return nil, ("option 'seats': seat %d: %s"):format(i, message) end
  end
  local flaw = given and flaw_of_length("seats", given, count)
  if flaw then return nil, flaw end
  return list
end

-- What is wrong with the state; nil: nothing.
local function flaw_of_state(game, state)
  if state == nil then
    return options.bad_argument("session", 2, "option 'state' needed: the game has no field 'initial'")
  end
  local flaw = flaws.of_game("session", game, state)
  return flaw and (flaw:gsub("^(bad argument #2 to 'session' )%(", "%1(option 'state': "))
end

-- What is wrong with options of searches; nil: nothing.
local function flaw_of_searches(game, given)
  local flaw = given.think and seats.flaw_of_options(given.think, game)
  if flaw then return "option 'think': " .. flaw end
  flaw = seats.flaw_of_levels(game, given.levels)
  return flaw and "option 'levels': " .. flaw
end

local function random_seed() return math.random(2 ^ 15) * 2 ^ 15 + math.random(2 ^ 15) end

-- Options with what a text says where nothing else is given; or nil and what is wrong.
local function with_record(given, found, levels)
  local seats_found, levels_found = {}, {}
  for i, seat in ipairs(found.seats) do
    seats_found[i], levels_found[i] = seat.kind, seat.level
    local number = 4 + i
    if not given.level and seat.count ~= #levels then
      return nil, ("option 'text': line %d: it was written with %d levels, and there are %d"):format(number,
        seat.count, #levels)
    elseif not given.seats and seat.kind == "player" then
      return nil, ("option 'text': line %d: this seat had a player of your own (option 'seats' needed)"):format(number)
    end
  end
  return { seats = given.seats or seats_found, level = given.level or levels_found, seed = given.seed or found.seed }
end

-- Who sits where, by the options and by what a text says, if there is one; or nil and what is wrong.
local function take_seats(self, given, found)
  local message
  local asked = given
  if found then asked, message = with_record(given, found, self.level_options) end
  if not asked then return nil, message end
  local count = self.game.players or 2
  local numbers
  numbers, message = read_levels(asked.level, self.level_options, count)
  if not numbers then return nil, message end
  self.seats, message = read_seats(asked.seats, numbers, count)
  self.seed = asked.seed or random_seed()
  for _, seat in ipairs(self.seats or {}) do players.begin_game(seat.play) end
  return self.seats, message
end

-- Plays what a text says; or returns nil and what is wrong. Then the state is as it was.
local function replay(self, found)
  local playing = self.playing
  local ok, message = pcall(record.replay, playing, found, function(move)
    self.entries[#self.entries + 1] = entry_of(self, move, not playing:chance() and playing:mover() or nil)
  end)
  if ok and not message then ok, message = pcall(refresh, self) end
  if ok and not message then return true end
  self.entries = {}
  if not playing.dirty then playing:rewind() end
  if not ok then error(message, 0) end
  return nil, "option 'text': " .. message
end

-- Takes what the options say; or returns nil and what is wrong.
local function set_up(self, given)
  self.start = record.start(self.playing)
  local found, message
  if given.text then
    found, message = record.read(given.text, self.game, self.start)
    if not found then return nil, "option 'text': " .. message end
  end
  local ok
  ok, message = take_seats(self, given, found)
  if ok and found then ok, message = replay(self, found) end
  return ok, message
end

-- A session; or nil and what is wrong.
local function new(game, given)
  local flaw = flaws.of_rules("session", game)
  if flaw then return nil, flaw end
  flaw = options.bad_argument("session", 2, options.flaw(given, OPTIONS))
  if flaw then return nil, flaw end
  given = given or {}
  local state = given.state
  if state == nil and game.initial then state = game.initial() end
  flaw = flaw_of_state(game, state) or options.bad_argument("session", 2, flaw_of_searches(game, given))
  if flaw then return nil, flaw end
  local strongest = seats.think(given.think)
  local self = setmetatable({
    game = game, playing = referee.begin(game, state), entries = {}, lines = setmetatable({}, { __mode = "k" }),
    undone = {}, level_options = seats.levels(game, given.levels, strongest), think = strongest, events = {},
    version = 0, jobs = {}, chosen = {}, fresh = false, at_work = at_work(),
    on_move = given.on_move, on_turn = given.on_turn, on_end = given.on_end,
  }, metatable)
  local ok, message = work(self, set_up, given)
  if not ok then return nil, options.bad_argument("session", 2, message) end
  return self
end

--- Begins a game, with persons, the computer at some level, and other players.
---@param game alphabeta.Game
---@param given? alphabeta.SessionOptions
---@return alphabeta.Session
--- Raises an error if an argument is not what it should be, or an option is unknown.
return function(game, given)
  local self, flaw = new(game, given)
  if not self then error(flaw, 2) end
  work(self, refresh)
  return self
end

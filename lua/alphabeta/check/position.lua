-- A position of the game under examination. Its callbacks are asked with care: they may raise, never come back, or
-- return what they should not. What cannot be gone on from is raised as a finding.

local contents = require "alphabeta.tell.contents"
local features = require "alphabeta.play.features"
local image = require "alphabeta.check.image"
local pictures = require "alphabeta.check.picture"
local referee = require "alphabeta.play.referee"
local report = require "alphabeta.check.report"

local positions = {}

-- Calls of functions that nobody vouches for ------------------------------------------------------

local INSTRUCTIONS = 10000 -- of the Lua machine between two looks at the clock

--- What a call raises that takes too long.
positions.late = setmetatable({}, { __tostring = function() return "it did not return" end })

-- `limit`, seconds; `number` of the last call, and whether it is `under_way`; `seen`: the call that was so when the
-- clock was last looked at, and `since` when; `hook`, which looks at it.
local Calls = {}
Calls.__index = Calls

--- Calls that may take `limit` seconds each.
function positions.calls(limit) return setmetatable({ limit = limit, number = 0 }, Calls) end

local function ended(self, ...)
  self.under_way = false
  return ...
end

--- pcall within the time limit, which holds inside Calls:watch.
function Calls:call(f, ...)
  self.number, self.under_way = self.number + 1, true
  self:watch_iterator(f)
  return ended(self, pcall(f, ...))
end

--- A function from `coroutine.wrap` goes on in a coroutine with a hook of its own. It keeps ours, which does nothing
--- outside of calls. (Lua 5.1 does not show it.)
function Calls:watch_iterator(f)
  if not self.hook or type(f) ~= "function" then return end
  local name, thread = debug.getupvalue(f, 1)
  if name == "" and type(thread) == "thread" and not debug.gethook(thread) then
    debug.sethook(thread, self.hook, "", INSTRUCTIONS)
  end
end

function Calls:look_at_clock()
  if not self.under_way then return end
  if self.number ~= self.seen then self.seen, self.since = self.number, os.clock() end
  if os.clock() - self.since > self.limit then error(positions.late, 0) end
end

--- Runs a function during which calls are watched. Where a hook is set already (by a debugger, or by a host with a
--- time limit of its own) that one stays, and where the debug library is kept from us there is none: calls are not
--- stopped then.
function Calls:watch(f)
  if not (debug and debug.sethook and debug.gethook) or debug.gethook() then return f() end
  self.hook = function() self:look_at_clock() end
  debug.sethook(self.hook, "", INSTRUCTIONS)
  local worked, message = pcall(f)
  debug.sethook()
  if not worked then error(message, 0) end
end

--- A coroutine that has the hook of the running one: each has its own. One that is set in C comes by itself.
function positions.thread(f)
  local thread, hook, mask, count = coroutine.create(f), nil, nil, nil
  if debug and debug.sethook and debug.gethook then hook, mask, count = debug.gethook() end
  if type(hook) == "function" then debug.sethook(thread, hook, mask, count) end
  return thread
end

-- Asking ------------------------------------------------------------------------------------------

local MOST_JOINT = 1000 -- joint moves of a position that are looked at

local Position = setmetatable({ most_joint = MOST_JOINT }, { __index = referee.Playing })
Position.__index = Position

--- A position, at first a state that is given. `patient` has the game, its `calls` and the time.
function positions.new(patient, state)
  local self = Position:new(patient.game, state)
  self.patient, self.calls = patient, patient.calls
  return self
end

--- The moves made so far, and perhaps some more.
function Position:line_with(...)
  local line = {}
  for i, move in ipairs(self.line) do line[i] = move end
  for _, move in ipairs { ... } do line[#line + 1] = move end
  return line
end

--- Raises a finding, at the position or after some moves more.
function Position:fail(fault, message, ...) report.raise(fault, message, self:line_with(...)) end

--- The same if something has changed: `change` in words, or nil.
function Position:fail_if(change, fault, message, ...)
  if change then self:fail(fault, message .. change, ...) end
end

local function outcome(self, name, move, worked, ...)
  if worked then return ... end
  local message = ...
  self:expect(not rawequal(message, positions.late), "endless-call", move, "'%s' did not return within %g seconds",
    name, self.calls.limit)
  self:fail(name .. "-error", ("'%s' raised an error: %s"):format(name, contents.shown(message)), move)
end

-- What these get besides the state is no move, but a text, a list to fill, or a player.
local WITHOUT_MOVE = { parse_move = true, moves = true, noisy = true, features = true, determinize = true,
  information = true }

-- Calls within the time limit.
function Position:call(name, f, ...)
  return outcome(self, name, not WITHOUT_MOVE[name] and select(2, ...) or nil, self.calls:call(f, ...))
end

local function attempted(worked, ...)
  if worked then return ... end
  local found = ...
  if not report.is_finding(found) or found.fault == "endless-call" then error(found, 0) end
  return nil, found
end

--- Runs a function; nil and the finding if it has raised one.
function positions.attempt(f, ...) return attempted(pcall(f, ...)) end

function Position:check_list(name, list, count)
  for key in next, list do
    if type(key) == "number" and key % 1 == 0 and (key < 1 or key > count) then
      self:fail("moves-hole", ("'%s' returned a list of %d with something at index %s, which the search does not see")
        :format(name, count, key))
    end
  end
  local name_of_one, one = next(list)
  if count > 0 or one == nil then return end
  self:expect(one ~= true, name .. "-type", nil, "'%s' returned a set (%s = true), a list expected", name,
    image.shown(name_of_one))
  -- Farther on the game may be over, and the list have fields of its own.
  self:expect(#self.line > 0, name .. "-type", nil, "'%s' returned %s, which has nothing at index 1: a list expected",
    name, contents.shown(list))
end

--- Whether chance decides, asked for anew each time.
Position.chance = referee.Playing.ask_chance

--- Whether both choose at once, asked for anew each time, but for the choices of those that are taken back.
function Position:at_once()
  if not self.game.simultaneous or self.play_payoff then return nil end
  self.choices = not self:chance() and self:ask_at_once() or false
  return self.choices or nil
end

--- Calls `play` or `undo`; the line of a finding has the whole joint move.
function Position:ask_of(name, move)
  if not self.choices then return self:ask(name, move) end
  return outcome(self, name, move, self.calls:call(self.game[name], self.state, self:parts(move)))
end

--- The legal moves, or a player's choices, asked for anew each time. The state is as it was, whatever `play` and `undo`
--- do.
function Position:legal(chooser)
  local choices = self:at_once()
  if choices and chooser then return choices[chooser] end
  local moves = self:candidates()
  if not self.refuses or choices then return moves end
  local legal, picture = {}, pictures.take(self.state)
  for _, move in ipairs(moves) do
    if self:try(move) then
      legal[#legal + 1] = move
      self:take_back()
    end
    if picture:change() then picture:restore() end
  end
  return legal
end

local function noisy_moves(self, ...)
  if ... == true and select("#", ...) == 1 then return true end
  return (self:read("noisy", ...))
end

--- The noisy moves: a list, or true.
function Position:noisy()
  if not self.game.fills then return noisy_moves(self, self:ask "noisy") end
  local list = {}
  local count = self:ask("noisy", list)
  return count == true or self:read_filled("noisy", list, count)
end

--- Does the game go on here, so that it has features?
function Position:goes_on()
  local game = self.game
  if self.play_payoff or game.finished and self:ask "finished" then return false end
  return game.finished == false or #self:legal() > 0
end

--- Does the search ask `bounds` here? Not where the game is over, if it knows that.
function Position:may_bound()
  local game = self.game
  if self.play_payoff then return false end
  return game.width or game.pseudolegal or self:chance() or self:at_once() or self:goes_on()
end

--- With weights, the static evaluation is by features.
function Position:ask_worth()
  if self.game.weights and self:goes_on() then return "features", features.worth(self) end
  return referee.Playing.ask_worth(self)
end

function Position:accept(move, state, payoff)
  if tonumber(payoff) then
    local _, flaw = referee.flaw(payoff)
    self:fail_if(flaw, "play-payoff", "'play' returned the payoff ", move)
  elseif payoff then
    self.patient:hint("play-payoff", ("'play' returned %s as second result, which ends nothing: a payoff is a number")
      :format(image.shown(payoff)), self:line_with(move))
  end
  self.returned = state
  referee.Playing.accept(self, move, state)
end

--- Drops the last moves, all but so many, without asking the game. In a game with `undo` the state is then to be
--- turned back by other means.
function Position:cut(plies)
  while #self.line > plies do self:retract() end
end

return positions

-- A game being played: a position, the moves that lead there from the given state, and the game's
-- callbacks, asked with care. All forms of games look alike from here. What cannot be gone on from is
-- raised as a finding.

local finding = require "alphabeta.check.finding"
local guard = require "alphabeta.check.guard"
local image = require "alphabeta.check.image"
local pictures = require "alphabeta.check.picture"

local MOST_MOVES = 65535
local EXACT = 2 ^ 53

local integer_type = math.type or function() return "float" end
local pack = table.pack or function(...) return { n = select("#", ...), ... } end
local raw_length = rawget(_G, "rawlen") or function(list) return #list end

-- `line`: the moves made; `trail`: what there was before each of them; `told`: the payoff, where `play`
-- has told that the game is over.
local Walk = {}
Walk.__index = Walk

local walk = {}

--- A walk that begins at a state. `calls` is a guard; `deadline` by os.clock.
function walk.new(game, state, calls, deadline)
  return setmetatable({ game = game, state = state, calls = calls, deadline = deadline, line = {}, trail = {},
    in_place = game.undo ~= nil and game.successors == nil }, Walk)
end

--- Is there time for more?
function Walk:has_time() return os.clock() < self.deadline end

--- The moves made so far, and perhaps some more.
function Walk:line_with(...)
  local line = { ... }
  for i = #line, 1, -1 do line[#self.line + i] = line[i] end
  for i, move in ipairs(self.line) do line[i] = move end
  return line
end

--- Raises a finding.
function Walk:blame(fault, message, ...)
  error(finding.new(fault, message, self:line_with(...)), 0)
end

------------------------------------------------------------------------------------------------
-- Asking

local function outcome(self, name, move, worked, ...)
  if worked then return ... end
  local message = ...
  if rawequal(message, guard.late) then
    self:blame("endless-call",
      ("'%s' did not come back within %g seconds"):format(name, self.calls.limit), move)
  end
  self:blame(name .. "-error", ("'%s' raised an error: %s"):format(name, finding.move_text(message)), move)
end

--- The results of a callback of the position, and perhaps of a move.
function Walk:ask(name, move)
  if move == nil then return outcome(self, name, nil, self.calls:call(self.game[name], self.state)) end
  return outcome(self, name, move, self.calls:call(self.game[name], self.state, move))
end

--- Runs a function; nil and the finding if it has raised one.
function walk.attempt(f, ...)
  local results = pack(pcall(f, ...))
  if results[1] then return (table.unpack or unpack)(results, 2, results.n) end
  local found = results[2]
  if not finding.is(found) or found.fault == "endless-call" then error(found, 0) end
  return nil, found
end

------------------------------------------------------------------------------------------------
-- Moves

local function has_zero_or_gap(list, count)
  for key in next, list do
    if type(key) == "number" and key % 1 == 0 and (key < 1 or key > count) then return key end
  end
end

-- The moves of a list as a table of their own.
function Walk:copy_list(name, list, count)
  if count > MOST_MOVES then
    self:blame(name .. "-type", ("'%s' returned %d moves (the limit is %d)"):format(name, count, MOST_MOVES))
  end
  local moves = {}
  for i = 1, count do
    if list[i] == nil then
      self:blame("moves-hole", ("move %d of %d from '%s' is nil"):format(i, count, name))
    end
    moves[i] = list[i]
  end
  return moves
end

function Walk:read_list(name, list)
  local count = raw_length(list)
  local stray = has_zero_or_gap(list, count)
  if stray then
    self:blame("moves-hole", ("'%s' returned a list of %d with something at index %s, which the search "
      .. "does not see"):format(name, count, tostring(stray)))
  end
  if count == 0 and next(list) ~= nil and rawget(list, next(list)) == true then
    self:blame(name .. "-type", ("'%s' returned a set (%s = true), a list expected")
      :format(name, image.shown(next(list))))
  end
  local raw = {}
  for i = 1, count do raw[i] = rawget(list, i) end
  return self:copy_list(name, raw, count)
end

function Walk:read_iterator(iterator)
  local moves = {}
  repeat
    local move = outcome(self, "moves", nil, self.calls:call(iterator))
    moves[#moves + 1] = move
    if #moves > MOST_MOVES then
      self:blame("moves-endless", ("the iterator from 'moves' gave more than %d moves, the last one %s")
        :format(MOST_MOVES, finding.move_text(move)))
    end
  until move == nil
  return moves
end

function Walk:read_results(name, results)
  if self.game.variadic and not self.game.successors then
    return self:copy_list(name, results, results.n == 1 and results[1] == nil and 0 or results.n)
  end
  local list = results[1]
  if list == nil then return {} end
  if type(list) == "function" and name == "moves" then return self:read_iterator(list) end
  if type(list) ~= "table" then
    self:blame(name .. "-type", ("'%s' returned %s (list expected)%s"):format(name, image.shown(list),
      results.n > 1 and "; multiple results need variadic = true" or ""))
  end
  return self:read_list(name, list), list
end

--- What tells the moves: "moves", "successors" or "width".
function Walk:generator()
  return self.game.successors and "successors" or self.game.width and "width" or "moves"
end

--- The moves to try, as a new list; with `width` some of them may turn out illegal. In a game with
--- `moves` also the list itself that was returned.
function Walk:candidates()
  if self.told then return {} end
  local generator = self:generator()
  local moves, list = {}, nil
  if generator == "width" then
    for move = 1, self.game.width do moves[move] = move end
  elseif generator == "moves" then
    moves, list = self:read_results("moves", pack(self:ask "moves"))
  else
    self.children = self:read_results("successors", pack(self:ask "successors"))
    for move in ipairs(self.children) do moves[move] = move end
  end
  return moves, list
end

-- Plays a move to see whether it is legal. The state is as it was, whatever `undo` does.
local function is_legal(self, move, picture)
  local legal = self:play(move)
  if legal then self:back() end
  if picture and picture:change() then picture:restore() end
  return legal
end

--- The legal moves.
function Walk:moves()
  local moves = self:candidates()
  if self:generator() ~= "width" then return moves end
  local legal, picture = {}, self.in_place and pictures.take(self.state)
  for _, move in ipairs(moves) do
    if is_legal(self, move, picture) then legal[#legal + 1] = move end
  end
  return legal
end

--- The noisy moves: a list, or true.
function Walk:noisy()
  local results = pack(self:ask "noisy")
  if results.n == 1 and results[1] == true then return true end
  return (self:read_results("noisy", results))
end

------------------------------------------------------------------------------------------------
-- Playing

--- Whether a number may be a payoff; if not, the end of its fault's name and what is wrong.
function walk.flaw(value)
  if type(value) ~= "number" then return "type", image.shown(value) .. " (number expected)" end
  if value ~= value then return "type", "NaN (number expected)" end
  if integer_type(value) == "integer" and (value > EXACT or value < -EXACT) then
    return "size", ("%d (integer up to 2^53 in magnitude expected)"):format(value)
  end
end

function Walk:accept(move, state, payoff)
  if type(payoff) == "number" then
    local _, flaw = walk.flaw(payoff)
    if flaw then self:blame("play-payoff", "'play' told the payoff " .. flaw, move) end
  elseif type(payoff) == "string" and tonumber(payoff) then
    self:blame("play-payoff", ("'play' told the payoff %s, a string (number expected)")
      :format(image.shown(payoff)), move)
  end
  if not self.in_place and not state then
    self:blame("play-result", ("'play' returned %s (state expected)%s"):format(image.shown(state),
      self.game.width and "; an illegal move is told by nil" or ""), move)
  end
end

function Walk:advance(move, state, told)
  self.trail[#self.trail + 1] = { state = self.state, told = self.told, children = self.children }
  self.line[#self.line + 1] = move
  self.state, self.told, self.children = state, told, nil
  return true
end

--- Makes a move; false if the game says that it is illegal.
function Walk:play(move)
  if self.game.successors then return self:advance(move, self.children[move]) end
  local state, payoff = self:ask("play", move)
  if self.game.width and (self.in_place and state == false or not self.in_place and state == nil) then
    return false
  end
  self:accept(move, state, payoff)
  return self:advance(move, self.in_place and self.state or state, type(payoff) == "number" and payoff or nil)
end

--- Takes the last move back.
function Walk:back()
  local before = table.remove(self.trail)
  local move = table.remove(self.line)
  self.told, self.children = before.told, before.children
  if self.in_place then
    self:ask("undo", move)
  else
    self.state = before.state
  end
end

--- Takes all moves back; or all but so many.
function Walk:home(plies)
  while #self.line > (plies or 0) do self:back() end
end

--- Drops the last moves, all but so many, without asking the game. In a game with `undo` the state is then
--- to be turned back by other means.
function Walk:cut(plies)
  for ply = #self.line, plies + 1, -1 do
    local before = table.remove(self.trail)
    self.line[ply] = nil
    self.state, self.told, self.children = before.state, before.told, before.children
  end
end

--- Makes a move that was legal before.
function Walk:go_on(move)
  if self.game.successors then self:candidates() end
  if not self:play(move) then self:blame("play-result", "a move that was legal is illegal now", move) end
end

--- Goes to where a line leads.
function Walk:go(line)
  self:home()
  for _, move in ipairs(line) do self:go_on(move) end
end

--- Makes a random legal move; false if there is none.
function Walk:step(random)
  local moves = self:candidates()
  local first = #moves > 0 and random(#moves) or 0
  for i = 0, #moves - 1 do
    if self:play(moves[(first + i - 1) % #moves + 1]) then return true end
  end
  return false
end

------------------------------------------------------------------------------------------------
-- Values

--- Who is to move: as `player` says, or as players alternate.
function Walk:player()
  if not self.game.player then return #self.line % 2 + 1 end
  local player = self:ask "player"
  if player ~= 1 and player ~= 2 then
    self:blame("player-value", ("'player' returned %s (1 or 2 expected)"):format(image.shown(player)))
  end
  return player
end

--- What the position is worth without looking further, as the game tells it.
function Walk:worth()
  if self.told then return self.told end
  local value = self:ask "evaluate"
  local kind, flaw = walk.flaw(value)
  if flaw then self:blame("evaluate-" .. kind, "'evaluate' returned " .. flaw) end
  return value
end

--- The same as a player sees it.
function Walk:worth_for(player)
  local value = self:worth()
  local speaker = self.game.viewpoint or self:player()
  return speaker == player and value or -value
end

return walk

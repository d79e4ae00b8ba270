-- A game under way, whatever its form: whose turn it is, which moves are legal, who has won.

local options = require "alphabeta.options"

local referee = {}

---@class alphabeta.Playing
---@field game table
---@field state any the position at hand; in a game with `undo` the one that was given, changed
---@field line any[] the moves that have been played
---@field dirty boolean `play` or `undo` of such a game has raised an error: nobody knows what it did
local Playing = {}
Playing.__index = Playing

--- Begins a game.
---@param game table
---@param state any
---@param first? 1|2 who is to move, in a game without `player` (default 1)
---@return alphabeta.Playing
function referee.begin(game, state, first)
  return setmetatable({
    game = game, state = state, first = first or 1, line = {}, before = {}, dirty = false,
  }, Playing)
end

local function broken(self, field, value, expected)
  local name = self.game.name and ("game '%s'"):format(self.game.name) or "game"
  error(("%s: '%s' returned %s (%s expected) at ply %d"):format(
    name, field, options.shown(value), expected, #self.line), 0)
end

-- A call of `play` or `undo`, which may change the state in place.
local function change(self, name, move)
  self.dirty = self.game.undo ~= nil
  local first, second = self.game[name](self.state, move)
  self.dirty = false
  return first, second
end

-- Of a game with `width`: does `play` take the move?
local function is_playable(self, move)
  local after = change(self, "play", move)
  if not self.game.undo then return after ~= nil end
  if after == false then return false end
  change(self, "undo", move)
  return true
end

local function numbers(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

local function collected(iterator)
  local list = {}
  for move in iterator do list[#list + 1] = move end
  return list
end

local function generate(self)
  local game, state = self.game, self.state
  if game.width then
    local list = {}
    for move = 1, game.width do
      if is_playable(self, move) then list[#list + 1] = move end
    end
    return list
  end
  if game.successors then return numbers(#(game.successors(state) or {})) end
  if game.variadic then return { game.moves(state) } end
  local moves = game.moves(state)
  if type(moves) == "function" then return collected(moves) end
  if moves ~= nil and type(moves) ~= "table" then broken(self, "moves", moves, "list") end
  return moves or {}
end

--- The legal moves, in the game's order; none when the game is over.
---@return any[]
function Playing:legal()
  if not self.moves then
    self.moves = self.told and {} or generate(self)
  end
  return self.moves
end

-- Tables are the same move if their fields are: a game may make new ones each time it is asked.
local function is_same(a, b, seen)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  if seen[a] == b then return true end
  seen[a] = b
  for field, value in pairs(a) do
    if not is_same(value, b[field], seen) then return false end
  end
  for field in pairs(b) do
    if a[field] == nil then return false end
  end
  return true
end

--- The legal move that is the same as the one given: equal to it, or a table with equal fields.
---@return any? move nil if there is none
function Playing:find(move)
  for _, legal in ipairs(self:legal()) do
    if is_same(legal, move, {}) then return legal end
  end
end

--- Whose turn it is.
---@return 1|2
function Playing:mover()
  local player = self.game.player
  if not player then return (self.first + #self.line - 1) % 2 + 1 end
  local side = player(self.state)
  if side ~= 1 and side ~= 2 then broken(self, "player", side, "1 or 2") end
  return side
end

--- Plays a legal move.
function Playing:play(move)
  local game, state = self.game, self.state
  local after, payoff
  if game.successors then
    after = game.successors(state)[move]
  else
    after, payoff = change(self, "play", move)
  end
  self.line[#self.line + 1] = move
  if not game.undo then
    if not after then broken(self, "play", after, "state") end
    self.before[#self.line], self.state = state, after
  end
  self.told = type(payoff) == "number" and payoff or nil
  self.moves = nil
end

--- Takes the last move back.
function Playing:take_back()
  local ply = #self.line
  if self.game.undo then
    change(self, "undo", self.line[ply])
  else
    self.state, self.before[ply] = self.before[ply], nil
  end
  self.line[ply], self.told, self.moves = nil, nil, nil
end

--- Takes all moves back.
function Playing:rewind()
  while #self.line > 0 do self:take_back() end
end

--- What the game has brought player 1; nil: it is not over.
---@return number?
function Playing:payoff()
  local game, value = self.game, self.told
  if not value then
    if #self:legal() > 0 then return nil end
    value = game.evaluate(self.state)
  end
  if type(value) ~= "number" or value ~= value then
    broken(self, self.told and "play" or "evaluate", value, "number")
  end
  if game.viewpoint or self:mover() == 1 then return value end
  return 0 - value -- not -value, which may be -0.0
end

--- A move as people write it: by the game's `format_move(state, move)`, if it has one.
---@return string
function referee.move_text(game, state, move)
  return game.format_move and game.format_move(state, move) or tostring(move)
end

-- The moves of a position, as people write them.
local function texts(game, state, moves)
  local list = {}
  for i, move in ipairs(moves) do list[i] = referee.move_text(game, state, move) end
  return list
end

--- Reads a move, by the game's `parse_move(state, text)` if it has one: a move, or nil and maybe what is
--- wrong with the text.
---@return any? move a legal one
---@return string? message why there is none
function referee.read_move(game, state, text)
  local playing = referee.begin(game, state)
  local legal = playing:legal()
  if #legal == 0 then return nil, "there is no move: the game is over" end
  local names = texts(game, state, legal)
  if game.parse_move then
    local move, message = game.parse_move(state, text)
    if move == nil and message then return nil, message end
    if move ~= nil then move = playing:find(move) end
    if move ~= nil then return move end
  else
    for i, name in ipairs(names) do
      if name == text then return legal[i] end
    end
  end
  return nil, ("'%s' is not a legal move; legal are: %s"):format(text, table.concat(names, " "))
end

return referee

-- A game that an evaluation plays against itself, or against another one, move by move.

local core = require "alphabeta.core"
local features = require "alphabeta.play.features"
local referee = require "alphabeta.play.referee"

local MOST_PLIES = 1000 -- a game that goes on longer is a draw

---@class alphabeta.learn.SelfPlay
---@field settings table game, state, depth, opening_plies, explore, draw, phases
---@field sides table[] the game with the weights of each player
---@field playing alphabeta.Playing
---@field line any[] while the position is as it was given: what was played
---@field search? alphabeta.Search under way, where it changes the state
---@field path? table[] positions that are to be learned from: see teacher.lua
local SelfPlay = {}
SelfPlay.__index = SelfPlay

--- The game with weights, of so many phases.
---@return table rules
function SelfPlay.rules(game, weights, scale, phases)
  return setmetatable({ weights = weights, scale = scale, phases = phases }, { __index = game })
end

local FOUND = { weights = true, scale = true, phases = true }

--- The game without.
---@return table rules
function SelfPlay.unweighted(game)
  return setmetatable({}, { __index = function(_, name)
    if not FOUND[name] then return game[name] end
  end })
end

--- Begins a game.
---@param settings table
---@param state any
---@param first table the game with the weights of player 1
---@param second? table with those of player 2. Then nothing is explored, or learned
---@param opening? any[] what is played at the beginning, instead of random moves
function SelfPlay:new(settings, state, first, second, opening)
  return setmetatable({ settings = settings, sides = { first, second or first }, path = not second and {} or nil,
    opening = opening, explore = second and 0 or settings.explore,
    playing = referee.begin(settings.game, state) }, self)
end

local function random_move(self, moves) return moves[self.settings.draw(#moves)] end

-- By a search that is kept where it changes the state: it knows whether an error has left that in the middle of a move,
-- and brings it back where a coroutine was killed.
local function searched_move(self, side)
  local playing, settings = self.playing, self.settings
  local rules, limits = self.sides[side], { depth = settings.depth, algorithm = "alphabeta", table = false,
    choose = "random", random = settings.draw, history = playing:history() }
  if not playing.in_place then return core.search(rules, playing.state, limits).move end
  self.search = core.start(rules, playing.state, limits)
  self.search:step()
  local move = self.search:result().move
  self.search:close()
  self.search = nil
  return move
end

local function choose_move(self)
  local playing, draw = self.playing, self.settings.draw
  local moves = playing:legal()
  if playing:plies() < self.settings.opening_plies then return random_move(self, moves) end
  if self.explore > 0 and referee.fraction(draw) < self.explore then return random_move(self, moves) end
  return searched_move(self, playing:mover()) or random_move(self, moves)
end

-- Notes a position that a move has led to, where the game goes on.
local function note(self)
  local playing, settings = self.playing, self.settings
  if not self.path or playing:plies() < settings.opening_plies then return end
  local list = features.spread(playing, settings.phases, settings.count)
  settings.count = math.floor(#list / settings.phases)
  self.path[#self.path + 1] = {
    features = list,
    mover = playing:mover(),
    sign = (settings.game.viewpoint or playing:mover() == 1) and 1 or -1,
  }
end

--- Makes a move, or lets chance decide.
---@return boolean finished
function SelfPlay:step()
  local playing = self.playing
  local at, opening = #playing.line + 1, self.opening
  if playing:is_over() or playing:plies() >= MOST_PLIES then return true end
  if opening and opening[at] ~= nil then
    playing:play(opening[at])
  elseif playing:chance() then
    playing:play(playing:chance()[playing:outcome_at(referee.fraction(self.settings.draw))])
  else
    playing:play(choose_move(self))
    if not playing:is_over() then note(self) end
  end
  return false
end

--- What the game, which is finished, has brought player 1.
---@return number
function SelfPlay:payoff() return self.playing:payoff() or 0 end

--- The first moves, and outcomes between them, for another game to begin with.
---@return any[]
function SelfPlay:beginning()
  local line, playing = {}, self.playing
  for i = 1, #playing.line do
    if i - 1 - playing.before[i].drawn >= self.settings.opening_plies then break end
    line[i] = playing.line[i]
  end
  return line
end

--- Leaves the position as it was given.
function SelfPlay:leave()
  local playing = self.playing
  if not playing.in_place then return end
  self.line = {}
  for i, move in ipairs(playing.line) do self.line[i] = move end
  playing:rewind()
end

--- Takes up the game where it was left.
function SelfPlay:resume()
  for _, move in ipairs(self.line or {}) do self.playing:play(move) end
  self.line = nil
end

--- Gives the game up, after an error, or because the coroutine was killed that played it.
---@return boolean is_clean the position is as it was given; false: `play` or `undo` has left it somewhere
function SelfPlay:give_up()
  local playing, search = self.playing, self.search
  playing.dirty = playing.dirty or search ~= nil and search:result().stopped == "dirty"
  return not playing.dirty and (not playing.in_place or pcall(playing.recover, playing, 0))
end

return SelfPlay

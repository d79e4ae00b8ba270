-- What the moves of a game have cost, from the last one backwards, a small step at a time: by the exact values of
-- alpha-beta, or by playouts from what the player knew, with their error.

local core = require "alphabeta.core"
local generator = require "alphabeta.base.random"
local max_integer = require "alphabeta.base.max_integer"
local notation = require "alphabeta.tell.notation"
local only = require "alphabeta.play.only"
local options = require "alphabeta.base.options"

local judging = {}

local CLASSES = { "inaccuracy", "mistake", "blunder" }
local QUANTILES = { 0.5, 0.8, 0.95 } -- of the losses that there could have been
local PLAYOUTS = 1000 -- at each position, if no limit is given
local TRIALS = 10 -- searches of each of two moves that are compared, each with so much less
local SURE = 2.262157 -- standard errors: 95 % of a t distribution with TRIALS - 1 degrees of freedom lie within
local SEEDS = 2 ^ 30
local ROUNDING = 1e-9 -- what costs less costs nothing
local DIVIDED = { "playouts", "nodes", "time" }

local function is_ascending(list)
  if type(list) ~= "table" or rawget(list, #CLASSES + 1) ~= nil then return false end
  local last = 0
  for i = 1, #CLASSES do
    local number = rawget(list, i)
    local fits = type(number) == "number" and number >= last
    if not fits then return false end
    last = number
  end
  return true
end

local OPTIONS = {
  depth = options.integer(1, 1000),
  nodes = options.integer(1, max_integer),
  time = options.seconds,
  playouts = options.integer(1, max_integer),
  playout_depth = options.integer(0, 1000),
  seed = options.seed,
  thresholds = { expected = "list of three numbers, 0 or more and in order,", fits = is_ascending },
}

-- Is the game judged by playouts? Where something is hidden, or more than two play, and where they are asked for.
local function is_sampled(game, given) return (game.determinize or game.players or given.playouts) ~= nil end

--- What is wrong with the options of a review of this game; nil: nothing.
---@return string?
function judging.flaw(game, given)
  local flaw = options.flaw(given, OPTIONS)
  if flaw or not given then return flaw end
  if is_sampled(game, given) then
    if game.simultaneous then return "option 'playouts' cannot be used with a game with 'simultaneous'" end
    local reason = given.playouts and "option 'playouts'"
      or ("a game with '%s'"):format(game.determinize and "determinize" or "players")
    return given.depth and "option 'depth' cannot be used with " .. reason
  end
  for _, name in ipairs { "playout_depth", "seed" } do
    if given[name] then return ("option '%s' needs option 'playouts'"):format(name) end
  end
end

---@class alphabeta.Judging
---@field playing alphabeta.Playing whoever has it may play in it between steps, if it is then at the end again
---@field ply integer of the move that is being judged; 0: all are
---@field search? table that is under way
---@field take? fun(self: alphabeta.Judging, result: alphabeta.Result) what is to be done with its result
---@field list alphabeta.ReviewedMove[]
---@field texts table[] of moves and best moves
---@field losses number[] what all moves would have cost
local Judging = {}
Judging.__index = Judging

--- Begins to judge the moves that were played.
---@param playing alphabeta.Playing
---@param given alphabeta.ReviewOptions
---@return alphabeta.Judging
function judging.start(playing, given)
  local game = playing.game
  local self = setmetatable({
    playing = playing, ply = #playing.line, count = #playing.line, list = {}, texts = {}, losses = {},
    thresholds = given.thresholds, sampled = is_sampled(game, given), seed = given.seed or 1,
  }, Judging)
  local limits = { depth = given.depth, nodes = given.nodes, time = given.time, playouts = given.playouts }
  if self.sampled then
    limits.algorithm, limits.playout_depth = "mcts", given.playout_depth
    if not (limits.nodes or limits.time) then limits.playouts = limits.playouts or PLAYOUTS end
  else
    limits.all, limits.table = true, game.key and core.table() or nil
  end
  self.limits = limits
  return self
end

-- What a move costs against the best one: 0 if it is as good, also where both are infinite.
local function loss_of(best, value) return best == value and 0 or best - value end

-- The sign with which the mover sees values: those of a game in which both choose at once are player 1's.
local function sign_of(playing) return playing.game.simultaneous and playing:mover() == 2 and -1 or 1 end

-- Notes what all moves would have cost; returns what was found of the one that was played, and of the best one.
local function look(self, result, entry)
  local number, best_number = self.playing:number_of(entry.move), self.playing:number_of(result.move)
  local own, best
  for _, found in ipairs(result.moves or {}) do
    if found.visits ~= 0 then
      local loss = sign_of(self.playing) * loss_of(result.value, found.value)
      if loss > 0 then self.losses[#self.losses + 1] = loss end
      local index = self.playing:number_of(found.move)
      if index == number then own = found end
      if index == best_number then best = found end
    end
  end
  return own, best
end

-- Who has lost more where both have chosen, by name, and his strategy, as people write them.
local function texts_of_loser(playing, entry, sides)
  if not entry.losses then return nil end
  local loser = (entry.losses[2] or 0) > (entry.losses[1] or 0) and 2 or 1
  return " of " .. (sides and sides[loser] or "player " .. loser),
    notation.strategy(playing.game, playing.state, entry.strategies[loser], loser)
end

-- The move that was played, with its number, and the best one, as people write them.
local function texts_of(playing, entry)
  local game, sides = playing.game, notation.sides(playing.game)
  local move = notation.of(playing, entry.move)
  if playing:chance() then return { move = "     chance: " .. move } end
  local player = sides and not playing:at_once() and sides[playing:mover()] .. " " or ""
  local texts = { move = ("%3d. %s%s"):format(playing:plies() + 1, player, move) }
  if playing:at_once() then
    texts.loser, texts.best = texts_of_loser(playing, entry, sides)
    return texts
  end
  if entry.best ~= nil then texts.best = notation.move(game, playing.state, entry.best) end
  return texts
end

-- The move is judged: the one before is next.
local function close(self, entry)
  self.list[self.ply], self.texts[self.ply] = entry, texts_of(self.playing, entry)
  self.ply, self.entry = self.ply - 1, nil
end

-- Where both have chosen: what each choice has cost against the other one's strategy.
local function take_strategies(self, result)
  local entry = self.entry
  entry.value, entry.strategies, entry.losses, entry.line = result.value, result.strategies, {}, result.pv
  for player, strategy in ipairs(result.strategies) do
    local sign, number = player == 1 and 1 or -1, self.playing:number_of(entry.move[player], player)
    for i, choice in ipairs(strategy) do
      local loss = sign * (result.value - choice.value)
      if loss <= ROUNDING * math.max(1, math.abs(result.value)) then loss = 0 end
      if loss > 0 then self.losses[#self.losses + 1] = loss end
      if i == number then entry.losses[player] = loss end
    end
  end
  entry.loss = math.max(entry.losses[1] or 0, entry.losses[2] or 0)
  close(self, entry)
end

-- By alpha-beta.
local function take_values(self, result)
  local entry = self.entry
  if result.strategies then return take_strategies(self, result) end
  local own = look(self, result, entry)
  entry.best, entry.line = result.move, result.pv
  if own then entry.value, entry.loss = own.value, sign_of(self.playing) * loss_of(result.value, own.value) end
  close(self, entry)
end

------------------------------------------------------------------------------------------------
-- By playouts

-- The options of the search with this number at the position; `share`: of how many.
local function limits_of(self, number, share)
  local limits = {}
  for name, value in pairs(self.limits) do limits[name] = value end
  for _, name in ipairs(DIVIDED) do
    local value = limits[name]
    if value then limits[name] = name == "time" and value / share or math.max(1, math.floor(value / share)) end
  end
  limits.seed = generator(self.seed, self.ply, number)(SEEDS)
  return limits
end

-- The mean of some numbers, and the ends of its 95 % interval.
local function estimate(numbers)
  local sum, squares = 0, 0
  for _, number in ipairs(numbers) do sum = sum + number end
  local mean = sum / #numbers
  for _, number in ipairs(numbers) do squares = squares + loss_of(number, mean) ^ 2 end
  local reach = SURE * math.sqrt(squares / (#numbers * (#numbers - 1)))
  if reach == math.huge then return mean, -math.huge, math.huge end
  return mean, mean - reach, mean + reach
end

local function mean_of(numbers) return (estimate(numbers)) end

-- Both moves were searched often enough: what is one worth, and how much less than the other? If it is more, it is the
-- best one.
local function compare(self)
  local entry, own, best, losses = self.entry, self.own, self.best, {}
  for i = 1, TRIALS do losses[i] = loss_of(best[i], own[i]) end
  local loss, low, high = estimate(losses)
  entry.value = mean_of(own)
  entry.loss, entry.loss_low, entry.loss_high = math.max(0, loss), math.max(0, low), math.max(0, high)
  if loss < 0 then entry.best, entry.line = entry.move, { entry.move } end
  close(self, entry)
end

-- Searches one of the two moves, as often as the other, by turns.
local function try(self)
  local trial = math.floor((#self.own + #self.best) / 2) + 1
  if trial > TRIALS then return compare(self) end
  local is_best = #self.best < #self.own
  local playing, move = self.playing, is_best and self.entry.best or self.entry.move
  local game, position = only.begin(playing.game, playing.state, move)
  self.search = core.start(game, position, limits_of(self, trial, TRIALS))
  self.take = function(_, result)
    local values = is_best and self.best or self.own
    if result.value == nil then return close(self, self.entry) end
    values[trial] = result.value
    try(self)
  end
end

-- The best move is known: what is the one worth that was played?
local function take_means(self, result)
  local entry = self.entry
  local own, best = look(self, result, entry)
  entry.best = result.move
  entry.line = self.playing.game.determinize and { result.move } or result.pv -- in other worlds all goes otherwise
  local is_known = own and best and (own == best or own.bound == "exact" and best.bound == "exact")
  if is_known then
    entry.value, entry.loss = own.value, loss_of(best.value, own.value)
    entry.loss_low, entry.loss_high = entry.loss, entry.loss
  end
  if is_known or result.move == nil then return close(self, entry) end
  self.own, self.best = {}, {}
  try(self)
end

------------------------------------------------------------------------------------------------
-- Steps

-- Goes back to where the next move was played, and begins to look at it.
local function open(self)
  local playing = self.playing
  local entry = { move = playing.line[self.ply] }
  playing:take_back()
  if playing:chance() then return close(self, entry) end
  local limits = self.sampled and limits_of(self, 0, 1) or self.limits
  limits.history = not self.sampled and playing:history() or nil
  self.search, self.take = core.start(playing.game, playing.state, limits), self.sampled and take_means or take_values
  self.entry = entry
end

-- Goes back to where the search stands, if others have gone on from there.
local function go_back(self)
  while #self.playing.line > self.ply - (self.search and 1 or 0) do self.playing:take_back() end
end

-- Begins a search, or goes on with the one under way.
local function work(self, limits)
  if not self.search then return open(self) end
  if not self.search:step(limits) then return end
  local result = self.search:result()
  self.search = nil
  self.take(self, result)
end

-- What is left of the limits of a step; nil: nothing. Positions are for one search.
local function left_of(limits, began)
  if not limits.time or limits.nodes then return nil end
  local left = limits.time - (os.clock() - began)
  return left > 0 and { time = left } or nil
end

--- Goes on. Without limits all moves are judged; with them the search under way goes on, and others follow while there
--- is time.
---@param limits? alphabeta.SessionLimits
---@return boolean done all moves are judged
function Judging:step(limits)
  local began, left = os.clock(), limits
  go_back(self)
  while self.ply > 0 and (left or not limits) do
    work(self, left)
    left = limits and left_of(limits, began)
  end
  return self.ply == 0
end


------------------------------------------------------------------------------------------------
-- The list

local function cost_text(entry)
  if not entry.loss_low then return ("%.6g"):format(entry.loss) end
  return ("%.3g (%.3g to %.3g)"):format(entry.loss, entry.loss_low, entry.loss_high)
end

-- A line for each move, with what was wrong with it.
local function text_of(list, texts)
  local lines = {}
  for i, entry in ipairs(list) do
    local fault = entry.class and (": %s%s, costs %s; better: %s"):format(entry.class, texts[i].loser or "",
      cost_text(entry), texts[i].best)
    lines[i] = texts[i].move .. (fault or "")
  end
  return table.concat(lines, "\n")
end

-- Where the classes begin: at quantiles of the losses; where there are none, nothing is in a class.
local function thresholds_of(losses)
  table.sort(losses)
  local thresholds = {}
  for i, quantile in ipairs(QUANTILES) do thresholds[i] = losses[math.ceil(quantile * #losses)] end
  return thresholds
end

-- A loss that may be none, as far as playouts can tell, is in no class.
local function class_of(entry, thresholds)
  local class
  if not entry.loss or entry.loss_low == 0 then return nil end
  for i, threshold in ipairs(thresholds) do
    if entry.loss >= threshold then class = CLASSES[i] end
  end
  return class
end

-- What was found, once all moves are judged.
local function finished(self)
  local list, texts = self.list, self.texts
  local thresholds = self.thresholds or thresholds_of(self.losses)
  for _, entry in ipairs(list) do entry.class = class_of(entry, thresholds) end
  return setmetatable(list, { __tostring = function() return text_of(list, texts) end })
end

---@class alphabeta.JudgingResult
---@field text string how far it is
---@field nodes integer of the search under way
---@field stopped? string why that one has stopped
---@field list? alphabeta.ReviewedMove[] once all moves are judged

--- How far it is, and at the end what was found.
---@return alphabeta.JudgingResult
function Judging:result()
  local result = self.search and self.search:result() or { nodes = 0 }
  return {
    text = ("%d of %d moves reviewed"):format(self.count - self.ply, self.count), nodes = result.nodes,
    stopped = result.stopped, list = self.ply == 0 and finished(self) or nil,
  }
end

--- Gives back what searches hold.
function Judging:close()
  if self.search then self.search:close() end
end

return judging

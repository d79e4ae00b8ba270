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
---@field own_losses number[] those at the position at hand
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
    limits.algorithm, limits.playout_depth, limits.all = "mcts", given.playout_depth, game.simultaneous and true
    if not (limits.nodes or limits.time) then limits.playouts = limits.playouts or PLAYOUTS end
  else
    limits.all, limits.table = true, game.key and core.table() or nil
  end
  self.limits = limits
  return self
end

-- What a move costs against the best one: 0 if it is as good, also where both are infinite.
local function loss_of(best, value) return best == value and 0 or best - value end

-- The sign with which a player sees values: those of a game for two in which both may choose at once are player 1's.
local function sign_for(playing, player)
  return playing.game.simultaneous and not playing.game.players and player == 2 and -1 or 1
end

local function sign_of(playing) return sign_for(playing, playing:mover()) end

-- Notes what all moves would have cost; returns what was found of the one that was played, and of the best one.
local function look(self, result, entry)
  local number, best_number = self.playing:number_of(entry.move), self.playing:number_of(result.move)
  local own, best
  for _, found in ipairs(result.moves or {}) do
    if found.visits ~= 0 then
      local loss = sign_of(self.playing) * loss_of(result.value, found.value)
      if loss > 0 then self.own_losses[#self.own_losses + 1] = loss end
      local index = self.playing:number_of(found.move)
      if index == number then own = found end
      if index == best_number then best = found end
    end
  end
  return own, best
end

-- Who has lost most where all have chosen, of those who have lost something for certain, if any has.
local function loser_of(entry, players)
  local losses, lows, loser = entry.losses, entry.losses_low or entry.losses, nil
  for player = 1, players do
    if losses[player] then
      local is_sure, was_sure = lows[player] > 0, loser and lows[loser] > 0
      local is_more = not loser or losses[player] > losses[loser]
      if is_sure and not was_sure or is_more and (is_sure or not was_sure) then loser = player end
    end
  end
  return loser
end

-- His name, and his strategy, as people write them.
local function texts_of_loser(playing, entry, sides)
  local loser = entry.losses and loser_of(entry, playing:count())
  if not loser then return nil end
  return " of " .. (sides and sides[loser] or "player " .. loser),
    notation.strategy(playing.game, playing.state, entry.strategies[loser], loser)
end

-- The move that was played, with its number, and the best one, as people write them.
local function texts_of(playing, entry)
  local sides = notation.sides(playing.game)
  local move = notation.of(playing, entry.move)
  if playing:chance() then return { move = "     chance: " .. move } end
  local player = sides and not playing:at_once() and sides[playing:mover()] .. " " or ""
  local texts = { move = ("%3d. %s%s"):format(playing:plies() + 1, player, move) }
  if playing:at_once() then
    texts.loser, texts.best = texts_of_loser(playing, entry, sides)
    return texts
  end
  if entry.best ~= nil then texts.best = notation.of_given(playing, entry.best) end
  return texts
end

-- The move is judged: the one before is next.
local function close(self, entry)
  self.list[self.ply], self.texts[self.ply] = entry, texts_of(self.playing, entry)
  for _, loss in ipairs(self.own_losses) do self.losses[#self.losses + 1] = loss end
  self.ply, self.entry = self.ply - 1, nil
end

-- What the choices of a player cost against the strategies of the others, where that is what his own pays him. Notes
-- all of them; returns that of the one that he made.
local function look_at_choices(self, player, pays, strategy)
  local sign, number, own = sign_for(self.playing, player), self.playing:number_of(self.entry.move[player], player), nil
  for i, choice in ipairs(strategy) do
    local loss = sign * (pays - choice.value)
    if loss <= ROUNDING * math.max(1, math.abs(pays)) then loss = 0 end
    if loss > 0 then self.own_losses[#self.own_losses + 1] = loss end
    if i == number then own = loss end
  end
  return own
end

-- Where both have chosen.
local function take_strategies(self, result)
  local entry = self.entry
  entry.value, entry.strategies, entry.losses, entry.line = result.value, result.strategies, {}, result.pv
  for player, strategy in ipairs(result.strategies) do
    entry.losses[player] = look_at_choices(self, player, result.value, strategy)
  end
  entry.loss = entry.losses[loser_of(entry, 2)]
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
  for i = 1, TRIALS do losses[i] = sign_of(self.playing) * loss_of(best[i], own[i]) end
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
    entry.value, entry.loss = own.value, sign_of(self.playing) * loss_of(best.value, own.value)
    entry.loss_low, entry.loss_high = entry.loss, entry.loss
  end
  if is_known or result.move == nil then return close(self, entry) end
  self.own, self.best = {}, {}
  try(self)
end

------------------------------------------------------------------------------------------------
-- By playouts, where all have chosen

-- The searches of a position: first one with all playouts, for the strategies; where something is hidden, one for each
-- who had a choice, by what he knew. Then trials, each for strategies once more, and for what a player gets against
-- those by his own strategy, and by his choice.
local function plan(playing)
  local steps, choosers = {}, {}
  for player, choices in ipairs(playing:at_once()) do
    if #choices > 1 then choosers[#choosers + 1] = player end
  end
  local viewers = playing.game.determinize and #choosers > 0 and choosers or { 1 }
  for trial = 0, #choosers > 0 and TRIALS or 0 do
    for _, viewer in ipairs(viewers) do steps[#steps + 1] = { trial = trial, viewer = viewer } end
    for _, player in ipairs(trial > 0 and choosers or {}) do
      steps[#steps + 1] = { trial = trial, viewer = player, plays = "strategy" }
      steps[#steps + 1] = { trial = trial, viewer = player, plays = "choice" }
    end
  end
  return steps
end

-- What a player knows of the strategies by the searches of a trial.
local function seen_by(found, player) return found[player] or found[1] or select(2, next(found)) end

-- What all play while it is found out what the player gets.
local function strategies_of(self, step)
  local strategies = {}
  for player, strategy in ipairs(seen_by(self.found, step.viewer).strategies) do strategies[player] = strategy end
  if step.plays == "choice" then
    strategies[step.viewer] = { { move = self.entry.move[step.viewer], probability = 1 } }
  end
  return strategies
end

local function likeliest(strategy)
  local best
  for _, choice in ipairs(strategy) do
    if not best or choice.probability > best.probability then best = choice end
  end
  return best and best.move
end

-- The strategies are known, each as the player sees it whose it is.
local function note_strategies(self)
  local entry, game, line = self.entry, self.playing.game, {}
  local first = seen_by(self.found, 1)
  entry.value, entry.strategies = game.players and first.values[1] or first.value, {}
  for player = 1, self.playing:count() do
    local seen = seen_by(self.found, player)
    entry.strategies[player], line[player] = seen.strategies[player], likeliest(seen.strategies[player])
    look_at_choices(self, player, game.players and seen.values[player] or seen.value, seen.strategies[player])
  end
  entry.line = game.determinize and { line } or first.pv
end

-- All searches have come to something: what has each choice cost?
local function compare_choices(self)
  local entry = self.entry
  entry.losses, entry.losses_low, entry.losses_high = {}, {}, {}
  for player, choices in ipairs(self.playing:at_once()) do
    local loss, low, high = 0, 0, 0
    if #choices > 1 then loss, low, high = estimate(self.costs[player]) end
    if #choices > 0 then
      entry.losses[player] = math.max(0, loss)
      entry.losses_low[player], entry.losses_high[player] = math.max(0, low), math.max(0, high)
    end
  end
  local loser = loser_of(entry, self.playing:count())
  entry.loss, entry.loss_low, entry.loss_high =
    entry.losses[loser], entry.losses_low[loser], entry.losses_high[loser]
end

local take_step

-- Begins the next search; or all are done.
local function go_on(self)
  local step, playing = self.steps[self.number], self.playing
  if not step then
    compare_choices(self)
    return close(self, self.entry)
  end
  local game, position = playing.game, playing.state
  local limits = limits_of(self, self.number, step.trial > 0 and TRIALS or 1)
  limits.me = step.viewer
  if step.plays then
    game, position = only.draw(game, position, strategies_of(self, step), step.viewer, generator(limits.seed))
  end
  self.search, self.take = core.start(game, position, limits), take_step
end

function take_step(self, result)
  local step, costs = self.steps[self.number], self.costs
  self.number = self.number + 1
  local next_step = self.steps[self.number]
  if step.plays == nil then
    if not result.strategies then return close(self, self.entry) end
    self.found[step.viewer] = result
    local is_last = step.trial == 0 and (not next_step or next_step.trial > 0)
    if is_last then note_strategies(self) end
  else
    local gets, list = sign_for(self.playing, step.viewer) * result.value, costs[step.viewer] or {}
    costs[step.viewer] = list
    list[step.trial] = step.plays == "strategy" and gets or list[step.trial] - gets
  end
  go_on(self)
end

local function begin_at_once(self)
  self.steps, self.number, self.found, self.costs = plan(self.playing), 1, {}, {}
  go_on(self)
end

------------------------------------------------------------------------------------------------
-- Steps

-- Goes back to where the next move was played, and begins to look at it.
local function open(self)
  local playing = self.playing
  local entry = { move = playing.line[self.ply] }
  self.own_losses = {} -- all is forgotten if an error strikes before the move is judged
  playing:take_back()
  if playing:chance() then return close(self, entry) end
  self.entry = entry
  if self.sampled and playing:at_once() then return begin_at_once(self) end
  local limits = self.sampled and limits_of(self, 0, 1) or self.limits
  limits.history = not self.sampled and playing:history() or nil
  self.search, self.take = core.start(playing.game, playing.state, limits), self.sampled and take_means or take_values
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

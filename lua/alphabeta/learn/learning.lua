-- An evaluation that finds itself: the weights of a game's features, from games against itself. The fields of options
-- and results are in meta.lua.
--
-- Games come in stages, each half as long again as the one before. At the end of a stage its mean weights play some
-- games against those of the start, and are compared with the mean weights of the stage before: where both judge
-- positions alike, stage after stage, more games will not help.

local SelfPlay = require "alphabeta.learn.self_play"
local Teacher = require "alphabeta.learn.teacher"
local at_work = require "alphabeta.base.at_work"
local elo = require "alphabeta.play.elo"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local learned = require "alphabeta.learn.learned"
local options = require "alphabeta.base.options"

local clock = os and os.clock or function() return 0 end

local MOST, MOST_PHASES = 1000000000, 50
local FIRST_GAMES = 20   -- at random: how large features get
local FIRST_STAGE = 50   -- games
local LONGER = 1.5       -- times, from stage to stage
local PAIRS = 0.05       -- of games against the start, for each game of the stage
local LEAST_PAIRS = 10
local SAMPLE = 300       -- positions of late, one of each game
local ALIKE, STAGES = 0.99, 2 -- so much do the mean weights of stages agree, so often, before learning ends
local BLOCKS = 8         -- of games, by which errors are estimated
local DEFAULT_PLIES, DEFAULT_EXPLORE, DEFAULT_SEED = 6, 0.1, 1
local LEAST_SCALE, MOST_SCALE = 1e-300, 2 ^ 960 -- of a game with weights

local function is_finite(value) return type(value) == "number" and value >= -1e100 and value <= 1e100 end

local function list_of(expected, fits)
  return { expected = expected, fits = function(value)
    if type(value) ~= "table" or #value == 0 then return false end
    for i = 1, #value do
      if not fits(value[i]) then return false end
    end
    return true
  end }
end

local OPTIONS = {
  games = options.integer(FIRST_GAMES, MOST),
  time = { expected = "number of seconds, above 0,", fits = function(value)
    return type(value) == "number" and value > 0
  end },
  seed = options.seed,
  depth = options.integer(1, 1000),
  openings = options.list,
  opening_plies = options.integer(0, MOST),
  explore = { expected = "number from 0 to 1", fits = function(value)
    return type(value) == "number" and value >= 0 and value <= 1
  end },
  start = list_of("list of numbers from -1e+100 to 1e+100", is_finite),
  target = { expected = "'win' or 'payoff'", fits = function(value) return value == "win" or value == "payoff" end },
  names = list_of("list of strings", function(value) return type(value) == "string" end),
  phases = options.integer(1, MOST_PHASES),
  on_game = options.callback,
}
local LIMITS = { games = options.integer(1, MOST), time = options.seconds }

---@class alphabeta.Learning
local Learning = {}

local metatable = { __index = Learning }

local function new_stage(games) return { size = games, games = 0, sums = {}, blocks = {} } end

-- What payoffs are measured by: the least win, so that no estimate is beyond it; or, with margins, the greatest.
local function scale_of(self)
  local scale = self.target == "win" and self.least or self.greatest
  scale = scale and scale < math.huge and scale or 1
  local range = self.game.range
  if range then scale = math.min(scale, range[2], -range[1]) end
  return math.max(LEAST_SCALE, math.min(scale, MOST_SCALE))
end

local function result_of(self, payoff)
  if self.target == "win" then return payoff > 0 and 1 or payoff < 0 and -1 or 0 end
  return math.max(-1, math.min(1, payoff / scale_of(self)))
end

local function note_payoff(self, payoff)
  local size = math.abs(payoff)
  if self.target == "payoff" and size == math.huge then
    error("target 'payoff' needs finite payoffs, but a game ended with one that is not", 0)
  end
  if size == 0 then return end
  self.least = math.min(self.least or size, size)
  if not self.teacher then self.greatest = math.max(self.greatest or size, size) end
end

------------------------------------------------------------------------------------------------
-- Stages

local function add_to(sums, weights)
  for i, weight in ipairs(weights) do sums[i] = (sums[i] or 0.0) + weight end
end

local function mean_of(sums, games)
  local mean = {}
  for i, sum in ipairs(sums) do mean[i] = sum / games end
  return mean
end

local function note_weights(self)
  local stage, weights = self.stage, self.teacher.weights
  local number = math.floor(stage.games * BLOCKS / stage.size) + 1
  local block = stage.blocks[number] or { games = 0 }
  stage.blocks[number] = block
  add_to(stage.sums, weights)
  add_to(block, weights)
  stage.games, block.games = stage.games + 1, block.games + 1
end

-- How far the weights have wandered in a stage: the deviation of the means of its blocks.
local function wander(stage, count)
  local errors = {}
  for i = 1, count do
    local sum, squares, blocks = 0.0, 0.0, math.max(1, #stage.blocks)
    for _, block in ipairs(stage.blocks) do
      local mean = block[i] / block.games
      sum, squares = sum + mean, squares + mean * mean
    end
    errors[i] = math.sqrt(math.max(0, squares / blocks - (sum / blocks) * (sum / blocks)))
  end
  return errors
end

-- The mean weights of late, inside: of the stage under way, and of the one before while that is longer.
local function mean_weights(self)
  local stage, last = self.stage, self.last
  if stage.games == 0 and not last then return self.teacher.weights end
  local sums, games = {}, stage.games
  add_to(sums, stage.sums)
  if last and 2 * stage.games < stage.size then
    add_to(sums, last.sums)
    games = games + last.games
  end
  return mean_of(sums, games)
end

local function rules_of(self, weights)
  return SelfPlay.rules(self.game, self.teacher:outside(weights), scale_of(self), self.settings.phases)
end

-- A stage that is broken off early belongs to the one before it.
local function joined(self)
  local stage, last = self.stage, self.last
  if not last or 2 * stage.games >= stage.size then return stage end
  add_to(last.sums, stage.sums)
  last.games = last.games + stage.games
  for _, block in ipairs(stage.blocks) do last.blocks[#last.blocks + 1] = block end
  return last
end

-- The stage is complete: its weights are to play against those of the start.
local function end_stage(self)
  local stage = joined(self)
  local mean = mean_of(stage.sums, stage.games)
  self.trial = { weights = mean, first = rules_of(self, mean), start = rules_of(self, self.start),
    pairs = math.max(LEAST_PAIRS, math.floor(stage.games * PAIRS)), played = 0, counts = { 0, 0, 0, 0, 0 } }
  if self.mean then
    self.alike = self.teacher:likeness(mean, self.mean, self.sample)
    self.calm = self.alike >= ALIKE and self.calm + 1 or 0
  end
  self.mean, self.last = mean, stage
  self.stage = new_stage(math.floor(stage.size * LONGER))
end

-- All games against the start are played.
local function end_trial(self)
  local trial = self.trial
  local points = 0
  for i, count in ipairs(trial.counts) do points = points + (i - 1) * count / 4 end
  local low, high = elo.interval(trial.counts)
  self.curve[#self.curve + 1] = { games = self.games, weights = self.teacher:outside(trial.weights),
    elo = elo.difference(points / trial.pairs), elo_low = low, elo_high = high, alike = self.alike }
  self.trial = nil
  if self.calm >= STAGES then self.stopped = "settled" end
end

------------------------------------------------------------------------------------------------
-- Games

local function state_for(self)
  if not self.openings then return self.state end
  return self.openings[self.settings.draw(#self.openings)]
end

-- What is to be played next.
local function next_game(self)
  local trial = self.trial
  if not trial then
    local rules = self.teacher and rules_of(self, self.teacher.weights) or self.game
    return SelfPlay:new(self.settings, state_for(self), rules)
  end
  if trial.opening then return SelfPlay:new(self.settings, trial.state, trial.start, trial.first, trial.opening) end
  trial.state = state_for(self)
  return SelfPlay:new(self.settings, trial.state, trial.first, trial.start)
end

-- A game of the trial is over: of a pair the first, or the second.
local function end_trial_game(self, beginning, payoff)
  local trial = self.trial
  local points = payoff > 0 and 1 or payoff < 0 and 0 or 0.5
  if not trial.opening then
    trial.opening, trial.points = beginning, points
    return
  end
  local score = trial.points + 1 - points
  trial.counts[2 * score + 1] = trial.counts[2 * score + 1] + 1
  trial.opening, trial.played = nil, trial.played + 1
  if trial.played == trial.pairs then end_trial(self) end
end

local function note_differences(self, path)
  for at, position in ipairs(path) do
    if at > 1 and path[at - 1].mover == position.mover then self.take_turns = false end
    self.seen = self.seen or position.features
    for i, feature in ipairs(position.features) do
      if feature ~= self.seen[i] then self.varies = true end
    end
  end
end

local function check_entries(name, list, count, what)
  if list and #list ~= count then error(("'%s' has %d entries, for %s"):format(name, #list, what), 0) end
end

-- The first games are over: learning begins.
local function begin_to_learn(self)
  local features, phases = self.settings.count, self.settings.phases
  if not features then error("the games end before there is a position to learn from (option 'opening_plies'?)", 0) end
  if not self.varies then error("no feature ever differs: 'features' gives the same in all positions", 0) end
  local count, what = features * phases, ("%d features"):format(features)
  check_entries("names", self.names, features, what)
  check_entries("start", self.given_start, count, phases > 1 and ("%s in %d phases"):format(what, phases) or what)
  for _, game in ipairs(self.first) do game.result = result_of(self, game.payoff) end
  self.teacher = Teacher:new(self.first, count, self.given_start)
  self.start = {}
  for i = 1, count do self.start[i] = self.teacher.weights[i] end
  self.settings.explore = self.explore
end

local function learn_from(self, game)
  game.result = result_of(self, game.payoff)
  self.teacher:learn(game)
  note_weights(self)
  if #game.path > 0 then
    self.sampled = self.sampled % SAMPLE + 1
    self.sample[self.sampled] = game.path[self.settings.draw(#game.path)]
  end
end

-- A game against itself is over.
local function end_game(self, play, payoff)
  local game = { path = play.path, payoff = payoff }
  note_payoff(self, payoff)
  note_differences(self, play.path)
  self.games = self.games + 1
  if self.teacher then
    learn_from(self, game)
    if self.stage.games == self.stage.size then end_stage(self) end
  else
    self.first[#self.first + 1] = game
    if #self.first < FIRST_GAMES then return end
    begin_to_learn(self)
    for _, first in ipairs(self.first) do learn_from(self, first) end
    self.first = {}
  end
  if self.games == self.most and self.stage.games > 0 then end_stage(self) end
end

-- Makes a move, of a game against itself or of one against the start.
local function advance(self)
  local play = self.play or next_game(self)
  self.play = play
  if not play:step() then return end
  local payoff, beginning = play:payoff(), play:beginning()
  play:leave()
  self.play = nil
  if self.trial then return end_trial_game(self, beginning, payoff) end
  end_game(self, play, payoff)
  if self.on_game and self.on_game(self, self.games) then self.stopped = "callback" end
end

------------------------------------------------------------------------------------------------
-- Steps

local function work(self, limits)
  local began, games = clock(), self.games
  local till = math.min(limits.time or math.huge, (self.time or math.huge) - self.spent)
  if self.play then self.play:resume() end
  repeat
    advance(self)
    if not self.stopped and self.games >= self.most and not self.trial then self.stopped = "games" end
    local worked = clock() - began
    local late = worked >= till
    if late and self.spent + worked >= (self.time or math.huge) then self.stopped = self.stopped or "time" end
  until self.stopped or late or self.games - games >= (limits.games or math.huge)
  if self.play then self.play:leave() end
end

-- What the search has called with its own place in this library.
local function without_place(problem)
  return type(problem) == "string" and problem:match "^[^\n]*self_play%.lua:%d+: (.*)$" or problem
end

-- The game under way is lost, and no more; unless nobody knows what has become of the position.
local function give_up(self)
  if self.play and not self.play:give_up() then self.stopped = "dirty" end
  self.play = nil
end

-- Works on, or gives up what is under way.
local function protected(self, limits)
  self.at_work:begin()
  self.is_begun = true
  local began = clock()
  local ok, problem = pcall(work, self, limits)
  self.spent = self.spent + clock() - began
  if not ok then give_up(self) end
  self.is_begun = nil
  self.at_work:finish()
  return ok, without_place(problem)
end

-- Raises what `protected` has caught, at the line of whoever has called the library.
local function raise(problem) error(problem, type(problem) == "string" and 3 or 0) end

--- Works on, in a game with `undo` from the position as it was given and back to it.
---@param limits? alphabeta.LearnLimits
---@return boolean finished
function Learning:step(limits)
  options.check_self(self, metatable, "step", "learning")
  if self.at_work:is_on() then error("learning is under way (in a callback): it cannot be stepped", 2) end
  options.check("step", 1, limits, LIMITS)
  if self.is_begun then give_up(self) end
  if self.stopped then return true end
  local ok, problem = protected(self, limits or {})
  if not ok then raise(problem) end
  return self.stopped ~= nil
end

--- What has been learned so far.
---@return alphabeta.Learned?
function Learning:result()
  options.check_self(self, metatable, "result", "learning")
  local teacher = self.teacher
  if not teacher then return nil end
  local mean = mean_weights(self)
  return learned.new({
    weights = teacher:outside(mean), errors = teacher:outside(wander(self.last or self.stage, teacher.count)),
    shares = teacher:shares(mean, self.sample, self.take_turns), scale = scale_of(self), phases = self.settings.phases,
    names = learned.names(self.names, self.settings.count, self.settings.phases), games = self.games,
    curve = self.curve, stopped = self.stopped, time = self.spent, seed = self.seed, depth = self.settings.depth,
  }, {
    game = self.game, state = self.state, openings = self.openings, opening_plies = self.settings.opening_plies,
    start = teacher:outside(self.start), sizes = teacher.sizes,
  })
end

------------------------------------------------------------------------------------------------
-- Arguments

-- Weights for a look at the game: native rules say how many there must be.
local function some_weights(game, state, phases)
  local weights, ok, list = {}, false, nil
  if type(state) == "userdata" then ok, list = pcall(game.features, state) end
  for i = 1, phases * (ok and type(list) == "table" and #list or 1) do weights[i] = 0 end
  return weights
end

local function game_flaw(caller, game, state, phases)
  local flaw = flaws.of_game(caller, type(game) == "table" and SelfPlay.unweighted(game) or game, state)
    or flaws.at_once(caller, game)
  if flaw then return flaw end
  if game.players then
    return options.bad_argument(caller, 1, "field 'players': a game for two players expected")
  end
  if game.determinize then
    return options.bad_argument(caller, 1, "field 'determinize': a game in which nothing is hidden expected")
  end
  if not options.is_callable(game.features) then
    return options.bad_argument(caller, 1, ("field 'features': function expected, got %s"):format(
      options.shown(game.features)))
  end
  if game.feature_names ~= nil and not OPTIONS.names.fits(game.feature_names) then
    return options.bad_argument(caller, 1, "field 'feature_names': list of strings expected")
  end
  local scale = scale_of { game = game, target = "win" }
  return flaws.of_game(caller, SelfPlay.rules(game, some_weights(game, state, phases), scale, phases), state)
end

local function options_flaw(given, needs_limit)
  local flaw = options.flaw(given, OPTIONS)
  if flaw then return flaw end
  if needs_limit and not (given and (given.games or given.time)) then return "option 'games' or 'time' expected" end
end

local function new(caller, game, state, given, needs_limit)
  local openings = type(given) == "table" and type(given.openings) == "table" and #given.openings > 0
    and given.openings or nil
  if state == nil and type(game) == "table" and options.is_callable(game.initial) and not openings then
    state = game.initial()
  end
  local phases = type(given) == "table" and OPTIONS.phases.fits(given.phases) and given.phases or 1
  local complaint = game_flaw(caller, game, state == nil and openings and openings[1] or state, phases)
    or options.bad_argument(caller, 3, options_flaw(given, needs_limit))
  if complaint then error(complaint, 3) end
  given = given or {}
  local seed = given.seed or DEFAULT_SEED
  return setmetatable({ game = game, state = state, openings = openings, seed = seed, target = given.target or "win",
    names = given.names or game.feature_names, on_game = given.on_game,
    given_start = given.start, most = given.games or math.huge,
    time = given.time, explore = given.explore or DEFAULT_EXPLORE,
    settings = { game = game, depth = given.depth or 1, opening_plies = given.opening_plies or DEFAULT_PLIES,
      explore = 1, draw = generator(seed), phases = phases },
    at_work = at_work(),
    games = 0, spent = 0, calm = 0, sampled = 0, stage = new_stage(FIRST_STAGE), first = {}, sample = {}, curve = {},
    take_turns = true }, metatable)
end

local learning = {}

--- Begins to learn; nothing is played yet.
function learning.start(game, state, given) return (new("start_learn", game, state, given, false)) end

--- Learns the weights of a game's features, and returns them.
---@param game alphabeta.Game with `features`
---@param state any the position to begin with (default: what `initial` gives)
---@param given alphabeta.LearnOptions with `games` or `time`
---@return alphabeta.Learned
--- Raises an error if an argument is not what it should be, or the game is none for this.
function learning.learn(game, state, given)
  local self = new("learn", game, state, given, true)
  local ok, problem = protected(self, {})
  if not ok then error(problem, type(problem) == "string" and 2 or 0) end
  return self:result() or error("the limits were reached before learning began (more games or time expected)", 2)
end

return learning

-- What was learned: weights, and how they are shown and tried.

local chart = require "alphabeta.tell.chart"
local generator = require "alphabeta.base.random"
local match = require "alphabeta.play.match"
local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"
local referee = require "alphabeta.play.referee"
local SelfPlay = require "alphabeta.learn.self_play"
local whole_file = require "alphabeta.keep.whole_file"

local IDLE = 0.01 -- a share below that is nothing
local NODES, GAMES = 1000, 100 -- of a match, if nothing else is said
local SEED, TRIED = 1, 60 -- plies of random games in which `evaluate` is asked

---@class alphabeta.Learned
local Learned = {}

local metatable = { __index = Learned }

-- What it needs to play and to be shown, and nobody else to know.
local hidden = setmetatable({}, { __mode = "k" })

-- The names of all weights: of so many features, in each phase.
local function names_of(given, count, phases)
  local names = {}
  for phase = 1, phases do
    for i = 1, count do
      names[#names + 1] = (given and given[i] or "feature " .. i)
        .. (phases > 1 and (", phase %d of %d"):format(phase, phases) or "")
    end
  end
  return names
end

--- Makes it of its fields, and of what is hidden: the game, the positions to begin with, the weights of the start, the
--- size of each feature.
---@return alphabeta.Learned
local function new(fields, rest)
  fields.idle = {}
  for i, name in ipairs(fields.names) do
    if fields.shares[i] < IDLE then fields.idle[#fields.idle + 1] = name end
  end
  hidden[fields] = rest
  return setmetatable(fields, metatable)
end

local function number_text(number) return ("%.5g"):format(number) end

--- Lines to paste into the game.
---@return string
function Learned:text()
  options.check_self(self, metatable, "text", "learned")
  local lines = { "weights = {" }
  for i, weight in ipairs(self.weights) do
    lines[#lines + 1] = ("  %s, -- %s"):format(number_text(weight), self.names[i]:gsub("%c", " "))
  end
  lines[#lines + 1] = "},"
  lines[#lines + 1] = ("scale = %.17g,"):format(self.scale) -- not rounded: no estimate is beyond a win
  if self.phases > 1 then lines[#lines + 1] = ("phases = %d,"):format(self.phases) end
  return table.concat(lines, "\n") .. "\n"
end

local function elo_text(series)
  return ("Elo %+.0f (%+.0f to %+.0f)"):format(series.elo, series.elo_low, series.elo_high)
end

local ENDS = {
  settled = "more would hardly change the weights", games = "as many as were asked for", time = "out of time",
  callback = "stopped by 'on_game'", merged = "merged", dirty = "'play' or 'undo' failed, so the position is unknown",
}

function metatable:__tostring()
  local width = 8
  for _, name in ipairs(self.names) do width = math.max(width, #name) end
  local row = "%-" .. width .. "s  %10s  %9s  %7s"
  local lines = { row:format("", "weight", "+-", "matters") }
  for i, weight in ipairs(self.weights) do
    lines[#lines + 1] = row:format(self.names[i], ("%.4g"):format(weight), ("%.2g"):format(self.errors[i]),
      ("%.0f %%"):format(100 * self.shares[i]))
  end
  lines[#lines + 1] = ("%d games%s"):format(self.games, self.stopped and ": " .. ENDS[self.stopped] or " so far")
  if #self.idle > 0 then lines[#lines + 1] = "these contribute nothing: " .. table.concat(self.idle, ", ") end
  local last = self.curve[#self.curve]
  if last then lines[#lines + 1] = ("%s against the start, at depth %d"):format(elo_text(last), self.depth) end
  return table.concat(lines, "\n")
end

--- Writes the course of the weights to a file, as SVG: how far each has moved what the evaluation says.
---@param path string
function Learned:plot(path)
  options.check_self(self, metatable, "plot", "learned")
  if type(path) ~= "string" then
    error(options.bad_argument("plot", 1, ("name of a file expected, got %s"):format(type(path))), 2)
  end
  if #self.curve == 0 then error("there is nothing to plot yet (more games expected)", 2) end
  local given = { title = "weights, in units of what features vary by", x_title = "games", x = {}, lines = {} }
  for at, point in ipairs(self.curve) do given.x[at] = point.games end
  for i, size in ipairs(hidden[self].sizes) do
    local values = {}
    for at, point in ipairs(self.curve) do values[at] = point.weights[i] * size end
    given.lines[i] = { name = self.names[i], values = values }
  end
  local ok, reason = whole_file.write(io, os, path, chart.svg(given))
  if not ok then error(("%s: %s"):format(path, reason), 2) end
end

-- Matches ------------------------------------------------------------------------------------------

local function player(game, given)
  local search = players.search(given)
  return function(state, _, about) return search(state, game, about) end
end

-- The game by its `evaluate`; nil: that gives no estimates, or the same everywhere.
local function by_evaluate(rest)
  local game, first, differs = rest.game, nil, false
  local draw = generator(SEED)
  local ok = pcall(referee.with, game, rest.openings and rest.openings[1] or rest.state, function(playing)
    for _ = 1, TRIED do
      if not playing:wander(draw) or playing:is_over() then
        playing:rewind()
      else
        local value = playing:ask "evaluate"
        if type(value) ~= "number" then error "no estimate" end
        first = first or value
        differs = differs or value ~= first
      end
    end
  end)
  return ok and differs and SelfPlay.unweighted(game) or nil
end

local MATCH = { games = options.integer(2, 1000000, 2), seed = options.seed, progress = options.boolean,
  time = { expected = "number of seconds, above 0,", fits = function(value)
    return type(value) == "number" and value > 0
  end },
  nodes = options.integer(1, 1000000000), depth = options.integer(1, 1000) }

--- Plays against the weights of the start, and against the game's own `evaluate` if that gives estimates.
---@param given? alphabeta.LearnedMatchOptions
---@return alphabeta.LearnedMatch
function Learned:match(given)
  options.check_self(self, metatable, "match", "learned")
  options.check("match", 1, given, MATCH)
  given = given or {}
  local rest, seed = hidden[self], given.seed or self.seed
  if not rest then error("there is no game to play: the merged tables have none", 2) end
  local limited = given.time or given.nodes or given.depth
  local search = { seed = seed, time = given.time, nodes = not limited and NODES or given.nodes, depth = given.depth }
  local function against(opponent)
    return opponent and match(rest.game, not rest.openings and rest.state or nil, {
      player(SelfPlay.rules(rest.game, self.weights, self.scale, self.phases), search), player(opponent, search),
    }, { games = given.games or GAMES, seed = seed, openings = rest.openings, progress = given.progress,
      opening_plies = rest.opening_plies })
  end
  return { start = against(SelfPlay.rules(rest.game, rest.start, self.scale, self.phases)),
    evaluate = against(by_evaluate(rest)) }
end

return {
  new = new,
  names = names_of,
  --- What is hidden of it; nil: it is a table from elsewhere.
  rest = function(learned) return hidden[learned] end,
}

-- Levels of difficulty: players that differ in temperature only, each so much weaker than the next one. The temperature
-- of a level is estimated from games against the level above it, each series at what the games so far make likely: a
-- search that decides for a side of a temperature never mends a decision that chance has made.

local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local elo = require "alphabeta.play.elo"
local generator = require "alphabeta.base.random"
local match = require "alphabeta.play.match"
local merge = require("alphabeta.play.series").merge
local new_progress = require("alphabeta.tell.progress").levels
local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"
local referee = require "alphabeta.play.referee"

local MOST = 1000000
local DEFAULT_COUNT, DEFAULT_GAP, DEFAULT_GAMES = 5, 150, 2000
local CHUNK = 20 -- games of a series
local SEEDS = 2147483646
local NEAR = 20 -- Elo: well enough known
local SAFE = 0.9 -- of what lies between the strongest player and random moves
local WIDER, HOT = 4, 4 ^ 6 -- how many times the temperature, from one series to the next, and at most
local STEEP, SURE = 0.8, 10 -- what is expected of a curve before any game, and how firmly (see fit)
local ROUNDS = 20 -- of Newton's method
local PLACES, PLACE_PLIES = 10, 40 -- of random games, where the size of values is looked at
local OPENINGS_TRIED = 100 -- until one is found after which the game goes on
local NAMED = { number = true, boolean = true, string = true }

local OPTIONS = {
  strongest = options.table,
  count = options.integer(2, 100),
  gap = options.between(0, 10000),
  games = options.integer(CHUNK, MOST, 2),
  seed = options.seed,
  opening_plies = options.integer(0, MOST),
  progress = options.boolean,
  on_level = options.callback,
  play = options.callback,
}

local function copy(fields)
  local copied = {}
  for name, value in pairs(fields) do copied[name] = value end
  return copied
end

-- Text ---------------------------------------------------------------------------------------------

local function number_text(value)
  if value == math.huge then return "math.huge" end
  if value == -math.huge then return "-math.huge" end
  return contents.number_text(value)
end

local function fields_text(fields)
  local names, parts = {}, {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do
    local value = fields[name]
    local text = type(value) == "number" and number_text(value) or type(value) == "string" and ("%q"):format(value)
      or type(value) == "table" and fields_text(value) or tostring(value)
    parts[i] = name .. " = " .. text
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- Lua source that returns the list.
local LEVELS = {
  __tostring = function(list)
    local lines = { "return {" }
    for i, level in ipairs(list) do lines[i + 1] = "  " .. fields_text(level) .. "," end
    lines[#lines + 1] = "}\n"
    return table.concat(lines, "\n")
  end,
}

-- Series -------------------------------------------------------------------------------------------

local function player_of(self, level)
  local given = copy(level)
  given.seed = self.draw(SEEDS)
  return given
end

-- A series between players of these options, played here.
local function play_here(self)
  return function(given, match_options)
    local state = not match_options.openings and self.state or nil
    return match(self.game, state, { players.search(given[1]), players.search(given[2]) }, match_options)
  end
end

-- Where the pairs of the next series begin, if that is not always the same: each in a state of its own.
local function openings_of(self)
  if not self.state_of then return nil end
  local states, before = {}, math.floor(self.played / 2)
  for pair = 1, CHUNK / 2 do states[pair] = self.state_of(before + pair) end
  return states
end

-- Plays some games of one level against another, and adds them to a tally of what the stronger one has won.
local function play(self, tally, weaker, stronger)
  local given = { player_of(self, stronger), player_of(self, weaker) }
  local series = self.match(given, { games = CHUNK, opening_plies = self.opening_plies, openings = openings_of(self),
    seed = self.draw(SEEDS), errors = "raise" })
  local ok, whole = pcall(merge, { series })
  if not ok or #whole.games ~= CHUNK or whole.missing then
    error(("option 'play' returned %s (series of %d games expected)"):format(options.shown(series), CHUNK), 0)
  end
  series = whole
  for i, count in ipairs(series.pairs) do tally.pairs[i] = tally.pairs[i] + count end
  for _, name in ipairs { "wins", "draws", "losses" } do tally[name] = tally[name] + series[name] end
  tally.played = tally.played + CHUNK
  tally.elo = elo.difference((tally.wins + tally.draws / 2) / tally.played)
  tally.elo_low, tally.elo_high = elo.interval(tally.pairs)
  self.played = self.played + CHUNK
  self.show(self.played, self.level)
end

-- Plays until it is clear how large the difference is; so many games at most.
local function measure(self, weaker, stronger, games)
  local tally = { pairs = { 0, 0, 0, 0, 0 }, played = 0, wins = 0, draws = 0, losses = 0 }
  repeat
    play(self, tally, weaker, stronger)
  until tally.elo_high - tally.elo_low < 2 * NEAR or tally.played + CHUNK > games
  return tally
end

-- Temperatures -------------------------------------------------------------------------------------

-- Moves with their values: those of playouts are means, which lie closer together.
local function look(self, playing)
  if not self.is_sampled then
    return core.search(self.game, playing.state, { depth = 1, all = true, table = false })
  end
  local given = copy(self.strongest)
  given.seed = self.draw(SEEDS)
  return select(2, players.search(given)(playing.state, self.game))
end

-- How far the values of moves lie apart, along a random game: to begin with.
local function scale_of(self)
  local sum, count = 0, 0
  referee.with(self.game, self.state, function(playing)
    for ply = 0, PLACE_PLIES - 1 do
      if not playing:wander_on(ply, self.draw) then return end
      if ply % (PLACE_PLIES / PLACES) == 0 then
        local result = look(self, playing)
        for _, found in ipairs(result.moves) do
          local loss = result.value - found.value
          if loss > 0 and loss < math.huge then sum, count = sum + loss, count + 1 end
        end
      end
    end
  end)
  return count > 0 and sum / count or 1
end

local function at_temperature(self, temperature)
  local level = copy(self.strongest)
  level.temperature, level.guard = temperature, not self.game.determinize and (level.guard or 1) or nil
  return level
end

-- Where a curve through the points has the height `goal`. A point is a series: at `x`, the logarithm of a temperature,
-- the stronger player has scored so much. The curve is logistic: its height a + b (x - center) is the logarithm of how
-- often a game is won for one that is lost. It fits best near the center, where points weigh most, and is kept from
-- extremes by what is expected of it: height `goal` at the center, steepness STEEP.
local function fit(points, center, goal)
  local a, b = goal, STEEP
  for _ = 1, ROUNDS do
    local slope_a, slope_b, aa, ab, bb = goal - a, SURE * (STEEP - b), 1, 0, SURE
    for _, point in ipairs(points) do
      local x = point.x - center
      local expected, weight = 1 / (1 + math.exp(-a - b * x)), CHUNK / (1 + x * x)
      local error_here, spread = weight * (point.score - expected), weight * expected * (1 - expected)
      slope_a, slope_b = slope_a + error_here, slope_b + error_here * x
      aa, ab, bb = aa + spread, ab + spread * x, bb + spread * x * x
    end
    local determinant = aa * bb - ab * ab
    a = a + (bb * slope_a - ab * slope_b) / determinant
    b = b + (aa * slope_b - ab * slope_a) / determinant
  end
  return center + (goal - a) / math.max(b, STEEP / 4)
end

-- The level that is weaker than another one by the gap.
local function find(self, stronger, gap)
  local goal, points = gap * math.log(10) / 400, {}
  local hottest = math.log(self.scale * HOT)
  local x = math.log(stronger.temperature and stronger.temperature * 2 or self.scale)
  repeat
    local level = at_temperature(self, math.exp(x))
    local tally = measure(self, level, stronger, CHUNK)
    points[#points + 1] = { x = x, score = (tally.wins + tally.draws / 2) / CHUNK }
    local next = fit(points, x, goal)
    x = math.min(math.max(next, x - math.log(WIDER)), x + math.log(WIDER), hottest)
  until (#points + 1) * CHUNK > self.games / 2
  return at_temperature(self, x == hottest and math.huge or tonumber(("%.3g"):format(math.exp(x))))
end

-- How much stronger a level is than random moves with a guard.
local function room_below(self, level)
  return measure(self, at_temperature(self, math.huge), level, self.games / 2)
end

-- The list ----------------------------------------------------------------------------------------

local function rounded(difference) return math.floor(difference * 10 + 0.5) / 10 end

-- A level, so much weaker than the one above it.
local function entry_below(above, level, tally)
  local difference = above.elo - tally.elo
  local below = math.sqrt((above.elo - above.elo_low) ^ 2 + (tally.elo_high - tally.elo) ^ 2)
  local over = math.sqrt((above.elo_high - above.elo) ^ 2 + (tally.elo - tally.elo_low) ^ 2)
  return {
    options = level, elo = rounded(difference),
    elo_low = rounded(difference - below), elo_high = rounded(difference + over),
  }
end

-- Is the game over after so many random moves?
local function is_over_after(self, plies, draw)
  return referee.with(self.game, self.state, function(playing)
    return not playing:wander_on(plies, draw)
  end)
end

-- What is wrong with the openings; nil: nothing. A series would say it of its own arguments.
local function flaw_of_openings(self)
  local plies, draw = self.opening_plies or 0, generator(1)
  if plies == 0 then return nil end
  for _ = 1, OPENINGS_TRIED do
    if not is_over_after(self, plies, draw) then return nil end
  end
  return ("option 'opening_plies': the game is over within %d plies"):format(plies)
end

-- The levels; or nil and the complaint.
local function find_all(self, count, wanted)
  local gap = wanted or DEFAULT_GAP
  local room = room_below(self, self.strongest).elo
  if not wanted then gap = math.min(gap, math.max(1, SAFE * room / (count - 1))) end
  local list = { { options = self.strongest, elo = 0, elo_low = 0, elo_high = 0 } }
  if self.on_level then self.on_level(list[1], 1) end
  for number = 2, count do
    self.level = number
    local above = list[number - 1]
    if wanted and room_below(self, above.options).elo_high < wanted then
      return nil, ("option 'gap': %g Elo between %d levels cannot be reached: all in all there are about %.0f"):format(
        wanted, count, room)
    end
    local level = find(self, above.options, gap)
    -- what has decided for a temperature says nothing of it any more: new games do
    local tally = measure(self, level, above.options, self.games / 2)
    list[number] = entry_below(above, level, tally)
    if self.on_level then self.on_level(list[number], number) end
  end
  local levels = {}
  for i = 1, count do levels[i] = list[count + 1 - i] end
  return setmetatable(levels, LEVELS)
end

-- Arguments ----------------------------------------------------------------------------------------

-- What is wrong with the options of the strongest player; they go with a temperature, and can be written down.
local function strongest_flaw(given)
  if given == nil then return "option 'strongest' expected: the options of the strongest player" end
  for name, value in pairs(given) do
    if not NAMED[type(value)] or name == "seed" or name == "temperature" then
      return ("option 'strongest': '%s' does not go with levels"):format(tostring(name))
    end
  end
  local asked = copy(given)
  asked.temperature = 1
  local flaw = options.search_flaw("levels", asked)
  return flaw and "option 'strongest': " .. (flaw:match "%((.*)%)$" or flaw)
end

-- Do these options sample, in this game? See alphabeta.player.
local function is_sampled(game, given)
  return given.algorithm == "mcts" or given.algorithm == nil and game.determinize ~= nil
end

-- What keeps the strongest player from playing this game; nil: nothing.
local function flaw_in_game(game, state, strongest)
  local asked = copy(strongest)
  asked.temperature = 1
  if is_sampled(game, asked) then
    asked.algorithm = "mcts"
    if not (asked.playouts or asked.nodes or asked.time) then
      return "option 'strongest': 'playouts', 'nodes' or 'time' expected, as it plays by playouts"
    end
  end
  local ok, message = pcall(core.start, game, state, asked)
  return not ok and "option 'strongest': " .. (tostring(message):match "%((.*)%)$" or tostring(message)) or nil
end

local function complaint_about(game, state, given)
  local broken = options.flaw_for_two("levels", game, state)
  if broken then return broken end
  if type(given) ~= "table" then
    return options.bad_argument("levels", 3, ("table expected, got %s"):format(type(given)))
  end
  return options.bad_argument("levels", 3, options.flaw(given, OPTIONS) or strongest_flaw(given.strongest)
    or flaw_in_game(game, state, given.strongest))
end

--- Finds levels of difficulty, by games between them. The same seed gives the same levels, where the strongest player
--- has no limit of time.
---@param game alphabeta.Game
---@param state any the position that games begin with; or a function that gives one for each pair of games, from its
--- number
---@param given alphabeta.LevelsOptions
---@return alphabeta.Level[] levels the weakest first; tostring gives Lua source that returns the list
--- Raises an error if an argument is not what it should be, or a gap that was asked for cannot be reached.
return function(game, state, given)
  local state_of = type(state) == "function" and state or nil
  if state_of then state = state_of(1) end
  local complaint = complaint_about(game, state, given)
  if complaint then error(complaint, 2) end
  local count, games = given.count or DEFAULT_COUNT, given.games or DEFAULT_GAMES
  local self = {
    game = game, state = state, state_of = state_of, strongest = copy(given.strongest), games = games, played = 0,
    level = 1, -- that is sought; the first one is given, and measured against random moves
    is_sampled = is_sampled(game, given.strongest),
    opening_plies = given.opening_plies, on_level = given.on_level,
    draw = given.seed and generator(given.seed) or math.random,
    match = given.play,
    show = given.progress and new_progress(count * games, count) or function() end,
  }
  self.match = self.match or play_here(self)
  complaint = flaw_of_openings(self)
  if complaint then error(options.bad_argument("levels", 3, complaint), 2) end
  self.scale = scale_of(self)
  local levels
  levels, complaint = find_all(self, count, given.gap)
  self.show()
  if not levels then error(options.bad_argument("levels", 3, complaint), 2) end
  return levels
end

-- Levels of difficulty: players that differ in temperature only, each so much weaker than the next one. The temperature
-- of a level is estimated from games against the level above it, each series at what the games so far make likely: a
-- search that decides for a side of a temperature never mends a decision that chance has made.

local contents = require "alphabeta.tell.contents"
local contest = require "alphabeta.play.contest"
local core = require "alphabeta.core"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local new_progress = require("alphabeta.tell.progress").levels
local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"
local referee = require "alphabeta.play.referee"

local copy = options.copy

local MOST = 1000000
local DEFAULT_COUNT, DEFAULT_GAP, DEFAULT_GAMES = 5, 150, 2000
local SEEDS = 2147483646
local SAFE = 0.9 -- of what lies between the strongest player and random moves
local WIDER, HOT = 4, 4 ^ 6 -- how many times the temperature, from one series to the next, and at most
local HOTTER = 1.05         -- and from one level to the next at least
local STEEP, SURE = 0.8, 10 -- what is expected of a curve before any game, and how firmly (see fit)
local ROUNDS = 20 -- of Newton's method
local PLACES, PLACE_PLIES = 10, 40 -- of random games, where the size of values is looked at
local GAMES_TRIED = 100 -- until there is one in which values differ
local OPENINGS_TRIED = 100 -- until one is found after which the game goes on
local NAMED = { number = true, boolean = true, string = true }

local OPTIONS = {
  strongest = options.table,
  count = options.integer(2, 100),
  gap = options.between(0, 10000),
  games = options.integer(contest.series_of(2), MOST, 2),
  time = options.seconds,
  seed = options.seed,
  opening_plies = options.integer(0, MOST),
  progress = options.boolean,
  on_estimate = options.callback,
  on_level = options.callback,
  play = options.callback,
}

-- Text ---------------------------------------------------------------------------------------------

-- Lua source that returns the list.
local LEVELS = {
  __tostring = function(list)
    local lines = { "return {" }
    for i, level in ipairs(list) do lines[i + 1] = "  " .. contents.source(level) .. "," end
    lines[#lines + 1] = "}\n"
    return table.concat(lines, "\n")
  end,
}

-- Temperatures -------------------------------------------------------------------------------------

-- Moves with their values: those of playouts are means, which lie closer together.
local function look(self, playing)
  if not players.is_sampled(self.strongest, self.game) then
    return core.search(self.game, playing.state, { depth = 1, all = true, table = false })
  end
  local given = copy(self.strongest)
  given.seed = self.draw(SEEDS)
  return select(2, players.search(given)(playing.state, self.game))
end

-- How far the values of moves lie apart, along a random game; nil: nowhere.
local function spread_in_game(self)
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
  return count > 0 and sum / count or nil
end

-- The same of the first random game in which they do, to begin with: without an evaluation that is at its end only.
local function scale_of(self)
  for _ = 1, GAMES_TRIED do
    local spread = spread_in_game(self)
    if spread or self.contest:is_late() then return spread or 1 end
  end
  return 1
end

local function at_temperature(self, temperature)
  local level = copy(self.strongest)
  local has_guard = not (self.game.determinize or self.game.players)
  level.temperature, level.guard = temperature, has_guard and (self.guard or 1) or nil
  return level
end

-- Where a curve through the points has the height `goal`. A point is a series: at `x`, the logarithm of a temperature,
-- the stronger player has scored so much. The curve is logistic: its height a + b (x - center) is the logarithm of how
-- often a game is won for one that is lost. It fits best near the center, where points weigh most, and is kept from
-- extremes by what is expected of it: height `goal` at the center, steepness STEEP. Each series has so many games.
local function fit(points, center, goal, games)
  local a, b = goal, STEEP
  for _ = 1, ROUNDS do
    local slope_a, slope_b, aa, ab, bb = goal - a, SURE * (STEEP - b), 1, 0, SURE
    for _, point in ipairs(points) do
      local x = point.x - center
      local expected, weight = 1 / (1 + math.exp(-a - b * x)), games / (1 + x * x)
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

-- The level that is weaker than another one by the gap; nil: time is up.
local function find(self, stronger, gap)
  local goal, points = gap * math.log(10) / 400, {}
  local above, hottest = stronger.temperature, math.log(self.scale * HOT)
  local coldest = above and math.log(above * HOTTER) or -math.huge
  local x = math.min(math.log(above and above * 2 or self.scale), hottest)
  repeat
    local level = at_temperature(self, math.exp(x))
    local tally = self.contest:measure(level, stronger, 0, contest.is_clear)
    if self.contest:is_late() then return nil end
    points[#points + 1] = { x = x, score = tally.score }
    local next = fit(points, x, goal, tally.played)
    x = math.min(math.max(next, x - math.log(WIDER), coldest), x + math.log(WIDER), hottest)
  until (#points + 1) * tally.played > self.games / 2
  return at_temperature(self, x == hottest and math.huge or tonumber(("%.3g"):format(math.exp(x))))
end

-- The list ----------------------------------------------------------------------------------------

local function rounded(difference) return math.floor(difference * 10 + 0.5) / 10 end

-- A level, so much weaker than the one above it. Where one of them has lost all games, or won them, what is certain of
-- both is left.
local function entry_below(above, level, tally)
  local difference = above.elo - tally.elo
  local low, high = above.elo_low - tally.elo_high, above.elo_high - tally.elo_low
  if math.abs(difference) < math.huge then
    low = difference - math.sqrt((above.elo - above.elo_low) ^ 2 + (tally.elo_high - tally.elo) ^ 2)
    high = difference + math.sqrt((above.elo_high - above.elo) ^ 2 + (tally.elo - tally.elo_low) ^ 2)
  elseif difference ~= difference then
    difference = above.elo
  end
  return { options = level, elo = rounded(difference), elo_low = rounded(low), elo_high = rounded(high) }
end

local function thousandths(share) return math.floor(share * 1000 + 0.5) / 1000 end

-- The same where more than two play: what it wins among players of the level above it.
local function entry_among(level, tally)
  return {
    options = level, points = thousandths(1 - tally.score),
    points_low = thousandths(1 - tally.high), points_high = thousandths(1 - tally.low),
  }
end

local function entry_of_strongest(self)
  if self.contest.count == 2 then return { options = self.strongest, elo = 0, elo_low = 0, elo_high = 0 } end
  return { options = self.strongest, points = 0.5, points_low = 0.5, points_high = 0.5 } -- among its like
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
  return ("option 'opening_plies': the game is over within %s"):format(contents.count_text(plies, "ply", "plies"))
end

-- How much stronger a level is than random moves (with a guard): as exactly as it takes to see that it is `most`, or
-- not even `least`.
local function room_below(self, level, least, most)
  return self.contest:measure(at_temperature(self, math.huge), level, self.games / 2, function(tally)
    return tally.elo_low > most or tally.elo_high < least or contest.is_clear(tally)
  end)
end

-- The next level below another one, with how strong it is; nil: time is up.
local function next_below(self, above, gap)
  local level = find(self, above.options, gap)
  if not level then return nil end
  -- what has decided for a temperature says nothing of it any more: new games do
  local tally = self.contest:measure(level, above.options, self.games / 2, contest.is_clear)
  local is_known = not self.contest:is_late() or tally.score > 0 and tally.score < 1
  if not is_known then return nil end
  return self.contest.count == 2 and entry_below(above, level, tally) or entry_among(level, tally)
end

-- A gap that was asked for is too large: there is so much in all.
local function no_room(count, gap, room)
  return ("option 'gap': %d levels cannot be %g Elo apart: the whole range is about %.0f"):format(count, gap,
    room.elo < math.huge and room.elo or room.elo_low)
end

-- Finds one level after another, as far as time allows; or returns the complaint. The first question costs least, and
-- decides whether the others are asked: is there room at all?
local function find_below(self, list, count, wanted)
  local gap = wanted or DEFAULT_GAP
  local room = room_below(self, self.strongest, wanted or 0, gap * (count - 1) / SAFE)
  if not wanted then gap = math.min(gap, math.max(1, SAFE * room.elo / (count - 1))) end
  for number = 2, count do
    local above = list[number - 1]
    self.contest.level = number
    local below = room
    if wanted and number > 2 then below = room_below(self, above.options, wanted, wanted) end
    if self.contest:is_late() then return nil end
    local is_weakest = above.options.temperature == math.huge
    if wanted and (is_weakest or below.elo_high < wanted) then return no_room(count, wanted, room) end
    if is_weakest then return nil end
    list[number] = next_below(self, above, gap)
    if not list[number] then return nil end
    if self.on_level then self.on_level(list[number], number) end
  end
end

-- The levels; or nil and the complaint.
local function find_all(self, count, wanted)
  local list = { entry_of_strongest(self) }
  if self.on_level then self.on_level(list[1], 1) end
  local complaint = find_below(self, list, count, wanted)
  if complaint then return nil, complaint end
  local levels = { stopped = #list < count and self.contest:is_late() and "time" or nil }
  for i = 1, #list do levels[i] = list[#list + 1 - i] end
  return setmetatable(levels, LEVELS)
end

-- How many games there are at most: to look for a level and to measure it, and how much room there is.
local function most_games(self, count, wanted)
  local series = contest.series_of(self.game.players or 2)
  local half = math.max(series, math.floor(self.games / 2 / series) * series)
  return half * (2 * (count - 1) + (wanted and count - 1 or 1))
end

-- Arguments ----------------------------------------------------------------------------------------

-- What is wrong with the options of the strongest player; they go with a temperature, and can be written down.
local function strongest_flaw(given)
  if given == nil then return "option 'strongest' expected: the options of the strongest player" end
  for name, value in pairs(given) do
    if not NAMED[type(value)] or name == "seed" or name == "temperature" then
      return ("option 'strongest': '%s' cannot be used with levels"):format(tostring(name))
    end
  end
  local asked = copy(given)
  asked.temperature = 1
  local flaw = flaws.of_search("levels", asked)
  return flaw and "option 'strongest': " .. (flaw:match "%((.*)%)$" or flaw)
end

-- What keeps the strongest player from playing this game; nil: nothing.
local function flaw_in_game(game, state, strongest)
  local asked = copy(strongest)
  asked.temperature = 1
  if players.is_sampled(asked, game) then
    asked.algorithm = "mcts"
    if not (asked.playouts or asked.nodes or asked.time) then
      return "option 'strongest': 'playouts', 'nodes' or 'time' expected, as it plays by playouts"
    end
  end
  local ok, message = pcall(core.start, game, state, asked)
  return not ok and "option 'strongest': " .. (tostring(message):match "%((.*)%)$" or tostring(message)) or nil
end

-- The rows of options for so many players.
local function rows_for(count)
  if count == 2 then return OPTIONS end
  return setmetatable({ games = options.integer(contest.series_of(count), MOST) }, { __index = OPTIONS })
end

local function complaint_about(game, state, given)
  local broken = flaws.of_game("levels", game, state) or flaws.at_once("levels", game)
  if broken then return broken end
  if type(given) ~= "table" then
    return options.bad_argument("levels", 3, ("table expected, got %s"):format(type(given)))
  end
  return options.bad_argument("levels", 3, options.flaw(given, rows_for(game.players or 2))
    or strongest_flaw(given.strongest) or flaw_in_game(game, state, given.strongest))
end

-- The levels; or nil and the complaint.
local function search_for_levels(self, given)
  local complaint = flaw_of_openings(self)
  if complaint then return nil, complaint end
  local count = given.count or DEFAULT_COUNT
  local show = given.progress and new_progress(count) or function() end
  self.contest = contest.new {
    game = self.game, state = self.state, state_of = self.state_of, opening_plies = self.opening_plies,
    draw = self.draw, play = given.play, most = most_games(self, count, given.gap), time = given.time, show = show,
    on_estimate = given.on_estimate,
  }
  self.scale = scale_of(self)
  local levels
  levels, complaint = find_all(self, count, given.gap)
  show()
  return levels, complaint
end

--- Finds levels of difficulty, by games between them. The same seed gives the same levels, where there is no limit of
--- time.
---@param game alphabeta.Game
---@param state any the position that games begin with; or a function that gives one for each pair or round of games,
--- from its number
---@param given alphabeta.LevelsOptions
---@return alphabeta.Level[] levels the weakest first; tostring gives Lua source that returns the list
--- Raises an error if an argument is not what it should be, or a gap that was asked for cannot be reached.
return function(game, state, given)
  local state_of = type(state) == "function" and state or nil
  if state_of then state = state_of(1) end
  local complaint = complaint_about(game, state, given)
  if complaint then error(complaint, 2) end
  local levels
  local strongest = copy(given.strongest)
  strongest.guard = nil -- what goes with a temperature only
  levels, complaint = search_for_levels({
    game = game, state = state, state_of = state_of, strongest = strongest, guard = given.strongest.guard,
    games = given.games or DEFAULT_GAMES, opening_plies = given.opening_plies, on_level = given.on_level,
    draw = given.seed and generator(given.seed) or math.random,
  }, given)
  if not levels then error(options.bad_argument("levels", 3, complaint), 2) end
  return levels
end

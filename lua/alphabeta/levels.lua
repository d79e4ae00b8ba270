-- Levels of difficulty: players that differ in temperature only, each so much weaker than the next one. The temperature
-- of a level is looked for by bisection: series of pairs of games against the level above it.

local core = require "alphabeta.core"
local elo = require "alphabeta.elo"
local generator = require "alphabeta.random"
local match = require "alphabeta.match"
local new_progress = require "alphabeta.progress"
local options = require "alphabeta.options"
local players = require "alphabeta.player"
local referee = require "alphabeta.referee"

local MOST = 1000000
local DEFAULT_COUNT, DEFAULT_GAP, DEFAULT_GAMES = 5, 150, 1000
local CHUNK = 20 -- games between two looks at a series
local SEEDS = 2147483646
local NEAR = 20 -- Elo: well enough known
local SAFE = 0.9 -- of what lies between the strongest player and random moves
local WIDER, HOT = 4, 4 ^ 6 -- how many times the temperature, where its range is not known yet, and at most
local PLACES, PLACE_PLIES = 10, 40 -- of random games, where the size of values is looked at
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
  if value % 1 == 0 and math.abs(value) < 1e15 then return ("%.0f"):format(value) end
  local short = ("%.14g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
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
  return players.search(given)
end

-- Plays some games of one level against another, and adds them to a tally of what the stronger one has won.
local function play(self, tally, weaker, stronger)
  local series = match(self.game, self.state, { player_of(self, stronger), player_of(self, weaker) },
    { games = CHUNK, opening_plies = self.opening_plies, seed = self.draw(SEEDS), errors = "raise" })
  for i, count in ipairs(series.pairs) do tally.pairs[i] = tally.pairs[i] + count end
  for _, name in ipairs { "wins", "draws", "losses" } do tally[name] = tally[name] + series[name] end
  tally.played = tally.played + CHUNK
  tally.elo = elo.difference((tally.wins + tally.draws / 2) / tally.played)
  tally.elo_low, tally.elo_high = elo.interval(tally.pairs)
  self.played = self.played + CHUNK
  self.show(tally, self.played)
end

-- Plays until it is clear on which side of the gap, if one is given, the difference lies, or how large it is; so many
-- games at most.
local function measure(self, weaker, stronger, gap, games)
  local tally = { pairs = { 0, 0, 0, 0, 0 }, played = 0, wins = 0, draws = 0, losses = 0 }
  repeat
    play(self, tally, weaker, stronger)
    local is_clear = gap and tally.played > CHUNK and (tally.elo_low > gap or tally.elo_high < gap)
      or tally.elo_high - tally.elo_low < 2 * NEAR
  until is_clear or tally.played + CHUNK > games
  return tally
end

-- Temperatures -------------------------------------------------------------------------------------

-- How far the values of moves lie apart, along a random game: to begin with.
local function scale_of(self)
  local sum, count = 0, 0
  referee.with(self.game, self.state, function(playing)
    for ply = 1, PLACE_PLIES do
      if playing:is_over() then return end
      if ply % (PLACE_PLIES / PLACES) == 1 then
        local result = core.search(self.game, playing.state, { depth = 1, all = true, table = false })
        for _, found in ipairs(result.moves) do
          local loss = result.value - found.value
          if loss > 0 and loss < math.huge then sum, count = sum + loss, count + 1 end
        end
      end
      playing:wander(self.draw)
    end
  end)
  return count > 0 and sum / count or 1
end

local function at_temperature(self, temperature)
  local level = copy(self.strongest)
  level.temperature, level.guard = temperature, level.guard or 1
  return level
end

-- The next temperature to be tried, between those that are too low and too high; math.huge if it might as well be.
local function next_temperature(self, low, high)
  if low and high then return tonumber(("%.3g"):format(math.sqrt(low * high))) end
  local next = low and low * WIDER or high and high / WIDER or self.scale
  return next > self.scale * HOT and math.huge or tonumber(("%.3g"):format(next))
end

-- The level that is weaker than another one by the gap, and how many games are left; true if there is none, and this is
-- the weakest. `low`: a temperature that is too low.
local function find(self, stronger, gap, low)
  local left, high = self.games / 2, nil
  while true do
    local temperature = next_temperature(self, low, high)
    local level = at_temperature(self, temperature)
    local tally = measure(self, level, stronger, gap, left)
    local too_strong, too_weak = tally.elo_high < gap, tally.elo_low > gap
    left = left - tally.played
    local is_last = too_strong and (temperature == math.huge or left < CHUNK and not high)
    local is_narrow = low and high and (temperature == low or temperature == high)
    if is_last or left < CHUNK or is_narrow or not (too_strong or too_weak) then return level, left, is_last end
    if too_strong then low = temperature else high = math.min(temperature, self.scale * HOT) end
  end
end

-- How much stronger the strongest level is than random moves with a guard.
local function room_of(self)
  return measure(self, at_temperature(self, math.huge), self.strongest, nil, self.games / 2).elo
end

-- The list ----------------------------------------------------------------------------------------

-- A level, so much weaker than the one above it.
local function entry_below(above, level, tally)
  local function sum(name) return math.sqrt((above[name] - above.elo) ^ 2 + (tally[name] - tally.elo) ^ 2) end
  local difference = above.elo - tally.elo
  return {
    options = level, elo = difference,
    elo_low = difference - sum "elo_high", elo_high = difference + sum "elo_low",
  }
end

-- The levels; or nil and the complaint.
local function find_all(self, count, wanted)
  local gap = wanted or DEFAULT_GAP
  local room = room_of(self)
  if not wanted then gap = math.min(gap, math.max(1, SAFE * room / (count - 1))) end
  local list = { { options = self.strongest, elo = 0, elo_low = 0, elo_high = 0 } }
  if self.on_level then self.on_level(list[1], 1) end
  for number = 2, count do
    local above = list[number - 1]
    local level, left, is_last = find(self, above.options, gap, above.options.temperature)
    if is_last and wanted then
      return nil, ("option 'gap': %g Elo between %d levels cannot be reached: all in all there are about %.0f"):format(
        wanted, count, room)
    end
    -- what has decided for a temperature says nothing of it any more: new games do
    local tally = measure(self, level, above.options, nil, self.games / 2 + left)
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

local function complaint_about(game, state, given)
  local broken = options.game_flaw("levels", game, state)
  if broken then return broken end
  if type(given) ~= "table" then
    return options.bad_argument("levels", 3, ("table expected, got %s"):format(type(given)))
  end
  return options.bad_argument("levels", 3, options.flaw(given, OPTIONS) or strongest_flaw(given.strongest))
end

--- Finds levels of difficulty, by games between them. The same seed gives the same levels, where the strongest player
--- has no limit of time.
---@param game alphabeta.Game
---@param state any the position that games begin with
---@param given alphabeta.LevelsOptions
---@return alphabeta.Level[] levels the weakest first; tostring gives Lua source that returns the list
--- Raises an error if an argument is not what it should be, or a gap that was asked for cannot be reached.
return function(game, state, given)
  local complaint = complaint_about(game, state, given)
  if complaint then error(complaint, 2) end
  local count, games = given.count or DEFAULT_COUNT, given.games or DEFAULT_GAMES
  local self = {
    game = game, state = state, strongest = copy(given.strongest), games = games, played = 0,
    opening_plies = given.opening_plies, on_level = given.on_level,
    draw = given.seed and generator(given.seed) or math.random,
    show = given.progress and new_progress(count * games) or function() end,
  }
  self.scale = scale_of(self)
  local levels
  levels, complaint = find_all(self, count, given.gap)
  self.show()
  if not levels then error(options.bad_argument("levels", 3, complaint), 2) end
  return levels
end

-- Who sits where in a session: persons, the computer at some level, or a function that plays.

local options = require "alphabeta.base.options"
local players = require "alphabeta.play.player"

local seats = {}

-- The levels of a game for which none were found: how far they look, and how many playouts they take, which is for
-- games that are searched by playouts. The limit on positions is for games with many moves.
seats.NAMES = { "weak", "easy", "medium", "strong", "strongest" }
local DEPTHS = { 1, 2, 4, 6 }
local PLAYOUTS = { 20, 100, 500, 2000 }
local MOST_NODES = 200000
local SECONDS = 1 -- of the strongest

---@class alphabeta.Seat
---@field kind "human"|"computer"|"player"
---@field level? integer of the computer
---@field play? alphabeta.Player what plays, if that is neither a person nor the computer
---@field table? alphabeta.Table what the computer has found at earlier moves

--- The options of the search for the strongest level, hints and values.
function seats.think(given) return given or { time = SECONDS } end

--- The levels, as lists of options of players, the weakest first: those that were given, as `alphabeta.levels` returns
--- them, or those that need no search.
---@return table[]
function seats.levels(game, given, think)
  local list = {}
  for i, level in ipairs(given or {}) do list[i] = level.options end
  if given then return list end
  local is_sampled = players.is_sampled({}, game)
  for i = 1, #seats.NAMES - 1 do
    list[i] = is_sampled and { playouts = PLAYOUTS[i] } or { depth = DEPTHS[i], nodes = MOST_NODES }
  end
  list[#list + 1] = think
  return list
end

--- What is wrong with options of a player of this game, without the name of a function; nil: nothing.
---@return string?
function seats.flaw_of_options(given, game)
  local flaw = players.flaw(given, game)
  return flaw and (flaw:match "^bad argument #%d+ to '%w+' %((.*)%)$" or flaw)
end

--- What is wrong with a list of levels; nil: nothing.
---@return string?
function seats.flaw_of_levels(game, given)
  if given == nil then return nil end
  for i = 1, #given do
    local level = given[i]
    local flaw = type(level) ~= "table" and "table expected, got " .. options.shown(level)
      or seats.flaw_of_options(level.options or false, game)
    if flaw then return ("level %d: %s"):format(i, flaw) end
  end
end

--- What a level is called.
function seats.name(count, number) return count == #seats.NAMES and seats.NAMES[number] or tostring(number) end

--- The number of a level that was given by its number or name; or nil and what is wrong.
---@return integer?
---@return string? message
function seats.level(count, given)
  local has_names = count == #seats.NAMES
  for number, name in ipairs(has_names and seats.NAMES or {}) do
    if given == name then return number end
  end
  if options.integer(1, count).fits(given) then return given end
  local names = has_names and (", or %s"):format(table.concat(seats.NAMES, ", ")) or ""
  return nil, ("unknown level %s (expected 1-%d%s)"):format(options.shown(given), count, names)
end

--- The level to begin with.
function seats.middle(count) return math.ceil(count / 2) end

--- A seat for "human", "computer" or a player; or nil and what is wrong.
---@return alphabeta.Seat?
---@return string? message
function seats.new(given, level)
  if given == "human" or given == "computer" then return { kind = given, level = level } end
  if options.is_callable(given) then return { kind = "player", play = given, level = level } end
  return nil, ("'human', 'computer' or a player (a function) expected, got %s"):format(options.shown(given))
end

return seats

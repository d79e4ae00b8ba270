-- How far something is that takes long: one line on standard error, if that is a terminal.

local terminal = require "alphabeta.tell.terminal"

local progress = {}

local COLUMNS = 39 -- of a terminal of 40: the last one may begin another line
local BAR = 10

local function bar(part, whole)
  local done = math.floor(BAR * part / whole)
  return ("[%s%s]"):format(("#"):rep(done), ("."):rep(BAR - done))
end

-- What each player has won, of more than two.
local function points_line(series, total, played)
  local points = {}
  for who, mean in ipairs(series.points) do points[who] = ("%.2f"):format(mean) end
  return ("%d/%d: points %s"):format(played, total, table.concat(points, " "))
end

-- Where the counts do not fit, Elo alone: it says the same.
local function series_line(series, total, played)
  if not series.elo then return points_line(series, total, played) end
  local begin = ("%d/%d: "):format(played, total)
  local elo = ("Elo %+.0f (%+.0f to %+.0f)"):format(series.elo, series.elo_low, series.elo_high)
  local counts = ("+%d =%d -%d, "):format(series.wins, series.draws, series.losses)
  return begin .. (#begin + #counts + #elo <= COLUMNS and counts or "") .. elo
end

-- What draws lines, each over the last one; without arguments it wipes it out.
local function drawer(line)
  if not terminal.is_terminal(2) then return function() end end
  local drawn = 0 -- characters
  return function(what, ...)
    local text = (what and line(what, ...) or ""):sub(1, COLUMNS)
    io.stderr:write("\r", text, (" "):rep(drawn - #text), what and "" or "\r")
    io.stderr:flush()
    drawn = #text
  end
end

--- How far a series of games is. Without a series the line is wiped out.
---@param total integer games at most
---@return fun(series?: table) draw
function progress.series(total)
  return drawer(function(series) return series_line(series, total, #series.games) end)
end

local function duration(seconds)
  if seconds < 90 then return ("%.0f s"):format(seconds) end
  if seconds < 5400 then return ("%.0f min"):format(seconds / 60) end
  return ("%.1f h"):format(seconds / 3600)
end

--- How far the search for levels is. Not how it stands: the games of each temperature are counted anew. Without numbers
--- the line is wiped out.
---@param count integer levels
---@return fun(part?: number, level?: integer, seconds?: number) draw from 0 to 1; how long it may still take
function progress.levels(count)
  return drawer(function(part, level, seconds)
    return ("%s level %d of %d, up to %s"):format(bar(part, 1), level, count, duration(seconds))
  end)
end

--- How far a game is solved. Without numbers the line is wiped out.
---@return fun(done?: integer, known?: integer) draw
function progress.solving()
  return drawer(function(done, known)
    return ("%s %d of %d found"):format(bar(done, known), done, known)
  end)
end

--- How far the search for a way is: so many positions were visited, and no way costs less. Without numbers the line
--- is wiped out.
---@return fun(nodes?: integer, least?: number) draw
function progress.finding()
  return drawer(function(nodes, least) return ("%d visited, at least %.6g"):format(nodes, least) end)
end

return progress

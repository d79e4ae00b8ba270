-- How far something is that takes long: one line on standard error, if that is a terminal.

local terminal = require "alphabeta.tell.terminal"

local progress = {}

local BAR = 20

local function bar(part, whole)
  local done = math.floor(BAR * part / whole)
  return ("[%s%s]"):format(("#"):rep(done), ("."):rep(BAR - done))
end

-- What each player has won, of more than two.
local function points_line(series, total, played)
  local points = {}
  for who, mean in ipairs(series.points) do points[who] = ("%.2f"):format(mean) end
  return ("%s %d/%d games: points %s"):format(bar(played, total), played, total, table.concat(points, " "))
end

local function series_line(series, total, played)
  if not series.elo then return points_line(series, total, played) end
  return ("%s %d/%d games: +%d =%d -%d, Elo %+.0f (%+.0f to %+.0f)"):format(bar(played, total), played, total,
    series.wins, series.draws, series.losses, series.elo, series.elo_low, series.elo_high)
end

-- What draws lines, each over the last one; without arguments it wipes it out.
local function drawer(line)
  if not terminal.is_terminal(2) then return function() end end
  local drawn = 0 -- characters
  return function(what, ...)
    local text = what and line(what, ...) or ""
    io.stderr:write("\r", text, (" "):rep(drawn - #text), what and "" or "\r")
    io.stderr:flush()
    drawn = #text
  end
end

--- How far a series of games is. Without a series the line is wiped out.
---@param total integer games at most
---@return fun(series?: table, played?: integer) draw `played`: so many games, if they are not those of the series
function progress.series(total)
  return drawer(function(series, played) return series_line(series, total, played or #series.games) end)
end

--- How far a game is solved. Without numbers the line is wiped out.
---@return fun(done?: integer, known?: integer) draw
function progress.solving()
  return drawer(function(done, known)
    return ("%s %d of %d positions found so far"):format(bar(done, known), done, known)
  end)
end

return progress

-- How far a series of games is: one line on standard error, if that is a terminal.

local terminal = require "alphabeta.terminal"

local BAR = 20

local function line(series, total, played)
  local done = math.floor(BAR * played / total)
  return ("[%s%s] %d/%d games: +%d =%d -%d, Elo %+.0f (%+.0f to %+.0f)"):format(
    ("#"):rep(done), ("."):rep(BAR - done), played, total,
    series.wins, series.draws, series.losses, series.elo, series.elo_low, series.elo_high)
end

--- What draws the line, each time over the last one; without a series it wipes it out.
---@param total integer games at most
---@return fun(series?: table, played?: integer) draw `played`: so many games, if they are not those of the series
return function(total)
  if not terminal.is_terminal(2) then return function() end end
  local drawn = 0 -- characters
  return function(series, played)
    local text = series and line(series, total, played or #series.games) or ""
    io.stderr:write("\r", text, (" "):rep(drawn - #text), series and "" or "\r")
    io.stderr:flush()
    drawn = #text
  end
end

-- Charts as SVG: lines over a common axis, and a band around the first of them.

local chart = {}

local WIDTH, HEIGHT = 720, 400
local LEFT, RIGHT, TOP, BOTTOM = 64, 24, 40, 48 -- margins
local TICKS = 6
local LARGEST = 1e300 -- of the axis: what is larger goes to its edge
local NARROW, TINY = 1e-9, 1e-300 -- values that are no farther apart, in proportion and at all, are drawn as equal
local COLOURS = { "#1f6fb4", "#d2691e", "#2e8b57", "#8b3a8b", "#b22222", "#707070" }
local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escaped(text) return (text:gsub('[&<>"]', ESCAPES):gsub("%c", " ")) end

local function is_finite(value) return value == value and value ~= math.huge and value ~= -math.huge end

local function within(value, low, high) return math.min(math.max(value, low), high) end

-- The least and the greatest finite number of some lists, with a margin. Round numbers fit between them: an axis is
-- longer than what floats of its size can tell apart.
local function range(lists)
  local low, high = math.huge, -math.huge
  for _, list in ipairs(lists) do
    for _, value in ipairs(list) do
      if is_finite(value) then low, high = math.min(low, value), math.max(high, value) end
    end
  end
  if low > high then return 0, 1 end
  low, high = within(low, -LARGEST, LARGEST), within(high, -LARGEST, LARGEST)
  local size, width = math.max(math.abs(low), math.abs(high)), high - low
  local margin = width > math.max(NARROW * size, TINY) and width / 20 or math.max(1, size / 20)
  return low - margin, high + margin
end

-- Round numbers in a range.
local function ticks(low, high)
  local rough = (high - low) / TICKS
  local power = 10 ^ math.floor(math.log(rough) / math.log(10))
  local step = power
  for _, factor in ipairs { 2, 5, 10 } do
    if step < rough and factor * power >= rough then step = factor * power end
  end
  local list = {}
  for number = math.ceil(low / step), math.floor(high / step) do list[#list + 1] = number * step end
  return list
end

-- What takes a number to its place between two others; what lies outside goes to the edge.
local function scale(low, high, from, to)
  return function(value)
    local part = (within(value, low, high) - low) / (high - low)
    return ("%.1f"):format(from + part * (to - from))
  end
end

local function path(xs, ys, x, y)
  local points = {}
  for i, value in ipairs(xs) do
    if ys[i] == ys[i] then points[#points + 1] = x(value) .. "," .. y(ys[i]) end
  end
  return points
end

local function reversed(list)
  local copied = {}
  for i = #list, 1, -1 do copied[#copied + 1] = list[i] end
  return copied
end

local function axes(out, given, x, y, limits)
  local function put(...) out[#out + 1] = (...):format(select(2, ...)) end
  for _, value in ipairs(ticks(limits[3], limits[4])) do
    put('<line x1="%d" x2="%d" y1="%s" y2="%s" stroke="%s"/>', LEFT, WIDTH - RIGHT, y(value), y(value),
      value == 0 and "#888" or "#ddd")
    put('<text x="%d" y="%s" text-anchor="end" dominant-baseline="middle">%g</text>', LEFT - 6, y(value), value)
  end
  for _, value in ipairs(ticks(limits[1], limits[2])) do
    put('<text x="%s" y="%d" text-anchor="middle">%g</text>', x(value), HEIGHT - BOTTOM + 18, value)
  end
  put('<text x="%d" y="%d" text-anchor="middle">%s</text>', math.floor((LEFT + WIDTH - RIGHT) / 2), HEIGHT - 10,
    escaped(given.x_title))
  put('<text x="%d" y="24" font-weight="bold">%s</text>', LEFT, escaped(given.title))
end

---@class alphabeta.tell.Chart
---@field title string
---@field x_title string
---@field x number[] at least one
---@field lines table[] each `{ name =, values = }`, a number for each x
---@field low? number[] the lower edge of the band around the first line
---@field high? number[] the upper one

--- The text of a file.
---@param given alphabeta.tell.Chart
---@return string
function chart.svg(given)
  local all = { given.low, given.high }
  for _, line in ipairs(given.lines) do all[#all + 1] = line.values end
  local limits = { given.x[1], given.x[#given.x] }
  if limits[1] == limits[2] then limits[2] = limits[1] + 1 end
  limits[3], limits[4] = range(all)
  local x = scale(limits[1], limits[2], LEFT, WIDTH - RIGHT)
  local y = scale(limits[3], limits[4], HEIGHT - BOTTOM, TOP)
  local out = {
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'):format(
      WIDTH, HEIGHT), '<rect width="100%" height="100%" fill="#fff"/>',
  }
  axes(out, given, x, y, limits)
  if given.low then
    local edge = path(given.x, given.high, x, y)
    for _, point in ipairs(reversed(path(given.x, given.low, x, y))) do edge[#edge + 1] = point end
    out[#out + 1] = ('<polygon points="%s" fill="%s" fill-opacity="0.2"/>'):format(table.concat(edge, " "), COLOURS[1])
  end
  for i, line in ipairs(given.lines) do
    local colour = COLOURS[(i - 1) % #COLOURS + 1]
    out[#out + 1] = ('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>'):format(
      table.concat(path(given.x, line.values, x, y), " "), colour)
    if #given.lines > 1 then
      out[#out + 1] = ('<text x="%d" y="%d" fill="%s">%s</text>'):format(LEFT + 8, TOP + 14 * i, colour,
        escaped(line.name))
    end
  end
  return table.concat(out, "\n") .. "\n</svg>\n"
end

return chart

-- One evaluation of several that were learned by other seeds, in other processes: the mean of their weights, in which
-- what each has by chance wears off.

local learned = require "alphabeta.learn.learned"
local options = require "alphabeta.base.options"

local merging = {}

--- Are these lists of weights, and no series of games? As far as the first one tells.
function merging.fits(list)
  local first = type(list) == "table" and rawget(list, 1)
  return type(first) == "table" and rawget(first, "weights") ~= nil
end

local function is_number(value) return type(value) == "number" and value >= -1e100 and value <= 1e100 end

local function is_string(value) return type(value) == "string" end

-- Is it a list of so many that fit, the same ones as in the other list, if there is one?
local function is_list(list, count, fits, other)
  if type(list) ~= "table" or #list ~= count or count == 0 then return false end
  for i = 1, count do
    if not fits(list[i]) or other and list[i] ~= other[i] then return false end
  end
  return true
end

-- The field of a part that is not what one of what was learned has, or nil.
local function flaw_in(part, first)
  local count = type(first.weights) == "table" and #first.weights or 0
  for _, name in ipairs { "weights", "errors", "shares" } do
    if not is_list(part[name], count, is_number) then return name end
  end
  if not options.integer(1, 1e9).fits(part.games) then return "games" end
  local phases = first.phases or 1
  if not options.integer(1, count).fits(phases) or count % phases ~= 0 or (part.phases or 1) ~= phases then
    return "phases"
  end
  if part.scale ~= first.scale or not is_number(part.scale) then return "scale" end
  return not is_list(part.names, count, is_string, first.names) and "names" or nil
end

--- What is wrong with the arguments of `merge`, or nil.
function merging.merge_flaw(list, given)
  for i = 1, #list do
    local flaw = type(list[i]) ~= "table" and "" or flaw_in(list[i], list[1])
    if flaw then
      return options.bad_argument("merge", 1, ("what was learned of the same features expected at %d, got %s%s"):format(
        i, options.shown(list[i]), flaw ~= "" and (" (field '%s' does not fit)"):format(flaw) or ""))
    end
  end
  return options.bad_argument("merge", 2, options.flaw(given, {}))
end

-- The mean of a list of numbers, each part by its games; with `power` 2 of deviations.
local function mean_of(list, name, total, power)
  local mean = {}
  for i = 1, #list[1][name] do
    local sum = 0.0
    for _, part in ipairs(list) do sum = sum + (part.games / total * part[name][i]) ^ power end
    mean[i] = sum ^ (1 / power)
  end
  return mean
end

--- The mean of what was learned.
---@param list alphabeta.Learned[]
---@return alphabeta.Learned
function merging.merged(list)
  local games, time, rest = 0, 0, nil
  for _, part in ipairs(list) do
    games, time = games + part.games, time + (tonumber(part.time) or 0)
    rest = rest or learned.rest(part)
  end
  local names = {}
  for i, name in ipairs(list[1].names) do names[i] = name end
  return learned.new({ weights = mean_of(list, "weights", games, 1), errors = mean_of(list, "errors", games, 2),
    shares = mean_of(list, "shares", games, 1), scale = list[1].scale, phases = list[1].phases or 1, names = names,
    games = games, curve = {}, stopped = "merged", time = time, seed = list[1].seed, depth = list[1].depth }, rest)
end

return merging

-- How we measure on a machine that does other work as well: competitors take turns, round after
-- round, and what counts is the median of the rounds. Time is that of the processor.

local measure = {}

local function clocked(run)
  collectgarbage()
  local began = os.clock()
  run()
  return os.clock() - began
end

--- Let each competitor `run` once a round, and note its times. There are at least `least` rounds,
--- then more until `seconds` have passed or there are `most`. They take turns at being first.
---@param competitors { run: fun(), times: number[]? }[]
function measure.rounds(competitors, seconds, least, most)
  for _, competitor in ipairs(competitors) do competitor.times = {} end
  local began, round = os.clock(), 0
  while round < least or (round < most and os.clock() - began < seconds) do
    for i = 1, #competitors do
      local competitor = competitors[(round + i - 1) % #competitors + 1]
      table.insert(competitor.times, clocked(competitor.run))
    end
    round = round + 1
  end
end

--- The value below which a share of the list lies, 0 to 1.
function measure.percentile(list, share)
  local sorted = {}
  for i = 1, #list do sorted[i] = list[i] end
  table.sort(sorted)
  return sorted[math.max(1, math.ceil(share * #sorted))]
end

function measure.median(list) return measure.percentile(list, 0.5) end

--- How many times as long one competitor took as another: the median over the rounds of the ratio
--- in one round, in which both saw the same weather.
function measure.ratio(competitor, base)
  local ratios = {}
  for i, time in ipairs(competitor.times) do ratios[i] = time / base.times[i] end
  return measure.median(ratios)
end

--- Bytes that a run takes from Lua and does not give back itself: garbage, and what it returns.
function measure.bytes(run)
  collectgarbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  run()
  local bytes = 1024 * (collectgarbage("count") - before)
  collectgarbage("restart")
  return bytes
end

return measure

-- A game in Lua on all cores: a search in one Lua state, against the same search with help from others, each in a
-- state of its own on a thread of its own (bench/states.c). They share a table.
--
--   sh run.sh bench states [STATES [PAIRS]]
--
-- A line for each game and depth: the value; how many positions the search visits alone, and with help (the median);
-- how long it takes alone, by the clock on the wall and from making the table to the result; and how many times as
-- fast it is with help: the median of the pairs, and the quartiles. Alone and with help take turns at being first.
--
-- Only pairs count in which every thread had a processor for itself, or nearly. If there are not enough of them in
-- four times as many, other work disturbs; without any, there is no figure.

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local connect4 = require "games.connect4" { 1, 2, 3, 4, 5, 6, 7 }
local kalah = require "games.kalah"

local states = _G.states -- of bench/states.c

local PAIRS = tonumber(arg[2]) or 15
local BYTES = 64 * 2 ^ 20
local LEAST = 0.95 -- of a processor for each thread

local FORMS = { { "keyed", "returns states" }, { "in_place_keyed", "in place" } }
local WORK = {}
for _, form in ipairs(FORMS) do
  for depth = 10, 14, 2 do
    WORK[#WORK + 1] = { title = "Connect Four, " .. form[2], game = connect4[form[1]], initial = connect4.initial,
      depth = depth }
  end
  for depth = 10, 12 do
    WORK[#WORK + 1] = { title = "Kalah (6,4), " .. form[2], game = kalah[form[1]], initial = kalah.initial,
      depth = depth }
  end
end

local function search(work, table, helper)
  return alphabeta.search(work.game, work.initial(), { depth = work.depth, table = table, helper = helper })
end

local function alone(work) return search(work) end

-- The others wait for a handle.
local function with_help(work)
  local shared = alphabeta.table { bytes = BYTES, shared = true }
  states.meet(shared:handle())
  local result = search(work, shared)
  shared:stop()
  return result
end

local function help(work)
  for handle in states.meet do
    search(work, alphabeta.table { handle = handle }, states.number - 1)
    states.meet()
  end
end

-- The result, the seconds, and whether so many threads had a processor each. (os.clock has the time of all threads.)
local function timed(run, work, threads)
  collectgarbage()
  local began, before = states.now(), os.clock()
  local result = run(work)
  local seconds, worked = states.now() - began, os.clock() - before
  if threads > 1 then states.meet() end
  return result, seconds, worked >= LEAST * threads * seconds
end

-- One search alone, one with help.
local function pair(work, help_first)
  local one, seconds, is_whole, many, helped, is_helped
  if not help_first then one, seconds, is_whole = timed(alone, work, 1) end
  many, helped, is_helped = timed(with_help, work, states.count)
  if help_first then one, seconds, is_whole = timed(alone, work, 1) end
  assert(one.value == many.value and one.move == many.move, "another value or move")
  return { one = one, many = many, seconds = seconds, faster = seconds / helped, counts = is_whole and is_helped }
end

local function column(pairs, value)
  local list = {}
  for i, found in ipairs(pairs) do list[i] = value(found) end
  return list
end

local function line(work, last, counted, tried)
  local helped = measure.median(column(tried, function(found) return found.many.nodes end))
  local text = ("%-28s %5d %6g %9d %9d %6.2f"):format(work.title, work.depth, last.one.value, last.one.nodes, helped,
    last.one.nodes / helped)
  if not counted[1] then return text .. "        -   none of " .. #tried end
  local faster = column(counted, function(found) return found.faster end)
  return text .. (" %8.4f %6.2f (%.2f to %.2f), %d of %d"):format(
    measure.median(column(counted, function(found) return found.seconds end)), measure.median(faster),
    measure.percentile(faster, 0.25), measure.percentile(faster, 0.75), #counted, #tried)
end

local function lead(work)
  local tried, counted = {}, {}
  while #counted < PAIRS and #tried < 4 * PAIRS do
    local found = pair(work, #tried % 2 == 0)
    tried[#tried + 1] = found
    if found.counts then counted[#counted + 1] = found end
  end
  states.meet()
  return line(work, tried[#tried], counted, tried)
end

if states.number == 1 then
  print(("%s, %s, %d states"):format(_VERSION, alphabeta._VERSION, states.count))
  print(("%-28s %5s %6s %9s %9s %6s %8s %s"):format("", "depth", "value", "alone", "helped", "fewer", "seconds",
    "times as fast (quartiles), pairs"))
end
for _, work in ipairs(WORK) do
  if states.number == 1 then print(lead(work)) else help(work) end
end

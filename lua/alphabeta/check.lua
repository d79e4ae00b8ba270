--- The game doctor: looks for what is wrong with the rules of a game.

local answers = require "alphabeta.check.answers"
local contents = require "alphabeta.tell.contents"
local hidden = require "alphabeta.check.hidden"
local integrity = require "alphabeta.check.integrity"
local keys = require "alphabeta.check.keys"
local kinds = require "alphabeta.base.options"
local patients = require "alphabeta.check.patient"
local pictures = require "alphabeta.check.picture"
local positions = require "alphabeta.check.position"
local report = require "alphabeta.check.report"
local searching = require "alphabeta.check.searching"
local several = require "alphabeta.check.several"
local signs = require "alphabeta.check.signs"
local traversal = require "alphabeta.check.traversal"
local ways = require "alphabeta.check.ways"

local CALLBACKS = { "chance", "simultaneous", "evaluate", "finished", "player", "moves", "successors", "key", "order",
  "bounds", "likelihood", "noisy", "format", "format_move" }

local callbacks = {}
for i, name in ipairs(CALLBACKS) do callbacks[i] = { name, answers.of(name), needs = name } end
callbacks[#callbacks + 1] = { "features", answers.of "features", needs = "features", for_two = true, of_values = true }
callbacks[#callbacks + 1] = { "phase", answers.phase, needs = "phase", for_two = true, of_values = true }

-- Stages of examinations: a name, what raises a finding or passes, the field of the game that it is about (`of_given`:
-- of the game as it was given, not as one for two), whether it is for two players only, or for several states that were
-- given (`for_deals`), or not for puzzles, whose positions have no value (`of_values`), and its share of the time, if
-- that is not 1. What comes later rests on what came before, so the
-- doctor stops after the first stage that has found something.
local STAGES = {
  { { "form", answers.form }, { "spelling", answers.spelling },
    { "names of players", answers.sides, needs = "sides", of_given = true } },
  { { "variadic", answers.variadic, needs = "variadic" }, { "fills", answers.fills, needs = "fills" },
    { "payoffs of all players", several.payoffs, needs = "players", of_given = true } },
  callbacks,
  { { "chance and moves", answers.chance, needs = "chance" }, { "range", answers.range, needs = "range" } },
  { { "illegal moves", integrity.refusals, needs = "width" },
    { "illegal moves", integrity.refusals, needs = "pseudolegal" },
    { "changes in place", integrity.changes, needs = "undo" } },
  { { "back and forth", integrity.play, weight = 4 } },
  { { "the same move again", integrity.repetition }, { "iterators", integrity.iterators, needs = "moves" } },
  { { "the same game again", integrity.history } },
  { { "the order of pairs", traversal.order } },
  { { "payoffs", integrity.payoffs, needs = "moves", of_values = true } },
  { { "ends", integrity.ends, of_values = true } },
  { { "leak", hidden.leak, needs = "determinize", of_given = true, weight = 2 } },
  { { "worlds", hidden.worlds, needs = "determinize", of_given = true },
    { "deals", hidden.deals, needs = "information", of_given = true, for_deals = true } },
  { { "sample", patients.take_sample, weight = 12 } },
  { { "transpositions", integrity.transpositions }, { "turns", signs.turns, for_two = true, of_values = true },
    { "whose moves", signs.movers, for_two = true, of_values = true },
    { "signs", signs.continuity, of_values = true } },
  { { "signs of payoffs", signs.payoffs, of_values = true } },
  { { "signs at the end", signs.outcome, of_values = true },
    { "phases", signs.phases, of_values = true }, { "winners", signs.winners, of_values = true },
    { "bounds to the end", searching.bounds, needs = "bounds", of_values = true },
    { "moves after the end", signs.endings, of_values = true },
    { "estimates", signs.estimates, for_two = true, of_values = true },
    { "signs of features", signs.features, needs = "features", for_two = true, of_values = true } },
  { { "shared keys", keys.collisions, needs = "key", weight = 4 },
    { "keys there and back", keys.returns, needs = "key", weight = 4 },
    { "keys in states", keys.carried, needs = "key" } },
  { { "costs", ways.costs, needs = "cost" } },
  { { "ways to a goal", ways.estimates, needs = "goal", weight = 4 } },
  { { "positions as text", answers.texts, needs = "parse" }, { "moves as text", answers.move_texts,
    needs = "format_move" } },
  { { "search", searching.compare, weight = 2, of_values = true } },
  { { "all positions", searching.solve, needs = "key", weight = 2, of_values = true } },
}

local OVERBOOKED = 3 -- most examinations need less time than their share
local WEIGHT = 0
for _, stage in ipairs(STAGES) do
  for _, row in ipairs(stage) do WEIGHT = WEIGHT + (row.weight or 1) end
end

local TIME_TO_WRITE = 0.3 -- seconds

-- The moves of what was found, as the game writes them. (What does not come back is not asked again.)
local function write_moves(patient, result)
  local function texts_of(line) return patient:texts_of(line) end
  patient.deadline = os.clock() + TIME_TO_WRITE
  for _, list in ipairs { result, result.hints } do
    for _, found in ipairs(list) do
      if found.fault ~= "endless-call" then report.write_moves(found, texts_of) end
    end
  end
end

local OPTIONS = {
  seed = kinds.seed,
  games = kinds.integer(1, 1e6),
  depth = kinds.integer(1, 1000),
  time = { expected = "number of seconds, 0.01 or more,",
    fits = function(value) return type(value) == "number" and value >= 0.01 end },
}
local DEFAULTS = { seed = 1, games = 20, depth = 3, time = 5 }

-- The options, completed. `is_limited`: a depth was given.
local function settings_of(given)
  local settings = { is_limited = given and given.depth ~= nil }
  for name, value in pairs(DEFAULTS) do settings[name] = given and given[name] or value end
  return settings
end

-- Examining ---------------------------------------------------------------------------------------

-- What an examination that did not pass has found.
local function as_finding(caught)
  if report.is_finding(caught) then return caught end
  local late, text = rawequal(caught, positions.late), contents.shown(caught)
  if text:find("'undo = true' cannot take back", 1, true) or text:find("tables to take back", 1, true) then
    return report.finding("undo-state", text, {})
  end
  return report.finding(late and "endless-call" or "doctor", late and "a callback did not return"
    or "an examination failed: " .. text, {})
end

-- Examines, and sees that the given state is as it was. Returns what was found, or nil.
local function examine(patient, examination)
  local worked, caught = pcall(examination, patient)
  local found = not worked and as_finding(caught) or nil
  worked, caught = pcall(patient.finish, patient, found and found.fault == "endless-call")
  return found or not worked and as_finding(caught) or nil
end

local function concerns(patient, row)
  local game = row.of_given and patient.given or patient.game
  if row.of_values and patient.is_puzzle then return false end
  if row.for_deals and not (patient.deal and patient.given.determinize) then return false end
  local worked, field = pcall(function()
    return (not row.needs or game[row.needs]) and not (row.for_two and patient.given.players)
  end)
  return worked and field
end

-- Each examination gets its share of the time that is left.
local function run_stages(patient, result)
  local till, weight, seen, is_over = os.clock() + patient.settings.time, WEIGHT, {}, false
  for _, stage in ipairs(STAGES) do
    for _, row in ipairs(stage) do
      local now, own, found = os.clock(), row.weight or 1, nil
      weight = weight - own
      patient.deadline = now + (till - now) * OVERBOOKED * own / (weight + OVERBOOKED * own)
      patient.idle, patient.late, patient.passed_over = {}, false, false
      if concerns(patient, row) then
        local late = is_over or now >= till
        found = not late and examine(patient, row[2])
        if not patient.passed_over then
          table.insert(late and result.not_looked_at or patient.late and result.in_part or result.looked_at, row[1])
        end
      end
      if found and not seen[found.fault] then result[#result + 1], seen[found.fault] = found, true end
      is_over = is_over or found and found.fault == "endless-call"
    end
    is_over = is_over or #result > 0
  end
end

--- The game doctor: plays seeded random games, and reports what is wrong with the rules. What it finds is wrong;
--- finding nothing does not prove that all is right. Errors in callbacks are findings, too. A state that the game
--- has left changed is turned back. A call that does not come back is stopped (under LuaJIT only where it is
--- interpreted, and where the debug library is at hand); not so what catches the error that stops it, and what goes on
--- in a coroutine that a callback has made, but for an iterator from `coroutine.wrap` (in Lua 5.1 that neither).
---
--- Raises an error if an argument is not of its kind, or an option is unknown or out of its range.
---@param game table the game as for `alphabeta.search`
---@param state any the position to begin from; or a function that gives one for each number from 1 on: in a game with
--- `determinize` deals, in which players now and then know the same
---@param options? alphabeta.CheckOptions
---@return true? right nil if something is wrong
---@return alphabeta.Report report a list of what is wrong, which also lists what was looked at; printable
local function check(game, state, options)
  if type(game) ~= "table" then
    error(("bad argument #1 to 'check' (game expected, got %s)"):format(type(game)), 2)
  end
  local deal = type(state) == "function" and state or nil
  if deal then state = deal(1) end
  if state == nil then error("bad argument #2 to 'check' (state expected, got nil)", 2) end
  local flaw = kinds.bad_argument("check", 3, kinds.flaw(options, OPTIONS))
  if flaw then error(flaw, 2) end
  local patient, result = patients.new(game, state, settings_of(options), deal), report.new()
  local before = pictures.take(state, not patient.game.reach and math.huge or nil) -- else it may hold the whole program
  result.hints = patient.hints
  patient.calls:watch(function()
    run_stages(patient, result)
    if concerns(patient, { needs = "format_move" }) then write_moves(patient, result) end
  end)
  before:restore()
  if #result == 0 then return true, result end
  return nil, result
end

return check

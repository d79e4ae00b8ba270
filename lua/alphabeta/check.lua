--- The game doctor: looks for what is wrong with the rules of a game.

local answers = require "alphabeta.check.answers"
local ends = require "alphabeta.check.ends"
local finding = require "alphabeta.check.finding"
local form = require "alphabeta.check.form"
local guard = require "alphabeta.check.guard"
local integrity = require "alphabeta.check.integrity"
local keys = require "alphabeta.check.keys"
local kinds = require "alphabeta.options"
local patient = require "alphabeta.check.patient"
local sample = require "alphabeta.check.sample"
local searching = require "alphabeta.check.searching"
local signs = require "alphabeta.check.signs"
local turns = require "alphabeta.check.turns"
local values = require "alphabeta.check.values"
local winners = require "alphabeta.check.winners"

local looks = integrity.only_looks

local function take_sample(one) one.sample = sample.of(one) end

-- Stages of examinations. Each raises a finding, or passes. What comes later rests on what came before, so
-- the doctor stops after the first stage that has found something.
local STAGES = {
  { form.fits, form.spelling },
  { answers.variadic },
  { answers.moves, answers.play, answers.player, answers.evaluate, answers.key, answers.order, answers.bounds,
    answers.likelihood, answers.noisy, answers.format },
  { looks "moves", looks "successors", looks "player", looks "evaluate", looks "key", looks "order", looks "bounds",
    looks "likelihood", looks "noisy", looks "format" },
  { integrity.refusals },
  { integrity.play },
  { integrity.repetition, integrity.iterators },
  { integrity.history },
  { answers.parse, values.accident },
  { ends.check },
  { take_sample },
  { integrity.transpositions, turns.names, turns.numbers, signs.continuity, signs.fields },
  { winners.payoff },
  { keys.collect, signs.outcome, winners.always, winners.constant, values.bounds, values.ending },
  { keys.answers, keys.children, keys.values, keys.carried },
  { keys.player },
  { searching.compare },
}

-- Shares of the time; the others have 1.
local WEIGHTS = { [take_sample] = 8, [keys.collect] = 8, [integrity.play] = 4, [keys.children] = 2 }
local OVERBOOKED = 3 -- most examinations need less time than their share

local OPTIONS = {
  seed = kinds.integer(1, 2 ^ 31 - 2),
  games = kinds.integer(1, 1e6),
  depth = kinds.integer(1, 1000),
  time = {
    expected = "number of seconds, 0.01 or more,",
    fits = function(value) return type(value) == "number" and value >= 0.01 end,
  },
}
local DEFAULTS = { seed = 1, games = 20, depth = 3, time = 2 }

-- The options, completed.
local function settings_of(given)
  local settings = {}
  for name, value in pairs(DEFAULTS) do settings[name] = value end
  for name, value in pairs(given or {}) do settings[name] = value end
  return settings
end

------------------------------------------------------------------------------------------------
-- Examining

-- What an examination that did not pass has found.
local function as_finding(caught)
  if finding.is(caught) then return caught end
  local late = rawequal(caught, guard.late)
  return finding.new(late and "endless-call" or "doctor", late and "a callback did not come back"
    or "an examination failed: " .. finding.move_text(caught), {})
end

-- Examines, and sees that the given state is as it was. Returns what was found, or nil.
local function examine(one, examination)
  local worked, caught = pcall(examination, one)
  local found = not worked and as_finding(caught) or nil
  worked, caught = pcall(one.finish, one, found and found.fault == "endless-call")
  return found or not worked and as_finding(caught) or nil
end

local function is_new(findings, found)
  for _, known in ipairs(findings) do
    if known.fault == found.fault then return false end
  end
  return true
end

local function weight_of(examination) return WEIGHTS[examination] or 1 end

local function total_weight()
  local total = 0
  for _, stage in ipairs(STAGES) do
    for _, examination in ipairs(stage) do total = total + weight_of(examination) end
  end
  return total
end

-- Each examination gets its share of the time that is left.
local function run_stages(one)
  local findings, till, weight = {}, os.clock() + one.settings.time, total_weight()
  for _, stage in ipairs(STAGES) do
    for _, examination in ipairs(stage) do
      local now = os.clock()
      one.deadline = now + (till - now) * math.min(1, OVERBOOKED * weight_of(examination) / weight)
      one.idle = {}
      weight = weight - weight_of(examination)
      local found = examine(one, examination)
      if found and is_new(findings, found) then findings[#findings + 1] = found end
      if found and found.fault == "endless-call" then return findings end
    end
    if #findings > 0 then return findings end
  end
  return findings
end

--- The game doctor: plays seeded random games, and tells what is wrong with the rules. What it finds is
--- wrong; that it finds nothing does not prove that all is right. Errors in callbacks are findings, too. A state
--- that the game has left changed is turned back. A call that does not come back is stopped (under LuaJIT
--- only where it is interpreted, and where the debug library is at hand).
---
--- Raises an error if an argument is not of its kind, or an option is unknown or out of its range.
---@param game table the game as for `alphabeta.search`
---@param state any the position to begin from
---@param options? alphabeta.CheckOptions
---@return true? right nil if something is wrong
---@return alphabeta.Finding[]? findings each printable with `tostring`, and so is the list
local function check(game, state, options)
  if type(game) ~= "table" then
    error(("bad argument #1 to 'check' (game expected, got %s)"):format(type(game)), 2)
  elseif state == nil then
    error("bad argument #2 to 'check' (state expected, got nil)", 2)
  end
  local flaw = kinds.bad_argument("check", 3, kinds.flaw(options, OPTIONS))
  if flaw then error(flaw, 2) end
  local one = patient.new(game, state, settings_of(options))
  local findings
  one.calls:watch(function() findings = run_stages(one) end)
  if #findings == 0 then return true end
  return nil, finding.list(findings)
end

return check

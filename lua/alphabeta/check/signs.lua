-- Do values speak for the right player?
--
-- Nobody knows from outside who is ahead. But an estimate that is any good changes little from one move to
-- the next, as one player sees it; if it turns round whenever the player to move changes, it spoke for
-- somebody else. The evidence must be strong: estimates may be as poor as they like.

local finding = require "alphabeta.check.finding"
local sample = require "alphabeta.check.sample"
local tally = require "alphabeta.check.tally"

local FAR = 200 -- plies of a random game

local signs = {}

local function blame(fault, message, record)
  error(finding.new(fault, message, sample.line_to(record)), 0)
end

------------------------------------------------------------------------------------------------
-- Along the moves

local function ply_group(record, ply) return ply .. " " .. record.player end

-- Values of each ply and player to move, each position once.
local function groups_by_ply(games)
  local groups, met = {}, {}
  for _, game in ipairs(games) do
    for ply, record in ipairs(game) do
      if record.player and not met[record.look] then
        met[record.look] = true
        local name = ply_group(record, ply)
        groups[name] = groups[name] or {}
        table.insert(groups[name], record.seen)
      end
    end
  end
  return groups
end

-- Pairs of neighbours where the player changes, where he stays, and of every other position. `matters(first,
-- second)`, if given, chooses among the pairs.
local function tally_neighbours(games, matters)
  local side = tally.sides(groups_by_ply(games))
  local function side_of(record, ply)
    return record.player and side(ply_group(record, ply), record.seen) or 0
  end
  local tallies = { changed = tally.new(), same = tally.new(), other = tally.new() }
  for _, game in ipairs(games) do
    for ply = 1, #game - 1 do
      local first, second, third = game[ply], game[ply + 1], game[ply + 2]
      local changes = first.player ~= second.player
      local here = (not matters or matters(first, second)) and side_of(first, ply) or 0
      tallies[changes and "changed" or "same"]:add(first, second, here * side_of(second, ply + 1))
      if changes and third and third.player == first.player then
        tallies.other:add(first, third, here * side_of(third, ply + 2))
      end
    end
  end
  return tallies
end

local function pair_text(counts)
  local before, after = counts.pair[1], counts.pair[2]
  return ("before the last move of this line the value is %s with player %d to move, after it %s with "
    .. "player %d to move"):format(before.value, before.player, after.value, after.player)
end

local function share_text(counts)
  return ("in %d of %d pairs of neighbouring positions"):format((counts.count - counts.sum) / 2, counts.count)
end

--- The value stays with a player from move to move.
function signs.continuity(patient)
  local tallies = tally_neighbours(patient.sample.games)
  patient.steadiness = tallies.changed
  if tallies.changed:is_against() and not tallies.other:is_silent() and tallies.other:mean() > 0 then
    blame("evaluate-sign", ("%s: %s 'evaluate' changes its side with the player to move"):format(
      pair_text(tallies.changed), share_text(tallies.changed)), tallies.changed.worst)
  end
  if tallies.same:is_against() then
    blame("player-turn", ("%s: %s the value changes its side although 'player' says that the same one "
      .. "moves again"):format(pair_text(tallies.same), share_text(tallies.same)), tallies.same.worst)
  end
end

-- The fields of the state that have exactly two values in all games.
local function binary_fields(games)
  local names, values = {}, {}
  for name in pairs(games[1][1].fields or {}) do values[name] = {} end
  for _, game in ipairs(games) do
    for _, record in ipairs(game) do
      for name, met in pairs(values) do
        local value = record.fields and record.fields[name]
        if value == nil then values[name] = nil else met[value] = true end
      end
    end
  end
  for name, met in pairs(values) do
    local count = 0
    for _ in pairs(met) do count = count + 1 end
    if count == 2 then names[#names + 1] = name end
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  return names
end

--- Where the player changes but a field of the state does not, which changes with the player elsewhere, the
--- value does not turn round: it would if the field, and not `player` (or strict alternation), told who is to
--- move.
function signs.fields(patient)
  local games = patient.sample.games
  for _, name in ipairs(binary_fields(games)) do
    local function moves_on(first, second) return first.fields[name] ~= second.fields[name] end
    local function stands_still(first, second) return not moves_on(first, second) end
    local stays = tally_neighbours(games, stands_still).changed
    local changes = tally_neighbours(games, moves_on).changed
    if stays:is_against() and changes:mean() > 0 then
      blame(patient.game.player and "player-turn" or "player-missing", ("%s, although state%s stays "
        .. "the same; %s the value changes its side there"):format(pair_text(stays),
        type(name) == "number" and "[" .. name .. "]" or "." .. tostring(name), share_text(stays)),
        stays.worst)
    end
  end
end

------------------------------------------------------------------------------------------------
-- Against the outcome

local GAMES = 150

-- The last position of a game and the one before it, as records.
local function ending_of(position)
  local last, line = sample.record(position), position:line_with()
  position:back()
  local before = sample.place(sample.record(position), position)
  position:go_on(line[#line])
  sample.place(last, position, before).line = line
  return { before = before, last = last }
end

-- Different ends of random games.
local function endings(patient)
  local list, met = {}, {}
  for game = 1, GAMES do
    local position, draw = patient:begin(), patient:random(game)
    while #position.line < FAR and position:step(draw) do end
    local ending = #position.line > 0 and (position.told or #position:moves() == 0) and ending_of(position)
    local look = ending and ending.last.player and ending.before.look .. "|" .. ending.last.look
    if look and not met[look] then
      met[look] = true
      list[#list + 1] = ending
    end
    patient:finish()
    if not patient:has_time() then break end
  end
  return list
end

local function add_to(groups, name, value)
  groups[name] = groups[name] or {}
  table.insert(groups[name], value)
end

local function blame_outcome(counts, moment, player)
  error(finding.new("evaluate-sign", ("with player %d to move %s, the value is against the outcome of the "
    .. "game in %d of %d comparisons; here it is %s"):format(player, moment, (counts.count - counts.sum) / 2,
    counts.count, counts.worst.value), counts.worst.line), 0)
end

--- Before the last move the value is not the opposite of the outcome, whoever is to move then or at the end.
function signs.outcome(patient)
  local list, estimates, outcomes = endings(patient), {}, {}
  local function name_of(ending) return ending.before.player .. " " .. ending.last.player end
  for _, ending in ipairs(list) do
    add_to(estimates, name_of(ending), ending.before.seen)
    add_to(outcomes, name_of(ending), ending.last.seen)
  end
  local estimate, outcome = tally.sides(estimates), tally.sides(outcomes)
  local before, there = { tally.new(), tally.new() }, { tally.new(), tally.new() }
  for _, ending in ipairs(list) do
    local first, last, name = ending.before, ending.last, name_of(ending)
    local product = estimate(name, first.seen) * outcome(name, last.seen)
    before[first.player]:add(first, last, product)
    there[last.player]:add(first, last, product)
  end
  for player = 1, 2 do
    if before[player]:is_against() then blame_outcome(before[player], "before the last move", player) end
    if there[player]:is_against() then blame_outcome(there[player], "at the end", player) end
  end
end

return signs

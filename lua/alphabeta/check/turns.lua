-- Does `player` fit the state? Where a field of the state says who is to move, both must agree.

local finding = require "alphabeta.check.finding"
local image = require "alphabeta.check.image"
local sample = require "alphabeta.check.sample"

local NAMES = { "player", "turn", "mover", "to_move", "toMove", "current_player", "currentPlayer",
  "side_to_move" }
local ENOUGH = 5 -- positions with each value of the field

local turns = {}

-- The records in which the game goes on, by the value of a field and then by player. nil: it has not exactly
-- two values, or is missing somewhere.
local function sorted_out(records, name)
  local values, count = {}, 0
  for _, record in ipairs(records) do
    if record.count > 0 then
      local value = record.fields and record.fields[name]
      if value == nil then return nil end
      if not values[value] then
        count = count + 1
        if count > 2 then return nil end
        values[value] = { {}, {} }
      end
      table.insert(values[value][record.player], record)
    end
  end
  return count == 2 and values or nil
end

-- Two records: of one value of the field and different players, or of different values and one player. nil:
-- there are none. Second: whether they are enough to go by.
local function contradiction(values)
  local first_of, enough, one, other = {}, true, nil, nil
  for _, players in pairs(values) do
    enough = enough and #players[1] + #players[2] >= ENOUGH
    if #players[1] > 0 and #players[2] > 0 then one, other = players[1][1], players[2][1] end
    local player = #players[1] > 0 and 1 or 2
    if not one and first_of[player] then one, other = first_of[player], players[player][1] end
    first_of[player] = players[player][1]
  end
  return one, other, enough
end

local function field_text(name)
  return type(name) == "number" and ("state[%s]"):format(name) or "state." .. tostring(name)
end

local function blame(patient, name, record, other)
  local function text(item)
    local value = image.shown(item.fields[name])
    return ("%s is %s and player %d to move"):format(field_text(name), value, item.player)
  end
  local fault = patient.game.player and "player-turn" or "player-missing"
  error(finding.new(fault, ("%s, after the second line %s%s"):format(text(record), text(other),
    patient.game.player and "" or ", as the players alternate"), sample.line_to(record),
    sample.line_to(other)), 0)
end

--- `player` (or strict alternation) goes with the field of the state that is named after it.
function turns.names(patient)
  local records, found = patient.sample.records, nil
  for _, name in ipairs(NAMES) do
    local values = sorted_out(records, name)
    if values then
      local record, other, enough = contradiction(values)
      if not record then return end
      found = found or enough and { name, record, other }
    end
  end
  if found then blame(patient, found[1], found[2], found[3]) end
end

-- Does the field change with every move?
local function alternates(games, name)
  for _, game in ipairs(games) do
    for ply = 2, #game do
      if game[ply].fields[name] == game[ply - 1].fields[name] then return false end
    end
  end
  return true
end

local function is_one_player(records)
  for _, record in ipairs(records) do
    if record.player and record.player ~= records[1].player then return false end
  end
  return true
end

--- `player` does not name the same player always while a field of the state is 1 and 2 by turns.
function turns.numbers(patient)
  local records = patient.sample.records
  if not patient.game.player or not records[1].fields or not is_one_player(records) then return end
  for name in pairs(records[1].fields) do
    local values = sorted_out(records, name)
    if values and values[1] and values[2] and alternates(patient.sample.games, name) then
      local record, other, enough = contradiction(values)
      if record and enough then blame(patient, name, record, other) end
    end
  end
end

return turns

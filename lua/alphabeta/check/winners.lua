-- Do the values of finished games speak for the right player?

local finding = require "alphabeta.check.finding"
local sample = require "alphabeta.check.sample"
local walk = require "alphabeta.check.walk"

local winners = {}

local function blame(fault, message, record)
  error(finding.new(fault, message, sample.line_to(record)), 0)
end

------------------------------------------------------------------------------------------------
-- Who wins

-- How often who made the last move has won and lost, by player, and a record of that.
local function last_movers(records)
  local counts, met = { { won = 0, lost = 0 }, { won = 0, lost = 0 } }, {}
  for _, record in ipairs(records) do
    local mover = record.parent and record.parent.player
    if sample.is_final(record) and mover and record.seen ~= 0 and not met[record.look] then
      met[record.look] = true
      local count = counts[mover]
      local won = (record.seen > 0) == (mover == 1)
      local name = won and "won" or "lost"
      count[name] = count[name] + 1
      count.record = count.record or record
    end
  end
  return counts
end

local function is_always_opposite(one, two)
  return one.won == 0 and two.lost == 0 or one.lost == 0 and two.won == 0
end

local FINALS, FINALS_EACH = 24, 6

--- Where only the end of a game has a value: it is not always the same player who wins, while who moves last
--- would always win (or always lose) if the values spoke for another player.
function winners.always(patient)
  local movers = last_movers(patient.sample.records)
  local one, two = movers[1], movers[2]
  local ones, twos = one.won + one.lost, two.won + two.lost
  if ones < FINALS_EACH or twos < FINALS_EACH or ones + twos < FINALS then return end
  if is_always_opposite(one, two) and patient.steadiness:is_silent() then
    local winner = one.lost == 0 and 1 or 2
    blame("evaluate-sign", ("player %d wins all of %d games that end differently, no matter who makes the "
      .. "last move: the value at the end seems not to speak for the player to move"):format(winner,
      ones + twos), two.record.player == 2 and two.record or one.record)
  end
end

------------------------------------------------------------------------------------------------
-- Games that always end in the same way

local FEW = 8 -- positions

-- Do two states differ in one field alone?
local function differ_in_one(a, b)
  if not a or not b then return false end
  local different = 0
  for name, value in pairs(a) do
    if b[name] ~= value then different = different + 1 end
  end
  for name in pairs(b) do
    if a[name] == nil then different = different + 1 end
  end
  return different == 1
end

-- The records of finished games; nil: there are more than two positions among them.
local function two_ends(records)
  local ends = {}
  for _, record in ipairs(records) do
    if sample.is_final(record) then ends[#ends + 1] = record end
    if #ends > 2 then return nil end
  end
  return ends[1], ends[2]
end

--- Where all games end in the same position, but for who is to move, it is not always the same player who
--- wins: the moves would not matter.
function winners.constant(patient)
  local records = patient.sample.records
  local one, other = two_ends(records)
  if not other or #records < FEW or one.player == other.player then return end
  if one.seen == other.seen and one.seen ~= 0 and differ_in_one(one.fields, other.fields) then
    local second = one.player == 2 and one or other
    blame("evaluate-sign", ("all games end in the same position, but for who is to move, and player %d "
      .. "wins each: the value at the end (%s here) seems not to speak for the player to move"):format(
      one.seen > 0 and 1 or 2, second.value), second)
  end
end

------------------------------------------------------------------------------------------------
-- What `play` tells against what `evaluate` says

local TOLD = 5

-- Who has made the last move.
local function last_mover(position)
  local before = position.trail[#position.trail]
  if not before or position.in_place then return nil end
  local now, told = position.state, position.told
  position.state, position.told = before.state, nil
  local player = position:player()
  position.state, position.told = now, told
  return player
end

local function count_signs(group, position, value)
  if (value > 0) == (position.told > 0) then
    group.agree = group.agree + 1
    return
  end
  group.oppose = group.oppose + 1
  group.positive, group.negative = group.positive or value > 0, group.negative or value < 0
  group.twins = group.twins and value == -position.told
  group.line, group.value, group.told = position:line_with(), value, position.told
end

-- For each player to move at the end, and whether he has made the last move: how often signs agree and
-- differ.
local function opposition(patient)
  local groups, order = {}, {}
  patient:wander(function(position)
    if not position.told or position.told == 0 then return end
    local value = walk.attempt(position.ask, position, "evaluate")
    if type(value) ~= "number" or value == 0 then return end
    local name = patient.game.viewpoint and "any" or position:player() .. (last_mover(position) or "")
    local group = groups[name]
    if not group then
      group = { agree = 0, oppose = 0, twins = true }
      groups[name], order[#order + 1] = group, group
    end
    count_signs(group, position, value)
  end)
  return order
end

--- The payoff that `play` tells has the sign of what `evaluate` says there.
function winners.payoff(patient)
  if patient.game.successors then return end
  for _, group in ipairs(opposition(patient)) do
    local telling = group.twins or group.positive and group.negative
    if group.agree == 0 and group.oppose >= TOLD and telling then
      error(finding.new("payoff-sign", ("'play' tells the payoff %s, 'evaluate' says %s of the same "
        .. "position; at all %d such ends of games the signs differ"):format(group.told, group.value,
        group.oppose), group.line), 0)
    end
  end
end

return winners

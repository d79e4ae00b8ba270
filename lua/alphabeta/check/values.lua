-- Do values, bounds and the end of the game agree?

local finding = require "alphabeta.check.finding"
local minimax = require "alphabeta.check.minimax"
local sample = require "alphabeta.check.sample"
local walk = require "alphabeta.check.walk"

local values = {}

------------------------------------------------------------------------------------------------
-- Bounds

local NODES = 400 -- to find out what a position is worth at the end of the game

local function check_bounds(position)
  local value, complete = minimax.value(position, math.huge, NODES)
  if not value or not complete then return false end
  local low, high = position:ask "bounds"
  if value < low or value > high then
    position:blame("bounds-value", ("'bounds' says %s to %s, but best play from here gives %s")
      :format(low, high, value))
  end
  return true
end

--- Bounds hold for all positions from which the game can be played out.
function values.bounds(patient)
  if not patient.game.bounds then return end
  patient:wander(function() end, function(position)
    if position.told then position:back() end
    while check_bounds(position) and #position.line > 0 and patient:has_time() do position:back() end
  end)
end

------------------------------------------------------------------------------------------------
-- A game that is won and goes on

local ENOUGH, TURNED = 20, 10 -- positions of each kind; and wins that become the other player's

-- Is the last mover the one whom the value calls the winner?
local function is_just_won(record)
  local mover = record.parent and record.parent.player
  return mover ~= nil and record.seen ~= 0 and (record.seen > 0) == (mover == 1)
end

-- Was the game won already before the last move, by the same player?
local function is_still_won(record)
  return record.parent ~= nil and record.seen ~= 0 and record.seen == record.parent.seen
end

-- Are all values 0, or one and the same win that the last mover has just made (or that was made before)? Then
-- the positions with moves: how many are undecided, and those that are won.
local function undecided_and_won(records)
  local stake, undecided, won = nil, 0, {}
  for _, record in ipairs(records) do
    local goes_on = not sample.is_final(record)
    if record.seen ~= 0 then
      stake = stake or math.abs(record.seen)
      local won_by_moves = is_just_won(record) or is_still_won(record)
      if math.abs(record.seen) ~= stake or not won_by_moves then return 0, {} end
      if goes_on then
        won[#won + 1] = record
        won[record] = true
      end
    elseif goes_on then
      undecided = undecided + 1
    end
  end
  return undecided, won
end

-- Of the moves from won positions: how many lead to where the same player has still won, to where nothing is
-- won, and to where the other one has won, who made the move.
local function after_wins(records, won)
  local kept, lost, turned = 0, 0, 0
  for _, record in ipairs(records) do
    if record.parent and won[record.parent] then
      if record.seen == record.parent.seen then
        kept = kept + 1
      elseif record.seen == 0 then
        lost = lost + 1
      elseif is_just_won(record) then
        turned = turned + 1
      end
    end
  end
  return kept, lost, turned
end

--- Where only wins have a value, the game does not go on after one as though nothing had been won.
function values.ending(patient)
  local records = patient.sample.records
  local undecided, won = undecided_and_won(records)
  if undecided < ENOUGH or #won < ENOUGH then return end
  local kept, lost, turned = after_wins(records, won)
  if lost >= ENOUGH and lost > kept or turned >= TURNED then
    error(finding.new("moves-after-end", ("the last move has won the game ('evaluate' gives %s), but 'moves' "
      .. "gives %d moves; after %d of %d such moves that were tried, the winner has not won any more"):format(
      won[1].value, won[1].count, lost + turned, lost + turned + kept), sample.line_to(won[1])), 0)
  end
end

------------------------------------------------------------------------------------------------
-- A second result that was not meant

local PLAYS, LENGTH = 20, 3

-- Plays a random game as if no payoff were told. False once there is none, or where the game does not bear
-- it.
local function ignore_payoffs(position, draw)
  while #position.line < PLAYS and position:step(draw) do
    if not position.told then return false end
    position.told = nil
  end
  return true
end

-- How many moves were made in random games that went on so, and the longest of them. nil: a move without
-- payoff.
local function plays_with_payoffs(patient)
  local plays, longest = 0, 0
  for game = 1, patient.settings.games do
    local position = patient:begin()
    if not walk.attempt(ignore_payoffs, position, patient:random(game)) then return nil end
    plays, longest = plays + #position.line, math.max(longest, #position.line)
    patient:finish()
  end
  return plays, longest
end

--- Not every move ends the game, in games that could go on.
function values.accident(patient)
  if patient.game.successors or not patient.game.moves then return end
  local position = patient:begin()
  local move = position:moves()[1]
  if move == nil or not position:play(move) or not position.told then return end
  local told = position.told
  patient:finish()
  local plays, longest = plays_with_payoffs(patient)
  if plays and plays >= PLAYS and longest >= LENGTH then
    error(finding.new("payoff-accident", ("'play' returns a number as second result (%s here) after every "
      .. "move: each move ends the game"):format(told), { move }), 0)
  end
end

return values

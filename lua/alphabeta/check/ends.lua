-- Do games end?

local finding = require "alphabeta.check.finding"
local sample = require "alphabeta.check.sample"
local witness = require "alphabeta.check.witness"

local MOST_PLIES = 1000 -- the search gives up there if it was given no depth

local ends = {}

local function same_answers(position, known)
  return not position.in_place or not witness.disagreement(known.answers, witness.answers(position))
end

local function blame_cycle(position, from)
  local round = {}
  for ply = from + 1, #position.line do round[#round + 1] = position.line[ply] end
  position:blame("endless", ("the game need not end: the position after %d moves comes again after %d, "
    .. "moves %s lead round"):format(from, #position.line, finding.line_text(round)))
end

--- Every game ends: no position occurs twice on the way, and random play comes to an end.
function ends.check(patient)
  local seen = {}
  patient:wander(function(position)
    local ply = #position.line
    local text = sample.recognition(position)
    if text then
      local known = seen[text]
      if known and same_answers(position, known) then blame_cycle(position, known.ply) end
      seen[text] = { ply = ply, answers = position.in_place and witness.answers(position) }
    end
    if ply >= MOST_PLIES and not position.told and #position:moves() > 0 then
      position:blame("endless", ("a random game was not over after %d moves"):format(ply))
    end
  end, function() seen = {} end, MOST_PLIES)
end

return ends

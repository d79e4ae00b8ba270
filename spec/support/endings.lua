-- Random games whose values say whether a line ends in a finished game: such positions are worth an even number, others
-- an odd one. A place is { id, ply }.

local random = require "spec.support.random"

local endings = { PLIES = 6 }

local PLIES = endings.PLIES

local game = {
  moves = function(place)
    local count = place.ply < PLIES and random.draw(place.id, 1, 4) or 0
    if place.ply == 0 then count = count + 1 end
    local list = {}
    for i = 1, count do list[i] = i end
    return list
  end,
  play = function(place, move) return { id = random.hash(place.id, 100 + move), ply = place.ply + 1 } end,
}

function game.evaluate(place)
  if #game.moves(place) == 0 then return 2 * random.draw(place.id, 2, 3) - 2 end
  return 2 * random.draw(place.id, 3, 4) - 3
end

--- A game with some fields added or replaced.
local function with(base, fields)
  for name, field in pairs(base) do
    if fields[name] == nil then fields[name] = field end
  end
  return fields
end

local function key(place) return place.id end

-- The same with moves made in place.
local in_place = with(game, {
  play = function(place, move)
    place.above = { id = place.id, above = place.above }
    place.id, place.ply = random.hash(place.id, 100 + move), place.ply + 1
  end,
  undo = function(place)
    place.id, place.ply, place.above = place.above.id, place.ply - 1, place.above.above
  end,
})

-- The payoff from `play`, and numbers of moves that may be illegal.
local counted = with(game, {
  width = 4, moves = false,
  play = function(place, move)
    if move > #game.moves(place) then return nil end
    local after = game.play(place, move)
    return after, #game.moves(after) == 0 and game.evaluate(after) or nil
  end,
})
counted.moves = nil

--- The forms that the game comes in.
endings.FORMS = {
  { "plain", game }, { "with a key", with(game, { key = key }) }, { "in place", in_place },
  { "in place with a key", with(in_place, { key = key }) }, { "counted", counted },
}

endings.game, endings.with = game, with

--- The root of the i-th game of a seed.
function endings.root(seed, i) return { id = random.hash(seed, i), ply = 0 } end

return endings

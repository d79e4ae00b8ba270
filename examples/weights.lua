-- Parameters for examples/tune.lua: an evaluation of Kalah whose weights are wrong at the start. A step is what costs
-- about ten Elo or more.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"

local HOLES, FIRST = 6, 2 -- in a list from `write` the pits come after two other numbers
local SOUTH, NORTH = FIRST + HOLES + 1, FIRST + 2 * HOLES + 2 -- the stores

-- The counters of the player to move in the store and in the holes, less those of the other.
local function features(state)
  local pits = kalah.write(state)
  local store, holes = pits[SOUTH] - pits[NORTH], 0
  for hole = 1, HOLES do holes = holes + pits[FIRST + hole] - pits[SOUTH + hole] end
  if kalah.player(state) == 1 then return store, holes end
  return -store, -holes
end

return {
  parameters = {
    { name = "store", start = 0.1, step = 0.2, low = 0, high = 3 },
    { name = "holes", start = -0.5, step = 0.2, low = -2, high = 2 },
  },

  -- A player with these weights: a function, or options of alphabeta.player.
  player = function(weights)
    local weighted = setmetatable({
      evaluate = function(state)
        local store, holes = features(state)
        return weights.store * store + weights.holes * holes
      end,
    }, { __index = kalah })
    local search = alphabeta.player { depth = 2 }
    return function(state, _, about) return search(state, weighted, about) end
  end,
}

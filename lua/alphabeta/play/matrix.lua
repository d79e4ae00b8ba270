-- A matrix game, solved: what it is worth, and how it is played. A search one ply deep, which looks nothing up.

local core = require "alphabeta.core"

local function numbers(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

-- The choices in place of their numbers.
local function put_names(strategies, choices)
  for player, strategy in ipairs(strategies) do
    for i, choice in ipairs(strategy) do choice.move = choices[player][i] end
  end
  return strategies
end

--- Solves it.
---@param choices any[][] of each player, who may have none
---@param cells number[] what the joint moves pay to player 1, row by row
---@return number value
---@return alphabeta.Choice[][] strategies
return function(choices, cells)
  local columns = math.max(1, #choices[2])
  local result = core.search({ viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
    simultaneous = function() return numbers(#choices[1]), numbers(#choices[2]) end,
    play = function(_, i, j) return true, cells[((i or 1) - 1) * columns + (j or 1)] end,
    evaluate = function() return 0 end }, true, { depth = 1, algorithm = "minimax" })
  return result.value, put_names(result.strategies, choices)
end

--- Connect Four in C; its field `lua` is the same game in Lua.
local native = require "alphabeta.native"
local twin = require "alphabeta.twins.connect4"

-- A game of the family `name` on a board of some size.
local function on_board(name, width, height, rules)
  local sized = setmetatable({
    initial = function(options)
      return rules.initial(options or { width = width, height = height })
    end,
  }, { __index = rules })
  return native(name, { width, height }, sized)
end

local connect4 = on_board("connect4", 7, 6, twin)
connect4.lua = twin

--- The game on a board of another size.
---@param width integer columns
---@param height integer cells in a column; width * (height + 1) is at most 64
---@return table game
function connect4.new(width, height)
  return on_board("connect4", width, height, twin)
end

--- The game tuned for solving it: who wins with the disc that makes n on the board scores
--- (width * height + 2 - n) div 2, so that the sooner a win is, the more it is worth. Moves that lose at once
--- are left out where there are others. Use it with the algorithm "bisection".
connect4.solver = on_board("connect4-solver", 7, 6, twin.score)

return connect4

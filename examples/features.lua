-- Connect Four with features, for examples/learn.lua: what matters is named, how much it does is to be found.

local connect4 = require "alphabeta.twins.connect4"

local LENGTH = 4
local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- Who has a cell, as the player to move sees it: 1, -1, or 0.
local function cells(state)
  local grid = {}
  for column = 1, state.width do
    grid[column] = {}
    for row = 1, state.height do
      local mark = state[column]:sub(row, row)
      grid[column][row] = mark == "" and 0 or mark == state.mover and 1 or -1
    end
  end
  return grid
end

-- Counts a line of four in which only one player has discs: by how many, and three also by the row that is missing.
local function count_line(features, grid, column, row, direction)
  local own, other, missing = 0, 0, 0
  for i = 0, LENGTH - 1 do
    local at = row + i * direction[2]
    local cell = grid[column + i * direction[1]][at]
    if cell == 1 then own = own + 1 elseif cell == -1 then other = other + 1 else missing = at end
  end
  local discs = own + other
  if own > 0 and other > 0 or discs == 0 or discs == LENGTH then return end
  local sign = own > 0 and 1 or -1
  features[discs] = features[discs] + sign
  if discs == 3 then
    local place = missing % 2 == 1 and 4 or 5
    features[place] = features[place] + sign
  end
end

return setmetatable({
  finished = false, -- `play` tells every end

  names = { "one disc", "two discs", "three discs", "three, odd row", "three, even row", "to move" },

  features = function(state)
    local features, grid = { 0, 0, 0, 0, 0, 1 }, cells(state)
    for column = 1, state.width do
      for row = 1, state.height do
        for _, direction in ipairs(DIRECTIONS) do
          local last = grid[column + (LENGTH - 1) * direction[1]]
          if last and last[row + (LENGTH - 1) * direction[2]] then
            count_line(features, grid, column, row, direction)
          end
        end
      end
    end
    return features
  end,
}, { __index = connect4 })

-- The 8-puzzle as one writes it in Lua, for one player: a state is the tiles row by row, with 0 for the empty cell, and
-- where that is; a move is the cell whose tile slides.

local eight = {}

local near = {}
for cell = 1, 9 do
  local column = (cell - 1) % 3
  near[cell] = {}
  for _, other in ipairs { cell - 3, cell - 1, cell + 1, cell + 3 } do
    if other >= 1 and other <= 9 and math.abs((other - 1) % 3 - column) <= 1 then table.insert(near[cell], other) end
  end
end

--- One of the two positions that are farthest from the goal, 31 moves.
function eight.initial() return { 8, 6, 7, 2, 5, 4, 3, 0, 1, empty = 8 } end

function eight.moves(state) return near[state.empty] end

function eight.play(state, cell)
  local after = { empty = cell }
  for i = 1, 9 do after[i] = state[i] end
  after[state.empty], after[cell] = state[cell], 0
  return after
end

function eight.key(state)
  local key = 0
  for i = 1, 9 do key = 9 * key + state[i] end
  return key
end

function eight.goal(state)
  for i = 1, 9 do
    if state[i] ~= i % 9 then return false end
  end
  return true
end

function eight.estimate(state)
  local sum = 0
  for i = 1, 9 do
    local tile = state[i]
    if tile ~= 0 then
      sum = sum + math.abs((i - 1) % 3 - (tile - 1) % 3) + math.abs((i - 1) // 3 - (tile - 1) // 3)
    end
  end
  return sum
end

return eight

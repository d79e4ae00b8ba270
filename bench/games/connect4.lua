-- Connect Four, 7 columns of 6 cells, worth 1, 0 or -1 at the end and nothing before. A function
-- that makes the game with the columns in a given order.
--
-- A position is two integers: the stones of the player to move, and all stones. Bits count up a
-- column from its lowest cell, seven to a column, the seventh always empty.

-- Of each column, as bits: its lowest cell, its highest, all of them; and all cells of the board.
local BOTTOM, TOP, CELLS, FULL = {}, {}, {}, 0
for column = 1, 7 do
  BOTTOM[column] = 1 << 7 * (column - 1)
  TOP[column] = BOTTOM[column] << 5
  CELLS[column] = BOTTOM[column] * 63
  FULL = FULL | CELLS[column]
end

local function initial() return { 0, 0 } end

local function has_four(stones)
  local pairs_up = stones & stones >> 1
  if pairs_up & pairs_up >> 2 ~= 0 then return true end
  local pairs_right = stones & stones >> 7
  if pairs_right & pairs_right >> 14 ~= 0 then return true end
  local pairs_rising = stones & stones >> 8
  if pairs_rising & pairs_rising >> 16 ~= 0 then return true end
  local pairs_falling = stones & stones >> 6
  return pairs_falling & pairs_falling >> 12 ~= 0
end

-- The position after a stone in a column that has room, and the payoff if that ends the game.
local function drop(own, all, column)
  local after = all | all + BOTTOM[column]
  local position = { own ~ all, after }
  if has_four(own | after ~ all) then return position, -1 end
  if after == FULL then return position, 0 end
  return position
end

local function evaluate() return 0 end

-- A column's sum says how high it is (the sums of a height are a range of their own) and which
-- stones in it are the mover's; the number of stones shows who that is.
local function key(position) return position[1] + position[2] end

local function play(position, column) return drop(position[1], position[2], column) end

return function(columns)
  local function moves(position)
    local list, all = {}, position[2]
    for i = 1, 7 do
      local column = columns[i]
      if all & TOP[column] == 0 then list[#list + 1] = column end
    end
    return list
  end

  local function fill(position, list)
    local count, all = 0, position[2]
    for i = 1, 7 do
      local column = columns[i]
      if all & TOP[column] == 0 then
        count = count + 1
        list[count] = column
      end
    end
    return count
  end

  local function play_width(position, number)
    local column, all = columns[number], position[2]
    if all & TOP[column] == 0 then return drop(position[1], all, column) end
  end

  local function play_in_place(position, number)
    local column, own, all = columns[number], position[1], position[2]
    if all & TOP[column] ~= 0 then return false end
    local after = all | all + BOTTOM[column]
    position[1], position[2] = own ~ all, after
    if has_four(own | after ~ all) then return nil, -1 end
    if after == FULL then return nil, 0 end
  end

  -- The column is ones up to its highest stone; halving it takes that stone away.
  local function undo(position, number)
    local after, cells = position[2], CELLS[columns[number]]
    local all = after & ~cells | (after & cells) >> 1 & cells
    position[1], position[2] = position[1] ~ all, all
  end

  return {
    initial = initial,
    list = { moves = moves, play = play, evaluate = evaluate },
    fills = { moves = fill, fills = true, play = play, evaluate = evaluate },
    lean = { width = 7, play = play_width, evaluate = evaluate },
    in_place = { width = 7, play = play_in_place, undo = undo, evaluate = evaluate },
    keyed = { moves = moves, play = play, evaluate = evaluate, key = key },
    lean_keyed = { width = 7, play = play_width, evaluate = evaluate, key = key },
    in_place_keyed = {
      width = 7, play = play_in_place, undo = undo, evaluate = evaluate, key = key,
    },
  }
end

-- Kalah (6,4) with empty capture, in every form that a search accepts. The rules are those
-- of alphabeta.twins.kalah, for this one size of board.
--
-- A position: pits 1 to 14 in sowing order (7 and 14 are the stores), and at 15 who is to move.

local unpack = table.unpack or unpack

local function initial()
  return { 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0, 1 }
end

local function evaluate(s)
  return s[15] == 1 and s[7] - s[14] or s[14] - s[7]
end

local function player(s) return s[15] end

-- Sow from a pit that is not empty; returns true if the game is over: a row is empty.
local function sow(s, pit)
  local mover, counters, last = s[15], s[pit], pit
  local store, rival_store = 7 * mover, 21 - 7 * mover
  s[pit] = 0
  while counters > 0 do
    last = last % 14 + 1
    if last ~= rival_store then
      s[last] = s[last] + 1
      counters = counters - 1
    end
  end
  if last ~= store then
    s[15] = 3 - mover
    if s[last] == 1 and last < store and last > store - 7 then
      s[store] = s[store] + s[14 - last] + 1
      s[last], s[14 - last] = 0, 0
    end
  end
  local south = s[1] + s[2] + s[3] + s[4] + s[5] + s[6]
  local north = s[8] + s[9] + s[10] + s[11] + s[12] + s[13]
  if south > 0 and north > 0 then return false end
  for i = 1, 6 do s[i], s[i + 7] = 0, 0 end
  s[7], s[14] = s[7] + south, s[14] + north
  return true
end

local function play(s, hole)
  local after = { unpack(s, 1, 15) }
  sow(after, hole + (s[15] - 1) * 7)
  return after
end

local function moves(s)
  local list, before = {}, (s[15] - 1) * 7
  for hole = 1, 6 do
    if s[before + hole] > 0 then list[#list + 1] = hole end
  end
  return list
end

local function fill(s, list)
  local count, before = 0, (s[15] - 1) * 7
  for hole = 1, 6 do
    if s[before + hole] > 0 then
      count = count + 1
      list[count] = hole
    end
  end
  return count
end

-- The holes from `hole` on that are not empty, as multiple results.
local function holes_from(s, before, hole)
  while hole <= 6 and s[before + hole] == 0 do hole = hole + 1 end
  if hole <= 6 then return hole, holes_from(s, before, hole + 1) end
end

local function variadic(s) return holes_from(s, (s[15] - 1) * 7, 1) end

local function iterator(s)
  local before, hole = (s[15] - 1) * 7, 0
  return function()
    repeat hole = hole + 1 until hole > 6 or s[before + hole] > 0
    return hole <= 6 and hole or nil
  end
end

local function play_payoff(s, hole)
  local after = { unpack(s, 1, 15) }
  if sow(after, hole + (s[15] - 1) * 7) then return after, evaluate(after) end
  return after
end

local function play_width(s, hole)
  local pit = hole + (s[15] - 1) * 7
  if s[pit] == 0 then return nil end
  local after = { unpack(s, 1, 15) }
  if sow(after, pit) then return after, evaluate(after) end
  return after
end

-- Copying element by element in one statement is the fastest way to keep a board.
local function copy(from, to)
  to[1], to[2], to[3], to[4], to[5] = from[1], from[2], from[3], from[4], from[5]
  to[6], to[7], to[8], to[9], to[10] = from[6], from[7], from[8], from[9], from[10]
  to[11], to[12], to[13], to[14], to[15] = from[11], from[12], from[13], from[14], from[15]
end

-- In place: what a move has changed is kept on a stack of copies.
local function in_place()
  local saved, top = {}, 0
  return function(s, hole)
    local pit = hole + (s[15] - 1) * 7
    if s[pit] == 0 then return false end
    top = top + 1
    local before = saved[top]
    if not before then
      before = {}
      saved[top] = before
    end
    copy(s, before)
    if sow(s, pit) then return nil, evaluate(s) end
  end, function(s)
    copy(saved[top], s)
    top = top - 1
  end
end

local SHIFT = {} -- by n + 1 bits
for n = 0, 48 do SHIFT[n] = math.floor(2 ^ (n + 1)) end

-- Exact in 63 bits, so it needs integers: for every pit but the last as many zeros as it has
-- counters, then a one. The last pit has the rest of the 48.
local function key(s)
  local code = 1
  for pit = 1, 13 do code = code * SHIFT[s[pit]] + 1 end
  return code * 2 + s[15] - 1
end

local function form(fields)
  fields.evaluate, fields.player = evaluate, player
  return fields
end

local play_in_place, undo = in_place()

return {
  initial = initial,
  list = form { moves = moves, play = play },
  iterator = form { moves = iterator, play = play },
  fills = form { moves = fill, fills = true, play = play },
  variadic = form { moves = variadic, variadic = true, play = play },
  variadic_payoff = form { moves = variadic, variadic = true, play = play_payoff },
  lean = form { width = 6, play = play_width },
  in_place = form { width = 6, play = play_in_place, undo = undo },
  keyed = form { moves = moves, play = play, key = key },
  lean_keyed = form { width = 6, play = play_width, key = key },
  in_place_keyed = form { width = 6, play = play_in_place, undo = undo, key = key },
}

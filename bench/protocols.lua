-- What each way of telling the moves costs: the same rules searched to the same depth in every protocol.
-- Prints the value, the nodes, the median time of several interleaved rounds, and the ratio to the
-- plain form of the game.
--
--   lua bench/protocols.lua [rounds [depth]]

local alphabeta = require "alphabeta"

local ROUNDS = tonumber(arg[1]) or 15
local DEPTH = tonumber(arg[2]) or 8

------------------------------------------------------------------------------------------------
-- Kalah (6,4)

-- A position: pits 1 to 14 in sowing order (7 and 14 are the stores), and at 15 who is to move.
local function initial()
  return { 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0, 1 }
end

local function evaluate(s)
  return s[15] == 1 and s[7] - s[14] or s[14] - s[7]
end

local function player(s) return s[15] end

-- Sow from a pit that is not empty; the position is over when a row is empty.
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

local unpack = table.unpack or unpack

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

-- In place: what a move has changed is kept on a stack of copies.
local function in_place()
  local saved, top = {}, 0
  return function(s, hole)
    local pit = hole + (s[15] - 1) * 7
    if s[pit] == 0 then return false end
    top = top + 1
    local copy = saved[top] or {}
    for i = 1, 15 do copy[i] = s[i] end
    saved[top] = copy
    if sow(s, pit) then return nil, evaluate(s) end
  end, function(s)
    local copy = saved[top]
    top = top - 1
    for i = 1, 15 do s[i] = copy[i] end
  end
end

local play_in_place, undo = in_place()

local KALAH = {
  { "moves returns a list", { moves = moves, play = play } },
  { "moves is an iterator", { moves = iterator, play = play } },
  { "variadic", { moves = variadic, variadic = true, play = play } },
  { "variadic, payoff from play", { moves = variadic, variadic = true, play = play_payoff } },
  { "width, payoff from play", { width = 6, play = play_width } },
  { "width, payoff, undo", { width = 6, play = play_in_place, undo = undo } },
}

for _, form in ipairs(KALAH) do
  form[2].evaluate, form[2].player = evaluate, player
end

------------------------------------------------------------------------------------------------
-- Tic-tac-toe, to the end

local tictactoe = require "alphabeta.games.tictactoe"

-- `play` tells a won game, so that `moves` need not look for a line again.
local function mark(state, cell)
  local after = tictactoe.play(state, cell)
  if tictactoe.evaluate(after) < 0 then return after, -1 end
  return after
end

local function mark_if_empty(state, cell)
  if state[cell] == "." then return mark(state, cell) end
end

local function empty_cells(state)
  local list = {}
  for cell = 1, 9 do
    if state[cell] == "." then list[#list + 1] = cell end
  end
  return list
end

local function draw() return 0 end

local TICTACTOE = {
  { "moves returns a list", tictactoe },
  { "payoff from play", { moves = empty_cells, play = mark, evaluate = draw } },
  { "width, payoff from play", { width = 9, play = mark_if_empty, evaluate = draw } },
}

------------------------------------------------------------------------------------------------

local function median(list)
  table.sort(list)
  return list[math.floor((#list + 1) / 2)]
end

local function search(form, initial_state, options)
  collectgarbage()
  local began = os.clock()
  local result = alphabeta.search(form[2], initial_state(), options)
  table.insert(form.times, os.clock() - began)
  form.nodes, form.value = result.nodes, result.value
end

local function compare(title, forms, initial_state, options)
  for _, form in ipairs(forms) do form.times = {} end
  for _ = 1, ROUNDS do
    for _, form in ipairs(forms) do search(form, initial_state, options) end
  end
  print(("%s; median of %d rounds; %s"):format(title, ROUNDS, _VERSION))
  local base = median(forms[1].times)
  for _, form in ipairs(forms) do
    local time = median(form.times)
    print(("  %-28s value %2d %8d nodes %7.1f ns a node  ratio %.2f"):format(form[1], form.value,
      form.nodes, 1e9 * time / form.nodes, time / base))
  end
end

compare("Kalah (6,4) to depth " .. DEPTH, KALAH, initial, { depth = DEPTH })
compare("Tic-tac-toe to the end", TICTACTOE, tictactoe.initial)

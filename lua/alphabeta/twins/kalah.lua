-- The rules of Kalah.
--
-- Two players, South (1) and North (2), sit at a board of two rows of holes; each owns the nearer row
-- and the store to its right. A move takes all counters out of one own hole and sows
-- them one by one, anticlockwise, into the holes and the own store, never into the opponent's; on a
-- full lap the emptied hole gets one too. If the last counter falls
--
--   into the own store, the mover moves again;
--   into an own empty hole, it goes to the own store with all counters of the hole opposite (even
--     if there are none: "empty capture"; the option `empty_capture` switches that off).
--
-- The game is over as soon as a move leaves either row empty, even if the mover has earned another
-- one. Counters left then go to the store of the side they lie on. Most counters win.
--
-- These are the rules of "Solving Kalah" (Irving, Donkers and Uiterwijk, ICGA Journal 23(3), 2000).

local options = require "alphabeta.base.options"

local unpack = table.unpack or unpack

-- A state is never changed once it is made. Its array part is the ring of pits in sowing order,
-- with h = holes:
--
--   1 .. h          holes of player 1       h + 1     store of player 1
--   h + 2 .. 2h+1   holes of player 2       2h + 2    store of player 2
--
-- so opposite holes add up to 2h + 2, and the store of player p is pit p * (h + 1). Both rows hold
-- counters, or the game is over and both are empty.
---@class alphabeta.kalah.State: integer[]
---@field player 1|2 who is to move; when the game is over, who would have been
---@field holes integer in each row
---@field empty_capture boolean

local NAMES = { "South", "North" }

local kalah = { name = "kalah", sides = NAMES }

local MOST_HOLES, MOST_COUNTERS_A_HOLE = 12, 100
local MOST_COUNTERS = 2 * MOST_HOLES * MOST_COUNTERS_A_HOLE
local ROWS = {
  holes = options.integer(1, MOST_HOLES), counters = options.integer(1, MOST_COUNTERS_A_HOLE),
  first = options.integer(1, 2), empty_capture = options.boolean,
}

local function is_empty(pits, first, last)
  for pit = first, last do
    if pits[pit] > 0 then return false end
  end
  return true
end

-- Empties a pit and sows its counters round the ring of `size` pits; returns the last one's pit.
local function sow(pits, pit, size, rival_store)
  local counters = pits[pit]
  pits[pit] = 0
  while counters > 0 do
    pit = pit % size + 1
    if pit ~= rival_store then
      pits[pit] = pits[pit] + 1
      counters = counters - 1
    end
  end
  return pit
end

local function collect(pits, first, last, store)
  for pit = first, last do
    pits[store] = pits[store] + pits[pit]
    pits[pit] = 0
  end
end

--- The numbers of the holes the player to move may empty, ascending; none when the game is over.
---@param state alphabeta.kalah.State
---@return integer[] holes 1 is the farthest from the own store, `state.holes` the one next to it
function kalah.moves(state)
  local holes = state.holes
  local before_first = (state.player - 1) * (holes + 1)
  local list = {}
  for hole = 1, holes do
    if state[before_first + hole] > 0 then list[#list + 1] = hole end
  end
  return list
end

--- The position after a move; `state` itself stays as it is.
---@param state alphabeta.kalah.State
---@param hole integer one of `moves(state)`
---@return alphabeta.kalah.State after
---@return integer? payoff if the move ends the game: what `evaluate` says of `after`
function kalah.play(state, hole)
  local player, holes, empty_capture = state.player, state.holes, state.empty_capture
  local size = 2 * holes + 2
  local store, rival_store = player * (holes + 1), (3 - player) * (holes + 1)
  local before_first = store - holes - 1

  local pits = {
    player = player, holes = holes, empty_capture = empty_capture,
    unpack(state, 1, size),
  }
  local last = sow(pits, before_first + hole, size, rival_store)
  if last ~= store then
    pits.player = 3 - player
    local was_empty_and_own = pits[last] == 1 and last > before_first and last < store
    local opposite = size - last
    if was_empty_and_own and (empty_capture or pits[opposite] > 0) then
      pits[store] = pits[store] + pits[opposite] + 1
      pits[last], pits[opposite] = 0, 0
    end
  end

  if is_empty(pits, 1, holes) or is_empty(pits, holes + 2, size - 1) then
    collect(pits, 1, holes, holes + 1)
    collect(pits, holes + 2, size - 1, size)
    return pits, kalah.evaluate(pits)
  end
  return pits
end

--- Counters in the own store less those in the opponent's, as the player to move sees it; when the
--- game is over this is the final margin, because nothing lies outside the stores.
---@param state alphabeta.kalah.State
---@return integer
function kalah.evaluate(state)
  local player, pits_a_side = state.player, state.holes + 1
  return state[player * pits_a_side] - state[(3 - player) * pits_a_side]
end

local NEAR = 6 -- holes that are told apart

--- What the features count.
kalah.feature_names = { "hole by the store", "second hole", "third hole", "fourth hole", "fifth hole", "sixth hole",
  "store", "to move" }

--- What matters while the game is on, for `alphabeta.learn`: the counters in the holes, from the store outwards (the
--- sixth is for all the rest), and in the store, the mover's less the other's; and that it is the mover's turn.
---@param state alphabeta.kalah.State
---@return number[]
function kalah.features(state)
  local own, rival = state.player * (state.holes + 1), (3 - state.player) * (state.holes + 1)
  local list = { 0, 0, 0, 0, 0, 0, state[own] - state[rival], 1 }
  for hole = 1, state.holes do
    local near = hole < NEAR and hole or NEAR
    list[near] = list[near] + state[own - hole] - state[rival - hole]
  end
  return list
end

--- Who is to move. When the game is over: whoever would have been, had it gone on (the mover again if the
--- last counter fell into the mover's store, else the opponent).
---@param state alphabeta.kalah.State
---@return 1|2
function kalah.player(state)
  return state.player
end

--- Different for different positions, the same for equal ones: a byte that says who is to move, by
--- which rule, and whether a pit takes two bytes because one holds more than 255 counters; then the pits.
---@param state alphabeta.kalah.State
---@return string
function kalah.key(state)
  local size, most = 2 * state.holes + 2, 0
  for pit = 1, size do
    if state[pit] > most then most = state[pit] end
  end
  local head = state.player + (state.empty_capture and 2 or 0)
  if most < 256 then return string.char(head, unpack(state, 1, size)) end

  local bytes = { head + 4 }
  for pit = 1, size do
    bytes[2 * pit] = math.floor(state[pit] / 256)
    bytes[2 * pit + 1] = state[pit] % 256
  end
  return string.char(unpack(bytes))
end

---@class alphabeta.kalah.Options
---@field holes? integer in each row, 1 to 12 (default 6)
---@field counters? integer in each hole, 1 to 100 (default 4)
---@field first? 1|2 who begins (default 1)
---@field empty_capture? boolean captures also if the hole opposite is empty (default true)

--- A position to begin with. Raises an error if an option is unknown or out of its range.
---@param given? alphabeta.kalah.Options
---@return alphabeta.kalah.State
function kalah.initial(given)
  options.check("initial", 1, given, ROWS)
  given = given or {}
  local holes, counters = math.floor(given.holes or 6), math.floor(given.counters or 4)
  local state = {
    player = math.floor(given.first or 1),
    holes = holes,
    empty_capture = given.empty_capture ~= false,
  }
  for pit = 1, 2 * holes + 2 do
    state[pit] = pit % (holes + 1) == 0 and 0 or counters
  end
  return state
end

local function cells(list, first, last, step)
  local texts = {}
  for index = first, last, step do
    texts[#texts + 1] = (" %3d"):format(list[index])
  end
  return table.concat(texts)
end

local function label(state, player)
  if player ~= state.player then return NAMES[player] end
  return NAMES[player] .. (#kalah.moves(state) > 0 and " to move" or " (game over)")
end

--- The board as South sees it, with the numbers of the holes and who is to move; when the game is over, who would
--- have been.
---@param state alphabeta.kalah.State
---@return string text seven lines; an eighth says so if there is no empty capture
function kalah.format(state)
  local holes = state.holes
  local size = 2 * holes + 2
  local numbers = {}
  for hole = 1, holes do numbers[hole] = hole end
  local border = "  +" .. ("-"):rep(4 * holes + 7) .. "+"

  local lines = {
    "     " .. cells(numbers, holes, 1, -1) .. "      " .. label(state, 2),
    border,
    "  |  " .. cells(state, size - 1, holes + 2, -1) .. "     |",
    ("  |%3d%s%3d  |"):format(state[size], (" "):rep(4 * holes - 1), state[holes + 1]),
    "  |  " .. cells(state, 1, holes, 1) .. "     |",
    border,
    "     " .. cells(numbers, 1, holes, 1) .. "      " .. label(state, 1),
  }
  if not state.empty_capture then lines[8] = "  no empty capture" end
  return table.concat(lines, "\n")
end

-- The rows of numbers between bars (North's holes from left to right, both stores, South's holes)
-- as lists; or nil and what is wrong.
local function rows_of(text)
  local rows = {}
  for line in text:gmatch("|([^\n]*)|") do
    local row = {}
    for word in line:gmatch("[^%s|]+") do
      if not word:find("^%d+$") then
        return nil, ("counters expected between the bars, got '%s'"):format(word)
      end
      row[#row + 1] = tonumber(word)
    end
    rows[#rows + 1] = row
  end
  if #rows ~= 3 then return nil, ("3 rows between bars expected, got %d"):format(#rows) end
  return rows
end

-- What is wrong with the shape of a board, or nil.
local function flaw_of_shape(north, stores, south)
  if #north ~= #south then
    return ("rows of equal length expected, got %d and %d holes"):format(#north, #south)
  elseif #south < 1 or #south > MOST_HOLES then
    return ("rows of 1 to %d holes expected, got %d"):format(MOST_HOLES, #south)
  elseif #stores ~= 2 then
    return ("2 stores expected, got %d"):format(#stores)
  end
end

--- Reads a position as `format` writes it: three rows of numbers between bars, and the words
--- "South to move" or "North to move" (or "South (game over)"); "no empty capture" if it is so. Spacing, borders
--- and hole numbers do not matter. Raises an error if `text` is not a string.
---@param text string
---@return alphabeta.kalah.State? state
---@return string? message what is wrong with the text
function kalah.parse(text)
  options.check_type("parse", 1, text, "string")
  local rows, message = rows_of(text)
  if not rows then return nil, message end
  local north, stores, south = rows[1], rows[2], rows[3]
  message = flaw_of_shape(north, stores, south)
  if message then return nil, message end
  local name = text:match("(%a+) to move") or text:match("(%a+) %(game over%)")
  if name ~= NAMES[1] and name ~= NAMES[2] then
    return nil, "'South to move' or 'North to move' expected"
  end

  local list = { name == NAMES[1] and 1 or 2, text:find("no empty capture", 1, true) and 0 or 1, unpack(south) }
  list[#list + 1] = stores[2]
  for hole = #north, 1, -1 do list[#list + 1] = north[hole] end
  list[#list + 1] = stores[1]
  return kalah.read(list)
end

--- A position as a list of integers: who is to move; whether there is empty capture, 1 or 0; the counters
--- in the ring of pits.
---@param state alphabeta.kalah.State
---@return integer[]
function kalah.write(state)
  return { state.player, state.empty_capture and 1 or 0, unpack(state, 1, 2 * state.holes + 2) }
end

-- What is wrong with a list of integers, or nil.
local function flaw_of_list(list)
  local pits, total = #list - 2, 0
  if pits < 4 or pits > 2 * MOST_HOLES + 2 or pits % 2 ~= 0 then
    return ("player, rule of capture, and two rows of 1 to %d holes with a store each expected, "
      .. "got %d numbers"):format(MOST_HOLES, #list)
  elseif not options.is_integer(list[1], 1, 2) then
    return ("player 1 or 2 expected, got %s"):format(options.shown(list[1]))
  elseif not options.is_integer(list[2], 0, 1) then
    return ("0 or 1 expected for the rule of capture, got %s"):format(options.shown(list[2]))
  end
  for pit = 1, pits do
    local counters = list[2 + pit]
    if not options.is_integer(counters, 0, MOST_COUNTERS) then
      return ("pit %d: 0 to %d counters expected, got %s"):format(pit, MOST_COUNTERS, options.shown(counters))
    end
    total = total + counters
  end
  if total > MOST_COUNTERS then
    return ("at most %d counters expected, got %d"):format(MOST_COUNTERS, total)
  elseif is_empty(list, 3, pits / 2 + 1) ~= is_empty(list, pits / 2 + 3, pits + 1) then
    return "one row is empty: the counters of the other belong in its owner's store"
  end
end

--- Reads a position as `write` gives it. Raises an error if `list` is not a table.
---@param list integer[]
---@return alphabeta.kalah.State? state
---@return string? message what is wrong with the list
function kalah.read(list)
  options.check_type("read", 1, list, "table")
  local message = flaw_of_list(list)
  if message then return nil, message end
  local state = {
    player = math.floor(list[1]),
    holes = math.floor(#list / 2) - 2,
    empty_capture = list[2] == 1,
  }
  for pit = 1, #list - 2 do state[pit] = math.floor(list[2 + pit]) end
  return state
end

return kalah

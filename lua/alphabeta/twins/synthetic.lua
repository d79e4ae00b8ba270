-- Game trees grown from a seed, or over a list of leaves: games without any rules to explain, for
-- tests and measurements. The same seed means the same tree everywhere.
--
-- Every random number of a position is drawn from its id, 64 bits, by the generator splitmix64. What is
-- drawn depends on the mode of the tree:
--
--   uniform   all positions before the last ply have the same number of moves; many ties
--   dag       positions of one ply are shared: there are no more than `width` of them; many ties
--   uneven    positions have different numbers of moves, and the game may end early
--   again     as uneven, and the same player may move twice
--   float     as again, with values between -1 and 1
--   inf       as again, with values that may be infinite
--   best      as uniform, and the first move is always a best one: alpha-beta visits as few leaves as can
--             be, b^ceil(d/2) + b^floor(d/2) - 1 of them (Knuth and Moore 1975). Every position, also
--             before the end, is valued as it is
--
-- Numbers of 64 bits are two halves of 32 bits here, the high one first, so that any Lua can do it.

local options = require "alphabeta.base.options"

local synthetic = {}

local HALF = 4294967296 -- 2^32
local MOST_BREADTH, MOST_DEPTH, MOST_WIDTH = 65535, 1000, 1000000

-- In mode "best" the lower 16 bits of an id are what the position is worth to player 1, and this.
local ZERO_WORTH, WORTHS = 32768, 65536

------------------------------------------------------------------------------------------------
-- Numbers of 64 bits

local floor = math.floor

-- The exclusive or of two numbers of 4 bits: XOR[16 * a + b + 1].
local XOR = {}
for a = 0, 15 do
  for b = 0, 15 do
    local result, place = 0, 1
    while place < 16 do
      if floor(a / place) % 2 ~= floor(b / place) % 2 then result = result + place end
      place = 2 * place
    end
    XOR[16 * a + b + 1] = result
  end
end

local function xor_half(a, b)
  local result, place = 0, 1
  while place < HALF do
    result = result + place * XOR[16 * (a % 16) + b % 16 + 1]
    a, b, place = floor(a / 16), floor(b / 16), 16 * place
  end
  return result
end

-- z ~ (z >> bits), for less than 32 bits.
local function xor_shifted(high, low, bits)
  local power = floor(2 ^ bits)
  local shifted = floor(low / power) + high % power * floor(HALF / power)
  return xor_half(high, floor(high / power)), xor_half(low, shifted)
end

local function multiply_halves(a, b)
  local from_low, from_high = a % 65536 * b, floor(a / 65536) * b
  local sum = from_low + from_high % 65536 * 65536
  return floor(from_high / 65536) + floor(sum / HALF), sum % HALF
end

local function multiply(a_high, a_low, b_high, b_low)
  local high, low = multiply_halves(a_low, b_low)
  local _, crosswise = multiply_halves(a_high, b_low)
  local _, back = multiply_halves(a_low, b_high)
  return (high + crosswise + back) % HALF, low
end

local function add(a_high, a_low, b_high, b_low)
  local low = a_low + b_low
  return (a_high + b_high + floor(low / HALF)) % HALF, low % HALF
end

-- The k-th random number of an id: mix(id + k * 0x9E3779B97F4A7C15).
local function hash(high, low, k)
  high, low = add(high, low, multiply(0, k, 0x9E3779B9, 0x7F4A7C15))
  high, low = xor_shifted(high, low, 30)
  high, low = multiply(high, low, 0xBF58476D, 0x1CE4E5B9)
  high, low = xor_shifted(high, low, 27)
  high, low = multiply(high, low, 0x94D049BB, 0x133111EB)
  return xor_shifted(high, low, 31)
end

-- The same as one of 0 to n - 1: (hash >> 33) % n.
local function draw(high, low, k, n)
  return floor(hash(high, low, k) / 2) % n
end

local function draw_around(high, low, k, n)
  return draw(high, low, k, n) - floor(n / 2)
end

------------------------------------------------------------------------------------------------
-- Trees

-- A position: its id, its ply and its player are all there is to know of it.
---@class alphabeta.synthetic.State
---@field high integer the upper 32 bits of the id
---@field low integer the lower ones
---@field ply integer moves from the root
---@field player 1|2 who is to move; 1 maximises

local function drawn_root(tree)
  return hash(floor(tree.seed / HALF), tree.seed % HALF, 7)
end

local function drawn_child(_, state, i)
  return hash(state.high, state.low, 100 + i)
end

local function shared_child(tree, state, i)
  local place = draw(state.high, state.low, 100 + i, tree.width)
  local high, low = multiply(floor(tree.seed / HALF), tree.seed % HALF, 0, 1000)
  high, low = add(high, low, 0, state.ply + 1)
  return hash(high, low, 1000 + place)
end

local function worth(low)
  return low % WORTHS - ZERO_WORTH
end

local function with_worth(low, value)
  return low - low % WORTHS + value + ZERO_WORTH
end

local function best_root(tree)
  local high, low = drawn_root(tree)
  return high, with_worth(low, draw_around(high, low, 2, 41))
end

-- The first move keeps what there is; the others give up 0 to 4 of it.
local function best_child(_, state, i)
  local high, low = hash(state.high, state.low, 100 + i)
  local loss = i == 1 and 0 or draw(high, low, 2, 5)
  return high, with_worth(low, worth(state.low) + (state.player == 1 and -loss or loss))
end

local function drawn_value(n)
  return function(high, low) return draw_around(high, low, 2, n) end
end

local function fraction(high, low)
  high, low = hash(high, low, 2)
  return (high * 2097152 + floor(low / 2048)) / 4503599627370496 - 1 -- 2^21, 2^11, 2^52
end

local function sometimes_infinite(high, low)
  local r = draw(high, low, 2, 8)
  if r == 0 then return math.huge end
  if r == 1 then return -math.huge end
  return draw_around(high, low, 6, 41)
end

-- number: what the native game calls the mode. root, child: the ids. value: of a position by itself, as
-- player 1 sees it. full: positions have all their moves. early: the game may end before the last ply.
-- again: the same player may move twice.
local MODES = {
  uniform = { number = 1, full = true, value = drawn_value(7) },
  dag = { number = 2, child = shared_child, value = drawn_value(5) },
  uneven = { number = 3, early = true, value = drawn_value(41) },
  again = { number = 4, early = true, again = true, value = drawn_value(41) },
  float = { number = 5, early = true, again = true, value = fraction },
  inf = { number = 6, early = true, again = true, value = sometimes_infinite },
  best = { number = 7, full = true, root = best_root, child = best_child,
    value = function(_, low) return worth(low) end },
}
for _, mode in pairs(MODES) do
  mode.root = mode.root or drawn_root
  mode.child = mode.child or drawn_child
end

-- Over given leaves the ids are numbers from 1, row by row.
local LEAVES = {
  number = 8, full = true,
  root = function() return 0, 1 end,
  child = function(tree, state, i)
    local id = (state.high * HALF + state.low - 1) * tree.breadth + 1 + i
    return floor(id / HALF), id % HALF
  end,
}

local function is_over(tree, state)
  return state.ply >= tree.depth
    or tree.mode.early and state.ply > 0 and draw(state.high, state.low, 1, 4) == 0
end

local function as_mover_sees(state, value)
  return state.player == 1 and value or 0 - value
end

-- The number of the first position of a row, and how many there are.
local function row_of(breadth, ply)
  local first, count = 1, 1
  for _ = 1, ply do first, count = first + count, count * breadth end
  return first, count
end

local function value_of(tree, state)
  if tree.mode ~= LEAVES then
    return as_mover_sees(state, tree.mode.value(state.high, state.low))
  elseif state.ply < tree.depth then
    return 0
  end
  return tree.leaves[state.high * HALF + state.low - row_of(tree.breadth, tree.depth) + 1]
end

local function root_of(tree)
  local high, low = tree.mode.root(tree)
  return { high = high, low = low, ply = 0, player = 1 + tree.seed % 2 }
end

local function child_of(tree, state, i)
  local high, low = tree.mode.child(tree, state, i)
  local stays = tree.mode.again and draw(high, low, 3, 3) == 0
  return { high = high, low = low, ply = state.ply + 1, player = stays and state.player or 3 - state.player }
end

-- Is there such a position? Where only playing could show that, it is taken for one.
local function may_stand_in(tree, state)
  local root, ply = root_of(tree), state.ply
  if ply == 0 then
    return state.high == root.high and state.low == root.low and state.player == root.player
  elseif not tree.mode.again and (state.player + root.player + ply) % 2 ~= 0 then
    return false
  elseif tree.mode == MODES.best then
    return math.abs(worth(state.low)) <= 20 + 4 * ply
  elseif tree.mode == LEAVES then
    local first, count = row_of(tree.breadth, ply)
    local place = state.high * HALF + state.low - first
    return place >= 0 and place < count
  end
  return true
end

------------------------------------------------------------------------------------------------
-- The game that walks a tree

local function game_of(tree, name)
  local game = { name = name }

  -- What the native game needs to grow the same tree.
  game.parameters = { tree.mode.number, tree.seed, tree.breadth, tree.depth, tree.width or 0 }
  for i, leaf in ipairs(tree.leaves or {}) do game.parameters[5 + i] = leaf end

  --- The root.
  function game.initial() return root_of(tree) end

  --- The numbers of the children.
  function game.moves(state)
    local list = {}
    if is_over(tree, state) then return list end
    local count = tree.mode.full and tree.breadth or 1 + draw(state.high, state.low, 5, tree.breadth)
    for i = 1, count do list[i] = i end
    return list
  end

  --- The child of that number, and its value if the game is over there.
  function game.play(state, i)
    local child = child_of(tree, state, i)
    if is_over(tree, child) then return child, value_of(tree, child) end
    return child
  end

  --- The value of a position by itself, as the player to move sees it.
  function game.evaluate(state) return value_of(tree, state) end

  function game.player(state) return state.player end

  --- The eight bytes of the id, the lowest first; the ply in two bytes; the player.
  function game.key(state)
    local bytes, rest = {}, { state.low, state.high }
    for i = 1, 8 do
      local half = i <= 4 and 1 or 2
      bytes[i] = rest[half] % 256
      rest[half] = floor(rest[half] / 256)
    end
    bytes[9], bytes[10], bytes[11] = state.ply % 256, floor(state.ply / 256), state.player
    return string.char((table.unpack or unpack)(bytes))
  end

  --- "position 8f02b1c36d7e5a49, ply 3, player 2 to move".
  function game.format(state)
    return ("position %08x%08x, ply %d, player %d to move"):format(
      state.high, state.low, state.ply, state.player)
  end

  --- Reads what `format` writes; or nil and what is wrong. Raises an error if `text` is not a string.
  function game.parse(text)
    options.check_type("parse", 1, text, "string")
    local high, low, ply, player = text:match(
      "position (%x%x%x%x%x%x%x%x)(%x%x%x%x%x%x%x%x), ply (%d+), player (%d+) to move")
    if not high then return nil, "'position', its id as 16 hexadecimal digits, ply and player expected" end
    return game.read { tonumber(high, 16), tonumber(low, 16), tonumber(ply), tonumber(player) }
  end

  --- A position as a list of integers: the upper half of its id, the lower half, its ply, who is to move.
  function game.write(state)
    return { state.high, state.low, state.ply, state.player }
  end

  --- Reads what `write` gives; or nil and what is wrong. Raises an error if `list` is not a table.
  function game.read(list)
    options.check_type("read", 1, list, "table")
    if #list ~= 4 then
      return nil, ("the two halves of an id, ply and player expected, got %d numbers"):format(#list)
    end
    for half = 1, 2 do
      if not options.is_integer(list[half], 0, HALF - 1) then
        return nil, ("half an id from 0 to %.0f expected, got %s"):format(HALF - 1, tostring(list[half]))
      end
    end
    if not options.is_integer(list[3], 0, tree.depth) then
      return nil, ("a ply from 0 to %d expected, got %s"):format(tree.depth, tostring(list[3]))
    elseif not options.is_integer(list[4], 1, 2) then
      return nil, ("player 1 or 2 expected, got %s"):format(tostring(list[4]))
    end
    local state = {
      high = floor(list[1]), low = floor(list[2]), ply = floor(list[3]), player = floor(list[4]),
    }
    if may_stand_in(tree, state) then return state end
    return nil, "there is no such position in this tree"
  end

  return game
end

------------------------------------------------------------------------------------------------
-- Making trees

local ROWS = {
  mode = { expected = "name of a mode", fits = function(value) return MODES[value] ~= nil end },
  seed = options.seed, breadth = options.integer(1, MOST_BREADTH), depth = options.integer(0, MOST_DEPTH),
}
local DAG_ROWS = setmetatable({ width = options.integer(1, MOST_WIDTH) }, { __index = ROWS })

---@class alphabeta.synthetic.Options
---@field mode? "uniform"|"dag"|"uneven"|"again"|"float"|"inf"|"best" (default "uniform")
---@field seed? integer 0 to 2^53 (default 1)
---@field breadth? integer the largest number of moves, 1 to 65535 (default 4)
---@field depth? integer plies, 0 to 1000 (default 6)
---@field width? integer mode "dag" only: different positions of a ply, 1 to 1000000 (default 100)

--- The game over a seeded tree. Raises an error if an option is unknown or out of its range.
---@param given? alphabeta.synthetic.Options
---@return table game its `parameters` are those of the same game in C
function synthetic.new(given)
  local is_dag = type(given) == "table" and given.mode == "dag"
  options.check("new", 1, given, is_dag and DAG_ROWS or ROWS)
  given = given or {}
  local mode = given.mode or "uniform"
  return game_of({
    mode = MODES[mode], seed = floor(given.seed or 1), breadth = floor(given.breadth or 4),
    depth = floor(given.depth or 6), width = is_dag and floor(given.width or 100) or nil,
  }, "synthetic " .. mode)
end

--- The game over a uniform tree with given leaves, from left to right; positions before them are worth 0.
--- Player 1 begins. Raises an error if the leaves are not as many as a power of the breadth.
---@param breadth integer moves of every position, 2 to 65535
---@param leaves number[] their values, each as the player to move there sees it
---@return table game its `parameters` are those of the same game in C
function synthetic.leaves(breadth, leaves)
  if not options.is_integer(breadth, 2, MOST_BREADTH) then
    error(("bad argument #1 to 'leaves' (integer from 2 to %d expected, got %s)"):format(
      MOST_BREADTH, tostring(breadth)), 2)
  end
  options.check_type("leaves", 2, leaves, "table")
  local depth, count, copy = 0, 1, {}
  while count < #leaves do depth, count = depth + 1, count * breadth end
  if count ~= #leaves then
    error(("bad argument #2 to 'leaves' (as many leaves as a power of %d expected, got %d)"):format(
      breadth, #leaves), 2)
  end
  for i, leaf in ipairs(leaves) do
    if type(leaf) ~= "number" or leaf ~= leaf then
      error(("bad argument #2 to 'leaves' (leaf %d: number expected, got %s)"):format(i, tostring(leaf)), 2)
    end
    copy[i] = leaf
  end
  return game_of({ mode = LEAVES, seed = 0, breadth = floor(breadth), depth = depth, leaves = copy },
    "synthetic leaves")
end

return synthetic

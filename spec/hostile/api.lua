-- The whole interface as one table: what each function, option, field and callback takes or gives. The
-- specs of arguments and of callbacks, and the fuzzer, make their calls from it.

local compat = require "spec.support.compat"

local api = {}

------------------------------------------------------------------------------------------------
-- Values to try everywhere. `nil` is one of them, so each has its place in `api.values.n`.

local raising = setmetatable({}, {
  __index = function() error "__index" end,
  __newindex = function() error "__newindex" end,
  __len = function() error "__len" end,
  __eq = function() error "__eq" end,
  __call = function() error "__call" end,
  __tostring = function() error "__tostring" end,
  __pairs = function() error "__pairs" end,
})

local EXACT = compat.integer(2 ^ 53)

local lying = setmetatable({}, {
  __len = function() return compat.most end,
  __index = function() return 1 end,
  __name = 7,
})

api.values = compat.pack(
  nil, false, true,
  0, 1, 2, 3, -1, 1000, 1001, 65535, 65536, 2 ^ 31, -2 ^ 31, 2 ^ 32,
  compat.most, compat.least, EXACT, EXACT + 1, -EXACT - 1,
  0.0, -0.0, 1.0, 0.5, 1.5, -0.5, 2.0 ^ 53, 2.0 ^ 63, -2.0 ^ 63, 2.0 ^ 64, 1e308, 5e-324,
  math.huge, -math.huge, 0 / 0,
  "", "1", "first", "random", "pvs", "bisection", "F2", "no such thing", "a\0b", ("x"):rep(100000),
  {}, { 1 }, { 1, 2 }, { 2, 1 }, { 0 / 0, 1 }, { nil, 1 }, { "1", "2" }, { -math.huge, math.huge }, { depth = 1 },
  raising, lying, math.floor, function() end, error, coroutine.create(function() end), io.stdout)

-- Two values that Lua cannot tell apart by ==, or that it finds equal though they differ, by their names.
function api.show(value)
  if type(value) == "string" and #value > 40 then return ("a string of %d bytes"):format(#value) end
  if type(value) == "string" or type(value) == "number" then return compat.quoted(value) end
  if value == nil or type(value) == "boolean" then return tostring(value) end
  if rawequal(value, raising) then return "a table that raises" end
  if rawequal(value, lying) then return "a table that lies" end
  return "a " .. type(value)
end

--- Calls visit(value) with each of the values.
function api.each_value(visit)
  for i = 1, api.values.n do visit(api.values[i]) end
end

------------------------------------------------------------------------------------------------
-- Kinds: does a value fit?

local function is_number(value) return type(value) == "number" and value == value end

local function of_type(name)
  return function(value) return type(value) == name end
end

-- As a float, so that the neighbour of a limit of 2^53 is that limit.
local function integer(low, high)
  return function(value)
    if not is_number(value) then return false end
    local float = value + 0.0
    return float >= low and float <= high and float == math.floor(float)
  end
end

local function one_of(...)
  local set = {}
  for _, value in ipairs { ... } do set[value] = true end
  return function(value) return value ~= nil and value == value and set[value] == true end
end

local function either(...)
  local kinds = { ... }
  return function(value)
    for _, fits in ipairs(kinds) do
      if fits(value) then return true end
    end
    return false
  end
end

local function between(low, high) -- low itself does not count
  return function(value) return is_number(value) and value > low and value <= high end
end

local function at_least(low)
  return function(value) return is_number(value) and value >= low end
end

local function anything() return true end

local nothing = of_type "nil"
local flag = of_type "boolean"
local callable = of_type "function"

-- What can be called like a function; the options of functions in Lua take it as well.
local function function_like(value) return type(value) == "function" or rawequal(value, raising) end

local function payoff(value)
  if not is_number(value) then return false end
  if not compat.has_integers or math.type(value) == "float" then return true end
  return math.abs(value) <= 2 ^ 53 and value ~= math.mininteger
end

local function window(value)
  if type(value) ~= "table" then return false end
  local low, high = rawget(value, 1), rawget(value, 2)
  return is_number(low) and is_number(high) and low < high
end

-- To the letter, as the functions in Lua see it.
local function exact(low, high, divisor)
  return function(value)
    return is_number(value) and value >= low and value <= high and value % (divisor or 1) == 0
  end
end

-- A file, or something to be called instead.
local function stream(value)
  return function_like(value) or rawequal(value, lying) or type(value) == "userdata"
end

local function key(value)
  if type(value) == "string" or compat.has_integers and math.type(value) == "integer" then return true end
  return is_number(value) and value == math.floor(value) and math.abs(value) <= 2 ^ 53
end

local raw_length = rawget(_G, "rawlen") or function(list) return #list end

local function keys(value)
  for i = 1, type(value) == "table" and raw_length(value) or 0 do
    if not key(rawget(value, i)) then return false end
  end
  return type(value) == "table"
end

------------------------------------------------------------------------------------------------
-- Options: a nil means the default everywhere.

local POSITIONS = integer(1, 2 ^ 53)

api.options = {
  search = {
    depth = integer(0, 1000),
    time = at_least(0),
    nodes = POSITIONS,
    deepening = flag,
    window = window,
    algorithm = one_of("pvs", "mtdf", "alphabeta", "minimax", "branch-and-bound", "aspiration", "bisection",
      "minimax-alphabeta", "iterative", "mcts", "F", "F1", "F2"),
    playouts = POSITIONS,
    exploration = between(0, 1000),
    playout_depth = integer(0, 1000),
    bias = flag,
    policy = callable,
    bytes = POSITIONS,
    seed = integer(0, 2 ^ 53),
    draws = integer(1, 65535),
    table = one_of(false),
    helper = integer(1, 1000),
    threads = integer(0, 256),
    deeper = flag,
    proven = flag,
    processor = flag,
    history = keys,
    quiescence = integer(0, 1000),
    shortest = flag,
    temperature = between(0, math.huge),
    guard = integer(0, 1000),
    me = integer(1, 8),
    precision = between(0, math.huge),
    pure = flag,
    guess = is_number,
    margin = between(0, math.huge),
    threshold = between(0, 1),
    on_depth = callable,
    trace = either(flag, integer(1, 1e9)),
    all = flag,
    choose = either(callable, one_of("first", "random")),
    margin_random = function(value) return is_number(value) and value >= 0 and value < math.huge end,
    random = callable,
  },
  step = { playouts = POSITIONS, nodes = POSITIONS, time = at_least(0), depths = integer(1, 1000) },
  table = { bytes = POSITIONS, shared = flag, counted = flag, handle = function() return false end },
  copy = { tables = integer(1, 2 ^ 24) },
  solve = {
    positions = integer(1, 250000000),
    tolerance = between(0, math.huge),
    on_progress = callable,
    progress = flag,
  },
  path = {
    algorithm = one_of("astar", "idastar", "beam"),
    weight = function(value) return is_number(value) and value >= 1 and value <= 2 ^ 60 end,
    width = integer(1, 250000000),
    bytes = POSITIONS,
    nodes = POSITIONS,
    time = at_least(0),
    on_progress = callable,
    progress = flag,
  },
  pace = { nodes = POSITIONS, time = at_least(0) },
  review = {
    depth = exact(1, 1000),
    nodes = exact(1, 2 ^ 53),
    time = at_least(0),
    playouts = exact(1, 2 ^ 53),
    playout_depth = exact(0, 1000),
    seed = exact(0, 2 ^ 53),
    thresholds = function(value) return type(value) == "table" and rawget(value, 3) ~= nil end,
  },
  learn = {
    games = exact(20, 1e9),
    time = between(0, math.huge),
    seed = exact(0, 2 ^ 53),
    depth = exact(1, 1000),
    openings = of_type "table",
    opening_plies = exact(0, 1e9),
    explore = function(value) return is_number(value) and value >= 0 and value <= 1 end,
    start = of_type "table",
    phases = exact(1, 50),
    target = one_of("win", "payoff"),
    names = of_type "table",
    on_game = function_like,
  },
  session = {
    state = function(value) return value ~= false end,
    seats = of_type "table",
    level = function(value) return type(value) == "table" or exact(1, 5)(value) or value == "weak" end,
    levels = of_type "table",
    think = of_type "table",
    text = of_type "string",
    seed = exact(0, 2 ^ 53),
    on_move = function_like,
    on_turn = function_like,
    on_end = function_like,
  },
  check = {
    seed = exact(0, 2 ^ 53),
    games = exact(1, 1e6),
    depth = exact(1, 1000),
    time = function(value) return is_number(value) and value >= 0.01 end,
  },
  match = {
    games = exact(2, 1e6, 2),
    openings = of_type "table",
    opening_plies = integer(0, 1e6),
    seed = exact(0, 2 ^ 53),
    max_plies = integer(1, 1e6),
    errors = one_of("lose", "raise"),
    on_game = function_like,
    on_move = function_like,
    dice = function_like,
    progress = flag,
    sprt = of_type "table",
    part = of_type "table",
  },
  merge = { sprt = of_type "table" },
  human = {
    input = stream,
    output = stream,
    prompt = either(of_type "string", function_like),
    show = flag,
    commands = of_type "table",
  },
  text = { width = integer(1, 1e9), depth = integer(0, 1000), ascii = flag, format_move = function_like,
    game = of_type "table", state = anything, write = function_like },
  dot = { width = integer(1, 1e9), depth = integer(0, 1000), format_move = function_like, game = of_type "table",
    state = anything, write = function_like },
  html = { title = of_type "string", data = flag, format_move = function_like, game = of_type "table", state = anything,
    write = function_like },
}

-- Those of `search`; a player's seed is a number up to 2^53, not one near it.
api.options.player = {}
for name, kind in pairs(api.options.search) do api.options.player[name] = kind end
api.options.player.seed = exact(0, 2 ^ 53)

-- Options whose right values may be wrong for a short call: too much work, or not this game's.
api.weighty = { games = true, openings = true, opening_plies = true, sprt = true, game = true, positions = true,
  state = true, text = true, start = true, names = true }

------------------------------------------------------------------------------------------------
-- Functions and methods: the kinds of their arguments. An argument that is a table of options is named
-- after its row above. Those of a module have its name before them.

local given = function(value) return value ~= nil end
api.given = given
local game = function(value) return type(value) == "table" end

local players = of_type "table"
local recorded = of_type "table"
local native = one_of("connect4", "connect4-solver", "ewn", "kalah", "kalah-solver", "oshi", "othello", "pig",
  "synthetic", "tictactoe", "tiles")

local function dumped(value) return type(value) == "string" and value:find "^\137alpha\r\n" ~= nil end

api.functions = {
  search = { game, given, "search" },
  start = { game, given, "search" },
  deepen = { game, given, "search" },
  table = { "table" },
  solve = { game, given, "solve" },
  start_solve = { game, given, "solve" },
  path = { game, given, "path" },
  start_path = { game, given, "path" },
  copy = { given, "copy" },
  native = { native, either(nothing, of_type "table") },
  match = { game, given, players, "match" },
  paranoid = { function(value) return type(value) == "table" and rawget(value, "players") == 3 end, exact(1, 3) },
  player = { "player" },
  random_player = { either(nothing, exact(0, 2 ^ 53)) },
  human = { "human" },
  explain = { game, given, recorded },
  levels = { game, given, of_type "table" },
  learn = { game, given, of_type "table" },
  start_learn = { game, given, "learn" },
  review = { game, given, players, "review" },
  session = { game, "session" },
  text = { game, given, given, nothing }, -- a player, where both choose at once
  parse = { game, given, of_type "string", nothing },
  undump = { dumped, game, given, either(nothing, callable) },
  check = { game, given, "check" },
  merge = { of_type "table", "merge" },
  ["tree.text"] = { recorded, "text" },
  ["tree.dot"] = { recorded, "dot" },
  ["tree.html"] = { recorded, "html" },
}

api.modules = { tree = true }

api.methods = {
  search = { step = { "step" }, result = {}, close = {} },
  table = { clear = {}, stats = {} },
  solver = { step = { "pace" }, result = {}, close = {} },
  path = { step = { "pace" }, result = {}, close = {} },
}

-- What writes and reads files has a spec of its own: spec/saved_spec.lua.
api.constants = { _VERSION = of_type "string", save = callable, load = callable }

------------------------------------------------------------------------------------------------
-- A game's fields that are no callbacks.

api.constant_fields = {
  name = of_type "string",
  variadic = flag,
  fills = flag,
  width = integer(1, 65535),
  pseudolegal = flag,
  viewpoint = one_of(1),
  initial = callable,
}

-- The callbacks: the kinds of their results, one after the other; results beyond them are ignored. Those
-- called at an in-place game's position `change` it. `default` is what does no harm.
local list = either(nothing, of_type "table")

api.callbacks = {
  moves = { results = { either(list, callable) }, default = {} },
  successors = { results = { list }, default = {} },
  play = { results = { function(value) return value ~= nil and value ~= false end,
    function(value) return type(value) ~= "number" or payoff(value) end }, default = {}, changes = true },
  undo = { results = {}, changes = true },
  evaluate = { results = { payoff }, default = 0 },
  player = { results = { one_of(1, 2) }, default = 1 },
  bounds = { results = { is_number, is_number }, default = 0 },
  likelihood = { results = { function(value) return is_number(value) and value >= 0 and value <= 1 end },
    default = 1 },
  key = { results = { key }, default = 0 },
  order = { results = { is_number }, default = 0 },
  noisy = { results = { either(list, one_of(true)) } },
  chance = { results = { list, list } },
  simultaneous = { results = { list, list, list } },
}

-- Of a game whose `moves` fills a list.
local count = function(value) return is_number(value) and value >= 0 and value <= 65535 and value % 1 == 0 end

api.fillers = {
  moves = { results = { count }, default = 0 },
  noisy = { results = { either(count, one_of(true)) }, default = 0 },
}

-- Of the options.
api.option_callbacks = {
  on_depth = { results = { anything } },
  choose = { results = { anything } },
  random = { results = { anything } },
  on_progress = { results = { anything } },
}

return api

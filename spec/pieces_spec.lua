-- The longest single piece of work, which nothing can interrupt: what a step of one position asks of the game and of
-- the allocator. It is counted, not timed; and with every option, and every kind of search.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local connect4 = require "alphabeta.games.connect4"
local kalah = require "alphabeta.games.kalah"
local pig = require "alphabeta.games.pig"

local allocator = c.library("spec/native/allocator.c", "allocator")

local KB = 1024
local STEPS = 4000    -- of each search
local CALLS = 40      -- of functions of the game: a position has 6 moves, and each of them some callbacks
local MOST = 136 * KB -- bytes: two blocks of 64 KB, which are the largest

-- The game whose calls are counted.
local function counting(game, count)
  local counted = setmetatable({}, { __index = game })
  for _, name in ipairs { "moves", "play", "evaluate", "player", "key", "chance", "undo",
    "simultaneous" } do
    local callback = game[name]
    if callback then
      counted[name] = function(...)
        count.calls = count.calls + 1
        return callback(...)
      end
    end
  end
  return counted
end

local AT_ONCE = { depth = 3, me = 2, all = true, pure = true, precision = 0.1 }

-- Both choose a number, three times; who has the larger one, by less than 3, wins that.
local guessing = {
  viewpoint = 1,
  player = function() return 1 end,
  simultaneous = function(sum) if sum % 100 < 3 then return { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 } end end,
  moves = function() end,
  play = function(sum, first, second)
    local gap = first - second
    return sum + 1 + (math.abs(gap) < 3 and 100 * gap or 0)
  end,
  evaluate = function(sum) return math.floor(sum / 100) end,
}

-- With all that options need.
local function furnished(game)
  return setmetatable({
    order = function(_, move) return -move end,
    likelihood = function() return 0.9 end,
    noisy = function(state) return { game.moves(state)[1] } end,
    repetition = 0,
  }, { __index = game })
end

local function noise(n) return n end

local ALPHABETA = {
  { depth = 5 }, { nodes = 3000 }, { time = 60, processor = true, depth = 5 }, { depth = 5, window = { -3, 3 } },
  { depth = 5, guess = 3 }, { depth = 5, margin = 2, algorithm = "aspiration" }, { depth = 5, threshold = 0.3 },
  { depth = 5, trace = 1e9 }, { depth = 6, deepening = false }, { depth = 4, all = true }, { depth = 5, table = false },
  { depth = 5, history = { "elsewhere" } }, { depth = 3, quiescence = 4 }, { depth = 4, shortest = true },
  { depth = 5, deeper = true }, { depth = 5, proven = true },
  { depth = 4, margin_random = 1, choose = "random", random = noise },
  { depth = 4, choose = "random", random = noise }, { depth = 4, temperature = 1, random = noise, guard = 0 },
  { depth = 3, temperature = 1, random = noise, guard = 2 },
  { depth = 5, on_depth = function() end },
  { depth = 5, algorithm = "alphabeta" }, { depth = 5, algorithm = "pvs" }, { depth = 5, algorithm = "mtdf" },
  { depth = 5, algorithm = "bisection" }, { depth = 4, algorithm = "minimax" },
}

local MCTS = {
  { playouts = 300 }, { playouts = 300, exploration = 0.5 }, { playouts = 300, playout_depth = 3 },
  { playouts = 300, bias = true }, { playouts = 100, policy = function(_, moves) return moves[#moves] end },
  { playouts = 300, bytes = 2 ^ 20 }, { playouts = 300, seed = 7 },
}
for _, options in ipairs(MCTS) do options.algorithm = "mcts" end

local HELP = { depth = 5, helper = 1 }
local THREADS = { depth = 7, threads = 2 } -- in C alone
local DRAWS = { depth = 3, draws = 2, seed = 7 }

local function name_of(options)
  local names = {}
  for name, value in pairs(options) do names[#names + 1] = name .. " = " .. tostring(value) end
  table.sort(names)
  return table.concat(names, ", ")
end

-- The most that one step takes: calls, and bytes.
local function longest(worker, count)
  local calls, bytes = 0, 0
  collectgarbage()
  collectgarbage "stop"
  allocator.watch()
  for _ = 1, STEPS do
    local before = allocator.held()
    count.calls = 0
    local is_over = worker:step { nodes = 1 }
    calls, bytes = math.max(calls, count.calls), math.max(bytes, allocator.held() - before)
    if is_over then break end
  end
  allocator.leave()
  collectgarbage "restart"
  return calls, bytes
end

local function assert_short(make, game, what)
  local count = { calls = 0 }
  local calls, bytes = longest(make(counting(game, count)), count)
  assert(calls <= CALLS, ("%s: %d calls in one piece"):format(what, calls))
  assert(bytes <= MOST, ("%s: %d bytes in one piece"):format(what, bytes))
end

describe("the longest single piece of work is short", function()
  for _, options in ipairs(ALPHABETA) do
    it("with " .. name_of(options), function()
      local lua = furnished(kalah.lua)
      assert_short(function(game) return alphabeta.start(game, game.initial(), options) end, lua, "in Lua")
      local is_native = not (options.threshold or options.quiescence or options.history)
      if is_native then
        local search = alphabeta.start(connect4, connect4.initial(), options)
        local _, bytes = longest(search, {})
        assert(bytes <= MOST, ("in C: %d bytes in one piece"):format(bytes))
      end
    end)
  end

  for _, options in ipairs(MCTS) do
    it("with " .. name_of(options), function()
      for name, game in pairs { ["in Lua"] = furnished(kalah.lua), dice = setmetatable({
        order = function() return 0 end, initial = function() return pig.lua.initial { target = 12 } end,
      }, { __index = pig.lua }) } do
        assert_short(function(counted) return alphabeta.start(counted, counted.initial(), options) end, game, name)
      end
    end)
  end

  it("of a helper", function()
    assert_short(function(game)
      HELP.table = alphabeta.table { shared = true }
      return alphabeta.start(game, game.initial(), HELP)
    end, furnished(kalah.lua), "in Lua")
  end)

  it("of threads", function()
    local search = alphabeta.start(kalah, kalah.initial(), THREADS)
    local _, bytes = longest(search, { calls = 0 })
    assert(bytes <= MOST, bytes)
  end)

  it("where both players choose at once", function()
    assert_short(function(game) return alphabeta.start(game, 0, AT_ONCE) end, guessing, "guessing")
  end)

  it("where outcomes are drawn", function()
    assert_short(function(game) return alphabeta.start(game, game.initial(), DRAWS) end,
      setmetatable({ key = function(state) return pig.lua.format(state) end }, { __index = pig.lua }), "Pig")
  end)

  it("where a game is solved", function()
    assert_short(function(game) return alphabeta.start_solve(game, game.initial { holes = 2, counters = 2 }) end,
      kalah.lua, "Kalah")
    assert_short(function(game) return alphabeta.start_solve(game, game.initial { target = 6 }) end, pig.lua, "Pig")
  end)

  it("with every option that there is", function()
    local file, seen = assert(io.open "csrc/lua/lab_options.c"), {}
    local rows = file:read("a"):match "search_rows%[%] = (%b{})"
    file:close()
    for _, list in ipairs { ALPHABETA, MCTS, { AT_ONCE, HELP, THREADS, DRAWS } } do
      for _, options in ipairs(list) do
        for name in pairs(options) do seen[name] = true end
      end
    end
    for name in rows:gmatch '{"([%a_]+)"' do assert(seen[name], name) end
  end)
end)

-- Which search for which game: Monte-Carlo tree search against alpha-beta with a table, at the same processor time a
-- move. The rows of a table for doc/which-games.md, one after the other.
--
--   lua bench/versus.lua [ROW...]
--
-- A row is a game, perhaps with more of its name, as `kalah.Lua` or `kalah.Lua.weak`; without one, all. Games in C are
-- played with their own evaluation; those in Lua also with only the sign of it (weak), and with 0 (none); those that
-- have weights also with these (learned).

local alphabeta = require "alphabeta"

local IN_C = { language = "C", games = 200, time = 0.005 }
local IN_LUA = { language = "Lua", games = 100, time = 0.01 }
local SLICES = 20 -- in the time of a move

-- Name, how it is played, opening plies (where there are dice, none), the module, evaluations; and how a position that
-- is over is known, if `play` does not give the payoff.
local GAMES = {
  { "tictactoe", IN_C, 2, "alphabeta.games.tictactoe", { "none" } },
  { "connect4", IN_C, 4, "alphabeta.games.connect4", { "none", "learned" } },
  { "kalah", IN_C, 4, "alphabeta.games.kalah", { "good" } },
  { "othello", IN_C, 4, "alphabeta.games.othello", { "good", "learned" } },
  { "ewn", IN_C, 0, "alphabeta.games.ewn", { "good" } },
  { "pig", IN_C, 0, "alphabeta.games.pig", { "good" } },
  { "morris", IN_LUA, 2, "examples/morris.lua", { "none" } },
  { "connect4", IN_LUA, 4, "alphabeta.twins.connect4", { "none", "learned" } },
  { "kalah", IN_LUA, 4, "alphabeta.twins.kalah", { "good", "weak", "none" } },
  { "othello", IN_LUA, 4, "alphabeta.twins.othello", { "good", "learned", "weak", "none" } },
  { "ewn", IN_LUA, 0, "alphabeta.twins.ewn", { "good", "weak", "none" } },
  { "dots", IN_LUA, 6, "examples/dots.lua", { "good", "weak", "none" },
    function(state) return state[1] + state[2] == #state.owners end },
}

local function sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

local function zero() return 0 end

-- The game with another estimate of positions that are not finished.
local function estimating(game, estimate, is_over)
  return setmetatable({ evaluate = function(state)
    local value = game.evaluate(state)
    return is_over and is_over(state) and value or estimate(value)
  end }, { __index = game })
end

local function game_of(row, evaluation)
  local path, is_over = row[4], row[6]
  local game = path:find "%.lua$" and dofile(path) or require(path)
  if game.for_players then game = game.for_players(2) end
  if evaluation == "learned" then return game.weighed end
  if row[5][1] == evaluation then return game end
  return estimating(game, evaluation == "weak" and sign or zero, is_over)
end

-- A player that searches for so much time of the processor: a machine that is at work on other things, too, does not
-- stop it too soon.
local function thinking_for(seconds, options)
  local own_table, known
  return function(state, game, about)
    local given, number = {}, 2 * about.pair + about.number
    for name, value in pairs(options) do given[name] = value end
    if given.algorithm then
      given.seed = number * 1000 + about.ply
    else
      if number ~= known then own_table, known = game.key and alphabeta.table(), number end
      given.table, given.deepening, given.history = own_table, true, game.repetition and about.history or nil
    end
    local search, began = alphabeta.start(game, state, given), os.clock()
    repeat
      local is_done = search:step { time = seconds / SLICES }
    until is_done or os.clock() - began >= seconds
    local result = search:result()
    search:close()
    return result.move, result
  end
end

local function elo_text(elo)
  return elo == math.huge and "∞" or elo == -math.huge and "−∞" or (("%+.0f"):format(elo):gsub("-", "−"))
end

local function thousands(tally) return ("%.3g"):format(tally.nodes / tally.moves / 1000) end

-- What Monte-Carlo tree search achieves; and how many thousand positions a move each has searched.
local function play(row, game, playout_depth)
  local how = row[2]
  local players = {
    thinking_for(how.time, { algorithm = "mcts", playouts = 2 ^ 53, playout_depth = playout_depth }),
    thinking_for(how.time, {}),
  }
  local series = alphabeta.match(game, game.initial(), players,
    { games = how.games, opening_plies = row[3], seed = 1, progress = true })
  return ("+%d =%d −%d: %s (%s to %s)"):format(series.wins, series.draws, series.losses, elo_text(series.elo),
    elo_text(series.elo_low), elo_text(series.elo_high)),
    ("%s : %s"):format(thousands(series.players[1]), thousands(series.players[2]))
end

local function is_asked(name)
  for _, word in ipairs(arg) do
    if (name .. "."):sub(1, #word + 1) == word .. "." then return true end
  end
  return #arg == 0
end

print "| game | in | evaluation | thousand positions a move | playouts to the end | `playout_depth = 0` |"
print "|---|---|---|---|---|---|"
for _, row in ipairs(GAMES) do
  for _, evaluation in ipairs(row[5]) do
    if is_asked(("%s.%s.%s"):format(row[1], row[2].language, evaluation)) then
      local game = game_of(row, evaluation)
      local result, positions = play(row, game)
      print(("| %s | %s | %s | %s | %s | %s |"):format(row[1], row[2].language, evaluation, positions, result,
        evaluation ~= "none" and play(row, game, 0) or ""))
      io.stdout:flush()
    end
  end
end

-- Which search for which game: Monte-Carlo tree search against alpha-beta with a table, on the games that come with the
-- library, at the same number of positions a move. A table for doc/which-games.md.
--
--   lua bench/versus.lua [GAMES [POSITIONS [GAME]]]
--
-- The evaluation of unfinished positions is that of the game ("good"); only its sign ("weak"); or 0 ("none").

local alphabeta = require "alphabeta"

local GAMES, POSITIONS = tonumber(arg[1]) or 200, tonumber(arg[2]) or 5000
local OPENINGS = { connect4 = 4, kalah = 4, othello = 4, ewn = 0, pig = 0 } -- random plies; where there are dice, none
local NAMES = { "connect4", "kalah", "othello", "ewn", "pig" }

local function sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

-- The game with another estimate of positions that are not finished.
local function estimating(game, estimate)
  local function is_over(state) return not (game.chance and game.chance(state)) and #game.moves(state) == 0 end
  return setmetatable({ evaluate = function(state)
    local value = game.evaluate(state)
    return is_over(state) and value or estimate(value)
  end }, { __index = game })
end

local EVALUATIONS = {
  { "good", function(game) return game end },
  { "weak", function(game) return estimating(game, sign) end },
  { "none", function(game) return estimating(game, function() return 0 end) end },
}

local function elo_text(elo)
  return elo == math.huge and "∞" or elo == -math.huge and "−∞" or (("%+.0f"):format(elo):gsub("-", "−"))
end

-- What Monte-Carlo tree search achieves.
local function play(name, game, playout_depth)
  local players = {
    alphabeta.player { algorithm = "mcts", nodes = POSITIONS, playout_depth = playout_depth, seed = 1 },
    alphabeta.player { nodes = POSITIONS, seed = 2 },
  }
  local series = alphabeta.match(game, game.initial(), players,
    { games = GAMES, opening_plies = OPENINGS[name], seed = 1, progress = true })
  return ("+%d =%d −%d: %s (%s to %s)"):format(series.wins, series.draws, series.losses, elo_text(series.elo),
    elo_text(series.elo_low), elo_text(series.elo_high))
end

print "| game | evaluation | playouts to the end | `playout_depth = 0` |\n|---|---|---|---|"
for _, name in ipairs(NAMES) do
  local game = require("alphabeta.games." .. name)
  for _, row in ipairs(EVALUATIONS) do
    local is_there = name ~= "connect4" or row[1] == "none" -- whose own one is 0
    if is_there and (arg[3] or name) == name then
      local given = name == "connect4" and game or row[2](game)
      print(("| %s | %s | %s | %s |"):format(name, row[1], play(name, given),
        row[1] ~= "none" and play(name, given, 0) or ""))
    end
  end
end

-- A game of several players as a game for two: one of them against all others, who play as one.

local flaws = require "alphabeta.base.flaws"
local options = require "alphabeta.base.options"

-- What a game for two does not have, or what would mean something else there.
local LEFT_OUT = { players = true, bounds = true, determinize = true, information = true }

-- What is wrong with the arguments; nil: nothing.
local function complaint_about(game, me)
  local broken = flaws.of_rules("paranoid", game) or flaws.at_once("paranoid", game)
  if broken then return broken end
  if not game.players then
    return options.bad_argument("paranoid", 1, "field 'players': integer from 2 to 8 expected, got nil")
  end
  local seat = options.integer(1, game.players)
  if not seat.fits(me) then
    return options.bad_argument("paranoid", 2, ("%s expected, got %s"):format(seat.expected, options.shown(me)))
  end
end

--- A game of several players as a game for two: player 1 is one of them, `me`; player 2 are all others, who minimise
--- what that one gets (N. R. Sturtevant and R. E. Korf, "On pruning techniques for multi-player games", 2000). States
--- and moves are those of the game.
---@param game alphabeta.Game with `players`
---@param me integer 1 to `players`
---@return alphabeta.Game
--- Raises an error if an argument is not what it should be.
return function(game, me)
  local complaint = complaint_about(game, me)
  if complaint then error(complaint, 2) end
  local players = game.players

  local function refuse(name, flaw)
    local title = game.name and ("game '%s'"):format(game.name) or "game"
    error(("%s: '%s' returned %s"):format(title, name, flaw), 0)
  end

  local function own(name, payoffs)
    local flaw = options.flaw_of_payoffs(payoffs, players)
    if flaw then refuse(name, flaw) end
    return payoffs[me]
  end

  local two = { viewpoint = 1 }

  function two.player(state)
    local seat = game.player(state)
    local is_seat = type(seat) == "number" and seat >= 1 and seat <= players and seat % 1 == 0
    if not is_seat then refuse("player", ("%s (1 to %d expected)"):format(options.shown(seat), players)) end
    return seat == me and 1 or 2
  end

  function two.evaluate(state) return own("evaluate", game.evaluate(state)) end

  if game.finished then
    function two.finished(state)
      local payoffs = game.finished(state)
      return payoffs and own("finished", payoffs)
    end
  end

  if game.play then
    function two.play(state, move)
      local after, payoffs = game.play(state, move)
      if not payoffs then return after end
      return after, own("play", payoffs)
    end
  end

  if type(game.sides) == "table" then two.sides = { game.sides[me], "the others" } end

  return setmetatable(two, { __index = function(_, name)
    if LEFT_OUT[name] then return nil end
    return game[name]
  end })
end

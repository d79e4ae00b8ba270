-- More than two players: is the list of payoffs right? All else is examined in a game for two, of player 1 against the
-- others. Where all choose at once, a choice of the others is a list of their choices.

local image = require "alphabeta.check.image"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

local several = {}

local unpack = table.unpack or unpack

local MOST = 8 -- players
local JOINT = 4096 -- joint moves of a position that are examined

-- What speaks of payoffs, or of more than two players; other fields mean the same in the game for two.
local LEFT_OUT = { players = true, range = true, bounds = true, determinize = true, information = true, sides = true }

-- What is wrong with a list of payoffs; nil: nothing.
local function flaw_of_payoffs(game, name, payoffs)
  local expected = ("list of %d payoffs expected"):format(game.players)
  if type(payoffs) ~= "table" then return ("'%s' returned %s (%s)"):format(name, options.shown(payoffs), expected) end
  if #payoffs ~= game.players then return ("'%s' returned a list of %d (%s)"):format(name, #payoffs, expected) end
  local range = type(game.range) == "table" and game.range or { -math.huge, math.huge }
  for seat = 1, game.players do
    local payoff = payoffs[seat]
    if type(payoff) ~= "number" or payoff ~= payoff or payoff == math.huge or payoff == -math.huge then
      return ("payoff %d from '%s' is %s (finite number expected)"):format(seat, name, options.shown(payoff))
    elseif payoff < range[1] or payoff > range[2] then
      return ("payoff %d from '%s', %s, is outside 'range' (%s to %s)"):format(seat, name, image.shown(payoff),
        image.shown(range[1]), image.shown(range[2]))
    end
  end
end

-- How far player 1 is ahead of the mean of the others: a number that has the signs of a game for two.
local function lead(payoffs)
  local sum = 0
  for seat = 2, #payoffs do sum = sum + payoffs[seat] end
  return payoffs[1] - sum / (#payoffs - 1)
end

-- The first choices of each, so many that the joint moves are not too many to be looked at one by one.
local function some_of(lists)
  local most = JOINT
  while referee.count_joint(lists) > JOINT do
    most = math.floor(most / 2)
    for player, list in ipairs(lists) do
      if #list > most then lists[player] = { unpack(list, 1, most) } end
    end
  end
  return lists
end

-- The choices of all players as those of player 1 and of the others together, who have none if nobody of them has.
local function against_others(game, note, ...)
  if (...) == nil then return nil end
  local lists, has_some = {}, false
  for seat = 1, game.players do
    local list = (select(seat, ...))
    if list ~= nil and type(list) ~= "table" then
      note("simultaneous-type", ("'simultaneous' returned %s (list of choices for each player expected)"):format(
        options.shown(list)))
      list = nil
    end
    lists[seat], has_some = list or {}, has_some or seat > 1 and list ~= nil and #list > 0
  end
  local flaw = referee.flaw_of_joint(referee.count_joint(lists))
  if flaw then note("simultaneous-type", flaw) end
  local own = table.remove(some_of(lists), 1)
  return own, has_some and referee.joint_moves(lists) or {}
end

-- The functions that know joint moves.
local function at_once_for_two(game, two, note)
  local function split(call)
    return function(state, move, others)
      if not others then return call(state, move) end
      return call(state, move, unpack(others, 1, game.players - 1))
    end
  end
  function two.simultaneous(state) return against_others(game, note, game.simultaneous(state)) end
  if options.is_callable(game.undo) then two.undo = split(game.undo) end
  if options.is_callable(game.format_move) then
    function two.format_move(state, move, player)
      if player ~= 2 then return game.format_move(state, move, player) end
      local texts = {}
      for seat = 2, game.players do
        texts[seat - 1] = move[seat - 1] ~= nil and game.format_move(state, move[seat - 1], seat) or "-"
      end
      return table.concat(texts, "/")
    end
  end
  two.parse_move = false -- which knows no lists of choices
  return split(game.play)
end

--- A game of several players as one for two, in which a good position of player 1 has a value above 0; a game for two
--- as it is, and what is none. `note` is told the name of a fault, and what is wrong.
function several.for_two(game, note)
  local is_one = options.integer(2, MOST).fits(game.players) and options.is_callable(game.player)
    and options.is_callable(game.evaluate)
  if not is_one then return game end
  local two = { viewpoint = 1 }

  local function value(name, payoffs)
    local flaw = flaw_of_payoffs(game, name, payoffs)
    if flaw then note("payoffs", flaw) end
    return flaw and 0 or lead(payoffs)
  end

  function two.player(state)
    local seat, kind = game.player(state), options.integer(1, game.players)
    if not kind.fits(seat) then
      note("player-value", ("'player' returned %s (%s expected)"):format(options.shown(seat), kind.expected))
    end
    return seat == 1 and 1 or 2
  end

  function two.evaluate(state) return value("evaluate", game.evaluate(state)) end

  if options.is_callable(game.finished) then
    function two.finished(state)
      local payoffs = game.finished(state)
      return payoffs and value("finished", payoffs)
    end
  end

  local play = options.is_callable(game.simultaneous) and at_once_for_two(game, two, note) or game.play
  if options.is_callable(game.play) then
    function two.play(...)
      local after, payoffs = play(...)
      if not payoffs then return after end
      return after, value("play", payoffs)
    end
  end

  return setmetatable(two, { __index = function(_, name)
    if LEFT_OUT[name] then return nil end
    return game[name]
  end })
end

--- Every list of payoffs has a finite number for each player, and `player` says whose turn it is.
function several.payoffs(patient)
  patient:wander(function(position)
    if not position.play_payoff then position:mover() end
    position:worth()
    local noted = patient.noted
    if noted then position:fail(noted[1], noted[2]) end
  end)
end

return several

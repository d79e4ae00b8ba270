-- What the program knows of the games beyond their rules: what a game is won by, if it is won by so many; help; options
-- of the command line, and what they mean to `initial`.

local notation = require "alphabeta.tell.notation"
local kinds = require "terminal.kinds"

local faces = {}

faces.kalah = {
  title = "Kalah",
  unit = "counter",
  help = "A move is the number of one of your holes: it is emptied, and its counters are sown. The holes are numbered "
    .. "as you sow: the last one lies next to your store. South has the lower row and sows to the right, North has the "
    .. "upper row and sows to the left.",

  options = function(parser)
    parser:option("--first", "Who begins: 1 is South, 2 is North.")
      :choices { "1", "2" }:convert(tonumber):default "1"
    parser:option("--holes", "Holes in each row, 1 to 12."):convert(kinds.integer(1, 12)):default "6"
    parser:option("--counters", "Counters in each hole, 1 to 100.")
      :convert(kinds.integer(1, 100)):default "4"
    parser:flag("--no-empty-capture", "Capture nothing if the hole opposite is empty.")
  end,

  parameters = function(arguments)
    return {
      first = arguments.first,
      holes = arguments.holes,
      counters = arguments.counters,
      empty_capture = not arguments.no_empty_capture,
    }
  end,
}

faces.tictactoe = {
  title = "tic-tac-toe",
  help = "A move is the number of an empty cell. X begins.",
}

faces.connect4 = {
  title = "Connect Four",
  help = "A move is the number of a column. X begins.",
}

faces.othello = {
  title = "Othello",
  unit = "disc",
  help = "A move is a square, such as d3. X begins; a player who cannot move passes.",
}

faces.oshi = {
  title = "Oshi-Zumo",
  help = "Both bid some of their coins at once; the higher bid pushes the wrestler, O, a step towards the other's "
    .. "side, and both bids are paid. Whoever is pushed out, or has the wrestler on the own side when all coins are "
    .. "gone, loses.",
}

faces.ewn = {
  title = "EinStein würfelt nicht",
  help = "The die says which of your stones moves; if it is gone, the next one up or down does. A move is the stone "
    .. "and the square that it goes to, such as 3b2. Red goes right, down, or both; Blue left, up, or both. What "
    .. "stands there is taken. Whoever reaches the opposite corner wins. --set red=314256 arranges Red's stones, row "
    .. "by row from its corner.",
}

faces.pig = {
  title = "Pig",
  help = "roll adds what the die shows to your turn, but a 1 loses it all; hold keeps it, and ends the turn. Whoever "
    .. "has 100 first wins. r and h will do.",
}

--- What a game looks like: what is known of it, with the names of its players.
---@param name string by which it was asked for
---@param game table
---@param title string what else it may be called
function faces.of(name, game, title)
  local face = { title = title }
  for field, value in pairs(type(faces[name]) == "table" and faces[name] or {}) do face[field] = value end
  face.sides = notation.sides(game)
  if not face.sides then
    face.sides = {}
    for side = 1, tonumber(game.players) or 2 do face.sides[side] = "Player " .. side end
  end
  return face
end

return faces

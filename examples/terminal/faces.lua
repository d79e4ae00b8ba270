-- What the program knows of the games beyond their rules: names of the players; what a game is won by, if
-- it is won by so many; how deep to look by default; help; options of the command line, and what they
-- mean to `initial`.

local kinds = require "terminal.kinds"

local faces = {}

faces.kalah = {
  title = "Kalah",
  sides = { "South", "North" },
  unit = "counter",
  depth = 8,
  help = [[
A move is the number of a hole of yours: it is emptied, and its counters are sown.
The holes are numbered as you sow: the last one lies next to your store. South has
the lower row and sows to the right, North has the upper row and sows to the left.]],

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
  sides = { "X", "O" },
  depth = 9,
  help = "A move is the number of an empty cell. X begins.",
}

faces.connect4 = {
  title = "Connect Four",
  sides = { "X", "O" },
  depth = 12,
  help = "A move is the number of a column. X begins.",
}

faces.othello = {
  title = "Othello",
  sides = { "X", "O" },
  unit = "disc",
  depth = 7,
  help = "A move is a square, such as d3. X begins; who cannot move is passed over.",
}

--- The face of a game that has none of its own.
function faces.plain(title)
  return { title = title, sides = { "Player 1", "Player 2" }, depth = 6 }
end

return faces

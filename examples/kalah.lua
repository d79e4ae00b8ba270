-- Kalah at the terminal: you against the computer, or the computer against itself.
--
--   lua5.4 examples/kalah.lua --help

local argparse = require "argparse"
local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"

local NAMES = { "South", "North" }
local DEFAULT_DEPTH = 8

local COMMANDS = [[
  a number   empties that hole of yours and sows its counters
  v          shows what the computer thinks of the position
  q          resigns
  ?          shows this help
The holes are numbered as you sow: the last one lies next to your store. South has the
lower row and sows to the right, North has the upper row and sows to the left.]]

-- The command line --------------------------------------------------------------------------------

local function integer(from, to)
  return function(word)
    local number = word:find "^%d+$" and tonumber(word)
    if number and number >= from and number <= to then return number end
    return nil, ("'%s' is not an integer from %d to %d"):format(word, from, to)
  end
end

local function seconds(word)
  local number = tonumber(word)
  if number and number > 0 and number < math.huge then return number end
  return nil, ("'%s' is not a number of seconds above 0"):format(word)
end

local function read_arguments()
  local parser = argparse("kalah.lua", "Play Kalah against the computer, or let it play itself.")
    :epilog("In the game:\n" .. COMMANDS)
    :help_max_width(90)

  parser:option("--south", "Who plays South."):choices { "person", "computer" }:default "person"
  parser:option("--north", "Who plays North."):choices { "person", "computer" }:default "computer"
  parser:option("--first", "Who begins: 1 is South, 2 is North.")
    :choices { "1", "2" }:convert(tonumber):default "1"
  parser:option("--holes", "Holes in each row, 1 to 12."):convert(integer(1, 12)):default "6"
  parser:option("--counters", "Counters in each hole, 1 to 100."):convert(integer(1, 100)):default "4"
  parser:flag("--no-empty-capture", "Capture nothing if the hole opposite is empty.")

  parser:option("--depth", ("How many moves the computer looks ahead (default: %d, or as many as "
    .. "it can if there is a limit of time)."):format(DEFAULT_DEPTH))
    :argname "<moves>":convert(integer(1, 1000))
  parser:option("--time", "How long the computer may think about a move.")
    :argname "<seconds>":convert(seconds)
  parser:flag("--no-random", "Among moves of equal value take the first, not any.")
  parser:option("--seed", "A number that makes the random choices repeatable.")
    :argname "<number>":convert(integer(0, 2147483647))
  parser:flag("--show", "After each move of the computer show what it thinks.")

  return parser:parse()
end

-- The computer's thoughts -------------------------------------------------------------------------

-- Gives random integers from 1 to n: the minimal standard generator of Park and Miller (1988).
local function generator(seed)
  local last = seed % 2147483646 + 1
  local function draw(n)
    last = last * 16807 % 2147483647
    return last % n + 1
  end
  for _ = 1, 3 do draw(1) end -- takes the first numbers of neighbouring seeds apart
  return draw
end

local function thinker(arguments)
  local options = {
    depth = arguments.depth or (not arguments.time and DEFAULT_DEPTH or nil),
    time = arguments.time,
    choose = arguments.no_random and "first" or "random",
    random = generator(arguments.seed or os.time()),
  }
  return function(state) return alphabeta.search(kalah, state, options) end
end

-- A line of moves with the names of those who make them: "South 3 6, North 2".
local function line_text(state, moves)
  local turns, mover = {}, nil
  for _, move in ipairs(moves) do
    local player = kalah.player(state)
    if player ~= mover then turns[#turns + 1] = NAMES[player] end
    turns[#turns] = turns[#turns] .. " " .. move
    state, mover = kalah.play(state, move), player
  end
  return table.concat(turns, ", ")
end

local function show_thoughts(state, result)
  if not result.move then return print "  There was no time to think." end
  print(("  value %+d for %s at depth %d (%d positions in %.2f s)"):format(
    result.value, NAMES[kalah.player(state)], result.depth, result.nodes, result.time))
  print("  expected: " .. line_text(state, result.pv))
end

-- The players: functions from a state to a move, or to nil and the last words of the game ---------

local function computer(think, show)
  return function(state)
    local result = think(state)
    local move = result.move or kalah.moves(state)[1]
    print(("%s plays %d."):format(NAMES[kalah.player(state)], move))
    if show then show_thoughts(state, result) end
    return move
  end
end

-- The next line of input without blanks at its ends; nil at the end of the input.
local function ask(question)
  io.write(question)
  io.flush()
  local line = io.read()
  return line and line:match "^%s*(.-)%s*$"
end

local function legal_move(state, number)
  for _, move in ipairs(kalah.moves(state)) do
    if move == number then return move end
  end
end

local function person(think)
  return function(state)
    local player = kalah.player(state)
    while true do
      local word = ask(NAMES[player] .. ", which hole (? for help): ")
      if not word then
        return nil, "\nThe input has ended, and the game with it."
      elseif word == "q" then
        return nil, ("%s resigns, %s wins."):format(NAMES[player], NAMES[3 - player])
      elseif word == "v" then
        show_thoughts(state, think(state))
      elseif word == "?" then
        print(COMMANDS)
      elseif not word:find "^%d+$" then
        print(("'%s' is neither a hole nor a command; enter ? for help."):format(word))
      elseif not legal_move(state, tonumber(word)) then
        print(("You have no counters in a hole %s; choose one of: %s."):format(
          word, table.concat(kalah.moves(state), " ")))
      else
        return legal_move(state, tonumber(word))
      end
    end
  end
end

-- The game ----------------------------------------------------------------------------------------

local function result_text(state)
  local player, margin = kalah.player(state), kalah.evaluate(state)
  if margin == 0 then return "A draw." end
  local winner = margin > 0 and player or 3 - player
  return ("%s wins by %d counters."):format(NAMES[winner], math.abs(margin))
end

-- Plays to the end and returns the last words.
local function play(state, players)
  print(kalah.format(state))
  while #kalah.moves(state) > 0 do
    local move, last_words = players[kalah.player(state)](state)
    if not move then return last_words end
    state = kalah.play(state, move)
    print("\n" .. kalah.format(state))
  end
  return result_text(state)
end

local function main()
  local arguments = read_arguments()
  io.stdout:setvbuf "line" -- so that each move is seen at once, also through a pipe

  local think = thinker(arguments)
  local players = { person = person(think), computer = computer(think, arguments.show) }
  local state = kalah.initial {
    holes = arguments.holes,
    counters = arguments.counters,
    first = arguments.first,
    empty_capture = not arguments.no_empty_capture,
  }
  print(play(state, { players[arguments.south], players[arguments.north] }))
end

main()

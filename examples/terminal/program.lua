-- The command line of the program, and what it starts.

local alphabeta = require "alphabeta"
local terminal = require "alphabeta.tell.terminal"
local command = require "terminal.command"
local commands = require "terminal.commands"
local computer = require "terminal.computer"
local faces = require "terminal.faces"
local files = require "terminal.files"
local games = require "terminal.games"
local Host = require "terminal.host"
local kinds = require "terminal.kinds"
local record = require "terminal.record"
local screen = require "terminal.screen"
local thoughts = require "terminal.thoughts"

local program = {}

-- Options that a player's name cannot be.
local TAKEN = { "help", "depth", "time", "seed", "show", "position", "load", "analyse", "tree", "check", "level",
  "levels", "set", "solve", "players" }

-- Options that need alpha-beta.
local FOR_TWO = { "depth", "tree", "solve" }

-- The options that say who plays the sides: "South" is --south, and also --player1.
local function side_options(sides)
  local names, taken = {}, {}
  for _, name in ipairs(TAKEN) do taken[name] = true end
  for side = 1, #sides do taken["player" .. side] = true end
  for side, name in ipairs(sides) do
    local word = name:lower():gsub("[^a-z0-9]", "")
    names[side] = word ~= "" and not taken[word] and word or "player" .. side
    taken[word] = true
  end
  return names
end

local function parser_for(name, face, game)
  local help = commands.help(face, game.players ~= nil or game.determinize ~= nil)
  local parser = command.parser(name, ("Play %s against the computer, or let it play itself."):format(face.title))
    :epilog("In the game:\n" .. help)

  local options = side_options(face.sides)
  for side = 1, #face.sides do
    local option = parser:option("--" .. options[side], ("Who plays %s."):format(screen.line(face.sides[side])))
    if options[side] ~= "player" .. side then option:hidden_name("--player" .. side) end
    option:target("player" .. side):choices { "person", "computer" }:default(side == 1 and "person" or "computer")
  end
  if game.for_players then
    parser:option("--players", "How many players."):argname "<number>":convert(kinds.integer(2, 8))
  end
  if face.options then face.options(parser) else
    parser:option("--set", "A parameter of the starting position.")
      :argname "<name>=<value>":convert(kinds.setting):count "*"
  end

  parser:option("--depth", "How many moves the computer looks ahead (default: as many as it can).")
    :argname "<moves>":convert(kinds.integer(1, 1000))
  parser:option("--time", "How long the computer may think about a move (default: 1.5 seconds, with --depth "
    .. "no limit; with --seed, a number of positions or playouts that takes about as long, so that games can be "
    .. "repeated).")
    :argname "<seconds>":convert(kinds.seconds)
  parser:option("--level", "How well the computer plays: a number from 1, or weak, easy, medium, strong, strongest.")
    :argname "<level>"
  parser:option("--levels", "A file with the levels that --level takes. If it is not there, levels are found when one "
    .. "is asked for, by games of the computer against itself, and written to it."):argname "<file>"
  parser:flag("--solve", "The computer plays perfectly: it solves the game first, so that must be small (up to a "
    .. "million positions) and have a key. With --show it tells who wins, and how soon.")
  parser:flag("--no-random", "Take the first of several moves of equal value, not a random one.")
  parser:option("--seed", "A number that makes random choices repeatable.")
    :argname "<number>":convert(kinds.integer(0, 2147483647))
  parser:flag("--show", "Show what the computer thinks after each of its moves.")

  parser:option("--position", "Start from the position in a file (- is standard input, up to a "
    .. "line with a single dot)."):argname "<file>"
  parser:option("--load", "Continue a saved game."):argname "<file>"
  parser:flag("--check", "Check the rules of the game for mistakes instead of playing it.")
  parser:flag("--analyse", "Show the position and what each move is worth instead of playing.")
  parser:option("--tree", "Show the position and the tree of moves, so many plies deep, instead of playing.")
    :argname "<plies>":convert(kinds.integer(1, 8))
  return parser
end

local function parameters_of(arguments, face)
  if face.parameters then return face.parameters(arguments) end
  local parameters
  for _, setting in ipairs(arguments.set or {}) do
    parameters = parameters or {}
    parameters[setting.name] = setting.value
  end
  return parameters
end

-- Reads the lines that people enter. At a terminal they end the line that is shown.
local function line_reader()
  local read, is_terminal = files.line_reader(io.stdin), terminal.is_terminal(0)
  return function()
    io.flush()
    local line = read()
    if is_terminal then screen.new_line() end
    return line
  end
end

-- The game for as many players as the command line says; or nil and a message.
local function for_players(game, words)
  for i, word in ipairs(words) do
    local number = word:match "^%-%-players=(.*)" or word == "--players" and words[i + 1]
    if number and game.for_players then
      local ok, made = pcall(game.for_players, tonumber(number))
      if ok and games.is_game(made) then return made end
      return nil, ("it is not a game for %s players"):format(screen.line(number))
    end
  end
  return game
end

-- Begins where the command line says; returns nil and a message if that cannot be.
local function begin(host, arguments)
  if arguments.load then return host:load(arguments.load) end
  if not arguments.position then
    return host:begin { parameters = parameters_of(arguments, host.face), seed = arguments.seed }
  end
  local next_line = host.read_line
  if arguments.position ~= "-" then
    local text, message = files.read(arguments.position)
    if not text then return nil, message end
    next_line = files.lines(text)
  end
  return host:begin { position = record.read_position(next_line), seed = arguments.seed }
end

-- What keeps the game from being played like that; nil: nothing.
local function complaint_about(host, arguments)
  for _, name in ipairs(FOR_TWO) do
    if host.is_sampled and arguments[name] then
      return ("--%s needs a game for two players with nothing hidden"):format(name)
    end
  end
end

-- Does all that comes before the first move; returns nil and a message if something of it cannot be.
local function set_up(host, arguments)
  local message = complaint_about(host, arguments)
  if message then return nil, message end
  local ok
  ok, message = begin(host, arguments)
  if ok and arguments.solve then ok, message = computer.solve(host) end
  if ok and arguments.level then ok, message = computer.set_level(host, arguments.level) end
  return ok, message
end

local function analyse(host, arguments)
  screen.print(screen.lines(host:board()))
  if arguments.analyse then
    local pieces = host.session.player and thoughts.values(host, host:advice(true)) or thoughts.before_chance(host)
    screen.print("\n", table.unpack(pieces))
  end
  if arguments.tree then screen.print("\n" .. thoughts.tree(host, arguments.tree)) end
end

-- The game doctor looks at the game; whether it finds nothing.
local function check(host)
  local begins = host.is_sampled and function(number) return host:deal(number) end or host.session.state
  local right, report = alphabeta.check(host.game, begins)
  screen.print(tostring(report))
  return right
end

-- Who plays; nobody but a person is asked what moves are worth.
local function players_of(face, arguments)
  local players = {}
  for side = 1, #face.sides do players[side] = arguments.analyse and "person" or arguments["player" .. side] end
  return players
end

local function run(name, game_name, words)
  local game, title = games.find(game_name)
  if not game then command.fail(name, title) end
  local message
  game, message = for_players(game, words or arg)
  if not game then command.fail(name, message) end
  local face = faces.of(game_name, game, screen.line(title))
  local arguments = command.read(parser_for(screen.line(name), face, game), words)
  io.stdout:setvbuf "line" -- so that each move is seen at once, also through a pipe

  local host = Host.new({ game = game, name = title, face = face, players = players_of(face, arguments),
    read_line = line_reader() }, arguments)
  local ok
  ok, message = set_up(host, arguments)
  if not ok then command.fail(name, message) end
  if arguments.check then os.exit(check(host) or false) end
  if arguments.analyse or arguments.tree then return analyse(host, arguments) end
  host:run()
end

--- Runs the program.
---@param name string how it was called
---@param game_name string a game that comes with the library, or a file of Lua that returns a game
---@param words string[] the other arguments
function program.main(name, game_name, words) command.run(name, run, name, game_name, words) end

return program

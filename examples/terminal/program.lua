-- The command line of the program, and what it starts.

local argparse = require "argparse"
local command = require "terminal.command"
local Computer = require "terminal.computer"
local faces = require "terminal.faces"
local files = require "terminal.files"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local record = require "terminal.record"
local screen = require "terminal.screen"
local Session = require "terminal.session"

local program = {}

-- The option that says who plays a side: "South" is --south, "Player 1" is --player1.
local function side_option(name) return (name:lower():gsub("%W", "")) end

local function parser_for(name, face)
  local parser = argparse(name, ("Play %s against the computer, or let it play itself."):format(face.title))
    :epilog("In the game:\n" .. Session.help(face))
    :help_max_width(90)

  for side, default in ipairs { "person", "computer" } do
    parser:option("--" .. side_option(face.sides[side]), ("Who plays %s."):format(face.sides[side]))
      :choices { "person", "computer" }:default(default)
  end
  if face.options then face.options(parser) else
    parser:option("--set", "A parameter of the position to begin with.")
      :argname "<name>=<value>":convert(kinds.setting):count "*"
  end

  parser:option("--depth", ("How many moves the computer looks ahead (default: %d, or as many as "
    .. "it can if there is a limit of time)."):format(face.depth))
    :argname "<moves>":convert(kinds.integer(1, 1000))
  parser:option("--time", "How long the computer may think about a move.")
    :argname "<seconds>":convert(kinds.seconds)
  parser:flag("--no-random", "Among moves of equal value take the first, not any.")
  parser:option("--seed", "A number that makes the random choices repeatable.")
    :argname "<number>":convert(kinds.integer(0, 2147483647))
  parser:flag("--show", "After each move of the computer show what it thinks.")

  parser:option("--position", "Begin with the position in a file (- is the standard input, up to a "
    .. "line with a dot alone)."):argname "<file>"
  parser:option("--load", "Go on with a game that was saved."):argname "<file>"
  parser:flag("--analyse", "Show the position and what each move is worth, and play nothing.")
  parser:option("--tree", "Show the position and the tree of moves so many deep, and play nothing.")
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

-- Begins where the command line says; returns nil and a message if that cannot be.
local function begin(session, arguments)
  if arguments.load then return session:load(arguments.load) end
  if not arguments.position then
    return session:begin { parameters = parameters_of(arguments, session.face) }
  end
  local next_line = session.read_line
  if arguments.position ~= "-" then
    local text, message = files.read(arguments.position)
    if not text then return nil, message end
    next_line = files.lines(text)
  end
  return session:begin { position = record.read_position(next_line) }
end

local function analyse(session, arguments)
  screen.print(session:board())
  if arguments.analyse then screen.print("\n", table.unpack(session.computer:values(session.playing))) end
  if arguments.tree then screen.print("\n" .. session.computer:tree(session.playing, arguments.tree)) end
end

local function run(name, game_name, words)
  local game, title = games.find(game_name)
  if not game then command.fail(name, title) end
  local face = faces[game_name] or faces.plain(screen.line(title))
  local arguments = command.read(parser_for(screen.line(name), face), words)
  io.stdout:setvbuf "line" -- so that each move is seen at once, also through a pipe

  local session = Session.new {
    game = game, name = title, face = face,
    computer = Computer.new(game, face, arguments),
    players = { arguments[side_option(face.sides[1])], arguments[side_option(face.sides[2])] },
    show = arguments.show,
    read_line = files.line_reader(io.stdin),
  }
  local ok, message = begin(session, arguments)
  if not ok then command.fail(name, message) end
  if arguments.analyse or arguments.tree then return analyse(session, arguments) end
  session:run()
end

--- Runs the program.
---@param name string how it was called
---@param game_name string a game that comes with the library, or a file of Lua that returns a game
---@param words string[] the other arguments
function program.main(name, game_name, words) command.run(name, run, name, game_name, words) end

return program

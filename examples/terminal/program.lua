-- The command line of the program, and what it starts.

local argparse = require "argparse"
local Computer = require "terminal.computer"
local faces = require "terminal.faces"
local kinds = require "terminal.kinds"
local record = require "terminal.record"
local Session = require "terminal.session"

local program = {}

local INTERRUPTED = {}

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

local function fail(name, message)
  io.stderr:write(name, ": ", message, "\n")
  os.exit(1)
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
  local file, message = io.stdin, nil
  if arguments.position ~= "-" then file, message = io.open(arguments.position) end
  if not file then return nil, message end
  return session:begin { position = record.read_position(file:lines()) }
end

local function analyse(session, arguments)
  print(session:board())
  if arguments.analyse then print("\n" .. session.computer:values(session.playing)) end
  if arguments.tree then print("\n" .. session.computer:tree(session.playing, arguments.tree)) end
end

-- Plays; leaves without a word if the program is interrupted from the keyboard.
local function play(session)
  local ok, problem = xpcall(session.run, function(message)
    return tostring(message):find "interrupted!$" and INTERRUPTED or debug.traceback(message, 2)
  end, session)
  if problem == INTERRUPTED then
    print ""
    os.exit(130) -- as a shell would report it
  end
  if not ok then error(problem, 0) end
end

-- The game by its name, or from a file of Lua; with its name and its face. nil: there is none.
local function find_game(name)
  if name:find "%.lua$" then
    local game = dofile(name)
    if type(game) ~= "table" then return nil end
    local title = game.name or name:match "([^/\\]*)%.lua$"
    return game, title, faces.plain(title)
  end
  local found, game = pcall(require, "alphabeta.games." .. name)
  if found then return game, name, faces[name] or faces.plain(name) end
end

--- Runs the program.
---@param name string how it was called
---@param game_name string a game that comes with the library, or a file of Lua that returns a game
---@param words string[] the other arguments
function program.main(name, game_name, words)
  local game, title, face = find_game(game_name)
  if not game then fail(name, ("there is no game '%s'"):format(game_name)) end
  local arguments = parser_for(name, face):parse(words)
  io.stdout:setvbuf "line" -- so that each move is seen at once, also through a pipe

  local session = Session.new {
    game = game, name = title, face = face,
    computer = Computer.new(game, face, arguments),
    players = { arguments[side_option(face.sides[1])], arguments[side_option(face.sides[2])] },
    show = arguments.show,
  }
  local ok, message = begin(session, arguments)
  if not ok then fail(name, message) end
  if arguments.analyse or arguments.tree then return analyse(session, arguments) end
  play(session)
end

return program

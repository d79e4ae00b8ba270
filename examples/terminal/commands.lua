-- What persons may enter besides moves.

local alphabeta = require "alphabeta"
local computer = require "terminal.computer"
local kinds = require "terminal.kinds"
local record = require "terminal.record"
local screen = require "terminal.screen"
local thoughts = require "terminal.thoughts"

local commands = {}

local MOST_PLIES_OF_A_TREE = 8
local REVIEWED = 4 -- so many positions are reviewed in the time of one move
local TREE_PLIES = "2"
local HELP_COLUMN = 27

-- The game was to be begun elsewhere: what went wrong, if anything.
local function begun(_, message)
  if message then screen.print(message) end
end

-- The number of a side given by its number or name; the side to move if none is given.
local function side_named(host, word)
  if word == "" then return host.session.player or 1 end
  for side, name in ipairs(host.face.sides) do
    if word == tostring(side) or word:lower() == name:lower() then return side end
  end
  screen.print(("unknown player '%s' (expected %s)"):format(word, table.concat(host.face.sides, " or ")))
end

-- A command that gives a side to a person or to the computer.
local function hand_over_to(player)
  return function(host, word)
    local side = side_named(host, word)
    if not side then return end
    host.players[side], host.shown = player, false
    host:seat_all()
    local who = player == "person" and "A person" or "The computer"
    screen.print(("%s now plays %s."):format(who, host.face.sides[side]))
  end
end

-- A command that sets a limit of the computer; "off" takes it away.
local function set_limit(name, read)
  return function(host, word)
    local value, message
    if word ~= "off" then
      value, message = read(word)
      if not value then return screen.print(message .. ", nor 'off'.") end
    end
    host.limits[name] = value
    host:seat_all()
    screen.print(computer.text(host))
  end
end

-- Makes a command for positions where there is something to play.
local function while_on(run)
  return function(host, word)
    if host.session.over then return screen.print "The game is over." end
    return run(host, word)
  end
end

-- A command that goes to other moves of the game.
local function go_to(method, complaint)
  return function(host)
    if host.session[method](host.session) then host.shown = false else screen.print(complaint) end
  end
end

local CLASSES = { inaccuracy = "an inaccuracy", mistake = "a mistake", blunder = "a blunder" }

-- What is wrong with a move that was reviewed, and was played where `playing` stands.
local function fault_text(host, playing, entry)
  local mover = playing:mover()
  local range = entry.loss_low and (" (%.3g to %.3g)"):format(entry.loss_low, entry.loss_high) or ""
  return ("%3d. %s %s: %s, costs %.6g%s; better: %s"):format(playing:plies() + 1, host.face.sides[mover],
    thoughts.move(host.game, playing.state, entry.move), CLASSES[entry.class], entry.loss, range,
    thoughts.line(host, entry.line or { entry.best }, playing.state, mover))
end

-- What was wrong with the moves that were played, a line for each.
local function faults(host, list, moves)
  local playing, lines = host:replayed(), {}
  playing:rewind()
  for i, entry in ipairs(list) do
    if entry.class then lines[#lines + 1] = fault_text(host, playing, entry) end
    playing:play(playing:find(moves[i].move))
  end
  return lines
end

-- The same where both have chosen at once.
local function faults_of_both(list)
  local lines = {}
  for line in tostring(list):gmatch "[^\n]+" do
    if line:find ": .*costs" then lines[#lines + 1] = screen.line(line) end
  end
  return lines
end

-- Shows which of the moves so far were bad.
local function review(host)
  local moves, limits = host.session:played(), computer.limits(host)
  if #moves == 0 then return screen.print "No moves have been played yet." end
  local list, refusal = host:wait("review", {
    depth = limits.depth, time = limits.time and limits.time / REVIEWED,
    nodes = limits.nodes and limits.nodes // REVIEWED, playouts = limits.playouts and limits.playouts // REVIEWED,
  })
  if not list then return screen.print(screen.line(refusal):gsub("^%l", string.upper) .. ".") end
  local lines = host.game.simultaneous and faults_of_both(list) or faults(host, list, moves)
  screen.print(lines[1] and table.concat(lines, "\n") or "I found no bad moves.")
end

-- Name, help, short name, what it does, arguments, whether it is for two players who see everything.
local COMMANDS = {
  { "hint", "what the computer would play", "h", while_on(function(host)
    local result = host:advice()
    screen.print(("I would play %s."):format(thoughts.entry(host, result.move)))
    screen.print(thoughts.hint(host, result))
  end) },

  { "values", "what the computer thinks of each move", "v", while_on(function(host)
    screen.print(table.unpack(thoughts.values(host, host:advice(true))))
  end) },

  { "explain", "the line the computer expects, and what other moves cost", "e", while_on(function(host)
    local result = host:advice(true)
    screen.print(result.value and alphabeta.explain(host.game, host.session.state, result)
      or "There was no time to think.")
  end) },

  { "tree", "the tree of moves, with values and cut-offs", "t", while_on(function(host, word)
    local plies, message = kinds.integer(1, MOST_PLIES_OF_A_TREE)(word == "" and TREE_PLIES or word)
    screen.print(plies and thoughts.tree(host, plies) or message .. ".")
  end), "[PLIES]", true },

  { "go", "the computer makes your move", "g", while_on(function(host)
    local move = host:advice().move
    screen.print(("I play %s for you."):format(thoughts.entry(host, move)))
    host.session:play(move)
  end) },

  { "undo", "takes back your last move and everything after it", "u",
    go_to("take_back", "There is nothing to take back.") },

  { "redo", "plays again what you took back", nil, go_to("redo", "There is nothing to redo.") },

  { "board", "shows the position", "b", function(host) host.shown = false end },

  { "moves", "the legal moves", "m", function(host)
    screen.print(host.session.over and "There are no legal moves." or screen.lines(thoughts.menu(host):line()))
  end },

  { "review", "which moves so far were mistakes, and what was better", "r", review },

  { "depth", "how many moves the computer looks ahead", nil, set_limit("depth", kinds.integer(1, 1000)), "N|off",
    true },

  { "time", "how long the computer may think", nil, set_limit("time", kinds.seconds), "SECONDS|off" },

  { "level", "how well the computer plays", "l", function(host, word)
    local ok, message = computer.set_level(host, word:lower())
    screen.print(ok and computer.text(host) or screen.line(message) .. ".")
  end, "LEVEL|off" },

  { "computer", "the computer plays this side from now on", nil, hand_over_to "computer", "[SIDE]" },
  { "person", "a person plays this side from now on", nil, hand_over_to "person", "[SIDE]" },

  { "position", "continues from a position that you type in", "p", function(host)
    if not host.game.parse then return screen.print "This game cannot read positions." end
    screen.print "Enter a position as the board shows it, then a line with a single dot."
    begun(host:begin { position = record.read_position(host.read_line) })
  end },

  { "new", "begins again", "n", function(host)
    begun(host:begin { parameters = host.start.parameters, position = host.start.position })
  end },

  { "save", "writes the game to a file", nil, function(host, path)
    if path == "" then return screen.print "Enter a file name: save FILE." end
    local ok, message = host:save(path)
    if not ok then return screen.print("The game cannot be saved: " .. screen.line(message)) end
    screen.print(("Saved to %s.%s"):format(path, host.game.determinize and " The file reveals what is hidden." or ""))
  end, "FILE" },

  { "load", "continues a saved game", nil, function(host, path)
    if path == "" then return screen.print "Enter a file name: load FILE." end
    local ok, message = host:load(path)
    begun(ok, message and "The game cannot be loaded: " .. screen.line(message))
  end, "FILE" },

  { "resign", "resigns and leaves (quit, exit)", "q", function(host) host:leave(true) end },
}

local function help_line(name, help, short, argument)
  local line = ("  %-4s %-19s %s"):format(short or "", name .. (argument and " " .. argument or ""), help)
  return screen.wrapped(line, screen.width, 0, HELP_COLUMN)
end

local function is_for(is_sampled, command) return not (is_sampled and command[6]) end

--- What may be entered, a line for each.
function commands.help(face, is_sampled, is_numbered)
  local entry = is_numbered and "A move is entered by its number." or face.help or "A move is entered as it is shown."
  local lines = { screen.wrapped(entry, screen.width) }
  for _, command in ipairs(COMMANDS) do
    local name, help, short, _, argument = table.unpack(command, 1, 5)
    if is_for(is_sampled, command) then lines[#lines + 1] = help_line(name, help, short, argument) end
  end
  lines[#lines + 1] = help_line("help", "shows this", "?")
  return table.concat(lines, "\n")
end

local function help(host)
  screen.print(commands.help(host.face, host.is_sampled, thoughts.menu(host).numbered))
end

local SAME = { quit = "resign", exit = "resign", ["?"] = "help" }

--- Does what a line says; false: it is no command.
---@param host terminal.Host
---@param line string
---@return boolean
function commands.run(host, line)
  local word, rest = line:match "^(%S+)%s*(.*)$"
  word = SAME[word:lower()] or word:lower()
  if word == "help" then return help(host) or true end
  for _, command in ipairs(COMMANDS) do
    if (word == command[1] or word == command[3]) and is_for(host.is_sampled, command) then
      command[4](host, rest)
      return true
    end
  end
  return false
end

return commands

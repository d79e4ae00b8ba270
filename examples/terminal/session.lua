-- A game at the terminal: who plays, what has been played, and the commands.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local referee = require "alphabeta.play.referee"
local dice = require "terminal.dice"
local files = require "terminal.files"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local levels = require "terminal.levels"
local record = require "terminal.record"
local screen = require "terminal.screen"

local MOST_PLIES_OF_A_TREE = 8
local REVIEWED = 4 -- so many positions are reviewed in the time of one move
local TREE_PLIES = "2"

local AGAIN = "again" -- what a person's answer is when the game has been changed otherwise than by a move

---@class terminal.Session
---@field game table
---@field name string of the game, in files
---@field face table see `faces`
---@field computer terminal.Computer
---@field players string[] of each side: "person" or "computer"
---@field show boolean the computer's thoughts are shown
---@field read_line fun(): string? a person's next line
---@field levels? table those that have been asked for
---@field levels_path? string the file that they are in
---@field level? integer the one that is played at
---@field start terminal.Start where the game has begun
---@field playing alphabeta.Playing
---@field draw fun(n: integer): integer random numbers, for chance
---@field chances number[] those that have been drawn in this game: whoever takes back gets the same dice again
local Session = {}
Session.__index = Session

-- Beginning, saving, loading ----------------------------------------------------------------------

-- What keeps a position from being typed in; nil: nothing.
local function flaw_of_parse(game)
  if not game.parse then return "this game cannot read positions" end
end

-- The state that a start describes; or nil and a message.
local function state_of(game, start)
  if start.position then
    local flaw = flaw_of_parse(game)
    if flaw then return nil, flaw end
    local ok, state, message = pcall(game.parse, start.position)
    if not ok then state, message = nil, games.complaint(state) end
    return state, state == nil and ("this is no position: %s"):format(message or "it cannot be read") or nil
  end
  if not game.initial then return nil, "no position to begin with: the game has no field 'initial'" end
  local ok, state = pcall(game.initial, start.parameters)
  if not ok then return nil, games.complaint(state) end
  if state == nil then return nil, "'initial' returned nil (state expected)" end
  return state
end

--- Begins a game, and plays moves given as text. Returns nil and a message if that cannot be; then all
--- is as before.
---@param start terminal.Start
---@param moves? string[]
function Session:begin(start, moves)
  local state, message = state_of(self.game, start)
  message = message or games.flaw(self.game, state)
  if message then return nil, message end
  local playing = referee.begin(self.game, state)
  local ok
  ok, message = record.replay(playing, moves or {})
  if not ok then return nil, message end
  self.playing, self.start, self.chances = playing, start, {}
  return true
end

--- Writes the game to a file. Returns nil and a message if that cannot be.
function Session:save(path)
  local text, message = record.write(self.name, self.start, record.moves(self.playing))
  if not text then return nil, message end
  return files.write(path, text)
end

--- Goes on with a game from a file. Returns nil and a message if that cannot be.
function Session:load(path)
  local found, message = record.load(path, self.name, 2)
  if not found then return nil, message end
  return self:begin(found.start, found.moves)
end

-- Commands: each gets the session and the rest of the line, and returns the person's answer (see
-- `alphabeta.human`), if there is one ----------------------------------------------------------------

-- After the game was to be begun elsewhere: that goes on from there, or the complaint.
local function begun(ok, message)
  if ok then return nil, AGAIN end
  screen.print(message)
end

-- The number of a side given by its number or name; the side to move if none is given.
local function side_named(session, word)
  if word == "" then return session.playing:mover() end
  for side, name in ipairs(session.face.sides) do
    if word == tostring(side) or word:lower() == name:lower() then return side end
  end
  screen.print(("'%s' is no player; there are %s."):format(word, table.concat(session.face.sides, " and ")))
end

local function hand_over(session, word, player)
  local side = side_named(session, word)
  if not side then return end
  session.players[side] = player
  screen.print(("%s: a %s plays."):format(session.face.sides[side], player))
  return nil, AGAIN
end

-- Sets a limit of the computer; "off" takes it away.
local function set_limit(session, name, word, read)
  local value, message
  if word ~= "off" then
    value, message = read(word)
    if not value then return screen.print(message .. ", nor 'off'.") end
  end
  session.computer[name] = value
  screen.print(session:limits_text())
end

-- Makes a command for positions where there is something to play.
local function while_on(run)
  return function(session, word)
    if session.playing:payoff() then return screen.print "The game is over." end
    return run(session, word)
  end
end

-- A move of the computer's, which it announces.
local function computer_move(session, result, announcement)
  local playing = session.playing
  screen.print(announcement:format(session.computer:entry_text(session.playing, result.move)))
  if session.show then screen.print(session.computer:thoughts(playing, result)) end
  return result.move
end

local CLASSES = { inaccuracy = "an inaccuracy", mistake = "a mistake", blunder = "a blunder" }

-- What is wrong with a move that was reviewed, and was played where `playing` stands.
local function fault_text(session, playing, number, entry)
  return ("%3d. %s %s: %s, costs %.6g; better: %s"):format(number, session.face.sides[playing:mover()],
    session.computer:move_text(playing, entry.move), CLASSES[entry.class], entry.loss,
    session.computer:line_text(playing, entry.line))
end

-- Shows which of the moves so far were bad. Meanwhile the game is played through again.
local function review(session)
  local playing, moves, found = session.playing, {}, false
  for i, move in ipairs(playing.line) do moves[i] = move end
  local limits = session.computer:limits()
  playing:rewind()
  local entries = alphabeta.review(session.game, playing.state, moves, {
    depth = limits.depth, time = limits.time and limits.time / REVIEWED,
    nodes = limits.nodes and limits.nodes // REVIEWED,
  })
  for i, entry in ipairs(entries) do
    if entry.class then
      screen.print(fault_text(session, playing, playing:plies() + 1, entry))
      found = true
    end
    playing:play(moves[i])
  end
  if not found then screen.print "No move was bad, as far as I can see." end
end

-- Name, help, short name, what it does, arguments.
local COMMANDS = {
  { "hint", "what the computer would play", "h", while_on(function(session)
    local playing = session.playing
    local result = session.computer:think(playing)
    screen.print(("I would play %s."):format(session.computer:entry_text(session.playing, result.move)))
    screen.print(session.computer:thoughts(playing, result))
  end) },

  { "values", "what it thinks of each move", "v", while_on(function(session)
    screen.print(table.unpack(session.computer:values(session.playing)))
  end) },

  { "explain", "the line it expects, and what the other moves cost", "e", while_on(function(session)
    local result = session.computer:compare(session.playing)
    screen.print(result.value and alphabeta.explain(session.game, session.playing.state, result)
      or "There was no time to think.")
  end) },

  { "tree", "the tree of moves, with values and cut-offs", "t", while_on(function(session, word)
    local plies, message = kinds.integer(1, MOST_PLIES_OF_A_TREE)(word == "" and TREE_PLIES or word)
    screen.print(plies and session.computer:tree(session.playing, plies) or message .. ".")
  end), "[PLIES]" },

  { "go", "the computer makes your move", "g", while_on(function(session)
    return computer_move(session, session.computer:think(session.playing), "I play %s for you.")
  end) },

  { "undo", "takes back your last move, and what was played after it", "u", function(session)
    local playing = session.playing
    if playing:plies() == 0 then return screen.print "There is nothing to take back." end
    repeat
      playing:take_back()
    until #playing.line == 0 or not playing:chance() and session.players[playing:mover()] == "person"
    return nil, AGAIN
  end },

  { "board", "shows the position", "b", function() return nil, AGAIN end },

  { "moves", "the legal moves", "m", function(session)
    local menu = notation.menu(session.playing)
    screen.print(#menu.moves > 0 and screen.lines(menu:line()) or "There is none.")
  end },

  { "review", "which moves so far were mistakes, and what was better", "r", function(session)
    if session.playing:plies() == 0 then return screen.print "Nothing has been played." end
    review(session)
  end },

  { "depth", "how many moves the computer looks ahead", nil, function(session, word)
    set_limit(session, "depth", word, kinds.integer(1, 1000))
  end, "N|off" },

  { "time", "how long it thinks at most", nil, function(session, word)
    set_limit(session, "time", word, kinds.seconds)
  end, "SECONDS|off" },

  { "level", "how well the computer plays", "l", function(session, word)
    local ok, message = session:set_level(word)
    screen.print(ok and session:limits_text() or screen.line(message) .. ".")
  end, "LEVEL|off" },

  { "computer", "the computer plays this side from now on", nil, function(session, word)
    return hand_over(session, word, "computer")
  end, "[SIDE]" },

  { "person", "a person plays this side from now on", nil, function(session, word)
    return hand_over(session, word, "person")
  end, "[SIDE]" },

  { "position", "goes on from a position that you type in", "p", function(session)
    local flaw = flaw_of_parse(session.game)
    if flaw then return screen.print(flaw) end
    screen.print "Enter a position as it is shown, and after it a line with a dot alone."
    return begun(session:begin { position = record.read_position(session.read_line) })
  end },

  { "new", "begins again", "n", function(session)
    return begun(session:begin(session.start))
  end },

  { "save", "writes the game to a file", nil, function(session, path)
    if path == "" then return screen.print "save FILE: to which file?" end
    local ok, message = session:save(path)
    screen.print(ok and ("Saved in %s."):format(path) or "It cannot be saved: " .. screen.line(message))
  end, "FILE" },

  { "load", "goes on with a game from a file", nil, function(session, path)
    if path == "" then return screen.print "load FILE: which file?" end
    local ok, message = session:load(path)
    return begun(ok, message and "It cannot be loaded: " .. screen.line(message))
  end, "FILE" },

  { "resign", "gives the game up, and leaves (quit, exit)", "q", function() return nil, "resigned" end },
}

local HELP_COLUMN = 27

local function help_line(command)
  local name, help, short, _, argument = table.unpack(command, 1, 5)
  local line = ("  %-4s %-19s %s"):format(short or "", name .. (argument and " " .. argument or ""), help)
  return screen.wrapped(line, screen.width, 0, HELP_COLUMN)
end

--- The commands, a line for each.
function Session.help(face, is_numbered)
  local entry = is_numbered and "A move is entered by its number." or face.help or "A move is entered as it is shown."
  local lines = { screen.wrapped(entry, screen.width) }
  for _, command in ipairs(COMMANDS) do lines[#lines + 1] = help_line(command) end
  lines[#lines + 1] = help_line { "help", "shows this", "?" }
  return table.concat(lines, "\n")
end

-- The commands by their names, as `alphabeta.human` wants them.
local function commands_of(session)
  local by_name = {}
  for _, command in ipairs(COMMANDS) do
    local name, _, short, run = table.unpack(command, 1, 4)
    by_name[name] = function(_, _, argument) return run(session, argument) end
    if short then by_name[short] = by_name[name] end
  end
  by_name.quit, by_name.exit = by_name.resign, by_name.resign
  by_name.help = function() screen.print(Session.help(session.face, notation.menu(session.playing).numbered)) end
  by_name["?"] = by_name.help
  return setmetatable(by_name, { __index = function(_, word) return rawget(by_name, word:lower()) end })
end

-- Playing -----------------------------------------------------------------------------------------

--- Sets the level of the computer, "off" for its full strength; or returns nil and a message.
function Session:set_level(word)
  if word == "off" then
    self.level = nil
    self.computer:play_at(nil)
    return true
  end
  local message, number
  if not (self.levels or self.levels_path) then -- they take a while to find
    message = levels.flaw(word)
    if message then return nil, message end
  end
  if not self.levels then
    self.levels, message = levels.of(self.name, self.game, state_of(self.game, self.start), self.levels_path)
  end
  if not self.levels then return nil, message end
  number, message = levels.number(self.levels, word)
  if not number then return nil, message end
  self.level = number
  self.computer:play_at(self.levels[number])
  return true
end

--- How far the computer looks, or its level.
function Session:limits_text()
  if self.level then return ("The computer plays at %s."):format(levels.name(self.levels, self.level)) end
  local limits = self.computer:limits()
  local words = {}
  if limits.depth then words[#words + 1] = ("looks %d moves ahead"):format(limits.depth) end
  if limits.time then words[#words + 1] = ("thinks %g seconds at most"):format(limits.time) end
  if limits.nodes then words[#words + 1] = ("looks at %d positions at most"):format(limits.nodes) end
  return "The computer " .. table.concat(words, " and ") .. "."
end

-- Who has won, and by how much.
local function verdict(session, payoff)
  if session.playing:ends_by_repetition() then
    local side = payoff ~= 0 and session.face.sides[payoff > 0 and 1 or 2]
    return "This position was on the board before: " .. (side and side .. " wins." or "a draw.")
  end
  if payoff == 0 then return "A draw." end
  local winner, unit = session.face.sides[payoff > 0 and 1 or 2], session.face.unit
  if not unit then return winner .. " wins." end
  local margin = math.abs(payoff)
  return ("%s wins by %d %s%s."):format(winner, margin, unit, margin == 1 and "" or "s")
end

local function prompt(session)
  local playing = session.playing
  if playing:payoff() then return "The game is over; review, undo, new, save, or q to leave (? for help): " end
  return ("%s to move (? for help): "):format(session.face.sides[playing:mover()])
end

-- What is said when a person leaves.
local function last_words(session, reason)
  local playing = session.playing
  local is_over = playing:payoff() ~= nil
  if reason ~= "resigned" then
    return is_over and "" or "\nThe input has ended, and the game with it."
  end
  if is_over then return "Goodbye." end
  local mover = playing:mover()
  return ("%s resigns, %s wins."):format(session.face.sides[mover], session.face.sides[3 - mover])
end

--- The position, as people see it.
function Session:board()
  local state = self.playing.state
  return self.game.format and tostring(self.game.format(state)) or contents.shown(state)
end

-- The position, and the moves if a person has to enter their numbers.
local function show(session)
  screen.print("\n" .. session:board())
  local menu = notation.menu(session.playing)
  local mover = #menu.moves > 0 and session.playing:mover()
  if menu.numbered and mover and session.players[mover] == "person" then screen.print(screen.lines(menu:line())) end
end

-- What chance brings, which it says.
local function roll(session)
  local outcome = dice(session.playing, session.chances, session.draw)
  screen.print(("Chance: %s."):format(session.computer:move_text(session.playing, outcome)))
  return outcome
end

local function has_person(session)
  return session.players[1] == "person" or session.players[2] == "person"
end

--- Plays until the game is over and nobody wants to go on with it.
function Session:run()
  local person = alphabeta.human {
    input = self.read_line,
    output = screen.write,
    show = false, -- the session shows positions that persons are not asked about, too
    prompt = function() return screen.bold(prompt(self)) end,
    commands = commands_of(self),
  }
  while true do
    local playing = self.playing
    local payoff, outcomes = playing:payoff(), playing:chance()
    if not outcomes then show(self) end
    if payoff then screen.print(verdict(self, payoff)) end
    if payoff and not has_person(self) then return end

    local answer, reason
    if outcomes then
      answer = roll(self)
    elseif payoff or self.players[playing:mover()] == "person" then
      answer, reason = person(playing.state, self.game)
    else
      answer = computer_move(self, self.computer:answer(playing), self.face.sides[playing:mover()] .. " plays %s.")
    end
    if answer ~= nil then
      playing:play(answer)
    elseif reason ~= AGAIN then
      return screen.print(last_words(self, reason))
    end
  end
end

--- Makes a session; it has no position yet.
function Session.new(fields) return setmetatable(fields, Session) end

return Session

-- A game at the terminal: a view of a session, in which persons enter moves and commands.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local generator = require "alphabeta.base.random"
local image = require "alphabeta.check.image"
local referee = require "alphabeta.play.referee"
local rounds = require "alphabeta.play.rounds"
local commands = require "terminal.commands"
local computer = require "terminal.computer"
local files = require "terminal.files"
local games = require "terminal.games"
local record = require "terminal.record"
local screen = require "terminal.screen"
local thoughts = require "terminal.thoughts"

local SLICE = 0.1 -- seconds between two looks at a search
local PATIENCE = 0.5 -- seconds before it is shown that the computer thinks
local SCREENFUL = 60 -- lines
local MOST_SEEDS = 2147483646

---@class terminal.Host
---@field game table
---@field name string of the game, in files
---@field face table see `faces`
---@field players string[] of each side: "person" or "computer"
---@field read_line fun(): string? a person's next line
---@field session alphabeta.Session
---@field start terminal.Start where it began
---@field is_sampled boolean the game is played by Monte-Carlo tree search
---@field draw fun(n: integer): integer random numbers, for seeds
---@field level? integer at which the computer plays; nil: as well as it can
---@field levels? table[] once there is one, or was
---@field levels_path? string the file that they are in
---@field limits table of the computer, and how it chooses
---@field shown boolean the position is on the screen
---@field has_left boolean
local Host = {}
Host.__index = Host

-- How many persons play.
local function persons(self)
  local count = 0
  for _, player in ipairs(self.players) do count = count + (player == "person" and 1 or 0) end
  return count
end

--- Puts everybody where they belong, after that has changed.
function Host:seat_all()
  for side, player in ipairs(self.players) do
    self.session:set_seat(side, player == "person" and "human" or computer.player(self))
  end
end

-- Beginning, saving, loading ----------------------------------------------------------------------

-- The state that a start describes; or nil and a message.
local function state_of(game, start)
  if start.position then
    if not game.parse then return nil, "this game cannot read positions" end
    local ok, state, message = pcall(game.parse, start.position)
    if not ok then state, message = nil, games.complaint(state) end
    return state, state == nil and ("this is not a position: %s"):format(message or "it cannot be read") or nil
  end
  if not game.initial then return nil, "no starting position: the game has no field 'initial'" end
  math.randomseed(start.seed)
  local ok, state = pcall(game.initial, start.parameters)
  if not ok then return nil, games.complaint(state) end
  if state == nil then return nil, "'initial' returned nil (state expected)" end
  return state
end

--- A position like the one that the game began with, dealt with another seed for each number.
function Host:deal(number)
  local start = self.start
  local state, message = state_of(self.game, { position = start.position, parameters = start.parameters,
    seed = start.seed + number - 1 })
  if message then error(message, 0) end
  return state
end

-- What was played, to the persons.
local function announce(self, entry)
  screen.status()
  self.shown = false
  local text, side = screen.line(entry.text), self.face.sides[entry.player]
  if entry.at_once then return screen.print(("%s: %s."):format(table.concat(self.face.sides, "/"), text)) end
  if not entry.player then return screen.print(("Chance: %s."):format(text)) end
  if self.players[entry.player] == "person" then return end
  screen.print(("%s plays %s."):format(side, text))
  if self.shows then screen.print(thoughts.played(self, entry)) end
end

-- A session that begins somewhere, and may go on with what a text says; or nil and a message.
local function session_of(self, start, text)
  local state, message = state_of(self.game, start)
  message = message or games.flaw(self.game, state)
  if message then return nil, message end
  local people = {}
  for side in ipairs(self.players) do people[side] = "human" end
  local ok, session = pcall(alphabeta.session, self.game, { state = state, seats = people, seed = start.seed,
    text = text, level = text and 1, on_move = function(entry) announce(self, entry) end })
  if ok then return session end
  return nil, games.complaint(session)
end

--- Begins a game, and goes on with what the text of a session says. Returns nil and a message if that cannot be; then
--- all is as before.
---@param start { parameters: table?, position: string?, seed: integer? }
---@param text? string
function Host:begin(start, text)
  start = { parameters = start.parameters, position = start.position, players = #self.players,
    seed = start.seed or self.draw(MOST_SEEDS) }
  local session, message = session_of(self, start, text)
  if not session then return nil, message end
  if self.session then self.session:close() end
  self.session, self.start, self.shown = session, start, false
  self:seat_all()
  return true
end

-- What can be seen of a state that is a table.
local function image_of(state) return type(state) == "table" and image.text(state, true) or nil end

--- Writes the game to a file, if it can be read again. Returns nil and a message if that cannot be.
function Host:save(path)
  local text = record.write { name = self.name, start = self.start, text = self.session:text() }
  local found = record.read(text)
  if not found or found.name ~= self.name then return nil, "a name or a setting takes more than one line" end
  local again = session_of(self, found.start, found.text)
  if not again or image_of(again.state) ~= image_of(self.session.state) then
    return nil, "its 'initial' deals differently each time (draw the cards by math.random)"
  end
  return files.write(path, text)
end

--- Goes on with a game from a file. Returns nil and a message if that cannot be.
function Host:load(path)
  local found, message = record.load(path, self.name, #self.players)
  if not found then return nil, message end
  return self:begin(found.start, found.text)
end

--- The whole game once more, as the referee has it.
---@return alphabeta.Playing
function Host:replayed()
  local playing = referee.begin(self.game, self:deal(1))
  for _, entry in ipairs(self.session:played()) do playing:play(playing:find(entry.move)) end
  return playing
end

-- Playing -----------------------------------------------------------------------------------------

--- The position as a player may see it; nil: everything. Without `format` that is all of it where nothing is hidden,
--- else what the player knows, if the game says that.
function Host:board(side)
  local game, state = self.game, self.session.state
  if game.format then return tostring(game.format(state, game.determinize and side or nil)) end
  if not (game.determinize and side) then return contents.shown(state) end
  return game.information and contents.shown(game.information(state, side))
end

-- Shows the position, if it is not on the screen; where something is hidden, to persons and at the end.
local function show(self)
  local session = self.session
  if self.shown then return end
  self.shown = true
  local side, is_persons = session.player, self.players[session.player] == "person"
  if side and self.game.determinize and persons(self) > 0 and not is_persons then return end
  local text = self:board(side)
  if text then screen.print("\n" .. screen.lines(text)) end
  local menu = is_persons and thoughts.menu(self)
  if menu and menu.numbered then screen.print(screen.lines(menu:line())) end
end

-- The places of more than two, best first.
local function places_text(self, payoffs)
  local places, lines = rounds.places(payoffs), {}
  for place = 1, #places do
    for side, own in ipairs(places) do
      if own == place then lines[#lines + 1] = ("%d. %s: %g"):format(place, self.face.sides[side], payoffs[side]) end
    end
  end
  return table.concat(lines, "\n")
end

-- Who has won, and by how much.
local function verdict(self)
  local outcome, unit = self.session.outcome, self.face.unit
  local payoffs, winner = outcome.payoffs, self.face.sides[outcome.winner]
  if not payoffs then return outcome.text end
  if outcome.reason == "repetition" then
    return "This position has occurred before: " .. (winner and winner .. " wins." or "a draw.")
  end
  if self.game.players then return places_text(self, payoffs) end
  if not winner then return "A draw." end
  local margin = math.abs(payoffs[1])
  if unit then return ("%s wins by %d %s%s."):format(winner, margin, unit, margin == 1 and "" or "s") end
  return self.game.determinize and ("%s wins by %g."):format(winner, margin) or winner .. " wins."
end

--- Does what is due, a slice of it, and shows how far that is if it takes long.
function Host:step()
  self.session:step { time = SLICE }
  local found = screen.is_terminal and self.session:thinking()
  if not found then return end
  if not found.time then
    screen.status(found.text) -- of a review
  elseif found.time > PATIENCE and not self.game.determinize then
    screen.status(thoughts.status(self, found))
  end
end

--- Waits for what the session is asked: "hint" or "review", with options. The answer; or nil and why there is none.
function Host:wait(question, options)
  local answer, refusal
  repeat
    answer, refusal = self.session[question](self.session, options)
    if not (answer or refusal) then self:step() end
  until answer or refusal
  screen.status()
  return answer, refusal
end

--- What the person to move had best play, or what each move is worth: the result of a search.
---@param of_all? boolean
function Host:advice(of_all)
  local result = not of_all and computer.solved(self)
  if result then return result end
  local limits = computer.limits(self)
  if of_all and not self.is_sampled then limits.all = true end
  return (self:wait("hint", limits))
end

-- Where several persons share a terminal, nobody sees the hand of another one, nor what he has chosen when both do.
local function hand_over(self, side)
  local hides = self.game.determinize or self.game.simultaneous and side == 2
  if persons(self) < 2 or not hides or self.shown then return end
  screen.print((("\n"):rep(SCREENFUL) .. "%s, press Enter when you are ready."):format(self.face.sides[side]))
  self.read_line()
end

local function prompt(self)
  local side = self.face.sides[self.session.player]
  return side and side .. " to move (? for help): "
    or "The game is over; review, undo, new, save, or q to leave (? for help): "
end

--- A person leaves, or the input has ended.
function Host:leave(has_resigned)
  self.has_left = true
  local side, sides = self.session.player, self.face.sides
  if not has_resigned then
    screen.print(side and "\nEnd of input: the game ends here." or "")
  elseif not side then
    screen.print "Goodbye."
  else
    screen.print(sides[side] .. " resigns" .. (#sides == 2 and (", %s wins."):format(sides[3 - side]) or "."))
  end
end

-- Asks a person for a move or a command.
local function ask(self)
  if self.session.player then hand_over(self, self.session.player) end
  show(self)
  screen.write(screen.bold(prompt(self)))
  local line = self.read_line()
  if not line then return self:leave(false) end
  line = line:match "^%s*(.-)%s*$"
  if line == "" then return end
  local entry, complaint = self.session:play(line)
  if entry and self.game.simultaneous then self.shown = false end
  if not entry and not commands.run(self, line) then screen.print(complaint) end
end

-- The game is over: says so, and asks who wants to look at it.
local function finish(self)
  if not self.shown then
    show(self)
    screen.print(verdict(self))
  end
  if persons(self) == 0 then self.has_left = true else ask(self) end
end

--- Plays until the game is over and nobody wants to go on with it.
function Host:run()
  while not self.has_left do
    local session = self.session
    if session.over then
      finish(self)
    elseif self.players[session.player] == "person" then
      ask(self)
    else
      if session.player then show(self) end
      self:step()
    end
  end
end

--- Makes a host; it has no game yet.
---@param fields { game: table, name: string, face: table, players: string[], read_line: function }
---@param arguments table of the command line
---@return terminal.Host
function Host.new(fields, arguments)
  local self = setmetatable(fields, Host)
  self.is_sampled = (self.game.players or self.game.determinize) ~= nil
  self.levels_path, self.shows = arguments.levels, arguments.show
  self.draw = generator(arguments.seed or math.random(0, MOST_SEEDS))
  self.limits = { depth = arguments.depth, time = arguments.time, solves = arguments.solve,
    is_seeded = arguments.seed ~= nil, choose = arguments.no_random and "first" or nil }
  return self
end

return Host

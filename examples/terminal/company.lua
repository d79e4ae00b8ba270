-- Games of more than two players, or with something hidden, at the terminal: persons see what they may see, and
-- computers play by Monte-Carlo tree search.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local generator = require "alphabeta.base.random"
local image = require "alphabeta.check.image"
local notation = require "alphabeta.tell.notation"
local referee = require "alphabeta.play.referee"
local rounds = require "alphabeta.play.rounds"
local dice = require "terminal.dice"
local files = require "terminal.files"
local fresh_seed = require "terminal.seed"
local games = require "terminal.games"
local levels = require "terminal.levels"
local record = require "terminal.record"
local screen = require "terminal.screen"

local company = {}

local THINKING = 1.5 -- seconds, if there is no other limit
local PLAYOUTS = 2000 -- of a computer, where a game is to be repeated and there is no other limit
local SCREENFUL = 60 -- lines
local MOST_SEEDS = 2147483647

local AGAIN = "again" -- what a person's answer is when the game has been changed otherwise than by a move

-- Options that are for two players who see everything.
local NOT_HERE = { "depth", "position", "analyse", "tree", "solve" }

--- Is a game one for this part of the program?
function company.is_for(game) return game.players ~= nil or game.determinize ~= nil end

--- What may be entered.
function company.help(face)
  return (face.help or "A move is entered as it is shown.") .. [[

hint: what the computer would play; moves: those that are legal;
board: shows the position;
undo: takes back your last move, and what was played after it;
level LEVEL, or off: how well the computer plays;
new: begins again; save FILE, load FILE: whoever has the file can know what is hidden;
resign: gives the game up, and leaves; help: this]]
end

-- The name of the one to move, or of a side.
local function name_of(self, side) return self.face.sides[side] or "Player " .. side end

local function mover(state, game) return referee.begin(game, state):mover() end

-- Shows the position as a player may see it; nil: everything. Without `format` that is all of it where nothing is
-- hidden, else what the player knows, if the game says that.
local function show(self, state, side)
  local game, text = self.game
  if game.format then
    text = tostring(game.format(state, side))
  elseif not (game.determinize and side) then
    text = contents.shown(state)
  else
    text = game.information and contents.shown(game.information(state, side))
  end
  if text then screen.print("\n" .. screen.lines(text)) end
end

-- Beginning, saving, loading ----------------------------------------------------------------------

-- Deals, by the seed of the start, and plays moves that are given as text: the game; or nil and a message.
local function dealt(self, start, texts)
  math.randomseed(start.seed)
  local ok, state = pcall(self.game.initial, start.parameters)
  if not ok then return nil, games.complaint(state) end
  local message = games.flaw(self.game, state)
  if message then return nil, message end
  local playing = referee.begin(self.game, state)
  ok, message = record.replay(playing, texts or {})
  return ok and playing, message
end

-- Begins a game, or goes on with one; or returns nil and a message.
local function begin(self, start, texts)
  local playing, message = dealt(self, start, texts)
  if not playing then return nil, message end
  self.playing, self.start, self.chances = playing, start, {}
  return true
end

local function new_start(self, seed)
  return { parameters = self.parameters, players = #self.face.sides, seed = seed }
end

local function state_text(playing) return (image.text(playing.state, true)) end

-- Writes the game to a file, if it can be dealt again from what is written; or returns nil and a message.
local function save(self, path)
  local texts = record.moves(self.playing)
  local text, message = record.write(self.name, self.start, texts)
  if not text then return nil, message end
  local again = dealt(self, self.start, texts)
  if not again or state_text(again) ~= state_text(self.playing) then
    return nil, "its 'initial' deals otherwise each time (cards are to be drawn by math.random)"
  end
  return files.write(path, text)
end

local function load_from(self, path)
  local found, message = record.load(path, self.name, #self.face.sides)
  if not found then return nil, message end
  if not found.start.seed then return nil, "no line says by which seed it was dealt" end
  return begin(self, found.start, found.moves)
end

-- Levels ------------------------------------------------------------------------------------------

-- Sets the level of the computer, "off" for its full strength; what is to be said of it, or nil and a message.
local function set_level(self, word)
  if word == "off" then
    self.player = nil
    return "The computer plays as well as it can."
  end
  local number, message
  if not (self.levels or self.levels_path) then -- they take a while to find
    message = levels.flaw(word)
    if message then return nil, message end
  end
  if not self.levels then
    self.levels, message = levels.of(self.name, self.game, function(pair) return company.deal(self, pair) end,
      self.levels_path)
  end
  if not self.levels then return nil, message end
  number, message = levels.number(self.levels, word)
  if not number then return nil, message end
  local options = { seed = self.draw(MOST_SEEDS) }
  for name, value in pairs(self.levels[number].options) do options[name] = value end
  self.player = alphabeta.player(options)
  return ("The computer plays at %s."):format(levels.name(self.levels, number))
end

-- Players -----------------------------------------------------------------------------------------

local function move_text(state, game, move) return screen.line(notation.move(game, state, move)) end

local function computer(self)
  local limits = { time = self.time, seed = self.seed and self.draw(2 ^ 30) or nil, algorithm = "mcts" }
  if not limits.time then limits[self.seed and "playouts" or "time"] = self.seed and PLAYOUTS or THINKING end
  local think = alphabeta.player(limits)
  return function(state, game, about)
    local move, info = (self.player or think)(state, game, about)
    screen.print(("%s plays %s."):format(name_of(self, mover(state, game)), move_text(state, game, move)))
    if self.show then screen.print(screen.dim(("  %s"):format(screen.line(info)))) end
    return move, info
  end
end

-- Commands of a person.
local function commands_of(self)
  local think
  local commands = {}
  function commands.hint(state, game)
    think = think or alphabeta.player { time = self.time or THINKING, algorithm = "mcts" }
    screen.print(("I would play %s."):format(move_text(state, game, (think(state, game)))))
  end
  function commands.moves(state, game)
    screen.print(screen.lines(notation.menu(referee.begin(game, state)):line()))
  end
  function commands.help() screen.print(company.help(self.face)) end
  function commands.undo()
    local playing = self.playing
    if playing:plies() == 0 then return screen.print "There is nothing to take back." end
    repeat
      playing:take_back()
    until #playing.line == 0 or not playing:chance() and self.players[playing:mover()] == "person"
    return nil, AGAIN
  end
  function commands.board() return nil, AGAIN end
  function commands.level(_, _, word)
    local text, message = set_level(self, word)
    screen.print(text or screen.line(message) .. ".")
  end
  function commands.new()
    begin(self, new_start(self, self.draw(MOST_SEEDS)))
    return nil, AGAIN
  end
  function commands.save(_, _, path)
    if path == "" then return screen.print "save FILE: to which file?" end
    local ok, message = save(self, path)
    local warning = self.game.determinize and " Whoever has it can know what is hidden." or ""
    screen.print(ok and ("Saved in %s.%s"):format(screen.line(path), warning)
      or "It cannot be saved: " .. screen.line(message))
  end
  function commands.load(_, _, path)
    if path == "" then return screen.print "load FILE: which file?" end
    local ok, message = load_from(self, path)
    if ok then return nil, AGAIN end
    screen.print("It cannot be loaded: " .. screen.line(message))
  end
  commands.h, commands.m, commands["?"] = commands.hint, commands.moves, commands.help
  commands.u, commands.n, commands.b, commands.l = commands.undo, commands.new, commands.board, commands.level
  function commands.q() return nil, "resigned" end
  commands.quit, commands.exit = commands.q, commands.q
  return commands
end

-- Where several persons share a terminal, nobody sees the hand of another one.
local function hand_over(self, side)
  if self.persons < 2 or not self.game.determinize then return end
  screen.print((("\n"):rep(SCREENFUL) .. "%s, are you there? Then press Enter."):format(name_of(self, side)))
  self.read_line()
end

local function person(self)
  local ask = alphabeta.human {
    input = self.read_line, output = screen.write, show = false, commands = commands_of(self),
    prompt = function(state, game)
      return screen.bold(("%s to move (? for help): "):format(name_of(self, mover(state, game))))
    end,
  }
  return function(state, game, about)
    local side = mover(state, game)
    hand_over(self, side)
    show(self, state, side)
    local menu = notation.menu(referee.begin(game, state))
    if menu.numbered then screen.print(screen.lines(menu:line())) end
    return ask(state, game, about)
  end
end

-- What the game has brought, best first.
local function print_result(self)
  show(self, self.playing.state)
  local payoffs = self.playing:payoffs()
  if not self.game.players then
    local winner = payoffs[1] ~= 0 and name_of(self, payoffs[1] > 0 and 1 or 2)
    return screen.print(winner and ("%s wins by %g."):format(winner, math.abs(payoffs[1])) or "A draw.")
  end
  local places = rounds.places(payoffs)
  for place = 1, #places do
    for side, own in ipairs(places) do
      if own == place then screen.print(("%d. %s: %g"):format(place, name_of(self, side), payoffs[side])) end
    end
  end
end

-- What chance brings, which it says.
local function roll(self)
  local outcome = dice(self.playing, self.chances, self.draw)
  screen.print(("Chance: %s."):format(move_text(self.playing.state, self.game, outcome)))
  return outcome
end

-- What keeps the game from being played like that; nil: nothing.
local function complaint_about(arguments)
  for _, name in ipairs(NOT_HERE) do
    if arguments[name] then return ("--%s is for two players who see everything"):format(name) end
  end
end

--- Makes a game at the terminal; or returns nil and a message.
---@param fields { game: table, name: string, face: table, players: string[], parameters: table?, read_line: function }
---@param arguments table of the command line
function company.new(fields, arguments)
  local self = fields
  self.seed, self.time, self.show, self.persons = arguments.seed, arguments.time, arguments.show, 0
  local seed = self.seed or fresh_seed()
  self.draw, self.levels_path = generator(seed), arguments.levels
  local complaint = complaint_about(arguments)
  if complaint then return nil, complaint end
  local ok, message
  if arguments.load then ok, message = load_from(self, arguments.load) else
    ok, message = begin(self, new_start(self, seed))
  end
  if ok and arguments.level then ok, message = set_level(self, arguments.level) end
  if not ok then return nil, message end
  for _, kind in ipairs(self.players) do self.persons = self.persons + (kind == "person" and 1 or 0) end
  return self
end

--- A state to begin with, another one for each number.
function company.deal(self, number)
  local playing, message = dealt(self, new_start(self, self.start.seed + number - 1))
  if not playing then error(message, 0) end
  return playing.state
end

--- Plays it, until it is over or a person leaves.
function company.run(self)
  local ask, game = {}, self.game
  for side, kind in ipairs(self.players) do ask[side] = (kind == "person" and person or computer)(self) end
  if self.persons == 0 then show(self, self.playing.state) end
  while not self.playing:is_over() do
    local playing, move, reason = self.playing
    if playing:chance() then
      move = roll(self)
    else
      move, reason = ask[playing:mover()](playing.state, game, { history = playing:history() })
    end
    if move ~= nil then
      playing:play(move)
    elseif reason ~= AGAIN then
      return screen.print("The game ends: " .. screen.line(reason) .. ".")
    end
  end
  print_result(self)
end

return company

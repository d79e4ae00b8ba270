-- Games of more than two players, or with something hidden, at the terminal: persons see what they may see, and
-- computers play by Monte-Carlo tree search.

local alphabeta = require "alphabeta"
local generator = require "alphabeta.random"
local notation = require "alphabeta.notation"
local referee = require "alphabeta.referee"
local fresh_seed = require "terminal.seed"
local games = require "terminal.games"
local screen = require "terminal.screen"

local company = {}

local THINKING = 1.5 -- seconds, if there is no other limit
local PLAYOUTS = 2000 -- of a computer, where a game is to be repeated and there is no other limit
local SCREENFUL = 60 -- lines

-- Options that are for two players who see everything.
local NOT_HERE = { "depth", "level", "levels", "position", "load", "analyse", "tree", "solve" }

--- Is a game one for this part of the program?
function company.is_for(game) return game.players ~= nil or game.determinize ~= nil end

--- What may be entered.
function company.help(face)
  return (face.help or "A move is entered as it is shown.") .. [[

hint: what the computer would play; moves: those that are legal;
resign: gives the game up, and leaves; help: this]]
end

-- The name of the one to move, or of a side.
local function name_of(self, side) return self.face.sides[side] or "Player " .. side end

local function mover(state, game) return referee.begin(game, state):mover() end

local function move_text(state, game, move) return screen.line(notation.move(game, state, move)) end

local function computer(self)
  local limits = { time = self.time, seed = self.seed and self.draw(2 ^ 30) or nil, algorithm = "mcts" }
  if not limits.time then limits[self.seed and "playouts" or "time"] = self.seed and PLAYOUTS or THINKING end
  local think = alphabeta.player(limits)
  return function(state, game, about)
    local move, info = think(state, game, about)
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
  commands.h, commands.m, commands["?"] = commands.hint, commands.moves, commands.help
  commands.q = function() return nil, "resigned" end
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
    if game.format then screen.print("\n" .. screen.lines(tostring(game.format(state, side)))) end
    local menu = notation.menu(referee.begin(game, state))
    if menu.numbered then screen.print(screen.lines(menu:line())) end
    return ask(state, game, about)
  end
end

-- What the game has brought, best first.
local function print_result(self, played)
  if played.state ~= nil and self.game.format and played.reason == "finished" then
    screen.print("\n" .. screen.lines(tostring(self.game.format(played.state))))
  end
  if played.reason ~= "finished" then
    screen.print("The game ends: " .. screen.line(played.reason) .. ".")
  elseif not played.payoffs then
    local winner = played.winner and name_of(self, played.winner)
    screen.print(winner and ("%s wins by %g."):format(winner, math.abs(played.payoff)) or "A draw.")
  else
    for place = 1, #played.places do
      for side, own in ipairs(played.places) do
        if own == place then
          screen.print(("%d. %s: %g"):format(place, name_of(self, side), played.payoffs[side]))
        end
      end
    end
  end
end

-- Draws an outcome, and says what it is.
local function roll(self, state)
  local playing = referee.begin(self.game, state)
  local number = playing:outcome_at(referee.fraction(self.draw))
  screen.print(("Chance: %s."):format(move_text(state, self.game, playing:chance()[number])))
  return number
end

-- What keeps the game from being played like that; nil: nothing.
local function complaint_about(arguments, game, state)
  for _, name in ipairs(NOT_HERE) do
    if arguments[name] then return ("--%s is for two players who see everything"):format(name) end
  end
  return games.flaw(game, state)
end

--- Makes a game at the terminal; or returns nil and a message.
---@param fields { game: table, face: table, players: string[], parameters: table?, read_line: fun(): string? }
---@param arguments table of the command line
function company.new(fields, arguments)
  local self = fields
  self.seed, self.time, self.show, self.persons = arguments.seed, arguments.time, arguments.show, 0
  self.draw = generator(self.seed or fresh_seed())
  if self.seed then math.randomseed(self.seed) end -- by which `initial` deals
  local ok, state = pcall(self.game.initial, self.parameters)
  if not ok then return nil, games.complaint(state) end
  local complaint = complaint_about(arguments, self.game, state)
  if complaint then return nil, complaint end
  self.state = state
  for _, kind in ipairs(self.players) do self.persons = self.persons + (kind == "person" and 1 or 0) end
  return self
end

--- Plays it.
function company.run(self)
  local players, game = {}, self.game
  for side, kind in ipairs(self.players) do players[side] = (kind == "person" and person or computer)(self) end
  if self.persons == 0 and game.format then screen.print(screen.lines(tostring(game.format(self.state)))) end
  local played = alphabeta.match(game, self.state, players, {
    errors = "raise", dice = game.chance and function(state) return roll(self, state) end or nil,
  })
  print_result(self, played)
end

return company

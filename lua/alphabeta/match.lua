-- Games between players, and series of games with sides changed. The fields of options and results are in
-- meta.lua.

local contents = require "alphabeta.contents"
local elo = require "alphabeta.elo"
local generator = require "alphabeta.random"
local new_progress = require("alphabeta.progress").series
local notation = require "alphabeta.notation"
local options = require "alphabeta.options"
local persons = require("alphabeta.player").shows
local referee = require "alphabeta.referee"

local debug = rawget(_G, "debug") -- a host may do without it, and refuse globals that there are not

local MOST = 1000000
local DEFAULT_PLIES = 1000
local DEFAULT_RISK = 0.05
local ATTEMPTS = 100 -- to draw an opening that is new and not over
local HOOK_LEVELS = 100 -- of the stack, where a hook that has raised an error is looked for

local OPTIONS = {
  games = options.integer(2, MOST, 2),
  openings = options.list,
  opening_plies = options.integer(0, MOST),
  seed = options.seed,
  max_plies = options.integer(1, MOST),
  errors = {
    expected = "'lose' or 'raise'",
    fits = function(value) return value == "lose" or value == "raise" end,
  },
  on_game = options.callback,
  on_move = options.callback,
  dice = options.callback,
  progress = options.boolean,
  sprt = options.table,
}

local SPRT_OPTIONS = {
  elo0 = options.between(-10000, 10000),
  elo1 = options.between(-10000, 10000),
  alpha = options.between(0, 0.5),
  beta = options.between(0, 0.5),
}

local function copy(list)
  local copied = {}
  for i = 1, #list do copied[i] = list[i] end
  return copied
end

-- Openings: a state, and a line of moves to play from it -------------------------------------------

-- A line of random moves, with a text that tells it from others; nil if the game is over then.
local function random_line(playing, plies, draw)
  local numbers = playing:wander_on(plies, draw)
  return numbers and { moves = copy(playing.line), text = table.concat(numbers, " ") }
end

-- Draws a line from a state: a new one, if there are enough; nil if the game is always over.
local function draw_line(self, state)
  local seen, old = self.seen[state] or {}, nil
  self.seen[state] = seen
  for _ = 1, ATTEMPTS do
    local line = referee.with(self.game, state, function(playing)
      return random_line(playing, self.opening_plies, self.draw)
    end)
    if line and not seen[line.text] then
      seen[line.text] = true
      return line.moves
    end
    old = old or line
  end
  return old and old.moves
end

local function state_for(self, pair)
  if self.openings then return self.openings[(pair - 1) % #self.openings + 1] end
  if type(self.state) == "function" then return self.state(pair) end
  return self.state
end

-- A seed for the dice of a series that has none.
local function random_seed() return math.random(2 ^ 15) * 2 ^ 16 + math.random(2 ^ 16) end

-- The opening of a pair of games; or nil and the complaint.
local function opening_for(self, pair)
  local state = state_for(self, pair)
  if state == nil then
    return nil, options.bad_argument("match", 2, ("no state for pair %d of games"):format(pair))
  end
  local line = self.opening_plies == 0 and {} or draw_line(self, state)
  if not line then
    return nil, options.bad_argument("match", 4,
      ("option 'opening_plies': the game is over within %d plies"):format(self.opening_plies))
  end
  return { state = state, line = line, pair = pair, dice = self.game.chance and (self.seed or random_seed()) }
end

-- One game -----------------------------------------------------------------------------------------

-- Which player has a side, or which side a player; `first` is the player who has side 1.
local function across(which, first)
  return which == 1 and first or 3 - first
end

local function add(tally, nodes, seconds)
  tally.moves = tally.moves + 1
  tally.nodes = tally.nodes + nodes
  tally.time = tally.time + seconds
end

local function number_in(info, name)
  local value = type(info) == "table" and info[name]
  return type(value) == "number" and value or nil
end

-- Whether a debug hook is at work below the call of a player. (Lua 5.1, 5.2 and LuaJIT tell it by its function only:
-- they do not show one that is written in C.)
local function is_in_hook(call)
  local hook = debug.gethook()
  for level = 2, HOOK_LEVELS do
    local running = debug.getinfo(level, "nf")
    if not running or running.func == call then return false end
    if running.namewhat == "hook" or running.func == hook then return true end
  end
  return false
end

-- pcall of a player; the third result tells whose an error is: not the player's are those of hooks, an interrupt, as
-- the `lua` program passes it on, and the lack of memory (which calls no handler).
local function call_player(player, state, game, about)
  local from_hook = false
  local function call() -- no tail call: it is to stay on the stack
    local move, info = player(state, game, about)
    return move, info
  end
  local function look(fault)
    from_hook = debug ~= nil and is_in_hook(call)
    return fault
  end
  local ok, move, info = xpcall(call, look)
  if ok then return true, move, info end
  local message = type(move) == "string" and move or ""
  return false, move, not (from_hook or message:find "interrupted!$" or message:find "not enough memory$")
end

-- Asks a player. Returns a legal move and what he tells of it; or nil and why he has lost.
local function ask(self, player, playing, tally, about)
  local began = os.clock()
  local ok, move, info = call_player(player, playing.state, playing.game, about)
  local seconds = os.clock() - began
  if not ok then
    if self.errors == "raise" or not info then error(move, 0) end
    return nil, "error: " .. tostring(move)
  end
  if move == nil then return nil, type(info) == "string" and info or "no move" end

  add(tally, number_in(info, "nodes") or 0, number_in(info, "time") or seconds)
  local legal = playing:find(move)
  if legal == nil then return nil, "illegal move " .. contents.quoted(move) end
  return legal, info
end

local function new_tally() return { nodes = 0, time = 0, moves = 0 } end

-- Makes chance decide where it does: with the next number, or as the option `dice` says.
local function roll(self, playing, draw)
  local outcomes, weights = playing:chance()
  if not self.dice then return outcomes[playing:outcome_at(referee.fraction(draw))] end
  local number = self.dice(playing.state, outcomes, weights)
  if outcomes[number] == nil then
    error(("option 'dice' returned %s (integer from 1 to %d expected)"):format(options.shown(number), #outcomes), 0)
  end
  return outcomes[number]
end

-- What a player is told of the game: all that may make it another one than the same position elsewhere.
local function about_game(self, playing, record, pair)
  return { seed = self.seed, pair = pair, number = record.first, ply = playing:plies() }
end

-- Shows an outcome to the persons who play, once at each place.
local function announce_outcome(self, playing, outcome)
  local told = {}
  for who = 1, 2 do
    local shows = persons[self.players[who]]
    if shows and not told[shows.output] then
      told[shows.output] = true
      shows.tell(("chance: %s\n"):format(notation.move(playing.game, playing.state, outcome)))
    end
  end
end

-- Shows a move to the other player, if that is a person who does not see it as it is entered.
local function announce(self, playing, move, who)
  local shows, other = persons[self.players[3 - who]], persons[self.players[who]]
  if not shows or other and other.output == shows.output then return end
  local sides = notation.sides(playing.game)
  shows.tell(("%s plays %s\n"):format(sides and sides[playing:mover()] or "your opponent",
    notation.move(playing.game, playing.state, move)))
end

-- Plays on until the game ends. Returns the winner and the reason.
local function play_on(self, playing, record, opening)
  local draw = opening.dice and generator(opening.dice, opening.pair)
  while true do
    record.payoff = playing:payoff()
    if record.payoff then
      local side = record.payoff > 0 and 1 or record.payoff < 0 and 2 or nil
      return side and across(side, record.first), "finished"
    end
    if playing:plies() >= self.max_plies and not playing:chance() then
      return nil, ("not finished after %d plies"):format(self.max_plies)
    end
    local move, info, who
    if playing:chance() then
      move = roll(self, playing, draw)
      announce_outcome(self, playing, move)
    else
      who = across(playing:mover(), record.first)
      move, info = ask(self, self.players[who], playing, record.players[who],
        about_game(self, playing, record, opening.pair))
      if move == nil then return 3 - who, info end
      announce(self, playing, move, who)
    end
    playing:play(move)
    if self.on_move then self.on_move(playing.state, move, info, who) end
  end
end

-- Plays an opening to the end; `first` is the number of the player who has side 1.
local function play_game(self, opening, first)
  local record = { first = first, opening = #opening.line, players = { new_tally(), new_tally() } }
  referee.with(self.game, opening.state, function(playing)
    for ply = 1, #opening.line do playing:play(opening.line[ply]) end
    record.winner, record.reason = play_on(self, playing, record, opening)
    record.moves, record.plies = copy(playing.line), playing:plies()
    if not self.game.undo then record.state = playing.state end
  end)
  return record
end

-- A series -----------------------------------------------------------------------------------------

-- Adds a game to the series; returns the first player's points.
local function add_game(series, record)
  table.insert(series.games, record)
  for who, tally in ipairs(record.players) do
    local total = series.players[who]
    total.moves = total.moves + tally.moves
    total.nodes = total.nodes + tally.nodes
    total.time = total.time + tally.time
  end
  local name = record.winner == 1 and "wins" or record.winner == 2 and "losses" or "draws"
  series[name] = series[name] + 1
  return record.winner == 1 and 1 or record.winner == 2 and 0 or 0.5
end

-- What the games so far say of the players' strength.
local function rate(series)
  series.score = (series.wins + series.draws / 2) / #series.games
  series.elo = elo.difference(series.score)
  series.elo_low, series.elo_high = elo.interval(series.pairs)
end

local function decide(series, test)
  local lower, upper = elo.limits(test.alpha or DEFAULT_RISK, test.beta or DEFAULT_RISK)
  local llr = elo.llr(series.pairs, test.elo0, test.elo1)
  local verdict = llr >= upper and "H1" or llr <= lower and "H0" or nil
  series.sprt = { llr = llr, lower = lower, upper = upper, verdict = verdict }
end

-- Plays an opening twice, with sides changed. Returns true if `on_game` wants no more.
local function play_pair(self, opening, series)
  local points, enough = 0, false
  for first = 1, 2 do
    local record = play_game(self, opening, first)
    points = points + add_game(series, record)
    if self.on_game and self.on_game(record, #series.games) then enough = true end
  end
  series.pairs[2 * points + 1] = series.pairs[2 * points + 1] + 1
  if self.sprt then decide(series, self.sprt) end
  return enough
end

-- The series; or nil and the complaint.
local function play_series(self, games)
  local series = {
    wins = 0, draws = 0, losses = 0, games = {}, pairs = { 0, 0, 0, 0, 0 },
    players = { new_tally(), new_tally() },
  }
  local show = self.progress and new_progress(games) or function() end
  for pair = 1, games / 2 do
    local opening, complaint = opening_for(self, pair)
    if not opening then return nil, complaint end
    local enough = play_pair(self, opening, series)
    if self.progress then
      rate(series) -- takes as long as some games do
      show(series)
    end
    series.stopped = series.sprt and series.sprt.verdict and "sprt" or enough and "callback" or nil
    if series.stopped then break end
  end
  show()
  rate(series)
  return series
end

-- The single game; or nil and the complaint.
local function play_single(self)
  local opening, complaint = opening_for(self, 1)
  if not opening then return nil, complaint end
  local record = play_game(self, opening, 1)
  if self.on_game then self.on_game(record, 1) end
  return record
end

-- Arguments ----------------------------------------------------------------------------------------

local function sprt_flaw(given, games)
  if given == nil then return nil end
  local flaw = options.flaw(given, SPRT_OPTIONS)
  if flaw then return "option 'sprt': " .. flaw end
  if not (given.elo0 and given.elo1 and given.elo0 < given.elo1) then
    return "option 'sprt': elo0 < elo1 expected"
  end
  if not games then return "option 'sprt' needs 'games' or 'openings'" end
end

-- What is wrong with the call, or nil.
local function complaint_about(game, state, players, given)
  -- a function gives the states later, so that only the game can be looked at
  local known = state ~= nil and type(state) ~= "function"
  local broken
  if known then broken = options.game_flaw("match", game, state) else broken = options.rules_flaw("match", game) end
  if broken then return broken end
  if type(players) ~= "table" or not options.is_callable(players[1])
    or not options.is_callable(players[2]) then
    return options.bad_argument("match", 3, "list of two players, which are functions, expected")
  end
  local flaw = options.flaw(given, OPTIONS)
  if not flaw and given and given.dice and not game.chance then flaw = "option 'dice' needs a game with 'chance'" end
  if flaw then return options.bad_argument("match", 4, flaw) end
  local openings = given and given.openings
  if openings and state ~= nil then
    return options.bad_argument("match", 2, "nil expected, as there is an option 'openings'")
  elseif not openings and state == nil then
    return options.bad_argument("match", 2, "state expected, got nil")
  end
  return options.bad_argument("match", 4,
    sprt_flaw(given and given.sprt, given and (given.games or openings)))
end

--- Plays a game, or with the option `games` or `openings` a series.
---
--- The first player has side 1. A player who makes an illegal move, raises an error or gives up has lost
--- that game; who else has won follows from `play` or `evaluate`. Errors of the game itself are raised, and
--- so are those that are not the player's: the lack of memory, an interrupt, the error of a debug hook. The
--- state of a game with `undo` is turned back at the end, also then. In a coroutine a player may yield (not
--- in Lua 5.1).
---@param game table
---@param state any the position to begin with; or a function that gives one for each pair of games, from
--- its number
---@param players alphabeta.Player[] two
---@param given? alphabeta.MatchOptions
---@return alphabeta.MatchGame|alphabeta.MatchSeries
--- Raises an error if an argument is not what it should be, or an option is unknown.
return function(game, state, players, given)
  local complaint = complaint_about(game, state, players, given)
  if complaint then error(complaint, 2) end
  given = given or {}
  local self = {
    game = game, state = state, players = players,
    seed = given.seed, openings = given.openings,
    opening_plies = given.opening_plies or 0,
    draw = given.seed and generator(given.seed) or math.random,
    dice = given.dice,
    seen = {},
    max_plies = given.max_plies or DEFAULT_PLIES,
    errors = given.errors,
    on_move = given.on_move, on_game = given.on_game,
    progress = given.progress, sprt = given.sprt,
  }
  local games = given.games or given.openings and 2 * #given.openings
  local result
  if games then
    result, complaint = play_series(self, games)
  else
    result, complaint = play_single(self)
  end
  if not result then error(complaint, 2) end
  return result
end

-- Games between players, and series of games with sides changed. The fields of options and results are in meta.lua.

local contents = require "alphabeta.tell.contents"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local new_progress = require("alphabeta.tell.progress").series
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local persons = require("alphabeta.play.player").shows
local begin_game = require("alphabeta.play.player").begin_game
local referee = require "alphabeta.play.referee"
local rounds = require "alphabeta.play.rounds"
local series = require "alphabeta.play.series"

local copy = options.copy
local debug = rawget(_G, "debug") -- a host may do without it, and refuse globals that there are not

local MOST = 1000000
local DEFAULT_PLIES = 1000
local ATTEMPTS = 100 -- to draw an opening that is new and not over
local HOOK_LEVELS = 100 -- of the stack, where a hook that has raised an error is looked for

local PAIR = options.integer(1, MOST)

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
  part = {
    expected = "list of two integers, the first and the last pair,",
    fits = function(value)
      return type(value) == "table" and #value == 2 and PAIR.fits(value[1]) and PAIR.fits(value[2])
        and value[1] <= value[2]
    end,
  },
}

-- Openings: a state, and a line of moves to play from it -------------------------------------------

-- A line of random moves, with a text that tells it from others; nil if the game is over then.
local function random_line(playing, plies, draw)
  local numbers = playing:wander_on(plies, draw)
  return numbers and { moves = copy(playing.line), text = table.concat(numbers, " ") }
end

-- Draws a line from a state: a new one, if there are enough; nil if the game is always over. Where all that was drawn
-- for one pair was known, no more than half of that is drawn for the next: hardly any new ones are left.
local function draw_line(self, state)
  local seen, old = self.seen[state] or {}, nil
  self.seen[state] = seen
  local attempts = self.attempts[state] or ATTEMPTS
  for _ = 1, attempts do
    local line = referee.with(self.game, state, function(playing)
      return random_line(playing, self.opening_plies, self.draw)
    end)
    if line and not seen[line.text] then
      seen[line.text] = true
      return line.moves
    end
    old = old or line
  end
  if old then self.attempts[state] = math.ceil(attempts / 2) end
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
      "option 'opening_plies': the game is over within " .. contents.count_text(self.opening_plies, "ply", "plies"))
  end
  return { state = state, line = line, pair = pair, dice = self.game.chance and (self.seed or random_seed()) }
end

-- One game -----------------------------------------------------------------------------------------

-- Which player has a side; `first` is the player who has side 1, the next one has side 2 ...
local function player_at(self, side, first) return (side + first - 2) % self.count + 1 end

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

-- Asks a player. Returns a legal move, or his choice, and what he tells of it; or nil and why he has lost.
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
  local legal = playing:find(move, about.player)
  if legal == nil then return nil, "illegal move " .. contents.quoted(move) end
  return legal, info
end

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

-- What a player is told of the game: all that may make it another one than the same position elsewhere; and for which
-- side he is asked, where all choose at once.
local function about_game(self, playing, record, pair, chooser)
  return { seed = self.seed, pair = pair, number = record.first, ply = playing:plies(), history = playing:history(),
    player = chooser }
end

-- Asks whoever has a side. Returns what `ask` does, and who that is.
local function ask_side(self, playing, record, pair, side, chooser)
  local who = player_at(self, side, record.first)
  local move, info = ask(self, self.players[who], playing, record.players[who],
    about_game(self, playing, record, pair, chooser))
  return move, info, who
end

-- Asks all who have a choice. Returns the joint move, and what each player tells of it; or nil, why one of them has
-- lost, and who.
local function ask_all(self, playing, record, pair)
  local choices, infos = {}, {}
  for side = 1, self.count do
    if #playing:legal(side) > 0 then
      local choice, info, who = ask_side(self, playing, record, pair, side, side)
      if choice == nil then return nil, info, who end
      choices[side], infos[who] = choice, info
    end
  end
  return choices, infos
end

-- Tells something to the persons who play, once at each place that has not been told.
local function tell_persons(self, told, text)
  for _, player in ipairs(self.players) do
    local shows = persons[player]
    if shows and not told[shows.output] then
      told[shows.output] = true
      shows.tell(text)
    end
  end
end

-- Shows how the game has ended to persons, who else see positions before their own moves only; not what is hidden.
local function show_end(self, playing)
  if not self.game.format or self.game.determinize then return end
  local told = {}
  for _, player in ipairs(self.players) do
    local shows = persons[player]
    if shows and not shows.positions then told[shows.output] = true end
  end
  tell_persons(self, told, tostring(self.game.format(playing.state)) .. "\n")
end

-- Shows an outcome to the persons who play.
local function announce_outcome(self, playing, outcome)
  tell_persons(self, {}, ("chance: %s\n"):format(notation.of(playing, outcome)))
end

-- Shows a move to the others, if they are persons who do not see it as it is entered.
local function announce(self, playing, move, side, who)
  local sides, own = notation.sides(playing.game), persons[self.players[who]]
  local name = sides and sides[side] or self.count == 2 and "your opponent" or "player " .. side
  tell_persons(self, { [own and own.output or who] = true }, ("%s plays %s\n"):format(name,
    notation.of(playing, move)))
end

-- Shows what all have chosen to all persons: what was entered is out of sight.
local function announce_all(self, playing, choices)
  for side = 1, self.count do
    local sides = notation.sides(playing.game)
    if choices[side] ~= nil then
      tell_persons(self, {}, ("%s plays %s\n"):format(sides and sides[side] or "player " .. side,
        notation.of(playing, choices[side], side)))
    end
  end
end

-- Writes down how a game that is over has ended.
local function finish(self, playing, record)
  if self.game.players then
    record.payoffs = {}
    for side, payoff in ipairs(playing:payoffs()) do record.payoffs[player_at(self, side, record.first)] = payoff end
    record.places = rounds.places(record.payoffs)
    record.winner = rounds.winner(record.places)
  else
    record.payoff = playing:payoff()
    local side = record.payoff > 0 and 1 or record.payoff < 0 and 2 or nil
    record.winner = side and player_at(self, side, record.first)
  end
  record.reason = playing:ends_by_repetition() and "repetition" or "finished"
end

-- Writes down that a game ends before its end: a player has lost it, or (nil) nobody.
local function break_off(self, record, loser, reason)
  record.reason, record.winner = reason, self.count == 2 and loser and 3 - loser or nil
  if self.game.players then record.places = rounds.places_without_payoffs(self.count, loser) end
end

-- Asks who is to move. Returns the move and what is told of it, and who moves, if it is one player; or nil, why the
-- game is lost, and who has lost it.
local function next_move(self, playing, record, pair)
  if playing:at_once() then
    local choices, info, loser = ask_all(self, playing, record, pair)
    if choices then announce_all(self, playing, choices) end
    return choices, info, loser
  end
  local side = playing:mover()
  local move, info, who = ask_side(self, playing, record, pair, side)
  if move ~= nil then announce(self, playing, move, side, who) end
  return move, info, who
end

-- Plays on until the game ends.
local function play_on(self, playing, record, opening)
  local draw = opening.dice and generator(opening.dice, opening.pair)
  while true do
    if playing:is_over() then
      show_end(self, playing)
      return finish(self, playing, record)
    end
    if playing:plies() >= self.max_plies and not playing:chance() then
      return break_off(self, record, nil, "not finished after " .. contents.count_text(self.max_plies, "ply", "plies"))
    end
    local move, info, who
    if playing:chance() then
      move = roll(self, playing, draw)
      announce_outcome(self, playing, move)
    else
      move, info, who = next_move(self, playing, record, opening.pair)
      if move == nil then return break_off(self, record, who, info) end
    end
    playing:play(move)
    if self.on_move then self.on_move(playing.state, move, info, who) end
  end
end

-- Plays an opening to the end; `first` is the number of the player who has side 1.
local function play_game(self, opening, first)
  local record = { first = first, opening = #opening.line, players = series.tallies(self.count) }
  for _, player in ipairs(self.players) do begin_game(player) end
  referee.with(self.game, opening.state, function(playing)
    for ply = 1, #opening.line do playing:play(opening.line[ply]) end
    play_on(self, playing, record, opening)
    record.moves, record.plies = copy(playing.line), playing:plies()
    if not self.game.undo then record.state = playing.state end
  end)
  return record
end

-- A series -----------------------------------------------------------------------------------------

-- Plays an opening with sides changed, so often that everyone has had every side. The series is `stopped` if that was
-- enough.
local function play_round(self, opening, played)
  local points, enough = 0, false
  for first = 1, self.count do
    local record = play_game(self, opening, first)
    points = points + series.add_game(played, record)
    if self.on_game and self.on_game(record, self.count * (opening.pair - 1) + first) then enough = true end
  end
  local has_verdict = self.count == 2 and series.add_pair(played, points, self.sprt)
  played.stopped = has_verdict and "sprt" or enough and "callback" or nil
end

-- Draws the openings of the pairs before a part, so that those of the part differ from them; or returns the complaint.
local function pass_over(self, pairs_before)
  if self.opening_plies == 0 then return nil end
  for pair = 1, pairs_before do
    local opening, complaint = opening_for(self, pair)
    if not opening then return complaint end
  end
end

-- The series; or nil and the complaint.
local function play_series(self, games)
  local played, first, last = series.new(self.count), 1, math.floor(games / self.count) -- an integer in every Lua
  if self.part then
    played.of = last
    first, last = self.part[1], self.part[2]
    played.part = { first, last }
  end
  local complaint = pass_over(self, first - 1)
  if complaint then return nil, complaint end
  local show = self.progress and new_progress(self.count * (last - first + 1)) or function() end
  for pair = first, last do
    local opening
    opening, complaint = opening_for(self, pair)
    if not opening then return nil, complaint end
    play_round(self, opening, played)
    if self.progress then
      series.rate(played) -- takes as long as some games do
      show(played)
    end
    if played.stopped then break end
  end
  show()
  series.rate(played)
  return played
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

-- What is wrong with the option `part`, or nil.
local function part_flaw(given, count)
  for _, name in ipairs { "games", "seed" } do
    if not given[name] then return ("option 'part' needs '%s'"):format(name) end
  end
  if given.sprt then return "option 'part' cannot be used with 'sprt'" end
  if given.part[2] > given.games / count then
    return ("option 'part': %d games have only %d %s"):format(given.games, given.games / count,
      count == 2 and "pairs" or "rounds")
  end
end

-- What is wrong with the options, or nil.
local function options_flaw(game, given)
  local count = game.players or 2
  local flaw = options.flaw(given, count == 2 and OPTIONS
    or setmetatable({ games = options.integer(count, MOST, count) }, { __index = OPTIONS }))
  if flaw or not given then return flaw end
  if given.sprt and count > 2 then return "option 'sprt' needs a game for two" end
  if given.dice and not game.chance then return "option 'dice' needs a game with 'chance'" end
  if given.sprt and not (given.games or given.openings) then return "option 'sprt' needs 'games' or 'openings'" end
  return series.sprt_flaw(given.sprt) or given.part and part_flaw(given, count)
end

local NUMBERS = { nil, "two", "three", "four", "five", "six", "seven", "eight" }

-- What is wrong with the list of players, or nil.
local function players_flaw(game, players)
  local count = game.players or 2
  local fits = type(players) == "table" and players[count + 1] == nil
  for who = 1, count do fits = fits and options.is_callable(players[who]) end
  if not fits then return ("list of %s players (functions) expected"):format(NUMBERS[count]) end
end

-- What is wrong with the call, or nil.
local function complaint_about(game, state, players, given)
  -- a function gives the states later, so that only the game can be looked at
  local known = state ~= nil and type(state) ~= "function"
  local broken
  if known then broken = flaws.of_game("match", game, state) else broken = flaws.of_rules("match", game) end
  if broken then return broken end
  broken = options.bad_argument("match", 3, players_flaw(game, players))
  if broken then return broken end
  local flaw = options_flaw(game, given)
  if flaw then return options.bad_argument("match", 4, flaw) end
  local openings = given and given.openings
  if openings and state ~= nil then
    return options.bad_argument("match", 2, "nil expected, because there is an option 'openings'")
  elseif not openings and state == nil then
    return options.bad_argument("match", 2, "state expected, got nil")
  end
end

--- Plays a game, or with the option `games` or `openings` a series: of pairs of games, or in a game with `players` of
--- rounds of so many.
---
--- The first player has side 1, the second one side 2 ... A player who makes an illegal move, raises an error or gives
--- up has lost that game; who else has won follows from `play` or `evaluate`. Errors of the game itself are raised, and
--- so are those that are not the player's: the lack of memory, an interrupt, the error of a debug hook. The
--- state of a game with `undo` is turned back at the end, also then. In a coroutine a player may yield (not
--- in Lua 5.1).
---@param game table
---@param state any the position to begin with; or a function that gives one for each pair of games, from
--- its number
---@param players alphabeta.Player[] two, or as many as play the game
---@param given? alphabeta.MatchOptions
---@return alphabeta.MatchGame|alphabeta.MatchSeries
--- Raises an error if an argument is not what it should be, or an option is unknown.
return function(game, state, players, given)
  local complaint = complaint_about(game, state, players, given)
  if complaint then error(complaint, 2) end
  given = given or {}
  local self = {
    game = game, state = state, players = players, count = game.players or 2,
    seed = given.seed, openings = given.openings,
    opening_plies = given.opening_plies or 0,
    draw = given.seed and generator(given.seed) or math.random,
    dice = given.dice,
    seen = {}, attempts = {},
    max_plies = given.max_plies or DEFAULT_PLIES,
    errors = given.errors,
    on_move = given.on_move, on_game = given.on_game,
    progress = given.progress, sprt = given.sprt, part = given.part,
  }
  local games = given.games or given.openings and self.count * #given.openings
  local result
  if games then
    result, complaint = play_series(self, games)
  else
    result, complaint = play_single(self)
  end
  if not result then error(complaint, 2) end
  return result
end

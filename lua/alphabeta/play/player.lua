-- Players: functions from a state and its game to a move. What they return, and the fields of their options,
-- are in meta.lua.

local core = require "alphabeta.core"
local finishing = require "alphabeta.play.finishing"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"
local terminal = require "alphabeta.tell.terminal"

local copy = options.copy

local SECONDS = 1    -- that a search by playouts takes, if no limit is given
local SEEDS = 2 ^ 30 -- of such searches
local WIPE = "\27[1A\r\27[2K" -- the line that was entered on a terminal: the other one is not to see it

--- Where persons are shown what the other player has played: a function that takes text, and what it writes to. Players
--- keep what such lists have of them: before Lua 5.2, and in LuaJIT, a list that did so would keep the player, too.
local players = { shows = setmetatable({}, { __mode = "kv" }) }

--- How a player that searches does so in steps: a function of what the player gets, to a search as `alphabeta.start`
--- gives one.
players.starts = setmetatable({}, { __mode = "kv" })

-- Of players that draw, or keep a table: a function that has them notice that a game begins.
local watches = setmetatable({}, { __mode = "k" })

--- Tells a player that a game begins. Without it the player notices most of them, by what it is told of the game.
function players.begin_game(player)
  local forget = watches[player]
  if forget then forget() end
end

local function flaw(given)
  if type(given) ~= "table" then return flaws.of_search("player", given) end
  return options.bad_argument("player", 1, options.flaw({ seed = given.seed }, { seed = options.seed }))
    or flaws.of_search("player", copy(given, "seed"))
end

-- Does the player finish won games by itself? Where `shortest` goes with the other options, and nothing is said of it.
local function finishes(given)
  if given.shortest ~= nil then return false end
  local asked = copy(given)
  asked.shortest = true
  return flaws.of_search("player", asked) == nil
end

-- Games that players have been called with.
local known = setmetatable({}, { __mode = "k" })

-- A player is called with a game, or whoever calls it is told. `puzzles`: one without `evaluate` will do.
local function check_game(game, puzzles)
  if known[game] then return end
  local message = flaws.of_rules("player", game, puzzles)
  if message then error((message:gsub("#1 to 'player'", "#2 to 'player'", 1)), 3) end
  known[game] = game.evaluate ~= nil
end

-- A position at which a player is asked; and who is asked, where all choose at once.
local function begin(game, state, about)
  local playing = referee.begin(game, state)
  playing:expect(not playing:chance(), "chance", nil, "a player was asked where chance decides (play an outcome first)")
  if not playing:at_once() then return playing end
  return playing, type(about) == "table" and about.player or 1
end

local function is_count(value) return type(value) == "number" and value % 1 == 0 end

-- What notices, by what a match tells a player, that a game begins: another one than before, or the same once more.
-- Where all choose at once, a player may be asked for one side after the other. The second function has it notice one.
local function new_watch()
  local pair, number, ply, side
  local function begins(about)
    if type(about) ~= "table" or not (is_count(about.pair) and is_count(about.number)) then return false end
    local now, asked = is_count(about.ply) and about.ply or math.huge, is_count(about.player) and about.player or 0
    local is_new = about.pair ~= pair or about.number ~= number
      or now < math.huge and (now < ply or now == ply and asked <= side)
    pair, number, ply, side = about.pair, about.number, now, asked
    return is_new
  end
  return begins, function() pair = nil end
end

local function search_to_finish(game, state, given)
  local search = finishing.start(game, state, given)
  search:step()
  return search:result()
end

-- Is Monte-Carlo tree search what plays this game? Where something is hidden, or more than two play, if nothing else is
-- said.
local function is_sampled(given, game)
  if given.algorithm == nil then return (game.determinize or game.players) ~= nil end
  return given.algorithm == "mcts"
end

-- The options of searches by playouts. With `seed` each search gets a seed of its own; in a match they follow from the
-- game's number.
local function sampler(given)
  local fields = copy(given, "seed")
  fields.algorithm = "mcts"
  if not (fields.playouts or fields.nodes or fields.time) then fields.time = SECONDS end
  local seed = given and given.seed
  local draw = seed and generator(seed)
  return function(about, me, is_new)
    if is_new and seed then draw = generator(seed, about.pair, about.number) end
    fields.me = me
    if seed then
      fields.seed = draw(SEEDS)
      fields.random = given.random or draw
    end
    return fields
  end
end

-- What is wrong with the options of a player whose game is played by Monte-Carlo tree search, though nothing was said
-- of that; nil: nothing.
local function flaw_of_sampling(given, game)
  if not is_sampled(given, game) or given.algorithm then return nil end
  local fields = copy(given, "seed")
  fields.algorithm, fields.table, fields.proven = "mcts", given.table or nil, given.proven or nil
  local message = flaws.of_search("player", fields)
  return message and message:gsub("algorithm 'mcts'",
    ("%%0, by which a game with '%s' is played"):format(game.determinize and "determinize" or "players"))
end

--- What is wrong with the options of a player that is to play this game; nil: nothing.
---@return string?
function players.flaw(given, game) return flaw(given) or flaw_of_sampling(given, game) end

--- Is it by playouts that a player with these options searches this game?
players.is_sampled = is_sampled

--- A player that searches. In a game with `key` it keeps a table of its own from move to move. With `seed` it
--- chooses at random among the best moves (if `choose` says nothing else), always the same ones; with `draws`, outcomes
--- are drawn by it, too. Where a match tells it that a game begins, it forgets the one before: its table, and what it
--- has drawn.
---@param given? alphabeta.PlayerOptions
---@return alphabeta.Player player returns the move and the result of the search
--- Raises an error if an option is unknown or out of its range.
function players.search(given)
  local message = flaw(given)
  if message then error(message, 2) end

  local asked = copy(given)
  local search_options = copy(given, not (given and given.draws) and "seed" or nil)
  local seed = not search_options.random and given and given.seed
  local sample = sampler(given)
  if given and given.seed then
    if seed then search_options.random = generator(seed) end
    if not search_options.temperature then search_options.choose = search_options.choose or "random" end
  end
  if search_options.proven == nil then search_options.proven = true end
  local is_finishing = finishes(search_options)
  local search = is_finishing and search_to_finish or core.search
  local own_table, known_game, history = search_options.table == nil, nil, search_options.history
  local vetted
  local begins, forget = new_watch()

  -- The options of a search, and whether it is one by playouts.
  local function prepare(game, about)
    search_options.me = asked.me or game.simultaneous and type(about) == "table" and about.player or nil
    local is_new = begins(about)
    if is_new then
      if seed then search_options.random = generator(seed, about.pair, about.number) end
      known_game = nil
    end
    if own_table and game ~= known_game then
      search_options.table, known_game = game.key and finishing.table(search_options) or nil, game
    end
    if not is_sampled(search_options, game) then
      search_options.history = game.repetition and type(about) == "table" and about.history or history
      return search_options, false
    end
    message = game ~= vetted and flaw_of_sampling(asked, game)
    if message then error(message, about == nil and 4 or 0) end
    return sample(about, search_options.me, is_new), true
  end

  -- Says which of the options do not go with this game: where the player was called, or to the match that called it.
  local function vet(start, game, state, fields, about)
    if game == vetted then return end
    local ok, refusal = pcall(start, game, state, fields)
    if ok then
      vetted = game
      return
    end
    local of_options = refusal:match "bad argument #3 to 'start'.*"
    if of_options then error((of_options:gsub("#3 to 'start'", "#1 to 'player'")), about == nil and 4 or 0) end
  end

  local start_alone = is_finishing and finishing.start or core.start

  -- The search for a move, to be stepped; or what it finds in one go.
  local function start(state, game, about, in_one_go)
    local fields, is_by_playouts = prepare(game, about)
    local begin_search = is_by_playouts and core.start or start_alone
    vet(begin_search, game, state, fields, about)
    if not in_one_go then return begin_search(game, state, fields) end
    local result = (is_by_playouts and core.search or search)(game, state, fields)
    if is_by_playouts then result.algorithm = "mcts" end
    return result
  end

  local function player(state, game, about)
    check_game(game)
    local playing, chooser = begin(game, state, about)
    local result = start(state, game, about, true)
    if result.move == nil then return playing:legal(chooser)[1], result end -- no time for a single move
    return result.move, result
  end
  watches[player] = forget
  players.starts[player] = start
  return player
end

--- A player whose every legal move has the same chance. With `seed` the moves of a game follow from that, the number of
--- its pair and its own number.
---@param seed? integer 0 to 2^53; without it the numbers come from `math.random`
---@return alphabeta.Player
function players.random(seed)
  if seed ~= nil and not options.seed.fits(seed) then
    error(options.bad_argument("random_player", 1, ("%s expected, got %s"):format(
      options.seed.expected, options.shown(seed))), 2)
  end
  local draw = seed and generator(seed) or math.random
  local begins, forget = new_watch()
  local function player(state, game, about)
    check_game(game, true)
    if begins(about) and seed then draw = generator(seed, about.pair, about.number) end
    local playing, chooser = begin(game, state, about)
    local moves = playing:legal(chooser)
    return moves[draw(#moves)]
  end
  watches[player] = forget
  return player
end

-- Something to call, or a file to call the method of.
local function either(value, method)
  if options.is_callable(value) then return value end
  return function(...) return value[method](value, ...) end
end

local function is_stream(method)
  return {
    expected = "file or function",
    fits = function(value)
      return options.is_callable(value)
        or (type(value) == "userdata" or type(value) == "table") and value[method] ~= nil
    end,
  }
end

local HUMAN_OPTIONS = {
  input = is_stream "read",
  output = is_stream "write",
  prompt = {
    expected = "string or function",
    fits = function(value) return type(value) == "string" or options.is_callable(value) end,
  },
  show = options.boolean,
  commands = options.table,
}

local function resign() return nil, "resigned" end

local HELP = { help = true, ["?"] = true }

-- What may be entered.
local function help_text(menu, commands)
  local words = { "resign", "help" }
  for word in next, commands do
    if type(word) == "string" and word ~= "resign" and word ~= "help" then words[#words + 1] = word end
  end
  table.sort(words)
  return ("Enter %s: %s\nor one of these words: %s"):format(menu.numbered and "the number of a move" or "a move",
    menu:line(), table.concat(words, " "))
end

-- The position, as far as the one who is asked may see it, and the moves if only their numbers can be entered.
local function show(write, state, game, about)
  local playing, chooser = begin(game, state, about)
  local viewer = game.determinize and (chooser or playing:mover()) or nil
  if game.format then write(tostring(game.format(state, viewer)) .. "\n") end
  local menu = notation.menu(playing, chooser)
  if menu.numbered then write(table.concat(menu:items(), "\n") .. "\n") end
end

-- Who is asked, where all choose at once.
local function default_prompt(state, game, about)
  local _, chooser = begin(game, state, about)
  local sides = chooser and notation.sides(game)
  return not chooser and "your move: " or ("your choice, %s: "):format(sides and sides[chooser] or "player " .. chooser)
end

--- A person who is asked. A move is read by the game's `parse_move`, or is the text that its
--- `format_move`, or tostring, gives. What is neither a legal move nor a command is asked again, the
--- end of the input gives the game up.
---@param given? alphabeta.HumanOptions
---@return alphabeta.Player
--- Raises an error if an option is unknown or not what it should be.
function players.human(given)
  options.check("human", 1, given, HUMAN_OPTIONS)
  given = given or {}
  local read = either(given.input or io.stdin, "read")
  local write = either(given.output or io.stdout, "write")
  local prompt = given.prompt or default_prompt
  local commands = given.commands or {}
  local is_terminal = (given.output == nil or given.output == io.stdout) and terminal.is_terminal(1)

  -- The answer to a line: results of the player, or only nil.
  local function answer(state, game, line, about)
    local menu = notation.menu(begin(game, state, about))
    local move, complaint = menu:read(line)
    if move ~= nil then return move end
    local word, argument = line:match "^(%S+)%s*(.*)$"
    local command = commands[word] or word == "resign" and resign
    if command then return command(state, game, argument) end
    write((HELP[word] and help_text(menu, commands) or complaint) .. "\n")
  end

  local shows = { tell = write, output = given.output or io.stdout, positions = given.show ~= false }

  local function person(state, game, about)
    check_game(game, true)
    if shows.positions then show(write, state, game, about) end
    while true do
      write(type(prompt) == "string" and prompt or prompt(state, game, about))
      local line = read()
      if not line then return nil, "the input has ended" end
      line = line:match "^%s*(.-)%s*$"
      local move, info
      if line ~= "" then move, info = answer(state, game, line, about) end
      if move ~= nil and is_terminal and select(2, begin(game, state, about)) then write(WIPE) end
      if move ~= nil or info ~= nil then return move, info end
    end
  end
  players.shows[person] = shows
  return person
end

return players

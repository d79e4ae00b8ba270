-- Speaks UCI, so that a game plays in the window of any chess program, and in their tournaments:
--
--   lua5.4 examples/uci.lua [GAME]       default: examples/chess.lua
--   xboard -fUCI -fcp "lua5.4 examples/uci.lua"       XBoard, which needs PolyGlot for UCI
--
-- GAME is a file of Lua that returns a game, or one that comes with the library: for two players who move in turn and
-- see everything. Games that are not chess are spoken of in UGI, which has the same lines with other names: `ugi` for
-- `uci`, `p1time`, `p2time`, `p1inc`, `p2inc`, and `query` for `gameover`, `p1turn` and `result`. Positions (`position
-- fen ...`) are what the game's `parse` reads, in one line.
--
-- Plain Lua cannot see whether a line waits without waiting for it. With lua-posix, where it is installed, `stop`
-- and `quit` are heard at once. Without it they are heard when the time is up, so thinking always has an end: after the
-- option `Longest`, in milliseconds, where no limit was given. The best move of `go infinite` waits for `stop`.

local folder = arg[0]:match "^.*[/\\]" or ""
package.path = folder .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local flaws = require "alphabeta.base.flaws"
local games = require "terminal.games"
local referee = require "alphabeta.play.referee"

local SLICE = 0.01    -- seconds between two looks at what comes in
local SPARE = 0.02    -- that a clock has for the way of a move
local FEWEST = 0.005

local has_poll, poll = pcall(require, "posix.poll")
if has_poll then io.stdin:setvbuf "no" end -- or a line that was read ahead would not be seen to wait

-- A game that these protocols can speak of, and its title.
local function begun(name)
  local found, _, title = games.begun(name)
  if found.determinize then error("field 'determinize': a game in which nothing is hidden expected", 0) end
  local flaw = flaws.at_once("begin", found)
  if flaw then error(flaw, 0) end
  alphabeta.start(found, found.initial(), { depth = 1 })
  return found, title
end

if arg[1] == "--help" then return print "usage: uci.lua [GAME]" end
local is_playable, game, title = pcall(begun, arg[1] or folder .. "chess.lua")
if not is_playable then
  io.stderr:write("uci.lua: ", games.complaint(game), "\n")
  os.exit(false)
end

local OPTIONS = {
  { name = "Hash", default = 64, least = 1, most = 65536, needs = "key" },
  { name = "Quiescence", default = 8, least = 0, most = 100, needs = "noisy" },
  { name = "Longest", default = 10000, least = 1, most = 86400000 },
}
local options = {}
for _, option in ipairs(OPTIONS) do options[option.name] = option.default end

local playing, kept, keys
local queue = {} -- lines that came while the program was thinking

local function say(message, ...)
  io.write(message:format(...), "\n")
  io.flush()
end

local function hash_table()
  return game.key and alphabeta.table { bytes = options.Hash * 2 ^ 20 } or nil
end

local function begin(state) playing, keys = referee.begin(game, state or game.initial()), {} end

-- What the protocol has for a value: hundredths of what the game counts in; or moves to the win, if the game has told
-- what that is worth (`win`).
local function score_of(result)
  if not game.win or math.abs(result.value) < game.win then return ("cp %.0f"):format(result.value) end
  local moves = (#result.pv + 1) // 2
  return "mate " .. (result.value > 0 and moves or -moves)
end

-- The moves of the line that a search expects, each as it is written where it is played.
local function texts_of(line, state)
  return referee.with(game, state, function(ahead)
    local texts = {}
    for i, move in ipairs(line) do
      texts[i] = alphabeta.text(game, ahead.state, move)
      ahead:play(move)
    end
    return texts
  end)
end

local function tell(result, state)
  local milliseconds = math.max(1, result.time * 1000)
  say("info depth %d score %s nodes %d nps %.0f time %.0f pv %s", result.depth, score_of(result), result.nodes,
    result.nodes * 1000 / milliseconds, milliseconds, table.concat(texts_of(result.pv, state), " "))
end

-- A whole number within limits; nil where there is none.
local function within(number, least, most) return number and math.tointeger(math.max(least, math.min(number, most))) end

-- The seconds that a move may take of a clock, which may have run out.
local function share_of(clock, increment, moves)
  local left = math.max(clock / 1000 - SPARE, FEWEST)
  return math.max(FEWEST, math.min(left / math.max(moves or 30, 1) + 0.8 * (increment or 0) / 1000, left / 2))
end

-- The limits that `go` gives.
local function limits_of(words)
  local given = {}
  for name, number in words:gmatch "(%a%w*)%s+(%-?%d+)" do given[name] = tonumber(number) end
  local first = playing:mover() == 1
  local clock = first and (given.wtime or given.p1time) or not first and (given.btime or given.p2time)
  local increment = first and (given.winc or given.p1inc) or not first and (given.binc or given.p2inc)
  local limits = { depth = within(given.depth, 1, 1000), nodes = within(given.nodes, 1, 1 << 53) }
  if given.movetime then limits.time = math.max(FEWEST, given.movetime / 1000 - SPARE)
  elseif clock then limits.time = share_of(clock, increment, given.movestogo)
  elseif not (given.depth or given.nodes) then limits.time = options.Longest / 1000 end
  return limits
end

-- The next line, also one that came while the program was thinking; nil: there are no more.
local function next_line() return table.remove(queue, 1) or io.read "l" end

-- What has come in while it thinks: is it to stop?
local function is_told_to_stop()
  if not (has_poll and poll.rpoll(0, 0) == 1) then return false end
  local line = io.read "l" or "quit"
  if line:find "^isready" then say "readyok" elseif not line:find "^stop" then queue[#queue + 1] = line end
  return line:find "^stop" ~= nil or line:find "^quit" ~= nil
end

-- Waits for `stop`, which the answer to `go infinite` needs. What comes before it is done after the answer.
local function wait_for_stop()
  local later = {}
  for line in next_line do
    if line:find "^stop" then break end
    if line:find "^isready" then say "readyok" else later[#later + 1] = line end
    if line:find "^quit" then break end
  end
  queue = table.move(queue, 1, #queue, #later + 1, later)
end

local function go(words)
  local search_options = limits_of(words)
  local state = playing.state
  search_options.table, search_options.shortest = kept, not game.chance
  search_options.quiescence = game.noisy and not game.chance and options.Quiescence or nil
  search_options.history = game.repetition and keys or nil
  search_options.on_depth = function(result) if result.move ~= nil then tell(result, state) end end
  local search, stopped = alphabeta.start(game, state, search_options), false
  while not stopped and not search:step { time = SLICE } do stopped = is_told_to_stop() end
  local result = search:result()
  if words:find "infinite" and not stopped then wait_for_stop() end
  local move = result.move
  if move == nil and not playing:chance() then move = playing:legal()[1] end -- there was no time to look at one
  say("bestmove %s", move ~= nil and alphabeta.text(game, state, move) or "(none)")
end

local function set_position(words)
  local fen = words:match "fen (.-)%s*$"
  if fen then fen = fen:gsub("%s+moves.*$", "") end
  local state, message
  if fen and game.parse then state, message = game.parse(fen) end
  if fen and not state then return say("info string %s", message or "this game cannot read positions") end
  begin(state)
  for text in (words:match "moves%s+(.*)$" or ""):gmatch "%S+" do
    local move, complaint = alphabeta.parse(game, playing.state, text)
    if move == nil then return say("info string %s", complaint) end
    if game.key then keys[#keys + 1] = game.key(playing.state) end
    playing:play(move)
  end
end

local function set_option(words)
  local name, value = words:match "name%s+(%S+)%s+value%s+(%d+)"
  for _, option in ipairs(OPTIONS) do
    if name and option.name:lower() == name:lower() then
      options[option.name] = within(tonumber(value), option.least, option.most)
      if option.name == "Hash" then kept = hash_table() end
    end
  end
end

local function greet(protocol)
  say("id name alphabeta (%s)", title)
  say "id author the alphabeta authors"
  for _, option in ipairs(OPTIONS) do
    if not option.needs or game[option.needs] then
      say("option name %s type spin default %d min %d max %d", option.name, option.default, option.least, option.most)
    end
  end
  say("%sok", protocol)
end

local function answer(query)
  if query:find "p1turn" then return say("response %s", playing:mover() == 1) end
  if query:find "gameover" then return say("response %s", playing:is_over()) end
  local payoffs = playing:payoffs()
  say("response %s", not payoffs and "none" or payoffs[1] == payoffs[2] and "draw"
    or payoffs[1] > payoffs[2] and "p1win" or "p2win")
end

-- What a line begins with, and what is done: true ends the program.
local COMMANDS = {
  uci = function() greet "uci" end,
  ugi = function() greet "ugi" end,
  isready = function() say "readyok" end,
  ucinewgame = function() kept = hash_table() end,
  uginewgame = function() kept = hash_table() end,
  setoption = set_option,
  position = set_position,
  go = go,
  query = answer,
  quit = function() return true end,
}

begin()
kept = hash_table()
for line in next_line do
  local word, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
  local command = COMMANDS[word]
  if command and command(rest) then break end
end

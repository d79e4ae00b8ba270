-- The computer at the terminal: how long it searches, at which level it plays, and a game that it has solved. Each
-- function gets the host.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local games = require "terminal.games"
local levels = require "terminal.levels"
local screen = require "terminal.screen"

local computer = {}

local THINKING = 1.5 -- seconds, if there is no other limit
local POSITIONS, MANY_POSITIONS = 200000, 3000000 -- of a game in Lua, and of one in C: about as long
local PLAYOUTS = 2000 -- likewise, where a game is sampled
local MOST_SEEDS = 2147483646

--- How long it searches, as options of a search.
function computer.limits(host)
  local own = host.limits
  local limits = { depth = own.depth, time = own.time, choose = own.choose }
  if not host.is_sampled then limits.deepening = true end
  if own.depth or own.time then return limits end
  if not own.is_seeded then
    limits.time = THINKING
  elseif host.is_sampled then
    limits.playouts = PLAYOUTS
  else
    limits.nodes = host.game.lua and MANY_POSITIONS or POSITIONS
  end
  return limits
end

--- Solves the game from here on; or returns nil and a message. Meanwhile it shows how far that is.
function computer.solve(host)
  local ok, found = pcall(alphabeta.solve, host.game, host.session.state, { on_progress = function(done, known)
    screen.status(("solving: %d of %d positions or more"):format(done, known))
  end })
  screen.status()
  if not ok then return nil, games.complaint(found) end
  host.solution = found
  return true
end

--- The move of the solution, as the result of a search; nil: there is none. Where both choose at once it is drawn, for
--- the side that `about` names.
function computer.solved(host, about)
  if not host.limits.solves then return nil end
  local state = host.session.state
  if not host.solution or host.solution:value(state) == nil then
    local ok, message = computer.solve(host)
    if not ok then
      host.limits.solves = false
      return screen.print(("The game cannot be solved: %s"):format(message))
    end
  end
  local solution, strategies = host.solution, host.solution:strategies(state)
  local move = strategies and solution:player(host.draw(MOST_SEEDS))(state, host.game, about) or solution:move(state)
  return { move = move, value = solution:value(state), plies = solution:plies(state), strategies = strategies,
    solved = true }
end

--- A player, as the session wants it: at the level, or as well as it can.
function computer.player(host)
  local options = { seed = host.draw(MOST_SEEDS) }
  for name, value in pairs(host.level and host.levels[host.level].options or computer.limits(host)) do
    options[name] = value
  end
  local player = alphabeta.player(options)
  if host.level or not host.limits.solves then return player end
  return function(state, game, about)
    local found = computer.solved(host, about)
    if found then return found.move, found end
    return player(state, game, about)
  end
end

-- The levels of the game: those of the file, which is written if it is not there, or those of every session; or nil and
-- a message, also if the word names none of them.
local function levels_of(host, word)
  local path, usual = host.levels_path, host.session:levels()
  if host.levels or not path then return host.levels or usual end
  local list, message = levels.read(host.game, path)
  if list or message then return list, message end
  list, message = levels.number(usual, word)
  if not list then return nil, message end -- they take a while to find
  return levels.find(host.game, host.is_sampled and function(pair) return host:deal(pair) end or host:deal(1), path)
end

--- Sets the level, "off" for its full strength; or returns nil and a message.
function computer.set_level(host, word)
  local number
  if word ~= "off" then
    local list, message = levels_of(host, word)
    if not list then return nil, message end
    host.levels = list
    number, message = levels.number(list, word)
    if not number then return nil, message end
  end
  host.level = number
  host:seat_all()
  return true
end

--- How far it looks, or its level.
function computer.text(host)
  if host.level then return ("The computer plays at %s."):format(levels.name(host.levels, host.level)) end
  local limits, words = computer.limits(host), {}
  if limits.depth then words[#words + 1] = ("looks %s ahead"):format(contents.count_text(limits.depth, "move")) end
  if limits.time then words[#words + 1] = ("thinks %g seconds at most"):format(limits.time) end
  local nodes = limits.nodes and contents.count_text(limits.nodes, "position")
  if nodes then words[#words + 1] = ("looks at %s at most"):format(nodes) end
  if limits.playouts then words[#words + 1] = "plays " .. contents.count_text(limits.playouts, "playout") end
  return "The computer " .. table.concat(words, " and ") .. "."
end

return computer

-- The computer's search, and how it is shown.

local alphabeta = require "alphabeta"
local finishing = require "alphabeta.play.finishing"
local generator = require "alphabeta.base.random"
local notation = require "alphabeta.tell.notation"
local fresh_seed = require "terminal.seed"
local games = require "terminal.games"
local screen = require "terminal.screen"
local tree = require "alphabeta.tree"

local SLICE = 0.1 -- seconds between two looks at a search
local THINKING = 1.5 -- seconds, if there is no other limit
local POSITIONS, MANY_POSITIONS = 200000, 3000000 -- of a game in Lua, and of one in C: about as long
local PATIENCE = 0.5 -- seconds before it is shown that the computer thinks

---@class terminal.Computer
---@field depth? integer how far to look
---@field time? number seconds to think at most
---@field solves? boolean it plays from a solution of the game
---@field nodes integer? positions to look at, where a game is to be repeated and there is no other limit
local Computer = {}
Computer.__index = Computer

--- `face` names the players; `settings` are { depth, time, seed, no_random }.
function Computer.new(game, face, settings)
  return setmetatable({
    game = game,
    face = face,
    depth = settings.depth,
    time = settings.time,
    solves = settings.solve,
    nodes = settings.seed and (game.lua and MANY_POSITIONS or POSITIONS) or nil,
    choose = settings.no_random and "first" or "random",
    draw = generator(settings.seed or fresh_seed()),
  }, Computer)
end

local WIDEST = 24 -- column of moves
local MOST_SEEDS = 2147483646
local NO_TIME = "There was no time to think."

-- Texts -------------------------------------------------------------------------------------------

local BOUNDS = { exact = "", lower = " or more", upper = " or less" }

local function value_text(value, bound)
  return (value == 0 and "0" or ("%+.6g"):format(value)) .. BOUNDS[bound]
end

function Computer:move_text(playing, move)
  return screen.line(notation.move(self.game, playing.state, move))
end

--- A legal move as it is shown; with its number, if that is to be entered.
function Computer:entry_text(playing, move)
  local menu, text = notation.menu(playing), self:move_text(playing, move)
  return menu.numbered and menu:entry(move) .. ": " .. text or text
end

--- A line of moves with the names of those who make them: "South 3 6, North 2".
function Computer:line_text(playing, moves)
  local turns, last = {}, nil
  for _, move in ipairs(moves) do
    local mover = playing:mover()
    if mover ~= last then turns[#turns + 1] = self.face.sides[mover] end
    turns[#turns] = turns[#turns] .. " " .. self:move_text(playing, move)
    playing:play(move)
    last = mover
  end
  for _ = 1, #moves do playing:take_back() end
  return table.concat(turns, ", ")
end

--- What a search has found, in two lines.
---@return terminal.Styled
function Computer:thoughts(playing, result)
  if not result.value then return screen.dim("  " .. NO_TIME) end
  if result.solved then
    return screen.dim(("  solved: %s for %s%s"):format(value_text(result.value, "exact"),
      self.face.sides[playing:mover()], result.plies and (", in %d plies"):format(result.plies) or ""))
  end
  return screen.dim(("  value %s for %s at depth %d (%d positions in %.2f s)\n  expected: %s"):format(
    value_text(result.value, result.bound), self.face.sides[playing:mover()], result.depth,
    result.nodes, result.time, self:line_text(playing, result.pv)))
end

-- Searching ---------------------------------------------------------------------------------------

-- How far a search is, in a line.
function Computer:status(playing, result)
  local speed = ("%.0f k positions/s"):format(result.nodes / result.time / 1000)
  if not result.value then return "thinking: " .. speed end
  return ("depth %d, value %s, %s: %s"):format(result.depth, value_text(result.value, result.bound),
    speed, self:line_text(playing, result.pv))
end

-- Searches, and shows how far it is if that takes long. Between two steps of a search the state is as
-- it was, so the line can be played through to write it down.
function Computer:search(playing, start, options)
  options.history = playing:history()
  local search = start(self.game, playing.state, options)
  while not search:step { time = SLICE } do
    local result = search:result()
    if result.time > PATIENCE then screen.status(self:status(playing, result)) end
  end
  screen.status()
  return search:result()
end

function Computer:limits()
  local limits = { depth = self.depth, time = self.time, deepening = true }
  if not self.depth and not self.time then
    limits.nodes, limits.time = self.nodes, not self.nodes and THINKING or nil
  end
  return limits
end

--- Solves the game from a state on; or returns nil and a message. Meanwhile it shows how far that is.
function Computer:solve(state)
  local ok, found = pcall(alphabeta.solve, self.game, state, { on_progress = function(done, known)
    screen.status(("solving: %d of %d positions or more"):format(done, known))
  end })
  screen.status()
  if not ok then return nil, games.complaint(found) end
  self.solution = found
  return true
end

-- The move of the solution, as the result of a search; nil: there is none.
local function solved(self, playing)
  if not self.solves then return nil end
  local state = playing.state
  if not self.solution or self.solution:value(state) == nil then
    local ok, message = self:solve(state)
    if not ok then
      self.solves = false
      return screen.print(("The game cannot be solved: %s"):format(message))
    end
  end
  return { move = self.solution:move(state), value = self.solution:value(state), plies = self.solution:plies(state),
    solved = true }
end

--- What to play; the result of a search.
function Computer:think(playing)
  local known = solved(self, playing)
  if known then return known end
  local options = self:limits()
  options.choose, options.random = self.choose, self.draw
  return self:search(playing, finishing.start, options)
end

--- Plays at a level from now on, or without one at full strength.
---@param level? { options: table }
function Computer:play_at(level)
  self.player = nil
  if not level then return end
  local options = {}
  for name, value in pairs(level.options) do options[name] = value end
  options.seed = self.draw(MOST_SEEDS)
  self.player = alphabeta.player(options)
end

--- What to play as an opponent, at the level that is set; the result of a search.
function Computer:answer(playing)
  if not self.player then return self:think(playing) end
  local move, result = self.player(playing.state, self.game, { history = playing:history() })
  result.move = move
  return result
end

--- The value of every move, as far as there was time for that; the result of a search.
function Computer:compare(playing)
  local options = self:limits()
  options.all = true
  return self:search(playing, alphabeta.start, options)
end

--- Every move with its value and the line to expect, best first, as pieces of text.
---@return (string|terminal.Styled)[]
function Computer:values(playing)
  local result = self:compare(playing)
  if not result.value then return { NO_TIME } end
  local pieces = { ("For %s, at depth %d (%d positions in %.2f s):"):format(
    self.face.sides[playing:mover()], result.depth, result.nodes, result.time) }
  local widest = 6
  if playing:chance() then
    pieces[2] = ("\n  %s, before chance decides"):format(value_text(result.value, result.bound))
    return pieces
  end
  for _, found in ipairs(result.moves) do widest = math.max(widest, #self:entry_text(playing, found.move)) end
  for _, found in ipairs(result.moves) do
    local text = self:entry_text(playing, found.move)
    pieces[#pieces + 1] = ("\n  %s%s %-6s "):format(text, (" "):rep(math.min(widest, WIDEST) - #text),
      value_text(found.value, found.bound))
    pieces[#pieces + 1] = screen.dim(self:line_text(playing, found.pv))
  end
  return pieces
end

local TREE_HEAD = "Each line is a move: its final value, as the player who is then to move sees it, and (alpha, beta), "
  .. "the preliminary values when it was tried: how much each side was sure of by then. A player whose move is worth "
  .. "as much as beta looks no further (cut)."

--- The tree of the moves that alpha-beta looks at to a depth, as text.
function Computer:tree(playing, depth)
  local result = alphabeta.search(self.game, playing.state, {
    depth = depth, algorithm = "alphabeta", deepening = false, table = false, trace = true,
    history = playing:history(),
  })
  return screen.wrapped(TREE_HEAD, screen.width) .. "\n\n" .. tree.text(result, {
    width = 1e9, ascii = not screen.is_utf8,
    game = self.game, state = playing.state,
  }):gsub("\n$", "")
end

return Computer

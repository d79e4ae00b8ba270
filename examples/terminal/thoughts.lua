-- What a search has found, as it is shown. Each function gets the host, whose session is at the position that was
-- searched.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local referee = require "alphabeta.play.referee"
local computer = require "terminal.computer"
local screen = require "terminal.screen"
local tree = require "alphabeta.tree"

local thoughts = {}

local WIDEST = 24 -- column of moves
local BOUNDS = { lower = " or more", upper = " or less" }
local NO_TIME = "There was no time to think."
local BOTH = "both"

local function value_text(value, bound)
  return (value == 0 and "0" or ("%+.6g"):format(value)) .. (BOUNDS[bound] or "")
end

--- A move on a line; where both choose at once a joint one, or with `chooser` that player's choice.
function thoughts.move(game, state, move, chooser) return screen.line(alphabeta.text(game, state, move, chooser)) end

-- The position, as the referee has it, and who is to choose there if both do at once.
local function place_of(host)
  local playing = referee.begin(host.game, host.session.state, host.session.player)
  return playing, playing:at_once() and host.session.player or nil
end

--- The legal moves, as a person may enter them; or the outcomes.
function thoughts.menu(host) return notation.menu(place_of(host)) end

--- A legal move as it is shown; with its number, if that is to be entered.
function thoughts.entry(host, move)
  local menu = thoughts.menu(host)
  local text = thoughts.move(host.game, host.session.state, move, menu.chooser)
  return menu.numbered and menu:entry(move) .. ": " .. text or text
end

--- A line of moves from a state on, with the names of those who make them: "South 3 6, North 2".
---@param mover? integer who is to move, in a game that does not say so
---@param first? alphabeta.SessionMove what was played to get there
function thoughts.line(host, moves, state, mover, first)
  local playing, sides = referee.begin(host.game, state, mover), host.face.sides
  local last = first and first.player
  local turns = { first and sides[last] .. " " .. screen.line(first.text) }
  for _, move in ipairs(moves) do
    local side = playing:at_once() and BOTH or playing:mover()
    if side ~= last or side == BOTH then turns[#turns + 1] = sides[side] or side end
    turns[#turns] = turns[#turns] .. " " .. thoughts.move(host.game, playing.state, move)
    playing:play(move)
    last = side
  end
  playing:rewind()
  return table.concat(turns, ", ")
end

local function line_from_here(host, moves, first)
  return thoughts.line(host, moves, host.session.state, host.session.player, first)
end

-- How much a search has done.
local function amount(result)
  if result.playouts then return "after " .. contents.count_text(result.playouts, "playout") end
  return ("at depth %d (%s in %.2f s)"):format(result.depth, contents.count_text(result.nodes, "position"), result.time)
end

-- What a search has found without its line, for a player.
local function summary(host, result, player)
  if not result.value then return NO_TIME end
  local text = ("%s for %s"):format(value_text(result.value, result.bound), host.face.sides[player])
  if result.solved then
    local plies = result.plies and ", in " .. contents.count_text(result.plies, "ply", "plies")
    return ("solved: %s%s"):format(text, plies or "")
  end
  return ("value %s %s"):format(text, amount(result))
end

-- The same, and the line that is expected.
local function with_line(host, result, player, first)
  local text = "  " .. screen.line(result.strategies and result.text or summary(host, result, player))
  if result.playouts or result.strategies or not result.pv then return screen.dim(text) end
  local line = line_from_here(host, first and { table.unpack(result.pv, 2) } or result.pv, first)
  return screen.dim(("%s\n  expected: %s"):format(text, line))
end

--- What a search has found for the player to move.
---@return terminal.Styled
function thoughts.hint(host, result) return with_line(host, result, host.session.player) end

--- What the search for a move has found; the session is at the position after it.
---@param entry alphabeta.SessionMove
---@return terminal.Styled
function thoughts.played(host, entry) return with_line(host, entry.info, entry.player, entry) end

--- How far a search is, in a line.
function thoughts.status(host, found)
  local speed = ("%.0f k positions/s"):format(found.nodes / found.time / 1000)
  if not found.value then return "thinking: " .. speed end
  if found.playouts then return ("%s, %s"):format(contents.count_text(found.playouts, "playout"), speed) end
  return ("depth %d, value %s, %s: %s"):format(found.depth, value_text(found.value, found.bound), speed,
    line_from_here(host, found.line))
end

--- Every move with its value and the line to expect, best first, as pieces of text.
---@return (string|terminal.Styled)[]
function thoughts.values(host, result)
  if not result.value then return { NO_TIME } end
  local pieces, widest = { ("For %s, %s:"):format(host.face.sides[host.session.player], amount(result)) }, 6
  for _, found in ipairs(result.moves) do widest = math.max(widest, #thoughts.entry(host, found.move)) end
  local sign = result.strategies and host.session.player == 2 and -1 or 1
  for _, found in ipairs(result.moves) do
    local text = thoughts.entry(host, found.move)
    pieces[#pieces + 1] = ("\n  %s%s %-6s "):format(text, (" "):rep(math.min(widest, WIDEST) - #text),
      value_text(sign * found.value, found.bound))
    pieces[#pieces + 1] = screen.dim(found.probability and ("%.0f %%"):format(100 * found.probability)
      or host.game.determinize and "" or line_from_here(host, found.pv))
  end
  return pieces
end

--- What a position where chance decides is worth, as pieces of text.
function thoughts.before_chance(host)
  local playing = referee.begin(host.game, host.session.state)
  local result = alphabeta.search(host.game, playing.state, computer.limits(host))
  if not result.value then return { NO_TIME } end
  return { ("For %s, %s:\n  %s, before chance decides"):format(host.face.sides[playing:mover()], amount(result),
    value_text(result.value, result.bound)) }
end

local TREE_HEAD = "Each line is a move: its final value, as the player who is then to move sees it, and (alpha, beta), "
  .. "the preliminary values when it was tried: how much each side was sure of by then. A player whose move is worth "
  .. "as much as beta looks no further (cut)."

--- The tree of the moves that alpha-beta looks at to a depth, as text.
function thoughts.tree(host, depth)
  local playing = host:replayed()
  local result = alphabeta.search(host.game, playing.state, {
    depth = depth, algorithm = "alphabeta", deepening = false, table = false, trace = true,
    history = playing:history(),
  })
  return screen.wrapped(TREE_HEAD, screen.width) .. "\n\n" .. tree.text(result, {
    width = 1e9, ascii = not screen.is_utf8, game = host.game, state = playing.state,
  }):gsub("\n$", "")
end

return thoughts

-- Moves as text, for whoever has a game and a state: what the text of a move is, and which move a text means.

local flaws = require "alphabeta.base.flaws"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

local moves = {}

-- What is wrong with the player whose choice is meant, or nil.
local function flaw_of_chooser(caller, playing, chooser)
  local one_of_all = options.integer(1, playing:count())
  if chooser == nil or playing:at_once() and one_of_all.fits(chooser) then return nil end
  return options.bad_argument(caller, 4, ("%s where %s choose at once expected, got %s"):format(one_of_all.expected,
    playing:count() == 2 and "both" or "all", options.shown(chooser)))
end

--- The text of a move, of an outcome of chance, or of a joint move, as everything in the library shows it.
---@param game alphabeta.Game
---@param state any
---@param move any
---@param chooser? integer where all choose at once: it is a choice of this player
---@return string
--- Raises an error if an argument is not what it should be.
function moves.text(game, state, move, chooser)
  local flaw = flaws.of_moves("text", game, state)
  if not flaw and move == nil then flaw = options.bad_argument("text", 3, "move expected, got nil") end
  if flaw then error(flaw, 2) end
  local playing = referee.begin(game, state)
  flaw = flaw_of_chooser("text", playing, chooser)
    or not chooser and type(move) ~= "table" and playing:at_once()
    and options.bad_argument("text", 3, ("joint move expected, got %s"):format(options.shown(move)))
  if flaw then error(flaw, 2) end
  return notation.of_given(playing, move, chooser)
end

--- The legal move, the outcome of chance, or the joint move, that a text means. The state is left as it was.
---@param game alphabeta.Game
---@param state any
---@param text string
---@param chooser? integer where all choose at once: it means a choice of this player
---@return any? move nil if there is none
---@return string? message
--- Raises an error if an argument is not what it should be.
function moves.parse(game, state, text, chooser)
  local flaw = flaws.of_moves("parse", game, state)
  if not flaw and type(text) ~= "string" then
    flaw = options.bad_argument("parse", 3, ("string expected, got %s"):format(options.shown(text)))
  end
  flaw = flaw or flaw_of_chooser("parse", referee.begin(game, state), chooser)
  if flaw then error(flaw, 2) end
  local message
  local move = referee.with(game, state, function(playing)
    local found
    found, message = notation.parse(playing, text, chooser)
    return found
  end)
  return move, message
end

return moves

-- Moves as text, for whoever has a game and a state: what the text of a move is, and which move a text means.

local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

local moves = {}

--- The text of a move, or of an outcome of chance, as everything in the library shows it.
---@param game alphabeta.Game
---@param state any
---@param move any
---@return string
--- Raises an error if an argument is not what it should be.
function moves.text(game, state, move)
  local flaw = options.game_flaw("text", game, state)
  if not flaw and move == nil then flaw = options.bad_argument("text", 3, "move expected, got nil") end
  if flaw then error(flaw, 2) end
  return notation.move(game, state, move)
end

--- The legal move, or the outcome of chance, that a text means. The state is left as it was.
---@param game alphabeta.Game
---@param state any
---@param text string
---@return any? move nil if there is none
---@return string? message
--- Raises an error if an argument is not what it should be.
function moves.parse(game, state, text)
  local flaw = options.game_flaw("parse", game, state)
  if not flaw and type(text) ~= "string" then
    flaw = options.bad_argument("parse", 3, ("string expected, got %s"):format(options.shown(text)))
  end
  if flaw then error(flaw, 2) end
  local message
  local move = referee.with(game, state, function(playing)
    local found
    found, message = notation.menu(playing):parse(text)
    return found
  end)
  return move, message
end

return moves

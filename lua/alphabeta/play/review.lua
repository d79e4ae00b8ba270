-- A game that was played, move by move: what each was worth, what would have been better, and how bad that was.

local contents = require "alphabeta.tell.contents"
local flaws = require "alphabeta.base.flaws"
local judging = require "alphabeta.play.judging"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

-- Plays the moves; or says which of them cannot be played.
local function play_all(playing, moves)
  for i = 1, #moves do
    local move = playing:find(moves[i])
    if move == nil then return ("move %d: legal move expected, got %s"):format(i, contents.quoted(moves[i])) end
    playing:play(move)
  end
end

local function complaint_about(game, state, moves, given)
  local flaw = flaws.of_game("review", game, state)
  if flaw then return flaw end
  if type(moves) ~= "table" then
    return options.bad_argument("review", 3, ("list of moves expected, got %s"):format(options.shown(moves)))
  end
  return options.bad_argument("review", 4, judging.flaw(game, given))
end

--- Reviews a game: searches each position, and compares the move that was played with the best one. The state is left
--- as it was.
---@param game alphabeta.Game
---@param state any the position that the game has begun with
---@param moves any[] those that were played
---@param given? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[] list tostring gives a line for each move
--- Raises an error if an argument is not what it should be, or a move is not legal.
return function(game, state, moves, given)
  local complaint = complaint_about(game, state, moves, given)
  if complaint then error(complaint, 2) end
  local list = referee.with(game, state, function(playing)
    local flaw = play_all(playing, moves)
    if flaw then return { flaw = flaw } end
    local judge = judging.start(playing, given or {})
    judge:step()
    return judge:result().list
  end)
  if list.flaw then error(options.bad_argument("review", 3, list.flaw), 2) end
  return list
end

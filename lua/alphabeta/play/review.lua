-- A game that was played, move by move: what each was worth, what would have been better, and how bad that was.

local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local max_integer = require "alphabeta.base.max_integer"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"

local CLASSES = { "inaccuracy", "mistake", "blunder" }
local QUANTILES = { 0.5, 0.8, 0.95 } -- of the losses that there could have been

local function is_ascending(list)
  if type(list) ~= "table" or rawget(list, #CLASSES + 1) ~= nil then return false end
  local last = 0
  for i = 1, #CLASSES do
    local number = rawget(list, i)
    local fits = type(number) == "number" and number >= last
    if not fits then return false end
    last = number
  end
  return true
end

local OPTIONS = {
  depth = options.integer(1, 1000),
  nodes = options.integer(1, max_integer),
  time = {
    expected = "number of seconds, 0 or more,",
    fits = function(value) return type(value) == "number" and value >= 0 end,
  },
  thresholds = { expected = "list of three numbers, 0 or more and in order,", fits = is_ascending },
}

-- What a move costs against the best one: 0 if it is as good, also where both are infinite.
local function loss_of(best, value) return best == value and 0 or best - value end

-- The entry of a move that was played where `playing` stands; adds to `losses` what all moves cost there. Outcomes of
-- chance are not judged.
local function look(playing, move, search_options, losses)
  if playing:chance() then return { move = move } end
  search_options.history = playing:history()
  local result = core.search(playing.game, playing.state, search_options)
  local entry = { move = move, best = result.move, line = result.pv }
  local number = playing:number_of(move)
  for _, found in ipairs(result.moves) do
    local loss = loss_of(result.value, found.value)
    if loss > 0 then losses[#losses + 1] = loss end
    if playing:number_of(found.move) == number then entry.value, entry.loss = found.value, loss end
  end
  return entry
end

-- The move that was played, with its number, and the best one, as people write them.
local function words_of(playing, entry)
  local game, sides = playing.game, notation.sides(playing.game)
  local move = notation.move(game, playing.state, entry.move)
  if playing:chance() then return { move = "     chance: " .. move } end
  local player = sides and sides[playing:mover()] .. " " or ""
  local words = { move = ("%3d. %s%s"):format(playing:plies() + 1, player, move) }
  if entry.best ~= nil then words.best = notation.move(game, playing.state, entry.best) end
  return words
end

-- A line for each move, with what was wrong with it.
local function text_of(list, words)
  local lines = {}
  for i, entry in ipairs(list) do
    local fault = entry.class and (": %s, costs %.6g; better: %s"):format(entry.class, entry.loss, words[i].best) or ""
    lines[i] = words[i].move .. fault
  end
  return table.concat(lines, "\n")
end

-- Where the classes begin: at quantiles of the losses; where there are none, nothing is in a class.
local function thresholds_of(losses)
  table.sort(losses)
  local thresholds = {}
  for i, quantile in ipairs(QUANTILES) do thresholds[i] = losses[math.ceil(quantile * #losses)] end
  return thresholds
end

local function class_of(loss, thresholds)
  local class
  for i, threshold in ipairs(thresholds) do
    if loss and loss >= threshold then class = CLASSES[i] end
  end
  return class
end

-- Plays the moves; or says which of them cannot be played.
local function play_all(playing, moves)
  for i = 1, #moves do
    local move = playing:find(moves[i])
    if move == nil then return ("move %d: legal move expected, got %s"):format(i, contents.quoted(moves[i])) end
    playing:play(move)
  end
end

-- From the end backwards, so that the table knows what comes after a position.
local function review(playing, search_options, thresholds)
  local list, words, losses = {}, {}, {}
  for ply = #playing.line, 1, -1 do
    local move = playing.line[ply]
    playing:take_back()
    list[ply] = look(playing, move, search_options, losses)
    words[ply] = words_of(playing, list[ply])
  end
  thresholds = thresholds or thresholds_of(losses)
  for _, entry in ipairs(list) do entry.class = class_of(entry.loss, thresholds) end
  return setmetatable(list, { __tostring = function() return text_of(list, words) end })
end

local function complaint_about(game, state, moves, given)
  local flaw = options.flaw_for_two("review", game, state)
  if flaw then return flaw end
  if type(moves) ~= "table" then
    return options.bad_argument("review", 3, ("list of moves expected, got %s"):format(options.shown(moves)))
  end
  return options.bad_argument("review", 4, options.flaw(given, OPTIONS))
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
  given = given or {}
  local search_options = {
    depth = given.depth, time = given.time, nodes = given.nodes, all = true,
    table = game.key and core.table { bytes = 64 * 2 ^ 20 } or nil,
  }
  local list = referee.with(game, state, function(playing)
    local flaw = play_all(playing, moves)
    if flaw then return { flaw = flaw } end
    return review(playing, search_options, given.thresholds)
  end)
  if list.flaw then error(options.bad_argument("review", 3, list.flaw), 2) end
  return list
end

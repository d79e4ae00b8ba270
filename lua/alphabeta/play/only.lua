-- A game in which the first move is given: what that is worth, with all playouts spent on it. A position is in a box,
-- with how many moves have led to it.

local only = {}

-- What means the same in a boxed game.
local CONSTANTS = { "name", "range", "viewpoint", "players", "variadic", "fills", "width", "pseudolegal", "tables" }
local QUESTIONS = { "evaluate", "finished", "chance", "player" }

local FIRST, LATER = { plies = 0 }, { plies = 1 } -- of positions that are never changed

local function box_of(state, is_in_place) return { state = state, count = is_in_place and { plies = 0 } or FIRST } end

-- The moves: the one that is given, in the form that the game uses.
local function moves_of(game, move)
  return function(box, list)
    if box.count.plies > 0 then return game.moves(box.state, list) end
    if game.variadic then return move end
    if not game.fills then return { move } end
    list[1] = move
    return 1
  end
end

local function play_in_place(game, move)
  local refuses = game.width ~= nil or game.pseudolegal == true
  return function(box, played)
    if game.width and box.count.plies == 0 and played ~= move then return false end
    local state, payoff = game.play(box.state, played)
    local is_illegal = refuses and state == false
    if not is_illegal then box.count.plies = box.count.plies + 1 end
    return state, payoff
  end
end

local function play_copy(game, move)
  return function(box, played)
    if game.width and box.count.plies == 0 and played ~= move then return nil end
    local state, payoff = game.play(box.state, played)
    return state and { state = state, count = LATER }, payoff
  end
end

-- The positions after each move; those of other moves than the one that is given are illegal.
local function successors_of(game, move)
  return function(box)
    local list = {}
    for i, state in ipairs(game.successors(box.state) or {}) do
      local is_open = state and (box.count.plies > 0 or i == move)
      list[i] = is_open and { state = state, count = LATER }
    end
    return list
  end
end

-- How a move is taken back.
local function add_undo(boxed, game)
  boxed.undo = game.undo
  if game.undo ~= true then
    function boxed.undo(box, move)
      game.undo(box.state, move)
      box.count.plies = box.count.plies - 1
    end
  end
  if game.reach then
    function boxed.reach(box) return box.count, game.reach(box.state) end
  end
end

--- The game, and the position in it, at which this legal move is the only one.
---@param game alphabeta.Game
---@param state any
---@param move any
---@return alphabeta.Game
---@return any position
function only.begin(game, state, move)
  local boxed, is_in_place = {}, game.undo ~= nil and game.successors == nil
  for _, name in ipairs(CONSTANTS) do boxed[name] = game[name] end
  for _, name in ipairs(QUESTIONS) do
    local ask = game[name]
    boxed[name] = ask and function(box) return ask(box.state) end
  end
  boxed.play = game.play and (is_in_place and play_in_place or play_copy)(game, move)
  if game.successors then
    boxed.successors, boxed.pseudolegal = successors_of(game, move), true
  elseif not game.width then
    boxed.moves = moves_of(game, move)
  end
  if is_in_place then add_undo(boxed, game) end
  if game.determinize then
    function boxed.determinize(box, player, random)
      return box_of(game.determinize(box.state, player, random), is_in_place)
    end
  end
  return boxed, box_of(state, is_in_place)
end

return only

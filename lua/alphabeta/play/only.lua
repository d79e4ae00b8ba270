-- A game in which the first move is given, or drawn where all choose at once: what that is worth, with all playouts
-- spent on it. A position is in a box, with how many moves have led to it.

local referee = require "alphabeta.play.referee"

local only = {}

local unpack = table.unpack or unpack
local LISTED = 1000 -- joint moves that are listed, each with its chance; of more, so many are drawn

-- What means the same in a boxed game.
local CONSTANTS = { "name", "range", "viewpoint", "players", "variadic", "fills", "width", "pseudolegal", "weights",
  "scale", "phases" }
local QUESTIONS = { "evaluate", "finished", "chance", "simultaneous", "player", "features", "phase" }
local OWN_TABLES = 2 -- a box, and its count

local FIRST, LATER = { plies = 0 }, { plies = 1 } -- of positions that are never changed

local function box_of(state, is_in_place) return { state = state, count = is_in_place and { plies = 0 } or FIRST } end

------------------------------------------------------------------------------------------------
-- One move

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

-- What was drawn, if that was so many plies before.
local function drawn_before(box, plies) return box.count.plies == plies and box.drawn and box.drawn() or nil end

-- Calls `play` or `undo` of the game; of an outcome that stands for a joint move, with the choices of all.
local function call(f, box, plies, played, ...)
  local drawn = drawn_before(box, plies)
  if drawn then return f(box.state, unpack(drawn.joints[played], 1, drawn.players)) end
  return f(box.state, played, ...)
end

local function play_in_place(game, move)
  local refuses = game.width ~= nil or game.pseudolegal == true
  return function(box, played, ...)
    if game.width and box.count.plies == 0 and played ~= move then return false end
    local state, payoff = call(game.play, box, 0, played, ...)
    local is_illegal = refuses and state == false
    if not is_illegal then box.count.plies = box.count.plies + 1 end
    return state, payoff
  end
end

local function play_copy(game, move)
  return function(box, played, ...)
    if game.width and box.count.plies == 0 and played ~= move then return nil end
    local state, payoff = call(game.play, box, 0, played, ...)
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
    function boxed.undo(box, ...)
      call(game.undo, box, 1, ...)
      box.count.plies = box.count.plies - 1
    end
  end
  if game.reach then
    function boxed.reach(box) return box.count, game.reach(box.state) end
  end
end

-- The game in boxes, but for its moves and how they are made.
local function boxed_game(game, is_in_place)
  local boxed = {}
  for _, name in ipairs(CONSTANTS) do boxed[name] = game[name] end
  for _, name in ipairs(QUESTIONS) do
    local ask = game[name]
    boxed[name] = ask and function(box, ...) return ask(box.state, ...) end
  end
  boxed.tables = game.tables and game.tables + OWN_TABLES
  if is_in_place then add_undo(boxed, game) end
  return boxed
end

--- The game, and the position in it, at which this legal move is the only one.
---@param game alphabeta.Game
---@param state any
---@param move any
---@return alphabeta.Game
---@return any position
function only.begin(game, state, move)
  local is_in_place = game.undo ~= nil and game.successors == nil
  local boxed = boxed_game(game, is_in_place)
  boxed.play = game.play and (is_in_place and play_in_place or play_copy)(game, move)
  if game.successors then
    boxed.successors, boxed.pseudolegal = successors_of(game, move), true
  elseif not game.width then
    boxed.moves = moves_of(game, move)
  end
  if game.determinize then
    function boxed.determinize(box, player, random)
      return box_of(game.determinize(box.state, player, random), is_in_place)
    end
  end
  return boxed, box_of(state, is_in_place)
end

------------------------------------------------------------------------------------------------
-- Choices that are drawn

-- The choices of a player that may be drawn, of those that the world has, if worlds differ; any of these, if there are
-- none.
local function open_choices(strategy, list)
  local is_there, open = {}, {}
  for _, choice in ipairs(list or {}) do is_there[choice] = true end
  for _, choice in ipairs(strategy) do
    if choice.probability > 0 and (not list or is_there[choice.move]) then open[#open + 1] = choice end
  end
  if #open > 0 then return open end
  for i, choice in ipairs(list or {}) do open[i] = { move = choice, probability = 1 } end
  return open
end

local function draw_joint(open, random)
  local joint = {}
  for player, choices in ipairs(open) do joint[player] = referee.choice(choices, random) end
  return joint
end

-- Joint move number `number`, from 0, and its chance.
local function joint_at(open, number)
  local joint, chance = {}, 1
  for player = #open, 1, -1 do
    local count = math.max(1, #open[player])
    local choice = open[player][number % count + 1]
    if choice then joint[player], chance = choice.move, chance * choice.probability end
    number = (number - number % count) / count
  end
  return joint, chance
end

-- The joint moves that may be drawn, by their numbers as outcomes, and the weights of these.
local function drawn_from(open, random)
  local drawn, count = { outcomes = {}, weights = {}, joints = {}, players = #open }, 1
  for _, choices in ipairs(open) do count = count * math.max(1, #choices) end
  for i = 1, math.min(count, LISTED) do
    local joint, chance
    if count <= LISTED then joint, chance = joint_at(open, i - 1) else joint, chance = draw_joint(open, random), 1 end
    if chance > 0 then
      local number = #drawn.outcomes + 1
      drawn.outcomes[number], drawn.weights[number], drawn.joints[number] = number, chance, joint
    end
  end
  return drawn
end

-- The only one of a world, as an outcome that has the same name in all of them.
local function only_drawn(joint, players)
  local parts = {}
  for player = 1, players do
    local choice = joint[player]
    parts[player] = type(choice) == "string" and #choice .. ":" .. choice or choice and ("%.17g"):format(choice) or "-"
  end
  local name = table.concat(parts, " ")
  return { outcomes = { name }, weights = { 1 }, joints = { [name] = joint }, players = players }
end

-- The joint moves that may be drawn at a position where nothing is hidden.
local function drawn_openly(strategies, random)
  local open = {}
  for player, strategy in ipairs(strategies) do open[player] = open_choices(strategy) end
  return drawn_from(open, random)
end

-- The one that is drawn in a world; nil: there players do not choose at once.
local function drawn_in_world(game, world, strategies, random)
  if game.chance and game.chance(world) ~= nil then return nil end
  local lists, open = { game.simultaneous(world) }, {}
  if lists[1] == nil then return nil end
  for player, strategy in ipairs(strategies) do open[player] = open_choices(strategy, lists[player] or {}) end
  return only_drawn(draw_joint(open, random), #strategies)
end

-- A position with what is drawn there: in a function, so that pictures of positions do not go through it.
local function box_with(drawn, state, is_in_place)
  local box = box_of(state, is_in_place)
  box.drawn = drawn and function() return drawn end
  return box
end

-- Who decides at the first position, and as whom is it seen?
local function add_draw(boxed, viewer)
  local ask_chance, ask_player = boxed.chance, boxed.player
  function boxed.chance(box)
    local drawn = drawn_before(box, 0)
    if drawn then return drawn.outcomes, drawn.weights end
    if ask_chance then return ask_chance(box) end
  end
  function boxed.player(box) return box.count.plies == 0 and viewer or ask_player(box) end
end

--- The game, and the position in it, at which chance draws what all choose at once.
---@param game alphabeta.Game
---@param state any
---@param strategies alphabeta.Choice[][] by which that is done, of each player
---@param viewer integer the player for whom it has a value
---@param random fun(n: integer): integer
---@return alphabeta.Game
---@return any position
function only.draw(game, state, strategies, viewer, random)
  local is_in_place = game.undo ~= nil
  local boxed = boxed_game(game, is_in_place)
  add_draw(boxed, viewer)
  function boxed.moves(box, list) return game.moves(box.state, list) end
  boxed.play = (is_in_place and play_in_place or play_copy)(game)
  if not game.determinize then return boxed, box_with(drawn_openly(strategies, random), state, is_in_place) end
  function boxed.determinize(box, player, roll)
    local world = game.determinize(box.state, player, roll)
    return box_with(drawn_in_world(game, world, strategies, roll), world, is_in_place)
  end
  return boxed, box_with(drawn_in_world(game, state, strategies, random), state, is_in_place)
end

return only

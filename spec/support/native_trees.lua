-- The game of spec/native/trees.c in Lua: the same positions, moves, values and keys. Its states are tables.

local random = require "spec.support.random"

local hash, draw = random.hash, random.draw

local native_trees = {}

local WIDEST, WIDTH, ROUND_WIDTH = 4, 40, 6

-- The children's numbers by the moves to them, and back.
local function naming(options)
  local moves, numbers = {}, {}
  for number = 1, WIDEST do
    local move = options.large and hash(0, number) or options.listed and 7 * number or number
    moves[number], numbers[move] = move, number
  end
  return moves, numbers
end

--- The game with the options of the C library's `make`.
function native_trees.game(options)
  local moves_to, numbers = naming(options)
  local again = options.again or options.viewpoint or options.round
  local game = { name = "trees", viewpoint = options.viewpoint and 1 or nil, repetition = options.repetition }

  local function is_over(state)
    if options.round then return state.ply > 0 and draw(state.id, 1, 5) == 0 end
    return state.ply >= options.depth
      or not options.full and state.ply > 0 and draw(state.id, 1, 5) == 0
  end

  local function is_illegal(state, number)
    return options.illegal and draw(state.id, 50 + number, 3) == 0
  end

  local function each(state, visit)
    local count = is_over(state) and 0 or options.full and WIDEST or 1 + draw(state.id, 5, WIDEST)
    for number = 1, count do
      if not is_illegal(state, number) then visit(moves_to[number], number) end
    end
  end

  local function value_of(state)
    local value = draw(state.id, 2, 41) - 20
    if options.halves then value = value / 2 end
    return options.viewpoint and state.player == 2 and -value or value
  end

  function game.initial() return { ply = 0, player = 1, id = options.seed } end

  function game.moves(state)
    local list = {}
    each(state, function(move) list[#list + 1] = move end)
    return list
  end

  function game.play(state, move)
    local ply = state.ply + 1
    local id = hash(options.seed * 1000 + (options.round and 0 or ply),
      1000 + draw(state.id, 100 + numbers[move], options.round and ROUND_WIDTH or WIDTH))
    local stays = again and draw(id, 3, 3) == 0
    local player = options.round and 1 + draw(id, 3, 2) or stays and state.player or 3 - state.player
    local next = { ply = ply, player = player, id = id }
    if options.payoff and is_over(next) then return next, value_of(next) end
    return next
  end

  game.evaluate = value_of
  if again or options.player then game.player = function(state) return state.player end end
  if options.key then game.key = function(state) return hash(state.id, state.player) end end
  if options.order then
    game.order = function(state, move) return draw(state.id, 700 + numbers[move], 10) end
  end
  if options.likelihood then
    game.likelihood = function(state, move) return draw(state.id, 500 + numbers[move], 5) / 4 end
  end
  if options.bounds then
    game.bounds = function(state)
      if not is_over(state) then return -20, 20 end
      local value = value_of(state)
      if options.viewpoint and state.player == 2 then value = -value end
      return value, value
    end
  end
  if options.noisy then
    game.noisy = function(state)
      if draw(state.id, 600, 6) == 0 then return true end
      local list = {}
      each(state, function(move, number)
        if draw(state.id, 600 + number, 2) == 0 then list[#list + 1] = move end
      end)
      return list
    end
  end

  if options.goal then
    game.goal = function(state) return draw(state.id, 800, 12) == 0 end
    game.cost = options.cost and function(state, move) return (1 + draw(state.id, 810 + numbers[move], 3)) / 2 end
    game.estimate = options.estimate and function(state) return game.goal(state) and 0 or 0.5 end
  end

  if options.features then
    game.features = function(state)
      if is_over(state) then return nil end
      return { value_of(state), state.ply % 3 - 1, (draw(state.id, 9, 15) - 7) / 7 }
    end
  end
  if options.weights then game.weights, game.scale = { 0.03, -0.2, 1 / 3 }, 15 end
  if options.phases then
    game.phase = function(state) return draw(state.id, 10, 11) / 10 end
    game.weights, game.phases = { 0.03, -0.2, 1 / 3, 0.05, 0.1, -0.25, -0.01, 0.3, 0.7 }, 3
  end

  function game.write(state) return { state.ply, state.player, state.id } end

  function game.read(list) return { ply = list[1], player = list[2], id = list[3] } end

  return game
end

return native_trees

--- Random graphs with costs, for the search for ways: ties, costs of 0 and fractions, positions without a way out;
--- and the games that walk them, in every form of a game. A place is a number, its moves are 1, 2, ... in
--- `edges[place]`, each { to =, cost = }. `least` is what the cheapest way from place 1 to a goal costs (by Bellman and
--- Ford), infinite if there is none. `estimates` are admissible, and seldom consistent.

local random = require "spec.support.random"

local mazes = {}

local COSTS = {
  ones = function() return 1 end,
  small = function(id) return random.draw(id, 2, 4) end, -- 0, too
  halves = function(id) return random.draw(id, 2, 3) / 2 end,
  fractions = function(id) return 3 * random.fraction(id, 2) end,
}

local KINDS = { "ones", "small", "halves", "fractions" }

-- What is still to come, from each place.
local function distances(maze)
  local still, changed = {}, true
  for place, is_goal in ipairs(maze.goals) do still[place] = is_goal and 0 or math.huge end
  while changed do
    changed = false
    for place, edges in ipairs(maze.edges) do
      for _, edge in ipairs(edges) do
        local through = edge.cost + still[edge.to]
        if through < still[place] then still[place], changed = through, true end
      end
    end
  end
  return still
end

local function estimate_of(id, still)
  if still == math.huge then return random.draw(id, 4, 2) == 0 and still or random.draw(id, 5, 6) end
  return math.floor(still * random.fraction(id, 4))
end

--- The maze of a seed, of at most `size` places.
function mazes.random(seed, size)
  local id = random.hash(seed, 11)
  local maze = { edges = {}, goals = {}, estimates = {}, kind = KINDS[seed % #KINDS + 1], text = "maze " .. seed }
  local places = 1 + random.draw(id, 1, size)
  for place = 1, places do
    local own, edges = random.hash(id, place), {}
    for k = 1, random.draw(own, 1, 5) do
      local edge = random.hash(own, k)
      edges[k] = { to = 1 + random.draw(edge, 1, places), cost = COSTS[maze.kind](edge) }
    end
    maze.edges[place] = edges
    maze.goals[place] = random.draw(own, 3, 10) == 0
  end
  maze.still = distances(maze)
  maze.least = maze.still[1]
  for place = 1, places do maze.estimates[place] = estimate_of(random.hash(id, place), maze.still[place]) end
  return maze
end

local function numbers(maze, place)
  local list = {}
  for k = 1, #maze.edges[place] do list[k] = k end
  return list
end

local FORMS = {}

function FORMS.moves(maze)
  return {
    moves = function(place) return numbers(maze, place) end,
    play = function(place, move) return maze.edges[place][move].to end,
  }, 1
end

function FORMS.iterator(maze)
  local game = FORMS.moves(maze)
  function game.moves(place)
    local k = 0
    return function()
      k = k + 1
      return maze.edges[place][k] and k
    end
  end
  return game, 1
end

function FORMS.successors(maze)
  return {
    successors = function(place)
      local list = {}
      for k, edge in ipairs(maze.edges[place]) do list[k] = edge.to end
      return list
    end,
  }, 1
end

function FORMS.width(maze)
  return {
    width = 5,
    play = function(place, move)
      local edge = maze.edges[place][move]
      return edge and edge.to
    end,
  }, 1
end

function FORMS.undo(maze)
  return {
    moves = function(state) return numbers(maze, state.place) end,
    play = function(state, move)
      state[#state + 1] = state.place
      state.place = maze.edges[state.place][move].to
    end,
    undo = function(state) state.place = table.remove(state) end,
  }, { place = 1 }
end

function FORMS.restored(maze)
  local game, state = FORMS.undo(maze)
  game.undo = true
  function game.play(at, move) at.place = maze.edges[at.place][move].to end
  return game, state
end

-- A move that is not there changes nothing, and is told so.
function FORMS.numbered(maze)
  local game, state = FORMS.undo(maze)
  local play = game.play
  game.moves, game.width = nil, 5
  function game.play(at, move)
    if not maze.edges[at.place][move] then return false end
    play(at, move)
  end
  return game, state
end

mazes.forms = { "moves", "iterator", "successors", "width", "undo", "restored", "numbered" }

--- The game in a form, and the position to begin with. `leave_out`: a field that it goes without.
function mazes.game(maze, form, leave_out)
  local game, state = FORMS[form](maze)
  local function place_of(at) return type(at) == "table" and at.place or at end
  game.name = maze.text
  game.key = place_of
  function game.cost(at, move)
    local edge = maze.edges[place_of(at)][move]
    return edge and edge.cost or 0 -- a move of `width` may be none
  end
  function game.goal(at) return maze.goals[place_of(at)] end
  function game.estimate(at) return maze.estimates[place_of(at)] end
  if leave_out then game[leave_out] = nil end
  return game, state
end

--- What a list of moves costs, and whether it leads to a goal.
function mazes.follow(maze, moves)
  local place, cost = 1, 0
  for _, move in ipairs(moves) do
    local edge = maze.edges[place][move]
    place, cost = edge.to, cost + edge.cost
  end
  return cost, maze.goals[place]
end

return mazes

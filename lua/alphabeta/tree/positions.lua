--- The positions of a recorded tree: its moves are played again.

local core = require "alphabeta.core"

local unpack = table.unpack or unpack

-- What the game gets of what leads to a visit: a move, or all choices.
local function moves_to(node, game)
  if node.at_once then return unpack(node.move, 1, game.players or 2) end
  return node.move
end

local function after(game, state, node)
  if game.successors and not (game.chance and game.chance(state)) then return game.successors(state)[node.move] end
  local changed = game.play(state, moves_to(node, game))
  return game.undo and state or changed
end

--- Goes through all of them, in order. Raises what the functions and the game raise. The state of a game with `undo` is
--- turned back all the same, and before each pause.
---@param list alphabeta.tree.Visit[]
---@param game table
---@param state any
---@param output alphabeta.tree.Pieces
---@param leave fun(child: alphabeta.tree.Visit, state: any) before the move of a child is played in this position
---@param arrive fun(visit: alphabeta.tree.Visit, state: any) in each position
return function(list, game, state, output, leave, arrive)
  local path = {}                -- the visits whose moves are played, by their ply
  local states = { [0] = state } -- after these moves
  local made = {}                -- with `undo = true` pictures of the positions before

  local function take_back(plies)
    while #path > plies do
      local last = table.remove(path)
      if game.undo == true then core.restore(made[last.ply])
      elseif game.undo then game.undo(state, moves_to(last.node, game)) end
    end
  end

  local function play(visit)
    local ply, here = visit.ply, states[visit.ply - 1]
    if game.undo == true then -- it is put back even if `play` fails
      made[ply], path[ply] = core.picture(game, state), visit
      states[ply] = after(game, here, visit.node)
    else
      states[ply] = after(game, here, visit.node)
      path[ply] = visit
    end
  end

  -- Plays, or takes back, what leads to the visit.
  local function go_to(visit)
    if visit.ply == 0 or path[visit.ply] == visit then return take_back(visit.ply) end
    go_to(visit.parent)
    play(visit)
  end

  local function visit_one(visit)
    if visit.parent then
      go_to(visit.parent)
      leave(visit, states[visit.parent.ply])
      play(visit)
    end
    arrive(visit, states[visit.ply])
  end

  local function take_all_back() take_back(0) end

  for _, visit in ipairs(list) do
    local done, problem = pcall(visit_one, visit)
    if not done then
      take_back(0)
      error(problem, 0)
    end
    output:work(take_all_back)
  end
  take_back(0)
end

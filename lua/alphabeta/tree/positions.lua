--- The positions of a recorded tree: its moves are played again.

local core = require "alphabeta.core"

local function after(game, state, move)
  if game.successors then return game.successors(state)[move] end
  local changed = game.play(state, move)
  return game.undo and state or changed
end

--- Goes through all of them. Raises what the functions and the game raise; the state of a game with `undo` is turned
--- back all the same.
---@param root alphabeta.tree.Visit
---@param game table
---@param state any
---@param leave fun(child: alphabeta.tree.Visit, state: any) before the move of a child is played in this position
---@param arrive fun(visit: alphabeta.tree.Visit, state: any) in each position
return function(root, game, state, leave, arrive)
  local played = {} -- the moves made in place; with `undo = true` pictures of the positions before them

  local function take_back(plies)
    while #played > plies do
      if game.undo == true then core.restore(table.remove(played)) else game.undo(state, table.remove(played)) end
    end
  end

  local function visit_all(visit, at)
    arrive(visit, at)
    for _, child in ipairs(visit) do
      leave(child, at)
      if game.undo == true then played[child.ply] = core.picture(game, state) end
      local to = after(game, at, child.node.move)
      if game.undo then played[child.ply] = played[child.ply] or child.node.move end
      visit_all(child, to)
      take_back(visit.ply)
    end
  end

  local done, problem = pcall(visit_all, root, state)
  take_back(0)
  if not done then error(problem, 0) end
end

--- The positions of a recorded tree: its moves are played again.

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
  local played = {} -- the moves made in place

  local function take_back(plies)
    while #played > plies do game.undo(state, table.remove(played)) end
  end

  local function visit_all(visit, at)
    arrive(visit, at)
    for _, child in ipairs(visit) do
      leave(child, at)
      local to = after(game, at, child.node.move)
      if game.undo then played[child.ply] = child.node.move end
      visit_all(child, to)
      take_back(visit.ply)
    end
  end

  local done, problem = pcall(visit_all, root, state)
  take_back(0)
  if not done then error(problem, 0) end
end

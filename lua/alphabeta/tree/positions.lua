--- The positions of a recorded tree, written by its game.

local function after(game, state, move)
  if game.successors then return game.successors(state)[move] end
  local changed = game.play(state, move)
  return game.undo and state or changed
end

--- Plays the recorded moves again and gives each visit its `position` as text. Raises what the game raises;
--- the state of a game with `undo` is turned back all the same.
---@param root alphabeta.tree.Visit
---@param game table with `format`
---@param state any
return function(root, game, state)
  local played = {} -- the moves made in place

  local function take_back(plies)
    while #played > plies do game.undo(state, table.remove(played)) end
  end

  local function write(visit, at)
    visit.position = tostring(game.format(at))
    for _, child in ipairs(visit) do
      local to = after(game, at, child.node.move)
      if game.undo then played[child.ply] = child.node.move end
      write(child, to)
      take_back(visit.ply)
    end
  end

  local done, problem = pcall(write, root, state)
  take_back(0)
  if not done then error(problem, 0) end
end

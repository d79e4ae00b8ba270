-- The competitors: game-tree search as one writes it in plain Lua, over the same game functions in
-- the same call shape (`moves` gives a list, `play`, `evaluate`, `player` if the game has it). They
-- do not count anything; `count` has the counts, from a run over game functions that count.

local log = math.log

local plain = {}

local EXACT, LOWER, UPPER = 1, 2, 3

--- Alpha-beta, the paper's F2 with fail-soft values.
---@return number value
---@return any move
function plain.alphabeta(game, root, depth)
  local moves, play, evaluate, player = game.moves, game.play, game.evaluate, game.player

  local function search(state, plies, alpha, beta, mover)
    if plies == 0 then return evaluate(state) end
    local list = moves(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    local best, best_move = -math.huge, nil
    for i = 1, count do
      local move = list[i]
      local after, value = play(state, move)
      local turn = player and player(after) or 3 - mover
      if turn == mover then
        value = value or search(after, plies - 1, alpha, beta, turn)
      else
        value = -(value or search(after, plies - 1, -beta, -alpha, turn))
      end
      if value > best then
        best, best_move = value, move
        if value >= beta then return best, best_move end
        if value > alpha then alpha = value end
      end
    end
    return best, best_move
  end

  return search(root, depth, -math.huge, math.huge, player and player(root) or 1)
end

--- The same in place: `play` changes the state, and may return a payoff as its second result; `undo` takes the
--- move back. Moves are a list, or numbers up to `width` of which `play` refuses some with false.
---@return number value
---@return any move
function plain.make_undo(game, root, depth)
  local moves, play, undo, evaluate, player = game.moves, game.play, game.undo, game.evaluate, game.player
  local width = game.width

  local function search(state, plies, alpha, beta, mover)
    if plies == 0 then return evaluate(state) end
    local list = not width and moves(state)
    local best, best_move = -math.huge, nil
    for i = 1, width or #list do
      local move = list and list[i] or i
      local legal, value = play(state, move)
      if legal ~= false then
        local turn = player and player(state) or 3 - mover
        if turn == mover then
          value = value or search(state, plies - 1, alpha, beta, turn)
        else
          value = -(value or search(state, plies - 1, -beta, -alpha, turn))
        end
        undo(state, move)
        if value > best then
          best, best_move = value, move
          if value >= beta then return best, best_move end
          if value > alpha then alpha = value end
        end
      end
    end
    if best_move == nil then return evaluate(state) end
    return best, best_move
  end

  return search(root, depth, -math.huge, math.huge, player and player(root) or 1)
end

-- Put the move first; the others keep their order.
local function bring_forward(list, move)
  local at = 1
  while list[at] ~= move do at = at + 1 end
  table.move(list, 1, at - 1, 2)
  list[1] = move
end

-- Does the entry, of the same depth, answer for the window?
local function answers(entry, alpha, beta)
  local bound = entry.bound
  return bound == EXACT or bound == LOWER and entry.value >= beta
    or bound == UPPER and entry.value <= alpha
end

--- The same with a Lua table as transposition table, deepening from 1 to `depth`; the move that the
--- table remembers is tried first. An entry answers for its own depth only, so that the value is
--- plain minimax's.
---@return number value
---@return any move
function plain.with_table(game, root, depth)
  local moves, play, evaluate, player = game.moves, game.play, game.evaluate, game.player
  local key = game.key
  local known = {}

  local function store(at, entry, plies, bound, value, move)
    if entry then
      entry.depth, entry.bound, entry.value, entry.move = plies, bound, value, move
    else
      known[at] = { depth = plies, bound = bound, value = value, move = move }
    end
  end

  local function search(state, plies, alpha, beta, mover)
    if plies == 0 then return evaluate(state) end
    local at = key(state)
    local entry = known[at]
    if entry and entry.depth == plies and answers(entry, alpha, beta) then
      return entry.value, entry.move
    end
    local list = moves(state)
    local count = #list
    if count == 0 then return evaluate(state) end
    if entry then bring_forward(list, entry.move) end
    local low, best, best_move = alpha, -math.huge, nil
    for i = 1, count do
      local move = list[i]
      local after, value = play(state, move)
      local turn = player and player(after) or 3 - mover
      if turn == mover then
        value = value or search(after, plies - 1, low, beta, turn)
      else
        value = -(value or search(after, plies - 1, -beta, -low, turn))
      end
      if value > best then
        best, best_move = value, move
        if value >= beta then break end
        if value > low then low = value end
      end
    end
    local bound = best >= beta and LOWER or best > alpha and EXACT or UPPER
    store(at, entry, plies, bound, best, best_move)
    return best, best_move
  end

  local value, move
  local turn = player and player(root) or 1
  for plies = 1, depth do
    value, move = search(root, plies, -math.huge, math.huge, turn)
  end
  return value, move
end

-- The child with the greatest upper confidence bound, where payoffs are -1 to 1.
local function best_child(node)
  local width = log(node.visits) ^ 0.5
  local best, found = -math.huge, nil
  for i = 1, #node do
    local child = node[i]
    local visits = child.visits
    local bound = child.sum / visits + width / visits ^ 0.5
    if bound > best then best, found = bound, child end
  end
  return found
end

--- Monte-Carlo tree search: UCT, the players alternate, payoffs are -1 to 1. Positions are made anew in each playout.
---@return any move the one with the most visits
function plain.uct(game, root, playouts)
  local moves, play, evaluate, random = game.moves, game.play, game.evaluate, math.random
  local tree = { visits = 0, sum = 0 }
  local path = {}

  for _ = 1, playouts do
    local state, node, payoff = root, tree, nil
    local depth = 1
    path[1] = tree
    while node.list and not payoff do -- down the tree, and to one new node
      local list = node.list
      if #list == 0 then break end
      local child
      if #node < #list then
        child = { move = list[#node + 1], visits = 0, sum = 0 }
        node[#node + 1] = child
      else
        child = best_child(node)
      end
      state, payoff = play(state, child.move)
      node, depth = child, depth + 1
      path[depth] = child
    end
    local mover = 1 -- 1: whose turn it is at the last node
    if not payoff then
      local list = node.list or moves(state)
      node.list = list
      while #list > 0 do
        state, payoff = play(state, list[random(#list)])
        mover = -mover
        if payoff then break end
        list = moves(state)
      end
      payoff = payoff or evaluate(state)
    end
    payoff = -mover * payoff -- as the player sees it who moved to the last node
    for i = depth, 1, -1 do
      local on_path = path[i]
      on_path.visits, on_path.sum = on_path.visits + 1, on_path.sum + payoff
      payoff = -payoff
    end
  end

  local best = tree[1]
  for i = 2, #tree do if tree[i].visits > best.visits then best = tree[i] end end
  return best.move
end

local function comes_before(a, b) return a.rank < b.rank or a.rank == b.rank and a.cost > b.cost end

local function push(heap, node)
  local i = #heap + 1
  while i > 1 do
    local above = math.floor(i / 2)
    if not comes_before(node, heap[above]) then break end
    heap[i], i = heap[above], above
  end
  heap[i] = node
end

local function pop(heap)
  local top, last = heap[1], table.remove(heap)
  local count, i = #heap, 1
  while 2 * i <= count do
    local below = 2 * i
    if below < count and comes_before(heap[below + 1], heap[below]) then below = below + 1 end
    if not comes_before(heap[below], last) then break end
    heap[i], i = heap[below], below
  end
  if count > 0 then heap[i] = last end
  return top
end

--- A*, with a heap and a table of the best node of each key; every move costs 1.
---@return integer? cost of the cheapest way to a goal
function plain.astar(game, root)
  local moves, play, key, goal, estimate = game.moves, game.play, game.key, game.goal, game.estimate
  local first = { state = root, cost = 0, rank = estimate(root), key = key(root) }
  local heap, best = { first }, { [first.key] = first }
  while #heap > 0 do
    local node = pop(heap)
    local state = node.state
    if best[node.key] == node then
      if goal(state) then return node.cost end
      local list, cost = moves(state), node.cost + 1
      for i = 1, #list do
        local after = play(state, list[i])
        local id = key(after)
        local known = best[id]
        if not known or cost < known.cost then
          local rank = cost + (known and known.rank - known.cost or estimate(after))
          local child = { state = after, cost = cost, rank = rank, key = id, parent = node, move = list[i] }
          best[id] = child
          push(heap, child)
        end
      end
    end
  end
end

--- What a search of `game` visits: `searcher` is one of the functions above, and `roots` how many
--- times it begins at the root.
---@return integer nodes positions visited
---@return integer leaves those among them that were not expanded
function plain.count(searcher, game, root, depth, roots)
  local played, expanded = 0, 0
  local counting = setmetatable({
    moves = function(state)
      local list = game.moves(state)
      if #list > 0 then expanded = expanded + 1 end
      return list
    end,
    play = function(state, move)
      played = played + 1
      return game.play(state, move)
    end,
  }, { __index = game })
  searcher(counting, root, depth)
  local nodes = played + roots
  return nodes, nodes - expanded
end

return plain

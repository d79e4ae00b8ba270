-- Random trees of several players, and the games that walk them. A node is one of spec/support/trees.lua; `seat` is who
-- is to move there, and `payoffs` are what each player gets where the game ends.

local random = require "spec.support.random"
local trees = require "spec.support.trees"

local hash, draw = random.hash, random.draw

local several = {}

local PAYOFFS = 1000003 -- so many different ones

-- Whose turn it is: "turn", one after the other; "free", anybody's.
local SEATS = {
  turn = function(tree, _, ply) return (tree.seed + ply) % tree.players + 1 end,
  free = function(tree, id) return draw(id, 3, tree.players) + 1 end,
}

local function grow(tree, id, ply)
  local node = { id = id, seat = SEATS[tree.kind](tree, id, ply), payoffs = {}, value = 0 }
  node.player = node.seat % 2 -- by which trees.game numbers moves
  for seat = 1, tree.players do node.payoffs[seat] = draw(id, 19 + seat, tree.payoffs) end
  local is_over = ply >= tree.depth or ply > 0 and draw(id, 1, 6) == 0
  for i = 1, is_over and 0 or 1 + draw(id, 5, tree.breadth) do node[i] = grow(tree, hash(id, 100 + i), ply + 1) end
  return node
end

--- A seeded random tree: at most `breadth` children a node, `depth` plies; `payoffs` different payoffs: few of them,
--- and ties abound.
function several.tree(players, kind, breadth, depth, seed, payoffs)
  local tree = { players = players, kind = kind, breadth = breadth, depth = depth, seed = seed,
    payoffs = payoffs or PAYOFFS, switches = true }
  tree.root = grow(tree, hash(seed, 7), 0)
  tree.text = ("several.tree(%d, %q, %d, %d, %d, %d)"):format(players, kind, breadth, depth, seed, tree.payoffs)
  return tree
end

--- What everyone gets at a node if each player takes the first of the moves that are best for them (max^n), and which
--- child that is; nil at the end of the game.
function several.max_n(node)
  local best, first = nil, nil
  for i, child in ipairs(node) do
    local payoffs = several.max_n(child)
    if not best or payoffs[node.seat] > best[node.seat] then best, first = payoffs, i end
  end
  return best or node.payoffs, first
end

--- The game that walks a tree, in one of trees.forms.
function several.game(tree, form)
  local game = trees.game(tree, form ~= "viewpoint" and form or "functional")
  local evaluate, play = game.evaluate, game.play
  game.players = tree.players
  function game.player(state) return (state.node or state).seat end
  function game.evaluate(state)
    evaluate(state) -- which knows where it may be asked
    return (state.node or state).payoffs
  end
  if form == "payoff" then
    function game.play(node, move)
      local to, payoff = play(node, move)
      return to, payoff and to.payoffs
    end
  end
  return game
end

return several

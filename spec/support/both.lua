-- Random trees in which both players choose at once, one of them, or chance, and what they are worth: each matrix game
-- by trying the parts of it that could be its kernel (Shapley and Snow 1950), without a simplex method.

local alphabeta = require "alphabeta"
local numbers = require "spec.support.numbers"
local quick = require "spec.support.quick"
local random = require "spec.support.random"
local seed = require "spec.support.seed"
local struck = require "spec.support.struck"

local both = {}

local DEEPEST, WIDEST = 4, 3

local drawn = 0

--- A number from 1 to n, of a sequence that begins with the seed.
function both.draw(n)
  drawn = drawn + 1
  return random.draw(seed, drawn, n) + 1
end

local draw = both.draw

--- How many numbers were drawn: where a failure begins.
function both.drawn() return drawn end

--- A tree: each node is { worth, kind }; `kind` is "end", "both" with `rows`, `columns` and `cells`, or "one" with
--- `player` and `children`, or "chance" with `children` and `weights`. All worths are player 1's.
function both.grow(ply, fine)
  ply = ply or 0
  local node = { worth = fine and draw(41) - 21 or draw(3) - 2, kind = "end" }
  if ply == DEEPEST or ply > 0 and draw(6) == 1 then return node end
  local kind = draw(8)
  if kind > 3 then
    node.kind, node.rows, node.columns, node.cells = "both", draw(WIDEST), draw(WIDEST), {}
    for i = 1, node.rows do
      node.cells[i] = {}
      for j = 1, node.columns do node.cells[i][j] = both.grow(ply + 1, fine) end
    end
    return node
  end
  node.kind, node.player, node.children, node.weights = kind == 1 and "chance" or "one", draw(2), {}, {}
  for i = 1, draw(WIDEST) do node.children[i], node.weights[i] = both.grow(ply + 1, fine), draw(3) end
  return node
end

--- How many nodes a tree has.
function both.size(node)
  local sum = 1
  for _, child in ipairs(node.children or {}) do sum = sum + both.size(child) end
  for _, row in ipairs(node.cells or {}) do
    for _, child in ipairs(row) do sum = sum + both.size(child) end
  end
  return sum
end

-- The weights x of some rows with which all of some columns pay the same: B'x = v, sum x = 1; by Gaussian elimination.
-- Nil: there are none, or more than one. `flipped`: rows are columns, and columns rows.
local function level(matrix, rows, columns, flipped)
  local n, system = #rows, {}
  for k = 1, n + 1 do
    system[k] = {}
    for i = 1, n do
      system[k][i] = k > n and 1 or flipped and matrix[columns[k]][rows[i]] or matrix[rows[i]][columns[k]]
    end
    system[k][n + 1], system[k][n + 2] = k > n and 0 or -1, k > n and 1 or 0
  end
  for k = 1, n + 1 do
    local best = k
    for l = k, n + 1 do if math.abs(system[l][k]) > math.abs(system[best][k]) then best = l end end
    system[k], system[best] = system[best], system[k]
    if math.abs(system[k][k]) < 1e-9 then return nil end
    for l = 1, n + 1 do
      local factor = l ~= k and system[l][k] / system[k][k] or 0
      for i = 1, n + 2 do system[l][i] = system[l][i] - factor * system[k][i] end
    end
  end
  local x = {}
  for i = 1, n do
    x[i] = system[i][n + 2] / system[i][i]
    if x[i] < -1e-9 then return nil end
  end
  return x
end

--- What a mixed strategy is sure of, given as weights of all choices: the least over the other's choices; of player 2
--- the most.
function both.sure(matrix, strategy, player)
  local worst
  for k = 1, player == 1 and #matrix[1] or #matrix do
    local sum = 0
    for i = 1, #strategy do sum = sum + strategy[i] * (player == 1 and matrix[i][k] or matrix[k][i]) end
    if not worst or (player == 1 and sum < worst) or (player == 2 and sum > worst) then worst = sum end
  end
  return worst
end

--- What each pair of choices at a position is worth, proven.
function both.cells(game, state)
  local matrix, rows, columns = {}, game.simultaneous(state)
  for i, first in ipairs(rows) do
    matrix[i] = {}
    for j, second in ipairs(columns) do
      matrix[i][j] = alphabeta.search(game, game.play(state, first, second)).value
    end
  end
  return matrix
end

local function probabilities(strategy)
  local list = {}
  for i, choice in ipairs(strategy) do list[i] = choice.probability end
  return list
end

--- How much the best replies to both strategies of a result gain.
function both.exploited(result, matrix)
  local first, second = probabilities(result.strategies[1]), probabilities(result.strategies[2])
  return both.sure(matrix, second, 2) - both.sure(matrix, first, 1)
end

local function spread_out(weights, places, count)
  local all = {}
  for i = 1, count do all[i] = 0 end
  for i, place in ipairs(places) do all[place] = weights[i] end
  return all
end

-- All choices of k numbers from 1 to n, as lists.
local function subsets(n, k, first, chosen, found)
  if #chosen == k then
    found[#found + 1] = { (table.unpack or unpack)(chosen) }
    return found
  end
  for i = first, n do
    chosen[#chosen + 1] = i
    subsets(n, k, i + 1, chosen, found)
    chosen[#chosen] = nil
  end
  return found
end

--- The value of a matrix game.
function both.matrix_value(matrix)
  for k = 1, math.min(#matrix, #matrix[1]) do
    for _, rows in ipairs(subsets(#matrix, k, 1, {}, {})) do
      for _, columns in ipairs(subsets(#matrix[1], k, 1, {}, {})) do
        local x, y = level(matrix, rows, columns), level(matrix, columns, rows, true)
        if x and y then
          local least = both.sure(matrix, spread_out(x, rows, #matrix), 1)
          if math.abs(least - both.sure(matrix, spread_out(y, columns, #matrix[1]), 2)) < 1e-9 then return least end
        end
      end
    end
  end
  error "no kernel"
end

--- The matrix of a node at which both choose: what its children are worth, to a depth.
function both.matrix(node, depth)
  local matrix = {}
  for i = 1, node.rows do
    matrix[i] = {}
    for j = 1, node.columns do matrix[i][j] = both.value(node.cells[i][j], depth) end
  end
  return matrix
end

--- What a tree is worth to player 1, to a depth.
function both.value(node, depth)
  if node.kind == "end" or depth == 0 then return node.worth end
  if node.kind == "both" then return both.matrix_value(both.matrix(node, depth - 1)) end
  local best, sum, total = nil, 0, 0
  for i, child in ipairs(node.children) do
    local value = both.value(child, node.kind == "chance" and depth or depth - 1)
    sum, total = sum + node.weights[i] * value, total + node.weights[i]
    if not best or (node.player == 1 and value > best) or (node.player == 2 and value < best) then best = value end
  end
  return node.kind == "chance" and sum / total or best
end

--- A tree as a game, with the names of choices as strings. `player` refuses to be asked where both choose,
--- `simultaneous` where chance decides, and `moves` where either does.
function both.game()
  local game = { name = "tree", viewpoint = 1 }
  function game.player(node)
    assert(node.kind ~= "both")
    return node.player or 1
  end
  function game.evaluate(node) return node.worth end
  function game.chance(node) if node.kind == "chance" then return numbers(#node.children), node.weights end end
  function game.simultaneous(node)
    assert(node.kind ~= "chance")
    if node.kind ~= "both" then return nil end
    local rows, columns = {}, {}
    for i = 1, node.rows do rows[i] = "row " .. i end
    for j = 1, node.columns do columns[j] = "column " .. j end
    return rows, columns
  end
  function game.moves(node)
    assert(node.kind == "one" or node.kind == "end")
    return numbers(#(node.children or {}))
  end
  function game.play(node, first, second)
    if node.kind ~= "both" then return node.children[first] end
    return node.cells[tonumber(first:match "^row (%d)$")][tonumber(second:match "^column (%d)$")]
  end
  return game
end

--- The same in other forms: a function that makes a game and a position of a tree.
both.forms = {}

function both.forms.functional(node) return both.game(), node end

function both.forms.keyed(node)
  local game, keys, count = both.game(), {}, 0
  function game.key(at)
    if not keys[at] then keys[at], count = count + 1, count + 1 end
    return keys[at]
  end
  return game, node
end

-- One position, which has the path; and the lists are the same two each time.
function both.forms.in_place(node)
  local game, plain, rows, columns = both.game(), both.game(), {}, {}
  for _, name in ipairs { "player", "evaluate", "chance", "moves" } do
    game[name] = function(path) return plain[name](path[#path]) end
  end
  function game.simultaneous(path)
    local first, second = plain.simultaneous(path[#path])
    if not first then return nil end
    for i = 1, WIDEST do rows[i], columns[i] = first[i], second[i] end
    return rows, columns
  end
  function game.play(path, first, second)
    path[#path + 1], path.second = plain.play(path[#path], first, second), second
  end
  function game.undo(path, first, second)
    path[#path] = nil
    assert(plain.play(path[#path], first, second))
  end
  return game, { node }
end

function both.forms.restored(node)
  local game, path = both.forms.in_place(node)
  game.undo = true
  function game.reach(at) return at end
  return game, path
end

--- A search comes to the same end if any call has failed, or yielded.
---@param form string of the game: one that is `in_place` has `undo`
---@param make fun(): table, any the game, and a state
---@param options table
---@param told fun(result: table): string what is to be the same
---@param others? string[] callbacks that the game has besides
function both.check_struck(form, make, options, told, others)
  local game, state = make()
  local whole = told(alphabeta.search(game, state, options))
  local names = { "simultaneous", "chance", "player", "evaluate", "play", form == "in_place" and "undo" or nil }
  for _, name in ipairs(others or {}) do names[#names + 1] = name end
  for _, name in ipairs(names) do
    struck(name, quick(19, 7), make, function(struck_game, position)
      return alphabeta.start(struck_game, position, options)
    end, function(search, where)
      assert(whole == told(search:result()), ("seed %d, %s, %s"):format(seed, form, where))
    end, form == "in_place" and (name == "play" or name == "undo"))
  end
end

return both

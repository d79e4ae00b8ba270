-- What several searches leave in one table changes nothing of what the next one finds. Each case draws games, and what
-- is done with a table that they share: searches from any position with any options, several at once in turns, some
-- given up half-way; it is cleared, taken by another game, dumped and loaded. Each value and move is held against plain
-- minimax.
--
--   fuzz_tables.lua cases COUNT SEED     so many cases: the same each time
--   fuzz_tables.lua seconds COUNT SEED   so many seconds of the processor
--   fuzz_tables.lua case NUMBER          one of them, as failures name it

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local knowledge = require "spec.support.knowledge"
local oracle = require "spec.support.oracle"
local repeating = require "spec.support.repeating"
local trees = require "spec.support.trees"

local huge = math.huge

local LEARNING = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration" }
local OTHERS = { "minimax", "branch-and-bound", "F", "F1", "F2", "minimax-alphabeta", "iterative" }
local WITH_CHANCE = { "minimax", "branch-and-bound", "F" }
local PRINTED = { F = true, F1 = true, F2 = true, ["minimax-alphabeta"] = true, iterative = true }
local BYTES = { 1, 4096, 1000000 }
local WORTH = { 0, 0, 1, -2, 0.5 }
local MOST_FAILURES = 5

-- A function that draws 1 to n; what comes next depends on the case alone.
local function drawing(case)
  local count = 0
  return function(n)
    count = count + 1
    return 1 + trees.draw(case, count, n)
  end
end

local function one_of(draw, list) return list[draw(#list)] end

------------------------------------------------------------------------------------------------
-- Games

local function random_tree(draw)
  return trees.random(one_of(draw, { "uneven", "again", "float", "inf" }), draw(1000000), draw(3), 4)
end

local GRAPHS = {
  random_tree,
  function(draw) return trees.random("dag", draw(1000000), 3, 5, 4) end,
  function(draw) return trees.acyclic(draw(1000000), draw(3), 4 + draw(10)) end,
  function(draw) return trees.cyclic(draw(1000000), draw(3), 2 + draw(6)) end,
}

-- The digits of a number, as bytes.
local function digits(number)
  return (number > 2 and digits(number // 3) or "") .. string.char(number % 3)
end

-- The bits of a number on two boards, one word each: high squares, and some that a hash might confuse with them.
local SQUARES = { 63, 127, 98, 62, 126, 97, 61, 125, 96 }
local function boards(number)
  local words = { [0] = 0, 0 }
  for i, square in ipairs(SQUARES) do
    words[square // 64] = words[square // 64] | (number >> (i - 1) & 1) << square % 64
  end
  return string.pack("<I8I8I8", words[0], words[1], number >> #SQUARES)
end

-- In numbers from 1 on the positions of different games have the same keys.
local KEYS = {
  function(node) return node.number end,
  function(node) return node.id end,
  function(node) return -1 - node.number end,
  function(node) return "position " .. node.number end,
  function(node) return digits(node.number) end,
  function(node) return boards(node.number) end,
}

-- Bounds that are true or not: values are kept within them all the same.
local function any_bounds(node)
  local low = trees.draw(node.id, 55, 7) - 4
  local high = low + trees.draw(node.id, 56, 6)
  if #node == 0 then -- asked where illegal moves must be played to see that the game is over
    local value = node.player == 0 and node.value or -node.value
    return value, value
  end
  if trees.draw(node.id, 57, 5) == 0 then low = -huge end
  if trees.draw(node.id, 58, 5) == 0 then high = huge end
  return low, high
end

local function noisy(node) return knowledge.noisy(node) or {} end

local function weights_of(node) return node.weights end

local function roll_dice(draw, nodes)
  for _, node in ipairs(nodes) do
    if #node > 0 and draw(3) == 1 then
      node.weights = {}
      for i = 1, #node do node.weights[i] = draw(5) end
    end
  end
end

local function largest_value(nodes)
  local most = 1
  for _, node in ipairs(nodes) do most = math.max(most, math.abs(node.value)) end
  return most
end

-- The forms in which this may be told.
local function form_for(draw, world)
  while true do
    local form = one_of(draw, trees.forms)
    if not (form == "successors" and (world.noisy or world.weights)) then return form end
  end
end

-- No bound lies outside either.
local function set_range(world, most)
  local ask = world.bounds
  world.range = { -most, most }
  world.bounds = ask and function(node)
    local low, high = ask(node) -- a mean may be beyond by rounding
    return math.min(math.max(low, -most), most), math.max(math.min(high, most), -most)
  end
end

-- What the game tells.
local function telling(draw, world, kind)
  local lasting = kind == "cyclic"
  local can_repeat = lasting or kind == "acyclic"
  if can_repeat and draw(3) > (lasting and 1 or 2) then world.endless = one_of(draw, WORTH) end
  if kind ~= "random" and (world.endless or not lasting) and draw(4) == 1 then
    roll_dice(draw, world.nodes)
    world.weights = weights_of
  end
  if not world.weights and draw(3) == 1 then world.noisy = noisy end
  if draw(4) == 1 then world.likelihood = knowledge.likelihood end
  local about_bounds = draw(4)
  if about_bounds == 1 then
    world.bounds, world.has_any_bounds = any_bounds, true
  elseif about_bounds == 2 and not lasting and not world.endless then
    world.bounds = knowledge.bounds(trees.game(world.tree, "functional", { weights = world.weights }))
  end
  if kind ~= "random" and draw(3) == 1 then
    local most = math.max(largest_value(world.nodes), math.abs(world.endless or 0))
    set_range(world, world.has_any_bounds and most + 20 or most)
  end
end

local KINDS = { "random", "dag", "acyclic", "cyclic" }

--- A game: its tree, the functions of nodes that it tells, its form, and `plain`, the game that the oracle plays.
local function new_world(draw)
  local kind = draw(#KINDS)
  local tree = GRAPHS[kind](draw)
  if draw(2) == 1 then trees.coarse(tree) end
  local world = { tree = tree, nodes = trees.nodes(tree) }
  for i, node in ipairs(world.nodes) do node.number = i end
  telling(draw, world, KINDS[kind])
  world.form = form_for(draw, world)
  local told = { player = true, bounds = world.bounds, likelihood = world.likelihood, noisy = world.noisy,
    weights = world.weights }
  world.plain = trees.game(tree, "functional", told)
  told.key = one_of(draw, KEYS)
  if draw(3) == 1 then told.order = knowledge.order end
  world.game = trees.game(tree, world.form, told)
  world.key = told.key
  world.game.range, world.game.repetition = world.range, world.endless
  return world
end

------------------------------------------------------------------------------------------------
-- What is asked, and what is right

-- A position to search: not one that is over, where its payoff has been told when it was reached.
local function root_of(draw, world)
  while true do
    local node = one_of(draw, world.nodes)
    if #node > 0 or node == world.tree.root or world.form ~= "payoff" then return node end
  end
end

-- What was on the board before, as a set, and its keys. With moves that may turn out illegal, a position of the history
-- is taken for one that has a legal move.
local function draw_history(draw, world)
  local before, history = {}, {}
  for _ = 1, draw(4) - 1 do
    local node = one_of(draw, world.nodes)
    if #node > 0 or not trees.refuses(world.form) then
      before[node] = true
      history[#history + 1] = world.key(node)
    end
  end
  return before, history
end

-- Only a search without limits ends where a graph has cycles and nothing ends the game.
local function draw_depth(draw, world)
  if draw(3) == 1 and (world.endless or not world.tree.endless) then return nil end
  return draw(7) - 1
end

local function draw_algorithm(draw, world, options)
  local kind = draw(8)
  if kind == 1 then
    options.algorithm = one_of(draw, world.weights and WITH_CHANCE or OTHERS)
  elseif kind > 2 then
    options.algorithm = one_of(draw, LEARNING)
  end
  return kind > 1
end

local function draw_beyond(draw, world, options)
  if world.noisy and draw(3) == 1 and not PRINTED[options.algorithm] then options.quiescence = draw(4) - 1 end
  if world.likelihood and draw(6) == 1 then options.threshold = one_of(draw, { 0.9, 0.3, 0.05 }) end
end

-- What is wanted of the moves.
local function draw_want(draw, world, options, learning)
  local want = draw(8)
  local is_simple = not (world.endless and (world.bounds or options.quiescence or options.threshold))
  if want == 1 then
    options.all = true
  elseif want == 2 then
    options.choose = "random"
  elseif want == 3 and learning and not world.weights and is_simple then
    options.shortest = true
  elseif want == 4 and learning then
    local low = draw(11) - 6
    options.window = { low, low + draw(4) }
  elseif want == 5 then
    options.temperature = one_of(draw, { 0.5, 3 })
  end
end

local function draw_guesses(draw, world, options)
  if draw(4) == 1 then options.guess = draw(13) - 7 end
  if draw(4) == 1 then options.margin = one_of(draw, { 0.25, 2, 100 }) end
  if world.range and draw(2) == 1 then options.proven = draw(2) == 1 end
  if draw(3) == 1 then options.deepening = draw(2) == 1 end
end

-- What leaves something in the table and promises no value.
local function draw_limits(draw, options)
  local kind = draw(12)
  if kind == 1 then options.nodes = draw(200) end
  if kind == 2 then options.deeper = true end
end

--- One search. `promised`: its value is that of plain minimax, and so is its move.
local function draw_search(draw, world, kept)
  local table_of = draw(10)
  local options = { depth = draw_depth(draw, world) }
  if table_of == 1 then
    options.table = false
  elseif table_of > 2 then
    options.table = kept
  end
  local asked = { world = world, node = root_of(draw, world), options = options, before = {} }
  local learning = draw_algorithm(draw, world, options)
  if world.endless and draw(2) == 1 then asked.before, options.history = draw_history(draw, world) end
  draw_beyond(draw, world, options)
  draw_want(draw, world, options, learning)
  draw_guesses(draw, world, options)
  draw_limits(draw, options)
  if draw(8) == 1 and learning and not (options.shortest or options.temperature) then options.trace = draw(20) end
  local leans_on_path = world.endless and not world.weights and options.table ~= false
    and (options.depth or options.threshold)
  asked.promised = not (options.deeper or options.nodes or leans_on_path)
  return asked
end

local function right_of(asked)
  local world, options = asked.world, asked.options
  local how = { threshold = options.threshold, quiescence = options.quiescence }
  if not world.endless then
    local find = options.shortest and oracle.shortest or oracle.minimax
    return find(world.plain, asked.node, options.depth, how)
  end
  how.before, how.endless, how.bounds, how.noisy = asked.before, world.endless, world.bounds, world.noisy
  how.likelihood = options.threshold and world.likelihood
  if not options.shortest then
    return repeating.minimax(asked.node, options.depth, how)
  end
  local right, best = repeating.shortest(asked.node, options.depth, how), {}
  for i in ipairs(asked.node) do
    if right.best[i] then best[#best + 1] = i end
  end
  right.best = best
  return right
end

------------------------------------------------------------------------------------------------
-- Comparing

local function contains(list, item)
  for _, each in ipairs(list) do
    if each == item then return true end
  end
  return false
end

-- Which of the best moves is returned is left open.
local function may_choose(asked)
  local options = asked.options
  return options.choose == "random"
    or asked.world.range and (options.proven or options.proven == nil and not options.depth)
end

local function wrong_move(asked, result, right)
  if #right.best == 0 or asked.node.weights or asked.options.depth == 0 then return nil end
  local index = result.move ~= nil and trees.names(asked.world.form).index(asked.node, result.move)
  if asked.options.temperature then return not index and "no move" or nil end
  local is_right = index == right.best[1] or may_choose(asked) and contains(right.best, index)
  return not is_right and ("move %s, not %s"):format(tostring(index), right.best[1]) or nil
end

-- Of no ply, only noisy moves have values, if any.
local function wrong_moves(asked, result, right)
  if asked.node.weights or asked.options.depth == 0 then return nil end
  local names = trees.names(asked.world.form)
  for _, each in ipairs(result.moves or {}) do
    local index = names.index(asked.node, each.move)
    if right.values and each.bound == "exact" and each.value ~= right.values[index] then
      return ("value %s of move %s, not %s"):format(each.value, index, right.values[index])
    end
  end
end

-- Nothing, or what is wrong.
local function difference(asked, result, right)
  local window, value = asked.options.window, right.value
  if result.stopped then return "stopped: " .. result.stopped end
  if result.bound == "exact" then
    if result.value ~= value then return ("value %.17g, not %.17g"):format(result.value, value) end
    return wrong_move(asked, result, right) or wrong_moves(asked, result, right)
  end
  local holds = result.bound == "lower" and window and result.value >= window[2] and value >= result.value
    or result.bound == "upper" and window and result.value <= window[1] and value <= result.value
  return not holds and ("%s bound %s of %.17g"):format(tostring(result.bound), tostring(result.value), value) or nil
end

------------------------------------------------------------------------------------------------
-- Cases

local function shown(value)
  if type(value) == "userdata" then return "kept" end
  return type(value) == "table" and "{" .. table.concat(value, ",") .. "}" or tostring(value)
end

local function text_of(asked)
  local words = {}
  for name, value in pairs(asked.options) do words[#words + 1] = name .. "=" .. shown(value) end
  table.sort(words)
  return ("node %d: %s"):format(asked.node.number, table.concat(words, " "))
end

local Case = {}
Case.__index = Case

local function new_case(number)
  local case = setmetatable({ number = number, draw = drawing(number), log = {}, searches = 0, compared = 0 }, Case)
  case.kept = alphabeta.table { bytes = one_of(case.draw, BYTES) }
  case:change_game()
  return case
end

function Case:note(...) self.log[#self.log + 1] = string.format(...) end

function Case:change_game()
  local world = new_world(self.draw)
  self.world = world
  self:note("%s, %s%s%s%s%s", world.tree.text, world.form, world.bounds and ", bounds" or "",
    world.weights and ", chance" or "", world.range and ", range" or "", world.endless and ", repetition" or "")
end

function Case:start()
  local asked = draw_search(self.draw, self.world, self.kept)
  asked.state = trees.state_at(self.world.game, asked.node)
  asked.search = alphabeta.start(self.world.game, asked.state, asked.options)
  self.searches = self.searches + 1
  self:note("%s", text_of(asked))
  return asked
end

function Case:compare(asked)
  local state, result = asked.state, asked.search:result()
  if state.path and (#state.path > 0 or state.node ~= asked.node) then error("the state is not as it was", 0) end
  if not asked.promised then return end
  local wrong = difference(asked, result, right_of(asked))
  self.compared = self.compared + 1
  if wrong then error(wrong .. " (" .. text_of(asked) .. ")", 0) end
end

-- One step of a search; true: it is over.
function Case:step(asked)
  local draw = self.draw
  local is_whole = PRINTED[asked.options.algorithm] or draw(6) == 1
  if asked.search:step(not is_whole and { nodes = draw(12) } or nil) then return true end
  local meanwhile = draw(40)
  if meanwhile == 1 then asked.search:result() end
  if meanwhile == 2 then collectgarbage "step" end
  if meanwhile == 3 then
    asked.search:close()
    asked.promised = false
    return true
  end
  return false
end

-- Some searches at once, a step of any of them at a time.
function Case:search(count)
  local under_way = {}
  for i = 1, count do under_way[i] = self:start() end
  while #under_way > 0 do
    local i = self.draw(#under_way)
    if self:step(under_way[i]) then self:compare(table.remove(under_way, i)) end
    if self.draw(150) == 1 then self:clear() end
  end
end

function Case:clear()
  self:note "clear"
  self.kept:clear()
end

function Case:take_for_another_game()
  self:clear()
  self:change_game()
end

-- A search that is under way goes on in the old table, if another game has that by now.
function Case:take_meanwhile()
  local asked = self:start()
  local is_over = self:step(asked)
  self:take_for_another_game()
  self:search(1)
  if not is_over then
    asked.search:close()
    asked.promised = false
  end
  self:compare(asked)
end

function Case:load()
  if #self.kept == 0 then return end
  self:note "dump and load"
  local game = self.world.game
  local dump = self.kept:dump(game, trees.state_at(game, self.world.tree.root))
  local entries = #self.kept
  self.kept = alphabeta.undump(dump, game, trees.state_at(game, self.world.tree.root))
  if #self.kept ~= entries then error(("%d of %d entries were loaded"):format(#self.kept, entries), 0) end
end

function Case:go_on()
  local kind = self.draw(20)
  if kind == 1 then
    self:clear()
  elseif kind == 2 then
    self:take_for_another_game()
  elseif kind == 3 then
    self:take_meanwhile()
  elseif kind < 6 then
    self:load()
  else
    self:search(kind < 10 and 1 + self.draw(2) or 1)
  end
end

function Case:run()
  for _ = 1, 3 + self.draw(10) do self:go_on() end
end

local function trace(message) return type(message) == "string" and message or debug.traceback(message) end

------------------------------------------------------------------------------------------------
-- The program

local run, count, seed = arg[1], compat.integer(arg[2]), compat.integer(arg[3] or 1)
if not (count and seed and contains({ "cases", "seconds", "case" }, run)) then
  io.stderr:write "usage: fuzz_tables.lua cases COUNT SEED | seconds COUNT SEED | case NUMBER\n"
  os.exit(2)
end

local sums = { cases = 0, searches = 0, compared = 0, failures = 0 }

local function try(number)
  local case
  local succeeded, message = xpcall(function()
    case = new_case(number)
    case:run()
  end, trace)
  sums.cases = sums.cases + 1
  sums.searches = sums.searches + (case and case.searches or 0)
  sums.compared = sums.compared + (case and case.compared or 0)
  if succeeded then return end
  sums.failures = sums.failures + 1
  print(("case %d: %s\n  %s"):format(number, message, table.concat(case and case.log or {}, "\n  ")))
end

local function is_over(tried)
  if run == "case" then return tried == 1 end
  if sums.failures == MOST_FAILURES then return true end
  return run == "cases" and tried == count or run == "seconds" and os.clock() >= count
end

local tried = 0
while not is_over(tried) do
  try(run == "case" and count or seed * 10000000 + tried)
  tried = tried + 1
end
print(("%d cases, %d searches, %d compared with plain minimax, %d failures"):format(sums.cases, sums.searches,
  sums.compared, sums.failures))
os.exit(sums.failures == 0 and 0 or 1)

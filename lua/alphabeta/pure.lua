--- Game-tree search in Lua alone, where there is no C compiler: the functions and names of `require "alphabeta"`, and
--- the same values and moves, for the fields and options below. Everything else is an error.
--
-- Principal variation search by iterative deepening, with a transposition table and the history heuristic in a game
-- with `key`; alpha-beta in one without `key` and `order`. It is a loop over a stack of its own (`frames`), so that it
-- stops between any two positions. What holds in it: whatever a callback is to answer is asked before anything is
-- changed, so a step that an error has left can be repeated.

local pure = {}

local require = require -- kept: a host may have lent it only for now
local huge, floor = math.huge, math.floor
local clock = os and os.clock or function() return 0 end

local MOST_PLIES, MOST_MOVES, MOST_INTEGER = 1000, 65535, 2 ^ 53
local LARGEST, SMALLEST = 1.7976931348623157e308, 2.2250738585072014e-308
local BYTES = 200 -- of an entry in the table, about
local ELSEWHERE = '; require "alphabeta", the C module, has more'

-- A larger number that is next to it, or nearly so: the end of a null window.
local function above(value)
  if value == -huge then return -LARGEST end
  return value + math.abs(value) * 2 ^ -52 + SMALLEST
end

local function below(value) return -above(-value) end

----------------------------------------------------------------------------------------------------
-- Errors: those of callbacks leave the loop as a Broken, and are raised at the line of the caller

local Broken = {}

local function label(rules)
  return type(rules.name) == "string" and ("game '%s'"):format(rules.name) or "game"
end

local function shown(value)
  if value == nil then return "nil" end
  if type(value) == "number" then return value ~= value and "NaN" or tostring(value) end
  return "a " .. type(value)
end

local function raise(message, ...) error(setmetatable({ message = message:format(...) }, Broken)) end

local function broken(rules, name, value, expected, ply)
  raise("%s: '%s' returned %s (%s expected) at ply %d", label(rules), name, shown(value), expected, ply - 1)
end

-- Raised in a public function: at the line that called it.
local function pass_on(problem)
  if getmetatable(problem) == Broken then error(problem.message, 3) end
  error(problem, 0)
end

----------------------------------------------------------------------------------------------------
-- Options

local function integer(low, high)
  return { ("integer from %.0f to %.0f"):format(low, high), function(value)
    return type(value) == "number" and value % 1 == 0 and value >= low and value <= high
  end }
end

local function of_type(name) return { name, function(value) return type(value) == name end } end

local SECONDS = { "number of seconds, 0 or more,", function(value) return type(value) == "number" and value >= 0 end }

local Table = {}
Table.__index = Table

local SEARCH_OPTIONS = {
  all = of_type "boolean",
  choose = { "'first', 'random' or function", function(value)
    return value == "first" or value == "random" or type(value) == "function"
  end },
  deepening = of_type "boolean",
  depth = integer(0, MOST_PLIES),
  nodes = integer(1, MOST_INTEGER),
  random = of_type "function",
  table = { "alphabeta.pure.table or false", function(value)
    return value == false or getmetatable(value) == Table
  end },
  time = SECONDS,
}
local PLAYER_OPTIONS = setmetatable({ seed = integer(0, MOST_INTEGER) }, { __index = SEARCH_OPTIONS })
local STEP_LIMITS = { depths = integer(1, MOST_PLIES), nodes = SEARCH_OPTIONS.nodes, time = SECONDS }
local TABLE_OPTIONS = { bytes = integer(1, MOST_INTEGER) }

-- A copy of the options; or nil and what is wrong.
local function read_options(number, caller, given, rows)
  local wrong = ("bad argument #%d to '%s' ("):format(number, caller)
  if given ~= nil and type(given) ~= "table" then return nil, wrong .. "table expected, got " .. type(given) .. ")" end
  local options = {}
  for name, value in pairs(given or {}) do
    local row = rows[name]
    if not row then return nil, ("%sunknown option '%s'%s)"):format(wrong, tostring(name), ELSEWHERE) end
    if not row[2](value) then
      local got = type(value) == "string" and "'" .. value .. "'" or type(value) == "number" and shown(value)
      return nil, ("%soption '%s': %s expected, got %s)"):format(wrong, name, row[1], got or type(value))
    end
    options[name] = value
  end
  return options
end

----------------------------------------------------------------------------------------------------
-- Games

local FIELDS = { "name", "width", "moves", "evaluate", "play", "undo", "player", "key", "order", "viewpoint" }
local KINDS = { name = "string", width = "number", viewpoint = "number" } -- the others are functions
local WIDTH = integer(1, MOST_MOVES)
local NOT_HERE = { "bounds", "chance", "determinize", "fills", "players", "range", "repetition", "successors",
  "variadic" }

-- What is wrong with the fields of a game; nil: nothing.
local function flaw_of_game(game)
  for _, field in ipairs(NOT_HERE) do
    if game[field] then return ("field '%s' is not for alphabeta.pure%s"):format(field, ELSEWHERE) end
  end
  for _, field in ipairs(FIELDS) do
    local value, kind = game[field], KINDS[field] or "function"
    local needed = field == "evaluate" or field == "play" or field == "moves" and game.width == nil
    if type(value) ~= kind and (value ~= nil or needed) then
      return ("field '%s': %s expected, got %s"):format(field, kind, shown(value))
    end
  end
  if game.viewpoint and game.viewpoint ~= 1 then return "field 'viewpoint': 1 expected, got " .. game.viewpoint end
  if game.width and not WIDTH[2](game.width) then
    return ("field 'width': %s expected, got %s"):format(WIDTH[1], shown(game.width))
  end
  if game.moves and game.width then return "only one of 'moves', 'width', 'successors' expected" end
  if game.viewpoint and not game.player then return "field 'viewpoint' needs 'player'" end
end

-- The fields of a game that the search uses; or nil and what is wrong.
local function read_game(caller, game, state)
  if type(game) ~= "table" then
    return nil, ("bad argument #1 to '%s' (game expected, got %s)"):format(caller, type(game))
  end
  local flaw, rules = flaw_of_game(game), {}
  if flaw then return nil, ("bad argument #1 to '%s' (%s: %s)"):format(caller, label(game), flaw) end
  if state == nil then return nil, ("bad argument #2 to '%s' (state expected, got nil)"):format(caller) end
  for _, field in ipairs(FIELDS) do rules[field] = game[field] end
  return rules
end

----------------------------------------------------------------------------------------------------
-- The transposition table: two generations of entries by key. When the younger one is full, the older one is forgotten.
-- An entry: value, bound (0: it is the value, 1: at least that, -1: at most), plies to go, plies that it needed
-- (infinite if there was a position at the horizon), the number of the best move. It answers where there are as many
-- plies to go, or enough. Searches hold the store, which `clear` replaces: they are not disturbed.

local function new_table(bytes)
  local t = setmetatable({ limit = bytes }, Table)
  t:clear()
  return t
end

--- A table to keep from search to search.
function pure.table(options)
  local read, message = read_options(1, "table", options, TABLE_OPTIONS)
  if not read then error(message, 2) end
  return new_table(read.bytes or 16 * 2 ^ 20)
end

function Table:clear()
  self.store = { young = {}, old = {}, count = 0, most = math.ceil(self.limit / BYTES / 2) }
  self.rules = nil
end

function Table:stats()
  local store, entries = self.store, 0
  for _ in pairs(store.young) do entries = entries + 1 end
  for key in pairs(store.old) do
    if store.young[key] == nil then entries = entries + 1 end
  end
  return { bytes = entries * BYTES, limit = self.limit, entries = entries }
end

local function belongs_to(rules, others)
  for _, field in ipairs(FIELDS) do
    if field ~= "name" and rules[field] ~= others[field] then return false end
  end
  return true
end

local function remember(store, key, value, bound, plies, need, number)
  local entry = store.young[key]
  if not entry then
    if store.count >= store.most then store.young, store.old, store.count = {}, store.young, 0 end
    entry = {}
    store.young[key], store.count = entry, store.count + 1
  end
  entry[1], entry[2], entry[3], entry[4], entry[5] = value, bound, plies, need, number
end

----------------------------------------------------------------------------------------------------
-- Positions. Values are as the player to move sees them.

local function check_value(rules, name, value, ply)
  if type(value) ~= "number" or value ~= value then broken(rules, name, value, "number", ply) end
  if math.type and math.type(value) == "integer" and (value > MOST_INTEGER or value < -MOST_INTEGER) then
    broken(rules, name, value, "integer up to 2^53 in magnitude, or math.huge,", ply)
  end
end

-- A value that a callback gave, as the player to move sees it.
local function worth(rules, name, value, player, ply)
  if type(value) ~= "number" or not (value > -MOST_INTEGER and value < MOST_INTEGER) then
    check_value(rules, name, value, ply)
  end
  if player == 2 and rules.viewpoint then return -value end
  return value
end

local function player_in(rules, state, ply)
  local player = rules.player(state)
  if player ~= 1 and player ~= 2 then broken(rules, "player", player, "1 or 2", ply) end
  return player
end

local function list_moves(rules, state, ply)
  local list = rules.moves(state)
  if list == nil then return nil, 0 end
  if type(list) == "function" then
    raise("%s: 'moves' returned an iterator, which is not for alphabeta.pure%s", label(rules), ELSEWHERE)
  end
  if type(list) ~= "table" then broken(rules, "moves", list, "list", ply) end
  if #list > MOST_MOVES then
    raise("%s: 'moves' returned %d moves (limit is %d) at ply %d", label(rules), #list, MOST_MOVES, ply - 1)
  end
  return list, #list
end

-- What the table knows of a node: a value, and the plies that it needed. The best move is noted in any case. Where the
-- window is not null the node is searched, for the sake of its line.
local function probe(search, node, plies)
  local key, store = search.rules.key(node.state), search.store
  if type(key) ~= "string" and not (type(key) == "number" and key % 1 == 0) then
    broken(search.rules, "key", key, "integer or string", node.ply)
  end
  if key == -1 then return nil end
  node.key = key
  local entry = store.young[key] or store.old[key]
  if not entry then return nil end
  if entry[5] and entry[5] <= MOST_MOVES then node.hash = entry[5] end
  if not node.null or entry[3] ~= plies and (entry[4] > plies or entry[4] == huge) then return nil end
  local value, bound = entry[1], entry[2]
  if bound == 0 or bound == 1 and value >= node.beta or bound == -1 and value <= node.alpha then
    return value, entry[4]
  end
end

-- Opens a node, whose window is set, for its moves to be tried; or gives its value and the plies that this needed.
local function open(search, node, state, player)
  local rules, plies = search.rules, search.horizon - node.ply + 1
  node.state, node.player, node.key, node.hash = state, player, nil, nil
  if search.store then
    local value, need = probe(search, node, plies)
    if value then return value, need end
  end
  if rules.width then
    node.moves, node.count = nil, rules.width
  else
    node.moves, node.count = list_moves(rules, state, node.ply)
    if node.count == 0 then return worth(rules, "evaluate", rules.evaluate(state), player, node.ply), 0 end
  end
  if node.hash and node.hash > node.count then node.hash = nil end
  node.low, node.best, node.best_number, node.need, node.line = node.alpha, -huge, nil, 0, nil
  node.index, node.again, node.ranked = 0, nil, false
end

-- The order in which the node's moves are tried: the hash move, then by score.
local function rank(search, node)
  local rules, order, scores, moves, hash = search.rules, node.order, search.scores, node.moves, node.hash
  local first, last = 1, 0
  if hash then order[1], first, last = hash, 2, 1 end
  for number = 1, node.count do
    if number ~= hash then
      local move = number
      if moves then move = moves[number] end
      local score
      if rules.order then
        score = rules.order(node.state, move)
        if type(score) ~= "number" or score ~= score then broken(rules, "order", score, "number", node.ply) end
      else
        score = search.history[move] or 0
      end
      last = last + 1
      local place = last
      while place > first and scores[place - 1] < score do
        order[place], scores[place] = order[place - 1], scores[place - 1]
        place = place - 1
      end
      order[place], scores[place] = number, score
    end
  end
  node.ranked = true
end

-- The number of the node's next move, in its order: the hash move, then by score.
local function next_number(search, node, index)
  if index == 1 and node.hash then return node.hash end
  if not node.hash and not search.learning then return index end
  if not node.ranked then rank(search, node) end
  return node.order[index]
end

-- Is a root move to be preferred to another one that is as good?
local function is_before(search, number, other)
  local places = search.places
  if places then return places[number] < places[other] end
  return number < other
end

-- What a root move must beat: one that is preferred is to be found also if it is as good as the best so far.
local function root_alpha(search, root, number)
  if search.all or not root.best_number then return -huge end
  return is_before(search, number, root.best_number) and below(root.best) or root.best
end

local function no_move(rules, number, ply)
  raise("%s: move %d of the list from 'moves' is nil at ply %d", label(rules), number, ply - 1)
end

local function take_back(search, ply)
  local move = search.path[ply]
  search.height = nil
  search.rules.undo(search.state, move)
  search.height = ply - 1
end

local function node_at(search, ply)
  if ply > MOST_PLIES then raise("%s goes on after %d plies (give a depth)", label(search.rules), MOST_PLIES) end
  local node = search.frames[ply] or { ply = ply, order = {} }
  search.frames[ply] = node
  return node
end

----------------------------------------------------------------------------------------------------
-- The loop

-- The root takes what its child has found. `alpha` is what the move had to beat.
local function update_root(search, root, number, value, line)
  if search.all then search.found[number] = { value = value, line = line } end
  local best = root.best_number
  if not best or value > root.best or value == root.best and is_before(search, number, best) then
    root.best, root.best_number, root.line = value, number, line
  end
end

-- The node takes what its child has found: a value, the plies that it needed, and the line of best play from there.
local function update(search, node, value, need, line)
  local number, alpha, beta, moves = node.number, node.alpha, node.beta, node.moves
  local move = number
  if moves then move = moves[number] end
  if need >= node.need then node.need = need + 1 end
  if node.ply == 1 then return update_root(search, node, number, value, { move, line }) end
  if value <= node.best and node.best_number then return end
  node.best, node.best_number = value, number
  if value > alpha or alpha == -huge then
    node.alpha = value
    if value < beta or beta == huge then node.line = { move, line } end
    if value >= beta then -- a cut-off: what holds of that one child holds of the node
      node.need, node.count = need + 1, 0
      local plies, history = search.horizon - node.ply + 1, search.history
      if search.learning and move == move then
        history[move] = (history[move] or 0) + (plies < huge and plies * plies or 1)
      end
    end
  end
end

-- Leaves the node: its value and the plies that it needed.
local function leave(search, node)
  local rules = search.rules
  if not node.best_number then -- no move was legal: the game is over
    return worth(rules, "evaluate", rules.evaluate(node.state), node.player, node.ply), 0
  end
  local value, need = node.best, node.need
  if node.key ~= nil then
    local bound = value >= node.beta and node.beta < huge and 1 or value <= node.low and node.low > -huge and -1 or 0
    remember(search.store, node.key, value, bound, search.horizon - node.ply + 1, need, node.best_number)
  end
  return value, need
end

-- Equals at the root are taken in an order that is drawn: the first of them is any of them, with the same chance.
local function draw_places(search, count)
  local random, places = search.options.random or math.random, {}
  for number = 1, count do
    local place = random(number)
    if not (type(place) == "number" and place % 1 == 0 and place >= 1 and place <= number) then
      raise("option 'random' returned %s (integer from 1 to %d expected)", shown(place), number)
    end
    places[number] = places[place]
    places[place] = number
  end
  search.places = places
end

-- The position that is searched is visited. It may have a value at once.
local function open_root(search)
  local rules, root = search.rules, node_at(search, 1)
  local player = rules.player and player_in(rules, search.state, 1)
  local value, need
  root.alpha, root.beta, root.null, root.number, root.scout = -huge, huge, false, nil, false
  if search.horizon == 0 then
    value, need = worth(rules, "evaluate", rules.evaluate(search.state), player, 1), huge
  else
    value, need = open(search, root, search.state, player)
    root.hash = search.number
    if not value and search.options.choose == "random" and not search.places then draw_places(search, root.count) end
  end
  search.nodes, search.budget, search.ply, search.found = search.nodes + 1, search.budget - 1, 1, {}
  return value, need
end

-- Walks on to the end of the pass, which gives the value of the root and the plies that it needed; nil: the budget is
-- used up.
local function walk(search)
  local frames, horizon, learning, rules = search.frames, search.horizon, search.learning, search.rules
  local play, undo, evaluate, player_of = rules.play, rules.undo, rules.evaluate, rules.player
  if search.ply == 0 then
    if search.budget <= 0 then return nil end
    local value, need = open_root(search)
    if value then return value, need end
  end
  local node = frames[search.ply]
  while true do
    local ply, index, again = node.ply, node.index + 1, node.again
    local value, need, leaf, line
    if again or index <= node.count then
      if search.budget <= 0 then return nil end

      -- Step 1. Take up the next move, and its window: for all but the first a scout, whose window is null.
      local number = again or index
      if not again and (learning or ply == 1) then number = next_number(search, node, index) end
      local moves, move = node.moves, number
      if moves then
        move = moves[number]
        if move == nil then no_move(rules, number, ply) end
      end
      local alpha, beta, scout = node.alpha, node.beta, false
      if ply == 1 then alpha = root_alpha(search, node, number) end
      if learning and not again and node.best_number and not (ply == 1 and search.all) then
        local ahead = above(alpha)
        if ahead < beta then beta, scout = ahead, true end
      end

      -- Step 2. Play it.
      local state, payoff
      if alpha >= beta then -- the best is infinite: a root move that is not preferred does not matter
        state = false
      elseif undo then
        search.path[ply], search.height = move, nil
        state, payoff = play(node.state, move)
        if state == false and rules.width then
          search.height = ply - 1
        else
          state, search.height = node.state, ply
        end
      else
        state, payoff = play(node.state, move)
        if not state and (state == false or not rules.width) then broken(rules, "play", state, "state", ply) end
      end

      -- Step 3. Value the child if it is a leaf, or known; or open it as a node.
      if state then
        local player, same = nil, false
        if player_of then
          player = player_of(state)
          if player ~= 1 and player ~= 2 then broken(rules, "player", player, "1 or 2", ply + 1) end
          same = player == node.player
        end
        if payoff ~= nil and type(payoff) == "number" then
          value, need, leaf = worth(rules, "play", payoff, player, ply), 0, true
        elseif ply >= horizon then
          value, need, leaf = worth(rules, "evaluate", evaluate(state), player, ply + 1), huge, true
        else
          local child = frames[ply + 1] or node_at(search, ply + 1)
          if same then child.alpha, child.beta = alpha, beta else child.alpha, child.beta = -beta, -alpha end
          child.null, child.same = scout or node.null, same
          value, need = open(search, child, state, player)
        end
        if ply > search.deepest then search.deepest = ply end
        if value and not same then value = -value end
        search.nodes, search.budget = search.nodes + 1, search.budget - 1
        node.number, node.scout, node.tried_alpha = number, scout, alpha
      end
      if again then node.again = nil else node.index = index end
      if state and not value then
        node = frames[ply + 1]
        search.ply = ply + 1
      elseif undo and state then
        take_back(search, ply)
      end
    else
      -- Step 4. Leave the node: its value is that of its parent's child.
      value, need = leave(search, node)
      if ply == 1 then return value, need end
      line = node.line
      if not node.same then value = -value end
      ply = ply - 1
      node = frames[ply]
      search.ply = ply
      if undo then take_back(search, ply) end
    end

    -- Step 5. The node takes the value. A scout that finds more than was asked for has proven only that it is more:
    -- the move is to be tried again.
    if value then
      if node.scout and not leaf and value > node.tried_alpha and (value < node.beta or node.beta == huge) then
        node.again = node.number
      else
        update(search, node, value, need, line)
      end
    end
  end
end

----------------------------------------------------------------------------------------------------
-- Passes, limits, results

-- What is known: value, bound, line, and with `all` the values of the moves. The pass under way counts if it has found
-- a better move: it looks deeper.
local function known(search)
  local root = search.ply > 0 and not search.finished and search.frames[1]
  local number = root and root.best_number
  if number and (not search.valued or number ~= search.number and not search.all) then
    return root.best, "lower", root.line, search.found
  end
  return search.value, search.bound, search.line, search.moves
end

local function stop(search, why)
  search.value, search.bound, search.line, search.moves = known(search)
  search.finished, search.stopped = true, why
end

-- The pass is complete: what it has found is the result now.
local function end_pass(search, value, need)
  local root, options = search.frames[1], search.options
  search.valued, search.value, search.bound = true, value, "exact"
  search.number, search.line, search.moves = root.best_number, root.line, search.found
  search.ply = 0
  search.depth = search.horizon < huge and search.horizon or search.deepest
  if not options.deepening or need < huge or search.depth == (options.depth or MOST_PLIES) then
    stop(search, nil)
    if need == huge and not (options.depth or options.nodes or options.time) then
      raise("%s goes on after %d plies (give a depth)", label(search.rules), MOST_PLIES)
    end
  else
    search.horizon = search.horizon + 1
  end
end

-- Seconds.
local function worked(search) return search.spent + (search.began and clock() - search.began or 0) end

-- Sets the budget: how many positions may be visited before this is asked again. Not true: the step is over.
local function grant(search, limits)
  local options, budget = search.options, huge
  if options.nodes then
    budget = options.nodes - search.nodes
    if budget <= 0 then return stop(search, "nodes") end
  end
  if limits.nodes then
    if search.nodes >= limits.nodes then return false end
    budget = math.min(budget, limits.nodes - search.nodes)
  end
  if options.time or limits.time then
    local now = worked(search)
    local root = search.ply > 0 and search.frames[1]
    if options.time and now >= options.time and (search.valued or root and root.best_number) then
      return stop(search, "time")
    end
    if limits.time and now >= limits.time and search.nodes > limits.began then return false end
    local pace = search.pace -- so that about 0.1 ms pass from look to look
    search.pace = now - search.looked > 1e-4 and math.max(1, floor(pace / 2)) or math.min(1000, pace * 2)
    search.looked = now
    budget = math.min(budget, search.pace)
  end
  search.budget = budget
  return true
end

-- The moves of the path are made again, or taken back.
local function replay(search)
  local path, play = search.path, search.rules.play
  for ply = 1, search.rules.undo and search.ply - 1 or 0 do
    search.height = nil
    play(search.state, path[ply])
    search.height = ply
  end
end

local function unwind(search)
  for ply = search.height, 1, -1 do take_back(search, ply) end
end

local function run(search, limits)
  replay(search)
  while not search.finished and grant(search, limits) do
    local value, need = walk(search)
    if value then
      end_pass(search, value, need)
      limits.depths = limits.depths and limits.depths - 1
      if limits.depths == 0 then break end
    end
  end
  unwind(search)
end

-- Works on: true, or false and what was raised. The state of a game with `undo` is restored.
local function step(search, limits)
  limits.began = search.nodes
  limits.nodes = limits.nodes and limits.nodes + search.nodes
  limits.time = limits.time and limits.time + search.spent
  search.running, search.began = true, clock()
  local fine, problem = pcall(run, search, limits)
  if not fine and search.height then pcall(unwind, search) end
  search.spent, search.began, search.running = worked(search), nil, false
  if not search.height then search.closed = "dirty" end
  return fine, problem
end

local function list_of(line)
  local list = {}
  while line do
    list[#list + 1] = line[1]
    line = line[2]
  end
  return list
end

-- All root moves, best first; equals in the order of `moves`. And those of the best value.
local function ranked(moves)
  local list, best = {}, {}
  for number, found in pairs(moves) do
    list[#list + 1] = { number = number, move = found.line[1], value = found.value + 0, bound = "exact",
      pv = list_of(found.line) }
  end
  table.sort(list, function(a, b)
    if a.value ~= b.value then return a.value > b.value end
    return a.number < b.number
  end)
  for i, entry in ipairs(list) do
    entry.number = nil
    if entry.value == list[1].value then best[i] = entry.move end
  end
  return list, best
end

-- The line of the move that the option `choose` wants. Asked once; what asks meanwhile is told the best.
local function chosen_line(search, line, list)
  local choose = search.options.choose
  if type(choose) ~= "function" or not search.finished or not line then return line end
  if not search.chosen then
    search.chosen = line
    local fine, move = pcall(choose, list)
    search.chosen = nil
    if not fine then error(move, 0) end
    for _, found in pairs(search.moves) do
      if rawequal(found.line[1], move) then search.chosen = found.line end
    end
    if not search.chosen then
      raise("option 'choose' returned %s ('move' of one of the entries expected)", shown(move))
    end
  end
  return search.chosen
end

local function result_of(search)
  local value, bound, line, moves = known(search)
  local result = { bound = bound, depth = search.depth, nodes = search.nodes, time = worked(search) }
  result.value = value and value + 0 -- no negative zero
  result.stopped = search.stopped or search.closed
  if search.all then result.moves, result.best = ranked(moves or {}) end
  result.pv = list_of(chosen_line(search, line, result.moves))
  result.move = result.pv[1]
  return result
end

----------------------------------------------------------------------------------------------------
-- What users see

local Search = {}
Search.__index = Search

-- A search; or nil and what is wrong.
local function new_search(caller, game, state, given, deepening)
  local rules, flaw = read_game(caller, game, state)
  if not rules then return nil, flaw end
  local options, message = read_options(3, caller, given, SEARCH_OPTIONS)
  if not options then return nil, message end
  local t = options.table
  if t and not rules.key then
    return nil, ("bad argument #3 to '%s' (option 'table' needs a game with 'key')"):format(caller)
  end
  if t and t.rules and not belongs_to(rules, t.rules) then
    return nil, ("bad argument #3 to '%s' (option 'table': it belongs to another game)"):format(caller)
  end
  if rules.key and t == nil then t = new_table(64 * 2 ^ 20) end
  if t then t.rules = rules end
  if options.deepening == nil then
    options.deepening = deepening or options.time ~= nil or options.nodes ~= nil or t ~= nil and t ~= false
  end
  local search = { rules = rules, state = state, options = options, store = t and t.store, learning = t or rules.order,
    all = options.all or type(options.choose) == "function", frames = {}, path = {}, height = 0, history = {},
    scores = {}, ply = 0, nodes = 0, budget = 0, depth = 0, deepest = 0, spent = 0, looked = 0, pace = 0.5 }
  search.horizon = options.deepening and math.min(1, options.depth or 1) or options.depth or huge
  return setmetatable(search, Search)
end

--- Makes a search that is stepped; nothing is searched yet.
function pure.start(game, state, options)
  local search, message = new_search("start", game, state, options)
  if not search then error(message, 2) end
  return search
end

--- Works on, until a limit is met; without limits to the end. True: the search is finished.
function Search:step(limits)
  if self.running then error("search is running: a callback cannot step it", 2) end
  if self.closed then error(("search is closed (%s)"):format(self.closed), 2) end
  local read, message = read_options(1, "step", limits, STEP_LIMITS)
  if not read then error(message, 2) end
  local fine, problem = step(self, read)
  if not fine then pass_on(problem) end
  return self.finished or false
end

--- The best known so far.
function Search:result()
  if self.final then return self.final end
  local fine, result = pcall(result_of, self)
  if not fine then pass_on(result) end
  return result
end

--- Gives the memory back and keeps the result.
function Search:close()
  if self.running then error("search is running: a callback cannot close it", 2) end
  if self.final then return end
  if not self.finished then self.closed = self.closed or "closed" end
  local fine, result = pcall(result_of, self)
  if not fine then pass_on(result) end
  self.final, self.closed = result, self.closed or "closed"
  self.frames, self.path, self.history, self.store, self.state, self.rules = nil, nil, nil, nil, nil, nil
end

-- Steps a search: true and its result, or false and what was raised.
local function result_after(search, limits)
  local fine, problem = step(search, limits)
  if not fine then return false, problem end
  return pcall(result_of, search)
end

--- Searches, and returns what it found.
function pure.search(game, state, options)
  local search, message = new_search("search", game, state, options)
  if not search then error(message, 2) end
  local fine, result = result_after(search, {})
  if not fine then pass_on(result) end
  return result
end

--- Searches deeper and deeper: an iterator that gives a result for each completed depth.
function pure.deepen(game, state, options)
  local search, message = new_search("deepen", game, state, options, true)
  if not search then error(message, 2) end
  return function()
    if search.running then error("search is running: a callback cannot step it", 2) end
    if search.finished or search.closed then return nil end
    local fine, result = result_after(search, { depths = 1 })
    if not fine then pass_on(result) end
    return result
  end
end

--- A player that searches: a function from a state and its game to a move and the result. In a game with `key` it keeps
--- a table. With `seed` it chooses at random among the best moves, always the same ones.
function pure.player(given)
  local options, message = read_options(1, "player", given, PLAYER_OPTIONS)
  if not options then error(message, 2) end
  if options.seed then
    options.random = options.random or require "alphabeta.random"(options.seed)
    options.choose, options.seed = options.choose or "random", nil
  end
  local own_table, known_game = options.table == nil, nil
  return function(state, game)
    if own_table and type(game) == "table" and game.key and game ~= known_game then
      options.table, known_game = new_table(16 * 2 ^ 20), game
    end
    local search, flaw = new_search("search", game, state, options)
    if not search then error(flaw, 2) end
    local fine, result = result_after(search, {})
    if not fine then pass_on(result) end
    if result.move == nil then return pure.search(game, state, { depth = 1 }).move, result end -- too few nodes
    return result.move, result
  end
end

return pure

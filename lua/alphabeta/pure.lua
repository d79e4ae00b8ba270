--- Game-tree search in Lua alone, where there is no C compiler: the functions and names of `require "alphabeta"`, and
--- the same values and moves, for the fields and options below. Everything else is an error.
--
-- Principal variation search by iterative deepening, with a transposition table and the history heuristic in a game
-- with `key`; alpha-beta in one without `key` and `order`. It is a loop over a stack of its own (`frames`), so that it
-- stops between any two positions. What holds in it: whatever a callback is to answer is asked before anything is
-- changed, so a step that an error has left can be repeated.

local pure = {}

local require = require -- kept: a host may have lent it only for now
local huge, type, getmetatable, pcall = math.huge, type, getmetatable, pcall
local clock = os and os.clock or function() return 0 end

local MOST_PLIES, MOST_MOVES, MOST_INTEGER = 1000, 65535, 2 ^ 53
local ENDLESS = 2 * MOST_PLIES -- the horizon of a search without one: more plies to go than any depth has
local BYTES = 200 -- of an entry in the table, about
local ELSEWHERE = '; use require "alphabeta", the C module'

-- A larger number that is next to it, or nearly so: the end of a null window.
local function above(value)
  if value == -huge then return -1.7976931348623157e308 end
  return value + math.abs(value) * 2 ^ -52 + 2.2250738585072014e-308
end

------------------------------------------------------------------------------------------------
-- Errors

local Raised = {} -- the metatable of what is to be an error at the line of the caller

local function raise(message, ...) error(setmetatable({ message = message:format(...) }, Raised), 0) end

-- What a protected call has given; or its error. Public functions return it in parentheses: a tail call has no line.
local function answer(fine, result)
  if fine then return result end
  if getmetatable(result) == Raised then error(result.message, 3) end
  error(result, 0)
end

local function label(rules) return type(rules.name) == "string" and ("game '%s'"):format(rules.name) or "game" end

local function shown(value)
  if type(value) == "number" then return value ~= value and "NaN" or tostring(value) end
  return value == nil and "nil" or "a " .. type(value)
end

local function broken(rules, name, value, expected, ply)
  raise("%s: '%s' returned %s (%s expected) at ply %d", label(rules), name, shown(value), expected, ply - 1)
end

local function goes_on(rules) raise("%s has not ended after %d plies (give a depth)", label(rules), MOST_PLIES) end

------------------------------------------------------------------------------------------------
-- Options and games: what is expected of each, in words and as a function

local function integer(low, high)
  return { ("integer from %.0f to %.0f"):format(low, high), function(value)
    return type(value) == "number" and value % 1 == 0 and value >= low and value <= high
  end }
end

local function of_type(name) return { name, function(value) return type(value) == name end } end

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
  table = { "alphabeta.pure.table or false", function(t) return t == false or getmetatable(t) == Table end },
  time = { "number of seconds, 0 or more,", function(value) return type(value) == "number" and value >= 0 end },
}
local PLAYER_OPTIONS = setmetatable({ seed = integer(0, MOST_INTEGER) }, { __index = SEARCH_OPTIONS })
local STEP_LIMITS = { depths = integer(1, MOST_PLIES), nodes = SEARCH_OPTIONS.nodes, time = SEARCH_OPTIONS.time }
local TABLE_OPTIONS = { bytes = integer(1, MOST_INTEGER) }
local COPY_OPTIONS = { tables = integer(1, 2 ^ 24) }
local MOST_TABLES = 65536

-- A copy of the options that a function was called with, as its argument of that number.
local function read_options(number, caller, given, rows)
  local wrong, options = ("bad argument #%d to '%s' ("):format(number, caller), {}
  if given ~= nil and type(given) ~= "table" then raise("%stable expected, got %s)", wrong, type(given)) end
  for name, value in pairs(given or {}) do
    local row = rows[name]
    if not row then raise("%sunknown option '%s'%s)", wrong, tostring(name), ELSEWHERE) end
    if not row[2](value) then
      local got = type(value) == "string" and "'" .. value .. "'" or type(value) == "number" and shown(value)
      raise("%soption '%s': %s expected, got %s)", wrong, name, row[1], got or type(value))
    end
    options[name] = value
  end
  return options
end

local FIELDS = { "name", "width", "moves", "evaluate", "finished", "play", "undo", "player", "key", "order",
  "viewpoint", "pseudolegal", "reach", "tables", "features", "weights", "scale",
  "phase", "phases" }
local MOST_WEIGHT, LEAST_SCALE, MOST_SCALE = 1e100, 1e-300, 2 ^ 960
local CALLBACK = of_type "function"
-- The others are functions.
local FIELD_ROWS = {
  name = of_type "string", pseudolegal = of_type "boolean", weights = of_type "table",
  width = integer(1, MOST_MOVES), tables = integer(1, 2 ^ 24), phases = integer(1, 50),
  viewpoint = { "1", function(value) return value == 1 end },
  undo = { "function or true", function(value) return type(value) == "function" or value == true end },
  finished = { "function or false", function(value) return type(value) == "function" or value == false end },
  scale = { "number from 1e-300 to 2^960 with 'weights'", function(value)
    return type(value) == "number" and value >= LEAST_SCALE and value <= MOST_SCALE
  end },
}
local NOT_HERE = { "bounds", "chance", "determinize", "fills", "players", "range", "repetition", "simultaneous",
  "successors", "variadic" }

-- What a position is worth that is finished, or whose moves are not tried: a payoff of `finished` goes before that.
local function valued_by(rules, evaluate)
  local finished = rules.finished
  return finished and function(state)
    local payoff = finished(state)
    if payoff and (type(payoff) ~= "number" or payoff ~= payoff) then
      raise("%s: 'finished' returned %s (number expected)", label(rules), shown(payoff))
    end
    return payoff or evaluate(state)
  end or evaluate
end

-- The estimate by features: the sum in their order, and a hyperbolic tangent that is no library's, so that values are
-- the same everywhere.
local ONE_FROM, BELOW_ONE = 19.5, 1 - 2 ^ -53

local function is_number(value, most) return type(value) == "number" and value >= -most and value <= most end

local function tanh(x)
  if not (x > -ONE_FROM and x < ONE_FROM) then return x > 0 and BELOW_ONE or -BELOW_ONE end
  local part = x / 32
  local square, t = part * part, 15
  for odd = 13, 1, -2 do t = odd + square / t end
  t = part / t
  for _ = 1, 5 do t = 2 * t / (1 + t * t) end
  return math.max(-BELOW_ONE, math.min(BELOW_ONE, t))
end

-- The weights in a position, in a game with a list of them for each of some points between its beginning and its end:
-- part of the way from those of the point before the position to those of the next one.
local function weights_by_phase(rules, count)
  local phase, weights, last = rules.phase, rules.weights, rules.phases - 1
  return function(state)
    local at = phase(state)
    if type(at) ~= "number" or not (at >= 0 and at <= 1) then
      raise("%s: 'phase' returned %s (number from 0 to 1 expected)", label(rules), shown(at))
    end
    at = at * last
    local point, list = math.min(math.floor(at), last - 1), {}
    local before, part = point * count, at - point
    for i = 1, count do
      local from, to = weights[before + i], weights[before + count + i]
      list[i] = from + part * (to - from)
    end
    return list
  end
end

local function weighed_by(rules)
  local features, scale = rules.features, rules.scale + 0.0
  local count = #rules.weights / rules.phases
  local weights_at = rules.phases > 1 and weights_by_phase(rules, count)
  return function(state)
    local weights = weights_at and weights_at(state) or rules.weights
    local list, sum = features(state), 0.0
    if type(list) ~= "table" or #list ~= count then
      raise("%s: 'features' returned %s (list of %d expected, one for each weight)", label(rules),
        type(list) == "table" and "a list of " .. #list or shown(list), count)
    end
    for i = 1, count do
      local feature = list[i]
      if not is_number(feature, MOST_INTEGER) then
        raise("%s: 'features' returned %s at %d (number up to 2^53 in magnitude expected)", label(rules),
          shown(feature), i)
      end
      sum = sum + weights[i] * (feature + 0.0)
    end
    return scale * tanh(sum)
  end
end

-- What a position is worth at the horizon.
local function estimated_by(rules)
  if not rules.weights then return rules.worth_of end
  local estimate = weighed_by(rules)
  if rules.finished ~= nil then return valued_by(rules, estimate) end
  local moves, evaluate = rules.moves, rules.evaluate
  return function(state)
    local list = moves(state)
    if list ~= nil and type(list) ~= "table" then
      raise("%s: 'moves' returned %s (list expected)", label(rules), shown(list))
    end
    if not list or #list == 0 then return evaluate(state) end
    return estimate(state)
  end
end

-- Checks the weights, and makes a copy of them, and a string by which others are told apart.
local function read_weights(rules, check)
  local list, texts, given = {}, {}, rules.weights
  local mute = rules.width and "width" or rules.pseudolegal and "pseudolegal"
  local phases = rules.phases or 1
  check(#given > 0 and #given <= MOST_MOVES, "field 'weights': list of 1 to 65535 numbers expected, got a table")
  for i = 1, #given do
    check(is_number(given[i], MOST_WEIGHT), "field 'weights': number from -1e+100 to 1e+100 expected at %d, got %s", i,
      shown(given[i]))
    list[i], texts[i] = given[i] + 0.0, ("%.17g"):format(given[i])
  end
  check(#given % phases == 0, "field 'weights': as many numbers expected for each of %d phases, got %d", phases, #given)
  check(phases == 1 or rules.phase, "field 'phase': function expected, got nil")
  check(not mute or rules.finished ~= nil, "field 'weights' with '%s' needs 'finished', a function or false", mute)
  rules.weights, rules.phases, rules.weighed = list, phases, table.concat(texts, " ")
end

-- The fields of a game that the search uses.
local function read_game(caller, game, state)
  if type(game) ~= "table" then raise("bad argument #1 to '%s' (game expected, got %s)", caller, type(game)) end
  local rules = {}
  local function check(fine, flaw, ...)
    if not fine then raise("bad argument #1 to '%s' (%s: " .. flaw .. ")", caller, label(game), ...) end
  end
  for _, field in ipairs(NOT_HERE) do
    check(not game[field], "field '%s' is not supported by alphabeta.pure%s", field, ELSEWHERE)
  end
  for _, field in ipairs(FIELDS) do
    local value, row = game[field], FIELD_ROWS[field] or CALLBACK
    local needed = field == "evaluate" or field == "play" or field == "moves" and game.width == nil
      or field == "features" and game.weights ~= nil or field == "scale" and game.weights ~= nil
    local fine = value == nil and not needed or value ~= nil and row[2](value)
    check(fine, "field '%s': %s expected, got %s", field, row[1], shown(value))
    rules[field] = value
  end
  check(not (rules.moves and rules.width), "only one of 'moves', 'width', 'successors' expected")
  check(not rules.viewpoint or rules.player, "field 'viewpoint' needs 'player'")
  if not state then raise("bad argument #2 to '%s' (state expected, got %s)", caller, tostring(state)) end
  if rules.weights then read_weights(rules, check) end
  rules.worth_of = valued_by(rules, rules.evaluate)
  rules.estimate_of = estimated_by(rules)
  return rules
end

------------------------------------------------------------------------------------------------
-- The transposition table: two generations of entries by key. When the younger one is full, the older one is forgotten.
-- An entry: value, bound (0: it is the value, 1: at least that, -1: at most), plies to go, plies that it needed
-- (infinite if there was a position at the horizon), the number of the best move. It answers where there are as many
-- plies to go, or enough. Searches hold the store, which `clear` replaces: they are not disturbed.

local function new_table(bytes)
  local t = setmetatable({ most = math.ceil((bytes or 64 * 2 ^ 20) / BYTES / 2) }, Table)
  t:clear()
  return t
end

--- A table to keep from search to search.
function pure.table(options) return new_table(answer(pcall(read_options, 1, "table", options, TABLE_OPTIONS)).bytes) end

function Table:clear()
  self.store = { young = {}, old = {}, count = 0, most = self.most }
  self.rules = nil
end

function Table:stats()
  local store, entries = self.store, self.store.count
  for key in pairs(store.old) do entries = entries + (store.young[key] and 0 or 1) end
  local limit = math.floor(2.0 * BYTES * self.most) -- a float first: integers of 32 bits could be too small
  return { bytes = entries * BYTES, limit = limit, entries = entries }
end

local function belongs_to(rules, others)
  for _, field in ipairs(FIELDS) do
    if field ~= "name" and field ~= "weights" and rules[field] ~= others[field] then return false end
  end
  return rules.weighed == others.weighed
end

local function remember(store, node, plies)
  local entry, value = store.young[node.key], node.best
  if not entry then
    if store.count >= store.most then store.young, store.old, store.count = {}, store.young, 0 end
    entry = {}
    store.young[node.key], store.count = entry, store.count + 1
  end
  local bound = value >= node.beta and node.beta < huge and 1 or value <= node.low and node.low > -huge and -1 or 0
  entry[1], entry[2], entry[3], entry[4], entry[5] = value, bound, plies, node.need, node.best_number
end

-- What the table knows of a node: a value, and the plies that it needed. The best move is noted in any case. Where the
-- window is not null the node is searched, for the sake of its line.
local function probe(search, node, plies)
  local key, store = search.rules.key(node.state), search.store
  if type(key) ~= "string" and not (type(key) == "number" and key % 1 == 0) then
    broken(search.rules, "key", key, "integer or string", node.ply)
  end
  node.key, node.hash = key, nil
  local entry = store.young[key] or store.old[key]
  if not entry then return nil end
  local value, bound, need = entry[1], entry[2], entry[4]
  node.hash = entry[5]
  if node.null and (entry[3] == plies or need <= plies) and
    (bound == 0 or bound == 1 and value >= node.beta or bound == -1 and value <= node.alpha) then
    return value, need
  end
end

------------------------------------------------------------------------------------------------
-- Tables that belong to a position: all that can be reached, by keys and values, found breadth first.

local HOSTS = { "package", "love", "minetest", "ngx", "vim" }
local NOT_COPIED = {
  { "__mode", "a weak table" }, { "__gc", "a table with '__gc'" }, { "__close", "a to-be-closed value" },
}
local metatable_of = debug and debug.getmetatable or getmetatable
local give_metatable = debug and debug.setmetatable or setmetatable

-- The tables that would drag the whole program in, and what they are called.
local function forbidden()
  local named = { [_G] = "_G" }
  for _, name in ipairs(HOSTS) do
    local host = rawget(_G, name)
    if type(host) == "table" then named[host] = name end
  end
  if package then named[package.loaded] = "package.loaded" end
  return named
end

-- The key of the first table at which it has the second one.
local function step_to(from, to)
  for key, value in next, from do
    if value == to then
      return type(key) == "string" and "." .. key or ("[%s]"):format(type(key) == "number" and key or type(key))
    end
  end
  return "[a key]"
end

local function path_to(found, parents, number, root)
  local path = ""
  while parents[number] > 0 do
    path = step_to(found[parents[number]], found[number]) .. path
    number = parents[number]
  end
  return root .. path
end

-- `whose`: the game with `undo = true`; nil: for a copy. `named`: the state is the list of what `reach` has named.
local function find_tables(state, most, whose, named)
  local found, numbers, parents, roots = {}, {}, {}, forbidden()
  local function path(number) return path_to(found, parents, number, named and "reach()" or "state") end
  local function refuse(number, what)
    if whose then raise("%s: %s is %s, which 'undo = true' cannot take back", whose, path(number), what) end
    raise("bad argument #1 to 'copy' (%s is %s, which cannot be copied)", path(number), what)
  end
  local function refuse_more(parent)
    if whose then
      raise("%s: more than %d tables to take back (field 'tables' is the limit), the last one in %s", whose, most,
        path(parent))
    end
    raise("bad argument #1 to 'copy' (more than %d tables (option 'tables' is the limit), the last one in %s)", most,
      path(parent))
  end
  local function look_at(value, parent)
    if type(value) ~= "table" or numbers[value] then return end
    local number = #found + 1
    if number > most + (named and 1 or 0) then refuse_more(parent) end
    found[number], numbers[value], parents[number] = value, number, parent
    if roots[value] then refuse(number, roots[value]) end
    local meta = metatable_of(value)
    if meta ~= nil and type(meta) ~= "table" then refuse(number, "a table whose metatable is protected") end
    for _, row in ipairs(type(meta) == "table" and NOT_COPIED or {}) do
      if rawget(meta, row[1]) ~= nil then refuse(number, row[2]) end
    end
  end
  look_at(state, 0)
  local number = 1
  while found[number] do
    for key, value in next, found[number] do
      look_at(key, number)
      look_at(value, number)
    end
    number = number + 1
  end
  return found
end

-- What belongs to the position, of a game with `undo = true`.
local function roots_of(rules, state)
  if not rules.reach then
    if type(state) ~= "table" then
      raise("%s: the state is a %s ('undo = true' needs a table, or 'reach')", label(rules), type(state))
    end
    return state
  end
  local list = { rules.reach(state) }
  local count = #list
  if count == 0 then raise("%s: 'reach' returned nothing (tables expected)", label(rules)) end
  for i = 1, count do
    if type(list[i]) ~= "table" then
      raise("%s: 'reach' returned %s (tables expected)", label(rules), shown(list[i]))
    end
  end
  return list
end

-- A picture of the position at hand: what stands in each table, and its metatable.
local function take_picture(rules, state)
  local picture = find_tables(roots_of(rules, state), rules.tables or MOST_TABLES, label(rules), rules.reach ~= nil)
  for number, original in ipairs(picture) do
    local fields = {}
    for key, value in next, original do fields[key] = value end
    picture[number] = { original, fields, metatable_of(original) }
  end
  return picture
end

local function restore(picture)
  for _, part in ipairs(picture) do
    local original, fields, meta = part[1], part[2], part[3]
    for key in next, original do
      if fields[key] == nil then rawset(original, key, nil) end
    end
    for key, value in next, fields do rawset(original, key, value) end
    if metatable_of(original) ~= meta then give_metatable(original, meta) end
  end
end

------------------------------------------------------------------------------------------------
-- Positions. Values are as the player to move sees them.

-- A value that a callback gave, as the player to move sees it.
local function worth(rules, name, value, player, ply)
  if type(value) ~= "number" or value ~= value then broken(rules, name, value, "number", ply) end
  if (value > MOST_INTEGER or value < -MOST_INTEGER) and math.type and math.type(value) == "integer" then
    broken(rules, name, value, "integer up to 2^53 in magnitude, or math.huge,", ply)
  end
  if player == 2 and rules.viewpoint then return -value end
  return value
end

local function player_in(rules, state, ply)
  local player = rules.player(state)
  if player ~= 1 and player ~= 2 then broken(rules, "player", player, "1 or 2", ply) end
  return player
end

-- Opens a node, whose window is set, for its moves to be tried; or gives its value and the plies that this needed.
local function open(search, node, state, player)
  local rules, ply, value, need = search.rules, node.ply, nil, nil
  node.state, node.player = state, player
  if search.store then value, need = probe(search, node, search.horizon - ply + 1) end
  if value then return value, need end
  local moves, count = nil, rules.width
  if not count then
    moves = rules.moves(state)
    if type(moves) == "function" then
      raise("%s: 'moves' returned an iterator, which alphabeta.pure does not support%s", label(rules), ELSEWHERE)
    end
    if type(moves) ~= "table" and moves ~= nil then broken(rules, "moves", moves, "list", ply) end
    count = moves and #moves or 0
    if count == 0 then return worth(rules, "evaluate", rules.worth_of(state), player, ply), 0 end
    if count > MOST_MOVES then
      raise("%s: 'moves' returned %d moves (limit is %d) at ply %d", label(rules), count, MOST_MOVES, ply - 1)
    end
  end
  if node.hash and node.hash > count then node.hash = nil end -- another position has the same key
  node.moves, node.count, node.index, node.again, node.ranked, node.picture = moves, count, 0, false, false, nil
  node.low, node.best, node.best_number, node.need, node.line = node.alpha, -huge, nil, 0, nil
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
      local score = search.history[move] or 0
      if rules.order then score = rules.order(node.state, move) end
      if type(score) ~= "number" or score ~= score then broken(rules, "order", score, "number", node.ply) end
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

-- The number of the node's next move; its window; is that null, a scout? All moves but the first are scouted. A root
-- move is to be found also if it is as good as the best: if it comes before that, or one of them is to be drawn.
local function plan(search, node)
  local place, hash, low, high = node.index + 1, node.hash, node.alpha, node.beta
  local number = place
  if hash and place == 1 then -- most nodes need no more
    number = hash
  elseif hash or search.learning then
    if not node.ranked then rank(search, node) end
    number = node.order[place]
  end
  if node.ply == 1 and node.best_number and (search.draws or number < node.best_number) then low = -above(-low) end
  if search.learning and node.best_number and low > -huge and not node.again and above(low) < high then
    return number, low, above(low), true
  end
  return number, low, high, false
end

-- Before the first move at a node, where `undo = true`.
local function take_node(search, node)
  node.picture = take_picture(search.rules, search.state)
end

local function take_back(search, ply)
  if search.rules.undo == true then
    restore(search.frames[ply].picture)
    search.height = ply - 1
    return
  end
  search.height = nil
  search.rules.undo(search.state, search.frames[ply].move)
  search.height = ply - 1
end

local function node_at(search, ply)
  if ply > MOST_PLIES + 1 then goes_on(search.rules) end -- so far it looks whether the game is over
  search.frames[ply] = search.frames[ply] or { ply = ply, order = {} }
  return search.frames[ply]
end

------------------------------------------------------------------------------------------------
-- The loop

-- The position that is searched is visited. It may have a value at once.
local function open_root(search)
  local rules, root, state = search.rules, node_at(search, 1), search.state
  local player, value, need = rules.player and player_in(rules, state, 1)
  root.alpha, root.beta, root.null = -huge, huge, false
  if search.horizon == 0 then
    value, need = worth(rules, "evaluate", rules.estimate_of(state), player, 1), huge
  else
    value, need = open(search, root, state, player)
    root.hash = search.learning and search.number or nil
  end
  search.nodes, search.ply, search.found = search.nodes + 1, 1, search.listed and {}
  return value, need
end

-- Leaves the node: its value and the plies that it needed.
local function leave(search, node)
  local rules, ply = search.rules, node.ply
  if not node.best_number then -- no move was legal: the game is over
    return worth(rules, "evaluate", rules.worth_of(node.state), node.player, ply), 0
  end
  if ply > search.deepest then search.deepest = ply end
  if search.store and node.key ~= -1 then remember(search.store, node, search.horizon - ply + 1) end
  return node.best, node.need
end

-- Walks on to the end of the pass, which gives the value of the root and the plies that it needed; nil: as many
-- positions are visited as may be. The locals that stand for fields are written back as soon as they change.
local function walk(search)
  local rules, frames, horizon, most = search.rules, search.frames, search.horizon, search.most
  local play, undo, evaluate, player_of = rules.play, rules.undo, rules.estimate_of, rules.player
  local learning, viewpoint, all = search.learning, rules.viewpoint, search.all
  local refuses = rules.width or rules.pseudolegal
  if search.ply == 0 then
    if search.nodes >= most then return nil end
    local value, need = open_root(search)
    if value then return value, need end
  end
  local ply, nodes = search.ply, search.nodes
  local node = frames[ply]
  local index, count, alpha, beta = node.index, node.count, node.alpha, node.beta
  while true do
    local value, need, number, move, low, high, scout, line
    if index < count then
      if nodes >= most then return nil end

      -- Step 1. Take up the next move, and its window.
      number, low, high, scout = index + 1, alpha, beta, false
      if learning or ply == 1 then number, low, high, scout = plan(search, node) end
      local moves, state, payoff = node.moves, node.state, nil
      move = number
      if moves then
        move = moves[number]
        if move == nil then
          raise("%s: move %d of the list from 'moves' is nil at ply %d", label(rules), number, ply - 1)
        end
      end

      -- Step 2. Play it.
      if low >= high then -- the best is infinite: a root move that is not preferred does not matter
        state = false
      elseif undo then
        if undo == true and not node.picture then take_node(search, node) end
        node.move, search.height = move, nil
        local played
        played, payoff = play(state, move)
        if played == false and refuses then
          state = false
          if undo == true then restore(node.picture) end
        end
        search.height = state and ply or ply - 1
      else
        state, payoff = play(state, move)
        if not state and (state == false or not refuses) then broken(rules, "play", state, "state", ply) end
      end

      -- Step 3. Value the child if it is a leaf, or known; or open it as a node.
      if state then
        local player, same = nil, false
        if player_of then
          player = player_in(rules, state, ply + 1)
          same = player == node.player
        end
        if payoff ~= nil and type(payoff) == "number" then
          value, need, scout = worth(rules, "play", payoff, player, ply), 0, false
        elseif ply >= horizon then
          value, need, scout = evaluate(state), huge, false
          if type(value) ~= "number" or not (value > -MOST_INTEGER and value < MOST_INTEGER) or viewpoint then
            value = worth(rules, "evaluate", value, player, ply + 1)
          end
        else
          local child = frames[ply + 1] or node_at(search, ply + 1)
          if same then child.alpha, child.beta = low, high else child.alpha, child.beta = -high, -low end
          child.null, child.same = scout or node.null, same
          value, need = open(search, child, state, player)
        end
        nodes = nodes + 1
        search.nodes = nodes
        if value then
          if undo then take_back(search, ply) end
          if not same then value = -value end
        else
          node.number, node.move, node.low_tried, node.scout = number, move, low, scout
          ply = ply + 1
          node, search.ply = frames[ply], ply
          index, count, alpha, beta = 0, node.count, node.alpha, node.beta
        end
      else
        index = index + 1
        node.index = index
      end
    else
      -- Step 4. Leave the node: its value is that of its parent's child.
      value, need = leave(search, node)
      if ply == 1 then return value, need end
      line = node.line
      if not node.same then value = -value end
      ply = ply - 1
      node, search.ply = frames[ply], ply
      if undo then take_back(search, ply) end
      index, count, alpha, beta = node.index, node.count, node.alpha, node.beta
      number, move, low, scout = node.number, node.move, node.low_tried, node.scout
    end

    -- Step 5. The node takes the value. A scout that finds more than was asked for has proven only that it is more: the
    -- move is to be tried again.
    if value and scout and value > low and (value < beta or beta == huge) then
      node.again = true
    elseif value then
      local best = node.best
      index = index + 1
      node.index, node.again = index, false
      if need >= node.need then node.need = need + 1 end
      if ply == 1 and search.found then
        search.found[number] = { number = number, value = value, line = { move, line } }
      end
      if value > best or not node.best_number or value == best and ply == 1 and number < node.best_number then
        node.best, node.best_number = value, number
        if ply == 1 then
          node.line = { move, line }
          if not all then alpha = value end
        elseif value > alpha or alpha == -huge then -- the line is noted where it can be a part of the best one
          if value < beta or beta == huge then node.line = { move, line } end
          alpha = value
        end
        node.alpha = alpha
        if value >= beta and ply > 1 then -- a cut-off: what holds of that one child holds of the node
          index = count
          node.index, node.need = index, need + 1
          if learning and move == move then
            search.history[move] = (search.history[move] or 0) + (horizon - ply + 1) ^ 2
          end
        end
      end
    end
  end
end

------------------------------------------------------------------------------------------------
-- Passes and limits

-- What the root knows is what the search knows.
local function note(search, value, bound)
  local root = search.frames[1]
  search.value, search.bound, search.line, search.number = value, bound, root.line, root.best_number
  search.moves = search.found
end

-- The pass under way counts if it has found a better move: it looks deeper.
local function look(search)
  local root = search.ply > 0 and not search.finished and search.frames[1]
  if root and root.best_number and (search.depth == 0 or root.best_number ~= search.number and not search.all) then
    note(search, root.best, "lower")
  end
end

local function stop(search, why)
  look(search)
  search.finished, search.stopped = true, why
end

-- How deep deepening goes without a depth. Without any limit it is to be seen whether the game is over at the last ply.
local function last_depth(options) return (options.nodes or options.time) and MOST_PLIES or MOST_PLIES + 1 end

-- The pass is complete.
local function end_pass(search, value, need)
  local options, horizon = search.options, search.horizon
  note(search, value, "exact")
  search.ply, search.depth = 0, horizon < ENDLESS and horizon or search.deepest
  if options.deepening and need == huge and horizon < (options.depth or last_depth(options)) then
    search.horizon = horizon + search.plies
  else
    stop(search)
    if need == huge and not (options.depth or options.nodes or options.time) then goes_on(search.rules) end
  end
end

-- Seconds.
local function worked(search) return search.spent + (search.began and clock() - search.began or 0) end

-- Sets how many positions may be visited before this is asked again. Not true: the step is over.
local function grant(search, limits)
  local options, nodes = search.options, search.nodes
  search.most = math.min(options.nodes or huge, limits.nodes or huge)
  if nodes >= (options.nodes or huge) then return stop(search, "nodes") end
  if nodes >= search.most then return false end
  if options.time or limits.time then
    local now, has_move = worked(search), search.value or search.ply > 0 and search.frames[1].best_number
    if now >= (options.time or huge) and has_move then return stop(search, "time") end
    if now >= (limits.time or huge) and nodes > limits.began then return false end
    local pace = search.pace -- so that about 0.1 ms pass from look to look
    search.pace = now - search.looked > 1e-4 and math.max(1, math.floor(pace / 2)) or math.min(1000, pace * 2)
    search.looked, search.most = now, math.min(search.most, nodes + search.pace)
  end
  return true
end

-- Leaves the position as it was given, with a picture of where the search stands.
local function leave_position(search)
  local root, node = search.frames[1], search.frames[search.ply]
  local known = search.ply <= 1 or node.picture or pcall(take_node, search, node)
  if root and root.picture then restore(root.picture) end
  search.height = known and 0 or nil
end

local function return_to_position(search)
  local root = search.frames[1]
  if search.ply > 1 then
    root.picture = nil
    take_node(search, root)
    restore(search.frames[search.ply].picture)
  elseif root then
    root.picture = nil
  end
end

local function unwind(search)
  if search.rules.undo == true then return leave_position(search) end
  for ply = search.height, 1, -1 do take_back(search, ply) end
end

local function replay(search)
  if search.rules.undo == true then return return_to_position(search) end
  for ply = 1, search.rules.undo and search.ply - 1 or 0 do -- the moves of the path are made again
    search.height = nil
    search.rules.play(search.state, search.frames[ply].move)
    search.height = ply
  end
end

local function run(search, limits)
  replay(search)
  while not search.finished and limits.depths ~= 0 and grant(search, limits) do
    local value, need = walk(search)
    if value then
      end_pass(search, value, need)
      limits.depths = limits.depths and limits.depths - 1
    end
  end
  unwind(search)
end

-- Works on. The state of a game with `undo` is restored, whatever happens.
local function work(search, limits)
  limits.began = search.nodes
  limits.nodes = limits.nodes and limits.nodes + search.nodes
  limits.time = limits.time and limits.time + search.spent
  search.running, search.began = true, clock()
  local fine, problem = pcall(run, search, limits)
  if not fine and (search.height or search.rules.undo == true) then pcall(unwind, search) end
  search.spent, search.began, search.running = worked(search), nil, false
  if not search.height then search.closed = "dirty" end
  if not fine then error(problem, 0) end
end

------------------------------------------------------------------------------------------------
-- Results

local function list_of(line)
  local list = {}
  while line do
    list[#list + 1], line = line[1], line[2]
  end
  return list
end

-- Root moves, best first; equals in the order of `moves`. And those of the best value.
local function ranked(found)
  local order, list, best = {}, {}, {}
  for _, move in pairs(found) do order[#order + 1] = move end
  table.sort(order, function(a, b) return a.value > b.value or a.value == b.value and a.number < b.number end)
  for i, move in ipairs(order) do
    list[i] = { move = move.line[1], value = move.value + 0, bound = "exact", pv = list_of(move.line) }
    if move.value == order[1].value then best[i] = list[i].move end
  end
  return list, best
end

-- The entry of the list that the option `choose` wants; the first `count` are equally good.
local function choice(options, list, count)
  if options.choose == "random" then
    local number = (options.random or math.random)(count)
    if type(number) == "number" and number % 1 == 0 and number >= 1 and number <= count then return list[number] end
    raise("option 'random' returned %s (integer from 1 to %d expected)", shown(number), count)
  end
  local move = options.choose(list)
  for _, entry in ipairs(list) do
    if rawequal(entry.move, move) then return entry end
  end
  raise("option 'choose' returned %s ('move' of one of the entries expected)", shown(move))
end

-- What is known. The choice is made once, when the search is over; whoever asks meanwhile is told the first best move.
local function result_of(search)
  look(search)
  local list, best = ranked(search.moves or {})
  local result = { value = search.value and search.value + 0, bound = search.bound, -- no negative zero
    depth = search.depth, nodes = search.nodes, time = worked(search), stopped = search.stopped or search.closed }
  if search.all then result.moves, result.best = list, best end
  if search.chooses and search.finished and list[1] and not search.pv then
    search.pv = list_of(search.line)
    local fine, chosen = pcall(choice, search.options, list, #best)
    search.pv = fine and chosen.pv or nil
    if not fine then error(chosen, 0) end
  end
  result.pv = search.pv or list_of(search.line)
  result.move = result.pv[1]
  return result
end

------------------------------------------------------------------------------------------------
-- What users see

local Search = {}
Search.__index = Search

-- The last depth is the one that was asked for.
local function first_depth(options, plies)
  local depth = options.depth
  if not options.deepening or depth == 0 then return depth or ENDLESS end
  return depth and (depth - 1) % plies + 1 or 1
end

local function new_search(caller, game, state, given, deepening)
  local rules, options = read_game(caller, game, state), read_options(3, caller, given, SEARCH_OPTIONS)
  local t, draws = options.table, options.choose == "random"
  local chooses = draws or type(options.choose) == "function"
  if t and not rules.key then raise("bad argument #3 to '%s' (option 'table' needs a game with 'key')", caller) end
  if t and t.rules and not belongs_to(rules, t.rules) then
    raise("bad argument #3 to '%s' (option 'table': it belongs to another game)", caller)
  end
  if rules.key and t == nil then t = new_table(64 * 2 ^ 20) end
  if t then t.rules = rules end
  local plies = 1 -- from one depth to the next
  if options.deepening == nil then
    local cut = deepening or options.time ~= nil or options.nodes ~= nil
    options.deepening = cut or t and true
    plies = not cut and options.depth and 2 or 1
  end
  return setmetatable({ rules = rules, state = state, options = options, store = t and t.store,
    learning = t or rules.order, all = options.all or chooses and not draws, listed = options.all or chooses,
    chooses = chooses, draws = draws,
    horizon = first_depth(options, plies), plies = plies,
    frames = {}, history = {}, scores = {}, height = 0, ply = 0, nodes = 0, most = 0, depth = 0, deepest = 0,
    spent = 0, looked = 0, pace = 0.5 }, Search)
end

-- Works on, and says what is known then.
local function continue(search, limits)
  work(search, limits)
  return result_of(search)
end

local function searched(...) return continue(new_search(...), {}) end

local function check_idle(search, done)
  if search.running then
    error("search is running (in a callback, or in a coroutine that is suspended): it cannot be " .. done, 3)
  end
end

--- Makes a search that is stepped; nothing is searched yet.
function pure.start(game, state, options) return (answer(pcall(new_search, "start", game, state, options))) end

--- Works on, until a limit is met; without limits to the end. True: the search is finished.
function Search:step(limits)
  check_idle(self, "stepped")
  if self.closed then error(("search is closed (%s)"):format(self.closed), 2) end
  answer(pcall(work, self, answer(pcall(read_options, 1, "step", limits, STEP_LIMITS))))
  return self.finished or false
end

--- The best known so far.
function Search:result() return self.final or (answer(pcall(result_of, self))) end

--- Gives the memory back and keeps the result.
function Search:close()
  check_idle(self, "closed")
  if self.final then return end
  if not self.finished then self.closed = self.closed or "closed" end
  self.final = answer(pcall(result_of, self))
  self.closed = self.closed or "closed"
  self.frames, self.history, self.store, self.state, self.rules = nil, nil, nil, nil, nil
end

--- Searches, and returns what it found.
function pure.search(game, state, options) return (answer(pcall(searched, "search", game, state, options))) end

--- Searches deeper and deeper: an iterator that gives a result for each completed depth.
function pure.deepen(game, state, options)
  local search = answer(pcall(new_search, "deepen", game, state, options, true))
  return function()
    check_idle(search, "stepped")
    if search.finished or search.closed then return nil end
    return (answer(pcall(continue, search, { depths = 1 })))
  end
end

--- A player that searches: a function from a state and its game to a move and the result. In a game with `key` it keeps
--- a table. With `seed` it chooses at random among the best moves, always the same ones.
function pure.player(given)
  local options = answer(pcall(read_options, 1, "player", given, PLAYER_OPTIONS))
  if options.seed then
    options.random = options.random or require "alphabeta.base.random"(options.seed)
    options.choose, options.seed = options.choose or "random", nil
  end
  local own_table, known_game = options.table == nil, nil
  return function(state, game)
    if own_table and type(game) == "table" and game.key and game ~= known_game then
      options.table, known_game = new_table(), game
    end
    local result = answer(pcall(searched, "search", game, state, options))
    local move = result.move
    if move == nil then move = answer(pcall(searched, "search", game, state, { depth = 1 })).move end -- too few nodes
    return move, result
  end
end

------------------------------------------------------------------------------------------------
-- Copies

local function copied(state, options)
  local copies = {}
  local found = find_tables(state, read_options(2, "copy", options, COPY_OPTIONS).tables or MOST_TABLES)
  for _, original in ipairs(found) do copies[original] = {} end
  for _, original in ipairs(found) do
    local copy = copies[original]
    for key, value in next, original do rawset(copy, copies[key] or key, copies[value] or value) end
    give_metatable(copy, metatable_of(original))
  end
  return copies[state] or state
end

--- A copy of a position, and of all tables that can be reached from it.
function pure.copy(state, options)
  if state == nil then error("bad argument #1 to 'copy' (state expected, got nil)", 2) end
  return (answer(pcall(copied, state, options)))
end

return pure

-- Bytes become calls: of every function and method there is, with arguments that are right, nearly right or
-- absurd, over games whose callbacks raise, yield, collect, call in turn and answer nonsense. Errors are
-- allowed. Returns the function that spec/hostile/fuzz_calls.c calls with each input.

local alphabeta = require "alphabeta"
local api = require "spec.hostile.api"
local copy = require("alphabeta.base.options").copy

local MOST_OBJECTS = 8
local DEEPEST = 3 -- calls from within callbacks

local function names_of(rows)
  local list = {}
  for name in pairs(rows) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local OPTIONS = { match = { "max_plies", "opening_plies", "seed" } }
for _, row in ipairs { "search", "step", "table", "path", "pace", "copy" } do
  OPTIONS[row] = names_of(api.options[row])
end
local CALLBACKS = names_of(api.callbacks)
local NATIVE = { "connect4", "connect4-solver", "ewn", "kalah", "kalah-solver", "oshi", "othello", "pig",
  "synthetic", "tictactoe", "tiles" }
local NUMBERS = { -- of a position
  connect4 = 44, ["connect4-solver"] = 44, ewn = 16, pig = 5, kalah = 16,
  ["kalah-solver"] = 16, oshi = 4, othello = 65, synthetic = 4, tiles = 11,
}

-- The rules of nim in every form. A state is a table, so that it can be changed in place.
local rules = {}

function rules.moves(state)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = take end
  return list
end

function rules.noisy(state) return state.heap % 2 == 1 and { 1 } or nil end
function rules.play(state, take) return { heap = state.heap - take, player = 3 - state.player } end
function rules.evaluate(state) return (state.heap * 7 + state.player) % 5 - 2 end
function rules.player(state) return state.player end
function rules.bounds() return -2, 2 end
function rules.likelihood(_, move) return 1 / move end
function rules.order(_, move) return -move end
function rules.key(state) return state.heap * 2 + state.player end

-- The same as a puzzle: to take all.
function rules.goal(state) return state.heap <= 0 end
function rules.cost(_, take) return take % 2 + 1 end
function rules.estimate(state) return state.heap / 3 end

function rules.successors(state)
  local list = rules.moves(state)
  for i, move in ipairs(list) do list[i] = rules.play(state, move) end
  return list
end

local function play_in_place(state, take)
  state.heap, state.player = state.heap - take, 3 - state.player
end

-- The same where chance decides now and then, and both players choose at once.
local at_once = {}

function at_once.chance(state) if state.heap % 5 == 4 then return { 1, 2 }, { 1, 3 } end end

function at_once.simultaneous(state)
  if state.heap < 1 or state.heap % 3 == 0 then return nil end
  return rules.moves(state), state.player == 1 and { 0, 1 } or nil
end

-- As if nobody knew how large the heap is.
function at_once.determinize(state, _, random) return { heap = state.heap - 1 + random(3), player = state.player } end

function at_once.play(state, first, second) return rules.play(state, (first or 0) + (second or 0)) end
function at_once.play_in_place(state, first, second) play_in_place(state, (first or 0) + (second or 0)) end
function at_once.undo(state, first, second) play_in_place(state, -(first or 0) - (second or 0)) end

-- The same for so many players: those after the second one choose, and that is all.
local function for_several(game, players)
  if not players then return end
  game.players = players
  function game.evaluate(state) return { rules.evaluate(state), state.heap, players > 2 and -1 or nil } end
  function game.simultaneous(state)
    local first, second = at_once.simultaneous(state)
    if first then return first, second, players > 2 and { "left", "right" } or nil end
  end
end

local function iterate(state)
  local take = 0
  return function()
    take = take + 1
    return take <= math.min(3, state.heap) and take or nil
  end
end

return function(bytes)
  local at, within = 0, 0
  local searches, tables, threads, games, states, workers, dumps, sessions = {}, {}, {}, {}, {}, {}, {}, {}
  local call

  local function draw(n)
    at = at + 1
    return (bytes:byte(at) or 0) % n
  end

  local function any_value() return api.values[draw(api.values.n) + 1] end

  -- A value of the kind, more often than not.
  local function value_for(fits)
    local value = any_value()
    for i = 1, draw(4) > 0 and api.values.n or 0 do
      if fits(value) then break end
      value = api.values[i]
    end
    return value
  end

  local function keep(list, object)
    list[#list < MOST_OBJECTS and #list + 1 or draw(#list) + 1] = object
    return object
  end

  local function one_of(list) return list[draw(math.max(#list, 1)) + 1] end

  -- What a callback does besides its work, or instead of it.
  local MISCHIEF = {
    function() error(any_value(), 0) end,
    function() coroutine.yield(any_value()) end,
    function() collectgarbage() end,
    function() if within < DEEPEST then call() end end,
    function(list) if type(list) == "table" then list[draw(4) + 1] = any_value() end end,
    function(list) if type(list) == "table" then list.heap = draw(8) end end,
  }

  local function mischievous(callback, name)
    local kinds = (api.callbacks[name] or api.option_callbacks[name] or { results = {} }).results
    return function(...)
      local what = draw(32)
      if what >= 1 and what <= #MISCHIEF then MISCHIEF[what](...) end
      if what == 10 then return value_for(kinds[1] or type), any_value() end
      local list, second, third = callback(...)
      if what == 11 then MISCHIEF[5](list) end
      return list, second, third
    end
  end

  local function new_game()
    local form, game = draw(9), { evaluate = rules.evaluate, name = draw(2) == 0 and "nim" or nil }
    game.moves, game.play = rules.moves, rules.play
    if form == 1 then
      game.play = play_in_place
      game.undo = function(state, take) play_in_place(state, -take) end
    elseif form == 2 then
      game.moves = iterate
    elseif form == 3 then
      game.variadic = true
      game.moves = function(state) return table.unpack(rules.moves(state)) end
    elseif form == 4 then
      game.moves, game.width = nil, 3
      game.play = function(state, take) if take <= state.heap then return rules.play(state, take) end end
    elseif form == 5 then
      game.moves, game.play, game.successors = nil, nil, rules.successors
    elseif form == 6 then
      game.fills = true
      game.moves = function(state, list)
        local moves = rules.moves(state)
        for i, take in ipairs(moves) do list[i] = take end
        return #moves
      end
    elseif form > 6 then
      game.simultaneous, game.player, game.play = at_once.simultaneous, rules.player, at_once.play
      game.chance = draw(2) == 1 and at_once.chance or nil
      if form == 8 then game.play, game.undo = at_once.play_in_place, draw(4) == 0 or at_once.undo end
      if game.undo == true then game.reach = function(state) return state end end
      for_several(game, draw(3) == 0 and 2 + draw(2) or nil)
      game.determinize = draw(3) == 0 and mischievous(at_once.determinize, "determinize") or nil
    end
    for _, name in ipairs { "player", "key", "order", "noisy", "bounds", "likelihood" } do
      if draw(2) == 1 then game[name] = rules[name] end
    end
    for _, name in ipairs { "goal", "cost", "estimate" } do
      if draw(3) == 0 then game[name] = mischievous(rules[name], name) end
    end
    game.viewpoint = game.player and not game.players and (form > 6 or draw(2) == 1) and 1 or nil
    if draw(8) == 0 then game[CALLBACKS[draw(#CALLBACKS) + 1]] = any_value() end
    for _, name in ipairs(CALLBACKS) do
      if type(game[name]) == "function" then game[name] = mischievous(game[name], name) end
    end
    return keep(games, game)
  end

  -- Rules in C, some of their operations wrapped in Lua.
  local function native_game()
    local game = alphabeta.native(NATIVE[draw(#NATIVE) + 1], draw(4) == 0 and any_value() or nil)
    for _, name in ipairs(CALLBACKS) do
      if type(game[name]) == "function" and draw(4) == 0 then game[name] = mischievous(game[name], name) end
    end
    return keep(games, game)
  end

  -- A state of it, or of another, begun or made up.
  local function native_state(game)
    local numbers = {}
    for i = 1, draw(4) == 0 and draw(100) or NUMBERS[game.name] or 9 do numbers[i] = draw(3) end
    if game.name == "connect4" then numbers[1], numbers[2] = 7, 6 end
    for i = 3, game.name == "connect4" and draw(4) > 0 and #numbers or 0 do numbers[i] = 0 end
    for _ = 1, draw(8) == 0 and #numbers > 0 and draw(3) or 0 do numbers[draw(#numbers) + 1] = any_value() end
    local state = keep(states, (game.read(numbers)))
    return draw(8) == 0 and one_of(states) or state
  end

  local function play_native()
    local game = one_of(games)
    local state = native_state(game)
    local list = game.moves(state)
    keep(states, game.play(state, draw(8) == 0 and any_value() or list[draw(#list) + 1]))
    return game.evaluate(state), tostring(state), state == one_of(states), state:copy(), game.write(state)
  end

  local function any_game()
    local how = draw(8)
    if how == 0 then return any_value() end
    return how < 4 and one_of(games) or new_game()
  end

  -- A game that has this callback, more often than not.
  local function fit_game(name)
    local game = any_game()
    if draw(8) > 0 and type(game) == "table" and game[name] == nil then game[name] = mischievous(rules[name], name) end
    return game
  end

  local OPTION_CALLBACKS = {
    on_depth = mischievous(function() return draw(8) == 0 end, "on_depth"),
    choose = mischievous(function(moves) return moves[draw(#moves) + 1].move end, "choose"),
    random = mischievous(function(n) return draw(n) + 1 end, "random"),
  }

  local function new_options(row)
    if draw(8) == 0 then return any_value() end
    local options = {}
    for _ = 1, draw(5) do
      local name = one_of(OPTIONS[row])
      options[name] = value_for(api.options[row][name])
    end
    if row == "search" and draw(2) == 0 then options.table = one_of(tables) end
    if row == "search" then
      options.nodes = options.nodes or 1000
      for _, name in ipairs { "on_depth", "choose", "random" } do
        if draw(4) == 0 then options[name] = OPTION_CALLBACKS[name] end
      end
    end
    return options
  end

  -- No hook interrupts rules in C: what searches them has a limit of its own, also where the options are a table that
  -- raises or lies.
  local function with_limit(options)
    if options ~= nil and type(options) ~= "table" then return options end
    local limited = copy(getmetatable(options) == nil and options or nil)
    if limited.nodes == nil or type(limited.nodes) == "number" and limited.nodes > 1000 then limited.nodes = 1000 end
    return limited
  end

  local function new_state() return draw(16) == 0 and any_value() or { heap = draw(10), player = draw(2) + 1 } end

  local function look(search)
    local result = search:result()
    assert(result.value == nil or result.value == result.value, "NaN")
    assert(result.move == nil or #result.pv > 0)
  end

  local function in_coroutine(method, object, ...)
    local thread = coroutine.create(method)
    keep(threads, thread)
    return coroutine.resume(thread, object, ...)
  end

  local SESSION_CALLS = { "step", "play", "moves", "played", "text", "take_back", "redo", "hint", "values", "review",
    "thinking", "levels", "seated", "set_level", "set_seat", "close" }

  local CALLS = {
    function() return alphabeta.search(any_game(), new_state(), new_options "search") end,
    function() keep(searches, alphabeta.start(any_game(), new_state(), new_options "search")) end,
    function()
      local step = alphabeta.deepen(any_game(), new_state(), new_options "search")
      for _ = 1, draw(4) do step() end
    end,
    function() keep(tables, alphabeta.table(new_options "table")) end,
    function() return one_of(searches):step(new_options "step") end,
    function() return one_of(searches):step() end,
    function() return in_coroutine(one_of(searches).step, one_of(searches), new_options "step") end,
    function() return coroutine.resume(one_of(threads), any_value()) end,
    function() return coroutine.close(one_of(threads)) end,
    function() look(one_of(searches)) end,
    function() return one_of(searches):close() end,
    function() return tostring(one_of(searches)) .. tostring(one_of(tables)) end,
    function() return one_of(tables):stats(), #one_of(tables) end,
    function() return one_of(tables):clear() end,
    function() return one_of(searches)[draw(2) == 0 and "step" or "result"](any_value(), any_value()) end,
    function() return getmetatable(one_of(searches)) end,
    function()
      searches[draw(MOST_OBJECTS) + 1], threads[draw(MOST_OBJECTS) + 1] = nil, nil
      collectgarbage()
    end,
    function() local search <close> = one_of(searches) if search then search:step { nodes = 3 } end end,
    play_native,
    function()
      local game = native_game()
      local search = alphabeta.start(game, native_state(game), with_limit(new_options "search"))
      return keep(searches, search):step { nodes = 50 }
    end,
    function() return alphabeta.tree.text(alphabeta.search(any_game(), new_state(), { depth = 2, trace = true })) end,
    function() return alphabeta.match(any_game(), new_state(), { alphabeta.random_player(draw(9)), any_value() },
      new_options "match") end,
    function() return keep(searches, alphabeta.start(new_game(), { heap = 6, player = 1 })):step { nodes = 7 } end,
    function()
      local game, state = any_game(), new_state()
      local solution = alphabeta.solve(game, state, { positions = 40 })
      return solution:value(state), solution:moves(state), solution:move(state), solution:strategies(state)
    end,
    function()
      local game, state = any_game(), new_state()
      return alphabeta.explain(game, state, alphabeta.search(game, state, new_options "search"))
    end,
    function() return alphabeta.path(fit_game "goal", new_state(), new_options "path") end,
    function() keep(workers, alphabeta.start_path(fit_game "goal", new_state(), new_options "path")) end,
    function() keep(workers, alphabeta.start_solve(fit_game "key", new_state(), { positions = draw(200) })) end,
    function()
      local game = native_game()
      return keep(workers, alphabeta.start_path(game, native_state(game), new_options "path")):step { nodes = 50 }
    end,
    function() return one_of(workers):step(new_options "pace") end,
    function() return in_coroutine(one_of(workers).step, one_of(workers), { nodes = draw(50) }) end,
    function() return tostring(one_of(workers)), one_of(workers):result() end,
    function() return one_of(workers):close() end,
    function()
      local game, state, entries = fit_game "key", new_state(), alphabeta.table()
      alphabeta.search(game, state, { nodes = 15, table = entries })
      keep(dumps, { entries:dump(game, state), game, state })
    end,
    function()
      local game, state = fit_game "key", { heap = draw(4), player = 1 }
      keep(dumps, { alphabeta.solve(game, state, { positions = 40 }):dump(), game, state })
    end,
    function()
      local text, game, state = table.unpack(one_of(dumps))
      local place = 1 + (draw(4) * 256 + draw(256)) % #text
      if draw(2) == 0 then text = text:sub(1, place - 1) .. string.char(draw(256)) .. text:sub(place + 1) end
      if draw(8) == 0 then text = text:sub(1, place) end
      keep(tables, alphabeta.undump(text, draw(8) == 0 and any_game() or game, draw(8) == 0 and new_state() or state))
    end,
    function() return alphabeta.copy(draw(2) == 0 and any_game() or any_value(), new_options "copy") end,
    function()
      local game, state = any_game(), new_state()
      return alphabeta.parse(game, state, alphabeta.text(game, state, draw(2) == 0 and draw(4) or any_value()))
    end,
    function()
      local game, state = any_game(), new_state()
      keep(sessions, alphabeta.session(game, { state = state, level = 1 + draw(3), seed = 1 }))
    end,
    function()
      local session, name = one_of(sessions), one_of(SESSION_CALLS)
      local argument = draw(2) == 0 and draw(4) or any_value()
      return session[name](session, name == "step" and { nodes = 100 } or argument, any_value())
    end,
  }

  function call()
    within = within + 1
    local worked, message = pcall(CALLS[draw(#CALLS) + 1])
    within = within - 1
    assert(worked or message ~= "NaN", message)
  end

  while at < #bytes do call() end
end

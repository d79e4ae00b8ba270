-- The game doctor: each planted fault is named, with moves that show it; right games are left in peace.

local alphabeta = require "alphabeta"
local numbers = require "spec.support.numbers"
local patients = require "alphabeta.check.patient"
local picture = require "alphabeta.check.picture"
local signs = require "alphabeta.check.signs"
local witness = require "alphabeta.check.witness"
local kalah = require "alphabeta.twins.kalah"
local tictactoe = require "alphabeta.twins.tictactoe"
local ewn = require "alphabeta.games.ewn"
local castles = require "spec.support.castles"
local effort = require "spec.support.effort"
local heap_of = require "spec.support.nim"
local interpreter = require "spec.support.interpreter"
local pig = require "alphabeta.games.pig"
local quick = require "spec.support.quick"
local rolling = require "spec.support.rolling"
local othello = require "spec.support.othello"
local trees = require "spec.support.trees"
local knowledge = require "spec.support.knowledge"
local with_slow_clock = require "spec.support.slow_clock"

-- The doctor looks through whatever a game reaches: not through all of the program that runs the specs.
local describe, it, assert = describe, it, assert
local _ENV = _G -- luacheck: ignore _ENV

-- The rules without a key, and without payoffs from `play`: each fault is planted in what it is about.
local function bare(game)
  local copy = {}
  for name, value in pairs(game) do copy[name] = value end
  copy.key = nil
  function copy.play(state, move) return (game.play(state, move)) end
  return copy
end
local initial = kalah.initial
kalah, tictactoe = bare(kalah), bare(tictactoe)
function kalah.initial(options) return initial(options or { counters = 2 }) end

local SEEDS = tonumber(os.getenv "ALPHABETA_SEEDS") or 1
local TIME = 20 -- seconds: enough for any machine to do all examinations
local GAMES = SEEDS > 1 and 20 or 2 -- random games of each examination, where a fault does not take more
local RIGHT_GAMES = SEEDS > 1 and 20 or effort(2) -- where there is none
local RIGHT_TIME = SEEDS > 1 and TIME or quick(0.06, TIME)
local NONE = {} -- stands for nil

-- The game with some fields replaced.
local function with(game, fields)
  local copy = {}
  for name, field in pairs(game) do copy[name] = field end
  for name, field in pairs(fields) do copy[name] = field ~= NONE and field or nil end
  return copy
end

local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, field in pairs(value) do copy[key] = copied(field) end
  return copy
end

local function is_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b or a ~= a and b ~= b end
  for key, field in pairs(a) do
    if not is_same(field, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

------------------------------------------------------------------------------------------------
-- Games to plant faults in

local ROWS = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

local function has_row(cells, mark)
  for _, row in ipairs(ROWS) do
    if cells[row[1]] == mark and cells[row[2]] == mark and cells[row[3]] == mark then return true end
  end
  return false
end

-- Tic-tac-toe with a table inside the state.
local noughts = { name = "noughts" }

function noughts.initial() return { cells = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, turn = 1 } end

function noughts.moves(state)
  local list = {}
  for cell = 1, has_row(state.cells, 3 - state.turn) and 0 or 9 do
    if state.cells[cell] == 0 then list[#list + 1] = cell end
  end
  return list
end

function noughts.play(state, cell)
  local after = { cells = { table.unpack(state.cells) }, turn = 3 - state.turn }
  after.cells[cell] = state.turn
  return after
end

function noughts.evaluate(state) return has_row(state.cells, 3 - state.turn) and -1 or 0 end

function noughts.player(state) return state.turn end

function noughts.key(state) return table.concat(state.cells) end

-- The same in place.
local in_place = with(noughts, {
  play = function(state, cell)
    state.cells[cell] = state.turn
    state.turn = 3 - state.turn
  end,
  undo = function(state, cell)
    state.turn = 3 - state.turn
    state.cells[cell] = 0
  end,
})

-- The same with moves that fill a list.
local filling = with(noughts, { fills = true, moves = function(state, list)
  local count = 0
  for cell = 1, has_row(state.cells, 3 - state.turn) and 0 or 9 do
    if state.cells[cell] == 0 then
      count = count + 1
      list[count] = cell
    end
  end
  return count
end })

-- The same with moves as numbers from 1 to 9, and with payoffs from `play`.
local wide = with(noughts, {
  moves = NONE,
  width = 9,
  play = function(state, cell)
    if state.cells[cell] ~= 0 then return nil end
    local after = noughts.play(state, cell)
    if noughts.evaluate(after) < 0 then return after, -1 end
    return after
  end,
})

-- Three moves out of 12, 20 and 18: more than minimax is tried on, and few enough to be solved. Nobody can force a win:
-- to 9 only the answer 7 draws, and 11 wins against 7 alone.
local vast = {
  initial = function() return { ply = 0, first = 0, second = 0, third = 0 } end,
  moves = function(state)
    local list = {}
    for move = 1, ({ [0] = 12, 20, 18, 0 })[state.ply] do list[move] = move end
    return list
  end,
  play = function(state, move)
    local after = { ply = state.ply + 1, first = state.first, second = state.second, third = state.third }
    after[({ "first", "second", "third" })[after.ply]] = move
    return after
  end,
  evaluate = function(state)
    local wins = state.first == 9 and state.second ~= 7 or state.first == 11 and state.second == 7
    return state.ply == 3 and wins and -1 or 0
  end,
  key = function(state) return state.first .. "," .. state.second .. "," .. state.third end,
}

-- Kalah in place: `play` keeps what it changes on a stack, `undo` takes from there.
local function kalah_in_place()
  local stack = {}
  return with(kalah, {
    play = function(state, hole)
      local after, before = kalah.play(state, hole), {}
      for key, value in pairs(after) do
        before[key], state[key] = state[key], value
      end
      stack[#stack + 1] = before
    end,
    undo = function(state)
      for key, value in pairs(table.remove(stack)) do state[key] = value end
    end,
  })
end

local function kalah_payoff(payoff)
  return with(kalah, { play = function(state, hole)
    local after = kalah.play(state, hole)
    if #kalah.moves(after) == 0 then return after, payoff(after) end
    return after
  end })
end

local nim = {
  name = "nim",
  initial = function() return { heap = 11, player = 1 } end,
  moves = function(state)
    local list = {}
    for take = 1, math.min(3, state.heap) do list[take] = take end
    return list
  end,
  play = function(state, take) return { heap = state.heap - take, player = 3 - state.player } end,
  evaluate = function(state) return state.heap == 0 and -1 or 0 end,
  player = function(state) return state.player end,
  key = function(state) return 2 * state.heap + state.player end,
}

-- The same for people.
local written = with(noughts, {
  format = function(state) return table.concat(state.cells) .. state.turn end,
  parse = function(text)
    local cells, turn = text:match "^([012]+)([12])$"
    if not cells or #cells ~= 9 then return nil, "nine cells and whose turn it is expected" end
    local state = { cells = {}, turn = tonumber(turn) }
    for digit in cells:gmatch "." do state.cells[#state.cells + 1] = tonumber(digit) end
    return state
  end,
  format_move = function(_, cell) return ("abc"):sub((cell - 1) % 3 + 1, (cell - 1) % 3 + 1) .. (cell + 2) // 3 end,
  parse_move = function(_, text)
    local column, row = text:match "^([abc])([123])$"
    return column and 3 * row + ("abc"):find(column) - 3 or nil
  end,
})

-- Coins in a row: each move takes one from either end. The lead is that of the player to move.
local COINS = { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8 }

local coins = {
  name = "coins",
  initial = function() return { first = 1, last = #COINS, lead = 0 } end,
  moves = function(state) return state.first <= state.last and { "first", "last" } or {} end,
  play = function(state, side)
    local after = { first = state.first, last = state.last, lead = -state.lead - COINS[state[side]] }
    after[side] = after[side] + (side == "first" and 1 or -1)
    return after
  end,
  evaluate = function(state) return state.lead end,
  key = function(state) return state.first .. " " .. state.last .. " " .. state.lead end,
}

local function coins_left(state) return state.last - state.first + 1 end

-- Col, counted by cells: nobody claims a cell next to one of their own. Every move scores one.
local col = {
  initial = function() return { 0, 0, 0, 0, 0, 0, 0, 0, 0, turn = 1 } end,
  moves = function(state)
    local list = {}
    for cell = 1, 9 do
      local is_free = state[cell] == 0 and state[cell - 3] ~= state.turn and state[cell + 3] ~= state.turn
      if cell % 3 ~= 1 then is_free = is_free and state[cell - 1] ~= state.turn end
      if cell % 3 ~= 0 then is_free = is_free and state[cell + 1] ~= state.turn end
      if is_free then list[#list + 1] = cell end
    end
    return list
  end,
  play = function(state, cell)
    local after = { table.unpack(state, 1, 9) }
    after[cell], after.turn = state.turn, 3 - state.turn
    return after
  end,
  evaluate = function(state)
    local lead = 0
    for cell = 1, 9 do lead = lead + (state[cell] == state.turn and 1 or state[cell] ~= 0 and -1 or 0) end
    return lead
  end,
}

local function as_sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

------------------------------------------------------------------------------------------------
-- What a line must show

-- The state after a line, played with the game's own `play`.
local function after(game, line)
  local state = game.initial()
  for _, move in ipairs(line) do
    local result = game.play(state, move)
    if not game.undo then state = result end
  end
  return state
end

local function all_but_last(line) return { table.unpack(line, 1, #line - 1) } end

local show = {}

-- Somewhere on the way back, the state is not as it was on the way there.
function show.undo(game, found)
  local state, pictures = game.initial(), {}
  for i, move in ipairs(found.line) do
    pictures[i] = copied(state)
    game.play(state, move)
  end
  for i = #found.line, 1, -1 do
    game.undo(state, found.line[i])
    if not is_same(pictures[i], state) then return true end
  end
end

-- The last move changes the state that it is made in.
function show.play_changes(game, found)
  local state = after(game, all_but_last(found.line))
  local before = copied(state)
  game.play(state, found.line[#found.line])
  return not is_same(before, state)
end

function show.collision(game, found)
  local state, other = after(game, found.line), after(game, found.other)
  return game.key(state) == game.key(other) and not is_same(state, other)
end

function show.unequal(game, found)
  local state, other = after(game, found.line), after(game, found.other)
  return game.key(state) ~= game.key(other)
end

-- Asking changes the state.
function show.changes(name)
  return function(game, found)
    local state = after(game, found.line)
    for _ = 1, 2 do
      local before = copied(state)
      game[name](state)
      if not is_same(before, state) then return true end
    end
  end
end

-- A callback gives, or raises, what it should not.
function show.gives(name, is_wrong)
  return function(game, found)
    local state = after(game, found.line)
    return is_wrong(select(2, pcall(game[name], state)))
  end
end

function show.legal(_, found) return #found.line > 0 end

-- The value turns round with the player, or the end of the game is the last mover's loss or win wrongly.
function show.sign(right)
  return function(game, found)
    local state = after(game, found.line)
    local value, truth = game.evaluate(state), right(state)
    if game.viewpoint and game.player(state) == 2 then value = -value end
    return value ~= truth and value == -truth
  end
end

------------------------------------------------------------------------------------------------
-- Planted faults: the name of the fault, the game, what the line must show, options, and what the examination is run by

local function evaluates(game, evaluate) return with(game, { evaluate = evaluate }) end

local function for_first(game)
  return function(state)
    local value = game.evaluate(state)
    return game.player(state) == 1 and value or -value
  end
end

local boxes = dofile "examples/dots.lua".for_players(2, 2, 2)

local function counter()
  local count = 0
  return function()
    count = count + 1
    return count
  end
end

local function next_of(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

-- Noughts whose moves are tables; `judge` hears whether a move that is played is one of the last list.
local function noughts_knowing(judge)
  local known
  return with(noughts, {
    moves = function(state)
      known = {}
      local list = noughts.moves(state)
      for i, cell in ipairs(list) do
        list[i] = { cell = cell }
        known[list[i]] = true
      end
      return list
    end,
    play = function(state, move)
      judge(known[move])
      return noughts.play(state, move.cell)
    end,
  })
end

-- Noughts that the library takes back, and whose turn it is stands where `reach` does not look: in an upvalue or, with
-- `named`, in a table that it names.
local function turn_elsewhere(named)
  local turn = { 1 }
  return with(in_place, {
    undo = true,
    reach = function(state)
      if named then return state, turn end
      return state
    end,
    initial = function()
      turn[1] = 1
      return in_place.initial()
    end,
    play = function(state, cell)
      state.cells[cell], turn[1] = turn[1], 3 - turn[1]
    end,
    player = function() return turn[1] end,
    evaluate = function(state) return has_row(state.cells, 3 - turn[1]) and -1 or 0 end,
    moves = function(state)
      local list = {}
      for cell = 1, has_row(state.cells, 3 - turn[1]) and 0 or 9 do
        if state.cells[cell] == 0 then list[#list + 1] = cell end
      end
      return list
    end,
  })
end

-- Noughts with bounds that are wrong after so many moves only: they say that the second player wins.
local function bounds_wrong_after(count)
  return with(noughts, { bounds = function(state)
    local stones = 0
    for _, cell in ipairs(state.cells) do stones = stones + (cell ~= 0 and 1 or 0) end
    if stones ~= count then return -1, 1 end
    return count % 2 == 0 and -1 or 1, count % 2 == 0 and -1 or 1
  end })
end

local function seeds_of(state)
  local seeds = 0
  for hole = 1, 13 do seeds = seeds + (hole ~= 7 and state[hole] or 0) end
  return seeds
end

-- Kalah whose `evaluate` empties a hole late in the game, each time anew.
local function emptying(game)
  return evaluates(game, function(state)
    local value = kalah.evaluate(state)
    if seeds_of(state) < 10 then state[3] = 0 end
    return value
  end)
end

-- By title: the fault, the game, perhaps what shows in the game that the finding is right, options, and a function that
-- runs the examination.
local PLANTED = {
  ["evaluate that empties a hole late in the game"] = { "evaluate-changes-state", emptying(kalah) },
  ["the same in place"] = { "evaluate-changes-state", function() return emptying(kalah_in_place()) end },
  ["the same where the library takes back"] = { "evaluate-changes-state", emptying(with(kalah, {
    undo = true,
    play = function(state, hole)
      for key, value in pairs(kalah.play(state, hole)) do state[key] = value end
    end,
  })) },
  ["undo = true, and a state that refers to all globals"] = { "undo-state", {
    undo = true, initial = function() return { left = 4, world = _G } end,
    moves = function(state) return state.left > 0 and { 1, 2 } or {} end,
    play = function(state, take) state.left = state.left - take end,
    evaluate = function(state) return state.left > 0 and 0 or -1 end,
  } },
  ["undo = true, and the turn in an upvalue"] = { "undo-reach", turn_elsewhere(false),
    function(_, found) return #found.line > 0 end },
  ["undo that forgets one cell"] = { "undo", with(in_place, { undo = function(state, cell)
    state.turn = 3 - state.turn
    if cell ~= 5 then state.cells[cell] = 0 end
  end }), show.undo },
  ["a new state instead of a changed one"] = { "play-elsewhere", with(noughts, { undo = true }) },
  ["moves that are counted from a name"] = { "moves-type", with(noughts, { moves = function(state)
    local list = noughts.moves(state)
    return { first = list[1], second = list[2] }
  end }) },
  ["a single move instead of a list"] = { "moves-type", with(noughts, { moves = function() return { cell = 5 } end }) },
  ["a state that lies outside"] = { "hidden-state", function()
    local at
    return {
      initial = function()
        at = noughts.initial()
        return at
      end,
      moves = function() return noughts.moves(at) end,
      play = function(_, cell)
        at = noughts.play(at, cell)
        return at
      end,
      evaluate = function() return noughts.evaluate(at) end,
    }
  end },
  ["a point of view with a capital"] = { "misspelt", with(noughts, { viewPoint = 1 }) },
  ["undo that forgets whose turn it is"] = { "undo", with(in_place, { undo = function(state, cell)
    state.cells[cell] = 0
  end }), show.undo },
  ["undo that knows the last move only"] = { "undo", function()
    local saved
    return with(kalah_in_place(), {
      play = function(state, hole)
        saved = copied(state)
        for key, value in pairs(kalah.play(state, hole)) do state[key] = value end
      end,
      undo = function(state)
        for key, value in pairs(saved) do state[key] = value end
      end,
    })
  end, show.undo },
  ["undo that knows the last three moves only"] = { "undo", function()
    local taken_back = 0
    return with(in_place, {
      play = function(state, cell)
        taken_back = 0
        in_place.play(state, cell)
      end,
      undo = function(state, cell)
        taken_back = taken_back + 1
        if taken_back <= 3 then in_place.undo(state, cell) end
      end,
    })
  end, show.undo },
  ["undo that forgets a store"] = { "undo", function()
    local game = kalah_in_place()
    local undo = game.undo
    game.undo = function(state, hole)
      local store = state[14]
      undo(state, hole)
      state[14] = store
    end
    return game
  end, show.undo },
  ["moves from a list that undo puts back in another order"] = { "moves-changed", with(in_place, {
    initial = function()
      return { cells = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, turn = 1, free = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }
    end,
    moves = function(state) return has_row(state.cells, 3 - state.turn) and {} or state.free end,
    play = function(state, cell)
      in_place.play(state, cell)
      for i = #state.free, 1, -1 do
        if state.free[i] == cell then table.remove(state.free, i) end
      end
    end,
    undo = function(state, cell)
      in_place.undo(state, cell)
      table.insert(state.free, cell)
    end,
  }) },

  ["play that changes the state in place and returns it"] = { "play-changes-state", with(noughts, {
    play = function(state, cell)
      in_place.play(state, cell)
      return state
    end,
  }), show.play_changes },
  ["play that shares a table with the state it was given"] = { "play-changes-state", with(noughts, {
    play = function(state, cell)
      state.cells[cell] = state.turn
      return { cells = state.cells, turn = 3 - state.turn }
    end,
  }), show.play_changes },
  ["play that empties a hole in the old state too"] = { "play-changes-state", with(kalah, {
    play = function(state, hole)
      local result = kalah.play(state, hole)
      if hole == 3 then state[(state.player - 1) * 7 + hole] = 0 end
      return result
    end,
  }), show.play_changes },
  ["play that uses its tables again"] = { "play-alias", function()
    local pool = {}
    return with(noughts, { play = function(state, cell)
      local result, marks = noughts.play(state, cell), 0
      for i = 1, 9 do
        if result.cells[i] ~= 0 then marks = marks + 1 end
      end
      pool[marks] = pool[marks] or { cells = {} }
      for i = 1, 9 do pool[marks].cells[i] = result.cells[i] end
      pool[marks].turn = result.turn
      return pool[marks]
    end })
  end, function(game, found)
    local state = after(game, all_but_last(found.line))
    local child = game.play(state, found.line[#found.line])
    local before = copied(child)
    for _, move in ipairs(game.moves(state)) do game.play(state, move) end
    return not is_same(before, child)
  end },
  ["play that throws dice"] = { "play-unstable", function()
    local count = counter()
    return with(nim, { play = function(state, take)
      return nim.play(state, count() % 5 == 0 and 1 or take)
    end })
  end, show.legal },
  ["moves that play changes"] = { "play-unstable", with(noughts, {
    moves = function(state)
      local list = noughts.moves(state)
      for i, cell in ipairs(list) do list[i] = { cell = cell } end
      return list
    end,
    play = function(state, move)
      local cell = move.cell
      move.cell = cell % 9 + 1
      return noughts.play(state, cell)
    end,
  }), show.legal },
  ["moves whose fields play sets anew"] = { "play-changes-move", with(noughts, {
    moves = function(state)
      local list = noughts.moves(state)
      for i, cell in ipairs(list) do list[i] = { cell = cell, taken = "?" } end
      return list
    end,
    play = function(state, move)
      move.taken = state.cells[move.cell]
      return noughts.play(state, move.cell)
    end,
  }), function() return true end },
  ["play that refuses to do the same twice"] = { "play-unstable", function()
    local last_state, last_cell
    return with(wide, { play = function(state, cell)
      if state == last_state and cell == last_cell then return nil end
      last_state, last_cell = state, cell
      return wide.play(state, cell)
    end })
  end, show.legal },
  ["a count of the games that were played"] = { "hidden-state", function()
    local games, far = 0, false
    return evaluates(kalah, function(state)
      local won = state[7] + state[14]
      if far and won == 0 then games = games + 1 end
      far = won > 20 or far and won > 0
      return kalah.evaluate(state) + games
    end)
  end, function(_, found) return found.message:find "when the same line is played again" end },
  ["a value that depends on the way"] = { "hidden-state", function()
    local first = setmetatable({}, { __mode = "k" })
    return with(noughts, {
      key = NONE,
      play = function(state, cell)
        local result = noughts.play(state, cell)
        first[result] = first[state] or cell
        return result
      end,
      evaluate = function(state) return first[state] or 0 end,
    })
  end, function(game, found)
    local state, other = after(game, found.line), after(game, found.other)
    return is_same(state, other) and game.evaluate(state) ~= game.evaluate(other)
  end },
  ["a variable outside of the state"] = { "hidden-state", function()
    local mover = 1
    return with(kalah, {
      play = function(state, hole)
        local result = kalah.play(state, hole)
        mover = result.player
        return result
      end,
      player = function() return mover end,
    })
  end },

  ["moves that depend on the order of calls"] = { "moves-unstable", function()
    local count = counter()
    return with(noughts, { moves = function(state)
      local list = noughts.moves(state)
      if count() % 2 == 0 then table.sort(list, function(a, b) return a > b end) end
      return list
    end })
  end },
  ["moves that play knows only as long as no others were made"] = { "moves-stale", function()
    return noughts_knowing(function(known) assert(known, "no such move") end)
  end },
  ["moves that play does not forgive"] = { "play-error", function()
    local dead
    return noughts_knowing(function(known)
      dead = dead or not known
      assert(not dead, "no such move")
    end)
  end },
  ["one list for all positions"] = { "moves-changed", function()
    local list = {}
    return with(noughts, { moves = function(state)
      for i = #list, 1, -1 do list[i] = nil end
      for i, cell in ipairs(noughts.moves(state)) do list[i] = cell end
      return list
    end })
  end },
  ["one iterator for all positions"] = { "moves-iterator", function()
    local next_move
    local function iterator() return next_move() end
    return with(noughts, { moves = function(state)
      next_move = next_of(noughts.moves(state))
      return iterator
    end })
  end },
  ["an iterator that counts on without end"] = { "moves-endless", with(noughts, { moves = function(state)
    local list, i = noughts.moves(state), 0
    return function()
      i = i + 1
      return i, list[i]
    end
  end }) },
  ["an iterator that needs arguments"] = { "moves-error", with(noughts, {
    moves = function(state) return ipairs(noughts.moves(state)) end,
  }) },
  ["a list with holes"] = { "moves-hole", with(noughts, { moves = function(state)
    local list = {}
    for cell = 1, 9 do
      if state.cells[cell] == 0 then list[cell] = cell end
    end
    return list
  end }) },
  ["a list that begins at 0"] = { "moves-hole", with(noughts, { moves = function(state)
    local list = noughts.moves(state)
    if #list > 0 then list[0] = table.remove(list) end
    return list
  end }) },
  ["more moves than a search takes"] = { "moves-type", with(noughts, {
    moves = function() return numbers(65536) end,
  }) },
  ["a set of moves"] = { "moves-type", with(noughts, { moves = function(state)
    local set = {}
    for _, cell in ipairs(noughts.moves(state)) do set["cell " .. cell] = true end
    return set
  end }) },
  ["variadic together with a list"] = { "variadic", with(noughts, { variadic = true }) },
  ["variadic together with an iterator"] = { "variadic", with(coins, { variadic = true, moves = function(state)
    local list, i = coins.moves(state), 0
    return function()
      i = i + 1
      return list[i]
    end
  end }) },
  ["multiple results without variadic"] = { "moves-type", with(noughts, {
    moves = function(state) return table.unpack(noughts.moves(state)) end,
  }) },
  ["fills together with a list"] = { "fills", with(noughts, { fills = true }) },
  ["fills, a list of the game's own"] = { "moves-hole", with(noughts, { fills = true, moves = function(state)
    return #noughts.moves(state)
  end }) },
  ["fills, more than was written"] = { "moves-hole", with(filling, { moves = function(state, list)
    return filling.moves(state, list) + 1
  end }) },
  ["fills, more than was written, over what was there"] = { "fills", with(filling, { moves = function(state, list)
    local count = filling.moves(state, list)
    if list[count + 1] ~= nil and count > 0 then list[count] = list[count + 1] end
    return count
  end }) },
  ["fills by appending"] = { "fills", with(filling, { moves = function(state, list)
    for _, cell in ipairs(noughts.moves(state)) do list[#list + 1] = cell end
    return #list
  end }) },
  ["fills a list that it was given before"] = { "fills", function()
    local kept = {}
    return with(filling, { moves = function(state, list)
      kept[#kept + 1] = list
      for _, other in ipairs(kept) do other[1] = noughts.moves(state)[1] end
      return filling.moves(state, list)
    end })
  end },
  ["fills with too many noisy moves"] = { "noisy-type", with(filling, { noisy = function() return 1.5 end }) },
  ["moves together with width"] = { "form", with(noughts, { width = 9 }) },
  ["one player without a name"] = { "sides", with(noughts, { sides = { "X" } }) },
  ["players of one name"] = { "sides", with(noughts, { sides = { "X", "X" } }) },
  ["a player whose name cannot be seen"] = { "sides", with(noughts, { sides = { "X", " " } }) },
  ["names of players that are no list"] = { "sides", with(noughts, { sides = "XO" }) },
  ["an optional field misspelt"] = { "misspelt", with(noughts, { likelyhood = function() return 1 end }) },
  ["an optional field with a letter missing"] = { "misspelt", with(noughts, { liklihood = function() return 1 end }) },
  ["an optional field cut short"] = { "misspelt", with(noughts, { likelihoo = function() return 1 end }) },
  ["an optional field a letter too long"] = { "misspelt", with(noughts, { likelihoodd = function() return 1 end }) },
  ["an optional field, letters exchanged"] = { "misspelt", with(noughts, { likelihodo = function() return 1 end }) },
  ["an illegal move that play refuses"] = { "play-error", with(noughts, {
    moves = function(state)
      local list = noughts.moves(state)
      if #list == 3 then list[4] = 10 end
      return list
    end,
    play = function(state, cell)
      assert(state.cells[cell] == 0, "not empty")
      return noughts.play(state, cell)
    end,
  }), function(game, found) return not pcall(after, game, found.line) end },
  ["an illegal move for which play returns nil"] = { "play-result", with(noughts, {
    moves = function(state) return #noughts.moves(state) > 0 and { 1, 2, 3, 4, 5, 6, 7, 8, 9 } or {} end,
    play = function(state, cell) return state.cells[cell] == 0 and noughts.play(state, cell) or nil end,
  }), function(game, found) return after(game, found.line) == nil end },
  ["an illegal move that parse finds out"] = { "illegal-position", with(tictactoe, {
    moves = function(state)
      local list = tictactoe.moves(state)
      if #list > 3 and state.mover == "O" then list[#list + 1] = "three at once" end
      return list
    end,
    play = function(state, move)
      local empty = tictactoe.moves(state)
      local child = tictactoe.play(state, move == "three at once" and empty[1] or move)
      if move == "three at once" then child[empty[2]], child[empty[3]] = "O", "O" end
      return child
    end,
  }), function(game, found)
    return tictactoe.parse(tictactoe.format(after(game, found.line))) == nil
  end, { games = 20 } },
  ["an illegal move that leaves nothing to evaluate"] = { "evaluate-error", with(noughts, {
    moves = function(state)
      local list = noughts.moves(state)
      if #list == 4 then list[5] = "corner" end
      return list
    end,
    evaluate = function(state)
      assert(state.cells.corner == nil, "no such cell")
      return noughts.evaluate(state)
    end,
  }), show.gives("evaluate", function(message) return tostring(message):find "no such cell" end) },
  ["width: an illegal move that changes the state"] = { "illegal-changes-state", with(wide, {
    play = function(state, cell)
      if state.cells[cell] ~= 0 then state.turn = 3 - state.turn end
      return wide.play(state, cell)
    end,
  }), show.play_changes },
  ["width: an illegal move for which play returns false"] = { "play-result", with(wide, {
    play = function(state, cell)
      if state.cells[cell] ~= 0 then return false end
      return wide.play(state, cell)
    end,
  }), function(game, found) return after(game, found.line) == false end },
  ["successors that are never the same"] = { "successors-unstable", function()
    local count = counter()
    return {
      initial = function() return 0 end,
      successors = function(state) return state < 20 and { state + 1, state + 1 + count() % 7 } or {} end,
      evaluate = function(state) return state end,
    }
  end },

  ["a key without the player to move"] = { "key-player", with(kalah, {
    key = function(state) return table.concat(state, " ") end,
  }), show.collision },
  ["nim: a key without the player to move"] = { "key-player", with(nim, {
    key = function(state) return state.heap end,
  }), show.collision },
  ["a key that ignores a part of the board"] = { "key-collision", with(noughts, {
    key = function(state) return table.concat(state.cells, "", 1, 8) end,
  }), show.collision },
  ["a key that ignores the stores"] = { "key-collision", with(kalah, {
    key = function(state)
      return table.concat(state, " ", 1, 6) .. " " .. table.concat(state, " ", 8, 13) .. " " .. state.player
    end,
  }), show.collision },
  ["a key that is a fraction"] = { "key-type", with(noughts, { key = function() return 0.5 end }) },
  ["a key that has grown into a large float"] = { "key-type", with(noughts, {
    key = function(state) return tonumber(noughts.key(state)) * 1e12 end,
  }), show.gives("key", function(key) return key > 2 ^ 53 end) },
  ["a key that tells tables apart"] = { "key-unequal", with(noughts, { key = tostring }) },
  ["a key that depends on the way"] = { "key-unequal", with(tictactoe, {
    format = NONE,
    parse = NONE,
    initial = function()
      local state = tictactoe.initial()
      state.hash = 99991
      return state
    end,
    play = function(state, cell)
      local result = tictactoe.play(state, cell)
      result.hash = (state.hash * 31 + cell * 7919) % (1 << 40)
      return result
    end,
    key = function(state) return state.hash end,
  }), show.unequal, { games = quick(8, 20) } },
  ["a key that depends on the way and lies elsewhere"] = { "key-unequal", function()
    local first = setmetatable({}, { __mode = "k" })
    return with(noughts, {
      play = function(state, cell)
        local result = noughts.play(state, cell)
        first[result] = first[state] or cell
        return result
      end,
      key = function(state) return noughts.key(state) .. (first[state] or 0) end,
    })
  end, show.unequal },
  ["a key by chance"] = { "key-unstable", function()
    local count = counter()
    return with(noughts, { key = function(state) return noughts.key(state) .. count() % 2 end })
  end },
  ["a key that changes the state"] = { "key-changes-state", with(noughts, {
    key = function(state)
      local key = noughts.key(state)
      state.turn = 3 - state.turn
      return key
    end,
  }), show.changes "key" },

  ["a payoff as text"] = { "play-payoff", with(noughts, { play = function(state, cell)
    local result = noughts.play(state, cell)
    if noughts.evaluate(result) < 0 then return result, "-1" end
    return result
  end }) },
  ["a count as second result of play"] = { "payoff-accident", {
    initial = function() return "........" end,
    moves = function(state)
      local list = {}
      for at in state:gmatch "()%." do list[#list + 1] = at end
      return list
    end,
    play = function(state, at)
      return state:gsub("()%.", function(place) return place == at and "x" or nil end)
    end,
    evaluate = function() return 0 end,
  }, nil, { games = 4 } },
  ["a value by chance"] = { "evaluate-unstable", function()
    local count = counter()
    return evaluates(kalah, function(state) return kalah.evaluate(state) + count() % 3 end)
  end },
  ["NaN"] = { "evaluate-type", evaluates(kalah, function(state) return state[7] > 9 and 0 / 0 or 1 end),
    show.gives("evaluate", function(value) return value ~= value end) },
  ["a string for a number"] = { "evaluate-type", evaluates(kalah, function(state)
    return tostring(kalah.evaluate(state))
  end), show.gives("evaluate", function(value) return type(value) == "string" end) },
  ["no value for a draw"] = { "evaluate-type", evaluates(noughts, function(state)
    local value = noughts.evaluate(state)
    return (value < 0 or #noughts.moves(state) > 0) and value or nil
  end), show.gives("evaluate", function(value) return value == nil end) },
  ["an integer above 2^53"] = { "evaluate-size", evaluates(noughts, function(state)
    return noughts.evaluate(state) * (1 << 60)
  end), show.gives("evaluate", function(value) return value < -2 ^ 53 end) },
  ["evaluate that changes the state"] = { "evaluate-changes-state", evaluates(kalah, function(state)
    state[1] = state[1] + 1
    return kalah.evaluate(state)
  end), show.changes "evaluate" },
  ["evaluate that raises"] = { "evaluate-error", evaluates(noughts, function(state)
    return noughts.evaluate(state) + (state.cells[5] == 2 and {} or 0)
  end), show.gives("evaluate", function(message) return tostring(message):find "arithmetic" end) },

  ["player 0"] = { "player-value", with(noughts, { player = function(state) return state.turn - 1 end }),
    show.gives("player", function(player) return player == 0 end) },
  ["player 3 at the end"] = { "player-value", with(noughts, {
    player = function(state) return #noughts.moves(state) > 0 and state.turn or 3 end,
  }), show.gives("player", function(player) return player == 3 end) },
  ["bounds that do not bound"] = { "bounds-value", with(noughts, { bounds = function() return -1, 0 end }) },
  ["bounds as the other player sees them"] = { "bounds-value", with(kalah, { bounds = function(state)
    local own, other = state[7], state[14]
    if state.player == 1 then own, other = other, own end
    return 2 * own - 24, 24 - 2 * other
  end }) },
  ["bounds that do not bound after one move"] = { "bounds-value", bounds_wrong_after(1) },
  ["bounds that do not bound after two moves"] = { "bounds-value", bounds_wrong_after(2) },
  ["bounds that do not bound after three moves"] = { "bounds-value", bounds_wrong_after(3) },
  ["bounds that do not bound after eight moves"] = { "bounds-value", bounds_wrong_after(8) },
  ["bounds in the wrong order"] = { "bounds-type", with(noughts, { bounds = function() return 1, -1 end }) },
  ["a likelihood above 1"] = { "likelihood-range", with(kalah, {
    likelihood = function(state) return state[7] / 8 end,
  }) },
  ["a likelihood by chance"] = { "likelihood-unstable", function()
    local count = counter()
    return with(noughts, { likelihood = function() return 1 / (1 + count() % 2) end })
  end },
  ["order that returns nil"] = { "order-type", with(noughts, {
    order = function(_, cell) return cell < 7 and cell or nil end,
  }) },
  ["order that plays the move"] = { "order-changes-state", with(in_place, {
    order = function(state, cell)
      in_place.play(state, cell)
      return -in_place.evaluate(state)
    end,
  }) },
  ["noisy moves that are not legal"] = { "noisy-illegal", with(noughts, { noisy = function() return { 1, 5 } end }),
    function(game, found) return #noughts.moves(after(game, found.line)) < 9 end },

  ["a game that goes round in circles"] = { "endless", {
    initial = function() return 0 end,
    moves = function() return { -1, 1 } end,
    play = function(state, step) return (state + step) % 10 end,
    evaluate = function(state) return state end,
  }, function(game, found)
    local met, state = { [game.initial()] = 0 }, game.initial()
    for ply, move in ipairs(found.line) do
      state = game.play(state, move)
      if met[state] then return ply == #found.line end
      met[state] = ply
    end
  end },
  ["a game that grows for ever"] = { "endless", {
    initial = function() return { sum = 0, player = 1 } end,
    moves = function() return { 1, 2 } end,
    play = function(state, step) return { sum = state.sum + step, player = 3 - state.player } end,
    player = function(state) return state.player end,
    evaluate = function(state) return state.sum % 7 end,
  }, function(_, found) return #found.line == 1000 end },
  ["a key without the score"] = { "key-collision", with(coins, {
    evaluate = function(state) return coins_left(state) == 0 and state.lead or 0 end,
    key = function(state) return state.first .. " " .. state.last end,
  }), show.collision },
  ["a key that mirrors one row alone"] = { "key-collision", with(noughts, {
    key = function(state)
      local c = state.cells
      return math.max(c[1], c[3]) .. math.min(c[1], c[3]) .. c[2] .. table.concat(c, "", 4)
    end,
  }), show.collision },
  ["a key that two of many positions share"] = { "key-collision", with(vast, { key = function(state)
    local first = state.first == 9 and state.second == 7 and 11 or state.first
    return first .. "," .. state.second .. "," .. state.third
  end }) },
  ["a key that lets payoffs out"] = { "key-collision", with(wide, {
    key = function(state) return table.concat(state.cells, "", 1, 8) end,
  }) },

  ["texts that two moves share"] = { "format_move-twice", with(written, {
    format_move = function(_, cell) return tostring(math.min(cell, 8)) end,
    parse_move = NONE,
  }) },
  ["a text of a move that is none"] = { "format_move-type", with(written, { format_move = function(_, cell)
    return cell
  end }) },
  ["parse_move that reads another move"] = { "parse_move-differs", with(written, { parse_move = function(_, text)
    local column, row = text:match "^([abc])([123])$"
    return column and 3 * ("abc"):find(column) + row - 3 or nil
  end }) },
  ["parse_move that raises"] = { "parse_move-error", with(written, { parse_move = function(state, text)
    return assert(written.parse_move(state, text))
  end }) },
  ["parse that raises"] = { "parse-error", with(written, { parse = function(text)
    return assert(written.parse(text))
  end }) },
  ["parse that reads another position"] = { "parse-differs", with(written, { parse = function(text)
    return written.parse(text:sub(1, 9):reverse() .. text:sub(10))
  end }) },
  ["parse that does not know whose turn it is"] = { "parse-differs", with(written, {
    player = NONE,
    parse = function(text) return written.parse(text:sub(1, 9) .. "1") end,
  }), function(_, found) return found.message:find "gave %w+" end },

  ["a callback that does not come back"] = { "endless-call", evaluates(noughts, function(state)
    while state.cells[1] ~= 0 do end
    return 0
  end), nil, { time = 1 }, with_slow_clock },
}

-- With dice.
local function dice_with(fields)
  local game = with(rolling.game, fields)
  game.initial = function() return rolling.state(9) end
  return game
end

local function is_rolled(state) return state.die == 0 and state.heap > 0 end

for title, case in pairs {
  ["weights that change"] = { "chance-differs", dice_with { chance = function(state)
    if is_rolled(state) then return { 1, 2, 3 }, { 1 + math.random(), 1, 1 } end
  end } },
  ["a die that is rolled by the game itself"] = { "chance-differs", dice_with { chance = function(state)
    return is_rolled(state) and { math.random(1e6) } or nil
  end, moves = function(state) return state.heap > 0 and { 1 } or {} end } },
  ["chance that changes the state"] = { "chance-changes-state", dice_with { chance = function(state)
    if not is_rolled(state) then return nil end
    state.heap = state.heap - 1
    return { 1, 2, 3 }
  end } },
  ["chance without outcomes"] = { "chance-type", dice_with { chance = function(state)
    return is_rolled(state) and {} or nil
  end } },
  ["a weight too few"] = { "chance-weights", dice_with { chance = function(state)
    if is_rolled(state) then return { 1, 2, 3 }, { 1, 2 } end
  end } },
  ["a key that does not know the die"] = { "chance-key", dice_with { key = function(state)
    return 2 * state.heap + state.turn
  end } },
  ["a value outside of the range"] = { "range", dice_with { evaluate = function(state)
    return state.heap == 0 and -2 or 0
  end } },
  ["a payoff outside of the range"] = { "range", dice_with { play = function(state, by)
    local to = rolling.game.play(state, by)
    return to, to.heap == 0 and -1.5 or nil
  end } },
  ["bounds that do not hold for the mean"] = { "bounds-value", dice_with { bounds = function(state)
    return -1, state.heap == 1 and 1 or 0.25
  end } },
} do PLANTED[title] = case end

-- A game, of which some are made anew each time because they remember something.
local function planted_game(case)
  return type(case[2]) == "function" and case[2]() or case[2]
end

describe("Outcomes", function()
  it("as fields of a table are no list", function()
    local function rolls(outcomes)
      return { chance = function(at) return at == 0 and outcomes or nil end, moves = function() return {} end,
        play = function(_, outcome) return 1 + outcome end, evaluate = function(at) return at end,
        player = function() return 1 end, viewpoint = 1 }
    end
    for fault, outcomes in pairs { ["moves-hole"] = { [1] = 0.25, [3] = 0.75 }, ["chance-type"] = { head = 0.5 } } do
      local right, report = alphabeta.check(rolls(outcomes), 0, { games = 2 })
      assert.is_nil(right)
      assert(report[1].fault == fault and report[1].message:find("'chance' returned", 1, true), tostring(report))
    end
  end)
end)

describe("alphabeta.check names", function()
  for title, case in pairs(PLANTED) do
    it(title, function()
      for seed = 1, SEEDS do
        local game, options = planted_game(case), { seed = seed, time = TIME, games = GAMES }
        for name, value in pairs(case[4] or {}) do options[name] = value end
        local right, findings
        local function examine() right, findings = alphabeta.check(game, game.initial(), options) end
        if case[5] then case[5](examine) else examine() end
        local report = ("seed %d: %s"):format(seed, tostring(findings))
        assert.is_nil(right, report)
        assert(findings[1].fault == case[1], report)
        assert(type(findings[1].advice) == "string" and type(findings[1].message) == "string", report)
        if case[3] then assert(case[3](planted_game(case), findings[1]), report) end
      end
    end)
  end
end)

------------------------------------------------------------------------------------------------
-- What is right in some games: hints

local function swapped(game) return evaluates(game, function(state) return -game.evaluate(state) end) end

local function heap_alone(last)
  return heap_of { initial = function() return 12 end,
    evaluate = function(heap) return heap == 0 and last or 0 end }
end

-- Two race for 20. In a turn, a die is rolled for each of two steps.
local paces = {
  initial = function() return { 0, 0, turn = 1, left = 2 } end,
  viewpoint = 1,
  player = function(state) return state.turn end,
  chance = function(state)
    if not state.die and state[1] < 20 and state[2] < 20 then return { 1, 2, 3 } end
  end,
  moves = function(state) return state.die and { "run", "walk" } or {} end,
  play = function(state, what)
    local next_one = { state[1], state[2], turn = state.turn, left = state.left }
    if not state.die then
      next_one.die = what
      return next_one
    end
    next_one[state.turn] = state[state.turn] + (what == "run" and state.die or 1)
    next_one.left = state.left % 2 + 1
    if next_one.left == 2 then next_one.turn = 3 - state.turn end
    return next_one
  end,
  evaluate = function(state) return (state[1] - state[2]) * (state.turn == 1 and 1 or -1) end,
}

-- Each takes three numbers in the first turn, and three in the second one, where they count double.
local numbers_in_turns = {
  initial = function() return { taken = 0, ply = 0, turn = 1, lead = 0 } end,
  player = function(state) return state.ply % 2 + 1 end,
  moves = function(state)
    local list = {}
    for number = 1, state.ply < 12 and 12 or 0 do
      if state.taken & 1 << number == 0 then list[#list + 1] = number end
    end
    return list
  end,
  play = function(state, number)
    local gain = state.turn * (5 * number % 7)
    return { taken = state.taken | 1 << number, ply = state.ply + 1, turn = state.ply < 5 and 1 or 2,
      lead = -state.lead - gain, active = state.active and 3 - state.active }
  end,
  evaluate = function(state) return state.lead end,
}

-- Games that are over after one move, by `play`: what `moves` and `simultaneous` would say then, nobody asks.
local BEATS = { rock = "scissors", paper = "rock", scissors = "paper" }
local FISTS = { "rock", "paper", "scissors" }
local throw = {
  initial = function() return 0 end,
  player = function() return 1 end,
  viewpoint = 1,
  simultaneous = function() return FISTS, FISTS end,
  moves = function() return {} end,
  play = function(state, one, other)
    return state + 1, one == other and 0 or BEATS[one] == other and 1 or -1
  end,
  evaluate = function() return 0 end,
}
local last_step = { -- of a race to 9
  initial = function() return 8 end,
  moves = function() return { 1, 2, 3 } end,
  play = function(at, step)
    if at + step >= 9 then return at + step, -1 end
    return at + step
  end,
  evaluate = function() return 0 end,
}
local discard = { -- of all cards, but for one
  initial = function() return { 1, 2, 3, 4, 5, 6 } end,
  moves = function(cards) return cards end,
  play = function(cards, card)
    local rest = {}
    for _, other in ipairs(cards) do
      if other ~= card then rest[#rest + 1] = other end
    end
    return rest, -card
  end,
  evaluate = function() return 0 end,
}

-- The first move sets a stake. Then whoever takes the last of a heap wins it. The values are exact.
local stakes = {
  initial = function() return { stake = 0, heap = 100 } end,
  moves = function(state) return numbers(state.stake == 0 and 20 or math.min(9, state.heap)) end,
  play = function(state, move)
    if state.stake == 0 then return { stake = move, heap = state.heap } end
    return { stake = state.stake, heap = state.heap - move }
  end,
  evaluate = function(state) return state.heap % 10 == 0 and -state.stake or state.stake end,
}

-- Whoever takes the last of the heap wins, as `play` says.
local paying = heap_of { initial = function() return 30 end, play = function(heap, take)
  if take == heap then return 0, -1 end
  return heap - take
end }

-- By title: the fault, the game, perhaps options, and what `initial` gets; `shows`: what the line must
-- show; `also`: there may be other hints.
local HINTED = {
  ["a number with two letters exchanged"] = { "misspelt", with(noughts, { repetiiton = 0 }) },
  ["a function of its own whose name resembles another one"] = { "misspelt", with(noughts, { border = next }) },
  ["a function of its own that is one of what there may be many of"] = { "misspelt", with(noughts, {
    successor = noughts.play }) },
  ["functions for many orders"] = { "misspelt", with(noughts, { orders = next }) },
  ["functions for many keys"] = { "misspelt", with(in_place, { key = NONE, keys = next }) },
  ["functions for texts of many moves"] = { "misspelt", with(noughts, { format_moves = next }) },
  ["a list with a letter too many"] = { "misspelt", with(noughts, { ranges = { -1, 1 } }) },
  ["true, with a letter too many"] = { "misspelt", with(noughts, { undoo = true }) },
  ["a number with two letters missing"] = { "misspelt", with(noughts, { repetion = 0 }) },
  ["a list with a letter missing"] = { "misspelt", with(noughts, { rage = { -1, 1 } }) },
  ["true with each move"] = { "play-payoff", with(noughts, { play = function(state, cell)
    return noughts.play(state, cell), true
  end }), shows = function(game, found) return select(2, game.play(game.initial(), found.line[1])) == true end },
  ["a word at the end"] = { "play-payoff", with(nim, { play = function(state, take)
    return nim.play(state, take), take == state.heap and "lost"
  end }) },
  ["three names of two players"] = { "sides", with(noughts, { sides = { "X", "O", "Y" } }) },
  ["a turn that never passes"] = { "player-turn", {
    initial = function() return { left = 12, lead = 0 } end,
    player = function() return 1 end,
    moves = function(state) return state.left > 0 and { 1, 2, 3 } or {} end,
    play = function(state, take) return { left = state.left - 1, lead = state.lead + take } end,
    evaluate = function(state) return state.lead - 24 end,
  }, { games = 5 } },
  ["always the same player"] = { "player-turn", with(noughts, { player = function() return 1 end }) },
  ["a player who changes with every move though some move again"] = { "player-turn", function()
    return with(kalah, {
      initial = function()
        local state = kalah.initial()
        state.plies = 0
        return state
      end,
      play = function(state, hole)
        local result = kalah.play(state, hole)
        result.plies = state.plies + 1
        return result
      end,
      player = function(state) return state.plies % 2 + 1 end,
      parse = NONE,
    })
  end, also = true },
  ["no player where one may move again"] = { "player-missing", with(kalah, { player = NONE }), also = true },
  ["a `turn` that is day or night, where everyone moves twice"] = { "player-turn", {
    initial = function() return { ply = 0, left = 30, turn = "day" } end,
    player = function(state) return (state.ply + 1) // 2 % 2 + 1 end,
    moves = function(state) return numbers(math.min(3, state.left)) end,
    play = function(state, take)
      return { ply = state.ply + 1, left = state.left - take, turn = state.turn == "day" and "night" or "day" }
    end,
    evaluate = function() return -1 end,
  } },
  ["a `turn` that is the number of the round"] = { "player-turn", numbers_in_turns },
  ["the same where players alternate"] = { "player-missing", with(numbers_in_turns, { player = NONE }) },
  ["a single throw"] = { "payoff-accident", throw },
  ["the last step of a race"] = { "payoff-accident", last_step },
  ["a single discard"] = { "payoff-accident", discard, { games = 4 } },
  ["player 1's view without viewpoint"] = { "evaluate-sign", evaluates(kalah, for_first(kalah)),
    shows = show.sign(kalah.evaluate) },
  ["the mover's view with viewpoint"] = { "evaluate-sign", with(kalah, { viewpoint = 1 }),
    shows = show.sign(kalah.evaluate) },
  ["player 1's view without viewpoint, where few moves change the value"] = { "evaluate-sign",
    with(boxes, { viewpoint = NONE }), shows = show.sign(for_first(boxes)) },
  ["the mover's view with viewpoint, where few moves change the value"] = { "evaluate-sign",
    evaluates(boxes, for_first(boxes)), shows = show.sign(for_first(boxes)) },
  ["the wrong sign for player 2 while the game goes on"] = { "evaluate-sign", evaluates(kalah, function(state)
    local value = kalah.evaluate(state)
    return state.player == 2 and #kalah.moves(state) > 0 and -value or value
  end) },
  ["the wrong sign at the end alone"] = { "evaluate-sign", evaluates(kalah, function(state)
    local value = kalah.evaluate(state)
    return #kalah.moves(state) == 0 and -value or value
  end), { games = 20 } },
  ["exact values of a game in which most moves are mistakes"] = { "evaluate-sign", stakes },
  ["a payoff that contradicts evaluate"] = { "payoff-sign",
    kalah_payoff(function(state) return -kalah.evaluate(state) end), shows = function(game, found)
      local state = after(game, all_but_last(found.line))
      local result, payoff = game.play(state, found.line[#found.line])
      return payoff == -game.evaluate(result) and payoff ~= 0
    end, also = true },
  ["a payoff whose sign is wrong for one player only"] = { "payoff-sign", with(wide, { play = function(state, cell)
    local result, payoff = wide.play(state, cell)
    return result, payoff and (state.turn == 2 and -payoff or payoff)
  end }), also = true },
  ["a payoff, and an evaluation that means nothing once the game is over"] = { "payoff-sign", with(paying, {
    evaluate = function(heap) return heap % 2 == 0 and 1 or -1 end }) },
  ["the same player for ten moves, as nothing but the values shows"] = { "player-turn", {
    initial = function() return { lead = 10, ply = 0 } end,
    moves = function(state) return state.ply < 20 and { 1, 2, 3, 4 } or {} end,
    play = function(state, move)
      local step = state.ply % 2 == 0 and move or -move
      return { lead = state.lead + step * (state.lead % 3 + 1), ply = state.ply + 1 }
    end,
    evaluate = function(state) return state.ply % 2 == 0 and state.lead or -state.lead end,
    player = function(state) return state.ply < 10 and 1 or 2 end,
  }, { games = 20 }, also = true, shows = function(_, found) return found.message:find "changes sides" end },
  ["noughts with win and loss swapped"] = { "evaluate-end", swapped(noughts) },
  ["noughts in place with win and loss swapped"] = { "evaluate-end", swapped(in_place) },
  ["noughts with payoffs and win and loss swapped"] = { "evaluate-end", with(swapped(wide), {
    play = function(state, cell)
      local result, payoff = wide.play(state, cell)
      return result, payoff and -payoff
    end,
  }) },
  ["nim where the last to take loses"] = { "evaluate-end", swapped(nim) },
  ["a heap and nothing else, where the last to take loses"] = { "evaluate-end", heap_alone(1) },
  ["a move that is listed twice"] = { "moves-twice", with(coins, { moves = function(state)
    return coins_left(state) > 0 and { "first", "last", "first" } or {}
  end }) },
  ["estimates that are larger than a win"] = { "evaluate-estimate", evaluates(noughts, function(state)
    local middle = #noughts.moves(state) > 0 and state.cells[5] or 0
    return has_row(state.cells, 3 - state.turn) and -1 or middle == 0 and 0 or middle == state.turn and 3 or -3
  end) },
  ["a value with the wrong sign in the middle of the game"] = { "evaluate-phase", evaluates(coins, function(state)
    local left = coins_left(state)
    return left >= 4 and left <= 8 and -state.lead or state.lead
  end), { games = quick(6, 20) } },
  ["Kalah, with the wrong sign in the middle of the game"] = { "evaluate-phase", evaluates(kalah, function(state)
    local seeds, value = seeds_of(state), kalah.evaluate(state)
    return seeds > 12 and seeds < 24 and -value or value
  end), { games = quick(4, 8) }, { counters = 4 } },
  ["a won game that goes on"] = { "moves-after-end", with(noughts, { key = NONE, moves = function(state)
    local list = {}
    for cell = 1, 9 do
      if state.cells[cell] == 0 then list[#list + 1] = cell end
    end
    return list
  end }), { games = 4 },
    shows = show.gives("moves", function(list) return #list > 0 end) },
  ["a won game that goes on, with estimates"] = { "moves-after-end", with(noughts, {
    key = NONE,
    moves = function(state)
      local list = {}
      for cell = 1, 9 do
        if state.cells[cell] == 0 then list[#list + 1] = cell end
      end
      return list
    end,
    evaluate = function(state)
      if has_row(state.cells, 3 - state.turn) then return -100 end
      local middle = state.cells[5]
      return middle == 0 and 0 or middle == state.turn and 1 or -1
    end,
  }), { games = 4 } },
  ["who is ahead in a race, which moves seldom tell"] = { "moves-after-end", {
    initial = function() return { left = 10, lead = 0 } end,
    moves = function(state) return state.left > 0 and numbers(20) or {} end,
    play = function(state, step)
      return { left = state.left - 1, lead = -state.lead - (step < 20 and 1 or 0) }
    end,
    evaluate = function(state) return as_sign(state.lead) end,
  } },
  ["a game that goes on when it is won for good"] = { "moves-after-end", {
    initial = function() return { heap = 24, player = 1 } end,
    moves = function(state) return state.heap > 0 and { 1, 2 } or {} end,
    play = function(state, take)
      local heap = state.heap - take
      return { heap = heap, player = 3 - state.player, winner = state.winner or heap <= 12 and state.player or nil }
    end,
    evaluate = function(state) return not state.winner and 0 or state.winner == state.player and 1 or -1 end,
    player = function(state) return state.player end,
  }, { games = quick(6, 20) } },
  ["a side that always wins"] = { "evaluate-sign", with(nim, {
    viewpoint = 1,
    evaluate = function(state) return state.heap == 0 and 1 or 0 end,
  }) },
  ["a hunter on a ring, whom nobody escapes for long by chance"] = { "evaluate-sign", {
    initial = function() return { 1, 4, ply = 0 } end,
    player = function(state) return state.ply % 2 + 1 end,
    viewpoint = 1,
    moves = function(state) return state[1] ~= state[2] and state.ply < 190 and { -1, 0, 1 } or {} end,
    play = function(state, step)
      local result = { state[1], state[2], ply = state.ply + 1 }
      local who = state.ply % 2 + 1
      result[who] = (state[who] + step - 1) % 7 + 1
      return result
    end,
    evaluate = function(state) return state[1] == state[2] and 1 or state.ply == 190 and -1 or 0 end,
  } },
  ["wins and losses as player 1 sees them"] = { "evaluate-sign", evaluates(noughts, for_first(noughts)) },
  ["nim: wins and losses as player 1 sees them"] = { "evaluate-sign", evaluates(nim, for_first(nim)) },
  ["a game that is over where it begins"] = { "over", heap_of { initial = function() return 0 end } },
  ["a value that is always 0"] = { "evaluate-draws", evaluates(noughts, function() return 0 end) },
  ["a race in turns of two steps, judged for whoever is to move"] = { "evaluate-sign", paces },
  ["moves where chance always decides"] = { "chance-moves", dice_with {
    chance = function(state) if state.heap > 0 then return { 1, 2 } end end,
    play = function(state, eyes) return rolling.state(math.max(0, state.heap - eyes)) end,
    moves = function(state) return state.heap > 0 and { 1 } or {} end,
  } },
  ["a game that need not end"] = { "endless", with(nim, { moves = function(state)
    local list = nim.moves(state)
    if state.heap > 0 then list[#list + 1] = 0 end
    return list
  end }), { games = 4 } },
  ["a game that goes round in circles, searched to a depth"] = { "endless", {
    initial = function() return 0 end,
    moves = function() return { -1, 1 } end,
    play = function(state, step) return (state + step) % 10 end,
    evaluate = function(state) return state end,
  }, { depth = 2, games = 1 } },
}

describe("alphabeta.check finds nothing wrong, but gives a hint at", function()
  for title, case in pairs(HINTED) do
    it(title, function()
      for seed = 1, SEEDS do
        local game, options = planted_game(case), { seed = seed, time = TIME, games = GAMES }
        for name, value in pairs(case[3] or {}) do options[name] = value end
        local right, report = alphabeta.check(game, game.initial(case[4]), options)
        assert(right == true and #report == 0, tostring(report))
        assert(#report.hints == 1 or case.also and #report.hints > 1, tostring(report))
        assert.equal(case[1], report.hints[1].fault)
        if case.shows then assert(case.shows(game, report.hints[1]), tostring(report)) end
        assert(tostring(report):find("a hint, " .. tostring(report.hints[1]), 1, true))
      end
    end)
  end
end)

------------------------------------------------------------------------------------------------
-- Right games

local function assert_right(game, state, seed, title, time)
  local right, findings = alphabeta.check(game, state, { seed = seed, time = time or RIGHT_TIME, games = RIGHT_GAMES })
  assert(right == true, ("%s, seed %d: %s"):format(title, seed, tostring(findings)))
end

local function at_end_only(game)
  return evaluates(game, function(state)
    return #game.moves(state) == 0 and as_sign(game.evaluate(state)) or 0
  end)
end

local reversi = othello(4)

-- A number that says nothing of the state.
local function with_plies(game)
  return with(game, { play = function(state, move)
    local result = game.play(state, move)
    result.plies = (state.plies or 0) + 1
    return result
  end })
end

local function heap_with_hash(counters) return { counters, hash = 2 ^ 20 + 977 * counters } end

-- Functions that share the board, which nothing else shows.
local function hidden_board()
  local left, lead, turn = 12, 0, 1
  return {
    see = function() return left, lead, turn end,
    take = function(n) left, lead, turn = left - 1, -lead - n, 3 - turn end,
    give = function(n) left, lead, turn = left + 1, -lead - n, 3 - turn end,
  }
end

local RIGHT = {
  ["a game whose play notes in the move what undo needs"] = require "spec.support.jumps",
  ["a position that carries its key, and does not say who is to move"] = {
    initial = function() return heap_with_hash(60) end,
    moves = function(state) return state[1] > 2 and { 1, 2, 3 } or state[1] > 0 and { 1 } or {} end,
    play = function(state, taken) return heap_with_hash(state[1] - taken) end,
    evaluate = function(state) return state[1] == 0 and -1 or 0 end,
    key = function(state) return state.hash end,
  },
  ["a board that only functions can see"] = {
    initial = hidden_board,
    moves = function(state) return state.see() > 0 and { 1, 2 } or {} end,
    play = function(state, taken) state.take(taken) end,
    undo = function(state, taken) state.give(taken) end,
    player = function(state) return (select(3, state.see())) end,
    evaluate = function(state)
      local left, lead = state.see()
      return left == 0 and lead or lead * 0.5
    end,
    key = function(state) return ("%d %d %d"):format(state.see()) end,
  },
  ["a key that is the same for both sides, who may be equal"] = {
    initial = function() return { 0, 0, left = 14, turn = 1 } end,
    moves = function(state) return state.left > 1 and { 1, 2 } or state.left == 1 and { 1 } or {} end,
    play = function(state, taken)
      local result = { state[1], state[2], left = state.left - taken, turn = 3 - state.turn }
      if result.left % 3 == 0 then result[state.turn] = result[state.turn] + 1 end
      return result
    end,
    player = function(state) return state.turn end,
    evaluate = function(state) return state[state.turn] - state[3 - state.turn] end,
    key = function(state) return ("%d %d %d"):format(state.left, state[state.turn], state[3 - state.turn]) end,
  },
  ["noughts with orders, parses and widths"] = with(noughts, {
    orders = function() end, parses = function() end, widths = function() end }),
  ["noughts for people"] = written,
  coins = coins,
  ["coins in fractions"] = with(coins, { key = NONE, evaluate = function(state) return state.lead * 0.1 end }),
  ["coins of great value"] = with(coins, {
    key = NONE,
    evaluate = function(state) return state.lead * 2 ^ 45 end,
  }),
  ["coins where only the lead counts"] = evaluates(coins, function(state) return as_sign(state.lead) end),
  ["coins for nothing"] = evaluates(coins, function() return 0 end),
  ["Col, where every move scores the same"] = col,
  ["a race where the lead changes with every move"] = {
    initial = function() return { own = 0, other = 0, left = 12, road = 0 } end,
    moves = function(state) return state.left > 0 and { 1, 2, 3 } or {} end,
    play = function(state, road)
      return { own = state.other, other = state.own + 1, left = state.left - 1, road = 3 * state.road + road }
    end,
    evaluate = function(state) return state.own - state.other end,
  },
  ["a check that must be parried"] = {
    initial = function() return { left = 14 } end,
    moves = function(state)
      return state.left == 0 and {} or state.check and { "parry" } or { "wait", "check", "attack" }
    end,
    play = function(state, move) return { left = state.left - 1, check = move == "check" } end,
    evaluate = function(state) return state.check and -1 or 0 end,
  },
  ["a key without a number that says nothing"] = with_plies(noughts),
  ["a key that is the same for both sides"] = with(noughts, { key = function(state)
    local seen = {}
    for cell, mark in ipairs(state.cells) do seen[cell] = mark == 0 and 0 or mark == state.turn and 1 or 2 end
    return table.concat(seen)
  end }),
  ["a key that is the same for heaps in any order"] = {
    initial = function() return { 2, 3, 4 } end,
    moves = function(heaps)
      local list = {}
      for i, heap in ipairs(heaps) do
        for take = 1, heap do list[#list + 1] = 10 * i + take end
      end
      return list
    end,
    play = function(heaps, move)
      local heap = move // 10
      local result = { table.unpack(heaps) }
      result[heap] = heaps[heap] - move % 10
      return result
    end,
    evaluate = function(heaps) return heaps[1] + heaps[2] + heaps[3] == 0 and -1 or 0 end,
    key = function(heaps)
      local sorted = { table.unpack(heaps) }
      table.sort(sorted)
      return table.concat(sorted, " ")
    end,
  },
  ["no keys late in the game"] = with(noughts, { key = function(state)
    return #noughts.moves(state) < 5 and -1 or tonumber(noughts.key(state)) * 4 + state.turn
  end }),
  ["Connect Four, to be solved"] = require("alphabeta.games.connect4").solver,
  ["Kalah, to be solved"] = require("alphabeta.games.kalah").solver,
  ["a heap and nothing else"] = heap_alone(-1),
  Kalah = kalah,
  ["Kalah in place"] = kalah_in_place,
  ["Kalah with payoffs"] = kalah_payoff(kalah.evaluate),
  ["Kalah as player 1 sees it"] = with(kalah, { viewpoint = 1, evaluate = for_first(kalah), features = NONE }),
  ["Kalah, valued at the end only"] = at_end_only(kalah),
  ["Kalah, fewest counters win"] = evaluates(kalah, function(state) return -kalah.evaluate(state) end),
  ["Kalah, valued by the number of moves"] = evaluates(kalah, function(state) return #kalah.moves(state) end),
  ["Kalah with key and bounds"] = with(kalah, {
    key = function(state) return table.concat(state, " ") .. " " .. state.player end,
    bounds = function(state)
      local own, other = state[7], state[14]
      if state.player == 2 then own, other = other, own end
      return 2 * own - 24, 24 - 2 * other
    end,
  }),
  ["tic-tac-toe"] = tictactoe,
  noughts = noughts,
  ["noughts in place"] = in_place,
  ["noughts that the library takes back"] = with(in_place, { undo = true }),
  ["noughts that the library takes back, with a table beside"] = turn_elsewhere(true),
  ["noughts with width"] = wide,
  ["noughts with hints"] = with(noughts, {
    order = function(_, cell) return -cell end,
    likelihood = function(_, cell) return 1 / cell end,
    noisy = function(state) return { noughts.moves(state)[1] } end,
    bounds = function() return -1, 1 end,
  }),
  ["noughts as player 1 sees it"] = with(noughts, { viewpoint = 1, evaluate = for_first(noughts) }),
  ["noughts as successors"] = with(noughts, { moves = NONE, play = NONE, successors = function(state)
    local list = noughts.moves(state)
    for i, cell in ipairs(list) do list[i] = noughts.play(state, cell) end
    return list
  end }),
  ["noughts that fill a list"] = filling,
  ["noughts in place that fill a list, and some of it with noisy moves"] = with(filling, {
    play = in_place.play,
    undo = in_place.undo,
    noisy = function(state, list)
      if state.turn == 2 then return true end
      local count = filling.moves(state, list)
      list[count + 1] = "the end"
      return math.min(count, 1)
    end,
  }),
  ["noughts with an iterator"] = with(noughts, { moves = function(state) return next_of(noughts.moves(state)) end }),
  ["a key that is the same for a board and its mirror image"] = with(noughts, {
    key = function(state)
      local c = state.cells
      local mirrored = table.concat { c[3], c[2], c[1], c[6], c[5], c[4], c[9], c[8], c[7] }
      return math.max(tonumber(mirrored), tonumber(noughts.key(state)))
    end,
  }),
  nim = nim,
  ["nim where the last to take loses"] = evaluates(nim, function(state) return state.heap == 0 and 1 or 0 end),
  ["nim as player 1 sees it"] = with(nim, { viewpoint = 1, evaluate = for_first(nim) }),
  othello = reversi,
  ["othello, valued by moves"] = evaluates(reversi, function(state) return #reversi.moves(state) end),
  ["tic-tac-toe in C"] = require "alphabeta.games.tictactoe",
  ["Kalah in C"] = require "alphabeta.games.kalah",
  ["moves in C that are the positions they lead to"] = function()
    local rules = require "alphabeta.games.tictactoe"
    return {
      initial = rules.initial,
      moves = function(state)
        local list = rules.moves(state)
        for i, cell in ipairs(list) do list[i] = (rules.play(state, cell)) end
        return list
      end,
      play = function(_, child) return child end,
      evaluate = rules.evaluate,
    }
  end,
  ["moves that are functions"] = with(noughts, {
    moves = function(state)
      local list = noughts.moves(state)
      for i, cell in ipairs(list) do
        list[i] = function(from) return noughts.play(from, cell) end
      end
      return list
    end,
    play = function(state, move) return move(state) end,
  }),
  ["two heaps named true and false"] = {
    initial = function() return { [true] = 4, [false] = 5, player = 1 } end,
    moves = function(state)
      local list = {}
      for take = 1, state[true] do list[#list + 1] = take end
      for take = 1, state[false] do list[#list + 1] = -take end
      return list
    end,
    play = function(state, take)
      return { [true] = state[true] - math.max(take, 0), [false] = state[false] + math.min(take, 0),
        player = 3 - state.player }
    end,
    evaluate = function(state) return state[true] + state[false] == 0 and -1 or 0 end,
    player = function(state) return state.player end,
  },
  ["a race that goes on when it is won"] = {
    initial = function() return { heap = 40, player = 1 } end,
    moves = function(state) return state.heap > 0 and { 1, 2 } or {} end,
    play = function(state, take)
      local heap = state.heap - take
      return { heap = heap, player = 3 - state.player, winner = state.winner or heap <= 15 and state.player or nil }
    end,
    evaluate = function(state)
      return not state.winner and 0 or state.winner == state.player and 1 or -1
    end,
    player = function(state) return state.player end,
  },
  ["nim, with a move listed twice and a count of questions"] = with(nim, {
    moves = function(state)
      state.asked = (state.asked or 0) + 1
      local list = nim.moves(state)
      list[#list + 1] = list[1]
      return list
    end,
  }),
  ["a game of one player"] = {
    initial = function() return { step = 0, sum = 0 } end,
    moves = function(state) return state.step < 8 and { 1, 2, 3 } or nil end,
    play = function(state, move) return { step = state.step + 1, sum = (state.sum * 7 + move) % 31 } end,
    evaluate = function(state) return state.sum end,
    player = function() return 1 end,
  },
  ["states with caches"] = function()
    return with(kalah, {
      format = NONE,
      parse = NONE,
      moves = function(state)
        state.list = state.list or kalah.moves(state)
        return state.list
      end,
      evaluate = function(state)
        state.asked = (state.asked or 0) + 1
        return kalah.evaluate(state)
      end,
      play = function(state, hole)
        state.children = state.children or {}
        state.children[hole] = state.children[hole] or kalah.play(state, hole)
        return state.children[hole]
      end,
    })
  end,
  ["a stack that keeps what was taken off"] = with(nim, {
    initial = function() return { heap = 11, player = 1, top = 0, stack = {} } end,
    play = function(state, take)
      state.top = state.top + 1
      state.stack[state.top] = { take }
      state.heap, state.player = state.heap - take, 3 - state.player
    end,
    undo = function(state)
      state.heap, state.player = state.heap + state.stack[state.top][1], 3 - state.player
      state.top = state.top - 1
    end,
  }),
  ["a board outside of the state"] = function()
    local board = noughts.initial()
    return {
      initial = function() return true end,
      moves = function() return noughts.moves(board) end,
      play = function(_, cell) in_place.play(board, cell) end,
      undo = function(_, cell) in_place.undo(board, cell) end,
      evaluate = function() return noughts.evaluate(board) end,
      player = function() return board.turn end,
    }
  end,
  ["closures as states"] = function()
    local function object(state)
      return {
        moves = function() return noughts.moves(state) end,
        play = function(cell) return object(noughts.play(state, cell)) end,
        value = function() return noughts.evaluate(state) end,
      }
    end
    return {
      initial = function() return object(noughts.initial()) end,
      moves = function(state) return state.moves() end,
      play = function(state, cell) return state.play(cell) end,
      evaluate = function(state) return state.value() end,
    }
  end,
  ["states whose data lie elsewhere"] = function()
    local data = setmetatable({}, { __mode = "k" })
    local function handle(state)
      local result = {}
      data[result] = state
      return result
    end
    return {
      initial = function() return handle(noughts.initial()) end,
      moves = function(state) return noughts.moves(data[state]) end,
      play = function(state, cell) return handle(noughts.play(data[state], cell)) end,
      evaluate = function(state) return noughts.evaluate(data[state]) end,
    }
  end,
  ["payoffs with states that are of no use"] = with(noughts, { player = NONE, play = function(state, cell)
    local result = noughts.play(state, cell)
    if noughts.evaluate(result) < 0 then return "over", -1 end
    if #noughts.moves(result) == 0 then return "over", 0 end
    return result
  end }),
  ["fields by metatable"] = function() return setmetatable({ name = "child" }, { __index = noughts }) end,
  ["a graph on which player 1 always wins"] = (function()
    local to = { { 3, 2, 5 }, { 3, 4, 6 }, { 5, 6 }, { 6, 6 }, {}, {} }
    local mover = { 2, 2, 1, 2, 2, 1 }
    return {
      viewpoint = 1, initial = function() return { n = 1 } end, player = function(state) return mover[state.n] end,
      moves = function(state)
        local list = {}
        for i = 1, #to[state.n] do list[i] = i end
        return list
      end,
      play = function(state, i) return { n = to[state.n][i] } end,
      evaluate = function(state) return state.n >= 5 and 1 or 0 end,
    }
  end)(),
}

-- Player 1 hits every second time; else player 2 wakes up, and all begins anew. That ends the game in a search; in what
-- `solve` finds, player 1 goes on to the hit.
RIGHT["shots that may go on for ever, with keys and repetition"] = {
  repetition = 0, viewpoint = 1,
  initial = function() return { who = 1 } end,
  player = function(state) return state.who end,
  chance = function(state) if state.flies then return { "hit", "miss" } end end,
  moves = function(state) return state.is_hit and {} or state.who == 1 and { "shoot" } or { "wake" } end,
  play = function(_, what)
    if what == "shoot" then return { who = 2, flies = true } end
    return { who = what == "wake" and 1 or 2, is_hit = what == "hit" }
  end,
  evaluate = function(state) return state.is_hit and 1 or 0 end,
  key = function(state) return 4 * state.who + (state.flies and 1 or 0) + (state.is_hit and 2 or 0) end,
}
RIGHT["a `turn` that is the number of the round, and another field says who is to move"] = with(numbers_in_turns, {
  initial = function() return { taken = 0, ply = 0, turn = 1, lead = 0, active = 1 } end,
  player = function(state) return state.active end,
})

-- A race in which whose roll it is stands in the state, and `player` says before an outcome who moves after it.
RIGHT["dice that are rolled by one player, and then the other one is to move"] = {
  viewpoint = 1,
  initial = function() return { 0, 0, left = 12, turn = 1 } end,
  player = function(state) return state.factor and 3 - state.turn or state.turn end,
  chance = function(state) if state.factor then return { 1, 2, 3 } end end,
  moves = function(state) return state.left > 0 and { 1, 2 } or {} end,
  play = function(state, what)
    if not state.factor then return { state[1], state[2], left = state.left, turn = state.turn, factor = what } end
    local result = { state[1], state[2], left = state.left - 1, turn = 3 - state.turn }
    result[state.turn] = result[state.turn] + (what == 3 and 3 * state.factor or what)
    return result
  end,
  evaluate = function(state) return state[1] - state[2] end,
}
RIGHT["dice, and no position worth remembering"] = dice_with { key = function() return -1 end }

for form, case in pairs(rolling.forms) do
  RIGHT["dice, in the form: " .. form] = with(getmetatable(case[1]) and getmetatable(case[1]).__index or {},
    with(case[1], { initial = function() return case[2](9) end }))
end
for name, case in pairs {
  ["EinStein würfelt nicht"] = { ewn.lua, { size = 3 } }, ["EinStein würfelt nicht, in C"] = { ewn, { size = 3 } },
  ["Pig"] = { pig.lua, { target = 12 } }, ["Pig in C"] = { pig, { target = 12 } },
} do
  RIGHT[name] = with(case[1], { initial = function() return case[1].initial(case[2]) end })
end

describe("alphabeta.check finds nothing wrong with", function()
  for title, game in pairs(RIGHT) do
    it(title, function()
      for seed = 1, SEEDS do
        local fresh = type(game) == "function" and game() or game
        assert_right(fresh, fresh.initial(), seed, title)
      end
    end)
  end

  it("functions and lists of its own whose names resemble those of fields of another kind", function()
    local game = with(nim, { side = next, weight = next, table = next, fill = next, scaled = next, moves_list = { 1 },
      orders = { 1 }, parses = { 1 }, formation = next })
    local right, report = alphabeta.check(game, game.initial(), { time = 1, games = 2 })
    assert(right and #report.hints == 0, tostring(report))
  end)

  it("payoffs of which some have the sign of what evaluate says there", function()
    local game = with(paying, {
      play = function(heap, take)
        if take == heap then return -take, -1 end
        return heap - take
      end,
      evaluate = function(heap) return heap > 0 and 0 or heap == -1 and -1 or 1 end,
    })
    local right, report = alphabeta.check(game, 30, { time = TIME, games = 20 })
    assert.is_true(right, tostring(report))
    for _, hint in ipairs(report.hints) do assert.not_equal("payoff-sign", hint.fault) end
  end)

  it("random trees, in whatever form", function()
    local modes = { "uniform", "uneven", "again", "float", "inf", "dag" }
    for seed = 1, effort(4) do
      local tree = trees.random(modes[seed % #modes + 1], seed, 2 + seed % 3, 3 + seed % 2, 3)
      if seed % 5 == 0 then tree = trees.coarse(tree) end
      local form = trees.forms[seed % #trees.forms + 1]
      local game = trees.game(tree, form, {
        bounds = knowledge.bounds(trees.game(tree, "functional")),
        likelihood = knowledge.likelihood,
        order = knowledge.order,
        key = function(node) return node.id end,
      })
      assert_right(game, game.initial(), seed, form .. ": " .. tree.text)
    end
  end)

  it("a game that one player always wins, at two positions whose numbers differ in a digit", function()
    local leads_to = { { 5, 3, 4 }, { 6 }, { 8, 7, 6 }, {}, { 8 }, { 7, 8 }, { 8 }, {} }
    local mover, worth = { 2, 2, 1, 1, 1, 2, 1, 2 }, { 2.5, -1, 2.5, -1, -1, 2.5, 0, -3 }
    for _, offset in ipairs { 0, 10 } do
      assert.is_true((alphabeta.check({
        viewpoint = 1, repetition = 0, key = function(at) return at end,
        player = function(at) return mover[at - offset] end, evaluate = function(at) return worth[at - offset] end,
        successors = function(at)
          local list = {}
          for i, to in ipairs(leads_to[at - offset]) do list[i] = to + offset end
          return list
        end,
      }, 1 + offset, { seed = 212 })))
    end
  end)

  it("a game of which there is time for a few random games only: who wins these says nothing", function()
    with_slow_clock(function()
      local right, report = alphabeta.check(kalah, kalah.initial(), { time = 4, seed = 1 })
      assert(right, tostring(report))
      assert.matches("sample", table.concat(report.in_part, " "))
      assert.is_nil(table.concat(report.looked_at, ", "):find ", winners")
    end)
  end)

  it("a game whose first move decides most often the same way, of which there is time for a few games only", function()
    local function is_over(s) return s.ply >= 9 or s.ply == 8 and s.sum % 2 == 0 end
    local lopsided = {
      player = function(s) return s.ply % 2 + 1 end,
      moves = function(s) return is_over(s) and {} or { 1, 2, 3, 4, 5, 6 } end,
      play = function(s, move)
        return { ply = s.ply + 1, sum = 7 * s.sum + move, is_lost = s.is_lost or s.ply == 0 and move == 6 }
      end,
    }
    with_slow_clock(function()
      for usual = 0, 1 do -- most games are draws, or won by player 1
        function lopsided.evaluate(s) return is_over(s) and (s.is_lost and -1 or usual) * (-1) ^ s.ply or 0 end
        for time = 1, 2 do
          for number = 1, quick(2, 4) do
            local right, report = alphabeta.check(lopsided, { ply = 0, sum = 0 }, { time = time, seed = number })
            assert(right and #report.hints == 0, tostring(report))
          end
        end
      end
    end)
  end)

  it("a game that goes on as long as there is time: a hint", function()
    with_slow_clock(function()
      local growing = PLANTED["a game that grows for ever"][2]
      local right, report = alphabeta.check(coins, coins.initial(), { time = 12, seed = 1 })
      assert(right and #report.hints == 0, tostring(report))
      right, report = alphabeta.check(growing, growing.initial(), { time = 12, seed = 1 })
      assert(right and #report.hints == 1, tostring(report))
      assert.equal("endless", report.hints[1].fault)
      assert.matches("^no random game ended in the time allowed; this one was not over after %d%d%d moves",
        report.hints[1].message)
    end)
  end)

  it("pieces that go to and fro before they meet, whenever time runs out: that none have met says nothing", function()
    local pacing = {
      initial = function() return { first = 1, second = 9, turn = 1 } end,
      moves = function(state) return state.first + 1 < state.second and { -1, 1 } or {} end,
      play = function(state, step)
        local first, second = state.first, state.second
        if state.turn == 1 then first = math.max(1, first + step) else second = math.min(9, second + step) end
        return { first = first, second = second, turn = 3 - state.turn }
      end,
      evaluate = function(state) return (state.first + state.second - 10) * (state.turn == 1 and 1 or -1) end,
    }
    with_slow_clock(function()
      for tenths = 1, 20, quick(4, 1) do
        for seed = 1, effort(1) do assert_right(pacing, pacing.initial(), seed, tenths / 10, tenths / 10) end
      end
    end)
  end)

  it("a callback that takes longer than there is time", function()
    local slow = evaluates(noughts, function(state)
      for _ = 1, 200000 do end
      return noughts.evaluate(state)
    end)
    with_slow_clock(function() assert_right(slow, slow.initial(), 1, "slow", 0.01) end)
  end)

  it("a field `current` that has two values as far as there was time to look", function()
    local phases = {
      initial = function() return { ply = 0, sum = 0, current = 0 } end,
      moves = function(state) return state.ply < 120 and { 1, 2, 3 } or {} end,
      play = function(state, move)
        local ply = state.ply + 1
        return { ply = ply, sum = state.sum + (ply % 2 * 2 - 1) * move, current = math.floor(ply / 40) }
      end,
      evaluate = function(state) return state.ply % 2 == 0 and state.sum or -state.sum end,
    }
    local patient, asked = patients.new(phases, phases.initial(), { seed = 1, games = 1, time = 1 }), 0
    function patient.has_time()
      asked = asked + 1
      return asked < 60
    end
    patients.take_sample(patient)
    signs.turns(patient)
    assert.same({}, patient.hints)
  end)

  it("positions in the middle of games", function()
    for seed = 1, 12 do
      local game = seed % 2 == 0 and kalah or noughts
      local state = game.initial()
      for ply = 1, trees.draw(seed, 1, game == kalah and 35 or 8) do
        local moves = game.moves(state)
        if #moves > 0 then state = game.play(state, moves[trees.draw(seed, ply + 1, #moves) + 1]) end
      end
      assert_right(game, state, seed, "middle of a game")
    end
  end)

  it("games on small boards, down to finished ones", function()
    for holes = 1, 3 do
      for counters = 1, 4 - holes do
        assert_right(kalah, kalah.initial { holes = holes, counters = counters }, 1, holes .. "," .. counters)
      end
    end
    for heap = 0, 8 do assert_right(nim, { heap = heap, player = 1 + heap % 2 }, 1, "nim " .. heap) end
  end)
end)

------------------------------------------------------------------------------------------------
-- What it promises

describe("alphabeta.check", function()
  local function raised(...)
    local here = "spec/check_spec.lua:" .. debug.getinfo(1, "l").currentline + 2 .. ": "
    local worked, message = pcall(function(...)
      alphabeta.check(...)
    end, ...)
    assert.is_false(worked)
    assert.equal(here, message:sub(1, #here))
    return message:sub(#here + 1)
  end

  it("refuses what is no game, no state or no option", function()
    assert.equal("bad argument #1 to 'check' (game expected, got nil)", raised())
    assert.equal("bad argument #2 to 'check' (state expected, got nil)", raised(noughts))
    assert.equal("bad argument #3 to 'check' (table expected, got number)", raised(noughts, 1, 2))
    assert.equal("bad argument #3 to 'check' (unknown option 'game')", raised(noughts, 1, { game = 2 }))
    assert.equal("bad argument #3 to 'check' (option 'games': integer from 1 to 1000000 expected, got 0)",
      raised(noughts, 1, { games = 0 }))
    assert.equal("bad argument #3 to 'check' (option 'depth': integer from 1 to 1000 expected, got 'deep')",
      raised(noughts, 1, { depth = "deep" }))
    assert.equal("bad argument #3 to 'check' (option 'time': number of seconds, 0.01 or more, expected, got 0)",
      raised(noughts, 1, { time = 0 }))
  end)

  it("does not wait for an evaluation that does not come back once `play` has told the payoff", function()
    local game = with(paying, { evaluate = function(heap)
      while heap == 0 do end
      return 0
    end })
    with_slow_clock(function() assert_right(game, game.initial(), 1, "stuck", 2) end)
  end)

  it("finds the same for the same seed", function()
    local function report(seed)
      local game = with(noughts, { key = function(state) return table.concat(state.cells, "", 1, 8) end })
      local _, findings = alphabeta.check(game, game.initial(), { seed = seed, time = TIME, games = 2 })
      return tostring(findings)
    end
    assert.equal(report(5), report(5))
    assert.not_equal(report(5), report(6))
  end)

  it("finds the same in another process, where tables lie otherwise", function()
    local source = [[
      local game = { moves = function() return {} end, play = function() end, evaluate = function() return 0 end }
      for _, name in ipairs { "form_at", "formatmove", "likelyhood", "determinise" } do game[name] = print end
      print(require "alphabeta".check(game, 1))]]
    local report = interpreter.run(source)
    for _ = 2, 6 do assert.equal(report, interpreter.run(source)) end
    assert.matches("no 'determinize'", report)
  end)

  it("leaves math.random alone", function()
    math.randomseed(7)
    local expected = math.random(1000000)
    math.randomseed(7)
    alphabeta.check(nim, nim.initial(), { games = 2 })
    assert.equal(expected, math.random(1000000))
  end)

  it("leaves the state as it was, whatever the game does to it", function()
    for _, title in ipairs { "undo that forgets one cell", "play that changes the state in place and returns it",
      "evaluate that changes the state", "a callback that does not come back" } do
      local case = PLANTED[title]
      local game = planted_game(case)
      local state = game.initial()
      local function examine() alphabeta.check(game, state, case[4] or { games = GAMES }) end
      if case[5] then case[5](examine) else examine() end
      assert.same(game.initial(), state, title)
    end
  end)

  it("leaves it so where it is large, and with the metatables it had", function()
    local odd = {}
    local game = {
      moves = function(state) return state.heap > 0 and { 1 } or {} end,
      play = function(state)
        state.heap = state.heap - 1
        if state.far then state.far[1500].count = state.far[1500].count + 1 end
      end,
      undo = function(state) state.heap = state.heap + 1 end,
      evaluate = function(state)
        setmetatable(state, odd)
        return -1
      end,
    }
    local large, small = { heap = 6, far = {} }, setmetatable({ heap = 6 }, { __metatable = "mine" })
    for i = 1, 1500 do large.far[i] = { count = 0 } end
    alphabeta.check(game, large, { games = 2, time = TIME })
    assert.same({ 6, 0 }, { large.heap, large.far[1500].count })
    assert.is_nil(getmetatable(large))
    game.evaluate = function(state)
      debug.setmetatable(state, odd)
      return -1
    end
    alphabeta.check(game, small, { games = 2, time = TIME })
    assert.equal("mine", getmetatable(small))
  end)

  it("knows a `play` that changes the state now and then, though it is tried to find the legal moves", function()
    local function left(line)
      local heap = 20
      for _, take in ipairs(line) do heap = heap - take end
      return heap
    end
    for _, form in ipairs { { width = 3 }, { pseudolegal = true, moves = function() return { 1, 2, 3 } end } } do
      local _, report = alphabeta.check(with(form, {
        play = function(state, take)
          local rest = { heap = state.heap - take, turn = 1 - state.turn }
          if rest.heap < 0 then return nil end
          if (7 * state.heap + state.turn) % 9 == 0 then state.heap = state.heap - 1 end
          return rest
        end,
        evaluate = function() return -1 end,
      }), { heap = 20, turn = 0 }, { time = TIME })
      assert.equal("play-changes-state", report[1] and report[1].fault, tostring(report))
      local heap = left(all_but_last(report[1].line))
      assert.matches((": state.heap is %d, it was %d;"):format(heap - 1, heap), report[1].message, 1, true)
    end
  end)

  it("leaves no debug hook behind, and one that is there alone", function()
    alphabeta.check(nim, nim.initial(), { games = 1 })
    assert.is_nil(debug.gethook())
    local function hook() end
    debug.sethook(hook, "", 1000000)
    alphabeta.check(nim, nim.initial(), { games = 1 })
    local kept = debug.gethook()
    debug.sethook()
    assert.equal(hook, kept)
  end)

  -- Replaces a function of a module for the time of a call.
  local function with_stand_in(module, name, stand_in, f)
    local kept = module[name]
    module[name] = function(...) return stand_in(kept, ...) end
    local worked, message = pcall(f)
    module[name] = kept
    assert(worked, message)
  end

  -- What is found in a game where the search is not what it should be.
  local function found_by_search(game, search)
    local findings
    with_stand_in(require "alphabeta.core", "search", search, function()
      findings = select(2, alphabeta.check(game, game.initial(), { time = TIME, games = 2 }))
    end)
    assert.equal(1, #findings)
    return findings[1].fault, findings[1].message
  end

  it("compares the search with minimax, and tries what makes the difference", function()
    local function errs_with(field)
      return function(search, game, state, options)
        local result = search(game, state, options)
        if game[field] then result.value = result.value + 1 end
        return result
      end
    end
    local game = with(nim, {
      initial = function() return { heap = 2, player = 1 } end,
      bounds = function() return -1, 1 end,
    })
    assert.equal("key-collision", found_by_search(game, errs_with "key"))
    assert.equal("bounds-value", found_by_search(game, errs_with "bounds"))
    local fault, message = found_by_search(game, errs_with "evaluate")
    assert.equal("search-differs", fault)
    assert.equal("a search of 3 plies gives 2 with the move 2, plain minimax 1 with the move 2", message)
  end)

  it("has searches stopped by the processor's time, and does not count those that were", function()
    local game, clocks = with(noughts, { bounds = function() return -1, 1 end }), {}
    with_stand_in(require "alphabeta.core", "search", function(search, rules, state, options)
      clocks[tostring(options.processor)] = true
      local result = search(rules, state, options)
      return { value = result.value, move = result.move, bound = result.bound, stopped = "time" }
    end, function()
      local right, report = alphabeta.check(game, game.initial(), { time = TIME, games = 2 })
      assert.is_true(right)
      assert.same({ ["true"] = true }, clocks)
      local looked_at = ", " .. table.concat(report.looked_at, ", ") .. ","
      for _, name in ipairs { "bounds to the end", "search" } do
        assert.is_nil(looked_at:find(", " .. name .. ",", 1, true))
      end
    end)
  end)

  it("tells of a search that raises, does not come back, or changes the state", function()
    local fault, message = found_by_search(noughts, function() error("no search today", 0) end)
    assert.equal("search-error", fault)
    assert.matches("^a search of 3 plies raised an error: .*no search today", message)
    fault = found_by_search(noughts, function() error(require "alphabeta.check.position".late, 0) end)
    assert.equal("endless-call", fault)
    fault = found_by_search(noughts, function(search, game, state, options)
      local result = search(game, state, options)
      state.cells[1] = 3 - state.turn
      return result
    end)
    assert.equal("play-changes-state", fault)
  end)

  it("stops an iterator that does not come back, though it goes on in a coroutine of its own", function()
    local game = with(coins, { moves = function(state)
      return coroutine.wrap(function()
        for _, move in ipairs(coins.moves(state)) do coroutine.yield(move) end
        local late = os.clock() + 5
        repeat until os.clock() > late
        error "it was not stopped"
      end)
    end })
    local _, report = alphabeta.check(game, coins.initial(), { time = 1 })
    assert.equal("endless-call", report[1].fault, tostring(report))
  end)

  it("admits it when it fails itself", function()
    local image, late = require "alphabeta.check.image", require "alphabeta.check.position".late
    local game = with(noughts, { key = function() return 0.5 end })
    local function found_where(thrown)
      local findings
      with_stand_in(image, "shown", function() error(thrown, 0) end, function()
        findings = select(2, alphabeta.check(game, game.initial()))
      end)
      return findings[1].fault, findings[1].message
    end
    local fault, message = found_where "a slip of the pen"
    assert.equal("doctor", fault)
    assert.matches("^an examination failed: .*a slip of the pen", message)
    assert.equal("endless-call", found_where(late))
  end)

  it("tells what it has looked at, and what not", function()
    local function names(list) return ", " .. table.concat(list, ", ") .. ", " end
    local right, report = alphabeta.check(coins, coins.initial(), { time = TIME, games = 1 })
    assert.is_true(right)
    assert.same({}, report.in_part)
    assert.same({}, report.not_looked_at)
    assert.same({}, report.hints)
    for _, name in ipairs { "form", "evaluate", "key", "back and forth", "winners", "search" } do
      assert(names(report.looked_at):find(", " .. name .. ", ", 1, true), name)
    end
    assert.is_nil(names(report.looked_at):find(", bounds, ", 1, true)) -- there are none
    assert.equal("nothing found\nexamined: " .. table.concat(report.looked_at, ", "), tostring(report))

    -- what is not for a game is neither looked at nor not
    local keyed = with(kalah, { key = require("alphabeta.twins.kalah").key })
    right, report = alphabeta.check(keyed, kalah.initial { counters = 6 }, { time = TIME, games = 1 })
    assert.is_true(right)
    for _, list in ipairs { report.looked_at, report.in_part, report.not_looked_at } do
      assert.is_nil(names(list):find(", all positions, ", 1, true))
    end

    local slow = with(coins, { moves = function(state)
      local till = os.clock() + 0.001
      while os.clock() < till do end
      return coins.moves(state)
    end })
    right, report = alphabeta.check(slow, slow.initial(), { time = 0.05 })
    assert.is_true(right)
    assert(names(report.in_part):find(", evaluate, ", 1, true))
    assert(#report.in_part > 3)
    assert.matches("\nexamined in part, for lack of time: evaluate, ", tostring(report))

    right, report = alphabeta.check(with(coins, { play = function() end }), coins.initial())
    assert.is_nil(right)
    assert.equal("play-result", report[1].fault)
    assert(names(report.not_looked_at):find(", search, ", 1, true))
    assert.matches("\nnot examined until the findings are corrected: ", tostring(report))
  end)

  it("compares what two positions with the same key say before it looks farther", function()
    local _, report = alphabeta.check(with(coins, { key = function(state) return state.first end }), coins.initial(),
      { games = 1, time = 0.5 })
    assert.equal("key-collision", report[1].fault)
  end)

  it("goes there and back to find a key that says nothing of castling", function()
    local right, report = alphabeta.check(castles, castles.initial(), { games = 1, time = quick(0.2, 0.5), seed = 3 })
    assert(right, tostring(report))
    local forgetful = with(castles, { key = function(state) return table.concat(state.cells) .. state.turn end })
    local _, findings = alphabeta.check(forgetful, castles.initial(), { games = 1, time = TIME, seed = 3 })
    assert.equal("key-collision", findings[1] and findings[1].fault)
  end)

  it("prints a report", function()
    local game = planted_game(PLANTED["undo that forgets one cell"])
    local _, findings = alphabeta.check(game, game.initial())
    local report = tostring(findings)
    assert.matches("^1 finding\nundo: 'undo' does not take back what 'play' has changed: ", report)
    assert.matches("\n  moves:  [%d ]+\n  advice: take back everything that `play` changes", report)
    assert.matches(tostring(findings[1]), report, 1, true)
  end)

  -- What is printed of a finding's moves.
  local function moves_of(found) return tostring(found):match "\n  moves:  ([^\n]*)" end

  it("prints moves as the game writes them", function()
    local game = swapped(written)
    local _, report = alphabeta.check(game, game.initial(), { games = GAMES, time = TIME })
    local hint, texts = report.hints[1], {}
    for i, cell in ipairs(hint.line) do texts[i] = written.format_move(nil, cell) end
    assert.equal("evaluate-end", hint.fault)
    assert.equal(table.concat(texts, " "), moves_of(hint))

    game = with(game, { parse_move = NONE, format_move = function(at, cell) return at.turn .. " to " .. cell end })
    _, report = alphabeta.check(game, game.initial(), { games = GAMES, time = TIME })
    hint = report.hints[1]
    for i, cell in ipairs(hint.line) do texts[i] = (i - 1) % 2 + 1 .. " to " .. cell end
    assert.equal(table.concat(texts, "  "), moves_of(hint))
  end)

  it("prints moves as they are where the game does not write them, or writes two alike", function()
    local function found_with(format_move)
      local game = with(swapped(written), { format_move = format_move, parse_move = NONE })
      local _, report = alphabeta.check(game, game.initial(), { games = GAMES, time = TIME })
      return report[1] or report.hints[1]
    end
    local found = found_with(function(_, cell) return cell ~= 5 and "m" .. cell or error "no" end)
    assert.equal("format_move-error", found.fault)
    assert.equal("5", moves_of(found):match "%S+$")
    found = found_with(function(_, cell) return "m" .. math.min(8, cell) end)
    assert.equal("format_move-twice", found.fault)
    assert.equal(tostring(found.line[#found.line]), moves_of(found):match "%S+$")
    found = found_with(function(_, cell) return cell == 5 and ("m"):rep(100) or "m\n" .. cell end)
    assert.equal("evaluate-end", found.fault)
    assert.equal(table.concat(found.line, " "), moves_of(found))
  end)

  it("survives callbacks that do anything", function()
    local angry = setmetatable({}, { __index = error, __newindex = error, __len = error, __eq = error,
      __tostring = error, __call = error, __lt = error, __concat = error, __unm = error })
    local cyclic = {}
    cyclic[cyclic], cyclic.self = cyclic, cyclic
    local values = { "", "x", 0, 3, 0 / 0, math.huge, math.mininteger, true, false, angry, cyclic, tostring, io.stdout,
      {}, { 1, 2, 3 }, { nil, 2 }, { [0] = 1 }, function() return 1 end, function() error(angry) end }
    local names = { "moves", "play", "undo", "evaluate", "player", "key", "order", "bounds", "likelihood", "noisy",
      "format", "parse", "successors", "variadic", "fills", "width", "viewpoint" }
    local bases = { kalah, noughts, in_place, wide }
    for seed = 1, effort(24) do
      local function draw(k, n) return trees.draw(seed, k, n) + 1 end
      local base, name, value, kind = bases[draw(1, 4)], names[draw(2, #names)], values[draw(3, #values)], draw(4, 4)
      local late, count = draw(5, 40), counter()
      local game = with(base, { [name] = kind == 1 and value or function(state, ...)
        if count() % late == 0 then
          if kind == 2 then return value, value end
          if kind == 3 then error(value) end
          if type(state) == "table" then state[draw(6, 9)] = value end
        end
        if base[name] then return base[name](state, ...) end
      end })
      local options = { seed = seed, time = 0.5, games = 2 }
      local worked, right, findings = pcall(alphabeta.check, game, base.initial(), options)
      local title = ("seed %d: %s, kind %d: %s"):format(seed, name, kind, tostring(right))
      assert(worked, title)
      assert(#tostring(findings) > 0 and (right == true) == (#findings == 0), title)
    end
  end)
end)

describe("a witness of changes", function()
  it("counts those that do not matter, but none of which there was no time to find out", function()
    local patient = patients.new(noughts, noughts.initial(), { seed = 1, games = 1, time = 1 })
    patient.idle.suspected = true
    local position = patient:begin()
    local before = witness.look(position)
    local function change(number)
      position.state.cells[1] = number
      return before:visible_change()
    end
    patient.deadline = -math.huge
    for number = 1, 100 do assert.is_nil(change(number)) end
    patient.deadline = math.huge
    assert.matches("^state.cells%[1%] is 1, it was 0; 'moves' gives 8 moves", change(1))
    for number = 1, 100 do
      position.state.seen = number
      assert.is_nil(before:visible_change())
    end
    assert.equal(4, patient.idle["state.seen"])
  end)
end)

describe("a picture of a state", function()
  it("sees what is another thing now, and turns it back", function()
    local nothing = 0 / 0
    local state = { 1, none = nothing, inner = { 2 } }
    local taken = picture.take(state)
    assert.is_nil((taken:change()))
    state.inner[1], state.more = 3, 4
    local first, second = taken:change()
    assert.same({ "state.inner[1]", "state.more" }, { first.path, second.path })
    taken:restore()
    assert.is_nil((taken:change()))
    assert.is_nil(state.more)
    assert.equal(2, state.inner[1])
  end)

  it("is compared with another state, though tables refer to each other in circles of other lengths", function()
    local function circle(length)
      local first = { 0 }
      local last = first
      for _ = 2, length do
        last.following = { 0 }
        last = last.following
      end
      last.following = first
      return first
    end
    local taken, other = picture.take(circle(3)), circle(400)
    assert.is_nil((taken:change(circle(4))))
    assert.equal(0, taken:distance(other))
    other.following[1] = 1
    assert.is_truthy(taken:change(other))
    assert.is_true(taken:distance(other) > 0)
  end)
end)

describe("What the doctor says of two answers that differ", function()
  it("begins shortly before the difference, if they are long", function()
    local long = ("x"):rep(100)
    assert.equal("'moves' gives ..." .. ("x"):rep(20) .. "one, it gave ..." .. ("x"):rep(20) .. "two",
      (witness.disagreement({ moves = long .. "two" }, { moves = long .. "one" })))
    assert.equal("'key' gives ab, it gave a", (witness.disagreement({ key = "a" }, { key = "ab" })))
    assert.equal("'key' gives nothing, it gave a", (witness.disagreement({ key = "a" }, {})))
    assert.equal("'moves' gives " .. ("x"):rep(57) .. "..., it gave y",
      (witness.disagreement({ moves = "y" }, { moves = long })))
    assert.is_nil((witness.disagreement({ key = "a" }, { key = "a" })))
  end)

  it("counts the moves to it", function()
    assert.equal("so it is", witness.further(0, "so it is"))
    assert.equal("1 move further on, so it is", witness.further(1, "so it is"))
    assert.equal("2 moves further on, so it is", witness.further(2, "so it is"))
  end)
end)

describe("The doctor finds nothing", function()
  local function clean(game, state)
    local right, report = alphabeta.check(game, state, { games = quick(3, 20) })
    assert(right, tostring(report))
  end

  it("where bounds do not hold, or cannot be told, once the game is over: they are not asked there", function()
    clean(heap_of { bounds = function(heap)
      if heap <= 3 then return 1, 1 end
      return -1, 1
    end }, 12)
    clean(heap_of { bounds = function(heap)
      assert(heap > 0)
      return -1, 1
    end }, 12)
  end)

  it("where nobody is to move any more, as `play` has paid all", function()
    clean({
      players = 3, player = function(s) return assert(s.left > 0 and s.turn) end,
      moves = function() return { 1, 2 } end,
      play = function(s, take)
        if take >= s.left then
          local payoffs = { 0, 0, 0 }
          payoffs[s.turn] = 1
          return { left = 0 }, payoffs
        end
        return { left = s.left - take, turn = s.turn % 3 + 1 }
      end,
      evaluate = function() return { 0, 0, 0 } end,
    }, { left = 9, turn = 1 })
  end)

  it("where `play` returns what has happened, and what it changes cannot be seen in the state", function()
    local left = 12
    clean({
      moves = function(state) return numbers(math.min(3, state.see())) end,
      play = function(state, taken)
        state.add(-taken)
        return { "taken", taken }
      end,
      undo = function(state, taken) state.add(taken) end,
      evaluate = function() return -1 end,
    }, { see = function() return left end, add = function(count) left = left + count end })
    assert.equal(12, left)
  end)

  it("where outcomes look alike to people", function()
    clean(heap_of {
      chance = function(heap) if heap % 2 == 1 and heap > 4 then return { 1, 2, 3 } end end,
      format_move = function(heap, move) return heap % 2 == 1 and heap > 4 and "a card" or "take " .. move end,
    }, 12)
  end)
end)

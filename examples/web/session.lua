-- What the page asks for: a line of words comes, JSON goes. There is one game, and at most one search under way.

local alphabeta = require "alphabeta"

-- How a position is drawn: rows of cells from the top, 0 empty, 1 and 2 the players'. `cell` is where a move goes.
local BOARDS = {
  connect4 = {
    title = "Connect Four", width = 7, height = 6, tree_depth = 4, hint_depth = 10,
    temperatures = { 2, 1, 0.5, 0.25 }, depth = 4,
    cells = function(list)
      local cells = {}
      for i = 0, 41 do cells[7 * (5 - i % 6) + math.floor(i / 6) + 1] = list[i + 3] end
      return cells
    end,
    cell = function(cells, column)
      local cell = 35 + column
      while cells[cell] ~= 0 do cell = cell - 7 end
      return cell
    end,
  },
  othello = {
    title = "Othello", width = 8, height = 8, tree_depth = 3, hint_depth = 7,
    temperatures = { 32.3, 8.07, 2.86, 1.43 }, depth = 3,
    cells = function(list) return { table.unpack(list, 2) } end,
    cell = function(_, square) return square end,
  },
  tictactoe = {
    title = "Tic-tac-toe", width = 3, height = 3, tree_depth = 4, hint_depth = 9,
    temperatures = { 1.41, 0.707, 0.5, 0.25 }, depth = 9,
    cells = function(list) return list end,
    cell = function(_, cell) return cell end,
  },
}

local name, game, board, state, history, memory
local search, finish -- under way, and what is made of its result
local writing        -- a coroutine that gives what is made of it piece by piece, as it takes longer than a slice

---------------------------------------------------------------------------------------------- JSON

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function json(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return ESCAPES[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if value[1] ~= nil or next(value) == nil then
    for i, item in ipairs(value) do parts[i] = json(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do parts[#parts + 1] = json(key) .. ":" .. json(item) end
  return "{" .. table.concat(parts, ",") .. "}"
end

---------------------------------------------------------------------------------------------- positions

local function player_of(position)
  if game.player then return game.player(position) end
  return #history % 2 + 1
end

local function winner()
  local payoff = game.evaluate(state)
  if payoff == 0 then return 0 end
  local mover = player_of(state)
  return payoff > 0 and mover or 3 - mover
end

-- What the page draws.
local function view()
  local cells = board.cells(game.write(state))
  local moves = {}
  for i, move in ipairs(game.moves(state)) do moves[i] = { move = move, cell = board.cell(cells, move) - 1 } end
  local is_over = #moves == 0
  return {
    name = name, title = board.title, width = board.width, height = board.height, cells = cells, moves = moves,
    player = player_of(state), over = is_over, winner = is_over and winner() or 0, plies = #history,
    last = history[1] and history[#history].cell or -1,
  }
end

local function begin(options, callback)
  if search then search:close() end
  search, finish, writing = alphabeta.start(game, state, options), callback, nil
end

---------------------------------------------------------------------------------------------- commands

local commands = {}

function commands.new(which)
  board = assert(BOARDS[which])
  name, game = which, require("alphabeta.games." .. which)
  state, history, memory, search, writing = game.initial(), {}, alphabeta.table(), nil, nil
  return view()
end

function commands.play(move)
  move = math.tointeger(tonumber(move))
  local cell = board.cell(board.cells(game.write(state)), move) - 1
  local after = game.play(state, move)
  history[#history + 1] = { before = state, cell = cell }
  state = after
  return view()
end

function commands.back()
  local last = table.remove(history)
  if last then state = last.before end
  return view()
end

-- A move for the computer, at a level from 1 to 5.
function commands.think(level)
  local temperature = board.temperatures[tonumber(level)]
  local options = temperature and { depth = board.depth, temperature = temperature }
    or { time = 1, table = memory, choose = "random" }
  begin(options, function(result)
    return { move = result.move, line = result.pv }
  end)
  return {}
end

-- What each move is worth.
function commands.hint()
  begin({ depth = board.hint_depth, all = true, table = memory }, function(result)
    local cells, values = board.cells(game.write(state)), {}
    for i, entry in ipairs(result.moves) do
      values[i] = { cell = board.cell(cells, entry.move) - 1, value = entry.value }
    end
    return { values = values, best = result.best }
  end)
  return {}
end

-- A recorded search: the page that shows it, or only the data, for a page that is shown already.
function commands.tree(what)
  begin({ depth = board.tree_depth, trace = true, deepening = false }, function(result)
    local options = { title = ("%s, %d plies ahead"):format(board.title, board.tree_depth), data = what == "data",
      game = game, state = state, write = coroutine.yield }
    writing = coroutine.wrap(function() return alphabeta.tree.html(result, options) end)
  end)
  return {}
end

-- Goes on writing for so long; true: all is written.
local function write(seconds, answer)
  local started, parts, piece = os.clock(), {}
  repeat
    piece = writing()
    parts[#parts + 1] = piece
  until not piece or os.clock() - started >= seconds
  answer.text = table.concat(parts)
  return not piece
end

-- Goes on searching for so long; true: the search is over, and nothing is to be written.
local function go_on(seconds, answer)
  local is_finished = search:step { time = seconds }
  local result = search:result()
  answer.depth, answer.nodes, answer.value = result.depth or 0, result.nodes, result.value or 0
  if not is_finished then return false end
  for key, value in pairs(finish(result) or {}) do answer[key] = value end
  search:close()
  return not writing
end

function commands.step(seconds)
  local answer = {}
  answer.done = (writing and write or go_on)(tonumber(seconds), answer)
  return answer
end

return function(line)
  local words = {}
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  local ok, answer = pcall(commands[words[1]], words[2])
  return json(ok and answer or { error = tostring(answer) })
end

-- What the page asks for: a line of words comes, and perhaps more lines; JSON goes. The page is a view of one session.

local alphabeta -- as soon as its parts are loaded

-- Games on a board have `cells`, from the top: 0 is empty, 1 and 2 are the players'; `cell` is where a move goes, and
-- `row` what wins. The others are shown as text, with a button for each move. `tree` is what the tree is searched with.
local GAMES = {
  connect4 = {
    title = "Connect Four", width = 7, height = 6, row = 4, tree = { depth = 4 },
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
    title = "Othello", width = 8, height = 8, tree = { depth = 3 },
    cells = function(list) return { table.unpack(list, 2) } end,
    cell = function(_, square) return square end,
  },
  tictactoe = {
    title = "Tic-tac-toe", width = 3, height = 3, row = 3, tree = { depth = 4 },
    cells = function(list) return list end,
    cell = function(_, cell) return cell end,
  },
  kalah = { title = "Kalah", tree = { depth = 4 } },
  pig = { title = "Pig", tree = { depth = 3 } },
  ewn = { title = "EinStein würfelt nicht", tree = { depth = 2 } },
  briscola = { title = "Briscola", rules = "briscola", tree = { algorithm = "mcts", playouts = 100 } },
}

local MOST_SEEDS = 2 ^ 31 - 1
local REVIEW = { time = 0.01 } -- seconds for a search

local name, game, shown -- which game it is, its rules, and how it is shown
local session
local cells, last        -- of the board, and which of them the last move went to, as the page counts them
local news = {}          -- what has happened since the page was told last
local wants_values, wants_review = false, false
local tree, has_viewer   -- a coroutine that makes the tree, in pieces; the page has one that takes the data of others

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

---------------------------------------------------------------------------------------------- what the page draws

-- Who the person at the page is.
local function you()
  for number, seat in ipairs(session:seated()) do
    if seat.kind == "human" then return number end
  end
end

-- The cells of a row of one player's that is long enough, from a cell on; nil: there is none.
local function row_from(cell, step_x, step_y)
  local row, x, y = {}, (cell - 1) % shown.width, math.floor((cell - 1) / shown.width)
  for i = 0, shown.row - 1 do
    local column, line = x + i * step_x, y + i * step_y
    local other = line * shown.width + column + 1
    local fits = column >= 0 and column < shown.width and line < shown.height and cells[other] == cells[cell]
    if not fits then return nil end
    row[i + 1] = other - 1
  end
  return row
end

-- The winning row, as the page counts cells.
local function winning_row()
  for cell, owner in ipairs(shown.row and cells or {}) do
    local row = owner ~= 0 and (row_from(cell, 1, 0) or row_from(cell, 0, 1) or row_from(cell, 1, 1)
      or row_from(cell, -1, 1))
    if row then return row end
  end
  return {}
end

local function look() cells = shown.cells and shown.cells(game.write(session.state)) end

-- The number of the cell that an entry of `moves` goes to, or nil.
local function cell_of(entry) return cells and shown.cell(cells, entry.move) - 1 or nil end

-- Moves as the page wants them, of a list of what the session says of them.
local function moves_of(list)
  local moves = {}
  for i, entry in ipairs(list) do moves[i] = { text = entry.text, value = entry.value, cell = cell_of(entry) } end
  return moves
end

local function view()
  local me, level = you()
  for _, seat in ipairs(session:seated()) do level = seat.kind == "computer" and seat.level or level end
  local outcome = session.outcome
  return {
    name = name, title = shown.title, width = shown.width, cells = cells, moves = moves_of(session:moves()),
    last = last or -1, you = me, level = level, yours = session.player == me, over = session.over, turn = session.turn,
    position = not cells and tostring(game.format(session.state, game.determinize and me or nil)) or nil,
    result = outcome and (outcome.winner == me and "You win." or outcome.winner and "The computer wins." or "A draw."),
    row = winning_row(), text = session:text(), said = table.concat(news, " "),
  }
end

local function note(entry)
  local who = not entry.player and "The die shows" or entry.player == you() and "You play" or "The computer plays"
  news[#news + 1] = ("%s %s."):format(who, entry.text)
  last = cell_of(entry)
  look()
end

---------------------------------------------------------------------------------------------- the tree

-- Makes the tree of a search from here, in pieces: it yields them, and nothing while it searches. What is hidden from
-- you is hidden there.
local function grow(state, time)
  local _
  local options = { trace = true }
  for field, value in pairs(shown.tree) do
    options[field] = type(value) == "number" and not has_viewer and 1 or value -- the viewer loads with a small one
  end
  if options.depth then options.deepening = false end
  local search = alphabeta.start(game, state, options)
  while not search:step { time = time } do _, time = coroutine.yield "" end
  local head = options.depth and ("%s, %d plies ahead"):format(shown.title, options.depth)
    or ("%s, %d playouts"):format(shown.title, options.playouts)
  local me = game.determinize and you()
  local seen = setmetatable({ format = function(position) return game.format(position, me) end }, { __index = game })
  alphabeta.tree.html(search:result(), {
    title = head, data = has_viewer, game = seen, state = state, write = coroutine.yield,
  })
  search:close()
end

-- Goes on with it for so long; true: it is done.
local function go_on(seconds, answer)
  local started, parts = os.clock(), {}
  answer.first = tree == nil
  tree = tree or coroutine.create(grow)
  repeat
    local ok, piece = coroutine.resume(tree, session.state, seconds)
    if not ok then error(piece, 0) end
    parts[#parts + 1] = piece
  until coroutine.status(tree) == "dead" or os.clock() - started >= seconds
  local is_done = coroutine.status(tree) == "dead"
  answer.piece, answer.tree = table.concat(parts), is_done
  if has_viewer or not is_done then return is_done end
  has_viewer, tree = true, nil
  return false
end

---------------------------------------------------------------------------------------------- commands

-- The page shows another position.
local function changed()
  tree, wants_values, wants_review = nil, false, false
  local shows = view()
  news = {}
  return shows
end

-- Begins a game, or goes on with the text of one. Cards are dealt by the session's seed.
local function begin(options)
  options.seed = tonumber((options.text or ""):match "%x seed (%d+)") or math.random(MOST_SEEDS)
  math.randomseed(options.seed)
  options.on_move, options.state = note, game.initial()
  local new = alphabeta.session(game, options)
  if session then session:close() end
  session, last = new, nil
  news = { ("You are %s."):format(game.sides[you()]) }
  look()
  return changed()
end

local commands = {}

-- The parts of the library that are used here: all at once they would take longer to load than a frame lasts.
local PARTS = { "core", "play.referee", "play.judging", "play.player", "play.session", "tree" }

-- Loads the next of them, for so long.
function commands.load(seconds)
  local started = os.clock()
  while #PARTS > 0 and os.clock() - started < tonumber(seconds) do require("alphabeta." .. table.remove(PARTS, 1)) end
  if #PARTS == 0 then alphabeta = require "alphabeta" end
  return { due = #PARTS > 0 }
end

function commands.new(which, side, level, text)
  shown = assert(GAMES[which])
  local rules = require(shown.rules or "alphabeta.games." .. which)
  name, game = which, rules.weighed or rules
  if text ~= "" then return begin { text = text } end
  local seats = { "computer", "computer" }
  seats[tonumber(side)] = "human"
  return begin { seats = seats, level = tonumber(level) }
end

-- Plays one of the moves by its number.
function commands.play(number)
  session:play(session:moves()[tonumber(number)].move)
  return changed()
end

function commands.back()
  session:take_back()
  news, last = { "Taken back." }, nil
  look()
  return changed()
end

function commands.level(level)
  for number in ipairs(session:seated()) do session:set_level(number, tonumber(level)) end
  return view()
end

function commands.hint()
  wants_values = true
  return {}
end

function commands.review()
  wants_review = true
  return {}
end

-- The bad moves of the game so far, as text; nil: they are not known yet.
local function faults()
  local list, refusal = session:review(REVIEW)
  if not list then return refusal and "The " .. refusal .. "." end
  local lines = {}
  for line in tostring(list):gmatch "[^\n]+" do
    if line:find ": .*better" then lines[#lines + 1] = line end
  end
  return lines[1] and table.concat(lines, "\n") or "I found no bad moves."
end

-- Does what is due, for so long: what the session has to do, and in what is left of the time, or in the next frame, the
-- tree of the position where you are to move.
function commands.step(time)
  local started, seconds = os.clock(), tonumber(time)
  local answer = { due = session:step { time = seconds } }
  if #news > 0 then answer.view = changed() end
  local found = session:thinking()
  if found then answer.depth, answer.nodes = found.depth, found.nodes end
  local values = wants_values and session.player == you() and session:values()
  if values then answer.values, wants_values = moves_of(values), false end
  answer.faults = wants_review and faults() or nil
  wants_review = wants_review and not answer.faults
  if wants_values or wants_review then answer.due = true end
  if not answer.due and not session.over and not (tree and coroutine.status(tree) == "dead") then
    local left = started + seconds - os.clock()
    answer.due = left <= 0 or not go_on(left, answer)
  end
  return answer
end

return function(line)
  local first, text = line:match "^([^\n]*)\n?(.*)$"
  local words = {}
  for word in first:gmatch "%S+" do words[#words + 1] = word end
  words[#words + 1] = text
  local ok, answer = pcall(commands[words[1]], table.unpack(words, 2))
  return json(ok and answer or { error = tostring(answer) })
end

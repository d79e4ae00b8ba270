-- Puzzles at the terminal: the 15-puzzle, or a small level of sokoban, with hints and the way played.
--
--   lua5.4 examples/puzzle.lua [tiles [SEED] | sokoban]       needs Lua 5.3 or later
--
-- Type a move (a tile; or u, d, l, r), "hint", "solve" or "quit".

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local tiles = require "alphabeta.games.tiles"

-- Sokoban: # wall, @ the player, $ a box, . a place for it; * and + are a box and the player on such a place. A
-- position is its rows as one text.
local sokoban = { name = "sokoban", pseudolegal = true }

local LEVEL = [[
########
#      #
# .$.$ #
#  ##  #
#  @   #
########
]]
local WIDTH = LEVEL:find "\n"
local STEPS = { u = -WIDTH, d = WIDTH, l = -1, r = 1 }
local LEFT = { ["@"] = " ", ["+"] = ".", ["$"] = " ", ["*"] = "." } -- what stays when something moves away
local ENTERED = { player = { [" "] = "@", ["."] = "+" }, box = { [" "] = "$", ["."] = "*" } }

local function at(state, cell) return state:sub(cell, cell) end

-- The state after what is in a cell has moved on; nil: there is something.
local function moved(state, from, to, what)
  local entered = ENTERED[what][at(state, to)]
  if not entered then return nil end
  local one = state:sub(1, from - 1) .. LEFT[at(state, from)] .. state:sub(from + 1)
  return one:sub(1, to - 1) .. entered .. one:sub(to + 1)
end

function sokoban.initial() return LEVEL end
function sokoban.moves() return { "u", "d", "l", "r" } end
function sokoban.key(state) return state end
function sokoban.format(state) return (state:gsub("\n$", "")) end
function sokoban.goal(state) return not state:find("$", 1, true) end

function sokoban.play(state, move)
  local from, step = state:find "[@+]", STEPS[move]
  local to = from + step
  if at(state, to):find "[$*]" then state = moved(state, to, to + step, "box") end
  return state and moved(state, from, to, "player")
end

-- A box in a corner stays there.
local function is_stuck(state, cell)
  local function wall(step) return at(state, cell + step) == "#" end
  return (wall(-1) or wall(1)) and (wall(-WIDTH) or wall(WIDTH))
end

-- Each box has at least so many pushes to go to the nearest place.
function sokoban.estimate(state)
  local sum = 0
  for box in state:gmatch "()%$" do
    if is_stuck(state, box) then return math.huge end
    local nearest = math.huge
    for place in state:gmatch "()[.+]" do
      local rows = math.abs(math.floor(box / WIDTH) - math.floor(place / WIDTH))
      nearest = math.min(nearest, rows + math.abs(box % WIDTH - place % WIDTH))
    end
    sum = sum + nearest
  end
  return sum
end

local game = ({ tiles = tiles, sokoban = sokoban })[arg and arg[1] or "tiles"]
local seed = math.tointeger(tonumber(arg and arg[2] or 1))
if not game or not seed or seed < 0 then
  io.stderr:write "usage: puzzle.lua [tiles [SEED] | sokoban]\n"
  os.exit(false)
end
local state = game.initial(game == tiles and { scramble = 40, seed = seed } or nil)
local options = { time = 10, algorithm = game == tiles and "idastar" or "astar" }

local function text_of(move) return game.format_move and game.format_move(state, move) or move end

-- The state after the move that is meant; nil: it is none here.
local function played(line)
  for _, move in ipairs(game.moves(state)) do
    if text_of(move) == line then return game.play(state, move) end
  end
end

-- What may be entered.
local function choices()
  local texts = {}
  for i, move in ipairs(game.moves(state)) do texts[i] = text_of(move) end
  return ("moves: %s; or hint, solve, quit"):format(table.concat(texts, " "))
end

local function commanded(line)
  local result = (line == "hint" or line == "solve") and alphabeta.path(game, state, options)
  if not result then
    local after = played(line)
    if not after then print(("'%s' is not a legal move here; %s"):format(line, choices())) end
    state = after or state
  elseif not result.solved then
    print(result.stopped and "No way in ten seconds." or "There is no way from here.")
  elseif line == "hint" then
    print(("%s; %s to go"):format(text_of(result.moves[1]), contents.count_text(#result.moves, "move")))
  else
    for _, move in ipairs(result.moves) do
      io.write(text_of(move), " ")
      state = game.play(state, move)
    end
    print(("\n%s, %s"):format(contents.count_text(#result.moves, "move"), result.bound))
  end
end

print(choices())
while true do
  print(game.format(state))
  if game.goal(state) then return print "Solved." end
  io.write "> "
  local line = io.read() or "quit"
  if line == "quit" then return end
  commanded(line)
end

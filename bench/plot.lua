-- Positions and time against depth: plain Lua, the search with `key`, and the game in C. Writes doc/depth.svg with
-- gnuplot (sh run.sh need gnuplot-nox does that first):
--
--   sh run.sh bench plot [FILE]

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local plain = require "plain"
local connect4 = require "games.connect4" { 1, 2, 3, 4, 5, 6, 7 }
local native = require "alphabeta.games.connect4"

local ROUNDS = 3
local FILE = arg[1] or arg[0]:match("^(.*)bench/") .. "doc/depth.svg"

local function library(game, options)
  return function(depth)
    options.depth = depth
    return alphabeta.search(game, game.initial and game.initial() or connect4.initial(), options).nodes
  end
end

local LINES = {
  { title = "plain Lua", deepest = 12, run = function(depth)
    plain.alphabeta(connect4.list, connect4.initial(), depth)
  end },
  { title = "search, Lua, with key", deepest = 14, run = library(connect4.keyed, {}) },
  { title = "search, game in C, no table", deepest = 14,
    run = library(native, { algorithm = "alphabeta", table = false }) },
  { title = "search, game in C, with key", deepest = 16, run = library(native, {}) },
}

local function seconds(line, depth)
  local least = math.huge
  for _ = 1, depth > 11 and 1 or ROUNDS do
    collectgarbage()
    local began = os.clock()
    line.nodes = line.run(depth)
    least = math.min(least, os.clock() - began)
  end
  return math.max(least, 1e-6)
end

local function data()
  local blocks, sum = {}, 0
  for _, line in ipairs(LINES) do
    local rows = {}
    for depth = 2, line.deepest do
      local time = seconds(line, depth)
      local nodes = line.nodes or plain.count(plain.alphabeta, connect4.list, connect4.initial(), depth, 1)
      sum = sum + nodes
      rows[#rows + 1] = ("%d %d %.6f"):format(depth, nodes, time)
      print(("%-28s %s"):format(line.title, rows[#rows]))
    end
    blocks[#blocks + 1] = table.concat(rows, "\n")
  end
  print("signature: " .. sum)
  return table.concat(blocks, "\n\n\n")
end

local function curves(column)
  local texts = {}
  for i, line in ipairs(LINES) do
    texts[i] = ("$data index %d using 1:%d with linespoints pointtype %d title '%s'"):format(i - 1, column,
      i + 3, line.title)
  end
  return table.concat(texts, ", ")
end

local SCRIPT = [[
set terminal svg size 900,400 font 'sans-serif,13' background 'white'
set output '%s'
set multiplot layout 1,2
set logscale y
set grid
set mytics 1
set tics nomirror
set ytics 100
set key right bottom
set xlabel 'depth'
set xrange [2:16]
set format y '10^{%%T}'
set title 'Connect Four: positions visited'
plot %s
set title 'seconds'
unset key
plot %s
]]

local values = data()
local gnuplot = assert(io.popen("gnuplot", "w"))
gnuplot:write("$data << END\n", values, "\nEND\n", SCRIPT:format(FILE, curves(2), curves(3)))
assert(gnuplot:close())

-- A thread that searches: it has a Lua of its own, with a library of its own. Tables travel through channels as
-- copies, so a position comes as a list of numbers.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"

local tasks, answers = love.thread.getChannel "tasks", love.thread.getChannel "answers"

while true do
  local task = tasks:demand()
  while tasks:getCount() > 0 do task = tasks:demand() end -- whoever has asked again has forgotten the older ones
  local result = alphabeta.search(kalah, kalah.read(task.state), task.options)
  local moves = result.moves
  for i, entry in ipairs(moves or {}) do moves[i] = { move = entry.move, value = entry.value } end
  answers:push { number = task.number, result = {
    move = result.move, value = result.value, moves = moves,
    depth = result.depth, nodes = result.nodes, time = result.time,
  } }
end

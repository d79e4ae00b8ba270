-- A thread that searches, on all cores: it has a Lua of its own, with a library of its own. Tables travel through
-- channels as copies, so a position comes as a list of numbers.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"

local tasks, answers = love.thread.getChannel "tasks", love.thread.getChannel "answers"

while true do
  local task = tasks:demand()
  while tasks:getCount() > 0 do task = tasks:demand() end -- whoever has asked again has forgotten the older ones
  task.options.threads = 0 -- as many as there are processors
  local result = alphabeta.search(kalah, kalah.read(task.state), task.options)
  answers:push { number = task.number, result = { move = result.move, value = result.value } }
end

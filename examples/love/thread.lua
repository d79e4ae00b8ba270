-- Searches in a thread of their own, which share no states with this one: positions travel as lists.

local kalah = require "alphabeta.games.kalah"

local thread = { last = nil } -- the last result

local tasks, answers = love.thread.getChannel "tasks", love.thread.getChannel "answers"
local running, number = nil, 0

--- Begins a search; those that were asked for before are forgotten.
function thread.ask(state, options)
  if not running then
    running = love.thread.newThread "worker.lua"
    running:start()
  end
  number = number + 1
  tasks:push { number = number, state = kalah.write(state), options = options }
end

--- The result of the search, which is a table of its own; nil: not yet.
function thread.answer()
  local answer, message = answers:pop(), running:getError()
  if message then error(message, 0) end
  if not answer or answer.number ~= number then return nil end
  thread.last = answer.result
  return answer.result
end

return thread

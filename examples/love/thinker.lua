-- Searches without holding up a frame: by slices in love.update, or in a thread of their own.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"

local SLICE = 0.004 -- seconds of each frame; one at 60 Hz has 0.0167

local thinker = {}

local in_thread = false
local on_result        -- nil: nothing is searched
local search           -- by slices
local thread, number = nil, 0
local last = ""

local tasks, answers = love.thread.getChannel "tasks", love.thread.getChannel "answers"

--- Begins a search; `callback` gets its result, unless it is stopped before.
function thinker.start(state, options, callback)
  thinker.stop()
  on_result = callback
  if not in_thread then
    search = alphabeta.start(kalah, state, options)
    return
  end
  if not thread then
    thread = love.thread.newThread "worker.lua"
    thread:start()
  end
  tasks:push { number = number, state = kalah.write(state), options = options } -- threads share no states, but lists
end

--- Forgets the search under way.
function thinker.stop()
  if search then search:close() end
  search, on_result, number = nil, nil, number + 1
end

local function finish(result)
  local callback = on_result
  last = ("depth %d, %d positions, %.2f s"):format(result.depth, result.nodes, result.time)
  thinker.stop()
  callback(result)
end

--- To be called in each frame.
function thinker.update()
  if search then
    if search:step { time = SLICE } then finish(search:result()) end
  elseif on_result and in_thread then
    local answer = answers:pop()
    if answer and answer.number == number then finish(answer.result) end
    local message = thread:getError()
    if message then error(message, 0) end
  end
end

function thinker.mode() return in_thread and "thread" or "slices" end

function thinker.change_mode() in_thread = not in_thread end

--- What it is doing, or has done last.
function thinker.status()
  if search and search:result().depth then
    local result = search:result()
    return ("thinking: depth %d, %d positions"):format(result.depth, result.nodes)
  end
  return on_result and "thinking" or last
end

return thinker

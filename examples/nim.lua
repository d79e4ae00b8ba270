-- A whole game to copy: Nim. Take as many counters as you like from one heap; whoever takes the last one wins.
-- You play against the computer, which also plays for you where nobody answers.
--
--   lua5.4 examples/nim.lua

local alphabeta = require "alphabeta"

local nim = { name = "Nim" }

-- A state is a list of heaps, a move a text such as "3 2": from heap 3 take 2.
function nim.initial() return { 3, 4, 5 } end

function nim.moves(heaps) -- no moves: the game is over
  local list = {}
  for heap, counters in ipairs(heaps) do
    for take = 1, counters do list[#list + 1] = heap .. " " .. take end
  end
  return list
end

function nim.play(heaps, move) -- a new state; the old one stays as it was
  local from, take = move:match "(%d+) (%d+)"
  local after = {}
  for heap, counters in ipairs(heaps) do after[heap] = heap == tonumber(from) and counters - take or counters end
  return after
end

function nim.evaluate() return -1 end -- whoever is to move at the end has lost

function nim.key(heaps) return table.concat(heaps, " ") end

function nim.format(heaps)
  local lines = {}
  for heap, counters in ipairs(heaps) do lines[heap] = heap .. ":" .. (" o"):rep(counters) end
  return table.concat(lines, "\n")
end

local players = { alphabeta.human { prompt = "heap and counters: ", show = false }, alphabeta.player() }
local names = { "You", "The computer" }
local state, turn = nim.initial(), 1

print(nim.format(state))
while #nim.moves(state) > 0 do
  local move = players[turn](state, nim)
  if move then
    state = nim.play(state, move)
    print(("\n%s: %s\n%s"):format(names[turn], move, nim.format(state)))
    turn = 3 - turn
  else -- the input has ended, or the answer was "resign"
    players[1] = players[2]
    print "The computer plays for you."
  end
end
print(names[3 - turn] .. (turn == 1 and " wins." or " win."))

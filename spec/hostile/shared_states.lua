-- What several states, each on a thread of its own, do with one table: each searches random games with it, for the move
-- and as a helper, and breaks searches off in whatever way it can. `HANDLE` is the table's, `NUMBER` the state's.

local alphabeta = require "alphabeta"
local endings = require "spec.support.endings"
local generator = require "alphabeta.base.random"

local HANDLE, NUMBER = rawget(_G, "HANDLE"), rawget(_G, "NUMBER")
local GAMES, SEED = 600, 11

local plain = endings.FORMS[2][2]
local strikes -- how the evaluation breaks off, if it does
local game = endings.with(plain, {
  evaluate = function(place)
    if strikes == "error" then error "struck" end
    if strikes == "yield" then coroutine.yield() end
    return plain.evaluate(place)
  end,
})

local kept = alphabeta.table { handle = HANDLE }
local left = {} -- searches that nobody steps any more, until the state is closed

local function for_the_move(root, depth)
  local right = alphabeta.search(game, root, { depth = depth, table = false })
  local result = alphabeta.search(game, root, { depth = depth, table = kept })
  assert(result.value == right.value and result.move == right.move,
    ("value %s and move %s, not %s and %s"):format(result.value, result.move, right.value, right.move))
end

-- Begins to help, and is left in the middle.
local WAYS = {
  function(help) help:step() end,
  function(help) help:step { nodes = 5 } end,
  function(help)
    strikes = "error"
    pcall(help.step, help)
  end,
  function(help)
    strikes = "yield"
    local running = coroutine.create(function() help:step() end)
    coroutine.resume(running)
    left[#left + 1] = running
  end,
  function(help)
    help:step { nodes = 3 }
    help:close()
  end,
}

local function helps(root, depth, draw)
  local help = alphabeta.start(game, root, { depth = depth, table = kept, helper = 1 + NUMBER })
  WAYS[draw(#WAYS)](help)
  strikes = nil
  left[#left + 1] = help
end

local function whole(t)
  t:stats()
  assert(#t:dump() > 0)
end

local function work()
  local draw = generator(SEED, NUMBER)
  for i = 1, GAMES do
    local root, depth = endings.root(SEED, i), 1 + i % 6
    if draw(3) == 1 then helps(root, depth, draw) else for_the_move(root, depth) end
    if draw(10) == 1 then whole(kept) end
    if draw(20) == 1 then kept:clear() end
    if draw(20) == 1 then kept = alphabeta.table { handle = kept:handle() } end
  end
  if NUMBER == 1 then kept:stop() end
end

local function check() for_the_move(endings.root(SEED, 0), 2) end

return work, check

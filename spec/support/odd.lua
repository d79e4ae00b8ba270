-- A game whose functions fail and yield ever and again, and something that is stepped until it is through all the same.

local odd = {}

--- Functions of the game raise an error at one call in five, and then ever more seldom, the less `rarer` is; and yield
--- at one call in three. (Where something goes on, the moves on its way are played again.) After an error in `play` of
--- a game with a function `undo` nobody knows where it is: that one raises none.
function odd.make(game, names, rarer)
  local calls, undoes = 0, type(game.undo) == "function"
  for _, name in ipairs(names) do
    local plain = game[name]
    game[name] = plain and function(...)
      calls = calls + 1
      local is_hit = calls % (5 + math.floor(calls / rarer)) == 0
      if is_hit and not (name == "play" and undoes) then error "odd" end
      if calls % 3 == 0 then coroutine.yield() end
      return plain(...)
    end
  end
end

--- Steps to the end, each within these limits (if there are any), whatever happens on the way.
function odd.finish(worker, limits)
  local finished = false
  local resume = coroutine.wrap(function()
    while not finished do
      local worked, answer = pcall(worker.step, worker, limits)
      assert(worked or answer:find "odd", answer)
      finished = worked and answer
    end
  end)
  while not finished do resume() end
  return worker:result()
end

return odd

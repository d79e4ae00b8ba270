-- A game one of whose functions strikes at one of its calls: it fails, or yields, or whatever it is told to do.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"

local striking = {}

--- The game with a function in Lua for one of its own, which counts its calls, `calls.n`, and calls `strike` at number
--- `calls.at`, if that is given.
function striking.game(game, name, calls, strike)
  calls.n = 0
  return setmetatable({ [name] = function(...)
    calls.n = calls.n + 1
    if calls.n == calls.at then strike "struck" end
    return game[name](...)
  end }, { __index = game })
end

--- A search goes on as if nothing had happened when call number k has failed; and, with `yields`, when it has yielded.
---@return boolean was there such a call?
function striking.check(game, name, k, way, expected, text, yields)
  local calls = { at = k }
  local function compare(result)
    assert(result.value == expected.value and result.nodes == expected.nodes, text)
  end
  local search = alphabeta.start(striking.game(game, name, calls, error), game.initial(), way)
  local worked, message = pcall(search.step, search)
  local has_failed = calls.n >= k
  if has_failed then
    assert(not worked and message:find "struck", message)
    search:step()
  end
  compare(search:result())
  if yields and compat.has_yields then
    local yielding = striking.game(game, name, calls, function() coroutine.yield() end)
    local go = coroutine.wrap(function() return alphabeta.search(yielding, yielding.initial(), way) end)
    local result = go()
    compare(result or go())
  end
  return has_failed
end

return striking

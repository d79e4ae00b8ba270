-- What a search has against its arguments, for functions written in Lua, in whose names the core says it.

local core = require "alphabeta.core"
local options = require "alphabeta.base.options"

local flaws = {}

local function refusal(...)
  local ok, message = pcall(...)
  if not ok then return message end
end

--- What a search has against a game and a state, which `caller` got as its first arguments; nil: nothing.
---@return string?
function flaws.of_game(caller, game, state) return refusal(core.check_game, game, state, caller) end

--- The same where only moves matter: a puzzle will do.
---@return string?
function flaws.of_moves(caller, game, state) return refusal(core.check_game, game, state, caller, true) end

--- What a search has against a game, whatever the state. `puzzles`: only moves matter.
---@return string?
function flaws.of_rules(caller, game, puzzles) return refusal(core.check_rules, game, nil, caller, puzzles) end

--- What is wrong with a game where nothing knows joint moves; nil: players move one at a time in it.
---@return string?
function flaws.at_once(caller, game)
  return game.simultaneous ~= nil and options.bad_argument(caller, 1,
    "field 'simultaneous': a game in which players move one at a time expected") or nil
end

--- What a search has against its options, which `caller` got as its first argument.
---@return string?
function flaws.of_search(caller, given) return refusal(core.check_options, given, caller) end

return flaws

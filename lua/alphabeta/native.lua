-- A native game with the help of its twin: the same game in Lua, which knows how positions and moves are
-- written for people. Both write a position as the same list of integers, by `write` and `read`.

local ask = require "alphabeta.base.ask"
local core = require "alphabeta.core"

--- Makes a native game that comes with the library.
---@param name string of the C game
---@param parameters number[]? which of its games is meant
---@param twin table the same game in Lua, with `read`, `write`, `initial`, `format`, `parse`, and perhaps
--- `format_move` and `parse_move`
---@return alphabeta.NativeGame game with the same fields over its own states; its field `lua` is the twin
local function native(name, parameters, twin)
  local game = core.native(name, parameters)
  local moves = game.moves
  game.lua, game.sides, game.feature_names = twin, twin.sides, twin.feature_names

  -- A state of ours, or nil and why there is none; never raises.
  local function from_twin(state)
    return game.read(twin.write(state))
  end

  -- The twin's state. A wrong state is the fault of the caller of our function `caller`.
  local function to_twin(state, caller)
    local ok, message = pcall(core.check_state, state, moves, caller)
    if not ok then error(message, 3) end
    return twin.read(game.write(state))
  end

  --- A position to begin with. Takes what the twin's `initial` takes, and raises what that raises.
  function game.initial(...)
    local state, message = from_twin((ask(twin.initial, ...)))
    if state == nil then error(("bad argument #1 to 'initial' (%s)"):format(message), 2) end
    return state
  end

  --- The position as people write it. Raises an error if `state` is not one of this game.
  ---@return string
  function game.format(state)
    return twin.format(to_twin(state, "format"))
  end

  --- Reads a position as `format` writes it. Raises an error if `text` is not a string.
  ---@param text string
  ---@return userdata? state
  ---@return string? message what is wrong with the text
  function game.parse(text)
    local state, message = ask(twin.parse, text)
    if state == nil then return nil, message end
    return from_twin(state)
  end

  if twin.format_move then
    --- A move of the position as people write it; where both choose at once, a choice of this player.
    function game.format_move(state, move, player)
      local text = ask(twin.format_move, to_twin(state, "format_move"), move, player)
      return text
    end
  end

  if twin.parse_move then
    --- Reads a move of the position as `format_move` writes it; or nil, and what is wrong with the text.
    function game.parse_move(state, text, player)
      local move, message = ask(twin.parse_move, to_twin(state, "parse_move"), text, player)
      return move, message
    end
  end

  local weighed = twin.weighed
  if weighed then
    --- The game with the weights of its twin for its features, which are in C.
    game.weighed = setmetatable({ finished = weighed.finished, weights = weighed.weights, scale = weighed.scale,
      phases = weighed.phases, lua = weighed }, { __index = game })
  end

  return game
end

return native

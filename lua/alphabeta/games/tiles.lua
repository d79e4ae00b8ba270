--- Sliding tiles in C; its field `lua` is the same game in Lua.
local native = require "alphabeta.native"
local twin = require "alphabeta.twins.tiles"

local function of_size(width, height)
  return native("tiles", { width, height }, setmetatable({
    initial = function(options)
      local given = { width = width, height = height }
      for name, value in pairs(options or {}) do given[name] = value end
      return twin.initial(given)
    end,
  }, { __index = twin }))
end

local tiles = of_size(4, 4)
tiles.lua = twin

--- The puzzle of another size.
---@param width integer 2 to 4
---@param height integer 2 to 4
---@return table game
function tiles.new(width, height) return of_size(width, height) end

return tiles

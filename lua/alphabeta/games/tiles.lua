--- Sliding tiles in C; its field `lua` is the same game in Lua.
local native = require "alphabeta.native"
local options = require "alphabeta.base.options"
local twin = require "alphabeta.twins.tiles"

local function of_size(width, height)
  return native("tiles", { width, height }, setmetatable({
    initial = function(given)
      options.check_type("initial", 1, given or {}, "table")
      local sized = options.copy(given)
      sized.width, sized.height = sized.width or width, sized.height or height
      return twin.initial(sized)
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

--- Game trees grown from a seed, or over a list of leaves, in C; the field `lua` has the same in Lua.
local ask = require "alphabeta.base.ask"
local native = require "alphabeta.native"
local twin = require "alphabeta.twins.synthetic"

local synthetic = { lua = twin }

local function in_c(tree) return native("synthetic", tree.parameters, tree) end

--- A tree grown from a seed; see alphabeta.twins.synthetic for the options.
---@param options table
---@return table game
function synthetic.new(options) return in_c((ask(twin.new, options))) end

--- The uniform tree over a list of leaves.
---@param breadth integer moves of every position
---@param leaves number[] their values, from the left, as the player to move there sees them
---@return table game
function synthetic.leaves(breadth, leaves) return in_c((ask(twin.leaves, breadth, leaves))) end

return synthetic

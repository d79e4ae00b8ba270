--- The game in C; its field `lua` is the same game in Lua.
local native = require "alphabeta.native"
local twin = require "alphabeta.twins.kalah"

local kalah = native("kalah", nil, twin)

--- The game tuned for solving it: with an order of moves, with bounds on the margin from the stores, and with one
--- key for a position and for the same one with the sides changed. Use it with the algorithm "mtdf" and
--- `deepening`.
kalah.solver = native("kalah-solver", nil, twin)

return kalah

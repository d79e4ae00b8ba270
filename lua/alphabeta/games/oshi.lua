--- The game in C; its field `lua` is the same game in Lua.
return require "alphabeta.native"("oshi", nil, require "alphabeta.twins.oshi")

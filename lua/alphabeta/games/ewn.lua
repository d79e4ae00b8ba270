--- The game in C; its field `lua` is the same game in Lua.
return require "alphabeta.native"("ewn", nil, require "alphabeta.twins.ewn")

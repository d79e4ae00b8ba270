--- The game in C; its field `lua` is the same game in Lua.
return require "alphabeta.native"("pig", nil, require "alphabeta.twins.pig")

-- Every integer up to this magnitude is a number of its own in every Lua: a double holds it exactly.
return 2 ^ 53

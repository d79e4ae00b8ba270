-- Two players for examples/series.lua: a list of options of alphabeta.player, or of functions (state, game, about).
-- With `depth` or `nodes` they play the same on every machine; with `time` they do not.

return {
  { depth = 5, seed = 1 },
  { depth = 4, seed = 2 },
}

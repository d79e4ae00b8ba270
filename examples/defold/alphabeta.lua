-- For Defold, which finds no `alphabeta/init.lua` by itself, and takes into a program only what it sees required
-- somewhere. So the parts that load when they are first used are named here: keep those that your game needs.

local function parts()
  require "alphabeta.ends"
  require "alphabeta.explain"
  require "alphabeta.player"
  require "alphabeta.progress"
  require "alphabeta.solution"
  require "alphabeta.summary"
  require "alphabeta.tree"
end

return require "alphabeta.init", parts

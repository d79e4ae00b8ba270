-- For Defold, which finds no `alphabeta/init.lua` by itself, and takes into a program only what it sees required
-- somewhere. So the parts that load when they are first used are named here: keep those that your game needs.

local function parts()
  require "alphabeta.play.ends"
  require "alphabeta.explain"
  require "alphabeta.play.player"
  require "alphabeta.tell.progress"
  require "alphabeta.keep.solution"
  require "alphabeta.summary"
  require "alphabeta.tree"
end

return require "alphabeta.init", parts

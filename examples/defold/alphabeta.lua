-- For Defold, which finds no `alphabeta/init.lua` by itself, and takes into a program only what it sees required
-- somewhere. So the parts that load when they are first used are named here: keep those that your game needs.

local function parts()
  require "alphabeta.check"
  require "alphabeta.explain"
  require "alphabeta.keep.saved"
  require "alphabeta.keep.solution"
  require "alphabeta.learn.learning"
  require "alphabeta.merge"
  require "alphabeta.paranoid"
  require "alphabeta.play.ends"
  require "alphabeta.play.levels"
  require "alphabeta.play.match"
  require "alphabeta.play.moves"
  require "alphabeta.play.player"
  require "alphabeta.play.review"
  require "alphabeta.play.session"
  require "alphabeta.summary"
  require "alphabeta.tell.progress"
  require "alphabeta.tree"
end

return require "alphabeta.init", parts

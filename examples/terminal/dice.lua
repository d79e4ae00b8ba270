-- Dice that fall alike again for whoever takes moves back.

local referee = require "alphabeta.play.referee"

--- The outcome of chance in the position at hand.
---@param playing alphabeta.Playing
---@param chances number[] what was drawn in this game so far; what is drawn now is added
---@param draw function as of `alphabeta.random`
return function(playing, chances, draw)
  local number = playing.drawn + 1
  while #chances < number do chances[#chances + 1] = referee.fraction(draw) end
  return playing:chance()[playing:outcome_at(chances[number])]
end

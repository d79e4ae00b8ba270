--- Parts that were played, or learned, elsewhere become a whole.

local merging = require "alphabeta.learn.merging"
local series = require "alphabeta.play.series"

return function(list, given)
  local kind = merging.fits(list) and merging or series
  local complaint = kind.merge_flaw(list, given)
  if complaint then error(complaint, 2) end
  return kind.merged(list, given)
end

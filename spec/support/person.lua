-- A person at a terminal, who enters these lines.

local alphabeta = require "alphabeta"

--- What such a person answers where a move is asked for, and all that is written.
---@return any move
---@return string text
---@return any info
return function(game, state, lines, options)
  local written, number = {}, 0
  options = options or {}
  options.input = function()
    number = number + 1
    return lines[number]
  end
  options.output = function(text) written[#written + 1] = text end
  local move, info = alphabeta.human(options)(state, game)
  return move, table.concat(written), info
end

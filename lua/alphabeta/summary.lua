-- A result on one line, as `print` shows it.

local contents = require "alphabeta.tell.contents"
local words = require "alphabeta.tree.words"

local BOUNDS = { lower = "at least ", upper = "at most " }

local function value_text(result)
  if type(result.value) ~= "number" then return "no value" end
  if result.bound == "estimate" then return ("value about %.3g"):format(result.value) end
  return "value " .. (BOUNDS[result.bound] or "") .. contents.number_text(result.value)
end

local function move_text(move)
  return move == nil and "no move" or words.plain(contents.shown(move), words.utf8)
end

--- The move, its value, how deep the search was, and how many positions it has visited.
---@param result alphabeta.Result
---@return string
return function(result)
  local parts = { move_text(result.move), value_text(result) }
  if type(result.playouts) == "number" then
    parts[3] = ("%.0f playout%s"):format(result.playouts, result.playouts == 1 and "" or "s")
  end
  if type(result.depth) == "number" then parts[#parts + 1] = ("depth %d"):format(result.depth) end
  if type(result.nodes) == "number" then
    parts[#parts + 1] = ("%.0f position%s"):format(result.nodes, result.nodes == 1 and "" or "s")
  end
  return table.concat(parts, ", ")
end

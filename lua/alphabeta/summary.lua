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

-- A way: its length and its cost.
local function way_text(result)
  local visited = contents.count_text(result.nodes, "position")
  if result.least == math.huge then return "no way, " .. visited end
  if not result.solved then
    return ("no way yet, at least %s, %s"):format(contents.number_text(result.least), visited)
  end
  local bound = result.bound:find "times" and result.bound .. " the least" or result.bound
  return ("%s, cost %s (%s), %s"):format(contents.count_text(#result.moves, "move"), contents.number_text(result.cost),
    bound == "none" and "perhaps not the least" or bound, visited)
end

--- The move, its value, how deep the search was, and how many positions it has visited.
---@param result alphabeta.Result|alphabeta.PathResult
---@return string
return function(result)
  if type(result.least) == "number" then return way_text(result) end
  local parts = { move_text(result.move), value_text(result) }
  if type(result.playouts) == "number" then
    parts[3] = contents.count_text(result.playouts, "playout")
  end
  if type(result.depth) == "number" then parts[#parts + 1] = ("depth %d"):format(result.depth) end
  if type(result.nodes) == "number" then parts[#parts + 1] = contents.count_text(result.nodes, "position") end
  return table.concat(parts, ", ")
end

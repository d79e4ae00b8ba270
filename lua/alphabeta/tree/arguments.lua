--- The arguments of the views: a result with its recorded tree, and options.
local contents = require "alphabeta.contents"
local options = require "alphabeta.options"
local visits = require "alphabeta.tree.visits"

local arguments = {}

------------------------------------------------------------------------------------------------
-- Kinds of options

--- A game that can write its positions, and one of them.
arguments.game = {
  expected = "game with 'format'",
  fits = function(value) return type(value) == "table" and options.is_callable(value.format) end,
  goes_with = "state",
}
arguments.state = { expected = "state", fits = function() return true end, goes_with = "game" }

------------------------------------------------------------------------------------------------

-- An error at the line that called the view, which has called `read`, which has called this.
local function refuse(view, position, message, ...)
  error(("bad argument #%d to '%s' (%s)"):format(position, view, message:format(...)), 4)
end

local function tree_of(result)
  if type(result.alpha) == "number" then return result end
  return type(result.tree) == "table" and result.tree or nil
end

--- Reads the arguments of a view. Raises errors at the line that called it.
---@param view string its name, for messages
---@param kinds table<string, alphabeta.options.Kind> its options
---@param result table a result, or a recorded tree
---@param given table? options
---@return alphabeta.tree.Visit[] visits each with its `label`, the move as it is to be written
---@return table options
function arguments.read(view, kinds, result, given)
  if type(result) ~= "table" then
    refuse(view, 1, "result or recorded tree expected, got %s", type(result))
  end
  local tree = tree_of(result)
  if not tree then refuse(view, 1, "the result has no recorded tree: search with trace = true") end
  local flaw = options.flaw(given, kinds)
  if flaw then refuse(view, 2, "%s", flaw) end
  given = given or {}

  local list = visits.read(tree, result.table ~= nil, tree ~= result and result.pv or nil)
  local format_move = given.format_move or contents.shown
  for _, visit in ipairs(list) do
    local move = visit.node.move
    local label = move == nil and "root" or format_move(move)
    if type(label) ~= "string" and type(label) ~= "number" then
      refuse(view, 2, "option 'format_move' returned a %s (string expected)", type(label))
    end
    visit.label = tostring(label)
  end
  return list, given
end

return arguments

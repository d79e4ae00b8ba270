--- The arguments of the views: a result with its recorded tree, and options.
local visits = require "alphabeta.tree.visits"

local arguments = {}

------------------------------------------------------------------------------------------------
-- Kinds of options

---@class alphabeta.tree.Kind
---@field name string what is expected
---@field holds fun(value: any): boolean
---@field goes_with? string the option without which it has no meaning

local function is_callable(value)
  local meta = type(value) ~= "function" and getmetatable(value)
  return type(value) == "function" or type(meta) == "table" and meta.__call ~= nil
end

local function of_type(name)
  return { name = name, holds = function(value) return type(value) == name end }
end

arguments.boolean, arguments.string = of_type "boolean", of_type "string"
arguments.callable = { name = "function", holds = is_callable }

--- A game that can write its positions, and one of them.
arguments.game = {
  name = "game with 'format'",
  holds = function(value) return type(value) == "table" and is_callable(value.format) end,
  goes_with = "state",
}
arguments.state = { name = "state", holds = function() return true end, goes_with = "game" }

--- A whole number in a range.
function arguments.integer(low, high)
  return {
    name = ("integer from %.0f to %.0f"):format(low, high),
    holds = function(value)
      return type(value) == "number" and value >= low and value <= high and value == math.floor(value)
    end,
  }
end

local function told(value)
  if type(value) == "number" then return tostring(value) end
  if type(value) == "string" then return "'" .. value .. "'" end
  return type(value)
end

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
---@param kinds table<string, alphabeta.tree.Kind> its options
---@param result table a result, or a recorded tree
---@param options table?
---@return alphabeta.tree.Visit[] visits each with its `label`, the move as it is to be written
---@return table options
function arguments.read(view, kinds, result, options)
  if type(result) ~= "table" then
    refuse(view, 1, "result or recorded tree expected, got %s", type(result))
  end
  local tree = tree_of(result)
  if not tree then refuse(view, 1, "the result has no recorded tree: search with trace = true") end
  if options ~= nil and type(options) ~= "table" then
    refuse(view, 2, "table expected, got %s", type(options))
  end
  options = options or {}
  for name, value in pairs(options) do
    local kind = kinds[name]
    if not kind then refuse(view, 2, "unknown option '%s'", type(name) == "string" and name or type(name)) end
    if not kind.holds(value) then
      refuse(view, 2, "option '%s': %s expected, got %s", name, kind.name, told(value))
    end
    if kind.goes_with and options[kind.goes_with] == nil then
      refuse(view, 2, "option '%s' goes with option '%s'", name, kind.goes_with)
    end
  end

  local list = visits.read(tree, result.table ~= nil, tree ~= result and result.pv or nil)
  local format_move = options.format_move or tostring
  for _, visit in ipairs(list) do
    local move = visit.node.move
    local label = move == nil and "root" or format_move(move)
    if type(label) ~= "string" and type(label) ~= "number" then
      refuse(view, 2, "option 'format_move' returned a %s (string expected)", type(label))
    end
    visit.label = tostring(label)
  end
  return list, options
end

return arguments

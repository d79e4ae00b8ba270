--- Recorded searches (option `trace`) to look at: as text, as a drawing, and as a page to explore.
---
--- A node stands for a visit: children in the order in which they were searched, and a move twice if it was
--- searched twice. Its value is as the player to move there sees it, among several the one who has moved there: a
--- number alone is exact (at a leaf: as it was given; of playouts: a mean, or proven), ≥ and ≤ mark a bound. The window
--- is (alpha, beta).
---
--- The fields of the options are in meta.lua.
local arguments = require "alphabeta.tree.arguments"
local dot = require "alphabeta.tree.dot"
local html = require "alphabeta.tree.html"
local kinds = require "alphabeta.base.options"
local text = require "alphabeta.tree.text"

local tree = {}

local DEFAULT_WIDTH = 8

local DEPTH, WIDTH = kinds.integer(0, 1000), kinds.integer(1, 1e9)

-- The options of a view, with those of all views.
local function with_common(rows)
  rows.format_move, rows.game, rows.state = kinds.callback, arguments.game, arguments.state
  rows.write = kinds.callback
  return rows
end

local TEXT = with_common { width = WIDTH, depth = DEPTH, ascii = kinds.boolean }
local DOT = with_common { width = WIDTH, depth = DEPTH }
local HTML = with_common { title = kinds.string, data = kinds.boolean }

--- The tree as text, a line for each node: move, value, window, cut-off. The principal variation is the
--- heavy line. Raises an error if there is no recorded tree, or an option is unknown or does not fit.
---@param result alphabeta.Result|alphabeta.Node one with `tree`, or any node of a recorded tree
---@param options? alphabeta.tree.TextOptions
---@return string? text nil with option `write`, which was given it
function tree.text(result, options)
  local list, given, output = arguments.read("text", TEXT, result, options)
  text(list, given.width or DEFAULT_WIDTH, given.depth or math.huge, given.ascii, output)
  return output:finish()
end

--- The tree for Graphviz (`dot -Tsvg`). Lower bounds point up, upper bounds down; dashed lines lead to what
--- was cut off; the principal variation is bold. Raises errors as `text` does.
---@param result alphabeta.Result|alphabeta.Node one with `tree`, or any node of a recorded tree
---@param options? alphabeta.tree.DotOptions
---@return string? text nil with option `write`, which was given it
function tree.dot(result, options)
  local list, given, output = arguments.read("dot", DOT, result, options)
  dot(list, given.width or math.huge, given.depth or math.huge, output)
  return output:finish()
end

--- The tree as one page of HTML that needs nothing else: to open and close, to see why each node was cut
--- off, and to replay step by step. Raises errors as `text` does, and what the game raises.
---@param result alphabeta.Result|alphabeta.Node one with `tree`, or any node of a recorded tree
---@param options? alphabeta.tree.HtmlOptions
---@return string? text nil with option `write`, which was given it
function tree.html(result, options)
  local list, given, output = arguments.read("html", HTML, result, options)
  html(list, result, given, output)
  return output:finish()
end

return tree

--- The arguments of the views: a result with its recorded tree, and options.
local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local options = require "alphabeta.base.options"
local pieces = require "alphabeta.tree.pieces"
local positions = require "alphabeta.tree.positions"
local visits = require "alphabeta.tree.visits"

local arguments = {}

------------------------------------------------------------------------------------------------
-- Kinds of options

--- The game that was searched, and the position at the root.
arguments.game = {
  expected = "game",
  fits = function(value)
    return type(value) == "table" and (options.is_callable(value.play) or options.is_callable(value.successors))
  end,
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

-- The function that writes a move of a position, or a joint one. At the root there is none, unless that is an inner
-- node of the tree: the position before it is not known, so neither the game nor the option may be asked for it.
local function writer(given)
  local function own(state, move, is_joint)
    local game = given.game or {}
    if is_joint then return notation.joint(state == nil and { players = game.players } or game, state, move) end
    if state == nil then return contents.shown(move) end
    return notation.move(game, state, move)
  end
  if not given.format_move then return own end
  return function(state, move, is_joint)
    return (state == nil and given.game and own or given.format_move)(state, move, is_joint)
  end
end

-- Gives each visit its `label`; returns the type of one that is no text, if there is one. Where the game is known, its
-- moves are played again for that, and each visit gets its `position` if the game can write it. Where something is
-- hidden, moves of other worlds are among them, which cannot be played here: only the root has a position.
local function label_all(list, given, has_positions, output)
  local write, wrong = writer(given), nil

  local function label(visit, state)
    local move = visit.node.move
    local text = move == nil and "root" or write(state, move, visit.node.at_once)
    if type(text) ~= "string" and type(text) ~= "number" then wrong = type(text) end
    visit.label = tostring(text)
  end

  local format = has_positions and given.game and given.game.format
  local function place(visit, state)
    if format then visit.position = tostring(format(state)) end
  end

  if given.game and not given.game.determinize then
    label(list[1])
    positions(list, given.game, given.state, output, label, place)
    return wrong
  end
  place(list[1], given.state)
  for _, visit in ipairs(list) do
    label(visit, given.state)
    output:work()
  end
  return wrong
end

--- Reads the arguments of a view. Raises errors at the line that called it.
---@param view string its name, for messages
---@param kinds table<string, alphabeta.options.Kind> its options
---@param result table a result, or a recorded tree
---@param given table? options
---@return alphabeta.tree.Visit[] visits each with its `label`, the move as it is to be written, and for a page perhaps
--- with its `position`
---@return table options
---@return alphabeta.tree.Pieces output where the view is to be written
function arguments.read(view, kinds, result, given)
  if type(result) ~= "table" then
    refuse(view, 1, "result or recorded tree expected, got %s", type(result))
  end
  local tree = tree_of(result)
  if not tree then
    refuse(view, 1, result.solved ~= nil and "a search for a way records no tree: see alphabeta.explain"
      or "the result has no recorded tree: search with trace = true")
  end
  local flaw = options.flaw(given, kinds)
  if flaw then refuse(view, 2, "%s", flaw) end
  given = given or {}

  local output = pieces.new(given.write)
  local list = visits.read(tree, tree ~= result and result.pv or nil, output)
  local wrong = label_all(list, given, view == "html", output)
  if wrong then refuse(view, 2, "option 'format_move' returned a %s (string expected)", wrong) end
  return list, given, output
end

return arguments

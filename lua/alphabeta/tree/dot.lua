--- A recorded tree in the language of Graphviz.
local visits = require "alphabeta.tree.visits"
local words = require "alphabeta.tree.words"

local HEAD = [[
digraph tree {
  graph [ordering=out, ranksep=0.4, nodesep=0.15]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570",
    fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.09,0.05", width=0.3, height=0.3]
  edge [color="#8a949e", arrowhead=none, fontname="Helvetica,Arial,sans-serif", fontsize=11]
]]

-- The shapes of bounds point to where the value may lie.
local BOUNDS = {
  exact = ', fillcolor="#d9f0dd"',
  given = ', fillcolor="#eef0f2", style="filled"',
  mean = "",
  lower = ', shape=house, fillcolor="#fde7c7"',
  upper = ', shape=invhouse, fillcolor="#d8e6fa"',
}
local CHANCE = ', shape=diamond, style="filled"'
local AT_ONCE = ', shape=box3d, style="filled"'
local NO_VALUE = ', style="rounded,dashed"'
local PV = ', color="#b3261e", penwidth=2.5'
local CUT = '[style=dashed, color="#b3261e"]'
local CUT_MARK = ', shape=plaintext, style="", fontcolor="#b3261e"'
local FOLD = "[style=dotted]"
local FOLD_MARK = ', shape=plaintext, style="", fontcolor="#5b6570"'

-- Graphviz reads backslashes and entities of HTML in labels.
local ESCAPES = { ["\\"] = "\\\\", ['"'] = '\\"', ["&"] = "&amp;" }

local LONGEST = 1000 -- bytes of a move: Graphviz reads strings up to 16384

local function shortened(text)
  if #text <= LONGEST then return text end
  return text:sub(1, LONGEST):gsub("[\192-\255][\128-\191]*$", "") .. words.utf8.more
end

local function escaped(text) return (shortened(text):gsub('[\\"&]', ESCAPES)) end

local function node_of(visit)
  local alpha, beta = words.window(visit.node.alpha, visit.node.beta, words.utf8)
  return ('  n%d [label="%s\\n(%s, %s)"%s%s%s]\n'):format(visit.number, words.value(visit, words.utf8), alpha, beta,
    BOUNDS[visit.bound] or NO_VALUE, visit.chance and CHANCE or visit.at_once and AT_ONCE or "", visit.pv and PV or "")
end

local function edge_to(visit)
  return ('  n%d -> n%d [label=" %s "%s]\n'):format(visit.parent.number, visit.number,
    escaped(words.move(visit, words.utf8)), visit.pv and PV or "")
end

-- What stands below a node instead of nodes; `name` is its own among such marks.
local function mark(visit, name, text, look, edge)
  return ('  %s [label="%s"%s]\n  n%d -> %s %s\n'):format(name, text, look, visit.number, name, edge)
end

--- Writes the tree of a list of visits.
---@param list alphabeta.tree.Visit[]
---@param width number how many children of a node are shown
---@param depth number how many plies are shown
---@param output alphabeta.tree.Pieces
return function(list, width, depth, output)
  local folds = 0

  local function add(text)
    output:add(text)
    output:work()
  end

  local function fold(visit, text)
    folds = folds + 1
    add(mark(visit, "more" .. folds, text, FOLD_MARK, FOLD))
  end

  local function draw(visit)
    add(node_of(visit))
    if visit.ply >= depth and visit.size > 1 then
      return fold(visit, ("%s %d below"):format(words.utf8.more, visit.size - 1))
    end
    for _, item in ipairs(visits.folded(visit, width)) do
      if item.hidden then
        fold(visit, words.hidden(item, words.utf8))
      else
        add(edge_to(item))
        draw(item)
      end
    end
    if visit.cut then
      add(mark(visit, "cut" .. visit.number, visit.cut == "deep" and "deep cut" or "cut", CUT_MARK, CUT))
    end
  end

  add(HEAD)
  draw(list[1])
  if list[1].node.truncated then fold(list[1], "not all nodes were recorded") end
  add "}\n"
end

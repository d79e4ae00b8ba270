-- Figures 1, 2 and 3 of Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), beside each
-- other, drawn from recorded searches. The game: three moves everywhere, four plies, and the
-- payoffs of the 81 last positions are the first digits of pi.

local alphabeta = require "alphabeta"

local DIGITS = "31415926535897932384626433832795028841971"
  .. "6939937510582097494459230781640628620899"
local BREADTH, DEPTH = 3, 4

-- A position is the moves that lead to it: "" at the root, "1111" at the first leaf.
local function digit(path)
  local number = 0
  for move in path:gmatch "%d" do number = number * BREADTH + move - 1 end
  return tonumber(DIGITS:sub(number + 1, number + 1))
end

local game = {
  width = BREADTH,
  play = function(path, move) return path .. move end,
  evaluate = digit,
}

------------------------------------------------------------------------------------------------
-- Searching

local function collect(node, path, nodes)
  nodes[path] = node
  for _, child in ipairs(node) do collect(child, path .. child.move, nodes) end
  return nodes
end

-- A search with its recorded nodes by path.
local function record(algorithm, window)
  local result = alphabeta.search(game, "",
    { algorithm = algorithm, depth = DEPTH, window = window, trace = true })
  return { algorithm = algorithm, leaves = result.leaves, value = result.value,
    nodes = collect(result.tree, "", {}) }
end

-- All paths of a length, in order.
local function paths(length)
  local list = { "" }
  for _ = 1, length do
    local longer = {}
    for _, path in ipairs(list) do
      for move = 1, BREADTH do longer[#longer + 1] = path .. move end
    end
    list = longer
  end
  return list
end

-- The leaves that a search visits and the other one leaves out.
local function left_out(search, other)
  local list = {}
  for _, path in ipairs(paths(DEPTH)) do
    if search.nodes[path] and not other.nodes[path] then list[#list + 1] = path end
  end
  return list
end

------------------------------------------------------------------------------------------------
-- Drawing: a line for every position above three leaves; other positions stand in the line of the
-- first one below them.

local WIDTH, GAP = 25, "  "

local function number(value)
  return (value < 0 and "−" or "") .. math.abs(value)
end

-- Pads to a width in characters; the bytes that continue one do not count.
local function pad(text, width)
  local _, characters = text:gsub("[^\128-\191]", "")
  return text .. (" "):rep(width - characters)
end

local function padded_number(value)
  return (" "):rep(value < 0 and 1 or 2) .. number(value)
end

-- The branch to the position at a path's first `ply` moves, and its value, in the path's line.
local function branch(nodes, path, ply)
  local move, siblings = path:byte(ply) - 48, #(nodes[path:sub(1, ply - 1)] or {})
  local first_line = not path:find("[^1]", ply + 1)
  if not first_line or move > siblings then
    return move < siblings and " │    " or "      "
  end
  local corner = move == siblings and " └─" or " ├─"
  if move == 1 then corner = siblings == 1 and "───" or "─┬─" end
  return corner .. padded_number(nodes[path:sub(1, ply)].value)
end

-- The three leaves below a path; `mark(path)` stands for one that was not visited.
local function leaves(nodes, path, mark)
  local text = ""
  for move = 1, BREADTH do
    local leaf = path .. move
    text = text .. " " .. (nodes[leaf] and digit(leaf) or mark(leaf))
  end
  return text
end

local function line(figure, path)
  local nodes = figure.search.nodes
  local text = path:find "[^1]" and " " or number(nodes[""].value)
  for ply = 1, DEPTH - 1 do text = text .. branch(nodes, path, ply) end
  return text .. leaves(nodes, path, figure.mark)
end

-- What `text(figure)` gives for each figure, beside each other.
local function print_beside(figures, text)
  local parts = {}
  for i, figure in ipairs(figures) do parts[i] = pad(text(figure), WIDTH) end
  print((table.concat(parts, GAP):gsub(" +$", "")))
end

local function print_figures(figures)
  print_beside(figures, function(figure) return figure.title end)
  print_beside(figures, function(figure) return figure.search.algorithm end)
  print_beside(figures, function(figure) return figure.search.leaves .. " leaves" end)
  print ""
  for _, path in ipairs(paths(DEPTH - 1)) do
    print_beside(figures, function(figure) return line(figure, path) end)
  end
end

------------------------------------------------------------------------------------------------
-- Cut-offs: a position is left as soon as it is worth as much as the bound that it was given.

-- The position whose cut-off has left out a leaf.
local function cut_above(nodes, leaf)
  local path = leaf
  repeat path = path:sub(1, -2) until nodes[path]
  return path
end

local function print_cut_offs(search, leaves_out)
  local order, below = {}, {}
  for _, leaf in ipairs(leaves_out) do
    local path = cut_above(search.nodes, leaf)
    if not below[path] then
      order[#order + 1] = path
      below[path] = {}
    end
    table.insert(below[path], ("%s (%d)"):format(leaf, digit(leaf)))
  end
  print "    position   is worth       bound   leaves left out"
  for _, path in ipairs(order) do
    local node = search.nodes[path]
    print("    " .. pad(path, 10) .. pad(padded_number(node.value) .. " or more", 15)
      .. pad(padded_number(node.beta), 8) .. table.concat(below[path], ", "))
  end
end

------------------------------------------------------------------------------------------------

local F, F1, F2 = record "minimax", record "branch-and-bound", record "alphabeta"
local deep, is_deep = left_out(F1, F2), {}
for _, path in ipairs(deep) do is_deep[path] = true end

print "The first 81 digits of pi as a game tree, after Knuth and Moore (1975)."
print "Every value is as the player to move in that position sees it."
print ""
print_figures {
  { title = "Figure 1: F", search = F },
  { title = "Figure 2: F1", search = F1, mark = function() return "·" end },
  { title = "Figure 3: F2", search = F2,
    mark = function(path) return is_deep[path] and "×" or "·" end },
}

print ""
print(("·  cut off     ×  cut off deep: the %d leaves that F1 visits and F2 does not")
  :format(#deep))
print ""
print(("×  Move 1 is worth %s to the root, and here there is no more to be had:"):format(F2.value))
print_cut_offs(F2, deep)

local wide, narrow = record("alphabeta", { -10, 10 }), record("alphabeta", { 0, 4 })
print ""
print(("F2 in the window (0, 4) visits %d leaves, where (−10, 10) takes %d:")
  :format(narrow.leaves, wide.leaves))
print_cut_offs(narrow, left_out(wide, narrow))

--- A recorded tree as text, a line for each node.
local visits = require "alphabeta.tree.visits"
local words = require "alphabeta.tree.words"

-- What is drawn before a node, and before what is below it. The principal variation is a heavy line
-- from the root to its end, so on its way down it passes the branches `above` its own.
local UTF8 = {
  signs = words.utf8,
  branch = { "├─ ", "│  " }, last = { "└─ ", "   " }, above = { "┠─ ", "┃  " },
  pv = { "┡━ ", "│  " }, pv_last = { "┗━ ", "   " },
}
local ASCII = {
  signs = words.ascii,
  branch = { "|-- ", "|   " }, last = { "`-- ", "    " }, above = { "|-- ", "|   " },
  pv = { "|== ", "|   " }, pv_last = { "`== ", "    " },
}

local function remark(visit)
  if visit.cut then return visit.cut == "deep" and "  deep cut" or "  cut" end
  if visit.again then return "  searched again" end
  return visit.bound and "" or "  not finished"
end

local function describe(visit, signs)
  local alpha, beta = words.window(visit.node.alpha, visit.node.beta, signs)
  return ("%s: %s  (%s, %s)%s"):format(words.label(visit, signs), words.value(visit, signs),
    alpha, beta, remark(visit))
end

-- The lines for each item below a node, where the one on the principal variation is number `pv`.
local function branch(lines, i, items, pv)
  if i == pv then return i == #items and lines.pv_last or lines.pv end
  if pv and i < pv then return lines.above end
  return i == #items and lines.last or lines.branch
end

local function position_of_pv(items)
  for i, item in ipairs(items) do
    if item.pv then return i end
  end
end

--- Draws the tree of a list of visits: lines, each with its end.
---@param list alphabeta.tree.Visit[]
---@param width number how many children of a node are shown
---@param depth number how many plies are shown
---@param is_ascii boolean?
---@param output alphabeta.tree.Pieces
return function(list, width, depth, is_ascii, output)
  local lines = is_ascii and ASCII or UTF8
  local signs = lines.signs

  local function add(prefix, text)
    output:add(prefix .. text .. "\n")
    output:work()
  end

  local function draw(visit, before, below)
    if visit.ply >= depth and visit.size > 1 then
      return add(before, ("%s  %s %d below"):format(describe(visit, signs), signs.more, visit.size - 1))
    end
    add(before, describe(visit, signs))
    local items = visits.folded(visit, width)
    local pv = position_of_pv(items)
    for i, item in ipairs(items) do
      local drawn = branch(lines, i, items, pv)
      if item.hidden then
        add(below .. drawn[1], words.hidden(item, signs))
      else
        draw(item, below .. drawn[1], below .. drawn[2])
      end
    end
  end

  draw(list[1], "", "")
  if list[1].node.truncated then
    add("", signs.more .. " more nodes were visited than recorded")
  end
end

--- A recorded tree as a page of HTML: the data, which `page` knows how to show.
local page = require "alphabeta.tree.page"
local words = require "alphabeta.tree.words"

local SIGNS = words.utf8

-- What may not stand in a string of JSON inside a script. Everything else is visible UTF-8 already.
local JSON = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["<"] = "\\u003c" }

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function json(value)
  if type(value) == "string" then return '"' .. value:gsub('[\\"\n<]', JSON) .. '"' end
  return ("%d"):format(value)
end

-- Writes a member of an object: a list of strings and whole numbers, which are made of the items.
local function add_list(output, name, items, make)
  output:add(('"%s":['):format(name))
  for i, item in ipairs(items) do
    output:add((i > 1 and "," or "") .. json(make(item)))
    output:work()
  end
  output:add "]"
end

-- Each string once: `strings(text)` is its index, from 0.
local function new_strings()
  local list, indices = {}, {}
  return setmetatable({ list = list }, { __call = function(_, text)
    if not indices[text] then
      indices[text] = #list
      list[#list + 1] = text
    end
    return indices[text]
  end })
end

local BOUNDS = { given = 1, exact = 2, lower = 3, upper = 4, mean = 5 }
local CUTS = { shallow = 1, deep = 2, scout = 3, window = 4, unknown = 5, alpha = 6 }

-- The columns of the page's data, a number for each visit. Visits are numbered from 0 there.
local COLUMNS = {
  { "parent", function(visit) return visit.parent and visit.parent.number - 1 or -1 end },
  { "move", function(visit, strings) return strings(words.label(visit, SIGNS)) end },
  { "value", function(visit, strings)
    return strings(visit.bound and words.number(visit.node.value, SIGNS) or "?")
  end },
  { "worth", function(visit, strings)
    return strings(visit.raises and words.number(visit.worth, SIGNS) or "")
  end },
  { "alpha", function(visit, strings) return strings(visit.alpha) end },
  { "beta", function(visit, strings) return strings(visit.beta) end },
  { "bound", function(visit) return BOUNDS[visit.bound] or 0 end },
  { "probed", function(visit) return visit.node.probed and 1 or 0 end },
  { "leaf", function(visit) return visit.node.leaf and 1 or 0 end },
  { "pv", function(visit) return visit.pv and 1 or 0 end },
  { "raises", function(visit) return visit.raises and 1 or 0 end },
  { "again", function(visit) return visit.again and 1 or 0 end },
  { "cut", function(visit) return CUTS[visit.cut] or 0 end },
  { "by", function(visit) return visit.by and visit.by.number - 1 or -1 end },
  { "position", function(visit, strings)
    return visit.position and strings(words.plain_lines(visit.position, SIGNS)) or -1
  end },
}

local function counted(list, output)
  local leaves, cutoffs = 0, 0
  for _, visit in ipairs(list) do
    output:work()
    leaves = leaves + (visit.node.leaf and 1 or 0)
    cutoffs = cutoffs + (visit.cut and 1 or 0)
  end
  return { nodes = #list, leaves = leaves, cutoffs = cutoffs }
end

local function add_data(list, result, title, output)
  local strings = new_strings()
  for _, visit in ipairs(list) do
    visit.alpha, visit.beta = words.window(visit.node.alpha, visit.node.beta, SIGNS)
    output:work()
  end
  output:add(('{"title":%s,\n'):format(json(title)))
  for _, column in ipairs(COLUMNS) do
    add_list(output, column[1], list, function(visit) return column[2](visit, strings) end)
    output:add ",\n"
  end
  -- Monte-Carlo tree search counts neither leaves nor cut-offs.
  local counts = result.leaves and result or counted(list, output)
  for _, name in ipairs { "nodes", "leaves", "cutoffs" } do
    output:add(('"%s":%d,\n'):format(name, counts[name]))
  end
  output:add(('"truncated":%s,\n'):format(tostring(list[1].node.truncated or false)))
  add_list(output, "strings", strings.list, function(text) return text end)
  output:add "}"
end

--- Writes the page for a list of visits.
---@param list alphabeta.tree.Visit[]
---@param result table the result they come from, or the root
---@param options alphabeta.tree.HtmlOptions
---@param output alphabeta.tree.Pieces
return function(list, result, options, output)
  local title = words.plain(options.title or "Recorded search", SIGNS)
  if options.data then return add_data(list, result, title, output) end
  local before, behind = page(title:gsub('[&<>"]', ENTITIES))
  output:add(before)
  add_data(list, result, title, output)
  output:add(behind)
end

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

-- A list of strings and whole numbers.
local function json_list(list)
  local parts = {}
  for i, value in ipairs(list) do parts[i] = json(value) end
  return "[" .. table.concat(parts, ",") .. "]"
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

local BOUNDS = { given = 1, exact = 2, lower = 3, upper = 4 }
local CUTS = { shallow = 1, deep = 2, scout = 3, window = 4, unknown = 5 }

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

local function counted(list)
  local leaves, cutoffs = 0, 0
  for _, visit in ipairs(list) do
    leaves = leaves + (visit.node.leaf and 1 or 0)
    cutoffs = cutoffs + (visit.cut and 1 or 0)
  end
  return { nodes = #list, leaves = leaves, cutoffs = cutoffs }
end

local function data_of(list, result)
  local strings, parts = new_strings(), {}
  for _, visit in ipairs(list) do
    visit.alpha, visit.beta = words.window(visit.node.alpha, visit.node.beta, SIGNS)
  end
  for i, column in ipairs(COLUMNS) do
    local name, of = column[1], column[2]
    local numbers = {}
    for k, visit in ipairs(list) do numbers[k] = of(visit, strings) end
    parts[i] = ('"%s":%s'):format(name, json_list(numbers))
  end
  local counts = result.leaves and result or counted(list) -- Monte-Carlo tree search counts neither leaves nor cut-offs
  for _, name in ipairs { "nodes", "leaves", "cutoffs" } do
    parts[#parts + 1] = ('"%s":%d'):format(name, counts[name])
  end
  parts[#parts + 1] = '"truncated":' .. tostring(list[1].node.truncated or false)
  parts[#parts + 1] = '"strings":' .. json_list(strings.list)
  return "{" .. table.concat(parts, ",\n") .. "}"
end

--- Writes the page for a list of visits.
---@param list alphabeta.tree.Visit[]
---@param result table the result they come from, or the root
---@param options alphabeta.tree.HtmlOptions
---@return string html
return function(list, result, options)
  local title = words.plain(options.title or "Recorded search", SIGNS):gsub('[&<>"]', ENTITIES)
  return page(title, data_of(list, result))
end

--- Game-tree search: rules in Lua, the search in C.
local core = require "alphabeta.core"
local require = require -- kept: a host may have lent it only for now

-- What loads when it is first asked for: its name, its module, and the field there if that has several. As one string
-- it takes 1.3 to 1.8 kB less than as a table.
local LATER = [[
check: check
explain: explain
human: play.player human
learn: learn.learning learn
levels: play.levels
match: play.match
merge: merge
paranoid: paranoid
parse: play.moves parse
player: play.player search
random_player: play.player random
load: keep.saved load
review: play.review
save: keep.saved save
session: play.session
start_learn: learn.learning start
text: play.moves text
tree: tree
undump: keep.saved undump
]]

local function later(module) return core.load(require, "alphabeta." .. module) end

core.provide(later) -- the core asks for some, too

local function load_later(alphabeta, name)
  for known, module, field in LATER:gmatch "(%S+): (%S+) ?(%S*)\n" do
    if known == name then
      local value = later(module)
      if field ~= "" then value = value[field] end
      alphabeta[name] = value
      return value
    end
  end
end

---@type alphabeta
local alphabeta = {
  _VERSION = "alphabeta " .. core._VERSION,
  search = core.search,
  start = core.start,
  deepen = core.deepen,
  table = core.table,
  native = core.native,
  copy = core.copy,
  solve = core.solve,
  start_solve = core.start_solve,
  path = core.path,
  start_path = core.start_path,
}

function core.results.__tostring(result) return later "summary"(result) end

function core.solutions.__index(_, name)
  core.solutions.__index = later "keep.solution"
  return core.solutions.__index[name]
end

setmetatable(core.tables, { __index = function(methods, name)
  if name ~= "dump" then return nil end
  methods.dump = later("keep.saved").dump
  return methods.dump
end })

return setmetatable(alphabeta, { __index = load_later })

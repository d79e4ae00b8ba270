--- Game-tree search: rules in Lua, the search in C.
local core = require "alphabeta.core"
local require = require -- kept: a host may have lent it only for now

-- What loads when it is first asked for: its module, and the field there if that has several.
local LATER = {
  check = { "alphabeta.check" },
  explain = { "alphabeta.explain" },
  human = { "alphabeta.play.player", "human" },
  learn = { "alphabeta.learn.learning", "learn" },
  levels = { "alphabeta.play.levels" },
  match = { "alphabeta.play.match" },
  merge = { "alphabeta.play.series", "merge" },
  paranoid = { "alphabeta.paranoid" },
  parse = { "alphabeta.play.moves", "parse" },
  player = { "alphabeta.play.player", "search" },
  random_player = { "alphabeta.play.player", "random" },
  load = { "alphabeta.keep.saved", "load" },
  review = { "alphabeta.play.review" },
  save = { "alphabeta.keep.saved", "save" },
  session = { "alphabeta.play.session" },
  start_learn = { "alphabeta.learn.learning", "start" },
  text = { "alphabeta.play.moves", "text" },
  tree = { "alphabeta.tree" },
  undump = { "alphabeta.keep.saved", "undump" },
}

local function load_later(alphabeta, name)
  local row = LATER[name]
  if not row then return nil end
  local value = core.load(require, row[1])
  if row[2] then value = value[row[2]] end
  rawset(alphabeta, name, value)
  return value
end

local ends -- loads when a search has the option `guard`

core.provide_ends(function(game, state, plies)
  ends = ends or core.load(require, "alphabeta.play.ends")
  return ends(game, state, plies)
end)

core.provide_bar(function(what) return core.load(require, "alphabeta.tell.progress")[what]() end)

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

function core.results.__tostring(result) return core.load(require, "alphabeta.summary")(result) end

function core.solutions.__index(_, name)
  core.solutions.__index = core.load(require, "alphabeta.keep.solution")
  return core.solutions.__index[name]
end

setmetatable(core.tables, { __index = function(methods, name)
  if name ~= "dump" then return nil end
  methods.dump = core.load(require, "alphabeta.keep.saved").dump
  return methods.dump
end })

return setmetatable(alphabeta, { __index = load_later })

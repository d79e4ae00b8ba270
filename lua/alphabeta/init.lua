--- Game-tree search: rules in Lua, the search in C.
local core = require "alphabeta.core"
local players = require "alphabeta.player"

---@type alphabeta
local alphabeta = {
  _VERSION = "alphabeta " .. core._VERSION,
  search = core.search,
  start = core.start,
  deepen = core.deepen,
  table = core.table,
  native = core.native,
  tree = require "alphabeta.tree",
  check = require "alphabeta.check",
  explain = require "alphabeta.explain",
  match = require "alphabeta.match",
  player = players.search,
  random_player = players.random,
  human = players.human,
}

return alphabeta

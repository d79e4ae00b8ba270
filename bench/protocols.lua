-- What each form of `moves`, `play` and `undo` costs: the same rules searched to the same depth in
-- every form. Prints the value, the nodes, the median time of several interleaved rounds, and the
-- ratio to the first form of the game.
--
--   lua bench/protocols.lua [rounds [depth]]

package.path = (arg[0]:match("^.*/") or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local measure = require "measure"
local kalah = require "games.kalah"
local tictactoe = require "games.tictactoe"
local connect4 = require("games.connect4") { 1, 2, 3, 4, 5, 6, 7 }
local pieces = require "games.pieces"

local ROUNDS = tonumber(arg[1]) or 15
local DEPTH = tonumber(arg[2]) or 8

local KALAH = {
  { "moves returns a list", kalah.list },
  { "moves is an iterator", kalah.iterator },
  { "fills a list", kalah.fills },
  { "variadic", kalah.variadic },
  { "variadic, payoff from play", kalah.variadic_payoff },
  { "width, payoff from play", kalah.lean },
  { "width, payoff, undo", kalah.in_place },
}

local TICTACTOE = {
  { "moves returns a list", tictactoe.list },
  { "payoff from play", tictactoe.payoff },
  { "fills, payoff from play", tictactoe.fills },
  { "width, payoff from play", tictactoe.lean },
  { "width, payoff, undo", tictactoe.in_place },
}

local CONNECT4 = {
  { "moves returns a list", connect4.list },
  { "fills a list", connect4.fills },
  { "width", connect4.lean },
  { "width, undo", connect4.in_place },
}

local PIECES = {
  { "a function undo", pieces.by_hand },
  { "a copy by hand", pieces.copied_by_hand },
  { "undo = true", pieces.by_library },
  { "alphabeta.copy", pieces.copied_by_library },
}

local function competitor(form, initial, options)
  local self = { name = form[1] }
  function self.run()
    local result = alphabeta.search(form[2], initial(), options)
    self.nodes, self.value = result.nodes, result.value
  end
  return self
end

local function compare(title, forms, initial, options)
  local competitors = {}
  for i, form in ipairs(forms) do competitors[i] = competitor(form, initial, options) end
  measure.rounds(competitors, 0, ROUNDS, ROUNDS)
  print(("%s; median of %d rounds; %s"):format(title, ROUNDS, _VERSION))
  for _, self in ipairs(competitors) do
    print(("  %-28s value %2d %8d nodes %7.1f ns a node  ratio %.2f"):format(self.name, self.value,
      self.nodes, 1e9 * measure.median(self.times) / self.nodes,
      measure.ratio(self, competitors[1])))
  end
end

compare("Kalah (6,4) to depth " .. DEPTH, KALAH, kalah.initial, { depth = DEPTH })
compare("Connect Four to depth " .. DEPTH, CONNECT4, connect4.initial, { depth = DEPTH })
compare("Tic-tac-toe to the end", TICTACTOE, tictactoe.initial)
compare("64 cells and two objects to depth 12", PIECES, pieces.initial, { depth = 12 })

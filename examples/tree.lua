-- The tree of a search, to look at: as text here, and in a folder for Graphviz and for a browser.
--
--   lua5.4 examples/tree.lua [FOLDER]      e.g. "."; then: dot -Tsvg tree.dot > tree.svg

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local argparse = require "argparse"
local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local tictactoe = require "alphabeta.games.tictactoe"
local command = require "terminal.command"
local files = require "terminal.files"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local GAMES = {
  tictactoe = {
    title = "Tic-tac-toe, four moves before the end",
    game = tictactoe,
    state = tictactoe.parse " X | O | X \n X | O | 6 \n 7 | 8 | 9 ",
  },
  kalah = { title = "Kalah, the first moves", game = kalah, state = kalah.initial(), depth = 6 },
}

local function read_arguments()
  local parser = argparse("tree.lua", "Show the tree of a search.")
  parser:argument("folder", "Where to write tree.dot and tree.html."):args "?"
  parser:option("--game", "The game: tictactoe or kalah.")
    :choices { "tictactoe", "kalah" }:default "tictactoe"
  parser:option("--algorithm", "How to search."):default "alphabeta"
  parser:option("--depth", "How many moves to look ahead."):convert(kinds.integer(1, 1000))
  return command.read(parser)
end

local function write(path, text)
  local ok, message = files.write(path, text)
  if not ok then error(message, 0) end
  screen.print("written: " .. path)
end

local function main()
  local arguments = read_arguments()
  local example = GAMES[arguments.game]
  local result = alphabeta.search(example.game, example.state, {
    algorithm = arguments.algorithm,
    depth = arguments.depth or example.depth,
    trace = true,
  })

  screen.print(example.title)
  screen.print(example.game.format(example.state), "\n")
  screen.write(alphabeta.tree.text(result, {
    width = 6, depth = 3, game = example.game, state = example.state,
  }))

  if arguments.folder then
    write(arguments.folder .. "/tree.dot", alphabeta.tree.dot(result, {
      game = example.game, state = example.state,
    }))
    write(arguments.folder .. "/tree.html", alphabeta.tree.html(result, {
      title = example.title,
      game = example.game,
      state = example.state,
    }))
  end
end

command.run("tree.lua", main)

-- The tree of a search, to look at: as text here, and in a folder for Graphviz and for a browser.
--
--   lua5.4 examples/tree.lua [GAME [FOLDER]]      e.g. "kalah ."; then: dot -Tsvg tree.dot > tree.svg
--
-- GAME is one that comes with the library, or a file of Lua that returns a game with `initial`.

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

local alphabeta = require "alphabeta"
local tictactoe = require "alphabeta.games.tictactoe"
local contents = require "alphabeta.tell.contents"
local flaws = require "alphabeta.base.flaws"
local command = require "terminal.command"
local games = require "terminal.games"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local PLIES = 4 -- of a game that is not looked at to its end
local PLAYOUTS = 1000

-- Positions that are more instructive than the one to begin with.
local POSITIONS = {
  tictactoe = { title = "Tic-tac-toe, four moves before the end", depth = 9,
    state = tictactoe.parse " X | O | X \n X | O | 6 \n 7 | 8 | 9 " },
}

local function read_arguments()
  local parser = command.parser("tree.lua", "Show the tree of a search.")
  parser:argument("game", "A game of the library (default: tictactoe), or a Lua file that returns one."):args "?"
  parser:argument("folder", "Where to write tree.dot and tree.html."):args "?"
  parser:option("--algorithm", "How to search."):default "alphabeta"
  parser:option("--depth",
    ("How many moves to look ahead (default: %d, in tictactoe to the end; mcts has none)."):format(PLIES))
    :convert(kinds.integer(1, 1000))
  return command.read(parser)
end

-- What is to be looked at.
local function example_of(name)
  local example = POSITIONS[name] or {}
  local title
  example.game, example.state, title = games.begun(name, example.state)
  example.title = example.title or screen.line(title)
  return example
end

local function write(path, text)
  command.write(path, text)
  screen.print("written: " .. path)
end

local function main()
  local arguments = read_arguments()
  local example = example_of(arguments.game or "tictactoe")
  local is_sampled = arguments.algorithm == "mcts"
  local how = {
    algorithm = arguments.algorithm,
    depth = arguments.depth or not is_sampled and (example.depth or PLIES) or nil,
    playouts = is_sampled and PLAYOUTS or nil,
    trace = true,
  }
  local flaw = flaws.of_search("search", how)
  if flaw then error(games.complaint(flaw), 0) end
  local result = alphabeta.search(example.game, example.state, how)

  screen.print(example.title)
  screen.print(contents.shown(example.game.format and example.game.format(example.state) or example.state), "\n")
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

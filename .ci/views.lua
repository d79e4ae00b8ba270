-- Writes what views.sh renders into a folder: trees that are small, large, searched twice and full of odd
-- moves; each as .dot and .html.

local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local tictactoe = require "alphabeta.games.tictactoe"

local folder = arg[1]

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  assert(file:write(text))
  assert(file:close())
end

local function show(name, game, state, options)
  options.trace, options.table = true, false
  local result = alphabeta.search(game, state, options)
  write(name .. ".dot", alphabeta.tree.dot(result, { width = 6, depth = 3 }))
  write(name .. ".html", alphabeta.tree.html(result, { title = name, game = game, state = state }))
  print(name, result.nodes, #result.tree)
end

local ODD_MOVES = {
  "</script><script>document.documentElement.dataset.broken = 1</script>", 'say "a\\b"', "back\\",
  "two\nlines\r\t\0", "\226\128\168", "\u{FFFE}\u{FFFF}", ("x"):rep(20000), "\255\192\128", "&lt;", "<!--",
  "\27[31m", "ö∞🎲", "", {}, false,
  0.5, 2 ^ 53, math.huge,
}
local odd = {
  moves = function(state) return state == "</script>\255\0" and ODD_MOVES or nil end,
  play = function() return "leaf" end,
  evaluate = function() return 0.1 end,
  format = function(state) return state end,
}

show("odd", odd, "</script>\255\0", { algorithm = "alphabeta" })
show("small", tictactoe, tictactoe.parse " X | O | X \n X | O | 6 \n 7 | 8 | 9 ", { algorithm = "alphabeta" })
show("again", kalah, kalah.initial(), { algorithm = "pvs", depth = 4 })
show("large", kalah, kalah.initial(), { algorithm = "alphabeta", depth = 7 })

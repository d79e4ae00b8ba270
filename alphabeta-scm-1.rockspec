rockspec_format = "3.0"
package = "alphabeta"
version = "scm-1"

source = {
  url = "git+https://github.com/alphabeta-lua/alphabeta.git",
}

description = {
  summary = "Game-tree search for Lua: describe a game, get the best move",
  detailed = [[
Describe a game in a few Lua functions and get the best move from an alpha-beta search written in C.
The search is a value that can be paused and resumed, so it never freezes the program around it.
]],
  homepage = "https://github.com/alphabeta-lua/alphabeta",
  license = "MIT",
  labels = { "games", "ai", "search" },
}

dependencies = { "lua >= 5.1, < 5.6" }

test_dependencies = { "busted" }

test = { type = "command", command = "busted" }

build = {
  type = "builtin",
  modules = {
    ["alphabeta"] = "lua/alphabeta/init.lua",
    ["alphabeta.check"] = "lua/alphabeta/check.lua",
    ["alphabeta.check.answers"] = "lua/alphabeta/check/answers.lua",
    ["alphabeta.check.image"] = "lua/alphabeta/check/image.lua",
    ["alphabeta.check.integrity"] = "lua/alphabeta/check/integrity.lua",
    ["alphabeta.check.keys"] = "lua/alphabeta/check/keys.lua",
    ["alphabeta.check.patient"] = "lua/alphabeta/check/patient.lua",
    ["alphabeta.check.picture"] = "lua/alphabeta/check/picture.lua",
    ["alphabeta.check.report"] = "lua/alphabeta/check/report.lua",
    ["alphabeta.check.searching"] = "lua/alphabeta/check/searching.lua",
    ["alphabeta.check.signs"] = "lua/alphabeta/check/signs.lua",
    ["alphabeta.check.walk"] = "lua/alphabeta/check/walk.lua",
    ["alphabeta.check.witness"] = "lua/alphabeta/check/witness.lua",
    ["alphabeta.contents"] = "lua/alphabeta/contents.lua",
    ["alphabeta.elo"] = "lua/alphabeta/elo.lua",
    ["alphabeta.ends"] = "lua/alphabeta/ends.lua",
    ["alphabeta.explain"] = "lua/alphabeta/explain.lua",
    ["alphabeta.finishing"] = "lua/alphabeta/finishing.lua",
    ["alphabeta.games.connect4"] = "lua/alphabeta/games/connect4.lua",
    ["alphabeta.games.kalah"] = "lua/alphabeta/games/kalah.lua",
    ["alphabeta.games.othello"] = "lua/alphabeta/games/othello.lua",
    ["alphabeta.games.synthetic"] = "lua/alphabeta/games/synthetic.lua",
    ["alphabeta.games.tictactoe"] = "lua/alphabeta/games/tictactoe.lua",
    ["alphabeta.levels"] = "lua/alphabeta/levels.lua",
    ["alphabeta.match"] = "lua/alphabeta/match.lua",
    ["alphabeta.max_integer"] = "lua/alphabeta/max_integer.lua",
    ["alphabeta.meta"] = "lua/alphabeta/meta.lua",
    ["alphabeta.native"] = "lua/alphabeta/native.lua",
    ["alphabeta.notation"] = "lua/alphabeta/notation.lua",
    ["alphabeta.options"] = "lua/alphabeta/options.lua",
    ["alphabeta.player"] = "lua/alphabeta/player.lua",
    ["alphabeta.progress"] = "lua/alphabeta/progress.lua",
    ["alphabeta.random"] = "lua/alphabeta/random.lua",
    ["alphabeta.referee"] = "lua/alphabeta/referee.lua",
    ["alphabeta.review"] = "lua/alphabeta/review.lua",
    ["alphabeta.terminal"] = "lua/alphabeta/terminal.lua",
    ["alphabeta.tree"] = "lua/alphabeta/tree.lua",
    ["alphabeta.tree.arguments"] = "lua/alphabeta/tree/arguments.lua",
    ["alphabeta.tree.dot"] = "lua/alphabeta/tree/dot.lua",
    ["alphabeta.tree.html"] = "lua/alphabeta/tree/html.lua",
    ["alphabeta.tree.page"] = "lua/alphabeta/tree/page.lua",
    ["alphabeta.tree.positions"] = "lua/alphabeta/tree/positions.lua",
    ["alphabeta.tree.text"] = "lua/alphabeta/tree/text.lua",
    ["alphabeta.tree.visits"] = "lua/alphabeta/tree/visits.lua",
    ["alphabeta.tree.words"] = "lua/alphabeta/tree/words.lua",
    ["alphabeta.twins.connect4"] = "lua/alphabeta/twins/connect4.lua",
    ["alphabeta.twins.kalah"] = "lua/alphabeta/twins/kalah.lua",
    ["alphabeta.twins.othello"] = "lua/alphabeta/twins/othello.lua",
    ["alphabeta.twins.synthetic"] = "lua/alphabeta/twins/synthetic.lua",
    ["alphabeta.twins.tictactoe"] = "lua/alphabeta/twins/tictactoe.lua",
    ["alphabeta.core"] = {
      sources = {
        "csrc/core/ab_clock.c",
        "csrc/core/ab_game.c",
        "csrc/core/ab_limit.c",
        "csrc/core/ab_line.c",
        "csrc/core/ab_mem.c",
        "csrc/core/ab_options.c",
        "csrc/core/ab_order.c",
        "csrc/core/ab_paper.c",
        "csrc/core/ab_pass.c",
        "csrc/core/ab_pv.c",
        "csrc/core/ab_root.c",
        "csrc/core/ab_search.c",
        "csrc/core/ab_services.c",
        "csrc/core/ab_stack.c",
        "csrc/core/ab_table.c",
        "csrc/core/ab_trace.c",
        "csrc/core/ab_walk.c",
        "csrc/games/game_connect4.c",
        "csrc/games/game_kalah.c",
        "csrc/games/game_othello.c",
        "csrc/games/game_synthetic.c",
        "csrc/games/game_tictactoe.c",
        "csrc/lua/lab_callback.c",
        "csrc/lua/lab_clock.c",
        "csrc/lua/lab_core.c",
        "csrc/lua/lab_error.c",
        "csrc/lua/lab_family.c",
        "csrc/lua/lab_fields.c",
        "csrc/lua/lab_frame.c",
        "csrc/lua/lab_game.c",
        "csrc/lua/lab_hold.c",
        "csrc/lua/lab_hooks.c",
        "csrc/lua/lab_later.c",
        "csrc/lua/lab_memory.c",
        "csrc/lua/lab_methods.c",
        "csrc/lua/lab_mixed.c",
        "csrc/lua/lab_native.c",
        "csrc/lua/lab_options.c",
        "csrc/lua/lab_recursion.c",
        "csrc/lua/lab_result.c",
        "csrc/lua/lab_search.c",
        "csrc/lua/lab_state.c",
        "csrc/lua/lab_step.c",
        "csrc/lua/lab_table.c",
        "csrc/lua/lab_value.c",
        "csrc/lua/lab_vet.c",
      },
      incdirs = { "csrc" },
    },
  },
  -- The core needs nextafter; elsewhere the C library has it.
  platforms = { unix = { modules = { ["alphabeta.core"] = { libraries = { "m" } } } } },
  -- For rocks with native games: `luarocks show --rock-dir alphabeta` plus /conf is their include path.
  install = {
    conf = {
      ["alphabeta.h"] = "csrc/alphabeta.h",
      ["ab_walk.h"] = "csrc/core/ab_walk.h",
      ["ab_node.h"] = "csrc/core/ab_node.h",
      ["ab_choice.h"] = "csrc/core/ab_choice.h",
      ["ab_stack.h"] = "csrc/core/ab_stack.h",
      ["ab_value.h"] = "csrc/core/ab_value.h",
    },
  },
}

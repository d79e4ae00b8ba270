rockspec_format = "3.0"
package = "domineering"
version = "scm-1"

source = { url = "git+https://github.com/alphabeta-lua/alphabeta.git" }

description = {
  summary = "Domineering in C, for alphabeta",
  license = "MIT",
}

dependencies = { "lua >= 5.1, < 5.6", "alphabeta" }

external_dependencies = { ALPHABETA = { header = "alphabeta.h" } }

build = {
  type = "builtin",
  modules = {
    domineering = { sources = { "domineering.c" }, incdirs = { "$(ALPHABETA_INCDIR)" } },
  },
}

/*
** A program that has Lua and all of alphabeta built in: it looks for no file, wherever it is started.
**
**   with_lua [SCRIPT]
**
** Without a script it finds out what Kalah with three holes and three counters in each is worth.
*/
#include <stdio.h>
#include <string.h>
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include "built_in.h"

static const char example[] =
  "local alphabeta = require 'alphabeta'\n"
  "local kalah = require 'alphabeta.games.kalah'\n"
  "local state = kalah.initial { holes = 3, counters = 3 }\n"
  "local result = alphabeta.search(kalah, state)\n"
  "print(kalah.format(state))\n"
  "print(('South wins by %d, beginning with hole %d'):format(result.value, result.move))\n";

static int run (lua_State *L, const char *script) {
  int failed = script != NULL ? luaL_loadfile(L, script)
                              : luaL_loadbuffer(L, example, strlen(example), "=example");
  if (failed || lua_pcall(L, 0, 0, 0) != 0) {
    const char *message = lua_tostring(L, -1);
    fprintf(stderr, "%s\n", message != NULL ? message : "error");
    return 1;
  }
  return 0;
}

int main (int argc, char **argv) {
  lua_State *L = luaL_newstate();
  int status;
  if (L == NULL)
    return 1;
  luaL_openlibs(L);
  build_in(L);
  status = run(L, argc > 1 ? argv[1] : NULL);
  lua_close(L);
  return status;
}

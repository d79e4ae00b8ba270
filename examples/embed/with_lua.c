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
#include "modules.h"

int luaopen_alphabeta_core (lua_State *L);

static const char example[] =
  "local alphabeta = require 'alphabeta'\n"
  "local kalah = require 'alphabeta.games.kalah'\n"
  "local state = kalah.initial { holes = 3, counters = 3 }\n"
  "local result = alphabeta.search(kalah, state)\n"
  "print(kalah.format(state))\n"
  "print(('South wins by %d, beginning with hole %d'):format(result.value, result.move))\n";

/* The loader of a module in Lua; its index is the upvalue. */
static int load_module (lua_State *L) {
  size_t i = (size_t)lua_tointeger(L, lua_upvalueindex(1));
  if (luaL_loadbuffer(L, (const char *)modules[i].text, modules[i].length, modules[i].name) != 0)
    return lua_error(L);
  lua_pushstring(L, modules[i].name);
  lua_call(L, 1, 1);
  return 1;
}

/* Everything is preloaded, and there is nothing to search. */
static void build_in (lua_State *L) {
  size_t i;
  lua_getglobal(L, "package");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_alphabeta_core);
  lua_setfield(L, -2, "alphabeta.core");
  for (i = 0; i < sizeof modules / sizeof *modules; i++) {
    lua_pushinteger(L, (lua_Integer)i);
    lua_pushcclosure(L, load_module, 1);
    lua_setfield(L, -2, modules[i].name);
  }
  lua_pop(L, 2);
}

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

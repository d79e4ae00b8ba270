/*
** A Lua interpreter with the module inside, so that sanitizers and valgrind see every line of it to the
** end: a library that is loaded is unloaded before they report.
**
**   host SCRIPT [ARG...]
*/
#include "state.h"

static int traceback (lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

static void set_arguments (lua_State *L, int argc, char **argv) {
  int i;
  lua_createtable(L, argc, 0);
  for (i = 0; i < argc; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
}

int main (int argc, char **argv) {
  lua_State *L = luaL_newstate();
  int i, status;
  if (L == NULL || argc < 2)
    return 2;
  open_libraries(L);
  set_arguments(L, argc, argv);
  lua_pushcfunction(L, traceback);
  status = luaL_loadfile(L, argv[1]);
  luaL_checkstack(L, argc, NULL);
  for (i = 2; status == LUA_OK && i < argc; i++)
    lua_pushstring(L, argv[i]);
  if (status == LUA_OK)
    status = lua_pcall(L, argc - 2, 0, 1);
  if (status != LUA_OK)
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status != LUA_OK;
}

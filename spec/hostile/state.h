/* A Lua state with the module inside. */
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

int luaopen_alphabeta_core (lua_State *L);

/* All libraries, and `alphabeta.core` without a file of it. */
static void open_libraries (lua_State *L) {
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_alphabeta_core);
  lua_setfield(L, -2, "alphabeta.core");
  lua_settop(L, 0);
}

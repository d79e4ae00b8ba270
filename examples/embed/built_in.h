/* Lua's modules, and that in C, built into a program: everything is preloaded, and there is nothing to search. */
#ifndef BUILT_IN_H
#define BUILT_IN_H

#include <lua.h>
#include <lauxlib.h>
#include "modules.h" /* by modules.lua */

int luaopen_alphabeta_core (lua_State *L);

/* The loader of a module in Lua; its index is the upvalue. */
static int load_module (lua_State *L) {
  size_t i = (size_t)lua_tointeger(L, lua_upvalueindex(1));
  if (luaL_loadbuffer(L, (const char *)modules[i].text, modules[i].length, modules[i].name) != 0)
    return lua_error(L);
  lua_pushstring(L, modules[i].name);
  lua_call(L, 1, 1);
  return 1;
}

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

#endif

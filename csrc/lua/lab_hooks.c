/* Debug hooks are let in by a call of a function in Lua. */
#include "lab_hooks.h"

#define FUNCTION "alphabeta.hooks" /* the registry has it there */

void lab_hooks_push (lua_State *L) { lua_getfield(L, LUA_REGISTRYINDEX, FUNCTION); }

/* A loop, so that hooks which count instructions see some. What a hook raises has this function on top of its
** traceback, so it goes by the name of the library. LuaJIT's compiler makes loops that hooks do not see: it is to leave
** this one alone. */
#define LOOP "return function() for _ = 1, 1000 do end end"

void lab_hooks_open (lua_State *L) {
  if (luaL_loadbuffer(L, LOOP, sizeof LOOP - 1, "=alphabeta") != 0)
    lua_error(L);
  lua_call(L, 0, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "jit");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "off");
    lua_pushvalue(L, -4);
    lua_call(L, 1, 0);
  }
  lua_pop(L, 2);
  lua_setfield(L, LUA_REGISTRYINDEX, FUNCTION);
}

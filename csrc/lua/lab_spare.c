/* What a search that is over leaves for the next one: at most one of each kind, in a weak table of the registry. */
#include "lab_spare.h"

#define SPARE_TYPE "alphabeta.spare"

void *lab_spare_take (lua_State *L, int what) {
  void *left;
  lua_getfield(L, LUA_REGISTRYINDEX, SPARE_TYPE);
  lua_rawgeti(L, -1, what);
  left = lua_touserdata(L, -1);
  lua_pushnil(L);
  lua_rawseti(L, -3, what);
  lua_remove(L, -2);
  if (left == NULL)
    lua_pop(L, 1);
  return left;
}

void lab_spare_leave (lua_State *L, int i, int what) {
  i = lua_absindex(L, i);
  lua_getfield(L, LUA_REGISTRYINDEX, SPARE_TYPE);
  lua_pushvalue(L, i);
  lua_rawseti(L, -2, what);
  lua_pop(L, 1);
}

void lab_spare_open (lua_State *L) {
  lua_createtable(L, LAB_SPARE_SEARCH, 0);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, SPARE_TYPE);
}

/*
** The games of spec/core/both.h, in which both players choose at once, as another rock would bring them.
**
**   native_both.make(seed, form [, wrong1, wrong2]) -> handle for alphabeta.native; these: what `simultaneous` gives
**   native_both.forms: the numbers of the forms, by name
*/
#include <lua.h>
#include <lauxlib.h>
#include "../core/both.h"

typedef struct handle {
  ab_native native;
  game game;
} handle;

static int make (lua_State *L) {
  uint64_t seed = (uint64_t)luaL_checknumber(L, 1);
  handle *made;
  lua_settop(L, 4);
  made = lua_newuserdata(L, sizeof *made);
  memset(made, 0, sizeof *made);
  made->native.game = &made->game.described;
  made->native.context = &made->game;
  made->game.seed = seed;
  made->game.form = (int)luaL_checknumber(L, 2);
  made->game.wrong[0] = (int)luaL_optnumber(L, 3, 0);
  made->game.wrong[1] = (int)luaL_optnumber(L, 4, 0);
  describe(&made->game);
  luaL_newmetatable(L, AB_NATIVE_TYPE);
  lua_setmetatable(L, -2);
  return 1;
}

int luaopen_native_both (lua_State *L);

int luaopen_native_both (lua_State *L) {
  static const struct { const char *name; int form; } forms[] = {
    {"listed", LISTED}, {"in_place", IN_PLACE}, {"returns", RETURNS}, {"payoff", PAYOFF}, {"range", RANGE},
    {"chance", CHANCE}, {"shared", SHARED}, {"keyed", KEYED}, {"estimate", ESTIMATE}
  };
  size_t i;
  lua_newtable(L);
  lua_pushcfunction(L, make);
  lua_setfield(L, -2, "make");
  lua_newtable(L);
  for (i = 0; i < sizeof forms / sizeof *forms; i++) {
    lua_pushnumber(L, forms[i].form);
    lua_setfield(L, -2, forms[i].name);
  }
  lua_setfield(L, -2, "forms");
  return 1;
}

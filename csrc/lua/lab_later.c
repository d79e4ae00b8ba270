/*
** Parts of the library in Lua that load when they are first asked for, which may be long after the library itself
** has: in a host that lent the global `require` for as long as that took, and then took it back.
*/
#include <string.h>
#include "lab_later.h"

#if LUA_VERSION_NUM < 502

/* Is it no module, but the mark of one that is loading? A light userdata, which some LuaJITs take for a number. */
static int is_mark (lua_State *L, int i) { return lua_islightuserdata(L, i) || lua_type(L, i) == LUA_TNUMBER; }

/* `require` marks what it loads, and refuses what is marked: also what has failed to load. Our own modules may be
** tried again. */
static void forget_failures (lua_State *L) {
  static const char prefix[] = "alphabeta.";
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (is_mark(L, -1) && lua_type(L, -2) == LUA_TSTRING
        && strncmp(lua_tostring(L, -2), prefix, sizeof prefix - 1) == 0) {
      lua_pushvalue(L, -2);
      lua_pushnil(L);
      lua_rawset(L, -5);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

#else

static void forget_failures (lua_State *L) { (void)L; }

#endif

/* core.load(require, name): what `require` gives for the name. As long as it is at work it is the global of its name
** again, for the modules that this one needs. Whatever happens, the global then is what it was: giving it back asks
** for no memory, since the field is there. */
static int core_load (lua_State *L) {
  enum { REQUIRE = 1, NAME, FIELD, GLOBALS, BEFORE };
  int status;
  lua_settop(L, NAME);
  forget_failures(L);
  lua_pushliteral(L, "require");
  lua_pushglobaltable(L);
  lua_pushvalue(L, FIELD);
  lua_rawget(L, GLOBALS);
  lua_pushvalue(L, FIELD);
  lua_pushvalue(L, REQUIRE);
  lua_rawset(L, GLOBALS);
  lua_pushvalue(L, REQUIRE);
  lua_pushvalue(L, NAME);
  status = lua_pcall(L, 1, 1, 0);
  lua_pushvalue(L, FIELD);
  lua_pushvalue(L, BEFORE);
  lua_rawset(L, GLOBALS);
  return status == 0 ? 1 : lua_error(L);
}

#define LATER "alphabeta.later" /* the registry has the function there */

/* core.provide(function): what gives a module of the library by its name. */
static int core_provide (lua_State *L) {
  lua_settop(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, LATER);
  return 0;
}

static void push_module (lua_State *L, const char *name) {
  lua_getfield(L, LUA_REGISTRYINDEX, LATER);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
}

void lab_later_push_ends (lua_State *L) { push_module(L, "play.ends"); }

void lab_later_push_bar (lua_State *L, const char *what) {
  push_module(L, "tell.progress");
  lua_getfield(L, -1, what);
  lua_remove(L, -2);
  lua_call(L, 0, 1);
}

void lab_later_open (lua_State *L) {
  lua_pushcfunction(L, core_provide);
  lua_setfield(L, -2, "provide");
  lua_pushcfunction(L, core_load);
  lua_setfield(L, -2, "load");
}

/*
** The library with a Lua of its own, for a page: JavaScript calls one function, `call`, with a line of words, and gets
** text in JSON. What the words mean is in page.lua.
*/
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include "built_in.h"

static lua_State *L; /* with the function that answers at the bottom of its stack, and the last answer above */

static int set_up (lua_State *new_state) {
  luaL_openlibs(new_state);
  build_in(new_state);
  lua_getglobal(new_state, "require");
  lua_pushliteral(new_state, "page");
  lua_call(new_state, 1, 1);
  return 1;
}

/* NULL: there is no memory, or page.lua has a fault. */
const char *call (const char *words) {
  if (L == NULL) {
    L = luaL_newstate();
    if (L == NULL)
      return NULL;
    lua_pushcfunction(L, set_up);
    if (lua_pcall(L, 0, 1, 0) != 0)
      return NULL;
  }
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushstring(L, words); /* of a page; the next call may come after any error */
  return lua_pcall(L, 1, 1, 0) == 0 ? lua_tostring(L, -1) : NULL;
}

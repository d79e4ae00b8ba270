/* One C API for Lua 5.1 to 5.5 and LuaJIT, that of 5.4: what this module uses of it, where a version lacks it. */
#ifndef LAB_COMPAT_H
#define LAB_COMPAT_H

#include <stddef.h>
#include <lua.h>
#include <lauxlib.h>

/* A Lua of small numbers would cut keys, moves and values: it does not compile. */
typedef char lab_numbers_are_double[sizeof (lua_Number) == sizeof (double) ? 1 : -1];
#if LUA_VERSION_NUM >= 503
typedef char lab_integers_have_64_bits[sizeof (lua_Integer) == 8 ? 1 : -1];
#endif

/* May a callback yield? Can a C function leave something to be done when an error passes it? */
#define LAB_YIELDS (LUA_VERSION_NUM >= 503)
#define LAB_CLOSES (LUA_VERSION_NUM >= 504)

#if LAB_YIELDS
typedef lua_KContext lab_context;
#else
typedef ptrdiff_t lab_context;
#endif

#if LUA_VERSION_NUM < 502
#define lua_rawlen(L, i) lua_objlen(L, i)
#ifndef LUA_GCISRUNNING
#define LUA_GCISRUNNING 9 /* which Lua 5.1 does not know: it says -1, that is, yes */
#endif
#define lua_pushglobaltable(L) lua_pushvalue(L, LUA_GLOBALSINDEX)

static inline int lab_compat_absindex (lua_State *L, int i) {
  return i > 0 || i <= LUA_REGISTRYINDEX ? i : lua_gettop(L) + i + 1;
}
#define lua_absindex(L, i) lab_compat_absindex(L, i)

static inline void lab_compat_setfuncs (lua_State *L, const luaL_Reg *functions) {
  for (; functions->name != NULL; functions++) {
    lua_pushcfunction(L, functions->func);
    lua_setfield(L, -2, functions->name);
  }
}
#define luaL_setfuncs(L, functions, upvalues) lab_compat_setfuncs(L, functions) /* without upvalues only */

static inline void *lab_compat_testudata (lua_State *L, int i, const char *type) {
  void *data = lua_touserdata(L, i);
  if (data == NULL || !lua_getmetatable(L, i))
    return NULL;
  luaL_getmetatable(L, type);
  if (!lua_rawequal(L, -1, -2))
    data = NULL;
  lua_pop(L, 2);
  return data;
}
#define luaL_testudata(L, i, type) lab_compat_testudata(L, i, type)
#endif

#if LUA_VERSION_NUM < 503
#define lua_isinteger(L, i) ((void)(L), (void)(i), 0)

static inline int lab_compat_rawgeti (lua_State *L, int i, int n) {
  lua_rawgeti(L, i, n);
  return lua_type(L, -1);
}
#else
#define lab_compat_rawgeti lua_rawgeti /* answers with the type of what is pushed */
#endif

/* Is a finalizer running? There the collector neither counts nor works. Lua before 5.4.4 does not tell. */
static inline int lab_compat_is_finalizing (lua_State *L) { return lua_gc(L, LUA_GCCOUNT, 0) < 0; }

/* User values: one for each userdata, and a table. */
#if LUA_VERSION_NUM < 502
#define lua_newuserdatauv(L, size, count) lua_newuserdata(L, size)
#define lua_getiuservalue(L, i, n) lua_getfenv(L, i)
#define lua_setiuservalue(L, i, n) lua_setfenv(L, i)
#elif LUA_VERSION_NUM < 504
#define lua_newuserdatauv(L, size, count) lua_newuserdata(L, size)
#define lua_getiuservalue(L, i, n) lua_getuservalue(L, i)
#define lua_setiuservalue(L, i, n) lua_setuservalue(L, i)
#endif

#endif

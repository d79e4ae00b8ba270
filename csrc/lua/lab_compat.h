/* One C API for Lua 5.1 to 5.5 and LuaJIT: what this module uses, where a version lacks it. */
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
static inline int lab_absindex (lua_State *L, int i) {
  return i > 0 || i <= LUA_REGISTRYINDEX ? i : lua_gettop(L) + i + 1;
}
#define lua_absindex(L, i) lab_absindex(L, i)
#endif

static inline void lab_setfuncs (lua_State *L, const luaL_Reg *functions) {
  for (; functions->name != NULL; functions++) {
    lua_pushcfunction(L, functions->func);
    lua_setfield(L, -2, functions->name);
  }
}

/* A userdata with one user value, a table. */
static inline void *lab_newuserdata (lua_State *L, size_t size) {
#if LUA_VERSION_NUM >= 504
  return lua_newuserdatauv(L, size, 1);
#else
  return lua_newuserdata(L, size);
#endif
}

static inline void lab_getanchor (lua_State *L, int i) {
#if LUA_VERSION_NUM >= 504
  lua_getiuservalue(L, i, 1);
#elif LUA_VERSION_NUM >= 502
  lua_getuservalue(L, i);
#else
  lua_getfenv(L, i);
#endif
}

static inline void lab_setanchor (lua_State *L, int i) {
#if LUA_VERSION_NUM >= 504
  lua_setiuservalue(L, i, 1);
#elif LUA_VERSION_NUM >= 502
  lua_setuservalue(L, i);
#else
  lua_setfenv(L, i);
#endif
}

/* The userdata at i, if it has the metatable of that name; else NULL. */
static inline void *lab_testudata (lua_State *L, int i, const char *type) {
  void *data = lua_touserdata(L, i);
  if (data == NULL || !lua_getmetatable(L, i))
    return NULL;
  luaL_getmetatable(L, type);
  if (!lua_rawequal(L, -1, -2))
    data = NULL;
  lua_pop(L, 2);
  return data;
}

/* Is the number at i an integer, in a Lua that has them? */
static inline int lab_isinteger (lua_State *L, int i) {
#if LUA_VERSION_NUM >= 503
  return lua_isinteger(L, i);
#else
  (void)L;
  (void)i;
  return 0;
#endif
}

#endif

/* Lua's allocator, watched: what is given back, and requests that are refused. */
#include <stdlib.h>
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

typedef struct watched {
  lua_Alloc alloc; /* NULL: nobody watches */
  void *ud;
  size_t held, freed; /* bytes since then: what they have become more, and what was given back */
  size_t refused;     /* of requests: so large, or larger; 0: none */
} watched;

static watched the;

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  size_t before = ptr == NULL ? 0 : osize;
  void *block;
  (void)ud;
  if (the.refused > 0 && nsize >= the.refused && nsize > before)
    return NULL;
  block = the.alloc(the.ud, ptr, osize, nsize);
  if (block != NULL || nsize == 0)
    the.held += nsize - before;
  if (nsize == 0)
    the.freed += before;
  return block;
}

/* watch([refused]) */
static int watch (lua_State *L) {
  the.held = the.freed = 0;
  the.refused = (size_t)luaL_optinteger(L, 1, 0);
  if (the.alloc == NULL) {
    the.alloc = lua_getallocf(L, &the.ud);
    lua_setallocf(L, allocate, NULL);
  }
  return 0;
}

/* held() */
static int held (lua_State *L) {
  lua_pushnumber(L, (lua_Number)(ptrdiff_t)the.held);
  return 1;
}

/* held, freed = leave() */
static int leave (lua_State *L) {
  if (the.alloc != NULL)
    lua_setallocf(L, the.alloc, the.ud);
  the.alloc = NULL;
  lua_pushnumber(L, (lua_Number)(ptrdiff_t)the.held);
  lua_pushnumber(L, (lua_Number)the.freed);
  return 2;
}

typedef struct counted {
  size_t held, most; /* bytes */
} counted;

static void *count (void *ud, void *ptr, size_t osize, size_t nsize) {
  counted *all = ud;
  size_t before = ptr == NULL ? 0 : osize;
  void *block;
  if (nsize > before && all->held + (nsize - before) > all->most)
    return NULL;
  block = nsize > 0 ? realloc(ptr, nsize) : NULL;
  if (nsize == 0)
    free(ptr);
  if (block != NULL || nsize == 0)
    all->held += nsize - before;
  return block;
}

static lua_State *new_state (counted *all) {
#if LUA_VERSION_NUM >= 505
  return lua_newstate(count, all, 0);
#else
  return lua_newstate(count, all);
#endif
}

/* The library is the one that is built into the program, if it is. */
static void preload (lua_State *L, lua_CFunction core) {
  if (core == NULL)
    return;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, core);
  lua_setfield(L, -2, "alphabeta.core");
  lua_pop(L, 2);
}

static int is_finalized;

static int finalized (lua_State *L) {
  (void)L;
  is_finalized = 1;
  return 0;
}

/* bytes, message, finalized = run(program, core[, most]): what a state of its own has left when it is closed, what was wrong, and
** whether it has called `finalized`; it may have so many bytes */
static int run (lua_State *L) {
  const char *program = luaL_checkstring(L, 1);
  counted all = {0, 0};
  lua_State *its;
  all.most = (size_t)luaL_optnumber(L, 3, (lua_Number)((size_t)-1 / 4));
  its = new_state(&all);
  luaL_openlibs(its);
  preload(its, lua_tocfunction(L, 2));
  lua_pushcfunction(its, finalized);
  lua_setglobal(its, "finalized");
  is_finalized = 0;
  if (luaL_loadstring(its, program) != 0 || lua_pcall(its, 0, 0, 0) != 0)
    lua_pushstring(L, lua_tostring(its, -1));
  else
    lua_pushnil(L);
  lua_close(its);
  lua_pushnumber(L, (lua_Number)all.held);
  lua_insert(L, -2);
  lua_pushboolean(L, is_finalized);
  return 3;
}

int luaopen_allocator (lua_State *L);

int luaopen_allocator (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"watch", watch}, {"held", held}, {"leave", leave}, {"run", run}, {NULL, NULL}
  };
  const luaL_Reg *at;
  lua_newtable(L);
  for (at = functions; at->name != NULL; at++) {
    lua_pushcfunction(L, at->func);
    lua_setfield(L, -2, at->name);
  }
  return 1;
}

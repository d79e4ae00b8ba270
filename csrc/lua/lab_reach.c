/*
** All tables that can be reached from a value, by keys and values, raw; metatables are kept, and not followed. They are
** found breadth first and numbered, each once, in whatever circles they refer to each other. A position that leads to the
** globals, to the modules that are loaded, or to a host's own tables would hold the whole program: that is an error which
** says on which way.
*/
#include "lab_reach.h"
#include "lab_error.h"

#define MOST_TABLES 65536  /* by default */
#define MOST_EVER 16777216 /* 2^24 */

/* Where things stand on the stack. */
enum {
  VALUE = 1,
  OPTIONS,
  FOUND,     /* the tables, by number */
  NUMBERS,   /* their numbers */
  PARENTS,   /* the number of the table that each was found in; of the first: 0 */
  FORBIDDEN, /* tables that are not followed, and what they are called */
  COPIES,    /* by number */
  SCRATCH    /* from here on */
};

/* ---------------------------------------------------------------- what is never followed */

/* Note the value at the top of the stack, which is popped, under a name. */
static void forbid (lua_State *L, const char *name) {
  if (lua_istable(L, -1)) {
    lua_pushstring(L, name);
    lua_rawset(L, FORBIDDEN);
  }
  else
    lua_pop(L, 1);
}

static void push_globals (lua_State *L) {
#if LUA_VERSION_NUM >= 502
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
#else
  lua_pushvalue(L, LUA_GLOBALSINDEX);
#endif
}

/* Push a field of the table at the index, raw. */
static void push_field (lua_State *L, int i, const char *field) {
  i = lua_absindex(L, i);
  lua_pushstring(L, field);
  lua_rawget(L, i);
}

static void forbid_roots (lua_State *L) {
  static const char *const hosts[] = {"package", "love", "minetest", "ngx", "vim"};
  size_t i;
  lua_pushvalue(L, LUA_REGISTRYINDEX);
  forbid(L, "the registry");
  push_field(L, LUA_REGISTRYINDEX, "_LOADED");
  forbid(L, "package.loaded");
  push_globals(L);
  for (i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    push_field(L, -1, hosts[i]);
    forbid(L, hosts[i]);
  }
  forbid(L, "_G");
}

/* ---------------------------------------------------------------- the way to a table */

/* Push the key at which the table at the index has the value at the top of the stack; nil: that is a key itself. */
static void push_key_of (lua_State *L, int table) {
  int value = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int here = lua_rawequal(L, -1, value);
    lua_pop(L, 1);
    if (here)
      return;
  }
  lua_pushnil(L);
}

/* Replace the key at the top of the stack by a step of a path. */
static void write_step (lua_State *L) {
  if (lua_type(L, -1) == LUA_TSTRING)
    lua_pushfstring(L, ".%s", lua_tostring(L, -1));
  else if (lua_type(L, -1) == LUA_TNUMBER) {
    lua_pushvalue(L, -1);
    lua_pushfstring(L, "[%s]", lua_tostring(L, -1));
    lua_remove(L, -2);
  }
  else
    lua_pushfstring(L, "[%s]", lua_isnil(L, -1) ? "a key" : luaL_typename(L, -1));
  lua_replace(L, -2);
}

/* Push the path from the value to the table that is known by this number. */
static const char *push_path (lua_State *L, int number) {
  lua_pushliteral(L, "");
  for (;;) {
    int parent;
    lua_rawgeti(L, PARENTS, number);
    parent = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (parent == 0)
      break;
    lua_rawgeti(L, FOUND, parent);
    lua_rawgeti(L, FOUND, number);
    push_key_of(L, lua_gettop(L) - 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
    write_step(L);
    lua_insert(L, -2);
    lua_concat(L, 2);
    number = parent;
  }
  lua_pushliteral(L, "state");
  lua_insert(L, -2);
  lua_concat(L, 2);
  return lua_tostring(L, -1);
}

/* ---------------------------------------------------------------- finding */

static int refuse (lua_State *L, int number, const char *what) {
  return lab_error_argument(L, "copy", VALUE, "%s is %s, which cannot be copied", push_path(L, number), what);
}

/* A metatable may say that its tables are not to be followed. */
static void check_metatable (lua_State *L, int number) {
  static const char *const fields[] = {"__mode", "__gc", "__close"};
  size_t i;
  if (!lua_getmetatable(L, -1))
    return;
  for (i = 0; i < sizeof fields / sizeof *fields; i++) {
    push_field(L, -1, fields[i]);
    if (!lua_isnil(L, -1))
      refuse(L, number, i == 0 ? "a weak table" : i == 1 ? "a table with '__gc'" : "a to-be-closed value");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* The table at the top of the stack, which is popped, is reached from the one of that number. */
static void find (lua_State *L, int *count, int parent, int most) {
  lua_pushvalue(L, -1);
  lua_rawget(L, NUMBERS);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (*count >= most)
      lab_error_argument(L, "copy", VALUE, "more than %d tables (option 'tables' is the limit), the last one in %s", most,
                         push_path(L, parent));
    ++*count;
    lua_pushvalue(L, -1);
    lua_rawseti(L, FOUND, *count);
    lua_pushinteger(L, parent);
    lua_rawseti(L, PARENTS, *count);
    lua_pushvalue(L, -1);
    lua_pushinteger(L, *count);
    lua_rawset(L, NUMBERS);
    lua_pushvalue(L, -1);
    lua_rawget(L, FORBIDDEN);
    if (!lua_isnil(L, -1))
      refuse(L, *count, lua_tostring(L, -1));
    lua_pop(L, 1);
    check_metatable(L, *count);
  }
  else
    lua_pop(L, 1);
  lua_pop(L, 1);
}

/* The same for the key or value at the index, if that is a table. */
static void look_at (lua_State *L, int i, int *count, int parent, int most) {
  if (!lua_istable(L, i))
    return;
  lua_pushvalue(L, i);
  find(L, count, parent, most);
}

/* Find all tables that are reached from the value; how many there are. */
static int find_all (lua_State *L, int most) {
  int count = 0, number;
  look_at(L, VALUE, &count, 0, most);
  for (number = 1; number <= count; number++) {
    lua_rawgeti(L, FOUND, number);
    lua_pushnil(L);
    while (lua_next(L, SCRATCH)) {
      look_at(L, SCRATCH + 1, &count, number, most);
      look_at(L, SCRATCH + 2, &count, number, most);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return count;
}

/* ---------------------------------------------------------------- copying */

/* Push what stands in a copy for the key or value at the index. */
static void push_copied (lua_State *L, int i) {
  lua_pushvalue(L, i);
  if (!lua_istable(L, i))
    return;
  lua_rawget(L, NUMBERS);
  lua_rawgeti(L, COPIES, (int)lua_tointeger(L, -1));
  lua_replace(L, -2);
}

static void fill (lua_State *L, int number) {
  lua_rawgeti(L, COPIES, number);
  lua_rawgeti(L, FOUND, number);
  lua_pushnil(L);
  while (lua_next(L, SCRATCH + 1)) {
    push_copied(L, SCRATCH + 2);
    push_copied(L, SCRATCH + 3);
    lua_rawset(L, SCRATCH);
    lua_pop(L, 1);
  }
  if (lua_getmetatable(L, SCRATCH + 1))
    lua_setmetatable(L, SCRATCH);
  lua_settop(L, COPIES);
}

/* What the options say of how many tables there may be. */
static int read_limit (lua_State *L) {
  lua_Number most = MOST_TABLES;
  if (lua_isnil(L, OPTIONS))
    return MOST_TABLES;
  if (!lua_istable(L, OPTIONS))
    lab_error_argument(L, "copy", OPTIONS, "table expected, got %s", luaL_typename(L, OPTIONS));
  lua_pushnil(L);
  while (lua_next(L, OPTIONS)) {
    lua_pushliteral(L, "tables");
    if (!lua_rawequal(L, -1, -3))
      lab_error_argument(L, "copy", OPTIONS, "unknown option '%s'",
                         lua_type(L, -3) == LUA_TSTRING ? lua_tostring(L, -3) : luaL_typename(L, -3));
    most = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (!(most >= 1 && most <= MOST_EVER) || most != (lua_Number)(int)most)
      lab_error_argument(L, "copy", OPTIONS, "option 'tables': integer from 1 to %d expected, got %s", MOST_EVER,
                         lab_error_got(L, -2));
    lua_pop(L, 2);
  }
  return (int)most;
}

/* alphabeta.copy(state [, options]) */
static int alphabeta_copy (lua_State *L) {
  int most, count, number, i;
  lua_settop(L, OPTIONS);
  most = read_limit(L);
  if (lua_isnil(L, VALUE))
    lab_error_argument(L, "copy", VALUE, "state expected, got nil");
  for (i = FOUND; i <= COPIES; i++)
    lua_newtable(L);
  forbid_roots(L);
  count = find_all(L, most);
  for (number = 1; number <= count; number++) {
    lua_newtable(L);
    lua_rawseti(L, COPIES, number);
  }
  for (number = 1; number <= count; number++)
    fill(L, number);
  push_copied(L, VALUE);
  return 1;
}

static const luaL_Reg functions[] = {
  {"copy", alphabeta_copy},
  {NULL, NULL}
};

void lab_reach_open (lua_State *L) { luaL_setfuncs(L, functions, 0); }

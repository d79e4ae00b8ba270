/*
** All tables that can be reached from a value, by keys and values, raw; metatables are kept, and not followed. They are
** found breadth first and numbered, each once, in whatever circles they refer to each other. A position that leads to the
** globals, to the modules that are loaded, or to a host's own tables would hold the whole program: that is an error which
** says on which way.
*/
#include "lab_reach.h"
#include "lab_error.h"

/* Where things stand on the stack. */
enum {
  VALUE = 1,
  OPTIONS,   /* of `copy`; else what the game is called */
  FOUND,     /* the tables, by number */
  NUMBERS,   /* their numbers */
  PARENTS,   /* the number of the table that each was found in; of the first: 0 */
  FORBIDDEN, /* tables that are not followed, and what they are called */
  COPIES,    /* by number */
  SCRATCH    /* from here on */
};

/* Who looks for tables. */
typedef struct finder {
  lua_State *L;
  int copies;       /* `copy` does; else whoever takes a picture */
  const char *root; /* what the value is called */
  int own;          /* 1: the value is a list of the finder's own; else 0 */
  int most;         /* so many tables may be found, besides */
  int count;        /* and are */
} finder;

/* ---------------------------------------------------------------- what is never followed */

/* Note the value at the top of the stack, which is popped, under a name, in the table at the index. */
static void forbid (lua_State *L, int forbidden, const char *name) {
  if (lua_istable(L, -1)) {
    lua_pushstring(L, name);
    lua_rawset(L, forbidden);
  }
  else
    lua_pop(L, 1);
}

/* Push a field of the table at the index, raw. */
static void push_field (lua_State *L, int i, const char *field) {
  i = lua_absindex(L, i);
  lua_pushstring(L, field);
  lua_rawget(L, i);
}

void lab_reach_push_forbidden (lua_State *L) {
  static const char *const hosts[] = {"package", "love", "minetest", "ngx", "vim"};
  int forbidden;
  size_t i;
  lua_newtable(L);
  forbidden = lua_gettop(L);
  lua_pushvalue(L, LUA_REGISTRYINDEX);
  forbid(L, forbidden, "the registry");
  push_field(L, LUA_REGISTRYINDEX, "_LOADED");
  forbid(L, forbidden, "package.loaded");
  lua_pushglobaltable(L);
  for (i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    push_field(L, -1, hosts[i]);
    forbid(L, forbidden, hosts[i]);
  }
  forbid(L, forbidden, "_G");
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
static const char *push_path (const finder *f, int number) {
  lua_State *L = f->L;
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
  lua_pushstring(L, f->root);
  lua_insert(L, -2);
  lua_concat(L, 2);
  return lua_tostring(L, -1);
}

/* ---------------------------------------------------------------- finding */

static int refuse (const finder *f, int number, const char *what) {
  lua_State *L = f->L;
  const char *path = push_path(f, number);
  if (f->copies)
    return lab_error_argument(L, "copy", VALUE, "%s is %s, which cannot be copied", path, what);
  return lab_error_raise(L, "%s: %s is %s, which 'undo = true' cannot take back", lua_tostring(L, OPTIONS), path, what);
}

static int refuse_more (const finder *f, int number) {
  lua_State *L = f->L;
  const char *path = push_path(f, number);
  if (f->copies)
    return lab_error_argument(L, "copy", VALUE, "more than %d tables (option 'tables' is the limit), the last one in %s", f->most, path);
  return lab_error_raise(L, "%s: more than %d tables to take back (field 'tables' is the limit), the last one in %s",
                         lua_tostring(L, OPTIONS), f->most, path);
}

const char *lab_reach_flaw (lua_State *L) {
  static const char *const fields[] = {"__mode", "__gc", "__close"};
  static const char *const flaws[] = {"a weak table", "a table with '__gc'", "a to-be-closed value"};
  size_t i;
  for (i = 0; i < sizeof fields / sizeof *fields; i++) {
    int there;
    push_field(L, -1, fields[i]);
    there = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (there)
      return flaws[i];
  }
  return NULL;
}

/* May the table at the top of the stack, of that number, be followed? */
static void check_table (finder *f, int number) {
  lua_State *L = f->L;
  const char *flaw;
  lua_pushvalue(L, -1);
  lua_rawget(L, FORBIDDEN);
  if (!lua_isnil(L, -1))
    refuse(f, number, lua_tostring(L, -1));
  lua_pop(L, 1);
  if (!lua_getmetatable(L, -1))
    return;
  flaw = lab_reach_flaw(L);
  if (flaw != NULL)
    refuse(f, number, flaw);
  lua_pop(L, 1);
}

/* The key or value at the index is reached from the table of that number. */
static void find (finder *f, int i, int parent) {
  lua_State *L = f->L;
  if (!lua_istable(L, i))
    return;
  lua_pushvalue(L, i);
  lua_pushvalue(L, -1);
  lua_rawget(L, NUMBERS);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    if (f->count >= f->most + f->own)
      refuse_more(f, parent);
    lua_pushvalue(L, -1);
    lua_rawseti(L, FOUND, ++f->count);
    lua_pushinteger(L, parent);
    lua_rawseti(L, PARENTS, f->count);
    lua_pushvalue(L, -1);
    lua_pushinteger(L, f->count);
    lua_rawset(L, NUMBERS);
    check_table(f, f->count);
  }
  else
    lua_pop(L, 1);
  lua_pop(L, 1);
}

/* Find all tables that are reached from the value. */
static void find_all (finder *f) {
  lua_State *L = f->L;
  int i, number;
  for (i = FOUND; i < FORBIDDEN; i++)
    lua_newtable(L);
  lab_reach_push_forbidden(L);
  find(f, VALUE, 0);
  for (number = 1; number <= f->count; number++) {
    lua_rawgeti(L, FOUND, number);
    lua_pushnil(L);
    while (lua_next(L, FORBIDDEN + 1)) {
      find(f, FORBIDDEN + 2, number);
      find(f, FORBIDDEN + 3, number);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
}

static int say_what_is_wrong (lua_State *L) {
  finder f = {NULL, 0, "state", 0, 0, 0};
  f.L = L;
  f.most = (int)lua_tointeger(L, 3);
  f.own = lua_toboolean(L, 4);
  if (f.own)
    f.root = "reach()";
  lua_settop(L, OPTIONS);
  find_all(&f);
  return 0; /* not reached: unless `reach` names other tables each time */
}

void lab_reach_raise (lua_State *L, int i, const char *label, int most, int is_named) {
  lua_pushvalue(L, i);
  lab_error_push_inner(L, say_what_is_wrong);
  lua_insert(L, -2);
  lua_pushstring(L, label);
  lua_pushinteger(L, most);
  lua_pushboolean(L, is_named);
  lua_call(L, 4, 0);
} /* not reached: as before */

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
  lua_Number most = LAB_REACH_TABLES;
  if (lua_isnil(L, OPTIONS))
    return LAB_REACH_TABLES;
  if (!lua_istable(L, OPTIONS))
    lab_error_argument(L, "copy", OPTIONS, "table expected, got %s", luaL_typename(L, OPTIONS));
  lua_pushnil(L);
  while (lua_next(L, OPTIONS)) {
    lua_pushliteral(L, "tables");
    if (!lua_rawequal(L, -1, -3))
      lab_error_argument(L, "copy", OPTIONS, "unknown option '%s'", lab_error_key(L, -3));
    most = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (!(most >= 1 && most <= LAB_REACH_MOST) || most != (lua_Number)(int)most)
      lab_error_argument(L, "copy", OPTIONS, "option 'tables': integer from 1 to %d expected, got %s", LAB_REACH_MOST,
                         lab_error_got(L, -2));
    lua_pop(L, 2);
  }
  return (int)most;
}

/* alphabeta.copy(state [, options]) */
static int alphabeta_copy (lua_State *L) {
  finder f = {NULL, 1, "state", 0, 0, 0};
  int number;
  lua_settop(L, OPTIONS);
  f.L = L;
  f.most = read_limit(L);
  if (lua_isnil(L, VALUE))
    lab_error_argument(L, "copy", VALUE, "state expected, got nil");
  find_all(&f);
  lua_newtable(L);
  for (number = 1; number <= f.count; number++) {
    lua_newtable(L);
    lua_rawseti(L, COPIES, number);
  }
  for (number = 1; number <= f.count; number++)
    fill(L, number);
  push_copied(L, VALUE);
  return 1;
}

static const luaL_Reg functions[] = {
  {"copy", alphabeta_copy},
  {NULL, NULL}
};

void lab_reach_open (lua_State *L) { luaL_setfuncs(L, functions, 0); }

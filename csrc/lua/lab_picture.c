/*
** A picture is one flat list, so that it is taken again without garbage. Its length stands at 0. For each table: the table
** itself, its metatable or false, how many entries have the keys 1, 2, 3 ... in the order of `next`, and how many others
** follow; then the values of the former, and keys and values of the latter.
**
** The tables are found breadth first, each once. Putting back walks through a table in the order of `next` and through its
** part of the picture side by side. As long as the keys agree only values that differ are written; from the first key that
** does not, whatever else the table has is dropped, and the rest of the picture written.
*/
#include <math.h>
#include "lab_picture.h"
#include "lab_anchor.h"
#include "lab_error.h"
#include "lab_reach.h"

/* Of a book, beside the pictures. */
enum {
  FORBIDDEN = 0, /* tables that are not followed; and metatables that were looked at: false */
  SEEN = -1,     /* while a picture is taken: the tables found so far. It is empty between; or false, if an error passed */
  FOUND = -2     /* the same, by number */
};

#define HEADER 4 /* what stands before the entries of a table */
#define SPARE 12 /* room on the stack */
#define FEW_ENTRIES 16 /* room made beforehand */

#define PICTURE_TYPE "alphabeta.picture" /* the userdata that parts in Lua get: a book with one picture hangs from it */

void lab_picture_push_book (lua_State *L) {
  lua_createtable(L, 4, 4);
  lab_reach_push_forbidden(L);
  lua_rawseti(L, -2, FORBIDDEN);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, SEEN);
  lua_newtable(L);
  lua_rawseti(L, -2, FOUND);
}

/* ---------------------------------------------------------------- taking */

typedef struct taker {
  lua_State *L;
  int forbidden, seen, found, picture; /* where they stand on the stack */
  int most, count;
  int at; /* so much of the picture is filled */
} taker;

/* May tables with the metatable at the top of the stack, which is popped, be put back? */
static int fits_metatable (taker *t) {
  lua_State *L = t->L;
  int known;
  lua_pushvalue(L, -1);
  lua_rawget(L, t->forbidden);
  known = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (!known && lab_reach_flaw(L) != NULL)
    return 0;
  if (!known) {
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 0);
    lua_rawset(L, t->forbidden);
  }
  lua_pop(L, 1);
  return 1;
}

/* The key or value at the index is reached. 0: it cannot be put back. */
static int reach (taker *t, int i) {
  lua_State *L = t->L;
  int seen, forbidden;
  lua_pushvalue(L, i);
  lua_rawget(L, t->seen);
  seen = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (seen)
    return 1;
  lua_pushvalue(L, i);
  lua_rawget(L, t->forbidden);
  forbidden = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (forbidden || t->count >= t->most)
    return 0;
  if (lua_getmetatable(L, i) && !fits_metatable(t))
    return 0;
  lua_pushvalue(L, i);
  lua_pushboolean(L, 1);
  lua_rawset(L, t->seen);
  lua_pushvalue(L, i);
  lua_rawseti(L, t->found, ++t->count);
  return 1;
}

/* Is the key at the index that number? */
static int is_number (lua_State *L, int i, int number) {
  return lua_type(L, i) == LUA_TNUMBER && lua_tonumber(L, i) == (lua_Number)number;
}

static void put_number (taker *t, int place, int number) {
  lua_pushinteger(t->L, number);
  lua_rawseti(t->L, t->picture, place);
}

/* Add the table at the top of the stack, which is popped, and find what is reached from it. */
static int add_table (taker *t) {
  lua_State *L = t->L;
  int table = lua_gettop(L), start = t->at, in_a_row = 0, others = 0;
  lua_pushvalue(L, table);
  lua_rawseti(L, t->picture, start + 1);
  if (!lua_getmetatable(L, table))
    lua_pushboolean(L, 0);
  lua_rawseti(L, t->picture, start + 2);
  t->at += HEADER;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if ((lua_istable(L, table + 2) && !reach(t, table + 2)) || (lua_istable(L, table + 1) && !reach(t, table + 1)))
      return 0;
    if (others == 0 && is_number(L, table + 1, in_a_row + 1))
      in_a_row++;
    else {
      lua_pushvalue(L, table + 1);
      lua_rawseti(L, t->picture, ++t->at);
      others++;
    }
    lua_rawseti(L, t->picture, ++t->at);
  }
  put_number(t, start + 3, in_a_row);
  put_number(t, start + 4, others);
  lua_pop(L, 1);
  return 1;
}

static void push_seen (lua_State *L, int book) {
  if (lab_compat_rawgeti(L, book, SEEN) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
  }
  lua_pushboolean(L, 0);
  lua_rawseti(L, book, SEEN);
}

/* Nothing is seen any more. */
static void give_seen_back (taker *t, int book) {
  lua_State *L = t->L;
  int i;
  for (i = 1; i <= t->count; i++) {
    lua_rawgeti(L, t->found, i);
    lua_pushnil(L);
    lua_rawset(L, t->seen);
  }
  lua_pushvalue(L, t->seen);
  lua_rawseti(L, book, SEEN);
}

/* Take a picture of what is reached from the tables on the stack from `first` to its top, which are popped. 0: something
** cannot be put back, or there are too many tables; nothing is popped then. */
static int take (lua_State *L, int book, int number, int first, int most) {
  taker t;
  int last = lua_gettop(L), fits = 1, i;
  luaL_checkstack(L, SPARE, NULL);
  t.L = L;
  t.forbidden = last + 1;
  t.seen = last + 2;
  t.found = last + 3;
  t.picture = last + 4;
  t.most = most;
  t.count = t.at = 0;
  lua_rawgeti(L, book, FORBIDDEN);
  push_seen(L, book);
  lua_rawgeti(L, book, FOUND);
  lab_anchor_push_list(L, book, number, FEW_ENTRIES);
  for (i = first; fits && i <= last; i++)
    fits = reach(&t, i);
  for (i = 1; fits && i <= t.count; i++) {
    lua_rawgeti(L, t.found, i);
    fits = add_table(&t);
  }
  if (!fits) {
    lua_settop(L, last);
    return 0;
  }
  put_number(&t, 0, t.at);
  give_seen_back(&t, book);
  lua_settop(L, first - 1);
  return 1;
}

/* ---------------------------------------------------------------- putting back */

/* Are the values at the indices the same, for whoever prints them too? (0, 0.0 and -0.0 are equal.) */
static int is_same (lua_State *L, int a, int b) {
  if (!lua_rawequal(L, a, b))
    return 0;
  return lua_type(L, a) != LUA_TNUMBER
      || (lua_isinteger(L, a) == lua_isinteger(L, b) && !signbit(lua_tonumber(L, a)) == !signbit(lua_tonumber(L, b)));
}

/* What of the picture belongs to the table at hand. */
typedef struct part {
  int picture, table; /* where they stand on the stack */
  int start;          /* of the entries */
  int in_a_row, all;  /* so many entries have keys 1, 2, 3 ...; so many there are */
} part;

/* Where the value of an entry stands in the picture, counted from 0; before those of the others stand their keys. */
static int place_of (const part *p, int entry) {
  return p->start + 1 + (entry < p->in_a_row ? entry : 2 * entry - p->in_a_row + 1);
}

/* Is the key, which stands above the table, that of the entry? */
static int is_key (lua_State *L, const part *p, int entry) {
  int is;
  if (entry < p->in_a_row)
    return is_number(L, p->table + 1, entry + 1);
  lua_rawgeti(L, p->picture, place_of(p, entry) - 1);
  is = lua_rawequal(L, p->table + 1, -1);
  lua_pop(L, 1);
  return is;
}

/* Write the entry. */
static void write (lua_State *L, const part *p, int entry) {
  if (entry < p->in_a_row) {
    lua_rawgeti(L, p->picture, place_of(p, entry));
    lua_rawseti(L, p->table, entry + 1);
    return;
  }
  lua_rawgeti(L, p->picture, place_of(p, entry) - 1);
  lua_rawgeti(L, p->picture, place_of(p, entry));
  lua_rawset(L, p->table);
}

/* Drop what the table has from the key at the top of the stack on, which is popped. */
static void drop_from (lua_State *L, const part *p) {
  int more;
  do {
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, p->table);
    more = lua_next(L, p->table);
    if (more)
      lua_pop(L, 1);
  } while (more);
}

/* Put the entries of the table back. */
static void put_back (lua_State *L, const part *p) {
  int entry = 0, value = p->table + 2;
  lua_pushnil(L);
  while (lua_next(L, p->table)) {
    int differs;
    if (entry >= p->all || !is_key(L, p, entry)) {
      lua_pop(L, 1);
      drop_from(L, p);
      break;
    }
    lua_rawgeti(L, p->picture, place_of(p, entry));
    differs = !is_same(L, value, -1);
    lua_pop(L, 2);
    if (differs)
      write(L, p, entry);
    entry++;
  }
  for (; entry < p->all; entry++)
    write(L, p, entry);
}

/* Give the table the metatable back that the picture has, at the top of the stack, or false; it is popped. */
static void put_metatable_back (lua_State *L, int table) {
  int differs;
  if (!lua_getmetatable(L, table))
    lua_pushboolean(L, 0);
  differs = !lua_rawequal(L, -1, -2);
  lua_pop(L, 1);
  if (!differs) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  lua_setmetatable(L, table);
}

static int number_at (lua_State *L, int picture, int place) {
  int number;
  lua_rawgeti(L, picture, place);
  number = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return number;
}

void lab_picture_restore (lua_State *L, int book, int number) {
  part p;
  int length;
  luaL_checkstack(L, SPARE, NULL);
  book = lua_absindex(L, book);
  p.picture = lua_gettop(L) + 1;
  p.table = p.picture + 1;
  lua_rawgeti(L, book, number);
  length = number_at(L, p.picture, 0);
  for (p.start = HEADER; p.start <= length; p.start = place_of(&p, p.all - 1) + HEADER) {
    lua_rawgeti(L, p.picture, p.start - 3);
    lua_rawgeti(L, p.picture, p.start - 2);
    put_metatable_back(L, p.table);
    p.in_a_row = number_at(L, p.picture, p.start - 1);
    p.all = p.in_a_row + number_at(L, p.picture, p.start);
    put_back(L, &p);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---------------------------------------------------------------- of a game's positions */

/* Push the tables that belong to the position at the index: what the function at the top of the stack names; or, if that is
** nil, the position itself. */
static void push_roots (lua_State *L, int state, const char *name) {
  int first = lua_gettop(L) + 1, i;
  if (lua_isnil(L, -1)) {
    if (!lua_istable(L, state))
      lab_error_raise(L, "%s: the state is a %s ('undo = true' needs a table, or 'reach')", lab_error_label(L, name),
                      luaL_typename(L, state));
    lua_pushvalue(L, state);
    return;
  }
  lua_pushvalue(L, -1);
  lua_pushvalue(L, state);
  lua_call(L, 1, LUA_MULTRET);
  luaL_checkstack(L, SPARE, NULL);
  if (lua_gettop(L) < first)
    lab_error_raise(L, "%s: 'reach' returned nothing (tables expected)", lab_error_label(L, name));
  for (i = first; i <= lua_gettop(L); i++) {
    if (!lua_istable(L, i))
      lab_error_raise(L, "%s: 'reach' returned %s (tables expected)", lab_error_label(L, name), lab_error_returned(L, i));
  }
}

/* What is reached from the roots, at the top of the stack from `first` on, cannot be put back. */
static void raise_flaw (lua_State *L, int first, const char *name, int most, int is_named) {
  int count = lua_gettop(L) - first + 1, i;
  if (!is_named) {
    lab_reach_raise(L, first, lab_error_label(L, name), most, 0);
    return; /* not reached: that raises */
  }
  lua_createtable(L, count, 0);
  for (i = 1; i <= count; i++) {
    lua_pushvalue(L, first + i - 1);
    lua_rawseti(L, -2, i);
  }
  lua_insert(L, first);
  lab_reach_raise(L, first, lab_error_label(L, name), most, 1);
}

void lab_picture_of (lua_State *L, int book, int number, int state, const char *name, int most) {
  int above = lua_gettop(L), named = !lua_isnil(L, -1);
  push_roots(L, state, name);
  if (!take(L, book, number, above + 1, most))
    raise_flaw(L, above + 1, name, most, named);
  lua_settop(L, above - 1);
}

int lab_picture_most (lua_State *L, int game) {
  int most;
  lua_getfield(L, game, "tables");
  most = lua_isnil(L, -1) ? LAB_REACH_TABLES : (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return most;
}

/* core.picture(game, state): a picture of the position, of a game that is known to be right, for `restore`. */
static int core_picture (lua_State *L) {
  enum { GAME = 1, STATE, NAME, BOOK };
  luaL_checktype(L, GAME, LUA_TTABLE);
  lua_settop(L, STATE);
  lua_getfield(L, GAME, "name");
  lab_picture_push_book(L);
  lua_getfield(L, GAME, "reach");
  lab_picture_of(L, BOOK, 1, STATE, lua_type(L, NAME) == LUA_TSTRING ? lua_tostring(L, NAME) : NULL,
                 lab_picture_most(L, GAME));
  lab_anchor_new(L, 1);
  luaL_getmetatable(L, PICTURE_TYPE);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, BOOK);
  lab_anchor_set(L, -2);
  return 1;
}

/* core.restore(picture) */
static int core_restore (lua_State *L) {
  luaL_checkudata(L, 1, PICTURE_TYPE);
  lua_settop(L, 1);
  lab_anchor_push(L, 1);
  lab_picture_restore(L, 2, 1);
  return 0;
}

static const luaL_Reg functions[] = {
  {"picture", core_picture},
  {"restore", core_restore},
  {NULL, NULL}
};

void lab_picture_open (lua_State *L) {
  luaL_newmetatable(L, PICTURE_TYPE);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

/* What a Lua state holds outside of its own memory: one list, in the registry. */
#include <string.h>
#include "lab_outside.h"
#include "lab_anchor.h"

#define HELD_TYPE "alphabeta.held"
#define LIST_TYPE "alphabeta.holding"
#define LIST "alphabeta.outside" /* in the registry */

typedef struct list {
  lab_outside *first;
  int closed; /* the state is, too, or will be soon */
} list;

static list *list_of (lua_State *L) {
  list *all;
  lua_getfield(L, LUA_REGISTRYINDEX, LIST);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return all;
}

static void enter (list *all, lab_outside *held) {
  held->next = all->first;
  held->link = &all->first;
  if (all->first != NULL)
    all->first->link = &held->next;
  all->first = held;
}

static void quit (lab_outside *held) {
  if (held->link == NULL)
    return; /* not reached: but by a Lua before 5.4 that collects while it closes, the list is finalized last */
  *held->link = held->next;
  if (held->next != NULL)
    held->next->link = held->link;
  held->link = NULL;
}

lab_outside *lab_outside_new (lua_State *L, int anchor, void (*give_back)(void *what)) {
  list *all = list_of(L);
  lab_outside *held;
  if (all->closed)
    luaL_error(L, "the Lua state is being closed");
  held = lab_anchor_new(L, sizeof *held);
  memset(held, 0, sizeof *held);
  held->give_back = give_back;
  luaL_getmetatable(L, HELD_TYPE);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, anchor);
  lab_anchor_set(L, lua_gettop(L) - 1);
  enter(all, held); /* not before it is sure to be finalized: nothing is allocated in between */
  return held;
}

void lab_outside_hold (lua_State *L, lab_outside *held, void *what) {
  held->what = what;
  if (list_of(L)->closed)
    lab_outside_leave(held); /* not reached: only Lua 5.1 collects while a finalizer runs */
}

void lab_outside_leave (lab_outside *held) {
  if (held->what != NULL)
    held->give_back(held->what);
  held->what = NULL;
}

int lab_outside_takes_threads (lua_State *L) { return !lab_compat_is_finalizing(L) && !list_of(L)->closed; }

/* held.__gc */
static int held_gc (lua_State *L) {
  lab_outside *held = luaL_checkudata(L, 1, HELD_TYPE);
  lab_outside_leave(held);
  quit(held);
  return 0;
}

/* list.__gc */
static int list_gc (lua_State *L) {
  list *all = luaL_checkudata(L, 1, LIST_TYPE);
  all->closed = 1;
  while (all->first != NULL) {
    lab_outside_leave(all->first);
    quit(all->first);
  }
  return 0;
}

/* Push a new metatable, whose values are finalized. */
static void push_type (lua_State *L, const char *type, lua_CFunction gc) {
  luaL_newmetatable(L, type);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
}

void lab_outside_open (lua_State *L) {
  list *all;
  if (list_of(L) != NULL) /* the module was loaded before */
    return;
  push_type(L, HELD_TYPE, held_gc);
  all = lua_newuserdata(L, sizeof *all);
  memset(all, 0, sizeof *all);
  push_type(L, LIST_TYPE, list_gc);
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, LIST);
  lua_pop(L, 1);
}

/* What a Lua state holds outside of its own memory: one list, in the registry. */
#include "lab_outside.h"
#include "lab_anchor.h"

#define HELD_TYPE "alphabeta.held"
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

lab_outside *lab_outside_new (lua_State *L, int anchor, void (*give_back)(void *what)) {
  list *all = list_of(L);
  lab_outside *held;
  if (all->closed)
    luaL_error(L, "the Lua state is being closed");
  held = lab_anchor_new(L, sizeof *held);
  held->what = NULL;
  held->give_back = give_back;
  held->next = all->first;
  held->link = &all->first;
  if (all->first != NULL)
    all->first->link = &held->next;
  all->first = held;
  luaL_getmetatable(L, HELD_TYPE);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, anchor);
  lab_anchor_set(L, lua_gettop(L) - 1);
  return held;
}

void lab_outside_hold (lab_outside *held, void *what) {
  held->what = what;
  if (held->link == NULL)
    lab_outside_leave(held); /* not reached: only Lua 5.1 collects while a finalizer runs */
}

void lab_outside_leave (lab_outside *held) {
  if (held->what != NULL)
    held->give_back(held->what);
  held->what = NULL;
}

int lab_outside_takes_threads (lua_State *L) { return lua_gc(L, LUA_GCCOUNT, 0) >= 0 && !list_of(L)->closed; }

/* held.__gc */
static int held_gc (lua_State *L) {
  lab_outside *held = luaL_checkudata(L, 1, HELD_TYPE);
  lab_outside_leave(held);
  if (held->link != NULL) {
    *held->link = held->next;
    if (held->next != NULL)
      held->next->link = held->link;
  }
  held->link = NULL;
  return 0;
}

/* list.__gc */
static int list_gc (lua_State *L) {
  list *all = lua_touserdata(L, 1);
  all->closed = 1;
  for (; all->first != NULL; all->first = all->first->next) {
    lab_outside_leave(all->first);
    all->first->link = NULL;
  }
  return 0;
}

void lab_outside_open (lua_State *L) {
  list *all;
  if (list_of(L) != NULL) /* the module was loaded before */
    return;
  luaL_newmetatable(L, HELD_TYPE);
  lua_pushcfunction(L, held_gc);
  lua_setfield(L, -2, "__gc");
  all = lua_newuserdata(L, sizeof *all);
  all->first = NULL;
  all->closed = 0;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, list_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_setfield(L, LUA_REGISTRYINDEX, LIST);
  lua_pop(L, 1);
}

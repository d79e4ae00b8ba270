/* Where does a search have its frame, and is that still on a stack? */
#include <string.h>
#include "lab_frame.h"

#define WEAK_TYPE "alphabeta.weak"

/* Where the coroutine that runs the search is noted, but not kept: one that is left suspended, and dropped, gives the
** search free when it is collected. */
static void new_thread_slot (lua_State *L, int anchor) {
  lua_createtable(L, 1, 0);
  luaL_getmetatable(L, WEAK_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, anchor, LAB_THREAD);
}

static void new_guard (lua_State *L, int anchor, const void *search) {
  lab_guard *guard = lab_anchor_new(L, sizeof *guard);
  guard->search = search;
  guard->view = NULL;
  lua_pushvalue(L, anchor);
  lab_anchor_set(L, -2);
  luaL_getmetatable(L, LAB_GUARD_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, anchor, LAB_GUARD);
}

void *lab_frame_new (lua_State *L, size_t size, const char *type, int slots) {
  void *search = lab_anchor_new(L, size);
  memset(search, 0, size);
  luaL_getmetatable(L, type);
  lua_setmetatable(L, -2);
  lua_createtable(L, slots, 0);
  lua_pushvalue(L, -1);
  lab_anchor_set(L, -3);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, LAB_SELF);
  lua_newtable(L);
  lua_rawseti(L, -2, LAB_BLOCKS);
  new_thread_slot(L, lua_gettop(L));
  new_guard(L, lua_gettop(L), search);
  return search;
}

void lab_frame_push (lua_State *L) {
  int i;
  lua_settop(L, 1);
  luaL_checkstack(L, LAB_FRAME + LUA_MINSTACK, NULL);
  lab_anchor_push(L, 1);
  for (i = 1; i <= LAB_FRAME; i++)
    lua_rawgeti(L, LAB_ANCHOR, i);
}

void lab_frame_set_view (lua_State *L, const void *view) {
  lab_guard *guard = lua_touserdata(L, LAB_AT(LAB_GUARD));
  guard->view = view;
}

void lab_frame_set_thread (lua_State *L, int anchor) {
  lua_rawgeti(L, anchor, LAB_THREAD);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 1);
}

/* The guard of the next frame on the stack of the thread, from *level on, which then says where to look for more; NULL:
** there is none. */
static const lab_guard *next_on_stack (lua_State *thread, int *level) {
  lua_Debug function;
  const lab_guard *guard = NULL;
  luaL_checkstack(thread, 3, NULL);
  while (guard == NULL && lua_getstack(thread, (*level)++, &function))
    if (lua_getlocal(thread, &function, LAB_AT(LAB_GUARD)) != NULL) {
      guard = luaL_testudata(thread, -1, LAB_GUARD_TYPE);
      lua_pop(thread, 1);
    }
  return guard;
}

int lab_frame_is_on_stack (lua_State *thread, const void *search_or_view) {
  const lab_guard *guard;
  int level = 0;
  do
    guard = next_on_stack(thread, &level);
  while (guard != NULL && guard->search != search_or_view && guard->view != search_or_view);
  return guard != NULL;
}

int lab_frame_is_abandoned (lua_State *L, int self) {
  const void *search = lua_touserdata(L, self);
  lua_State *thread;
  int abandoned;
  lab_anchor_push(L, self);
  lua_rawgeti(L, -1, LAB_THREAD);
  lua_rawgeti(L, -1, 1);
  thread = lua_tothread(L, -1);
  abandoned = thread == NULL || (thread != L && lua_status(thread) > LUA_YIELD) || !lab_frame_is_on_stack(thread, search);
  lua_pop(L, 3);
  return abandoned;
}

void lab_frame_open (lua_State *L, lua_CFunction close) {
  luaL_newmetatable(L, WEAK_TYPE);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  luaL_newmetatable(L, LAB_GUARD_TYPE);
  if (close != NULL) {
    lua_pushcfunction(L, close);
    lua_setfield(L, -2, "__close");
  }
  lua_pop(L, 2);
}

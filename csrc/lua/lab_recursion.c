/*
** Searches by printed procedures nest, in each other's callbacks, and recurse on the one C stack. The registry has the
** one that was begun last; each has the one before it in its anchor.
*/
#include "lab_recursion.h"
#include "lab_frame.h"

#define RUNNING "alphabeta.recursing"
#define NESTING 16 /* plies that take as much of the C stack as a search in a callback of another one does besides */

void lab_recursion_end (lua_State *L, int anchor) {
  lua_getfield(L, LUA_REGISTRYINDEX, RUNNING);
  lua_rawgeti(L, anchor, LAB_SELF);
  if (lua_rawequal(L, -1, -2)) {
    lua_rawgeti(L, anchor, LAB_OUTER);
    lua_setfield(L, LUA_REGISTRYINDEX, RUNNING);
  }
  lua_pop(L, 2);
  lua_pushnil(L);
  lua_rawseti(L, anchor, LAB_OUTER);
}

/* Does the search at the top of the stack run? */
static int is_at_work (lua_State *L) {
  const lab_search *search = lua_touserdata(L, -1);
  return search->game.running && !lab_frame_is_abandoned(L, -1);
}

/* Those that an error has left may still be in the registry. */
void lab_recursion_begin (lua_State *L, lab_search *search) {
  const lab_search *outer;
  lua_getfield(L, LUA_REGISTRYINDEX, RUNNING);
  while (!lua_isnil(L, -1) && !is_at_work(L)) {
    lab_anchor_push(L, -1);
    lua_rawgeti(L, -1, LAB_OUTER);
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  outer = lua_touserdata(L, -1);
  search->outside = outer == NULL ? 0 : outer->outside + ab_search_ply(outer->core) + NESTING;
  ab_search_allow(search->core, LAB_RECURSION_PLIES - search->outside);
  lua_rawseti(L, LAB_ANCHOR, LAB_OUTER);
  lua_rawgeti(L, LAB_ANCHOR, LAB_SELF);
  lua_setfield(L, LUA_REGISTRYINDEX, RUNNING);
}

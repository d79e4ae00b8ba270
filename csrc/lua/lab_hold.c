/*
** A search is held while a step is under way, or its result is made.
**
** Callbacks are called without protection, so that an error keeps its place and its traceback. What must be
** done when one passes is done by the guard, a to-be-closed value. In a Lua that has none it is done when the
** search is next used, and finds that its frame is on no stack any more; only a game with `undo`, whose
** position cannot wait for that, steps under protection there (see lab_step.c), which costs the traceback.
*/
#include "lab_hold.h"
#include "lab_frame.h"
#include "lab_recursion.h"

static int rewind_protected (lua_State *L) {
  lab_search *search = lab_search_at_1(L);
  lab_frame_push(L);
  lab_search_enter(L, search);
  lab_game_rewind(&search->game);
  return 0;
}

void lab_hold_begin (lua_State *L, lab_search *search) {
#if LAB_CLOSES
  lua_toclose(L, LAB_AT(LAB_GUARD));
#endif
  lua_pushthread(L);
  lab_frame_set_thread(L, LAB_ANCHOR);
  search->running = 1;
  search->game.turn++;
  lab_search_enter(L, search);
}

void lab_hold_end (lua_State *L, lab_search *search, int anchor) {
  if (search->game.recursive)
    lab_recursion_end(L, anchor);
  lua_pushnil(L);
  lab_frame_set_thread(L, anchor);
  search->running = 0;
}

void lab_hold_abort (lua_State *L, lab_search *search, int late) {
  search->leaving = 1;
  search->game.answered = 0;
  lab_game_expire(&search->game);
  if (late)
    ab_search_abandon(search->core);
  else
    ab_search_halt(search->core);
  if (search->game.recursive)
    search->game.here = 0;
  if (!search->game.moving && search->game.made > 0) {
    lua_pushcfunction(L, rewind_protected);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 0, 0) != 0) {
      search->game.moving = 1;
      lua_pop(L, 1);
    }
  }
  if (search->game.moving) {
    search->game.moving = 0;
    search->closed = "dirty";
  }
  search->leaving = 0;
  lab_anchor_push(L, -1);
  lab_hold_end(L, search, lua_gettop(L));
  lua_pop(L, 1);
}

#if LAB_CLOSES
/* guard.__close: does nothing after a step that has come to its end, or of another coroutine. */
static int guard_close (lua_State *L) {
  lab_search *search;
  luaL_checkudata(L, 1, LAB_GUARD_TYPE);
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_SELF);
  search = lua_touserdata(L, -1);
  if (search->running && search->game.L == L)
    lab_hold_abort(L, search, 0);
  return 0;
}
#endif

int lab_hold_is_running (lua_State *L, lab_search *search) {
  if (search->running && !search->leaving && lab_frame_is_abandoned(L, 1)) {
    lua_pushvalue(L, 1);
    lab_hold_abort(L, search, 1);
    lua_pop(L, 1);
  }
  return search->running;
}

void lab_hold_open (lua_State *L) {
#if LAB_CLOSES
  lab_frame_open(L, guard_close);
#else
  lab_frame_open(L, NULL);
#endif
}

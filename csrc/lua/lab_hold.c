/*
** A search is held while a step is under way, or its result is made; so is a solver.
**
** Callbacks are called without protection, so that an error keeps its place and its traceback. What must be
** done when one passes is done by the guard, a to-be-closed value. In a Lua that has none it is done when the
** search is next used, and finds that its frame is on no stack any more; only a game with `undo`, whose
** position cannot wait for that, and a search whose threads must not go on, step under protection there, which costs the
** traceback.
*/
#include "lab_hold.h"
#include "lab_error.h"
#include "lab_frame.h"
#include "lab_recursion.h"
#include "lab_restore.h"

static int bring_back (lua_State *L, void (*bring) (lab_game *)) {
  lab_game *game = lua_touserdata(L, 1);
  lab_frame_push(L);
  game->L = L;
  bring(game);
  return 0;
}

static int rewind_protected (lua_State *L) { return bring_back(L, lab_restore_given); }

static int drop_protected (lua_State *L) { return bring_back(L, lab_restore_drop); }

/* Bring the position of the userdata at the top of the stack back; 0: that has failed. (There may be no memory for a closure
** here.) */
static int rewinds (lua_State *L, lua_CFunction rewind) {
  int rewound;
  lua_pushcfunction(L, rewind);
  lua_pushvalue(L, -2);
  rewound = lua_pcall(L, 1, 0, 0) == 0;
  if (!rewound)
    lua_pop(L, 1);
  return rewound;
}

void lab_hold_begin (lua_State *L, lab_game *game) {
#if LAB_CLOSES
  lua_toclose(L, LAB_AT(LAB_GUARD));
#endif
  lua_pushthread(L);
  lab_frame_set_thread(L, LAB_ANCHOR);
  game->running = LAB_HELD;
  game->turn++;
  game->L = L;
}

void lab_hold_end (lua_State *L, lab_game *game, int anchor) {
  if (game->recursive)
    lab_recursion_end(L, anchor);
  lua_pushnil(L);
  lab_frame_set_thread(L, anchor);
  game->running = 0;
}

/* The state is being closed: a finalizer that is older than the library may find things without their memory. */
static int is_lost (lab_game *game) {
  if (game->table != NULL)
    lab_table_mend(game->table);
  if (!lab_hoard_is_lost(game->memory->hoard))
    return 0;
  if (game->closed == NULL)
    game->closed = game->running && lab_restore_is_due(game) ? "dirty" : "closed";
  game->left(game, LAB_LOST);
  game->running = 0;
  return 1;
}

/* An error has passed the one that runs, whose userdata is at the top of the stack. */
static void hold_abort (lua_State *L, lab_game *game, int how) {
  game->leaving = 1;
  game->answered = 0;
  lab_game_expire(game);
  game->L = L;
  game->left(game, how);
  if (!game->moving && lab_restore_is_due(game))
    game->moving = !rewinds(L, rewind_protected) && !(game->restores && rewinds(L, drop_protected));
  if (game->moving) {
    game->moving = 0;
    game->closed = "dirty";
  }
  game->leaving = 0;
  lab_anchor_push(L, -1);
  lab_hold_end(L, game, lua_gettop(L));
  lua_pop(L, 1);
}

#if LAB_CLOSES
/* guard.__close: does nothing after a step that has come to its end, or of another coroutine. */
static int guard_close (lua_State *L) {
  lab_game *game;
  luaL_checkudata(L, 1, LAB_GUARD_TYPE);
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_SELF);
  game = lua_touserdata(L, -1);
  if (game->running && game->L == L && !is_lost(game))
    hold_abort(L, game, LAB_ON_TIME);
  return 0;
}
#endif

#if LAB_YIELDS || !LAB_CLOSES
static int is_turn (const lab_game *game, lab_context turn) { return game->running && game->turn == turn; }
#endif

#if LAB_YIELDS
void lab_hold_resume (lua_State *L, lab_context turn, const char *what) {
  lab_game *game = lua_touserdata(L, 1);
  if (is_lost(game))
    luaL_error(L, "%s is closed (%s)", what, game->closed);
  if (!is_turn(game, turn))
    luaL_error(L, "%s was stepped outside this coroutine", what);
  game->L = L;
  lab_game_expire(game);
  game->answered = 1;
}
#endif

#if !LAB_CLOSES
static int after_run (lua_State *L, int status, lab_context turn) {
  lab_game *game = lua_touserdata(L, 1);
  if (status != 0 && status != LUA_YIELD) {
    if (is_turn(game, turn)) {
      lua_pushvalue(L, 1);
      hold_abort(L, game, LAB_ON_TIME);
      lua_pop(L, 1);
    }
    return lua_error(L);
  }
  return 1;
}

static int run_protected (lua_State *L, lua_CFunction step) {
  lab_context turn = ((lab_game *)lua_touserdata(L, 1))->turn + 1;
  lua_settop(L, 1);
  lab_error_push_inner(L, step);
  lua_pushvalue(L, 1);
#if LAB_YIELDS
  return after_run(L, lua_pcallk(L, 1, 1, 0, turn, after_run), turn);
#else
  return after_run(L, lua_pcall(L, 1, 1, 0), turn);
#endif
}
#endif

int lab_hold_run (lua_State *L, lua_CFunction step) {
#if !LAB_CLOSES
  const lab_game *game = lua_touserdata(L, 1);
  if (game->in_place || game->helped)
    return run_protected(L, step);
#endif
  return step(L);
}

int lab_hold_is_running (lua_State *L, lab_game *game) {
  if (is_lost(game))
    return 0;
  if (game->running == LAB_HELD && !game->leaving && lab_frame_is_abandoned(L, 1)) {
    lua_pushvalue(L, 1);
    hold_abort(L, game, LAB_LATE);
    lua_pop(L, 1);
  }
  return game->running;
}

void lab_hold_check_idle (lua_State *L, lab_game *game, const char *what, const char *done) {
  if (lab_hold_is_running(L, game))
    luaL_error(L, "%s is running (in a callback, or in a coroutine that is suspended): it cannot be %s", what, done);
}

int lab_hold_tostring (lua_State *L, lab_game *game, const char *type, int finished) {
  const char *state = lab_hold_is_running(L, game) ? "running"
                      : game->closed != NULL       ? game->closed
                      : finished                   ? "finished"
                                                   : "paused";
  lua_pushfstring(L, "%s (%s, %s): %p", type, game->name == NULL ? "game" : game->name, state, (const void *)game);
  return 1;
}

void lab_hold_open (lua_State *L) {
#if LAB_CLOSES
  lab_frame_open(L, guard_close);
#else
  lab_frame_open(L, NULL);
#endif
}

/*
** A search as a Lua object. It runs on the stack of whatever coroutine steps it; between steps it
** holds no lua_State.
**
** A step has three stages: bring the user's position to where the search stands (only in a game with
** `undo`), walk, bring the position back. Callbacks are called without protection, so that an error
** keeps its traceback. What must be done when one passes is done by the guard, a to-be-closed value
** (or, in a Lua that has none, by a protected call around the step).
*/
#include <string.h>
#include <stdio.h>
#include "lalphabeta.h"

#define LAB_GUARD_TYPE "alphabeta.guard"

enum { STAGE_REPLAY, STAGE_WALK, STAGE_REWIND };

static lab_search *check_search (lua_State *L) { return luaL_checkudata(L, 1, LAB_SEARCH); }

static lab_search *to_search (lua_State *L) { return lua_touserdata(L, 1); }

/* The search at index 1 gets its frame on the stack; nothing else is left there. */
static void push_frame (lua_State *L) {
  int i;
  lua_settop(L, 1);
  luaL_checkstack(L, LAB_FRAME + LUA_MINSTACK, NULL);
  lab_getanchor(L, 1);
  for (i = 1; i <= LAB_FRAME; i++)
    lua_rawgeti(L, LAB_ANCHOR, i);
}

/* ---------------------------------------------------------------- memory */

/* The core's allocator: blocks are userdata, found in LAB_BLOCKS by their address. */
static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  lab_search *search = ud;
  lua_State *L = search->game.L;
  void *block = NULL;
  if (nsize > 0) {
    block = lab_newuserdata(L, nsize);
    lua_pushlightuserdata(L, block);
    lua_insert(L, -2);
    lua_rawset(L, LAB_AT(LAB_BLOCKS));
    if (ptr != NULL)
      memcpy(block, ptr, osize < nsize ? osize : nsize);
  }
  if (ptr != NULL) {
    lua_pushlightuserdata(L, ptr);
    lua_pushnil(L);
    lua_rawset(L, LAB_AT(LAB_BLOCKS));
  }
  return block;
}

/* ---------------------------------------------------------------- making */

static void make_core (lab_search *search) {
  const lab_options *given = &search->options;
  ab_options options;
  lua_Integer root = 0; /* ply of the position; see lab_game.c */
  memset(&options, 0, sizeof options);
  options.depth = given->depth < 0 ? -1 : (int)given->depth;
  options.algorithm = given->algorithm;
  options.guess = given->guess;
  options.margin = given->margin;
  options.threshold = given->threshold;
  options.trace = (int)given->trace;
  options.deepening = given->deepening;
  options.want = given->all || given->choose == LAB_CHOOSE_FUNCTION ? AB_ALL
               : given->choose == LAB_CHOOSE_RANDOM                 ? AB_TIES
                                                                    : AB_FIRST;
  options.alpha = given->alpha;
  options.beta = given->beta;
  options.nodes = given->nodes < 0 ? 0 : (uint64_t)given->nodes;
  options.time = given->time;
  options.now = lab_now;
  search->core = ab_search_new(&search->game.native, &search->game, &root, &options, allocate, search);
}

static void new_table (lua_State *L, int anchor, int what) {
  lua_newtable(L);
  lua_rawseti(L, anchor, what);
}

static void new_guard (lua_State *L, int anchor, lab_search *search) {
  lab_search **guard = lab_newuserdata(L, sizeof *guard);
  *guard = search;
  lua_pushvalue(L, anchor);
  lab_setanchor(L, -2);
  luaL_getmetatable(L, LAB_GUARD_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, anchor, LAB_GUARD);
}

/* Make a search from game, state and options at 1 to 3; it is left with its frame. */
static lab_search *new_search (lua_State *L, const char *caller) {
  lab_search *search;
  int anchor;
  lua_settop(L, 3);
  search = lab_newuserdata(L, sizeof *search);
  memset(search, 0, sizeof *search);
  luaL_getmetatable(L, LAB_SEARCH);
  lua_setmetatable(L, -2);
  lua_createtable(L, LAB_RESULT, 0);
  lua_pushvalue(L, -1);
  lab_setanchor(L, -3);
  anchor = lua_gettop(L);
  lab_game_read(L, caller, &search->game);
  lab_options_read(L, caller, 3, &search->options);
  if (search->options.threshold > 0 && search->game.native.likelihood == NULL)
    lab_argerror(L, caller, 3, "option 'threshold' needs a game with 'likelihood'");
  search->game.recursive = AB_IS_PRINTED(search->options.algorithm);
  lua_pushvalue(L, -2);
  lua_rawseti(L, anchor, LAB_SELF);
  new_table(L, anchor, LAB_BLOCKS);
  new_guard(L, anchor, search);
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  push_frame(L);
  search->game.L = L;
  make_core(search);
  return search;
}

/* ---------------------------------------------------------------- running */

static int rewind_protected (lua_State *L) {
  lab_search *search = to_search(L);
  push_frame(L);
  search->game.L = L;
  lab_game_rewind(&search->game);
  return 0;
}

/* An error has passed the running search, whose userdata is at the top of the stack: bring the user's
** position back. If that cannot be vouched for, the search is closed. */
static void leave (lua_State *L, lab_search *search) {
  search->running = 0;
  search->game.answered = 0;
  ab_search_halt(search->core);
  if (search->game.recursive)
    search->game.here = 0;
  if (!search->game.moving && search->game.made > 0) {
    lua_pushcfunction(L, rewind_protected);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 0, 0) != 0)
      search->game.moving = 1;
  }
  if (search->game.moving) {
    search->game.moving = 0;
    search->closed = "dirty";
  }
}

#if LAB_CLOSES
/* guard.__close: does nothing after a step that has come to its end, or of another coroutine. */
static int guard_close (lua_State *L) {
  lab_search *search = *(lab_search **)luaL_checkudata(L, 1, LAB_GUARD_TYPE);
  if (search->running && search->game.L == L) {
    lab_getanchor(L, 1);
    lua_rawgeti(L, -1, LAB_SELF);
    leave(L, search);
  }
  return 0;
}
#endif

/* Is a step of the search at index 1 under way? A coroutine that an error has killed closes nothing
** until it is closed itself: what the guard would have done is then done here. */
static int is_running (lua_State *L, lab_search *search) {
#if LAB_CLOSES
  if (search->running) {
    lua_State *thread;
    lab_getanchor(L, 1);
    lua_rawgeti(L, -1, LAB_THREAD);
    thread = lua_tothread(L, -1);
    lua_pop(L, 2);
    if (thread != NULL && lua_status(thread) > LUA_YIELD) {
      lua_pushvalue(L, 1);
      leave(L, search);
      lua_pop(L, 1);
    }
  }
#else
  (void)L;
#endif
  return search->running;
}

static int raise_status (lua_State *L, const lab_search *search, ab_status status) {
  if (status == AB_ENDLESS)
    return luaL_error(L, "%s%s%s goes on after %d plies (give a depth)",
                      search->game.name == NULL ? "game" : "game '",
                      search->game.name == NULL ? "" : search->game.name,
                      search->game.name == NULL ? "" : "'", AB_MAX_DEPTH);
  return luaL_error(L, "not enough memory");
}

/* Walk on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_search *search) {
  lab_game *game = &search->game;
  ab_status status = AB_PAUSED;
  switch (search->stage) {
    case STAGE_REPLAY:
      lab_game_replay(game);
      search->stage = STAGE_WALK;
      status = ab_search_step(search->core,
                              search->limits.nodes < 0 ? 0 : (uint64_t)search->limits.nodes,
                              search->limits.time);
      break;
    case STAGE_WALK: status = ab_search_resume(search->core); break;
    default: break;
  }
  if (status != AB_DONE && status != AB_PAUSED)
    return raise_status(L, search, status);
  if (search->stage == STAGE_WALK)
    search->finished = status == AB_DONE;
  search->stage = STAGE_REWIND;
  lab_game_rewind(game);
  search->running = 0;
  if (search->finished) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, LAB_STORE);
  }
  if (search->one_shot)
    lab_push_result(L, search);
  else
    lua_pushboolean(L, search->finished);
  return 1;
}

#if LAB_YIELDS
int lab_continue (lua_State *L, int status, lua_KContext context) {
  lab_search *search = to_search(L);
  (void)status;
  (void)context;
  search->game.L = L;
  search->game.answered = 1;
  return go_on(L, search);
}
#endif

static int run_frame (lua_State *L) {
  lab_search *search = to_search(L);
  push_frame(L);
#if LAB_CLOSES
  lua_toclose(L, LAB_AT(LAB_GUARD));
  lua_pushthread(L);
  lua_rawseti(L, LAB_ANCHOR, LAB_THREAD);
#endif
  search->running = 1;
  search->stage = STAGE_REPLAY;
  search->game.L = L;
  return go_on(L, search);
}

#if LAB_CLOSES
static int run (lua_State *L) { return run_frame(L); }
#else
static int after_run (lua_State *L, int status) {
  if (status != 0 && status != LUA_YIELD) {
    lua_pushvalue(L, 1);
    leave(L, to_search(L));
    lua_pop(L, 1);
    return lua_error(L);
  }
  return 1;
}

#if LAB_YIELDS
static int run_continue (lua_State *L, int status, lua_KContext context) {
  (void)context;
  return after_run(L, status);
}
#endif

/* Run the search at index 1 under protection. */
static int run (lua_State *L) {
  lua_settop(L, 1);
  lua_pushcfunction(L, run_frame);
  lua_pushvalue(L, 1);
#if LAB_YIELDS
  return after_run(L, lua_pcallk(L, 1, 1, 0, 0, run_continue));
#else
  return after_run(L, lua_pcall(L, 1, 1, 0));
#endif
}
#endif

/* ---------------------------------------------------------------- seen from Lua */

static int alphabeta_start (lua_State *L) {
  new_search(L, "start");
  lua_settop(L, 1);
  return 1;
}

static int alphabeta_search (lua_State *L) {
  lab_search *search = new_search(L, "search");
  search->one_shot = 1;
  search->limits.nodes = search->limits.time = -1;
  return run(L);
}

static int search_step (lua_State *L) {
  lab_search *search = check_search(L);
  if (is_running(L, search))
    return luaL_error(L, "search is running: a callback cannot step it");
  if (search->closed != NULL)
    return luaL_error(L, "search is closed (%s)", search->closed);
  lua_settop(L, 2);
  lab_limits_read(L, &search->limits);
  if (search->finished) {
    lua_pushboolean(L, 1);
    return 1;
  }
  return run(L);
}

static int search_result (lua_State *L) {
  lab_search *search = check_search(L);
  is_running(L, search);
  push_frame(L);
  if (search->core != NULL)
    lab_push_result(L, search);
  else
    lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
  return 1;
}

/* search:close() and __close: keeps the result, gives the rest back. */
static int search_close (lua_State *L) {
  static const int given_back[] = {LAB_STORE, LAB_KEPT, LAB_BLOCKS, LAB_ROOT};
  lab_search *search = check_search(L);
  size_t i;
  if (is_running(L, search))
    return luaL_error(L, "search is running: a callback cannot close it");
  if (search->core == NULL)
    return 0;
  if (!search->finished && search->closed == NULL)
    search->closed = "closed";
  push_frame(L);
  lab_push_result(L, search);
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  if (search->closed == NULL)
    search->closed = "closed";
  search->core = NULL;
  for (i = 0; i < sizeof given_back / sizeof *given_back; i++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, given_back[i]);
  }
  return 0;
}

static int search_tostring (lua_State *L) {
  lab_search *search = check_search(L);
  const char *state = is_running(L, search)           ? "running"
                      : search->closed != NULL  ? search->closed
                      : search->finished        ? "finished"
                                                : "paused";
  lua_pushfstring(L, "%s (%s, %s): %p", LAB_SEARCH,
                  search->game.name == NULL ? "game" : search->game.name, state,
                  (const void *)search);
  return 1;
}

static const luaL_Reg methods[] = {
  {"step", search_step},
  {"result", search_result},
  {"close", search_close},
  {NULL, NULL}
};

static const luaL_Reg metamethods[] = {
  {"__close", search_close},
  {"__tostring", search_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"search", alphabeta_search},
  {"start", alphabeta_start},
  {NULL, NULL}
};

static const luaL_Reg guard_metamethods[] = {
#if LAB_CLOSES
  {"__close", guard_close},
#endif
  {NULL, NULL}
};

void lab_search_open (lua_State *L) {
  luaL_newmetatable(L, LAB_GUARD_TYPE);
  lab_setfuncs(L, guard_metamethods);
  luaL_newmetatable(L, LAB_SEARCH);
  lab_setfuncs(L, metamethods);
  lua_newtable(L);
  lab_setfuncs(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, LAB_SEARCH);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  lab_setfuncs(L, functions);
}

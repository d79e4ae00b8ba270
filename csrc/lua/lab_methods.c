/* A search as a Lua object: the functions that make one, and its methods. */
#include "lab_methods.h"
#include "lab_error.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_result.h"
#include "lab_step.h"

static lab_search *check_search (lua_State *L) { return luaL_checkudata(L, 1, LAB_SEARCH_TYPE); }

static int alphabeta_start (lua_State *L) {
  lab_search_new(L, "start", LAB_BY_STEPS);
  lua_settop(L, 1);
  return 1;
}

static int alphabeta_search (lua_State *L) {
  lab_search *search = lab_search_new(L, "search", LAB_IN_ONE_GO);
  search->limits.nodes = search->limits.time = search->limits.playouts = -1;
  return lab_step_run(L);
}

/* The iterator of `deepen`: each call gives the result of one more depth. */
static int deepen_next (lua_State *L) {
  lab_search *search;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  search = lab_search_at_1(L);
  lab_hold_check_idle(L, &search->game, "search", "stepped");
  if ((search->finished && !search->owing) || search->game.closed != NULL)
    return 0;
  search->limits.depths = 1;
  return lab_step_run(L);
}

static int alphabeta_deepen (lua_State *L) {
  lab_search *search = lab_search_new(L, "deepen", LAB_BY_DEPTHS);
  search->limits.nodes = search->limits.time = search->limits.playouts = -1;
  lua_settop(L, 1);
  lua_pushcclosure(L, deepen_next, 1);
  return 1;
}

/* A step ends where its search can. */
static void check_limits (lua_State *L, const lab_search *search) {
  if (search->limits.playouts >= 0 && !search->game.sampled)
    lab_error_argument(L, "step", 1, "option 'playouts' needs algorithm 'mcts'");
  if (search->limits.depths > 0 && search->game.sampled)
    lab_error_argument(L, "step", 1, "option 'depths' cannot be used with algorithm 'mcts'");
}

static int search_step (lua_State *L) {
  lab_search *search = check_search(L);
  lab_hold_check_idle(L, &search->game, "search", "stepped");
  if (search->game.closed != NULL)
    return luaL_error(L, "search is closed (%s)", search->game.closed);
  lua_settop(L, 2);
  lab_options_read_limits(L, &search->limits);
  check_limits(L, search);
  if (search->finished && !search->owing) {
    lua_pushboolean(L, 1);
    return 1;
  }
  return lab_step_run(L);
}

/* Push the result of the search at index 1, whose frame is on the stack. A finalizer or `choose` that steps it
** meanwhile is refused. */
static void push_result (lua_State *L, lab_search *search) {
  lab_search_enter(L, search);
  lab_hold_begin(L, &search->game);
  lab_result_push(L, search, 0);
  lab_hold_end(L, &search->game, LAB_ANCHOR);
}

static int read_result (lua_State *L) {
  lab_frame_push(L);
  lab_result_push(L, lab_search_at_1(L), 1);
  return 1;
}

/* The same of a search that runs. If that is in a coroutine which waits, no finalizer is to let it go on meanwhile: the
** collector rests. */
static int read_running (lua_State *L) {
#if LAB_YIELDS
  int collects = lua_gc(L, LUA_GCISRUNNING, 0), status;
  if (collects)
    lua_gc(L, LUA_GCSTOP, 0);
  lua_settop(L, 1);
  lua_pushcfunction(L, read_result);
  lua_insert(L, 1);
  status = lua_pcall(L, 1, 1, 0);
  if (collects)
    lua_gc(L, LUA_GCRESTART, 0);
  return status == 0 ? 1 : lua_error(L);
#else
  return read_result(L);
#endif
}

static int search_result (lua_State *L) {
  lab_search *search = check_search(L);
  if (lab_hold_is_running(L, &search->game))
    return read_running(L);
  lab_frame_push(L);
  if (search->core == NULL)
    lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
  else
    push_result(L, search);
  return 1;
}

/* search:close() and __close: keeps the result, gives the rest back. */
static int search_close (lua_State *L) {
  static const int given_back[] = {LAB_STORE, LAB_KEPT, LAB_BLOCKS, LAB_ROOT, LAB_TABLE, LAB_TABLE_BLOCKS,
                                   LAB_RULES, LAB_POSITION, LAB_ENDS, LAB_HIDDEN, 0};
  lab_search *search = check_search(L);
  lab_hold_check_idle(L, &search->game, "search", "closed");
  if (search->core == NULL)
    return 0;
  if (!search->finished && search->game.closed == NULL)
    search->game.closed = "closed";
  lab_frame_push(L);
  push_result(L, search);
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  if (search->game.closed == NULL)
    search->game.closed = "closed";
  lab_search_dismiss(L, search);
  search->core = NULL;
  lab_search_leave_table(L, search);
  search->table = search->game.table = NULL;
  lab_hoard_empty(L, search->memory.hoard, 0);
  search->memory.hoard = search->table_memory.hoard = NULL;
  lab_anchor_drop(L, given_back);
  return 0;
}

static int search_tostring (lua_State *L) {
  lab_search *search = check_search(L);
  return lab_hold_tostring(L, &search->game, LAB_SEARCH_TYPE, search->finished);
}

static const luaL_Reg methods[] = {
  {"step", search_step},
  {"result", search_result},
  {"close", search_close},
  {"__close", search_close},
  {"__tostring", search_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"search", alphabeta_search},
  {"start", alphabeta_start},
  {"deepen", alphabeta_deepen},
  {NULL, NULL}
};

void lab_methods_open (lua_State *L) {
  lab_anchor_open(L, LAB_SEARCH_TYPE, methods);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

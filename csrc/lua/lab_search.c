/*
** A search as a Lua object. It runs on the stack of whatever coroutine steps it; between steps it
** holds no lua_State.
**
** A step goes through stages: bring the user's position to where the search stands (only in a game with
** `undo`), walk, bring the position back, report a completed iteration if that is wanted, and so on. Over
** native rules it walks in slices, and lets debug hooks in between.
** Callbacks are called without protection, so that an error keeps its place and its traceback. What must be
** done when one passes is done by the guard, a to-be-closed value. In a Lua that has none it is done when the
** search is next used, and finds that its frame is on no stack any more; only a game with `undo`, whose
** position cannot wait for that, steps under protection there, which costs the traceback.
*/
#include <string.h>
#include <stdio.h>
#include "lalphabeta.h"
#include "lab_clock.h"

#define LAB_WEAK_TYPE "alphabeta.weak"

#define LAB_BREATH "alphabeta.breath" /* the registry has the function there; see lab_push_breath */
#define SLICE 10000                   /* positions between hooks, where the rules are native */

enum { STAGE_REPLAY, STAGE_WALK, STAGE_BREATHE, STAGE_REWIND, STAGE_REPORT, STAGE_END };

static lab_search *check_search (lua_State *L) { return luaL_checkudata(L, 1, LAB_SEARCH_TYPE); }

static lab_search *to_search (lua_State *L) { return lua_touserdata(L, 1); }

/* The search at index 1 gets its frame on the stack; nothing else is left there. */
static void push_frame (lua_State *L) {
  int i;
  lua_settop(L, 1);
  luaL_checkstack(L, LAB_FRAME + LUA_MINSTACK, NULL);
  lab_anchor_push(L, 1);
  for (i = 1; i <= LAB_FRAME; i++)
    lua_rawgeti(L, LAB_ANCHOR, i);
}

/* ---------------------------------------------------------------- making */

static void make_core (lua_State *L, lab_search *search) {
  static const lab_position at_the_root;
  lab_game *game = &search->game;
  const lab_options *given = &search->options;
  ab_options options = ab_options_default();
  options.depth = given->depth < 0 ? -1 : (int)given->depth;
  options.algorithm = (ab_algorithm)given->algorithm;
  options.deeper = given->deeper;
  options.slack = given->slack;
  options.quiescence = (int)given->quiescence;
  options.shortest = given->shortest;
  if (search->table != NULL) {
    options.table = search->table->core;
    options.table_alloc = lab_memory_allocate;
    options.table_ud = &search->table_memory;
  }
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
  options.now = lab_clock_now;
  if (game->pure && !game->recursive)
    search->core = ab_search_new(game->rules.game, game->rules.context,
                                 lab_state_bytes(lua_touserdata(L, LAB_AT(LAB_ROOT))), &options,
                                 lab_memory_allocate, &search->memory);
  else
    search->core = ab_search_new(&game->native, game,
                                 game->rules.game != NULL ? lab_mixed_root(L, game) : &at_the_root,
                                 &options, lab_memory_allocate, &search->memory);
}

static void new_table (lua_State *L, int anchor, int what) {
  lua_newtable(L);
  lua_rawseti(L, anchor, what);
}

/* Where the coroutine that runs the search is noted, but not kept: one that is left suspended, and dropped, gives the
** search free when it is collected. */
static void new_thread_slot (lua_State *L, int anchor) {
  lua_createtable(L, 1, 0);
  luaL_getmetatable(L, LAB_WEAK_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, anchor, LAB_THREAD);
}

/* Note the coroutine at the top of the stack, or nil; it is popped. */
static void set_thread (lua_State *L, int anchor) {
  lua_rawgeti(L, anchor, LAB_THREAD);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 1);
}

static void new_guard (lua_State *L, int anchor, lab_search *search) {
  lab_search **guard = lab_anchor_new(L, sizeof *guard);
  *guard = search;
  lua_pushvalue(L, anchor);
  lab_anchor_set(L, -2);
  luaL_getmetatable(L, LAB_GUARD_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, anchor, LAB_GUARD);
}

/* Does the search make use of a table? */
static int uses_table (const lab_options *options) {
  return options->threshold == 0
      && (options->algorithm < 0 || AB_LEARNS((ab_algorithm)options->algorithm));
}

/* The table of the search is put into the anchor: the one given, or its own. NULL: it uses none. */
static lab_table *take_table (lua_State *L, const char *caller, lab_search *search, int anchor) {
  lab_table *table = NULL;
  int used = uses_table(&search->options);
  lua_rawgeti(L, anchor, LAB_TABLE);
  if (!lua_isnil(L, -1)) {
    table = lua_touserdata(L, -1);
    if (!lab_table_adopt(L, -1, anchor, &search->game))
      lab_error_argument(L, caller, 3, "option 'table': it belongs to another game");
  }
  else if (search->game.native.key != NULL && !search->options.no_table && used) {
    table = lab_table_new(L, LAB_TABLE_BYTES);
    lua_pushvalue(L, -1);
    lua_rawseti(L, anchor, LAB_TABLE);
  }
  if (!used)
    table = NULL;
  if (table != NULL) {
    lab_table_push_blocks(L, -1);
    lua_rawseti(L, anchor, LAB_TABLE_BLOCKS);
  }
  lua_settop(L, anchor);
  return table;
}

/* What was not asked for is chosen: where there is an order or a table, what makes the most of it. */
static void choose_defaults (lab_search *search) {
  lab_options *options = &search->options;
  int learns = search->table != NULL || search->game.native.order != NULL;
  if (options->algorithm < 0)
    options->algorithm = learns ? AB_PVS : AB_ALPHABETA;
  if (options->deepening < 0) {
    int solves = options->algorithm == AB_BISECTION && options->depth < 0;
    options->deepening = search->deepens || options->nodes >= 0 || options->time >= 0
                      || (search->table != NULL && !solves);
  }
}

/* Lend the search a state to run in. */
static void enter (lua_State *L, lab_search *search) {
  search->game.L = search->memory.L = search->table_memory.L = L;
}

/* Push a search that is empty, and its anchor. */
static lab_search *push_search (lua_State *L) {
  lab_search *search = lab_anchor_new(L, sizeof *search);
  memset(search, 0, sizeof *search);
  search->memory.blocks = LAB_AT(LAB_BLOCKS);
  search->table_memory.blocks = LAB_AT(LAB_TABLE_BLOCKS);
  luaL_getmetatable(L, LAB_SEARCH_TYPE);
  lua_setmetatable(L, -2);
  lua_createtable(L, LAB_RESULT, 0);
  lua_pushvalue(L, -1);
  lab_anchor_set(L, -3);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, LAB_SELF);
  new_table(L, lua_gettop(L), LAB_BLOCKS);
  new_thread_slot(L, lua_gettop(L));
  new_guard(L, lua_gettop(L), search);
  return search;
}

/* Read game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_search *search, int anchor) {
  lab_game *game = &search->game;
  lab_options *options = &search->options;
  lab_game_read(L, caller, game);
  lab_options_read(L, caller, 3, &game->native, options);
  search->table = game->table = take_table(L, caller, search, anchor);
  if (search->table != NULL)
    game->integers |= search->table->integers;
  choose_defaults(search);
  game->recursive = AB_IS_PRINTED(options->algorithm);
  lua_rawgeti(L, anchor, LAB_ON_DEPTH);
  search->reports = !lua_isnil(L, -1);
  lua_pop(L, 1);
}

/* Make a search from game, state and options at 1 to 3; it is left with its frame. */
static lab_search *new_search (lua_State *L, const char *caller, int deepens) {
  lab_search *search;
  int anchor;
  lua_settop(L, 3);
  search = push_search(L);
  search->deepens = deepens;
  anchor = lua_gettop(L);
  read_arguments(L, caller, search, anchor);
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  push_frame(L);
  enter(L, search);
  make_core(L, search);
  return search;
}

/* ---------------------------------------------------------------- running */

static int rewind_protected (lua_State *L) {
  lab_search *search = to_search(L);
  push_frame(L);
  enter(L, search);
  lab_game_rewind(&search->game);
  return 0;
}

/* The registry has the search by a printed procedure that was begun last: such searches nest, in each other's
** callbacks, and recurse on the one C stack. */
#define LAB_RECURSING "alphabeta.recursing"

/* The search whose anchor stands at the index does not recurse any more. */
static void come_out (lua_State *L, int anchor) {
  lua_getfield(L, LUA_REGISTRYINDEX, LAB_RECURSING);
  lua_rawgeti(L, anchor, LAB_SELF);
  if (lua_rawequal(L, -1, -2)) {
    lua_rawgeti(L, anchor, LAB_OUTER);
    lua_setfield(L, LUA_REGISTRYINDEX, LAB_RECURSING);
  }
  lua_pop(L, 2);
  lua_pushnil(L);
  lua_rawseti(L, anchor, LAB_OUTER);
}

/* Until it is released, or an error passes, nobody else steps or closes the search, whose frame is on the stack. */
static void hold (lua_State *L, lab_search *search) {
#if LAB_CLOSES
  lua_toclose(L, LAB_AT(LAB_GUARD));
#endif
  lua_pushthread(L);
  set_thread(L, LAB_ANCHOR);
  search->running = 1;
  search->game.turn++;
  enter(L, search);
}

static void release (lua_State *L, lab_search *search, int anchor) {
  if (search->game.recursive)
    come_out(L, anchor);
  lua_pushnil(L);
  set_thread(L, anchor);
  search->running = 0;
}

/* An error has passed the running search, whose userdata is at the top of the stack: bring the user's
** position back. If that cannot be vouched for, the search is closed. `late`: the error has passed long ago. */
static void leave (lua_State *L, lab_search *search, int late) {
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
  release(L, search, lua_gettop(L));
  lua_pop(L, 1);
}

#if LAB_CLOSES
/* guard.__close: does nothing after a step that has come to its end, or of another coroutine. */
static int guard_close (lua_State *L) {
  lab_search *search = *(lab_search **)luaL_checkudata(L, 1, LAB_GUARD_TYPE);
  if (search->running && search->game.L == L) {
    lab_anchor_push(L, 1);
    lua_rawgeti(L, -1, LAB_SELF);
    leave(L, search, 0);
  }
  return 0;
}
#endif

/* The search whose frame a function of the thread has on its stack, which tells it by its guard, that nobody else
** ever sees. Looks from *level on, and leaves there where to look for more; NULL: there is none. */
static const lab_search *next_on_stack (lua_State *thread, int *level) {
  lua_Debug function;
  lab_search **guard = NULL;
  luaL_checkstack(thread, 3, NULL);
  while (guard == NULL && lua_getstack(thread, (*level)++, &function))
    if (lua_getlocal(thread, &function, LAB_AT(LAB_GUARD)) != NULL) {
      guard = luaL_testudata(thread, -1, LAB_GUARD_TYPE);
      lua_pop(thread, 1);
    }
  return guard == NULL ? NULL : *guard;
}

int lab_is_shown (lua_State *thread, const lab_state *view) {
  const lab_search *search;
  int level = 0;
  do
    search = next_on_stack(thread, &level);
  while (search != NULL && search->game.view != view);
  return search != NULL;
}

static int is_on_stack (lua_State *thread, const lab_search *search) {
  const lab_search *found;
  int level = 0;
  do
    found = next_on_stack(thread, &level);
  while (found != NULL && found != search);
  return found != NULL;
}

/* The search at the index runs, but where? Its coroutine was dropped in the middle of a callback, and is collected. Or an
** error has passed that no guard has seen: where there are none; in a coroutine that it has killed, which closes nothing
** until it is closed itself; or because a debug hook has raised another one when the guard was called. */
static int is_abandoned (lua_State *L, int self) {
  const lab_search *search = lua_touserdata(L, self);
  lua_State *thread;
  int abandoned;
  lab_anchor_push(L, self);
  lua_rawgeti(L, -1, LAB_THREAD);
  lua_rawgeti(L, -1, 1);
  thread = lua_tothread(L, -1);
  abandoned = thread == NULL || (thread != L && lua_status(thread) > LUA_YIELD) || !is_on_stack(thread, search);
  lua_pop(L, 3);
  return abandoned;
}

/* Is a step of the search at index 1 under way? What no guard has done is done here. */
static int is_running (lua_State *L, lab_search *search) {
  if (search->running && !search->leaving && is_abandoned(L, 1)) {
    lua_pushvalue(L, 1);
    leave(L, search, 1);
    lua_pop(L, 1);
  }
  return search->running;
}

/* Searches by printed procedures may recurse to so many plies in all: they share a C stack of unknown size with what
** calls them. */
#define LAB_RECURSION 1024
#define LAB_NESTING 16 /* plies that take as much of it as a search in a callback of another one does besides */

/* Does the search at the top of the stack run? */
static int is_at_work (lua_State *L) {
  const lab_search *search = lua_touserdata(L, -1);
  return search->running && !is_abandoned(L, -1);
}

/* The search whose frame is on the stack is going to recurse, perhaps in a callback of another one that does. Those
** that an error has left may still be in the registry. */
static void go_in (lua_State *L, lab_search *search) {
  const lab_search *outer;
  lua_getfield(L, LUA_REGISTRYINDEX, LAB_RECURSING);
  while (!lua_isnil(L, -1) && !is_at_work(L)) {
    lab_anchor_push(L, -1);
    lua_rawgeti(L, -1, LAB_OUTER);
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  outer = lua_touserdata(L, -1);
  search->outside = outer == NULL ? 0 : outer->outside + ab_search_ply(outer->core) + LAB_NESTING;
  ab_search_allow(search->core, LAB_RECURSION - search->outside);
  lua_rawseti(L, LAB_ANCHOR, LAB_OUTER);
  lua_rawgeti(L, LAB_ANCHOR, LAB_SELF);
  lua_setfield(L, LUA_REGISTRYINDEX, LAB_RECURSING);
}

static int raise_status (lua_State *L, const lab_search *search, ab_status status) {
  if (status == AB_TOO_DEEP)
    return lab_error_raise(L, "stack overflow (printed algorithms, one in the other's callbacks, recurse %d plies deep)",
                           LAB_RECURSION);
  if (status == AB_ENDLESS)
    return lab_error_raise(L, "%s goes on after %d plies (give a depth)", lab_error_label(L, search->game.name),
                           AB_MAX_DEPTH);
  if (status == AB_BROKEN) {
    int count;
    const char *name = ab_search_broken(search->core, &count);
    return lab_error_raise(L, "%s", lab_native_wrong_count(L, search->game.name, &search->game.native, name, count));
  }
  return lab_error_raise(L, "not enough memory"); /* not reached: the allocator raises first */
}

/* A printed algorithm cannot be stopped, and lets hooks in itself; see lab_mixed.c. */
static int is_sliced (const lab_search *search) {
  return search->game.rules.game != NULL && !search->game.recursive;
}

/* Begin to walk: the whole step, or a slice of it. */
static ab_status begin (lab_search *search) {
  uint64_t nodes = search->limits.nodes < 0 ? 0 : (uint64_t)search->limits.nodes;
  search->begun = 1;
  if (is_sliced(search)) {
    ab_result before = ab_search_result(search->core);
    if (nodes == 0 || nodes > SLICE)
      nodes = SLICE;
    search->slice = nodes;
    search->slice_nodes = before.nodes;
    search->slice_time = before.time;
  }
  return ab_search_step(search->core, nodes, search->limits.time);
}

/* The walk has paused: was that the end of a slice, and not of the step? What is left of the step's limits
** is then for the slices that follow. */
static int has_slices (lab_search *search) {
  lab_options *limits = &search->limits;
  ab_result now = ab_search_result(search->core);
  uint64_t visited = now.nodes - search->slice_nodes;
  if (!is_sliced(search) || visited < search->slice)
    return 0;
  if (limits->nodes >= 0 && (limits->nodes -= (double)visited) <= 0)
    return 0;
  return limits->time < 0 || (limits->time -= now.time - search->slice_time) > 0;
}

/* Let debug hooks in. */
static void breathe (lua_State *L, lab_search *search) {
  if (!lab_game_answered(&search->game)) {
    lab_push_breath(L);
    lab_game_call(&search->game, 0, 0);
  }
}

/* Walk on within the step, until it is to be left. */
static ab_status walk (lab_search *search) {
  ab_status status = search->begun ? ab_search_resume(search->core) : begin(search);
  while (status == AB_DEPTH) {
    if (search->limits.depths > 0 && --search->limits.depths == 0)
      search->enough = 1;
    if (search->enough || search->reports)
      break;
    status = ab_search_resume(search->core);
  }
  return status;
}

/* Give the result to `on_depth`; 1: it wants no more. */
static int report (lua_State *L, lab_search *search) {
  int enough;
  if (!lab_game_answered(&search->game)) {
    lua_rawgeti(L, LAB_ANCHOR, LAB_ON_DEPTH);
    lab_result_push(L, search, 0);
    lab_game_call(&search->game, 1, 1);
  }
  enough = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return enough;
}

/* An iteration is complete that was not reported yet. */
static int has_news (const lab_search *search) {
  return search->reports
      && (search->status == AB_DEPTH
          || (search->status == AB_DONE
              && ab_search_result(search->core).stopped == AB_STOP_NONE));
}

static int has_met_limit (const lab_search *search) {
  ab_stop stopped = ab_search_result(search->core).stopped;
  return stopped == AB_STOP_NODES || stopped == AB_STOP_TIME;
}

/* The step is over: push what it gives. Of `deepen` that is nothing if a limit was met before another
** depth was complete. */
static int end_step (lua_State *L, lab_search *search) {
  int results = !(search->deepens && search->finished && has_met_limit(search));
  if (search->finished) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, LAB_STORE);
  }
  if (search->one_shot && results > 0) {
    search->owing = STAGE_END;
    lab_result_push(L, search, 0);
    search->owing = 0;
  }
  else
    lua_pushboolean(L, search->finished);
  release(L, search, LAB_ANCHOR);
  return results;
}

/* Go on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_search *search) {
  for (;;) {
    switch (search->stage) {
      case STAGE_REPLAY:
        lab_game_replay(&search->game);
        search->stage = STAGE_WALK;
        break;
      case STAGE_WALK:
        search->status = walk(search);
        if (search->status == AB_NOMEM || search->status == AB_ENDLESS || search->status == AB_TOO_DEEP
            || search->status == AB_BROKEN)
          return raise_status(L, search, search->status);
        search->finished = search->status == AB_DONE;
        search->stage = search->status == AB_PAUSED && has_slices(search) ? STAGE_BREATHE : STAGE_REWIND;
        break;
      case STAGE_BREATHE:
        breathe(L, search);
        search->begun = 0;
        search->stage = STAGE_WALK;
        break;
      case STAGE_REWIND:
        lab_game_rewind(&search->game);
        search->stage = has_news(search) ? STAGE_REPORT : STAGE_END;
        break;
      case STAGE_REPORT:
        search->owing = STAGE_REPORT;
        if (report(L, search)) {
          ab_search_stop(search->core);
          search->finished = 1;
        }
        search->owing = 0;
        search->stage = search->finished || search->enough ? STAGE_END : STAGE_REPLAY;
        break;
      default:
        return end_step(L, search);
    }
  }
}

#if LAB_YIELDS
/* Is the step under way that had this number? A finalizer may get hold of a coroutine that counts as collected. */
static int is_turn (const lab_search *search, lab_context turn) {
  return search->running && search->game.turn == turn;
}

int lab_continue (lua_State *L, int status, lua_KContext context) {
  lab_search *search = to_search(L);
  (void)status;
  if (!is_turn(search, context))
    return luaL_error(L, "search has gone on without this coroutine");
  enter(L, search);
  lab_game_expire(&search->game);
  search->game.answered = 1;
  return go_on(L, search);
}
#endif

/* Another game may have taken the table since the last step, if it was cleared. When that happens later in the
** step, the search does without it. */
static void claim_table (lua_State *L, lab_search *search) {
  lua_rawgeti(L, LAB_ANCHOR, LAB_TABLE);
  if (!lab_table_adopt(L, -1, LAB_ANCHOR, &search->game))
    lab_error_raise(L, "the search's table was cleared, and belongs to another game now");
  lua_pop(L, 1);
  search->table->integers |= search->game.integers;
  search->game.claimed = search->table->cleared;
  ab_search_trust_table(search->core);
}

static int run_frame (lua_State *L) {
  lab_search *search = to_search(L);
  push_frame(L);
  if (search->table != NULL)
    claim_table(L, search);
  if (search->game.recursive)
    go_in(L, search);
  hold(L, search);
  search->begun = 0;
  search->enough = search->owing && search->enough;
  search->stage = search->owing ? search->owing : STAGE_REPLAY;
  return go_on(L, search);
}

#if !LAB_CLOSES
static int after_run (lua_State *L, int status, lab_context turn) {
  lab_search *search = to_search(L);
  if (status != 0 && status != LUA_YIELD) {
    if (search->running && search->game.turn == turn) {
      lua_pushvalue(L, 1);
      leave(L, search, 0);
      lua_pop(L, 1);
    }
    return lua_error(L);
  }
  return 1;
}

static int run_protected (lua_State *L) {
  lab_context turn = to_search(L)->game.turn + 1;
  lua_settop(L, 1);
  lab_error_push_inner(L, run_frame);
  lua_pushvalue(L, 1);
#if LAB_YIELDS
  return after_run(L, lua_pcallk(L, 1, 1, 0, turn, after_run), turn);
#else
  return after_run(L, lua_pcall(L, 1, 1, 0), turn);
#endif
}
#endif

/* Run the search at index 1. */
static int run (lua_State *L) {
#if !LAB_CLOSES
  if (to_search(L)->game.in_place)
    return run_protected(L);
#endif
  return run_frame(L);
}

/* ---------------------------------------------------------------- seen from Lua */

static int alphabeta_start (lua_State *L) {
  new_search(L, "start", 0);
  lua_settop(L, 1);
  return 1;
}

static int alphabeta_search (lua_State *L) {
  lab_search *search = new_search(L, "search", 0);
  search->one_shot = 1;
  search->limits.nodes = search->limits.time = -1;
  return run(L);
}

/* The iterator of `deepen`: each call gives the result of one more depth. */
static int deepen_next (lua_State *L) {
  lab_search *search;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  search = to_search(L);
  if (is_running(L, search))
    return luaL_error(L, "search is running: a callback cannot step it");
  if ((search->finished && !search->owing) || search->closed != NULL)
    return 0;
  search->limits.depths = 1;
  return run(L);
}

static int alphabeta_deepen (lua_State *L) {
  lab_search *search = new_search(L, "deepen", 1);
  search->one_shot = 1;
  search->limits.nodes = search->limits.time = -1;
  lua_settop(L, 1);
  lua_pushcclosure(L, deepen_next, 1);
  return 1;
}

static int search_step (lua_State *L) {
  lab_search *search = check_search(L);
  if (is_running(L, search))
    return luaL_error(L, "search is running: a callback cannot step it");
  if (search->closed != NULL)
    return luaL_error(L, "search is closed (%s)", search->closed);
  lua_settop(L, 2);
  lab_options_read_limits(L, &search->limits);
  if (search->finished && !search->owing) {
    lua_pushboolean(L, 1);
    return 1;
  }
  return run(L);
}

/* Push the result of the search at index 1, whose frame is on the stack. A finalizer or `choose` that steps it
** meanwhile is refused. */
static void push_result (lua_State *L, lab_search *search) {
  hold(L, search);
  lab_result_push(L, search, 0);
  release(L, search, LAB_ANCHOR);
}

static int search_result (lua_State *L) {
  lab_search *search = check_search(L);
  int running = is_running(L, search);
  push_frame(L);
  if (search->core == NULL)
    lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
  else if (running)
    lab_result_push(L, search, 1);
  else
    push_result(L, search);
  return 1;
}

/* search:close() and __close: keeps the result, gives the rest back. */
static int search_close (lua_State *L) {
  static const int given_back[] = {LAB_STORE, LAB_KEPT, LAB_BLOCKS, LAB_ROOT, LAB_TABLE, LAB_TABLE_BLOCKS};
  lab_search *search = check_search(L);
  size_t i;
  if (is_running(L, search))
    return luaL_error(L, "search is running: a callback cannot close it");
  if (search->core == NULL)
    return 0;
  if (!search->finished && search->closed == NULL)
    search->closed = "closed";
  push_frame(L);
  push_result(L, search);
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  if (search->closed == NULL)
    search->closed = "closed";
  search->core = NULL;
  search->table = NULL;
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
  lua_pushfstring(L, "%s (%s, %s): %p", LAB_SEARCH_TYPE,
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
  {"deepen", alphabeta_deepen},
  {NULL, NULL}
};

static const luaL_Reg guard_metamethods[] = {
#if LAB_CLOSES
  {"__close", guard_close},
#endif
  {NULL, NULL}
};

/* A loop that does nothing, so that hooks which count instructions see some. */
void lab_push_breath (lua_State *L) { lua_getfield(L, LUA_REGISTRYINDEX, LAB_BREATH); }

/* LuaJIT's compiler makes loops that hooks do not see: it is to leave this one alone. */
static void make_breath (lua_State *L) {
  if (luaL_loadstring(L, "for _ = 1, 1000 do end") != 0)
    lua_error(L);
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "jit");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "off");
    lua_pushvalue(L, -4);
    lua_call(L, 1, 0);
  }
  lua_pop(L, 2);
  lua_setfield(L, LUA_REGISTRYINDEX, LAB_BREATH);
}

void lab_search_open (lua_State *L) {
  make_breath(L);
  luaL_newmetatable(L, LAB_WEAK_TYPE);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  luaL_newmetatable(L, LAB_GUARD_TYPE);
  luaL_setfuncs(L, guard_metamethods, 0);
  luaL_newmetatable(L, LAB_SEARCH_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  lua_newtable(L);
  luaL_setfuncs(L, methods, 0);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, LAB_SEARCH_TYPE);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 3);
  luaL_setfuncs(L, functions, 0);
}

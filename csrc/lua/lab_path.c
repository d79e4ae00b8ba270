/*
** A search for one player's cheapest way, which is stepped as a solver is. A step goes through stages: bring the user's
** position to where the core stands (only in a game with `undo`), work, bring it back, tell of the progress.
*/
#include <stdio.h>
#include <string.h>
#include "lab_path.h"
#include "lab_clock.h"
#include "lab_error.h"
#include "lab_fields.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_hooks.h"
#include "lab_keeper.h"
#include "lab_later.h"
#include "lab_memory.h"
#include "lab_mixed.h"
#include "lab_native.h"
#include "lab_options.h"
#include "lab_restore.h"
#include "lab_result.h"
#include "lab_value.h"

#define POSITION_BYTES 256 /* that a position in Lua is taken to have: a board of nine to twelve numbers in a table */
#define MOVE_BYTES 16      /* and a move that is kept */
#define SLICE LAB_SLICE    /* positions from one report to the next, too */

enum { STAGE_REPLAY, STAGE_WORK, STAGE_HOOKS, STAGE_REWIND, STAGE_REPORT, STAGE_BAR, STAGE_END };

typedef struct lab_path {
  lab_game game;   /* `closed`: NULL, or why it was */
  lab_memory memory;
  ab_path *core;   /* NULL: it was closed, LAB_RESULT is the result */
  ab_path_algorithm algorithm;
  int stage;
  int begun;       /* a slice is under way in the core */
  int finished;
  int one_shot;    /* `path`: the step gives the result */
  int reports;     /* there is somebody to tell of the progress */
  uint64_t reported; /* positions that were visited when that was done last */
  double nodes;    /* left of the step; negative: any number */
  double deadline; /* when it is to end; negative: any time */
} lab_path;

/* ---------------------------------------------------------------- making one */

/* An error has passed. */
static void left (lab_game *game, int late) {
  lab_path *path = (lab_path *)game;
  if (late)
    ab_path_abandon(path->core);
  else
    ab_path_halt(path->core);
}

static lab_path *push_path (lua_State *L) {
  lab_path *path = lab_frame_new(L, sizeof *path, LAB_PATH_TYPE, LAB_BAR);
  path->game.left = left;
  path->game.puzzle = path->game.paged = 1;
  path->memory.blocks = LAB_AT(LAB_BLOCKS);
  path->deadline = path->nodes = -1;
  return path;
}

/* Who is to be told of the progress. */
static void read_reports (lua_State *L, lab_path *path, const lab_options *options, int anchor) {
  if (options->progress) {
    lab_later_push_bar(L, "finding");
    lua_rawseti(L, anchor, LAB_BAR);
  }
  path->reports = options->progress || lab_game_has(L, anchor, LAB_PROGRESS);
}

/* Game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_path *path, int anchor, ab_path_options *core) {
  lab_game *game = &path->game;
  lab_options options;
  lab_fields_read(L, caller, game);
  lab_fields_refuse_players(L, caller, game);
  lab_fields_refuse_both(L, caller, game);
  if (game->native.chance != NULL)
    lab_error_argument(L, caller, 1, "%s: field 'chance' does not go with '%s'", lab_error_label(L, game->name), caller);
  game->line = NULL; /* it has room for the plies of a search */
  lab_options_read_path(L, caller, game->native.key != NULL, &options);
  *core = ab_path_options_default();
  core->algorithm = path->algorithm = (ab_path_algorithm)options.algorithm;
  core->weight = options.weight > 0 ? options.weight : 1;
  core->width = options.width > 0 ? (size_t)options.width : 1;
  if (options.bytes > 0)
    core->bytes = options.bytes < (double)(SIZE_MAX / 2) ? (size_t)options.bytes : SIZE_MAX / 2;
  core->nodes = options.nodes < 0 ? 0 : (uint64_t)options.nodes;
  core->time = options.time;
  core->keeper = lab_keeper_of_ways(game);
  core->in_place = game->in_place;
  core->kept_bytes = game->in_place ? MOVE_BYTES : game->rules.game == NULL ? POSITION_BYTES : 0;
  core->now = lab_clock_now;
  if (game->native.cost == NULL)
    lab_game_has_integers(game);
  read_reports(L, path, &options, anchor);
  if (game->rules.game == NULL) {
    lua_newtable(L);
    lua_rawseti(L, anchor, LAB_KEPT);
  }
}

static void make_core (lua_State *L, lab_path *path, const ab_path_options *options) {
  static const lab_position at_the_root;
  lab_game *game = &path->game;
  if (game->pure)
    path->core = ab_path_new(game->rules.game, game->rules.context, lab_state_bytes(lua_touserdata(L, LAB_AT(LAB_ROOT))),
                             options, lab_memory_allocate, &path->memory);
  else
    path->core = ab_path_new(&game->native, game, game->rules.game != NULL ? lab_mixed_root(L, game) : &at_the_root,
                             options, lab_memory_allocate, &path->memory);
}

/* Leaves it with its frame. */
static lab_path *new_path (lua_State *L, const char *caller) {
  ab_path_options options;
  lab_path *path;
  int anchor;
  lua_settop(L, 3);
  path = push_path(L);
  anchor = lua_gettop(L);
  read_arguments(L, caller, path, anchor, &options);
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  lab_frame_push(L);
  path->game.L = path->memory.L = L;
  make_core(L, path, &options);
  return path;
}

/* ---------------------------------------------------------------- the result */

static void set_value (lua_State *L, const lab_path *path, const char *field, double value) {
  lab_value_push(L, path->game.integers, value);
  lua_setfield(L, -2, field);
}

/* The moves of the best way so far. */
static void set_moves (lua_State *L, const lab_path *path, size_t count) {
  ab_move *moves = lua_newuserdata(L, (count + 1) * sizeof *moves);
  size_t i;
  ab_path_moves(path->core, moves);
  lua_createtable(L, (int)count, 0);
  for (i = 0; i < count; i++) {
    if (path->game.native.keep != NULL)
      lab_game_push_kept(L, &path->game, (int)moves[i]);
    else
      lab_value_push_integer(L, (int64_t)moves[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_remove(L, -2);
  lua_setfield(L, -2, "moves");
}

/* How near to the cheapest way is this one, for certain? */
static void set_bound (lua_State *L, const ab_path_result *known) {
  char text[64];
  snprintf(text, sizeof text, "at most %g times", known->factor);
  lua_pushstring(L, known->factor <= 0 ? "none" : known->factor <= 1 ? "exact" : text);
  lua_setfield(L, -2, "bound");
}

static const char *why_stopped (const lab_path *path, ab_stop stopped) {
  static const char *const names[] = {NULL, "nodes", "time", "callback", "bytes", "width"};
  return path->game.closed != NULL && !path->finished ? path->game.closed : names[stopped];
}

static void push_result (lua_State *L, lab_path *path) {
  ab_path_result known = ab_path_known(path->core);
  const char *stopped = why_stopped(path, known.stopped);
  lua_createtable(L, 0, 8);
  lua_pushboolean(L, known.solved);
  lua_setfield(L, -2, "solved");
  if (known.least < AB_INF) {
    set_moves(L, path, known.moves);
    set_value(L, path, "cost", known.cost);
  }
  set_value(L, path, "least", known.least);
  set_bound(L, &known);
  lab_value_set_count(L, "nodes", known.nodes);
  lua_pushnumber(L, known.time);
  lua_setfield(L, -2, "time");
  if (stopped != NULL) {
    lua_pushstring(L, stopped);
    lua_setfield(L, -2, "stopped");
  }
  lab_result_dress(L);
}

/* ---------------------------------------------------------------- a step */

/* The game has given a number of moves that cannot be, or refused a move that it took before. */
static int raise_broken (lua_State *L, const lab_path *path) {
  const lab_game *game = &path->game;
  int count;
  const char *name = ab_path_broken(path->core, &count);
  if (strcmp(name, "play") == 0)
    return lab_error_raise(L, "%s: 'play' refused a move that it took before", lab_error_label(L, game->name));
  return lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, name, count));
}

static int raise_status (lua_State *L, const lab_path *path, ab_status status) {
  const char *label = lab_error_label(L, path->game.name), *name;
  double given;
  if (status == AB_KEYLESS)
    return lab_error_raise(L, "%s: 'key' returned -1 (to find a way each position needs a key)", label);
  if (status == AB_ENDLESS)
    return lab_error_raise(L, "%s: a way of 100000 moves costs no more than the others ('idastar' goes no further)", label);
  if (status == AB_BROKEN)
    return raise_broken(L, path);
  if (status != AB_OUTSIDE)
    return lab_error_raise(L, "not enough memory"); /* not reached: the allocator raises first */
  name = ab_path_outside(path->core, &given);
  return lab_error_raise(L, "%s: '%s' returned %f (%snumber, 0 or more, expected)", label, name, given,
                         strcmp(name, "cost") == 0 ? "finite " : "");
}

/* Begin a slice: what is left of the step, or less. */
static ab_status begin (lab_path *path) {
  double nodes = path->nodes >= 0 && path->nodes < SLICE ? path->nodes : SLICE, seconds = -1;
  path->begun = 1;
  if (path->nodes >= 0)
    path->nodes -= nodes;
  if (path->deadline >= 0) {
    seconds = path->deadline - lab_clock_now();
    seconds = seconds > 0 ? seconds : 0;
  }
  return ab_path_step(path->core, (uint64_t)nodes, seconds);
}

/* The core has paused: does the step go on? */
static int goes_on (const lab_path *path) {
  return path->nodes != 0 && (path->deadline < 0 || lab_clock_now() < path->deadline);
}

/* Tell `on_progress`. */
static void report (lua_State *L, lab_path *path) {
  ab_path_result known;
  if (lab_game_answered(&path->game) || !lab_game_has(L, LAB_ANCHOR, LAB_PROGRESS))
    return;
  known = ab_path_known(path->core);
  lua_rawgeti(L, LAB_ANCHOR, LAB_PROGRESS);
  lua_pushnumber(L, (lua_Number)known.nodes);
  lab_value_push(L, path->game.integers, known.least);
  lab_game_call(&path->game, 2, 0);
}

/* Draw the progress, or wipe it out. */
static void draw (lua_State *L, const lab_path *path) {
  ab_path_result known = ab_path_known(path->core);
  if (!lab_game_has(L, LAB_ANCHOR, LAB_BAR))
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_BAR);
  if (!path->finished) {
    lua_pushnumber(L, (lua_Number)known.nodes);
    lua_pushnumber(L, known.least);
  }
  lua_call(L, path->finished ? 0 : 2, 0);
}

static int end_step (lua_State *L, lab_path *path) {
  if (path->one_shot)
    push_result(L, path);
  else
    lua_pushboolean(L, path->finished);
  lab_hold_end(L, &path->game, LAB_ANCHOR);
  return 1;
}

/* Work on; the stage that follows. */
static int work (lua_State *L, lab_path *path) {
  ab_status status = path->begun ? ab_path_resume(path->core) : begin(path);
  if (status != AB_DONE && status != AB_PAUSED)
    raise_status(L, path, status);
  path->finished = status == AB_DONE;
  path->begun = status == AB_PAUSED && goes_on(path);
  return path->game.rules.game != NULL ? STAGE_HOOKS : STAGE_REWIND;
}

/* Is somebody to be told of the progress now? It is wiped out at the end. */
static int is_report_due (const lab_path *path) {
  return path->reports && (path->finished || ab_path_known(path->core).nodes / SLICE > path->reported / SLICE);
}

/* Go on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_path *path) {
  for (;;) {
    switch (path->stage) {
      case STAGE_REPLAY:
        lab_restore_here(&path->game);
        path->begun = 0;
        path->stage = STAGE_WORK;
        break;
      case STAGE_WORK:
        path->stage = work(L, path);
        break;
      case STAGE_HOOKS:
        lab_game_run_hooks(&path->game);
        path->stage = STAGE_REWIND;
        break;
      case STAGE_REWIND:
        lab_restore_given(&path->game);
        path->stage = is_report_due(path) ? STAGE_REPORT : path->begun ? STAGE_REPLAY : STAGE_END;
        break;
      case STAGE_REPORT:
        report(L, path);
        path->stage = STAGE_BAR;
        break;
      case STAGE_BAR:
        draw(L, path);
        path->reported = ab_path_known(path->core).nodes;
        path->stage = path->begun ? STAGE_REPLAY : STAGE_END;
        break;
      default:
        return end_step(L, path);
    }
  }
}

static lab_path *path_at_1 (lua_State *L) { return lua_touserdata(L, 1); }

#if LAB_YIELDS
static int continue_step (lua_State *L, int status, lua_KContext context) {
  lab_path *path = path_at_1(L);
  (void)status;
  lab_hold_resume(L, context, "path search");
  path->memory.L = L;
  return go_on(L, path);
}
#endif

static int run_frame (lua_State *L) {
  lab_path *path = path_at_1(L);
  lab_frame_push(L);
  path->memory.L = L;
  lab_hold_begin(L, &path->game);
#if LAB_YIELDS
  path->game.continuation = continue_step;
#endif
  path->stage = path->finished ? STAGE_END : STAGE_REPLAY;
  return go_on(L, path);
}

/* ---------------------------------------------------------------- as Lua sees it */

static lab_path *check_path (lua_State *L) { return luaL_checkudata(L, 1, LAB_PATH_TYPE); }

static int alphabeta_start_path (lua_State *L) {
  new_path(L, "start_path");
  lua_settop(L, 1);
  return 1;
}

static int alphabeta_path (lua_State *L) {
  lab_path *path = new_path(L, "path");
  path->one_shot = 1;
  return lab_hold_run(L, run_frame);
}

static int path_step (lua_State *L) {
  lab_path *path = check_path(L);
  lab_limits limits;
  lab_hold_check_idle(L, &path->game, "path search", "stepped");
  if (path->game.closed != NULL)
    return luaL_error(L, "path search is closed (%s)", path->game.closed);
  lua_settop(L, 2);
  lab_options_read_pace(L, &limits);
  path->nodes = limits.nodes;
  path->deadline = limits.time < 0 ? -1 : lab_clock_now() + limits.time;
  return lab_hold_run(L, run_frame);
}

/* The result of the search whose frame is on the stack. A finalizer that steps it meanwhile is refused. */
static void make_result (lua_State *L, lab_path *path) {
  path->game.L = path->memory.L = L;
  lab_hold_begin(L, &path->game);
  push_result(L, path);
  lab_hold_end(L, &path->game, LAB_ANCHOR);
}

static int path_result (lua_State *L) {
  lab_path *path = check_path(L);
  lab_hold_check_idle(L, &path->game, "path search", "asked");
  lab_frame_push(L);
  if (path->core == NULL)
    lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
  else
    make_result(L, path);
  return 1;
}

/* path:close() and __close: keeps the result, gives the rest back. */
static int path_close (lua_State *L) {
  static const int not_needed[] = {LAB_STORE, LAB_KEPT, LAB_BLOCKS, LAB_ROOT, LAB_PROGRESS, LAB_BAR};
  lab_path *path = check_path(L);
  size_t i;
  lab_hold_check_idle(L, &path->game, "path search", "closed");
  if (path->core == NULL)
    return 0;
  lab_frame_push(L);
  if (path->game.closed == NULL)
    path->game.closed = "closed";
  make_result(L, path);
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  path->core = NULL;
  for (i = 0; i < sizeof not_needed / sizeof *not_needed; i++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, not_needed[i]);
  }
  return 0;
}

static int path_tostring (lua_State *L) {
  lab_path *path = check_path(L);
  const char *state = lab_hold_is_running(L, &path->game) ? "running"
                      : path->game.closed != NULL         ? path->game.closed
                      : path->finished                    ? "finished"
                                                          : "paused";
  lua_pushfstring(L, "%s (%s, %s): %p", LAB_PATH_TYPE, path->game.name == NULL ? "game" : path->game.name, state,
                  (const void *)path);
  return 1;
}

static const luaL_Reg methods[] = {
  {"step", path_step},
  {"result", path_result},
  {"close", path_close},
  {NULL, NULL}
};

static const luaL_Reg metamethods[] = {
  {"__close", path_close},
  {"__tostring", path_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"path", alphabeta_path},
  {"start_path", alphabeta_start_path},
  {NULL, NULL}
};

void lab_path_open (lua_State *L) {
  lab_anchor_open(L, LAB_PATH_TYPE, metamethods, methods);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

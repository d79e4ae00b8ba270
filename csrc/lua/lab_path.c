/* A search for one player's cheapest way, which is stepped as a solver is; see lab_worker.h for the steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lab_path.h"
#include "lab_clock.h"
#include "lab_error.h"
#include "lab_fields.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_keeper.h"
#include "lab_native.h"
#include "lab_result.h"
#include "lab_value.h"
#include "lab_worker.h"

#define POSITION_BYTES 256 /* that a position in Lua is taken to have: a board of nine to twelve numbers in a table */
#define MOVE_BYTES 16      /* and a move that is kept */

/* ---------------------------------------------------------------- the result */

/* The moves of the best way so far. */
static void set_moves (lua_State *L, const lab_worker *path, size_t count) {
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

#define AT_MOST "at most "

/* How near to the cheapest way is this one, for certain? In as few digits as promise no less. */
static void set_bound (lua_State *L, const ab_path_result *known) {
  char text[64];
  int digits = 6;
  do
    snprintf(text, sizeof text, AT_MOST "%.*g times", digits, known->factor);
  while (strtod(text + strlen(AT_MOST), NULL) < known->factor && digits++ < 17);
  lab_value_set_text(L, "bound", known->factor <= 0 ? "none" : known->factor <= 1 ? "exact" : text);
}

static const char *why_stopped (const lab_worker *path, ab_stop stopped) {
  static const char *const names[] = {NULL, "nodes", "time", "callback", "bytes", "width"};
  return path->game.closed != NULL && !path->finished ? path->game.closed : names[stopped];
}

static void push_result (lua_State *L, lab_worker *path) {
  ab_path_result known = ab_path_known(path->core);
  lua_createtable(L, 0, 8);
  lua_pushboolean(L, known.solved);
  lua_setfield(L, -2, "solved");
  if (known.least < AB_INF) {
    set_moves(L, path, known.moves);
    lab_value_set(L, path->game.integers, "cost", known.cost);
  }
  lab_value_set(L, path->game.integers, "least", known.least);
  set_bound(L, &known);
  lab_value_set_count(L, "nodes", known.nodes);
  lab_value_set_number(L, "time", known.time);
  lab_value_set_text(L, "stopped", why_stopped(path, known.stopped));
  lab_result_dress(L);
}

/* ---------------------------------------------------------------- a step */

/* The game has given a number of moves that cannot be, or refused a move that it took before. */
static int raise_broken (lua_State *L, const lab_worker *path) {
  const lab_game *game = &path->game;
  int count;
  const char *name = ab_path_broken(path->core, &count);
  if (strcmp(name, "play") == 0)
    return lab_error_raise(L, "%s: 'play' refused a move that it took before", lab_error_label(L, game->name));
  return lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, name, count));
}

static int raise_status (lua_State *L, const lab_worker *path, ab_status status) {
  const char *label = lab_error_label(L, path->game.name);
  double given;
  int is_cost;
  if (status == AB_KEYLESS)
    return lab_error_raise(L, "%s: 'key' returned -1 (to find a way each position needs a key)", label);
  if (status == AB_ENDLESS)
    return lab_error_raise(L, "%s: a way of 100000 moves costs no more than the others ('idastar' goes no further)", label);
  if (status == AB_BROKEN)
    return raise_broken(L, path);
  if (status != AB_OUTSIDE)
    return lab_error_raise(L, "not enough memory"); /* not reached: the allocator raises first */
  is_cost = strcmp(ab_path_outside(path->core, &given), "cost") == 0;
  return lab_error_raise(L, "%s: '%s' returned %f (number from 0 to 2^960%s expected)", label, is_cost ? "cost" : "estimate",
                         given, is_cost ? "" : ", or math.huge,");
}

static ab_status step (lab_worker *path, uint64_t nodes, double seconds) {
  return ab_path_step(path->core, nodes, seconds);
}

static ab_status resume (lab_worker *path) { return ab_path_resume(path->core); }

static uint64_t visited (const lab_worker *path) { return ab_path_known(path->core).nodes; }

static void push_progress (lua_State *L, const lab_worker *path) {
  ab_path_result known = ab_path_known(path->core);
  lua_pushinteger(L, (lua_Integer)known.nodes);
  lab_value_push(L, path->game.integers, known.least);
}

/* Nothing is to be done then. */
static void pass (lua_State *L, lab_worker *path) {
  (void)L;
  (void)path;
}

/* An error has passed. */
static void left (lab_worker *path, int how) {
  if (how == LAB_LATE)
    ab_path_abandon(path->core);
  else
    ab_path_halt(path->core);
}

/* ---------------------------------------------------------------- making one */

/* Game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_worker *path, int anchor, ab_path_options *core) {
  lab_game *game = &path->game;
  lab_options options;
  lab_fields_read(L, caller, game);
  lab_fields_refuse_players(L, caller, game);
  lab_fields_refuse_both(L, caller, game);
  if (game->native.chance != NULL)
    lab_error_argument(L, caller, 1, "%s: field 'chance' cannot be used with '%s'", lab_error_label(L, game->name),
                       caller);
  game->line = NULL; /* it has room for the plies of a search */
  lab_options_read_path(L, caller, game->native.key != NULL, &options);
  *core = ab_path_options_default();
  core->algorithm = (ab_path_algorithm)options.algorithm;
  core->weight = options.weight > 0 ? options.weight : 1;
  core->width = options.width > 0 ? (size_t)options.width : 1;
  if (options.bytes > 0)
    *(core->algorithm == AB_IDASTAR ? &core->table : &core->bytes) = lab_options_size(options.bytes);
  core->nodes = options.nodes < 0 ? 0 : (uint64_t)options.nodes;
  core->time = options.time;
  core->keeper = lab_keeper_of_ways(game);
  core->in_place = game->in_place;
  core->kept_bytes = game->in_place ? MOVE_BYTES : game->rules.game == NULL ? POSITION_BYTES : 0;
  core->now = lab_clock_now;
  if (game->native.cost == NULL)
    lab_game_has_integers(game);
  lab_worker_read_reports(L, path, &options, anchor);
  if (game->rules.game == NULL) {
    lua_newtable(L);
    lua_rawseti(L, anchor, LAB_KEPT);
  }
}

static void make_path (lua_State *L, const char *caller, lab_worker *path, int anchor) {
  ab_path_options options;
  const ab_game *rules;
  void *context;
  const void *root;
  path->game.puzzle = path->game.paged = 1;
  read_arguments(L, caller, path, anchor, &options);
  root = lab_worker_enter(L, path, anchor, &rules, &context);
  path->core = ab_path_new(rules, context, root, &options, lab_memory_allocate, &path->memory);
}

static const lab_kind PATH = {
  .type = LAB_PATH_TYPE, .what = "path search", .doing = "finding", .make = make_path, .left = left, .step = step,
  .resume = resume, .raise = raise_status, .visited = visited, .push_progress = push_progress, .restored = pass, .finish = pass,
  .push_result = push_result
};

/* ---------------------------------------------------------------- as Lua sees it */

static lab_worker *check_path (lua_State *L) { return luaL_checkudata(L, 1, LAB_PATH_TYPE); }

static int alphabeta_start_path (lua_State *L) { return lab_worker_start(L, &PATH, "start_path"); }

static int alphabeta_path (lua_State *L) { return lab_worker_whole(L, &PATH, "path"); }

static int path_step (lua_State *L) { return lab_worker_step(L, check_path(L)); }

/* The result of the search whose frame is on the stack. A finalizer that steps it meanwhile is refused. */
static void make_result (lua_State *L, lab_worker *path) {
  path->game.L = path->memory.L = L;
  lab_hold_begin(L, &path->game);
  push_result(L, path);
  lab_hold_end(L, &path->game, LAB_ANCHOR);
}

static int path_result (lua_State *L) {
  lab_worker *path = check_path(L);
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
  static const int not_needed[] = {LAB_STORE, LAB_KEPT, LAB_BLOCKS, LAB_ROOT, LAB_PROGRESS, LAB_BAR, 0};
  lab_worker *path = check_path(L);
  lab_hold_check_idle(L, &path->game, "path search", "closed");
  if (path->core == NULL)
    return 0;
  lab_frame_push(L);
  if (path->game.closed == NULL)
    path->game.closed = "closed";
  make_result(L, path);
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  path->core = NULL;
  lab_hoard_empty(L, path->memory.hoard, 0);
  path->memory.hoard = NULL;
  lab_anchor_drop(L, not_needed);
  return 0;
}

static int path_tostring (lua_State *L) { return lab_worker_tostring(L, check_path(L)); }

static const luaL_Reg methods[] = {
  {"step", path_step},
  {"result", path_result},
  {"close", path_close},
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
  lab_anchor_open(L, LAB_PATH_TYPE, methods);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

/* A solver: the core's analysis of a game, which is stepped as a search is; see lab_worker.h for the steps. */
#include <string.h>
#include "lab_callback.h"
#include "lab_clock.h"
#include "lab_error.h"
#include "lab_fields.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_hooks.h"
#include "lab_keeper.h"
#include "lab_native.h"
#include "lab_solution.h"
#include "lab_worker.h"

/* ---------------------------------------------------------------- a step */

/* The game has given a number of moves or outcomes that cannot be, or refused an outcome. */
static int raise_broken (lua_State *L, const lab_worker *solver) {
  const lab_game *game = &solver->game;
  int count;
  const char *name = ab_solve_broken(solver->core, &count);
  if (strcmp(name, "play") == 0)
    return lab_error_raise(L, "%s: 'play' refused %s %d", lab_error_label(L, game->name), lab_native_certain(&game->native),
                           count);
  return lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, name, count));
}

/* It has given a value that cannot be, or a weight. */
static int raise_outside (lua_State *L, const lab_worker *solver) {
  double given;
  const char *name = lab_callback_of_value(&solver->game, ab_solve_outside(solver->core, &given));
  const char *label = lab_error_label(L, solver->game.name);
  if (strcmp(name, "chance") == 0)
    return lab_error_raise(L, "%s: 'chance' gave a weight of %f (positive finite number expected)", label, given);
  return lab_error_raise(L, "%s: '%s' returned %f (finite number expected in a game with '%s')", label, name, given,
                         solver->game.native.chance != NULL ? "chance" : "simultaneous");
}

static int raise_status (lua_State *L, const lab_worker *solver, ab_status status) {
  const char *label = lab_error_label(L, solver->game.name);
  if (status == AB_KEYLESS)
    return lab_error_raise(L, "%s: 'key' returned -1 (to solve a game each position needs a key)", label);
  if (status == AB_TOO_MANY)
    return lab_error_raise(L, "%s has more than %d positions (option 'positions' is the limit)", label,
                           (int)ab_solve_count(solver->core));
  if (status == AB_ENDLESS)
    return lab_error_raise(L, "%s may go on for ever (to solve a game with 'simultaneous' it must end, or chance must lead to "
                           "its end)", label);
  if (status == AB_BROKEN)
    return raise_broken(L, solver);
  if (status == AB_OUTSIDE)
    return raise_outside(L, solver);
  return lab_error_raise(L, "not enough memory"); /* not reached: the allocator raises first */
}

/* No position is needed any more. */
static void give_back (lua_State *L, lab_worker *solver) {
  static const int given_back[] = {LAB_STORE, LAB_KEPT, 0};
  lab_anchor_drop(L, given_back);
  lua_pushnil(L);
  lua_replace(L, LAB_AT(LAB_STORE));
  lua_pushnil(L);
  lua_replace(L, LAB_AT(LAB_KEPT));
  solver->game.here = solver->game.made = 0;
}

/* All positions are open: none is needed any more. */
static void restored (lua_State *L, lab_worker *solver) {
  if (ab_solve_opened(solver->core) == ab_solve_count(solver->core))
    give_back(L, solver);
}

static void make_solution (lua_State *L, lab_worker *solver) {
  lua_rawgeti(L, LAB_ANCHOR, LAB_RULES);
  lua_rawgeti(L, LAB_ANCHOR, LAB_POSITION);
  lab_solution_push(L, solver->core, solver->game.integers, lua_gettop(L) - 1, lua_gettop(L), LAB_AT(LAB_BLOCKS));
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  lua_pop(L, 2);
}

static void push_solution (lua_State *L, lab_worker *solver) {
  (void)solver;
  lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
}

static ab_status step (lab_worker *solver, uint64_t nodes, double seconds) {
  return ab_solve_step(solver->core, nodes, seconds);
}

static ab_status resume (lab_worker *solver) { return ab_solve_resume(solver->core); }

/* Once all are open, no more reports are due: whole slices follow. */
static uint64_t visited (const lab_worker *solver) {
  size_t opened = ab_solve_opened(solver->core);
  return opened < ab_solve_count(solver->core) ? opened : opened - opened % LAB_SLICE;
}

static void push_progress (lua_State *L, const lab_worker *solver) {
  lua_pushinteger(L, (lua_Integer)ab_solve_opened(solver->core));
  lua_pushinteger(L, (lua_Integer)ab_solve_count(solver->core));
}

/* ---------------------------------------------------------------- making one */

/* What a solver cannot do without. */
static void check_game (lua_State *L, const char *caller, const lab_game *game) {
  if (game->native.key == NULL)
    lab_error_argument(L, caller, 1, "%s: field 'key': function expected, got nil", lab_error_label(L, game->name));
}

/* Game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_worker *solver, int anchor,
                            ab_solve_options *core) {
  lab_game *game = &solver->game;
  lab_options options;
  lab_fields_read(L, caller, game);
  lab_fields_refuse_players(L, caller, game);
  game->line = NULL; /* it has room for the plies of a search */
  check_game(L, caller, game);
  lab_options_read_solver(L, caller, &options);
  *core = ab_solve_options_default();
  core->positions = (size_t)options.positions;
  core->tolerance = options.tolerance;
  core->endless = game->native.repetition;
  core->keeper = lab_keeper_of(game);
  core->now = lab_clock_now;
  lab_worker_read_reports(L, solver, &options, anchor);
  lua_pushvalue(L, 1);
  lua_rawseti(L, anchor, LAB_RULES);
  lua_pushvalue(L, 2);
  lua_rawseti(L, anchor, LAB_POSITION);
  lua_newtable(L);
  lua_rawseti(L, anchor, LAB_KEPT);
}

static void make_solver (lua_State *L, const char *caller, lab_worker *solver, int anchor) {
  ab_solve_options options;
  const ab_game *rules;
  void *context;
  const void *root;
  read_arguments(L, caller, solver, anchor, &options);
  root = lab_worker_enter(L, solver, anchor, &rules, &context);
  solver->core = ab_solve_new(rules, context, root, &options, lab_memory_allocate, &solver->memory);
}

static const lab_kind SOLVER = {
  .type = LAB_SOLVER_TYPE, .what = "solver", .doing = "solving", .lasts = 1, .make = make_solver, .step = step,
  .resume = resume, .raise = raise_status, .visited = visited, .push_progress = push_progress, .restored = restored,
  .finish = make_solution, .push_result = push_solution
};

/* ---------------------------------------------------------------- as Lua sees it */

static lab_worker *check_solver (lua_State *L) { return luaL_checkudata(L, 1, LAB_SOLVER_TYPE); }

static int alphabeta_start_solve (lua_State *L) { return lab_worker_start(L, &SOLVER, "start_solve"); }

static int alphabeta_solve (lua_State *L) { return lab_worker_whole(L, &SOLVER, "solve"); }

static int solver_step (lua_State *L) { return lab_worker_step(L, check_solver(L)); }

static int solver_result (lua_State *L) {
  check_solver(L);
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_RESULT);
  return 1;
}

/* solver:close() and __close: keeps the solution, gives the rest back. */
static int solver_close (lua_State *L) {
  static const int not_needed[] = {LAB_BLOCKS, LAB_ROOT, LAB_RULES, LAB_POSITION, LAB_PROGRESS, LAB_BAR, 0};
  lab_worker *solver = check_solver(L);
  lab_hold_check_idle(L, &solver->game, "solver", "closed");
  if (solver->game.closed == NULL)
    solver->game.closed = "closed";
  solver->core = NULL;
  solver->memory.hoard = NULL;
  lab_frame_push(L);
  give_back(L, solver);
  lab_anchor_drop(L, not_needed);
  return 0;
}

static int solver_tostring (lua_State *L) { return lab_worker_tostring(L, check_solver(L)); }

static const luaL_Reg methods[] = {
  {"step", solver_step},
  {"result", solver_result},
  {"close", solver_close},
  {"__close", solver_close},
  {"__tostring", solver_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"solve", alphabeta_solve},
  {"start_solve", alphabeta_start_solve},
  {NULL, NULL}
};

void lab_solver_open (lua_State *L) {
  lab_anchor_open(L, LAB_SOLVER_TYPE, methods);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

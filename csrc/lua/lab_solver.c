/*
** A solver: it steps the core's analysis of a game, as a search is stepped. A step goes through stages: bring the user's
** position to where the analysis stands (only in a game with `undo`), work, bring it back, tell of the progress.
*/
#include <string.h>
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
#include "lab_solution.h"

#define SLICE LAB_SLICE /* positions from one report to the next, too */

enum { STAGE_REPLAY, STAGE_WORK, STAGE_HOOKS, STAGE_REWIND, STAGE_REPORT, STAGE_BAR, STAGE_END };

typedef struct lab_solver {
  lab_game game;     /* `closed`: NULL, or why the solver was */
  lab_memory memory;
  ab_solve *core;
  int stage;
  int begun;         /* a slice is under way in the core */
  int finished;      /* all is solved */
  int solved;        /* and the solution is in the anchor */
  int one_shot;      /* `solve`: the step gives the solution */
  int reports;       /* there is somebody to tell of the progress */
  size_t reported;   /* positions that were opened when that was done last */
  double nodes;      /* left of the step; negative: any number */
  double deadline;   /* when it is to end; negative: any time */
  double slice;      /* nodes of the slice under way; 0: it is as long as the step */
} lab_solver;

/* ---------------------------------------------------------------- making one */

/* An error has passed: there is nothing in the core to tell. */
static void left (lab_game *game, int late) {
  (void)game;
  (void)late;
}

static lab_solver *push_solver (lua_State *L) {
  lab_solver *solver = lab_frame_new(L, sizeof *solver, LAB_SOLVER_TYPE, LAB_BAR);
  solver->game.left = left;
  solver->memory.blocks = LAB_AT(LAB_BLOCKS);
  solver->deadline = solver->nodes = -1;
  return solver;
}

/* What a solver cannot do without. */
static void check_game (lua_State *L, const char *caller, const lab_game *game) {
  if (game->native.key == NULL)
    lab_error_argument(L, caller, 1, "%s: field 'key': function expected, got nil", lab_error_label(L, game->name));
}

/* Who is to be told of the progress. */
static void read_reports (lua_State *L, lab_solver *solver, const lab_options *options, int anchor) {
  if (options->progress) {
    lab_later_push_bar(L, "solving");
    lua_rawseti(L, anchor, LAB_BAR);
  }
  solver->reports = options->progress || lab_game_has(L, anchor, LAB_PROGRESS);
}

/* Game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_solver *solver, int anchor,
                            ab_solve_options *core) {
  lab_game *game = &solver->game;
  lab_options options;
  lab_fields_read(L, caller, game);
  lab_fields_refuse_players(L, caller, game);
  lab_fields_refuse_both(L, caller, game);
  game->line = NULL; /* it has room for the plies of a search */
  check_game(L, caller, game);
  lab_options_read_solver(L, caller, &options);
  *core = ab_solve_options_default();
  core->positions = (size_t)options.positions;
  core->tolerance = options.tolerance;
  core->endless = game->native.repetition;
  core->keeper = lab_keeper_of(game);
  core->now = lab_clock_now;
  read_reports(L, solver, &options, anchor);
  lua_pushvalue(L, 1);
  lua_rawseti(L, anchor, LAB_RULES);
  lua_pushvalue(L, 2);
  lua_rawseti(L, anchor, LAB_POSITION);
  lua_newtable(L);
  lua_rawseti(L, anchor, LAB_KEPT);
}

static void make_core (lua_State *L, lab_solver *solver, const ab_solve_options *options) {
  static const lab_position at_the_root;
  lab_game *game = &solver->game;
  if (game->pure)
    solver->core = ab_solve_new(game->rules.game, game->rules.context, lab_state_bytes(lua_touserdata(L, LAB_AT(LAB_ROOT))),
                                options, lab_memory_allocate, &solver->memory);
  else
    solver->core = ab_solve_new(&game->native, game, game->rules.game != NULL ? lab_mixed_root(L, game) : &at_the_root,
                                options, lab_memory_allocate, &solver->memory);
}

/* Leaves the solver with its frame. */
static lab_solver *new_solver (lua_State *L, const char *caller) {
  ab_solve_options options;
  lab_solver *solver;
  int anchor;
  lua_settop(L, 3);
  solver = push_solver(L);
  anchor = lua_gettop(L);
  read_arguments(L, caller, solver, anchor, &options);
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  lab_frame_push(L);
  solver->game.L = solver->memory.L = L;
  make_core(L, solver, &options);
  return solver;
}

/* ---------------------------------------------------------------- a step */

/* The game has given a number of moves or outcomes that cannot be, or refused an outcome. */
static int raise_broken (lua_State *L, const lab_solver *solver) {
  const lab_game *game = &solver->game;
  int count;
  const char *name = ab_solve_broken(solver->core, &count);
  if (strcmp(name, "play") == 0)
    return lab_error_raise(L, "%s: 'play' refused outcome %d", lab_error_label(L, game->name), count);
  return lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, name, count));
}

/* It has given a value that cannot be, or a weight. */
static int raise_outside (lua_State *L, const lab_solver *solver) {
  double given;
  const char *name = ab_solve_outside(solver->core, &given), *label = lab_error_label(L, solver->game.name);
  if (strcmp(name, "chance") == 0)
    return lab_error_raise(L, "%s: 'chance' gave a weight of %f (positive finite number expected)", label, given);
  return lab_error_raise(L, "%s: '%s' returned %f (finite number expected in a game with 'chance')", label, name, given);
}

static int raise_status (lua_State *L, const lab_solver *solver, ab_status status) {
  const char *label = lab_error_label(L, solver->game.name);
  if (status == AB_KEYLESS)
    return lab_error_raise(L, "%s: 'key' returned -1 (to solve a game each position needs a key)", label);
  if (status == AB_TOO_MANY)
    return lab_error_raise(L, "%s has more than %d positions (option 'positions' is the limit)", label,
                           (int)ab_solve_count(solver->core));
  if (status == AB_BROKEN)
    return raise_broken(L, solver);
  if (status == AB_OUTSIDE)
    return raise_outside(L, solver);
  return lab_error_raise(L, "not enough memory"); /* not reached: the allocator raises first */
}

/* Begin a slice: what is left of the step, or less. */
static ab_status begin (lab_solver *solver) {
  size_t opened = ab_solve_opened(solver->core);
  double nodes = SLICE, seconds = -1;
  if (opened < ab_solve_count(solver->core)) /* as long as to the next report */
    nodes -= (double)(opened % SLICE);
  solver->begun = 1;
  solver->slice = nodes;
  if (solver->nodes >= 0 && solver->nodes <= nodes) {
    nodes = solver->nodes;
    solver->slice = 0;
  }
  if (solver->deadline >= 0) {
    seconds = solver->deadline - lab_clock_now();
    seconds = seconds > 0 ? seconds : 0;
  }
  return ab_solve_step(solver->core, (uint64_t)nodes, seconds);
}

/* The core has paused: was that the end of a slice, and not of the step? */
static int has_slices (lab_solver *solver) {
  if (solver->slice == 0)
    return 0;
  if (solver->nodes >= 0)
    solver->nodes -= solver->slice;
  return solver->deadline < 0 || lab_clock_now() < solver->deadline;
}

static int is_report_due (const lab_solver *solver) {
  return solver->reports && ab_solve_opened(solver->core) / SLICE > solver->reported / SLICE;
}

/* Tell `on_progress`. */
static void report (lua_State *L, lab_solver *solver) {
  if (lab_game_answered(&solver->game) || !lab_game_has(L, LAB_ANCHOR, LAB_PROGRESS))
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_PROGRESS);
  lua_pushinteger(L, (lua_Integer)ab_solve_opened(solver->core));
  lua_pushinteger(L, (lua_Integer)ab_solve_count(solver->core));
  lab_game_call(&solver->game, 2, 0);
}

/* Draw the progress, or wipe it out. */
static void draw (lua_State *L, lab_solver *solver) {
  if (!lab_game_has(L, LAB_ANCHOR, LAB_BAR))
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_BAR);
  if (!solver->finished) {
    lua_pushinteger(L, (lua_Integer)ab_solve_opened(solver->core));
    lua_pushinteger(L, (lua_Integer)ab_solve_count(solver->core));
  }
  lua_call(L, solver->finished ? 0 : 2, 0);
}

/* No position is needed any more. */
static void give_back (lua_State *L, lab_solver *solver) {
  static const int given_back[] = {LAB_STORE, LAB_KEPT};
  size_t i;
  for (i = 0; i < sizeof given_back / sizeof *given_back; i++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, given_back[i]);
    lua_pushnil(L);
    lua_replace(L, LAB_AT(given_back[i]));
  }
  solver->game.here = solver->game.made = 0;
}

/* All is solved: make the solution. */
static void make_solution (lua_State *L, lab_solver *solver) {
  draw(L, solver);
  lua_rawgeti(L, LAB_ANCHOR, LAB_RULES);
  lua_rawgeti(L, LAB_ANCHOR, LAB_POSITION);
  lab_solution_push(L, solver->core, solver->game.integers, lua_gettop(L) - 1,
                    lua_gettop(L), LAB_AT(LAB_BLOCKS));
  lua_rawseti(L, LAB_ANCHOR, LAB_RESULT);
  lua_pop(L, 2);
  solver->solved = 1;
}

static int end_step (lua_State *L, lab_solver *solver) {
  if (solver->finished)
    make_solution(L, solver);
  if (solver->one_shot)
    lua_rawgeti(L, LAB_ANCHOR, LAB_RESULT);
  else
    lua_pushboolean(L, solver->finished);
  lab_hold_end(L, &solver->game, LAB_ANCHOR);
  return 1;
}

/* Work on; the stage that follows. */
static int work (lua_State *L, lab_solver *solver) {
  ab_status status = solver->begun ? ab_solve_resume(solver->core) : begin(solver);
  int more;
  if (status != AB_DONE && status != AB_PAUSED)
    raise_status(L, solver, status);
  solver->finished = status == AB_DONE;
  more = status == AB_PAUSED && has_slices(solver);
  solver->begun = more; /* the step goes on */
  return solver->game.rules.game != NULL ? STAGE_HOOKS : STAGE_REWIND;
}

/* Go on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_solver *solver) {
  for (;;) {
    switch (solver->stage) {
      case STAGE_REPLAY:
        lab_restore_here(&solver->game);
        solver->begun = 0;
        solver->stage = STAGE_WORK;
        break;
      case STAGE_WORK:
        solver->stage = work(L, solver);
        break;
      case STAGE_HOOKS:
        lab_game_run_hooks(&solver->game);
        solver->stage = STAGE_REWIND;
        break;
      case STAGE_REWIND:
        lab_restore_given(&solver->game);
        if (ab_solve_opened(solver->core) == ab_solve_count(solver->core))
          give_back(L, solver);
        solver->stage = is_report_due(solver) ? STAGE_REPORT : solver->begun ? STAGE_REPLAY : STAGE_END;
        break;
      case STAGE_REPORT:
        report(L, solver);
        solver->stage = STAGE_BAR;
        break;
      case STAGE_BAR:
        draw(L, solver);
        solver->reported = ab_solve_opened(solver->core);
        solver->stage = solver->begun ? STAGE_REPLAY : STAGE_END;
        break;
      default:
        return end_step(L, solver);
    }
  }
}

static lab_solver *solver_at_1 (lua_State *L) { return lua_touserdata(L, 1); }

#if LAB_YIELDS
static int continue_step (lua_State *L, int status, lua_KContext context) {
  lab_solver *solver = solver_at_1(L);
  (void)status;
  lab_hold_resume(L, context, "solver");
  solver->memory.L = L;
  return go_on(L, solver);
}
#endif

static int run_frame (lua_State *L) {
  lab_solver *solver = solver_at_1(L);
  lab_frame_push(L);
  solver->memory.L = L;
  lab_hold_begin(L, &solver->game);
#if LAB_YIELDS
  solver->game.continuation = continue_step;
#endif
  solver->stage = solver->finished ? STAGE_END : STAGE_REPLAY;
  return go_on(L, solver);
}

/* ---------------------------------------------------------------- as Lua sees it */

static lab_solver *check_solver (lua_State *L) { return luaL_checkudata(L, 1, LAB_SOLVER_TYPE); }

static int alphabeta_start_solve (lua_State *L) {
  new_solver(L, "start_solve");
  lua_settop(L, 1);
  return 1;
}

static int alphabeta_solve (lua_State *L) {
  lab_solver *solver = new_solver(L, "solve");
  solver->one_shot = 1;
  return lab_hold_run(L, run_frame);
}

static int solver_step (lua_State *L) {
  lab_solver *solver = check_solver(L);
  lab_limits limits;
  lab_hold_check_idle(L, &solver->game, "solver", "stepped");
  if (solver->game.closed != NULL)
    return luaL_error(L, "solver is closed (%s)", solver->game.closed);
  lua_settop(L, 2);
  lab_options_read_pace(L, &limits);
  if (solver->solved) {
    lua_pushboolean(L, 1);
    return 1;
  }
  solver->nodes = limits.nodes;
  solver->deadline = limits.time < 0 ? -1 : lab_clock_now() + limits.time;
  return lab_hold_run(L, run_frame);
}

static int solver_result (lua_State *L) {
  check_solver(L);
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_RESULT);
  return 1;
}

/* solver:close() and __close: keeps the solution, gives the rest back. */
static int solver_close (lua_State *L) {
  static const int not_needed[] = {LAB_BLOCKS, LAB_ROOT, LAB_RULES, LAB_POSITION, LAB_PROGRESS, LAB_BAR};
  lab_solver *solver = check_solver(L);
  size_t i;
  lab_hold_check_idle(L, &solver->game, "solver", "closed");
  if (solver->game.closed == NULL)
    solver->game.closed = "closed";
  solver->core = NULL;
  lab_frame_push(L);
  give_back(L, solver);
  for (i = 0; i < sizeof not_needed / sizeof *not_needed; i++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, not_needed[i]);
  }
  return 0;
}

static int solver_tostring (lua_State *L) {
  lab_solver *solver = check_solver(L);
  const char *state = lab_hold_is_running(L, &solver->game) ? "running"
                      : solver->game.closed != NULL         ? solver->game.closed
                      : solver->solved                      ? "finished"
                                                            : "paused";
  lua_pushfstring(L, "%s (%s, %s): %p", LAB_SOLVER_TYPE, solver->game.name == NULL ? "game" : solver->game.name, state,
                  (const void *)solver);
  return 1;
}

static const luaL_Reg methods[] = {
  {"step", solver_step},
  {"result", solver_result},
  {"close", solver_close},
  {NULL, NULL}
};

static const luaL_Reg metamethods[] = {
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
  lab_anchor_open(L, LAB_SOLVER_TYPE, metamethods, methods);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}

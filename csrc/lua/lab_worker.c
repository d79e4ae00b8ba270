/*
** A step goes through stages: bring the user's position to where the core stands (only in a game with `undo`), work, bring
** it back, tell of the progress.
*/
#include "lab_worker.h"
#include "lab_clock.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_hooks.h"
#include "lab_later.h"
#include "lab_mixed.h"
#include "lab_restore.h"

#define SLICE LAB_SLICE /* positions from one report to the next, too */

enum { STAGE_REPLAY, STAGE_WORK, STAGE_HOOKS, STAGE_REWIND, STAGE_REPORT, STAGE_BAR, STAGE_END };

/* ---------------------------------------------------------------- making one */

/* Nobody is to step one that runs in one go again: what is large need not wait for the collector. */
static void give_back (lua_State *L, lab_worker *worker) {
  lab_hoard_empty(L, worker->memory.hoard, 1);
  worker->core = NULL;
  worker->game.closed = "closed";
}

/* An error has passed. */
static void left (lab_game *game, int how) {
  lab_worker *worker = (lab_worker *)game;
  if (how == LAB_LOST) {
    worker->core = NULL;
    return;
  }
  if (worker->kind->left != NULL)
    worker->kind->left(worker, how);
  if (worker->one_shot)
    give_back(game->L, worker);
}

/* Leaves it with its frame. */
static lab_worker *make (lua_State *L, const lab_kind *kind, const char *caller) {
  lab_worker *worker;
  lua_settop(L, 3);
  worker = lab_frame_new(L, sizeof *worker, kind->type, LAB_BAR);
  worker->kind = kind;
  worker->game.left = left;
  worker->memory = lab_memory_in(NULL, LAB_AT(LAB_BLOCKS), LAB_FEW);
  worker->game.memory = &worker->memory;
  worker->deadline = worker->nodes = -1;
  kind->make(L, caller, worker, lua_gettop(L));
  if (worker->core == NULL)
    luaL_error(L, "not enough memory"); /* not reached: the allocator raises first, and what does not fit is refused above */
  return worker;
}

void lab_worker_read_reports (lua_State *L, lab_worker *worker, const lab_options *options, int anchor) {
  if (options->progress) {
    lab_later_push_bar(L, worker->kind->doing);
    lua_rawseti(L, anchor, LAB_BAR);
  }
  worker->reports = options->progress || lab_anchor_has(L, anchor, LAB_PROGRESS);
}

const void *lab_worker_enter (lua_State *L, lab_worker *worker, int anchor, const ab_game **rules, void **context) {
  static const lab_position at_the_root;
  lab_game *game = &worker->game;
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  lab_frame_push(L);
  game->L = worker->memory.L = L;
  *rules = game->pure ? game->rules.game : &game->native;
  *context = game->pure ? game->rules.context : game;
  if (game->pure)
    return lab_state_bytes(lua_touserdata(L, LAB_AT(LAB_ROOT)));
  return game->rules.game != NULL ? lab_mixed_root(L, game) : &at_the_root;
}

/* ---------------------------------------------------------------- a step */

/* Begin a slice: up to the next report, or what is left of the step. */
static ab_status begin (lab_worker *worker) {
  double nodes = SLICE - (double)(worker->kind->visited(worker) % SLICE), seconds = -1;
  worker->begun = 1;
  if (worker->nodes >= 0) {
    nodes = worker->nodes < nodes ? worker->nodes : nodes;
    worker->nodes -= nodes;
  }
  if (worker->deadline >= 0) {
    seconds = worker->deadline - lab_clock_now();
    seconds = seconds > 0 ? seconds : 0;
  }
  return worker->kind->step(worker, (uint64_t)nodes, seconds);
}

/* The core has paused: does the step go on? */
static int goes_on (const lab_worker *worker) {
  return worker->nodes != 0 && (worker->deadline < 0 || lab_clock_now() < worker->deadline);
}

/* Work on; the stage that follows. */
static int work (lua_State *L, lab_worker *worker) {
  ab_status status = worker->begun ? worker->kind->resume(worker) : begin(worker);
  if (status != AB_DONE && status != AB_PAUSED)
    worker->kind->raise(L, worker, status);
  worker->finished = status == AB_DONE;
  worker->begun = status == AB_PAUSED && goes_on(worker);
  return worker->game.rules.game != NULL ? STAGE_HOOKS : STAGE_REWIND;
}

static int is_report_due (const lab_worker *worker) {
  return worker->reports && worker->kind->visited(worker) / SLICE > worker->reported / SLICE;
}

/* Tell `on_progress`. */
static void report (lua_State *L, lab_worker *worker) {
  if (lab_game_answered(&worker->game) || !lab_anchor_has(L, LAB_ANCHOR, LAB_PROGRESS))
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_PROGRESS);
  worker->kind->push_progress(L, worker);
  lab_game_call(&worker->game, 2, 0);
}

/* Draw the progress, or wipe it out. */
static void draw (lua_State *L, const lab_worker *worker) {
  if (!lab_anchor_has(L, LAB_ANCHOR, LAB_BAR))
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_BAR);
  if (!worker->finished)
    worker->kind->push_progress(L, worker);
  lua_call(L, worker->finished ? 0 : 2, 0);
}

static int end_step (lua_State *L, lab_worker *worker) {
  if (worker->finished && !worker->ended) {
    draw(L, worker);
    worker->kind->finish(L, worker);
    worker->ended = 1;
  }
  if (worker->one_shot)
    worker->kind->push_result(L, worker);
  else
    lua_pushboolean(L, worker->finished);
  lab_hold_end(L, &worker->game, LAB_ANCHOR);
  if (worker->one_shot && !worker->kind->lasts)
    give_back(L, worker);
  return 1;
}

/* Go on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_worker *worker) {
  for (;;) {
    switch (worker->stage) {
      case STAGE_REPLAY:
        lab_restore_here(&worker->game);
        worker->begun = 0;
        worker->stage = STAGE_WORK;
        break;
      case STAGE_WORK:
        worker->stage = work(L, worker);
        break;
      case STAGE_HOOKS:
        lab_game_run_hooks(&worker->game);
        worker->stage = STAGE_REWIND;
        break;
      case STAGE_REWIND:
        lab_restore_given(&worker->game);
        worker->kind->restored(L, worker);
        worker->stage = is_report_due(worker) ? STAGE_REPORT : worker->begun ? STAGE_REPLAY : STAGE_END;
        break;
      case STAGE_REPORT:
        report(L, worker);
        worker->stage = STAGE_BAR;
        break;
      case STAGE_BAR:
        draw(L, worker);
        worker->reported = worker->kind->visited(worker);
        worker->stage = worker->begun ? STAGE_REPLAY : STAGE_END;
        break;
      default:
        return end_step(L, worker);
    }
  }
}

static lab_worker *worker_at_1 (lua_State *L) { return lua_touserdata(L, 1); }

#if LAB_YIELDS
static int continue_step (lua_State *L, int status, lua_KContext context) {
  lab_worker *worker = worker_at_1(L);
  (void)status;
  lab_hold_resume(L, context, worker->kind->what);
  worker->memory.L = L;
  return go_on(L, worker);
}
#endif

static int run_frame (lua_State *L) {
  lab_worker *worker = worker_at_1(L);
  lab_frame_push(L);
  worker->memory.L = L;
  lab_hold_begin(L, &worker->game);
#if LAB_YIELDS
  worker->game.continuation = continue_step;
#endif
  worker->stage = worker->finished ? STAGE_END : STAGE_REPLAY;
  return go_on(L, worker);
}

/* ---------------------------------------------------------------- as Lua sees it */

int lab_worker_start (lua_State *L, const lab_kind *kind, const char *caller) {
  make(L, kind, caller);
  lua_settop(L, 1);
  return 1;
}

int lab_worker_whole (lua_State *L, const lab_kind *kind, const char *caller) {
  make(L, kind, caller)->one_shot = 1;
  return lab_hold_run(L, run_frame);
}

int lab_worker_step (lua_State *L, lab_worker *worker) {
  const char *what = worker->kind->what;
  lab_limits limits;
  lab_hold_check_idle(L, &worker->game, what, "stepped");
  if (worker->game.closed != NULL)
    return luaL_error(L, "%s is closed (%s)", what, worker->game.closed);
  lua_settop(L, 2);
  lab_options_read_pace(L, &limits);
  worker->nodes = limits.nodes;
  worker->deadline = limits.time < 0 ? -1 : lab_clock_now() + limits.time;
  return lab_hold_run(L, run_frame);
}

int lab_worker_tostring (lua_State *L, lab_worker *worker) {
  return lab_hold_tostring(L, &worker->game, worker->kind->type, worker->ended);
}

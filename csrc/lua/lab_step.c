/*
** A step goes through stages: bring the user's position to where the search stands (only in a game with
** `undo`), walk, bring the position back, report a completed iteration if that is wanted, and so on. Over
** native rules it walks in slices, and lets debug hooks in between.
*/
#include <string.h>
#include "lab_step.h"
#include "lab_callback.h"
#include "lab_error.h"
#include "lab_frame.h"
#include "lab_hold.h"
#include "lab_hooks.h"
#include "lab_later.h"
#include "lab_native.h"
#include "lab_recursion.h"
#include "lab_restore.h"
#include "lab_result.h"

#define SEEDS (1 << 30) /* to shuffle the root moves by */

enum { STAGE_REPLAY, STAGE_WALK, STAGE_HOOKS, STAGE_REWIND, STAGE_REPORT, STAGE_GUARD, STAGE_END };

/* The game has given a number of moves or outcomes that cannot be, or refused an outcome, or a move that it took before. */
static int raise_broken (lua_State *L, const lab_search *search) {
  const lab_game *game = &search->game;
  int count;
  const char *name = ab_search_broken(search->core, &count), *label = lab_error_label(L, game->name);
  int ply = ab_search_ply(search->core) - 1;
  if (strcmp(name, "play") == 0 && count == 0)
    return lab_error_raise(L, "%s: 'play' refused a move that it accepted before at ply %d", label, ply);
  if (strcmp(name, "play") == 0)
    return lab_error_raise(L, "%s: 'play' refused %s %d at ply %d", label, lab_native_certain(&game->native), count, ply);
  return lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, name, count));
}

/* It has given a value that cannot be, or a weight. */
static int raise_outside (lua_State *L, const lab_search *search) {
  const ab_game *game = &search->game.native;
  double given;
  int ply;
  const char *name = lab_callback_of_value(&search->game, ab_search_outside(search->core, &given, &ply));
  const char *label = lab_error_label(L, search->game.name);
  if (strcmp(name, "chance") == 0)
    return lab_error_raise(L, "%s: 'chance' gave a weight of %f (positive finite number expected) at ply %d", label, given,
                           ply);
  if ((given > AB_MAX_PAYOFF && given < AB_INF) || (given < -AB_MAX_PAYOFF && given > -AB_INF))
    return lab_error_raise(L, "%s: '%s' returned %f (payoff of at most %f in magnitude expected by \"mcts\") at ply %d",
                           label, name, given, AB_MAX_PAYOFF, ply);
  if (game->low < game->high)
    return lab_error_raise(L, "%s: value %f is outside 'range' (%f to %f) at ply %d", label, given, game->low, game->high,
                           ply);
  return lab_error_raise(L, "%s: '%s' returned %f (finite number expected in a game with '%s') at ply %d", label,
                         name, given, game->chance != NULL ? "chance" : "simultaneous", ply);
}

static int raise_status (lua_State *L, const lab_search *search, ab_status status) {
  if (status == AB_TOO_DEEP)
    return lab_error_raise(L, "stack overflow (printed algorithms, nested in each other's callbacks, recurse %d plies deep)",
                           LAB_RECURSION_PLIES);
  if (status == AB_ENDLESS)
    return lab_error_raise(L, "%s has not ended after %d plies (give a %s)", lab_error_label(L, search->game.name), AB_MAX_DEPTH,
                           search->game.sampled ? "'playout_depth'" : "depth");
  if (status == AB_BROKEN)
    return raise_broken(L, search);
  if (status == AB_OUTSIDE)
    return raise_outside(L, search);
  return lab_error_raise(L, "not enough memory"); /* the table could not grow; else the allocator raises first */
}

/* A printed algorithm cannot be stopped, and lets hooks in itself; see lab_mixed.c. */
static int is_sliced (const lab_search *search) {
  return search->game.rules.game != NULL && !search->game.recursive;
}

/* Begin to walk: the whole step, or a slice of it. */
static ab_status begin (lab_search *search) {
  uint64_t nodes = search->limits.nodes < 0 ? 0 : (uint64_t)search->limits.nodes;
  search->begun = 1;
  search->slice = 0;
  if (is_sliced(search) && (nodes == 0 || nodes > LAB_SLICE)) {
    ab_result before = ab_search_result(search->core);
    search->slice = nodes = LAB_SLICE;
    search->slice_nodes = before.nodes;
    search->slice_time = before.time;
  }
  return ab_search_step(search->core, nodes, search->limits.time);
}

/* The walk has paused: was that the end of a slice, and not of the step? What is left of the step's limits
** is then for the slices that follow. */
static int has_slices (lab_search *search) {
  lab_limits *limits = &search->limits;
  ab_result now;
  uint64_t visited;
  if (search->slice == 0)
    return 0;
  now = ab_search_result(search->core);
  visited = now.nodes - search->slice_nodes;
  if (visited < search->slice)
    return 0;
  if (limits->nodes >= 0)
    limits->nodes -= (double)visited;
  return limits->time < 0 || (limits->time -= now.time - search->slice_time) > 0;
}

/* The first step begins: shuffle the root moves, if that is asked for. */
static void shuffle (lua_State *L, lab_search *search) {
  if (lab_options_shuffle(&search->options) && !search->shuffled)
    ab_search_shuffle(search->core, (uint64_t)lab_result_draw(L, SEEDS));
  search->shuffled = 1;
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

/* May the step do without Lua? Its frame costs as much as fifty positions of a fast game in C. What is to be told, drawn or
** claimed needs it; so do games that may not return, and tables, which give memory back. */
static int may_go_alone (const lab_search *search) {
  const lab_limits *limits = &search->limits;
  return search->pure && search->shuffled && !search->owing && !search->reports && search->table == NULL
      && search->game.rules.game->returns && limits->nodes > 0 && limits->nodes <= LAB_SLICE && limits->depths == 0;
}

/* Take the step without a frame: nothing calls Lua, and there is no memory. 0: that does not do. If it has begun, the rest
** is taken in a frame. */
static int goes_alone (lab_search *search) {
  search->alone = 0;
  if (!may_go_alone(search))
    return 0;
  search->game.running = LAB_ALONE;
  search->memory.L = NULL;
  search->slice = 0;
  search->alone = ab_search_step(search->core, (uint64_t)search->limits.nodes, search->limits.time) != AB_PAUSED;
  search->game.running = 0;
  return !search->alone;
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
  return stopped == AB_STOP_NODES || stopped == AB_STOP_TIME || stopped == AB_STOP_TABLE;
}

/* Is it to be known after which moves the game is soon over, or is that looked for already? */
static int is_to_guard (const lab_search *search) {
  return (search->finished && search->options.guard > 0 && ab_search_result(search->core).valued)
      || search->owing == STAGE_GUARD;
}

static void push_limit (lua_State *L, double limit) {
  if (limit < 0)
    lua_pushnil(L);
  else
    lua_pushnumber(L, limit);
}

/* Look for that, within the limits of the step; 1: all is known. */
static int guard (lua_State *L, lab_search *search) {
  int complete;
  if (!lab_game_answered(&search->game)) {
    lab_later_push_ends(L);
    lua_rawgeti(L, LAB_ANCHOR, LAB_RULES);
    lua_rawgeti(L, LAB_ANCHOR, LAB_POSITION);
    lab_result_push_moves(L, search);
    lua_pushnumber(L, search->options.guard);
    lua_rawgeti(L, LAB_ANCHOR, LAB_HISTORY);
    lua_rawgeti(L, LAB_ANCHOR, LAB_ENDS);
    push_limit(L, search->limits.nodes);
    push_limit(L, search->limits.time);
    lab_game_call(&search->game, 8, 1);
  }
  complete = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return complete;
}

/* Does the step leave that to the next one? What it may still use of its limits is not known. */
static int leaves_guard (lua_State *L, const lab_search *search) {
  if (search->owing == STAGE_GUARD)
    return 0;
  lua_newtable(L);
  lua_rawseti(L, LAB_ANCHOR, LAB_ENDS);
  return search->limits.nodes >= 0 || search->limits.time >= 0;
}

/* The search is finished only when that is known, before a move is drawn. */
static void guard_step (lua_State *L, lab_search *search) {
  int left = leaves_guard(L, search);
  search->finished = 0;
  search->owing = STAGE_GUARD;
  if (!left && guard(L, search)) {
    search->owing = 0;
    search->finished = 1;
  }
}

/* What is stored in a shared table may come from others. */
static void tell (lab_search *search) {
  if (search->table != NULL && search->table->shared && lab_table_tell(search->table, search->game.integers))
    search->table->integers = search->game.integers = 1;
}

/* The step is over: push what it gives. Of `deepen` that is nothing if a limit was met before another
** depth was complete. */
static int end_step (lua_State *L, lab_search *search) {
  int results = !(search->way == LAB_BY_DEPTHS && search->finished && has_met_limit(search));
  tell(search);
  if (search->finished) {
    lab_search_dismiss(L, search);
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, LAB_STORE);
  }
  if (search->way != LAB_BY_STEPS && results > 0) {
    search->owing = STAGE_END;
    lab_result_push(L, search, 0);
    search->owing = 0;
  }
  else
    lua_pushboolean(L, search->finished);
  lab_hold_end(L, &search->game, LAB_ANCHOR);
  if (search->way == LAB_IN_ONE_GO) {
    lab_search_leave_table(L, search);
    lab_search_leave(L, search);
    lab_search_give_back(L, search);
  }
  return results;
}

/* Go on in the stage at hand, until the step ends; a callback may yield on the way. */
static int go_on (lua_State *L, lab_search *search) {
  for (;;) {
    switch (search->stage) {
      case STAGE_REPLAY:
        shuffle(L, search);
        lab_restore_here(&search->game);
        search->stage = STAGE_WALK;
        break;
      case STAGE_WALK:
        search->status = walk(search);
        if (search->status == AB_NOMEM || search->status == AB_ENDLESS || search->status == AB_TOO_DEEP
            || search->status == AB_BROKEN || search->status == AB_OUTSIDE)
          return raise_status(L, search, search->status);
        search->finished = search->status == AB_DONE;
        search->stage = search->status == AB_PAUSED && has_slices(search) ? STAGE_HOOKS : STAGE_REWIND;
        break;
      case STAGE_HOOKS:
        lab_game_run_hooks(&search->game);
        search->begun = 0;
        search->stage = STAGE_WALK;
        break;
      case STAGE_REWIND:
        lab_restore_given(&search->game);
        search->stage = has_news(search) ? STAGE_REPORT : STAGE_GUARD;
        break;
      case STAGE_REPORT:
        search->owing = STAGE_REPORT;
        if (report(L, search)) {
          ab_search_stop(search->core);
          search->finished = 1;
        }
        search->owing = 0;
        search->stage = search->finished || search->enough ? STAGE_GUARD : STAGE_REPLAY;
        break;
      case STAGE_GUARD:
        if (is_to_guard(search))
          guard_step(L, search);
        search->stage = STAGE_END;
        break;
      default:
        return end_step(L, search);
    }
  }
}

#if LAB_YIELDS
static int continue_step (lua_State *L, int status, lua_KContext context) {
  lab_search *search = lab_search_at_1(L);
  (void)status;
  lab_hold_resume(L, context, "search");
  lab_search_enter(L, search);
  return go_on(L, search);
}
#endif

/* Another game may have taken the table since the last step, if it was cleared. When that happens later in the
** step, the search does without it. */
static void claim_table (lua_State *L, lab_search *search) {
  lua_rawgeti(L, LAB_ANCHOR, LAB_TABLE);
  if (!search->owns_table && !lab_table_adopt(L, -1, LAB_ANCHOR, lab_game_form(&search->game)))
    lab_error_raise(L, "the search's table was cleared and now belongs to another game");
  lua_pop(L, 1);
  search->table->integers |= search->game.integers;
  tell(search);
  search->game.claimed = search->table->cleared;
  ab_search_trust_table(search->core);
}

static int run_frame (lua_State *L) {
  lab_search *search = lab_search_at_1(L);
  lab_frame_push(L);
  if (search->table != NULL)
    claim_table(L, search);
  if (search->game.recursive)
    lab_recursion_begin(L, search);
  lab_search_enter(L, search);
  lab_hold_begin(L, &search->game);
#if LAB_YIELDS
  search->game.continuation = continue_step;
#endif
  if (search->game.sampled && !search->owing)
    ab_search_allow_playouts(search->core, search->limits.playouts < 0 ? 0 : (uint64_t)search->limits.playouts);
  search->begun = search->alone;
  search->enough = search->owing && search->enough;
  search->stage = search->owing ? search->owing : STAGE_REPLAY;
  return go_on(L, search);
}

int lab_step_run (lua_State *L) {
  if (!goes_alone(lab_search_at_1(L)))
    return lab_hold_run(L, run_frame);
  lua_pushboolean(L, 0);
  return 1;
}

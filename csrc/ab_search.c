/*
** The life of a search. An iteration is one walk of the loop from the root to a fixed horizon; a
** step is any stretch of such walks. Limits and steps reach the loop as a budget of nodes only
** (`grant`); it returns when that is 0, and nothing it does depends on how it was cut.
**
** `best` is what the last completed iteration found; `running` is the one under way.
*/
#include <string.h>
#include "ab_search.h"
#include "ab_loop.h"

#define AB_UNLIMITED ((uint64_t)-1 >> 1)

static void begin_iteration (ab_search *s, int horizon) {
  ab_node *above = &s->stack.nodes[0];
  memset(above, 0, sizeof *above);
  above->alpha = s->options.alpha;
  above->beta = s->options.beta;
  s->ply = 0;
  s->horizon = horizon;
  s->clipped = 0;
  s->phase = AB_START;
}

static int is_valid (const ab_options *o) {
  return o->depth >= -1 && o->depth <= AB_MAX_DEPTH && o->alpha < o->beta;
}

ab_search *ab_search_new (const ab_game *game, void *context, const void *state,
                          const ab_options *options, ab_alloc alloc, void *ud) {
  ab_search *s;
  if (!is_valid(options))
    return NULL;
  s = alloc(ud, NULL, 0, sizeof *s);
  if (s == NULL)
    return NULL;
  memset(s, 0, sizeof *s);
  s->game = game;
  s->context = context;
  s->options = *options;
  s->mem.alloc = alloc;
  s->mem.ud = ud;
  s->lines.free = AB_NO_LINE;
  s->stack.stride = game->undo == NULL ? game->state_size : 0;
  ab_clock_init(&s->clock, options->now);
  if (!ab_stack_reserve(&s->stack, &s->mem, game->state_size, 2)) {
    ab_search_free(s);
    return NULL;
  }
  memcpy(s->stack.states, state, game->state_size);
  if (options->deepening)
    begin_iteration(s, options->depth == 0 ? 0 : 1);
  else
    begin_iteration(s, options->depth < 0 ? AB_MAX_DEPTH : options->depth);
  return s;
}

void ab_search_free (ab_search *s) {
  ab_mem mem;
  if (s == NULL)
    return;
  mem = s->mem;
  ab_stack_free(&s->stack, &mem, s->game->state_size);
  ab_mem_free(&mem, s->lines.cells, s->lines.capacity, sizeof *s->lines.cells);
  ab_mem_free(&mem, s->running.moves, s->running.capacity, sizeof *s->running.moves);
  ab_mem_free(&mem, s->best.moves, s->best.capacity, sizeof *s->best.moves);
  ab_mem_free(&mem, s, 1, sizeof *s);
}

static void stop (ab_search *s, ab_stop why) {
  s->stopped = why;
  s->finished = 1;
}

/* The iteration is complete: what it found is now the result. */
static void end_iteration (ab_search *s) {
  ab_roots found = s->running;
  int limit = s->options.depth < 0 ? AB_MAX_DEPTH : s->options.depth;
  ab_roots_clear(s, &s->best);
  s->running = s->best;
  s->best = found;
  s->value = s->child.value;
  s->valued = 1;
  s->depth = s->clipped > 0 || s->options.depth >= 0 ? s->horizon : s->deepest;
  if (!s->options.deepening || s->clipped == 0 || s->horizon == limit)
    stop(s, AB_STOP_NONE);
  else
    begin_iteration(s, s->horizon + 1);
}

static uint64_t least (uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Give the loop its next budget; 0: the search or the step has come to a limit. */
static int grant (ab_search *s) {
  uint64_t visited = ab_nodes(s), budget = AB_UNLIMITED;
  double limit = s->options.time;
  if (s->options.nodes > 0) {
    budget = s->options.nodes - visited;
    if (budget == 0) {
      stop(s, AB_STOP_NODES);
      return 0;
    }
  }
  if (s->step_nodes > 0) {
    if (visited >= s->step_nodes)
      return 0;
    budget = least(budget, s->step_nodes - visited);
  }
  if (limit >= 0 || s->step_time >= 0) {
    double worked = ab_clock_look(&s->clock);
    if (limit >= 0 && worked >= limit && (s->valued || s->running.count > 0)) {
      stop(s, AB_STOP_TIME);
      return 0;
    }
    if (s->step_time >= 0 && worked >= s->step_time && visited > s->step_began)
      return 0;
    budget = least(budget, s->clock.slice);
  }
  s->budget = budget;
  s->granted += budget;
  return 1;
}

static ab_status walk (ab_search *s) {
  while (!s->finished) {
    ab_status status = ab_loop(s, s->game);
    if (status == AB_DONE)
      end_iteration(s);
    else if (status != AB_PAUSED)
      return status;
    else if (!grant(s))
      return s->finished ? AB_DONE : AB_PAUSED;
  }
  return AB_DONE;
}

ab_status ab_search_resume (ab_search *s) {
  ab_status status = walk(s);
  ab_clock_stop(&s->clock);
  return status;
}

ab_status ab_search_step (ab_search *s, uint64_t nodes, double seconds) {
  s->granted -= s->budget; /* what a step that was left by longjmp had not used */
  s->budget = 0;
  ab_clock_start(&s->clock);
  s->step_began = ab_nodes(s);
  s->step_nodes = nodes > 0 ? s->step_began + nodes : 0;
  s->step_time = seconds >= 0 ? ab_clock_read(&s->clock) + seconds : -1;
  return ab_search_resume(s);
}

void ab_search_halt (ab_search *s) { ab_clock_stop(&s->clock); }

static const ab_roots *known_roots (const ab_search *s) { return s->valued ? &s->best : &s->running; }

/* Before an iteration is complete, the moves searched so far bound the value from below. */
static void value_so_far (const ab_search *s, ab_result *result) {
  int i;
  for (i = 0; i < s->running.count; i++) {
    const ab_root_move *found = &s->running.moves[i];
    if (found->bound == AB_UPPER || (result->valued && found->value <= result->value))
      continue;
    result->value = found->value;
    result->bound = AB_LOWER;
    result->valued = 1;
  }
}

ab_result ab_search_result (const ab_search *s) {
  ab_result result;
  memset(&result, 0, sizeof result);
  result.depth = s->depth;
  result.moves = known_roots(s)->count;
  result.nodes = ab_nodes(s);
  result.leaves = s->leaves;
  result.cutoffs = s->cutoffs;
  result.time = ab_clock_read(&s->clock);
  result.stopped = s->stopped;
  if (s->valued) {
    result.valued = 1;
    result.value = s->value;
    result.bound = ab_bound_in(s->value, s->options.alpha, s->options.beta);
  }
  else
    value_so_far(s, &result);
  return result;
}

ab_root_move ab_search_move (const ab_search *s, int i) { return known_roots(s)->moves[i]; }

ab_move ab_search_line (const ab_search *s, int *line) {
  const ab_cell *cell = &s->lines.cells[*line];
  *line = cell->next;
  return cell->move;
}

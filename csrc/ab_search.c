/*
** The life of a search. A pass is one walk from the root to a fixed horizon in a fixed window; an
** iteration is a pass, or more where the window was guessed wrong; a step is any stretch of them.
** Limits and steps reach the loop as a budget of nodes only (ab_search_grant); it returns when that is 0,
** and nothing it does depends on how it was cut.
**
** `best` is what the last completed iteration found; `running` is the pass under way.
*/
#include <string.h>
#include "ab_search.h"
#include "ab_loop.h"
#include "ab_paper.h"

#define AB_UNLIMITED ((uint64_t)-1 >> 1)

static void begin_pass (ab_search *s, ab_value alpha, ab_value beta) {
  ab_node *above = &s->stack.nodes[0];
  int i;
  for (i = 0; i < s->trace.count; i++)
    ab_line_drop(&s->lines, s->trace.nodes[i].line);
  s->trace.count = s->trace.more = 0;
  ab_roots_clear(s, &s->running);
  memset(above, 0, sizeof *above);
  above->alpha = s->alpha = alpha;
  above->beta = s->beta = beta;
  s->ply = 0;
  s->clipped = 0;
  s->phase = AB_START;
  s->pass_nodes = ab_nodes(s);
  s->pass_leaves = s->leaves;
  s->pass_cutoffs = s->cutoffs;
}

static ab_value below (ab_value value) { return nextafter(value, -AB_INF); }
static ab_value above (ab_value value) { return nextafter(value, AB_INF); }

/* The first window is a guess, if one was asked for and only one move is. */
static void begin_iteration (ab_search *s, int horizon) {
  const ab_options *o = &s->options;
  ab_value alpha = o->alpha, beta = o->beta;
  s->horizon = horizon;
  s->passes = 0;
  if (o->algorithm == AB_ASPIRATION && o->want == AB_FIRST) {
    ab_value guess = s->valued ? s->value : o->guess;
    ab_value low = guess - o->margin, high = guess + o->margin;
    if (low >= guess)
      low = below(guess);
    if (high <= guess)
      high = above(guess);
    if (low > alpha && low < beta)
      alpha = low;
    if (high < beta && high > alpha)
      beta = high;
  }
  begin_pass(s, alpha, beta);
}

/* The value lies outside the guessed window: search again on that side of it. The paper's windows, (v,
** +inf) and (-inf, v), would find the value; with the neighbour of v instead, v itself lies inside, so
** that the first best move and its line are found as well. If it is not there either (where a game gives
** bounds, and a horizon hides what they know, the value depends on the window), everything is searched. */
static int widen (ab_search *s) {
  const ab_options *o = &s->options;
  ab_value value = s->child.value, edge;
  int inside = ab_bound_in(value, s->alpha, s->beta) == AB_EXACT;
  if (ab_bound_in(value, o->alpha, o->beta) != AB_EXACT)
    return 0;
  if (++s->passes == 2 && !inside && (s->alpha > o->alpha || s->beta < o->beta)) {
    begin_pass(s, o->alpha, o->beta);
    return 1;
  }
  if (s->passes > 1)
    return 0;
  if (value <= s->alpha && s->alpha > o->alpha) {
    edge = above(value);
    begin_pass(s, o->alpha, edge < o->beta ? edge : o->beta);
    return 1;
  }
  if (value >= s->beta && s->beta < o->beta) {
    edge = below(value);
    begin_pass(s, edge > o->alpha ? edge : o->alpha, o->beta);
    return 1;
  }
  return 0;
}

static int is_valid (const ab_options *o) {
  return o->depth >= -1 && o->depth <= AB_MAX_DEPTH && o->alpha < o->beta
      && (o->algorithm != AB_ASPIRATION || o->margin > 0);
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
  s->reach = options->algorithm == AB_MINIMAX           ? AB_NOWHERE
           : options->algorithm == AB_BRANCH_AND_BOUND ? AB_CHILD
                                                       : AB_DEEP;
  if (s->reach != AB_DEEP || options->algorithm == AB_PAPER_F || options->algorithm == AB_PAPER_F1)
    s->options.alpha = -AB_INF;
  if (s->reach == AB_NOWHERE || options->algorithm == AB_PAPER_F)
    s->options.beta = AB_INF;
  if (game->likelihood == NULL)
    s->options.threshold = 0;
  s->mem.alloc = alloc;
  s->mem.ud = ud;
  s->lines.free = AB_NO_LINE;
  s->stack.stride = game->undo == NULL ? game->state_size : 0;
  ab_clock_init(&s->clock, options->now);
  s->root = alloc(ud, NULL, 0, game->state_size);
  if (s->root == NULL || !ab_stack_reserve(&s->stack, &s->mem, game->state_size, 2)) {
    ab_search_free(s);
    return NULL;
  }
  memcpy(s->root, state, game->state_size);
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
  ab_trace_free(&s->trace, &mem);
  ab_paper_free(&s->paper, &mem);
  ab_mem_free(&mem, s->root, 1, s->game->state_size);
  ab_mem_free(&mem, s->lines.cells, s->lines.capacity, sizeof *s->lines.cells);
  ab_mem_free(&mem, s->running.moves, s->running.capacity, sizeof *s->running.moves);
  ab_mem_free(&mem, s->best.moves, s->best.capacity, sizeof *s->best.moves);
  ab_mem_free(&mem, s, 1, sizeof *s);
}

static void stop (ab_search *s, ab_stop why) {
  s->stopped = why;
  s->finished = 1;
}

/* The pass is complete. If it was the last of its iteration, what it found is now the result. */
static void end_iteration (ab_search *s) {
  ab_roots found = s->running;
  int limit = s->options.depth < 0 ? AB_MAX_DEPTH : s->options.depth;
  if (widen(s))
    return;
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

/* Has some root move been searched? */
static int has_move (const ab_search *s) {
  return s->valued || s->running.count > 0
      || (AB_IS_PRINTED(s->options.algorithm) && s->stack.nodes[1].line != AB_NO_LINE);
}

int ab_search_grant (ab_search *s) {
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
    if (limit >= 0 && worked >= limit && has_move(s)) {
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

static ab_status walk_on (ab_search *s) {
  if (AB_IS_PRINTED(s->options.algorithm))
    return ab_paper_walk(s);
  return s->options.trace > 0 ? ab_loop(s, s->game, 1) : ab_loop(s, s->game, 0);
}

static ab_status walk (ab_search *s) {
  while (!s->finished) {
    ab_status status = walk_on(s);
    if (status == AB_DONE)
      end_iteration(s);
    else if (status != AB_PAUSED)
      return status;
    else if (!ab_search_grant(s))
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
  if (AB_IS_PRINTED(s->options.algorithm)) {
    s->step_nodes = 0;
    s->step_time = -1;
  }
  return ab_search_resume(s);
}

void ab_search_halt (ab_search *s) { ab_clock_stop(&s->clock); }

int ab_search_record (ab_search *s) {
  ab_node under = ab_node_under(&s->stack.nodes[s->ply], &s->child, s->reach, 0);
  int line = AB_NO_LINE;
  if (!ab_trace_reserve(&s->trace, &s->mem, s->ply))
    return 0;
  if (!ab_trace_wants(&s->trace, s->ply, s->options.trace)) {
    ab_trace_skip(&s->trace, s->ply);
    return 1;
  }
  if (s->ply > 0 && (line = ab_line_through(s, s->ply, AB_NO_LINE)) == AB_NO_LINE)
    return 0;
  ab_trace_enter(&s->trace, s->ply, line, under.alpha, under.beta);
  return 1;
}

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
  result.traced = s->trace.count;
  result.untraced = s->trace.more;
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

ab_traced ab_search_traced (const ab_search *s, int i) { return s->trace.nodes[i]; }

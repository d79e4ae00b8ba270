#include "ab_limit.h"

#define AB_UNLIMITED ((uint64_t)-1 >> 1)
#define AB_UNTIMED ((uint64_t)100) /* nodes that a helper without a clock visits between two looks at whether it is to stop */

void ab_limit_stop (ab_search *s, ab_stop why) {
  s->stopped = why;
  s->finished = 1;
}

static uint64_t least (uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Has some root move been searched, or a playout made? */
static int has_move (const ab_search *s) {
  return (s->uct != NULL && s->uct->playouts > 0) || s->valued || s->running.count > 0 || s->earlier.count > 0
      || (AB_IS_PRINTED(s->options.algorithm) && s->w.stack.nodes[1].line != AB_NO_LINE);
}

/* The first playout is always finished. */
static int is_first_playout (const ab_search *s) {
  return s->uct != NULL && s->uct->playouts == 0;
}

/* Does somebody else wait for this search, or for its thread? Then it looks often whether that is still wanted. */
static int helps (const ab_search *s) { return s->options.helper > 0 || s->member != NULL; }

static int is_dismissed (const ab_search *s) {
  return s->options.helper > 0 && ab_table_is_stopped(s->options.table);
}

/* May a thread go on? It tells how many playouts it has made. */
static int may_help (const ab_search *s, double worked) {
  if (s->member == NULL)
    return 1;
  if (s->uct != NULL)
    ab_atomic_store(&s->member->done, (uint32_t)s->uct->playouts);
  return ab_team_may_work(s->member, worked, s->clock.now != NULL);
}

/* A small search is over before a thread has begun: it does without. */
#define AB_ALONE 150e-6                  /* seconds */
#define AB_ALONE_NODES ((uint64_t)2000) /* where there is no clock; and for playouts */

static int has_resting_team (const ab_search *s) { return s->team != NULL && !s->team->works; }

/* Have all moves of the root a node here? Until then neither a proof by one of them nor its visits, of another thread, could be
** taken over. */
static int has_root_moves (const ab_search *s) {
  return s->uct == NULL || ab_tree_at(&s->uct->tree, 0)->marks & (AB_TREE_FULL | AB_TREE_CHANCE | AB_TREE_BOTH);
}

static int is_small (const ab_search *s, uint64_t visited, double worked) {
  if (!has_root_moves(s))
    return 1;
  return s->clock.now != NULL && s->uct == NULL ? worked < AB_ALONE : visited < AB_ALONE_NODES;
}

int ab_limit_grant (ab_search *s) {
  uint64_t visited = ab_search_nodes(s), budget = AB_UNLIMITED;
  double limit = s->options.time;
  if (s->uct != NULL && s->uct->until > 0 && ab_search_playouts(s) >= s->uct->until)
    return 0;
  if (s->options.nodes > 0) {
    budget = s->options.nodes > visited ? s->options.nodes - visited : 0;
    if (budget == 0 && is_first_playout(s))
      budget = 1;
    if (budget == 0) {
      ab_limit_stop(s, AB_STOP_NODES);
      return 0;
    }
  }
  if (s->step_nodes > 0) {
    if (visited >= s->step_nodes)
      return 0;
    budget = least(budget, s->step_nodes - visited);
  }
  if (is_dismissed(s)) {
    ab_limit_stop(s, AB_STOP_TABLE);
    return 0;
  }
  if (helps(s) && s->clock.now == NULL)
    budget = least(budget, AB_UNTIMED);
  if (limit >= 0 || s->step_time >= 0 || helps(s) || has_resting_team(s)) {
    double worked = ab_clock_look(&s->clock);
    if (!may_help(s, worked))
      return 0;
    if (limit >= 0 && !ab_clock_has_time(&s->clock, worked, limit) && has_move(s)) {
      ab_limit_stop(s, AB_STOP_TIME);
      return 0;
    }
    if (s->step_time >= 0 && visited > s->step_began
        && !ab_clock_has_time(&s->clock, worked, s->step_time))
      return 0;
    if (has_resting_team(s) && !is_small(s, visited, worked))
      ab_team_work(s->team);
    budget = least(budget, s->clock.slice);
  }
  s->w.budget = budget;
  s->granted += budget;
  return 1;
}

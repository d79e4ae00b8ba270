#include "ab_way.h"

int ab_way_grant (ab_path *p) {
  const ab_path_options *o = &p->options;
  int timed = p->limit >= 0 || o->time >= 0;
  double worked = timed ? ab_clock_look(&p->clock) : 0;
  if (p->granted && o->time >= 0 && !ab_clock_has_time(&p->clock, worked, o->time)) {
    p->stopped = AB_STOP_TIME;
    p->ended = 1;
    return 0;
  }
  if (p->left == 0 || (p->granted && p->limit >= 0 && !ab_clock_has_time(&p->clock, worked, p->limit)))
    return 0;
  p->granted = 1;
  p->budget = timed && p->clock.slice < p->left ? p->clock.slice : p->left;
  p->left -= p->budget;
  return 1;
}

/* ---------------------------------------------------------------- what the game says */

ab_status ab_way_check_number (ab_path *p, int number) {
  int most = p->game->max_moves > 0 ? p->game->max_moves : AB_MAX_MOVES;
  p->asked = "moves";
  p->broken = number;
  return number >= 0 && number <= most ? AB_DONE : AB_BROKEN;
}

ab_status ab_way_count (ab_path *p, void *state, ab_move *list, int *count) {
  int given = p->game->moves(p->context, state, list);
  *count = given;
  if (given == AB_LAZY && p->game->more != NULL && p->game->max_moves == 0)
    return AB_DONE;
  return ab_way_check_number(p, given);
}

ab_status ab_way_cost (ab_path *p, void *state, ab_move move) {
  double cost = p->game->cost(p->context, state, move);
  p->step = cost + 0.0; /* no -0.0 */
  p->asked = "cost";
  p->outside = cost;
  return cost >= 0 && cost <= AB_MAX_PAYOFF ? AB_DONE : AB_OUTSIDE;
}

ab_status ab_way_refuse (ab_path *p, double estimate) {
  p->asked = "remaining";
  p->outside = estimate;
  return AB_OUTSIDE;
}

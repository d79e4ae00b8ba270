#include "ab_sweep.h"

enum { BEGIN, SWEEP, FINISHED };

#define AB_EXACT_SWEEPS 100 /* sweeps after which values that still change are taken for those of a game without end */
#define AB_ROUNDING 3.552713678800501e-15 /* 2^-48, of the largest value: smaller changes may be rounding */

int ab_sweep_reserve (ab_sweep *sweep, const ab_mem *mem, size_t link) {
  return ab_pages_reserve(&sweep->parts, mem, link / AB_PARTS + 1, AB_PARTS * sizeof(double));
}

static double *part_of (const ab_sweep *sweep, size_t link) {
  return (double *)sweep->parts.list[link / AB_PARTS] + link % AB_PARTS;
}

void ab_sweep_note (ab_sweep *sweep, size_t link, double part) { *part_of(sweep, link) = part; }

void ab_sweep_free (ab_sweep *sweep, const ab_mem *mem) {
  ab_pages_free(&sweep->parts, mem, AB_PARTS * sizeof(double));
}

/* What the position is worth that the move leads to, to the player to move before it. */
static ab_value value_behind (const ab_graph *graph, uint32_t move) {
  ab_value value = *ab_graph_value(graph, move & AB_INDEX);
  return move & AB_SAME ? value : 0 - value;
}

/* A compiler that fused the product with the sum would change the last bit: this one is stored before it is added. */
static ab_value plus (ab_value sum, double part, ab_value value) {
  volatile ab_value product = part * value;
  return sum + product;
}

static ab_value mean (const ab_sweep *sweep, const ab_graph *graph, size_t at) {
  ab_value sum = 0;
  uint32_t move;
  do {
    move = *ab_graph_move(graph, at);
    sum = plus(sum, *part_of(sweep, at++), value_behind(graph, move));
  } while (!(move & AB_LAST));
  return sum;
}

static ab_value best (const ab_graph *graph, size_t at) {
  ab_value most = -AB_INF;
  uint32_t move;
  do {
    ab_value value;
    move = *ab_graph_move(graph, at++);
    value = value_behind(graph, move);
    most = value > most ? value : most;
  } while (!(move & AB_LAST));
  return most;
}

/* Begin with endless play. No position has plies. */
static void begin (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  const ab_spot *spot = ab_graph_spot(graph, i);
  ab_facts *facts = ab_graph_facts(graph, i);
  facts->rank = 0;
  facts->plies = AB_NO_PLIES;
  if (!(spot->next & AB_ENDED))
    *ab_graph_value(graph, i) = spot->next & AB_SECOND ? 0 - sweep->endless : sweep->endless;
}

static void look_at (ab_sweep *sweep, const ab_graph *graph, size_t i) {
  const ab_spot *spot = ab_graph_spot(graph, i);
  ab_value *value = ab_graph_value(graph, i), now;
  double change;
  if (spot->next & AB_ENDED)
    return;
  now = spot->next & AB_ROLLED ? mean(sweep, graph, spot->first) : best(graph, spot->first);
  change = now > *value ? now - *value : *value - now;
  sweep->change = change > sweep->change ? change : sweep->change;
  sweep->largest = now > sweep->largest ? now : -now > sweep->largest ? -now : sweep->largest;
  *value = now;
}

/* What no value is known better than. */
static double slack_of (const ab_sweep *sweep) {
  double rounding = sweep->largest * AB_ROUNDING;
  return rounding > sweep->tolerance ? rounding : sweep->tolerance;
}

/* Changes that become smaller at some rate amount to so much, all together. */
static int is_near (const ab_sweep *sweep) {
  double rate = sweep->before > 0 ? sweep->change / sweep->before : 1;
  if (sweep->count < AB_EXACT_SWEEPS || sweep->change > slack_of(sweep))
    return 0;
  return sweep->change <= sweep->largest * AB_ROUNDING
      || (rate < 1 && sweep->change * rate / (1 - rate) <= sweep->tolerance / 16);
}

/* A sweep is over. */
static void end_sweep (ab_sweep *sweep, const ab_graph *graph) {
  int first = sweep->phase == BEGIN;
  sweep->phase = !first && (sweep->change == 0 || is_near(sweep)) ? FINISHED : SWEEP;
  sweep->count += sweep->count < AB_EXACT_SWEEPS && !first;
  sweep->before = sweep->change;
  sweep->change = 0;
  sweep->largest = 0;
  sweep->left = graph->positions;
}

ab_status ab_sweep_run (ab_sweep *sweep, const ab_graph *graph, uint64_t *budget) {
  if (sweep->phase == BEGIN && sweep->left == 0)
    sweep->left = graph->positions;
  while (sweep->phase != FINISHED) {
    for (; sweep->left > 0; --*budget) {
      if (*budget == 0)
        return AB_PAUSED;
      sweep->left--;
      if (sweep->phase == BEGIN)
        begin(sweep, graph, sweep->left);
      else
        look_at(sweep, graph, sweep->left);
    }
    end_sweep(sweep, graph);
  }
  return AB_DONE;
}

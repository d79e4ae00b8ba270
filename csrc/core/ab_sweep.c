#include <string.h>
#include "ab_sweep.h"

enum { ROOM, BEGIN, END, SWEEP, FORCE, DROP, REFILL, FINISHED };

#define AB_EXACT_SWEEPS 100 /* sweeps after which values that still change are taken for those of a game without end */
#define AB_ROUNDING 3.552713678800501e-15 /* 2^-48, of the largest value: smaller changes may be rounding */
#define AB_PIVOTING 5.684341886080802e-14 /* 2^-44: the same where matrix games are solved */
#define AB_MOST_DROPS 1000  /* how often values are dropped: some are hardly to be told apart */

/* The same position where the other player is to move. */
typedef struct twin {
  ab_value value;
  uint32_t rank;
} twin;

int ab_sweep_reserve (ab_sweep *sweep, const ab_mem *mem, size_t link) {
  return ab_pages_reserve(&sweep->parts, mem, link / AB_PARTS + 1, AB_PARTS * sizeof(double));
}

static double *part_of (const ab_sweep *sweep, size_t link) {
  return (double *)sweep->parts.list[link / AB_PARTS] + link % AB_PARTS;
}

void ab_sweep_note (ab_sweep *sweep, size_t link, double part) { *part_of(sweep, link) = part; }

int ab_sweep_free_some (ab_sweep *sweep, const ab_mem *mem) {
  if (!ab_pages_free_some(&sweep->parts, mem, AB_PARTS * sizeof(double))
      || !ab_pages_free_some(&sweep->twins, mem, AB_TWINS * sizeof(twin)))
    return 0;
  ab_mem_free(mem, sweep->cells, sweep->cells_room, sizeof *sweep->cells);
  ab_matrix_free(&sweep->matrix, mem);
  sweep->cells = NULL;
  sweep->cells_room = 0;
  memset(&sweep->matrix, 0, sizeof sweep->matrix);
  return 1;
}

void ab_sweep_free (ab_sweep *sweep, const ab_mem *mem) {
  while (!ab_sweep_free_some(sweep, mem))
    ;
}

static twin *twin_of (const ab_sweep *sweep, size_t i) { return (twin *)sweep->twins.list[i / AB_TWINS] + i % AB_TWINS; }

/* Which position of the graph is it? */
static size_t position_of (const ab_graph *graph, size_t i) { return i < graph->positions ? i : i - graph->positions; }

static const ab_spot *spot_of (const ab_graph *graph, size_t i) { return ab_graph_spot(graph, position_of(graph, i)); }

static ab_value *value_of (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return i < graph->positions ? ab_graph_value(graph, i) : &twin_of(sweep, i - graph->positions)->value;
}

static uint32_t *rank_of (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return i < graph->positions ? &ab_graph_facts(graph, i)->rank : &twin_of(sweep, i - graph->positions)->rank;
}

/* Does the move lead from position i to a twin? From one, unless the other player is to move then. */
AB_INLINE int leads_to_twin (const ab_sweep *sweep, const ab_graph *graph, size_t i, uint32_t move) {
  return sweep->shared && (i >= graph->positions) == ((move & AB_SAME) != 0);
}

/* What the position is worth that the move leads to, to the player to move before it. */
AB_INLINE ab_value value_behind (const ab_sweep *sweep, const ab_graph *graph, size_t i, uint32_t move) {
  size_t to = move & AB_INDEX;
  ab_value value = leads_to_twin(sweep, graph, i, move) ? twin_of(sweep, to)->value : *ab_graph_value(graph, to);
  return move & AB_SAME ? value : 0 - value;
}

/* The rank of that position. */
static uint32_t rank_behind (const ab_sweep *sweep, const ab_graph *graph, size_t i, uint32_t move) {
  size_t to = move & AB_INDEX;
  return leads_to_twin(sweep, graph, i, move) ? twin_of(sweep, to)->rank : ab_graph_facts(graph, to)->rank;
}

static ab_value mean (const ab_sweep *sweep, const ab_graph *graph, size_t i, size_t at) {
  ab_value sum = 0;
  uint32_t move;
  do {
    move = *ab_graph_move(graph, at);
    sum = ab_plus_product(sum, *part_of(sweep, at++), value_behind(sweep, graph, i, move));
  } while (!(move & AB_LAST));
  return sum;
}

static ab_value best (const ab_sweep *sweep, const ab_graph *graph, size_t i, size_t at) {
  ab_value most = -AB_INF;
  uint32_t move;
  do {
    ab_value value;
    move = *ab_graph_move(graph, at++);
    value = value_behind(sweep, graph, i, move);
    most = value > most ? value : most;
  } while (!(move & AB_LAST));
  return most;
}

/* What endless play is worth to the player to move. */
static ab_value endless_at (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return spot_of(graph, i)->next & AB_SECOND ? 0 - sweep->endless : sweep->endless;
}

/* Begin with endless play. No position has plies. */
static void begin (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  size_t position = position_of(graph, i);
  *rank_of(sweep, graph, i) = 0;
  ab_graph_facts(graph, position)->plies = AB_NO_PLIES;
  *value_of(sweep, graph, i) = spot_of(graph, i)->next & AB_ENDED ? *ab_graph_value(graph, position)
                                                                 : endless_at(sweep, graph, i);
}

/* Begin to solve the matrix game of the joint moves; 0: no memory. */
static int begin_matrix (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  size_t at = spot_of(graph, i)->first;
  int count = 0, columns = 0;
  uint32_t move;
  do {
    if (!ab_mem_reserve(mem, &sweep->cells, &sweep->cells_room, (size_t)count + 1, sizeof *sweep->cells))
      return 0;
    move = *ab_graph_move(graph, at++);
    sweep->cells[count++] = value_behind(sweep, graph, i, move);
    if (columns == 0 && move & AB_ROW_END)
      columns = count;
  } while (!(move & AB_LAST));
  columns = columns > 0 ? columns : count;
  if (!ab_matrix_reserve(&sweep->matrix, mem, count / columns, columns))
    return 0;
  ab_matrix_begin(&sweep->matrix, sweep->cells, count / columns, columns);
  return 1;
}

/* What it is worth, once it is solved; until then AB_PAUSED. */
static ab_status solve_matrix (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i, ab_value *value) {
  if (!sweep->solving && !begin_matrix(sweep, graph, mem, i))
    return AB_NOMEM;
  sweep->solving = ab_matrix_pivot(&sweep->matrix);
  *value = sweep->matrix.value;
  return sweep->solving ? AB_PAUSED : AB_DONE;
}

static ab_status look_at (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  const ab_spot *spot = spot_of(graph, i);
  ab_value *value = value_of(sweep, graph, i), now;
  double change;
  if (spot->next & AB_ENDED)
    return AB_DONE;
  if (spot->next & AB_AT_ONCE) {
    ab_status status = solve_matrix(sweep, graph, mem, i, &now);
    if (status != AB_DONE)
      return status;
  }
  else
    now = spot->next & AB_ROLLED ? mean(sweep, graph, i, spot->first) : best(sweep, graph, i, spot->first);
  change = now > *value ? now - *value : *value - now;
  sweep->change = change > sweep->change ? change : sweep->change;
  sweep->largest = now > sweep->largest ? now : -now > sweep->largest ? -now : sweep->largest;
  *value = now;
  return AB_DONE;
}

/* Smaller changes may be rounding. */
static double rounding_of (const ab_sweep *sweep) {
  return sweep->largest * (sweep->at_once ? AB_PIVOTING : AB_ROUNDING);
}

#define AB_FINER 16 /* so many times finer are values that two players have of one position, so that they agree in the end */

/* What no value is known better than. */
static double slack_of (const ab_sweep *sweep) {
  double rounding = rounding_of(sweep), tolerance = sweep->tolerance;
  if (sweep->shared)
    tolerance /= AB_FINER;
  else if (sweep->merged)
    rounding *= AB_FINER;
  return rounding > tolerance ? rounding : tolerance;
}

/* ---------------------------------------------------------------- does it end? */

/* From those that were found, the game may end whatever the players do: all moves lead there, or one outcome of chance. If
** none is left open it is sure to. */
static void end (ab_sweep *sweep, const ab_graph *graph, size_t i) {
  const ab_spot *spot = spot_of(graph, i);
  int one_will_do = (spot->next & AB_ROLLED) != 0, ends = !one_will_do;
  size_t at = spot->first;
  uint32_t move = AB_LAST, *rank = rank_of(sweep, graph, i);
  if (*rank > 0)
    return;
  if (spot->next & AB_ENDED)
    ends = 1;
  else
    do {
      move = *ab_graph_move(graph, at++);
      if ((rank_behind(sweep, graph, i, move) > 0) == one_will_do)
        ends = one_will_do;
    } while (!(move & AB_LAST));
  *rank = (uint32_t)ends;
  *(ends ? &sweep->found : &sweep->open) = 1;
}

/* ---------------------------------------------------------------- is it forced? */

/* Is the value that of endless play? */
static int is_endless (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  ab_value gain = *value_of(sweep, graph, i) - endless_at(sweep, graph, i);
  return gain <= slack_of(sweep) && gain >= -slack_of(sweep);
}

/* Whoever is better off than by endless play must have a best move to where that is forced, the other player no best
** one to anywhere else; and of the outcomes of chance one must lead there. */
static int is_forced (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  const ab_spot *spot = spot_of(graph, i);
  ab_value value = *value_of(sweep, graph, i);
  int rolled = (spot->next & AB_ROLLED) != 0, one_will_do = rolled || value > endless_at(sweep, graph, i);
  size_t at = spot->first;
  uint32_t move;
  if (spot->next & AB_ENDED || is_endless(sweep, graph, i))
    return 1;
  do {
    int leads_on;
    move = *ab_graph_move(graph, at++);
    leads_on = rank_behind(sweep, graph, i, move) > 0;
    if (leads_on == one_will_do && (rolled || value_behind(sweep, graph, i, move) >= value - slack_of(sweep)))
      return one_will_do;
  } while (!(move & AB_LAST));
  return !one_will_do;
}

/* `rank` is the number of the position in the order in which they are found to be forced. */
static void force (ab_sweep *sweep, const ab_graph *graph, size_t i) {
  uint32_t *rank = rank_of(sweep, graph, i);
  if (*rank > 0)
    return;
  if (is_forced(sweep, graph, i)) {
    *rank = ++sweep->forced;
    sweep->found = 1;
  }
  else
    sweep->open = 1;
}

/* Is all forced, or what is not to be left at that? */
static int is_over (const ab_sweep *sweep) { return !sweep->open || sweep->merged || sweep->drops == AB_MOST_DROPS; }

/* What is not forced comes from a time when other values were not known: it keeps itself up. If all is forced, the
** order stays known. */
static void drop (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  uint32_t *rank = rank_of(sweep, graph, i);
  int ended = (spot_of(graph, i)->next & AB_ENDED) != 0;
  if (!is_over(sweep)) {
    if (*rank == 0)
      *value_of(sweep, graph, i) = endless_at(sweep, graph, i);
    return;
  }
  if (!sweep->shared && *rank > 0 && !ended && !is_endless(sweep, graph, i))
    ab_graph_facts(graph, i)->plies = AB_ORDER | *rank;
  *rank = 0;
}

/* What was dropped gets its values from what was not, before that sees any of it: what one player has lost for a moment would
** be the other one's gain, and that keeps itself up in its turn. */
static ab_status refill (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  return *rank_of(sweep, graph, i) == 0 ? look_at(sweep, graph, mem, i) : AB_DONE;
}

/* In the first of the sweeps nothing is known to be forced any more. */
static ab_status look_anew (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  if (sweep->count == 0)
    *rank_of(sweep, graph, i) = 0;
  return look_at(sweep, graph, mem, i);
}

/* ---------------------------------------------------------------- sweeps */

/* Changes that become smaller at some rate amount to so much, all together. */
static int is_near (const ab_sweep *sweep) {
  double rate = sweep->before > 0 ? sweep->change / sweep->before : 1;
  if (sweep->count < AB_EXACT_SWEEPS || sweep->change > slack_of(sweep))
    return 0;
  return sweep->change <= rounding_of(sweep)
      || (rate < 1 && sweep->change * rate / (1 - rate) <= sweep->tolerance / 16);
}

/* Room for the position's twin, if there are twins; the other way round, page by page. */
static ab_status make_room (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  size_t before = 2 * graph->positions - 1 - i;
  if (!sweep->shared || before >= graph->positions)
    return AB_DONE;
  return ab_pages_reserve(&sweep->twins, mem, before / AB_TWINS + 1, AB_TWINS * sizeof(twin)) ? AB_DONE : AB_NOMEM;
}

/* AB_PAUSED: the position is to be visited once more. */
static ab_status visit (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  switch (sweep->phase) {
    case ROOM: return make_room(sweep, graph, mem, i);
    case BEGIN: begin(sweep, graph, i); break;
    case END: end(sweep, graph, i); break;
    case SWEEP: return look_anew(sweep, graph, mem, i);
    case REFILL: return refill(sweep, graph, mem, i);
    case FORCE: force(sweep, graph, i); break;
    default: drop(sweep, graph, i);
  }
  return AB_DONE;
}

/* Values do not change any more. */
static int is_settled (const ab_sweep *sweep) { return sweep->change == 0 || is_near(sweep); }

/* Which sweep follows? */
static int next_phase (const ab_sweep *sweep) {
  switch (sweep->phase) {
    case ROOM: return BEGIN;
    case BEGIN: return sweep->at_once ? END : SWEEP;
    case END: return sweep->open ? END : SWEEP;
    case SWEEP: return !is_settled(sweep) ? SWEEP : sweep->at_once ? FINISHED : FORCE;
    case FORCE: return sweep->open && sweep->found ? FORCE : DROP;
    case REFILL: return is_settled(sweep) ? SWEEP : REFILL;
    default: return !is_over(sweep) ? REFILL : sweep->shared ? FORCE : FINISHED;
  }
}

/* So many positions a sweep goes over. */
static size_t size_of (const ab_sweep *sweep, const ab_graph *graph) { return graph->positions << sweep->shared; }

static void end_sweep (ab_sweep *sweep, const ab_graph *graph) {
  int ended = sweep->phase;
  sweep->phase = next_phase(sweep);
  if (ended == DROP && sweep->phase != REFILL) {
    sweep->merged = sweep->shared;
    sweep->shared = 0;
  }
  sweep->count = sweep->phase == ended ? sweep->count + (sweep->count < AB_EXACT_SWEEPS) : 0;
  sweep->drops += ended == DROP;
  sweep->before = sweep->phase == ended ? sweep->change : 0;
  sweep->change = 0;
  if (sweep->phase == FORCE || sweep->phase == END)
    sweep->open = sweep->found = 0;
  if (ended == SWEEP || ended == DROP)
    sweep->forced = 0;
  if (sweep->phase == SWEEP || sweep->phase == REFILL)
    sweep->largest = 0;
  sweep->left = size_of(sweep, graph);
}

ab_status ab_sweep_run (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  if (sweep->phase == ROOM && sweep->left == 0)
    sweep->left = size_of(sweep, graph);
  while (sweep->phase != FINISHED) {
    for (; sweep->left > 0; --*budget) {
      ab_status status = *budget == 0 ? AB_PAUSED : visit(sweep, graph, mem, sweep->left - 1);
      if (*budget == 0 || status == AB_NOMEM)
        return status;
      sweep->left -= status == AB_DONE;
    }
    if (sweep->phase == END && sweep->open && !sweep->found)
      return AB_ENDLESS;
    end_sweep(sweep, graph);
  }
  return AB_DONE;
}

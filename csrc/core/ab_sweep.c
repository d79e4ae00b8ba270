#include <string.h>
#include "ab_sweep.h"

enum { BEGIN, END, SWEEP, FORCE, DROP, RISE, ORDER, FINISHED };

#define AB_EXACT_SWEEPS 100 /* sweeps after which values that still change are taken for those of a game without end */
#define AB_ROUNDING 3.552713678800501e-15 /* 2^-48, of the largest value: smaller changes may be rounding */
#define AB_PIVOTING 5.684341886080802e-14 /* 2^-44: the same where matrix games are solved */
#define AB_STUCK 1000 /* sweeps in a row without the smallest change so far: values go round in circles */

/* The same position where player 2 is to move. */
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

/* Position i + graph->positions is the twin of position i. They stand the other way round, in the order in which sweeps go. */
static twin *twin_of (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  size_t at = graph->positions - 1 - i;
  return (twin *)sweep->twins.list[at / AB_TWINS] + at % AB_TWINS;
}

/* Which position of the graph is it? */
static size_t position_of (const ab_graph *graph, size_t i) { return i < graph->positions ? i : i - graph->positions; }

static const ab_spot *spot_of (const ab_graph *graph, size_t i) { return ab_graph_spot(graph, position_of(graph, i)); }

static ab_value *value_of (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return i < graph->positions ? ab_graph_value(graph, i) : &twin_of(sweep, graph, position_of(graph, i))->value;
}

static uint32_t *rank_of (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return i < graph->positions ? &ab_graph_facts(graph, i)->rank : &twin_of(sweep, graph, position_of(graph, i))->rank;
}

/* Does the move lead from position i to a twin? From one, unless the other player is to move then. */
AB_INLINE int leads_to_twin (const ab_graph *graph, size_t i, uint32_t move, const int split) {
  return split && (i >= graph->positions) == ((move & AB_SAME) != 0);
}

/* What the position is worth that the move leads to, to the player to move before it. */
AB_INLINE ab_value value_behind (const ab_sweep *sweep, const ab_graph *graph, size_t i, uint32_t move, const int split) {
  size_t to = move & AB_INDEX;
  ab_value value = leads_to_twin(graph, i, move, split) ? twin_of(sweep, graph, to)->value : *ab_graph_value(graph, to);
  return move & AB_SAME ? value : 0 - value;
}

/* The rank of that position. */
static uint32_t rank_behind (const ab_sweep *sweep, const ab_graph *graph, size_t i, uint32_t move) {
  size_t to = move & AB_INDEX;
  return leads_to_twin(graph, i, move, sweep->split) ? twin_of(sweep, graph, to)->rank : ab_graph_facts(graph, to)->rank;
}

AB_INLINE ab_value mean (const ab_sweep *sweep, const ab_graph *graph, size_t i, size_t at, const int split) {
  ab_value sum = 0;
  uint32_t move;
  do {
    move = *ab_graph_move(graph, at);
    sum = ab_plus_product(sum, *part_of(sweep, at++), value_behind(sweep, graph, i, move, split));
  } while (!(move & AB_LAST));
  return sum;
}

AB_INLINE ab_value best (const ab_sweep *sweep, const ab_graph *graph, size_t i, size_t at, const int split) {
  ab_value most = -AB_INF;
  uint32_t move;
  do {
    ab_value value;
    move = *ab_graph_move(graph, at++);
    value = value_behind(sweep, graph, i, move, split);
    most = value > most ? value : most;
  } while (!(move & AB_LAST));
  return most;
}

/* Is player 2 to move? */
static int is_second (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return sweep->split ? i >= graph->positions : (ab_graph_spot(graph, i)->next & AB_SECOND) != 0;
}

/* What endless play is worth to the player to move. */
static ab_value endless_at (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  return is_second(sweep, graph, i) ? 0 - sweep->endless : sweep->endless;
}

/* By how much player 1 is better off than by endless play. */
static double gain_at (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  double gain = *value_of(sweep, graph, i) - endless_at(sweep, graph, i);
  return is_second(sweep, graph, i) ? 0 - gain : gain;
}

/* What player 1 can have rises first, and falls afterwards: the new value, or if it is on the wrong side the old one. */
static ab_value bounded (const ab_sweep *sweep, const ab_graph *graph, size_t i, ab_value old, ab_value now) {
  int is_higher = is_second(sweep, graph, i) ? now < old : now > old;
  return is_higher == (sweep->phase == RISE) ? now : old;
}

/* Begin with endless play. No position has plies. */
static ab_status begin (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  size_t position = position_of(graph, i), twins = i - position > 0 ? graph->positions - position : 0;
  if (!ab_pages_reserve(&sweep->twins, mem, (twins + AB_TWINS - 1) / AB_TWINS, AB_TWINS * sizeof(twin)))
    return AB_NOMEM;
  *rank_of(sweep, graph, i) = 0;
  ab_graph_facts(graph, position)->plies = AB_NO_PLIES;
  *value_of(sweep, graph, i) = spot_of(graph, i)->next & AB_ENDED ? *ab_graph_value(graph, position)
                                                                 : endless_at(sweep, graph, i);
  return AB_DONE;
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
    sweep->cells[count++] = value_behind(sweep, graph, i, move, sweep->split);
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

/* The position gets a new value. Where no twins are told apart, which is nearly always, `split` is a constant 0. AB_PAUSED: not
** yet. */
AB_INLINE ab_status renewed (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i, const int split) {
  const ab_spot *spot = ab_graph_spot(graph, split ? position_of(graph, i) : i);
  ab_value *value = split ? value_of(sweep, graph, i) : ab_graph_value(graph, i), now;
  double change;
  if (spot->next & AB_ENDED)
    return AB_DONE;
  if (spot->next & AB_AT_ONCE) {
    ab_status status = solve_matrix(sweep, graph, mem, i, &now);
    if (status != AB_DONE)
      return status;
  }
  else
    now = spot->next & AB_ROLLED ? mean(sweep, graph, i, spot->first, split) : best(sweep, graph, i, spot->first, split);
  if (sweep->bounding)
    now = bounded(sweep, graph, i, *value, now);
  change = now > *value ? now - *value : *value - now;
  sweep->change = change > sweep->change ? change : sweep->change;
  sweep->largest = now > sweep->largest ? now : -now > sweep->largest ? -now : sweep->largest;
  *value = now;
  return AB_DONE;
}

static ab_status renew (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  return sweep->split ? renewed(sweep, graph, mem, i, 1) : renewed(sweep, graph, mem, i, 0);
}

/* Smaller changes may be rounding. */
static double rounding_of (const ab_sweep *sweep) {
  return sweep->largest * (sweep->at_once ? AB_PIVOTING : AB_ROUNDING);
}

/* So many times finer are values that two players have of one position: they agree in the end, also where differences add up. */
#define AB_FINER 1024

static double tolerance_of (const ab_sweep *sweep) {
  return sweep->split ? sweep->tolerance / AB_FINER : sweep->tolerance;
}

/* Were there twins, of which the position now has one value? */
static int is_merged (const ab_sweep *sweep) { return sweep->bounding && sweep->shared && !sweep->split; }

/* What no value is known better than. */
static double slack_of (const ab_sweep *sweep) {
  double rounding = rounding_of(sweep) * (is_merged(sweep) ? AB_FINER : 1), tolerance = tolerance_of(sweep);
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
    if (leads_on == one_will_do && (rolled || value_behind(sweep, graph, i, move, sweep->split) >= value - slack_of(sweep)))
      return one_will_do;
  } while (!(move & AB_LAST));
  return !one_will_do;
}

/* So many positions a sweep goes over. */
static size_t size_of (const ab_sweep *sweep, const ab_graph *graph) { return graph->positions << sweep->split; }

/* `rank` is the number of the position in the order in which they are found to be forced. */
static void force (ab_sweep *sweep, const ab_graph *graph, size_t i) {
  uint32_t *rank = rank_of(sweep, graph, i);
  if (sweep->count == 0)
    sweep->gains += gain_at(sweep, graph, i) / (double)size_of(sweep, graph);
  if (*rank > 0)
    return;
  if (is_forced(sweep, graph, i)) {
    *rank = ++sweep->forced;
    sweep->found = 1;
  }
  else
    sweep->open = 1;
}

/* Has a value of player 1 come down since bounds were forced last? */
static int has_fallen (const ab_sweep *sweep, const ab_graph *graph) {
  return sweep->gains_before - sweep->gains > slack_of(sweep) / (double)size_of(sweep, graph);
}

/* What player 1 has more than endless play is to rise again. What they have less will stay where it is meanwhile. Nothing is
** known to be forced any more. */
static void drop (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  *rank_of(sweep, graph, i) = 0;
  if (gain_at(sweep, graph, i) > 0 && !(spot_of(graph, i)->next & AB_ENDED))
    *value_of(sweep, graph, i) = endless_at(sweep, graph, i);
}

/* The order in which they were found stays known. */
static void note_order (const ab_sweep *sweep, const ab_graph *graph, size_t i) {
  uint32_t *rank = rank_of(sweep, graph, i);
  if (!sweep->split && *rank > 0 && !(spot_of(graph, i)->next & AB_ENDED) && !is_endless(sweep, graph, i))
    ab_graph_facts(graph, i)->plies = AB_ORDER | *rank;
  *rank = 0;
}

/* ---------------------------------------------------------------- sweeps */

/* Changes that become smaller at some rate amount to so much, all together. */
static int is_near (const ab_sweep *sweep) {
  double rate = sweep->before > 0 ? sweep->change / sweep->before : 1;
  if (sweep->count < AB_EXACT_SWEEPS || sweep->change > slack_of(sweep))
    return 0;
  return sweep->change <= rounding_of(sweep)
      || (rate < 1 && sweep->change * rate / (1 - rate) <= tolerance_of(sweep) / 16);
}

/* AB_PAUSED: the position is to be visited once more. */
static ab_status visit (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, size_t i) {
  switch (sweep->phase) {
    case BEGIN: return begin(sweep, graph, mem, i);
    case END: end(sweep, graph, i); break;
    case SWEEP: case RISE: return renew(sweep, graph, mem, i);
    case FORCE: force(sweep, graph, i); break;
    case DROP: drop(sweep, graph, i); break;
    default: note_order(sweep, graph, i);
  }
  return AB_DONE;
}

/* Values do not change any more. */
static int is_settled (const ab_sweep *sweep) { return sweep->change == 0 || is_near(sweep); }

/* Which sweep follows where values are not settled? They may go round in circles, but bounds do not. */
static int unsettled_phase (const ab_sweep *sweep) {
  return sweep->stuck < AB_STUCK || sweep->bounding || sweep->at_once ? SWEEP : BEGIN;
}

/* Which sweep follows where nothing else is forced? */
static int forced_phase (const ab_sweep *sweep, const ab_graph *graph) {
  if (!sweep->open || is_merged(sweep))
    return ORDER;
  return !sweep->bounding ? BEGIN : has_fallen(sweep, graph) ? DROP : ORDER;
}

/* Which sweep follows? */
static int next_phase (const ab_sweep *sweep, const ab_graph *graph) {
  switch (sweep->phase) {
    case BEGIN: return sweep->bounding ? RISE : sweep->at_once ? END : SWEEP;
    case END: return sweep->open ? END : SWEEP;
    case SWEEP: return !is_settled(sweep) ? unsettled_phase(sweep) : sweep->at_once ? FINISHED : FORCE;
    case FORCE: return sweep->open && sweep->found ? FORCE : forced_phase(sweep, graph);
    case DROP: return RISE;
    case RISE: return is_settled(sweep) ? SWEEP : RISE;
    default: return sweep->split ? FORCE : FINISHED;
  }
}

/* Has the sweep come nearer than those before it? */
static void note_progress (ab_sweep *sweep) {
  if (sweep->stuck == 0 || sweep->change < sweep->least) {
    sweep->least = sweep->change;
    sweep->stuck = 0;
  }
  sweep->stuck++;
}

/* Begin, now with bounds. */
static void begin_bounding (ab_sweep *sweep) {
  sweep->bounding = 1;
  sweep->split = sweep->shared;
  sweep->gains_before = AB_INF;
}

/* Another kind of sweep begins. */
static void enter (ab_sweep *sweep, int ended) {
  sweep->count = sweep->stuck = 0;
  sweep->before = 0;
  switch (sweep->phase) {
    case BEGIN: begin_bounding(sweep); break;
    case FORCE:
      sweep->forced = 0;
      sweep->gains = 0;
      sweep->split &= ended != ORDER;
      break;
    case DROP: sweep->gains_before = sweep->gains; break;
    default: break;
  }
}

static void end_sweep (ab_sweep *sweep, const ab_graph *graph) {
  int ended = sweep->phase;
  note_progress(sweep);
  sweep->phase = next_phase(sweep, graph);
  if (sweep->phase == ended) {
    sweep->count += sweep->count < AB_EXACT_SWEEPS;
    sweep->before = sweep->change;
  }
  else
    enter(sweep, ended);
  sweep->change = 0;
  if (sweep->phase == FORCE || sweep->phase == END)
    sweep->open = sweep->found = 0;
  if (sweep->phase == SWEEP)
    sweep->largest = 0;
  sweep->left = size_of(sweep, graph);
}

ab_status ab_sweep_run (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  if (sweep->phase == BEGIN && sweep->left == 0)
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

#include "ab_both.h"

#define PRECISE 1e-12 /* of the spread of the cells: no reply is better by less */

ab_both *ab_both_new (const ab_mem *mem) {
  ab_both *both = mem->alloc(mem->ud, NULL, 0, sizeof *both);
  if (both == NULL)
    return NULL;
  memset(both, 0, sizeof *both);
  both->root.line = AB_NO_LINE;
  return both;
}

void ab_both_reset (ab_both *both) {
  both->cells_used = both->lists_used = 0;
  both->solving = 0;
}

/* The array, with room for at least `wanted` elements (> 0); NULL: no memory, nothing has changed. */
static void *roomy (const ab_mem *mem, void *array, size_t *room, size_t wanted, size_t size) {
  return *room >= wanted ? array : ab_mem_grow(mem, array, room, wanted, size);
}

int ab_both_reserve (ab_both *both, const ab_mem *mem, int ply, int room) {
  size_t wanted = both->lists_used + 2 * (size_t)room + 1;
  size_t before = both->duels_room;
  ab_duel *duels = roomy(mem, both->duels, &both->duels_room, (size_t)ply + 1, sizeof *duels);
  ab_move *lists;
  if (duels == NULL)
    return 0;
  both->duels = duels;
  memset(duels + before, 0, (both->duels_room - before) * sizeof *duels);
  lists = roomy(mem, both->lists, &both->lists_room, wanted, sizeof *lists);
  if (lists == NULL)
    return 0;
  both->lists = lists;
  both->duels[ply].lists = both->lists_used;
  both->duels[ply].cells = both->cells_used;
  return 1;
}

void ab_both_lists (const ab_both *both, int ply, int room, ab_move *lists[2]) {
  lists[0] = room > 0 ? &both->lists[both->duels[ply].lists] : NULL;
  lists[1] = room > 0 ? lists[0] + room : NULL;
}

/* How many doubles a position has. */
static size_t doubles_of (const ab_duel *duel) {
  return 2 * (size_t)duel->rows * (size_t)duel->columns + (size_t)duel->rows + (size_t)duel->columns;
}

int ab_both_deal (ab_both *both, const ab_mem *mem, int ply, const int counts[2]) {
  ab_duel *duel = &both->duels[ply];
  double *cells;
  int *lines;
  size_t wanted;
  duel->counts[0] = counts[0];
  duel->counts[1] = counts[1];
  duel->rows = counts[0] > 0 ? counts[0] : 1;
  duel->columns = counts[1] > 0 ? counts[1] : 1;
  wanted = duel->cells + doubles_of(duel);
  cells = roomy(mem, both->cells, &both->cells_room, wanted, sizeof *cells);
  if (cells == NULL)
    return 0;
  both->cells = cells;
  lines = roomy(mem, both->lines, &both->lines_room, wanted, sizeof *lines);
  if (lines == NULL)
    return 0;
  both->lines = lines;
  return 1;
}

/* ---------------------------------------------------------------- a position, in C */

/* Where its doubles are. */
typedef struct ab_view {
  ab_duel *duel;
  double *low, *high, *row, *column;
  int rows, columns;
} ab_view;

static ab_view view_of (const ab_both *both, int ply) {
  ab_view v;
  v.duel = &both->duels[ply];
  v.rows = v.duel->rows;
  v.columns = v.duel->columns;
  v.low = both->cells + v.duel->cells;
  v.high = v.low + (size_t)v.rows * (size_t)v.columns;
  v.row = v.high + (size_t)v.rows * (size_t)v.columns;
  v.column = v.row + v.rows;
  return v;
}

static int is_known (const ab_view *v, int cell) { return v->low[cell] >= v->high[cell]; }

/* The choices of the game that is solved first: those of the joint move that the table knows; or all. */
static void take_choices (const ab_view *v, int first, int whole) {
  int i;
  for (i = 0; i < v->rows + v->columns; i++)
    v->row[i] = whole ? 0 : -1;
  v->row[first / v->columns] = 0;
  v->column[first % v->columns] = 0;
}

/* The joint move that is tried first: the table's, or the likeliest one of the last position at this ply. */
static int first_of (const ab_view *v, const ab_node *node) {
  const ab_duel *d = v->duel;
  if (node->hash_move > 0 && node->hash_move <= node->count)
    return node->hash_move - 1;
  return (d->last[0] < v->rows ? d->last[0] : 0) * v->columns + (d->last[1] < v->columns ? d->last[1] : 0);
}

void ab_both_begin (ab_both *both, int ply, ab_node *node, int room, const ab_both_demand *demand) {
  ab_view v = view_of(both, ply);
  int i, first = first_of(&v, node);
  v.duel->alpha = node->alpha;
  v.duel->beta = node->beta;
  v.duel->bounds = demand->bounds;
  v.duel->allowed = demand->slack;
  v.duel->solved = v.duel->scanned = 0;
  v.duel->least = -AB_INF;
  v.duel->most = AB_INF;
  both->cells_used = v.duel->cells + doubles_of(v.duel);
  both->lists_used = v.duel->lists + 2 * (size_t)room;
  for (i = 0; i < node->count; i++) {
    both->lines[v.duel->cells + (size_t)i] = AB_NO_LINE;
    v.low[i] = demand->low;
    v.high[i] = demand->high;
  }
  take_choices(&v, first, demand->whole);
  v.duel->wanted = demand->whole ? 1 : first + 1;
  node->alpha = -AB_INF;
  node->beta = AB_INF;
  node->probe = 0;
}

/* The window of the one that is wanted stands in the node already. There is no last one: the node is left when none is. */
void ab_both_next (ab_both *both, int ply, ab_node *node) {
  node->move = both->duels[ply].wanted;
  node->index = 0;
}

/* ---------------------------------------------------------------- which joint move is wanted */

static void want (const ab_view *v, ab_node *node, int cell, ab_value alpha, ab_value beta) {
  v->duel->wanted = cell + 1;
  node->alpha = alpha;
  node->beta = beta;
}

/* Is a cell of the game that is to be solved not known? It is wanted. Those before `scanned` are known. */
static int wants_cell (const ab_view *v, ab_node *node) {
  int *cell = &v->duel->scanned;
  for (; *cell < v->rows * v->columns; ++*cell)
    if (v->row[*cell / v->columns] < 0)
      *cell += v->columns - 1 - *cell % v->columns;
    else if (v->column[*cell % v->columns] >= 0 && !is_known(v, *cell)) {
      want(v, node, *cell, -AB_INF, AB_INF);
      return 1;
    }
  return 0;
}

enum { NONE = -1, ASKS = -2 };

/* A side, whose choices are looked through for a better reply: what its player gets is the more the better if `sign` is 1,
** the less if it is -1. `best` is what it has to be better than, as the player sees it. Of the other's choices, all that he
** makes are from `first` on, and before `end`. */
typedef struct ab_side {
  const ab_view *v;
  double *own, *other;   /* the strategies */
  int choices, first, end;
  int step, stride;      /* from one own choice to the next cell, from one of the other's */
  double sign, best;
} ab_side;

static ab_side side_of (const ab_view *v, int player, double best) {
  ab_side s;
  s.v = v;
  s.own = player == 0 ? v->row : v->column;
  s.other = player == 0 ? v->column : v->row;
  s.choices = player == 0 ? v->rows : v->columns;
  s.first = 0;
  s.end = player == 0 ? v->columns : v->rows;
  while (s.first < s.end && s.other[s.first] <= 0)
    s.first++;
  while (s.end > s.first && s.other[s.end - 1] <= 0)
    s.end--;
  s.step = player == 0 ? v->columns : 1;
  s.stride = player == 0 ? 1 : v->columns;
  s.sign = player == 0 ? 1 : -1;
  s.best = s.sign * best;
  return s;
}

/* What a cell is worth at most to the side's player, as he sees it. */
static double promise (const ab_side *s, int cell) { return s->sign > 0 ? s->v->high[cell] : -s->v->low[cell]; }

/* And a choice, against the other's strategy, without the reply `left_out`. */
static double promise_of (const ab_side *s, int choice, int left_out) {
  double sum = 0;
  int j;
  for (j = s->first; j < s->end; j++)
    if (s->other[j] > 0 && j != left_out)
      sum += s->other[j] * promise(s, choice * s->step + j * s->stride);
  return sum;
}

/* The likeliest reply to a choice whose cell is not known; -1: all are. */
static int unknown_reply (const ab_side *s, int choice) {
  int j, found = -1;
  for (j = s->first; j < s->end; j++)
    if (s->other[j] > 0 && !is_known(s->v, choice * s->step + j * s->stride)
        && (found < 0 || s->other[j] > s->other[found]))
      found = j;
  return found;
}

/* A cell of a choice is wanted: only if it is worth more than this, is the choice better. Where that says no more of it than
** is known, as numbers are rounded or the quotient is too large for one, it is wanted whatever it is worth. */
static void want_reply (const ab_side *s, ab_node *node, int choice, int reply) {
  double rest = promise_of(s, choice, reply), least = -AB_INF;
  int cell = choice * s->step + reply * s->stride;
  if (s->v->duel->bounds && rest < AB_INF && s->best > -AB_INF)
    least = (s->best - rest) / s->other[reply];
  if (least >= promise(s, cell))
    least = -AB_INF;
  if (s->sign > 0)
    want(s->v, node, cell, least, AB_INF);
  else
    want(s->v, node, cell, -AB_INF, -least);
}

/* The best reply that is better than `best`; NONE; or ASKS: a cell is wanted before that is known. */
static int better_reply (ab_side *s, ab_node *node) {
  int i, found = NONE;
  for (i = 0; i < s->choices; i++)
    if (s->own[i] < 0 && unknown_reply(s, i) < 0 && promise_of(s, i, NONE) > s->best + s->v->duel->slack) {
      s->best = promise_of(s, i, NONE);
      found = i;
    }
  for (i = 0; i < s->choices; i++)
    if (s->own[i] < 0 && unknown_reply(s, i) >= 0 && promise_of(s, i, NONE) > s->best + s->v->duel->slack) {
      want_reply(s, node, i, unknown_reply(s, i));
      return ASKS;
    }
  return found;
}

/* What the other player's strategy lets this one have at most, as player 1 sees it. */
static double ceiling (const ab_side *s) {
  double most = -AB_INF;
  int i;
  for (i = 0; i < s->choices; i++)
    if (promise_of(s, i, NONE) > most)
      most = promise_of(s, i, NONE);
  return s->sign * most;
}

/* Looks for a better reply of a player. 1: it is in the game now, or a cell is wanted; 0: there is none. */
static int improves (const ab_view *v, ab_node *node, int player, double best) {
  ab_side side = side_of(v, player, best);
  int reply = better_reply(&side, node);
  if (reply >= 0) {
    side.own[reply] = 0;
    v->duel->solved = v->duel->scanned = 0;
  }
  if (reply == NONE)
    *(player == 0 ? &v->duel->most : &v->duel->least) = ceiling(&side);
  return reply != NONE;
}

/* The game of some choices is solved. Where that settles the window, one player alone need look for more. */
static int looks_for_replies (const ab_view *v, ab_node *node) {
  const ab_duel *d = v->duel;
  if (d->value < d->beta && improves(v, node, 0, d->value > d->alpha ? d->value : d->alpha))
    return 1;
  return d->value > d->alpha && improves(v, node, 1, d->value < d->beta ? d->value : d->beta);
}

/* Which joint move is wanted next? 0: none, before the game of the choices is solved; or, if it is, none at all. */
static int wants (const ab_view *v, ab_node *node) {
  if (v->duel->solved && looks_for_replies(v, node) && v->duel->solved)
    return 1;
  return !v->duel->solved && wants_cell(v, node);
}

void ab_both_moves (const ab_both *both, int ply, int number, int room, ab_move moves[2]) {
  const ab_duel *duel = &both->duels[ply];
  int chosen[2], i;
  ab_move *lists[2];
  chosen[0] = (number - 1) / duel->columns;
  chosen[1] = (number - 1) % duel->columns;
  ab_both_lists(both, ply, room, lists);
  for (i = 0; i < 2; i++)
    moves[i] = duel->counts[i] == 0 ? AB_NO_CHOICE : room > 0 ? lists[i][chosen[i]] : (ab_move)chosen[i] + 1;
}

int ab_both_add (ab_both *both, int ply, ab_node *node, ab_value value, int line) {
  ab_view v = view_of(both, ply);
  int cell = node->move - 1;
  if (value > node->alpha || node->alpha == -AB_INF)
    v.low[cell] = value > v.low[cell] ? value : v.low[cell];
  if (value < node->beta || node->beta == AB_INF)
    v.high[cell] = value < v.high[cell] ? value : v.high[cell];
  both->lines[v.duel->cells + (size_t)cell] = line;
  node->best = value;
  if (wants(&v, node))
    return 0;
  node->index = node->count;
  return 1;
}

/* The cells of the choices that are in the game, row by row. */
static void gather (const ab_view *v, double *part) {
  int i, j;
  for (i = 0; i < v->rows; i++)
    for (j = 0; v->row[i] >= 0 && j < v->columns; j++)
      if (v->column[j] >= 0)
        *part++ = v->low[i * v->columns + j];
}

static int count_of (const double *chosen, int count) {
  int i, sum = 0;
  for (i = 0; i < count; i++)
    sum += chosen[i] >= 0;
  return sum;
}

int ab_both_solve (ab_both *both, const ab_mem *mem, int ply) {
  ab_view v = view_of(both, ply);
  int rows = count_of(v.row, v.rows), columns = count_of(v.column, v.columns);
  double *part;
  if (both->solving || v.duel->solved)
    return 1;
  part = roomy(mem, both->part, &both->part_room, (size_t)rows * (size_t)columns, sizeof *part);
  if (part == NULL)
    return 0;
  both->part = part;
  if (!ab_matrix_reserve(&both->matrix, mem, rows, columns))
    return 0;
  gather(&v, part);
  ab_matrix_begin(&both->matrix, part, rows, columns);
  both->solving = 1;
  return 1;
}

/* The strategies of the game that is solved, for those choices that are in it. */
static void spread (double *chosen, int count, const double *solution) {
  int i;
  for (i = 0; i < count; i++)
    if (chosen[i] >= 0)
      chosen[i] = *solution++;
}

static void take_solution (ab_both *both, const ab_view *v) {
  const ab_matrix *m = &both->matrix;
  if (!both->solving)
    return;
  spread(v->row, v->rows, m->row);
  spread(v->column, v->columns, m->column);
  v->duel->value = m->value;
  v->duel->slack = m->high * PRECISE - m->low * PRECISE;
  if (v->duel->slack < v->duel->allowed)
    v->duel->slack = v->duel->allowed;
  v->duel->solved = 1;
  both->solving = 0;
}

int ab_both_goes_on (ab_both *both, int ply, ab_node *node) {
  ab_view v = view_of(both, ply);
  take_solution(both, &v);
  return wants(&v, node);
}

int ab_both_is_settled (const ab_both *both, int ply) { return both->duels[ply].solved; }

static int likeliest (const double *chosen, int count) {
  int best = 0, i;
  for (i = 1; i < count; i++)
    if (chosen[i] > chosen[best])
      best = i;
  return best;
}

int ab_both_likeliest (const ab_both *both, int ply) {
  ab_view v = view_of(both, ply);
  return likeliest(v.row, v.rows) * v.columns + likeliest(v.column, v.columns) + 1;
}

int *ab_both_line (const ab_both *both, int ply, int number) {
  return &both->lines[both->duels[ply].cells + (size_t)number - 1];
}

/* What each choice is worth against the other player's strategy, as far as that is known. */
static void weigh (const ab_view *v, double *worth) {
  ab_side first = side_of(v, 0, 0), second = side_of(v, 1, 0);
  int i;
  for (i = 0; i < v->rows; i++)
    worth[i] = promise_of(&first, i, NONE);
  for (i = 0; i < v->columns; i++)
    worth[v->rows + i] = 0 - promise_of(&second, i, NONE);
}

int ab_both_note (ab_both *both, const ab_mem *mem, int ply) {
  ab_view v = view_of(both, ply);
  ab_duel_solved *root = &both->root;
  size_t wanted = (size_t)v.rows + (size_t)v.columns;
  double *chosen = roomy(mem, root->chosen, &root->chosen_room, wanted, sizeof *chosen), *worth;
  int i;
  if (chosen == NULL)
    return 0;
  root->chosen = chosen;
  worth = roomy(mem, root->worth, &root->worth_room, wanted, sizeof *worth);
  if (worth == NULL)
    return 0;
  root->worth = worth;
  for (i = 0; i < v.rows + v.columns; i++)
    chosen[i] = v.row[i] > 0 ? v.row[i] : 0;
  weigh(&v, worth);
  root->counts[0] = v.duel->counts[0];
  root->counts[1] = v.duel->counts[1];
  root->gap = v.duel->most > v.duel->least ? v.duel->most - v.duel->least : 0;
  return 1;
}

/* Where the window is settled, the bound is outside of it, whatever the rounding. */
void ab_both_end (ab_both *both, int ply, ab_node *node) {
  ab_view v = view_of(both, ply);
  ab_duel *d = v.duel;
  d->last[0] = likeliest(v.row, v.rows);
  d->last[1] = likeliest(v.column, v.columns);
  node->raised = d->value > d->alpha && d->value < d->beta;
  node->best = d->value <= d->alpha ? (d->most < d->alpha ? d->most : d->alpha)
             : d->value >= d->beta  ? (d->least > d->beta ? d->least : d->beta)
                                    : d->value;
  node->alpha = d->alpha;
  node->beta = d->beta;
  both->cells_used = d->cells;
  both->lists_used = d->lists;
}

void ab_both_free (ab_both *both, const ab_mem *mem) {
  if (both == NULL)
    return;
  ab_mem_free(mem, both->duels, both->duels_room, sizeof *both->duels);
  ab_mem_free(mem, both->cells, both->cells_room, sizeof *both->cells);
  ab_mem_free(mem, both->lines, both->lines_room, sizeof *both->lines);
  ab_mem_free(mem, both->lists, both->lists_room, sizeof *both->lists);
  ab_mem_free(mem, both->root.chosen, both->root.chosen_room, sizeof *both->root.chosen);
  ab_mem_free(mem, both->root.worth, both->root.worth_room, sizeof *both->root.worth);
  ab_mem_free(mem, both->part, both->part_room, sizeof *both->part);
  ab_matrix_free(&both->matrix, mem);
  ab_mem_free(mem, both, 1, sizeof *both);
}

/*
** The cells are moved and scaled to lie from 1 to 2, so that the value is positive. Player 2 then looks for the y >= 0
** with the largest sum for which no row of the matrix times y is above 1; that sum is 1 / value, and the dual solution is
** player 1's. The tableau is condensed: a pivot swaps a row's variable with a column's. Nothing here trusts it: what the
** strategies are worth is computed from the cells.
**
** Where cells are nearly equal, pivots may be as small as their differences, and what rounding leaves of the tableau is
** wrong. Best replies tell. Then all begins anew with the choices in another order, and perhaps without small pivots; of all
** attempts each player keeps the strategy that is sure of most.
*/
#include <float.h>
#include <string.h>
#include "ab_matrix.h"

#define TINY 1e-12             /* of the tableau, whose numbers are near 1: what counts as 0 */
enum { PATIENCE = 8,           /* pivots without progress, for each variable, before Bland's rule is followed */
       MOST_PIVOTS = 64,       /* for each variable: then the answer is what there is */
       ATTEMPTS = 32 };

#define FINE 1e-12 /* how far apart best replies may be, of the spread of the cells, that there is no other attempt */

/* The smallest pivots, by attempt: of a game with cells of two sizes each does for some. */
static const double smallest[] = {TINY, 1e-9, 1e-6, 1e-4};

int ab_matrix_reserve (ab_matrix *matrix, const ab_mem *mem, int rows, int columns) {
  size_t choices = (size_t)rows + (size_t)columns;
  size_t wanted = ((size_t)rows + 1) * ((size_t)columns + 1) + 2 * choices;
  return ab_mem_reserve(mem, &matrix->room, &matrix->room_size, wanted, sizeof *matrix->room)
      && ab_mem_reserve(mem, &matrix->labels, &matrix->labels_room, choices, sizeof *matrix->labels);
}

static double cell (const ab_matrix *m, int i, int j) { return m->cells[(size_t)i * (size_t)m->columns + (size_t)j]; }

static double *at (const ab_matrix *m, int i, int j) {
  return &m->tableau[(size_t)i * ((size_t)m->columns + 1) + (size_t)j];
}

/* Where a number stands between the least cell and the largest, 0 to 1; and back. Their difference may be infinite. */
static double scaled (const ab_matrix *m, double number) {
  double spread = m->high - m->low;
  return spread <= DBL_MAX ? (number - m->low) / spread : (number / 2 - m->low / 2) / (m->high / 2 - m->low / 2);
}

static double unscaled (const ab_matrix *m, double part) {
  double spread = m->high - m->low;
  return spread <= DBL_MAX ? m->low + part * spread : (1 - part) * m->low + part * m->high;
}

/* ---------------------------------------------------------------- pure strategies */

/* The least cell of a row, or the largest of a column. */
static double worst_of_row (const ab_matrix *m, int i) {
  double least = cell(m, i, 0);
  int j;
  for (j = 1; j < m->columns; j++)
    if (cell(m, i, j) < least)
      least = cell(m, i, j);
  return least;
}

static double worst_of_column (const ab_matrix *m, int j) {
  double most = cell(m, 0, j);
  int i;
  for (i = 1; i < m->rows; i++)
    if (cell(m, i, j) > most)
      most = cell(m, i, j);
  return most;
}

/* Each player takes the first choice that is the best one against whatever the other does. Is that the solution? */
static int settle_purely (ab_matrix *m) {
  double least = worst_of_row(m, 0), most = worst_of_column(m, 0);
  int i, j, row = 0, column = 0;
  for (i = 1; i < m->rows; i++)
    if (worst_of_row(m, i) > least)
      least = worst_of_row(m, row = i);
  for (j = 1; j < m->columns; j++)
    if (worst_of_column(m, j) < most)
      most = worst_of_column(m, column = j);
  for (i = 0; i < m->rows; i++)
    m->row[i] = i == row;
  for (j = 0; j < m->columns; j++)
    m->column[j] = j == column;
  m->value = least;
  m->gap = most - least;
  return most <= least;
}

/* ---------------------------------------------------------------- the simplex method */

static void measure (ab_matrix *m) {
  int i, j;
  m->low = m->high = m->cells[0];
  for (i = 0; i < m->rows; i++)
    for (j = 0; j < m->columns; j++) {
      if (cell(m, i, j) < m->low)
        m->low = cell(m, i, j);
      if (cell(m, i, j) > m->high)
        m->high = cell(m, i, j);
    }
}

static void shuffle (int *labels, int count, uint64_t *stream) {
  for (; count > 1; count--) {
    int drawn = (int)ab_draw(stream, (uint64_t)count), label = labels[drawn];
    labels[drawn] = labels[count - 1];
    labels[count - 1] = label;
  }
}

/* The choices in their order, or if that was no good in any other. */
static void arrange (ab_matrix *m) {
  uint64_t stream = (uint64_t)m->attempts;
  int i;
  for (i = 0; i < m->rows + m->columns; i++)
    m->labels[i] = i;
  if (m->attempts == 0)
    return;
  shuffle(m->labels, m->columns, &stream);
  shuffle(m->labels + m->columns, m->rows, &stream);
}

static void fill (ab_matrix *m) {
  int i, j;
  arrange(m);
  for (i = 0; i < m->rows; i++) {
    for (j = 0; j < m->columns; j++)
      *at(m, i, j) = 1 + scaled(m, cell(m, m->labels[m->columns + i] - m->columns, m->labels[j]));
    *at(m, i, m->columns) = 1;
  }
  for (j = 0; j < m->columns; j++)
    *at(m, m->rows, j) = -1;
  *at(m, m->rows, m->columns) = 0;
  m->pivots = m->stalled = 0;
  m->reached = 0;
}

/* The column that enters: the steepest, or by Bland's rule that of the first variable. -1: there is none. */
static int entering (const ab_matrix *m, int blands) {
  int j, found = -1;
  for (j = 0; j < m->columns; j++) {
    double slope = *at(m, m->rows, j);
    if (slope < -TINY
        && (found < 0 || (blands ? m->labels[j] < m->labels[found] : slope < *at(m, m->rows, found))))
      found = j;
  }
  return found;
}

/* The row that leaves: the first to become 0; of equals that of the first variable, or in another attempt, whose order is
** another, the first row. -1: there is none. */
static int leaving (const ab_matrix *m, int column) {
  double least = 0, small = smallest[(size_t)m->attempts % (sizeof smallest / sizeof *smallest)];
  int i, found = -1;
  for (i = 0; i < m->rows; i++) {
    double slope = *at(m, i, column), ratio;
    if (!(slope > small))
      continue;
    ratio = *at(m, i, m->columns) / slope;
    if (found < 0 || ratio < least
        || (ratio <= least && m->attempts == 0 && m->labels[m->columns + i] < m->labels[m->columns + found])) {
      found = i;
      least = ratio;
    }
  }
  return found;
}

static void swap (ab_matrix *m, int row, int column) {
  double pivot = *at(m, row, column);
  int i, j, label = m->labels[column];
  for (i = 0; i <= m->rows; i++) {
    double factor = *at(m, i, column) / pivot;
    if (i == row || factor == 0)
      continue;
    for (j = 0; j <= m->columns; j++)
      *at(m, i, j) -= factor * *at(m, row, j);
    *at(m, i, column) = -factor;
  }
  for (j = 0; j <= m->columns; j++)
    *at(m, row, j) /= pivot;
  *at(m, row, column) = 1 / pivot;
  m->labels[column] = m->labels[m->columns + row];
  m->labels[m->columns + row] = label;
}

/* ---------------------------------------------------------------- what is found */

/* Weights that are to be probabilities; 0: they cannot. */
static int weigh (double *weights, int count) {
  double sum = 0;
  int i;
  for (i = 0; i < count; i++) {
    weights[i] = weights[i] > 0 ? weights[i] : 0;
    sum += weights[i];
  }
  if (!(sum > 0 && sum <= DBL_MAX))
    return 0;
  for (i = 0; i < count; i++)
    weights[i] /= sum;
  return 1;
}

/* The strategies as the tableau has them; 0: it has none. */
static int read_strategies (const ab_matrix *m, double *row, double *column) {
  int k;
  for (k = 0; k < m->rows; k++)
    row[k] = 0;
  for (k = 0; k < m->columns; k++)
    column[k] = 0;
  for (k = 0; k < m->columns; k++)
    if (m->labels[k] >= m->columns)
      row[m->labels[k] - m->columns] = *at(m, m->rows, k);
  for (k = 0; k < m->rows; k++)
    if (m->labels[m->columns + k] < m->columns)
      column[m->labels[m->columns + k]] = *at(m, k, m->columns);
  return weigh(row, m->rows) && weigh(column, m->columns);
}

/* What player 1 is sure of by a strategy, 0 to 1; and what player 2 can be made to pay at most. */
static double sure_of (const ab_matrix *m, const double *row) {
  double sure = 1;
  int i, j;
  for (j = 0; j < m->columns; j++) {
    double sum = 0;
    for (i = 0; i < m->rows; i++)
      sum += row[i] * scaled(m, cell(m, i, j));
    sure = sum < sure ? sum : sure;
  }
  return sure;
}

static double most_of (const ab_matrix *m, const double *column) {
  double most = 0;
  int i, j;
  for (i = 0; i < m->rows; i++) {
    double sum = 0;
    for (j = 0; j < m->columns; j++)
      sum += column[j] * scaled(m, cell(m, i, j));
    most = sum > most ? sum : most;
  }
  return most;
}

/* Best replies to both strategies: between what these pay lies the value. Better ones than there were are kept. */
static void take_strategies (ab_matrix *m) {
  double *row = m->tried, *column = m->tried + m->rows, found, sure, most, upper;
  if (!read_strategies(m, row, column))
    return;
  sure = sure_of(m, row);
  most = most_of(m, column);
  found = 1 / *at(m, m->rows, m->columns) - 1;
  if (sure > m->sure) {
    memcpy(m->row, row, (size_t)m->rows * sizeof *row);
    m->sure = sure;
  }
  if (most < m->most) {
    memcpy(m->column, column, (size_t)m->columns * sizeof *column);
    m->most = most;
  }
  upper = m->most > m->sure ? m->most : m->sure;
  found = !(found >= m->sure) ? m->sure : found > upper ? upper : found;
  m->value = unscaled(m, found);
  m->gap = m->most > m->sure ? unscaled(m, m->most) - unscaled(m, m->sure) : 0;
}

void ab_matrix_begin (ab_matrix *m, const double *cells, int rows, int columns) {
  m->cells = cells;
  m->rows = rows;
  m->columns = columns;
  m->row = m->room;
  m->column = m->row + rows;
  m->tried = m->column + columns;
  m->tableau = m->tried + rows + columns;
  m->attempts = 0;
  m->sure = -1; /* worse than any strategy; */
  m->most = 2;  /* likewise */
  m->low = m->high = 0;
  m->done = settle_purely(m);
  if (m->done)
    return;
  measure(m);
  fill(m);
}

int ab_matrix_pivot (ab_matrix *m) {
  int variables = m->rows + m->columns, column, row = -1;
  if (m->done)
    return 0;
  column = m->pivots < MOST_PIVOTS * variables ? entering(m, m->stalled > PATIENCE * variables) : -1;
  if (column >= 0)
    row = leaving(m, column);
  if (row >= 0) {
    swap(m, row, column);
    m->pivots++;
    m->stalled++;
    if (*at(m, m->rows, m->columns) > m->reached) {
      m->reached = *at(m, m->rows, m->columns);
      m->stalled = 0;
    }
    return 1;
  }
  take_strategies(m);
  m->attempts++;
  m->done = m->attempts == ATTEMPTS || m->most - m->sure <= FINE;
  if (!m->done)
    fill(m);
  return !m->done;
}

void ab_matrix_free (ab_matrix *matrix, const ab_mem *mem) {
  ab_mem_free(mem, matrix->room, matrix->room_size, sizeof *matrix->room);
  ab_mem_free(mem, matrix->labels, matrix->labels_room, sizeof *matrix->labels);
}

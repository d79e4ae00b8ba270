/*
** The cells are moved and scaled to lie from 1 to 2, so that the value is positive. Player 2 then looks for the y >= 0
** with the largest sum for which no row of the matrix times y is above 1; that sum is 1 / value, and the dual solution is
** player 1's. The tableau is condensed: a pivot swaps a row's variable with a column's. Nothing here trusts it: what the
** strategies are worth is computed from the cells.
*/
#include <float.h>
#include "ab_matrix.h"

#define TINY 1e-12             /* of the tableau, whose numbers are near 1: what counts as 0 */
enum { PATIENCE = 8,           /* pivots without progress, for each variable, before Bland's rule is followed */
       MOST_PIVOTS = 64 };     /* for each variable: then the answer is what there is */

int ab_matrix_reserve (ab_matrix *matrix, const ab_mem *mem, int rows, int columns) {
  size_t choices = (size_t)rows + (size_t)columns;
  size_t wanted = ((size_t)rows + 1) * ((size_t)columns + 1) + choices;
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

static void fill (ab_matrix *m) {
  int i, j;
  m->low = m->high = m->cells[0];
  for (i = 0; i < m->rows; i++)
    for (j = 0; j < m->columns; j++) {
      if (cell(m, i, j) < m->low)
        m->low = cell(m, i, j);
      if (cell(m, i, j) > m->high)
        m->high = cell(m, i, j);
    }
  for (i = 0; i < m->rows; i++) {
    for (j = 0; j < m->columns; j++)
      *at(m, i, j) = 1 + scaled(m, cell(m, i, j));
    *at(m, i, m->columns) = 1;
  }
  for (j = 0; j < m->columns; j++)
    *at(m, m->rows, j) = -1;
  *at(m, m->rows, m->columns) = 0;
  for (i = 0; i < m->rows + m->columns; i++)
    m->labels[i] = i;
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

/* The row that leaves: the first to become 0; of equals that of the first variable. -1: there is none. */
static int leaving (const ab_matrix *m, int column) {
  double least = 0;
  int i, found = -1;
  for (i = 0; i < m->rows; i++) {
    double slope = *at(m, i, column), ratio;
    if (!(slope > TINY))
      continue;
    ratio = *at(m, i, m->columns) / slope;
    if (found < 0 || ratio < least
        || (ratio <= least && m->labels[m->columns + i] < m->labels[m->columns + found])) {
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

/* The strategies as the tableau has them. */
static int read_strategies (ab_matrix *m) {
  int k;
  for (k = 0; k < m->rows; k++)
    m->row[k] = 0;
  for (k = 0; k < m->columns; k++)
    m->column[k] = 0;
  for (k = 0; k < m->columns; k++)
    if (m->labels[k] >= m->columns)
      m->row[m->labels[k] - m->columns] = *at(m, m->rows, k);
  for (k = 0; k < m->rows; k++)
    if (m->labels[m->columns + k] < m->columns)
      m->column[m->labels[m->columns + k]] = *at(m, k, m->columns);
  return weigh(m->row, m->rows) && weigh(m->column, m->columns);
}

/* What a choice is worth against the other player's strategy, 0 to 1. */
static double row_worth (const ab_matrix *m, int i) {
  double sum = 0;
  int j;
  for (j = 0; j < m->columns; j++)
    sum += m->column[j] * scaled(m, cell(m, i, j));
  return sum;
}

static double column_worth (const ab_matrix *m, int j) {
  double sum = 0;
  int i;
  for (i = 0; i < m->rows; i++)
    sum += m->row[i] * scaled(m, cell(m, i, j));
  return sum;
}

/* Best replies to both strategies: between what these pay lies the value. */
static void prove (ab_matrix *m) {
  double sure = 1, most = 0, found = 1 / *at(m, m->rows, m->columns) - 1;
  int i, j;
  for (j = 0; j < m->columns; j++) {
    double worth = column_worth(m, j);
    sure = worth < sure ? worth : sure;
  }
  for (i = 0; i < m->rows; i++) {
    double worth = row_worth(m, i);
    most = worth > most ? worth : most;
  }
  found = !(found >= sure) ? sure : found > most && most >= sure ? most : found;
  m->value = unscaled(m, found);
  m->gap = most > sure ? unscaled(m, most) - unscaled(m, sure) : 0;
}

void ab_matrix_begin (ab_matrix *m, const double *cells, int rows, int columns) {
  m->cells = cells;
  m->rows = rows;
  m->columns = columns;
  m->row = m->room;
  m->column = m->row + rows;
  m->tableau = m->column + columns;
  m->pivots = m->stalled = 0;
  m->reached = m->low = m->high = 0;
  m->done = settle_purely(m);
  if (!m->done)
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
  m->done = 1;
  if (read_strategies(m))
    prove(m);
  else
    settle_purely(m);
  return 0;
}

void ab_matrix_free (ab_matrix *matrix, const ab_mem *mem) {
  ab_mem_free(mem, matrix->room, matrix->room_size, sizeof *matrix->room);
  ab_mem_free(mem, matrix->labels, matrix->labels_room, sizeof *matrix->labels);
}

/*
** Matrix games against an exact oracle. Of a game of integers some square part is a kernel (Shapley and Snow 1950): its
** cofactors are both strategies, and its determinant over their sum the value. All parts are tried, in integers, until one
** is optimal against every choice of the whole. Then games whose values are known, numbers of every size, and memory
** that fails.
**
**   matrix_test COUNT SEED
*/
#include <stdio.h>
#include "plain_memory.h"
#include "core/ab_matrix.h"

enum { SMALL = 4, LARGE = 100, SIDE = 20000 };

static uint64_t state;
static int failures;

static int draw (int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)n);
}

static void expect (int fits, const char *what, int number) {
  if (!fits && ++failures < 10)
    printf("game %d: %s\n", number, what);
}

/* ---------------------------------------------------------------- the oracle */

typedef struct exact {
  int64_t cells[SMALL][SMALL];
  int rows, columns;
  int64_t p[SMALL], q[SMALL], sum, value; /* strategies over `sum`; the value over it, too */
} exact;

static int64_t determinant (int64_t a[SMALL][SMALL], int n) {
  int64_t sum = 0, minor[SMALL][SMALL];
  int i, j, k, sign = 1;
  if (n == 0)
    return 1;
  for (k = 0; k < n; k++, sign = -sign) {
    for (i = 1; i < n; i++)
      for (j = 0; j < n - 1; j++)
        minor[i - 1][j] = a[i][j < k ? j : j + 1];
    sum += sign * a[0][k] * determinant(minor, n - 1);
  }
  return sum;
}

static int64_t cofactor (int64_t a[SMALL][SMALL], int n, int row, int column) {
  int64_t minor[SMALL][SMALL];
  int i, j;
  for (i = 0; i < n - 1; i++)
    for (j = 0; j < n - 1; j++)
      minor[i][j] = a[i < row ? i : i + 1][j < column ? j : j + 1];
  return ((row + column) % 2 ? -1 : 1) * determinant(minor, n - 1);
}

/* Is the part of these rows and columns (bits) a kernel? */
static int is_kernel (exact *e, int rows, int columns) {
  int64_t part[SMALL][SMALL], sum = 0;
  int row[SMALL], column[SMALL], n = 0, m = 0, i, j;
  for (i = 0; i < e->rows; i++)
    if (rows >> i & 1)
      row[n++] = i;
  for (j = 0; j < e->columns; j++)
    if (columns >> j & 1)
      column[m++] = j;
  if (n != m || n == 0)
    return 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      part[i][j] = e->cells[row[i]][column[j]];
  for (i = 0; i < SMALL; i++)
    e->p[i] = e->q[i] = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      int64_t one = cofactor(part, n, i, j);
      e->p[row[i]] += one;
      e->q[column[j]] += one;
      sum += one;
    }
  if (sum == 0)
    return 0;
  e->sum = sum < 0 ? -sum : sum;
  e->value = sum < 0 ? -determinant(part, n) : determinant(part, n);
  for (i = 0; i < SMALL; i++) {
    e->p[i] = sum < 0 ? -e->p[i] : e->p[i];
    e->q[i] = sum < 0 ? -e->q[i] : e->q[i];
    if (e->p[i] < 0 || e->q[i] < 0)
      return 0;
  }
  for (j = 0; j < e->columns; j++) {
    int64_t pay = 0;
    for (i = 0; i < e->rows; i++)
      pay += e->p[i] * e->cells[i][j];
    if (pay < e->value)
      return 0;
  }
  for (i = 0; i < e->rows; i++) {
    int64_t pay = 0;
    for (j = 0; j < e->columns; j++)
      pay += e->q[j] * e->cells[i][j];
    if (pay > e->value)
      return 0;
  }
  return 1;
}

static int solve_exactly (exact *e) {
  int rows, columns;
  for (rows = 1; rows < 1 << e->rows; rows++)
    for (columns = 1; columns < 1 << e->columns; columns++)
      if (is_kernel(e, rows, columns))
        return 1;
  return 0;
}

/* ---------------------------------------------------------------- games */

static ab_mem mem = {allocate, NULL};
static ab_matrix matrix;
static double cells[SIDE];

/* Solve the game in `cells`, and judge the strategies by themselves: both are probabilities, each is sure of the value but
** for the gap that is told, and this is no more than `most`. */
static void solve (int number, int rows, int columns, double most) {
  double sum = 0, slack;
  int i, j, pivots = 0;
  if (!ab_matrix_reserve(&matrix, &mem, rows, columns))
    abort();
  ab_matrix_begin(&matrix, cells, rows, columns);
  while (ab_matrix_pivot(&matrix))
    pivots++;
  expect(pivots <= 64 * (rows + columns), "too many pivots", number);
  expect(matrix.gap >= 0 && matrix.gap <= most, "the gap is too wide", number);
  slack = matrix.gap + most / 1000;
  for (i = 0; i < rows; i++) {
    expect(matrix.row[i] >= 0, "a probability is negative", number);
    sum += matrix.row[i];
  }
  for (j = 0; j < columns; j++) {
    double pay = 0;
    expect(matrix.column[j] >= 0, "a probability is negative", number);
    sum += matrix.column[j];
    for (i = 0; i < rows; i++)
      pay += matrix.row[i] * cells[i * columns + j];
    expect(pay >= matrix.value - slack, "player 1 is not sure of the value", number);
  }
  for (i = 0; i < rows; i++) {
    double pay = 0;
    for (j = 0; j < columns; j++)
      pay += matrix.column[j] * cells[i * columns + j];
    expect(pay <= matrix.value + slack, "player 2 is not sure of the value", number);
  }
  expect(fabs(sum - 2) < 1e-9, "the sum of the probabilities is not 1", number);
}

/* Small integers, with ties and choices that others dominate; and the same in another unit. */
static void random_game (int number) {
  static const double units[] = {1, 1e-300, 1e300, 0.1, 1e15};
  static const double spreads[] = {2, 3, 7, 19};
  double unit = units[draw(5)], value;
  int spread = (int)spreads[draw(4)], i, j;
  exact e;
  e.rows = 1 + draw(SMALL);
  e.columns = 1 + draw(SMALL);
  for (i = 0; i < e.rows; i++)
    for (j = 0; j < e.columns; j++) {
      e.cells[i][j] = 1 + draw(spread); /* positive: then so is the value, and there is a kernel */
      if (i > 0 && draw(4) == 0)
        e.cells[i][j] = e.cells[i - 1][j];
    }
  if (!solve_exactly(&e)) {
    expect(0, "the oracle knows no kernel", number);
    return;
  }
  for (i = 0; i < e.rows; i++)
    for (j = 0; j < e.columns; j++)
      cells[i * e.columns + j] = unit * (double)(e.cells[i][j] - 10);
  solve(number, e.rows, e.columns, 1e-11 * unit * spread);
  value = unit * ((double)e.value / (double)e.sum - 10);
  expect(fabs(matrix.value - value) <= 1e-11 * unit * spread, "another value", number);
}

/* Only equal choices pay, each something else: 1 over the sum of 1 / payment. */
static void diagonal (int n) {
  double sum = 0;
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      cells[i * n + j] = i == j ? 1 + i % 7 : 0;
  for (i = 0; i < n; i++)
    sum += 1.0 / (1 + i % 7);
  solve(n, n, n, 1e-9 * 7);
  expect(fabs(matrix.value - 1 / sum) <= 1e-9, "a diagonal game has another value", n);
}

/* What one gains the other would gain in the other's place: 0. */
static void symmetric (int n, int spread) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j <= i; j++) {
      cells[i * n + j] = i == j ? 0 : draw(2 * spread + 1) - spread;
      cells[j * n + i] = -cells[i * n + j];
    }
  solve(n, n, n, 1e-9 * 2 * spread);
  expect(fabs(matrix.value) <= 1e-9 * 2 * spread, "a symmetric game is not worth 0", n);
}

/* One player has no choice; numbers of every size. */
static void lopsided (int n) {
  int i;
  for (i = 0; i < n; i++)
    cells[i] = ldexp(draw(1000) - 500, draw(1800) - 900);
  solve(n, 1, n, 0);
  solve(n, n, 1, 0);
}

/* Cells that differ by less than doubles tell apart after some sums, beside the largest that there are. */
static void wild (int number) {
  int rows = 1 + draw(8), columns = 1 + draw(8), i;
  for (i = 0; i < rows * columns; i++)
    cells[i] = draw(3) == 0 ? ldexp(1 + draw(9), draw(60) - 30) : 1 + draw(5) * 1e-15;
  solve(number, rows, columns, 10 * ldexp(1, 30) * 1e-9);
  for (i = 0; i < rows * columns; i++)
    cells[i] = (draw(2) ? 1 : -1) * 1.7e308;
  ab_matrix_reserve(&matrix, &mem, rows, columns);
  ab_matrix_begin(&matrix, cells, rows, columns);
  while (ab_matrix_pivot(&matrix))
    ;
  expect(matrix.gap <= 1e300 && fabs(matrix.value) < AB_INF, "huge payments", number);
}

/* Cells that are nearly equal: a win is worth a little less the later it comes, or far more than any points. */
static void nearly_equal (int number) {
  static const double little[] = {1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
  static const double wins[] = {1e6, 1e9, 1e12};
  int rows = 2 + draw(9), columns = 2 + draw(9), i;
  double small = little[draw(9)], win = wins[draw(3)];
  for (i = 0; i < rows * columns; i++)
    cells[i] = draw(3) + (draw(2) ? small * (draw(7) - 3) : 0);
  solve(number, rows, columns, 2e-9 * 2);
  for (i = 0; i < rows * columns; i++)
    cells[i] = draw(4) == 0 ? (draw(2) ? win : -win) : draw(41) - 20;
  solve(number, rows, columns, 2e-9 * 2 * win);
}

/* An 8x8 game whose first tableau says that nobody gains anything. */
static void misleading (void) {
  static const double game[] = {
    0, 0, 1, 1, 0, 1, -1e-9, 2e-9, -1, 1, 1, 4e-9, 0, -1, 0, -1, 0, -1, 0, -4e-9, 3e-9, 1e-9, -1e-9, 1,
    1, 1, -1, -5e-9, -1, 0, 0, 1, 0, 5e-9, 0, -4e-9, 0, 1, -2e-9, 3e-9, 3e-9, 1, -3e-9, 0, -1e-9, 3e-9, 3e-9, 1,
    1, 0, 1, 4e-9, 1, 1, 1, 1, 0, 1, 0, 0, 1, 4e-9, 1, 0};
  memcpy(cells, game, sizeof game);
  solve(0, 8, 8, 1e-9);
  expect(fabs(matrix.value - 0.375000000140625) < 1e-9, "what rounding has left is believed", 0); /* by a simplex of fractions */
}

/* A 10x2 game that is solved if rows come in another order, and a 7x3 game if small pivots are left out. */
static void stubborn (void) {
  static const double late[] = {1e9, -14, -1, -15, 1e9, 11, 15, 18, -13, 11, -14, 1e9, -2, 1e9, -1, -10, 1e9, 12, 5, 1e9};
  static const double thin[] = {
    -17, 12, -1e12, 1e12, -17, 2, -7, 1e12, 0, 16, 12, -1e12, 1e12, 4, -15, 14, 1e12, -2, 8, 19, 1e12};
  memcpy(cells, late, sizeof late);
  solve(0, 10, 2, 1e-3);
  memcpy(cells, thin, sizeof thin);
  solve(0, 7, 3, 1);
}

/* The tableau as rounding might leave it. */
static void spoil (void) {
  size_t i;
  for (i = 0; i < 9; i++)
    matrix.tableau[i] = NAN;
}

/* Where it is spoilt, another attempt is made; and if that happens every time, there are still strategies, and how far they
** are off. */
static void spoilt (void) {
  static const double pennies[] = {3, 0, 0, 3};
  memcpy(cells, pennies, sizeof pennies);
  ab_matrix_reserve(&matrix, &mem, 2, 2);
  ab_matrix_begin(&matrix, cells, 2, 2);
  spoil();
  while (ab_matrix_pivot(&matrix))
    ;
  expect(matrix.value == 1.5 && matrix.gap < 1e-12, "one attempt was all", 0);
  ab_matrix_begin(&matrix, cells, 2, 2);
  do
    spoil();
  while (ab_matrix_pivot(&matrix));
  expect(matrix.done, "it goes on without numbers", 0);
  expect(matrix.value == 0 && matrix.gap == 3, "a spoilt value", 0);
  expect(matrix.row[0] == 1 && matrix.row[1] == 0 && matrix.column[0] == 1 && matrix.column[1] == 0, "spoilt strategies", 0);
}

/* The attempt comes to its end with these strategies. */
static void end_with (const double *row, const double *column) {
  int i, labels[] = {2, 3, 0, 1};
  memcpy(matrix.labels, labels, sizeof labels);
  for (i = 0; i < 2; i++) {
    matrix.tableau[3 * 2 + i] = row[i];
    matrix.tableau[3 * i + 2] = column[i];
  }
}

/* Each player keeps the better strategy, whichever attempt has found it. */
static void keep (void) {
  static const double pennies[] = {3, 0, 0, 3}, even[] = {0.5, 0.5}, one[] = {1, 0};
  int first;
  for (first = 0; first < 2; first++) {
    memcpy(cells, pennies, sizeof pennies);
    ab_matrix_reserve(&matrix, &mem, 2, 2);
    ab_matrix_begin(&matrix, cells, 2, 2);
    end_with(first ? even : one, first ? one : even);
    while (ab_matrix_pivot(&matrix))
      end_with(first ? one : even, first ? even : one);
    expect(matrix.value == 1.5 && matrix.gap == 0 && matrix.attempts == 2, "not the better ones", first);
    expect(matrix.row[0] == 0.5 && matrix.column[0] == 0.5, "a worse strategy is kept", first);
  }
}

/* ---------------------------------------------------------------- memory */

static int left;

static void *fail_later (void *ud, void *ptr, size_t osize, size_t nsize) {
  return nsize > 0 && left-- <= 0 ? NULL : allocate(ud, ptr, osize, nsize);
}

static void starve (void) {
  const ab_mem poor = {fail_later, NULL};
  ab_matrix m = {0};
  int n;
  for (n = 0; left = n, !ab_matrix_reserve(&m, &poor, 9, 7); n++)
    ;
  expect(n == 2, "not two allocations", n);
  left = 0;
  expect(ab_matrix_reserve(&m, &poor, 7, 9), "memory is asked for again", n);
  ab_matrix_free(&m, &poor);
}

int main (int count, char **arguments) {
  int games = count > 1 ? atoi(arguments[1]) : 1000, i;
  state = count > 2 ? (uint64_t)atoi(arguments[2]) : 1;
  for (i = 1; i <= games; i++) {
    random_game(i);
    nearly_equal(i);
    if (i % 10 == 0)
      wild(i);
    if (i % 50 == 0)
      symmetric(1 + draw(LARGE), 1 + draw(1 + i % 100));
  }
  for (i = 1; i <= LARGE; i += 9)
    diagonal(i);
  symmetric(LARGE, 1);
  symmetric(LARGE, 1000000);
  lopsided(LARGE);
  misleading();
  stubborn();
  spoilt();
  keep();
  starve();
  ab_matrix_free(&matrix, &mem);
  printf("%d games, %d failures\n", games, failures);
  return failures > 0;
}

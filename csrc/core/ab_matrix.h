/* What is a matrix game worth, and how is it to be played? Two players choose at once, one a row and the other a column,
** and the cell is what that pays to the first. Von Neumann 1928: with mixed strategies there is a value that each can be
** sure of. It is found with the simplex method (Dantzig 1951), and proven by best replies. */
#ifndef AB_MATRIX_H
#define AB_MATRIX_H

#include "ab_mem.h"

/* A game being solved. `row`, `column`, `value` and `gap` are the answer; so far as it is known between pivots. */
typedef struct ab_matrix {
  const double *cells; /* the caller's: row by row; finite */
  int rows, columns;
  double *row, *column; /* the players' strategies: probabilities, whose sum is 1 but for rounding */
  double value;         /* what the game is worth: between what the two strategies are sure of */
  double gap;           /* how far apart these are, as proven by best replies, in the unit of the cells */
  double *tableau;      /* condensed, (rows + 1) x (columns + 1), of the cells moved and scaled to 1 up to 2 */
  int *labels;          /* which variable stands at each row and column: columns first, then rows */
  double *tried;        /* both strategies of an attempt */
  double *room;         /* where all these doubles stand */
  size_t room_size, labels_room;
  double low, high;     /* the least cell and the largest; 0, 0 where pure strategies are the solution */
  double sure, most;    /* what the strategies are sure of, scaled to 0 up to 1; before some are found -1 and 2 */
  double reached;       /* the objective when it grew last */
  int pivots, stalled;  /* made in this attempt; and since it grew */
  int attempts, done;
} ab_matrix;

/* Room for a game of that many choices, at least 1 each; 0: no memory. Games that are no larger need no other. The answer
** to the one before is gone. */
int ab_matrix_reserve (ab_matrix *matrix, const ab_mem *mem, int rows, int columns);

/* A game that there is room for is to be solved. Where a cell is the least of its row and the largest of its column it is
** solved at once, and exactly. */
void ab_matrix_begin (ab_matrix *matrix, const double *cells, int rows, int columns);

/* One pivot more, or another attempt. 0: the game is solved; or as far as doubles go, or after as many attempts as there may
** be: `gap` says how far that is. */
int ab_matrix_pivot (ab_matrix *matrix);

void ab_matrix_free (ab_matrix *matrix, const ab_mem *mem);

#endif

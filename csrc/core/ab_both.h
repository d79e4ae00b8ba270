/* What has a position seen in which both players choose at once? Its joint moves, a choice of each player, are tried like
** outcomes of chance, and their values are the cells of a matrix game, which is the position's. Kept beside the nodes, so
** that other games pay nothing. */
#ifndef AB_BOTH_H
#define AB_BOTH_H

#include "ab_matrix.h"
#include "ab_node.h"

/* Such a position of the path. Values are as player 1 sees them. A player without a choice has one that is none. */
typedef struct ab_duel {
  ab_value alpha, beta; /* the node's window; while joint moves are tried, the node has that of the one under way */
  size_t cells;         /* where its cells stand, row by row */
  size_t lists;         /* where its choices stand, where the game lists them */
  int counts[2];        /* of choices of each player, as the game says */
  int rows, columns;    /* the same, at least 1 */
} ab_duel;

/* The solution of the root. */
typedef struct ab_duel_solved {
  int counts[2];        /* 0, 0: there is none */
  double *chosen;       /* how likely each choice is: those of player 1, then those of player 2 */
  double *worth;        /* and what it is worth to player 1 against the other's strategy */
  size_t chosen_room, worth_room;
  double gap;           /* as of a matrix */
  int line;             /* the likeliest one */
} ab_duel_solved;

typedef struct ab_both {
  ab_duel *duels;       /* of the node at each ply */
  double *cells;        /* of all such positions of the path, one's after the other's */
  int *lines;           /* the line behind each cell */
  ab_move *lists;       /* their choices: player 1's, then player 2's */
  size_t duels_room, cells_room, lines_room, lists_room, cells_used, lists_used;
  ab_matrix matrix;     /* of the node that is being left */
  int solving;          /* it has begun */
  ab_duel_solved root;
} ab_both;

/* NULL: no memory. */
ab_both *ab_both_new (const ab_mem *mem);

/* There is no path any more. */
void ab_both_reset (ab_both *both);

/* Room for a position at `ply`, and for the game to list `room` choices of each player; where. 0: no memory. */
int ab_both_reserve (ab_both *both, const ab_mem *mem, int ply, int room);
void ab_both_lists (const ab_both *both, int ply, int room, ab_move *lists[2]);

/* It has so many choices, at least one; make room for its cells. 0: no memory. */
int ab_both_deal (ab_both *both, const ab_mem *mem, int ply, const int counts[2]);

/* The joint moves of the node are tried from here on. */
void ab_both_begin (ab_both *both, int ply, ab_node *node, int room);

/* The node takes up the one that is number `move`. */
void ab_both_next (ab_both *both, ab_node *node);

/* What each player chooses in a joint move; AB_NO_CHOICE: nothing. `room` is 0 where choices are numbers. */
void ab_both_moves (const ab_both *both, int ply, int number, int room, ab_move moves[2]);

/* It has this value, and a line, which is taken over. */
void ab_both_add (ab_both *both, int ply, ab_node *node, ab_value value, int line);

/* All joint moves are tried: begin to solve, pivot by pivot, unless that has begun. 0: no memory. */
int ab_both_solve (ab_both *both, const ab_mem *mem, int ply);

/* The number of the likeliest joint move; and the line behind one. */
int ab_both_likeliest (const ab_both *both, int ply);
int *ab_both_line (const ab_both *both, int ply, int number);

/* What is solved is the root: note the solution, with its line. 0: no memory, nothing has changed. */
int ab_both_note (ab_both *both, const ab_mem *mem, int ply);

/* The node has its value, which is exact whatever its window. */
void ab_both_end (ab_both *both, int ply, ab_node *node);

void ab_both_free (ab_both *both, const ab_mem *mem);

#endif

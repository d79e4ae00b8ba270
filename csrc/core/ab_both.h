/* What has a position seen in which both players choose at once? Its joint moves, a choice of each player, are tried like
** outcomes of chance, and their values are the cells of a matrix game, which is the position's. Not all of them are
** needed: by the double oracle method (McMahan, Gordon and Blum 2003; in a search Bosansky, Lisy, Lanctot, Cermak and
** Winands 2016) the game of some choices of each player is solved, and then only better replies to the strategies found
** there are looked for, in windows in which a choice matters (Saffidine, Finnsson and Buro 2012), until there are none.
** Kept beside the nodes, so that other games pay nothing. */
#ifndef AB_BOTH_H
#define AB_BOTH_H

#include "ab_matrix.h"
#include "ab_node.h"

/* Such a position of the path. Values are as player 1 sees them. A player without a choice has one that is none. */
typedef struct ab_duel {
  ab_value alpha, beta; /* the node's window; while joint moves are tried, the node has that of the one under way */
  size_t cells;         /* where it has its doubles: what each cell is worth at least, row by row, and at most; then how
                        ** likely each choice is, player 1's first: those below 0 are not in the game that is solved */
  double value, slack;  /* what that is worth, and by how much a better reply has to be better */
  double allowed;       /* at least by this */
  double least, most;   /* what the position is worth, as far as it is known */
  int solved;           /* that game is, as it is now */
  int bounds;           /* see ab_both_demand */
  int wanted;           /* the joint move that is tried next */
  int last[2];          /* the likeliest choices of the position that was here before */
  int scanned;          /* cells that are known, of that game, from the first on */
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
  int *lines;           /* the line behind each cell; they begin where the cells do */
  double *part;         /* the cells of the game that is solved */
  ab_move *lists;       /* their choices: player 1's, then player 2's */
  size_t duels_room, cells_room, lines_room, lists_room, part_room, cells_used, lists_used;
  ab_matrix matrix;     /* of the node under way */
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

/* What is asked of the joint moves of a node. */
typedef struct ab_both_demand {
  ab_value low, high; /* no value lies outside */
  int whole;          /* all of them are to be tried */
  int bounds;         /* a bound will do where it says that a choice does not matter */
  double slack;       /* so much better replies do not matter */
} ab_both_demand;

/* The joint moves of the node are tried from here on. */
void ab_both_begin (ab_both *both, int ply, ab_node *node, int room, const ab_both_demand *demand);

/* The node takes up the one that is wanted, in the window in which it matters. */
void ab_both_next (ab_both *both, int ply, ab_node *node);

/* What each player chooses in a joint move; AB_NO_CHOICE: nothing. `room` is 0 where choices are numbers. */
void ab_both_moves (const ab_both *both, int ply, int number, int room, ab_move moves[2]);

/* It has this value, and a line, which is taken over. 1: no other one is wanted before the matrix game is solved. */
int ab_both_add (ab_both *both, int ply, ab_node *node, ab_value value, int line);

/* Begin to solve it, pivot by pivot, unless that has begun. 0: no memory. */
int ab_both_solve (ab_both *both, const ab_mem *mem, int ply);

/* It is solved. Is another joint move wanted? */
int ab_both_goes_on (ab_both *both, int ply, ab_node *node);

/* None is. Then the position is settled; or there are more choices, and the matrix game is to be solved anew. */
int ab_both_is_settled (const ab_both *both, int ply);

/* The number of the likeliest joint move; and the line behind one. */
int ab_both_likeliest (const ab_both *both, int ply);
int *ab_both_line (const ab_both *both, int ply, int number);

/* What is solved is the root: note the solution, with its line. 0: no memory, nothing has changed. */
int ab_both_note (ab_both *both, const ab_mem *mem, int ply);

/* The node has its value, or a bound outside of its window. */
void ab_both_end (ab_both *both, int ply, ab_node *node);

void ab_both_free (ab_both *both, const ab_mem *mem);

#endif

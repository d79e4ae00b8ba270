/*
** Value iteration: the values of all positions of a graph in which chance decides, too (Shapley 1953; Bellman 1957). Sweeps
** go over all of them, the last one found first; each gets the value that those of its moves have at the moment: the best, or
** the weighted mean of its outcomes. It begins with what endless play is worth. Where lines cannot come back to a position the
** values are soon those of expectiminimax; else they come nearer and nearer, until no value would change by more than a
** tolerance any more.
**
** Values that have settled may be wrong where a player can wait: what a position was worth before more was known of it
** keeps itself up on the way round. So it is checked that whoever is better off than by endless play can force that, by
** best moves from position to position to the end of the game. If all are forced they are right: nobody is better off on a
** line that goes on for ever. The order in which that is found stays known: each position has a best move to an earlier one.
**
** If some are not forced, or values go round in circles and do not settle, it begins anew, with what player 1 can have at the
** most. First that rises from what endless play is worth, as if player 1 could stop anywhere and have that; then it falls to
** what it is worth not to stop. If some are still not forced, all that is more than endless play rises again, while the rest
** stays, and all falls again. What it falls to is never less than the values, and never more than before. (Bounds come down from
** above only, or they would keep each other up in turns; Kelmendi, Krämer, Křetínský and Weininger 2018 deflate theirs.) If it
** falls no further it is right: player 1 can force the end, or to come to where endless play is no worse.
**
** Such bounds of player 2's positions are not those of player 1's, turned round. So where positions of both share a key each
** counts twice meanwhile, as the one player's and as the other's. In the end both are worth the same, and the order is made
** anew.
**
** Where both players choose at once a position gets the value of the matrix game of its joint moves (Shapley 1953). Such
** games must end, whatever the players do: a line comes back only where chance may lead it out. Then there is one solution,
** and nothing to be forced.
*/
#ifndef AB_SWEEP_H
#define AB_SWEEP_H

#include "ab_graph.h"
#include "ab_matrix.h"

#define AB_PARTS ((size_t)2048) /* probabilities in a page of them */

#define AB_TWINS ((size_t)1024) /* positions of the other player's in a page of them */

typedef struct ab_sweep {
  int phase;
  ab_value endless;      /* what endless play is worth to player 1 */
  double tolerance;
  ab_pages parts;        /* the probability of each move of the graph that is an outcome */
  size_t left;           /* positions of this sweep that are still to be looked at */
  int count;             /* sweeps so far, as far as that matters */
  double change, before; /* the largest change of a value in this sweep, and in the last one */
  double least;          /* the smallest of those changes */
  int stuck;             /* sweeps since then, that one included; 0: there were none */
  double largest;        /* the largest value of the last sweep, or the smallest, if that is farther from 0 */
  int open, found;       /* a value was not found to be forced in this sweep; another one was */
  uint32_t forced;       /* so many were */
  int bounding;          /* values are the most that player 1 can have */
  double gains;          /* what player 1 has more than endless play, the mean of all positions */
  double gains_before;   /* that when values were dropped last */
  int shared;            /* positions of both players share a key somewhere */
  int split;             /* all count twice: as player 1's, and as player 2's; in the end they have the values of player 1's */
  ab_pages twins;        /* player 2's: values and ranks */
  int at_once;           /* both players choose at once somewhere */
  double *cells;         /* of the matrix game at hand */
  size_t cells_room;
  ab_matrix matrix;
  int solving;           /* it has begun */
} ab_sweep;

/* Make sure that there is room for the probability of move `link`; 0: no memory. Note it. */
int ab_sweep_reserve (ab_sweep *sweep, const ab_mem *mem, size_t link);
void ab_sweep_note (ab_sweep *sweep, size_t link, double part);

/* Go on, as long as the budget lasts, of positions to look at, and pivots. AB_ENDLESS: both choose at once somewhere, and the
** game may go on for ever. */
ab_status ab_sweep_run (ab_sweep *sweep, const ab_graph *graph, const ab_mem *mem, uint64_t *budget);

/* Give some of its memory back, so that it does not take long; returns whether there is none then. And all of it. */
int ab_sweep_free_some (ab_sweep *sweep, const ab_mem *mem);
void ab_sweep_free (ab_sweep *sweep, const ab_mem *mem);

#endif

/* A*, weighted A*, and beam search. */
#ifndef AB_ASTAR_H
#define AB_ASTAR_H

#include "ab_way.h"

/* Begin at a position; 0: no memory. */
int ab_astar_begin (ab_path *p, const void *state);

/* Run until the budget is used up (AB_PAUSED) or the search has ended (AB_DONE). */
ab_status ab_astar_run (ab_path *p);

/* The best way so far: its length, cost and the estimate of where it leads to; its moves. */
void ab_astar_know (const ab_path *p, ab_path_result *known);
void ab_astar_moves (const ab_path *p, ab_move *list);

void ab_astar_free (ab_path *p);

#endif

/* Principal variations of a search: lines of moves, or of the slots in which the game keeps them. */
#ifndef AB_PV_H
#define AB_PV_H

#include "ab_search.h"

/* The line of the move that node number `ply` is trying: that move and the rest, which it takes over.
** AB_NO_LINE: no memory, nothing has changed. */
int ab_pv_join (ab_search *s, int ply, int rest);

#endif

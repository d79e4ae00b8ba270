/*
** Monte-Carlo tree search: down the tree, one new node, a playout to the end of the game, and what that teaches. It goes
** from phase to phase, each of which makes one call of the game at the most, but for `identify` and `identify_choice`,
** which are asked for all moves in one. Before a call the search stands complete in memory, in a phase that repeats
** just that; nothing that matters is changed before it returns.
*/
#ifndef AB_PLAYOUT_H
#define AB_PLAYOUT_H

#include "ab_search.h"

/* Make a search ready; 0: no memory. */
int ab_playout_begin (ab_search *s, const void *state);

/* Go on, by as many positions as the budget allows. AB_DONE: there is nothing more to be done. */
ab_status ab_playout_walk (ab_search *s);

/* After AB_BROKEN and AB_OUTSIDE: the function of the game that it was. */
const char *ab_playout_name (const ab_search *s);

void ab_playout_free (ab_search *s);

#endif

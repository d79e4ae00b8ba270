/* In which window is the root searched next? One iteration, to a fixed horizon, takes one pass or several.
** The last one has the value inside its window, so that the first best move and its line are found. If
** the shortest way to the value is wanted, another pass ranks the leaves that have it by their ply. */
#ifndef AB_PASS_H
#define AB_PASS_H

#include "ab_search.h"

/* Begin the first pass of an iteration to the horizon. */
void ab_pass_first (ab_search *s, int horizon);

/* The game says what the root's value lies between: begin the pass again. */
void ab_pass_bound (ab_search *s, ab_value low, ab_value high);

/* A pass is complete, the root's value in s->child. Begin the next one of the iteration, if there is
** one; 0: there is none, the value is final. */
int ab_pass_next (ab_search *s);

#endif

/* Limits of nodes and of time, of a search and of a step: they reach a walk as a budget of nodes. */
#ifndef AB_LIMIT_H
#define AB_LIMIT_H

#include "ab_search.h"

/* Give the walk its next budget; 0: the search or the step has come to a limit. */
int ab_limit_grant (ab_search *s);

/* The search is finished, and why. */
void ab_limit_stop (ab_search *s, ab_stop why);

#endif

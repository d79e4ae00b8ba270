/*
** The procedures of Knuth & Moore 1975, "An Analysis of Alpha-Beta Pruning", as printed: recursive, and
** without anything that the paper does not have. What every other search is held against.
*/
#ifndef AB_PAPER_H
#define AB_PAPER_H

#include "ab_search.h"

/* One whole pass of the search by its printed procedure. AB_DONE: the root's value is in s->child;
** AB_PAUSED: a limit of the search was met; AB_NOMEM. A pass that was left begins again. */
ab_status ab_paper_walk (ab_search *s);

void ab_paper_free (ab_paper *paper, const ab_mem *mem);

#endif

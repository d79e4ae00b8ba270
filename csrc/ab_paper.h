/*
** The procedures of Knuth & Moore 1975, "An Analysis of Alpha-Beta Pruning", as printed: recursive, and
** without anything that the paper does not have. What every other search is held against.
*/
#ifndef AB_PAPER_H
#define AB_PAPER_H

#include "ab_mem.h"

struct ab_search;

/* A level of the non-recursive procedure. */
typedef struct ab_level {
  ab_value a; /* a[l] of the paper */
  int own;    /* the nearest level above with the same player, l - 2 if the players alternate */
  int other;  /* the nearest level above with the other player, l - 1 if they do */
} ab_level;

typedef struct ab_paper {
  ab_level *levels; /* from level -2 on */
  size_t room;
  ab_status status; /* AB_DONE until the walk is halted */
  int move;         /* number of the best move of the root so far */
  ab_value value;   /* and its value */
  int max;          /* which player is Max in F2 and G2 */
} ab_paper;

/* One whole pass of the search by its printed procedure. AB_DONE: the root's value is in s->child;
** AB_PAUSED: a limit of the search was met; AB_NOMEM. A pass that was left begins again. */
ab_status ab_paper_walk (struct ab_search *s);

void ab_paper_free (ab_paper *paper, const ab_mem *mem);

#endif

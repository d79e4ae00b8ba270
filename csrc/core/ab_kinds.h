/* What entries of the transposition table must have in common to answer for each other. */
#ifndef AB_KINDS_H
#define AB_KINDS_H

#include "alphabeta.h"

#define AB_KINDS 127
#define AB_PLAIN 1 /* the number of the kind that is all 0 */

/* Entries of one position that differ in kind may differ in value. */
typedef struct ab_kind {
  ab_value ranked; /* the value whose leaves are ranked; 0: none is, these are values */
  double slack;    /* what a position is worth at which both choose at once may be wrong by so much */
  int quiescence;  /* of the search */
  int deeper;      /* of the search; but what was searched to the end of the game is worth the same there */
} ab_kind;

typedef struct ab_kinds {
  int count;
  ab_kind all[AB_KINDS]; /* the first is that of plain values, and always there */
} ab_kinds;

static inline int ab_kinds_are_same (const ab_kind *a, const ab_kind *b) {
  return a->ranked == b->ranked && a->slack == b->slack && a->quiescence == b->quiescence && a->deeper == b->deeper;
}

/* Where the kind is noted, from 0; if it is not yet, it is. -1: there is no room. */
static inline int ab_kinds_add (ab_kinds *kinds, const ab_kind *kind) {
  int i = 0;
  while (i < kinds->count && !ab_kinds_are_same(&kinds->all[i], kind))
    i++;
  if (i == AB_KINDS)
    return -1;
  if (i == kinds->count)
    kinds->all[kinds->count++] = *kind;
  return i;
}

#endif

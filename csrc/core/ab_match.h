/*
** Where worlds differ: which of the moves that a position has in this world have a node? A move is known by a number of
** its own in all of them.
*/
#ifndef AB_MATCH_H
#define AB_MATCH_H

#include "ab_mem.h"

typedef struct ab_match {
  uint64_t *ids;      /* of the moves */
  uint32_t *children; /* their nodes; 0: none yet. Of choices at once: are they known? */
  uint32_t *slots;    /* by hash: the place of a move, from 1; 0: free */
  size_t ids_room, children_room, slots_room;
  size_t mask;        /* slots in use, less one */
} ab_match;

/* Make sure that there is room for so many moves; 0: no memory. */
int ab_match_reserve (ab_match *match, const ab_mem *mem, int count);

/* Begin with so many moves, of which none is known yet. */
void ab_match_begin (ab_match *match, int count);

/* Move number i, from 0, is known by this. 0: so is an earlier one. */
int ab_match_put (ab_match *match, int i, uint64_t id);

/* Which move is known by that, from 0; -1: none of this world. */
int ab_match_find (const ab_match *match, uint64_t id);

void ab_match_free (ab_match *match, const ab_mem *mem);

#endif

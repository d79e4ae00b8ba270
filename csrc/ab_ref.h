/* The reference: recursive, without limits, ordering or cleverness. What every other search of this
** library is held against. */
#ifndef AB_REF_H
#define AB_REF_H

#include "alphabeta.h"

typedef struct ab_ref {
  const ab_game *game;
  void *context;
  uint64_t nodes, leaves; /* increased */
} ab_ref;

/* Procedure F in Knuth & Moore 1975: plain minimax to `depth` plies. `states` is room for depth + 1
** positions (one, if the game has `undo`), the first of which is the root. */
ab_value ab_ref_f (ab_ref *ref, void *states, int depth);

#endif

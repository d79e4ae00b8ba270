/* Which positions were on the board before? A set of keys, in open addressing. */
#ifndef AB_HISTORY_H
#define AB_HISTORY_H

#include "alphabeta.h"
#include "ab_mem.h"

typedef struct ab_history {
  uint64_t *keys; /* AB_NO_KEY: none; NULL: none at all */
  size_t room;    /* a power of two, at least twice as many as there are keys */
  uint64_t sum;   /* of the hashes of all keys: their order does not matter */
} ab_history;

/* An empty set takes these keys, but for AB_NO_KEY. 0: no memory. */
int ab_history_fill (ab_history *history, const ab_mem *mem, const uint64_t *keys, size_t count);

int ab_history_has (const ab_history *history, uint64_t key);

void ab_history_free (ab_history *history, const ab_mem *mem);

#endif

/*
** The transposition table: what is known of positions met before. It knows no game and no window.
**
** Buckets of AB_BUCKET entries; a position has one bucket. The table begins small and doubles as it
** fills, up to the bytes it was given, so that a small search does not pay for a large table. A new
** entry takes the place of the oldest and shallowest one of its bucket.
*/
#ifndef AB_TABLE_H
#define AB_TABLE_H

#include "ab_mem.h"

#define AB_BUCKET 4

/* What is known of a position. */
typedef struct ab_entry {
  uint64_t key;
  ab_value value;
  uint16_t move;      /* the best move, by its number; 0: none is known */
  uint16_t depth;     /* plies that were searched; if complete, plies that were needed */
  uint8_t bound;      /* an ab_bound, what the value says */
  uint8_t complete;   /* no leaf behind the value was at the horizon: it holds for any more plies */
  uint8_t generation; /* of the search that stored it */
  uint8_t used;       /* 0: nothing is stored here */
} ab_entry;

struct ab_table {
  ab_entry *entries;
  size_t buckets;     /* a power of two */
  size_t most;        /* buckets, a power of two */
  size_t used;        /* entries */
  unsigned char generation;
};

/* Is it time to grow? To be asked before entries are stored. */
static inline int ab_table_is_tight (const ab_table *table) {
  return table->buckets < table->most && table->used * 2 > table->buckets * AB_BUCKET;
}

/* Double it; 0: no memory, nothing has changed. */
int ab_table_grow (ab_table *table, const ab_mem *mem);

/* What is stored of a position, or NULL. Good until the next store. */
const ab_entry *ab_table_get (const ab_table *table, uint64_t key);

/* Store an entry. A move is kept if the new entry has none. */
void ab_table_put (ab_table *table, const ab_entry *entry);

#endif

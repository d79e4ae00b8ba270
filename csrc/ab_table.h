/*
** The transposition table: what is known of positions met before. It knows no game and no window.
**
** Buckets of AB_BUCKET entries; a position has one bucket, which is one line of the processor's cache. The table
** begins small and grows as it fills, up to the bytes it was given, so that a small search does not pay
** for a large table. A new entry takes the place of the oldest and shallowest one of its bucket.
*/
#ifndef AB_TABLE_H
#define AB_TABLE_H

#include "ab_mem.h"

#define AB_BUCKET 3

/* What is known of a position. */
typedef struct ab_entry {
  uint64_t key;
  ab_value value;
  ab_bound bound;     /* what the value says */
  int move;           /* the best move, by its number; 0: none is known */
  int depth;          /* plies that were searched; if complete, plies that were needed: up to AB_MAX_DEPTH */
  int complete;       /* no leaf behind the value was at the horizon: it holds for any more plies */
} ab_entry;

/* Entry number i, as far as there are `used` of them. */
typedef struct ab_bucket {
  uint64_t keys[AB_BUCKET];
  ab_value values[AB_BUCKET];
  uint32_t facts[AB_BUCKET];      /* move, depth, bound and complete in 16, 12, 2 and 1 bits */
  uint8_t generations[AB_BUCKET]; /* of the search that stored it */
  uint8_t used;
} ab_bucket;

struct ab_table {
  void *memory;       /* the buckets and what it takes to align them */
  ab_bucket *at;
  size_t buckets;     /* a power of two */
  size_t most;        /* buckets, a power of two */
  size_t used;        /* entries */
  uint32_t emptied;   /* how often */
  unsigned char generation;
};

/* Is it time to grow? To be asked before entries are stored. */
static inline int ab_table_is_tight (const ab_table *table) {
  return table->buckets < table->most && table->used * 2 > table->buckets * AB_BUCKET;
}

/* Make it four times as large, as far as it may; 0: no memory, it keeps the size
** that it has. */
int ab_table_grow (ab_table *table, const ab_mem *mem);

/* What is stored of a position; 0: nothing is. */
int ab_table_get (const ab_table *table, uint64_t key, ab_entry *entry);

/* Store an entry. A move is kept if the new entry has none. */
void ab_table_put (ab_table *table, const ab_entry *entry);

#endif

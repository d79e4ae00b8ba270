/*
** The transposition table: what is known of positions met before. It knows no game and no window.
**
** Buckets of AB_BUCKET entries; a position has one bucket, which is one line of the processor's cache. A new
** entry takes the place of the oldest and shallowest one of its bucket.
**
** The table begins small and grows as it fills, up to the bytes it was given, so that a small search does
** not pay for a large table. It grows by linear hashing (Litwin 1980): bucket after bucket is split in two,
** and the new one comes to stand behind the last. So there is never an old table beside a new one; growth
** stops between any two buckets, and no position has to wait for more than a few of them, nor for more than
** a segment of fresh memory, whatever the size.
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
  ab_bucket **segments; /* of AB_SEGMENT buckets each; the first grows to that, the last may be smaller */
  size_t segments_room; /* elements */
  size_t room;        /* buckets there is memory for */
  size_t buckets;     /* in use, the first ones; the memory of the others holds anything */
  size_t base;        /* the power of two up to `buckets`; bucket `base + i` was split from bucket i */
  size_t goal;        /* buckets that it is growing to, if there are fewer */
  size_t most;        /* buckets that it may grow to */
  size_t used;        /* entries */
  uint32_t emptied;   /* how often */
  unsigned char generation;
};

/* Is it to grow? To be asked before entries are stored. */
static inline int ab_table_is_tight (const ab_table *table) {
  return table->buckets < table->most
      && (table->buckets < table->goal || table->used * 2 > table->buckets * AB_BUCKET);
}

/* Grow by a few buckets. Growth is over, for now, when the table is four times as large as it was when it
** began, or as large as it may be. 0: no memory, it keeps the size that it has. */
int ab_table_grow (ab_table *table, const ab_mem *mem);

/* What is stored of a position; 0: nothing is. */
int ab_table_get (const ab_table *table, uint64_t key, ab_entry *entry);

/* Store an entry. A move is kept if the new entry has none. */
void ab_table_put (ab_table *table, const ab_entry *entry);

#endif

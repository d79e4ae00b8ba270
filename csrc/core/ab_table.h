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
#define AB_KINDS 127
#define AB_CACHED ((size_t)4096) /* buckets */
#define AB_PLAIN 1 /* the number of the kind that is all 0 */

/* What entries must have in common to answer for each other: those of one position may differ in value. */
typedef struct ab_kind {
  ab_value ranked; /* the value whose leaves are ranked; 0: none is, these are values */
  int quiescence;  /* of the search */
  int deeper;      /* of the search; but what was searched to the end of the game is worth the same there */
} ab_kind;

/* What is known of a position. */
typedef struct ab_entry {
  uint64_t key;
  int kind;           /* its number; see ab_table_kind */
  ab_value value;
  ab_bound bound;     /* what the value says */
  int move;           /* the best move, by its number; 0: none is known */
  int depth;          /* plies that were searched; if complete, plies that were needed: up to AB_MAX_DEPTH */
  int complete;       /* no leaf behind the value was at the horizon: it holds for any more plies */
} ab_entry;

typedef struct ab_bucket {
  uint64_t keys[AB_BUCKET];
  ab_value values[AB_BUCKET];
  uint32_t facts[AB_BUCKET]; /* move, depth, bound, complete and generation in 16, 10, 2, 1 and 3 bits */
  uint8_t kinds[AB_BUCKET];  /* 0: there is no entry, nor are there any behind it */
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
  uint32_t emptied;   /* how often, by ab_table_clear */
  unsigned generation; /* of the search that stores, modulo 8 */
  int kinds_count;
  ab_kind kinds[AB_KINDS]; /* of the entries; the first is that of plain values, and always there */
};

/* Is it to grow? To be asked before entries are stored. Half full is enough while the processor's cache holds it; then
** empty places cost more, in misses, than the entries that are lost where they are few. */
static inline int ab_table_is_tight (const ab_table *table) {
  size_t places = table->buckets * AB_BUCKET;
  return table->buckets < table->most
      && (table->buckets < table->goal || table->used > (table->buckets < AB_CACHED ? places / 2 : places / 4 * 3));
}

/* Grow by a few buckets. Growth is over, for now, when the table is four times as large as it was when it
** began, or twice if that is more than a cache holds, or as large as it may be. 0: no memory, it keeps the size that it
** has. */
int ab_table_grow (ab_table *table, const ab_mem *mem);

/* Note the kind, if it is not yet, and tell where. */
int ab_table_add_kind (ab_table *table, const ab_kind *kind);

/* The number, above 0, of entries of a kind. `ranked` has a sign here, as the player to move sees the value, and
** either has its number. `*noted` is where the caller found the kind last. Where there are more kinds than
** numbers, the table is emptied. */
static inline int ab_table_kind (ab_table *table, int *noted, ab_kind kind) {
  const ab_kind *last = &table->kinds[*noted];
  int below = kind.ranked < 0;
  if (below)
    kind.ranked = -kind.ranked;
  if (*noted >= table->kinds_count || last->quiescence != kind.quiescence || last->deeper != kind.deeper
      || last->ranked != kind.ranked)
    *noted = ab_table_add_kind(table, &kind);
  return 1 + 2 * *noted + below;
}

/* Another search begins to store. */
void ab_table_begin_generation (ab_table *table);

/* What is stored of a position, with values of a kind; 0: nothing is. */
int ab_table_get (const ab_table *table, uint64_t key, int kind, ab_entry *entry);

/* The same in two steps, so that several positions can be on their way from memory at once. What is fetched is good
** until the table changes. */
const ab_bucket *ab_table_fetch (const ab_table *table, uint64_t key, int kind);
int ab_table_read (const ab_bucket *bucket, uint64_t key, int kind, ab_entry *entry);

/* Store an entry. A move is kept if the new entry has none. */
void ab_table_put (ab_table *table, const ab_entry *entry);

#endif

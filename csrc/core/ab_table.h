/*
** The transposition table: what is known of positions met before. It knows no game and no window.
**
** What it may hold is what the position is worth inside a tree, whoever searches: it must not depend on the position being
** the root, on the window, on the way there, or on options that other searches do not have. What does is of another kind
** (ab_kind), has another key (what was on the board before), or is not stored but for the best move (roots of a game with
** bounds, see ab_probe_store; values that lean on positions above, see ab_update_finish). Option by option: a window
** makes a value a bound; `quiescence`, `shortest` and `deeper` are kinds; `history`, and with chance what is above on the
** path, are in the key; with `threshold` there is no table; `all`, `choose`, `proven`, limits and pauses change which
** positions are searched, never what is stored of one.
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
  int depth;          /* plies that were searched; if complete, plies that were needed: up to AB_LAST_PLY */
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
  size_t enough;      /* so many are reason to grow */
  uint32_t emptied;   /* how often, by ab_table_clear */
  unsigned generation; /* of the search that stores, modulo 8 */
  int kinds_count;
  ab_kind kinds[AB_KINDS]; /* of the entries; the first is that of plain values, and always there */
};

/* Is it to grow? To be asked before entries are stored. */
static inline int ab_table_is_tight (const ab_table *table) { return table->used >= table->enough; }

/* Grow by a few buckets. Growth is over, for now, when the table is twice as large as it was when it began, or as
** large as it may be: what it does not use costs fresh pages of memory. 0: no memory, it keeps the size that it has. */
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

/* ---------------------------------------------------------------- buckets */

#define AB_SEGMENT ((size_t)1024) /* buckets; a power of two */

AB_INLINE ab_bucket *ab_table_at (const ab_table *table, size_t i) {
  return table->segments[i / AB_SEGMENT] + i % AB_SEGMENT;
}

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. Kinds of the same position are not to
** crowd one bucket. */
AB_INLINE size_t ab_table_mixed (uint64_t key, int kind) {
  key ^= (uint64_t)(kind - 1) * 0x9E3779B97F4A7C15u;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (size_t)(key ^ (key >> 31));
}

/* The bucket of a position. Where that was not split yet, it is the one that is to be split. */
AB_INLINE ab_bucket *ab_table_bucket (const ab_table *table, uint64_t key, int kind) {
  size_t i = ab_table_mixed(key, kind) & (2 * table->base - 1);
  i -= table->base & (0 - (size_t)(i >= table->buckets)); /* a branch could not be foreseen */
  return ab_table_at(table, i);
}

/* ---------------------------------------------------------------- entries */

#define AB_DEPTH_SHIFT 16
#define AB_DEPTH_MASK 0x3FF
#define AB_BOUND_SHIFT 26
#define AB_COMPLETE_SHIFT 28
#define AB_GENERATION_SHIFT 29

AB_INLINE int ab_table_depth (uint32_t facts) { return (int)(facts >> AB_DEPTH_SHIFT & AB_DEPTH_MASK); }

/* Entry number `i` of a bucket. */
AB_INLINE void ab_table_unpack (const ab_bucket *bucket, int i, ab_entry *entry) {
  uint32_t facts = bucket->facts[i];
  entry->key = bucket->keys[i];
  entry->kind = bucket->kinds[i];
  entry->value = bucket->values[i];
  entry->move = (int)(facts & AB_MAX_MOVES);
  entry->depth = ab_table_depth(facts);
  entry->bound = (ab_bound)(facts >> AB_BOUND_SHIFT & 3);
  entry->complete = (int)(facts >> AB_COMPLETE_SHIFT & 1);
}

/* What is stored of a position, with values of a kind, in its bucket; 0: nothing is. A bucket is good until the table
** changes. */
AB_INLINE int ab_table_read (const ab_bucket *bucket, uint64_t key, int kind, ab_entry *entry) {
  int i = 0;
  while (bucket->keys[i] != key || bucket->kinds[i] != kind)
    if (++i == AB_BUCKET)
      return 0;
  ab_table_unpack(bucket, i, entry);
  return 1;
}

AB_INLINE int ab_table_get (const ab_table *table, uint64_t key, int kind, ab_entry *entry) {
  return ab_table_read(ab_table_bucket(table, key, kind), key, kind, entry);
}

/* The first of the two steps of that, so that several positions can be on their way from memory at once. */
AB_INLINE const ab_bucket *ab_table_fetch (const ab_table *table, uint64_t key, int kind) {
  const ab_bucket *bucket = ab_table_bucket(table, key, kind);
#if defined(__GNUC__)
  __builtin_prefetch(bucket);
#endif
  return bucket;
}

/* The entry of the bucket that a new one replaces: its own, a free one, or the least valuable. */
AB_INLINE int ab_table_place (const ab_bucket *bucket, uint64_t key, int kind, unsigned generation) {
  int i, place = 0, least = 1 << 30;
  for (i = 0; i < AB_BUCKET; i++)
    if (bucket->kinds[i] == 0 || (bucket->keys[i] == key && bucket->kinds[i] == kind))
      return i;
  for (i = 0; i < AB_BUCKET; i++) {
    uint32_t facts = bucket->facts[i];
    int worth = ab_table_depth(facts) + (facts >> AB_GENERATION_SHIFT == generation ? 1 << 16 : 0);
    place = worth < least ? i : place;
    least = worth < least ? worth : least;
  }
  return place;
}

/* Store an entry. A move is kept if the new entry has none. */
AB_INLINE void ab_table_put (ab_table *table, const ab_entry *entry) {
  ab_bucket *bucket = ab_table_bucket(table, entry->key, entry->kind);
  int i = ab_table_place(bucket, entry->key, entry->kind, table->generation);
  uint32_t facts = (uint32_t)entry->move | (uint32_t)entry->depth << AB_DEPTH_SHIFT
                 | (uint32_t)entry->bound << AB_BOUND_SHIFT | (uint32_t)entry->complete << AB_COMPLETE_SHIFT
                 | (uint32_t)table->generation << AB_GENERATION_SHIFT;
  if (bucket->kinds[i] == 0)
    table->used++;
  else if (entry->move == 0 && bucket->keys[i] == entry->key && bucket->kinds[i] == entry->kind)
    facts |= bucket->facts[i] & AB_MAX_MOVES;
  bucket->keys[i] = entry->key;
  bucket->values[i] = entry->value;
  bucket->facts[i] = facts;
  bucket->kinds[i] = (uint8_t)entry->kind;
}

#endif

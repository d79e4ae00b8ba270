/*
** How large a transposition table is. It begins small and grows as it fills, so that a small search does not pay for a
** large table, by linear hashing (Litwin 1980): bucket after bucket is split in two, and the new one comes to stand behind
** the last. So there is never an old table beside a new one; growth stops between any two buckets.
*/
#ifndef AB_EXTENT_H
#define AB_EXTENT_H

#include "ab_bucket.h"

#define AB_SEGMENT ((size_t)1024)       /* buckets that lie side by side; a power of two */
#define AB_FEWEST_BUCKETS ((size_t)128)
#define AB_PIECE ((size_t)64)           /* buckets that are split at a time: they fill a page of memory */
#define AB_CACHED ((size_t)4096)        /* buckets */
#define AB_LINE_BYTES 64                /* of a processor's cache */

typedef struct ab_extent {
  size_t buckets;     /* in use, the first ones; the memory of the others holds anything */
  size_t base;        /* the power of two up to `buckets`; bucket `base + i` was split from bucket i */
  size_t goal;        /* buckets that it is growing to, if there are fewer */
  size_t most;        /* buckets that it may grow to */
  size_t used;        /* entries */
  size_t enough;      /* so many are reason to grow */
} ab_extent;

static inline size_t ab_extent_least (size_t a, size_t b) { return a < b ? a : b; }

static inline size_t ab_extent_bytes (size_t buckets) { return buckets * sizeof(ab_bucket); }

AB_INLINE ab_bucket *ab_extent_at (ab_bucket *const *segments, size_t i) {
  return segments[i / AB_SEGMENT] + i % AB_SEGMENT;
}

/* The bucket of a position. Where that was not split yet, it is the one that is to be split. */
AB_INLINE size_t ab_extent_find (const ab_extent *extent, uint64_t key, int kind) {
  size_t i = ab_bucket_mixed(key, kind) & (2 * extent->base - 1);
  return i - (extent->base & (0 - (size_t)(i >= extent->buckets))); /* a branch could not be foreseen */
}

/* When is it to grow? Half full is enough while the processor's cache holds it; then empty places cost more, in misses,
** than the entries that are lost where they are few. */
static inline void ab_extent_set_enough (ab_extent *extent) {
  size_t places = extent->buckets * AB_BUCKET;
  extent->enough = extent->buckets >= extent->most ? (size_t)-1
                 : extent->buckets < extent->goal  ? 0
                 : 1 + (extent->buckets < AB_CACHED ? places / 2 : places / 4 * 3);
}

/* The power of two up to so many. */
static inline size_t ab_extent_base (size_t buckets) {
  size_t base = 1;
  while (base <= buckets / 2)
    base *= 2;
  return base;
}

/* Begin with few buckets, whatever there is room for. They are to be emptied. */
static inline void ab_extent_begin (ab_extent *extent, size_t room) {
  extent->buckets = ab_extent_least(room, AB_FEWEST_BUCKETS);
  extent->base = ab_extent_base(extent->buckets);
  extent->goal = extent->used = 0;
  ab_extent_set_enough(extent);
}

/* It is to grow. Growth is over, for now, when it is twice as large as it was when it began, or as large as it may be: what
** it does not use costs fresh pages of memory. */
static inline void ab_extent_aim (ab_extent *extent) {
  if (extent->buckets >= extent->goal)
    extent->goal = 2 * extent->buckets;
}

/* To where it is to grow now, if there is room for so many. */
static inline size_t ab_extent_next (const ab_extent *extent, size_t room) {
  return ab_extent_least(extent->goal, ab_extent_least(room, extent->buckets + AB_PIECE));
}

/* A bucket was split. */
static inline void ab_extent_add (ab_extent *extent) {
  if (++extent->buckets == 2 * extent->base)
    extent->base *= 2;
}

#endif

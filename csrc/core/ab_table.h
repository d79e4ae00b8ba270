/*
** The transposition table: what is known of positions met before. It knows no game and no window.
**
** What it may hold is what the position is worth inside a tree, whoever searches: it must not depend on the position being
** the root, on the window, on the way there, or on options that other searches do not have. What does is of another kind
** (ab_kind), has another key (what was on the board before), or is not stored but for the best move (roots of a game with
** bounds, see ab_probe_store; values that lean on positions above, see ab_update_finish). Option by option: a window
** makes a value a bound; `quiescence`, `shortest`, `deeper` and `precision` are kinds; `history`, `draws` with `seed`, and
** with chance what is above on the path, are in the key; with `threshold` there is no table; `all`, `choose`, `proven`,
** limits and pauses change which positions are searched, never what is stored of one.
**
** Buckets of AB_BUCKET entries; a position has one bucket. A new entry takes the place of the oldest and shallowest one of
** its bucket. As the table grows (ab_extent.h), no position has to wait for more than a few buckets, nor for more than
** a segment of fresh memory, whatever the size.
**
** Several threads may share a table: then each has a struct of its own, and the buckets are common (ab_shared.h).
*/
#ifndef AB_TABLE_H
#define AB_TABLE_H

#include "ab_mem.h"
#include "ab_shared.h"

struct ab_table {
  ab_bucket **segments; /* of AB_SEGMENT buckets each; the first grows to that, the last may be smaller */
  size_t segments_room; /* elements */
  size_t room;          /* buckets there is memory for */
  ab_common known;      /* if it is shared, a copy */
  uint32_t emptied;     /* how often, by ab_table_clear */
  uint32_t stops;       /* shared: that it knows of */
  ab_shared *shared;    /* NULL: nobody else has it */
  ab_bucket own, *only; /* the bucket that is left when sharing is over, and its segment */
};

/* Is it to grow? To be asked before entries are stored. */
static inline int ab_table_is_tight (const ab_table *table) {
  return table->known.extent.used >= table->known.extent.enough;
}

/* Grow by a few buckets. 0: no memory, it keeps the size that it has. */
int ab_table_grow (ab_table *table, const ab_mem *mem);

/* Note the kind, if it is not yet, and tell where. */
int ab_table_add_kind (ab_table *table, const ab_kind *kind);

/* The number, above 0, of entries of a kind. `ranked` has a sign here, as the player to move sees the value, and
** either has its number. `*noted` is where the caller found the kind last. Where there are more kinds than
** numbers, the table is emptied, or what it shares is left alone. */
static inline int ab_table_kind (ab_table *table, int *noted, ab_kind kind) {
  const ab_kind *last = &table->known.kinds.all[*noted];
  int below = kind.ranked < 0;
  if (below)
    kind.ranked = -kind.ranked;
  if (*noted >= table->known.kinds.count || last->quiescence != kind.quiescence || last->deeper != kind.deeper
      || last->ranked != kind.ranked || last->slack != kind.slack)
    *noted = ab_table_add_kind(table, &kind);
  return 1 + 2 * *noted + below;
}

/* A search begins to store; if it is no helper, it is another one. */
void ab_table_begin_generation (ab_table *table, int helps);

/* The step of a search is over: let others know how much it has stored. */
void ab_table_report (ab_table *table);

/* See what others have made of the table meanwhile. */
void ab_table_renew (ab_table *table);

/* Are those to stop who help with this table? */
AB_INLINE int ab_table_is_stopped (const ab_table *table) {
  return table->shared != NULL && ab_shared_stops(table->shared) != table->stops;
}

/* ---------------------------------------------------------------- entries */

/* The bucket of a position. */
AB_INLINE ab_bucket *ab_table_bucket (const ab_table *table, uint64_t key, int kind) {
  return ab_extent_at(table->segments, ab_extent_find(&table->known.extent, key, kind));
}

/* The first of the two steps of looking up, so that several positions can be on their way from memory at once. A bucket is
** good until the table changes. */
AB_INLINE const ab_bucket *ab_table_fetch (const ab_table *table, uint64_t key, int kind) {
  const ab_bucket *bucket = ab_table_bucket(table, key, kind);
#if defined(__GNUC__)
  __builtin_prefetch(bucket);
#endif
  return bucket;
}

/* What is stored of a position, with values of a kind, in its bucket; 0: nothing is. `shared`: others have the table. */
AB_INLINE int ab_table_read (const ab_table *table, const ab_bucket *bucket, uint64_t key, int kind, ab_entry *entry,
                             const int shared) {
  return shared ? ab_bucket_read_shared(bucket, key, kind, table->known.seed, entry)
                : ab_bucket_read(bucket, key, kind, entry);
}

AB_INLINE int ab_table_get (const ab_table *table, uint64_t key, int kind, ab_entry *entry, const int shared) {
  return ab_table_read(table, ab_table_bucket(table, key, kind), key, kind, entry, shared);
}

/* Store an entry. A move is kept if the new entry has none. */
AB_INLINE void ab_table_put (ab_table *table, const ab_entry *entry, const int shared) {
  ab_bucket *bucket = ab_table_bucket(table, entry->key, entry->kind);
  ab_common *known = &table->known;
  if (shared)
    known->extent.used += (size_t)ab_bucket_put_shared(bucket, entry, known->generation, known->seed);
  else
    known->extent.used += (size_t)ab_bucket_put(bucket, entry, known->generation);
}

#endif

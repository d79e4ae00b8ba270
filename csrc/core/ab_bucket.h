/*
** A bucket of the transposition table, one line of the processor's cache: what is known of up to AB_BUCKET positions.
**
** Several threads may have it at once (the functions called `shared`). Then its words are whole, but two of them may come
** from two writers. So the key is stored mixed with a hash of all that it guards: an entry that was torn has a key that
** no position has. The hash begins with a seed; entries of another seed are not found either. There is no lock. The last
** AB_OPEN bits of the key are not mixed, and tell most other positions apart at one look.
*/
#ifndef AB_BUCKET_H
#define AB_BUCKET_H

#include "ab_atomic.h"

#define AB_BUCKET 3

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

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. Kinds of the same position are not to
** crowd one bucket. */
AB_INLINE size_t ab_bucket_mixed (uint64_t key, int kind) {
  key ^= (uint64_t)(kind - 1) * 0x9E3779B97F4A7C15u;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (size_t)(key ^ (key >> 31));
}

/* ---------------------------------------------------------------- facts */

#define AB_DEPTH_SHIFT 16
#define AB_DEPTH_MASK 0x3FF
#define AB_BOUND_SHIFT 26
#define AB_COMPLETE_SHIFT 28
#define AB_GENERATION_SHIFT 29

AB_INLINE int ab_bucket_depth (uint32_t facts) { return (int)(facts >> AB_DEPTH_SHIFT & AB_DEPTH_MASK); }

AB_INLINE uint32_t ab_bucket_facts (const ab_entry *entry, unsigned generation) {
  return (uint32_t)entry->move | (uint32_t)entry->depth << AB_DEPTH_SHIFT | (uint32_t)entry->bound << AB_BOUND_SHIFT
       | (uint32_t)entry->complete << AB_COMPLETE_SHIFT | (uint32_t)generation << AB_GENERATION_SHIFT;
}

AB_INLINE void ab_bucket_unpack (uint64_t key, int kind, ab_value value, uint32_t facts, ab_entry *entry) {
  entry->key = key;
  entry->kind = kind;
  entry->value = value;
  entry->move = (int)(facts & AB_MAX_MOVES);
  entry->depth = ab_bucket_depth(facts);
  entry->bound = (ab_bound)(facts >> AB_BOUND_SHIFT & 3);
  entry->complete = (int)(facts >> AB_COMPLETE_SHIFT & 1);
}

/* How reluctantly an entry is given up: the oldest and shallowest one goes first. */
AB_INLINE int ab_bucket_worth (uint32_t facts, unsigned generation) {
  return ab_bucket_depth(facts) + (facts >> AB_GENERATION_SHIFT == generation ? 1 << 16 : 0);
}

/* ---------------------------------------------------------------- of one thread */

/* What is stored of a position, with values of a kind; 0: nothing is. */
AB_INLINE int ab_bucket_read (const ab_bucket *bucket, uint64_t key, int kind, ab_entry *entry) {
  int i = 0;
  while (bucket->keys[i] != key || bucket->kinds[i] != kind)
    if (++i == AB_BUCKET)
      return 0;
  ab_bucket_unpack(key, kind, bucket->values[i], bucket->facts[i], entry);
  return 1;
}

/* The entry that a new one replaces: its own, a free one, or the least valuable. */
AB_INLINE int ab_bucket_place (const ab_bucket *bucket, uint64_t key, int kind, unsigned generation) {
  int i, place = 0, least = 1 << 30;
  for (i = 0; i < AB_BUCKET; i++)
    if (bucket->kinds[i] == 0 || (bucket->keys[i] == key && bucket->kinds[i] == kind))
      return i;
  for (i = 0; i < AB_BUCKET; i++) {
    int worth = ab_bucket_worth(bucket->facts[i], generation);
    place = worth < least ? i : place;
    least = worth < least ? worth : least;
  }
  return place;
}

/* Store an entry. A move is kept if the new entry has none. Returns 1 if it takes a free place. */
AB_INLINE int ab_bucket_put (ab_bucket *bucket, const ab_entry *entry, unsigned generation) {
  int i = ab_bucket_place(bucket, entry->key, entry->kind, generation), taken = bucket->kinds[i] == 0;
  uint32_t facts = ab_bucket_facts(entry, generation);
  if (!taken && entry->move == 0 && bucket->keys[i] == entry->key && bucket->kinds[i] == entry->kind)
    facts |= bucket->facts[i] & AB_MAX_MOVES;
  bucket->keys[i] = entry->key;
  bucket->values[i] = entry->value;
  bucket->facts[i] = facts;
  bucket->kinds[i] = (uint8_t)entry->kind;
  return taken;
}

/* ---------------------------------------------------------------- shared */

/* An entry as it lies there, but with its own key. */
typedef struct ab_slot {
  uint64_t key, value; /* the value by its bits */
  uint32_t facts;
  uint8_t kind;        /* 0: there is none */
} ab_slot;

#define AB_OPEN 16

/* What the key is mixed with: one changed bit of what it guards changes half of these. */
AB_INLINE uint64_t ab_bucket_guard (const ab_slot *slot, uint64_t seed) {
  uint64_t guard = slot->value + (slot->facts | (uint64_t)slot->kind << 32) * 0x9E3779B97F4A7C15u + seed;
  guard = (guard ^ (guard >> 32)) * 0xBF58476D1CE4E5B9u;
  guard = (guard ^ (guard >> 29)) * 0x94D049BB133111EBu;
  return guard >> AB_OPEN << AB_OPEN;
}

AB_INLINE uint8_t ab_bucket_load_kind (const ab_bucket *bucket, int i) { return ab_atomic_load_byte(&bucket->kinds[i]); }
AB_INLINE uint32_t ab_bucket_load_facts (const ab_bucket *bucket, int i) { return ab_atomic_load(&bucket->facts[i]); }

AB_INLINE ab_slot ab_bucket_load (const ab_bucket *bucket, int i, uint64_t seed) {
  ab_slot slot;
  slot.key = ab_atomic_load_long(&bucket->keys[i]);
  slot.kind = ab_bucket_load_kind(bucket, i);
  slot.facts = ab_bucket_load_facts(bucket, i);
  slot.value = ab_atomic_load_long((const uint64_t *)(const void *)&bucket->values[i]);
  slot.key ^= ab_bucket_guard(&slot, seed);
  return slot;
}

AB_INLINE void ab_bucket_save (ab_bucket *bucket, int i, const ab_slot *slot, uint64_t seed) {
  ab_atomic_store_long(&bucket->keys[i], slot->key ^ ab_bucket_guard(slot, seed));
  ab_atomic_store_long((uint64_t *)(void *)&bucket->values[i], slot->value);
  ab_atomic_store(&bucket->facts[i], slot->facts);
  ab_atomic_store_byte(&bucket->kinds[i], slot->kind);
}

/* Do the bits say nothing against it that entry number `i` has that key? */
AB_INLINE int ab_bucket_resembles (const ab_bucket *bucket, int i, uint64_t key) {
  return ((ab_atomic_load_long(&bucket->keys[i]) ^ key) & (((uint64_t)1 << AB_OPEN) - 1)) == 0;
}

/* The first entry, from `i` on, that may have that key; AB_BUCKET: there is none, as a rule, so the loop is written out. */
AB_INLINE int ab_bucket_seek (const ab_bucket *bucket, int i, uint64_t key) {
  if (i == 0 && ab_bucket_resembles(bucket, 0, key))
    return 0;
  if (i <= 1 && ab_bucket_resembles(bucket, 1, key))
    return 1;
  return i <= 2 && ab_bucket_resembles(bucket, 2, key) ? 2 : AB_BUCKET;
}

/* The entry of a position, with values of a kind; AB_BUCKET: there is none. */
AB_INLINE int ab_bucket_find (const ab_bucket *bucket, uint64_t key, int kind, uint64_t seed, ab_slot *slot) {
  int i;
  for (i = ab_bucket_seek(bucket, 0, key); i < AB_BUCKET; i = ab_bucket_seek(bucket, i + 1, key)) {
    *slot = ab_bucket_load(bucket, i, seed);
    if (slot->key == key && slot->kind == kind)
      return i;
  }
  return AB_BUCKET;
}

/* As ab_bucket_read, _place and _put. */
AB_INLINE int ab_bucket_read_shared (const ab_bucket *bucket, uint64_t key, int kind, uint64_t seed, ab_entry *entry) {
  ab_slot slot;
  ab_value value;
  if (ab_bucket_find(bucket, key, kind, seed, &slot) == AB_BUCKET)
    return 0;
  memcpy(&value, &slot.value, sizeof value);
  ab_bucket_unpack(key, kind, value, slot.facts, entry);
  return 1;
}

/* `move` is that of the position's own entry, or 0. */
AB_INLINE int ab_bucket_place_shared (const ab_bucket *bucket, uint64_t key, int kind, unsigned generation, uint64_t seed,
                                      uint32_t *move) {
  ab_slot slot;
  int i = ab_bucket_find(bucket, key, kind, seed, &slot), place = 0, least = 1 << 30;
  *move = i < AB_BUCKET ? slot.facts & AB_MAX_MOVES : 0;
  if (i < AB_BUCKET)
    return i;
  for (i = 0; i < AB_BUCKET; i++) {
    int worth;
    if (ab_bucket_load_kind(bucket, i) == 0)
      return i;
    worth = ab_bucket_worth(ab_bucket_load_facts(bucket, i), generation);
    place = worth < least ? i : place;
    least = worth < least ? worth : least;
  }
  return place;
}

AB_INLINE int ab_bucket_put_shared (ab_bucket *bucket, const ab_entry *entry, unsigned generation, uint64_t seed) {
  uint32_t move;
  int i = ab_bucket_place_shared(bucket, entry->key, entry->kind, generation, seed, &move);
  int taken = ab_bucket_load_kind(bucket, i) == 0;
  ab_slot slot;
  slot.key = entry->key;
  slot.kind = (uint8_t)entry->kind;
  slot.facts = ab_bucket_facts(entry, generation) | (entry->move == 0 ? move : 0);
  memcpy(&slot.value, &entry->value, sizeof slot.value);
  ab_bucket_save(bucket, i, &slot, seed);
  return taken;
}

#endif

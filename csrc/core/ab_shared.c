/*
** A transposition table that several threads have at once. Its entries are read and written without a lock (ab_bucket.h);
** all else stands behind one, and is asked for now and then: everyone has a copy of it. A copy that is out of date does no
** harm: entries are looked for, and put, where nobody finds them; and the hash of each begins with a seed, which changes
** when the table is emptied.
**
** All memory is there from the beginning, but none of it is touched before the table grows into it.
**
** Tables that are alive stand in a list, the only thing here that is global: who comes with a number gets a table if that
** has it, and nothing that a number could point to is looked at.
*/
#include "ab_shared.h"

#define AB_SEED 0x9E3779B97F4A7C15u
#define AB_FEW ((size_t)16) /* entries to report at a time, in small tables; and in large ones: */
#define AB_MANY ((size_t)1024)
#define AB_WORKS 512 /* that are under way at a time: those of a dozen threads hardly ever have one place */

struct ab_shared {
  ab_bucket **segments;
  void (*release) (void *block);
  uint64_t number;
  ab_shared *next;
  size_t users;
  ab_lock lock; /* for what follows */
  ab_common common;
  uint64_t seeds; /* how many were given away */
  uint64_t game;  /* that it serves; 0: none yet */
  uint32_t marks;
  volatile uint32_t stops; /* may be read at any time, as what follows */
  volatile uint64_t works[AB_WORKS];
};

static ab_shared *first;
static ab_lock list_lock;
static uint64_t numbers; /* how many were given away */

/* ---------------------------------------------------------------- life */

/* A number that is not guessed: of which table it is, and where the program happens to lie in memory. */
static uint64_t new_number (const ab_shared *shared) {
  uint64_t number[3];
  number[0] = ++numbers;
  number[1] = (uint64_t)(uintptr_t)shared;
  number[2] = (uint64_t)(uintptr_t)number;
  return ab_hash(number, sizeof number);
}

static void enlist (ab_shared *shared) {
  ab_lock_take(&list_lock);
  shared->number = new_number(shared);
  shared->users = 1;
  shared->next = first;
  first = shared;
  ab_lock_leave(&list_lock);
}

/* In one block: the struct, where the segments are, and these, each part beginning with a line of the cache. */
static size_t whole_lines (size_t bytes) { return (bytes + AB_LINE_BYTES - 1) / AB_LINE_BYTES * AB_LINE_BYTES; }

ab_shared *ab_shared_new (size_t most, void *(*zeroed) (size_t count, size_t size), void (*release) (void *block),
                          ab_common *copy) {
  size_t segments = (most + AB_SEGMENT - 1) / AB_SEGMENT, i;
  size_t head = whole_lines(sizeof(ab_shared)) + whole_lines(segments * sizeof(ab_bucket *)) + AB_LINE_BYTES;
  char *block = most > ((size_t)-1 - head) / sizeof(ab_bucket) ? NULL : zeroed(1, head + ab_extent_bytes(most));
  ab_shared *shared = (ab_shared *)(void *)block;
  ab_bucket *buckets;
  if (block == NULL)
    return NULL;
  shared->segments = (ab_bucket **)(void *)(block + whole_lines(sizeof *shared));
  block += head - AB_LINE_BYTES;
  buckets = (ab_bucket *)(void *)(block + (AB_LINE_BYTES - (uintptr_t)block % AB_LINE_BYTES));
  for (i = 0; i < segments; i++)
    shared->segments[i] = buckets + i * AB_SEGMENT;
  shared->release = release;
  shared->common.extent.most = most;
  shared->common.kinds.count = 1;
  ab_extent_begin(&shared->common.extent, most);
  enlist(shared);
  ab_shared_copy(shared, copy);
  return shared;
}

uint64_t ab_shared_number (const ab_shared *shared) { return shared->number; }

ab_bucket **ab_shared_segments (ab_shared *shared) { return shared->segments; }

ab_shared *ab_shared_find (uint64_t number) {
  ab_shared *found;
  ab_lock_take(&list_lock);
  for (found = first; found != NULL && found->number != number;)
    found = found->next;
  if (found != NULL)
    found->users++;
  ab_lock_leave(&list_lock);
  return found;
}

void ab_shared_drop (ab_shared *shared) {
  ab_shared **at = &first;
  int last;
  ab_lock_take(&list_lock);
  last = --shared->users == 0;
  if (last) {
    while (*at != shared)
      at = &(*at)->next;
    *at = shared->next;
  }
  ab_lock_leave(&list_lock);
  if (last)
    shared->release(shared);
}

/* ---------------------------------------------------------------- copies */

/* What the owner of the copy has new entries to report after. */
static void set_report (ab_common *copy, const ab_extent *extent) {
  size_t part = extent->buckets / 8;
  copy->extent.used = 0;
  copy->extent.enough = extent->used >= extent->enough ? 0 : part < AB_FEW ? AB_FEW : part > AB_MANY ? AB_MANY : part;
}

static void copy_all (const ab_shared *shared, ab_common *copy) {
  *copy = shared->common;
  set_report(copy, &shared->common.extent);
}

void ab_shared_copy (ab_shared *shared, ab_common *copy) {
  ab_lock_take(&shared->lock);
  copy_all(shared, copy);
  ab_lock_leave(&shared->lock);
}

void ab_shared_begin_generation (ab_shared *shared, ab_common *copy) {
  int i;
  ab_lock_take(&shared->lock);
  for (i = 0; i < AB_WORKS; i++)
    ab_atomic_store_long(&shared->works[i], 0);
  shared->common.generation = (shared->common.generation + 1) & 7;
  copy_all(shared, copy);
  ab_lock_leave(&shared->lock);
}

/* Whoever has it does without the entries of the others, and they without his. */
static void go_alone (ab_shared *shared, ab_common *copy) { copy->seed = ++shared->seeds * AB_SEED; }

int ab_shared_add_kind (ab_shared *shared, ab_common *copy, const ab_kind *kind) {
  int i = -1;
  ab_lock_take(&shared->lock);
  if (copy->seed == shared->common.seed) {
    i = ab_kinds_add(&shared->common.kinds, kind);
    copy->kinds = shared->common.kinds;
  }
  else
    i = ab_kinds_add(&copy->kinds, kind);
  if (i < 0) {
    go_alone(shared, copy);
    copy->kinds.count = 1;
    i = ab_kinds_add(&copy->kinds, kind);
  }
  ab_lock_leave(&shared->lock);
  return i;
}

/* ---------------------------------------------------------------- growth, emptying */

static void wipe (ab_bucket *bucket) {
  int i;
  for (i = 0; i < AB_BUCKET; i++)
    ab_atomic_store_byte(&bucket->kinds[i], 0);
}

/* As the table of one thread is split; entries that others put there meanwhile may be lost. */
static void split (ab_shared *shared) {
  ab_extent *extent = &shared->common.extent;
  uint64_t seed = shared->common.seed;
  ab_bucket *halves[2];
  ab_slot slots[AB_BUCKET];
  int counts[2] = {0, 0}, i;
  halves[0] = ab_extent_at(shared->segments, extent->buckets - extent->base);
  halves[1] = ab_extent_at(shared->segments, extent->buckets);
  for (i = 0; i < AB_BUCKET; i++)
    slots[i] = ab_bucket_load(halves[0], i, seed);
  wipe(halves[0]);
  wipe(halves[1]);
  for (i = 0; i < AB_BUCKET && slots[i].kind != 0; i++) {
    int half = (ab_bucket_mixed(slots[i].key, slots[i].kind) & extent->base) != 0;
    ab_bucket_save(halves[half], counts[half]++, &slots[i], seed);
  }
  ab_extent_add(extent);
}

static void grow (ab_shared *shared) {
  ab_extent *extent = &shared->common.extent;
  size_t end;
  ab_extent_aim(extent);
  end = ab_extent_next(extent, extent->most);
  while (extent->buckets < end)
    split(shared);
  ab_extent_set_enough(extent);
}

void ab_shared_report (ab_shared *shared, ab_common *copy) {
  ab_extent *extent = &shared->common.extent;
  if (!ab_lock_try(&shared->lock))
    return;
  if (copy->seed == shared->common.seed)
    extent->used += copy->extent.used;
  if (extent->used >= extent->enough)
    grow(shared);
  copy->extent.buckets = extent->buckets;
  copy->extent.base = extent->base;
  copy->generation = shared->common.generation;
  set_report(copy, extent);
  ab_lock_leave(&shared->lock);
}

/* Entries from before do not count any more, wherever they are; those of the first buckets make room as well. */
void ab_shared_empty (ab_shared *shared, ab_common *copy) {
  ab_extent *extent = &shared->common.extent;
  size_t i;
  ab_lock_take(&shared->lock);
  go_alone(shared, &shared->common);
  shared->common.kinds.count = 1;
  shared->common.generation = (shared->common.generation + 1) & 7;
  shared->game = 0;
  shared->marks = 0;
  ab_extent_begin(extent, extent->most);
  for (i = 0; i < extent->buckets; i++)
    wipe(ab_extent_at(shared->segments, i));
  copy_all(shared, copy);
  ab_lock_leave(&shared->lock);
}

size_t ab_shared_count (ab_shared *shared, const ab_common *copy) {
  size_t used;
  ab_lock_take(&shared->lock);
  used = shared->common.extent.used + (copy->seed == shared->common.seed ? copy->extent.used : 0);
  ab_lock_leave(&shared->lock);
  return used;
}

/* ---------------------------------------------------------------- what searches tell each other */

int ab_shared_claim (ab_shared *shared, uint64_t game) {
  int served;
  ab_lock_take(&shared->lock);
  if (shared->game == 0)
    shared->game = game;
  served = shared->game == game;
  ab_lock_leave(&shared->lock);
  return served;
}

uint32_t ab_shared_mark (ab_shared *shared, uint32_t marks) {
  ab_lock_take(&shared->lock);
  marks |= shared->marks;
  shared->marks = marks;
  ab_lock_leave(&shared->lock);
  return marks;
}

static volatile uint64_t *place_of (ab_shared *shared, uint64_t work) { return &shared->works[work % AB_WORKS]; }

int ab_shared_is_busy (ab_shared *shared, uint64_t work) {
  return work != 0 && ab_atomic_load_long(place_of(shared, work)) == work;
}

void ab_shared_begin_work (ab_shared *shared, uint64_t work) {
  if (work != 0)
    ab_atomic_store_long(place_of(shared, work), work);
}

void ab_shared_end_work (ab_shared *shared, uint64_t work) {
  if (ab_shared_is_busy(shared, work))
    ab_atomic_store_long(place_of(shared, work), 0);
}

uint32_t ab_shared_stops (const ab_shared *shared) { return ab_atomic_load(&shared->stops); }

uint32_t ab_shared_stop (ab_shared *shared) {
  uint32_t stops;
  ab_lock_take(&shared->lock);
  stops = shared->stops + 1;
  ab_atomic_store(&shared->stops, stops);
  ab_lock_leave(&shared->lock);
  return stops;
}

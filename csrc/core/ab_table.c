#include <string.h>
#include "ab_table.h"

size_t ab_table_bytes (const ab_table *table) {
  return ab_extent_bytes(table->shared != NULL ? table->known.extent.buckets : table->room);
}

size_t ab_table_limit (const ab_table *table) { return ab_extent_bytes(table->known.extent.most); }

size_t ab_table_count (const ab_table *table) {
  return table->shared != NULL ? ab_shared_count(table->shared, &table->known) : table->known.extent.used;
}

/* ---------------------------------------------------------------- segments */

static size_t block_of (size_t buckets) { return ab_extent_bytes(buckets) + AB_LINE_BYTES; }

/* Memory for buckets, aligned; the byte before them tells how far. NULL: there is none. */
static ab_bucket *new_segment (size_t buckets, const ab_mem *mem) {
  unsigned char *block = mem->alloc(mem->ud, NULL, 0, block_of(buckets));
  size_t skipped;
  if (block == NULL)
    return NULL;
  skipped = AB_LINE_BYTES - (uintptr_t)block % AB_LINE_BYTES;
  block[skipped - 1] = (unsigned char)skipped;
  return (ab_bucket *)(void *)(block + skipped);
}

static void free_segment (ab_bucket *segment, size_t buckets, const ab_mem *mem) {
  unsigned char *at = (unsigned char *)segment;
  mem->alloc(mem->ud, at - at[-1], block_of(buckets), 0);
}

static int is_forsaken (const ab_table *table) { return table->segments == &table->only; }

/* Room in the list for so many segments. */
static int extend_list (ab_table *table, size_t count, const ab_mem *mem) {
  size_t room = table->segments_room;
  ab_bucket **segments = ab_mem_grow(mem, table->segments, &room, count, sizeof *segments);
  if (segments == NULL || is_forsaken(table))
    return 0;
  table->segments = segments;
  table->segments_room = room;
  return 1;
}

/* Get memory for more buckets, where all that there is is in use: the first segment twice as large, or another
** one. 0: there is none, and the table keeps its size.
** What allocates may run a finalizer that empties the table, and fills it again: it meets one that is whole,
** and cannot grow. It may also forsake it. */
static int extend (ab_table *table, const ab_mem *mem) {
  size_t i = table->room / AB_SEGMENT, held = table->room % AB_SEGMENT, most = table->known.extent.most;
  size_t wanted = i > 0 ? AB_SEGMENT : held > 0 ? 2 * held : AB_FEWEST_BUCKETS;
  ab_bucket *segment;
  table->known.extent.most = table->room;
  if (i == table->segments_room && !extend_list(table, i + 1, mem))
    return 0;
  wanted = ab_extent_least(wanted, ab_extent_least(AB_SEGMENT, most - i * AB_SEGMENT));
  segment = new_segment(wanted, mem);
  if (segment == NULL || is_forsaken(table))
    return 0;
  if (held > 0) {
    memcpy(segment, table->segments[i], ab_extent_bytes(held));
    free_segment(table->segments[i], held, mem);
  }
  table->segments[i] = segment;
  table->room = i * AB_SEGMENT + wanted;
  table->known.extent.most = most;
  return 1;
}

/* ---------------------------------------------------------------- the table */

/* Begin with few buckets, which are empty, whatever there is memory for. */
static void begin (ab_table *table) {
  ab_extent_begin(&table->known.extent, table->room);
  table->known.kinds.count = 1;
  memset(table->segments[0], 0, ab_extent_bytes(table->known.extent.buckets));
}

static size_t buckets_in (size_t bytes) { return bytes < ab_extent_bytes(1) ? 1 : bytes / ab_extent_bytes(1); }

ab_table *ab_table_new (size_t bytes, ab_alloc alloc, void *ud) {
  ab_table *table = alloc(ud, NULL, 0, sizeof *table);
  ab_mem mem;
  if (table == NULL)
    return NULL;
  mem.alloc = alloc;
  mem.ud = ud;
  memset(table, 0, sizeof *table);
  table->known.extent.most = buckets_in(bytes);
  if (!extend(table, &mem)) {
    ab_table_free(table, alloc, ud);
    return NULL;
  }
  begin(table);
  return table;
}

static void free_segments (ab_table *table, const ab_mem *mem) {
  size_t at;
  if (table->segments_room == 0)
    return;
  for (at = 0; at < table->room; at += AB_SEGMENT)
    free_segment(ab_extent_at(table->segments, at), ab_extent_least(AB_SEGMENT, table->room - at), mem);
  ab_mem_free(mem, table->segments, table->segments_room, sizeof *table->segments);
}

void ab_table_free (ab_table *table, ab_alloc alloc, void *ud) {
  ab_mem mem;
  if (table == NULL)
    return;
  mem.alloc = alloc;
  mem.ud = ud;
  ab_table_leave(table);
  free_segments(table, &mem);
  alloc(ud, table, sizeof *table, 0);
}

void ab_table_forsake (ab_table *table) {
  table->only = &table->own;
  table->segments = &table->only;
  table->segments_room = 0;
  table->room = table->known.extent.most = 1;
  begin(table);
  table->emptied++;
}

void ab_table_clear (ab_table *table) {
  if (table->shared != NULL)
    ab_shared_empty(table->shared, &table->known);
  else
    begin(table);
  table->emptied++;
}

int ab_table_add_kind (ab_table *table, const ab_kind *kind) {
  int i;
  if (table->shared != NULL)
    return ab_shared_add_kind(table->shared, &table->known, kind);
  i = ab_kinds_add(&table->known.kinds, kind);
  if (i >= 0)
    return i;
  begin(table);
  return ab_kinds_add(&table->known.kinds, kind);
}

static void move_entry (ab_bucket *to, int k, const ab_bucket *from, int i, uint8_t kind) {
  to->keys[k] = from->keys[i];
  to->values[k] = from->values[i];
  to->facts[k] = from->facts[i];
  to->kinds[k] = kind;
}

/* Split the next bucket: its entries stay, or go to a new one behind the last, as one more bit of their
** mixed keys has it. There is no branch for that, nor for how many there are: it could not be foreseen. */
static void split (ab_table *table) {
  ab_extent *extent = &table->known.extent;
  ab_bucket *from = ab_extent_at(table->segments, extent->buckets - extent->base), *halves[2];
  uint8_t kinds[AB_BUCKET];
  int counts[2] = {0, 0}, i;
  halves[0] = from;
  halves[1] = ab_extent_at(table->segments, extent->buckets);
  memcpy(kinds, from->kinds, sizeof kinds);
  memset(from->kinds, 0, sizeof kinds);
  memset(halves[1], 0, sizeof *halves[1]);
  for (i = 0; i < AB_BUCKET; i++) {
    int half = (ab_bucket_mixed(from->keys[i], kinds[i]) & extent->base) != 0;
    move_entry(halves[half], counts[half]++, from, i, kinds[i]);
  }
  ab_extent_add(extent);
}

int ab_table_grow (ab_table *table, const ab_mem *mem) {
  ab_extent *extent = &table->known.extent;
  size_t end;
  if (table->shared != NULL) {
    ab_shared_report(table->shared, &table->known);
    return 1;
  }
  ab_extent_aim(extent);
  if (extent->buckets == table->room && !extend(table, mem)) {
    ab_extent_set_enough(extent);
    return 0;
  }
  end = ab_extent_next(extent, table->room);
  while (extent->buckets < end)
    split(table);
  ab_extent_set_enough(extent);
  return 1;
}

void ab_table_begin_generation (ab_table *table, int helps) {
  if (table->shared == NULL)
    table->known.generation = (table->known.generation + 1) & 7;
  else if (helps)
    ab_shared_copy(table->shared, &table->known);
  else
    ab_shared_begin_generation(table->shared, &table->known);
}

/* ---------------------------------------------------------------- sharing */

/* The struct of one who shares it. */
static void take_shared (ab_table *table, ab_shared *shared, uint32_t stops) {
  table->shared = shared;
  table->segments = ab_shared_segments(shared);
  table->stops = stops;
}

ab_table *ab_table_share (size_t bytes, void *(*zeroed) (size_t count, size_t size), void (*release) (void *block),
                          ab_alloc alloc, void *ud) {
  ab_table *table = alloc(ud, NULL, 0, sizeof *table);
  ab_shared *shared;
  if (table == NULL)
    return NULL;
  memset(table, 0, sizeof *table);
  shared = ab_shared_new(buckets_in(bytes), zeroed, release, &table->known);
  if (shared == NULL)
    alloc(ud, table, sizeof *table, 0);
  else
    take_shared(table, shared, 0);
  return shared == NULL ? NULL : table;
}

ab_table *ab_table_attach (ab_handle handle, ab_alloc alloc, void *ud) {
  ab_table *table = alloc(ud, NULL, 0, sizeof *table); /* which may leave, and then nothing is taken */
  ab_shared *shared = table == NULL ? NULL : ab_shared_find(handle.number);
  if (table == NULL)
    return NULL;
  memset(table, 0, sizeof *table);
  if (shared == NULL) {
    alloc(ud, table, sizeof *table, 0);
    return NULL;
  }
  take_shared(table, shared, handle.stops);
  ab_table_renew(table);
  return table;
}

void ab_table_leave (ab_table *table) {
  if (table->shared == NULL)
    return;
  ab_shared_drop(table->shared);
  table->shared = NULL;
  ab_table_forsake(table);
}

ab_handle ab_table_handle (const ab_table *table) {
  ab_handle handle = {0, 0};
  if (table->shared != NULL) {
    handle.number = ab_shared_number(table->shared);
    handle.stops = ab_shared_stops(table->shared);
  }
  return handle;
}

void ab_table_stop (ab_table *table) {
  if (table->shared != NULL)
    table->stops = ab_shared_stop(table->shared);
}

int ab_table_claim (ab_table *table, uint64_t game) { return table->shared == NULL || ab_shared_claim(table->shared, game); }

uint32_t ab_table_mark (ab_table *table, uint32_t marks) {
  return table->shared == NULL ? marks : ab_shared_mark(table->shared, marks);
}

void ab_table_report (ab_table *table) {
  if (table->shared != NULL)
    ab_shared_report(table->shared, &table->known);
}

void ab_table_renew (ab_table *table) {
  if (table->shared != NULL)
    ab_shared_copy(table->shared, &table->known);
}

/* ---------------------------------------------------------------- as bytes */

/* A table as it is dumped: this, and its entries. */
typedef struct ab_dumped_table {
  uint64_t most, buckets;
  uint32_t generation, kinds_count;
  ab_kind kinds[AB_KINDS];
} ab_dumped_table;

typedef struct ab_dumped_entry {
  uint64_t key;
  ab_value value;
  uint32_t facts, kind;
} ab_dumped_entry;

/* What is known of the table now. */
static const ab_common *known_of (const ab_table *table, ab_common *room) {
  if (table->shared == NULL)
    return &table->known;
  ab_shared_copy(table->shared, room);
  return room;
}

static ab_slot slot_of (const ab_table *table, const ab_bucket *bucket, size_t i, uint64_t seed) {
  ab_slot slot;
  if (table->shared != NULL)
    return ab_bucket_load(bucket, (int)i, seed);
  slot.key = bucket->keys[i];
  memcpy(&slot.value, &bucket->values[i], sizeof slot.value);
  slot.facts = bucket->facts[i];
  slot.kind = bucket->kinds[i];
  return slot;
}

/* Entries of a bucket, but no more than were announced, nor of kinds that were not. */
static size_t dump_bucket (const ab_table *table, const ab_bucket *bucket, ab_dumping *dumping, char *to) {
  size_t i, before = dumping->left;
  for (i = 0; i < AB_BUCKET && dumping->left > 0; i++) {
    ab_slot slot = slot_of(table, bucket, i, dumping->seed);
    ab_dumped_entry entry;
    if (slot.kind == 0 || slot.kind > 2 * dumping->kinds)
      continue;
    entry.key = slot.key;
    memcpy(&entry.value, &slot.value, sizeof entry.value);
    entry.facts = slot.facts;
    entry.kind = slot.kind;
    memcpy(to + (before - dumping->left--) * sizeof entry, &entry, sizeof entry);
  }
  return (before - dumping->left) * sizeof(ab_dumped_entry);
}

/* Where others have the table, fewer entries may be found than were announced: these are all 0, and none. */
static size_t dump_none (ab_dumping *dumping, char *to, const char *end) {
  size_t before = dumping->left;
  for (; dumping->left > 0 && to <= end; to += sizeof(ab_dumped_entry), dumping->left--)
    memset(to, 0, sizeof(ab_dumped_entry));
  return (before - dumping->left) * sizeof(ab_dumped_entry);
}

static size_t dump_head (const ab_common *known, char *to) {
  ab_dumped_table head;
  memset(&head, 0, sizeof head);
  head.most = known->extent.most;
  head.buckets = known->extent.buckets;
  head.generation = known->generation;
  head.kinds_count = (uint32_t)known->kinds.count;
  memcpy(head.kinds, known->kinds.all, (size_t)known->kinds.count * sizeof *head.kinds);
  memcpy(to, &head, sizeof head);
  return sizeof head;
}

/* A table that others have changes all the time, but it is the same as long as nobody empties it. */
static int has_changed (const ab_table *table, const ab_common *known, const ab_dumping *dumping) {
  if (table->shared != NULL)
    return dumping->seed != known->seed;
  return dumping->count != known->extent.used || dumping->buckets != known->extent.buckets
      || dumping->emptied != table->emptied || dumping->kinds != known->kinds.count;
}

size_t ab_table_dump_begin (const ab_table *table, ab_dumping *dumping) {
  ab_common room;
  const ab_common *known = known_of(table, &room);
  dumping->at = 0;
  dumping->count = dumping->left = ab_table_count(table);
  dumping->buckets = known->extent.buckets;
  dumping->emptied = table->emptied;
  dumping->kinds = known->kinds.count;
  dumping->seed = known->seed;
  return sizeof(ab_dumped_table) + dumping->count * sizeof(ab_dumped_entry);
}

size_t ab_table_dump_on (const ab_table *table, ab_dumping *dumping, void *bytes, size_t room) {
  ab_common copy;
  const ab_common *known = known_of(table, &copy);
  char *to = bytes;
  const char *end = to + room - AB_BUCKET * sizeof(ab_dumped_entry);
  if (has_changed(table, known, dumping))
    return 0;
  if (dumping->at == 0)
    to += dump_head(known, to);
  while (dumping->at < known->extent.buckets && to <= end)
    to += dump_bucket(table, ab_extent_at(table->segments, dumping->at++), dumping, to);
  if (dumping->at >= known->extent.buckets)
    to += dump_none(dumping, to, end);
  return (size_t)(to - (char *)bytes);
}

size_t ab_table_dump (const ab_table *table, void *bytes) {
  ab_dumping dumping;
  size_t size = ab_table_dump_begin(table, &dumping);
  if (bytes != NULL) /* before the last entries there is room for a whole bucket to be asked for */
    ab_table_dump_on(table, &dumping, bytes, size + AB_BUCKET * sizeof(ab_dumped_entry));
  return size;
}

static int may_be_entry (const ab_dumped_entry *entry, const ab_table *table) {
  return entry->kind >= 1 && entry->kind <= 2 * (uint32_t)table->known.kinds.count && entry->value == entry->value
      && (entry->facts >> AB_BOUND_SHIFT & 3) <= AB_UPPER && ab_bucket_depth(entry->facts) <= AB_LAST_PLY;
}

/* Was it written in the place of an entry that was not found? See dump_none. */
static int is_none (const ab_dumped_entry *entry) {
  return entry->kind == 0 && entry->key == 0 && entry->facts == 0 && entry->value == 0;
}

/* Grow to so many buckets, if there is memory: where it has failed, the table is to stay as large as it is. */
static void widen (ab_table *table, size_t buckets, const ab_mem *mem) {
  const ab_extent *extent = &table->known.extent;
  while (extent->buckets < ab_extent_least(buckets, extent->most) && ab_table_grow(table, mem))
    ;
}

/* Put an entry into the table; 0: it is none. As entries come in the order of the buckets that they were in, which the extent
** `aim` tells, none is in the way of another once there are as many buckets as its own needs. */
static int take_entry (ab_table *table, const ab_dumped_entry *dumped, const ab_extent *aim, const ab_mem *mem) {
  ab_entry entry;
  if (is_none(dumped))
    return 1;
  if (!may_be_entry(dumped, table))
    return 0;
  ab_bucket_unpack(dumped->key, (int)dumped->kind, dumped->value, dumped->facts, &entry);
  widen(table, ab_extent_find(aim, entry.key, entry.kind) + 1, mem);
  table->known.generation = dumped->facts >> AB_GENERATION_SHIFT;
  ab_table_put(table, &entry, 0);
  return 1;
}

/* How many buckets it is to have: as it had, but no more than so many entries ask for. */
static size_t buckets_for (const ab_dumped_table *head, size_t entries) {
  uint64_t most = head->most < 4 * (uint64_t)entries ? head->most : 4 * (uint64_t)entries;
  return (size_t)(head->buckets < most ? head->buckets : most);
}

ab_table *ab_table_undump_begin (const void *bytes, size_t size, ab_undumping *undumping, ab_alloc alloc, void *ud) {
  ab_dumped_table head;
  ab_table *table;
  if (size < sizeof head || (size - sizeof head) % sizeof(ab_dumped_entry) != 0)
    return NULL;
  memcpy(&head, bytes, sizeof head);
  if (head.kinds_count < 1 || head.kinds_count > AB_KINDS || head.most < 1 || head.most > (size_t)-1 / ab_extent_bytes(1))
    return NULL;
  table = ab_table_new(ab_extent_bytes((size_t)head.most), alloc, ud);
  if (table == NULL)
    return NULL;
  table->known.kinds.count = (int)head.kinds_count;
  memcpy(table->known.kinds.all, head.kinds, sizeof head.kinds);
  table->known.generation = undumping->generation = head.generation & 7;
  undumping->at = sizeof head;
  undumping->size = size;
  undumping->buckets = buckets_for(&head, (size - sizeof head) / sizeof(ab_dumped_entry));
  return table;
}

int ab_table_undump_on (ab_table *table, ab_undumping *undumping, const void *bytes, size_t size, ab_alloc alloc, void *ud) {
  const char *from = bytes;
  size_t left = ab_extent_least(undumping->size - undumping->at, size) / sizeof(ab_dumped_entry);
  ab_extent aim;
  ab_mem mem;
  if (left == 0)
    return 0;
  mem.alloc = alloc;
  mem.ud = ud;
  aim.buckets = undumping->buckets;
  aim.base = ab_extent_base(aim.buckets);
  for (; left > 0; left--, from += sizeof(ab_dumped_entry)) {
    ab_dumped_entry dumped;
    memcpy(&dumped, from, sizeof dumped);
    if (!take_entry(table, &dumped, &aim, &mem))
      return 0;
  }
  table->known.generation = undumping->generation;
  undumping->at += (size_t)(from - (const char *)bytes);
  return 1;
}

ab_table *ab_table_undump (const void *bytes, size_t size, ab_alloc alloc, void *ud) {
  ab_undumping undumping;
  ab_table *table = ab_table_undump_begin(bytes, size, &undumping, alloc, ud);
  if (table != NULL && undumping.at < size
      && !ab_table_undump_on(table, &undumping, (const char *)bytes + undumping.at, size, alloc, ud)) {
    ab_table_free(table, alloc, ud);
    return NULL;
  }
  return table;
}

#include <string.h>
#include "ab_table.h"

#define AB_FEWEST_BUCKETS ((size_t)128)
#define AB_SEGMENT ((size_t)1024) /* buckets; a power of two */
#define AB_PIECE ((size_t)64)     /* buckets that are split at a time: they fill a page of memory */
#define AB_LINE_BYTES 64          /* of a processor's cache */

static size_t least (size_t a, size_t b) { return a < b ? a : b; }

static size_t bytes_of (size_t buckets) { return buckets * sizeof(ab_bucket); }

size_t ab_table_bytes (const ab_table *table) { return bytes_of(table->room); }
size_t ab_table_limit (const ab_table *table) { return bytes_of(table->most); }
size_t ab_table_count (const ab_table *table) { return table->used; }

/* ---------------------------------------------------------------- segments */

static size_t block_of (size_t buckets) { return bytes_of(buckets) + AB_LINE_BYTES; }

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

/* Get memory for more buckets, where all that there is is in use: the first segment twice as large, or another
** one. 0: there is none, and the table keeps its size.
** What allocates may run a finalizer that empties the table, and fills it again: it meets one that is whole,
** and cannot grow. */
static int extend (ab_table *table, const ab_mem *mem) {
  size_t i = table->room / AB_SEGMENT, held = table->room % AB_SEGMENT, most = table->most;
  size_t wanted = i > 0 ? AB_SEGMENT : held > 0 ? 2 * held : AB_FEWEST_BUCKETS;
  ab_bucket *segment;
  table->most = table->room;
  if (i == table->segments_room) {
    ab_bucket **segments = ab_mem_grow(mem, table->segments, &table->segments_room, i + 1, sizeof *segments);
    if (segments == NULL)
      return 0;
    table->segments = segments;
  }
  wanted = least(wanted, least(AB_SEGMENT, most - i * AB_SEGMENT));
  segment = new_segment(wanted, mem);
  if (segment == NULL)
    return 0;
  if (held > 0) {
    memcpy(segment, table->segments[i], bytes_of(held));
    free_segment(table->segments[i], held, mem);
  }
  table->segments[i] = segment;
  table->room = i * AB_SEGMENT + wanted;
  table->most = most;
  return 1;
}

/* ---------------------------------------------------------------- the table */

static ab_bucket *bucket_at (const ab_table *table, size_t i) {
  return table->segments[i / AB_SEGMENT] + i % AB_SEGMENT;
}

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. */
static size_t mixed (uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (size_t)(key ^ (key >> 31));
}

/* Where the bucket was not split yet that a position would be in, it is in the one that is to be split. */
static ab_bucket *bucket_of (const ab_table *table, uint64_t key) {
  size_t i = mixed(key) & (2 * table->base - 1);
  return bucket_at(table, i < table->buckets ? i : i - table->base);
}

/* Begin with few buckets, which are empty, whatever there is memory for. */
static void begin (ab_table *table) {
  table->buckets = least(table->room, AB_FEWEST_BUCKETS);
  for (table->base = 1; table->base <= table->buckets / 2;)
    table->base *= 2;
  table->goal = table->used = 0;
  memset(table->segments[0], 0, bytes_of(table->buckets));
}

ab_table *ab_table_new (size_t bytes, ab_alloc alloc, void *ud) {
  ab_table *table = alloc(ud, NULL, 0, sizeof *table);
  ab_mem mem;
  if (table == NULL)
    return NULL;
  mem.alloc = alloc;
  mem.ud = ud;
  memset(table, 0, sizeof *table);
  table->most = bytes < bytes_of(1) ? 1 : bytes / bytes_of(1);
  if (!extend(table, &mem)) {
    ab_table_free(table, alloc, ud);
    return NULL;
  }
  begin(table);
  return table;
}

void ab_table_free (ab_table *table, ab_alloc alloc, void *ud) {
  ab_mem mem;
  size_t first;
  if (table == NULL)
    return;
  mem.alloc = alloc;
  mem.ud = ud;
  for (first = 0; first < table->room; first += AB_SEGMENT)
    free_segment(bucket_at(table, first), least(AB_SEGMENT, table->room - first), &mem);
  ab_mem_free(&mem, table->segments, table->segments_room, sizeof *table->segments);
  alloc(ud, table, sizeof *table, 0);
}

void ab_table_clear (ab_table *table) {
  begin(table);
  table->emptied++;
}

/* Split the next bucket: its entries stay, or go to a new one behind the last, as one more bit of their
** mixed keys has it. */
static void split (ab_table *table) {
  ab_bucket *from = bucket_at(table, table->buckets - table->base), *to = bucket_at(table, table->buckets);
  int i, count = from->used;
  memset(to, 0, sizeof *to);
  from->used = 0;
  for (i = 0; i < count; i++) {
    ab_bucket *bucket = mixed(from->keys[i]) & table->base ? to : from;
    int k = bucket->used++;
    bucket->keys[k] = from->keys[i];
    bucket->values[k] = from->values[i];
    bucket->facts[k] = from->facts[i];
    bucket->generations[k] = from->generations[i];
  }
  if (++table->buckets == 2 * table->base)
    table->base *= 2;
}

int ab_table_grow (ab_table *table, const ab_mem *mem) {
  size_t end;
  if (table->buckets >= table->goal)
    table->goal = table->buckets * 4;
  if (table->buckets == table->room && !extend(table, mem))
    return 0;
  end = least(table->goal, least(table->room, table->buckets + AB_PIECE));
  while (table->buckets < end)
    split(table);
  return 1;
}

/* ---------------------------------------------------------------- entries */

#define AB_DEPTH_SHIFT 16
#define AB_DEPTH_MASK 0xFFF
#define AB_BOUND_SHIFT 28
#define AB_COMPLETE_SHIFT 30

static int depth_of (uint32_t facts) { return (int)(facts >> AB_DEPTH_SHIFT & AB_DEPTH_MASK); }

static uint32_t facts_of (const ab_entry *entry) {
  return (uint32_t)entry->move | (uint32_t)entry->depth << AB_DEPTH_SHIFT
       | (uint32_t)entry->bound << AB_BOUND_SHIFT | (uint32_t)entry->complete << AB_COMPLETE_SHIFT;
}

int ab_table_get (const ab_table *table, uint64_t key, ab_entry *entry) {
  const ab_bucket *bucket = bucket_of(table, key);
  uint32_t facts;
  int i = 0;
  while (bucket->keys[i] != key)
    if (++i == AB_BUCKET)
      return 0;
  if (i >= bucket->used)
    return 0;
  facts = bucket->facts[i];
  entry->key = key;
  entry->value = bucket->values[i];
  entry->move = (int)(facts & AB_MAX_MOVES);
  entry->depth = depth_of(facts);
  entry->bound = (ab_bound)(facts >> AB_BOUND_SHIFT & 3);
  entry->complete = (int)(facts >> AB_COMPLETE_SHIFT & 1);
  return 1;
}

/* The entry of the bucket that a new one replaces: its own, a free one, or the least valuable. */
static int place_in (const ab_bucket *bucket, uint64_t key, uint8_t generation) {
  int i, place = 0, least = 1 << 30;
  for (i = 0; i < AB_BUCKET; i++) {
    int worth = i >= bucket->used ? -1
              : depth_of(bucket->facts[i]) + (bucket->generations[i] == generation ? 1 << 16 : 0);
    if (i < bucket->used && bucket->keys[i] == key)
      return i;
    place = worth < least ? i : place;
    least = worth < least ? worth : least;
  }
  return place;
}

static void put (ab_table *table, uint64_t key, ab_value value, uint32_t facts, uint8_t generation) {
  ab_bucket *bucket = bucket_of(table, key);
  int i = place_in(bucket, key, table->generation);
  if (i == bucket->used) {
    bucket->used++;
    table->used++;
  }
  else if (bucket->keys[i] == key && (facts & AB_MAX_MOVES) == 0)
    facts |= bucket->facts[i] & AB_MAX_MOVES;
  bucket->keys[i] = key;
  bucket->values[i] = value;
  bucket->facts[i] = facts;
  bucket->generations[i] = generation;
}

void ab_table_put (ab_table *table, const ab_entry *entry) {
  put(table, entry->key, entry->value, facts_of(entry), table->generation);
}

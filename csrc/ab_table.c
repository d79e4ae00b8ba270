#include <string.h>
#include "ab_table.h"

#define AB_FEWEST_BUCKETS 128
#define AB_LINE_BYTES 64 /* of a processor's cache */

static size_t bytes_of (size_t buckets) { return buckets * sizeof(ab_bucket); }

static size_t block_of (size_t buckets) { return bytes_of(buckets) + AB_LINE_BYTES; }

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. */
static ab_bucket *bucket_of (const ab_table *table, uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return table->at + ((size_t)(key ^ (key >> 31)) & (table->buckets - 1));
}

size_t ab_table_bytes (const ab_table *table) { return bytes_of(table->buckets); }
size_t ab_table_limit (const ab_table *table) { return bytes_of(table->most); }
size_t ab_table_count (const ab_table *table) { return table->used; }

/* The largest number of buckets that fits, at least one. */
static size_t fitting (size_t bytes) {
  size_t buckets = 1;
  while (buckets <= bytes / bytes_of(1) / 2)
    buckets *= 2;
  return buckets;
}

/* Give the table empty buckets; 0: no memory, nothing has changed. */
static int allot (ab_table *table, size_t buckets, ab_alloc alloc, void *ud) {
  char *memory = alloc(ud, NULL, 0, block_of(buckets));
  if (memory == NULL)
    return 0;
  table->memory = memory;
  table->at = (ab_bucket *)(void *)(memory + (AB_LINE_BYTES - (uintptr_t)memory % AB_LINE_BYTES));
  table->buckets = buckets;
  table->used = 0;
  memset(table->at, 0, bytes_of(buckets));
  return 1;
}

ab_table *ab_table_new (size_t bytes, ab_alloc alloc, void *ud) {
  size_t most = fitting(bytes);
  ab_table *table = alloc(ud, NULL, 0, sizeof *table);
  if (table == NULL)
    return NULL;
  memset(table, 0, sizeof *table);
  table->most = most;
  if (!allot(table, most < AB_FEWEST_BUCKETS ? most : AB_FEWEST_BUCKETS, alloc, ud)) {
    alloc(ud, table, sizeof *table, 0);
    return NULL;
  }
  return table;
}

void ab_table_free (ab_table *table, ab_alloc alloc, void *ud) {
  if (table == NULL)
    return;
  alloc(ud, table->memory, block_of(table->buckets), 0);
  alloc(ud, table, sizeof *table, 0);
}

void ab_table_clear (ab_table *table) {
  memset(table->at, 0, bytes_of(table->buckets));
  table->used = 0;
  table->emptied++;
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

int ab_table_grow (ab_table *table, const ab_mem *mem) {
  ab_table larger = *table;
  size_t wanted = table->buckets * 4, i;
  table->most = table->buckets; /* if there is no memory, it has the size that it will keep */
  if (!allot(&larger, wanted < larger.most ? wanted : larger.most, mem->alloc, mem->ud))
    return 0;
  for (i = 0; i < table->buckets; i++) {
    const ab_bucket *bucket = &table->at[i];
    int k;
    for (k = 0; k < bucket->used; k++)
      put(&larger, bucket->keys[k], bucket->values[k], bucket->facts[k], bucket->generations[k]);
  }
  mem->alloc(mem->ud, table->memory, block_of(table->buckets), 0);
  *table = larger;
  return 1;
}

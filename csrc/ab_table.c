#include <string.h>
#include "ab_table.h"

#define AB_FEWEST_BUCKETS 128

static size_t bytes_of (size_t buckets) { return buckets * AB_BUCKET * sizeof(ab_entry); }

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. */
static size_t bucket_of (const ab_table *table, uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (size_t)(key ^ (key >> 31)) & (table->buckets - 1);
}

static ab_entry *bucket_at (const ab_table *table, uint64_t key) {
  return table->entries + bucket_of(table, key) * AB_BUCKET;
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

ab_table *ab_table_new (size_t bytes, ab_alloc alloc, void *ud) {
  size_t most = fitting(bytes);
  size_t buckets = most < AB_FEWEST_BUCKETS ? most : AB_FEWEST_BUCKETS;
  ab_table *table = alloc(ud, NULL, 0, sizeof *table);
  if (table == NULL)
    return NULL;
  memset(table, 0, sizeof *table);
  table->most = most;
  table->buckets = buckets;
  table->entries = alloc(ud, NULL, 0, bytes_of(buckets));
  if (table->entries == NULL) {
    alloc(ud, table, sizeof *table, 0);
    return NULL;
  }
  memset(table->entries, 0, bytes_of(buckets));
  return table;
}

void ab_table_free (ab_table *table, ab_alloc alloc, void *ud) {
  if (table == NULL)
    return;
  alloc(ud, table->entries, bytes_of(table->buckets), 0);
  alloc(ud, table, sizeof *table, 0);
}

/* The entry of the bucket that a new one replaces: its own, a free one, or the least valuable. */
static ab_entry *place_for (const ab_table *table, ab_entry *bucket, uint64_t key) {
  ab_entry *place = bucket;
  int i, least = -1;
  for (i = 0; i < AB_BUCKET; i++) {
    ab_entry *entry = &bucket[i];
    int age = (table->generation - entry->generation) & 255;
    int worth = entry->depth + (age == 0 ? 1 << 16 : 0);
    if (!entry->used || entry->key == key)
      return entry;
    if (least < 0 || worth < least) {
      least = worth;
      place = entry;
    }
  }
  return place;
}

int ab_table_grow (ab_table *table, const ab_mem *mem) {
  ab_table larger = *table;
  size_t i, count = table->buckets * AB_BUCKET;
  larger.buckets = table->buckets * 2;
  larger.entries = mem->alloc(mem->ud, NULL, 0, bytes_of(larger.buckets));
  if (larger.entries == NULL)
    return 0;
  memset(larger.entries, 0, bytes_of(larger.buckets));
  for (i = 0; i < count; i++) {
    const ab_entry *entry = &table->entries[i];
    if (entry->used)
      *place_for(&larger, bucket_at(&larger, entry->key), entry->key) = *entry;
  }
  mem->alloc(mem->ud, table->entries, bytes_of(table->buckets), 0);
  *table = larger;
  return 1;
}

const ab_entry *ab_table_get (const ab_table *table, uint64_t key) {
  const ab_entry *bucket = bucket_at(table, key);
  int i;
  for (i = 0; i < AB_BUCKET; i++)
    if (bucket[i].key == key && bucket[i].used)
      return &bucket[i];
  return NULL;
}

void ab_table_put (ab_table *table, const ab_entry *entry) {
  ab_entry *place = place_for(table, bucket_at(table, entry->key), entry->key);
  uint16_t move = entry->move;
  if (place->used && place->key == entry->key && move == 0)
    move = place->move;
  table->used += !place->used;
  *place = *entry;
  place->move = move;
  place->generation = table->generation;
  place->used = 1;
}

void ab_table_clear (ab_table *table) {
  memset(table->entries, 0, bytes_of(table->buckets));
  table->used = 0;
}

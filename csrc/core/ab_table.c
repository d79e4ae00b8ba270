#include <string.h>
#include "ab_table.h"

#define AB_FEWEST_BUCKETS ((size_t)128)
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

/* When is it to grow? Half full is enough while the processor's cache holds it; then empty places cost more, in misses,
** than the entries that are lost where they are few. */
static void set_enough (ab_table *table) {
  size_t places = table->buckets * AB_BUCKET;
  table->enough = table->buckets >= table->most ? (size_t)-1
                : table->buckets < table->goal ? 0 : 1 + (table->buckets < AB_CACHED ? places / 2 : places / 4 * 3);
}

/* Begin with few buckets, which are empty, whatever there is memory for. */
static void begin (ab_table *table) {
  table->buckets = least(table->room, AB_FEWEST_BUCKETS);
  for (table->base = 1; table->base <= table->buckets / 2;)
    table->base *= 2;
  table->goal = table->used = 0;
  table->kinds_count = 1;
  memset(table->segments[0], 0, bytes_of(table->buckets));
  set_enough(table);
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
    free_segment(ab_table_at(table, first), least(AB_SEGMENT, table->room - first), &mem);
  ab_mem_free(&mem, table->segments, table->segments_room, sizeof *table->segments);
  alloc(ud, table, sizeof *table, 0);
}

void ab_table_clear (ab_table *table) {
  begin(table);
  table->emptied++;
}

static int is_same_kind (const ab_kind *a, const ab_kind *b) {
  return a->ranked == b->ranked && a->quiescence == b->quiescence && a->deeper == b->deeper;
}

int ab_table_add_kind (ab_table *table, const ab_kind *kind) {
  int i = 0;
  while (i < table->kinds_count && !is_same_kind(&table->kinds[i], kind))
    i++;
  if (i < table->kinds_count)
    return i;
  if (i == AB_KINDS)
    begin(table);
  i = table->kinds_count++;
  table->kinds[i] = *kind;
  return i;
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
  ab_bucket *from = ab_table_at(table, table->buckets - table->base), *halves[2];
  uint8_t kinds[AB_BUCKET];
  int counts[2] = {0, 0}, i;
  halves[0] = from;
  halves[1] = ab_table_at(table, table->buckets);
  memcpy(kinds, from->kinds, sizeof kinds);
  memset(from->kinds, 0, sizeof kinds);
  memset(halves[1], 0, sizeof *halves[1]);
  for (i = 0; i < AB_BUCKET; i++) {
    int half = (ab_table_mixed(from->keys[i], kinds[i]) & table->base) != 0;
    move_entry(halves[half], counts[half]++, from, i, kinds[i]);
  }
  if (++table->buckets == 2 * table->base)
    table->base *= 2;
}

int ab_table_grow (ab_table *table, const ab_mem *mem) {
  size_t end;
  if (table->buckets >= table->goal)
    table->goal = 2 * table->buckets;
  if (table->buckets == table->room && !extend(table, mem)) {
    set_enough(table);
    return 0;
  }
  end = least(table->goal, least(table->room, table->buckets + AB_PIECE));
  while (table->buckets < end)
    split(table);
  set_enough(table);
  return 1;
}

void ab_table_begin_generation (ab_table *table) { table->generation = (table->generation + 1) & 7; }

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

static size_t dump_bucket (const ab_bucket *bucket, char *to) {
  size_t i, count = 0;
  for (i = 0; i < AB_BUCKET && bucket->kinds[i] != 0; i++, count++) {
    ab_dumped_entry entry;
    entry.key = bucket->keys[i];
    entry.value = bucket->values[i];
    entry.facts = bucket->facts[i];
    entry.kind = bucket->kinds[i];
    memcpy(to + i * sizeof entry, &entry, sizeof entry);
  }
  return count * sizeof(ab_dumped_entry);
}

static size_t dump_head (const ab_table *table, char *to) {
  ab_dumped_table head;
  memset(&head, 0, sizeof head);
  head.most = table->most;
  head.buckets = table->buckets;
  head.generation = table->generation;
  head.kinds_count = (uint32_t)table->kinds_count;
  memcpy(head.kinds, table->kinds, (size_t)table->kinds_count * sizeof *head.kinds);
  memcpy(to, &head, sizeof head);
  return sizeof head;
}

static int has_changed (const ab_table *table, const ab_dumping *dumping) {
  return dumping->count != table->used || dumping->buckets != table->buckets || dumping->emptied != table->emptied
      || dumping->kinds != table->kinds_count;
}

size_t ab_table_dump_begin (const ab_table *table, ab_dumping *dumping) {
  dumping->at = 0;
  dumping->count = table->used;
  dumping->buckets = table->buckets;
  dumping->emptied = table->emptied;
  dumping->kinds = table->kinds_count;
  return sizeof(ab_dumped_table) + dumping->count * sizeof(ab_dumped_entry);
}

size_t ab_table_dump_on (const ab_table *table, ab_dumping *dumping, void *bytes, size_t room) {
  char *to = bytes;
  const char *end = to + room - AB_BUCKET * sizeof(ab_dumped_entry);
  if (has_changed(table, dumping))
    return 0;
  if (dumping->at == 0)
    to += dump_head(table, to);
  while (dumping->at < dumping->buckets && to <= end)
    to += dump_bucket(ab_table_at(table, dumping->at++), to);
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
  return entry->kind >= 1 && entry->kind <= 2 * (uint32_t)table->kinds_count && entry->value == entry->value
      && (entry->facts >> AB_BOUND_SHIFT & 3) <= AB_UPPER && ab_table_depth(entry->facts) <= AB_LAST_PLY;
}

/* Grow to so many buckets, so that no entry displaces another one; but not to more than so many entries ask for. */
static void widen (ab_table *table, uint64_t buckets, size_t count, const ab_mem *mem) {
  if (buckets > 4 * (uint64_t)count)
    buckets = 4 * (uint64_t)count;
  if (buckets > table->most)
    buckets = table->most;
  while (table->buckets < buckets && ab_table_grow(table, mem))
    ;
}

/* Put the entries into the table; 0: they are none. */
static int take_entries (ab_table *table, const char *bytes, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    ab_dumped_entry dumped;
    ab_bucket one;
    ab_entry entry;
    memcpy(&dumped, bytes + i * sizeof dumped, sizeof dumped);
    if (!may_be_entry(&dumped, table))
      return 0;
    one.keys[0] = dumped.key;
    one.values[0] = dumped.value;
    one.facts[0] = dumped.facts;
    one.kinds[0] = (uint8_t)dumped.kind;
    ab_table_unpack(&one, 0, &entry);
    table->generation = dumped.facts >> AB_GENERATION_SHIFT;
    ab_table_put(table, &entry);
  }
  return 1;
}

ab_table *ab_table_undump (const void *bytes, size_t size, ab_alloc alloc, void *ud) {
  ab_dumped_table head;
  ab_table *table;
  ab_mem mem;
  size_t count = size < sizeof head ? 0 : (size - sizeof head) / sizeof(ab_dumped_entry);
  if (size < sizeof head || (size - sizeof head) % sizeof(ab_dumped_entry) != 0)
    return NULL;
  memcpy(&head, bytes, sizeof head);
  if (head.kinds_count < 1 || head.kinds_count > AB_KINDS || head.most < 1 || head.most > (size_t)-1 / bytes_of(1))
    return NULL;
  table = ab_table_new(bytes_of((size_t)head.most), alloc, ud);
  if (table == NULL)
    return NULL;
  mem.alloc = alloc;
  mem.ud = ud;
  table->kinds_count = (int)head.kinds_count;
  memcpy(table->kinds, head.kinds, sizeof head.kinds);
  widen(table, head.buckets, count, &mem);
  if (!take_entries(table, (const char *)bytes + sizeof head, count)) {
    ab_table_free(table, alloc, ud);
    return NULL;
  }
  table->generation = head.generation & 7;
  return table;
}

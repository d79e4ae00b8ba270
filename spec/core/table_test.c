/*
** The transposition table by itself: what it costs a position when it grows or is emptied, counted in lines of
** the processor's cache and not in time; that it keeps what it holds, to its bytes, and whole, whatever its
** allocator does.
**
**   table_test
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/ab_table.h"
#include "games/games.h"
#include "plain_memory.h"

#define LINE 64          /* bytes */
#define MOST_LINES 1152  /* that one position may have to wait for: a segment, and some buckets */
#define MOST_FRESH 65536 /* bytes that the buckets of a new block may take */
#define FRESH 0xA5       /* the bytes of memory that nobody has written to */

static int failures;

static void expect (int right, const char *what) {
  if (right)
    return;
  failures++;
  printf("wrong: %s\n", what);
}

/* ---------------------------------------------------------------- memory that is watched */

typedef struct block {
  unsigned char *bytes, *before; /* what it holds, and what it held */
  size_t size;
} block;

static block blocks[4096];
static int count;
static size_t held, most_held; /* bytes */
static size_t newest;          /* bytes of the last block */
static int refuse;             /* the request, counted down to 1, for which there is no memory; 0: none */
static void (*intrude) (void); /* what happens inside the next request; NULL: nothing */

static void forget (const void *bytes, size_t size) {
  int i = 0;
  while (i < count && blocks[i].bytes != bytes)
    i++;
  expect(i < count && blocks[i].size == size, "a block that is given back");
  held -= size;
  free(blocks[i].bytes);
  free(blocks[i].before);
  blocks[i] = blocks[--count];
}

static void *allocate_noted (void *ud, void *old, size_t old_size, size_t size) {
  block *b = &blocks[count];
  (void)ud;
  if (size > 0 && refuse > 0 && --refuse == 0)
    return NULL;
  if (size > 0 && intrude != NULL) {
    void (*intruder) (void) = intrude;
    intrude = NULL;
    intruder();
    b = &blocks[count];
  }
  if (size > 0) {
    b->bytes = malloc(size);
    b->before = malloc(size);
    b->size = newest = size;
    memset(b->bytes, FRESH, size);
    memset(b->before, FRESH, size);
    count++;
    held += size;
    most_held = held > most_held ? held : most_held;
    if (old != NULL)
      memcpy(b->bytes, old, old_size < size ? old_size : size);
  }
  if (old != NULL)
    forget(old, old_size);
  return size > 0 ? b->bytes : NULL;
}

static void look (void) {
  int i;
  for (i = 0; i < count; i++)
    memcpy(blocks[i].before, blocks[i].bytes, blocks[i].size);
}

/* How many lines have changed since. */
static size_t changed (void) {
  size_t lines = 0, at;
  int i;
  for (i = 0; i < count; i++)
    for (at = 0; at < blocks[i].size; at += LINE) {
      size_t size = blocks[i].size - at < LINE ? blocks[i].size - at : LINE;
      lines += memcmp(blocks[i].bytes + at, blocks[i].before + at, size) != 0;
    }
  return lines;
}

/* ---------------------------------------------------------------- a table */

static const ab_mem memory = {allocate_noted, NULL};
static ab_table *table;

static ab_entry entry_of (uint64_t number) {
  ab_entry entry;
  memset(&entry, 0, sizeof entry);
  entry.key = number * 12345;
  entry.kind = AB_PLAIN;
  entry.value = (ab_value)number;
  entry.bound = (ab_bound)(number % 3);
  entry.move = 1 + (int)(number * 4099 % AB_MAX_MOVES);
  entry.depth = (int)(number * 37 % (AB_MAX_DEPTH + 1));
  entry.complete = (int)(number / 3 % 2);
  return entry;
}

static void put (uint64_t number) {
  ab_entry entry = entry_of(number);
  ab_table_put(table, &entry, table->shared != NULL);
}

/* Is it there, as it was stored? */
static int has (uint64_t number) {
  ab_entry entry, wanted = entry_of(number);
  if (!ab_table_get(table, wanted.key, wanted.kind, &entry, table->shared != NULL))
    return 0;
  expect(entry.key == wanted.key && entry.value == wanted.value && entry.bound == wanted.bound
         && entry.move == wanted.move && entry.depth == wanted.depth && entry.complete == wanted.complete, "an entry");
  return 1;
}

static size_t count_of (uint64_t end) {
  uint64_t number;
  size_t found = 0;
  for (number = 1; number < end; number++)
    found += (size_t)has(number);
  expect(found == ab_table_count(table), "the number of entries");
  return found;
}

static void make (size_t bytes) {
  table = ab_table_new(bytes, allocate_noted, NULL);
  expect(table != NULL && ab_table_count(table) == 0, "a new table");
  expect(ab_table_limit(table) <= (bytes < LINE ? LINE : bytes), "the limit");
}

static void drop (void) {
  ab_table_free(table, allocate_noted, NULL);
  expect(count == 0 && held == 0, "memory that is left");
}

/* Beside the buckets: what aligns them, where they are, the struct itself; and while the first segment grows, the
** half of it that they come from. */
static size_t with_the_rest (size_t bytes) {
  return bytes + bytes / 128 + 4096 + (bytes < MOST_FRESH ? bytes : MOST_FRESH) / 2;
}

/* As a search does: when it is tight, it grows before the next entry. */
static int grow (void) { return !ab_table_is_tight(table) || ab_table_grow(table, &memory); }

static void grow_by_pieces (size_t bytes, uint64_t end) {
  uint64_t number;
  size_t most = 0;
  most_held = newest = 0;
  make(bytes);
  for (number = 1; number < end; number++) {
    put(number);
    if (ab_table_is_tight(table)) {
      size_t lines;
      look();
      expect(ab_table_grow(table, &memory), "growth");
      lines = changed();
      most = lines > most ? lines : most;
    }
    expect(ab_table_bytes(table) <= ab_table_limit(table), "bytes");
  }
  expect(most <= MOST_LINES, "lines that one position has to wait for");
  expect(newest <= MOST_FRESH + LINE, "bytes of a new block");
  expect(most_held <= with_the_rest(bytes), "bytes held on the way");
  expect(ab_table_bytes(table) > bytes / 2, "it has grown");
  count_of(end);
  look();
  ab_table_clear(table);
  expect(changed() <= MOST_LINES, "lines that are cleared");
  expect(count_of(end) == 0, "a table that was cleared");
  for (number = 1; number < end; number++) {
    put(number);
    expect(grow(), "growth after clearing");
  }
  count_of(end);
  drop();
}

/* Growth changes nothing of what is there. */
static void keep_entries (void) {
  uint64_t number;
  int grows = 0;
  make((size_t)1 << 20);
  for (number = 1; number < 20000; number++) {
    put(number);
    put(number); /* takes no second place */
    if (ab_table_is_tight(table)) {
      size_t before = count_of(number + 1);
      expect(grow(), "growth");
      if (grows++ % 16 == 0)
        expect(count_of(number + 1) == before, "entries after growth");
    }
  }
  drop();
}

/* Where there is no memory, it keeps its size, and works. */
static void refuse_memory (void) {
  int at;
  for (at = 1; at < 40; at++) {
    uint64_t number;
    int refused = 0;
    refuse = at;
    table = ab_table_new((size_t)1 << 20, allocate_noted, NULL);
    if (table == NULL) {
      expect(count == 0, "memory of a table that was not made");
      refuse = 0;
      continue;
    }
    for (number = 1; number < 30000; number++) {
      put(number);
      if (!grow()) {
        refused++;
        expect(ab_table_limit(table) == ab_table_bytes(table), "the limit where there is no memory");
      }
    }
    expect(refused == (refuse == 0), "times it was refused");
    count_of(number);
    refuse = 0;
    drop();
  }
}

/* What happens when memory is asked for may empty the table, fill it, and let it grow. */
static void empty_it (void) { ab_table_clear(table); }

static void fill_it (void) {
  uint64_t number;
  ab_table_clear(table);
  for (number = 100000; number < 130000; number++) {
    put(number);
    expect(grow(), "growth within growth");
  }
}

static void bear_intruders (void) {
  static void (*const intruders[]) (void) = {empty_it, fill_it};
  int i, at;
  for (i = 0; i < 2; i++)
    for (at = 200; at < 12000; at += 400) {
      uint64_t number;
      int expected = 0;
      make((size_t)1 << 20);
      for (number = 1; number < 40000; number++) {
        uint32_t emptied = table->emptied;
        put(number);
        if (number == (uint64_t)at) {
          intrude = intruders[i];
          expected = 1;
        }
        expect(grow(), "growth with an intruder");
        if (expected && intrude == NULL) {
          size_t others = 0;
          uint64_t k;
          expected = 0;
          expect(table->emptied != emptied, "that it was emptied");
          for (k = 100000; k < 130000; k++)
            others += (size_t)has(k);
          expect(others == ab_table_count(table), "entries of before");
          expect((others > 0) == i, "entries of the intruder");
          ab_table_clear(table);
        }
      }
      expect(!expected && intrude == NULL, "an intruder that never came");
      expect(ab_table_bytes(table) <= ab_table_limit(table), "bytes");
      drop();
    }
}

static void forsake_it (void) { ab_table_forsake(table); }

/* All but the struct is the caller's. */
static void give_back_entries (void) {
  int i = 0;
  while (i < count)
    if (blocks[i].bytes == (void *)table)
      i++;
    else
      forget(blocks[i].bytes, blocks[i].size);
}

/* A table that is forsaken while it asks for memory goes on with one bucket. */
static void forsake (void) {
  uint64_t at, number;
  for (at = 1; at < 12000; at += 700) {
    make((size_t)1 << 20);
    for (number = 1; number < 40000 && ab_table_limit(table) > LINE; number++) {
      if (number == at)
        intrude = forsake_it;
      put(number);
      grow();
    }
    expect(intrude == NULL && number >= at, "that it was forsaken");
    give_back_entries();
    for (number = 1; number < 1000; number++) {
      put(number);
      expect(has(number) && grow(), "an entry of one bucket");
    }
    expect(count_of(1000) <= 3 && ab_table_bytes(table) == LINE, "one bucket");
    drop();
  }
}

/* Entries of different kinds do not answer for each other. */
static void tell_kinds_apart (void) {
  int number, noted[2] = {0, 0}, all = 2 * (AB_KINDS - 1), used[1 + 2 * AB_KINDS] = {0};
  uint64_t key;
  make((size_t)1 << 20);
  for (number = 0; number < all; number++) {
    ab_kind kind = {0, number / 2 % 2, number / 8, number / 4 % 2};
    ab_entry entry = entry_of(1);
    int own;
    kind.ranked = number % 2 == 0 ? 2.5 : -2.5;
    own = ab_table_kind(table, &noted[number % 2], kind);
    expect(own > 2 * AB_PLAIN && own <= 2 * AB_KINDS && !used[own]++, "the number of a kind");
    expect(ab_table_kind(table, &noted[0], kind) == own && ab_table_kind(table, &noted[1], kind) == own,
           "the same number");
    entry.kind = own;
    for (key = 0; key < 20; key++) {
      entry.key = key;
      entry.value = number;
      expect(grow(), "growth");
      ab_table_put(table, &entry, 0);
    }
  }
  for (number = 0; number < all; number++) {
    ab_kind kind = {0, number / 2 % 2, number / 8, number / 4 % 2};
    ab_entry entry;
    kind.ranked = number % 2 == 0 ? 2.5 : -2.5;
    for (key = 0; key < 20; key++)
      if (ab_table_get(table, key, ab_table_kind(table, &noted[0], kind), &entry, 0))
        expect(entry.value == number, "the kind of an entry");
  }
  expect(ab_table_count(table) > 20 * (size_t)all * 9 / 10, "entries of all kinds");
  {
    ab_kind one_more = {1e9, 0, 0, 0};
    expect(ab_table_kind(table, &noted[0], one_more) == 3 && ab_table_count(table) == 0, "one kind too many");
  }
  drop();
}

/* ---------------------------------------------------------------- dumps */

#define ENTRY 24 /* bytes of an entry that is dumped; the numbers of the head are at these places */
enum { AT_MOST = 0, AT_BUCKETS = 8, AT_KINDS_COUNT = 20 };
enum { AT_VALUE = 8, AT_FACTS = 16, AT_KIND = 20 };

static unsigned char dumped[200000];
static size_t dumped_size;

/* Is that a table? With so many bytes of the dump, and so many of them changed at a place. */
static int is_table (size_t size, size_t at, const void *change, size_t change_size) {
  unsigned char changed_dump[sizeof dumped];
  ab_table *made;
  memcpy(changed_dump, dumped, dumped_size);
  memcpy(changed_dump + at, change, change_size);
  made = ab_table_undump(changed_dump, size, allocate_noted, NULL);
  if (made != NULL)
    expect(ab_table_count(made) <= dumped_size / ENTRY && ab_table_bytes(made) <= ab_table_limit(made),
           "a table of a dump");
  ab_table_free(made, allocate_noted, NULL);
  return made != NULL;
}

static int with_long (size_t at, uint64_t number) { return is_table(dumped_size, at, &number, sizeof number); }
static int with_word (size_t at, uint32_t number) { return is_table(dumped_size, at, &number, sizeof number); }

/* The table, filled with so many entries, is dumped. Returns the size of the head. */
static size_t dump_of (size_t bytes, uint64_t end) {
  uint64_t number;
  size_t head;
  make(bytes);
  for (number = 1; number < end; number++) {
    if (number % 700 == 0)
      ab_table_begin_generation(table, 0);
    put(number);
    expect(grow(), "growth");
  }
  dumped_size = ab_table_dump(table, NULL);
  expect(dumped_size <= sizeof dumped && ab_table_dump(table, dumped) == dumped_size, "the size of a dump");
  head = dumped_size - ENTRY * ab_table_count(table);
  drop();
  return head;
}

/* Tables of any size come back as they were, entry by entry at the same place, in pieces of any size; each grows by what its
** piece asks for. */
static void undump_by_pieces (size_t bytes, uint64_t end, size_t piece) {
  static unsigned char again[sizeof dumped];
  ab_undumping undumping;
  size_t most = 0;
  dump_of(bytes, end);
  table = ab_table_undump_begin(dumped, dumped_size, &undumping, allocate_noted, NULL);
  expect(table != NULL && undumping.at < piece, "that it begins");
  while (undumping.at < undumping.size) {
    size_t left = undumping.size - undumping.at, before = ab_table_bytes(table), grown;
    expect(!ab_table_undump_on(table, &undumping, dumped + undumping.at, ENTRY - 1, allocate_noted, NULL), "no entry");
    expect(ab_table_undump_on(table, &undumping, dumped + undumping.at, left < piece ? left : piece, allocate_noted, NULL),
           "that it goes on");
    grown = ab_table_bytes(table) - before;
    most = grown > most ? grown : most;
  }
  expect(most < 8 * piece + 2 * MOST_FRESH, "growth by a piece");
  expect(!ab_table_undump_on(table, &undumping, dumped, ENTRY, allocate_noted, NULL), "more than all");
  expect(ab_table_dump(table, NULL) == dumped_size && ab_table_dump(table, again) == dumped_size
             && memcmp(again, dumped, dumped_size) == 0, "the same table");
  drop();
}

/* A dump gives back what the table held, nonsense gives none, and where there is no memory to grow it holds less. */
static void undump (void) {
  uint64_t number, end = 3000;
  size_t first = dump_of((size_t)1 << 18, end), refused;
  ab_value nan = AB_INF - AB_INF;
  table = ab_table_undump(dumped, dumped_size, allocate_noted, NULL);
  expect(table != NULL && count_of(end) * ENTRY == dumped_size - first, "what a dump gives back");
  drop();
  expect(is_table(dumped_size, 0, dumped, 0), "a dump");
  expect(with_long(AT_BUCKETS, 1) && with_long(AT_BUCKETS, (uint64_t)-1), "a dump of any number of buckets");
  expect(with_long(AT_MOST, 2), "a dump of a smaller table");
  expect(!with_long(AT_MOST, 0) && !with_long(AT_MOST, (uint64_t)-1), "a table without bounds");
  expect(!with_word(AT_KINDS_COUNT, 0) && !with_word(AT_KINDS_COUNT, AB_KINDS + 1), "a number of kinds");
  expect(!is_table(0, 0, dumped, 0) && !is_table(first - 1, 0, dumped, 0), "no whole head");
  expect(!is_table(dumped_size - 1, 0, dumped, 0), "half an entry");
  expect(!with_word(first + AT_KIND, 0) && !with_word(first + AT_KIND, 2 * AB_PLAIN + 1), "a kind that is none");
  expect(!is_table(dumped_size, first + AT_VALUE, &nan, sizeof nan), "a value that is none");
  expect(!with_word(first + AT_FACTS, (uint32_t)3 << 26), "a bound that is none");
  expect(!with_word(first + AT_FACTS, (uint32_t)(AB_LAST_PLY + 1) << 16), "a depth that is none");
  for (number = 1; number < 8; number++) {
    refuse = (int)number;
    refused = (size_t)!is_table(dumped_size, 0, dumped, 0);
    expect(refused == (number <= 3) && refuse == 0 && count == 0, "a dump where there is no memory");
  }
}

/* ---------------------------------------------------------------- sharing */

static int shared_blocks, refuse_shared; /* 1: there is no shared memory */

static void *zeroed (size_t number, size_t size) {
  void *made = refuse_shared ? NULL : calloc(number, size);
  shared_blocks += made != NULL;
  return made;
}

static void release (void *made) {
  shared_blocks--;
  free(made);
}

static ab_table *share (size_t bytes) { return ab_table_share(bytes, zeroed, release, allocate_noted, NULL); }

static ab_table *attach (void) { return ab_table_attach(ab_table_handle(table), allocate_noted, NULL); }

/* Where there is no memory for one of the two blocks, nothing is left of the other; who cannot attach has taken nothing. */
static void share_without_memory (void) {
  refuse = 1;
  expect(share(1000) == NULL && count == 0 && shared_blocks == 0, "a struct for which there is no memory");
  refuse_shared = 1;
  expect(share(1000) == NULL && count == 0 && shared_blocks == 0, "buckets for which there is no memory");
  refuse_shared = 0;
  expect(share((size_t)-1) == NULL && count == 0 && shared_blocks == 0, "more than any memory");
  table = share(1000);
  refuse = 1;
  expect(attach() == NULL && count == 1, "memory for one who attaches");
  drop();
  expect(shared_blocks == 0, "shared memory that is left");
}

/* Others store so much over what was announced that less is found: a dump is as long as it said, and what it gives back is
** what was still there. */
static void dump_what_is_lost (void) {
  static unsigned char bytes[20000];
  ab_dumping dumping;
  ab_table *other;
  ab_kind kind = {2.5, 0, 0, 0};
  uint64_t number;
  size_t size, kept = 0;
  int noted = 0;
  table = share(4096);
  other = attach();
  for (number = 1; number < 400; number++)
    put(number);
  ab_table_report(table);
  size = ab_table_dump_begin(table, &dumping);
  ab_table_begin_generation(other, 0);
  for (number = 1; number < 100; number++) {
    ab_entry entry = entry_of(1000 + number);
    entry.kind = ab_table_kind(other, &noted, kind);
    ab_table_put(other, &entry, 1);
  }
  for (number = 1; number < 400; number++)
    kept += (size_t)has(number);
  expect(kept > 0 && kept < dumping.count && size + AB_BUCKET * ENTRY < sizeof bytes, "that something is lost, but not all");
  expect(ab_table_dump_on(table, &dumping, bytes, size + AB_BUCKET * ENTRY) == size && dumping.left == 0, "a dump's length");
  ab_table_free(other, allocate_noted, NULL);
  drop();
  table = ab_table_undump(bytes, size, allocate_noted, NULL);
  expect(table != NULL && count_of(400) == kept, "what was not lost");
  drop();
}

/* Who needs more kinds than are told apart does without the others' entries from then on, and they without his; and goes on
** noting kinds. */
static void go_alone (void) {
  ab_table *other;
  ab_entry entry = entry_of(1), found;
  int noted = 0, i;
  table = share(4096);
  other = attach();
  put(1);
  for (i = 1; i < AB_KINDS; i++) {
    ab_kind kind = {0, i, 0, 0};
    expect(ab_table_kind(other, &noted, kind) == 1 + 2 * i && has(1), "the number of a kind");
  }
  expect(ab_table_get(other, entry.key, AB_PLAIN, &found, 1), "an entry of another");
  for (i = 1; i <= 3; i++) {
    ab_kind kind = {0, AB_KINDS + i, 0, 0};
    expect(ab_table_kind(other, &noted, kind) == 1 + 2 * i, "the number of a kind of one alone");
  }
  expect(!ab_table_get(other, entry.key, AB_PLAIN, &found, 1), "an entry of others");
  entry.key = 77;
  entry.kind = 1 + 2 * noted;
  ab_table_put(other, &entry, 1);
  expect(ab_table_get(other, 77, entry.kind, &found, 1) && !ab_table_get(table, 77, entry.kind, &found, 1) && has(1),
         "an entry of one alone");
  ab_table_free(other, allocate_noted, NULL);
  drop();
}

/* ---------------------------------------------------------------- a search */

/* Position by position, none waits for long. */
static void search_by_steps (void) {
  const ab_game *game = ab_connect4.game;
  void *context = malloc(ab_connect4.measure(NULL, 0)), *state = calloc(1, game->state_size);
  int64_t numbers[2 + 42] = {7, 6};
  ab_options options = ab_options_default();
  ab_search *search;
  size_t most = 0;
  ab_connect4.set_up(context, NULL, 0);
  expect(game->read(context, state, numbers, 2 + 42) == NULL, "Connect Four");
  make((size_t)1 << 20);
  options.algorithm = AB_PVS;
  options.deepening = 1;
  options.depth = 14;
  options.table = table;
  options.table_alloc = allocate_noted;
  search = ab_search_new(game, context, state, &options, allocate, NULL);
  for (;;) {
    int tight = ab_table_is_tight(table);
    if (tight)
      look();
    if (ab_search_step(search, 1, -1) == AB_DONE)
      break;
    if (tight) {
      size_t lines = changed();
      most = lines > most ? lines : most;
    }
  }
  expect(ab_table_bytes(table) > 1 << 18, "the search's table has grown");
  expect(most <= MOST_LINES, "lines that a step of one position has to wait for");
  ab_search_free(search);
  drop();
  free(context);
  free(state);
}

int main (void) {
  grow_by_pieces(1, 100);
  grow_by_pieces(1000, 1000);
  grow_by_pieces(MOST_FRESH, 20000);
  grow_by_pieces(100000, 20000);
  grow_by_pieces((size_t)3 << 20, 200000);
  keep_entries();
  refuse_memory();
  bear_intruders();
  forsake();
  tell_kinds_apart();
  undump();
  undump_by_pieces(1000, 100, 4096);
  undump_by_pieces((size_t)1 << 17, 8000, 4096);
  undump_by_pieces((size_t)100000, 8000, 5000);
  undump_by_pieces((size_t)1 << 20, 7000, 4097);
  undump_by_pieces((size_t)1 << 20, 7000, sizeof dumped);
  share_without_memory();
  dump_what_is_lost();
  go_alone();
  search_by_steps();
  printf("%d failures\n", failures);
  return failures > 0;
}

/* A transposition table that several threads have at once. */
#ifndef AB_SHARED_H
#define AB_SHARED_H

#include "ab_extent.h"
#include "ab_kinds.h"
#include "ab_lock.h"

/* What is known of a table besides its entries. Each thread that shares one has a copy, so that what changes all the time
** is not where all of them look. */
typedef struct ab_common {
  ab_extent extent;    /* in a copy `used` are the entries that are not reported yet */
  unsigned generation; /* of the search that stores, modulo 8 */
  uint64_t seed;       /* shared: of the entries that count; see ab_bucket.h */
  ab_kinds kinds;      /* of the entries */
} ab_common;

typedef struct ab_shared ab_shared;

/* A table of so many buckets, in memory that is 0; it is told to its only user, who tells others its number. NULL: no
** memory. */
ab_shared *ab_shared_new (size_t most, void *(*zeroed) (size_t count, size_t size), void (*release) (void *block),
                          ab_common *copy);
uint64_t ab_shared_number (const ab_shared *shared);

/* The table with that number, for one more user; NULL: there is none. */
ab_shared *ab_shared_find (uint64_t number);

/* A user is gone. The last one gives the memory back. */
void ab_shared_drop (ab_shared *shared);

ab_bucket **ab_shared_segments (ab_shared *shared);

/* Take a new copy. */
void ab_shared_copy (ab_shared *shared, ab_common *copy);

/* Another search begins to store. */
void ab_shared_begin_generation (ab_shared *shared, ab_common *copy);

/* Report new entries, let the table grow by a few buckets if it is to, and see how large it is. If others are at it, that
** can wait. */
void ab_shared_report (ab_shared *shared, ab_common *copy);

/* Where the kind is noted. If there is no room for it, or the table was emptied, whoever has the copy goes on by himself. */
int ab_shared_add_kind (ab_shared *shared, ab_common *copy, const ab_kind *kind);

void ab_shared_empty (ab_shared *shared, ab_common *copy);

/* Entries, with those that the copy has not reported yet. */
size_t ab_shared_count (ab_shared *shared, const ab_common *copy);

/* Claim it for a game, by a number that tells it; 0: it is another one's. */
int ab_shared_claim (ab_shared *shared, uint64_t game);

/* Set these marks besides those that are set; returns all. */
uint32_t ab_shared_mark (ab_shared *shared, uint32_t marks);

/* Work that somebody has begun and not ended, by a number (0: none, and `shared` may be NULL): a hint, as two works may have
** one place, and who stops halfway leaves his there until the next search begins. */
int ab_shared_is_busy (ab_shared *shared, uint64_t work);
void ab_shared_begin_work (ab_shared *shared, uint64_t work);
void ab_shared_end_work (ab_shared *shared, uint64_t work);

/* How often helpers were told to stop. */
uint32_t ab_shared_stops (const ab_shared *shared);
uint32_t ab_shared_stop (ab_shared *shared);

#endif

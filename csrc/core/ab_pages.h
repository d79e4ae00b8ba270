/*
** Arrays in pages: they grow by a page at a time, and what is in them never moves. So no growth takes long, and none
** needs the old array beside the new one.
*/
#ifndef AB_PAGES_H
#define AB_PAGES_H

#include "ab_mem.h"

#define AB_WORDS ((size_t)4096) /* words in a page of them */

typedef struct ab_pages {
  void **list;
  size_t room;  /* elements of the list */
  size_t count; /* pages that there are */
  void *only;   /* the list of an array that has one page */
} ab_pages;

/* Make `count` pages of so many bytes out of fewer. 0: no memory, those that there were are there. */
int ab_pages_grow (ab_pages *pages, const ab_mem *mem, size_t count, size_t bytes);

/* Make room for more elements of an array than `*capacity`, where pages hold `page` of them: the first page begins small,
** and grows to that; then there is another one. Sets *capacity. 0: no memory, what there was is there. */
int ab_pages_extend (ab_pages *pages, const ab_mem *mem, size_t *capacity, size_t page, size_t size);

/* The same as ab_pages_grow if there are fewer: it is asked for each move, and there hardly ever are. */
static inline int ab_pages_reserve (ab_pages *pages, const ab_mem *mem, size_t count, size_t bytes) {
  return pages->count >= count || ab_pages_grow(pages, mem, count, bytes);
}

/* The same for an array of so many words. */
static inline int ab_pages_reserve_words (ab_pages *pages, const ab_mem *mem, size_t words) {
  return ab_pages_reserve(pages, mem, (words + AB_WORDS - 1) / AB_WORDS, AB_WORDS * sizeof(uint32_t));
}

/* Give some of them back, the last ones, so that it does not take long. Returns whether there are none then. */
int ab_pages_free_some (ab_pages *pages, const ab_mem *mem, size_t bytes);
int ab_pages_free_some_words (ab_pages *pages, const ab_mem *mem);

/* Give all of them back. There are none then. */
void ab_pages_free (ab_pages *pages, const ab_mem *mem, size_t bytes);
void ab_pages_free_extended (ab_pages *pages, const ab_mem *mem, size_t *capacity, size_t page, size_t size);
void ab_pages_free_words (ab_pages *pages, const ab_mem *mem);

static inline uint32_t *ab_pages_word (const ab_pages *pages, size_t i) {
  return (uint32_t *)pages->list[i / AB_WORDS] + i % AB_WORDS;
}

#endif

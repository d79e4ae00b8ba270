#include "ab_pages.h"

/* Room in the list for one more page. */
static int reserve (ab_pages *pages, const ab_mem *mem) {
  int is_own = pages->list == &pages->only;
  size_t room = is_own ? 0 : pages->room;
  void **list;
  if (pages->count < pages->room)
    return 1;
  list = ab_mem_grow(mem, is_own ? NULL : pages->list, &room, pages->count + 1, sizeof *list);
  if (list == NULL)
    return 0;
  if (is_own)
    list[0] = pages->only;
  pages->list = list;
  pages->room = room;
  return 1;
}

int ab_pages_grow (ab_pages *pages, const ab_mem *mem, size_t count, size_t bytes) {
  while (pages->count < count) {
    void *page;
    if (!reserve(pages, mem))
      return 0;
    page = mem->alloc(mem->ud, NULL, 0, bytes);
    if (page == NULL)
      return 0;
    pages->list[pages->count++] = page;
  }
  return 1;
}

#define AB_FIRST ((size_t)8) /* elements of a page that begins small */

int ab_pages_extend (ab_pages *pages, const ab_mem *mem, size_t *capacity, size_t page, size_t size) {
  size_t held = *capacity < page ? *capacity : 0;
  size_t wanted = *capacity >= page ? page : held == 0 ? AB_FIRST : held < page / 2 ? held + held / 2 : page;
  void *block;
  if (*capacity == 0) {
    pages->list = &pages->only;
    pages->room = 1;
  }
  if (held == 0 && !reserve(pages, mem))
    return 0;
  block = mem->alloc(mem->ud, held > 0 ? pages->list[0] : NULL, held * size, wanted * size);
  if (block == NULL)
    return 0;
  if (held == 0)
    pages->count++;
  pages->list[pages->count - 1] = block;
  *capacity += wanted - held;
  return 1;
}

void ab_pages_free_extended (ab_pages *pages, const ab_mem *mem, size_t *capacity, size_t page, size_t size) {
  if (*capacity > 0 && *capacity < page) {
    mem->alloc(mem->ud, pages->list[0], *capacity * size, 0);
    pages->count = 0;
  }
  ab_pages_free(pages, mem, page * size);
  *capacity = 0;
}

#define AB_SOME ((size_t)256) /* pages that are given back at a time */

int ab_pages_free_some (ab_pages *pages, const ab_mem *mem, size_t bytes) {
  size_t least = pages->count > AB_SOME ? pages->count - AB_SOME : 0;
  while (pages->count > least)
    mem->alloc(mem->ud, pages->list[--pages->count], bytes, 0);
  if (least > 0)
    return 0;
  if (pages->list != &pages->only)
    ab_mem_free(mem, pages->list, pages->room, sizeof *pages->list);
  pages->list = NULL;
  pages->room = 0;
  return 1;
}

int ab_pages_free_some_words (ab_pages *pages, const ab_mem *mem) {
  return ab_pages_free_some(pages, mem, AB_WORDS * sizeof(uint32_t));
}

void ab_pages_free (ab_pages *pages, const ab_mem *mem, size_t bytes) {
  while (!ab_pages_free_some(pages, mem, bytes))
    ;
}

void ab_pages_free_words (ab_pages *pages, const ab_mem *mem) {
  ab_pages_free(pages, mem, AB_WORDS * sizeof(uint32_t));
}

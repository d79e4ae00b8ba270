#include "ab_pages.h"

int ab_pages_grow (ab_pages *pages, const ab_mem *mem, size_t count, size_t bytes) {
  while (pages->count < count) {
    void *page;
    if (pages->count == pages->room) {
      void **list = ab_mem_grow(mem, pages->list, &pages->room, pages->count + 1, sizeof *list);
      if (list == NULL)
        return 0;
      pages->list = list;
    }
    page = mem->alloc(mem->ud, NULL, 0, bytes);
    if (page == NULL)
      return 0;
    pages->list[pages->count++] = page;
  }
  return 1;
}

void ab_pages_free (ab_pages *pages, const ab_mem *mem, size_t bytes) {
  size_t i;
  for (i = 0; i < pages->count; i++)
    mem->alloc(mem->ud, pages->list[i], bytes, 0);
  ab_mem_free(mem, pages->list, pages->room, sizeof *pages->list);
  pages->list = NULL;
  pages->room = pages->count = 0;
}

void ab_pages_free_words (ab_pages *pages, const ab_mem *mem) {
  ab_pages_free(pages, mem, AB_WORDS * sizeof(uint32_t));
}

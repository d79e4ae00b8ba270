/* One allocator for a search, with the meaning of lua_Alloc; growth that cannot overflow. */
#ifndef AB_MEM_H
#define AB_MEM_H

#include "alphabeta.h"

typedef struct ab_mem {
  ab_alloc alloc;
  void *ud;
} ab_mem;

/* Room for `count` elements of `size` bytes (> 0) where there are `*capacity` now. Returns the new
** block and sets *capacity, or returns NULL and leaves the old block as it was. */
void *ab_mem_grow (const ab_mem *mem, void *block, size_t *capacity, size_t count, size_t size);

/* The same for the array whose pointer `array` points to. 0: no memory, it is as it was. */
int ab_mem_extend (const ab_mem *mem, void *array, size_t *capacity, size_t count, size_t size);

/* The same if it has not that room yet. */
static inline int ab_mem_reserve (const ab_mem *mem, void *array, size_t *capacity, size_t count, size_t size) {
  return *capacity >= count || ab_mem_extend(mem, array, capacity, count, size);
}

/* Give a block of `capacity` elements back; NULL is fine. */
void ab_mem_free (const ab_mem *mem, void *block, size_t capacity, size_t size);

#endif

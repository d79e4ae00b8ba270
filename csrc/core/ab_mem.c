#include <string.h>
#include "ab_mem.h"

#define AB_LEAST 8 /* elements; the first growth of every array */

void *ab_mem_grow (const ab_mem *mem, void *block, size_t *capacity, size_t count, size_t size) {
  size_t wanted = *capacity < AB_LEAST ? AB_LEAST : *capacity + *capacity / 2;
  void *grown;
  if (wanted < count)
    wanted = count;
  if (wanted > (size_t)-1 / size)
    return NULL; /* not reached: no address space has so many bytes */
  grown = mem->alloc(mem->ud, block, *capacity * size, wanted * size);
  if (grown != NULL)
    *capacity = wanted;
  return grown;
}

/* Pointers to whatever type are copied, not cast. */
int ab_mem_extend (const ab_mem *mem, void *array, size_t *capacity, size_t count, size_t size) {
  void *block;
  memcpy(&block, array, sizeof block);
  block = ab_mem_grow(mem, block, capacity, count, size);
  if (block != NULL)
    memcpy(array, &block, sizeof block);
  return block != NULL;
}

void ab_mem_free (const ab_mem *mem, void *block, size_t capacity, size_t size) {
  if (block != NULL)
    mem->alloc(mem->ud, block, capacity * size, 0);
}

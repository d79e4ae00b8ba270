/* Memory for searches and tables of programs that test: from the C library. */
#include <stdlib.h>

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize > 0)
    return realloc(ptr, nsize);
  free(ptr);
  return NULL;
}

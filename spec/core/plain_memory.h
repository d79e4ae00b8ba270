/* Memory for searches and tables of programs that test. */
#include "dirty_memory.h"

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  return dirty(ptr, osize, nsize);
}

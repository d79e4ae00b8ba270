/* Memory from the C library, of which there is now and then none. */
#include <stdlib.h>
#include "mix.h"

static int refusing; /* 1: a third of all requests fail */
static uint64_t asked;
static size_t held;  /* bytes */

static void *allocate (void *ud, void *block, size_t osize, size_t nsize) {
  void *grown;
  (void)ud;
  if (nsize == 0) {
    held -= block == NULL ? 0 : osize;
    free(block);
    return NULL;
  }
  if (refusing && mix(++asked) % 3 == 0)
    return NULL;
  grown = realloc(block, nsize);
  held += nsize - (block == NULL ? 0 : osize);
  return grown;
}

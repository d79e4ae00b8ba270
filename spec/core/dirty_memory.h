/* The C library's memory, in which nothing is 0 that nobody has set. */
#include <stdlib.h>
#include <string.h>

#define DIRT 2 /* in each byte: small enough to be taken for something */

static void *dirty (void *ptr, size_t osize, size_t nsize) {
  char *block;
  if (nsize == 0) {
    free(ptr);
    return NULL;
  }
  block = (char *)realloc(ptr, nsize); /* a C++ program includes it, too */
  if (block != NULL && nsize > osize)
    memset(block + osize, DIRT, nsize - osize);
  return block;
}

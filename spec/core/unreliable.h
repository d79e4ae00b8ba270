/* Calls of a game that leave by longjmp, and memory that fails, now and then; what is drawn for that, and for anything else. */
#include <setjmp.h>
#include <stdlib.h>
#include "alphabeta.h"

static uint64_t random_state;

static unsigned draw (unsigned n) { return (unsigned)ab_draw(&random_state, n); }

static jmp_buf out;

/* A call in so many leaves; 0: none. */
static void may_jump (int jumps, int *calls) {
  if (jumps > 0 && ++*calls % jumps == 0)
    longjmp(out, 1);
}

typedef struct memory {
  size_t used;
  unsigned fails; /* a call in so many, by chance; 0: none */
  int once;  /* only the call with this number; 0: that is not so */
  int calls;
} memory;

static void *allocate (void *ud, void *block, size_t osize, size_t nsize) {
  memory *m = ud;
  void *grown;
  if (nsize == 0) {
    m->used -= block == NULL ? 0 : osize;
    free(block);
    return NULL;
  }
  m->calls++;
  if (m->calls == m->once || (m->fails > 0 && draw(m->fails) == 0))
    return NULL;
  grown = realloc(block, nsize);
  if (grown == NULL)
    abort();
  m->used += nsize - (block == NULL ? 0 : osize);
  return grown;
}

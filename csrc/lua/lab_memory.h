/* Memory from Lua: the core's, and room for the time of a call. */
#ifndef LAB_MEMORY_H
#define LAB_MEMORY_H

#include "lab_compat.h"

/* What the core's allocator needs: `blocks` is where the table of blocks stands on L's stack. */
typedef struct lab_memory {
  lua_State *L;
  int blocks;
} lab_memory;

/* The core's allocator; `ud` is a lab_memory. */
void *lab_memory_allocate (void *ud, void *ptr, size_t osize, size_t nsize);

/* Memory for the time of a call: the room that is there, if that will do, or a userdata, which is pushed. */
static inline void *lab_memory_borrow (lua_State *L, void *room, size_t size, size_t wanted) {
  return wanted <= size ? room : lua_newuserdata(L, wanted);
}

#endif

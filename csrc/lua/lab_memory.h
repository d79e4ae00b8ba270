/* Memory from Lua: the core's, and room for the time of a call. */
#ifndef LAB_MEMORY_H
#define LAB_MEMORY_H

#include "lab_hoard.h"

#define LAB_ROOM (16 << 10) /* bytes, for all that the core keeps of a small search */

/* What the core's allocator needs: `blocks` is where the table of blocks stands on L's stack. As long as they fit, blocks
** come from `room`, and are not given back before that is; large ones come from the hoard, but for a few. */
typedef struct lab_memory {
  lua_State *L;
  int blocks;
  unsigned short left; /* bytes of the room, the last ones */
  unsigned char counted; /* the next so many large blocks are the collector's, too */
  unsigned char modest; /* the core can do without a large block: it takes none that is the last */
  char *room;       /* LAB_ROOM bytes; NULL: there is none */
  lab_hoard *hoard; /* NULL: nothing comes from it yet */
} lab_memory;

enum {
  LAB_FEW = 16, /* blocks that the collector can well give back in one piece */
  LAB_ALL = 255
};

/* All of it from blocks, which hang from the table at the index; so many of the large ones are `counted`. */
static inline lab_memory lab_memory_in (lua_State *L, int blocks, int counted) {
  lab_memory memory = {L, blocks, 0, (unsigned char)counted, 0, NULL, NULL};
  return memory;
}

/* The core's allocator; `ud` is a lab_memory. */
void *lab_memory_allocate (void *ud, void *ptr, size_t osize, size_t nsize);

/* Memory for the time of a call: the room that is there, if that will do, or a userdata, which is pushed. */
static inline void *lab_memory_borrow (lua_State *L, void *room, size_t size, size_t wanted) {
  return wanted <= size ? room : lua_newuserdata(L, wanted);
}

#endif

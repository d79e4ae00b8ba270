/* The core's allocator: blocks are userdata, kept in a Lua table by their address. */
#include <string.h>
#include "lab_anchor.h"
#include "lab_memory.h"

void *lab_memory_allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  const lab_memory *memory = ud;
  lua_State *L = memory->L;
  void *block = NULL;
  if (L == NULL) /* a step without a frame */
    return NULL;
  if (nsize > 0) {
    block = lab_anchor_new(L, nsize);
    lua_pushlightuserdata(L, block);
    lua_insert(L, -2);
    lua_rawset(L, memory->blocks);
    if (ptr != NULL)
      memcpy(block, ptr, osize < nsize ? osize : nsize);
  }
  if (ptr != NULL) {
    lua_pushlightuserdata(L, ptr);
    lua_pushnil(L);
    lua_rawset(L, memory->blocks);
  }
  return block;
}

/* The core's allocator: blocks are userdata, kept in a Lua table by their address. */
#include <stdint.h>
#include <string.h>
#include "lab_anchor.h"
#include "lab_memory.h"

#define ALIGNED 16 /* bytes, for whatever the core keeps */

static void *take_room (lab_memory *memory, size_t size) {
  void *block = memory->room + LAB_ROOM - memory->left;
  memory->left -= (unsigned)((size + ALIGNED - 1) / ALIGNED * ALIGNED);
  return block;
}

static int is_in_room (const lab_memory *memory, const void *block) {
  return memory->room != NULL && (uintptr_t)block - (uintptr_t)memory->room < LAB_ROOM;
}

static int is_hoarded (const lab_memory *memory, size_t size) {
  return size >= LAB_LARGE && lab_hoard_is_open(memory->hoard);
}

static void *new_block (const lab_memory *memory, size_t size) {
  lua_State *L = memory->L;
  void *block;
  if (is_hoarded(memory, size))
    return lab_hoard_allocate(L, memory->hoard, size);
  block = lab_anchor_new(L, size);
  lua_pushlightuserdata(L, block);
  lua_insert(L, -2);
  lua_rawset(L, memory->blocks);
  return block;
}

void *lab_memory_allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  lab_memory *memory = ud;
  void *block = NULL;
  if (memory->L == NULL) /* a step without a frame */
    return NULL;
  if (nsize > 0)
    block = nsize <= memory->left ? take_room(memory, nsize) : new_block(memory, nsize);
  if (nsize > 0 && block == NULL)
    return NULL;
  if (nsize > 0 && ptr != NULL)
    memcpy(block, ptr, osize < nsize ? osize : nsize);
  if (ptr != NULL && !is_in_room(memory, ptr) && !is_hoarded(memory, osize)) {
    lua_pushlightuserdata(memory->L, ptr);
    lua_pushnil(memory->L);
    lua_rawset(memory->L, memory->blocks);
  }
  return block;
}

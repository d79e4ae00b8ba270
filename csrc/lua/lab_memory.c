/* The core's allocator: blocks are userdata, kept in a Lua table by their address. */
#include <stdint.h>
#include <string.h>
#include "lab_anchor.h"
#include "lab_memory.h"

#define ALIGNED 16 /* bytes, for whatever the core keeps */

static void *take_room (lab_memory *memory, size_t size) {
  void *block = memory->room + LAB_ROOM - memory->left;
  memory->left = (unsigned short)(memory->left - (size + ALIGNED - 1) / ALIGNED * ALIGNED);
  return block;
}

static int is_in_room (const lab_memory *memory, const void *block) {
  return memory->room != NULL && (uintptr_t)block - (uintptr_t)memory->room < LAB_ROOM;
}

/* Where a block is taken from. NULL: it is the collector's. */
static lab_hoard *hoard_for (lab_memory *memory, size_t size) {
  if (!LAB_HOARDS || size < LAB_LARGE)
    return NULL;
  if (memory->counted > 0) {
    if (memory->counted != LAB_ALL)
      memory->counted--;
    return NULL;
  }
  if (memory->hoard == NULL)
    memory->hoard = lab_hoard_of(memory->L, memory->blocks);
  return lab_hoard_is_lost(memory->hoard) ? NULL : memory->hoard;
}

/* A block that the collector counts. */
static void *new_counted (const lab_memory *memory, size_t size) {
  lua_State *L = memory->L;
  void *block = lab_anchor_new(L, size);
  lua_pushlightuserdata(L, block);
  lua_insert(L, -2);
  lua_rawset(L, memory->blocks);
  return block;
}

static void *new_block (lab_memory *memory, size_t size) {
  lab_hoard *hoard = hoard_for(memory, size);
  void *block = hoard != NULL ? lab_hoard_allocate(memory->L, hoard, size) : NULL;
  return block != NULL || (hoard != NULL && memory->modest) ? block : new_counted(memory, size);
}

static int is_counted (const lab_memory *memory, void *block) {
  int counted;
  lua_pushlightuserdata(memory->L, block);
  lua_rawget(memory->L, memory->blocks);
  counted = !lua_isnil(memory->L, -1);
  lua_pop(memory->L, 1);
  return counted;
}

/* A hoard that is lost has no blocks any more. */
static void free_block (lab_memory *memory, void *block, size_t size) {
  lua_State *L = memory->L;
  if (is_in_room(memory, block) || lab_hoard_is_lost(memory->hoard))
    return;
  if (memory->hoard != NULL && size >= LAB_LARGE && !is_counted(memory, block)) {
    lab_hoard_free(L, memory->hoard, block);
    return;
  }
  lua_pushlightuserdata(L, block);
  lua_pushnil(L);
  lua_rawset(L, memory->blocks);
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
  if (ptr != NULL)
    free_block(memory, ptr, osize);
  return block;
}

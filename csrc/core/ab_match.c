#include <string.h>
#include "ab_match.h"

/* A power of 2, at least twice as many as there are moves. */
static size_t slots_for (int count) {
  size_t slots = 8;
  while (slots < 2 * (size_t)count)
    slots *= 2;
  return slots;
}

int ab_match_reserve (ab_match *match, const ab_mem *mem, int count) {
  return ab_mem_reserve(mem, &match->ids, &match->ids_room, (size_t)count, sizeof *match->ids)
      && ab_mem_reserve(mem, &match->children, &match->children_room, (size_t)count, sizeof *match->children)
      && ab_mem_reserve(mem, &match->slots, &match->slots_room, slots_for(count), sizeof *match->slots);
}

void ab_match_begin (ab_match *match, int count) {
  match->mask = slots_for(count) - 1;
  memset(match->slots, 0, (match->mask + 1) * sizeof *match->slots);
}

/* The slot of the move that is known by that, or the free one where it belongs. */
static uint32_t *slot_of (const ab_match *match, uint64_t id) {
  size_t at = (size_t)(id * 0x9E3779B97F4A7C15u >> 32) & match->mask;
  while (match->slots[at] != 0 && match->ids[match->slots[at] - 1] != id)
    at = (at + 1) & match->mask;
  return &match->slots[at];
}

int ab_match_put (ab_match *match, int i, uint64_t id) {
  uint32_t *slot = slot_of(match, id);
  if (*slot != 0)
    return 0;
  match->ids[i] = id;
  match->children[i] = 0;
  *slot = (uint32_t)i + 1;
  return 1;
}

int ab_match_find (const ab_match *match, uint64_t id) { return (int)*slot_of(match, id) - 1; }

void ab_match_free (ab_match *match, const ab_mem *mem) {
  ab_mem_free(mem, match->ids, match->ids_room, sizeof *match->ids);
  ab_mem_free(mem, match->children, match->children_room, sizeof *match->children);
  ab_mem_free(mem, match->slots, match->slots_room, sizeof *match->slots);
}

#include "ab_history.h"

/* Where the key is, or would be. There is always a free place. */
static uint64_t *place_of (const ab_history *history, uint64_t key) {
  size_t i = (size_t)ab_hash(&key, sizeof key);
  while (history->keys[i & (history->room - 1)] != AB_NO_KEY && history->keys[i & (history->room - 1)] != key)
    i++;
  return &history->keys[i & (history->room - 1)];
}

int ab_history_fill (ab_history *history, const ab_mem *mem, const uint64_t *keys, size_t count) {
  size_t room = 2, i;
  if (count == 0)
    return 1;
  while (room / 2 < count)
    room *= 2;
  history->keys = mem->alloc(mem->ud, NULL, 0, room * sizeof *keys);
  if (history->keys == NULL)
    return 0;
  history->room = room;
  for (i = 0; i < room; i++)
    history->keys[i] = AB_NO_KEY;
  for (i = 0; i < count; i++) {
    uint64_t *place = place_of(history, keys[i]);
    if (*place == keys[i]) /* also AB_NO_KEY */
      continue;
    *place = keys[i];
    history->sum += ab_hash(place, sizeof *place);
  }
  return 1;
}

int ab_history_has (const ab_history *history, uint64_t key) {
  return history->keys != NULL && *place_of(history, key) == key;
}

void ab_history_free (ab_history *history, const ab_mem *mem) {
  ab_mem_free(mem, history->keys, history->room, sizeof *history->keys);
}

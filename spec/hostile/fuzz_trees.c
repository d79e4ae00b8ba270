/* Guided fuzzing of the core: the bytes are a tree, its form and a way to search it. */
#include "../core/tree.h"

enum { WAYS = 7, HEAD = WAYS + 4 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  uint64_t numbers[WAYS];
  int i;
  tree t = {0, 0, NULL, 0};
  if (size <= HEAD)
    return 0;
  for (i = 0; i < WAYS; i++)
    numbers[i] = data[i];
  t.seed = data[WAYS];
  t.form = form_of(data[WAYS + 1] + 256u * data[WAYS + 3]);
  t.bytes = data + HEAD;
  t.length = size - HEAD;
  compare_somehow(&t, 1 + data[WAYS + 2] % DEEPEST, numbers);
  if (failures > 0) {
    fflush(stdout); /* what differs */
    abort();
  }
  return 0;
}

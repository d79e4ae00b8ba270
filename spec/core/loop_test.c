/*
** The core against plain minimax, without Lua: on seeded random trees with many ties, in every form that
** a game can take, every algorithm in steps of any size has the same value, and visits no more
** positions; those that visit everything visit as many.
**
**   loop_test [trees [first seed [flush]]]
**
** With `flush` the processor takes denormal numbers for 0, as some hosts have it do.
*/
#include "tree.h"
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

/* Full trees, whose tables and stacks must grow, and now and then cannot. */
static void grow (uint64_t seed) {
  static const uint8_t lasting[] = {3, 7, 11, 15, 19, 23, 27}; /* 3 modulo 4; modulo 7 all different */
  tree t = {seed, 0, lasting, sizeof lasting};
  quiescence = shortest = 0;
  refusing = 1;
  compare(&t, DEEPEST, AB_PVS, AB_FIRST, 0, 1000000);
}

static void refuse_nonsense (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = game_of(0);
  position root = root_of(1);
  ab_options options;
  memset(&options, 0, sizeof options); /* alpha is not below beta */
  expect(ab_search_new(&game, &t, &root, &options, allocate, NULL) == NULL, "options", &t, 0);
  ab_search_free(NULL);
  ab_table_free(NULL, allocate, NULL);
  expect(held == 0, "memory", &t, 0);
}

static void flush_denormals (void) {
#ifdef __SSE2__
  _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals are zero */
#endif
}

int main (int argc, char **argv) {
  uint64_t trees = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i, k, numbers[7];
  if (argc > 3)
    flush_denormals();
  for (i = first; i < first + trees; i++) {
    tree t = {i, form_of(mix(i)), NULL, 0};
    for (k = 0; k < 7; k++)
      numbers[k] = mix(i + k + 1);
    compare_somehow(&t, 1 + (int)(i % DEEPEST), numbers);
  }
  for (i = 1; i <= 8; i++)
    grow(i);
  refuse_nonsense();
  printf("%llu trees, %d failures\n", (unsigned long long)trees, failures);
  return failures > 0;
}

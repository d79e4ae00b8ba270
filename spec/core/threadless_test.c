/* Where there are no threads nobody helps a search, and nothing is set aside for helpers. Compiled with AB_NO_THREADS. */
#include <stdio.h>
#include "core/ab_search.h"
#include "games/games.h"
#include "plain_memory.h"

int main (void) {
  uint64_t state[16] = {0};
  static const int64_t empty[9] = {0};
  const ab_game *game = ab_tictactoe.game;
  ab_options options = ab_options_default();
  ab_search *search;
  int threads, failures;
  options.algorithm = AB_MCTS;
  options.playouts = 100;
  failures = game->read(NULL, state, empty, 9) != NULL;
  search = ab_search_new(game, NULL, state, &options, allocate, NULL);
  for (threads = 0; threads < 4; threads++)
    failures += ab_search_help(search, &options, threads, allocate, NULL) != 1 || search->uct->lent != 0;
  failures += ab_search_step(search, 0, -1) != AB_DONE || ab_search_result(search).playouts != 100;
  ab_search_free(search);
  printf("%d failures\n", failures);
  return failures > 0;
}

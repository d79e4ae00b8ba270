/*
** The core's own instances of the walk: the careful one, and those for games without a walk of their own. Nothing that
** is called can change the copies of the game. The compiler makes a walk for each of the usual kinds of games, which
** does not ask at every position for what they do without.
*/
#include "ab_walk.h"

#define AB_WALK_OF(...)                                                                        \
  do {                                                                                         \
    const ab_game known = {.state_size = game.state_size, .moves = game.moves,                 \
                           .play = game.play, .evaluate = game.evaluate, __VA_ARGS__};         \
    return ab_walk_on(w, &known, w->context, NULL, game.state_size, 0, 0);                     \
  } while (0)

ab_status ab_walk_through (ab_walk *w) {
  const ab_game game = *w->game;
  if (ab_walk_is_learning(w))
    return ab_walk_on(w, &game, w->context, NULL, game.state_size, 1, 0);
  if (game.bounds == NULL && game.estimate == NULL && game.weights == NULL && !game.viewpoint) {
    if (game.max_moves == 0 && game.player == NULL)
      AB_WALK_OF(.max_moves = 0);
    if (game.max_moves > 0 && game.player == NULL)
      AB_WALK_OF(.max_moves = game.max_moves);
    if (game.max_moves > 0 && game.player != NULL)
      AB_WALK_OF(.max_moves = game.max_moves, .player = game.player);
  }
  return ab_walk_on(w, &game, w->context, NULL, game.state_size, 0, 0);
}

/* A function of its own, so that the compiler does not let one instance pay for the other. */
ab_status ab_walk_with_chance (ab_walk *w) {
  const ab_game game = *w->game;
  return ab_walk_on(w, &game, w->context, NULL, w->stack.stride, 1, AB_CHANCY);
}

ab_status ab_walk_with_care (ab_walk *w) {
  const ab_game game = *w->game;
  if (w->chancy)
    return ab_walk_with_chance(w);
  return ab_walk_on(w, &game, w->context, NULL, w->stack.stride, 1, AB_CAREFUL);
}

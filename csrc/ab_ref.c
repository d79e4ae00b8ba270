#include "ab_ref.h"

static int player_at (const ab_ref *ref, void *state, int otherwise) {
  const ab_game *game = ref->game;
  return game->player != NULL ? game->player(ref->context, state) : otherwise;
}

/* A payoff given by the game, as `player`, who is to move, sees it. */
static ab_value leaf (ab_ref *ref, ab_value payoff, int player) {
  ref->leaves++;
  return ref->game->viewpoint && player == 2 ? -payoff : payoff;
}

static ab_value f (ab_ref *ref, void *state, int player, int depth) {
  const ab_game *game = ref->game;
  void *next = game->undo != NULL ? state : (void *)((char *)state + game->state_size);
  int count = depth > 0 ? game->moves(ref->context, state) : 0;
  int i, legal = 0;
  ab_value m = -AB_INF;
  ref->nodes++;
  for (i = 1; i <= count || (count == AB_LAZY && game->more(ref->context, state, (ab_move)i)); i++) {
    ab_value t = 0;
    ab_played played = game->play(ref->context, state, (ab_move)i, next, &t);
    int other;
    if (played == AB_ILLEGAL)
      continue;
    legal = 1;
    other = player_at(ref, next, 3 - player);
    if (played == AB_OVER) {
      ref->nodes++;
      t = leaf(ref, t, other);
    }
    else
      t = f(ref, next, other, depth - 1);
    if (game->undo != NULL)
      game->undo(ref->context, state, (ab_move)i);
    if (other != player)
      t = -t;
    if (t > m)
      m = t;
  }
  return legal ? m : leaf(ref, game->evaluate(ref->context, state), player);
}

ab_value ab_ref_f (ab_ref *ref, void *states, int depth) {
  return f(ref, states, player_at(ref, states, 1), depth);
}

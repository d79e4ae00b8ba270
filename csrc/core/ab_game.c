#include "alphabeta.h"

int ab_game_most_outcomes (const ab_game *game) {
  int most = game->max_outcomes > 0 ? game->max_outcomes : AB_MAX_MOVES;
  return game->max_moves > 0 && most > game->max_moves ? game->max_moves : most;
}

int ab_game_may_choose (const ab_game *game, int players, const int *counts, int *wrong) {
  int most = game->max_moves > 0 ? game->max_moves : AB_MAX_MOVES, less = 0, more = 0, player;
  int64_t joint = 1;
  for (player = 0; player < players; player++) {
    less = counts[player] < less ? counts[player] : less;
    more = counts[player] > more ? counts[player] : more;
    joint *= counts[player] > 0 && joint <= AB_MAX_JOINT ? counts[player] : 1;
  }
  *wrong = less < 0 ? less : more;
  return less == 0 && more > 0 && more <= most && joint <= AB_MAX_JOINT;
}

static const char *missing_flaw (const ab_game *game) {
  return game->moves == NULL      ? "'moves' is missing"
         : game->play == NULL     ? "'play' is missing"
         : game->evaluate == NULL && game->goal == NULL ? "'evaluate' is missing"
                                  : NULL;
}

/* Infinite and NaN fail the comparisons. */
static const char *range_flaw (const ab_game *game) {
  if (game->low == 0 && game->high == 0)
    return NULL;
  if (!(game->low < game->high && game->low > -AB_INF && game->high < AB_INF))
    return "'low' and 'high' are not finite with 'low' < 'high'";
  if (!game->viewpoint && game->low != -game->high)
    return "'low' is not -'high' in a game without 'viewpoint'";
  return NULL;
}

static const char *repetition_flaw (const ab_game *game) {
  if (game->repeats != 0 && game->repeats != 1)
    return "'repeats' is not 0 or 1";
  if (!game->repeats)
    return game->repetition == 0 ? NULL : "'repetition' needs 'repeats'";
  if (game->key == NULL)
    return "'repeats' needs 'key'";
  if (game->repetition != 0 && game->player == NULL)
    return "'repetition' other than 0 needs 'player'";
  if (game->low < game->high && !(game->repetition >= game->low && game->repetition <= game->high))
    return "'repetition' is not within 'low' and 'high'";
  if (game->repetition != game->repetition
      || (game->chance != NULL && !(game->repetition > -AB_INF && game->repetition < AB_INF)))
    return "'repetition' is NaN, or infinite in a game with 'chance'";
  return NULL;
}

static const char *simultaneous_flaw (const ab_game *game) {
  if (game->simultaneous == NULL)
    return NULL;
  if (game->play_at_once == NULL)
    return "'simultaneous' needs 'play_at_once'";
  if (game->undo != NULL && game->undo_at_once == NULL)
    return "'simultaneous' and 'undo' need 'undo_at_once'";
  if (game->repeats && !(game->repetition > -AB_INF && game->repetition < AB_INF))
    return "'repetition' is infinite in a game with 'simultaneous'";
  return game->viewpoint ? NULL : "'simultaneous' needs 'viewpoint'";
}

static const char *phases_flaw (const ab_game *game) {
  if (game->phases < 0 || game->phases > AB_MAX_PHASES)
    return "'phases' is not 0 to AB_MAX_PHASES";
  return game->phases > 1 && game->phase == NULL ? "'phases' above 1 needs 'phase'" : NULL;
}

static int are_weights (const double *weights, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(weights[i] >= -AB_MAX_WEIGHT && weights[i] <= AB_MAX_WEIGHT))
      return 0;
  return 1;
}

static const char *features_flaw (const ab_game *game) {
  int ranged = game->low < game->high;
  if (game->features != NULL && (game->feature_count < 1 || game->feature_count > AB_MAX_FEATURES))
    return "'feature_count' is not 1 to AB_MAX_FEATURES";
  if (game->weights == NULL)
    return NULL;
  if (game->features == NULL)
    return "'weights' needs 'features'";
  if (game->estimate != NULL)
    return "'weights' cannot be used with 'estimate'";
  if (phases_flaw(game) != NULL)
    return phases_flaw(game);
  if (!are_weights(game->weights, game->feature_count * (game->phases > 1 ? game->phases : 1)))
    return "'weights' are not within AB_MAX_WEIGHT";
  if (!(game->scale >= AB_MIN_SCALE && game->scale <= AB_MAX_PAYOFF))
    return "'scale' is not AB_MIN_SCALE to AB_MAX_PAYOFF";
  return ranged && (game->scale > game->high || -game->scale < game->low) ? "'scale' is not within 'low' and 'high'" : NULL;
}

/* The layout comes first: without it no other field is where it seems to be. */
const char *ab_game_flaw (const ab_game *game) {
  if (game->abi != AB_ABI)
    return "'abi' is not AB_ABI: the game was compiled with another alphabeta.h";
  if (game->size != sizeof *game)
    return "'size' is not sizeof (ab_game)";
  if (missing_flaw(game) != NULL)
    return missing_flaw(game);
  if (game->state_size == 0)
    return "'state_size' is 0";
  if (game->max_moves < 0 || game->max_moves > AB_MAX_MOVES)
    return "'max_moves' is not 0 to AB_MAX_MOVES";
  if (game->max_outcomes < 0 || game->max_outcomes > AB_MAX_MOVES)
    return "'max_outcomes' is not 0 to AB_MAX_MOVES";
  if (game->viewpoint != 0 && game->viewpoint != 1)
    return "'viewpoint' is not 0 or 1";
  if (game->viewpoint && game->player == NULL)
    return "'viewpoint' needs 'player'";
  if (game->write != NULL && game->max_numbers <= 0)
    return "'write' needs a positive 'max_numbers'";
  if (range_flaw(game) != NULL)
    return range_flaw(game);
  if (features_flaw(game) != NULL)
    return features_flaw(game);
  return repetition_flaw(game) != NULL ? repetition_flaw(game) : simultaneous_flaw(game);
}

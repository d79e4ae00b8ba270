#include "alphabeta.h"

static const char *missing_flaw (const ab_game *game) {
  return game->moves == NULL      ? "'moves' is missing"
         : game->play == NULL     ? "'play' is missing"
         : game->evaluate == NULL ? "'evaluate' is missing"
                                  : NULL;
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
  if (game->viewpoint != 0 && game->viewpoint != 1)
    return "'viewpoint' is not 0 or 1";
  if (game->viewpoint && game->player == NULL)
    return "'viewpoint' needs 'player'";
  if (game->write != NULL && game->max_numbers <= 0)
    return "'write' needs a positive 'max_numbers'";
  return NULL;
}

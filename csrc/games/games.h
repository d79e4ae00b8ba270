/*
** The games that come with the library. Each is a family: the parameters, a list of numbers, say which of
** its games is meant (the size of a board, a rule). csrc/games/game_NAME.c says what they are; none: the usual game.
*/
#ifndef GAMES_H
#define GAMES_H

#include "alphabeta.h"

typedef struct ab_family {
  const char *name;
  const ab_game *game; /* of all members */

  /* NULL: there are no parameters, and no context. Otherwise the bytes of the context of a member; 0 for
  ** parameters that will not do. */
  size_t (*measure) (const double *parameters, int count);

  /* Make the context, or say what is wrong with the parameters, without a look at the context. NULL: it is
  ** made. */
  const char *(*set_up) (void *context, const double *parameters, int count);
} ab_family;

/* The bytes of a number, the lowest first on every machine: for keys. */
AB_INLINE void games_put_bytes (unsigned char *bytes, uint64_t number) {
  int i;
  for (i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(number >> 8 * i);
}

extern const ab_family ab_connect4, ab_connect4_solver, ab_ewn, ab_kalah, ab_kalah_solver, ab_oshi, ab_othello, ab_pig,
                       ab_synthetic, ab_tictactoe, ab_tiles;

#endif

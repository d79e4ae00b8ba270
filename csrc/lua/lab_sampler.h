/* What Monte-Carlo tree search asks of a game beside its rules: worlds, several payoffs, how playouts move. */
#ifndef LAB_SAMPLER_H
#define LAB_SAMPLER_H

#include "lab_game.h"

/* The game, whose anchor is given, is searched by playouts: fill in what there is of that, and what else is called then in
** another way. */
void lab_sampler_fill (lua_State *L, lab_game *game, ab_sampler *sampler, int anchor);

#endif

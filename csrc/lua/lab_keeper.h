/* Positions of a game in Lua that a solver, or a search for a way, has still to open. */
#ifndef LAB_KEEPER_H
#define LAB_KEEPER_H

#include "lab_game.h"

/* What keeps them, in LAB_KEPT; NULL: the rules are native, their bytes are all there is. */
const ab_keeper *lab_keeper_of (const lab_game *game);

/* The same of a search for a way; NULL also for a game in place, whose position goes from one to another. */
const ab_keeper *lab_keeper_of_ways (const lab_game *game);

#endif

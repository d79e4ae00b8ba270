/* Where chance decides: what a game's `chance` in Lua returns. */
#ifndef LAB_CHANCE_H
#define LAB_CHANCE_H

#include "lab_game.h"

/* As `chance` of ab_game; outcomes are numbers to the core, and stand in the list of the ply. */
int lab_chance_ask (void *context, void *state, ab_move *list, double *weights);

/* The same for native rules, whose moves outcomes are then. */
int lab_chance_ask_native (void *context, void *state, ab_move *list, double *weights);

#endif

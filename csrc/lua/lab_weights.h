/*
** The weights of a static evaluation: scale * tanh(sum of weight * feature). They are kept as a string of doubles, the scale,
** the number of phases, and then the weights: so whoever compares what he knows of a game finds that others are others.
*/
#ifndef LAB_WEIGHTS_H
#define LAB_WEIGHTS_H

#include "lab_compat.h"
#include "alphabeta.h"

/* Read the fields of the game at stack index 1, which `caller` got, and push the weights; 0: it has none, and nothing is
** pushed. `low` and `high` are its range, if they differ. */
int lab_weights_read (lua_State *L, const char *caller, const char *name, double low, double high);

/* How many phases are there in the string at i? 1: the weights are the same all through the game. And for how many features? */
int lab_weights_phases (lua_State *L, int i);
int lab_weights_count (lua_State *L, int i);

/* What the features in the list at the top of the stack, of which there are as many, come to. `phase` counts where there are
** some; `name` and `ply` are for messages. */
ab_value lab_weights_value (lua_State *L, int i, double phase, const char *name, int ply);

/* Are those in the string at i the ones that native rules have themselves? */
int lab_weights_are (lua_State *L, int i, const ab_game *rules);

/* The game, which knows its features, is to have those in the string at i: a copy, which is pushed. */
void lab_weights_use (lua_State *L, int i, ab_game *game);

/* Give the table at the top of the stack the weights, the scale and the phases of the rules as fields. */
void lab_weights_push (lua_State *L, const ab_game *rules);

/* Give the table at the top of the stack the function `tanh`. */
void lab_weights_open (lua_State *L);

#endif

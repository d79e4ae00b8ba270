/* The callbacks of a game as operations that the core calls. */
#ifndef LAB_CALLBACK_H
#define LAB_CALLBACK_H

#include "lab_game.h"

/* Fill in an operation for each callback that the game has. */
void lab_callback_fill (lab_game *game);

/* As `more`, of an iterator, whose moves become the list of the ply. */
int lab_callback_collect (void *context, void *state, ab_move move);

/* Push a move of the position at `ply`, or one that was kept. */
void lab_callback_push_move (lab_game *game, int ply, ab_move move);

/* The same as Lua knows it: in a game with `successors`, and in a native one, a move is its number. */
void lab_callback_push_shown (lab_game *game, int ply, ab_move move);

/* In a game with `finished`: push what that says the position is worth, or `evaluate` where it says nothing; the name of
** the one that has spoken. */
const char *lab_callback_ask_worth (lab_game *game, const lab_position *position);

/* Which callback has given a value, where the core knows that `name` has: `finished` speaks before `evaluate`, which the
** core's `estimate` is made of, too. */
const char *lab_callback_of_value (const lab_game *game, const char *name);

/* The static evaluation in a game with `weights`: `features` are asked where the game goes on, and `evaluate` where it is
** over. */
ab_value lab_callback_estimate (void *context, void *state);

/* How far the game is, 0 to 1. */
double lab_callback_phase (void *context, void *state);

/* Take the list at the top of the stack, which came from the callback `name`: a payoff of each player. */
void lab_callback_take_payoffs (lab_game *game, const char *name, ab_value *payoffs);

#endif

/* Where players choose at once: what a game's `simultaneous` in Lua returns, and joint moves. */
#ifndef LAB_BOTH_H
#define LAB_BOTH_H

#include "lab_game.h"

/* As `simultaneous` of ab_game; choices are numbers to the core, and stand in lists of the ply. */
int lab_both_ask (void *context, void *state, ab_move *lists[], int counts[]);

/* Find out whether `player` is to be asked: not where all choose. 1: it has been asked, and its result is on the stack. What
** `chance` and `simultaneous` have answered on the way is there when the core asks. */
int lab_both_asks_player (lab_game *game, const lab_position *position);

/* Push a choice of a player, from 1, at a ply. */
void lab_both_push_choice (const lab_game *game, int ply, int player, ab_move choice);

/* Where worlds differ: the choice at the top of the stack, which is popped, is one of a player's at the root. */
void lab_both_keep_choice (const lab_game *game, int player, uint64_t id);

/* Push what a player, from 1, can choose at the root: the choice with this number, from 0; where worlds differ, what is known
** by this. */
void lab_both_push_of_root (lua_State *L, const lab_game *game, int player, int i, uint64_t id);

/* Call `play` for a joint move, given as the choice of each. */
void lab_both_call_play (lab_game *game, const lab_position *from, const ab_move moves[]);

/* Push the joint move with this number, at the ply where it was tried last: { choice, choice, ... }. */
void lab_both_push (const lab_game *game, int ply, int number);

#endif

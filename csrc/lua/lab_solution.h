/* A solved game as a Lua object. */
#ifndef LAB_SOLUTION_H
#define LAB_SOLUTION_H

#include "lab_game.h"

/* Push the solution that the core has found of a game, whose table stands at the index `rules`; the core's memory is kept
** by the table at the index `blocks`. */
void lab_solution_push (lua_State *L, ab_solve *core, const lab_game *game, int rules, int blocks);

/* Make the metatable of solutions, and give the table at the top of the stack what the methods in Lua need. */
void lab_solution_open (lua_State *L);

#endif

/* A solved game as a Lua object. */
#ifndef LAB_SOLUTION_H
#define LAB_SOLUTION_H

#include "lab_game.h"

/* Push the solution that the core has found of a game, which stands at the index `rules`, from the position at the index
** `state`; the core's memory is kept by the table at the index `blocks`. Values are integers where they are whole if `integers`. */
void lab_solution_push (lua_State *L, ab_solve *core, int integers, int rules, int state, int blocks);

/* What is in the solution at the index; NULL: it is none. */
ab_solve *lab_solution_core (lua_State *L, int i, int *integers);

/* Make the metatable of solutions, and give the table at the top of the stack what the methods in Lua need. */
void lab_solution_open (lua_State *L);

#endif

/* The result of a search as a plain Lua table. */
#ifndef LAB_RESULT_H
#define LAB_RESULT_H

#include "lab_search.h"

/* Push the result of the search whose frame is on the stack. `read`: by a callback of its own, so that no move is
** chosen for that. */
void lab_result_push (lua_State *L, lab_search *search, int read);

/* Push the list of its root moves, in the game's order. */
void lab_result_push_moves (lua_State *L, const lab_search *search);

/* The table at the top of the stack is a result, too: it gets the metatable of all results. */
void lab_result_dress (lua_State *L);

/* Ask option `random` of the search whose frame is on the stack for a number from 1 to n. */
int lab_result_draw (lua_State *L, int n);

/* Add the metatable of results to the module at the top, as its field `results`: `__tostring` is set in Lua. */
void lab_result_open (lua_State *L);

#endif

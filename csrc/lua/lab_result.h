/* The result of a search as a plain Lua table. */
#ifndef LAB_RESULT_H
#define LAB_RESULT_H

#include "lab_search.h"

/* Push the result of the search whose frame is on the stack. `read`: by a callback of its own, so that no move is
** chosen for that. */
void lab_result_push (lua_State *L, lab_search *search, int read);

#endif

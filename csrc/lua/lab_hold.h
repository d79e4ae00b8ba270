/* Who has the search? */
#ifndef LAB_HOLD_H
#define LAB_HOLD_H

#include "lab_search.h"

/* Until it is released, or an error passes, nobody else steps or closes the search, whose frame is on the stack. */
void lab_hold_begin (lua_State *L, lab_search *search);

/* The search whose anchor stands at the index is released. */
void lab_hold_end (lua_State *L, lab_search *search, int anchor);

/* An error has passed the running search, whose userdata is at the top of the stack: bring the user's
** position back. If that cannot be vouched for, the search is closed. `late`: the error has passed long ago. */
void lab_hold_abort (lua_State *L, lab_search *search, int late);

/* Does somebody have the search at index 1? If an error has passed that no guard has seen, what it left undone is done
** first. */
int lab_hold_is_running (lua_State *L, lab_search *search);

/* Make the metatable of guards. */
void lab_hold_open (lua_State *L);

#endif

/* Searches by printed procedures, which recurse. */
#ifndef LAB_RECURSION_H
#define LAB_RECURSION_H

#include "lab_search.h"

/* To so many plies in all: they share a C stack of unknown size with what calls them. */
#define LAB_RECURSION_PLIES 1024

/* The search whose frame is on the stack is going to recurse, perhaps in a callback of another one that does. */
void lab_recursion_begin (lua_State *L, lab_search *search);

/* The search whose anchor stands at the index does not recurse any more. */
void lab_recursion_end (lua_State *L, int anchor);

#endif

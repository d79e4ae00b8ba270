/* The tree of Monte-Carlo tree search as a recorded tree. */
#ifndef LAB_GROWN_H
#define LAB_GROWN_H

#include "lab_search.h"

/* Push the tree, the most visited nodes first, up to so many: each node is a table with its children as list. What leads to
** a node is left to `push_move`, which pushes the first move of a line. */
void lab_grown_push (lua_State *L, const lab_search *search, int most,
                     void (*push_move) (lua_State *L, const lab_search *search, int line));

#endif

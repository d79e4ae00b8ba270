/*
** Where a search keeps its nodes and positions, one of each for every ply; all growth of them is
** here. Node 0 is not of the tree: it is the root's parent, so that the root needs no rules of its
** own.
*/
#ifndef AB_STACK_H
#define AB_STACK_H

#include "ab_mem.h"
#include "ab_walk.h"

/* Make sure that there are `plies` nodes and positions; 0: no memory, what was there is still
** there. Positions and nodes may move. */
int ab_stack_reserve (ab_stack *stack, const ab_mem *mem, int plies);

void ab_stack_free (ab_stack *stack, const ab_mem *mem);

#endif

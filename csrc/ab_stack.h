/* All growth of the path: a node and a position for every ply, and the moves of each node. */
#ifndef AB_STACK_H
#define AB_STACK_H

#include "ab_mem.h"
#include "ab_node.h"

/* Make sure that there are nodes number 0 to `plies` - 1, and the position of one more; 0: no memory, what was there
** is still there. Positions and nodes may move. */
int ab_stack_reserve (ab_stack *stack, const ab_mem *mem, int plies);

void ab_stack_free (ab_stack *stack, const ab_mem *mem);

#endif

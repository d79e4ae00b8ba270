/*
** The path from the root: a node and a position for every ply, and the moves of each node. All growth of them is here.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_STACK_H
#define AB_STACK_H

#include "ab_node.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ab_mem;

/* A node and a position for every ply. Node 0 is not of the tree: it is the root's parent, so that the root needs
** no rules of its own. Position i is that of node i; position 0 is room only. */
typedef struct ab_stack {
  ab_node *nodes;     /* of the path; node i stands at ply i - 1 */
  char *states;       /* the positions of the path and one more */
  ab_move *moves;     /* of the path, if the game writes them: `max_moves` a node */
  size_t state_size, max_moves;
  size_t stride;      /* bytes from a position to the next; 0 if there is only one */
  size_t nodes_room, states_room, moves_room; /* elements */
  int room;           /* nodes there is room for, with all that belongs to them */
} ab_stack;

/* The position of a node. */
static inline char *ab_stack_state (const ab_stack *stack, int node) {
  return stack->states + (size_t)node * stack->stride;
}

/* Where the game is to write the moves of a node; NULL: they are numbers. */
static inline ab_move *ab_stack_moves (const ab_stack *stack, int node) {
  return stack->max_moves == 0 ? NULL : stack->moves + (size_t)node * stack->max_moves;
}

/* Move number `number`, from 1, of a node. */
static inline ab_move ab_stack_move (const ab_stack *stack, int node, int number) {
  return stack->max_moves == 0 ? (ab_move)number : ab_stack_moves(stack, node)[number - 1];
}

/* Make sure that there are nodes number 0 to `plies` - 1, and the position of one more; 0: no memory, what was there
** is still there. Positions and nodes may move. */
int ab_stack_reserve (ab_stack *stack, const struct ab_mem *mem, int plies);

void ab_stack_free (ab_stack *stack, const struct ab_mem *mem);

#ifdef __cplusplus
}
#endif

#endif

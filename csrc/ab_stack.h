/*
** Where a search keeps its nodes and positions, one of each for every ply; all growth of them is
** here. Node 0 is not of the tree: it is the root's parent, so that the root needs no rules of its
** own.
*/
#ifndef AB_STACK_H
#define AB_STACK_H

#include "ab_mem.h"

/* A position whose moves are being tried. Values are as the player to move here sees them. */
typedef struct ab_node {
  ab_value alpha;     /* what this player has for certain, here or above; never below `best` */
  ab_value beta;      /* what the other player will allow at most; alpha < beta on arrival */
  double likelihood;  /* product of the likelihoods of the moves to here; 1 if nobody asks */
  ab_value best;      /* the largest value of a child so far: fail-soft, it may be below alpha */
  uint64_t key;       /* if there is a table */
  int index;          /* how many moves have been taken up */
  int count;          /* of how many; AB_LAZY: not known yet */
  int move;           /* the number of the one under way */
  int best_move;      /* of the one that raised `best` last; 0: none */
  int first, choices; /* its moves in the order room; no choices: they are tried as they come */
  int pick;           /* the one under way, there */
  int height;         /* the most plies that the value needed below here */
  int line;           /* the line behind `best`, where it matters */
  signed char player; /* who is to move, 1 or 2; meaningless if the game has no `player` */
  signed char same;   /* the parent's player is to move here again */
  signed char tried;  /* some move was legal */
  signed char raised; /* alpha was raised here */
  signed char own;    /* the root's player is to move here */
  signed char scout;  /* the child is searched in a null window first */
  signed char complete; /* no leaf behind the value was at the horizon */
} ab_node;

typedef struct ab_stack {
  ab_node *nodes;     /* of the path; node i is the position at ply i - 1 */
  char *states;       /* the positions of the path and one more: ply 0, 1, ... */
  ab_move *moves;     /* of the path, if the game writes them: `max_moves` a node */
  size_t state_size, max_moves;
  size_t stride;      /* bytes from a position to the next; 0 if there is only one */
  size_t nodes_room, states_room, moves_room; /* elements */
} ab_stack;

/* Where move number `number`, from 1, of a node stands. */
static inline ab_move *ab_stack_move (const ab_stack *stack, int node, int number) {
  return stack->moves + ((size_t)node * stack->max_moves + (size_t)number - 1);
}

/* Where the game is to write the moves of a node; NULL: they are numbers. */
static inline ab_move *ab_stack_moves (const ab_stack *stack, int node) {
  return stack->max_moves == 0 ? NULL : ab_stack_move(stack, node, 1);
}

/* Make sure that there are `plies` nodes and positions; 0: no memory, what was there is still
** there. Positions and nodes may move. */
int ab_stack_reserve (ab_stack *stack, const ab_mem *mem, int plies);

void ab_stack_free (ab_stack *stack, const ab_mem *mem);

#endif

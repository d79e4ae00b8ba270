#include "ab_mem.h"
#include "ab_stack.h"

int ab_stack_reserve (ab_stack *stack, const ab_mem *mem, int plies) {
  size_t wanted = (size_t)plies, positions = stack->stride == 0 ? 1 : wanted + 1;
  if (stack->nodes_room < wanted) {
    ab_node *nodes = ab_mem_grow(mem, stack->nodes, &stack->nodes_room, wanted, sizeof *nodes);
    if (nodes == NULL)
      return 0;
    stack->nodes = nodes;
  }
  if (stack->states_room < positions) {
    char *states = ab_mem_grow(mem, stack->states, &stack->states_room, positions, stack->state_size);
    if (states == NULL)
      return 0;
    stack->states = states;
  }
  if (stack->moves_room < wanted * stack->max_moves) {
    ab_move *moves = ab_mem_grow(mem, stack->moves, &stack->moves_room, wanted * stack->max_moves,
                                 sizeof *moves);
    if (moves == NULL)
      return 0;
    stack->moves = moves;
  }
  if (stack->room < plies)
    stack->room = plies;
  return 1;
}

void ab_stack_free (ab_stack *stack, const ab_mem *mem) {
  ab_mem_free(mem, stack->nodes, stack->nodes_room, sizeof *stack->nodes);
  ab_mem_free(mem, stack->states, stack->states_room, stack->state_size);
  ab_mem_free(mem, stack->moves, stack->moves_room, sizeof *stack->moves);
}

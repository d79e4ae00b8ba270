#include "ab_mem.h"
#include "ab_stack.h"

int ab_stack_reserve (ab_stack *stack, const ab_mem *mem, int plies) {
  size_t wanted = (size_t)plies, positions = stack->stride == 0 ? 1 : wanted + 1;
  if (!ab_mem_reserve(mem, &stack->nodes, &stack->nodes_room, wanted, sizeof *stack->nodes)
      || !ab_mem_reserve(mem, &stack->states, &stack->states_room, positions, stack->state_size)
      || !ab_mem_reserve(mem, &stack->moves, &stack->moves_room, wanted * stack->max_moves, sizeof *stack->moves))
    return 0;
  if (stack->room < plies)
    stack->room = plies;
  return 1;
}

void ab_stack_free (ab_stack *stack, const ab_mem *mem) {
  ab_mem_free(mem, stack->nodes, stack->nodes_room, sizeof *stack->nodes);
  ab_mem_free(mem, stack->states, stack->states_room, stack->state_size);
  ab_mem_free(mem, stack->moves, stack->moves_room, sizeof *stack->moves);
}

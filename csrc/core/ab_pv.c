#include "ab_pv.h"

/* The line of a joint move: what each player chooses. */
static int join_both (ab_search *s, int ply, int rest) {
  ab_move moves[2];
  int line;
  ab_both_moves(s->both, ply, s->w.stack.nodes[ply].move, s->w.game->max_moves, moves);
  line = ab_line_join(&s->lines, moves[0], ab_line_join(&s->lines, moves[1], rest));
  ab_line_cell(&s->lines, line)->joint = 1;
  return line;
}

int ab_pv_join (ab_search *s, int ply, int rest) {
  const ab_node *node = &s->w.stack.nodes[ply];
  int joint = s->both != NULL && node->chance == AB_AT_ONCE;
  ab_move move;
  if (!ab_line_reserve(&s->lines, &s->mem, 1 + joint))
    return AB_NO_LINE;
  if (joint && s->w.game->keep == NULL)
    return join_both(s, ply, rest);
  move = joint ? AB_JOINT + (ab_move)node->move : ab_stack_move(&s->w.stack, ply, node->move);
  if (s->w.game->keep != NULL) {
    int slot = s->lines.free;
    s->w.game->keep(s->w.context, ply - 1, move, slot);
    move = (ab_move)slot;
  }
  return ab_line_join(&s->lines, move, rest);
}

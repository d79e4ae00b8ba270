#include "ab_pv.h"

static ab_move move_of (const ab_search *s, int ply) {
  const ab_node *node = &s->w.stack.nodes[ply];
  if (s->w.chancy && node->chance == AB_AT_ONCE)
    return AB_JOINT + (ab_move)node->move;
  return ab_stack_move(&s->w.stack, ply, node->move);
}

int ab_pv_join (ab_search *s, int ply, int rest) {
  ab_move move = move_of(s, ply);
  if (!ab_line_reserve(&s->lines, &s->mem))
    return AB_NO_LINE;
  if (s->w.game->keep != NULL) {
    int slot = s->lines.free;
    s->w.game->keep(s->w.context, ply - 1, move, slot);
    move = (ab_move)slot;
  }
  return ab_line_join(&s->lines, move, rest);
}

#include "ab_pv.h"

int ab_pv_join (ab_search *s, int ply, int rest) {
  ab_move move = ab_stack_move(&s->w.stack, ply, s->w.stack.nodes[ply].move);
  if (!ab_line_reserve(&s->lines, &s->mem))
    return AB_NO_LINE;
  if (s->w.game->keep != NULL) {
    int slot = s->lines.free;
    s->w.game->keep(s->w.context, ply - 1, move, slot);
    move = (ab_move)slot;
  }
  return ab_line_join(&s->lines, move, rest);
}

/*
** Parts of the walk: the children in the transposition table, before any of them is visited.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_AHEAD_H
#define AB_AHEAD_H

#include "ab_cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enhanced transposition cut-offs (Schaeffer and Plaat 1996): before a node's moves are tried, their positions are
** looked up; one that is known to cut off is tried first. Only in games in C, where a play costs little; and where it
** has paid lately, at positions that are worth remembering: each find pays for AB_LUCK nodes without, and then one in AB_REST is tried. */
enum { AB_LUCK = 8, AB_LUCK_MOST = 32, AB_REST = 16 };

AB_INLINE int ab_ahead_is_wanted (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  const ab_node *node = c->node;
  if (node->key == AB_NO_KEY || node >= c->floor || node->count < 2 || node->count > AB_PEEKS || node->beta == AB_INF
      || (careful && (node == c->top || !game->returns || game->undo != NULL))
      || (careful && (w->repeats || w->salt != 0))) /* what is known of a child does not hold, or is known by another key */
    return 0;
  return w->rest == 0 || --w->rest == 0;
}

/* Does a move that has ended the game cut off? */
AB_INLINE int ab_ahead_is_refuted (const ab_cursor *c, const ab_game *game, void *context, void *after, ab_value payoff) {
  int same = game->viewpoint ? c->node->player == 1
                             : game->player != NULL && game->player(context, after) == c->node->player;
  return (same ? payoff : -payoff) >= c->beta;
}

/* Look for such a move. */
AB_INLINE void ab_ahead_peek (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                              const int careful) {
  ab_peek peeks[AB_PEEKS], *peek = peeks;
  uint64_t played = 0;
  int number, found = 0;
  ab_cursor_save(w, c, careful);
  for (number = 1; number <= c->node->count && found == 0; number++) {
    ab_value payoff;
    switch (game->play(context, c->here, ab_cursor_move(c, game, number), after, &payoff)) {
      case AB_ILLEGAL: continue;
      case AB_OVER:
        if (!(careful && w->ranking) && ab_ahead_is_refuted(c, game, context, after, payoff))
          found = number;
        break;
      default:
        peek->key = game->key(context, after);
        peek->number = number;
        peek->same = game->player != NULL && game->player(context, after) == c->node->player;
        if (peek->key != AB_NO_KEY)
          peek++;
    }
    played++;
  }
  played = played < w->budget ? played : w->budget;
  w->budget -= played;
  w->peeked += played;
  if (found == 0 && peek > peeks)
    found = w->core->peek(w, peeks, (int)(peek - peeks));
  w->luck = found == 0 ? w->luck - 1 : w->luck + AB_LUCK < AB_LUCK_MOST ? w->luck + AB_LUCK : AB_LUCK_MOST;
  if (w->luck < 0) {
    w->luck = 0;
    w->rest = AB_REST;
  }
  if (found > 0)
    c->node->hash_move = found;
}

AB_INLINE void ab_ahead_look (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                              const int careful) {
  if (!ab_ahead_is_wanted(w, c, game, careful))
    return;
  if (careful)
    w->core->care.peek(w);
  else
    ab_ahead_peek(w, c, game, context, after, 0);
}

#ifdef __cplusplus
}
#endif

#endif

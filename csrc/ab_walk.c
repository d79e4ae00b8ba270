/* What the core does for a walk; it has no part in what the walk decides. */
#include "ab_search.h"

static ab_search *owner_of (ab_walk *walk) { return (ab_search *)walk; }

static int make_room (ab_walk *walk) { return ab_search_make_room(owner_of(walk)); }
static int look (ab_walk *walk) { return ab_search_look(owner_of(walk)); }
static int sort (ab_walk *walk) { return ab_search_sort(owner_of(walk)); }
static void drop (ab_walk *walk, int line) { ab_line_drop(&owner_of(walk)->lines, line); }

static int extend (ab_walk *walk) {
  ab_search *s = owner_of(walk);
  ab_node *node = &walk->stack.nodes[walk->ply];
  int line = ab_line_through(s, walk->ply, walk->child.line);
  if (line == AB_NO_LINE)
    return 0;
  ab_line_drop(&s->lines, node->line);
  node->line = line;
  return 1;
}

static void learn (ab_walk *walk) {
  ab_search_learn(owner_of(walk), &walk->stack.nodes[walk->ply], walk->ply);
}

static void store (ab_walk *walk) {
  ab_search_store(owner_of(walk), &walk->stack.nodes[walk->ply], walk->ply - 1);
}

/*
** For games without a walk of their own. Nothing that is called can change these copies. The compiler makes a
** walk for each of the usual kinds of games, which does not ask at every position for what they do without.
*/
#define AB_WALK_OF(...)                                                                        \
  do {                                                                                         \
    const ab_game known = {.state_size = game.state_size, .moves = game.moves,                 \
                           .play = game.play, .evaluate = game.evaluate, __VA_ARGS__};         \
    return ab_walk_on(w, &known, w->context, NULL, game.state_size, 0);                        \
  } while (0)

static ab_status walk_through (ab_walk *w) {
  const ab_game game = *w->game;
  if (AB_IS_LEARNING(w))
    return ab_walk_on(w, &game, w->context, NULL, game.state_size, 1);
  if (game.bounds == NULL && !game.viewpoint) {
    if (game.max_moves == 0 && game.player == NULL)
      AB_WALK_OF(.max_moves = 0);
    if (game.max_moves > 0 && game.player == NULL)
      AB_WALK_OF(.max_moves = game.max_moves);
    if (game.max_moves > 0 && game.player != NULL)
      AB_WALK_OF(.max_moves = game.max_moves, .player = game.player);
  }
  return ab_walk_on(w, &game, w->context, NULL, game.state_size, 0);
}

static const ab_services services = {make_room, look, sort, extend, drop, learn, store, walk_through};

ab_status ab_search_walk (ab_search *s) {
  ab_walk *w = &s->w;
  return w->game->walk != NULL ? w->game->walk(w) : walk_through(w);
}

/* What the walk does not know is left to the loop. */
static int can_walk (const ab_search *s) {
  const ab_game *game = s->w.game;
  return game->returns && game->more == NULL && game->undo == NULL && game->keep == NULL
      && s->reach == AB_DEEP && s->options.trace == 0 && s->options.quiescence == 0
      && s->options.threshold == 0;
}

void ab_walk_init (ab_search *s) {
  s->w.core = &services;
  s->walks = can_walk(s);
}

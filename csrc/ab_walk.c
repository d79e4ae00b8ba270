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

static const ab_services services = {make_room, look, sort, extend, drop, learn, store};

/* For games without a walk of their own. */
static ab_status walk_through (ab_walk *w) {
  const ab_game game = *w->game; /* nothing that is called can change this copy */
  if (AB_IS_LEARNING(w))
    return ab_walk_on(w, &game, w->context, NULL, game.state_size, 1);
  return ab_walk_on(w, &game, w->context, NULL, game.state_size, 0);
}

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

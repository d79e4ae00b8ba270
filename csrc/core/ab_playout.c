#include "ab_playout.h"

#define ROOM 8 /* moves that there is room for at least */
#define TWICE UINT32_MAX /* of a match: so is an earlier one known */

static ab_uct_phase leave (ab_uct *u, ab_status status) {
  u->status = status;
  return AB_UCT_LEAVE;
}

/* The game has given a number that cannot be. */
static ab_uct_phase broken (ab_search *s, int given) {
  s->w.given = given;
  s->w.ply = s->uct->ply + 1;
  return leave(s->uct, AB_BROKEN);
}

static ab_uct_phase outside (ab_search *s, double given) {
  s->w.wrong = given;
  s->w.ply = s->uct->ply + 1;
  return leave(s->uct, AB_OUTSIDE);
}

/* ---------------------------------------------------------------- the moves of a position */

/* Move number i of the position at hand, from 0. */
static inline ab_move move_at (const ab_uct *u, int i) { return u->listed ? u->list[i] : (ab_move)(unsigned)i + 1; }

static int reserve_list (ab_search *s, size_t count) {
  ab_uct *u = s->uct;
  return ab_mem_reserve(&s->mem, &u->list, &u->list_room, count, sizeof *u->list);
}

static int reserve_weights (ab_search *s, size_t count) {
  ab_uct *u = s->uct;
  return ab_mem_reserve(&s->mem, &u->weights, &u->weights_room, count, sizeof *u->weights);
}

/* Numbers become a list, from which some can be taken away; 0: no memory. */
static int make_list (ab_search *s) {
  ab_uct *u = s->uct;
  int i;
  if (u->listed)
    return 1;
  if (!reserve_list(s, (size_t)u->count))
    return 0;
  for (i = 0; i < u->count; i++)
    u->list[i] = (ab_move)(unsigned)i + 1;
  u->listed = 1;
  return 1;
}

/* There are so many moves, or outcomes, and nothing is known of them. */
static void take_count (ab_search *s, int count) {
  s->uct->count = s->uct->left = count;
  s->uct->listed = s->w.game->max_moves > 0;
}

/* ---------------------------------------------------------------- who decides, between what? */

/* Down to the child that is to be tried. */
static ab_uct_phase take_best (ab_search *s) {
  ab_uct *u = s->uct;
  u->child = ab_uct_select(u);
  u->move = s->w.game->keep != NULL ? AB_KEPT | u->child : ab_tree_at(&u->tree, u->child)->move;
  u->step = AB_UCT_DOWN;
  return AB_UCT_PLAY;
}

static ab_uct_phase decide (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_tree_node *node = ab_uct_node(u);
  if (u->rolling || u->tree.worlds || !(node->marks & AB_TREE_FULL))
    return AB_UCT_MOVES;
  if (node->first == 0) {
    u->last = 1;
    return AB_UCT_VALUE;
  }
  return node->marks & AB_TREE_LAID ? take_best(s) : AB_UCT_LAY;
}

static ab_uct_phase lay (ab_search *s) {
  ab_uct *u = s->uct;
  if (!ab_tree_reserve_edges(&u->tree, &s->mem, ab_uct_node(u)))
    return leave(u, AB_NOMEM);
  ab_tree_lay(&u->tree, ab_uct_node(u));
  return take_best(s);
}

/* Where more than one player may decide: which question is the first? */
static ab_uct_phase ask_first (const ab_search *s, int marks) {
  return s->w.game->chance != NULL && (s->uct->tree.worlds || !(marks & AB_TREE_BOTH)) ? AB_UCT_CHANCE : AB_UCT_BOTH;
}

/* Is there room in the tree for a child of the last node? */
static int may_grow (const ab_search *s) {
  return s->uct->depth == 0 || ab_tree_may_grow(&s->uct->tree);
}

/* The playout goes on outside of the tree. `plain`, here and below: it is there already, and nothing is asked but
** `moves` and `play`; a constant, for which the compiler makes a loop of its own (run_out). */
AB_INLINE ab_uct_phase roll_on (ab_search *s, int plain) {
  ab_uct *u = s->uct;
  int depth = s->options.playout_depth;
  u->rolling = 1;
  u->outcome = 0;
  if (depth >= 0 && (u->rolled >= depth || u->ply >= AB_MAX_DEPTH))
    return AB_UCT_ESTIMATE;
  return !plain && u->mixed ? ask_first(s, 0) : AB_UCT_MOVES;
}

static ab_uct_phase roll (ab_search *s) { return roll_on(s, 0); }

static ab_uct_phase arrive (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_tree_node *node = ab_uct_node(u);
  u->outcome = 0;
  if (u->ply >= AB_MAX_DEPTH)
    return roll(s);
  if (u->mixed && (u->tree.worlds || !(node->marks & AB_TREE_DECIDES)))
    return ask_first(s, node->marks);
  if (!(node->marks & AB_TREE_FULL) && !u->tree.worlds && !may_grow(s))
    return roll(s);
  return decide(s);
}

/* Which outcome it is, by its weight. */
static int draw_outcome (ab_uct *u, int count) {
  double total = 0, drawn = ((double)ab_draw(&u->stream, (uint64_t)1 << 32) + 0.5) / 4294967296.0;
  int i;
  for (i = 0; i < count; i++)
    total += u->weights[i];
  for (i = 0; i < count - 1; i++) {
    double part = u->weights[i] / total; /* and not the drawn number times the total, which may be as small as numbers are */
    if (drawn < part)
      break;
    drawn -= part;
  }
  return i;
}

/* Any of the moves, each as likely as the others. */
static inline ab_uct_phase draw_any (ab_uct *u) {
  u->drawn = (int)ab_draw(&u->stream, (uint64_t)u->left);
  u->move = move_at(u, u->drawn);
  u->step = AB_UCT_OUT;
  return AB_UCT_PLAY;
}

static ab_uct_phase draw (ab_search *s) {
  ab_uct *u = s->uct;
  if (!u->outcome)
    return draw_any(u);
  u->drawn = draw_outcome(u, u->count);
  u->move = move_at(u, u->drawn);
  u->step = AB_UCT_OUT;
  return u->rolling ? AB_UCT_PLAY : AB_UCT_OUTCOME;
}

/* The first weight that cannot be, or an infinite sum; 0: there is none. */
static int find_wrong (const ab_uct *u, int count, double *wrong) {
  double total = 0;
  int i;
  for (i = 0; i < count; i++) {
    total += u->weights[i];
    *wrong = u->weights[i];
    if (!(u->weights[i] > 0 && u->weights[i] < AB_INF))
      return 1;
  }
  *wrong = total;
  return !(total < AB_INF);
}

/* One player decides. */
static ab_uct_phase pass_on (ab_search *s) {
  ab_uct *u = s->uct;
  if (!u->rolling) {
    ab_uct_node(u)->marks |= AB_TREE_DECIDES;
    if (!may_grow(s) && !u->tree.worlds && !(ab_uct_node(u)->marks & AB_TREE_FULL))
      return roll(s); /* which asks once more, so that phases stay simple */
  }
  return decide(s);
}

static ab_uct_phase ask_chance (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_game *game = s->w.game;
  int most = ab_game_most_outcomes(game), count;
  double wrong;
  if (!reserve_list(s, (size_t)game->max_moves) || !reserve_weights(s, (size_t)most))
    return leave(u, AB_NOMEM);
  count = game->chance(s->w.context, u->here, game->max_moves > 0 ? u->list : NULL, u->weights);
  if (count > most && count <= ab_game_most_outcomes(game))
    return AB_UCT_CHANCE; /* there is to be more room */
  if (count < 0 || count > most)
    return broken(s, count);
  if (count == 0)
    return game->simultaneous != NULL ? AB_UCT_BOTH : pass_on(s);
  if (find_wrong(u, count, &wrong))
    return outside(s, wrong);
  if (!u->rolling && ab_uct_node(u)->marks & AB_TREE_BOTH)
    return roll(s); /* in another world players choose here */
  take_count(s, count);
  u->outcome = AB_UCT_BY_CHANCE;
  if (!u->rolling)
    ab_uct_node(u)->marks |= AB_TREE_CHANCE;
  return draw(s);
}

/* The moves are known, and there are some. */
static ab_uct_phase choose (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_sampler *sampler = u->sampler;
  if (!u->rolling)
    return u->tree.worlds ? AB_UCT_MATCH : AB_UCT_GROW;
  if (sampler->policy == NULL)
    return draw(s);
  u->drawn = 0;
  return sampler->refuses ? AB_UCT_TRY : AB_UCT_POLICY;
}

/* No move is left; perhaps at the last node, before or after it was left. */
static ab_uct_phase be_over (ab_uct *u) {
  if (u->ply == u->depth) {
    u->last = 1;
    if (!u->tree.worlds || u->depth == 0)
      ab_uct_node(u)->marks |= AB_TREE_FULL;
  }
  return AB_UCT_VALUE;
}

AB_INLINE ab_uct_phase ask_moves (ab_search *s, int plain) {
  ab_uct *u = s->uct;
  const ab_game *game = s->w.game;
  int count;
  if (u->ply >= AB_LAST_PLY)
    return leave(u, AB_ENDLESS);
  if (!reserve_list(s, (size_t)game->max_moves))
    return leave(u, AB_NOMEM);
  count = game->moves(s->w.context, u->here, game->max_moves > 0 ? u->list : NULL);
  if (!ab_cursor_may_give(game, count))
    return broken(s, count);
  take_count(s, count);
  if (plain || count != AB_LAZY)
    return count == 0 ? be_over(u) : plain ? draw_any(u) : choose(s);
  u->left = 0;
  return AB_UCT_MORE;
}

static ab_uct_phase ask_more (ab_search *s) {
  ab_uct *u = s->uct;
  if (s->w.game->more(s->w.context, u->here, (ab_move)(unsigned)u->left + 1)) {
    if (u->left == AB_MAX_MOVES)
      return broken(s, u->left + 1);
    u->left++;
    return AB_UCT_MORE;
  }
  u->count = u->left;
  return u->count == 0 ? be_over(u) : choose(s);
}

/* ---------------------------------------------------------------- a playout begins */

static ab_uct_phase at_root (ab_search *s) {
  const ab_game *game = s->w.game;
  int mover = game->player != NULL ? game->player(s->w.context, s->uct->states) - 1 : 0;
  ab_tree_at(&s->uct->tree, 0)->mover = (uint8_t)mover;
  return AB_UCT_BEGIN;
}

/* A node counts its visits in 32 bits. */
static uint64_t most_playouts (const ab_search *s) {
  uint64_t most = s->options.playouts;
  return most > 0 && most < UINT32_MAX ? most : UINT32_MAX;
}

static ab_uct_phase begin (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_tree_node *root = ab_tree_at(&u->tree, 0);
  int over = root->marks & AB_TREE_FULL && root->first == 0 && u->playouts > 0;
  uint64_t playouts = ab_search_playouts(s);
  if (root->marks & AB_TREE_PROVEN || over || playouts >= most_playouts(s))
    return leave(u, AB_DONE);
  if (s->w.budget == 0 || (u->until > 0 && playouts >= u->until))
    return leave(u, AB_PAUSED);
  if (s->team != NULL && !ab_pool_reserve(s->pool, &s->mem, u))
    return leave(u, AB_NOMEM);
  u->here = u->states;
  u->ply = u->depth = u->rolled = u->rolling = u->mover = u->outcome = u->ended = u->last = 0;
  u->path[0] = 0;
  u->regrets.playout = (uint32_t)u->playouts + 1;
  return u->tree.worlds ? AB_UCT_WORLD : arrive(s);
}

static ab_uct_phase draw_world (ab_search *s) {
  ab_uct *u = s->uct;
  uint64_t stream = u->stream;
  int viewer = u->sampler->viewer > 0 ? u->sampler->viewer : ab_tree_at(&u->tree, 0)->mover + 1;
  u->sampler->determinize(s->w.context, u->states, viewer, u->states + u->size, &stream);
  u->stream = stream;
  u->here = u->states + u->size;
  return arrive(s);
}

/* ---------------------------------------------------------------- in the tree */

/* The move leads to that node. */
static ab_uct_phase descend (ab_uct *u, uint32_t child) {
  u->child = child;
  u->edges[u->depth] = 0;
  u->step = AB_UCT_DOWN;
  return AB_UCT_PLAY;
}

/* What the move at this place is known by in all worlds. */
static uint64_t identify (const ab_search *s, int place) {
  const ab_uct *u = s->uct;
  return u->tree.worlds && u->sampler->identify != NULL
       ? u->sampler->identify(s->w.context, u->here, move_at(u, place)) : move_at(u, place);
}

/* Find the nodes of the moves, and leave out those that are there twice. */
static void match_moves (ab_search *s) {
  ab_uct *u = s->uct;
  uint32_t child;
  int i = 0;
  ab_match_begin(&u->match, u->left);
  while (i < u->left)
    if (ab_match_put(&u->match, i, identify(s, i)))
      i++;
    else
      u->list[i] = u->list[--u->left];
  for (child = ab_uct_node(u)->first; child != 0; child = ab_tree_at(&u->tree, child)->next) {
    int place = ab_match_find(&u->match, ab_tree_at(&u->tree, child)->move);
    if (place >= 0)
      u->match.children[place] = child;
  }
}

/* Which move is next, where worlds differ: one without a node, if there is room for it, or the best one. */
static ab_uct_phase match (ab_search *s) {
  ab_uct *u = s->uct;
  int i;
  if (!make_list(s) || !ab_match_reserve(&u->match, &s->mem, u->left))
    return leave(u, AB_NOMEM);
  match_moves(s);
  for (i = 0; i < u->left; i++)
    if (u->match.children[i] == 0) {
      u->drawn = i;
      u->move = move_at(u, i);
      u->id = u->match.ids[i];
      return may_grow(s) ? AB_UCT_GROW : roll(s);
    }
  for (i = 0; i < u->left; i++)
    ++*ab_tree_available(&u->tree, u->match.children[i]);
  u->drawn = ab_uct_select_here(u);
  u->move = move_at(u, u->drawn);
  return descend(u, u->match.children[u->drawn]);
}

/* What is known by this was drawn: has it a node? */
static ab_uct_phase take (ab_uct *u, uint64_t id, int may_grow) {
  uint32_t child = ab_tree_find(&u->tree, u->path[u->depth], id);
  u->id = id;
  if (child != 0)
    return descend(u, child);
  return may_grow ? AB_UCT_GROW : AB_UCT_PLAY;
}

static ab_uct_phase take_outcome (ab_search *s) { return take(s->uct, identify(s, s->uct->drawn), may_grow(s)); }

/* Are the last node's children made as they are drawn? Otherwise they are in the game's order. */
static int is_drawn (const ab_uct *u) { return u->outcome || u->tree.worlds; }

/* The next move without a node is taken up. */
static ab_uct_phase grow (ab_search *s) {
  ab_uct *u = s->uct;
  ab_tree_node *node = ab_uct_node(u);
  if (!ab_tree_reserve(&u->tree, &s->mem)
      || (is_drawn(u) && !ab_tree_reserve_link(&u->tree, &s->mem, u->path[u->depth])))
    return leave(u, AB_NOMEM);
  if (!is_drawn(u)) {
    if (node->index >= u->count) {
      if (node->first == 0)
        return be_over(u);
      return ab_uct_settle(u) ? AB_UCT_UNDO : decide(s);
    }
    u->drawn = node->index;
    u->id = u->move = move_at(u, u->drawn);
  }
  u->step = AB_UCT_NEW;
  return u->tree.biased && !u->outcome ? AB_UCT_ORDER : AB_UCT_PLAY;
}

static ab_uct_phase ask_order (ab_search *s) {
  ab_uct *u = s->uct;
  u->promise = s->w.game->order(s->w.context, u->here, u->move);
  return AB_UCT_PLAY;
}

/* What a player has chosen at the last node, where worlds differ, as that is known in all of them. */
static ab_move chosen_by (const ab_uct *u, int player) {
  return u->counts[player] == 0 ? AB_NO_CHOICE
       : ab_regret_move(&u->regrets, u->path[u->depth], player, u->turns[u->ply].drawn[player].choice);
}

/* The move to the new node is a joint one. */
static void note_joint (ab_uct *u) {
  int player;
  ab_tree_at(&u->tree, u->child)->marks |= AB_TREE_JOINT;
  for (player = 0; player < u->tree.joined; player++)
    ab_tree_joint(&u->tree, u->child)[player] = chosen_by(u, player);
}

/* The move has led to a position that has no node yet. */
static void add_node (ab_search *s) {
  ab_uct *u = s->uct;
  ab_tree_node *node = ab_uct_node(u);
  int mover = node->mover;
  if (!is_drawn(u) && ++node->index == u->count)
    node->marks |= AB_TREE_FULL;
  u->child = ab_tree_add(&u->tree, u->path[u->depth], u->id);
  if (is_drawn(u))
    ab_tree_link_child(&u->tree, u->path[u->depth]);
  if (u->outcome == AB_UCT_AT_ONCE)
    note_joint(u);
  if (u->tree.biased && !u->outcome)
    ab_tree_promise_move(&u->tree, u->path[u->depth], u->child, u->promise);
  ab_tree_at(&u->tree, u->child)->mover = (uint8_t)(u->outcome || s->w.game->player != NULL ? mover : 1 - mover);
}

static void enter (ab_uct *u) {
  if (u->step == AB_UCT_NEW)
    u->known[u->depth] = u->edges[u->depth] = 0;
  u->path[++u->depth] = u->child;
  if (u->depth > u->deepest)
    u->deepest = u->depth;
}

/* ---------------------------------------------------------------- choices at once */

/* Where the game lists the choices of a player; NULL: they are numbers. */
static ab_move *choices_of (const ab_search *s, int player) {
  size_t room = (size_t)s->w.game->max_moves;
  return room > 0 ? s->uct->choices + room * (size_t)player : NULL;
}

static void list_choices (const ab_search *s, ab_move *lists[AB_MAX_PLAYERS]) {
  int player;
  for (player = 0; player < ab_uct_players(s->uct); player++)
    lists[player] = choices_of(s, player);
}

/* A player draws: in the tree by regret, outside of it any choice. */
static ab_regret_draw draw_choice (ab_uct *u, int player) {
  ab_regret_draw drawn = {0, 0};
  if (!u->rolling)
    return ab_regret_drawn(&u->regrets, u->path[u->depth], player, &u->stream);
  if (u->counts[player] > 0)
    drawn.choice = (int)ab_draw(&u->stream, (uint64_t)u->counts[player]);
  return drawn;
}

/* Where the choice stands in the player's list, from 0. */
static int place_of (const ab_uct *u, int player, int choice) {
  return u->rolling || !u->tree.worlds || u->counts[player] == 0
       ? choice : ab_regret_place(&u->regrets, u->path[u->depth], player, choice);
}

/* All of them do. Returns the number of the joint move, from 0: player 1's choices are outermost. */
static int draw_choices (ab_search *s, ab_uct_turn *turn) {
  ab_uct *u = s->uct;
  int player, number = 0;
  for (player = 0; player < ab_uct_players(u); player++) {
    const ab_move *choices = choices_of(s, player);
    int count = u->counts[player], choice;
    turn->drawn[player] = draw_choice(u, player);
    choice = place_of(u, player, turn->drawn[player].choice);
    turn->moves[player] = count == 0 ? AB_NO_CHOICE : choices != NULL ? choices[choice] : (ab_move)choice + 1;
    number = number * (count > 0 ? count : 1) + choice;
  }
  return number;
}

/* What the joint move is known by among those of its node, which it tells, too; where worlds differ, all that is chosen. */
static uint64_t identity_of_joint (const ab_uct *u) {
  ab_move chosen[AB_MAX_PLAYERS];
  int player, players = ab_uct_players(u);
  if (!u->tree.worlds)
    return u->move | ab_regret_above(u->path[u->depth]);
  for (player = 0; player < players; player++)
    chosen[player] = chosen_by(u, player);
  return AB_JOINT | ab_hash(chosen, (size_t)players * sizeof *chosen);
}

/* There may be many joint moves: also those of the root get nodes only where there is room. */
static ab_uct_phase draw_both (ab_search *s) {
  ab_uct *u = s->uct;
  ab_uct_turn *turn = &u->turns[u->ply];
  u->drawn = draw_choices(s, turn);
  turn->regretted = u->rolling ? 0 : u->playouts + 1;
  u->move = AB_JOINT | ((ab_move)u->drawn + 1);
  u->step = AB_UCT_OUT;
  return u->rolling ? AB_UCT_PLAY : take(u, identity_of_joint(u), ab_tree_may_grow(&u->tree));
}

/* They do not choose at once here. If they did before, the playout goes on outside of the tree. */
static ab_uct_phase be_alone (ab_search *s) {
  const ab_uct *u = s->uct;
  return !u->rolling && ab_uct_node(u)->marks & AB_TREE_BOTH ? roll(s) : pass_on(s);
}

static ab_uct_phase ask_both (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_game *game = s->w.game;
  ab_move *lists[AB_MAX_PLAYERS];
  int counts[AB_MAX_PLAYERS] = {0}, wrong;
  if (u->ply >= AB_LAST_PLY)
    return leave(u, AB_ENDLESS);
  list_choices(s, lists);
  if (!game->simultaneous(s->w.context, u->here, lists, counts))
    return be_alone(s);
  if (!ab_game_may_choose(game, ab_uct_players(u), counts, &wrong))
    return broken(s, wrong);
  memcpy(u->counts, counts, sizeof counts);
  u->outcome = AB_UCT_AT_ONCE;
  return u->rolling ? draw_both(s) : AB_UCT_DEAL;
}

/* By what are a player's choices known in this world? Those that are there twice count once. */
static void match_choices (ab_search *s, int player) {
  ab_uct *u = s->uct;
  const ab_move *list = choices_of(s, player);
  int i, count = u->counts[player];
  ab_match_begin(&u->match, count);
  for (i = 0; i < count; i++) {
    ab_move choice = list != NULL ? list[i] : (ab_move)i + 1;
    uint64_t id = u->sampler->identify_choice != NULL
                    ? u->sampler->identify_choice(s->w.context, u->here, player + 1, choice) : choice;
    if (!ab_match_put(&u->match, i, id))
      u->match.children[i] = TWICE;
  }
}

/* Take up what a player can choose in this world. Whither if that cannot be; AB_UCT_DEAL: it was. */
static ab_uct_phase take_up (ab_search *s, int player) {
  ab_uct *u = s->uct;
  uint32_t number = u->path[u->depth], wanted;
  size_t bytes;
  if (!ab_match_reserve(&u->match, &s->mem, u->counts[player]))
    return leave(u, AB_NOMEM);
  match_choices(s, player);
  wanted = ab_regret_wanted(&u->regrets, number, player,
                            ab_regret_meet(&u->regrets, number, player, &u->match, u->counts[player]));
  bytes = ab_regret_choice_bytes(&u->regrets, wanted);
  if (u->depth > 0 && !ab_tree_may_take(&u->tree, bytes))
    return roll(s);
  if (wanted > 0 && !ab_regret_move_on(&u->regrets, &s->mem, number, player, wanted))
    return leave(u, AB_NOMEM);
  ab_tree_take(&u->tree, bytes);
  ab_regret_take_up(&u->regrets, number, player, &u->match, u->counts[player]);
  return AB_UCT_DEAL;
}

static ab_uct_phase take_up_all (ab_search *s) {
  int player;
  for (player = 0; player < ab_uct_players(s->uct); player++) {
    ab_uct_phase next = take_up(s, player);
    if (next != AB_UCT_DEAL)
      return next;
  }
  return draw_both(s);
}

/* They choose in the last node. Where there is no room for what they regret (at the root there always is), where they have more
** choices than before, or fewer (unless worlds differ), and where something else has decided in another world, the playout
** goes on outside of the tree. */
static ab_uct_phase deal (ab_search *s) {
  static const int none[AB_MAX_PLAYERS];
  ab_uct *u = s->uct;
  uint32_t number = u->path[u->depth];
  ab_tree_node *node = ab_uct_node(u);
  if (!(node->marks & AB_TREE_BOTH)) {
    const int *counts = u->tree.worlds ? none : u->counts;
    size_t bytes = ab_regret_bytes(&u->regrets, counts);
    ab_move *lists[AB_MAX_PLAYERS];
    if (node->marks & (AB_TREE_DECIDES | AB_TREE_CHANCE) || (u->depth > 0 && !ab_tree_may_take(&u->tree, bytes)))
      return roll(s);
    if (!ab_regret_reserve(&u->regrets, &s->mem, number, counts))
      return leave(u, AB_NOMEM);
    list_choices(s, lists);
    ab_regret_deal(&u->regrets, number, counts, lists);
    ab_tree_take(&u->tree, bytes);
    node->marks |= AB_TREE_BOTH;
  }
  if (u->tree.worlds)
    return take_up_all(s);
  return ab_regret_fits(&u->regrets, number, u->counts) ? draw_both(s) : roll(s);
}

/* ---------------------------------------------------------------- one move */

/* The move under way is not legal, and not taken again here. */
static ab_uct_phase drop (ab_search *s) {
  ab_uct *u = s->uct;
  int i;
  if (!make_list(s))
    return leave(u, AB_NOMEM);
  for (i = 0; i < u->left && !u->rolling && u->step == AB_UCT_DOWN; i++)
    --*ab_tree_available(&u->tree, u->match.children[i]); /* they are chosen from once more */
  u->list[u->drawn] = u->list[--u->left];
  return u->left == 0 ? be_over(u) : choose(s);
}

static ab_uct_phase refuse (ab_search *s) {
  ab_uct *u = s->uct;
  if (u->outcome || (u->step == AB_UCT_DOWN && !u->tree.worlds))
    return broken(s, u->outcome ? u->drawn + 1 : 0);
  if (u->rolling || u->tree.worlds)
    return AB_UCT_DROP;
  ab_uct_node(u)->index++;
  return AB_UCT_GROW;
}

/* Where the next position is to stand. */
static char *next_state (const ab_uct *u) {
  return u->in_place ? u->here : u->here == u->states + u->size ? u->states + 2 * u->size : u->states + u->size;
}

AB_INLINE ab_uct_phase play (ab_search *s, int plain) {
  ab_uct *u = s->uct;
  ab_uct_step step = plain ? AB_UCT_OUT : u->step;
  int counts = plain || u->outcome != AB_UCT_BY_CHANCE;
  char *next = next_state(u);
  ab_played played;
  if (!plain && u->ply >= AB_LAST_PLY)
    return leave(u, AB_ENDLESS);
  if (s->w.budget == 0)
    return leave(u, AB_PAUSED);
  played = !plain && u->outcome == AB_UCT_AT_ONCE
             ? s->w.game->play_at_once(s->w.context, u->here, u->turns[u->ply].moves, next, u->payoffs)
             : s->w.game->play(s->w.context, u->here, u->move, next, u->payoffs);
  if (played == AB_ILLEGAL)
    return refuse(s);
  if (u->in_place)
    u->line[u->ply] = u->move;
  if (!plain && u->turns != NULL)
    u->turns[u->ply].at_once = u->outcome == AB_UCT_AT_ONCE;
  u->here = next;
  u->ended = played == AB_OVER;
  s->w.budget--;
  if (step == AB_UCT_NEW)
    add_node(s);
  u->ply++;
  u->mover ^= counts;
  u->rolled += (plain || u->rolling) && counts;
  if (step != AB_UCT_OUT)
    enter(u);
  if (step == AB_UCT_NEW && s->w.game->keep != NULL)
    return AB_UCT_KEEP;
  if (step == AB_UCT_NEW && s->w.game->player != NULL)
    return AB_UCT_PLAYER;
  u->last = u->ended && step != AB_UCT_OUT;
  return u->ended ? AB_UCT_SIDE : step == AB_UCT_DOWN ? arrive(s) : roll_on(s, plain);
}

/* Outside of the tree, as long as there is a move to be drawn and made. */
static ab_uct_phase run_out (ab_search *s) {
  ab_uct_phase phase = AB_UCT_MOVES;
  while (phase == AB_UCT_MOVES) {
    s->uct->phase = phase;
    phase = ask_moves(s, 1);
    if (phase == AB_UCT_PLAY) {
      s->uct->phase = phase;
      phase = play(s, 1);
    }
  }
  return phase;
}

/* A move of Lua's is a number in a list that will be gone: it is kept under the node's number. */
static ab_uct_phase keep (ab_search *s) {
  ab_uct *u = s->uct;
  s->w.game->keep(s->w.context, u->ply - 1, u->move, (int)u->child);
  u->last = u->ended;
  return s->w.game->player != NULL ? AB_UCT_PLAYER : u->ended ? AB_UCT_SIDE : roll(s);
}

static ab_uct_phase ask_player (ab_search *s) {
  ab_uct *u = s->uct;
  if (!u->ended || (!s->w.game->viewpoint && u->sampler->players == 0))
    ab_uct_node(u)->mover = (uint8_t)(s->w.game->player(s->w.context, u->here) - 1);
  u->last = u->ended;
  return u->ended ? AB_UCT_SIDE : roll(s);
}

/* ---------------------------------------------------------------- the moves that a policy may take */

/* Is the next move legal? It is played to see. */
static ab_uct_phase try_move (ab_search *s) {
  ab_uct *u = s->uct;
  ab_value payoffs[AB_MAX_PLAYERS];
  if (u->drawn >= u->left)
    return AB_UCT_POLICY;
  u->move = move_at(u, u->drawn);
  if (s->w.game->play(s->w.context, u->here, u->move, next_state(u), payoffs) == AB_ILLEGAL)
    return AB_UCT_DROP;
  return AB_UCT_UNTRY;
}

static ab_uct_phase untry_move (ab_search *s) {
  ab_uct *u = s->uct;
  if (u->in_place)
    s->w.game->undo(s->w.context, u->here, u->move);
  u->drawn++;
  return AB_UCT_TRY;
}

static ab_uct_phase ask_policy (ab_search *s) {
  ab_uct *u = s->uct;
  uint64_t stream = u->stream;
  if (!make_list(s))
    return leave(u, AB_NOMEM);
  u->drawn = u->sampler->policy(s->w.context, u->here, u->list, u->left, &stream);
  u->stream = stream;
  u->move = move_at(u, u->drawn);
  u->step = AB_UCT_OUT;
  return AB_UCT_PLAY;
}

/* ---------------------------------------------------------------- the payoffs */

/* Is that a value that the game may give? */
static int may_be (const ab_search *s, ab_value value) {
  int is_summed = (value >= -AB_MAX_PAYOFF && value <= AB_MAX_PAYOFF) || value == AB_INF || value == -AB_INF;
  return is_summed && (!s->w.chancy || (value >= s->w.low && value <= s->w.high));
}

static ab_uct_phase ask_value (ab_search *s, int is_estimate) {
  const ab_game *game = s->w.game;
  s->uct->ended = 0;
  if (s->uct->sampler->players == 0) {
    ab_value value = is_estimate ? ab_game_estimate(game, game, s->w.context, s->uct->here)
                                 : game->evaluate(s->w.context, s->uct->here);
    if (!may_be(s, value))
      return outside(s, value);
    s->uct->payoffs[0] = value;
  }
  return AB_UCT_SIDE;
}

static ab_uct_phase undo_all (const ab_uct *u) { return u->turns != NULL ? AB_UCT_UNDO_EITHER : AB_UCT_UNDO; }

/* Of several players. */
static ab_uct_phase ask_payoffs (ab_search *s) {
  ab_uct *u = s->uct;
  ab_value payoffs[AB_MAX_PLAYERS];
  int i;
  u->sampler->payoffs(s->w.context, u->here, u->ended, payoffs);
  for (i = 0; i < u->sampler->players; i++)
    if (!may_be(s, payoffs[i]))
      return outside(s, payoffs[i]);
  memcpy(u->payoffs, payoffs, sizeof payoffs);
  return undo_all(u);
}

/* Whom do they speak for? */
static ab_uct_phase turn_payoffs (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_game *game = s->w.game;
  ab_value value = u->payoffs[0];
  int mover = u->mover;
  if (u->sampler->players > 0)
    return ask_payoffs(s);
  if (!may_be(s, value))
    return outside(s, value);
  if (game->viewpoint)
    mover = 0;
  else if (game->player != NULL)
    mover = game->player(s->w.context, u->here) - 1;
  u->payoffs[mover] = value;
  u->payoffs[1 - mover] = -value;
  return undo_all(u);
}

/* Back to the root; a world is not needed any more. */
static ab_uct_phase undo (ab_search *s) {
  ab_uct *u = s->uct;
  if (!u->in_place || u->tree.worlds || u->ply == 0)
    return AB_UCT_LEARN;
  s->w.game->undo(s->w.context, u->here, u->line[u->ply - 1]);
  u->ply--;
  return AB_UCT_UNDO;
}

static ab_uct_phase undo_either (ab_search *s) {
  ab_uct *u = s->uct;
  if (!u->in_place || u->tree.worlds || u->ply == 0)
    return AB_UCT_LEARN;
  if (!u->turns[u->ply - 1].at_once)
    s->w.game->undo(s->w.context, u->here, u->line[u->ply - 1]);
  else
    s->w.game->undo_at_once(s->w.context, u->here, u->turns[u->ply - 1].moves);
  u->ply--;
  return AB_UCT_UNDO_EITHER;
}

/* What several players get in a finished position is remembered. */
static ab_uct_phase learn (ab_search *s) {
  ab_uct *u = s->uct;
  if (u->last && u->solving && u->tree.players > 0 && !ab_tree_reserve_list(&u->tree, &s->mem))
    return leave(u, AB_NOMEM);
  ab_uct_learn(u);
  return AB_UCT_BEGIN;
}

/* ---------------------------------------------------------------- all together */

static ab_uct_phase go_on (ab_search *s) {
  switch (s->uct->phase) {
    case AB_UCT_ROOT: return at_root(s);
    case AB_UCT_BEGIN: return begin(s);
    case AB_UCT_WORLD: return draw_world(s);
    case AB_UCT_CHANCE: return ask_chance(s);
    case AB_UCT_BOTH: return ask_both(s);
    case AB_UCT_DEAL: return deal(s);
    case AB_UCT_MOVES: return s->uct->plain && s->uct->rolling ? run_out(s) : ask_moves(s, 0);
    case AB_UCT_MORE: return ask_more(s);
    case AB_UCT_MATCH: return match(s);
    case AB_UCT_OUTCOME: return take_outcome(s);
    case AB_UCT_GROW: return grow(s);
    case AB_UCT_ORDER: return ask_order(s);
    case AB_UCT_LAY: return lay(s);
    case AB_UCT_TRY: return try_move(s);
    case AB_UCT_UNTRY: return untry_move(s);
    case AB_UCT_POLICY: return ask_policy(s);
    case AB_UCT_DROP: return drop(s);
    case AB_UCT_PLAY: return play(s, 0);
    case AB_UCT_KEEP: return keep(s);
    case AB_UCT_PLAYER: return ask_player(s);
    case AB_UCT_VALUE: return ask_value(s, 0);
    case AB_UCT_ESTIMATE: return ask_value(s, 1);
    case AB_UCT_SIDE: return turn_payoffs(s);
    case AB_UCT_UNDO: return undo(s);
    case AB_UCT_UNDO_EITHER: return undo_either(s);
    default: return learn(s);
  }
}

ab_status ab_playout_walk (ab_search *s) {
  ab_uct_phase phase;
  while ((phase = go_on(s)) != AB_UCT_LEAVE)
    s->uct->phase = phase;
  return s->uct->status;
}

const char *ab_playout_name (const ab_search *s) {
  switch (s->uct->phase) {
    case AB_UCT_CHANCE: return "chance";
    case AB_UCT_BOTH: return "simultaneous";
    case AB_UCT_MOVES:
    case AB_UCT_MORE: return "moves";
    case AB_UCT_VALUE: return "evaluate";
    case AB_UCT_ESTIMATE: return ab_search_estimator(s);
    case AB_UCT_SIDE: return s->uct->ended ? "play" : "evaluate";
    default: return "play";
  }
}

/* ---------------------------------------------------------------- the life of a search */

/* The scale of values, of which nothing is known yet, and the ends of the range. */
static void set_scale (ab_search *s) {
  ab_uct *u = s->uct;
  const ab_game *game = s->w.game;
  int i, ranged = game->low < game->high;
  for (i = 0; i < AB_MAX_PLAYERS; i++) {
    u->low[i] = u->top[i] = AB_INF;
    u->high[i] = -AB_INF;
  }
  if (!ranged || u->sampler->players > 0)
    return;
  u->top[0] = game->high;
  u->top[1] = -game->low;
}

/* Choices that there must be room for. */
static size_t room_for_choices (const ab_search *s) {
  return (size_t)ab_uct_players(s->uct) * (size_t)s->w.game->max_moves;
}

/* What is needed where players may choose at once; 0: no memory. */
static int reserve_turns (ab_search *s) {
  ab_uct *u = s->uct;
  size_t room = room_for_choices(s), size = (AB_MAX_DEPTH + 1) * sizeof *u->turns;
  if (s->w.game->simultaneous == NULL)
    return 1;
  u->turns = s->mem.alloc(s->mem.ud, NULL, 0, size);
  if (u->turns == NULL)
    return 0;
  memset(u->turns, 0, size);
  u->choices = room > 0 ? s->mem.alloc(s->mem.ud, NULL, 0, room * sizeof *u->choices) : NULL;
  return room == 0 || u->choices != NULL;
}

int ab_playout_begin (ab_search *s, const void *state) {
  static const ab_sampler plain;
  const ab_game *game = s->w.game;
  ab_uct *u = s->uct = s->mem.alloc(s->mem.ud, NULL, 0, sizeof *u);
  if (u == NULL)
    return 0;
  memset(u, 0, sizeof *u);
  u->sampler = s->options.sampler != NULL ? s->options.sampler : &plain;
  u->mixed = game->chance != NULL || game->simultaneous != NULL;
  u->solving = !u->mixed && u->sampler->determinize == NULL;
  u->plain = !u->mixed && game->more == NULL && u->sampler->policy == NULL;
  u->tree.worlds = u->sampler->determinize != NULL;
  u->tree.players = u->solving ? u->sampler->players : 0;
  u->tree.biased = s->options.bias;
  ab_tree_limit(&u->tree, s->options.bytes, game->simultaneous != NULL ? AB_UCT_MOST : INT32_MAX);
  u->exploration = s->options.exploration < AB_UCT_EXPLORATION ? s->options.exploration : AB_UCT_EXPLORATION;
  u->regrets.players = ab_uct_players(u);
  u->regrets.worlds = u->tree.worlds;
  u->tree.joined = u->tree.worlds && game->simultaneous != NULL && game->keep == NULL ? u->regrets.players : 0;
  u->regrets.exploration = u->exploration / 2;
  u->stream = s->options.seed;
  u->in_place = game->undo != NULL;
  u->size = game->state_size;
  u->phase = game->player != NULL ? AB_UCT_ROOT : AB_UCT_BEGIN;
  set_scale(s);
  ab_uct_begin(u);
  u->states = s->mem.alloc(s->mem.ud, NULL, 0, 3 * u->size);
  u->path = s->mem.alloc(s->mem.ud, NULL, 0, (AB_MAX_DEPTH + 1) * sizeof *u->path);
  u->known = s->mem.alloc(s->mem.ud, NULL, 0, (AB_MAX_DEPTH + 1) * sizeof *u->known);
  u->edges = s->mem.alloc(s->mem.ud, NULL, 0, (AB_MAX_DEPTH + 1) * sizeof *u->edges);
  u->line = s->mem.alloc(s->mem.ud, NULL, 0, (AB_MAX_DEPTH + 1) * sizeof *u->line);
  if (u->states == NULL || u->path == NULL || u->known == NULL || u->edges == NULL || u->line == NULL
      || !reserve_list(s, ROOM) || !reserve_turns(s) || !ab_tree_reserve(&u->tree, &s->mem))
    return 0;
  memcpy(u->states, state, u->size);
  ab_tree_add(&u->tree, AB_TREE_ROOT, 0);
  return 1;
}

void ab_playout_free (ab_search *s) {
  ab_uct *u = s->uct;
  if (u == NULL)
    return;
  ab_mem_free(&s->mem, u->states, 3, u->size);
  ab_mem_free(&s->mem, u->path, AB_MAX_DEPTH + 1, sizeof *u->path);
  ab_mem_free(&s->mem, u->known, AB_MAX_DEPTH + 1, sizeof *u->known);
  ab_mem_free(&s->mem, u->edges, AB_MAX_DEPTH + 1, sizeof *u->edges);
  ab_mem_free(&s->mem, u->line, AB_MAX_DEPTH + 1, sizeof *u->line);
  ab_mem_free(&s->mem, u->turns, AB_MAX_DEPTH + 1, sizeof *u->turns);
  ab_mem_free(&s->mem, u->choices, room_for_choices(s), sizeof *u->choices);
  ab_mem_free(&s->mem, u->list, u->list_room, sizeof *u->list);
  ab_mem_free(&s->mem, u->weights, u->weights_room, sizeof *u->weights);
  ab_match_free(&u->match, &s->mem);
  ab_regret_free(&u->regrets, &s->mem);
  ab_tree_free(&u->tree, &s->mem);
  ab_pool_free(s->pool, &s->mem);
  ab_mem_free(&s->mem, u, 1, sizeof *u);
}

/*
** Monte-Carlo tree search without Lua: mcts_test [TREES [FIRST SEED]]. Whatever the tree says is proven has the value of
** plain minimax, or the payoffs of plain max^n where several play; and the tree is the same, node for node, in slices of
** any size, where memory fails, and where a function of the game leaves by longjmp. Several trees together say what they say one by
** one, added up.
*/
#include <setjmp.h>
#include "tree.h"
#include "core/ab_search.h"

static ab_options options;
static jmp_buf out;
static uint64_t calls, leave_at;
static ab_game real;
static ab_move kept[1 << 16];
static uint64_t proofs, proven_roots;

/* ---------------------------------------------------------------- several players */

static int players; /* 0: two, who are paid in numbers */

/* In turn, or anybody. */
static int several_player (void *context, void *state) {
  const tree *t = context;
  const position *p = state;
  return 1 + (t->form & REPEAT ? draw(t, p, 110, (unsigned)players) : p->ply % players);
}

/* Few different ones, so that there are ties. */
static void several_payoffs (void *context, void *state, int over, ab_value *payoffs) {
  int i;
  (void)over;
  for (i = 0; i < players; i++)
    payoffs[i] = draw(context, state, 120 + (uint64_t)i, 4);
}

/* What everyone gets if each takes the first of the moves that are best for them. */
static void max_n (tree *t, position *p, ab_value *best) {
  int i, count = count_moves(t, p), mover = several_player(t, p) - 1, legal = 0;
  for (i = 1; i <= count; i++) {
    ab_value payoff, payoffs[AB_MAX_PLAYERS];
    if (tree_play(t, p, t->form & LISTED ? listed(i) : (ab_move)i, p, &payoff) == AB_ILLEGAL)
      continue;
    max_n(t, p, payoffs);
    p->ply--;
    if (!legal || payoffs[mover] > best[mover])
      memcpy(best, payoffs, sizeof payoffs);
    legal = 1;
  }
  if (!legal)
    several_payoffs(t, p, 1, best);
}

/* ---------------------------------------------------------------- a game that leaves by longjmp */

static void tick (void) {
  if (++calls == leave_at)
    longjmp(out, 1);
}

static ab_move known (ab_move move) { return move & AB_KEPT ? kept[move & 0xFFFF] : move; }

static int jump_moves (void *context, void *state, ab_move *list) {
  tick();
  return real.moves(context, state, list);
}

static int jump_more (void *context, void *state, ab_move move) {
  tick();
  return real.more(context, state, move);
}

static ab_played jump_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  tick();
  return real.play(context, state, known(move), next, payoff);
}

static void jump_undo (void *context, void *state, ab_move move) {
  tick();
  real.undo(context, state, known(move));
}

static ab_value jump_evaluate (void *context, void *state) {
  tick();
  return real.evaluate(context, state);
}

static int jump_player (void *context, void *state) {
  tick();
  return real.player(context, state);
}

static void jump_payoffs (void *context, void *state, int over, ab_value *payoffs) {
  tick();
  several_payoffs(context, state, over, payoffs);
}

static double jump_order (void *context, void *state, ab_move move) {
  tick();
  return real.order(context, state, move);
}

static void jump_keep (void *context, int ply, ab_move move, int slot) {
  (void)context;
  (void)ply;
  tick();
  kept[slot] = move;
}

static ab_game jumping (ab_game game, int keeps) {
  real = game;
  game.returns = 0;
  game.walk = NULL;
  game.moves = jump_moves;
  game.more = real.more != NULL ? jump_more : NULL;
  game.play = jump_play;
  game.undo = real.undo != NULL ? jump_undo : NULL;
  game.evaluate = jump_evaluate;
  game.player = real.player != NULL ? jump_player : NULL;
  game.order = real.order != NULL ? jump_order : NULL;
  game.keep = keeps ? jump_keep : NULL;
  return game;
}

/* ---------------------------------------------------------------- the tree */

static uint64_t fingerprint (const ab_search *s) {
  const ab_tree *found = &s->uct->tree;
  uint64_t hash = s->uct->playouts;
  uint32_t i;
  for (i = 0; i < found->made; i++) {
    hash = hash * 0x9E3779B97F4A7C15u ^ ab_hash(ab_tree_at(found, i), sizeof(ab_tree_node));
    if (players > 0 && ab_tree_at(found, i)->marks & AB_TREE_PROVEN)
      hash = hash * 0x9E3779B97F4A7C15u ^ ab_hash(ab_tree_payoffs(found, i), (size_t)players * sizeof(ab_value));
  }
  return hash ^ s->uct->stream ^ ab_search_nodes(s);
}

/* Hold what is proven of a position against minimax, as the player sees it who chose the node. */
static void check_proof (tree *t, const ab_search *s, uint32_t number, position *p, int chooser) {
  const ab_tree_node *node = ab_tree_at(&s->uct->tree, number);
  uint64_t nodes = 0, leaves = 0;
  ab_move best;
  int distance;
  ab_value value, payoffs[AB_MAX_PLAYERS];
  proofs++;
  if (players > 0) {
    max_n(t, p, payoffs);
    expect(node->sum == payoffs[chooser - 1]
           && memcmp(payoffs, ab_tree_payoffs(&s->uct->tree, number), (size_t)players * sizeof *payoffs) == 0,
           "payoffs", t, p->ply);
    return;
  }
  value = minimax(t, p, DEEPEST + 1, &nodes, &leaves, &best, &distance);
  expect(node->sum == (p->player[p->ply] == chooser ? value : -value), "proof", t, p->ply);
}

/* The edges of a node tell of its children, in the order in which these were made. */
static void check_edges (const tree *t, const ab_tree *found, const ab_tree_node *node) {
  uint32_t i = ab_tree_youngest(found, node), at = node->first + node->index;
  for (; i != 0 && at > node->first; i = ab_tree_at(found, i)->next) {
    const ab_tree_edge *edge = ab_tree_edge_at(found, --at);
    const ab_tree_node *child = ab_tree_at(found, i);
    double mean = child->marks & AB_TREE_PROVEN ? -AB_INF : child->sum / child->visits; /* without excess precision */
    expect(edge->child == i && edge->rarity == ab_tree_rarity(child) && edge->mean == mean, "edge", t, 0);
  }
  expect(i == 0 && at == node->first, "edges", t, 0);
}

static void check_below (tree *t, const ab_search *s, uint32_t number, position *p, int chooser) {
  const ab_tree *found = &s->uct->tree;
  const ab_tree_node *node = ab_tree_at(found, number);
  uint32_t i;
  if (node->marks & AB_TREE_PROVEN)
    check_proof(t, s, number, p, chooser);
  else if (options.playout_depth < 0)
    expect(!(node->marks & AB_TREE_FULL) || node->first != 0, "end without proof", t, p->ply);
  if (node->marks & AB_TREE_LAID)
    check_edges(t, found, node);
  for (i = ab_tree_youngest(found, node); i != 0; i = ab_tree_at(found, i)->next) {
    int who = players > 0 ? several_player(t, p) : p->player[p->ply];
    ab_value payoff;
    tree_play(t, p, ab_tree_at(found, i)->move, p, &payoff);
    check_below(t, s, i, p, who);
    p->ply--;
  }
}

static ab_search *begin (const ab_game *game, tree *t) {
  position root = root_of(t->seed);
  ab_search *s;
  do
    s = ab_search_new(game, t, &root, &options, allocate, NULL);
  while (s == NULL);
  return s;
}

static void set_options (const tree *t) {
  options = ab_options_default();
  options.algorithm = AB_MCTS;
  options.playouts = t->seed % 50 == 7 ? 4000 : 20 + t->seed % 400; /* with many, edges are on several pages */
  options.playout_depth = t->seed % 5 == 0 ? (int)(t->seed % 3) : -1;
  options.seed = t->seed;
  options.bias = t->form & ORDER && t->seed % 4 < 2;
  if (t->seed % 7 == 0)
    options.bytes = 40 * (2 + t->seed % 50);
}

/* The tree takes no more than it may, unless that is too little for the root and its moves. */
static void check_bytes (const tree *t, const ab_search *s) {
  const ab_tree *found = &s->uct->tree;
  size_t node = sizeof(ab_tree_node) + (players > 0 ? sizeof(uint32_t) : 0);
  size_t bytes = found->made * node + found->laid * sizeof(ab_tree_edge) + found->listed * (size_t)players * sizeof(ab_value);
  expect(bytes <= options.bytes || found->made == 1 + (uint32_t)found->root_count, "bytes", t, 0);
}

/* In every fourth tree several play, and often there is little room for what they get. */
static void set_players (ab_game *game, const tree *t) {
  static const int numbers[] = {2, 3, 4, AB_MAX_PLAYERS};
  static ab_sampler sampler;
  calls = leave_at = 0;
  players = t->seed % 4 == 3 ? numbers[mix(t->seed) % 4] : 0;
  if (players == 0)
    return;
  if (mix(t->seed) / 4 % 2 == 0)
    options.bytes = 40 * (2 + t->seed % 100);
  if (mix(t->seed) / 8 % 2 == 0)
    options.playout_depth = 0;
  game->viewpoint = 0;
  game->low = game->high = 0;
  game->player = several_player;
  sampler.players = players;
  sampler.payoffs = jump_payoffs;
  options.sampler = &sampler;
}

static void try_slices (const ab_game *game, tree *t, uint64_t hash) {
  int k;
  for (k = 1; k <= 3; k++) {
    ab_search *s;
    refusing = k == 3;
    s = begin(game, t);
    do
      ab_search_allow_playouts(s, k == 2);
    while (ab_search_step(s, k == 1 ? 1 : k == 2 ? 0 : 7, -1) != AB_DONE);
    expect(fingerprint(s) == hash, k == 1 ? "slices" : k == 2 ? "playouts" : "memory", t, k);
    refusing = 0;
    ab_search_free(s);
  }
}

/* The number of playouts, and with it that of visits, ends where 32 bits do. */
static void try_end (const ab_game *game, tree *t) {
  ab_search *s;
  options.playouts = 0;
  s = begin(game, t);
  s->uct->playouts = UINT32_MAX - 5;
  expect(ab_search_step(s, 100000, -1) == AB_DONE && s->uct->playouts <= UINT32_MAX, "visits", t, 0);
  ab_search_free(s);
}

static void try_jumps (const ab_game *game, tree *t, uint64_t hash, uint64_t total) {
  static uint64_t k; /* static: a longjmp leaves it alone */
  for (k = 1; k <= total; k += 1 + mix(k + t->seed) % 97) {
    static ab_search *volatile s;
    calls = leave_at = 0;
    s = begin(game, t);
    leave_at = k;
    setjmp(out);
    while (ab_search_step(s, k % 3 == 0 ? 5 : 0, -1) != AB_DONE)
      ;
    expect(fingerprint(s) == hash, "longjmp", t, (int)k);
    ab_search_free(s);
  }
}

/* ---------------------------------------------------------------- several trees together */

enum { TREES = 3 };

/* The node of a tree to which that root move leads; NULL: it has none. */
static const ab_tree_node *child_by (const ab_search *s, ab_move move) {
  const ab_tree *found = &s->uct->tree;
  int i;
  for (i = 0; i < found->root_count; i++)
    if (ab_tree_at(found, found->root[i])->move == move)
      return ab_tree_at(found, found->root[i]);
  return NULL;
}

/* The first tree says of a root move what all say: visits and means are added up, a proof of one is that of all. */
static void check_move (const tree *t, ab_search *const trees[], int i) {
  ab_root_move found = ab_search_move(trees[0], i);
  ab_move move = ab_tree_at(&trees[0]->uct->tree, (uint32_t)found.line)->move;
  uint32_t visits = 0;
  double sum = 0, value = 0;
  int k, proven = 0, line = found.line;
  for (k = 0; k < TREES; k++) {
    const ab_tree_node *node = child_by(trees[k], move);
    if (node == NULL)
      continue;
    visits += node->visits;
    sum += node->sum;
    value = node->marks & AB_TREE_PROVEN ? node->sum : value;
    proven |= node->marks & AB_TREE_PROVEN;
  }
  expect(found.visits == visits && (found.bound == AB_EXACT) == (proven != 0), "visits together", t, i);
  expect(proven ? found.value == value : fabs(found.value - sum / visits) <= 1e-9 * (1 + fabs(found.value)), "mean together",
         t, i);
  ab_search_line(trees[0], &line);
  expect(!proven || child_by(trees[0], move)->marks & AB_TREE_PROVEN || line == AB_NO_LINE, "line together", t, i);
}

static void check_root (tree *t, position *root, ab_search *const trees[]) {
  ab_result result = ab_search_result(trees[0]);
  uint64_t playouts = 0, nodes = 0, leaves = 0;
  ab_move best;
  int k, distance;
  for (k = 0; k < TREES; k++)
    playouts += trees[k]->uct->playouts;
  expect(result.playouts == playouts, "playouts together", t, k);
  if (result.bound == AB_EXACT && players == 0)
    expect(result.value == minimax(t, root, DEEPEST + 1, &nodes, &leaves, &best, &distance), "proof together", t, 0);
}

/* A value that is proven is that of a move. */
static void check_proven_move (const tree *t, const ab_search *s) {
  ab_result result = ab_search_result(s);
  int i, found = result.moves == 0 || result.bound != AB_EXACT || players > 0;
  for (i = 0; i < result.moves && !found; i++)
    found = ab_search_move(s, i).bound == AB_EXACT && ab_search_move(s, i).value == result.value;
  expect(found, "move of a proof", t, 0);
}

/* Of moves that it has come to since then it says what it knows. */
static void check_growth (const tree *t, ab_search *s) {
  int i = s->uct->tree.root_count;
  ab_search_allow_playouts(s, 50);
  ab_search_step(s, 0, -1);
  refusing = 1;
  while (!ab_pool_reserve(s->pool, &s->mem, s->uct))
    ;
  refusing = 0;
  for (; i < ab_search_result(s).moves; i++)
    expect(ab_search_move(s, i).visits == ab_tree_at(&s->uct->tree, s->uct->tree.root[i])->visits, "new move", t, i);
}

static void try_together (const ab_game *game, tree *t) {
  position root = root_of(t->seed);
  ab_search *trees[TREES];
  int k, i, move_count;
  if (t->form & INFINITE) /* sums depend on what was seen before */
    return;
  for (k = 0; k < TREES; k++) {
    options.seed = t->seed + (uint64_t)k;
    options.playouts = 1000;
    trees[k] = begin(game, t);
    ab_search_allow_playouts(trees[k], 1 + mix(t->seed + (uint64_t)k) % (t->seed % 3 == 0 && k == 0 ? 3 : 50));
    ab_search_step(trees[k], 0, -1);
  }
  refusing = 1;
  while ((trees[0]->pool = ab_pool_new(&trees[0]->mem)) == NULL)
    ;
  while (!ab_pool_reserve(trees[0]->pool, &trees[0]->mem, trees[0]->uct))
    ;
  refusing = 0;
  for (k = 0; k < 2; k++) /* the second time nothing is added to what there was */
    for (ab_pool_clear(trees[0]->pool), i = 1; i < TREES; i++)
      ab_pool_add(trees[0]->pool, trees[0]->uct, trees[i]->uct);
  move_count = ab_search_result(trees[0]).moves;
  for (i = 0; i < move_count; i++)
    check_move(t, trees, i);
  check_root(t, &root, trees);
  check_proven_move(t, trees[0]);
  check_growth(t, trees[0]);
  for (k = 0; k < TREES; k++)
    ab_search_free(trees[k]);
}

static void try_tree (uint64_t seed) {
  tree t = {seed, form_of(mix(seed)) & ~(BOUNDS | WRONG_BOUNDS), NULL, 0};
  position root = root_of(seed);
  ab_game game, jumps;
  ab_search *s;
  uint64_t hash;
  if (t.form & OWN)
    t.form = (t.form & ~OWN) | RETURNS;
  game = game_for(&t);
  set_options(&t);
  set_players(&game, &t);
  s = begin(&game, &t);
  while (ab_search_step(s, 0, -1) != AB_DONE)
    ;
  expect(ab_search_result(s).playouts == options.playouts || ab_search_result(s).bound == AB_EXACT, "end", &t, 0);
  check_below(&t, s, 0, &root, players > 0 ? several_player(&t, &root) : root.player[0]);
  check_bytes(&t, s);
  proven_roots += ab_search_result(s).bound == AB_EXACT;
  hash = fingerprint(s);
  ab_search_free(s);
  try_slices(&game, &t, hash);
  jumps = jumping(game, seed % 3 == 0);
  calls = leave_at = 0;
  s = begin(&jumps, &t);
  while (ab_search_step(s, 0, -1) != AB_DONE)
    ;
  expect(fingerprint(s) == hash, "careful", &t, 0);
  ab_search_free(s);
  if (seed % 10 == 0)
    try_jumps(&jumps, &t, hash, calls);
  if (seed % 10 == 1)
    try_end(&game, &t);
  try_together(&game, &t);
  expect(held == 0, "leak", &t, 0);
}

/* Three moves everywhere, and payoffs that are `*context` apart from 0. */
static int far_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 3;
}

static ab_played far_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  (void)payoff;
  *(int *)next = (*(int *)state * 3 + (int)move) % 1000;
  return AB_PLAYED;
}

static ab_value far_evaluate (void *context, void *state) {
  double far = *(double *)context;
  return *(int *)state % 2 == 0 ? far : -far;
}

/* However much moves that were tried little are favoured, and however far payoffs are apart, all moves are tried. */
static void explore (double exploration, double far) {
  tree t = {1, 0, NULL, 0};
  ab_game game = {.abi = AB_ABI, .size = sizeof game, .state_size = sizeof (int), .moves = far_moves, .play = far_play,
                  .evaluate = far_evaluate};
  ab_options wide = ab_options_default();
  ab_search *s;
  int state = 1, i;
  wide.algorithm = AB_MCTS;
  wide.want = AB_ALL;
  wide.playouts = 300;
  wide.playout_depth = 3;
  wide.exploration = exploration;
  s = ab_search_new(&game, &far, &state, &wide, allocate, NULL);
  expect(ab_search_step(s, 0, -1) == AB_DONE, "step", &t, 0);
  for (i = 0; i < 3; i++)
    expect(ab_search_move(s, i).visits > 90, "visits", &t, i);
  ab_search_free(s);
}

int main (int argc, char **argv) {
  uint64_t trees = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i;
  (void)compare_somehow; /* of alpha-beta */
  for (i = first; i < first + trees; i++)
    try_tree(i);
  explore(DBL_MAX, 1);
  explore(1e100, AB_MAX_PAYOFF);
  printf("%llu trees, %d failures, %llu proven, %llu proofs\n", (unsigned long long)trees, failures,
         (unsigned long long)proven_roots, (unsigned long long)proofs);
  return failures > 0;
}

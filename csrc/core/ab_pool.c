#include "ab_pool.h"

static const ab_tree_node *root_of (const ab_uct *u) { return ab_tree_at(&u->tree, 0); }

/* Children of the root are made in the game's order, the same in every tree; or as they are drawn. */
static int is_ordered (const ab_uct *u) { return !(root_of(u)->marks & (AB_TREE_CHANCE | AB_TREE_BOTH)); }

static size_t count_of (const ab_uct *u, int player) { return ab_regret_chair_at(&u->regrets, 0, player)->count; }

/* Those of all players before this one. */
static size_t count_before (const ab_uct *u, int player) {
  size_t count = 0;
  while (player-- > 0)
    count += count_of(u, player);
  return count;
}

static size_t count_choices (const ab_uct *u) {
  return root_of(u)->marks & AB_TREE_BOTH ? count_before(u, ab_uct_players(u)) : 0;
}

ab_pool *ab_pool_new (const ab_mem *mem) {
  ab_pool *pool = mem->alloc(mem->ud, NULL, 0, sizeof *pool);
  if (pool != NULL)
    memset(pool, 0, sizeof *pool);
  return pool;
}

/* Room for so many elements, of which the new ones are 0. */
static void *reserve (const ab_mem *mem, void *list, size_t *room, size_t count, size_t size) {
  size_t before = *room;
  char *grown = ab_mem_grow(mem, list, room, count, size);
  if (grown != NULL)
    memset(grown + before * size, 0, (*room - before) * size);
  return grown;
}

int ab_pool_reserve (ab_pool *pool, const ab_mem *mem, const ab_uct *own) {
  size_t shares = 2 + (is_ordered(own) ? (size_t)own->tree.root_count : 0), choices = count_choices(own);
  if (pool->room < shares) {
    ab_share *list = reserve(mem, pool->shares, &pool->room, shares, sizeof *list);
    if (list == NULL)
      return 0;
    pool->shares = list;
  }
  if (pool->choices_room < choices) {
    ab_pool_choice *list = reserve(mem, pool->choices, &pool->choices_room, choices, sizeof *list);
    if (list == NULL)
      return 0;
    pool->choices = list;
  }
  return 1;
}

void ab_pool_free (ab_pool *pool, const ab_mem *mem) {
  if (pool == NULL)
    return;
  ab_mem_free(mem, pool->shares, pool->room, sizeof *pool->shares);
  ab_mem_free(mem, pool->choices, pool->choices_room, sizeof *pool->choices);
  ab_mem_free(mem, pool, 1, sizeof *pool);
}

/* ---------------------------------------------------------------- adding up */

void ab_pool_clear (ab_pool *pool) {
  pool->playouts = 0;
  pool->drawn = 0;
  memset(pool->paid, 0, sizeof pool->paid);
  if (pool->room > 0)
    memset(pool->shares, 0, pool->room * sizeof *pool->shares);
  if (pool->choices_room > 0)
    memset(pool->choices, 0, pool->choices_room * sizeof *pool->choices);
}

static void add_share (ab_share *share, const ab_tree_node *node) {
  share->visits += node->visits;
  if (share->proven)
    return;
  share->proven = (node->marks & AB_TREE_PROVEN) != 0;
  share->sum = share->proven ? node->sum : share->sum + node->sum;
}

/* A proof may hang on a move that has no node here: then the root's does not count. */
static void add_moves (ab_pool *pool, const ab_uct *own, const ab_uct *other) {
  int i, count = is_ordered(own) ? own->tree.root_count : 0;
  if (!is_ordered(own) || other->tree.root_count <= count)
    add_share(&pool->shares[0], root_of(other));
  for (i = 0; i < count && i < other->tree.root_count; i++)
    add_share(&pool->shares[i + 1], ab_tree_at(&other->tree, other->tree.root[i]));
}

static int plays_alike (const ab_uct *own, const ab_uct *other) {
  int player = 0, players = ab_uct_players(own);
  if (!(root_of(own)->marks & AB_TREE_BOTH) || !(root_of(other)->marks & AB_TREE_BOTH))
    return 0;
  while (player < players && count_of(own, player) == count_of(other, player))
    player++;
  return player == players && ab_regret_seat_at(&other->regrets, 0)->playouts > 0;
}

static void add_choices (ab_pool *pool, const ab_uct *other) {
  const ab_regrets *regrets = &other->regrets;
  double drawn = ab_regret_seat_at(regrets, 0)->playouts;
  ab_pool_choice *choice = pool->choices;
  int player, i;
  for (player = 0; player < ab_uct_players(other); player++) {
    pool->paid[player] += drawn * ab_regret_paid(regrets, player);
    for (i = 0; i < (int)count_of(other, player); i++, choice++) {
      choice->likely += drawn * ab_regret_likely(regrets, player, i);
      choice->regret += drawn * ab_regret_mean(regrets, player, i);
    }
  }
  pool->drawn += drawn;
}

static void widen (ab_uct *own, const ab_uct *other) {
  int i;
  for (i = 0; i < AB_MAX_PLAYERS; i++) {
    own->low[i] = other->low[i] < own->low[i] ? other->low[i] : own->low[i];
    own->high[i] = other->high[i] > own->high[i] ? other->high[i] : own->high[i];
  }
  own->deepest = other->deepest > own->deepest ? other->deepest : own->deepest;
}

void ab_pool_add (ab_pool *pool, ab_uct *own, const ab_uct *other) {
  if (other->playouts == 0)
    return;
  pool->playouts += other->playouts;
  add_moves(pool, own, other);
  if (plays_alike(own, other))
    add_choices(pool, other);
  widen(own, other);
}

/* ---------------------------------------------------------------- all together */

uint64_t ab_pool_playouts (const ab_pool *pool) { return pool == NULL ? 0 : pool->playouts; }

/* Which child of the root has that number, from 0? -1: none has. Their numbers rise. */
static int place_of (const ab_tree *tree, uint32_t number) {
  int from = 0, to = tree->root_count;
  while (from < to) {
    int middle = from + (to - from) / 2;
    if (tree->root[middle] < number)
      from = middle + 1;
    else
      to = middle;
  }
  return from < tree->root_count && tree->root[from] == number ? from : -1;
}

/* What others know of a node; NULL: nothing. */
static const ab_share *find (const ab_pool *pool, const ab_uct *own, uint32_t number) {
  int place;
  if (ab_pool_playouts(pool) == 0)
    return NULL;
  if (number == 0)
    return pool->shares;
  place = is_ordered(own) ? place_of(&own->tree, number) : -1;
  return place >= 0 ? &pool->shares[place + 1] : NULL;
}

ab_tree_node ab_pool_node (const ab_pool *pool, const ab_uct *own, uint32_t number) {
  ab_tree_node node = *ab_tree_at(&own->tree, number);
  const ab_share *share = find(pool, own, number);
  uint64_t visits;
  if (share == NULL)
    return node;
  visits = node.visits + share->visits;
  node.visits = visits < UINT32_MAX ? (uint32_t)visits : UINT32_MAX;
  if (node.marks & AB_TREE_PROVEN)
    return node;
  node.sum = share->proven ? share->sum : node.sum + share->sum;
  node.marks |= share->proven ? AB_TREE_PROVEN : 0;
  return node;
}

int ab_pool_is_proof (const ab_pool *pool, const ab_uct *own, uint32_t number) {
  const ab_share *share = find(pool, own, number);
  return share != NULL && share->proven && !(ab_tree_at(&own->tree, number)->marks & AB_TREE_PROVEN);
}

/* The mean over the playouts of this tree, and those of which others have the sum. */
static double mean_of (const ab_pool *pool, const ab_uct *own, double mean, double sum) {
  double drawn = ab_regret_seat_at(&own->regrets, 0)->playouts;
  return (drawn * mean + sum) / (drawn + pool->drawn);
}

ab_pool_choice ab_pool_choice_at (const ab_pool *pool, const ab_uct *own, int player, int choice) {
  ab_pool_choice found;
  found.likely = ab_regret_likely(&own->regrets, player, choice);
  found.regret = ab_regret_mean(&own->regrets, player, choice);
  if (ab_pool_playouts(pool) > 0) {
    const ab_pool_choice *others = &pool->choices[count_before(own, player) + (size_t)choice];
    found.likely = mean_of(pool, own, found.likely, others->likely);
    found.regret = mean_of(pool, own, found.regret, others->regret);
  }
  return found;
}

double ab_pool_paid (const ab_pool *pool, const ab_uct *own, int player) {
  double paid = ab_regret_paid(&own->regrets, player);
  return ab_pool_playouts(pool) > 0 ? mean_of(pool, own, paid, pool->paid[player]) : paid;
}

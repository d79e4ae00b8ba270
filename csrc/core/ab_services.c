/*
** What the core does for the walk: room, the transposition table, the order of moves, lines, the recorded tree; and what
** some walks need: ranks of leaves, chance, choices at once, repetitions, moves that other threads have under way. Windows
** and cut-offs are the walk's.
*/
#include "ab_services.h"
#include "ab_pv.h"
#include "ab_root.h"
#include "ab_walk.h"

static ab_search *owner_of (ab_walk *walk) { return (ab_search *)walk; }
static ab_node *node_of (ab_walk *walk) { return &walk->stack.nodes[walk->ply]; }

static int make_room (ab_walk *w) {
  ab_search *s = owner_of(w);
  if (w->stack.room < w->ply + 2 && !ab_stack_reserve(&w->stack, &s->mem, w->ply + 2))
    return 0;
  if (s->table == NULL)
    return 1;
  if (ab_table_is_tight(s->table) && !ab_table_grow(s->table, &s->table_mem))
    return 0;
  w->crowded = ab_table_is_tight(s->table);
  return 1;
}

/* ---------------------------------------------------------------- ranks */

/* The value that is ranked, as the node's player sees it. */
static ab_value ranked_for (const ab_search *s, const ab_node *node) { return node->own ? s->ranked : -s->ranked; }

/* In a pass that ranks, a value stands for three things only: more than the one that is ranked, less, or that value,
** found at that ply. Then the earlier the better if it is good for the root's player, the later the better if it is
** bad. */
static ab_value rank (ab_walk *w, ab_value value, int ply) {
  const ab_search *s = owner_of(w);
  ab_value ranked = ranked_for(s, node_of(w));
  if (value != ranked)
    return value > ranked ? AB_INF : -AB_INF;
  return ranked > 0 ? -ply : ply;
}

/* Bounds give the node its value only where its moves would give it another one; the plies count to here then. So a
** bound that is the value that is ranked says nothing of ranks on that side where a move would be better for being
** worth less (that wins as much, later), or worse for being worth more: there the window is opened, and the bound put
** where it settles nothing. */
static void rank_bounds (ab_walk *w) {
  ab_node *node = node_of(w);
  ab_value ranked = ranked_for(owner_of(w), node), low = node->low, high = node->high;
  node->low = low > ranked ? AB_INF : low == ranked && ranked < 0 ? rank(w, ranked, w->ply - 1) : -AB_INF;
  node->high = high < ranked ? -AB_INF : high == ranked && ranked > 0 ? rank(w, ranked, w->ply - 1) : AB_INF;
  node->ranked = (signed char)((low == ranked ? AB_RANKED_LOW : 0) | (high == ranked ? AB_RANKED_HIGH : 0));
  if ((node->ranked & AB_RANKED_LOW) && ranked > 0)
    node->alpha = -AB_INF;
  if ((node->ranked & AB_RANKED_HIGH) && ranked < 0)
    node->beta = AB_INF;
}

static ab_value rank_within (ab_walk *w, ab_value best) {
  const ab_node *node = node_of(w);
  if (node->low == AB_INF || node->high == -AB_INF)
    return node->low == AB_INF ? AB_INF : -AB_INF;
  if ((best == -AB_INF && (node->ranked & AB_RANKED_LOW)) || (best == AB_INF && (node->ranked & AB_RANKED_HIGH)))
    return rank(w, ranked_for(owner_of(w), node), w->ply - 1);
  return best;
}

/* What is added to a rank found at a node to make it one of the position, counted from there. */
static ab_value rank_shift (const ab_search *s, const ab_node *node, int ply) {
  if (!s->w.ranking)
    return 0;
  return ranked_for(s, node) > 0 ? ply - 1 : 1 - ply;
}

/* ---------------------------------------------------------------- transposition table */

/* Ranks are of one value only, as the player to move sees it. */
static int special_kind_at (ab_search *s, const ab_node *node, int deeper) {
  ab_kind kind = {s->w.ranking ? ranked_for(s, node) : 0, s->allowance, s->options.quiescence, deeper};
  return ab_table_kind(s->table, &s->kinds[deeper], kind);
}

/* How the pass may use the table. Both are constants of what follows: most searches ask for plain values only, of a table that
** nobody else has. */
enum { PLAIN = AB_ENTRIES_PLAIN, SHARED = AB_ENTRIES_SHARED };

/* The kind of the entries that the pass may use at a node. */
AB_INLINE int kind_at (ab_search *s, const ab_node *node, int deeper, const int how) {
  return how & PLAIN ? AB_PLAIN : special_kind_at(s, node, deeper);
}

/* Is there no value inside the window? */
static int is_null (const ab_node *node) {
  return node->alpha > -AB_INF && node->beta < AB_INF && ab_value_above(node->alpha) >= node->beta;
}

/* Does an entry settle the node at a ply, where it is worth `known`? If the line is wanted as well, not where the value
** may be inside the window. */
AB_INLINE int settles (const ab_search *s, const ab_entry *entry, ab_value known, const ab_node *node, int ply,
                       const int how) {
  int plies = s->w.horizon - (ply - 1), deeper = !(how & PLAIN) && s->options.deeper, line = s->w.scouting && !deeper;
  if (entry->complete ? entry->depth > plies : deeper ? entry->depth < plies : entry->depth != plies)
    return 0;
  switch (entry->bound) {
    case AB_LOWER: return known >= node->beta && !(line && node->beta == AB_INF);
    case AB_UPPER: return known <= node->alpha && !(line && node->alpha == -AB_INF);
    default: return !line || is_null(node);
  }
}

/* Does an entry settle the node? The root is looked up for its best move only. */
AB_INLINE int is_settled (ab_walk *w, ab_node *node, int deeper, const int how) {
  ab_search *s = owner_of(w);
  ab_entry entry;
  ab_value known;
  if (!ab_table_get(s->table, node->key, kind_at(s, node, deeper, how), &entry, how & SHARED))
    return 0;
  if (entry.move > 0)
    node->hash_move = entry.move;
  known = how & PLAIN ? entry.value : entry.value - rank_shift(s, node, w->ply);
  if (w->ply == 1 || !settles(s, &entry, known, node, w->ply, how))
    return 0;
  s->hits++;
  node->best = known;
  node->complete = (signed char)entry.complete;
  node->subtree = entry.depth;
  return 1;
}

AB_INLINE int settles_either (ab_walk *w, ab_node *node, const int how) {
  return is_settled(w, node, 0, how) || (owner_of(w)->options.deeper && is_settled(w, node, 1, how));
}

static int probe (ab_walk *w) {
  ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  if (s->emptied != s->table->emptied)
    return 0;
  s->probes++;
  if (s->entries == PLAIN) /* as a rule */
    return is_settled(w, node, 0, PLAIN);
  switch (s->entries) {
    case PLAIN | SHARED: return is_settled(w, node, 0, PLAIN | SHARED);
    case SHARED: return settles_either(w, node, SHARED);
    default: return settles_either(w, node, 0);
  }
}

/* Make a child of the node, as far as the table asks for it. */
static void make_child (ab_node *child, const ab_node *node, int same) {
  child->alpha = same ? node->alpha : -node->beta;
  child->beta = same ? node->beta : -node->alpha;
  child->own = node->own == same;
}

/* Does the entry settle the child so that the node has a cut-off? */
AB_INLINE int refutes (const ab_search *s, const ab_entry *entry, const ab_node *child, int same, const int how) {
  int ply = s->w.ply + 1;
  ab_value known = how & PLAIN ? entry->value : entry->value - rank_shift(s, child, ply);
  return (same ? known >= child->beta : known <= child->alpha) && settles(s, entry, known, child, ply, how);
}

/* All are on their way from memory before the first is looked at. */
AB_INLINE int peek_at_kind (ab_search *s, ab_peek *peeks, int count, int deeper, const int how) {
  ab_node children[2];
  int kinds[2], i;
  for (i = 0; i < 2; i++) {
    make_child(&children[i], node_of(&s->w), i);
    kinds[i] = kind_at(s, &children[i], deeper, how);
  }
  for (i = 0; i < count; i++)
    peeks[i].bucket = ab_table_fetch(s->table, peeks[i].key, how & PLAIN ? AB_PLAIN : kinds[peeks[i].same]);
  for (i = 0; i < count; i++) {
    int same = peeks[i].same;
    ab_entry entry;
    if (ab_table_read(s->table, peeks[i].bucket, peeks[i].key, how & PLAIN ? AB_PLAIN : kinds[same], &entry, how & SHARED)
        && refutes(s, &entry, &children[same], same, how))
      return peeks[i].number;
  }
  return 0;
}

AB_INLINE int peek_at_either (ab_search *s, ab_peek *peeks, int count, const int how) {
  int found = peek_at_kind(s, peeks, count, 0, how);
  return found > 0 || !s->options.deeper ? found : peek_at_kind(s, peeks, count, 1, how);
}

static int peek (ab_walk *w, ab_peek *peeks, int count) {
  ab_search *s = owner_of(w);
  if (s->emptied != s->table->emptied)
    return 0;
  s->probes += (uint64_t)count;
  if (s->entries == PLAIN)
    return peek_at_kind(s, peeks, count, 0, PLAIN);
  switch (s->entries) {
    case PLAIN | SHARED: return peek_at_kind(s, peeks, count, 0, PLAIN | SHARED);
    case SHARED: return peek_at_either(s, peeks, count, SHARED);
    default: return peek_at_either(s, peeks, count, 0);
  }
}

static void peek_with_care (ab_walk *w) {
  ab_cursor c;
  ab_cursor_place(w, &c, w->stack.stride, 1);
  ab_ahead_peek(w, &c, w->game, w->context, c.here + w->stack.stride, 1);
}

/* What the node's value says: where no child has raised alpha, they are all at most that. */
static ab_bound bound_of (const ab_node *node) {
  if (node->best >= node->beta && node->beta < AB_INF)
    return AB_LOWER;
  return node->raised || node->alpha == -AB_INF ? AB_EXACT : AB_UPPER;
}

/* Does the table know the position to more plies? */
AB_INLINE int is_known_deeper (const ab_search *s, const ab_entry *entry, const int how) {
  ab_entry known;
  return ab_table_get(s->table, entry->key, entry->kind, &known, how & SHARED) && !known.complete && known.depth > entry->depth;
}

AB_INLINE void store_at (ab_walk *w, int plies, const int how) {
  ab_search *s = owner_of(w);
  const ab_node *node = node_of(w);
  ab_entry entry;
  if (s->emptied != s->table->emptied)
    return;
  entry.key = node->key;
  entry.kind = kind_at(s, node, s->options.deeper && !node->complete, how);
  entry.value = how & PLAIN ? node->best : node->best + rank_shift(s, node, w->ply);
  entry.bound = bound_of(node);
  entry.move = entry.bound == AB_UPPER ? 0 : node->best_move;
  entry.complete = plies > 0 && node->complete;
  entry.depth = entry.complete ? node->subtree : plies;
  if (!(how & PLAIN) && s->options.deeper && is_known_deeper(s, &entry, how))
    return;
  ab_table_put(s->table, &entry, how & SHARED);
  w->crowded = ab_table_is_tight(s->table);
  s->stores++;
}

static void store (ab_walk *w) {
  int plies = w->horizon - (w->ply - 1);
  if (owner_of(w)->entries == PLAIN) {
    store_at(w, plies, PLAIN);
    return;
  }
  switch (owner_of(w)->entries) {
    case PLAIN | SHARED: store_at(w, plies, PLAIN | SHARED); break;
    case SHARED: store_at(w, plies, SHARED); break;
    default: store_at(w, plies, 0);
  }
}

/* No node is asked for a value to 0 plies. */
static void store_move (ab_walk *w) {
  if (owner_of(w)->entries & SHARED)
    store_at(w, 0, SHARED);
  else
    store_at(w, 0, 0);
}

/* ---------------------------------------------------------------- order */

/* Whose moves the history is asked for: 0 or 1. */
static int player_at (const ab_walk *w, const ab_node *node) {
  return w->game->player != NULL ? node->player - 1 : node->own;
}

AB_INLINE uint32_t tag_of (const ab_walk *w, void *state, ab_move move) {
  return ab_order_tag(w->game->tag != NULL ? w->game->tag(w->context, state, move) : move);
}

/* Moves that are numbers are their own tags. */
static void score_by_history (ab_walk *w, const ab_node *node, ab_choice *choices) {
  const float *history = ab_order_history(&owner_of(w)->order, player_at(w, node));
  const ab_move *moves = ab_stack_moves(&w->stack, w->ply);
  void *state = ab_stack_state(&w->stack, w->ply);
  int number, count = node->count;
  if (moves == NULL && w->game->tag == NULL && count <= AB_TAGS)
    for (number = 1; number <= count; number++)
      choices[number - 1] = ab_choice_learned(number, history[number]);
  else
    for (number = 1; number <= count; number++) {
      uint32_t tag = tag_of(w, state, moves != NULL ? moves[number - 1] : (ab_move)number);
      choices[number - 1] = ab_choice_learned(number, history[tag]);
    }
  if (node->hash_move > 0 && node->hash_move <= count)
    choices[node->hash_move - 1] |= (ab_choice)1 << 63;
}

/* Where moves may be put off, no score is 0. */
static void raise_choices (const ab_node *node, ab_choice *choices) {
  int i;
  for (i = 0; i < node->count; i++)
    choices[i] = ab_choice_raised(choices[i]);
}

static const ab_queue in_order = 0xFEDCBA9876543210u;

static int sort (ab_walk *w) {
  ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  if (!ab_order_has_room(&s->order, node->first + node->count)
      && !ab_order_reserve(&s->order, &s->mem, node->first + node->count))
    return 0;
  w->choices = s->order.choices;
  w->choices_room = (int)s->order.room;
  if (w->game->order == NULL && w->game->tag == NULL && w->game->max_moves == 0 && w->queues[0] == 0)
    w->queues[0] = w->queues[1] = in_order; /* nothing is learned before there is an order */
  if (w->ply == 1 && s->pv_move > 0)
    node->hash_move = s->pv_move;
  if (w->game->order == NULL && w->ply == 1 && w->shuffled)
    ab_root_order(s, node, w->choices + node->first);
  else if (w->game->order == NULL)
    score_by_history(w, node, w->choices + node->first);
  if (w->game->order == NULL && w->ply <= w->seen)
    raise_choices(node, w->choices + node->first);
  return 1;
}

static void learn (ab_walk *w) {
  ab_search *s = owner_of(w);
  const ab_node *node = node_of(w);
  ab_move move = ab_stack_move(&w->stack, w->ply, node->move);
  uint32_t tag = tag_of(w, ab_stack_state(&w->stack, w->ply), move);
  int player = player_at(w, node);
  if (s->order.history == NULL) /* there is one from the first order on */
    return;
  ab_order_reward(&s->order, player, tag, w->horizon - (w->ply - 1));
  if (w->queues[player] != 0 && tag <= AB_QUEUE)
    w->queues[player] = ab_order_promote(&s->order, player, w->queues[player], (int)tag);
}

/* ---------------------------------------------------------------- what others are at work on */

/* The table may have been emptied since the search began, and serve another game now; or it is not shared any more. */
static int has_others (const ab_search *s) { return s->table->shared != NULL && s->emptied == s->table->emptied; }

/* A move of a node, as those know it who share the table. 0: it has no name, or nobody is there to know it. */
static uint64_t work_of (const ab_search *s, const ab_node *node, int number) {
  uint64_t by[2];
  by[0] = node->key;
  by[1] = (uint64_t)number;
  return node->key == AB_NO_KEY || node->choices == 0 || !has_others(s) ? 0 : ab_hash(by, sizeof by);
}

/* May a move wait that others are at work on? Not the first one: if it cuts off, nobody needs the others. Nor those of the
** root, where it is not a helper who searches: it tells what it has found so far in their order. */
static int may_wait (const ab_search *s, const ab_node *node) {
  return node->index > 0 && (s->w.ply > 1 || s->options.helper > 0);
}

/* The young brothers wait (Feldmann 1993), and what is under way elsewhere is put off (ABDADA, Weill 1996); but marks are
** only hints. */
static int pick (ab_walk *w) {
  ab_search *s = owner_of(w);
  const ab_node *node = node_of(w);
  ab_choice *choices = w->choices + node->first;
  int number = ab_choice_next(choices, node->choices, node->index), late = 0;
  uint64_t work = work_of(s, node, number);
  while (number != late && may_wait(s, node) && ab_shared_is_busy(s->table->shared, work)) {
    late = number;
    choices[number - 1] = ab_choice_late(number);
    number = ab_choice_next(choices, node->choices, node->index);
    work = work_of(s, node, number);
  }
  ab_shared_begin_work(s->table->shared, work);
  return number;
}

static void leave (ab_walk *w) {
  const ab_search *s = owner_of(w);
  ab_shared_end_work(s->table->shared, work_of(s, node_of(w), node_of(w)->move));
}

/* Leave all that is under way below the node at a ply. */
static void climb (ab_walk *w, int ply) {
  for (;;) {
    ab_node *node = node_of(w);
    ab_line_drop(&owner_of(w)->lines, node->line);
    node->line = AB_NO_LINE;
    if (w->ply == ply)
      return;
    w->ply--;
    leave(w);
  }
}

#if !defined(AB_LOOK)
#define AB_LOOK 100 /* positions from one look to the next */
#endif

/* Is it time to look? Not where a move would have to be taken back, where others may know a node by another value, or where
** the tree is recorded. */
static int is_to_look (ab_walk *w) {
  uint32_t visited = (uint32_t)ab_search_nodes(owner_of(w));
  if (w->game->undo != NULL || w->traced || w->chancy || w->ranking || visited - w->looked < AB_LOOK
      || !has_others(owner_of(w)))
    return 0;
  w->looked = visited;
  return 1;
}

/* Where a move has raised alpha there was a value inside the window: what the table knows to be no more than that may be
** complete, while the move is not. The hash move stays what it is: it was tried before the others, and is left out of their
** order by its name. */
static int is_settled_by_now (ab_walk *w) {
  ab_node *node = node_of(w);
  int hash_move = node->hash_move, settled;
  if (node->key == AB_NO_KEY || node->raised)
    return 0;
  settled = settles_either(w, node, owner_of(w)->entries);
  node->hash_move = hash_move;
  return settled;
}

static int is_overtaken (ab_walk *w) {
  int here = w->ply, ply;
  if (!is_to_look(w))
    return 0;
  w->ply = 2;
  while (w->ply <= here && !is_settled_by_now(w))
    w->ply++;
  ply = w->ply;
  w->ply = here;
  if (ply > here)
    return 0;
  climb(w, ply);
  return 1;
}

/* ---------------------------------------------------------------- repetition */

/* What a repetition is worth at the child, as payoffs are seen. */
static ab_value worth (ab_walk *w) {
  return !w->game->viewpoint && w->game->player != NULL && w->child.player == 2 ? -w->worth : w->worth;
}

/* Those of the positions on the path above the child that its values in the table hold with, in any order: a sum of hashes,
** as that of the history is. */
static uint64_t above_child (ab_walk *w) {
  const ab_node *node = node_of(w);
  if (w->ply == 0)
    return 0;
  if (node->position == AB_NO_KEY || !(w->line_keyed || (w->only_complete && w->ply == 1)))
    return node->above;
  return node->above + ab_hash(&node->position, sizeof node->position);
}

/* On the way from the root it is judged here. Where it was on the board before, the game may have been over then, for all
** that is known: its moves will tell. */
static void identify (ab_walk *w) {
  ab_child *child = &w->child;
  int i = 1;
  child->leans_on = AB_ON_NONE;
  child->again = 0;
  child->above = above_child(w);
  if (w->ply == 0 || child->position == AB_NO_KEY)
    return;
  while (i <= w->ply && w->stack.nodes[i].position != child->position)
    i++;
  if (i <= w->ply) {
    child->leans_on = w->line_keyed ? AB_ON_NONE : i;
    child->over = 1;
    child->value = worth(w);
  }
  else
    child->again = (signed char)ab_history_has(&owner_of(w)->history, child->position);
}

/* ---------------------------------------------------------------- chance */

/* Of many outcomes a few are drawn, by the position's key: wherever it occurs they are the same. */
static void draw_rolls (ab_walk *w) {
  const ab_options *options = &owner_of(w)->options;
  ab_node *node = node_of(w);
  uint64_t seeds[2];
  w->phase = AB_AT_DRAW;
  seeds[0] = options->seed;
  seeds[1] = w->game->key(w->context, ab_stack_state(&w->stack, w->ply));
  node->count = ab_chance_draw(&owner_of(w)->chance, node->count, options->draws, ab_hash(seeds, sizeof seeds));
}

static ab_status deal_rolls (ab_walk *w) {
  ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  int count;
  if (w->phase == AB_AT_DRAW) {
    draw_rolls(w);
    return AB_DONE;
  }
  w->phase = AB_AT_CHANCE;
  do {
    s->chance.room = ab_game_most_outcomes(w->game);
    if (!ab_chance_reserve(&s->chance, &s->mem, w->ply))
      return AB_NOMEM;
    count = w->game->chance(w->context, ab_stack_state(&w->stack, w->ply), ab_stack_moves(&w->stack, w->ply),
                            ab_chance_weights(&s->chance));
  } while (count > s->chance.room && count <= ab_game_most_outcomes(w->game));
  if (count < 0 || count > s->chance.room) {
    w->given = count;
    return AB_BROKEN;
  }
  if (!ab_chance_weigh(ab_chance_weights(&s->chance), count, &w->wrong))
    return AB_OUTSIDE;
  count = ab_chance_last(ab_chance_weights(&s->chance), count);
  if (count > 0) {
    node->chance = AB_ROLLED;
    node->count = count;
  }
  if (s->options.draws > 0 && count > s->options.draws)
    draw_rolls(w);
  return AB_DONE;
}

/* Does Star2 pay? A probe costs little only where the table remembers it, and is worth it only where there is much to
** be saved. */
static int is_worth_probing (const ab_walk *w, const ab_node *node) {
  return w->keyed && node->beta < AB_INF && w->horizon - (w->ply - 1) >= 2;
}

static void begin_rolls (ab_walk *w) {
  const ab_game *game = w->game;
  ab_node *node = node_of(w);
  int own = !game->viewpoint || node->player == 1;
  ab_roll range = {0};
  range.narrow = game->low < game->high;
  range.low = own ? game->low : -game->high;
  range.high = own ? game->high : -game->low;
  ab_chance_begin(&owner_of(w)->chance, w->ply, node, &range, range.narrow && is_worth_probing(w, node));
  w->horizon++;
  w->farthest++;
  w->outcomes++;
}

static void next_roll (ab_walk *w) { w->part = ab_chance_next(&owner_of(w)->chance, w->ply, node_of(w)); }

static int add_roll (ab_walk *w) {
  int cut = ab_chance_add(&owner_of(w)->chance, w->ply, node_of(w), w->child.value);
  w->cutoffs += (uint64_t)cut;
  if (cut && w->traced)
    ab_trace_cut(&owner_of(w)->trace, w->ply - 1);
  return cut;
}

static ab_status end_rolls (ab_walk *w) {
  if (!ab_chance_end(&owner_of(w)->chance, w->ply, node_of(w)))
    return AB_DEPTH;
  w->horizon--;
  w->farthest--;
  w->outcomes--;
  return AB_DONE;
}

/* ---------------------------------------------------------------- choices at once */

static ab_status deal_both (ab_walk *w) {
  ab_both *both = owner_of(w)->both;
  const ab_mem *mem = &owner_of(w)->mem;
  ab_node *node = node_of(w);
  int counts[2] = {0, 0}, room = w->game->max_moves;
  ab_move *lists[2];
  w->phase = AB_AT_BOTH;
  if (!ab_both_reserve(both, mem, w->ply, room))
    return AB_NOMEM;
  ab_both_lists(both, w->ply, room, lists);
  if (!w->game->simultaneous(w->context, ab_stack_state(&w->stack, w->ply), lists, counts))
    return AB_DONE;
  if (!ab_game_may_choose(w->game, 2, counts, &w->given))
    return AB_BROKEN;
  if (!ab_both_deal(both, mem, w->ply, counts))
    return AB_NOMEM;
  node->chance = AB_AT_ONCE;
  node->count = both->duels[w->ply].rows * both->duels[w->ply].columns;
  return AB_DONE;
}

/* At the root the solution is wanted, whatever the window; with `all`, what each choice is worth. With a table values are
** wanted, not bounds: most positions come again, and would be solved again and again. */
static void begin_both (ab_walk *w) {
  const ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  int ranged = w->game->low < w->game->high;
  ab_both_demand demand;
  demand.low = ranged ? w->game->low : -AB_INF;
  demand.high = ranged ? w->game->high : AB_INF;
  demand.whole = w->cuts != AB_DEEP_CUTS || AB_IS_PRINTED(s->options.algorithm)
              || (w->ply == 1 && s->options.want == AB_ALL);
  demand.bounds = !demand.whole && !w->keyed;
  demand.slack = s->allowance;
  if (w->ply == 1 || !demand.bounds) {
    node->alpha = -AB_INF;
    node->beta = AB_INF;
  }
  ab_both_begin(s->both, w->ply, node, w->game->max_moves, &demand);
}

/* A joint move that was tried before leaves its line. */
static int add_both (ab_walk *w) {
  ab_search *s = owner_of(w);
  const ab_node *node = node_of(w);
  ab_line_drop(&s->lines, *ab_both_line(s->both, w->ply, node->move));
  return ab_both_add(s->both, w->ply, node_of(w), w->child.value, w->child.line);
}

static ab_played play_at_once (ab_walk *w, void *after) {
  ab_move moves[2];
  ab_both_moves(owner_of(w)->both, w->ply, node_of(w)->move, w->game->max_moves, moves);
  return w->game->play_at_once(w->context, ab_stack_state(&w->stack, w->ply), moves, after, &w->child.value);
}

static void undo_at_once (ab_walk *w) {
  ab_move moves[2];
  ab_both_moves(owner_of(w)->both, w->ply, node_of(w)->move, w->game->max_moves, moves);
  w->game->undo_at_once(w->context, ab_stack_state(&w->stack, w->ply), moves);
}

/* Pivots count as positions to the budget, but to nobody else. */
static ab_status solve (ab_walk *w) {
  ab_search *s = owner_of(w);
  if (!ab_both_solve(s->both, &s->mem, w->ply))
    return AB_NOMEM;
  while (!s->both->matrix.done) {
    if (w->budget == 0)
      return AB_PAUSED;
    ab_matrix_pivot(&s->both->matrix);
    w->budget--;
    w->peeked++;
  }
  return AB_DONE;
}

/* The likeliest line. 0: no memory, nothing has changed. */
static int join_likeliest (ab_walk *w, int *line) {
  ab_search *s = owner_of(w);
  int move = ab_both_likeliest(s->both, w->ply), *behind = ab_both_line(s->both, w->ply, move);
  node_of(w)->move = move;
  *line = ab_pv_join(s, w->ply, *behind);
  if (*line == AB_NO_LINE)
    return 0;
  *behind = AB_NO_LINE;
  return 1;
}

/* AB_DEPTH: other joint moves are to be tried first. */
static ab_status settle_both (ab_walk *w) {
  ab_both *both = owner_of(w)->both;
  do {
    ab_status status = solve(w);
    if (status != AB_DONE)
      return status;
    if (ab_both_goes_on(both, w->ply, node_of(w))) {
      node_of(w)->index = 0;
      return AB_DEPTH;
    }
  } while (!ab_both_is_settled(both, w->ply));
  return AB_DONE;
}

static ab_status end_both (ab_walk *w) {
  ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  ab_status status = settle_both(w);
  int line, number;
  if (status != AB_DONE)
    return status;
  if ((w->ply == 1 && !ab_both_note(s->both, &s->mem, w->ply)) || !join_likeliest(w, &line))
    return AB_NOMEM;
  for (number = 1; number <= node->count; number++)
    ab_line_drop(&s->lines, *ab_both_line(s->both, w->ply, number));
  if (w->ply == 1) {
    ab_line_drop(&s->lines, s->both->root.line);
    s->both->root.line = line;
  }
  else
    node->line = line;
  node->best_move = ab_both_likeliest(s->both, w->ply);
  if (node->best_move > AB_MAX_MOVES)
    node->best_move = 0; /* the table keeps no larger number */
  ab_both_end(s->both, w->ply, node);
  return AB_DONE;
}

/* ---------------------------------------------------------------- outcomes of either kind */

static ab_status deal_either (ab_walk *w) {
  ab_status status = w->game->chance != NULL && w->phase != AB_AT_BOTH ? deal_rolls(w) : AB_DONE;
  return status != AB_DONE || node_of(w)->chance ? status : deal_both(w);
}

static int is_joint (ab_walk *w) { return node_of(w)->chance == AB_AT_ONCE; }

static void begin_either (ab_walk *w) {
  if (is_joint(w))
    begin_both(w);
  else
    begin_rolls(w);
}

static void next_either (ab_walk *w) {
  if (is_joint(w))
    ab_both_next(owner_of(w)->both, w->ply, node_of(w));
  else
    next_roll(w);
}

static int add_either (ab_walk *w) {
  if (!is_joint(w))
    return add_roll(w);
  return add_both(w);
}

static ab_status end_either (ab_walk *w) { return is_joint(w) ? end_both(w) : end_rolls(w); }

/* ---------------------------------------------------------------- lines, the recorded tree */

static int extend (ab_walk *w) {
  ab_search *s = owner_of(w);
  ab_node *node = node_of(w);
  int line = ab_pv_join(s, w->ply, w->child.line);
  if (line == AB_NO_LINE)
    return 0;
  ab_line_drop(&s->lines, node->line);
  node->line = line;
  return 1;
}

static void drop (ab_walk *w, int line) { ab_line_drop(&owner_of(w)->lines, line); }

/* Of the outcome that is entered; as ab_trace_enter has it. */
static double probability_of (const ab_walk *w, const ab_node *node) {
  return !w->chancy ? 0 : node->chance == AB_AT_ONCE ? -1 : node->chance == AB_ROLLED ? w->part : 0;
}

static int record (ab_walk *w) {
  ab_search *s = owner_of(w);
  const ab_node *node = node_of(w);
  int line = AB_NO_LINE;
  if (!ab_trace_reserve(&s->trace, &s->mem, w->ply))
    return 0;
  if (w->ply == 0)
    ab_trace_begin(&s->trace);
  if (!ab_trace_wants(&s->trace, s->options.trace)) {
    ab_trace_skip(&s->trace, w->ply);
    return 1;
  }
  if (w->ply > 0 && (line = ab_pv_join(s, w->ply, AB_NO_LINE)) == AB_NO_LINE)
    return 0;
  ab_line_drop(&s->lines, ab_trace_old_line(&s->trace));
  ab_trace_enter(&s->trace, w->ply, line, probability_of(w, node), w->child.same,
                 ab_node_child_alpha(node, node->alpha, w->child.same, w->cuts),
                 ab_node_child_beta(node, node->alpha, w->child.same, w->cuts),
                 w->chancy && node->chance == AB_ROLLED && node->probe);
  return 1;
}

static void record_value (ab_walk *w) {
  const ab_child *child = &w->child;
  ab_trace_leave(&owner_of(w)->trace, w->ply, child->same ? child->value : -child->value, child->leaf);
}

static void record_cut (ab_walk *w) { ab_trace_cut(&owner_of(w)->trace, w->ply - 1); }

/* ---------------------------------------------------------------- walks */

static ab_status through (ab_walk *w) { return ab_walk_through(w); }

/* Once begun, such a walk knows how far it is. */
static ab_status below (ab_walk *w) {
  ab_status status;
  if (!w->inside) {
    w->phase = AB_AT_MOVE;
    w->top = w->ply;
    w->inside = 1;
  }
  status = w->game->walk != NULL ? w->game->walk(w) : ab_walk_through(w);
  if (status == AB_DONE)
    w->inside = 0;
  return status;
}

static ab_value root_alpha (ab_walk *w) { return ab_root_alpha(owner_of(w), node_of(w)); }
static ab_status root_update (ab_walk *w) { return ab_root_update(owner_of(w)); }

/* All of them; the group for outcomes is another one where both players may choose at once. */
#define SERVICES(...)                                                                          \
  {                                                                                            \
    make_room, probe, peek, sort, extend, drop, learn, store, through,                         \
    { below, peek_with_care, store_move, pick, leave, is_overtaken }, /* care */               \
    { root_alpha, root_update },                       /* root */                              \
    { rank, rank_bounds, rank_within },                /* rank */                              \
    { __VA_ARGS__ },                                   /* chance */                            \
    { identify, worth },                               /* repetition */                        \
    { record, record_value, record_cut }               /* trace */                             \
  }

const ab_services ab_services_core = SERVICES(deal_rolls, begin_rolls, next_roll, add_roll, end_rolls, NULL, NULL);
const ab_services ab_services_both = SERVICES(deal_either, begin_either, next_either, add_either, end_either, play_at_once,
                                              undo_at_once);

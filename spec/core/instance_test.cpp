/*
** A game in C++ with a walk of its own (AB_INSTANCE), and the same one through its pointers: they visit the same
** tree, with a table and without. So do copies of it in which something is different: the walk notices.
*/
#include <cstdio>
#include <cstdlib>
#include "core/ab_walk.h"
#include "plain_memory.h"

struct place {
  uint64_t way; /* the moves to here, in base 5 */
  int ply;
};

AB_INLINE uint64_t mixed (const place *p) { return ab_hash(&p->way, sizeof p->way); }

AB_INLINE int moves (void *, void *state, ab_move *list) {
  const place *p = static_cast<const place *>(state);
  int count = p->ply == 7 ? 0 : 1 + static_cast<int>(mixed(p) % 4);
  for (int i = 0; list != nullptr && i < count; i++)
    list[i] = static_cast<ab_move>(i + 1);
  return count;
}

AB_INLINE ab_played play (void *, void *state, ab_move move, void *next, ab_value *) {
  const place *from = static_cast<const place *>(state);
  place *to = static_cast<place *>(next);
  to->way = from->way * 5 + move;
  to->ply = from->ply + 1;
  return AB_PLAYED;
}

AB_INLINE ab_value evaluate (void *, void *state) {
  return static_cast<ab_value>(mixed(static_cast<const place *>(state)) >> 32 & 15);
}

AB_INLINE uint64_t key (void *, void *state) { return mixed(static_cast<const place *>(state)); }

static ab_walk_function walk;

static constexpr ab_game described () {
  ab_game game = ab_game();
  game.abi = AB_ABI;
  game.size = sizeof game;
  game.state_size = sizeof (place);
  game.returns = 1;
  game.moves = moves;
  game.play = play;
  game.evaluate = evaluate;
  game.key = key;
  game.walk = walk;
  return game;
}

static constexpr ab_game own = described();
static int walks;

AB_INSTANCE (walk_own, own, place)
static ab_status walk (ab_walk *w) {
  walks++;
  return walk_own(w);
}

/* What is different in copies. */

static int one_move (void *, void *state, ab_move *) { return static_cast<const place *>(state)->ply == 7 ? 0 : 1; }

static ab_played play_again (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  ab_played played = play(context, state, move, next, payoff);
  static_cast<place *>(next)->way += 3;
  return played;
}

static ab_value evaluate_less (void *context, void *state) { return -1 - evaluate(context, state); }
static int player_1 (void *, void *) { return 1; }
static int player_by_two (void *, void *state) { return 1 + static_cast<const place *>(state)->ply / 2 % 2; }
static uint64_t no_key (void *, void *) { return AB_NO_KEY; }
static double last_first (void *, void *, ab_move move) { return static_cast<double>(move); }

static void narrow (void *, void *, ab_value *low, ab_value *high) {
  *low = -1;
  *high = 1;
}

static int features (void *, void *state, double *list) {
  const place *p = static_cast<const place *>(state);
  list[0] = evaluate(nullptr, state);
  return p->ply < 7;
}

static const double weights[] = {0.1};

static ab_game changed (int what) {
  ab_game game = own;
  switch (what) {
    case 0: game.state_size += sizeof (uint64_t); break;
    case 1: game.max_moves = 4; break;
    case 2: game.player = player_by_two; game.viewpoint = 1; break;
    case 3: game.moves = one_move; break;
    case 4: game.play = play_again; break;
    case 5: game.evaluate = evaluate_less; break;
    case 6: game.player = player_1; break;
    case 7: game.key = no_key; break;
    case 8: game.order = last_first; break;
    case 9: game.bounds = narrow; break;
    case 10: game.features = features; game.feature_count = 1; game.weights = weights; game.scale = 9; break;
    default: game.name = "another name"; break;
  }
  return game;
}

static ab_result searched (const ab_game *game, size_t table_bytes) {
  ab_options options = ab_options_default();
  place root[2] = {{0, 0}, {0, 0}}; /* a position may be larger */
  options.algorithm = AB_PVS;
  options.table = table_bytes > 0 ? ab_table_new(table_bytes, allocate, nullptr) : nullptr;
  options.table_alloc = allocate;
  ab_search *search = ab_search_new(game, nullptr, root, &options, allocate, nullptr);
  if (search == nullptr || ab_search_step(search, 0, -1) != AB_DONE)
    std::abort();
  ab_result result = ab_search_result(search);
  ab_search_free(search);
  ab_table_free(options.table, allocate, nullptr);
  return result;
}

static bool is_same_tree (ab_game game, size_t bytes) {
  ab_game through = game;
  through.walk = nullptr;
  walks = 0;
  ab_result a = searched(&game, bytes), b = searched(&through, bytes);
  return walks > 0 && a.nodes >= 8 && a.nodes == b.nodes && a.value == b.value && a.cutoffs == b.cutoffs;
}

int main () {
  for (size_t bytes = 0; bytes <= 100000; bytes += 100000) {
    if (!is_same_tree(own, bytes) || searched(&own, bytes).nodes < 100)
      return 1;
    for (int what = 0; what <= 11; what++)
      if (!is_same_tree(changed(what), bytes)) {
        std::printf("another tree: change %d\n", what);
        return 1;
      }
  }
  std::puts("the same tree");
  return 0;
}

/*
** A game in C++ with a walk of its own (AB_INSTANCE), and the same one through its pointers: they visit the same
** tree, with a table and without.
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

AB_INLINE int moves (void *, void *state, ab_move *) {
  const place *p = static_cast<const place *>(state);
  return p->ply == 7 ? 0 : 1 + static_cast<int>(mixed(p) % 4);
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

static ab_result searched (const ab_game *game, size_t table_bytes) {
  ab_options options = ab_options_default();
  place root = {0, 0};
  options.algorithm = AB_PVS;
  options.table = table_bytes > 0 ? ab_table_new(table_bytes, allocate, nullptr) : nullptr;
  options.table_alloc = allocate;
  ab_search *search = ab_search_new(game, nullptr, &root, &options, allocate, nullptr);
  if (search == nullptr || ab_search_step(search, 0, -1) != AB_DONE)
    std::abort();
  ab_result result = ab_search_result(search);
  ab_search_free(search);
  ab_table_free(options.table, allocate, nullptr);
  return result;
}

int main () {
  ab_game through = own;
  through.walk = nullptr;
  for (size_t bytes = 0; bytes <= 100000; bytes += 100000) {
    walks = 0;
    ab_result a = searched(&own, bytes), b = searched(&through, bytes);
    if (walks == 0 || a.nodes < 100 || a.nodes != b.nodes || a.value != b.value || a.cutoffs != b.cutoffs)
      return 1;
  }
  std::puts("the same tree");
  return 0;
}

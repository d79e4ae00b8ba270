/*
** The search in a C++ program: a position is a class, and a template makes a game of it. Here it is Nim: three heaps,
** and whoever takes the last counter wins. The program plays against itself.
**
**   with_cpp [COUNTERS COUNTERS COUNTERS]
*/
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include "alphabeta.h"

class Nim {
public:
  static constexpr int heaps = 3, most = 9, max_moves = heaps * most;

  Nim (int a, int b, int c) : counters{a, b, c} {
    for (int heap : counters)
      if (heap < 0 || heap > most)
        throw std::invalid_argument("0 to 9 counters in each of three heaps expected");
  }

  static ab_move move_of (int heap, int taken) { return static_cast<ab_move>(heap * 10 + taken); }
  static int heap_of (ab_move move) { return static_cast<int>(move / 10); }
  static int taken_by (ab_move move) { return static_cast<int>(move % 10); }

  int at (int heap) const { return counters[heap]; }
  bool is_over () const { return counters[0] + counters[1] + counters[2] == 0; }

  int moves (ab_move *list) const {
    int count = 0;
    for (int heap = 0; heap < heaps; heap++)
      for (int taken = 1; taken <= counters[heap]; taken++)
        list[count++] = move_of(heap, taken);
    return count;
  }

  Nim after (ab_move move) const {
    Nim next = *this;
    next.counters[heap_of(move)] -= taken_by(move);
    return next;
  }

  ab_value evaluate () const { return is_over() ? -1 : 0; } /* the other player took the last one */
  uint64_t key () const { return static_cast<uint64_t>(counters[0] * 100 + counters[1] * 10 + counters[2]); }

private:
  int counters[heaps];
};

/* A class of positions as an ab_game. The core moves positions with memcpy; and no exception may pass through it, so
** the functions are noexcept. */
template <class Position> class GameOf {
  static_assert(std::is_trivially_copyable<Position>::value, "positions are moved with memcpy");

  static const Position &at (const void *state) { return *static_cast<const Position *>(state); }

  static int moves (void *, void *state, ab_move *list) noexcept { return at(state).moves(list); }
  static ab_played play (void *, void *state, ab_move move, void *next, ab_value *) noexcept {
    new (next) Position(at(state).after(move));
    return AB_PLAYED;
  }
  static ab_value evaluate (void *, void *state) noexcept { return at(state).evaluate(); }
  static uint64_t key (void *, void *state) noexcept { return at(state).key(); }

public:
  static ab_game make (const char *name) {
    ab_game game = ab_game();
    game.abi = AB_ABI;
    game.size = sizeof game;
    game.name = name;
    game.state_size = sizeof(Position);
    game.max_moves = Position::max_moves;
    game.returns = 1;
    game.moves = moves;
    game.play = play;
    game.evaluate = evaluate;
    game.key = key;
    return game;
  }
};

static void *allocate (void *, void *ptr, size_t, size_t nsize) {
  if (nsize > 0)
    return std::realloc(ptr, nsize);
  std::free(ptr);
  return nullptr;
}

struct Deleter {
  void operator() (ab_search *search) const { ab_search_free(search); }
  void operator() (ab_table *table) const { ab_table_free(table, allocate, nullptr); }
};

struct Best {
  ab_move move;
  ab_value value;
};

/* Not at the end of a game. */
template <class Position> Best best_move (const ab_game &game, const Position &position) {
  std::unique_ptr<ab_table, Deleter> table(ab_table_new(1 << 20, allocate, nullptr));
  if (table == nullptr)
    throw std::bad_alloc();
  ab_options options = ab_options_default();
  options.algorithm = AB_PVS;
  options.table = table.get();
  options.table_alloc = allocate;
  const char *flaw = ab_game_flaw(&game);
  if (flaw == nullptr)
    flaw = ab_options_flaw(&options);
  if (flaw != nullptr)
    throw std::logic_error(flaw);
  std::unique_ptr<ab_search, Deleter> search(ab_search_new(&game, nullptr, &position, &options, allocate, nullptr));
  if (search == nullptr || ab_search_step(search.get(), 0, -1) != AB_DONE)
    throw std::bad_alloc();
  int line = ab_search_move(search.get(), 0).line;
  return {ab_search_line(search.get(), &line), ab_search_result(search.get()).value};
}

static void play_on (Nim now) {
  const ab_game game = GameOf<Nim>::make("nim");
  int player = 1;
  for (; !now.is_over(); player = 3 - player) {
    Best best = best_move(game, now);
    std::printf("%d %d %d: player %d, who is %s, takes %d from heap %d\n", now.at(0), now.at(1), now.at(2), player,
                best.value > 0 ? "winning" : "losing", Nim::taken_by(best.move), Nim::heap_of(best.move) + 1);
    now = now.after(best.move);
  }
  std::printf("player %d has won\n", 3 - player);
}

int main (int argc, char **argv) {
  try {
    if (argc == 4)
      play_on(Nim(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])));
    else
      play_on(Nim(3, 4, 5));
    return 0;
  }
  catch (const std::exception &e) {
    std::fprintf(stderr, "with_cpp: %s\n", e.what());
    return 1;
  }
}

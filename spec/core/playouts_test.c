/*
** Playouts on several threads, of games in C, broken off and gone on with wherever that can be: the visits of the root's moves are
** those of all playouts, none more than there are; what is said to be proven is what one thread proves; nothing leaks where memory
** fails in any thread, and no thread does what another one does.
**
**   playouts_test SEARCHES [SEED]
*/
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "games/games.h"
#include "core/ab_search.h"
#include "mix.h"
#include "wall_clock.h"

#define MOST_STATE 256 /* bytes */
#define MOST_NUMBERS 70

typedef struct subject {
  const ab_family *family;
  int count;
  int64_t list[MOST_NUMBERS];
} subject;

static const subject SUBJECTS[] = {
  {&ab_connect4, 44, {7, 6}},
  {&ab_kalah, 16, {1, 1, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0}},
  {&ab_othello, 65, {1, [28] = 2, [29] = 1, [36] = 1, [37] = 2}},
  {&ab_oshi, 4, {3, 0, 10, 10}},
  {&ab_ewn, 16, {5, 6, 1, 0, 1, 2, 3, 6, 7, 11, 25, 24, 23, 20, 19, 15}},
  {&ab_tictactoe, 9, {0}},
};

#define COUNT (sizeof SUBJECTS / sizeof *SUBJECTS)

static int failures;
static uint64_t seed, drawn, proofs;
static volatile uint32_t refusing, asked, held; /* refusing: there is often none; held: blocks */
static volatile uint32_t refused;               /* there is none for the request of that number; 0: there is */

static uint64_t draw (uint64_t n) { return mix(seed * 1000003 + ++drawn) % n; }

static void expect (int right, const char *what, const ab_game *game) {
  if (right)
    return;
  failures++;
  printf("wrong %s: seed %llu, %s\n", what, (unsigned long long)seed, game->name);
}

/* For all threads; now and then there is none. */
static void *allocate (void *ud, void *block, size_t osize, size_t nsize) {
  uint32_t number;
  (void)ud;
  (void)osize;
  if (nsize == 0) {
    if (block != NULL)
      __atomic_sub_fetch(&held, 1, __ATOMIC_RELAXED);
    free(block);
    return NULL;
  }
  number = __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
  if ((ab_atomic_load(&refusing) && mix(number) % 3 == 0) || number == ab_atomic_load(&refused))
    return NULL;
  if (block == NULL)
    __atomic_add_fetch(&held, 1, __ATOMIC_RELAXED);
  return realloc(block, nsize);
}

/* ---------------------------------------------------------------- a position */

static uint64_t context[512], state[MOST_STATE / 8];

static int outcomes_of (const ab_game *game, ab_move *list) {
  double weights[256];
  return game->chance == NULL ? 0 : game->chance(context, state, list, weights);
}

/* Some moves on, as long as one player makes them, and the game is not over. */
static void play_on (const ab_game *game, uint64_t plies) {
  uint64_t next[MOST_STATE / 8];
  ab_move list[256];
  while (plies-- > 0 && game->simultaneous == NULL) {
    int count = outcomes_of(game, list);
    ab_value payoff;
    ab_move move;
    if (count == 0)
      count = game->moves(context, state, list);
    if (count <= 0)
      return;
    move = game->max_moves > 0 ? list[draw((uint64_t)count)] : (ab_move)draw((uint64_t)count) + 1;
    if (game->play(context, state, move, next, &payoff) == AB_PLAYED)
      memcpy(state, next, sizeof state);
  }
}

static const ab_game *set_up (const subject *chosen) {
  const ab_game *game = chosen->family->game;
  const char *flaw = chosen->family->set_up == NULL ? NULL : chosen->family->set_up(context, NULL, 0);
  memset(state, 0, sizeof state);
  if (flaw == NULL)
    flaw = game->read(context, state, chosen->list, chosen->count);
  expect(flaw == NULL && game->state_size <= sizeof state, flaw == NULL ? "size" : flaw, game);
  play_on(game, draw(3) * draw(20));
  return game;
}

static ab_options some_options (void) {
  ab_options options = ab_options_default();
  options.algorithm = AB_MCTS;
  options.playouts = 100 + draw(10000);
  options.seed = draw(100);
  options.now = draw(4) > 0 ? now : NULL;
  options.playout_depth = 100;
  if (draw(3) == 0)
    options.bytes = 1000 + (size_t)draw(100000);
  return options;
}

/* ---------------------------------------------------------------- the search */

static uint64_t most (uint64_t a, uint64_t b) { return a > b ? a : b; }

static void check (const ab_game *game, const ab_search *s, uint64_t playouts) {
  ab_result result = ab_search_result(s);
  uint64_t visits = 0;
  int i, proven = 0, choices = ab_search_choices(s, 0);
  double sum = 0, likely, last = 0;
  ab_value worth;
  for (i = 0; i < result.moves; i++) {
    visits += ab_search_move(s, i).visits;
    proven |= ab_search_move(s, i).bound == AB_EXACT; /* a playout may count for one of these, and for another move */
  }
  expect(result.moves == 0 || visits == result.playouts || (proven && visits > result.playouts), "visits", game);
  expect(result.playouts >= playouts, "number of playouts", game);
  for (i = 0; i < choices; i++, sum += likely, last = worth)
    ab_search_choice(s, 0, i, &likely, &worth);
  expect(choices == 0 || (fabs(sum - 1) < 1e-9 && last == last), "strategy", game);
}

/* Go on, by steps that are limited in some way, and see now and then what all have found. */
static uint64_t go_on (const ab_game *game, ab_search *s) {
  uint64_t steps = 0, playouts = 0;
  ab_status status;
  do {
    ab_search_allow_playouts(s, draw(2) ? 0 : 1 + draw(500));
    status = ab_search_step(s, draw(2) ? 0 : 1 + draw(20000), draw(3) ? -1 : 1e-4);
    if (draw(3) == 0)
      ab_search_gather(s);
    if (draw(3) == 0 || status == AB_DONE) {
      check(game, s, playouts);
      playouts = most(playouts, ab_search_result(s).playouts);
    }
    if (++steps > 20 && draw(10) == 0)
      break;
  } while (status != AB_DONE);
  return status == AB_DONE ? playouts : 0;
}

/* What one thread proves without a limit is what others have proven. */
static void check_proof (const ab_game *game, ab_options options, ab_result found) {
  ab_search *s;
  if (found.bound != AB_EXACT || found.moves == 0)
    return;
  proofs++;
  options.playouts = 2000000;
  options.bytes = (size_t)64 << 20;
  s = ab_search_new(game, context, state, &options, allocate, NULL);
  ab_search_step(s, 0, -1);
  expect(ab_search_result(s).bound != AB_EXACT || ab_search_result(s).value == found.value, "proof", game);
  ab_search_free(s);
}

/* Each draws by itself, in a tree that is its part of all. */
static void check_team (const ab_game *game, const ab_search *s, const ab_options *all) {
  int i, k;
  for (i = 0; s->team != NULL && i < s->team->count; i++) {
    const ab_options *options = &((const ab_search *)s->team->members[i].data)->options;
    expect(options->seed != all->seed && options->bytes <= all->bytes / 2, "part", game);
    for (k = 0; k < i; k++)
      expect(options->seed != ((const ab_search *)s->team->members[k].data)->options.seed, "seed", game);
  }
}

/* Whoever is helped anew has as much room as before, but for what is taken; helpers have the same part of it. */
static void check_room (const ab_game *game, ab_search *s, const ab_options *options, int threads) {
  ab_uct *u = s->uct;
  uint64_t taken = draw(3) * (u->tree.room / 3), whole = u->tree.room + u->lent - taken;
  u->tree.room -= taken;
  while (ab_search_help(s, options, threads, allocate, NULL) < threads && !ab_atomic_load(&refusing))
    ;
  expect(s->team == NULL || u->tree.room + u->lent == whole, "room", game);
  expect(s->team == NULL || u->lent / (uint64_t)(threads - 1) <= u->tree.room + 1, "part of the room", game);
  u->tree.room += taken;
}

static void try_search (void) {
  const ab_game *game = set_up(&SUBJECTS[draw(COUNT)]);
  ab_options options = some_options();
  int threads = (int)(2 + draw(3) * draw(3)), may = 0;
  uint64_t playouts;
  ab_search *s;
  ab_result found;
  ab_atomic_store(&refusing, draw(3) == 0);
  while ((s = ab_search_new(game, context, state, &options, allocate, NULL)) == NULL)
    ;
  while (may < (ab_atomic_load(&refusing) ? 1 : threads))
    may = ab_search_help(s, &options, threads, allocate, NULL);
  if (s->team != NULL && draw(4) == 0)
    check_room(game, s, &options, threads);
  check_team(game, s, &options);
  playouts = go_on(game, s);
  found = ab_search_result(s);
  expect(playouts == 0 || found.bound == AB_EXACT || found.playouts >= options.playouts, "end", game);
  if (draw(2))
    ab_search_dismiss(s);
  check(game, s, playouts); /* what is known stays known */
  ab_search_free(s);
  ab_atomic_store(&refusing, 0);
  if (playouts > 0)
    check_proof(game, options, found);
  expect(ab_atomic_load(&held) == 0, "leak", game);
}

/* Of all that is asked for, once there is none: those who could not be helped work alone, and what could not be added up
** is, once there is memory. */
static void refuse_each (const subject *chosen) {
  const ab_game *game = set_up(chosen);
  ab_options options = ab_options_default();
  uint32_t at = 0;
  options.algorithm = AB_MCTS;
  options.playouts = 60;
  do {
    ab_search *s;
    ab_atomic_store(&asked, 0);
    ab_atomic_store(&refused, ++at);
    while ((s = ab_search_new(game, context, state, &options, allocate, NULL)) == NULL)
      ;
    ab_search_help(s, &options, 3, allocate, NULL);
    while (ab_search_step(s, 0, -1) != AB_DONE)
      ;
    ab_search_abandon(s); /* as after a step that was left: those who help rest */
    ab_search_gather(s);
    expect(ab_search_result(s).playouts >= options.playouts || ab_search_result(s).bound == AB_EXACT, "playouts", game);
    ab_search_free(s);
    expect(ab_atomic_load(&held) == 0, "leak", game);
  } while (ab_atomic_load(&asked) >= at);
  ab_atomic_store(&refused, 0);
}

/* ---------------------------------------------------------------- more moves than one thread has tried */

enum { MANY = 1000, LAST_PLY = 60 };

typedef struct many_state {
  int ply;
  uint64_t way;
} many_state;

static int many_moves (void *ctx, void *at, ab_move *moves) {
  const many_state *from = at;
  (void)ctx;
  (void)moves;
  return from->ply == 0 ? MANY : from->ply < LAST_PLY ? 3 : 0;
}

/* The last move wins at once. */
static ab_played many_play (void *ctx, void *at, ab_move move, void *next, ab_value *payoff) {
  const many_state *from = at;
  many_state to = {from->ply + 1, mix(from->way + move)};
  (void)ctx;
  *payoff = -1;
  memcpy(next, &to, sizeof to);
  return from->ply == 0 && move == MANY ? AB_OVER : AB_PLAYED;
}

static ab_value many_evaluate (void *ctx, void *at) {
  (void)ctx;
  return (ab_value)(((const many_state *)at)->way % 3) - 1;
}

/* Others begin when the one that steps has tried all moves: another thread may win by any of them, and few playouts are no more
** than that. */
static void try_many (int threads, uint64_t playouts) {
  const ab_game game = {.abi = AB_ABI, .size = sizeof game, .state_size = sizeof(many_state), .returns = 1, .name = "many",
                        .moves = many_moves, .play = many_play, .evaluate = many_evaluate, .low = -1, .high = 1};
  many_state root = {0, seed};
  ab_options options = ab_options_default();
  ab_search *s;
  ab_result found;
  options.algorithm = AB_MCTS;
  options.playouts = playouts;
  options.seed = seed;
  s = ab_search_new(&game, NULL, &root, &options, allocate, NULL);
  ab_search_help(s, &options, threads, allocate, NULL);
  while (ab_search_step(s, 0, -1) != AB_DONE)
    ;
  found = ab_search_result(s);
  if (playouts < MANY)
    expect(found.playouts == playouts || found.bound == AB_EXACT, "few playouts", &game);
  else
    expect(found.bound == AB_EXACT && found.value == 1 && found.moves == MANY, "win", &game);
  ab_search_free(s);
}

/* ---------------------------------------------------------------- who proves it first */

enum { TARRY_AFTER = 3000, LAST_RACE_PLY = 9 };

static pthread_t stepping;
static uint64_t plays; /* by the thread that steps */
static int tarries;

static int race_moves (void *ctx, void *at, ab_move *moves) {
  (void)ctx;
  (void)moves;
  return ((const many_state *)at)->ply < LAST_RACE_PLY ? 3 : 0;
}

static ab_played race_play (void *ctx, void *at, ab_move move, void *next, ab_value *payoff) {
  const struct timespec moment = {0, 500000};
  if (pthread_equal(pthread_self(), stepping) && ++plays > TARRY_AFTER && tarries)
    nanosleep(&moment, NULL);
  return many_play(ctx, at, move, next, payoff);
}

/* By several threads: the one that steps tarries. */
static ab_result race (ab_search **s, int threads) {
  static const ab_game game = {.abi = AB_ABI, .size = sizeof game, .state_size = sizeof(many_state), .returns = 1, .name = "race",
                               .moves = race_moves, .play = race_play, .evaluate = many_evaluate, .low = -1, .high = 1};
  many_state root = {0, 1}; /* which takes long enough */
  ab_options options = ab_options_default();
  options.algorithm = AB_MCTS;
  stepping = pthread_self();
  tarries = threads > 1;
  plays = 0;
  *s = ab_search_new(&game, NULL, &root, &options, allocate, NULL);
  ab_search_help(*s, &options, threads, allocate, NULL);
  while (ab_search_step(*s, 0, -1) != AB_DONE)
    ;
  return ab_search_result(*s);
}

/* The thread that steps hardly gets on: another one proves the value, and that ends the search. */
static void try_race (void) {
  ab_search *s;
  ab_result alone, helped;
  uint64_t needed;
  alone = race(&s, 1);
  needed = plays;
  expect(alone.bound == AB_EXACT && needed > 2 * TARRY_AFTER, "race alone", s->w.game);
  ab_search_free(s);
  helped = race(&s, 2);
  expect(helped.bound == AB_EXACT && helped.value == alone.value, "value of a race", s->w.game);
  expect(plays < needed, "race", s->w.game);
  ab_search_free(s);
}

int main (int argc, char **argv) {
  uint64_t searches = argc > 1 ? strtoull(argv[1], NULL, 10) : 100, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  size_t i;
  for (seed = first; seed < first + searches; seed++) {
    drawn = 0;
    try_search();
    if (seed % 10 == 0) {
      try_many((int)(2 + draw(7)), 100000);
      try_many((int)(2 + draw(7)), 100);
    }
  }
  try_race();
  for (i = 0; i < COUNT; i++)
    refuse_each(&SUBJECTS[i]);
  printf("%llu searches, %d failures, %llu proven\n", (unsigned long long)searches, failures, (unsigned long long)proofs);
  return failures > 0;
}

/*
** A table that several threads share: whatever the others store, value and move of each search are those that it has by
** itself, on random trees, where chance decides, and where positions recur. Tables are tiny as a rule, so that all threads
** write to the same few buckets at once, and entries are torn.
**
**   shared_test TREES [SEED] [SECONDS]     SECONDS more, with seeds that follow
*/
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include "core/ab_search.h"
#include "core/ab_table.h"
#include "games/games.h"
#include "tree.h"
#include "wall_clock.h"

#define MOST 8 /* threads */

static void *allocate_anywhere (void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize > 0)
    return realloc(ptr, nsize);
  free(ptr);
  return NULL;
}

static volatile size_t blocks; /* of shared memory */

static void *zeroed (size_t count, size_t size) {
  blocks++;
  return calloc(count, size);
}

static void release (void *block) {
  blocks--;
  free(block);
}

/* ---------------------------------------------------------------- a game in which positions recur */

/* Some places, from each of which moves lead to any other; some are ends. */
typedef struct maze {
  uint64_t seed;
  unsigned places;
} maze;

typedef struct place {
  uint32_t at;
  int player;
} place;

static int maze_moves (void *context, void *state, ab_move *list) {
  const maze *m = context;
  const place *p = state;
  (void)list;
  return (int)(mix(m->seed + p->at) % 4);
}

static ab_played maze_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const maze *m = context;
  place *to = next;
  uint32_t at = ((place *)state)->at;
  (void)payoff;
  to->player = 3 - ((place *)state)->player;
  to->at = (uint32_t)(mix(m->seed * 7 + at * 4 + move) % m->places);
  return AB_PLAYED;
}

static ab_value maze_evaluate (void *context, void *state) {
  const maze *m = context;
  return (ab_value)(mix(m->seed * 3 + ((place *)state)->at) % 5) - 2;
}

static int maze_player (void *context, void *state) {
  (void)context;
  return ((place *)state)->player;
}

static uint64_t maze_key (void *context, void *state) {
  (void)context;
  return ((place *)state)->at * 2 + (uint64_t)((place *)state)->player;
}

static const ab_game maze_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "maze", .state_size = sizeof (place), .returns = 1,
  .moves = maze_moves, .play = maze_play, .evaluate = maze_evaluate, .player = maze_player, .key = maze_key,
  .repeats = 1
};

/* ---------------------------------------------------------------- what is searched, and how */

typedef struct problem {
  uint64_t number;
  const ab_game *game;
  void *context;
  const void *state;
  ab_options options;
  int threads, all_alike; /* all_alike: nobody is a helper */
} problem;

typedef struct answer {
  ab_result result;
  ab_root_move moves[64];
} answer;

static answer answer_of (const ab_search *search) {
  answer found;
  int i;
  memset(&found, 0, sizeof found);
  found.result = ab_search_result(search);
  for (i = 0; i < found.result.moves && i < 64; i++) {
    found.moves[i] = ab_search_move(search, i);
    found.moves[i].line = 0;
  }
  return found;
}

static int is_same (const answer *a, const answer *b) {
  int i;
  if (a->result.value != b->result.value || a->result.bound != b->result.bound || a->result.moves != b->result.moves)
    return 0;
  for (i = 0; i < a->result.moves && i < 64; i++)
    if (a->moves[i].number != b->moves[i].number || a->moves[i].value != b->moves[i].value)
      return 0;
  return 1;
}

static void fail (const problem *p, const char *what) {
  failures++;
  printf("wrong %s: seed %llu, %s, algorithm %d, depth %d, deepening %d, want %d, shortest %d, %d threads\n", what,
         (unsigned long long)p->number, p->game->name, (int)p->options.algorithm, p->options.depth, p->options.deepening,
         (int)p->options.want, p->options.shortest, p->threads);
}

/* ---------------------------------------------------------------- threads */

typedef struct worker {
  const problem *problem;
  const answer *wanted;
  ab_handle handle;
  int helper, wrong;
  pthread_t thread;
} worker;

static volatile uint32_t waiting; /* to begin at the same time */

/* Who waits leaves the processor to those that are still to come. */
static void await (void) {
  while (ab_atomic_load(&waiting) != 0)
    sched_yield();
}

static void *work (void *data) {
  worker *self = data;
  const problem *p = self->problem;
  ab_options options = p->options;
  ab_search *search;
  answer found;
  options.table = ab_table_attach(self->handle, allocate_anywhere, NULL);
  options.helper = self->helper;
  search = ab_search_new(p->game, p->context, p->state, &options, allocate_anywhere, NULL);
  await();
  while (ab_search_step(search, 1 + p->number % 1000, -1) != AB_DONE)
    ;
  found = answer_of(search);
  if (self->helper == 0)
    self->wrong = !is_same(&found, self->wanted);
  ab_search_free(search);
  ab_table_free(options.table, allocate_anywhere, NULL);
  return NULL;
}

/* The last one is the calling thread; if the others help, they go on until it has ended. */
static void solve_together (const problem *p, const answer *wanted, size_t bytes) {
  ab_table *table = ab_table_share(bytes, zeroed, release, allocate_anywhere, NULL);
  worker workers[MOST];
  int i, last = p->threads - 1;
  ab_atomic_store(&waiting, 1);
  for (i = 0; i < p->threads; i++) {
    worker w = {p, wanted, {0, 0}, 0, 0, pthread_self()};
    w.handle = ab_table_handle(table);
    w.helper = p->all_alike || i == last ? 0 : 1 + i;
    workers[i] = w;
    if (i < last)
      pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  }
  ab_atomic_store(&waiting, 0);
  work(&workers[last]);
  ab_table_stop(table);
  for (i = 0; i < last; i++)
    pthread_join(workers[i].thread, NULL);
  for (i = 0; i < p->threads; i++)
    if (workers[i].wrong)
      fail(p, "answer");
  if (p->number % 16 == 0) {
    ab_table_clear(table);
    if (ab_table_count(table) != 0)
      fail(p, "emptied table");
  }
  ab_table_free(table, allocate_anywhere, NULL);
}

/* And with threads that the library starts: small trees are over before. */
static void solve_with_threads (const problem *p, const answer *wanted) {
  ab_options options = p->options;
  ab_search *search;
  answer found;
  int threads;
  options.table = ab_table_share(1 << 16, zeroed, release, allocate_anywhere, NULL);
  search = ab_search_new(p->game, p->context, p->state, &options, allocate_anywhere, NULL);
  threads = ab_search_help(search, &options, p->threads, allocate_anywhere, NULL);
  if (threads != (p->game->returns ? p->threads : 1))
    fail(p, "number of threads");
  while (ab_search_step(search, 1 + p->number % 3000, -1) != AB_DONE)
    ;
  found = answer_of(search);
  if (!is_same(&found, wanted))
    fail(p, "answer with threads");
  ab_search_free(search);
  ab_table_free(options.table, allocate_anywhere, NULL);
}

/* ---------------------------------------------------------------- in turns */

/* All go on by a few positions, in one thread: what goes wrong between them goes wrong again, on any machine. */
static answer answer_in_turns (const problem *p, size_t bytes) {
  ab_search *searches[MOST];
  ab_table *tables[MOST];
  answer found;
  uint64_t drawn = p->number;
  int i, done = 0;
  for (i = 0; i < p->threads; i++) {
    ab_options options = p->options;
    tables[i] = i == 0 ? ab_table_share(bytes, zeroed, release, allocate_anywhere, NULL)
                       : ab_table_attach(ab_table_handle(tables[0]), allocate_anywhere, NULL);
    options.table = tables[i];
    options.table_alloc = allocate_anywhere;
    options.helper = i;
    searches[i] = ab_search_new(p->game, p->context, p->state, &options, allocate_anywhere, NULL);
  }
  while (!done)
    for (i = 0; i < p->threads && !done; i++)
      done = ab_search_step(searches[i], 1 + (drawn = mix(drawn)) % 4, -1) == AB_DONE && i == 0;
  found = answer_of(searches[0]);
  for (i = p->threads - 1; i >= 0; i--) {
    ab_search_free(searches[i]);
    ab_table_free(tables[i], allocate_anywhere, NULL);
  }
  return found;
}

static void compare_in_turns (problem *p, const answer *wanted) {
  static const size_t sizes[] = {64, 640, 5000, 1 << 16};
  answer found;
  p->threads = 2 + (int)(p->number % 7);
  found = answer_in_turns(p, sizes[mix(p->number) % 4]);
  if (!is_same(&found, wanted))
    fail(p, "answer in turns");
}

/* ---------------------------------------------------------------- alone and together */

static void compare_threads (problem *p) {
  static const size_t sizes[] = {64, 64, 64, 640, 20000, 1 << 20};
  ab_search *search;
  answer wanted;
  p->options.table = NULL;
  p->options.table_alloc = allocate_anywhere;
  search = ab_search_new(p->game, p->context, p->state, &p->options, allocate_anywhere, NULL);
  while (ab_search_step(search, 0, -1) != AB_DONE)
    ;
  wanted = answer_of(search);
  ab_search_free(search);
  compare_in_turns(p, &wanted);
  p->threads = 1 << p->number % 4;
  p->all_alike = p->number % 5 == 0;
  solve_together(p, &wanted, sizes[mix(p->number) % 6]);
  if (wanted.result.nodes > 2000)
    solve_with_threads(p, &wanted);
  if (blocks != 0)
    fail(p, "shared memory");
}

/* ---------------------------------------------------------------- games in turns */

static const int64_t kalah_start[] = {1, 1, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0};

static problem to_solve (const ab_family *family, void *context, void *state, const int64_t *list, int count,
                         ab_algorithm algorithm, int depth) {
  problem p = {0};
  p.game = family->game;
  p.context = context;
  p.state = state;
  p.options = ab_options_default();
  p.options.algorithm = algorithm;
  p.options.depth = depth;
  p.options.deepening = depth < 0 ? 0 : 2;
  if (family->game->read(context, state, list, count) != NULL)
    fail(&p, "position");
  return p;
}

static problem kalah_to (int depth) {
  static union { char bytes[64]; uint64_t aligned; } state;
  return to_solve(&ab_kalah, NULL, &state, kalah_start, 16, AB_PVS, depth);
}

/* Two are to need four fifths of the positions of one at most. */
static void try_in_turns (const ab_family *family, const int64_t *list, int count, ab_algorithm algorithm, int depth) {
  void *state = malloc(family->game->state_size), *context = NULL;
  problem p;
  answer alone, together;
  if (family->measure != NULL) {
    context = malloc(family->measure(NULL, 0));
    family->set_up(context, NULL, 0);
  }
  p = to_solve(family, context, state, list, count, algorithm, depth);
  p.threads = 1;
  alone = answer_in_turns(&p, 1 << 24);
  p.threads = 2;
  together = answer_in_turns(&p, 1 << 24);
  if (!is_same(&alone, &together))
    fail(&p, "answer in turns");
  if (5 * together.result.nodes > 4 * alone.result.nodes)
    fail(&p, "share of the work");
  free(state);
  free(context);
}

static void try_games_in_turns (void) {
  int64_t othello[65] = {1}, connect4[2 + 7 * 6] = {7, 6}, player = 1;
  const char *column;
  othello[1 + 27] = othello[1 + 36] = 2;
  othello[1 + 28] = othello[1 + 35] = 1;
  for (column = "654424711477"; *column != '\0'; column++, player = 3 - player) {
    int64_t *cell = connect4 + 2 + 6 * (*column - '1');
    while (*cell != 0)
      cell++;
    *cell = player;
  }
  try_in_turns(&ab_kalah, kalah_start, 16, AB_PVS, 13);
  try_in_turns(&ab_othello, othello, 65, AB_PVS, 10);
  try_in_turns(&ab_connect4_solver, connect4, 2 + 7 * 6, AB_BISECTION, -1);
}

/* ---------------------------------------------------------------- depth by depth */

/* How many positions has a thread visited that helps a search whose first depths are over at once? */
static uint64_t visited_by_helper (const problem *p) {
  ab_options options = p->options;
  ab_search *search;
  ab_status status;
  uint64_t nodes;
  options.table = ab_table_share(1 << 24, zeroed, release, allocate_anywhere, NULL);
  options.table_alloc = allocate_anywhere;
  search = ab_search_new(p->game, NULL, p->state, &options, allocate_anywhere, NULL);
  ab_search_help(search, &options, 2, allocate_anywhere, NULL);
  status = ab_search_step(search, 0, -1);
  while (status == AB_DEPTH)
    status = ab_search_resume(search);
  ab_team_end(search->team);
  nodes = ab_search_nodes(search->team->members[0].data);
  ab_search_free(search);
  ab_table_free(options.table, allocate_anywhere, NULL);
  return nodes;
}

/* On a busy machine they may come too late. */
static void try_depths (void) {
  problem p = kalah_to(15);
  int i = 0;
  while (i < 20 && visited_by_helper(&p) < 1000)
    i++;
  if (i == 20)
    fail(&p, "help after the first depth");
}

/* ---------------------------------------------------------------- a table that is lost */

static ab_value to_the_contrary (void *context, void *state) { return -ab_kalah.game->evaluate(context, state); }

static answer bereft (const problem *p, void (*lose) (const problem *, ab_table *)) {
  ab_table *table = ab_table_share(1 << 24, zeroed, release, allocate_anywhere, NULL);
  ab_options options = p->options;
  ab_search *search;
  answer found;
  options.table = table;
  options.table_alloc = allocate_anywhere;
  search = ab_search_new(p->game, NULL, p->state, &options, allocate_anywhere, NULL);
  while (ab_search_result(search).nodes < 3000)
    ab_search_step(search, 100, -1);
  lose(p, table);
  while (ab_search_step(search, 0, -1) != AB_DONE)
    ;
  found = answer_of(search);
  ab_search_free(search);
  ab_table_free(table, allocate_anywhere, NULL);
  return found;
}

static void keep (const problem *p, ab_table *table) {
  (void)p;
  (void)table;
}

static void leave (const problem *p, ab_table *table) {
  (void)p;
  ab_table_leave(table);
}

/* It serves a game of the same keys and of other values. */
static void give_away (const problem *p, ab_table *table) {
  ab_game contrary = *p->game;
  ab_options options = p->options;
  ab_search *search;
  contrary.evaluate = to_the_contrary;
  contrary.walk = NULL;
  options.table = table;
  options.table_alloc = allocate_anywhere;
  ab_table_clear(table);
  search = ab_search_new(&contrary, NULL, p->state, &options, allocate_anywhere, NULL);
  while (ab_search_step(search, 0, -1) != AB_DONE)
    ;
  ab_search_free(search);
}

static void try_bereft (void) {
  problem p = kalah_to(11);
  answer kept = bereft(&p, keep), left = bereft(&p, leave), given = bereft(&p, give_away);
  if (!is_same(&kept, &left))
    fail(&p, "answer without the table");
  if (!is_same(&kept, &given))
    fail(&p, "answer with the table of another game");
}

/* ---------------------------------------------------------------- without memory for helpers */

static uint32_t asked, refused;
static size_t held; /* blocks */

/* Once there is none. */
static void *allocate_but_once (void *ud, void *ptr, size_t osize, size_t nsize) {
  if (nsize > 0 && __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED) == __atomic_load_n(&refused, __ATOMIC_RELAXED))
    return NULL;
  if (ptr == NULL && nsize > 0)
    __atomic_add_fetch(&held, 1, __ATOMIC_RELAXED);
  if (ptr != NULL && nsize == 0)
    __atomic_sub_fetch(&held, 1, __ATOMIC_RELAXED);
  return allocate_anywhere(ud, ptr, osize, nsize);
}

/* Each helper for whom there is memory helps, one after the other; what is found is the same. */
static void try_few_helpers (void) {
  problem p = kalah_to(8);
  answer alone = bereft(&p, keep), found;
  int threads;
  refused = 0;
  p.threads = 3;
  do {
    ab_options options = p.options;
    ab_search *search;
    asked = 0;
    refused++;
    options.table = ab_table_share(1 << 16, zeroed, release, allocate_anywhere, NULL);
    options.table_alloc = allocate_anywhere;
    search = ab_search_new(p.game, p.context, p.state, &options, allocate_anywhere, NULL);
    threads = ab_search_help(search, &options, p.threads, allocate_but_once, NULL);
    if (threads < 1 || threads > p.threads)
      fail(&p, "number of threads for which there is memory");
    while (ab_search_step(search, 1000, -1) != AB_DONE)
      ab_search_abandon(search); /* as after a step that was left: they rest */
    found = answer_of(search);
    if (!is_same(&found, &alone))
      fail(&p, "answer with few helpers");
    ab_search_free(search);
    ab_table_free(options.table, allocate_anywhere, NULL);
    if (held != 0 || blocks != 0)
      fail(&p, "memory of helpers");
  } while (asked >= refused);
}

/* ---------------------------------------------------------------- entries */

/* An entry whose value tells what else it must hold. */
static ab_entry entry_of (uint64_t drawn) {
  ab_entry entry;
  entry.key = 1 + drawn % 6; /* exact keys as games have them: near each other */
  entry.kind = 1 + (int)(drawn / 8 % 2);
  entry.move = (int)(drawn / 16 % 8);
  entry.depth = (int)(drawn / 128 % 16);
  entry.bound = (ab_bound)(drawn / 2048 % 3);
  entry.complete = (int)(drawn / 8192 % 2);
  entry.value = (ab_value)(entry.key + 8 * (uint64_t)(entry.kind + 4 * (entry.depth + 16 * ((int)entry.bound + 4 * entry.complete))));
  return entry;
}

static int is_whole (const ab_entry *e) {
  uint64_t rest = e->key + 8 * (uint64_t)(e->kind + 4 * (e->depth + 16 * ((int)e->bound + 4 * e->complete)));
  return e->value == (ab_value)rest && e->move < 8;
}

typedef struct writer {
  ab_handle handle;
  uint64_t seed, rounds;
  uint64_t found, torn;
  pthread_t thread;
} writer;

static void *write_and_read (void *data) {
  writer *self = data;
  ab_table *table = ab_table_attach(self->handle, allocate_anywhere, NULL);
  uint64_t i;
  await();
  for (i = 0; i < self->rounds; i++) {
    ab_entry entry = entry_of(mix(self->seed + i)), other = entry_of(mix(self->seed + 2 * i));
    ab_table_put(table, &entry, 1);
    if (!ab_table_get(table, other.key, other.kind, &entry, 1))
      continue;
    self->found++;
    self->torn += (uint64_t)!is_whole(&entry);
  }
  ab_table_free(table, allocate_anywhere, NULL);
  return NULL;
}

/* All write to one bucket. */
static void try_entries (uint64_t seed, uint64_t rounds) {
  ab_table *table = ab_table_share(64, zeroed, release, allocate_anywhere, NULL);
  writer writers[MOST];
  uint64_t found = 0, torn = 0;
  int i;
  ab_atomic_store(&waiting, 1);
  for (i = 0; i < MOST; i++) {
    writer w = {ab_table_handle(table), mix(seed + (uint64_t)i), rounds, 0, 0, pthread_self()};
    writers[i] = w;
    pthread_create(&writers[i].thread, NULL, write_and_read, &writers[i]);
  }
  ab_atomic_store(&waiting, 0);
  for (i = 0; i < MOST; i++) {
    pthread_join(writers[i].thread, NULL);
    found += writers[i].found;
    torn += writers[i].torn;
  }
  if (torn > 0 || found == 0) {
    failures++;
    printf("wrong entries: seed %llu, %llu of %llu are torn\n", (unsigned long long)seed, (unsigned long long)torn,
           (unsigned long long)found);
  }
  ab_table_free(table, allocate_anywhere, NULL);
}

static int is_same_entry (const ab_entry *a, const ab_entry *b) {
  return a->key == b->key && a->kind == b->kind && a->value == b->value && a->bound == b->bound && a->move == b->move
      && a->depth == b->depth && a->complete == b->complete;
}

/* Where nobody else writes, a bucket that is shared keeps what one of one thread keeps. */
static void try_bucket (uint64_t seed, uint64_t rounds) {
  ab_table *shared = ab_table_share(64, zeroed, release, allocate_anywhere, NULL);
  ab_table *own = ab_table_new(64, allocate_anywhere, NULL);
  uint64_t i, wrong = 0;
  for (i = 0; i < rounds; i++) {
    ab_entry entry = entry_of(mix(seed + i)), other = entry_of(mix(seed + 2 * i)), found;
    int is_found;
    ab_table_put(shared, &entry, 1);
    ab_table_put(own, &entry, 0);
    is_found = ab_table_get(own, other.key, other.kind, &entry, 0);
    if (ab_table_get(shared, other.key, other.kind, &found, 1) != is_found || (is_found && !is_same_entry(&found, &entry)))
      wrong++;
  }
  if (wrong > 0) {
    failures++;
    printf("wrong bucket: seed %llu, %llu entries\n", (unsigned long long)seed, (unsigned long long)wrong);
  }
  ab_table_free(own, allocate_anywhere, NULL);
  ab_table_free(shared, allocate_anywhere, NULL);
}

/* ---------------------------------------------------------------- problems */

static problem problem_of (uint64_t number, const ab_game *game, void *context, const void *state) {
  static const ab_algorithm algorithms[] = {AB_PVS, AB_PVS, AB_ALPHABETA, AB_MTDF, AB_ASPIRATION, AB_BISECTION};
  problem p = {0};
  p.number = number;
  p.game = game;
  p.context = context;
  p.state = state;
  p.options = ab_options_default();
  p.options.algorithm = algorithms[mix(number + 1) % 6];
  p.options.deepening = (int)(mix(number + 2) % 3);
  p.options.want = (ab_want)(mix(number + 3) % 3);
  p.options.now = number % 2 == 0 ? now : NULL;
  return p;
}

static void try_tree (uint64_t number) {
  tree t = {number, form_of(mix(number)), NULL, 0};
  ab_game game = game_for(&t);
  position root = root_of(number);
  problem p = problem_of(number, &game, &t, &root);
  p.options.depth = 1 + (int)(mix(number + 4) % DEEPEST);
  p.options.quiescence = number % 7 == 0 ? 2 : 0;
  p.options.shortest = p.options.want != AB_ALL && number % 3 == 0;
  compare_threads(&p);
}

static void try_maze (uint64_t number) {
  maze m = {number, 3 + (unsigned)(mix(number) % 6)};
  place root = {0, 1};
  problem p = problem_of(number, &maze_game, &m, &root);
  p.options.depth = -1; /* with a depth, and a table, values may depend on the way */
  p.options.deepening = p.options.algorithm == AB_BISECTION ? 0 : (int)(number % 5);
  compare_threads(&p);
}

static void try_dice (uint64_t number) {
  static const int64_t list[] = {12, 6, 1, 0, 0, 0, 0};
  unsigned char state[64] = {0};
  problem p = problem_of(number, ab_pig.game, NULL, state);
  if (ab_pig.game->read(NULL, state, list, 7) != NULL)
    fail(&p, "position of Pig");
  p.options.depth = 1 + (int)(mix(number + 4) % 5);
  compare_threads(&p);
}

/* One tree in tens of thousands shows what a look at the table can spoil: where it names another hash move while the first is
** under way, or knows to be complete what is no better than a move that is not. */
static const uint64_t rare[] = {163841, 1008493, 1187328, 14276};

int main (int argc, char **argv) {
  uint64_t trees = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, number = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, done;
  void (*unused) (tree *, int, const uint64_t *) = compare_somehow;
  double end = now() + (argc > 3 ? strtod(argv[3], NULL) : 0);
  try_entries(number, 1000 * trees);
  try_bucket(number, 10000);
  try_games_in_turns();
  try_depths();
  try_bereft();
  try_few_helpers();
  for (done = 0; done < sizeof rare / sizeof rare[0]; done++)
    try_tree(rare[done]);
  for (done = 0; done < trees || now() < end; done++, number++) {
    try_tree(number);
    if (done % 8 == 0)
      try_maze(number);
    if (done % 32 == 0)
      try_dice(number);
  }
  (void)unused;
  printf("%llu trees, %d failures\n", (unsigned long long)done, failures);
  return failures > 0;
}

/*
** The games in C, asked from outside. Each line of the input is a question about a position:
**
**   QUESTION GAME COUNT PARAMETER... COUNT NUMBER... [ARGUMENT...]
**
** with the parameters of the family and the position as a list of integers. The answer is one line or more:
**
**   read              the position as it is written again, or "refused: " and why
**   perft DEPTH       how many sequences of so many moves there are
**   walk GAMES SEED   plays random games; for each position that is met first
**                     "NUMBER... : MOVE... : VALUE OF MINIMAX TO DEPTH 3 : KEY IN HEXADECIMAL", with outcomes for moves
**                     where chance decides
**
** On the way it looks whether the games keep their contract; "wrong: " and what is wrong otherwise, and an
** exit status of 1. Each answer ends with a line ".".
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "games/games.h"
#include "plain_memory.h"

#define DEPTH 3
#define MOST_NUMBERS 100
#define MOST_MOVES 100
#define MOST_PARAMETERS 1000
#define MOST_SEEN 5000
#define MOST_STATE 128 /* bytes */
#define LONGEST 2000   /* moves of a game */

static const ab_family *const FAMILIES[] = {
  &ab_connect4, &ab_ewn, &ab_kalah, &ab_othello, &ab_pig, &ab_synthetic, &ab_tictactoe, &ab_tiles,
};

/* A position of any game. */
typedef struct place {
  uint64_t bytes[MOST_STATE / 8];
} place;

typedef struct list {
  int count;
  int64_t numbers[MOST_NUMBERS];
} list;

typedef struct moves {
  int count, chance; /* chance: they are outcomes */
  ab_move list[MOST_MOVES];
  double weights[MOST_MOVES];
} moves;

static const ab_game *game;
static void *context;
static int failures;

static void expect (int right, const char *what) {
  if (right)
    return;
  failures++;
  printf("wrong: %s, %s\n", game->name, what);
}

static int same (const place *a, const place *b) { return memcmp(a, b, game->state_size) == 0; }

/* The legal moves, or the outcomes; numbers may be illegal. */
static moves moves_of (place *p) {
  moves m;
  place child;
  ab_value payoff;
  ab_move *room = game->max_moves > 0 ? m.list : NULL;
  int i, count = game->chance != NULL ? game->chance(context, p, room, m.weights) : 0;
  m.chance = count > 0;
  expect(count <= (game->max_outcomes > 0 ? game->max_outcomes : MOST_MOVES), "too many outcomes");
  if (!m.chance)
    count = game->moves(context, p, room);
  if (count > MOST_MOVES)
    abort();
  m.count = count;
  if (game->max_moves > 0)
    return m;
  m.count = 0;
  for (i = 1; i <= count; i++)
    if (game->play(context, p, (ab_move)i, &child, &payoff) != AB_ILLEGAL)
      m.list[m.count++] = (ab_move)i;
  return m;
}

static int player_of (place *p) { return game->player != NULL ? game->player(context, p) : 0; }

static ab_value minimax (place *p, int depth);

/* The value behind a move, as the player in p sees it; or behind an outcome. */
static ab_value behind (place *p, ab_move move, int depth) {
  place child;
  ab_value payoff = 0;
  int over = game->play(context, p, move, &child, &payoff) == AB_OVER;
  ab_value value = over ? payoff : minimax(&child, depth);
  return game->player == NULL || player_of(&child) != player_of(p) ? -value : value;
}

static ab_value mean (place *p, const moves *m, int depth) {
  double total = 0, part;
  ab_value value = 0;
  int i;
  for (i = 0; i < m->count; i++)
    total += m->weights[i];
  for (i = 0; i < m->count; i++) {
    part = m->weights[i] / total;
    value += part * behind(p, m->list[i], depth);
  }
  return value;
}

static ab_value minimax (place *p, int depth) {
  ab_value best = -AB_INF, value;
  moves m;
  int i;
  m.count = 0;
  if (depth > 0)
    m = moves_of(p);
  if (m.count == 0)
    return game->evaluate(context, p);
  if (m.chance)
    return mean(p, &m, depth);
  for (i = 0; i < m.count; i++) {
    value = behind(p, m.list[i], depth - 1);
    if (value > best)
      best = value;
  }
  return best;
}

static uint64_t perft (place *p, int depth) {
  uint64_t count = 0;
  ab_value payoff;
  place child;
  moves m;
  int i;
  if (depth == 0)
    return 1;
  m = moves_of(p);
  for (i = 0; i < m.count; i++) {
    game->play(context, p, m.list[i], &child, &payoff);
    count += perft(&child, depth - 1);
  }
  return count;
}

static ab_value searched (place *p, ab_algorithm algorithm, size_t table_bytes) {
  ab_table *table = table_bytes > 0 ? ab_table_new(table_bytes, allocate, NULL) : NULL;
  ab_options options = ab_options_default();
  ab_search *search;
  ab_value value;
  options.algorithm = algorithm;
  options.depth = DEPTH;
  options.deepening = table != NULL;
  options.table = table;
  options.table_alloc = allocate;
  search = ab_search_new(game, context, p, &options, allocate, NULL);
  if (search == NULL)
    abort();
  while (ab_search_step(search, 0, -1) != AB_DONE)
    ;
  value = ab_search_result(search).value;
  ab_search_free(search);
  ab_table_free(table, allocate, NULL);
  return value;
}

static void check_writing (place *p) {
  list written;
  place again;
  memset(&again, 0xA5, sizeof again);
  written.count = game->write(context, p, written.numbers);
  expect(written.count <= game->max_numbers, "too many numbers");
  expect(game->read(context, &again, written.numbers, written.count) == NULL, "refuses what it writes");
  expect(same(p, &again), "reads another position than it writes");
}

/* A move leaves the position alone, sets every byte of the next one, and tells the end truly. */
static void check_move (place *p, ab_move move) {
  place before = *p, once, twice;
  ab_value payoff = 0;
  ab_played played;
  moves m;
  memset(&once, 0xA5, sizeof once);
  memset(&twice, 0x5A, sizeof twice);
  played = game->play(context, p, move, &once, &payoff);
  game->play(context, p, move, &twice, &payoff);
  expect(played != AB_ILLEGAL, "a listed move is illegal");
  expect(same(p, &before), "play changes the position");
  expect(same(&once, &twice), "play leaves bytes as they were");
  m = moves_of(&once);
  expect((played == AB_OVER) == (m.count == 0), "play tells the end otherwise than moves");
  expect(played != AB_OVER || payoff == game->evaluate(context, &once), "the payoff is not the value");
}

static int is_listed (const moves *m, ab_move move) {
  int i;
  for (i = 0; i < m->count; i++)
    if (m->list[i] == move)
      return 1;
  return 0;
}

static void check_moves (place *p) {
  moves m = moves_of(p);
  ab_value payoff;
  place next;
  int i;
  for (i = 0; i < m.count; i++) {
    expect(i == 0 || m.list[i] > m.list[i - 1], "moves do not ascend");
    check_move(p, m.list[i]);
  }
  for (i = 0; game->max_moves > 0 && i < 100; i++)
    expect(is_listed(&m, (ab_move)i) || game->play(context, p, (ab_move)i, &next, &payoff) == AB_ILLEGAL,
           "an unlisted move is legal");
  if (game->max_moves > 0)
    expect(game->play(context, p, (ab_move)1 << 40, &next, &payoff) == AB_ILLEGAL, "any number is a move");
}

static void print_position (place *p, ab_value value) {
  list written;
  moves m = moves_of(p);
  int i;
  written.count = game->write(context, p, written.numbers);
  for (i = 0; i < written.count; i++)
    printf("%lld ", (long long)written.numbers[i]);
  printf(":");
  for (i = 0; i < m.count; i++)
    printf(" %llu", (unsigned long long)m.list[i]);
  printf(" : %.17g : %llx\n", value, (unsigned long long)game->key(context, p));
}

static void visit (place *p) {
  ab_value value = minimax(p, DEPTH);
  check_writing(p);
  check_moves(p);
  expect(searched(p, AB_ALPHABETA, 0) == value, "alpha-beta has another value than minimax");
  expect(searched(p, AB_PVS, 100000) == value, "search with a table has another value than minimax");
  print_position(p, value);
}

/* Splitmix64. */
static uint64_t draw (uint64_t *seed, uint64_t n) {
  uint64_t z = *seed += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) % n;
}

/* The positions met, each once, and that keys tell them apart. */
static int is_new (place *seen, int *count, place *p) {
  int i;
  for (i = 0; i < *count; i++) {
    int equal = same(&seen[i], p);
    expect(equal == (game->key(context, &seen[i]) == game->key(context, p)),
           "keys are not equal just where positions are");
    if (equal)
      return 0;
  }
  if (*count < MOST_SEEN)
    seen[(*count)++] = *p;
  return 1;
}

static void walk (const place *start, int games, uint64_t seed) {
  place *seen = malloc(MOST_SEEN * sizeof *seen);
  int count = 0, i;
  if (seen == NULL)
    abort();
  for (i = 0; i < games; i++) {
    place p = *start, next;
    int ply, over = 0;
    for (ply = 0; !over && ply < LONGEST; ply++) {
      moves m = moves_of(&p);
      ab_value payoff;
      if (is_new(seen, &count, &p))
        visit(&p);
      over = m.count == 0;
      if (!over) {
        memset(&next, 0, sizeof next);
        game->play(context, &p, m.list[draw(&seed, (uint64_t)m.count)], &next, &payoff);
        p = next;
      }
        }
    expect(over, "a game does not end");
  }
  free(seen);
}

static const ab_family *family_of (const char *name) {
  size_t i;
  for (i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++)
    if (strcmp(FAMILIES[i]->name, name) == 0)
      return FAMILIES[i];
  abort();
}

/* What is wrong with the parameters, or NULL. */
static const char *set_up (const ab_family *family, const double *parameters, int count) {
  size_t size;
  game = family->game;
  free(context);
  context = NULL;
  if (family->measure == NULL)
    return NULL;
  size = family->measure(parameters, count);
  if (size == 0)
    return family->set_up(NULL, parameters, count);
  context = malloc(size);
  return family->set_up(context, parameters, count);
}

static int64_t next_number (void) {
  long long number;
  if (scanf("%lld", &number) != 1)
    abort();
  return number;
}

static void answer_read (place *p) {
  list written;
  int i;
  written.count = game->write(context, p, written.numbers);
  for (i = 0; i < written.count; i++)
    printf("%s%lld", i > 0 ? " " : "", (long long)written.numbers[i]);
  printf("\n");
}

int main (void) {
  char question[20], name[20];
  static double parameters[MOST_PARAMETERS];
  while (scanf("%19s %19s", question, name) == 2) {
    place start;
    list position;
    const char *fault;
    int count = (int)next_number(), i;
    for (i = 0; i < count; i++)
      if (i >= MOST_PARAMETERS || scanf("%lf", &parameters[i]) != 1)
        abort();
    fault = set_up(family_of(name), parameters, count);
    position.count = (int)next_number();
    if (position.count > MOST_NUMBERS || game->state_size > MOST_STATE || game->max_numbers > MOST_NUMBERS
        || game->max_moves > MOST_MOVES)
      abort();
    for (i = 0; i < position.count; i++)
      position.numbers[i] = next_number();
    memset(&start, 0, sizeof start);
    if (fault == NULL)
      fault = game->read(context, &start, position.numbers, position.count);
    if (fault != NULL)
      printf("refused: %s\n", fault);
    else if (strcmp(question, "read") == 0)
      answer_read(&start);
    else if (strcmp(question, "perft") == 0) {
      check_moves(&start);
      printf("%llu\n", (unsigned long long)perft(&start, (int)next_number()));
    }
    else if (strcmp(question, "walk") == 0) {
      int games = (int)next_number();
      walk(&start, games, (uint64_t)next_number());
    }
    printf(".\n");
  }
  free(context);
  return failures > 0;
}

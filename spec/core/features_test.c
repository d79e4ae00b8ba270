/*
** A game with features and weights in C, in every form, and with a walk of its own: each search has the value, the move and
** the positions of one whose `estimate` is the same sum by hand; and finished positions are worth their payoffs.
*/
#include <stdio.h>
#include <string.h>
#include "core/ab_walk.h"
#include "plain_memory.h"

#define PLIES 6
#define WIDTH 3
#define COUNT 5
#define SCALE 8.0

typedef struct position {
  int ply;
  uint32_t id;
} position;

#define PHASES 3

enum {
  LISTED = 1, TOLD = 2, VIEWPOINT = 4, KEY = 8, RETURNS = 16, BOUNDS = 32, OWN = 64, PHASED = 128, OTHERS = 256,
  FORMS = 512
};

static const double weights[PHASES * COUNT] = {
  0.7, -0.3, 1 / 3.0, 0, 1e-9,
  0.1, -0.2, 1 / 7.0, 0.3, -1e-9,
  -0.7, 0.9, 1 / 3.0, 1e-9, 0.4
};
static const double other_weights[PHASES * COUNT] = {
  -0.2, 0.6, 1 / 9.0, 0.5, 0,
  0, 0.4, -1 / 7.0, 0.2, 1e-9,
  0.3, -0.9, 1 / 3.0, -1e-9, 0.1
};

static const ab_game *summed; /* by hand: whose weights and scale */

AB_INLINE int is_over (const position *p) { return p->ply == PLIES || (p->ply > 1 && (p->id >> 13 & 3) == 0); }

static int asked_in_vain; /* `evaluate`, where the game goes on; `estimate`, where it has turned out not to */
static position stuck;    /* where moves were looked for last, and none found */

AB_INLINE int list_moves (void *context, void *state, ab_move *list) {
  int i;
  (void)context;
  if (is_over(state)) {
    stuck = *(position *)state;
    return 0;
  }
  for (i = 0; list != NULL && i < WIDTH; i++)
    list[i] = (ab_move)i + 1;
  return WIDTH;
}

AB_INLINE ab_value payoff_of (const position *p) { return (int)(p->id >> 20 & 31) - 15; }

AB_INLINE ab_played play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const position *from = state;
  position *to = next;
  (void)payoff;
  (void)context;
  to->id = (from->id * 7 + (unsigned)move) * 2654435761u;
  to->ply = from->ply + 1;
  return AB_PLAYED;
}

static ab_played play_and_tell (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  play(context, state, move, next, payoff);
  if (!is_over(next))
    return AB_PLAYED;
  *payoff = payoff_of(next);
  return AB_OVER;
}

AB_INLINE ab_value evaluate (void *context, void *state) {
  (void)context;
  asked_in_vain += !is_over(state);
  return payoff_of(state);
}

AB_INLINE int features (void *context, void *state, double *list) {
  const position *p = state;
  int i;
  (void)context;
  if (is_over(p))
    return 0;
  for (i = 0; i < COUNT; i++)
    list[i] = (int)(p->id >> 3 * i & 15) - 7;
  return 1;
}

/* Also what lies outside, and NaN. */
AB_INLINE double phase (void *context, void *state) {
  unsigned number = ((position *)state)->id >> 24 & 15;
  (void)context;
  return number == 15 ? AB_INF - AB_INF : number == 14 ? AB_INF : number == 13 ? -1.5 : number / 12.0;
}

/* What a position is worth that the game is over in, for all that the search knew. */
static ab_value worth_of_end (const position *p) {
  asked_in_vain += p->ply == stuck.ply && p->id == stuck.id;
  return payoff_of(p);
}

static ab_value estimate (void *context, void *state) {
  double list[COUNT], sum = 0;
  int i;
  if (!features(context, state, list))
    return worth_of_end(state);
  for (i = 0; i < COUNT; i++)
    sum = ab_plus_product(sum, summed->weights[i], list[i]);
  return summed->scale * ab_tanh(sum);
}

/* The same, with weights that go over from phase to phase. */
static ab_value estimate_in_phase (void *context, void *state) {
  double list[COUNT], sum = 0, at = phase(context, state);
  volatile double place = at >= 1 ? PHASES - 1 : at > 0 ? at * (PHASES - 1) : 0;
  const double *w = summed->weights;
  int i, before = place >= 1 ? COUNT : 0;
  if (!features(context, state, list))
    return worth_of_end(state);
  for (i = before; i < before + COUNT; i++)
    sum = ab_plus_product(sum, ab_plus_product(w[i], place - before / COUNT, w[i + COUNT] - w[i]), list[i - before]);
  return summed->scale * ab_tanh(sum);
}

static int player (void *context, void *state) {
  (void)context;
  return 1 + ((position *)state)->ply / 2 % 2;
}

static uint64_t key (void *context, void *state) {
  (void)context;
  return ab_hash(state, sizeof (position));
}

static void bounds (void *context, void *state, ab_value *low, ab_value *high) {
  (void)context;
  (void)state;
  *low = -12;
  *high = 14;
}

static ab_walk_function walk, phased_walk;

static const ab_game own = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .returns = 1, .moves = list_moves, .play = play,
  .evaluate = evaluate, .feature_count = COUNT, .features = features, .weights = weights, .scale = SCALE, .walk = walk
};

static const ab_game own_phased = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .returns = 1, .moves = list_moves, .play = play,
  .evaluate = evaluate, .feature_count = COUNT, .features = features, .weights = weights, .scale = SCALE,
  .phases = PHASES, .phase = phase, .walk = phased_walk
};

AB_INSTANCE (walk, own, position)
AB_INSTANCE (phased_walk, own_phased, position)

static ab_game describe (int form) {
  ab_game game = form & PHASED ? own_phased : own;
  if (form & OTHERS) {
    game.weights = other_weights;
    game.scale = 2 * SCALE;
  }
  if (form & OWN) {
    game.walk = form & LISTED ? walk : game.walk; /* perhaps that of another game, or of other weights */
    return game;
  }
  game.walk = NULL;
  game.returns = (form & RETURNS) != 0;
  game.max_moves = form & LISTED ? WIDTH : 0;
  game.play = form & TOLD ? play_and_tell : play;
  game.viewpoint = (form & VIEWPOINT) != 0;
  game.player = form & VIEWPOINT ? player : NULL;
  game.key = form & KEY ? key : NULL;
  game.bounds = form & BOUNDS ? bounds : NULL;
  return game;
}

static ab_game by_hand (ab_game game) {
  game.weights = NULL;
  game.features = NULL;
  game.feature_count = 0;
  game.scale = 0;
  game.estimate = game.phases > 1 ? estimate_in_phase : estimate;
  game.phases = 0;
  game.phase = NULL;
  return game;
}

static ab_result searched (const ab_game *game, ab_algorithm algorithm, int depth, unsigned id) {
  position root = {0, 0};
  ab_options options = ab_options_default();
  ab_search *search;
  ab_result result;
  memset(&result, 0, sizeof result);
  memset(&stuck, 0, sizeof stuck);
  root.id = id * 2654435761u;
  options.algorithm = algorithm;
  options.depth = depth;
  options.playouts = algorithm == AB_MCTS ? 50 : options.playouts;
  options.table_alloc = allocate;
  options.table = algorithm == AB_PVS ? ab_table_new(10000, allocate, NULL) : NULL;
  search = ab_search_new(game, NULL, &root, &options, allocate, NULL);
  if (search != NULL && ab_search_step(search, 0, -1) == AB_DONE)
    result = ab_search_result(search);
  ab_search_free(search);
  ab_table_free(options.table, allocate, NULL);
  return result;
}

/* No weight of any phase may be out of range. */
static int flaws_missed (void) {
  int i, missed = 0;
  for (i = 0; i < PHASES * COUNT; i++) {
    double changed[PHASES * COUNT];
    ab_game game = own_phased;
    const char *flaw;
    memcpy(changed, weights, sizeof weights);
    changed[i] = i % 2 == 0 ? 2 * AB_MAX_WEIGHT : -AB_INF;
    game.weights = changed;
    flaw = ab_game_flaw(&game);
    missed += flaw == NULL || strstr(flaw, "'weights'") == NULL;
  }
  if (missed > 0)
    printf("%d of %d weights out of range were not refused\n", missed, PHASES * COUNT);
  return missed;
}

/* What is right at the limit is taken, also where constants have more digits than a double. */
static int limits_refused (void) {
  static const double scales[] = {AB_MIN_SCALE, AB_MAX_PAYOFF};
  double extreme[PHASES * COUNT];
  ab_game game = own_phased;
  int i, refused = 0;
  for (i = 0; i < PHASES * COUNT; i++)
    extreme[i] = i % 2 == 0 ? AB_MAX_WEIGHT : -AB_MAX_WEIGHT;
  game.weights = extreme;
  for (i = 0; i < 2; i++) {
    game.scale = scales[i];
    refused += ab_game_flaw(&game) != NULL;
  }
  if (refused > 0)
    printf("%d of 2 scales at the limit were refused\n", refused);
  return refused;
}

int main (void) {
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_MINIMAX, AB_PAPER_F2, AB_ITERATIVE};
  int form, k, depth, failures = flaws_missed() + limits_refused(), checks = 0;
  for (form = 0; form < FORMS; form++)
    for (k = 0; k < (int)(sizeof algorithms / sizeof *algorithms); k++)
      for (depth = 0; depth <= PLIES; depth++) {
        ab_game game = describe(form), hand = by_hand(game);
        ab_result a, b;
        summed = &game;
        a = searched(&game, algorithms[k], depth, (unsigned)(form + depth));
        b = searched(&hand, algorithms[k], depth, (unsigned)(form + depth));
        checks++;
        if (a.nodes <= (depth > 0) || a.nodes != b.nodes || a.value != b.value || asked_in_vain > 0) {
          failures++;
          printf("form %d, algorithm %d, depth %d: %.17g of %.0f positions, %.17g of %.0f by hand\n", form, k, depth, a.value,
                 (double)a.nodes, b.value, (double)b.nodes);
        }
      }
  printf("%d searches, %d failures\n", checks, failures);
  return failures > 0;
}

/*
** A game in C as another rock would bring it, knowing nothing of the library but "alphabeta.h": seeded random
** graphs in which equal positions are met again, in every form that a native game can take.
**
**   native_trees.make(options) -> handle for alphabeta.native
**   options: seed, depth, repetition (a whole number), and as true those of forms[] below and those operations that are wanted; `flaw`,
**   one of those below that spoil a handle; `wrong_moves` and `wrong_noisy`, numbers of moves that these functions
**   give from ply `wrong_from` on
**
** spec/support/native_trees.lua is the same game in Lua.
*/
#include <string.h>
#include <lua.h>
#include <lauxlib.h>
#include "alphabeta.h"

#define DEEPEST 12
#define WIDEST 4
#define WIDTH 40 /* positions of one ply */
#define ROUND_WIDTH 6 /* positions of all plies, in a game that goes round in circles */

enum { LISTED = 1, LARGE = 2, ILLEGAL = 4, LAZY = 8, PAYOFF = 16, AGAIN = 32, VIEWPOINT = 64, HALVES = 128,
       FULL = 256, ROUND = 512 };

static const struct {
  const char *name;
  int form;
} forms[] = {
  {"listed", LISTED}, {"large", LARGE | LISTED}, {"illegal", ILLEGAL}, {"lazy", LAZY}, {"payoff", PAYOFF},
  {"again", AGAIN}, {"viewpoint", VIEWPOINT | AGAIN}, {"halves", HALVES}, {"full", FULL},
  {"round", ROUND | AGAIN}
};

typedef struct tree {
  uint64_t seed;
  int depth, form;
  int wrong_moves, wrong_noisy, wrong_from;
} tree;

typedef struct position {
  int32_t ply, player;
  uint64_t id;
} position;

/* In place: the positions on the way here are kept, so that moves can be taken back. */
typedef struct path {
  position now;
  position before[DEEPEST];
} path;

/* As in spec/support/random.lua. */
#if LUA_VERSION_NUM >= 503
static uint64_t mix (uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t hash (uint64_t id, uint64_t k) { return mix(id + k * 0x9E3779B97F4A7C15u); }

static int draw (uint64_t id, uint64_t k, unsigned n) { return (int)((hash(id, k) >> 33) % n); }
#else
#define HALF ((uint64_t)1 << 23)
#define PRIME (HALF - 15)

static uint64_t hash (uint64_t id, uint64_t k) {
  uint64_t low = id % HALF, high = id / HALF % PRIME;
  int round;
  for (round = 1; round <= 4; round++) {
    low = (low + high * high + k * 40503 + (uint64_t)round) % PRIME;
    high = (high + low * low + 30011) % PRIME;
  }
  return high * HALF + low;
}

static int draw (uint64_t id, uint64_t k, unsigned n) { return (int)((hash(id, k) >> 15) % n); }
#endif

static int is_over (const tree *t, const position *p) {
  if (t->form & ROUND)
    return p->ply > 0 && draw(p->id, 1, 5) == 0;
  if (t->form & FULL)
    return p->ply >= t->depth;
  return p->ply >= t->depth || (p->ply > 0 && draw(p->id, 1, 5) == 0);
}

/* The move to child `number`, 1 to WIDEST, and back. */
static ab_move move_to (const tree *t, int number) {
  if (t->form & LARGE)
    return hash(0, (uint64_t)number);
  return t->form & LISTED ? (ab_move)(7 * number) : (ab_move)number;
}

static int number_of (const tree *t, ab_move move) {
  int number = 1;
  while (move_to(t, number) != move)
    number++;
  return number;
}

static int count (const tree *t, const position *p) {
  return is_over(t, p) ? 0 : t->form & FULL ? WIDEST : 1 + draw(p->id, 5, WIDEST);
}

static int tree_moves (void *context, void *state, ab_move *list) {
  const tree *t = context;
  int n = count(t, state), i;
  if (t->wrong_moves != 0 && ((position *)state)->ply >= t->wrong_from)
    return t->wrong_moves;
  for (i = 0; list != NULL && i < n; i++)
    list[i] = move_to(t, i + 1);
  return t->form & LAZY ? AB_LAZY : n;
}

static int tree_more (void *context, void *state, ab_move move) {
  return move <= (ab_move)count(context, state);
}

static ab_value value_of (const tree *t, const position *p) {
  ab_value value = draw(p->id, 2, 41) - 20;
  if (t->form & HALVES)
    value /= 2;
  return t->form & VIEWPOINT && p->player == 2 ? -value : value;
}

static ab_played tree_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const tree *t = context;
  const position *from = state;
  position to;
  int number = number_of(t, move);
  if (t->form & ILLEGAL && draw(from->id, 50 + (uint64_t)number, 3) == 0)
    return AB_ILLEGAL;
  to.ply = from->ply + 1;
  to.id = hash(t->seed * 1000 + (uint64_t)(t->form & ROUND ? 0 : to.ply),
               1000 + (uint64_t)draw(from->id, 100 + (uint64_t)number, t->form & ROUND ? ROUND_WIDTH : WIDTH));
  to.player = t->form & ROUND ? 1 + draw(to.id, 3, 2)
              : t->form & AGAIN && draw(to.id, 3, 3) == 0 ? from->player : 3 - from->player;
  if (next == state)
    ((path *)next)->before[from->ply] = *from;
  *(position *)next = to;
  if (!(t->form & PAYOFF && is_over(t, &to)))
    return AB_PLAYED;
  *payoff = value_of(t, &to);
  return AB_OVER;
}

static void tree_undo (void *context, void *state, ab_move move) {
  path *p = state;
  int ply = p->now.ply - 1;
  (void)context;
  (void)move;
  p->now = p->before[ply];
  memset(&p->before[ply], 0, sizeof p->before[ply]);
}

static ab_value tree_evaluate (void *context, void *state) { return value_of(context, state); }

/* Of use only where it is known that there are no moves: all may be illegal. */
static ab_value tree_payoff (void *context, void *state) {
  const tree *t = context;
  const position *p = state;
  int number, open = 0;
  for (number = 1; number <= count(t, p); number++)
    open |= !(t->form & ILLEGAL && draw(p->id, 50 + (uint64_t)number, 3) == 0);
  return open ? 1000 : value_of(t, p);
}

/* Where `play` tells the end, that is not asked there. */
static ab_value tree_static (void *context, void *state) {
  const tree *t = context;
  return t->form & PAYOFF && is_over(t, state) ? -1000 : value_of(t, state);
}

static int tree_player (void *context, void *state) {
  (void)context;
  return ((position *)state)->player;
}

static uint64_t tree_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return hash(p->id, (uint64_t)p->player);
}

static double tree_order (void *context, void *state, ab_move move) {
  return draw(((position *)state)->id, 700 + (uint64_t)number_of(context, move), 10);
}

/* Moves to children of the same number are alike. */
static uint64_t tree_tag (void *context, void *state, ab_move move) {
  (void)state;
  return (uint64_t)number_of(context, move) % 3;
}

static double tree_likelihood (void *context, void *state, ab_move move) {
  return draw(((position *)state)->id, 500 + (uint64_t)number_of(context, move), 5) / 4.0;
}

/* As the player to move sees it: exact at the end. */
static void tree_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const tree *t = context;
  const position *p = state;
  int over = is_over(t, p);
  ab_value value = value_of(t, p);
  if (t->form & VIEWPOINT && p->player == 2)
    value = -value;
  *low = over ? value : -20;
  *high = over ? value : 20;
}

/* Legal ones only: some of the moves, or every move. */
static int tree_noisy (void *context, void *state, ab_move *list) {
  const tree *t = context;
  const position *p = state;
  int i, n = count(t, p), noisy = 0;
  if (t->wrong_noisy != 0 && p->ply >= t->wrong_from)
    return t->wrong_noisy;
  if (draw(p->id, 600, 6) == 0)
    return AB_EVERY;
  for (i = 1; i <= n; i++)
    if (draw(p->id, 600 + (uint64_t)i, 2) == 0)
      list[noisy++] = move_to(t, i);
  return noisy;
}

/* A few sums of these by the weights are near each other. */
static int tree_features (void *context, void *state, double *list) {
  const position *p = state;
  if (is_over(context, p))
    return 0;
  list[0] = value_of(context, p);
  list[1] = p->ply % 3 - 1;
  list[2] = (draw(p->id, 9, 15) - 7) / 7.0;
  return 1;
}

static double tree_phase (void *context, void *state) {
  const position *p = state;
  (void)context;
  return (double)draw(p->id, 10, 11) / 10;
}

/* The same, but for the ends: those lie outside. */
static double wide_phase (void *context, void *state) {
  double phase = tree_phase(context, state);
  return phase <= 0 ? -3 : phase >= 1 ? 7 : phase;
}

/* One player's way to one of some positions. */
static int tree_goal (void *context, void *state) {
  (void)context;
  return draw(((position *)state)->id, 800, 12) == 0;
}

static double tree_cost (void *context, void *state, ab_move move) {
  return (1 + draw(((position *)state)->id, 810 + (uint64_t)number_of(context, move), 3)) / 2.0;
}

static double tree_remaining (void *context, void *state) { return tree_goal(context, state) ? 0 : 0.5; }

static const double tree_weights[3] = {0.03, -0.2, 1 / 3.0};
static const double phased_weights[9] = {0.03, -0.2, 1 / 3.0, 0.05, 0.1, -0.25, -0.01, 0.3, 0.7};
static const double absurd_weights[3] = {0, AB_INF, 0};

static int tree_write (void *context, const void *state, int64_t *list) {
  const position *p = state;
  (void)context;
  list[0] = p->ply;
  list[1] = p->player;
  list[2] = (int64_t)p->id;
  return 3;
}

static const char *tree_read (void *context, void *state, const int64_t *list, int count) {
  const tree *t = context;
  position *p = state;
  if (count != 3)
    return "three numbers expected";
  if (list[0] < 0 || list[0] > t->depth || list[1] < 1 || list[1] > 2)
    return "there is no such ply or player";
  p->ply = (int32_t)list[0];
  p->player = (int32_t)list[1];
  p->id = (uint64_t)list[2];
  return NULL;
}

static void tree_keep (void *context, int ply, ab_move move, int slot) {
  (void)context;
  (void)ply;
  (void)move;
  (void)slot;
}

/* ---------------------------------------------------------------- the handle */

/* Everything in one userdata. */
typedef struct handle {
  ab_native native;
  ab_game game;
  tree tree;
} handle;

static int asks (lua_State *L, const char *option) {
  int asked;
  lua_getfield(L, 1, option);
  asked = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return asked;
}

static lua_Integer number (lua_State *L, const char *option) {
  lua_Integer given;
  lua_getfield(L, 1, option);
  given = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return given;
}

static void describe (lua_State *L, ab_game *game, int form) {
  static const ab_game plain = {
    .abi = AB_ABI, .size = sizeof(ab_game), .name = "trees",
    .state_size = sizeof(position), .moves = tree_moves, .play = tree_play, .evaluate = tree_evaluate,
    .max_numbers = 3, .write = tree_write, .read = tree_read
  };
  *game = plain;
  if (form & LISTED)
    game->max_moves = WIDEST;
  if (form & AGAIN || asks(L, "player"))
    game->player = tree_player;
  if (form & VIEWPOINT)
    game->viewpoint = 1;
  if (form & LAZY)
    game->more = tree_more;
  if (asks(L, "returns"))
    game->returns = 1;
  if (asks(L, "undo")) {
    game->undo = tree_undo;
    game->state_size = sizeof(path);
  }
  if (asks(L, "key"))
    game->key = tree_key;
  if (asks(L, "repetition")) {
    game->repeats = 1;
    game->repetition = (ab_value)number(L, "repetition");
  }
  if (asks(L, "order"))
    game->order = tree_order;
  if (asks(L, "tag"))
    game->tag = tree_tag;
  if (asks(L, "goal"))
    game->goal = tree_goal;
  if (asks(L, "cost"))
    game->cost = tree_cost;
  if (asks(L, "estimate"))
    game->remaining = tree_remaining;
  if (asks(L, "likelihood"))
    game->likelihood = tree_likelihood;
  if (asks(L, "bounds"))
    game->bounds = tree_bounds;
  if (asks(L, "noisy"))
    game->noisy = tree_noisy;
  if (asks(L, "keep"))
    game->keep = tree_keep;
  if (asks(L, "features")) {
    game->features = tree_features;
    game->feature_count = 3;
  }
  if (asks(L, "static")) {
    game->evaluate = tree_payoff;
    game->estimate = tree_static;
  }
  if (asks(L, "weights")) {
    game->weights = tree_weights;
    game->scale = 15;
  }
  if (asks(L, "phases")) {
    game->phase = asks(L, "wide") ? wide_phase : tree_phase;
    game->phases = asks(L, "weights") ? 3 : 0;
    game->weights = asks(L, "weights") ? phased_weights : NULL;
  }
}

/* What is wrong with a handle that is to be refused. */
static int too_many (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 100000;
}

static int too_few (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return AB_EVERY;
}

/* Two outcomes, and room for one until there is to be more. */
static ab_game *raised;

static int raising (void *context, void *state, ab_move *list, double *weights) {
  (void)context;
  (void)state;
  (void)list;
  if (raised->max_outcomes < 2)
    raised->max_outcomes = 2;
  else
    weights[0] = weights[1] = 1;
  return 2;
}

static int given; /* what `chance` gives */

static int wrong_chance (void *context, void *state, ab_move *list, double *weights) {
  (void)context;
  (void)state;
  (void)list;
  weights[0] = 1;
  weights[1] = 0;
  return given;
}

static ab_value infinite (void *context, void *state) {
  (void)context;
  (void)state;
  return AB_INF;
}

static int too_long (void *context, const void *state, int64_t *list) {
  (void)context;
  (void)state;
  (void)list;
  return 4;
}

static int too_large (void *context, const void *state, int64_t *list) {
  (void)context;
  (void)state;
  list[0] = INT64_C(1) << 60; /* for a Lua without integers */
  return 1;
}

static void spoil (handle *made, const char *flaw) {
  ab_game *game = &made->game;
#define FLAW(name, change) if (strcmp(flaw, name) == 0) { change; }
  FLAW("no game", made->native.game = NULL)
  FLAW("abi", game->abi = AB_ABI + 1)
  FLAW("size", game->size = sizeof *game - 8)
  FLAW("no state", game->state_size = 0)
  FLAW("absurd state", game->state_size = (size_t)-1)
  FLAW("max_moves", game->max_moves = AB_MAX_MOVES + 1)
  FLAW("negative max_moves", game->max_moves = -1)
  FLAW("viewpoint", game->viewpoint = 2)
  FLAW("viewpoint without player", game->viewpoint = 1)
  FLAW("infinite range", game->low = -AB_INF; game->high = AB_INF)
  FLAW("range without viewpoint", game->viewpoint = 0; game->low = 0; game->high = 1)
  FLAW("repeats", game->repeats = 2)
  FLAW("repetition alone", game->repetition = 1)
  FLAW("repeats without key", game->repeats = 1)
  FLAW("repetition without player", game->repeats = 1; game->key = tree_key; game->repetition = 1)
  FLAW("repetition out of range", game->repeats = 1; game->key = tree_key; game->player = tree_player;
       game->low = -1; game->high = 1; game->repetition = 2)
  FLAW("repetition is NaN", game->repeats = 1; game->key = tree_key; game->player = tree_player;
       game->repetition = AB_INF - AB_INF)
  FLAW("infinite repetition", game->repeats = 1; game->key = tree_key; game->player = tree_player;
       game->chance = raising; game->repetition = AB_INF)
  FLAW("feature_count", game->features = tree_features; game->feature_count = AB_MAX_FEATURES + 1)
  FLAW("no features", game->weights = tree_weights; game->scale = 1)
  FLAW("estimate", game->features = tree_features; game->feature_count = 3; game->weights = tree_weights; game->scale = 1;
       game->estimate = tree_evaluate)
  FLAW("weights", game->features = tree_features; game->feature_count = 3; game->weights = absurd_weights; game->scale = 1)
  FLAW("phases", game->features = tree_features; game->feature_count = 3; game->weights = phased_weights; game->scale = 1;
       game->phases = AB_MAX_PHASES + 1; game->phase = tree_phase)
  FLAW("no phase", game->features = tree_features; game->feature_count = 3; game->weights = phased_weights;
       game->scale = 1; game->phases = 3)
  FLAW("scale", game->features = tree_features; game->feature_count = 3; game->weights = tree_weights)
  FLAW("scale out of range", game->features = tree_features; game->feature_count = 3; game->weights = tree_weights;
       game->scale = 21; game->low = -20; game->high = 20)
  FLAW("moves", game->moves = NULL)
  FLAW("play", game->play = NULL)
  FLAW("evaluate", game->evaluate = NULL)
  FLAW("read", game->read = NULL)
  FLAW("max_numbers", game->max_numbers = 0)
  FLAW("absurd max_numbers", game->max_numbers = AB_MAX_STATE + 1)
  FLAW("nameless", game->name = NULL)
  FLAW("too many", game->moves = too_many)
  FLAW("too few", game->moves = too_few)
  FLAW("raising", game->chance = raising; game->max_outcomes = 1; raised = game)
  FLAW("three outcomes", game->chance = wrong_chance; game->max_outcomes = 2; given = 3)
  FLAW("fewer outcomes", game->chance = wrong_chance; game->max_outcomes = 2; given = -1)
  FLAW("no weight", game->chance = wrong_chance; game->max_outcomes = 2; given = 2)
  FLAW("infinite", game->chance = raising; game->max_outcomes = 1; raised = game; game->evaluate = infinite)
  FLAW("too long", game->write = too_long)
  FLAW("too large", game->write = too_large)
  FLAW("no write", game->write = NULL)
#undef FLAW
}

static int make (lua_State *L) {
  size_t i;
  handle *made;
  luaL_checktype(L, 1, LUA_TTABLE);
  made = lua_newuserdata(L, sizeof *made);
  made->native.game = &made->game;
  made->native.context = &made->tree;
  made->tree.seed = (uint64_t)number(L, "seed");
  made->tree.depth = (int)number(L, "depth");
  made->tree.wrong_moves = (int)number(L, "wrong_moves");
  made->tree.wrong_noisy = (int)number(L, "wrong_noisy");
  made->tree.wrong_from = (int)number(L, "wrong_from");
  made->tree.form = 0;
  for (i = 0; i < sizeof forms / sizeof *forms; i++)
    if (asks(L, forms[i].name))
      made->tree.form |= forms[i].form;
  describe(L, &made->game, made->tree.form);
  lua_getfield(L, 1, "flaw");
  if (lua_isstring(L, -1))
    spoil(made, lua_tostring(L, -1));
  if (!lua_isstring(L, -1) || strcmp(lua_tostring(L, -1), "no metatable") != 0) {
    luaL_newmetatable(L, AB_NATIVE_TYPE);
    lua_setmetatable(L, -3);
  }
  lua_pop(L, 1);
  return 1;
}

/* A userdata of the size given, with nothing in it. */
static int truncated (lua_State *L) {
  size_t size = (size_t)luaL_checkinteger(L, 1);
  void *data = lua_newuserdata(L, size);
  memset(data, 0, size);
  luaL_newmetatable(L, AB_NATIVE_TYPE);
  lua_setmetatable(L, -2);
  return 1;
}

static int light (lua_State *L) {
  static const ab_native nothing;
  lua_pushlightuserdata(L, (void *)&nothing);
  return 1;
}

int luaopen_native_trees (lua_State *L);

int luaopen_native_trees (lua_State *L) {
  lua_newtable(L);
  lua_pushcfunction(L, make);
  lua_setfield(L, -2, "make");
  lua_pushcfunction(L, truncated);
  lua_setfield(L, -2, "truncated");
  lua_pushcfunction(L, light);
  lua_setfield(L, -2, "light");
  return 1;
}

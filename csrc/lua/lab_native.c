/*
** Native rules as a game that Lua can play: a table of C functions over states that are userdata. Each
** function has the rules as its upvalue; by that, and by itself, the search knows it for what it is.
**
** A game in C gets only what is right: its own positions, and moves that it has listed.
*/
#include <stdio.h>
#include <string.h>
#include "lab_native.h"
#include "lab_error.h"
#include "lab_family.h"
#include "lab_memory.h"
#include "lab_value.h"
#include "lab_weights.h"

#define FEW_MOVES 64
#define FEW_BYTES 512

/* ---------------------------------------------------------------- asking a game */

/* The rules of the operation that is running. */
static const lab_rules *own_rules (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static lab_state *check_state (lua_State *L, const char *caller) {
  return lab_state_check(L, caller, 1, own_rules(L));
}

static int most_moves (const ab_game *game) { return game->max_moves > 0 ? game->max_moves : AB_MAX_MOVES; }

int lab_native_may_give (const ab_game *game, int count) { return count >= 0 && count <= most_moves(game); }

const char *lab_native_certain (const ab_game *game) {
  return game->simultaneous == NULL ? "outcome" : game->chance == NULL ? "joint move" : "outcome or joint move";
}

const char *lab_native_wrong_count (lua_State *L, const char *name, const ab_game *game, const char *function, int count) {
  int chance = strcmp(function, "chance") == 0, both = strcmp(function, "simultaneous") == 0;
  if (both && lab_native_may_give(game, count))
    return lua_pushfstring(L, "%s: 'simultaneous' gave %d choices (limit is %d pairs of them, at least one)",
                           lab_error_label(L, name), count, AB_MAX_JOINT);
  return lua_pushfstring(L, "%s: '%s' gave %d %s (limit is %d)", lab_error_label(L, name), function, count,
                         chance ? "outcomes" : both ? "choices" : "moves",
                         chance ? ab_game_most_outcomes(game) : most_moves(game));
}

typedef struct lab_moves {
  int count;     /* or AB_EVERY */
  ab_move *list; /* NULL: they are the numbers 1 to `count` */
  ab_move few[FEW_MOVES];
} lab_moves;

static ab_move move_at (const lab_moves *moves, int i) {
  return moves->list == NULL ? (ab_move)i + 1 : moves->list[i];
}

/* Ask the game whether chance decides in a position: the number of outcomes, and their weights at *weights, where there
** is room for FEW_MOVES. */
static int ask_chance (lua_State *L, lab_state *state, lab_moves *moves, double **weights) {
  const ab_game *game = state->rules.game;
  int most;
  moves->count = 0;
  moves->list = NULL;
  if (game->chance == NULL)
    return 0;
  if (game->max_moves > 0)
    moves->list = lab_memory_borrow(L, moves->few, sizeof moves->few, (size_t)most_moves(game) * sizeof *moves->list);
  do { /* it may raise the number that there is to be room for */
    most = ab_game_most_outcomes(game);
    *weights = lab_memory_borrow(L, *weights, FEW_MOVES * sizeof **weights, (size_t)most * sizeof **weights);
    moves->count = game->chance(state->rules.context, lab_state_bytes(state), moves->list, *weights);
  } while (moves->count > most && moves->count <= ab_game_most_outcomes(game));
  if (moves->count < 0 || moves->count > most)
    luaL_error(L, "%s", lab_native_wrong_count(L, game->name, game, "chance", moves->count));
  return moves->count;
}

/* What each player can choose where both do at once. */
typedef struct lab_choices {
  int counts[2];
  ab_move *lists[2]; /* NULL: they are numbers */
  ab_move few[2][FEW_MOVES];
} lab_choices;

/* Ask the game whether both choose at once in a position: not where chance decides. */
static int ask_both (lua_State *L, lab_state *state, lab_choices *choices) {
  const ab_game *game = state->rules.game;
  int player, wrong;
  lab_moves outcomes;
  double few[FEW_MOVES], *weights = few;
  if (game->simultaneous == NULL || ask_chance(L, state, &outcomes, &weights) > 0)
    return 0;
  for (player = 0; player < 2; player++) {
    choices->counts[player] = 0;
    choices->lists[player] = game->max_moves == 0 ? NULL
      : lab_memory_borrow(L, choices->few[player], sizeof choices->few[player], (size_t)game->max_moves * sizeof(ab_move));
  }
  if (!game->simultaneous(state->rules.context, lab_state_bytes(state), choices->lists, choices->counts))
    return 0;
  if (!ab_game_may_choose(game, 2, choices->counts, &wrong))
    luaL_error(L, "%s", lab_native_wrong_count(L, game->name, game, "simultaneous", wrong));
  return 1;
}

static ab_move choice_at (const lab_choices *choices, int player, int i) {
  return choices->lists[player] == NULL ? (ab_move)i + 1 : choices->lists[player][i];
}

/* Does chance decide in a position, or do both choose at once? Then no player has moves. */
static int is_nobodys (lua_State *L, lab_state *state) {
  lab_moves outcomes;
  lab_choices choices;
  double few[FEW_MOVES], *weights = few;
  return ask_chance(L, state, &outcomes, &weights) > 0 || ask_both(L, state, &choices);
}

/* Ask the game for its moves in a position, or for the noisy ones. */
static void ask (lua_State *L, lab_state *state, int noisy, lab_moves *moves) {
  const ab_game *game = state->rules.game;
  void *context = state->rules.context, *bytes = lab_state_bytes(state);
  int most = most_moves(game), count;
  moves->count = 0;
  moves->list = NULL;
  if (is_nobodys(L, state))
    return;
  if (game->max_moves > 0)
    moves->list = lab_memory_borrow(L, moves->few, sizeof moves->few, (size_t)most * sizeof *moves->list);
  count = (noisy ? game->noisy : game->moves)(context, bytes, moves->list);
  if (count == AB_LAZY && game->more != NULL && moves->list == NULL)
    for (count = 0; count < most && game->more(context, bytes, (ab_move)count + 1);)
      count++;
  if (!lab_native_may_give(game, count) && !(noisy && count == AB_EVERY))
    luaL_error(L, "%s", lab_native_wrong_count(L, game->name, game, noisy ? "noisy" : "moves", count));
  moves->count = count;
}

/* Room for a position, for the time of a call. */
typedef union lab_room {
  double aligned;
  char bytes[FEW_BYTES];
} lab_room;

/* Play a move, or a joint move, on a copy of the position, which comes to stand in `next`. */
static ab_played try_any (const lab_rules *rules, void *state, const ab_move *moves, int joint, void *next, ab_value *payoff) {
  const ab_game *game = rules->game;
  if (game->undo != NULL) {
    memcpy(next, state, game->state_size);
    state = next;
  }
  return joint ? game->play_at_once(rules->context, state, moves, next, payoff)
               : game->play(rules->context, state, moves[0], next, payoff);
}

static ab_played try_move (const lab_rules *rules, void *state, ab_move move, void *next, ab_value *payoff) {
  return try_any(rules, state, &move, 0, next, payoff);
}

/* Push a list of those of the moves that are legal. */
static void push_legal (lua_State *L, lab_state *state, const lab_moves *moves) {
  lab_room room;
  void *next = lab_memory_borrow(L, &room, sizeof room, state->rules.game->state_size);
  ab_value payoff;
  int i, n = 0;
  lua_createtable(L, moves->count, 0);
  for (i = 0; i < moves->count; i++) {
    ab_move move = move_at(moves, i);
    if (try_move(&state->rules, lab_state_bytes(state), move, next, &payoff) != AB_ILLEGAL) {
      lab_value_push_integer(L, (int64_t)move);
      lua_rawseti(L, -2, ++n);
    }
  }
}

static ab_move check_move (lua_State *L, const char *caller, lab_state *state) {
  lab_moves moves;
  double few[FEW_MOVES], *weights = few;
  int64_t move;
  int i;
  if (!lab_value_to_integer(L, 2, &move))
    lab_error_argument(L, caller, 2, "move expected, got %s", lab_error_got(L, 2));
  if (ask_chance(L, state, &moves, &weights) == 0)
    ask(L, state, 0, &moves);
  for (i = 0; i < moves.count; i++)
    if (move_at(&moves, i) == (ab_move)move)
      return (ab_move)move;
  return (ab_move)lab_error_argument(L, caller, 2, "legal move expected, got %s", lua_tostring(L, 2));
}

/* A choice of player 1 or 2 is argument number 2 or 3; nil where there is none. */
static ab_move check_choice (lua_State *L, const lab_choices *choices, int player) {
  int i, at = player + 2;
  int64_t move;
  if (choices->counts[player] == 0 && lua_isnil(L, at))
    return AB_NO_CHOICE;
  if (!lab_value_to_integer(L, at, &move))
    lab_error_argument(L, "play", at, "choice of player %d expected, got %s", player + 1, lab_error_got(L, at));
  for (i = 0; i < choices->counts[player]; i++)
    if (choice_at(choices, player, i) == (ab_move)move)
      return (ab_move)move;
  return (ab_move)lab_error_argument(L, "play", at, "choice of player %d expected, got %s", player + 1,
                                     lua_tostring(L, at));
}

/* ---------------------------------------------------------------- the operations, as Lua sees them */

static int native_moves (lua_State *L) {
  lab_state *state = check_state(L, "moves");
  lab_moves moves;
  ask(L, state, 0, &moves);
  push_legal(L, state, &moves);
  return 1;
}

static int native_noisy (lua_State *L) {
  lab_state *state = check_state(L, "noisy");
  lab_moves moves;
  ask(L, state, 1, &moves);
  if (moves.count == AB_EVERY)
    lua_pushboolean(L, 1);
  else
    push_legal(L, state, &moves);
  return 1;
}

/* The outcomes and their weights, or nil. */
static int native_chance (lua_State *L) {
  lab_state *state = check_state(L, "chance");
  lab_moves moves;
  double few[FEW_MOVES], *weights = few;
  int i, outcomes, count = ask_chance(L, state, &moves, &weights);
  if (count == 0)
    return 0;
  lua_createtable(L, count, 0);
  outcomes = lua_gettop(L);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lab_value_push_integer(L, (int64_t)move_at(&moves, i));
    lua_rawseti(L, outcomes, i + 1);
    lua_pushnumber(L, weights[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 2;
}

static void push_choices (lua_State *L, const lab_choices *choices, int player) {
  int i;
  lua_createtable(L, choices->counts[player], 0);
  for (i = 0; i < choices->counts[player]; i++) {
    lab_value_push_integer(L, (int64_t)choice_at(choices, player, i));
    lua_rawseti(L, -2, i + 1);
  }
}

/* What each player can choose, or nil. */
static int native_simultaneous (lua_State *L) {
  lab_state *state = check_state(L, "simultaneous");
  lab_choices choices;
  if (!ask_both(L, state, &choices))
    return 0;
  push_choices(L, &choices, 0);
  push_choices(L, &choices, 1);
  return 2;
}

static int native_play (lua_State *L) {
  lab_state *state = check_state(L, "play"), *next;
  lab_choices choices;
  ab_move moves[2];
  ab_value payoff;
  ab_played played;
  int joint;
  lua_settop(L, 3);
  joint = ask_both(L, state, &choices);
  moves[0] = joint ? check_choice(L, &choices, 0) : check_move(L, "play", state);
  if (joint)
    moves[1] = check_choice(L, &choices, 1);
  lab_anchor_push(L, 1);
  next = lab_state_new(L, &state->rules);
  played = try_any(&state->rules, lab_state_bytes(state), moves, joint, lab_state_bytes(next), &payoff);
  if (played == AB_ILLEGAL)
    lab_error_argument(L, "play", 2, "legal move expected, got %s", lua_tostring(L, 2));
  if (played != AB_OVER)
    return 1;
  lab_value_push(L, 1, payoff);
  return 2;
}

static void push_worth (lua_State *L, double worth) { lab_value_push(L, 1, worth); }

/* What lies outside counts as the nearer of 0 and 1. */
static void push_phase (lua_State *L, double phase) { lua_pushnumber(L, phase > 0 ? phase < 1 ? phase : 1 : 0); }

/* What the rules answer to the position alone, and to a move of it. */
#define ANSWER(name, push, operation)                                                            \
  static int native_##name (lua_State *L) {                                                      \
    lab_state *state = check_state(L, #name);                                                    \
    push(L, state->rules.game->operation(state->rules.context, lab_state_bytes(state)));         \
    return 1;                                                                                    \
  }

#define ANSWER_TO_MOVE(name, push, operation)                                                    \
  static int native_##name (lua_State *L) {                                                      \
    lab_state *state = check_state(L, #name);                                                    \
    ab_move move = check_move(L, #name, state);                                                  \
    push(L, state->rules.game->operation(state->rules.context, lab_state_bytes(state), move));   \
    return 1;                                                                                    \
  }

/* Does a player have a legal move, or is there something else that goes on? */
static int goes_on (lua_State *L, lab_state *state) {
  lab_moves moves;
  int goes;
  if (is_nobodys(L, state))
    return 1;
  ask(L, state, 0, &moves);
  push_legal(L, state, &moves);
  goes = lua_rawlen(L, -1) > 0;
  lua_pop(L, 1);
  return goes;
}

/* Lua asks this everywhere: where the game goes on it gets the static evaluation, if the rules have one. */
static int native_evaluate (lua_State *L) {
  lab_state *state = check_state(L, "evaluate");
  const lab_rules *rules = &state->rules;
  int is_static = rules->game->estimate != NULL && goes_on(L, state);
  push_worth(L, (is_static ? rules->game->estimate : rules->game->evaluate)(rules->context, lab_state_bytes(state)));
  return 1;
}

ANSWER (player, lua_pushinteger, player)
ANSWER (goal, lua_pushboolean, goal)
ANSWER (estimate, push_worth, remaining)
ANSWER (phase, push_phase, phase)
ANSWER_TO_MOVE (order, lua_pushnumber, order)
ANSWER_TO_MOVE (likelihood, lua_pushnumber, likelihood)
ANSWER_TO_MOVE (cost, push_worth, cost)

/* Where integers have less than 64 bits the key is a string of its bytes. */
static int native_key (lua_State *L) {
  lab_state *state = check_state(L, "key");
  uint64_t key = state->rules.game->key(state->rules.context, lab_state_bytes(state));
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)key);
#else
  lua_pushlstring(L, (const char *)&key, sizeof key);
#endif
  return 1;
}

static int native_bounds (lua_State *L) {
  lab_state *state = check_state(L, "bounds");
  ab_value low, high;
  state->rules.game->bounds(state->rules.context, lab_state_bytes(state), &low, &high);
  lab_value_push(L, 1, low);
  lab_value_push(L, 1, high);
  return 2;
}

/* A list; nothing where the game is over. */
static int native_features (lua_State *L) {
  lab_state *state = check_state(L, "features");
  const ab_game *game = state->rules.game;
  double list[AB_MAX_FEATURES];
  int i;
  if (!game->features(state->rules.context, lab_state_bytes(state), list))
    return 0;
  lua_createtable(L, game->feature_count, 0);
  for (i = 0; i < game->feature_count; i++) {
    lua_pushnumber(L, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Positions to lists of integers and back. */
static int native_write (lua_State *L) {
  lab_state *state = check_state(L, "write");
  lab_numbers numbers;
  const int64_t *list = lab_state_write(L, state, &numbers);
  int i;
  lua_createtable(L, numbers.count, 0);
  for (i = 0; i < numbers.count; i++) {
    lab_value_push_integer(L, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int native_read (lua_State *L) {
  const lab_rules *rules = own_rules(L);
  lab_numbers numbers;
  int64_t *list;
  size_t count;
  lab_state *state;
  const char *flaw;
  int i;
  if (!lua_istable(L, 1))
    lab_error_argument(L, "read", 1, "list of integers expected, got %s", luaL_typename(L, 1));
  count = lua_rawlen(L, 1);
  if (count > AB_MAX_STATE)
    lab_error_argument(L, "read", 1, "list of %d integers at most expected", AB_MAX_STATE);
  list = lab_memory_borrow(L, numbers.few, sizeof numbers.few, count * sizeof *list);
  for (i = 0; i < (int)count; i++) {
    lua_rawgeti(L, 1, i + 1);
    if (!lab_value_to_integer(L, -1, &list[i]))
      lab_error_argument(L, "read", 1, "list of integers expected, got %s at %d", lab_error_got(L, -1), i + 1);
    lua_pop(L, 1);
  }
  lab_anchor_push(L, lua_upvalueindex(1));
  state = lab_state_new(L, rules);
  flaw = rules->game->read(rules->context, lab_state_bytes(state), list, (int)count);
  if (flaw == NULL)
    return 1;
  lua_pushnil(L);
  lua_pushstring(L, flaw);
  return 2;
}

static const struct {
  const char *name;
  lua_CFunction function;
  int what; /* 0: not for the search */
} operations[] = {
  {"moves", native_moves, LAB_MOVES},
  {"play", native_play, LAB_PLAY},
  {"evaluate", native_evaluate, LAB_EVALUATE},
  {"player", native_player, LAB_PLAYER},
  {"bounds", native_bounds, LAB_BOUNDS},
  {"likelihood", native_likelihood, LAB_LIKELIHOOD},
  {"key", native_key, LAB_KEY},
  {"order", native_order, LAB_ORDER},
  {"noisy", native_noisy, LAB_NOISY},
  {"chance", native_chance, LAB_CHANCE},
  {"simultaneous", native_simultaneous, LAB_SIMULTANEOUS},
  {"goal", native_goal, LAB_GOAL},
  {"cost", native_cost, LAB_COST},
  {"estimate", native_estimate, LAB_ESTIMATE},
  {"features", native_features, LAB_FEATURES},
  {"phase", native_phase, LAB_PHASE},
  {"read", native_read, 0},
  {"write", native_write, 0}
};

#define OPERATIONS (sizeof operations / sizeof *operations)

int lab_native_has (const ab_game *game, int what) {
  switch (what) {
    case LAB_EVALUATE: return game->evaluate != NULL;
    case LAB_PLAYER: return game->player != NULL;
    case LAB_BOUNDS: return game->bounds != NULL;
    case LAB_LIKELIHOOD: return game->likelihood != NULL;
    case LAB_KEY: return game->key != NULL;
    case LAB_ORDER: return game->order != NULL;
    case LAB_NOISY: return game->noisy != NULL;
    case LAB_CHANCE: return game->chance != NULL;
    case LAB_SIMULTANEOUS: return game->simultaneous != NULL;
    case LAB_GOAL: return game->goal != NULL;
    case LAB_COST: return game->cost != NULL;
    case LAB_ESTIMATE: return game->remaining != NULL;
    case LAB_FEATURES: return game->features != NULL;
    case LAB_WEIGHTS: return game->weights != NULL;
    case LAB_PHASE: return game->phase != NULL;
    default: return what == LAB_MOVES || what == LAB_PLAY;
  }
}

lab_rules lab_native_of (lua_State *L, int i, int what) {
  lab_rules rules = {NULL, NULL};
  lua_CFunction function = lua_tocfunction(L, i);
  size_t k = 0;
  while (k < OPERATIONS && operations[k].what != what)
    k++;
  if (k < OPERATIONS && function == operations[k].function && lua_getupvalue(L, i, 1) != NULL) {
    rules = *(const lab_rules *)lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  return rules;
}

/* ---------------------------------------------------------------- making the game */

#define MOST_DIGITS 32

static const char *number_of (char *text, double number) {
  snprintf(text, MOST_DIGITS, "%.0f", number);
  return text;
}

/* What keeps a game from being played in Lua; NULL: nothing. */
static const char *flaw_of (const ab_game *game) {
  const char *flaw = ab_game_flaw(game);
  if (flaw != NULL)
    return flaw;
  if (game->read == NULL)
    return "'read' is missing";
  if (game->state_size > AB_MAX_STATE)
    return "'state_size' is above AB_MAX_STATE";
  if (game->write != NULL && game->max_numbers > AB_MAX_STATE)
    return "'max_numbers' is above AB_MAX_STATE";
  return NULL;
}

/* Read the handle at index 1, which another library made. */
static lab_rules check_handle (lua_State *L) {
  const ab_native *handle = luaL_testudata(L, 1, AB_NATIVE_TYPE);
  char number[MOST_DIGITS];
  const char *flaw;
  lab_rules rules;
  if (handle == NULL)
    lab_error_argument(L, "native", 1, "native game expected, got %s",
                       lua_type(L, 1) == LUA_TUSERDATA ? "another userdata" : luaL_typename(L, 1));
  if (lua_rawlen(L, 1) < sizeof *handle)
    lab_error_argument(L, "native", 1, "native game expected, got a userdata of %d bytes", (int)lua_rawlen(L, 1));
  if (handle->game == NULL)
    lab_error_argument(L, "native", 1, "native game expected, got one whose game is NULL");
  rules.game = handle->game;
  rules.context = handle->context;
  if (rules.game->abi != AB_ABI)
    lab_error_argument(L, "native", 1, "native game of ABI %d expected, got one of ABI %s", AB_ABI,
                       number_of(number, rules.game->abi));
  if (rules.game->size != sizeof *rules.game)
    lab_error_argument(L, "native", 1, "native game with a struct of %d bytes expected, got %s",
                       (int)sizeof *rules.game, number_of(number, rules.game->size));
  flaw = flaw_of(rules.game);
  if (flaw != NULL)
    lab_error_argument(L, "native", 1, "native %s: %s", lab_error_label(L, rules.game->name), flaw);
  return rules;
}

/* Read the name of a family and its parameters at 1 and 2: its context is left on the stack. */
static lab_rules check_family (lua_State *L) {
  lab_rules rules;
  rules.game = lab_family_set_up(L, lua_tostring(L, 1));
  if (rules.game == NULL)
    lab_error_argument(L, "native", 1, "unknown game '%s'", lua_tostring(L, 1));
  rules.context = lua_touserdata(L, -1);
  return rules;
}

/* Eight bytes of a native function are the key itself. Where Lua has no integers, those that a function in Lua returns are taken
** so, too, as it may have them of a native one, and has no other way to pass a key on. */
int lab_native_take_key (lua_State *L, int i, int native, uint64_t *key) {
  int64_t integer;
  if (lua_type(L, i) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, i, &length);
    *key = ab_hash(bytes, length);
    if ((native || LUA_VERSION_NUM < 503) && length == sizeof *key)
      memcpy(key, bytes, length);
    return 1;
  }
  if (!lab_value_to_integer(L, i, &integer))
    return 0;
  *key = (uint64_t)integer;
  return 1;
}

static int is_given (const ab_game *game, size_t k) {
  if (operations[k].function == native_write)
    return game->write != NULL;
  return operations[k].what == 0 || lab_native_has(game, operations[k].what);
}

/* The table at the top of the stack gets the field. */
static void push_range (lua_State *L, const ab_game *game) {
  lua_createtable(L, 2, 0);
  lua_pushnumber(L, game->low);
  lua_rawseti(L, -2, 1);
  lua_pushnumber(L, game->high);
  lua_rawseti(L, -2, 2);
  lua_setfield(L, -2, "range");
}

/* Push the game: a table of its operations. What is at the top of the stack keeps the rules alive. */
static void push_game (lua_State *L, const lab_rules *rules) {
  int owner = lua_gettop(L), shared, anchor;
  size_t k;
  lab_rules *kept = lab_anchor_new(L, sizeof *kept);
  *kept = *rules;
  shared = lua_gettop(L);
  lua_createtable(L, LAB_RULES_TABLE, 0);
  anchor = lua_gettop(L);
  lua_pushvalue(L, owner);
  lua_rawseti(L, anchor, LAB_RULES_OWNER);
  lua_createtable(L, 0, OPERATIONS + 6);
  for (k = 0; k < OPERATIONS; k++)
    if (is_given(rules->game, k)) {
      lua_pushvalue(L, shared);
      lua_pushcclosure(L, operations[k].function, 1);
      lua_setfield(L, -2, operations[k].name);
    }
  if (rules->game->viewpoint)
    lab_value_set_count(L, "viewpoint", 1);
  if (rules->game->low < rules->game->high)
    push_range(L, rules->game);
  if (rules->game->weights != NULL)
    lab_weights_push(L, rules->game);
  if (rules->game->repeats)
    lab_value_set(L, 1, "repetition", rules->game->repetition);
  lab_value_set_text(L, "name", rules->game->name);
  lua_pushvalue(L, -1);
  lua_rawseti(L, anchor, LAB_RULES_TABLE);
  lua_pushvalue(L, anchor);
  lab_anchor_set(L, shared);
}

static int alphabeta_native (lua_State *L) {
  lab_rules rules;
  lua_settop(L, 2);
  if (lua_type(L, 1) == LUA_TSTRING)
    rules = check_family(L);
  else {
    rules = check_handle(L);
    lua_settop(L, 1);
  }
  push_game(L, &rules);
  return 1;
}

void lab_native_open (lua_State *L) {
  lua_pushcfunction(L, alphabeta_native);
  lua_setfield(L, -2, "native");
}

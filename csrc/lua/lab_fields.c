/* The fields of a game given in Lua: which there are, and which do not fit. */
#include "lab_fields.h"
#include "lab_callback.h"
#include "lab_error.h"
#include "lab_mixed.h"
#include "lab_picture.h"
#include "lab_reach.h"
#include "lab_weights.h"

#define FEW_PLIES 8 /* room made beforehand */
#define MANY_FIELDS 40 /* of which a game makes use of a few */

static const char *label (lua_State *L, const lab_game *game) { return lab_error_label(L, game->name); }

typedef struct lab_reader {
  lua_State *L;
  const char *caller;
  lab_game *game;
  int anchor;
  uint64_t held; /* marks of the fields that there may be */
} lab_reader;

/* One of 64, by the first two letters of a field. */
static uint64_t mark_of (const char *field) {
  unsigned first = (unsigned char)field[0], second = first ? (unsigned char)field[1] : 0;
  return (uint64_t)1 << ((first + 3 * second) & 63);
}

/* A game has few of the fields that it could have, and looking for the others takes longer than to look at its own. Where
** it may inherit some, or has many, there may be any. */
static uint64_t marks_of (lua_State *L) {
  const uint64_t any = ~(uint64_t)0;
  uint64_t held = 0;
  int count = 0;
  if (lua_getmetatable(L, 1)) {
    lua_pop(L, 1);
    return any;
  }
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
    if (++count > MANY_FIELDS) {
      lua_pop(L, 2);
      return any;
    }
    else if (lua_type(L, -2) == LUA_TSTRING)
      held |= mark_of(lua_tostring(L, -2));
  return held;
}

static int reject (const lab_reader *reader, const char *field, const char *expected) {
  lua_State *L = reader->L;
  const char *got = lab_error_returned(L, -1);
  return lab_error_argument(L, reader->caller, 1, "%s: field '%s': %s expected, got %s",
                            label(L, reader->game), field, expected, got);
}

/* Push the field; 0 (and nothing is pushed): it is nil. */
static int push_field (const lab_reader *reader, const char *field) {
  if (!(reader->held & mark_of(field)))
    return 0;
  lua_getfield(reader->L, 1, field);
  if (!lua_isnil(reader->L, -1))
    return 1;
  lua_pop(reader->L, 1);
  return 0;
}

/* Push the function in the field; 0: there is none. */
static int push_function (const lab_reader *reader, const char *field) {
  if (!push_field(reader, field))
    return 0;
  if (!lua_isfunction(reader->L, -1))
    reject(reader, field, "function");
  return 1;
}

/* The function at the top of the stack becomes a callback. */
static void keep_callback (const lab_reader *reader, int what) {
  lua_rawseti(reader->L, reader->anchor, what);
  reader->game->given |= (uint32_t)1 << what;
}

/* Read a callback into the anchor; 0: there is none. */
static int read_callback (const lab_reader *reader, const char *field, int what) {
  int there = push_function(reader, field);
  if (there)
    keep_callback(reader, what);
  return there;
}

/* A function that is not ours to call, but that would be no use otherwise. */
static void check_function (const lab_reader *reader, const char *field) {
  lua_pop(reader->L, push_function(reader, field));
}

static void require_callback (const lab_reader *reader, const char *field, int what) {
  if (!read_callback(reader, field, what)) {
    lua_pushnil(reader->L);
    reject(reader, field, "function");
  }
}

static int read_constant (const lab_reader *reader, const char *field, lua_Number low,
                          lua_Number high, const char *expected) {
  lua_Number number;
  if (!push_field(reader, field))
    return 0;
  number = lua_type(reader->L, -1) == LUA_TNUMBER ? lua_tonumber(reader->L, -1) : 0;
  if (!(number >= low && number <= high) || number != (lua_Number)(int)number)
    reject(reader, field, expected);
  lua_pop(reader->L, 1);
  return (int)number;
}

static int read_flag (const lab_reader *reader, const char *field) {
  int flag;
  if (!push_field(reader, field))
    return 0;
  if (!lua_isboolean(reader->L, -1))
    reject(reader, field, "boolean");
  flag = lua_toboolean(reader->L, -1);
  lua_pop(reader->L, 1);
  return flag;
}

static void read_name (const lab_reader *reader) {
  if (!push_field(reader, "name"))
    return;
  if (lua_type(reader->L, -1) != LUA_TSTRING)
    reject(reader, "name", "string");
  reader->game->name = lua_tostring(reader->L, -1);
  lua_rawseti(reader->L, reader->anchor, LAB_NAME);
}

/* How the moves of a position are given: in exactly one of three ways. */
static void read_generator (const lab_reader *reader) {
  lab_game *game = reader->game;
  int moves;
  game->width = read_constant(reader, "width", 1, AB_MAX_MOVES, "integer from 1 to 65535");
  game->successors = read_callback(reader, "successors", LAB_MOVES);
  moves = push_field(reader, "moves");
  if (moves)
    lua_pop(reader->L, 1);
  if (moves + (game->width > 0) + game->successors > 1)
    lab_error_argument(reader->L, reader->caller, 1, "%s: only one of 'moves', 'width', 'successors' expected",
                       label(reader->L, game));
  if (game->width == 0 && !game->successors)
    require_callback(reader, "moves", LAB_MOVES);
  game->variadic = moves && read_flag(reader, "variadic");
  game->refuses = read_flag(reader, "pseudolegal") || game->width > 0;
  game->fills = read_flag(reader, "fills");
  if (game->fills && (!moves || game->variadic))
    lab_error_argument(reader->L, reader->caller, 1, "%s: field 'fills' cannot be used with '%s'",
                       label(reader->L, game),
                       game->width > 0 ? "width" : game->successors ? "successors" : "variadic");
}

/* Those that a game may go without. */
static void read_optional (const lab_reader *reader) {
  static const struct {
    const char *field;
    int what;
  } optional[] = {
    {"player", LAB_PLAYER},
    {"bounds", LAB_BOUNDS},
    {"likelihood", LAB_LIKELIHOOD},
    {"key", LAB_KEY},
    {"order", LAB_ORDER},
    {"noisy", LAB_NOISY},
    {"chance", LAB_CHANCE},
    {"determinize", LAB_DETERMINIZE},
    {"simultaneous", LAB_SIMULTANEOUS}
  };
  size_t i;
  for (i = 0; i < sizeof optional / sizeof *optional; i++)
    read_callback(reader, optional[i].field, optional[i].what);
}

/* What says that the game is over: a function; or, if it is false, `play` alone. */
static void read_finished (const lab_reader *reader) {
  lua_State *L = reader->L;
  if (!push_field(reader, "finished"))
    return;
  reader->game->told = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  if (!reader->game->told && !lua_isfunction(L, -1))
    reject(reader, "finished", "function or false");
  if (!reader->game->told)
    keep_callback(reader, LAB_FINISHED);
  else
    lua_pop(L, 1);
}

/* With weights the static evaluation is by features. */
static void read_weights (const lab_reader *reader) {
  lua_State *L = reader->L;
  lab_game *game = reader->game;
  check_function(reader, "features");
  check_function(reader, "phase");
  if (!lab_weights_read(L, reader->caller, game->name, game->native.low, game->native.high))
    return;
  game->native.phases = lab_weights_phases(L, -1);
  lua_rawseti(L, reader->anchor, LAB_WEIGHTS);
  if (game->native.phases > 1)
    require_callback(reader, "phase", LAB_PHASE);
  require_callback(reader, "features", LAB_FEATURES);
  game->native.estimate = lab_callback_estimate;
  game->native.phase = lab_callback_phase;
  lua_newtable(L);
  lua_rawseti(L, reader->anchor, LAB_FILLED);
  if (game->players)
    lab_error_argument(L, reader->caller, 1, "%s: field 'weights' cannot be used with 'players'", label(L, game));
}

/* Where nobody tells whether the game is over, `moves` does at the horizon: if it can. */
static void check_end (const lab_reader *reader) {
  lua_State *L = reader->L;
  const lab_game *game = reader->game;
  const char *mute = game->width > 0 ? "width" : game->refuses ? "pseudolegal"
                   : lab_game_has(game, LAB_CHANCE) ? "chance" : lab_game_has(game, LAB_SIMULTANEOUS) ? "simultaneous" : NULL;
  if (mute != NULL && game->native.estimate == lab_callback_estimate && !game->told
      && !lab_game_has(game, LAB_FINISHED))
    lab_error_argument(L, reader->caller, 1, "%s: field 'weights' with '%s' needs 'finished', a function or false",
                       label(L, game), mute);
}

/* What a search for a way asks. Payoffs mean nothing to it. */
static void read_goal (const lab_reader *reader) {
  require_callback(reader, "goal", LAB_GOAL);
  read_callback(reader, "cost", LAB_COST);
  read_callback(reader, "estimate", LAB_ESTIMATE);
  read_callback(reader, "evaluate", LAB_EVALUATE);
}

/* How moves are taken back: by `undo`; or, if that is true, by the library. */
static void read_undo (const lab_reader *reader) {
  lua_State *L = reader->L;
  lab_game *game = reader->game;
  if (!push_field(reader, "undo"))
    return;
  game->in_place = 1;
  game->restores = lua_isboolean(L, -1) && lua_toboolean(L, -1);
  if (!game->restores && !lua_isfunction(L, -1))
    reject(reader, "undo", "function or true");
  lua_rawseti(L, reader->anchor, LAB_UNDO);
  if (!game->restores)
    return;
  if (push_function(reader, "reach"))
    lua_rawseti(L, reader->anchor, LAB_REACH);
  read_constant(reader, "tables", 1, LAB_REACH_MOST, "integer from 1 to 2^24");
  game->tables = lab_picture_most(L, 1);
}

static void read_callbacks (const lab_reader *reader) {
  lab_game *game = reader->game;
  check_function(reader, "initial");
  check_function(reader, "information");
  read_generator(reader);
  if (game->puzzle)
    read_goal(reader);
  else
    require_callback(reader, "evaluate", LAB_EVALUATE);
  if (!game->successors) {
    require_callback(reader, "play", LAB_PLAY);
    read_undo(reader);
  }
  read_optional(reader);
  read_finished(reader);
  if (game->successors && lab_game_has(game, LAB_CHANCE))
    require_callback(reader, "play", LAB_PLAY); /* of outcomes */
}

/* Fields that speak of a player need `player`, which tells them apart. */
static void check_player (const lab_reader *reader, const char *field, int given) {
  if (given && reader->game->native.player == NULL)
    lab_error_argument(reader->L, reader->caller, 1, "%s: field '%s' needs 'player'", label(reader->L, reader->game),
                       field);
}

/* How many play, and from whose point of view. */
static void read_players (const lab_reader *reader) {
  lab_game *game = reader->game;
  lua_State *L = reader->L;
  game->native.viewpoint = read_constant(reader, "viewpoint", 1, 1, "1");
  game->players = read_constant(reader, "players", 2, LAB_MOST_PLAYERS, "integer from 2 to 8");
  check_player(reader, "viewpoint", game->native.viewpoint);
  check_player(reader, "players", game->players);
  check_player(reader, "determinize", lab_game_has(game, LAB_DETERMINIZE));
  if (game->players && game->native.viewpoint)
    lab_error_argument(L, reader->caller, 1, "%s: field 'players' cannot be used with 'viewpoint'", label(L, game));
}

/* Where players choose at once, moves are made in one of the plain ways, and values are player 1's, or each player's own. */
static void check_both (const lab_reader *reader) {
  lab_game *game = reader->game;
  const char *wrong = game->width > 0    ? "width"
                    : game->successors ? "successors"
                    : game->variadic   ? "variadic"
                                       : NULL;
  if (game->native.simultaneous == NULL)
    return;
  if (wrong != NULL)
    lab_error_argument(reader->L, reader->caller, 1, "%s: field 'simultaneous' cannot be used with '%s'",
                       label(reader->L, game), wrong);
  check_player(reader, "simultaneous", 1);
  if (!game->native.viewpoint && !game->players)
    lab_error_argument(reader->L, reader->caller, 1, "%s: field 'simultaneous' needs 'viewpoint = 1' or 'players'",
                       label(reader->L, game));
  game->native.viewpoint = 1; /* which the core wants */
}

/* What no value lies outside of. */
static void read_range (const lab_reader *reader) {
  lua_State *L = reader->L;
  ab_game *native = &reader->game->native;
  ab_value ends[2] = {0, 0};
  int i, fits;
  if (!push_field(reader, "range"))
    return;
  fits = lua_istable(L, -1) && lua_rawlen(L, -1) == 2;
  for (i = 0; fits && i < 2; i++) {
    lua_rawgeti(L, -1, i + 1);
    fits = lua_type(L, -1) == LUA_TNUMBER;
    ends[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  if (!fits || !(ends[0] < ends[1] && ends[0] > -AB_INF && ends[1] < AB_INF))
    reject(reader, "range", "{ low, high } of finite numbers with low < high");
  if (!native->viewpoint && !reader->game->players && ends[0] != -ends[1])
    lab_error_argument(L, reader->caller, 1, "%s: field 'range': low must be -high in a game without 'viewpoint'",
                       label(L, reader->game));
  if (!reader->game->players) {
    native->low = ends[0];
    native->high = ends[1];
  }
  lua_pop(L, 1);
}

/* What it is worth to player 1 that a position occurs again. */
static void read_repetition (const lab_reader *reader) {
  lua_State *L = reader->L;
  ab_game *native = &reader->game->native;
  double worth;
  if (!push_field(reader, "repetition"))
    return;
  worth = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  if (lua_type(L, -1) != LUA_TNUMBER || worth != worth)
    reject(reader, "repetition", "number");
  if (lua_isinteger(L, -1) && (lua_tointeger(L, -1) > (lua_Integer)AB_MAX_INTEGER ||
                               lua_tointeger(L, -1) < -(lua_Integer)AB_MAX_INTEGER))
    reject(reader, "repetition", "integer up to 2^53 in magnitude, or float");
  if (lab_game_mixes(reader->game) && !(worth < AB_INF && worth > -AB_INF))
    reject(reader, "repetition", native->chance != NULL ? "finite number in a game with 'chance'"
                                                        : "finite number in a game with 'simultaneous'");
  if (native->low < native->high && !(worth >= native->low && worth <= native->high))
    reject(reader, "repetition", "number within 'range'");
  if (native->key == NULL || (worth != 0 && native->player == NULL))
    lab_error_argument(L, reader->caller, 1, "%s: field 'repetition'%s needs '%s'", label(L, reader->game),
                       native->key == NULL ? "" : " other than 0", native->key == NULL ? "key" : "player");
  if (lua_isinteger(L, -1))
    lab_game_has_integers(reader->game);
  native->repeats = 1;
  native->repetition = worth;
  lua_pop(L, 1);
}

void lab_fields_read_rules (lua_State *L, const char *caller, lab_game *game) {
  lab_reader reader;
  ab_game *native = &game->native;
  if (!lua_istable(L, 1))
    lab_error_argument(L, caller, 1, "game expected, got %s", luaL_typename(L, 1));
  reader.L = L;
  reader.caller = caller;
  reader.game = game;
  reader.anchor = lua_gettop(L);
  reader.held = marks_of(L);
  read_name(&reader);
  read_callbacks(&reader);
  lua_createtable(L, FEW_PLIES, 0);
  lua_rawseti(L, reader.anchor, LAB_KEPT);
  native->abi = AB_ABI;
  native->size = sizeof *native;
  native->name = game->name;
  native->state_size = sizeof(lab_position);
  lab_callback_fill(game);
  if (native->noisy != NULL && game->successors)
    lab_error_argument(L, caller, 1, "%s: field 'noisy' cannot be used with 'successors'", label(L, game));
  read_players(&reader);
  check_both(&reader);
  read_range(&reader);
  read_repetition(&reader);
  read_weights(&reader);
  lab_mixed_read(L, caller, game, reader.anchor);
  check_end(&reader);
}

void lab_fields_read (lua_State *L, const char *caller, lab_game *game) {
  int anchor = lua_gettop(L);
  lab_fields_read_rules(L, caller, game);
  if (!lua_toboolean(L, 2))
    lab_error_argument(L, caller, 2, "state expected, got %s", lua_isnil(L, 2) ? "nil" : "false");
  if (game->rules.game != NULL)
    lab_state_check(L, caller, 2, &game->rules);
  if (game->numbered && game->in_place) {
    game->line = lua_newuserdatauv(L, LAB_MOST_PLIES * sizeof *game->line, 0);
    lua_rawseti(L, anchor, LAB_LINE);
  }
  lua_pushvalue(L, 2);
  lua_rawseti(L, anchor, LAB_ROOT);
  lua_createtable(L, LAB_MOVE(FEW_PLIES), 0);
  lua_pushvalue(L, 2);
  lua_rawseti(L, -2, LAB_POSITION(0));
  lua_rawseti(L, anchor, LAB_STORE);
}

void lab_fields_refuse_both (lua_State *L, const char *caller, const lab_game *game) {
  if (game->native.simultaneous != NULL)
    lab_error_argument(L, caller, 1, "%s: field 'simultaneous' cannot be used with '%s'", label(L, game),
                       caller);
}

void lab_fields_refuse_players (lua_State *L, const char *caller, const lab_game *game) {
  if (game->players)
    lab_error_argument(L, caller, 1, "%s: field 'players': a game for two players expected%s", label(L, game),
                       game->native.simultaneous == NULL ? ", such as alphabeta.paranoid(game, me)"
                                                         : "; with 'simultaneous' others need algorithm = 'mcts'");
}

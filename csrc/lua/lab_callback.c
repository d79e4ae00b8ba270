/*
** A game given in Lua, as the core sees it. Moves are numbers to the core: 1 to the number of moves of
** the position. Their Lua values, and the positions, stand in the table LAB_STORE, three slots a ply.
**
** A callback may raise or yield. So each operation here is written in two halves: what is done before the
** call may be done again; what is done after it happens once.
*/
#include <string.h>
#include "lab_callback.h"
#include "lab_both.h"
#include "lab_chance.h"
#include "lab_error.h"
#include "lab_native.h"
#include "lab_restore.h"
#include "lab_value.h"
#include "lab_weights.h"

#define FEW_MOVES 8     /* room made beforehand in a list of our own */
#define FEW_OUTCOMES 64 /* and for weights */

/* ---------------------------------------------------------------- values */

/* Take the number at the top of the stack, which came from the callback `name`. */
static double take_number (lab_game *game, const char *name) {
  double number = lua_type(game->L, -1) == LUA_TNUMBER ? lua_tonumber(game->L, -1) : 0;
  if (lua_type(game->L, -1) != LUA_TNUMBER || number != number)
    lab_game_broken(game, name, "number");
  lua_pop(game->L, 1);
  return number;
}

/* Take the payoff there. */
static ab_value take_value (lab_game *game, const char *name) {
  lua_State *L = game->L;
  lua_Integer integer;
  if (!lua_isinteger(L, -1))
    return take_number(game, name);
  integer = lua_tointeger(L, -1);
  if (integer > (lua_Integer)AB_MAX_INTEGER || integer < -(lua_Integer)AB_MAX_INTEGER)
    lab_game_broken(game, name, "integer up to 2^53 in magnitude, or math.huge,");
  lab_game_has_integers(game);
  lua_pop(L, 1);
  return (ab_value)integer;
}

/* The game has answered a callback of the position alone: it is asked, unless it has. */
static lab_game *asked (void *context, const lab_position *position, int what) {
  lab_game *game = context;
  if (!lab_game_begun(game, position))
    lab_game_call_on(game, what, position, 1);
  return game;
}

/* ---------------------------------------------------------------- lists of moves */

static void check_count (lab_game *game, const char *name, size_t count) {
  if (count > AB_MAX_MOVES)
    lab_error_raise(game->L, "%s: '%s' returned %d moves (limit is %d) at ply %d", lab_game_label(game), name,
                    (int)count, AB_MAX_MOVES, lab_game_ply(game));
}

/* Push the list of this ply that is the search's own. It is made once and used again. */
static void push_own_list (lab_game *game, int room) {
  lab_anchor_push_list(game->L, LAB_AT(LAB_STORE), LAB_LIST(game->here), room);
}

/* Copy multiple results into the list of this ply. */
static int take_variadic (lab_game *game, const char *name) {
  lua_State *L = game->L;
  int first = LAB_AT(LAB_FRAME) + 1, count = lua_gettop(L) - first + 1, i;
  if (count == 1 && lua_isnil(L, -1))
    count = 0;
  luaL_checkstack(L, LUA_MINSTACK, NULL); /* also for an error: all that there was may be taken */
  check_count(game, name, (size_t)count);
  push_own_list(game, count);
  lua_insert(L, first);
  for (i = count; i >= 1; i--)
    lua_rawseti(L, first, i);
  lua_settop(L, first - 1);
  return count;
}

static int take_list (lab_game *game, const char *name) {
  lua_State *L = game->L;
  size_t count;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  if (lua_isfunction(L, -1) && strcmp(name, "moves") == 0 && game->native.simultaneous == NULL) {
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
    return AB_LAZY;
  }
  if (!lua_istable(L, -1))
    lab_game_broken(game, name, "list");
  count = lua_rawlen(L, -1);
  check_count(game, name, count);
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
  return (int)count;
}

/* The list of this ply has been filled with so many moves. */
static int take_filled (lab_game *game, const char *name) {
  lua_Number count = lua_type(game->L, -1) == LUA_TNUMBER ? lua_tonumber(game->L, -1) : -1;
  if (!(count >= 0 && count <= AB_MAX_MOVES) || count != (lua_Number)(int)count)
    lab_game_broken(game, name, "number of moves from 0 to 65535");
  lua_pop(game->L, 1);
  return (int)count;
}

/* Call what gives moves, `moves`, `noisy` or `successors`, in the way of the game. */
static void call_generator (lab_game *game, int what, const lab_position *position) {
  if (!game->fills) {
    lab_game_call_on(game, what, position, game->variadic ? LUA_MULTRET : 1);
    return;
  }
  lua_pushvalue(game->L, LAB_AT(what));
  lab_game_push_position(game, position);
  push_own_list(game, FEW_MOVES);
  lab_game_call(game, 2, 1);
}

static int take_moves (lab_game *game, const char *name) {
  if (game->fills)
    return take_filled(game, name);
  return game->variadic ? take_variadic(game, name) : take_list(game, name);
}

/* ---------------------------------------------------------------- operations */

/* In a game with `width` a list of moves is one of noisy moves, or of outcomes. */
static void forget_list (lab_game *game) {
  lua_pushnil(game->L);
  lua_rawseti(game->L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
}

static int callback_moves (void *context, void *state, ab_move *list) {
  lab_game *game = context;
  (void)list;
  if (game->width > 0) {
    if (!game->numbered) {
      game->here = ((const lab_position *)state)->ply;
      forget_list(game);
    }
    return game->width;
  }
  if (!lab_game_begun(game, state))
    call_generator(game, LAB_MOVES, state);
  return take_moves(game, game->successors ? "successors" : "moves");
}

static int callback_noisy (void *context, void *state, ab_move *list) {
  lab_game *game = context;
  (void)list;
  if (!lab_game_begun(game, state))
    call_generator(game, LAB_NOISY, state);
  return lab_game_took_true(game) ? AB_EVERY : take_moves(game, "noisy");
}

static int callback_more (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lua_State *L = game->L;
  int more;
  if (!lab_game_begun(game, state)) {
    if (game->stale)
      lab_game_put_back(game);
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
    lab_game_call(game, 0, 1);
  }
  more = !lua_isnil(L, -1);
  if (more && move > AB_MAX_MOVES)
    lab_error_raise(L, "%s: the iterator from 'moves' gives more than %d moves at ply %d", lab_game_label(game),
                    AB_MAX_MOVES, lab_game_ply(game));
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_MOVE(game->here));
  return more;
}

int lab_callback_collect (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lua_State *L = game->L;
  if (callback_more(game, state, move)) {
    if (move == 1 || lab_compat_rawgeti(L, LAB_AT(LAB_STORE), LAB_OUTCOMES(game->here)) != LUA_TTABLE) {
      lua_settop(L, LAB_AT(LAB_FRAME));
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_rawseti(L, LAB_AT(LAB_STORE), LAB_OUTCOMES(game->here));
    }
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_MOVE(game->here));
    lua_rawseti(L, -2, (int)move);
    lua_pop(L, 1);
    return 1;
  }
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_OUTCOMES(game->here));
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
  return 0;
}

/* Push move (or successor) number `move` of the position at `ply`, whose moves are being tried; or one that was kept. */
void lab_callback_push_move (lab_game *game, int ply, ab_move move) {
  lua_State *L = game->L;
  int type;
  if (move & AB_KEPT) {
    lab_game_push_kept(L, game, (int)(move & ~AB_KEPT));
    return;
  }
  if (game->numbered) {
    lua_pushinteger(L, (lua_Integer)move);
    return;
  }
  type = lab_compat_rawgeti(L, LAB_AT(LAB_STORE), LAB_LIST(ply));
  if (type == LUA_TTABLE)
    type = lab_compat_rawgeti(L, -1, (int)move);
  else if (type == LUA_TFUNCTION)
    type = lab_compat_rawgeti(L, LAB_AT(LAB_STORE), LAB_MOVE(ply));
  else { /* `width`, and none of its `noisy` moves or outcomes */
    lua_pushinteger(L, (lua_Integer)move);
    type = LUA_TNUMBER;
  }
  lua_replace(L, -2);
  if (type == LUA_TNIL)
    lab_error_raise(L, "%s: move %d of the list from '%s' is nil at ply %d", lab_game_label(game), (int)move,
                    game->successors ? "successors" : game->native.noisy != NULL ? "moves' or 'noisy" : "moves",
                    game->above + ply);
}

/* Are the moves of this ply outcomes? In a game with `successors`, whose own lists are of positions. */
static int has_outcomes (const lab_game *game, int ply) {
  lua_State *L = game->L;
  int same;
  if (game->native.chance == NULL)
    return 0;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_LIST(ply));
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_OUTCOMES(ply));
  same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

void lab_callback_push_shown (lab_game *game, int ply, ab_move move) {
  if (game->rules.game != NULL || (game->successors && !has_outcomes(game, ply)))
    lab_value_push_integer(game->L, (int64_t)move);
  else
    lab_callback_push_move(game, ply, move);
}

/* Go to a successor: a move is its number. */
static ab_played follow (lab_game *game, const lab_position *from, ab_move move, lab_position *to) {
  game->here = from->ply;
  lab_callback_push_move(game, game->here, move & AB_KEPT ? AB_KEPT | (2 * (move & ~AB_KEPT) + 1) : move);
  if (!lua_toboolean(game->L, -1)) {
    if (!game->refuses)
      lab_game_broken(game, "successors", "list of states");
    lua_pop(game->L, 1);
    return AB_ILLEGAL;
  }
  to->ply = from->ply + 1;
  lua_rawseti(game->L, LAB_AT(LAB_STORE), LAB_POSITION(to->ply));
  return AB_PLAYED;
}

static void call_play (lab_game *game, const lab_position *from, ab_move move) {
  lua_State *L = game->L;
  int i;
  if (game->restores)
    lab_restore_before(game);
  lua_pushvalue(L, LAB_AT(LAB_PLAY));
  lab_game_push_position(game, from);
  lab_callback_push_move(game, game->here, move);
  if (game->line != NULL)
    game->line[game->here] = (uint16_t)move;
  else if (game->in_place) {
    lua_pushvalue(L, -1);
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_MOVE(game->here));
  }
  for (i = 1; game->in_place && game->native.simultaneous != NULL && i < lab_game_players(game); i++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_OTHER(game->here, i));
  }
  game->foreseen = 0;
  game->moving = game->in_place && !game->restores;
  lab_game_call(game, 2, 2);
}

void lab_callback_take_payoffs (lab_game *game, const char *name, ab_value *payoffs) {
  lua_State *L = game->L;
  int i, fits = lua_istable(L, -1);
  if (fits && lua_rawlen(L, -1) != (size_t)game->players)
    lab_error_raise(L, "%s: '%s' returned a list of %d (%d numbers expected, one for each player) at ply %d",
                    lab_game_label(game), name, (int)lua_rawlen(L, -1), game->players, lab_game_ply(game));
  for (i = 0; fits && i < game->players; i++) {
    lua_rawgeti(L, -1, i + 1);
    payoffs[i] = lua_tonumber(L, -1);
    if (lua_isinteger(L, -1))
      lab_game_has_integers(game);
    fits = lua_type(L, -1) == LUA_TNUMBER && payoffs[i] > -AB_INF && payoffs[i] < AB_INF;
    lua_pop(L, 1);
  }
  if (!fits)
    lab_game_broken(game, name, "list of a finite number for each player");
  lua_pop(L, 1);
}

/* Take the second result of `play`. Where several play, whatever is not false is to be a list. */
static ab_played take_payoff (lab_game *game, ab_value *payoff) {
  if (game->players && lua_toboolean(game->L, -1)) {
    lab_callback_take_payoffs(game, "play", game->payoffs);
    return AB_OVER;
  }
  if (lua_type(game->L, -1) == LUA_TNUMBER) {
    *payoff = take_value(game, "play");
    return AB_OVER;
  }
  lua_pop(game->L, 1);
  return AB_PLAYED;
}

/* Go to the position behind a node that is remembered, without a call; 0: it is not. */
static int recall (lab_game *game, const lab_position *from, ab_move move, lab_position *to) {
  if (!(move & AB_KEPT) || game->answered || !lab_game_recall(game, (int)(move & ~AB_KEPT)))
    return 0;
  game->foreseen = 0;
  to->ply = game->here = from->ply + 1;
  lua_rawseti(game->L, LAB_AT(LAB_STORE), LAB_POSITION(to->ply));
  return 1;
}

/* Take what `play` has returned. */
static ab_played take_state (lab_game *game, ab_move move, lab_position *to, ab_value *payoff) {
  lua_State *L = game->L;
  ab_played played;
  int type = lua_type(L, -2);
  if (type == LUA_TNIL && game->refuses) {
    lua_pop(L, 2);
    return AB_ILLEGAL;
  }
  played = take_payoff(game, payoff);
  if (type == LUA_TNIL || (type == LUA_TBOOLEAN && !lua_toboolean(L, -1)))
    lab_game_broken(game, "play", "state");
  if (move & AB_KEPT && played == AB_PLAYED)
    lab_game_remember(game, (int)(move & ~AB_KEPT));
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_POSITION(game->here + 1));
  to->ply = ++game->here;
  return played;
}

static ab_played callback_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  lab_game *game = context;
  if (recall(game, state, move, next))
    return AB_PLAYED;
  if (!lab_game_begun(game, state))
    call_play(game, state, move);
  return take_state(game, move, next, payoff);
}

/* In a game with `undo`: the position at hand is another one. */
static ab_played take_made (lab_game *game, lab_position *to, ab_value *payoff) {
  lua_State *L = game->L;
  ab_played played;
  game->moving = 0;
  if (game->refuses && lua_isboolean(L, -2) && !lua_toboolean(L, -2)) {
    lua_pop(L, 2);
    game->stale = game->restores;
    return AB_ILLEGAL;
  }
  game->made++;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 2);
    played = AB_PLAYED;
  }
  else {
    played = take_payoff(game, payoff);
    lua_pop(L, 1);
  }
  to->ply = ++game->here;
  return played;
}

static ab_played callback_make (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    call_play(game, state, move);
  return take_made(game, next, payoff);
}

/* A joint move. */
static ab_played callback_play_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    lab_both_call_play(game, state, moves);
  return game->in_place ? take_made(game, next, payoff) : take_state(game, 0, next, payoff);
}

static void callback_undo (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lab_position *position = state;
  (void)move;
  if (!lab_game_begun(game, position))
    lab_game_call_undo(game, game->here - 1);
  game->moving = 0;
  game->made--;
  position->ply = --game->here;
}

/* The same where `undo = true`. */
static void restore (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lab_position *position = state;
  (void)move;
  game->here = --position->ply;
  lab_restore_to(game, game->here);
}

static void callback_undo_at_once (void *context, void *state, const ab_move moves[]) {
  const lab_game *game = context;
  game->native.undo(context, state, moves[0]);
}

/* Play a move of a game with `successors`, or an outcome. */
static ab_played callback_succeed (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  lab_game *game = context;
  const lab_position *from = state;
  if (!(move & AB_KEPT) && has_outcomes(game, from->ply))
    return callback_play(context, state, move, next, payoff);
  return follow(game, from, move, next);
}

static ab_value callback_evaluate (void *context, void *state) {
  return take_value(asked(context, state, LAB_EVALUATE), "evaluate");
}

/* Which callback has said what a position is worth? */
static const char *speaker_of (const lab_game *game) { return game->asked == LAB_FINISHED ? "finished" : "evaluate"; }

const char *lab_callback_ask_worth (lab_game *game, const lab_position *position) {
  lua_State *L = game->L;
  if (!lab_game_begun(game, position)) {
    game->asked = LAB_FINISHED;
    lab_game_call_on(game, LAB_FINISHED, position, 1);
  }
  if (game->asked == LAB_FINISHED && !lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    game->asked = LAB_EVALUATE;
    lab_game_call_on(game, LAB_EVALUATE, position, 1);
  }
  return speaker_of(game);
}

const char *lab_callback_of_value (const lab_game *game, const char *name) {
  int is_worth = strcmp(name, "evaluate") == 0 || strcmp(name, "estimate") == 0;
  return is_worth ? speaker_of(game) : name;
}

static ab_value callback_worth (void *context, void *state) {
  lab_game *game = context;
  return take_value(game, lab_callback_ask_worth(game, state));
}

/* A static evaluation by features begins: is the game over? */
static void ask_end (lab_game *game, const lab_position *position) {
  if (lab_game_has(game, LAB_FINISHED)) {
    game->asked = LAB_FINISHED;
    lab_game_call_on(game, LAB_FINISHED, position, 1);
  }
  else if (game->told)
    game->asked = LAB_PLAY;
  else {
    game->asked = LAB_MOVES;
    call_generator(game, LAB_MOVES, position);
  }
}

/* A phase, or a likelihood. */
static double take_part (lab_game *game, const char *name) {
  double part = lua_type(game->L, -1) == LUA_TNUMBER ? lua_tonumber(game->L, -1) : -1;
  if (!(part >= 0 && part <= 1))
    lab_game_broken(game, name, "number from 0 to 1");
  lua_pop(game->L, 1);
  return part;
}

double lab_callback_phase (void *context, void *state) { return take_part(asked(context, state, LAB_PHASE), "phase"); }

/* The answer is there: which one is the next to be asked, 0: none. */
static int next_asked (lab_game *game) {
  const char *name = game->successors ? "successors" : "moves";
  int count, going_on = game->native.phases > 1 ? LAB_PHASE : LAB_FEATURES;
  if (game->asked == LAB_PHASE) {
    game->phase = take_part(game, "phase");
    return LAB_FEATURES;
  }
  if (game->asked == LAB_PLAY)
    return going_on;
  if (game->asked == LAB_FINISHED) {
    if (lua_toboolean(game->L, -1))
      return 0;
    lua_pop(game->L, 1);
    return going_on;
  }
  count = take_moves(game, name);
  if (count == AB_LAZY)
    lab_error_raise(game->L, "%s: 'moves' returned a function (list expected, or a field 'finished' with 'weights') at ply %d",
                    lab_game_label(game), lab_game_ply(game));
  return count == 0 ? LAB_EVALUATE : going_on;
}

static void call_features (lab_game *game, const lab_position *position) {
  if (!game->fills) {
    lab_game_call_on(game, LAB_FEATURES, position, 1);
    return;
  }
  lua_pushvalue(game->L, LAB_AT(LAB_FEATURES));
  lab_game_push_position(game, position);
  lua_rawgeti(game->L, LAB_ANCHOR, LAB_FILLED);
  lab_game_call(game, 2, 1);
}

static ab_value take_features (lab_game *game) {
  lua_State *L = game->L;
  ab_value value;
  int count = lab_weights_count(L, LAB_AT(LAB_WEIGHTS));
  if (game->fills) {
    if (lua_type(L, -1) != LUA_TNUMBER || lua_tonumber(L, -1) != (lua_Number)count)
      lab_error_raise(L, "%s: 'features' returned %s (%d expected, one for each weight) at ply %d", lab_game_label(game),
                      lab_error_returned(L, -1), count, lab_game_ply(game));
    lua_pop(L, 1);
    lua_rawgeti(L, LAB_ANCHOR, LAB_FILLED);
  }
  else if (!lua_istable(L, -1))
    lab_game_broken(game, "features", "list");
  else if (lua_rawlen(L, -1) != (size_t)count)
    lab_error_raise(L, "%s: 'features' returned a list of %d (%d expected, one for each weight) at ply %d", lab_game_label(game),
                    (int)lua_rawlen(L, -1), count, lab_game_ply(game));
  value = lab_weights_value(L, LAB_AT(LAB_WEIGHTS), game->phase, game->name, lab_game_ply(game));
  lua_pop(L, 1);
  return value;
}

ab_value lab_callback_estimate (void *context, void *state) {
  lab_game *game = context;
  const lab_position *position = state;
  if (!lab_game_begun(game, position))
    ask_end(game, position);
  while (game->asked != LAB_FEATURES && game->asked != LAB_EVALUATE) {
    int next = next_asked(game);
    if (next == 0)
      return take_value(game, "finished");
    game->asked = next;
    if (next == LAB_FEATURES)
      call_features(game, position);
    else
      lab_game_call_on(game, next, position, 1);
  }
  return game->asked == LAB_EVALUATE ? take_value(game, "evaluate") : take_features(game);
}

static int take_player (lab_game *game) {
  lua_State *L = game->L;
  lua_Number player;
  player = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  if (!(player >= 1 && player <= (game->players ? game->players : 2)) || player != (lua_Number)(int)player)
    lab_game_broken(game, "player", game->players > 2 ? "1 to 'players'" : "1 or 2");
  lua_pop(L, 1);
  return (int)player;
}

static int callback_player (void *context, void *state) { return take_player(asked(context, state, LAB_PLAYER)); }

/* The same in a game with `simultaneous`. Where they choose at once, values are player 1's. */
static int callback_player_of_both (void *context, void *state) {
  return lab_both_asks_player(context, state) ? take_player(context) : 1;
}

static void callback_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_BOUNDS, state, 2);
  *high = take_number(game, "bounds");
  *low = take_number(game, "bounds");
  if (*low > *high)
    lab_error_raise(game->L, "%s: 'bounds' returned low %f above high %f at ply %d", lab_game_label(game),
                    (lua_Number)*low, (lua_Number)*high, lab_game_ply(game));
}

static uint64_t callback_key (void *context, void *state) {
  lab_game *game = asked(context, state, LAB_KEY);
  uint64_t key = 0;
  if (!lab_native_take_key(game->L, -1, 0, &key))
    lab_game_broken(game, "key", "integer or string");
  lua_pop(game->L, 1);
  return key;
}

/* The same of a position and a move of it. */
static lab_game *asked_of_move (void *context, const lab_position *position, int what, ab_move move) {
  lab_game *game = context;
  lua_State *L = game->L;
  if (lab_game_begun(game, position))
    return game;
  lua_pushvalue(L, LAB_AT(what));
  lab_game_push_position(game, position);
  lab_callback_push_shown(game, game->here, move);
  lab_game_call(game, 2, 1);
  return game;
}

static double callback_likelihood (void *context, void *state, ab_move move) {
  return take_part(asked_of_move(context, state, LAB_LIKELIHOOD, move), "likelihood");
}

static double callback_order (void *context, void *state, ab_move move) {
  return take_number(asked_of_move(context, state, LAB_ORDER, move), "order");
}

static int callback_goal (void *context, void *state) {
  lab_game *game = asked(context, state, LAB_GOAL);
  int reached = lua_toboolean(game->L, -1);
  lua_pop(game->L, 1);
  return reached;
}

static double callback_cost (void *context, void *state, ab_move move) {
  return take_value(asked_of_move(context, state, LAB_COST, move), "cost");
}

static double callback_estimate (void *context, void *state) {
  return take_number(asked(context, state, LAB_ESTIMATE), "estimate");
}

/* Small integers are their own tags. */
static uint64_t tag_of_number (lua_State *L) {
  lua_Integer integer = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
  lua_Number number;
  uint64_t tag;
  if (integer >= 1 && integer <= AB_MAX_MOVES)
    return (uint64_t)integer;
  number = lua_tonumber(L, -1);
  if (number >= 1 && number <= AB_MAX_MOVES && number == (lua_Number)(int)number)
    return (uint64_t)number;
  memcpy(&tag, &number, sizeof tag);
  return tag;
}

/* A move is known by its value, if that is a number or a string, or by its address (which is another one in
** each run: how many positions are visited may then differ a little from run to run). */
static uint64_t callback_tag (void *context, void *state, ab_move move) {
  lab_game *game = context;
  const lab_position *position = state;
  lua_State *L = game->L;
  uint64_t tag = move;
  int type;
  if (game->successors)
    return move;
  if (lab_compat_rawgeti(L, LAB_AT(LAB_STORE), LAB_LIST(position->ply)) != LUA_TTABLE) { /* `width` */
    lua_pop(L, 1);
    return move;
  }
  type = lab_compat_rawgeti(L, -1, (int)move);
  if (type == LUA_TNUMBER)
    tag = tag_of_number(L);
  else if (type == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    tag = ab_hash(bytes, length);
  }
  else if (type != LUA_TNIL && type != LUA_TBOOLEAN)
    tag = (uint64_t)(uintptr_t)lua_topointer(L, -1);
  lua_pop(L, 2);
  return tag;
}

static void callback_keep (void *context, int ply, ab_move move, int slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  slot = lab_game_slot(game, slot);
  if (move & AB_JOINT)
    lab_both_push(game, ply, (int)(move & ~AB_JOINT));
  else if (game->successors && !has_outcomes(game, ply))
    lua_pushinteger(L, (lua_Integer)move);
  else if (game->in_place)
    lab_game_push_made(game, ply);
  else
    lab_callback_push_move(game, ply, move);
  lab_game_keep(game, slot);
  if (game->successors && game->sampled) {
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_POSITION(ply + 1));
    lab_game_keep(game, slot + 1);
  }
}

/* Where players choose at once. */
static void fill_both (ab_game *native) {
  native->simultaneous = lab_both_ask;
  native->play_at_once = callback_play_at_once;
  native->undo_at_once = callback_undo_at_once;
  if (native->player != NULL)
    native->player = callback_player_of_both;
}

void lab_callback_fill (lab_game *game) {
  ab_game *native = &game->native;
  native->moves = callback_moves;
  native->more = callback_more;
  native->play = game->successors ? callback_succeed : game->in_place ? callback_make : callback_play;
  native->undo = game->restores ? restore : game->in_place ? callback_undo : NULL;
  native->evaluate = lab_game_has(game, LAB_FINISHED) ? callback_worth : callback_evaluate;
  native->player = lab_game_has(game, LAB_PLAYER) ? callback_player : NULL;
  native->bounds = lab_game_has(game, LAB_BOUNDS) ? callback_bounds : NULL;
  native->likelihood = lab_game_has(game, LAB_LIKELIHOOD) ? callback_likelihood : NULL;
  native->key = lab_game_has(game, LAB_KEY) ? callback_key : NULL;
  native->order = lab_game_has(game, LAB_ORDER) ? callback_order : NULL;
  native->noisy = lab_game_has(game, LAB_NOISY) ? callback_noisy : NULL;
  native->chance = lab_game_has(game, LAB_CHANCE) ? lab_chance_ask : NULL;
  native->goal = lab_game_has(game, LAB_GOAL) ? callback_goal : NULL;
  native->cost = lab_game_has(game, LAB_COST) ? callback_cost : NULL;
  native->remaining = lab_game_has(game, LAB_ESTIMATE) ? callback_estimate : NULL;
  native->max_outcomes = FEW_OUTCOMES;
  game->numbered = game->width > 0 && native->noisy == NULL && native->chance == NULL;
  native->tag = game->numbered ? NULL : callback_tag;
  native->keep = callback_keep;
  if (lab_game_has(game, LAB_SIMULTANEOUS))
    fill_both(native);
}

/*
** A game given in Lua, as the core sees it. Moves are numbers to the core: 1 to the number of moves of
** the position. Their Lua values, and the positions, stand in the table LAB_STORE, three slots a ply.
**
** A callback may raise, or yield and come back through lab_continue, which calls the core again in
** the phase in which it was. So each operation here is written in two halves: what is done before the
** call may be done again; what is done after it happens once.
*/
#include <string.h>
#include "lalphabeta.h"

/* Slots of LAB_STORE. */
#define POSITION(ply) (3 * (ply) + 1)
#define LIST(ply) (3 * (ply) + 2) /* what `moves` returned: list or iterator; or our copy of multiple
                                  ** results */
#define MOVE(ply) (3 * (ply) + 3) /* the move under way */

#define FEW_PLIES 16 /* room made beforehand */

/* ---------------------------------------------------------------- errors */

static const char *label (lua_State *L, const lab_game *game) { return lab_error_label(L, game->name); }

int lab_game_broken (const lab_game *game, const char *name, const char *expected) {
  lua_State *L = game->L;
  const char *got = lab_error_returned(L, -1);
  return lab_error_raise(L, "%s: '%s' returned %s (%s expected) at ply %d", label(L, game), name, got,
                          expected, game->here);
}

/* ---------------------------------------------------------------- calling */

int lab_game_answered (lab_game *game) {
  int answered = game->answered;
  game->answered = 0;
  return answered;
}

int lab_game_begun (lab_game *game, const lab_position *position) {
  game->here = position->ply;
  return lab_game_answered(game);
}

void lab_game_call (lab_game *game, int arguments, int results) {
#if LAB_YIELDS
  if (!game->recursive)
    lua_callk(game->L, arguments, results, game->turn, lab_continue);
  else
#endif
    lua_call(game->L, arguments, results);
  lab_game_expire(game);
}

/* Show a position of native rules. */
static void show (const lab_game *game, const lab_position *position) {
  memcpy(lab_state_bytes(game->view), position + 1, game->rules.game->state_size);
  game->view->live = (int64_t)(intptr_t)game->L;
}

static void push_position (const lab_game *game, const lab_position *position) {
  if (game->view != NULL)
    show(game, position);
  if (game->in_place || game->view != NULL)
    lua_pushvalue(game->L, LAB_AT(LAB_ROOT));
  else
    lua_rawgeti(game->L, LAB_AT(LAB_STORE), POSITION(position->ply));
}

void lab_game_call_on (lab_game *game, int what, const lab_position *position, int results) {
  lua_pushvalue(game->L, LAB_AT(what));
  push_position(game, position);
  lab_game_call(game, 1, results);
}

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
  if (lua_isinteger(L, -1)) {
    lua_Integer integer = lua_tointeger(L, -1);
    if (integer > (lua_Integer)AB_MAX_INTEGER || integer < -(lua_Integer)AB_MAX_INTEGER)
      lab_game_broken(game, name, "integer up to 2^53 in magnitude, or math.huge,");
    lab_game_has_integers(game);
  }
  return take_number(game, name);
}

/* ---------------------------------------------------------------- operations */

/* Copy multiple results into the list of this ply, which is made once and used again. */
static int take_variadic (lab_game *game, const char *name) {
  lua_State *L = game->L;
  int first = LAB_AT(LAB_FRAME) + 1, count = lua_gettop(L) - first + 1, i;
  if (count == 1 && lua_isnil(L, -1))
    count = 0;
  if (count > AB_MAX_MOVES)
    lab_error_raise(L, "%s: '%s' returned %d moves (limit is %d) at ply %d", label(L, game), name, count,
                     AB_MAX_MOVES, game->here);
  luaL_checkstack(L, 2, NULL);
  lua_rawgeti(L, LAB_AT(LAB_STORE), LIST(game->here));
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_createtable(L, count, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LAB_AT(LAB_STORE), LIST(game->here));
  }
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
  if (lua_isfunction(L, -1) && strcmp(name, "moves") == 0) {
    lua_rawseti(L, LAB_AT(LAB_STORE), LIST(game->here));
    return AB_LAZY;
  }
  if (!lua_istable(L, -1))
    lab_game_broken(game, name, "list");
  count = lua_rawlen(L, -1);
  if (count > AB_MAX_MOVES)
    lab_error_raise(L, "%s: '%s' returned %d moves (limit is %d) at ply %d", label(L, game), name,
                     (int)count, AB_MAX_MOVES, game->here);
  lua_rawseti(L, LAB_AT(LAB_STORE), LIST(game->here));
  return (int)count;
}

/* In a game with `width` a list of moves is a noisy one. */
static void forget_list (lab_game *game) {
  lua_pushnil(game->L);
  lua_rawseti(game->L, LAB_AT(LAB_STORE), LIST(game->here));
}

static int game_moves (void *context, void *state, ab_move *list) {
  lab_game *game = context;
  (void)list;
  if (game->width > 0) {
    if (game->native.noisy != NULL) {
      game->here = ((const lab_position *)state)->ply;
      forget_list(game);
    }
    return game->width;
  }
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_MOVES, state, game->variadic ? LUA_MULTRET : 1);
  return game->variadic ? take_variadic(game, "moves") : take_list(game, game->successors ? "successors" : "moves");
}

int lab_game_took_true (lab_game *game) {
  lua_State *L = game->L;
  if (lua_gettop(L) != LAB_AT(LAB_FRAME) + 1 || !lua_isboolean(L, -1) || !lua_toboolean(L, -1))
    return 0;
  lua_pop(L, 1);
  return 1;
}

static int game_noisy (void *context, void *state, ab_move *list) {
  lab_game *game = context;
  (void)list;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_NOISY, state, game->variadic ? LUA_MULTRET : 1);
  if (lab_game_took_true(game))
    return AB_EVERY;
  return game->variadic ? take_variadic(game, "noisy") : take_list(game, "noisy");
}

static int game_more (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lua_State *L = game->L;
  int more;
  if (!lab_game_begun(game, state)) {
    lua_rawgeti(L, LAB_AT(LAB_STORE), LIST(game->here));
    lab_game_call(game, 0, 1);
  }
  more = !lua_isnil(L, -1);
  if (more && move > AB_MAX_MOVES)
    lab_error_raise(L, "%s: the iterator from 'moves' gives more than %d moves at ply %d", label(L, game),
                     AB_MAX_MOVES, game->here);
  lua_rawseti(L, LAB_AT(LAB_STORE), MOVE(game->here));
  return more;
}

/* Push move (or successor) number `move` of the position at hand. */
static void push_move (lab_game *game, ab_move move) {
  lua_State *L = game->L;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LIST(game->here));
  if (lua_isnil(L, -1)) { /* `width` */
    lua_pop(L, 1);
    lua_pushinteger(L, (lua_Integer)move);
    return;
  }
  if (lua_istable(L, -1))
    lua_rawgeti(L, -1, (int)move);
  else
    lua_rawgeti(L, LAB_AT(LAB_STORE), MOVE(game->here));
  lua_replace(L, -2);
  if (lua_isnil(L, -1))
    lab_error_raise(L, "%s: move %d of the list from '%s' is nil at ply %d", label(L, game), (int)move,
                     game->successors ? "successors" : "moves", game->here);
}

static ab_played follow (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  lab_game *game = context;
  lab_position *from = state, *to = next;
  (void)payoff;
  game->here = from->ply;
  push_move(game, move);
  to->ply = from->ply + 1;
  lua_rawseti(game->L, LAB_AT(LAB_STORE), POSITION(to->ply));
  return AB_PLAYED;
}

static void call_play (lab_game *game, const lab_position *from, ab_move move) {
  lua_State *L = game->L;
  lua_pushvalue(L, LAB_AT(LAB_PLAY));
  push_position(game, from);
  push_move(game, move);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LAB_AT(LAB_STORE), MOVE(game->here));
  game->moving = game->in_place;
  lab_game_call(game, 2, 2);
}

/* Is the move that `play` was given illegal, by its first result? */
static int refused (const lab_game *game, int result) {
  if (game->width == 0)
    return 0;
  return game->in_place ? lua_isboolean(game->L, result) && !lua_toboolean(game->L, result)
                        : lua_isnil(game->L, result);
}

static ab_played game_play (void *context, void *state, ab_move move, void *next,
                            ab_value *payoff) {
  lab_game *game = context;
  lua_State *L = game->L;
  lab_position *from = state, *to = next;
  ab_played played = AB_PLAYED;
  if (!lab_game_begun(game, from))
    call_play(game, from, move);
  game->moving = 0;
  if (refused(game, -2)) {
    lua_pop(L, 2);
    return AB_ILLEGAL;
  }
  game->made += game->in_place;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    *payoff = take_value(game, "play");
    played = AB_OVER;
  }
  else
    lua_pop(L, 1);
  if (game->in_place)
    lua_pop(L, 1);
  else if (lua_toboolean(L, -1))
    lua_rawseti(L, LAB_AT(LAB_STORE), POSITION(game->here + 1));
  else
    lab_game_broken(game, "play", "state");
  to->ply = ++game->here;
  return played;
}

static void call_undo (lab_game *game, int ply) {
  lua_State *L = game->L;
  lua_pushvalue(L, LAB_AT(LAB_UNDO));
  lua_pushvalue(L, LAB_AT(LAB_ROOT));
  lua_rawgeti(L, LAB_AT(LAB_STORE), MOVE(ply));
  game->moving = 1;
  lab_game_call(game, 2, 0);
}

static void game_undo (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lab_position *position = state;
  (void)move;
  if (!lab_game_begun(game, position))
    call_undo(game, game->here - 1);
  game->moving = 0;
  game->made--;
  position->ply = --game->here;
}

static ab_value game_evaluate (void *context, void *state) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_EVALUATE, state, 1);
  return take_value(game, "evaluate");
}

static int game_player (void *context, void *state) {
  lab_game *game = context;
  lua_State *L = game->L;
  lua_Number player;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_PLAYER, state, 1);
  player = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  if (player != 1 && player != 2)
    lab_game_broken(game, "player", "1 or 2");
  lua_pop(L, 1);
  return (int)player;
}

static void game_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_BOUNDS, state, 2);
  *high = take_number(game, "bounds");
  *low = take_number(game, "bounds");
  if (*low > *high)
    lab_error_raise(game->L, "%s: 'bounds' returned low %f above high %f at ply %d", label(game->L, game),
                     (lua_Number)*low, (lua_Number)*high, game->here);
}

static uint64_t game_key (void *context, void *state) {
  lab_game *game = context;
  lua_State *L = game->L;
  uint64_t key = 0;
  int64_t integer;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_KEY, state, 1);
  if (lua_type(L, -1) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    key = ab_hash(bytes, length);
  }
  else if (lab_value_to_integer(L, -1, &integer))
    key = (uint64_t)integer;
  else
    lab_game_broken(game, "key", "integer or string");
  lua_pop(L, 1);
  return key;
}

/* Call a function of a position and a move of it. */
static void call_on_move (lab_game *game, int what, const lab_position *position, ab_move move) {
  lua_State *L = game->L;
  lua_pushvalue(L, LAB_AT(what));
  push_position(game, position);
  if (game->rules.game != NULL || game->successors)
    lab_value_push_integer(L, (int64_t)move);
  else
    push_move(game, move);
  lab_game_call(game, 2, 1);
}

static double game_likelihood (void *context, void *state, ab_move move) {
  lab_game *game = context;
  lua_State *L = game->L;
  double likelihood;
  if (!lab_game_begun(game, state))
    call_on_move(game, LAB_LIKELIHOOD, state, move);
  likelihood = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  if (!(likelihood >= 0 && likelihood <= 1))
    lab_game_broken(game, "likelihood", "number from 0 to 1");
  lua_pop(L, 1);
  return likelihood;
}

static double game_order (void *context, void *state, ab_move move) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    call_on_move(game, LAB_ORDER, state, move);
  return take_number(game, "order");
}

/* A move is known by its value, if that is a number or a string, or by its address (which is another one in
** each run: how many positions are visited may then differ a little from run to run). */
static uint64_t game_tag (void *context, void *state, ab_move move) {
  lab_game *game = context;
  const lab_position *position = state;
  lua_State *L = game->L;
  uint64_t tag = move;
  if (game->successors)
    return move;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LIST(position->ply));
  if (!lua_istable(L, -1)) { /* `width` */
    lua_pop(L, 1);
    return move;
  }
  lua_rawgeti(L, -1, (int)move);
  if (lua_type(L, -1) == LUA_TNUMBER) {
    lua_Number number = lua_tonumber(L, -1);
    if (number >= 1 && number <= AB_MAX_MOVES && number == (lua_Number)(int)number)
      tag = (uint64_t)number;
    else
      memcpy(&tag, &number, sizeof number < sizeof tag ? sizeof number : sizeof tag);
  }
  else if (lua_type(L, -1) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    tag = ab_hash(bytes, length);
  }
  else if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
    tag = (uint64_t)(uintptr_t)lua_topointer(L, -1);
  lua_pop(L, 2);
  return tag;
}

static void game_keep (void *context, int ply, ab_move move, int slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  if (game->successors)
    lua_pushinteger(L, (lua_Integer)move);
  else
    lua_rawgeti(L, LAB_AT(LAB_STORE), MOVE(ply));
  lua_rawseti(L, LAB_AT(LAB_KEPT), slot + 1);
}

/* ---------------------------------------------------------------- the user's position */

void lab_game_replay (lab_game *game) {
  lua_State *L = game->L;
  while (game->in_place && game->made < game->here) {
    if (!lab_game_answered(game)) {
      lua_pushvalue(L, LAB_AT(LAB_PLAY));
      lua_pushvalue(L, LAB_AT(LAB_ROOT));
      lua_rawgeti(L, LAB_AT(LAB_STORE), MOVE(game->made));
      game->moving = 1;
      lab_game_call(game, 2, 0);
    }
    game->moving = 0;
    game->made++;
  }
}

void lab_game_rewind (lab_game *game) {
  while (game->made > 0) {
    if (!lab_game_answered(game))
      call_undo(game, game->made - 1);
    game->moving = 0;
    game->made--;
  }
}

/* ---------------------------------------------------------------- reading a game */

typedef struct lab_reader {
  lua_State *L;
  const char *caller;
  lab_game *game;
  int anchor;
} lab_reader;

static int reject (const lab_reader *reader, const char *field, const char *expected) {
  lua_State *L = reader->L;
  const char *got = lab_error_returned(L, -1);
  return lab_error_argument(L, reader->caller, 1, "%s: field '%s': %s expected, got %s",
                            label(L, reader->game), field, expected, got);
}

/* Push the field; 0 (and nothing is pushed): it is nil. */
static int push_field (const lab_reader *reader, const char *field) {
  lua_getfield(reader->L, 1, field);
  if (!lua_isnil(reader->L, -1))
    return 1;
  lua_pop(reader->L, 1);
  return 0;
}

/* Read a callback into the anchor; 0: there is none. */
static int read_callback (const lab_reader *reader, const char *field, int what) {
  if (!push_field(reader, field))
    return 0;
  if (!lua_isfunction(reader->L, -1))
    reject(reader, field, "function");
  lua_rawseti(reader->L, reader->anchor, what);
  return 1;
}

/* A function that is not ours to call, but that would be no use otherwise. */
static void check_function (const lab_reader *reader, const char *field) {
  if (!push_field(reader, field))
    return;
  if (!lua_isfunction(reader->L, -1))
    reject(reader, field, "function");
  lua_pop(reader->L, 1);
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

/* How the moves of a position are told: exactly one of three ways. */
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
}

void lab_game_read_rules (lua_State *L, const char *caller, lab_game *game) {
  lab_reader reader;
  ab_game *native = &game->native;
  if (!lua_istable(L, 1))
    lab_error_argument(L, caller, 1, "game expected, got %s",
                       luaL_typename(L, 1));
  reader.L = L;
  reader.caller = caller;
  reader.game = game;
  reader.anchor = lua_gettop(L);
  read_name(&reader);
  check_function(&reader, "initial");
  read_generator(&reader);
  require_callback(&reader, "evaluate", LAB_EVALUATE);
  if (!game->successors) {
    require_callback(&reader, "play", LAB_PLAY);
    game->in_place = read_callback(&reader, "undo", LAB_UNDO);
  }
  lua_createtable(L, FEW_PLIES, 0);
  lua_rawseti(L, reader.anchor, LAB_KEPT);
  native->abi = AB_ABI;
  native->size = sizeof *native;
  native->name = game->name;
  native->state_size = sizeof(lab_position);
  native->moves = game_moves;
  native->more = game_more;
  native->play = game->successors ? follow : game_play;
  native->undo = game->in_place ? game_undo : NULL;
  native->evaluate = game_evaluate;
  native->player = read_callback(&reader, "player", LAB_PLAYER) ? game_player : NULL;
  native->bounds = read_callback(&reader, "bounds", LAB_BOUNDS) ? game_bounds : NULL;
  native->likelihood = read_callback(&reader, "likelihood", LAB_LIKELIHOOD) ? game_likelihood : NULL;
  native->key = read_callback(&reader, "key", LAB_KEY) ? game_key : NULL;
  native->order = read_callback(&reader, "order", LAB_ORDER) ? game_order : NULL;
  native->noisy = read_callback(&reader, "noisy", LAB_NOISY) ? game_noisy : NULL;
  if (native->noisy != NULL && game->successors)
    lab_error_argument(L, caller, 1, "%s: field 'noisy' does not go with 'successors'", label(L, game));
  native->tag = game_tag;
  native->keep = game_keep;
  native->viewpoint = read_constant(&reader, "viewpoint", 1, 1, "1");
  if (native->viewpoint && native->player == NULL)
    lab_error_argument(L, caller, 1, "%s: field 'viewpoint' needs 'player'", label(L, game));
  lab_mixed_read(L, caller, game, reader.anchor);
}

void lab_game_read (lua_State *L, const char *caller, lab_game *game) {
  int anchor = lua_gettop(L);
  lab_game_read_rules(L, caller, game);
  if (lua_isnil(L, 2))
    lab_error_argument(L, caller, 2, "state expected, got nil");
  if (game->rules.game != NULL)
    lab_state_check(L, caller, 2, &game->rules);
  lua_pushvalue(L, 2);
  lua_rawseti(L, anchor, LAB_ROOT);
  lua_createtable(L, MOVE(FEW_PLIES), 0);
  lua_pushvalue(L, 2);
  lua_rawseti(L, -2, POSITION(0));
  lua_rawseti(L, anchor, LAB_STORE);
}

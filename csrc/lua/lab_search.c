/*
** Making a search from a game, a position and options: its anchor, its table, its defaults, and the core's search. It
** runs on the stack of whatever coroutine steps it; between steps it holds no lua_State.
*/
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include "lab_search.h"
#include "lab_clock.h"
#include "lab_error.h"
#include "lab_fields.h"
#include "lab_frame.h"
#include "lab_mixed.h"
#include "lab_native.h"
#include "lab_outside.h"
#include "lab_sampler.h"
#include "lab_spare.h"

#define POSITION_BYTES 1024 /* that a position in Lua is taken to have: a board of 64 numbers in a table */

/* Push what keeps the keys of option `history`, as the core takes them. */
static void push_history (lua_State *L, ab_options *options) {
  int list, native;
  uint64_t *keys;
  size_t i;
  lua_rawgeti(L, LAB_ANCHOR, LAB_KEY);
  native = lab_native_of(L, -1, LAB_KEY).game != NULL;
  lua_rawgeti(L, LAB_ANCHOR, LAB_HISTORY);
  list = lua_gettop(L);
  options->history_count = lua_rawlen(L, list);
  keys = lua_newuserdata(L, (options->history_count + 1) * sizeof *keys);
  options->history = keys;
  for (i = 0; i < options->history_count; i++) {
    lua_rawgeti(L, list, (int)i + 1);
    keys[i] = AB_NO_KEY; /* it remains that where a finalizer has put there what is no key */
    lab_native_take_key(L, -1, native, &keys[i]);
    lua_pop(L, 1);
  }
}

/* What playouts are to be like. */
static void set_sampling (lab_search *search, ab_options *options) {
  const lab_options *given = &search->options;
  options->playouts = given->playouts < 0 ? 0 : (uint64_t)given->playouts;
  options->exploration = given->exploration > 0 ? given->exploration : options->exploration;
  options->bias = given->bias;
  options->playout_depth = (int)given->playout_depth;
  if (given->bytes > 0)
    options->bytes = lab_options_size(given->bytes);
  options->seed = given->seed < 0 ? options->seed : (uint64_t)given->seed;
  options->sampler = search->game.sampled ? &search->sampler : NULL;
  search->game.positions = options->bytes / POSITION_BYTES;
}

/* Can the core run on the native rules themselves? */
static int is_pure (const lab_search *search) {
  return search->game.pure && !search->game.recursive && search->sampler.policy == NULL;
}

/* ---------------------------------------------------------------- threads */

/* Memory for what other threads do, who have no Lua. */
static void *allocate_outside (void *ud, void *block, size_t old_size, size_t size) {
  (void)ud;
  (void)old_size;
  if (size > 0)
    return realloc(block, size);
  free(block);
  return NULL;
}

static void dismiss (void *core) { ab_search_dismiss(core); }

/* Let threads help the search, whose frame is on the stack. What ends them keeps it alive. */
static void call_team (lua_State *L, lab_search *search, const ab_options *options) {
  lab_outside *team;
  if (search->options.threads == 1 || (search->table == NULL && search->options.algorithm != AB_MCTS)
      || !lab_outside_takes_threads(L))
    return;
  team = lab_outside_new(L, LAB_ANCHOR, dismiss);
  lua_rawseti(L, LAB_ANCHOR, LAB_TEAM);
  search->threads = ab_search_help(search->core, options, (int)search->options.threads, allocate_outside, NULL);
  lab_outside_hold(L, team, search->core);
}

void lab_search_dismiss (lua_State *L, lab_search *search) {
  lab_outside *team;
  if (search->threads == 1)
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_TEAM);
  team = lua_touserdata(L, -1);
  if (team != NULL)
    lab_outside_leave(team);
  lua_pop(L, 1);
}

/* ---------------------------------------------------------------- making one */

static void make_core (lua_State *L, lab_search *search) {
  static const lab_position at_the_root;
  lab_game *game = &search->game;
  const lab_options *given = &search->options;
  ab_options options = ab_options_default();
  set_sampling(search, &options);
  options.depth = given->depth < 0 ? -1 : (int)given->depth;
  options.algorithm = (ab_algorithm)given->algorithm;
  options.deeper = given->deeper;
  options.draws = (int)given->draws;
  options.slack = given->slack > 0 ? given->slack : 0;
  options.quiescence = (int)given->quiescence;
  options.shortest = given->shortest;
  options.proven = given->proven < 0 ? given->depth < 0 : given->proven;
  if (search->table != NULL) {
    options.table = search->table->core;
    options.table_alloc = lab_memory_allocate;
    options.table_ud = &search->table_memory;
  }
  options.helper = search->table != NULL ? (int)given->helper : 0;
  options.guess = given->guess;
  options.margin = given->margin;
  options.threshold = given->threshold;
  options.precision = given->precision < DBL_MAX ? given->precision : DBL_MAX;
  options.trace = (int)given->trace;
  options.deepening = given->deepening;
  options.want = given->all || given->choose == LAB_CHOOSE_FUNCTION ? AB_ALL
               : given->choose == LAB_CHOOSE_RANDOM && !lab_options_shuffle(given) ? AB_TIES
                                                                                   : AB_FIRST;
  options.alpha = given->alpha;
  options.beta = given->beta;
  options.nodes = given->nodes < 0 ? 0 : (uint64_t)given->nodes;
  options.time = given->time;
  options.now = given->processor ? lab_clock_processor : lab_clock_now;
  if (given->history)
    push_history(L, &options);
  search->pure = is_pure(search) && options.algorithm != AB_MCTS;
  if (is_pure(search))
    search->core = ab_search_new(game->rules.game, game->rules.context,
                                 lab_state_bytes(lua_touserdata(L, LAB_AT(LAB_ROOT))), &options,
                                 lab_memory_allocate, &search->memory);
  else
    search->core = ab_search_new(&game->native, game,
                                 game->rules.game != NULL ? lab_mixed_root(L, game) : &at_the_root,
                                 &options, lab_memory_allocate, &search->memory);
  if (search->core == NULL)
    luaL_error(L, "not enough memory"); /* not reached: the allocator raises first, and options are refused above */
  call_team(L, search, &options);
}

void lab_search_leave_table (lua_State *L, lab_search *search) {
  if (!search->owns_table)
    return;
  lua_rawgeti(L, LAB_ANCHOR, LAB_TABLE);
  lab_table_leave(L, -1);
  lua_pop(L, 1);
  search->table = search->game.table = NULL;
  search->owns_table = 0;
}

/* One that has outgrown its room keeps too much; one by recursion, or by playouts, may be known elsewhere, to other searches
** or to what draws for the game. */
static int is_worth_leaving (lua_State *L, const lab_search *search) {
  lua_pushnil(L);
  if (!lua_next(L, LAB_AT(LAB_BLOCKS)))
    return !search->game.recursive && !search->game.sampled;
  lua_pop(L, 2);
  return 0;
}

/* What does not belong to the game or the position is for the next search. */
void lab_search_leave (lua_State *L, const lab_search *search) {
  if (!is_worth_leaving(L, search))
    return;
  lua_pushnil(L);
  while (lua_next(L, LAB_ANCHOR)) {
    int what = (int)lua_tointeger(L, -2);
    lua_pop(L, 1);
    if (what != LAB_SELF && what != LAB_BLOCKS && what != LAB_GUARD && what != LAB_THREAD) {
      lua_pushnil(L);
      lua_rawseti(L, LAB_ANCHOR, what);
    }
  }
  lab_frame_set_view(L, NULL);
  lab_spare_leave(L, 1, LAB_SPARE_SEARCH);
}

/* Does the search make use of a table? */
static int uses_table (const lab_options *options) {
  return options->threshold == 0
      && (options->algorithm < 0 || AB_LEARNS((ab_algorithm)options->algorithm));
}

/* The table of the search is put into the anchor: the one given, or its own. NULL: it uses none. */
static lab_table *take_table (lua_State *L, const char *caller, lab_search *search, int anchor) {
  lab_table *table = NULL;
  int used = uses_table(&search->options);
  lua_rawgeti(L, anchor, LAB_TABLE);
  if (!lua_isnil(L, -1)) {
    table = lua_touserdata(L, -1);
    if (!lab_table_adopt(L, -1, anchor, lab_game_form(&search->game)))
      lab_error_argument(L, caller, 3, "option 'table': it belongs to another game");
    lab_table_note(L);
  }
  else if (search->game.native.key != NULL && !search->options.no_table && used) {
    table = lab_table_take(L, LAB_TABLE_BYTES, search->options.threads != 1);
    search->owns_table = 1;
    lua_pushvalue(L, -1);
    lua_rawseti(L, anchor, LAB_TABLE);
  }
  if (search->options.helper > 0 && (table == NULL || !lab_table_is_shared(table)))
    lab_error_argument(L, caller, 3, "option 'helper' needs a shared table");
  if (search->options.threads != 1 && table != NULL && !table->shared)
    lab_error_argument(L, caller, 3, "option 'threads' needs a shared table");
  if (!used)
    table = NULL;
  if (table != NULL) {
    search->table_memory = lab_table_memory(L, LAB_AT(LAB_TABLE_BLOCKS), table);
    lab_table_push_blocks(L, -1);
    lua_rawseti(L, anchor, LAB_TABLE_BLOCKS);
  }
  lua_settop(L, anchor);
  return table;
}

/* To the end of the game: plies from one depth to the next. The fewer passes the better, but a short way to win ought not to
** wait for a deep one. */
#define TO_THE_END 4

/* Every depth, where each may be the last one, or is wanted; with a table and a depth that is reached in any case, every
** other one: an entry of the depth before answers for nothing, and its best move is as good from two plies before. Where both
** choose at once a strategy of the depth before, over fine differences at the horizon, costs more than it tells. */
static int default_deepening (const lab_search *search) {
  const lab_options *options = &search->options;
  const ab_game *game = &search->game.native;
  if (search->way == LAB_BY_DEPTHS || options->nodes >= 0 || options->time >= 0)
    return 1;
  if (search->table == NULL || game->simultaneous != NULL)
    return 0;
  if (options->depth < 0 && options->algorithm == AB_BISECTION)
    return 0;
  if (options->depth < 0)
    return search->reports ? 1 : TO_THE_END;
  return search->reports || (options->proven > 0 && game->low < game->high) ? 1 : 2;
}

/* What was not asked for is chosen: where there is an order or a table, what makes the most of it. */
static void choose_defaults (lab_search *search) {
  lab_options *options = &search->options;
  int learns = (search->table != NULL || search->game.native.order != NULL) && !lab_game_mixes(&search->game);
  if (options->algorithm < 0)
    options->algorithm = learns ? AB_PVS : AB_ALPHABETA;
  if (options->algorithm == AB_MCTS)
    options->deepening = 0;
  if (options->deepening < 0)
    options->deepening = default_deepening(search);
}

void lab_search_give_back (lua_State *L, lab_search *search) {
  if (search->memory.hoard == NULL)
    return;
  lab_hoard_empty(L, search->memory.hoard, 1);
  search->core = NULL;
  search->game.closed = "closed";
}

/* The search at 1 may have been looking after which moves the game is soon over: that brings the position back. Push whether it
** cannot. */
static int recover_ends (lua_State *L) {
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_ENDS);
  if (!lua_istable(L, -1))
    return 0;
  lua_getfield(L, -1, "recover");
  if (lua_isnil(L, -1))
    return 0;
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

/* The same for the one at the top of the stack, after an error. (There may be no memory for a closure here.) */
static int is_lost_in_ends (lua_State *L) {
  int is_lost;
  lua_pushcfunction(L, recover_ends);
  lua_pushvalue(L, -2);
  is_lost = lua_pcall(L, 1, 1, 0) != 0 || lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is_lost;
}

/* An error has passed the search. */
static void left (lab_game *game, int how) {
  lab_search *search = (lab_search *)game;
  if (how != LAB_LOST && is_lost_in_ends(game->L) && game->in_place)
    game->moving = 1;
  if (how == LAB_LOST)
    search->core = NULL;
  else if (how == LAB_LATE)
    ab_search_abandon(search->core);
  else
    ab_search_halt(search->core);
  if (search->way == LAB_IN_ONE_GO && how != LAB_LOST)
    lab_search_give_back(game->L, search);
  if (game->recursive)
    game->here = 0;
}

/* Push the search that was left, or a new one, and its anchor. */
static lab_search *take_search (lua_State *L) {
  lab_search *search = lab_spare_take(L, LAB_SPARE_SEARCH);
  if (search == NULL)
    return lab_frame_new(L, sizeof *search + LAB_ROOM, LAB_SEARCH_TYPE, LAB_RESULT);
  memset(search, 0, sizeof *search);
  lab_anchor_push(L, -1);
  return search;
}

/* Push a search that is empty, and its anchor. One that runs in one go has room, and may have served before. */
static lab_search *push_search (lua_State *L, lab_way way) {
  lab_search *search = way == LAB_IN_ONE_GO ? take_search(L)
                                            : lab_frame_new(L, sizeof *search, LAB_SEARCH_TYPE, LAB_RESULT);
  search->game.left = left;
  search->memory = lab_memory_in(L, LAB_AT(LAB_BLOCKS), LAB_FEW);
  search->game.memory = &search->memory;
  if (way == LAB_IN_ONE_GO) {
    search->memory.room = (char *)(search + 1);
    search->memory.left = LAB_ROOM;
  }
  search->way = way;
  return search;
}

/* The search is one by playouts. What looks ahead at the true position is not for games where something is hidden, nor for
** several players. */
static void prepare_playouts (lua_State *L, const char *caller, lab_search *search, int anchor) {
  lab_sampler_fill(L, &search->game, &search->sampler, anchor);
  if (search->way == LAB_BY_DEPTHS)
    lab_error_argument(L, caller, 3, "option 'algorithm': 'mcts' has no depths");
  search->sampler.viewer = search->options.me > 0 ? (int)search->options.me : 0;
  if (search->sampler.determinize == NULL && search->sampler.players == 0)
    return;
  search->options.guard = 0;
  lua_getfield(L, 3, "guard");
  if (!lua_isnil(L, -1))
    lab_error_argument(L, caller, 3, "option 'guard' cannot be used with a game with 'determinize' or 'players'");
  lua_pop(L, 1);
}

/* Read game, state and options at 1 to 3. */
static void read_arguments (lua_State *L, const char *caller, lab_search *search, int anchor) {
  lab_game *game = &search->game;
  lab_options *options = &search->options;
  lab_fields_read(L, caller, game);
  lab_options_read(L, caller, 3, &game->native, options);
  if (options->me > lab_game_players(game))
    lab_error_argument(L, caller, 3, "option 'me': integer from 1 to %d expected, got %d", lab_game_players(game), (int)options->me);
  if (options->algorithm == AB_MCTS)
    prepare_playouts(L, caller, search, anchor);
  else
    lab_fields_refuse_players(L, caller, game);
  search->threads = 1;
  game->helped = options->threads != 1;
  if (game->helped && (!game->pure || !game->rules.game->returns))
    lab_error_argument(L, caller, 3, "option 'threads' needs a game in C without functions and weights in Lua");
  if (game->helped && search->sampler.policy != NULL)
    lab_error_argument(L, caller, 3, "option 'threads' cannot be used with 'policy'");
  search->table = game->table = take_table(L, caller, search, anchor);
  if (search->table != NULL)
    game->integers |= search->table->integers;
  search->reports = lab_anchor_has(L, anchor, LAB_ON_DEPTH) != 0;
  choose_defaults(search);
  game->recursive = AB_IS_PRINTED(options->algorithm);
}

/* The game and the position at 1 and 2 are kept as they were given. */
static void keep_arguments (lua_State *L, int anchor) {
  lua_pushvalue(L, 1);
  lua_rawseti(L, anchor, LAB_RULES);
  lua_pushvalue(L, 2);
  lua_rawseti(L, anchor, LAB_POSITION);
}

lab_search *lab_search_new (lua_State *L, const char *caller, lab_way way) {
  lab_search *search;
  int anchor;
  lua_settop(L, 3);
  search = push_search(L, way);
  anchor = lua_gettop(L);
  read_arguments(L, caller, search, anchor);
  if (search->options.guard > 0)
    keep_arguments(L, anchor);
  lua_settop(L, anchor - 1);
  lua_replace(L, 1);
  lab_frame_push(L);
  lab_search_enter(L, search);
  make_core(L, search);
  return search;
}

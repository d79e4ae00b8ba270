/* The result of a search as a plain Lua table. */
#include <math.h>
#include <string.h>
#include "lab_result.h"
#include "lab_both.h"
#include "lab_error.h"
#include "lab_grown.h"
#include "lab_value.h"

/* Push the first move of a line; *line becomes the rest. */
static void push_next (lua_State *L, const lab_search *search, int *line) {
  ab_move found = ab_search_line(search->core, line);
  if (lua_istable(L, LAB_AT(LAB_KEPT)))
    lab_game_push_kept(L, &search->game, lab_game_slot(&search->game, (int)found));
  else
    lab_value_push_integer(L, (int64_t)found);
}

/* Push a move of native rules; nil where a player has no choice. */
static void push_native (lua_State *L, ab_move move) {
  if (move == AB_NO_CHOICE)
    lua_pushnil(L);
  else
    lab_value_push_integer(L, (int64_t)move);
}

/* Push the joint move that a line of native moves begins with: { choice, choice }. Native rules are for two players. */
static void push_joint (lua_State *L, const lab_search *search, int *line) {
  int player;
  lua_createtable(L, 2, 0);
  for (player = 1; player <= 2; player++) {
    push_native(L, ab_search_line(search->core, line));
    lua_rawseti(L, -2, player);
  }
}

/* Push the first move of a line, or the joint one. */
static void push_first (lua_State *L, const lab_search *search, int *line) {
  if (ab_search_line_joint(search->core, *line))
    push_joint(L, search, line);
  else
    push_next(L, search, line);
}

/* Push choice number i, from 0, of a player at the root. */
static void push_choice (lua_State *L, const lab_search *search, int player, int i) {
  double probability;
  ab_value worth;
  ab_move choice = ab_search_choice(search->core, player, i, &probability, &worth);
  if (search->game.rules.game != NULL)
    push_native(L, choice);
  else
    lab_both_push_of_root(L, &search->game, player + 1, i, choice);
}

/* Push a list of the moves of a line. */
static void push_line (lua_State *L, const lab_search *search, int line) {
  int i;
  lua_newtable(L);
  for (i = 1; line >= 0; i++) {
    push_first(L, search, &line);
    lua_rawseti(L, -2, i);
  }
}

static void push_first_of (lua_State *L, const lab_search *search, int line) { push_first(L, search, &line); }

/* Set the value; a mean is no integer. In a game for two in which both choose at once it is player 1's. */
static void set_worth (lua_State *L, const lab_search *search, ab_value value, ab_bound bound) {
  static const char *const names[] = {"exact", "lower", "upper", "estimate"};
  if (search->game.native.simultaneous != NULL && !search->game.players && ab_search_mover(search->core) == 2) {
    value = -value;
    bound = bound == AB_LOWER ? AB_UPPER : bound == AB_UPPER ? AB_LOWER : bound;
  }
  lab_value_set(L, search->game.integers && bound != AB_ESTIMATE, "value", value);
  lab_value_set_text(L, "bound", names[bound]);
}

/* Push the root move as { move, value, bound, pv }. */
static void push_root_move (lua_State *L, const lab_search *search, ab_root_move found) {
  lua_createtable(L, 0, 5);
  push_first_of(L, search, found.line);
  lua_setfield(L, -2, "move");
  set_worth(L, search, found.value, found.bound);
  push_line(L, search, found.line);
  lua_setfield(L, -2, "pv");
  if (search->game.sampled)
    lab_value_set_count(L, "visits", found.visits);
}

/* Push all root moves, best first; equals stay in the order of generation. */
static void push_all (lua_State *L, const lab_search *search, int count) {
  const ab_search *core = search->core;
  int *order = lua_newuserdata(L, (size_t)(count + 1) * sizeof *order);
  int i;
  for (i = 0; i < count; i++) {
    int low = 0, high = i;
    while (low < high) { /* the first place that is worse lies in [low, high] */
      int middle = low + (high - low) / 2;
      if (!ab_search_prefers(core, i, order[middle]))
        low = middle + 1;
      else
        high = middle;
    }
    memmove(order + low + 1, order + low, (size_t)(i - low) * sizeof *order);
    order[low] = i;
  }
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    push_root_move(L, search, ab_search_move(core, order[i]));
    lua_rawseti(L, -2, i + 1);
  }
  lua_remove(L, -2);
}

void lab_result_push_moves (lua_State *L, const lab_search *search) {
  int i, count = ab_search_result(search->core).moves;
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    push_first_of(L, search, ab_search_move(search->core, i).line);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Push the list of the moves that share the best value. */
static void push_best (lua_State *L, const lab_search *search, const ab_result *result) {
  const ab_search *core = search->core;
  int i, n = 0;
  lua_newtable(L);
  for (i = 0; i < result->moves; i++) {
    ab_root_move found = ab_search_move(core, i);
    if (found.value == result->value) {
      push_first_of(L, search, found.line);
      lua_rawseti(L, -2, ++n);
    }
  }
}

/* ---------------------------------------------------------------- choosing */

#define FINE (1 << 30) /* so many numbers that chance is drawn from */

int lab_result_draw (lua_State *L, int n) {
  lua_Number drawn;
  lua_rawgeti(L, LAB_ANCHOR, LAB_RANDOM);
  if (lua_isnil(L, -1)) {
    lua_getglobal(L, "math");
    lua_getfield(L, -1, "random");
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  lua_pushinteger(L, n);
  lua_call(L, 1, 1);
  drawn = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  if (!(drawn >= 1 && drawn <= n) || drawn != (lua_Number)(int)drawn)
    lab_error_raise(L, "option 'random' returned %s (integer from 1 to %d expected)",
                    lab_error_got(L, -1), n);
  lua_pop(L, 1);
  return (int)drawn;
}

/* Is the root move at most `slack` below the best value? An upper bound may be farther, unless it is the best. */
static int is_near (ab_root_move found, const ab_result *result, double slack) {
  return result->valued && found.value >= result->value - (found.bound == AB_UPPER ? 0 : slack);
}

/* The n-th of those root moves, from 1; -1: there are less. */
static int nth_near (const ab_search *core, const ab_result *result, double slack, int n) {
  int i;
  for (i = 0; i < result->moves; i++)
    if (is_near(ab_search_move(core, i), result, slack) && --n == 0)
      return i;
  return -1;
}

/* The first move that no other one is preferred to. */
static int most_preferred (const ab_search *core, const ab_result *result) {
  int best = 0, i;
  for (i = 1; i < result->moves; i++)
    if (ab_search_prefers(core, i, best))
      best = i;
  return best;
}

static int first_best (const lab_search *search, const ab_result *result) {
  int first = search->game.sampled ? most_preferred(search->core, result) : nth_near(search->core, result, 0, 1);
  return first < 0 ? 0 : first;
}

/* Of Monte-Carlo tree search: draw one of those that no other one is preferred to. */
static int draw_preferred (lua_State *L, const ab_search *core, const ab_result *result) {
  int best = most_preferred(core, result), count = 0, drawn, i;
  for (i = best; i < result->moves; i++)
    count += !ab_search_prefers(core, best, i);
  drawn = lab_result_draw(L, count);
  for (i = best; drawn > 0; i++)
    drawn -= !ab_search_prefers(core, best, i);
  return i - 1;
}

/* Draw one of those moves; the first of all, if no value is known. */
static int draw_near (lua_State *L, const ab_search *core, const ab_result *result, double slack) {
  int i, count = 0;
  for (i = 0; i < result->moves; i++)
    count += is_near(ab_search_move(core, i), result, slack);
  return count > 0 ? nth_near(core, result, slack, lab_result_draw(L, count)) : 0;
}

/* Option `guard`: 1 if the game is soon won after root move i, -1 if it is lost, else 0. */
static int end_after (lua_State *L, const ab_result *result, int i) {
  int end = 0;
  lua_rawgeti(L, LAB_ANCHOR, LAB_ENDS);
  if (lua_istable(L, -1) && (int)lua_rawlen(L, -1) == result->moves) {
    lua_rawgeti(L, -1, i + 1);
    end = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return end;
}

/* How likely a move is, against the best one of those that may be drawn. */
static double weight_of (ab_value value, ab_value best, double temperature) {
  if (value == best)
    return 1;
  return best == AB_INF || value == -AB_INF ? 0 : exp((value - best) / temperature);
}

/* The first move, in the game's order, at which the sum of the weights exceeds `limit`; the last one that may be drawn if
** none does. The sum goes to *sum. Only moves after which the game ends in that way may be drawn. */
static int pick (lua_State *L, const lab_search *search, const ab_result *result, int end, double limit, double *sum) {
  ab_value best = -AB_INF, value;
  int i, last = 0;
  for (i = 0; i < result->moves; i++) {
    value = ab_search_move(search->core, i).value;
    if (value > best && end_after(L, result, i) == end)
      best = value;
  }
  *sum = 0;
  for (i = 0; i < result->moves && !(*sum > limit); i++)
    if (end_after(L, result, i) == end) {
      double weight = weight_of(ab_search_move(search->core, i).value, best, search->options.temperature);
      *sum += weight;
      last = weight > 0 ? i : last;
    }
  return last;
}

/* Draw a move by its value: softmax. Those that win soon are preferred to all others, which are preferred to those that
** lose soon. */
static int draw_softly (lua_State *L, const lab_search *search, const ab_result *result) {
  double drawn, sum;
  int i, end = -1;
  for (i = 0; i < result->moves; i++)
    end = end_after(L, result, i) > end ? end_after(L, result, i) : end;
  drawn = (lab_result_draw(L, FINE) - 0.5) / FINE;
  pick(L, search, result, end, AB_INF, &sum);
  return pick(L, search, result, end, drawn * sum, &sum);
}

/* Ask option `choose` for one of the moves in the list at stack index `list`. */
static int ask (lua_State *L, const lab_search *search, const ab_result *result, int list) {
  int i;
  lua_rawgeti(L, LAB_ANCHOR, LAB_CHOOSE);
  lua_pushvalue(L, list);
  lua_call(L, 1, 1);
  for (i = 0; i < result->moves; i++) {
    int same;
    push_first_of(L, search, ab_search_move(search->core, i).line);
    same = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    if (same) {
      lua_pop(L, 1);
      return i;
    }
  }
  return lab_error_raise(L, "option 'choose' returned %s ('move' of one of the entries expected)",
                         lab_error_got(L, -1));
}

/* The root move to play. A choice is made once, when the search is finished, and not if it is only to be `read` by a
** callback, which may be the one that chooses. `list` is where the list of all root moves stands, if there is one. */
static int chosen_move (lua_State *L, lab_search *search, const ab_result *result, int list, int read) {
  const ab_search *core = search->core;
  lab_choice choose = search->options.choose;
  if (search->chosen > 0)
    return search->chosen - 1;
  if (!search->finished || read)
    return first_best(search, result);
  if (search->options.temperature > 0)
    return (search->chosen = draw_softly(L, search, result) + 1) - 1;
  if (choose == LAB_CHOOSE_FIRST || lab_options_shuffle(&search->options))
    return first_best(search, result);
  if (choose == LAB_CHOOSE_FUNCTION)
    search->chosen = ask(L, search, result, list) + 1;
  else if (search->game.sampled && !(search->options.slack > 0))
    search->chosen = draw_preferred(L, core, result) + 1;
  else
    search->chosen = draw_near(L, core, result, search->options.slack > 0 ? search->options.slack : 0) + 1;
  return search->chosen - 1;
}

/* ---------------------------------------------------------------- choices at once */

/* Player `me`, from 0, of whom the move is. */
static int me_of (const lab_search *search) { return search->options.me > 1 ? (int)search->options.me - 1 : 0; }

/* Push { move, probability } of it; with `valued` what it is worth, too. */
static void push_chosen (lua_State *L, const lab_search *search, int player, int i, int valued) {
  double probability;
  ab_value worth;
  ab_search_choice(search->core, player, i, &probability, &worth);
  lua_createtable(L, 0, valued ? 3 : 2);
  push_choice(L, search, player, i);
  lua_setfield(L, -2, "move");
  lab_value_set_number(L, "probability", probability);
  if (valued)
    lab_value_set_number(L, "value", worth);
}

static void push_strategy (lua_State *L, const lab_search *search, int player, int valued) {
  int i, count = ab_search_choices(search->core, player);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    push_chosen(L, search, player, i, valued);
    lua_rawseti(L, -2, i + 1);
  }
}

/* The first choice at which the sum of the probabilities exceeds `limit`; the likeliest one, if none does. */
static int choice_at (const ab_search *core, int player, double limit) {
  double probability, most = -1, sum = 0;
  ab_value worth;
  int i, best = 0;
  for (i = 0; i < ab_search_choices(core, player) && !(sum > limit); i++) {
    ab_search_choice(core, player, i, &probability, &worth);
    sum += probability;
    if (probability > most || sum > limit) {
      most = probability;
      best = i;
    }
  }
  return best;
}

/* The choice of player `me`: drawn once, when the search is finished, and not if it is only to be `read`. */
static int chosen_at_once (lua_State *L, lab_search *search, int read) {
  const ab_search *core = search->core;
  int me = me_of(search), likeliest = choice_at(core, me, AB_INF);
  double probability;
  ab_value worth;
  if (search->chosen > 0)
    return search->chosen - 1;
  ab_search_choice(core, me, likeliest, &probability, &worth);
  if (!search->finished || read || probability >= 1 || search->options.pure)
    return likeliest;
  search->chosen = choice_at(core, me, (lab_result_draw(L, FINE) - 0.5) / FINE) + 1;
  return search->chosen - 1;
}

/* Do players choose at once at the root, and is that solved? */
static int is_at_once (const lab_search *search) {
  int player = 0;
  while (player < lab_game_players(&search->game) && ab_search_choices(search->core, player) == 0)
    player++;
  return player < lab_game_players(&search->game);
}

/* Set what several players have got on average. */
static void set_values (lua_State *L, const lab_search *search) {
  int player;
  lua_createtable(L, search->game.players, 0);
  for (player = 0; player < search->game.players; player++) {
    lab_value_push(L, 0, ab_search_paid(search->core, player));
    lua_rawseti(L, -2, player + 1);
  }
  lua_setfield(L, -2, "values");
}

/* Set what is known then in the result at the top. */
static void set_strategies (lua_State *L, lab_search *search, int read) {
  int player, players = lab_game_players(&search->game);
  lua_createtable(L, players, 0);
  for (player = 0; player < players; player++) {
    push_strategy(L, search, player, search->options.all);
    lua_rawseti(L, -2, player + 1);
  }
  lua_setfield(L, -2, "strategies");
  lab_value_set_number(L, "gap", ab_search_gap(search->core));
  if (search->options.all || search->game.sampled) {
    push_strategy(L, search, me_of(search), 1);
    lua_setfield(L, -2, "moves");
  }
  if (ab_search_choices(search->core, me_of(search)) > 0) {
    push_choice(L, search, me_of(search), chosen_at_once(L, search, read));
    lua_setfield(L, -2, "move");
  }
  push_line(L, search, ab_search_likeliest(search->core));
  lua_setfield(L, -2, "pv");
  if (search->game.players)
    set_values(L, search);
}

/* ---------------------------------------------------------------- the tree */

static void push_traced (lua_State *L, const lab_search *search, ab_traced node) {
  lua_createtable(L, 0, 4);
  if (node.line >= 0) {
    push_first_of(L, search, node.line);
    lua_setfield(L, -2, "move");
  }
  lab_value_set(L, search->game.integers, "alpha", node.alpha);
  lab_value_set(L, search->game.integers, "beta", node.beta);
  if (node.left)
    lab_value_set(L, search->game.integers, "value", node.value);
  if (node.probability > 0)
    lab_value_set_number(L, "probability", node.probability);
  lab_value_set_flag(L, "at_once", node.joint);
  lab_value_set_flag(L, "same", node.same);
  lab_value_set_flag(L, "leaf", node.leaf);
  lab_value_set_flag(L, "settled", node.leaf == AB_SETTLED);
  lab_value_set_flag(L, "probed", node.probed);
  lab_value_set_flag(L, "cut", node.cut);
}

/* Push the recorded tree: each node is a table with its children as list. */
static void push_tree (lua_State *L, const lab_search *search, const ab_search *core, const ab_result *result) {
  int i, nodes;
  lua_createtable(L, result->traced, 0);
  nodes = lua_gettop(L);
  for (i = 0; i < result->traced; i++) {
    ab_traced node = ab_search_traced(core, i);
    push_traced(L, search, node);
    if (node.parent >= 0) {
      lua_rawgeti(L, nodes, node.parent + 1);
      lua_pushvalue(L, -2);
      lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
      lua_pop(L, 1);
    }
    lua_rawseti(L, nodes, i + 1);
  }
  lua_rawgeti(L, nodes, 1);
  lua_remove(L, nodes);
  if (lua_istable(L, -1))
    lab_value_set_flag(L, "truncated", result->untraced);
}

/* ---------------------------------------------------------------- the result */

static const char *why_stopped (const lab_search *search, ab_stop stopped) {
  static const char *const names[] = {NULL, "nodes", "time", "callback", NULL, NULL, "stop"};
  return search->game.closed != NULL ? search->game.closed : names[stopped];
}

/* How much the search has done. */
static void set_work (lua_State *L, const lab_search *search, const ab_result *found) {
  lab_value_set_count(L, "depth", (uint64_t)found->depth);
  lab_value_set_count(L, "nodes", found->nodes);
  if (search->game.sampled)
    lab_value_set_count(L, "playouts", found->playouts);
  else {
    lab_value_set_count(L, "leaves", found->leaves);
    lab_value_set_count(L, "cutoffs", found->cutoffs);
  }
  if (search->game.helped)
    lab_value_set_count(L, "threads", (uint64_t)search->threads);
  lab_value_set_number(L, "time", found->time);
}

static void set_table (lua_State *L, const ab_result *found, const lab_table *table) {
  lua_createtable(L, 0, 4);
  lab_value_set_count(L, "probes", found->probes);
  lab_value_set_count(L, "hits", found->hits);
  lab_value_set_count(L, "stores", found->stores);
  lab_value_set_count(L, "bytes", ab_table_bytes(table->core));
  lua_setfield(L, -2, "table");
}

/* The metatable of all results, by which `print` shows them on a line. */
static const char RESULTS[] = "alphabeta.results";

void lab_result_open (lua_State *L) {
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, RESULTS);
  lua_setfield(L, -2, "results");
}

void lab_result_dress (lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, RESULTS);
  lua_setmetatable(L, -2);
}

/* Set the root moves that are wanted in the result at the top, and the one to play with its line. */
static void set_moves (lua_State *L, lab_search *search, const ab_result *found, int read) {
  const lab_options *options = &search->options;
  int wants_all = options->all || options->choose == LAB_CHOOSE_FUNCTION, result = lua_gettop(L), list;
  if (wants_all || search->game.sampled) {
    push_all(L, search, found->moves);
    lua_setfield(L, result, "moves");
  }
  if (wants_all || options->slack >= 0) {
    push_best(L, search, found);
    lua_setfield(L, result, "best");
  }
  lua_getfield(L, result, "moves");
  list = lua_gettop(L);
  if (found->moves > 0) {
    ab_root_move chosen = ab_search_move(search->core, chosen_move(L, search, found, list, read));
    push_first_of(L, search, chosen.line);
    lua_setfield(L, result, "move");
    push_line(L, search, chosen.line);
  }
  else
    lua_newtable(L);
  lua_setfield(L, result, "pv");
  lua_settop(L, result);
}

/* By which outcomes the value is an estimate. */
static void set_draws (lua_State *L, const lab_options *options) {
  if (options->draws == 0)
    return;
  lab_value_set_count(L, "draws", (uint64_t)options->draws);
  lab_value_set_count(L, "seed", options->seed < 0 ? ab_options_default().seed : (uint64_t)options->seed);
}

void lab_result_push (lua_State *L, lab_search *search, int read) {
  const ab_search *core = search->core;
  const lab_options *options = &search->options;
  ab_result found;
  if (search->game.sampled)
    ab_search_gather(search->core);
  found = ab_search_result(core);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  lua_createtable(L, 0, 12);
  if (is_at_once(search)) {
    set_strategies(L, search, read);
    if (search->game.players)
      found.value = ab_search_paid(core, me_of(search));
  }
  else
    set_moves(L, search, &found, read);
  if (found.valued)
    set_worth(L, search, found.value, found.bound);
  if (search->table != NULL)
    set_table(L, &found, search->table);
  if (options->trace > 0) {
    if (search->game.sampled)
      lab_grown_push(L, search, (int)options->trace, push_first_of);
    else
      push_tree(L, search, core, &found);
    lua_setfield(L, -2, "tree");
  }
  set_work(L, search, &found);
  set_draws(L, options);
  lab_value_set_text(L, "stopped", why_stopped(search, found.stopped));
  lab_result_dress(L);
}

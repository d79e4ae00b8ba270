/* Options: a Lua table becomes a C struct. One array of rows drives reading, checking and messages; spec/docs_spec.lua
** holds what the messages say against doc/reference.md and lua/alphabeta/meta.lua. */
#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "lab_options.h"
#include "lab_anchor.h"
#include "lab_error.h"
#include "lab_value.h"

typedef struct lab_reader {
  lua_State *L;
  const char *caller;
  int table;  /* stack index of the options */
  int arg;    /* which argument that is to the user */
  int anchor; /* stack index of the anchor; 0: none */
  int playing; /* a search is to begin: the game is known */
  lab_options *options;
} lab_reader;

typedef struct lab_row {
  const char *name;
  void (*read) (const lab_reader *reader, const struct lab_row *row);
  size_t offset; /* in lab_options; of a function the place in the anchor */
  double low, high;
  uint64_t fact;     /* that holds where the option is in use; 0: none that matters to others */
  uint64_t not_with; /* facts that it cannot be used with */
  uint64_t needs;    /* facts without which it has no meaning */
  int engine;        /* which searches know it */
} lab_row;

enum { ANY, ALPHABETA, SAMPLING, DRAWING }; /* `engine`; the last: playouts, or what draws outcomes */

/* Facts about a call: what options say of each other. Those that a message names come first. */
enum {
  ALL = 1 << 0,
  CHOICE = 1 << 1,
  SLACK = 1 << 2,
  TRACE = 1 << 3,
  PRINTED = 1 << 4,
  RANDOM = 1 << 5,
  LIKELIHOOD = 1 << 6,
  NOISY = 1 << 7,
  KEY = 1 << 8,
  SHORTEST = 1 << 9,
  WINDOW = 1 << 10,
  CHOOSE = 1 << 11,
  TEMPERATURE = 1 << 12,
  CHANCE = 1 << 13,
  REPETITION = 1 << 14,
  ORDER = 1 << 15,
  SIMULTANEOUS = 1 << 16,
  AT_ONCE = 1 << 17, /* the same, or the game is not known */
  ROLLED = 1 << 18, /* a game with 'chance', or the game is not known */
  QUIESCENCE = 1 << 19,
  THRESHOLD = 1 << 20,
  TABLE = 1 << 21,
  GUARD = 1 << 22,
  HISTORY = 1 << 23,
  BIAS = 1 << 24,
  PROCEDURE = 1 << 25, /* a printed one, but not F */
  ME = 1 << 26,
  PURE = 1 << 27,
  HELPER = 1 << 28,
  THREADS = 1 << 29,
  DRAWS = 1 << 30
};

/* Those that are too large for enumerators. */
#define PRECISION ((uint64_t)1 << 31)

static const char *const facts[] = {
  "'all'",
  "a function as 'choose'",
  "'margin_random'",
  "'trace'",
  "a printed algorithm",
  "choose = 'random'",
  "a game with 'likelihood'",
  "a game with 'noisy'",
  "a game with 'key'",
  "'shortest'",
  "'window'",
  "'choose'",
  "'temperature'",
  "a game with 'chance'",
  "a game with 'repetition'",
  "a game with 'order'",
  "a game with 'simultaneous'",
  "a game with 'simultaneous'",
  "a game with 'chance'"
};

/* The facts that hold; of a game that is not known (NULL) all that could. */
static uint64_t facts_of (const lab_options *options, const ab_game *game) {
  uint64_t held = 0;
  held |= options->all ? ALL : 0;
  held |= options->choose == LAB_CHOOSE_FUNCTION ? CHOICE : 0;
  held |= options->choose == LAB_CHOOSE_RANDOM ? RANDOM : 0;
  held |= options->slack > 0 ? SLACK : 0;
  held |= options->trace > 0 ? TRACE : 0;
  held |= AB_IS_PRINTED(options->algorithm) ? PRINTED : 0;
  held |= options->shortest ? SHORTEST : 0;
  held |= options->alpha > -AB_INF || options->beta < AB_INF ? WINDOW : 0;
  held |= options->choosing ? CHOOSE : 0;
  held |= options->temperature > 0 ? TEMPERATURE : 0;
  held |= options->guard >= 0 ? GUARD : 0;
  held |= options->quiescence > 0 ? QUIESCENCE : 0;
  held |= options->threshold > 0 ? THRESHOLD : 0;
  held |= options->own_table ? TABLE : 0;
  held |= options->history ? HISTORY : 0;
  held |= options->bias ? BIAS : 0;
  held |= game == NULL || game->likelihood != NULL || game->chance != NULL ? LIKELIHOOD : 0;
  held |= game != NULL && game->chance != NULL ? CHANCE : 0;
  held |= game != NULL && game->simultaneous != NULL ? SIMULTANEOUS : 0;
  held |= game == NULL || game->simultaneous != NULL ? AT_ONCE : 0;
  held |= options->me > 0 ? ME : 0;
  held |= options->pure ? PURE : 0;
  held |= options->precision > 0 ? PRECISION : 0;
  held |= options->helper > 0 ? HELPER : 0;
  held |= options->threads != 1 ? THREADS : 0;
  held |= options->draws > 0 ? DRAWS : 0;
  held |= game == NULL || game->chance != NULL ? ROLLED : 0;
  held |= AB_IS_PRINTED(options->algorithm) && options->algorithm != AB_PAPER_F ? PROCEDURE : 0;
  held |= game == NULL || game->noisy != NULL ? NOISY : 0;
  held |= game == NULL || game->key != NULL ? KEY : 0;
  held |= game == NULL || game->order != NULL ? ORDER : 0;
  held |= game == NULL || game->repeats ? REPETITION : 0;
  return held;
}

/* The value of the option is at the top of the stack and will not do. */
static void reject (const lab_reader *reader, const lab_row *row, const char *expected) {
  lua_State *L = reader->L;
  const char *got = lua_type(L, -1) == LUA_TSTRING ? lua_pushfstring(L, "'%s'", lua_tostring(L, -1))
                                                   : lab_error_got(L, -1);
  lab_error_argument(L, reader->caller, reader->arg, "option '%s': %s expected, got %s", row->name,
                     expected, got);
} /* not reached: lab_error_argument raises */

static void *place (const lab_reader *reader, const lab_row *row) {
  return (char *)reader->options + row->offset;
}

static int get_number (const lab_reader *reader, double *number) {
  *number = lua_type(reader->L, -1) == LUA_TNUMBER ? lua_tonumber(reader->L, -1) : 0;
  return lua_type(reader->L, -1) == LUA_TNUMBER && *number == *number;
}

static void read_integer (const lab_reader *reader, const lab_row *row) {
  double number;
  int fits = get_number(reader, &number) && number >= row->low && number <= row->high;
  if (!fits || (double)(int64_t)number != number) {
    char expected[80];
    snprintf(expected, sizeof expected, "integer from %.0f to %.0f", row->low, row->high);
    reject(reader, row, expected);
  }
  *(double *)place(reader, row) = number;
}

/* A number between the limits; the lower one itself does not count. */
static void read_number (const lab_reader *reader, const lab_row *row) {
  double number;
  if (!get_number(reader, &number) || !(number > row->low && number <= row->high)) {
    char expected[80];
    if (row->high < HUGE_VAL)
      snprintf(expected, sizeof expected, "number above %g, up to %g,", row->low, row->high);
    else
      snprintf(expected, sizeof expected, "number above %g", row->low);
    reject(reader, row, expected);
  }
  *(double *)place(reader, row) = number;
}

static void read_between (const lab_reader *reader, const lab_row *row, double low, double high, const char *expected) {
  double number;
  if (!get_number(reader, &number) || number < low || number > high)
    reject(reader, row, expected);
  *(double *)place(reader, row) = number;
}

static void read_value (const lab_reader *reader, const lab_row *row) {
  read_between(reader, row, -HUGE_VAL, HUGE_VAL, "number");
}

static void read_slack (const lab_reader *reader, const lab_row *row) {
  read_between(reader, row, 0, DBL_MAX, "finite number, 0 or more,");
}

static void read_seconds (const lab_reader *reader, const lab_row *row) {
  read_between(reader, row, 0, HUGE_VAL, "number of seconds, 0 or more,");
}

static void read_flag (const lab_reader *reader, const lab_row *row) {
  if (!lua_isboolean(reader->L, -1))
    reject(reader, row, "boolean");
  *(int *)place(reader, row) = lua_toboolean(reader->L, -1);
}

static const struct {
  const char *name;
  ab_algorithm algorithm;
} algorithms[] = {
  {"pvs", AB_PVS},
  {"mtdf", AB_MTDF},
  {"bisection", AB_BISECTION},
  {"alphabeta", AB_ALPHABETA},
  {"minimax", AB_MINIMAX},
  {"branch-and-bound", AB_BRANCH_AND_BOUND},
  {"aspiration", AB_ASPIRATION},
  {"minimax-alphabeta", AB_MINIMAX_ALPHABETA},
  {"iterative", AB_ITERATIVE},
  {"mcts", AB_MCTS},
  {"F", AB_PAPER_F},
  {"F1", AB_PAPER_F1},
  {"F2", AB_PAPER_F2}
};

static void read_algorithm (const lab_reader *reader, const lab_row *row) {
  const char *name = lua_type(reader->L, -1) == LUA_TSTRING ? lua_tostring(reader->L, -1) : "";
  size_t count = sizeof algorithms / sizeof *algorithms, i = 0;
  luaL_Buffer list;
  while (i < count && strcmp(name, algorithms[i].name) != 0)
    i++;
  if (i < count) {
    reader->options->algorithm = (int)algorithms[i].algorithm;
    return;
  }
  lua_pushvalue(reader->L, -1);
  luaL_buffinit(reader->L, &list);
  luaL_addstring(&list, "one of");
  for (i = 0; i < count; i++) {
    luaL_addstring(&list, " '");
    luaL_addstring(&list, algorithms[i].name);
    luaL_addstring(&list, "'");
  }
  luaL_pushresult(&list);
  lua_insert(reader->L, -2);
  reject(reader, row, lua_tostring(reader->L, -2));
}

/* How a way is searched for. */
static void read_method (const lab_reader *reader, const lab_row *row) {
  static const char *const names[] = {"astar", "idastar", "beam"}; /* as in ab_path_algorithm */
  const char *name = lua_type(reader->L, -1) == LUA_TSTRING ? lua_tostring(reader->L, -1) : "";
  int i = 0;
  while (i < 3 && strcmp(name, names[i]) != 0)
    i++;
  if (i == 3)
    reject(reader, row, "'astar', 'idastar' or 'beam'");
  reader->options->algorithm = i;
}

static void read_weight (const lab_reader *reader, const lab_row *row) {
  read_between(reader, row, 1, AB_MAX_HEURISTIC, "number from 1 to 2^60");
}

/* true: record the tree, as large as it is; or a number of nodes. */
static void read_trace (const lab_reader *reader, const lab_row *row) {
  if (lua_isboolean(reader->L, -1))
    *(double *)place(reader, row) = lua_toboolean(reader->L, -1) ? row->high : 0;
  else
    read_integer(reader, row);
}

static void read_window (const lab_reader *reader, const lab_row *row) {
  lua_State *L = reader->L;
  double bound[2] = {0, 0};
  int i, fits = lua_istable(L, -1);
  for (i = 0; fits && i < 2; i++) {
    lua_rawgeti(L, -1, i + 1);
    fits = get_number(reader, &bound[i]);
    lua_pop(L, 1);
  }
  if (!fits || !(bound[0] < bound[1]))
    reject(reader, row, "{alpha, beta} with alpha < beta");
  reader->options->alpha = bound[0];
  reader->options->beta = bound[1];
}

/* The function at the top of the stack is kept in the anchor. */
static void keep_function (const lab_reader *reader, int what) {
  lua_pushvalue(reader->L, -1);
  lua_rawseti(reader->L, reader->anchor, what);
}

static void read_choose (const lab_reader *reader, const lab_row *row) {
  lua_State *L = reader->L;
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  reader->options->choosing = 1;
  if (lua_isfunction(L, -1)) {
    keep_function(reader, LAB_CHOOSE);
    reader->options->choose = LAB_CHOOSE_FUNCTION;
  }
  else if (strcmp(name, "random") == 0)
    reader->options->choose = LAB_CHOOSE_RANDOM;
  else if (strcmp(name, "first") != 0)
    reject(reader, row, "'first', 'random' or function");
}

static void read_function (const lab_reader *reader, const lab_row *row) {
  if (!lua_isfunction(reader->L, -1))
    reject(reader, row, "function");
  keep_function(reader, (int)row->offset);
}

/* A table of one's own, or false for none. */
static void read_transpositions (const lab_reader *reader, const lab_row *row) {
  lua_State *L = reader->L;
  if (luaL_testudata(L, -1, LAB_TABLE_TYPE) != NULL) {
    keep_function(reader, LAB_TABLE);
    reader->options->own_table = 1;
  }
  else if (lua_isboolean(L, -1) && !lua_toboolean(L, -1))
    reader->options->no_table = 1;
  else
    reject(reader, row, "alphabeta.table or false");
}

/* A list of keys. */
static void read_history (const lab_reader *reader, const lab_row *row) {
  lua_State *L = reader->L;
  size_t i, count = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  int fits = lua_istable(L, -1) && count <= INT_MAX;
  for (i = 1; fits && i <= count; i++) {
    int64_t integer;
    lua_rawgeti(L, -1, (int)i);
    fits = lua_type(L, -1) == LUA_TSTRING || lab_value_to_integer(L, -1, &integer);
    lua_pop(L, 1);
  }
  if (!fits)
    reject(reader, row, "list of integers and strings");
  keep_function(reader, LAB_HISTORY);
  reader->options->history = 1;
}

static void read_handle (const lab_reader *reader, const lab_row *row) {
  size_t length;
  if (lua_type(reader->L, -1) != LUA_TSTRING)
    reject(reader, row, "handle of a table");
  reader->options->handle = lua_tolstring(reader->L, -1, &length);
  if (strlen(reader->options->handle) != length)
    reader->options->handle = "";
}

static const lab_row search_rows[] = {
  {"depth", read_integer, offsetof(lab_options, depth), 0, AB_MAX_DEPTH, 0, 0, 0, ALPHABETA},
  {"nodes", read_integer, offsetof(lab_options, nodes), 1, AB_MAX_INTEGER, 0, 0, 0, ANY},
  {"time", read_seconds, offsetof(lab_options, time), 0, 0, 0, 0, 0, ANY},
  {"window", read_window, 0, 0, 0, 0, 0, 0, ALPHABETA},
  {"algorithm", read_algorithm, 0, 0, 0, PROCEDURE, CHANCE | SIMULTANEOUS, 0, ANY},
  {"guess", read_value, offsetof(lab_options, guess), 0, 0, 0, 0, 0, ALPHABETA},
  {"margin", read_number, offsetof(lab_options, margin), 0, HUGE_VAL, 0, 0, 0, ALPHABETA},
  {"threshold", read_number, offsetof(lab_options, threshold), 0, 1, THRESHOLD, 0, LIKELIHOOD, ALPHABETA},
  {"trace", read_trace, offsetof(lab_options, trace), 1, 1e9, TRACE, PRINTED, 0, ANY},
  {"deepening", read_flag, offsetof(lab_options, deepening), 0, 0, 0, 0, 0, ALPHABETA},
  {"all", read_flag, offsetof(lab_options, all), 0, 0, ALL, 0, 0, ANY},
  {"helper", read_integer, offsetof(lab_options, helper), 1, 1000, HELPER, PRINTED, 0, ALPHABETA},
  {"threads", read_integer, offsetof(lab_options, threads), 0, 256, THREADS, PRINTED, 0, ANY},
  {"table", read_transpositions, 0, 0, 0, TABLE, 0, KEY, ALPHABETA},
  {"history", read_history, 0, 0, 0, HISTORY, 0, REPETITION, ALPHABETA},
  {"quiescence", read_integer, offsetof(lab_options, quiescence), 0, AB_MAX_DEPTH, QUIESCENCE,
   PRINTED | CHANCE | SIMULTANEOUS, NOISY, ALPHABETA},
  {"shortest", read_flag, offsetof(lab_options, shortest), 0, 0, SHORTEST,
   ALL | CHOICE | SLACK | TRACE | PRINTED | CHANCE | SIMULTANEOUS, 0, ALPHABETA},
  {"draws", read_integer, offsetof(lab_options, draws), 1, AB_MAX_MOVES, DRAWS, 0, ROLLED | KEY, ALPHABETA},
  {"deeper", read_flag, offsetof(lab_options, deeper), 0, 0, 0, 0, 0, ALPHABETA},
  {"proven", read_flag, offsetof(lab_options, proven), 0, 0, 0, 0, 0, ALPHABETA},
  {"processor", read_flag, offsetof(lab_options, processor), 0, 0, 0, 0, 0, ANY},
  {"on_depth", read_function, LAB_ON_DEPTH, 0, 0, 0, 0, 0, ALPHABETA},
  {"margin_random", read_slack, offsetof(lab_options, slack), 0, 0, SLACK, 0, RANDOM, ANY},
  {"choose", read_choose, 0, 0, 0, 0, 0, 0, ANY},
  {"random", read_function, LAB_RANDOM, 0, 0, 0, 0, 0, ANY},
  {"temperature", read_number, offsetof(lab_options, temperature), 0, HUGE_VAL, TEMPERATURE,
   CHOOSE | SLACK | SHORTEST | WINDOW | TRACE | SIMULTANEOUS, 0, ANY},
  {"me", read_integer, offsetof(lab_options, me), 1, AB_MAX_PLAYERS, ME, 0, AT_ONCE, ANY},
  {"precision", read_number, offsetof(lab_options, precision), 0, HUGE_VAL, PRECISION, 0, AT_ONCE,
   ALPHABETA},
  {"pure", read_flag, offsetof(lab_options, pure), 0, 0, PURE, 0, AT_ONCE, ANY},
  {"playouts", read_integer, offsetof(lab_options, playouts), 1, AB_MAX_INTEGER, 0, 0, 0, SAMPLING},
  {"exploration", read_number, offsetof(lab_options, exploration), 0, 1000, 0, 0, 0, SAMPLING},
  {"playout_depth", read_integer, offsetof(lab_options, playout_depth), 0, AB_MAX_DEPTH, 0, 0, 0, SAMPLING},
  {"bias", read_flag, offsetof(lab_options, bias), 0, 0, BIAS, 0, ORDER, SAMPLING},
  {"policy", read_function, LAB_POLICY, 0, 0, 0, 0, 0, SAMPLING},
  {"bytes", read_integer, offsetof(lab_options, bytes), 1, AB_MAX_INTEGER, 0, 0, 0, SAMPLING},
  {"seed", read_integer, offsetof(lab_options, seed), 0, AB_MAX_INTEGER, 0, 0, 0, DRAWING},
  {"guard", read_integer, offsetof(lab_options, guard), 0, AB_MAX_DEPTH, GUARD, 0, TEMPERATURE, ANY},
  {NULL, NULL, 0, 0, 0, 0, 0, 0, ANY}
};

static const lab_row step_rows[] = {
  {"depths", read_integer, offsetof(lab_options, depths), 1, AB_MAX_DEPTH, 0, 0, 0, ANY},
  {"playouts", read_integer, offsetof(lab_options, playouts), 1, AB_MAX_INTEGER, 0, 0, 0, ANY},
  {"nodes", read_integer, offsetof(lab_options, nodes), 1, AB_MAX_INTEGER, 0, 0, 0, ANY}, /* from here on solver:step */
  {"time", read_seconds, offsetof(lab_options, time), 0, 0, 0, 0, 0, ANY},
  {NULL, NULL, 0, 0, 0, 0, 0, 0, ANY}
};

static const lab_row solver_rows[] = {
  {"positions", read_integer, offsetof(lab_options, positions), 1, AB_MAX_POSITIONS, 0, 0, 0, ANY},
  {"tolerance", read_number, offsetof(lab_options, tolerance), 0, HUGE_VAL, 0, 0, 0, ANY},
  {"progress", read_flag, offsetof(lab_options, progress), 0, 0, 0, 0, 0, ANY},
  {"on_progress", read_function, LAB_PROGRESS, 0, 0, 0, 0, 0, ANY},
  {NULL, NULL, 0, 0, 0, 0, 0, 0, ANY}
};

static const lab_row path_rows[] = {
  {"algorithm", read_method, 0, 0, 0, 0, 0, 0, ANY},
  {"weight", read_weight, offsetof(lab_options, weight), 0, 0, 0, 0, 0, ANY},
  {"width", read_integer, offsetof(lab_options, width), 1, AB_MAX_POSITIONS, 0, 0, 0, ANY},
  {"bytes", read_integer, offsetof(lab_options, bytes), 1, AB_MAX_INTEGER, 0, 0, 0, ANY},
  {"nodes", read_integer, offsetof(lab_options, nodes), 1, AB_MAX_INTEGER, 0, 0, 0, ANY},
  {"time", read_seconds, offsetof(lab_options, time), 0, 0, 0, 0, 0, ANY},
  {"progress", read_flag, offsetof(lab_options, progress), 0, 0, 0, 0, 0, ANY},
  {"on_progress", read_function, LAB_PROGRESS, 0, 0, 0, 0, 0, ANY},
  {NULL, NULL, 0, 0, 0, 0, 0, 0, ANY}
};

static const lab_row table_rows[] = {
  {"bytes", read_integer, offsetof(lab_options, bytes), 1, AB_MAX_INTEGER, 0, 0, 0, ANY},
  {"shared", read_flag, offsetof(lab_options, shared), 0, 0, 0, 0, 0, ANY},
  {"counted", read_flag, offsetof(lab_options, counted), 0, 0, 0, 0, 0, ANY},
  {"handle", read_handle, 0, 0, 0, 0, 0, 0, ANY},
  {NULL, NULL, 0, 0, 0, 0, 0, 0, ANY}
};

/* That of the field whose name, a string, is below the top. */
static const lab_row *find_row (lua_State *L, const lab_row *rows) {
  size_t length;
  const char *name = lua_tolstring(L, -2, &length);
  for (; rows->name != NULL; rows++)
    if (strcmp(rows->name, name) == 0 && strlen(name) == length) /* no zero byte in it */
      return rows;
  return NULL;
}

static lab_reader reader_of (lua_State *L, const char *caller, int arg, int anchor, lab_options *options) {
  lab_reader reader;
  reader.L = L;
  reader.caller = caller;
  reader.table = reader.arg = arg;
  reader.anchor = anchor;
  reader.playing = 0;
  reader.options = options;
  return reader;
}

/* Read every field of the table; one that has no row is an error. Returns the set of the rows that were given. */
static uint64_t read_table (const lab_reader *reader, const lab_row *rows) {
  lua_State *L = reader->L;
  uint64_t given = 0;
  if (lua_isnoneornil(L, reader->table))
    return given;
  if (!lua_istable(L, reader->table))
    lab_error_argument(L, reader->caller, reader->arg, "table expected, got %s",
                       luaL_typename(L, reader->table));
  lua_pushnil(L);
  while (lua_next(L, reader->table)) {
    const lab_row *row = lua_type(L, -2) == LUA_TSTRING ? find_row(L, rows) : NULL;
    if (row == NULL) {
      lab_error_argument(L, reader->caller, reader->arg, "unknown option '%s'", lab_error_key(L, -2));
      return given; /* not reached: for the static analyser */
    }
    row->read(reader, row);
    given |= (uint64_t)1 << (row - rows);
    lua_pop(L, 1);
  }
  return given;
}

static const char *first_of (uint64_t set) {
  size_t i = 0;
  while (!(set >> i & 1))
    i++;
  return facts[i];
}

/* Is the option, which was given, one of the search by this algorithm? If that is not known (-1), it may be. */
static void check_engine (const lab_reader *reader, const lab_row *row) {
  int algorithm = reader->options->algorithm;
  if (row->engine == ALPHABETA && algorithm == AB_MCTS)
    lab_error_argument(reader->L, reader->caller, reader->arg, "option '%s' cannot be used with algorithm 'mcts'",
                       row->name);
  if (row->engine >= SAMPLING && algorithm != AB_MCTS && (algorithm >= 0 || reader->playing)
      && !(row->engine == DRAWING && reader->options->draws > 0))
    lab_error_argument(reader->L, reader->caller, reader->arg, "option '%s' needs algorithm 'mcts'%s", row->name,
                       row->engine == DRAWING ? " or option 'draws'" : "");
}

/* Are all options that were given of this search, and does it know when to end? */
static void check_engines (const lab_reader *reader, uint64_t given) {
  const lab_options *options = reader->options;
  const lab_row *row;
  for (row = search_rows; given > 0; row++, given >>= 1)
    if (given & 1)
      check_engine(reader, row);
  if (reader->playing && options->algorithm == AB_MCTS && options->playouts < 0 && options->nodes < 0 && options->time < 0)
    lab_error_argument(reader->L, reader->caller, reader->arg,
                       "algorithm 'mcts' needs option 'playouts', 'nodes' or 'time'");
}

/* Do the options go with each other, and with the game? */
static void check_company (const lab_reader *reader, uint64_t held) {
  const lab_row *row;
  for (row = search_rows; row->name != NULL; row++)
    if ((row->fact & held) && (row->not_with & held))
      lab_error_argument(reader->L, reader->caller, reader->arg, "option '%s'%s cannot be used with %s", row->name,
                         row->fact == PROCEDURE ? ": a printed algorithm other than 'F'" : "",
                         first_of(row->not_with & held));
  for (row = search_rows; row->name != NULL; row++)
    if ((row->fact & held) && (row->needs & ~held))
      lab_error_argument(reader->L, reader->caller, reader->arg, "option '%s' needs %s", row->name,
                         first_of(row->needs & ~held));
}

void lab_options_read (lua_State *L, const char *caller, int arg, const ab_game *game, lab_options *options) {
  lab_reader reader = reader_of(L, caller, arg, lua_gettop(L), options);
  memset(options, 0, sizeof *options);
  options->depth = options->nodes = options->time = options->slack = options->guard = -1;
  options->deepening = options->algorithm = options->proven = -1;
  options->playouts = options->playout_depth = options->seed = -1;
  options->alpha = -AB_INF;
  options->beta = AB_INF;
  options->margin = options->threads = 1;
  reader.playing = game != NULL;
  check_engines(&reader, read_table(&reader, search_rows));
  check_company(&reader, facts_of(options, game));
  options->all |= options->temperature > 0;
  if (options->guard < 0)
    options->guard = options->temperature > 0; /* plies */
}

void lab_options_read_table (lua_State *L, lab_options *options) {
  lab_reader reader = reader_of(L, "table", 1, 0, options);
  uint64_t given;
  int i;
  lua_settop(L, 1);
  memset(options, 0, sizeof *options);
  options->bytes = LAB_TABLE_BYTES;
  given = read_table(&reader, table_rows);
  for (i = 0; options->handle != NULL && table_rows[i].read != read_handle; i++)
    if (given >> i & 1)
      lab_error_argument(L, "table", 1, "option 'handle' cannot be used with '%s'", table_rows[i].name);
  if (options->counted && options->shared)
    lab_error_argument(L, "table", 1, "option 'counted' cannot be used with 'shared'");
}

int lab_options_shuffle (const lab_options *options) {
  return options->choose == LAB_CHOOSE_RANDOM && !options->all && options->slack < 0
      && options->algorithm != AB_MCTS && !AB_IS_PRINTED((ab_algorithm)options->algorithm);
}

/* Read the limits at stack index 2 for a method `step`. */
static void read_limits (lua_State *L, const lab_row *rows, lab_limits *limits) {
  lab_options options;
  lab_reader reader = reader_of(L, "step", 2, 0, &options);
  reader.arg = 1; /* the search itself does not count */
  options.nodes = options.time = options.playouts = -1;
  options.depths = 0;
  read_table(&reader, rows);
  limits->nodes = options.nodes;
  limits->time = options.time;
  limits->playouts = options.playouts;
  limits->depths = (int)options.depths;
}

void lab_options_read_limits (lua_State *L, lab_limits *limits) { read_limits(L, step_rows, limits); }

void lab_options_read_pace (lua_State *L, lab_limits *limits) { read_limits(L, step_rows + 2, limits); }

void lab_options_read_solver (lua_State *L, const char *caller, lab_options *options) {
  lab_reader reader = reader_of(L, caller, 3, lua_gettop(L), options);
  memset(options, 0, sizeof *options);
  options->positions = 1000000;
  options->tolerance = 1e-9;
  read_table(&reader, solver_rows);
}

void lab_options_read_path (lua_State *L, const char *caller, int has_key, lab_options *options) {
  lab_reader reader = reader_of(L, caller, 3, lua_gettop(L), options);
  memset(options, 0, sizeof *options);
  options->nodes = options->time = -1;
  options->algorithm = has_key ? AB_ASTAR : AB_IDASTAR;
  read_table(&reader, path_rows);
  if (options->algorithm != AB_IDASTAR && !has_key)
    lab_error_argument(L, caller, 3, "option 'algorithm': only 'idastar' goes with a game without 'key'");
  if (options->algorithm == AB_BEAM && options->width == 0)
    lab_error_argument(L, caller, 3, "algorithm 'beam' needs option 'width'");
  if (options->algorithm != AB_BEAM && options->width > 0)
    lab_error_argument(L, caller, 3, "option 'width' needs algorithm 'beam'");
  if (options->algorithm == AB_BEAM && options->weight > 0)
    lab_error_argument(L, caller, 3, "option 'weight' cannot be used with algorithm 'beam'");
  if (!has_key && options->bytes > 0)
    lab_error_argument(L, caller, 3, "option 'bytes' needs a game with 'key'");
}

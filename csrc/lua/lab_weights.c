/*
** What features come to by their weights. Whatever could differ from machine to machine in the last bit does not: the sum has
** an order, a product is stored before it is added, and the hyperbolic tangent is no library's (alphabeta.h).
*/
#include <string.h>
#include "lab_weights.h"
#include "lab_error.h"

#define MOST_WEIGHTS AB_MAX_MOVES

enum { SCALE, PHASES, WEIGHTS }; /* what the string begins with; the weights are from there on */

/* ---------------------------------------------------------------- reading */

static void reject (lua_State *L, const char *caller, const char *name, const char *field, const char *expected) {
  lab_error_argument(L, caller, 1, "%s: field '%s': %s expected, got %s", lab_error_label(L, name), field, expected,
                     lab_error_returned(L, -1));
} /* not reached: lab_error_argument raises */

/* Is there a finite number at the top of the stack? It is popped. */
static int take_number (lua_State *L, double most, double *number) {
  int fits = lua_type(L, -1) == LUA_TNUMBER;
  *number = fits ? lua_tonumber(L, -1) : 0;
  lua_pop(L, 1);
  return fits && *number >= -most && *number <= most;
}

/* What no estimate lies outside of, nor reaches. */
static double read_scale (lua_State *L, const char *caller, const char *name, double low, double high) {
  double scale;
  lua_getfield(L, 1, "scale");
  lua_pushvalue(L, -1);
  if (!take_number(L, AB_MAX_PAYOFF, &scale) || scale < AB_MIN_SCALE)
    reject(L, caller, name, "scale", "number from 1e-300 to 2^960 with 'weights'");
  if (low < high && (scale > high || -scale < low))
    reject(L, caller, name, "scale", "number within 'range'");
  lua_pop(L, 1);
  return scale;
}

/* How many phases have weights of their own; there is one if nothing is said. */
static int read_phases (lua_State *L, const char *caller, const char *name, int count) {
  double phases = 1;
  lua_getfield(L, 1, "phases");
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, -1);
    if (!take_number(L, AB_MAX_PHASES, &phases) || phases < 1 || phases != (int)phases)
      reject(L, caller, name, "phases", "integer from 1 to 50");
  }
  lua_pop(L, 1);
  if (count % (int)phases != 0)
    lab_error_argument(L, caller, 1, "%s: field 'weights': as many numbers expected for each of %d phases, got %d",
                       lab_error_label(L, name), (int)phases, count);
  return (int)phases;
}

int lab_weights_read (lua_State *L, const char *caller, const char *name, double low, double high) {
  double *numbers;
  size_t count, i;
  lua_getfield(L, 1, "weights");
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  count = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  if (count == 0 || count > MOST_WEIGHTS)
    reject(L, caller, name, "weights", "list of 1 to 65535 numbers");
  numbers = lua_newuserdatauv(L, (WEIGHTS + count) * sizeof *numbers, 0);
  numbers[SCALE] = read_scale(L, caller, name, low, high);
  numbers[PHASES] = read_phases(L, caller, name, (int)count);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, (int)i);
    if (!take_number(L, AB_MAX_WEIGHT, &numbers[WEIGHTS + i - 1])) {
      lua_rawgeti(L, -2, (int)i);
      lab_error_argument(L, caller, 1, "%s: field 'weights': number from -1e+100 to 1e+100 expected at %d, got %s",
                         lab_error_label(L, name), (int)i, lab_error_returned(L, -1));
    }
  }
  lua_pushlstring(L, (const char *)numbers, (WEIGHTS + count) * sizeof *numbers);
  lua_replace(L, -3);
  lua_pop(L, 1);
  return 1;
}

/* ---------------------------------------------------------------- the sum */

/* A string may begin anywhere. */
static double number_at (const char *numbers, int i) {
  double number;
  memcpy(&number, numbers + (size_t)i * sizeof number, sizeof number);
  return number;
}

int lab_weights_phases (lua_State *L, int i) { return (int)number_at(lua_tostring(L, i), PHASES); }

static int all_weights (lua_State *L, int i) { return (int)(lua_rawlen(L, i) / sizeof(double)) - WEIGHTS; }

int lab_weights_count (lua_State *L, int i) { return all_weights(L, i) / lab_weights_phases(L, i); }

/* Feature k of the list at the top of the stack. */
static double feature_at (lua_State *L, int k, const char *name, int ply) {
  double feature;
  lua_rawgeti(L, -1, k);
  if (!take_number(L, AB_MAX_INTEGER, &feature)) {
    lua_rawgeti(L, -1, k);
    lab_error_raise(L, "%s: 'features' returned %s at %d (number up to 2^53 in magnitude expected) at ply %d",
                    lab_error_label(L, name), lab_error_returned(L, -1), k, ply);
  }
  return feature;
}

/* As ab_game_sum_between, of the features at the top of the stack; `from` and `to` are places in the string. */
static double sum_between (lua_State *L, const char *numbers, int from, int to, double part, const char *name, int ply) {
  double sum = 0;
  int k;
  for (k = 0; k < to - from; k++) {
    double low = number_at(numbers, from + k), high = number_at(numbers, to + k);
    sum = ab_plus_product(sum, ab_plus_product(low, part, high - low), feature_at(L, k + 1, name, ply));
  }
  return sum;
}

ab_value lab_weights_value (lua_State *L, int i, double phase, const char *name, int ply) {
  const char *numbers = lua_tostring(L, i);
  int phases = lab_weights_phases(L, i), count = lab_weights_count(L, i), k;
  double sum = 0, part;
  if (phases > 1) {
    int from = WEIGHTS + count * ab_game_point(phase, phases, &part);
    return number_at(numbers, SCALE) * ab_tanh(sum_between(L, numbers, from, from + count, part, name, ply));
  }
  for (k = 0; k < count; k++)
    sum = ab_plus_product(sum, number_at(numbers, WEIGHTS + k), feature_at(L, k + 1, name, ply));
  return number_at(numbers, SCALE) * ab_tanh(sum);
}

/* ---------------------------------------------------------------- native features */

static int phases_of (const ab_game *rules) { return rules->phases > 1 ? rules->phases : 1; }

int lab_weights_are (lua_State *L, int i, const ab_game *rules) {
  const char *numbers = lua_tostring(L, i);
  return rules->weights != NULL && lab_weights_count(L, i) == rules->feature_count
      && number_at(numbers, SCALE) == rules->scale && lab_weights_phases(L, i) == phases_of(rules)
      && memcmp(numbers + WEIGHTS * sizeof(double), rules->weights, (size_t)all_weights(L, i) * sizeof(double)) == 0;
}

void lab_weights_use (lua_State *L, int i, ab_game *game) {
  size_t size = (size_t)all_weights(L, i) * sizeof(double);
  const char *numbers = lua_tostring(L, i);
  double *weights = lua_newuserdatauv(L, size, 0);
  memcpy(weights, numbers + WEIGHTS * sizeof(double), size);
  game->weights = weights;
  game->scale = number_at(numbers, SCALE);
  game->phases = (int)number_at(numbers, PHASES);
}

void lab_weights_push (lua_State *L, const ab_game *rules) {
  int i, count = rules->feature_count * phases_of(rules);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lua_pushnumber(L, rules->weights[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "weights");
  if (rules->phases > 1) {
    lua_pushinteger(L, rules->phases);
    lua_setfield(L, -2, "phases");
  }
  lua_pushnumber(L, rules->scale);
  lua_setfield(L, -2, "scale");
}

/* ---------------------------------------------------------------- Lua */

static int core_tanh (lua_State *L) {
  lua_pushnumber(L, ab_tanh(luaL_checknumber(L, 1)));
  return 1;
}

void lab_weights_open (lua_State *L) {
  lua_pushcfunction(L, core_tanh);
  lua_setfield(L, -2, "tanh");
}

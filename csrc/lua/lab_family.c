/* The families of games that come with the library, by their names. */
#include <string.h>
#include "lab_error.h"
#include "lab_family.h"
#include "lab_memory.h"
#include "games/games.h"

#define FEW_PARAMETERS 16
#define MOST_PARAMETERS 1000000

static const ab_family *const families[] = {
  &ab_connect4, &ab_connect4_solver, &ab_ewn, &ab_kalah, &ab_kalah_solver, &ab_oshi, &ab_othello, &ab_pig,
  &ab_synthetic, &ab_tictactoe, &ab_tiles
};

static const ab_family *find (const char *name) {
  size_t i;
  for (i = 0; i < sizeof families / sizeof *families; i++)
    if (strcmp(families[i]->name, name) == 0)
      return families[i];
  return NULL;
}

/* The parameters at index 2 are in `few`, or in a userdata that is pushed. */
static const double *check_parameters (lua_State *L, double *few, int *count) {
  double *parameters;
  int i;
  *count = 0;
  if (lua_isnil(L, 2))
    return few;
  if (!lua_istable(L, 2) || lua_rawlen(L, 2) > MOST_PARAMETERS)
    lab_error_raise(L, "bad argument #2 to 'native' (list of numbers expected, got %s)",
                    lua_istable(L, 2) ? "a longer one" : luaL_typename(L, 2));
  *count = (int)lua_rawlen(L, 2);
  parameters = lab_memory_borrow(L, few, FEW_PARAMETERS * sizeof *few, (size_t)*count * sizeof *few);
  for (i = 0; i < *count; i++) {
    lua_rawgeti(L, 2, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      lab_error_raise(L, "bad argument #2 to 'native' (list of numbers expected, got %s at %d)", lab_error_got(L, -1),
                      i + 1);
    parameters[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return parameters;
}

const ab_game *lab_family_set_up (lua_State *L, const char *name) {
  const ab_family *family = find(name);
  double few[FEW_PARAMETERS];
  const double *parameters;
  void *context = NULL;
  const char *flaw;
  size_t size;
  int count;
  if (family == NULL)
    return NULL;
  parameters = check_parameters(L, few, &count);
  if (family->measure == NULL && count > 0)
    lab_error_raise(L, "bad argument #2 to 'native' ('%s' has no parameters)", name);
  if (family->measure == NULL) {
    lua_pushnil(L);
    return family->game;
  }
  size = family->measure(parameters, count);
  if (size > 0)
    context = lua_newuserdata(L, size);
  flaw = family->set_up(context, parameters, count);
  if (flaw != NULL) /* games of other sizes are made by a function in Lua */
    lab_error_raise(L, "bad argument #2 to 'native' ('%s': %s)", name, flaw);
  return family->game;
}

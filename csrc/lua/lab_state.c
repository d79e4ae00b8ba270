/* A position of native rules as a Lua object. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "lab_state.h"
#include "lab_error.h"
#include "lab_frame.h"
#include "lab_memory.h"

lab_state *lab_state_new (lua_State *L, const lab_rules *rules) {
  lab_state *state = lab_anchor_new(L, sizeof *state + rules->game->state_size);
  state->rules = *rules;
  state->live = 1;
  memset(lab_state_bytes(state), 0, rules->game->state_size);
  lua_pushvalue(L, -2);
  lab_anchor_set(L, -2);
  luaL_getmetatable(L, LAB_STATE_TYPE);
  lua_setmetatable(L, -2);
  return state;
}

static int is_of (const lab_state *state, const lab_rules *rules) {
  return state->rules.game == rules->game && state->rules.context == rules->context;
}

/* Push what a state of these rules is called. */
static const char *called (lua_State *L, const ab_game *game) {
  return game->name == NULL ? "state" : lua_pushfstring(L, "state of '%s'", game->name);
}

/* A view may have outlived its callback where an error has passed that no guard has seen. Outside of the
** coroutine where it is shown nobody knows. */
static int is_live (lua_State *L, const lab_state *state) {
  if (!LAB_CLOSES && state->live == (int64_t)(intptr_t)L)
    return lab_frame_is_on_stack(L, state);
  return state->live != 0;
}

static lab_state *check_live (lua_State *L, lab_state *state) {
  if (!is_live(L, state))
    luaL_error(L, "state used after the callback that it was given to (copy it with state:copy())");
  return state;
}

lab_state *lab_state_check (lua_State *L, const char *caller, int arg, const lab_rules *rules) {
  lab_state *state = luaL_testudata(L, arg, LAB_STATE_TYPE);
  if (state == NULL || !is_of(state, rules)) {
    const char *expected = called(L, rules->game);
    const char *got = state == NULL ? luaL_typename(L, arg) : called(L, state->rules.game);
    if (strcmp(expected, got) == 0)
      got = rules->game->name == NULL ? "one of another game" : "one of another game of that name";
    lab_error_argument(L, caller, arg, "%s expected, got %s", expected, got);
    return NULL; /* not reached: for the static analyser */
  }
  return check_live(L, state);
}

static lab_state *check_self (lua_State *L) {
  return check_live(L, luaL_checkudata(L, 1, LAB_STATE_TYPE));
}

static int state_copy (lua_State *L) {
  lab_state *state = check_self(L), *copy;
  lab_anchor_push(L, 1);
  copy = lab_state_new(L, &state->rules);
  memcpy(lab_state_bytes(copy), lab_state_bytes(state), state->rules.game->state_size);
  return 1;
}

static int is_same (lua_State *L, lab_state *a, lab_state *b) {
  return is_of(check_live(L, a), &check_live(L, b)->rules)
      && memcmp(lab_state_bytes(a), lab_state_bytes(b), a->rules.game->state_size) == 0;
}

/* One of the two may be another userdata. */
static int state_eq (lua_State *L) {
  lab_state *a = luaL_testudata(L, 1, LAB_STATE_TYPE), *b = luaL_testudata(L, 2, LAB_STATE_TYPE);
  lua_pushboolean(L, a != NULL && b != NULL && is_same(L, a, b));
  return 1;
}

int64_t *lab_state_write (lua_State *L, lab_state *state, lab_numbers *numbers) {
  const ab_game *game = state->rules.game;
  int64_t *list = lab_memory_borrow(L, numbers->few, sizeof numbers->few, (size_t)game->max_numbers * sizeof *list);
  numbers->count = game->write(state->rules.context, lab_state_bytes(state), list);
  if (numbers->count < 0 || numbers->count > game->max_numbers)
    luaL_error(L, "%s: 'write' gave %d numbers (limit is %d)", called(L, game), numbers->count,
               game->max_numbers);
  return list;
}

/* Push the text that the game's own field `format` gives; 0: there is none. */
static int push_formatted (lua_State *L) {
  lab_anchor_push(L, 1);
  lua_rawgeti(L, -1, LAB_RULES_TABLE);
  lua_getfield(L, -1, "format");
  if (!lua_isfunction(L, -1))
    return 0;
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* Push the numbers that it is written as. */
static void push_numbers (lua_State *L, lab_state *state) {
  lab_numbers numbers;
  const int64_t *list = lab_state_write(L, state, &numbers);
  luaL_Buffer text;
  int i;
  luaL_buffinit(L, &text);
  for (i = 0; i < numbers.count; i++) {
    char number[24];
    snprintf(number, sizeof number, " %" PRId64, list[i]);
    luaL_addstring(&text, number);
  }
  luaL_pushresult(&text);
}

static int state_tostring (lua_State *L) {
  lab_state *state = check_self(L);
  const char *name = called(L, state->rules.game);
  if (push_formatted(L))
    return 1;
  if (state->rules.game->write == NULL)
    lua_pushfstring(L, "%s: %p", name, lab_state_bytes(state));
  else {
    push_numbers(L, state);
    lua_pushfstring(L, "%s:%s", name, lua_tostring(L, -1));
  }
  return 1;
}

static const luaL_Reg methods[] = {
  {"copy", state_copy},
  {"__eq", state_eq},
  {"__tostring", state_tostring},
  {NULL, NULL}
};

void lab_state_open (lua_State *L) {
  lab_anchor_open(L, LAB_STATE_TYPE, methods);
  lua_pop(L, 1);
}

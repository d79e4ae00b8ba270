/*
** `simultaneous` returns a list of choices for each player, or nothing where one player moves. Both lists are copied: the
** game may fill the same two each time, or give what belongs to the position.
*/
#include "lab_both.h"
#include "lab_error.h"
#include "lab_restore.h"

static const char *label (const lab_game *game) { return lab_error_label(game->L, game->name); }

/* How many choices are in the list at this index? None, if it is nil. */
static int count_choices (lab_game *game, int index) {
  lua_State *L = game->L;
  size_t count;
  if (lua_isnil(L, index))
    return 0;
  if (!lua_istable(L, index)) {
    lua_settop(L, index);
    lab_game_broken(game, "simultaneous", "list of choices for each player");
  }
  count = lua_rawlen(L, index);
  if (count > AB_MAX_MOVES)
    lab_error_raise(L, "%s: 'simultaneous' returned %d choices (limit is %d) at ply %d", label(game), (int)count,
                    AB_MAX_MOVES, lab_game_ply(game));
  return (int)count;
}

/* The two results of `simultaneous` are at the top. Do both choose? */
static int take_counts (lab_game *game, int counts[]) {
  lua_State *L = game->L;
  int top = lua_gettop(L);
  if (lua_isnil(L, -2))
    return 0;
  counts[0] = count_choices(game, top - 1);
  counts[1] = count_choices(game, top);
  if ((double)counts[0] * counts[1] > AB_MAX_JOINT)
    lab_error_raise(L, "%s: 'simultaneous' returned %d and %d choices (limit is %d pairs) at ply %d", label(game), counts[0],
                    counts[1], AB_MAX_JOINT, lab_game_ply(game));
  return counts[0] + counts[1] > 0;
}

/* The list at the top, which is popped, is copied to a slot of the store. */
static void copy_list (lab_game *game, int slot, int count) {
  lua_State *L = game->L;
  int i;
  lua_createtable(L, count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, i);
    if (lua_isnil(L, -1))
      lab_error_raise(L, "%s: choice %d of the %d from 'simultaneous' is nil at ply %d", label(game), i, count,
                      lab_game_ply(game));
    lua_rawseti(L, -2, i);
  }
  lua_rawseti(L, LAB_AT(LAB_STORE), slot);
  lua_pop(L, 1);
}

/* The choices at the root are for the result. */
static void note_root (lab_game *game) {
  lua_State *L = game->L;
  lua_createtable(L, 2, 0);
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_ROWS(0));
  lua_rawseti(L, -2, 1);
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_COLUMNS(0));
  lua_rawseti(L, -2, 2);
  lua_rawseti(L, LAB_ANCHOR, LAB_CHOICES);
}

int lab_both_ask (void *context, void *state, ab_move *lists[], int counts[]) {
  lab_game *game = context;
  (void)lists;
  if (!lab_game_begun(game, state))
    lab_game_call_foreseen(game, LAB_SIMULTANEOUS, state);
  if (!take_counts(game, counts)) {
    lua_pop(game->L, 2);
    return 0;
  }
  copy_list(game, LAB_COLUMNS(game->here), counts[1]);
  copy_list(game, LAB_ROWS(game->here), counts[0]);
  if (game->here == 0)
    note_root(game);
  return 1;
}

/* Ask one of up to three callbacks. */
static void ask (lab_game *game, int what, const lab_position *position) {
  game->asked = what;
  lab_game_call_on(game, what, position, what == LAB_PLAYER ? 1 : 2);
}

int lab_both_asks_player (lab_game *game, const lab_position *position) {
  int counts[2];
  if (!lab_game_begun(game, position))
    ask(game, game->native.chance != NULL ? LAB_CHANCE : LAB_SIMULTANEOUS, position);
  if (game->asked == LAB_CHANCE && lua_isnil(game->L, -2)) {
    lua_pop(game->L, 2);
    ask(game, LAB_SIMULTANEOUS, position);
  }
  if (game->asked == LAB_PLAYER)
    return 1;
  if (game->asked == LAB_SIMULTANEOUS && take_counts(game, counts)) {
    lab_game_foresee(game, LAB_SIMULTANEOUS, position->ply);
    return 0;
  }
  lab_game_foresee(game, game->asked == LAB_CHANCE ? LAB_CHANCE : LAB_PLAYER, position->ply);
  ask(game, LAB_PLAYER, position);
  return 1;
}

/* Push a choice out of a list of the store. */
static void push_choice (const lab_game *game, int slot, ab_move choice) {
  lua_State *L = game->L;
  if (choice == AB_NO_CHOICE) {
    lua_pushnil(L);
    return;
  }
  lua_rawgeti(L, LAB_AT(LAB_STORE), slot);
  lua_rawgeti(L, -1, (int)choice);
  lua_replace(L, -2);
}

void lab_both_call_play (lab_game *game, const lab_position *from, const ab_move moves[]) {
  lua_State *L = game->L;
  if (game->restores)
    lab_restore_before(game);
  lua_pushvalue(L, LAB_AT(LAB_PLAY));
  lab_game_push_position(game, from);
  push_choice(game, LAB_ROWS(game->here), moves[0]);
  push_choice(game, LAB_COLUMNS(game->here), moves[1]);
  if (game->in_place) {
    lua_pushvalue(L, -2);
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_MOVE(game->here));
    lua_pushvalue(L, -1);
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_SECOND(game->here));
  }
  game->foreseen = 0;
  game->moving = game->in_place && !game->restores;
  lab_game_call(game, 3, 2);
}

void lab_both_push (const lab_game *game, int ply, int number) {
  lua_State *L = game->L;
  int columns;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_ROWS(ply));
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_COLUMNS(ply));
  columns = lua_rawlen(L, -1) > 0 ? (int)lua_rawlen(L, -1) : 1;
  lua_createtable(L, 2, 0);
  lua_rawgeti(L, -3, (number - 1) / columns + 1);
  lua_rawseti(L, -2, 1);
  lua_rawgeti(L, -2, (number - 1) % columns + 1);
  lua_rawseti(L, -2, 2);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

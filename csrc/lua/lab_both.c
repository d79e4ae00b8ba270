/*
** `simultaneous` returns a list of choices for each player, or nothing where one player moves. Both lists are copied: the
** game may fill the same two each time, or give what belongs to the position.
*/
#include "lab_both.h"
#include "lab_error.h"
#include "lab_restore.h"

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
    lab_error_raise(L, "%s: 'simultaneous' returned %d choices (limit is %d) at ply %d", lab_game_label(game), (int)count,
                    AB_MAX_MOVES, lab_game_ply(game));
  return (int)count;
}

/* The results of `simultaneous` are at the top. Do all choose? */
static int take_counts (lab_game *game, int counts[]) {
  int players = lab_game_players(game), first = lua_gettop(game->L) - players + 1, player, sum = 0;
  double joint = 1;
  if (lua_isnil(game->L, first))
    return 0;
  for (player = 0; player < players; player++) {
    counts[player] = count_choices(game, first + player);
    sum += counts[player];
    joint *= counts[player] > 0 ? counts[player] : 1;
  }
  if (joint > AB_MAX_JOINT)
    lab_error_raise(game->L, "%s: 'simultaneous' returned choices for more than %d joint moves at ply %d", lab_game_label(game),
                    AB_MAX_JOINT, lab_game_ply(game));
  return sum > 0;
}

/* The list at the top, which is popped, is copied to a slot of the store. */
static void copy_list (lab_game *game, int slot, int count) {
  lua_State *L = game->L;
  int i;
  lua_createtable(L, count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, i);
    if (lua_isnil(L, -1))
      lab_error_raise(L, "%s: choice %d of the %d from 'simultaneous' is nil at ply %d", lab_game_label(game), i, count,
                      lab_game_ply(game));
    lua_rawseti(L, -2, i);
  }
  lua_rawseti(L, LAB_AT(LAB_STORE), slot);
  lua_pop(L, 1);
}

/* The choices at the root are for the result. */
static void note_root (lab_game *game) {
  lua_State *L = game->L;
  int player, players = lab_game_players(game);
  lua_createtable(L, players, 0);
  for (player = 0; player < players; player++) {
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_CHOICES_OF(0, player));
    lua_rawseti(L, -2, player + 1);
  }
  lua_rawseti(L, LAB_ANCHOR, LAB_CHOICES);
}

int lab_both_ask (void *context, void *state, ab_move *lists[], int counts[]) {
  lab_game *game = context;
  int player;
  (void)lists;
  if (!lab_game_begun(game, state))
    lab_game_call_foreseen(game, LAB_SIMULTANEOUS, state);
  if (!take_counts(game, counts)) {
    lua_pop(game->L, lab_game_players(game));
    return 0;
  }
  for (player = lab_game_players(game) - 1; player >= 0; player--)
    copy_list(game, LAB_CHOICES_OF(game->here, player), counts[player]);
  if (game->here == 0 && !game->worlds)
    note_root(game);
  return 1;
}

/* Ask one of up to three callbacks. */
static void ask (lab_game *game, int what, const lab_position *position) {
  game->asked = what;
  lab_game_call_on(game, what, position, what == LAB_PLAYER ? 1 : lab_game_results(game, what));
}

int lab_both_asks_player (lab_game *game, const lab_position *position) {
  int counts[LAB_MOST_PLAYERS];
  if (!lab_game_begun(game, position))
    ask(game, game->native.chance != NULL ? LAB_CHANCE : LAB_SIMULTANEOUS, position);
  if (game->asked == LAB_CHANCE && lua_isnil(game->L, -2)) {
    lua_pop(game->L, 2);
    ask(game, LAB_SIMULTANEOUS, position);
  }
  if (game->asked == LAB_PLAYER)
    return 1;
  if (game->asked == LAB_SIMULTANEOUS && take_counts(game, counts)) {
    lab_game_foresee(game, LAB_SIMULTANEOUS, lab_game_players(game), position->ply);
    return 0;
  }
  lab_game_foresee(game, game->asked == LAB_CHANCE ? LAB_CHANCE : LAB_PLAYER, lab_game_results(game, game->asked), position->ply);
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

void lab_both_push_choice (const lab_game *game, int ply, int player, ab_move choice) {
  push_choice(game, LAB_CHOICES_OF(ply, player - 1), choice);
}

/* ---------------------------------------------------------------- choices at the root */

static void push_id (lua_State *L, uint64_t id) { lua_pushlstring(L, (const char *)&id, sizeof id); }

void lab_both_keep_choice (const lab_game *game, int player, uint64_t id) {
  lua_State *L = game->L;
  lab_anchor_push_list(L, LAB_ANCHOR, LAB_CHOICES, 0);
  lab_anchor_push_list(L, lua_gettop(L), player, 0);
  push_id(L, id);
  lua_pushvalue(L, -4);
  lua_rawset(L, -3);
  lua_pop(L, 3);
}

void lab_both_push_of_root (lua_State *L, const lab_game *game, int player, int i, uint64_t id) {
  lua_rawgeti(L, LAB_ANCHOR, LAB_CHOICES);
  lua_rawgeti(L, -1, player);
  if (game->worlds) {
    push_id(L, id);
    lua_rawget(L, -2);
  }
  else
    lua_rawgeti(L, -1, i + 1);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* ---------------------------------------------------------------- joint moves */

/* The choices at the top of the stack are under way. */
static void note_joint (const lab_game *game, int players) {
  lua_State *L = game->L;
  int player;
  for (player = 0; player < players; player++) {
    lua_pushvalue(L, player - players);
    lua_rawseti(L, LAB_AT(LAB_STORE), player == 0 ? LAB_MOVE(game->here) : LAB_OTHER(game->here, player));
  }
}

void lab_both_call_play (lab_game *game, const lab_position *from, const ab_move moves[]) {
  lua_State *L = game->L;
  int player, players = lab_game_players(game);
  if (game->restores)
    lab_restore_before(game);
  lua_pushvalue(L, LAB_AT(LAB_PLAY));
  lab_game_push_position(game, from);
  for (player = 0; player < players; player++)
    push_choice(game, LAB_CHOICES_OF(game->here, player), moves[player]);
  if (game->in_place)
    note_joint(game, players);
  game->foreseen = 0;
  game->moving = game->in_place && !game->restores;
  lab_game_call(game, 1 + players, 2);
}

void lab_both_push (const lab_game *game, int ply, int number) {
  lua_State *L = game->L;
  int player, players = lab_game_players(game), rest = number - 1;
  lua_createtable(L, players, 0);
  for (player = players - 1; player >= 0; player--) {
    int count;
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_CHOICES_OF(ply, player));
    count = lua_rawlen(L, -1) > 0 ? (int)lua_rawlen(L, -1) : 1;
    lua_rawgeti(L, -1, rest % count + 1);
    lua_rawseti(L, -3, player + 1);
    lua_pop(L, 1);
    rest /= count;
  }
}

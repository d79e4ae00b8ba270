/*
** A solver opens positions one by one, and finds others, which are kept until their turn comes: the positions themselves,
** or in a game with `undo` the moves that lead to them. There the last one that was found is opened first; so it is one move
** away from a position on the way to the last one opened.
**
** Two slots of LAB_KEPT each: the position or the move, and its ply. In a game with `simultaneous`, which is one for two here, a
** joint move has a third one, for the choice of player 2.
*/
#include "lab_keeper.h"
#include "lab_restore.h"

#define KEPT(slot) ((int)(2 * (slot) + 1))
#define SECOND(slot) (-(int)(slot) - 1)

/* Positions are opened at ply 0, as the core's calls have it; `above` is where that is. */
static void keep_position (void *context, void *state, size_t slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  const lab_position *position = state;
  lua_pushinteger(L, game->above + position->ply);
  lua_rawseti(L, LAB_AT(LAB_KEPT), KEPT(slot) + 1);
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_POSITION(position->ply));
  lua_rawseti(L, LAB_AT(LAB_KEPT), KEPT(slot));
}

static int ply_of (lua_State *L, size_t slot) {
  int ply;
  lua_rawgeti(L, LAB_AT(LAB_KEPT), KEPT(slot) + 1);
  ply = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return ply;
}

static void fetch_position (void *context, void *state, size_t slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  lab_position *position = state;
  game->above = ply_of(L, slot);
  game->here = position->ply = 0;
  game->foreseen = 0; /* that was another position */
  lua_rawgeti(L, LAB_AT(LAB_KEPT), KEPT(slot));
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_POSITION(0));
  lua_pushboolean(L, 0);
  lua_rawseti(L, LAB_AT(LAB_KEPT), KEPT(slot));
}

static void keep_move (void *context, void *state, size_t slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  int ply = ((const lab_position *)state)->ply;
  lua_pushinteger(L, ply);
  lua_rawseti(L, LAB_AT(LAB_KEPT), KEPT(slot) + 1);
  if (ply > 0)
    lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_MOVE(ply - 1));
  else
    lua_pushboolean(L, 0);
  lua_rawseti(L, LAB_AT(LAB_KEPT), KEPT(slot));
  if (ply == 0 || game->native.simultaneous == NULL)
    return;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_OTHER(ply - 1, 1));
  lua_rawseti(L, LAB_AT(LAB_KEPT), SECOND(slot));
}

/* Back to where the move was found, and there it is played. */
static void fetch_move (void *context, void *state, size_t slot) {
  lab_game *game = context;
  lua_State *L = game->L;
  int ply = ply_of(L, slot);
  lab_restore_to(game, ply > 0 ? ply - 1 : 0);
  game->here = ply;
  game->foreseen = 0;
  if (ply > 0) {
    lua_rawgeti(L, LAB_AT(LAB_KEPT), KEPT(slot));
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_MOVE(ply - 1));
    if (game->native.simultaneous != NULL) {
      lua_rawgeti(L, LAB_AT(LAB_KEPT), SECOND(slot));
      lua_rawseti(L, LAB_AT(LAB_STORE), LAB_OTHER(ply - 1, 1));
    }
    lab_restore_here(game);
  }
  ((lab_position *)state)->ply = ply;
}

/* The same where positions are opened in any order, at their own plies. They stand in the pages of positions. */
static void keep_anywhere (void *context, void *state, size_t slot) {
  lab_game *game = context;
  lua_rawgeti(game->L, LAB_AT(LAB_STORE), LAB_POSITION(((const lab_position *)state)->ply));
  lab_game_keep_position(game, (int)slot);
}

static void fetch_anywhere (void *context, void *state, size_t slot) {
  lab_game *game = context;
  game->here = ((const lab_position *)state)->ply;
  if (!lab_game_recall(game, (int)slot))
    return; /* not reached: it was kept */
  lua_rawseti(game->L, LAB_AT(LAB_STORE), LAB_POSITION(game->here));
  lua_pushboolean(game->L, 0);
  lab_game_keep_position(game, (int)slot);
}

const ab_keeper *lab_keeper_of_ways (const lab_game *game) {
  static const ab_keeper positions = {keep_anywhere, fetch_anywhere};
  return game->rules.game != NULL || game->in_place ? NULL : &positions;
}

const ab_keeper *lab_keeper_of (const lab_game *game) {
  static const ab_keeper positions = {keep_position, fetch_position};
  static const ab_keeper moves = {keep_move, fetch_move};
  return game->rules.game != NULL ? NULL : game->in_place ? &moves : &positions;
}

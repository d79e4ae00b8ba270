/*
** A function `undo` takes moves back one by one, and to come back they are made again.
**
** In a game with `undo = true` a picture is taken at each ply of the line before the first move is made there. So there is one
** for each ply from 0 to made - 1, and perhaps one for `made`. When the core takes a move back that is noted only (`stale`):
** the position is put back when somebody is to see it; until then the core may have gone further back.
**
** A playout goes down, and then back to the root without a look. Unless a move may turn out to be illegal, the picture of the
** root is all that it needs.
**
** Where a step ends, the position at hand is in a picture, too, and then the root is put back. The next step takes a picture
** of the root once more, since it may have been changed meanwhile.
*/
#include "lab_restore.h"
#include "lab_picture.h"

static int is_root_enough (const lab_game *game) { return game->sampled && !game->refuses; }

static int push_book (lua_State *L) {
  if (lab_compat_rawgeti(L, LAB_AT(LAB_STORE), LAB_BOOK) != LUA_TTABLE) {
    lua_pop(L, 1);
    lab_picture_push_book(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_BOOK);
  }
  return lua_gettop(L);
}

/* Take a picture of the position, which is the one at this ply. */
static void take (lab_game *game, int ply) {
  lua_State *L = game->L;
  int book = push_book(L);
  lua_rawgeti(L, LAB_ANCHOR, LAB_REACH);
  lab_picture_of(L, book, ply + 1, LAB_AT(LAB_ROOT), game->name, game->tables);
  lua_pop(L, 1);
}

static void put_back (lab_game *game, int ply) {
  lua_State *L = game->L;
  lab_picture_restore(L, push_book(L), ply + 1);
  lua_pop(L, 1);
}

void lab_restore_before (lab_game *game) {
  if (game->stale)
    lab_game_put_back(game);
  if (game->pictured > game->made || (game->made > 0 && is_root_enough(game)))
    return;
  take(game, game->made);
  game->pictured = game->made + 1;
}

/* The position is as it was given. */
static void leave (lab_game *game) {
  if (game->pictured > 0)
    put_back(game, 0);
  game->stale = 0;
  game->away = 1;
}

void lab_restore_drop (lab_game *game) {
  leave(game);
  game->made = 0;
}

int lab_restore_is_due (const lab_game *game) {
  return game->restores ? !game->away && game->pictured > 0 : game->made > 0;
}

/* Return to where the position was left. */
static void come_back (lab_game *game) {
  if (game->made > 0)
    take(game, 0);
  else
    game->pictured = 0;
  game->stale = game->made > 0;
  game->away = 0;
}

void lab_restore_here (lab_game *game) {
  lua_State *L = game->L;
  if (game->away)
    come_back(game);
  while (game->in_place && game->made < game->here) {
    if (!lab_game_answered(game)) {
      if (game->restores)
        lab_restore_before(game);
      lua_pushvalue(L, LAB_AT(LAB_PLAY));
      lua_pushvalue(L, LAB_AT(LAB_ROOT));
      game->moving = !game->restores;
      lab_game_call(game, 1 + lab_game_push_choices(game, game->made), 0);
    }
    game->moving = 0;
    game->made++;
  }
}

void lab_restore_to (lab_game *game, int ply) {
  if (game->restores && game->made > ply) {
    game->made = ply;
    game->stale = 1;
    if (game->pictured > ply + 1)
      game->pictured = ply + 1;
  }
  while (game->made > ply) {
    if (!lab_game_answered(game))
      lab_game_call_undo(game, game->made - 1);
    game->moving = 0;
    game->made--;
  }
}

void lab_restore_given (lab_game *game) {
  if (!game->restores)
    lab_restore_to(game, 0);
  else if (is_root_enough(game) || game->recursive) /* a printed procedure begins again */
    lab_restore_drop(game);
  else if (!game->away) {
    if (game->made > 0 && game->pictured <= game->made) {
      take(game, game->made);
      game->pictured = game->made + 1;
    }
    leave(game);
  }
}

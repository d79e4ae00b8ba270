/*
** How functions of a game are called: with the position as they know it, and so that they may raise, or yield and come
** back through the continuation, which calls the core again in the phase in which it was.
*/
#include <string.h>
#include "lab_game.h"
#include "lab_error.h"
#include "lab_hooks.h"
#include "lab_picture.h"

const char *lab_game_label (const lab_game *game) { return lab_error_label(game->L, game->name); }

lua_Number lab_game_form (const lab_game *game) {
  return 64 * (lua_Number)game->width + 32 * game->told + 16 * game->refuses + 8 * game->fills + 4 * game->successors + 2 * game->variadic
       + game->native.viewpoint;
}

int lab_game_broken (const lab_game *game, const char *name, const char *expected) {
  lua_State *L = game->L;
  const char *got = lab_error_returned(L, -1);
  return lab_error_raise(L, "%s: '%s' returned %s (%s expected) at ply %d", lab_game_label(game), name, got,
                         expected, lab_game_ply(game));
}

/* ---------------------------------------------------------------- moves that are kept */

#define PAGE 256 /* moves */

/* What is at the top of the stack is put into a page. */
static void put (lua_State *L, int page, int place) {
  lab_anchor_push_list(L, LAB_AT(LAB_KEPT), page, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, place);
  lua_pop(L, 1);
}

void lab_game_keep (const lab_game *game, int slot) {
  if (game->paged)
    put(game->L, slot / PAGE + 1, slot % PAGE + 1);
  else
    lua_rawseti(game->L, LAB_AT(LAB_KEPT), slot + 1);
}

void lab_game_push_kept (lua_State *L, const lab_game *game, int slot) {
  if (!game->paged) {
    lua_rawgeti(L, LAB_AT(LAB_KEPT), slot + 1);
    return;
  }
  lua_rawgeti(L, LAB_AT(LAB_KEPT), slot / PAGE + 1);
  lua_rawgeti(L, -1, slot % PAGE + 1);
  lua_replace(L, -2);
}

/* Positions have pages of their own, as few nodes have one. */
void lab_game_keep_position (const lab_game *game, int slot) { put(game->L, -1 - slot / PAGE, slot % PAGE + 1); }

void lab_game_remember (lab_game *game, int slot) {
  if (game->positions == 0)
    return;
  lua_pushvalue(game->L, -1);
  lab_game_keep_position(game, slot);
  game->positions--;
}

int lab_game_recall (const lab_game *game, int slot) {
  lua_State *L = game->L;
  int type = lab_compat_rawgeti(L, LAB_AT(LAB_KEPT), -1 - slot / PAGE);
  if (type == LUA_TTABLE) {
    type = lab_compat_rawgeti(L, -1, slot % PAGE + 1);
    lua_replace(L, -2);
  }
  if (type == LUA_TNIL)
    lua_pop(L, 1);
  return type != LUA_TNIL;
}

/* ---------------------------------------------------------------- calling */

void lab_game_show (const lab_game *game, const lab_position *position) {
  memcpy(lab_state_bytes(game->view), position + 1, game->rules.game->state_size);
  game->view->live = (int64_t)(intptr_t)game->L;
}

int lab_game_took_true (lab_game *game) {
  lua_State *L = game->L;
  if (lua_gettop(L) != LAB_AT(LAB_FRAME) + 1 || !lua_isboolean(L, -1) || !lua_toboolean(L, -1))
    return 0;
  lua_pop(L, 1);
  return 1;
}

void lab_game_push_made (const lab_game *game, int ply) {
  if (game->line != NULL)
    lua_pushinteger(game->L, game->line[ply]);
  else
    lua_rawgeti(game->L, LAB_AT(LAB_STORE), LAB_MOVE(ply));
}

int lab_game_push_choices (const lab_game *game, int ply) {
  int player, players = lab_game_players(game);
  lab_game_push_made(game, ply);
  if (game->native.simultaneous == NULL)
    return 1;
  for (player = 1; player < players; player++)
    lua_rawgeti(game->L, LAB_AT(LAB_STORE), LAB_OTHER(ply, player));
  return players;
}

void lab_game_call_undo (lab_game *game, int ply) {
  lua_State *L = game->L;
  lua_pushvalue(L, LAB_AT(LAB_UNDO));
  lua_pushvalue(L, LAB_AT(LAB_ROOT));
  game->moving = 1;
  lab_game_call(game, 1 + lab_game_push_choices(game, ply), 0);
}

void lab_game_call_foreseen (lab_game *game, int what, const lab_position *position) {
  lua_State *L = game->L;
  int i, results = lab_game_results(game, what);
  if (game->foreseen == 0 || game->foreseen_ply != position->ply)
    lab_game_call_on(game, what, position, results);
  else
    for (i = 0; i < results; i++) {
      if (game->foreseen == what)
        lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_FORESEEN(i));
      else
        lua_pushnil(L);
    }
}

void lab_game_foresee (lab_game *game, int what, int results, int ply) {
  while (results-- > 0)
    lua_rawseti(game->L, LAB_AT(LAB_STORE), LAB_FORESEEN(results));
  game->foreseen = what;
  game->foreseen_ply = ply;
}

void lab_game_run_hooks (lab_game *game) {
  if (!lab_game_answered(game) && lua_gethook(game->L) != NULL) {
    lab_hooks_push(game->L);
    lab_game_call(game, 0, 0);
  }
}

void lab_game_put_back (lab_game *game) {
  lua_State *L = game->L;
  lua_rawgeti(L, LAB_AT(LAB_STORE), LAB_BOOK);
  lab_picture_restore(L, -1, game->made + 1);
  lua_pop(L, 1);
  game->stale = 0;
}

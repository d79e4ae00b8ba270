/* A game given in Lua, at least in part, and how its functions are called. */
#ifndef LAB_GAME_H
#define LAB_GAME_H

#include "lab_memory.h"
#include "lab_state.h"
#include "lab_table.h"

/* A position to the core: where it is found. If the rules are native their bytes follow. */
typedef union lab_position {
  int ply;
  int64_t aligned;
} lab_position;

/* Slots of LAB_STORE, the table of what stands at each ply. */
#define LAB_BOOK 0 /* the pictures of a game with `undo = true` */
#define LAB_POSITION(ply) (4 * (ply) + 1)
#define LAB_LIST(ply) (4 * (ply) + 2) /* what `moves` returned: list or iterator; or a list of our own, for multiple
                                      ** results, and for `moves` to fill */
#define LAB_OUTCOMES(ply) (4 * (ply) + 4) /* a list of our own, for what `chance` returns: then the list of the ply */
#define LAB_MOVE(ply) (4 * (ply) + 3) /* the move under way: in an in-place game that has no `line`, or from an iterator */

/* In a game with `simultaneous`: lists of our own, of the choices of each player, from 0; of the joint move under way, with
** `undo`, the choice of each player but the first; and the results of a callback that was asked beforehand. */
#define LAB_CHOICES_OF(ply, player) (-16 * (ply) - 1 - (player))
#define LAB_OTHER(ply, player) (-16 * (ply) - 8 - (player))
#define LAB_FORESEEN(i) (-16 * (i) - 16)

/* Plies at which moves are made. (The core looks at AB_LAST_PLY whether the game goes on.) */
#define LAB_MOST_PLIES (AB_LAST_PLY + 1)

#define LAB_MOST_PLAYERS 8

enum { LAB_ON_TIME, LAB_LATE, LAB_LOST }; /* how `left` is called; see lab_hold.h */

enum { LAB_HELD = 1, LAB_ALONE }; /* `running`: with a frame on a stack; or a step that has none, and calls no Lua */

/* The functions that the core calls, and what they must know. */
typedef struct lab_game {
  ab_game native;
  lab_rules rules;  /* what is native of it */
  int pure;         /* all of it is: the core runs on the rules themselves */
  lab_state *view;  /* NULL: the rules are in Lua. It is anchored at LAB_ROOT */
  lua_State *L;     /* of the step under way */
  lab_context turn; /* its number */
  const lab_memory *memory; /* the core's */
#if LAB_YIELDS
  lua_KFunction continuation; /* of every callback: goes on after a yield */
#endif
  const char *name; /* anchored at LAB_NAME; NULL: nameless */
  uint32_t given;   /* marks of the callbacks that there are in Lua, each by its place in the anchor */
  int width;        /* moves of every position; 0: ask `moves` */
  int players;      /* as the field says; 0: two, and a payoff is one number */
  int in_place, variadic, fills, successors;
  int told;         /* `finished = false`: `play` tells every end, and where that is silent the game goes on */
  int refuses;      /* `play` may find out that a move is illegal: `width`, `pseudolegal` */
  int numbered;     /* moves are numbers to Lua, too, wherever they are tried: `width`, without `noisy` or `chance` */
  uint16_t *line;   /* where they are, and the game is in place: the moves made, by ply; anchored at LAB_LINE */
  int here;         /* ply at which the core stands */
  int above;        /* plies to there from the user's position, besides */
  int made;         /* moves made on the user's position, in an in-place game */
  int moving;       /* `play` or `undo` is at work on it, and what that has done nobody can tell */
  int restores;     /* `undo = true`: what moves have changed is put back from pictures; see lab_restore.c */
  int tables;       /* that may be reached from a position then */
  int pictured;     /* plies from 0 on of which there are pictures */
  int stale;        /* the position is to be put back before somebody sees it */
  int away;         /* it is as it was given, whatever `made` says */
  int asked;        /* of the callbacks that are called for one operation: which one */
  double phase;     /* what `phase` has answered, while `features` are asked */
  int foreseen;     /* which callback has answered beforehand: LAB_CHANCE or LAB_SIMULTANEOUS; LAB_PLAYER: neither of these
                    ** has anything to say; 0: none was asked */
  int foreseen_ply; /* of which position */
  int answered;     /* a callback that had yielded has returned: its results are on the stack */
  int integers;     /* `evaluate` has given an integer */
  lab_table *table; /* knows it too; NULL: there is none */
  uint32_t claimed; /* how often it had been cleared when the step began: since then others may have taken it */
  int sampled;      /* the core is Monte-Carlo tree search: `play` gets moves that were kept, by their slots */
  int worlds;       /* and worlds differ */
  int paged;        /* moves that are kept stand in pages */
  int helped;       /* threads of their own may be at work for it */
  int puzzle;       /* it has a `goal`, and is for one player: see lab_path.c */
  size_t positions; /* so many more of the tree may be remembered */
  uint64_t stream;  /* what a function of the game draws from that is at work */
  ab_value payoffs[LAB_MOST_PLAYERS]; /* of a game with `players` that `play` has ended */
  int recursive;    /* the core is walking by recursion: callbacks cannot yield */
  int plays;        /* made since hooks were let in, where a recursive walk is over native rules */
  int running;      /* a step is under way, perhaps suspended in a callback; or the result is being read */
  int leaving;      /* an error has passed, and the position is brought back */
  const char *closed; /* NULL, or why whoever works on the game was closed */
  void (*left) (struct lab_game *game, int how); /* called when an error has passed; see lab_hold.h */
} lab_game;

/* Push what errors call the game, on the stack of the step under way. */
const char *lab_game_label (const lab_game *game);

/* Is there the callback `what`, from LAB_FIRST_CALLBACK to LAB_LAST_CALLBACK? */
static inline int lab_game_has (const lab_game *game, int what) { return game->given >> what & 1; }

/* A number that says how the callbacks are called. */
lua_Number lab_game_form (const lab_game *game);

/* How many play. */
static inline int lab_game_players (const lab_game *game) { return game->players ? game->players : 2; }

/* Are values means, of outcomes or of joint moves? */
static inline int lab_game_mixes (const lab_game *game) {
  return game->native.chance != NULL || game->native.simultaneous != NULL;
}

/* A value has turned out to be an integer. Its table notes that, too, unless others have it now. A mean is none. */
static inline void lab_game_has_integers (lab_game *game) {
  if (lab_game_mixes(game))
    return;
  game->integers = 1;
  if (game->table != NULL && game->claimed == game->table->cleared)
    game->table->integers = 1;
}

/* The ply of what the last callback was asked about, for messages. */
static inline int lab_game_ply (const lab_game *game) { return game->above + game->here; }

/* The callback is over that was shown a position. */
static inline void lab_game_expire (lab_game *game) {
  if (game->view != NULL)
    game->view->live = 0;
}

/* Call a function that may yield. If it does, the core comes back to the same place, where `answered`
** tells that the results are on the stack already. */
static inline void lab_game_call (lab_game *game, int arguments, int results) {
#if LAB_YIELDS
  if (!game->recursive)
    lua_callk(game->L, arguments, results, game->turn, game->continuation);
  else
#endif
    lua_call(game->L, arguments, results);
  lab_game_expire(game);
}

static inline int lab_game_answered (lab_game *game) {
  int answered = game->answered;
  game->answered = 0;
  return answered;
}

/* An operation begins. 1: its callback has been called and its results are on the stack already. */
static inline int lab_game_begun (lab_game *game, const lab_position *position) {
  game->here = position->ply;
  return lab_game_answered(game);
}

/* Show a position of native rules. */
void lab_game_show (const lab_game *game, const lab_position *position);

/* Put the position back, which is `stale`. */
void lab_game_put_back (lab_game *game);

/* Push what a callback gets as the position. */
static inline void lab_game_push_position (lab_game *game, const lab_position *position) {
  if (game->stale)
    lab_game_put_back(game);
  if (game->view != NULL)
    lab_game_show(game, position);
  if (game->in_place || game->view != NULL)
    lua_pushvalue(game->L, LAB_AT(LAB_ROOT));
  else
    lua_rawgeti(game->L, LAB_AT(LAB_STORE), LAB_POSITION(position->ply));
}

/* Call the function `what` of the position alone. */
static inline void lab_game_call_on (lab_game *game, int what, const lab_position *position, int results) {
  lua_pushvalue(game->L, LAB_AT(what));
  lab_game_push_position(game, position);
  lab_game_call(game, 1, results);
}

/* How many results have `chance` and `simultaneous`? */
static inline int lab_game_results (const lab_game *game, int what) {
  return what == LAB_SIMULTANEOUS ? lab_game_players(game) : 2;
}

/* Ask one of them, unless that was done beforehand. */
void lab_game_call_foreseen (lab_game *game, int what, const lab_position *position);

/* One of these has been asked beforehand of the position at this ply, and has answered with what is at the top of the stack,
** which is popped; or LAB_PLAYER: the one with so many results was the last of them, and none has anything to say. */
void lab_game_foresee (lab_game *game, int what, int results, int ply);

/* Push the move under way at this ply, in an in-place game. */
void lab_game_push_made (const lab_game *game, int ply);

/* The same as arguments of `play` or `undo`: of a joint move all choices. Returns how many. */
int lab_game_push_choices (const lab_game *game, int ply);

/* Call `undo` for it. */
void lab_game_call_undo (lab_game *game, int ply);

/* Moves that are kept, by slot: keep what is at the top of the stack; push it. In a tree there are millions: they stand in
** pages then, as no table is to grow in one go. */
void lab_game_keep (const lab_game *game, int slot);
void lab_game_push_kept (lua_State *L, const lab_game *game, int slot);

/* In a game that is not in place the position behind a node that playouts go through is remembered, too, as long as there is
** room: it is at the top of the stack, and stays there. Push it; 0: it is not remembered, and nothing is pushed. */
void lab_game_remember (lab_game *game, int slot);

/* Keep the position at the top of the stack. */
void lab_game_keep_position (const lab_game *game, int slot);

int lab_game_recall (const lab_game *game, int slot);

/* Where the core's slot is found: of successors a tree keeps the number, and behind it the position. */
static inline int lab_game_slot (const lab_game *game, int slot) {
  return game->sampled && game->successors ? 2 * slot : slot;
}

/* The callback `name` has returned the value at the top of the stack, which will not do. */
int lab_game_broken (const lab_game *game, const char *name, const char *expected);

/* Has the callback answered with `true` alone? Then it is popped. */
int lab_game_took_true (lab_game *game);

/* Let debug hooks in, if there are any: the call takes a twentieth of the time of a fast game. It may yield, too. */
void lab_game_run_hooks (lab_game *game);

#endif

/*
** What the files of the binding share: the structs behind userdata. The binding is the only part that includes lua.h; of
** the core it sees alphabeta.h and nothing deeper.
*/
#ifndef LALPHABETA_H
#define LALPHABETA_H

#include "lab_anchor.h"
#include "lab_error.h"
#include "lab_memory.h"
#include "lab_value.h"
#include "alphabeta.h"

#define LAB_TABLE_BYTES ((size_t)64 << 20) /* of a table made for one search, at most */

/* Native rules: a game given as a C struct. */
typedef struct lab_rules {
  const ab_game *game; /* NULL: there are none, the rules are in Lua */
  void *context;
} lab_rules;

/* A position of native rules as a Lua object; its bytes follow. Its user value is the anchor of the rules.
** It does not change, except for a view: the one object through which a search shows its positions to
** functions in Lua, as long as they are at work. */
typedef struct lab_state {
  lab_rules rules;
  int64_t live; /* 0: a view that has nothing to show; else 1, or the address of the coroutine that it is shown in */
} lab_state;

/* Push a position, all of its bytes 0; `anchor` is where the anchor of its rules stands. */
lab_state *lab_state_new (lua_State *L, const lab_rules *rules, int anchor);

/* Argument `arg` of `caller` as a position of these rules. */
lab_state *lab_state_check (lua_State *L, const char *caller, int arg, const lab_rules *rules);

static inline void *lab_state_bytes (lab_state *state) { return state + 1; }

typedef struct lab_numbers {
  int count;
  int64_t few[64];
} lab_numbers;

/* The numbers that tell the position; they are in `numbers`, or in a userdata that is pushed. */
int64_t *lab_state_write (lua_State *L, lab_state *state, lab_numbers *numbers);

void lab_state_open (lua_State *L);

/* What hangs from native rules. */
enum {
  LAB_RULES_OWNER = 1, /* what keeps struct and context alive: the handle, or the context itself */
  LAB_RULES_TABLE      /* the game as Lua sees it */
};

/* The rules whose operation `what` the function at i is; game NULL: it is another function. */
lab_rules lab_native_of (lua_State *L, int i, int what);

/* Do the rules have the operation `what`? */
int lab_native_has (const ab_game *game, int what);

/* Is that a number of moves that native rules may give? */
int lab_native_may_give (const ab_game *game, int count);

/* Push what is to be said of another one, which `function` of a game of that name has given. */
const char *lab_native_wrong_count (lua_State *L, const char *name, const ab_game *game, const char *function, int count);

void lab_native_open (lua_State *L);

/* A position to the core: where it is found. If the rules are native their bytes follow. */
typedef union lab_position {
  int ply;
  int64_t aligned;
} lab_position;

/* A game given in Lua, at least in part: the functions that the core calls, and what they must know. */
typedef struct lab_game {
  ab_game native;
  lab_rules rules;  /* what is native of it */
  int pure;         /* all of it is: the core runs on the rules themselves */
  lab_state *view;  /* NULL: the rules are in Lua. It is anchored at LAB_ROOT */
  lua_State *L;     /* of the step under way */
  lab_context turn; /* its number */
  const char *name; /* anchored at LAB_NAME; NULL: nameless */
  int width;        /* moves of every position; 0: ask `moves` */
  int in_place, variadic, successors;
  int recursive;    /* the core is walking by recursion: callbacks cannot yield */
  int here;         /* ply at which the core stands */
  int made;         /* moves made on the user's position, in an in-place game */
  int moving;       /* `play` or `undo` is at work on it */
  int answered;     /* a callback that had yielded has returned: its results are on the stack */
  int integers;     /* `evaluate` has given an integer */
  struct lab_table *table; /* knows it too; NULL: there is none */
  uint32_t claimed; /* how often it had been cleared when the step began: since then others may have taken it */
  int plays;        /* made since hooks were let in, where a recursive walk is over native rules */
} lab_game;

typedef struct lab_table {
  ab_table *core;
  uint32_t cleared; /* how often */
  int integers; /* some of the values stored are integers; see lab_game */
} lab_table;

/* Push a new transposition table. */
lab_table *lab_table_new (lua_State *L, size_t bytes);

/* A value has turned out to be an integer. Its table is told, unless others have it now. */
static inline void lab_game_has_integers (lab_game *game) {
  game->integers = 1;
  if (game->table != NULL && game->claimed == game->table->cleared)
    game->table->integers = 1;
}

void lab_table_push_blocks (lua_State *L, int table);

/* The table is to serve the game, whose callbacks are in the anchor; 0: it serves another one. */
int lab_table_adopt (lua_State *L, int table, int anchor, const lab_game *game);

/* Read the argument of alphabeta.table. */
double lab_options_read_table (lua_State *L);

void lab_table_open (lua_State *L);

/* Read and check the game and the position at stack indices 1 and 2 for the public function `caller`:
** fills in `game` and the anchor at the top of the stack. */
void lab_game_read (lua_State *L, const char *caller, lab_game *game);

/* The same for the game alone. */
void lab_game_read_rules (lua_State *L, const char *caller, lab_game *game);

/* Bring the user's position to where the core stands (`here`), or back to how it was given. Both
** call Lua and may yield; called again they go on. */
void lab_game_replay (lab_game *game);
void lab_game_rewind (lab_game *game);

/* Call a function that may yield. If it does, the core comes back to the same place, where `answered`
** tells that the results are on the stack already. */
void lab_game_call (lab_game *game, int arguments, int results);
int lab_game_answered (lab_game *game);

/* An operation begins. 1: its callback has been called and its results are on the stack already. */
int lab_game_begun (lab_game *game, const lab_position *position);

/* Call the function `what` of the position alone. */
void lab_game_call_on (lab_game *game, int what, const lab_position *position, int results);

/* The callback `name` has returned the value at the top of the stack, which will not do. */
int lab_game_broken (const lab_game *game, const char *name, const char *expected);

/* Has the callback answered with `true` alone? Then it is popped. */
int lab_game_took_true (lab_game *game);

/* Are `moves` and `play` of the game that was read operations of native rules? Then the core gets those, and
** what else is of the same rules. The position is not looked at. */
void lab_mixed_read (lua_State *L, const char *caller, lab_game *game, int anchor);

/* Push the root of a search over native rules that are not pure, and give it a view. */
void *lab_mixed_root (lua_State *L, lab_game *game);

/* Push a function in Lua that lets debug hooks in, which do not see what happens in C. */
void lab_push_breath (lua_State *L);

/* The callback is over that was shown a position. */
static inline void lab_game_expire (lab_game *game) {
  if (game->view != NULL)
    game->view->live = 0;
}

/* Does a search that shows its positions by this view run in the coroutine? */
int lab_is_shown (lua_State *thread, const lab_state *view);

typedef enum lab_choice { LAB_CHOOSE_FIRST, LAB_CHOOSE_RANDOM, LAB_CHOOSE_FUNCTION } lab_choice;

/* Options of `search` and `start`, of `step`, and of `table`. */
typedef struct lab_options {
  double depth, nodes, time;     /* negative: not given */
  double guess, margin, threshold, trace, slack, quiescence, depths, bytes;
  ab_value alpha, beta;
  int algorithm, deepening;      /* negative: not given */
  int all, deeper, shortest;
  int own_table, no_table;       /* `table` is one; it is false */
  lab_choice choose;
} lab_options;

/* Read the options at stack index `arg` for `caller`; functions go to the anchor at the top. They are to go with the
** game; NULL: it is not known. */
void lab_options_read (lua_State *L, const char *caller, int arg, const ab_game *game, lab_options *options);

/* Read the limits at stack index 2 for search:step. */
void lab_options_read_limits (lua_State *L, lab_options *options);

typedef struct lab_search {
  lab_game game;
  lab_options options;
  lab_options limits; /* of the step under way */
  lab_memory memory, table_memory;
  ab_search *core;    /* NULL: the memory was given back, LAB_RESULT is the result */
  const char *closed; /* NULL, or why it was closed: a value of `stopped` */
  int stage;          /* of the step under way; see lab_search.c */
  uint64_t slice;     /* nodes of the slice under way; see lab_search.c */
  uint64_t slice_nodes; /* visited when it began */
  double slice_time;  /* spent by then */
  int begun;          /* it has begun to walk */
  int enough;         /* as many depths are complete as it was to take */
  ab_status status;   /* how its walk ended */
  int reports;        /* completed iterations are reported to option `on_depth` */
  int owing;          /* the stage that an error has broken off, which the next step begins with; or 0 */
  int running;        /* a step is under way, perhaps suspended in a callback; or the result is being read */
  int leaving;        /* an error has passed, and the position is brought back */
  lab_table *table;   /* anchored at LAB_TABLE; NULL: none is in use */
  int outside;        /* plies of recursion that were under way in others when the step began */
  int finished;
  int one_shot;       /* `search`: the step gives the result */
  int deepens;        /* `deepen`: it gives the result of one more depth */
  int chosen;         /* number of the root move that was chosen, from 1; 0: not yet */
} lab_search;

/* Go on after a yield: the continuation of every callback. */
#if LAB_YIELDS
int lab_continue (lua_State *L, int status, lua_KContext context);
#endif

/* Push the result of the search whose frame is on the stack. `read`: by a callback of its own, so that no move is
** chosen for that. */
void lab_result_push (lua_State *L, lab_search *search, int read);

/* Make the metatables of searches. */
void lab_search_open (lua_State *L);

#endif

/* Native rules (a game given as a C struct), and their positions as Lua objects. */
#ifndef LAB_STATE_H
#define LAB_STATE_H

#include "lab_anchor.h"
#include "alphabeta.h"

typedef struct lab_rules {
  const ab_game *game; /* NULL: there are none, the rules are in Lua */
  void *context;
} lab_rules;

/* What hangs from native rules. */
enum {
  LAB_RULES_OWNER = 1, /* what keeps struct and context alive: the handle, or the context itself */
  LAB_RULES_TABLE      /* the game as Lua sees it */
};

/* A position of native rules as a Lua object; its bytes follow. Its user value is the anchor of the rules.
** It does not change, except for a view: the one object through which a search shows its positions to
** functions in Lua, as long as they are at work. */
typedef struct lab_state {
  lab_rules rules;
  int64_t live; /* 0: a view that has nothing to show; else 1, or the address of the coroutine that it is shown in */
} lab_state;

/* Push a position, all of its bytes 0, above the anchor of its rules. */
lab_state *lab_state_new (lua_State *L, const lab_rules *rules);

/* Argument `arg` of `caller` as a position of these rules. */
lab_state *lab_state_check (lua_State *L, const char *caller, int arg, const lab_rules *rules);

static inline void *lab_state_bytes (lab_state *state) { return state + 1; }

typedef struct lab_numbers {
  int count;
  int64_t few[64];
} lab_numbers;

/* The numbers that a position is written as; they are in `numbers`, or in a userdata that is pushed. */
int64_t *lab_state_write (lua_State *L, lab_state *state, lab_numbers *numbers);

/* Make the metatable of positions. */
void lab_state_open (lua_State *L);

#endif

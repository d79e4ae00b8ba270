/*
** Every byte of a search comes from Lua, as userdata that hang from the search's own table (its anchor, the user
** value): nothing can leak, there is nothing to finalize (large blocks: see lab_hoard.h), and memory that runs out is Lua's own
** error. Transposition tables and native rules have anchors too.
*/
#ifndef LAB_ANCHOR_H
#define LAB_ANCHOR_H

#include "lab_compat.h"

/* The types of userdata: the names of their metatables. */
#define LAB_SEARCH_TYPE "alphabeta.search"
#define LAB_TABLE_TYPE "alphabeta.table"
#define LAB_STATE_TYPE "alphabeta.state"
#define LAB_GUARD_TYPE "alphabeta.guard"
#define LAB_SOLVER_TYPE "alphabeta.solver"
#define LAB_SOLUTION_TYPE "alphabeta.solution"
#define LAB_PATH_TYPE "alphabeta.path"

/* What the anchor of a search holds. A C function that works on a search has this frame on its stack: the search,
** the anchor, and the first LAB_FRAME things that hang from it, each at LAB_AT. */
enum {
  LAB_ROOT = 1,  /* the position given by the user; in an in-place game, the only one; where functions in
                 ** Lua are asked about positions of native rules, the view that they get */
  LAB_MOVES,
  LAB_FIRST_CALLBACK = LAB_MOVES, /* the callbacks; `successors` stands at LAB_MOVES */
  LAB_PLAY,
  LAB_EVALUATE,
  LAB_UNDO,      /* or true: see lab_restore.c */
  LAB_PLAYER,
  LAB_BOUNDS,
  LAB_LIKELIHOOD,
  LAB_KEY,
  LAB_ORDER,
  LAB_NOISY,
  LAB_CHANCE,
  LAB_DETERMINIZE,
  LAB_FINISHED,
  LAB_FEATURES,  /* if there are weights, */
  LAB_WEIGHTS,   /* and these: see lab_weights.h */
  LAB_PHASE,     /* if there are weights for several */
  LAB_GOAL,
  LAB_COST,
  LAB_ESTIMATE,
  LAB_SIMULTANEOUS,
  LAB_LAST_CALLBACK = LAB_SIMULTANEOUS,
  LAB_STORE,     /* per ply: position, list of moves, move under way, outcomes; see lab_game.h */
  LAB_KEPT,      /* the moves of all lines, by slot; nil: lines are of native moves. Of a solver: what is to be opened */
  LAB_BLOCKS,    /* the core's memory: address -> userdata */
  LAB_TABLE_BLOCKS, /* the table's */
  LAB_GUARD,     /* closed when an error passes the running search */
  LAB_FRAME = LAB_GUARD,
  LAB_SELF,      /* the search */
  LAB_THREAD,    /* in a weak table: the coroutine that runs it */
  LAB_TABLE,     /* the transposition table, if there is one */
  LAB_OUTER,     /* the search by a printed procedure in whose callback this one, also by one, was begun; or nil */
  LAB_NAME,      /* the game's name */
  LAB_RESULT,    /* the result of a search that was closed; the solution that a solver has found. What follows few have */
  LAB_ON_DEPTH,  /* option */
  LAB_LINE,      /* the moves made on the user's position, where they are plain numbers; else nil */
  LAB_CHOOSE,    /* options given as functions */
  LAB_RANDOM,
  LAB_RULES,     /* the game and the position as they were given, for option `guard` */
  LAB_POSITION,
  LAB_HISTORY,   /* option */
  LAB_ENDS,      /* after which moves the game is soon over, once that was looked for */
  LAB_PROGRESS,  /* what a solver, or a search for a way, tells of its progress: option `on_progress`, */
  LAB_BAR,       /* and what draws it */
  LAB_POLICY,    /* option */
  LAB_DRAW,      /* the function that gives functions of the game what they draw */
  LAB_HIDDEN,    /* the position as it was given, of which the worlds are drawn */
  LAB_FILLED,    /* the list that `features` fills; or the weights of native ones */
  LAB_REACH,     /* callback: what belongs to the position, in a game with `undo = true` */
  LAB_TEAM,      /* what ends the threads that help when the search is no more */
  LAB_CHOICES    /* lists: what each player can choose at the root, where all do at once */
};

/* What the anchors of tables and of solutions begin with. */
enum {
  LAB_NOTED_BLOCKS = 1, /* the core's memory */
  LAB_NOTED_GAME,       /* that it was made for, or first used; and the position: for a dump */
  LAB_NOTED_STATE
};

#define LAB_ANCHOR 2
#define LAB_AT(what) (LAB_ANCHOR + (what))

/* Push a userdata that can have an anchor. */
static inline void *lab_anchor_new (lua_State *L, size_t size) { return lua_newuserdatauv(L, size, 1); }

/* Push the anchor of the userdata at i. */
static inline void lab_anchor_push (lua_State *L, int i) { lua_getiuservalue(L, i, 1); }

/* The table at the top of the stack, which is popped, becomes the anchor of the userdata at i. */
static inline void lab_anchor_set (lua_State *L, int i) { lua_setiuservalue(L, i, 1); }

/* Is there something at this place of the anchor? */
static inline int lab_anchor_has (lua_State *L, int anchor, int what) {
  int there;
  lua_rawgeti(L, anchor, what);
  there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return there;
}

/* The anchor at LAB_ANCHOR drops what is in the list, which ends with 0. */
static inline void lab_anchor_drop (lua_State *L, const int *what) {
  for (; *what != 0; what++) {
    lua_pushnil(L);
    lua_rawseti(L, LAB_ANCHOR, *what);
  }
}

/* Push the game and the position that are noted in the anchor of the userdata at i, from the top or not. */
static inline void lab_anchor_push_noted (lua_State *L, int i) {
  lab_anchor_push(L, i);
  lua_rawgeti(L, -1, LAB_NOTED_GAME);
  lua_rawgeti(L, -2, LAB_NOTED_STATE);
  lua_remove(L, -3);
}

/* Push the list t[slot], where t is the table at the index (not from the top); it is made if it is not there. */
static inline void lab_anchor_push_list (lua_State *L, int t, int slot, int room) {
  if (lab_compat_rawgeti(L, t, slot) == LUA_TTABLE)
    return;
  lua_pop(L, 1);
  lua_createtable(L, room, 0);
  lua_pushvalue(L, -1);
  lua_rawseti(L, t, slot);
}

/* Make the metatable of a type: of its methods, and of what begins with "__", which are in the same list. The table of its
** methods is pushed. */
static inline void lab_anchor_open (lua_State *L, const char *type, const luaL_Reg *functions) {
  luaL_newmetatable(L, type);
  lua_pushstring(L, type);
  lua_setfield(L, -2, "__metatable");
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__index");
  for (; functions->name != NULL; functions++) {
    lua_pushcfunction(L, functions->func);
    lua_setfield(L, functions->name[0] == '_' ? -3 : -2, functions->name);
  }
  lua_remove(L, -2);
}

#endif

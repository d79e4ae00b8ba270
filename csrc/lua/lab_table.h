/* A transposition table as a Lua object. */
#ifndef LAB_TABLE_H
#define LAB_TABLE_H

#include "lab_memory.h"
#include "alphabeta.h"

typedef struct lab_table {
  ab_table *core;
  lab_hoard *hoard; /* its large blocks; NULL: Lua's collector counts them, and frees them */
  uint32_t cleared; /* how often */
  int integers; /* some of the values stored are integers; see lab_game.h */
  int shared;
} lab_table;

/* Push a new transposition table; is all its memory `counted` by Lua's collector? */
lab_table *lab_table_new (lua_State *L, size_t bytes, int counted);

/* Push one for a search to have for itself, or with its threads: the one that the last such search has left, whose memory is
** at hand, or a new one. `bytes` fill whole buckets. */
lab_table *lab_table_take (lua_State *L, size_t bytes, int shared);

/* The search that had the table at the index for itself is over, and does not look at it again. Nothing is allocated. */
void lab_table_leave (lua_State *L, int table);

/* Do others have it, too? A finalizer may come upon one that nobody shares any more. */
int lab_table_is_shared (const lab_table *table);

/* The table is shared: what others and this state know of values is one. Returns whether some of those stored are
** integers. */
int lab_table_tell (lab_table *table, int integers);

/* Push one that is to hold what was dumped, of which this is the first piece: see ab_table_undump_begin. NULL: that is no
** table, and what is pushed is of no use. */
lab_table *lab_table_undump_begin (lua_State *L, const void *bytes, size_t size, ab_undumping *undumping);

/* Go on with the table at the index; 0: that is none. */
int lab_table_undump_on (lua_State *L, int table, ab_undumping *undumping, const void *bytes, size_t size);

/* What the core's allocator needs for a table, whose blocks hang from the table at the index. */
lab_memory lab_table_memory (lua_State *L, int blocks, const lab_table *table);

/* If the state is being closed, and the table has lost its memory, it goes on with one bucket. */
void lab_table_mend (lab_table *table);

/* Note the first game, at 1, that the transposition table at the top of the stack is used for, and the position, at 2. */
void lab_table_note (lua_State *L);

/* Push the table of the memory blocks of the transposition table at the index. */
void lab_table_push_blocks (lua_State *L, int table);

/* The table is to serve the game whose callbacks are in the anchor, and are called in this form (see lab_game_form). 0:
** it serves another one. */
int lab_table_adopt (lua_State *L, int table, int anchor, lua_Number form);

/* Make the metatable of tables, and give the table at the top of the stack the function `table`. */
void lab_table_open (lua_State *L);

#endif

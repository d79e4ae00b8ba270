/* The large blocks of memory of a table, which are given back a piece at a time once it is no more. */
#ifndef LAB_HOARD_H
#define LAB_HOARD_H

#include "lab_compat.h"
#include "alphabeta.h"

#define LAB_HOARDS (LUA_VERSION_NUM >= 503) /* before that a finalizer cannot see to it that it is called again */
#define LAB_LARGE ((size_t)64 << 10)        /* bytes; a block of so many is large */

typedef struct lab_hoard lab_hoard;

/* Push one, with nothing in it, for a table whose memory hangs from the anchor at the index. */
lab_hoard *lab_hoard_push (lua_State *L, int anchor);

/* The table whose blocks are in the hoard: without them it goes on with one bucket. */
void lab_hoard_serve (lab_hoard *hoard, ab_table *table);

/* A large block, which the hoard has until its table is no more. NULL: there is no memory. */
void *lab_hoard_allocate (lua_State *L, lab_hoard *hoard, size_t size);

/* Can it be asked for blocks? Not any more where the state is being closed. */
int lab_hoard_is_open (const lab_hoard *hoard);

void lab_hoard_open (lua_State *L);

#endif

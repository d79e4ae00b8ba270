/* The large blocks of memory, which are given back a piece at a time once nobody needs them. */
#ifndef LAB_HOARD_H
#define LAB_HOARD_H

#include "lab_compat.h"

/* From 5.4.4 on finalizers do not call each other, so that a step is never under way when the memory of all that there is goes. */
#if defined(LUA_VERSION_RELEASE_NUM) && LUA_VERSION_RELEASE_NUM >= 50404
#define LAB_HOARDS 1
#else
#define LAB_HOARDS 0
#endif

#define LAB_LARGE ((size_t)8 << 10) /* bytes; a block of so many is large */

typedef struct lab_hoard lab_hoard;

/* The hoard of the memory that hangs from the table at the index, if there is one; NULL: there is none. */
lab_hoard *lab_hoard_find (lua_State *L, int blocks);

/* That one, or a new one. NULL: the state is being closed, or was when the library was loaded. */
lab_hoard *lab_hoard_of (lua_State *L, int blocks);

/* A large block. NULL: there is no memory. */
void *lab_hoard_allocate (lua_State *L, lab_hoard *hoard, size_t size);

/* One of its blocks is not needed any more. */
void lab_hoard_free (lua_State *L, lab_hoard *hoard, void *block);

/* None of its blocks is needed any more: they wait, or are given back `at_once`. NULL has none. */
void lab_hoard_empty (lua_State *L, lab_hoard *hoard, int at_once);

/* Have its blocks been given back, though it is still there? Older finalizers may find it so as the state is closed. */
int lab_hoard_is_lost (const lab_hoard *hoard);

void lab_hoard_open (lua_State *L);

#endif

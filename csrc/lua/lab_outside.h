/*
** What a Lua state holds outside of its own memory: threads that help it, and its part in shared tables. A userdata gives it
** back when it is collected; but Lua finalizes nothing that is made while the state is closed. So all of it is in a list,
** which is as old as the library: when that is finalized, after everything else of ours, it gives back what is left.
*/
#ifndef LAB_OUTSIDE_H
#define LAB_OUTSIDE_H

#include "lab_compat.h"

typedef struct lab_outside {
  void *what;                   /* NULL: nothing, as yet or any more */
  void (*give_back)(void *what);
  struct lab_outside *next, **link; /* in the list of the state */
} lab_outside;

/* Push what will give back, and has nothing yet. It keeps what stands at the index alive. An error: it is too late for that. */
lab_outside *lab_outside_new (lua_State *L, int anchor, void (*give_back)(void *what));

/* It is to give this back; at once, if the state has begun to be closed. */
void lab_outside_hold (lua_State *L, lab_outside *held, void *what);

/* Give it back now. */
void lab_outside_leave (lab_outside *held);

/* May threads be started? Not in a finalizer, where Lua tells: they would still be there while what they work on is finalized,
** too. */
int lab_outside_takes_threads (lua_State *L);

void lab_outside_open (lua_State *L);

#endif

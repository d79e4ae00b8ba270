/* Frames: a C function that works on a search has what hangs from the search's anchor on its stack; see lab_anchor.h. By
** its frame a search is found again on the stack of a coroutine, and whether it still runs there. */
#ifndef LAB_FRAME_H
#define LAB_FRAME_H

#include "lab_anchor.h"

/* What stands in a frame for its search. It is a userdata that nobody else ever sees. */
typedef struct lab_guard {
  const void *search;
  const void *view; /* the one through which the search shows native positions; NULL: it has none */
} lab_guard;

/* Push a search of that size and type, all zero, and its anchor with room for so many things: it has itself there, a table
** for its blocks, its guard, and a place for the coroutine that runs it. */
void *lab_frame_new (lua_State *L, size_t size, const char *type, int slots);

/* The search at index 1 gets its frame on the stack; nothing else is left there. */
void lab_frame_push (lua_State *L);

/* The search whose frame is on the stack shows its positions by this view. */
void lab_frame_set_view (lua_State *L, const void *view);

/* Note the coroutine at the top of the stack, or nil, in the anchor of the search that it runs; it is popped. */
void lab_frame_set_thread (lua_State *L, int anchor);

/* Does this search run in the coroutine, or the one that shows its positions by this view? */
int lab_frame_is_on_stack (lua_State *thread, const void *search_or_view);

/* The search at the index runs, but where? Its coroutine was dropped in the middle of a callback, and is collected. Or an
** error has passed that no guard has seen: where there are none; in a coroutine that it has killed, which closes nothing
** until it is closed itself; or because a debug hook has raised another one when the guard was called. */
int lab_frame_is_abandoned (lua_State *L, int self);

/* Make the metatables of guards, which `close` is called with when an error passes them; NULL: this Lua does not. */
void lab_frame_open (lua_State *L, lua_CFunction close);

#endif

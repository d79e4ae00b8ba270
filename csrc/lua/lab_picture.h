/* Pictures: what stands in all tables that can be reached from some, to be put back there. */
#ifndef LAB_PICTURE_H
#define LAB_PICTURE_H

#include "lab_compat.h"

/* Push a book: room for pictures by number, from 1, which are taken again and again, and what taking them needs. */
void lab_picture_push_book (lua_State *L);

/* Take a picture of the position at the index, or of the tables that belong to it by the function at the top of the stack,
** which is popped; nil: there is none. An error of the game of that name, which may be NULL, if something cannot be put
** back, or there are more than `most` tables. When an error passes, there is no picture of this number. */
void lab_picture_of (lua_State *L, int book, int number, int state, const char *name, int most);

/* How many tables the game at the index lets a picture have. */
int lab_picture_most (lua_State *L, int game);

/* Put everything back. If an error passes, which memory alone may raise, that may be done again. */
void lab_picture_restore (lua_State *L, int book, int number);

/* Add what parts of the library in Lua take pictures with to the module at the top of the stack. */
void lab_picture_open (lua_State *L);

#endif

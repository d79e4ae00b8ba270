/* What becomes of a root move that has been searched. */
#ifndef AB_ROOT_H
#define AB_ROOT_H

#include "ab_search.h"

/* Order the root's choices by the place that is drawn for each: then only those that stand before the one to be tried
** first need be told from moves that are as good. */
void ab_root_order (const ab_search *s, const ab_node *root, ab_choice *choices);

/* What the root move under way must beat. */
ab_value ab_root_alpha (const ab_search *s, const ab_node *root);

/* Note the one best root move; its line is taken over. 0: no memory, nothing has changed. */
int ab_root_note (ab_search *s, int number, ab_value value, ab_bound bound, int line);

/* The root's child has its value: note it if it is wanted. AB_DONE: the other moves need not be
** searched; AB_PAUSED: they do; AB_NOMEM: nothing has changed. */
ab_status ab_root_update (ab_search *s);

/* Does one of them reach alpha of its pass? */
int ab_root_reaches (const ab_roots *roots);

/* Forget the root moves and give their lines back. */
void ab_root_clear (ab_search *s, ab_roots *roots);

#endif

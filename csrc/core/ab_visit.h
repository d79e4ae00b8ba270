/* What do the playouts say? The moves by their visits, lines, the value of the root; the strategies, where both
** choose at once. */
#ifndef AB_VISIT_H
#define AB_VISIT_H

#include "ab_search.h"

/* Fill in what is known of the root. */
void ab_visit_result (const ab_search *s, ab_result *result);

/* Root move number i, from 0, in the game's order. */
ab_root_move ab_visit_move (const ab_search *s, int i);

/* Node number i, and that of the node above; of the root its own. */
ab_sampled ab_visit_node (const ab_search *s, int i, int above);

/* Is the first move of a line a joint one, which is a move of it for each player? */
int ab_visit_joint (const ab_search *s, int line);

/* The first move of a line, which becomes the rest: a line is the number of its first node. */
ab_move ab_visit_line (const ab_search *s, int *line);

/* Is root move number a to be preferred to number b? */
int ab_visit_order (const ab_search *s, int a, int b);

/* Where players choose at once at the root: see ab_search_choices and what follows there. */
int ab_visit_choices (const ab_search *s, int player);
ab_move ab_visit_choice (const ab_search *s, int player, int i, double *probability, ab_value *worth);
ab_value ab_visit_paid (const ab_search *s, int player);
double ab_visit_gap (const ab_search *s);
int ab_visit_likeliest (const ab_search *s);

#endif

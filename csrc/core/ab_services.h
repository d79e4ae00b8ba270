/* What the walk asks of the rest of the core. */
#ifndef AB_SERVICES_H
#define AB_SERVICES_H

#include "ab_search.h"

/* For games in general, and for those in which both players may choose at once. */
extern const ab_services ab_services_core, ab_services_both;

#endif

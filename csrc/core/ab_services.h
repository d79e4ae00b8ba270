/* What the walk asks of the rest of the core. */
#ifndef AB_SERVICES_H
#define AB_SERVICES_H

#include "ab_search.h"

extern const ab_services ab_services_core;

#endif

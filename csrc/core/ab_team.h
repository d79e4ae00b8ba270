/* Threads that work as long as they are told to. */
#ifndef AB_TEAM_H
#define AB_TEAM_H

#include "ab_atomic.h"
#include "ab_mem.h"
#include "ab_thread.h"

typedef struct ab_member {
  void *data;
  ab_thread thread;
  int is_there;             /* there is a thread, or was one that has yet to be joined */
  volatile uint32_t orders;
  volatile uint32_t done;   /* as it tells: how much it has done so far */
  double resting;           /* its own: when it saw that it is to rest; negative: it is to work */
} ab_member;

typedef struct ab_team {
  void (*work) (void *data); /* comes back where ab_team_may_work says no, or when there is nothing to do any more */
  int count;
  int works;
  ab_member *members;
} ab_team;

/* The team begins to work, or goes on; threads that are gone are replaced. */
void ab_team_work (ab_team *team);

/* It is to rest: members that are not told to work again within AB_TEAM_PATIENCE seconds are gone then. */
#define AB_TEAM_PATIENCE 200e-6
void ab_team_rest (ab_team *team);

/* All members are gone when this returns. */
void ab_team_end (ab_team *team);

/* To be asked by a member, at so many seconds by a clock of its own: may it go on? Without a clock it is gone at once when
** it is to rest. */
int ab_team_may_work (ab_member *member, double seconds, int has_clock);

/* How much the members have done, as they tell. */
uint64_t ab_team_done (const ab_team *team);

#endif

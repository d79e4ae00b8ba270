/*
** Between two steps a team rests: but as long as steps follow each other at once, as slices of one do, no thread notices, and
** when they do not, its thread ends. So nobody waits for anybody, nor is there anything that sleeps, until all is over.
*/
#include "ab_team.h"

enum { WORK, REST, GONE, QUIT }; /* `orders`. From REST a member itself goes to GONE */

static void begin (ab_team *team, ab_member *member) {
  if (member->is_there)
    ab_thread_join(&member->thread);
  member->resting = -1;
  ab_atomic_store(&member->orders, WORK);
  member->is_there = ab_thread_start(&member->thread, team->work, member->data);
}

void ab_team_work (ab_team *team) {
  int i;
  for (i = 0; i < team->count; i++)
    if (!team->members[i].is_there || !ab_atomic_turn(&team->members[i].orders, REST, WORK))
      begin(team, &team->members[i]);
  team->works = 1;
}

void ab_team_rest (ab_team *team) {
  int i;
  for (i = 0; team->works && i < team->count; i++)
    ab_atomic_turn(&team->members[i].orders, WORK, REST);
  team->works = 0;
}

void ab_team_end (ab_team *team) {
  int i;
  for (i = 0; i < team->count; i++)
    ab_atomic_store(&team->members[i].orders, QUIT);
  for (i = 0; i < team->count; i++)
    if (team->members[i].is_there)
      ab_thread_join(&team->members[i].thread);
  for (i = 0; i < team->count; i++)
    team->members[i].is_there = 0;
  team->works = 0;
}

uint64_t ab_team_done (const ab_team *team) {
  uint64_t done = 0;
  int i;
  for (i = 0; i < team->count; i++)
    done += ab_atomic_load(&team->members[i].done);
  return done;
}

int ab_team_may_work (ab_member *member, double seconds, int has_clock) {
  uint32_t orders = ab_atomic_load(&member->orders);
  if (orders == WORK) {
    member->resting = -1;
    return 1;
  }
  if (orders != REST)
    return 0;
  if (member->resting < 0)
    member->resting = seconds;
  if (has_clock && seconds - member->resting < AB_TEAM_PATIENCE)
    return 1;
  return !ab_atomic_turn(&member->orders, REST, GONE);
}

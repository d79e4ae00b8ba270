/*
** Lua states that each have a thread of one program, as a game engine has them. All run the same script, with a global
** `states`:
**
**   states.count         how many there are
**   states.number        which of them this is, from 1
**   states.meet([text])  waits for all of them to come here; returns the text of the first one
**   states.now()         seconds by the clock on the wall
**
**   states COUNT SCRIPT [ARG...]
*/
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

enum { MOST = 64 };

static int count;
static char **arguments; /* the script is the first one */
static const char *text; /* in the first state, which keeps it until the second meeting */
static pthread_barrier_t meeting;

typedef struct state {
  int number;
  pthread_t thread;
} state;

static int states_meet (lua_State *L) {
  lua_settop(L, 1);
  if (lua_tointeger(L, lua_upvalueindex(1)) == 1)
    text = lua_tostring(L, 1);
  pthread_barrier_wait(&meeting);
  lua_pushstring(L, text);
  pthread_barrier_wait(&meeting);
  return 1;
}

static int states_now (lua_State *L) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  lua_pushnumber(L, (lua_Number)time.tv_sec + 1e-9 * (lua_Number)time.tv_nsec);
  return 1;
}

static void set_states (lua_State *L, int number) {
  lua_newtable(L);
  lua_pushinteger(L, count);
  lua_setfield(L, -2, "count");
  lua_pushinteger(L, number);
  lua_setfield(L, -2, "number");
  lua_pushinteger(L, number);
  lua_pushcclosure(L, states_meet, 1);
  lua_setfield(L, -2, "meet");
  lua_pushcfunction(L, states_now);
  lua_setfield(L, -2, "now");
  lua_setglobal(L, "states");
}

static void set_arguments (lua_State *L) {
  int i;
  lua_newtable(L);
  for (i = 0; arguments[i] != NULL; i++) {
    lua_pushstring(L, arguments[i]);
    lua_rawseti(L, -2, i);
  }
  lua_setglobal(L, "arg");
}

/* The others would wait for one that has failed: the program ends with it. */
static void *run (void *data) {
  const state *self = data;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  set_states(L, self->number);
  set_arguments(L);
  if (luaL_dofile(L, arguments[0])) {
    fprintf(stderr, "state %d: %s\n", self->number, lua_tostring(L, -1));
    exit(1);
  }
  lua_close(L);
  return NULL;
}

int main (int argc, char **argv) {
  state all[MOST];
  int i;
  count = argc > 2 ? atoi(argv[1]) : 0;
  if (count < 1 || count > MOST) {
    fprintf(stderr, "usage: states COUNT SCRIPT [ARG...]\n");
    return 2;
  }
  arguments = argv + 2;
  pthread_barrier_init(&meeting, NULL, (unsigned)count);
  for (i = 0; i < count; i++) {
    all[i].number = i + 1;
    if (pthread_create(&all[i].thread, NULL, run, &all[i]) != 0) {
      fprintf(stderr, "no thread\n");
      return 1;
    }
  }
  for (i = 0; i < count; i++)
    pthread_join(all[i].thread, NULL);
  pthread_barrier_destroy(&meeting);
  return 0;
}

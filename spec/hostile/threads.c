/*
** Threads: each has a Lua state of its own and runs a script in it, with the handle of a table that they may share; others
** search one position of one game in C, without Lua, all from the same memory. For the thread sanitizer, which sees what
** they share.
**
**   threads SCRIPT
*/
#include <pthread.h>
#include "state.h"
#include "alphabeta.h"
#include "games/games.h"
#include "../core/plain_memory.h"

enum { THREADS = 4, NUMBERS = 2 + 7 * 6, DEPTH = 9 };

static const char *script;
static const char *handle;

/* From here on the threads run without order. What each reads from files before would be an order for the
** sanitizer. */
static pthread_barrier_t together;

static lua_State *new_state (void) {
  lua_State *L = luaL_newstate();
  open_libraries(L);
  return L;
}

/* A table that is shared, at the top of the stack of the state that has it, and its handle. */
static void share_table (lua_State *L) {
  if (luaL_dostring(L, "local t = require('alphabeta').table { bytes = 65536, shared = true } return t, t:handle()")) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    exit(2);
  }
  handle = lua_tostring(L, -1);
}

/* Which of the states is it? */
static lua_Integer new_number (void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static lua_Integer last;
  lua_Integer number;
  pthread_mutex_lock(&lock);
  number = ++last;
  pthread_mutex_unlock(&lock);
  return number;
}

/* Calls `check` of the script, which loads all that there is to load, and then `work`. Answers
** NULL; otherwise something went wrong. */
static void *run_script (void *argument) {
  lua_State *L = new_state();
  int faulty;
  lua_pushstring(L, handle);
  lua_setglobal(L, "HANDLE");
  lua_pushinteger(L, new_number());
  lua_setglobal(L, "NUMBER");
  faulty = luaL_loadfile(L, script) != LUA_OK || lua_pcall(L, 0, 2, 0) != LUA_OK
            || lua_pcall(L, 0, 0, 0) != LUA_OK;
  pthread_barrier_wait(&together);
  faulty = faulty || lua_pcall(L, 0, 0, 0) != LUA_OK;
  if (faulty)
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return faulty ? argument : NULL;
}

typedef struct position {
  const ab_game *game;
  void *context, *state;
  ab_value value;
} position;

static ab_value value_of (const position *p) {
  ab_options options = ab_options_default();
  ab_search *search;
  ab_value value;
  options.depth = DEPTH;
  search = ab_search_new(p->game, p->context, p->state, &options, allocate, NULL);
  if (search == NULL || ab_search_step(search, 0, -1) != AB_DONE)
    abort();
  value = ab_search_result(search).value;
  ab_search_free(search);
  return value;
}

static void *search (void *shared) {
  const position *p = shared;
  pthread_barrier_wait(&together);
  return value_of(p) == p->value ? NULL : shared;
}

int main (int argc, char **argv) {
  static const double size[] = {5, 4};
  int64_t empty[NUMBERS] = {5, 4};
  pthread_t threads[2 * THREADS];
  position shared;
  lua_State *L;
  int i, faults = 0;
  if (argc < 2)
    return 2;
  script = argv[1];
  L = new_state();
  share_table(L);
  shared.game = ab_connect4.game;
  shared.context = malloc(ab_connect4.measure(size, 2));
  shared.state = malloc(shared.game->state_size);
  if (shared.context == NULL || shared.state == NULL || ab_connect4.set_up(shared.context, size, 2) != NULL
      || shared.game->read(shared.context, shared.state, empty, 2 + 5 * 4) != NULL)
    return 2;
  shared.value = value_of(&shared);
  if (pthread_barrier_init(&together, NULL, 2 * THREADS) != 0)
    return 2;
  for (i = 0; i < 2 * THREADS; i++)
    if (pthread_create(&threads[i], NULL, i < THREADS ? run_script : search, &shared) != 0)
      return 2;
  for (i = 0; i < 2 * THREADS; i++) {
    void *fault;
    pthread_join(threads[i], &fault);
    faults += fault != NULL;
  }
  pthread_barrier_destroy(&together);
  lua_close(L);
  free(shared.context);
  free(shared.state);
  printf("%d threads, %d faults\n", 2 * THREADS, faults);
  return faults > 0;
}

/* What works on a game in steps and tells of its progress: a solver, a search for a way. */
#ifndef LAB_WORKER_H
#define LAB_WORKER_H

#include "lab_game.h"
#include "lab_memory.h"
#include "lab_options.h"

typedef struct lab_worker lab_worker;

/* What one kind of them does in its own way. The frame of the worker is on the stack. */
typedef struct lab_kind {
  const char *type;  /* of the userdata */
  const char *what;  /* as messages call it */
  const char *doing; /* of the bar; see lab_later.h */
  int lasts; /* the result needs the core's memory */
  /* Make the core, of game, state and options at 1 to 3; the worker and its anchor are on top. */
  void (*make) (lua_State *L, const char *caller, lab_worker *worker, int anchor);
  void (*left) (lab_worker *worker, int how); /* an error has passed; see lab_hold.h. NULL: nobody needs to know */
  ab_status (*step) (lab_worker *worker, uint64_t nodes, double seconds);
  ab_status (*resume) (lab_worker *worker);
  int (*raise) (lua_State *L, const lab_worker *worker, ab_status status); /* raises what a status stands for */
  uint64_t (*visited) (const lab_worker *worker); /* positions so far, as reports go by them */
  void (*push_progress) (lua_State *L, const lab_worker *worker); /* two numbers, for `on_progress` and the bar */
  void (*restored) (lua_State *L, lab_worker *worker); /* the user's position was brought back */
  void (*finish) (lua_State *L, lab_worker *worker);   /* all is done */
  void (*push_result) (lua_State *L, lab_worker *worker);
} lab_kind;

struct lab_worker {
  lab_game game;   /* `closed`: NULL, or why it was */
  const lab_kind *kind;
  lab_memory memory;
  void *core;      /* NULL: it was closed */
  int stage;       /* of the step under way; see lab_worker.c */
  int begun;       /* a slice is under way in the core */
  int finished;    /* all is done, */
  int ended;       /* and `finish` was called */
  int one_shot;    /* the step gives the result */
  int reports;     /* there is somebody to tell of the progress */
  uint64_t reported; /* positions that were visited when that was done last */
  double nodes;    /* left of the step; negative: any number */
  double deadline; /* when it is to end; negative: any time */
};

/* Who is to be told of the progress? */
void lab_worker_read_reports (lua_State *L, lab_worker *worker, const lab_options *options, int anchor);

/* The worker, whose anchor is at the index, comes to 1 and has its frame on the stack. What its core is to have: the rules,
** their context and the position; the first two go to *rules and *context. */
const void *lab_worker_enter (lua_State *L, lab_worker *worker, int anchor, const ab_game **rules, void **context);

/* As Lua sees it: a function that makes one, which `caller` is the name of; and one that gives what it finds at once. */
int lab_worker_start (lua_State *L, const lab_kind *kind, const char *caller);
int lab_worker_whole (lua_State *L, const lab_kind *kind, const char *caller);

/* Likewise `step` and __tostring of the worker at index 1. */
int lab_worker_step (lua_State *L, lab_worker *worker);
int lab_worker_tostring (lua_State *L, lab_worker *worker);

#endif

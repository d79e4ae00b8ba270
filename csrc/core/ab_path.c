/* The life of a search for a way: beginning, steps, end, and what is known then. */
#include "ab_astar.h"
#include "ab_idastar.h"

#define AB_PATH_BYTES ((size_t)256 << 20)

static int is_deep (const ab_path *p) { return p->options.algorithm == AB_IDASTAR; }

ab_path_options ab_path_options_default (void) {
  ab_path_options options;
  memset(&options, 0, sizeof options);
  options.weight = 1;
  options.width = 1;
  options.bytes = AB_PATH_BYTES;
  options.time = -1;
  return options;
}

static const char *options_flaw (const ab_game *game, const ab_path_options *o) {
  if ((unsigned)o->algorithm > AB_BEAM)
    return "'algorithm' is no ab_path_algorithm";
  if (!(o->weight >= 1 && o->weight <= AB_MAX_HEURISTIC))
    return "'weight' is not from 1 to AB_MAX_HEURISTIC";
  if (o->algorithm == AB_BEAM && (o->weight > 1 || o->width < 1))
    return o->width < 1 ? "'width' is 0" : "'weight' cannot be used with AB_BEAM";
  if (o->table > 0 && (o->algorithm != AB_IDASTAR || game->key == NULL))
    return "'table' needs AB_IDASTAR and 'key'";
  if (o->time != o->time)
    return "'time' is NaN";
  if (o->in_place && (game->undo == NULL || game->keep == NULL || o->keeper != NULL))
    return "'in_place' needs 'undo' and 'keep', and cannot be used with 'keeper'";
  return NULL;
}

const char *ab_path_flaw (const ab_game *game, const ab_path_options *options) {
  ab_path_options usual = ab_path_options_default();
  if (options == NULL)
    options = &usual;
  if (ab_game_flaw(game) != NULL)
    return ab_game_flaw(game);
  if (game->goal == NULL)
    return "'goal' is missing";
  if (game->key == NULL && options->algorithm != AB_IDASTAR)
    return "'key' is missing";
  if (game->chance != NULL)
    return "'chance' cannot be used with one player's way";
  if (game->simultaneous != NULL)
    return "'simultaneous' cannot be used with one player's way";
  return options_flaw(game, options);
}

ab_path *ab_path_new (const ab_game *game, void *context, const void *state, const ab_path_options *options,
                      ab_alloc alloc, void *ud) {
  ab_path *p;
  if (ab_path_flaw(game, options) != NULL)
    return NULL;
  p = alloc(ud, NULL, 0, sizeof *p);
  if (p == NULL)
    return NULL;
  memset(p, 0, sizeof *p);
  p->game = game;
  p->context = context;
  p->mem.alloc = alloc;
  p->mem.ud = ud;
  p->options = options == NULL ? ab_path_options_default() : *options;
  if (p->options.keeper != NULL)
    p->keeper = *p->options.keeper;
  p->in_place = p->options.in_place;
  ab_clock_init(&p->clock, p->options.now);
  if (p->options.now == NULL)
    p->options.time = -1;
  if (!(is_deep(p) ? ab_idastar_begin(p, state) : ab_astar_begin(p, state))) {
    ab_path_free(p);
    return NULL;
  }
  return p;
}

void ab_path_free (ab_path *p) {
  if (p == NULL)
    return;
  if (is_deep(p))
    ab_idastar_free(p);
  else
    ab_astar_free(p);
  p->mem.alloc(p->mem.ud, p, sizeof *p, 0);
}

/* ---------------------------------------------------------------- steps */

ab_status ab_path_resume (ab_path *p) {
  ab_status status;
  ab_clock_start(&p->clock);
  do
    status = is_deep(p) ? ab_idastar_run(p) : ab_astar_run(p);
  while (status == AB_PAUSED && ab_way_grant(p));
  ab_clock_stop(&p->clock);
  return p->ended ? AB_DONE : status;
}

ab_status ab_path_step (ab_path *p, uint64_t nodes, double seconds) {
  p->limit = p->options.now == NULL || seconds < 0 ? -1 : ab_clock_read(&p->clock) + seconds;
  p->left = nodes > 0 ? nodes : UINT64_MAX;
  p->budget = 0;
  p->granted = 0;
  return ab_path_resume(p);
}

void ab_path_halt (ab_path *p) { ab_clock_stop(&p->clock); }

void ab_path_abandon (ab_path *p) { ab_clock_abandon(&p->clock); }

/* ---------------------------------------------------------------- what is known */

const char *ab_path_broken (const ab_path *p, int *count) {
  *count = p->broken;
  return p->asked;
}

const char *ab_path_outside (const ab_path *p, double *given) {
  *given = p->outside;
  return p->asked;
}

ab_path_result ab_path_known (const ab_path *p) {
  ab_path_result known;
  memset(&known, 0, sizeof known);
  known.solved = p->ended && p->solved;
  known.moves = p->noted.count;
  known.cost = p->noted.cost;
  known.estimate = p->noted.estimate;
  if (!is_deep(p))
    ab_astar_know(p, &known);
  known.least = known.solved && p->least > known.cost ? known.cost : p->least;
  known.factor = known.solved && p->options.algorithm != AB_BEAM ? p->options.weight : 0;
  known.nodes = p->nodes;
  known.time = ab_clock_read(&p->clock);
  known.stopped = p->stopped;
  return known;
}

void ab_path_moves (const ab_path *p, ab_move *list) {
  if (!is_deep(p))
    ab_astar_moves(p, list);
  else if (p->noted.count > 0)
    memcpy(list, p->way, p->noted.count * sizeof *list);
}

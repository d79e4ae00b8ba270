#include <string.h>
#include "alphabeta.h"

#define AB_EXPLORATION 0.5
#define AB_TREE_BYTES ((size_t)64 << 20)

ab_options ab_options_default (void) {
  ab_options options;
  memset(&options, 0, sizeof options);
  options.algorithm = AB_ALPHABETA;
  options.want = AB_FIRST;
  options.depth = -1;
  options.alpha = -AB_INF;
  options.beta = AB_INF;
  options.margin = 1;
  options.time = -1;
  options.exploration = AB_EXPLORATION;
  options.playout_depth = -1;
  options.bytes = AB_TREE_BYTES;
  options.seed = 1;
  return options;
}

static const char *sampling_flaw (const ab_options *o) {
  if (!(o->exploration > 0 && o->exploration < AB_INF))
    return "'exploration' is not positive and finite";
  if (o->playout_depth < -1 || o->playout_depth > AB_MAX_DEPTH)
    return "'playout_depth' is not -1 to AB_MAX_DEPTH";
  if (o->sampler != NULL && o->sampler->players != 0
      && (o->sampler->players < 2 || o->sampler->players > AB_MAX_PLAYERS || o->sampler->payoffs == NULL))
    return "'sampler' has not 2 to AB_MAX_PLAYERS players with their payoffs";
  return NULL;
}

/* A field by itself. Comparisons are such that NaN fails them. */
static const char *field_flaw (const ab_options *o) {
  if ((unsigned)o->algorithm > AB_MCTS)
    return "'algorithm' is no ab_algorithm";
  if (o->depth < -1 || o->depth > AB_MAX_DEPTH)
    return "'depth' is not -1 to AB_MAX_DEPTH";
  if ((unsigned)o->deepening > AB_MAX_DEPTH)
    return "'deepening' is not 0 to AB_MAX_DEPTH";
  if ((unsigned)o->want > AB_ALL)
    return "'want' is no ab_want";
  if (!(o->slack >= 0 && o->slack < AB_INF))
    return "'slack' is not a finite number, 0 or more";
  if (!(o->alpha < o->beta))
    return "'alpha' is not below 'beta'";
  if (o->guess != o->guess)
    return "'guess' is NaN";
  if (!(o->threshold >= 0 && o->threshold <= 1))
    return "'threshold' is not 0 to 1";
  if (o->quiescence < 0 || o->quiescence > AB_MAX_DEPTH)
    return "'quiescence' is not 0 to AB_MAX_DEPTH";
  if (!(o->precision >= 0 && o->precision < AB_INF))
    return "'precision' is not a finite number, 0 or more";
  if (o->trace < 0)
    return "'trace' is negative";
  if (o->history == NULL && o->history_count > 0)
    return "'history' is missing";
  if (o->time != o->time)
    return "'time' is NaN";
  if (o->draws < 0 || o->draws > AB_MAX_MOVES)
    return "'draws' is not 0 to AB_MAX_MOVES";
  if (o->helper < 0)
    return "'helper' is negative";
  return o->algorithm == AB_MCTS ? sampling_flaw(o) : NULL;
}

const char *ab_options_flaw (const ab_options *o) {
  const char *flaw = field_flaw(o);
  if (flaw != NULL)
    return flaw;
  if (o->algorithm == AB_ASPIRATION && !(o->margin > 0))
    return "'margin' is not positive, which AB_ASPIRATION needs";
  if (o->table != NULL && o->table_alloc == NULL)
    return "'table' needs 'table_alloc'";
  if (o->shortest && o->want == AB_ALL)
    return "'shortest' cannot be used with AB_ALL";
  if (o->shortest && o->slack > 0)
    return "'shortest' cannot be used with 'slack'";
  if (AB_IS_PRINTED(o->algorithm) && o->helper > 0)
    return "'helper' cannot be used with a printed algorithm";
  if (AB_IS_PRINTED(o->algorithm) && (o->shortest || o->quiescence > 0 || o->trace > 0))
    return "'shortest', 'quiescence' and 'trace' cannot be used with a printed algorithm";
  return NULL;
}

/*
** alphabeta.h -- game-tree search: the public header and the manual of the C side.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
**
** The core knows no Lua. A C program describes a game (ab_game), makes a search over a position
** (ab_search_new), walks it in steps of any size (ab_search_step) and reads the result.
**
**   ab_options options = ab_options_default();
**   options.depth = 8;
**   search = ab_search_new(&game, NULL, &position, &options, alloc, NULL);
**   if (search != NULL && ab_search_step(search, 0, -1) == AB_DONE)
**     value = ab_search_result(search).value;
**   ab_search_free(search);
**
** Words used here. A *ply* is one move deep: the root stands at ply 0. Values are in the negamax
** convention: a *payoff* is a number that the player to move wants to be large. The value of a
** position is F of Knuth & Moore 1975, "An Analysis of Alpha-Beta Pruning": its payoff if the game
** is over there, else the largest of its children's values, each negated if another player is to
** move in the child. At the horizon the static evaluation stands for it.
**
** Searches in different threads do not know of each other, but for those that share a table. A search, and a table (of a
** shared one: the ab_table of a thread) with the searches that use it, belong to one thread at a time.
**
** C99 or later; C++11 or later, with C linkage. No exception may leave a function of a game: there
** are frames of C above it. Nor does a longjmp through C++ run destructors.
*/
#ifndef ALPHABETA_H
#define ALPHABETA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- versions and limits */

/* The version of the library, for #if: AB_VERSION_NUM is 10203 for 1.2.3. And as a string. */
#define AB_VERSION_MAJOR 1
#define AB_VERSION_MINOR 0
#define AB_VERSION_PATCH 0
#define AB_VERSION_NUM (AB_VERSION_MAJOR * 10000 + AB_VERSION_MINOR * 100 + AB_VERSION_PATCH)
#define AB_VERSION \
  AB_QUOTE(AB_VERSION_MAJOR) "." AB_QUOTE(AB_VERSION_MINOR) "." AB_QUOTE(AB_VERSION_PATCH)

/* What a macro stands for, and the text as it is, as a string literal. */
#define AB_QUOTE(macro) AB_QUOTE_TEXT(macro)
#define AB_QUOTE_TEXT(text) #text

/* The binary interface of games. It grows with every change, here, in ab_walk.h or what that
** includes, that a compiled game would notice. */
#define AB_ABI 12

/* Limits. Those in decimals are cast: there are machines (x87) on which a constant has more digits than a double. */
#define AB_MAX_DEPTH 1000      /* plies below the root; a game that goes deeper is an error */
#define AB_LAST_PLY (AB_MAX_DEPTH + 1) /* so far a search without a depth looks whether the game goes on */
#define AB_MAX_MOVES 65535     /* moves of one position, or outcomes of chance */
#define AB_MAX_JOINT (1 << 20) /* joint moves of one position at which both players choose */
#define AB_MAX_STATE (1 << 20) /* bytes of a position, in Lua */
#define AB_MAX_FEATURES 1024   /* of a game in C */
#define AB_MAX_WEIGHT ((double)1e100) /* of a feature, in magnitude: no product with one is infinite */
#define AB_MAX_PHASES 50       /* points of a game that have weights of their own */
#define AB_MIN_SCALE ((double)1e-300) /* of what they come to: there are numbers between 0 and that */

/* ---------------------------------------------------------------- values, moves, keys */

/* A value is a double: only compared, negated, and stepped to its neighbour for a null window. It
** holds every integer up to 2^53 in magnitude and both infinities exactly. It is never NaN. */
typedef double ab_value;

#define AB_INF ((ab_value)HUGE_VAL)
#define AB_MAX_INTEGER 9007199254740992.0 /* 2^53 */
#define AB_MAX_PAYOFF ((double)9.745314011399999e+288) /* 2^960: of finite ones in AB_MCTS, and of costs: no sum of them is infinite */

/* What a value says of the position: it is the value, or the value is at least / at most that. */
typedef enum ab_bound {
  AB_EXACT,
  AB_LOWER,
  AB_UPPER,
  AB_ESTIMATE /* AB_MCTS: a mean; with `draws`: the value, if only what is drawn counted */
} ab_bound;

/* A move is the game's own business; the core only hands it back. */
typedef uint64_t ab_move;

#define AB_LAZY (-1)         /* an answer of `moves`: ask `more`, move by move */
#define AB_EVERY (-2)        /* an answer of `noisy`: every move */
#define AB_NO_KEY UINT64_MAX /* an answer of `key`: neither probe the table nor store */
#define AB_NO_LINE (-1)      /* a line without moves */
#define AB_NO_CHOICE UINT64_MAX /* in a joint move, of a player who has no choice */
#define AB_JOINT ((ab_move)1 << 61) /* for `keep`: added to the number of a joint move, row by row from 1 */
#define AB_KEPT ((ab_move)1 << 62) /* AB_MCTS, in a game with `keep`: added to a slot, the move that was kept there */

/* A key for a position that some bytes describe: their number, then word by word of eight bytes. A Lua game's `key` that is
** a string becomes this number. Each word is mixed in by the two multiplications of splitmix64's finaliser, so that no few
** bits of a word make up for others in the one before, as they do with a single one: boards are words with few bits. */
static inline uint64_t ab_hash_word (uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0xBF58476D1CE4E5B9u;
  hash = (hash ^ hash >> 32) * 0x94D049BB133111EBu;
  return hash ^ hash >> 32;
}

static inline uint64_t ab_hash_begin (uint64_t length) { return ab_hash_word(0, length + 1); }

/* The bytes may come in pieces, of which all but the last are whole words. */
static inline uint64_t ab_hash_add (uint64_t hash, const void *bytes, size_t length) {
  const char *rest = (const char *)bytes;
  while (length > 0) {
    uint64_t word = 0;
    size_t taken = length < sizeof word ? length : sizeof word;
    memcpy(&word, rest, taken);
    hash = ab_hash_word(hash, word);
    rest += taken;
    length -= taken;
  }
  return hash;
}

static inline uint64_t ab_hash (const void *bytes, size_t length) {
  return ab_hash_add(ab_hash_begin(length), bytes, length);
}

/* ---------------------------------------------------------------- games */

typedef enum ab_status {
  AB_DONE,    /* the search has come to its end */
  AB_DEPTH,   /* an iteration is complete, and a deeper one follows: resume to go on */
  AB_PAUSED,  /* the step's nodes or time are used up; step again to go on */
  AB_NOMEM,   /* memory ran out; the search stands as before and may be stepped again */
  AB_ENDLESS, /* the game goes on after AB_MAX_DEPTH plies and no depth was given, nor, with `deepening`, a limit;
              ** ab_solve: both choose at once, and it may go on for ever */
  AB_TOO_DEEP, /* a printed procedure would recurse deeper than it may: see ab_search_allow */
  AB_BROKEN,  /* the game has given a number of moves or outcomes that cannot be, or refused an outcome, or a move that it
              ** took before; see ab_search_broken */
  AB_OUTSIDE, /* the game has given a value outside its range, an infinite one in a game with chance, a weight that is not
              ** positive and finite, or a payoff, a cost or an estimate that cannot be; see ab_search_outside */
  AB_KEYLESS, /* ab_solve, ab_path: a position has no key; the work stands before it */
  AB_TOO_MANY /* ab_solve: there are more positions than it may keep; it stands before the next one */
} ab_status;

/* A walk through the positions below one; see ab_walk.h. */
struct ab_walk;
typedef ab_status ab_walk_function (struct ab_walk *walk);

/* For the functions of a game with a walk of its own (AB_INSTANCE): they are to be built into it. */
#if defined(__GNUC__)
#define AB_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define AB_INLINE static __forceinline
#else
#define AB_INLINE static inline
#endif

/* What `play` found. */
typedef enum ab_played {
  AB_PLAYED,  /* the move is made */
  AB_ILLEGAL, /* there is no such move here; nothing has changed */
  AB_OVER     /* the move is made and ends the game: *payoff is set */
} ab_played;

/*
** A game: its rules and its evaluation, as functions over an opaque position of fixed size. The
** struct and what it points to belong to the caller and must outlive the search. Fields that are
** not used are 0 or NULL.
**
** Every function gets the `context` handed to ab_search_new. It may call anything but the search
** that is calling it. It may leave by longjmp (unless `returns` says no): the search then stands as
** it stood before that call, and stepping it again repeats the call.
**
** Without `undo`, positions are copied: `play` leaves `state` alone and writes the new position to
** `next`. With `undo` there is one position only: `next == state`, `play` changes it, `undo` turns
** it back.
*/
typedef struct ab_game {
  uint32_t abi;        /* AB_ABI */
  uint32_t size;       /* sizeof (ab_game), as the game was compiled */
  const char *name;    /* for people; NULL: nameless */
  size_t state_size;   /* bytes of a position, at least 1; it is moved with memcpy. Positions lie at multiples of their
                       ** size from what is allocated, as in an array: well aligned for a type that has this size */
  int max_moves;       /* 0: the moves of a position are the numbers 1 to what `moves` answers.
                       ** Otherwise `moves` and `noisy` write them to a list with room for so many,
                       ** AB_MAX_MOVES at most */
  int returns;         /* 1: every function below returns; none of them leaves by longjmp, and the
                       ** search need not be ready for it, which makes it a good deal faster */
  int viewpoint;       /* 0: payoffs are as the player to move sees them; 1: as player 1 does
                       ** (needs `player`) */

  /* The number of moves, 0 to AB_MAX_MOVES (or `max_moves`); 0 where the game is over. They are
  ** tried in the order of the list, or of the numbers (then `list` is NULL). Or AB_LAZY, for
  ** numbers: ask `more`. Another answer is AB_BROKEN where it is looked at: everywhere if `returns`
  ** is 0; otherwise at the root and its children, where a search needs care, and in what was
  ** compiled with AB_CHECKED. */
  int (*moves) (void *context, void *state, ab_move *list);

  /* NULL: `moves` never answers AB_LAZY. Otherwise: is there a move number `move`? Asked for 1, 2,
  ** ... as the moves are wanted, until the answer is 0; after a cut-off it is not asked again. */
  int (*more) (void *context, void *state, ab_move move);

  /* Make a move. AB_ILLEGAL is for games that do not know beforehand which of their moves are
  ** legal; where all of them are illegal the game is over. */
  ab_played (*play) (void *context, void *state, ab_move move, void *next, ab_value *payoff);

  /* NULL: `play` copies. Otherwise take back the last move. */
  void (*undo) (void *context, void *state, ab_move move);

  /* The payoff of a finished game, or the static evaluation at the horizon. Not NaN. NULL: the game is
  ** one for ab_path only, and has a `goal`. */
  ab_value (*evaluate) (void *context, void *state);

  /* NULL: `evaluate` is asked everywhere (but see `weights`). Otherwise the static evaluation, wherever it is not known that
  ** the position has no moves; `evaluate` is asked only where that is known. Not NaN. Where there are none it comes to what
  ** `evaluate` says, or `play` tells the end: otherwise it depends on what a table has seen which of the two counts. */
  ab_value (*estimate) (void *context, void *state);

  /* NULL: none. Otherwise what matters in a position that is not finished, as numbers that the player to move (with
  ** `viewpoint` player 1) wants to be large where their weights are positive: `feature_count` of them, up to 2^53 in
  ** magnitude, are written to `list`, and the answer is 1. Or it is 0, and nothing is written: the game is over here. A game
  ** whose `play` tells every end is not asked there by any search. */
  int feature_count; /* 1 to AB_MAX_FEATURES */
  int (*features) (void *context, void *state, double *list);

  /* NULL: features are for others to learn from. Otherwise one number for each feature, up to AB_MAX_WEIGHT: the static evaluation is
  ** `scale` * tanh (the sum of weights[i] * list[i]), and `evaluate` is asked in finished positions only. Instead of
  ** `estimate`. */
  const double *weights;
  double scale; /* AB_MIN_SCALE to AB_MAX_PAYOFF; with a range, within it */

  /* 0 or 1: the weights are the same all through the game. Otherwise, up to AB_MAX_PHASES, there are as many weights for each
  ** of so many points of the game, from its beginning to its end: first all those of the first one. Between two points
  ** they go over into each other in a straight line (see ab_game_weigh). `phase` tells where a position is, from 0 to 1; what
  ** lies outside counts as the nearer of these. It is asked after `features`, where these are there. */
  int phases;
  double (*phase) (void *context, void *state);

  /* Who is to move, 1 or 2. NULL: the players alternate. */
  int (*player) (void *context, void *state);

  /* NULL: no quiescence search. Otherwise the moves that are worth following beyond the horizon,
  ** listed as by `moves`, and numbered anew from 1; 0: none. The player may also stand pat, which
  ** is worth the position's static evaluation. But if the answer is AB_EVERY, some move must be
  ** made, as `moves` has them: a check is to be parried. Asked where the game is over, or chance decides, too: 0 there. */
  int (*noisy) (void *context, void *state, ab_move *list);

  /* NULL: no transposition table. Otherwise a number for the position, such as a Zobrist key: equal
  ** for equal positions, the side to move included, and different for different ones. Or AB_NO_KEY:
  ** not worth remembering, as where there is one move only. Positions that are mirror images may
  ** share a key: a hash move is tried first if it is legal, no more. */
  uint64_t (*key) (void *context, void *state);

  /* NULL: the search orders the moves by its history of cut-offs. Otherwise how promising a move
  ** is: the larger, the earlier it is tried; scores that share ten digits may count as equal. Not NaN. */
  double (*order) (void *context, void *state, ab_move move);

  /* NULL: the history heuristic knows a move by its bits. Otherwise by this number, which it has in
  ** other positions too. It must not leave by longjmp. */
  uint64_t (*tag) (void *context, void *state, ab_move move);

  /* NULL: nothing is known beforehand. Otherwise two numbers, *low <= *high, between which the
  ** value of the position lies, as the player to move sees it: the pessimistic and the optimistic
  ** value of McCarthy. Asked of positions whose moves are to be tried, up to the horizon, of the root by AB_BISECTION alone; what
  ** the best of those moves is worth, to the depth that is searched, is kept within them, whatever
  ** the algorithm. (A position whose moves all turn out to be illegal is one of them.) */
  void (*bounds) (void *context, void *state, ab_value *low, ab_value *high);

  /* NULL: no chance. Otherwise the number of outcomes, if chance decides here and not a player: a
  ** die is rolled, a tile drawn; 0 where a player decides. Asked before `moves`, which is not asked
  ** where there are outcomes; never at the horizon. Outcomes are listed or numbered as moves are, and
  ** `play` makes one happen; it must not refuse it. (From a `chance` in Lua there may come others, which it
  ** answers with AB_ILLEGAL.) `weights` are positive numbers, one for each, of
  ** which only the ratio matters; there is room for `max_outcomes` (0: for `max_moves`, or for
  ** AB_MAX_MOVES where outcomes are numbers; and no more than `max_moves` where they are listed). A
  ** game that needs more writes nothing, raises its `max_outcomes` and answers the number: it is
  ** asked again. The position is worth the weighted mean of its outcomes: the sum, in their order, of
  ** weight / sum of weights * value. An outcome does not change whose turn it is; or, in a game with
  ** `player`, that says, for a chance position, who is to move afterwards: `evaluate` and `bounds`
  ** speak for that player. `depth` counts the players' moves only. No value may be infinite in such a
  ** game. */
  int max_outcomes;
  int (*chance) (void *context, void *state, ab_move *list, double *weights);

  /* NULL: one player moves at a time. Otherwise: do both choose at once here? 0: no; asked after `chance` and before
  ** `moves`, which is not asked where they do. 1: player 1 has counts[0] choices, player 2 counts[1], one of them at least
  ** more than 0; who has none takes no part. They are listed in lists[0] and lists[1], with room for `max_moves` each, or
  ** numbered from 1 on. `play_at_once`, and with `undo` `undo_at_once`, get the choice of each; it must not be refused.
  ** There are AB_MAX_JOINT pairs of choices at most. The position is worth the value of the matrix game of what these pairs
  ** lead to: the most that player 1 can be sure of by drawing a choice. Needs `viewpoint`; `player` answers 1 there. No
  ** value may be infinite in such a game. By AB_MCTS with `players` of a sampler so many choose, and have lists and counts;
  ** each plays for itself, and `viewpoint` means nothing. */
  int (*simultaneous) (void *context, void *state, ab_move *lists[], int counts[]);
  ab_played (*play_at_once) (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff);
  void (*undo_at_once) (void *context, void *state, const ab_move moves[]);

  /* Two finite numbers, low < high, outside of which no payoff and no static evaluation lies (payoffs
  ** as `viewpoint` says; without it low is -high). 0, 0: nothing is known. It lets chance positions
  ** be cut off: without it the whole tree below them is visited. A value outside is AB_OUTSIDE where
  ** it is looked at: everywhere where `returns` is 0, or a search needs care (chance, choices at once,
  ** repetitions, AB_MCTS and the like), else at the root's children. ab_solve takes no notice of the range. */
  ab_value low, high;

  /* 1: the game is over where a position occurs again, by `key`, that was on the line of play before, or in the `history` of
  ** the options; it is worth `repetition` to player 1 then (other than 0: needs `player`; not NaN, and within the range if
  ** there is one). A position that the rules end is judged by them first, but one of `history` whose moves are all illegal.
  ** AB_MCTS takes no notice of it, nor does ab_solve: see its `endless`. */
  int repeats;
  ab_value repetition;

  /* NULL: all moves are alike. Otherwise how likely a move is, 0 to 1: Floyd's likelihood. Asked
  ** for before the move is played, also of one that turns out to be illegal; only if there is a
  ** threshold. */
  double (*likelihood) (void *context, void *state, ab_move move);

  /* NULL: a move means the same everywhere. Otherwise called when `move`, the last one played at
  ** `ply`, becomes part of a principal variation: the game remembers it under the number `slot`
  ** (0, 1, ...; numbers are used again), and lines then consist of slots instead of moves. AB_MCTS keeps the move to each
  ** node, and `play` and `undo` get it back as AB_KEPT + slot. */
  void (*keep) (void *context, int ply, ab_move move, int slot);

  /* For ab_path: is the puzzle solved in this position? */
  int (*goal) (void *context, void *state);

  /* NULL: each move costs 1. Otherwise what a move costs, 0 to AB_MAX_PAYOFF. Asked for before the move is
  ** played, also of one that turns out to be illegal. */
  double (*cost) (void *context, void *state, ab_move move);

  /* NULL: 0. Otherwise a number, 0 to AB_MAX_PAYOFF: no way from here to the goal costs less (the estimate is
  ** *admissible*). AB_INF: there is no way. */
  double (*remaining) (void *context, void *state);

  /* A position as a list of integers, the way in and out for people and for other languages; the
  ** search does not need it. `write` fills in the list, which has room for `max_numbers` (positive),
  ** and returns their number. `read` makes the position (it may read any list), or says what is
  ** wrong with it: a sentence that lives as long as the game. NULL: there is no such way. */
  int max_numbers;
  int (*write) (void *context, const void *state, int64_t *list);
  const char *(*read) (void *context, void *state, const int64_t *list, int count);

  /* NULL: the search calls the functions above. Otherwise a walk of its own for this game, made
  ** with AB_INSTANCE of ab_walk.h: the compiler has built the functions in. */
  ab_walk_function *walk;
} ab_game;

/* What is wrong with a game as it is described: a string literal for whoever wrote it, such as
** "'moves' is missing". NULL: nothing. It calls none of the game's functions. */
const char *ab_game_flaw (const ab_game *game);

/* A compiler that fused the product with the sum would change the last bit: this one is stored before it is added. */
static inline double ab_plus_product (double sum, double x, double y) {
  volatile double product = x * y;
  return sum + product;
}

/* The hyperbolic tangent to 15 digits, the same bits from every compiler; strictly between -1 and 1, also of NaN. Lambert's
** continued fraction, good for small numbers, and five times the tangent of the double. */
static inline double ab_tanh (double x) {
  const double most = 1 - 1.0 / AB_MAX_INTEGER;
  double part = x / 32, square = part * part, t = 15;
  int i, odd;
  if (!(x > -19.5 && x < 19.5)) /* from there on it rounds to 1 */
    return x > 0 ? most : -most;
  for (odd = 13; odd > 0; odd -= 2)
    t = odd + square / t;
  t = part / t;
  for (i = 0; i < 5; i++)
    t = 2 * t / ab_plus_product(1, t, t);
  return t > most ? most : t < -most ? -most : t;
}

/* Where a phase is among so many points of a game, two or more: at *part of the way from the one whose number is returned, from
** 0 on, to the next. NaN counts as 0. */
static inline int ab_game_point (double phase, int phases, double *part) {
  double within = phase > 0 ? phase < 1 ? phase : 1 : 0;
  volatile double at = within * (phases - 1); /* stored, so that nobody fuses it with what follows */
  int point = (int)at < phases - 2 ? (int)at : phases - 2;
  *part = at - point;
  return point;
}

/* The sum of the features by weights between those of two points of the game. */
static inline double ab_game_sum_between (const ab_game *game, const double *list, double phase) {
  double part, sum = 0;
  const double *from = game->weights + ab_game_point(phase, game->phases, &part) * game->feature_count;
  const double *to = from + game->feature_count;
  int i;
  for (i = 0; i < game->feature_count; i++)
    sum = ab_plus_product(sum, ab_plus_product(from[i], part, to[i] - from[i]), list[i]);
  return sum;
}

/* What the features of a position come to by the weights of the game; in a finished position the payoff. */
static inline ab_value ab_game_weigh (const ab_game *game, void *context, void *state) {
  double list[AB_MAX_FEATURES], sum = 0;
  int i;
  if (!game->features(context, state, list))
    return game->evaluate(context, state);
  if (game->phases > 1)
    sum = ab_game_sum_between(game, list, game->phase(context, state));
  else
    for (i = 0; i < game->feature_count; i++)
      sum = ab_plus_product(sum, game->weights[i], list[i]);
  return game->scale * ab_tanh(sum);
}

/* The static evaluation of a position. `given` is the game itself where the walk has a copy, of which the compiler knows
** what never changes; it could not if the address of the copy went away. */
AB_INLINE ab_value ab_game_estimate (const ab_game *game, const ab_game *given, void *context, void *state) {
  if (game->weights != NULL)
    return ab_game_weigh(given, context, state);
  return game->estimate != NULL ? game->estimate(context, state) : game->evaluate(context, state);
}

/* How many outcomes a position of the game may have: `max_outcomes`, but no more than a list of moves holds. */
int ab_game_most_outcomes (const ab_game *game);

/* May `simultaneous` give so many players so many choices? If not, *wrong is the number to tell: a negative one, or the largest. */
int ab_game_may_choose (const ab_game *game, int players, const int *counts, int *wrong);

/*
** A game for Lua from another library: that library makes a full userdata that begins with an
** ab_native, and a script hands it to alphabeta.native, which keeps it alive. The game and the
** context must live as long. Its metatable is the one that luaL_newmetatable(L, AB_NATIVE_TYPE)
** makes or finds: no script can give it to other bytes.
**
** To Lua, moves are integers (up to 2^53, where it has none of 64 bits). Positions are equal if all
** their bytes are; they have AB_MAX_STATE bytes at most, and lie at multiples of their size from an
** address aligned to 8, as in an array. The game needs `read`, as there would be no position to
** begin with; `keep` is not called. Scripts may call `evaluate`, `features`, `phase` and `bounds` in every position, also
** where no search does.
*/
#define AB_NATIVE_TYPE "alphabeta.native"

typedef struct ab_native {
  const ab_game *game;
  void *context;
} ab_native;

/* ---------------------------------------------------------------- memory and tables */

/* Memory, with the meaning of lua_Alloc: nsize 0 frees `ptr` and gives NULL; otherwise NULL means
** that there is no memory, and `ptr` is still good. Sizes are in bytes. It may leave by longjmp
** instead; one that leaves ab_search_new, ab_table_new or the like has to find itself what it gave
** that call before, as nobody has it then. */
typedef void *(*ab_alloc) (void *ud, void *ptr, size_t osize, size_t nsize);

/* A transposition table. It belongs to the caller, and may serve one search of a game after
** another. */
typedef struct ab_table ab_table;

/* An empty table whose entries take `bytes` at most (but there is always room for a few). It grows
** as it is used, by 64 KB at the most at a time. NULL: no memory. */
ab_table *ab_table_new (size_t bytes, ab_alloc alloc, void *ud);

/* Give its memory back to where it came from. `table` may be NULL. No search may step with it any
** more. */
void ab_table_free (ab_table *table, ab_alloc alloc, void *ud);

/* Empty it, in no time; it keeps its memory. Another game may fill it then: searches that are under
** way do without it from now on, until ab_search_trust_table. */
void ab_table_clear (ab_table *table);

/* Do without what the allocator has given for its entries: the caller gives that back, in whatever pieces. It is a table of
** one bucket from now on, which still is to be freed; searches that are under way go on with that. Not for one that is
** shared. */
void ab_table_forsake (ab_table *table);

/* What a table holds as bytes, in the form of this machine and this version: they are written to `bytes`, unless that is NULL.
** Returns their number. Not of a table that others store in or empty meanwhile, as between the two calls the number may
** change: use ab_table_dump_begin. */
size_t ab_table_dump (const ab_table *table, void *bytes);

/* How far a table, or what is solved, is dumped; and what the table was like when that began. */
typedef struct ab_dumping {
  size_t at, count, buckets;
  uint32_t emptied;
  int kinds;
  size_t left;   /* entries */
  uint64_t seed;
} ab_dumping;

/* The same bytes in pieces: begin, which tells how many bytes there are in all, and go on with up to `room` bytes, 4096 or
** more, until there are none. Returns how many were written; 0 also if the table has grown, was emptied, or has
** another number of entries or kinds since; what others have replaced is written as it is. */
size_t ab_table_dump_begin (const ab_table *table, ab_dumping *dumping);
size_t ab_table_dump_on (const ab_table *table, ab_dumping *dumping, void *bytes, size_t room);

/* A table that holds what was dumped. The bytes must be as they were: what checks them is the caller's business, but no
** bytes do harm here. NULL: they are no table, or there is no memory. */
ab_table *ab_table_undump (const void *bytes, size_t size, ab_alloc alloc, void *ud);

/* How far what was dumped is read. */
typedef struct ab_undumping {
  size_t at, size; /* bytes: so many of all were taken */
  size_t buckets;
  uint32_t generation;
} ab_undumping;

/* The same in pieces, of 4096 bytes or more, or whatever is left. Begin with the first piece of `size` bytes in all. As long as
** `at` is less than that, go on with a piece that begins there: it grows by what was taken. NULL, 0: they are no table, or there
** is no memory; a table that was begun is to be freed. Nobody uses it before all is taken. */
ab_table *ab_table_undump_begin (const void *bytes, size_t size, ab_undumping *undumping, ab_alloc alloc, void *ud);
int ab_table_undump_on (ab_table *table, ab_undumping *undumping, const void *bytes, size_t size, ab_alloc alloc, void *ud);

size_t ab_table_bytes (const ab_table *table); /* memory for entries */
size_t ab_table_limit (const ab_table *table); /* bytes that it may grow to */
size_t ab_table_count (const ab_table *table); /* entries in use */

/*
** A shared table: searches in several threads look up and store in one, without a lock. They must be of one game. Value and
** move of each are what they are with a table of its own; only positions and time vary.
**
** Each thread has an ab_table, which is for this thread alone; what they share is the memory for entries, `bytes` at most,
** which is asked for at once, from `zeroed`, and given back by the last of them to `release`. These two mean what calloc
** and free mean, and may be called by any thread. The table grows into that memory as it is used, and asks for no other.
**
**   t = ab_table_share(16 << 20, calloc, free, alloc, NULL);
**   handle = ab_table_handle(t);
**   ...in another thread...
**   t = ab_table_attach(handle, alloc, NULL);
**   options.helper = 1;
**
** ab_table_clear empties it for all: a search of another thread that is under way makes no use of what is stored from then
** on until it is made anew, or ab_search_trust_table is called for it.
*/
ab_table *ab_table_share (size_t bytes, void *(*zeroed) (size_t count, size_t size), void (*release) (void *block),
                          ab_alloc alloc, void *ud);

/* Tells a table that is alive in this process from all others; and how often ab_table_stop was called. */
typedef struct ab_handle {
  uint64_t number; /* 0: the table is not shared */
  uint32_t stops;
} ab_handle;

ab_handle ab_table_handle (const ab_table *table);

/* NULL: nobody has this table any more, or there is no memory. */
ab_table *ab_table_attach (ab_handle handle, ab_alloc alloc, void *ud);

/* Do without the others: it is a table of one bucket from now on, which still is to be freed. */
void ab_table_leave (ab_table *table);

/* Searches with the option `helper`, in all threads, are to stop; also those that have yet to begin, if the handle by which they
** came to the table is from before. But not those whose option `table` is this very ab_table: they go on. */
void ab_table_stop (ab_table *table);

/* Until the table is emptied it serves the game that was first claimed for, by a number other than 0; 0: it serves another
** one. And marks that are set, with those that others have set: what they mean is the caller's business. */
int ab_table_claim (ab_table *table, uint64_t game);
uint32_t ab_table_mark (ab_table *table, uint32_t marks);

/* ---------------------------------------------------------------- options */

/* Which root moves are wanted. */
typedef enum ab_want {
  AB_FIRST, /* the first of the best moves */
  AB_TIES,  /* every move that shares the best value, or comes near it (`slack`) */
  AB_ALL    /* every move, each with its own value */
} ab_want;

/* How to search. The value and the move are the same for all of them but AB_MCTS; that, and those before
** AB_PAPER_F, can be paused. The others are the procedures as the paper prints them, all but one
** recursive: a step takes them to their end, and a game function that leaves by longjmp makes them
** begin again. */
typedef enum ab_algorithm {
  AB_ALPHABETA,         /* procedure F2, fail-soft */
  AB_BRANCH_AND_BOUND,  /* procedure F1: no deep cut-offs; alpha has no meaning */
  AB_MINIMAX,           /* procedure F: visits everything; alpha and beta have no meaning */
  AB_ASPIRATION,        /* F2 in a window around a guess; a re-search where the value is outside */
  AB_PVS,               /* F2, where a null window scouts all moves but the first; a re-search where
                        ** the value is more */
  AB_MTDF,              /* null windows only, around a guess that comes nearer each time */
  AB_BISECTION,         /* null windows only, each in the middle of what the value may still be */
  AB_PAPER_F,           /* procedure F */
  AB_PAPER_F1,          /* procedure F1 */
  AB_PAPER_F2,          /* procedure F2, fail-hard */
  AB_MINIMAX_ALPHABETA, /* the pair F2 and G2, fail-hard */
  AB_ITERATIVE,         /* the non-recursive procedure with its arrays a and r, fail-hard */
  AB_MCTS               /* Monte-Carlo tree search: UCT, with a solver; regret matching where both choose at once */
} ab_algorithm;

/* Those that make use of a table, and of an order of moves. */
#define AB_LEARNS(algorithm) \
  ((algorithm) != AB_MINIMAX && (algorithm) != AB_BRANCH_AND_BOUND && (algorithm) < AB_PAPER_F)

/* Those of the paper as printed. */
#define AB_IS_PRINTED(algorithm) ((algorithm) >= AB_PAPER_F && (algorithm) != AB_MCTS)

/* AB_MCTS: what else is known of a game whose playouts need more than its rules. All functions get the game's context, and
** may leave by longjmp as the game's own. Fields that are not used are 0 or NULL. */
typedef struct ab_sampler {
  /* 0: two play, and a payoff is one number. Otherwise so many, 2 to AB_MAX_PLAYERS: the game's `player` answers 1 to that
  ** (it is needed), its `evaluate` is not called, the payoff from `play` is not looked at. Instead `payoffs` writes each
  ** player's own, all finite; `over`: `play` has just ended the game in this position. */
  int players;
  int viewer; /* with `determinize`: who knows what is known, from 1; 0: who is to move in the position that is searched */
  void (*payoffs) (void *context, void *state, int over, ab_value *payoffs);

  /* NULL: nothing is hidden. Otherwise writes to `world` a position that could be `state` as far as the player, the viewer,
  ** knows; drawn with ab_draw from *stream. Each playout begins with one. */
  void (*determinize) (void *context, void *state, int player, void *world, uint64_t *stream);

  /* With `determinize`: what a move, or an outcome, is known by in all worlds. NULL: by its bits. */
  uint64_t (*identify) (void *context, void *state, ab_move move);

  /* The same of what a player, from 1, can choose where players do so at once; it may differ from world to world. */
  uint64_t (*identify_choice) (void *context, void *state, int player, ab_move choice);

  /* NULL: playouts take any legal move, each as likely as the others. Otherwise which of these moves is taken, from 0,
  ** drawn with ab_draw from *stream. With `refuses` moves are played beforehand to see whether they are legal, and
  ** only those are given. */
  int (*policy) (void *context, void *state, const ab_move *moves, int count, uint64_t *stream);
  int refuses;
} ab_sampler;

#define AB_MAX_PLAYERS 8

/* A number below n, 1 to 2^32, each as likely as the others; the stream, any number, goes on to the next. */
static inline uint64_t ab_draw (uint64_t *stream, uint64_t n) {
  uint64_t drawn = *stream += 0x9E3779B97F4A7C15u;
  drawn = (drawn ^ (drawn >> 30)) * 0xBF58476D1CE4E5B9u;
  drawn = (drawn ^ (drawn >> 27)) * 0x94D049BB133111EBu;
  return ((drawn ^ (drawn >> 31)) >> 32) * n >> 32;
}

/* Begin with what ab_options_default returns: a struct of zeros has an empty window and no time. */
typedef struct ab_options {
  ab_algorithm algorithm;
  int depth;             /* plies, 0 to AB_MAX_DEPTH; -1: to the end of the game */
  int deepening;         /* plies from one depth to the next, 0 to AB_MAX_DEPTH. 1: search to depth 1, 2, ... until
                         ** a limit; 2: every other depth, 1, 3, 5, 7 where `depth` is 7; where it is -1, the
                         ** first is deeper by two: 4, 6, 8, ...; 0: at once */
  ab_want want;
  ab_value slack;        /* AB_TIES: how far below the best value a move may be, 0 or more, finite */
  ab_value alpha, beta;  /* search only between these, alpha < beta; -AB_INF, AB_INF: everything */
  ab_value guess;        /* AB_ASPIRATION, AB_MTDF, AB_BISECTION: where the value of the first
                         ** iteration is expected */
  ab_value margin;       /* AB_ASPIRATION: half-width of the window, positive */
  double threshold;      /* take the static evaluation where the product of the likelihoods of the
                         ** moves to a position is below this, 0 to 1; 0: nowhere */
  ab_table *table;       /* a transposition table, which must outlive the search; NULL: none. A game
                         ** without `key` makes no use of it */
  ab_alloc table_alloc;  /* with a table: memory for it to grow, as in ab_table_new */
  void *table_ud;
  int quiescence;        /* plies beyond the horizon over noisy moves, 0 to AB_MAX_DEPTH; 0: none.
                         ** Not with the printed algorithms */
  int shortest;          /* 1: among equal values, win in as few plies as can be, lose in as many.
                         ** Not with AB_ALL, `slack` or the printed algorithms */
  int deeper;            /* 1: what is known of a deeper search answers too; the value is then no
                         ** longer that of plain minimax to the depth. Searches without it make no
                         ** use of such values in their table */
  int proven;            /* 1: deepening ends as soon as the best move is proven, by finished positions alone, to
                         ** be worth as much as the game's range allows. With AB_FIRST only, and not where there
                         ** is `chance`: a mean may come out of the range by rounding; nor where both choose at
                         ** once; nor with `shortest` in a game with `bounds`: how soon these give a value depends
                         ** on the depth */
  const uint64_t *history; /* keys of positions that were on the board before, in a game that `repeats`; AB_NO_KEY counts
                         ** for nothing. They are copied. NULL: none */
  size_t history_count;
  int trace;             /* record so many nodes of the tree; 0: none. Not with the printed
                         ** algorithms */
  int draws;             /* where there are more outcomes of chance, so many are drawn, 1 to AB_MAX_MOVES, by `seed` and
                         ** the position's `key`, which is needed; an outcome counts as often as it is drawn, and the
                         ** others do not. The value is an estimate. 0: all outcomes count. Not with AB_MCTS */
  uint64_t playouts;     /* AB_MCTS: at most; 0, like all above it: 2^32 - 1 */
  double exploration;    /* of UCB1, on values scaled to 0..1 by the extremes seen; positive, finite. Where both choose at
                         ** once each of them strays in exploration / (exploration + 2) of the playouts */
  int bias;              /* 1: moves that the game's `order` promises much of are favoured as long as they were tried little;
                         ** it is needed then */
  int playout_depth;     /* plies of a playout, 0 to AB_MAX_DEPTH; -1: to the end of the game */
  size_t bytes;          /* of the tree's nodes; there is always room for the root and all its moves */
  uint64_t seed;         /* of all that is drawn */
  const ab_sampler *sampler; /* must outlive the search; NULL: two players, nothing hidden, any move in playouts */
  double precision;      /* where both choose at once: the value may be wrong by so much, and strategies exploited; 0 or more,
                         ** finite. 0: by rounding only. Not by AB_MINIMAX, the printed algorithms and AB_MCTS */
  uint64_t nodes;        /* positions to visit at most; 0: no limit */
  double time;           /* seconds to work at most; negative: no limit. One root move is always
                         ** searched first */
  double (*now) (void);  /* a clock that never goes back, in seconds; NULL: time does not count */
  int helper;            /* 1 or more: the search helps another one of the same position by what it leaves in a shared table,
                         ** the n-th helper in its own way, and stops when ab_table_stop says so. Its move is one of the best
                         ** ones, perhaps not the first. 0: it is no helper */
} ab_options;

/* Plain alpha-beta to the end of the game, in the full window, for the first of the best moves;
** no table, no limits, no clock. */
ab_options ab_options_default (void);

/* What is wrong with options for this game, if there is no flaw in either: a string literal, such as
** "'shortest' cannot be used with 'chance'". NULL: nothing. */
const char *ab_search_flaw (const ab_game *game, const ab_options *options);

/* What is wrong with options: a string literal for whoever wrote the program, such as
** "'alpha' is not below 'beta'". NULL: nothing. */
const char *ab_options_flaw (const ab_options *options);

/* ---------------------------------------------------------------- results */

/* Why a search stopped before its natural end. */
typedef enum ab_stop {
  AB_STOP_NONE,
  AB_STOP_NODES,
  AB_STOP_TIME,
  AB_STOP_CALLER,
  AB_STOP_BYTES, /* ab_path: its memory is used up */
  AB_STOP_WIDTH, /* AB_BEAM: no way was found among the positions that it has kept */
  AB_STOP_TABLE  /* a helper: ab_table_stop */
} ab_stop;

typedef struct ab_result {
  ab_value value;      /* of the root, as the player to move there sees it */
  ab_bound bound;
  int valued;          /* 0: nothing is known yet, value and bound mean nothing */
  int moves;           /* how many root moves are described; see ab_search_move */
  int traced;          /* how many nodes are recorded; see ab_search_traced, and ab_search_sampled */
  int untraced;        /* 1: more nodes were visited than were to be recorded */
  int depth;           /* plies of the last completed iteration; 0: none */
  uint64_t playouts;   /* AB_MCTS: `nodes` are the positions made then, `depth` is that of the deepest node */
  uint64_t nodes;      /* positions visited, the root included */
  uint64_t leaves;     /* those among them that were valued and not expanded */
  uint64_t cutoffs;    /* beta cut-offs */
  uint64_t probes, hits, stores; /* positions looked up in the table, settled by it, stored. Where the functions of a
                       ** game return, moves are also played only to look their positions up: those are no `nodes` */
  double time;         /* seconds spent in steps */
  ab_stop stopped;
} ab_result;

/* A root move: the best one (AB_FIRST), the best ones (AB_TIES) or all of them (AB_ALL), in the
** order of generation. */
typedef struct ab_root_move {
  int number; /* in that order, from 1; AB_MCTS: among the legal moves */
  ab_value value;
  ab_bound bound;
  int line; /* its principal variation, the move itself first; see ab_search_line */
  uint32_t visits; /* AB_MCTS: how many playouts began with it; one that found it proven went on to another one as well */
} ab_root_move;

/* A position that was not expanded: it was valued; or the table, the game's bounds or a repetition of the history settled it, and
** what lies outside of the window is a bound. */
enum { AB_LEAF = 1, AB_SETTLED = 2 };

/* A position that was visited. Values and windows are as the player to move in it sees them. */
typedef struct ab_traced {
  int parent;           /* number of the node above, always smaller; -1: this is the root */
  int line;             /* the move that leads here, alone; empty for the root */
  ab_value alpha, beta; /* the window on arrival */
  ab_value value;       /* on leaving */
  double probability;   /* of the outcome that leads here; 0: a move does */
  signed char joint;    /* 1: a joint move leads here, as in ab_search_line_joint */
  signed char same;     /* 1: the same player is to move as in the position above */
  signed char left;     /* 1: it was left, and has a value */
  signed char leaf;     /* AB_LEAF or AB_SETTLED; 0: it was expanded */
  signed char cut;      /* 1: it was left by a cut-off: at beta, or, where chance decides, at alpha */
  signed char probed;   /* 1: an outcome of which only a bound was wanted: what its player is sure of */
} ab_traced;

/* AB_MCTS: a node of the tree. The root is number 0, and others have larger numbers than the node above. */
typedef struct ab_sampled {
  int first, next;  /* numbers: one of its children, another child of the node above; 0: none */
  int line;         /* begins with the move that leads here; AB_NO_LINE for the root */
  uint32_t visits;  /* 0: its first playout is under way */
  ab_value value;   /* as the player to move in it sees it; with `players`, what it brings `player` */
  ab_bound bound;
  int player;       /* with `players`: the one who has moved here, or at the root is to move, from 1; else 0 */
  signed char same; /* 1: the same player is to move as in the node above, or counts as such: in a game with `viewpoint` nobody is
                    ** asked who is to move where `play` has told the end */
  signed char joint; /* 1: a joint move leads here */
} ab_sampled;

/* ---------------------------------------------------------------- searches */

typedef struct ab_search ab_search;

/* A search over a copy of `state`; the options are copied, game, context and table are not. It
** belongs to the caller, who ends it with ab_search_free. NULL: the game or the options have a flaw
** (ab_game_flaw, ab_options_flaw, ab_search_flaw), or, if they have none, there is no memory. */
ab_search *ab_search_new (const ab_game *game, void *context, const void *state,
                          const ab_options *options, ab_alloc alloc, void *ud);

/* After AB_BROKEN: the name of the function that has given so many moves or outcomes; or "play", and the number of the
** outcome that it has refused, or 0: a move that it took before. The search stands as before that call. */
const char *ab_search_broken (const ab_search *search, int *count);

/* After AB_OUTSIDE: the name of the function that has given that value or weight, and the ply of the position that it is
** of. The search stands as before that call; but a payoff from `play` is not asked for again, and stays what it is. What
** `payoffs` of a sampler has given goes by "play" where that has ended the game, else by "evaluate". */
const char *ab_search_outside (const ab_search *search, double *given, int *ply);

/* Give all memory back. `search` may be NULL. Not from within one of its own game functions. */
void ab_search_free (ab_search *search);

/* Allow the search `nodes` more positions (0: any number) and `seconds` more time (negative: any),
** and walk on. The result does not depend on how the walk is cut into steps. */
ab_status ab_search_step (ab_search *search, uint64_t nodes, double seconds);

/* Walk on within a step: after AB_DEPTH, or where a game function has left it by longjmp. */
ab_status ab_search_resume (ab_search *search);

/* Before the first step: AB_FIRST shall mean the first of the best moves not in the game's order, but in one that is
** drawn from `seed`, which is not 0: any of them is as likely as the others. The printed algorithms and AB_MCTS take no
** notice. */
void ab_search_shuffle (ab_search *search, uint64_t seed);

/* AB_MCTS: pause after so many playouts more, however many steps they take; 0: after any number. */
void ab_search_allow_playouts (ab_search *search, uint64_t playouts);

/* The search's table was emptied, and what it holds now is of the same game: make use of it
** again. */
void ab_search_trust_table (ab_search *search);

/* Tell a search that a game function has left by longjmp that its step is over, so that its clock
** stands still. */
void ab_search_halt (ab_search *search);

/* The same, when nobody knows any more how long ago that was: time counts up to the search's last
** look at the clock. (It looks where time is limited, every ten microseconds or so.) */
void ab_search_abandon (ab_search *search);

/* Before the first step: let it be helped by threads, so many in all with the one that steps it; 0: as many as there are
** processors. They work while the search is stepped, and stand still when it is not, within some hundred microseconds; they
** begin when it has visited some thousand positions. `options` are those that the search was made with; their table must be
** shared. The game's functions must return, and several threads call them at once. So they do `now`, and `alloc`, which must not
** leave by longjmp. Returns how many threads there may be: 1 where there is nothing to share, no memory, or no threads.
**
** AB_MCTS: each thread makes playouts in a tree of its own, of an equal part of `bytes`, once each move of the root has been
** tried; what it draws begins with a number made from `seed`. `playouts`, of the options and of ab_search_allow_playouts, are those
** of all: the last ones may be some more. `nodes` are those of the thread that steps, and so is what ab_search_sampled tells. Which
** move is best may vary with what threads come to, but by what is proven. A `sampler` is called by several threads, too; with
** `determinize` there is one. */
int ab_search_help (ab_search *search, const ab_options *options, int threads, ab_alloc alloc, void *ud);

/* Between two steps: these threads are gone when this returns, until the next step. By AB_MCTS what they have found counts in
** the result from then on: visits and payoffs of the root, of its moves and choices are added up. That is done when the search
** is finished, too. */
void ab_search_gather (ab_search *search);

/* Do without these threads from now on: they are gone when this returns. So they are when the search is freed. */
void ab_search_dismiss (ab_search *search);

/* How many processors there are; 1: nobody knows, or there are no threads. */
int ab_thread_count (void);

/* Let the search be finished as it stands. Not from within one of its own game functions. */
void ab_search_stop (ab_search *search);

/* The printed procedures recurse, on some 64 bytes of the C stack a ply (several times that in debug builds): let
** this search go no deeper than `plies`. Without a word it may go to AB_MAX_DEPTH. For hosts whose game functions may
** search in turn; ab_search_ply returns how deep the recursion of a search is at the moment. */
void ab_search_allow (ab_search *search, int plies);
int ab_search_ply (const ab_search *search);

/* What is known so far; may be called at any time. */
ab_result ab_search_result (const ab_search *search);

/* Root move number i, from 0, below the `moves` of the result. Its line is good until the search
** walks on. */
ab_root_move ab_search_move (const ab_search *search, int i);

/* Is root move number a to be preferred to number b? By their values. By AB_MCTS (as of the last ab_search_result): of those
** that are not proven the one with more visits; before these are moves that are proven to be worth as much as the mean of the
** most visited of them, or more, the best first; after them those that are worth less, or lost. */
int ab_search_prefers (const ab_search *search, int a, int b);

/* The first move of a line that is not AB_NO_LINE (or its slot, if the game has `keep`); *line
** becomes the rest of the line. */
ab_move ab_search_line (const ab_search *search, int *line);

/* Does a line that is not AB_NO_LINE begin with a joint move? Then the first two moves of it, by ab_search_line, are what
** players 1 and 2 choose at once, or with `players` as many as these; AB_NO_CHOICE: nothing. Never so in a game with `keep`,
** where a joint move has one slot. */
int ab_search_line_joint (const ab_search *search, int line);

/* In a game with `player`, after a first step: who is to move at the root, as that says. */
int ab_search_mover (const ab_search *search);

/* Where both players choose at once at the root, and it is solved: how many choices a player has, 0 or 1; and number i of
** them, from 0. How likely it is to be chosen, and what it is worth to player 1 against the other player's strategy: by
** AB_MCTS after any playout, and by what those would have paid on average. Elsewhere there are none, and nothing of what
** follows, down to ab_search_paid, may be asked. With `players` there
** are as many, from 0, and a choice is worth that to the player who has it. With `determinize` there are those of all worlds,
** by what they are known: how likely over all of these, and what one is worth if it is taken wherever it is there. */
int ab_search_choices (const ab_search *search, int player);
ab_move ab_search_choice (const ab_search *search, int player, int i, double *probability, ab_value *worth);

/* How far apart is what these strategies are sure of, as proven by best replies? By AB_MCTS it is an estimate: how much more
** the best choices would have paid in the playouts on average, summed up over the players. And their likeliest line of play, by
** AB_MCTS the most visited one; good until the search walks on; see ab_search_line. */
double ab_search_gap (const ab_search *search);
int ab_search_likeliest (const ab_search *search);

/* By AB_MCTS, where there are such choices: what the playouts have paid a player, from 0, on average. */
ab_value ab_search_paid (const ab_search *search, int player);

/* Node number i of the tree of the last iteration, in the order of visits, from 0, below the
** `traced` of the result. */
ab_traced ab_search_traced (const ab_search *search, int i);

/* Node number i of the tree of AB_MCTS, from 0, below the `traced` of the result; and the number of the node above (of the
** root its own). */
ab_sampled ab_search_sampled (const ab_search *search, int i, int above);

/* ---------------------------------------------------------------- solving */

/*
** A small game is solved outright by retrograde analysis: all positions that can be reached are found, by key, and valued
** from the ends of the game backwards. It has nothing to do with searches, and knows no limit of plies.
**
**   solve = ab_solve_new(&game, NULL, &position, NULL, alloc, NULL);
**   if (solve != NULL && ab_solve_step(solve, 0, -1) == AB_DONE
**       && ab_solve_find(solve, game.key(NULL, &position), &found))
**     value = found.value;
**   ab_solve_free(solve);
**
** The game needs `key`, without AB_NO_KEY. Positions that have the same one are the same: mirror images may share it.
** Endless play is worth a number of its own: a position is worth more or less than that only if a player can force the
** end of the game. In a game with `chance` values come nearer and nearer to what they are, by value iteration. So they do
** where both players choose at once, in a game that comes to an end whatever they do, but for chance: AB_ENDLESS, if not.
*/
typedef struct ab_solve ab_solve;

/* Where positions are kept until their turn comes whose bytes do not tell all: those of a game in Lua. The bytes are kept
** beside. Both may leave by longjmp, and are called again then. Without it a game with `undo` is played on copies. */
typedef struct ab_keeper {
  void (*keep) (void *context, void *state, size_t slot);  /* slots are taken from 0 upwards */
  void (*fetch) (void *context, void *state, size_t slot); /* the last one that is taken; it is free then */
} ab_keeper;

/* Begin with what ab_solve_options_default returns. */
typedef struct ab_solve_options {
  size_t positions;        /* at most so many, 1 to AB_MAX_POSITIONS */
  ab_value endless;        /* what endless play is worth to player 1; other than 0 needs `player` */
  double tolerance;        /* above 0; where values are means: no value would change by more than that any more */
  const ab_keeper *keeper; /* NULL: the bytes of a position are all there is */
  double (*now) (void);    /* a clock that never goes back, in seconds; NULL: time does not count */
} ab_solve_options;

#define AB_MAX_POSITIONS 250000000

/* A million positions; endless play is a draw, worth 0. */
ab_solve_options ab_solve_options_default (void);

/* A position that was solved. */
typedef struct ab_solved {
  uint64_t key;
  ab_value value; /* as the player to move there sees it */
  int plies;      /* the fewest in which the player who is better off than by endless play can force that value, the other
                  ** one putting it off; -1: it is what endless play is worth, or a mean */
  int better;     /* 1: the player to move is better off than by endless play; -1: worse; 0: it is that, or a mean */
  int over;       /* 1: the game is over there */
  int order;      /* with `chance`: whoever is better off than by endless play has a best move to a position with a lower
                  ** number, or with none, and gets what that is worth by making such moves; -1: none */
} ab_solved;

/* The analysis of a game from a copy of `state`; the options are copied, game and context are not; without options (NULL) it is
** by the default ones. NULL: the game has a flaw
** (ab_game_flaw), or no `key`, or an option is out of its limits; or there is no memory. */
ab_solve *ab_solve_new (const ab_game *game, void *context, const void *state, const ab_solve_options *options,
                        ab_alloc alloc, void *ud);

/* Give all memory back. `solve` may be NULL. Not from within one of its own game functions. */
void ab_solve_free (ab_solve *solve);

/* Go on, by so many positions and moves to look at (0: any number) and so many seconds (negative: any). AB_DONE: all is
** solved. AB_PAUSED: step again. The solution does not depend on how it is cut into steps. */
ab_status ab_solve_step (ab_solve *solve, uint64_t nodes, double seconds);

/* Go on within a step, where a game function has left it by longjmp. */
ab_status ab_solve_resume (ab_solve *solve);

/* After AB_BROKEN and AB_OUTSIDE: the name of the function that has given such a number, as for a search. */
const char *ab_solve_broken (const ab_solve *solve, int *count);
const char *ab_solve_outside (const ab_solve *solve, double *given);

/* Positions that were found so far, and those among them that are done with: their moves were tried, or they end the game. */
size_t ab_solve_count (const ab_solve *solve);
size_t ab_solve_opened (const ab_solve *solve);

/* After AB_DONE: what is known of the position with this key; 0: there is none. And of position number i, from 0, below
** ab_solve_count; the first is the one that the analysis began with. */
int ab_solve_find (const ab_solve *solve, uint64_t key, ab_solved *found);
ab_solved ab_solve_position (const ab_solve *solve, size_t i);

/* What is solved as bytes, and back; as ab_table_dump and ab_table_undump. After AB_DONE only; the
** copy stands as after AB_DONE, but has no game to call. */
size_t ab_solve_dump (const ab_solve *solve, void *bytes);
size_t ab_solve_dump_begin (const ab_solve *solve, ab_dumping *dumping);
size_t ab_solve_dump_on (const ab_solve *solve, ab_dumping *dumping, void *bytes, size_t room);
ab_solve *ab_solve_undump (const void *bytes, size_t size, ab_alloc alloc, void *ud);
ab_solve *ab_solve_undump_begin (size_t size, ab_undumping *undumping, ab_alloc alloc, void *ud);
int ab_solve_undump_on (ab_solve *solve, ab_undumping *undumping, const void *bytes, size_t size);

/* ---------------------------------------------------------------- one player: the cheapest way */

/*
** A puzzle has one player, who wants to come to a goal by moves that cost as little as can be. It is a game with `goal`, and
** perhaps `cost` and `remaining`; payoffs mean nothing here, but that a move which ends the game leads nowhere else.
**
**   path = ab_path_new(&game, NULL, &position, NULL, alloc, NULL);
**   if (path != NULL && ab_path_step(path, 0, -1) == AB_DONE && ab_path_known(path).solved)
**     ab_path_moves(path, list);
**   ab_path_free(path);
**
** Positions that have the same key are the same. Sums of costs are doubles: of fractions they are as exact as those.
*/
typedef struct ab_path ab_path;

typedef enum ab_path_algorithm {
  AB_ASTAR,   /* A* (Hart, Nilsson & Raphael 1968); with a weight above 1, weighted A* (Pohl 1970). Needs `key` */
  AB_IDASTAR, /* IDA* (Korf 1985): no memory but for the line at hand. With `key`, a line visits no position twice */
  AB_BEAM     /* of all positions the same number of moves away the best `width` are followed. Needs `key` */
} ab_path_algorithm;

#define AB_MAX_HEURISTIC 1152921504606846976.0 /* 2^60: no weighted estimate is infinite that was finite */

/* Begin with what ab_path_options_default returns. */
typedef struct ab_path_options {
  ab_path_algorithm algorithm;
  double weight;     /* 1 to AB_MAX_HEURISTIC: the way costs at most so many times the least. Not with AB_BEAM */
  size_t width;      /* AB_BEAM: positions, 1 or more */
  size_t bytes;      /* of the memory for positions; there is always room for a few. Not with AB_IDASTAR */
  size_t table;      /* AB_IDASTAR: bytes of its table; 0: none. Needs `key` */
  uint64_t nodes;    /* positions to visit at most; 0: no limit */
  double time;       /* seconds to work at most; negative: no limit */
  const ab_keeper *keeper; /* as in ab_solve_options, but that any slot may be fetched. Not with `in_place` */
  int in_place;      /* 1: there is one position, and its bytes do not tell all: `play` and `undo` go from one to another. The
                     ** game needs `undo` and `keep` */
  size_t kept_bytes; /* that a position which is kept takes besides, for `bytes` */
  double (*now) (void); /* a clock that never goes back, in seconds; NULL: time does not count */
} ab_path_options;

/* A* for the cheapest way, in 256 MB at most. */
ab_path_options ab_path_options_default (void);

/* What is wrong with game or options: a string literal, such as "'goal' is missing". NULL: nothing. Without options (NULL)
** they are the default ones, here and in ab_path_new. */
const char *ab_path_flaw (const ab_game *game, const ab_path_options *options);

typedef struct ab_path_result {
  int solved;     /* 1: the moves lead to a goal. Otherwise to the position of the least estimate that was found */
  size_t moves;   /* how many there are; see ab_path_moves */
  double cost;    /* of these moves */
  double least;   /* no way to a goal costs less, if the estimates are admissible; AB_INF: there is none */
  double factor;  /* the cost is at most so many times the least; 0: nothing is known */
  double estimate; /* of the position that the moves lead to */
  uint64_t nodes; /* positions visited, the first included */
  double time;    /* seconds spent in steps */
  ab_stop stopped; /* AB_STOP_NONE: a way is found, or there is none; or the search is under way */
} ab_path_result;

/* A search for a way from a copy of `state`; the options are copied, game and context are not. NULL: there is a flaw, or no
** memory. */
ab_path *ab_path_new (const ab_game *game, void *context, const void *state, const ab_path_options *options,
                      ab_alloc alloc, void *ud);

/* Give all memory back. `path` may be NULL. Not from within one of its own game functions. */
void ab_path_free (ab_path *path);

/* Go on, by so many positions (0: any number) and so many seconds (negative: any). AB_DONE: it has come to an end.
** AB_PAUSED: step again. The result does not depend on how it is cut into steps. */
ab_status ab_path_step (ab_path *path, uint64_t nodes, double seconds);

/* Go on within a step, where a game function has left it by longjmp; tell that its step is over, as ab_search_halt and
** ab_search_abandon do. */
ab_status ab_path_resume (ab_path *path);
void ab_path_halt (ab_path *path);
void ab_path_abandon (ab_path *path);

/* After AB_BROKEN and AB_OUTSIDE: the name of the function that has given such a number, as for a search. */
const char *ab_path_broken (const ab_path *path, int *count);
const char *ab_path_outside (const ab_path *path, double *given);

/* What is known so far. */
ab_path_result ab_path_known (const ab_path *path);

/* Write its moves to the list, which has room for them; or their slots, if the game has `keep`. */
void ab_path_moves (const ab_path *path, ab_move *list);

#ifdef __cplusplus
}
#endif

#endif

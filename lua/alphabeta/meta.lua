---@meta alphabeta
-- What editors know of `require "alphabeta"`, in annotations as LuaLS reads them (LuaCATS). It is not for
-- running. spec/docs_spec.lua compares it with the module itself and with doc/reference.md.

-- luacheck: ignore 212 241 (no function has a body, so arguments and classes are not used)

--- Game-tree search: rules in Lua or C, the search in C.
---@class alphabeta
local alphabeta = {}

--- "alphabeta 1.0.0"
alphabeta._VERSION = ""

----------------------------------------------------------------------------------------------------
-- A game

--- A position: any value but nil and false. What a game does not change in place it must not change at all.
---@alias alphabeta.Position any

--- A move: any value but nil.
---@alias alphabeta.Move any

--- The moves of a position: a list, an iterator that gives the next one at each call and nil at the end, or
--- nil where there are none.
---@alias alphabeta.Moves alphabeta.Move[]|fun(): alphabeta.Move?

--- The rules of a game and its evaluation. One of `moves`, `width` and `successors` is needed, `evaluate`
--- always (by `path` `goal` instead), `play` but where there are `successors` without `chance`. Other fields are
--- the owner's.
---@class alphabeta.Game
--- for error messages
---@field name? string
--- what people call the players: two different names, or as many as play
---@field sides? string[]
--- the legal moves, in the order to try; none: the game is over. A list is the search's until it leaves the
--- position
---@field moves? fun(state: alphabeta.Position, list?: alphabeta.Move[]): alphabeta.Moves|integer|nil
--- the position after the move, and if the game is over there its payoff, as the player to move there sees
--- it; with `players` the list of all payoffs
---@field play? fun(state: alphabeta.Position, move: any, second?: any): alphabeta.Position?, number|number[]|nil
--- the payoff of a finished game, or an estimate where the search stops; as the player to move sees it.
--- Integers up to 2^53 in magnitude, floats, infinities; not NaN. With `players` a list of finite numbers, one for each
---@field evaluate fun(state: alphabeta.Position): number|number[]
--- the payoff where the game is over, as `evaluate` would say it; nil or false elsewhere. Asked before `evaluate`,
--- which then need not find out whether it is. false: `play` tells every end
---@field finished? false|fun(state: alphabeta.Position): number|number[]|false|nil
--- what matters in a position that is not finished, as the player to move sees it: with `weights` as many numbers, up
--- to 2^53 in magnitude. With `fills` they are written into the list that is given, and their number is returned
---@field features? fun(state: alphabeta.Position, list?: number[]): number[]|integer
--- the static evaluation is scale * tanh(sum of weights[i] * features[i]), and `evaluate` is asked in finished
--- positions only; 1 to 65535 finite numbers; needs `features` and `scale`
---@field weights? number[]
--- positive; with `weights`: the evaluation lies strictly between -scale and scale
---@field scale? number
--- what the features are called, for people
---@field feature_names? string[]
--- the outcomes, if chance decides here and not a player (a roll, a card: any value but nil), and their weights:
--- positive numbers of which only the ratio matters; default: all equal. nil: a player decides. `play` makes an
--- outcome happen
---@field chance? fun(state: alphabeta.Position): any[]?, number[]?
--- the choices of player 1 and of player 2, if both choose at once here; nil as the first: no. `play` and `undo` then
--- get one of each. Needs `player` and `viewpoint`
---@field simultaneous? fun(state: alphabeta.Position): any[]?, any[]?
--- two finite numbers outside of which no payoff and no estimate lies: as `viewpoint` says; without it low is -high
---@field range? { [1]: number, [2]: number }
--- takes the last move back, or the last outcome; `play` then changes the state in place. true: it does, and the
--- library takes back what has changed in the tables that are reached from the state
---@field undo? true|fun(state: alphabeta.Position, move: alphabeta.Move, second?: any)
--- with `undo = true`: the tables that belong to the position, instead of the state; cannot yield
---@field reach? fun(state: alphabeta.Position): table, ...
--- with `undo = true`: how many tables may be reached from a position, 1 to 2^24; default 65536
---@field tables? integer
--- who is to move; without it the players alternate
---@field player? fun(state: alphabeta.Position): integer
--- `evaluate` and the payoff from `play` speak for player 1 always; needs `player`
---@field viewpoint? 1
--- so many play, 2 to 8: `player` answers 1 to that, payoffs are lists with each player's own number; needs `player`
---@field players? integer
--- a position that could be the true one as far as the player knows, drawn with random(n), a number from 1 to n; a new
--- state that shares nothing mutable with the given one; needs `player`
---@field determinize? fun(state: alphabeta.Position, player: integer, random: fun(n: integer): integer): any
--- all that the player knows
---@field information? fun(state: alphabeta.Position, player: integer): integer|string
--- `moves` returns the moves as multiple results
---@field variadic? boolean
--- `moves` writes the moves into the list that it is given as second argument, and returns how many there are;
--- so does `noisy`
---@field fills? boolean
--- instead of `moves`: the moves are 1 to `width`, 1 to 65535; `play` returns nil (with `undo`: false) where
--- one is illegal
---@field width? integer
--- some of the listed moves may be illegal: `play` returns nil (with `undo`: false) for these; `successors` may have
--- false in their place
---@field pseudolegal? boolean
--- equal for equal positions, the player to move included, and different for different ones; switches on the
--- table
---@field key? fun(state: alphabeta.Position): integer|string
--- what a position is worth to player 1 that has occurred before on the line of play, or in `history`: the game is over
--- there; and what endless play is worth where the game is solved. Needs `key`; other than 0 needs `player`
---@field repetition? number
--- the larger, the earlier a move is tried
---@field order? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- for `quiescence`: the moves worth following beyond the horizon; none: the position is quiet; true: every
--- move, and no standing pat
---@field noisy? fun(state: alphabeta.Position, list?: alphabeta.Move[]): alphabeta.Move[]|integer|true|nil
--- low and high: the value surely lies between, as the player to move sees it
---@field bounds? fun(state: alphabeta.Position): number, number
--- 0 to 1, for `threshold`
---@field likelihood? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- instead of `moves` and `play`: the positions after each move; moves are then 1, 2, ... Outcomes of `chance` are
--- still played
---@field successors? fun(state: alphabeta.Position): alphabeta.Position[]?
--- for `path`: is it solved?
---@field goal? fun(state: alphabeta.Position): boolean
--- for `path`: what a move costs, 0 or more and finite; default: 1
---@field cost? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- for `path`: at least so much is still to come, 0 or more, never too much; infinite: there is no way
---@field estimate? fun(state: alphabeta.Position): number
--- a position to begin with; the search does not call it
---@field initial? fun(...): alphabeta.Position
--- a position as people write it; with `determinize`: what the player may see, nil: everything
---@field format? fun(state: alphabeta.Position, player?: integer): string
--- reads that; or nil and what is wrong
---@field parse? fun(text: string): alphabeta.Position?, string?
--- a move as people write it; default: a string or a number as it is, a table by its contents: {from=3,to=7}
--- with `simultaneous`: a choice of that player
---@field format_move? fun(state: alphabeta.Position, move: alphabeta.Move, player?: integer): string
--- reads that; or nil, and perhaps what is wrong
---@field parse_move? fun(state: alphabeta.Position, text: string, player?: integer): alphabeta.Move?, string?

--- A game of several players as a game for two: player 1 is one of them, player 2 are all others, who minimise what
--- that one gets. It has `viewpoint`, the states and moves of the game, and its other fields but `bounds`. Raises an
--- error if an argument is not what it should be.
---@param game alphabeta.Game with `players`, 2 to 8; `player` gives 1 to that, and payoffs are lists of so many numbers
---@param me integer 1 to `players`
---@return alphabeta.Game
function alphabeta.paranoid(game, me) end

---@class alphabeta.CopyOptions
--- how many tables may be reached, 1 to 2^24; default 65536
---@field tables? integer

--- A copy of a position, and of all tables that can be reached from it by keys and values, raw: tables that refer to
--- each other do so in the copy. Metatables are kept; functions, userdata and threads are shared. Raises an error,
--- with the path, if that leads to the globals, to loaded modules or to a host's own tables, to a weak table, or to
--- one that is closed or finalized; and if there are too many tables.
---@generic T
---@param state T
---@param options? alphabeta.CopyOptions
---@return T
function alphabeta.copy(state, options) end

----------------------------------------------------------------------------------------------------
-- Searching

---@alias alphabeta.Algorithm
---| "alphabeta" # Knuth and Moore's F2
---| "pvs" # principal variation search: the default in a game with `key` or `order`
---| "mtdf"
---| "aspiration"
---| "bisection" # for solving
---| "mcts" # Monte-Carlo tree search
---| "minimax" # F
---| "branch-and-bound" # F1
---| "minimax-alphabeta" # F2 and G2, as printed
---| "iterative" # the non-recursive procedure, as printed
---| "F"
---| "F1"
---| "F2"

---@class alphabeta.SearchOptions
--- how many plies to look ahead, 0 to 1000; default: to the end of the game, or as far as `time` and `nodes`
--- allow
---@field depth? integer
--- seconds to search at most, 0 or more
---@field time? number
--- `time`, of steps, too, is that of the processor, in this thread: what others do meanwhile does not count
---@field processor? boolean
--- positions to visit at most, 1 to 2^53
---@field nodes? integer
--- search to depth 1, 2, ... up to the limits; default: true if `time` or `nodes` is given, or there is a
--- table (but for "bisection" to the end of the game); with a table, a depth and no limits every other depth
---@field deepening? boolean
--- {alpha, beta}, alpha < beta: only values between these matter
---@field window? number[]
--- value and move are the same for all
---@field algorithm? alphabeta.Algorithm
--- a table to keep from search to search; false: none; default: one of the search's own, in a game with
--- `key`
---@field table? alphabeta.Table|false
--- with a shared table: the search helps others of this position by what it stores, the n-th in its own way, until
--- `t:stop()`; 1 to 1000
---@field helper? integer
--- for games in C: so many threads search, 0 to 256; 0: as many as there are processors; default: 1
---@field threads? integer
--- in a game with `range`: deepening ends where the best move is proven to be worth as much as can be; default: true
--- where there is no `depth`, and in players; without effect in a game with `chance`, and with `shortest` in one with
--- `bounds`
---@field proven? boolean
--- what the table knows from deeper searches answers too: the value is no longer exactly the one at this
--- depth
---@field deeper? boolean
--- in a game with `repetition`: keys of positions that were on the board before
---@field history? (integer|string)[]
--- plies to follow `noisy` moves beyond the horizon, 0 to 1000; default: 0
---@field quiescence? integer
--- among moves of the same value win (above 0) in fewer plies, lose (below 0) in more; exact
---@field shortest? boolean
--- for "aspiration", "mtdf" and "bisection": where the value is expected; default: where the last depth had
--- it, or 0
---@field guess? number
--- for "aspiration": how far off the guess may be, above 0; default: 1
---@field margin? number
--- above 0, up to 1: look no further where the product of the moves' likelihoods is below
---@field threshold? number
--- after each completed depth; returning true stops
---@field on_depth? fun(result: alphabeta.Result): boolean?
--- record the tree, or 1 to 10^9 positions of it; default: false
---@field trace? boolean|integer
--- give every move its exact value
---@field all? boolean
--- which of the best moves to play; a function gets the list `result.moves` and returns the `move` of an
--- entry; default: "first"
---@field choose? "first"|"random"|fun(moves: alphabeta.RootMove[]): alphabeta.Move
--- with choose = "random": also moves whose value is at most so much below the best; 0 or more, finite
---@field margin_random? number
--- a number from 1 to n, for choose = "random"; default: math.random
---@field random? fun(n: integer): integer
--- draw the move by its value, by exp((value - best) / temperature): number above 0, in units of the payoff; gives
--- every move its exact value
---@field temperature? number
--- where both players choose at once: of whom `move` is, 1 to 2; default: 1
---@field me? integer
--- where both players choose at once: take the likeliest choice, do not draw; default: false
---@field pure? boolean
--- with `temperature`: draw no move that loses within so many plies after it, and one that wins so if there is any;
--- 0 to 1000, 0: do not look; default: 1
---@field guard? integer
--- for "mcts": at most so many, 1 to 2^53; the first one is always finished
---@field playouts? integer
--- for "mcts": the constant of UCB1, above 0, up to 1000, on values scaled to 0..1; default: 0.5
---@field exploration? number
--- for "mcts": moves of a playout before `evaluate` is asked, 0 to 1000; default: to the end of the game
---@field playout_depth? integer
--- for "mcts": favour moves of which `order` promises much as long as they were tried little; it needs `order`
---@field bias? boolean
--- for "mcts": the move of a playout, one of the list; default: any
---@field policy? fun(state: alphabeta.Position, moves: alphabeta.Move[], random: fun(n: integer): integer): any
--- for "mcts": how large the tree may grow, 1 to 2^53; default: 64 MB
---@field bytes? integer
--- for "mcts": of all that playouts draw, 0 to 2^53; default: 1
---@field seed? integer

--- What a search has found. `value` is as the player to move sees it. `tostring` gives a line: move, value, depth,
--- number of positions.
---@class alphabeta.Result
--- the move to play; nil if the game is over, or before a first move was searched
---@field move? alphabeta.Move
--- of the position; nil if nothing is known yet
---@field value? number
--- what `value` says: it is the value, or the value is at least, at most that
---@field bound? "exact"|"lower"|"upper"|"estimate"
--- the line of best play, which begins with `move`; it may end early where the table had the answer
---@field pv alphabeta.Move[]
--- plies of the last completed search
---@field depth integer
--- positions visited
---@field nodes integer
--- those among them that were not expanded
---@field leaves? integer
--- beta cut-offs
---@field cutoffs? integer
--- seconds
---@field time number
--- nil if the search came to its end
---@field stopped? "time"|"nodes"|"callback"|"stop"|"closed"|"dirty"
--- with the option `threads`, unless it is 1: how many may have taken part
---@field threads? integer
--- if there is a table
---@field table? alphabeta.TableUse
--- with "mcts"
---@field playouts? integer
--- with `all`, or a function as `choose`: best first; with "mcts" always, by visits
---@field moves? alphabeta.RootMove[]
--- with `all`, `margin_random`, or a function as `choose`: the moves that share the best value
---@field best? alphabeta.Move[]
--- where both players choose at once: how likely each choice of either is
---@field strategies? alphabeta.Choice[][]
--- with `strategies`: how far apart is what they are sure of
---@field gap? number
--- with `trace`: the root
---@field tree? alphabeta.Node

--- A choice of a player where both choose at once.
---@class alphabeta.Choice
---@field move any
---@field probability number
--- with `all`: what it is worth to player 1 against the other player's strategy
---@field value? number

---@class alphabeta.RootMove
---@field move alphabeta.Move
--- as the player to move at the root sees it
---@field value number
---@field bound "exact"|"lower"|"upper"|"estimate"
--- begins with `move`
---@field pv alphabeta.Move[]
--- with "mcts": how many playouts began with it
---@field visits? integer

---@class alphabeta.TableUse
--- positions looked up
---@field probes integer
--- those that the table settled
---@field hits integer
--- positions stored
---@field stores integer
--- size of the table
---@field bytes integer

--- A recorded position; its children are its list, in the order of visits. Numbers are as the player to move
--- in it sees them.
---@class alphabeta.Node
---@field [integer] alphabeta.Node
--- that leads here, or the outcome of chance; nil at the root
---@field move? alphabeta.Move
--- of the outcome that leads here; nil: a move does
---@field probability? number
--- the window on arrival
---@field alpha number
---@field beta number
--- on leaving; nil if the search was still in it
---@field value? number
--- the same player is to move as in the position above
---@field same? true
--- it was valued and not expanded
---@field leaf? true
--- it was left by a beta cut-off
---@field cut? true
--- with "mcts": how many playouts came by
---@field visits? integer
--- at the root: more positions were visited than were to be recorded
---@field truncated? true

--- Searches, and returns what it found.
---
--- Raises an error if an argument does not fit or an option is unknown, if a callback violates its contract,
--- and what a callback raises.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return alphabeta.Result
function alphabeta.search(game, state, options) end

--- Makes a search that is stepped; nothing is searched yet. Raises an error as `search` does.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return alphabeta.Search
function alphabeta.start(game, state, options) end

--- Searches deeper and deeper: an iterator that gives a result for each completed depth. Raises an error as
--- `search` does.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return fun(): alphabeta.Result?
function alphabeta.deepen(game, state, options) end

--- A search under way. It may be a to-be-closed variable.
---@class alphabeta.Search
local Search = {}

---@class alphabeta.StepLimits
--- positions to visit, 1 to 2^53
---@field nodes? integer
--- seconds to work, 0 or more
---@field time? number
--- with "mcts": 1 to 2^53
---@field playouts? integer
--- depths to complete, 1 to 1000
---@field depths? integer

--- Works on, until a limit is met; without limits to the end. Raises an error if the search is closed, or is
--- the one that is calling, and what a callback raises: the search may then be stepped again.
---@param limits? alphabeta.StepLimits
---@return boolean finished
function Search:step(limits) end

--- The best known so far.
---@return alphabeta.Result
function Search:result() end

--- Gives the memory back and keeps the result. Raises an error if the search is the one that is calling.
function Search:close() end

----------------------------------------------------------------------------------------------------
-- Solving

---@class alphabeta.SolveOptions
--- at most so many, 1 to 250000000; default: 10^6
---@field positions? integer
--- in a game with `chance`: no value would change by more than that any more, above 0; default: 1e-9
---@field tolerance? number
--- called every 10,000 positions: those whose moves were tried, and those that were found
---@field on_progress? fun(done: integer, known: integer)
--- draw how far it is on standard error, if that is a terminal
---@field progress? boolean

--- A game in which every position is valued. `#solution` is the number of positions.
---@class alphabeta.Solution
---@operator len: integer
local Solution = {}

---@class alphabeta.SolvedMove
---@field move alphabeta.Move
--- as the player to move sees it
---@field value number
--- with the move itself; nil: the value is that of endless play
---@field plies? integer

--- Values all positions that can be reached. Raises an error if the game or an option does not fit, if there are more
--- positions than `positions`, and what a callback raises.
---@param game alphabeta.Game it needs `key`
---@param state alphabeta.Position
---@param options? alphabeta.SolveOptions
---@return alphabeta.Solution
function alphabeta.solve(game, state, options) end

--- The same in steps.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SolveOptions
---@return alphabeta.Solver
function alphabeta.start_solve(game, state, options) end

--- What the position is worth to the player to move; nil: the solution does not have it.
---@param state alphabeta.Position
---@return number?
function Solution:value(state) end

--- The fewest plies in which the side that is better off than by endless play can force that value; nil: it is that of
--- endless play.
---@param state alphabeta.Position
---@return integer?
function Solution:plies(state) end

--- All legal moves, in the game's order; nil: the solution does not have the position.
---@param state alphabeta.Position
---@return alphabeta.SolvedMove[]?
function Solution:moves(state) end

--- The best move: the shortest win or the longest loss; nil where the game is over.
---@param state alphabeta.Position
---@return alphabeta.Move?
function Solution:move(state) end

--- A player that plays these moves.
---@return alphabeta.Player
function Solution:player() end

--- All of it as a string, for `alphabeta.undump`.
---@param game? alphabeta.Game default: its own
---@param state? alphabeta.Position
---@param write? fun(piece: string) takes it in pieces instead, and may yield
---@return string? text nil with `write`
function Solution:dump(game, state, write) end

--- A game that is being solved.
---@class alphabeta.Solver
local Solver = {}

---@class alphabeta.SolverLimits
--- positions and moves to look at, 1 to 2^53
---@field nodes? integer
--- seconds to work, 0 or more
---@field time? number

--- Works on, until a limit is met; without limits to the end. Raises an error if the solver is closed, or is the one
--- that is calling, and what a callback raises: it may then be stepped again.
---@param limits? alphabeta.SolverLimits
---@return boolean finished
function Solver:step(limits) end

--- The solution; nil: not all is solved yet.
---@return alphabeta.Solution?
function Solver:result() end

--- Gives the memory back; a solution that was found stays good.
function Solver:close() end

----------------------------------------------------------------------------------------------------
-- One player

---@class alphabeta.PathOptions
--- default: "astar" with `key`, else "idastar"
---@field algorithm? "astar"|"idastar"|"beam"
--- the way costs at most so many times the least, 1 or more; not with "beam"
---@field weight? number
--- of a beam: positions, 1 to 250000000
---@field width? integer
--- of memory for positions, 1 to 2^53; default: 2^28; with "idastar" of a table, default: none
---@field bytes? integer
--- positions to visit at most, 1 to 2^53
---@field nodes? integer
--- seconds to work at most, 0 or more
---@field time? number
--- called every 10,000 positions or so: those visited, and what the way costs at least
---@field on_progress? fun(nodes: number, least: number)
--- draw how far it is on standard error, if that is a terminal
---@field progress? boolean

---@class alphabeta.PathResult
--- the moves lead to a goal
---@field solved boolean
--- if nothing is solved, to the position of the least estimate; nil: there is no way
---@field moves? alphabeta.Move[]
---@field cost? number
--- "exact", "at most 1.5 times", "none"
---@field bound string
--- no way costs less; infinite: there is none
---@field least number
---@field nodes integer
---@field time number
---@field stopped? "nodes"|"time"|"bytes"|"width"|"closed"|"dirty"

--- The cheapest sequence of moves to a goal. Raises an error if the game or an option does not fit, and what a callback
--- raises.
---@param game alphabeta.Game it needs `goal`
---@param state alphabeta.Position
---@param options? alphabeta.PathOptions
---@return alphabeta.PathResult
function alphabeta.path(game, state, options) end

--- The same in steps.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.PathOptions
---@return alphabeta.Path
function alphabeta.start_path(game, state, options) end

--- A search for a way.
---@class alphabeta.Path
local Path = {}

--- Works on, until a limit is met; without limits to the end. Raises an error if the search is closed, or is the one
--- that is calling, and what a callback raises: it may then be stepped again.
---@param limits? alphabeta.SolverLimits
---@return boolean finished
function Path:step(limits) end

--- What is known so far. Raises an error if the search is the one that is calling.
---@return alphabeta.PathResult
function Path:result() end

--- Gives the memory back and keeps the result.
function Path:close() end

----------------------------------------------------------------------------------------------------
-- Tables

---@class alphabeta.TableOptions
--- what it may grow to, 1 to 2^53; default: 16 * 2^20
---@field bytes? integer
--- other Lua states of this process may have it too: its memory is not Lua's
---@field shared? boolean
--- from `t:handle()`: the same table, in another state; not with `bytes` or `shared`
---@field handle? string

--- A transposition table to keep from search to search, for one game. `#t` is the number of entries.
---@class alphabeta.Table
---@operator len: integer
local Table = {}

--- Makes an empty table. Raises an error if an option is unknown or does not fit.
---@param options? alphabeta.TableOptions
---@return alphabeta.Table
function alphabeta.table(options) end

--- Forgets all entries, and the game, at once; the memory stays with the table.
function Table:clear() end

--- For `alphabeta.table { handle = ... }` in other states, as long as one of them has the table. Raises an error if
--- it is not shared.
---@return string
function Table:handle() end

--- Stops the searches with `helper` that have come to the table by handles made so far, in all states. Raises an error
--- if it is not shared.
function Table:stop() end

---@class alphabeta.TableStats
--- its size now
---@field bytes integer
--- what it may grow to
---@field limit integer
---@field entries integer

--- Its size and its entries.
---@return alphabeta.TableStats
function Table:stats() end

--- What it holds as a string, for `alphabeta.undump`. Raises an error if nothing has used it and no game is given.
---@param game? alphabeta.Game default: the one that first used it
---@param state? alphabeta.Position
---@param write? fun(piece: string) takes it in pieces instead, and may yield
---@return string? text nil with `write`
function Table:dump(game, state, write) end

--- Writes a table or a solution to a file. Raises an error if that cannot be done.
---@param file string
---@param what alphabeta.Table|alphabeta.Solution
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param pause? fun() called between two pieces; may yield
function alphabeta.save(file, what, game, state, pause) end

--- Reads it. Raises an error if there is no such file, or it is damaged, or of another game, state, version or machine.
---@param file string
---@param game alphabeta.Game
---@param state alphabeta.Position the one that it was saved with
---@return alphabeta.Table|alphabeta.Solution
function alphabeta.load(file, game, state) end

--- What `dump` has made a string of. Raises an error as `load`.
---@param text string
---@param game alphabeta.Game
---@param state alphabeta.Position the one that it was dumped with
---@return alphabeta.Table|alphabeta.Solution
function alphabeta.undump(text, game, state) end

----------------------------------------------------------------------------------------------------
-- Native games

--- A position of a native game: it does not change. `==` compares bytes, `tostring` uses the game's
--- `format`.
---@class alphabeta.State
local State = {}

--- A position of its own, to keep one that a callback was given.
---@return alphabeta.State
function State:copy() end

--- A game in C, as Lua sees it: a game like any other, over `alphabeta.State` and integers as moves.
---@class alphabeta.NativeGame: alphabeta.Game
--- the position that `write` gives this list for; or nil and what is wrong with the list
---@field read fun(list: integer[]): alphabeta.State?, string?
--- the position as a list of integers
---@field write? fun(state: alphabeta.State): integer[]
--- of a game that comes with the library: the same in plain Lua
---@field lua? table

--- Makes a game of what another library hands over (`ab_native` of csrc/alphabeta.h). Raises an error if
--- that is no native game, or one that was compiled for another version of the header.
---@param handle userdata
---@return alphabeta.NativeGame
function alphabeta.native(handle) end

----------------------------------------------------------------------------------------------------
-- Players and matches

--- A player: returns the move, and perhaps a table about its work ({ nodes, time, value, depth,
--- pv }: as the result of a search). nil instead of a move gives the game up; a string may then say why. The
--- state must be left as it was.
---@alias alphabeta.Player fun(state: alphabeta.Position, game: alphabeta.Game, about?: alphabeta.About): any, any

--- What a match tells its players about the game.
---@class alphabeta.About
--- the option of the match
---@field seed? integer
--- which pair of games of the series; in a single game 1
---@field pair integer
--- which game of the pair, or round
---@field number integer
--- how many moves players have made
---@field ply integer
--- in a game with `repetition`: keys of the positions that were on the board before
---@field history? (integer|string)[]
--- where both choose at once: for which side the player is asked
---@field player? integer

---@class alphabeta.PlayerOptions: alphabeta.SearchOptions
--- 0 to 2^53: choose at random among the best moves (if `choose` says nothing else), always the same ones; with
--- `temperature`: of the draw; with "mcts": each search gets a seed from it
---@field seed? integer

--- A player that searches, and returns the result as well. In a game with `key` it keeps a table of its own from move
--- to move. It finishes won games: once its line ends in a finished game it takes, of the moves of the best value,
--- one that wins soonest or loses latest; where `shortest` goes with the other options, and is not false. In a match it
--- begins each game with an empty table of its own, and draws by its seed and the number of the game. Raises an
--- error if an option is unknown or does not fit.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.Player
function alphabeta.player(options) end

--- A player whose every legal move has the same chance; in a match by the seed and the number of the game.
---@param seed? integer 0 to 2^53; default: the numbers come from math.random
---@return alphabeta.Player
function alphabeta.random_player(seed) end

---@alias alphabeta.Command fun(state: alphabeta.Position, game: alphabeta.Game, argument: string): any, any

---@class alphabeta.HumanOptions
--- a file, or what gives the next line, nil at the end; default: io.stdin
---@field input? file*|fun(): string?
--- a file, or what takes text; default: io.stdout
---@field output? file*|fun(text: string)
--- what asks for a move; default: "your move: "
---@field prompt? string|fun(state: alphabeta.Position, game: alphabeta.Game): string
--- first show the position, by the game's `format` if it has one, and moves that have to be numbered; default: true
---@field show? boolean
--- other words that may be entered, followed by their argument. What a command returns is the player's
--- answer; nil and nothing more asks again. There is "resign"
---@field commands? table<string, alphabeta.Command>

--- A person who is asked. A move is read by the game's `parse_move`, or is the text that its `format_move` gives, or
--- its own; or its number, where texts are alike or no one could type them. What is neither a legal move nor a
--- command is asked again; `?` and `help` show what may be entered. The end of the input gives
--- the game up. Raises an error if an option is unknown or does not fit.
---@param options? alphabeta.HumanOptions
---@return alphabeta.Player
function alphabeta.human(options) end

--- The text of a move, of an outcome of chance, or of a joint move, as everything in the library shows it. Raises an
--- error if an argument does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param move alphabeta.Move
---@param player? integer where both choose at once: it is a choice of this player
---@return string
function alphabeta.text(game, state, move, player) end

--- The legal move, the outcome of chance, or the joint move, that a text means: one of `alphabeta.text`, or what else
--- the game's `parse_move` reads. The state is left as it was. Raises an error if an argument does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param text string
---@param player? integer where both choose at once: it means a choice of this player
---@return alphabeta.Move? move nil if there is none
---@return string? message
function alphabeta.parse(game, state, text, player) end

---@class alphabeta.SessionOptions
--- to begin with; default: `game.initial()`. A game with `undo` changes it
---@field state? alphabeta.Position
--- one for each player; default: player 1 is a person, the others are the computer
---@field seats? ("human"|"computer"|alphabeta.Player)[]
--- of the computer, a name or a number, or a list with one for each player; default: the middle one
---@field level? integer|string|(integer|string)[]
--- as `alphabeta.levels` returns them, the weakest first; default: five that need no search
---@field levels? alphabeta.Level[]
--- of the strongest of these five, hints and values; default: { time = 1 }
---@field think? alphabeta.PlayerOptions
--- of another session, whose game goes on here: seats, levels and seed are those of the text, if they are not given
---@field text? string
--- 0 to 2^53: the same seed, the same dice and the same moves of the computer; default: it comes from math.random
---@field seed? integer
--- after each move and outcome of chance
---@field on_move? fun(entry: alphabeta.SessionMove)
--- when it is a player's turn, also after moves are taken back
---@field on_turn? fun(player: integer)
--- when the game is over
---@field on_end? fun(outcome: alphabeta.Outcome)

---@class alphabeta.SessionLimits
--- positions visited, 1 to 2^53
---@field nodes? integer
--- seconds, 0 or more
---@field time? number

---@class alphabeta.SessionMove
--- or an outcome of chance
---@field move any
---@field text string
--- who has made it; nil: chance, or both at once
---@field player? integer
--- both have chosen at once: `move` is a joint move
---@field at_once? boolean
--- what else the player returned: of the computer, the result of its search
---@field info? any

---@class alphabeta.Outcome
--- nil: nobody alone
---@field winner? integer
--- of each player; nil where the game was lost before its end
---@field payoffs? number[]
--- "finished", "repetition", or why a player has lost before the end
---@field reason string
--- in words
---@field text string

---@class alphabeta.MoveText
---@field move alphabeta.Move
---@field text string

---@class alphabeta.MoveValue: alphabeta.MoveText
--- nil if it is not known
---@field value? number

---@class alphabeta.Hint: alphabeta.Result
--- in words
---@field text string

---@class alphabeta.Thinking: alphabeta.Hint
--- what is expected: pv, or empty
---@field line alphabeta.Move[]

---@class alphabeta.SessionLevel
--- weak, easy, medium, strong or strongest, if there are five; else its number
---@field name string
---@field options alphabeta.PlayerOptions

---@class alphabeta.SessionSeat
---@field kind "human"|"computer"|"player"
--- of the computer, if it plays there
---@field level integer

--- A game that is being played.
---@class alphabeta.Session
--- the position at hand
---@field state alphabeta.Position
--- who is to move; nil: chance decides, or the game is over
---@field player? integer
--- how many moves players have made
---@field turn integer
---@field over boolean
--- how the game has ended
---@field outcome? alphabeta.Outcome
local Session = {}

--- Does what is due: an outcome of chance, a slice of the computer's thinking or its move, another player's move, a
--- slice of a hint. It takes no longer than the limits say, but for players that are functions of yours; without limits
--- a search goes on to its end.
---@param limits? alphabeta.SessionLimits
---@return boolean due there is more to be done
function Session:step(limits) end

--- Plays a move of the person to move, given as it is or as text.
---@param move alphabeta.Move|string
---@return alphabeta.SessionMove? entry nil if it cannot be played now
---@return string? message
function Session:play(move) end

--- The legal moves of the person to move; none if nobody is.
---@return alphabeta.MoveText[]
function Session:moves() end

--- What was played so far, outcomes of chance included.
---@return alphabeta.SessionMove[]
function Session:played() end

--- The whole game as lines of text that people can read, for the option `text` of another session.
---@return string
function Session:text() end

--- Takes moves back: so many of players, 1 to 65535; default: all back to where a person was to move last.
---@param count? integer
---@return integer? taken how many moves of players; nil: there are not so many, and nothing was changed
---@return string? message
function Session:take_back(count) end

--- Plays again what was taken back: so many moves of players, 1 to 65535; default: all to where a person is to move.
---@param count? integer
---@return integer? again how many moves of players; nil: there are not so many, and nothing was changed
---@return string? message
function Session:redo(count) end

--- What the person to move had best play. The first call asks, `step` works on it, and a later call has the answer. It
--- is forgotten when the position changes.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.Hint? result nil: not known yet, or not to be known
---@return string? message why it is not to be known
function Session:hint(options) end

--- What each legal move of the person to move is worth, asked and answered like a hint.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.MoveValue[]? list nil: not known yet, or not to be known
---@return string? message why it is not to be known
function Session:values(options) end

--- What each move of the game has cost, as `alphabeta.review` says it: asked and answered like a hint, but at any time;
--- where something is hidden, at the end. Default: to the limits of the option `think`.
---@param options? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[]? list nil: not known yet, or not to be known
---@return string? message why it is not to be known
function Session:review(options) end

--- What the search that is under way has found so far; nil: there is none.
---@return alphabeta.Thinking?
function Session:thinking() end

--- The levels at which the computer can play, the weakest first.
---@return alphabeta.SessionLevel[]
function Session:levels() end

--- Who sits where.
---@return alphabeta.SessionSeat[]
function Session:seated() end

--- Sets the level at which the computer plays in a seat.
---@param seat integer
---@param level integer|string
function Session:set_level(seat, level) end

--- Gives a seat to a person, the computer, or another player.
---@param seat integer
---@param player "human"|"computer"|alphabeta.Player
function Session:set_seat(seat, player) end

--- Gives back what searches hold. The fields can still be read.
function Session:close() end

--- Begins a game that is played by persons, the computer and other players, a small step at a time. Raises an error if
--- an argument does not fit, or an option is unknown.
---@param game alphabeta.Game
---@param options? alphabeta.SessionOptions
---@return alphabeta.Session
function alphabeta.session(game, options) end

---@class alphabeta.SprtOptions
--- hypothesis H0: the first player is stronger by no more than this
---@field elo0 number
--- hypothesis H1: by this; elo0 < elo1
---@field elo1 number
--- the chance to take H1 though H0 holds, above 0, below 0.5; default: 0.05
---@field alpha? number
--- the chance to take H0 though H1 holds; default: 0.05
---@field beta? number

---@class alphabeta.MatchOptions
--- play a series of so many games, an even number from 2 to 10^6: each opening twice, with sides changed
---@field games? integer
--- to begin from, one for each pair of games, over and over (the argument `state` is then nil); without
--- `games` each is used for one pair
---@field openings? alphabeta.Position[]
--- random moves of players at the beginning, 0 to 10^6, the same ones for both games of a pair; default: 0
---@field opening_plies? integer
--- 0 to 2^53, of the random moves and of chance; default: they come from math.random
---@field seed? integer
--- instead of drawn outcomes: gives the number of the one that happens, from 1
---@field dice? fun(state: alphabeta.Position, outcomes: any[], weights: number[]): integer
--- of players' moves: a game that is not finished then is a draw, 1 to 10^6; default: 1000
---@field max_plies? integer
--- what a player's error does: it loses the game, or ends the match and is raised; default: "lose"
---@field errors? "lose"|"raise"
--- after each move: the position it leads to, the move, what else the player returned, the player's number; after
--- an outcome of chance: nil for the last two; after a joint move: a list of what each player returned, and nil
---@field on_move? fun(state: alphabeta.Position, move: alphabeta.Move, info: any, player?: 1|2)
--- after each game; true ends the series after this pair
---@field on_game? fun(game: alphabeta.MatchGame, number: integer): boolean?
--- draw a line on standard error, if that is a terminal; default: false
---@field progress? boolean
--- end the series as soon as a sequential probability ratio test has a verdict
---@field sprt? alphabeta.SprtOptions

--- play only these pairs of the series, the first and the last: list of two integers, the first and the last pair, from
--- 1 on; with `games` and `seed`, without `sprt`
---@field part? integer[]

---@class alphabeta.MatchTally
--- the sum of the `nodes` that the player reported
---@field nodes number
--- the sum of the `time` that the player reported, or else processor time
---@field time number
---@field moves integer

---@class alphabeta.MatchGame
--- in the order of `players`; nil: a draw, or more than one on place 1
---@field winner? integer
--- "finished", "repetition", "not finished after 1000 plies", or why the loser has lost: "illegal move 7",
--- "error: ...", "no move", or the reason given on resigning
---@field reason string
--- what the game has brought side 1; nil if it did not come to its end
---@field payoff? number
--- in a game with `players`: what each player of the match got; nil if it did not come to its end
---@field payoffs? number[]
--- in a game with `players`: the place of each player of the match; equal payoffs share the better place
---@field places? integer[]
--- which of the players had side 1
---@field first integer
--- from the beginning, with the outcomes of chance
---@field moves alphabeta.Move[]
--- how many of them players have made
---@field plies integer
--- how many of `moves` were drawn beforehand
---@field opening integer
--- the last position; nil in a game with `undo`, whose state has been turned back
---@field state? alphabeta.Position
--- of each player
---@field players alphabeta.MatchTally[]

---@class alphabeta.SprtResult
--- logarithm of the likelihood ratio
---@field llr number
--- at or below it H0 is taken
---@field lower number
--- at or above it H1 is taken
---@field upper number
--- nil: none yet
---@field verdict? "H0"|"H1"

--- A series, all as the first player sees it. What is of wins and Elo is there for two players only.
---@class alphabeta.MatchSeries
---@field wins? integer
---@field draws? integer
---@field losses? integer
--- 0 to 1: wins, and half of the draws, of all games
---@field score? number
--- how much stronger the first player is by that score; it may be infinite
---@field elo? number
--- the 95 % interval of that
---@field elo_low? number
---@field elo_high? number
--- how many pairs of games gave the first player 0, 1/2, 1, 3/2, 2 points
---@field pairs? integer[]
--- in a game with `players`: for each player the part of the opponents beaten, ties counted half; 0 to 1
---@field points? number[]
--- the 95 % intervals of that
---@field points_low? number[]
---@field points_high? number[]
---@field games alphabeta.MatchGame[]
--- sums over the games
---@field players alphabeta.MatchTally[]
--- with the option `sprt`
---@field sprt? alphabeta.SprtResult
--- nil if all games were played
---@field stopped? "sprt"|"callback"
--- with the option `part`: the first and the last pair
---@field part? integer[]
--- with the option `part`, or `missing`: of how many pairs the whole series is
---@field of? integer
--- of `alphabeta.merge`: the pairs that were in none of the parts, as a list of ranges; nil: none
---@field missing? integer[][]

--- Plays a game, or with the option `games` or `openings` a series.
---
--- The first player has side 1, the next one side 2 ... A series has pairs of games with sides changed, or in a game
--- with `players` rounds of so many. A player who makes an illegal move, raises an error or gives up has lost that
--- game. Errors of the game itself are raised, and so are the lack of memory, an interrupt and the error of a debug
--- hook. The state of a game with `undo` is turned back at the end, also then. Raises an error if an argument does not
--- fit or an option is unknown.
---@param game alphabeta.Game
---@param state? alphabeta.Position|fun(pair: integer): alphabeta.Position to begin with, or what gives one
--- for each pair of games; nil with the option `openings`
---@param players alphabeta.Player[] two, or as many as play the game
---@param options? alphabeta.MatchOptions
---@return alphabeta.MatchGame|alphabeta.MatchSeries
function alphabeta.match(game, state, players, options) end

---@class alphabeta.MergeOptions
--- end where the series had ended if it had been played at once with this option
---@field sprt? alphabeta.SprtOptions

--- Makes one series of several: that which had been played at once, but for the times. They may come in any order; a
--- pair that is in several of them counts once. A series without `part` begins with the first pair. Raises an error if
--- an argument does not fit or an option is unknown. Of what several have learned by other seeds: the mean weights.
---@param list alphabeta.MatchSeries[]|alphabeta.Learned[]
---@param options? alphabeta.MergeOptions of series
---@return alphabeta.MatchSeries|alphabeta.Learned
function alphabeta.merge(list, options) end

----------------------------------------------------------------------------------------------------
-- The search in Lua alone

--- What `require "alphabeta.pure"` gives: functions of the library for a game with `moves` that returns a list, or
--- `width`, `pseudolegal`, `play`, `undo`, `evaluate`, `player`, `viewpoint`, `key` and `order`.
---@class alphabeta.pure
---@field search fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): alphabeta.Result
---@field start fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): alphabeta.Search
---@field deepen fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): fun(): alphabeta.Result?
---@field player fun(options?: alphabeta.pure.PlayerOptions): alphabeta.Player
---@field table fun(options?: alphabeta.TableOptions): alphabeta.pure.Table
---@field copy fun(state: any, options?: alphabeta.CopyOptions): any

--- As in `alphabeta.SearchOptions`; there are no others.
---@class alphabeta.pure.Options
---@field depth? integer
---@field time? number
---@field nodes? integer
---@field deepening? boolean
---@field all? boolean
---@field choose? "first"|"random"|fun(moves: alphabeta.RootMove[]): alphabeta.Move
---@field random? fun(n: integer): integer
---@field table? alphabeta.pure.Table|false

---@class alphabeta.pure.PlayerOptions: alphabeta.pure.Options
---@field seed? integer

--- A table to keep from search to search.
---@class alphabeta.pure.Table
---@field clear fun(self: alphabeta.pure.Table) forgets all entries, and the game
---@field stats fun(self: alphabeta.pure.Table): table `bytes`, `limit`, `entries`

----------------------------------------------------------------------------------------------------
-- Looking at a search

--- Recorded searches (option `trace`) to look at.
---@class alphabeta.tree
alphabeta.tree = {}

---@class alphabeta.tree.TextOptions
--- how many children of a node are shown, 1 to 10^9, besides the principal variation; default: 8
---@field width? integer
--- how many plies are shown, 0 to 1000; default: all
---@field depth? integer
--- draw with ASCII alone; default: UTF-8
---@field ascii? boolean
--- a move as text; default: the game's `format_move`; without `game` the move's own text, and no state here
---@field format_move? fun(state?: alphabeta.Position, move: alphabeta.Move): string
--- that was searched: it writes the moves, which are played again for that
---@field game? alphabeta.Game
--- the position at the root; with `game`
---@field state? alphabeta.Position
--- takes the text in pieces instead, some of them empty, and may yield
---@field write? fun(text: string)

--- The tree as text, a line for each node: move, value, window, cut-off. The principal variation is the
--- heavy line. Raises an error if there is no recorded tree, or an option is unknown or does not fit.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.TextOptions
---@return string? text nil with option `write`
function alphabeta.tree.text(result, options) end

---@class alphabeta.tree.DotOptions
--- how many children of a node are shown, 1 to 10^9, besides the principal variation; default: all
---@field width? integer
--- how many plies are shown, 0 to 1000; default: all
---@field depth? integer
--- a move as text; default: the game's `format_move`; without `game` the move's own text, and no state here
---@field format_move? fun(state?: alphabeta.Position, move: alphabeta.Move): string
--- that was searched: it writes the moves, which are played again for that
---@field game? alphabeta.Game
--- the position at the root; with `game`
---@field state? alphabeta.Position
--- takes the text in pieces instead, some of them empty, and may yield
---@field write? fun(text: string)

--- The tree for Graphviz (`dot -Tsvg`). Lower bounds point up, upper bounds down; dashed lines lead to what
--- was cut off; the principal variation is bold. Raises errors as `text` does.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.DotOptions
---@return string? text nil with option `write`
function alphabeta.tree.dot(result, options) end

---@class alphabeta.tree.HtmlOptions
--- default: "Recorded search"
---@field title? string
--- only the data that the page shows, in JSON: another page of the same kind takes it as a message
---@field data? boolean
--- a move as text; default: the game's `format_move`; without `game` the move's own text, and no state here
---@field format_move? fun(state?: alphabeta.Position, move: alphabeta.Move): string
--- that was searched: it writes the moves, which are played again for that, and the positions if it has `format`
---@field game? alphabeta.Game
--- the position at the root; with `game`
---@field state? alphabeta.Position
--- takes the text in pieces instead, some of them empty, and may yield
---@field write? fun(text: string)

--- The tree as one page of HTML that needs nothing else: to open and close, to see why each node was cut
--- off, and to replay step by step. Raises errors as `text` does, and what the game raises.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.HtmlOptions
---@return string? text nil with option `write`
function alphabeta.tree.html(result, options) end

--- Puts into words what a search has found: the value, the line of play that it expects, and for each other
--- move what it costs and how it is answered. Where the result has no list `moves` (option `all`), the moves
--- are searched again to the depth of the result. The state is left as it was. Raises an error if an argument
--- does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position the one that was searched
---@param result alphabeta.Result|alphabeta.PathResult of `search`, or of `path`: then how good the way is
---@return string text some lines, the last one without a newline
function alphabeta.explain(game, state, result) end

---@class alphabeta.LevelsOptions
--- of the strongest player, as for `alphabeta.player`, without `seed`: best with `depth`, `nodes` or `playouts`, so
--- that a level is the same on every machine. Required; numbers, strings and booleans
---@field strongest table
--- how many levels, 2 to 100; default: 5
---@field count? integer
--- Elo between neighbours, a number between 0 and 10000; default: 150, or less where the game has no room for that
---@field gap? number
--- at most so many to find a level, an even number from 20 to 10^6 (of more than two players: any number from the
--- first multiple of theirs on that is 20 or more); default: 2000
---@field games? integer
--- seconds, 0 or more, after which the levels that were found are returned; `stopped` of the list is then "time"
---@field time? number
--- 0 to 2^53: the same seed, the same levels; default: chance comes from math.random
---@field seed? integer
--- random moves at the beginning of a game, 0 to 10^6; default: 0
---@field opening_plies? integer
--- draw a line on standard error, if that is a terminal; default: false
---@field progress? boolean
--- after the first ten games: how long the whole may take
---@field on_estimate? fun(seconds: number)
--- after each level, the strongest first, which has number 1
---@field on_level? fun(level: alphabeta.Level, number: integer)
--- plays a series instead of `match`, here or elsewhere, between players of these options: the same one
---@field play? fun(players: alphabeta.PlayerOptions[], options: alphabeta.MatchOptions): alphabeta.MatchSeries

---@class alphabeta.Level
--- of the player, for `alphabeta.player`
---@field options alphabeta.PlayerOptions
--- how much stronger than the strongest level: 0 or less; nil if more than two play
---@field elo? number
--- the 95 % interval of that
---@field elo_low? number
---@field elo_high? number
--- if more than two play: the points of one such player among players of the next stronger level, 0 to 1
---@field points? number
--- the 95 % interval of that
---@field points_low? number
---@field points_high? number

--- Finds levels of difficulty by games between them: players that differ in `temperature` only. `tostring` gives Lua
--- source that returns the list. Raises an error if an argument does not fit, an option is unknown, or a gap that was
--- asked for cannot be reached.
---@param game alphabeta.Game
---@param state alphabeta.Position|fun(pair: integer): alphabeta.Position the one that games begin with; or what gives
--- one for each pair or round of games
---@param options alphabeta.LevelsOptions
---@return alphabeta.Level[] levels the weakest first
function alphabeta.levels(game, state, options) end

---@class alphabeta.ReviewOptions
--- plies that each position is searched, 1 to 1000; default: to the end of the game, or as far as `time` and `nodes`
--- allow
---@field depth? integer
--- seconds for each position, 0 or more
---@field time? number
--- positions visited for each, 1 to 2^53
---@field nodes? integer
--- judge by so many playouts at each position, 1 to 2^53; always so, by 1000 if there is no other limit, in games with
--- `determinize` or `players`
---@field playouts? integer
--- by playouts: plies before `evaluate` is asked, 0 to 1000; default: to the end of the game
---@field playout_depth? integer
--- by playouts: 0 to 2^53; the same seed, the same review; default: 1
---@field seed? integer
--- the losses from which on a move is an inaccuracy, a mistake, a blunder: three numbers, 0 or more; default: the 50,
--- 80 and 95 % quantiles of what could have been lost
---@field thresholds? number[]

---@class alphabeta.ReviewedMove
--- that was played
---@field move alphabeta.Move
--- what it is worth; nil if time or nodes were too few
---@field value? number
--- the best move
---@field best? alphabeta.Move
--- the best value minus `value`; 0 if they are equal
---@field loss? number
--- where both chose at once: that of each player's choice against the other's strategy, and the strategies
---@field losses? number[]
---@field strategies? alphabeta.Choice[][]
--- by playouts: the 95 % interval of that, 0 or more
---@field loss_low? number
---@field loss_high? number
--- best play, which begins with `best`
---@field line alphabeta.Move[]
--- nil: none of these; by playouts also where the loss is not certain
---@field class? "inaccuracy"|"mistake"|"blunder"

--- Reviews a game: searches each position, and compares the move that was played with the best one. The state is left
--- as it was. Raises an error if an argument does not fit, an option is unknown, or a move is not legal.
---@param game alphabeta.Game
---@param state alphabeta.Position the one that the game has begun with
---@param moves alphabeta.Move[] those that were played
---@param options? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[] list tostring gives a line for each move
function alphabeta.review(game, state, moves, options) end

---@class alphabeta.CheckOptions
--- of the random games, 0 to 2^53: the same seed, the same findings; default: 1
---@field seed? integer
--- how many random games are played in each examination, 1 to 10^6; default: 20
---@field games? integer
--- plies of searches that are compared with plain minimax, 1 to 1000; default: 3. If it is given, the game is meant
--- to be searched to a depth: that it need not end is then a hint
---@field depth? integer
--- seconds that it may take in all, 0.01 or more; default: 5. A single call of a callback may take as many, or one
---@field time? number

---@class alphabeta.Finding
--- a short name that stays the same, as "undo" or "key-collision"
---@field fault string
--- what is wrong, with the values
---@field message string
--- the moves that lead from the given state to where it shows
---@field line alphabeta.Move[]
--- a second line, where two positions are compared
---@field other? alphabeta.Move[]
--- what to do
---@field advice string

--- What the doctor has found; `tostring` gives all of it as text. A list of what is wrong: what was found first,
--- and what else of the same stage.
---@class alphabeta.Report: alphabeta.Finding[]
--- what is right in some games only, and so may be wrong; and what costs time without need
---@field hints alphabeta.Finding[]
--- names of the examinations that were made
---@field looked_at string[]
--- those that would have taken more time than there was
---@field in_part string[]
--- those that were not begun: there was no time, or something is wrong that comes before
---@field not_looked_at string[]

--- The game doctor: plays seeded random games, and reports what is wrong with the rules. What it finds is wrong;
--- finding nothing does not prove that all is right. Raises an error if an argument is not of its kind, or an
--- option is unknown or out of its range.
---@param game alphabeta.Game
---@param state alphabeta.Position|fun(number: integer): alphabeta.Position the position to begin from; or what
--- gives one for each number from 1 on: deals, in which players now and then know the same
---@param options? alphabeta.CheckOptions
---@return true? right nil if something is wrong
---@return alphabeta.Report report
function alphabeta.check(game, state, options) end

----------------------------------------------------------------------------------------------------
-- Learning an evaluation

---@class alphabeta.LearnLimits
--- at most so many games more, 1 to 10^9
---@field games? integer
--- seconds of the processor, 0 or more
---@field time? number

---@class alphabeta.LearnOptions
--- at most so many games, 20 to 10^9; `learn` needs this or `time`
---@field games? integer
--- at most so many seconds of the processor, above 0
---@field time? number
--- 0 to 2^53: the same seed, the same weights; default: 1
---@field seed? integer
--- of the search that chooses moves, 1 to 1000; default: 1
---@field depth? integer
--- positions to begin with, instead of a state; one of them is drawn for each game
---@field openings? alphabeta.Position[]
--- random moves at the beginning of a game, 0 to 10^9; default: 6
---@field opening_plies? integer
--- how many of the other moves are random, from 0 to 1; default: 0.1
---@field explore? number
--- weights to begin with; default: 0
---@field start? number[]
--- what is learned: who wins (default), or how large payoffs are
---@field target? "win"|"payoff"
--- of the features, for people
---@field names? string[]
--- after each game against itself; true ends learning
---@field on_game? fun(learning: alphabeta.Learning, games: integer): boolean?

--- Strength at the end of a stage of learning.
---@class alphabeta.LearnPoint
--- so many had been played
---@field games integer
--- the mean of the stage
---@field weights number[]
--- against the weights of the start
---@field elo number
--- the 95 % interval of that
---@field elo_low number
---@field elo_high number
--- how alike these weights and those of the stage before judge positions, -1 to 1; nil at the first point
---@field alike? number

---@class alphabeta.LearnedMatchOptions
--- an even number from 2 to 10^6; default: 100
---@field games? integer
--- 0 to 2^53; default: that of learning
---@field seed? integer
--- draw a line on standard error, if that is a terminal; default: false
---@field progress? boolean
--- for a move: seconds, above 0
---@field time? number
--- for a move: positions, 1 to 10^9; default: 1000, if no limit is given
---@field nodes? integer
--- for a move: plies, 1 to 1000
---@field depth? integer

---@class alphabeta.LearnedMatch
--- against the weights of the start
---@field start alphabeta.MatchSeries
--- against the game's `evaluate`; nil if that gives no estimates
---@field evaluate? alphabeta.MatchSeries

--- What was learned. `tostring` gives a table of the weights.
---@class alphabeta.Learned
--- for the game's field
---@field weights number[]
--- for the game's field
---@field scale number
--- how far each weight still wandered at last
---@field errors number[]
--- how much each moves what the evaluation says, 0 to 1, all together 1
---@field shares number[]
--- of the features
---@field names string[]
--- the names of those that carry nothing
---@field idle string[]
--- against itself
---@field games integer
--- one for each stage
---@field curve alphabeta.LearnPoint[]
--- "settled": more games would hardly change the weights; "games", "time", "callback"; "merged"; nil: learning goes on
---@field stopped? string
--- seconds of the processor
---@field time number
---@field seed integer
---@field depth integer
local Learned = {}

--- Lines of Lua to paste into the game.
---@return string
function Learned:text() end

--- Writes the course of the weights to a file, as SVG. Raises an error if it cannot.
---@param file string its name
function Learned:plot(file) end

--- Plays against the weights of the start, and against the game's `evaluate` if that gives estimates. Raises an error
--- if an option is unknown or does not fit.
---@param options? alphabeta.LearnedMatchOptions
---@return alphabeta.LearnedMatch
function Learned:match(options) end

---@class alphabeta.Learning
local Learning = {}

--- Works on; without limits to the end. An error in a function of the game costs the game that is under way.
---@param limits? alphabeta.LearnLimits
---@return boolean finished
function Learning:step(limits) end

--- What has been learned so far; nil before twenty games.
---@return alphabeta.Learned?
function Learning:result() end

--- Learns the weights of a game's features, by games against itself. It ends by itself where more games would hardly
--- change them. Raises an error if an argument does not fit, or features cannot be learned from.
---@param game alphabeta.Game with `features`; for two players who see everything
---@param state alphabeta.Position? to begin with; default: `game.initial()`
---@param options alphabeta.LearnOptions
---@return alphabeta.Learned
function alphabeta.learn(game, state, options) end

--- The same in steps; nothing is played yet. Raises an error if an argument does not fit.
---@param game alphabeta.Game
---@param state? alphabeta.Position
---@param options? alphabeta.LearnOptions
---@return alphabeta.Learning
function alphabeta.start_learn(game, state, options) end

return alphabeta

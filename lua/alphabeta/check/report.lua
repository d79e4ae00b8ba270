-- What is found in a game, and how it is reported.

local contents = require "alphabeta.tell.contents"

local report = {}

local SHOWN = 20 -- moves at either end of a long line

local Finding = { __name = "alphabeta.finding" }
local Report = { __name = "alphabeta.report" }

-- What to do, by the name of the fault; some are named after a callback: "evaluate-error".
local ADVICE = {
  ["form"] = "see the table of fields in the reference",
  ["misspelt"] = "rename the field; the search does not know it by this name",
  ["sides"] = "give each player a name of its own, no more (if more than two play, say so by `players`), or leave "
    .. "`sides` out",
  ["endless-call"] = "look for an endless loop there, or give the option `time` if the game is slow",
  ["doctor"] = "look for metamethods of states and moves that raise errors; without any, this is a bug in `check`",
  ["moves-type"] = "return a new list of moves, numbered from 1, an iterator, or nil where the game is over; to return "
    .. "several moves as several results, set `variadic`",
  ["moves-hole"] = "fill the list from 1 on without holes; moves themselves may not be nil",
  ["moves-endless"] = "make the iterator return the move as its first result, and nil when there are no more",
  ["moves-unstable"] = "make the moves depend on the position alone",
  ["moves-twice"] = "list each move once: the search looks at both, and another move may be missing",
  ["moves-stale"] = "make `play` accept every move of a position, even if `moves` was called for another one since",
  ["moves-changed"] = "return a new list each time: the search reads it until it leaves the position",
  ["moves-iterator"] = "give each iterator its own variables: several are in use at once",
  ["moves-after-end"] = "return no moves where the game is won",
  ["variadic"] = "return the moves as multiple results, or leave `variadic` out",
  ["fills"] = "write the moves into the list that `moves` is given, from 1 on, and return their number; ignore what it "
    .. "held before, and do not keep it: it belongs to the search",
  ["play-result"] = "return the state after the move; or, if `play` changes the state in place, set `undo = true`",
  ["play-elsewhere"] = "change the state that `play` is given (with `undo` its result is ignored), or leave out `undo`",
  ["play-payoff"] = "return the payoff as second result where the game is over, and nothing elsewhere",
  ["play-changes-state"] = "change a copy and return that, or add `undo`, which takes the changes back",
  ["play-changes-move"] = "leave the fields of the move as `moves` has set them: note what `undo` needs in the state, "
    .. "or in new fields of the move; or set `undo = true`",
  ["play-alias"] = "give each new state tables of its own, down to every table that a move changes",
  ["play-unstable"] = "make the result depend on the state and the move alone, and do not change the move; dice belong "
    .. "in `chance`",
  ["illegal-changes-state"] = "check that the move is legal before you change anything",
  ["undo"] = "take back everything that `play` changes, also after several moves, the last one first",
  ["undo-state"] = "keep it out of the state, or name by `reach` the tables that `play` changes; with many tables, see "
    .. "the field `tables`",
  ["undo-reach"] = "keep everything that `play` changes in tables that the state refers to, or that `reach` returns",
  ["hidden-state"] = "keep everything that the rules depend on in the state, and nothing in other variables",
  ["pairs-order"] = "sort what `pairs` returns, or keep it in a list: strings come in a different order in each "
    .. "process, tables and functions in each table",
  ["pairs-moves"] = "sort what `pairs` returns, or keep it in a list: among equally good moves the first one is "
    .. "taken, and it may differ in the next process",
  ["endless"] = "give `search` a `depth` or `time` (with a `depth`, too, `check` does not call this wrong); or, if a "
    .. "repeated position ends the game, set `repetition` to what it is worth",
  ["over"] = "give `check` a position where the game goes on; if it does here, look at `moves`",
  ["illegal-position"] = "check that the last move is legal, then that `parse` reads what `format` writes",
  ["parse-differs"] = "make `format` write everything that the rules depend on, and `parse` read it",
  ["format_move-twice"] = "give different moves of a position different texts",
  ["parse_move-differs"] = "make `parse_move` read what `format_move` writes, and return one of the moves of `moves`",
  ["finished-moves"] = "make `moves` return none where the game is over, or `finished` nil where it goes on",
  ["evaluate-size"] = "return integers of at most 2^53 in magnitude, math.huge or floats",
  ["evaluate-sign"] = "make `evaluate` speak for the player to move; or, with `player`, always for player 1, and set "
    .. "viewpoint = 1; and look whether `play` passes the turn (where it does not, the game needs `player`)",
  ["evaluate-draws"] = "return what the end is worth to the player to move: above 0 for a win, below 0 for a loss",
  ["evaluate-end"] = "after a winning move the loser is to move, and the value there is below 0: look at the sign of "
    .. "`evaluate`, and whether `play` passes the turn",
  ["evaluate-phase"] = "check that the value has the same sign in all phases of the game",
  ["evaluate-estimate"] = "make a win worth more than any estimate",
  ["features-type"] = "return a list of finite numbers, at least one of them",
  ["features-count"] = "return the same number of features in every position (one for each weight)",
  ["features-sign"] = "count in each feature what the player to move has more of (with `viewpoint`: player 1)",
  ["features-same"] = "leave out features that never differ: they cost time and say nothing",
  ["phase-type"] = "return how far the game is: from 0 at the beginning to 1 at the end",
  ["phase-same"] = "make it grow from 0 to 1 in the course of the game; or do without it",
  ["payoff-sign"] = "make both speak for the player to move in the new position (with `viewpoint`: player 1)",
  ["payoff-accident"] = "return the state alone (in brackets: `return (state:gsub(...))`), and a second result only "
    .. "where the game is over",
  ["player-value"] = "return 1 or 2 (with `players`, 1 to that number), at the end of the game too",
  ["player-turn"] = "make `player` return who is to move in the state that it is given",
  ["player-missing"] = "add `player(state)`: without it the players alternate strictly",
  ["key-type"] = "return a string, or an integer (a float only if it is whole and at most 2^53 in magnitude)",
  ["key-player"] = "include the player to move in the key",
  ["key-collision"] = "include in the key everything that moves and values depend on",
  ["key-unequal"] = "compute the key from the position alone, not from the moves that led to it",
  ["simultaneous-type"] = "return a list of choices for each player, or nil where one moves",
  ["simultaneous-unstable"] = "make the choices depend on the position alone",
  ["chance-type"] = "return a list of outcomes that are not nil, or nil where a player decides",
  ["chance-weights"] = "return a positive number for each outcome as second result, or none at all",
  ["chance-differs"] = "make outcomes and weights depend on the position alone; the referee draws one",
  ["chance-endless"] = "make `chance` return nil after an outcome, so that a player decides",
  ["chance-key"] = "include in the key what distinguishes the position before an outcome from the one after it",
  ["chance-moves"] = "return nil from `chance` where a player decides",
  ["range"] = "widen the range; it must hold for all payoffs and estimates (with `viewpoint`: as player 1 sees them)",
  ["payoffs"] = "return a list with a finite number for each player, from `evaluate` and from `play`",
  ["leak"] = "in `determinize`, deal again everything that `player` does not know, and nothing else, in an order that "
    .. "does not depend on the true state",
  ["state-error"] = "make the function that is given to `check` work for each number from 1 on",
  ["state-type"] = "make the function that is given to `check` return a state for each number from 1 on",
  ["worlds"] = "make `determinize` return a position that could be the true one and shares no table with it",
  ["determinize-moves"] = "make moves numbers or strings: by these the search knows a move again in another world",
  ["worlds-true"] = "draw what `player` does not know with `random(n)`",
  ["cost"] = "return a finite number, 0 or more; without `cost` each move costs 1",
  ["goal-key"] = "include in the key everything that `goal` depends on",
  ["estimate-type"] = "return a number, 0 or more; math.huge where there is no way to a goal",
  ["estimate"] = "make it at most what is still to come (a common mistake is to count the empty cell as a tile); "
    .. "0 is always right",
  ["estimate-inconsistent"] = "nothing is wrong, but positions are opened more than once; a move should lower the "
    .. "estimate by no more than it costs",
  ["order-type"] = "return a number, the larger the earlier the move is to be tried",
  ["likelihood-range"] = "return a number from 0 to 1",
  ["bounds-type"] = "return two numbers, low and high",
  ["bounds-value"] = "bounds must hold for the final value, as the player to move sees it; if in doubt, widen them",
  ["noisy-type"] = "return a list of moves as `moves` does, nil or true",
  ["noisy-illegal"] = "return only moves that `moves` returns too",
  ["search-error"] = "the callbacks that the search calls there contradict one another",
  ["search-differs"] = "some callback answers differently while a search goes on: look for hidden variables",
}

local GENERAL = {
  error = "make the callback work at every position that legal moves lead to",
  type = "return what the reference says that this callback returns",
  unstable = "make the answer depend on the state (and the move) alone: no randomness, no other variables",
  ["changes-state"] = "only look at the state, or at a copy of it",
}

-- How the game writes the moves of a finding's `line` and `other`: lists of texts, with holes.
local written = setmetatable({}, { __mode = "k" })

--- Is a move of a line shown? Of a long one the first and the last are.
function report.shows(line, i) return i <= SHOWN or i > #line - SHOWN end

--- The moves of a line in a text, as the game writes them where that is known.
---@param texts? table<integer, string>
function report.line_text(line, texts)
  if #line == 0 then return "none: at the state that was given" end
  local parts, between = {}, " "
  for i = 1, #line do
    if report.shows(line, i) then
      local text = texts and texts[i] or contents.shown(line[i])
      parts[#parts + 1] = text
      if text:find " " then between = "  " end
    elseif i == SHOWN + 1 then
      parts[#parts + 1] = ("... (%d more) ..."):format(#line - 2 * SHOWN)
    end
  end
  return table.concat(parts, between)
end

function Finding.__tostring(self)
  local texts = written[self] or {}
  local lines = { self.fault .. ": " .. self.message, "  moves:  " .. report.line_text(self.line, texts.line) }
  if self.other then lines[3] = "  and:    " .. report.line_text(self.other, texts.other) end
  lines[#lines + 1] = "  advice: " .. self.advice
  return table.concat(lines, "\n")
end

--- Has the moves of a finding written by a function from a line to a list of texts.
function report.write_moves(found, texts_of)
  written[found] = { line = texts_of(found.line), other = found.other and texts_of(found.other) }
end

--- A finding: the name of the fault, what is wrong, and the moves that lead from the given state to where it shows.
---@param line any[]
---@param other? any[] a second line, where two positions are compared
function report.finding(fault, message, line, other)
  return setmetatable({ fault = fault, message = message, line = line, other = other,
    advice = ADVICE[fault] or GENERAL[fault:match "^[%a_]+%-(.*)$"] }, Finding)
end

--- Raises a finding.
function report.raise(...) error(report.finding(...), 0) end

function report.is_finding(value) return getmetatable(value) == Finding end

--- An empty report: a list of findings, with `hints`, and the names of the examinations that were made, that took
--- more time than there was, and that were not begun.
function report.new()
  return setmetatable({ hints = {}, looked_at = {}, in_part = {}, not_looked_at = {} }, Report)
end

function Report.__tostring(self)
  local lines = { #self == 0 and "nothing found" or #self == 1 and "1 finding" or #self .. " findings" }
  for _, item in ipairs(self) do lines[#lines + 1] = tostring(item) end
  for _, item in ipairs(self.hints) do lines[#lines + 1] = "a hint, " .. tostring(item) end
  local function add(title, names)
    if #names > 0 then lines[#lines + 1] = title .. ": " .. table.concat(names, ", ") end
  end
  add("examined", self.looked_at)
  add("examined in part, for lack of time", self.in_part)
  add(#self > 0 and "not examined until the findings are corrected" or "not examined, for lack of time",
    self.not_looked_at)
  return table.concat(lines, "\n")
end

return report

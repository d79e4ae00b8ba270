-- Do values speak for the right player, and does `player` fit the state?
--
-- Nobody knows from outside who is ahead. But an estimate that is any good changes little from one move to the next,
-- as one player sees it; if it turns round whenever the player to move changes, it spoke for somebody else. Estimates
-- may be as poor as they like, though, and where random moves mostly throw a win away, the best of them turns round,
-- too: however strong the evidence, all of this is a hint.

local image = require "alphabeta.check.image"
local patients = require "alphabeta.check.patient"

local line_to = patients.line_to

local signs = {}

-- Evidence: pairs of values on the same side of what is usual, or on opposite sides ---------------

local PAIRS = 40    -- at least so many different pairs of positions,
local AGAINST = 0.5 -- of which so much more are against than for,
local SIGMAS = 5    -- which is so unlikely by chance
local GROUP = 8     -- values that a median is taken of, at least
local EXACT = require "alphabeta.base.max_integer"

local Tally = {}
Tally.__index = Tally

local function new_tally() return setmetatable({ count = 0, sum = 0, met = {} }, Tally) end

-- Counts a pair of records once, if they look different from those before. `product` is 1 if both lie on the same
-- side, -1 if not, 0 if that is not known. `first` and `second` become the best example of opposite sides: where
-- player 1's view is wrong, player 2 is to move.
function Tally:add(first, second, product)
  local look = first.look .. "|" .. second.look
  if product == 0 or self.met[look] then return end
  self.met[look] = true
  self.count, self.sum = self.count + 1, self.sum + product
  local size = math.min(math.abs(second.seen), EXACT)
  local rank = (second.player or 0) + size / (1 + size)
  if product < 0 and rank > (self.rank or -1) then self.first, self.second, self.rank = first, second, rank end
end

-- From 1 (all pairs agree) to -1.
function Tally:mean() return self.count > 0 and self.sum / self.count or 0 end

-- Are there too few pairs for a verdict, or do they give none?
function Tally:is_silent() return self.count < PAIRS or math.abs(self:mean()) < AGAINST / 2 end

-- Is it certain that the sides are opposite?
function Tally:is_against()
  return self.count >= PAIRS and self:mean() <= -AGAINST and self.sum <= -SIGMAS * math.sqrt(self.count)
end

function Tally:text() return ("in %d of %d pairs of positions"):format((self.count - self.sum) / 2, self.count) end

function Tally:example()
  return ("before the last move of this line the value is %s with player %d to move, after it %s with player %d to "
    .. "move"):format(self.first.value, self.first.player, self.second.value, self.second.player)
end

local function value_of(record) return record.seen end

-- A function of a game and a ply that says on which side of the median of its group the value there lies: 1, 0 or
-- -1. group_of(game, ply) names the group; number_of(record) is the value, if it is another one.
local function sides(games, group_of, number_of)
  number_of = number_of or value_of
  local groups, met = {}, {}
  for _, game in ipairs(games) do
    for ply, record in ipairs(game) do
      local name = record.player and group_of(game, ply)
      if name and not met[name .. record.look] then
        met[name .. record.look] = true
        groups[name] = groups[name] or {}
        table.insert(groups[name], number_of(record))
      end
    end
  end
  local medians = {}
  for name, group in pairs(groups) do
    table.sort(group)
    medians[name] = #group >= GROUP and group[math.floor((#group + 1) / 2)] or nil
  end
  return function(game, ply)
    local median = game[ply].player and medians[group_of(game, ply)]
    local value = median and number_of(game[ply])
    return (not median or value == median) and 0 or value > median and 1 or -1
  end
end

local function side_by_ply(games, number_of)
  return sides(games, function(game, ply) return ply .. " " .. game[ply].player end, number_of)
end

-- Along the moves ---------------------------------------------------------------------------------

local MISTAKES = ": right only where most moves are mistakes"

--- The value stays with a player from move to move.
function signs.continuity(patient)
  local games = patient.sample.games
  local side, changed, same, other = side_by_ply(games), new_tally(), new_tally(), new_tally()
  for _, game in ipairs(games) do
    for ply = 1, #game - 1 do
      local first, second, third = game[ply], game[ply + 1], game[ply + 2]
      local changes = first.player ~= second.player
      local tally = changes and changed or same
      tally:add(first, second, side(game, ply) * side(game, ply + 1))
      if changes and third and third.player == first.player then
        other:add(first, third, side(game, ply) * side(game, ply + 2))
      end
    end
  end
  if changed:is_against() and not other:is_silent() and other:mean() > 0 then
    patient:hint("evaluate-sign", ("%s: %s what was good for a player is bad for the same player after the move%s")
      :format(changed:example(), changed:text(), MISTAKES), line_to(changed.second))
  elseif same:is_against() then
    patient:hint("player-turn", ("%s: %s the value changes sides although 'player' says that the same player moves "
      .. "again%s"):format(same:example(), same:text(), MISTAKES), line_to(same.second))
  end
end

--- Before the last move the value is not the opposite of the outcome, whoever is to move then or at the end.
function signs.outcome(patient)
  local games, tallies = {}, {}
  for _, game in ipairs(patient.sample.games) do
    if #game > 1 and game[#game].final and game[#game].player then games[#games + 1] = game end
  end
  local side = sides(games, function(game, ply)
    return ply >= #game - 1 and #game - ply .. " " .. game[#game - 1].player .. game[#game].player
  end)
  for i = 1, 4 do tallies[i] = new_tally() end
  for _, game in ipairs(games) do
    local before, last = game[#game - 1], game[#game]
    local product = side(game, #game - 1) * side(game, #game)
    tallies[before.player]:add(before, last, product)
    tallies[2 + last.player]:add(before, last, product)
  end
  for i, tally in ipairs(tallies) do
    if tally:is_against() then
      patient:hint("evaluate-sign", ("with player %d to move %s, the value contradicts the outcome of the game %s; "
        .. "here it is %s%s"):format((i - 1) % 2 + 1, i > 2 and "at the end" or "before the last move", tally:text(),
        tally.second.value, MISTAKES), line_to(tally.second))
    end
  end
end

local USUAL = 0.99 -- of all moves change the size of the value by no more,
local TURNS = 10   -- so many turn it round where it is larger than that before and after,
local SELDOM, OFTEN = 0.005, 0.25 -- between so many of those where it is that large;
local LEVELS = 8   -- and it has so many sizes, at least

-- Moves after which the game goes on, as records of the positions that they lead to, and by how much the size of the
-- value changes at most with most of them; false: it has too few sizes.
local function usual_change(records)
  local moves, changes, sizes, count = {}, {}, {}, 0
  for _, record in ipairs(records) do
    local size, before = math.abs(record.seen), record.parent and math.abs(record.parent.seen)
    if before and not record.final and math.max(size, before) < math.huge then
      moves[#moves + 1], changes[#changes + 1] = record, math.abs(size - before)
      count = count + (sizes[size] and 0 or 1)
      sizes[size] = true
    end
  end
  table.sort(changes)
  return moves, count >= LEVELS and changes[math.ceil(USUAL * #changes)]
end

-- Of moves before and after which the value is larger than it usually changes by: in all, and those after which
-- another player is to move (`passes`); how many of both turn it round, and an example.
local function large_changes(moves, change)
  local counts, met = { all = 0, turned = 0, passes = 0, turned_passes = 0 }, {}
  local function count(name) counts[name] = counts[name] + 1 end
  for _, record in ipairs(moves) do
    local parent = record.parent
    local look = parent.look .. "|" .. record.look
    if math.abs(record.seen) > change and math.abs(parent.seen) > change and not met[look] then
      local turns, passes = record.seen * parent.seen < 0, record.player ~= parent.player
      met[look], counts.example = true, counts.example or turns and record
      count "all"
      if turns then count "turned" end
      if passes then count(turns and "turned_passes" or "passes") end
    end
  end
  counts.passes = counts.passes + counts.turned_passes
  return counts
end

-- Of moves after which another player is to move and the game goes on, to a value that is not 0: how many, if no move
-- that passes the turn does more to the value than turn it round (and an example), else 0. It has several sizes: one
-- that says only who should win may change with each move.
local function mere_turns(records)
  local count, met, first, has_sizes = 0, {}, nil, false
  for _, record in ipairs(records) do
    local parent = record.parent
    if parent and not record.final and record.player ~= parent.player then
      if record.seen ~= -parent.seen then return 0 end
      local look = parent.look .. "|" .. record.look
      if record.seen ~= 0 and not met[look] then
        first = first or record
        count, met[look], has_sizes = count + 1, true, has_sizes or math.abs(record.seen) ~= math.abs(first.seen)
      end
    end
  end
  return has_sizes and count or 0, first
end

--- A value that is large, and now and then as large for the other player after a single move: there another phase of
--- the game may begin, in which it has the wrong sign. Or that is so wherever the turn passes, and nowhere else; or
--- all that a turn that passes ever does to the value is to turn it round.
function signs.phases(patient)
  local mere, first = mere_turns(patient.sample.all)
  if mere >= PAIRS then
    return patient:hint("evaluate-sign", ("all of %d moves that pass the turn do nothing to the value but turn it "
      .. "round, from %s to %s here as player 1 sees it: what was good for a player is as bad for the same player "
      .. "after the move"):format(mere, first.parent.seen, first.seen), line_to(first))
  end
  local moves, change = usual_change(patient.sample.all)
  local counts = large_changes(change and moves or {}, change)
  local turned, example = counts.turned, counts.example
  if turned < TURNS then return end
  local is_of_turns = turned == counts.turned_passes and 2 * turned > counts.passes and counts.passes < counts.all
  if is_of_turns then
    patient:hint("evaluate-sign", ("of %d moves after which the other player is to move, %d reverse the value, from %s "
      .. "to %s here as player 1 sees it; of %d others none does"):format(counts.passes, turned, example.parent.seen,
      example.seen, counts.all - counts.passes), line_to(example))
  elseif turned >= SELDOM * counts.all and turned <= OFTEN * counts.all then
    patient:hint("evaluate-phase", ("of %d moves %d reverse the value, from %s to %s here as player 1 sees it, "
      .. "though its size seldom changes by more than %s: it may have the wrong sign in one phase of the game")
      :format(counts.all, turned, example.parent.seen, example.seen, change), line_to(example))
  end
end

-- Fields of the state that say who is to move -----------------------------------------------------

local NAMES = { "player", "turn", "mover", "to_move", "toMove", "current_player", "currentPlayer", "side_to_move",
  "current", "side", "who" }
local ENOUGH = 5 -- positions with each value of the field

-- Two records of positions where a player decides: of one value of a field and different players, or of different
-- values and one player. false: there are none. nil: nobody can tell, as the field has not two values, each often
-- enough.
local function conflict(records, name)
  local groups, values = {}, {}
  for _, record in ipairs(records) do
    local value = record.fields[name]
    if record.decides then
      if value == nil then return nil end
      if not groups[value] then
        if #values == 2 then return nil end
        groups[value] = { count = 0 }
        values[#values + 1] = groups[value]
      end
      local group = groups[value]
      group.count, group[record.player] = group.count + 1, group[record.player] or record
    end
  end
  local one, other = values[1], values[2]
  if #values ~= 2 or one.count < ENOUGH or other.count < ENOUGH then return nil end
  for _, pair in ipairs { { one[1], one[2] }, { other[1], other[2] }, { one[1], other[1] }, { one[2], other[2] } } do
    if pair[1] and pair[2] then return pair end
  end
  return false
end

--- `player` (or strict alternation) goes with a field of the state that is named after it. A name proves nothing:
--- `turn` may be the number of a round, and `side` that of a coin. No other field must go with `player`.
function signs.turns(patient)
  local records = patient.sample.records
  for name in pairs(records[1].fields) do
    if conflict(records, name) == false then return end
  end
  local found, field
  for _, name in ipairs(NAMES) do
    field, found = name, conflict(records, name)
    if found then break end
  end
  if not (found and patient:is_well_known()) then return end
  local function text(record)
    return ("state.%s is %s, and player %d is to move"):format(field, image.shown(record.fields[field]), record.player)
  end
  patient:hint(patient.game.player and "player-turn" or "player-missing",
    ("%s; after the other moves %s%s: right only if state.%s says something else"):format(text(found[1]),
    text(found[2]), patient.game.player and "" or ", as the players alternate", field), line_to(found[1]),
    line_to(found[2]))
end

local MANY = 20 -- positions where a player decides

--- Both players move: `play` passes the turn.
function signs.movers(patient)
  local mover, count, last = nil, 0, nil
  for _, record in ipairs(patient.game.player and patient.sample.records or {}) do
    if record.decides then
      if mover and record.player ~= mover then return end
      mover, count, last = record.player, count + 1, record
    end
  end
  if count >= MANY then
    patient:hint("player-turn", ("player %d is to move in all %d positions that were looked at: right only in games "
      .. "for one"):format(mover, count), line_to(last))
  end
end

-- The end of the game -----------------------------------------------------------------------------

local FINALS, FINALS_EACH = 24, 6 -- decided ends, to be sure
local FEW, FEW_EACH = 5, 2        -- the same for a hint

-- How often whoever made the last move has won and lost decided games, and in how many different positions, by
-- player; and an example.
local function last_movers(records)
  local function mover() return { won = 0, lost = 0, finals = 0 } end
  local movers, met = { mover(), mover() }, {}
  for _, record in ipairs(records) do
    local player = record.parent and record.parent.player
    local look = player and record.parent.look .. player .. "|" .. record.look
    if player and record.final and record.seen ~= 0 and not met[look] then
      local one, outcome = movers[player], (record.seen > 0) == (player == 1) and "won" or "lost"
      one[outcome], one.record = one[outcome] + 1, one.record or record
      one.finals = one.finals + (met[record.look] and 0 or 1)
      met[look], met[record.look] = true, true
    end
  end
  return movers[1], movers[2]
end

-- Has each position one of two letters at the same place of its text, from the beginning or from the end?
local function has_two(records, place, from_end, letters)
  local first, last = true, true
  for _, record in ipairs(records) do
    local one, other = record.look:sub(place, place), record.look:sub(from_end, from_end)
    first = first and one ~= "" and letters:find(one, 1, true)
    last = last and other ~= "" and letters:find(other, 1, true)
  end
  return first or last
end

-- Do all games end in the same position, but for one letter of its text, as who is to move?
local function is_one_end(records)
  local finals, at = {}, 1
  for _, record in ipairs(records) do
    if record.final then finals[#finals + 1] = record end
  end
  if #finals ~= 2 or finals[1].player == finals[2].player then return false end
  local one, other = finals[1].look, finals[2].look
  while at <= #one and one:byte(at) == other:byte(at) do at = at + 1 end
  return not tonumber(one) and one:sub(at + 1) == other:sub(at + 1) -- numbers may be those of anything
    and has_two(records, at, at - #one - 1, one:sub(at, at) .. other:sub(at, at))
end

-- Ends around one game are much alike: where time cuts the sample short, as many games must have been played.
local function has_many_games(sample) return sample.is_whole or #sample.games > FINALS end

-- Are all ends draws?
local function hint_at_draws(patient)
  local ends, last = 0, nil
  for _, record in ipairs(patient.sample.records) do
    if record.final and record.seen ~= 0 then return end
    if record.final then ends, last = ends + 1, record end
  end
  if ends >= FINALS and has_many_games(patient.sample) then
    patient:hint("evaluate-draws", ("every game that was played is a draw: at each of %d ends the value is 0"):format(
      ends), line_to(last))
  end
end

--- It is not always the same player who wins, while whoever moves last would always win (or always lose) if the values
--- spoke for another player; but where the players want different things, as a hunter and the hunted. And it is not
--- always the last mover who loses, but in misère games.
function signs.winners(patient)
  hint_at_draws(patient)
  local one, two = last_movers(patient.sample.all)
  local is_sure = has_many_games(patient.sample) and one.finals >= FINALS_EACH and two.finals >= FINALS_EACH
    and one.finals + two.finals >= FINALS
  patient.passed_over = not (patient.sample.is_whole or is_sure) -- a few games say little of who wins
  if patient.passed_over then return end
  local ones, twos = one.won + one.lost, two.won + two.lost
  if ones < FEW_EACH or twos < FEW_EACH or ones + twos < FEW then return end
  local winner = one.lost + two.won == 0 and 1 or one.won + two.lost == 0 and 2
  if winner and (is_sure or is_one_end(patient.sample.records)) then
    local example = two.record.player == 2 and two.record or one.record
    local message = ("player %d wins all games, which end in %d different positions, no matter who makes the last "
      .. "move: the value at the end (%s here) seems not to speak for the player to move"):format(winner,
      one.finals + two.finals, example.value)
    patient:hint("evaluate-sign", message, line_to(example))
  elseif one.won + two.won == 0 then
    patient:hint("evaluate-end", ("every decided game is lost by whoever made the last move (the value is %s here): "
      .. "right only in misère games"):format(one.record.value), line_to(one.record))
  end
end

--- The payoff from `play` has the sign of what `evaluate` says there, if it says anything: for each player to move at
--- the end, and whoever has made the last move.
function signs.payoffs(patient)
  local groups = {}
  for _, record in ipairs(patient:is_well_known() and patient.sample.records or {}) do
    local payoff, value = record.payoff, record.evaluated
    if payoff and payoff ~= 0 and type(value) == "number" and value ~= 0 and value == value then
      local name = tostring(record.player) .. (record.parent.player or "")
      local group = groups[name]
      if not group then
        group = { oppose = 0, twins = true, agree = false }
        groups[#groups + 1], groups[name] = group, group
      end
      group.agree = group.agree or (value > 0) == (payoff > 0)
      group.oppose, group.record, group[value > 0] = group.oppose + 1, record, true
      group.twins = group.twins and value == -payoff
    end
  end
  for _, group in ipairs(groups) do
    if not group.agree and group.oppose >= ENOUGH and (group.twins or group[true] and group[false]) then
      patient:hint("payoff-sign", ("'play' returns the payoff %s, 'evaluate' %s of the same position; at all %d such "
        .. "ends of games the signs differ: right only if 'evaluate', which no search asks there, means nothing")
        :format(group.record.payoff, group.record.evaluated, group.oppose), line_to(group.record))
    end
  end
end

-- What becomes of wins, by far the greatest value at the end, that the last mover has made. nil: there are others.
-- `won`: such positions that go on, where the winner had other moves (`record`, the first of them). Of their
-- children: in how many the win is `kept`, and `missed`.
local function after_wins(records)
  local stake = 0
  for _, record in ipairs(records) do stake = math.max(stake, record.final and math.abs(record.seen) or 0) end
  local function winner(record)
    return record ~= nil and stake > 0 and math.abs(record.seen) == stake and (record.seen > 0 and 1 or 2)
  end
  local counts, has_others = { won = 0, kept = 0, missed = 0 }, {}
  for _, record in ipairs(records) do
    if record.parent and not winner(record) then has_others[record.parent] = true end
    if not winner(record) and math.abs(record.seen) > stake / 2 then return nil end
  end
  for _, record in ipairs(records) do
    local parent, now = record.parent, winner(record)
    local before = winner(parent)
    if now and now ~= before then
      if not parent or parent.player ~= now then return nil end
      if has_others[parent] and not record.final then
        counts.won, counts.record = counts.won + 1, counts.record or record
      end
    end
    local fate = now == before and "kept" or "missed"
    if before then counts[fate] = counts[fate] + 1 end
  end
  return counts
end

local GO_ON = 20 -- positions

--- The game does not go on after a win, if it was one that cannot be lost.
function signs.endings(patient)
  local counts = patient:is_well_known() and after_wins(patient.sample.all)
  if not counts or counts.won < GO_ON then return end
  local record = counts.record
  patient:hint("moves-after-end", ("the last move won the game ('evaluate' returns %s), but 'moves' returns %d moves; "
    .. "after %d of %d such moves that were tried, the winner no longer wins: correct only if the game goes on")
    :format(record.value, record.count, counts.missed, counts.missed + counts.kept), line_to(record))
end

--- No estimate is larger than a win, where all wins are worth the same.
function signs.estimates(patient)
  local win, wins, estimate = nil, 0, nil
  for _, record in ipairs(patient.sample.records) do
    if record.final and record.seen ~= 0 then
      if win and math.abs(win.seen) ~= math.abs(record.seen) then return end
      win, wins = record, wins + 1
    elseif not (record.final or estimate and math.abs(record.seen) <= math.abs(estimate.seen)) then
      estimate = record
    end
  end
  if wins >= FEW and estimate and math.abs(estimate.seen) > math.abs(win.seen) then
    patient:hint("evaluate-estimate", ("the estimate %s is larger than a win, %s"):format(estimate.value,
      math.abs(win.seen)), line_to(estimate))
  end
end

-- Features ----------------------------------------------------------------------------------------

local GAMES = 20 -- random games, at least

-- Decided games to their last position that goes on, and the mean of their outcomes, as player 1 sees them.
local function decided(sample)
  local games, sum = {}, 0
  for _, game in ipairs(sample.games) do
    local last = game[#game]
    local way = { outcome = last.seen > 0 and 1 or last.seen < 0 and -1 or 0 }
    for ply = 1, last.final and #game - 1 or 0 do way[ply] = game[ply] end
    if #way > 0 then games[#games + 1], sum = way, sum + way.outcome end
  end
  return games, sum / #games
end

-- How much more often than by chance player 1 wins where a feature is large and `player` is to move, in standard
-- errors: a game counts once.
local function evidence(games, mean, side, player)
  local sum, squares, count = 0, 0, 0
  for _, game in ipairs(games) do
    local product, plies = 0, 0
    for ply, record in ipairs(game) do
      local on = record.player == player and side(game, ply) or 0
      product, plies = product + on, plies + math.abs(on)
    end
    if plies > 0 then
      local one = product / plies * (game.outcome - mean)
      sum, squares, count = sum + one, squares + one * one, count + 1
    end
  end
  return count >= GAMES and squares > 0 and sum / math.sqrt(squares) or 0
end

-- A feature that is the same everywhere; nil: they differ.
local function same_everywhere(records, i)
  local first
  for _, record in ipairs(records) do
    local feature = record.features and record.features[i]
    first = first or feature
    if feature and feature ~= first then return nil end
  end
  return first
end

local function hint_at_sameness(patient, count)
  local constant, zero = 0, nil
  for i = 1, count do
    local same = same_everywhere(patient.sample.all, i)
    constant, zero = constant + (same and 1 or 0), zero or same == 0 and i
  end
  if constant == count then
    patient:hint("features-same", "no feature ever differs", {})
  elseif zero then
    patient:hint("features-same", ("feature %d is 0 in all positions that were looked at"):format(zero), {})
  end
end

--- Where a feature goes with winning, it does so for whoever is to move; with `viewpoint` for player 1. What matters
--- to both players alike, such as the number of empty cells, goes with neither.
function signs.features(patient)
  local records = patient.sample.records
  local count = patient:is_well_known() and records[1].features and #records[1].features or 0
  local games, mean = decided(patient.sample)
  local wrong
  for i = 1, count do
    local side = side_by_ply(games, function(record) return record.features[i] end)
    local one, two = evidence(games, mean, side, 1), evidence(games, mean, side, 2)
    if math.abs(one) >= SIGMAS and math.abs(two) >= SIGMAS then
      wrong = wrong or one * two > 0 ~= (patient.game.viewpoint == 1) and i or nil
    end
  end
  if count > 0 then hint_at_sameness(patient, count) end
  if not wrong then return end
  patient:hint("features-sign", ("feature %d does not speak for %s: in random games it goes with the success of %s%s")
    :format(wrong, patient.game.viewpoint and "player 1" or "the player to move",
    patient.game.viewpoint and "whoever is to move" or "one player, whoever is to move", MISTAKES), {})
end

return signs

-- Games of several players: who has come out before whom, and what a series of rounds tells of each. A round is an
-- opening that is played by so many games as there are players, so that everyone has every side once.

local elo = require "alphabeta.play.elo"

local rounds = {}

--- The places of players who got so much: equal payoffs share the better place.
---@param payoffs number[]
---@return integer[]
function rounds.places(payoffs)
  local places = {}
  for who, own in ipairs(payoffs) do
    places[who] = 1
    for _, other in ipairs(payoffs) do
      if other > own then places[who] = places[who] + 1 end
    end
  end
  return places
end

--- The places where a player has lost by himself, and nothing is known of the others; or, without one, of nobody.
---@param count integer of players
---@param loser? integer
---@return integer[]
function rounds.places_without_payoffs(count, loser)
  local places = {}
  for who = 1, count do places[who] = who == loser and count or 1 end
  return places
end

--- Who alone has come out first; nil: nobody.
---@param places integer[]
---@return integer?
function rounds.winner(places)
  local winner
  for who, place in ipairs(places) do
    if place == 1 then
      if winner then return nil end
      winner = who
    end
  end
  return winner
end

-- How many opponents a player has beaten, each counted twice, and once those who are tied.
local function halves_of(places, who)
  local halves = 0
  for other, place in ipairs(places) do
    if other ~= who then halves = halves + (places[who] < place and 2 or places[who] == place and 1 or 0) end
  end
  return halves
end

--- What a player has won in the round that begins with a game, and what there was to win: how many opponents, each
--- counted twice, and once those who are tied.
---@param games alphabeta.MatchGame[]
---@param first integer
---@param who integer
---@return integer halves, integer most
function rounds.won(games, first, who)
  local count, halves = #games[first].places, 0
  for game = first, first + count - 1 do halves = halves + halves_of(games[game].places, who) end
  return halves, 2 * count * (count - 1)
end

-- The points of a player in the rounds: their mean, the different scores, and how often each of these occurs.
local function points_of(series, who)
  local count, total, scores, counts, index, most = #series.players, 0, {}, {}, {}, nil
  for first = 1, #series.games, count do
    local halves
    halves, most = rounds.won(series.games, first, who)
    local i = index[halves] or #scores + 1
    scores[i], index[halves], counts[i] = halves / most, i, (counts[i] or 0) + 1
    total = total + halves
  end
  return total / most / (#series.games / count), scores, counts
end

--- How many rounds have brought the opponents of a player, together, how much: first nothing, last everything.
---@return integer[] counts one for each half of a point
function rounds.counts_against(series, who)
  local count, counts = #series.players, {}
  local most = 2 * count * (count - 1)
  for i = 1, most + 1 do counts[i] = 0 end
  local _, scores, numbers = points_of(series, who)
  for i, score in ipairs(scores) do
    local at = most + 1 - math.floor(score * most + 0.5)
    counts[at] = counts[at] + numbers[i]
  end
  return counts
end

--- Says what the rounds so far tell of each player.
function rounds.rate(series)
  series.points, series.points_low, series.points_high = {}, {}, {}
  for who = 1, #series.players do
    local mean, scores, counts = points_of(series, who)
    series.points[who] = mean
    series.points_low[who], series.points_high[who] = elo.score_interval(counts, scores)
  end
end

return rounds

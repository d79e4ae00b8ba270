-- How much stronger one player is than another, from the games between them.
--
-- Games are counted in pairs: two from the same opening, with sides changed. The games of a pair hang
-- together (an opening may favour one side), the pairs do not. A pair brings the first player a score
-- of 0, 1/4, 1/2, 3/4 or 1; `counts` is how many pairs have brought each of the five.
--
-- Both the interval and the sequential test rest on one question: how likely are these counts at best,
-- if the score to be expected is so much? "At best" is over all chances of the five outcomes that have
-- this expectation. For many pairs that comes to the usual normal approximation with the variance of
-- the pairs; it also holds for few pairs, and where all of them ended alike.

local elo = {}

local SCORES = { 0, 0.25, 0.5, 0.75, 1 }
local DEVIATIONS = 1.959964 -- 95 % of a normal distribution lie within
local HALVINGS = 100 -- of an interval: beyond what a double can tell apart

--- The Elo difference at which a score is to be expected (A. E. Elo, "The Rating of Chessplayers",
--- 1978; the logistic curve).
---@param score number 0 to 1
---@return number difference -math.huge for 0, math.huge for 1
function elo.difference(score)
  return 400 * math.log(score / (1 - score)) / math.log(10)
end

--- The score to be expected at an Elo difference.
---@param difference number
---@return number score 0 to 1
function elo.score(difference)
  return 1 / (1 + 10 ^ (-difference / 400))
end

-- Where a falling function changes its sign; the end of the range next to that if it does not.
local function root(f, low, high)
  for _ = 1, HALVINGS do
    local middle = (low + high) / 2
    if middle == low or middle == high then break end
    if f(middle) > 0 then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- What has been seen: how often each outcome, and its deviation, the score of a pair less the one expected. (An outcome
-- that has not been seen may have no finite term in a sum.)
local function seen(counts, scores, expected)
  local numbers, deviations = {}, {}
  for i, score in ipairs(scores) do
    if counts[i] > 0 then
      numbers[#numbers + 1], deviations[#deviations + 1] = counts[i], score - expected
    end
  end
  return numbers, deviations
end

--- The logarithm of how likely the counts are at best if `expected` is the score to be expected, less
--- that of how likely they are at best.
---@param counts integer[] of pairs with score 0, 1/4, 1/2, 3/4, 1
---@param expected number above 0, below 1
---@param scores? number[] what is counted instead, each from 0 to 1
---@return number 0 or less
function elo.log_likelihood(counts, expected, scores)
  -- By Lagrange the chances are proportional to count / (1 + x * deviation), with the x at which their
  -- mean is the one expected (Fishtest calls it the secular equation). At an end of the range of x the
  -- outcome 0, or 1, has a chance although it has not been seen.
  expected = math.min(expected, 1 - 2 ^ -53) -- a difference of some 6400 Elo is 1 after rounding
  local numbers, deviations = seen(counts, scores or SCORES, expected)
  local count = #numbers
  local function mean_error(x) -- asked some thousand times for an interval
    local sum = 0
    for i = 1, count do
      local deviation = deviations[i]
      sum = sum + numbers[i] * (deviation / (1 + x * deviation))
    end
    return sum
  end
  local x, sum = root(mean_error, -1 / (1 - expected), 1 / expected), 0
  for i = 1, count do sum = sum + numbers[i] * math.log(1 + x * deviations[i]) end
  return -sum
end

local function mean(counts, scores)
  local sum, count = 0, 0
  for i, score in ipairs(scores) do
    sum, count = sum + counts[i] * score, count + counts[i]
  end
  return sum / count
end

--- The mean scores between which the true one lies with 95 % confidence: those that a likelihood ratio test does not
--- reject (S. S. Wilks, 1938).
---@param counts integer[] how often each score was reached; not all of them 0
---@param scores number[] each from 0 to 1
---@return number low
---@return number high
function elo.score_interval(counts, scores)
  local score, least = mean(counts, scores), -DEVIATIONS ^ 2 / 2
  local function excess(expected) return elo.log_likelihood(counts, expected, scores) - least end
  local low = score > 0 and root(function(expected) return -excess(expected) end, 0, score) or 0
  local high = score < 1 and root(excess, score, 1) or 1
  return low, high
end

--- The Elo differences between which the true one lies with 95 % confidence.
---@param counts integer[] of pairs with score 0, 1/4, 1/2, 3/4, 1; not all of them 0
---@return number low -math.huge if nothing was won
---@return number high math.huge if nothing was lost
function elo.interval(counts)
  local low, high = elo.score_interval(counts, SCORES)
  return elo.difference(low), elo.difference(high)
end

--- The logarithm of the likelihood ratio of two hypotheses, for the sequential probability ratio test
--- (A. Wald, 1945) in its generalized form for pairs of games, as Fishtest and M. Van den Bergh's
--- program "pentanomial" compute it.
---@param counts integer[] of pairs with score 0, 1/4, 1/2, 3/4, 1
---@param elo0 number the Elo difference under the hypothesis H0
---@param elo1 number the Elo difference under the hypothesis H1
---@return number llr positive: H1 is the likelier one
function elo.llr(counts, elo0, elo1)
  return elo.log_likelihood(counts, elo.score(elo1)) - elo.log_likelihood(counts, elo.score(elo0))
end

--- Where the sequential test ends.
---@param alpha number the chance to accept H1 though H0 is true
---@param beta number the chance to accept H0 though H1 is true
---@return number lower at this `llr` or below H0 is accepted
---@return number upper at this `llr` or above H1 is accepted
function elo.limits(alpha, beta)
  return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
end

return elo

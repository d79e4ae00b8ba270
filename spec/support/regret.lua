-- Regret matching where players choose at once, once, and worlds differ: as the core does it, to the last bit, but with
-- choices in tables by their values. In the syntax of Lua 5.3.

local regret = {}

local STEP = 0x9E3779B97F4A7C15

-- A number below n; the stream goes on.
local function draw(stream, n)
  stream.at = stream.at + STEP
  local drawn = (stream.at ~ (stream.at >> 30)) * 0xBF58476D1CE4E5B9
  drawn = (drawn ~ (drawn >> 27)) * 0x94D049BB133111EB
  return ((drawn ~ (drawn >> 31)) >> 32) * n >> 32
end

local function fraction(stream) return (draw(stream, 1 << 32) + 0.5) / 4294967296 end

-- A player's choices that are there, in the order in which they came up, and their probabilities by what is regretted.
local function strategy_of(chair, list)
  local is_here, here, sum = {}, {}, 0.0
  for _, choice in ipairs(list) do
    is_here[choice] = true
    if not chair[choice] then
      chair[choice] = { regret = 0.0, urge = 0.0, likely = 0.0 }
      chair.order[#chair.order + 1] = choice
    end
  end
  for _, choice in ipairs(chair.order) do
    if is_here[choice] then
      here[#here + 1] = choice
      sum = sum + chair[choice].urge
    end
  end
  local likely = {}
  for _, choice in ipairs(here) do likely[choice] = sum > 0 and chair[choice].urge / sum or 1 / #here end
  return here, likely
end

local function choose(stream, here, likely)
  local rest = fraction(stream)
  for i = 1, #here - 1 do
    if rest < likely[here[i]] then return here[i] end
    rest = rest - likely[here[i]]
  end
  return here[#here]
end

local function draw_choice(stream, chair, list, exploration)
  local turn = { strays = false }
  turn.here, turn.likely = strategy_of(chair, list)
  if #chair.order > 1 then turn.strays = fraction(stream) >= 1 / (1 + exploration) end
  if #turn.here == 0 then return turn end
  if #chair.order == 1 then turn.choice = turn.here[1]
  elseif turn.strays then turn.choice = turn.here[draw(stream, #turn.here) + 1]
  else turn.choice = choose(stream, turn.here, turn.likely) end
  return turn
end

local function learn(chair, turn, gain, age, exploration)
  local chosen = turn.choice and turn.likely[turn.choice]
  local explored = chosen and (chosen + exploration / #turn.here) / (1 + exploration)
  local lost = chosen and chosen > 0 and gain / (explored / chosen) or 0
  for _, choice in ipairs(chair.order) do
    local known, more = chair[choice], 0
    if turn.likely[choice] then more = (choice == turn.choice and gain / explored or 0) - lost end
    known.urge = math.max(0, known.urge / age + more)
    known.regret, known.likely = known.regret / age + more, known.likely / age + (turn.likely[choice] or 0)
  end
end

local function playout(chairs, turns, payoffs, played, exploration)
  local strayed, age = false, played > 0 and (played + 1) / played or 1
  for _, turn in ipairs(turns) do strayed = strayed or turn.strays end
  for player, chair in ipairs(chairs) do
    local mean = played > 0 and chair.paid / played or payoffs[player]
    local gain = payoffs[player] - mean
    for other, turn in ipairs(turns) do
      if other ~= player and #chairs[other].order > 1 and gain ~= 0 then
        gain = turn.strays and 0 or gain / (1 / (1 + exploration))
      end
    end
    learn(chair, turns[player], gain, age, exploration)
    chair.paid = chair.paid + (strayed and mean or payoffs[player])
  end
end

--- What so many playouts come to: for each player what they have paid on average, and a list of
--- { move, probability, value }; and the gap.
---@param players integer
---@param lists_in fun(world: integer): any[][] what each can choose in a world
---@param payoffs_of fun(world: integer, choices: any[]): number[]
---@param options { worlds: integer, playouts: integer, seed: integer, exploration: number }
function regret.search(players, lists_in, payoffs_of, options)
  local stream, chairs, exploration = { at = options.seed }, {}, options.exploration / 2
  for player = 1, players do chairs[player] = { order = {}, paid = 0.0 } end
  for played = 0, options.playouts - 1 do
    local world, turns, choices = draw(stream, options.worlds) + 1, {}, {}
    local lists = lists_in(world)
    for player, chair in ipairs(chairs) do
      turns[player] = draw_choice(stream, chair, lists[player], exploration)
      choices[player] = turns[player].choice
    end
    playout(chairs, turns, payoffs_of(world, choices), played, exploration)
  end
  local found, weight = { gap = 0.0 }, (options.playouts + 1) / 2
  for player, chair in ipairs(chairs) do
    local paid, most = chair.paid / options.playouts, 0.0
    found[player] = { paid = paid }
    for i, choice in ipairs(chair.order) do
      local known = chair[choice]
      most = math.max(most, known.regret / weight)
      found[player][i] = { move = choice, probability = known.likely / weight, value = paid + known.regret / weight }
    end
    found.gap = found.gap + most
  end
  return found
end

return regret

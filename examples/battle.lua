-- A battle in which both sides give their orders at the same moment, and blows may miss. A strike hits well, but not
-- whoever guards; a lunge hits hard, also through a guard, but a strike is quicker; a guard strikes back, lightly.
--
--   lua5.4 examples/battle.lua            how to draw the orders, in some positions
--   lua5.4 examples/battle.lua play       against the computer
--   lua5.4 examples/play.lua examples/battle.lua            the same, with hints, taking back, saving

local alphabeta = require "alphabeta"

local ORDERS = { "strike", "lunge", "guard" }

-- By order and what the other side does: the chance to hit, and the damage.
local BLOWS = {
  strike = { strike = { 0.7, 2 }, lunge = { 0.9, 3 }, guard = { 0.2, 2 } },
  lunge = { strike = { 0.4, 4 }, lunge = { 0.5, 4 }, guard = { 0.7, 3 } },
  guard = { strike = { 0.5, 1 }, lunge = { 0.1, 1 }, guard = { 0, 0 } },
}

-- A state: the health of both sides, rounds left, and the orders that are being carried out.
local battle = { name = "battle", sides = { "Hero", "Orc" }, viewpoint = 1, range = { -1, 1 } }

function battle.initial() return { health = { 6, 6 }, rounds = 8 } end

local function is_over(state) return state.health[1] == 0 or state.health[2] == 0 or state.rounds == 0 end

function battle.simultaneous(state)
  if not is_over(state) then return ORDERS, ORDERS end
end

-- Who hits? Orders that are given are carried out at once.
function battle.chance(state)
  if not state.orders then return nil end
  local a, b = state.orders[1], state.orders[2]
  local p, q, outcomes, weights = BLOWS[a][b][1], BLOWS[b][a][1], {}, {}
  local function may(name, weight)
    if weight > 0 then outcomes[#outcomes + 1], weights[#weights + 1] = name, weight end
  end
  may("both", p * q)
  may("yours", p * (1 - q))
  may("theirs", q * (1 - p))
  may("none", (1 - p) * (1 - q))
  return outcomes, weights
end

-- Two orders, or what chance brings.
function battle.play(state, first, second)
  if second then return { health = state.health, rounds = state.rounds, orders = { first, second } } end
  local a, b = state.orders[1], state.orders[2]
  local one, two = state.health[1], state.health[2]
  if first == "both" or first == "yours" then two = math.max(0, two - BLOWS[a][b][2]) end
  if first == "both" or first == "theirs" then one = math.max(0, one - BLOWS[b][a][2]) end
  return { health = { one, two }, rounds = state.rounds - 1 }
end

function battle.evaluate(state) -- 1: won; so many rounds ahead, whoever is better off
  local one, two = state.health[1], state.health[2]
  return one == two and 0 or (one - two) / (one + two)
end

function battle.key(state)
  local orders = state.orders or {}
  return ("%d %d %d %s %s"):format(state.health[1], state.health[2], state.rounds, orders[1] or "", orders[2] or "")
end

function battle.player() return 1 end -- nobody ever moves alone
function battle.moves() return {} end
function battle.format(state) return ("hero %d, orc %d"):format(state.health[1], state.health[2]) end

-- Required by another program (a host may have no `arg`, or nothing in it) it is the game alone.
local program = "/" .. (type(arg) == "table" and arg[0] or "")
if not program:find "[/\\]battle%.lua$" then return battle end

if arg[1] == "play" then
  alphabeta.match(battle, battle.initial(), { alphabeta.human(), alphabeta.player() })
else
  for _, health in ipairs { { 6, 6 }, { 2, 6 }, { 6, 2 }, { 1, 1 } } do
    local result = alphabeta.search(battle, { health = health, rounds = 8 })
    local line = {}
    for i, choice in ipairs(result.strategies[1]) do
      line[i] = ("%s %3.0f %%"):format(choice.move, 100 * choice.probability)
    end
    print(("%d : %d  %s, worth %2.0f %%"):format(health[1], health[2], table.concat(line, ", "),
      50 + 50 * result.value))
  end
end

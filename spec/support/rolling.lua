-- A heap of counters; whoever is to move rolls a die of three, then takes 1 to as many as it shows; whoever takes the
-- last one has won. The die shows 3 more often than 1. In every form that a game with chance can have.

local OUTCOMES, WEIGHTS = { 1, 2, 3 }, { 1, 2, 3 }

local function takes(state)
  local list = {}
  for take = 1, math.min(state.die, state.heap) do list[take] = take end
  return list
end

local function after(state, by)
  if state.die == 0 then return { heap = state.heap, die = by, turn = state.turn } end
  return { heap = state.heap - by, die = 0, turn = 3 - state.turn }
end

local function chance(state)
  if state.die == 0 and state.heap > 0 then return OUTCOMES, WEIGHTS end
end

local function key(state) return state.heap * 8 + state.die * 2 + state.turn - 1 end

local function derived(game, fields) return setmetatable(fields, { __index = game }) end

local game = {
  name = "rolling",
  moves = function(state) return state.heap > 0 and takes(state) or {} end,
  play = after,
  chance = chance,
  key = key,
  range = { -1, 1 },
  evaluate = function(state) return state.heap == 0 and -1 or 0 end,
}

local function change(state, by)
  local old = { state.heap, state.die, state.turn }
  table.insert(state.before, old)
  local new = after(state, by)
  state.heap, state.die, state.turn = new.heap, new.die, new.turn
end

local function change_back(state)
  local old = table.remove(state.before)
  state.heap, state.die, state.turn = old[1], old[2], old[3]
end

local in_place = derived(game, { play = change, undo = change_back })

local rolling = { game = game }

--- The position with so many counters, before the die is rolled.
function rolling.state(heap) return { heap = heap, die = 0, turn = 1 } end

local function with_history(heap)
  local state = rolling.state(heap)
  state.before = {}
  return state
end

--- Each form: the game, and what makes its position with so many counters.
rolling.forms = {
  ["a list"] = { game, rolling.state },
  ["nil at the end"] = { derived(game, {
    moves = function(state) if state.heap > 0 then return takes(state) end end,
  }), rolling.state },
  ["an iterator"] = { derived(game, {
    moves = function(state)
      local take = 0
      return function()
        take = take + 1
        return take <= math.min(state.die, state.heap) and take or nil
      end
    end,
  }), rolling.state },
  ["multiple results"] = { derived(game, {
    variadic = true,
    moves = function(state) return table.unpack(takes(state)) end,
  }), rolling.state },
  ["a list to fill"] = { derived(game, {
    fills = true,
    moves = function(state, list)
      for i, take in ipairs(takes(state)) do list[i] = take end
      return state.heap > 0 and #takes(state) or 0
    end,
  }), rolling.state },
  ["width"] = { {
    name = "rolling", width = 5, chance = chance, key = key, evaluate = game.evaluate, range = game.range,
    play = function(state, by)
      local most = state.die == 0 and state.heap > 0 and 3 or math.min(state.die, state.heap)
      if by <= most then return after(state, by) end
    end,
  }, rolling.state },
  ["pseudolegal"] = { derived(game, {
    pseudolegal = true,
    moves = function(state)
      if state.heap == 0 then return {} end
      return state.die > 0 and OUTCOMES or error "asked where the die is rolled"
    end,
    play = function(state, by)
      if state.die == 0 or by <= math.min(state.die, state.heap) then return after(state, by) end
    end,
  }), rolling.state },
  ["undo"] = { in_place, with_history },
  ["undo and width"] = { {
    name = "rolling", width = 5, chance = chance, key = key, evaluate = game.evaluate, undo = change_back,
    range = game.range,
    play = function(state, by)
      if state.heap == 0 or by > (state.die == 0 and 3 or math.min(state.die, state.heap)) then return false end
      change(state, by)
    end,
  }, with_history },
  ["player"] = { derived(game, { player = function(state) return state.turn end }), rolling.state },
  ["player and viewpoint"] = { derived(game, {
    player = function(state) return state.turn end,
    viewpoint = 1,
    evaluate = function(state) return state.heap > 0 and 0 or state.turn == 1 and -1 or 1 end,
  }), rolling.state },
  ["a payoff from play"] = { derived(game, {
    chance = function(state) return chance(state.heap > 0 and state or error "asked at the end") end,
    play = function(state, by)
      local to = after(state, by)
      if to.heap == 0 then return to, -1 end
      return to
    end,
  }), rolling.state },
}

return rolling
